"""The operations in progress, as a stack per thread: layers create instances and devices inside other creations.

A stack exists only while it is not empty. Never contains an operation that has ended.
"""

from typing import TypeVar

from refloader.dropin.python import _edge

T = TypeVar("T")


def enter(stacks: dict[int, list[T]], item: T) -> None:
    """Make ``item`` the innermost operation of the calling thread."""
    stacks.setdefault(_edge.thread(), []).append(item)


def leave(stacks: dict[int, list[T]], item: T) -> None:
    """Remove ``item`` from the operations of the calling thread."""
    thread = _edge.thread()
    stacks[thread].remove(item)
    if not stacks[thread]:
        del stacks[thread]


def innermost(stacks: dict[int, list[T]]) -> T | None:
    """Return the innermost operation of the calling thread, or None."""
    stack = stacks.get(_edge.thread())
    return stack[-1] if stack else None
