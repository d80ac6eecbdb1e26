#include "callbacks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../native/include/recording.h"

#define SCOPES CALLBACK_SCOPES
#define MOST_KEEPERS 64
#define ALIVE UINT32_C(0xA11CA7ED)

struct keeper {
    const char *object;
    VkAllocationCallbacks callbacks;
    _Atomic int64_t taken;
};

// Stands right before each block.
struct head {
    void *start;  // what malloc gave
    size_t size;
    struct keeper *keeper;
    uint32_t scope;
    uint32_t alive;
};

static const char *const scopes[SCOPES] = {"command", "object", "cache", "device", "instance"};
static struct recording *recording;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct keeper keepers[MOST_KEEPERS];
static size_t keeper_count;
static int in_use;
static _Atomic int64_t living[SCOPES], wrong_frees, wrong_owners, wrong_alignments, wrong_scopes, internal, used_later;
static _Atomic int64_t until_refusal;

static PFN_refloader_observed_thread observed_thread;

void notes_open(void) {
    recording = recording_open(getenv(RECORDING_VARIABLE));
    observed_thread = (PFN_refloader_observed_thread)dlsym(RTLD_DEFAULT, OBSERVED_THREAD);
}

// What a callback allocates is the application's doing, whoever called it: the watch on malloc looks away.
static uint16_t look_away(void) {
    if (observed_thread == NULL) return 0;
    struct observed_thread *thread = observed_thread();
    uint16_t inside = thread->inside;
    thread->inside = 0;
    return inside;
}

static void look_again(uint16_t inside) {
    if (observed_thread != NULL) observed_thread()->inside = inside;
}

void note(uint64_t value, uint64_t other, const char *about, const char *text) {
    if (recording != NULL) recording_note(recording, value, other, about, text);
}

static void note_block(const char *about, const void *block, const struct head *head, const struct keeper *by) {
    char text[160];
    if (recording == NULL) return;
    snprintf(text, sizeof text, "%s %s", scopes[head->scope], by->object);
    note((uintptr_t)block, head->size, about, text);
}

static struct head *head_of(void *block) { return (struct head *)block - 1; }

static int is_to_be_refused(void) { return until_refusal > 0 && --until_refusal == 0; }

static void *new_block(struct keeper *keeper, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    keeper->taken++;
    if (is_to_be_refused()) return NULL;
    int right = alignment > 0 && (alignment & (alignment - 1)) == 0;
    if (!right) wrong_alignments++;
    if ((uint32_t)scope >= SCOPES) wrong_scopes++;
    if (!right || alignment < _Alignof(max_align_t)) alignment = _Alignof(max_align_t);
    uint16_t inside = look_away();
    char *start = malloc(sizeof(struct head) + alignment + size);
    look_again(inside);
    if (start == NULL) return NULL;
    uintptr_t place = ((uintptr_t)start + sizeof(struct head) + alignment - 1) & ~(uintptr_t)(alignment - 1);
    struct head *head = head_of((void *)place);
    *head = (struct head){start, size, keeper, (uint32_t)scope < SCOPES ? scope : 0, ALIVE};
    living[head->scope]++;
    return (void *)place;
}

// Whether the block is one of ours and alive, and was asked of the callbacks that now get it back.
static int give_back(const struct keeper *keeper, void *block) {
    struct head *head = head_of(block);
    if (head->alive != ALIVE) {
        wrong_frees++;
        note((uintptr_t)block, 0, "wrong free", keeper->object);
        return 0;
    }
    if (head->keeper != keeper) {
        wrong_owners++;
        note_block("free of another's", block, head, keeper);
    }
    head->alive = 0;
    living[head->scope]--;
    return 1;
}

static void *allocate(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    struct keeper *keeper = user;
    void *block = new_block(keeper, size, alignment, scope);
    if (block != NULL) note_block("allocate", block, head_of(block), keeper);
    return block;
}

static void release(void *user, void *block) {
    if (block == NULL) return;
    note((uintptr_t)block, 0, "free", ((struct keeper *)user)->object);
    if (give_back(user, block)) free(head_of(block)->start);
}

static void *reallocate(void *user, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    if (old == NULL) return allocate(user, size, alignment, scope);
    if (size == 0) return release(user, old), NULL;
    struct keeper *keeper = user;
    void *block = new_block(keeper, size, alignment, scope);
    if (block == NULL) return NULL;
    note((uintptr_t)old, 0, "free", keeper->object);
    note_block("reallocate", block, head_of(block), keeper);
    if (!give_back(keeper, old)) return block;
    memcpy(block, old, head_of(old)->size < size ? head_of(old)->size : size);
    free(head_of(old)->start);
    return block;
}

static void internal_allocation(void *user, size_t size, VkInternalAllocationType type,
                                VkSystemAllocationScope scope) {
    (void)user, (void)size, (void)type, (void)scope;
    internal++;
}

static void internal_free(void *user, size_t size, VkInternalAllocationType type, VkSystemAllocationScope scope) {
    (void)user, (void)size, (void)type, (void)scope;
    internal--;
}

// ---- structures that are good for one call
//
// "Application Memory Lifetime": once a command returns, the application may alter or free what it handed in. So the
// structure of each call is one of its own, and with the next call on the thread this one has other functions.

#define LENT (1U << 14)

static VkAllocationCallbacks lent[LENT];
static _Atomic uint32_t lent_count;
static _Thread_local VkAllocationCallbacks *latest;

static void note_later(struct keeper *keeper, const void *block) {
    used_later++;
    note((uintptr_t)block, 0, "used later", keeper->object);
}

static void *allocate_later(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    void *block = allocate(user, size, alignment, scope);
    note_later(user, block);
    return block;
}

static void *reallocate_later(void *user, void *old, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    note_later(user, old);
    return reallocate(user, old, size, alignment, scope);
}

static void release_later(void *user, void *block) {
    note_later(user, block);
    release(user, block);
}

static const VkAllocationCallbacks *lend(const struct keeper *keeper) {
    if (latest != NULL) {
        latest->pfnAllocation = allocate_later;
        latest->pfnReallocation = reallocate_later;
        latest->pfnFree = release_later;
    }
    uint32_t number = lent_count++;
    if (number == 0) note((uintptr_t)lent, sizeof lent, "lent", "");
    latest = &lent[number % LENT];
    *latest = keeper->callbacks;
    return latest;
}

void callbacks_use(void) { in_use = 1; }

int callbacks_are_used(void) { return in_use; }

static struct keeper *keeper_of(const char *object) {
    for (size_t i = 0; i < keeper_count; i++)
        if (strcmp(keepers[i].object, object) == 0) return &keepers[i];
    if (keeper_count == MOST_KEEPERS) abort();
    struct keeper *made = &keepers[keeper_count++];
    made->object = object;
    made->taken = 0;
    made->callbacks = (VkAllocationCallbacks){made, allocate, reallocate, release, internal_allocation,
                                              internal_free};
    return made;
}

const VkAllocationCallbacks *callbacks_of(const char *object) {
    if (!in_use) return NULL;
    pthread_mutex_lock(&lock);
    struct keeper *found = keeper_of(object);
    pthread_mutex_unlock(&lock);
    return lend(found);
}

int64_t callbacks_taken(const char *object) {
    pthread_mutex_lock(&lock);
    int64_t taken = keeper_of(object)->taken;
    pthread_mutex_unlock(&lock);
    return taken;
}

void callbacks_refuse(int64_t number) { until_refusal = number; }

struct callbacks_counts callbacks_counts(void) {
    struct callbacks_counts counts = {.internal = internal,
                                      .wrong_frees = wrong_frees,
                                      .wrong_owners = wrong_owners,
                                      .wrong_alignments = wrong_alignments,
                                      .wrong_scopes = wrong_scopes,
                                      .used_later = used_later};
    for (size_t i = 0; i < SCOPES; i++) counts.alive[i] = living[i];
    return counts;
}

void callbacks_count_anew(void) {
    for (size_t i = 0; i < SCOPES; i++) living[i] = 0;
    wrong_frees = wrong_owners = wrong_alignments = wrong_scopes = internal = used_later = 0;
}
