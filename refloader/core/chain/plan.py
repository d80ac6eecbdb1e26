"""Decides the plan of one instance from what discovery found. This is the last stage; it calls all others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from refloader.core.activation import metalayers, order
from refloader.core.activation.conditions import implicit_state
from refloader.core.activation.facts import Chain, Facts, counting_override
from refloader.core.activation.filters import DriverFilters, driver_filters
from refloader.core.activation.known import by_name, known_layers, usable_layers
from refloader.core.activation.override import blacklist, is_hidden
from refloader.core.chain.discovery import Discovery
from refloader.core.drivers.choice import brings_drivers, chosen_drivers, enumeration
from refloader.core.extensions import instance_extensions
from refloader.core.manifests.settings_file import Control
from refloader.core.manifests.settings_list import listed_layers
from refloader.core.trail import Trail
from refloader.model.age import Trait
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import OVERRIDE_NAME, Extension, Layer
from refloader.model.place import Use
from refloader.model.plan import DriverOutcome, LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason, Severity, of_edition
from refloader.model.request import Build, Request
from refloader.model.text import quote
from refloader.rules import decides, rule


def make_plan(
    discovery: Discovery,
    environment: Environment,
    request: Request,
    build: Build,
    edition: Edition,
    trail: Trail,
    driver_extensions: Sequence[Sequence[Extension]] = (),
    *,
    whole: bool = True,
) -> Plan:
    """Make the plan. ``driver_extensions`` are the instance extensions of each driver used, as far as known.

    ``whole`` is false for a part of what was found, to see whether a loader of an age crashes on that part.
    """
    own, ended = _own_components(discovery, edition, build), discovery.ended
    known = _offered(discovery, own, environment, edition, build, trail)
    override = discovery.override if discovery.override in known else None
    hider = None
    explicit = [each for each in known if each.name == OVERRIDE_NAME and each.kind is Use.EXPLICIT]
    if (explicit or discovery.override) and not ended and build.age.has(Trait.OVERRIDE_HIDES_OTHERS):
        from refloader.core.activation.aged import other_override  # only for predictions

        hider = override or next(iter(explicit), None)
        if hider is None and discovery.override is not None:
            hider = other_override(known, environment, request, discovery.filters, edition, build.age)
    if hider is not None:
        known = tuple(each for each in known if each.name in (OVERRIDE_NAME, *hider.components))
    blocked = blacklist(counting_override(override, known, build.age), build.age)
    if discovery.gated:
        blocked = frozenset() if build.age.has(Trait.META_EXTENSIONS_UNLISTED) else blocked
        override = None
    facts = Facts(
        known,
        by_name(known),
        environment,
        request,
        discovery.filters,
        edition,
        override,
        own,
        blocked,
        discovery.settings,
        build.age,
    )
    if build.age:
        from refloader.core.activation.aged import with_listed_of_each_name  # only for predictions

        found = facts
        facts = with_listed_of_each_name(found, trail, lambda layer: order.is_blocked(layer, found))
        known = facts.known
    chain = order.build_chain(facts, trail)
    drivers = chosen_drivers(
        discovery.drivers,
        _driver_filters(discovery, environment, build, edition),
        request,
        edition,
        build.word_size,
        environment.platform.bundle,
        build.age,
    )
    layers = order.instance_layers(chain, edition)
    devices = order.device_chain(chain, facts, trail)
    result, why = _result(facts, layers, drivers, request, edition)
    failures: dict[str, VkResult] = {}
    crash = unsteady = ""
    tried: tuple[Layer, ...] = ()
    crashing: tuple[str, ...] = ()
    if build.age:
        from refloader.core.activation.aged import crash_of_settings, in_turn  # only for predictions
        from refloader.core.aged.failures import (  # only for predictions
            crash_of_age,
            driver_failures,
            hanging,
            layer_failures,
            leftover_crash,
            meta_crash,
            overflows,
        )
        from refloader.core.aged.meta_layers import MOST_COMPONENTS, too_many_components
        from refloader.core.aged.settings import lists_twice
        from refloader.core.chain.aged import crashing_queries, without_library  # only for predictions

        tried = in_turn(chain, facts)
        value = environment.get("VK_DRIVER_FILES") or environment.get("VK_ICD_FILENAMES") or ""
        named = any(map(environment.paths.is_manifest, environment.paths.entries(value)))
        failures = driver_failures(discovery.drivers, build.age, named=named)
        if result is not VkResult.LAYER_NOT_PRESENT:
            result = failures.get("instance", result)
        of_layers = layer_failures(
            discovery.unread, discovery.found, discovery.override, discovery.last, build.age
        )
        result = of_layers.get("instance", result)
        failures = {**failures, **of_layers}
        failures.pop("instance", None)
        if discovery.settings is not None and lists_twice(discovery.settings):
            unsteady = (
                "a settings file with two entries for one layer, or two places for those that it does not list, "
                "is not predicted"
            )
        if discovery.settings is not None and build.age.has(Trait.SETTINGS_LISTING_UNSTEADY):
            listed = discovery.settings.layers or ()
            hidden = any(order.is_blocked(each, facts) for each in known)
            off = any(each.control is Control.OFF for each in listed)
            others = any(each.place.source != discovery.settings.path for each in known)
            if off or (listed and (hidden or not (others if discovery.settings.ordinary_search else known))):
                unsteady = "lists of layers beside a settings file are left to chance in this release"
            asked = order.environment_names(environment) and environment.get("VK_INSTANCE_LAYERS")
            if listed and asked and overflows(asked, request, known, discovery.settings):
                unsteady = "VK_INSTANCE_LAYERS beside a settings file is left to chance in this release"
        if hang := hanging(discovery.unread, discovery.drivers, build.age):
            unsteady = f"this release hangs at {hang}"
        if too_many_components(discovery.found):
            unsteady = f"meta-layers with more than {MOST_COMPONENTS} components together are not predicted"
        trusted = discovery.settings.path if discovery.settings else ""
        crash = crash_of_age(discovery.unread, discovery.drivers, build.age)
        on = () if result is VkResult.LAYER_NOT_PRESENT else tuple(chain.metas)
        crash = crash or meta_crash(discovery.found, known, on, build.age, trusted, ended=discovery.ended)
        if "version" not in failures:
            crash = crash or leftover_crash(discovery.found, discovery.override, build.age)
        listing = replace(facts, listing=True)  # as it crashes wherever layers are looked for
        crash = crash or crash_of_settings(
            discovery.settings,
            discovery.found,
            edition,
            build,
            lambda layer: order.is_blocked(layer, listing),
        )
        if crash and whole:
            machine = environment, request, build, edition
            switches = environment, request, discovery.filters, edition, build.age
            crashing = crashing_queries(
                discovery,
                lambda layer: implicit_state(layer, *switches).on,
                lambda part: make_plan(part, *machine, Trail(), whole=False),
            )
        if result is VkResult.SUCCESS:
            result, why = without_library(layers, request, build.age)
    reported = instance_extensions.reported(
        instance_extensions.of_loader(edition, build.age)
        if environment.platform.system.has_manifests
        else (),
        _through_implicit(facts, chain, layers, discovery, build),
        driver_extensions,
        environment,
        edition,
    )
    return Plan(
        edition=edition,
        result=result,
        places=discovery.places,
        layers=_outcomes(discovery.found, layers, (*devices, *_active_metas(facts, chain)), trail, edition),
        drivers=drivers,
        chain=layers,
        device_chain=devices,
        enumerated=_enumerated(known, facts),
        extensions=reported,
        asked=tuple(dict.fromkeys((*order.environment_names(environment), *request.layers))),
        unread=discovery.unread,
        files=discovery.files,
        reasons=of_edition((*discovery.reasons, *trail.general, *why), edition),
        devices=discovery.settings.devices if discovery.settings else (),
        messages=discovery.settings.messages if discovery.settings else (),
        failures=tuple(failures.items()),
        crash=crash,
        crashing=crashing,
        found_any=not discovery.ended and hider is None and bool(discovery.found or discovery.unread),
        ended=discovery.ended,
        in_turn=tried,
        unsteady=unsteady,
    )


@decides("AMB-SETTINGS-DEVICES")
def _driver_filters(
    discovery: Discovery, environment: Environment, build: Build, edition: Edition
) -> DriverFilters:
    """Return the driver filters; none are in force if a settings file lists devices."""
    if discovery.settings is not None and discovery.settings.devices:
        return DriverFilters(paths=environment.paths)
    return driver_filters(environment, edition, build.age)


def asked_drivers(
    discovery: Discovery, environment: Environment, build: Build, edition: Edition
) -> tuple[Driver, ...]:
    """Return the drivers that an enumeration of instance extensions queries."""
    filters = _driver_filters(discovery, environment, build, edition)
    bundle = environment.platform.bundle
    outcomes = chosen_drivers(
        discovery.drivers, filters, enumeration(), edition, build.word_size, bundle, build.age
    )
    return tuple(outcome.driver for outcome in outcomes if outcome.used)


@decides("OVERRIDE-05")
def _own_components(discovery: Discovery, edition: Edition, build: Build) -> dict[str, Layer]:
    """Return the layers in the override layer's own paths. Its components are searched for only there."""
    override = discovery.override
    if override is None or not override.override_paths:
        return {}
    if build.age.has(Trait.OVERRIDE_COMPONENTS_ANYWHERE):
        return by_name(known_layers(discovery.found, edition, build.word_size, Trail()))
    inside = [layer for layer in discovery.found if layer.place.rule == "OVERRIDE-05"]
    return by_name(known_layers(inside, edition, build.word_size, Trail()))


@decides("META-02", "LLP_LOADER_10")
def _offered(
    discovery: Discovery,
    own: Mapping[str, Layer],
    environment: Environment,
    edition: Edition,
    build: Build,
    trail: Trail,
) -> tuple[Layer, ...]:
    """Return the known layers without unusable meta-layers and layers that a settings file turns off."""
    places = () if build.age else discovery.places
    found = listed_layers(discovery.found, places, discovery.settings, trail, build.age)
    if build.age and discovery.settings:
        from refloader.core.aged.settings import in_order_of_settings  # only for predictions

        found = in_order_of_settings(found, discovery.settings, build.age)
    if build.age and not discovery.ended:
        from refloader.core.activation.aged import say_other_overrides  # only for predictions
        from refloader.core.aged.meta_layers import one_override

        kept = one_override(found, environment.executable, build.age)
        say_other_overrides(found, kept, trail)
        found = kept
    if build.age:
        from refloader.core.activation.aged import say_faulty_metas  # only for predictions
        from refloader.core.aged.meta_layers import without_faulty_metas_or_loops

        usable = tuple(usable_layers(found, edition, build.word_size, trail))
        trusted = discovery.settings.path if discovery.settings else ""
        others = [each for each in discovery.found if each.place.source != trusted and not each.rejected]
        known = (
            usable if discovery.ended else without_faulty_metas_or_loops(usable, build.age, trusted, others)
        )
        say_faulty_metas(usable, known, edition, trail)
    else:
        known = known_layers(found, edition, build.word_size, trail)
    names, by_documents = by_name(known), not build.age
    verdicts: metalayers.Verdicts = {}
    offered = []
    for layer in known:
        fault: Reason | None = None
        passed = by_documents and layer is not discovery.override
        if passed and layer.is_override and is_hidden(layer, environment, discovery.filters, edition):
            if not trail.of(layer):
                trail.tell(layer, rule("OVERRIDE-01"), "the override layer does not apply to this program")
            continue
        if by_documents and layer is discovery.override and layer.override_paths:
            fault = metalayers.fault(layer, own, edition, {})
        elif by_documents and layer.is_meta:
            fault = metalayers.fault(layer, names, edition, verdicts)
        if fault is not None:
            trail.add(layer, fault)
        elif discovery.settings and discovery.settings.control(layer) is Control.OFF:
            trail.tell(layer, rule("SETTINGS-01"), f"{discovery.settings.path} turns it off")
        else:
            offered.append(layer)
    return tuple(offered)


@decides("DISC-GEN-01", "AMB-DISABLE-ENUM", "EXT-FILTER-06")
def _enumerated(known: tuple[Layer, ...], facts: Facts) -> tuple[Layer, ...]:
    """Return what vkEnumerateInstanceLayerProperties reports: the layers that an application can request.

    Blocked layers are left out, because a request for one fails with VK_ERROR_LAYER_NOT_PRESENT (AMB-DISABLE-ENUM).
    Layers of type DEVICE are not instance layers (2016). A settings file's list gives the order.
    """
    some = order.blocks_any(facts)
    told = [each for each in known if each.type != "DEVICE" and not (some and order.is_blocked(each, facts))]
    if facts.settings is not None and facts.settings.layers is not None and not facts.age:
        told.sort(key=facts.settings.place)
    return tuple(told)


def _active_metas(facts: Facts, chain: Chain) -> list[Layer]:
    return [facts.names[name] for name in chain.metas]


@decides("EXT-ENUM-01", "META-07")
def _through_implicit(
    facts: Facts, chain: Chain, layers: tuple[Layer, ...], discovery: Discovery, build: Build
) -> list[Layer]:
    """Return the instance chain's layers that are implicit layers or components of active implicit meta-layers."""
    if facts.age.has(Trait.META_EXTENSIONS_UNLISTED):
        from refloader.core.aged.meta_layers import extensions_hidden  # only for predictions

        if facts.override is not None and facts.age.has(Trait.OVERRIDE_HIDES_OTHERS):
            return list(order.components_of(facts.override, facts))
        if extensions_hidden(discovery.found, facts.override, facts.age, ended=discovery.ended):
            return []
    if facts.age:
        from refloader.core.activation.aged import listed_beside_settings  # only for predictions
        from refloader.core.aged.meta_layers import (
            layers_with_listed_extensions,
            without_faulty_metas_or_loops,
        )

        found = tuple(usable_layers(discovery.found, facts.edition, build.word_size, Trail()))
        fitting = without_faulty_metas_or_loops(found, facts.age)
        on = listed_beside_settings(chain, found, fitting, facts, order.is_blocked)
        return layers_with_listed_extensions(
            facts.known,
            found,
            on,
            discovery.override,
            facts.age,
            lambda layer: order.is_blocked(layer, facts),
        )
    used = {id(layer) for layer in layers}
    implicit = [layer for layer in (*layers, *_active_metas(facts, chain)) if layer.kind is Use.IMPLICIT]
    parts = [part for layer in implicit for part in order.components_of(layer, facts)]
    return [part for part in parts if id(part) in used]


def _outcomes(
    found: tuple[Layer, ...],
    layers: tuple[Layer, ...],
    others: Sequence[Layer],
    trail: Trail,
    edition: Edition,
) -> tuple[LayerOutcome, ...]:
    """Return the outcome of each entry found; ``others`` are active without a position in the instance chain."""
    places = {id(layer): index for index, layer in enumerate(layers)}
    without = {id(layer) for layer in others}
    outcomes = []
    for layer in found:
        position = places.get(id(layer))
        active = position is not None or id(layer) in without
        reasons = of_edition(layer.reasons, edition) + trail.of(layer)
        outcomes.append(LayerOutcome(layer, active, position, reasons))
    return tuple(outcomes)


@decides("LDP_LOADER_1", "AMB-LDP1-WHERE", "IFACE-ICD-V5-01", "LDP_LOADER_6", "AMB-LDP6-APIVERSION")
def _result(
    facts: Facts,
    layers: Sequence[Layer],
    drivers: Sequence[DriverOutcome],
    request: Request,
    edition: Edition,
) -> tuple[VkResult, tuple[Reason, ...]]:
    """Return the result of vkCreateInstance as far as discovery decides it.

    Every apiVersion is accepted, also one of another variant (AMB-LDP6-APIVERSION). Without any driver to try, the
    result is VK_ERROR_INCOMPATIBLE_DRIVER. A known extension may still fail because no driver has it.
    """
    missing = order.missing_request(facts, request.layers)
    if missing is not None:
        return VkResult.LAYER_NOT_PRESENT, (missing,)
    if not facts.environment.platform.system.has_manifests:
        return VkResult.SUCCESS, ()  # the platform's own loader and driver decide the rest
    if not any(outcome.used for outcome in drivers) and not brings_drivers(request, edition):
        return VkResult.INCOMPATIBLE_DRIVER, (_error("LDP_LOADER_1", "no usable driver is found"),)
    offering = () if facts.age.has(Trait.UNKNOWN_EXTENSION_OF_LAYER_REFUSED) else layers
    strange = instance_extensions.unknown(request.extensions, offering, facts.environment, edition)
    if strange is not None:
        fact = f"the application enables {quote(strange)}, which neither the loader nor an active layer knows"
        return VkResult.EXTENSION_NOT_PRESENT, (_error("EXT-FILTER-03", fact),)
    return VkResult.SUCCESS, ()


def _error(why: str, fact: str) -> Reason:
    return Reason(rule(why), Severity.ERROR, "vkCreateInstance", fact)
