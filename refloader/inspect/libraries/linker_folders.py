"""Finds the folders of a host's dynamic linker by its configuration, and what $LIB is by the distribution."""

import posixpath
from collections.abc import Sequence

from refloader.core.linkers.folders import linux_folders, other_folders
from refloader.core.linkers.needed import Folders
from refloader.core.manifests.library_path import LIB_TOKENS, parse_linker_configuration
from refloader.host.distribution import distributions
from refloader.host.globs import compiled
from refloader.host.port import Content, Host, Kind, Listing
from refloader.model.system import System

_CONFIGURATION = "/etc/ld.so.conf"
_FILE_LIMIT, _PATTERN_LIMIT = 200, 32
"""How many files are read, and how many patterns are looked for: each is compared with all names of a folder."""
_LIB64 = ("/lib64", "/usr/lib64")

_DEBIANS = ("debian", "ubuntu")
_SPLIT = {
    "fedora": ("lib", "lib64"),
    "rhel": ("lib", "lib64"),
    "centos": ("lib", "lib64"),
    "suse": ("lib", "lib64"),
    "opensuse": ("lib", "lib64"),
    "arch": ("lib32", "lib"),
}
"""The folders of 32-bit and of 64-bit libraries."""

_PLACES = tuple(f"/{token}" for token in LIB_TOKENS)
_VERSION = "/etc/debian_version"
_TRIPLETS = {
    64: ("x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-gnu"),
    32: ("i386-linux-gnu", "arm-linux-gnueabihf"),
}


def by_distribution(host: Host, word_size: int) -> str:
    """Return what $LIB is in the files of a machine without a C library; empty if they do not show it.

    Debian's linker has the folder of the architecture, which the files have to show too.
    """
    names = distributions(host)
    split = next((_SPLIT[name] for name in names if name in _SPLIT), None)
    if split is not None:
        return split[word_size == 64]
    is_debian = not set(_DEBIANS).isdisjoint(names) or (not names and host.kind(_VERSION) is Kind.FILE)
    found = [
        triplet
        for triplet in _TRIPLETS.get(word_size, ())
        if any(host.kind(f"{base}/{triplet}") is Kind.FOLDER for base in ("/usr/lib", "/lib"))
    ]
    return f"lib/{found[0]}" if is_debian and len(found) == 1 else ""


def has_c_library(host: Host, folders: Folders) -> bool:
    """True if the files of a machine have a C library of some word size, by its name."""
    found = (f"/{folder.strip('/')}/libc.so.6" for folder in (*folders.configured, *_PLACES))
    return any(host.kind(path) is not Kind.MISSING for path in found)


def linker_folders(host: Host, word_size: int) -> Folders:
    """Return the linker's folders in search order; variables have no effect in an elevated process."""
    platform, elevated = host.platform(), host.elevated()
    if platform.system is System.LINUX:
        variable = None if elevated else host.variables().get("LD_LIBRARY_PATH")
        configured = _configured(host)
        found = linux_folders(variable, configured)
        return found if not _is_multiarch(host, configured) else _without_lib64(found, configured)
    return other_folders(
        platform, host.variables(), word_size, elevated=elevated, executable=host.executable()
    )


def _is_multiarch(host: Host, configured: Sequence[str]) -> bool:
    """Whether the C library lies in a configured folder of Debian's layout, whose linker knows no lib64."""
    folders = (folder for folder in configured if folder.rstrip("/").endswith("-linux-gnu"))
    return any(host.kind(f"{folder.rstrip('/')}/libc.so.6") is Kind.FILE for folder in folders)


def _without_lib64(found: Folders, configured: Sequence[str]) -> Folders:
    rest = tuple(each for each in found.configured if each in configured or each not in _LIB64)
    return Folders(found.variable, rest)


def _configured(host: Host) -> list[str]:
    """Return the folders that the linker's files name, each file and pattern once."""
    folders: list[str] = []
    files, patterns = [_CONFIGURATION], set[str]()
    for path in files:
        answer = host.read(path)
        if not isinstance(answer, Content):
            continue
        found, includes = parse_linker_configuration(answer.data.decode("utf-8", "surrogateescape"))
        folders += found
        for include in includes:
            pattern = posixpath.join(posixpath.dirname(path), include)
            if len(patterns) < _PATTERN_LIMIT and pattern not in patterns:
                patterns.add(pattern)
                new = set(_matches(host, pattern)).difference(files)
                files += sorted(new)[: _FILE_LIMIT - len(files)]
    return folders


def _matches(host: Host, pattern: str) -> list[str]:
    """Return the paths that a pattern stands for; a name with a dot in front is not what begins with a wildcard."""
    folder, _, name = pattern.rpartition("/")
    listing, fits = host.list(folder), compiled(name).match
    names = listing.names if isinstance(listing, Listing) else ()
    return [f"{folder}/{each}" for each in names if fits(each) and (name[:1] == "." or each[:1] != ".")]
