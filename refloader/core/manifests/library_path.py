"""Decides which files a library_path may refer to. Does not check whether they exist."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache

from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.rules import decides

DEFAULT_FOLDERS = ("/lib64", "/usr/lib64", "/lib", "/usr/lib")
"""The folders that the dynamic linker searches after its configured folders."""


class LibraryForm(StrEnum):
    """The three forms of a library_path."""

    BARE = "bare name"
    RELATIVE = "relative path"
    FULL = "full path"


@decides("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
@lru_cache(maxsize=16)  # some questions in a row are about the path of one manifest
def library_form(library_path: str, paths: PathRules = POSIX_PATHS) -> LibraryForm:
    """Return the form of a library_path: anchored paths are full, others with a separator relative, the rest bare."""
    if paths.is_anchored(library_path):
        return LibraryForm.FULL
    return LibraryForm.RELATIVE if paths.has_folder(library_path) else LibraryForm.BARE


_TOKEN = re.compile(r"\$(?:\{(LIB|PLATFORM)\}|(LIB|PLATFORM)(?![A-Za-z0-9_]))")
LIB_TOKENS = (
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
    """Return the paths that a path with dynamic string tokens may expand to. Only the process's linker knows which.

    A token has the same value at each occurrence. $ORIGIN would be the folder of the library that calls dlopen, so it
    stays unexpanded and matches no file.
    """
    if "$" not in library_path:
        return (library_path,)
    tokens = {match[1] or match[2] for match in _TOKEN.finditer(library_path)}
    values = (
        {"LIB": lib, "PLATFORM": platform}
        for lib in (LIB_TOKENS if "LIB" in tokens else LIB_TOKENS[:1])
        for platform in (_PLATFORM if "PLATFORM" in tokens else _PLATFORM[:1])
    )
    return tuple(_substituted(library_path, value) for value in values)


def with_token(library_path: str, token: str, value: str) -> str:
    """Return a path with one dynamic string token expanded; the same if its value is not known (empty)."""
    return _TOKEN.sub(lambda m: value if value and token in (m[1], m[2]) else m[0], library_path)


def _substituted(library_path: str, values: Mapping[str, str]) -> str:
    return _TOKEN.sub(lambda match: values[match[1] or match[2]], library_path)


def has_origin(library_path: str) -> bool:
    """Return whether the path depends on the folder of the calling library, which is not known in advance."""
    return "$ORIGIN" in library_path or "${ORIGIN}" in library_path


@decides("DISC-GEN-10", "MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def candidates(
    library_path: str, manifest: str, linker_folders: Sequence[str], paths: PathRules = POSIX_PATHS
) -> tuple[str, ...]:
    """Return the files to try, in order.

    A relative path is relative to the manifest's folder, never to the working directory. The dynamic linker resolves
    a bare name, so the manifest's folder is not among its candidates. ``..`` is not resolved, because its target
    depends on symbolic links.
    """
    if "$" not in library_path:
        return _of_form(library_path, manifest, linker_folders, paths)
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
    """Return the name to pass to the dynamic linker, which expands tokens and searches for bare names itself."""
    if library_form(library_path) is LibraryForm.RELATIVE:
        return _beside(library_path, manifest)
    return library_path


def parse_linker_configuration(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folders and the include patterns in the text of an ld.so.conf file, in order."""
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
    """Return the folders of the dynamic linker: LD_LIBRARY_PATH, the configured folders, the default folders."""
    return tuple(dict.fromkeys((*named_folders(variable), *configured, *DEFAULT_FOLDERS)))


def named_folders(variable: str | None) -> tuple[str, ...]:
    """Return the folders that LD_LIBRARY_PATH names. An empty item is the working folder; an empty list is none."""
    items = variable.replace(";", ":").split(":") if variable else []
    return tuple(dict.fromkeys(item or "." for item in items))
