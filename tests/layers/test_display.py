"""The X server of programs that draw to windows."""

import errno
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refloader.sandbox.layouts import Way
from refloader.sandbox.world import capabilities
from refloader.suite.layers.runs import WINDOWS
from refloader.suite.sessions import bench, display

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
            display._end(server)


def answers(name: str) -> bool:
    """Whether somebody listens where clients of a display go."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(f"/tmp/.X11-unix/X{name.removeprefix(':')}") == 0


@needs_server
def test_no_other_user_connects() -> None:
    """He could read and draw windows, and end the clients, which are under test."""
    name = display.display()
    socket_file = Path(f"/tmp/.X11-unix/X{name[1:]}")

    assert answers(name)
    assert socket_file.stat().st_mode & 0o077 == 0


@needs_server
@pytest.mark.parametrize("cookie", [b"", bytes(16)])
def test_a_client_without_the_key_is_refused(cookie: bytes) -> None:
    """By the server itself, since any user can connect between its start and the change of the socket's mode."""
    name = display.display()

    with socket.socket(socket.AF_UNIX) as client:
        answer = first_answer(client, name, b"MIT-MAGIC-COOKIE-1" if cookie else b"", cookie)

    assert answer[0] == 0


@needs_server
def test_each_server_has_its_own_key() -> None:
    """No subject knows the next one's."""
    display.display(("one.so",))
    first = display.authority()

    display.display(("another.so",))

    assert display.authority() != first


@needs_server
@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts processes of other users: run this as root")
def test_another_user_is_refused() -> None:
    """By the kernel, whatever the server itself would allow."""
    path = f"/tmp/.X11-unix/X{display.display()[1:]}"
    code = f"import socket; print(socket.socket(socket.AF_UNIX).connect_ex({path!r}))"

    other = subprocess.run(
        ["/usr/bin/env", "python3", "-I", "-c", code], user=12345, group=12345, capture_output=True, cwd="/"
    )

    assert int(other.stdout) == errno.EACCES


@pytest.mark.parametrize("left", ["link", "file", "nothing"])
def test_what_is_no_socket_of_the_server(tmp_path: Path, left: str) -> None:
    """Root changes no file to which a stranger has the name of the socket lead."""
    canary, path = tmp_path / "canary", tmp_path / "X1"
    canary.touch(mode=0o644)
    make = {
        "link": lambda: path.symlink_to(canary),
        "file": lambda: path.touch(0o644),
        "nothing": lambda: None,
    }
    make[left]()

    assert not display._kept_from_others(str(path))
    assert canary.stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders to other users: run this as root")
def test_a_folder_of_sockets_that_is_a_strangers(tmp_path: Path) -> None:
    """Its owner could put a socket of his own in the place of the server's."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "X1"))
    assert display._kept_from_others(str(tmp_path / "X1"))

    os.chown(tmp_path, 12345, 12345)

    assert not display._kept_from_others(str(tmp_path / "X1"))


_ORDER, _QUERY_EXTENSION = 0x6C, 98
"""Little-endian, and a request of the X protocol."""


def first_answer(client: socket.socket, name: str, protocol: bytes, cookie: bytes) -> bytes:
    """What the server of a display answers to a client first."""
    client.connect(f"/tmp/.X11-unix/X{name.removeprefix(':')}")
    head = struct.pack("<BxHHHHxx", _ORDER, 11, 0, len(protocol), len(cookie))
    padded = (each.ljust(-(-len(each) // 4) * 4, b"\0") for each in (protocol, cookie))
    client.sendall(b"".join((head, *padded)))  # at once: the server may close after the head
    return client.recv(8, socket.MSG_WAITALL)


def extension(name: str, wanted: str) -> int:
    """Whether the server of a display has an extension."""
    cookie = display.authority()[-16:]
    with socket.socket(socket.AF_UNIX) as client:
        welcome = first_answer(client, name, b"MIT-MAGIC-COOKIE-1", cookie)
        client.recv(int.from_bytes(welcome[6:8], "little") * 4, socket.MSG_WAITALL)
        padded = wanted.encode().ljust(-(-len(wanted) // 4) * 4, b"\0")
        client.sendall(struct.pack("<BxHHxx", _QUERY_EXTENSION, 2 + len(padded) // 4, len(wanted)) + padded)
        return client.recv(32, socket.MSG_WAITALL)[8]


@needs_server
def test_it_knows_none_of_our_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another user's process, and who is that user may read them."""
    monkeypatch.setenv("TOKEN", "secret")

    display.display()

    process = display._started[0].process
    assert process
    assert b"secret" not in Path(f"/proc/{process.pid}/environ").read_bytes()


@needs_server
@pytest.mark.skipif(capabilities().way is Way.VARIABLES, reason="this machine has no namespaces")
def test_it_has_no_network() -> None:
    """A client can have a server ask for fonts on any machine, and what it asks for can be anything."""
    name = display.display()

    process = display._started[0].process
    assert process
    assert os.readlink(f"/proc/{process.pid}/ns/net") != os.readlink("/proc/self/ns/net")
    assert answers(name)


@needs_server
def test_there_is_one() -> None:
    """It listens before its name is told, and is asked for once."""
    name = display.display()
    assert answers(name)
    assert display.display() == name
    assert len(display._started) == 1


@needs_server
def test_another_run_has_another() -> None:
    """Two runs at the same time do not take each other's sockets away, nor does the end of one."""
    name = display.display()
    code = "from refloader.suite.sessions import display; print(display.display())"

    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True
    )

    assert other.stdout.strip() not in ("", name)
    assert answers(name)


@needs_server
def test_no_number_with_a_socket_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be the user's screen: the server could not see that from its own network."""
    name = display.display()
    taken = int(name[1:])
    monkeypatch.setattr(display.random, "sample", lambda *_: [taken, taken + 1])

    assert display._free_number() == taken + 1


@needs_server
def test_it_is_gone() -> None:
    """Whoever asks after its end gets another one."""
    display.display()
    display._started[0].process.kill()
    display._started[0].process.wait()
    assert answers(display.display())


@needs_server
def test_each_subject_has_its_own() -> None:
    """What a client had its server keep is gone before the next subject comes, its processes and sockets too."""
    first = display.display(("one.so",))
    assert display.display(("one.so",)) == first

    second = display.display(("another.so",))

    process = display._started[0].process
    assert process
    assert process.poll() is not None
    assert answers(second)
    assert len(display._started) == 2


@needs_server
def test_a_server_that_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed."""
    monkeypatch.setattr(display, "_ENDING", 0.01)
    display.display(("one.so",))
    process = display._started[0].process
    assert process
    monkeypatch.setattr(process, "terminate", lambda: None)

    assert answers(display.display(("another.so",)))
    assert process.returncode == -9


@needs_server
@pytest.mark.parametrize("wanted", ["MIT-SHM", "GLX", "RECORD", "XTEST", "X-Resource"])
def test_extensions(wanted: str) -> None:
    """By shared memory a client would read that of any program which the server's user can read."""
    name = display.display()

    assert extension(name, "BIG-REQUESTS") == 1
    assert extension(name, wanted) == 0


@needs_server
def test_limits() -> None:
    """What clients have it keep does not take the machine's memory."""
    display.display()
    process = display._started[0].process
    assert process

    limits = " ".join(Path(f"/proc/{process.pid}/limits").read_text(encoding="ascii").split())
    assert f"Max address space {1 << 30} {1 << 30} bytes" in limits
    assert f"Max file size {64 << 20} {64 << 20} bytes" in limits


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
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has files that root may open")
def test_rights_that_cannot_be_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A root without capabilities cannot become nobody: the server is started all the same."""

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "setgroups", refuse)

    assert answers(display.display())


def test_a_program_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no display then, and nothing fails by that."""
    monkeypatch.setattr(shutil, "which", lambda _: "/a program that is not there")

    assert display.display() == ""
