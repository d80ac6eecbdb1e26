"""Vulkan's two-call enumeration: the number of elements, or as many as fit. Never decides what the elements are."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from refloader.dropin.python._edge import Memory, put32, result, u32
from refloader.dropin.python.generated.layouts import VkResult

T = TypeVar("T")
MOST = 1 << 16
"""The largest count that is accepted: no layer or driver has more elements."""
_TRIES = 4


def answer(count: int, out: int, size: int, items: Sequence[T], write: Callable[[int, T], object]) -> int:
    """Answer a caller's enumeration with ``items``: write the count, and the elements if ``out`` is not NULL.

    ``size`` is the size of an element in bytes.
    """
    available = len(items)
    if not out:
        put32(count, available)
        return VkResult.SUCCESS
    written = min(u32(count), available)
    for index in range(written):
        write(out + index * size, items[index])
    put32(count, written)
    return VkResult.SUCCESS if written == available else VkResult.INCOMPLETE


def ask(
    function: int,
    arguments: tuple[int, ...],
    size: int,
    prepare: Callable[[int, int], object] | None = None,
) -> tuple[int, Memory, int]:
    """Enumerate all elements of a layer or driver; return the result, the memory with the elements, their number.

    ``prepare`` is called with the array and its length before each call that fills it. If the number grows at every
    attempt, the elements that fitted at the last one are returned; a count above ``MOST`` gives
    VK_ERROR_INITIALIZATION_FAILED.
    """
    count = memory = Memory(8)
    code, room = 0, 0
    for _ in range(_TRIES):
        code = result(function, *arguments, count.address, 0)
        room = u32(count.address)
        if code < 0 or room == 0:
            return code, count, 0
        if room > MOST:
            return VkResult.ERROR_INITIALIZATION_FAILED, count, 0
        memory = Memory(room * size)
        if prepare:
            prepare(memory.address, room)
        code = result(function, *arguments, count.address, memory.address)
        if code != VkResult.INCOMPLETE:
            break
    given = min(u32(count.address), room) if code >= 0 else 0
    return VkResult.SUCCESS if code == VkResult.INCOMPLETE else code, memory, given
