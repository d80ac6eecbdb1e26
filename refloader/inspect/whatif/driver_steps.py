"""Says which drivers are used after a change, and finds two changes where neither helps alone."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, islice

from refloader.host.port import Host
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.plan import Plan, VkResult

MOST_SECOND = 8
"""How many second changes are tried for each first one."""

_MOST_DRIVERS = 40
"""For how many drivers a second change is looked for: each time, folders are searched for its library."""


def usable_drivers(plan: Plan, host: Host) -> list[Driver]:
    """Return the drivers that a plan uses and whose libraries can be loaded."""
    libraries = Libraries(host)
    used = (outcome.driver for outcome in plan.drivers if outcome.used)
    return [each for each in used if not libraries.obstacle(each.library_path, each.manifest)]


def usable_after(what_if: WhatIf, *changes: Change) -> list[Driver]:
    """Return the drivers that a loader uses after some changes, and whose libraries can be loaded then."""
    plan, changed = what_if.decide(*changes), what_if.changed(*changes)
    return usable_drivers(plan, changed[0]) if plan is not None and changed is not None else []


def gives_a_driver(what_if: WhatIf, *changes: Change) -> bool:
    """Whether vkCreateInstance succeeds after some changes, with a driver whose library can be loaded."""
    plan, changed = what_if.decide(*changes), what_if.changed(*changes)
    works = plan is not None and changed is not None and plan.result is VkResult.SUCCESS
    return works and plan is not None and changed is not None and bool(usable_drivers(plan, changed[0]))


def pair_of(what_if: WhatIf, tried: list[Change]) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
    """Return two changes that help together, and two of which the second one is an installation."""
    before = sum(outcome.used for outcome in what_if.plan.drivers)
    half: tuple[Change, ...] = ()
    for first in what_if.deep(tried):
        plan, changed = what_if.decide(first), what_if.changed(first)
        if plan is None or changed is None:
            continue
        used = [outcome.driver for outcome in plan.drivers if outcome.used]
        for driver in used[:_MOST_DRIVERS] if len(used) > before else ():
            for second in what_if.deep(islice(loading_changes(changed[0], driver, ("ICD",)), MOST_SECOND)):
                both = (also(first, second), second)
                if not second.tried:
                    half = half or both
                elif second.what != first.what and gives_a_driver(what_if, *both):
                    return both, half
    return (), half


def also(first: Change, second: Change) -> Change:
    """Return the first of two changes, which says what is wrong where both help."""
    return replace(first, because="; and ".join(each.because for each in (first, second) if each.because))


def unset_together(what_if: WhatIf, tried: Sequence[Change]) -> tuple[Change, ...]:
    """Return two variables that together keep all drivers out: one counts only once the other is gone."""
    unsets = [change for change in tried if change.kind is ChangeKind.UNSET][:MOST_SECOND]
    found = next(
        (pair for pair in what_if.deep(combinations(unsets, 2)) if gives_a_driver(what_if, *pair)), ()
    )
    return (also(*found), found[1]) if found else ()


def all_together(tried: Sequence[Change], helps: Callable[[Sequence[Change]], bool]) -> tuple[Change, ...]:
    """Return those of some changes without which the others do not help; empty if all of them do not."""
    found = list(tried[:MOST_SECOND])
    if len(found) < 2 or not helps(found):
        return ()
    for each in tuple(found):
        rest = [other for other in found if other is not each]
        found = rest if rest and helps(rest) else found
    return tuple(found)


def drivers_used(plan: Plan) -> tuple[str, ...]:
    """Return the manifests of the drivers that a plan uses."""
    return tuple(outcome.driver.manifest for outcome in plan.drivers if outcome.used)


def has_driver(plan: Plan, manifest: str) -> bool:
    """Whether a plan uses the driver of a manifest."""
    return manifest in drivers_used(plan)


def is_usable(what_if: WhatIf, change: Change, manifest: str) -> bool:
    """Whether one driver is used after a change, and its library can be loaded."""
    return any(each.manifest == manifest for each in usable_after(what_if, change))
