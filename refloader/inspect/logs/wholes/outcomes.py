"""What the outcome of a text says of its causes: a program that works, a layer that hides, a place without a card."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.host.globs import fits_glob
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.explaining import explaining
from refloader.model.text import quote, some

FAILURES = (
    EventKind.NO_DRIVER,
    EventKind.NO_DEVICE,
    EventKind.NO_LOADER,
    EventKind.FAILED,
    EventKind.NOT_FOUND,
    EventKind.NOT_PRESENT,
    EventKind.CRASHED,
    EventKind.LACKED,
    EventKind.EFFECT,
    EventKind.OLD_LOADER,
    EventKind.REFUSING,
)
_SYSTEMS = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/lib32/", "/usr/lib32/")
_A_LAYER = re.compile(
    r"layer|overlay|fossilize|mangohud|vkbasalt|capture|reshade|lsfg|strangle|inject|hook", re.IGNORECASE
)


def of_outcomes(log: Log) -> Iterator[Event]:
    """Yield what the outcome of a text adds: layers that are left out, hide something, or are of another place."""
    yield from _crashed_reading(log)
    yield from _left_layers(log)
    yield from _unread_layers(log)
    yield from _left_drivers(log)
    yield from _hiding_layer(log)
    yield from _foreign_library(log)
    yield from _on_processor_there(log)
    yield from explaining(log)


_CRASH = re.compile(
    r"segmentation fault|\bSIG(?:SEGV|ABRT|BUS)\b|core dumped|access violation", re.IGNORECASE
)


def _crashed_reading(log: Log) -> Iterator[Event]:
    """Yield that a program crashed right after the loader had read a manifest.

    Loaders say so of a file that they have read. What comes next, and may crash, is to use its content, to open the
    library of a driver, or to read another file that no line names yet.
    """
    number, line = log.trouble or (0, "")
    read = [
        event
        for event in log.events
        if event.kind in (EventKind.MANIFEST_READ, EventKind.DRIVER_READ) and event.line < number
    ]
    if not read or not _CRASH.search(line) or number - read[-1].line != 1 or not log.searches:
        return
    path = read[-1].subject
    why = (
        f"the program crashed right after the loader read {quote(path)}, the last file that the text names: "
    )
    lint = f"refloader lint {shell.operand(path)}"
    if read[-1].kind is EventKind.DRIVER_READ:
        library = quote(log.libraries[path]) if path in log.libraries else "the library that it names"
        why += f"in {library}, which the loader opens next, or at the file's content"
        fix = (
            "see whether it also crashes without this driver: VK_DRIVER_FILES (VK_ICD_FILENAMES before 1.3.207) with "
            "the other manifests; if not, see the library's dependencies (ldd of its library_path) and install "
            f"the driver again; for the content: {lint}"
        )
    else:
        why += "at its content, or in the file that is read next"
        fix = (
            f"see what is wrong in it: {lint}, and in the other manifests of its folder; until it is mended, move it "
            "out of that folder"
        )
    yield Event(EventKind.CONCLUDED, number, path, why, fix=fix)


def works(log: Log) -> str:
    """Return the card that a program of the text got, if nothing in it failed; empty otherwise."""
    passed = {each.line - 1 for each in log.events if each.kind is EventKind.TOO_OLD}
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    cards = [
        each.subject for each in devices if not PROCESSOR.search(each.subject) and each.line not in passed
    ]
    failed = any(event.kind in FAILURES for event in log.events)
    return "" if failed or not cards else cards[0]


_OF_DRIVER = re.compile(
    r"libvulkan_(?P<stem>[a-z]\w{1,30})\.so|lib(?:GLX|EGL)_(?P<other>nvidia)\b|/(?P<file>\w{2,20})_icd\b"
)
_OF_AMD = re.compile(r"(?:^|/)amdvlk(?:32|64)\.so$")
"""AMD's own driver, beside which Mesa's serves the same cards."""

_CARDS_OF = {
    "radeon": re.compile(r"AMD|Radeon|RADV|ATI", re.IGNORECASE),
    "intel": re.compile(r"Intel|\bArc\b|\bUHD\b|Iris", re.IGNORECASE),
    "nvidia": re.compile(r"NVIDIA|GeForce|Quadro|RTX|GTX", re.IGNORECASE),
    "nouveau": re.compile(r"NVIDIA|NVK|GeForce|Quadro|RTX|GTX", re.IGNORECASE),
}
OF_LIBRARY = (EventKind.LINKER, EventKind.LEFT_DRIVER, EventKind.DRIVER_FAILED)
_WISHED = (Sign.WRONG_CARD, Sign.COMPLAINT, Sign.CONTAINER, Sign.WSL)


def _left_drivers(log: Log) -> Iterator[Event]:
    """Take drivers whose libraries cannot be opened for no problem, where a program got a card that is not theirs."""
    card = works(log)
    refused = [each for each in log.events if each.kind is EventKind.LINKER]
    lost = [e for e in refused if _OF_DRIVER.search(e.subject) and "nvidia" not in e.subject.lower()]
    if "RADV" in card and log.variables.get("AMD_VULKAN_ICD", "").upper() != "AMDVLK":
        lost = lost or [e for e in refused if _OF_AMD.search(e.subject)]
    if not card or not lost or any(sign in log.signs for sign in _WISHED) or log.particulars.other_card:
        return
    said = (
        card,
        *log.graphics,
        *log.named_cards,
        *log.adapters,
        *(("NVIDIA",) * (Sign.NVIDIA_WORKS in log.signs)),
    )
    theirs = {found for each in lost if (found := _theirs(each.subject)) is not None}
    if any(found.search(each) for found in theirs for each in said):
        return
    mine = dict.fromkeys(each.subject for each in lost)
    names = some([quote(path) for path in mine], 4)
    why = (
        f"the loader leaves out drivers whose libraries cannot be opened ({lost[0].why}), {names}, and the program "
        f"has {quote(card)} by another driver: harmless, unless a card of theirs is wanted"
    )
    known = frozenset(lost)
    log.events[:] = [
        each
        for each in log.events
        if each not in known
        and not (each.kind in OF_LIBRARY and (_OF_DRIVER.search(each.subject) or each.subject in mine))
    ]
    yield Event(EventKind.NOTED, lost[0].line, lost[0].subject, why)


def _theirs(library: str) -> re.Pattern[str] | None:
    """Return how the cards of a driver's library are called; None if they are not known."""
    found = _OF_DRIVER.search(library)
    stem = (found["stem"] or found["other"] or found["file"]) if found is not None else ""
    return next((cards for name, cards in _CARDS_OF.items() if stem.startswith(name)), None)


_ASKING = ("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE")
"""Variables by which a user asks for layers, the latter by patterns and ``~all~`` too."""


def _left_layers(log: Log) -> Iterator[Event]:
    """Take libraries of layers that cannot be opened for no problem, where the program works without them."""
    card = works(log)
    refused = [each for each in log.events if each.kind is EventKind.LINKER and _A_LAYER.search(each.subject)]
    values = [log.variables.get(each, "").lower() for each in _ASKING]
    asked = {each for value in values for each in re.split("[,:;]", value) if each}
    wanted = {
        layer.library
        for name, layer in log.inserted.items()
        if any(each.startswith("~") or fits_glob(name.lower(), each) for each in asked)
    }
    if not card or not refused or any(each.subject in wanted for each in refused):
        return
    known = frozenset(refused)
    log.events[:] = [each for each in log.events if each not in known]
    names = some([quote(path) for path in dict.fromkeys(each.subject for each in refused)], 4)
    why = (
        f"the loader leaves out layers whose libraries cannot be opened ({refused[0].why}), {names}, and the program "
        f"works without them, on {quote(card)}: harmless, unless one of these layers is wanted"
    )
    fix = (
        "remove the manifests that name them (in ~/.local/share/vulkan/implicit_layer.d or another implicit_layer.d) "
        "if the layers are not wanted any more, else install again what they belong to"
    )
    yield Event(EventKind.NOTED, refused[0].line, refused[0].subject, why, fix=fix)


_OF_LAYERS = re.compile(r"layer|overlay|vklayer|VkLayer", re.IGNORECASE)


def _unread_layers(log: Log) -> Iterator[Event]:
    """Take manifests of layers that are not there for no problem, where the program works without them."""
    card = works(log)
    gone = [
        each
        for each in log.events
        if each.kind is EventKind.BAD_FILE
        and "Failed to open" in each.why
        and _OF_LAYERS.search(each.subject)
    ]
    listed = {*log.listings.folders, ""}
    shown = any(each.subject.rpartition("/")[0] in listed for each in gone)  # which may say why
    shown |= any(event.subject in log.listings.files for event in gone)
    if (
        not card
        or not gone
        or shown
        or any("icd" in each.subject.rpartition("/")[2].lower() for each in gone)
    ):
        return
    known = frozenset(gone)
    log.events[:] = [each for each in log.events if each not in known]
    names = some([quote(path) for path in dict.fromkeys(each.subject for each in gone)], 3)
    why = (
        f"the loader passes over manifests of layers that cannot be opened, {names}, and the program works without "
        f"them, on {quote(card)}: harmless, unless one of these layers is wanted"
    )
    fix = "remove what names them, or install again the program that they belong to"
    if re.match(r"[A-Za-z]:\\", gone[0].subject):
        name = re.split(r"[\\/]", gone[0].subject)[-1]
        query = f' (reg query HKLM\\SOFTWARE\\Khronos\\Vulkan /s /f "{name}")'
        fix = (
            "to be rid of the message, delete the value that names it below SOFTWARE\\Khronos\\Vulkan in "
            f"HKEY_LOCAL_MACHINE or HKEY_CURRENT_USER{query if shell.is_whole_on_windows(name) else ''}, or install "
            "the program again that it belongs to"
        )
    yield Event(EventKind.NOTED, gone[0].line, gone[0].subject, why, fix=fix)


_HIDING = {
    "VK_LAYER_RENDERDOC_Capture": "offers programs only the extensions that RenderDoc knows",
    "VK_LAYER_KHRONOS_profiles": "offers programs only what a profile has",
    "VK_LAYER_LUNARG_device_simulation": "offers programs only what a simulated device has",
    "VK_LAYER_LUNARG_gfxreconstruct": "leaves out extensions that it cannot record",
}
"""Layers that hide extensions of a device."""

_ENABLING = {"VK_LAYER_RENDERDOC_Capture": "ENABLE_VULKAN_RENDERDOC_CAPTURE"}


_RENDERDOC = "VK_LAYER_RENDERDOC_Capture"


def _without_wayland(log: Log) -> Iterator[Event]:
    """Yield that a surface for Wayland is missing where RenderDoc's layer is, which mostly knows X11 alone."""
    lacks = (EventKind.LACKED, EventKind.DONE_WITHOUT)
    missing = next((e for e in log.events if e.kind in lacks and "wayland_surface" in e.subject), None)
    if missing is not None:
        why = (
            f"{missing.subject} is missing under RenderDoc, whose layer offers programs only the extensions that it "
            "knows, and is mostly built without Wayland"
        )
        fix = (
            "capture the program under X11 (SDL_VIDEODRIVER=x11, QT_QPA_PLATFORM=xcb, GDK_BACKEND=x11, with Xwayland "
            "in a session of Wayland), or build RenderDoc with ENABLE_WAYLAND"
        )
        yield Event(EventKind.CONCLUDED, missing.line, _RENDERDOC, why, fix=fix)


def _hiding_layer(log: Log) -> Iterator[Event]:
    """Yield that a layer of the chain hides extensions, if one is missing on a device."""
    missing = next(
        (e for e in log.events if e.kind is EventKind.LACKED and e.why == "no device"),
        next((e for e in log.events if e.kind is EventKind.DONE_WITHOUT and e.why == "no device"), None),
    )
    inside = {name for chain in log.chains for name in chain} | set(log.inserted)
    if missing is None and (_RENDERDOC in inside or log.particulars.of_renderdoc):
        yield from _without_wayland(log)
    layer = next((each for each in _HIDING if each in inside), "")
    if missing is None or not layer:
        return
    on = _ENABLING.get(layer, "")
    off = next(
        (each[len("off with ") :] for each in log.switches.get(layer, ()) if each.startswith("off")), ""
    )
    why = f"{layer} is in the chain, which {_HIDING[layer]}: that may be why {missing.subject} is missing"
    if on and on in log.variables:
        why += f"; {on}={log.variables[on]} switches it on"
        fix = f"unset {on}, and remove it where it is set; then log in again"
    else:
        fix = f"try without it: VK_LOADER_LAYERS_DISABLE={layer}"
    fix += f" (or {off}=1 for the program)" if off else ""
    yield Event(EventKind.CONCLUDED, missing.line, layer, why, fix=fix)


def _foreign_library(log: Log) -> Iterator[Event]:
    """Yield that the linker's cache has another copy of a driver's library, or the loader, before the system's."""
    if not any(event.kind in FAILURES or event.kind is EventKind.LINKER for event in log.events):
        return
    for name, found in log.cached.items():
        path, line = found[0]
        own = next((each for each, _ in found if each.startswith(_SYSTEMS)), "")
        concerned = name.startswith(
            ("libGLX_nvidia", "libvulkan", "libnvidia", "libLLVM", "libdrm", "libstdc++")
        )
        if concerned and own and not path.startswith(_SYSTEMS):
            folder = path.rpartition("/")[0]
            why = f"the linker finds {path} before the system's {own}: it is a copy of another release"
            word = shell.operand(folder)
            fix = (
                f"take {folder} out of /etc/ld.so.conf.d (grep -r {word} /etc/ld.so.conf*) or remove that copy, "
                f"then sudo ldconfig"
            )
            yield Event(EventKind.CONCLUDED, line, path, why, fix=fix)
            return


def _on_processor_there(log: Log) -> Iterator[Event]:
    """Yield that one place of a text (a guest, a container) has the processor alone, and another one a card."""
    places: dict[str, list[tuple[str, int]]] = {}
    for run in log.runs:
        if not run.is_root:
            places.setdefault(run.place, []).extend((name, run.line) for name in run.devices)
    told = any(
        event.kind in (EventKind.ONLY_SOFTWARE, EventKind.NO_DRIVER, EventKind.CLOSED) for event in log.events
    )
    alone = [found for found in places.values() if found and all(PROCESSOR.search(name) for name, _ in found)]
    others = [found for found in places.values() if found and found not in alone]
    if alone and others and not told and Sign.TOOLBOX not in log.signs:
        yield Event(EventKind.ONLY_SOFTWARE, alone[0][0][1], alone[0][0][0])
