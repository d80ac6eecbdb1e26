// What is recorded once more: with the same values in a command buffer that is begun anew, and behind secondary ones, where
// no state is left ("all state in that command buffer is undefined"), and with one value that is another one. A layer may
// take no such call for a repetition. anew.COMMAND has how many forms of the call go down (first), whether each of them does
// so in the two places (begun, executed), and the paths of the values that were altered alone while nothing came down
// (unheard), and whether sets go down again that a set with a lower number has disturbed. A layer may keep a call until something is drawn or dispatched, and may have a value of its own in the place
// of both, of which the second is a repetition: neither is counted. See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "../../shared/memory.h"
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
static const char *called_name;

// Where the altered value is: offsets of the pointers on the way to it, from the arguments on, and its own.
#define MOST_POINTERS 8U
static struct {
    uint64_t base, offsets[MOST_POINTERS];
    uint32_t pointers;
} way;
static struct {
    uint64_t value;
    int is_asked, is_known;
} below;  // what came down last in the place of the altered value

static uint64_t pointer_at(uint64_t address) {
    uint64_t pointer;
    memcpy(&pointer, (const void *)(uintptr_t)address, sizeof pointer);
    return pointer == NO_POINTER ? 0 : pointer;
}

// A layer may call with arrays that are shorter, or not there.
static int copy_if_readable(uint64_t *to, uint64_t address, size_t size) {
    const void *from = (const void *)(uintptr_t)address;
    *to = 0;
    if (!is_readable(from, size)) return 0;
    memcpy(to, from, size);
    return 1;
}

static void look_below(const uint64_t *arguments) {
    uint64_t at = (uint64_t)(uintptr_t)arguments;
    for (uint32_t i = 0; i < way.pointers; i++)
        if (!copy_if_readable(&at, at + way.offsets[i], sizeof at)) return;
    below.is_known = copy_if_readable(&below.value, at + (altered.address - way.base), altered.size);
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (called == NULL || !is_same_command(name, called->name)) return 0;
    times++;
    if (below.is_asked) look_below(arguments);
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

// What a layer keeps of states and barriers goes down before the next command that needs it.
static uint32_t heard_later(const struct carried_command *command) {
    PFN_vkCmdDraw draw = (PFN_vkCmdDraw)entry.device(recorded_device(), "vkCmdDraw");
    PFN_vkCmdDispatch dispatch = (PFN_vkCmdDispatch)entry.device(recorded_device(), "vkCmdDispatch");
    VkCommandBuffer buffer = carried_objects[COMMAND_BUFFER_TYPE];
    called = command;
    times = 0;
    if (draw != NULL && !is_same_command("vkCmdDraw", command->name)) draw(buffer, 3, 1, 0, 0);
    if (dispatch != NULL && !is_same_command("vkCmdDispatch", command->name)) dispatch(buffer, 1, 1, 1);
    called = NULL;
    return times;
}

static uint32_t record_given(const struct carried_command *command, any_function function, const uint64_t *given) {
    uint32_t at_once = call_given(command, function, given);
    return at_once > 0 ? at_once : heard_later(command);
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

static uint32_t elements_at(const struct field *field, uint64_t base) {
    uint32_t count = field->fixed;
    if (field->count_at != NOWHERE) memcpy(&count, (const void *)(uintptr_t)(base + field->count_at), sizeof count);
    return count;
}

static int alter_elements(const struct field *field, uint64_t here, uint64_t there, uint32_t count, uint32_t *left) {
    size_t length = strlen(path);
    uint64_t one = pointer_at(here), other = pointer_at(there), before = way.base;
    if (way.pointers == MOST_POINTERS) return 0;
    way.offsets[way.pointers++] = here - before;
    way.base = one;
    for (uint32_t i = 0; i < count && one != 0 && other != 0; i++, one += field->size, other += field->size) {
        const struct structure *of = field->kind == FIELD_STRUCTURES ? &carried_structures[field->of] : NULL;
        snprintf(path + length, sizeof path - length, of == NULL ? "[%u]" : "[%u].", i);
        if (of == NULL ? alter_value(one, other, field->size, left) : alter_fields(one, other, of->first, of->count, left))
            return 1;
    }
    path[length] = '\0';
    way.pointers--;
    way.base = before;
    return 0;
}

// Not what a structure on pNext says, nor flags, of which some may say again what others have said, nor for what a pipeline is
// bound: that is the pipeline's.
static int alter_field(const struct field *field, uint64_t one, uint64_t other, uint32_t *left) {
    uint64_t here = one + field->at, there = other + field->at;
    switch (field->kind) {
    case FIELD_WORD:
        if (strcmp(carried_names + field->name, "pipelineBindPoint") == 0 && strncmp(called_name, "vkCmdBindPipeline", 17) == 0) return 0;
        return field->fixed == NO_COUNT && alter_value(here, there, field->size < 8 ? field->size : 8, left);
    case FIELD_HANDLE: return !is_dispatchable(field->of) && alter_value(here, there, 8, left);
    case FIELD_STRUCTURE: {
        const struct structure *of = &carried_structures[field->of];
        size_t length = strlen(path);
        snprintf(path + length, sizeof path - length, ".");
        return alter_fields(here, there, of->first, of->count, left);
    }
    case FIELD_BYTES: {
        size_t length = strlen(path);
        for (uint32_t i = 0; i < field->size / 4; i++) {
            snprintf(path + length, sizeof path - length, "[%u]", i);
            if (alter_value(here + 4 * i, there + 4 * i, 4, left)) return 1;
        }
        return 0;
    }
    case FIELD_HANDLES:
        if (is_dispatchable(field->of)) return 0;
        return alter_elements(field, here, there, elements_at(field, one), left);
    case FIELD_WORDS:
    case FIELD_STRUCTURES:
        return alter_elements(field, here, there, elements_at(field, one), left);
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

// What came down where nothing was recorded before.
static int is_known_below(const struct carried_command *command, any_function function, const uint64_t *given) {
    begin_anew();
    below.is_known = 0;
    below.is_asked = 1;
    call_given(command, function, given);
    below.is_asked = 0;
    return below.is_known;
}

// Whether the layer has one value of its own in the place of the altered one and of the one before it.
static int has_one_value_for_both(const struct carried_command *command, any_function function, const uint64_t *given) {
    uint64_t other = 0, now = 0;
    memcpy(&now, (const void *)(uintptr_t)altered.address, altered.size);
    int are_known = is_known_below(command, function, given);
    uint64_t one = below.value;
    memcpy((void *)(uintptr_t)altered.address, &altered.before, altered.size);
    are_known = are_known && is_known_below(command, function, given);
    other = below.value;
    memcpy((void *)(uintptr_t)altered.address, &now, altered.size);
    return are_known && one == other;
}

static void call_altered(const struct carried_command *command, any_function function, uint64_t *given) {
    uint64_t others[MOST_ARGUMENTS];
    uint32_t unheard = 0;
    called_name = command->name;
    carried_variant = 1;
    give_other_arguments(command, others);
    carried_variant = 0;
    open_list("unheard");
    for (uint32_t place = 0; place < MOST_ALTERED && unheard < MOST_UNHEARD; place++) {
        uint32_t left = place;
        path[0] = '\0';
        way.base = (uint64_t)(uintptr_t)given;
        way.pointers = 0;
        call_given(command, function, given);
        if (!alter_fields((uint64_t)(uintptr_t)given, (uint64_t)(uintptr_t)others, command->first, command->count, &left))
            break;
        if (record_given(command, function, given) == 0 && !has_one_value_for_both(command, function, given))
            say_text(NULL, altered.path), unheard++;
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
    heard->begun = least(heard->begun, record_given(command, function, given));
    if (execute_secondary()) heard->executed = least(heard->executed, record_given(command, function, given));
}

// A set with a lower number, which was bound with the same layout as those behind it, is bound with another one: that
// disturbs those. Layouts that the layer has made may be compatible.
static int binds_sets(const struct carried_command *command) {
    int is_known = 0;
    for (uint32_t type = 1; type < carried_handle_count; type++)
        is_known |= is_type(type, "VkPipelineLayout") && has_objects_of(type);
    return strcmp(command->name, "vkCmdBindDescriptorSets") == 0 && !is_known;
}

static uint32_t goes_down_disturbed(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS], before[MOST_ARGUMENTS], other[MOST_ARGUMENTS];
    give_arguments(command, given);
    give_other_arguments(command, other);
    memcpy(before, given, sizeof before);
    for (const struct field *at = &carried_fields[command->first]; at < &carried_fields[command->first + command->count]; at++) {
        const char *name = carried_names + at->name;
        uint32_t place = at->at / 8;
        if (strcmp(name, "firstSet") == 0) given[place] = 1, before[place] = other[place] = 0;
        if (strcmp(name, "dynamicOffsetCount") == 0) given[place] = before[place] = other[place] = 0;
        if (strcmp(name, "descriptorSetCount") == 0) before[place] = other[place] = 1;
        if (strcmp(name, "pipelineBindPoint") == 0) other[place] = given[place];
    }
    begin_anew();
    call_given(command, function, before);
    call_given(command, function, given);
    call_given(command, function, other);
    return record_given(command, function, given);
}

// In a command buffer that is begun anew, and behind a secondary one.
void record_twice(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    struct heard heard = {.begun = 1, .executed = 1};
    carried = answer_below;
    give_arguments(command, given);
    record_in_each_place(command, function, given, &heard);
}

void record_once_more(const struct carried_command *command, any_function function) {
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
    if (heard.first > 0 && binds_sets(command)) say_flag("disturbed", goes_down_disturbed(command, function) > 0);
    close_answer();
}
