"""Runs pip to install what runs the suite, and to build the native parts from a checkout; shows its progress.

Decides nothing about what is needed. ``-P``: a ``pip.py`` in the working folder, which may be that of a foreign
project, is not pip.
"""

import json
import os
import re
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from glob import escape as glob_escape
from glob import glob
from threading import Thread

from refloader.cli.terminal import installing
from refloader.cli.terminal.console import Loudness, duration, watching
from refloader.host.temporary import TemporaryFolder
from refloader.results.progress import Progress

_PIP = ("-P", "-m", "pip", "install", "--verbose", "--no-input", "--disable-pip-version-check")
_DOWNLOADING, _TOOLS = "downloading what the tests need", "downloading the build tools"
_CONFIGURING, _INSTALLING = "configuring the build", "installing what was built"

_STEP = re.compile(r"\s*\[(\d+)/(\d+)\] (?!Re-)")
"""How ninja counts. It counts its own looks at CMake's files, too ("Re-checking globbed directories")."""

_CMAKE = re.compile(r"\s*(Preparing metadata|Building wheel for|\*\*\* Configuring CMake)")
"""What pip and the build backend say once the build tools are there."""

_ERROR = re.compile(
    r"\s*(CMake Error|ERROR|error:|FAILED|ninja: build stopped|refloader: |[\w.]*(Error|Exception): )"
    r"|.*: (fatal )?error: "
)
_NOISE = re.compile(r"\s*(error: subprocess-exited-with-error|ERROR: (Failed|Could not) (to )?build\w*)\b")
"""Lines of pip that only say that a build failed."""
_STOPPED = "ninja: build stopped"
_OF_NINJA = re.compile(rf"\s*(FAILED|{_STOPPED})")

_OF_THE_BACKEND = ".skbuild-info.json"
"""Where scikit-build-core says what a folder was built with."""

_OF_NINJAS = ".ninja_log"
"""Where ninja says what it has built: what is not named there is built again."""

_SOURCES = ("refloader", "mock_icd", "mock_layers", "native", "CMakeLists.txt")
_PROGRAMS = ("cc", "gcc", "clang", "x86_64-w64-mingw32-gcc", "aarch64-linux-gnu-gcc", "python3")
"""What native parts are built from, and what builds them."""

_OPTIONS = {"wine": "REFLOADER_WINDOWS", "i386": "REFLOADER_I386", "aarch64": "REFLOADER_AARCH64"}
"""The options of the build for the programs of targets."""

_LAST, _SHOWN = 400, 12
"""Lines of a failed installation to look at, and to show."""

_NONE_SINCE = "no further step"

_LONG = 10.0
"""Seconds after which a step that is not counted is shown with how long it has lasted."""

_TICK = 0.2
"""Seconds between two looks at how far pip is."""


def requirements(wanted: Sequence[str], level: Loudness) -> list[str]:
    """Install these requirements. Return the lines that say why it failed, none if it did not."""
    return _Pip(wanted, _DOWNLOADING).run(level)


def native_parts(
    project: str,
    level: Loudness,
    targets: Mapping[str, bool],
    meanwhile: Callable[[], None] | None = None,
) -> list[str]:
    """Build and install the native parts. Return the lines that say why it failed, none if it did not.

    ``targets`` says of each of ``installed.PROGRAMS`` whether its programs are part of them. ``meanwhile`` is called
    once while they are built, and shows its own progress.
    """
    words = [
        f"--config-settings=cmake.define.{_OPTIONS[name]}={'AUTO' if with_it else 'OFF'}"
        for name, with_it in targets.items()
    ]
    _take_up(os.path.dirname(project))
    return _Pip([project], _TOOLS, words).run(level, meanwhile)


def _take_up(source: str) -> None:
    """Have the build go on with what an earlier one made: remove what it knows of that one's tools.

    pip has other tools in each build, in a folder that is gone afterwards, and the build backend then removes all
    that was compiled. What is compiled by another command, or from a newer file, is compiled again; where ninja would
    not see that a file is another, everything is.
    """
    for folder in glob(os.path.join(glob_escape(source), "build", "py3-*")):
        with suppress(OSError):
            if _is_hidden_change(source, os.stat(os.path.join(folder, "build.ninja")).st_mtime_ns):
                os.unlink(os.path.join(folder, _OF_NINJAS))
        with suppress(OSError, ValueError, TypeError, KeyError):
            with open(os.path.join(folder, _OF_THE_BACKEND), encoding="utf-8") as opened:
                if not os.path.samefile(json.load(opened)["source_dir"], source):
                    continue
            for found in glob(os.path.join(glob_escape(folder), "CMakeFiles", "[0-9]*")):
                shutil.rmtree(found)
            for name in (_OF_THE_BACKEND, "CMakeCache.txt"):
                os.unlink(os.path.join(folder, name))


def _is_hidden_change(source: str, built: int) -> bool:
    """Return whether a source, or a program that builds, became another since this time without looking newer.

    Archives and packages are unpacked with the times at which their files were written, and ninja compares those.
    """
    programs = filter(None, map(shutil.which, _PROGRAMS))
    if any(os.stat(each).st_ctime_ns > built for each in programs):
        return True
    return any(found.st_mtime_ns <= built < found.st_ctime_ns for found in map(os.stat, _code(source)))


def _code(source: str) -> Iterator[str]:
    """Yield the paths of what the native parts are built from."""
    for name in _SOURCES:
        path = os.path.join(source, name)
        yield from [path] if os.path.isfile(path) else ()
        for folder, _, files in os.walk(path):
            yield from (os.path.join(folder, each) for each in files if not each.endswith(".pyc"))


def keeps(source: str) -> bool:
    """Return whether a build of a checkout has a folder in it, where what is built stays if it is stopped."""
    folder = os.path.join(source, "build")
    return os.access(folder if os.path.isdir(folder) else source, os.W_OK)


class _Pip:
    """One run of pip, whose output a thread reads."""

    def __init__(self, arguments: Sequence[str], step: str, options: Sequence[str] = ()) -> None:
        self._arguments = arguments
        self._options = options
        self._step = step
        self._done = self._total = 0
        self._since = time.monotonic()
        self._lines = deque[str](maxlen=_LAST)

    def run(self, level: Loudness, meanwhile: Callable[[], None] | None = None) -> list[str]:
        """Run pip to its end and show its progress. Return the lines that say why it failed."""
        with ExitStack() as stack:
            place = stack.enter_context(TemporaryFolder())  # pip that is killed leaves its own behind
            variables = {**os.environ, "NINJA_STATUS": "[%f/%t] ", "TMPDIR": place}
            command = [sys.executable, *_PIP, *self._options, *self._settings(place), *self._arguments]
            pip = stack.enter_context(installing.running(command, variables))
            reader = Thread(target=self._read, args=(pip.output,), daemon=True)
            reader.start()
            if meanwhile is not None:
                meanwhile()
            self._show(reader, level)
        return _errors(self._lines) if pip.status else []

    def _settings(self, place: str) -> list[str]:
        """Return the options for a build outside the checkout if this user may not write into it."""
        for project in self._arguments:
            if os.path.isdir(project) and not keeps(os.path.dirname(project)):
                return [f"--config-settings=build-dir={os.path.join(place, 'build')}"]
        return []

    def _read(self, output: Iterable[str]) -> None:
        for line in map(str.rstrip, output):
            self._lines.append(line)
            if step := _STEP.match(line):
                self._done, self._total = map(int, step.groups())
                self._since = time.monotonic()
            elif self._step == _TOOLS and _CMAKE.match(line):
                self._step, self._since = _CONFIGURING, time.monotonic()

    def _show(self, reader: Thread, level: Loudness) -> None:
        with ExitStack() as stack:
            watch = stack.enter_context(watching("build steps", level))
            is_built = False
            while reader.is_alive():
                reader.join(_TICK)
                if self._total and not is_built:
                    is_built = True  # from here on, the time that is left can be told
                    watch.end()
                    watch = stack.enter_context(watching("build steps", level))
                watch.tell(self._progress())

    def _progress(self) -> Progress:
        """Return how far pip is, by the last step of the build that it named.

        Some steps take a hundred times as long as others: while one does, how long no other has ended is shown, and a
        guess at the time left that has come to nothing is not.
        """
        if not self._total:
            return Progress(0, 0, 0, step=self._lasting(self._step))
        if self._done < self._total:
            return Progress(self._done, self._total, 0, running=_NONE_SINCE, since=self._since)
        return Progress(0, 0, 0, step=self._lasting(_INSTALLING))

    def _lasting(self, step: str) -> str:
        """Return a step that has no end to count to, with how long it has lasted if that is long."""
        lasted = time.monotonic() - self._since
        return f"{step}, for {duration(lasted)}" if lasted >= _LONG else step


def _errors(lines: Iterable[str]) -> list[str]:
    """Return the lines of a failed run that say why."""
    lines = [each for each in lines if each.strip()]
    errors = list(dict.fromkeys(each for each in lines if _ERROR.match(each)))
    causes = [each for each in errors if not _NOISE.match(each)]
    if causes and all(_OF_NINJA.match(each) for each in causes):  # what the step itself printed says why
        stopped = next((at for at, each in enumerate(lines) if _STOPPED in each), len(lines))
        causes = [*dict.fromkeys([*causes[:1], *lines[max(stopped - 2, 0) : stopped]])]
    return (causes or errors or lines)[:_SHOWN]
