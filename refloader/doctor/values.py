"""What a checkup of a machine finds, as values."""

from dataclasses import dataclass
from enum import StrEnum

from refloader.model.reason import Reason


class Weight(StrEnum):
    """How much a finding matters, in the order in which findings are printed: ``LOOK`` is odd, and may be meant."""

    WRONG = "wrong"
    LOOK = "look"
    UNSEEN = "unseen"
    NOTE = "note"

    @property
    def asks_for_a_change(self) -> bool:
        """Whether the command of such a finding is one to run, and none that only may be wanted."""
        return self in (Weight.WRONG, Weight.LOOK)


class Topic(StrEnum):
    """What a finding is about, in the order in which findings of one weight are printed."""

    LOADER = "loader"
    DRIVERS = "drivers"
    LAYERS = "layers"
    VARIABLES = "variables"
    FILES = "files"
    BITS = "32-bit"
    CONFORM = "conform"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence, and the command that mends it; ``advice`` is what helps in words if no command does.

    ``rule`` and ``path`` are empty if no rule decides, or no file is concerned. ``void`` is the variable of which it
    says that it has no effect, and ``missing`` the path of which it says no more than that it is not there, or that
    it is no place to search.
    ``is_refused`` is whether it is on a manifest that gives no layer or driver, ``entry_of`` the variable of whose
    list it is on the ``entries``.
    """

    topic: Topic
    weight: Weight
    fact: str
    command: str = ""
    advice: str = ""
    rule: str = ""
    path: str = ""
    void: str = ""
    missing: str = ""
    is_refused: bool = False
    entry_of: str = ""
    entries: tuple[str, ...] = ()


def as_fix(reason: Reason) -> str:
    """Return what lint proposes for a value, as advice; empty if it proposes nothing."""
    return f"fix: {reason.remedy}" if reason.remedy else ""


@dataclass(frozen=True, slots=True)
class LoaderFile:
    """A file that programs of a word size may get as their loader. Of each size, the ``chosen`` one is used."""

    path: str
    real: str
    release: str
    bits: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Trait:
    """What the machine's loader does otherwise than the documents, and what changes something on this machine."""

    id: str
    does: str
    rules: tuple[str, ...]


class DriverState(StrEnum):
    """What became of a driver that was opened, or why it was not."""

    DEVICES = "gives devices"
    NO_DEVICE = "gives no device"
    NO_INSTANCE = "makes no instance"
    UNLOADABLE = "cannot be loaded"
    CRASH = "crashes"
    HANG = "does not answer"
    FAULT = "gives no sound answer"
    NOT_USED = "not used"
    NOT_RUN = "not opened"


@dataclass(frozen=True, slots=True)
class Device:
    """A physical device by its name and the Vulkan name of its kind."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class DriverFound:
    """A driver of the machine: its manifest, its library, and what came of it. ``detail`` says why.

    ``missing`` are the libraries that it opens and that are not there, if nothing came of it.
    """

    manifest: str
    library: str
    state: DriverState
    devices: tuple[Device, ...] = ()
    detail: str = ""
    seconds: float = 0.0
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """Something that ``conform`` needs: whether it is there, and what cannot be judged without it."""

    name: str
    there: bool
    what: str
    command: str = ""


@dataclass(frozen=True, slots=True)
class Checkup:
    """All that was found. ``known`` is the number of rules that the machine's loader is known to break somewhere.

    ``agrees`` is whether the loader decides here as the documents say, ``traits`` are those of its release that
    change what is decided here; ``active`` are the layers of an ordinary program from the application down,
    ``available`` the names of all others. ``abilities`` is empty if the
    machine is not the one that refloader runs on.
    """

    system: str
    here: bool
    ran: bool
    findings: tuple[Finding, ...]
    loaders: tuple[LoaderFile, ...]
    release: str
    traits: tuple[Trait, ...]
    known: int
    drivers: tuple[DriverFound, ...]
    active: tuple[str, ...]
    available: tuple[str, ...]
    abilities: tuple[Ability, ...]
    notes: tuple[str, ...] = ()
    word_size: int = 64
    agrees: bool = True

    def of(self, weight: Weight) -> tuple[Finding, ...]:
        """Return the findings of a weight, by topic."""
        order = list(Topic)
        return tuple(
            sorted((f for f in self.findings if f.weight is weight), key=lambda f: order.index(f.topic))
        )

    @property
    def loader(self) -> LoaderFile | None:
        """The loader that programs of the machine's word size get, or None."""
        return next((each for each in self.loaders if each.chosen and each.bits == self.word_size), None)

    @property
    def exit_code(self) -> int:
        """1 if something is wrong, 3 if that is not known, else 0."""
        if self.of(Weight.WRONG):
            return 1
        return 3 if self.of(Weight.UNSEEN) else 0
