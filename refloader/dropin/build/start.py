"""The first code of the frozen package, which runs all the rest. Never imported: bundle.py compiles its text.

This code creates the modules itself: the import system takes longer to find a module than most take to run.
"""

import gc
import sys
from _imp import acquire_lock, get_frozen_object, release_lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import CodeType, ModuleType
    from typing import Any, TypeAlias

    Space: TypeAlias = dict[str, Any]
    Link: TypeAlias = tuple[str, str, str | None]

gc.disable()
modules = sys.modules
module = type(sys)
code_type = type((lambda: None).__code__)
if "refloader.dropin.python._edge" not in modules:
    modules["refloader.dropin.python._edge"] = __import__("_edge")
# Code runs under the import lock, so that one thread runs it once: classes and tables must not be created twice. The
# lock is reentrant, and after a fork it belongs to the child's one thread.


def lazily(name: str) -> "ModuleType":
    """Return a module that is frozen apart, and run it at the first use."""
    found = modules.get(name)
    if found is None:
        acquire_lock()
        try:
            found = modules.get(name) or run(name, frozen(name))
        finally:
            release_lock()
    return found


def frozen(name: str) -> "CodeType":
    """Return the code that is frozen under this name. CPython reports it as invalid if memory runs out."""
    try:
        return get_frozen_object(name)
    except ImportError as problem:
        if problem.args[0].endswith("is invalid"):
            raise MemoryError from None
        raise


def run(name: str, code: "CodeType") -> "ModuleType":
    """Create a module and run its code, with the helpers that the code uses to link itself."""
    made = module(name)
    space = made.__dict__
    space["_lazily"] = lazily
    space["_entry"] = entry
    space["_named"] = named
    execute(code, space)
    modules[name] = made
    return made


def execute(code: "CodeType", space: "Space") -> None:
    """Run code of a module, with the helpers that only code outside of functions uses."""
    is_first = "__link__" not in space  # a module that this code loads may load another part of this one
    space["__link__"] = lambda names: link(space, names)
    space["__late__"] = lambda names: link_later(space, names)
    space["__cold__"] = stubs(space)
    exec(code, space)
    if is_first:
        del space["__link__"], space["__late__"], space["__cold__"]


def link(space: "Space", names: "Iterable[Link]") -> None:
    """Bind the imports of a module. Each is the name to bind, the source module, the name there or None."""
    for bound, source, name in names:
        found = modules.get(source) or found_later(source)
        if name is None:
            space[bound] = found
            continue
        inside = found.__dict__
        if name not in inside:
            thaw(inside)
        space[bound] = inside[name]


def link_later(space: "Space", names: "Iterable[tuple[str, str, str]]") -> None:
    """Bind functions in the cold parts of other modules to stubs, each of which the first call replaces."""
    for bound, source, name in names:
        space[bound] = later(space, bound, source, name)


def later(space: "Space", bound: str, source: str, name: str) -> "Callable[..., Any]":
    """Return the stub for one of them."""

    def stub(*arguments: "Any", **options: "Any") -> "Any":
        real = space[bound] = named(source, name)
        return real(*arguments, **options)

    return stub


def named(source: str, name: str) -> "Any":
    """Return what a function imports from a module."""
    space: Space = {}
    link(space, ((name, source, name),))
    return space[name]


def found_later(source: str) -> "ModuleType":
    """Load a module that is not in ``modules`` yet: one of refloader's that is frozen apart, or a built-in one."""
    return lazily(source) if source.startswith("refloader.") else __import__(source)


def entry(source: str, name: str) -> "Callable[..., Any]":
    """Return a stub for an entry of a module that is frozen apart; the first call replaces it in the table."""

    def stub(*arguments: "Any") -> "Any":
        real = lazily(source).__dict__[name]
        entries = modules["refloader.dropin.python.entries"].ENTRIES
        for key, value in list(entries.items()):
            if value is stub:
                entries[key] = real
        return real(*arguments)

    return stub


def stubs(space: "Space") -> "Callable[[str], Callable[..., Any]]":
    """Return what makes the stub for a function or method of the module's cold part."""

    def cold(path: str) -> "Callable[..., Any]":
        def stub(*arguments: "Any", **options: "Any") -> "Any":
            thaw(space)
            owner, _, name = path.rpartition(".")
            real = getattr(space[owner], name) if owner else space[name]
            return real(*arguments, **options)

        return stub

    return cold


def thaw(space: "Space") -> None:
    """Run the cold part of a module, once, in the module's namespace."""
    if "_thawed" in space:
        return
    acquire_lock()
    try:
        if "_thawed" not in space:
            execute(frozen(space["__name__"] + ":cold"), space)
            space["_thawed"] = True
    finally:
        release_lock()


def start(packages: "Iterable[str]", names: "Iterable[str]", codes: "Iterable[CodeType]") -> None:
    """Run all modules that are needed at start-up."""
    for name in packages:
        modules.setdefault(name, module(name)).__path__ = []
    for name, code in zip(names, codes, strict=True):
        run(name, code)


def prepare(names: "Iterable[str]") -> None:
    """Load what most programs need later. Only the build calls this, for the image of the interpreter."""
    gc.disable()
    for name in names:
        found, _, is_cold = name.partition(":")
        if is_cold:
            thaw(modules[found].__dict__)
        else:
            lazily(found)
    gc.collect()
    gc.freeze()
    gc.enable()


def names() -> "tuple[set[str], set[str]]":
    """Return all names and texts in the code of all modules, and the names in code that makes classes.

    Only the build calls this, for the image. What a class calls its own methods is not asked of other classes.
    """
    found: set[str] = set()
    bases: set[str] = set()
    parts: list[Any] = [frozen(name) for name in modules["_imp"]._frozen_module_names()]
    while parts:
        part = parts.pop()
        if type(part) is str:
            found.add(part)
        elif type(part) is code_type:
            parts += part.co_consts
            own = is_class(part)
            found.update([name for name in part.co_names if not (own and name.startswith("__"))])
            if any(type(each) is code_type and is_class(each) for each in part.co_consts):
                bases.update(part.co_names)
        elif type(part) is tuple or type(part) is frozenset:
            parts += part
    return found, bases


def is_class(code: "CodeType") -> bool:
    """True for the body of a class."""
    return "__qualname__" in code.co_names


prepared = "prepared"
start("packages", "names", "codes")  # type: ignore[arg-type]
gc.freeze()
gc.enable()
