// _edge.Memory: memory of the loader's own objects, from the application's VkAllocationCallbacks or malloc.
#include <stdlib.h>
#include <string.h>

#include "python_edge.h"
#include "structmember.h"

#define ALIGNMENT 16

// VkAllocationCallbacks.
struct callbacks {
    void *user;
    void *(*allocate)(void *user, size_t size, size_t alignment, int scope);
    void *(*reallocate)(void *user, void *original, size_t size, size_t alignment, int scope);
    void (*release)(void *user, void *memory);
    void *internal_allocation;
    void *internal_free;
};

struct memory {
    PyObject_HEAD
    unsigned long long address;
    struct callbacks callbacks;  // allocate NULL: malloc
};

// The interpreter is released around the application's functions: they may take locks of their own.
static void *allocate(const struct callbacks *callbacks, size_t size, int scope) {
    if (callbacks->allocate == NULL) return calloc(1, size);
    edge_release();
    void *memory = callbacks->allocate(callbacks->user, size, ALIGNMENT, scope);
    if (memory != NULL) memset(memory, 0, size);
    edge_attach();
    return memory;
}

static void release(const struct callbacks *callbacks, void *memory) {
    if (callbacks->allocate == NULL) {
        free(memory);
        return;
    }
    edge_release();
    callbacks->release(callbacks->user, memory);
    edge_attach();
}

static PyObject *memory_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    Py_ssize_t size;
    unsigned long long allocator = 0;
    int scope = 0;
    if (keywords != NULL && PyDict_GET_SIZE(keywords) > 0)
        return PyErr_Format(PyExc_TypeError, "Memory takes no keywords");
    if (!PyArg_ParseTuple(arguments, "n|Ki:Memory", &size, &allocator, &scope)) return NULL;
    struct memory *self = (struct memory *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;
    if (allocator != 0) memcpy(&self->callbacks, (void *)(uintptr_t)allocator, sizeof self->callbacks);
    self->address = (uintptr_t)allocate(&self->callbacks, size > 0 ? (size_t)size : 1, scope);
    if (self->address != 0) return (PyObject *)self;
    Py_DECREF(self);
    return PyErr_NoMemory();
}

// Cleared before the callback runs: it may come back into the library.
static void let_go(struct memory *self, const struct callbacks *callbacks) {
    void *memory = (void *)(uintptr_t)self->address;
    self->address = 0;
    if (memory != NULL) release(callbacks, memory);
}

static PyObject *memory_free(PyObject *object, PyObject *arguments) {
    struct memory *self = (struct memory *)object;
    unsigned long long allocator = 0;
    struct callbacks callbacks = self->callbacks;
    if (!PyArg_ParseTuple(arguments, "|K:free", &allocator)) return NULL;
    if (allocator != 0) memcpy(&callbacks, (void *)(uintptr_t)allocator, sizeof callbacks);
    let_go(self, &callbacks);
    Py_RETURN_NONE;
}

static void memory_dealloc(PyObject *object) {
    struct memory *self = (struct memory *)object;
    PyTypeObject *type = Py_TYPE(object);
    struct callbacks callbacks = self->callbacks;
    let_go(self, &callbacks);
    type->tp_free(object);
    Py_DECREF(type);
}

static PyMemberDef members[] = {
    {"address", T_ULONGLONG, offsetof(struct memory, address), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef methods[] = {
    {"free", memory_free, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, memory_new},
    {Py_tp_dealloc, memory_dealloc},
    {Py_tp_members, members},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "refloader.dropin.python._edge.Memory",
    .basicsize = sizeof(struct memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = slots,
};

int memory_add_type(PyObject *module) {
    PyObject *type = PyType_FromSpec(&spec);
    int failed = type == NULL || PyModule_AddObjectRef(module, "Memory", type) != 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}
