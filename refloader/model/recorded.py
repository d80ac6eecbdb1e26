"""What a machine answered when a loader's decisions were made on it: enough to make them again elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from refloader.model.library import Library
from refloader.model.platform import LINUX, Platform


class Refusal(NamedTuple):
    """Why a machine did not give what was asked: the word for it, and what else is known."""

    trouble: str
    detail: str = ""


class Names(NamedTuple):
    """The names in a folder in their order. Of ``left_out`` others nothing is known.

    ``folders`` are those of them that are folders and no links, where the machine told that at once.
    """

    names: tuple[str, ...]
    truncated: bool = False
    left_out: int = 0
    folders: tuple[str, ...] | None = None


class Exports(NamedTuple):
    """A library's facts. Its exports are those of interest to Vulkan; ``left_out`` others are not held."""

    library: Library
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of one path; None for what was not asked. ``kind`` and troubles are the words of the port.

    ``links`` are the facts of a library without its exports, of which many are read.
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
        """Whether every answer is that nothing is there, for which ``missing`` is the word."""
        asked_for = (self.names, self.data, self.head, self.library, self.links)
        answers = [each for each in asked_for if each is not None]
        refused = all(isinstance(each, Refusal) and each == (missing, "") for each in answers)
        asked = self.kind is not None or bool(answers)
        return asked and self.kind in (None, missing) and refused and self.real_path in (None, self.path)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A machine as far as it was asked. ``withheld`` are variables that are set and whose values are not held.

    ``notes`` say in sentences what could not be known. ``staged`` tells that it is a tree and no machine that runs.
    """

    platform: Platform = LINUX
    word_size: int = 64
    processor: str = ""
    elevated: bool = False
    executable: str = ""
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    told: tuple[Told, ...] = ()
    withheld: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    staged: bool = False
