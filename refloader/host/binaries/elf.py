"""Reads the static facts of an ELF file as the dynamic linker would find them. Never loads the file.

Uses the program headers and PT_DYNAMIC, because section headers may be stripped. The parser is pyelftools; a budget
of reads prevents a hostile file from occupying it for minutes.
"""

import os
import struct
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, Any, cast

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSegment
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection
from elftools.elf.segments import NoteSegment

from refloader.host.opening import of_regular
from refloader.host.port import Failure, Trouble
from refloader.model.library import Library

_READS = 300_000
"""The maximum number of reads of one file: about 30,000 exports, more than any layer or driver has."""

_BYTES = 64 << 20
"""The maximum number of bytes read of one file. A file that needs more, or more reads, counts as damaged."""

_TAG_LIMIT = 10_000
_DF_SYMBOLIC, _DF_1_PIE = 2, 0x08000000
_GLOBAL, _WEAK, _UNIQUE = 1, 2, 10
_BINDINGS = (_GLOBAL, _WEAK, _UNIQUE)
_HASHES = {"DT_HASH", "DT_GNU_HASH"}
_DEFAULT, _PROTECTED, _VISIBILITY = 0, 3, 7
_UNDEFINED = 0
_INFO_AT = {32: 12, 64: 4}
"""Where st_info, st_other and st_shndx begin in a symbol, by the word size of the file."""


class _OverBudgetError(Exception):
    """The file requires more reads than any real library. Never propagates out of this module."""


class _Budget:
    """A stream with a budget of reads and bytes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._reads = _READS
        self._bytes = _BYTES
        self.is_spent = False
        self.seek = stream.seek
        self.tell = stream.tell

    def read(self, size: int = -1) -> bytes:
        """Read from the stream. Raises _OverBudgetError if the budget does not suffice."""
        if self._reads <= 0 or size > self._bytes:
            self.is_spent = True
            raise _OverBudgetError
        data = self._stream.read(size if size >= 0 else self._bytes)
        self._reads -= 1
        self._bytes -= len(data)
        return data


def build_id(path: str) -> str:
    """Return the GNU build id of a library as hex; empty if it has none or cannot be read."""
    found = of_regular(path, _build_id)
    return found if isinstance(found, str) else ""


def _build_id(descriptor: int) -> str:
    try:
        with os.fdopen(descriptor, "rb", closefd=False) as stream:
            notes = _notes(ELFFile(cast(IO[bytes], _Budget(stream))))
            return next((str(note["n_desc"]) for note in notes if note["n_type"] == "NT_GNU_BUILD_ID"), "")
    except Exception:  # the parser raises whatever a hostile file leads it to
        return ""


def _notes(elf: ELFFile) -> Iterator[Any]:
    segments = (each for each in elf.iter_segments("PT_NOTE") if isinstance(each, NoteSegment))
    return (note for segment in segments for note in islice(segment.iter_notes(), _TAG_LIMIT))


def read_library(path: str) -> Library | Failure:
    """Return the facts of the file at the path; pipes, devices and folders are rejected without blocking."""
    return of_regular(path, lambda descriptor: read_descriptor(descriptor, path))


def read_descriptor(descriptor: int, path: str) -> Library | Failure:
    """Return the facts of an open ELF file. The descriptor stays open."""
    with os.fdopen(descriptor, "rb", closefd=False) as stream:
        return read_stream(stream, path)


def read_stream(stream: IO[bytes], path: str) -> Library | Failure:
    """Return the facts of an ELF file opened as a stream."""
    stream.seek(0)
    if stream.read(4) != b"\x7fELF":
        return Failure(Trouble.OTHER, "not an ELF file")
    budget = _Budget(stream)
    try:
        return _facts(ELFFile(cast(IO[bytes], budget)), path)
    except (
        Exception
    ) as error:  # the parser raises whatever a hostile file leads it to, also for a spent budget
        if budget.is_spent:
            return Failure(Trouble.OTHER, "damaged ELF file: its tables are larger than those of any library")
        if isinstance(error, ELFError):
            return Failure(Trouble.OTHER, f"damaged ELF file: {type(error).__name__}")
        return Failure(Trouble.OTHER, f"damaged ELF file ({type(error).__name__})")


def _facts(elf: ELFFile, path: str) -> Library:
    dynamic = next(
        (each for each in elf.iter_segments("PT_DYNAMIC") if isinstance(each, DynamicSegment)), None
    )
    tags: list[Any] = list(islice(dynamic.iter_tags(), _TAG_LIMIT)) if dynamic else []
    values = {tag.entry.d_tag: tag.entry.d_val for tag in reversed(tags)}
    pie = bool(values.get("DT_FLAGS_1", 0) & _DF_1_PIE)  # the dynamic linker does not open executables
    return Library(
        path=path,
        word_size=elf.elfclass,
        machine=str(elf["e_machine"]).removeprefix("EM_"),
        shared=elf["e_type"] == "ET_DYN" and not pie,
        # The dynamic linker finds symbols only through a hash table.
        exports=_exports(elf, _table(elf, dynamic, values))
        if not _HASHES.isdisjoint(values)
        else frozenset(),
        soname=next((tag.soname for tag in tags if tag.entry.d_tag == "DT_SONAME"), ""),
        needed=tuple(tag.needed for tag in tags if tag.entry.d_tag == "DT_NEEDED"),
        symbolic="DT_SYMBOLIC" in values or bool(values.get("DT_FLAGS", 0) & _DF_SYMBOLIC),
        rpath=_folders(tag.rpath for tag in tags if tag.entry.d_tag == "DT_RPATH"),
        runpath=_folders(tag.runpath for tag in tags if tag.entry.d_tag == "DT_RUNPATH"),
    )


def _folders(lists: Iterable[str]) -> tuple[str, ...]:
    """Split search path lists of the dynamic linker into folders."""
    return tuple(folder for each in lists for folder in each.split(":"))


def _table(elf: ELFFile, dynamic: Any, values: dict[str, int]) -> Any:
    """Return the symbol table: the section, which is much faster to read, if it is at the address in PT_DYNAMIC."""
    sections = (each for each in elf.iter_sections("SHT_DYNSYM") if isinstance(each, SymbolTableSection))
    section = next(sections, None)
    return section if section and section["sh_addr"] == values.get("DT_SYMTAB") else dynamic


def _exports(elf: ELFFile, table: Any) -> frozenset[str]:
    """Return the names that dlsym would find.

    The table is read at once, and the parser asked for the few symbols that are exported: it takes long for each.
    """
    count = table.num_symbols()
    if isinstance(table, SymbolTableSection):
        start, step = table["sh_offset"], table["sh_entsize"]
    else:
        start, step = table.get_table_offset("DT_SYMTAB")[1], elf.structs.Elf_Sym.sizeof()
    if start is None or not count:
        return frozenset()
    elf.stream.seek(start)
    symbols = elf.stream.read((count - 1) * step + elf.structs.Elf_Sym.sizeof())
    fields = struct.Struct("<BBH" if elf.little_endian else ">BBH")
    names = (
        table.get_symbol(at).name
        for at in range(count)
        if _is_exported(*fields.unpack_from(symbols, at * step + _INFO_AT[elf.elfclass]))
    )
    return frozenset(name for name in names if name)


def _is_exported(info: int, other: int, section: int) -> bool:
    return section != _UNDEFINED and info >> 4 in _BINDINGS and other & _VISIBILITY in (_DEFAULT, _PROTECTED)
