"""What a look at a shared library tells without loading it, however the file came to be."""

import io
import os
import shutil
from pathlib import Path

import pytest
from elf_files import BASE, GLOBAL, HIDDEN, LOCAL, PROTECTED, UNIQUE, WEAK, Symbol, elf
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection
from hypothesis import given
from hypothesis import strategies as st

from refloader.host.binaries.elf import read_library, read_stream
from refloader.host.port import Failure, Trouble
from refloader.model.library import Library
from refloader.native.mocks import NAMES, mock_library

pytestmark = [pytest.mark.timeout(600), pytest.mark.usefixtures("processor_time")]

SYSTEM = Path("/usr/lib/x86_64-linux-gnu/libvulkan.so.1")
OFFICIAL = {
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
    "vkGetInstanceProcAddr",
    "vkCreateInstance",
    "vkEnumerateInstanceExtensionProperties",
}
EXPORTS = {
    "mock_layer": {
        "vkNegotiateLoaderLayerInterfaceVersion",
        "vkGetInstanceProcAddr",
        "vkGetDeviceProcAddr",
    },
    "mock_layer_v0": {
        "VK_LAYER_mockGetInstanceProcAddr",
        "VK_LAYER_mockGetDeviceProcAddr",
        "vkEnumerateInstanceLayerProperties",
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateDeviceLayerProperties",
        "vkEnumerateDeviceExtensionProperties",
    },
    "mock_layer_v1": {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"},
    "mock_layer_v2": {"vkNegotiateLoaderLayerInterfaceVersion"},
    "mock_layer_renamed": {
        "mock_NegotiateLoaderLayerInterfaceVersion",
        "mock_GetInstanceProcAddr",
        "mock_GetDeviceProcAddr",
    },
    "mock_layer_early": {
        "vkNegotiateLoaderLayerInterfaceVersion",
        "vkGetInstanceProcAddr",
        "vkGetDeviceProcAddr",
        "mock_EnumerateInstanceVersion",
        "mock_EnumerateInstanceExtensionProperties",
        "mock_EnumerateInstanceLayerProperties",
    },
    "mock_layer_free": {"vkNegotiateLoaderLayerInterfaceVersion"},
    "mock_layer_free_v1": {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"},
    "mock_layer_free_own": {"own_GetInstanceProcAddr", "own_GetDeviceProcAddr"},
    "mock_layer_free_many": {
        *("vkNegotiateLoaderLayerInterfaceVersion", "mock_feature", "mock_table", "png_get_version"),
        *("MOCK_1.0", "MOCK_1.1"),
    },
    "mock_icd_free": {
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
    },
    "mock_layer_two": {
        "first_NegotiateLoaderLayerInterfaceVersion",
        "first_GetInstanceProcAddr",
        "first_GetDeviceProcAddr",
        "second_NegotiateLoaderLayerInterfaceVersion",
        "second_GetInstanceProcAddr",
        "second_GetDeviceProcAddr",
    },
    "mock_layer_driver": {
        "mock_NegotiateLoaderLayerInterfaceVersion",
        "mock_GetInstanceProcAddr",
        "mock_GetDeviceProcAddr",
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
    },
    "mock_icd": {
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
    },
    "mock_icd_v0": {
        "vkGetInstanceProcAddr",
        "vkCreateInstance",
        "vkEnumerateInstanceExtensionProperties",
    },
    "mock_icd_v2": {"vk_icdNegotiateLoaderICDInterfaceVersion", "vk_icdGetInstanceProcAddr"},
    "mock_icd_v6": {
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
        "vk_icdEnumerateAdapterPhysicalDevices",
    },
    "mock_icd_v7": {"vk_icdGetInstanceProcAddr"},
    "mock_icd_both": OFFICIAL - {"vk_icdGetPhysicalDeviceProcAddr"},
    "mock_icd_official": OFFICIAL,
    "mock_icd_symbolic": OFFICIAL,
    "mock_icd_unresolved": {
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
        "mock_calls_nobody",
    },
}
SYMBOLS = [Symbol("vkGetInstanceProcAddr"), Symbol("second")]
SMALL = elf(SYMBOLS, soname="libsmall.so.1", needed=["libc.so.6"])


def look(data: bytes) -> Library | Failure:
    """The facts of a file with this content."""
    return read_stream(io.BytesIO(data), "small.so")


def facts(data: bytes) -> Library:
    """The facts of a file that is a library."""
    found = look(data)
    assert isinstance(found, Library), found
    return found


def mock(name: str) -> str:
    """The path of a mock library."""
    path = mock_library(name)
    if path is None:
        pytest.skip("this installation has no mock libraries: it was made without a C compiler")
    return path


def without_sections(data: bytes) -> bytes:
    """The file as a stripping of its section headers would leave it."""
    return data[:40] + bytes(8) + data[48:60] + bytes(4) + data[64:]


class TestRealLibraries:
    """The exports of a library are the defined symbols that the dynamic linker would find."""

    @pytest.mark.parametrize("name", NAMES)
    def test_the_mocks_export_what_they_were_built_to(self, name: str) -> None:
        """Nothing more and nothing less is visible."""
        found = read_library(mock(name))

        assert isinstance(found, Library)
        assert found.exports == EXPORTS[name]
        assert (found.word_size, found.machine, found.shared) == (64, "X86_64", True)
        assert "libc.so.6" in found.needed

    @pytest.mark.parametrize("name", NAMES)
    def test_section_headers_are_not_needed(self, name: str) -> None:
        """A library stripped of them is as usable as before, so the same is told of it."""
        data = Path(mock(name)).read_bytes()
        stripped = without_sections(data)

        assert ELFFile(io.BytesIO(stripped)).num_sections() == 0
        assert look(stripped) == look(data)

    @pytest.mark.skipif(not SYSTEM.exists(), reason="this machine has no libvulkan.so.1 in that folder")
    def test_the_systems_loader_is_read_as_another_reader_reads_it(self) -> None:
        """The dynamic symbol table gives the same names when it is found through section headers."""
        with SYSTEM.open("rb") as stream:
            table = ELFFile(stream).get_section_by_name(".dynsym")
            assert isinstance(table, SymbolTableSection)
            expected = {symbol.name for symbol in table.iter_symbols() if symbol["st_shndx"] != "SHN_UNDEF"}
        found = read_library(str(SYSTEM))

        assert isinstance(found, Library)
        assert found.exports == expected - {""}
        assert found.soname == "libvulkan.so.1"


class TestFacts:
    """Class, byte order, hash table, names and flags are read from the dynamic section."""

    @pytest.mark.parametrize("wide", [True, False])
    @pytest.mark.parametrize("order", ["<", ">"])
    @pytest.mark.parametrize("table", ["gnu", "sysv"])
    @pytest.mark.parametrize("count", [0, 1, 2, 40])
    def test_every_class_order_and_table(self, wide: bool, order: str, table: str, count: int) -> None:
        """All symbols of the table are found, and the word size follows from the class."""
        symbols = [Symbol(f"function{number}") for number in range(count)]

        found = facts(elf(symbols, wide=wide, order=order, table=table))

        assert found.exports == {symbol.name for symbol in symbols}
        assert found.word_size == (64 if wide else 32)

    def test_only_defined_visible_global_symbols_are_exports(self) -> None:
        """Undefined, local and hidden symbols cannot be found by dlsym."""
        symbols = [
            Symbol("defined", 1, GLOBAL),
            Symbol("weak", 1, WEAK),
            Symbol("unique", 1, UNIQUE),
            Symbol("protected", 1, GLOBAL, PROTECTED),
            Symbol("undefined", 0, GLOBAL),
            Symbol("local", 1, LOCAL),
            Symbol("hidden", 1, GLOBAL, HIDDEN),
        ]

        assert facts(elf(symbols)).exports == {"defined", "weak", "unique", "protected"}

    def test_a_library_without_a_hash_table_exports_nothing(self) -> None:
        """The dynamic linker finds symbols through the table alone."""
        assert facts(elf(SYMBOLS, table="")).exports == frozenset()

    def test_names_come_from_the_string_table(self) -> None:
        """SONAME and the needed libraries, in their order."""
        found = facts(elf(soname="liba.so.1", needed=["libz.so", "libc.so.6"]))

        assert (found.soname, found.needed) == ("liba.so.1", ("libz.so", "libc.so.6"))
        assert (found.rpath, found.runpath) == ((), ())

    def test_run_paths(self) -> None:
        """The folders that a library adds to the search are told as they are written, each kind by itself."""
        found = facts(elf(rpath="/opt/lib:$ORIGIN/../lib", runpath="$ORIGIN"))

        assert (found.rpath, found.runpath) == (("/opt/lib", "$ORIGIN/../lib"), ("$ORIGIN",))

    @pytest.mark.parametrize(
        ("tags", "symbolic"), [([], False), ([(16, 0)], True), ([(30, 2)], True), ([(30, 8)], False)]
    )
    def test_symbolic_linking_has_two_marks(self, tags: list[tuple[int, int]], symbolic: bool) -> None:
        """DT_SYMBOLIC, or the flag in DT_FLAGS."""
        assert facts(elf(tags=tags)).symbolic is symbolic

    @pytest.mark.parametrize(
        ("kind", "tags", "shared"),
        [(3, [], True), (2, [], False), (1, [], False), (3, [(0x6FFFFFFB, 0x08000000)], False)],
    )
    def test_programs_are_no_shared_libraries(
        self, kind: int, tags: list[tuple[int, int]], shared: bool
    ) -> None:
        """The dynamic linker opens neither objects nor programs, position-independent ones included."""
        assert facts(elf(kind=kind, tags=tags)).shared is shared

    @pytest.mark.parametrize(
        ("number", "name"), [(62, "X86_64"), (183, "AARCH64"), (3, "386"), (4242, "4242")]
    )
    def test_the_machine_has_its_elf_name(self, number: int, name: str) -> None:
        """An unknown machine keeps its number."""
        assert facts(elf(machine=number)).machine == name

    def test_names_that_are_not_utf_8_end_in_a_value(self) -> None:
        """No interface function has such a name, so the library may count as damaged."""
        found = look(elf(SYMBOLS).replace(b"second", b"seco\xff\xfe"))

        assert isinstance(found, Library | Failure)


class TestOtherFiles:
    """What is no ELF file ends in a Failure at once."""

    @pytest.mark.parametrize("data", [b"", b"\x7fEL", b"{}", b"#!/bin/sh\n", b"MZ" + bytes(100)])
    def test_other_content_is_no_elf_file(self, data: bytes) -> None:
        """The first four bytes decide."""
        assert look(data) == Failure(Trouble.OTHER, "not an ELF file")

    @pytest.mark.parametrize(
        "data", [b"\x7fELF", b"\x7fELF\x03\x01" + bytes(58), b"\x7fELF\x02\x00" + bytes(58)]
    )
    def test_an_unknown_class_or_order_is_damage(self, data: bytes) -> None:
        """There are two of each."""
        found = look(data)

        assert isinstance(found, Failure)
        assert found.detail.startswith("damaged ELF file")

    def test_what_is_no_regular_file_is_refused_without_waiting(self, tmp_path: Path) -> None:
        """Folders, pipes and devices do not hang the reading."""
        os.mkfifo(tmp_path / "pipe.so")

        assert read_library(str(tmp_path / "pipe.so")) == Failure(Trouble.NOT_A_FILE)
        assert read_library(str(tmp_path)) == Failure(Trouble.NOT_A_FILE)
        assert read_library("/dev/zero") == Failure(Trouble.NOT_A_FILE)

    @pytest.mark.parametrize("path", ["", "/nothing/here.so", "/etc/passwd/x.so"])
    def test_what_is_not_there_is_missing(self, path: str) -> None:
        """The trouble is the same as for any other file."""
        assert read_library(path) == Failure(Trouble.MISSING)

    def test_a_path_with_a_nul_character_names_nothing(self) -> None:
        """Such a path cannot be passed to the system."""
        assert read_library("a\0.so") == Failure(Trouble.OTHER, "the path holds a NUL character")

    def test_a_huge_empty_file_is_looked_at_briefly(self, tmp_path: Path) -> None:
        """A sparse file of 1 GiB costs no more than its first bytes."""
        with (tmp_path / "sparse.so").open("wb") as stream:
            stream.truncate(1 << 30)

        assert read_library(str(tmp_path / "sparse.so")) == Failure(Trouble.OTHER, "not an ELF file")

    def test_a_library_behind_a_link_is_read(self, tmp_path: Path) -> None:
        """Links are followed, as the dynamic linker does."""
        (tmp_path / "small.so.1").write_bytes(SMALL)
        (tmp_path / "small.so").symlink_to("small.so.1")
        found = read_library(str(tmp_path / "small.so"))

        assert isinstance(found, Library)
        assert found.exports == {"vkGetInstanceProcAddr", "second"}


class TestDamagedFiles:
    """Whatever is wrong with an ELF file, reading it ends soon in a value."""

    @given(size=st.integers(0, len(SMALL) - 1))
    def test_a_truncated_library_is_damaged(self, size: int) -> None:
        """No part of a library passes for the whole."""
        assert isinstance(look(SMALL[:size]), Failure)

    @given(
        changes=st.lists(
            st.tuples(st.integers(0, len(SMALL) - 1), st.binary(min_size=1, max_size=8)), max_size=4
        )
    )
    def test_a_mutated_library_ends_in_a_value(self, changes: list[tuple[int, bytes]]) -> None:
        """Any bytes anywhere give facts or a Failure."""
        data = SMALL
        for place, new in changes:
            data = (data[:place] + new + data[place + len(new) :])[: len(SMALL)]

        assert isinstance(look(data), Library | Failure)

    @given(
        tags=st.lists(
            st.tuples(
                st.sampled_from([1, 4, 5, 6, 10, 11, 14, 16, 30, 0x6FFFFEF5, 0x6FFFFFFB]),
                st.integers(0, 2**64 - 1) | st.integers(BASE, BASE + len(SMALL)) | st.integers(0, 100),
            ),
            max_size=6,
        )
    )
    def test_hostile_tags_end_in_a_value(self, tags: list[tuple[int, int]]) -> None:
        """Addresses and sizes that lead anywhere are checked before they are used."""
        assert isinstance(look(elf(SYMBOLS, tags=tags)), Library | Failure)

    @pytest.mark.parametrize(
        "tags",
        [
            [(10, 1 << 40)],
            [(10, (1 << 64) - 1)],
            [(5, BASE - 1)],
            [(6, (1 << 64) - 1)],
            [(4, BASE)],
            [(11, 0)],
            [(11, 1 << 60)],
        ],
    )
    def test_sizes_and_addresses_beyond_the_file_end_in_a_value(self, tags: list[tuple[int, int]]) -> None:
        """A table that cannot be there is not read."""
        assert isinstance(look(elf(SYMBOLS, tags=tags)), Library | Failure)

    def test_a_hash_chain_without_end_stops(self, tmp_path: Path) -> None:
        """A sparse tail of zeros is a chain that never ends; the reading does."""
        data = elf(SYMBOLS)
        place = data.index(b"\x02\0\0\0\x03\0\0\0")
        path = tmp_path / "endless.so"
        path.write_bytes(data[:place] + b"\x02\0\0\0\x02\0\0\0" + data[place + 8 :])
        os.truncate(path, 1 << 30)

        assert isinstance(read_library(str(path)), Library | Failure)

    def test_many_symbols_with_one_long_name_stop(self) -> None:
        """What is read of a file is limited, so that a small one cannot fill the memory."""
        many = [Symbol("x" * 1000), *[Symbol("y")] * 90_000]
        data = elf(many, table="sysv")
        row = 64 + 2 * 56 + 24

        found = look(data[: row + 24] + data[row : row + 24] * 90_000 + data[row + 90_001 * 24 :])

        assert found == Failure(
            Trouble.OTHER, "damaged ELF file: its tables are larger than those of any library"
        )

    def test_more_symbols_than_any_library_has_are_damage(self) -> None:
        """A hash table that promises more symbols than the file holds is damage."""
        data = elf(SYMBOLS, table="sysv")
        place = data.index(b"\x01\0\0\0\x03\0\0\0")
        found = look(data[: place + 4] + b"\xff\xff\xff\xff" + data[place + 8 :])

        assert isinstance(found, Failure)
        assert found.detail.startswith("damaged ELF file")

    @pytest.mark.parametrize("name", NAMES)
    def test_real_libraries_cut_anywhere_end_in_a_value(self, name: str, tmp_path: Path) -> None:
        """Sixteen cuts of a real file, each read from disk."""
        path = tmp_path / "cut.so"
        shutil.copy(mock(name), path)
        size = path.stat().st_size
        for part in range(16, 0, -1):
            os.truncate(path, size * part // 16)

            assert isinstance(read_library(str(path)), Library | Failure)
