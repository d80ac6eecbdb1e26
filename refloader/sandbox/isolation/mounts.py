"""Mounts: namespaces to leave for, folders to show at other places, and a root folder that is built of both.

Runs in the fork server, in workers and on the way to a target; imports the standard library only. Never decides what
is shown.
"""

import ctypes
import errno
import os
import stat
from collections.abc import Iterable, Mapping
from typing import TypeAlias, Union

Node: TypeAlias = Union[str, "dict[str, Node]"]
"""A mount point: the real path of what it shows, or a folder that contains mount points."""

SPARE = ".refloader-spare"
"""The entry of a root that a ``Builder`` makes for itself."""

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mount.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_ulong, ctypes.c_char_p]
NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
_AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV = -100, 0x8000, 1, 2, 4
NOSUID, NODEV, NOEXEC, BIND, REC, _UNBINDABLE, PRIVATE = 2, 4, 8, 0x1000, 0x4000, 0x20000, 0x40000
DETACH = 2
_MOST_COPIED = 8 << 20
"""The most bytes of a file that is copied because it cannot be mounted."""


def leave(*, as_user: bool) -> None:
    """Enter new namespaces; the caller's next child becomes process 1 of the process namespace.

    When that child ends, so does everything it started. ``as_user`` also enters a user namespace, for callers without
    privilege. There is no network in the new namespace, not even to the machine itself.

    Raises:
        OSError: the machine does not allow it.
    """
    _leave(NEWNS | _NEWPID | _NEWIPC | _NEWNET, as_user=as_user)


def leave_network(*, as_user: bool) -> None:
    """Enter a network namespace without a network, and with ``as_user`` a user namespace. Sockets with a path remain.

    Raises:
        OSError: the machine does not allow it.
    """
    _leave(_NEWNET, as_user=as_user)


def leave_mounts(*, as_user: bool) -> None:
    """Enter a new mount namespace, whose mounts others do not see, and with ``as_user`` a user namespace.

    Raises:
        OSError: the machine does not allow it.
    """
    _leave(NEWNS, as_user=as_user)
    mount(None, "/", None, REC | PRIVATE)


def _leave(kinds: int, *, as_user: bool) -> None:
    user, group = os.geteuid(), os.getegid()
    call("unshare", kinds | (_NEWUSER if as_user else 0))
    if as_user:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)


def cover(folder: str, points: Mapping[str, str], *, as_user: bool) -> None:
    """Move to a root, built in an empty folder, in which these paths show others and all else is the machine's.

    Raises:
        OSError: the machine does not allow it; the process cannot be used any further.
    """
    leave_mounts(as_user=as_user)
    Builder(folder).fill(tree(points), "/", folder)
    become_root(folder)


def set_read_only(root: str, *, wanted: bool = True) -> None:
    """Make all mounts below the root read-only, so that a loader under test cannot harm the machine.

    With ``wanted`` false, make this one mount writable again. Kernels before 5.12 lack the system call; there a
    loader has the rights of its user.
    """
    change = (_ATTR_RDONLY, 0) if wanted else (0, _ATTR_RDONLY)
    _set_attributes(root, *change, flags=_AT_RECURSIVE if wanted else 0)


def set_inert(root: str) -> None:
    """Have no set-user-ID bit and no device node below the root work, and nothing be written there.

    Raises:
        OSError: the kernel refuses, or is older than 5.12.
    """
    if not _set_attributes(root, _ATTR_RDONLY | _ATTR_NOSUID | _ATTR_NODEV, 0, flags=_AT_RECURSIVE):
        raise OSError(errno.ENOSYS, "the kernel is older than 5.12", root)


def _set_attributes(root: str, added: int, removed: int, *, flags: int) -> bool:
    """Change the attributes of mounts; False if the kernel cannot. Raises OSError."""
    if not hasattr(_LIBC, "mount_setattr"):
        return False
    attributes = (ctypes.c_uint64 * 4)(added, removed, 0, 0)  # set, clear, propagation, user namespace
    name = os.fsencode(root)
    if _LIBC.mount_setattr(_AT_FDCWD, name, flags, attributes, ctypes.sizeof(attributes)) == 0:
        return True
    number = ctypes.get_errno()
    if number != errno.ENOSYS:
        raise OSError(number, f"{os.strerror(number)} (mount_setattr)", root)
    return False


def mount_empty(folder: str, mode: str = "755") -> None:
    """Mount an empty file system at a folder. Raises OSError."""
    mount("refloader", folder, "tmpfs", 0, f"mode={mode}".encode("ascii"))


def show_all(folder: str) -> None:
    """Show the whole present root at a folder, without the mount in which that folder is. Raises OSError."""
    above = os.path.dirname(folder)
    mount(None, above, None, _UNBINDABLE)
    mount("/", folder, None, BIND | REC)
    mount(None, above, None, PRIVATE)


def show(source: str, target: str, *, new: bool = True) -> None:
    """Mount the source at the target (a symbolic link is copied); with ``new``, create the target first."""
    if os.path.islink(source):
        os.symlink(os.readlink(source), target)
        return
    if new:
        if os.path.isdir(source):
            os.mkdir(target)
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
    try:
        mount(source, target, None, BIND | REC)
    except FileNotFoundError:
        if not (new and _copy(source, target)):
            raise


def _copy(source: str, target: str) -> bool:
    """Copy a file that was replaced on the machine after it was shown here: it cannot be mounted once more.

    False for a file that is still there, is large, or is not for everybody to read.
    """
    with open(source, "rb") as file:
        state = os.fstat(file.fileno())
        if not (stat.S_ISREG(state.st_mode) and state.st_mode & stat.S_IROTH):
            return False
        if state.st_nlink or state.st_size > _MOST_COPIED:
            return False
        data = file.read(_MOST_COPIED)
    with open(target, "wb") as made:
        made.write(data)
    return True


def become_root(root: str) -> None:
    """Make this folder the root and unmount the old root."""
    os.chdir(root)
    try:
        call("pivot_root", b".", b".")
    except OSError as error:
        # The initial root of a machine that runs from an initramfs cannot be pivoted away.
        if error.errno != errno.EINVAL:
            raise
        os.chroot(".")
    else:
        call("umount2", b".", DETACH)
    os.chdir("/")


class Builder:
    """Makes a new root in an empty folder. Rebuilt folders lie in a tmpfs of their own inside it (``SPARE``)."""

    def __init__(self, root: str) -> None:
        mount("refloader", root, "tmpfs", 0, b"mode=755")
        # The new root lies in a folder that is itself visible in it. Unbindable, the root is left out there: a
        # loader that deletes that folder would otherwise walk through the whole machine a second time.
        mount(None, root, None, _UNBINDABLE)
        self._spares = os.path.join(root, SPARE)
        self._count = 0
        os.mkdir(self._spares)
        mount("refloader", self._spares, "tmpfs", 0, b"mode=755")

    def fill(
        self, node: "dict[str, Node]", original: str, folder: str, *, without: Iterable[str] = ()
    ) -> None:
        """Fill an empty folder with the original's entries and the mount points of ``node``."""
        with os.scandir(original) as entries:
            for entry in entries:
                if entry.name not in node and entry.name not in without:
                    show(entry.path, os.path.join(folder, entry.name), new=True)
        for name, child in node.items():
            self._cover(child, os.path.join(original, name), os.path.join(folder, name), new=True)

    def _cover(self, node: Node, original: str, target: str, *, new: bool) -> None:
        """Make the target show the original with the mount points of ``node`` in it."""
        if isinstance(node, str):
            show(node, target, new=new)
        elif not os.path.isdir(original):
            os.mkdir(target)
            for name, child in node.items():
                self._cover(child, os.path.join(original, name), os.path.join(target, name), new=True)
        elif all(_can_hold(child, os.path.join(original, name)) for name, child in node.items()):
            show(os.path.realpath(original), target, new=new)
            for name, child in node.items():
                self._cover(child, os.path.join(original, name), os.path.join(target, name), new=False)
        else:
            self._rebuild(node, original, target, new=new)

    def _rebuild(self, node: "dict[str, Node]", original: str, target: str, *, new: bool) -> None:
        if new:
            os.mkdir(target)
            self.fill(node, original, target)
            return
        self._count += 1
        spare = os.path.join(self._spares, str(self._count))
        os.mkdir(spare)
        self.fill(node, original, spare)
        mount(spare, target, None, BIND | REC)


def _can_hold(node: Node, original: str) -> bool:
    """True if the point can be mounted directly over what is there."""
    if os.path.islink(original):
        return False
    if isinstance(node, dict) or (os.path.isdir(node) and not os.path.islink(node)):
        return os.path.isdir(original)
    return os.path.isfile(original) and not os.path.islink(node)


def tree(points: Mapping[str, str]) -> "dict[str, Node]":
    """Return mount points by path as a tree of folders. Raises ValueError if one is inside another."""
    root: dict[str, Node] = {}
    for path, source in points.items():
        *folders, name = path[1:].split("/")
        node = root
        for folder in folders:
            below = node.setdefault(folder, {})
            if not isinstance(below, dict):
                raise ValueError(f"{path} is inside another point")
            node = below
        node[name] = source
    return root


def mount(source: str | None, target: str, kind: str | None, flags: int, data: bytes | None = None) -> None:
    """Make the system call. The OSError that it raises names the target."""
    names = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    try:
        call("mount", *names, flags, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, target) from error


def call(name: str, *arguments: "bytes | int | None") -> None:
    """Call a function of the C library that returns 0 if it succeeds. Raises OSError."""
    if getattr(_LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({name})")
