"""What ``strace`` shows: which files, libraries and device nodes a program could not open, and which loader it got.

A program tries many files that need not be there. What counts is what a loader or a driver has to open: manifests,
device nodes of graphics cards, and libraries that were searched everywhere and found nowhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sought import Sought

_CALL = Sought(
    r"\b(?:openat2?|open|access|faccessat2?)\((?:AT_FDCWD, |\d{1,5}, )?\"(?P<path>/[^\"]{1,1024})\".{0,200}?\)"
    r" += (?:(?P<found>\d{1,6})|-1 (?P<error>E[A-Z]{2,12}))"
)
_MANIFEST = Sought(r"/vulkan/(?:icd|implicit_layer|explicit_layer)\.d(?:/[^/]{1,200}\.json)?$")
_NODE = Sought(r"/dev/(?:dri/(?:renderD|card)\d{1,3}|nvidia(?:ctl|\d{1,2})|kfd|dxg|mali\d|kgsl-3d0)$")
_OF_VULKAN = Sought(r"vulkan|vklayer|libglx_nvidia|amdvlk|moltenvk|mangohud|vkbasalt", re.IGNORECASE)
_DENIED = frozenset({"EACCES", "EPERM"})
_MOST = 2000


@dataclass(slots=True)
class Calls:
    """The calls of a text: what was opened, and what was not, with its line and its error."""

    opened: dict[str, int] = field(default_factory=dict)
    failed: dict[str, tuple[int, str]] = field(default_factory=dict)

    def line(self, line: str, number: int) -> bool:
        """Note the call of a line. Return False for any other line."""
        found = _CALL.search(line) if '("/' in line or ', "/' in line else None
        if found is None:
            return False
        path = found["path"]
        if found["found"] and len(self.opened) < _MOST:
            self.opened.setdefault(path, number)
        elif found["error"] and len(self.failed) < _MOST:
            self.failed.setdefault(path, (number, found["error"]))
        return True

    def events(self) -> Iterator[Event]:
        """Yield what could not be opened and had to be."""
        rendered = any(
            path.startswith("/dev/dri/renderD") for path in self.opened
        )  # card0 is for masters alone
        for path, (number, error) in self.failed.items():
            if path in self.opened:
                continue
            if error in _DENIED and _MANIFEST.search(path):
                yield Event(EventKind.BAD_FILE, number, path, "Failed to open (Permission denied)")
            elif (
                error in _DENIED and _NODE.match(path) and not (path.startswith("/dev/dri/card") and rendered)
            ):
                yield Event(EventKind.CLOSED, number, path, "Permission denied")
            elif error in _DENIED and ".so" in path and _OF_VULKAN.search(path):
                why = "cannot open shared object file: Permission denied"
                yield Event(EventKind.LINKER, number, path, why)
        yield from self._nowhere()

    def _nowhere(self) -> Iterator[Event]:
        """Yield the libraries of drivers, layers and loaders that were found in no folder."""
        found = {path.rpartition("/")[2] for path in self.opened}
        tried: dict[str, list[int]] = {}
        for path, (number, error) in self.failed.items():
            name = path.rpartition("/")[2]
            if error == "ENOENT" and ".so" in name and name not in found and _OF_VULKAN.search(name):
                tried.setdefault(name, []).append(number)
        for name, lines in tried.items():
            if len(lines) > 1:
                why = "cannot open shared object file: No such file or directory"
                yield Event(EventKind.LINKER, lines[-1], name, why)

    @property
    def loader(self) -> tuple[str, int]:
        """The loader that was opened first, and its line; empty if none was."""
        for path, number in self.opened.items():
            if re.search(r"/libvulkan\.so(?:\.\d{1,5}){0,3}$", path):
                return path, number
        return "", 0
