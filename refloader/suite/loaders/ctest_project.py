"""Writes the CMake project by which a loader's own repository runs the corpus with CTest. Builds and runs nothing."""

import glob
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence

import refloader
from refloader.scenario.corpus import Case
from refloader.suite.loaders import c_cases

_TOP = os.path.dirname(os.path.dirname(os.path.abspath(refloader.__file__)))
_PROJECT = "refloader/probes/ctest/CMakeLists.txt"
_SOURCES = (
    "mock_icd/*.[ch]",
    "mock_icd/drawing/*.[ch]",
    "mock_icd/whole/*.[ch]",
    "mock_layers/*.[ch]",
    "refloader/native/include/*.[ch]",
    "refloader/native/include/mocks.cmake",
    "refloader/native/generated/*.h",
    "refloader/probes/agent/*.[ch]",
    "refloader/probes/ctest/*.[ch]",
)
"""The sources of the mocks, the agent and the runner; what else they include goes with them, at the same places."""

_INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)

_NOT_BUILT = frozenset(("refloader/native/generated/carried.h", "mock_icd/free_exports.c"))
_MOCKS = "mock_"


def why_not() -> str:
    """Return why this installation cannot write the project, or an empty string."""
    if os.path.exists(os.path.join(_TOP, _PROJECT)) and os.path.exists(
        os.path.join(_TOP, "mock_icd/mock_icd.h")
    ):
        return ""
    return (
        "the C sources of the runner and the mocks are not installed. A checkout of refloader's sources has them: "
        "run `python -m refloader export-scenarios --ctest ...` there, or `pip install -e .` in it first"
    )


def write(folder: str, cases: Sequence[Case]) -> tuple[tuple[str, str], ...]:
    """Write the project into a folder. Return the names of the cases that are left out, with the reasons.

    Raises:
        OSError: something cannot be written.
    """
    left_out = tuple((case.name, why) for case in cases if (why := c_cases.why_not(case)))
    names = {name for name, _ in left_out}
    written = [case for case in cases if case.name not in names]
    for source in _sources():
        target = os.path.join(folder, "src", source)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(os.path.join(_TOP, source), target)
    for case in written:
        c_cases.save(case, os.path.join(folder, "cases", case.name))
    for path in (_PROJECT, "refloader/probes/ctest/README.md", "LICENSE"):
        shutil.copyfile(os.path.join(_TOP, path), os.path.join(folder, os.path.basename(path)))
    _text(folder, "cases.txt", (case.name for case in written))
    _text(folder, "left_out.txt", (f"{name}: {why}" for name, why in left_out))
    mocks = (_read(each) for each in _sources() if each.startswith(_MOCKS))
    _text(folder, c_cases.TABLE, c_cases.table(mocks).splitlines())
    return left_out


def _sources() -> Iterator[str]:
    """Yield the sources of the project, and behind them what they include that is in none of its folders."""
    done = {each for pattern in _SOURCES for each in glob.glob(pattern, root_dir=_TOP)} - _NOT_BUILT
    waiting = sorted(done)
    while waiting:
        source = waiting.pop(0)
        yield source
        beside = (os.path.join(os.path.dirname(source), each) for each in _INCLUDED.findall(_read(source)))
        for each in sorted({os.path.normpath(path) for path in beside} - done):
            if os.path.isfile(os.path.join(_TOP, each)):  # else the compiler finds it in its own folders
                done.add(each)
                waiting.append(each)


def _read(source: str) -> str:
    with open(os.path.join(_TOP, source), encoding="utf-8") as file:
        return file.read()


def _text(folder: str, name: str, lines: Iterable[str]) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
