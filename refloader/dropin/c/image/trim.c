// Leaves out of the image what no code of the library can ask for. Only the build runs this, in image_make.
//
// A start makes every method of every built-in type, with its name and its documentation. Code reaches them by the
// names in it alone, and libpython by its own table of names. All else is not needed: operators have their functions
// in the type's structure. Only a class that inherits from a type looks them up by name, so those types keep all.
#define _GNU_SOURCE
#include "image.h"

#ifdef REFLOADER_IMAGE
#define Py_BUILD_CORE
#include "internal/pycore_dict.h"
#include "internal/pycore_interp.h"
#include "internal/pycore_runtime.h"

#include <string.h>

static PyObject *names, *bases;  // in the library's code: all, and those where classes are made
static PyObject *own_names;      // of libpython

static int is_named(PyObject *name) {
    return PySet_Contains(names, name) != 0;
}

static int is_base(const char *text) {
    PyObject *name = PyUnicode_FromString(text);
    int found = name == NULL || PySet_Contains(bases, name) != 0;
    Py_XDECREF(name);
    return found;
}

static int is_of_libpython(PyObject *name) {
    return PySet_Contains(own_names, name) != 0;
}

// They lie one behind the other, each a string object with its characters.
static PyObject *names_of_libpython(void) {
    char *at = (char *)&_PyRuntime.global_objects.singletons.strings.identifiers;
    char *end = at + sizeof _PyRuntime.global_objects.singletons.strings.identifiers;
    PyObject *found = PySet_New(NULL);
    while (found != NULL && at < end) {
        size_t size = sizeof(PyASCIIObject) + (size_t)PyUnicode_GET_LENGTH((PyObject *)at) + 1;
        if (PySet_Add(found, (PyObject *)at) != 0) Py_CLEAR(found);
        at += (size + _Alignof(PyASCIIObject) - 1) / _Alignof(PyASCIIObject) * _Alignof(PyASCIIObject);
    }
    return found;
}

// ---- built-in types

static int is_made_by_code(const PyTypeObject *type) {
    return PyType_HasFeature((PyTypeObject *)(uintptr_t)type, Py_TPFLAGS_HEAPTYPE);
}

typedef int visitor(PyTypeObject *type);

// Calls a function for each subclass, and says how many of the calls gave 1.
static Py_ssize_t among_subclasses(PyTypeObject *type, visitor *visit) {
    PyObject *key, *link;
    Py_ssize_t at = 0, count = 0;
    while (type->tp_subclasses != NULL && PyDict_Next(type->tp_subclasses, &at, &key, &link)) {
        PyTypeObject *subclass = (PyTypeObject *)PyWeakref_GET_OBJECT(link);
        if ((PyObject *)subclass != Py_None) count += visit(subclass);
    }
    return count;
}

// By a class that is there, or by one that is made later: then from the types above its base as well.
static int may_be_inherited(PyTypeObject *type) {
    const char *dot = strrchr(type->tp_name, '.');
    return is_made_by_code(type) || is_base(dot != NULL ? dot + 1 : type->tp_name) ||
           among_subclasses(type, may_be_inherited) > 0;
}

static int is_needed(PyObject *name, PyObject *value, int inherited) {
    if (strcmp(PyUnicode_AsUTF8(name), "__doc__") == 0) return 0;
    if (inherited) return 1;
    if (Py_IS_TYPE(value, &PyWrapperDescr_Type)) return is_named(name);
    if (Py_IS_TYPE(value, &PyMethodDescr_Type) || Py_IS_TYPE(value, &PyClassMethodDescr_Type))
        return is_of_libpython(name) || is_named(name);
    return !PyCFunction_Check(value);  // __new__
}

// Removes items, by a copy of the names: none may go while the dictionary is gone through.
static int remove_from(PyObject *dictionary, int (*is_kept)(PyObject *name, PyObject *value, int option), int option) {
    PyObject *all = PyDict_Keys(dictionary);
    int failed = all == NULL;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(all); i++) {
        PyObject *name = PyList_GET_ITEM(all, i), *value = PyDict_GetItemWithError(dictionary, name);
        if (value != NULL && !is_kept(name, value, option)) failed = PyDict_DelItem(dictionary, name) != 0;
    }
    Py_XDECREF(all);
    return failed ? -1 : 0;
}

static int trim_type(PyTypeObject *type) {
    int failed = 0;
    if (!is_made_by_code(type)) {
        failed = remove_from(type->tp_dict, is_needed, may_be_inherited(type)) != 0;
        PyType_Modified(type);
    }
    return failed || among_subclasses(type, trim_type) > 0;
}

// What changes a type tells its subclasses. No built-in type changes: it only leads to those that may.
static int forget_subclasses(PyTypeObject *type) {
    if (among_subclasses(type, forget_subclasses) > 0) return 1;
    if (type->tp_subclasses == NULL || is_made_by_code(type)) return 0;
    PyObject *all = PyDict_Items(type->tp_subclasses);
    int failed = all == NULL;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(all); i++) {
        PyObject *row = PyList_GET_ITEM(all, i);
        PyTypeObject *subclass = (PyTypeObject *)PyWeakref_GET_OBJECT(PyTuple_GET_ITEM(row, 1));
        if ((PyObject *)subclass == Py_None || subclass->tp_subclasses == NULL)
            failed = PyDict_DelItem(type->tp_subclasses, PyTuple_GET_ITEM(row, 0)) != 0;
    }
    Py_XDECREF(all);
    if (!failed && PyDict_GET_SIZE(type->tp_subclasses) == 0) Py_CLEAR(type->tp_subclasses);
    return failed;
}

// ---- built-in modules

static int is_needed_in_module(PyObject *name, PyObject *value, int unused) {
    (void)unused;
    if (strcmp(PyUnicode_AsUTF8(name), "__doc__") == 0) return 0;
    if (is_of_libpython(name) || is_named(name) || strncmp(PyUnicode_AsUTF8(name), "__", 2) == 0) return 1;
    return !PyCFunction_Check(value) && !PyType_Check(value) && !PyUnicode_Check(value) && !PyTuple_Check(value);
}

// Its copy is for another interpreter.
static int trim_module(PyObject *module) {
    PyModuleDef *definition = PyModule_Check(module) ? PyModule_GetDef(module) : NULL;
    if (definition == NULL) return PyErr_Occurred() != NULL ? -1 : 0;  // a module in Python
    if (definition->m_base.m_copy != NULL) PyDict_Clear(definition->m_base.m_copy);
    return remove_from(PyModule_GetDict(module), is_needed_in_module, 0);
}

static int trim_modules(void) {
    PyObject *name, *module;
    Py_ssize_t at = 0;
    while (PyDict_Next(PyImport_GetModuleDict(), &at, &name, &module))
        if (trim_module(module) != 0) return -1;
    return 0;
}

int image_trim(PyObject *used) {
    if (!PyArg_ParseTuple(used, "OO", &names, &bases)) return -1;
    own_names = names_of_libpython();
    if (own_names == NULL) return -1;
    PyDict_Clear(PyInterpreterState_Get()->builtins_copy);  // for the end of the interpreter
    int failed = trim_modules() != 0 || trim_type(&PyBaseObject_Type) || forget_subclasses(&PyBaseObject_Type);
    Py_CLEAR(own_names);
    names = bases = NULL;
    return failed ? -1 : 0;
}

// ---- what is left

// Functions with the same parameters have one tuple of their names: a dictionary has those of the others.
int image_share(PyCodeObject *code, PyObject *shared) {
    PyObject *own = code->co_localsplusnames, *first = PyDict_SetDefault(shared, own, own);
    if (first == NULL) return -1;
    code->co_localsplusnames = Py_NewRef(first);
    Py_DECREF(own);
    return 0;
}

// The smallest table for what is left. Instances of a class share the table of its names.
int image_tighten(PyObject *object) {
    PyDictObject *old = (PyDictObject *)object;
    if (old->ma_values != NULL || old->ma_keys->dk_refcnt != 1) return 0;
    PyDictObject *tight = (PyDictObject *)PyDict_New();
    if (tight == NULL || PyDict_Merge((PyObject *)tight, object, 1) != 0) return -1;
    if (_PyDict_KeysSize(tight->ma_keys) < _PyDict_KeysSize(old->ma_keys)) {
        PyDictKeysObject *keys = old->ma_keys;
        old->ma_keys = tight->ma_keys;
        tight->ma_keys = keys;
    }
    Py_DECREF(tight);
    return 0;
}
#endif
