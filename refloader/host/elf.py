"""Reads the static facts of an ELF file. Never loads it; hostile files end in a Failure."""

import os
from typing import IO, Any

from elftools.common.exceptions import ELFError
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from refloader.host.port import Failure, Kind, Trouble
from refloader.host.real import RealHost, failure
from refloader.model.library import Library

_SIZE_LIMIT = 1 << 30
_SYMBOL_LIMIT = 500_000
_DF_SYMBOLIC = 2


def read_library(path: str) -> Library | Failure:
    """The facts of the file at the path."""
    kind = RealHost({}).kind(path)
    if kind is not Kind.FILE:
        return Failure(Trouble.MISSING if kind is Kind.MISSING else Trouble.NOT_A_FILE)
    try:
        with open(path, "rb") as stream:
            if os.fstat(stream.fileno()).st_size > _SIZE_LIMIT:
                return Failure(Trouble.TOO_LARGE)
            return read_stream(stream, path)
    except OSError as error:
        return failure(error)


def read_stream(stream: IO[bytes], path: str) -> Library | Failure:
    """The facts of an open ELF file."""
    try:
        return _facts(ELFFile(stream), path)
    except ELFError as error:
        return Failure(Trouble.OTHER, _plain(error))
    except Exception as error:
        return Failure(Trouble.OTHER, f"damaged ELF file ({type(error).__name__})")


def _plain(error: ELFError) -> str:
    text = str(error).lower()
    return "not an ELF file" if "magic" in text else f"damaged ELF file ({type(error).__name__})"


def _facts(elf: ELFFile, path: str) -> Library:
    dynamic = next((s for s in elf.iter_sections("SHT_DYNAMIC") if isinstance(s, DynamicSection)), None)
    soname, needed, symbolic = "", [], False
    tag: Any  # the attributes soname and needed exist on tags of that kind only
    for tag in dynamic.iter_tags() if dynamic else ():
        if tag.entry.d_tag == "DT_SONAME":
            soname = tag.soname
        elif tag.entry.d_tag == "DT_NEEDED":
            needed.append(tag.needed)
        elif tag.entry.d_tag == "DT_SYMBOLIC" or (
            tag.entry.d_tag == "DT_FLAGS" and tag.entry.d_val & _DF_SYMBOLIC
        ):
            symbolic = True
    return Library(
        path=path,
        word_size=elf.elfclass,
        machine=str(elf["e_machine"]).removeprefix("EM_"),
        shared=elf["e_type"] == "ET_DYN",
        exports=frozenset(_exports(elf)),
        soname=soname,
        needed=tuple(needed),
        symbolic=symbolic,
    )


def _exports(elf: ELFFile) -> set[str]:
    table = next((s for s in elf.iter_sections("SHT_DYNSYM") if isinstance(s, SymbolTableSection)), None)
    if table is None or table.num_symbols() > _SYMBOL_LIMIT:
        return set()
    return {
        symbol.name
        for symbol in table.iter_symbols()
        if symbol["st_shndx"] != "SHN_UNDEF"
        and symbol["st_info"]["bind"] in ("STB_GLOBAL", "STB_WEAK")
        and symbol["st_other"]["visibility"] in ("STV_DEFAULT", "STV_PROTECTED")
        and symbol.name
    }
