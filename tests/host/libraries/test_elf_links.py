"""What an ELF file is linked with, read without its symbols, and from damaged files without harm."""

from pathlib import Path

import pytest
from elf_files import Symbol, elf
from hypothesis import given
from hypothesis import strategies as st

from refloader.host.binaries.elf import read_library
from refloader.host.binaries.elf_links import read_links
from refloader.host.port import Failure, Trouble
from refloader.model.library import Library

WHOLE = elf(
    [Symbol("vkNegotiate")],
    soname="liba.so",
    needed=("libb.so", "libc.so.6"),
    runpath="$ORIGIN/../lib:/opt/lib",
)


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("order", ["<", ">"])
def test_it_tells_what_the_whole_reader_tells(tmp_path: Path, wide: bool, order: str) -> None:
    """All but the exports is the same for both word sizes and byte orders."""
    path = tmp_path / "a.so"
    path.write_bytes(elf([Symbol("a")], wide=wide, order=order, soname="a", needed=("b", "c"), rpath="/x:/y"))

    links, library = read_links(str(path)), read_library(str(path))

    assert isinstance(links, Library)
    assert isinstance(library, Library)
    assert links.exports == frozenset()
    assert (links.needed, links.rpath, links.soname) == (("b", "c"), ("/x", "/y"), "a")
    assert (links.word_size, links.machine, links.shared) == (
        library.word_size,
        library.machine,
        library.shared,
    )
    assert (links.needed, links.rpath, links.runpath) == (library.needed, library.rpath, library.runpath)


def test_run_paths_are_lists(tmp_path: Path) -> None:
    """Tokens stay as they are written."""
    (tmp_path / "a.so").write_bytes(WHOLE)

    links = read_links(str(tmp_path / "a.so"))

    assert isinstance(links, Library)
    assert links.runpath == ("$ORIGIN/../lib", "/opt/lib")


def test_what_is_no_elf_file_is_a_failure(tmp_path: Path) -> None:
    """So are folders and what is not there."""
    (tmp_path / "text").write_text("text")

    assert read_links(str(tmp_path / "text")) == Failure(Trouble.OTHER, "not an ELF file")
    assert read_links(str(tmp_path)) == Failure(Trouble.NOT_A_FILE)
    assert read_links(str(tmp_path / "gone")) == Failure(Trouble.MISSING)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that each example writes anew."""
    return tmp_path_factory.mktemp("elf") / "a.so"


@given(
    changes=st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=6),
    cut=st.integers(4),
)
def test_damaged_files_end_in_a_value(file: Path, changes: list[tuple[int, int]], cut: int) -> None:
    """Whatever bytes are wrong or missing."""
    data = bytearray(WHOLE)
    for place, value in changes:
        data[place] = value
    file.write_bytes(data[:cut])

    assert isinstance(read_links(str(file)), Library | Failure)


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("order", ["<", ">"])
def test_versions_of_symbols(tmp_path: Path, wide: bool, order: str) -> None:
    """Those that are needed come with the library that has to define them; those that are defined are a set."""
    path = tmp_path / "a.so"
    needs = (("V_2", "libb.so"), ("V_3", "libc.so.6"))
    path.write_bytes(
        elf([Symbol("a")], wide=wide, order=order, needed=("libb.so",), needs=needs, defines=("A_1", "A_2"))
    )

    links = read_links(str(path))

    assert isinstance(links, Library)
    assert links.versions == (("libb.so", "V_2"), ("libc.so.6", "V_3"))
    assert links.defined == {"A_1", "A_2"}


def test_a_damaged_table_of_versions_tells_nothing(tmp_path: Path) -> None:
    """The rest of the file is still read."""
    path = tmp_path / "a.so"
    path.write_bytes(
        elf([Symbol("a")], needed=("libb.so",), tags=((0x6FFFFFFE, 0x7FFFFFFF), (0x6FFFFFFF, 9)))
    )

    links = read_links(str(path))

    assert isinstance(links, Library)
    assert (links.needed, links.versions) == (("libb.so",), ())
