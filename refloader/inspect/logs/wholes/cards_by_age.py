"""Graphics cards by their age: those that no driver for Vulkan knows, and those that are newer than the system."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.cards import card_of
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.inspect.logs.wholes.named_cards import without_driver
from refloader.model.system import System
from refloader.model.text import quote

_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)
_OLD = (
    ("NVIDIA", re.compile(r"\b(?:GF1[01]\d|GT2\d\d|GT200|G8\d|G9\d|C[67]\d|MCP\d\d|NV\d\d)[A-Z]{0,3}\b")),
    (
        "Advanced Micro",
        re.compile(
            r"\b(?:Cedar|Redwood|Juniper|Cypress|Hemlock|Caicos|Turks|Barts|Cayman|Antilles|Wrestler"
            r"|Trinity|Richland|Sumo"
            r"|RV[5-7]\d\d|RS[78]80|Park|Madison|Broadway|Seymour|Whistler|Blackcomb|Thames|Robson|Loveland)\b"
        ),
    ),
    (
        "Intel",
        re.compile(
            r"2nd Generation Core|Sandy ?Bridge|4 Series Chipset|Core Processor Integrated Graphics"
            r"|82\w{3,5} |Atom Processor [DN]"
        ),
    ),
)
"""Chips without Vulkan: before NVIDIA's Kepler, AMD's GCN and Intel's Ivy Bridge."""


def _release_of(kernel: str) -> tuple[int, ...]:
    """Return the two numbers of a kernel's release, as of 6.12-rc4."""
    return tuple(map(int, re.findall(r"\d+", kernel)[:2]))


def too_old(log: Log) -> Iterator[Event]:
    """Yield that the only card of a text is older than Vulkan, if there is no device."""
    yield from _of_windows(log)
    yield from _of_the_older_module(log)
    yield from _for_another_phone(log)
    yield from _of_an_old_branch(log)
    yield from _of_an_old_mesa(log)
    yield from older_than_vulkan(log)


def older_than_vulkan(log: Log) -> Iterator[Event]:
    """Yield that the one card that a machine lists is older than Vulkan, where a program gets no device of a card."""
    kinds = {event.kind for event in log.events}
    deviceless = any(event.message and event.message.message.deviceless for event in log.events)
    devices = [event.subject for event in log.events if event.kind is EventKind.DEVICE]
    software = bool(devices) and all(PROCESSOR.search(each) for each in devices)
    if len(log.graphics) != 1 or (kinds.isdisjoint(_WITHOUT) and not (deviceless or software)):
        return
    card = log.graphics[0]
    if any(card.startswith(maker) and chips.search(card) for maker, chips in _OLD):
        why = f"{quote(card)} is older than Vulkan: no driver for Vulkan knows it"
        fix = (
            "have the program use OpenGL or Direct3D (Godot --rendering-driver opengl3, "
            "PROTON_USE_WINED3D=1), or llvmpipe, or take a newer card"
        )
        yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.CARD, 0), card, why, fix=fix)


_OFFERS = {"470": "1.2", "340": "none"}
"""The version of Vulkan that NVIDIA's older branches have."""

_KEPLER = re.compile(r"\bG(?:eForce )?(?:T|TX|TX TITAN) ?(?:6\d\d|7(?!45|50)\d\d)M?\b|\bGK\d{3}\b")


def _of_an_old_branch(log: Log) -> Iterator[Event]:
    """Yield that a branch of NVIDIA's driver has an older Vulkan than a program asks for."""
    signs = (Sign.NVIDIA_MODULE, Sign.NVIDIA_WORKS, Sign.NVIDIA_LIBRARIES, Sign.NVIDIA_SAID)
    sign = next((each for each in signs if log.signs.get(each, "").partition(".")[0] in _OFFERS), None)
    wants = next(
        (e for e in log.events if e.message is not None and "version of Vulkan" in e.message.says), None
    )
    cards = [card for card in log.graphics if any(chips.search(card) for _, chips in _OLD)]
    if sign is None or wants is None or cards or log.vulkanless[0]:
        return
    branch = log.signs[sign].partition(".")[0]
    card = next((each for each in (*log.named_cards, *log.graphics) if _KEPLER.search(each)), "")
    has = f"has Vulkan {_OFFERS[branch]} and no newer one" if _OFFERS[branch] != "none" else "has no Vulkan"
    why = f"NVIDIA's branch {branch} {has}, and the program asks for more"
    why += f"; it is the last branch for {quote(card)}" if card else ""
    fix = (
        "no newer driver knows this card: use an older release of the program or of DXVK (1.10.3, as in Proton 7), "
        "OpenGL or Direct3D 11 (PROTON_USE_WINED3D=1), or another card"
        if card
        else "install a newer branch (550 or later), if the card is of Maxwell (GTX 750, 900) or newer; an older "
        "card "
        "has none: use an older release of the program or of DXVK, or OpenGL"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines[sign], branch, why, fix=fix)


_OF_MESA = (("1.4", (25, 0)), ("1.3", (22, 0)), ("1.2", (20, 0)))
"""The first release of Mesa whose drivers for AMD's and Intel's cards have a version of Vulkan."""


def _of_an_old_mesa(log: Log) -> Iterator[Event]:
    """Yield that the Mesa of a text has an older Vulkan than a program asks for."""
    has = log.signs.get(Sign.MESA, "")
    parts = tuple(int(part) for part in has.split(".")[:2] if part.isdecimal())
    wants = next((e for e in log.events if e.message is not None and "version" in e.message.says), None)
    asked = next((w.wanted for w in log.particulars.wanted), "") or log.particulars.version_said
    named = card_of(log.whole_cards.found, log.whole_cards.texts)
    first = next((release for version, release in _OF_MESA if asked.startswith(version)), None)
    if len(parts) < 2 or wants is None or first is None or parts >= first or named is None:
        return
    if not named.card.library or named.card.limit or named.card.maker not in ("Advanced Micro", "Intel"):
        return
    wanted = ".".join(map(str, first))
    why = (
        f"Mesa {has} is too old for the program, which wants Vulkan {asked}: the driver of "
        f"{quote(named.name)} has that from Mesa {wanted} on"
    )
    fix = (
        f"take a Mesa from {wanted} on: a newer release of the distribution (Ubuntu: also ppa:kisak/kisak-mesa, "
        "Debian: backports), or a Flatpak of the program, which brings its own; vulkaninfo --summary then shows it"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.MESA, 0), has, why, fix=fix)


def _for_another_phone(log: Log) -> Iterator[Event]:
    """Yield that a custom driver for Qualcomm's cards is given to a program on a device with another card."""
    card = log.signs.get(Sign.PHONE_CARD, "")
    refused = (e for e in log.events if e.kind in (EventKind.LINKER, EventKind.DRIVER_FAILED))
    lost = next((e for e in refused if _TURNIP.search(e.subject)), None)
    if not card or card.startswith("Adreno") or lost is None:
        return
    why = f"the custom driver (Turnip, {lost.subject}) is for Qualcomm's Adreno alone, and this device has {card}"
    fix = (
        "take the system's driver in the program's settings, or OpenGL there: this card has no custom driver"
    )
    yield Event(EventKind.CONCLUDED, lost.line, card, why, fix=fix)


_TURNIP = re.compile(r"freedreno|turnip|adreno", re.IGNORECASE)
_FAILING = (EventKind.DRIVER_FAILED, EventKind.LEFT_DRIVER)
_RADV = re.compile(r"radv|radeon|amdgpu", re.IGNORECASE)


def _of_the_older_module(log: Log) -> Iterator[Event]:
    """Yield that the kernel's older module drives a card of AMD, if Mesa's driver radv, which wants amdgpu, fails."""
    failed = any(e.kind in _FAILING and _RADV.search(e.subject) for e in log.events)
    if log.signs.get(Sign.KERNEL_DRIVER) != "radeon" or not failed:
        return
    why = "the kernel drives the card with its older module radeon, and Mesa's radv works with amdgpu alone"
    fix = (
        "have amdgpu drive the card, if it is of GCN 1 or 2: radeon.si_support=0 radeon.cik_support=0 "
        "amdgpu.si_support=1 amdgpu.cik_support=1 on the kernel's command line; older cards have no Vulkan"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.KERNEL_DRIVER, 0), "radeon", why, fix=fix)


_OTHER_CARD = re.compile(r"NVIDIA|GeForce|Radeon|\bAMD\b|\bArc\b|\bRTX\b|\bGTX\b", re.IGNORECASE)


def _of_windows(log: Log) -> Iterator[Event]:
    """Yield that Intel's driver for the only card of a text has no Vulkan on Windows, if there is no device."""
    kinds = {event.kind for event in log.events}
    messages = [event.message.message for event in log.events if event.message]
    deviceless = any(each.deviceless or "does not find the loader" in each.says for each in messages)
    named = (*log.graphics, *log.adapters, *log.named_cards)
    if (
        Sign.OLD_INTEL not in log.signs
        or system_of(log) is not System.WINDOWS
        or any(_OTHER_CARD.search(each) for each in named)
        or any(event.kind is EventKind.DEVICE for event in log.events)
        or (kinds.isdisjoint((*_WITHOUT, EventKind.NO_LOADER)) and not deviceless)
    ):
        return
    card = log.signs[Sign.OLD_INTEL]
    why = (
        f"{card} has no Vulkan on Windows: Intel's drivers have it from Skylake (the sixth generation) on, and no "
        "other driver or loader brings it"
    )
    fix = (
        "have the program use OpenGL or Direct3D; on Linux, Mesa has Vulkan for this card from Ivy Bridge on"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.OLD_INTEL, 0), card, why, fix=fix)


def newer_cards(log: Log) -> Iterator[Event]:
    """Yield that the card of a text is newer than its kernel, or likely than the whole system."""
    yield from _before_the_card(log)
    yield from list(_before_the_newest(log)) or _newer_than_the_system(log)


_ARC = re.compile(r"\[?8086:(?P<id>56[9ab][0-9a-f])\b", re.IGNORECASE)
_DRIVES_ARC = (6, 2)


def _before_the_card(log: Log) -> Iterator[Event]:
    """Yield that no module drives a card of Intel's Arc A series, as the kernel that runs is older than it."""
    kernel, card = log.signs.get(Sign.KERNEL, ""), next(filter(None, map(_ARC.search, log.graphics)), None)
    if not kernel or card is None or Sign.UNDRIVEN not in log.signs or "i915" not in log.signs[Sign.UNDRIVEN]:
        return
    if _release_of(kernel) >= _DRIVES_ARC:
        return
    why = (
        f"no module drives the card {quote(card.string)}: Linux drives Intel's Arc A cards by itself from 6.2 on, "
        f"and this is {kernel}"
    )
    fix = (
        "start a kernel from 6.2 on (Ubuntu 22.04: sudo apt install linux-generic-hwe-22.04), and a Mesa from 22.2 "
        f"on; with 6.0 or 6.1, i915.force_probe={card['id']} on the kernel's command line"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.UNDRIVEN], card.string, why, fix=fix)


_FIRST = (
    (re.compile(r"\b8086:e2[0-9a-f]{2}\b|\bArc(?:\(TM\))? B\d{3}"), "Intel's Arc B cards", (6, 12), "24.3"),
    (re.compile(r"\b8086:64[ab][0-9a-f]\b|\bLunar Lake\b"), "Intel's Lunar Lake", (6, 11), "24.2"),
    (
        re.compile(r"\b1002:75[59][0-9a-f]\b|\bRX 90[67]0\b|Navi 4[48]"),
        "AMD's RX 9000 cards",
        (6, 13),
        "25.0",
    ),
)
"""Cards, with the first kernel and the first Mesa that drive them by themselves."""


def _before_the_newest(log: Log) -> Iterator[Event]:
    """Yield that the kernel that runs is older than the card of a text, if no driver gives it."""
    kernel = log.signs.get(Sign.KERNEL, "")
    lacks = _are_processors(log) or without_driver(log) or (Sign.COMPLAINT in log.signs and not log.graphics)
    if not kernel or not lacks or Sign.CONTAINER in log.signs:
        return
    runs = _release_of(kernel)
    for pattern, cards, first, mesa in _FIRST:
        named = next((each for each in (*log.graphics, *log.named_cards) if pattern.search(each)), "")
        if not named or runs >= first:
            continue
        wanted = ".".join(map(str, first))
        why = f"the kernel, {kernel}, is older than the card ({quote(named)}): Linux drives {cards} from {wanted} on"
        fix = (
            f"start a kernel from {wanted} on (Ubuntu: linux-generic-hwe, Debian: that of backports), with its "
            f"firmware (linux-firmware), and a Mesa from {mesa} on"
        )
        yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.KERNEL, 0), named, why, fix=fix)
        return
    of_text = card_of(log.whole_cards.found, log.whole_cards.texts)
    drives = of_text.card.kernel if of_text is not None else ""
    if of_text is None or log.graphics or not drives or runs >= tuple(map(int, drives.split("."))):
        return
    why = (
        f"the kernel, {kernel}, is older than {of_text.card.driver} needs for {quote(of_text.name)}: Linux drives it "
        f"from {drives} on"
    )
    fix = (
        f"start a kernel from {drives} on (Ubuntu: linux-generic-hwe, Debian: that of backports; for a board one "
        f"with the mainline kernel, and not with its maker's), and a Mesa from {of_text.card.mesa} on"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.KERNEL, 0), of_text.name, why, fix=fix)


_UNNAMED = re.compile(r"^(?:Advanced Micro|Intel)\b.{0,60}(?:\]|Corporation) Device (?P<id>[0-9a-f]{4})\b")


def _newer_than_the_system(log: Log) -> Iterator[Event]:
    """Yield that a system's list has no name for its only card, if the processor is all that drivers give."""
    card = next((found for each in log.graphics if (found := _UNNAMED.match(each)) is not None), None)
    if card is None or len(log.graphics) != 1 or not _are_processors(log):
        return
    kernel = f" ({log.signs[Sign.KERNEL]})" if Sign.KERNEL in log.signs else ""
    why = (
        f"the system's list of hardware has no name for the card (Device {card['id']}): it is likely newer than the "
        f"system's kernel{kernel}, firmware and Mesa, which then do not drive it"
    )
    fix = (
        "update all three: a newer kernel (Ubuntu: linux-generic-hwe, Debian: that of backports), linux-firmware and "
        "a newer Mesa (a newer release of the distribution, or ppa:kisak/kisak-mesa on Ubuntu); sudo update-pciids "
        "shows what the card is called"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines.get(Sign.CARD, 0), card["id"], why, fix=fix)


def _are_processors(log: Log) -> bool:
    """True if a text lists devices, and all are the processor."""
    devices = [event.subject for event in log.events if event.kind is EventKind.DEVICE]
    return bool(devices) and all(PROCESSOR.search(each) for each in devices)
