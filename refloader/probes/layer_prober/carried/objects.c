// Real objects for the calls of all commands: two of each type that the layer has a function of its own to make, and
// what stands for them below. A layer that hands up others than it got wraps that type. See carried.h.
#include <string.h>

#include "../../../native/generated/vk_core.h"
#include "carried.h"
#include "../prober.h"

#define MOST_TYPES 128U
#define MOST_NESTING 5U

static struct row {
    const struct carried_command *maker;
    any_function make;
    uint64_t upper[ELEMENTS], lower[ELEMENTS];
    uint32_t count;
    int is_ended;
} rows[MOST_TYPES + 1], kept[KEPT_OBJECTS][MOST_TYPES + 1];
#define TIMELINES MOST_TYPES  // behind the types: semaphores that are timelines, of which others are none
static uint64_t lower_objects[DISPATCHABLE_TYPES + 1];
static struct {
    uint64_t upper, lower;
} listed[3 * ELEMENTS];
static uint32_t listed_count;

// ---- which commands take and make what

static int can_be_named(const struct field *field, uint32_t type) {
    if (field->of == NAMED_OF_DEVICES) return (int)carried_handles[type].is_of_device;
    return field->of == NAMED_BY_TYPE || carried_handles[type].reported != 0;
}

static int fields_take(uint32_t first, uint32_t count, uint32_t type, unsigned nesting) {
    for (const struct field *at = &carried_fields[first]; at < &carried_fields[first + count]; at++) {
        int holds = at->kind == FIELD_STRUCTURE || at->kind == FIELD_STRUCTURES;
        if ((at->kind == FIELD_HANDLE || at->kind == FIELD_HANDLES) && at->of == type) return 1;
        if (at->kind == FIELD_NAMED && can_be_named(at, type)) return 1;
        if (holds && nesting < MOST_NESTING &&
            fields_take(carried_structures[at->of].first, carried_structures[at->of].count, type, nesting + 1))
            return 1;
    }
    return 0;
}

int takes_type(const struct carried_command *command, uint32_t type) {
    return fields_take(command->first, command->count, type, 0);
}

int is_deferred(const struct carried_command *command) {
    for (uint32_t type = DISPATCHABLE_TYPES + 1; type < carried_handle_count; type++)
        if (is_type(type, "VkDeferredOperationKHR")) return takes_type(command, type);
    return 0;
}

int ends_objects(const struct carried_command *command) {
    return strncmp(command->name, "vkDestroy", 9) == 0 || strncmp(command->name, "vkFree", 6) == 0;
}

static const struct field *made_by(const struct carried_command *command) {
    const struct field *first = &carried_fields[command->first];
    for (const struct field *at = first; at < first + command->count; at++)
        if (at->kind == FIELD_MADE && !is_dispatchable(at->of)) return at;
    return NULL;
}

int makes_one(const struct carried_command *command) {
    const struct field *made = made_by(command);
    return made != NULL && carried_handles[made->of].is_common && command->returns_result && strncmp(command->name, "vkCreate", 8) == 0 &&
           strstr(command->name, "Swapchain") == NULL && strstr(command->name, "Pipelines") == NULL;
}

// Of two commands that make objects of a type the first of the registry counts, which is the older one. Not those of
// extensions: what these need besides is not known. Nor that for several swapchains, which the entity below makes one
// at a time.
static void find_makers(void) {
    for (uint32_t i = 0; i < carried_command_count; i++) {
        const struct field *made = made_by(&carried_commands[i]);
        if (made == NULL || made->of >= MOST_TYPES || rows[made->of].maker != NULL) continue;
        if (!carried_handles[made->of].is_common || is_too_new(carried_commands[i].name)) continue;
        any_function function = own_function(carried_commands[i].name);
        if (function == NULL || strncmp(carried_commands[i].name, "vkGet", 5) == 0) continue;
        if (strstr(carried_commands[i].name, "Swapchains") != NULL) continue;
        rows[made->of].maker = &carried_commands[i];
        rows[made->of].make = function;
        if (is_type(made->of, "VkSemaphore")) rows[TIMELINES] = rows[made->of];
    }
}

// ---- one object

static struct {
    const struct carried_command *command;
    uint64_t (*numbered)(uint32_t type, uint32_t place);
    uint32_t type, place, times;
    uint64_t lower;
    int is_tried;  // in a process of its own before
} making;

const struct carried_command **making_now;

static uint64_t as_they_come(uint32_t type, uint32_t place) { return 0x40000000000ULL + type * 0x1000U + place * 0x40U; }

static uint64_t number(void) {
    return making.numbered(making.type, making.place + (making.type == TIMELINES ? ELEMENTS : 0));
}

static int is_one_of_these(uint64_t handle) {
    if (making.command != NULL && handle == making.lower) return 1;
    for (uint32_t i = 0; i <= TIMELINES; i++)
        for (uint32_t j = 0; j < rows[i].count; j++)
            if (rows[i].lower[j] == handle) return 1;
    return 0;
}

static int answer_below(const char *name, const uint64_t *arguments, uint64_t *result) {
    if (making.command == NULL || !is_same_command(name, making.command->name)) return 0;
    if (making.times++ > 0) return 0;
    next_handle = number;
    answer_command(name, arguments, result);
    next_handle = NULL;
    uint64_t where = arguments[made_by(making.command)->at / 8];
    memcpy(&making.lower, (const void *)(uintptr_t)where, sizeof making.lower);
    return 1;
}

// Binary semaphores, as submissions without values and presentations take them; their first value is 0.
static void make_binary(uint64_t info) {
    VkSemaphoreTypeCreateInfo *type = (VkSemaphoreTypeCreateInfo *)(uintptr_t)info;
    while (type != NULL && type->sType != VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO)
        type = (VkSemaphoreTypeCreateInfo *)(uintptr_t)type->pNext;
    if (type == NULL) return;
    type->semaphoreType = VK_SEMAPHORE_TYPE_BINARY;
    type->initialValue = 0;
}

static void make_one(const struct carried_command *command, any_function function) {
    uint64_t given[MOST_ARGUMENTS];
    uint32_t type = making.type, place = making.place;
    carried_made = made_by(command)->of;
    (place == 0 ? give_arguments : give_other_arguments)(command, given);
    carried_made = 0;
    if (type != TIMELINES && is_type(type, "VkSemaphore")) make_binary(given[1]);
    making.command = command;
    making.times = 0;
    if (making_now != NULL) *making_now = command;
    uint64_t result = call_with(function, given);
    if (making_now != NULL) *making_now = NULL;
    making.command = NULL;
    uint64_t upper = *(const uint64_t *)(uintptr_t)given[made_by(command)->at / 8];
    int is_good = !command->returns_result || (int32_t)result == VK_SUCCESS;
    if (is_good && making.times == 1 && upper != 0 && making.lower != 0) {
        rows[type].upper[place] = upper;
        rows[type].lower[place] = making.lower;
        rows[type].count = place + 1;
    }
    if (is_deferred(command)) keep_arguments();
    forget_arguments();
}

// A layer may end in a call for objects that it does not know: it is tried first in a process of its own.
static void make_two(uint32_t type) {
    making.type = type;
    for (making.place = 0; making.place < ELEMENTS; making.place++) {
        if (making.place != rows[type].count) return;
        rows[type].is_ended = making.is_tried && call_apart(rows[type].maker, rows[type].make, make_one) != 0;
        if (rows[type].is_ended) return;
        make_one(rows[type].maker, rows[type].make);
    }
}

// ---- all of them

static int is_makeable(uint32_t type) { return rows[type].maker != NULL && !rows[type].is_ended; }

static int is_ready(uint32_t type) {
    for (uint32_t i = 0; i < MOST_TYPES; i++)
        if (i != type && is_makeable(i) && rows[i].count == 0 && takes_type(rows[type].maker, i)) return 0;
    return 1;
}

static uint64_t real(uint32_t type, uint32_t place) {
    if (type >= MOST_TYPES || rows[type].count == 0) return 0;
    if (carried_timelines && rows[TIMELINES].count == ELEMENTS && is_type(type, "VkSemaphore")) type = TIMELINES;
    return rows[type].upper[place % rows[type].count];
}

static uint64_t lower(uint32_t type, uint64_t upper) {
    for (uint32_t i = 0; type == COMMAND_BUFFER_TYPE && i < listed_count; i++)
        if (listed[i].upper == upper) return listed[i].lower;
    if (is_dispatchable(type))
        return upper == (uint64_t)(uintptr_t)carried_objects[type] ? lower_objects[type] : 0;
    for (uint32_t i = 0; type < MOST_TYPES && i < rows[type].count; i++)
        if (rows[type].upper[i] == upper) return rows[type].lower[i];
    for (uint32_t i = 0; is_type(type, "VkSemaphore") && i < rows[TIMELINES].count; i++)
        if (rows[TIMELINES].upper[i] == upper) return rows[TIMELINES].lower[i];
    return 0;
}

void set_lower(uint32_t type, const void *object) { lower_objects[type] = (uint64_t)(uintptr_t)object; }

void add_lower(const void *upper, const void *object) {
    if (listed_count == COUNT(listed)) return;
    listed[listed_count].upper = (uint64_t)(uintptr_t)upper;
    listed[listed_count++].lower = (uint64_t)(uintptr_t)object;
}

int is_wrapped(uint32_t type) {
    if (is_dispatchable(type))
        return lower_objects[type] != 0 && lower_objects[type] != (uint64_t)(uintptr_t)carried_objects[type];
    return type < MOST_TYPES && rows[type].count > 0 && rows[type].upper[0] != rows[type].lower[0];
}

int has_objects_of(uint32_t type) { return type < MOST_TYPES && rows[type].count > 0; }

void forget_makers(void) { memset(rows, 0, sizeof rows); }

void keep_objects(uint32_t place) { memcpy(kept[place], rows, sizeof rows); }

void take_objects(uint32_t place) { memcpy(rows, kept[place], sizeof rows); }

void make_objects(uint64_t (*numbered)(uint32_t type, uint32_t place), int is_tried) {
    making.numbered = numbered == NULL ? as_they_come : numbered;
    making.is_tried = is_tried;
    carried = answer_below;
    carried_real = real;
    carried_lower = lower;
    is_number = is_one_of_these;
    for (uint32_t i = 0; i <= TIMELINES; i++) rows[i].count = 0;
    find_makers();
    if (carried_memory == MEMORY_REUSED) carried_memory = MEMORY_KEPT;
    for (int is_last = 0; is_last < 2; is_last++)  // in the end, those that need each other
        for (int pass = 0; pass < 4; pass++)
            for (uint32_t i = 0; i < MOST_TYPES; i++)
                if (is_makeable(i) && rows[i].count == 0 && (is_last || is_ready(i))) make_two(i);
    if (is_makeable(TIMELINES)) make_two(TIMELINES);
    if (carried_memory == MEMORY_KEPT) carried_memory = MEMORY_REUSED;
    carried = NULL;
}
