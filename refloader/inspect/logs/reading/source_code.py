"""What people paste of the source code of a program: the structures that it fills, the extensions that it names.

Only what the lines themselves have is noted, whatever the language (C, C++, and what binds to them): declarations of
structures, their ``sType``, ``apiVersion`` and flags, and names of extensions as texts or as macros.
"""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.sought import Sought

_JUDGED = frozenset(
    {
        "ApplicationInfo",
        "InstanceCreateInfo",
        "DeviceCreateInfo",
        "DeviceQueueCreateInfo",
        "SwapchainCreateInfoKHR",
        "DebugUtilsMessengerCreateInfoEXT",
    }
)
"""The structures whose types are judged: others only end what is known of a variable of the same name."""
_DECLARED = Sought(
    r"\b(?:vk::|Vk)(?P<type>[A-Z]\w{2,80})\b(?:\s{0,9}const\b)?[\s*&]{0,20}(?P<name>[A-Za-z_]\w{0,60})?"
    r"(?P<then>\s{0,9}[;={\[])?"
)
_AUTO = Sought(r"\b(?:auto|let|let mut|var)\b[\s*&]{1,20}(?P<name>[A-Za-z_]\w{0,60})")
_OPENED = Sought(r"\s*+(?:\[\w*+\])?\s*+(?:=\s*+\{?|\{)\s*+$")
_TYPED = Sought(
    r"(?<![\w.>])(?P<name>[A-Za-z_]\w{0,60})(?:\[\w{1,20}\])?(?:\.|->)sType\s*=\s*VK_STRUCTURE_TYPE_(?P<type>\w{3,80})"
)
_MEMBER = Sought(r"^[\s={]*(?:\.sType\s*=\s*)?VK_STRUCTURE_TYPE_(?P<type>\w{3,80})")
_ELIDED = Sought(r"^\}\s*$|^\s*(?://\s*)?(?:\.{3}|…)")
"""The end of a function, or lines that are left out: what follows may be another variable of the same name."""
_PROSE = Sought(r"\b(?:the|are|says?|my|but|I|have|was|does|these|also)\b")
_QUOTED = re.compile(r"\"[^\"]{0,200}\"")
_TEXT = Sought(r"[\"'](?P<name>VK_[A-Z]{2,8}_[a-z0-9_]{2,80})[\"']")
_LAYER = re.compile(r"[\"'](VK_LAYER_\w{3,100})[\"']")
_MACRO = Sought(r"\b(?P<name>VK_[A-Z]{2,8}_[A-Z0-9_]{2,80})_EXTENSION_NAME\b")
_VERSION = Sought(
    r"\bapiVersion\s*[=:]\s*(?:VK_API_VERSION_1_(?P<minor>\d)"
    r"|VK_MAKE_(?:API_)?VERSION\((?:0, ?)?1, ?(?P<made>\d{1,2}),)"
)
_CALL = Sought(
    r"\b(?:vk)?(?P<call>CreateInstance|CreateDevice)\s*\(|\b(?:vk::createInstance|\.create_instance)\s*\(|\.create_instance\("
)
_FETCHED = Sought(r"(?:ProcAddr|PFN_vk)\w*\W.{0,120}?[\"'](?P<name>vk[A-Z]\w{3,80})[\"']")
_PORTABILITY = Sought(
    r"ENUMERATE_PORTABILITY|eEnumeratePortability|\bflags\s*\|?=\s*(?:0x0{0,7})?1\b", re.IGNORECASE
)

_MOST = 200


@dataclass(slots=True)
class SourceCode:
    """Code in a text: ``structures`` that it declares, with lines, and ``wrong``: variables with another's type.

    ``extensions`` are the names in it, ``calls`` the functions that it calls, ``fetched`` those that it asks
    the loader for by name, ``gathered`` is whether a function gives it extensions, ``flagged`` whether it asks for
    portability drivers, ``version`` is the minor number of Vulkan's version that it asks for, and ``layers`` are
    the names of layers between quotation marks.
    """

    structures: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    extensions: dict[str, int] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)
    fetched: dict[str, int] = field(default_factory=dict)
    gathered: bool = False
    flagged: bool = False
    version: tuple[int, int] = (0, 0)
    layers: dict[str, int] = field(default_factory=dict)
    _variables: dict[str, str] = field(default_factory=dict)
    _typed: dict[str, None] = field(default_factory=dict)
    _opened: str = ""
    _is_comment: bool = False

    def line(self, line: str, number: int) -> None:
        """Note what a line of code has."""
        if max(len(self.extensions), len(self._variables), len(self.wrong)) >= _MOST:
            return
        line = self._uncommented(line)
        self._of_structures(line, number)
        if "VK_" in line:
            self._of_extensions(line, number)
            for name in _LAYER.findall(line) if len(self.layers) < _MOST else ():
                self.layers.setdefault(name, number)
        self.gathered |= "xtensions(" in line
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

    def _uncommented(self, line: str) -> str:
        """Return a line without its comment."""
        start = line.lstrip()
        if self._is_comment or start.startswith("/*"):
            rest = start.partition("*/")
            self._is_comment = not rest[1]
            return rest[2]
        if start.startswith("# "):
            return ""
        at = line.find("//")
        return line[:at] if at >= 0 and line[at - 1 : at] != ":" else line

    def _of_extensions(self, line: str, number: int) -> None:
        """Note the names of extensions: in a sentence, those alone that stand in brackets."""
        is_prose = _PROSE.search(_QUOTED.sub("", line)) is not None
        for pattern in (_TEXT, _MACRO):
            for found in pattern.finditer(line):
                is_listed = not is_prose or line[: found.start()].rstrip()[-1:] in ("{", "[", "(", ",")
                if "_LAYER_" not in found["name"] and is_listed:
                    self.extensions.setdefault(_spelt(found["name"]), number)

    def _of_structures(self, line: str, number: int) -> None:
        """Note declarations, and the sType that a line gives a structure."""
        opened, self._opened = self._opened, ""
        if self._variables and _ELIDED.search(line):
            self._variables.clear()
        rest = line
        all_declared = list(_DECLARED.finditer(line)) if "Vk" in line or "vk::" in line else []
        for declared in all_declared:
            self._declared(declared, number)
        if len(all_declared) == 1 and all_declared[0]["name"] in self._variables:
            opened = all_declared[0]["name"]
            rest = line[all_declared[0].end("name") :]
        elif all_declared:
            opened = ""
        for found in _AUTO.finditer(line) if self._variables else ():
            self._variables.pop(found["name"], None)
        if "VK_STRUCTURE_TYPE_" in line:
            typed = _TYPED.search(line)
            member = _MEMBER.search(rest) if opened and typed is None else None
            if typed is not None:
                self._has_type(typed["name"], typed["type"], number)
            elif member is not None:
                self._has_type(opened, member["type"], number)
        elif opened and (_OPENED.match(rest) if all_declared else rest.strip() in ("", "{")):
            self._opened = opened

    def _declared(self, declared: re.Match[str], number: int) -> None:
        """Note a declaration, and that a variable of the same name is another one from here on."""
        structure, name = declared["type"], declared["name"]
        if name:
            self._variables.pop(name, None)
            self._typed.pop(name, None)
        if structure not in _JUDGED:
            return
        if name and declared["then"]:
            self._variables[name] = structure
            self.structures.setdefault(structure, number)
        else:
            self.calls.setdefault(f"Vk{structure}", number)

    def _has_type(self, name: str, typed: str, number: int) -> None:
        """Note the type of a variable: the first after its declaration, unless a later one is right."""
        structure = self._variables.get(name, "")
        is_right = structure.lower() == typed.replace("_", "").lower()
        if name in self._typed:
            if is_right:
                self.wrong.pop(name, None)
        elif structure:
            self._typed[name] = None
            if not is_right:
                self.wrong.setdefault(name, (structure, typed, number))


def _spelt(name: str) -> str:
    """Return the name of an extension as loaders have it, of a macro, too: VK_KHR_swapchain."""
    start, maker, rest = name.split("_", 2)
    return f"{start}_{maker}_{rest.lower()}"
