"""What else of a text keeps a card or a layer from a program: units of systemd, sudo, keys of the user, Android."""

import re
from collections.abc import Iterator
from dataclasses import replace

from refloader.inspect.layer_names import REPLACED
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.compared_runs import devices_of_users
from refloader.inspect.logs.wholes.registered import registering
from refloader.model.text import quote, some

_MOST = 100
_NEAR = 8
"""How many lines from the failure a program names the layer at most."""

_CODE_NEAR = 60
"""How many lines from the failure the code of a program that is posted with it stands at most."""

_STANDARD = "VK_LAYER_LUNARG_standard_validation"
_MISSED = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)
_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)


def steered(log: Log) -> Iterator[Event]:
    """Yield what keeps a card or a layer from a program of the text."""
    yield from _private_devices(log)
    yield from _by_zink(log)
    yield from _selected_alone(log)
    yield from _as_root(log)
    yield from _as_snap(log)
    yield from _of_user_alone(log)
    yield from _not_debuggable(log)
    yield from _other_application(log)
    yield from _no_bringing_application(log)
    yield from _named_missing(log)
    yield from _combined(log)
    yield from _selected_absent(log)


def _private_devices(log: Log) -> Iterator[Event]:
    """Yield that a unit of systemd has a /dev of its own, if a program has no card."""
    line = log.sign_lines.get(Sign.PRIVATE_DEVICES, 0)
    software = any(PROCESSOR.search(event.subject) for event in log.events if event.kind is EventKind.DEVICE)
    kinds = {event.kind for event in log.events}
    if not line or not (software or not kinds.isdisjoint((*_WITHOUT, EventKind.EFFECT, EventKind.CLOSED))):
        return
    value = log.signs[Sign.PRIVATE_DEVICES]
    why = f"the unit of systemd has {value}, so that its program has no /dev/dri, by which drivers reach the card"
    fix = (
        "take that line out of the unit (sudo systemctl edit --full with its name), or instead of it: "
        "DevicePolicy=closed and DeviceAllow=char-drm rw; then restart the service"
    )
    yield Event(EventKind.CONCLUDED, line, value, why, fix=fix)


_CHOOSING = ("MESA_LOADER_DRIVER_OVERRIDE", "GALLIUM_DRIVER")


def _by_zink(log: Log) -> Iterator[Event]:
    """Yield that a variable has OpenGL drawn by Vulkan, where Vulkan gives no device, or OpenGL fails beside one."""
    name = next((each for each in _CHOOSING if log.variables.get(each) == "zink"), "")
    of_opengl = next((e for e in log.events if e.message is not None and "of OpenGL" in e.message.says), None)
    of_mesa = next(
        (e for e in log.events if e.kind is EventKind.LEFT_DRIVER and e.subject == "MESA"), of_opengl
    )
    lacking = next((e for e in log.events if e.kind in _WITHOUT), of_mesa)
    kinds = {event.kind for event in log.events}
    if not name or lacking is None or Sign.TERMUX in log.signs or EventKind.NO_LOADER in kinds:
        return
    if EventKind.LINKER in kinds or EventKind.CLOSED in kinds:
        return  # why Vulkan has no device is worth more
    file = log.variable_files.get(name, "")
    why = (
        f"{name}=zink has OpenGL drawn by Vulkan (Zink), and Vulkan gives that no device: what fails is OpenGL, "
        "which needs no Vulkan on a card with a driver of its own for it"
    )
    where = f", and remove it from {file}, which sets it; then log in again" if file else ""
    yield Event(
        EventKind.CONCLUDED, log.variable_lines.get(name, lacking.line), name, why, fix=f"unset {name}{where}"
    )


def _selected_alone(log: Log) -> Iterator[Event]:
    """Yield that Mesa's layer reports one device alone, if the text has no other one."""
    value = log.variables.get("MESA_VK_DEVICE_SELECT", "")
    listing = {"MESA_VK_DEVICE_SELECT": "list"}.items()
    plain = [r for r in log.runs if r.devices and not r.variables.get("NODEVICE_SELECT")]
    plain = [run for run in plain if not listing <= run.variables.items()]
    devices = {event.subject for event in devices_of_users(log)}
    if len(plain) < sum(bool(run.devices) for run in log.runs):
        devices = {name for run in plain for name in run.devices}
    filtered = Sign.FILTERED in log.signs
    if value.endswith("!") and len(devices) < 2 and not filtered:
        why = (
            f"MESA_VK_DEVICE_SELECT={quote(value)} has Mesa's layer report that device alone: its sign ! leaves the "
            "others out"
        )
        file = log.variable_files.get("MESA_VK_DEVICE_SELECT", "")
        where = (
            f"remove it from {file}"
            if file
            else "remove it where it is set (~/.config/environment.d, /etc/environment, ~/.profile)"
        )
        fix = f"unset MESA_VK_DEVICE_SELECT, and {where}; then log in again"
        yield Event(
            EventKind.CONCLUDED, log.variable_lines.get("MESA_VK_DEVICE_SELECT", 0), value, why, fix=fix
        )


def _as_root(log: Log) -> Iterator[Event]:
    """Yield that a program ran as root, and that the text has a folder of a user that was not searched."""
    folder = log.signs.get(Sign.USERS_FOLDER, "")
    if not folder or any(event.kind is EventKind.NOT_FOUND for event in log.events):
        return  # which says it itself
    tail = folder[folder.index("/vulkan/") :]
    for search in log.searches:
        places = [each for each in search.places if each.endswith(tail)]
        of_root = any(each.startswith("/root/") for each in places)
        if of_root and not any(each.startswith("/home/") for each in places):
            why = (
                f"the program ran as root, so that folders of /root were searched, and not the user's {folder}: sudo "
                "also drops variables"
            )
            system = f"/etc{tail}"
            fix = (
                f"run the program as the user, or put the manifest into {system}, where each user's "
                f"programs find it"
            )
            yield Event(EventKind.CONCLUDED, search.line, folder, why, fix=fix)
            return


_SNAP_HOME = re.compile(r"/home/[^/]+/snap/(?P<name>[\w-]{1,60})/")


def _as_snap(log: Log) -> Iterator[Event]:
    """Yield that a snap searches folders of its own in the home, where the text has a user's folder with a layer."""
    folder = log.signs.get(Sign.USERS_FOLDER, "")
    missing = next((event for event in log.events if event.kind is EventKind.NOT_FOUND), None)
    if not folder or _SNAP_HOME.match(folder) or missing is None:
        return
    tail = folder[folder.index("/vulkan/") :]
    for search in log.searches:
        mine = [each for each in search.places if each.endswith(f"/.local/share{tail}")]
        found = _SNAP_HOME.match(mine[0]) if len(mine) == 1 else None
        if found is None or search.files:
            continue
        name = found["name"]
        why = f"the snap {name} has a home of its own: it searches {mine[0]}, and not the user's {folder}"
        fix = (
            f"copy the manifest and its library into ~/snap/{name}/current/.local/share{tail}, with a library_path "
            "that is right there, or take a build of the program that is no snap"
        )
        yield Event(EventKind.CONCLUDED, search.line, folder, why, fix=fix)
        return


def _of_user_alone(log: Log) -> Iterator[Event]:
    """Yield that a layer is registered for a user alone, if a program of the text runs as administrator."""
    if Sign.AS_ADMINISTRATOR not in log.signs:
        return
    machines = {value.path for value in log.registry.values if "LOCAL_MACHINE" in value.key}
    for value in log.registry.values:
        if "CURRENT_USER" in value.key and value.is_on and value.path not in machines:
            key = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\" + value.key.rpartition("\\")[2]
            why = (
                f"{value.path} is registered in HKEY_CURRENT_USER alone, and for programs that run as "
                f"administrator loaders "
                "read HKEY_LOCAL_MACHINE only"
            )
            fix = (
                f"register it for all users: {registering(key, value.path)}, or start the program "
                f"without administrator rights"
            )
            misses = "Layers" in value.key and any(event.kind in _MISSED for event in log.events)
            kind = EventKind.CONCLUDED if misses else EventKind.NOTED
            yield Event(kind, value.line, value.path, why, fix=fix)
            return


def _not_debuggable(log: Log) -> Iterator[Event]:
    """Yield that Android's settings for debug layers name a program that is not debuggable, or are off."""
    settings, tools = log.android.settings, log.android
    app = settings.get("gpu_debug_app", "")
    if app in tools.flags and "DEBUGGABLE" not in tools.flags[app][0].split() and not tools.is_debug:
        why = (
            f"{app} is not debuggable, and Android takes its settings for debug layers for debuggable "
            f"programs alone"
        )
        fix = (
            "use a debuggable build of it, or give its manifest, inside application, <meta-data "
            'android:name="com.android.graphics.injectLayers.enable" android:value="true"/>'
        )
        yield Event(EventKind.CONCLUDED, tools.flags[app][1], app, why, fix=fix)
    missing = any(event.kind is EventKind.NOT_FOUND for event in log.events)
    if (app or missing) and settings.get("enable_gpu_debug_layers", "1") in ("0", "null"):
        why = "enable_gpu_debug_layers is not 1, so that Android takes no debug layers"
        yield Event(
            EventKind.CONCLUDED, 0, app, why, fix="adb shell settings put global enable_gpu_debug_layers 1"
        )


def _other_application(log: Log) -> Iterator[Event]:
    """Yield that Android's settings name a program, and another variant of it is what is started or installed."""
    app, programs = log.android.settings.get("gpu_debug_app", ""), log.android.programs
    if not app or app in programs or app in log.android.flags or log.inserted:
        return
    bringing = log.android.settings.get("gpu_debug_layer_app", "").split(":")
    variants = (
        each
        for each in programs
        if each not in bringing
        and (each.startswith(f"{app}.") or (app.startswith(f"{each}.") and "." in each))
    )
    meant = next(variants, "") or _loading_instead(log, app)
    programs = {**log.android.loading, **programs}
    if meant:
        why = (
            f"gpu_debug_app names {app}, and what runs is {meant}: Android takes its settings for debug layers for "
            "the package of exactly that name"
        )
        fix = f"adb shell settings put global gpu_debug_app {meant}"
        yield Event(EventKind.CONCLUDED, programs[meant], app, why, fix=fix)


def _loading_instead(log: Log, app: str) -> str:
    """Return the only program of the text's maker that loads a driver, if a layer is missing in it; empty if none."""
    maker = ".".join(app.split(".")[:2]) + "."
    if app in log.android.loading or all(event.kind is not EventKind.NOT_FOUND for event in log.events):
        return ""
    mine = [each for each in log.android.loading if each.startswith(maker)]
    return mine[0] if len(mine) == 1 else ""


def _no_bringing_application(log: Log) -> Iterator[Event]:
    """Yield that Android's settings name a layer and no application that brings it, in a text about its layers."""
    settings = log.android.settings
    app, layers = settings.get("gpu_debug_app", ""), settings.get("gpu_debug_layers", "")
    bringing = settings.get("gpu_debug_layer_app", "")
    if "null" in (app, layers) or not (app and layers) or bringing != "null" or log.inserted:
        return
    why = f"gpu_debug_layer_app names no application, so that {layers} is looked for in {app} itself"
    fix = (
        "install an APK that has the layer, and name its package: adb shell settings put global gpu_debug_layer_app "
        f"PACKAGE; or put libVkLayer_*.so of the program's processor into the APK of {app} (src/main/jniLibs)"
    )
    yield Event(EventKind.CONCLUDED, 0, layers, why, fix=fix)


def _named_missing(log: Log) -> Iterator[Event]:
    """Yield the layers that a program names and that are old or not listed, if one is missing."""
    _as_named(log)
    kinds = {event.kind for event in log.events}
    if kinds.isdisjoint((EventKind.NOT_LISTED, EventKind.NOT_PRESENT)) or EventKind.NOT_FOUND in kinds:
        return
    there = {*log.available, *log.inserted}
    asked = re.findall(r"VK_LAYER_\w{1,200}", log.variables.get("VK_INSTANCE_LAYERS", ""))
    failed = [
        event.line for event in log.events if event.kind in (EventKind.NOT_LISTED, EventKind.NOT_PRESENT)
    ]
    if _STANDARD in asked and _STANDARD not in there:
        line = log.variable_lines.get("VK_INSTANCE_LAYERS", 0)
        why = (
            f"VK_INSTANCE_LAYERS asks for {_STANDARD}, which no SDK has any more: {REPLACED[_STANDARD]} replaced it, "
            "and loaders from 1.2.150 on, before 1.3.234, then make no instance"
        )
        file = log.variable_files.get("VK_INSTANCE_LAYERS", "")
        where = f" and remove it from {file}, which sets it" if file else ""
        fix = (
            f"unset VK_INSTANCE_LAYERS{where}; if it is wanted, set VK_INSTANCE_LAYERS={REPLACED[_STANDARD]}"
        )
        yield Event(EventKind.CONCLUDED, line, _STANDARD, why, fix=fix)
        return
    for name, line in log.mentioned.items():
        near = any(abs(each - line) <= _NEAR for each in failed[:_MOST])
        if name not in there and name not in asked and ((log.available and near) or REPLACED.get(name)):
            yield Event(EventKind.NOT_FOUND, line, name)


def _as_named(log: Log) -> None:
    """Correct which layer is missing where a program names none: the old one that its code asks for, near by.

    Code that names both, in whatever branch, shows nothing.
    """
    new, line = REPLACED[_STANDARD], log.code.layers.get(_STANDARD, 0)
    if not line or new in log.code.layers or _STANDARD in log.available:
        return
    if any(event.subject == _STANDARD for event in log.events):
        return
    said = (e for e in log.events if e.kind is EventKind.NOT_FOUND and e.subject == new)
    meant = next(
        (e for e in said if log.mentioned.get(new) != e.line and abs(e.line - line) <= _CODE_NEAR), None
    )
    if meant is not None:
        log.events[log.events.index(meant)] = replace(meant, subject=_STANDARD, line=line)


def _combined(log: Log) -> Iterator[Event]:
    """Yield the causes that several lines show together."""
    for each in log.combined.shown():
        kind = EventKind.NOTED if each.is_remark else EventKind.CONCLUDED
        yield Event(kind, each.line, "", each.says, fix=each.change)
        if "address space is limited" in each.says:
            log.events[:] = [event for event in log.events if "failed to map segment" not in event.why]


def _selected_absent(log: Log) -> Iterator[Event]:
    """Yield that a variable of Mesa selects a card by numbers which none of the cards listed by it has."""
    wanted, line = log.selected
    if not wanted or not log.selectable or wanted in log.selectable:
        return
    there = some([f"{ids} is {quote(name)}" for ids, name in log.selectable.items()], 4)
    why = (
        f"MESA_VK_DEVICE_SELECT={wanted} names no card that is there ({there}), and Mesa's layer then leaves the "
        "order as it is"
    )
    alike = next((ids for ids in log.selectable if ids[:4] == wanted[:4]), "")
    fix = (
        f"MESA_VK_DEVICE_SELECT={alike}"
        if alike
        else "see why no driver gives that card, if it is in the machine: refloader doctor; for a card that is there "
        f"MESA_VK_DEVICE_SELECT={next(iter(log.selectable))}"
    )
    yield Event(EventKind.CONCLUDED, line, wanted, why, fix=fix)
