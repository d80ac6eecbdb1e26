"""The X server of programs that draw to windows."""

import os
import shutil
import socket
from collections.abc import Iterator

import pytest

from refloader.harness.layers.runs import WINDOWS
from refloader.harness.running import bench, display

needs_server = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed (Debian: xvfb)")


@pytest.fixture(autouse=True)
def _server_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No server is there yet, and none is left."""
    started: list[display._Server] = []
    monkeypatch.setattr(display, "_started", started)
    yield
    for server in started:
        if server.process:
            server.process.kill()
            server.process.wait()


def answers(name: str) -> bool:
    """Whether somebody listens where clients of a display go."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(f"/tmp/.X11-unix/X{name.removeprefix(':')}") == 0


@needs_server
def test_there_is_one() -> None:
    """It listens before its name is told, and is asked for once."""
    name = display.display()
    assert answers(name)
    assert display.display() == name
    assert len(display._started) == 1


@needs_server
def test_it_is_gone() -> None:
    """Whoever asks after its end gets another one."""
    display.display()
    display._started[0].process.kill()
    display._started[0].process.wait()
    assert answers(display.display())


@needs_server
def test_programs_draw_to_it() -> None:
    """The application's frames come to it from inside its world, again and again."""
    for _ in range(2):
        seen = bench.run(WINDOWS)
        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        assert seen.answers["present-x11.xcb.surface"] == 0
        assert seen.answers["present-x11.xlib.frames"] == [0, 4]


def test_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that want one are not covered, and say what to install."""
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert display.display() == ""
    seen = bench.run(WINDOWS)
    assert seen.ended == "not covered"


def test_it_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that says nothing is not waited for twice."""
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/false")
    assert display.display() == ""
    assert display.display() == ""
    assert len(display._started) == 1


@needs_server
def test_rights_that_cannot_be_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A root without capabilities cannot become nobody: the server is started all the same."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(display, "_AS_NOBODY", {"cwd": "/a folder that is not there"})

    assert answers(display.display())


def test_a_program_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no display then, and nothing fails by that."""
    monkeypatch.setattr(shutil, "which", lambda _: "/a program that is not there")

    assert display.display() == ""
