// The objects of the entity below the layer: what its handles are. See next.h.
#include <stdlib.h>
#include <string.h>

#include "next.h"

#define MOST_OBJECTS 4096U

static struct object objects[MOST_OBJECTS];
static uint32_t object_count;

// What stands in for the loader's dispatch tables: never called through, so nothing is in them.
static void *new_table(void) { return calloc(1, 16384); }

// ICD_LOADER_MAGIC
#define MAGIC ((void *)(uintptr_t)0x01CDC0DE)
int leaves_first_words;

static void *first_word_of(enum object_kind kind, const struct object *parent) {
    int is_left = leaves_first_words && (kind == OBJECT_QUEUE || kind == OBJECT_COMMAND_BUFFER);
    return is_left ? MAGIC : parent->table;
}

int has_first_word(const struct object *object) { return object->table != MAGIC; }

void fill_first_word(struct object *object) {
    if (!has_first_word(object)) object->table = object->parent->table;
}

void fill_first_words(uint32_t since) {
    for (uint32_t i = since; i < object_count; i++) fill_first_word(&objects[i]);
}

// Those that are given again, table and all; the one that ended last comes first.
static struct object *ended[256];
static uint32_t ended_count;

void end_object(struct object *object) {
    if (ended_count < COUNT(ended)) ended[ended_count++] = object;
}

static uint32_t set_of_new(enum object_kind kind) { return kind == OBJECT_INSTANCE ? sets.instance : sets.device; }

static struct object *ended_object(enum object_kind kind, struct object *parent) {
    for (uint32_t i = ended_count; i > 0; i--) {
        struct object *found = ended[i - 1];
        if (found->kind != kind) continue;
        memmove(&ended[i - 1], &ended[i], (--ended_count - (i - 1)) * sizeof *ended);
        void *table = kind == OBJECT_INSTANCE || kind == OBJECT_DEVICE ? found->table : first_word_of(kind, parent);
        *found = (struct object){.table = table, .kind = kind, .parent = parent, .set = set_of_new(kind)};
        return found;
    }
    return NULL;
}

struct object *new_object(enum object_kind kind, struct object *parent) {
    int has_own_table = kind == OBJECT_INSTANCE || kind == OBJECT_DEVICE;
    struct object *again = ended_object(kind, parent);
    if (again != NULL) return again;
    if (object_count == MOST_OBJECTS) abort();
    struct object *made = &objects[object_count++];
    *made = (struct object){.table = has_own_table ? new_table() : first_word_of(kind, parent), .kind = kind, .parent = parent,
                            .set = set_of_new(kind)};
    return made;
}

struct object *object_of(const void *handle) {
    const struct object *object = handle;
    return object >= objects && object < objects + object_count ? (struct object *)(uintptr_t)object : NULL;
}

struct object *last_object(enum object_kind kind) {
    for (uint32_t i = object_count; i > 0; i--)
        if (objects[i - 1].kind == kind) return &objects[i - 1];
    return NULL;
}

uint32_t place_of_object(const struct object *object) { return (uint32_t)(object - objects); }

uint32_t objects_made(void) { return object_count; }

struct object *object_for(const void *upper, enum object_kind kind, uint32_t since) {
    struct object *own = object_of(upper), *found = NULL;
    if (own != NULL) return own;
    for (uint32_t i = since; upper != NULL && i < object_count; i++) {
        if (objects[i].kind != kind) continue;
        if (found != NULL) return NULL;
        found = &objects[i];
    }
    return found;
}

struct object *child_of(struct object *parent, enum object_kind kind, uint32_t place) {
    struct object **child = &parent->children[place % COUNT(parent->children)];
    if (*child == NULL) *child = new_object(kind, parent);
    return *child;
}
