// Which instances are alive. A handle is only compared, never read: it may point anywhere.
// The list grows by pieces that stay for good, so that a look needs no lock.
#include "dispatch.h"

#include <pthread.h>
#include <stdlib.h>

#define PIECE 62

struct piece {
    _Atomic(const void *) places[PIECE];
    _Atomic(struct piece *) next;
    atomic_uint used;  // places from here on have never been taken
};

static struct piece first;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

static _Atomic(const void *) *find(const void *handle) {
    for (struct piece *piece = &first; piece != NULL; piece = atomic_load(&piece->next)) {
        unsigned used = atomic_load_explicit(&piece->used, memory_order_acquire);
        for (unsigned at = 0; at < used; at++) {
            if (atomic_load_explicit(&piece->places[at], memory_order_acquire) == handle)
                return &piece->places[at];
        }
    }
    return NULL;
}

int refloader_is_instance(const void *handle) {
    return handle != NULL && find(handle) != NULL;
}

static bool append(struct piece *piece, const void *handle) {
    unsigned used = atomic_load(&piece->used);
    if (used == PIECE) return false;
    atomic_store(&piece->places[used], handle);
    atomic_store_explicit(&piece->used, used + 1, memory_order_release);
    return true;
}

static void add(const void *handle) {
    _Atomic(const void *) *gap = find(NULL);
    if (gap != NULL) {
        atomic_store_explicit(gap, handle, memory_order_release);
        return;
    }
    struct piece *piece = &first;
    while (!append(piece, handle)) {
        struct piece *next = atomic_load(&piece->next);
        if (next == NULL) {
            next = calloc(1, sizeof *next);
            if (next == NULL) return;  // the instance lives on, unknown to vkGetInstanceProcAddr
            atomic_store(&piece->next, next);
        }
        piece = next;
    }
}

void refloader_add_instance(void *instance) {
    pthread_mutex_lock(&changing);
    if (!refloader_is_instance(instance)) add(instance);
    pthread_mutex_unlock(&changing);
}

void refloader_remove_instance(void *instance) {
    pthread_mutex_lock(&changing);
    _Atomic(const void *) *place = find(instance);
    if (place != NULL) atomic_store_explicit(place, NULL, memory_order_release);
    pthread_mutex_unlock(&changing);
    ((struct instance *)instance)->magic = 0;
}

void instances_before_fork(void) {
    pthread_mutex_lock(&changing);
}

void instances_after_fork(void) {
    pthread_mutex_unlock(&changing);
}
