"""Whose graphics card a text speaks of: by a list of the machine's hardware, else by what somebody says."""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.signs import Sign
from refloader.model.text import quote

_MAKERS = (
    ("NVIDIA", re.compile(r"GTX|RTX|GeForce|Quadro|NVIDIA", re.IGNORECASE)),
    ("Advanced Micro", re.compile(r"\bRX ?\d|Radeon|AMD", re.IGNORECASE)),
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


_NVIDIA_CARD, _SWITCHABLE = re.compile(r"NVIDIA|GeForce|Quadro|RTX|GTX"), re.compile("Intel|AMD|Radeon|RADV")


def wrong_card(log: Log) -> Iterator[Event]:
    """Yield how a program is given another of the cards that a text lists, if somebody asks that."""
    devices = list(dict.fromkeys(e.subject for e in log.events if e.kind is EventKind.DEVICE))
    cards = [each for each in devices if not PROCESSOR.search(each)]
    if Sign.WRONG_CARD not in log.signs or len(cards) < 2 or without_driver(log):
        return
    nvidia = next((each for each in cards if _NVIDIA_CARD.search(each)), "")
    other = next((each for each in cards if each != nvidia), "")
    why = (
        f"drivers give both {quote(cards[0])} and {quote(cards[1])}: which of them a program takes is the program's "
        "choice, and mostly the first"
    )
    if nvidia and _SWITCHABLE.search(other):
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
    yield Event(EventKind.NOTED, log.sign_lines[Sign.WRONG_CARD], cards[0], why, fix=fix)
