"""The recorded answers of a machine on which a plan was made: enough to make the same plan elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform


class Refusal(NamedTuple):
    """Why a machine did not answer a query: the ``Trouble`` of the host port, and details."""

    trouble: str
    detail: str = ""


class Names(NamedTuple):
    """The names in a folder, in order. ``left_out`` is the number of further names that were not recorded.

    ``folders`` are the names of folders (not of links to folders), None if the listing did not report them.
    """

    names: tuple[str, ...]
    truncated: bool = False
    left_out: int = 0
    folders: tuple[str, ...] | None = None


class Exports(NamedTuple):
    """A library's facts with the exports relevant to Vulkan; ``left_out`` is the number of the other exports."""

    library: Library
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """The answers about one path; None for a query that was not made.

    ``kind`` and the troubles are values of the host port's enums. ``links`` are the facts of a library without its
    exports, which is enough for the many libraries that others need.
    """

    path: str
    kind: str | None = None
    names: Names | Refusal | None = None
    data: bytes | Refusal | None = None
    head: bytes | Refusal | None = None
    library: Exports | Refusal | None = None
    links: Library | Refusal | None = None
    real_path: str | None = None

    def nothing_there(self, missing: str) -> bool:
        """Return whether every answer is that the path does not exist (``missing`` is the trouble that says so)."""
        asked_for = (self.names, self.data, self.head, self.library, self.links)
        answers = [each for each in asked_for if each is not None]
        refused = all(isinstance(each, Refusal) and each == (missing, "") for each in answers)
        asked = self.kind is not None or bool(answers)
        return asked and self.kind in (None, missing) and refused and self.real_path in (None, self.path)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The recorded answers of a machine. ``withheld`` are variables that are set but whose values are not recorded.

    ``notes`` are sentences about facts that are not known. ``staged`` is True for a staging tree, False for a
    running machine. ``elsewhere`` are the manifests and libraries that were found where no loader searches.
    """

    platform: Platform = LINUX
    word_size: int = 64
    processor: str = ""
    elevated: bool = False
    executable: str = ""
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    entries: tuple[RecordedAnswers, ...] = ()
    withheld: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    staged: bool = False
    elsewhere: tuple[str, ...] = ()
