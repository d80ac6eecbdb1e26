"""A host that passes queries on to another host and records the answers, from which snapshots are made."""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.host.extras import Linked, Members, Walkable
from refloader.host.port import SIZE_LIMIT, Content, Failure, Host, Kind, Listing, Trouble
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.recorded import Exports, Names, RecordedAnswers, Refusal


class Asked(Mapping[str, str]):
    """Variables that record which names are looked up by get() or ``in``. Iterating over them records none."""

    __slots__ = ("_names", "_variables")

    def __init__(self, variables: Mapping[str, str], names: set[str]) -> None:
        self._variables = variables
        self._names = names

    def get(self, name: str, default: Any = None) -> Any:
        """The value, if it is set."""
        self._names.add(name)
        return self._variables.get(name, default)

    def __getitem__(self, name: str) -> str:
        return self._variables[name]

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str):
            self._names.add(name)
        return name in self._variables

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)


class Memory:
    """All answers so far, by path, the names of the variables that were looked up, and what was found elsewhere."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.answers: dict[str, dict[str, Any]] = {}
        self.elsewhere: dict[str, None] = {}

    def keep(self, path: str, what: str, answer: Any) -> None:
        """Record the answer to a query, replacing an earlier answer."""
        self.answers.setdefault(path, {})[what] = answer

    def entries(self) -> tuple[RecordedAnswers, ...]:
        """Return the recorded answers, sorted by path."""
        return tuple(RecordedAnswers(path, **self.answers[path]) for path in sorted(self.answers))


class RecordingHost:
    """A host that passes every query on and records the answer.

    Several recording hosts may share one ``memory``, for processes with different variables or privileges.
    """

    def __init__(
        self,
        base: Host,
        memory: Memory | None = None,
        *,
        variables: Mapping[str, str] | None = None,
        elevated: bool | None = None,
    ) -> None:
        self.base = base
        self.memory = memory or Memory()
        self._variables = base.variables() if variables is None else variables
        self._elevated = base.elevated() if elevated is None else elevated

    def seen_as(self, variables: Mapping[str, str], *, elevated: bool) -> "RecordingHost":
        """Return a host with the same machine and memory for a process with other variables and privileges."""
        return RecordingHost(self.base, self.memory, variables=variables, elevated=elevated)

    def variables(self) -> Mapping[str, str]:
        """The user's variables, or the base's. The names that are looked up are recorded."""
        return Asked(self._variables, self.memory.names)

    def elevated(self) -> bool:
        """The user's value, or the base's."""
        return self._elevated

    def executable(self) -> str:
        """As the base."""
        return self.base.executable()

    def word_size(self) -> int:
        """As the base."""
        return self.base.word_size()

    def platform(self) -> Platform:
        """As the base."""
        return self.base.platform()

    def machine(self) -> str:
        """As the base."""
        return self.base.machine()

    def kind(self, path: str) -> Kind:
        """As the base."""
        answer = self.base.kind(path)
        self.memory.keep(path, "kind", str(answer))
        return answer

    def list(self, path: str) -> Listing | Failure:
        """As the base."""
        answer = self.base.list(path)
        known = self.memory.answers.get(path, {}).get("names")
        if isinstance(answer, Failure):
            self.memory.keep(path, "names", _refusal(answer))
        elif not isinstance(known, Names):
            self.memory.keep(path, "names", Names(answer.names, answer.truncated))
        return answer

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """As the base."""
        answer = self.base.read(path, limit)
        self.memory.keep(path, "data", _refusal(answer) if isinstance(answer, Failure) else answer.data)
        return answer

    def head(self, path: str, size: int) -> Content | Failure:
        """As the base; the longest answer is recorded."""
        answer = self.base.head(path, size)
        before = self.memory.answers.get(path, {}).get("head")
        if isinstance(answer, Failure):
            self.memory.keep(path, "head", _refusal(answer))
        elif not isinstance(before, bytes) or len(before) < len(answer.data):
            self.memory.keep(path, "head", answer.data)
        return answer

    def real_path(self, path: str) -> str:
        """As the base."""
        answer = self.base.real_path(path)
        self.memory.keep(path, "real_path", answer)
        return answer

    def library(self, path: str) -> Library | Failure:
        """As the base; a library that was read successfully is not read again."""
        known = self.memory.answers.get(path, {}).get("library")
        if isinstance(known, Exports):
            return known.library
        answer = self.base.library(path)
        kept = _refusal(answer) if isinstance(answer, Failure) else Exports(answer)
        self.memory.keep(path, "library", kept)
        return answer

    def found(self, path: str) -> None:
        """Note a file that was found by looking around."""
        self.memory.elsewhere[path] = None

    def linked_with(self, path: str) -> Library | Failure:
        """The base's facts without exports if it supports that query, otherwise all its facts."""
        if not isinstance(self.base, Linked):
            return self.library(path)
        answer = self.base.linked_with(path)
        self.memory.keep(path, "links", _refusal(answer) if isinstance(answer, Failure) else answer)
        return answer


class RecordingTree(RecordingHost):
    """A recording host for a base that is ``Walkable``."""

    def members(self, path: str) -> Members | Failure:
        """As the base."""
        assert isinstance(self.base, Walkable)  # recording_of ensures it
        answer = self.base.members(path)
        if isinstance(answer, Failure):
            self.memory.keep(path, "names", _refusal(answer))
        else:
            folders = tuple(name for name in answer.names if name in answer.folders)
            self.memory.keep(path, "names", Names(tuple(answer.names), folders=folders))
        return answer


def recording_of(base: Host) -> RecordingHost:
    """Return a recording host that is ``Walkable`` if the base is."""
    return RecordingTree(base) if isinstance(base, Walkable) else RecordingHost(base)


def _refusal(failure: Failure) -> Refusal:
    return Refusal(str(failure.trouble), failure.detail)


def failure_of(refusal: Refusal) -> Failure:
    """Return the recorded failure. A trouble that this version does not know becomes ``Trouble.OTHER``."""
    known = refusal.trouble in tuple(Trouble)
    return Failure(Trouble(refusal.trouble) if known else Trouble.OTHER, refusal.detail)
