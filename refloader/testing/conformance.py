"""A run of the suite as a value that tests can assert on. The suite itself runs in a process of its own."""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from refloader.model.text import visible
from refloader.results.discovery import RESULTS
from refloader.results.results_file import Result, ResultsError, Run, Verdict, count, read, worst
from refloader.rules import Rule, RuleId, rules
from refloader.testing.calls import AnyPath, Paths

_SHOWN = 20
"""Findings that a failure tells of one by one."""

_COULD_NOT_RUN, _WRONG_USAGE = 3, 2


class ConformError(Exception):
    """The suite could not be run as it was asked to. The text says why."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """What a run found. ``folder`` holds its results.ndjson and report.html, ``exit_code`` is that of the command."""

    run: Run = field(repr=False)
    folder: str
    exit_code: int

    @property
    def results(self) -> Sequence[Result]:
        """Every case of every rule."""
        return self.run.results

    @property
    def findings(self) -> tuple[Result, ...]:
        """What keeps it from being conformant: failures nobody expected, and expectations that did not come true."""
        return tuple(each for each in self.run.results if each.counts_against)

    @property
    def verdicts(self) -> Mapping[str, Verdict]:
        """For each rule with a result the verdict that matters most."""
        by_rule = defaultdict[str, list[Verdict]](list)
        for each in self.run.results:
            by_rule[each.rule].append(each.verdict)
        return {rule_id: min_of for rule_id, each in by_rule.items() if (min_of := worst(each))}

    @property
    def conformant(self) -> bool:
        """Whether something was judged and nothing was found."""
        judged = any(each.verdict is not Verdict.SKIP for each in self.run.results)
        return judged and self.exit_code == 0

    def assert_conformant(self) -> None:
        """Raises AssertionError, with each finding, its rule and how to replay it, where it is not conformant."""
        __tracebackhide__ = True
        if not self.conformant:
            raise AssertionError(str(self))

    def __str__(self) -> str:
        return "\n".join(visible(line) for line in self._lines())

    def _lines(self) -> Iterator[str]:
        found = self.findings
        tally = ", ".join(
            f"{number} {verdict}" for verdict, number in count(self.run.results).items() if number
        )
        yield f"{len(found) or 'no'} finding{'' if len(found) == 1 else 's'}: {tally or 'nothing was judged'}"
        yield from told(found)
        yield from (
            f"{stale.file}:{stale.line}: nothing fits {stale.subject} {stale.rule} {stale.case}"
            for stale in self.run.stale
        )
        if not self.conformant and not found and not self.run.stale:
            yield from sorted({f"skipped: {each.reason}" for each in self.run.results})[:_SHOWN]
        yield f"report: {os.path.join(self.folder, 'report.html')}"


def told(results: Sequence[Result]) -> list[str]:
    """Some results with their rules and how to replay them, in lines that can be printed."""
    lines = [visible(line) for each in results[:_SHOWN] for line in _finding(each)]
    return lines + ([f"and {len(results) - _SHOWN} more"] if len(results) > _SHOWN else [])


def _finding(each: Result) -> Iterator[str]:
    row = rules().get(RuleId(each.rule))
    title = f" ({row.title})" if isinstance(row, Rule) else ""
    yield f"{each.subject}: {each.verdict.value} {each.rule}{title}"
    yield f"    {each.case}: {each.reason or 'it was expected to fail, and passes'}"
    if each.repro:
        yield f"    replay: {each.repro}"


def conform(
    *,
    loader: Paths = (),
    layer: Paths = (),
    driver: Paths = (),
    rules: str | Sequence[str] = (),
    edition: str = "",
    profile: Literal["quick", "full"] = "full",
    expect: Paths = (),
    workers: int | None = None,
    out: AnyPath | None = None,
) -> Conformance:
    """Run the suite on these subjects, as ``refloader conform`` does, and give what it found.

    ``loader`` are paths or "reference", ``layer`` and ``driver`` manifests or folders of them; ``rules`` are ids,
    subtrees or ID/CASE, none for all. ``expect`` are files of known failures, or "none". ``workers`` is the number
    of cases at a time, None for as many as fit, or in a worker of pytest-xdist for one. The results are written to
    ``out``, or a temporary folder that stays.

    Raises:
        ConformError: nothing is named, the request makes no sense, or the suite could not run to its end.
    """
    subjects = {"--loader": loader, "--layer": layer, "--driver": driver}
    words = [
        word for option, paths in subjects.items() for path in _several(paths) for word in (option, path)
    ]
    if not words:
        raise ConformError("name a loader, a layer or a driver")
    folder = os.fspath(out) if out is not None else tempfile.mkdtemp(prefix="refloader-conform-")
    for rule_id in [rules] if isinstance(rules, str) else rules:
        words += ["--rule", rule_id]
    for file in _several(expect):
        words += ["--expect", file]
    words += ["--edition", edition] if edition else []
    words += ["-n", str(number)] if (number := _workers(workers)) is not None else []
    return _run([*words, "--profile", profile, "--out", folder], folder)


def _run(words: Sequence[str], folder: str) -> Conformance:
    command = [sys.executable, "-P", "-m", "refloader", "conform", *words]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode in (_WRONG_USAGE, _COULD_NOT_RUN) or done.returncode < 0:
        raise ConformError(_why(done))
    try:
        return Conformance(read(os.path.join(folder, RESULTS)), folder, done.returncode)
    except (OSError, ResultsError) as error:
        raise ConformError(f"the results cannot be read: {error}") from error


def _why(done: "subprocess.CompletedProcess[bytes]") -> str:
    said = (done.stderr or done.stdout).decode("utf-8", "backslashreplace").strip()
    return "\n".join(map(visible, said.splitlines())) or f"it ended with status {done.returncode}"


def _workers(wanted: int | None) -> int | None:
    """One process is enough where the tests themselves are spread over several."""
    return 0 if wanted is None and "PYTEST_XDIST_WORKER" in os.environ else wanted


def _several(paths: Paths) -> list[str]:
    if isinstance(paths, str | os.PathLike):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]
