// The built-in module _edge: calls, libraries, the machine, entry points and dispatch tables.
// What each function promises is in refloader/dropin/python/_edge.pyi.
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "python_edge.h"
#include "../image/image.h"
#include "../violates.h"

#define MOST_ARGUMENTS 9

typedef uint64_t native(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

static void *pointer(PyObject *value) {
    uint64_t number;
    return edge_number(value, &number) == 0 ? (void *)(uintptr_t)number : NULL;
}

static PyObject *address(const void *pointer) {
    return PyLong_FromUnsignedLongLong((uintptr_t)pointer);
}

// ---- calls ----
// Arguments that the function does not have are harmless: the caller takes them off the stack again.
static int call_native(PyObject *const *arguments, Py_ssize_t count, uint64_t *value) {
    uint64_t n[MOST_ARGUMENTS + 1] = {0};
    if (count < 1 || count > MOST_ARGUMENTS + 1) {
        PyErr_Format(PyExc_TypeError, "a function and up to 9 arguments wanted, %zd given", count);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++)
        if (edge_number(arguments[i], &n[i]) != 0) return -1;
    native *function = (native *)(uintptr_t)n[0];
    edge_release();
    *value = function(n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]);
    edge_attach();
    return 0;
}

static PyObject *call(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t value;
    (void)module;
    return call_native(arguments, count, &value) == 0 ? PyLong_FromUnsignedLongLong(value) : NULL;
}

static PyObject *result(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t value;
    (void)module;
    return call_native(arguments, count, &value) == 0 ? PyLong_FromLong((int32_t)value) : NULL;
}

static PyObject *process(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyLong_FromLong(getpid());
}

static PyObject *thread(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyLong_FromUnsignedLong(pthread_self());
}

// ---- strings for libc ----
static PyObject *encoded(PyObject *text) {
    if (!PyUnicode_Check(text)) return PyErr_Format(PyExc_TypeError, "a str is wanted");
    return edge_bytes(text);
}

// ---- libraries ----
static PyObject *open_library(PyObject *module, PyObject *path) {
    char *error;
    (void)module;
    PyObject *bytes = encoded(path);
    if (bytes == NULL) return NULL;
    edge_release();
    void *library = machine_open_library(PyBytes_AS_STRING(bytes), &error);
    edge_attach();
    Py_DECREF(bytes);
    if (library == NULL && error == NULL) return PyErr_NoMemory();
    PyObject *reason = edge_text(error != NULL ? error : "");
    free(error);
    return Py_BuildValue("(KN)", (unsigned long long)(uintptr_t)library, reason);
}

static PyObject *symbol(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "2 arguments wanted, %zd given", count);
    void *library = pointer(arguments[0]);
    PyObject *name = PyErr_Occurred() == NULL ? encoded(arguments[1]) : NULL;
    if (name == NULL) return NULL;
    edge_release();  // an IFUNC's resolver runs in here
    void *found = machine_symbol(library, PyBytes_AS_STRING(name));
    edge_attach();
    Py_DECREF(name);
    return address(found);
}

static PyObject *close_library(PyObject *module, PyObject *handle) {
    void *library = pointer(handle);
    (void)module;
    if (PyErr_Occurred() != NULL) return NULL;
    edge_release();
    machine_close_library(library);
    edge_attach();
    Py_RETURN_NONE;
}

// ---- the machine ----
static PyObject *get_variable(PyObject *module, PyObject *name) {
    (void)module;
    PyObject *bytes = encoded(name);
    if (bytes == NULL) return NULL;
    PyObject *value = edge_text(machine_getenv(PyBytes_AS_STRING(bytes)));
    Py_DECREF(bytes);
    return value;
}

static PyObject *elevated(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyBool_FromLong(machine_elevated());
}

static PyObject *executable(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    char *path = malloc(PATH_MAX);
    if (path == NULL) return PyErr_NoMemory();
    PyObject *text = edge_text(machine_executable(path, PATH_MAX) == 0 ? path : "");
    free(path);
    return text;
}

// The names, one after the other with their NULs; gathered while the interpreter is released.
struct names {
    char *bytes;
    size_t size, room, count;
};

static int gather(void *context, const char *name) {
    struct names *names = context;
    size_t length = strlen(name) + 1;
    if (names->size + length > names->room) {
        size_t room = 2 * names->room + length + 512;
        char *bytes = realloc(names->bytes, room);
        if (bytes == NULL) return ENOMEM;
        names->bytes = bytes;
        names->room = room;
    }
    memcpy(names->bytes + names->size, name, length);
    names->size += length;
    names->count++;
    return 0;
}

static PyObject *tuple_of_names(const struct names *names) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)names->count);
    const char *at = names->bytes;
    for (size_t i = 0; tuple != NULL && i < names->count; i++, at += strlen(at) + 1) {
        PyObject *name = edge_text(at);
        if (name != NULL) PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, name);
        else Py_CLEAR(tuple);
    }
    return tuple;
}

// Without memory nothing is known about the folder or file: no answer that anything may be decided by.
static PyObject *trouble(int error) {
    return error == ENOMEM ? PyErr_NoMemory() : PyLong_FromLong(error);
}

static PyObject *list_folder(PyObject *module, PyObject *path) {
    struct names names = {NULL, 0, 0, 0};
    (void)module;
    PyObject *bytes = encoded(path);
    if (bytes == NULL) return NULL;
    edge_release();
    int error = machine_list_folder(PyBytes_AS_STRING(bytes), gather, &names);
    edge_attach();
    Py_DECREF(bytes);
    PyObject *value = error != 0 ? trouble(error) : tuple_of_names(&names);
    free(names.bytes);
    return value;
}

// The content, or an error's number.
static PyObject *content_of(PyObject *const *arguments, Py_ssize_t count, struct seen *seen) {
    char *content = NULL;
    size_t size = 0;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "2 arguments wanted, %zd given", count);
    Py_ssize_t limit = PyLong_AsSsize_t(arguments[1]);
    PyObject *bytes = limit != -1 || PyErr_Occurred() == NULL ? encoded(arguments[0]) : NULL;
    if (bytes == NULL) return NULL;
    edge_release();
    int error = machine_read_file(PyBytes_AS_STRING(bytes), limit > 0 ? (size_t)limit : 0, &content, &size, seen);
    edge_attach();
    Py_DECREF(bytes);
    if (error != 0) return trouble(error);
    PyObject *value = PyBytes_FromStringAndSize(content, (Py_ssize_t)size);
    free(content);
    return value;
}

static PyObject *read_file(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    return content_of(arguments, count, NULL);
}

static PyObject *read_and_seen(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    struct seen seen = {0};
    (void)module;
    PyObject *content = content_of(arguments, count, &seen);
    PyObject *state = seen.mode == 0 ? Py_NewRef(Py_None)
                                     : PyBytes_FromStringAndSize((const char *)&seen, (Py_ssize_t)sizeof seen);
    PyObject *both = content != NULL && state != NULL ? PyTuple_Pack(2, content, state) : NULL;
    Py_XDECREF(content);
    Py_XDECREF(state);
    return both;
}

static PyObject *append_file(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "2 arguments wanted, %zd given", count);
    PyObject *path = encoded(arguments[0]);
    PyObject *text = path != NULL ? encoded(arguments[1]) : NULL;
    int error = -1;
    if (text != NULL) {
        edge_release();
        error = machine_append_file(PyBytes_AS_STRING(path), PyBytes_AS_STRING(text));
        edge_attach();
    }
    Py_XDECREF(path);
    Py_XDECREF(text);
    return PyErr_Occurred() == NULL ? PyBool_FromLong(error == 0) : NULL;
}

static PyObject *write_stderr(PyObject *module, PyObject *text) {
    (void)module;
    PyObject *bytes = encoded(text);
    if (bytes == NULL) return NULL;
    edge_release();
    machine_stderr(PyBytes_AS_STRING(bytes));
    edge_attach();
    Py_DECREF(bytes);
    Py_RETURN_NONE;
}

static PyObject *wrong_handle(PyObject *module, PyObject *args) {
    (void)module;
    const char *command, *type, *parameter, *whose;
    if (!PyArg_ParseTuple(args, "ssss", &command, &type, &parameter, &whose)) return NULL;
    edge_release();
    refloader_end(command, type, parameter, whose);
}

// ---- entry points and dispatch tables ----
static PyObject *entry(PyObject *module, PyObject *name) {
    (void)module;
    const char *symbol = PyUnicode_AsUTF8(name);
    if (symbol == NULL) return NULL;
    void *function = edge_slow_function(symbol);
    if (function == NULL) function = refloader_own_function(symbol);
    if (function != NULL) return address(function);
    PyErr_SetObject(PyExc_KeyError, name);
    return NULL;
}

// Layers and drivers are asked in here, so the interpreter is released.
static PyObject *with_released(void (*function)(void *), PyObject *argument) {
    void *target = pointer(argument);
    if (PyErr_Occurred() != NULL) return NULL;
    edge_release();
    function(target);
    edge_attach();
    Py_RETURN_NONE;
}

#define RELEASED(name) \
    static PyObject *name(PyObject *module, PyObject *argument) { \
        (void)module; \
        return with_released(refloader_##name, argument); \
    }
RELEASED(fill_instance_table)
RELEASED(fill_driver_table)
RELEASED(fill_device_table)
RELEASED(add_instance)
RELEASED(remove_instance)
RELEASED(add_device)
RELEASED(remove_device)

#ifdef REFLOADER_VIOLATORS
static PyObject *violator(PyObject *module, PyObject *unused) {
    (void)module;
    (void)unused;
    return PyUnicode_FromString(refloader_violator());
}
#endif

static PyMethodDef methods[] = {
#ifdef REFLOADER_VIOLATORS
    {"violator", violator, METH_NOARGS, NULL},
#endif
    {"call", FAST(call), NULL},
    {"result", FAST(result), NULL},
    {"process", process, METH_NOARGS, NULL},
    {"thread", thread, METH_NOARGS, NULL},
    {"open_library", open_library, METH_O, NULL},
    {"symbol", FAST(symbol), NULL},
    {"close_library", close_library, METH_O, NULL},
    {"getenv", get_variable, METH_O, NULL},
    {"elevated", elevated, METH_NOARGS, NULL},
    {"executable", executable, METH_NOARGS, NULL},
    {"list_folder", list_folder, METH_O, NULL},
    {"read_file", FAST(read_file), NULL},
    {"read_and_seen", FAST(read_and_seen), NULL},
    {"append_file", FAST(append_file), NULL},
    {"stderr", write_stderr, METH_O, NULL},
    {"wrong_handle", wrong_handle, METH_VARARGS, NULL},
    {"entry", entry, METH_O, NULL},
    {"fill_instance_table", fill_instance_table, METH_O, NULL},
    {"fill_driver_table", fill_driver_table, METH_O, NULL},
    {"fill_device_table", fill_device_table, METH_O, NULL},
    {"add_instance", add_instance, METH_O, NULL},
    {"remove_instance", remove_instance, METH_O, NULL},
    {"add_device", add_device, METH_O, NULL},
    {"remove_device", remove_device, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

IMAGE_VARIABLE static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_edge",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit__edge(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) return NULL;
    if (PyModule_AddFunctions(module, edge_value_methods) == 0 &&
        PyModule_AddFunctions(module, edge_json_methods) == 0 &&
        PyModule_AddFunctions(module, edge_clean_methods) == 0 &&
        PyModule_AddFunctions(module, edge_seen_methods) == 0 &&
        PyModule_AddFunctions(module, edge_observe_methods) == 0 && memory_add_type(module) == 0 &&
        PyModule_AddIntConstant(module, "INSTANCE_TABLE", (long)refloader_instance_table_size) == 0 &&
        PyModule_AddIntConstant(module, "DEVICE_TABLE", (long)refloader_device_table_size) == 0)
        return module;
    Py_DECREF(module);
    return NULL;
}
