"""Violators of the pre-instance functions of layers: whose are called, in which chain, and for how long."""

from dataclasses import replace
from typing import Any

from refloader.core.chain import links
from refloader.dropin.python.instances import globals
from refloader.dropin.python.loading import deciding
from refloader.model.place import Use
from refloader.selftest.mutants.marks import Original, replaces


@replaces(links.pre_instance_chain, "LLP_LOADER_7")
def disabled_layers_have_pre_instance_functions(original: Original, plan: Any, command: str) -> Any:
    """The pre-instance functions of an implicit layer are called although its disable variable is set."""
    found = original(plan, command)
    names = {layer.name for layer, _ in found}
    off = (
        (layer, symbol)
        for layer in plan.enumerated
        if layer.kind is Use.IMPLICIT and layer.disable is not None and layer.name not in names
        for name, symbol in layer.pre_instance
        if name == command
    )
    return (*found, *off)


@replaces(links.pre_instance_chain, "PREINST-03")
def two_pre_instance_layers(original: Original, plan: Any, command: str) -> Any:
    """Of the layers with a pre-instance function only the first two are called."""
    return original(plan, command)[:2]


@replaces(globals._offered, "EXT-ENUM-01")
def disabled_layers_extensions_enumerated(original: Original, plan: Any) -> Any:
    """The extensions of an implicit layer are enumerated although its disable variable is set."""
    found = original(plan)
    names = {each.name for each in found}
    more = (
        each
        for layer in plan.enumerated
        if layer.kind is Use.IMPLICIT and all(other.name != layer.name for other in plan.chain)
        for each in layer.instance_extensions
    )
    return (*found, *{each.name: each for each in more if each.name not in names}.values())


@replaces(deciding.plan_for, "FILTER-DRIVER-DISABLE-01")
def disabled_drivers_extensions_enumerated(original: Original, request: Any) -> Any:
    """The extensions of a driver that VK_LOADER_DRIVERS_DISABLE turns off are enumerated all the same."""
    plan = original(request)
    if request is not globals._ENUMERATION:
        return plan
    rows = (
        replace(each, used=True)
        if any(reason.rule == "FILTER-DRIVER-DISABLE-01" for reason in each.reasons)
        else each
        for each in plan.drivers
    )
    return replace(plan, drivers=tuple(rows))
