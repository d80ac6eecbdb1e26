"""What is odd although nothing fails: drivers that are left out, devices and files that not everybody may open."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from refloader.host import shell
from refloader.host.port import Host, Trouble
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.comparing import OwnLoader
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.explain.of_packages import not_installed
from refloader.inspect.explain.own_loader import too_long, without_loader
from refloader.inspect.explain.stray_settings import spoilt_settings
from refloader.inspect.explain.vain_variables import vain_variables
from refloader.inspect.foreign_files import foreign_at
from refloader.inspect.libraries.loader_file import AS_DRIVER, is_the_loader
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.word_sizes import is_for_others
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable, unset_variable
from refloader.inspect.whatif.driver_repairs import change_beside_others, of_architecture, repair_of
from refloader.inspect.whatif.driver_steps import drivers_used
from refloader.inspect.whatif.driver_variables import lost_entries, vain_paths
from refloader.inspect.whatif.installing import to_mount, to_open, to_permit, who_may_read
from refloader.inspect.whatif.library_paths import beside, lacks_entry_points, right_function
from refloader.inspect.whatif.misnamed_files import in_a_folders_place, packed
from refloader.inspect.whatif.moving import to_layers
from refloader.inspect.whatif.names import unread
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.switching import ways_off
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.place import Form, Use
from refloader.model.plan import VkResult
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote, some

_OF_FOLDERS = (Use.DRIVER, Use.EXPLICIT, Use.IMPLICIT)
_OF_HOME = ("/home/", "/root/", "/var/home/")
_MOST_CLOSED = 64
_NOT_OF_PACKAGES = ("/etc/", "/usr/local/", *_OF_HOME)


def doubts_of(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield what is odd about the drivers and, if no layer is asked for, what keeps devices away."""
    yield from _of_libraries(explanation, what_if.host)
    yield from too_long(explanation.plan)
    yield from without_loader(what_if.host)
    if not explanation.meant:
        yield from _of_registry(explanation)
    if explanation.meant or explanation.result is not VkResult.SUCCESS:
        return
    found = to_mount(what_if, (Use.EXPLICIT, Use.IMPLICIT)), to_permit(what_if, _OF_FOLDERS)
    misplaced = (*packed(what_if, (Use.DRIVER,)), *in_a_folders_place(what_if, _OF_FOLDERS))
    for each in (*filter(None, found), *misplaced):
        what = "drivers" if "/icd.d" in each.because else "layers"
        yield Answer(what, State.DOUBTFUL, each.because, each.rule, None, (each,))
    for each in unread(what_if.host.variables(), explanation.plan.edition):
        what = "drivers" if "ICD" in each.what or "DRIVER" in each.what else "layers"
        yield Answer(what, State.DOUBTFUL, each.because, each.rule, None, (each,))
    yield from _without_effect(explanation, what_if)
    yield from not_installed(explanation, what_if)
    yield from vain_variables(explanation, what_if)
    yield from spoilt_settings(explanation, what_if)
    for each in (*vain_paths(what_if, explanation.there), *lost_entries(what_if)):
        yield Answer("drivers", State.DOUBTFUL, each.because, each.rule, None, (each,))
    yield from _left_out(explanation, what_if)
    yield from _no_drivers(explanation, what_if)
    # Imported here, as nothing about devices is asked with a name.
    from refloader.inspect.explain.devices import of_devices

    yield from of_devices(explanation, what_if.host)
    yield from _closed(explanation, what_if.host)


_HIDING = {
    "VK_ADD_DRIVER_FILES": ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"),
    "VK_ICD_FILENAMES": ("VK_DRIVER_FILES",),
}
"""Variables for drivers, and those beside which they have no effect."""


def _without_effect(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the variables that name drivers and are ignored beside another one."""
    values = what_if.host.variables()
    for control in explanation.controls:
        hiding = next((name for name in _HIDING.get(control.name, ()) if values.get(name)), "")
        if control.in_force or not hiding or values[hiding] == control.value:
            continue
        why = f"{control.name}={quote(control.value)} has no effect beside {hiding}={quote(values[hiding])}"
        change = set_variable(hiding, f"{values[hiding]}:{control.value}")
        plan = what_if.decide(change)
        used = sum(outcome.used for outcome in explanation.plan.drivers)
        more = plan is not None and sum(outcome.used for outcome in plan.drivers) > used
        yield Answer("drivers", State.DOUBTFUL, why, "", None, (change,) if more else (), void=control.name)


def _of_registry(explanation: Explanation) -> Iterator[Answer]:
    """Yield the values of a registry that name manifests which are gone, as an uninstalled program leaves them."""
    for each in explanation.looked:
        for value in each.values if each.place.form is Form.KEY else ():
            gone = [
                file.path for file in value.files if file.failure and file.failure.trouble is Trouble.MISSING
            ]
            if not gone or len(gone) < len(value.files):
                continue
            why = f"{quote(gone[0])} does not exist, and {each.place.path} names it: a program left it behind"
            from refloader.inspect.registry.edits import RegistryEdit  # Windows only

            edit = RegistryEdit(each.place.path, value.name)
            what = f"{edit.key}: {edit.name}"
            change = Change(ChangeKind.REMOVE_REGISTRY, what, registry=(edit,), because=why)
            yield Answer("registry", State.DOUBTFUL, why, "", value.span, (change,))


def left_behind(explanation: Explanation, name: str) -> Answer | None:
    """Answer for a name that only a value of the registry has whose manifest is gone; None if there is none."""
    found = (a for a in _of_registry(explanation) if name.lower() in a.changes[0].registry[0].name.lower())
    return next((replace(each, subject=name) for each in found), None)


def other_drivers(explanation: Explanation, own: OwnLoader, what_if: WhatIf) -> Answer:
    """Answer if the machine's own loader uses other drivers than the documents say.

    ``what_if`` asks that loader.
    """
    names = [path.rpartition("/")[2] for path in own.drivers or ()]
    late = [each.fact for each in what_if.plan.reasons if each.rule == "ENV-MINVERSION-01"]
    of_drivers = [fact for fact in late if "DRIVER" in fact]
    why = f"{f'{of_drivers[0]}; ' if of_drivers else ''}programs get {some(names) or 'no driver'}"
    wanted = set(drivers_used(explanation.plan))
    values = what_if.host.variables()
    given = values.get("VK_DRIVER_FILES") or values.get("VK_ADD_DRIVER_FILES") or ""
    separator = what_if.host.platform().system.paths.list_separator
    all_of_them = separator.join(drivers_used(explanation.plan)) if of_drivers else ""
    values_to_try = dict.fromkeys(each for each in (given, all_of_them) if each)
    changes = [set_variable("VK_ICD_FILENAMES", each) for each in values_to_try]
    for change in changes:
        plan = what_if.decide(change)
        if plan is not None and set(drivers_used(plan)) == wanted:
            changes = [change]
            break
    else:
        changes = []
    return Answer("drivers", State.DOUBTFUL, why, "", None, tuple(changes), loader=own.label)


def _left_out(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the drivers that are not there for programs, although others are; not those of the other word size."""
    sizes = Libraries(what_if.host)
    for outcome in explanation.plan.drivers:
        driver = outcome.driver
        obstacle = explanation.obstacle(driver)
        told = next((each.fact for each in driver.reasons if each.rejects), "")
        if outcome.used and obstacle and not is_for_others(driver.manifest, obstacle, explanation.word_size):
            change = change_beside_others(what_if, driver)
            why = f"the library of {quote(driver.manifest)} cannot be loaded: {obstacle}"
        elif not outcome.used and not driver.usable and told:
            layer = to_layers(what_if.host, driver.manifest)
            if layer is not None:
                yield Answer("layers", State.DOUBTFUL, layer.because, "", Span(driver.manifest), (layer,))
                continue
            change = repair_of(what_if, driver)
            why = f"{quote(driver.manifest)} is not used: {told}"
            other = foreign_at(what_if.host, driver.manifest)
            if other is not None:
                named = driver.place.source.startswith("VK_")
                what = f"take it out of {driver.place.source}" if named else f"move it to {other.place}"
                change = Change(ChangeKind.OUTSIDE, what, tried=False)
                text = f"{quote(driver.manifest)} is {other.what}, which Vulkan's loaders do not use"
                yield Answer("drivers", State.DOUBTFUL, text, "", Span(driver.manifest), (change,))
                continue
        elif not outcome.used and driver.usable and explanation.word_size in sizes.word_sizes(driver):
            change = next(of_architecture(what_if.host, driver), None)
            if change is None:
                continue
            why = change.because
        else:
            continue
        why = (change.because if change is not None else "") or why
        changes = (change,) if change is not None else ()
        doubled = change is not None and change.kind is ChangeKind.REMOVE and not change.files
        text = f"{why}; programs {'have its devices by that one' if doubled else 'do not see its devices'}"
        if obstacle.is_missing and change is not None and change.kind is ChangeKind.INSTALL:
            text += ", and if the driver was removed, its manifest is left over"
        yield Answer("drivers", State.DOUBTFUL, text, "", Span(driver.manifest), changes)


def _two_builds(explanation: Explanation, used: Sequence[Driver], host: Host) -> Iterator[Answer]:
    """Yield the drivers of which two builds are used: manifests of one name in two folders."""
    first: dict[str, Driver] = {}
    for driver in used:
        file = explanation.libraries.get((driver.manifest, driver.library_path))
        other = first.setdefault(driver.file_name, driver)
        its = explanation.libraries.get((other.manifest, other.library_path))
        if other is driver or not file or not its or host.real_path(file) == host.real_path(its):
            continue
        if explanation.obstacle(driver) or explanation.obstacle(other):
            continue
        why = (
            f"{quote(other.manifest)} and {quote(driver.manifest)} are two builds of one driver, and both are used: "
            f"programs may see each device twice"
        )
        change = Change(ChangeKind.REMOVE, driver.manifest, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), (change,))


def _closed(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield the files of drivers and of active layers that not every user may read."""
    state = state_of_closed(explanation, host)
    for driver in (outcome.driver for outcome in explanation.plan.drivers):
        path, who = _closed_driver(explanation, driver, host)
        if who:
            is_last = state is State.DEVICELESS
            why = (
                f"{who}: programs of other users {'find no driver' if is_last else 'do not get this driver'}"
            )
            subject = driver.manifest if is_last else "drivers"
            yield Answer(subject, state, why, "", Span(path), (to_open(host, path),))
    for layer in islice((each.layer for each in explanation.plan.layers if each.active), _MOST_CLOSED):
        if (change := closed_file(explanation, layer, host)) is not None:
            why = f"{change.because}: programs of other users do not get {layer.name}"
            yield Answer("layers", State.DOUBTFUL, why, "", layer.where.span, (change,))


def _closed_driver(explanation: Explanation, driver: Driver, host: Host) -> tuple[str, str]:
    """Return the file of a driver that not every user may read, and who may; both empty if there is none."""
    library = explanation.libraries.get((driver.manifest, driver.library_path))
    is_linux = explanation.platform.system is System.LINUX
    for path in (driver.manifest, library or "") if is_linux else ():
        who = who_may_read(host, path) if path and not path.startswith(_OF_HOME) else ""
        if who:
            return path, who
    return "", ""


def state_of_closed(explanation: Explanation, host: Host) -> State:
    """Return what it means that a driver is closed to other users: they have no device if every one is."""
    used = [outcome.driver for outcome in explanation.plan.drivers if outcome.used]
    usable = [driver for driver in used if not explanation.obstacle(driver)]
    every = usable and all(_closed_driver(explanation, driver, host)[1] for driver in usable)
    return State.DEVICELESS if every else State.DOUBTFUL


def _no_drivers(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the libraries of drivers that have no entry point of a driver."""
    for outcome in explanation.plan.drivers:
        driver = outcome.driver
        path = explanation.libraries.get((driver.manifest, driver.library_path))
        if not outcome.used or not path or explanation.obstacle(driver) or is_called_like_a_loader(path):
            continue
        if not lacks_entry_points(what_if.host, driver, path):
            continue
        why = (
            f"{quote(path)}, the library of {quote(driver.manifest)}, has none of the functions by which a loader "
            f"enters a driver"
        )
        changes = _other_library(what_if, driver, path)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), changes)


def _other_library(what_if: WhatIf, driver: Driver, path: str) -> tuple[Change, ...]:
    """Return the change after which a driver's name leads to a library that is a driver; empty if none is known."""
    folder = path.rpartition("/")[0]
    variable = what_if.host.variables().get("LD_LIBRARY_PATH", "")
    rest = [each for each in variable.split(":") if each and each.rstrip("/") != folder]
    change = set_variable("LD_LIBRARY_PATH", ":".join(rest)) if rest else unset_variable("LD_LIBRARY_PATH")
    libraries = Libraries(what_if.host.changed(dict(change.variables)))
    there = libraries.find(driver.library_path, driver.manifest) if variable else None
    if there is not None and there != path and lacks_entry_points(what_if.host, driver, there) is False:
        return (change,)
    return tuple(islice(beside(what_if.host, libraries, driver, ("ICD",), path), 1))


def closed_file(explanation: Explanation, layer: Layer, host: Host) -> Change | None:
    """Return the change of the files of an active layer that only their owner may read; none of the user's home.

    Without HOME it is not known which home that is.
    """
    home = host.variables().get("HOME", "").rstrip("/")
    private = (f"{home}/",) if home.startswith("/") else _OF_HOME
    library = explanation.libraries.get((layer.manifest, layer.library_path))
    needed = Libraries(host).linker.reached(library) if library else ()
    closed: list[Change] = []
    for path in (layer.manifest, library, *needed):
        if not path or path.startswith(private):
            continue
        who = who_may_read(host, path)
        if who:
            closed.append(replace(to_open(host, path), because=who))
    return _together(closed)


def _together(changes: Sequence[Change]) -> Change | None:
    """Return one change for several files that have to be made readable; the first if others are of another kind."""
    first = next(iter(changes), None)
    same = [
        each for each in changes if first is not None and (each.kind, each.value) == (first.kind, first.value)
    ]
    paths = list(dict.fromkeys(each.what for each in same))
    if first is None or len(paths) < 2 or first.kind is not ChangeKind.PERMIT:
        return first
    others = f", and likewise {some([quote(each) for each in paths[1:]])}"
    return replace(
        first,
        what=" and ".join(paths),
        because=f"{first.because}{others}",
        install=shell.line(["chmod", "a+rX", *paths]),
    )


def denied(explanation: Explanation, layer: Layer, what_if: WhatIf) -> Answer | None:
    """Answer for an active layer that a profile of AppArmor denies to the program; None if none is found."""
    program = what_if.request.executable
    library = explanation.libraries.get((layer.manifest, layer.library_path)) or ""
    folder = f"{layer.manifest.rpartition('/')[0]}/"
    if not program or explanation.platform.system is not System.LINUX:
        return None
    from refloader.inspect.confinement import denial  # here, as few runs name a program

    host = what_if.host  # the kernel judges paths without links
    near = f"{host.real_path(folder).rstrip('/')}/"
    paths = (host.real_path(layer.manifest), near, host.real_path(library) if library else "")
    found = denial(host, program, [each for each in paths if each])
    if found is None:
        return None
    at = f"{found.profile}:{found.line}"
    why = (
        f"{at} denies {quote(program)} to read {quote(found.path)}, if AppArmor has loaded that profile: "
        f"{quote(found.rule)}"
    )
    what = f"remove that line from {found.profile}, and load the profile again"
    line = shell.line(["sudo", "apparmor_parser", "-r", found.profile])
    change = Change(ChangeKind.OUTSIDE, what, install=line, tried=False)
    return Answer(layer.name, State.CONFINED, why, "", Span(found.profile, found.line), (change,))


def without_entry(layer: Layer, what_if: WhatIf) -> Answer | None:
    """Answer for an active layer whose library has no entry point of a layer; None if it has one."""
    host, libraries = what_if.host, Libraries(what_if.host)
    path = libraries.find(layer.library_path, layer.manifest) if layer.library_path else None
    if layer.library_path and is_called_like_a_loader(path or layer.library_path):
        why = f"{quote(path or layer.library_path)} is called like a loader and is no layer"
        away = Change(ChangeKind.REMOVE, layer.manifest, files=((layer.manifest, None),))
        off = tuple(ways_off(what_if, layer))
        return Answer(layer.name, State.UNLOADABLE, why, "LLP_LAYER_4", layer.where.span, (away,), off)
    if path is None or lacks_entry_points(host, layer, path) is not True:
        return None
    why = f"{quote(path)} has none of the functions by which a loader enters a layer"
    renamed = next((symbol for name, symbol in layer.functions if name in _ENTERED), "")
    if renamed:
        why = f'"functions" in its manifest names {quote(renamed)}, and {quote(path)} has no such function'
    change = right_function(host, layer, path) or next(beside(host, libraries, layer, layer.keys, path), None)
    told = (
        f"have {path} export {renamed or ' or '.join(_ENTERED)} "
        f'(extern "C", default visibility), or install the layer\'s own library there'
    )
    changes = (change or Change(ChangeKind.OUTSIDE, told, tried=False),)
    why_not = "MANIFEST-LAYER-13" if renamed else "LLP_LAYER_4"
    off = tuple(ways_off(what_if, layer))
    return Answer(layer.name, State.UNLOADABLE, why, why_not, layer.where.span, changes, off)


_ENTERED = ("vkNegotiateLoaderLayerInterfaceVersion", "vkGetInstanceProcAddr")


def _of_libraries(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield what is odd about drivers that are used."""
    used = [outcome.driver for outcome in explanation.plan.drivers if outcome.used]
    first: dict[str, str] = {}
    for driver in used:
        file = explanation.libraries.get((driver.manifest, driver.library_path))
        named = any(driver.manifest in each.manifests for each in explanation.meant)
        if not file or (named and is_the_loader(host, file)):  # the answer on the driver says so
            continue
        if is_the_loader(host, file):
            why = f"{quote(driver.manifest)} names the loader itself, {quote(file)}, as driver: {AS_DRIVER}"
            change = Change(ChangeKind.REMOVE, driver.manifest, files=((driver.manifest, None),))
            yield Answer("vkCreateInstance", State.FAILS, why, "", Span(driver.manifest), (change,))
        elif is_called_like_a_loader(file):
            why = f"{quote(driver.manifest)} names {quote(file)}, which is called like a loader and is no driver"
            change = Change(ChangeKind.REMOVE, driver.manifest, tried=False)
            yield Answer("drivers", State.DOUBTFUL, why, "", Span(driver.manifest), (change,))
        elif (other := first.get(host.real_path(file))) is not None:
            both = f"{quote(other)} and {quote(driver.manifest)} lead to the same library {quote(file)}"
            why = f"{both}: programs may see each device twice"
            of_package = driver.manifest.startswith("/usr/share/") and other.startswith(_NOT_OF_PACKAGES)
            own = other if of_package else driver.manifest
            change = Change(ChangeKind.REMOVE, own, tried=False)
            yield Answer("drivers", State.DOUBTFUL, why, "", Span(own), (change,))
        first.setdefault(host.real_path(file), driver.manifest)
    yield from _two_builds(explanation, used, host)
