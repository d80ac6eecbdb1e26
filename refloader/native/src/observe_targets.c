// What stands behind each stub of a gap: the function that the lookup below gave for an object of this key, the
// first word of its handle, which is the same along the chain. Calls take no lock; lookups do.
#include "observe.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

// The functions of one key. It stays in its list for good; one whose key is 0 can be had for another key.
struct known {
    _Atomic uint64_t key;
    struct known *next;
    _Atomic(void *) functions[OBSERVED_COMMANDS];
};

static pthread_mutex_t learning = PTHREAD_MUTEX_INITIALIZER;

static _Atomic(struct known *) *bucket_of(struct gap *gap, uint64_t key) {
    return &gap->known[(key >> 4 ^ key >> 12) % KNOWN_BUCKETS];
}

static struct known *find(struct gap *gap, uint64_t key) {
    struct known *known = atomic_load_explicit(bucket_of(gap, key), memory_order_acquire);
    while (known != NULL && atomic_load_explicit(&known->key, memory_order_acquire) != key) known = known->next;
    return known;
}

static void clear(struct known *known) {
    for (unsigned at = 0; at < OBSERVED_COMMANDS; at++)
        atomic_store_explicit(&known->functions[at], NULL, memory_order_relaxed);
}

// Not with malloc, which is the application's and may be watched. NULL: there is no memory.
static struct known *make(struct gap *gap, uint64_t key) {
    _Atomic(struct known *) *bucket = bucket_of(gap, key);
    struct known *known;
    for (known = atomic_load(bucket); known != NULL && atomic_load(&known->key) != 0;) known = known->next;
    if (known == NULL) {
        void *memory =
            mmap(NULL, sizeof *known, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return NULL;
        known = memory;
        known->next = atomic_load(bucket);
        atomic_store_explicit(bucket, known, memory_order_release);
    }
    clear(known);
    atomic_store_explicit(&known->key, key, memory_order_release);
    atomic_fetch_add(&gap->keys, 1);
    return known;
}

// An object that nobody has asked for gets what was given for an instance, else for any device: the caller has
// the stub from one of these lookups. A handle that is none leads there as well.
void *target_of(struct gap *gap, uint64_t key, unsigned command) {
    struct known *known = key != 0 ? find(gap, key) : NULL;
    void *found = known != NULL ? atomic_load_explicit(&known->functions[command], memory_order_acquire) : NULL;
    if (found == NULL) found = atomic_load_explicit(&gap->of_instance[command], memory_order_acquire);
    if (found == NULL) found = atomic_load_explicit(&gap->of_device[command], memory_order_acquire);
    return found;
}

bool target_learn(struct gap *gap, uint64_t key, unsigned command, enum lookup by, void *function) {
    pthread_mutex_lock(&learning);
    struct known *known = key != 0 ? find(gap, key) : NULL;
    if (known == NULL && key != 0 && function != NULL) known = make(gap, key);
    if (known != NULL) atomic_store_explicit(&known->functions[command], function, memory_order_release);
    if (function != NULL)
        atomic_store_explicit(by == LOOKUP_DEVICE ? &gap->of_device[command] : &gap->of_instance[command],
                              function, memory_order_release);
    pthread_mutex_unlock(&learning);
    return known != NULL || key == 0;
}

void targets_forget(struct gap *gap, uint64_t key) {
    pthread_mutex_lock(&learning);
    struct known *known = key != 0 ? find(gap, key) : NULL;
    if (known != NULL) {
        atomic_store_explicit(&known->key, 0, memory_order_release);
        atomic_fetch_sub(&gap->keys, 1);
    }
    pthread_mutex_unlock(&learning);
}

void targets_clear(struct gap *gap) {
    for (unsigned at = 0; at < OBSERVED_COMMANDS; at++) {
        atomic_store(&gap->of_instance[at], NULL);
        atomic_store(&gap->of_device[at], NULL);
    }
}

static void before_fork(void) {
    pthread_mutex_lock(&learning);
}

static void after_fork(void) {
    pthread_mutex_unlock(&learning);
}

__attribute__((constructor)) static void prepare_for_forks(void) {
    pthread_atfork(before_fork, after_fork, after_fork);
}
