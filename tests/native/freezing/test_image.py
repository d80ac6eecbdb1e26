"""The image of the started interpreter: what is a pointer in it, what prevents it, what it depends on."""

import argparse
import glob
import io
import struct
import sysconfig
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from hypothesis import given
from hypothesis import strategies as st

from refloader.dropin.build.image import __main__ as command
from refloader.dropin.build.image.dump import WORD, Dump, ImageError, changed, common, read
from refloader.dropin.build.image.plan import IS_THERE, image, relative
from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError

BASES = (0x7F00_0000_0000, 0x7F11_2233_4000)
SIZE = 0x10_0000


def words(*values: int) -> bytes:
    """Words of memory."""
    return struct.pack(f"<{len(values)}Q", *values)


def twice(*values: int | str) -> tuple[bytes, bytes]:
    """The same memory in both starts; a text is a pointer into the library, hexadecimal."""
    made = [[int(each, 16) + base if isinstance(each, str) else each for each in values] for base in BASES]
    return words(*made[0]), words(*made[1])


def dump(index: int, before: bytes, after: bytes, content: bytes) -> Dump:
    """What a start left: one range at 0x100, the heap at 0x1000."""
    return Dump(BASES[index], 0x1000, 0x10, 0x20, (0x100,), (before,), (after,), content)


class TestMemory:
    """Two starts at different addresses tell pointers from numbers."""

    def test_numbers_and_pointers(self) -> None:
        """A number stays, and a pointer is written as its distance from the library's beginning."""
        found = common(*twice(7, "100", 0, "fffff"), BASES, SIZE, "heap")

        assert found.words == words(7, 0x100, 0, 0xFFFFF)
        assert (found.pointers, found.odd) == ((8, 24), ())

    @pytest.mark.parametrize("place", [2, 4, 6, 10])
    def test_pointers_in_instructions(self, place: int) -> None:
        """The cache of an instruction may hold a pointer that lies on no multiple of eight bytes."""
        first, second = (
            bytes(place) + words(base + 0x2345) + bytes(-(place + WORD) % WORD) for base in BASES
        )

        found = common(first, second, BASES, SIZE, "heap")

        assert (found.pointers, found.odd) == ((), (place,))
        assert struct.unpack_from("<Q", found.words, place) == (0x2345,)

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            pytest.param(1, 2, id="a number of the process"),
            pytest.param(BASES[0] >> 4, BASES[1] >> 4, id="a hash of an address"),
            pytest.param(BASES[0] + SIZE, BASES[1] + SIZE, id="behind the library"),
            pytest.param(BASES[0] - 8, BASES[1] - 8, id="before the library"),
            pytest.param(BASES[0], BASES[1] + 8, id="not the same place"),
        ],
    )
    def test_anything_else_is_refused(self, first: int, second: int) -> None:
        """What belongs to one process cannot be in an image; the message says where it is."""
        with pytest.raises(ImageError, match=r"heap: 1 words are not the same in each start: 0x8 "):
            common(words(0, first), words(0, second), BASES, SIZE, "heap")

    def test_another_size_is_refused(self) -> None:
        """Two starts that allocate differently have no common image."""
        with pytest.raises(ImageError, match="8 bytes in one start, 16 in the other"):
            common(words(0), words(0, 0), BASES, SIZE, "heap")

    def test_runs_of_changed_words(self) -> None:
        """What a start changes is written, with the few words between two such runs."""
        before, after = words(*range(12)), [99, 99, *range(2, 12)]

        assert changed(before, words(*after)) == [(0, 16)]
        assert changed(before, words(*after[:6], 99, *after[7:])) == [(0, 56)]
        assert changed(before, words(*after[:7], 99, *after[8:])) == [(0, 16), (56, 64)]


class TestPointerList:
    """The list of pointers has the form of .relr.dyn."""

    @given(st.sets(st.integers(0, 5000)))
    def test_reads_back(self, indices: set[int]) -> None:
        """Decoding as c/image/restore.c does gives the same places."""
        places = [WORD * index for index in sorted(indices)]

        found, at = [], 0
        for row in relative(places):
            if row & 1 == 0:
                found.append(row)
                at = row + WORD
                continue
            found += [at + WORD * bit for bit in range(63) if row >> (bit + 1) & 1]
            at += 63 * WORD

        assert found == places


class TestPlan:
    """A plan holds the changed words of libpython's variables and all pointers; the heap is written as it stands."""

    def test_whole(self) -> None:
        """The header says where the parts are."""
        after, content = twice(1, "1008", 5), twice("100", 3)
        dumps = [dump(index, words(1, 0, 0), after[index], content[index]) for index in (0, 1)]

        plan, heap, _, _ = image(dumps[0], dumps[1], SIZE)

        header = struct.unpack_from("<11Q", plan)
        assert header[:5] == (IS_THERE, 0x1000, 0x10, 0x20, 16)
        runs, count, pointers, rows, _, odd = header[5:]
        assert (count, odd) == (1, 0)
        assert struct.unpack_from("<4Q", plan, runs) == (0x108, 2, 0x1008, 5)
        assert struct.unpack_from(f"<{rows}Q", plan, pointers) == tuple(relative([0x108, 0x1000]))
        assert heap == words(0x100, 3)

    def test_a_pointer_between_changed_words(self) -> None:
        """One that the dynamic linker has made is written with them and moves, too."""
        before, after = twice(1, "1008", 5), twice(2, "1008", 6)
        dumps = [dump(index, before[index], after[index], b"") for index in (0, 1)]

        plan, *_ = image(dumps[0], dumps[1], SIZE)

        runs, _, pointers, rows, *_ = struct.unpack_from("<11Q", plan)[5:]
        assert struct.unpack_from("<5Q", plan, runs) == (0x100, 3, 2, 0x1008, 6)
        assert struct.unpack_from(f"<{rows}Q", plan, pointers) == (0x108,)

    def test_tables_that_lie_still(self) -> None:
        """What is only read as bytes comes behind the rest, without a pointer."""
        content = twice("100", 3)
        dumps = [
            replace(dump(index, words(0), words(0), content[index]), still=words(1 << 40, 0, 7), room=4096)
            for index in (0, 1)
        ]

        made = image(dumps[0], dumps[1], SIZE)

        assert (made.moved, made.still, made.room) == (words(0x100, 3), words(1 << 40, 0, 7), 4096)

    @pytest.mark.parametrize("word", ["100", 0])
    def test_tables_that_would_move(self, word: int | str) -> None:
        """A pointer among them would not be moved; so there is no image then, as for other memory that differs."""
        still = twice(word) if word else (words(1), words(2))
        one, other = (replace(dump(i, words(0), words(0), words(0)), still=still[i]) for i in (0, 1))

        with pytest.raises(ImageError, match="still: "):
            image(one, other, SIZE)

    def test_one_address_says_nothing(self) -> None:
        """Without another address, pointers look like numbers."""
        one = dump(0, words(0), words(1), words(2))

        with pytest.raises(ImageError, match="the same address"):
            image(one, one, SIZE)

    def test_of_different_libraries(self) -> None:
        """Both starts have to be of one library."""
        one, other = (dump(index, words(0), words(1), words(2)) for index in (0, 1))

        with pytest.raises(ImageError, match="different libraries"):
            image(one, replace(other, heap=0x2000), SIZE)

    def test_reading(self) -> None:
        """A dump begins with addresses and the places of the ranges; the heap is what follows them."""
        header = words(BASES[0], BASES[0] + 0x1000, 8, 4096, 16, BASES[0] + 0x10, BASES[0] + 0x20, 1)
        after = header + words(BASES[0] + 0x100, 8) + words(6) + words(7) + words(8, 9)

        expected = replace(dump(0, words(5), words(6), words(7)), still=words(8, 9), room=4096)
        assert read(words(5), after) == expected
        with pytest.raises(ImageError, match="the heap has 32 bytes instead of 24"):
            read(words(5), after + words(8))


class TestCommand:
    """A library whose start cannot be imaged stays as it is, and the build goes on."""

    @pytest.fixture
    def library(self, tmp_path: Path) -> Path:
        """A copy of the installed library."""
        try:
            content = Path(dropin_library()).read_bytes()
        except LoaderError as problem:
            pytest.skip(str(problem))
        if command.MAKER not in command.sections(content):
            pytest.skip("the start of the Python in this library cannot be imaged")
        path = tmp_path / "libvulkan.so.1"
        path.write_bytes(content)
        return path

    def test_the_library_has_an_image(self, library: Path) -> None:
        """The installed library has one, so that its start is what the other tests look at."""
        content = library.read_bytes()

        (there,) = struct.unpack_from("<Q", content, command.sections(content)[command.PLAN].offset)

        assert there == IS_THERE

    def test_what_no_code_asks_for(self, library: Path) -> None:
        """Methods of built-in types that no frozen code names are left out, with their documentation."""
        content = library.read_bytes()
        place = command.sections(content)[command.HEAP]
        heap = content[place.offset : place.offset + place.size]

        assert [name for name in (b"is_integer\0", b"Convert a function to be a class") if name in heap] == []
        assert b"__init_subclass__\0" in heap, "libpython itself asks for it"

    @pytest.mark.parametrize("sizes", [False, True])
    def test_starts_that_differ(
        self,
        library: Path,
        sizes: bool,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        """The message says why; where only the sizes are asked for, there is room for none."""
        before, header = library.read_bytes(), library.with_name("sizes.h")

        def start(_options: argparse.Namespace, _function: object, index: int) -> Dump:
            return dump(index, words(0), words(1), words(index))

        monkeypatch.setattr(command, "_start", start)
        more = ["--sizes", str(header)] if sizes else []
        status = command.main(["--library", str(library), "--maker", "/bin/false", *more])

        assert status == 0
        assert "starts its interpreter in each process: heap: 1 words" in capsys.readouterr().err
        assert library.read_bytes() == before
        assert header.exists() == sizes
        if sizes:
            assert (
                header.read_text()
                == "#define IMAGE_HEAP 8192\n#define IMAGE_MOVED 4096\n#define IMAGE_PLAN 4096\n"
            )

    def test_a_start_that_fails(self, library: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """So does a maker that ends with an error."""
        before = library.read_bytes()

        assert command.main(["--library", str(library), "--maker", "/bin/false"]) == 0
        assert "a start ended with 1" in capsys.readouterr().err
        assert library.read_bytes() == before

    def test_variables_elsewhere(
        self, library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A section of variables that nobody knows may be libpython's: it would be missing in the image."""
        monkeypatch.setattr(command, "_VARIABLES_OF", frozenset({".data"}))

        assert command.main(["--library", str(library), "--maker", "/bin/false"]) == 0
        assert "the section .tbss can be written to and is not known" in capsys.readouterr().err

    def test_variables_of_libpythons(self) -> None:
        """No libpython of a release that can be imaged has variables in a section that nobody knows."""
        places = ["/usr/lib/python3.11/config-3.11-*", f"{sysconfig.get_config_var('LIBPL')}"]
        found = [Path(each) for place in places for each in glob.glob(f"{place}/libpython3.11*.a")]
        if not found:
            pytest.skip("there is no static libpython 3.11 (Debian: libpython3-dev)")

        names = {name for archive in found for name in variables_of(archive)}

        assert {".data", ".bss"} <= names
        assert names <= command._VARIABLES_OF


def variables_of(archive: Path) -> Iterator[str]:
    """The sections of a library to which the linker brings the variables of the objects in an archive."""
    content = archive.read_bytes()
    at = 8
    while at + 60 <= len(content):
        size = int(content[at + 48 : at + 58])
        member = content[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
        if not member.startswith(b"\x7fELF"):
            continue
        for section in ELFFile(io.BytesIO(member)).iter_sections():
            if section["sh_flags"] & SH_FLAGS.SHF_WRITE and section["sh_size"]:
                kind = section.name.split(".")[1]
                yield ".data.rel.ro" if section.name.startswith(".data.rel.ro") else f".{kind}"
