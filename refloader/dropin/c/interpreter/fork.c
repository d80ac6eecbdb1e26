// A fork leaves the child one thread and a copy of everything the others were in the middle of. So it waits
// until they are out of the library, and takes the interpreter along.
#include <pthread.h>
#include <stdatomic.h>

#include "python_edge.h"

static void stop(void) {
    struct thread *self = threads_peek();
    int attached = self != NULL && self->attached;
    if (attached) threads_detach(self);
    gate_close(self);
    if (!interpreter_running()) return;
    self = threads_self();
    if (self == NULL || threads_attach(self) != 0) return;
    self->forked_attached = attached;
    PyOS_BeforeFork();
}

// The reserve comes last: what is done before may still take from it.
static void before_fork(void) {
    stop();
    instances_before_fork();
    reserved_before_fork();
    targets_before_fork();
    reserve_before_fork();
}

static void unlock(void) {
    reserve_after_fork();
    targets_after_fork();
    reserved_after_fork();
    instances_after_fork();
}

static void settle(struct thread *self) {
    if (!self->forked_attached) threads_detach(self);
}

static void after_fork_in_parent(void) {
    unlock();
    struct thread *self = threads_peek();
    if (self != NULL && self->attached) {
        PyOS_AfterFork_Parent();
        settle(self);
    }
    gate_open(self);
}

static void after_fork_in_child(void) {
    unlock();
    struct thread *self = threads_peek();
    gate_renew(self);
    interpreter_after_fork();
    if (self != NULL && self->attached) {
        PyOS_AfterFork_Child();
        settle(self);
    }
}

int fork_watch(void) {
    static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;
    static atomic_int watched;
    if (atomic_load_explicit(&watched, memory_order_acquire)) return 0;
    pthread_mutex_lock(&registering);
    int failed = !watched && pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) != 0;
    if (!failed) atomic_store_explicit(&watched, 1, memory_order_release);
    pthread_mutex_unlock(&registering);
    return failed ? -1 : 0;
}

// Once threads are inside, a fork before the handlers stand would leave the child whatever locks they hold. A
// constructor cannot fail, so the first entry asks again.
__attribute__((constructor)) static void watch_from_the_start(void) { (void)fork_watch(); }
