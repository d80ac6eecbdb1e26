"""A change that might make a layer active, and the question that it is an answer to, as values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from refloader.inspect.whatif.edits import Edit
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.platform import LINUX, Platform
from refloader.model.request import Request

if TYPE_CHECKING:  # of one system alone
    from refloader.inspect.registry.edits import RegistryEdit


class ChangeKind(StrEnum):
    """What is changed."""

    SET = "set-env"
    UNSET = "unset-env"
    EDIT = "edit-key"
    ADD = "add-file"
    REMOVE = "remove-file"
    REQUEST = "request"
    SET_REGISTRY = "set-registry"
    REMOVE_REGISTRY = "remove-registry"
    DEBUGGABLE = "set-debuggable"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Change:
    """One change in words (``what``, ``value``) and in effect (variables, edits, files, requested layers, registry).

    ``what`` is a variable, a file, ``file: key``, or ``registry key: value``; ``value`` the new value as text.
    """

    kind: ChangeKind
    what: str
    value: str = ""
    variables: tuple[tuple[str, str | None], ...] = ()
    edits: tuple[Edit, ...] = ()
    files: tuple[tuple[str, bytes | None], ...] = ()
    layers: tuple[str, ...] = ()
    registry: "tuple[RegistryEdit, ...]" = ()
    debuggable: bool = False

    @property
    def command(self) -> str:
        """The command line of Windows that makes a change of the registry, where one does."""
        lines = [edit.command for edit in self.registry]
        return " && ".join(lines) if all(lines) else ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a layer, in a plan, with the variables, the request, the files that were read, the system.

    ``holds`` says whether the file at a path mentions the layer, whether it was read or not.
    """

    name: str
    plan: Plan
    variables: Mapping[str, str]
    request: Request
    texts: Mapping[str, bytes]
    platform: Platform = LINUX
    holds: Callable[[str], bool] = lambda _: True

    @property
    def entries(self) -> list[Layer]:
        """The entries of that name."""
        return [outcome.layer for outcome in self.plan.layers if outcome.layer.name == self.name]

    @property
    def edition(self) -> Edition:
        """The edition of the plan."""
        return self.plan.edition
