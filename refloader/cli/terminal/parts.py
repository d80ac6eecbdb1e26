"""What of refloader is installed: ``conform`` and a few other verbs need the native parts and pytest.

The published packages have them as ``refloader[conform]``. Where refloader was installed from a checkout, the first
verb that needs them installs them from there into the same environment.
"""

import filecmp
import importlib
import json
import os
import re
import shutil
import sys
import sysconfig
from collections import deque
from collections.abc import Iterable
from contextlib import ExitStack
from importlib import metadata
from importlib.util import find_spec
from urllib.parse import urlsplit
from urllib.request import url2pathname

from refloader import __version__
from refloader.cli.terminal import installing
from refloader.cli.terminal.console import Loudness, watching
from refloader.cli.terminal.output import give_up, say
from refloader.host import shell
from refloader.host.temporary import TemporaryFolder
from refloader.native.installed import PACKAGE, folders, has_built_parts
from refloader.native.target import inside
from refloader.results.progress import Progress

_EXTRA = "conform"
_TESTING = {"pytest": "pytest", "xdist": "pytest-xdist"}
"""Modules that run the suite, and the packages that they come from."""

_INSTALLED = {PACKAGE: "refloader-native", **_TESTING, "hypothesis": "hypothesis"}
"""The modules that an installation brings last: where these are whole, what they require is."""

_COMPILERS = ("cc", "gcc", "clang")
_STEP = re.compile(r"\s*\[(\d+)/(\d+)\] ")
"""How ninja counts."""

_ERROR = re.compile(
    r"\s*(CMake Error|ERROR|error:|FAILED|ninja: build stopped|refloader: )|.*: (fatal )?error: "
)
_KEPT, _SHOWN = 400, 12
"""Lines of a failed installation to look at, and to show."""


def needed(verb: str, *, tests: bool = True, level: Loudness = Loudness.NORMAL) -> None:
    """Return if the native parts are installed, and pytest where ``tests`` are run; install them from a checkout.

    Exits with 3 if that is not possible; the message has the command to run.
    """
    lacking = missing(tests=tests)
    if not lacking:
        return
    source = checkout()
    why = _why_not_here(source)
    if why or not source:
        give_up(f"{verb} needs {_list(lacking)}{why and f' ({why})'}: {advice(source)}")
    with installing.alone((sys.prefix, os.path.join(source, "native"))):
        _look_again()
        if missing(tests=tests):  # another process may have installed them
            _install(verb, source, level)
    _look_again()
    if left := missing(tests=tests):
        give_up(f"{verb} needs {_list(left)}, and the installation from {source} has none: {advice(source)}")


def _look_again() -> None:
    """Forget what was installed when this process looked last."""
    importlib.invalidate_caches()
    folders.cache_clear()


def missing(*, tests: bool = True) -> tuple[str, ...]:
    """Return in words what is not installed."""
    lacking = [] if has_built_parts() else ["the native parts"]
    other = _other_version()
    lacking += [f"the native parts of version {__version__}, not {other}"] if other else []
    lacking += [name for module, name in _TESTING.items() if tests and find_spec(module) is None]
    halves = () if lacking else installing.half_installed(_INSTALLED)
    return (*lacking, *(f"{_INSTALLED[module]}, whose installation was interrupted" for module in halves))


def advice(source: str = "") -> str:
    """Return the command that installs what is missing, from the checkout ``source`` if there is one."""
    pip = ["pip", "install"]
    if not source:
        return shell.line([*pip, f"refloader[{_EXTRA}]"])
    return shell.line([*pip, os.path.join(source, "native"), f"{source}[{_EXTRA}]"])


def checkout() -> str:
    """Return the folder of sources that this refloader was installed from; empty if it is not there any more."""
    try:
        told = metadata.distribution("refloader").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    address = urlsplit(json.loads(told)["url"]) if told else None
    folder = url2pathname(address.path) if address and address.scheme == "file" else ""
    return folder if os.path.isfile(os.path.join(folder, "native", "pyproject.toml")) else ""


def _other_version() -> str:
    """Return the version of the native parts if it is not that of refloader; empty if it is."""
    if find_spec(PACKAGE) is None:
        return ""
    try:
        version = metadata.version("refloader-native")
    except metadata.PackageNotFoundError:
        return ""
    return version if version != __version__ else ""


def _why_not_here(source: str) -> str:
    """Return why nothing can be installed into this environment; empty if it can be, or if there is no checkout."""
    if not source:
        return ""
    if inside() or sys.prefix == sys.base_prefix:
        return "this Python is no virtual environment"
    if not os.access(sysconfig.get_path("platlib"), os.W_OK):
        return "this user may not write into its environment"
    if find_spec("pip") is None:
        return "its environment has no pip"
    if not any(map(shutil.which, _COMPILERS)):
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


def _install(verb: str, source: str, level: Loudness) -> None:
    """Have pip build and install the native parts, and what runs the suite. Exits with 3 if it fails.

    ``-P``: a ``pip.py`` in the working folder, which may be that of a foreign project, is not pip.
    """
    pip = [
        sys.executable,
        "-P",
        "-m",
        "pip",
        "install",
        "--verbose",
        "--no-input",
        "--disable-pip-version-check",
    ]
    wanted = _list(missing())
    halves = installing.half_installed(_INSTALLED)
    installing.remove_traces([_INSTALLED[module] for module in halves])
    has_native = has_built_parts() and not _other_version() and PACKAGE not in halves
    command = [*pip, *([] if has_native else [os.path.join(source, "native")]), *_requirements()]
    if level is not Loudness.QUIET:
        say(f"refloader: {verb} needs {wanted}: installing them with what {source} has, this once", err=True)
    lines, status = _run(command, level)
    if status:
        give_up("\n".join([f"{verb} needs the native parts, and they could not be built:", *_errors(lines)]))


def _run(command: list[str], level: Loudness) -> tuple[list[str], int]:
    """Run pip and tell its progress; return its last lines and its exit status."""
    last = deque[str](maxlen=_KEPT)
    with ExitStack() as stack:
        place = stack.enter_context(TemporaryFolder())  # pip that is killed leaves its own behind
        variables = {**os.environ, "NINJA_STATUS": "[%f/%t] ", "TMPDIR": place}
        pip = stack.enter_context(installing.running(command, variables))
        watch = stack.enter_context(watching("build steps", level))
        is_built, done, total = False, 0, 0
        for line in map(str.rstrip, pip.output):
            last.append(line)
            step = _STEP.match(line)
            if step and not is_built:
                is_built = True  # from here on, the time that is left can be told
                watch.end()
                watch = stack.enter_context(watching("build steps", level))
            done, total = map(int, step.groups()) if step else (done, total)
            watch.tell(_progress(done, total))
    return list(last), pip.status or 0


def _progress(done: int, total: int) -> Progress:
    """Return how far pip is, by the last step of the build that it named."""
    if not total:
        return Progress(0, 0, 0, step="downloading what the build needs")
    return Progress(done, total, 0) if done < total else Progress(0, 0, 0, step="installing what was built")


def _errors(lines: Iterable[str]) -> list[str]:
    """Return the lines of a failed build that say why."""
    lines = [each for each in lines if each.strip()]
    errors = list(dict.fromkeys(each for each in lines if _ERROR.match(each)))
    return (errors or lines)[:_SHOWN]


def _requirements() -> list[str]:
    """Return what the extra requires of other projects."""
    marked = [each.partition(";") for each in metadata.requires("refloader") or ()]
    wanted = [what.strip() for what, _, marker in marked if re.search(rf"extra == .{_EXTRA}\b", marker)]
    return [each for each in wanted if not each.startswith("refloader-native")]


def _list(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
