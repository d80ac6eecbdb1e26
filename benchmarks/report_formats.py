"""Measures the documents for tools: 10,000 findings, of a run and of lint, by whole commands and in memory."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from rows import Row, alone

from refloader.inspect.lint import manifests
from refloader.model.edition import ALL
from refloader.model.reason import Severity, Span
from refloader.report.formats import github, gitlab, junit, markdown, sarif, table
from refloader.report.issues import of_lint
from refloader.results.results_file import Header, Result, Run, Subject, Verdict, Writer, read
from refloader.rules import RuleId, rules

MANY = 10_000
_LAYERS = 20
_TEXT = b"{\n" + b'    "name": "VK_LAYER_BENCH_number",\n' * 40 + b"}\n"


def measure(fast: bool) -> list[Row]:
    """Seconds for each; the best of some, as the machine has other things to do."""
    times = 1 if fast else 3
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        path = f"{folder}/results.ndjson"
        _write(path)
        run = read(path)
        rows = [alone(f"report --format sarif of {MANY:,} findings", _command(path, times), "s", 2.0)]
    report = manifests.Report([*_findings()], MANY)
    rows.append(alone(f"lint's {MANY:,} findings as SARIF", _best(lambda: _lint(report), times), "s", 2.0))
    rows += [
        alone(f"{name} of {MANY:,} findings", _best(partial(render, run), times), "s", 2.0)
        for name, render in _RENDERERS.items()
    ]
    return rows


_RENDERERS: dict[str, Callable[[Run], str]] = {
    "Markdown": markdown.render,
    "CSV": table.render,
    "JUnit": junit.render,
    "annotations": github.render,
    "code quality": gitlab.render,
}


def _write(path: str) -> None:
    """A run of some layers with nothing but findings, each with evidence of its own."""
    names = [f"VkLayer_number_{number}.json" for number in range(_LAYERS)]
    subjects = tuple(Subject("layer", name, f"/usr/share/vulkan/{name}", "1", "ab" * 32) for name in names)
    started = "2026-03-01T10:00:00+00:00"
    header = Header("0.1.0", "c0ffee", subjects, {"system": "Linux"}, started, "all", "refloader conform")
    ids = [*rules()]
    with Writer(path, header) as writer:
        for number in range(MANY):
            rule, name = ids[number % len(ids)], names[number % _LAYERS]
            places = [{"line": number % 40 + 1, "column": 5, "message": "is wrong"}]
            evidence = {"findings": places, "advice": "Put it right.", "chain": ["a", "b"], "log": "x" * 500}
            reason = f"Something is not as it has to be: seen {number}; expected nothing"
            repro = f"refloader conform --layer /usr/share/vulkan/{name} --rule {rule} --case 'c[{number}]'"
            writer.write(Result(rule, name, f"c[{number}]", Verdict.FAIL, reason, evidence, repro, 0.01))


def _findings() -> Iterator[manifests.Finding]:
    """One in each of as many files."""
    ids: list[RuleId] = [row.id for row in rules().values()]
    for number in range(MANY):
        span = Span(f"layers/layer{number:05d}.json", number % 40 + 2, 13)
        rule = ids[number % len(ids)]
        yield manifests.Finding(rule, Severity.ERROR, span, f'"name" is "{number}"', "VK_LAYER_x", ALL, True)


def _lint(report: manifests.Report) -> str:
    issues = tuple(of_lint(report, lambda path: _TEXT))
    return sarif.of_lint(issues, os.getcwd(), 1)


def _best(what: Callable[[], str], times: int) -> float:
    """The least seconds of some times."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        what()
        taken.append(time.perf_counter() - start)
    return min(taken)


def _command(path: str, times: int) -> float:
    """The least seconds of the whole command, the interpreter's start and the reading of the file included."""
    output = str(Path(path).with_name("out.sarif"))
    command = [sys.executable, "-m", "refloader", "report", "--format", "sarif", path, "-o", output]

    def run() -> str:
        subprocess.run(command, check=True)
        return output

    return _best(run, times)
