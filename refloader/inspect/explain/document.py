"""Builds the JSON document of an explanation."""

from collections.abc import Sequence
from typing import Any

from refloader.host.port import Failure
from refloader.inspect.explain.answer import Answer
from refloader.inspect.explain.comparing import OwnLoader, Ran
from refloader.inspect.explain.facts import Control, Explanation, all_reasons, unknown_reasons
from refloader.inspect.explain.naming import Meant
from refloader.inspect.explain.search_places import InspectedPlace, PassedOver, Value, is_unanswered
from refloader.inspect.whatif.change import Change
from refloader.inspect.whatif.wording import words
from refloader.model.layer import LayerFile
from refloader.model.place import Form
from refloader.model.plan import DriverOutcome, LayerOutcome, VkResult
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Span

SCHEMA = "refloader.explain/1"


def as_json(explanation: Explanation, answers: Sequence[Answer] | None = None) -> dict[str, Any]:
    """Return the JSON document of an explanation, with the answers if there are any."""
    plan, is_made = explanation.plan, not explanation.no_instance
    result = explanation.outcome_of(plan)
    is_entered = is_made and result is VkResult.SUCCESS and not explanation.unsure
    return {
        "schema": SCHEMA,
        "edition": plan.edition.value,
        "system": explanation.platform.system.value,
        "bits": explanation.word_size,
        "elevated": explanation.elevated,
        "platform": _platform(explanation.platform),
        "result": "unknown" if explanation.unsure else result.value,
        **({"result_unknown": explanation.unsure} if explanation.unsure else {}),
        "asked": list(explanation.asked),
        **({"answers": [_answer(each) for each in answers]} if answers is not None else {}),
        "meant": [_meant(each) for each in explanation.meant],
        "layers": [_layer(explanation, outcome) for outcome in plan.layers] + _unknown(explanation),
        "drivers": [_driver(explanation, outcome) for outcome in plan.drivers],
        "chain": [layer.name for layer in plan.chain if layer.library_path and is_made],
        "device_chain": [layer.name for layer in plan.device_chain if layer.library_path and is_made],
        "entered": [layer.name for layer in explanation.entered(plan) if is_entered],
        "controls": [_control(each) for each in explanation.controls],
        "places": [_place(each) for each in explanation.looked],
        "passed_over": [_passed_over(each) for each in explanation.passed_over],
        "unknown": [
            {"path": path, "use": place.use.value, "named_by": place.path}
            for path, place in explanation.unknown
        ],
        "unread": [_unread(each) for each in plan.unread],
        "reasons": _reasons(explanation.reasons),
        "notes": [*explanation.notes, *explanation.asides],
        **({"own_loader": _own_loader(explanation.own)} if explanation.own is not None else {}),
        **({"run": _run(explanation.ran)} if explanation.ran is not None else {}),
    }


def _meant(meant: Meant) -> dict[str, Any]:
    return {
        "word": meant.word,
        "layers": list(meant.names),
        "how": meant.how,
        "more": meant.more,
        **({"manifests": list(meant.manifests)} if meant.manifests else {}),
    }


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "subject": answer.subject,
        "state": answer.state.value,
        "why": answer.why,
        "rule": answer.rule,
        "at": _span(answer.where) if answer.where is not None else None,
        "change": _change(answer.changes) if answer.changes else None,
        "change_text": words(answer.changes),
        "off": [words((each,)) for each in answer.off],
        "loader": answer.loader,
        **({"documented": answer.documented} if answer.documented else {}),
        **({"tried": _tried(answer)} if answer.helps_here is not None else {}),
        **({"negotiates": answer.negotiates} if answer.negotiates is not None else {}),
    }


def _tried(answer: Answer) -> str:
    """Return what came of the change when the machine's own loader was run with it."""
    return "works" if answer.helps_here else "does not work"


def _own_loader(own: OwnLoader) -> dict[str, Any]:
    return {
        "path": own.path,
        "release": own.release,
        "agrees": own.agrees,
        "otherwise": [
            {"name": each.name, "active": each.active, "fact": each.fact} for each in own.otherwise
        ],
        **({"taken": _taken(own)} if own.taken else {}),
        "result": own.result.value if own.result is not None else None,
        "chain": [layer.name for layer in own.plan.chain if layer.library_path]
        if own.plan is not None and not own.agrees
        else [],
    }


def _taken(own: OwnLoader) -> list[dict[str, str]]:
    """Return the layers that the machine's own loader takes from another manifest, with both."""
    pairs = own.taken.items()
    return [
        {"name": name, "manifest": used.manifest, "documented": first.manifest}
        for name, (first, used) in pairs
    ]


def _run(ran: Ran) -> dict[str, Any]:
    if ran.why_not:
        return {"path": ran.path, "compared": False, "why_not": ran.why_not}
    return {
        "path": ran.path,
        "compared": True,
        "result": ran.result,
        "listed": list(ran.listed),
        "chain": list(ran.chain),
        "drivers": list(ran.drivers),
        "unlike": [
            {
                "about": each.about,
                "name": each.name,
                "did": each.did,
                "predicted": each.predicted,
                "rule": each.rule,
            }
            for each in ran.unlike
        ],
        "because": ran.because,
    }


def _platform(platform: Platform) -> dict[str, Any]:
    """Return what a loader learns from the system apart from files and variables, as far as it is known."""
    registry = platform.registry
    return {
        "registry": registry.source if registry is not None else None,
        "devices": [device.key for device in platform.devices],
        "packages": list(platform.packages),
        "bundle": platform.bundle,
        "debuggable": platform.debuggable,
        "app_libraries": list(platform.native_libraries),
    }


def _control(control: Control) -> dict[str, Any]:
    return {
        "name": control.name,
        "value": control.value,
        "in_force": control.in_force,
        "why": control.why,
    }


def _passed_over(key: PassedOver) -> dict[str, Any]:
    return {
        "path": key.path,
        "values": len(key.names),
        "why": key.why,
        "rule": key.rule,
        "at": _span(key.span),
    }


def _unread(file: LayerFile) -> dict[str, Any]:
    return {
        "path": file.path,
        "place": file.place.path,
        "unknown": is_unanswered(file),
        "reasons": _reasons(file.reasons),
    }


def _place(looked: InspectedPlace) -> dict[str, Any]:
    place = looked.place
    return {
        "path": place.path,
        "use": place.use.value,
        "form": place.form.value,
        "source": place.source,
        "rule": place.rule,
        **_state(looked.failure),
        **({"values": [_value(each) for each in looked.values]} if looked.is_registry else {}),
        **({"libraries": list(looked.libraries)} if place.form is Form.LIBRARIES else {}),
    }


def _state(failure: Failure | None) -> dict[str, str]:
    told = {"state": failure.trouble.value if failure else "read"}
    return {**told, "detail": failure.detail} if failure and failure.detail else told


def _value(value: Value) -> dict[str, Any]:
    return {
        "name": value.name,
        "type": value.type,
        "data": value.data,
        "followed": bool(value.files),
        "manifests": [{"path": file.path, **_state(file.failure)} for file in value.files],
        "reasons": _reasons(value.reasons),
        "command": value.command,
        "at": _span(value.span),
    }


def _span(span: Span) -> dict[str, Any]:
    return {"path": span.path, "line": span.line, "column": span.column}


def _layer(explanation: Explanation, outcome: LayerOutcome) -> dict[str, Any]:
    layer = outcome.layer
    reasons = all_reasons(explanation, outcome)
    return {
        "name": layer.name,
        "manifest": layer.manifest,
        "found_through": layer.place.source,
        "place": layer.place.path,
        "kind": layer.kind.value,
        "active": outcome.runs and not explanation.no_instance,
        "position": None if explanation.no_instance else outcome.position,
        "api_version": str(layer.api_version),
        "library": explanation.libraries.get((layer.manifest, layer.library_path)),
        "obstacle": explanation.obstacle(layer),
        "components": list(layer.components),
        "reasons": _reasons(reasons),
        "smallest_change": _change(explanation.changes_of(layer)),
    }


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
        "place": driver.place.path,
        "used": outcome.used,
        "library": explanation.libraries.get((driver.manifest, driver.library_path)),
        "obstacle": explanation.obstacle(driver),
        "api_version": str(driver.api_version) if driver.api_version else None,
        "reasons": _reasons(outcome.reasons),
    }


def _change(changes: tuple[Change, ...] | None) -> dict[str, Any] | None:
    if changes is None:
        return None
    change = changes[0]
    first: dict[str, Any] = {"kind": change.kind.value, "what": change.what, "value": change.value}
    if change.command or change.install:
        first["command"] = change.command or change.install
    return {**first, "and": _change(changes[1:])} if len(changes) > 1 else first


def _reasons(reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    return [_reason(reason) for reason in reasons]


def _reason(reason: Reason) -> dict[str, Any]:
    span = reason.span  # evaluated once: it may read the manifest again
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
