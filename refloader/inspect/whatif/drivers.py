"""Finds the smallest change after which a driver can be used."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from refloader.host.port import Kind
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.foreign_files import foreign_among
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.change import Change, ChangeKind, unset_variable
from refloader.inspect.whatif.driver_repairs import mended, of_architecture, unless_doubled
from refloader.inspect.whatif.driver_steps import (
    MOST_SECOND,
    all_together,
    also,
    gives_a_driver,
    has_driver,
    is_usable,
    pair_of,
    unset_together,
    usable_after,
    usable_drivers,
)
from refloader.inspect.whatif.driver_variables import (
    FILTER_RULES,
    NAMING_DRIVERS,
    bare_folder,
    named_as_before,
    steered,
    unloadable,
    whole_names,
)
from refloader.inspect.whatif.installing import to_mount, to_permit
from refloader.inspect.whatif.lists import file_names, regexes, separators, split_path, unexpanded
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.misnamed_files import in_a_folders_place, packed
from refloader.inspect.whatif.moving import driver_found_again
from refloader.inspect.whatif.names import misnamed_for_drivers
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.place import Use
from refloader.model.plan import DriverOutcome, Plan
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

_HOST = "/run/host/"
"""Where a container has the files of its host: a driver there is of no use if its library needs the host's."""
SOME_DRIVER = (
    "a driver, such as Mesa's: none is found here",
    "a driver, such as MoltenVK: none is found here",
)
"""What is to be installed where there is none: on other systems, and on macOS."""
_MOST, _MOST_FIRST = 80, 20
"""How many changes are tried alone, and how many as the first of a pair."""


def driver_change(what_if: WhatIf, elsewhere: tuple[Elsewhere, ...], *, steps: int = 1) -> tuple[Change, ...]:
    """Return the smallest change after which vkCreateInstance has a driver, in one or two steps.

    NONE if no tried change helps. Up to ``steps`` more may follow on a change after which more drivers are found.
    """
    untried: Change | None = None
    tried: list[Change] = []
    system, far = what_if.host.platform().system, [each.path for each in elsewhere]
    split = split_path(what_if.host.variables(), what_if.edition, far) if system is System.LINUX else ()
    if split:
        return split
    for change in what_if.alone(islice(_candidates(what_if, elsewhere), what_if.bounded(_MOST))):
        if not change.tried:
            untried = untried or change
            continue
        if gives_a_driver(what_if, change):
            return (change,)
        tried.append(change)
    pair, half = pair_of(what_if, tried[:_MOST_FIRST])
    pair = pair or unset_together(what_if, tried)
    pair = pair or (_in_steps(what_if, tried[:_MOST_FIRST], elsewhere, steps - 1) if steps else ())
    of_container = bool(elsewhere) and all(path.startswith(_HOST) for path in far)
    if pair or (half and untried is None and not of_container):
        return pair or half
    none = f"none of the changes tried gives a device{what_if.left_out}; is a driver installed?"
    found = [outcome.driver.manifest for outcome in what_if.plan.drivers]
    strangers = [foreign_among(what_if.host, [each]) for each in found]
    if untried is None and all(strangers) and (of_container or set(far) <= set(found)):
        because = next(iter(strangers), "")
        untried = Change(
            ChangeKind.INSTALL, SOME_DRIVER[system is System.MACOS], because=because, tried=False
        )
    return (untried or Change(ChangeKind.NONE, "", none),)


def _in_steps(
    what_if: WhatIf, tried: list[Change], elsewhere: tuple[Elsewhere, ...], steps: int
) -> tuple[Change, ...]:
    """Return a change after which more drivers are found, and what it takes to have one of them used; else empty."""
    for first in what_if.deep(tried):
        plan, changed = what_if.decide(first), what_if.changed(first)
        if plan is None or changed is None or len(plan.drivers) <= len(what_if.plan.drivers):
            continue
        after = WhatIf(*changed, what_if.edition, what_if.build, after=what_if)
        more = driver_change(after, elsewhere, steps=steps)
        if all(change.tried and change.kind is not ChangeKind.NONE for change in more):
            return (also(first, more[0]), *more)
    return ()


def single_driver_change(
    what_if: WhatIf, manifest: str, elsewhere: tuple[Elsewhere, ...]
) -> tuple[Change, ...]:
    """Return the smallest change after which one driver can be used; NONE if no tried change helps."""
    untried: Change | None = None
    tried: list[Change] = []
    asked: tuple[Change, ...] = ()
    for change in islice(_candidates(what_if, elsewhere), what_if.bounded(_MOST)):
        if not change.tried:
            untried = untried or (change if quote(manifest) in change.because else None)
            continue
        tried += [change] if change.kind in (ChangeKind.UNSET, ChangeKind.PRIVILEGE) else []
        there = change.value if change.kind is ChangeKind.MOVE and change.what == manifest else manifest
        if is_usable(what_if, change, there):
            return (change,)
        asked = asked or _asked_for(what_if, there, change)
    if asked and untried is None:
        return asked
    for pair in () if untried else islice(combinations(tried[:MOST_SECOND], 2), what_if.bounded(_MOST)):
        plan = what_if.decide(*pair)
        if plan is not None and has_driver(plan, manifest):
            return pair

    def helps(changes: Sequence[Change]) -> bool:
        plan = what_if.decide(*changes)
        return plan is not None and has_driver(plan, manifest)

    if untried is None and (several := all_together(tried, helps)):
        return several
    if untried is None:
        both = _both(what_if, manifest, elsewhere)
        if both:
            return both
    return (untried or Change(ChangeKind.NONE, "", "none of the changes tried has it used"),)


def _both(what_if: WhatIf, manifest: str, elsewhere: tuple[Elsewhere, ...]) -> tuple[Change, ...]:
    """Return the change by which a loader finds a driver and the one by which its library is found; empty if none."""
    half: tuple[Change, ...] = ()
    for first in islice(_candidates(what_if, elsewhere), what_if.bounded(_MOST)):
        plan = what_if.decide(first) if first.tried else None
        changed = what_if.changed(first)
        there = first.value if first.kind is ChangeKind.MOVE and first.what == manifest else manifest
        used = [o.driver for o in plan.drivers if o.used] if plan is not None else []
        driver = next((each for each in used if each.manifest == there), None)
        if driver is None or changed is None:
            continue
        for second in islice(loading_changes(changed[0], driver, ("ICD",)), MOST_SECOND):
            both = (also(first, second), second)
            if not second.tried:
                half = half or both
                continue
            used = usable_after(what_if, *both)
            mine = any(each.manifest == there for each in used)
            others = [*used, *usable_drivers(what_if.plan, what_if.host)]
            if mine and unless_doubled(second, driver, others, changed[0]) is second:
                return both
    return half


_ASK_FOR_PORTABILITY = Change(
    ChangeKind.REQUEST,
    "ppEnabledExtensionNames, and set VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR in flags",
    "VK_KHR_portability_enumeration",
    portability=True,
    because="only portability drivers are there, and the application does not ask for such",
    rule="PORTABILITY-01",
)


def _asked_for(what_if: WhatIf, manifest: str, change: Change) -> tuple[Change, ...]:
    """Return a change with the request for portability drivers, if a driver takes both; empty otherwise."""
    plan = what_if.decide(change)
    mine = [o.driver for o in plan.drivers if o.driver.manifest == manifest] if plan is not None else []
    if not any(driver.is_portability for driver in mine):
        return ()
    both, changed = what_if.decide(change, _ASK_FOR_PORTABILITY), what_if.changed(change)
    if both is None or changed is None or not has_driver(both, manifest):
        return ()
    libraries = Libraries(changed[0])
    usable = not any(libraries.obstacle(each.library_path, each.manifest) for each in mine)
    return (change, _ASK_FOR_PORTABILITY) if usable else ()


def _candidates(what_if: WhatIf, elsewhere: tuple[Elsewhere, ...]) -> Iterator[Change]:
    host, plan = what_if.host, what_if.plan
    variables = host.variables()
    system = host.platform().system
    yield from separators(variables, what_if.edition, system)
    yield from named_as_before(what_if)
    if system is System.LINUX:
        manifests = [each.path for each in elsewhere] + [outcome.driver.manifest for outcome in plan.drivers]
        yield from unexpanded(variables, what_if.edition, manifests)
    yield from misnamed_for_drivers(variables, what_if.edition)
    yield from file_names(variables, what_if.edition)
    yield from regexes(variables, what_if.edition)
    yield from whole_names(variables, plan.drivers, what_if.edition)
    yield from _named(what_if)
    told = unloadable(what_if)
    for name in _STEERING:
        if name in variables:
            entries = variables[name].split(":") if name in NAMING_DRIVERS else []
            odd = foreign_among(host, entries)
            because = f"{name} names what is no driver: {odd}" if odd else bare_folder(host, name, entries)
            change = unset_variable(name, because or steered(name, variables, plan, told, system))
            yield replace(change, rule=FILTER_RULES.get(name, ""))
    if host.elevated():
        gone = [
            name
            for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")
            if name in variables
        ]
        because = f"the process has elevated privileges, so {some(gone) if gone else 'a variable'} is ignored"
        yield Change(ChangeKind.PRIVILEGE, "the process", because=because, rule="PRIV-DRIVER-01", plain=True)
    if any(outcome.driver.is_portability and not outcome.used for outcome in plan.drivers):
        yield _ASK_FOR_PORTABILITY
    for outcome in _by_word_size(plan, Libraries(host)):
        if outcome.used:
            yield from loading_changes(host, outcome.driver, ("ICD",))
        elif not outcome.driver.usable:
            yield from mended(what_if, outcome.driver)
        else:
            yield from of_architecture(host, outcome.driver)
    yield from packed(what_if, (Use.DRIVER,))
    yield from in_a_folders_place(what_if, (Use.DRIVER,))
    for each in elsewhere:
        host.read(each.path)  # so that its text is known
        registry = host.platform().registry
        if registry is not None:
            from refloader.inspect.whatif.windows_changes import for_a_driver  # Windows only

            yield from for_a_driver(plan, registry, each.path, host.word_size())
        yield from driver_found_again(each, plan, variables, what_if.edition, host.texts())
    closed = to_permit(what_if, (Use.DRIVER,)) or to_mount(what_if, (Use.DRIVER,))
    if closed is not None:
        yield closed
    yield from _of_settings(what_if)
    yield from _no_files(what_if)


def _by_word_size(plan: Plan, libraries: Libraries) -> list[DriverOutcome]:
    """Return the drivers of a plan, those with a library for the other word size last."""

    def is_other(outcome: DriverOutcome) -> bool:
        driver = outcome.driver
        return libraries.obstacle(driver.library_path, driver.manifest).is_of_others

    return sorted(plan.drivers, key=is_other)


def _of_settings(what_if: WhatIf) -> Iterator[Change]:
    """Yield the removal of each settings file that is there: it may have programs use its own drivers alone."""
    for place in what_if.plan.places:
        if place.use is Use.SETTINGS and what_if.host.kind(place.path) is Kind.FILE:
            reason = f"has programs use its own drivers alone{_missing(what_if, place.path)}"
            if what_if.plan.devices:
                reason = "has device_configurations, and no variable for drivers has an effect beside them"
            because = f"the settings file {quote(place.path)} {reason}"
            yield Change(ChangeKind.REMOVE, place.path, files=((place.path, None),), because=because)


def _missing(what_if: WhatIf, settings: str) -> str:
    """Say which driver of a settings file is not there; empty if it has one that is."""
    places = what_if.plan.places
    own = [place.path for place in places if place.source == settings and place.use is Use.DRIVER]
    gone = [path for path in own if what_if.host.kind(path) is Kind.MISSING]
    return f", and {quote(gone[0])} does not exist" if gone and gone == own else ""


def _named(what_if: WhatIf) -> Iterator[Change]:
    """Yield the repairs of the drivers that a variable names: whoever sets it wants them."""
    for outcome in what_if.plan.drivers:
        if outcome.driver.place.source not in NAMING_DRIVERS:
            continue
        if not outcome.driver.usable:
            yield from mended(what_if, outcome.driver)
        elif outcome.used:
            changes = loading_changes(what_if.host, outcome.driver, ("ICD",))
            yield from (change for change in changes if change.edits and change.value.startswith('"./'))


def _no_files(what_if: WhatIf) -> Iterator[Change]:
    """Yield what to do about a folder in the place of a driver's manifest; that cannot be tried."""
    for reason in what_if.plan.reasons:
        path = reason.subject
        if path.endswith(".json") and what_if.host.kind(path) is Kind.FOLDER:
            because = (
                f"{quote(path)} is a folder and no manifest; a container runtime makes such a folder if the file "
                f"to be mounted there does not exist"
            )
            what = f"the manifest as {path}, a file in the place of that folder"
            yield Change(ChangeKind.INSTALL, what, because=because, tried=False)
