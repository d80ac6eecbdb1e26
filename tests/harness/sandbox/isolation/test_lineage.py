"""Processes that were started are ended, whoever their parent is by then."""

import subprocess
import sys
from pathlib import Path

from loaders import is_free, within

START = """
import fcntl, os, subprocess, sys, time
from refloader.sandbox.isolation import process_tree as lineage

def hold():
    fcntl.flock(open(sys.argv[1]), fcntl.LOCK_SH)

def leave():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            hold()
            os.write(pipe, b"x")
            time.sleep(60)
        os._exit(0)
    os.wait()
"""
ORPHAN = """
reading, pipe = os.pipe()
lineage.adopt_orphans()
kept = subprocess.Popen(["sleep", "60"])
before = lineage.children()
leave()
os.read(reading, 1)
print(len(lineage.children() - before), lineage.end_children(before), kept.poll())
kept.kill()
kept.wait()
"""
FAMILY = """
reading, pipe = os.pipe()
if os.fork() == 0:
    for each in range(3):
        if os.fork() == 0:
            os.write(pipe, b"x")
            time.sleep(60)
    time.sleep(60)
for each in range(3):
    os.read(reading, 1)
print(lineage.few_descendants(4) == lineage.descendants(), lineage.few_descendants(3))
print(len(lineage.descendants()))
lineage.adopt_orphans()
lineage.end_children()
print(lineage.few_descendants(0))
"""
PARENT = """
if os.fork() == 0:
    lineage.die_with_parent()
    hold()
    os.write(1, b"x")
    time.sleep(60)
time.sleep(60)
"""


def start(text: str, lock: Path) -> "subprocess.Popen[str]":
    """A process that runs the text with a lock to hold."""
    lock.touch()
    words = [sys.executable, "-c", START + text, str(lock)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


class TestFewDescendants:
    """They are those that a look at every process finds, or None if there are more."""

    def test_no_more_than_there_are(self, tmp_path: Path) -> None:
        """A child and its three are found where four are wanted, and none where three are."""
        said = start(FAMILY, tmp_path / "lock").communicate(timeout=120)[0]

        assert said.splitlines() == ["True None", "4", "frozenset()"]


class TestOrphans:
    """An orphan comes to the process that adopts, and is ended with its children."""

    def test_what_left_its_session_is_ended(self, tmp_path: Path) -> None:
        """A process that went its own way is found and gone; one that is to be kept stays."""
        said = start(ORPHAN, tmp_path / "lock").communicate(timeout=120)[0]

        assert said == "1 () None\n"
        assert is_free(tmp_path / "lock")


class TestDeathOfTheParent:
    """A child dies with its parent."""

    def test_a_killed_parent_takes_its_child_along(self, tmp_path: Path) -> None:
        """The parent gets no chance to do anything, and the child is gone."""
        parent = start(PARENT, tmp_path / "lock")
        assert parent.stdout is not None
        parent.stdout.read(1)

        parent.kill()
        parent.communicate()

        assert within(10, lambda: is_free(tmp_path / "lock"))
