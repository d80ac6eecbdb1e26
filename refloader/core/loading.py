"""Decides from the first bytes of a library file whether a process could load it. Does not load it."""

import struct
from typing import NamedTuple

from refloader.model.library import ELF_MACHINES, NO_OBSTACLE, Format, Obstacle, ObstacleKind
from refloader.model.magic import Magic, is_universal, magic_of
from refloader.model.system import System
from refloader.rules import decides

HEAD_SIZE = 4096
"""The number of bytes needed: 20 are enough for ELF, but the header of a PE file follows its DOS program."""

_PE_MACHINES = {
    0x14C: ("386", 32),
    0x1C0: ("ARM", 32),
    0x1C4: ("ARM", 32),
    0x200: ("IA_64", 64),
    0x8664: ("X86_64", 64),
    0xA641: ("AARCH64", 64),
    0xA64E: ("AARCH64", 64),
    0xAA64: ("AARCH64", 64),
}
_MACHO_MACHINES = {
    7: ("386", 32),
    12: ("ARM", 32),
    18: ("PPC", 32),
    0x01000007: ("X86_64", 64),
    0x0100000C: ("AARCH64", 64),
    0x01000012: ("PPC64", 64),
    0x0200000C: ("AARCH64", 32),
}
_ELF_SHARED, _PE_DLL, _MACHO_SHARED = 3, 0x2000, (6, 8)
_MAGIC = {Format.ELF: Magic.ELF, Format.PE: Magic.PE, Format.MACHO: Magic.MACHO}
_NOT_SHARED = {
    Format.ELF: "it is not a shared library",
    Format.PE: "it is a program, not a DLL",
    Format.MACHO: "it is neither a dynamic library nor a bundle",
}


class Built(NamedTuple):
    """The word size and machine (by its ELF name) of one architecture in a library file."""

    word_size: int
    machine: str
    shared: bool


def native_format(system: System) -> Format:
    """Return the format of the libraries that a system loads."""
    return {System.WINDOWS: Format.PE, System.MACOS: Format.MACHO}.get(system, Format.ELF)


def system_of(found: Format) -> System:
    """Return the system that loads files of a format; if several do, Linux."""
    return {Format.PE: System.WINDOWS, Format.MACHO: System.MACOS}.get(found, System.LINUX)


def is_native(head: bytes, system: System) -> bool:
    """Return whether a file that begins with ``head`` has the format that the system loads."""
    return magic_of(head) is _MAGIC[native_format(system)]


@decides("DEBUG-WRONGARCH-01")
def obstacle(head: bytes, word_size: int, machine: str, system: System = System.LINUX) -> Obstacle:
    """Return why a process of this word size and machine cannot load the file; empty if it can.

    ``machine`` is an ELF name, for example X86_64, or empty if it is not known.
    """
    wanted, found = native_format(system), magic_of(head)
    if found is not _MAGIC[wanted]:
        kind = ObstacleKind.POINTER if found is Magic.POINTER else ObstacleKind.FORMAT
        return Obstacle(f"it is {found}, not {_MAGIC[wanted]}", kind)
    built = built_for(head, wanted)
    if not built:
        text = f"it is {found} that is cut or damaged" if built is None else ""
        return Obstacle(text, ObstacleKind.FORMAT) if text else NO_OBSTACLE
    if not any(each.shared for each in built):
        return Obstacle(_NOT_SHARED[wanted], ObstacleKind.FORMAT)
    machines = ", ".join(each.machine for each in built)
    fitting = [each for each in built if each.word_size == word_size]
    if not fitting:
        sizes = " and ".join(_sizes(built))
        return Obstacle(f"it is for {sizes}-bit processes ({machines})", ObstacleKind.OTHER_SIZE)
    if machine and all(each.machine != machine for each in fitting):
        return Obstacle(f"it is for another machine ({machines})", ObstacleKind.OTHER_MACHINE)
    return NO_OBSTACLE


def _sizes(built: tuple[Built, ...]) -> list[str]:
    return sorted({str(each.word_size) for each in built})


def built_for(head: bytes, found: Format) -> tuple[Built, ...] | None:
    """Return the architectures in the header of a file.

    The result is empty if the header lies beyond ``head``, and None if the header is damaged.
    """
    try:
        return {Format.ELF: _elf, Format.PE: _pe, Format.MACHO: _macho}[found](head)
    except (struct.error, IndexError):
        return None


def _elf(head: bytes) -> tuple[Built, ...] | None:
    if head[4] not in (1, 2) or head[5] not in (1, 2):
        return None
    kind, number = struct.unpack_from("<HH" if head[5] == 1 else ">HH", head, 16)
    return (Built(32 * head[4], ELF_MACHINES.get(number, str(number)), kind == _ELF_SHARED),)


def _pe(head: bytes) -> tuple[Built, ...] | None:
    (start,) = struct.unpack_from("<I", head, 0x3C)
    if start + 26 > HEAD_SIZE <= len(head):
        return ()
    signature, number, flags, form = struct.unpack_from("<4sH16xHH", head, start)
    if signature != b"PE\0\0":
        return None
    machine, size = _PE_MACHINES.get(number, (f"{number:#x}", 64 if form == 0x20B else 32))
    return (Built(size, machine, bool(flags & _PE_DLL)),)


def _macho(head: bytes) -> tuple[Built, ...] | None:
    """Read a Mach-O header. A universal file yields only its machines: the headers of its parts lie further on."""
    if is_universal(head):
        size = 32 if head[3] == 0xBF else 20
        numbers = (struct.unpack_from(">I", head, 8 + size * n)[0] for n in range(head[7]))
        return tuple(Built(*_macho_machine(number), shared=True) for number in numbers)
    number, _, kind = struct.unpack_from("<3I" if head[0] in (0xCE, 0xCF) else ">3I", head, 4)
    return (Built(*_macho_machine(number), shared=kind in _MACHO_SHARED),)


def _macho_machine(number: int) -> tuple[int, str]:
    machine, size = _MACHO_MACHINES.get(number, (f"{number:#x}", 64 if number >> 24 == 1 else 32))
    return size, machine
