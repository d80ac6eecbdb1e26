"""Liberties of older and of later releases: other versions of the interface to drivers, and what goes with them."""

from typing import Any

from refloader import protocol
from refloader.core.chain import links
from refloader.core.extensions import instance_extensions
from refloader.dropin.python.loading import drivers
from refloader.protocol import NEWEST_DRIVER
from refloader.selftest.variants.marks import Original, allows, likewise

_VERSIONS = "each loader offers the newest version that it knows"
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
