// The memory that calls come with: it is the layer's to read until the call has ended. Each call has its own, or what an
// earlier one had is read no more. See carried.h.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carried.h"

#define ROOM (1U << 26)

// What a call comes with, from ``first`` on; before that is what earlier ones came with.
struct arena {
    unsigned char *memory;
    size_t first, used;
};
static struct arena own, others;  // others: what a pointer without a type leads to, as to memory that a device shares
enum memory carried_memory;

static uint64_t room_in(struct arena *in, size_t size) {
    if (in->memory == NULL)
        in->memory = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size = (size + 15) & ~(size_t)15;
    if (in->memory == MAP_FAILED || in->used + size > ROOM) _exit(NO_ROOM_STATUS);
    in->used += size;
    return (uint64_t)(uintptr_t)(in->memory + in->used - size);
}

uint64_t take_room(size_t size) { return room_in(&own, size); }

uint64_t take_shared_room(size_t size) { return room_in(&others, size); }

static void forget_in(struct arena *in) {
    if (in->memory != NULL) memset(in->memory + in->first, 0, in->used - in->first);
    in->used = in->first;
}

static void keep_in(struct arena *in) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    in->first = in->used = (in->used + page - 1) / page * page;
}

// Begins anew where there is little room left.
static void unmap_in(struct arena *in) {
    size_t first = in->first;
    if (in->memory == NULL) return;
    keep_in(in);
    if (in->used > first) mprotect(in->memory + first, in->used - first, PROT_NONE);
    if (in->used < ROOM / 2) return;
    mprotect(in->memory, ROOM, PROT_READ | PROT_WRITE);
    memset(in->memory, 0, in->used);
    in->first = in->used = 0;
}

void forget_arguments(void) {
    if (carried_memory == MEMORY_REUSED) forget_in(&own), forget_in(&others);
    else if (carried_memory == MEMORY_KEPT) keep_arguments();
    else unmap_in(&own), keep_in(&others);
}

void keep_arguments(void) { keep_in(&own), keep_in(&others); }

// ---- the application's callbacks

// What is in front of the memory that they give: who returns that to free() ends there.
struct front {
    void *whole;
    size_t size;
    VkSystemAllocationScope scope;
    uint64_t mark;
};
#define MARK 0x5EED0FA110CA7E5AULL

uint32_t until_refusal;
static int is_refused_here;
int *note_refusal = &is_refused_here;
static int32_t taken[VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE + 1];

int32_t blocks_taken(VkSystemAllocationScope scope) { return taken[scope]; }

static void count_block(VkSystemAllocationScope scope, int32_t by) {
    if ((uint32_t)scope < COUNT(taken)) __atomic_add_fetch(&taken[scope], by, __ATOMIC_RELAXED);
}

static int refuses(void) {
    if (until_refusal == 0 || --until_refusal > 0) return 0;
    return *note_refusal = 1;
}

static struct front *front_of(void *memory) {
    struct front *front = (struct front *)(uintptr_t)((unsigned char *)memory - sizeof *front);
    return front->mark == MARK ? front : NULL;
}

static void *allocate(void *data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    size_t before = alignment < sizeof(struct front) ? sizeof(struct front) : alignment;
    before = (before + 31) / 32 * 32;
    (void)data;
    unsigned char *whole = NULL;
    if (refuses() || posix_memalign((void **)&whole, alignment < 32 ? 32 : alignment, before + size) != 0) return NULL;
    struct front *front = (struct front *)(void *)(whole + before - sizeof *front);
    *front = (struct front){.whole = whole, .size = size, .scope = scope, .mark = MARK};
    count_block(scope, 1);
    return whole + before;
}

// Memory of others is not asked for back here: what a layer does with that is for others to say.
static void release(void *data, void *memory) {
    (void)data;
    struct front *front = memory == NULL ? NULL : front_of(memory);
    void *whole = front == NULL ? memory : front->whole;
    if (front != NULL) front->mark = 0, count_block(front->scope, -1);
    free(whole);
}

static void *reallocate(void *data, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    void *memory = size == 0 ? NULL : allocate(data, size, alignment, scope);
    const struct front *front = old == NULL ? NULL : front_of(old);
    size_t before = front != NULL ? front->size : old != NULL ? malloc_usable_size(old) : 0;
    if (memory != NULL && old != NULL) memcpy(memory, old, before < size ? before : size);
    if (memory != NULL || size == 0) release(data, old);
    return memory;
}

const VkAllocationCallbacks carried_callbacks = {
    .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};
