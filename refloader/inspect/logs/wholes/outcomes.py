"""What the outcome of a text says of its causes: a program that works, a layer that hides, a place without a card."""

import re
from collections.abc import Iterator
from dataclasses import replace

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.trouble import Step
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.explaining import explaining
from refloader.inspect.logs.wholes.outcome import outcome
from refloader.model.text import quote, some

_FAILURES = (
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
    yield from _left_layers(log)
    yield from _unread_layers(log)
    yield from _left_drivers(log)
    yield from _hiding_layer(log)
    yield from _foreign_library(log)
    yield from _on_processor_there(log)
    yield from explaining(log)


def works(log: Log) -> str:
    """Return the card that a program of the text got, if nothing in it failed; empty otherwise."""
    passed = {each.line - 1 for each in log.events if each.kind is EventKind.TOO_OLD}
    devices = [each for each in log.events if each.kind is EventKind.DEVICE]
    cards = [
        each.subject for each in devices if not PROCESSOR.search(each.subject) and each.line not in passed
    ]
    failed = any(event.kind in _FAILURES for event in log.events)
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
    if any((found := _theirs(each.subject)) is not None and any(map(found.search, said)) for each in lost):
        return
    mine = dict.fromkeys(each.subject for each in lost)
    names = some([quote(path) for path in mine], 4)
    why = (
        f"the loader leaves out drivers whose libraries cannot be opened ({lost[0].why}), {names}, and the program "
        f"has {quote(card)} by another driver: harmless, unless a card of theirs is wanted"
    )
    log.events[:] = [
        each
        for each in log.events
        if each not in lost
        and not (each.kind in _OF_LIBRARY and (_OF_DRIVER.search(each.subject) or each.subject in mine))
    ]
    yield Event(EventKind.NOTED, lost[0].line, lost[0].subject, why)


def _theirs(library: str) -> re.Pattern[str] | None:
    """Return how the cards of a driver's library are called; None if they are not known."""
    found = _OF_DRIVER.search(library)
    stem = (found["stem"] or found["other"] or found["file"]) if found is not None else ""
    return next((cards for name, cards in _CARDS_OF.items() if stem.startswith(name)), None)


def _left_layers(log: Log) -> Iterator[Event]:
    """Take libraries of layers that cannot be opened for no problem, where the program works without them."""
    card = works(log)
    refused = [each for each in log.events if each.kind is EventKind.LINKER and _A_LAYER.search(each.subject)]
    if not card or not refused:
        return
    log.events[:] = [each for each in log.events if each not in refused]
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
    shown = any(
        e.subject.rpartition("/")[0] in (*log.listings.folders, "") for e in gone
    )  # which may say why
    shown |= any(event.subject in log.listings.files for event in gone)
    if (
        not card
        or not gone
        or shown
        or any("icd" in each.subject.rpartition("/")[2].lower() for each in gone)
    ):
        return
    log.events[:] = [each for each in log.events if each not in gone]
    names = some([quote(path) for path in dict.fromkeys(each.subject for each in gone)], 3)
    why = (
        f"the loader passes over manifests of layers that cannot be opened, {names}, and the program works without "
        f"them, on {quote(card)}: harmless, unless one of these layers is wanted"
    )
    fix = "remove what names them, or install again the program that they belong to"
    if re.match(r"[A-Za-z]:\\", gone[0].subject):
        name = re.split(r"[\\/]", gone[0].subject)[-1]
        fix = (
            "to be rid of the message, delete the value that names it below SOFTWARE\\Khronos\\Vulkan in "
            "HKEY_LOCAL_MACHINE or HKEY_CURRENT_USER (reg query HKLM\\SOFTWARE\\Khronos\\Vulkan /s /f "
            f'"{name}"), or install the program again that it belongs to'
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


def _hiding_layer(log: Log) -> Iterator[Event]:
    """Yield that a layer of the chain hides extensions, if one is missing on a device."""
    missing = next(
        (e for e in log.events if e.kind is EventKind.LACKED and e.why == "no device"),
        next((e for e in log.events if e.kind is EventKind.DONE_WITHOUT and e.why == "no device"), None),
    )
    inside = {name for chain in log.chains for name in chain} | set(log.inserted)
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
    if not any(event.kind in _FAILURES or event.kind is EventKind.LINKER for event in log.events):
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
            fix = (
                f"take {folder} out of /etc/ld.so.conf.d (grep -r {folder} /etc/ld.so.conf*) or remove that copy, "
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


def weighed(log: Log) -> None:
    """Take what drivers of other cards say for a remark, where a program of the text works.

    That a program passes over the processor is left out there. What OpenGL's drivers say is a remark, too, where a
    program shows pictures with Vulkan.
    """
    if outcome(log).reached in (Step.PICTURES, Step.RUNS, Step.DONE):
        log.events[:] = [
            replace(each, kind=EventKind.REMARK)
            if each.message is not None and "message of OpenGL" in each.message.says
            else each
            for each in log.events
        ]
    _of_other_tools(log)
    _of_other_bits(log)
    _of_absent_card(log)
    _left_behind(log)
    _overcome(log)
    card = works(log)
    skipped = log.particulars.skipped_processors
    log.events[:] = [e for e in log.events if e.kind is not EventKind.TOO_OLD or e.line not in skipped]
    if card:
        log.events[:] = [
            replace(
                e, kind=EventKind.NOTED, why=f"DXVK passes over a device, and uses {quote(card)}: {e.why}"
            )
            if e.kind is EventKind.TOO_OLD
            else e
            for e in log.events
        ]
        log.events[:] = [
            replace(each, kind=EventKind.NOTED, why=each.message.says, message=None)
            if each.kind is EventKind.MESSAGE and each.message is not None and _of_a_card(each.message.says)
            else each
            for each in log.events
            if each.kind is not EventKind.UNFIT or not PROCESSOR.search(each.subject)
        ]


_OF_MODULES = re.compile(r"\bmodule\b|last driver is of branch")
_MAKERS = {
    "nvidia": re.compile(r"NVIDIA|GeForce|Quadro|RTX|GTX|Tesla"),
    "amdgpu": re.compile(r"AMD|Radeon|RADV"),
    "i915": re.compile(r"Intel"),
    "nouveau": re.compile(r"NVK|NVIDIA|GeForce"),
}
"""How devices of the cards are called that a kernel's module drives."""


def _of_other_tools(log: Log) -> None:
    """Leave out that nvidia-smi finds no card, where the commands of a text are others: adb says the same."""
    if not log.runs or any("nvidia" in each.command for each in log.runs):
        return
    log.events[:] = [
        e for e in log.events if e.message is None or not e.message.says.startswith("nvidia-smi finds")
    ]


_NAMED_NARROW = re.compile(r"(?:_|\b)(?:32|x86|i[3-6]86)$|/(?:ubuntu12_32|i[3-6]86-linux-gnu|lib32)/")
_NAMED_WIDE = re.compile(r"(?:_|\b)(?:64|x86_64|amd64)$|/(?:ubuntu12_64|x86_64-linux-gnu|lib64)/")
_BITS = {"ELFCLASS32": _NAMED_NARROW, "ELFCLASS64": _NAMED_WIDE}


def _of_other_bits(log: Log) -> None:
    """Take it for usual that a layer is for the other word size whose name or folder says so."""
    sizes = {e.line: (e.why, e.subject) for e in log.events if e.kind is EventKind.OTHER_BITS}
    for index, event in enumerate(log.events):
        if event.kind is not EventKind.FAILED or "wrong bit-type" not in event.why:
            continue
        why, path = sizes.get(event.line - 1, ("", ""))
        named = next((each for bits, each in _BITS.items() if bits in why), None)
        if named is not None and (named.search(event.subject) or named.search(path)):
            log.events[index] = replace(event, kind=EventKind.OTHER_BITS)


_WISHES = (Sign.NVIDIA_WORKS, Sign.NVIDIA_MODULE, Sign.WRONG_CARD, Sign.CONTAINER, Sign.FLATPAK, Sign.SNAP)
_FOR_NVIDIA = re.compile(r"nvidia|__NV_|geforce|quadro|\b[rg]tx\b|prime-run", re.IGNORECASE)


def _of_absent_card(log: Log) -> None:
    """Take it for no problem that NVIDIA's driver refuses, where nothing asks for its card and another is used.

    So it is on laptops that have switched that card off, and where the driver is installed without a card.
    """
    refusing = [e for e in log.events if e.kind is EventKind.REFUSING and "nvidia" in e.subject.lower()]
    others = [e for e in log.events if e.kind in _FAILURES and e not in refusing]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    said = (*log.graphics, *log.named_cards, *cards, *log.variables, *log.variables.values())
    commands = (text for run in log.runs for text in (run.command, run.output))
    wished = any(sign in log.signs for sign in _WISHES) or any(_FOR_NVIDIA.search(each) for each in said)
    wished |= log.particulars.other_card or any(_FOR_NVIDIA.search(each) for each in commands)
    if not refusing or others or not cards or wished or outcome(log).reached is None:
        return
    why = (
        f"NVIDIA's driver gives no vkCreateInstance ({refusing[0].subject}), as where its card is off or absent, and "
        f"the loader leaves it out; programs use {quote(cards[0])}: harmless, unless a card of NVIDIA's is wanted"
    )
    fix = (
        "if NVIDIA's card is wanted: see that it is on (prime-select query, sudo prime-select on-demand) and that "
        "nvidia-smi works"
    )
    noted = Event(EventKind.NOTED, refusing[0].line, refusing[0].subject, why, fix=fix)
    log.events[:] = [e for e in log.events if e not in refusing] + [noted]


def _left_behind(log: Log) -> None:
    """Take it for no problem that a driver's library is gone whose package was removed, where another card is used.

    Debian leaves the files in /etc of a package that is removed and not purged, and drivers' manifests lie there.
    """
    package = next((name for name in log.left if "nvidia" in name), "")
    mine = [e for e in log.events if e.kind in _OF_LIBRARY and "nvidia" in e.subject.lower()]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    if not package or not mine or not cards or any("nvidia" in each.lower() for each in cards):
        return
    why = (
        f"NVIDIA's driver is removed (rc {package}), and its manifest is left: the loader passes over it, and "
        f"programs use {quote(cards[0])}: harmless"
    )
    noted = Event(EventKind.NOTED, mine[0].line, mine[0].subject, why, fix=f"sudo apt purge {package}")
    log.events[:] = [e for e in log.events if e not in mine] + [noted]


_OF_LIBRARY = (EventKind.LINKER, EventKind.LEFT_DRIVER, EventKind.DRIVER_FAILED)


def _overcome(log: Log) -> None:
    """Take what the text says of a kernel's module for no reason, if a later line has a device of that module."""
    if not works(log):
        return
    cards = [e for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]

    def after(event: Event) -> str:
        if event.message is None or event.kind is not EventKind.MESSAGE:
            return ""
        says = event.message.says
        if not _OF_MODULES.search(says):
            return ""
        own = next((each for word, each in _MAKERS.items() if word in says.lower()), None)
        later = (e for e in cards if e.line > event.line and (own is None or own.search(e.subject)))
        return next((each.subject for each in later), "")

    log.events[:] = [
        replace(
            each,
            kind=EventKind.NOTED,
            message=None,
            why=f"{each.message.says}; a program gets {quote(card)} all the same: it is not why something fails",
        )
        if each.message is not None and (card := after(each))
        else each
        for each in log.events
    ]


def _of_a_card(says: str) -> bool:
    """Whether a sentence is on the driver of one card, which matters to no program on another one."""
    return "Turnip" in says or "not finished for it" in says
