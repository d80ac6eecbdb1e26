"""A host with changes on top of another host, by which ``explain`` finds out what a change would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from refloader.host.extras import linked_with
from refloader.host.port import SIZE_LIMIT, Content, Failure, Host, Kind, Listing, Trouble, sized
from refloader.model.layer import KnownFiles
from refloader.model.library import Library
from refloader.model.platform import Platform


@dataclass
class OverlayHost:
    """A base host with changed variables, files and platform.

    ``set_variables`` maps names to new values (None unsets), ``files`` maps paths to contents (None removes),
    ``other_platform`` replaces the platform, and ``plain`` takes elevated privileges away. Listings and file
    contents of the base are cached in ``memory``.
    """

    base: Host
    set_variables: Mapping[str, str | None] = field(default_factory=dict)
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    memory: "Memory" = field(default_factory=lambda: Memory())
    other_platform: Platform | None = None
    plain: bool = False

    def variables(self) -> Mapping[str, str]:
        """The base's variables with the changes applied."""
        merged = {**self.base.variables(), **self.set_variables}
        return {name: value for name, value in merged.items() if value is not None}

    def elevated(self) -> bool:
        """As the base, unless the privileges are taken away."""
        return self.base.elevated() and not self.plain

    def executable(self) -> str:
        """As the base."""
        return self.base.executable()

    def word_size(self) -> int:
        """As the base."""
        return self.base.word_size()

    def platform(self) -> Platform:
        """The replacement, or the base's platform."""
        return self.other_platform or self.base.platform()

    def kind(self, path: str) -> Kind:
        """As the base, except for changed files and the folders that contain them."""
        if path in self.files:
            return Kind.MISSING if self.files[path] is None else Kind.FILE
        kind = self.base.kind(path)
        if kind is Kind.MISSING and any(data is not None for data in self._under(path).values()):
            return Kind.FOLDER
        return kind

    def list(self, path: str) -> Listing | Failure:
        """The base's listing with added names at the end and removed ones left out."""
        if path not in self.memory.listings:
            self.memory.listings[path] = self.base.list(path)
        listing = self.memory.listings[path]
        here = self._under(path)
        if not here:
            return listing
        before = listing if isinstance(listing, Listing) else Listing(())
        kept = [name for name in before.names if here.get(name, b"") is not None]
        added = [name for name, data in here.items() if data is not None and name not in before.names]
        if isinstance(listing, Failure) and not added:
            return listing
        return Listing((*kept, *added), before.truncated)

    def _under(self, path: str) -> dict[str, bytes | None]:
        """Return the changed files directly in a folder, by name."""
        if not self.files:
            return {}
        paths = self.base.platform().system.paths
        folder = paths.identity(path.rstrip(paths.separators))
        split = ((paths.split(name), data) for name, data in self.files.items())
        return {name: data for (parent, name), data in split if paths.identity(parent) == folder}

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The changed content, or the base's."""
        if path in self.files:
            data = self.files[path]
            return Failure(Trouble.MISSING) if data is None else sized(data, limit)
        asked = path if limit == SIZE_LIMIT else (path, limit)
        answer = self.memory.contents.get(asked)
        if answer is None:
            answer = self.memory.contents[asked] = self.base.read(path, limit)
        return answer

    def head(self, path: str, size: int) -> Content | Failure:
        """As the base."""
        return self.base.head(path, size)

    def machine(self) -> str:
        """As the base."""
        return self.base.machine()

    def real_path(self, path: str) -> str:
        """As the base."""
        return self.base.real_path(path)

    def library(self, path: str) -> Library | Failure:
        """As the base."""
        return self.base.library(path)

    def linked_with(self, path: str) -> Library | Failure:
        """The base's facts without exports if it supports that query, otherwise all its facts."""
        return linked_with(self.base, path)

    def known_files(self) -> KnownFiles:
        """Return the layer manifests that plans have read, with whatever changes."""
        return self.memory.manifests

    def texts(self) -> dict[str, bytes]:
        """Return the contents that were read from the base so far, by path."""
        return self.memory.texts()

    def changed(
        self,
        variables: Mapping[str, str | None] | None = None,
        files: Mapping[str, bytes | None] | None = None,
        platform: Platform | None = None,
        *,
        plain: bool = False,
    ) -> "OverlayHost":
        """Return an overlay of the same base, with the same memory and further changes."""
        return OverlayHost(
            self.base,
            {**self.set_variables, **(variables or {})},
            {**self.files, **(files or {})},
            self.memory,
            platform or self.other_platform,
            plain or self.plain,
        )


@dataclass
class Memory:
    """The cached answers of a base host. The key of ``contents`` includes the limit if it is not the default."""

    listings: dict[str, Listing | Failure] = field(default_factory=dict)
    manifests: KnownFiles = field(default_factory=dict)
    contents: dict[str | tuple[str, int], Content | Failure] = field(default_factory=dict)
    _texts: tuple[int, dict[str, bytes]] = (0, {})

    def texts(self) -> dict[str, bytes]:
        """Return the contents that were read so far, by path. They are gathered again only if there are more."""
        if self._texts[0] != len(self.contents):
            texts = {
                asked if isinstance(asked, str) else asked[0]: answer.data
                for asked, answer in self.contents.items()
                if isinstance(answer, Content)
            }
            self._texts = len(self.contents), texts
        return self._texts[1]
