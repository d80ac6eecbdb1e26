// Memory for a start of the interpreter: blocks in a row, without heads; a free one is zeros, and the next of its size
// takes it.
//
// The start runs twice. The first, in a child, finds out which allocations outlive it: the second puts only those into
// the image, one behind the other, and all others elsewhere. Both allocate the same in the same order.
//
// Behind the memory with pointers lie tables that are only read as bytes: no process writes to their pages.
#define _GNU_SOURCE
#include "arenas.h"

#ifdef REFLOADER_IMAGE
#include <string.h>
#include <sys/mman.h>

struct arena kept, still, passing;
struct allocation *allocations;
size_t allocation_count;
int is_second;
int has_failed;

void *image_pages(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int image_prepare(struct arena *arena, char *memory, size_t size) {
    arena->memory = memory;
    arena->size = size / UNIT;
    arena->used = 1;  // where the heap begins, there is no block
    arena->counts = image_pages(UNITS * sizeof(uint32_t));
    arena->numbers = image_pages(UNITS * sizeof(uint32_t));
    arena->behind = image_pages(UNITS * sizeof(uint32_t));
    arena->free_ones = image_pages((UNITS + 1) * sizeof(uint32_t));
    return memory != NULL && arena->counts != NULL && arena->numbers != NULL && arena->behind != NULL &&
                   arena->free_ones != NULL
               ? 0
               : -1;
}

static size_t take_from(struct arena *arena, size_t count) {
    size_t at;
    if (arena->free_ones[count] != 0) {
        at = arena->free_ones[count] - 1;
        arena->free_ones[count] = arena->behind[at];
    } else {
        at = arena->used;
        if (count > arena->size - arena->used) return UNITS;
        arena->used += count;
    }
    arena->counts[at] = (uint32_t)count;
    return at;
}

static struct arena *arena_for(size_t count) {
    struct allocation *row = &allocations[allocation_count];
    if (!is_second) *row = (struct allocation){(uint32_t)count, MOVED};
    else if (row->count != count) has_failed = 1;
    return row->place == MOVED ? &kept : row->place == STILL ? &still : &passing;
}

void *image_take(size_t size) {
    size_t count = size == 0 ? 1 : (size + UNIT - 1) / UNIT;
    if (size > ROOM || allocation_count == ALLOCATIONS) return NULL;
    struct arena *arena = arena_for(count);
    size_t at = take_from(arena, count);
    if (at == UNITS) return NULL;
    arena->numbers[at] = (uint32_t)allocation_count++;
    return arena->memory + at * UNIT;
}

static struct arena *arena_of(const void *block) {
    return is_in(&kept, block) ? &kept : is_in(&still, block) ? &still : &passing;
}

size_t image_room_of(const void *block) {
    const struct arena *arena = arena_of(block);
    return arena->counts[(size_t)((const char *)block - arena->memory) / UNIT] * UNIT;
}

void image_give_back(void *block) {
    struct arena *arena = arena_of(block);
    size_t at = (size_t)((char *)block - arena->memory) / UNIT, count = arena->counts[at];
    if (!is_second) allocations[arena->numbers[at]].place = PASSING;
    else if (arena != &passing) has_failed = 1;
    memset(block, 0, count * UNIT);
    arena->behind[at] = arena->free_ones[count];
    arena->free_ones[count] = (uint32_t)at + 1;
}

int image_owns(const void *block) {
    return is_in(&kept, block) || is_in(&still, block) || is_in(&passing, block);
}

static void *take_object(void *unused, size_t size) {
    (void)unused;
    return image_take(size);
}

static void *take_zeros(void *unused, size_t count, size_t size) {
    (void)unused;
    return size != 0 && count > ROOM / size ? NULL : image_take(count * size);
}

static void give_object(void *unused, void *block) {
    (void)unused;
    if (block != NULL) image_give_back(block);
}

void *image_move(void *old, size_t size) {
    void *block = image_take(size);
    if (block == NULL || old == NULL) return block;
    size_t before = image_room_of(old);
    memcpy(block, old, before < size ? before : size);
    image_give_back(old);
    return block;
}

static void *move_object(void *unused, void *old, size_t size) {
    (void)unused;
    return image_move(old, size);
}

void image_use_for_objects(void) {
    PyMemAllocatorEx allocator = {NULL, take_object, take_zeros, move_object, give_object};
    PyMem_SetAllocator(PYMEM_DOMAIN_MEM, &allocator);
    PyMem_SetAllocator(PYMEM_DOMAIN_OBJ, &allocator);
}
#else
void *image_take(size_t size) {
    (void)size;
    return NULL;
}

void image_give_back(void *block) {
    (void)block;
}

void *image_move(void *old, size_t size) {
    (void)old, (void)size;
    return NULL;
}

int image_owns(const void *block) {
    (void)block;
    return 0;
}

void image_use_for_objects(void) {}
#endif
