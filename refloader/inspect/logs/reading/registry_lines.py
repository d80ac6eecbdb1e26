"""The values of Windows' registry that a text shows: as ``reg query``, exports and PowerShell print them.

A value names a manifest and has a number: loaders use those with 0. The key says for which programs they count.
"""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.sought import Sought

_KEY = Sought(
    r"(?P<key>(?:HKEY_LOCAL_MACHINE|HKEY_CURRENT_USER|HKLM:?"
    r"|HKCU:?)\\+SOFTWARE\\+(?:WOW6432Node\\+)?Khronos\\+Vulkan\\+"
    r"(?:(?:Im|Ex)plicitLayers|Drivers|Settings))",
    re.IGNORECASE,
)
_WIDTH = Sought(r"/reg:(?P<bits>32|64)\b", re.IGNORECASE)
_QUERY = Sought(
    r"^(?P<path>[A-Za-z]:\\.{1,400}?\.json) +REG_(?P<type>\w+) +(?P<value>0x[0-9a-f]{1,8}|\S{1,100})$",
    re.IGNORECASE,
)
_EXPORT = Sought(
    r"^\"(?P<path>[A-Za-z]:\\\\.{1,400}?\.json)\"=(?P<type>dword|\")?:?(?P<value>[0-9a-f]{1,8})?\"?",
    re.IGNORECASE,
)
_PROPERTY = Sought(
    r"^(?:\w{2}plicitLayers +|Drivers +)?(?P<path>[A-Za-z]:\\.{1,400}?\.json) *(?: : "
    r"|\t)(?P<type>)(?P<value>\d{1,10})$",
    re.IGNORECASE,
)
_ENUMERATED = Sought(
    r"\"RegEnumValue\",.{0,200}\"SUCCESS\",\"Index: \d{1,4}, Name: (?P<path>[A-Za-z]:\\.{1,400}?\.json), "
    r"Type: REG_(?P<type>\w+)(?:, Length: \d{1,6}, Data: (?P<value>\d{1,10}))?"
)
"""A value in a table of Process Monitor."""

_ADDED = Sought(
    r"\breg(?:\.exe)? add \S{10,200} /v \"?(?P<path>[A-Za-z]:\\[^\"/]{1,400}?\.json)\"? "
    r"(?=.*/t REG_(?P<type>\w+))(?=.*/d (?P<value>(?:0x)?[0-9a-f]{1,8})\b)",
    re.IGNORECASE,
)
"""A command that adds a value."""

_SWAPPED = Sought(
    r"^\"?(?P<name>VK_LAYER_\w{1,200}|\w[\w -]{1,60})\"?(?:=\"|\s+REG_(?:EXPAND_)?SZ\s+)"
    r"(?P<path>[A-Za-z]:\\.{1,400}?\.json)\"?$"
)
"""A value whose name is the layer, and whose data is the path: loaders want the path for the name."""

_MOST = 500


@dataclass(frozen=True, slots=True)
class Value:
    """A value: the manifest that it names, its key, its number or text, its type, and its line."""

    key: str
    path: str
    value: str
    kind: str
    line: int

    @property
    def is_number(self) -> bool:
        """True if it is a DWORD, as far as the text shows its type."""
        return self.kind.lower() in ("", "dword")

    @property
    def is_on(self) -> bool:
        """True if loaders use it: its number is 0."""
        return self.is_number and re.fullmatch(r"(?:0x)?0+", self.value) is not None


@dataclass(slots=True)
class RegistryLines:
    """The keys of a text with their lines, in its order, and their values; ``swapped`` have the path as data."""

    keys: dict[str, int] = field(default_factory=dict)
    values: list[Value] = field(default_factory=list)
    swapped: list[Value] = field(default_factory=list)
    _key: str = ""
    _bits: str = ""

    def line(self, line: str, number: int) -> None:
        """Note a key or a value."""
        if "hronos" in line and (found := _KEY.search(line)) is not None:
            self._of_key(found["key"], line, number)
        if ".json" not in line.lower() or len(self.values) >= _MOST:
            return
        text = line.strip()
        swapped = _SWAPPED.match(text) if self._key else None
        if swapped is not None and len(self.swapped) < _MOST:
            path = swapped["path"].replace("\\\\", "\\")
            self.swapped.append(Value(self._key, path, swapped["name"], "SZ", number))
        match = next(
            (m for each in (_QUERY, _EXPORT, _PROPERTY) if (m := each.match(text)) is not None),
            _ENUMERATED.search(text) if "RegEnumValue" in text else _ADDED.search(text),
        )
        if match is not None and self._key:
            path = match["path"].replace("\\\\", "\\")
            self.values.append(Value(self._key, path, match["value"] or "", match["type"] or "", number))

    def _of_key(self, text: str, line: str, number: int) -> None:
        width = _WIDTH.search(line)
        is_asked = (
            width is not None or re.search(r"reg(?:\.exe)? (?:query|add)", line.lower()) or "Get-Item" in line
        )
        if is_asked:
            self._bits = width["bits"] if width is not None else ""
        key = re.sub(r"\\+", r"\\", text).replace(":\\", "\\")
        key = re.sub(
            r"^HKLM", "HKEY_LOCAL_MACHINE", re.sub(r"^HKCU", "HKEY_CURRENT_USER", key, flags=re.I), flags=re.I
        )
        if self._bits == "32" and "wow6432node" not in key.lower():
            key = re.sub(r"(?i)software", r"SOFTWARE\\WOW6432Node", key, count=1)
        self._key = key
        self.keys.setdefault(key, number)
