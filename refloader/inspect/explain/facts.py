"""What an explanation holds, as values."""

from dataclasses import dataclass, replace
from functools import cached_property

from refloader.inspect.explain.looking import LAYERS, Looked, PassedOver, not_known, unknown_files
from refloader.inspect.whatif.change import Change
from refloader.model.driver import Driver
from refloader.model.layer import Layer, LayerFile
from refloader.model.place import Place, Use
from refloader.model.plan import LayerOutcome, Plan, VkResult
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import rule


@dataclass(frozen=True, slots=True)
class Control:
    """One channel that steers the loader: a variable, or a file. ``why`` says what makes it have no effect."""

    name: str
    value: str
    in_force: bool
    why: str


_OF_RESULT = ("LDP_LOADER_1", "ACT-APP-02")
_OF_ANDROID = ("DISC-ANDROID-", "DISC-DRIVER-ANDROID-")


@dataclass(frozen=True)
class Explanation:
    """A plan with what a person asks next.

    ``changes`` has, for each layer asked for and not active, the smallest change as one or two steps.
    ``libraries`` has, by manifest and library_path, the file of each layer and driver, None where it is
    missing; ``obstacles`` what keeps those that are active, asked for or used from being loaded, as far as a look
    at the file tells. ``similar`` are names like the unknown ones, ``mentions`` unreadable manifests that hold the
    name, ``hidden`` manifests of an unknown layer that is installed and that something keeps out of sight,
    ``unfollowed`` why values of the registry lead to no manifest of it. ``looked`` has, for each place of the search
    in the plan's order, what came of looking there; ``passed_over`` are keys of the registry that other loaders
    read. ``remarks`` are about the files that the machine was made from, ``notes`` sentences about what is known of
    it as a whole.
    """

    plan: Plan
    platform: Platform
    elevated: bool
    word_size: int
    asked: tuple[str, ...]
    controls: tuple[Control, ...]
    changes: dict[str, tuple[Change, ...]]
    libraries: dict[tuple[str, str], str | None]
    obstacles: dict[tuple[str, str], str]
    findings: dict[str, tuple[Reason, ...]]
    similar: dict[str, tuple[str, ...]]
    mentions: dict[str, tuple[LayerFile, ...]]
    hidden: dict[str, tuple[Layer, ...]]
    unfollowed: dict[str, tuple[Reason, ...]]
    looked: tuple[Looked, ...]
    passed_over: tuple[PassedOver, ...]
    remarks: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()

    def obstacle(self, named: Layer | Driver) -> str:
        """What keeps a layer that is active or asked for, or a used driver, from being loaded, or an empty text."""
        return self.obstacles.get((named.manifest, named.library_path), "")

    def changes_of(self, layer: Layer) -> tuple[Change, ...] | None:
        """The smallest change for a layer, with the entry that it would activate; None with all others."""
        changes = self.changes.get(layer.name)
        return changes if changes is not None and layer is self._first_entries[layer.name] else None

    @cached_property
    def _first_entries(self) -> dict[str, Layer]:
        """The entry of each name that counts: the first usable one, or the first of all."""
        found: dict[str, Layer] = {}
        for outcome in self.plan.layers:
            first = found.setdefault(outcome.layer.name, outcome.layer)
            if self._is_rejected(first) and not self._is_rejected(outcome.layer):
                found[first.name] = outcome.layer
        return found

    def _is_rejected(self, layer: Layer) -> bool:
        return self.plan.edition in layer.rejected

    @property
    def result(self) -> VkResult:
        """What vkCreateInstance answers, with the drivers' libraries looked at too (LDP_LOADER_1)."""
        used = [outcome.driver for outcome in self.plan.drivers if outcome.used]
        if self.plan.result is VkResult.SUCCESS and used and all(self.obstacle(driver) for driver in used):
            return VkResult.INCOMPATIBLE_DRIVER
        return self.plan.result

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What belongs to no single layer or driver."""
        unsure = bool(self.unsure)
        return self.remarks + tuple(_as_far_as_known(r) if unsure else r for r in self.plan.reasons)

    @property
    def of_android(self) -> tuple[Reason, ...]:
        """How Android differs, and what it keeps this application from."""
        is_android = self.platform.system is System.ANDROID
        return tuple(r for r in self.plan.reasons if is_android and r.rule.startswith(_OF_ANDROID))

    @property
    def unknown(self) -> tuple[tuple[str, Place], ...]:
        """The manifests that are named and of which nobody told what they hold, each with the place that names it."""
        return unknown_files(self.looked)

    @property
    def unsure(self) -> str:
        """Why nobody can say what vkCreateInstance answers; empty where it can be said."""
        because_of: dict[VkResult, tuple[Use, ...]] = {VkResult.INCOMPATIBLE_DRIVER: (Use.DRIVER,)}
        because_of[VkResult.LAYER_NOT_PRESENT] = LAYERS
        uses = because_of.get(self.plan.result, ())
        return not_known(self.looked, self.plan, self.platform, uses) if uses else ""

    @property
    def unhappy(self) -> bool:
        """Whether something asked for will not be there: a layer, its library, or the instance."""
        asked = [o.layer for o in self.plan.layers if o.active and o.layer.name in self.asked]
        failed = self.result is not VkResult.SUCCESS and not self.unsure
        return bool(self.changes) or failed or any(map(self.obstacle, asked))


def _as_far_as_known(reason: Reason) -> Reason:
    """A verdict on the instance that somebody who knows more might not come to is but a note."""
    if reason.rule not in _OF_RESULT or reason.severity is not Severity.ERROR:
        return reason
    return replace(reason, severity=Severity.NOTE, fact=f"{reason.fact}, as far as is known")


def all_reasons(explanation: Explanation, outcome: LayerOutcome) -> tuple[Reason, ...]:
    """The reasons of an outcome, what its library brought up, and the plain one of an explicit layer at rest."""
    reasons = outcome.reasons + explanation.findings.get(outcome.layer.manifest, ())
    layer = outcome.layer
    at_rest = layer.kind is Use.EXPLICIT and all(map(_is_harmless, outcome.reasons))
    if outcome.active or not at_rest:
        return reasons
    fact = "nothing asks for this explicit layer"
    return (*reasons, Reason(rule("ACT-EXPLICIT-01"), Severity.INFO, layer.name, fact, layer.where))


def _is_harmless(reason: Reason) -> bool:
    """Whether a reason says nothing against a layer: a fact, or a note on what its manifest says."""
    if reason.severity is not Severity.NOTE or reason.rule == "MANIFEST-LAYER-09":  # another word size
        return reason.severity is Severity.INFO
    return reason.rule.startswith("MANIFEST-") and not reason.rejects


def unknown_reasons(explanation: Explanation, name: str) -> list[Reason]:
    """Why a layer is not found: unreadable manifests that name it, hidden ones, places that cannot be read."""
    reasons = [reason for file in explanation.mentions.get(name, ()) for reason in file.reasons]
    reasons += explanation.unfollowed.get(name, ())
    for layer in explanation.hidden.get(name, ()):
        fact = f"{quote(layer.manifest)} defines it, and what steers the loader keeps that place out of the search"
        reasons.append(Reason(layer.place.rule, Severity.NOTE, name, fact, layer.where))
    reasons += [reason for reason in explanation.of_android if reason.rule == "DISC-ANDROID-01"]
    places = {place.path for place in explanation.plan.places}
    reasons += [
        r for r in explanation.plan.reasons if r.subject in places and r.severity is not Severity.INFO
    ]
    return reasons
