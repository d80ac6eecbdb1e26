"""Decides how the answers of several drivers to one enumeration become one answer. Never asks a driver."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from refloader.core.chain.links import OUT_OF_MEMORY
from refloader.rules import decides

_INITIALIZATION_FAILED = -3


class Group(NamedTuple):
    """A device group: its members' handles in the driver's order, and whether memory may lie in a subset."""

    members: tuple[int, ...]
    subset: bool


@decides("DEVICE-SORT-LINUX-03")
def grouped(groups: Sequence[Group], order: Sequence[int]) -> tuple[Group, ...]:
    """The groups in the order of their foremost device. Members that are not enumerated are left out."""
    rank = {handle: index for index, handle in enumerate(order)}
    return tuple(
        sorted(remaining(groups, order), key=lambda group: min(rank[each] for each in group.members))
    )


def remaining(groups: Sequence[Group], devices: Collection[int]) -> tuple[Group, ...]:
    """The groups as they are, with only these devices; one without any is gone."""
    seen = [
        group._replace(members=tuple(each for each in group.members if each in devices)) for group in groups
    ]
    return tuple(group for group in seen if group.members)


@decides("LDP_DRIVER_1", "LDP_DRIVER_2")
def joint_failure(codes: Sequence[int]) -> int | None:
    """What an enumeration over all drivers fails with, or None when one driver answered.

    A driver that fails loses its own devices only. Where all fail, memory that ran out is what is told.
    """
    if not codes or any(code >= 0 for code in codes):
        return None
    return next((code for code in codes if code in OUT_OF_MEMORY), _INITIALIZATION_FAILED)
