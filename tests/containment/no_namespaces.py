"""Becomes a program on a machine without namespaces, as an ordinary user, or both. Imports the standard library only.

    no_namespaces.py [--refuse] [--keep-root] [--user N] PROGRAM ARGUMENT...

``--refuse`` sets a filter of system calls as containers have one: unshare, setns, mounts and clone with a namespace
give EPERM, clone3 gives ENOSYS. Root then has the capabilities that a container usually leaves it;
with ``--keep-root`` it cannot become another user.
"""

import argparse
import ctypes
import errno
import os
import platform
import struct

_LIBC = ctypes.CDLL(None, use_errno=True)
_SET_SECCOMP, _FILTER, _DROP_FROM_BOUND, _SET_NO_NEW_PRIVILEGES = 22, 2, 24, 38
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_NAMESPACES = 0x7E020000
"""The flags of clone that ask for a namespace."""

_NUMBERS = {
    "x86_64": {
        "arch": 0xC000003E,
        "clone": 56,
        "clone3": 435,
        "refused": (272, 308, 165, 166, 155, 428, 429, 430, 431, 432, 433, 442),
    },
    "aarch64": {
        "arch": 0xC00000B7,
        "clone": 220,
        "clone3": 435,
        "refused": (97, 268, 40, 39, 41, 428, 429, 430, 431, 432, 433, 442),
    },
}
"""Numbers of system calls: unshare, setns, mount, umount2, pivot_root, and the newer calls for mounts."""

_LEFT_TO_ROOT = {0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31}
"""The capabilities that containers leave to root: chown, dac_override, fowner, fsetid, kill, setgid, setuid, setpcap,
net_bind_service, net_raw, sys_chroot, mknod, audit_write, setfcap."""


_TO_CHANGE_USER = {6, 7}
"""setgid and setuid."""


def why_not() -> str:
    """Why this machine cannot be made one without namespaces, or an empty string."""
    return (
        "" if platform.machine() in _NUMBERS else f"no system call numbers of {platform.machine()} are known"
    )


def refuse_namespaces(*, keep_root: bool) -> None:
    """Set the filter and take the capabilities away. There is no way back."""
    numbers = _NUMBERS[platform.machine()]
    program = _program(numbers)
    buffer = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    if os.geteuid() != 0:
        _LIBC.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if _LIBC.prctl(_SET_SECCOMP, _FILTER, described, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter cannot be set")
    if os.geteuid() == 0:
        for number in range(64):
            if number not in _LEFT_TO_ROOT - (_TO_CHANGE_USER if keep_root else set()):
                _LIBC.prctl(_DROP_FROM_BOUND, number, 0, 0, 0)


def _program(numbers: dict[str, object]) -> bytes:
    """The filter as the kernel reads it: load a word, compare, go on or return."""
    refused = numbers["refused"]
    assert isinstance(refused, tuple)
    steps = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, numbers["arch"]), (_RETURN, 0, 0, _ALLOW), (_LOAD, 0, 0, 0)]
    for number in refused:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    steps += [(_EQUAL, 0, 1, numbers["clone3"]), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    steps += [(_EQUAL, 0, 3, numbers["clone"]), (_LOAD, 0, 0, 16)]
    steps += [(_ANY_BIT, 0, 1, _NAMESPACES), (_RETURN, 0, 0, _ERRNO | errno.EPERM), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def main() -> None:
    """Become the program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--refuse", action="store_true")
    parser.add_argument("--keep-root", action="store_true")
    parser.add_argument("--user", type=int)
    parser.add_argument("program", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    if given.user is not None and given.user != os.geteuid():
        os.setgroups([])
        os.setresgid(given.user, given.user, given.user)
        os.setresuid(given.user, given.user, given.user)
    if given.refuse:
        refuse_namespaces(keep_root=given.keep_root)
    os.execv(given.program[0], given.program)


if __name__ == "__main__":
    main()
