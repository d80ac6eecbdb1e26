// What calls leave unanswered because the layer ends its process in them, or does not come back. See carried.h.
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "unfinished.h"

#define MOST_ACTS 24U

static struct {
    const char *act, *how;
} acts[MOST_ACTS];
static uint32_t count;

// What the prober has no room for is left out on each machine and with each layer.
int is_unfinished(int end) {
    return end != 0 && end != NO_ROOM_STATUS && end != ALONE_STATUS && end != STATES_STATUS && end != IS_FREED_STATUS;
}

int is_hang(int end) { return end == SIGALRM || end == LOST_THREADS_END; }

// What others may have sent is not the layer's.
static const char *name_of(int end) {
    switch (end) {
    case SIGALRM: return "hang";
    case LEFT_STATUS: return "exit";
    case NOWHERE_STATUS:
    case SIGSEGV:
    case SIGBUS:
    case SIGABRT:
    case SIGILL:
    case SIGFPE:
    case SIGTRAP:
    case SIGSYS: return "crash";
    default: return "unknown";
    }
}

void note_unfinished(const char *act, int end) {
    if (!is_unfinished(end) || count == MOST_ACTS) return;
    acts[count].act = act;
    acts[count++].how = name_of(end);
}

// A hang takes seconds: where no verdict rests on it, once is enough.
static int is_worth_another(const char *act, int end) {
    static const char *const others[] = {"asked", "alias", "lives", "varied", "left", "anew", "presents", "twice", "waiting", "waits", "parts"};
    for (size_t i = 0; i < COUNT(others); i++)
        if (is_hang(end) && strcmp(act, others[i]) == 0) return 0;
    return 1;
}

int call_act(const char *act, const struct carried_command *command, any_function function, calls_of *calls) {
    int end = call_apart(command, function, calls);
    if (!is_unfinished(end)) return end;
    if (!is_worth_another(act, end)) return note_unfinished(act, end), end;
    int again = call_apart(command, function, calls);
    note_unfinished(act, again == end ? end : is_unfinished(again) ? -1 : 0);
    return again;
}

void say_unfinished(const struct carried_command *command) {
    char label[160];
    if (count == 0) return;
    snprintf(label, sizeof label, "unfinished.%s", command->name);
    open_answer(label);
    open_list("acts");
    for (uint32_t i = 0; i < count; i++) {
        open_list(NULL);
        say_text(NULL, acts[i].act);
        say_text(NULL, acts[i].how);
        close_list();
    }
    close_list();
    close_answer();
    count = 0;
}
