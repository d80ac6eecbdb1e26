"""Reading the facts of libraries of other systems, right and hostile ones, and of what is no library."""

import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import macho_files
import pe_files
import pytest
from macho_files import fat, macho
from pe_files import pe

from refloader.host.binaries import pe_and_mach_o
from refloader.host.binaries.library_files import read_library_file
from refloader.host.binaries.pe_and_mach_o import Reader, read_foreign
from refloader.host.machines.root import RootHost
from refloader.host.port import Failure, Trouble
from refloader.model.library import Format, Library
from refloader.model.magic import Magic

ENTRY = "vk_icdGetInstanceProcAddr"
NAMES = [ENTRY, "vk_icdNegotiateLoaderICDInterfaceVersion"]


def look(tmp_path: Path, data: bytes) -> Library | Failure:
    """What is said of a file with this content."""
    path = tmp_path / "looked.at"
    path.write_bytes(data)
    return read_library_file(str(path))


def facts(tmp_path: Path, data: bytes) -> Library:
    """The facts of a file that is a library."""
    found = look(tmp_path, data)
    assert isinstance(found, Library), found
    return found


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    """A reader whose child dies of some files, and is slow with others."""
    program = tmp_path / "child.py"
    program.write_text(
        "import json, os, sys, time\n"
        "for line in sys.stdin:\n"
        "    name = os.path.basename(json.loads(line))\n"
        "    if name == 'dies': os.abort()\n"
        "    if name == 'hangs': time.sleep(60)\n"
        "    answer = {'library': [1]} if name == 'lies' else {'failure': name}\n"
        "    print('{' if name == 'stutters' else json.dumps(answer), flush=True)\n"
    )
    found = Reader((sys.executable, "-S", str(program)))
    yield found
    found.close()


class TestWindowsLibraries:
    """Of a PE file are told the machine, its exports and imports, its own name and whether it is a DLL."""

    def test_what_it_tells(self, tmp_path: Path) -> None:
        """DLLs that are imported from twice, as linkers write them in two cases, count once."""
        needed = ["KERNEL32.dll", "vulkan-1.dll", "kernel32.dll"]

        found = facts(tmp_path, pe(NAMES, name="driver.dll", needed=needed))

        assert (found.format, found.machine, found.word_size, found.shared) == (Format.PE, "X86_64", 64, True)
        assert (found.exports, found.soname) == (frozenset(NAMES), "driver.dll")
        assert found.needed == ("KERNEL32.dll", "vulkan-1.dll")

    @pytest.mark.parametrize(
        ("machine", "expected"), [(pe_files.I386, ("386", 32)), (pe_files.ARM64, ("AARCH64", 64))]
    )
    def test_machines(self, tmp_path: Path, machine: int, expected: tuple[str, int]) -> None:
        """Machines have the names that they have in ELF files."""
        found = facts(tmp_path, pe(NAMES, machine=machine))

        assert (found.machine, found.word_size, found.exports) == (*expected, frozenset(NAMES))

    def test_a_program_is_no_library(self, tmp_path: Path) -> None:
        """The flag in the header tells."""
        assert not facts(tmp_path, pe(dll=False)).shared


class TestMacosLibraries:
    """Of a Mach-O file are told the machines, the install name, the libraries and run paths, and what it exports."""

    @pytest.mark.parametrize("trie", [False, True])
    def test_what_it_tells(self, tmp_path: Path, trie: bool) -> None:
        """Names come from the trie where there is one, without the underscore of C; private ones do not count."""
        data = macho(
            NAMES, name="@rpath/libx.dylib", needed=["/a"], weak=["/b"], rpath=["@loader_path"], trie=trie
        )

        found = facts(tmp_path, data)

        assert (found.format, found.machine, found.word_size) == (Format.MACHO, "AARCH64", 64)
        assert (found.exports, found.soname, found.shared) == (frozenset(NAMES), "@rpath/libx.dylib", True)
        assert (found.needed, found.rpath) == (("/a",), ("@loader_path",))

    @pytest.mark.parametrize(("kind", "shared"), [(macho_files.BUNDLE, True), (macho_files.PROGRAM, False)])
    def test_kinds(self, tmp_path: Path, kind: int, shared: bool) -> None:
        """A bundle can be opened like a library, a program cannot."""
        assert facts(tmp_path, macho(kind=kind)).shared is shared

    def test_a_universal_file_holds_several_libraries(self, tmp_path: Path) -> None:
        """Each architecture has exports of its own."""
        intel = macho(["first"], machine=macho_files.X86_64)

        found = facts(tmp_path, fat((macho_files.X86_64, intel), (macho_files.ARM64, macho(["second"]))))

        assert [(each.machine, *each.exports) for each in (found, *found.others)] == [
            ("X86_64", "first"),
            ("AARCH64", "second"),
        ]


_EXPORTS = 0x80 + 24 + 112
"""Where a file that ``pe`` makes says at which place its export table is."""


class TestHostileFiles:
    """Nothing that a file says makes the reading of it raise, hang or take the process with it."""

    @pytest.mark.parametrize("data", [pe(NAMES), macho(NAMES)], ids=["PE", "Mach-O"])
    def test_what_ends_too_early(self, tmp_path: Path, data: bytes) -> None:
        """A file without its last part is no library that exports nothing."""
        found = look(tmp_path, data[:-8])

        assert isinstance(found, Failure)
        assert found.detail.endswith("damaged (it is cut short)")

    @pytest.mark.parametrize(
        "data", [pe(NAMES), macho(NAMES), macho(NAMES, trie=True)], ids=["pe", "macho", "trie"]
    )
    def test_cut_files(self, tmp_path: Path, data: bytes) -> None:
        """Wherever a file is cut, it is damaged, and no library that exports nothing."""
        for length in range(4, len(data), max(1, len(data) // 60)):
            assert isinstance(look(tmp_path, data[:length]), Failure)

    @pytest.mark.parametrize("place", [b"\0\x10\0\0", b"\xf0\xff\xff\xff"], ids=["count", "place"])
    def test_an_export_table_that_cannot_be_read(self, tmp_path: Path, place: bytes) -> None:
        """Nothing is said of what the library exports."""
        data = bytearray(pe(NAMES, count=0xFFFFFFFF))
        data[_EXPORTS : _EXPORTS + 4] = place

        found = look(tmp_path, bytes(data))

        assert isinstance(found, Failure)
        assert found.detail.endswith("damaged (its export table cannot be read)")

    @pytest.mark.parametrize(
        "data",
        [
            pe(NAMES, count=0xFFFFFFFF),
            pe(NAMES, count=150_000),
            b"MZ" + bytes(58) + struct.pack("<I", 0) + bytes(64),
            b"MZ" + bytes(58) + struct.pack("<I", 0xFFFFFFFF) + bytes(64),
            fat((macho_files.ARM64, macho(NAMES)), count=40),
            fat(*[(macho_files.ARM64, macho(NAMES))] * 40)[:9000],
            macho(NAMES).replace(struct.pack("<I", 7), struct.pack("<I", 0x7FFFFFFF)),
        ],
        ids=["no end", "many names", "header at 0", "header far off", "too few", "overlapping", "commands"],
    )
    def test_impossible_tables(self, tmp_path: Path, data: bytes) -> None:
        """Counts and places that cannot be are no reason to believe them."""
        found = look(tmp_path, data)

        assert isinstance(found, Failure) or len(found.exports) <= 150_000

    def test_a_million_architectures(self, tmp_path: Path) -> None:
        """Such a file is not even handed to the parser."""
        found = look(tmp_path, fat((macho_files.ARM64, macho(NAMES)), count=10**6))

        assert found == Failure(Trouble.OTHER, "a file of an unknown kind")

    def test_a_very_large_file(self, tmp_path: Path) -> None:
        """It is not read."""
        with (tmp_path / "large.dll").open("wb") as file:
            file.write(pe(NAMES))
            file.truncate(pe_and_mach_o.MOST_BYTES + 1)

        found = read_library_file(str(tmp_path / "large.dll"))

        assert isinstance(found, Failure)
        assert found.trouble is Trouble.TOO_LARGE

    def test_one_child_reads_many_files(self, tmp_path: Path) -> None:
        """An interpreter is not started for each."""
        look(tmp_path, pe(NAMES))
        before = pe_and_mach_o.READER.started

        for _ in range(20):
            look(tmp_path, pe(NAMES))

        assert pe_and_mach_o.READER.started == before


class TestChild:
    """A child that ends is replaced, and costs the answer about one file."""

    def test_a_child_that_dies(self, reader: Reader) -> None:
        """The next file is read by another."""
        assert reader.ask("/dies") is None
        assert reader.ask("/next") == {"failure": "next"}
        assert reader.ask("/same") == {"failure": "same"}
        assert reader.started == 2

    def test_a_child_that_hangs(self, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is ended after a while."""
        assert reader.ask("/first") == {"failure": "first"}
        monkeypatch.setattr(pe_and_mach_o, "_SECONDS", 0.2)

        assert reader.ask("/hangs") is None

    def test_what_is_said_of_one_that_hangs(self, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
        """It was not read: whether it is damaged, nobody knows. The next file is read as ever."""
        assert reader.ask("/first") == {"failure": "first"}
        monkeypatch.setattr(pe_and_mach_o, "_SECONDS", 0.2)

        late = read_foreign("/hangs", Magic.PE, reader)
        monkeypatch.undo()
        dead = read_foreign("/dies", Magic.PE, reader)

        assert isinstance(late, Failure)
        assert late.trouble is Trouble.LATE
        assert "was not read within" in late.detail
        assert "damaged" not in late.detail
        assert isinstance(dead, Failure)
        assert dead.detail.endswith("damaged: its reader ended while reading it")

    @pytest.mark.parametrize("name", ["stutters", "lies"])
    def test_a_child_that_talks_nonsense(self, reader: Reader, name: str) -> None:
        """What it says is not believed."""
        found = read_foreign(f"/{name}", Magic.PE, reader)

        assert isinstance(found, Failure)
        assert found.detail.startswith("a Windows library that is damaged")

    def test_a_program_that_cannot_be_started(self) -> None:
        """An answer is due all the same."""
        assert Reader(("/nowhere/at/all",)).ask("/a") is None

    def test_without_the_parser(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """What is missing is said, as nothing is known against the file."""
        monkeypatch.setattr(pe_and_mach_o, "find_spec", lambda _: None)

        assert look(tmp_path, pe(NAMES)) == Failure(
            Trouble.NO_READER, "a Windows library; pip install lief to look at it"
        )


class TestOtherContent:
    """What is no library is called what it is."""

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"", "an empty file"),
            (b"#!/bin/sh\n", "a script"),
            (
                b"version https://git-lfs.github.com/spec/v1\n",
                "a pointer of Git LFS, which stands for the file",
            ),
            (b'{"a": 1}', "a text file"),
            ("INPUT(libx.so)".encode("utf-16"), "a text file"),
            (b"!<arch>\nx.o", "an archive"),
            (b"PK\x03\x04", "an archive"),
            (bytes(257) + b"ustar", "an archive"),
            (b"\x00\x01\x02", "a file of an unknown kind"),
            (b"\xca\xfe\xba\xbe\x00\x00\x00\x41", "a file of an unknown kind"),
        ],
        ids=["empty", "script", "lfs", "json", "utf-16", "ar", "zip", "tar", "bytes", "java"],
    )
    def test_what_it_is(self, tmp_path: Path, data: bytes, said: str) -> None:
        """By its first bytes."""
        assert look(tmp_path, data) == Failure(Trouble.OTHER, said)

    def test_folders_and_nothing(self, tmp_path: Path) -> None:
        """Neither is a file."""
        assert read_library_file(str(tmp_path)) == Failure(Trouble.NOT_A_FILE)
        assert read_library_file(str(tmp_path / "no")) == Failure(Trouble.MISSING)

    def test_inside_a_tree(self, tmp_path: Path) -> None:
        """A staging tree's libraries are read by the same parsers."""
        (tmp_path / "x.dll").write_bytes(pe(NAMES))

        found = RootHost(str(tmp_path)).library("/x.dll")

        assert isinstance(found, Library)
        assert found.format is Format.PE
