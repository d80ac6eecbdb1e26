"""The protocol of counted answers: how many there are, or as many as fit. Never decides what the answer is."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from refloader.dropin.python._edge import Memory, put32, result, u32
from refloader.dropin.python.generated.layouts import VkResult

T = TypeVar("T")
MOST = 1 << 16
"""More elements than this no layer or driver has; a larger count is rubbish."""
_TRIES = 4


def answer(count: int, out: int, size: int, items: Sequence[T], write: Callable[[int, T], object]) -> int:
    """Give ``items`` to a caller with a counter and perhaps an array of elements of ``size`` bytes."""
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
    """Everything a layer or driver has to answer: its result, the memory it lies in, the number of elements.

    ``prepare`` is given the array and its length before the call. From a party whose number grows each time it is
    asked what fitted the last time is taken; a number that makes no sense is VK_ERROR_INITIALIZATION_FAILED.
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
