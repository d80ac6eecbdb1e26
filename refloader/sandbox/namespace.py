"""Moves the calling process into namespaces of its own: other mounts, other processes, another root folder.

Runs in the fork server and in workers; imports the standard library and ``devices`` only. Never decides what is
visible in the new root, and never changes the mounts of the rest of the machine. A process cannot return.

The new root is made in two steps. The first is a reduced machine, with only what ``view`` names: folders of the
system and files of the subject, bind-mounted at their own paths, a ``/proc`` of its own processes, and the few
devices that every program may use. The second is a root in which that machine's entries are bind-mounted, except for
the mount points at which the scenario has files of its own. Nothing can be mounted at a path that does not exist. So
a folder that lacks such a point is rebuilt in a tmpfs, down to the point; the entries beside it remain the machine's,
so that the linker, its cache, libc and the interpreter still work.
"""

import ctypes
import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias, Union

from refloader.sandbox import devices

Node: TypeAlias = Union[str, "dict[str, Node]"]
"""A mount point: the real path of what it shows, or a folder that contains mount points."""

SELF = "/.refloader"
"""The one folder that a loader can write to. It contains the mocks' trace."""

LOADER = "/.refloader-loader"
"""Where the worker finds the loader if the scenario hides the loader's real path."""

PROGRAMS = "/.refloader-programs"
"""Where the worker finds the copies of the interpreter that the kernel starts with privilege."""

TREE = "/.refloader-tree"
"""All files of a scenario, each under its virtual path."""

_NEXT = "/.refloader-next"
_SPARE, _STORE, _ROOT = ".refloader-spare", ".refloader-store", ".refloader-root"
_EMPTY = ".refloader-empty"
_MINE = {os.path.basename(path) for path in (SELF, TREE, _NEXT, _SPARE)}
"""Entries of the root that ``rebuild`` does not take over into the next one."""

_ROOM = b"mode=755,size=1g,nr_inodes=262144"
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mount.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_ulong, ctypes.c_char_p]
_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
_AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = -100, 0x8000, 1
_NOSUID, _NODEV, _NOEXEC, _BIND, _REC, _UNBINDABLE, _PRIVATE = 2, 4, 8, 0x1000, 0x4000, 0x20000, 0x40000
_DETACH = 2
_CHUNK = 1 << 20
LARGEST_COPY = 1 << 30
"""Maximum size in bytes of a file that is copied because the workers' user may not read it: copies take memory."""

DEVICES = ("null", "zero", "full", "random", "urandom")
"""Devices that every program may use."""

_DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}

PROJECTS = "/usr/src"
"""Where containers often keep the user's projects: the one system folder that is hidden."""

View: TypeAlias = Sequence[tuple[str, str]]
"""The visible files of the machine: a path and an empty string, or the path of a symbolic link and its target."""


def leave(*, as_user: bool) -> None:
    """Enter new namespaces; the caller's next child becomes process 1 of the process namespace.

    When that child ends, so does everything it started. ``as_user`` also enters a user namespace, for callers without
    privilege. There is no network in the new namespace, not even to the machine itself.

    Raises:
        OSError: the machine does not allow it.
    """
    _unshare(_NEWNS | _NEWPID | _NEWIPC | _NEWNET, as_user=as_user)


def _unshare(kinds: int, *, as_user: bool) -> None:
    user, group = os.geteuid(), os.getegid()
    _call("unshare", kinds | (_NEWUSER if as_user else 0))
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
    _unshare(_NEWNS, as_user=as_user)
    _mount(None, "/", None, _REC | _PRIVATE)
    _Builder(folder).fill(_tree(points), "/", folder)
    _become_root(folder)


def enter(
    temporary: str,
    places: Iterable[str],
    view: View,
    texts: Mapping[str, str],
    loader: Sequence[str] = (),
    opened: Iterable[str] = (),
) -> int:
    """Move to a root in which the places show folders of a store. Return the store's file descriptor.

    The store is a tmpfs that no path leads to any more: its ``tree`` is mounted at TREE and, by parts, at the places,
    ``programs`` at PROGRAMS and ``own`` at SELF. A process without the descriptor can write to SELF only.
    ``temporary`` is an empty folder, unused afterwards. ``view`` lists what is visible of the machine, ``texts`` maps
    paths to the content of generated files, ``loader`` lists the files shown in LOADER. ``opened`` are device nodes
    that every user can open in the new root, if the machine allows that.

    Raises:
        OSError: the machine does not allow it; the process cannot be used any further.
    """
    _mount(None, "/", None, _REC | _PRIVATE)
    _mount("refloader", temporary, "tmpfs", 0, b"mode=755")
    _show_machine(temporary, view, texts)
    root, store = (os.path.join(temporary, name) for name in (_ROOT, _STORE))
    for folder in (root, store):
        os.mkdir(folder)
    _mount("refloader", store, "tmpfs", 0, _ROOM)
    for name in ("own", "programs", *(f"tree{place}" for place in places)):
        os.makedirs(os.path.join(store, name))
    builder = _Builder(root)
    points = {place: f"{store}/tree{place}" for place in places}
    builder.fill(_tree(points), temporary, root, without={_ROOT, _STORE, _EMPTY})
    for path, name in ((TREE, "tree"), (PROGRAMS, "programs"), (SELF, "own")):
        builder.show(f"{store}/{name}", root + path, new=True)
    os.mkdir(root + _NEXT)
    os.mkdir(root + LOADER)
    for path in loader:
        _show_file(path, f"{root}{LOADER}/{os.path.basename(path)}")
    _open_devices(builder, store, opened, root)
    descriptor = os.open(store, os.O_RDONLY | os.O_DIRECTORY)
    _call("umount2", os.fsencode(store), _DETACH)
    _set_read_only(root)
    _set_read_only(root + SELF, wanted=False)
    _become_root(root)
    return descriptor


def _show_machine(folder: str, view: View, texts: Mapping[str, str]) -> None:
    """Mount what is visible of the machine in an empty folder, at the same paths."""
    _make_proc(f"{folder}/proc")
    _make_devices(f"{folder}/dev")
    for path, text in texts.items():
        os.makedirs(os.path.dirname(folder + path), exist_ok=True)
        with open(folder + path, "w", encoding="ascii") as file:
            file.write(text)
    for path, target in view:
        if not _has_room(folder, path):
            continue
        if target:
            os.symlink(target, folder + path)
        elif os.path.isdir(path):
            os.mkdir(folder + path)
            _mount(path, folder + path, None, _BIND | _REC)
            if PROJECTS.startswith(f"{path}/") and os.path.isdir(PROJECTS):
                _hide_projects(folder)
        else:
            _show_file(path, folder + path)


def _hide_projects(folder: str) -> None:
    """Cover PROJECTS with an empty folder, in which files that are shown by name can be mounted."""
    os.mkdir(f"{folder}/{_EMPTY}")
    _mount(f"{folder}/{_EMPTY}", folder + PROJECTS, None, _BIND)


def without_projects(paths: Iterable[str]) -> Iterator[str]:
    """Yield these paths; instead of a folder that contains PROJECTS, yield its other entries."""
    for path in paths:
        if not PROJECTS.startswith(f"{path}/") or not os.path.isdir(PROJECTS):
            yield path
        else:
            entries = (f"{path}/{name}" for name in sorted(os.listdir(path)))
            yield from without_projects(entry for entry in entries if entry != PROJECTS)


def _has_room(folder: str, path: str) -> bool:
    """Create the folders that lead to a path; True if the path is free and lies in ``folder`` itself.

    A symbolic link or a mount on the way, /proc included, leads out to the machine: an entry created there would
    remain on the machine.
    """
    device, place = os.lstat(folder).st_dev, folder
    for name in path.split("/")[1:-1]:
        is_ours, place = os.lstat(place).st_dev == device, f"{place}/{name}"
        if is_ours and not os.path.lexists(place):
            os.mkdir(place)
        if not os.path.lexists(place) or not stat.S_ISDIR(os.lstat(place).st_mode):
            return False
    return os.lstat(place).st_dev == device and not os.path.lexists(folder + path)


def _show_file(path: str, target: str) -> None:
    """Mount a file at ``target``; if root runs this and others may not read the file, copy it instead."""
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o755)
    try:
        status = os.stat(path)
        if os.geteuid() == 0 and stat.S_ISREG(status.st_mode) and not status.st_mode & stat.S_IROTH:
            if status.st_size > LARGEST_COPY:
                raise OSError(errno.EFBIG, "too large to be copied", path)
            with open(path, "rb") as file:
                while data := file.read(_CHUNK):
                    os.write(descriptor, data)
            return
    finally:
        os.close(descriptor)
    _mount(path, target, None, _BIND)


def _make_proc(folder: str) -> None:
    """Mount the /proc of this process namespace or, if that is not allowed, the machine's."""
    os.mkdir(folder)
    try:
        _mount("proc", folder, "proc", _NOSUID | _NODEV | _NOEXEC)
    except OSError:
        _mount("/proc", folder, None, _BIND | _REC)


def _make_devices(folder: str) -> None:
    os.mkdir(folder)
    os.mkdir(f"{folder}/shm")
    for name in DEVICES:
        os.close(os.open(f"{folder}/{name}", os.O_CREAT | os.O_WRONLY, 0o666))
        _mount(f"/dev/{name}", f"{folder}/{name}", None, _BIND)
    for name, target in _DEVICE_LINKS.items():
        os.symlink(target, f"{folder}/{name}")


def rebuild(points: Iterable[str]) -> None:
    """Move from the root that ``enter`` made to one in which these paths too show what TREE has there.

    Raises:
        OSError: the machine does not allow it; the process cannot be used any further.
    """
    _call("unshare", _NEWNS)
    builder = _Builder(_NEXT)
    builder.fill(_tree({point: TREE + point for point in points}), "/", _NEXT, without=_MINE)
    os.mkdir(_NEXT + SELF)
    _set_read_only(_NEXT)
    builder.show(SELF, _NEXT + SELF, new=False)
    _become_root(_NEXT)


def _open_devices(builder: "_Builder", store: str, nodes: Iterable[str], root: str) -> None:
    """Mount, over each of these device nodes, a node that every user can open; skip those that cannot be created."""
    for number, node in enumerate(nodes):
        twin = os.path.join(store, f"device{number}")
        with suppress(OSError):  # a container may not be allowed to create device nodes
            devices.make_open_twin(node, twin)
            builder.show(twin, root + node, new=False)


def _set_read_only(root: str, *, wanted: bool = True) -> None:
    """Make all mounts below the root read-only, so that a loader under test cannot harm the machine.

    With ``wanted`` false, make this one mount writable again. Kernels before 5.12 lack the system call; there a
    loader has the rights of its user.
    """
    if not hasattr(_LIBC, "mount_setattr"):
        return
    change = (_ATTR_RDONLY, 0) if wanted else (0, _ATTR_RDONLY)
    attributes = (ctypes.c_uint64 * 4)(*change, 0, 0)  # set, clear, propagation, user namespace
    name = os.fsencode(root)
    flags = _AT_RECURSIVE if wanted else 0
    if _LIBC.mount_setattr(_AT_FDCWD, name, flags, attributes, ctypes.sizeof(attributes)) != 0:
        number = ctypes.get_errno()
        if number != errno.ENOSYS:
            raise OSError(number, f"{os.strerror(number)} (mount_setattr)", root)


def _become_root(root: str) -> None:
    """Make this folder the root and unmount the old root."""
    os.chdir(root)
    try:
        _call("pivot_root", b".", b".")
    except OSError as error:
        # The initial root of a machine that runs from an initramfs cannot be pivoted away.
        if error.errno != errno.EINVAL:
            raise
        os.chroot(".")
    else:
        _call("umount2", b".", _DETACH)
    os.chdir("/")


class _Builder:
    """Makes a new root in an empty folder. Rebuilt folders lie in a tmpfs of their own inside it (``_SPARE``)."""

    def __init__(self, root: str) -> None:
        _mount("refloader", root, "tmpfs", 0, b"mode=755")
        # The new root lies in a folder that is itself visible in it. Unbindable, the root is left out there: a
        # loader that deletes that folder would otherwise walk through the whole machine a second time.
        _mount(None, root, None, _UNBINDABLE)
        self._spares = os.path.join(root, _SPARE)
        self._count = 0
        os.mkdir(self._spares)
        _mount("refloader", self._spares, "tmpfs", 0, b"mode=755")

    def fill(
        self, node: "dict[str, Node]", original: str, folder: str, *, without: Iterable[str] = ()
    ) -> None:
        """Fill an empty folder with the original's entries and the mount points of ``node``."""
        with os.scandir(original) as entries:
            for entry in entries:
                if entry.name not in node and entry.name not in without:
                    self.show(entry.path, os.path.join(folder, entry.name), new=True)
        for name, child in node.items():
            self._cover(child, os.path.join(original, name), os.path.join(folder, name), new=True)

    def show(self, source: str, target: str, *, new: bool) -> None:
        """Mount the source at the target (a symbolic link is copied); with ``new``, create the target first."""
        if os.path.islink(source):
            os.symlink(os.readlink(source), target)
            return
        if new:
            if os.path.isdir(source):
                os.mkdir(target)
            else:
                os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o644))
        _mount(source, target, None, _BIND | _REC)

    def _cover(self, node: Node, original: str, target: str, *, new: bool) -> None:
        """Make the target show the original with the mount points of ``node`` in it."""
        if isinstance(node, str):
            self.show(node, target, new=new)
        elif not os.path.isdir(original):
            os.mkdir(target)
            for name, child in node.items():
                self._cover(child, os.path.join(original, name), os.path.join(target, name), new=True)
        elif all(_can_hold(child, os.path.join(original, name)) for name, child in node.items()):
            self.show(os.path.realpath(original), target, new=new)
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
        _mount(spare, target, None, _BIND | _REC)


def _can_hold(node: Node, original: str) -> bool:
    """True if the point can be mounted directly over what is there."""
    if os.path.islink(original):
        return False
    if isinstance(node, dict) or (os.path.isdir(node) and not os.path.islink(node)):
        return os.path.isdir(original)
    return os.path.isfile(original) and not os.path.islink(node)


def _tree(points: Mapping[str, str]) -> "dict[str, Node]":
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


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: bytes | None = None) -> None:
    names = [None if text is None else os.fsencode(text) for text in (source, target, kind)]
    try:
        _call("mount", *names, flags, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, target) from error


def _call(name: str, *arguments: "bytes | int | None") -> None:
    if getattr(_LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)} ({name})")
