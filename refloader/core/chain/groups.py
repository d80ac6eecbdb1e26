"""Decides how the answers of several drivers to one enumeration are merged. Does not call drivers."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from refloader.core.chain.links import OUT_OF_MEMORY
from refloader.rules import decides

_INITIALIZATION_FAILED = -3


class Group(NamedTuple):
    """A device group: its members' handles, and its subsetAllocation flag."""

    members: tuple[int, ...]
    subset: bool


@decides("DEVICE-SORT-LINUX-03")
def grouped(groups: Sequence[Group], order: Sequence[int]) -> tuple[Group, ...]:
    """Return the groups and their members in the order of the devices, without members that are not enumerated."""
    rank = {handle: index for index, handle in enumerate(order)}
    seen = [
        group._replace(members=tuple(sorted(group.members, key=rank.__getitem__)))
        for group in remaining(groups, order)
    ]
    return tuple(sorted(seen, key=lambda group: rank[group.members[0]]))


@decides("DEVICE-SORT-LINUX-03")
def selected_first(groups: Sequence[Group], selected: Collection[int]) -> tuple[Group, ...]:
    """Return the groups, first all those with a device that VK_LOADER_DEVICE_SELECT names, as in the field."""
    return tuple(sorted(groups, key=lambda group: not any(member in selected for member in group.members)))


def remaining(groups: Sequence[Group], devices: Collection[int]) -> tuple[Group, ...]:
    """Return the groups with only these devices as members, without the groups that have none."""
    seen = [
        group._replace(members=tuple(each for each in group.members if each in devices)) for group in groups
    ]
    return tuple(group for group in seen if group.members)


@decides("LDP_DRIVER_1", "LDP_DRIVER_2")
def joint_failure(codes: Sequence[int]) -> int | None:
    """Return the error of an enumeration over all drivers, or None if at least one driver succeeded.

    A driver that fails loses only its own devices. If all fail, an out-of-memory error takes precedence.
    """
    if not codes or any(code >= 0 for code in codes):
        return None
    return next((code for code in codes if code in OUT_OF_MEMORY), _INITIALIZATION_FAILED)
