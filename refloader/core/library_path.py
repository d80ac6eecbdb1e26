"""Decides which files a library_path may mean. Never looks whether they exist."""

import posixpath
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


@decides("DISC-GEN-10", "MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def candidates(library_path: str, manifest: str, linker_folders: Sequence[str]) -> tuple[str, ...]:
    """The files to try, in order.

    A relative path lies against the manifest's folder, never the working directory; a bare name is the
    dynamic linker's affair, so the manifest's own folder is not among its candidates.
    """
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
