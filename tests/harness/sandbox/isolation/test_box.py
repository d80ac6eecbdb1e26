"""What the filter of system calls refuses where nothing else of the kernel's does, in a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping

import pytest

from refloader.sandbox.child import inquiry_library

_TRIES = """
import fcntl, json, os, socket, struct, sys
from refloader.sandbox.isolation.box import Box

library, victim, namespaces = sys.argv[1], int(sys.argv[2]), bool(int(sys.argv[3]))
box = Box(library, {"namespaces": namespaces, "become": None, "local": False})
box.structure.ruleset = -1  # as on a kernel without Landlock
box.structure.mortal = False
ours, theirs = socket.socketpair()
file = os.open(library, os.O_RDONLY)
box.close()


def tried(what, command, argument, descriptor=ours):
    try:
        what(descriptor, command, argument)
    except OSError as error:
        return error.strerror
    return "done"


def request(kind, number, size, way):
    return way << 30 | size << 16 | kind << 8 | number


NONE, WRITE, READ = 0, 1, 2
room = bytearray(256)
F_SETOWN_EX, FIOSETOWN, SIOCSPGRP = 15, 0x8901, 0x8902
number = struct.pack("i", victim)
answers = {
    "another's": tried(fcntl.fcntl, fcntl.F_SETOWN, victim),
    "another group's": tried(fcntl.fcntl, fcntl.F_SETOWN, -victim),
    "in memory": tried(fcntl.fcntl, F_SETOWN_EX, struct.pack("ii", 1, victim)),
    "FIOSETOWN": tried(fcntl.ioctl, FIOSETOWN, number),
    "SIOCSPGRP": tried(fcntl.ioctl, SIOCSPGRP, number),
    "lease": tried(fcntl.fcntl, fcntl.F_SETLEASE, fcntl.F_RDLCK, file),
    "nobody's": tried(fcntl.fcntl, fcntl.F_SETOWN, 0),
    "its own": tried(fcntl.fcntl, fcntl.F_SETOWN, os.getpid()),
    "keys, added": tried(fcntl.ioctl, request(ord("f"), 23, 80, READ | WRITE), room, file),
    "keys, removed": tried(fcntl.ioctl, request(ord("f"), 24, 64, READ | WRITE), room, file),
    "keys, all removed": tried(fcntl.ioctl, request(ord("f"), 25, 64, READ | WRITE), room, file),
    "salt": tried(fcntl.ioctl, request(ord("f"), 20, 16, WRITE), room, file),
    "generation": tried(fcntl.ioctl, request(ord("f"), 4, 8, WRITE), room, file),
    "layout": tried(fcntl.ioctl, request(ord("f"), 9, 0, NONE), 0, file),
    "subvolume of btrfs": tried(fcntl.ioctl, request(0x94, 14, 4096, WRITE), bytes(1024), file),
    "pinned file of f2fs": tried(fcntl.ioctl, request(0xF5, 13, 4, WRITE), room, file),
    "asked for extents": tried(fcntl.ioctl, request(ord("f"), 11, 32, READ | WRITE), bytearray(32), file),
    "flags": tried(fcntl.fcntl, fcntl.F_SETFL, fcntl.fcntl(ours, fcntl.F_GETFL)),
}
print(json.dumps(answers))
"""


@pytest.fixture
def victim() -> Iterator[int]:
    """A process of the same user that waits."""
    process = subprocess.Popen(["sleep", "60"])
    yield process.pid
    process.send_signal(signal.SIGKILL)
    process.wait()


def answers(victim: int, *, namespaces: bool) -> Mapping[str, str]:
    """What came of each try in a box."""
    library = inquiry_library()
    if library is None:
        pytest.skip("what closes the box was not built (install with a C compiler)")
    command = [sys.executable, "-c", _TRIES, library, str(victim), str(int(namespaces))]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    found: Mapping[str, str] = json.loads(ran.stdout)
    return found


def test_signals_for_a_descriptor(victim: int) -> None:
    """Whom the kernel is to tell of a descriptor is the process itself: it sends any signal, SIGKILL too."""
    found = answers(victim, namespaces=False)

    others = ("another's", "another group's", "in memory", "FIOSETOWN", "SIOCSPGRP")
    assert {found[name] for name in others} == {os.strerror(1)}
    assert (found["nobody's"], found["its own"], found["flags"]) == ("done", "done", "done")


@pytest.mark.parametrize("namespaces", [True, False])
def test_leases(victim: int, namespaces: bool) -> None:
    """Who writes to a file that the library can read waits for nobody."""
    assert answers(victim, namespaces=namespaces)["lease"] == os.strerror(13)


@pytest.mark.parametrize("namespaces", [True, False])
def test_requests_of_file_systems(victim: int, namespaces: bool) -> None:
    """Keys of a file system stay as they are, and so does what it keeps of a file that is open for reading."""
    found = answers(victim, namespaces=namespaces)

    refused = ("keys, added", "keys, removed", "keys, all removed", "salt", "generation", "layout")
    assert {found[name] for name in (*refused, "subvolume of btrfs", "pinned file of f2fs")} == {
        os.strerror(1)
    }
    assert found["asked for extents"] != os.strerror(1)


_PAIRS = """
import json, socket, sys
from refloader.sandbox.isolation.box import Box

box = Box(sys.argv[1], {"namespaces": False, "become": None, "local": False})
box.structure.ruleset = -1
box.structure.mortal = False
pairs = [socket.socketpair(socket.AF_UNIX, kind) for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET)]
box.close()
for ours, theirs in pairs:
    for try_ in (
        lambda: ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1),
        lambda: ours.setsockopt(socket.SOL_SOCKET, 76, 1),
        lambda: ours.connect(b"\\0refloader-canary-nobody"),
        lambda: ours.send(b"text"),
    ):
        try:
            try_()
        except OSError:
            pass
print(json.dumps([[ours.getsockname(), theirs.recv(4).decode()] for ours, theirs in pairs], default=repr))
"""


def test_pairs_of_sockets_get_no_name() -> None:
    """The kernel gives none to an end that asks who sends, and what is sent within a pair arrives."""
    library = inquiry_library()
    if library is None:
        pytest.skip("what closes the box was not built (install with a C compiler)")
    command = [sys.executable, "-c", _PAIRS, library]

    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))

    assert json.loads(ran.stdout) == [["", "text"], ["", "text"]]
