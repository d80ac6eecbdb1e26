"""The difference between two runs as Markdown, for a comment or a build page. Names are escaped."""

from collections.abc import Iterator, Sequence

from refloader.model.text import shortened, visible
from refloader.report.arrange import about
from refloader.report.differences.difference import CaseChange, Difference, SubjectChange
from refloader.report.differences.text import broken_rules, fact, outcome, timing, verdict
from refloader.report.formats.escaped import code, inline
from refloader.results.records import UNTIMED, has_time
from refloader.results.results_file import Result

_MOST = 50
"""The most rows of one table; the JSON has all."""


_LONG = 1000
"""The most characters shown of one text."""


def render(found: Difference, *, timings: bool = False) -> str:
    """Return the page, which ends in a line break. With ``timings`` a changed timing counts as a change."""
    return "".join(f"{line}\n" for line in _lines(found, timings=timings))


def _lines(found: Difference, *, timings: bool) -> Iterator[str]:
    yield f"**{safe(verdict(found, timings=timings))}**"
    yield ""
    yield from (f"- {safe(line.strip())}" for line in broken_rules(found))
    yield ""
    times = (run.header.started for run in (found.old, found.new))
    yield f"Judged {' and '.join(safe(each) if has_time(each) else UNTIMED for each in times)}."
    if found.notes:
        yield ""
        yield from (f"- {safe(note)}" for note in found.notes)
    for subject in found.subjects:
        yield from _subject(subject)


def _subject(change: SubjectChange) -> Iterator[str]:
    title = f"## {change.subject.kind} {safe(change.subject.name)}"
    if change.old is None or change.new is None:
        yield from (
            "",
            title,
            "",
            "Only in the newer run." if change.old is None else "Only in the older run.",
        )
        return
    told = [*_cases(change), *_facts(change)]
    if told:
        yield from ("", title, *told)


def _cases(change: SubjectChange) -> Iterator[str]:
    told = [each for each in change.cases if each.counts or each.by_chance]
    if told:
        yield from ("", "| | rule | case | was | now | why |", "|---|---|---|---|---|---|")
        yield from map(_case, told[:_MOST])
        yield from _and_more(len(told))
        yield from _replays(told)
    if change.reworded:
        yield from ("", "For another reason:", "")
        yield from (f"- {_reworded(*each)}" for each in change.reworded[:_MOST])
        yield from _and_more(len(change.reworded))
    if change.flaky:
        yield from ("", "Flaky now:", "")
        yield from (f"- {safe(each.rule)} {safe(each.case)}: {safe(outcome(each))}" for each in change.flaky)


def _replays(told: Sequence[CaseChange]) -> Iterator[str]:
    """Yield the commands that reproduce the regressions."""
    commands = dict.fromkeys(each.result.repro for each in told if each.is_regression and each.result.repro)
    if commands:
        yield from ("", "To run what is worse:", "")
        yield from (f"- {code(each, _LONG)}" for each in list(commands)[:_MOST])
        yield from _and_more(len(commands))


def _reworded(old: Result, new: Result) -> str:
    return safe(f"{new.rule} {new.case}: still {new.verdict}. Was: {old.reason} Now: {new.reason}")


def _case(change: CaseChange) -> str:
    was, now = (outcome(each) if each else "" for each in (change.old, change.new))
    kind = f"{change.kind}, by chance" if change.by_chance else change.kind
    rule = f"{change.result.rule}: {about(change.result.rule).title}"
    cells = (kind, rule, change.result.case, was, now, change.result.reason)
    return f"| {' | '.join(map(safe, cells))} |"


def _facts(change: SubjectChange) -> Iterator[str]:
    ordered = sorted(change.facts, key=lambda each: not each.counts)
    if ordered or change.timings:
        yield ""
    for each in ordered[:_MOST]:
        where = f" of {each.device}" if each.device else ""
        mark = "" if each.counts else " (does not count)"
        yield f"- {safe(f'{each.topic}{where}: {fact(each)}{mark}')}"
    yield from (f"- {safe(timing(each))}" for each in change.timings)
    yield from _and_more(len(ordered))


def _and_more(number: int) -> Iterator[str]:
    if number > _MOST:
        yield ""
        yield f"And {number - _MOST} more."


def safe(text: str) -> str:
    """Return a text as one escaped line of Markdown."""
    return inline(visible(shortened(" ".join(text.split()), _LONG)))
