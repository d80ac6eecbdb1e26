"""What people paste of the source code of a program: the structures that it fills, the extensions that it names.

Only what the lines themselves have is noted, whatever the language (C, C++, and what binds to them): declarations of
structures, their ``sType``, ``apiVersion`` and flags, and names of extensions as texts or as macros.
"""

import re
from dataclasses import dataclass, field

_DECLARED = re.compile(
    r"\b(?:vk::|Vk)(?P<type>ApplicationInfo|InstanceCreateInfo|DeviceCreateInfo|DeviceQueueCreateInfo"
    r"|SwapchainCreateInfoKHR|DebugUtilsMessengerCreateInfoEXT)\b\s*(?P<name>[A-Za-z_]\w{0,60})?"
)
_TYPED = re.compile(
    r"(?:\b(?P<name>[A-Za-z_]\w{0,60})\s*)?(?:\.|->)\s*sType\s*=\s*VK_STRUCTURE_TYPE_(?P<type>\w{3,80})"
)
_FIRST_MEMBER = re.compile(r"^\s*(?:=\s*)?\{\s*VK_STRUCTURE_TYPE_(?P<type>\w{3,80})")
_TEXT = re.compile(r"[\"'](?P<name>VK_[A-Z]{2,8}_[a-z0-9_]{2,80})[\"']")
_MACRO = re.compile(r"\b(?P<name>VK_[A-Z]{2,8}_[A-Z0-9_]{2,80})_EXTENSION_NAME\b")
_VERSION = re.compile(
    r"\bapiVersion\s*[=:]\s*(?:VK_API_VERSION_1_(?P<minor>\d)"
    r"|VK_MAKE_(?:API_)?VERSION\((?:0, ?)?1, ?(?P<made>\d{1,2}),)"
)
_CALL = re.compile(
    r"\b(?:vk)?(?P<call>CreateInstance|CreateDevice)\s*\(|\b(?:vk::createInstance|\.create_instance)\s*\(|\.create_instance\("
)
_FETCHED = re.compile(r"(?:ProcAddr|PFN_vk)\w*\W.{0,120}?[\"'](?P<name>vk[A-Z]\w{3,80})[\"']")
_PORTABILITY = re.compile(r"ENUMERATE_PORTABILITY|eEnumeratePortability", re.IGNORECASE)

_MOST = 200


@dataclass(slots=True)
class SourceCode:
    """Code in a text: ``structures`` by their variables, and ``types`` as they are filled in, with their lines.

    ``extensions`` are the names in it, ``calls`` the functions that it calls, ``fetched`` those that it asks
    the loader for by name, ``flagged`` is whether it asks for
    portability drivers, and ``version`` is the minor number of Vulkan's version that it asks for.
    """

    structures: dict[str, tuple[str, int]] = field(default_factory=dict)
    types: dict[str, tuple[str, int]] = field(default_factory=dict)
    extensions: dict[str, int] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)
    fetched: dict[str, int] = field(default_factory=dict)
    flagged: bool = False
    version: tuple[int, int] = (0, 0)
    _last: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line of code has."""
        if len(self.extensions) >= _MOST or len(self.structures) >= _MOST or len(self.types) >= _MOST:
            return
        declared = _DECLARED.search(line) if "Info" in line else None
        if declared is not None and declared["name"]:
            self._last = declared["name"]
            self.structures[self._last] = declared["type"], number
        self._typed(line, number, declared)
        for pattern in (_TEXT, _MACRO) if "VK_" in line else ():
            for found in pattern.finditer(line):
                if "_LAYER_" not in found["name"]:
                    self.extensions.setdefault(_spelt(found["name"]), number)
        if declared is not None and not declared["name"]:
            self.calls.setdefault(f"Vk{declared['type']}", number)
        call = _CALL.search(line) if "reate" in line else None
        if call is not None:
            name = call["call"] or "CreateInstance"
            self.calls.setdefault(f"vk{name}", number)
        self.flagged |= _PORTABILITY.search(line) is not None
        fetched = _FETCHED.search(line) if "ProcAddr" in line else None
        if fetched is not None and len(self.fetched) < _MOST:
            self.fetched.setdefault(fetched["name"], number)
        version = _VERSION.search(line) if "apiVersion" in line else None
        if version is not None:
            self.version = int(version["minor"] or version["made"]), number

    def _typed(self, line: str, number: int, declared: re.Match[str] | None) -> None:
        """Note the sType that a line gives a structure."""
        if "VK_STRUCTURE_TYPE_" not in line:
            return
        if declared is not None and declared["name"]:
            first = _FIRST_MEMBER.match(line[declared.end() :])
            if first is not None:
                self.types.setdefault(declared["name"], (first["type"], number))
                return
        typed = _TYPED.search(line)
        if typed is not None:
            self.types.setdefault(typed["name"] or self._last, (typed["type"], number))


def _spelt(name: str) -> str:
    """Return the name of an extension as loaders have it, of a macro, too: VK_KHR_swapchain."""
    start, maker, rest = name.split("_", 2)
    return f"{start}_{maker}_{rest.lower()}"
