"""How the programs of a text are started, and how its files are stored: launch options, entries of menus, bytes.

None of it is a problem by itself: ``wholes.started`` draws conclusions from it.
"""

import re
from dataclasses import dataclass, field

_OPTIONS = re.compile(
    r"\blaunch options?\b[^:=\n]{0,40}[:=] {0,4}[\"'`]?(?P<options>(?:[A-Z][A-Z0-9_]{2,40}=[\w./:~*-]{1,80} ?){1,8})"
    r"[\"'`]?\.?$",
    re.IGNORECASE,
)
_MARKED = re.compile(r"^(?:0{7,8}:?  ?)?(?:ef ?bb ?bf|bbef +\w\wbf)", re.IGNORECASE)
_RETURNED = re.compile(
    r"(?<![A-Z0-9_])(?P<name>VK_[A-Z_]{4,40}|MANGOHUD|ENABLE_VKBASALT)=(?P<value>[\w./:~+-]{1,300})(?:\^M\$?|\\r)$"
)
_ENTRY = re.compile(r"^Exec=")
_SHOWN_ENTRY = re.compile(
    r"^.{0,80}?[$#%] ?(?:cat|bat|less|grep .{1,80}) (?P<file>[~/][^\s|;&<>]{1,300}\.desktop)$"
)
_SET_IN_ENTRY = re.compile(
    r"(?<![A-Z0-9_])(?P<name>VK_LOADER_(?:LAYERS|DRIVERS)_[A-Z]{5,8})=(?P<value>[^\s\"']{1,300})"
)
_NO_MODULE = re.compile(
    r"\bmodprobe: FATAL: Module (?P<module>nvidia\w*) not found in directory /lib/modules/(?P<kernel>[\w.+~-]{3,80})"
)
_REMOTE = re.compile(r"^>?\s{0,4}rdp-tcp#\d{1,4}\s.{1,80}\bActive$")
_NO_NODES = re.compile(r"^ls: cannot access '?/dev/nvidia(?:\*|0|ctl)'?: No such file")
_MOST = 200


@dataclass(slots=True)
class Starts:
    """What lines of a text say of starts and of files.

    ``options`` are Steam's launch options that only set variables, and ``marked`` is the line of a dump of bytes that
    begins with a byte order mark. ``returned`` are variables with a carriage return at the end of their value, and
    ``entry`` the variables that an entry of a menu sets, with its file. ``unbuilt`` is the kernel that has no module
    of NVIDIA, ``remote`` is a line of Windows on the session of remote desktop in use, and ``no_nodes`` one that
    shows no device nodes of NVIDIA.
    """

    options: tuple[int, str] = (0, "")
    marked: int = 0
    returned: dict[str, tuple[int, str]] = field(default_factory=dict)
    entry: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    unbuilt: tuple[int, str] = (0, "")
    remote: int = 0
    no_nodes: int = 0
    _file: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line says."""
        text = line.strip()
        options = _OPTIONS.search(text) if "ptions" in text or "PTIONS" in text else None
        if options is not None and not self.options[0]:
            self.options = number, options["options"].strip()
        if not self.marked and _MARKED.match(text):
            self.marked = number
        returned = _RETURNED.search(text) if text.endswith(("^M$", "^M", "\\r")) else None
        if returned is not None and len(self.returned) < _MOST:
            self.returned.setdefault(returned["name"], (number, returned["value"]))
        shown = _SHOWN_ENTRY.match(text) if text.endswith(".desktop") else None
        if shown is not None:
            self._file = shown["file"]
        for each in _SET_IN_ENTRY.finditer(text) if _ENTRY.match(text) else ():
            self.entry.setdefault(each["name"], (number, each["value"], self._file))
        unbuilt = _NO_MODULE.search(text) if "FATAL" in text else None
        if unbuilt is not None and not self.unbuilt[0]:
            self.unbuilt = number, unbuilt["kernel"]
        if not self.remote and _REMOTE.match(text):
            self.remote = number
        if not self.no_nodes and _NO_NODES.match(text):
            self.no_nodes = number
