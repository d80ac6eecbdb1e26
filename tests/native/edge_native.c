// C functions that edge_script.py calls through _edge.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

uint64_t live, reentered, last_allocation[3];

uint64_t weigh(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h,
               uint64_t i) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

int32_t minus_four(void) {
    return -4;
}

void reset(void) {
    live = 0;
}

static void *allocate(void *user, size_t size, size_t alignment, int scope) {
    (*(uint64_t *)user)++;
    last_allocation[0] = size, last_allocation[1] = alignment, last_allocation[2] = (uint64_t)scope;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *memory) {
    (*(uint64_t *)user)--;
    free(memory);
}

static void *none(void *user, size_t size, size_t alignment, int scope) {
    (void)user, (void)size, (void)alignment, (void)scope;
    return NULL;
}

static int32_t count(void *unused) {
    (void)unused;
    reentered++;
    return 0;
}

// Comes back into the library that is already under way.
static void reenter(void *user, void *memory) {
    void *library = dlopen("libvulkan.so.1", RTLD_NOLOAD | RTLD_NOW);
    int32_t (*create)(void *, void *, void *);
    *(void **)&create = dlsym(library, "vkCreateInstance");
    create((void *)count, NULL, NULL);
    (void)user;
    free(memory);
}

struct {
    void *user;
    void *(*allocate)(void *, size_t, size_t, int);
    void *reallocate;
    void (*release)(void *, void *);
    void *more[2];
} callbacks = {&live, allocate, NULL, release, {NULL, NULL}},
  failing_callbacks = {NULL, none, NULL, NULL, {NULL, NULL}},
  reentering_callbacks = {&live, allocate, NULL, reenter, {NULL, NULL}};
