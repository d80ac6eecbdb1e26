"""The first code of the frozen package, which runs the others. Never imported: bundle.py compiles its text.

Modules are made here and not by the import system, which takes longer to find one than most take to run.
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
if "refloader.dropin.python._edge" not in modules:
    modules["refloader.dropin.python._edge"] = __import__("_edge")
# Under the import lock code is run once, by one thread: classes and tables must not be made twice. A thread may
# take it again, and a fork leaves it to the child's one thread.


def lazily(name: str) -> "ModuleType":
    """A module that is frozen apart, run when it is first wanted."""
    found = modules.get(name)
    if found is None:
        acquire_lock()
        try:
            found = modules.get(name) or run(name, frozen(name))
        finally:
            release_lock()
    return found


def frozen(name: str) -> "CodeType":
    """The code that is frozen under this name. CPython calls it invalid when there is no memory to read it."""
    try:
        return get_frozen_object(name)
    except ImportError as problem:
        if problem.args[0].endswith("is invalid"):
            raise MemoryError from None
        raise


def run(name: str, code: "CodeType") -> "ModuleType":
    """Make a module of its code, which finds here what it needs to link itself."""
    made = module(name)
    space = made.__dict__
    space["_lazily"] = lazily
    space["_entry"] = entry
    space["_link"] = lambda names: link(space, names)
    space["_cold"] = lambda path: cold(space, path)
    exec(code, space)
    modules[name] = made
    return made


def link(space: "Space", names: "Iterable[Link]") -> None:
    """The imports of a module: name here, module, name there (None: the module itself)."""
    for bound, source, name in names:
        found = modules.get(source) or found_later(source)
        if name is None:
            space[bound] = found
            continue
        inside = found.__dict__
        if name not in inside:
            thaw(inside)
        space[bound] = inside[name]


def found_later(source: str) -> "ModuleType":
    """A module that is not there yet: ours that is frozen apart, or one that is built in."""
    return lazily(source) if source.startswith("refloader.") else __import__(source)


def entry(source: str, name: str) -> "Callable[..., Any]":
    """An entry out of a module that is frozen apart; the first call puts the real one into the table."""

    def stub(*arguments: "Any") -> "Any":
        real = lazily(source).__dict__[name]
        entries = modules["refloader.dropin.python.entries"].ENTRIES
        for key, value in list(entries.items()):
            if value is stub:
                entries[key] = real
        return real(*arguments)

    return stub


def cold(space: "Space", path: str) -> "Callable[..., Any]":
    """What stands for a function or method of the module's cold part."""
    owner, _, name = path.rpartition(".")

    def stub(*arguments: "Any", **options: "Any") -> "Any":
        thaw(space)
        real = getattr(space[owner], name) if owner else space[name]
        return real(*arguments, **options)

    return stub


def thaw(space: "Space") -> None:
    """Run the cold part of a module in the module's names."""
    if "_thawed" in space:
        return
    acquire_lock()
    try:
        if "_thawed" not in space:
            exec(frozen(space["__name__"] + ":cold"), space)
            space["_thawed"] = True
    finally:
        release_lock()


def start(packages: "Iterable[str]", names: "Iterable[str]", codes: "Iterable[CodeType]") -> None:
    """Run all modules that are needed at once."""
    for name in packages:
        modules.setdefault(name, module(name)).__path__ = []
    for name, code in zip(names, codes, strict=True):
        run(name, code)


start("packages", "names", "codes")  # type: ignore[arg-type]
gc.freeze()
gc.enable()
