"""Whose graphics card a text speaks of: by a list of the machine's hardware, else by what somebody says."""

import re

from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import EventKind
from refloader.inspect.logs.reading.signs import Sign

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
