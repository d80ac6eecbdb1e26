"""What programs of Flatpak and snap do not get: layers without an extension, drivers without a connected plug."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.place import Use
from refloader.model.text import quote

_EXTENSIONS = {
    "MangoHud": re.compile(r"mangohud", re.IGNORECASE),
    "vkBasalt": re.compile(r"vkbasalt", re.IGNORECASE),
    "OBSVkCapture": re.compile(r"obs_?vkcapture", re.IGNORECASE),
    "gamescope": re.compile(r"gamescope_wsi", re.IGNORECASE),
}
"""Layers that Flatpak has as extensions, and how their variables are called."""

_FOLDER = "/usr/lib/extensions/vulkan"
_OVERRIDES = re.compile(r"^(?:sudo )?flatpak override\b.{0,200}--show\b")
_LISTS = re.compile(r"^flatpak list\b(?P<filter>.{0,200})$")
_WITHOUT = (
    EventKind.NO_DRIVER,
    EventKind.NO_DEVICE,
    EventKind.ONLY_SOFTWARE,
    EventKind.EFFECT,
    EventKind.CLOSED,
    EventKind.DENIED,
)


def of_confined(log: Log) -> Iterator[Event]:
    """Yield which layer a Flatpak, and which driver a snap does not get."""
    yield from _without_extension(log)
    yield from _unlisted_drivers(log)
    yield from _unconnected(log)
    yield from _without_card(log)
    yield from _only_processor_in_snap(log)


_NO_CARD = re.compile(r"^devices=(?!.*(?:all|dri))[\w;-]{0,80}$")


def _without_card(log: Log) -> Iterator[Event]:
    """Yield that a Flatpak's permissions leave the card out, if its program gets none."""
    deviceless = any(event.message and event.message.message.deviceless for event in log.events)
    run = next((each for each in log.runs if _NO_CARD.match(each.output)), None)
    if run is None or (all(event.kind not in _WITHOUT for event in log.events) and not deviceless):
        return
    found = re.search(r"\b[a-z][\w-]{1,40}(?:\.[\w-]{1,60}){2,6}", run.command)
    app = found[0] if found is not None else "APP"
    why = f"the Flatpak is given no graphics card: its permissions have {run.output}, without dri"
    yield Event(EventKind.CONCLUDED, run.line, app, why, fix=f"flatpak override --user --device=dri {app}")


def _unlisted_drivers(log: Log) -> Iterator[Event]:
    """Yield that a variable has Flatpak take drivers of an extension that a text does not list, if it lacks one."""
    value = log.variables.get("FLATPAK_GL_DRIVERS", "")
    kinds = {event.kind for event in log.events}
    if not re.fullmatch(r"[\w.-]{2,60}", value) or value in ("default", "host") or kinds.isdisjoint(_WITHOUT):
        return
    if value in log.flatpak_drivers:
        return
    app = log.signs.get(Sign.FLATPAK_APP, "")
    extension = f"org.freedesktop.Platform.GL.{value}"
    why = (
        f"FLATPAK_GL_DRIVERS={value} has Flatpak take the drivers of {extension} alone, and the text has no such "
        "extension of the program's runtime"
    )
    unset = f"flatpak override --user --unset-env=FLATPAK_GL_DRIVERS {app}".rstrip()
    fix = f"{unset}, or install it of the runtime's branch: flatpak install {extension} (mesa-git is of flathub-beta)"
    yield Event(EventKind.CONCLUDED, log.variable_lines.get("FLATPAK_GL_DRIVERS", 0), value, why, fix=fix)


def _without_extension(log: Log) -> Iterator[Event]:
    """Yield that a layer which a text switches on is not among those of a Flatpak, and has no extension in it."""
    files = [file for search in log.searches if search.use is Use.IMPLICIT for file in search.files]
    none_there = bool(log.particulars.no_extensions) or (
        _FOLDER in log.listings.folders and not log.listings.holds(_FOLDER)
    )
    overridden = next((run for run in log.runs if _OVERRIDES.match(run.command)), None)
    is_flatpak = Sign.FLATPAK in log.signs or overridden is not None
    lists = any(_LISTS.match(run.command) for run in log.runs)
    if not is_flatpak or not (log.available or files or none_there or overridden or lists):
        return
    there = {
        event.subject.rpartition(".")[2].lower() for event in log.events if event.kind is EventKind.EXTENSION
    }
    for name, pattern in _EXTENSIONS.items():
        missed = log.signs.get(Sign.LACKING, "")
        asked = any(pattern.search(each) for each in (*log.variables, *log.variable_files, missed))
        listed = any(pattern.search(each) for each in (*log.available, *files))
        shown = bool(log.available or files or none_there) or _lists(log, name)
        if asked and shown and not listed and name.lower() not in there:
            package = f"org.freedesktop.Platform.VulkanLayer.{name}"
            branch = log.signs.get(Sign.RUNTIME, "")
            package += f"//{branch}" if branch else ""
            listing = (
                "is not among the layers that are listed" if log.available or files else "is switched on"
            )
            why = (
                f"{name} {listing}: programs in a Flatpak take layers from extensions, and {package} is not in the "
                "text"
            )
            line = log.sign_lines.get(Sign.FLATPAK, 0) or (overridden.line if overridden else 0)
            yield Event(EventKind.CONCLUDED, line, package, why, fix=f"flatpak install flathub {package}")


def of_other_branch(log: Log) -> Iterator[Event]:
    """Yield the extensions of layers that are of another branch than the program's runtime.

    If the text does not say which runtime the program has, it is the only one of the text, where a layer is missed.
    Those of GNOME and KDE stand on a branch of Freedesktop's that their own number does not tell.
    """
    missed = log.particulars.no_extensions or Sign.LACKING in log.signs
    on = any(pattern.search(name) for pattern in _EXTENSIONS.values() for name in log.variables)
    only = next(iter(log.starts.runtimes)) if len(log.starts.runtimes) == 1 and (missed or on) else ""
    wanted = log.signs.get(Sign.RUNTIME, "") or (only if only[:1].isdigit() else "")
    extensions = [event for event in log.events if event.kind is EventKind.EXTENSION and wanted]
    fitting = {event.subject for event in extensions if event.why == wanted}
    for event in extensions:
        if event.subject not in fitting:
            why = f"branch {event.why}, and the runtime of {wanted}"
            yield Event(EventKind.OTHER_BRANCH, event.line, event.subject, why)


def _only_processor_in_snap(log: Log) -> Iterator[Event]:
    """Yield that a snap lists the processor alone, and a command outside of it a card."""
    runs = [(_IN_SNAP.match(run.command), run) for run in log.runs if run.devices]
    snaps = [(found["name"], run) for found, run in runs if found is not None]
    card = next(
        (n for found, run in runs if found is None for n in run.devices if not PROCESSOR.search(n)), ""
    )
    if not snaps or not card:
        return
    snap, inside = snaps[-1]
    if any(not PROCESSOR.search(name) for each, run in snaps if each == snap for name in run.devices):
        return
    if any(name in inside.variables or name in inside.command for name in _NAMING_DRIVERS):
        return
    why = f"the snap {snap} has the processor alone for a device, and outside of it {quote(card)} is one"
    fix = (
        f"sudo snap refresh: the drivers in it are mostly those of another snap, which may be too old for the "
        f"card, or not connected (snap connections {snap}); or take a package of the program that is no snap"
    )
    yield Event(EventKind.CONCLUDED, inside.line, snap, why, fix=fix)


_NAMING_DRIVERS = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_")
_IN_SNAP = re.compile(r"snap run (?:--shell )?(?P<name>[a-z][\w-]{1,40})\b")


def _lists(log: Log, name: str) -> bool:
    """True if a command of the text lists what is installed of Flatpak, and would show the extension of a layer."""
    for run in log.runs:
        found = _LISTS.match(run.command)
        filtered = found["filter"].lower() if found is not None else ""
        parts = re.findall(r"[a-z]{4,}", filtered.partition("|")[2].replace("grep", ""))
        whole = f"org.freedesktop.platform.vulkanlayer.{name.lower()}"
        if (
            found is not None
            and "--app" not in filtered
            and (not parts or any(each in whole for each in parts))
        ):
            return True
    return False


def _unconnected(log: Log) -> Iterator[Event]:
    """Yield that nothing is connected to the plug by which a snap gets the card, if it has none."""
    deviceless = any(event.message and event.message.message.deviceless for event in log.events)
    if all(event.kind not in _WITHOUT for event in log.events) and not deviceless:
        return
    steered = any(log.variables.get(each) for each in ("VK_ICD_FILENAMES", "VK_DRIVER_FILES"))
    for plug, line in log.particulars.plugs.items():
        snap = plug.partition(":")[0]
        named = re.compile(rf"(?<![\w-]){re.escape(snap)}(?![\w-])")
        if steered or not any(named.search(run.command) for run in log.runs):
            continue  # another snap's, or another cause
        why = f"the snap {snap} gets nothing of the card: its plug opengl is not connected"
        yield Event(EventKind.CONCLUDED, line, plug, why, fix=f"sudo snap connect {plug}")
        return
