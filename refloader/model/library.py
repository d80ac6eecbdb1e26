"""What a look at a shared library tells without loading it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Library:
    """Facts of one ELF file. ``exports`` are the defined global dynamic symbols, without versions.

    ``word_size`` is 32 or 64; ``machine`` the ELF name without its prefix, as in ``X86_64``; ``symbolic``
    tells whether it was linked with -Bsymbolic.
    """

    path: str
    word_size: int
    machine: str
    shared: bool
    exports: frozenset[str]
    soname: str = ""
    needed: tuple[str, ...] = ()
    symbolic: bool = False
