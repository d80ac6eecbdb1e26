// The slow entries of generated/slow_entries.h: C functions that hand their parameters to Python as plain ints.
// Lets no exception out: it becomes a VkResult.
#include <string.h>

#include "../../../native/generated/slow_entries.h"
#include "python_edge.h"

#define FAILED (-3)            // VK_ERROR_INITIALIZATION_FAILED
#define OUT_OF_HOST_MEMORY (-1)  // VK_ERROR_OUT_OF_HOST_MEMORY
#define MOST_PARAMETERS 8

#define INDEX(symbol, exported, kind, widths) INDEX_##symbol,
enum index { REFLOADER_SLOW_ENTRIES(INDEX) ENTRIES };

struct slow {
    const char *name;
    PyObject *function;  // set at its first call, the interpreter held
};

#define ROW(symbol, exported, kind, widths) {#symbol, NULL},
static struct slow table[] = {REFLOADER_SLOW_ENTRIES(ROW)};

static int32_t failed(const struct slow *slow) {
    int32_t result = PyErr_ExceptionMatches(PyExc_MemoryError) ? OUT_OF_HOST_MEMORY : FAILED;
    report_exception(slow->name, result == FAILED);  // want of memory is the host's affair, all else our defect
    return result;
}

static int pack(PyObject **packed, const uint64_t *arguments, size_t count) {
    for (size_t i = 0; i < count; i++) {
        packed[i] = PyLong_FromUnsignedLongLong(arguments[i]);
        if (packed[i] != NULL) continue;
        while (i-- > 0) Py_DECREF(packed[i]);
        return -1;
    }
    return 0;
}

static int32_t unpack(const struct slow *slow, PyObject *value) {
    uint64_t number = 0;  // of None, from a command that returns nothing
    if (value == Py_None || edge_number(value, &number) == 0) return (int32_t)number;
    return failed(slow);
}

static int32_t call(struct slow *slow, const uint64_t *arguments, size_t count) {
    PyObject *packed[MOST_PARAMETERS + 1];  // the first is scratch, for the callee
    if (slow->function == NULL) slow->function = interpreter_entry(slow->name);
    if (slow->function == NULL || pack(packed + 1, arguments, count) != 0) return failed(slow);
    PyObject *value =
        PyObject_Vectorcall(slow->function, packed + 1, count | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    int32_t result = value != NULL ? unpack(slow, value) : failed(slow);
    Py_XDECREF(value);
    for (size_t i = 1; i <= count; i++) Py_DECREF(packed[i]);
    return result;
}

// Of the commands as applications call them; the rest of a chain may be another thread's, and is in the same turn.
static int takes_turns(enum index index) {
    switch (index) {
    case INDEX_vkCreateInstance:
    case INDEX_vkDestroyInstance:
    case INDEX_vkEnumeratePhysicalDevices:
    case INDEX_vkEnumeratePhysicalDeviceGroups:
    case INDEX_vkEnumeratePhysicalDeviceGroupsKHR:
    case INDEX_vkEnumerateDeviceExtensionProperties:
    case INDEX_vkEnumerateDeviceLayerProperties:
    case INDEX_vkCreateDevice:
    case INDEX_vkDestroyDevice: return 1;
    default: return 0;
    }
}

// A command that returns nothing has no way to say that it was refused.
static int32_t enter(enum index index, int must, const uint64_t *arguments, size_t count) {
    struct slow *slow = &table[index];
    struct visit visit;
    enum way_in way = edge_enter(&visit, must, takes_turns(index));
    if (way != WAY_OPEN) return way == WAY_NO_MEMORY ? OUT_OF_HOST_MEMORY : FAILED;
    int32_t result = call(slow, arguments, count);
    edge_leave(&visit);
    return result;
}

#define P(name) uint64_t name
#define W(name) uint32_t name
#define SHAPE_P (P(a)), (a)
#define SHAPE_PP (P(a), P(b)), (a, b)
#define SHAPE_PPP (P(a), P(b), P(c)), (a, b, c)
#define SHAPE_PPPP (P(a), P(b), P(c), P(d)), (a, b, c, d)
#define SHAPE_PPPPPPP (P(a), P(b), P(c), P(d), P(e), P(f), P(g)), (a, b, c, d, e, f, g)
#define SHAPE_PWWP (P(a), W(b), W(c), P(d)), (a, b, c, d)
#define SHAPE_PWWPPWPP (P(a), W(b), W(c), P(d), P(e), W(f), P(g), P(h)), (a, b, c, d, e, f, g, h)

#define RETURN_RESULT int32_t
#define RETURN_VOID void
#define GIVE_RESULT(value) return value
#define GIVE_VOID(value) (void)(value)
#define MUST_RESULT 0
#define MUST_VOID 1

#define UNWRAP(...) __VA_ARGS__
#define VISIBLE_1 EXPORT
#define VISIBLE_0
#define FUNCTION(symbol, visible, kind, parameters, names) \
    visible RETURN_##kind symbol parameters; \
    visible RETURN_##kind symbol parameters { \
        const uint64_t arguments[] = {UNWRAP names}; \
        GIVE_##kind(enter(INDEX_##symbol, MUST_##kind, arguments, sizeof arguments / sizeof arguments[0])); \
    }
#define FUNCTION_OF(symbol, visible, kind, shape) FUNCTION(symbol, visible, kind, shape)
#define DEFINE(symbol, exported, kind, widths) FUNCTION_OF(symbol, VISIBLE_##exported, kind, SHAPE_##widths)
REFLOADER_SLOW_ENTRIES(DEFINE)

#define ADDRESS(symbol, exported, kind, widths) (void *)symbol,
static void *const functions[] = {REFLOADER_SLOW_ENTRIES(ADDRESS)};

void *edge_slow_function(const char *name) {
    for (size_t i = 0; i < ENTRIES; i++)
        if (strcmp(table[i].name, name) == 0) return functions[i];
    return NULL;
}
