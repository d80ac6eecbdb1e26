"""Builds the hostile libraries and writes orders into copies of them. Never opens one."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from hostile_acts import HOSTILE, KINDS

_START, _ROOM = b"refloader-orders:\n", 8192


def compiler() -> str | None:
    """The C compiler, None where there is none."""
    return shutil.which("cc")


def build(folder: Path) -> Mapping[str, bytes]:
    """Each kind of library as it is built, without orders."""
    sources = sorted(str(path) for path in HOSTILE.glob("*.c") if path.name != "setuid.c")
    built = {}
    for kind in KINDS:
        target = folder / f"lib{kind}.so"
        options = ["-shared", "-fPIC", "-w", "-O1", "-fvisibility=hidden", "-D_GNU_SOURCE"]
        defined = f"-DKIND_{kind.upper()}"
        libraries = ["-lpthread", "-ldl", "-lrt"]
        subprocess.run([cc(), *options, defined, "-o", target, *sources, *libraries], check=True)
        built[kind] = target.read_bytes()
    return built


def build_setuid(target: Path) -> None:
    """The program that says whom it runs as; the caller gives it to root."""
    subprocess.run([cc(), "-w", "-o", target, HOSTILE / "setuid.c"], check=True)


def cc() -> str:
    """The C compiler, which has to be there."""
    found = compiler()
    assert found, "asked before"
    return found


def with_orders(library: bytes, orders: Mapping[str, str]) -> bytes:
    """A library that has these orders."""
    text = _START + "".join(f"{name}={value}\n" for name, value in orders.items()).encode()
    at = library.index(_START)
    assert len(text) < _ROOM
    assert library.count(_START) == 1
    return library[:at] + text.ljust(_ROOM, b"\0") + library[at + _ROOM :]
