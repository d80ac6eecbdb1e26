"""Whose graphics card a text speaks of: by a list of the machine's hardware, else by what somebody says."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.cards import card_of
from refloader.inspect.logs.surroundings.places import place_of
from refloader.inspect.logs.surroundings.programs import program_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.model.system import System
from refloader.model.text import quote

_MAKERS = (
    ("NVIDIA", re.compile(r"GTX|RTX|GeForce|Quadro|NVIDIA|\b\d{4} ?(?:Ti|SUPER)\b", re.IGNORECASE)),
    ("Advanced Micro", re.compile(r"\bRX ?\d|Radeon|AMD|\b[678]\d0M\b", re.IGNORECASE)),
    ("Intel", re.compile(r"Arc|UHD|Iris|Intel|Lake")),
)
MAKERS = tuple(maker for maker, _ in _MAKERS)

OF_CARDS = {
    "NVIDIA": re.compile(r"nvidia|nouveau", re.IGNORECASE),
    "Advanced Micro": re.compile(r"radeon|amd", re.IGNORECASE),
    "Intel": re.compile(r"intel", re.IGNORECASE),
}
"""The manifests of the drivers of a card, by its maker as lspci names it."""


def maker_of(log: Log) -> str:
    """Return the maker of the one card of a text as lspci names it; empty if it is not known or there are several."""
    makers = {maker for card in log.graphics for maker in MAKERS if card.startswith(maker)}
    if not makers:
        makers = {maker for name in log.named_cards for maker, pattern in _MAKERS if pattern.search(name)}
    named = card_of(log.whole_cards.found, log.whole_cards.texts) if not makers else None
    if named is not None and named.card.maker in MAKERS:
        return named.card.maker
    if not makers and Sign.NVIDIA_WORKS in log.signs:
        makers = {"NVIDIA"}
    return makers.pop() if len(makers) == 1 else ""


_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE)


def without_driver(log: Log) -> bool:
    """True if no driver is left, or a program says that it finds no device."""
    return any(
        event.kind in _WITHOUT or (event.message is not None and event.message.message.deviceless)
        for event in log.events
    )


_NVIDIA_CARD, _SWITCHABLE = (
    re.compile(r"NVIDIA|GeForce|Quadro|RTX|GTX|\b\d{4} ?(?:Ti|SUPER|Super)\b"),
    re.compile(r"Intel|AMD|Radeon|RADV|Ryzen|\b[678]\d0M"),
)


_BUILT_IN = re.compile(r"UHD|Intel HD|Iris|Radeon (?:\(TM\) )?(?:Graphics|Vega)|Lake")
_LACKS = (EventKind.LACKED, EventKind.UNFIT, EventKind.EFFECT)


def lacks_more(log: Log) -> bool:
    """True if a program says that a device or its driver has not what it needs."""
    return any(event.kind in _LACKS for event in log.events)


def another_card(log: Log) -> Iterator[Event]:
    """Yield that a processor's own graphics has not what a program needs, and the text names a card beside it."""
    cards = [each for each in log.named_cards if not _BUILT_IN.search(each) and _NVIDIA_CARD.search(each)]
    others = [each for each in log.named_cards if _BUILT_IN.search(each)]
    lines = {log.card_lines.get(each, 0): each for each in others}
    lacking = next((e for e in log.events if e.kind in _LACKS and e.line in lines), None)
    devices = " ".join(event.subject for event in log.events if event.kind is EventKind.DEVICE)
    if lacking is None or not cards or any(each in devices for each in cards):
        return
    taken, card = lines[lacking.line], cards[0]
    why = (
        f"the program looks at {quote(taken)}, which has not what it needs, and the text names another card, "
        f"{quote(card)}: the program is not given that one, or its driver is missing"
    )
    fix = (
        "have the program use it: on Windows Settings, Display, Graphics: High performance (or the driver's control "
        "panel); on Linux prime-run, or __NV_PRIME_RENDER_OFFLOAD=1 __VK_LAYER_NV_optimus=NVIDIA_only; if vulkaninfo "
        "--summary does not list it, install its driver"
    )
    yield Event(EventKind.CONCLUDED, lacking.line, card, why, fix=fix)


_BY_DIRECT3D = re.compile(r"Microsoft Direct3D12 \((?P<name>.{2,100}?)\)(?:$|\s+driverName)")


def listed_by_dzn(log: Log) -> Iterator[Event]:
    """Yield that a card is listed by its own driver and by dzn, if something failed."""
    devices = {event.subject: event.line for event in log.events if event.kind is EventKind.DEVICE}
    failed = log.trouble is not None or any(event.kind in _LACKS for event in log.events)
    for name, line in devices.items():
        found = _BY_DIRECT3D.match(name)
        if found is not None and found["name"] in devices and not log.cards.twins():
            why = (
                f"two drivers list one card: dzn, which draws by Direct3D, as {quote(name)}, and the card's own as "
                f"{quote(found['name'])}; a program that takes the first may get the slower one, or fail"
            )
            fix = (
                "leave dzn out: on Windows uninstall the OpenCL, OpenGL & Vulkan Compatibility Pack (Settings, "
                "Apps), or set VK_LOADER_DRIVERS_DISABLE=*dzn*"
            )
            yield Event(EventKind.CONCLUDED if failed else EventKind.NOTED, line, name, why, fix=fix)
            return


def reached_by_dzn(log: Log) -> Iterator[Event]:
    """Yield that programs in WSL get a card by dzn alone, where a text lists it so, and nothing else is wrong."""
    found = next(
        (e for e in log.events if e.kind is EventKind.DEVICE and _BY_DIRECT3D.match(e.subject)), None
    )
    if found is None:
        return
    by_name = log.signs.get(Sign.WSL, "dzn").startswith("dzn")  # which says at each start that it is dzn
    place = place_of(log.places.found, log.signs)
    devices = (e.subject for e in log.events if e.kind is EventKind.DEVICE)
    own = any(not _BY_DIRECT3D.match(each) and not PROCESSOR.search(each) for each in devices)
    on_windows = Sign.WINDOWS in log.signs or (place is not None and place.name == "Windows on ARM")
    if Sign.WSL not in log.signs or own or (by_name and on_windows):
        yield from _by_dzn_alone(log, found)
        return
    why = (
        f"in WSL, programs get the card by Mesa's dzn, which draws by Direct3D 12 ({quote(found.subject)}): no maker "
        "has a driver of its own for Vulkan there"
    )
    lacks = next((e for e in log.events if _lacks_something(e)), None)
    if lacks is not None:
        why = f"the program wants more than the driver has: {why}"
        fix = "run the program on Windows itself, or by CUDA in WSL, if it can; a newer Mesa has a newer dzn"
        log.events[:] = [each for each in log.events if each is not lacks]
        yield Event(EventKind.CONCLUDED, lacks.line, found.subject, why, fix=fix)
        return
    yield Event(EventKind.NOTED, found.line, found.subject, why)


def _lacks_something(event: Event) -> bool:
    """Return whether a program misses a feature or an extension of a device."""
    said = event.message.message.says if event.message is not None else ""
    of_device = event.kind is EventKind.LACKED and event.why == "no device"
    return of_device or event.kind is EventKind.UNFIT or "a feature that the device has not" in said


def _by_dzn_alone(log: Log, found: Event) -> Iterator[Event]:
    """Yield that programs of Windows get a card by dzn, where no driver of its maker lists it."""
    others = [e for e in log.events if e.kind is EventKind.DEVICE and not _BY_DIRECT3D.match(e.subject)]
    place = place_of(log.places.found, log.signs)
    on_windows = system_of(log) is System.WINDOWS or (place is not None and place.name == "Windows on ARM")
    if (
        not on_windows
        or "Basic Render" in found.subject
        or any(not PROCESSOR.search(each.subject) for each in others)
    ):
        return
    why = (
        f"the only driver that gives the card is Mesa's dzn, which draws by Direct3D 12 ({quote(found.subject)}), "
        "of the OpenCL, OpenGL & Vulkan Compatibility Pack: that of the card's maker is not registered for programs "
        "of this kind"
    )
    fix = (
        "install the newest driver of the card from its maker or the computer's (on Windows on ARM that of Qualcomm, "
        "for ARM64 programs alone), and see whether vulkaninfo --summary then lists the card twice"
    )
    yield Event(EventKind.CONCLUDED, found.line, found.subject, why, fix=fix)


_OF_RADV = re.compile(r"(?P<model>.{4,80}?) \(RADV [\w ]{2,30}\)")


def listed_by_amdvlk(log: Log) -> Iterator[Event]:
    """Yield that a card of AMD is listed by Mesa's driver and, without what that adds to its name, by AMD's own."""
    devices = {event.subject: event.line for event in log.events if event.kind is EventKind.DEVICE}
    for name, line in devices.items():
        found = _OF_RADV.fullmatch(name)
        other = devices.get(found["model"], 0) if found is not None else 0
        between = range(min(line, other), max(line, other))
        is_later = any(run.line in between for run in log.runs)  # a list of another time
        if found is not None and other and not is_later and not log.cards.twins():
            why = (
                f"two drivers list one card: Mesa's as {quote(name)}, and AMD's own (AMDVLK or that of amdgpu-pro) "
                f"as {quote(found['model'])}"
            )
            remove = (
                "remove the packages of the driver that is not wanted (amdvlk, lib32-amdvlk for AMD's own)"
            )
            chosen = "AMD_VULKAN_ICD" in log.variables  # with both devices in the list all the same
            fix = remove if chosen else f"set AMD_VULKAN_ICD=RADV (or AMDVLK), or {remove}"
            yield Event(EventKind.NOTED, line, name, why, fix=fix)
            return


def _named_of_two_makers(log: Log) -> list[str]:
    """Return two cards of different makers that somebody names; fewer if the text has not two such."""
    by_maker: dict[str, str] = {}
    for name in log.named_cards:
        for maker, pattern in _MAKERS:
            if pattern.search(name):
                by_maker.setdefault(maker, name)
                break
    return list(by_maker.values())


_OF_NVIDIA = "10de:"
_UNSET = (
    "if that number is not the wanted card's: unset MESA_VK_DEVICE_SELECT, and remove it where it is set "
    "(~/.profile, ~/.config/environment.d, /etc/environment); "
)


def wrong_card(log: Log) -> Iterator[Event]:
    """Yield how a program is given another of the cards that a text lists, if somebody asks that."""
    devices = list(dict.fromkeys(e.subject for e in log.events if e.kind is EventKind.DEVICE))
    cards = [each for each in devices if not PROCESSOR.search(each)]
    if not devices:
        cards = _named_of_two_makers(log)
        cards = cards if len(cards) > 1 else [each for each in log.named_cards if any(map(str.isdigit, each))]
    if Sign.WRONG_CARD not in log.signs or len(cards) < 2 or without_driver(log):
        return
    nvidia = next((each for each in cards if _NVIDIA_CARD.search(each)), "")
    other = next((each for each in cards if each != nvidia), "")
    there = "drivers give both" if devices else "of"
    why = (
        f"{there} {quote(cards[0])} and {quote(cards[1])}: which of them a program takes is the program's "
        "choice, and mostly the first"
    )
    program = program_of(log.programs.found)
    selected = log.variables.get("MESA_VK_DEVICE_SELECT", "list")
    if selected != "list":
        why += f"; MESA_VK_DEVICE_SELECT={selected} asks Mesa's layer to put the card of that number first"
    if system_of(log) is System.WINDOWS:
        fix = (
            "have Windows give the program the other card: Settings, Display, Graphics, the program's options: High "
            "performance (or the driver's control panel)"
        )
    elif nvidia and _SWITCHABLE.search(other):
        fix = (
            "start it with the NVIDIA card first: __NV_PRIME_RENDER_OFFLOAD=1 __VK_LAYER_NV_optimus=NVIDIA_only (the "
            "command prime-run sets them); for DXVK DXVK_FILTER_DEVICE_NAME with a part of its name"
        )
    else:
        fix = (
            "start it with DRI_PRIME=1, or MESA_VK_DEVICE_SELECT=VENDOR:DEVICE! with the numbers of the card "
            "(MESA_VK_DEVICE_SELECT=list vulkaninfo shows them); for DXVK DXVK_FILTER_DEVICE_NAME with a part of its "
            "name"
        )
    if program is not None and program.device and program.device.partition(" ")[0] not in fix:
        fix = f"{program.name} takes a device by {program.device}; or {fix}"
    unset = "" if selected == "list" or selected.lower().startswith(_OF_NVIDIA) else _UNSET
    yield Event(EventKind.NOTED, log.sign_lines[Sign.WRONG_CARD], cards[0], why, fix=unset + fix)


def given_away(log: Log) -> Iterator[Event]:
    """Yield that one card of a machine is kept for virtual machines, where programs get another one."""
    card = next(
        (e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)), ""
    )
    if log.signs.get(Sign.KERNEL_DRIVER) == "vfio-pci" and card and log.graphics:
        why = (
            f"the kernel's module vfio-pci has {quote(log.graphics[0])}, which keeps it for virtual machines: no "
            f"driver gives it here, and programs get {quote(card)}"
        )
        fix = (
            "if it is wanted here: take its ids out of vfio-pci (vfio-pci.ids on the kernel's command line, "
            "/etc/modprobe.d), rebuild the initramfs, and restart"
        )
        yield Event(EventKind.NOTED, log.sign_lines.get(Sign.KERNEL_DRIVER, 0), "vfio-pci", why, fix=fix)
