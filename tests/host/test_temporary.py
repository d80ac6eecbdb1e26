"""Temporary folders: locked while their owner lives, removed by a later process if it was killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from refloader.host import temporary
from refloader.host.temporary import TemporaryFolder, is_own_name, remove_abandoned

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="folders are removed on Linux alone")

MAKES_ONE = (
    "import sys, time; from refloader.host.temporary import TemporaryFolder; "
    "print(TemporaryFolder(sys.argv[1]).path, flush=True); time.sleep(100)"
)
CLEANS = "import sys; from refloader.host.temporary import remove_abandoned; remove_abandoned(sys.argv[1])"
NOBODY = 65534
LATER = 120.0

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes mounts and folders of others")


@contextmanager
def _owner(place: Path) -> Iterator[tuple[Path, "subprocess.Popen[bytes]"]]:
    """A process that made a folder in a place and lives."""
    with subprocess.Popen([sys.executable, "-c", MAKES_ONE, str(place)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            yield Path(process.stdout.readline().decode().strip()), process
        finally:
            process.kill()


def _abandoned(place: Path) -> Path:
    """A folder as one whose owner was killed leaves it."""
    folder = Path(TemporaryFolder(str(place)).path)
    os.close(temporary._locks.pop(str(folder)))
    return folder


def _clean(place: Path) -> None:
    remove_abandoned(str(place), time.time() + LATER)


class TestOwned:
    """A folder stays for as long as its owner lives, and goes with it."""

    def test_it_is_removed_by_its_owner(self, tmp_path: Path) -> None:
        """The end of the context removes the folder with what is in it."""
        with TemporaryFolder(str(tmp_path)) as folder:
            Path(folder, "file").write_text("ours")

        assert list(tmp_path.iterdir()) == []

    def test_it_is_private(self, tmp_path: Path) -> None:
        """Only its user can read it."""
        with TemporaryFolder(str(tmp_path)) as folder:
            assert os.stat(folder).st_mode & 0o777 == 0o700

    def test_the_folder_of_a_living_process_stays(self, tmp_path: Path) -> None:
        """The lock of another process counts, however old the folder is."""
        with _owner(tmp_path) as (folder, _):
            _clean(tmp_path)

            assert folder.is_dir()

    def test_the_folder_of_a_killed_process_goes(self, tmp_path: Path) -> None:
        """The lock ends with its owner."""
        with _owner(tmp_path) as (folder, process):
            process.kill()
            process.wait()
            _clean(tmp_path)

            assert not folder.exists()

    def test_a_young_folder_stays(self, tmp_path: Path) -> None:
        """No other process removes a folder between its making and its locking."""
        folder = _abandoned(tmp_path)

        remove_abandoned(str(tmp_path))

        assert folder.is_dir()

    def test_a_forked_child_holds_no_lock_and_removes_nothing(self, tmp_path: Path) -> None:
        """A child that outlives the owner of a folder does not hold it."""
        made = TemporaryFolder(str(tmp_path))
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            made.remove()
            os.write(writing, b"x")
            signal.pause()
            os._exit(0)
        try:
            os.read(reading, 1)
            there = os.path.isdir(made.path)
            os.close(temporary._locks.pop(made.path))
            _clean(tmp_path)
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reading)
            os.close(writing)

        assert (there, os.path.exists(made.path)) == (True, False)

    def test_the_first_folder_of_a_process_cleans(self, tmp_path: Path) -> None:
        """What another process left is gone as soon as a folder is made in the same place."""
        left = _abandoned(tmp_path)
        os.utime(left, (0, 0))

        with _owner(tmp_path):
            assert not left.exists()


class TestWhatIsRemoved:
    """An abandoned folder goes, whatever a subject left in it; what it leads to stays."""

    def test_a_folder_without_permissions_in_it(self, tmp_path: Path) -> None:
        """A folder of mode 0 with something in it does not keep the whole, for users other than root either."""
        os.chmod(tmp_path, 0o777)
        made = _abandoned(tmp_path)
        (made / "closed" / "deeper").mkdir(parents=True)
        (made / "closed" / "deeper" / "file").write_text("ours")
        os.chmod(made / "closed" / "deeper", 0)
        os.chmod(made / "closed", 0)

        with _as_user(made):
            _clean(tmp_path)

        assert not made.exists()

    def test_a_deep_folder(self, tmp_path: Path) -> None:
        """No depth uses up descriptors, stack or the length of a path."""
        made = _abandoned(tmp_path)
        before = os.open(".", os.O_RDONLY)
        try:
            os.chdir(made)
            for _ in range(3000):
                os.mkdir("d")
                os.chdir("d")
        finally:
            os.fchdir(before)
            os.close(before)

        _clean(tmp_path)

        assert not made.exists()

    def test_links_are_removed_and_not_followed(self, tmp_path: Path) -> None:
        """A link in the folder to a canary goes, and the canary stays."""
        canary = tmp_path / "canary"
        canary.mkdir()
        (canary / "file").write_text("canary")
        made = _abandoned(tmp_path)
        (made / "below").mkdir()
        (made / "link").symlink_to(canary)
        (made / "below" / "link").symlink_to(canary / "file")

        _clean(tmp_path)

        assert (made.exists(), (canary / "file").read_text()) == (False, "canary")

    def test_two_clean_at_once(self, tmp_path: Path) -> None:
        """Both end well, and everything is gone."""
        folders = [_abandoned(tmp_path) for _ in range(20)]
        for folder in folders:
            (folder / "a" / "b").mkdir(parents=True)
            os.utime(folder, (0, 0))

        both = [subprocess.Popen([sys.executable, "-c", CLEANS, str(tmp_path)]) for _ in range(2)]

        assert [each.wait(60) for each in both] == [0, 0]
        # one may have been at a folder while the other passed it by, and neither leaves any
        assert list(tmp_path.iterdir()) == []


class TestWhatStays:
    """Nothing else is touched."""

    @pytest.mark.parametrize(
        "name",
        ["refloader-results1", "refloader-baseline", "refloader-conform-abcdefgh", "refloader-", "other"],
    )
    def test_folders_of_other_names(self, tmp_path: Path, name: str) -> None:
        """A name that somebody gave is none of ours, though it begins the same."""
        (tmp_path / name).mkdir()
        (tmp_path / name / "canary").write_text("canary")

        _clean(tmp_path)

        assert (is_own_name(name), (tmp_path / name / "canary").read_text()) == (False, "canary")

    def test_a_planted_link(self, tmp_path: Path) -> None:
        """A link with a name of ours stays, and so does what it leads to."""
        canary = tmp_path / "canary"
        canary.mkdir()
        (canary / "file").write_text("canary")
        planted = _abandoned(tmp_path)
        planted.rmdir()
        planted.symlink_to(canary)

        _clean(tmp_path)

        assert (planted.is_symlink(), (canary / "file").read_text()) == (True, "canary")

    def test_a_planted_file(self, tmp_path: Path) -> None:
        """A file with a name of ours stays."""
        planted = _abandoned(tmp_path)
        planted.rmdir()
        planted.write_text("canary")

        _clean(tmp_path)

        assert planted.read_text() == "canary"

    @needs_root
    def test_a_folder_of_another_user(self, tmp_path: Path) -> None:
        """Root removes no folder that another user planted."""
        planted = _abandoned(tmp_path)
        (planted / "canary").write_text("canary")
        os.chown(planted, NOBODY, NOBODY)

        _clean(tmp_path)

        assert (planted / "canary").read_text() == "canary"

    @needs_root
    @pytest.mark.parametrize("where", ["", "below/mount"])
    def test_a_folder_that_holds_a_mount(self, tmp_path: Path, where: str) -> None:
        """A bind mount of the same file system is neither entered nor moved, on the folder or below it."""
        canary = tmp_path / "canary"
        canary.mkdir()
        (canary / "file").write_text("canary")
        made = _abandoned(tmp_path)
        (made / where).mkdir(parents=True, exist_ok=True)
        mounted = ["mount", "--bind", str(canary), str(made / where)]
        if subprocess.run(mounted, check=False, capture_output=True).returncode:
            pytest.skip("nothing can be mounted here")

        try:
            _clean(tmp_path)
            there = (made / where / "file").is_file()
        finally:
            subprocess.run(["umount", str(made / where)], check=True)

        assert (there, (canary / "file").read_text()) == (True, "canary")

    def test_a_place_that_is_not_there(self, tmp_path: Path) -> None:
        """Nothing is said of it."""
        _clean(tmp_path / "none")

        assert list(tmp_path.iterdir()) == []


@contextmanager
def _as_user(folder: Path) -> Iterator[None]:
    """As a user whom permissions bind: root becomes another one, who owns the folder."""
    if os.geteuid() != 0:
        yield
        return
    for top, names, _ in os.walk(folder):
        for path in (top, *(os.path.join(top, name) for name in names)):
            os.chown(path, NOBODY, NOBODY)
    modes = {each: os.stat(each).st_mode & 0o7777 for each in folder.parents}
    modes = {each: mode for each, mode in modes.items() if mode & 0o005 != 0o005}
    for each, mode in modes.items():
        os.chmod(each, mode | 0o055)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        for each, mode in modes.items():
            with suppress(OSError):
                os.chmod(each, mode)
