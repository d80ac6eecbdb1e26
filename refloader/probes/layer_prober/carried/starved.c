// Calls that make something, in which one allocation by the application's callbacks fails: the first in one call, the second
// in the next one, as far as the layer asks for memory. starved.COMMAND has how many have failed (refused), and the numbers
// of those with which the layer does not come back (ended), as it does where all is given. failed.COMMAND has of each call
// that comes back the number of the allocation that fails (0: none, and the call below fails; -1: neither does), the result, how
// often something was made and ended below, and the blocks that the layer still has of the scopes COMMAND and OBJECT.
// crowd.COMMAND has how many objects could be made that all live, and the result of the last call. See carried.h.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "unfinished.h"

#define MOST_REFUSALS 8U
#define MOST_ENDED 3U

#define NONE_FAILS (-1)
#define BELOW_FAILS 0
#define CROWD 300U

static int32_t number;  // of the allocation that fails
// What came of a call, in memory that outlives its process.
struct outcome {
    int32_t number;
    int is_refused, is_back;  // the first is noted before the layer is back: it may not come back
    int32_t result;
    uint32_t made, ended;
    int32_t of_command, of_object;
};
static struct outcome *outcome;
static const struct carried_command *called;

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL) return 0;
    outcome->ended += strncmp(name, "vkDestroy", 9) == 0 || strncmp(name, "vkFree", 6) == 0;
    if (!is_same_command(name, called->name)) return 0;
    if (number == BELOW_FAILS) {
        *result = (uint64_t)(int64_t)VK_ERROR_OUT_OF_DEVICE_MEMORY;
        return 1;
    }
    outcome->made++;
    answer_success(called, name, arguments, result);
    return 1;
}

int takes_memory(const struct carried_command *command) {
    if (strncmp(command->name, "vkCreate", 8) != 0 && strncmp(command->name, "vkAllocate", 10) != 0) return 0;
    for (uint32_t i = command->first; i < command->first + command->count; i++)
        if (carried_fields[i].kind == FIELD_ALLOCATOR) return 1;
    return 0;
}

static void call_with_one_failing(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    carried = answer_below;
    give_arguments(command, given);
    called = command;
    int32_t of_command = blocks_taken(VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    int32_t of_object = blocks_taken(VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    until_refusal = number > 0 ? (uint32_t)number : 0;
    note_refusal = &outcome->is_refused;
    outcome->result = (int32_t)call_with(function, given);
    until_refusal = 0;
    called = NULL;
    outcome->of_command = blocks_taken(VK_SYSTEM_ALLOCATION_SCOPE_COMMAND) - of_command;
    outcome->of_object = blocks_taken(VK_SYSTEM_ALLOCATION_SCOPE_OBJECT) - of_object;
    outcome->is_back = 1;
}

static void say_failed(const struct carried_command *command, const struct outcome *back, uint32_t count) {
    char label[160];
    snprintf(label, sizeof label, "failed.%s", command->name);
    open_answer(label);
    open_list("calls");
    for (uint32_t i = 0; i < count; i++) {
        open_list(NULL);
        say_number(NULL, back[i].number);
        say_number(NULL, back[i].result);
        say_number(NULL, back[i].made);
        say_number(NULL, back[i].ended);
        say_number(NULL, back[i].of_command);
        say_number(NULL, back[i].of_object);
        close_list();
    }
    close_list();
    close_answer();
}

void call_without_memory(const struct carried_command *command, any_function function) {
    char label[160];
    struct outcome back[MOST_REFUSALS + 2];
    uint32_t ended[MOST_ENDED], ended_count = 0, refused = 0, back_count = 0;
    outcome = mmap(NULL, sizeof *outcome, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (outcome == MAP_FAILED) return;
    for (number = NONE_FAILS; number <= (int32_t)MOST_REFUSALS && ended_count < MOST_ENDED; number++) {
        *outcome = (struct outcome){.number = number};
        int end = number > 0 ? call_apart(command, function, call_with_one_failing)
                             : call_act(number == BELOW_FAILS ? "failed" : "callbacks", command, function, call_with_one_failing);
        if (number > 0 && !outcome->is_refused) break;
        if (end == 0 && outcome->is_back && command->returns_result) back[back_count++] = *outcome;
        if (number <= 0) continue;
        refused++;
        if (end != 0 && end != NO_ROOM_STATUS && end != LOST_THREADS_END) ended[ended_count++] = (uint32_t)number;
    }
    munmap(outcome, sizeof *outcome);
    say_failed(command, back, back_count);
    if (refused == 0) return;
    snprintf(label, sizeof label, "starved.%s", command->name);
    open_answer(label);
    say_number("refused", refused);
    open_list("ended");
    for (uint32_t i = 0; i < ended_count; i++) say_number(NULL, ended[i]);
    close_list();
    close_answer();
}

// ---- many objects that live at once

static uint64_t crowd_number;

static uint64_t next_of_crowd(void) { return 0x70000000000ULL + 0x40U * crowd_number; }

static int make_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    crowd_number++;
    next_handle = next_of_crowd;
    answer_success(called, name, arguments, result);
    next_handle = NULL;
    return 1;
}

void make_crowd(const struct carried_command *command, any_function function) {
    char label[160];
    uint32_t count = 0;
    int32_t result = VK_SUCCESS;
    carried = make_below;
    called = command;
    while (count < CROWD && result == VK_SUCCESS) {
        uint64_t given[MOST_ARGUMENTS];
        give_arguments(command, given);
        result = (int32_t)call_with(function, given);
        count += result == VK_SUCCESS;
        forget();
        forget_arguments();
    }
    called = NULL;
    snprintf(label, sizeof label, "crowd.%s", command->name);
    open_answer(label);
    say_number("made", count);
    say_number("result", result);
    close_answer();
}
