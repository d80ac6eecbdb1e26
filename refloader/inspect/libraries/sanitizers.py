"""Finds the sanitizer that a library is built with and whose runtime has to be in a process before the library.

UndefinedBehaviorSanitizer is none of these: its runtime comes with the library. Opens no library.
"""

import re

from refloader.host.machines.real import RealHost
from refloader.model.library import Library

_NAMES = {
    "asan": "AddressSanitizer",
    "hwasan": "HWAddressSanitizer",
    "lsan": "LeakSanitizer",
    "msan": "MemorySanitizer",
    "tsan": "ThreadSanitizer",
}
_WORD = "|".join(_NAMES)
_RUNTIME = re.compile(rf"lib(?:clang_rt\.)?(?P<word>{_WORD})(?:[-_.][\w.-]*)?\.so(?:\.\d+)*")
"""The file names of the runtimes of GCC and Clang."""

_LEFT_TO_PROGRAM = re.compile(rf"undefined symbol: __(?P<word>{_WORD})_")
"""The words of the linker on a library without a runtime, as Clang builds it: the program has to have one."""


def sanitizer_of(path: str, detail: str = "") -> str:
    """Return the name of the sanitizer, or an empty string. ``detail`` are the linker's words on the library."""
    library = RealHost().linked_with(path)
    needed = library.needed if isinstance(library, Library) else ()
    found = [match for each in needed if (match := _RUNTIME.fullmatch(each))]
    match = found[0] if found else _LEFT_TO_PROGRAM.search(detail)
    return _NAMES[match["word"]] if match else ""


def without_runtime(path: str, detail: str = "") -> str:
    """Return why no library of this sanitizer is opened here, as a sentence; empty if it has none."""
    name = sanitizer_of(path, detail)
    if not name:
        return ""
    first = "whose runtime has to be in the process before the library, and is not in the sandbox's"
    return f"it is built with {name}, {first}: judge a build without it{f' ({detail})' if detail else ''}"
