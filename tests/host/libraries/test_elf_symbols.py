"""The symbols on which the loading of an ELF file depends, and damaged files without harm."""

from pathlib import Path

import pytest
from elf_files import Symbol, elf
from hypothesis import given
from hypothesis import strategies as st

from refloader.host.binaries.elf import read_library
from refloader.host.binaries.elf_symbols import read_names, read_symbols
from refloader.host.port import Failure
from refloader.model.library import Library, Symbols

WHOLE = elf([Symbol("vkNegotiate"), Symbol("second")], soname="liba.so", needed=("libc.so.6",))


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("order", ["<", ">"])
def test_it_tells_the_exports_of_the_whole_reader(tmp_path: Path, wide: bool, order: str) -> None:
    """For both word sizes and byte orders."""
    path = tmp_path / "a.so"
    path.write_bytes(elf([Symbol("a"), Symbol("b")], wide=wide, order=order))

    found, library = read_symbols(str(path)), read_library(str(path))

    assert isinstance(found, Symbols)
    assert isinstance(library, Library)
    assert found.exported == library.exports == {"a", "b"}
    assert {b"a", b"b"} <= set(read_names(str(path)).split(b"\0"))


def test_files_without_symbols_are_a_failure(tmp_path: Path) -> None:
    """So is a text, and what is not there."""
    (tmp_path / "text").write_text("text")

    assert isinstance(read_symbols(str(tmp_path / "text")), Failure)
    assert isinstance(read_symbols(str(tmp_path / "gone")), Failure)
    assert read_names(str(tmp_path / "text")) == b""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that each example writes anew."""
    return tmp_path_factory.mktemp("elf") / "a.so"


@given(
    changes=st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=6),
    cut=st.integers(4, len(WHOLE)),
)
def test_damaged_files_end_in_a_value(file: Path, changes: list[tuple[int, int]], cut: int) -> None:
    """Whatever bytes are wrong or missing."""
    data = bytearray(WHOLE)
    for place, value in changes:
        data[place] = value
    file.write_bytes(data[:cut])

    assert isinstance(read_symbols(str(file)), Symbols | Failure)
    assert isinstance(read_names(str(file)), bytes)
