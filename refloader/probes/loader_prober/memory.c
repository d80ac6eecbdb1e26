// The application's allocation callbacks. Each object that is made with callbacks has some of its own, so that it shows
// who has forgotten what at its end. See generated.h.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

#define MOST_BLOCKS 4096U

struct block {
    void *memory;
    size_t size;
    VkSystemAllocationScope scope;
    uint32_t call;  // in which it was allocated
};
struct ledger {
    struct block block[MOST_BLOCKS];
    uint32_t used, call;
    pthread_t thread;
    VkAllocationCallbacks callbacks;
};
static const char *const scopes[] = {"COMMAND", "OBJECT", "CACHE", "DEVICE", "INSTANCE"};
static struct ledger ledgers[LEDGERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct block *block_of(struct ledger *ledger, const void *memory) {
    for (uint32_t i = 0; i < ledger->used; i++)
        if (ledger->block[i].memory == memory) return &ledger->block[i];
    return NULL;
}

static struct ledger *ledger_of(void *data, const char *what) {
    for (uint32_t i = 0; i < LEDGERS; i++)
        if (data == &ledgers[i]) return &ledgers[i];
    fail("memory", "%s is called with a pUserData that belongs to no callbacks", what);
    check();
    abort();
}

static void *allocate(void *data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    struct ledger *ledger = ledger_of(data, "pfnAllocation");
    void *memory = NULL;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) fail("memory", "pfnAllocation is called with the alignment %zu", alignment);
    if ((uint32_t)scope > VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE) {
        fail("memory", "pfnAllocation is called with the scope %u", (uint32_t)scope);
        return NULL;
    }
    if (posix_memalign(&memory, alignment < 16 ? 16 : alignment, size == 0 ? 1 : size) != 0) return NULL;
    pthread_mutex_lock(&lock);
    struct block *block = block_of(ledger, NULL);
    if (block == NULL && ledger->used < MOST_BLOCKS) block = &ledger->block[ledger->used++];
    if (block != NULL) *block = (struct block){memory, size, scope, ledger->call};
    pthread_mutex_unlock(&lock);
    if (block == NULL) stop();  // more than can be followed
    return memory;
}

static void release(void *data, void *memory) {
    struct ledger *ledger = ledger_of(data, "pfnFree");
    if (memory == NULL) return;
    pthread_mutex_lock(&lock);
    struct block *block = block_of(ledger, memory);
    if (block == NULL) fail("memory", "pfnFree is called with memory that these callbacks have not allocated");
    else block->memory = NULL;
    pthread_mutex_unlock(&lock);
    if (block != NULL) free(memory);
}

static void *reallocate(void *data, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    if (old == NULL) return allocate(data, size, alignment, scope);
    if (size == 0) return release(data, old), NULL;
    struct ledger *ledger = ledger_of(data, "pfnReallocation");
    pthread_mutex_lock(&lock);
    const struct block *block = block_of(ledger, old);
    size_t kept = block == NULL || block->size > size ? size : block->size;
    pthread_mutex_unlock(&lock);
    if (block == NULL) {
        fail("memory", "pfnReallocation is called with memory that these callbacks have not allocated");
        return NULL;
    }
    void *memory = allocate(data, size, alignment, scope);
    if (memory != NULL) memcpy(memory, old, kept), release(data, old);
    return memory;
}

VkAllocationCallbacks *callbacks_of(uint32_t place) {
    ledgers[place].callbacks = (VkAllocationCallbacks){
        .pUserData = &ledgers[place], .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = release};
    return &ledgers[place].callbacks;
}

void call_begins(uint32_t place) { ledgers[place].call++; }

// What is scoped to a command is gone when it has returned; of a command that failed, so is everything.
void call_is_over(uint32_t place, const char *call, int has_failed) {
    struct ledger *ledger = &ledgers[place];
    for (uint32_t i = 0; i < ledger->used; i++) {
        const struct block *block = &ledger->block[i];
        if (block->memory == NULL || block->call != ledger->call) continue;
        if (block->scope == VK_SYSTEM_ALLOCATION_SCOPE_COMMAND)
            fail("memory", "%s returns while memory lives that it has allocated with VK_SYSTEM_ALLOCATION_SCOPE_COMMAND", call);
        else if (has_failed) fail("memory", "%s fails and leaves memory that it has allocated", call);
    }
}

void ledger_ends(uint32_t place, const char *call) {
    struct ledger *ledger = &ledgers[place];
    for (uint32_t i = 0; i < ledger->used; i++)
        if (ledger->block[i].memory != NULL)
            fail("memory", "%s leaves memory that the callbacks of the object have allocated: %zu bytes of VK_SYSTEM_ALLOCATION_SCOPE_%s", call,
                 ledger->block[i].size, scopes[ledger->block[i].scope]);
    ledger->used = 0;
}
