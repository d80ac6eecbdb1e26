"""Decides whether an implicit layer is on by its own conditions, without requests by name and other layers."""

import re
from dataclasses import dataclass, replace

from refloader.core.activation.filters import LayerFilters, disabled_by, enabled_by
from refloader.core.editions import traits_of_age
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import Layer
from refloader.model.reason import Reason, Severity
from refloader.model.request import Request
from refloader.model.text import quote
from refloader.model.version import api_version
from refloader.rules import RuleId, decides, rule

_FIRST = api_version(1, 0)


@dataclass(frozen=True, slots=True)
class State:
    """Whether an implicit layer is on by its own conditions, and the reason."""

    on: bool
    reason: Reason


@decides("ACT-IMPLICIT-01", "LLP_LOADER_6", "LLP_LOADER_7", "AMB-ENABLE-FILTER-VS-DISABLEVAR")
def implicit_state(
    layer: Layer,
    environment: Environment,
    request: Request,
    filters: LayerFilters,
    edition: Edition,
    age: Age = DOCUMENTED,
) -> State:
    """Return the state of an implicit layer.

    The first of these decides: disable variable, enable filter, enable variable, API version. A layer without
    conditions is on because its manifest was found. The enable filter is the reason only if the layer were off
    without it.
    """
    if environment.elevated and age.has(Trait.ELEVATED_IGNORES_SWITCHES):
        environment = replace(environment, variables={})
    off = disable_variable(layer, environment)
    if off is not None:
        return State(False, off)
    nameless = layer.enable is not None and not layer.enable.variable
    if nameless and age.has(Trait.NAMELESS_ENABLE_VARIABLE_PASSED_OVER):
        layer = replace(layer, enable=None)
    gate = _enable_variable(layer, environment) or version_gate(layer, request, edition, age)
    pattern = enabled_by(filters, layer)
    if pattern is not None and (gate is not None or disabled_by(filters, layer) is not None):
        fact = f"VK_LOADER_LAYERS_ENABLE has {quote(pattern)}, which forces it on"
        return State(True, _say(layer, rule("FILTER-LAYER-ENABLE-01"), fact))
    if gate is not None:
        return State(False, gate)
    return State(True, _on(layer))


def _on(layer: Layer) -> Reason:
    if layer.enable:
        fact = f"{layer.enable.variable} is set to {quote(layer.enable.value)}"
        return _say(layer, rule("ACT-IMPLICIT-04"), fact)
    return _say(
        layer, rule("ACT-IMPLICIT-01"), "an implicit layer without conditions is active because it is found"
    )


@decides("ACT-IMPLICIT-03", "ACT-IMPLICIT-05", "AMB-DISABLE-EMPTY")
def disable_variable(layer: Layer, environment: Environment) -> Reason | None:
    """Return a reason if the disable variable is set, even to an empty value. It overrides the enable variable."""
    if layer.disable is None or not environment.is_set(layer.disable.variable):
        return None
    value = environment.get(layer.disable.variable) or ""
    both = layer.enable is not None and environment.is_set(layer.enable.variable)
    why = rule("ACT-IMPLICIT-03") if both else rule("ACT-IMPLICIT-05")
    fact = f"{layer.disable.variable}={quote(value)} switches it off"
    return _say(layer, why, fact, Severity.NOTE, _unset(layer.disable.variable))


@decides("AMB-REQUEST-DISABLED")
def switched_off(layer: Layer, environment: Environment) -> Reason | None:
    """Return why a layer that somebody names is off: a warning, because the name has no effect."""
    off = disable_variable(layer, environment)
    return None if off is None else replace(off, severity=Severity.WARNING)


def off_by_variables(layer: Layer, environment: Environment) -> bool:
    """Return whether the layer's own variables alone switch it off."""
    return (disable_variable(layer, environment) or _enable_variable(layer, environment)) is not None


@decides("ACT-IMPLICIT-04", "AMB-ENABLE-VALUE")
def _enable_variable(layer: Layer, environment: Environment) -> Reason | None:
    """Return a reason unless the enable variable has exactly the value in the manifest (AMB-ENABLE-VALUE)."""
    if layer.enable is None:
        return None
    name, wanted = layer.enable
    value = environment.get(name)
    if value == wanted:
        return None
    if not name:
        return _say(layer, rule("ACT-IMPLICIT-04"), "its enable variable has no name, so nobody can set it")
    state = "is not set" if value is None else f"is {quote(value)}"
    fact = f"{name} {state}; the layer wants {quote(wanted)}"
    return _say(layer, rule("ACT-IMPLICIT-04"), fact, Severity.NOTE, _set(name, wanted))


@decides("ACT-IMPLICIT-07", "AMB-IMPLICIT-PATCH")
def version_gate(layer: Layer, request: Request, edition: Edition, age: Age = DOCUMENTED) -> Reason | None:
    """Return a reason if an implicit layer is older than the application's apiVersion (2022 only).

    For releases that look at it, an application that names none wants 1.0, as builds of them show.
    """
    wanted = request.api_version or (_FIRST if age.has(Trait.IMPLICIT_NEEDS_VERSION) else None)
    if not traits_of_age(edition, age).implicit_needs_version or wanted is None:
        return None
    feature = wanted.feature
    if age.has(Trait.VARIANT_IGNORED):  # then it is part of the major version
        feature = (wanted.packed >> 22, wanted.minor)
    if layer.api_version.feature >= feature:
        return None
    fact = f"its api_version {layer.api_version} is lower than the application's {wanted}"
    return _say(layer, rule("ACT-IMPLICIT-07"), fact, Severity.NOTE, "raise api_version in the manifest")


_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_VALUE = re.compile(r"[\w.,:/~*+-]*", re.ASCII)
"""A value of which a shell runs nothing. A manifest can name anything, and remedies read like lines of a shell."""


def _set(name: str, value: str) -> str:
    if _NAME.fullmatch(name) and _VALUE.fullmatch(value):
        return f"set {name}={value}"
    return "set the variable that its enable_environment names to the value there"


def _unset(name: str) -> str:
    return (
        f"unset {name}" if _NAME.fullmatch(name) else "unset the variable that its disable_environment names"
    )


def _say(
    layer: Layer, why: RuleId, fact: str, severity: Severity = Severity.INFO, remedy: str = ""
) -> Reason:
    return Reason(why, severity, layer.name, fact, layer.where, remedy)
