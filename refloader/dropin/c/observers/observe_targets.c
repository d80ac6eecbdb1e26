// What stands behind each stub of a gap: the function that the lookup below gave for an object of this key, the
// first word of its handle, which is the same along the chain. Calls take no lock but the first; lookups do.
#include "../interpreter/edge.h"
#include "../calls/objects.h"
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

// Whether there was memory for it.
static bool remember(struct gap *gap, uint64_t key, unsigned command, void *function) {
    pthread_mutex_lock(&learning);
    struct known *known = find(gap, key);
    if (known == NULL && function != NULL) known = make(gap, key);
    if (known != NULL) atomic_store_explicit(&known->functions[command], function, memory_order_release);
    pthread_mutex_unlock(&learning);
    return known != NULL || function == NULL;
}

static void *function_of(struct gap *gap, uint64_t key, unsigned command) {
    struct known *known = key != 0 ? find(gap, key) : NULL;
    return known != NULL ? atomic_load_explicit(&known->functions[command], memory_order_acquire) : NULL;
}

// The first word of a device, a queue or a command buffer leads to its instance (objects.h); 0 for anything else.
static uint64_t instance_key(uint64_t key) {
    memory_begin();
    uint64_t magic = memory_word(key + offsetof(struct device_table, magic));
    if (magic != DEVICE_MAGIC) return 0;
    return memory_word(memory_word(key + offsetof(struct device_table, instance)));
}

// What was given for the instance of an object that nobody has asked for. Once found, it is the object's own.
static void *function_of_its_instance(struct gap *gap, uint64_t key, unsigned command) {
    void *found = key != 0 ? function_of(gap, instance_key(key), command) : NULL;
    if (found != NULL) remember(gap, key, command, found);
    return found;
}

// A handle that is none, of which the caller has a stub anyway, leads to what was given last.
void *target_of(struct gap *gap, uint64_t key, unsigned command) {
    void *found = function_of(gap, key, command);
    if (found == NULL) found = function_of_its_instance(gap, key, command);
    if (found == NULL) found = atomic_load_explicit(&gap->of_instance[command], memory_order_acquire);
    if (found == NULL) found = atomic_load_explicit(&gap->of_device[command], memory_order_acquire);
    return found;
}

bool target_learn(struct gap *gap, uint64_t key, unsigned command, enum lookup by, void *function) {
    if (key != 0 && !remember(gap, key, command, function)) return false;
    if (function != NULL)
        atomic_store_explicit(by == LOOKUP_DEVICE ? &gap->of_device[command] : &gap->of_instance[command],
                              function, memory_order_release);
    return true;
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

void targets_before_fork(void) {
    pthread_mutex_lock(&learning);
}

void targets_after_fork(void) {
    pthread_mutex_unlock(&learning);
}
