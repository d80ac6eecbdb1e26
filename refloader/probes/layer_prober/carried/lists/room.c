// Lists and data for which there is less room than the entity below has elements or bytes. beyond.COMMAND has how much
// room there was, what the call comes back with for how much it has written, and its result. counted.COMMAND has how many
// elements or bytes the layer tells, and what a call with room for as many comes back with. short.COMMAND has that of a call
// with room for all but one of what the layer itself says that there is, if it gives so many where there is room for all.
// roomy.COMMAND has what a call comes back with that has room for one element more than the layer says that there are.
// See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../../../native/generated/vk_core.h"
#include "../../../shared/answers.h"
#include "../carried.h"
#include "../../prober.h"

#define ALL_ROWS 3U
#define ALL_BYTES 64U

// Where a command counts what it writes, and where it writes that.
static struct counted {
    uint32_t count_at, array_at, room, all;
    int is_data;
    uint32_t size, of;  // of an element, and its structure
} counted;
static const struct carried_command *called;

static int is_unlimited(const struct field *at) { return at->count_at == NOWHERE && at->fixed == 0; }

static int can_be_incomplete(const struct carried_command *command) {
    for (uint32_t i = 0; i < command->code_count; i++)
        if (carried_codes[command->codes + i] == VK_INCOMPLETE) return 1;
    return !command->returns_result;
}

// Of a list the count is a number; of data it is a size in front of bytes.
static struct counted counted_of(const struct carried_command *command) {
    struct counted found = {0};
    const struct field *first = &carried_fields[command->first], *last = first + command->count - 1;
    for (const struct field *at = first; at < last && found.array_at == 0; at++) {
        int is_size = at->kind == FIELD_OUT && at->size == sizeof(uint64_t) && at->of == NOWHERE;
        int is_array = (at[1].kind == FIELD_OUT || at[1].kind == FIELD_MADE) && is_unlimited(&at[1]);
        if (!is_array || !(at->kind == FIELD_COUNT || (is_size && at[1].size == 1))) continue;
        found.is_data = at->kind != FIELD_COUNT;
        found.count_at = at->at / 8, found.array_at = at[1].at / 8;
        found.all = found.is_data ? ALL_BYTES : lists_images(command) ? ELEMENTS : ALL_ROWS;
        found.room = found.is_data ? ALL_BYTES / 2 : 1;
        found.size = at[1].size, found.of = at[1].kind == FIELD_OUT ? at[1].of : NOWHERE;
    }
    return found;
}

static uint64_t get_count(const uint64_t *arguments) {
    uint64_t where = arguments[counted.count_at];
    return counted.is_data ? *(const size_t *)(uintptr_t)where : *(const uint32_t *)(uintptr_t)where;
}

static void set_count(const uint64_t *arguments, uint32_t count) {
    uint64_t where = arguments[counted.count_at];
    if (counted.is_data) *(size_t *)(uintptr_t)where = count;
    else *(uint32_t *)(uintptr_t)where = count;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name) || arguments[counted.count_at] == 0) return 0;
    int is_short = arguments[counted.array_at] != 0 && get_count(arguments) < counted.all;
    if (!is_short) set_count(arguments, counted.all);
    *result = (uint64_t)(int64_t)(is_short && called->returns_result ? VK_INCOMPLETE : VK_SUCCESS);
    return 1;
}

int has_room(const struct carried_command *command) {
    return counted_of(command).array_at != 0 && can_be_incomplete(command);
}

// The type of each element, of which arguments have some.
static void give_heads(const uint64_t *arguments, uint32_t count) {
    if (counted.of == NOWHERE || carried_structures[counted.of].type == UINT32_MAX) return;
    for (uint32_t i = 0; i < count; i++)
        memcpy((void *)(uintptr_t)(arguments[counted.array_at] + i * counted.size), &carried_structures[counted.of].type, 4);
}

struct outcome {
    uint64_t count;
    int32_t result;
};

// With so much room; 0: with none, to ask how much there is.
static struct outcome call_with_room_for(const struct carried_command *command, any_function function, uint32_t room) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(command, given);
    set_count(given, room);
    if (room == 0) given[counted.array_at] = 0;
    else give_heads(given, room);
    called = command;
    uint64_t result = call_with(function, given);
    called = NULL;
    struct outcome outcome = {get_count(given), command->returns_result ? (int32_t)result : VK_SUCCESS};
    forget_arguments();
    return outcome;
}

// With room for one more than the layer says that there are.
static void say_roomy(const struct carried_command *command, any_function function) {
    char label[160];
    struct outcome asked = call_with_room_for(command, function, 0);
    if (asked.result != VK_SUCCESS || asked.count == 0 || (asked.count + 1) * counted.size > OUT_ROOM) return;
    struct outcome more = call_with_room_for(command, function, (uint32_t)asked.count + 1);
    if (more.result != VK_SUCCESS) return;
    snprintf(label, sizeof label, "roomy.%s", command->name);
    open_answer(label);
    say_number("counted", (int64_t)asked.count);
    say_number("count", (int64_t)more.count);
    close_answer();
}

static void say_short(const struct carried_command *command, any_function function) {
    char label[160];
    struct outcome asked = call_with_room_for(command, function, 0);
    if (asked.result != VK_SUCCESS || asked.count == 0 || (asked.count + 1) * counted.size > OUT_ROOM) return;
    struct outcome all = call_with_room_for(command, function, (uint32_t)asked.count);
    snprintf(label, sizeof label, "counted.%s", command->name);
    open_answer(label);
    say_number("counted", (int64_t)asked.count);
    say_number("count", (int64_t)all.count);
    say_number("result", all.result);
    close_answer();
    if (all.result != VK_SUCCESS || all.count != asked.count || asked.count < 2) return;
    struct outcome less = call_with_room_for(command, function, (uint32_t)asked.count - 1);
    snprintf(label, sizeof label, "short.%s", command->name);
    open_answer(label);
    say_number("all", (int64_t)all.count);
    say_number("count", (int64_t)less.count);
    say_number("result", less.result);
    close_answer();
}

void call_with_less_room(const struct carried_command *command, any_function function) {
    char label[160];
    counted = counted_of(command);
    carried = answer_below;
    struct outcome outcome = call_with_room_for(command, function, counted.room);
    snprintf(label, sizeof label, "beyond.%s", command->name);
    open_answer(label);
    say_number("room", counted.room);
    say_number("count", (int64_t)outcome.count);
    say_number("result", outcome.result);
    close_answer();
    if (command->returns_result) say_short(command, function);
    if (!counted.is_data) say_roomy(command, function);
}
