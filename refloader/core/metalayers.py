"""Decides whether a meta-layer can be used and which layers it stands for. Never decides whether it is on."""

from collections.abc import Mapping

from refloader.core.editions import traits
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule


@decides("META-02", "META-05", "LLP_LAYER_7", "LLP_LOADER_10", "AMB-META-RECURSE")
def fault(meta: Layer, known: Mapping[str, Layer], edition: Edition) -> Reason | None:
    """Why a meta-layer cannot be used, or None. Nested meta-layers count, cycles do not (AMB-META-RECURSE)."""
    return _fault(meta, known, edition, (meta.name,))


def _fault(
    meta: Layer, known: Mapping[str, Layer], edition: Edition, above: tuple[str, ...]
) -> Reason | None:
    for name in meta.components:
        component = known.get(name)
        if component is None:
            fact = f"the component {quote(name)} is not found"
            return _say(meta, rule("LLP_LAYER_7"), fact, "install the component or drop it from the list")
        if name in above:
            return _say(
                meta, rule("AMB-META-RECURSE"), f"the component {name} contains the meta-layer itself"
            )
        if component.is_meta and (inner := _fault(component, known, edition, (*above, name))):
            fact = f"the component {name} cannot be used: {inner.fact}"
            return _say(meta, rule("LLP_LOADER_10"), fact)
    return _version_fault(meta, known, edition)


@decides("META-03", "LLP_LAYER_8", "LLP_LOADER_10", "AMB-META-VERSION")
def _version_fault(meta: Layer, known: Mapping[str, Layer], edition: Edition) -> Reason | None:
    """Components are as new as the meta-layer or newer, patch aside; 2018 wants them equal to each other."""
    if traits(edition).components_match_each_other:
        versions = {known[name].api_version.feature for name in meta.components}
        if len(versions) < 2:
            return None
        fact = "its components have different API versions: " + ", ".join(
            f"{name} {known[name].api_version}" for name in meta.components
        )
        return _say(meta, rule("META-03"), fact)
    for name in meta.components:
        version = known[name].api_version
        if version.feature < meta.api_version.feature:
            fact = f"the component {name} has API version {version}, older than {meta.api_version}"
            return _say(meta, rule("LLP_LAYER_8"), fact, "lower the meta-layer's api_version")
    return None


def _say(meta: Layer, why: RuleId, fact: str, remedy: str = "") -> Reason:
    return Reason(why, Severity.WARNING, meta.name, fact, meta.where, remedy)


@decides("META-04", "META-08")
def expanded(layer: Layer, known: Mapping[str, Layer]) -> tuple[Layer, ...]:
    """The layers with libraries that a layer stands for: itself, or its components from the application down."""
    if not layer.is_meta:
        return (layer,)
    return tuple(inner for name in layer.components for inner in expanded(known[name], known))
