"""Decides which files a library_path may mean. Never looks whether they exist."""

import posixpath
import re
from collections.abc import Sequence
from enum import StrEnum

from refloader.rules import decides

DEFAULT_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")
"""Where the dynamic linker looks after its configured folders."""


class LibraryForm(StrEnum):
    """The three forms of a library_path."""

    BARE = "bare name"
    RELATIVE = "relative path"
    FULL = "full path"


@decides("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def library_form(library_path: str) -> LibraryForm:
    """A full path starts with a separator, a relative one contains one, a bare name has none."""
    if library_path.startswith("/"):
        return LibraryForm.FULL
    return LibraryForm.RELATIVE if "/" in library_path else LibraryForm.BARE


_TOKEN = re.compile(r"\$(?:LIB|\{LIB\}|PLATFORM|\{PLATFORM\})(?![A-Za-z0-9_])")
_LIB = (
    "lib/x86_64-linux-gnu",
    "lib/aarch64-linux-gnu",
    "lib/riscv64-linux-gnu",
    "lib64",
    "lib",
    "lib/i386-linux-gnu",
    "lib/arm-linux-gnueabihf",
    "lib32",
)
_PLATFORM = ("x86_64", "aarch64", "haswell", "i686")


@decides("AMB-LIBRARY-TOKENS")
def _without_tokens(library_path: str) -> tuple[str, ...]:
    """The paths a dynamic string token may stand for; which one is known only to the linker of the process.

    $ORIGIN would be the folder of the library that calls dlopen, so it is left as it is and found nowhere.
    """
    match = _TOKEN.search(library_path)
    if match is None:
        return ()
    choices = _PLATFORM if "PLATFORM" in match[0] else _LIB
    replaced = (library_path[: match.start()] + choice + library_path[match.end() :] for choice in choices)
    return tuple(path for each in replaced for path in (_without_tokens(each) or (each,)))


def has_origin(library_path: str) -> bool:
    """Whether the path depends on where the calling library lies, which nobody can know beforehand."""
    return "$ORIGIN" in library_path or "${ORIGIN}" in library_path


@decides("DISC-GEN-10", "MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def candidates(library_path: str, manifest: str, linker_folders: Sequence[str]) -> tuple[str, ...]:
    """The files to try, in order.

    A relative path lies against the manifest's folder, never the working directory; a bare name is the
    dynamic linker's affair, so the manifest's own folder is not among its candidates.
    """
    if _TOKEN.search(library_path):
        every = (candidates(path, manifest, linker_folders) for path in _without_tokens(library_path))
        return tuple(path for paths in every for path in paths)
    form = library_form(library_path)
    if form is LibraryForm.FULL:
        return (library_path,)
    if form is LibraryForm.RELATIVE:
        return (posixpath.normpath(posixpath.join(posixpath.dirname(manifest), library_path)),)
    return tuple(f"{folder.rstrip('/')}/{library_path}" for folder in linker_folders)


def parse_linker_configuration(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The folders and the include patterns in the text of an ld.so.conf file, in order."""
    folders, includes = [], []
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words[:1] == ["include"]:
            includes += words[1:]
        elif words and words[0] != "hwcap":
            folders += words
    return tuple(folders), tuple(includes)


@decides("DISC-GEN-10")
def linker_search(variable: str | None, configured: Sequence[str]) -> tuple[str, ...]:
    """The folders of the dynamic linker: LD_LIBRARY_PATH, the configured ones, the default ones."""
    named = [folder for folder in (variable or "").replace(";", ":").split(":") if folder]
    return tuple(dict.fromkeys((*named, *configured, *DEFAULT_FOLDERS)))
