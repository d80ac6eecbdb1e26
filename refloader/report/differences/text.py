"""The difference between two runs as plain text for a terminal, the worst first. Uses no colour."""

import json
import statistics
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from refloader.model.text import number_of, shortened, visible
from refloader.report.arrange import about, retried
from refloader.report.differences.difference import CaseChange, Difference, Kind, SubjectChange, lists_all
from refloader.report.differences.facts import FactChange, TimingChange
from refloader.results.records import has_time
from refloader.results.results_file import FINDINGS, Result, Run, Verdict

_MOST = 20
"""The most lines of one kind; the JSON has all."""

SCREEN = 24
"""The lines of a usual terminal."""

_FEW = 6
"""The most passing or skipped cases that are listed one by one."""

_BEFORE = 40
"""The characters shown of the part that two texts share, before the first difference."""

_LONG = 160
"""The most characters shown of a value."""


def render(found: Difference, *, timings: bool = False) -> str:
    """Return the text, which ends in a line break. With ``timings`` a changed timing counts as a change.

    A text of more than a screen ends with the verdict, which it began with.
    """
    lines = [*_lines(found, timings=timings)]
    if len(lines) > SCREEN:
        lines += ("", lines[0])
    return "".join(f"{visible(line)}\n" for line in lines)


def _lines(found: Difference, *, timings: bool) -> Iterator[str]:
    yield verdict(found, timings=timings)
    yield from broken_rules(found)
    yield f"old  {_described(found.old)}"
    yield f"new  {_described(found.new)}"
    yield from (f"note: {note}" for note in found.notes)
    for subject in found.subjects:
        told = list(_subject(subject))
        if told:
            yield ""
            yield from told


def _described(run: Run) -> str:
    header = run.header
    names = ", ".join(" ".join(filter(None, (each.name, each.version))) for each in header.subjects[:_FEW])
    more = f" and {len(header.subjects) - _FEW} more" if len(header.subjects) > _FEW else ""
    judged = f"judged {header.started}, " if has_time(header.started) else ""
    judged += f"refloader {header.suite_version}, rules {header.catalogue_version}"
    return f"{names}{more}, {judged}" if names else judged


def broken_rules(found: Difference) -> Iterator[str]:
    """Yield how many rules each subject broke and breaks, and which were mended or are newly broken.

    A rule is neither if the other run did not judge what broke it: that says nothing of the subject.
    """
    before, after = _by_rule(found.old), _by_rule(found.new)
    whole = lists_all(found.old), lists_all(found.new)
    for change in found.subjects:
        if change.old is None or change.new is None:
            continue
        old, new = before.get(change.old.name, {}), after.get(change.new.name, {})
        was, now = _broken(old), _broken(new)
        if was or now:
            yield f"{_names(change)}: {number_of(len(was), 'rule')} broken before, {len(now)} now"
        mended = {rule for rule in was - now if _is_judged(old[rule], new.get(rule, {}), whole=whole[1])}
        broken = {rule for rule in now - was if _is_judged(new[rule], old.get(rule, {}), whole=whole[0])}
        for what, rules in (
            ("no longer broken", mended),
            ("broken before, not judged now", was - now - mended),
            ("broken now", broken),
            ("broken now, not judged before", now - was - broken),
        ):
            if rules:
                yield f"  {what}: {', '.join(sorted(rules))}"


_Cases = dict[str, Verdict]
"""The verdict of each case on one rule."""


def _by_rule(run: Run) -> dict[str, dict[str, _Cases]]:
    """Return the cases of each subject by rule. Of two results for one case, a finding counts."""
    found: dict[str, dict[str, _Cases]] = {}
    for each in run.results:
        cases = found.setdefault(each.subject, {}).setdefault(each.rule, {})
        if each.verdict in FINDINGS or each.case not in cases:
            cases[each.case] = each.verdict
    return found


def _broken(rules: dict[str, _Cases]) -> set[str]:
    """Return the rules that a subject breaks, known or not."""
    return {rule for rule, cases in rules.items() if not FINDINGS.isdisjoint(cases.values())}


def _is_judged(breaking: _Cases, other: _Cases, *, whole: bool) -> bool:
    """True if the other run judged the rule, and each of the cases that break it here.

    A run of the ``whole`` suite that lacks a case has no such case.
    """
    skipped = (Verdict.SKIP, Verdict.ERROR)
    return any(verdict not in skipped for verdict in other.values()) and all(
        other[case] not in skipped if case in other else whole
        for case, verdict in breaking.items()
        if verdict in FINDINGS
    )


def _names(change: SubjectChange) -> str:
    """Return the subject, and its versions where they differ."""
    old, new = change.old, change.new
    assert old is not None, "a subject of both runs"
    assert new is not None, "a subject of both runs"
    if old.name != new.name:
        return f"{old.name} -> {new.name}"
    versions = f"{old.version} -> {new.version}" if old.version != new.version else new.version
    return " ".join(filter(None, (new.name, versions)))


def verdict(found: Difference, *, timings: bool = False) -> str:
    """Return one sentence on whether anything changed."""
    if found.counts:
        tally = ", ".join(f"{what}: {number}" for what, number in counted(found).items() if number)
        return f"changed ({tally})"
    if timings and found.has_timings:
        return "changed (timings)"
    if not found.is_whole:
        return "nothing has changed in the results that there are, but a run is incomplete"
    if not (lists_all(found.old) and lists_all(found.new)):
        return "nothing has changed in what both runs judged"
    return "nothing has changed"


def answer(found: Difference, *, timings: bool = False) -> str:
    """Return the verdict as a full sentence with counts, for the beginning of a page."""
    numbers = counted(found)
    first = sorted(numbers, key=lambda what: not what.startswith("cases"))
    parts = [_counted(what, numbers[what]) for what in first if numbers[what]]
    if timings:
        each = [change.is_slower for subject in found.subjects for change in subject.timings]
        numbers = {"slower": sum(each), "faster": len(each) - sum(each)}
        parts += [
            f"{number_of(number, 'timing')} {_is(number)} {how}" for how, number in numbers.items() if number
        ]
    if parts:
        return f"{', '.join(parts[:-1])} and {parts[-1]}." if parts[1:] else f"{parts[0]}."
    said = verdict(found, timings=timings)
    return f"{said[0].upper()}{said[1:]}."


def _counted(what: str, number: int) -> str:
    """Return how many changes there are of one kind, which is a key of ``counted``."""
    if what == "subjects":
        return f"{number_of(number, 'subject')} came or went"
    if what == "facts":
        return f"{number_of(number, 'fact')} changed"
    return f"{number_of(number, 'case')} {_is(number)} {what.removeprefix('cases ')}"


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def counted(found: Difference) -> dict[str, int]:
    """Return the number of changes of each kind that count."""
    alone = [each for each in found.subjects if each.old is None or each.new is None]
    cases = [
        cause[0]
        for subject in found.subjects
        for cause in causes(each for each in subject.cases if each.counts)
    ]
    facts = [each for subject in found.subjects for each in subject.facts if each.counts]
    return {
        "subjects": len(alone),
        **{f"cases {kind}": sum(each.kind is kind for each in cases) for kind in Kind},
        "facts": len(facts),
    }


def _subject(change: SubjectChange) -> Iterator[str]:
    """Yield the lines on one subject; none if it did not change."""
    title = f"{change.subject.kind} {change.subject.name}"
    if change.old is None or change.new is None:
        yield f"{title}: {'only in NEW' if change.old is None else 'only in OLD'}"
        return
    counting = [each for each in change.cases if each.counts and not each.by_chance]
    told = [
        *_cases(sorted(counting, key=_place)),
        *_facts(change.facts),
        *_timings(change.timings),
        *_by_chance(change),
        *_reworded(change.reworded),
    ]
    if told:
        yield title
        yield from told


# ---- cases


def _place(change: CaseChange) -> int:
    """Return a sort key: what is broken now, what is mended, then the other kinds in their order."""
    return 0 if change.is_regression else 1 if is_mended(change) else 2


def is_mended(change: CaseChange) -> bool:
    """True if the older run has a finding, and the newer one has none and was judged."""
    return (
        change.kind is Kind.BETTER
        and change.old is not None
        and change.old.verdict in FINDINGS
        and not (change.new is not None and change.new.verdict in FINDINGS)
    )


def _cases(changes: Sequence[CaseChange]) -> Iterator[str]:
    """Yield cases by kind, the worst first; many passing or skipped cases are only counted."""
    for (kind, verdict), each in groupby(changes, key=lambda change: (change.kind, _light(change.result))):
        together = causes(each)
        if verdict and kind is not Kind.BETTER and len(together) > _FEW:
            yield f"  {kind}: {len(together)} cases ({verdict}); --format json has them"
            continue
        for alike in _alike(together[:_MOST]):
            yield from _case(alike[0])
            yield from (_also(cause[0].result, alike[0][0].result) for cause in alike[1:])
        yield from _and_more(len(together), f"causes of cases {kind}")


def _light(result: Result) -> str:
    """Return the verdict of a case that needs no attention (pass or skip), or an empty string."""
    return result.verdict.value if result.verdict in (Verdict.PASS, Verdict.SKIP) else ""


def causes(changes: Iterable[CaseChange]) -> list[list[CaseChange]]:
    """Group changes of one case that have the same verdicts and reason under several rules."""
    together: dict[tuple[object, ...], list[CaseChange]] = {}
    for each in changes:
        verdicts = (str(result and result.verdict) for result in (each.old, each.new))
        key = (each.result.case, each.result.reason, each.counts, each.by_chance, *verdicts)
        together.setdefault(key, []).append(each)
    return list(together.values())


def _alike(together: Iterable[list[CaseChange]]) -> Iterable[list[list[CaseChange]]]:
    """Group causes of the same rules and verdicts, if they are shown with their reasons: the first has them whole."""
    groups: dict[tuple[str, ...], list[list[CaseChange]]] = {}
    for cause in together:
        alone = () if _has_reason(cause[0]) else (cause[0].result.case,)
        key = (*(each.result.rule for each in cause), _steps(cause[0]), *alone)
        groups.setdefault(key, []).append(cause)
    return groups.values()


def _has_reason(change: CaseChange) -> bool:
    return change.kind in (Kind.WORSE, Kind.UNJUDGED) or change.is_regression


def _steps(change: CaseChange) -> str:
    return " -> ".join(outcome(each) for each in (change.old, change.new) if each)


def _also(result: Result, first: Result) -> str:
    """Return the line of a further case, with what is different in its reason."""
    if result.reason == first.reason:
        return f"    also    {result.case}"
    return f"    also    {result.case}: {_short(_apart(first.reason, result.reason)[1])}"


def _case(cause: Sequence[CaseChange]) -> Iterator[str]:
    change, rules = cause[0], ", ".join(each.result.rule for each in cause)
    kind = "mended" if is_mended(change) else change.kind
    yield f"  {kind}: {rules}  {change.result.case}  ({_steps(change)})"
    if _has_reason(change):
        yield f"    rule    {about(change.result.rule).title}"
        first, *rest = change.result.reason.split("\n")
        yield f"    why     {first}"
        yield from (f"            {line}" for line in rest)
    if change.is_regression and change.result.repro:
        yield f"    replay  {change.result.repro}"


def outcome(result: Result) -> str:
    """Return the verdict, the different verdict of a second try, and the verdicts of earlier runs of the case."""
    again = f"flaky: {result.flaky} at the second try" if result.flaky else ""
    return ", ".join(filter(None, (result.verdict, again, retried(result))))


def _by_chance(change: SubjectChange) -> Iterator[str]:
    """Yield the changes that are due to flakiness, then the cases that are flaky only now."""
    for each in change.cases:
        if each.by_chance:
            steps = " -> ".join(outcome(result) for result in (each.old, each.new) if result)
            known = "" if each.counts else ", which was known to be intermittent"
            yield f"  by chance: {each.result.rule}  {each.result.case}  ({steps}){known}"
    for result in change.flaky:
        yield f"  flaky now: {result.rule}  {result.case}  ({outcome(result)})"


def _reworded(changes: Sequence[tuple[Result, Result]]) -> Iterator[str]:
    """Yield findings and warnings that have other reasons; cases that are still skipped are only counted."""
    skipped = len({new.case for _, new in changes if new.verdict is Verdict.SKIP})
    together: dict[tuple[str, ...], list[Result]] = {}
    for old, new in changes:
        if new.verdict is not Verdict.SKIP:
            together.setdefault((new.verdict, new.case, old.reason, new.reason), []).append(new)
    for (verdict, case, before, after), results in [*together.items()][:_MOST]:
        yield f"  still {verdict}, for another reason: {', '.join(each.rule for each in results)}  {case}"
        was, now = _apart(before, after)
        yield f"    was     {_short(was)}"
        yield f"    now     {_short(now)}"
    yield from _and_more(len(together), "cases with another reason")
    if skipped:
        yield f"  still skip, for another reason: {number_of(skipped, 'case')}; --format json has them"


def _apart(old: str, new: str) -> tuple[str, str]:
    """Shorten both texts to begin shortly before the word where they differ."""
    parting = (place for place, (was, now) in enumerate(zip(old, new, strict=False)) if was != now)
    start = max(0, next(parting, 0) - _BEFORE)
    start = old.find(" ", start) + 1 if start else 0
    return (old, new) if start == 0 else (f"... {old[start:]}", f"... {new[start:]}")


# ---- facts


def _facts(changes: Sequence[FactChange]) -> Iterator[str]:
    """Yield the changed facts by device and topic; those that do not count come last."""
    ordered = sorted(changes, key=lambda change: not change.counts)
    for (counts, device, topic), each in groupby(ordered, key=lambda c: (c.counts, c.device, c.topic)):
        told = list(each)
        where = f" of {device}" if device else ""
        mark = "" if counts else " (does not count)"
        yield f"  {topic}{where}{mark}"
        yield from (f"    {fact(change)}" for change in told[:_MOST])
        yield from _and_more(len(told), topic)


def fact(change: FactChange) -> str:
    """Return one change in a few words: what was added, removed or replaced."""
    name = change.name or change.topic
    if change.old is None:
        return f"+ {name}{_value(change.new)}"
    if change.new is None:
        return f"- {name}{_value(change.old)}"
    return f"{name}: {_short(plain(change.old))} -> {_short(plain(change.new))}"


def _value(value: Any) -> str:
    """Return the value that was added or removed, unless it is simply true."""
    return "" if value is True else f" ({_short(plain(value))})"


def plain(value: Any) -> str:
    """Return a string as it is, any other value as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(text: str) -> str:
    return shortened(" ".join(text.split()), _LONG)


def _timings(changes: Iterable[TimingChange]) -> Iterator[str]:
    yield from (f"  {timing(each)}" for each in changes)


def timing(change: TimingChange) -> str:
    """Return one sentence on the durations in both runs."""
    what = f"a device of {change.device}" if change.device else "an instance"
    spans = (
        f"{min(each):.1f} to {max(each):.1f} ms, half of them within {statistics.median(each):.1f} ms"
        for each in (change.old, change.new)
    )
    return f"{'slower' if change.is_slower else 'faster'}: {what} takes {' -> '.join(spans)}"


def _and_more(number: int, what: str) -> Iterator[str]:
    if number > _MOST:
        yield f"    and {number - _MOST} more ({what}); --format json has all"
