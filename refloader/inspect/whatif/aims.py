"""Finds the smallest change after which a driver can be used, or an active layer's library can be loaded."""

from collections.abc import Iterator, Mapping
from itertools import islice

from refloader.host.port import Host
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.libraries.looking import Libraries
from refloader.inspect.whatif.change import Change, ChangeKind, unset_variable
from refloader.inspect.whatif.edits import Edit
from refloader.inspect.whatif.lists import separators, unexpanded
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.moving import driver_found_again
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some

_STEERING = (
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_LOADER_DRIVERS_SELECT",
    "VK_LOADER_DRIVERS_DISABLE",
    "XDG_DATA_DIRS",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_HOME",
    "LD_LIBRARY_PATH",
)
"""The variables that may keep a driver out."""

_MOST = 60


def usable_drivers(plan: Plan, host: Host) -> list[Driver]:
    """Return the drivers that a plan uses and whose libraries can be loaded."""
    libraries = Libraries(host)
    used = (outcome.driver for outcome in plan.drivers if outcome.used)
    return [each for each in used if not libraries.obstacle(each.library_path, each.manifest)]


def driver_change(what_if: WhatIf, elsewhere: tuple[Elsewhere, ...]) -> Change:
    """Return the smallest change after which vkCreateInstance has a driver; NONE if no tried change helps."""
    untried: Change | None = None
    for change in islice(_driver_candidates(what_if, elsewhere), _MOST):
        if not change.tried:
            untried = untried or change
            continue
        changed = what_if.changed(change)
        plan = what_if.decide(change)
        works = plan is not None and plan.result is VkResult.SUCCESS
        if works and plan is not None and changed is not None and usable_drivers(plan, changed[0]):
            return change
    return untried or Change(
        ChangeKind.NONE, "", "none of the changes tried gives a device; is a driver installed?"
    )


def driver_loading_change(what_if: WhatIf, driver: Driver) -> Change | None:
    """Return the smallest change after which the library of one driver can be loaded; None if none is known."""
    untried: Change | None = None
    for change in islice(loading_changes(what_if.host, driver, ("ICD",)), _MOST):
        if not change.tried:
            untried = untried or change
            continue
        changed, plan = what_if.changed(change), what_if.decide(change)
        usable = usable_drivers(plan, changed[0]) if plan is not None and changed is not None else []
        if any(each.manifest == driver.manifest for each in usable):
            return change
    return untried


def instance_change(what_if: WhatIf) -> Change:
    """Return the removal of a file after which vkCreateInstance no longer fails; NONE if none helps."""
    plan = what_if.plan
    files = [(file.path, file.reasons) for file in plan.unread]
    files += [(outcome.driver.manifest, outcome.driver.reasons) for outcome in plan.drivers]
    for path, reasons in files[:_MOST]:
        fact = f"{quote(path)} is in the way{f': {reasons[0].fact}' if reasons else ''}"
        change = Change(ChangeKind.REMOVE, path, files=((path, None),), because=fact)
        after = what_if.decide(change)
        if after is not None and after.result is VkResult.SUCCESS:
            return change
    return Change(ChangeKind.NONE, "", "none of the changes tried lets vkCreateInstance succeed")


def _driver_candidates(what_if: WhatIf, elsewhere: tuple[Elsewhere, ...]) -> Iterator[Change]:
    host, plan = what_if.host, what_if.plan
    variables = host.variables()
    system = host.platform().system
    yield from separators(variables, what_if.edition, system)
    if system is System.LINUX:
        yield from unexpanded(variables, what_if.edition)
    for name in _STEERING:
        if name in variables:
            because = _steered(name, variables, plan.reasons)
            yield unset_variable(name, because)
    if any(outcome.driver.is_portability and not outcome.used for outcome in plan.drivers):
        because = "only portability drivers are there, and the application does not ask for such"
        yield Change(
            ChangeKind.REQUEST,
            "ppEnabledExtensionNames and flags",
            "VK_KHR_portability_enumeration and VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR",
            portability=True,
            because=because,
            rule="PORTABILITY-01",
        )
    for outcome in plan.drivers:
        if outcome.used:
            yield from loading_changes(host, outcome.driver, ("ICD",))
    for each in elsewhere:
        yield from driver_found_again(each, plan, variables, what_if.edition, host.texts())


def _steered(name: str, variables: Mapping[str, str], reasons: tuple[Reason, ...]) -> str:
    """Say what a variable does to the drivers."""
    value = variables[name]
    found = [
        reason.fact for reason in reasons if reason.subject == name and reason.severity is Severity.WARNING
    ]
    gone = [each.subject for each in reasons if f"from {name}" in each.fact and "does not exist" in each.fact]
    if gone and name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        return f"{name} names only what is not there: {some([quote(each) for each in gone])}"
    if found:
        return found[0]
    if name.startswith("VK_LOADER"):
        return f"{name}={quote(value)} leaves no driver over"
    return f"{name}={quote(value)} leads past the drivers that are installed"


def loading_change(what_if: WhatIf, layer: Layer) -> Change | None:
    """Return the smallest change after which an active layer's library can be loaded; None if none is known."""
    untried: Change | None = None
    for change in islice(_layer_candidates(what_if, layer), _MOST):
        if not change.tried:
            untried = untried or change
        elif loads_after(what_if, layer.name, change):
            return change
    return untried


def _layer_candidates(what_if: WhatIf, layer: Layer) -> Iterator[Change]:
    twins = [outcome.layer for outcome in what_if.plan.layers if outcome.layer.name == layer.name]
    if len(twins) > 1 and twins[0].manifest == layer.manifest:
        libraries = Libraries(what_if.host)
        why = libraries.obstacle(layer.library_path, layer.manifest)
        because = (
            f"{quote(layer.manifest)} comes first of {len(twins)} manifests that define it, and its library "
            f"cannot be loaded: {why}"
        )
        size = "32" if what_if.host.word_size() != 32 else "64"
        if f"{size}-bit" in why:
            edit = Edit(layer.manifest, (*layer.keys, "library_arch"), size)
            yield Change(ChangeKind.EDIT, edit.what, edit.text, edits=(edit,), because=because)
        yield Change(ChangeKind.REMOVE, layer.manifest, files=((layer.manifest, None),), because=because)
    yield from loading_changes(what_if.host, layer, layer.keys)


def loads_after(what_if: WhatIf, name: str, *changes: Change) -> bool:
    """True if a layer is active after some changes and its library can be loaded then."""
    plan, changed = what_if.decide(*changes), what_if.changed(*changes)
    if plan is None or changed is None:
        return False
    libraries = Libraries(changed[0])
    active = (outcome.layer for outcome in plan.layers if outcome.active and outcome.layer.name == name)
    first = next(active, None)
    return first is not None and not libraries.obstacle(first.library_path, first.manifest)
