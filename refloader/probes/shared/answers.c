// See answers.h.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "answers.h"

static char step[256];

void begin(const char *what) {
    at(NULL, NULL);
    snprintf(step, sizeof step, "%s", what);
    say_line("begin", "what", what);
}

void open_answer(const char *label) {
    open_line("answer", "label", label);
    open_object("answer");
}

void close_answer(void) {
    close_object();
    close_line();
}

void done(void) {
    at(NULL, NULL);
    say_line("done", NULL, NULL);
}

void error(const char *text) { say_line("error", "error", text); }

_Noreturn void give_up(const char *label, const char *why) {
    open_answer(label);
    say_text("refused", why);
    close_answer();
    done();
    exit(0);
}

// ---- crashes

static const char *volatile under_way;
static void (*volatile tell_rest)(const char *);

void at(const char *name, void (*tell)(const char *)) {
    under_way = name;
    tell_rest = tell;
}

// The library's code has failed, not this file's: its state is whole, and the process is about to end anyway.
static void crashed(int number) {
    const char *name = under_way;
    void (*tell)(const char *) = tell_rest;
    under_way = NULL;
    tell_rest = NULL;
    if (name != NULL) {
        char what[sizeof step + 256];
        snprintf(what, sizeof what, "%s %s", step, name);
        say_line("begin", "what", what);
    }
    if (tell != NULL) tell(name);
    raise(number);
}

void watch_for_crashes(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    static char stack[1 << 16];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = crashed, .sa_flags = (int)SA_RESETHAND | SA_ONSTACK | SA_NODEFER};
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) sigaction(numbers[i], &action, NULL);
}
