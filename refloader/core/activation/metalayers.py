"""Decides whether a meta-layer can be used and which layers it consists of, but not whether it is active.

No function recurses, because manifests may nest meta-layers to any depth.
"""

from collections.abc import Callable, Mapping

from refloader.core.editions import traits
from refloader.model.edition import Edition
from refloader.model.layer import Layer, Listed
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

Verdicts = dict[str, Reason | None]
"""The innermost fault of each meta-layer already checked, or None, by name. Valid for one set of layers."""


@decides("META-02", "META-05", "LLP_LAYER_7", "LLP_LOADER_10", "AMB-META-RECURSE")
def fault(meta: Listed, known: Mapping[str, Listed], edition: Edition, verdicts: Verdicts) -> Reason | None:
    """Return why a meta-layer cannot be used, or None. Nesting is allowed, a cycle is a fault (AMB-META-RECURSE)."""
    path = [(meta, iter(meta.components))]
    above = {meta.name}
    while path:
        current, rest = path[-1]
        name = next(rest, None)
        if name is None:
            problem = _version_fault(current, known, edition)
        else:
            problem = _component_fault(current, name, known, above) or verdicts.get(name)
        if problem is not None:
            verdicts.update((layer.name, problem) for layer, _ in path)
            return _seen_from(meta, path[1][0].name if len(path) > 1 else name, problem)
        if name is None:
            path.pop()
            above.discard(current.name)
            verdicts[current.name] = None
        elif known[name].is_meta and name not in verdicts:
            path.append((known[name], iter(known[name].components)))
            above.add(name)
    return None


def _seen_from(meta: Listed, component: str | None, problem: Reason) -> Reason:
    """Return a problem of the meta-layer, or of one of its components, as a reason about the meta-layer."""
    if problem.subject == meta.name:
        return problem
    fact = f"the component {quote(component or '')} cannot be used: {problem.fact}"
    return _say(meta, rule("LLP_LOADER_10"), fact)


def _component_fault(meta: Listed, name: str, known: Mapping[str, Listed], above: set[str]) -> Reason | None:
    """Return why one component cannot be used, or None; ``above`` are the meta-layers that contain it."""
    if name not in known:
        fact = f"the component {quote(name)} is not found"
        return _say(meta, rule("LLP_LAYER_7"), fact, "install the component or drop it from the list")
    if name in above:
        fact = f"the component {quote(name)} contains the meta-layer itself"
        return _say(meta, rule("AMB-META-RECURSE"), fact)
    return None


@decides("META-03", "LLP_LAYER_8", "LLP_LOADER_10", "AMB-META-VERSION")
def _version_fault(meta: Listed, known: Mapping[str, Listed], edition: Edition) -> Reason | None:
    """Return the fault if a component is older than the meta-layer; in 2018, if two components' versions differ.

    Patch versions are ignored.
    """
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


def _say(meta: Listed, why: RuleId, fact: str, remedy: str = "") -> Reason:
    return Reason(why, Severity.WARNING, meta.name, fact, meta.where, remedy)


@decides("META-04", "META-08", "ORDER-DUP-01")
def expanded(layer: Layer, known: Mapping[str, Layer]) -> tuple[Layer, ...]:
    """Return the layers with libraries that a layer consists of: itself, or its components from the application down.

    Each layer is at its first occurrence only. A component that is no longer among the known layers is skipped: a
    settings file turned it off, or it is an override layer for another program.
    """
    pending, seen, found = [layer], set(), []
    while pending:
        current = pending.pop()
        if current.name in seen:
            continue
        seen.add(current.name)
        if current.is_meta:
            pending += [known[name] for name in reversed(current.components) if name in known]
        else:
            found.append(current)
    return tuple(found)


def with_nested(meta: Layer, known: Mapping[str, Layer]) -> tuple[Layer, ...]:
    """Return the meta-layers that a meta-layer contains, the innermost first, and itself last."""
    pending, found = [meta], dict.fromkeys((meta,))
    while pending:
        inside = [known[name] for name in pending.pop().components if name in known and known[name].is_meta]
        pending += [layer for layer in inside if layer not in found]
        found.update(dict.fromkeys(inside))
    return tuple(reversed(found))


def expanded_again(
    layer: Layer, known: Mapping[str, Layer], moved: Callable[[Layer], bool]
) -> tuple[Layer, ...]:
    """Return the layers with libraries that a layer consists of, those moved at the last place where they are listed.

    A meta-layer that contains itself is followed only once.
    """
    found: dict[int, Layer] = {}
    pending: list[tuple[Layer, frozenset[str]]] = [(layer, frozenset())]
    while pending:
        current, above = pending.pop()
        if current.name in above:
            continue
        if not current.is_meta:
            if moved(current):
                found.pop(id(current), None)
            found.setdefault(id(current), current)
            continue
        inside = above | {current.name}
        pending += [(known[name], inside) for name in reversed(current.components) if name in known]
    return tuple(found.values())
