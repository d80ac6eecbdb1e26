"""Whole rounds of scenarios on a real loader: build the world, run it, predict it, compare. And what conform takes.

Run as a program it is one process of the measurement: ``whole_rounds.py KIND COUNT CPU`` does so many rounds on one
processor and prints what they cost as JSON. CPU is a number, or "any".
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from rows import Row, alone, least

from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.sandbox import child
from refloader.sandbox.loader import ForeignLoader, identify
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders.subjects import edition_of

HERE = Path(__file__).resolve().parent
ENUMERATION = (("version",), ("layers",), ("extensions", ""))
ROUNDS = {"enumeration": 1500, "instance": 600}
FAST = {"enumeration": 300, "instance": 150}
LONG, SHORT = 100_000, 2_000
LOOKS = 10
"""How often the memory is looked at."""

GROWTH = 1.0
"""Megabytes that the harness and its station may grow between the first look and the last."""

Measured = dict[str, list[float]]


def measure(loader: str, fast: bool) -> list[Row]:
    """All rows; ``loader`` is the machine's own."""
    rounds = FAST if fast else ROUNDS
    return [
        *speed(loader, rounds, "enumeration", 400.0),
        *speed(loader, rounds, "instance", 150.0),
        *memory(loader, SHORT if fast else LONG),
        *conform(loader, fast),
    ]


def speed(loader: str, rounds: dict[str, int], kind: str, bound: float) -> list[Row]:
    """Rounds per second of one process, and of two at a time on two processors."""
    number = rounds[kind]
    (one,) = together(loader, kind, number, ["0"])
    rows = [least(f"{kind} scenarios, one core", number / one["seconds"][0], "/s", bound, costs(one, number))]
    if len(os.sched_getaffinity(0)) < 2:
        return rows
    two = together(loader, kind, number, ["0", "1"])
    rate = sum(number / each["seconds"][0] for each in two)
    name = f"{kind} scenarios, two processes against one"
    return [*rows, least(name, rate / (number / one["seconds"][0]), "x", 1.8)]


def costs(measured: Measured, number: int) -> str:
    """The processor's time by process; what others do on the machine does not count in it."""
    ours, theirs = (seconds / number * 1e3 for seconds in measured["processor"])
    return f"{ours:.2f} ms of the processor for the harness and {theirs:.2f} ms for station and worker, each round"


def memory(loader: str, number: int) -> list[Row]:
    """What the harness and its station grow by."""
    (seen,) = together(loader, "enumeration", number, ["any"])
    rows = []
    for who in ("harness", "station"):
        sizes = seen[who]
        note = "MB at each tenth: " + ", ".join(f"{size:.1f}" for size in sizes)
        name = f"growth of the {who} over {number:,} scenarios"
        rows.append(alone(name, sizes[-1] - sizes[0], "MB", GROWTH, note))
    return rows


def conform(loader: str, fast: bool) -> Iterator[Row]:
    """The suite on the machine's own loader, with two processes."""
    for profile, bound in (("quick", 30.0),) if fast else (("quick", 30.0), ("full", 300.0)):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "refloader", "conform", "--loader", loader, "-n", "2"]
            command += ["--profile", profile, "--out", folder]
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            yield alone(f"refloader conform, {profile} profile", time.perf_counter() - start, "s", bound)


def together(loader: str, kind: str, number: int, cpus: list[str]) -> list[Measured]:
    """What each of these processes measures while all of them run."""
    command = [sys.executable, str(HERE / "whole_rounds.py"), kind, str(number)]
    running = [
        subprocess.Popen([*command, cpu, loader], stdout=subprocess.PIPE, text=True, env={**os.environ})
        for cpu in cpus
    ]
    said = [process.communicate()[0] for process in running]
    if any(process.returncode for process in running):
        raise SystemExit(f"{' '.join(command)} failed")
    return [json.loads(text) for text in said]


# ---- one process of the measurement


def main(kind: str, number: int, cpu: str, loader: str) -> None:
    """Do the rounds, after a few to warm up, and print what they cost."""
    if cpu != "any":
        os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[int(cpu)]})
    do, numbers = {"enumeration": enumeration, "instance": instance}[kind](loader), count()
    for _ in range(50):
        do(next(numbers))
    measured: Measured = {"harness": [], "station": []}
    start, ours, theirs = time.perf_counter(), time.process_time(), sum(map(processor, stations()))
    for done in range(1, number + 1):
        do(next(numbers))
        if done * LOOKS % number == 0:
            measured["harness"].append(resident(os.getpid()))
            measured["station"].append(sum(resident(each) for each in stations()))
    seconds, ours = time.perf_counter() - start, time.process_time() - ours
    theirs = sum(map(processor, stations())) - theirs
    child.close_all()
    print(json.dumps({**measured, "seconds": [seconds], "processor": [ours, theirs]}))


def enumeration(loader: str) -> Callable[[int], None]:
    """A round with two layers of which only the manifests are there."""
    foreign, edition, build = ForeignLoader(loader), edition_of(identify(loader).version), Build()

    def do(number: int) -> None:
        world = World()
        world.implicit_layer(f"VK_LAYER_BENCH_implicit_{number % 7}", mock=None)
        world.explicit_layer("VK_LAYER_BENCH_explicit", mock=None)
        scenario = replace(world.scenario(), actions=ENUMERATION)
        seen = foreign.observe(scenario)
        expected = predict(scenario, edition, build).observation
        if seen.ended != "ok" or seen.layers != expected.layers:
            raise SystemExit(f"{expected.layers} was expected, {seen} came")

    return do


def instance(loader: str) -> Callable[[int], None]:
    """A round in which an instance and a device are made behind two layers."""
    foreign, edition, build = ForeignLoader(loader), edition_of(identify(loader).version), Build()
    script = Script()
    for step in (script.create, script.devices, script.device, script.destroy_device, script.destroy):
        step()

    def do(number: int) -> None:
        scenario = replace(layered(number), actions=script.actions)
        seen = foreign.observe(scenario)
        expected = predict(layered(number), edition, build).observation
        if (seen.ended, seen.result, seen.chain, seen.drivers) != (
            "ok",
            expected.result,
            expected.chain,
            expected.drivers,
        ):
            raise SystemExit(f"{expected} was expected, {seen} came")

    return do


def layered(number: int) -> Scenario:
    """A driver, an implicit layer and one that is asked for, with their libraries."""
    world = World()
    world.driver()
    world.implicit_layer(f"VK_LAYER_BENCH_implicit_{number % 7}")
    world.explicit_layer("VK_LAYER_BENCH_explicit")
    world.application(api="1.1.0", layers=["VK_LAYER_BENCH_explicit"])
    return world.scenario()


def stations() -> Iterator[int]:
    """The numbers of this process's children and of theirs."""
    found = {os.getpid()}
    for name in sorted((name for name in os.listdir("/proc") if name.isdecimal()), key=int):
        try:
            parent = int(Path(f"/proc/{name}/stat").read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            continue
        if parent in found:
            found.add(int(name))
            yield int(name)


def resident(number: int) -> float:
    """Megabytes of a process in memory."""
    return int(Path(f"/proc/{number}/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def processor(number: int) -> float:
    """Seconds that a process used of the processor, with those of its children that have ended."""
    fields = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
