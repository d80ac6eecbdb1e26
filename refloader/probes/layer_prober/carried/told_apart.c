// What is asked about each of several physical devices, or devices of theirs: the entity below has another answer for each. A
// layer that asks about one and gives the same answer for another one, about which it asks nothing, has taken it for that.
// See carried.h.
#include <string.h>

#include "carried.h"

#define LEAST 3U        // the words of an answer: nothing that counts what there is no room for, and no truth value
#define MOST_OUT 1024U

static struct told {
    const struct object *physical;
    int is_asked;
    unsigned char answer[MOST_OUT];
} told[MOST_TOLD];

// Where a command that asks writes its answer: a number, a structure, or the first element of an array. NULL: nowhere.
const struct field *answer_of(const struct carried_command *command) {
    if (strncmp(command->name, "vkGet", 5) != 0 && strncmp(command->name, "vkEnumerate", 11) != 0) return NULL;
    for (uint32_t i = command->first; i < command->first + command->count; i++) {
        const struct field *field = &carried_fields[i];
        if (field->kind == FIELD_MADE) return NULL;
        if (field->kind != FIELD_OUT || field->size < 4 || field->size % 4 != 0 || field->size > MOST_OUT) continue;
        if (field->of == NOWHERE || is_plain(&carried_structures[field->of])) return field;
    }
    return NULL;
}

static const struct object *physical_of(const void *handle) {
    const struct object *object = object_of(handle);
    while (object != NULL && object->kind != OBJECT_PHYSICAL_DEVICE) object = object->parent;
    return object;
}

int is_question(const struct carried_command *command) { return answer_of(command) != NULL; }

void begin_telling(uint32_t place, const struct object *physical) {
    if (place >= MOST_TOLD) return;
    memset(&told[place], 0, sizeof told[place]);
    told[place].physical = physical;
}

// Physical devices of other places are asked about as well: by a layer that looks at all of them.
void tell_of(uint32_t place, const char *name, const uint64_t *arguments) {
    const struct object *physical = physical_of((const void *)(uintptr_t)arguments[0]);
    const struct carried_command *command = carried_command_of(name);
    const struct field *field = command == NULL ? NULL : answer_of(command);
    for (uint32_t i = 0; i < MOST_TOLD; i++) told[i].is_asked |= physical != NULL && told[i].physical == physical;
    uint64_t where = field == NULL || place >= MOST_TOLD ? 0 : arguments[field->at / 8];
    uint32_t word = LEAST + place;
    for (uint32_t at = field == NULL ? 0 : head_of(field); where != 0 && at < field->size; at += 4)
        memcpy((void *)(uintptr_t)(where + at), &word, sizeof word);
}

void keep_told(uint32_t place, const struct carried_command *command, const uint64_t *given) {
    const struct field *field = answer_of(command);
    if (place < MOST_TOLD) memcpy(told[place].answer, (const void *)(uintptr_t)given[field->at / 8], field->size);
}

// Whether an answer has numbers of the entity below, for this place.
static int is_from_below(uint32_t place, const struct field *field) {
    uint32_t word = LEAST + place;
    for (uint32_t at = head_of(field); at < field->size; at += 4)
        if (memcmp(told[place].answer + at, &word, sizeof word) == 0) return 1;
    return 0;
}

int is_told_of_another(const struct carried_command *command) {
    const struct field *field = answer_of(command);
    uint32_t head = head_of(field);
    for (uint32_t i = 0; i < MOST_TOLD; i++)
        for (uint32_t j = i + 1; j < MOST_TOLD; j++) {
            const struct told *one = &told[i], *other = &told[j];
            int are_two = one->physical != NULL && other->physical != NULL && one->physical != other->physical;
            if (!are_two || !one->is_asked || other->is_asked || !is_from_below(i, field)) continue;
            if (memcmp(one->answer + head, other->answer + head, field->size - head) == 0) return 1;
        }
    return 0;
}
