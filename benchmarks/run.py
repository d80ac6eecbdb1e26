"""Measure what the product promises about speed and memory, and print it as a table.

``python benchmarks/run.py [--json FILE] [--fast] [--against FILE]``; exits 1 when a bound is not kept. What has
a counterpart is measured side by side with it, in the same run on the same folder: with the machine's own loader,
or with the libvulkan.so.1 that ``--against`` names.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import driver_verdicts
import dropin
import growth
import installing
import layer_verdicts
import many
import packages
import properties
import pyperf
import registry
import report_formats
import report_page
import report_trend
import survival
import trees
import whole_rounds
from manifests import make
from rows import Row, alone, compared, show

from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError

NAMED = "MangoHud"
"""A layer that many have, and ask for; what is not installed takes longer."""

PARTS: Mapping[str, Callable[[bool], Iterable[Row]]] = {
    "layers": layer_verdicts.measure,
    "drivers": driver_verdicts.measure,
    "properties": properties.measure,
    "page": report_page.measure,
    "formats": report_formats.measure,
    "trend": report_trend.measure,
    "trees": trees.measure,
    "packages": packages.measure,
    "many": many.measure,
    "growth": growth.measure,
    "survival": survival.measure,
    "installing": installing.measure,
}
"""The parts that need neither a loader nor a folder, by their names."""

HERE = Path(__file__).resolve().parent
LOADERS = (
    "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
    "/usr/lib/aarch64-linux-gnu/libvulkan.so.1",
    "/usr/lib64/libvulkan.so.1",
)


def main() -> int:
    """Run everything; 0 when all bounds are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="also write the rows as JSON")
    parser.add_argument("--library", metavar="FILE", help="the drop-in library, if not the installed one")
    parser.add_argument(
        "--against", metavar="FILE", help="the loader to compare with, if not the machine's own"
    )
    parser.add_argument(
        "--only",
        choices=["core", "dropin", "scenarios", "registry", *PARTS],
        help="one part alone: commands, the drop-in library, scenarios on a loader, layers, drivers, properties, "
        "documents for tools, the HTML page, trends and differences, exports of registries, "
        "staging trees, packages, inputs of hostile sizes, files with very many parts, what must not end a process, "
        "the installation",
    )
    parser.add_argument("--fast", action="store_true", help="fewer processes, for a quick look")
    options = parser.parse_args()
    if options.library and not os.path.isfile(options.library):
        parser.error(f"--library: {options.library} is no file")
    if options.against and not os.path.isfile(options.against):
        parser.error(f"--against: {options.against} is no file")
    loader = options.against or system_loader()
    if options.json and not os.path.isdir(os.path.dirname(os.path.abspath(options.json))):
        parser.error(f"--json: the folder of {options.json} is not there")
    rows = show(measure(options, loader))
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(row) for row in rows], indent=2), encoding="utf-8")
    return 0 if all(row.ok for row in rows) else 1


def measure(options: argparse.Namespace, loader: str | None) -> Iterator[Row]:
    """Measure one part after the other; yield each row when it is measured."""
    only, fast = options.only, options.fast
    if only in (None, "core"):
        with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
            yield from discovery(Path(folder), loader, fast)
            yield from commands(Path(folder), 3 if fast else 7)
    if only in (None, "dropin"):
        yield from library(options.library, loader, fast)
    if only in (None, "scenarios"):
        yield from rounds(loader, fast)
    if only in (None, "registry"):
        yield from registry.measure(whole, fast)
    for name, part in PARTS.items():
        if only in (None, name):
            yield from part(fast)


def system_loader() -> str | None:
    """The machine's own loader."""
    return next((path for path in LOADERS if os.path.exists(path)), None)


def library(path: str | None, theirs: str | None, fast: bool) -> list[Row]:
    """The drop-in library against another loader; nothing where one of the two is missing."""
    try:
        ours = path or dropin_library()
    except LoaderError as problem:
        print(f"left out: {problem}", file=sys.stderr)
        return []
    if theirs is None:
        print("no system libvulkan.so.1 here: the drop-in library is not measured", file=sys.stderr)
        return []
    return dropin.measure(ours, theirs, fast)


def rounds(loader: str | None, fast: bool) -> list[Row]:
    """Scenarios on another loader; nothing where there is none."""
    if loader is None:
        print("no system libvulkan.so.1 here: scenarios are not measured", file=sys.stderr)
        return []
    return whole_rounds.measure(loader, fast)


def discovery(folder: Path, loader: str | None, fast: bool) -> list[Row]:
    """The core against a loader on 1,000 manifests, and its growth from 100 to 10,000."""
    folders = {count: make(folder / str(count), count) for count in (100, 1000, 10000)}
    ours = {count: perf(path, "core", "", fast) for count, path in folders.items()}
    rows = []
    if loader:
        theirs = perf(folders[1000], "system", loader, fast)
        again = perf(folders[1000], "core", "", fast)
        mine = statistics.mean((ours[1000], again))
        rows.append(
            compared("read 1,000 layer manifests (core, other loader)", mine * 1e3, theirs * 1e3, "ms", 1.0)
        )
    else:
        print("no system libvulkan.so.1 here: the comparison with it is left out", file=sys.stderr)
    each = {count: seconds / count * 1e6 for count, seconds in ours.items()}
    rows.append(compared("time per manifest at 10,000 against 100", each[10000], each[100], "us", 1.3))
    return rows


def perf(folder: Path, what: str, loader: str, fast: bool) -> float:
    """The median of a pyperf run, in seconds."""
    with tempfile.TemporaryDirectory() as place:
        output = f"{place}/result.json"
        environment = {**os.environ, "BENCH_FOLDER": str(folder), "BENCH_WHAT": what, "BENCH_LOADER": loader}
        names = "BENCH_FOLDER,BENCH_WHAT,BENCH_LOADER,PATH,PYTHONPATH"
        speed = ["--processes=3", "--values=3", "--warmups=1"] if fast else ["--processes=6", "--values=5"]
        subprocess.run(
            [
                sys.executable,
                str(HERE / "discovery.py"),
                "-q",
                f"--inherit-environ={names}",
                "-o",
                output,
                *speed,
            ],
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return float(pyperf.Benchmark.load(output).median())


def commands(folder: Path, runs: int) -> list[Row]:
    """Whole commands: time of the process and its peak memory."""
    refloader = [sys.executable, "-m", "refloader"]
    lint = [*refloader, "lint", "--no-libraries", str(folder / "10000")]
    named = [*refloader, "explain", NAMED]
    seconds, memory = whole(lint, runs)
    return [
        alone("lint of 10,000 manifests", seconds, "s", 2.0),
        alone("lint of 10,000 manifests, peak memory", memory, "MB", 150.0),
        alone("refloader --version", whole([*refloader, "--version"], runs)[0] * 1e3, "ms", 150.0),
        alone("refloader explain", whole([*refloader, "explain"], runs)[0] * 1e3, "ms", 400.0),
        alone(f"refloader explain {NAMED}", whole(named, runs, 1)[0] * 1e3, "ms", 150.0),
    ]


def whole(command: list[str], runs: int, *codes: int) -> tuple[float, float]:
    """The median seconds and the largest peak memory in MB of a command over some runs, after a warm-up.

    It may end with 0 or with one of ``codes``.
    """
    times, peaks = [], []
    for number in range(runs + 1):
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, *codes):
            raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
        if number:
            times.append(time.perf_counter() - start)
            peaks.append(usage.ru_maxrss / 1024)
    return statistics.median(times), max(peaks)


if __name__ == "__main__":
    raise SystemExit(main())
