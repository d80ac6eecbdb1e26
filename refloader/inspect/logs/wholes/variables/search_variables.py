"""Variables whose values cannot do what they are set for: a filter that hides a layer, a path that is relative."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.host.globs import fits_glob
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.model.text import quote, some

_OF_DRIVERS = ("VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES")
_OF_LAYERS = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH")
_LACKING_LAYER = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)
_LACKING_DRIVER = (EventKind.NO_DRIVER, EventKind.NO_DEVICE)
_RELATIVE = re.compile(r"^(?:\.{1,2}/|[A-Za-z][\w.-]*/|[\w.-]+\.json$)")
_EVERY = {"~all~": "every layer", "~explicit~": "every explicit layer"}


def asked_wrongly(log: Log) -> Iterator[Event]:
    """Yield the variables that keep a layer or a driver away which the text misses."""
    yield from _filtered_away(log)
    yield from _switched_and_filtered(log)
    yield from _filtered_devices(log)
    yield from _unexpanded(log)
    yield from _named_elsewhere(log)
    yield from _below_itself(log)
    yield from _in_an_unread_file(log)


def _filtered_away(log: Log) -> Iterator[Event]:
    """Yield that VK_LOADER_LAYERS_DISABLE takes away a layer that is not found."""
    value = log.variables.get("VK_LOADER_LAYERS_DISABLE", "")
    allowed = log.variables.get("VK_LOADER_LAYERS_ALLOW", "").split(",")
    missing = [event.subject for event in log.events if event.kind is EventKind.NOT_FOUND]
    for part in value.split(",") if value else ():
        by_name = [name for name in missing if fits_glob(name.lower(), part.strip().lower())]
        hit = missing[:1] if part.strip() in _EVERY else by_name
        hit = [name for name in hit if not any(each and fits_glob(name, each) for each in allowed)]
        if hit:
            what = _EVERY.get(part.strip(), f"layers called {quote(part.strip())}")
            why = (
                f"VK_LOADER_LAYERS_DISABLE={quote(value)} turns {what} off, {hit[0]} too, so that the loader does "
                "not list it"
            )
            line = log.variable_lines.get("VK_LOADER_LAYERS_DISABLE", 0)
            file = log.variable_files.get("VK_LOADER_LAYERS_DISABLE", "")
            fix = "unset VK_LOADER_LAYERS_DISABLE" + (f", and remove it from {file}" if file else "")
            fix += f", or let this one through: VK_LOADER_LAYERS_ALLOW={shell.assigned(hit[0])}"
            yield Event(EventKind.CONCLUDED, line, "VK_LOADER_LAYERS_DISABLE", why, fix=fix)
            return


_OF_IMPLICIT = ("~implicit~", "~all~", "*")
_SWITCHES = {
    "MANGOHUD": "MangoHud",
    "ENABLE_VKBASALT": "vkBasalt",
    "OBS_VKCAPTURE": "obs-vkcapture",
    "ENABLE_VULKAN_RENDERDOC_CAPTURE": "RenderDoc",
}


def _switched_and_filtered(log: Log) -> Iterator[Event]:
    """Yield that one variable switches a layer on and VK_LOADER_LAYERS_DISABLE turns all of its kind off."""
    value = log.variables.get("VK_LOADER_LAYERS_DISABLE", "")
    part = next((each.strip() for each in value.split(",") if each.strip() in _OF_IMPLICIT), "")
    allowed = any(log.variables.get(each) for each in ("VK_LOADER_LAYERS_ALLOW", "VK_LOADER_LAYERS_ENABLE"))
    on = next((each for each in _SWITCHES if log.variables.get(each, "0") not in ("", "0")), "")
    inside = " ".join((*log.inserted, *(name for chain in log.chains for name in chain))).lower()
    if not part or not on or allowed or _SWITCHES[on].lower().replace("-", "_") in inside:
        return
    why = (
        f"{on}={log.variables[on]} switches {_SWITCHES[on]} on, and VK_LOADER_LAYERS_DISABLE={value} turns every "
        "implicit layer off: the filter counts"
    )
    file = log.variable_files.get("VK_LOADER_LAYERS_DISABLE", "")
    fix = "unset VK_LOADER_LAYERS_DISABLE" + (f", and remove it from {file}" if file else "")
    fix += f", or let it through: VK_LOADER_LAYERS_ALLOW=*{_SWITCHES[on].lower().partition('-')[0]}*"
    line = log.variable_lines.get("VK_LOADER_LAYERS_DISABLE", 0)
    yield Event(EventKind.NOTED, line, "VK_LOADER_LAYERS_DISABLE", why, fix=fix)


_FILTERS = ("DXVK_FILTER_DEVICE_NAME", "VKD3D_FILTER_DEVICE_NAME", "WGPU_ADAPTER_NAME", "--vulkan-device")
"""What has DXVK, VKD3D, wgpu and mpv use a device of one name alone."""

_UUID = re.compile(r"[0-9A-Fa-f:-]{16,}")


def _filtered_devices(log: Log) -> Iterator[Event]:
    """Yield that a variable or an option has a program use a device of a name that none of the devices has."""
    listed = list(dict.fromkeys(event.subject for event in log.events if event.kind is EventKind.DEVICE))
    devices = [each for each in listed if not PROCESSOR.search(each)]
    missing = any(_has_no_device(event) for event in log.events)
    for name in _FILTERS if missing and devices else ():
        value = log.variables.get(name, "")
        is_whole = name == "--vulkan-device"
        fits = value in listed if is_whole else any(value.lower() in each.lower() for each in listed)
        if value and value != "help" and not _UUID.fullmatch(value) and not fits:
            names = some([quote(each) for each in devices], 4)
            lacks = (
                "is another name, and mpv compares the whole of it"
                if is_whole
                else "has not that in its name"
            )
            why = f"{name}={quote(value)} passes over every device: {names} {lacks}"
            file = log.variable_files.get(name, "")
            fix = f"leave {name} out, or give a name of the list" if name[0] == "-" else f"unset {name}"
            fix += f", and remove it from {file}, or correct the name there" if file else ""
            yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)
            return


def _has_no_device(event: Event) -> bool:
    """Whether a program says that it finds no device."""
    return event.kind is EventKind.NO_DEVICE or (
        event.message is not None and event.message.message.deviceless
    )


def _unexpanded(log: Log) -> Iterator[Event]:
    """Yield the variables whose paths a loader does not find as they are written: the first one that is wrong."""
    kinds = {event.kind for event in log.events}
    for names, effects in ((_OF_DRIVERS, _LACKING_DRIVER), (_OF_LAYERS, _LACKING_LAYER)):
        for name in names if not kinds.isdisjoint(effects) else ():
            value = log.variables.get(name, "")
            wrong = next(
                (
                    each
                    for part in _parts(value)
                    if (each := _misread(name, part, is_kept=name in log.quoted))
                ),
                _misparted(name, value),
            )
            if wrong is not None:
                why, fix = wrong
                yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)
                return


def _parts(value: str) -> list[str]:
    """Return the paths of a value, whose drives of Windows keep their colons."""
    return re.split(r"(?<!^[A-Za-z])(?<![:;][A-Za-z]):|;", value)


_CURLY = "“”„‟‘’«»"


def _misread(name: str, part: str, *, is_kept: bool) -> tuple[str, str] | None:
    """Return what is wrong with one path of a variable and its change; ``is_kept`` if no shell replaces its tilde."""
    if "*" in part:
        why = (
            f"{name} has {quote(part)}, and a loader replaces no * by the names that fit: it looks for a "
            "file of that very name"
        )
        return why, f"unset {name}, or name each file with its path, with a colon between two"
    if part and part[0] in _CURLY:
        bare = part.strip(_CURLY)
        why = (
            f"the value of {name} begins with {part[0]}, a typographic quotation mark: where it is typed so, it is a "
            "part of the path, which the loader does not find"
        )
        return why, f"type plain quotation marks or none: {name}={shell.operand(bare)}"
    if part.startswith("~/") and is_kept:
        why = (
            f"{name} has {quote(part)}, in which no shell replaces ~ (as between quotation marks), and no loader "
            "does: it searches a folder of that name"
        )
        rest = shell.inert(part[1:])
        return why, f'{name}="$HOME{rest}"' if rest == part[1:] else f'{name}="$HOME"{rest}'
    if _RELATIVE.match(part) and "/" not in name:
        why = (
            f"{name} has the relative path {quote(part)}, which counts from the folder in which the "
            "program is started"
        )
        there = f"$(realpath {shell.assigned(part)})"
        return why, f'give the full path: {name}="{there}", from the folder where it is right'
    return None


_COLON_OF_WINDOWS = re.compile(r"(?<=[^:;]):(?=[A-Za-z]:\\)")


def _misparted(name: str, value: str) -> tuple[str, str] | None:
    """Return that a value has a colon between two paths of Windows, where loaders part them at semicolons."""
    if not re.match(r"[A-Za-z]:\\", value) or _COLON_OF_WINDOWS.search(value) is None:
        return None
    why = (
        f"{name} has a colon between two paths, and on Windows loaders part the paths of a variable at semicolons: "
        "they take the value for one path"
    )
    parted = _COLON_OF_WINDOWS.sub(";", value)
    return why, f'set "{name}={parted}"' if shell.is_whole_on_windows(parted) else "put a semicolon there"


def _named_elsewhere(log: Log) -> Iterator[Event]:
    """Yield that a variable names a manifest which the text has in another folder, and not there."""
    if {event.kind for event in log.events}.isdisjoint((*_LACKING_DRIVER, EventKind.BAD_FILE)):
        return
    for name in _OF_DRIVERS:
        value = log.variables.get(name, "")
        if not value.startswith("/") or re.search("[:;*]", value) or value in log.listings.files:
            continue
        file = value.rpartition("/")[2]
        known = (*log.manifests, *log.listings.files)
        other = next((each for each in known if each.endswith(f"/{file}") and each != value), "")
        if not other or file in log.listings.holds(value.rpartition("/")[0]):
            continue
        why = f"{name} names {quote(value)}, and the text has that manifest in another folder: {quote(other)}"
        where = log.variable_files.get(name, "")
        fix = f"{shell.setting(name, other)}, or unset it" + (f" and remove it from {where}" if where else "")
        yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)
        return


_BASES = ("XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS")
_LACKING = (*_LACKING_LAYER, *_LACKING_DRIVER)


def _below_itself(log: Log) -> Iterator[Event]:
    """Yield that a base folder ends in vulkan, which loaders append themselves, where something is not found."""
    lacks = any(event.kind in _LACKING for event in log.events)
    for name in _BASES if lacks else ():
        value = log.variables.get(name, "")
        wrong = next((each for each in value.split(":") if each.rstrip("/").endswith("/vulkan")), "")
        if wrong:
            base = wrong.rstrip("/").removesuffix("/vulkan")
            right = ":".join(base if each == wrong else each for each in value.split(":"))
            why = (
                f"{name}={quote(value)} ends in vulkan, and loaders append that themselves: they search "
                f"{wrong.rstrip('/')}/vulkan/explicit_layer.d and so on, and not {wrong.rstrip('/')}"
            )
            line = log.variable_lines.get(name, 0)
            yield Event(EventKind.CONCLUDED, line, name, why, fix=f"export {name}={shell.line([right])}")
            return


def _in_an_unread_file(log: Log) -> Iterator[Event]:
    """Yield that a file of environment.d sets a variable and is not called .conf, so that nothing reads it."""
    for name, file in log.variable_files.items():
        if (
            "/environment.d/" in file
            and not file.endswith(".conf")
            and name.startswith(("VK_", "XDG_", "MESA_"))
        ):
            why = f"{file} sets {name}, and of that folder only files that end in .conf are read: it is set nowhere"
            plain = re.fullmatch(r"~?[\w./-]+", file) is not None
            old = file if plain else shell.operand(file)
            new = f"{file}.conf" if plain else shell.operand(f"{file}.conf")
            fix = f"mv {old} {new}, and log in again"
            yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)
            return
