"""Exports of whole hives, judged by ``refloader lint``: time and peak memory. Makes the exports itself."""

import codecs
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from rows import Row, alone

MEGABYTES = 50
_MANIFESTS = "C:\\\\Program Files\\\\Acme\\\\layer"
_VULKAN = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"

Whole = Callable[[list[str], int], tuple[float, float]]
"""Measures a command over some runs: seconds, and megabytes at the peak."""


def measure(whole: Whole, fast: bool) -> list[Row]:
    """Both encodings that exports come in."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        for name, encoding in (("UTF-16", "utf-16-le"), ("UTF-8", "utf-8")):
            path = make(Path(folder) / f"{encoding}.reg", encoding)
            command = [sys.executable, "-m", "refloader", "lint", str(path)]
            seconds, memory = whole(command, 2 if fast else 5)
            what = f"lint of a registry export of {MEGABYTES} MB ({name})"
            rows += [alone(what, seconds, "s", 5.0), alone(f"{what}, peak memory", memory, "MB", 400.0)]
    return rows


def make(path: Path, encoding: str) -> Path:
    """An export of that many megabytes with the shape of a SOFTWARE hive's, and a loader's keys in the middle."""
    random.seed(8)
    mark = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else b""
    written, wanted = 0, MEGABYTES * 1_000_000
    with path.open("wb") as file:
        written += file.write(mark + "Windows Registry Editor Version 5.00\r\n\r\n".encode(encoding))
        for number, section in enumerate(_sections()):
            if number == 20_000:
                written += file.write(_layers().encode(encoding))
            written += file.write(section.encode(encoding))
            if written >= wanted:
                return path
    return path


def _layers() -> str:
    """Some hundred values, all right."""
    values = "".join(f'"{_MANIFESTS}{number}.json"=dword:00000000\r\n' for number in range(200))
    return f"[{_VULKAN}]\r\n{values}\r\n"


def _sections() -> Iterator[str]:
    """Classes, components of installers and settings: short keys for the most part, a long blob now and then."""
    number = 0
    while True:
        number += 1
        identity = f"{{{random.getrandbits(32):08X}-{random.getrandbits(16):04X}-11CF-BF96-444553540000}}"
        head = f"[HKEY_LOCAL_MACHINE\\SOFTWARE\\Classes\\CLSID\\{identity}"
        yield f'{head}]\r\n@="Acme Document Ünit {number}"\r\n\r\n'
        yield (
            f'{head}\\InProcServer32]\r\n@="C:\\\\Windows\\\\System32\\\\acme{number}.dll"\r\n'
            '"ThreadingModel"="Both"\r\n\r\n'
        )
        if number % 10 == 0:
            blob = ",\\\r\n  ".join(
                ",".join(f"{random.getrandbits(8):02x}" for _ in range(25)) for _ in range(12)
            )
            yield f'{head}\\Data]\r\n"Blob"=hex:{blob}\r\n"Flags"=dword:{number:08x}\r\n\r\n'
