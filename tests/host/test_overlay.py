"""A host under changes: changed things answer anew, all others as before, and the base is asked once."""

from collections import Counter

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble

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
