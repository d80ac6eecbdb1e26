"""Reads the facts of PE and Mach-O files with lief. Run as a program by ``pe_and_mach_o``, which kills it if needed.

Each line on standard input is a path as JSON; each line on standard output is the answer, ``{"library": ...}`` or
``{"failure": ...}``. Imports nothing of this package, so that it starts fast.
"""

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import lief

_MOST_BYTES = 256 << 20
_MEMORY = 2 << 30
_MOST_NAMES, _LONGEST = 200_000, 4096
_MOST_ARCHITECTURES = 40
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_PE_MACHINES = {
    "I386": "386",
    "ARM": "ARM",
    "THUMB": "ARM",
    "ARMNT": "ARM",
    "AMD64": "X86_64",
    "ARM64": "AARCH64",
    "ARM64EC": "AARCH64",
    "ARM64X": "AARCH64",
}
_MACHO_MACHINES = {"X86": "386", "X86_64": "X86_64", "ARM": "ARM", "ARM64": "AARCH64"}
_HEADER, _WIDE_HEADER = 28, 32
"""The sizes of the header of a Mach-O file, 32-bit and 64-bit."""

_NEEDED = ("LOAD_DYLIB", "REEXPORT_DYLIB")


class _TooLargeError(Exception):
    """The file, or one of its tables, is larger than that of any library. Never propagates out of this module."""


class _NoSenseError(Exception):
    """The parser cannot interpret the file. Never propagates out of this module."""


class _NoExportsError(Exception):
    """The export table cannot be read: nothing is known of what is in it. Never propagates out of this module."""


class _CutError(Exception):
    """The file is shorter than its headers say. Never propagates out of this module."""


def main() -> None:
    """Answer questions until standard input ends."""
    lief.logging.disable()
    _limit_memory()
    seconds = int(sys.argv[1])  # CPU time for one file; the parent's wall-clock timeout is shorter
    for line in sys.stdin.buffer:
        _limit_time(seconds)
        sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
        sys.stdout.flush()


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # on Windows the parent's timeout is the only limit
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_time(seconds: int) -> None:
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    until = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until if hard < 0 else min(until, hard), hard))


def _answer(path: str) -> dict[str, Any]:
    try:
        return {"library": _facts(_content(path))}
    except _TooLargeError:
        return {"failure": "its tables are larger than those of any library"}
    except _NoSenseError:
        return {"failure": "its headers make no sense"}
    except _NoExportsError:
        return {"failure": "its export table cannot be read"}
    except _CutError:
        return {"failure": "it is cut short"}
    except MemoryError:
        return {"failure": "it takes more memory than any library"}
    except Exception as error:  # the parser raises whatever a hostile file leads it to
        return {"failure": type(error).__name__}


def _content(path: str) -> bytes:
    descriptor = os.open(path, _FLAGS)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            raise _TooLargeError
        return file.read(_MOST_BYTES)


def _facts(data: bytes) -> list[dict[str, Any]]:
    return [_windows(data)] if data[:2] == b"MZ" else _macos(data)


def _windows(data: bytes) -> dict[str, Any]:
    how = lief.PE.ParserConfig()
    how.parse_rsrc = how.parse_reloc = how.parse_signature = False
    found = lief.PE.parse(data, how)
    if found is None:
        raise _NoSenseError
    cut = any(each.pointerto_raw_data + each.size > len(data) for each in found.sections if each.size)
    if cut or len(found.sections) < found.header.numberof_sections:
        raise _CutError
    exported = found.get_export()
    if exported is None and found.export_dir and found.export_dir.rva:
        raise _NoExportsError
    machine = found.header.machine.name
    return {
        "format": "PE",
        "word_size": 64 if found.optional_header.magic == lief.PE.PE_TYPE.PE32_PLUS else 32,
        "machine": _PE_MACHINES.get(machine, machine),
        "shared": found.header.has_characteristic(lief.PE.Header.CHARACTERISTICS.DLL),
        "exports": _texts(each.name for each in (exported.entries if exported else ())),
        "soname": _text(exported.name) if exported else "",
        "needed": _once(_texts(each.name for each in found.imports)),
        "rpath": [],
    }


def _once(names: list[str]) -> list[str]:
    """Return the names without duplicates. Windows file names are case-insensitive."""
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(name.lower(), name)
    return list(seen.values())


def _macos(data: bytes) -> list[dict[str, Any]]:
    how = lief.MachO.ParserConfig()
    how.parse_dyld_bindings = how.parse_dyld_rebases = False
    every = lief.MachO.parse(data, how)
    if every is None or not 0 < len(every) <= _MOST_ARCHITECTURES:
        raise _NoSenseError
    if any(_end(each) > len(data) for each in every):
        raise _CutError
    return [_architecture(each) for each in every]


def _end(found: lief.MachO.Binary) -> int:
    """Return the minimum size of the file, according to the header, the load commands and the segments."""
    segments = [each.file_offset + each.file_size for each in found.segments if each.file_size]
    header = _WIDE_HEADER if _is_wide(found) else _HEADER
    return int(found.fat_offset + max([_WIDE_HEADER, header + found.header.sizeof_cmds, *segments]))


def _is_wide(found: lief.MachO.Binary) -> bool:
    return found.header.magic in (lief.MachO.MACHO_TYPES.MAGIC_64, lief.MachO.MACHO_TYPES.CIGAM_64)


def _architecture(found: lief.MachO.Binary) -> dict[str, Any]:
    machine, kinds = found.header.cpu_type.name, lief.MachO.Header.FILE_TYPE
    libraries = [(each.command.name, each.name) for each in found.libraries]
    return {
        "format": "Mach-O",
        "word_size": 64 if _is_wide(found) else 32,
        "machine": _MACHO_MACHINES.get(machine, machine),
        "shared": found.header.file_type in (kinds.DYLIB, kinds.BUNDLE),
        "exports": _texts(each.removeprefix("_") for each in _exported(found)),
        "soname": next((_text(name) for command, name in libraries if command == "ID_DYLIB"), ""),
        "needed": _texts(name for command, name in libraries if command in _NEEDED),
        "rpath": _texts(each.path for each in found.rpaths),
    }


def _exported(found: lief.MachO.Binary) -> Iterator[str]:
    """Return the names in the export trie, or, in files without one, the defined external symbols."""
    table = found.dyld_exports_trie or found.dyld_info
    if table:
        return (_text(each.symbol.name) for each in table.exports if each.symbol)
    return (_text(each.name) for each in found.symbols if _is_defined(each.raw_type))


def _is_defined(kind: int) -> bool:
    """Return True if the n_type of a symbol is external and defined, and not private or for a debugger."""
    return not kind & 0xE0 and not kind & 0x10 and bool(kind & 0x01) and bool(kind & 0x0E)


def _texts(names: Iterable[str | bytes]) -> list[str]:
    found = []
    for name in names:
        found.append(_text(name))
        if len(found) > _MOST_NAMES:
            raise _TooLargeError
    return [name for name in found if name]


def _text(name: str | bytes) -> str:
    text = name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else name
    if len(text) > _LONGEST:
        raise _TooLargeError
    return text


if __name__ == "__main__":
    main()
