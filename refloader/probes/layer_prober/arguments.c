// Arguments for a call of any command: two elements in each array, with different numbers in them, a structure on each
// pNext, values that differ from what a zeroed copy has. And how what came down differs from them. See carried.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/carried.h"
#include "carried.h"
#include "prober.h"

#define FIELD(name, kind, at, size, of, count_at, fixed, fill) \
    {name, FIELD_##kind, at, size, of, count_at, fixed, fill##ULL},
#define STRUCTURE(type, name, size, first, count, one, other) {type, name, size, first, count, {one, other}},
#define COMMAND(name, first, count, returns, codes, code_count) {#name, first, count, returns, codes, code_count},
const struct field carried_fields[] = {CARRIED_FIELDS(FIELD)};
const struct structure carried_structures[] = {CARRIED_STRUCTURES(STRUCTURE)};
const struct carried_command carried_commands[] = {CARRIED_COMMANDS(COMMAND)};
const uint32_t carried_command_count = COUNT(carried_commands);
const int32_t carried_codes[] = {CARRIED_CODES};
const char carried_names[] = CARRIED_NAMES;
void *carried_objects[6];

#define ROOM (1U << 23)
#define MOST_DEPTH 4U
#define OUT_ROOM 8192U
#define BUFFER 256U
#define CANARY 0xA5

// ---- memory

static unsigned char *arena;
static size_t used;

static uint64_t room(size_t size) {
    if (arena == NULL) arena = calloc(1, ROOM);
    size = (size + 15) & ~(size_t)15;
    if (arena == NULL || used + size > ROOM) abort();
    used += size;
    return (uint64_t)(uintptr_t)(arena + used - size);
}

void forget_arguments(void) {
    if (arena != NULL) memset(arena, 0, used);
    used = 0;
}

static void put(uint64_t address, uint64_t value, size_t size) { memcpy((void *)(uintptr_t)address, &value, size); }

static uint64_t get(uint64_t address, size_t size) {
    uint64_t value = 0;
    memcpy(&value, (const void *)(uintptr_t)address, size < 8 ? size : 8);
    return value;
}

// ---- giving

static void *allocate(void *data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)data, (void)alignment, (void)scope;
    return malloc(size);
}

static void *reallocate(void *data, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)data, (void)alignment, (void)scope;
    return realloc(old, size);
}

static void release(void *data, void *memory) {
    (void)data;
    free(memory);
}

static const VkAllocationCallbacks callbacks = {
    .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};

static uint64_t do_nothing(void) { return 0; }

static uint64_t object(uint32_t kind) {
    static uint64_t number = 0x5EED0000;
    return kind > 0 ? (uint64_t)(uintptr_t)carried_objects[kind] : ++number;
}

// The table gives numbers that stand for themselves, as places and sizes, these values; enumerations have others.
#define LEAST_NUMBER 20U
#define MOST_NUMBER 140U
#define APART 128U  // between the numbers in the first element of an array and those in the second

static uint32_t element;  // that is being given

static uint64_t number_of(const struct field *field, uint32_t place) {
    int is_number = field->fill >= LEAST_NUMBER && field->fill <= MOST_NUMBER && field->fill % 4 == 0;
    return field->fill + (is_number ? place * APART : 0);
}

static uint32_t elements_of(const struct field *field) { return field->count_at == NOWHERE ? field->fixed : ELEMENTS; }

static void give_fields(uint64_t base, const struct structure *structure, unsigned depth);

static void give_structure(uint64_t address, uint32_t number, unsigned depth) {
    const struct structure *structure = &carried_structures[number];
    if (structure->type != UINT32_MAX) put(address, structure->type, 4);
    give_fields(address, structure, depth);
}

// One that is to be written: its head, and that of one behind it.
static void give_blank(uint64_t address, const struct structure *structure) {
    if (structure->type == UINT32_MAX) return;
    put(address, structure->type, 4);
    for (size_t i = 0; i < COUNT(structure->extensions) && structure->extensions[i] != NOWHERE; i++) {
        const struct structure *behind = &carried_structures[structure->extensions[i]];
        uint64_t node = room(behind->size);
        memset((void *)(uintptr_t)node, CANARY, behind->size);
        put(node, behind->type, 4);
        put(node + 8, 0, 8);
        put(address + 8, node, 8);
        address = node;
    }
}

static uint64_t give_out(const struct field *field) {
    uint64_t address = room(OUT_ROOM);
    if (field->of == NOWHERE || field->size * ELEMENTS > OUT_ROOM) return address;
    uint32_t count = field->count_at == NOWHERE && field->fixed == 1 ? 1 : ELEMENTS;
    for (uint32_t i = 0; i < count; i++) give_blank(address + i * field->size, &carried_structures[field->of]);
    return address;
}

static uint64_t give_array(const struct field *field, unsigned depth) {
    uint32_t count = elements_of(field);
    uint64_t array = room((size_t)(count + 1) * field->size);
    uint32_t around = element;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = array + i * field->size;
        element = (around + i) % ELEMENTS;
        if (field->kind == FIELD_HANDLES) put(at, object(field->of), 8);
        else if (field->kind == FIELD_WORDS) put(at, number_of(field, element), field->size);
        else if (field->kind == FIELD_TEXTS) put(at, (uint64_t)(uintptr_t)"carried", 8);
        else give_structure(at, field->of, depth + 1);
    }
    element = around;
    return array;
}

static uint64_t give_chain(const struct structure *structure) {
    uint64_t node = 0;
    for (size_t i = COUNT(structure->extensions); i-- > 0;) {
        if (structure->extensions[i] == NOWHERE) continue;
        uint64_t before = room(carried_structures[structure->extensions[i]].size);
        give_structure(before, structure->extensions[i], MOST_DEPTH);
        put(before + 8, node, 8);
        node = before;
    }
    return node;
}

static uint64_t value_of(const struct field *field, const struct structure *structure, unsigned depth) {
    switch (field->kind) {
    case FIELD_WORD: return number_of(field, element);
    case FIELD_FLAGS: return field->fill;
    case FIELD_CHAIN: return depth < MOST_DEPTH ? give_chain(structure) : 0;
    case FIELD_HANDLE: return object(field->of);
    case FIELD_TEXT: return (uint64_t)(uintptr_t)"carried";
    case FIELD_FUNCTION: return (uint64_t)(uintptr_t)do_nothing;
    case FIELD_ALLOCATOR: return (uint64_t)(uintptr_t)&callbacks;
    case FIELD_OUT: return give_out(field);
    case FIELD_ANY: return room(BUFFER);
    case FIELD_COUNT: {
        uint64_t address = room(4);
        put(address, ELEMENTS, 4);
        return address;
    }
    default: return depth < MOST_DEPTH ? give_array(field, depth) : 0;
    }
}

static void give_fields(uint64_t base, const struct structure *structure, unsigned depth) {
    const struct field *first = &carried_fields[structure->first];
    for (const struct field *field = first; field < first + structure->count; field++) {
        int is_number = field->kind == FIELD_WORD || field->kind == FIELD_FLAGS;
        if (field->kind == FIELD_TYPE) continue;
        if (field->kind == FIELD_STRUCTURE) give_structure(base + field->at, field->of, depth + 1);
        else put(base + field->at, value_of(field, structure, depth), is_number && field->size < 8 ? field->size : 8);
    }
}

void give_arguments(const struct carried_command *command, uint64_t *arguments) {
    memset(arguments, 0, MOST_ARGUMENTS * sizeof *arguments);
    const struct structure parameters = {.first = command->first, .count = command->count};
    give_fields((uint64_t)(uintptr_t)arguments, &parameters, 0);
}

void give_other_arguments(const struct carried_command *command, uint64_t *arguments) {
    element = 1;
    give_arguments(command, arguments);
    element = 0;
}

// ---- comparing

static char path[160];

static void note(struct differences *to, const char *what, uint64_t given, uint64_t received, int is_mask) {
    if (to->count == MOST_DIFFERENCES) return;
    struct difference *row = &to->row[to->count++];
    *row = (struct difference){.given = given, .received = received, .is_mask = is_mask};
    snprintf(row->path, sizeof row->path, "%.120s%.39s", path, what);
}

static void compare_fields(uint64_t given, uint64_t received, uint32_t first, uint32_t count, struct comparison *to);

static void compare_structures(uint64_t given, uint64_t received, uint32_t number, struct comparison *to) {
    const struct structure *structure = &carried_structures[number];
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, ".");
    compare_fields(given, received, structure->first, structure->count, to);
    path[length] = '\0';
}

// Their own members alone: the chain is gone through by who calls this.
static void compare_nodes(uint64_t given, uint64_t received, const struct structure *structure, struct comparison *to) {
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, ".");
    compare_fields(given, received, structure->first + 2, structure->count - 2, to);
    path[length] = '\0';
}

static uint64_t node_of(uint64_t chain, uint32_t type) {
    for (unsigned i = 0; chain != 0 && i < 64; i++, chain = get(chain + 8, 8))
        if (get(chain, 4) == type) return chain;
    return 0;
}

static const struct structure *structure_of(uint32_t type) {
    for (size_t i = 0; i < COUNT(carried_structures); i++)
        if (carried_structures[i].type == type) return &carried_structures[i];
    return NULL;
}

static void compare_chains(uint64_t given, uint64_t received, struct comparison *to) {
    size_t length = strlen(path);
    for (; given != 0; given = get(given + 8, 8)) {
        const struct structure *structure = structure_of((uint32_t)get(given, 4));
        if (structure == NULL) continue;
        uint64_t node = node_of(received, structure->type);
        snprintf(path + length, sizeof path - length, "pNext %s", carried_names + structure->name);
        if (node == 0) note(&to->lost, "", 0, 0, 0);
        else compare_nodes(given, node, structure, to);
        path[length] = '\0';
    }
}

static void compare_elements(const struct field *field, uint64_t given, uint64_t received, uint32_t count,
                             struct comparison *to) {
    size_t length = strlen(path);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t one = given + i * field->size, other = received + i * field->size;
        if (field->count_at != NOWHERE || field->fixed > 1)
            snprintf(path + length, sizeof path - length, "[%u]", i);
        if (field->kind == FIELD_STRUCTURES) compare_structures(one, other, field->of, to);
        else if (field->kind == FIELD_WORDS && get(one, field->size) != get(other, field->size))
            note(&to->changed, "", get(one, field->size), get(other, field->size), 0);
    }
    path[length] = '\0';
}

static void compare_out(const struct field *field, uint64_t given, uint64_t received, struct comparison *to) {
    if (field->of == NOWHERE || carried_structures[field->of].type == UINT32_MAX) return;
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "->");
    compare_chains(get(given + 8, 8), get(received + 8, 8), to);
    path[length] = '\0';
}

static void compare_field(const struct field *field, uint64_t given, uint64_t received, struct comparison *to) {
    size_t size = field->kind == FIELD_WORD || field->kind == FIELD_FLAGS ? field->size : 8;
    uint64_t one = get(given + field->at, size), other = get(received + field->at, size);
    // A layer that wraps handles has never heard of these, and may well have nothing in their place.
    if (field->kind == FIELD_TYPE || field->kind == FIELD_FUNCTION || field->kind == FIELD_HANDLE) return;
    if (field->kind == FIELD_CHAIN) {
        size_t length = strlen(path);
        path[length - strlen("pNext")] = '\0';
        compare_chains(one, other, to);
    } else if (field->kind == FIELD_STRUCTURE) {
        compare_structures(given + field->at, received + field->at, field->of, to);
    } else if (field->kind == FIELD_WORD || field->kind == FIELD_FLAGS) {
        if (one != other) note(&to->changed, "", one, other, field->kind == FIELD_FLAGS);
    } else if (one != 0 && other == 0) {
        note(&to->lost, "", 0, 0, 0);
    } else if (field->kind == FIELD_OUT) {
        compare_out(field, one, other, to);
    } else if (one != 0 && field->kind == FIELD_TEXT) {
        if (strcmp((const char *)(uintptr_t)one, (const char *)(uintptr_t)other) != 0)
            note(&to->changed, "", 0, 0, 0);
    } else if (one != 0 && (field->kind == FIELD_STRUCTURES || field->kind == FIELD_WORDS)) {
        uint32_t count = elements_of(field);
        uint64_t came = field->count_at == NOWHERE ? count : get(received + field->count_at, 4);
        compare_elements(field, one, other, came < count ? (uint32_t)came : count, to);
    }
}

static void compare_fields(uint64_t given, uint64_t received, uint32_t first, uint32_t count, struct comparison *to) {
    size_t length = strlen(path);
    for (const struct field *field = &carried_fields[first]; field < &carried_fields[first + count]; field++) {
        snprintf(path + length, sizeof path - length, "%s", carried_names + field->name);
        compare_field(field, given, received, to);
        path[length] = '\0';
    }
}

void compare_arguments(const struct carried_command *command, const uint64_t *given, const uint64_t *received,
                       struct comparison *to) {
    path[0] = '\0';
    compare_fields((uint64_t)(uintptr_t)given, (uint64_t)(uintptr_t)received, command->first, command->count, to);
}

// ---- what is written behind structures

typedef void seen_node(uint64_t node, const struct structure *structure, const char *parameter, struct comparison *to);

// Each node behind the first structure of an argument that is to be written.
static void each_blank(const struct carried_command *command, const uint64_t *arguments, seen_node *seen,
                       struct comparison *to) {
    for (uint32_t i = command->first; i < command->first + command->count; i++) {
        const struct field *field = &carried_fields[i];
        uint64_t address = field->kind == FIELD_OUT ? arguments[field->at / 8] : 0;
        if (address == 0 || field->of == NOWHERE || carried_structures[field->of].type == UINT32_MAX) continue;
        for (size_t j = 0; j < COUNT(carried_structures[field->of].extensions); j++) {
            uint32_t number = carried_structures[field->of].extensions[j];
            const struct structure *behind = number == NOWHERE ? NULL : &carried_structures[number];
            uint64_t node = behind == NULL ? 0 : node_of(get(address + 8, 8), behind->type);
            if (node != 0) seen(node, behind, carried_names + field->name, to);
        }
    }
}

static void write_node(uint64_t node, const struct structure *structure, const char *parameter, struct comparison *to) {
    (void)parameter, (void)to;
    memset((void *)(uintptr_t)(node + 16), 0, structure->size - 16);
}

static void look_at_node(uint64_t node, const struct structure *structure, const char *parameter,
                         struct comparison *to) {
    if (get(node + 16, 4) != 0xA5A5A5A5U) return;
    snprintf(path, sizeof path, "%s->pNext %s", parameter, carried_names + structure->name);
    note(&to->unwritten, "", 0, 0, 0);
}

void write_chains(const struct carried_command *command, const uint64_t *arguments) {
    each_blank(command, arguments, write_node, NULL);
}

void find_unwritten(const struct carried_command *command, const uint64_t *arguments, struct comparison *to) {
    each_blank(command, arguments, look_at_node, to);
}
