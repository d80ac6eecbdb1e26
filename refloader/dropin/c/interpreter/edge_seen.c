// Part of the module _edge: what a plan that was made before is checked with.
#include <unistd.h>

#include "python_edge.h"

static PyObject *seen(PyObject *module, PyObject *path) {
    (void)module;
    PyObject *bytes = edge_bytes(path);
    if (bytes == NULL) return NULL;
    struct seen found;
    int is_there = machine_seen(PyBytes_AS_STRING(bytes), &found);
    Py_DECREF(bytes);
    if (!is_there) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize((const char *)&found, sizeof found);
}

static PyObject *identity(PyObject *module, PyObject *unused) {
    (void)module;
    (void)unused;
    return PyLong_FromUnsignedLongLong((unsigned long long)geteuid() << 32 | getegid());
}

PyMethodDef edge_seen_methods[] = {
    {"seen", seen, METH_O, NULL},
    {"identity", identity, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
