"""Measures lint of packages: a Debian package of 100 MB with thousands of files, and a bomb, which has to be refused.

Both are made here; the libraries are random bytes, as nothing else keeps a package large.
"""

import gzip
import io
import json
import random
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measured import used
from rows import Row, alone

MEGABYTES, FILES = 100, 8_000
_FOLDER = "usr/share/vulkan/explicit_layer.d"


def measure(fast: bool) -> Iterator[Row]:
    """Rows for the time and the memory; with ``fast`` a tenth of the package."""
    part = 10 if fast else 1
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        package, bomb = Path(folder) / "large.deb", Path(folder) / "bomb.deb"
        packed = Path(folder) / "data.tar.gz"
        archive(packed, MEGABYTES // part, FILES // part)
        deb(package, packed)
        seconds, memory = used("lint", str(package), "--format", "json", "-o", f"{folder}/findings")
        assert json.loads(Path(folder, "findings").read_bytes())["files"] == 1, "the manifest was not judged"
        what = f"lint of a .deb, {package.stat().st_size >> 20} MiB, {FILES // part} files"
        yield alone(what, seconds, "s", 6.0 / part + (0.5 if fast else 0))
        yield alone(f"{what}, peak memory", memory, "MB", 150.0)
        zeros(packed, 500)
        deb(bomb, packed)
        seconds, memory = used("lint", str(bomb), "--format", "json", "-o", f"{folder}/findings")
        (found,) = json.loads(Path(folder, "findings").read_bytes())["findings"]
        assert "as bombs do" in found["message"], "the bomb was not refused"
        yield alone("lint of a .deb that is a bomb", seconds, "s", 3.0)
        yield alone("lint of a .deb that is a bomb, peak memory", memory, "MB", 150.0)


def archive(path: Path, megabytes: int, files: int) -> None:
    """A layer, its manifest, libraries that take so many megabytes, and small files; as tar, packed with gzip."""
    source = random.Random(1)
    layer = {"name": "VK_LAYER_BENCH_layer", "type": "GLOBAL", "library_path": "/usr/lib/lib0.so"}
    layer |= {"api_version": "1.3.250", "implementation_version": "1", "description": "a layer"}
    manifest = json.dumps({"file_format_version": "1.2.0", "layer": layer}).encode()
    with (
        gzip.GzipFile(path, "wb", compresslevel=1) as packed,
        tarfile.open(fileobj=packed, mode="w|") as members,
    ):
        for number in range(10):
            add(members, f"usr/lib/lib{number}.so", b"\x7fELF" + source.randbytes(megabytes * 100_000))
        for number in range(files):
            add(
                members,
                f"usr/share/data/{number % 97}/file{number}.txt",
                b"text of a file\n" * (number % 200),
            )
        add(members, f"{_FOLDER}/layer.json", manifest)


def zeros(path: Path, megabytes: int) -> None:
    """A file of zeros, as tar, packed with gzip."""
    info = tarfile.TarInfo("usr/lib/zeros.so")
    info.size = megabytes << 20
    with gzip.GzipFile(path, "wb", compresslevel=9) as packed:
        packed.write(info.tobuf())
        for _ in range(megabytes):
            packed.write(bytes(1 << 20))


def add(members: tarfile.TarFile, name: str, data: bytes) -> None:
    """Add a file to an archive."""
    info = tarfile.TarInfo(name)
    info.size = len(data)
    members.addfile(info, io.BytesIO(data))


def deb(path: Path, packed: Path) -> None:
    """A Debian package around a packed tar archive, copied and never held in memory: a child would inherit that."""
    size = packed.stat().st_size
    header = b"%-16s%-12d%-6d%-6d%-8s%-10d`\n"
    with open(path, "wb") as package, open(packed, "rb") as data:
        package.write(b"!<arch>\n" + header % (b"debian-binary", 0, 0, 0, b"100644", 4) + b"2.0\n")
        package.write(header % (b"data.tar.gz", 0, 0, 0, b"100644", size))
        shutil.copyfileobj(data, package)
        package.write(b"\n" * (size % 2))
