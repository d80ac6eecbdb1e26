"""What the library does otherwise as a loader of a release (REFLOADER_AGE), beside the plan. ``core.aged`` decides.

Loaded only if the variable is set.
"""

from collections.abc import Callable
from dataclasses import replace

from refloader import engine
from refloader.core.activation.aged import STANDARD_VALIDATION
from refloader.core.chain.aged import (
    STANDARD_VALIDATION_TEXT,
    crash_of_search,
    crash_on_extension,
    fails_without,
    listed_of_age,
    searches_on,
    seeing_everything,
    standard_validation,
)
from refloader.core.chain.aged import goes_on as core_goes_on
from refloader.dropin.python import _edge
from refloader.dropin.python.loading import drivers, layers
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.dropin.python.memory.acting import AGE, EDITION
from refloader.dropin.python.memory.state import BuiltIn, LayerLink
from refloader.dropin.python.messages.log import Log
from refloader.model.age import Trait
from refloader.model.layer import Extension, Layer
from refloader.model.plan import Plan, VkResult
from refloader.model.registry import results
from refloader.model.request import Build, Request


def crash(why: str) -> None:
    """End the process as a loader of the release does, with a message."""
    _edge.stderr(f"refloader: as a loader of release {AGE.release}, the process ends here: {why}\n")
    _edge.call(_edge.symbol(0, "abort"))


def check(plan: Plan, query: str = "") -> None:
    """End the process if such a loader crashes on a manifest in the query, or without one in vkCreateInstance."""
    if plan.crash and (not query or query in plan.crashing):
        crash(f"this release crashes on {plan.crash}")


def failure(plan: Plan, query: str) -> int:
    """Return the error of an enumeration ("version", "layers", "extensions"), 0 if there is none."""
    return next((results()[result.value] for name, result in plan.failures if name == query), 0)


def goes_on(plan: Plan, request: Request, log: Log) -> bool:
    """Return whether creation goes on in spite of the plan's result, which such a loader finds later."""
    if AGE.has(Trait.CRASH_ON_EXTENSION_OF_LAYER):
        found = drivers.borrow(drivers.used(plan), log)
        offered = [shared.extensions for shared in found]
        drivers.keep(found)
        why = crash_on_extension(plan, request.layers, request.extensions, offered, EDITION, AGE)
        if why:
            crash(why)
    if core_goes_on(plan.result, AGE, drivers=True):
        return True
    if plan.result is VkResult.EXTENSION_NOT_PRESENT and AGE.has(Trait.DRIVER_LISTING_ERROR_FAILS):
        drivers.keep(drivers.borrow(drivers.used(plan), log))  # a driver's error is found before
    return False


def open_layers(plan: Plan, log: Log, inserted: Callable[[Layer], None]) -> list[LayerLink]:
    """Open the layers of the chain from the last one up: of each name the first that can be used.

    ``inserted`` is told each, as soon as it has its place.
    """
    opened: dict[str, LayerLink] = {}
    for layer in reversed(plan.in_turn or plan.chain):
        link = layers.open_layer(layer, log) if layer.name not in opened else None
        if link is not None:
            opened[layer.name] = link
            inserted(layer)
    return list(reversed(opened.values()))


def is_lost(plan: Plan, links: list[LayerLink], asked: tuple[str, ...]) -> bool:
    """Return whether a layer without which creation fails could not be opened."""
    return fails_without(plan, {link.layer.name for link in links}, asked, AGE)


def enumerated(plan: Plan) -> tuple[Layer | BuiltIn, ...]:
    """Return the layers that such a loader lists."""
    version = standard_validation(plan, AGE)
    if version is None:
        return plan.enumerated
    return (*plan.enumerated, BuiltIn(STANDARD_VALIDATION, version, 1, STANDARD_VALIDATION_TEXT))


def is_built_in(plan: Plan, name: str) -> bool:
    """Return whether such a loader lists a layer of that name without a manifest."""
    return name == STANDARD_VALIDATION and standard_validation(plan, AGE) is not None


def extensions(plan: Plan, request: Request, build: Build) -> tuple[Extension, ...]:
    """Return the extensions of loader and layers that such a loader lists."""
    if not searches_on(plan, AGE):
        return plan.extensions
    searching = replace(build, age=seeing_everything(AGE))
    further = engine.decide(EdgeHost(), request, edition=EDITION, build=searching)
    if crash_of_search(further):
        crash(f"this release crashes on {further.crash}")
    return further.extensions


def of_layer(plan: Plan, layer: Layer, known: dict[str, Layer]) -> tuple[Extension, ...]:
    """Return the extensions of a layer that such a loader lists."""
    return tuple(listed_of_age(plan, known, AGE)(layer, known))
