"""Measures lint of an extracted distribution: a tree of 200,000 files with manifests in and out of their places.

The tree is generated: folders of packages with files of many kinds, one in forty of them JSON that is not ours, two
architectures of libraries, fifty layers and drivers, and a few manifests where no loader looks.
"""

import json
import os
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measured import used
from rows import Row, alone

FILES, FOLDERS, MANIFESTS, STRAYS = 200_000, 16_000, 50, 5
ARCHITECTURES = (("x86_64-linux-gnu", 62, True), ("i386-linux-gnu", 3, False))


def measure(fast: bool) -> Iterator[Row]:
    """Rows for the time and the memory; with ``fast`` a tenth of the tree and of the time."""
    part = 10 if fast else 1
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        root = Path(folder) / "root"
        count = make(root, FILES // part)
        seconds, memory = used("lint", "--root", str(root), "--format", "json", "-o", f"{folder}/findings")
        found = json.loads(Path(folder, "findings").read_bytes())
        assert found["files"] >= 2 * MANIFESTS, "the manifests of the tree were not judged"
        strays = sum("looks" in finding["message"] for finding in found["findings"])
        assert strays >= STRAYS, "the manifests in wrong places were not found"
        yield alone(f"lint --root, {count} files", seconds, "s", 10.0 / part + (0.5 if fast else 0))
        yield alone(f"lint --root, {count} files, peak memory", memory, "MB", 300.0)
        seconds, _ = used("lint", "--root", str(root), "--format", "json", "-o", f"{folder}/findings", "/")
        yield alone(
            f"lint --root /, {count} files, all judged", seconds, "s", 10.0 / part + (0.5 if fast else 0)
        )


def make(root: Path, files: int) -> int:
    """Write the tree; returns how many files it has."""
    install(root)
    count = sum(len(names) for _, _, names in os.walk(root))
    each = max(1, files // FOLDERS)
    number = 0
    while count < files:
        folder = f"{root}/usr/{BASES[number % len(BASES)]}/part{number % 97}/package{number}/data"
        os.makedirs(folder)
        for index in range(min(each + 1, files - count)):
            write(f"{folder}/{name(number * (each + 1) + index)}", number)
            count += 1
        number += 1
    return count


BASES = (
    "share/doc",
    "lib/python3/dist-packages",
    "lib/node_modules",
    "share/icons",
    "include",
    "lib/firmware",
)
KINDS = ("html", "py", "js", "png", "h", "bin", "so.1", "md")
FOREIGN = json.dumps(
    {"name": "package", "dependencies": {f"module{n}": "^1.0.0" for n in range(60)}}
).encode()


def name(number: int) -> str:
    """The name of a file of the tree; one in forty is JSON."""
    return f"file{number}.json" if number % 40 == 0 else f"file{number}.{KINDS[number % len(KINDS)]}"


def write(path: str, number: int) -> None:
    """A small file with what its name promises."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    os.write(descriptor, FOREIGN if path.endswith(".json") else b"data of package %d\n" % number)
    os.close(descriptor)


def install(root: Path) -> None:
    """The C library, layers and drivers of both architectures, and manifests that lie elsewhere."""
    for triplet, machine, wide in ARCHITECTURES:
        folder = root / "usr/lib" / triplet
        folder.mkdir(parents=True)
        (folder / "libc.so.6").write_bytes(library((), machine, wide))
        for number in range(MANIFESTS):
            (folder / f"liblayer{number}.so").write_bytes(library(("libc.so.6",), machine, wide))
            manifest(root / "usr/share/vulkan/explicit_layer.d", triplet, number, wide)
    for number in range(STRAYS):
        manifest(root / f"opt/vendor{number}", "x86_64-linux-gnu", number, wide=True)


def manifest(folder: Path, triplet: str, number: int, wide: bool) -> None:
    """One layer for one architecture."""
    folder.mkdir(parents=True, exist_ok=True)
    layer = {
        "name": f"VK_LAYER_BENCH_number_{number}",
        "type": "GLOBAL",
        "library_path": f"/usr/lib/{triplet}/liblayer{number}.so",
        "library_arch": "64" if wide else "32",
        "api_version": "1.3.250",
        "implementation_version": "1",
        "description": "A layer that exists to be read",
    }
    text = json.dumps({"file_format_version": "1.2.1", "layer": layer}, indent=4)
    (folder / f"layer{number}.{triplet.partition('-')[0]}.json").write_text(text, encoding="utf-8")


def library(needed: tuple[str, ...], machine: int, wide: bool) -> bytes:
    """An ELF shared object that needs others and exports nothing."""
    head, row, form = (64, 56, "<qQ") if wide else (52, 32, "<iI")
    start = head + 2 * row
    names = b"\0" + b"".join(each.encode() + b"\0" for each in needed)
    tags = [(1, names.index(each.encode())) for each in needed] + [(5, start), (10, len(names)), (0, 0)]
    body = names + b"".join(struct.pack(form, *tag) for tag in tags)
    size, length = start + len(body), len(tags) * struct.calcsize(form)
    segments = [(1, 0, size), (2, start + len(names), length)]
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    if wide:
        header = struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, head, 0, 0, head, row, 2, 0, 0, 0)
        rows = b"".join(struct.pack("<IIQQQQQQ", kind, 5, at, at, at, n, n, 8) for kind, at, n in segments)
    else:
        header = struct.pack("<HHIIIIIHHHHHH", 3, machine, 1, 0, head, 0, 0, head, row, 2, 0, 0, 0)
        rows = b"".join(struct.pack("<IIIIIIII", kind, at, at, at, n, n, 5, 4) for kind, at, n in segments)
    return ident + header + rows + body


if __name__ == "__main__":
    from rows import show

    show(measure("--fast" in sys.argv))
