"""Runs the frozen code in a plain Python of its own; the parent answers what it asks of the machine.

``python frozen_child.py BUNDLE``, one JSON value a line: the parent sends requests and answers, the child
questions and plans. The bundle is a JSON object of marshalled modules in base 64, by name.
"""

import base64
import copy
import gc
import json
import marshal
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def told() -> Any:
    """The next line of the parent."""
    return json.loads(sys.stdin.readline())


def tell(value: Any) -> None:
    """A line for the parent."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def ask(name: str) -> Callable[..., Any]:
    """A function of the C side that the parent answers; bytes come in base 64, tuples as lists."""

    def question(*about: Any) -> Any:
        tell({"ask": name, "about": about})
        answer = told()
        if isinstance(answer, dict):
            return base64.b64decode(answer["bytes"])
        return tuple(answer) if isinstance(answer, list) else answer

    return question


PARSED: list[bytes] = []
"""The contents that were parsed since the last plan."""


def plain_json(data: bytes) -> Any:
    """Strict where C is strict: what is odd in the least is left to the scanner."""
    PARSED.append(data)
    return parsed(data)


def parsed(data: bytes) -> Any:
    """The value of a plain JSON text."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError
        return dict(pairs)

    def integer(token: str) -> int:
        if len(token) > 15:
            raise ValueError
        return int(token)

    try:
        text = data.decode()
        if "\\" in text or "." in text or "E" in text or text.count("[") + text.count("{") > 32:
            return NotImplemented
        return json.loads(
            text, object_pairs_hook=members, parse_int=integer, parse_constant=int, parse_float=int
        )
    except (ValueError, RecursionError):
        return NotImplemented


OWN = ("name", "type", "implementation_version", "description", "library_path")
LISTS = (
    "functions",
    "instance_extensions",
    "device_extensions",
    "enable_environment",
    "disable_environment",
)
GOOD = {
    "name": r"VK_LAYER_[A-Z0-9]+_[A-Za-z0-9_]{1,40}",
    "type": "GLOBAL|INSTANCE",
    "implementation_version": "[0-9]{1,9}",
    "description": "[ -~]{0,99}",
    "library_path": r"[^\\:]{0,99}\.so",
    "api_version": "[ -~]{1,40}",
}


def clean_manifest(data: bytes, recent: Any) -> Any:
    """As strict as C, and stricter with texts: what may have a finding is left to the full reader."""
    manifest = parsed(data)
    if type(manifest) is not dict or manifest.keys() != {"file_format_version", "layer"}:
        return None
    version, layer = manifest["file_format_version"], manifest["layer"]
    if type(version) is not str or type(layer) is not dict or not layer.keys() <= {*GOOD, *LISTS}:
        return None
    texts = [(layer.get(key), good) for key, good in GOOD.items()]
    if not all(type(text) is str and re.fullmatch(good, text, re.ASCII) for text, good in texts):
        return None
    lists = [layer.get(key, {}) for key in LISTS]
    if not all(type(each) in (dict, list) for each in lists):
        return None
    PARSED.append(data)
    parts = [json.dumps(layer[key]).encode() if key in layer else None for key in LISTS]
    shared = (version, layer["api_version"], *parts)
    shared = recent if shared == recent else shared
    return (shared, layer["name"], layer["type"], int(layer["implementation_version"]),
            layer["description"], layer["library_path"])  # fmt: skip


def read_and_seen(path: str, limit: int) -> Any:
    """Two questions, as the parent knows no third."""
    seen = ask("seen")(path)
    return ask("read_file")(path, limit), seen


def load(bundle: dict[str, str]) -> None:
    """Put the frozen modules where the code looks for them, and run the first."""
    edge = ModuleType("_edge")
    for name in ("elevated", "executable", "identity", "list_folder", "read_file", "seen"):
        setattr(edge, name, ask(name))
    edge.getenv = {}.get  # type: ignore[attr-defined]  # no variable names the loader to act as
    edge.plain_json = plain_json  # type: ignore[attr-defined]
    edge.clean_manifest = clean_manifest  # type: ignore[attr-defined]
    edge.copied = copy.copy  # type: ignore[attr-defined]
    edge.read_and_seen = read_and_seen  # type: ignore[attr-defined]
    codes = {name: marshal.loads(base64.b64decode(data)) for name, data in bundle.items()}
    frozen = ModuleType("_imp")
    frozen.get_frozen_object = codes.__getitem__  # type: ignore[attr-defined]
    frozen.acquire_lock = frozen.release_lock = lambda: None  # type: ignore[attr-defined]
    sys.modules["_imp"], sys.modules["_edge"] = frozen, edge
    top = sys.modules["refloader"] = ModuleType("refloader")
    exec(codes["refloader"], top.__dict__)
    edge.getenv = ask("getenv")  # type: ignore[attr-defined]


def reason_facts(reason: Any) -> list[Any]:
    """Everything that a reason tells."""
    span = reason.span
    where = None if span is None else [span.path, span.line, span.column]
    editions = sorted(edition.value for edition in reason.editions)
    facts = [str(reason.rule), str(reason.severity), reason.subject, reason.fact, reason.remedy]
    return [*facts, where, editions, reason.rejects]


def layer_facts(layer: Any) -> list[Any]:
    """Everything that a layer tells."""
    switches = [None if each is None else list(each) for each in (layer.enable, layer.disable)]
    extensions = [list(map(list, each)) for each in (layer.instance_extensions, layer.device_extensions)]
    texts = [layer.name, str(layer.kind), layer.manifest, layer.format_version, layer.type, layer.description]
    paths = [layer.library_path, layer.library_arch, layer.functions, layer.components, layer.pre_instance]
    more = [layer.app_keys, layer.blacklist, layer.override_paths, layer.keys, layer.implementation_version]
    rejected = sorted(edition.value for edition in layer.rejected)
    return [*texts, str(layer.api_version), *paths, *more, *switches, *extensions, rejected]


def plan_facts(plan: Any) -> Any:
    """Everything that a plan tells, as JSON; the same function for both kinds of plan."""
    outcomes = [[layer_facts(o.layer), o.active, o.position, o.reasons] for o in plan.layers]
    drivers = [
        [o.driver.manifest, o.driver.library_path, str(o.driver.api_version), o.used] for o in plan.drivers
    ]
    reasons = [each for o in (*plan.layers, *plan.drivers, *plan.unread) for each in o.reasons]
    facts = {
        "edition": plan.edition.value,
        "result": str(plan.result),
        "places": [[p.path, str(p.use), str(p.form), p.source, str(p.rule)] for p in plan.places],
        "layers": [each[:3] for each in outcomes],
        "drivers": drivers,
        "chain": [layer_facts(layer) for layer in plan.chain],
        "device chain": [layer_facts(layer) for layer in plan.device_chain],
        "enumerated": [layer_facts(layer) for layer in plan.enumerated],
        "extensions": [list(each) for each in plan.extensions],
        "asked": plan.asked,
        "unread": [file.path for file in plan.unread],
        "reasons": [reason_facts(reason) for reason in (*plan.reasons, *reasons)],
    }
    return json.loads(json.dumps(facts))


def serve() -> None:
    """Make a plan for each request until there are no more."""
    deciding, engine = (
        sys.modules["refloader.dropin.python.loading.deciding"],
        sys.modules["refloader.engine"],
    )
    model: Any = sys.modules["refloader.model.request"]
    version: Any = sys.modules["refloader.model.version"]
    edition: Any = sys.modules["refloader.model.edition"]
    host: Any = sys.modules["refloader.dropin.python.loading.edge_host"]
    for line in sys.stdin:
        wanted = json.loads(line)
        fields = {name: tuple(value) for name, value in wanted["request"].items()}
        if wanted["api_version"]:
            fields["api_version"] = version.ApiVersion(*wanted["api_version"])
        request = model.Request(**fields)
        if wanted["is_off"]:
            gc.disable()
        frozen = gc.get_freeze_count()
        if wanted["edition"] is None:
            plan = deciding.plan_for(request)  # type: ignore[attr-defined]
        else:
            plan = engine.decide(host.EdgeHost(), request, edition=edition.Edition(wanted["edition"]))  # type: ignore[attr-defined]
        collector = {"collects": gc.isenabled(), "frozen": gc.get_freeze_count() - frozen}
        tell({"plan": plan_facts(plan), "identity": id(plan), "parsed": len(PARSED), **collector})
        PARSED.clear()


if __name__ == "__main__":
    load(told())
    serve()
