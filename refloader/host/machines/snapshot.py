"""A host that answers from a snapshot as the recorded machine did, and reports queries that were not recorded."""

from collections.abc import Mapping
from dataclasses import replace

from refloader.host.extras import Members
from refloader.host.machines.recording import failure_of
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble, sized
from refloader.model.library import Library
from refloader.model.paths import PathRules
from refloader.model.platform import Platform
from refloader.model.recorded import Exports, Names, Recorded, RecordedAnswers, Refusal

NOT_HELD = Failure(Trouble.UNKNOWN, "not held by the snapshot")
_MISSING = Failure(Trouble.MISSING)
_DEPTH = 64
"""The maximum number of parent folders that are inspected to decide whether a path is certainly missing."""


class SnapshotHost:
    """The content of a snapshot as a host. ``notes`` say what is unknown about the machine as a whole."""

    def __init__(self, recorded: Recorded, asked: dict[str, None] | None = None) -> None:
        self.recorded = recorded
        self.notes = recorded.notes
        self._paths: PathRules = recorded.platform.system.paths
        self._entries = {self._key(entry.path): entry for entry in recorded.entries}
        self._listed: dict[str, frozenset[str]] = {}
        self._asked: dict[str, None] = {} if asked is None else asked

    def changed(
        self,
        *,
        variables: Mapping[str, str] | None = None,
        elevated: bool | None = None,
        executable: str | None = None,
        word_size: int | None = None,
    ) -> "SnapshotHost":
        """Return the same machine with a different process; None keeps the recorded value."""
        recorded = self.recorded
        return SnapshotHost(
            replace(
                recorded,
                variables=recorded.variables if variables is None else variables,
                elevated=recorded.elevated if elevated is None else elevated,
                executable=recorded.executable if executable is None else executable,
                word_size=recorded.word_size if word_size is None else word_size,
            ),
            self._asked,
        )

    def unknown(self) -> tuple[str, ...]:
        """Return the paths that were queried so far and for which the snapshot has no answer."""
        return tuple(self._asked)

    def variables(self) -> Mapping[str, str]:
        """The recorded variables: only those that matter to a loader or to a manifest."""
        return self.recorded.variables

    def elevated(self) -> bool:
        """As recorded."""
        return self.recorded.elevated

    def executable(self) -> str:
        """As recorded."""
        return self.recorded.executable

    def word_size(self) -> int:
        """As recorded."""
        return self.recorded.word_size

    def platform(self) -> Platform:
        """As recorded."""
        return self.recorded.platform

    def machine(self) -> str:
        """As recorded."""
        return self.recorded.processor

    def kind(self, path: str) -> Kind:
        """As recorded, or as the other recorded facts about the path and its parent folders imply."""
        kind = self._kind(path)
        if kind is Kind.UNKNOWN:
            self._asked[path] = None
        return kind

    def list(self, path: str) -> Listing | Failure:
        """As recorded."""
        entry = self._find(path)
        if entry is not None and isinstance(entry.names, Names):
            return Listing(entry.names.names, entry.names.truncated)
        if entry is not None and isinstance(entry.names, Refusal):
            return failure_of(entry.names)
        return self._failure(path, Kind.FILE, Trouble.NOT_A_FOLDER)

    def found_around(self) -> tuple[str, ...]:
        """As recorded."""
        return self.recorded.elsewhere

    def members(self, path: str) -> Members | Failure:
        """The names in a folder, and which of them are folders: as recorded, or derived from each name's facts."""
        listing, entry = self.list(path), self._find(path)
        if isinstance(listing, Failure):
            return listing
        if entry is not None and isinstance(entry.names, Names) and entry.names.folders is not None:
            return Members(listing.names, frozenset(entry.names.folders))
        parent = self.real_path(path)
        inside = ((name, self._paths.join(path, name)) for name in listing.names)
        return Members(
            listing.names,
            frozenset(
                name
                for name, child in inside
                if self._kind(child) is Kind.FOLDER
                and self.real_path(child) == self._paths.join(parent, name)
            ),
        )

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """As recorded."""
        entry = self._find(path)
        if entry is not None and isinstance(entry.data, bytes):
            return sized(entry.data, limit)
        if entry is not None and isinstance(entry.data, Refusal):
            return failure_of(entry.data)
        return self._failure(path, Kind.FOLDER, Trouble.NOT_A_FILE)

    def head(self, path: str, size: int) -> Content | Failure:
        """As recorded, or the first bytes of the recorded content."""
        entry = self._find(path)
        known = (entry.head, entry.data) if entry is not None else ()
        for data in known:
            if isinstance(data, bytes):
                return Content(data[:size])
        if entry is not None and isinstance(entry.head, Refusal):
            return failure_of(entry.head)
        return self._failure(path, Kind.FOLDER, Trouble.NOT_A_FILE)

    def real_path(self, path: str) -> str:
        """As recorded, otherwise the path itself."""
        entry = self._find(path)
        return path if entry is None or entry.real_path is None else entry.real_path

    def library(self, path: str) -> Library | Failure:
        """As recorded."""
        entry = self._find(path)
        if entry is not None and isinstance(entry.library, Exports):
            return entry.library.library
        if entry is not None and isinstance(entry.library, Refusal):
            return failure_of(entry.library)
        return self._failure(path, Kind.FOLDER, Trouble.NOT_A_FILE)

    def linked_with(self, path: str) -> Library | Failure:
        """The recorded facts without exports, otherwise all recorded facts."""
        entry = self._find(path)
        if entry is not None and isinstance(entry.links, Library):
            return entry.links
        if entry is not None and isinstance(entry.links, Refusal):
            return failure_of(entry.links)
        return self.library(path)

    def _key(self, path: str) -> str:
        return self._paths.identity(path)

    def _find(self, path: str) -> RecordedAnswers | None:
        found = self._entries.get(self._key(path))
        return found if found is not None else self._entries.get(self._key(self._paths.plain(path)))

    def _failure(self, path: str, other: Kind, trouble: Trouble) -> Failure:
        """Return the failure for a query that was not recorded, and note the path if its answer is unknown.

        ``other`` is the type of file for which the query fails with ``trouble``.
        """
        kind = self._kind(path)
        if kind is Kind.MISSING:
            return _MISSING
        if kind is other:
            return Failure(trouble)
        self._asked[path] = None
        return NOT_HELD

    def _kind(self, path: str, depth: int = 0) -> Kind:
        entry = self._find(path)
        kind = Kind.UNKNOWN if entry is None else _kind_of(entry)
        return self._by_parent(path, depth) if kind is Kind.UNKNOWN else kind

    def _by_parent(self, path: str, depth: int) -> Kind:
        """Return MISSING if the parent is missing or a file, or its complete listing lacks the name; else UNKNOWN."""
        parent, name = self._paths.split(self._paths.plain(path))
        if (
            not parent
            or not name
            or name in (".", "..")
            or depth > _DEPTH
            or not self._paths.is_full(parent + "/")
        ):
            return Kind.UNKNOWN
        entry = self._find(parent)
        if entry is None or not isinstance(entry.names, Names):
            gone = self._kind(parent, depth + 1) in (Kind.MISSING, Kind.FILE)
            return Kind.MISSING if gone else Kind.UNKNOWN
        if entry.names.truncated or entry.names.left_out:
            return Kind.UNKNOWN
        return Kind.UNKNOWN if self._key(name) in self._names_in(entry) else Kind.MISSING

    def _names_in(self, folder: RecordedAnswers) -> frozenset[str]:
        """Return the names of a listed folder as they are compared; made once, each of them may be asked for."""
        found = self._listed.get(folder.path)
        if found is None:
            names = folder.names.names if isinstance(folder.names, Names) else ()
            found = self._listed[folder.path] = frozenset(map(self._key, names))
        return found


def _kind_of(entry: RecordedAnswers) -> Kind:
    if entry.kind in tuple(Kind):
        return Kind(entry.kind)
    if isinstance(entry.names, Names):
        return Kind.FOLDER
    facts = isinstance(entry.library, Exports) or isinstance(entry.links, Library)
    if isinstance(entry.data, bytes) or isinstance(entry.head, bytes) or facts:
        return Kind.FILE
    answers = (entry.names, entry.data, entry.head, entry.library, entry.links)
    missing = any(isinstance(each, Refusal) and each.trouble == Trouble.MISSING for each in answers)
    return Kind.MISSING if missing else Kind.UNKNOWN
