"""Compares what a running process has mapped with what its loader decides."""

from dataclasses import dataclass
from typing import Any

from refloader.host.port import Host
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.running.process import Process
from refloader.model.layer import Layer


@dataclass(frozen=True, slots=True)
class InUse:
    """What a process has mapped. ``absent`` are active layers that it has not mapped, ``others`` mapped ones that are
    not active by what its files and variables say now. Both are empty if it has no loader."""

    process: Process
    layers: tuple[str, ...]
    drivers: tuple[str, ...]
    absent: tuple[str, ...]
    others: tuple[str, ...]


def in_use(process: Process, host: Host, explanation: Explanation) -> InUse:
    """Return which layers and drivers of a plan a process has mapped."""
    mapped = set(process.mapped)

    def has(manifest: str, library_path: str) -> bool:
        path = explanation.libraries.get((manifest, library_path))
        return path is not None and bool({path, host.real_path(path)} & mapped)

    def library(layer: Layer) -> str:
        path = explanation.libraries.get((layer.manifest, layer.library_path))
        return host.real_path(path) if path is not None else ""

    shared = {library(outcome.layer) for outcome in explanation.plan.layers if outcome.active}
    layers, absent, others = list[str](), list[str](), list[str]()
    for outcome in explanation.plan.layers:
        layer = outcome.layer
        if not layer.library_path or layer.name in layers:
            continue
        there = has(layer.manifest, layer.library_path)
        if there and not outcome.active and library(layer) in shared:
            continue  # an active layer has the same library, which is mapped for that one
        if there:
            layers.append(layer.name)
        if there is not outcome.active and process.loaders:
            (others if there else absent).append(layer.name)
    drivers = tuple(
        outcome.driver.manifest
        for outcome in explanation.plan.drivers
        if outcome.driver.library_path and has(outcome.driver.manifest, outcome.driver.library_path)
    )
    active = {outcome.layer.name for outcome in explanation.plan.layers if outcome.active}
    return InUse(
        process,
        tuple(layers),
        drivers,
        tuple(name for name in dict.fromkeys(absent) if name not in layers),
        tuple(name for name in dict.fromkeys(others) if name not in active),
    )


def as_json(used: InUse) -> dict[str, Any]:
    """Return the part of the JSON document that is about the process."""
    process = used.process
    return {
        "pid": process.pid,
        "executable": process.executable,
        "root": process.root,
        "loaders": list(process.loaders),
        "layers": list(used.layers),
        "drivers": list(used.drivers),
        "active_and_not_mapped": list(used.absent),
        "mapped_and_not_active": list(used.others),
        "replaced": list(process.replaced),
    }
