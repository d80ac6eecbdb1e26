// Reads JSON that every reader reads alike, for refloader/core/json/plain.py; everything else is left to the
// scanner in Python, which says what is odd about it. So this gives up early, and explains nothing.
#include <stdlib.h>
#include <string.h>

#include "json.h"

#define DEEPEST 32
#define LARGEST_INTEGER 9007199254740992LL  // 2^53
#define LONGEST_INTEGER 17                  // its digits and a sign
#define LONGEST_NUMBER 64

static PyObject *read_value(struct text *text, int depth);

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void json_skip_blanks(struct text *text) {
    while (text->at < text->end && is_blank(*text->at)) text->at++;
}

int json_next_is(struct text *text, char wanted) {
    json_skip_blanks(text);
    if (text->at == text->end || *text->at != wanted) return 0;
    text->at++;
    return 1;
}

const char *json_end_of_string(const struct text *text) {
    static const char ends[256] = {[0 ... 0x1F] = 1, ['"'] = 1, ['\\'] = 1};
    const char *at = text->at;
    while (at < text->end && !ends[(unsigned char)*at]) at++;
    return at;
}

static uint32_t hex_digit(unsigned char c) {
    if (c >= '0' && c <= '9') return c - (uint32_t)'0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - (uint32_t)'a' + 10 : 16;
}

static int hex_digits(const char *at, const char *end, uint32_t *number) {
    *number = 0;
    if (end - at < 4) return 0;
    for (int i = 0; i < 4; i++) {
        uint32_t digit = hex_digit((unsigned char)at[i]);
        if (digit > 15) return 0;
        *number = *number * 16 + digit;
    }
    return 1;
}

static char *put_utf8(char *to, uint32_t code) {
    if (code < 0x80) *to++ = (char)code;
    else if (code < 0x800) *to++ = (char)(0xC0 | code >> 6);
    else *to++ = (char)(0xE0 | code >> 12), *to++ = (char)(0x80 | (code >> 6 & 0x3F));
    if (code >= 0x80) *to++ = (char)(0x80 | (code & 0x3F));
    return to;
}

// One escape behind its backslash; surrogates and NUL are what readers differ on.
static char *read_escape(struct text *text, char *to) {
    static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
    if (text->at == text->end) return NULL;
    char kind = *text->at++;
    uint32_t code;
    if (kind == 'u') {
        if (!hex_digits(text->at, text->end, &code)) return NULL;
        if (code == 0 || (code >= 0xD800 && code < 0xE000)) return NULL;
        text->at += 4;
        return put_utf8(to, code);
    }
    const char *found = kind != '\0' ? strchr(from, kind) : NULL;
    if (found == NULL) return NULL;
    *to++ = into[found - from];
    return to;
}

static PyObject *read_escaped(struct text *text) {
    // An escape is never shorter than what it stands for.
    char *room = PyMem_Malloc((size_t)(text->end - text->at) + 1);
    if (room == NULL) return PyErr_NoMemory();
    char *to = room;
    for (;;) {
        const char *end = json_end_of_string(text);
        memcpy(to, text->at, (size_t)(end - text->at));
        to += end - text->at;
        text->at = end + 1;
        if (end == text->end || (unsigned char)*end < 0x20) to = NULL;
        else if (*end == '"') break;
        else to = read_escape(text, to);
        if (to == NULL) break;
    }
    PyObject *string = to != NULL ? PyUnicode_DecodeUTF8(room, to - room, NULL) : NULL;
    PyMem_Free(room);
    return string;
}

// The opening quotation mark is already read.
static PyObject *read_string(struct text *text) {
    const char *end = json_end_of_string(text);
    if (end == text->end || (unsigned char)*end < 0x20) return NULL;
    if (*end == '\\') return read_escaped(text);
    PyObject *string = PyUnicode_DecodeUTF8(text->at, end - text->at, NULL);
    text->at = end + 1;
    return string;
}

static const char *skip_digits(const char *at, const char *end) {
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at;
}

static const char *end_of_fraction(const char *at, const char *end) {
    const char *start = at;
    if (at < end && *at == '.') {
        at = skip_digits(start + 1, end);
        if (at == start + 1) return NULL;
    }
    if (at < end && (*at | 32) == 'e') {
        const char *exponent = ++at < end && (*at == '+' || *at == '-') ? ++at : at;
        at = skip_digits(exponent, end);
        if (at == exponent) return NULL;
    }
    return at;
}

// At most 17 characters: no overflow.
static PyObject *make_integer(const char *digits) {
    long long value = strtoll(digits, NULL, 10);
    return value <= LARGEST_INTEGER && value >= -LARGEST_INTEGER ? PyLong_FromLongLong(value) : NULL;
}

static PyObject *make_number(const char *start, const char *end, int whole) {
    char digits[LONGEST_NUMBER + 1];
    if (end - start > (whole ? LONGEST_INTEGER : LONGEST_NUMBER)) return NULL;
    memcpy(digits, start, (size_t)(end - start));
    digits[end - start] = '\0';
    if (whole) return make_integer(digits);
    double value = PyOS_string_to_double(digits, NULL, NULL);
    if (PyErr_Occurred()) return NULL;
    return value != 0.0 && value - value == 0.0 ? PyFloat_FromDouble(value) : NULL;
}

static PyObject *read_number(struct text *text) {
    const char *start = text->at, *digits = start + (*start == '-');
    const char *whole = skip_digits(digits, text->end);
    if (whole == digits || (*digits == '0' && whole > digits + 1)) return NULL;
    const char *end = end_of_fraction(whole, text->end);
    if (end == NULL) return NULL;
    text->at = end;
    return make_number(start, end, end == whole);
}

static PyObject *read_word(struct text *text) {
    static const char *const words[] = {"true", "false", "null"};
    PyObject *values[] = {Py_True, Py_False, Py_None};
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(text->end - text->at) < size || memcmp(text->at, words[i], size) != 0) continue;
        text->at += size;
        return Py_NewRef(values[i]);
    }
    return NULL;
}

static int read_element(struct text *text, PyObject *list, int depth) {
    PyObject *value = read_value(text, depth);
    int failed = value == NULL || PyList_Append(list, value) != 0;
    Py_XDECREF(value);
    return failed;
}

// A repeated key is something readers differ on.
static int read_member(struct text *text, PyObject *dict, int depth) {
    PyObject *key = json_next_is(text, '"') ? read_string(text) : NULL;
    if (key != NULL) PyUnicode_InternInPlace(&key);
    int failed = key == NULL || !json_next_is(text, ':') || PyDict_Contains(dict, key) != 0;
    PyObject *value = failed ? NULL : read_value(text, depth);
    failed = value == NULL || PyDict_SetItem(dict, key, value) != 0;
    Py_XDECREF(value);
    Py_XDECREF(key);
    return failed;
}

static PyObject *read_members(struct text *text, int depth, char closer) {
    PyObject *made = closer == '}' ? PyDict_New() : PyList_New(0);
    if (made == NULL || depth > DEEPEST) {
        Py_XDECREF(made);
        return NULL;
    }
    if (json_next_is(text, closer)) return made;
    do {
        if (closer == '}' ? read_member(text, made, depth) : read_element(text, made, depth)) break;
        if (json_next_is(text, closer)) return made;
    } while (json_next_is(text, ','));
    Py_DECREF(made);
    return NULL;
}

static PyObject *read_value(struct text *text, int depth) {
    json_skip_blanks(text);
    if (text->at == text->end) return NULL;
    switch (*text->at) {
    case '"': text->at++; return read_string(text);
    case '{': text->at++; return read_members(text, depth + 1, '}');
    case '[': text->at++; return read_members(text, depth + 1, ']');
    case 't': case 'f': case 'n': return read_word(text);
    default: return read_number(text);
    }
}

PyObject *json_value(struct text *text, int depth) {
    return read_value(text, depth);
}

static PyObject *plain_json(PyObject *module, PyObject *data) {
    (void)module;
    struct text text;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(data, (char **)&text.at, &size) != 0) return NULL;
    text.end = text.at + size;
    PyObject *value = read_value(&text, 0);
    json_skip_blanks(&text);
    if (value != NULL && text.at == text.end) return value;
    Py_XDECREF(value);
    if (PyErr_ExceptionMatches(PyExc_MemoryError)) return NULL;
    PyErr_Clear();
    return Py_NewRef(Py_NotImplemented);
}

PyMethodDef edge_json_methods[] = {
    {"plain_json", plain_json, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
