// The built-in modules of the private interpreter: what the frozen code imports, no more. Standing here, the
// table keeps libpython's own config.o, and with it all other modules, out of the library.
#include "python_edge.h"

PyMODINIT_FUNC PyInit__collections(void);
PyMODINIT_FUNC PyInit__functools(void);
PyMODINIT_FUNC PyInit__imp(void);
PyMODINIT_FUNC PyInit__sre(void);
PyMODINIT_FUNC PyInit_gc(void);

struct _inittab _PyImport_Inittab[] = {
    {"_collections", PyInit__collections},
    {"_edge", PyInit__edge},
    {"_functools", PyInit__functools},
    {"_imp", PyInit__imp},
    {"_sre", PyInit__sre},
    {"builtins", NULL},
    {"gc", PyInit_gc},
    {"sys", NULL},
    {NULL, NULL},
};
