"""Decides what a verb needs that is not installed: the native parts, and pytest.

The published packages have them as ``refloader[conform]``. Where refloader was installed from a checkout, the first
verb that needs them installs them from there into the same environment: pytest first, which takes seconds, then the
native parts, which take minutes. The programs for other targets, which take as long again, are built once a run asks
for one. ``pip`` runs in ``refloader.cli.terminal.building``.
"""

import filecmp
import importlib
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from importlib.util import find_spec

from refloader import __version__
from refloader.cli.terminal import building, installing
from refloader.cli.terminal.console import Loudness
from refloader.cli.terminal.old_parts import say_old_parts
from refloader.cli.terminal.output import give_up, say
from refloader.host import shell
from refloader.host.stopping import sender, stoppable
from refloader.host.temporary import TemporaryFolder
from refloader.native.installed import (
    PACKAGE,
    PROGRAMS,
    checkout,
    folders,
    has_built_parts,
    install_command,
    with_programs,
)
from refloader.native.target import inside

_EXTRA = "conform"
_TESTING = {"pytest": "pytest", "xdist": "pytest-xdist"}
"""Modules that run the suite, and the packages that they come from."""

_INSTALLED = {PACKAGE: "refloader-native", **_TESTING, "hypothesis": "hypothesis"}
"""The modules that an installation brings last: where these are whole, what they require is."""

_COMPILERS = ("cc", "gcc", "clang")
_CROSS_COMPILERS = {"wine": "x86_64-w64-mingw32-gcc", "aarch64": "aarch64-linux-gnu-gcc"}
_32_BIT = ("-m32", "-idirafter", "/usr/include/x86_64-linux-gnu")
_PROGRAM = "#include <linux/types.h>\n#include <stdio.h>\nint main(void) { return 0; }\n"
"""What the build tries to link too, before it takes a target in."""


def needed(
    verb: str,
    *,
    native: bool = True,
    tests: bool = True,
    target: str = "",
    holds: bool = True,
    level: Loudness = Loudness.NORMAL,
    meanwhile: Callable[[], None] | None = None,
) -> None:
    """Return if the native parts are installed, and pytest where ``tests`` are run; install them from a checkout.

    Without ``native``, only pytest is needed. With ``target``, its programs are needed, too. ``meanwhile`` is called
    while the native parts are built, with pytest installed; it is not called if there is nothing to build. If it
    ``holds`` them, no other refloader installs others before this process ends. Exits with 3 if something cannot be
    installed or the installation is stopped; the message has the command to run.
    """
    try:
        with stoppable():
            _bring(verb, level, meanwhile, native=native, tests=tests, target=target, holds=holds)
    except KeyboardInterrupt as stop:
        how = _how_it_goes_on(checkout(), native=native)
        give_up(f"stopped by {sender(stop)} during the installation; {how}")


def _bring(
    verb: str,
    level: Loudness,
    meanwhile: Callable[[], None] | None,
    *,
    native: bool,
    tests: bool,
    target: str,
    holds: bool,
) -> None:
    if holds:
        _hold()
    lacking = missing(native=native, tests=tests, target=target)
    if not lacking:
        if native and level is not Loudness.QUIET:
            say_old_parts()
        return
    source = checkout()
    why = _why_not_here(source, native=native)
    if why or not source:
        give_up(f"{verb} needs {_list(lacking)}{why and f' ({why})'}: {_command()}")
    with installing.alone((sys.prefix, os.path.join(source, "native"))):
        _look_again()
        # Another process may have installed them.
        if lacking := missing(native=native, tests=tests, target=target):
            if level is not Loudness.QUIET:
                place = f" from {source}" if native else ""
                say(f"refloader: {verb} needs {_list(lacking)}: installing them{place}, this once", err=True)
            _install(verb, source, level, native=native, target=target, meanwhile=meanwhile)
    if holds:
        _hold()
    _look_again()
    if left := missing(native=native, tests=tests, target=target):
        give_up(f"{verb} needs {_list(left)}, and the installation from {source} has none: {_command()}")


def can_build(target: str) -> bool:
    """Return whether ``needed`` builds the programs for a target: from a checkout, with a compiler that links them.

    An editable installation has all that its own build made.
    """
    is_apart = find_spec(PACKAGE) is not None or not has_built_parts()
    if target not in PROGRAMS or not is_apart or not checkout():
        return False
    if target == "wine":
        return shutil.which(_CROSS_COMPILERS[target]) is not None
    names, options = (
        ((_CROSS_COMPILERS[target],), ()) if target in _CROSS_COMPILERS else (_COMPILERS, _32_BIT)
    )
    compiler = next(filter(None, map(shutil.which, names)), None)
    return platform.machine() == "x86_64" and compiler is not None and _links([compiler, *options])


def _links(compiler: Sequence[str]) -> bool:
    with TemporaryFolder() as folder:
        source = os.path.join(folder, "program.c")
        with open(source, "w", encoding="ascii") as opened:
            opened.write(_PROGRAM)
        command = [*compiler, "-o", os.path.join(folder, "program"), source]
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return ended.returncode == 0


def _hold() -> None:
    """Keep others from installing into this environment, if it is one that refloader installs into."""
    if sys.prefix != sys.base_prefix and not inside():
        installing.hold(sys.prefix)


def _how_it_goes_on(source: str, *, native: bool) -> str:
    """Return how an installation goes on that was stopped."""
    if not native:
        return "the same command begins it again"
    if building.keeps(source):
        return "what was built is kept, and the same command goes on from there"
    return "the same command begins it again, as the checkout may not be written to"


def _command() -> str:
    return shell.line(install_command())


def _look_again() -> None:
    """Forget what was installed when this process looked last."""
    importlib.invalidate_caches()
    folders.cache_clear()


def missing(*, native: bool = True, tests: bool = True, target: str = "") -> tuple[str, ...]:
    """Return in words what is not installed."""
    lacking = [] if has_built_parts() or not native else ["the native parts"]
    lacking += [f"the programs for {target}"] if target and not with_programs(target) else []
    other = _other_version() if native else ""
    lacking += [f"the native parts of version {__version__}, not {other}"] if other else []
    lacking += [name for module, name in _TESTING.items() if tests and find_spec(module) is None]
    halves = () if lacking else installing.half_installed(_INSTALLED)
    halves = tuple(module for module in halves if native or module != PACKAGE)
    return (*lacking, *(f"{_INSTALLED[module]}, whose installation was interrupted" for module in halves))


def _other_version() -> str:
    """Return the version of the native parts if it is not that of refloader; empty if it is."""
    if find_spec(PACKAGE) is None:
        return ""
    try:
        version = metadata.version("refloader-native")
    except metadata.PackageNotFoundError:
        return ""
    return version if version != __version__ else ""


def _why_not_here(source: str, *, native: bool) -> str:
    """Return why nothing can be installed into this environment; empty if it can be, or if there is no checkout."""
    if not source:
        return ""
    if inside() or sys.prefix == sys.base_prefix:
        return "this Python is no virtual environment"
    if not os.access(sysconfig.get_path("platlib"), os.W_OK):
        return "this user may not write into its environment"
    if find_spec("pip") is None:
        return "its environment has no pip"
    if native and not any(map(shutil.which, _COMPILERS)):
        return "there is no C compiler; Debian and Ubuntu: apt install gcc libc6-dev libpython3-dev"
    if _has_changed(source):
        return f"{source} has changed since refloader was installed from it"
    return ""


def _has_changed(source: str) -> bool:
    """Return whether a module of the installation differs from the checkout's, whose C parts then may not fit it."""
    for file in metadata.files("refloader") or ():
        if file.parts[0] == "refloader" and file.parts[1] != "data" and file.suffix == ".py":
            here, there = str(file.locate()), os.path.join(source, *file.parts)
            if not os.path.isfile(there) or not filecmp.cmp(here, there, shallow=False):
                return True
    return False


def _install(
    verb: str,
    source: str,
    level: Loudness,
    *,
    native: bool,
    target: str,
    meanwhile: Callable[[], None] | None,
) -> None:
    """Have pip install what runs the suite, then build and install the native parts. Exits with 3 if it fails."""
    halves = installing.half_installed(_INSTALLED)
    installing.remove_traces([_INSTALLED[module] for module in halves])
    if missing(native=False) or set(halves) & _TESTING.keys():
        if problem := building.requirements(_requirements(), level):
            message = [f"{verb} needs pytest, which could not be installed:", *problem]
            give_up("\n".join([*message, f"if pip reaches your package index: {_command()}"]))
        _look_again()
    is_whole = has_built_parts() and not _other_version() and PACKAGE not in halves
    if not native or (is_whole and (not target or with_programs(target))):
        return
    targets = {name: name == target or bool(with_programs(name)) for name in PROGRAMS}
    if problem := building.native_parts(os.path.join(source, "native"), level, targets, meanwhile):
        give_up("\n".join([f"{verb} needs the native parts, and they could not be built:", *problem]))


def _requirements() -> list[str]:
    """Return what the extra requires of other projects."""
    marked = [each.partition(";") for each in metadata.requires("refloader") or ()]
    wanted = [what.strip() for what, _, marker in marked if re.search(rf"extra == .{_EXTRA}\b", marker)]
    return [each for each in wanted if not each.startswith("refloader-native")]


def _list(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
