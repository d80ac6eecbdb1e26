"""Layers that the variables of a text keep off or do not turn on, by their manifests or by what is known of them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from refloader.host import shell
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.place import Use

_NAME = re.compile(r"\"name\"\s*:\s*\"(?P<name>VK_LAYER_\w{1,200})\"")
_SWITCH = r"\"%s_environment\"\s*:\s*\{\s*\"(?P<name>\w{1,100})\"\s*:\s*\"(?P<value>[^\"]{0,100})\""
_ENABLING, _DISABLING = re.compile(_SWITCH % "enable"), re.compile(_SWITCH % "disable")


@dataclass(frozen=True, slots=True)
class _Layer:
    """A layer: a word of its name, and the variables that turn it on and off, each with its value."""

    word: str
    name: str
    on: tuple[str, str] = ("", "")
    off: tuple[str, str] = ("", "")
    line: int = 0


_KNOWN = (
    _Layer("mangohud", "MangoHud", ("MANGOHUD", "1"), ("DISABLE_MANGOHUD", "1")),
    _Layer("vkbasalt", "vkBasalt", ("ENABLE_VKBASALT", "1"), ("DISABLE_VKBASALT", "1")),
    _Layer("vkcapture", "obs-vkcapture", ("OBS_VKCAPTURE", "1"), ("DISABLE_OBS_VKCAPTURE", "1")),
    _Layer("renderdoc", "RenderDoc's layer", ("ENABLE_VULKAN_RENDERDOC_CAPTURE", "1")),
    _Layer("gamescope", "gamescope's layer", ("ENABLE_GAMESCOPE_WSI", "1"), ("DISABLE_GAMESCOPE_WSI", "1")),
    _Layer(
        "steam_overlay",
        "Steam's overlay layer",
        ("ENABLE_VK_LAYER_VALVE_steam_overlay_1", "1"),
        ("DISABLE_VK_LAYER_VALVE_steam_overlay_1", "1"),
    ),
    _Layer("lsfg", "lsfg-vk", ("ENABLE_LSFG", "1"), ("DISABLE_LSFG", "1")),
    _Layer("latencyflex", "LatencyFleX", ("LFX", "1"), ("DISABLE_LFX", "1")),
)
"""Layers whose switches are widely known. A text that has the manifest is believed before this."""


def switched(log: Log) -> Iterator[Event]:
    """Yield the layers that variables of the text keep off, each once."""
    said: set[str] = set()
    for layer in (*_pasted(log), *_KNOWN):
        if layer.name in said or _is_inside(log, layer):
            continue
        found = next(_of(log, layer), None)
        if found is not None:
            said.update((layer.name, layer.word, *_known_names(layer)))
            yield found


def known_switch(log: Log, name: str) -> str:
    """Return what turns a layer on, ``MANGOHUD=1``, if that is widely known and the text does not set it; else ""."""
    there = {*log.variables, *log.particulars.wrapped}
    known = (each for each in _KNOWN if each.word in name.lower() and each.on[0] not in there)
    return next((f"{each.on[0]}={each.on[1]}" for each in known), "")


def for_program(switch: str) -> str:
    """Return how a variable is set for one program."""
    return f"{switch} for the program (with Steam in the launch options: {switch} %command%)"


def _known_names(layer: _Layer) -> list[str]:
    return [each.name for each in _KNOWN if each.word in layer.name.lower()]


def _is_inside(log: Log, layer: _Layer) -> bool:
    """True if a chain of the text has the layer."""
    return any(layer.word in name.lower() for chain in log.chains for name in chain) or any(
        layer.word in name.lower() for name in log.inserted
    )


def _pasted(log: Log) -> Iterator[_Layer]:
    """Yield the layers whose manifests the text has."""
    for document in log.pasted:
        text = "\n".join(document.lines)
        name, on, off = _NAME.search(text), _ENABLING.search(text), _DISABLING.search(text)
        if name is not None:
            yield _Layer(
                name["name"].lower(),
                name["name"],
                (on["name"], on["value"]) if on else ("", ""),
                (off["name"], off["value"]) if off else ("", ""),
                document.first,
            )


def _of(log: Log, layer: _Layer) -> Iterator[Event]:
    """Yield why a layer that the text speaks of is off, if its variables show that."""
    (on, wanted), (off, _) = layer.on, layer.off
    has_other = any(event.kind in BAD for event in log.events)
    kind = EventKind.NOTED if has_other else EventKind.CONCLUDED  # something else may be what is asked about
    has_on = not on or on in log.variables
    if off and log.variables.get(off) and (layer.line or on in log.variables or _speaks(log, layer)):
        beats = f": it beats {on}={log.variables[on]}" if on and on in log.variables else ""
        why = f"{layer.name} is off, as {off}={log.variables[off]} is set{beats}"
        file = log.variable_files.get(off, "")
        where = (
            f"remove it from {file}, which sets it"
            if file
            else (
                "remove it where it is set (grep -rs with its name in ~/.profile ~/.bashrc ~/.config/environment.d "
                "/etc/environment /etc/profile.d)"
            )
        )
        fix = f"unset {off}, and {where}; then log in again"
        yield Event(kind, log.variable_lines.get(off, 0), layer.name, why, fix=fix)
    elif (
        on and layer.line and on not in log.variables and not log.chains and on not in log.particulars.wrapped
    ):
        why = (
            f"{layer.name} is active only where {on}={wanted} is set, as its manifest has it, and the text does not "
            "show that"
        )
        switch = f"{on}={shell.plain(wanted)}"
        fix = f"{switch} (with Steam in the launch options: {switch} %command%)"
        yield Event(EventKind.NOTED, layer.line, layer.name, why, fix=fix)
    elif _is_missed(log, layer) and on not in log.variables and on not in log.particulars.wrapped:
        why = (
            f"{layer.name}'s manifest is found, and it is active only where {on}={wanted} is set, which no line "
            "of the text shows"
        )
        fix = for_program(f"{on}={shell.plain(wanted)}")
        yield Event(EventKind.NOTED, log.sign_lines[Sign.LACKING], layer.name, why, fix=fix)
    elif _is_left_out(log, layer) and on not in log.variables and on not in log.particulars.wrapped:
        why = (
            f"{layer.name}'s manifest is found, and no chain has it: it is active only where {on}={wanted} is set, "
            "which no line of the text shows"
        )
        fix = for_program(f"{on}={shell.plain(wanted)}")
        yield Event(EventKind.NOTED, _line_of(log, layer), layer.name, why, fix=fix)
    elif (
        on
        and has_on
        and wanted
        and log.variables.get(on) != wanted
        and (layer.line or (log.chains and log.variables[on].lower() not in _NO))
    ):
        has = "its manifest has it active" if layer.line else "it is active"
        why = f"{layer.name} is off: {has} only if {on} is {wanted}, and it is {log.variables[on] or 'empty'}"
        yield Event(kind, log.variable_lines.get(on, 0), layer.name, why, fix=f"{on}={shell.plain(wanted)}")


_NO = frozenset({"", "0", "no", "off", "false", "n"})
"""Values by which somebody may mean to have a layer off."""


def _is_missed(log: Log, layer: _Layer) -> bool:
    """True if somebody misses a layer whose manifest a loader found."""
    return log.signs.get(Sign.LACKING, "").lower() == layer.name.lower() and _speaks(log, layer)


def _is_left_out(log: Log, layer: _Layer) -> bool:
    """True if somebody speaks of a layer whose manifest a loader found, no chain has it, and nothing says why."""
    spoken = any(each in layer.word for each in log.particulars.spoken_layers) and bool(log.chains)
    said = (EventKind.OFF, EventKind.FAILED, EventKind.LINKER, EventKind.BAD_FILE, EventKind.NOT_FOUND)
    about = any(layer.word in each.subject.lower() for each in log.events if each.kind in said)
    return spoken and bool(layer.on[0]) and _speaks(log, layer) and not about


def _line_of(log: Log, layer: _Layer) -> int:
    """Return the line in which a loader reads the manifest of a layer; 0 if none does."""
    read = (each for each in log.events if each.kind is EventKind.MANIFEST_READ)
    return next((each.line for each in read if layer.word in each.subject.lower()), 0)


def _speaks(log: Log, layer: _Layer) -> bool:
    """True if the manifests that the text names have the layer's."""
    return any(layer.word in path.lower() for path in log.manifests)


_ASKING = re.compile(
    r" --?(?:validate|validation|enable-validation|vulkan-validation|gpu-validation|debug)\b"
)
"""Options by which programs ask for a layer themselves."""


def asked_by_nobody(log: Log, path: str, layers: Collection[str]) -> list[str]:
    """Return the layers of a chain for which neither variable nor option asks, where an override layer was found."""
    found = path in log.listings.files and "/implicit_layer.d/" in path
    found = found or any(path in search.files for search in log.searches if search.use is Use.IMPLICIT)
    inside = (*log.inserted, *(name for chain in log.chains for name in chain))
    wanted = (log.variables.get(each, "") for each in ("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"))
    asked = (
        any(wanted)
        or any(event.kind in (EventKind.ASKED, EventKind.FORCED) for event in log.events)
        or any(_ASKING.search(run.command) for run in log.runs)
    )
    return [] if asked or not found else [each for each in dict.fromkeys(inside) if each in layers]
