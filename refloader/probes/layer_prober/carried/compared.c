// How what came down differs from what was given: members of structures, elements of arrays, structures on a pNext,
// handles of real objects. And what the entity below writes. See carried.h.
#include <stdio.h>
#include <string.h>

#include "../../shared/answers.h"
#include "carried.h"
#include "../prober.h"

#define ROOM_OF_PATH 160

uint64_t (*carried_lower)(uint32_t type, uint64_t upper);
static int is_above;  // the two are what was given, before and after the call
static uint32_t elements_above;

static uint64_t get(uint64_t address, size_t size) {
    uint64_t value = 0;
    memcpy(&value, (const void *)(uintptr_t)address, size < 8 ? size : 8);
    return value;
}

static char path[160];

static void note(struct differences *to, const char *what, uint64_t given, uint64_t received, int is_mask) {
    if (to->count == MOST_DIFFERENCES) return;
    struct difference *row = &to->row[to->count++];
    *row = (struct difference){.given = given, .received = received, .is_mask = is_mask};
    snprintf(row->path, sizeof row->path, "%.120s%.39s", path, what);
}

static void compare_fields(uint64_t given, uint64_t received, uint32_t first, uint32_t count, struct comparison *to);

static const struct field *count_named(const struct structure *structure, uint32_t name) {
    for (const struct field *at = &carried_fields[structure->first];
         at < &carried_fields[structure->first + structure->count]; at++)
        if (at->kind == FIELD_WORD && at->fixed != NO_COUNT && at->name == name) return at;
    return NULL;
}

static uint64_t node_of(uint64_t chain, uint32_t type);
static const struct structure *structure_of(uint32_t type);

// A structure on a pNext that has a count of the same name speaks of the same elements as its head.
static void compare_counts(uint64_t given, uint64_t received, const struct structure *head, struct comparison *to) {
    if (head->type == UINT32_MAX) return;
    for (uint64_t node = get(given + 8, 8); node != 0; node = get(node + 8, 8)) {
        const struct structure *structure = structure_of((uint32_t)get(node, 4));
        uint64_t there = structure == NULL ? 0 : node_of(get(received + 8, 8), structure->type);
        for (uint32_t i = 0; there != 0 && i < structure->count; i++) {
            const struct field *count = &carried_fields[structure->first + i];
            const struct field *of_head = count_named(head, count->name);
            if (of_head == NULL || count_named(structure, count->name) != count) continue;
            if (get(given + of_head->at, 4) != get(node + count->at, 4)) continue;
            uint64_t above = get(received + of_head->at, 4), below = get(there + count->at, 4);
            size_t length = strlen(path);
            snprintf(path + length, sizeof path - length, "pNext %s.", carried_names + structure->name);
            if (above != below) note(&to->uneven, carried_names + count->name, above, below, 0);
            path[length] = '\0';
        }
    }
}

static void compare_structures(uint64_t given, uint64_t received, uint32_t number, struct comparison *to) {
    const struct structure *structure = &carried_structures[number];
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, ".");
    compare_fields(given, received, structure->first, structure->count, to);
    compare_counts(given, received, structure, to);
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
    for (unsigned i = 0; chain != 0 && i < 256; i++, chain = get(chain + 8, 8))
        if (get(chain, 4) == type) return chain;
    return 0;
}

static unsigned length_of(uint64_t chain) {
    unsigned length = 0;
    for (; chain != 0 && length < 256; chain = get(chain + 8, 8)) length++;
    return length;
}

static const struct structure *structure_of(uint32_t type) {
    for (size_t i = 0; i < carried_structure_count; i++)
        if (carried_structures[i].type == type) return &carried_structures[i];
    return NULL;
}

static void compare_chains(uint64_t given, uint64_t received, struct comparison *to) {
    size_t length = strlen(path);
    unsigned given_length = length_of(given);
    if (given != 0 && received == 0) note(&to->lost, "pNext *", 0, 0, 0);
    for (; given != 0; given = get(given + 8, 8)) {
        uint32_t type = (uint32_t)get(given, 4);
        const struct structure *structure = structure_of(type);
        if (structure == NULL && type != UNKNOWN_STRUCTURE) continue;
        uint64_t node = node_of(received, type);
        snprintf(path + length, sizeof path - length, "pNext %s",
                 structure == NULL ? "UNKNOWN" : carried_names + structure->name);
        if (node == 0) note(&to->lost, "", 0, 0, 0);
        else if (structure != NULL) compare_nodes(given, node, structure, to);
        path[length] = '\0';
    }
    if (is_above && given_length != length_of(received)) note(&to->changed, "pNext", 0, 0, 0);
}

// A layer that wraps handles has never heard of those that are made up, and may well have nothing in their place.
static void compare_handles(uint32_t type, uint64_t given, uint64_t received, struct comparison *to) {
    uint64_t lower = carried_lower == NULL ? 0 : carried_lower(type, given);
    if (lower != 0 && received != (is_above ? given : lower))
        note(is_above ? &to->changed : &to->handles, "", given, received, 0);
}

// A member of several numbers, each by itself.
static void compare_bytes(const struct field *field, uint64_t given, uint64_t received, struct comparison *to) {
    size_t length = strlen(path);
    for (uint32_t i = 0; i < field->size / 4; i++) {
        snprintf(path + length, sizeof path - length, "[%u]", i);
        if (get(given + 4 * i, 4) != get(received + 4 * i, 4)) note(&to->changed, "", get(given + 4 * i, 4), get(received + 4 * i, 4), 0);
    }
    path[length] = '\0';
}

static void compare_elements(const struct field *field, uint64_t given, uint64_t received, uint32_t count,
                             struct comparison *to) {
    size_t length = strlen(path);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t one = given + i * field->size, other = received + i * field->size;
        if (field->count_at != NOWHERE || field->fixed > 1)
            snprintf(path + length, sizeof path - length, "[%u]", i);
        if (field->kind == FIELD_STRUCTURES) compare_structures(one, other, field->of, to);
        else if (field->kind == FIELD_VALUES) compare_bytes(field, one, other, to);
        else if (field->kind == FIELD_HANDLES) compare_handles(field->of, get(one, 8), get(other, 8), to);
        else if (field->kind == FIELD_WORDS && get(one, field->size) != get(other, field->size))
            note(&to->changed, "", get(one, field->size), get(other, field->size), 0);
    }
    path[length] = '\0';
}

static uint32_t first_on_chain(uint64_t structure) {
    uint64_t node = get(structure + 8, 8);
    return node == 0 ? 0 : (uint32_t)get(node, 4);
}

// What a command writes is behind sType and pNext, of each element.
static void compare_heads(const struct field *field, uint64_t given, uint64_t after, struct comparison *to) {
    char where[32];
    uint32_t count = field->size * ELEMENTS <= OUT_ROOM ? blanks_of(field) : 0;
    if (count > elements_above) count = elements_above;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t one = given + i * field->size, other = after + i * field->size;
        int is_type = get(one, 4) != get(other, 4);
        if (!is_type && first_on_chain(one) == first_on_chain(other)) continue;
        if (count > 1) snprintf(where, sizeof where, "[%u].%s", i, is_type ? "sType" : "pNext");
        else snprintf(where, sizeof where, "->%s", is_type ? "sType" : "pNext");
        note(&to->altered, where, first_on_chain(one), first_on_chain(other), 0);
    }
}

static void compare_out(const struct field *field, uint64_t given, uint64_t received, struct comparison *to) {
    if (field->kind == FIELD_MADE || field->of == NOWHERE || given == 0 || received == 0) return;
    if (carried_structures[field->of].type == UINT32_MAX) return;
    if (is_above) return compare_heads(field, given, received, to);
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "->");
    compare_chains(get(given + 8, 8), get(received + 8, 8), to);
    path[length] = '\0';
}

// A pointer that nobody may look behind, and an empty text: it may be left out as well.
static int is_to_be_ignored(const struct field *field, uint64_t given) {
    if (field->kind == FIELD_WORD || field->kind == FIELD_FLAGS || field->kind == FIELD_STRUCTURE || field->kind == FIELD_BYTES)
        return 0;
    if (field->kind == FIELD_HANDLE || field->kind == FIELD_NAMED || field->kind == FIELD_CHAIN) return 0;
    return given == NO_POINTER;
}

// An array that is to be filled as far as a count behind a pointer says.
static int is_counted(const struct field *field) {
    return (field->kind == FIELD_OUT || field->kind == FIELD_MADE) && field->count_at == NOWHERE && field->fixed == 0;
}

int is_array(const struct field *field) {
    return field->kind == FIELD_STRUCTURES || field->kind == FIELD_WORDS || field->kind == FIELD_HANDLES ||
           field->kind == FIELD_VALUES;
}

int has_condition(const struct field *field) { return is_array(field) && field->count_at != NOWHERE && field->fixed != 0; }

// By the number beside it.
static int is_ignored_here(const struct field *field, uint64_t given) {
    if (!has_condition(field)) return 0;
    uint64_t number = get(given + field->fill, 4);
    return number > 31 || (field->fixed >> number & 1) == 0;
}

static void compare_field(const struct field *field, uint64_t given, uint64_t received, struct comparison *to) {
    size_t size = field->kind == FIELD_WORD || field->kind == FIELD_FLAGS ? field->size : 8;
    uint64_t one = get(given + field->at, size), other = get(received + field->at, size);
    if (field->kind == FIELD_TYPE || field->kind == FIELD_FUNCTION || is_to_be_ignored(field, one)) return;
    if (is_ignored_here(field, given)) return;
    if (field->kind == FIELD_HANDLE || field->kind == FIELD_NAMED) {
        compare_handles(field->kind == FIELD_NAMED ? carried_named : field->of, one, other, to);
    } else if (field->kind == FIELD_CHAIN) {
        size_t length = strlen(path);
        path[length - strlen("pNext")] = '\0';
        compare_chains(one, other, to);
    } else if (field->kind == FIELD_BYTES) {
        compare_bytes(field, given + field->at, received + field->at, to);
    } else if (field->kind == FIELD_STRUCTURE) {
        compare_structures(given + field->at, received + field->at, field->of, to);
    } else if (field->kind == FIELD_WORD || field->kind == FIELD_FLAGS) {
        if (one != other) note(&to->changed, "", one, other, field->kind == FIELD_FLAGS);
    } else if (field->kind == FIELD_TEXT && one != 0 && other != 0) {
        if (strcmp((const char *)(uintptr_t)one, (const char *)(uintptr_t)other) != 0)
            note(&to->changed, "", 0, 0, 0);
    } else if (field->kind == FIELD_TEXT && one != 0) {
        if (*(const char *)(uintptr_t)one != '\0') note(&to->lost, "", 0, 0, 0);
    } else if (field->kind == FIELD_TEXT && other != 0) {
        if (*(const char *)(uintptr_t)other != '\0') note(&to->changed, "", 0, 0, 0);
    } else if (one != 0 && other == 0 && is_counted(field)) {
        return;  // a layer may ask how many there are first
    } else if (one != 0 && other == 0) {
        if (carried_variant == 0 || has_condition(field)) note(&to->lost, "", 0, 0, 0);
    } else if (field->kind == FIELD_OUT) {
        compare_out(field, one, other, to);
    } else if (one != 0 && is_array(field)) {
        uint64_t count = field->count_at == NOWHERE ? field->fixed : get(given + field->count_at, 4);
        uint64_t came = field->count_at == NOWHERE ? count : get(received + field->count_at, 4);
        compare_elements(field, one, other, came < count ? (uint32_t)came : (uint32_t)count, to);
    }
}

static int has_number(const struct field *field) {
    return (field->kind == FIELD_WORD && field->fixed == NO_COUNT) || field->kind == FIELD_FLAGS;
}

// What came down in the place of another number may be that of a member beside it.
static void note_source(struct difference *row, const struct field *of, uint64_t given, uint32_t first, uint32_t count) {
    row->first = first;
    for (uint32_t i = 0; i < count && i < 64; i++) {
        const struct field *beside = &carried_fields[first + i];
        if (beside == of || !has_number(beside) || beside->size != of->size) continue;
        if (get(given + beside->at, of->size) == row->received) row->same |= UINT64_C(1) << i;
    }
}

// The same of a structure that is a member.
static void note_copy(const struct field *of, uint64_t given, uint64_t received, uint32_t first, uint32_t count,
                      struct comparison *to) {
    const void *own = (const void *)(uintptr_t)(given + of->at), *now = (const void *)(uintptr_t)(received + of->at);
    uint64_t same = 0;
    for (uint32_t i = 0; i < count && i < 64; i++) {
        const struct field *beside = &carried_fields[first + i];
        const void *other = (const void *)(uintptr_t)(given + beside->at);
        if (beside == of || beside->kind != FIELD_STRUCTURE || beside->of != of->of) continue;
        if (memcmp(now, other, of->size) == 0 && memcmp(own, other, of->size) != 0) same |= UINT64_C(1) << i;
    }
    if (same == 0 || to->changed.count == MOST_DIFFERENCES) return;
    note(&to->changed, "", get(given + of->at, 8), get(received + of->at, 8), 0);
    to->changed.row[to->changed.count - 1].same = same;
    to->changed.row[to->changed.count - 1].first = first;
}

static void compare_fields(uint64_t given, uint64_t received, uint32_t first, uint32_t count, struct comparison *to) {
    size_t length = strlen(path);
    for (const struct field *field = &carried_fields[first]; field < &carried_fields[first + count]; field++) {
        snprintf(path + length, sizeof path - length, "%s", carried_names + field->name);
        uint32_t before = to->changed.count;
        compare_field(field, given, received, to);
        if (to->changed.count == before + 1 && has_number(field))
            note_source(&to->changed.row[before], field, given, first, count);
        int is_listed = (field->kind == FIELD_WORD || field->kind == FIELD_WORDS) && field->of >= WORD_LISTS;
        for (uint32_t i = before; i < to->changed.count && is_listed; i++) to->changed.row[i].is_listed = 1;
        if (to->changed.count > before && field->kind == FIELD_STRUCTURE) note_copy(field, given, received, first, count, to);
        path[length] = '\0';
    }
}

void forget_differences(struct comparison *of) {
    struct differences *all[] = {&of->lost, &of->changed, &of->unwritten, &of->handles, &of->uneven, &of->altered};
    for (size_t i = 0; i < COUNT(all); i++) all[i]->count = 0;
}

void compare_arguments(const struct carried_command *command, const uint64_t *given, const uint64_t *received,
                       struct comparison *to) {
    path[0] = '\0';
    compare_fields((uint64_t)(uintptr_t)given, (uint64_t)(uintptr_t)received, command->first, command->count, to);
}

void compare_kept(const struct carried_command *command, const uint64_t *expected, const uint64_t *given,
                  uint32_t elements, struct comparison *to) {
    is_above = 1;
    elements_above = elements;
    compare_arguments(command, expected, given, to);
    is_above = 0;
}

// ---- what is written behind structures

typedef void seen_node(uint64_t node, const struct structure *structure, const char *parameter, uint32_t element,
                       struct comparison *to);

static uint32_t written_below;  // elements of the last array

// As many as the call counts, of those that are given.
static uint32_t counted_blanks(const struct carried_command *command, const struct field *array, const uint64_t *arguments) {
    const struct field *first = &carried_fields[command->first], *count = array;
    while (count > first && count->kind != FIELD_COUNT) count--;
    if (count->kind != FIELD_COUNT || arguments[count->at / 8] == 0) return 1;
    uint64_t counted = get(arguments[count->at / 8], 4);
    return counted < blanks_of(array) ? (uint32_t)counted : blanks_of(array);
}

// Each node behind the structures of an argument that is to be written.
static void each_blank(const struct carried_command *command, const uint64_t *arguments, seen_node *seen,
                       struct comparison *to) {
    for (uint32_t i = command->first; i < command->first + command->count; i++) {
        const struct field *field = &carried_fields[i];
        uint64_t address = field->kind == FIELD_OUT ? arguments[field->at / 8] : 0;
        if (address == 0 || field->of == NOWHERE || carried_structures[field->of].type == UINT32_MAX) continue;
        uint32_t elements = counted_blanks(command, field, arguments);
        if (to == NULL) written_below = elements;
        for (uint32_t row = 0; row < elements && row < written_below; row++)
            for (size_t j = 0; j < COUNT(carried_structures[field->of].extensions); j++) {
                uint32_t number = carried_structures[field->of].extensions[j];
                const struct structure *behind = number == NOWHERE ? NULL : &carried_structures[number];
                uint64_t chain = behind == NULL ? 0 : get(address + row * field->size + 8, 8);
                uint64_t node = behind == NULL ? 0 : node_of(chain, behind->type);
                if (node != 0) seen(node, behind, carried_names + field->name, row, to);
            }
    }
}

static void write_node(uint64_t node, const struct structure *structure, const char *parameter, uint32_t element,
                       struct comparison *to) {
    (void)parameter, (void)element, (void)to;
    memset((void *)(uintptr_t)(node + 16), 0, structure->size - 16);
}

static void look_at_node(uint64_t node, const struct structure *structure, const char *parameter, uint32_t element,
                         struct comparison *to) {
    if (get(node + 16, 4) != 0xA5A5A5A5U) return;
    if (element == 0) snprintf(path, sizeof path, "%s->pNext %s", parameter, carried_names + structure->name);
    else snprintf(path, sizeof path, "%s[%u].pNext %s", parameter, element, carried_names + structure->name);
    note(&to->unwritten, "", 0, 0, 0);
}

void write_chains(const struct carried_command *command, const uint64_t *arguments) {
    each_blank(command, arguments, write_node, NULL);
}

void find_unwritten(const struct carried_command *command, const uint64_t *arguments, struct comparison *to) {
    each_blank(command, arguments, look_at_node, to);
}

void say_differences(const char *key, const struct differences *of) {
    open_list(key);
    for (uint32_t i = 0; i < of->count; i++) {
        open_list(NULL);
        say_text(NULL, of->row[i].path);
        say_number(NULL, (int64_t)of->row[i].given);
        say_number(NULL, (int64_t)of->row[i].received);
        say_flag(NULL, of->row[i].is_mask);
        close_list();
    }
    close_list();
}
