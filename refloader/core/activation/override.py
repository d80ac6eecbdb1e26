"""Decides whether there is an override layer for this process, and which one. Never applies it."""

from collections.abc import Iterable, Mapping

from refloader.core.activation import metalayers
from refloader.core.activation.conditions import implicit_state
from refloader.core.activation.filters import LayerFilters, kept_out
from refloader.core.activation.order import environment_names
from refloader.core.editions import traits
from refloader.core.trail import Trail
from refloader.model.edition import LATEST, Edition
from refloader.model.environment import Environment
from refloader.model.layer import Layer
from refloader.model.reason import Severity
from refloader.model.request import Request
from refloader.model.text import quote
from refloader.rules import decides, rule


@decides("OVERRIDE-01", "AMB-OVERRIDE-MULTI")
def choose(
    implicit: Iterable[Layer],
    environment: Environment,
    request: Request,
    filters: LayerFilters,
    edition: Edition,
    trail: Trail,
) -> Layer | None:
    """The override layer that applies to this program: one that names it beats a global one, then the first."""
    if not traits(edition).override_layer:
        return None
    candidates = [
        layer
        for layer in implicit
        if layer.is_override and edition not in layer.rejected and _applies(layer, environment, trail)
    ]
    candidates.sort(key=lambda layer: not layer.app_keys)
    for loser in candidates[1:]:
        fact = f"the override layer in {candidates[0].manifest} is taken instead"
        trail.tell(loser, rule("AMB-OVERRIDE-MULTI"), fact, Severity.WARNING)
    if not candidates or not _switched_on(candidates[0], environment, request, filters, edition, trail):
        return None
    return candidates[0]


@decides("OVERRIDE-03", "OVERRIDE-04", "AMB-APPKEYS-MATCH")
def _applies(layer: Layer, environment: Environment, trail: Trail) -> bool:
    """No app_keys means every program; else the path must be equal, byte for byte (AMB-APPKEYS-MATCH)."""
    if not layer.app_keys or environment.executable in layer.app_keys:
        return True
    same = environment.paths.identity  # on Windows two spellings name one file
    if same(environment.executable) in map(same, layer.app_keys):
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
) -> bool:
    """The override layer is an implicit layer, with the conditions of one (LLP_LOADER_6, LLP_LOADER_7)."""
    state = implicit_state(layer, environment, request, filters, edition)
    if not state.on:
        trail.add(layer, state.reason)
        return False
    element = kept_out(filters, layer, environment_names(environment))
    if element is not None:
        fact = f"VK_LOADER_LAYERS_DISABLE element {quote(element)} switches the override layer off"
        trail.tell(layer, rule("FILTER-LAYER-DISABLE-01"), fact)
    return element is None


@decides("OVERRIDE-05", "OVERRIDE-06", "AMB-OVERRIDE-IMPLICIT")
def components_found(override: Layer, found: Mapping[str, Layer], trail: Trail) -> bool:
    """Whether the override paths hold all components, fit to be used; else the override layer is void, and
    with it its claim on the explicit search. All editions with override layers compare versions alike.
    """
    problem = metalayers.fault(override, found, LATEST, metalayers.Verdicts())
    if problem is not None:
        fact = f"in override_paths {problem.fact}, so the layer is not applied"
        trail.tell(override, rule("OVERRIDE-06"), fact, Severity.WARNING)
    return problem is None


@decides("OVERRIDE-02", "LLP_LOADER_12", "AMB-BLACKLIST-KIND")
def blacklist(override: Layer | None) -> frozenset[str]:
    """The names the override layer blocks: layers of both kinds, also when requested."""
    return frozenset(override.blacklist) if override else frozenset()
