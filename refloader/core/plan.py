"""Decides the whole plan of one instance from what discovery found: the last stage, which asks all others."""

from collections.abc import Sequence
from dataclasses import dataclass

from refloader.core import extensions, metalayers, order
from refloader.core.drivers import chosen_drivers
from refloader.core.filters import LayerFilters, driver_filters
from refloader.core.known import by_name, known_layers
from refloader.core.override import blacklist
from refloader.core.settings_file import Control, Settings
from refloader.core.trail import Trail
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Extension, Layer, LayerFile
from refloader.model.place import Place, Use
from refloader.model.plan import DriverOutcome, LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build, Request
from refloader.rules import decides, rule


@dataclass(frozen=True, slots=True)
class Discovery:
    """Everything that was found, in order, before anything is chosen.

    ``found`` are all layer entries in the order of discovery, implicit ones first; ``override`` is the
    override layer that applies, its components already looked for.
    """

    places: tuple[Place, ...]
    found: tuple[Layer, ...]
    drivers: tuple[Driver, ...]
    unread: tuple[LayerFile, ...]
    override: Layer | None
    filters: LayerFilters
    settings: Settings | None
    reasons: tuple[Reason, ...]


def make_plan(
    discovery: Discovery,
    environment: Environment,
    request: Request,
    build: Build,
    edition: Edition,
    trail: Trail,
    driver_extensions: Sequence[Sequence[Extension]] = (),
) -> Plan:
    """The plan. ``driver_extensions`` are the instance extensions of each driver used, where they are known."""
    known = _offered(discovery, edition, build, trail)
    override = discovery.override if discovery.override in known else None
    facts = order.facts_for(
        known,
        environment,
        request,
        discovery.filters,
        edition,
        override,
        blacklist(override),
        discovery.settings,
    )
    chain = order.build_chain(facts, trail)
    drivers = chosen_drivers(
        discovery.drivers, driver_filters(environment, edition), request, edition, build.word_size
    )
    result, why = _result(facts, drivers, request, edition)
    layers = order.instance_layers(chain, edition)
    reported = extensions.reported(
        extensions.LOADER_EXTENSIONS,
        [layer for layer in layers if layer.kind is Use.IMPLICIT],
        driver_extensions,
        environment,
        edition,
    )
    return Plan(
        edition=edition,
        result=result,
        places=discovery.places,
        layers=_outcomes(discovery.found, layers, chain, trail),
        drivers=drivers,
        chain=layers,
        device_chain=order.device_chain(chain, facts, trail),
        enumerated=_enumerated(known, facts),
        extensions=reported,
        asked=tuple(dict.fromkeys((*order.environment_names(environment), *request.layers))),
        unread=discovery.unread,
        reasons=(*discovery.reasons, *trail.general, *why),
    )


@decides("META-02", "LLP_LOADER_10")
def _offered(discovery: Discovery, edition: Edition, build: Build, trail: Trail) -> tuple[Layer, ...]:
    """The known layers less the meta-layers that cannot be used and those a settings file turns off."""
    known = known_layers(discovery.found, edition, build.word_size, trail)
    names = by_name(known)
    faults = {layer.name: metalayers.fault(layer, names, edition) for layer in known if layer.is_meta}
    offered = []
    for layer in known:
        fault = faults.get(layer.name) if layer.is_meta else None
        if fault is not None:
            trail.add(layer, fault)
        elif discovery.settings and discovery.settings.control(layer.name) is Control.OFF:
            trail.tell(layer, rule("SETTINGS-01"), f"{discovery.settings.path} turns it off")
        elif layer.is_override and layer is not discovery.override:
            trail.tell(layer, rule("OVERRIDE-01"), "the override layer does not apply to this program")
        else:
            offered.append(layer)
    return tuple(offered)


@decides("DISC-GEN-01", "AMB-DISABLE-ENUM", "EXT-FILTER-06")
def _enumerated(known: tuple[Layer, ...], facts: order.Facts) -> tuple[Layer, ...]:
    """What vkEnumerateInstanceLayerProperties reports: the layers that could be asked for.

    Blocked layers are left out, as asking for one ends in VK_ERROR_LAYER_NOT_PRESENT (AMB-DISABLE-ENUM);
    layers of type DEVICE are no instance layers (2016).
    """
    return tuple(layer for layer in known if layer.type != "DEVICE" and not order.is_blocked(layer, facts))


def _outcomes(
    found: tuple[Layer, ...], layers: tuple[Layer, ...], chain: order.Chain, trail: Trail
) -> tuple[LayerOutcome, ...]:
    places = {id(layer): index for index, layer in enumerate(layers)}
    named = {layer.name for layer in layers}
    outcomes = []
    for layer in found:
        position = places.get(id(layer))
        active = position is not None or (
            layer.is_meta and layer.name in chain.metas and layer.name not in named
        )
        reasons = trail.of(layer)
        outcomes.append(LayerOutcome(layer, active, position, layer.reasons + reasons if reasons else layer.reasons))
    return tuple(outcomes)


@decides("LDP_LOADER_1", "AMB-LDP1-WHERE", "IFACE-ICD-V5-01", "AMB-LDP6-APIVERSION")
def _result(
    facts: order.Facts, drivers: Sequence[DriverOutcome], request: Request, edition: Edition
) -> tuple[VkResult, tuple[Reason, ...]]:
    """What vkCreateInstance answers as far as discovery decides it.

    A version 5 loader (2018 on) refuses an apiVersion of another variant and accepts every other one
    (AMB-LDP6-APIVERSION). Without any driver to try the result is VK_ERROR_INCOMPATIBLE_DRIVER.
    """
    missing = order.missing_request(facts, request.layers)
    if missing is not None:
        return VkResult.LAYER_NOT_PRESENT, (missing,)
    if request.api_version is not None and request.api_version.variant and edition is not Edition.E2016:
        fact = f"the application asks for API version {request.api_version}, another API than Vulkan"
        return VkResult.INCOMPATIBLE_DRIVER, (_error("IFACE-ICD-V5-01", fact),)
    if not any(outcome.used for outcome in drivers):
        return VkResult.INCOMPATIBLE_DRIVER, (_error("LDP_LOADER_1", "no usable driver is found"),)
    return VkResult.SUCCESS, ()


def _error(why: str, fact: str) -> Reason:
    return Reason(rule(why), Severity.ERROR, "vkCreateInstance", fact)
