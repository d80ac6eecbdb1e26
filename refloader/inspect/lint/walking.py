"""Walks the folders of a host, and finds the manifests in folders that no loader searches. Holds no rules."""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterator

from refloader.core.json import reader
from refloader.host.extras import Members, Walkable, leads_to_private
from refloader.host.port import Content, Failure, Host, Kind, Listing, Trouble
from refloader.inspect.foreign_files import foreign
from refloader.inspect.lint.misplaced import Stray, looks_like_manifest, stray
from refloader.inspect.places import installation_of_flatpak, places_of
from refloader.model.path_rules import rules_of
from refloader.model.place import SETTINGS_FILE
from refloader.model.system import System

DEPTH_LIMIT = 64
"""The deepest nesting of folders that is walked."""

MOST_OF_A_MANIFEST = 65_536
"""The bytes at the start of a file that is not read whole in which it is looked whether it is a manifest."""

_ASTRAY = "it is a link to a file that not everybody may read, and that is no manifest"
_OF_THE_KERNEL = {"/proc", "/sys", "/dev"}
_OF_PROC = {"self", "thread-self", "kmsg", "mounts", "version"}
_OF_SYS = {"bus", "class", "devices", "kernel", "module"}
_SYS = {*_OF_SYS, "block", "dev", "firmware", "fs", "hypervisor", "power"}


def members(host: Host, path: str) -> Members | Failure:
    """Return the names in a folder, and which of them are folders; links to folders are not, and are not followed."""
    if isinstance(host, Walkable):
        return host.members(path)
    listing = host.list(path)
    if not isinstance(listing, Listing):
        return listing
    join = host.platform().system.paths.join
    folders = (name for name in listing.names if _is_folder(host, join(path, name)))
    return Members(listing.names, frozenset(folders))


def _is_folder(host: Host, path: str) -> bool:
    return host.kind(path) is Kind.FOLDER and host.real_path(path) == _beneath(host, path)


def _beneath(host: Host, path: str) -> str:
    """Return the real path that a folder has if it is not itself a symbolic link."""
    paths = host.platform().system.paths
    parent, name = paths.split(path)
    return paths.join(host.real_path(parent or "/"), name)


def roots(host: Host) -> tuple[str, ...]:
    """Return where a walk of the whole host starts: its root, or its drives."""
    from refloader.host.machines.windows_root import WindowsRootHost  # Windows only

    if isinstance(host, WindowsRootHost):
        return host.drives()
    return ("C:\\",) if host.platform().system is System.WINDOWS else ("/",)


def files(
    host: Host,
    wanted: Callable[[str], bool],
    unread: list[tuple[str, str]],
    entered: Callable[[str], object] | None = None,
) -> Iterator[str]:
    """Yield the paths of all files whose names ``wanted`` accepts, folder by folder, sorted by name.

    Appends the folders that could not be walked to ``unread``, each with the reason. ``entered`` is called with each
    folder before it is read. Folders in which a kernel shows processes and devices are passed over, wherever they are
    mounted.
    """
    paths = host.platform().system.paths
    pending = [(root, 0) for root in reversed(roots(host))]
    while pending:
        folder, depth = pending.pop()
        if entered is not None:
            entered(folder)
        found = members(host, folder)
        if folder in _OF_THE_KERNEL or (isinstance(found, Members) and _is_of_the_kernel(found)):
            continue
        if isinstance(found, Failure):
            unread.append((folder, found.detail or str(found.trouble)))
            continue
        if depth == DEPTH_LIMIT and found.folders:
            unread.append((folder, f"more than {DEPTH_LIMIT} folders in one another"))
        yield from (paths.join(folder, name) for name in sorted(filter(wanted, found.names)))
        if depth < DEPTH_LIMIT:
            pending += [(paths.join(folder, name), depth + 1) for name in sorted(found.folders, reverse=True)]


def _is_of_the_kernel(found: Members) -> bool:
    """True if a folder is laid out as the kernel's own: /proc of a container or chroot, with links to other roots."""
    names = set(found.names)
    return names >= _OF_PROC or (found.folders >= _OF_SYS and not names - _SYS)


def strays(
    host: Host,
    unread: list[tuple[str, str]],
    entered: Callable[[str], object] | None,
    sandboxed: Counter[str],
) -> Iterator[tuple[str, bytes, Stray | None]]:
    """Yield the manifests outside of the search places, each with its bytes and the finding on its location.

    On Windows these may be all manifests, because a registry may name any file. ``unread`` and ``entered`` are as in
    ``files``. Those of a sandbox are counted in ``sandboxed``, by its installation, and not yielded.
    """
    platform = host.platform()
    identity = platform.system.paths.identity
    places = places_of(host)
    looked = frozenset(identity(path) for place in places for path in (place, host.real_path(place)))
    for path in files(host, platform.system.paths.is_manifest, unread, entered):
        folder = platform.system.paths.split(path)[0]
        if identity(folder) in looked or identity(path) in looked:
            continue
        answer = host.read(path)
        if isinstance(answer, Failure) and answer.trouble is Trouble.UNKNOWN and answer.detail:
            unread.append((path, answer.detail))
        elif isinstance(answer, Content) and may_be_manifest(answer.data):
            value = reader.read(answer.data).value
            root = installation_of_flatpak(path)
            if root and looks_like_manifest(path, value):
                sandboxed[root] += 1
            elif looks_like_manifest(path, value):
                of_registry = platform.registry is not None
                yield path, answer.data, stray(path, value, looked, platform.system, of_registry=of_registry)


def libraries_of_layers(host: Host, unread: list[tuple[str, str]]) -> Iterator[str]:
    """Yield the libraries of an Android tree whose names are those of layers; Android uses no manifests."""
    return files(host, lambda name: name.startswith("libVkLayer") and name.endswith(".so"), unread)


def is_manifest(path: str, data: bytes) -> bool:
    """True if a .json file from any folder may be a manifest and is none of EGL's, which have an "ICD" as well.

    The loader's settings file is one by its name.
    """
    if rules_of(path).split(path)[1] == SETTINGS_FILE:
        return True
    return may_be_manifest(data) and foreign(path, data) is None


def may_be_manifest(data: bytes) -> bool:
    """True if a .json file from any folder may be a manifest. A cheap test: what it misses is not reported."""
    if b'"layer"' in data or b'"layers"' in data or b'"ICD"' in data:
        return True
    if data[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
        data = data.replace(b"\0", b"")
    return b"file_format_version" in data and _MISWRITTEN.search(data) is not None


_MISWRITTEN = re.compile(rb"""["'](?:layers?|icd)["']\s*:\s*[\[{]""", re.IGNORECASE)
"""The keys of a manifest in other letters or quotation marks, so that loaders do not find them."""


def may_hide_a_manifest(host: Host, path: str, trouble: Trouble) -> bool:
    """Return whether a .json file that could not be read may be a manifest, outside the folders of manifests.

    A special file is none. One that is too large is one if its first bytes have what manifests and few others have.
    """
    if trouble is not Trouble.TOO_LARGE:
        return trouble is not Trouble.NOT_A_FILE
    answer = host.head(path, MOST_OF_A_MANIFEST)
    return (
        isinstance(answer, Content)
        and b'"file_format_version"' in answer.data
        and may_be_manifest(answer.data)
    )


def manifest_at(host: Host, path: str) -> Content | Failure:
    """Read a file that is named as a manifest, or that lies in a folder of manifests.

    If a link leads to a file that not every user may read, the file must look like a manifest: a package can contain
    such a link, and results quote the text of manifests.
    """
    answer = host.read(path)
    if isinstance(answer, Failure) or may_be_manifest(answer.data) or not leads_to_private(host, path):
        return answer
    return Failure(Trouble.OTHER, _ASTRAY)
