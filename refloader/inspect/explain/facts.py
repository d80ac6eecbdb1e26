"""The content of an explanation, as values."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property

from refloader.core.ages import age_of
from refloader.core.chain.aged import fails_without
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.comparing import OwnLoader, Ran
from refloader.inspect.explain.naming import Meant
from refloader.inspect.explain.search_places import (
    LAYERS,
    InspectedPlace,
    PassedOver,
    not_known,
    search_override,
    unknown_files,
)
from refloader.inspect.libraries.word_sizes import twin_of
from refloader.inspect.whatif.change import Change
from refloader.model.age import DOCUMENTED, Age
from refloader.model.driver import Driver
from refloader.model.layer import Layer, LayerFile
from refloader.model.library import NO_OBSTACLE, Obstacle
from refloader.model.place import Place, Use
from refloader.model.plan import LayerOutcome, Plan, VkResult
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Severity, Span
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import rule


@dataclass(frozen=True, slots=True)
class Control:
    """A variable, file or registry key that controls the loader. ``why`` says why it has no effect, or is empty."""

    name: str
    value: str
    in_force: bool
    why: str


_WHERE_USED = "the {} has no driver, and what else is installed where it is used is not known"
WITHOUT_LAYERS = (VkResult.OUT_OF_HOST_MEMORY, VkResult.INITIALIZATION_FAILED, VkResult.LAYER_NOT_PRESENT)
"""Results of vkCreateInstance with which no layer is entered."""

_OF_RESULT = ("LDP_LOADER_1", "ACT-APP-02")
_OF_ANDROID = ("DISC-ANDROID-", "DISC-DRIVER-ANDROID-")


@dataclass(frozen=True)
class Explanation:
    """A plan with its reasons, its libraries and suggestions.

    ``changes`` has, for each requested layer that is not active, the smallest change that activates it, in one or
    two steps. ``libraries`` maps the manifest and library_path of each layer and driver to the library file, or to
    None if it is missing. ``obstacles`` says, with the same keys, why a library cannot be loaded, as far as its file
    shows, for layers that are active or requested and drivers that are used.

    For a requested layer that the plan does not have, ``similar`` are known names like it, ``mentions`` manifests
    that contain its name and define no layer, ``hidden`` its manifests that variables, settings or an override layer
    keep out of the search, and ``unfollowed`` why registry values do not lead to its manifest.

    ``looked`` has the observation of each place of the search, in the plan's order; ``passed_over`` are registry keys
    that only other loaders read. ``remarks`` are about the files that the machine was built from, ``notes`` are
    sentences on how complete the facts about the machine are. ``own`` is how the machine's own loader compares,
    ``ran`` what it did when it was run. ``meant`` says for each word which layers it means; ``elsewhere`` has, for
    unknown layers, the manifests that define them and lie where a loader does not search, and ``far`` are all
    manifests that lie so. ``of_package`` is true if all that is known of the machine is a package, ``of_stage`` if it
    is a tree with layers alone that is to be installed on one. ``instead`` has the layers whose library cannot be
    loaded and that the loader takes from another manifest. ``order_is_known`` is whether folders are listed here as
    on the machine itself, and not as in a copy of its files. ``no_instance`` is whether no layer is entered, as
    vkCreateInstance fails: only of what happens on the machine. ``requested`` are the layers that the application
    asks for, ``age`` is that of the loader of ``plan``. ``asides`` are notes that leave what is said as it is.
    """

    plan: Plan
    platform: Platform
    elevated: bool
    word_size: int
    asked: tuple[str, ...]
    controls: tuple[Control, ...]
    changes: dict[str, tuple[Change, ...]]
    libraries: dict[tuple[str, str], str]
    obstacles: dict[tuple[str, str], Obstacle]
    findings: dict[str, tuple[Reason, ...]]
    similar: dict[str, tuple[str, ...]]
    mentions: dict[str, tuple[LayerFile, ...]]
    hidden: dict[str, tuple[Layer, ...]]
    unfollowed: dict[str, tuple[Reason, ...]]
    looked: tuple[InspectedPlace, ...]
    passed_over: tuple[PassedOver, ...]
    remarks: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    own: OwnLoader | None = None
    ran: Ran | None = None
    meant: tuple[Meant, ...] = ()
    elsewhere: dict[str, tuple[Elsewhere, ...]] = field(default_factory=dict)
    far: tuple[Elsewhere, ...] = ()
    of_package: bool = False
    of_stage: bool = False
    instead: dict[str, tuple[Layer, Layer]] = field(default_factory=dict)
    order_is_known: bool = False
    no_instance: bool = False
    requested: tuple[str, ...] = ()
    age: Age = DOCUMENTED

    @property
    def used_instead(self) -> dict[str, tuple[Layer, Layer]]:
        """The layers of which the loader, or that of the machine, uses another manifest than the first, by name."""
        return self.own.instead if self.own is not None else self.instead

    def obstacle(self, named: Layer | Driver) -> Obstacle:
        """Return why the library of a layer or driver cannot be loaded; empty if it can.

        Covers layers that are active or requested, and drivers that are used.
        """
        key = (named.manifest, named.library_path)
        there = self.own.obstacles.get(key, NO_OBSTACLE) if self.own is not None else NO_OBSTACLE
        return self.obstacles.get(key, NO_OBSTACLE) or there

    def further_faults(self, name: str, why: str) -> tuple[str, ...]:
        """Return for what the manifests of a layer are refused, without what ``why`` says."""
        mine = (outcome for outcome in self.plan.layers if outcome.layer.name == name)
        facts = (each.fact for outcome in mine for each in outcome.reasons if each.rejects)
        return tuple(fact for fact in facts if fact not in why)

    @property
    def here(self) -> Plan:
        """What happens on the machine: the plan of its own loader if that differs from the documents, else theirs."""
        own = self.own
        differs = own is not None and own.path and not own.agrees
        return own.plan if own is not None and own.plan is not None and differs else self.plan

    @property
    def there(self) -> Plan | None:
        """What the machine's own loader decides; None if that is not known."""
        return self.own.plan if self.own is not None else None

    @property
    def of_here(self) -> "Explanation":
        """This explanation with what happens on the machine as its plan, where an instance may be missing."""
        own, plan = self.own, self.here
        changes = own.changes if own is not None and plan is not self.plan else self.changes
        return replace(self, plan=plan, changes=changes, no_instance=self.failure is not None)

    @cached_property
    def failure(self) -> VkResult | None:
        """With what vkCreateInstance fails here, so that no layer stays; None if it is not known to fail so."""
        plan = self.here
        result = self.result_of(plan)
        fails = result in WITHOUT_LAYERS or result is VkResult.INCOMPATIBLE_DRIVER
        return result if fails and not self.unsure_of(plan) else None

    @cached_property
    def active_names(self) -> frozenset[str]:
        """The names of the layers that are active."""
        return frozenset(outcome.layer.name for outcome in self.plan.layers if outcome.active)

    @property
    def usable_libraries(self) -> tuple[str, ...]:
        """The libraries of the drivers that are used and whose files show no obstacle, each once."""
        used = [outcome.driver for outcome in self.plan.drivers if outcome.used]
        there = (self.libraries.get((d.manifest, d.library_path)) for d in used if not self.obstacle(d))
        return tuple(dict.fromkeys(library for library in there if library))

    def changes_of(self, layer: Layer) -> tuple[Change, ...] | None:
        """Return the smallest change that activates a layer; None for every entry but the one it would activate."""
        changes = self.changes.get(layer.name)
        return changes if changes is not None and layer is self._first_entries[layer.name] else None

    @cached_property
    def _first_entries(self) -> dict[str, Layer]:
        """For each name the first entry that the edition accepts, or the first entry if it rejects all."""
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
        """The result of vkCreateInstance, including whether the drivers' libraries can be loaded (LDP_LOADER_1)."""
        return self.result_of(self.plan)

    def result_of(self, plan: Plan) -> VkResult:
        """Return the same for a plan: that of the documents, or of what happens on the machine."""
        used = [outcome.driver for outcome in plan.drivers if outcome.used]
        if plan.result is VkResult.SUCCESS and used and all(self.obstacle(driver) for driver in used):
            return VkResult.INCOMPATIBLE_DRIVER
        return plan.result

    def outcome_of(self, plan: Plan) -> VkResult:
        """Return the same, including whether the libraries of requested layers can be loaded (NEGOTIATE-LAYER-06).

        Answers do not begin with that: the one on the layer has the cause.
        """
        result = self.result_of(plan)
        if result is not VkResult.SUCCESS or not self.requested or plan.crash:
            return result
        age = self.age if plan is self.plan or self.own is None else age_of(self.own.release)
        opened = {layer.name for layer in self.entered(plan)}
        return VkResult.LAYER_NOT_PRESENT if fails_without(plan, opened, self.requested, age) else result

    def entered(self, plan: Plan) -> tuple[Layer, ...]:
        """Return the layers of a plan's chain that have a library which can be loaded: meta-layers have none."""
        taken = self.used_instead
        return tuple(
            layer
            for layer in plan.chain
            if layer.library_path and (not self.obstacle(layer) or layer.name in taken)
        )

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons that belong to no single layer or driver."""
        unsure = bool(self.unsure)
        return self.remarks + tuple(_as_far_as_known(r) if unsure else r for r in self.plan.reasons)

    @cached_property
    def of_android(self) -> tuple[Reason, ...]:
        """The reasons that are specific to Android, including what it denies this application."""
        is_android = self.platform.system is System.ANDROID
        return tuple(r for r in self.plan.reasons if is_android and r.rule.startswith(_OF_ANDROID))

    @cached_property
    def of_lost_places(self) -> tuple[Reason, ...]:
        """The reasons that say of a whole place of the search what is wrong there."""
        places = {place.path: place.use for place in self.plan.places}
        reasons = (r for r in self.plan.reasons if r.severity is not Severity.INFO and r.subject in places)
        return tuple(r for r in reasons if r.rejects or places[r.subject] is not Use.SETTINGS)

    @cached_property
    def steering(self) -> Layer | None:
        """The active override layer that replaces the search for explicit layers."""
        return search_override(self.plan)

    @property
    def unknown(self) -> tuple[tuple[str, Place], ...]:
        """The manifests and folders whose content was not supplied, each with the place that names it."""
        return unknown_files(self.looked)

    @property
    def unsure(self) -> str:
        """Why the result of vkCreateInstance is unknown; empty if it is known."""
        return self.unsure_of(self.plan)

    def unsure_of(self, plan: Plan) -> str:
        """Return the same for a plan: that of the documents, or of what happens on the machine."""
        if plan.crash:
            return f"the loader crashes on {plan.crash}"
        if self.platform.system is System.ANDROID and plan.result is VkResult.SUCCESS:
            return 'no file that was read says which driver hw_get_module gives for "vulkan", or that there is one'
        because_of: dict[VkResult, tuple[Use, ...]] = {VkResult.INCOMPATIBLE_DRIVER: (Use.DRIVER,)}
        because_of[VkResult.LAYER_NOT_PRESENT] = LAYERS
        if self.of_package and plan.result is VkResult.INCOMPATIBLE_DRIVER and not plan.drivers:
            return _WHERE_USED.format("package")
        if self.of_stage and plan.result is VkResult.INCOMPATIBLE_DRIVER:
            return _WHERE_USED.format("tree")
        uses = because_of.get(plan.result, ())
        return not_known(self.looked, plan, self.platform, uses) if uses else ""

    @property
    def unhappy(self) -> bool:
        """True if something requested is not available here: a layer, its library, or the instance."""
        plan = self.here
        active = [o.layer for o in plan.layers if o.active and o.layer.name in self.named]
        asked = [layer for layer in active if layer.name not in self.used_instead]
        asked = [layer for layer in asked if twin_of(layer, plan, self.obstacle) is None]
        failed = self.result_of(plan) is not VkResult.SUCCESS and not self.unsure_of(plan)
        return self._lacks_a_layer or bool(plan.crash) or failed or any(map(self.obstacle, asked))

    @cached_property
    def is_sound(self) -> bool:
        """True if all is known, programs get an instance, and nothing on the machine as a whole is to be mended.

        Says nothing of layers that are not active, and does not include the answers on single layers and drivers.
        """
        plan, own, ran = self.here, self.own, self.ran
        faults = (Severity.ERROR, Severity.WARNING)
        used = [o.driver for o in plan.drivers if o.used and not self.obstacle(o.driver)]
        odd = (
            bool(plan.crash or plan.unread or self.unknown or self.notes or self.unsure_of(plan))
            or any(plan.edition in outcome.layer.rejected for outcome in plan.layers)
            or (own is not None and not own.agrees)
            or (ran is not None and bool(ran.unlike))
            or any(reason.severity in faults for reason in self.reasons)
            or any(not control.in_force for control in self.controls)
        )
        has_driver = bool(used) or self.platform.system is System.ANDROID
        return has_driver and self.failure is None and not odd

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The layers that the question is about: those of its words, or all that are asked for if it has none."""
        words = dict.fromkeys(name for each in self.meant for name in each.names)
        return tuple(words) if self.meant else self.asked

    def without(self, subjects: Collection[str]) -> "Explanation":
        """Return it without what some words mean, which is neither layer nor driver, and is there."""
        meant = tuple(
            replace(each, names=tuple(n for n in each.names if n not in subjects)) for each in self.meant
        )
        return replace(self, meant=meant)

    @property
    def _lacks_a_layer(self) -> bool:
        """True if a layer that the question is about is not active here."""
        if self.own is None or not self.own.path:
            there = self.own.otherwise if self.own is not None else ()
            lost = {*self.changes, *(each.name for each in there if not each.active)}
            return any(name in lost for name in self.named)
        return any(name in self.own.changes for name in self.named)


def _as_far_as_known(reason: Reason) -> Reason:
    """Reduce an error about the instance to a note, because facts that were not supplied might disprove it."""
    if reason.rule not in _OF_RESULT or reason.severity is not Severity.ERROR:
        return reason
    return replace(reason, severity=Severity.NOTE, fact=f"{reason.fact}, as far as is known")


def all_reasons(explanation: Explanation, outcome: LayerOutcome) -> tuple[Reason, ...]:
    """Return the reasons of an outcome and the findings on its library.

    An inactive explicit layer without any other obstacle gets the reason that nothing requests it.
    """
    reasons = outcome.reasons + explanation.findings.get(outcome.layer.manifest, ())
    layer = outcome.layer
    at_rest = layer.kind is Use.EXPLICIT and all(map(_is_harmless, outcome.reasons))
    if outcome.active or not at_rest or layer.name in explanation.active_names:  # by another manifest
        return reasons
    fact = "nothing asks for this explicit layer"
    return (*reasons, Reason(rule("ACT-EXPLICIT-01"), Severity.INFO, layer.name, fact, layer.where))


def _is_harmless(reason: Reason) -> bool:
    """True if a reason does not speak against a layer: it states a fact, or is a note on its manifest."""
    if reason.severity is not Severity.NOTE or reason.rule == "MANIFEST-LAYER-09":  # another word size
        return reason.severity is Severity.INFO
    return reason.rule.startswith("MANIFEST-") and not reason.rejects


def unknown_reasons(explanation: Explanation, name: str) -> list[Reason]:
    """Return why a layer is not found: unreadable manifests that name it, hidden ones, places that cannot be read."""
    reasons = [reason for file in explanation.mentions.get(name, ()) for reason in file.reasons]
    reasons += explanation.unfollowed.get(name, ())
    override = explanation.steering
    for layer in explanation.hidden.get(name, ()):
        steering = "what steers the loader"
        if override is not None and layer.place.use is Use.EXPLICIT:
            steering = f"the override layer in {quote(override.manifest)}"
        fact = f"{quote(layer.manifest)} defines it, and {steering} keeps that place out of the search"
        if override is not None and (gone := lost_places(explanation.plan, override.manifest)):
            fact += f"; a folder that it names instead does not exist: {quote(gone[0])}"
        reasons.append(Reason(layer.place.rule, Severity.NOTE, name, fact, layer.where))
    reasons += [reason for reason in explanation.of_android if reason.rule == "DISC-ANDROID-01"]
    return [*reasons, *explanation.of_lost_places]


def lost_places(plan: Plan, source: str) -> list[str]:
    """Return the places that a manifest or a variable names and that are not there."""
    named = {place.path for place in plan.places if place.source == source}
    return [reason.subject for reason in plan.reasons if reason.is_missing and reason.subject in named]


def of_variable(explanation: Explanation, variable: str, layer: Layer) -> tuple[str, Span | None]:
    """Return the rule of the places that a variable names, and where the hidden layer is."""
    places = [place for place in explanation.plan.places if place.source == variable]
    same = (str(place.rule) for place in places if place.use is layer.place.use)
    rule = next(same, str(places[0].rule) if places else "")
    return rule or str(layer.place.rule), layer.where.span
