"""Walks pNext chains, and copies structures that must not be changed. Never decides what a chain contains."""

from collections.abc import Iterator, Sequence

from refloader.dropin.python._edge import Memory, copy, members, put64


def nodes(chain: int) -> Iterator[tuple[int, int]]:
    """Yield the structures of a chain in order, as address and sType."""
    while chain:
        kind, following = members(chain, 2, 1)
        yield chain, kind
        chain = following


def copied(node: int, size: int) -> Memory:
    """Return a copy of a structure of this size."""
    memory = Memory(size)
    copy(memory.address, node, size)
    return memory


def joined(copies: Sequence[Memory], rest: int) -> int:
    """Link these structures, with ``rest`` after the last, and return the head of the chain."""
    head = rest
    for memory in reversed(copies):
        put64(memory.address + 8, head)
        head = memory.address
    return head
