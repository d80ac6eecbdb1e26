// Who is inside: one PyThreadState for each thread of the process, a gate that a fork can close, and turns.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "../violates.h"
#include "floats.h"
#include "python_edge.h"

#define FORK_PATIENCE_SECONDS 5

// The key only tells that a thread ends. Another copy of the library, in a linker namespace of its own, may have
// the same key in the same thread: what lies there is somebody else's unless it names this copy as its owner.
static pthread_key_t key;
static int key_made;
static _Thread_local struct thread *current;

// ---- the gate: how many threads are inside slow entries, and whether a fork wants them out ----
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved;
static unsigned inside;
static unsigned forking;

static void make_condition(void) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&moved, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

// ---- turns: what makes, ends or lists instances and devices is done by one thread at a time, as in the field.
// Whose turn it is may come back in, from a layer or a driver. Who waits for a turn outside is no matter to a fork.
static const struct thread *turn;  // NULL: no thread's
static unsigned turns;             // of that thread, one in another

static int has_to_wait(const struct thread *self, int for_turn) {
    return (self->depth == 0 && forking > 0) || (for_turn && turn != NULL && turn != self);
}

// Cancelled inside, a thread would leave what it holds locked for all others: it is cancelled when it is out again.
static void go_in(struct thread *self, int for_turn) {
    if (self->depth == 0) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &self->cancellation);
    pthread_mutex_lock(&gate);
    while (has_to_wait(self, for_turn)) pthread_cond_wait(&moved, &gate);
    if (self->depth++ == 0) inside++;
    if (for_turn) {
        turn = self;
        turns++;
    }
    pthread_mutex_unlock(&gate);
}

static void go_out(struct thread *self, int from_turn) {
    pthread_mutex_lock(&gate);
    int over = from_turn && --turns == 0;
    if (over) turn = NULL;
    int is_out = --self->depth == 0;
    if (is_out) inside--;
    if (over || forking > 0) pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&gate);
    if (is_out) pthread_setcancelstate(self->cancellation, NULL);
}

// A thread that ends in the middle of a call, in a driver, does not come back out.
static void go_for_good(struct thread *self) {
    pthread_mutex_lock(&gate);
    if (turn == self) turn = NULL, turns = 0;
    if (self->depth > 0) inside--;
    self->depth = 0;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&gate);
}

static int wait_until(const struct timespec *deadline) {
    return pthread_cond_timedwait(&moved, &gate, deadline) != ETIMEDOUT;
}

// A thread that forks from inside does not count; two that fork take turns. The wait is bounded because the
// thread waited for may need something that the forking one holds.
void gate_close(struct thread *self) {
    struct timespec deadline;
    int cancellation;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancellation);
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += FORK_PATIENCE_SECONDS;
    pthread_mutex_lock(&gate);
    if (self != NULL && self->depth > 0) inside--;
    if (forking > 0) pthread_cond_broadcast(&moved);
    while (forking > 0 && wait_until(&deadline)) continue;
    forking++;
    while (inside > 0 && wait_until(&deadline)) continue;
    pthread_mutex_unlock(&gate);
    pthread_setcancelstate(cancellation, NULL);
}

void gate_open(struct thread *self) {
    pthread_mutex_lock(&gate);
    forking--;
    if (self != NULL && self->depth > 0) inside++;
    pthread_cond_broadcast(&moved);
    pthread_mutex_unlock(&gate);
}

void gate_renew(struct thread *self) {
    pthread_mutex_init(&gate, NULL);
    make_condition();
    forking = 0;
    inside = self != NULL && self->depth > 0;
    if (turn != self) turn = NULL, turns = 0;
}

// ---- threads ----
void threads_detach(struct thread *self) {
    self->attached = 0;
    PyEval_SaveThread();
    floats_set(self->floats);
}

int threads_attach(struct thread *self) {
    if (!self->key_is_there) self->key_is_there = interpreter_key_is_there();
    if (!self->key_is_there) return -1;
    if (self->state == NULL) self->state = PyThreadState_New(PyInterpreterState_Main());
    if (self->state == NULL) return -1;
    self->floats = floats_begin();
    PyEval_RestoreThread(self->state);
    self->attached = 1;
    return 0;
}

static void forget_thread(void *value) {
    struct thread *self = value;
    if (self->owner != &key) return;
    go_for_good(self);
    if (self->state != NULL) {
        go_in(self, 0);
        uint64_t floats = floats_begin();
        PyEval_RestoreThread(self->state);
        PyThreadState_Clear(self->state);
        PyThreadState_DeleteCurrent();
        floats_set(floats);
        go_out(self, 0);
    }
    current = NULL;
    free(self);
}

// Not in a constructor: where dlopen fails in its middle for want of memory, glibc leaves the library open and never
// runs its constructors.
static void prepare_threads(void) {
    make_condition();
    key_made = pthread_key_create(&key, forget_thread) == 0;
}

struct thread *threads_peek(void) {
    return current;
}

struct thread *threads_self(void) {
    static pthread_once_t prepared = PTHREAD_ONCE_INIT;
    if (current != NULL) return current;
    pthread_once(&prepared, prepare_threads);
    if (!key_made) return NULL;
    struct thread *self = calloc(1, sizeof *self);
    if (self == NULL || pthread_setspecific(key, self) != 0) {
        free(self);
        return NULL;
    }
    self->owner = &key;
    return current = self;
}

// ---- in and out ----
static enum way_in start_and_attach(struct thread *self) {
    enum way_in way = interpreter_ready();
    if (way != WAY_OPEN || self->attached) return way;
    return threads_attach(self) == 0 ? WAY_OPEN : WAY_NO_MEMORY;
}

// What is needed is set aside before the first step: behind it nothing has to fail.
static int pledge(struct visit *visit, int must) {
    visit->pledged = RESERVE_FOR_ENTRY;
    if (reserve_pledge(visit->pledged) == 0) return 0;
    visit->pledged = 0;
    return must && interpreter_running() ? 0 : -1;
}

// Most calls that come from inside a layer or a driver meet neither a fork nor another thread in its turn. No thread waits for
// a turn with the interpreter in hand: the one whose turn it is needs it.
static void pass_gate(struct visit *visit, struct thread *self) {
    if (self->depth > 0 && !visit->in_turn) {
        self->depth++;
        return;
    }
    if (self->attached) threads_detach(self);
    go_in(self, visit->in_turn);
    if (visit->was_attached) threads_attach(self);
}

static void pass_back(const struct visit *visit, struct thread *self) {
    if (self->depth > 1 && !visit->in_turn) self->depth--;
    else go_out(self, visit->in_turn);
}

static enum way_in go_through(struct visit *visit) {
    struct thread *self = visit->thread = threads_self();
    if (fork_watch() != 0 || self == NULL || !stack_is_there(self)) return WAY_NO_MEMORY;
    visit->was_attached = self->attached;
    pass_gate(visit, self);
    enum way_in way = start_and_attach(self);
    if (way != WAY_OPEN) pass_back(visit, self);
    return way;
}

// A violator lets all in at once: what it does wrong may take two.
enum way_in edge_enter(struct visit *visit, int must, int takes_turns) {
    visit->in_turn = takes_turns && !VIOLATES_ANYTHING;
    if (pledge(visit, must) != 0) return WAY_NO_MEMORY;
    enum way_in way = go_through(visit);
    if (way == WAY_OPEN) visit->pending = exception_take();
    else reserve_release(visit->pledged);
    return way;
}

void edge_leave(struct visit *visit) {
    struct thread *self = visit->thread;
    exception_put(visit->pending);
    if (!visit->was_attached) threads_detach(self);
    pass_back(visit, self);
    reserve_release(visit->pledged);
}

// Without memory for a turn the call goes on without one.
struct thread *turn_begin(void) {
    struct thread *self = VIOLATES_ANYTHING || fork_watch() != 0 ? NULL : threads_self();
    if (self == NULL) return NULL;
    pass_gate(&(struct visit){.was_attached = self->attached, .in_turn = 1}, self);
    return self;
}

void turn_end(struct thread *self) {
    if (self != NULL) go_out(self, 1);
}

void edge_release(void) {
    threads_detach(threads_peek());
}

void edge_attach(void) {
    threads_attach(threads_peek());
}
