"""The import system of the private interpreter, which replaces importlib: imports only built-in and frozen modules.

It is frozen as ``_frozen_importlib``; the interpreter calls ``_install``, ``_find_and_load`` and
``_handle_fromlist``. Never reads a file, a path or a hook, and imports nothing itself.
"""

# mypy: ignore-errors


class _Spec:
    """The part of a module spec that ``create_builtin`` needs."""

    origin = "built-in"

    def __init__(self, name):
        self.name = name


def _install(sys_module, imp_module):
    global sys, imp
    sys, imp = sys_module, imp_module


def _find_and_load(name, import_):
    imp.acquire_lock()  # one lock for all imports: no other thread may get a partially initialised module
    try:
        parent, _, child = name.rpartition(".")
        if parent and parent not in sys.modules:
            import_(parent)
        if name not in sys.modules:  # the parent may have imported it
            _load(name)
            if parent:
                setattr(sys.modules[parent], child, sys.modules[name])
        return sys.modules[name]
    finally:
        imp.release_lock()


def _load(name):
    if imp.is_builtin(name):
        sys.modules[name] = module = imp.create_builtin(_Spec(name))
        imp.exec_builtin(module)
    elif imp.is_frozen(name):
        _run(name, imp.get_frozen_object(name))
    else:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _run(name, code):
    sys.modules[name] = module = type(sys)(name)
    if imp.is_frozen_package(name):
        module.__path__ = []
    try:
        exec(code, module.__dict__)
    except BaseException:
        sys.modules.pop(name, None)
        raise


def _handle_fromlist(module, names, import_):
    for name in names:
        if not hasattr(module, name) and imp.is_frozen(f"{module.__name__}.{name}"):
            import_(f"{module.__name__}.{name}")
    return module
