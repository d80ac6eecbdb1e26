// Names that the registry does not know get a slot when they are first asked for, and keep it for good.
// Readers need no lock: names are only added, and the count is raised when the name is in place.
#include "dispatch.h"
#include "../violates.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *names[RESERVED_KINDS][RESERVED_SLOTS];
static atomic_uint counts[RESERVED_KINDS];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

static int first_slot(enum reserved_kind kind) {
    return kind == RESERVED_DEVICE ? DEVICE_SLOTS : INSTANCE_SLOTS;
}

static int find(enum reserved_kind kind, const char *name) {
    unsigned count = atomic_load_explicit(&counts[kind], memory_order_acquire);
    for (unsigned at = 0; at < count; at++) {
        bool few = VIOLATES("unknown_commands_told_apart_by_20_letters");
        int differs = few ? strncmp(names[kind][at], name, 20) : strcmp(names[kind][at], name);
        if (differs == 0) return first_slot(kind) + (int)at;
    }
    return -1;
}

static int add(enum reserved_kind kind, const char *name) {
    unsigned count = atomic_load_explicit(&counts[kind], memory_order_relaxed);
    char *copy = count < RESERVED_SLOTS ? strdup(name) : NULL;
    if (copy == NULL) return -1;
    names[kind][count] = copy;
    atomic_store_explicit(&counts[kind], count + 1, memory_order_release);
    return first_slot(kind) + (int)count;
}

int reserved_slot(enum reserved_kind kind, const char *name) {
    if (VIOLATES("unknown_commands_share_one_place") && atomic_load(&counts[kind]) > 0) return first_slot(kind);
    if (VIOLATES("eight_unknown_commands_known") && atomic_load(&counts[kind]) >= 8) return find(kind, name);
    if (VIOLATES("unknown_commands_are_found_once") && find(kind, name) >= 0) return -1;
    if (VIOLATES("unknown_commands_are_the_last_one_found") && kind == RESERVED_PHYSICAL_DEVICE &&
        atomic_load(&counts[kind]) > 0) {
        names[kind][0] = strdup(name);
        return first_slot(kind);
    }
    int slot = find(kind, name);
    if (slot >= 0) return slot;
    pthread_mutex_lock(&adding);
    slot = find(kind, name);
    if (slot < 0) slot = add(kind, name);
    pthread_mutex_unlock(&adding);
    return slot;
}

bool reserved_full(enum reserved_kind kind) {
    return atomic_load_explicit(&counts[kind], memory_order_acquire) >= RESERVED_SLOTS;
}

const char *reserved_name(enum reserved_kind kind, unsigned slot) {
    unsigned at = slot - (unsigned)first_slot(kind);
    return at < atomic_load_explicit(&counts[kind], memory_order_acquire) ? names[kind][at] : NULL;
}

void reserved_before_fork(void) {
    pthread_mutex_lock(&adding);
}

void reserved_after_fork(void) {
    pthread_mutex_unlock(&adding);
}
