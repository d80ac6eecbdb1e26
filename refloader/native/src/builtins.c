// The built-in modules of the private interpreter: what the frozen code imports and the core needs, no more.
// Standing here, the table keeps libpython's own config.o, and with it all other modules, out of the library.
#include "python_edge.h"

PyMODINIT_FUNC PyInit__abc(void);
PyMODINIT_FUNC PyInit__codecs(void);
PyMODINIT_FUNC PyInit__collections(void);
PyMODINIT_FUNC PyInit__functools(void);
PyMODINIT_FUNC PyInit__imp(void);
PyMODINIT_FUNC PyInit__operator(void);
PyMODINIT_FUNC PyInit__sre(void);
PyMODINIT_FUNC PyInit__string(void);
PyMODINIT_FUNC PyInit__thread(void);
PyMODINIT_FUNC PyInit__typing(void);
PyMODINIT_FUNC PyInit__weakref(void);
PyMODINIT_FUNC PyInit_gc(void);
PyMODINIT_FUNC PyInit_itertools(void);
PyMODINIT_FUNC PyMarshal_Init(void);
PyMODINIT_FUNC _PyWarnings_Init(void);

struct _inittab _PyImport_Inittab[] = {
    {"_abc", PyInit__abc},
    {"_codecs", PyInit__codecs},
    {"_collections", PyInit__collections},
    {"_edge", PyInit__edge},
    {"_functools", PyInit__functools},
    {"_imp", PyInit__imp},
    {"_operator", PyInit__operator},
    {"_sre", PyInit__sre},
    {"_string", PyInit__string},
    {"_thread", PyInit__thread},
#if PY_VERSION_HEX >= 0x030C0000
    {"_typing", PyInit__typing},
#endif
    {"_warnings", _PyWarnings_Init},
    {"_weakref", PyInit__weakref},
    {"builtins", NULL},
    {"gc", PyInit_gc},
    {"itertools", PyInit_itertools},
    {"marshal", PyMarshal_Init},
    {"sys", NULL},
    {NULL, NULL},
};
