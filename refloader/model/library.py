"""The static facts of a shared library, which are read without loading it, and why a process cannot load it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # needed only for Android
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
"""The names of machines by their numbers in ELF files. Machines of other formats get the same names."""


CUT_OFF = "damaged ELF file: it is cut off, and a part of its code or data is missing"
"""What is wrong with a file that was not copied or downloaded to its end."""


class Format(StrEnum):
    """The file formats of shared libraries."""

    ELF = "ELF"
    PE = "PE"
    MACHO = "Mach-O"


@dataclass(frozen=True, slots=True)
class Symbols:
    """The names that dlsym would find in an ELF file, and those that other files have to define when it is loaded."""

    exported: frozenset[str]
    needed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Library:
    """The facts of one library file, or of one architecture of a universal file.

    ``exports`` are the symbols that dlsym would find, without versions (ELF) or a leading underscore (Mach-O).
    ``word_size`` is 32 or 64; ``machine`` is the ELF name without its prefix, as in ``X86_64``, for every format;
    ``symbolic`` is True if an ELF file was linked with -Bsymbolic. ``soname`` is DT_SONAME, the install name of a
    Mach-O file, or the name in the export table of a PE file; ``needed`` is DT_NEEDED, the libraries of a Mach-O
    file, or the DLLs that a PE file imports from. ``rpath`` holds the folders of DT_RPATH or LC_RPATH, ``runpath``
    those of DT_RUNPATH, unexpanded. ``others`` are the other architectures of a universal file. ``introspected`` are
    the layers that the introspection functions report, or None if that is not known. ``versions`` are the versions of
    symbols that an ELF file cannot do without, each behind the needed library that has to define it; ``defined`` are
    those that it defines itself. Both are empty if they were not read.
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
    versions: tuple[tuple[str, str], ...] = ()
    defined: frozenset[str] = frozenset()


class ObstacleKind(StrEnum):
    """What keeps a process from loading a library, by the first thing that does."""

    NONE = "nothing"
    MISSING = "there is no such file"
    OF_ORIGIN = "there is none where $ORIGIN, the folder of the loader, leads"
    UNREAD = "the file cannot be read"
    POINTER = "the file stands for one that Git LFS has"
    FORMAT = "the file is no whole library of the system"
    OTHER_SIZE = "the library is for processes of the other word size"
    OTHER_MACHINE = "the library is for another processor"
    NOEXEC = "no code may be mapped from its file system"
    NEEDS = "another library, a version or a symbol that it needs is not there"


class Obstacle(str):
    """A sentence that begins with "it" or "its", and its kind; empty if nothing keeps a process from the library."""

    __slots__ = ("kind",)

    kind: ObstacleKind

    def __new__(cls, text: str = "", kind: ObstacleKind = ObstacleKind.NONE) -> "Obstacle":
        """Return an obstacle in words."""
        obstacle = super().__new__(cls, text)
        obstacle.kind = kind
        return obstacle

    @property
    def is_missing(self) -> bool:
        """True if there is no file where the manifest's path leads."""
        return self.kind in (ObstacleKind.MISSING, ObstacleKind.OF_ORIGIN)

    @property
    def is_of_others(self) -> bool:
        """True if other processes than those of this word size and processor can load the library."""
        return self.kind in (ObstacleKind.OTHER_SIZE, ObstacleKind.OTHER_MACHINE)


NO_OBSTACLE = Obstacle()
