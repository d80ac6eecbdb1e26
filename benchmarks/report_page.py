"""Measures the page of a large run: the time and memory that it takes to make, and when Chromium first paints it.

The run is generated: loaders, layers and drivers on all rules that bind them, of the sizes that real runs have.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from rows import Row, alone

from refloader.results.results_file import Expected, Header, Kind, Result, Subject, Verdict, Writer
from refloader.rules import rules

RESULTS = 100_000
SUBJECTS: dict[Kind, int] = {"loader": 4, "layer": 12, "driver": 4}
QUIET = ["--headless", "--no-sandbox", "--disable-gpu"]
BINDS = {"loader": ("loader",), "layer": ("layer", "manifest"), "driver": ("driver", "manifest")}


def measure(fast: bool) -> Iterator[Row]:
    """Rows for the time, the memory and, where Chromium and Playwright are there, the first paint."""
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        results, page = f"{folder}/results.ndjson", f"{folder}/report.html"
        write(results, RESULTS)
        size = os.path.getsize(results) / 1e6
        seconds, memory = made(results, page, 1 if fast else 3)
        told = f"from {size:.0f} MB of results to {os.path.getsize(page) / 1e6:.0f} MB"
        yield alone("HTML page of 100,000 results", seconds, "s", 5.0, told)
        yield alone("HTML page of 100,000 results, peak memory", memory, "MB", 300.0)
        paint = first_paint(page)
        if paint is not None:
            yield alone("HTML page of 100,000 results, first paint", paint, "s", 2.0)


def write(path: str, number: int) -> None:
    """A finished run of so many results, the same one each time."""
    random = Random(7)
    subjects = tuple(
        Subject(kind, f"{kind}-{place}", f"/usr/lib/{kind}-{place}.so", "1.3.239", "ab" * 32)
        for kind, number_of in SUBJECTS.items()
        for place in range(number_of)
    )
    header = Header(
        "0.1.0", "c0ffee", subjects, {"system": "Linux"}, "2026-03-01T10:00:00+00:00", "2026", "refloader"
    )
    pairs = [
        (subject, rule.id)
        for subject in subjects
        for rule in rules().values()
        if rule.applies_to in BINDS[subject.kind]
    ]
    with Writer(path, header) as writer:
        for place, (subject, rule) in enumerate(islice(cycle(pairs), number)):
            writer.write(result(subject, rule, place // len(pairs), random))


def result(subject: Subject, rule: str, place: int, random: Random) -> Result:
    """A case as runs have them: mostly passes, a fifth skips, a few findings of which half are known."""
    case = f"topic_{place % 9}/what_holds_in_every_case[variant-{place}]"
    verdict = random.choices([Verdict.PASS, Verdict.SKIP, Verdict.FAIL, Verdict.WARN], [76, 21, 2.5, 0.5])[0]
    repro = f"refloader conform --{subject.kind} {subject.path} --rule {rule} --case '{case}'"
    seconds = round(random.expovariate(50), 6)
    if verdict is Verdict.SKIP:
        reason = f"the {subject.kind} has no extension number {place % 40}"
        return Result(rule, subject.name, case, verdict, reason, {"ended": "ok"}, repro, seconds)
    if verdict is Verdict.PASS:
        return Result(rule, subject.name, case, verdict, "", evidence(place, 3), repro, seconds)
    known = (
        Expected(verdict, f"it is so since version {place % 30}", "", "x.toml", place)
        if random.random() < 0.5
        else None
    )
    reason = f"Nothing else is called. Not so: seen layer VK_LAYER_TEST_{place} load; expected nothing"
    return Result(rule, subject.name, case, verdict, reason, evidence(place, 9), repro, seconds, known)


def evidence(place: int, files: int) -> dict[str, object]:
    """What was run and seen: manifests, libraries and the chain that was built."""
    names = [f"VK_LAYER_TEST_{place}_{number}" for number in range(files)]
    manifest = {
        "file_format_version": "1.1.2",
        "layer": {"name": "", "type": "GLOBAL", "description": "A layer" * 9},
    }
    return {
        "files": {
            f"/etc/vulkan/implicit_layer.d/{name}.json": json.dumps(manifest, indent=2) for name in names
        },
        "variables": {"HOME": "/home/user"},
        "libraries": {f"/usr/lib/lib{name}.so": {"mock": "layer", "flags": {"name": name}} for name in names},
        "ended": "ok",
        "result": "VK_SUCCESS",
        "chain": names,
        "drivers": ["plain"],
        "trace": [f"layer {name} vkCreateInstance api=1.3.0" for name in names for _ in range(4)],
    }


def made(results: str, page: str, runs: int) -> tuple[float, float]:
    """The least processor time of the whole command over some runs, in seconds, and its peak memory in MB.

    It has one thread: on a machine that does nothing else this is the time that a user waits.
    """
    command = [sys.executable, "-m", "refloader", "report", results, "--format", "html", "-o", page]
    seconds, memory = [], []
    for _ in range(runs):
        child = subprocess.Popen(command)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
        seconds.append(usage.ru_utime + usage.ru_stime)
        memory.append(usage.ru_maxrss / 1024)
    return min(seconds), max(memory)


def first_paint(page: str) -> float | None:
    """Seconds from the start of loading to the first contentful paint; None where no browser can tell."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        browser = None
    if browser is None:
        print("no Chromium or no Playwright here: the first paint is not measured", file=sys.stderr)
        return None
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=browser, args=QUIET)
        tab = chromium.new_page()
        tab.goto(Path(page).as_uri())
        tab.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
        paint = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        chromium.close()
    return float(paint) / 1e3


if __name__ == "__main__":
    from rows import show

    show(measure("--fast" in sys.argv))
