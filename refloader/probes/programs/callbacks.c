// The allocation callbacks of programs. See program.h.
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define STRUCTURES 64U  // so many calls later one is used again

int uses_callbacks, earlier_callbacks_called;

// In front of each block: where it begins, and its size.
struct front {
    void *start;
    size_t size;
};

static void *allocate(void *nothing, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)nothing, (void)scope;
    unsigned char *start = malloc(size + alignment + sizeof(struct front) + 16);
    if (start == NULL) return NULL;
    uintptr_t place = (uintptr_t)start + sizeof(struct front);
    if (alignment < 16) alignment = 16;
    place = (place + alignment - 1) / alignment * alignment;
    ((struct front *)place)[-1] = (struct front){start, size};
    return (void *)place;
}

static void release(void *nothing, void *block) {
    (void)nothing;
    if (block != NULL) free(((struct front *)block)[-1].start);
}

static void *reallocate(void *nothing, void *block, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    if (size == 0) return release(nothing, block), NULL;
    void *more = allocate(nothing, size, alignment, scope);
    if (more == NULL || block == NULL) return more;
    size_t before = ((struct front *)block)[-1].size;
    memcpy(more, block, before < size ? before : size);
    release(nothing, block);
    return more;
}

// ---- those of earlier calls

static void *no_allocation(void *nothing, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)nothing, (void)size, (void)alignment, (void)scope;
    earlier_callbacks_called = 1;
    return NULL;
}

static void *no_reallocation(void *nothing, void *block, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)block;
    return no_allocation(nothing, size, alignment, scope);
}

static void no_release(void *nothing, void *block) {
    (void)nothing, (void)block;
    earlier_callbacks_called = 1;
}

int is_of_earlier_call(const VkAllocationCallbacks *callbacks) {
    return callbacks != NULL && callbacks->pfnAllocation == no_allocation;
}

const VkAllocationCallbacks *own_callbacks(void) {
    static VkAllocationCallbacks structures[STRUCTURES];
    static uint32_t used;
    if (!uses_callbacks) return NULL;
    structures[used] = (VkAllocationCallbacks){
        .pfnAllocation = no_allocation, .pfnReallocation = no_reallocation, .pfnFree = no_release};
    used = (used + 1) % STRUCTURES;
    structures[used] =
        (VkAllocationCallbacks){.pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};
    return &structures[used];
}
