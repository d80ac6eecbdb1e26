"""What was heard of a library stays in the memory of its station, which its workers read: no other one gets that."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from refloader.sandbox import child, fork_server, said
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import Scenario
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Probe

SYSTEMS = ("libc.so.6", "libm.so.6")
"""Libraries of the system's own folders, which every station shows."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[child.ForkServer]:
    """The stations that were asked for, in order."""
    found: list[child.ForkServer] = []
    run = child.ForkServer.run

    def running(asked: child.ForkServer, *arguments: object) -> said.Said:
        found.append(asked)
        return run(asked, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(child.ForkServer, "run", running)
    return found


def test_loaders(made: list[child.ForkServer]) -> None:
    """Each of two loaders has its own, and keeps it."""
    for name in (*SYSTEMS, *SYSTEMS):
        ForeignLoader(name).observe(Scenario(), timeout=5.0)

    first, second, *again = made[-4:]
    assert first is not second
    assert again == [first, second]


@pytest.mark.parametrize("kind", ["layer", "driver"])
def test_layers_and_drivers(made: list[child.ForkServer], kind: str) -> None:
    """So has each of two of these."""
    libraries = [f"/usr/lib/nowhere/{name}" for name in SYSTEMS]
    for library in (*libraries, *libraries):
        bench.probed(Probe(library, "facts", (), kind, seconds=5.0))  # type: ignore[arg-type]

    if not made:
        pytest.skip("the prober was not built")
    first, second, *again = made[-4:]
    assert first is not second
    assert again == [first, second]


class TestFolder:
    """Where there are no namespaces, a station's folder lies where all programs of the machine have theirs."""

    def test_of_root(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whom the workers become can pass through it, by the group, and other users cannot."""
        given: list[tuple[object, ...]] = []
        monkeypatch.setattr(os, "chown", lambda *arguments: given.append(arguments))

        fork_server._let_in(str(tmp_path), 65534)

        assert given == [(str(tmp_path), -1, 65534)]
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o710

    def test_of_a_root_that_cannot_give_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Everybody can pass through it then."""

        def refused(*_arguments: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "chown", refused)

        fork_server._let_in(str(tmp_path), 65534)

        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o711

    def test_of_a_user(self, tmp_path: Path) -> None:
        """Where the workers are the same user, it stays as it is."""
        tmp_path.chmod(0o700)

        fork_server._let_in(str(tmp_path), None)

        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_folder_that_was_removed(made: list[child.ForkServer]) -> None:
    """Without namespaces a station works in its folder: if somebody removes that, the next job gets another one."""
    loader = ForeignLoader(SYSTEMS[0], way=Way.VARIABLES)
    loader.observe(Scenario(), timeout=5.0)
    shutil.rmtree(made[-1].temporary)
    first = made[-1]

    loader.observe(Scenario(), timeout=5.0)

    assert made[-1] is not first
