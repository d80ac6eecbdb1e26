"""Removals of several files at once: of what keeps a loader from making any instance while one of them is left.

Older releases refuse every instance if there is a manifest that they cannot read. With two such files, the removal of
either changes nothing.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.text import quote, some

FAILED = (VkResult.OUT_OF_HOST_MEMORY, VkResult.INITIALIZATION_FAILED)
"""The results of vkCreateInstance if a file keeps a loader from making an instance."""

_MOST = 8

File: TypeAlias = tuple[str, Sequence[Reason]]
"""The path of a file, and why it gives no layer or driver."""


def removal_of(files: Sequence[File]) -> Change:
    """Return the removal of some files together, each with the reasons why a loader cannot use it."""
    paths = [path for path, _ in files]
    fact = next((f": {reasons[0].fact}" for _, reasons in files if reasons), "")
    named = [quote(path) for path in paths]
    which = (
        f"{named[0]} is"
        if len(paths) == 1
        else f"{' and '.join(named) if len(paths) == 2 else some(named, 2)} are"
    )
    return Change(
        ChangeKind.REMOVE,
        " and ".join(paths),
        files=tuple((path, None) for path in paths),
        because=f"{which} in the way{fact}",
    )


def fewest(files: Sequence[File], helps: Callable[[Change], bool]) -> Change | None:
    """Return the removal of the fewest of some files that helps; None if that of all does not."""
    left = list(files[:_MOST])
    if len(left) < 2 or not helps(removal_of(left)):
        return None
    for file in tuple(left):
        rest = [each for each in left if each != file]
        if rest and helps(removal_of(rest)):
            left = rest
    return removal_of(left)


def in_the_way(plan: Plan, decide: Callable[[Change], Plan | None]) -> list[File]:
    """Return the files that give no layer and fail every instance of a plan, each with its reasons.

    A release that refuses an instance may stop at the first such file: the next one shows when that is away.
    """
    found: list[File] = []
    after: Plan | None = plan
    while after is not None and after.result in FAILED and len(found) < _MOST:
        new = [(file.path, file.reasons) for file in after.unread]
        new = [each for each in new if each not in found]
        if not new:
            break
        found += new[: _MOST - len(found)]
        after = decide(removal_of(found))
    return found
