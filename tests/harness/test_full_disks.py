"""A file system without room ends a run with exit code 3 and one sentence that says what to do."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.host import room
from refloader.results.results_file import read

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

CONFORM = [
    "-m",
    "refloader",
    "conform",
    "--loader",
    "reference-2026",
    "--rule",
    "META-06",
    "--profile",
    "quick",
]


def on_small_disk(disk: Path, size: str, out: Path, temporary: Path) -> subprocess.CompletedProcess[str]:
    """Run ``conform`` where the folder ``disk`` is a file system of this size."""
    disk.mkdir()
    script = f"mount -t tmpfs -o size={size} none {disk} && mkdir -p {out} && exec "
    command = " ".join([sys.executable, "-P", *CONFORM, "--out", str(out), "-n", "0"])
    copied = f"; code=$?; cp -r {out} {disk.parent}/copy; exit $code"
    words = ["unshare", "-rm", "sh", "-c", script.replace("exec ", "") + command + copied]
    run = subprocess.run(
        words, capture_output=True, text=True, env={**os.environ, "TMPDIR": str(temporary)}, timeout=500
    )
    if "mount:" in run.stderr or run.stderr.startswith("unshare"):
        pytest.skip(f"no file system can be mounted here: {run.stderr}")
    return run


@pytest.mark.skipif(shutil.which("unshare") is None, reason="unshare of util-linux is missing")
class TestSmallDisks:
    """Real file systems in memory."""

    def test_the_temporary_folder(self, tmp_path: Path) -> None:
        """Nothing runs, and the sentence names the variable."""
        run = on_small_disk(tmp_path / "disk", "64k", tmp_path / "out", tmp_path / "disk")

        assert run.returncode == 3
        assert f"nothing more can be written to {tmp_path}/disk: its file system is full" in run.stderr
        assert "set TMPDIR to another folder" in run.stderr
        assert "truncated" not in run.stdout

    def test_the_documents(self, tmp_path: Path) -> None:
        """The results are there and whole; the report that could not be written is named."""
        run = on_small_disk(tmp_path / "disk", "100k", tmp_path / "disk" / "out", tmp_path)

        assert run.returncode == 3
        assert "report.html was not written. The results are whole in" in run.stdout
        assert "9 pass" in run.stdout
        assert not read(str(tmp_path / "copy" / "results.ndjson")).truncated

    def test_the_results(self, tmp_path: Path) -> None:
        """The disk is full in the middle of the run: what was written before stays and is counted."""
        whole = tmp_path / "whole"
        whole.mkdir()
        on_small_disk(whole / "disk", "1m", whole / "disk" / "out", tmp_path)
        kilobytes = (whole / "copy" / "results.ndjson").stat().st_size // 1024

        run = on_small_disk(tmp_path / "disk", f"{kilobytes - 6}k", tmp_path / "disk" / "out", tmp_path)

        assert run.returncode == 3
        assert f"nothing more can be written to {tmp_path}/disk/out: its file system is full" in run.stdout
        assert "make room there, or name another folder with --out. The results so far are in" in run.stdout
        assert read(str(tmp_path / "copy" / "results.ndjson")).results


class TestWords:
    """The sentences."""

    @pytest.mark.parametrize(
        ("number", "why"),
        [
            (errno.ENOSPC, "its file system is full"),
            (errno.EDQUOT, "this user's quota on its file system is used up"),
            (errno.EROFS, "its file system is read-only"),
            (errno.EACCES, "this user may not write to it"),
            (errno.ENOENT, "it is missing"),
            (errno.EIO, "Input/output error"),
        ],
    )
    def test_a_reason(self, number: int, why: str) -> None:
        """Each error has one that a person understands."""
        error = OSError(number, os.strerror(number))

        text = room.temporary_problem(error, "/t")

        assert text == (
            f"nothing more can be written to /t: {why}; make room there, or set TMPDIR to another folder"
        )

    def test_no_temporary_folder_at_all(self) -> None:
        """Python tries several, and none can be written to."""
        error = FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/t']")

        assert room.temporary_problem(error) == (
            "no folder for temporary files can be written to; set TMPDIR to one that has room"
        )

    def test_a_missing_folder(self, tmp_path: Path) -> None:
        """It is tried out."""
        error = room.problem(str(tmp_path / "gone"))

        assert error is not None
        assert error.errno == errno.ENOENT
        assert room.problem(str(tmp_path)) is None
