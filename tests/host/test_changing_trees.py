"""A tree that somebody changes while it is read: what is outside of it stays unread, and nothing hangs."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.host.machines.inside import Folder, Member
from refloader.host.machines.root import RootHost
from refloader.host.machines.tree import TreeHost
from refloader.host.machines.windows_root import WindowsRootHost
from refloader.host.port import Content, Failure, Trouble
from tests.host.elf_files import elf

pytestmark = pytest.mark.timeout(60)

SECRET = b"not of the tree"
Change = Callable[[Path], None]


def link_to_the_secret(root: Path) -> None:
    """The file becomes a link to a file beside the tree."""
    (root / "data" / "a.json").unlink()
    (root / "data" / "a.json").symlink_to(root.parent / "elsewhere" / "a.json")


def link_in_place_of_the_folder(root: Path) -> None:
    """The folder of the file becomes a link to a folder beside the tree."""
    shutil.rmtree(root / "data")
    (root / "data").symlink_to(root.parent / "elsewhere")


def pipe(root: Path) -> None:
    """The file becomes a pipe that nobody writes to."""
    (root / "data" / "a.json").unlink()
    os.mkfifo(root / "data" / "a.json")


CHANGES = [link_to_the_secret, link_in_place_of_the_folder, pipe]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a manifest, and a folder beside it that has one of the same name."""
    (tmp_path / "root" / "data").mkdir(parents=True)
    (tmp_path / "root" / "data" / "a.json").write_bytes(b"{}")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.json").write_bytes(SECRET)
    (tmp_path / "elsewhere" / "secret.so").write_bytes(elf())
    return tmp_path / "root"


@pytest.fixture
def after_finding(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Have something done once, between the resolution of a path and its use."""

    def plan(act: Callable[[], None]) -> None:
        waiting = [act]

        def hooked(
            find: Callable[[TreeHost, str], Folder | Member | Failure],
        ) -> Callable[[TreeHost, str], Folder | Member | Failure]:
            def found(tree: TreeHost, path: str) -> Folder | Member | Failure:
                answer = find(tree, path)
                if waiting:
                    waiting.pop()()
                return answer

            return found

        for kind in (RootHost, WindowsRootHost):
            monkeypatch.setattr(kind, "find", hooked(kind.find))

    return plan


class TestAFile:
    """A file of the tree is changed after its path was resolved."""

    @pytest.mark.parametrize("change", CHANGES)
    @pytest.mark.parametrize("kind", [RootHost, WindowsRootHost])
    def test_its_content(
        self,
        root: Path,
        after_finding: Callable[[Callable[[], None]], None],
        kind: type[RootHost | WindowsRootHost],
        change: Change,
    ) -> None:
        """It is not read from where a link leads."""
        host = kind(str(root))
        after_finding(lambda: change(root))

        assert isinstance(host.read("/data/a.json"), Failure)

    @pytest.mark.parametrize("change", CHANGES)
    def test_its_first_bytes(
        self, root: Path, after_finding: Callable[[Callable[[], None]], None], change: Change
    ) -> None:
        """Neither are they."""
        host = RootHost(str(root))
        after_finding(lambda: change(root))

        assert isinstance(host.head("/data/a.json", 4), Failure)

    @pytest.mark.parametrize("ask", ["library", "linked_with", "symbols", "symbol_names"])
    def test_a_library(
        self, root: Path, after_finding: Callable[[Callable[[], None]], None], ask: str
    ) -> None:
        """The facts of a library outside of the tree are not told."""
        host = RootHost(str(root))
        place = root / "data" / "a.json"

        def change() -> None:
            place.unlink()
            place.symlink_to(root.parent / "elsewhere" / "secret.so")

        after_finding(change)

        assert getattr(host, ask)("/data/a.json") in (Failure(Trouble.LOOP), Failure(Trouble.NOT_A_FILE), b"")

    def test_a_huge_one(self, root: Path, after_finding: Callable[[Callable[[], None]], None]) -> None:
        """A file that grows is not read beyond the limit."""
        host = RootHost(str(root))
        after_finding(lambda: os.truncate(root / "data" / "a.json", 1 << 40))

        answer = host.read("/data/a.json")

        assert isinstance(answer, Failure)
        assert answer.trouble is Trouble.TOO_LARGE


class TestAFolder:
    """A folder of the tree becomes a link after its path was resolved."""

    @pytest.mark.parametrize("ask", ["list", "members"])
    def test_its_names(
        self, root: Path, after_finding: Callable[[Callable[[], None]], None], ask: str
    ) -> None:
        """Those of the folder to which the link leads are not told."""
        host = RootHost(str(root))
        after_finding(lambda: link_in_place_of_the_folder(root))

        answer = getattr(host, ask)("/data")

        assert isinstance(answer, Failure) or "secret.so" not in answer.names


def test_a_pipe_that_was_there_before_is_not_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a device: opening one can start a watchdog or rewind a tape."""
    os.mkfifo(root / "data" / "pipe")
    opened = []
    really = os.open

    def recorded(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if not flags & os.O_PATH:
            opened.append(os.fspath(path))
        return really(path, flags, mode, dir_fd=dir_fd)

    host = RootHost(str(root))
    assert host.list("/data").names  # type: ignore[union-attr]
    monkeypatch.setattr(os, "open", recorded)

    assert host.read("/data/pipe") == Failure(Trouble.NOT_A_FILE)
    assert opened == []


def test_many_folders(tmp_path: Path) -> None:
    """Folders that stay open are few, and all answers are right."""
    for number in range(100):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "a").write_text(f"{number}")
    host = RootHost(str(tmp_path))
    before = len(os.listdir("/proc/self/fd"))

    answers = [host.read(f"/{number}/a") for number in (*range(100), *range(100))]

    assert answers == [Content(b"%d" % number) for number in (*range(100), *range(100))]
    assert len(os.listdir("/proc/self/fd")) <= before + 32
