"""What a killed run leaves in the folder for temporary ones is removed by the next run."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="folders are removed on Linux alone"),
]

_MOST_WAIT = 300.0


def _start(top: Path, out: str, *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-P", "-m", "refloader", "conform", "--loader", "reference", "-n", "0", *words]
    return subprocess.Popen(
        [*command, "--out", str(top / out)],
        env={**os.environ, "TMPDIR": str(top / "temporary")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _at_work(temporary: Path) -> Path:
    """The folder of a run whose tests have started."""
    until = time.monotonic() + _MOST_WAIT
    while time.monotonic() < until:
        for output in temporary.glob("refloader-*/output"):
            return output.parent
        time.sleep(0.01)
    raise AssertionError("the run made no folder")


def _wait_for_the_end(temporary: Path) -> None:
    """Until no process has the folder for its temporary files any more."""
    wanted, until = b"TMPDIR=" + os.fsencode(temporary), time.monotonic() + _MOST_WAIT
    while any(wanted in _environment(each) for each in Path("/proc").glob("[0-9]*/environ")):
        assert time.monotonic() < until, "processes of the killed run go on"
        time.sleep(0.01)


def _environment(path: Path) -> bytes:
    """What the process was started with; nothing of one that ended or that belongs to somebody else."""
    with suppress(OSError):
        return path.read_bytes()
    return b""


@pytest.mark.parametrize("whole", [True, False], ids=["the whole group", "the harness alone"])
def test_the_next_run_removes_the_folder_of_a_killed_one(tmp_path: Path, whole: bool) -> None:
    """The folder of the killed run is gone; what somebody else has there under such a name is not."""
    temporary = tmp_path / "temporary"
    for name in ("canary", "refloader-mine", "refloader-conform-abcdefgh"):
        (temporary / name).mkdir(parents=True)
        (temporary / name / "canary").write_text("canary")
    first = _start(tmp_path, "first")
    left = _at_work(temporary)
    (os.killpg if whole else os.kill)(first.pid, signal.SIGKILL)
    first.wait()
    before = left.is_dir()
    _wait_for_the_end(temporary)  # the tests of a harness that was killed end with it
    os.utime(left, (0, 0))

    second = _start(tmp_path, "second", "--rule", "META-04/metalayers/the_list_is_the_order")

    assert (second.wait(), before) == (0, True)
    assert {path.name for path in temporary.iterdir()} == {
        "canary",
        "refloader-mine",
        "refloader-conform-abcdefgh",
    }
    assert [path.read_text() for path in temporary.glob("*/canary")] == ["canary"] * 3
