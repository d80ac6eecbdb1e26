"""Packages with many members cost as much for each as small ones: what is read once is not read for each member."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from elf_files import elf
from packages_made import NEGOTIATES, manifest, special, tar, zipped

from refloader.host.archives import package, reading, zip_members
from refloader.host.archives.package_host import PackageHost, open_packages
from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.repeated_folders import (
    FREE_BYTES,
    FREE_LINKS,
    FREE_MANIFESTS,
    FREE_PATHS,
    MOST_AGAIN,
    MOST_BYTES,
)
from refloader.host.port import Content, Failure, Kind, Listing
from refloader.inspect.libraries.linking import Linker
from refloader.inspect.lint.packages import check_packages
from refloader.model.library import Library

pytestmark = pytest.mark.slow

MANY = 100


def pairs(ending: str) -> dict[str, bytes]:
    """Manifests that name a library each."""
    made = {f"layers/{number}.json": manifest(f"./{number}{ending}") for number in range(MANY)}
    return made | {f"layers/{number}{ending}": elf(NEGOTIATES) for number in range(MANY)}


def opened(folder: Path, data: bytes) -> PackageHost:
    """That package as a machine."""
    (folder / "package").write_bytes(data)
    return open_packages([str(folder / "package")])


class TestLibrariesOfManyManifests:
    """A package is not read again for each library that its manifests name."""

    @pytest.mark.parametrize("ending", [".so", ".module"])
    @pytest.mark.parametrize("pack", [zipped, tar], ids=["zip", "tar"])
    def test_readings(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, pack: Callable[[Any], bytes]
    ) -> None:
        """Once for the members, and once more at most for the libraries that no name gives away."""
        readings = itertools.count()
        whole = package.Package._members
        monkeypatch.setattr(package.Package, "_members", lambda *given: (next(readings), whole(*given))[1])
        host = opened(tmp_path, pack(pairs(ending)))

        judged = check_packages(host)
        found = [host.library(f"/layers/{number}{ending}") for number in range(MANY)]

        assert judged.report.files == MANY
        assert all(isinstance(each, Library) for each in found)
        assert next(readings) <= 2

    def test_directory_of_a_zip(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The directory of a zip archive is read once for all libraries."""
        opens = itertools.count()
        whole = zip_members.open_zip
        monkeypatch.setattr(package, "open_zip", lambda *given: (next(opens), whole(*given))[1])

        check_packages(opened(tmp_path, zipped(pairs(".so"))))

        assert next(opens) == 2

    def test_files_that_nothing_foresees(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A package that would have to be read again and again is given up, and the finding says so."""
        monkeypatch.setattr(reading, "_PASSES", 3)
        host = opened(tmp_path, tar({f"lib/{number}": elf(NEGOTIATES) for number in range(5)}))

        found = [host.library(f"/lib/{number}") for number in range(5)]

        assert [isinstance(each, Library) for each in found] == [True, True, True, False, False]
        assert isinstance(found[-1], Failure)
        assert found[-1].detail == "the package would have to be read more than 3 times"

    def test_more_libraries_than_are_kept_by_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Beyond a number, files that look like libraries are written only if a manifest names them."""
        monkeypatch.setattr(reading, "_AT_ONCE", 3)
        host = opened(tmp_path, tar(pairs(".so")))

        assert all(isinstance(host.library(f"/layers/{number}.so"), Library) for number in range(MANY))


class TestLinks:
    """Links that lead through links are followed as far as real packages need it."""

    def test_targets_of_many_parts(self, tmp_path: Path) -> None:
        """All lookups together follow a bounded number of parts."""
        winding = special("loop", b"2", "a/../" * 100_000 + "a")
        host = opened(tmp_path, tar({"a/file": b"x"}, winding))

        kinds = [host.kind("/loop/file") for _ in range(100)]

        assert kinds[0] is Kind.FILE
        assert kinds[-1] is Kind.MISSING

    def test_links_to_one_folder_of_manifests(self, tmp_path: Path) -> None:
        """Some find its manifests again, more do not: they would multiply them."""
        manifests = {f"l/{number}.json": b"{}" for number in range(MOST_AGAIN // 4 + FREE_MANIFESTS)}
        links = [special(f"k{number}", b"2", "l") for number in range(FREE_LINKS + 6)]
        host = opened(tmp_path, tar(manifests, *links))

        listed = [host.list(f"/k{number}") for number in range(FREE_LINKS + 6)]

        assert [isinstance(answer, Listing) for answer in listed] == [True] * (FREE_LINKS + 4) + [False] * 2
        assert isinstance(host.list("/l"), Listing)

    def test_links_to_one_large_file(self, tmp_path: Path) -> None:
        """It is read by some of them, and by its own path."""
        links = [special(f"k{number}", b"2", "a.json") for number in range(FREE_PATHS + 6)]
        host = opened(tmp_path, tar({"a.json": b"layer".ljust(MOST_BYTES // 4 + FREE_BYTES)}, *links))

        read = [host.read(f"/k{number}") for number in range(FREE_PATHS + 6)]

        assert [isinstance(answer, Content) for answer in read] == [True] * (FREE_PATHS + 4) + [False] * 2
        assert isinstance(host.read("/a.json"), Content)


class Counting(MemoryHost):
    """A host that counts how often a folder is listed."""

    listed: ClassVar[int] = 0

    def list(self, path: str) -> Listing | Failure:
        """As it is."""
        type(self).listed += 1
        return super().list(path)


class TestSpelling:
    """A folder is listed once for all the files that are missed in it."""

    def test_listings(self) -> None:
        """Each missing file gets the name that differs in letter case."""
        host = Counting({f"/layers/LIB{number}.so": b"" for number in range(MANY)})
        linker = Linker(host)

        found = [linker.spelled(f"./lib{number}.so", "/layers/a.json") for number in range(MANY)]

        assert found == [f"/layers/LIB{number}.so" for number in range(MANY)]
        assert host.listed == 1
