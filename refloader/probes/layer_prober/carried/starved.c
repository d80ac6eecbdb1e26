// Calls that make something, in which one allocation by the application's callbacks fails: the first in one call, the second
// in the next one, as far as the layer asks for memory. starved.COMMAND has how many have failed (refused), and the numbers
// of those with which the layer does not come back (ended), as it does where all is given. See carried.h.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../../shared/answers.h"
#include "carried.h"

#define MOST_REFUSALS 8U
#define MOST_ENDED 3U

static uint32_t number;  // of the allocation that fails
static int *is_any;      // whether one has, in memory that outlives the process of the call
static const struct carried_command *called;

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    answer_success(called, name, arguments, result);
    return 1;
}

int takes_memory(const struct carried_command *command) {
    if (strncmp(command->name, "vkCreate", 8) != 0 && strncmp(command->name, "vkAllocate", 10) != 0) return 0;
    for (uint32_t i = command->first; i < command->first + command->count; i++)
        if (carried_fields[i].kind == FIELD_ALLOCATOR) return 1;
    return 0;
}

// Whether it fails is noted before the layer is back: it may not come back.
static void call_with_one_failing(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    carried = answer_below;
    give_arguments(command, given);
    called = command;
    until_refusal = number;
    note_refusal = is_any;
    call_with(function, given);
    until_refusal = 0;
    called = NULL;
}

void call_without_memory(const struct carried_command *command, any_function function) {
    char label[160];
    uint32_t ended[MOST_ENDED], ended_count = 0, refused = 0;
    is_any = mmap(NULL, sizeof *is_any, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (is_any == MAP_FAILED) return;
    for (number = 1; number <= MOST_REFUSALS && ended_count < MOST_ENDED; number++) {
        *is_any = 0;
        int end = call_apart(command, function, call_with_one_failing);
        if (!*is_any) break;
        refused++;
        if (end != 0 && end != NO_ROOM_STATUS) ended[ended_count++] = number;
    }
    munmap(is_any, sizeof *is_any);
    if (refused == 0) return;
    snprintf(label, sizeof label, "starved.%s", command->name);
    open_answer(label);
    say_number("refused", refused);
    open_list("ended");
    for (uint32_t i = 0; i < ended_count; i++) say_number(NULL, ended[i]);
    close_list();
    close_answer();
}
