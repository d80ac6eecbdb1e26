// Which types of handles a layer wraps, and the commands that such a handle gets through as it is: those of which the
// layer has no function, and those about any object, which say its type by a number. uncarried has the layer's functions
// for commands that are not called, with a wrapped type that each takes. See carried.h.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "../../../native/generated/uncarried.h"
#include "../../shared/answers.h"
#include "carried.h"
#include "unfinished.h"
#include "../prober.h"

static const struct carried_command *called;
static uint64_t expected[MOST_ARGUMENTS];
enum { GOES_DOWN_WRONGLY = 1, IS_WRITTEN = 2, IS_ENDED = 4 };
static int *is_wrong;  // which of them, in memory that outlives the process of the call

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    static struct comparison comparison;
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    memset(&comparison, 0, sizeof comparison);
    compare_arguments(called, expected, arguments, &comparison);
    *is_wrong |= comparison.handles.count > 0 ? GOES_DOWN_WRONGLY : 0;
    *result = 0;
    return 1;
}

static void call_named(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(command, given);
    give_arguments(command, expected);
    carried = answer_below;
    called = command;
    call_with(function, given);
    static struct comparison kept;
    compare_kept(command, expected, given, ELEMENTS, &kept);
    *is_wrong |= kept.changed.count > 0 ? IS_WRITTEN : 0;
}

static int fields_name(uint32_t first, uint32_t count, unsigned nesting) {
    for (const struct field *at = &carried_fields[first]; at < &carried_fields[first + count]; at++) {
        if (at->kind == FIELD_NAMED) return 1;
        if (at->kind == FIELD_STRUCTURES && nesting < 2 &&
            fields_name(carried_structures[at->of].first, carried_structures[at->of].count, nesting + 1))
            return 1;
    }
    return 0;
}

int names_object(const struct carried_command *command) { return fields_name(command->first, command->count, 0); }

static int faults_of_named(const struct carried_command *command, any_function function, uint32_t type) {
    *is_wrong = 0;
    carried_named = type;
    int end = call_apart(command, function, call_named);
    if (is_unfinished(end) && end > 0 && end != LOST_THREADS_END && call_apart(command, function, call_named) == end) *is_wrong |= IS_ENDED;
    carried_named = DEVICE_TYPE;
    return *is_wrong;
}

static void say_types(const char *what, const struct carried_command *command, const uint32_t *types, uint32_t count) {
    char label[160];
    if (count == 0) return;
    snprintf(label, sizeof label, "%s.%s", what, command->name);
    open_answer(label);
    open_list("types");
    for (uint32_t i = 0; i < count; i++) say_text(NULL, carried_handles[types[i]].name);
    close_list();
    close_answer();
}

static void say_command(const struct carried_command *command) {
    uint32_t types[64], written[64], ended[64], count = 0, written_count = 0, ended_count = 0;
    any_function function = own_function(command->name);
    if (function == NULL ? !is_left_below(command->name) : !names_object(command)) return;
    for (uint32_t type = 1; type < carried_handle_count && type <= COUNT(types); type++) {
        if (!is_wrapped(type) || !takes_type(command, type)) continue;
        int faults = function == NULL ? GOES_DOWN_WRONGLY : faults_of_named(command, function, type);
        if (faults & GOES_DOWN_WRONGLY) types[count++] = type;
        if (faults & IS_WRITTEN) written[written_count++] = type;
        if (faults & IS_ENDED) ended[ended_count++] = type;
    }
    say_types(function == NULL ? "leaves" : "named", command, types, count);
    say_types("written", command, written, written_count);
    say_types("ended", command, ended, ended_count);
}

// Says the wrapped types that a structure holds, or only whether there are some.
static int say_held(const struct structure *structure, int is_asked) {
    int is_any = 0;
    for (const struct field *at = &carried_fields[structure->first];
         at < &carried_fields[structure->first + structure->count]; at++) {
        if ((at->kind != FIELD_HANDLE && at->kind != FIELD_HANDLES) || !is_wrapped(at->of)) continue;
        is_any = 1;
        if (is_asked) break;
        open_list(NULL);
        say_text(NULL, carried_names + structure->name);
        say_text(NULL, carried_handles[at->of].name);
        close_list();
    }
    return is_any;
}

// The same of all structures on the chains of what a command takes, be it deep in a structure.
static int say_all_held(uint32_t first, uint32_t count, unsigned nesting, int is_asked) {
    int is_any = 0;
    for (const struct field *at = &carried_fields[first]; at < &carried_fields[first + count]; at++) {
        if (at->kind != FIELD_STRUCTURE && at->kind != FIELD_STRUCTURES) continue;
        const struct structure *of = &carried_structures[at->of];
        for (uint32_t i = 0; i < of->holding_count; i++) is_any |= say_held(holding(of, i), is_asked);
        if (nesting < 2) is_any |= say_all_held(of->first, of->count, nesting + 1, is_asked);
    }
    return is_any;
}

static void say_chained(const struct carried_command *command) {
    char label[160];
    if (own_function(command->name) != NULL || !is_left_below(command->name)) return;
    if (!say_all_held(command->first, command->count, 0, 1)) return;
    snprintf(label, sizeof label, "chained.%s", command->name);
    open_answer(label);
    open_list("held");
    say_all_held(command->first, command->count, 0, 0);
    close_list();
    close_answer();
}

static int is_wrapped_by_name(const char *name) {
    for (uint32_t type = 1; type < carried_handle_count; type++)
        if (strcmp(carried_handles[type].name, name) == 0) return is_wrapped(type);
    return 0;
}

static void say_uncarried(void) {
#define TAKES(name, handle) {#name, #handle},
    static const struct {
        const char *command, *handle;
    } taken[] = {UNCARRIED_COMMANDS(TAKES)};
#undef TAKES
    open_answer("uncarried");
    open_list("taken");
    for (size_t i = 0; i < COUNT(taken); i++) {
        if (!is_wrapped_by_name(taken[i].handle) || own_function(taken[i].command) == NULL) continue;
        open_list(NULL);
        say_text(NULL, taken[i].command);
        say_text(NULL, taken[i].handle);
        close_list();
    }
    close_list();
    close_answer();
}

void say_wrapped(void) {
    uint32_t count = 0;
    is_wrong = mmap(NULL, sizeof *is_wrong, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    open_answer("wrapped");
    open_list("types");
    for (uint32_t type = 1; type < carried_handle_count; type++) {
        count += (uint32_t)is_wrapped(type);
        if (is_wrapped(type)) say_text(NULL, carried_handles[type].name);
    }
    close_list();
    open_list("own");
    for (uint32_t i = 0; i < carried_command_count; i++)
        if (own_function(carried_commands[i].name) != NULL) say_text(NULL, carried_commands[i].name);
    close_list();
    close_answer();
    if (count == 0 || is_wrong == MAP_FAILED) return;
    for (uint32_t i = 0; i < carried_command_count; i++) {
        say_command(&carried_commands[i]);
        say_chained(&carried_commands[i]);
    }
    say_uncarried();
}
