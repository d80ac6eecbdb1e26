"""Word sizes in names: layers that are installed once for each, and manifests that are called as for one."""

import re
from collections.abc import Callable, Sequence

from refloader.host.port import Host
from refloader.model.layer import Layer
from refloader.model.library import Library, Obstacle
from refloader.model.path_rules import rules_of
from refloader.model.plan import Plan
from refloader.model.system import System

_SIZE = re.compile(
    r"[-_.]?(?:x86_64|x86-64|amd64|aarch64|win64|win32|i[36]86|x86|64|32)(?![0-9])", re.IGNORECASE
)


_NAMED = re.compile(
    r"[._-](?:(?P<wide>(?P<x86>x86_64|x64|amd64)|aarch64|arm64)|i[36]86|x86|i386|armhf|armv7l?|arm)\.json",
    re.IGNORECASE,
)
"""How distributions end the names of manifests that are for programs of one word size alone."""


def named_for(manifest: str) -> int:
    """Return the word size that the end of a manifest's name has, as ``radeon_icd.x86_64.json``; 0 if it has none."""
    found = _NAMED.search(manifest)
    return 0 if found is None else 64 if found["wide"] else 32


def of_other_size(host: Host, file: str, name: str, arch: str) -> str:
    """Return a library that a bare name leads to if it is not for library_arch: linkers pass over it. Else empty."""
    if host.platform().system is not System.LINUX or not file or "/" in name or arch not in ("32", "64"):
        return ""
    library = host.library(file)
    return file if isinstance(library, Library) and str(library.word_size) != arch else ""


_FOLDERS = re.compile(r"/(?P<processor>x86_64|aarch64)-linux-(?:gnu|musl)/")
"""How distributions for several processors call the folders of libraries."""


def processor_meant(manifest: str, library: str) -> tuple[str, str]:
    """Return for which 64-bit processor names say that a library is, and how they say it; empty if none does.

    They are the end of the manifest's name, and the folder of the library.
    """
    named, folder = _NAMED.search(manifest), _FOLDERS.search(library)
    if named is not None and named["wide"]:
        processor = "X86_64" if named["x86"] else "AARCH64"
        return processor, f"the manifest is called as one for {processor}"
    processor = folder["processor"].upper() if folder is not None else ""
    return processor, f"its folder is called as one for {processor}"


def is_for_others(manifest: str, obstacle: Obstacle, word_size: int) -> bool:
    """Return whether a library is for the other word size, and its manifest is not called as one for this size."""
    return obstacle.is_of_others and named_for(manifest) != word_size


def twin_of(layer: Layer, plan: Plan, obstacle: Callable[[Layer], Obstacle]) -> Layer | None:
    """Return the layer that stands for an active one whose library is for the other word size; None if there is none.

    It is active, can be loaded, and is called like the layer but for the word size. ``obstacle`` says why a library
    cannot be loaded.
    """
    if not obstacle(layer).is_of_others:
        return None
    wanted = _plain(layer)
    for outcome in plan.layers:
        twin = outcome.layer
        other = outcome.active and twin.name != layer.name and twin.library_path
        if other and _plain(twin) == wanted and not obstacle(twin):
            return twin
    return None


def are_twins(layer: Layer, other: Layer) -> bool:
    """Return whether two layers, and their libraries, are called alike but for the word size."""
    return _plain(layer) == _plain(other)


def this_size_first(layers: Sequence[Layer], lacks: Callable[[Layer], bool], size: int) -> tuple[str, ...]:
    """Return the names of layers; of the first one and those called like it, the one for a word size is first.

    ``lacks`` says whether the library of a layer cannot be loaded.
    """

    def unfit(layer: Layer) -> tuple[bool, bool]:
        return lacks(layer), named_for(layer.manifest) not in (0, size)

    alike = [each for each in layers if are_twins(each, layers[0])]
    best = sorted(alike, key=unfit)[:1] if len(alike) > 1 else []
    return tuple(dict.fromkeys(each.name for each in (*best, *layers)))


def _plain(layer: Layer) -> tuple[str, str]:
    """Return the name of a layer and the file name of its library, without what tells the word size."""
    library = rules_of(layer.library_path).split(layer.library_path)[1]
    return without_size(layer.name).lower(), without_size(library).lower()


def without_size(name: str) -> str:
    """Return a name without what tells the word size."""
    return _SIZE.sub("", name)
