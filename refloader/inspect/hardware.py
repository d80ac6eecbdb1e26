"""Graphics hardware for which no Vulkan driver exists on Linux, by PCI ids and the names of boards. Tables only.

AMD's older module radeon drives cards of GCN's first two generations too, for which amdgpu can be chosen; all others
that it drives are older than GCN. Of Intel's, the first with a driver of Mesa's is Ivy Bridge.
"""

import re

_GCN = (
    (0x1304, 0x131D),  # Kaveri
    (0x6600, 0x667F),  # Oland, Bonaire, Hainan
    (0x6780, 0x679F),  # Tahiti
    (0x67A0, 0x67BF),  # Hawaii
    (0x6800, 0x683F),  # Pitcairn, Cape Verde
    (0x9830, 0x985F),  # Kabini, Mullins
)
"""The PCI ids of AMD's cards that both radeon and amdgpu can drive."""

_INTEL_BEFORE_VULKAN = (
    (0x0042, 0x0046),  # Ironlake
    (0x0102, 0x0126),  # Sandy Bridge
    (0x2562, 0x2592),  # the 8xx and 9xx chipsets
    (0x2772, 0x27AE),
    (0x2972, 0x29D3),
    (0x2A02, 0x2A43),
    (0x2E02, 0x2E93),
    (0xA001, 0xA012),
)
"""The PCI ids of Intel's graphics before Ivy Bridge (generations 2 to 6)."""

_PI = re.compile(
    r"Raspberry Pi (?:(?P<number>\d)|Zero|Compute Module (?P<module>\d)|Model [AB]|Compute Module)"
)
_FIRST_PI = 4


def before_gcn(device: str) -> bool:
    """Whether a card of AMD's that the module radeon drives is older than GCN; false if that is not known."""
    number = _number(device)
    return number is not None and not any(first <= number <= last for first, last in _GCN)


def intel_before_vulkan(device: str) -> bool:
    """Whether a PCI id is one of Intel's graphics for which Mesa has no Vulkan driver."""
    number = _number(device)
    return number is not None and any(first <= number <= last for first, last in _INTEL_BEFORE_VULKAN)


def pi_before_vulkan(model: str) -> bool:
    """Whether the model that a device tree names is a Raspberry Pi older than those that Mesa's V3DV serves."""
    found = _PI.match(model)
    if found is None:
        return False
    number = found["number"] or found["module"]
    return int(number) < _FIRST_PI if number else True


def _number(device: str) -> int | None:
    try:
        return int(device, 16)
    except ValueError:
        return None
