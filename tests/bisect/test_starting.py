"""Starts of a program: nothing of it runs on, whatever it did."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from refloader.bisect.starting import Failing, start
from refloader.sandbox.isolation import process_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="orphans are adopted on Linux alone")

LEAVES = (
    'setsid sh -c \'trap "" TERM HUP; echo $$ >"$0"; sleep 60 >/dev/null 2>&1; :\' "$0" & '
    'for try in $(seq 600); do [ -s "$0" ] && exit 1; sleep 0.1; done; exit 0'
)
"""A program with a process that leaves its session and does not heed SIGTERM."""


def runs(number: int) -> bool:
    """Whether there is a process that is no zombie."""
    stat = Path(f"/proc/{number}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


class TestNothingIsLeft:
    """The next start begins on a machine without anything of the one before."""

    def test_a_process_in_a_session_of_its_own(self, tmp_path: Path) -> None:
        """It is ended as the others are."""
        place = tmp_path / "number"

        done = start(["sh", "-c", LEAVES, str(place)], {"PATH": "/usr/bin:/bin"}, Failing())

        assert done.failed
        assert not runs(int(place.read_text()))

    def test_other_children_are_spared(self, tmp_path: Path) -> None:
        """Those that this process had before."""
        other = subprocess.Popen(["sleep", "60"])

        start(["sh", "-c", "exit 1"], {"PATH": "/usr/bin:/bin"}, Failing())

        assert other.poll() is None
        assert other.pid in process_tree.children()
        other.kill()
        other.wait()

    def test_a_killed_refloader(self, tmp_path: Path) -> None:
        """The program ends with the process that started it."""
        place = tmp_path / "number"
        code = (
            "from refloader.bisect.starting import *\n"
            "words = ['sh', '-c', 'echo $$ >\"$0\"; exec sleep 60', sys.argv[1]]\n"
            "start(words, {'PATH': '/usr/bin:/bin'}, Failing())"
        )
        with subprocess.Popen([sys.executable, "-c", f"import sys\n{code}", str(place)]) as killed:
            while killed.poll() is None and not (place.exists() and place.read_text()):
                time.sleep(0.02)
            killed.kill()
        number, deadline = int(place.read_text()), time.monotonic() + 120

        while runs(number) and time.monotonic() < deadline:
            time.sleep(0.02)

        assert not runs(number)


class TestOutput:
    """A program fails if it prints a line that matches."""

    FAILING = Failing(re.compile("HUD"), passed_over=frozenset({"VK_LOADER_LAYERS_DISABLE"}))

    def test_a_line_on_what_was_kept_off(self) -> None:
        """A loader names the layer and the variable that keeps it off. That is the search, and not the failure."""
        line = "WARNING: VK_LAYER_TEST_HUD matches filter of VK_LOADER_LAYERS_DISABLE"

        done = start(["echo", line], {"PATH": "/usr/bin:/bin"}, self.FAILING)

        assert not done.failed
        assert done.how == (
            "exit code 0, without that output; a line that names VK_LOADER_LAYERS_DISABLE counts for nothing"
        )

    def test_another_line_beside_it(self) -> None:
        """It counts, whatever comes before it."""
        lines = "HUD is off by VK_LOADER_LAYERS_DISABLE\nHUD: no font"

        done = start(["echo", lines], {"PATH": "/usr/bin:/bin"}, self.FAILING)

        assert (done.failed, done.how) == (True, "printed 'HUD: no font'")
