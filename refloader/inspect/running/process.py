"""Reads a running process of Linux: its variables, files and privileges, and the libraries that it has mapped."""

import os
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.port import Host
from refloader.model.text import number_of, visible

_AT_SECURE = 23
_ELF_64 = 2
_DELETED = " (deleted)"
_OCTAL = re.compile(r"\\([0-7]{3})")
_LARGEST = 8 << 20
_STARTED = 19
"""The field of /proc/PID/stat that says when a process was started, counted from its state (field 22, from 1)."""

_HELPERS = (
    "pv-bwrap",
    "pressure-vessel",
    "pv-adverb",
    "srt-bwrap",
    "reaper",
    "steam-launch-wr",
    "bwrap",
    "python3",
)
"""Programs of Steam that have the variables of a game and are none."""


class ProcessError(Exception):
    """A process cannot be read; ``denied`` is true if somebody else could."""

    def __init__(self, why: str, *, denied: bool = False) -> None:
        super().__init__(why)
        self.denied = denied


@dataclass(frozen=True, slots=True)
class Process:
    """A process. ``root`` is the folder of this machine that it has for its root, empty if it has that of refloader.

    ``executable`` and ``mapped`` are paths as the process has them; ``replaced`` are those of ``mapped`` whose file
    was deleted or replaced since. ``variables`` are those that the program was started with. ``identity`` is what
    tells the process and its root from those that have the same number later.
    """

    pid: int
    executable: str
    variables: Mapping[str, str]
    root: str
    elevated: bool
    word_size: int
    mapped: tuple[str, ...]
    replaced: tuple[str, ...]
    identity: tuple[str, ...] = ()

    def confirm(self) -> None:
        """Raise ProcessError if it has ended or changed its root: what was read of that may be a part."""
        if self.root and self.identity != _identity(f"/proc/{self.pid}"):
            raise ProcessError(f"process {self.pid} has ended or changed its root while it was read")

    @property
    def loaders(self) -> tuple[str, ...]:
        """The Vulkan loaders among the mapped libraries."""
        return tuple(each for each in self.mapped if each.rpartition("/")[2].startswith("libvulkan.so"))

    def host(self, variables: Mapping[str, str]) -> Host:
        """Return the machine that the process has, with these variables."""
        if self.root:
            return RootHost(
                self.root,
                variables,
                elevated=self.elevated,
                executable=self.executable,
                word_size=self.word_size,
            )
        return RealHost(
            variables, elevated=self.elevated, executable=self.executable, word_size=self.word_size
        )


def read_process(pid: int) -> Process:
    """Return a process. Raises ProcessError if there is none, or if it may not be read."""
    folder = f"/proc/{pid}"
    if not os.path.isdir(folder):
        raise ProcessError(f"there is no process {pid}")
    identity = _identity(folder)
    try:
        top = os.readlink(f"{folder}/root").rstrip("/")
        executable = _inside(os.readlink(f"{folder}/exe").removesuffix(_DELETED), top)
        variables = _variables(_read(f"{folder}/environ"))
        maps = _read(f"{folder}/maps")
        with open(f"{folder}/exe", "rb") as program:
            word_size = 64 if program.read(5)[4:] == bytes([_ELF_64]) else 32
        elevated = _elevated(_read(f"{folder}/auxv"), word_size)
        root = "" if _has_our_root(folder) else f"{folder}/root"
        if root:
            os.listdir(root)
    except PermissionError as error:
        raise ProcessError(f"process {pid} {_whose(folder)}", denied=True) from error
    except (FileNotFoundError, ProcessLookupError) as error:
        raise ProcessError(f"process {pid} has ended, or is a part of the kernel") from error
    except OSError as error:
        raise ProcessError(f"process {pid} cannot be read: {error.strerror}", denied=True) from error
    paths = tuple(dict.fromkeys(_inside(each, top) for each in _mapped(maps)))
    replaced = tuple(each.removesuffix(_DELETED) for each in paths if each.endswith(_DELETED))
    mapped = tuple(each.removesuffix(_DELETED) for each in paths)
    found = Process(pid, executable, variables, root, elevated, word_size, mapped, replaced, identity)
    found.confirm()
    return found


def process_of_steam(app: str) -> int:
    """Return the process of a game that Steam has started. Raises ProcessError if none is running."""
    found: list[tuple[bool, bool, int]] = []
    denied = 0
    for name in sorted(filter(str.isdigit, os.listdir("/proc")), key=int):
        try:
            process = read_process(int(name))
        except ProcessError as error:
            denied += error.denied
            continue
        if app in (process.variables.get("SteamAppId"), process.variables.get("SteamGameId")):
            program = process.executable.rpartition("/")[2]
            found.append((bool(process.loaders), not program.startswith(_HELPERS), process.pid))
    if not found:
        more = f"; {number_of(denied, 'process', 'processes')} may not be read by you" if denied else ""
        why = f"no process that is running has SteamAppId={visible(app)}{more}"
        raise ProcessError(
            f"{why}: Steam makes the game's container when it starts it, so start the game first"
        )
    return max(found)[2]


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(_LARGEST)


def _variables(data: bytes) -> dict[str, str]:
    """Return the variables; of several with one name, the first counts, as getenv takes it."""
    found: dict[str, str] = {}
    for entry in data.split(b"\0"):
        name, equals, value = entry.partition(b"=")
        if equals and name:
            found.setdefault(os.fsdecode(name), os.fsdecode(value))
    return found


def _elevated(data: bytes, word_size: int) -> bool:
    """Return whether the kernel started the program in secure mode: AT_SECURE of its auxiliary vector."""
    form = "=QQ" if word_size == 64 else "=II"
    size = struct.calcsize(form)
    pairs = struct.iter_unpack(form, data[: len(data) // size * size])
    return any(value for key, value in pairs if key == _AT_SECURE)


def _identity(folder: str) -> tuple[str, ...]:
    """Return when a process was started, its root and its mounts; nothing if it has ended or may not be read."""
    try:
        started = _read(f"{folder}/stat").rpartition(b")")[2].split()[_STARTED].decode("ascii")
        root = os.stat(f"{folder}/root")
        return started, str(root.st_dev), str(root.st_ino), os.readlink(f"{folder}/ns/mnt")
    except (OSError, LookupError):
        return ()


def _has_our_root(folder: str) -> bool:
    """Return whether a process has the root and the mounts of this one."""
    theirs, ours = os.stat(f"{folder}/root"), os.stat("/")
    same = (theirs.st_dev, theirs.st_ino) == (ours.st_dev, ours.st_ino)
    return same and os.readlink(f"{folder}/ns/mnt") == os.readlink("/proc/self/ns/mnt")


def _mapped(maps: bytes) -> Iterator[str]:
    """Yield the files that are mapped."""
    for line in maps.splitlines():
        parts = os.fsdecode(line).split(None, 5)
        if len(parts) > 5 and parts[5].startswith("/"):
            yield _OCTAL.sub(lambda found: chr(int(found[1], 8)), parts[5])


def _inside(path: str, top: str) -> str:
    """Return a path as a process has it whose root is a folder of our own tree, as chroot makes it."""
    return path.removeprefix(top) if path.startswith(f"{top}/") else path


def _whose(folder: str) -> str:
    """Say whose process it is that may not be read, and who may."""
    owner, mine = os.stat(folder).st_uid, os.geteuid()
    if owner != mine:
        return f"is of user {owner} and you are user {mine}: run this as that user, or with sudo"
    if mine == 0:
        return "may not be read although you are root: this container or a security module keeps it from you"
    return "is yours and may not be read, as its program has privileges of its own: run this with sudo"
