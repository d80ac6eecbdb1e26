"""The real machine: whatever lies on a disk, each answer is a value and comes at once."""

import os
import socket
import sys
from pathlib import Path

import pytest

from refloader.engine import decide
from refloader.host.machines.real import RealHost
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.model.library import Library

pytestmark = [pytest.mark.timeout(600), pytest.mark.usefixtures("processor_time")]

HOST = RealHost({})
NUL = Failure(Trouble.OTHER, "the path holds a NUL character")
as_root = pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")


class TestPlainFiles:
    """A regular file of at most the limit is read whole."""

    @pytest.mark.parametrize("data", [b"", b"{}", b"\0\xff" * 1000, b"x" * SIZE_LIMIT])
    def test_the_content_comes_as_it_is(self, tmp_path: Path, data: bytes) -> None:
        """From no bytes at all up to the limit."""
        path = tmp_path / "a.json"
        path.write_bytes(data)

        assert HOST.read(str(path)) == Content(data)
        assert HOST.kind(str(path)) is Kind.FILE

    def test_a_file_over_the_limit_is_not_read(self, tmp_path: Path) -> None:
        """One byte too many is told with both numbers."""
        path = tmp_path / "a.json"
        path.write_bytes(b"x" * (SIZE_LIMIT + 1))

        found = HOST.read(str(path))

        assert found == Failure(Trouble.TOO_LARGE, "4194305 bytes, more than the 4194304 that are read")

    def test_a_sparse_file_is_refused_by_its_size(self, tmp_path: Path) -> None:
        """A file of 1 GiB without content is as large as it says."""
        path = tmp_path / "a.json"
        path.touch()
        os.truncate(path, 1 << 30)

        found = HOST.read(str(path))

        assert isinstance(found, Failure)
        assert found.trouble is Trouble.TOO_LARGE

    @pytest.mark.parametrize("limit", [1, 10])
    def test_a_file_that_hides_its_size_is_refused_while_it_is_read(self, limit: int) -> None:
        """Files of procfs say 0 bytes and hold more."""
        found = HOST.read("/proc/self/status", limit)

        assert found == Failure(Trouble.TOO_LARGE, f"more than the {limit} bytes that are read")

    def test_a_file_of_procfs_within_the_limit_is_read(self) -> None:
        """The size that a file states is not what counts."""
        found = HOST.read("/proc/self/status")

        assert isinstance(found, Content)
        assert found.data.startswith(b"Name:")

    def test_reading_leaves_no_file_open(self, tmp_path: Path) -> None:
        """Good and bad answers alike give their descriptor back."""
        before = len(os.listdir("/proc/self/fd"))
        (tmp_path / "a.json").write_bytes(b"{}")
        for path in (tmp_path / "a.json", tmp_path, Path("/dev/null")):
            HOST.read(str(path))
            HOST.library(str(path))

        assert len(os.listdir("/proc/self/fd")) == before


class TestOddFiles:
    """Folders, pipes, sockets and devices are refused without waiting, whatever their names."""

    def test_a_folder_with_the_name_of_a_manifest(self, tmp_path: Path) -> None:
        """It can be listed and not read."""
        (tmp_path / "a.json").mkdir()

        assert HOST.read(str(tmp_path / "a.json")) == Failure(Trouble.NOT_A_FILE)
        assert HOST.list(str(tmp_path / "a.json")) == Listing(())
        assert HOST.kind(str(tmp_path / "a.json")) is Kind.FOLDER

    def test_a_pipe_nobody_writes_to(self, tmp_path: Path) -> None:
        """Opening it would wait for ever."""
        os.mkfifo(tmp_path / "a.json")

        assert HOST.read(str(tmp_path / "a.json")) == Failure(Trouble.NOT_A_FILE)
        assert HOST.kind(str(tmp_path / "a.json")) is Kind.OTHER

    def test_a_socket(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It cannot be opened at all."""
        monkeypatch.chdir(tmp_path)  # the name of a socket must be short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("a.json")

            assert HOST.read("a.json") == Failure(Trouble.NOT_A_FILE)
            assert HOST.kind("a.json") is Kind.OTHER

    @pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/full", "/dev/tty"])
    def test_a_device_behind_a_link(self, tmp_path: Path, device: str) -> None:
        """An endless device is no manifest."""
        (tmp_path / "a.json").symlink_to(device)

        assert HOST.read(str(tmp_path / "a.json")) == Failure(Trouble.NOT_A_FILE)

    def test_a_search_passes_over_them_all(self, tmp_path: Path) -> None:
        """A folder full of them gives a plan that tells of each."""
        os.mkfifo(tmp_path / "pipe.json")
        (tmp_path / "folder.json").mkdir()
        (tmp_path / "zero.json").symlink_to("/dev/zero")
        (tmp_path / "gone.json").symlink_to("nowhere")
        (tmp_path / "loop.json").symlink_to("loop.json")
        (tmp_path / "empty.json").touch()

        plan = decide(RealHost({"VK_LAYER_PATH": str(tmp_path)}, elevated=False, executable="/usr/bin/app"))
        told = {
            reason.subject.rpartition("/")[2] for reason in plan.reasons if str(tmp_path) in reason.subject
        }

        assert told == {"pipe.json", "folder.json", "zero.json", "gone.json", "loop.json"}
        assert [file.path for file in plan.unread if str(tmp_path) in file.path] == [f"{tmp_path}/empty.json"]


class TestLinks:
    """Symbolic links are followed to where they end, if they end."""

    def test_a_link_to_a_file_is_that_file(self, tmp_path: Path) -> None:
        """Through a linked folder as well."""
        (tmp_path / "real").mkdir()
        (tmp_path / "real" / "a.json").write_bytes(b"{}")
        (tmp_path / "folder").symlink_to("real")
        (tmp_path / "b.json").symlink_to("folder/a.json")

        assert HOST.read(f"{tmp_path}/b.json") == Content(b"{}")
        assert HOST.list(f"{tmp_path}/folder") == Listing(("a.json",))
        assert HOST.real_path(f"{tmp_path}/b.json") == f"{tmp_path}/real/a.json"

    def test_a_dangling_link_is_missing(self, tmp_path: Path) -> None:
        """As if there were no link."""
        (tmp_path / "a.json").symlink_to("nowhere.json")

        assert HOST.read(f"{tmp_path}/a.json") == Failure(Trouble.MISSING)
        assert HOST.kind(f"{tmp_path}/a.json") is Kind.MISSING

    @pytest.mark.parametrize("ends", [("a.json", "a.json"), ("b.json", "a.json")])
    def test_a_loop_is_told_as_one(self, tmp_path: Path, ends: tuple[str, str]) -> None:
        """Of one link or of several."""
        (tmp_path / "a.json").symlink_to(ends[0])
        (tmp_path / "b.json").symlink_to(ends[1])

        assert HOST.read(f"{tmp_path}/a.json") == Failure(Trouble.LOOP)
        assert HOST.list(f"{tmp_path}/a.json") == Failure(Trouble.LOOP)
        assert HOST.library(f"{tmp_path}/a.json") == Failure(Trouble.LOOP)
        assert HOST.kind(f"{tmp_path}/a.json") is Kind.MISSING


class TestFolders:
    """A listing gives every name as it is, or says why there is none."""

    @pytest.mark.parametrize(
        "name", ["a\n.json", "\x1b[2J.json", "\udcff\udcfe.json", "\u00e9.json", " .json", "*.json", ".json"]
    )
    def test_any_name_comes_back_and_can_be_read(self, tmp_path: Path, name: str) -> None:
        """Newlines, terminal escapes and bytes that are not UTF-8 are names like others."""
        with open(f"{tmp_path}/{name}", "wb") as stream:
            stream.write(b"{}")

        assert HOST.list(str(tmp_path)) == Listing((name,))
        assert HOST.read(f"{tmp_path}/{name}") == Content(b"{}")

    def test_the_order_is_the_systems(self, tmp_path: Path) -> None:
        """Names are never sorted: nothing in the documents orders the files of a folder."""
        for number in (3, 1, 2):
            (tmp_path / f"{number}.json").touch()

        assert HOST.list(str(tmp_path)) == Listing(tuple(os.listdir(tmp_path)))

    def test_a_missing_folder_and_a_file(self, tmp_path: Path) -> None:
        """Two kinds of trouble; below a file there is nothing."""
        (tmp_path / "a.json").touch()

        assert HOST.list(f"{tmp_path}/gone") == Failure(Trouble.MISSING)
        assert HOST.list(f"{tmp_path}/a.json") == Failure(Trouble.NOT_A_FOLDER)
        assert HOST.list(f"{tmp_path}/a.json/b") == Failure(Trouble.MISSING)
        assert HOST.read(f"{tmp_path}/a.json/b") == Failure(Trouble.MISSING)

    @as_root
    def test_an_unreadable_folder_is_denied(self, tmp_path: Path) -> None:
        """What it holds is not known, and that is told."""
        folder = tmp_path / "closed"
        folder.mkdir()
        (folder / "a.json").touch()
        folder.chmod(0)

        assert HOST.list(str(folder)) == Failure(Trouble.DENIED)
        assert HOST.read(f"{folder}/a.json") == Failure(Trouble.DENIED)
        folder.chmod(0o700)

    @as_root
    def test_an_unreadable_file_is_denied(self, tmp_path: Path) -> None:
        """The folder still has its name."""
        (tmp_path / "a.json").touch()
        (tmp_path / "a.json").chmod(0)

        assert HOST.list(str(tmp_path)) == Listing(("a.json",))
        assert HOST.read(f"{tmp_path}/a.json") == Failure(Trouble.DENIED)


class TestOddPaths:
    """A path that no system could hold is answered like any other."""

    @pytest.mark.parametrize("path", ["\0", "/etc/a\0.json", "a\0b"])
    def test_a_nul_character(self, path: str) -> None:
        """Every question has an answer."""
        assert HOST.read(path) == HOST.list(path) == HOST.library(path) == NUL
        assert HOST.kind(path) is Kind.MISSING
        assert HOST.real_path(path) == path

    def test_half_of_a_surrogate_pair(self) -> None:
        """A text from a file may hold what no path can."""
        found = HOST.read("/\ud800.json")

        assert found == Failure(Trouble.OTHER, "the path holds half of a surrogate pair")
        assert HOST.kind("/\ud800.json") is Kind.MISSING
        assert HOST.real_path("/\ud800.json") == "/\ud800.json"

    @pytest.mark.parametrize("path", ["/" + "x" * 5000, "/x" * 5000])
    def test_a_path_that_is_too_long(self, path: str) -> None:
        """The system's own words tell of it."""
        found = HOST.read(path)

        assert found == Failure(Trouble.OTHER, "file name too long")

    def test_an_empty_path(self) -> None:
        """It names nothing."""
        assert HOST.read("") == HOST.list("") == Failure(Trouble.MISSING)
        assert HOST.kind("") is Kind.MISSING


class TestProcess:
    """What the loader's process is."""

    def test_it_is_this_one(self) -> None:
        """The executable is the running interpreter, its word size this process's."""
        assert RealHost().executable() == os.path.realpath(sys.executable)
        assert RealHost().word_size() == (64 if sys.maxsize > 2**32 else 32)
        assert RealHost().variables() is os.environ
        assert RealHost().elevated() is False

    def test_replacements_are_taken(self) -> None:
        """What is given stands in for the real thing."""
        host = RealHost({"A": "1"}, elevated=True, executable="/usr/bin/app")

        assert (host.variables(), host.elevated(), host.executable()) == ({"A": "1"}, True, "/usr/bin/app")

    def test_a_file_that_is_no_library_says_so(self) -> None:
        """The question for a library's facts always has an answer."""
        assert not isinstance(HOST.library("/etc/passwd"), Library)
