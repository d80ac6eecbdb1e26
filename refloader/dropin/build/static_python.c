// Linked by static_python.cmake to learn whether a libpython can go into a shared library, and is one we know.
#include <Python.h>

#if PY_VERSION_HEX < 0x030B0000 || PY_VERSION_HEX >= 0x030F0000 || defined(Py_GIL_DISABLED)
#error "Python 3.11 to 3.14, not free-threaded"
#endif

PyMODINIT_FUNC PyInit__imp(void);

extern const struct _frozen refloader_import_system[];
const struct _frozen refloader_import_system[] = {{0}};

struct _inittab _PyImport_Inittab[] = {{"_imp", PyInit__imp}, {NULL, NULL}};

int probe(void);

int probe(void) {
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config._init_main = 0;
    PyOS_BeforeFork();
    PyOS_AfterFork_Child();
    return PyStatus_Exception(Py_InitializeFromConfig(&config));
}
