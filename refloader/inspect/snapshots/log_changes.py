"""What changes that which a log proves to be wrong: one sentence for each event, from its words alone.

Nothing can be tried on a log. An event whose change depends on what is not in the log gets none.
"""

import re
from collections.abc import Sequence

from refloader.host import shell
from refloader.inspect.snapshots.log_events import Event, EventKind
from refloader.inspect.whatif.lists import REPLACED, of_windows

_MISSING = re.compile(r"cannot open shared object file")
_VERSION = re.compile(r"version [`'\"](?P<version>[\w.]{1,60})['\"]? not found")
_SYMBOL = re.compile(r"undefined symbol:? (?P<symbol>\w{1,200})|symbol lookup error")
_CUT = re.compile(r"file too short|invalid ELF|only ET_DYN")
_CLASS = re.compile(r"wrong ELF class: ELFCLASS(?P<bits>32|64)|wrong bit-type")
_FILTER = re.compile(r"(?P<variable>VK_(?:LOADER|DRIVER|ICD|LAYER|INSTANCE)\w+)")
_DISABLING = re.compile(r"(?:env(?:ironment)? var\w*|variable) '?(?P<variable>[A-Z]\w+)", re.ASCII)


def change_for(event: Event, known: Sequence[str] = ()) -> str:
    """Return what to do about an event; empty if the log does not show it. ``known`` are the layers of the log."""
    if event.kind in (EventKind.LINKER, EventKind.FAILED, EventKind.DRIVER_FAILED):
        return _of_library(event)
    if event.kind is EventKind.BAD_FILE:
        return f"correct the file: {shell.line(['refloader', 'lint', event.subject])}"
    if event.kind is EventKind.NOT_FOUND:
        return _of_missing(event.subject, known)
    if event.kind is EventKind.CLOSED:
        return f'sudo usermod -aG "$(stat -c %G {shell.line([event.subject])})" "$USER", and log in again'
    if event.kind is EventKind.NO_DRIVER:
        return "install a driver (such as mesa-vulkan-drivers), or unset VK_DRIVER_FILES and VK_ICD_FILENAMES if set"
    if event.kind is EventKind.NO_DEVICE:
        return "see that the user may open /dev/dri (ls -l /dev/dri), and that the driver of the card is installed"
    if event.kind in (EventKind.OFF, EventKind.DRIVER_OFF):
        return _of_switch(event.why)
    return ""


def _of_library(event: Event) -> str:
    """Return what to do about a library that the dynamic linker refused."""
    name = event.subject.rpartition("/")[2]
    version, symbol, other = _VERSION.search(event.why), _SYMBOL.search(event.why), _CLASS.search(event.why)
    if version is not None:
        whose = "glibc" if version["version"].startswith("GLIBC_") else "the library that defines it"
        return f"install a build of {name} for this system, or a {whose} that has {version['version']}"
    if symbol is not None:
        return f"install {name} and what it needs from one release: their versions do not fit together"
    if other is not None:
        bits = other["bits"]
        size = f"the {96 - int(bits)}-bit" if bits else "the other"
        return f"install {size} build of {name} beside it, if programs of that word size are to have it"
    if _CUT.search(event.why):
        return f"install {name} again: the file is no whole library"
    if _MISSING.search(event.why):
        return f"install the package that has {name}, or correct the path in the manifest that names it"
    return ""


def _of_missing(name: str, known: Sequence[str]) -> str:
    """Return what to do about a layer that is asked for and not found."""
    if REPLACED.get(name):
        return f"ask for {REPLACED[name]}, which replaced it"
    same = next((each for each in known if each.lower() == name.lower() and each != name), "")
    if same:
        return f"ask for {same}: letter case counts"
    return f"install {name}, or have VK_ADD_LAYER_PATH (VK_LAYER_PATH before release 1.3.207) name its folder"


def _of_switch(why: str) -> str:
    """Return what to do about something that a variable keeps off."""
    found = _FILTER.search(why) or _DISABLING.search(why)
    if found is None or of_windows(why):
        return ""
    return f"unset {found['variable']}"
