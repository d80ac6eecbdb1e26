"""Opens, reads and writes below a folder without following a link, whoever changes the folder in the meantime.

A path that was checked can lead elsewhere by the time it is opened. Here each step starts from the descriptor of the
folder above, and the type of a file is asked of the descriptor that is then read. Systems without such descriptors
(Windows) go by paths.
"""

import errno
import os
import stat
import sys
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TypeVar

from refloader.host.opening import OPEN_FLAGS, failure, path_of
from refloader.host.port import Failure, Trouble

Answer = TypeVar("Answer")

BY_DESCRIPTOR = sys.platform != "win32" and os.open in os.supports_dir_fd
_PATH = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_CLOEXEC", 0)
_FOLDER = _PATH | getattr(os, "O_DIRECTORY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_CLOEXEC", 0)
_READABLE_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_OPEN_FOLDERS = 32
_IS_A_LINK = "it is a link, and what it leads to is none of the results"


class Unlinked:
    """What lies below some folders, the ``bases``. The path of a base is followed, and no other link.

    A few folders stay open between the calls. A folder that is replaced meanwhile counts as it was.
    """

    def __init__(self, bases: Iterable[str]) -> None:
        self._bases = frozenset(bases)
        self._open: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.RLock()
        weakref.finalize(self, _close_all, self._open)

    def __reduce__(self) -> tuple[Any, ...]:
        return Unlinked, (self._bases,)

    def status(self, folder: str, name: str) -> os.stat_result:
        """Return the status of a name in a folder. Raises OSError, and ValueError for a name that no system takes."""
        if not BY_DESCRIPTOR:
            return os.lstat(f"{folder}/{name}")
        with self._lock:
            return os.stat(name, dir_fd=self._folder(folder), follow_symlinks=False)

    def target(self, folder: str, name: str) -> str:
        """Return the text of a link in a folder. Raises OSError and ValueError."""
        if not BY_DESCRIPTOR:
            return os.readlink(f"{folder}/{name}")
        with self._lock:
            return os.readlink(name, dir_fd=self._folder(folder))

    def in_folder(self, path: str, use: Callable[[str], Answer | Failure]) -> Answer | Failure:
        """Call ``use`` with a path of the folder that stays the same folder during the call."""
        return self._use(path, use, is_folder=True)

    def in_file(self, path: str, use: Callable[[str], Answer | Failure]) -> Answer | Failure:
        """Call ``use`` with a path of the regular file, by which no other file can be opened during the call."""
        return self._use(path, use, is_folder=False)

    def _use(self, path: str, use: Callable[[str], Answer | Failure], *, is_folder: bool) -> Answer | Failure:
        if not BY_DESCRIPTOR:
            return use(path)
        try:
            descriptor = self._opened(path, is_folder=is_folder)
        except (OSError, ValueError) as error:
            return failure(error)
        try:
            if not is_folder and not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return Failure(Trouble.NOT_A_FILE)
            return use(path_of(descriptor))
        finally:
            os.close(descriptor)

    def _opened(self, path: str, *, is_folder: bool) -> int:
        """Open a file or folder for its path alone, which has no effect on devices and pipes. Raises OSError."""
        with self._lock:
            if is_folder:
                return os.dup(self._folder(path))
            folder, _, name = path.rpartition("/")
            flags = _PATH if hasattr(os, "O_PATH") else OPEN_FLAGS
            return os.open(name, flags | _NO_LINK, dir_fd=self._folder(folder))

    def _folder(self, path: str) -> int:
        """Return the descriptor of a folder, which stays ours. A path may have more parts than calls can nest."""
        below: list[str] = []
        while path not in self._open and path and path not in self._bases:
            below.append(path)
            path = path.rpartition("/")[0]
        descriptor = self._open.get(path)
        if descriptor is None:
            descriptor = self._keep(path, os.open(path or "/", _FOLDER))
        self._open.move_to_end(path)
        while below:
            path = below.pop()
            name = path.rpartition("/")[2]
            descriptor = self._keep(path, os.open(name, _FOLDER | _NO_LINK, dir_fd=descriptor))
        return descriptor

    def _keep(self, path: str, descriptor: int) -> int:
        self._open[path] = descriptor
        if len(self._open) > _OPEN_FOLDERS:
            os.close(self._open.popitem(last=False)[1])
        return descriptor


def _close_all(opened: "OrderedDict[str, int]") -> None:
    while opened:
        os.close(opened.popitem()[1])


@contextmanager
def folder_below(top: str | int, *names: str) -> Iterator[int]:
    """Open a folder below ``top``, a descriptor or a path that is followed. Folders that are missing are made.

    Raises:
        OSError: a folder cannot be opened or made, or is a link.
    """
    with ExitStack() as stack:
        here, path = top, os.fspath(top) if isinstance(top, str) else ""
        if isinstance(here, str):
            here = os.open(here, _READABLE_FOLDER)
            stack.callback(os.close, here)
        for name in names:
            path = os.path.join(path, name)
            here = _entered(here, name, path)
            stack.callback(os.close, here)
        yield here


def _entered(above: int, name: str, path: str) -> int:
    if name in ("", ".", "..") or "/" in name:
        raise OSError(errno.EINVAL, "it is no name of a folder", path)
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=above)
    try:
        return os.open(name, _READABLE_FOLDER | _NO_LINK, dir_fd=above)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and _is_link(above, name):
            raise OSError(errno.ELOOP, _IS_A_LINK, path) from error
        raise


def _is_link(above: int, name: str) -> bool:
    with suppress(OSError):
        return stat.S_ISLNK(os.stat(name, dir_fd=above, follow_symlinks=False).st_mode)
    return False


def write_new(folder: int, files: Mapping[str, bytes]) -> None:
    """Write new files, by their path below the open folder. Raises OSError, also if one of them exists."""
    for path, data in files.items():
        *above, name = path.split("/")
        with (
            folder_below(folder, *above) as place,
            open(os.open(name, _NEW, 0o666, dir_fd=place), "wb") as file,
        ):
            file.write(data)


def is_in(folder: int, name: str) -> bool:
    """Return True if the open folder has the name, whatever stands there."""
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True
