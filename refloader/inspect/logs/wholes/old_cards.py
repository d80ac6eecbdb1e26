"""Graphics cards that no driver for Vulkan knows, by the chips that lists of the hardware name."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import system_of
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


def too_old(log: Log) -> Iterator[Event]:
    """Yield that the only card of a text is older than Vulkan, if there is no device."""
    yield from _of_windows(log)
    yield from _of_the_older_module(log)
    yield from _for_another_phone(log)
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
