"""What others put at a name in a folder for everybody is neither followed nor written to."""

import os
from pathlib import Path

import pytest

from refloader.cli.terminal.output import make_folder
from refloader.cli.terminal.replacing import put
from refloader.host.shared_folders import open_to_write, place_of
from refloader.results.expectations.expectation_update import _replace
from refloader.suite.layers import recording_file

NOBODY = 65534
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what belongs to another user")


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder for everybody, as /tmp is."""
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A file that only its owner may change."""
    path = tmp_path / "private" / "canary"
    path.parent.mkdir(mode=0o700)
    path.write_text("canary")
    return path


def theirs(link: Path, target: Path | str) -> str:
    """Make a link that belongs to another user."""
    link.symlink_to(target)
    os.lchown(link, NOBODY, NOBODY)
    return str(link)


class TestPlaces:
    """Links are followed, but not those of others in a folder for everybody."""

    def test_a_full_path_needs_no_working_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It may have been removed since the program was started in it."""
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()

        assert place_of(f"{tmp_path}/new") == f"{tmp_path}/new"

    def test_own_links_are_followed(self, shared: Path, canary: Path) -> None:
        """A chain of relative and absolute ones, one of them to a folder."""
        (shared / "folder").symlink_to(canary.parent)
        (shared / "link").symlink_to("folder/canary")

        assert place_of(str(shared / "link")) == str(canary)

    def test_what_is_missing_has_a_place(self, shared: Path) -> None:
        """The link to it leads to a file that is made."""
        (shared / "link").symlink_to("../made/later")

        assert place_of(str(shared / "link")) == str(shared.parent / "made" / "later")

    def test_a_link_to_itself(self, shared: Path) -> None:
        """It leads nowhere."""
        (shared / "link").symlink_to("link")

        with pytest.raises(OSError, match="symbolic links"):
            place_of(str(shared / "link"))

    @only_root
    def test_a_strangers_link_to_a_folder(self, shared: Path, canary: Path) -> None:
        """It stands for each file in that folder."""
        link = theirs(shared / "folder", canary.parent)

        with pytest.raises(PermissionError, match="it is a link of user 65534"):
            place_of(f"{link}/canary")

    @only_root
    def test_a_strangers_link_elsewhere(self, tmp_path: Path, canary: Path) -> None:
        """Whoever may write to a folder that is not for everybody is trusted with it."""
        assert place_of(theirs(tmp_path / "link", canary)) == str(canary)


class TestOpening:
    """A file that is opened to be written is ours, or in a folder that is not for everybody."""

    def test_an_own_file_is_emptied(self, canary: Path) -> None:
        """As by opening it in mode w."""
        os.close(open_to_write(str(canary)))

        assert canary.read_text() == ""

    def test_an_open_file(self, canary: Path) -> None:
        """/dev/stdout and >(command) of a shell are links of this kind."""
        with open(canary, "w") as file, open(open_to_write(f"/dev/fd/{file.fileno()}"), "w") as again:
            again.write("new")

        assert canary.read_text() == "new"

    @only_root
    @pytest.mark.parametrize("is_pipe", [False, True])
    def test_a_strangers_file(self, shared: Path, is_pipe: bool) -> None:
        """He could change what is in it, or get what is written; opening a pipe would wait for him."""
        path = shared / "name"
        os.mkfifo(path, 0o666) if is_pipe else path.touch()
        os.chown(path, NOBODY, NOBODY)

        with pytest.raises(PermissionError, match="it is a file of user 65534"):
            open_to_write(str(path))


@only_root
class TestWriters:
    """Each that writes to a path of the command line refuses a stranger's link to a file of root."""

    def test_a_document_to_a_device(self, shared: Path) -> None:
        """What is no regular file is written to directly: a link could lead to a disk."""
        with pytest.raises(PermissionError, match="it is a link of user 65534"):
            put(theirs(shared / "link", "/dev/null"), "new")

    def test_expectations(self, shared: Path, canary: Path) -> None:
        """--update-expect."""
        with pytest.raises(PermissionError, match="it is a link of user 65534"):
            _replace(theirs(shared / "link", canary), "new")

        assert canary.read_text() == "canary"

    def test_a_recording(self, shared: Path, canary: Path) -> None:
        """--observe."""
        with pytest.raises(PermissionError, match="it is a link of user 65534"):
            recording_file.begin(theirs(shared / "link", canary))

        assert canary.read_text() == "canary"

    def test_a_folder_of_results(self, shared: Path, canary: Path) -> None:
        """--out."""
        with pytest.raises(Exception, match="it is a link of user 65534"):
            make_folder(theirs(shared / "link", canary.parent))
