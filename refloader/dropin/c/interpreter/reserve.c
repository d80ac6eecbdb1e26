// The interpreter and this library's C allocate with malloc, and from a reserve where malloc fails.
//
// CPython survives most failing allocations, but not all: it ends the process in the middle of its start and of
// some exceptions. So a slow entry (threads.c) goes in only when the reserve has room for all that it may need, and
// is refused with VK_ERROR_OUT_OF_HOST_MEMORY otherwise. The reserve is mapped, not touched: until malloc fails it
// costs address space and nothing else. The linker leads every call of malloc, calloc, realloc and free in this
// library to the functions here (--wrap, dropin.cmake); those of libc, drivers and layers are their own.
#define _GNU_SOURCE
#include "reserve.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "../image/image.h"
#include "python_edge.h"

#define REGION ((size_t)8 << 20)
#define REGIONS 8
#define UNIT 16U
#define USED 1U
#define FLOOR ((size_t)512 << 10)
#define MOST_PLEDGED REGION

void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);

// In front of each block, used or free: its size with this head (bit 0: it is used) and that of the block before.
// Two words in a free block link it to the others.
struct block {
    size_t size, before;
    struct block *next, *last;
};
#define HEAD offsetof(struct block, next)
#define LEAST sizeof(struct block)

static char *regions[REGIONS];
static atomic_uint region_count;
static struct block *free_blocks;
static unsigned formatted;  // of the regions; the others have never been touched
static atomic_size_t available, pledged;
static size_t least = FLOOR;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

// ---- regions

static int is_reserved(const void *block) {
    unsigned count = atomic_load_explicit(&region_count, memory_order_acquire);
    for (unsigned at = 0; at < count; at++)
        if ((uintptr_t)block - (uintptr_t)regions[at] < REGION) return 1;
    return 0;
}

static int add_region(void) {
    unsigned count = atomic_load(&region_count);
    if (count == REGIONS) return -1;
    void *memory = mmap(NULL, REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return -1;
    regions[count] = memory;
    atomic_fetch_add(&available, REGION);
    atomic_store_explicit(&region_count, count + 1, memory_order_release);
    return 0;
}

static void link_free(struct block *block) {
    block->last = NULL;
    block->next = free_blocks;
    if (free_blocks != NULL) free_blocks->last = block;
    free_blocks = block;
}

static void unlink_free(struct block *block) {
    if (block->next != NULL) block->next->last = block->last;
    if (block->last != NULL) block->last->next = block->next;
    else free_blocks = block->next;
}

// One free block, and the head of one that is never free behind it.
static void format_region(void) {
    struct block *first = (struct block *)regions[formatted++];
    struct block *end = (struct block *)((char *)first + REGION - HEAD);
    first->size = REGION - HEAD;
    first->before = 0;
    end->size = HEAD | USED;
    end->before = first->size;
    link_free(first);
}

// ---- blocks

static struct block *behind(struct block *block) {
    return (struct block *)((char *)block + (block->size & ~(size_t)USED));
}

static struct block *head_of(const void *memory) {
    return (struct block *)((char *)(uintptr_t)memory - HEAD);
}

static size_t room_of(const void *memory) {
    return (head_of(memory)->size & ~(size_t)USED) - HEAD;
}

static struct block *find(size_t size) {
    for (struct block *block = free_blocks; block != NULL; block = block->next)
        if (block->size >= size) return block;
    if (formatted == atomic_load(&region_count)) return NULL;
    format_region();
    return find(size);
}

static void *take_from(struct block *block, size_t size) {
    unlink_free(block);
    if (block->size - size >= LEAST) {
        struct block *rest = (struct block *)((char *)block + size);
        rest->size = block->size - size;
        rest->before = size;
        behind(rest)->before = rest->size;
        link_free(rest);
        block->size = size;
    }
    atomic_fetch_sub(&available, block->size);
    block->size |= USED;
    return (char *)block + HEAD;
}

// The last of the reserve is given out by halves: each time a half is reached, one allocation fails, and whoever
// cleans up after it has what is left.
static int is_refused(size_t size) {
    size_t rest = atomic_load(&available);
    if (rest >= size && rest - size >= least) return 0;
    least /= 2;
    return 1;
}

static void *take(size_t wanted) {
    if (wanted > REGION - 2 * LEAST) return NULL;
    size_t size = (wanted + HEAD + UNIT - 1) / UNIT * UNIT;
    if (size < LEAST) size = LEAST;
    pthread_mutex_lock(&changing);
    struct block *block = is_refused(size) ? NULL : find(size);
    void *memory = block != NULL ? take_from(block, size) : NULL;
    pthread_mutex_unlock(&changing);
    return memory;
}

static void give_back(void *memory) {
    struct block *block = head_of(memory);
    pthread_mutex_lock(&changing);
    block->size &= ~(size_t)USED;
    atomic_fetch_add(&available, block->size);
    struct block *next = behind(block);
    if ((next->size & USED) == 0) {
        unlink_free(next);
        block->size += next->size;
    }
    struct block *before = (struct block *)((char *)block - block->before);
    if (block->before != 0 && (before->size & USED) == 0) {
        unlink_free(before);
        before->size += block->size;
        block = before;
    }
    behind(block)->before = block->size;
    link_free(block);
    pthread_mutex_unlock(&changing);
}

// ---- who may go in

// Threads take turns in the interpreter: many of them do not need all that each may need at the same time.
static int is_enough(void) {
    size_t wanted = atomic_load(&pledged);
    return atomic_load(&available) >= (wanted < MOST_PLEDGED ? wanted : MOST_PLEDGED);
}

static int make_room(void) {
    pthread_mutex_lock(&changing);
    int failed = 0;
    while (failed == 0 && !is_enough()) failed = add_region();
    if (failed == 0) least = FLOOR;
    pthread_mutex_unlock(&changing);
    return failed;
}

int reserve_pledge(size_t size) {
    atomic_fetch_add(&pledged, size);
    if (is_enough() || make_room() == 0) return 0;
    reserve_release(size);
    return -1;
}

void reserve_release(size_t size) {
    atomic_fetch_sub(&pledged, size);
}

void reserve_before_fork(void) {
    pthread_mutex_lock(&changing);
}

void reserve_after_fork(void) {
    pthread_mutex_unlock(&changing);
}

// ---- what the library calls in place of libc's

void *__wrap_malloc(size_t size) {
    if (image_is_made) return image_take(size);
    void *block = __real_malloc(size);
    return block != NULL ? block : take(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    if (image_is_made) return image_take(count * size);
    void *block = __real_calloc(count, size);
    if (block != NULL || (size != 0 && count > SIZE_MAX / size)) return block;
    block = take(count * size);
    return block != NULL ? memset(block, 0, count * size) : NULL;
}

void __wrap_free(void *block) {
    if (image_is_made && image_owns(block)) image_give_back(block);
    else if (image_holds(block)) return;
    else if (is_reserved(block)) give_back(block);
    else __real_free(block);
}

// A block goes back to malloc as soon as it can.
static void *moved(void *old, size_t before, size_t size) {
    void *block = __wrap_malloc(size);
    if (block == NULL) return NULL;
    memcpy(block, old, before < size ? before : size);
    __wrap_free(old);
    return block;
}

// How large a block of malloc's is only malloc knows; those that grow are Python's, which are below.
void *__wrap_realloc(void *old, size_t size) {
    if (old == NULL) return __wrap_malloc(size);
    if (image_is_made && image_owns(old)) return image_move(old, size);
    if (image_holds(old)) return moved(old, image_behind(old), size);
    return is_reserved(old) ? moved(old, room_of(old), size) : __real_realloc(old, size);
}

// ---- what Python calls: each block has its size in front

#define SIZED 16U

static void *sized(void *memory, size_t size) {
    if (memory == NULL) return NULL;
    *(size_t *)memory = size;
    return (char *)memory + SIZED;
}

// Of a block of no size a byte is there: leak checkers know a block by pointers into it.
static void *raw_malloc(void *unused, size_t size) {
    (void)unused;
    if (size == 0) size = 1;
    return size > SIZE_MAX - SIZED ? NULL : sized(__wrap_malloc(size + SIZED), size);
}

static void *raw_calloc(void *unused, size_t count, size_t size) {
    (void)unused;
    if (size != 0 && count > (SIZE_MAX - SIZED) / size) return NULL;
    size_t all = count * size == 0 ? 1 : count * size;
    return sized(__wrap_calloc(1, all + SIZED), all);
}

static void raw_free(void *unused, void *block) {
    (void)unused;
    if (block != NULL) __wrap_free((char *)block - SIZED);
}

static void *raw_realloc(void *unused, void *block, size_t size) {
    if (block == NULL) return raw_malloc(unused, size);
    if (size == 0) size = 1;
    if (size > SIZE_MAX - SIZED) return NULL;
    char *old = (char *)block - SIZED;
    size_t before = *(size_t *)old + SIZED;
    int is_ours = image_is_made || image_holds(old) || is_reserved(old);
    void *grown = is_ours ? NULL : __real_realloc(old, size + SIZED);
    return sized(grown != NULL ? grown : moved(old, before, size + SIZED), size);
}

void reserve_use_in_python(void) {
    PyMemAllocatorEx allocator = {NULL, raw_malloc, raw_calloc, raw_realloc, raw_free};
    PyMem_SetAllocator(PYMEM_DOMAIN_RAW, &allocator);
}
