"""What is remembered of a machine's manifests: enough to tell later what was removed, replaced or left behind."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from refloader.model.place import Use


class Mention(NamedTuple):
    """A name that stands in a manifest, and where it stands; line and column as in a span."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class KnownLibrary:
    """The library that one entry of a manifest names.

    ``file`` is what ``path`` led to, empty where there was nothing; ``sha256`` is empty and ``word_size`` 0 where
    the file is no shared library or was too large to be read.
    """

    path: Mention
    file: str = ""
    sha256: str = ""
    word_size: int = 0


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """One layer, or the one driver, of a manifest. A driver has no name; its version is that of the API."""

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
    """The manifests of some places. ``staged`` tells that the paths lie inside a staging tree.

    ``redacted`` tells that users have other names in it than on their machine.
    """

    staged: bool
    places: tuple[str, ...]
    manifests: tuple[KnownManifest, ...]
    redacted: bool = False

    def layers(self) -> Iterator[tuple[KnownManifest, KnownEntry]]:
        """Every entry of every manifest, drivers included, with its manifest."""
        for manifest in self.manifests:
            for entry in manifest.entries:
                yield manifest, entry

    def libraries(self) -> frozenset[str]:
        """The library files that some manifest leads to."""
        return frozenset(
            entry.library.file for _, entry in self.layers() if entry.library and entry.library.file
        )
