"""The answer on one layer, or on the drivers, as a value."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from refloader.core.manifests.layer_extras import NO_COMPONENT
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.wording import words
from refloader.model.layer import Shape
from refloader.model.plan import Plan
from refloader.model.reason import Reason, Severity, Span


class State(StrEnum):
    """What became of a layer, or of the drivers as a whole."""

    ACTIVE = "active"
    LIMITED = "active, but not for every user"
    CONFINED = "active, but not for this program"
    INACTIVE = "not active"
    UNDECIDED = "active or not"
    UNLOADABLE = "active, but its library cannot be loaded"
    MISSING = "not found"
    USABLE = "usable"
    NO_DRIVER = "no device"
    FAILS = "not possible"
    DOUBTFUL = "worth a look"
    USED = "used"
    UNUSED = "not used"
    DEVICELESS = "used, but gives no device"
    OTHER_SIZE = "for programs of another word size"
    BROKEN = "found, but its library cannot be used"

    @property
    def words(self) -> str:
        """The state as it is printed: a layer that no loader can enter is not called active."""
        return "switched on, but its library cannot be loaded" if self is State.UNLOADABLE else self.value

    @property
    def aim(self) -> str:
        """What a change is for, in words."""
        return _TO.get(self, "to mend it")


_TO = {
    State.INACTIVE: "to make it active",
    State.UNDECIDED: "to make it active in any order",
    State.MISSING: "to make it active",
    State.UNUSED: "to have it used",
    State.DEVICELESS: "to have its devices",
}
_DOCUMENTED = {
    State.INACTIVE: "active",
    State.UNUSED: "used",
    State.USED: "left out",
    State.ACTIVE: "left out",
}
"""What the documents say of a layer or driver with which the machine's own loader does otherwise."""

_TRIED = {
    None: "",
    True: " (tried: works on this loader)",
    False: " (tried: does not work on this loader)",
}
"""What is said of a change, by what the machine's own loader did with it."""


class Sentences(NamedTuple):
    """An answer in words, for whatever prints it; what there is nothing to say of is empty.

    ``start`` and ``rest`` are the sentence before the words of the state and after them, ``place`` is where that is
    decided, ``aim`` what the change is for, and ``tried`` what is known of whether it helps. ``off`` are the ways to
    keep the subject off.
    """

    start: str
    rest: str
    place: str
    aim: str
    change: str
    tried: str
    off: tuple[str, ...]

    def to_keep_off(self, most: int | None = None) -> tuple[str, str]:
        """Return what some of the ways are for, and the ways."""
        return "to keep it off", " or ".join(self.off[:most])


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer on one subject: its state, why, where that is decided, and what changes it.

    ``off`` are the ways to keep an active layer off. ``loader`` names the machine's own loader where that one
    decides otherwise than the documents; the rest of the answer is then about this loader. ``documented`` is what
    the documents say of the layer where they leave it out as well, for another reason. ``by_choice`` is whether
    somebody may want it so; ``may_be_meant`` is whether it may be meant, and is hardly wanted. ``helps_here`` is
    whether the machine's own loader, run with the changes made, does what they are for; None if that was not
    tried. ``negotiates`` is whether the layer's library, run here, agrees with a loader on the interface; None if
    it was not run. ``follows`` is whether another answer has the cause, and what mends it. ``void`` is the
    variable of which the answer is that it has no effect.
    """

    subject: str
    state: State
    why: str = ""
    rule: str = ""
    where: Span | None = None
    changes: tuple[Change, ...] = ()
    off: tuple[Change, ...] = ()
    loader: str = ""
    documented: str = ""
    by_choice: bool = False
    may_be_meant: bool = False
    helps_here: bool | None = None
    follows: bool = False
    negotiates: bool | None = None
    void: str = ""

    @property
    def is_on_one(self) -> bool:
        """True if the subject is one thing that something is said of, and not a heading."""
        headings = ("drivers", "layers", "loader", "registry", "container")
        return self.state is State.MISSING or self.subject not in headings  # a user may ask for "layers"

    @property
    def by_documents(self) -> str:
        """What the documents say where the machine's own loader does otherwise, as a clause; else empty."""
        if self.documented:
            return f"by the documents it is {self.documented}"
        would = _DOCUMENTED.get(self.state, "otherwise")
        return f"by the documents it would be {would}" if self.loader else ""

    @property
    def is_in_vain(self) -> bool:
        """True if changes were looked for, and none is known that helps."""
        return bool(self.changes) and self.changes[0].kind is ChangeKind.NONE

    @property
    def sentences(self) -> Sentences:
        """The answer in words."""
        start = f"{self.subject} is " if self.is_on_one else ""
        loader, why = f" with {self.loader}" if self.loader else "", f": {self.why}" if self.why else ""
        at = self.where
        place = "" if at is None else f"{at.path}:{at.line}" if at.line else at.path
        change, aim, tried = words(self.changes), self.state.aim, _TRIED[self.helps_here]
        if self.is_in_vain:
            change, tried = self._not_again(change), ""
            aim = aim if change.startswith("correct ") else "no change is known that helps"
        elif not all(each.tried for each in self.changes):
            tried = " (not tried)"
        off = tuple(words((each,)) for each in self.off)
        return Sentences(start, f"{loader}{why}", place, aim, change, tried, off)

    def _not_again(self, change: str) -> str:
        """Return what is to be corrected by hand without what the sentence has said already."""
        edit, by_hand, what = change.partition(" by hand: ")
        return f"{edit} by hand" if by_hand and what in self.why else change

    @property
    def is_good(self) -> bool:
        """True if there is nothing to mend."""
        return self.state in (State.ACTIVE, State.USABLE, State.USED, State.OTHER_SIZE)


_OF_VALUES = (
    "MANIFEST-LAYER-01",
    "MANIFEST-LAYER-10",
    "MANIFEST-LAYER-11",
    "MANIFEST-ICD-01",
    "MANIFEST-ICD-04",
)


def without_components(plan: Plan, name: str) -> Answer | None:
    """Return the answer for a meta-layer without components, or None.

    Loaders list it and take a request for it, which has no effect. An override layer has one. A manifest that is not
    used for another reason, as in the edition without meta-layers, is none of these.
    """
    used = [
        each for each in plan.layers if each.layer.name == name and plan.edition not in each.layer.rejected
    ]
    chosen = next((each for each in used if each.active), next(iter(used), None))
    layer = chosen.layer if chosen is not None else None
    if layer is None or layer.is_override or layer.shape not in (Shape.EMPTY_LIST, Shape.EMPTY_META):
        return None
    change = Change(
        ChangeKind.OUTSIDE, f"correct {layer.manifest} by hand: name the component layers", tried=False
    )
    return Answer(name, State.INACTIVE, NO_COMPONENT, "META-01", layer.where.span, (change,))


def used_with_error(reasons: Iterable[Reason]) -> Reason | None:
    """Return the error of a manifest's value with which loaders use the layer or driver all the same, or None."""
    errors = (each for each in reasons if each.severity is Severity.ERROR and not each.rejects)
    return next((each for each in errors if each.rule in _OF_VALUES), None)


def value_error(reasons: Iterable[Reason]) -> str:
    """Return, as a part of a sentence, such an error; empty if there is none."""
    error = used_with_error(reasons)
    return f"its manifest has an error: {error.fact}" if error is not None else ""
