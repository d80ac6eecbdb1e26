"""A run on one screen: the state of each subject, the findings, and the first step for each. Not exhaustive.

Shown on a terminal after a run; ``summary`` is the complete text.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from refloader.model.text import number_of
from refloader.report.arrange import (
    FINDINGS,
    STALE,
    Finding,
    Measured,
    findings,
    out_of_date,
    sandboxes,
    standing,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.numbers import of_run
from refloader.results.results_file import Result, Run, Verdict, count

Line = list[tuple[str, str]]
"""The parts of a line, each with the kind that determines its colour; an empty kind means no colour."""

_FEWEST = 3
"""The findings that even the smallest screen shows."""

_LINES_EACH = 4
_NARROW = 20
_INDENT = "        "
_BUT = re.compile(r"Not so: |\. But ")
"""Separates, in a reason, the expected behaviour from the actual one."""


def lines(run: Run, width: int, height: int) -> Iterator[Line]:
    """Yield the screen for ``width`` columns and ``height`` rows; a command to be copied is never cut.

    The screen is longer if there are many subjects, because each has its line.
    """
    told = [*_caveats(run), *map(_subject, subjects(run))]
    groups = _groups(run)
    room = max(_FEWEST, (height - len(told) - 6) // _LINES_EACH)
    yield from told
    yield []
    for each in groups[:room]:
        yield from _finding(each, width)
    if len(groups) > room:
        yield [(f"and {_more(groups[room:])} (--verbose has all)", "")]
    yield from _stale(run, room)
    yield from _known(run)
    yield from _without_reason(run)
    if groups or run.stale:
        yield []
    yield from ([(line, "")] for line in textwrap.wrap(of_run(run).text, max(width, _NARROW)))
    yield _verdict(run)


def _caveats(run: Run) -> Iterator[Line]:
    for sentence in sandboxes(run):
        yield [(sentence, "")]
    if run.truncated:
        yield [("truncated run: results may be missing", "error")]
    for problem in run.problems:
        yield [("problem: ", "error"), (problem, "")]
    for reason in run.too_little:
        yield [("judged too little: ", "error"), (reason, "")]
    for note in run.header.notes:
        yield [("note: ", "note"), (note, "")]


def _subject(subject: Measured) -> Line:
    """Return the line of a subject: kind, name, version, broken rules, and counts."""
    against = [each for each in subject.results if standing(each) in FINDINGS]
    failing = any(each.counts_against for each in subject.results)
    state = ("fail", "fail") if failing else ("ok  ", "pass") if subject.results else ("    ", "")
    name = " ".join(filter(None, (subject.kind, subject.name, subject.version)))
    rules = len({each.rule for each in against if each.counts_against})
    told = [f"{number_of(rules, 'rule')} broken"] if rules else []
    told += [_tally([each for each in subject.results if not each.as_expected])]
    known = sum(each.as_expected for each in subject.results)
    told += [f"{known} known"] if known else []
    chance = sum(each.flaky is not None for each in subject.results)
    told += [f"{chance} flaky"] if chance else []
    return [state, (f"  {name}: {', '.join(filter(None, told)) or 'no results'}", "")]


def _tally(results: Sequence[Result]) -> str:
    return ", ".join(f"{number} {verdict}" for verdict, number in count(results).items() if number)


def _groups(run: Run) -> list[Finding]:
    """Return the findings: those that count against a subject and errors of the harness first, then warnings."""
    groups = [each for subject in subjects(run) for each in findings(subject, FINDINGS)]
    return sorted(groups, key=lambda group: not (group.first.counts_against or _is_error(group.first)))


def _more(groups: Sequence[Finding]) -> str:
    warnings = sum(group.first.verdict is Verdict.WARN for group in groups)
    numbers = ((len(groups) - warnings, "more finding"), (warnings, "more warning"))
    return " and ".join(number_of(number, what) for number, what in numbers if number)


def _is_error(result: Result) -> bool:
    return result.verdict == Verdict.ERROR


def _finding(group: Finding, width: int) -> Iterator[Line]:
    """Yield the rule, the actual behaviour, and the first step."""
    first = group.first
    kind = standing(first)
    cases = f", {len(group.causes)} cases" if len(group.causes) > 1 else ""
    rules = number_of(len(group.rules), "rule") if group.shared else ", ".join(group.rules)
    head = f" {rules} on {first.subject}{cases}: {group.title}"
    word = STALE if kind == STALE else first.verdict.value
    yield [(f"{word:7}", kind), (_clipped(head, width - 7), "")]
    seen = (
        group.shared.says
        if group.shared
        else _one_line(surprise(first) if first.surprising else first.reason)
    )
    if seen:
        yield [(_clipped(_INDENT + _BUT.split(seen)[-1], width), "")]
    yield [(_INDENT + _first_thing(first, width - len(_INDENT)), "")]
    if first.repro:
        yield [(f"{_INDENT}replay: {first.repro}", "")]


def _first_thing(result: Result, width: int) -> str:
    """Return the first sentence of the advice, or the command that explains the rule."""
    advice = result.evidence.get("advice")
    if isinstance(advice, str) and advice:
        return _clipped(f"do: {_one_line(advice).partition('. ')[0].rstrip('.')}", width)
    return f"see: refloader rules {result.rule}"


def _stale(run: Run, room: int) -> Iterator[Line]:
    for entry in run.stale[:room]:
        yield [("stale  ", "fail"), (f" {entry.rule} on {entry.subject}: {out_of_date(entry)}", "")]
    if len(run.stale) > room:
        yield [(f"and {number_of(len(run.stale) - room, 'more stale entry', 'more stale entries')}", "")]


def _known(run: Run) -> Iterator[Line]:
    """Yield a line on each expectation file: the rules whose findings it excuses."""
    files: dict[str, Counter[str]] = {}
    for each in run.results:
        if each.as_expected and each.expected is not None:
            files.setdefault(each.expected.file, Counter())[each.rule] += 1
    for file, rules in files.items():
        told = ", ".join(f"{rule}{_times(number)}" for rule, number in rules.items())
        yield [("known  ", "note"), (f" by {file}: {told}", "")]


def _times(number: int) -> str:
    return f" ({number})" if number > 1 else ""


def _without_reason(run: Run) -> Iterator[Line]:
    """Yield a line on expected findings whose expectation has no reason yet."""
    places = dict.fromkeys(why_expected(each) for each in run.results if _unexplained(each))
    if places:
        more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
        yield [("known  ", "warning"), (f" {next(iter(places))}{more}", "")]


def _unexplained(result: Result) -> bool:
    return result.as_expected and result.expected is not None and not result.expected.reason.strip()


def _verdict(run: Run) -> Line:
    against = [each for each in run.results if each.counts_against]
    known = sum(each.as_expected for each in run.results)
    tail = f" ({number_of(known, 'finding')} known and as expected)" if known else ""
    if not run.reliable:
        return [(f"not to be relied on: {_why_not(run)}", "error")]
    stale = len(run.stale) + sum(each.outdates for each in run.results)
    dated = f"{number_of(stale, 'stale entry', 'stale entries')} of expectation files" if stale else ""
    if against:
        rules = len({each.rule for each in against})
        broken = f"{number_of(rules, 'rule')} broken in {number_of(len(against), 'case')}"
        return [(f"not conformant: {', '.join(filter(None, (broken, dated)))}{tail}", "fail")]
    if run.too_little:
        return [(f"judged too little to say: {run.too_little[0]}", "error")]
    if run.outdated:
        return [(f"no rule broken, but {dated}{tail}", "fail")]
    fine = "nothing new" if known else "conformant"
    return [(f"{fine}{tail}{f', {dated}' if dated else ''}", "pass")]


def _why_not(run: Run) -> str:
    if run.truncated:
        return "the run was ended before its end"
    errors = sum(map(_is_error, run.results))
    return (
        f"{number_of(errors, 'case')} ended in an error of the harness" if errors else "the file is damaged"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _clipped(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: max(0, width - 1)]}…"
