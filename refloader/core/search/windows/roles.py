"""The meaning of a registry key to a loader: its hive, use and branch. Does not check the data of values."""

import re
from dataclasses import dataclass

from refloader.model.place import Use
from refloader.model.platform import Device
from refloader.model.windows_registry import ADAPTERS, COMPONENTS, MACHINE, USER, USERS, Registry
from refloader.rules import rule

HIVES = {
    "HKLM": MACHINE,
    "HKCU": USER,
    "HKU": USERS,
    "HKCR": "HKEY_CLASSES_ROOT",
    "HKCC": "HKEY_CURRENT_CONFIG",
}
"""The full names of the predefined keys by the abbreviations that tools accept."""

CLASSES = f"{MACHINE}\\SYSTEM\\CurrentControlSet\\Control\\Class"

KEY_NAMES = {"ExplicitLayers": Use.EXPLICIT, "ImplicitLayers": Use.IMPLICIT, "Drivers": Use.DRIVER}
"""The keys below SOFTWARE\\Khronos\\Vulkan whose values name manifests."""

KEY_RULES = {
    Use.EXPLICIT: rule("DISC-WINDOWS-01"),
    Use.IMPLICIT: rule("DISC-WINDOWS-02"),
    Use.DRIVER: rule("DISC-DRIVER-WINDOWS-03"),
}
"""The rules that name these keys."""

SETTINGS_KEY = "LoaderSettings"
"""The key beside them whose values name settings files (SETTINGS-02)."""

VALUE_NAMES: dict[str, tuple[Use, bool]] = {
    "VulkanDriverName": (Use.DRIVER, False),
    "VulkanDriverNameWow": (Use.DRIVER, True),
    "VulkanExplicitLayers": (Use.EXPLICIT, False),
    "VulkanExplicitLayersWow": (Use.EXPLICIT, True),
    "VulkanImplicitLayers": (Use.IMPLICIT, False),
    "VulkanImplicitLayersWow": (Use.IMPLICIT, True),
}
"""The values of device keys that name manifests: their use, and whether for 32-bit programs on 64-bit systems."""

_SOFTWARE = re.compile(
    r"(?P<hive>hkey_local_machine|hkey_current_user|hkey_users\\[^\\]+)\\software\\(?P<wow>wow6432node\\)?"
    r"khronos\\vulkan(?:\\(?P<name>.*))?"
)
_DEVICE = re.compile(
    r"hkey_local_machine\\system\\currentcontrolset\\control\\class\\"
    rf"(?P<guid>{re.escape(ADAPTERS)}|{re.escape(COMPONENTS)})\\(?P<number>\d{{4}})"
)
_USES = {name.casefold(): use for name, use in KEY_NAMES.items()}
_VALUES = {name.casefold(): found for name, found in VALUE_NAMES.items()}


@dataclass(frozen=True, slots=True)
class KeyRole:
    """The meaning of a key to a loader. ``name`` is the path below Khronos\\Vulkan.

    ``use`` is None if no loader searches the key, and for a device key, whose values have uses.
    """

    of_user: bool = False
    wow: bool = False
    name: str = ""
    use: Use | None = None
    device: bool = False
    component: bool = False


def role_of(path: str) -> KeyRole | None:
    """Return the role of a key below SOFTWARE\\Khronos\\Vulkan or of a device key, or None for another key."""
    folded = path.casefold()
    match = _SOFTWARE.fullmatch(folded)
    if match:
        name = match["name"] or ""
        written = path[len(path) - len(name) :] if len(path) == len(folded) else name
        return KeyRole(match["hive"] != MACHINE.casefold(), bool(match["wow"]), written, _USES.get(name))
    match = _DEVICE.fullmatch(folded)
    return KeyRole(device=True, component=match["guid"] == COMPONENTS) if match else None


def value_role(name: str) -> tuple[Use, bool] | None:
    """Return the use of a value in a device key, and whether it is for 32-bit programs; None for other values."""
    return _VALUES.get(name.casefold())


def devices_of(registry: Registry) -> tuple[Device, ...]:
    """Return the display adapters of a registry, then the software components, each sorted by number."""
    found = []
    for guid in (ADAPTERS, COMPONENTS):
        for key in registry.below(f"{CLASSES}\\{guid}"):
            role = role_of(key.path)
            if role is not None and role.device:
                found.append(Device(key.path, role.component))
    return tuple(found)
