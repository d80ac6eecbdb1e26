"""Measures a trend of a thousand runs, and the page on the difference of two large ones: time and memory.

The runs are generated. Each is a night of one layer, in which a few cases come out otherwise than the night before.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

from measured import used
from msgspec.structs import replace
from report_page import result
from rows import Row, alone

from refloader.results.results_file import Footer, Header, Result, Run, Subject, Verdict, count, lines
from refloader.rules import rules

RUNS, CASES, CHANGES = 1000, 400, 5000
LAYER = Subject("layer", "a.json", "/usr/share/vulkan/implicit_layer.d/a.json", "1.3.239", "ab" * 32)
BEGUN = datetime(2024, 1, 1, tzinfo=UTC)


def measure(fast: bool) -> Iterator[Row]:
    """Rows for the trend as text and as a page, and for the page on the difference."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        size = nights(folder) / 1e6
        for shape in ("text",) if fast else ("text", "html"):
            seconds, memory = used("trend", folder, "--format", shape, "-o", f"{folder}/trend")
            name = f"trend of {RUNS} runs of {CASES} results, {shape}"
            yield alone(name, seconds, "s", 20.0, f"{size:.0f} MB of results")
            yield alone(f"{name}, peak memory", memory, "MB", 100.0)
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        old, new = (
            write(folder, name, changed(verdict)) for name, verdict in (("old", "pass"), ("new", "fail"))
        )
        seconds, memory = used("diff", old, new, "--format", "html", "-o", f"{folder}/page")
        yield alone(f"page on {CHANGES} changes", seconds, "s", 5.0)
        yield alone(f"page on {CHANGES} changes, peak memory", memory, "MB", 300.0)


def nights(folder: str) -> int:
    """Write the runs, each into a folder of its own; returns their bytes."""
    random, ids = Random(7), [each.id for each in rules().values() if each.applies_to == "layer"]
    usual = [result(LAYER, ids[place % len(ids)], place, random) for place in range(CASES)]
    size = 0
    for night in range(RUNS):
        place = random.randrange(CASES)
        tonight = [*usual[:place], failed(usual[place]), *usual[place + 1 :]]
        size += os.path.getsize(write(folder, str(night), run(tonight, night)))
    return size


def failed(case: Result) -> Result:
    """The case with a finding that nobody knew of."""
    return replace(
        case, verdict=Verdict.FAIL, reason="It keeps the layer. Not so: it is gone.", expected=None
    )


def changed(verdict: str) -> Run:
    """A run of cases that all come out so, each for a reason of its own."""
    cases = (
        Result(
            "LLP_LAYER_9", LAYER.name, f"c{place}", Verdict(verdict), f"it is number {place}", {}, "refloader"
        )
        for place in range(CHANGES)
    )
    return run(list(cases), 0)


def run(results: list[Result], night: int) -> Run:
    """The run of a night."""
    started = (BEGUN + timedelta(days=night)).isoformat()
    header = Header("0.1.0", "c0ffee", (LAYER,), {"system": "Linux"}, started, "2026", "refloader conform")
    return Run(header, tuple(results), Footer(started, count(results)))


def write(folder: str, name: str, made: Run) -> str:
    """The path of a results file with the run in it."""
    os.makedirs(f"{folder}/{name}")
    path = f"{folder}/{name}/results.ndjson"
    with open(path, "w", encoding="ascii") as file:
        file.writelines(lines(made))
    return path


if __name__ == "__main__":
    from rows import show

    show(measure("--fast" in sys.argv))
