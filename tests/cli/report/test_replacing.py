"""Documents take the place of older ones in one step, and whatever goes wrong the older one stays."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from refloader.cli.terminal.replacing import put, put_among

NOBODY = 65534
AS_NOBODY = """
import os, sys, tempfile  # that nobody may not be able to read
from refloader.cli.terminal.replacing import put
os.setgroups([]); os.setgid({id}); os.setuid({id})
try:
    put(sys.argv[1], sys.argv[2] * int(sys.argv[3]))
except OSError as error:
    sys.exit(error.strerror)
"""
SLOWLY = """
import os, sys
from refloader.cli.terminal import replacing
made = os.fsync
def fsync(descriptor):
    print("here", flush=True)
    made(descriptor)
    signal.pause()
import signal
os.fsync = fsync
replacing.put(sys.argv[1], "new")
"""


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """An older document in a folder of its own."""
    path = tmp_path / "out" / "report.html"
    path.parent.mkdir()
    path.write_text("old")
    return path


def others(document: Path) -> list[str]:
    """What else is in its folder."""
    return sorted({each.name for each in document.parent.iterdir()} - {document.name})


@contextmanager
def ended(process: "subprocess.Popen[str]") -> Iterator[None]:
    """End it, whatever happens: a process that went on would be waited for without end."""
    try:
        yield
    finally:
        process.kill()


class TestReplacing:
    """The new document is where the old one was, and nothing else has changed."""

    def test_a_new_file(self, tmp_path: Path) -> None:
        """It has the permissions that any new file gets."""
        (tmp_path / "other").touch()

        put(str(tmp_path / "new"), "text\u2028\u00e9")

        assert (tmp_path / "new").read_text(encoding="utf-8") == "text\u2028\u00e9"
        assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode

    def test_permissions_stay(self, document: Path) -> None:
        """Who could not read the old one cannot read the new one."""
        document.chmod(0o640)

        put(str(document), "new")

        assert (document.read_text(), stat.S_IMODE(document.stat().st_mode)) == ("new", 0o640)
        assert others(document) == []

    @pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away (run as root)")
    def test_the_owner_stays(self, document: Path) -> None:
        """Root writes into the file of somebody else."""
        os.chown(document, NOBODY, NOBODY)

        put(str(document), "new")

        assert (document.stat().st_uid, document.stat().st_gid) == (NOBODY, NOBODY)

    def test_a_link_is_followed(self, document: Path) -> None:
        """It stays a link."""
        link = document.parent / "link"
        link.symlink_to(document.name)

        put(str(link), "new")

        assert (link.is_symlink(), document.read_text()) == (True, "new")

    def test_a_link_among_results_is_replaced(self, document: Path) -> None:
        """A folder of results can come with somebody's project, and links in it lead anywhere."""
        link = document.parent / "summary.txt"
        link.symlink_to(document.name)
        before = document.read_text()

        put_among(str(document.parent), "summary.txt", "new")

        assert (link.is_symlink(), link.read_text(), document.read_text()) == (False, "new", before)

    def test_a_link_that_comes_at_any_moment(self, document: Path) -> None:
        """Somebody who may write to the folder plants it anew without pause."""
        link, planted, ended = document.parent / "summary.txt", document.parent / "planted", threading.Event()

        def plant() -> None:
            while not ended.is_set():
                planted.symlink_to(document.name)
                planted.replace(link)

        planting = threading.Thread(target=plant)
        planting.start()
        try:
            for _ in range(200):
                put_among(str(document.parent), "summary.txt", "new")
        finally:
            ended.set()
            planting.join()

        assert document.read_text() == "old"

    @pytest.mark.parametrize("write", [put_among, lambda folder, name, text: put(f"{folder}/{name}", text)])
    def test_a_link_at_the_temporary_name(
        self, document: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[str, str, str], None]
    ) -> None:
        """Its owner and mode stay: the owner of the folder could otherwise have any file of root's."""
        canary = document.parent.parent / "canary"
        canary.write_text("canary")
        canary.chmod(0o600)
        document.chmod(0o666)
        if os.geteuid() == 0:
            os.chown(document, NOBODY, NOBODY)
        made = tempfile.mkstemp

        def planted(*, prefix: str, dir: str) -> tuple[int, str]:
            descriptor, path = made(prefix=prefix, dir=dir)
            os.unlink(path)
            os.symlink(canary, path)
            return descriptor, path

        monkeypatch.setattr(tempfile, "mkstemp", planted)

        write(str(document.parent), document.name, "new")

        found = canary.stat()
        assert (stat.S_IMODE(found.st_mode), found.st_uid, canary.read_text()) == (
            0o600,
            os.geteuid(),
            "canary",
        )

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what belongs to another user")
    def test_a_link_of_another_user_in_a_shared_folder(self, document: Path) -> None:
        """It is not followed, as Linux does not open it: by one in /tmp, root would overwrite any file."""
        shared = document.parent.parent / "shared"
        shared.mkdir()
        shared.chmod(0o1777)
        (shared / "own").symlink_to(document)
        (shared / "theirs").symlink_to(document)
        (shared / "way").symlink_to("theirs")
        os.lchown(shared / "theirs", NOBODY, NOBODY)

        for name in ("theirs", "way"):
            with pytest.raises(PermissionError, match="link of user 65534"):
                put(str(shared / name), "new")
        assert document.read_text() == "old"
        put(str(shared / "own"), "new")

        assert document.read_text() == "new"

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what belongs to another user")
    def test_a_file_of_another_user_in_a_shared_folder(self, tmp_path: Path) -> None:
        """The document that takes its place is not his."""
        tmp_path.chmod(0o1777)
        (tmp_path / "document").touch()
        os.chown(tmp_path / "document", NOBODY, NOBODY)

        put(str(tmp_path / "document"), "new")

        assert (tmp_path / "document").stat().st_uid == 0

    def test_no_privilege_is_handed_on(self, document: Path) -> None:
        """A set-user-ID bit of the older document is no permission."""
        document.chmod(0o4755)

        put_among(str(document.parent), document.name, "new")

        assert stat.S_IMODE(document.stat().st_mode) == 0o755

    def test_a_pipe_among_results_is_replaced(self, tmp_path: Path) -> None:
        """Nobody may ever read from it."""
        os.mkfifo(tmp_path / "summary.txt")

        put_among(str(tmp_path), "summary.txt", "new")

        assert (tmp_path / "summary.txt").read_text() == "new"

    def test_another_name_keeps_what_it_had(self, document: Path) -> None:
        """Who keeps copies by hard links keeps the old document."""
        other = document.parent / "kept"
        other.hardlink_to(document)

        put(str(document), "new")

        assert (document.read_text(), other.read_text()) == ("new", "old")

    def test_a_pipe_is_written_to(self, tmp_path: Path) -> None:
        """As it is: nothing can take its place."""
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        got: list[str] = []
        reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
        reader.start()

        put(str(pipe), "new")

        reader.join(120)
        assert (got, stat.S_ISFIFO(pipe.stat().st_mode)) == (["new"], True)


class TestFailing:
    """Where the new document cannot be written the old one stays, and nothing is left beside it."""

    def test_a_full_disk(self, document: Path) -> None:
        """What was written so far is taken away."""
        code = (
            "import resource, sys\n"
            "sys.dont_write_bytecode = True  # the limit cuts bytecode off, too, for all who read it later\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
            "from refloader.cli.terminal.replacing import put\n"
            "try: put(sys.argv[1], 'x' * 100_000)\n"
            "except OSError as error: sys.exit(error.strerror)\n"
        )

        done = subprocess.run([sys.executable, "-c", code, document], capture_output=True, text=True)

        assert (done.returncode, done.stderr) == (1, "File too large\n")
        assert (document.read_text(), others(document)) == ("old", [])

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
    def test_a_signal(self, document: Path, number: signal.Signals) -> None:
        """It comes when all is written and not yet in its place."""
        pipe = subprocess.PIPE
        words = [sys.executable, "-c", SLOWLY, document]
        with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True) as writing, ended(writing):
            assert writing.stdout is not None
            writing.stdout.readline()
            there = others(document)
            time.sleep(0.1)
            writing.send_signal(number)

            writing.communicate(timeout=120)

        assert len(there) == 1, "there was a file to be left behind"
        assert (document.read_text(), others(document)) == ("old", [])


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else, whom permissions bind")
class TestPermissions:
    """What permissions allow is done, and nothing else."""

    @pytest.fixture
    def document(self) -> Iterator[Path]:
        """An older document in a folder that everybody comes to."""
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            path = Path(folder, "report.html")
            path.write_text("old")
            yield path

    @pytest.fixture
    def as_nobody(self, document: Path) -> Callable[..., "subprocess.CompletedProcess[str]"]:
        """Write so often a text into the document as somebody who owns it, in a folder that is not his."""
        os.chown(document, NOBODY, NOBODY)

        def write(text: str, times: int = 1, *before: str) -> "subprocess.CompletedProcess[str]":
            code = AS_NOBODY.format(id=NOBODY)
            words = [sys.executable, "-c", "\n".join([*before, code]), str(document), text, str(times)]
            return subprocess.run(words, capture_output=True, text=True)

        return write

    def test_a_folder_that_takes_no_files(
        self, document: Path, as_nobody: Callable[..., "subprocess.CompletedProcess[str]"]
    ) -> None:
        """The file itself is written to."""
        done = as_nobody("new")

        assert (done.returncode, done.stderr) == (0, "")
        assert (document.read_text(), others(document)) == ("new", [])

    def test_a_full_disk_there(
        self, document: Path, as_nobody: Callable[..., "subprocess.CompletedProcess[str]"]
    ) -> None:
        """The file gets back what it had."""
        whole = "import sys; sys.dont_write_bytecode = True"  # the limit would cut bytecode off, too
        limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"

        done = as_nobody("new", 10_000, whole, limit)

        assert (done.returncode, done.stderr) == (1, "File too large\n")
        assert document.read_text() == "old"

    def test_a_file_that_is_not_to_be_written(
        self, document: Path, as_nobody: Callable[..., "subprocess.CompletedProcess[str]"]
    ) -> None:
        """It stays, though another could take its place."""
        document.chmod(0o444)
        document.parent.chmod(0o777)

        done = as_nobody("new")

        assert (done.returncode, done.stderr) == (1, "Permission denied\n")
        assert document.read_text() == "old"
