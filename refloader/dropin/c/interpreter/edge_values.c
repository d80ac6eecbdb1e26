// The functions of _edge that read and write memory. None checks an address.
#include <string.h>

#include "python_edge.h"

int edge_number(PyObject *value, uint64_t *number) {
    *number = PyLong_AsUnsignedLongLongMask(value);
    return *number == UINT64_MAX && PyErr_Occurred() != NULL ? -1 : 0;
}

PyObject *edge_text(const char *text) {
    if (text == NULL) Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

// Half a surrogate pair, which JSON may hold; the halves that stand for bytes that were no UTF-8 are others.
static int is_half(Py_UCS4 character) {
    return (character >= 0xD800 && character < 0xDC80) || (character > 0xDCFF && character <= 0xDFFF);
}

// UTF-8 has no halves of pairs: they are written out as JSON does, and nobody has what is called so.
PyObject *edge_bytes(PyObject *text) {
    if (PyUnicode_IS_COMPACT_ASCII(text)) return PyBytes_FromStringAndSize(PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text));
    const char *unknown = "surrogateescape";
    Py_ssize_t length = PyUnicode_KIND(text) != PyUnicode_1BYTE_KIND ? PyUnicode_GET_LENGTH(text) : 0;
    for (Py_ssize_t i = 0; i < length; i++)
        if (is_half(PyUnicode_READ_CHAR(text, i))) unknown = "backslashreplace";
    return PyUnicode_AsEncodedString(text, "utf-8", unknown);
}

// The numbers of a call that takes exactly so many.
static int numbers(PyObject *const *arguments, Py_ssize_t given, Py_ssize_t wanted, uint64_t *out) {
    if (given != wanted) {
        PyErr_Format(PyExc_TypeError, "%zd arguments wanted, %zd given", wanted, given);
        return -1;
    }
    for (Py_ssize_t i = 0; i < wanted; i++)
        if (edge_number(arguments[i], &out[i]) != 0) return -1;
    return 0;
}

static void *at(uint64_t address) {
    return (void *)(uintptr_t)address;
}

static PyObject *read_u32(PyObject *module, PyObject *address) {
    uint64_t place;
    uint32_t value;
    (void)module;
    if (edge_number(address, &place) != 0) return NULL;
    memcpy(&value, at(place), sizeof value);
    return PyLong_FromUnsignedLong(value);
}

static PyObject *read_u64(PyObject *module, PyObject *address) {
    uint64_t place, value;
    (void)module;
    if (edge_number(address, &place) != 0) return NULL;
    memcpy(&value, at(place), sizeof value);
    return PyLong_FromUnsignedLongLong(value);
}

static PyObject *put_number(PyObject *const *arguments, Py_ssize_t count, size_t size) {
    uint64_t given[2];
    if (numbers(arguments, count, 2, given) != 0) return NULL;
    uint32_t half = (uint32_t)given[1];
    memcpy(at(given[0]), size == sizeof half ? (void *)&half : (void *)&given[1], size);
    Py_RETURN_NONE;
}

static PyObject *put32(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    return put_number(arguments, count, sizeof(uint32_t));
}

static PyObject *put64(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    return put_number(arguments, count, sizeof(uint64_t));
}

// A tuple of what `make` finds at each of the words of an array.
static PyObject *tuple_of(PyObject *const *arguments, Py_ssize_t count, PyObject *(*make)(uint64_t word)) {
    uint64_t given[2], word;
    if (numbers(arguments, count, 2, given) != 0) return NULL;
    PyObject *tuple = PyTuple_New((Py_ssize_t)given[1]);
    for (uint64_t i = 0; tuple != NULL && i < given[1]; i++) {
        memcpy(&word, (char *)at(given[0]) + i * sizeof word, sizeof word);
        PyObject *item = make(word);
        if (item != NULL) PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, item);
        else Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *number_of(uint64_t word) {
    return PyLong_FromUnsignedLongLong(word);
}

static PyObject *text_of(uint64_t word) {
    return edge_text(word != 0 ? at(word) : "");
}

static PyObject *words(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    return tuple_of(arguments, count, number_of);
}

// Words of a structure with 32-bit members: bit i of the last argument says that word i is one, whose other half is
// padding. It is not read: nobody may have written it, and what depends on it is reported by memcheck.
static PyObject *members(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t given[3];
    (void)module;
    if (numbers(arguments, count, 3, given) != 0) return NULL;
    PyObject *tuple = PyTuple_New((Py_ssize_t)given[1]);
    for (uint64_t i = 0; tuple != NULL && i < given[1]; i++) {
        uint64_t word = 0;
        int half = (given[2] >> i & 1) != 0;
        memcpy(&word, (char *)at(given[0]) + i * sizeof word, half ? sizeof(uint32_t) : sizeof word);
        PyObject *item = number_of(word);
        if (item != NULL) PyTuple_SET_ITEM(tuple, (Py_ssize_t)i, item);
        else Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *texts(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    return tuple_of(arguments, count, text_of);
}

static int put_all(char *target, PyObject *values) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(values); i++) {
        uint64_t word;
        if (edge_number(PySequence_Fast_GET_ITEM(values, i), &word) != 0) return -1;
        memcpy(target + (size_t)i * sizeof word, &word, sizeof word);
    }
    return 0;
}

static PyObject *put_words(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t target;
    (void)module;
    if (numbers(arguments, count < 1 ? count : 1, 1, &target) != 0) return NULL;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "2 arguments wanted, %zd given", count);
    PyObject *values = PySequence_Fast(arguments[1], "a sequence is wanted");
    int failed = values == NULL || put_all(at(target), values) != 0;
    Py_XDECREF(values);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

static PyObject *data(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t given[2];
    (void)module;
    if (numbers(arguments, count, 2, given) != 0) return NULL;
    return PyBytes_FromStringAndSize(at(given[0]), (Py_ssize_t)given[1]);
}

static PyObject *put(PyObject *module, PyObject *arguments) {
    unsigned long long target;
    const char *bytes;
    Py_ssize_t size;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "Ky#:put", &target, &bytes, &size)) return NULL;
    memcpy(at(target), bytes, (size_t)size);
    Py_RETURN_NONE;
}

static PyObject *copy(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t given[3];
    (void)module;
    if (numbers(arguments, count, 3, given) != 0) return NULL;
    memmove(at(given[0]), at(given[1]), (size_t)given[2]);
    Py_RETURN_NONE;
}

static PyObject *text(PyObject *module, PyObject *address) {
    uint64_t place;
    (void)module;
    return edge_number(address, &place) == 0 ? edge_text(at(place)) : NULL;
}

// Where to cut a string to at most `most` bytes without cutting a character in two.
static size_t cut(const char *bytes, size_t length, size_t most) {
    if (length <= most) return length;
    while (most > 0 && ((unsigned char)bytes[most] & 0xC0) == 0x80) most--;
    return most;
}

static PyObject *put_text(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    if (count != 3) return PyErr_Format(PyExc_TypeError, "3 arguments wanted, %zd given", count);
    unsigned long long target = PyLong_AsUnsignedLongLong(arguments[0]);
    Py_ssize_t size = PyLong_AsSsize_t(arguments[2]);
    if (PyErr_Occurred() != NULL) return NULL;
    if (!PyUnicode_Check(arguments[1])) return PyErr_Format(PyExc_TypeError, "a str is wanted");
    PyObject *bytes = edge_bytes(arguments[1]);
    if (bytes == NULL) return NULL;
    if (size > 0) {
        size_t length = cut(PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes), (size_t)size - 1);
        memcpy(at(target), PyBytes_AS_STRING(bytes), length);
        memset((char *)at(target) + length, 0, (size_t)size - length);
    }
    Py_DECREF(bytes);
    Py_RETURN_NONE;
}

PyMethodDef edge_value_methods[] = {
    {"u32", read_u32, METH_O, NULL},
    {"u64", read_u64, METH_O, NULL},
    {"put32", FAST(put32), NULL},
    {"put64", FAST(put64), NULL},
    {"words", FAST(words), NULL},
    {"members", FAST(members), NULL},
    {"put_words", FAST(put_words), NULL},
    {"data", FAST(data), NULL},
    {"put", put, METH_VARARGS, NULL},
    {"copy", FAST(copy), NULL},
    {"text", text, METH_O, NULL},
    {"texts", FAST(texts), NULL},
    {"put_text", FAST(put_text), NULL},
    {NULL, NULL, 0, NULL},
};
