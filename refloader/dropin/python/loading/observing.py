"""Decides which lookups one link of a chain gets for the next: the next one's own, or those of an observer.

Observers exist only if a recording is requested (REFLOADER_OBSERVE). Never checks what they observe.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from refloader.dropin.python import _edge
from refloader.dropin.python.memory.state import LayerLink


class Lookups(NamedTuple):
    """Addresses of vkGetInstanceProcAddr, vkGetDeviceProcAddr, vk_layerGetPhysicalDeviceProcAddr; 0 for none."""

    gipa: int
    gdpa: int
    gpdpa: int


def on() -> bool:
    """True if chains that are built now contain observers."""
    return _edge.observe_on()


def lookups(above: LayerLink | None, below: LayerLink | None) -> Lookups:
    """Return what ``above`` calls to reach ``below``. None is the application above, the terminator below."""
    found = Lookups(below.gipa, below.gdpa, below.gpdpa) if below else _end()
    if not on():
        return found
    return Lookups(*_edge.observe_between(_name(above), _name(below), *found))


@cache
def _end() -> Lookups:
    return Lookups(
        _edge.entry("terminator_vkGetInstanceProcAddr"),
        _edge.entry("terminator_vkGetDeviceProcAddr"),
        _edge.entry("terminator_gpdpa"),
    )


def _name(link: LayerLink | None) -> str:
    return link.layer.name if link else ""


def top(links: Sequence[LayerLink], found: tuple[int, int]) -> tuple[int, int]:
    """Return the two lookups that the loader itself calls, for all commands and for physical-device commands.

    They are ``found``, or observers in front of the first layers that have them. A recording gets a note on the
    version that the manifest of each layer states: some rules depend on it.
    """
    if not on():
        return found
    for link in links:
        _edge.observe_note("version", link.layer.name, link.layer.api_version.packed)
    return lookups(None, links[0] if links else None).gipa, _devices(None, links)


def between(links: Sequence[LayerLink], found: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return the two lookups that each link calls: those in ``found``, or observers in front of them."""
    if not on():
        return found
    return [_next(links, place, devices) for place, (_, devices) in enumerate(found)]


def _next(links: Sequence[LayerLink], place: int, devices: int) -> tuple[int, int]:
    above, below = links[place], links[place + 1 :]
    lookup = lookups(above, below[0] if below else None).gipa
    return lookup, _devices(above, below) if devices else 0


def _devices(above: LayerLink | None, below: Sequence[LayerLink]) -> int:
    """Return the lookup of physical-device commands below ``above``; skip layers without one."""
    return lookups(above, next((link for link in below if link.gpdpa), None)).gpdpa


def negotiated(name: str, function: int, structure: int) -> int:
    """Call a layer's negotiation and return its result; a recording gets a note before and after the call."""
    if not on():
        return _edge.result(function, structure)
    _edge.observe_note("negotiation", name, 1)
    result = _edge.result(function, structure)
    _edge.observe_note("negotiation", name, 0)
    return result
