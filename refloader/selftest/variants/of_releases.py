"""Liberties of older and of later releases: other versions of the interface to drivers, and what goes with them."""

from typing import Any

from refloader import protocol
from refloader.core.chain import links
from refloader.core.extensions import instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import VkNegotiateLayerInterface
from refloader.dropin.python.loading import drivers, observing
from refloader.protocol import NEWEST_DRIVER
from refloader.selftest.variants.marks import Original, allows, likewise

_VERSIONS = "each loader offers the newest version that it knows"
_WISH = "its desired interface version (typically the latest)"
_DIRECT = "VK_LUNARG_direct_driver_loading"


def _kept(offered: Any) -> Any:
    return tuple(each for each in offered if each.name != _DIRECT)


@allows(drivers._newest, "NEGOTIATE-ICD-03", _VERSIONS)
def driver_interface_6_is_the_newest(original: Original, heard: Any) -> Any:
    """The loader offers version 6 of the interface to drivers, and no direct loading of drivers."""
    return min(original(heard), 6)


@likewise("driver_interface_6_is_the_newest", instance_extensions.with_drivers)
def _of_six(original: Original, others: Any, *more: Any) -> Any:
    return original(_kept(others), *more)


@likewise("driver_interface_6_is_the_newest", links.missing_extension)
def _missing_of_six(original: Original, wanted: Any, own: Any, *others: Any) -> Any:
    return original(wanted, _kept(own), *others)


@allows(drivers._newest, "NEGOTIATE-ICD-03", _VERSIONS)
def driver_interface_5_is_the_newest(original: Original, heard: Any) -> Any:
    """The loader offers version 5 of the interface to drivers, and no direct loading of drivers."""
    return min(original(heard), 5)


@likewise("driver_interface_5_is_the_newest", instance_extensions.with_drivers)
def _of_five(original: Original, others: Any, *more: Any) -> Any:
    return original(_kept(others), *more)


@likewise("driver_interface_5_is_the_newest", links.missing_extension)
def _missing_of_five(original: Original, wanted: Any, own: Any, *others: Any) -> Any:
    return original(wanted, _kept(own), *others)


@allows(drivers._newest, "NEGOTIATE-ICD-03", _VERSIONS)
def driver_interface_8_is_the_newest(original: Original, heard: Any) -> Any:
    """The loader offers version 8 of the interface to drivers, as a loader might that comes after the documents."""
    newest = original(heard)
    return newest + 1 if newest == NEWEST_DRIVER else newest


@likewise("driver_interface_8_is_the_newest", protocol.driver_answer)
def _seven_serves_as_well(original: Original, result: int, version: int, offered: int) -> Any:
    """The documents ask version 7 of a driver that the application brings."""
    return original(result, version, min(version, offered) if version >= NEWEST_DRIVER else offered)


_ANSWERED: list[int] = []


@allows(drivers._offer, "NEGOTIATE-ICD-03", _WISH)
def drivers_are_offered_what_others_agreed_on(original: Original, ask: int, newest: int) -> Any:
    """After a driver has agreed on version 5 or 6, the next drivers are offered that version."""
    event, version = original(ask, min([newest, *_ANSWERED]))
    if 5 <= version < newest:
        _ANSWERED[:] = [version]
    return event, version


@likewise("drivers_are_offered_what_others_agreed_on", drivers.given)
def _the_newest_for_given_ones(original: Original, *arguments: Any) -> Any:
    """A driver that the application brings has to support version 7."""
    kept, _ANSWERED[:] = [*_ANSWERED], []
    try:
        return original(*arguments)
    finally:
        _ANSWERED[:] = kept


_TURNS: list[int] = []


@allows(observing.negotiated, "NEGOTIATE-LAYER-03", "the version that it wants, never below 2")
def layers_are_offered_two_versions_in_turn(
    original: Original, name: str, function: int, structure: int
) -> Any:
    """Each second layer is offered version 3 of the interface, the others version 2."""
    _TURNS.append(2 + len(_TURNS) % 2)
    _edge.put32(structure + VkNegotiateLayerInterface.loaderLayerInterfaceVersion, _TURNS[-1])
    return original(name, function, structure)


@allows(
    protocol.layer_answer,
    "NEGOTIATE-LAYER-07",
    "a layer of version 0 has no function to answer with, and nothing is said of one that answers 0",
)
def layers_that_answer_0_are_left_out(original: Original, result: int, version: int, lookup: int) -> Any:
    """A layer that answers the negotiation with version 0 is left out, as from 1.4.364 on."""
    return original(result, version, lookup) if version else protocol.LayerEvent.FAILED
