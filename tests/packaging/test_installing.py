"""An installation that is interrupted, killed or doubled leaves nothing behind that a later one stumbles over."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from refloader.cli.terminal import installing

RUN = """
import os, sys
from refloader.cli.terminal.installing import alone, running

with alone([sys.argv[1]]):
    command = ["sh", "-c", "sleep 300 & echo $$ $!; wait"]
    with running(command, dict(os.environ)) as ran:
        print(ran.output.readline().strip(), flush=True)
        ran.output.readline()
"""
"""Installs in the folder, with a process that starts another one; prints the ids of both."""

STOPPED_AT_ONCE = """
import os, signal, time
from refloader.cli.terminal.installing import running

def stop(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGTERM, stop)
os.register_at_fork(after_in_child=lambda: time.sleep(0.5))
try:
    with running(["sleep", "100"], dict(os.environ)):
        raise KeyboardInterrupt
except KeyboardInterrupt:
    print("stopped")
"""
"""Is stopped while its child has not come to its own handlers yet: a large process takes long to fork."""

PROJECT = "acme-native"


def ended(number: int) -> bool:
    """Whether a process ends soon."""
    for _ in range(500):
        try:
            with open(f"/proc/{number}/stat", encoding="ascii") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


class TestRunning:
    """The processes of an installation."""

    def test_output_and_status(self) -> None:
        """Both streams are read, and the exit status is known afterwards."""
        with installing.running(["sh", "-c", "echo one; echo two >&2; exit 7"], dict(os.environ)) as ran:
            said = ran.output.read()

        assert said == "one\ntwo\n"
        assert ran.status == 7

    def test_it_ends_where_the_signal_was_blocked(self) -> None:
        """Who starts refloader may have blocked SIGTERM, which its processes inherit."""
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        since = time.monotonic()
        try:
            with (
                pytest.raises(KeyboardInterrupt),
                installing.running(["sleep", "100"], dict(os.environ)),
            ):
                raise KeyboardInterrupt
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])

        assert time.monotonic() - since < 60

    def test_it_ends_when_it_is_stopped_at_once(self) -> None:
        """The signal reaches the child before its handlers are there, and is not lost."""
        run = subprocess.run(
            [sys.executable, "-c", STOPPED_AT_ONCE], capture_output=True, text=True, timeout=60, check=False
        )

        assert (run.returncode, run.stdout, run.stderr) == (0, "stopped\n", "")

    def test_no_such_command(self) -> None:
        """It is a failure as any other."""
        with installing.running(["/nonexistent/pip"], dict(os.environ)) as ran:
            ran.output.read()

        assert ran.status == 1

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
    def test_all_processes_end_with_the_run(self, tmp_path: Path, number: signal.Signals) -> None:
        """Also if it had no time to end them itself; until then the folder stays locked."""
        run = subprocess.Popen(
            [sys.executable, "-c", RUN, str(tmp_path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert run.stdout is not None
        started = [int(word) for word in run.stdout.readline().split()]

        run.send_signal(number)
        run.wait()
        run.stdout.close()
        with installing.alone([str(tmp_path)]):
            still = [each for each in started if os.path.exists(f"/proc/{each}") and not ended(each)]

        assert len(started) == 2
        assert still == []


class TestHalfInstalled:
    """A project without a record, which an installer writes last."""

    @pytest.fixture
    def place(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A virtual environment with the package, and what pip knows of it."""
        folder = tmp_path / "acme_native-0.dist-info"
        folder.mkdir()
        (tmp_path / "acme_native").mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PROJECT}\nVersion: 0\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(installing.sys, "prefix", str(tmp_path))
        monkeypatch.setattr(installing.sysconfig, "get_path", lambda name: str(tmp_path))
        return folder

    def halves(self) -> tuple[str, ...]:
        """What was not installed to the end."""
        return installing.half_installed({"acme_native": PROJECT})

    def test_with_its_record(self, place: Path) -> None:
        """It is whole, and stays."""
        (place / "RECORD").write_text("acme_native/__init__.py,,\n")

        assert self.halves() == ()
        installing.remove_traces([PROJECT])
        assert place.exists()

    def test_without_a_record(self, place: Path) -> None:
        """It is not; pip would refuse to replace it, so its metadata is removed."""
        assert self.halves() == ("acme_native",)

        installing.remove_traces([PROJECT])

        assert not place.exists()
        assert (place.parent / "acme_native").is_dir(), "pip overwrites the files themselves"

    def test_without_metadata(self, place: Path) -> None:
        """Killed earlier still."""
        (place / "METADATA").unlink()
        place.rmdir()

        assert self.halves() == ("acme_native",)

    def test_elsewhere(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What lies outside the environment, as a distribution's packages, has no record and needs none."""
        monkeypatch.setattr(installing.sysconfig, "get_path", lambda name: "/nonexistent")

        assert self.halves() == ()
        installing.remove_traces([PROJECT])
        assert place.exists()

    def test_no_virtual_environment(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of the machine's own Python nothing is said."""
        monkeypatch.setattr(installing.sys, "prefix", sys.base_prefix)

        assert self.halves() == ()
