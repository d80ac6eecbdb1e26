"""Decides which override layer, if any, applies to a process. Does not apply it."""

from collections.abc import Iterable, Mapping

from refloader.core.activation import metalayers
from refloader.core.activation.conditions import implicit_state, off_by_variables
from refloader.core.activation.filters import LayerFilters, kept_out
from refloader.core.activation.order import environment_names
from refloader.core.editions import traits
from refloader.core.trail import Trail
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import LATEST, Edition
from refloader.model.environment import Environment
from refloader.model.layer import OVERRIDE_NAME, Layer
from refloader.model.reason import Severity
from refloader.model.request import Request
from refloader.model.text import quote
from refloader.rules import decides, rule


@decides("OVERRIDE-01", "AMB-OVERRIDE-MULTI", "AMB-OVERRIDE-EXPLICIT", "AMB-OVERRIDE-OLD")
def choose(
    implicit: Iterable[Layer],
    environment: Environment,
    request: Request,
    filters: LayerFilters,
    edition: Edition,
    trail: Trail,
    age: Age = DOCUMENTED,
) -> Layer | None:
    """Return the override layer for this program: the first one that names the program, else the first global one."""
    if not traits(edition).override_layer:
        return None
    candidates = [
        layer
        for layer in implicit
        if layer.is_override
        and edition not in layer.rejected
        and (age.has(Trait.APP_KEYS_IGNORED) or _applies(layer, environment, trail))
    ]
    if not candidates:
        return None
    if not age.has(Trait.APP_KEYS_IGNORED):
        candidates.sort(key=lambda layer: not layer.app_keys)
    elif not age.has(Trait.OVERRIDE_HIDES_OTHERS):
        candidates.reverse()
        candidates.sort(key=lambda layer: not layer.override_paths)
    for loser in candidates[1:]:
        fact = f"the override layer in {candidates[0].manifest} is taken instead"
        trail.tell(loser, rule("AMB-OVERRIDE-MULTI"), fact, Severity.WARNING)
    if not _switched_on(candidates[0], environment, request, filters, edition, trail, age):
        return None
    return candidates[0]


@decides("OVERRIDE-01", "AMB-DISABLE-ENUM")
def is_hidden(layer: Layer, environment: Environment, filters: LayerFilters, edition: Edition) -> bool:
    """Return whether an override layer that is not chosen is not listed either.

    One that its own variables alone switch off is listed, as other implicit layers are: the field does so too.
    """
    if not traits(edition).override_layer:
        return False
    here = not layer.app_keys or environment.executable in layer.app_keys
    off = off_by_variables(layer, environment)
    return not (here and off) or kept_out(filters, layer, ()) is not None


@decides("OVERRIDE-03", "OVERRIDE-04", "AMB-APPKEYS-MATCH")
def _applies(layer: Layer, environment: Environment, trail: Trail) -> bool:
    """Return whether app_keys is absent or lists the program's path, byte for byte (AMB-APPKEYS-MATCH)."""
    if not layer.app_keys or environment.executable in layer.app_keys:
        return True
    program = quote(environment.executable) if environment.executable else "whose path is not known"
    fact = f"app_keys does not list this program, {program}"
    trail.tell(layer, rule("OVERRIDE-03"), fact, where=layer.where)
    return False


def _switched_on(
    layer: Layer,
    environment: Environment,
    request: Request,
    filters: LayerFilters,
    edition: Edition,
    trail: Trail,
    age: Age,
) -> bool:
    """Return whether the override layer is on: it has an implicit layer's conditions (LLP_LOADER_6, LLP_LOADER_7)."""
    state = implicit_state(layer, environment, request, filters, edition, age)
    if not state.on:
        trail.add(layer, state.reason)
        return False
    names = () if age.has(Trait.DISABLE_FILTER_BEATS_INSTANCE_LAYERS) else environment_names(environment)
    element = kept_out(filters, layer, names)
    if element is not None:
        fact = f"VK_LOADER_LAYERS_DISABLE has {quote(element)}, which switches the override layer off"
        trail.tell(layer, rule("FILTER-LAYER-DISABLE-01"), fact)
    return element is None


@decides("OVERRIDE-05", "OVERRIDE-06", "AMB-OVERRIDE-IMPLICIT")
def components_found(override: Layer, found: Mapping[str, Layer], trail: Trail) -> bool:
    """Return whether the override paths contain all components, and all of them are usable.

    Otherwise the override layer does not apply and does not replace the explicit search. All editions with override
    layers compare versions alike.
    """
    problem = metalayers.fault(override, found, LATEST, metalayers.Verdicts())
    if problem is not None:
        fact = f"in override_paths {problem.fact}, so the layer is not applied"
        trail.tell(override, rule("OVERRIDE-06"), fact, Severity.WARNING)
    return problem is None


def override_first(found: tuple[Layer, ...], override: Layer) -> tuple[Layer, ...]:
    """Move the chosen override layer to the position of the first layer of that name, which would hide it."""
    first = next(index for index, layer in enumerate(found) if layer.name == override.name)
    if found[first] is override:
        return found
    others = [layer for layer in found if layer is not override]
    return (*others[:first], override, *others[first:])


@decides("OVERRIDE-02", "LLP_LOADER_12")
def blacklist(override: Layer | None, age: Age = DOCUMENTED) -> frozenset[str]:
    """Return the names of the layers that the override layer blocks: of both kinds, even if requested."""
    if override is None or age.has(Trait.OVERRIDE_HIDES_OTHERS):
        return frozenset()
    names = frozenset(override.blacklist)
    return names - {OVERRIDE_NAME} if age.has(Trait.OVERRIDE_STAYS_LISTED) else names
