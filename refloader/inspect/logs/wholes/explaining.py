"""Causes that explain how a text ends: of drivers that are not there, of extensions, of layers and variables."""

import re
from collections.abc import Iterator
from itertools import islice

from refloader.host import shell
from refloader.inspect.libraries.near_names import STEPS, near_names
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import typical
from refloader.inspect.logs.wholes.named_cards import OF_CARDS
from refloader.model.place import Use
from refloader.model.registry import extensions
from refloader.model.text import file_name, quote, some

_PINNING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
_OF_LAVAPIPE = re.compile(r"(?:lvp|lavapipe)_icd\b.{0,20}\.json$")
_MOST = 64
"""The most extensions, and entries of a variable, of which one of nearly the name is looked for."""

_SNAP = re.compile(r"/snap/(?P<name>[\w-]{1,60})/")


def explaining(log: Log) -> Iterator[Event]:
    """Yield the causes that the text as a whole has for how it ends."""
    yield from _unknown_extension(log)
    yield from _named_beside_listing(log)
    yield from _pinned_drivers(log)
    yield from _pinned_to_the_processor(log)
    yield from _selected_by_path(log)
    yield from _ignored_of_privileged(log)
    yield from _overriding(log)
    yield from _empty_snap(log)
    yield from _second_of_one_name(log)
    yield from _left_out_by_list(log)


def _unknown_extension(log: Log) -> Iterator[Event]:
    """Yield that a program asks for an extension that no release of Vulkan has: mostly a slip of the pen."""
    unknown: dict[str, Event] = {}
    for event in log.events:
        if event.kind is EventKind.LACKED and event.subject not in extensions():
            unknown.setdefault(event.subject, event)
    for event in islice(unknown.values(), _MOST):
        near = near_names(event.subject, extensions(), 1, 0.85, STEPS // _MOST)
        if near:
            why = f"no extension is called {event.subject}: Vulkan has {near[0]}"
            fix = f"correct the name in the program: {near[0]}"
            yield Event(EventKind.CONCLUDED, event.line, event.subject, why, fix=fix)
            return


_NAMING = (*_PINNING, "VK_ADD_DRIVER_FILES", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH")


def _named_beside_listing(log: Log) -> Iterator[Event]:
    """Yield that a variable names a path of which the listing of a folder above has no such part."""
    for name in _NAMING:
        entries = log.variables.get(name, "").split(":")
        for path in entries[:_MOST]:
            folder = next((each for each in log.listings.folders if _below(path, each)), "")
            above = path.removesuffix(_below(path, folder))
            part, _, below = _below(path, folder).partition("/")
            there = log.listings.holds(folder.rstrip("/")) if folder else []
            is_file = not below and part.endswith(".json") and any(each.endswith(".json") for each in there)
            is_file = is_file and not any(
                event.subject == path for event in log.events
            )  # which says so itself
            if not folder or not (below or is_file) or not there or part in there:
                continue
            like = [each for each in there if _without_numbers(each) == _without_numbers(part)]
            if is_file and not like:
                fitting = [each for each in there if bool(_NARROW.search(each)) is bool(_NARROW.search(part))]
                like = near_names(part, fitting, 1, 0.75, STEPS // _MOST)
            other = f"{above}{like[-1]}{'/' if below else ''}{below}" if like else ""
            value = ":".join(other if each == path else each for each in entries)
            has = some([quote(each) for each in there], 4)
            why = f"{name} names {quote(path)}, and {quote(folder)} has no {quote(part)}: it has {has}"
            change = f"set {name}={shell.line([value])}, or " if other else ""
            file = log.variable_files.get(name, "")
            remove = f", and remove it from {file}, which sets it; then log in again" if file else ""
            line = log.variable_lines.get(name, log.listings.folders[folder])
            yield Event(EventKind.CONCLUDED, line, path, why, fix=f"{change}unset {name}{remove}")
            return


def _below(path: str, folder: str) -> str:
    """Return what a path has below a folder, which may stand below "~"; empty if it lies elsewhere."""
    home = re.match(r"/(?:home|Users)/[^/]+", path) if folder.startswith("~/") else None
    above = f"{home[0]}{folder[1:]}" if home is not None else folder
    return path.removeprefix(f"{above.rstrip('/')}/") if path.startswith(f"{above.rstrip('/')}/") else ""


_NO_SUCH_NUMBER = "is not present, GPU count"
"""What vkcube says of the number of a device that it is to use, and words of the row of the table for it."""


def _left_out_by_list(log: Log) -> Iterator[Event]:
    """Yield that a variable leaves out the driver of a card of the text, if a device is missed by its number."""
    rows = (e for e in log.events if e.message and _NO_SUCH_NUMBER.lower() in e.message.message.words)
    missed = next(rows, None)
    name = next((each for each in _PINNING if log.variables.get(each)), "")
    if missed is None or not name or _is_unset(log, name, missed.line):
        return
    value = log.variables[name]
    folder = next((each for each in log.listings.folders if each.rstrip("/").endswith("/icd.d")), "")
    there = log.listings.holds(folder.rstrip("/")) if folder else []
    files = [each for each in there if each.endswith(".json")]
    others = [each for each in files if each not in value and not _NARROW.search(each)]
    others = [each for each in others if _of_other_card(log, each, value)]
    if others and any(each in value for each in files):
        why = f"{name} names {quote(value)} alone, and leaves out {some([quote(each) for each in others], 4)}"
        file = log.variable_files.get(name, "")
        away = f", and remove it from {file}, which sets it; then log in again" if file else ""
        yield Event(
            EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=f"unset {name}{away}"
        )


def _is_unset(log: Log, name: str, line: int) -> bool:
    """True if a command before a line takes a variable away."""
    taking = re.compile(rf"\b(?:unset|env -u) [\w ]*\b{name}\b")
    return any(taking.search(run.command) for run in log.runs if run.line <= line)


def _of_other_card(log: Log, manifest: str, value: str) -> bool:
    """True if a manifest is of a driver for a card of the text, whose maker has none among those that are named."""
    texts = (*log.graphics, *log.named_cards, *(run.command for run in log.runs))
    for maker, drivers in OF_CARDS.items():
        if drivers.search(manifest) and not drivers.search(value):
            is_run = maker == "NVIDIA" and any("prime-run" in run.command for run in log.runs)
            return is_run or any(maker in each or drivers.search(each) for each in texts)
    return False


_NARROW = re.compile(r"i[3-6]86|x86(?!_64)|32")
"""Part of the name of a manifest for 32-bit programs."""


def _without_numbers(name: str) -> str:
    """Return the name of a file with one sign for each number, as names of releases differ in these."""
    return re.sub(r"\d+", "0", name)


def _pinned_drivers(log: Log) -> Iterator[Event]:
    """Yield that a variable leaves in one driver, which lacks an extension of instances that a program needs."""
    lacked = next((e for e in log.events if e.kind is EventKind.LACKED and e.why != "no device"), None)
    name = next((each for each in _PINNING if log.variables.get(each, "").endswith(".json")), "")
    if lacked is None or not name or lacked.subject not in extensions():
        return
    if any(
        each.kind in (EventKind.LINKER, EventKind.DRIVER_FAILED, EventKind.BAD_FILE, EventKind.OTHER_BITS)
        for each in log.events
    ):
        return  # why that driver fails is worth more
    value = log.variables[name]
    file = log.variable_files.get(name, "")
    why = (
        f"{name} leaves in no driver but {quote(value)}, and {lacked.subject} is not among what that offers: "
        "the other drivers of the machine are not asked"
    )
    fix = f"unset {name}" + (f", and remove it from {file}, which sets it; then log in again" if file else "")
    yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, lacked.line), name, why, fix=fix)


def _pinned_to_the_processor(log: Log) -> Iterator[Event]:
    """Yield that a variable leaves in no driver but lavapipe, if a card gives no device."""
    devices = [event for event in log.events if event.kind is EventKind.DEVICE]
    name = next((each for each in _PINNING if log.variables.get(each)), "")
    entries = log.variables[name].split(":") if name else []
    if Sign.COMPLAINT not in log.signs:
        return  # somebody may want it so
    if not devices or not entries or not all(PROCESSOR.search(each.subject) for each in devices):
        return
    if not all(_OF_LAVAPIPE.match(each.rpartition("/")[2]) for each in entries):
        return
    value, file = log.variables[name], log.variable_files.get(name, "")
    why = f"{name} leaves in no driver but {quote(value)}, which is the processor: that of the card is not asked"
    fix = f"unset {name}" + (f", and remove it from {file}, which sets it; then log in again" if file else "")
    yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, devices[0].line), name, why, fix=fix)


def _selected_by_path(log: Log) -> Iterator[Event]:
    """Yield that a filter of drivers holds a path, where the names of files are compared."""
    for name in ("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"):
        value = log.variables.get(name, "")
        if "/" in value:
            last = value.rpartition("/")[2]
            why = (
                f"{name}={quote(value)} has a path, and drivers are compared by the names of their manifests alone: "
                "it fits none"
            )
            fix = f"set {name}={shell.line([last])}, or unset {name}" if last else f"unset {name}"
            yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)
            return


_OF_LAYERS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH")
_UNFOUND = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)


def _ignored_of_privileged(log: Log) -> Iterator[Event]:
    """Yield that a program with privileges does not find a layer that a variable names; the text has no search."""
    program = log.signs.get(Sign.CAPABILITIES, "") or log.signs.get(Sign.SETUID, "")
    name = next((each for each in _OF_LAYERS if log.variables.get(each)), "")
    missing = next((each for each in log.events if each.kind in _UNFOUND), None)
    runs = any(program.rpartition("/")[2] in run.command for run in log.runs)
    if not program or not name or missing is None or not runs or typical(log.searches, Use.EXPLICIT):
        return
    has = Sign.CAPABILITIES in log.signs
    what = "file capabilities" if has else "the set-user-ID bit"
    why = f"{name} is ignored, as {program} has elevated privileges ({what}): the layer in its folder is not found"
    take = f"sudo setcap -r {shell.operand(program)}" if has else f"sudo chmod u-s {shell.operand(program)}"
    fix = f"{take}, or put the manifest into /etc/vulkan/explicit_layer.d, which is searched all the same"
    yield Event(EventKind.CONCLUDED, missing.line, program, why, fix=fix)


_OVERRIDES = re.compile(r"[/~].{0,1024}")


def _overriding(log: Log) -> Iterator[Event]:
    """Yield that an override layer has folders of its own searched, where a layer without a name is not found.

    Where the name is known, the answer on that layer has the same change. On Windows the registry names it.
    """
    replaced = next(
        (e for e in log.events if e.kind is EventKind.OVERRIDE and _OVERRIDES.match(e.subject)), None
    )
    missing = [each for each in log.events if each.kind in _UNFOUND]
    if replaced is None or not missing or any(each.kind is EventKind.NOT_FOUND for each in missing):
        return
    ends = next((run.line for run in log.runs if run.line > replaced.line), None)
    if not any(replaced.line < e.line and (ends is None or e.line < ends) for e in missing):
        return  # the layer was missing in another run, or before the override layer was there
    file = next((path for path in log.manifests if path.endswith("/VkLayer_override.json")), "")
    of = f", {quote(file)}," if file else ""
    why = (
        f"the override layer of the configurator (vkconfig){of} has explicit layers searched in "
        f"{quote(replaced.subject)} alone, and a layer that is asked for is not found there"
    )
    fix = (
        f"reset the overrides in the configurator (vkconfig), or remove what it left: rm "
        f"{shell.operand(file) if file else '~/.local/share/vulkan/implicit_layer.d/VkLayer_override.json'}"
    )
    yield Event(EventKind.CONCLUDED, replaced.line, "VK_LAYER_LUNARG_override", why, fix=fix)


def _empty_snap(log: Log) -> Iterator[Event]:
    """Yield that a snap has no manifests of drivers, if the search in it found none."""
    search = typical(log.searches, Use.DRIVER)
    found = next((m for place in (search.places if search else ()) if (m := _SNAP.search(place))), None)
    none_left = next((each for each in log.events if each.kind is EventKind.NO_DRIVER), None)
    if search is None or found is None or search.files or none_left is None:
        return
    name = found["name"]
    why = (
        f"the snap {name} has no manifest of a driver in the folders that its programs search: "
        "they do not see those of the machine"
    )
    fix = (
        f"snap connections {name} shows whether it has a plug for drivers (gpu-2404, graphics-core22): connect it "
        f"(sudo snap install mesa-2404, sudo snap connect {name}:gpu-2404 mesa-2404:gpu-2404); without one, the snap "
        "has to be built with mesa-vulkan-drivers or with that plug, or take a build of the program that is no snap"
    )
    yield Event(EventKind.CONCLUDED, none_left.line, name, why, fix=fix)


def _second_of_one_name(log: Log) -> Iterator[Event]:
    """Yield that a layer was taken from the first of two manifests of one name, if somebody wonders about that."""
    if not log.wondered:
        return
    for search in log.searches:
        by_name: dict[str, list[str]] = {}
        for path in search.files if search.use in (Use.EXPLICIT, Use.IMPLICIT, None) else ():
            by_name.setdefault(file_name(path), []).append(path)
        for paths in by_name.values():
            folder = paths[0].rpartition("/")[0]
            inside = [
                e for e in log.events if e.kind is EventKind.INSERTED and e.why.startswith(folder + "/")
            ]
            if len(paths) > 1 and inside:
                why = (
                    f"{some([quote(each) for each in paths])} are manifests of one layer: the loader takes "
                    f"{inside[0].subject} from the first that it finds, {quote(paths[0])}"
                )
                fix = f"remove or update the one that is not wanted: rm {shell.operand(paths[0])}"
                yield Event(EventKind.CONCLUDED, inside[0].line, inside[0].subject, why, fix=fix)
                return
