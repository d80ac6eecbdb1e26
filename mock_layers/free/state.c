// What the free layer knows of each instance and device: in a list, found by the dispatch pointer or, with
// keyed_by_handle, by every handle that came through its hands. Never decides what is called.
#include "free_layer.h"

// With keyed_by_handle: which object a handle belongs to.
struct child {
    const void *handle;
    struct below *owner;
    struct child *next;
};

struct below *belows;
static struct child *children;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *key(const void *handle) { return *(void *const *)handle; }

void learn(const void *handle, struct below *owner) {
    if (!takes("keyed_by_handle") || handle == NULL) return;
    pthread_mutex_lock(&lock);
    struct child *at = children;
    while (at != NULL && at->handle != handle) at = at->next;
    if (at == NULL && (at = calloc(1, sizeof *at)) != NULL) {
        at->next = children;
        at->handle = handle;
        children = at;
    }
    if (at != NULL) at->owner = owner;
    pthread_mutex_unlock(&lock);
}

static struct below *find_child(const void *handle) {
    struct child *at = children;
    while (at != NULL && at->handle != handle) at = at->next;
    return at == NULL ? NULL : at->owner;
}

struct below *find_below(const void *handle) {
    pthread_mutex_lock(&lock);
    struct below *found = belows;
    if (takes("keyed_by_handle")) found = find_child(handle);
    else
        while (found != NULL && key(found->handle) != key(handle)) found = found->next;
    pthread_mutex_unlock(&lock);
    return found;
}

static void forget_children(const struct below *owner) {
    for (struct child **at = &children; *at != NULL;) {
        struct child *gone = *at;
        if (gone->owner != owner) {
            at = &gone->next;
            continue;
        }
        *at = gone->next;
        free(gone);
    }
}

// ---- memory: the application's callbacks

static void *take_memory(const VkAllocationCallbacks *callbacks, size_t size, VkSystemAllocationScope scope) {
    void *memory = callbacks == NULL || callbacks->pfnAllocation == NULL
                       ? malloc(size)
                       : callbacks->pfnAllocation(callbacks->pUserData, size, 16, scope);
    return memory == NULL ? NULL : memset(memory, 0, size);
}

static void give_memory(const VkAllocationCallbacks *callbacks, void *memory) {
    if (callbacks == NULL || callbacks->pfnFree == NULL) free(memory);
    else if (memory != NULL) callbacks->pfnFree(callbacks->pUserData, memory);
}

struct below *remember(void *handle, const VkAllocationCallbacks *callbacks, VkSystemAllocationScope scope) {
    struct below *made = take_memory(callbacks, sizeof *made, scope);
    if (made == NULL) return NULL;
    made->handle = handle;
    if (callbacks != NULL) made->callbacks = *callbacks;
    pthread_mutex_lock(&lock);
    made->next = belows;
    belows = made;
    pthread_mutex_unlock(&lock);
    learn(handle, made);
    return made;
}

void forget(struct below *gone) {
    VkAllocationCallbacks callbacks = gone->callbacks;
    pthread_mutex_lock(&lock);
    forget_children(gone);
    struct below **at = &belows;
    while (*at != NULL && *at != gone) at = &(*at)->next;
    if (*at != NULL) *at = gone->next;
    pthread_mutex_unlock(&lock);
    give_memory(&callbacks, gone);
}

void free_all(void) {
    while (children != NULL) {
        struct child *next = children->next;
        free(children);
        children = next;
    }
}

// ---- with own_callbacks: what is handed down where the application gives no callbacks. Only they know where a block
// of theirs begins, so that no other way of freeing it goes unnoticed.

struct block {
    size_t offset, size;
    uint64_t mark;
    uint64_t unused;
};
#define MARK UINT64_C(0x4D4F434B424C4F43)

static void *own_allocation(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    (void)user, (void)scope;
    void *memory = NULL;
    size_t offset = alignment < sizeof(struct block) ? sizeof(struct block) : alignment;
    if (posix_memalign(&memory, offset, size + offset) != 0) return NULL;
    struct block *made = (struct block *)((char *)memory + offset) - 1;
    *made = (struct block){.offset = offset, .size = size, .mark = MARK};
    return made + 1;
}

static void own_free(void *user, void *memory) {
    (void)user;
    if (memory == NULL) return;
    struct block *gone = (struct block *)memory - 1;
    if (gone->mark != MARK) die("memory of others is freed with the callbacks of", label);
    gone->mark = 0;
    free((char *)memory - gone->offset);
}

static void *own_reallocation(void *user, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    void *memory = size == 0 ? NULL : own_allocation(user, size, alignment, scope);
    size_t had = old == NULL ? 0 : ((struct block *)old - 1)->size;
    if (memory != NULL && old != NULL) memcpy(memory, old, had < size ? had : size);
    if (memory != NULL || size == 0) own_free(user, old);
    return memory;
}

static const VkAllocationCallbacks own_callbacks = {
    .pfnAllocation = own_allocation, .pfnReallocation = own_reallocation, .pfnFree = own_free};

const VkAllocationCallbacks *callbacks_below(const VkAllocationCallbacks *theirs) {
    return theirs == NULL && takes("own_callbacks") ? &own_callbacks : theirs;
}
