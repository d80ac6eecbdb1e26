"""Writes the trace for tools: decisions and results, one JSON object per line.

Called only if a trace is requested (``log.traced``). The library never reads the trace.
"""

from collections.abc import Iterable, Mapping

from refloader.dropin.python import _edge
from refloader.dropin.python.instances.creations import Creation
from refloader.dropin.python.instances.listing import why_active
from refloader.dropin.python.memory.state import Device, DriverLibrary, Instance, LayerLink
from refloader.dropin.python.messages import log
from refloader.model.layer import Layer
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.reason import Reason

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def record(event: str, fields: Mapping[str, Json]) -> None:
    """Append one line to the trace."""
    line: dict[str, Json] = {"event": event, "process": _edge.process(), "thread": _edge.thread(), **fields}
    path = log.traced()
    if not _edge.append_file(path, in_json(line) + "\n"):
        _edge.stderr(f"refloader: REFLOADER_TRACE: {path} cannot be written\n")


def created(creation: Creation, result: int) -> None:
    """Record the end of a vkCreateInstance."""
    request = creation.asked.request
    instance = creation.instance
    fields: dict[str, Json] = {
        "result": result,
        "instance": instance.handle if instance and not result else 0,
        "executable": _edge.executable(),
        "request": {
            "api_version": str(request.api_version) if request.api_version else None,
            "layers": list(request.layers),
            "extensions": list(request.extensions),
            "portability": request.portability,
            "drivers": request.given.value,
        },
        **_decisions(creation.plan),
        "chain": _chain(creation.links, creation.plan, [_driver(each) for each in _used(creation, result)]),
        "answers": [
            {**_driver(shared), "result": answer}
            for shared, answer in zip(creation.drivers, creation.answers, strict=False)
        ],
    }
    record("vkCreateInstance", fields)


def _used(creation: Creation, result: int) -> list[DriverLibrary]:
    if result or creation.instance is None:
        return []
    return [driver.shared for driver in creation.instance.drivers]


def destroyed(instance: Instance) -> None:
    """Record the beginning of a vkDestroyInstance."""
    record("vkDestroyInstance", {"instance": instance.handle})


def device_created(
    instance: Instance, links: Iterable[LayerLink], device: Device | None, result: int
) -> None:
    """Record the end of a vkCreateDevice; ``links`` are the layers of its chain, from the application down."""
    below: list[Json] = [_driver(device.driver.shared)] if device else []
    fields: dict[str, Json] = {
        "result": result,
        "instance": instance.handle,
        "device": device.handle if device else 0,
        "chain": _chain(links, instance.plan, below),
    }
    record("vkCreateDevice", fields)


def device_destroyed(device: Device) -> None:
    """Record the beginning of a vkDestroyDevice."""
    record("vkDestroyDevice", {"instance": device.instance.handle, "device": device.handle})


# ---- values -------------------------------------------------------------------------------------------------------


def _decisions(plan: Plan) -> dict[str, Json]:
    return {
        "edition": plan.edition.value,
        "decided": plan.result.value,
        "places": [
            {"path": place.path, "use": place.use.value, "source": place.source, "rule": place.rule}
            for place in plan.places
        ],
        "layers": [_layer(outcome) for outcome in plan.layers],
        "drivers": [
            {
                "manifest": outcome.driver.manifest,
                "library": outcome.driver.library_path,
                "used": outcome.used,
                "reasons": _reasons(outcome.reasons),
            }
            for outcome in plan.drivers
        ],
        "reasons": _reasons(plan.reasons),
    }


def _layer(outcome: LayerOutcome) -> Json:
    return {
        "name": outcome.layer.name,
        "kind": outcome.layer.kind.value,
        "manifest": outcome.layer.manifest,
        "active": outcome.active,
        "position": outcome.position,
        "reasons": _reasons(outcome.reasons),
    }


def _reasons(reasons: Iterable[Reason]) -> list[Json]:
    return [_reason(reason) for reason in reasons]


def _reason(reason: Reason) -> Json:
    span = reason.span
    return {
        "rule": reason.rule,
        "severity": reason.severity.value,
        "subject": reason.subject,
        "fact": reason.fact,
        "remedy": reason.remedy,
        "path": span.path if span else "",
        "line": span.line if span else 0,
        "column": span.column if span else 0,
    }


def _chain(links: Iterable[LayerLink], plan: Plan, below: list[Json]) -> list[Json]:
    """Return the chain from the application down."""
    outcomes = {id(outcome.layer): outcome for outcome in plan.layers}
    layers: list[Json] = [_link(link, outcomes.get(id(link.layer))) for link in links]
    return [{"who": "application"}, {"who": "trampoline"}, *layers, {"who": "terminator"}, *below]


def _link(link: LayerLink, outcome: LayerOutcome | None) -> Json:
    layer: Layer = link.layer
    return {
        "who": "layer",
        "name": layer.name,
        "kind": layer.kind.value,
        "manifest": layer.manifest,
        "library": layer.library_path,
        "interface": link.interface,
        "why": why_active(outcome),
    }


def _driver(shared: DriverLibrary) -> dict[str, Json]:
    return {
        "who": "driver",
        "manifest": shared.driver.manifest if shared.driver else "",
        "library": shared.driver.library_path if shared.driver else "",
        "interface": shared.interface,
        "direct": shared.direct,
    }


# ---- text ---------------------------------------------------------------------------------------------------------


def in_json(value: Json) -> str:
    """Return the value as JSON text on one line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(_character(each) for each in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(in_json(each) for each in value) + "]"
    return "{" + ", ".join(f"{in_json(key)}: {in_json(each)}" for key, each in value.items()) + "}"


def _character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    if code < 0x20 or 0xD800 <= code <= 0xDFFF:  # lone surrogates are bytes that were not UTF-8
        return f"\\u{code:04x}"
    return character
