"""Reads an application's request from a VkInstanceCreateInfo. Decides nothing and writes nothing."""

from dataclasses import dataclass

from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import (
    VkApplicationInfo,
    VkDirectDriverLoadingInfoLUNARG,
    VkDirectDriverLoadingListLUNARG,
    VkDirectDriverLoadingModeLUNARG,
    VkInstanceCreateFlagBits,
)
from refloader.dropin.python.memory.pnext import nodes
from refloader.model.request import Given, Request
from refloader.model.version import unpacked

WORDS = 8
HALVES = 0b01010101
"""The words of a VkInstanceCreateInfo that are 32-bit members: sType, flags and the two counts."""
_PORTABILITY = VkInstanceCreateFlagBits.ENUMERATE_PORTABILITY_BIT_KHR


@dataclass(slots=True, eq=False)
class Asked:
    """The content of a create info: its eight words in order, the request, and the application's own drivers.

    ``lookups`` are the vk_icdGetInstanceProcAddr functions of those drivers, 0 for one without.
    """

    words: tuple[int, ...]
    request: Request
    api_version: int
    lookups: tuple[int, ...]

    @property
    def chain(self) -> int:
        """The pNext of the create info."""
        return self.words[1]


def read(create_info: int) -> Asked:
    """Read the create info at this address."""
    words = _edge.members(create_info, WORDS, HALVES)
    _, chain, flags, application, layer_count, layers, extension_count, extensions = words
    version = _edge.u32(application + VkApplicationInfo.apiVersion) if application else 0
    given, lookups = _given(chain) if chain else (Given.NONE, ())
    request = Request(
        api_version=unpacked(version) if version else None,
        layers=_names(layers, layer_count),
        extensions=_names(extensions, extension_count),
        portability=bool(flags & _PORTABILITY),
        given=given,
    )
    return Asked(words, request, version, lookups)


def _names(array: int, count: int) -> tuple[str, ...]:
    """Return the names. A NULL name, or one empty name for a NULL array, is "", which no layer or driver offers."""
    if array:
        return _edge.texts(array, count)
    return ("",) if count else ()


def _given(chain: int) -> tuple[Given, tuple[int, ...]]:
    """Return the mode and lookups of the first list of drivers in the chain. An unknown mode counts as inclusive."""
    row = VkDirectDriverLoadingListLUNARG
    for address, kind in nodes(chain):
        if kind == row.TYPE:
            exclusive = _edge.u32(address + row.mode) == VkDirectDriverLoadingModeLUNARG.EXCLUSIVE
            mode = Given.EXCLUSIVE if exclusive else Given.INCLUSIVE
            count = _edge.u32(address + row.driverCount)
            drivers = _edge.u64(address + row.pDrivers)
            return mode, tuple(_lookup(drivers, index) for index in range(count if drivers else 0))
    return Given.NONE, ()


def _lookup(drivers: int, index: int) -> int:
    row = VkDirectDriverLoadingInfoLUNARG
    address = drivers + index * row.SIZE
    right = _edge.u32(address) == row.TYPE
    return _edge.u64(address + row.pfnGetInstanceProcAddr) if right else 0
