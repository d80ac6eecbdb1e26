"""A snapshot of a machine's manifests, to detect later what was removed, replaced or left behind."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from refloader.model.place import Use


class Mention(NamedTuple):
    """A name in a manifest and its position; line and column as in ``Span``."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class KnownLibrary:
    """The library that one entry of a manifest names.

    ``file`` is the file that ``path`` resolved to, empty if there was none; ``sha256`` is empty and ``word_size`` 0
    if the file is not a shared library or was too large to read.
    """

    path: Mention
    file: str = ""
    sha256: str = ""
    word_size: int = 0


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """One layer, or the driver, in a manifest. A driver has no name; its version is its API version."""

    name: Mention
    version: str = ""
    library: KnownLibrary | None = None
    components: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownManifest:
    """A manifest or settings file. ``references`` are the manifests that a settings file names."""

    path: str
    use: Use
    sha256: str
    entries: tuple[KnownEntry, ...] = ()
    references: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The manifests in some places. ``staged`` is True if the paths are inside a staging tree.

    ``redacted`` is True if the names of users were replaced.
    """

    staged: bool
    places: tuple[str, ...]
    manifests: tuple[KnownManifest, ...]
    redacted: bool = False

    def layers(self) -> Iterator[tuple[KnownManifest, KnownEntry]]:
        """Yield every entry of every manifest, including drivers, with its manifest."""
        for manifest in self.manifests:
            for entry in manifest.entries:
                yield manifest, entry

    def libraries(self) -> frozenset[str]:
        """Return the library files that the manifests resolve to."""
        return frozenset(
            entry.library.file for _, entry in self.layers() if entry.library and entry.library.file
        )
