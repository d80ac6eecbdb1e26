// The memory in which the interpreter starts, for what writes it down (make.c). See arenas.c.
#ifndef REFLOADER_IMAGE_ARENAS_H
#define REFLOADER_IMAGE_ARENAS_H

#include "image.h"

#define UNIT ((size_t)16)
#define ROOM ((size_t)16 << 20)
#define UNITS (ROOM / UNIT)
#define ALLOCATIONS ((size_t)1 << 20)

struct arena {
    char *memory;
    size_t size, used;  // units
    uint32_t *counts;  // of a block's units, at its first
    uint32_t *numbers; // which allocation it is, at its first
    uint32_t *behind;  // the free block behind a free one, and by count the first of all; both one too high
    uint32_t *free_ones;
};

enum place { PASSING, MOVED, STILL };

struct allocation {
    uint32_t count;
    uint32_t place;
};

extern struct arena kept, still, passing;
extern struct allocation *allocations;  // of the child, and what the parent compares its own with
extern size_t allocation_count;
extern int is_second;
extern int has_failed;

void *image_pages(size_t size);  // zeros, which a child shares; NULL: there are none
int image_prepare(struct arena *arena, char *memory, size_t size);

static inline int is_in(const struct arena *arena, const void *block) {
    return (uintptr_t)block - (uintptr_t)arena->memory < arena->size * UNIT;
}

#endif
