"""Finds the sanitizer with which a library is built, if its runtime has to be in a process before the library.

Looks at the dependencies as well. UndefinedBehaviorSanitizer is none of these: its runtime comes with the library.
Opens no library.
"""

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from refloader.host.extras import symbols
from refloader.host.machines.real import RealHost
from refloader.inspect.libraries.linking import Linker
from refloader.model.library import Library

_NAMES = {
    "asan": "AddressSanitizer",
    "hwasan": "HWAddressSanitizer",
    "lsan": "LeakSanitizer",
    "msan": "MemorySanitizer",
    "tsan": "ThreadSanitizer",
}
_WORD = f"(?P<word>{'|'.join(_NAMES)})"
_OF_GCC = re.compile(rf"lib{_WORD}\.so(?:\.\d+)*")
_OF_CLANG = re.compile(rf"libclang_rt\.{_WORD}(?:[-_][\w-]*)?\.so")
"""The file names of the runtimes. Other libraries may begin alike, such as libtsan_utils.so."""

_CALLED = {
    "asan": (b"__asan_init\0", b"__asan_version_mismatch_check_v"),
    "hwasan": (b"__hwasan_init\0",),
    "msan": (b"__msan_init\0", b"__msan_param_tls\0"),
    "tsan": (b"__tsan_init\0", b"__tsan_func_entry\0"),
}
"""What a checked library names of its runtime where it needs no runtime by name: Clang leaves that to the program."""

_REFUSED = re.compile(r"(?P<file>/[^:]*): undefined symbol: ")
"""The words of the linker on a library, the requested one or a dependency, without one of its symbols."""


class Sanitized(NamedTuple):
    """A library, the requested one or a dependency, and the name of its sanitizer."""

    path: str
    name: str


def sanitizer_of(path: str, detail: str = "", linker: Linker | None = None) -> Sanitized | None:
    """Return the sanitizer of a library or else of a dependency. ``detail`` are the linker's words, if it refused."""
    linker = linker or Linker(RealHost())
    reached = linker.reached(path)
    for file in (path, *reached):
        library = linker.linked(file)
        for needed in library.needed if isinstance(library, Library) else ():
            if match := _OF_GCC.fullmatch(needed) or _OF_CLANG.fullmatch(needed):
                return Sanitized(file, _NAMES[match["word"]])
    refused = _REFUSED.match(detail)
    for file in dict.fromkeys((path, *([refused["file"]] if refused else []))):
        names = linker.symbol_names(file)
        others = [each for each in reached if each != file]
        for word, called in _CALLED.items():
            named = all(b"\0" + each in names for each in called)
            if named and not _is_defined(called[0], file, others, linker):
                return Sanitized(file, _NAMES[word])
    return None


def _is_defined(name: bytes, file: str, others: Sequence[str], linker: Linker) -> bool:
    """Return whether a library exports the runtime's first function itself, or a dependency may define it."""
    own = symbols(linker.host, file)
    exported = own.exported if own else frozenset()
    return name[:-1].decode() in exported or any(name in linker.symbol_names(each) for each in others)


def without_runtime(path: str, detail: str = "", linker: Linker | None = None) -> str:
    """Return why a library with a sanitizer is not opened here, as a sentence; empty if there is none."""
    found = sanitizer_of(path, detail, linker)
    if found is None:
        return ""
    is_own = os.path.realpath(found.path) == os.path.realpath(path)
    whose = "it is" if is_own else f"it needs {os.path.basename(found.path)}, which is"
    first = "whose runtime has to be in the process before the library, and is not in the sandbox's"
    shown = f" ({detail})" if detail else ""
    return f"{whose} built with {found.name}, {first}: judge a build without it{shown}"
