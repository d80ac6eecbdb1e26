"""Tests of the library that watches malloc, preloaded into an interpreter that says itself when it is in a layer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.native.installed import folders
from refloader.suite.sessions.recording import VARIABLE, Note, empty, read

PRELUDE = """
import ctypes, os, threading
own = ctypes.CDLL(None)
for name in ("malloc", "calloc", "realloc", "aligned_alloc"):
    getattr(own, name).restype = ctypes.c_void_p
class Thread(ctypes.Structure):
    _fields_ = [("call", ctypes.c_uint32), ("link", ctypes.c_uint16), ("inside", ctypes.c_uint16)]
own.refloader_observed_thread.restype = ctypes.POINTER(Thread)
def enter(): own.refloader_observed_thread().contents.inside = 1
def leave(): own.refloader_observed_thread().contents.inside = 0
size = ctypes.c_size_t
"""


@pytest.fixture
def library() -> str:
    """The path of the library."""
    found = [
        path for folder in folders("application") if os.path.isfile(path := f"{folder}/libobserved_malloc.so")
    ]
    if not found:
        pytest.skip("this installation has no watch on malloc: it was made without a C compiler")
    return found[0]


def _all_notes(library: str, folder: Path, code: str) -> list[Note]:
    """The notes of a process that runs the code."""
    file = folder / "recording"
    file.write_bytes(empty(1 << 20).ljust(1 << 20, b"\0"))
    variables = {**os.environ, "LD_PRELOAD": library, VARIABLE: str(file), "PYTHONMALLOC": "pymalloc"}
    subprocess.run([sys.executable, "-c", PRELUDE + code], env=variables, check=True, timeout=60)
    return list(read(file.read_bytes()).notes)


def _notes(library: str, folder: Path, code: str) -> list[Note]:
    """Of these the ones on blocks of 4321 bytes, and their ends."""
    notes = _all_notes(library, folder, code)
    ours = {note.value for note in notes if note.other == 4321}
    return [note for note in notes if note.value in ours]


class TestWatch:
    """What a layer allocates is written down, and nothing else is."""

    @pytest.mark.parametrize(
        ("call", "function"),
        [
            ("own.malloc(size(4321))", "malloc"),
            ("own.calloc(size(1), size(4321))", "calloc"),
            ("own.realloc(None, size(4321))", "realloc"),
            ("own.aligned_alloc(size(64), size(4321))", "aligned_alloc"),
            ("own.posix_memalign(ctypes.byref(ctypes.c_void_p()), size(64), size(4321))", "posix_memalign"),
        ],
    )
    def test_what_is_allocated_in_a_layer_is_noted(
        self, library: str, tmp_path: Path, call: str, function: str
    ) -> None:
        """The note says which function it was, and how many bytes."""
        notes = _notes(library, tmp_path, f"enter()\n{call}\nleave()\n")

        assert [(note.about, note.text) for note in notes if note.other == 4321] == [("malloc", function)]

    def test_what_the_application_allocates_is_not(self, library: str, tmp_path: Path) -> None:
        """Outside of layers nothing is noted."""
        assert _notes(library, tmp_path, "own.malloc(size(4321))\n") == []

    def test_another_thread_is_not_in_the_layer(self, library: str, tmp_path: Path) -> None:
        """Each thread is inside or not for itself."""
        code = "enter()\nt = threading.Thread(target=lambda: own.malloc(size(4321)))\nt.start()\nt.join()\nleave()\n"

        assert _notes(library, tmp_path, code) == []

    def test_the_end_of_a_block_is_noted_wherever_it_comes(self, library: str, tmp_path: Path) -> None:
        """A block that was noted is also when it is freed."""
        code = "enter()\nblock = own.malloc(size(4321))\nleave()\nown.free(ctypes.c_void_p(block))\n"

        notes = _notes(library, tmp_path, code)

        assert [note.about for note in notes][:2] == ["malloc", "free"]

    def test_a_block_that_moves_ends(self, library: str, tmp_path: Path) -> None:
        """realloc ends the block of before."""
        code = "enter()\nblock = own.malloc(size(4321))\nleave()\nown.realloc(ctypes.c_void_p(block), size(99999))\n"

        notes = _notes(library, tmp_path, code)

        assert [(note.about, note.text) for note in notes][:2] == [("malloc", "malloc"), ("free", "realloc")]

    def test_a_child_of_the_process_notes_nothing(self, library: str, tmp_path: Path) -> None:
        """After a fork only the parent goes on."""
        code = "enter()\nif os.fork() == 0:\n    own.malloc(size(4321))\n    os._exit(0)\nos.wait()\n"

        assert _notes(library, tmp_path, code) == []

    def test_what_the_linker_takes_is_told_apart(self, library: str, tmp_path: Path) -> None:
        """Room for a library's thread-local variables is nobody's who could use callbacks."""
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("there is no C compiler (Debian: gcc)")
        source = tmp_path / "variables.c"
        source.write_text("static _Thread_local char room[4305]; char *touch(void) { return room; }\n")
        subprocess.run([compiler, "-shared", "-fPIC", source, "-o", tmp_path / "variables.so"], check=True)
        code = f"touch = ctypes.CDLL({str(tmp_path / 'variables.so')!r}).touch\nenter()\ntouch()\nleave()\n"

        notes = _all_notes(library, tmp_path, code)

        assert [note.text for note in notes if note.about == "malloc" and note.other >= 4305] == ["linker"]
