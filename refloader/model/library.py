"""What a look at a shared library tells without loading it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # of Android alone
    from refloader.model.introspection import Introspected


ELF_MACHINES = {
    3: "386",
    8: "MIPS",
    21: "PPC64",
    22: "S390",
    40: "ARM",
    62: "X86_64",
    183: "AARCH64",
    243: "RISCV",
}
"""The names of processors by their numbers in ELF files; other formats' processors are called by them, too."""


class Format(StrEnum):
    """The file formats of shared libraries, by the systems that load them."""

    ELF = "ELF"
    PE = "PE"
    MACHO = "Mach-O"


@dataclass(frozen=True, slots=True)
class Library:
    """Facts of one library file, or of one architecture of a universal one. ``exports`` are what dlsym would find.

    ``exports`` have no versions (ELF) and no leading underscore (Mach-O). ``word_size`` is 32 or 64; ``machine`` the
    ELF name without its prefix, as in ``X86_64``, whatever the format; ``symbolic`` tells whether an ELF file was
    linked with -Bsymbolic. ``soname`` is what the file calls itself: DT_SONAME, the install name of a Mach-O file,
    the name in the export table of a PE file; ``needed`` what it cannot be loaded without: DT_NEEDED, the libraries
    of a Mach-O file, the DLLs that a PE file imports from. ``rpath`` holds the folders of DT_RPATH or LC_RPATH,
    ``runpath`` those of DT_RUNPATH, as they are written. ``others`` are the other architectures of a universal file.
    ``introspected`` are the layers that its introspection functions tell of, None where nobody knows.
    """

    path: str
    word_size: int
    machine: str
    shared: bool
    exports: frozenset[str]
    soname: str = ""
    needed: tuple[str, ...] = ()
    symbolic: bool = False
    format: Format = Format.ELF
    rpath: tuple[str, ...] = ()
    runpath: tuple[str, ...] = ()
    others: tuple["Library", ...] = ()
    introspected: tuple["Introspected", ...] | None = None
