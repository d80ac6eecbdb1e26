"""Starts a program as root of a container that hides parts of /proc, so that no /proc can be mounted in it.

``masked_container.py PROGRAM ARGUMENT...``: there are users and groups up to 65535, as in a container that was begun
by an ordinary user who has so many of his own. Ends as the program does.
"""

import ctypes
import os
import sys
from typing import NoReturn

_NEWNS, _NEWUSER, _REC, _PRIVATE = 0x00020000, 0x10000000, 0x4000, 0x40000
_USERS = "0 0 65536"
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mount.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_ulong, ctypes.c_void_p]


def main(program: list[str]) -> int:
    """Hide a part of /proc, and start the program in a user namespace, where that is there to stay."""
    _call("unshare", _NEWNS)
    _call("mount", None, b"/", None, _REC | _PRIVATE, None)
    _call("mount", b"none", b"/proc/fs", b"tmpfs", 0, None)
    (told, telling), (allowed, allowing) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        _inside(program, telling, allowed)
    os.read(told, 1)
    for name in ("uid_map", "gid_map"):
        with open(f"/proc/{child}/{name}", "w", encoding="ascii") as file:
            file.write(_USERS)
    os.write(allowing, b"x")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _inside(program: list[str], telling: int, allowed: int) -> NoReturn:
    try:
        _call("unshare", _NEWUSER | _NEWNS)
        os.write(telling, b"x")
        os.read(allowed, 1)
        os.setgid(0)
        os.setuid(0)
        os.execv(program[0], program)
    finally:
        os._exit(77)


def _call(name: str, *arguments: "bytes | int | None") -> None:
    if getattr(_LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({name})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
