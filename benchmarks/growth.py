"""Measures lint and explain on inputs of hostile sizes: processor time and peak memory. Makes the inputs itself."""

import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from manifests import make
from measured import least
from rows import Row, alone

SHAPES = ("text", "json", "sarif", "junit", "github", "gitlab")


def measure(fast: bool) -> Iterator[Row]:
    """Rows for many manifests, many layers in one, and many values of a registry."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as place:
        folder = Path(place)
        many = 10_000 if fast else 100_000
        make(folder / "some", 10_000)
        make(folder / "root/usr/share/vulkan/explicit_layer.d", many)
        yield _time("lint of 10,000 manifests, libraries missing", 1.5, "lint", f"{folder}/some")
        root = f"{folder}/root"
        yield from _both(f"lint of {many:,} manifests", 10.0, 250.0, "lint", f"{root}/usr")
        yield from _both(f"lint --root of {many:,} manifests", 10.0, 250.0, "lint", "--root", root)
        yield from _both(f"explain of {many:,} manifests", 10.0, 250.0, "explain", "--root", root)
        short, long = _layers(folder, 4_000), _layers(folder, 20_000)
        for shape in SHAPES:
            name = f"lint of 4,000 layers on a line, {shape}"
            yield from _both(name, 2.0, 150.0, "lint", "--format", shape, short, runs=3)
        yield _time("lint of 20,000 layers on a line", 2.0, "lint", long)
        alike = _layers(folder, 20_000, alike=True)
        yield _time("lint of 20,000 layers of one name", 2.0, "lint", alike)
        lines = 5_000 if fast else 20_000  # a millisecond each
        log = _log(folder, lines)
        yield from _both(
            f"explain of a log of {lines:,} lines", lines / 1_000, 150.0, "explain", "--log", log
        )
        values, off = _values(folder, 10_000, 0), _values(folder, 60_000, 1)
        windows = ("explain", "--os", "windows", "--reg")
        yield _time("explain of 10,000 registry values", 2.0, *windows, values)
        yield _time("explain of a name, 60,000 values off", 4.0, *windows, off, "VK_LAYER_BENCH_missing")


def _layers(folder: Path, count: int, *, alike: bool = False) -> str:
    """A manifest of that many short layers on one line; each has findings."""
    layers = [{"name": "VK_LAYER_A_b" if alike else f"VK_LAYER_A_{number}"} for number in range(count)]
    path = folder / f"layers{count}{alike}.json"
    path.write_text(json.dumps({"file_format_version": "1.2.0", "layers": layers}), encoding="utf-8")
    return str(path)


_LINES = (
    "{0:04x}:trace:vulkan:wine_vkQueueSubmit 0x{0:08x}, {0}",
    "[ {0}.123456] usb 1-2: new high-speed USB device number {0} using xhci_hcd",
    "[Vulkan Loader] DEBUG | LAYER: Unloading layer library /usr/lib/libVkLayer_{0}.so",
    "{0:04x}:fixme:d3d:some_function iface 0x{0:08x}, flags {0}",
    "info:  Game: game{0}.exe",
)


def _log(folder: Path, count: int) -> str:
    """A log of that many lines of several programs, no line of which is like another."""
    path = folder / f"log{count}.txt"
    lines = [_LINES[number % len(_LINES)].format(number) for number in range(count)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def _values(folder: Path, count: int, data: int) -> str:
    """An export of one key with that many values."""
    text = "Windows Registry Editor Version 5.00\r\n\r\n"
    text += "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers]\r\n"
    text += "".join(f'"C:\\\\Acme\\\\layer{number}.json"=dword:{data:08x}\r\n' for number in range(count))
    path = folder / f"values{count}.reg"
    path.write_text(text, encoding="utf-16")
    return str(path)


def _time(name: str, seconds: float, *words: str) -> Row:
    return alone(name, least(*words, bound=seconds)[0], "s", seconds)


def _both(name: str, seconds: float, megabytes: float, *words: str, runs: int = 1) -> Iterator[Row]:
    time, memory = least(*words, bound=seconds, runs=runs)
    yield alone(name, time, "s", seconds)
    yield alone(f"{name}, peak memory", memory, "MB", megabytes)


if __name__ == "__main__":
    from rows import show

    show(measure("--fast" in sys.argv))
