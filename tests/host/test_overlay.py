"""A host under changes: changed things answer anew, all others as before, and the base is asked once."""

from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import pytest

from refloader import engine
from refloader.core.aged import reading
from refloader.core.aged.layer_manifest import layer_file_of_age
from refloader.core.ages import age_of
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.model.age import Age
from refloader.model.layer import Fate, KnownInPlace, LayerFile
from refloader.model.place import Place
from refloader.model.platform import Platform
from refloader.model.request import Build
from refloader.model.system import System

BASE = MemoryHost(
    files={"/d/a.json": b"a", "/d/b.json": b"b"},
    environment={"A": "1", "B": "2"},
    program="/usr/bin/app",
    privileged=True,
    bits=32,
)
GONE = Failure(Trouble.MISSING)


class CountingHost(MemoryHost):
    """A base that counts what it is asked to read and list."""

    def __init__(self) -> None:
        super().__init__(files=BASE.files)
        self.asked: Counter[str] = Counter()

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """Count and answer."""
        self.asked[f"read {path}"] += 1
        return super().read(path, limit)

    def list(self, path: str) -> Listing | Failure:
        """Count and answer."""
        self.asked[f"list {path}"] += 1
        return super().list(path)


class TestVariables:
    """Variables are set, changed and unset."""

    def test_changes_win_over_the_base(self) -> None:
        """None unsets; an empty value is a value."""
        host = OverlayHost(BASE, {"A": None, "B": "", "C": "3"})

        assert host.variables() == {"B": "", "C": "3"}

    def test_all_else_is_the_bases(self) -> None:
        """Privilege, program, word size and paths."""
        host = OverlayHost(BASE, files={"/d/a.json": None})

        assert (host.elevated(), host.executable(), host.word_size()) == (True, "/usr/bin/app", 32)
        assert host.real_path("/d/../d/b.json") == "/d/b.json"
        assert host.library("/d/b.json") == Failure(Trouble.OTHER, "not an ELF file")


class TestFiles:
    """Files are added, replaced and removed."""

    def test_without_changes_it_is_the_base(self) -> None:
        """Every answer is the base's own."""
        host = OverlayHost(BASE)

        assert host.list("/d") == Listing(("a.json", "b.json"))
        assert host.read("/d/a.json") == Content(b"a")
        assert host.kind("/d") is Kind.FOLDER
        assert host.list("/gone") == GONE

    def test_a_replaced_file_keeps_its_place(self) -> None:
        """The order of the names does not change."""
        host = OverlayHost(BASE, files={"/d/a.json": b"new"})

        assert host.read("/d/a.json") == Content(b"new")
        assert host.list("/d/") == Listing(("a.json", "b.json"))

    def test_an_added_file_comes_last(self) -> None:
        """After what was there before."""
        host = OverlayHost(BASE, files={"/d/0.json": b"0"})

        assert host.list("/d") == Listing(("a.json", "b.json", "0.json"))
        assert host.kind("/d/0.json") is Kind.FILE

    def test_a_removed_file_is_gone(self) -> None:
        """From the folder and by its path."""
        host = OverlayHost(BASE, files={"/d/a.json": None})

        assert host.list("/d") == Listing(("b.json",))
        assert host.read("/d/a.json") == GONE
        assert host.kind("/d/a.json") is Kind.MISSING

    def test_a_file_in_a_new_folder_makes_the_folder(self) -> None:
        """It can be listed like one of the base."""
        host = OverlayHost(BASE, files={"/new/a.json": b"a"})

        assert host.list("/new") == Listing(("a.json",))
        assert host.kind("/new") is Kind.FOLDER

    def test_removing_from_a_missing_folder_makes_nothing(self) -> None:
        """The folder is as missing as before."""
        host = OverlayHost(BASE, files={"/new/a.json": None})

        assert host.list("/new") == GONE
        assert host.kind("/new") is Kind.MISSING

    def test_an_added_file_over_the_limit_is_not_read(self) -> None:
        """The limit holds for what is imagined as well."""
        found = OverlayHost(BASE, files={"/d/a.json": b"xx"}).read("/d/a.json", 1)

        assert found == Failure(Trouble.TOO_LARGE, "2 bytes, more than the 1 that are read")

    @pytest.mark.parametrize("limit", [0, 5])
    def test_a_limit_is_kept_whatever_was_read_before(self, limit: int) -> None:
        """What is remembered under one limit is no answer under another."""
        host = OverlayHost(BASE)
        host.read("/d/a.json")

        assert host.read("/d/a.json", limit) == BASE.read("/d/a.json", limit)


class TestMemory:
    """Many questions cost one reading."""

    def test_the_base_is_asked_once(self) -> None:
        """Also by overlays made from one another."""
        base = CountingHost()
        first = OverlayHost(base)
        second = first.changed({"A": "1"}, {"/d/c.json": b"c"})
        for host in (first, second, first, second):
            host.read("/d/a.json")
            host.list("/d")

        assert base.asked == {"read /d/a.json": 1, "list /d": 1}

    def test_changes_add_up(self) -> None:
        """A further change leaves the earlier ones in place and the first overlay as it was."""
        first = OverlayHost(BASE, {"A": None}, {"/d/a.json": None})
        second = first.changed({"C": "3"}, {"/d/b.json": None})

        assert second.variables() == {"B": "2", "C": "3"}
        assert second.list("/d") == Listing(())
        assert first.list("/d") == Listing(("b.json",))
        assert first.variables() == {"B": "2"}


class TestPlans:
    """A manifest is read once for each loader, in however many plans it is the same."""

    FILES: ClassVar = {f"/d/{name}.json": b'{"layer": {"name" "VK_LAYER_ACME_a"' for name in "abc"}
    HERE: ClassVar = {"VK_LAYER_PATH": "/d"}

    @pytest.fixture
    def read(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The paths of the manifests that are read."""
        paths: list[str] = []

        def counted(data: bytes, path: str, place: Place, age: Age) -> LayerFile:
            paths.append(path)
            return layer_file_of_age(data, path, place, age)

        monkeypatch.setattr(reading, "layer_file_of_age", counted)
        return paths

    def test_what_has_not_changed_is_not_read_again(self, read: list[str]) -> None:
        """The second plan reads the changed file alone, and decides by its new content."""
        host, build = OverlayHost(MemoryHost(self.FILES, self.HERE)), Build(age=age_of("1.3.239"))
        decide(host, build=build)

        plan = decide(host.changed({}, {"/d/b.json": b"{}"}), build=build)

        assert sorted(read) == ["/d/a.json", "/d/b.json", "/d/b.json", "/d/c.json"]
        fates = {file.path: file.fate for file in plan.unread}
        assert fates == {"/d/a.json": Fate.INVALID, "/d/b.json": Fate.READ, "/d/c.json": Fate.INVALID}

    def test_another_loader_reads_for_itself(self, read: list[str]) -> None:
        """A release may take what another one does not."""
        host = OverlayHost(MemoryHost(self.FILES, self.HERE))

        for release in ("1.3.239", "1.4.335"):
            decide(host, build=Build(age=age_of(release)))

        assert sorted(read) == sorted([*self.FILES, *self.FILES])

    def test_another_system_reads_for_itself(self) -> None:
        """A separator of Windows in a path means something else on Linux."""
        text = b'{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_ACME_a", "type": "GLOBAL", '
        text += b'"library_path": "a", "api_version": "1.0.0", "implementation_version": "1", "description": "a"}}'
        host = OverlayHost(MemoryHost({"/d/a.json": text}, self.HERE))

        for platform in (None, Platform(System.MACOS)):
            decide(host.changed(platform=platform))

        assert {system for _, system, _ in host.known_files()} == {System.LINUX, System.MACOS}

    def test_a_host_without_changes_keeps_no_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One plan finds each file once: the texts of ten thousand manifests are not all held in memory."""
        kept: list[object] = []

        def seen(known: KnownInPlace | None, read: Callable[..., LayerFile], *about: object) -> LayerFile:
            kept.append(known)
            return read(*about)

        monkeypatch.setattr(engine, "read_once", seen)

        decide(MemoryHost(self.FILES, self.HERE))

        assert kept == [None] * len(self.FILES)
