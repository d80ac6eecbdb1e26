// What a command of a layer leaves of the states of a command buffer, where the command sets none: a layer that draws for
// itself binds and sets something, and has to put back what the application had. left.COMMAND has the states that are
// others, also after the next draw and the next dispatch. See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "../prober.h"

#define MOST_LEFT 8U

static int begins_with(const char *name, const char *head) { return strncmp(name, head, strlen(head)) == 0; }

// Not what has an effect of its own, nor push constants, of which others may be others' own, nor shaders, which have their stage
// beside them.
static int is_state(const char *name) {
    static const char *const others[] = {"vkCmdSetEvent", "vkCmdSetCheckpoint", "vkCmdSetDeviceMask", "vkCmdSetPerformance",
                                         "vkCmdBindShaders"};
    for (size_t i = 0; i < COUNT(others); i++)
        if (begins_with(name, others[i])) return 0;
    return begins_with(name, "vkCmdBind") || begins_with(name, "vkCmdSet");
}

int is_bystander(const struct carried_command *command) {
    return begins_with(command->name, "vkCmd") && !is_state(command->name) && !begins_with(command->name, "vkCmdPush") &&
           !begins_with(command->name, "vkCmdExecute") && strstr(command->name, "GeneratedCommands") == NULL;
}

static const struct carried_command *state;  // that is looked at
static uint64_t expected[MOST_ARGUMENTS];
static struct {
    uint32_t times;
    int is_other[ELEMENTS];  // after the last of them, by element or face
} set;

static int is_as_it_was(void) { return !set.is_other[0] && !set.is_other[1]; }

static const struct field *field_named(const struct carried_command *command, const char *name) {
    for (uint32_t i = command->first; i < command->first + command->count; i++)
        if (strcmp(carried_names + carried_fields[i].name, name) == 0) return &carried_fields[i];
    return NULL;
}

static const struct field *first_field(void) {
    for (uint32_t i = state->first; i < state->first + state->count; i++)
        if (carried_fields[i].kind == FIELD_WORD && begins_with(carried_names + carried_fields[i].name, "first")) return &carried_fields[i];
    return NULL;
}

// What is set or bound for something else is another state.
static int is_of_other_kind(const uint64_t *arguments) {
    const struct field *of = field_named(state, "pipelineBindPoint");
    return of != NULL && (uint32_t)arguments[of->at / 8] != (uint32_t)expected[of->at / 8];
}

static int is_of_count(const char *path) {
    size_t length = strlen(path);
    return length >= 5 && strcmp(path + length - 5, "Count") == 0;
}

// Whether what came down is other than what the application has set. Where it is about one element, its count and that of the
// offsets of all are left out.
static int is_another(const uint64_t *given, const uint64_t *arguments, int is_of_one) {
    static struct comparison comparison;
    memset(&comparison, 0, sizeof comparison);
    compare_arguments(state, given, arguments, &comparison);
    uint32_t others = comparison.lost.count + comparison.handles.count;
    for (uint32_t i = 0; i < comparison.changed.count; i++) {
        const char *path = comparison.changed.row[i].path;
        others += !is_of_count(path) && !(is_of_one && begins_with(path, "pDynamicOffsets"));
    }
    return others > 0;
}

// The arguments for one element of each array alone.
static void take_element(uint64_t *arguments, const struct field *first, uint32_t place) {
    const struct field *count = NULL;
    for (uint32_t i = state->first; i < state->first + state->count; i++) {
        const struct field *array = &carried_fields[i];
        if (array->count_at == NOWHERE || begins_with(carried_names + array->name, "pDynamicOffsets")) continue;
        if (arguments[array->at / 8] != 0) arguments[array->at / 8] += (uint64_t)place * array->size;
        for (uint32_t j = state->first; j < state->first + state->count; j++)
            if (carried_fields[j].at == array->count_at) count = &carried_fields[j];
    }
    arguments[first->at / 8] = 0;
    if (count != NULL) arguments[count->at / 8] = 1;
}

// How many elements a call is about, from its first one on; all of them where it has no array.
static uint32_t elements_in(const uint64_t *arguments) {
    for (uint32_t i = state->first; i < state->first + state->count; i++) {
        const struct field *array = &carried_fields[i];
        if (array->count_at != NOWHERE && !begins_with(carried_names + array->name, "pDynamicOffsets"))
            return (uint32_t)arguments[array->count_at / 8];
    }
    return ELEMENTS;
}

// A call may be about some of the elements or faces, or about others than the application's.
static void note_elements(const struct field *first, const uint64_t *arguments) {
    uint32_t from = (uint32_t)arguments[first->at / 8], count = elements_in(arguments);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        uint64_t given[MOST_ARGUMENTS], received[MOST_ARGUMENTS];
        if (i < from || i - from >= count || i >= elements_in(expected)) continue;
        memcpy(given, expected, sizeof given);
        memcpy(received, arguments, sizeof received);
        take_element(given, first, i);
        take_element(received, first, i - from);
        set.is_other[i] = is_another(given, received, 1);
    }
}

static void note_faces(const struct field *faces, const uint64_t *arguments) {
    uint64_t received[MOST_ARGUMENTS];
    memcpy(received, arguments, sizeof received);
    received[faces->at / 8] = expected[faces->at / 8];
    for (uint32_t i = 0; i < ELEMENTS; i++)
        if ((arguments[faces->at / 8] & expected[faces->at / 8]) >> i & 1) set.is_other[i] = is_another(expected, received, 0);
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    (void)result;
    if (state == NULL || !begins_with(name, state->name) || !is_same_command(name, state->name)) return 0;
    if (is_of_other_kind(arguments)) return 1;
    const struct field *first = first_field(), *faces = field_named(state, "faceMask");
    set.times++;
    if (faces != NULL) note_faces(faces, arguments);
    else if (first != NULL && (arguments[first->at / 8] != 0 || elements_in(arguments) < elements_in(expected)))
        note_elements(first, arguments);
    else set.is_other[0] = set.is_other[1] = is_another(expected, arguments, 0);
    return 1;
}

static PFN_vkVoidFunction function_of(const char *name) { return entry.device(recorded_device(), name); }

// The first elements, of the application's.
static void set_state(uint64_t bind_point) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(state, given);
    give_arguments(state, expected);
    for (uint32_t i = state->first; i < state->first + state->count; i++) {
        const struct field *field = &carried_fields[i];
        int is_first = field->kind == FIELD_WORD && begins_with(carried_names + field->name, "first");
        int is_point = strcmp(carried_names + field->name, "pipelineBindPoint") == 0;
        if (is_first) given[field->at / 8] = expected[field->at / 8] = 0;
        if (is_point) given[field->at / 8] = expected[field->at / 8] = bind_point;
    }
    call_with((any_function)function_of(state->name), given);
}

// A layer may keep states until something is drawn or dispatched.
static void use_states(const char *but) {
    PFN_vkCmdDraw draw = (PFN_vkCmdDraw)function_of("vkCmdDraw");
    PFN_vkCmdDispatch dispatch = (PFN_vkCmdDispatch)function_of("vkCmdDispatch");
    VkCommandBuffer buffer = carried_objects[COMMAND_BUFFER_TYPE];
    if (draw != NULL && !is_same_command("vkCmdDraw", but)) draw(buffer, 3, 1, 0, 0);
    if (dispatch != NULL && !is_same_command("vkCmdDispatch", but)) dispatch(buffer, 1, 1, 1);
}

// Whether the state is another one after the command. One that does not come down as it is given is a layer's own matter.
static int is_left(const struct carried_command *command, any_function function, uint64_t bind_point) {
    uint64_t given[MOST_ARGUMENTS];
    begin_anew();
    memset(&set, 0, sizeof set);
    set_state(bind_point);
    if (set.times == 0) use_states(command->name);
    if (set.times == 0 || !is_as_it_was()) return 0;
    give_arguments(command, given);
    call_with(function, given);
    if (!is_as_it_was()) use_states(command->name);
    return !is_as_it_was();
}

static const struct carried_command *command_named(const char *name) {
    for (uint32_t i = 0; i < carried_command_count; i++)
        if (strcmp(carried_commands[i].name, name) == 0) return &carried_commands[i];
    return NULL;
}

// Those that came down since what came before was forgotten.
static uint32_t states_set(const char **names) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < call_count && count < MOST_LEFT; i++) {
        uint32_t known = 0;
        while (known < count && strcmp(names[known], calls[i].command) != 0) known++;
        if (is_state(calls[i].command) && known == count && command_named(calls[i].command) != NULL)
            names[count++] = calls[i].command;
    }
    return count;
}

int are_states_set(void) {
    const char *names[MOST_LEFT];
    return states_set(names) > 0;
}

static void call_once(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    give_arguments(command, given);
    forget();
    call_with(function, given);
}

void say_states_left(const struct carried_command *command, const char *const *names, uint32_t count) {
    char label[160];
    snprintf(label, sizeof label, "left.%s", command->name);
    open_answer(label);
    open_list("states");
    for (uint32_t i = 0; i < count; i++) say_text(NULL, names[i]);
    close_list();
    close_answer();
}

void record_beside_states(const struct carried_command *command, any_function function) {
    const char *names[MOST_LEFT];
    carried = answer_below;
    call_once(command, function);
    uint32_t count = states_set(names), left = 0;
    for (uint32_t i = 0; i < count; i++) {
        state = command_named(names[i]);
        if (function_of(state->name) == NULL) continue;
        uint64_t points = field_named(state, "pipelineBindPoint") == NULL ? 1 : 2;
        int is_other = 0;
        for (uint64_t point = 0; point < points; point++) is_other |= is_left(command, function, point);
        if (is_other) names[left++] = names[i];
    }
    say_states_left(command, names, left);
}
