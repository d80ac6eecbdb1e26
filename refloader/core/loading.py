"""Judges from the first bytes of a library file whether a process could load it. Never loads it."""

import struct

from refloader.rules import decides

HEAD_SIZE = 20
"""Bytes: the ELF identification, the type and the machine."""

_MACHINES = {
    3: "386",
    8: "MIPS",
    21: "PPC64",
    22: "S390",
    40: "ARM",
    62: "X86_64",
    183: "AARCH64",
    243: "RISCV",
}
_SHARED = 3


@decides("DEBUG-WRONGARCH-01")
def obstacle(head: bytes, word_size: int, machine: str) -> str:
    """What keeps a process of that word size and machine from loading the file; an empty text if nothing does.

    ``machine`` is an ELF name such as X86_64, or empty where it is not known.
    """
    if len(head) < HEAD_SIZE or head[:4] != b"\x7fELF" or head[4] not in (1, 2) or head[5] not in (1, 2):
        return "it is not an ELF file"
    kind, number = struct.unpack("<HH" if head[5] == 1 else ">HH", head[16:20])
    size, built_for = 32 * head[4], _MACHINES.get(number, str(number))
    if kind != _SHARED:
        return "it is not a shared library"
    if size != word_size:
        return f"it is for {size}-bit processes ({built_for})"
    if machine and built_for != machine:
        return f"it is for another machine ({built_for})"
    return ""
