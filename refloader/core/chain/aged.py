"""What loaders of an age do, beside the plan, when an instance is created or something is listed."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from refloader.core.aged.meta_layers import with_components
from refloader.core.chain.discovery import Discovery
from refloader.core.chain.links import missing_extension, needed
from refloader.core.extensions.instance_extensions import is_known, of_layers, of_loader, unheard_of
from refloader.model.age import Age, Trait
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Fate, Layer, Shape
from refloader.model.place import Use
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason, Severity
from refloader.model.request import Request
from refloader.model.version import ApiVersion, api_version
from refloader.protocol import NEWEST_DRIVER, WITHOUT_EXPORTS, LayerEvent, LayerStep, layer_step
from refloader.rules import decides, rule

STANDARD_VALIDATION_TEXT = "LunarG Standard Validation Layer"
_BEFORE = (VkResult.LAYER_NOT_PRESENT, VkResult.OUT_OF_HOST_MEMORY)


def crash_on_extension(
    plan: Plan,
    layers: Sequence[str],
    extensions: Sequence[str],
    of_drivers: Sequence[Sequence[Extension]],
    edition: Edition,
    age: Age,
) -> str:
    """Return why the loader crashes on a requested extension that neither it nor a driver has, empty if it does not.

    It looks in as many active layers as the application asks for, then reads behind the end of the application's
    list. An extension that it has never heard of ends the search.
    """
    if not age.has(Trait.CRASH_ON_EXTENSION_OF_LAYER) or plan.result in _BEFORE:
        return ""
    own, unknown = of_loader(edition, age), unheard_of(edition, age) | age.unheard
    chain = [each for each in plan.chain if each.shape is not Shape.EMPTY_META]
    asked = chain[: len(layers)]
    for name in extensions:
        if name in unknown or not is_known(name):
            return ""
        if missing_extension((name,), own, asked, of_drivers) is None:
            continue
        if len(chain) > len(layers):
            return f"the loader looks for {name} in layers that the application does not ask for"
        return ""
    return ""


def goes_on(result: VkResult, age: Age, *, drivers: bool) -> bool:
    """Return whether the loader goes on, as it finds an error of the plan only after it has opened the drivers.

    ``drivers``: the plan has some.
    """
    before_drivers = age.has(Trait.EXTENSIONS_CHECKED_BEFORE_DRIVERS)
    late = result is VkResult.EXTENSION_NOT_PRESENT and (bool(age) or drivers) and not before_drivers
    early = result is VkResult.INCOMPATIBLE_DRIVER and before_drivers
    return late or early


def fails_without(plan: Plan, opened: Collection[str], asked: Sequence[str], age: Age) -> bool:
    """Return whether creation fails because a layer of the chain could not be opened."""
    lost = [each for each in plan.chain if each.name not in opened]
    if age:  # a component that is on by itself is not needed
        lost = [each for each in lost if each.kind is Use.EXPLICIT or each.name in asked]
        lost = [each for each in lost if each.shape is not Shape.EMPTY_META]
    passed_over = age.has(Trait.UNLOADABLE_LAYER_PASSED_OVER)
    return not passed_over and any(needed(each, asked) for each in lost)


@decides("NEGOTIATE-LAYER-06")
def without_library(
    layers: Sequence[Layer], request: Request, age: Age
) -> tuple[VkResult, tuple[Reason, ...]]:
    """Return the result of vkCreateInstance where a requested layer was read in part, so that it has no library."""
    half = next(
        (each for each in layers if each.shape is Shape.HALF_READ and each.name in request.layers), None
    )
    if half is None or age.has(Trait.UNLOADABLE_LAYER_PASSED_OVER):
        return VkResult.SUCCESS, ()
    fact = f"the application asks for {half.name}, of whose manifest the loader has read no library"
    why = Reason(rule("NEGOTIATE-LAYER-06"), Severity.ERROR, "vkCreateInstance", fact, half.where)
    return VkResult.LAYER_NOT_PRESENT, (why,)


def step_after_answer(answer: LayerEvent, version: int, age: Age, *, lookup: bool) -> LayerStep:
    """Return the next step with a layer that answers with this version, and a vkGetInstanceProcAddr if ``lookup``."""
    if answer is LayerEvent.OLDER and not version and age.has(Trait.LAYER_ANSWER_0_REFUSED):
        return LayerStep.REFUSED
    if answer is LayerEvent.FAILED and age.has(Trait.LAYER_REFUSAL_PASSED_OVER):
        return LayerStep.LOOK
    if answer in (LayerEvent.NEWER, LayerEvent.EMPTY) and age.has(Trait.ODD_LAYER_ANSWER_USED):
        return LayerStep.ANSWERED if lookup else LayerStep.LOOK
    return layer_step(LayerStep.ASK, answer)


def newest_driver_interface(age: Age) -> int:
    """Return the newest version of the driver interface that the loader has."""
    if age.has(Trait.OFFERS_DRIVER_INTERFACE_5):
        return 5
    return 6 if age.has(Trait.OFFERS_DRIVER_INTERFACE_6) else NEWEST_DRIVER


def looks_negotiation_up(newest: int, age: Age) -> bool:
    """Return whether a loader of interface version ``newest`` asks a driver by lookup for what it does not export."""
    return newest >= WITHOUT_EXPORTS and not age.has(Trait.NEGOTIATION_NEEDS_EXPORT)


def standard_validation(plan: Plan, age: Age) -> ApiVersion | None:
    """Return the version of the layer that old loaders list on every machine, None if the loader does not."""
    if not plan.found_any or not age.release or not age.has(Trait.STANDARD_VALIDATION_LISTED):
        return None
    return api_version(1, 0, int(age.release.split(".")[2]))


def listed_of_age(
    plan: Plan, known: Mapping[str, Layer], age: Age
) -> Callable[[Layer, Mapping[str, Layer]], Sequence[Extension]]:
    """Return what lists the extensions of a layer: components count that a settings file or a filter hides."""
    found = [each.layer for each in plan.layers if not each.layer.rejected]
    every = [each for each in found if known.get(each.name, each) is each]
    if plan.ended:
        return lambda layer, _: of_layers([layer])
    parts = with_components(every, age)
    return lambda layer, _: of_layers(parts(layer))


_CONTROL = re.compile("[\x01-\x1f\x7f]")
"""What no name of a layer may have in releases that refuse it."""


def query_of_layers(names: Iterable[str], age: Age) -> VkResult:
    """Return the result of the queries of these layers' extensions: releases refuse a name that cannot be printed."""
    refused = age.has(Trait.CONTROL_CHARACTERS_REFUSED) and any(map(_CONTROL.search, names))
    return VkResult.EXTENSION_NOT_PRESENT if refused else VkResult.SUCCESS


def seeing_everything(age: Age) -> Age:
    """Return the age of the search for extensions, which no useless file ends."""
    return replace(age, traits=age.traits - {Trait.USELESS_FILE_ENDS_SCAN})


def searches_on(plan: Plan, age: Age) -> bool:
    """Return whether extensions are searched for where a useless file ended the search for layers."""
    return plan.ended and age.has(Trait.USELESS_FILE_ENDS_SCAN)


def crash_of_search(further: Plan) -> bool:
    """Return whether the search for extensions alone crashes the loader."""
    return any(file.path == further.crash and file.place.use is Use.IMPLICIT for file in further.unread)


def crashing_queries(
    discovery: Discovery, is_on: Callable[[Layer], bool], plan_for: Callable[[Discovery], Plan]
) -> tuple[str, ...]:
    """Return the queries that come to what crashes the loader ("version", "layers", "extensions").

    The version and the extensions of no layer need implicit layers alone, with the components of the meta-layers
    among them that are on; only the extensions need drivers. A query of a layer's extensions searches as that of
    layers does.
    """
    implicit = (each for each in discovery.found if each.kind is Use.IMPLICIT and each.components)
    applied = (each for each in implicit if not each.is_override or each is discovery.override)
    metas = [each for each in applied if is_on(each)]
    layers = bool(plan_for(discovery.without_drivers()).crash)
    alone = layers and bool(plan_for(discovery.of_implicit_layers(metas)).crash)
    drivers = any(each.fate is Fate.CRASH for each in discovery.drivers)
    found = {"version": alone, "layers": layers, "extensions": alone or drivers}
    return tuple(query for query, crashes in found.items() if crashes)
