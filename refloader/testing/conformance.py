"""Runs the suite in a subprocess and returns the results as a value that tests can assert on."""

import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from refloader.model.text import number_of, visible
from refloader.results.coverage import number_of_cases
from refloader.results.discovery import RESULTS
from refloader.results.results_file import Result, ResultsError, Run, Verdict, count, read, worst
from refloader.rules import Rule, RuleId, rules
from refloader.testing.calls import AnyPath, Paths

_SHOWN = 20
"""The number of rules, with their cases, that a message lists."""

_ALSO = 6
"""The number of cases of one rule that a message lists."""

_NOT_SO = "Not so: "
"""Separates, in a reason, the expected behaviour from the actual one."""

_COULD_NOT_RUN, _WRONG_USAGE = 3, 2


class ConformError(Exception):
    """The suite could not be run as requested. The message says why."""


@dataclass(frozen=True, slots=True)
class Conformance:
    """The outcome of a run. ``folder`` holds results.ndjson and report.html; ``exit_code`` is the command's."""

    run: Run = field(repr=False)
    folder: str
    exit_code: int

    @property
    def results(self) -> Sequence[Result]:
        """The results of all cases of all rules."""
        return self.run.results

    @property
    def findings(self) -> tuple[Result, ...]:
        """The results that count against conformance: unexpected failures, and expected failures that passed."""
        return tuple(each for each in self.run.results if each.counts_against)

    @property
    def verdicts(self) -> Mapping[str, Verdict]:
        """The most severe verdict of each rule that has a result."""
        by_rule = defaultdict[str, list[Verdict]](list)
        for each in self.run.results:
            by_rule[each.rule].append(each.verdict)
        return {rule_id: min_of for rule_id, each in by_rule.items() if (min_of := worst(each))}

    @property
    def conformant(self) -> bool:
        """True if at least one case was not skipped and the command exited with 0."""
        judged = any(each.verdict is not Verdict.SKIP for each in self.run.results)
        return judged and self.exit_code == 0

    def assert_conformant(self) -> None:
        """Raise AssertionError, listing findings, their rules and replay commands, if the run is not conformant."""
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
        yield f"{_summary(found)}: {tally or 'nothing was judged'}"
        yield from described_results(found)
        yield from (
            f"{stale.file}:{stale.line}: nothing fits {stale.subject} {stale.rule} {stale.case}"
            for stale in self.run.stale
        )
        if not self.conformant and not found and not self.run.stale:
            yield from sorted({f"skipped: {each.reason}" for each in self.run.results})[:_SHOWN]
        yield f"report: {os.path.join(self.folder, 'report.html')}"


def _summary(found: Sequence[Result]) -> str:
    """Count the broken rules, and the cases that break them."""
    broken = number_of(len({(each.subject, each.rule) for each in found}), "rule")
    cases = number_of_cases(len({(each.subject, each.case) for each in found}), len(found))
    return f"{broken} broken in {cases}" if found else "no rule broken"


def described_results(results: Sequence[Result]) -> list[str]:
    """Describe results, with their rules and replay commands, in printable lines; those of one rule together."""
    together = defaultdict[tuple[str, str, str], list[Result]](list)
    for each in results:
        together[each.subject, each.verdict.value, each.rule].append(each)
    groups = list(together.values())
    lines = [visible(line) for group in groups[:_SHOWN] for line in _finding(group)]
    return lines + ([f"and {len(groups) - _SHOWN} more"] if len(groups) > _SHOWN else [])


def _finding(group: Sequence[Result]) -> Iterator[str]:
    """Yield the first case with its replay, and a line on each further one."""
    first = group[0]
    row = rules().get(RuleId(first.rule))
    title = f" ({row.title})" if isinstance(row, Rule) else ""
    cases = f", {len(group)} cases" if len(group) > 1 else ""
    yield f"{first.subject}: {first.verdict.value} {first.rule}{title}{cases}"
    yield f"    {first.case}: {first.reason or 'it was expected to fail, and passes'}"
    if first.repro:
        yield f"    replay: {first.repro}"
    for each in group[1:_ALSO]:
        same = each.reason == first.reason
        yield f"    also {each.case}" + (
            "" if same else f": {each.reason.partition(_NOT_SO)[2] or each.reason}"
        )
    if len(group) > _ALSO:
        yield f"    and {len(group) - _ALSO} more cases"


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
    """Run the suite on these subjects, as ``refloader conform`` does, and return the outcome.

    ``loader`` takes paths or "reference"; ``layer`` and ``driver`` take manifests or folders of them; ``rules`` takes
    rule ids, subtrees or ID/CASE, and an empty value means all rules. ``expect`` takes expectation files, or "none".
    ``workers`` is the number of worker processes; 0 runs all cases in one process. None stands for 0 inside a
    pytest-xdist worker, and otherwise lets the command choose. The results are written to ``out``, or to a temporary
    folder that is not removed.

    Raises:
        ConformError: no subject is named, the request is invalid, or the suite could not run to its end.
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
    results = os.path.join(folder, RESULTS)
    stopped = done.returncode == _COULD_NOT_RUN and not os.path.exists(results)  # else it judged too little
    if done.returncode == _WRONG_USAGE or done.returncode < 0 or stopped:
        raise ConformError(_why(done))
    try:
        return Conformance(read(results), folder, done.returncode)
    except (OSError, ResultsError) as error:
        raise ConformError(f"the results cannot be read: {error}") from error


def _why(done: "subprocess.CompletedProcess[bytes]") -> str:
    said = (done.stderr or done.stdout).decode("utf-8", "backslashreplace").strip()
    return "\n".join(map(visible, said.splitlines())) or f"it ended with status {done.returncode}"


def _workers(wanted: int | None) -> int | None:
    """Return the number of workers to request: by default 0 (one process) inside a pytest-xdist worker."""
    return 0 if wanted is None and "PYTEST_XDIST_WORKER" in os.environ else wanted


def _several(paths: Paths) -> list[str]:
    if isinstance(paths, str | os.PathLike):
        return [os.fspath(paths)]
    return [os.fspath(path) for path in paths]
