// A fork leaves the child one thread and a copy of everything the others were in the middle of. So it waits
// until they are out of the library, and takes the interpreter along.
#include <pthread.h>

#include "python_edge.h"

static void before_fork(void) {
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

static void settle(struct thread *self) {
    if (!self->forked_attached) threads_detach(self);
}

static void after_fork_in_parent(void) {
    struct thread *self = threads_peek();
    if (self != NULL && self->attached) {
        PyOS_AfterFork_Parent();
        settle(self);
    }
    gate_open(self);
}

static void after_fork_in_child(void) {
    struct thread *self = threads_peek();
    gate_renew(self);
    interpreter_after_fork();
    if (self != NULL && self->attached) {
        PyOS_AfterFork_Child();
        settle(self);
    }
}

static void watch(void) {
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

// Not in a constructor: handlers of locks that threads inside may need are registered there, and the last one
// registered is the first to prepare.
void fork_watch(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}
