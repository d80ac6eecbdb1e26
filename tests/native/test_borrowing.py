"""Tests that drivers' libraries are counted right while threads make and destroy instances."""

import subprocess
import sys
from pathlib import Path

CHILD = Path(__file__).with_name("borrowing_child.py")


def test_never_closed_under_a_user() -> None:
    """A thread that finds a driver open keeps it open; the last one to give it back closes it."""
    done = subprocess.run(
        [sys.executable, str(CHILD)], capture_output=True, text=True, timeout=60, check=True
    )

    assert done.stdout.split() == ["0", "0"]
