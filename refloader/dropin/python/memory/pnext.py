"""pNext chains: walked, and copied where the structures belong to somebody else. Never decides what stands in one."""

from collections.abc import Iterator, Sequence

from refloader.dropin.python._edge import Memory, copy, put64, words
from refloader.dropin.python.memory.objects import LOW


def nodes(chain: int) -> Iterator[tuple[int, int]]:
    """The structures of a chain in order: address and sType."""
    while chain:
        kind, following = words(chain, 2)
        yield chain, kind & LOW
        chain = following


def copied(node: int, size: int) -> Memory:
    """A copy of a structure of this size."""
    memory = Memory(size)
    copy(memory.address, node, size)
    return memory


def joined(copies: Sequence[Memory], rest: int) -> int:
    """The head of a chain of these structures with ``rest`` behind them."""
    head = rest
    for memory in reversed(copies):
        put64(memory.address + 8, head)
        head = memory.address
    return head
