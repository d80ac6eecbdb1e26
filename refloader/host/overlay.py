"""Another host with a few things changed: how ``explain`` asks what one change would do."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from refloader.host.port import SIZE_LIMIT, Content, Failure, Host, Kind, Listing, Trouble
from refloader.model.library import Library


@dataclass
class OverlayHost:
    """A base host, remembered, under changes.

    ``set_variables`` maps names to new values, None unsets; ``files`` maps paths to new contents, None removes.
    What the base answered once is kept, so that many questions cost one reading.
    """

    base: Host
    set_variables: Mapping[str, str | None] = field(default_factory=dict)
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    memory: "Memory" = field(default_factory=lambda: Memory())

    def variables(self) -> Mapping[str, str]:
        """The base's variables with the changes."""
        merged = {**self.base.variables(), **self.set_variables}
        return {name: value for name, value in merged.items() if value is not None}

    def elevated(self) -> bool:
        """As the base."""
        return self.base.elevated()

    def executable(self) -> str:
        """As the base."""
        return self.base.executable()

    def word_size(self) -> int:
        """As the base."""
        return self.base.word_size()

    def kind(self, path: str) -> Kind:
        """As the base, but for changed files."""
        if path in self.files:
            return Kind.MISSING if self.files[path] is None else Kind.FILE
        return self.base.kind(path)

    def list(self, path: str) -> Listing | Failure:
        """The base's listing with added names at the end and removed ones left out."""
        folder = path.rstrip("/")
        if path not in self.memory.listings:
            self.memory.listings[path] = self.base.list(path)
        listing = self.memory.listings[path]
        here = {
            name.rpartition("/")[2]: data
            for name, data in self.files.items()
            if name.rpartition("/")[0] == folder
        }
        if not here:
            return listing
        before = listing.names if isinstance(listing, Listing) else ()
        kept = [name for name in before if here.get(name, b"") is not None]
        added = [name for name, data in here.items() if data is not None and name not in before]
        return Listing((*kept, *added))

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The changed content, or the base's."""
        if path in self.files:
            data = self.files[path]
            return Failure(Trouble.MISSING) if data is None else Content(data)
        if path not in self.memory.contents:
            self.memory.contents[path] = self.base.read(path, limit)
        return self.memory.contents[path]

    def real_path(self, path: str) -> str:
        """As the base."""
        return self.base.real_path(path)

    def library(self, path: str) -> Library | Failure:
        """As the base."""
        return self.base.library(path)

    def changed(
        self,
        variables: Mapping[str, str | None] | None = None,
        files: Mapping[str, bytes | None] | None = None,
    ) -> "OverlayHost":
        """The same base and memory under further changes."""
        return OverlayHost(
            self.base,
            {**self.set_variables, **(variables or {})},
            {**self.files, **(files or {})},
            self.memory,
        )


@dataclass
class Memory:
    """What a base host has answered."""

    listings: dict[str, Listing | Failure] = field(default_factory=dict)
    contents: dict[str, Content | Failure] = field(default_factory=dict)
