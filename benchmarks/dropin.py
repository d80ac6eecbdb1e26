"""The drop-in library against another loader: speed of calls, cost of objects, memory, size.

Both run the same C program (``calls.c``) on the same mock driver behind the same two mock layers, in processes
that take turns. Never measures by itself.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from rows import Row, alone, compared, over

from refloader.native.mocks import mock_library
from refloader.suite.layers import recording_file
from refloader.suite.sessions.recording import VARIABLE

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent / "refloader" / "native" / "include"

Measured = dict[str, list[float]]

# what calls.c prints: the row's name, the unit, the bound on ours / theirs
RATIOS = {
    "exported_device": ("exported device-level call", "ns", 1.05),
    "looked_up_device": ("device-level call through vkGetDeviceProcAddr", "ns", 1.05),
    "exported_physical": ("exported physical-device-level call", "ns", 1.05),
    "looked_up_physical": ("physical-device-level call, looked up", "ns", 1.05),
    "instance_lookup": ("vkGetInstanceProcAddr", "ns", 1.2),
    "device_lookup": ("vkGetDeviceProcAddr", "ns", 1.0),
    "instance_cycle": ("warm create and destroy of an instance", "us", 0.5),
    "device_cycle": ("create and destroy of a device", "us", 1.5),
}
# with a bound on ours - theirs
DIFFERENCES = {
    "first": ("first vkCreateInstance of a process, over theirs", "ms", 1.5),
    "opened_and_first": ("dlopen and first vkCreateInstance, over theirs", "ms", 2.0),
    "usual": ("extensions, layers, instance, devices, device of a process, over theirs", "ms", 3.0),
    "resident": ("resident memory over theirs, libraries that the next instance may use included", "MB", 4.5),
    "in_use": ("resident memory with an instance and a device, over theirs", "MB", 3.0),
}
INSTRUCTIONS = 4.5
"""Of a process that creates one instance, in millions over theirs: 24.7 without an image of the interpreter."""
# how many processes measure what
FAST = {"calls": 9, "cycles": 3, "first": 15, "usual": 15, "memory": 1}
THOROUGH = {"calls": 31, "cycles": 9, "first": 41, "usual": 41, "memory": 1}
LINKS = 3
"""In the chain of two layers; each has an observer where a recording is made."""
OBSERVED = 200.0
GROWTH = 0.1
SIZE = 8.0


def measure(ours: str, theirs: str, fast: bool) -> list[Row]:
    """All rows. ``ours`` and ``theirs`` are paths of libraries."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as name:
        folder = Path(name)
        program, variables = compile_program(folder), make_world(folder)
        mine, other = Bench(program, ours, variables), Bench(program, theirs, variables)
        for what, count in (FAST if fast else THOROUGH).items():
            take_turns(mine, other, what, count)
        return [
            *judged(mine.seen, other.seen),
            *instructions([program, ours], [program, theirs], variables, folder),
            observed(program, ours, variables, folder, THOROUGH["cycles"]),
            alone("size of the library, stripped", size(ours, folder), "MB", SIZE),
        ]


class Bench:
    """One library under measurement and what was seen of it, by name, one value for each process."""

    def __init__(self, program: str, library: str, variables: Mapping[str, str]) -> None:
        self._command = [program, library]
        self._variables = {**os.environ, **variables}
        self.seen: Measured = {}

    def run(self, what: str) -> None:
        """Measure once, in a process of its own."""
        run = subprocess.run(
            [*self._command, what], env=self._variables, stdout=subprocess.PIPE, text=True, check=True
        )
        for line in run.stdout.splitlines():
            name, value = line.split()
            self.seen.setdefault(name, []).append(float(value))


def observed(program: str, library: str, variables: Mapping[str, str], folder: Path, count: int) -> Row:
    """What each observer adds to a call, with what the pages of the recording cost."""
    recording = str(folder / "recording")
    plain = Bench(program, library, variables)
    watched = Bench(program, library, {**variables, VARIABLE: recording})
    for _ in range(count):
        recording_file.begin(recording)
        plain.run("chain")
        watched.run("chain")
    each, more = (statistics.median(bench.seen["chain"]) for bench in (plain, watched))
    return alone("observed device-level call, for each link", (more - each) * 1e3 / LINKS, "ns", OBSERVED)


def instructions(
    ours: list[str], theirs: list[str], variables: Mapping[str, str], folder: Path
) -> Iterator[Row]:
    """A row that no busy machine changes: what valgrind counts in a process that creates one instance."""
    if not shutil.which("valgrind"):
        print("no valgrind here: the instructions of a start are not counted", file=sys.stderr)
        return
    counts = [counted(command, variables, folder) for command in (ours, theirs)]
    name = "instructions of a process with one instance, over theirs"
    yield over(name, counts[0] / 1e6, counts[1] / 1e6, "M", INSTRUCTIONS)


def counted(command: list[str], variables: Mapping[str, str], folder: Path) -> int:
    """The instructions of a process that creates one instance."""
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind'}"]
    run = subprocess.run(
        [*valgrind, *command, "first"],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return int(run.stderr.split("Collected :")[1].split()[0])


def take_turns(first: Bench, second: Bench, what: str, count: int) -> None:
    """Both as often, neither always before the other."""
    for number in range(count):
        for bench in (first, second) if number % 2 else (second, first):
            bench.run(what)


def judged(mine: Measured, other: Measured) -> Iterator[Row]:
    """One row for each thing measured, medians against medians; of a first call, which is made once, the least.

    What disturbs a process only ever adds, and on a busy machine it adds more than the bound.
    """
    for key, (name, unit, bound) in RATIOS.items():
        ours, theirs = (statistics.median(each[key]) for each in (mine, other))
        yield compared(name, ours, theirs, unit, bound, heaps(mine[key], other[key]))
    for key, (name, unit, bound) in DIFFERENCES.items():
        scale = 1024 if unit == "MB" else 1
        ours, theirs = (min(each[key]) / scale for each in (mine, other))
        yield over(name, ours, theirs, unit, bound)
    grown = statistics.median(mine["growth"]) / 1024
    yield alone("growth over 10,000 cycles of instance and device", grown, "MB", GROWTH)


def heaps(mine: list[float], other: list[float]) -> str:
    """A note on processes that fall into two kinds, as happens with code that is laid out at random."""
    found = (("ours", bimodal(mine)), ("theirs", bimodal(other)))
    return "; ".join(f"{whose}: {what}" for whose, what in found if what)


def bimodal(values: list[float]) -> str:
    """Says so when the values lie in two heaps more than a tenth apart, else an empty text."""
    ordered = sorted(values)
    gaps = [(after - before, place) for place, (before, after) in enumerate(pairwise(ordered))]
    widest, place = max(gaps, default=(0.0, 0))
    low, high = ordered[: place + 1], ordered[place + 1 :]
    if widest < 0.1 * statistics.median(ordered) or min(len(low), len(high)) < len(ordered) / 5:
        return ""
    return (
        f"{statistics.median(low):.2f} in {len(low)} processes, {statistics.median(high):.2f} in {len(high)}"
    )


def compile_program(folder: Path) -> str:
    """The path of calls.c, built."""
    program = folder / "calls"
    flags = ["-std=c11", "-O2", f"-I{INCLUDE}"]
    subprocess.run(["cc", *flags, "-o", program, HERE / "calls.c", "-ldl"], check=True)
    return str(program)


def make_world(folder: Path) -> dict[str, str]:
    """One mock driver and two mock layers that hand everything down; the variables that show them."""
    manifests = folder / "layers"
    manifests.mkdir()
    driver = {"library_path": _library("mock_icd", folder / "driver.so"), "api_version": "1.3.0"}
    _write(folder / "driver.json", {"file_format_version": "1.0.0", "ICD": driver})
    layers = ["VK_LAYER_BENCH_a", "VK_LAYER_BENCH_b"]
    for name in layers:
        library = _library("mock_layer", manifests / f"{name}.so", f"name={name}\n")
        _write(manifests / f"{name}.json", {"file_format_version": "1.1.2", "layer": _layer(name, library)})
    nowhere = str(folder / "nowhere")
    places = ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")
    return {
        **dict.fromkeys(places, nowhere),
        "VK_DRIVER_FILES": str(folder / "driver.json"),
        "VK_LAYER_PATH": str(manifests),
        "VK_INSTANCE_LAYERS": ":".join(layers),
        "NODEVICE_SELECT": "1",
    }


def size(library: str, folder: Path) -> float:
    """Megabytes of the library without what only debuggers read."""
    stripped = folder / "stripped.so"
    shutil.copy(library, stripped)
    if shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", stripped], check=True)
    return stripped.stat().st_size / 1e6


def _library(mock: str, target: Path, flags: str = "") -> str:
    source = mock_library(mock)
    if source is None:
        raise SystemExit("this installation has no mock libraries: it was made without a C compiler")
    shutil.copy(source, target)
    Path(f"{target}.flags").write_text(flags, encoding="utf-8")
    return str(target)


def _layer(name: str, library: str) -> dict[str, object]:
    return {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer that hands everything down",
        "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "vkNegotiateLoaderLayerInterfaceVersion"},
    }


def _write(path: Path, body: object) -> None:
    path.write_text(json.dumps(body), encoding="utf-8")
