// What goes to standard error from C: an exception that no Python caught, and why nothing can run at all.
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "python_edge.h"

#define LINE 512
#define TERMINATOR "terminator_"  // before the command, in the name of an entry below the layers

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    char line[LINE];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    machine_stderr(line);
}

static void say_where(PyObject *traceback) {
    for (PyTracebackObject *at = (PyTracebackObject *)traceback; at != NULL; at = at->tb_next) {
        PyCodeObject *code = PyFrame_GetCode(at->tb_frame);
        const char *file = PyUnicode_AsUTF8(code->co_filename);
        const char *name = PyUnicode_AsUTF8(code->co_name);
        PyObject *line = PyObject_GetAttrString((PyObject *)at, "tb_lineno");
        say("  %.200s, in %.200s, line %d\n", file != NULL ? file : "?", name != NULL ? name : "?",
            line != NULL ? (int)PyLong_AsLong(line) : 0);
        Py_XDECREF(line);
        Py_DECREF(code);
    }
}

// Want of memory is no defect, so that the place in the code says nothing to a user.
static void say_exception(const char *where, PyObject *value) {
    if (PyErr_GivenExceptionMatches(value, PyExc_MemoryError)) {
        size_t prefix = strlen(TERMINATOR) * (strncmp(where, TERMINATOR, strlen(TERMINATOR)) == 0);
        say(LOG_ERROR "%s: out of host memory\n", where + prefix);
        return;
    }
    PyObject *text = PyObject_Str(value);
    const char *said = text != NULL ? PyUnicode_AsUTF8(text) : NULL;
    say(LOG_ERROR "%s: %s: %.300s\n", where, Py_TYPE(value)->tp_name, said != NULL ? said : "?");
    Py_XDECREF(text);
    PyObject *traceback = PyException_GetTraceback(value);
    say_where(traceback);
    Py_XDECREF(traceback);
}

PyObject *exception_take(void) {
#if PY_VERSION_HEX >= 0x030C0000
    return PyErr_GetRaisedException();
#else
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL) PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
#endif
}

void exception_put(PyObject *value) {
    if (value == NULL) return;
#if PY_VERSION_HEX >= 0x030C0000
    PyErr_SetRaisedException(value);
#else
    PyErr_Restore(Py_NewRef(Py_TYPE(value)), value, PyException_GetTraceback(value));
#endif
}

void report_exception(const char *where, int always) {
    PyObject *value = exception_take();
    if (value == NULL) return;
    if (always || errors_are_wanted()) say_exception(where, value);
    Py_DECREF(value);
    PyErr_Clear();
}

void report_once(const char *what, const char *why) {
    static atomic_flag said = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&said)) say("refloader: %s: %s\n", what, why);
}
