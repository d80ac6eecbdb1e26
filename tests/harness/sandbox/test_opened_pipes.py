"""Pipes in the place of libraries are not opened: whoever waits for a reader would take the harness for one."""

import errno
import os
from pathlib import Path

import pytest

from refloader.sandbox import child
from refloader.sandbox.loader import identify_file, why_no_library
from refloader.suite.sessions import bench


@pytest.fixture
def pipe(tmp_path: Path) -> str:
    """A named pipe."""
    path = str(tmp_path / "library.so")
    os.mkfifo(path)
    return path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is opened for reading from now on, by its path; an opening for the path alone has no effect."""
    found: list[str] = []
    real = os.open

    def spy(path: str, flags: int, *rest: int, **others: int) -> int:
        if not flags & os.O_PATH:
            found.append(os.path.realpath(path))
        return real(path, flags, *rest, **others)

    monkeypatch.setattr(os, "open", spy)
    return found


class TestPipes:
    """The library of a manifest may be one, or become one between two looks."""

    def test_why_it_is_no_library(self, pipe: str, opened: list[str]) -> None:
        """The reason is that of the type of file."""
        assert why_no_library(pipe) == "it is no regular file"
        assert pipe not in opened

    def test_a_digest(self, pipe: str, opened: list[str]) -> None:
        """It has none."""
        assert identify_file(pipe) == ""
        assert pipe not in opened

    def test_a_link_to_it(self, pipe: str, opened: list[str], tmp_path: Path) -> None:
        """A link is followed, and the pipe is not opened either."""
        (tmp_path / "link.so").symlink_to(pipe)

        assert why_no_library(str(tmp_path / "link.so")) == "it is no regular file"
        assert pipe not in opened

    def test_a_file_to_be_copied(self, pipe: str, opened: list[str]) -> None:
        """One that took the place of a file after that was looked at is an error, and not waited for."""
        with pytest.raises(OSError, match="it is no regular file") as refused:
            child._content(pipe)

        assert refused.value.errno == errno.ENXIO
        assert pipe not in opened

    def test_a_file_beside_a_library(self, pipe: str) -> None:
        """It is not waited for, and has no content."""
        assert bench._read(pipe, os.O_NOFOLLOW) == b""


def test_a_path_that_no_system_takes() -> None:
    """It is a reason, not an exception."""
    assert why_no_library("a\0b")
    assert identify_file("a\0b") == ""


@pytest.mark.parametrize("text", ["/* GNU ld script */\nINPUT(libvulkan.so.1)\n", "GROUP ( libvulkan.so.1 )"])
def test_a_script_for_the_linker_is_named(tmp_path: Path, text: str) -> None:
    """Packages for developers have such files under the name of a library, and the library is another file."""
    path = tmp_path / "libvulkan.so"
    path.write_text(text)

    expected = "it is a script for the linker of a compiler: name the library that it stands for"
    assert why_no_library(str(path)) == expected
