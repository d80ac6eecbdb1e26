"""Moves the calling process into namespaces of its own: other mounts, other processes, another root folder.

Runs in the fork server and in workers; imports the standard library, ``device_nodes`` and ``mounts`` only. Never
decides what is visible in the new root, and never changes the mounts of the rest of the machine.
A process cannot return.

The new root is made in two steps. The first is a reduced machine, with only what ``view`` names: folders of the
system and files of the subject, bind-mounted at their own paths, a ``/proc`` of its own processes, and the few
devices that every program may use. The second is a root in which that machine's entries are bind-mounted, except for
the mount points at which the scenario has files of its own. Nothing can be mounted at a path that does not exist. So
a folder that lacks such a point is rebuilt in a tmpfs, down to the point; the entries beside it remain the machine's,
so that the linker, its cache, libc and the interpreter still work.
"""

import errno
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TypeAlias

from refloader.sandbox.isolation import device_nodes
from refloader.sandbox.isolation.mounts import (
    BIND,
    DETACH,
    NEWNS,
    NODEV,
    NOEXEC,
    NOSUID,
    PRIVATE,
    REC,
    SPARE,
    Builder,
    become_root,
    call,
    mount,
    set_inert,
    set_read_only,
    show,
    tree,
)

SELF = "/.refloader"
"""The one folder that a loader can write to. It contains the mocks' trace."""

LOADER = "/.refloader-loader"
"""Where the worker finds the loader if the scenario hides the loader's real path."""

PROGRAMS = "/.refloader-programs"
"""Where the worker finds the copies of the interpreter that the kernel starts with privilege."""

TREE = "/.refloader-tree"
"""All files of a scenario, each under its virtual path."""

_NEXT = "/.refloader-next"
_STORE, _ROOT = ".refloader-store", ".refloader-root"
_EMPTY = ".refloader-empty"
_MINE = {*(os.path.basename(path) for path in (SELF, TREE, _NEXT)), SPARE}
"""Entries of the root that ``rebuild`` does not take over into the next one."""

_ROOM = b"mode=755,size=1g,nr_inodes=262144"
_CHUNK = 1 << 20
LARGEST_COPY = 1 << 30
"""Maximum size in bytes of a file that is copied because the workers' user may not read it: copies take memory."""

DEVICES = ("null", "zero", "full", "random", "urandom")
"""Devices that every program may use."""

_DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}


Mappings: TypeAlias = Sequence[tuple[str, str]]
"""The visible files of the machine: a path and an empty string, or the path of a symbolic link and its target."""


def enter(
    temporary: str,
    places: Iterable[str],
    view: Mappings,
    texts: Mapping[str, str],
    loader: Sequence[str] = (),
    opened: Iterable[str] = (),
    root_view: Iterable[tuple[str, str, str]] = (),
    over: Iterable[tuple[str, str]] = (),
    pinned: Collection[str] = (),
    hidden: Iterable[str] = (),
) -> int:
    """Move to a root in which the places show folders of a store. Return the store's file descriptor.

    The store is a tmpfs that no path leads to any more: its ``tree`` is mounted at TREE and, by parts, at the places,
    ``programs`` at PROGRAMS and ``own`` at SELF. A process without the descriptor can write to SELF only.
    ``temporary`` is an empty folder, unused afterwards. ``view`` lists what is visible of the machine, ``texts`` maps
    paths to the content of generated files, ``loader`` lists the files shown in LOADER. ``opened`` are device nodes
    that every user can open in the new root, if the machine allows that.

    For a loader of another root filesystem, ``root_view`` lists what is visible of that (a path, its target if it is
    a link, and else what is mounted there) and ``over`` the files that take the place of others. Its links may lead
    anywhere, so this process leaves the machine's root before it follows one.

    ``pinned`` are the real paths of what is shown by name. Whoever owns the folders on such a path may put a link
    there after it was chosen, to what only this process may read: nothing behind such a link is shown. ``hidden`` are
    folders that are empty wherever the machine is shown, but for what is shown in them by name.

    Raises:
        OSError: the machine does not allow it, or a link has come into a pinned path; the process cannot be used any
            further.
    """
    mount(None, "/", None, REC | PRIVATE)
    mount("refloader", temporary, "tmpfs", 0, b"mode=755")
    hidden = tuple(hidden)
    _show_machine(temporary, view, texts, pinned, hidden)
    if root_view:
        _show_root(temporary, root_view, over, pinned, hidden)
        become_root(temporary)
        temporary = ""
    root, store = (f"{temporary}/{name}" for name in (_ROOT, _STORE))
    for folder in (root, store):
        os.mkdir(folder)
    mount("refloader", store, "tmpfs", 0, _ROOM)
    for name in ("own", "programs", *(f"tree{place}" for place in places)):
        os.makedirs(os.path.join(store, name))
    builder = Builder(root)
    points = {place: f"{store}/tree{place}" for place in places}
    builder.fill(tree(points), temporary or "/", root, without={_ROOT, _STORE, _EMPTY})
    for path, name in ((TREE, "tree"), (PROGRAMS, "programs"), (SELF, "own")):
        show(f"{store}/{name}", root + path, new=True)
    os.mkdir(root + _NEXT)
    os.mkdir(root + LOADER)
    for path in loader:
        _show_loader(path, temporary, f"{root}{LOADER}/{os.path.basename(path)}")
    _open_devices(store, opened, root)
    descriptor = os.open(store, os.O_RDONLY | os.O_DIRECTORY)
    call("umount2", os.fsencode(store), DETACH)
    set_read_only(root)
    set_read_only(root + SELF, wanted=False)
    become_root(root)
    return descriptor


def _show_machine(
    folder: str,
    view: Mappings,
    texts: Mapping[str, str],
    pinned: Collection[str] = (),
    hidden: Iterable[str] = (),
) -> None:
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
            continue
        with _opened(path, pinned) as source:
            if not os.path.isdir(source):
                _show_file(source, folder + path)
                continue
            os.mkdir(folder + path)
            mount(source, folder + path, None, BIND | REC)
        _hide_in(folder, path, path, hidden)


@contextmanager
def _opened(path: str, pinned: Collection[str]) -> Iterator[str]:
    """Yield the path or, if it is pinned, another one for what it leads to now, whatever is put there later.

    Raises:
        OSError: it is pinned, and there is a link in it.
    """
    if path not in pinned:
        yield path
        return
    descriptor = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        way = f"/proc/self/fd/{descriptor}"
        if os.readlink(way) != path or stat.S_ISLNK(os.fstat(descriptor).st_mode):
            raise OSError(errno.ELOOP, "a link has taken its place", path)
        yield way
    finally:
        os.close(descriptor)


def _show_root(
    folder: str,
    rows: Iterable[tuple[str, str, str]],
    over: Iterable[tuple[str, str]],
    pinned: Collection[str] = (),
    hidden: Iterable[str] = (),
) -> None:
    """Mount what is visible of another root filesystem: no device node in it works, and no set-user-ID bit.

    ``hidden`` are folders of this machine.
    """
    for path, target, source in rows:
        if not _has_room(folder, path):
            continue
        if target:
            os.symlink(target, folder + path)
            continue
        with _opened(source, pinned) as way:
            if os.path.isdir(way):
                os.mkdir(folder + path)
                mount(way, folder + path, None, BIND | REC)
            elif not _show_file(way, folder + path):
                continue
        set_inert(folder + path)
        if path != source:
            _hide_in(folder, path, source, hidden)
    for path, source in over:
        show(source, folder + path, new=False)


def _holds(path: str, hidden: str) -> bool:
    """Return whether a folder that is to be hidden is below a path, and no link: what links lead to is not shown."""
    return hidden.startswith(f"{path}/") and os.path.isdir(hidden) and os.path.realpath(hidden) == hidden


def _hide_in(folder: str, path: str, source: str, hidden: Iterable[str]) -> None:
    """Cover the hidden folders below ``source``, which is shown at ``path``, with empty ones.

    Each is one of its own, in which files that are shown by name can be mounted.
    """
    for each in hidden:
        if _holds(source, each):
            empty = f"{folder}/{_EMPTY}{each}"
            os.makedirs(empty)
            mount(empty, folder + path + each.removeprefix(source), None, BIND)


def without_hidden(paths: Iterable[str], hidden: Collection[str]) -> Iterator[str]:
    """Yield these paths; instead of a folder that contains a hidden one, yield its other entries."""
    for path in paths:
        if not any(_holds(path, each) for each in hidden):
            yield path
        else:
            entries = (f"{path}/{name}" for name in sorted(os.listdir(path)))
            yield from without_hidden((entry for entry in entries if entry not in hidden), hidden)


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


def _show_file(path: str, target: str) -> bool:
    """Mount a file at ``target``; if root runs this and others may not read the file, copy it, and return False."""
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o755)
    try:
        status = os.stat(path)
        if os.geteuid() == 0 and stat.S_ISREG(status.st_mode) and not status.st_mode & stat.S_IROTH:
            if status.st_size > LARGEST_COPY:
                raise OSError(errno.EFBIG, "too large to be copied", path)
            with open(path, "rb") as file:
                while data := file.read(_CHUNK):
                    os.write(descriptor, data)
            return False
    finally:
        os.close(descriptor)
    mount(path, target, None, BIND)
    return True


def _show_loader(path: str, shown: str, target: str) -> None:
    """Mount a file of a loader from the machine that is shown: elsewhere it may be a link by now."""
    inside = shown + os.path.realpath(path)
    if os.path.exists(inside):
        _show_file(inside, target)
        return
    with _opened(path, (path,)) as source:  # what is no library is not shown elsewhere
        _show_file(source, target)


def _make_proc(folder: str) -> None:
    """Mount the /proc of this process namespace or, if that is not allowed, the machine's."""
    os.mkdir(folder)
    try:
        mount("proc", folder, "proc", NOSUID | NODEV | NOEXEC)
    except OSError:
        mount("/proc", folder, None, BIND | REC)


def _make_devices(folder: str) -> None:
    os.mkdir(folder)
    os.mkdir(f"{folder}/shm")
    for name in DEVICES:
        os.close(os.open(f"{folder}/{name}", os.O_CREAT | os.O_WRONLY, 0o666))
        mount(f"/dev/{name}", f"{folder}/{name}", None, BIND)
    for name, target in _DEVICE_LINKS.items():
        os.symlink(target, f"{folder}/{name}")


def rebuild(points: Iterable[str]) -> None:
    """Move from the root that ``enter`` made to one in which these paths too show what TREE has there.

    Raises:
        OSError: the machine does not allow it; the process cannot be used any further.
    """
    call("unshare", NEWNS)
    builder = Builder(_NEXT)
    builder.fill(tree({point: TREE + point for point in points}), "/", _NEXT, without=_MINE)
    os.mkdir(_NEXT + SELF)
    set_read_only(_NEXT)
    show(SELF, _NEXT + SELF, new=False)
    become_root(_NEXT)


def _open_devices(store: str, nodes: Iterable[str], root: str) -> None:
    """Mount, over each of these device nodes, a node that every user can open; skip those that cannot be created."""
    for number, node in enumerate(nodes):
        twin = os.path.join(store, f"device{number}")
        with suppress(OSError):  # a container may not be allowed to create device nodes
            device_nodes.make_open_twin(node, twin)
            show(twin, root + node, new=False)
