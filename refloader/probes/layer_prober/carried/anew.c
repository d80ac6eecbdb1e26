// What is recorded once more: with the same values in a command buffer that is begun anew, and behind secondary ones, where
// no state is left ("all state in that command buffer is undefined"), and with one value that is another one. A layer may
// take no such call for a repetition. anew.COMMAND has how many forms of the call go down (first), whether each of them does
// so in the two places (begun, executed), and the paths of the values that were altered alone while nothing came down
// (unheard). See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "../prober.h"

#define MOST_ALTERED 64U
#define MOST_UNHEARD 8U

static const struct carried_command *called;
static uint32_t times;
// How many of the calls that go down there are, and whether each of them does so where it is recorded once more.
struct heard {
    uint32_t first, begun, executed;
};
static struct {
    char path[160];
    uint64_t address, before;
    size_t size;
} altered;
static char path[160];

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    (void)arguments;
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    times++;
    if (called->returns_result) *result = (uint64_t)VK_SUCCESS;
    return 1;
}

static uint32_t call_given(const struct carried_command *command, any_function function, const uint64_t *given) {
    called = command;
    times = 0;
    call_with(function, given);
    called = NULL;
    return times;
}

// ---- one value

static int alter_fields(uint64_t one, uint64_t other, uint32_t first, uint32_t count, uint32_t *left);

static int alter_value(uint64_t one, uint64_t other, size_t size, uint32_t *left) {
    if (memcmp((const void *)(uintptr_t)one, (const void *)(uintptr_t)other, size) == 0) return 0;
    if ((*left)-- > 0) return 0;
    altered.address = one;
    altered.size = size;
    memcpy(&altered.before, (const void *)(uintptr_t)one, size);
    memcpy((void *)(uintptr_t)one, (const void *)(uintptr_t)other, size);
    snprintf(altered.path, sizeof altered.path, "%s", path);
    return 1;
}

static uint64_t pointer_at(uint64_t address) {
    uint64_t pointer;
    memcpy(&pointer, (const void *)(uintptr_t)address, sizeof pointer);
    return pointer == NO_POINTER ? 0 : pointer;
}

static uint32_t elements_at(const struct field *field, uint64_t base) {
    uint32_t count = field->fixed;
    if (field->count_at != NOWHERE) memcpy(&count, (const void *)(uintptr_t)(base + field->count_at), sizeof count);
    return count;
}

static int alter_elements(const struct field *field, uint64_t one, uint64_t other, uint32_t count, uint32_t *left) {
    size_t length = strlen(path);
    for (uint32_t i = 0; i < count && one != 0 && other != 0; i++, one += field->size, other += field->size) {
        const struct structure *of = field->kind == FIELD_STRUCTURES ? &carried_structures[field->of] : NULL;
        snprintf(path + length, sizeof path - length, of == NULL ? "[%u]" : "[%u].", i);
        if (of == NULL ? alter_value(one, other, field->size, left) : alter_fields(one, other, of->first, of->count, left))
            return 1;
    }
    path[length] = '\0';
    return 0;
}

// Not what a structure on pNext says, nor flags and enumerations, which are the same in other arguments.
static int alter_field(const struct field *field, uint64_t one, uint64_t other, uint32_t *left) {
    uint64_t here = one + field->at, there = other + field->at;
    switch (field->kind) {
    case FIELD_WORD: return field->fixed == NO_COUNT && alter_value(here, there, field->size < 8 ? field->size : 8, left);
    case FIELD_HANDLE: return !is_dispatchable(field->of) && alter_value(here, there, 8, left);
    case FIELD_STRUCTURE: {
        const struct structure *of = &carried_structures[field->of];
        size_t length = strlen(path);
        snprintf(path + length, sizeof path - length, ".");
        return alter_fields(here, there, of->first, of->count, left);
    }
    case FIELD_HANDLES:
        if (is_dispatchable(field->of)) return 0;
        return alter_elements(field, pointer_at(here), pointer_at(there), elements_at(field, one), left);
    case FIELD_WORDS:
    case FIELD_STRUCTURES:
        return alter_elements(field, pointer_at(here), pointer_at(there), elements_at(field, one), left);
    default: return 0;
    }
}

// The value that comes after the others which are left; whether there is one.
static int alter_fields(uint64_t one, uint64_t other, uint32_t first, uint32_t count, uint32_t *left) {
    size_t length = strlen(path);
    for (const struct field *field = &carried_fields[first]; field < &carried_fields[first + count]; field++) {
        snprintf(path + length, sizeof path - length, "%s", carried_names + field->name);
        if (alter_field(field, one, other, left)) return 1;
        path[length] = '\0';
    }
    return 0;
}

static void call_altered(const struct carried_command *command, any_function function, uint64_t *given) {
    uint64_t others[MOST_ARGUMENTS];
    uint32_t unheard = 0;
    give_other_arguments(command, others);
    open_list("unheard");
    for (uint32_t place = 0; place < MOST_ALTERED && unheard < MOST_UNHEARD; place++) {
        uint32_t left = place;
        path[0] = '\0';
        call_given(command, function, given);
        if (!alter_fields((uint64_t)(uintptr_t)given, (uint64_t)(uintptr_t)others, command->first, command->count, &left))
            break;
        if (call_given(command, function, given) == 0) say_text(NULL, altered.path), unheard++;
        memcpy((void *)(uintptr_t)altered.address, &altered.before, altered.size);
    }
    close_list();
}

// ---- one command

// Not what begins or ends something, which cannot be done twice on end.
int is_recorded(const struct carried_command *command) {
    static const char *const others[] = {"vkCmdBegin", "vkCmdEnd", "vkCmdNextSubpass", "vkCmdExecuteCommands", "vkCmdDebugMarker"};
    for (size_t i = 0; i < COUNT(others); i++)
        if (strncmp(command->name, others[i], strlen(others[i])) == 0) return 0;
    return strncmp(command->name, "vkCmd", 5) == 0;
}

// One element at the beginning is what a layer that keeps states may look at alone.
static void give_first_element(const struct carried_command *command, uint64_t *given) {
    carried_form = FORM_ONE;
    give_arguments(command, given);
    carried_form = FORM_PLAIN;
    for (const struct field *at = &carried_fields[command->first]; at < &carried_fields[command->first + command->count]; at++)
        if (at->kind == FIELD_WORD && strncmp(carried_names + at->name, "first", 5) == 0) given[at->at / 8] = 0;
}

// Their arrays are about elements of one count.
static int sets_states(const struct carried_command *command) {
    return strncmp(command->name, "vkCmdBind", 9) == 0 || strncmp(command->name, "vkCmdSet", 8) == 0;
}

static uint32_t least(uint32_t one, uint32_t other) { return one < other ? one : other; }

static void record_in_each_place(const struct carried_command *command, any_function function, const uint64_t *given,
                                 struct heard *heard) {
    begin_anew();
    if (call_given(command, function, given) == 0) return;
    heard->first++;
    begin_anew();
    heard->begun = least(heard->begun, call_given(command, function, given));
    if (execute_secondary()) heard->executed = least(heard->executed, call_given(command, function, given));
}

void record_once_more(const struct carried_command *command, any_function function) {
    if (is_late()) return;
    uint64_t given[MOST_ARGUMENTS], element[MOST_ARGUMENTS];
    char label[160];
    struct heard heard = {.begun = 1, .executed = 1};
    carried = answer_below;
    give_arguments(command, given);
    record_in_each_place(command, function, given, &heard);
    if (command->takes_one || sets_states(command)) {
        give_first_element(command, element);
        record_in_each_place(command, function, element, &heard);
    }
    snprintf(label, sizeof label, "anew.%s", command->name);
    open_answer(label);
    say_number("first", heard.first);
    say_number("begun", heard.begun);
    say_number("executed", heard.executed);
    if (heard.first > 0) call_altered(command, function, given);
    close_answer();
}
