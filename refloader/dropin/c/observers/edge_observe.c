// The built-in module _edge: the observers of a chain, for refloader/dropin/python/loading/observing.py.
#include "observe.h"
#include "../interpreter/python_edge.h"

static PyObject *observe_on(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyBool_FromLong(observe_open());
}

static PyObject *between(PyObject *module, PyObject *arguments) {
    PyObject *names[2];
    unsigned long long given[LOOKUPS];
    void *lookups[LOOKUPS];
    (void)module;
    if (!PyArg_ParseTuple(arguments, "UUKKK:observe_between", &names[0], &names[1], &given[0], &given[1],
                          &given[2]))
        return NULL;
    PyObject *above = edge_bytes(names[0]), *below = above != NULL ? edge_bytes(names[1]) : NULL;
    for (unsigned at = 0; at < LOOKUPS; at++) lookups[at] = (void *)(uintptr_t)given[at];
    if (below != NULL) observe_between(PyBytes_AS_STRING(above), PyBytes_AS_STRING(below), lookups);
    for (unsigned at = 0; at < LOOKUPS; at++) given[at] = (uintptr_t)lookups[at];
    PyObject *found = below != NULL ? Py_BuildValue("(KKK)", given[0], given[1], given[2]) : NULL;
    Py_XDECREF(above);
    Py_XDECREF(below);
    return found;
}

static PyObject *note(PyObject *module, PyObject *arguments) {
    const char *about;
    PyObject *text;
    unsigned long long value;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sUK:observe_note", &about, &text, &value)) return NULL;
    PyObject *bytes = edge_bytes(text);
    if (bytes == NULL) return NULL;
    observe_note(about, PyBytes_AS_STRING(bytes), value);
    Py_DECREF(bytes);
    Py_RETURN_NONE;
}

PyMethodDef edge_observe_methods[] = {
    {"observe_on", observe_on, METH_NOARGS, NULL},
    {"observe_between", between, METH_VARARGS, NULL},
    {"observe_note", note, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
