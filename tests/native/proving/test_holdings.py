"""What a prober counts of a process, compiled for itself."""

import os
import subprocess
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "refloader" / "probes" / "shared"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The process whose first thread ends."""
    to = str(tmp_path_factory.mktemp("counted") / "ended")
    sources = (str(Path(__file__).with_name("ended.c")), str(SHARED / "holdings.c"))
    words = ("-O1", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-pthread", f"-I{SHARED}")
    subprocess.run([os.environ.get("CC", "cc"), *words, *sources, "-o", to], check=True, timeout=120)
    return to


@pytest.mark.parametrize(("words", "running"), [((), "1\n"), (("more",), "2\n")], ids=["joined", "one more"])
def test_a_thread_that_was_joined_is_none(program: str, words: tuple[str, ...], running: str) -> None:
    """The kernel lists it for a while, on a busy machine for long: the library that joined it has left no thread."""
    said = subprocess.run([program, *words], capture_output=True, text=True, check=True, timeout=120)

    assert said.stdout == running
