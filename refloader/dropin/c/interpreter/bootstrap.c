// What libpython's own frozen.o and deepfreeze.o define, so that they stay out of the library: a megabyte of
// frozen standard library, which would be relocated and interned at every start and is never imported.
#include "python_edge.h"

struct _module_alias;

extern const struct _frozen refloader_import_system[];  // import_system.py as _frozen_importlib
extern const struct _frozen *_PyImport_FrozenBootstrap;
extern const struct _frozen *_PyImport_FrozenStdlib;
extern const struct _frozen *_PyImport_FrozenTest;
extern const struct _module_alias *_PyImport_FrozenAliases;

static const struct _frozen none[] = {{0}};

const struct _frozen *_PyImport_FrozenBootstrap = refloader_import_system;
const struct _frozen *_PyImport_FrozenStdlib = none;
const struct _frozen *_PyImport_FrozenTest = none;
const struct _frozen *PyImport_FrozenModules = none;  // ours: interpreter.c

static const struct {
    const char *name;
    const char *original;
} no_aliases[] = {{NULL, NULL}};
const struct _module_alias *_PyImport_FrozenAliases = (const struct _module_alias *)no_aliases;

#if PY_VERSION_HEX >= 0x030C0000 && PY_VERSION_HEX < 0x030D0000
extern uint32_t _Py_next_func_version;
uint32_t _Py_next_func_version = 1;
#endif

#if PY_VERSION_HEX < 0x030D0000
extern int _Py_Deepfreeze_Init(void);
extern void _Py_Deepfreeze_Fini(void);

int _Py_Deepfreeze_Init(void) {
    return 0;
}

void _Py_Deepfreeze_Fini(void) {}
#endif
