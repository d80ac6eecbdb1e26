"""Puts together what ``explain`` shows: the plan, who controls it, and for layers asked for what is missing.

Reads the same reasons as every other user of the plan; decides nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from refloader.core.changes import Change
from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.core.order import environment_names
from refloader.host.port import Content, Failure, Host
from refloader.libraries import Libraries
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Layer, LayerFile
from refloader.model.place import Form, Place, Use
from refloader.model.plan import DriverOutcome, LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build, Request
from refloader.model.text import quote
from refloader.rules import rule
from refloader.whatif import WhatIf

SCHEMA = "refloader.explain/1"


@dataclass(frozen=True, slots=True)
class Control:
    """One channel that steers the loader: a variable, or a file. ``why`` says what makes it have no effect."""

    name: str
    value: str
    in_force: bool
    why: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A plan with what a person asks next.

    ``changes`` has, for each layer asked for and not active, the smallest change as one or two steps.
    ``libraries`` has, by manifest and library_path, the file of each layer and driver, None where it is
    missing; ``obstacles`` what keeps those that are active, asked for or used from being loaded, as far as a look
    at the file tells. ``similar`` are names like the unknown ones, ``mentions`` unreadable manifests that hold the
    name, ``hidden`` manifests of an unknown layer that is installed and that something keeps out of sight. ``states``
    has, for each place of the search in the plan's order, what came of looking there: None for read.
    """

    plan: Plan
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
    states: tuple[Failure | None, ...]

    def obstacle(self, named: Layer | Driver) -> str:
        """What keeps a layer that is active or asked for, or a used driver, from being loaded, or an empty text."""
        return self.obstacles.get((named.manifest, named.library_path), "")

    def changes_of(self, layer: Layer) -> tuple[Change, ...] | None:
        """The smallest change for a layer, with the entry that it would activate; None with all others."""
        entries = [o.layer for o in self.plan.layers if o.layer.name == layer.name]
        usable = [entry for entry in entries if self.plan.edition not in entry.rejected]
        return self.changes.get(layer.name) if layer is (usable or entries)[0] else None

    @property
    def result(self) -> VkResult:
        """What vkCreateInstance answers, with the drivers' libraries looked at too (LDP_LOADER_1)."""
        used = [outcome.driver for outcome in self.plan.drivers if outcome.used]
        if self.plan.result is VkResult.SUCCESS and all(self.obstacle(driver) for driver in used):
            return VkResult.INCOMPATIBLE_DRIVER
        return self.plan.result

    @property
    def unhappy(self) -> bool:
        """Whether something asked for will not be there: a layer, its library, or the instance."""
        asked = [o.layer for o in self.plan.layers if o.active and o.layer.name in self.asked]
        return bool(self.changes) or self.result is not VkResult.SUCCESS or any(map(self.obstacle, asked))


def explain(
    host: Host,
    request: Request,
    edition: Edition,
    build: Build,
    names: Sequence[str],
    *,
    advise: bool = True,
) -> Explanation:
    """The explanation for a situation and the layers somebody names.

    Without ``advise`` no change is looked for that would make missing layers active, which can take long.
    """
    what_if = WhatIf(host, request, edition, build)
    plan = what_if.plan
    asked = tuple(dict.fromkeys((*names, *_asked(host, plan))))
    active = {outcome.layer.name for outcome in plan.layers if outcome.active}
    missing = [name for name in asked if name not in active] if advise else []
    known = sorted({outcome.layer.name for outcome in plan.layers})
    unknown = [name for name in missing if name not in known]
    libraries = Libraries(host)
    return Explanation(
        plan=plan,
        elevated=host.elevated(),
        word_size=build.word_size,
        asked=asked,
        controls=controls(host, plan),
        changes={name: what_if.smallest(name) for name in missing},
        libraries=_libraries(libraries, plan),
        obstacles=_obstacles(libraries, plan, asked),
        findings=_findings(libraries, plan, names),
        similar={name: _similar(name, known) for name in unknown},
        mentions={name: _mentions(what_if, plan, name) for name in unknown},
        hidden=_hidden(what_if, unknown),
        states=tuple(_state(what_if.host, place) for place in plan.places),
    )


def _state(host: Host, place: Place) -> Failure | None:
    """What the host answered when the place was looked at, or nothing where it was read."""
    answer = host.list(place.path) if place.form is Form.FOLDER else host.read(place.path)
    return answer if isinstance(answer, Failure) else None


def _similar(name: str, known: Sequence[str]) -> tuple[str, ...]:
    """Known names like the given one, letter case aside."""
    folded = {each.lower(): each for each in known}
    return tuple(folded[each] for each in get_close_matches(name.lower(), folded, 3, 0.6))


def _hidden(what_if: WhatIf, unknown: Sequence[str]) -> dict[str, tuple[Layer, ...]]:
    """Unknown layers that would be found if nothing steered the loader."""
    if not unknown:
        return {}
    installed = [outcome.layer for outcome in what_if.without_steering().layers]
    return {name: tuple(layer for layer in installed if layer.name == name) for name in unknown}


def _obstacles(libraries: Libraries, plan: Plan, asked: Sequence[str]) -> dict[tuple[str, str], str]:
    """What keeps the libraries of active layers, of those asked for and of used drivers from being loaded."""
    layers = (outcome for outcome in plan.layers if outcome.active or outcome.layer.name in asked)
    wanted: list[Layer | Driver] = [outcome.layer for outcome in layers]
    wanted += [outcome.driver for outcome in plan.drivers if outcome.used]
    return {
        (each.manifest, each.library_path): libraries.obstacle(each.library_path, each.manifest)
        for each in wanted
        if each.library_path
    }


def _asked(host: Host, plan: Plan) -> Sequence[str]:
    """The names asked for by the application and by variables; patterns name no layer."""
    environment = Environment(host.variables())
    enabled = environment.get("VK_LOADER_LAYERS_ENABLE") if traits(plan.edition).filters else None
    plain = [part for part in (enabled or "").split(",") if part and "*" not in part and part[0] != "~"]
    devices = environment_names(environment, "VK_DEVICE_LAYERS") if traits(plan.edition).device_layers else ()
    return (*plan.asked, *plain, *devices)


def controls(host: Host, plan: Plan) -> tuple[Control, ...]:
    """Every channel that is present, with whether it has an effect on this edition."""
    variables = host.variables()
    known = traits(plan.edition).variables
    found = []
    for name in sorted((LOADER_VARIABLES | SEARCH_VARIABLES) & variables.keys()):
        if name == "HOME":
            continue
        why = "" if name in known else f"edition {plan.edition.value} does not know it"
        ignored = next((r.fact for r in plan.reasons if r.subject == name and "ignored" in r.fact), "")
        found.append(Control(name, variables[name], not (why or ignored), why or ignored))
    for outcome in plan.layers:
        if outcome.layer.is_override:
            why = "" if outcome.active else _last_fact(outcome)
            found.append(Control("override layer", outcome.layer.manifest, outcome.active, why))
    return (*_settings(host, plan), *found)


def _settings(host: Host, plan: Plan) -> list[Control]:
    places = [place for place in plan.places if place.use == "settings"]
    present = [place for place in places if isinstance(host.read(place.path), Content)]
    return [
        Control(
            "settings file", place.path, index == 0, "" if index == 0 else f"{present[0].path} comes first"
        )
        for index, place in enumerate(present)
    ]


def _last_fact(outcome: LayerOutcome) -> str:
    return outcome.reasons[-1].fact if outcome.reasons else ""


def _libraries(libraries: Libraries, plan: Plan) -> dict[tuple[str, str], str | None]:
    named: list[Layer | Driver] = [outcome.layer for outcome in plan.layers]
    named += [outcome.driver for outcome in plan.drivers]
    return {
        (each.manifest, each.library_path): libraries.find(each.library_path, each.manifest)
        for each in named
        if each.library_path
    }


def _findings(libraries: Libraries, plan: Plan, names: Sequence[str]) -> dict[str, tuple[Reason, ...]]:
    """What a look at the libraries of the named layers brings up, by manifest."""
    found: dict[str, tuple[Reason, ...]] = {}
    for outcome in plan.layers:
        layer = outcome.layer
        if layer.name in names and layer.library_path:
            found[layer.manifest] = tuple(libraries.of_layer(layer))
    return found


def _mentions(what_if: WhatIf, plan: Plan, name: str) -> tuple[LayerFile, ...]:
    """The manifests that gave no layer and hold the name in their text."""
    texts = what_if.host.texts()
    wanted = name.encode("utf-8", "surrogateescape")
    return tuple(file for file in plan.unread if wanted in texts.get(file.path, b""))


def as_json(explanation: Explanation) -> dict[str, Any]:
    """The JSON document of an explanation."""
    plan = explanation.plan
    return {
        "schema": SCHEMA,
        "edition": plan.edition.value,
        "elevated": explanation.elevated,
        "result": explanation.result.value,
        "asked": list(explanation.asked),
        "layers": [_layer(explanation, outcome) for outcome in plan.layers] + _unknown(explanation),
        "drivers": [_driver(explanation, outcome) for outcome in plan.drivers],
        "chain": [layer.name for layer in plan.chain],
        "device_chain": [layer.name for layer in plan.device_chain],
        "controls": [
            {"name": c.name, "value": c.value, "in_force": c.in_force, "why": c.why}
            for c in explanation.controls
        ],
        "places": [
            _place(place, failure) for place, failure in zip(plan.places, explanation.states, strict=True)
        ],
        "unread": [{"path": file.path, "reasons": _reasons(file.reasons)} for file in plan.unread],
        "reasons": _reasons(plan.reasons),
    }


def _place(place: Place, failure: Failure | None) -> dict[str, Any]:
    return {
        "path": place.path,
        "use": place.use.value,
        "form": place.form.value,
        "source": place.source,
        "rule": place.rule,
        "state": failure.trouble.value if failure else "read",
        **({"detail": failure.detail} if failure and failure.detail else {}),
    }


def all_reasons(explanation: Explanation, outcome: LayerOutcome) -> tuple[Reason, ...]:
    """The reasons of an outcome, what its library brought up, and the plain one of an explicit layer at rest."""
    reasons = outcome.reasons + explanation.findings.get(outcome.layer.manifest, ())
    layer = outcome.layer
    at_rest = layer.kind is Use.EXPLICIT and not any(r.severity is not Severity.INFO for r in outcome.reasons)
    if outcome.active or not at_rest:
        return reasons
    fact = "nothing asks for this explicit layer"
    return (*reasons, Reason(rule("ACT-EXPLICIT-01"), Severity.INFO, layer.name, fact, layer.where))


def _layer(explanation: Explanation, outcome: LayerOutcome) -> dict[str, Any]:
    layer = outcome.layer
    reasons = all_reasons(explanation, outcome)
    return {
        "name": layer.name,
        "manifest": layer.manifest,
        "found_through": layer.place.source,
        "kind": layer.kind.value,
        "active": outcome.active,
        "position": outcome.position,
        "api_version": str(layer.api_version),
        "library": explanation.libraries.get((layer.manifest, layer.library_path)),
        "obstacle": explanation.obstacle(layer),
        "components": list(layer.components),
        "reasons": _reasons(reasons),
        "smallest_change": _change(explanation.changes_of(layer)),
    }


def unknown_reasons(explanation: Explanation, name: str) -> list[Reason]:
    """Why a layer is not found: unreadable manifests that name it, hidden ones, places that cannot be read."""
    reasons = [reason for file in explanation.mentions.get(name, ()) for reason in file.reasons]
    for layer in explanation.hidden.get(name, ()):
        fact = f"{quote(layer.manifest)} defines it, and what steers the loader keeps that place out of the search"
        reasons.append(Reason(layer.place.rule, Severity.NOTE, name, fact, layer.where))
    places = {place.path for place in explanation.plan.places}
    reasons += [
        r for r in explanation.plan.reasons if r.subject in places and r.severity is not Severity.INFO
    ]
    return reasons


def _unknown(explanation: Explanation) -> list[dict[str, Any]]:
    known = {outcome.layer.name for outcome in explanation.plan.layers}
    return [
        {
            "name": name,
            "manifest": None,
            "kind": None,
            "active": False,
            "position": None,
            "reasons": _reasons(unknown_reasons(explanation, name)),
            "similar": list(explanation.similar.get(name, ())),
            "smallest_change": _change(change),
        }
        for name, change in explanation.changes.items()
        if name not in known
    ]


def _driver(explanation: Explanation, outcome: DriverOutcome) -> dict[str, Any]:
    driver = outcome.driver
    return {
        "manifest": driver.manifest,
        "found_through": driver.place.source,
        "used": outcome.used,
        "library": explanation.libraries.get((driver.manifest, driver.library_path)),
        "obstacle": explanation.obstacle(driver),
        "api_version": str(driver.api_version) if driver.api_version else None,
        "reasons": _reasons(outcome.reasons),
    }


def _change(changes: tuple[Change, ...] | None) -> dict[str, Any] | None:
    if changes is None:
        return None
    first = {"kind": changes[0].kind.value, "what": changes[0].what, "value": changes[0].value}
    return {**first, "and": _change(changes[1:])} if len(changes) > 1 else first


def _reasons(reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    return [_reason(reason) for reason in reasons]


def _reason(reason: Reason) -> dict[str, Any]:
    span = reason.span  # asked for once: it may read the manifest again
    return {
        "rule": reason.rule,
        "severity": reason.severity.value,
        "subject": reason.subject,
        "fact": reason.fact,
        "path": span.path if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "remedy": reason.remedy,
    }
