"""The folder that a library writes to where it has no limit of its own: what counts in it, and how it is cleared."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from refloader.sandbox import store
from refloader.sandbox.isolation import process_tree
from refloader.sandbox.store import OWN, TREE, Store, empty

_MIB = 1 << 20


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a library, in which there is room for 1 MiB and for 4 where nobody knows who has taken it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(store, "_ROOM", _MIB)
    monkeypatch.setattr(store, "_SHARED_ROOM", 4 * _MIB)
    (tmp_path / OWN).mkdir()
    return tmp_path / OWN


@pytest.fixture
def kept(own: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that was written to, as for a job, on a file system that nobody else writes to."""
    now = store._free()
    monkeypatch.setattr(store, "_free", lambda: now)
    made = Store((), protected=False)
    made.write({}, (), {})
    return made


def remove(folder: Path) -> None:
    """Remove a folder that is deeper than Python's own way goes."""
    subprocess.run(["rm", "-r", "--", folder], check=True)


def free(monkeypatch: pytest.MonkeyPatch, *, less: int, written: int) -> None:
    """Have the file system lose so many bytes, and the library's processes say that they wrote so many."""
    now = store._free()
    monkeypatch.setattr(store, "_free", lambda: now - less)
    monkeypatch.setattr(process_tree, "written", lambda: written)


class TestFull:
    """A library that has more room than it may have is found out, however it hides that."""

    def test_little(self, own: Path, kept: Store) -> None:
        """A small file is none of that."""
        (own / "file").write_bytes(b"x")

        assert not kept.is_full

    def test_a_file(self, own: Path, kept: Store) -> None:
        """A large one is."""
        (own / "file").write_bytes(bytes(2 * _MIB))

        assert kept.is_full

    def test_a_file_far_down(self, own: Path, kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Who goes down further than anybody counts has no room at all."""
        monkeypatch.chdir(own)
        for _ in range(1200):
            os.mkdir("d")
            os.chdir("d")
        monkeypatch.chdir(own.parent)

        full = kept.is_full
        remove(own)  # as others cannot

        assert full

    def test_a_folder_that_cannot_be_listed(
        self, own: Path, kept: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor has who writes to a folder that lets nobody see what is in it."""
        (own / "closed").mkdir()
        opened = os.open

        def refused(path: Any, *given: Any, **more: Any) -> int:
            if str(path).endswith("closed"):
                raise PermissionError(13, "Permission denied", path)
            return opened(path, *given, **more)

        monkeypatch.setattr(os, "open", refused)

        assert kept.is_full

    def test_a_link_in_the_place_of_a_folder(
        self, own: Path, kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One that comes after the folder was seen leads nowhere: the harness looks into no other folder."""
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "file").write_bytes(bytes(2 * _MIB))
        (own / "d").mkdir()
        listed = os.scandir

        def swapped(path: Any) -> Any:
            with listed(path) as entries:
                found = [(entry, entry.is_dir(follow_symlinks=False))[0] for entry in entries]
            if (own / "d").is_dir() and not (own / "d").is_symlink():
                (own / "d").rmdir()
                (own / "d").symlink_to(tmp_path / "elsewhere")
            return nullcontext(found)

        monkeypatch.setattr(os, "scandir", swapped)

        assert not kept.is_full

    def test_files_without_a_name(self, kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """What they take is gone from the file system, and the library's processes wrote as much."""
        free(monkeypatch, less=2 * _MIB, written=2 * _MIB)

        assert kept.is_full

    def test_files_of_others(self, kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """What others wrote meanwhile is not the library's."""
        free(monkeypatch, less=2 * _MIB, written=1)

        assert not kept.is_full

    def test_nobody_knows_whose_files(self, kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Much more than a library may write ends it all the same: its processes may hide what they do."""
        free(monkeypatch, less=5 * _MIB, written=0)

        assert kept.is_full


class TestDepth:
    """A path of a scenario may be as deep as the file system takes it."""

    def test_folders_deeper_than_calls_can_nest(self, kept: Store, tmp_path: Path) -> None:
        """Else the fork server would end, and a loader would be said to have ended it."""
        (tmp_path / TREE).mkdir()

        kept.write({"/" + "a/" * 1500 + "file": b"text"}, (), {})

        assert (tmp_path / TREE / ("a/" * 1500) / "file").read_bytes() == b"text"
        remove(tmp_path / TREE)


class TestOwnFolder:
    """The folder that a library writes to is for each run as it was made."""

    @pytest.fixture
    def placed(self, own: Path) -> Store:
        """A store with a place, as all have one."""
        assert own.is_dir()
        return Store(("/world",), protected=False)

    def test_rights(self, own: Path, placed: Store) -> None:
        """A library that takes everybody's rights takes them from nobody but itself."""
        (own / "file").write_bytes(b"x")
        own.chmod(0o000)

        placed.clear()

        assert own.stat().st_mode & 0o777 == 0o777
        assert list(own.iterdir()) == []

    def test_attributes(self, own: Path, placed: Store) -> None:
        """They would be a message from one library to the next."""
        try:
            os.setxattr(own, "user.message", b"text")
        except OSError as error:
            pytest.skip(f"no attributes here: {error.strerror}")

        placed.clear()

        assert "user.message" not in os.listxattr(own)

    def test_what_is_in_its_place(self, own: Path, placed: Store, tmp_path: Path) -> None:
        """A link is not followed."""
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        own.rmdir()
        own.symlink_to(elsewhere)

        with pytest.raises(OSError, match="own"):
            placed.clear()

        assert elsewhere.stat().st_mode & 0o777 == 0o700

    def test_a_home(self, own: Path, placed: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It has its rights from the start: nobody has the time to put a link in its place."""
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        make = os.mkdir

        def made(path: Any, mode: int = 0o777) -> None:
            make(path, mode)
            assert os.stat(path).st_mode & 0o777 == 0o777
            os.rmdir(path)
            os.symlink(elsewhere, path)

        with monkeypatch.context() as patched:
            patched.setattr(os, "mkdir", made)
            placed.make_home()

        assert elsewhere.stat().st_mode & 0o777 == 0o700


class TestEmpty:
    """What is removed is what is in the folder, and nothing that something in it leads to."""

    @pytest.fixture
    def elsewhere(self, tmp_path: Path) -> Iterator[Path]:
        """A folder of somebody else, with a file in it."""
        folder = tmp_path / "elsewhere"
        folder.mkdir(mode=0o755)
        (folder / "file").write_text("text")
        yield folder
        assert (folder / "file").read_text() == "text"
        assert folder.stat().st_mode & 0o777 == 0o755

    def test_closed_folders(self, own: Path) -> None:
        """The rights that a folder was left with keep nobody from it."""
        (own / "a" / "b").mkdir(parents=True)
        (own / "a" / "b").chmod(0)
        (own / "a").chmod(0o300)

        empty(str(own))

        assert list(own.iterdir()) == []

    def test_a_link(self, own: Path, elsewhere: Path) -> None:
        """A link is removed, and where it leads is left alone."""
        (own / "link").symlink_to(elsewhere)

        empty(str(own))

        assert list(own.iterdir()) == []

    def test_a_link_in_place_of_the_folder(self, own: Path, elsewhere: Path) -> None:
        """A link where the folder itself was is not followed."""
        own.rmdir()
        own.symlink_to(elsewhere)

        with pytest.raises(OSError, match="Not a directory"):
            empty(str(own))

    def test_a_folder_that_becomes_a_link(
        self, own: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor is one that takes the place of a folder once that was listed."""
        (own / "folder").mkdir()
        opened = os.open

        def swapped(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
            if path == "folder" and not (own / "folder").is_symlink():
                (own / "folder").rmdir()
                (own / "folder").symlink_to(elsewhere)
            return opened(path, flags, *arguments, **options)

        monkeypatch.setattr(os, "open", swapped)

        with pytest.raises(OSError, match="folder"):
            empty(str(own))
