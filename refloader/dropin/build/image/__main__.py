"""Writes the image into a library that has none: ``pythonX.Y refloader/dropin/build/image --library L --maker M``.

A library whose start cannot be imaged stays as it is, and starts its interpreter in each process.
"""

import argparse
import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__" and not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[4])  # run as a file: the package's own root

from refloader.dropin.build.image.dump import Dump, ImageError, read
from refloader.dropin.build.image.plan import Image, image

_LIBRARY = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_LOAD = 1
_WRITTEN_TO = 0x3  # SHF_WRITE, SHF_ALLOC
"""Of a 64-bit library. Nothing but the standard library is there while a wheel is built."""

HEAP, PLAN, MAKER = "refloader_heap", "refloader_plan", "refloader_make"
_VARIABLES_OF = frozenset(
    {
        ".bss",
        ".data",
        ".data.rel.ro",
        ".data.rel.ro.again",
        ".dynamic",
        ".fini_array",
        ".got",
        ".got.plt",
        ".init_array",
        ".probes",
        ".PyRuntime",
        ".tbss",
    }
    | {".tm_clone_table", HEAP, MAKER, "refloader_variables"}
)
"""The sections that can be written to: of libpython's variables there are none in others.

In ``.probes``, which Debian's libpython has, the kernel counts who traces a process."""
_PAGE = 4096
_SHIFTS = (0, 4321)
"""By how many pages the library is moved in each of the starts."""
_VARIABLES: tuple[dict[str, str], ...] = (
    {},
    {"HOME": "/", "LC_ALL": "C.UTF-8", "PYTHONHOME": "/", "VK_LOADER_DEBUG": "all"},
)
"""The environment of each of the starts: none may have an influence."""


class Section(NamedTuple):
    """A section: its address in the library, its place in the file, its size, and whether it is written to."""

    address: int
    offset: int
    size: int
    is_variable: bool


def main(arguments: list[str]) -> int:
    """Make the image, write it into the library or its sizes into a header, and return the exit status."""
    parser = argparse.ArgumentParser(
        description="Write the image of the started interpreter into the library."
    )
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--maker", type=Path, required=True)
    parser.add_argument(
        "--sizes", type=Path, help="write this header instead, with the room that an image needs"
    )
    options = parser.parse_args(arguments)
    library = options.library.read_bytes()
    try:
        places = sections(library)
        made = _made(options, library, places)
        if options.sizes is None:
            written = bytearray(library)
            _put(written, places[PLAN], made.plan)
            _put(written, places[HEAP], made.moved.ljust(made.room, b"\0") + made.still)
            _replace(options.library, written)
    except ImageError as problem:
        sys.stderr.write(f"refloader: the library starts its interpreter in each process: {problem}\n")
        made = Image(b"", b"", b"", 0)
    if options.sizes is not None:
        moved, plan = _pages(made.moved), _pages(made.plan)
        rooms = {"HEAP": moved + _pages(made.still), "MOVED": moved, "PLAN": plan}
        rows = [f"#define IMAGE_{name} {room}" for name, room in rooms.items()]
        options.sizes.write_text("\n".join([*rows, ""]), encoding="ascii")
    return 0


def _made(options: argparse.Namespace, library: bytes, places: Mapping[str, Section]) -> Image:
    if MAKER not in places:
        raise ImageError("the start of this Python cannot be imaged")
    unknown = [name for name, place in places.items() if place.is_variable and name not in _VARIABLES_OF]
    if unknown:
        raise ImageError(f"the section {unknown[0]} can be written to and is not known")
    first, second = (_start(options, places[MAKER], index) for index in range(len(_SHIFTS)))
    return image(first, second, extent(library))


def _pages(part: bytes) -> int:
    return (len(part) // _PAGE + 1) * _PAGE


def _start(options: argparse.Namespace, function: Section, index: int) -> Dump:
    with tempfile.TemporaryDirectory() as folder:
        before, after = (Path(folder, name) for name in ("before", "after"))
        numbers = [str(function.address), str(_SHIFTS[index])]
        command = [options.maker.resolve(), options.library.resolve(), *numbers, before, after]
        done = subprocess.run(
            command,
            cwd=folder,
            env=_VARIABLES[index],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if done.returncode != 0:
            raise ImageError(f"a start ended with {done.returncode}: {done.stderr.strip()}")
        return read(before.read_bytes(), after.read_bytes())


def _put(library: bytearray, place: Section, content: bytes) -> None:
    if len(content) > place.size:
        raise ImageError(f"{len(content)} bytes do not fit into {place.size}")
    library[place.offset : place.offset + len(content)] = content


def _replace(path: Path, content: bytearray) -> None:
    """Write beside the library and rename, so that no half of one is ever there."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(content)
    beside.chmod(path.stat().st_mode)
    os.replace(beside, path)


def sections(library: bytes) -> dict[str, Section]:
    """Return the sections by name."""
    header = _LIBRARY.unpack_from(library)
    start, size, count, names = header[6], header[11], header[12], header[13]
    rows = [_SECTION.unpack_from(library, start + size * index) for index in range(count)]
    texts = rows[names][4]
    return {_text(library, texts + row[0]): _section(row) for row in rows}


def _section(row: tuple[int, ...]) -> Section:
    _, _, flags, address, offset, size, *_ = row
    return Section(address, offset, size, flags & _WRITTEN_TO == _WRITTEN_TO)


def extent(library: bytes) -> int:
    """Return how many bytes of memory the library takes."""
    header = _LIBRARY.unpack_from(library)
    start, size, count = header[5], header[9], header[10]
    rows = [_SEGMENT.unpack_from(library, start + size * index) for index in range(count)]
    return max(int(row[3] + row[6]) for row in rows if row[0] == _LOAD)


def _text(library: bytes, at: int) -> str:
    return library[at : library.index(b"\0", at)].decode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
