"""What each thread is in the middle of: a stack for each, as layers make instances and devices inside others.

A stack is there only as long as something is on it. Never holds what has ended.
"""

from typing import TypeVar

from refloader.dropin.python import _edge

T = TypeVar("T")


def enter(stacks: dict[int, list[T]], item: T) -> None:
    """From now on this is the innermost of the calling thread."""
    stacks.setdefault(_edge.thread(), []).append(item)


def leave(stacks: dict[int, list[T]], item: T) -> None:
    """The calling thread is no longer in it."""
    thread = _edge.thread()
    stacks[thread].remove(item)
    if not stacks[thread]:
        del stacks[thread]


def innermost(stacks: dict[int, list[T]]) -> T | None:
    """What the calling thread is in, None where it is in nothing."""
    stack = stacks.get(_edge.thread())
    return stack[-1] if stack else None
