"""A run as Markdown for the job summary on GitHub: the outcome first, and within GitHub's size limit.

If space is short, evidence is left out before findings, and the number of omitted findings is given.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from refloader.model.text import number_of, shortened
from refloader.report import outcome
from refloader.report.answer import answer
from refloader.report.arrange import (
    FINDINGS,
    Cause,
    Finding,
    Measured,
    by_weight,
    facts,
    findings,
    flaky,
    known,
    out_of_date,
    retried,
    standing,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.asked import asked, reasoned
from refloader.report.formats.escaped import block, code, inline
from refloader.report.numbers import of_run
from refloader.report.rewording import reworded
from refloader.report.rules.links import rule_url
from refloader.report.standing_text import judge, sentences
from refloader.results.records import UNTIMED, has_time
from refloader.results.results_file import Result, Run, Verdict

MOST = 1_000_000
"""Bytes. GitHub shows summaries of a step up to 1 MiB, and nothing of a longer one."""

_ROWS = 100
"""The most subjects in the table, and the most entries of a list."""

_TOLD = 10
"""The most problems and notes, so that they and the table always leave room for findings."""

_LINES = 60
_LONG = 4_000
_RESERVE = 4_000
_MORE = "`refloader rules ID` has the page of a rule: why it matters, what to do, and examples."

_COLUMNS = {
    "Rules broken": outcome.FAIL,
    "Warned": outcome.WARN,
    "Passed": outcome.PASS,
    "Skipped": outcome.SKIP,
    "Harness failed": outcome.ERROR,
}
"""The columns, with the outcomes that they count, which are those of the HTML report."""


def render(run: Run) -> str:
    """Return the document, ending in a line break, of at most MOST bytes as UTF-8."""
    head = "\n\n".join(_head(run))
    tail = "\n\n".join(_fitting(_tail(run), MOST // 3))
    room = MOST - _size(head) - _size(tail) - _RESERVE
    every = [each for subject in subjects(run) for each in findings(subject.results, FINDINGS)]
    shown = _fitting((_finding(each, evidence=True) for each in every), room)
    note = ""
    if len(shown) < len(every):
        shown = _fitting((_finding(each, evidence=False) for each in every), room)
        note = "The evidence is left out: it is longer than a summary may be. It is in the results file."
    if len(shown) < len(every):
        note = (
            f"{len(every) - len(shown)} further findings and all evidence are left out: see the results file."
        )
    parts = [head, *(["### Findings", _MORE] if every else []), *shown, note, tail]
    return "\n\n".join(filter(None, parts)) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8")) + 2


def _fitting(texts: Iterable[str], room: int) -> list[str]:
    """Return as many of the texts as fit, from the first on."""
    shown = []
    for text in texts:
        room -= _size(text)
        if room < 0:
            break
        shown.append(text)
    return shown


def _head(run: Run) -> Iterator[str]:
    """Yield the parts that are always shown, with untrusted texts shortened."""
    header = run.header
    yield f"## {inline(answer(run).text)}"
    made = f"{judge(header)}, edition {header.edition}"
    where = f", on {header.environment}" if header.environment else ""
    yield f"By {_short(made + where)}, {_short(header.started) if has_time(header.started) else UNTIMED}"
    if run.truncated:
        yield "**Truncated run:** results may be missing"
    yield inline(of_run(run).text)
    yield from map(inline, sentences(run))
    if run.too_little:
        yield f"**Judged too little:** {_short('; '.join(run.too_little))}"
    for said, texts in (("Problem", run.problems), ("Note", header.notes)):
        yield from (f"**{said}:** {_short(text, 300)}" for text in texts[:_TOLD])
        if len(texts) > _TOLD:
            yield f"**{said}:** and {len(texts) - _TOLD} more"
    yield "\n".join(_table(subjects(run)))


def _short(text: str, most: int = 1000) -> str:
    return inline(text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)")


def _table(every: tuple[Measured, ...]) -> Iterator[str]:
    """Yield a table of rules by subject and outcome: each rule counts once, as in the HTML report."""
    yield f"| Subject | {' | '.join(_COLUMNS)} |"
    yield f"|---|{'--:|' * len(_COLUMNS)}"
    for subject in every[:_ROWS]:
        counts = outcome.columns(outcome.by_rule(subject.results))
        numbers = (counts[each] for each in _COLUMNS.values())
        name = f"{inline(subject.kind)} {code(subject.name, 100)} {_short(subject.version, 60)}".rstrip()
        yield f"| {name} | {' | '.join('' if each == '0' else each for each in numbers)} |"
    if len(every) > _ROWS:
        yield f"| and {len(every) - _ROWS} more | {' | '.join('' for _ in _COLUMNS)} |"


def _finding(finding: Finding, *, evidence: bool) -> str:
    cause, first = finding.causes[0], finding.first
    rules = ", ".join(f"{_rule(each.rule)} {inline(each.title)}" for each in cause.rules)
    shared, request = finding.shared, asked(first)
    parts = [
        f"#### {standing(first)}: {inline(shared.title) if shared else rules}",
        f"{inline(shared.says)} Rules: {', '.join(map(_rule, finding.rules))}" if shared else "",
        f"On {code(first.subject)}, case {code(first.case)}",
        *(f"**Known:** {_short(surprise(each))}" for each in cause.results if each.surprising),
        *(f"**Again:** {again}" for again in (flaky(first), retried(first)) if again),
        f"**Asked:** {_short(request, _LONG)}" if request and not shared else "",
        f"**Why:** {_short(reasoned(first), _LONG)}" if first.reason else "",
        *(f"**What to do:** {_short(each)}" for each in cause.advice),
        block(first.repro, "sh") if 0 < len(first.repro) <= _LONG else "",
    ]
    if finding.others:
        names = [
            f"- {code(each.first.case)}: {_short(reworded(each.first.reason), 300)}"
            for each in finding.others
        ]
        parts.append(_folded(f"{number_of(len(names), 'further case')}", _listed(names)))
    if evidence and cause.evidence:
        parts.append(_folded("Evidence", block(_evidence_of(cause))))
    return "\n\n".join(filter(None, parts))


def _rule(rule: str) -> str:
    """Return the id, as a link if the documentation is online."""
    address = rule_url(quote(rule, safe=""))
    return f"[{code(rule)}](<{address}>)" if address else code(rule)


def _evidence_of(cause: Cause) -> str:
    lines = "\n".join(f"{name}: {fact}" for name, fact in facts(cause.evidence)).split("\n")
    shown = [shortened(line, _LONG) for line in lines[:_LINES]]
    left = len(lines) - _LINES
    return "\n".join(shown + ([f"... ({left} more lines)"] if left > 0 else []))


def _folded(title: str, text: str) -> str:
    """Return a collapsed section; GitHub requires empty lines around the Markdown in it."""
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


def _tail(run: Run) -> Iterator[str]:
    """Yield the sections after the findings: unmatched expectations, expected findings, and skipped cases."""
    if run.stale:
        lines = [
            f"- {code(each.rule)} on {code(each.subject)}: {_short(out_of_date(each))}" for each in run.stale
        ]
        yield _folded(f"Stale entries about no case: {len(lines)}", _listed(lines))
    expected = [
        f"- {every[0].first.verdict} on {code(every[0].first.subject)}, {number_of(len(every), 'case')}:"
        f" {_short(why_expected(every[0].first))} {code(_place(every[0].first))}"
        for subject in subjects(run)
        for every in known(by_weight([each for each in subject.results if each.as_expected]))
    ]
    if expected:
        yield _folded(f"As expected, by reason: {len(expected)}", _listed(expected))
    skips = Counter(result.reason for result in run.results if result.verdict is Verdict.SKIP)
    if skips:
        lines = [
            f"- {number_of(number, 'case')}: {_short(reason, 300)}" for reason, number in skips.most_common()
        ]
        yield _folded(f"Skipped: {number_of(sum(skips.values()), 'case')}", _listed(lines))


def _place(result: Result) -> str:
    """Return the file and line of the entry that permits a result."""
    return f"{result.expected.file}:{result.expected.line}" if result.expected else ""


def _listed(lines: list[str]) -> str:
    left = len(lines) - _ROWS
    return "\n".join(lines[:_ROWS] + ([f"- and {left} more"] if left > 0 else []))
