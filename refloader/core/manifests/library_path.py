"""Decides which files a library_path may mean. Never looks whether they exist."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.rules import decides

DEFAULT_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")
"""Where the dynamic linker looks after its configured folders."""


class LibraryForm(StrEnum):
    """The three forms of a library_path."""

    BARE = "bare name"
    RELATIVE = "relative path"
    FULL = "full path"


@decides("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def library_form(library_path: str, paths: PathRules = POSIX_PATHS) -> LibraryForm:
    """A full path says where it leads, a relative one holds a separator, a bare name has none."""
    if paths.is_anchored(library_path):
        return LibraryForm.FULL
    return LibraryForm.RELATIVE if paths.has_folder(library_path) else LibraryForm.BARE


_TOKEN = re.compile(r"\$(?:\{(LIB|PLATFORM)\}|(LIB|PLATFORM)(?![A-Za-z0-9_]))")
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
def substitutions(library_path: str) -> tuple[str, ...]:
    """The paths a dynamic string token may stand for; which one is known only to the linker of the process.

    One process has one value for each token, however often it stands in the path. $ORIGIN would be the
    folder of the library that calls dlopen, so it is left as it is and found nowhere.
    """
    if "$" not in library_path:
        return (library_path,)
    tokens = {match[1] or match[2] for match in _TOKEN.finditer(library_path)}
    values = (
        {"LIB": lib, "PLATFORM": platform}
        for lib in (_LIB if "LIB" in tokens else _LIB[:1])
        for platform in (_PLATFORM if "PLATFORM" in tokens else _PLATFORM[:1])
    )
    return tuple(_substituted(library_path, value) for value in values)


def _substituted(library_path: str, values: Mapping[str, str]) -> str:
    return _TOKEN.sub(lambda match: values[match[1] or match[2]], library_path)


def has_origin(library_path: str) -> bool:
    """Whether the path depends on where the calling library lies, which nobody can know beforehand."""
    return "$ORIGIN" in library_path or "${ORIGIN}" in library_path


@decides("DISC-GEN-10", "MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def candidates(
    library_path: str, manifest: str, linker_folders: Sequence[str], paths: PathRules = POSIX_PATHS
) -> tuple[str, ...]:
    """The files to try, in order.

    A relative path lies against the manifest's folder, never the working directory; a bare name is the
    dynamic linker's affair, so the manifest's own folder is not among its candidates. ``..`` stays in a
    path: where it leads depends on symbolic links.
    """
    return tuple(
        candidate
        for path in substitutions(library_path)
        for candidate in _of_form(path, manifest, linker_folders, paths)
    )


def _of_form(path: str, manifest: str, linker_folders: Sequence[str], paths: PathRules) -> tuple[str, ...]:
    form = library_form(path, paths)
    if form is LibraryForm.FULL:
        return (path,)
    if form is LibraryForm.RELATIVE:
        return (_beside(path, manifest, paths),)
    return tuple(paths.join(folder, path) for folder in linker_folders)


def _beside(path: str, manifest: str, paths: PathRules = POSIX_PATHS) -> str:
    folder = paths.split(manifest)[0]
    slash = paths.separator
    whole = path if not folder and not paths.has_folder(manifest) else f"{folder}{slash}{paths.local(path)}"
    return slash.join([part for part in whole.split(slash) if part != "."])


@decides("DISC-GEN-10", "MANIFEST-LAYER-07", "MANIFEST-ICD-03", "AMB-LIBRARY-TOKENS")
def opened_as(library_path: str, manifest: str) -> str:
    """What the dynamic linker is given: it expands tokens and looks for bare names by itself."""
    if library_form(library_path) is LibraryForm.RELATIVE:
        return _beside(library_path, manifest)
    return library_path


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
