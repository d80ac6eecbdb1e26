"""Finds the drivers that a user means by a path: a manifest, a library without one, a folder. Opens no library.

The folder of a package contains more than drivers: other manifests, and libraries that the driver needs. So outside
of an ``icd.d`` only files that look like a driver's are taken.
"""

import os
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from refloader.core.loading import HEAD_SIZE
from refloader.core.manifests.manifest_kind import use_of_folder
from refloader.host.machines.real import RealHost
from refloader.host.opening import open_regular
from refloader.host.port import Content, Failure, Kind, Listing
from refloader.model.library import Library
from refloader.model.magic import Magic, magic_of
from refloader.model.place import Use
from refloader.model.text import visible
from refloader.suite.subjects.library_names import is_library
from refloader.suite.subjects.request import WrongUsageError

_MANIFEST, _ENTRY = b'"ICD"', "vk_icdGetInstanceProcAddr"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SOURCES = {".c": "C", ".h": "C", ".cc": "C++", ".cpp": "C++", ".cxx": "C++", ".hpp": "C++", ".rs": "Rust"}
"""The languages of layers' and drivers' sources, which are named by mistake, by suffix."""

_LARGEST = 1 << 30
"""The size in bytes up to which a library in a folder is searched."""

_CHUNK = 1 << 20

MOST = 100
"""The limit on drivers in one folder: each gets a verdict on every rule, and a user did not mean more."""


def drivers_at(path: str) -> tuple[str, ...]:
    """Return the manifests and the libraries without one at a path, as absolute paths.

    Raises:
        WrongUsageError: nothing there could be a driver, or far too much could.
    """
    host = RealHost()
    kind = host.kind(path)
    if kind is Kind.FOLDER:
        return _in_folder(host, path)
    if _is_left_behind(host, path):
        return (os.path.abspath(path),)
    if kind is Kind.MISSING and os.path.lexists(path):
        raise WrongUsageError(f"{visible(path)} is a link that leads nowhere")
    if kind is not Kind.FILE:
        why = "does not exist: name a manifest, such as one in /usr/share/vulkan/icd.d"
        raise WrongUsageError(f"{visible(path)} {why if kind is Kind.MISSING else 'is no file'}")
    _check_name(host, path)
    return (os.path.abspath(path),)


def _is_left_behind(host: RealHost, path: str) -> bool:
    """Return whether a manifest is a dangling link, which an uninstalled package has left behind."""
    return path.endswith(".json") and host.kind(path) is Kind.MISSING and os.path.islink(path)


def _check_name(host: RealHost, path: str) -> None:
    """Check that the content fits the name, by which libraries and manifests differ. Raises WrongUsageError."""
    head = host.head(path, HEAD_SIZE)
    if isinstance(head, Failure):
        raise WrongUsageError(f"{visible(path)} cannot be read: {head.detail or head.trouble}")
    _check_system(path, head.data)
    is_elf = head.data.startswith(b"\x7fELF")
    if is_library(path) and not is_elf:
        raise WrongUsageError(f"{visible(path)} is called like a library, and it is not an ELF file")
    if is_elf and not is_library(path):
        raise WrongUsageError(f"{visible(path)} is an ELF file: a library's name has .so in it")
    _check_kind(path, head.data)


def _check_system(path: str, head: bytes) -> None:
    magic = magic_of(head)
    if magic in (Magic.PE, Magic.MACHO):
        raise WrongUsageError(
            f"{visible(path)} is {magic}, and nothing here runs it: refloader lint judges the file"
        )


def refuse_other_files(path: str) -> None:
    """Refuse a file that is no layer or driver here: another system's library, a source, a pipe or a device.

    Raises:
        WrongUsageError: it is such a file.
    """
    if RealHost().kind(path) is Kind.OTHER:
        raise WrongUsageError(f"{visible(path)} is no file")
    head = RealHost().head(path, HEAD_SIZE)
    if isinstance(head, Content):
        _check_system(path, head.data)
        _check_kind(path, head.data)


def _check_kind(path: str, head: bytes) -> None:
    """Check that a file could be a manifest or a library. A manifest with faults is one, whatever its name."""
    name = os.path.basename(path).lower()
    if name.endswith(".json") or is_library(path) or head.startswith(b"\x7fELF"):
        return
    if head.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith((b"{", b"[")):
        return
    language = _SOURCES.get(os.path.splitext(name)[1])
    raise WrongUsageError(
        f"{visible(path)} is {f'{language} source' if language else 'neither a manifest nor a library'}: "
        f"{'build it, and ' if language else ''}name the manifest (.json) that leads to the library, or the library "
        "itself (.so)"
    )


def _in_folder(host: RealHost, folder: str) -> tuple[str, ...]:
    """Return the drivers' manifests in a folder; if there are none, the drivers' libraries."""
    listing = host.list(folder)
    if not isinstance(listing, Listing):
        raise WrongUsageError(f"{visible(folder)} cannot be read: {listing.detail or listing.trouble}")
    paths = [os.path.abspath(os.path.join(folder, name)) for name in sorted(listing.names)]
    found = tuple(_manifests(host, folder, paths)) or tuple(_libraries(host, paths))
    if not found:
        raise WrongUsageError(f"there is no manifest and no library of a driver in {visible(folder)}")
    if len(found) > MOST:
        raise WrongUsageError(f"there are {len(found)} drivers in {visible(folder)}, and {MOST} are the most")
    return found


def _manifests(host: RealHost, folder: str, paths: Iterable[str]) -> Iterator[str]:
    """Yield all manifests of a folder for drivers; in any other folder, those that mention a driver."""
    every = use_of_folder(os.path.abspath(folder)) is Use.DRIVER
    for path in paths:
        is_file = path.endswith(".json") and host.kind(path) is Kind.FILE
        if (is_file and (every or _speaks(host, path))) or (every and _is_left_behind(host, path)):
            yield path


def _speaks(host: RealHost, path: str) -> bool:
    answer = host.read(path)
    return isinstance(answer, Content) and _MANIFEST in answer.data


def _libraries(host: RealHost, paths: Iterable[str]) -> Iterator[str]:
    """Yield the libraries that export a driver's entry point; of several names of one file the first."""
    seen = set[str]()
    for path in paths:
        real = host.real_path(path)
        if is_library(path) and real not in seen and _mentions_entry(real):
            seen.add(real)
            facts = host.library(path)
            if isinstance(facts, Library) and _ENTRY in facts.exports:
                yield path


def _mentions_entry(path: str) -> bool:
    """Return whether a file contains the name of a driver's entry: reading its symbol tables takes longer."""
    try:
        with open(path, "rb", opener=lambda name, _: open_regular(name)) as file:
            size = os.fstat(file.fileno()).st_size
            return 0 < size <= _LARGEST and file.read(4) == b"\x7fELF" and _mentions(file)
    except OSError:
        return False


def _mentions(file: BinaryIO) -> bool:
    name, before = _ENTRY.encode(), b""
    while chunk := file.read(_CHUNK):
        if name in before + chunk:
            return True
        before = chunk[-len(name) :]
    return False
