"""What one link of a chain is given as the lookups of the next: that one's own, or an observer's in between.

Observers are there only where a recording was asked for (REFLOADER_OBSERVE). Never judges what they see.
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
    """Whether observers are put into the chains that are made now."""
    return _edge.observe_on()


def lookups(above: LayerLink | None, below: LayerLink | None) -> Lookups:
    """What ``above`` calls to reach ``below``; None is the application above, the loader's end below."""
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
    """What the loader calls itself, instead of ``found``: lookups of commands and of physical-device commands."""
    if not on():
        return found
    return lookups(None, links[0] if links else None).gipa, _devices(None, links)


def between(links: Sequence[LayerLink], found: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The same for each link, of which ``found`` says what it calls next."""
    if not on():
        return found
    return [_next(links, place, devices) for place, (_, devices) in enumerate(found)]


def _next(links: Sequence[LayerLink], place: int, devices: int) -> tuple[int, int]:
    above, below = links[place], links[place + 1 :]
    lookup = lookups(above, below[0] if below else None).gipa
    return lookup, _devices(above, below) if devices else 0


def _devices(above: LayerLink | None, below: Sequence[LayerLink]) -> int:
    """A layer without such a lookup is passed over."""
    return lookups(above, next((link for link in below if link.gpdpa), None)).gpdpa


def negotiated(name: str, function: int, structure: int) -> int:
    """The result of a layer's negotiation; a recording says where it begins and where it ends."""
    if not on():
        return _edge.result(function, structure)
    _edge.observe_note("negotiation", name, 1)
    result = _edge.result(function, structure)
    _edge.observe_note("negotiation", name, 0)
    return result
