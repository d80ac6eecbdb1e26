"""A change that may make a layer active, and the question that it answers, as values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.whatif.edits import Edit
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.platform import LINUX, Platform
from refloader.model.request import Request

if TYPE_CHECKING:  # Windows only
    from refloader.inspect.registry.edits import RegistryEdit


class ChangeKind(StrEnum):
    """The kind of a change."""

    SET = "set-env"
    UNSET = "unset-env"
    EDIT = "edit-key"
    ADD = "add-file"
    REMOVE = "remove-file"
    REQUEST = "request"
    SET_REGISTRY = "set-registry"
    REMOVE_REGISTRY = "remove-registry"
    DEBUGGABLE = "set-debuggable"
    MOVE = "move-file"
    INSTALL = "install"
    LINK = "link-file"
    PERMIT = "permit"
    PRIVILEGE = "drop-privilege"
    OUTSIDE = "outside"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Change:
    """One change, in words (``what``, ``value``) and as data (variables, edits, files, requested layers, registry).

    ``what`` is a variable, a file, ``file: key``, or ``registry key: value``; ``value`` is the new value as text.
    ``because`` says in one sentence what is wrong where the change helps, or is empty; ``rule`` is the rule for it.
    ``besides`` says what else is wrong, if the change mends a second fault that another change leaves.
    ``needs`` are the libraries, manifests or layers that an installation brings, and ``again`` is whether a part of
    their package is there; ``part_of`` is the library that lacks them. ``install`` is the command line, if known and
    if it is not that of the kind.
    ``tried`` is whether a plan was made with the change; a library that is to be installed cannot be tried.
    ``by_hand`` is whether no command makes it, as in a package.
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
    portability: bool = False
    plain: bool = False
    because: str = ""
    rule: str = ""
    besides: str = ""
    needs: tuple[str, ...] = ()
    again: bool = False
    part_of: str = ""
    install: str = ""
    tried: bool = True
    by_hand: bool = False

    @property
    def paths(self) -> frozenset[str]:
        """The files that it changes, writes or removes."""
        return frozenset([*(edit.path for edit in self.edits), *(path for path, _ in self.files)])

    @property
    def command(self) -> str:
        """The Windows command line that makes a change of the registry; empty if there is none."""
        lines = [edit.command for edit in self.registry]
        return " && ".join(lines) if all(lines) else ""


def set_variable(variable: str, value: str, because: str = "", rule: str = "") -> Change:
    """Return the change that sets an environment variable."""
    return Change(ChangeKind.SET, variable, value, variables=((variable, value),), because=because, rule=rule)


def unset_variable(variable: str, because: str = "") -> Change:
    """Return the change that unsets an environment variable."""
    return Change(ChangeKind.UNSET, variable, variables=((variable, None),), because=because)


@dataclass(frozen=True, slots=True)
class Question:
    """How to activate the layer ``name``: the plan, and the variables, request, files and platform it was made from.

    ``texts`` are the files that were read; ``holds`` returns whether the file at a path, read or not, contains the
    name of the layer. ``word_size`` returns that of this process if it can load a layer's library, else an
    empty text. ``elsewhere`` are the manifests that define it and lie where the loader does not search.
    """

    name: str
    plan: Plan
    variables: Mapping[str, str]
    request: Request
    texts: Mapping[str, bytes]
    platform: Platform = LINUX
    holds: Callable[[str], bool] = lambda _: True
    elsewhere: tuple[Elsewhere, ...] = ()
    elevated: bool = False
    word_size: Callable[[Layer], str] = lambda _: ""

    @property
    def entries(self) -> list[Layer]:
        """The entries of the plan with the layer's name."""
        return [outcome.layer for outcome in self.plan.layers if outcome.layer.name == self.name]

    @property
    def edition(self) -> Edition:
        """The edition of the plan."""
        return self.plan.edition
