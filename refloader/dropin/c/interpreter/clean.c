// Reads a layer manifest without findings, as most are: its texts, and the bytes of its lists and objects, which
// build/shims/clean_when_many.py reads, once for all manifests in which they are the same. It gives up early, as json.c
// does: refloader/core/manifests/layer_manifest.py reads all others, and says what is odd about them.
#include <string.h>

#include "../violates.h"
#include "json.h"
#include <structmember.h>

#define LONGEST_NAME 63
#define LONGEST_DESCRIPTION 255
#define LONGEST_NUMBER 9

enum {
    NAME, TYPE, NUMBER, DESCRIPTION, LIBRARY,
    OWN,  // the members before it are the layer's own; those from here on are the same in many manifests
    API = OWN, FUNCTIONS, INSTANCE, DEVICE, ENABLE, DISABLE,
    FOUND,  // the others are for tools
    INTRODUCTION = FOUND, URL, STATUS, PLATFORMS, FEATURES,
    MEMBERS
};

// What stands at the place of a value: a text without its quotation marks, or a list or an object with its brackets.
struct part {
    const char *start;
    size_t size;
};

#define KEY(text) {text, sizeof text - 1}

static const struct part keys[MEMBERS] = {
    KEY("name"), KEY("type"), KEY("implementation_version"), KEY("description"), KEY("library_path"),
    KEY("api_version"), KEY("functions"), KEY("instance_extensions"), KEY("device_extensions"),
    KEY("enable_environment"), KEY("disable_environment"), KEY("introduction"), KEY("url"), KEY("status"),
    KEY("platforms"), KEY("features"),
};

struct manifest {
    int layers;
    struct part version;
    struct part members[MEMBERS];
};

static int are_equal(const struct part *one, const struct part *other) {
    return one->size == other->size && memcmp(one->start, other->start, one->size) == 0;
}

static int is_text(const struct part *part, const char *text) {
    return part->size == strlen(text) && memcmp(part->start, text, part->size) == 0;
}

static int starts_with(const struct part *part, const char *text) {
    return part->size >= strlen(text) && memcmp(part->start, text, strlen(text)) == 0;
}

// A text without an escape.
static int read_text(struct text *text, struct part *part) {
    if (!json_next_is(text, '"')) return 0;
    const char *end = json_end_of_string(text);
    if (end == text->end || *end != '"') return 0;
    *part = (struct part){text->at, (size_t)(end - text->at)};
    text->at = end + 1;
    return 1;
}

// A list or an object: up to the bracket that closes it. What is between the two is looked at later.
static int read_brackets(struct text *text, struct part *part) {
    json_skip_blanks(text);
    const char *start = text->at;
    struct part inside;
    int depth = 0;
    if (start == text->end || (*start != '{' && *start != '[')) return 0;
    do {
        if (text->at == text->end) return 0;
        switch (*text->at) {
        case '"':
            if (!read_text(text, &inside)) return 0;
            continue;
        case '{': case '[': depth++; break;
        case '}': case ']': depth--; break;
        default: break;
        }
        text->at++;
    } while (depth > 0);
    *part = (struct part){start, (size_t)(text->at - start)};
    return 1;
}

// A value that no loader reads, but which has to be JSON.
static int pass_over(struct text *text, struct part *part) {
    *part = (struct part){text->at, 1};
    PyObject *value = json_value(text, 2);
    Py_XDECREF(value);
    return value != NULL;
}

// As pass_over, for a text.
static int pass_over_text(struct text *text, struct part *part) {
    if (!read_text(text, part)) return 0;
    PyObject *value = PyUnicode_DecodeUTF8(part->start, (Py_ssize_t)part->size, NULL);
    Py_XDECREF(value);
    return value != NULL;
}

static int read_member(struct text *text, struct manifest *manifest) {
    struct part key;
    if (!read_text(text, &key) || !json_next_is(text, ':')) return 0;
    int member = 0;
    while (member < MEMBERS && !are_equal(&key, &keys[member])) member++;
    if (member == MEMBERS || manifest->members[member].start != NULL) return 0;
    struct part *part = &manifest->members[member];
    if (member >= FUNCTIONS && member < FOUND) return read_brackets(text, part);
    if (member >= PLATFORMS) return pass_over(text, part);
    return member >= FOUND ? pass_over_text(text, part) : read_text(text, part);
}

static int read_layer(struct text *text, struct manifest *manifest) {
    if (manifest->layers++ > 0 || !json_next_is(text, '{')) return 0;
    do {
        if (!read_member(text, manifest)) return 0;
    } while (json_next_is(text, ','));
    return json_next_is(text, '}');
}

static int read_manifest(struct text *text, struct manifest *manifest) {
    if (!json_next_is(text, '{')) return 0;
    do {
        struct part key;
        if (!read_text(text, &key) || !json_next_is(text, ':')) return 0;
        if (is_text(&key, "layer")) {
            if (!read_layer(text, manifest)) return 0;
        } else if (manifest->version.start != NULL || !is_text(&key, "file_format_version") ||
                   !read_text(text, &manifest->version)) {
            return 0;
        }
    } while (json_next_is(text, ','));
    if (!json_next_is(text, '}')) return 0;
    json_skip_blanks(text);
    return text->at == text->end && manifest->version.start != NULL;
}

// ---- what can be said about the texts ----

static int is_capital(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static int is_word(char c) {
    return is_capital(c) || (c >= 'a' && c <= 'z') || c == '_';
}

// VK_LAYER_, capitals, an underscore and something more, as GOOD_NAME of layer_fields.py.
static int is_good_name(const struct part *name) {
    const char *at = name->start + strlen("VK_LAYER_"), *end = name->start + name->size;
    if (!starts_with(name, "VK_LAYER_") || name->size > LONGEST_NAME) return 0;
    const char *vendor = at;
    while (at < end && is_capital(*at)) at++;
    if (at == vendor || end - at < 2 || *at != '_') return 0;
    while (at < end && is_word(*at)) at++;
    return at == end;
}

static int is_number(const struct part *part) {
    for (size_t i = 0; i < part->size; i++)
        if (part->start[i] < '0' || part->start[i] > '9') return 0;
    return part->size > 0 && part->size <= LONGEST_NUMBER;
}

static int is_library(const struct part *part) {
    return part->size >= 3 && memcmp(part->start + part->size - 3, ".so", 3) == 0 &&
           memchr(part->start, ':', part->size) == NULL;
}

// The fields for tools, of which the format 1.2.0 is the first to have any.
static int are_described(const struct manifest *manifest) {
    static const char *const states[] = {"ALPHA", "BETA", "STABLE", "DEPRECATED"};
    const struct part *status = &manifest->members[STATUS];
    int any = 0, known = status->start == NULL;
    for (int member = INTRODUCTION; member < MEMBERS; member++) any |= manifest->members[member].start != NULL;
    for (int i = 0; i < 4 && !known; i++) known = is_text(status, states[i]);
    return known && (!any || starts_with(&manifest->version, "1.2."));
}

static int is_clean(const struct manifest *manifest) {
    const struct part *members = manifest->members;
    for (int member = 0; member <= API; member++)
        if (members[member].start == NULL) return 0;
    return is_good_name(&members[NAME]) && is_number(&members[NUMBER]) && is_library(&members[LIBRARY]) &&
           (is_text(&members[TYPE], "GLOBAL") || is_text(&members[TYPE], "INSTANCE")) &&
           members[DESCRIPTION].size <= LONGEST_DESCRIPTION && are_described(manifest);
}

// ---- what is returned ----

static PyObject *number_of(const struct part *part) {
    long number = 0;
    for (size_t i = 0; i < part->size; i++) number = number * 10 + (part->start[i] - '0');
    return PyLong_FromLong(number);
}

static PyObject *value_of(const struct manifest *manifest, int member) {
    const struct part *part = &manifest->members[member];
    if (part->start == NULL) return Py_NewRef(Py_None);
    if (member == NUMBER) return number_of(part);
    if (member >= FUNCTIONS) return PyBytes_FromStringAndSize(part->start, (Py_ssize_t)part->size);
    if (member == TYPE) return PyUnicode_InternFromString(*part->start == 'G' ? "GLOBAL" : "INSTANCE");
    return PyUnicode_DecodeUTF8(part->start, (Py_ssize_t)part->size, NULL);
}

// A tuple of what ``first`` stands for, and the members from one to before another, each None that is not there.
static PyObject *tuple_of(const struct manifest *manifest, PyObject *first, int from, int end) {
    PyObject *tuple = first != NULL ? PyTuple_New(1 + end - from) : NULL;
    if (tuple == NULL) {
        Py_XDECREF(first);
        return NULL;
    }
    PyTuple_SET_ITEM(tuple, 0, first);
    for (int member = from; member < end; member++) {
        PyObject *value = value_of(manifest, member);
        if (value == NULL) {
            Py_DECREF(tuple);
            return NULL;
        }
        PyTuple_SET_ITEM(tuple, 1 + member - from, value);
    }
    return tuple;
}

// Whether a text or bytes that were returned before, or None, are what stands there.
static int is_as(PyObject *value, const struct part *part) {
    if (part->start == NULL) return value == Py_None;
    if (PyBytes_Check(value))
        return (size_t)PyBytes_GET_SIZE(value) == part->size &&
               memcmp(PyBytes_AS_STRING(value), part->start, part->size) == 0;
    return PyUnicode_Check(value) && PyUnicode_IS_COMPACT_ASCII(value) &&
           (size_t)PyUnicode_GET_LENGTH(value) == part->size &&
           memcmp(PyUnicode_DATA(value), part->start, part->size) == 0;
}

static int is_shared(const struct manifest *manifest, PyObject *recent) {
    if (!PyTuple_Check(recent) || PyTuple_GET_SIZE(recent) != 1 + FOUND - OWN) return 0;
    if (!is_as(PyTuple_GET_ITEM(recent, 0), &manifest->version)) return 0;
    for (int member = OWN; member < FOUND; member++)
        if (!is_as(PyTuple_GET_ITEM(recent, 1 + member - OWN), &manifest->members[member])) return 0;
    return 1;
}

// What manifests share, with the version of the format, which may be that of the one before.
static PyObject *shared_of(const struct manifest *manifest, PyObject *recent) {
    if (is_shared(manifest, recent)) return Py_NewRef(recent);
    const struct part *version = &manifest->version;
    PyObject *format = PyUnicode_DecodeUTF8(version->start, (Py_ssize_t)version->size, NULL);
    return tuple_of(manifest, format, OWN, FOUND);
}

static PyObject *clean_manifest(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    struct text text;
    struct manifest manifest = {0};
    Py_ssize_t size;
    if (count != 2) return PyErr_Format(PyExc_TypeError, "2 arguments wanted, %zd given", count);
    if (PyBytes_AsStringAndSize(arguments[0], (char **)&text.at, &size) != 0) return NULL;
    text.end = text.at + size;
    // Violators of the reader of all other manifests are to meet every manifest.
    int clean = !VIOLATES_ANYTHING && read_manifest(&text, &manifest) && is_clean(&manifest);
    PyObject *found = clean ? tuple_of(&manifest, shared_of(&manifest, arguments[1]), NAME, OWN) : NULL;
    if (found != NULL || PyErr_ExceptionMatches(PyExc_MemoryError)) return found;
    PyErr_Clear();
    return Py_NewRef(Py_None);
}

// A copy of an object that has slots and nothing else.
static PyObject *copied(PyObject *module, PyObject *object) {
    (void)module;
    PyTypeObject *type = Py_TYPE(object);
    PyObject *copy = type->tp_alloc(type, 0);
    for (const PyMemberDef *slot = type->tp_members; copy != NULL && slot != NULL && slot->name != NULL; slot++) {
        PyObject *value = *(PyObject **)((char *)object + slot->offset);
        *(PyObject **)((char *)copy + slot->offset) = Py_XNewRef(value);
    }
    return copy;
}

PyMethodDef edge_clean_methods[] = {
    {"clean_manifest", FAST(clean_manifest), NULL},
    {"copied", copied, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
