"""What the first bytes of a library say about which processes could load it, on each system."""

import struct

import pytest

from refloader.core.loading import HEAD_SIZE, obstacle
from refloader.model.library import ObstacleKind
from refloader.model.system import System


def elf(machine: int = 62, kind: int = 3, wide: bool = True) -> bytes:
    """The header of an ELF file."""
    return b"\x7fELF" + bytes([1 + wide, 1, 1]) + bytes(9) + struct.pack("<HH", kind, machine)


def pe(machine: int = 0x8664, flags: int = 0x2002, start: int = 0x80, form: int = 0x20B) -> bytes:
    """The headers of a Windows file."""
    head = struct.pack("<4sH16xHH", b"PE\0\0", machine, flags, form)
    return (b"MZ" + bytes(58) + struct.pack("<I", start)).ljust(start, b"\0") + head


def macho(machine: int = 0x0100000C, kind: int = 6) -> bytes:
    """The header of a Mach-O file."""
    return struct.pack("<4I", 0xFEEDFACF, machine, 0, kind)


def fat(*machines: int) -> bytes:
    """The header of a universal file."""
    return struct.pack(">II", 0xCAFEBABE, len(machines)) + b"".join(
        struct.pack(">I16x", each) for each in machines
    )


INTEL, ARM = 0x01000007, 0x0100000C
HEADS = {System.LINUX: elf(), System.WINDOWS: pe(), System.MACOS: macho(INTEL)}
KINDS = {
    System.LINUX: "an ELF file",
    System.WINDOWS: "a Windows library or program",
    System.MACOS: "a Mach-O file",
}


@pytest.mark.rule("DEBUG-WRONGARCH-01")
class TestObstacle:
    """A library of another format, word size or machine is skipped, whatever a manifest says of it."""

    @pytest.mark.parametrize("system", HEADS)
    @pytest.mark.parametrize("built", HEADS)
    def test_every_system_has_its_own_format(self, system: System, built: System) -> None:
        """ELF on Linux, PE on Windows, Mach-O on macOS."""
        expected = "" if system is built else f"it is {KINDS[built]}, not {KINDS[system]}"

        assert obstacle(HEADS[built], 64, "X86_64", system) == expected

    @pytest.mark.parametrize("system", [System.ANDROID, System.FUCHSIA])
    def test_android_and_fuchsia_load_elf_files(self, system: System) -> None:
        """As Linux does."""
        assert obstacle(elf(), 64, "", system) == ""
        assert obstacle(pe(), 64, "", system) == "it is a Windows library or program, not an ELF file"

    @pytest.mark.parametrize(
        ("head", "machine", "expected"),
        [
            (pe(0x14C, form=0x10B), "", "it is for 32-bit processes (386)"),
            (pe(0xAA64), "X86_64", "it is for another machine (AARCH64)"),
            (pe(0xAA64), "", ""),
            (pe(0x5064), "", ""),
            (pe(flags=0x22), "", "it is a program, not a DLL"),
            (pe(start=HEAD_SIZE + 8).ljust(2 * HEAD_SIZE, b"\0")[:HEAD_SIZE], "", ""),
            (pe()[:90], "", "it is a Windows library or program that is cut or damaged"),
            (
                pe().replace(b"PE\0\0", b"NE\0\0"),
                "",
                "it is a Windows library or program that is cut or damaged",
            ),
        ],
        ids=["32-bit", "arm", "unknown host", "unknown machine", "program", "far", "cut", "16-bit"],
    )
    def test_windows(self, head: bytes, machine: str, expected: str) -> None:
        """The machine and the flags stand behind a program for DOS; where that is very long, nobody looks."""
        assert obstacle(head, 64, machine, System.WINDOWS) == expected

    @pytest.mark.parametrize(
        ("head", "machine", "expected"),
        [
            (macho(ARM), "X86_64", "it is for another machine (AARCH64)"),
            (fat(INTEL, ARM), "X86_64", ""),
            (fat(INTEL, ARM), "AARCH64", ""),
            (fat(7, ARM), "X86_64", "it is for another machine (386, AARCH64)"),
            (fat(7, 12), "", "it is for 32-bit processes (386, ARM)"),
            (macho(kind=2), "", "it is neither a dynamic library nor a bundle"),
            (fat(INTEL, ARM)[:20], "", "it is a Mach-O file that is cut or damaged"),
            (struct.pack(">II", 0xCAFEBABE, 65), "", "it is a file of an unknown kind, not a Mach-O file"),
        ],
        ids=["arm", "both on intel", "both on arm", "neither", "old", "program", "cut", "java"],
    )
    def test_macos(self, head: bytes, machine: str, expected: str) -> None:
        """One architecture of a universal file suffices."""
        assert obstacle(head, 64, machine, System.MACOS) == expected

    @pytest.mark.parametrize(
        ("head", "expected"),
        [
            (elf(wide=False, machine=3), "it is for 32-bit processes (386)"),
            (elf(machine=183), "it is for another machine (AARCH64)"),
            (elf(kind=2), "it is not a shared library"),
            (elf()[:18], "it is an ELF file that is cut or damaged"),
            (b"", "it is an empty file, not an ELF file"),
            (b"!<arch>\n", "it is an archive, not an ELF file"),
        ],
        ids=["32-bit", "arm", "program", "cut", "empty", "static library"],
    )
    def test_linux(self, head: bytes, expected: str) -> None:
        """What it is instead is said."""
        assert obstacle(head, 64, "X86_64") == expected

    @pytest.mark.parametrize(
        ("head", "kind"),
        [
            (elf(), ObstacleKind.NONE),
            (elf(wide=False, machine=3), ObstacleKind.OTHER_SIZE),
            (elf(machine=183), ObstacleKind.OTHER_MACHINE),
            (elf(kind=2), ObstacleKind.FORMAT),
            (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", ObstacleKind.POINTER),
        ],
        ids=["fits", "32-bit", "arm", "program", "pointer"],
    )
    def test_its_kind_says_what_it_is_about(self, head: bytes, kind: ObstacleKind) -> None:
        """So that no other part has to read the sentence."""
        found = obstacle(head, 64, "X86_64")

        assert found.kind is kind
        assert bool(found) is (kind is not ObstacleKind.NONE)
        assert found.is_of_others is (kind in (ObstacleKind.OTHER_SIZE, ObstacleKind.OTHER_MACHINE))
