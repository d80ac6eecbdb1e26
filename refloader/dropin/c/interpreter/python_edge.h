// The private interpreter and who may run in it.
#ifndef REFLOADER_PYTHON_EDGE_H
#define REFLOADER_PYTHON_EDGE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "edge.h"
#include "reserve.h"

// One for each operating-system thread that ever came in, kept until that thread ends.
struct thread {
    const void *owner;  // the copy of this library that made it; first, where every copy looks for it
    PyThreadState *state;
    unsigned depth;     // slow entries on this thread's stack
    int attached;       // this thread holds the interpreter
    int forked_attached;  // what attached was before the fork now going on
    int cancellation;     // whether the thread could be cancelled outside
    int key_is_there;     // libc has the memory in which the interpreter keeps its key for this thread
    uint64_t floats;      // the program's mode for floating-point numbers while this thread holds the interpreter
    int stack_is_known;
    char *stack;  // the lowest place of its stack that is known to be there
};

// ---- threads.c ----
struct visit {
    struct thread *thread;
    size_t pledged;  // of the reserve
    int was_attached;
    int in_turn;
    PyObject *pending;  // the exception that was on its way when a callback came back in
};

enum way_in { WAY_OPEN, WAY_NO_MEMORY, WAY_BROKEN };

// A command that cannot fail (`must`) goes in with what is there. One that takes turns waits until no other thread
// is in one of those.
enum way_in edge_enter(struct visit *visit, int must, int takes_turns);
void edge_leave(struct visit *visit);
void edge_release(void);  // around every call out of the interpreter
void edge_attach(void);
struct thread *threads_peek(void);  // NULL: never came in
struct thread *threads_self(void);  // NULL: no memory
int threads_attach(struct thread *self);
void threads_detach(struct thread *self);
void gate_close(struct thread *self);  // prepare of a fork: wait, within bounds, until nobody else is inside
void gate_open(struct thread *self);
void gate_renew(struct thread *self);  // in the child

// ---- fork.c ----
int fork_watch(void);  // at load and before each entry; the first that succeeds counts. -1: there is no memory

// ---- interpreter.c ----
enum way_in interpreter_ready(void);  // start it if need be
int interpreter_key_is_there(void);   // take the memory that libc needs in this thread for the interpreter; or 0
int interpreter_running(void);
void interpreter_after_fork(void);  // in the child
PyObject *interpreter_entry(const char *name);  // a new reference, or NULL with an exception

// ---- stack.c ----
int stack_is_there(struct thread *self);  // whether the stack can grow by what Python needs
int stack_is_small(void);                 // 1: for the start; -1: there is no memory to find out

// ---- report.c ----
PyObject *exception_take(void);  // the one on its way, with its traceback, or NULL
void exception_put(PyObject *value);
void report_exception(const char *where, int always);  // and clear it
void report_once(const char *what, const char *why);

// ---- clean.c, edge_module.c, edge_observe.c, edge_seen.c, edge_values.c, json.c, memory.c ----
#define FAST(function) (PyCFunction)(void (*)(void))(function), METH_FASTCALL

PyMODINIT_FUNC PyInit__edge(void);
extern PyMethodDef edge_value_methods[];
extern PyMethodDef edge_clean_methods[];
extern PyMethodDef edge_json_methods[];
extern PyMethodDef edge_seen_methods[];
extern PyMethodDef edge_observe_methods[];
int memory_add_type(PyObject *module);
int edge_number(PyObject *value, uint64_t *number);
PyObject *edge_text(const char *text);
PyObject *edge_bytes(PyObject *text);

#endif
