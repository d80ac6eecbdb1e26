"""Tests of the drop-in library as a file: what it exports, what it needs, and how it is laid out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

NEEDS = {
    "libc.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
}
LARGEST = 8_000_000
NODELETE, TEXTREL_FLAG = 0x8, 0x4
EXECUTABLE = 0x1
WRITABLE = 0x2


@pytest.fixture
def elf(dropin: Path) -> Iterator[ELFFile]:
    """The library."""
    with (dropin / "libvulkan.so.1").open("rb") as file:
        yield ELFFile(file)


def tags(elf: ELFFile, name: str) -> list[object]:
    """The values of a kind of dynamic entry."""
    section = elf.get_section_by_name(".dynamic")
    assert isinstance(section, DynamicSection)
    attribute = {"DT_NEEDED": "needed", "DT_SONAME": "soname"}.get(name)
    return [getattr(tag, attribute) if attribute else tag.entry.d_val for tag in section.iter_tags(name)]


def symbols(elf: ELFFile, defined: bool) -> set[str]:
    """The dynamic symbols that the library defines, or that it wants from others."""
    table = elf.get_section_by_name(".dynsym")
    assert isinstance(table, SymbolTableSection)
    return {
        each.name
        for each in table.iter_symbols()
        if each.name and (each["st_shndx"] != "SHN_UNDEF") == defined
    }


class TestExports:
    """The library exports the core's and the window systems' commands, and nothing of its inside."""

    @pytest.mark.rule("APP-EXPORT-01")
    def test_all_that_programs_link_with(self, elf: ELFFile, system: Path) -> None:
        """Whatever the system's loader exports, ours exports."""
        with (system / "libvulkan.so.1").open("rb") as file:
            theirs = {name for name in symbols(ELFFile(file), defined=True) if name.startswith("vk")}

        assert theirs <= symbols(elf, defined=True)

    def test_nothing_else(self, elf: ELFFile) -> None:
        """Every export is a command of the core or of an extension for a window system."""
        pytest.importorskip("vulkan_object", reason="vulkan-object is not installed (PyPI: vulkan-object)")
        exports = symbols(elf, defined=True)

        assert exports
        assert exports - core_and_window_systems() == set()


class TestDependencies:
    """The library needs the C library and nothing else."""

    def test_needed(self, elf: ELFFile) -> None:
        """No libpython, no zlib, no expat."""
        assert set(tags(elf, "DT_NEEDED")) <= NEEDS

    def test_no_python_is_wanted_from_the_host(self, elf: ELFFile) -> None:
        """The private interpreter is inside: nothing of it could be taken from a host that is a Python."""
        wanted = symbols(elf, defined=False)

        assert {name for name in wanted if name.startswith(("Py", "_Py"))} == set()

    def test_no_search_path(self, elf: ELFFile) -> None:
        """The library brings no search path of its own."""
        assert tags(elf, "DT_RPATH") + tags(elf, "DT_RUNPATH") == []


class TestLayout:
    """The file is what a system's library is."""

    @pytest.mark.rule("ABI-03")
    def test_name(self, elf: ELFFile) -> None:
        """Programs that are linked with it ask for libvulkan.so.1."""
        assert tags(elf, "DT_SONAME") == ["libvulkan.so.1"]

    def test_stays_in_memory(self, elf: ELFFile) -> None:
        """Closing it leaves it where it is: the interpreter is started once for each process."""
        assert [flags & NODELETE for flags in tags(elf, "DT_FLAGS_1") if isinstance(flags, int)] == [NODELETE]

    def test_no_code_is_written(self, elf: ELFFile) -> None:
        """No text relocation, no executable stack, no segment both writable and executable."""
        kinds = {segment["p_type"]: segment["p_flags"] for segment in elf.iter_segments()}
        both = EXECUTABLE | WRITABLE

        assert tags(elf, "DT_TEXTREL") == []
        assert not any(flags & TEXTREL_FLAG for flags in tags(elf, "DT_FLAGS") if isinstance(flags, int))
        assert not kinds["PT_GNU_STACK"] & EXECUTABLE
        assert all(segment["p_flags"] & both != both for segment in elf.iter_segments())

    def test_size(self, elf: ELFFile) -> None:
        """What a stripped library keeps is below eight megabytes."""
        loaded = [segment["p_filesz"] for segment in elf.iter_segments() if segment["p_type"] == "PT_LOAD"]

        assert sum(loaded) < LARGEST

    def test_order(self, elf: ELFFile) -> None:
        """The code that creates instances lies together, so that a process has little other code in memory."""
        together = elf.get_section_by_name(".text.loader")
        other = elf.get_section_by_name(".text")

        assert together is not None
        assert 500_000 < together["sh_size"] < other["sh_size"]


def core_and_window_systems() -> set[str]:
    """The registry's commands that belong to a core version or to an extension for a window system."""
    from vulkan_object import get_vulkan_object

    registry = get_vulkan_object()
    # Surfaces, swapchains and displays, of Khronos and of each platform.
    words = ("surface", "swapchain", "display")
    return {
        name
        for name, command in registry.commands.items()
        if not command.extensions
        or command.version is not None
        or any(word in each for each in command.extensions for word in words)
    }
