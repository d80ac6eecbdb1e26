"""A library that needs more than any library does: it is looked for within bounds, and what is not known is said."""

import itertools
import posixpath
import time
from collections.abc import Mapping

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.host.port import Failure, Trouble
from refloader.inspect.libraries import linking
from refloader.inspect.libraries.linking import Linker
from refloader.model.library import Format, Library
from refloader.model.platform import Platform
from refloader.model.system import System

pytestmark = pytest.mark.slow

SUBJECT = "/opt/libsubject.so"


def library(
    needed: tuple[str, ...], *, rpath: tuple[str, ...] = (), runpath: tuple[str, ...] = (), soname: str = ""
) -> Library:
    """A library with these needs."""
    return Library(
        "", 64, "X86_64", True, frozenset(), soname=soname, needed=needed, rpath=rpath, runpath=runpath
    )


class CountingLinker(Linker):
    """The linker of a machine with these libraries. ``tried`` counts the files that were looked for."""

    def __init__(self, there: Mapping[str, Library]) -> None:
        super().__init__(MemoryHost())
        self._there = there
        self.tried = 0

    def linked(self, path: str) -> Library | Failure:
        """The facts of a library of the machine."""
        self.tried += 1
        return self._there.get(path, Failure(Trouble.MISSING))


class RememberingLinker(CountingLinker):
    """The same, which counts again what it was asked before, and knows what it was told."""

    def linked(self, path: str) -> Library | Failure:
        """The facts of a library of the machine."""
        self._links[path] = super().linked(path)
        return self._links[path]


NAMES = tuple(f"lib{number}.so" for number in range(9000))
FOLDERS = tuple(f"/{number}" for number in range(1000))
CHAIN = {
    f"/a/{name}": library((following,), rpath=(*FOLDERS, "/a"), soname=name)
    for name, following in itertools.pairwise(NAMES)
}
MACHINES: Mapping[str, Mapping[str, Library]] = {
    "names in folders": {SUBJECT: library(NAMES, runpath=FOLDERS)},
    "one folder again and again": {SUBJECT: library(NAMES, runpath=("/a",) * 100_000)},
    "names": {SUBJECT: library(NAMES * 20)},
    "tokens": {SUBJECT: library(NAMES, runpath=("/$LIB/$PLATFORM" + "/$ORIGIN" * 400,) * 1000)},
    "a chain": {SUBJECT: library(NAMES[:1], rpath=("/a",)), **CHAIN},
}


class TestEndlessNeeds:
    """Neither names nor folders nor what they lead to make the search long."""

    @pytest.mark.parametrize("machine", MACHINES)
    def test_search(self, machine: str) -> None:
        """It ends, and whether something is missing is not known."""
        linker = CountingLinker(MACHINES[machine])
        started = time.process_time()

        linker.reached(SUBJECT)
        needs = linker.needs(SUBJECT)

        assert linker.tried < 40_000
        assert len(needs.missing) < 500
        assert not needs.missing or not needs.known
        assert time.process_time() - started < 10

    def test_libraries_that_need_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nor do many libraries that look for the same files: all of them together try so many, and no more."""
        monkeypatch.setattr(linking, "_TRIES_OF_ALL", 3_000)
        subjects = [f"/opt/{number}.so" for number in range(50)]
        there = {each: library(("libshared.so",), runpath=("/a",)) for each in subjects}
        linker = RememberingLinker({**there, "/a/libshared.so": library(NAMES[:200], runpath=("/a",))})

        missing = [linker.needs(each) for each in subjects]

        assert linker.tried < 5_000
        assert not any(each.known for each in missing[-5:])

    def test_many_libraries(self) -> None:
        """Of all together no more files are tried than a machine has, and what is not known is said."""
        subjects = [f"/opt/{number}.so" for number in range(20)]
        there = {
            path: library(NAMES[place : place + 9], runpath=FOLDERS) for place, path in enumerate(subjects)
        }
        linker = CountingLinker(there)

        found = [linker.needs(path) for path in subjects]

        assert linker.tried < 80_000
        assert not found[-1].known

    def test_usual_needs(self) -> None:
        """As many as a large driver has are all looked for."""
        names = NAMES[:100]
        there = {f"/z/{name}": library((), soname=name) for name in names}
        linker = CountingLinker({SUBJECT: library(names, runpath=(*FOLDERS[:100], "/z")), **there})

        assert [posixpath.basename(path) for path in linker.reached(SUBJECT)] == [*names]

    @pytest.mark.parametrize("system", [System.WINDOWS, System.MACOS])
    def test_of_another_system(self, system: System) -> None:
        """Nor where a library of another system names them."""
        names = tuple(f"@rpath/{name}" for name in NAMES)
        subject = Library(
            "", 64, "X86_64", True, frozenset(), format=Format.MACHO, needed=names, rpath=FOLDERS
        )
        host = MemoryHost(system=Platform(system))
        started = time.process_time()

        needs = Linker(host).direct_needs(subject, SUBJECT)

        assert not needs.known
        assert time.process_time() - started < 10
