"""A run on one screen: the state of each subject, the findings, and the first step for each. Not exhaustive.

Shown on a terminal after a run; ``summary`` is the complete text.
"""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from refloader.model.text import number_of, some
from refloader.report.arrange import (
    FINDINGS,
    STALE,
    Finding,
    Measured,
    about,
    findings,
    out_of_date,
    sandboxes,
    standing,
    subjects,
    surprise,
    why_expected,
)
from refloader.report.asked import asked, reasoned
from refloader.report.conclusion import conclusion
from refloader.report.numbers import of_run, of_specification
from refloader.report.standing_text import sentences
from refloader.results.coverage import shares_and_rules, too_little
from refloader.results.replays import words
from refloader.results.results_file import Result, Run, Verdict, count

Line = list[tuple[str, str]]
"""The parts of a line, each with the kind that determines its colour; an empty kind means no colour."""

_FEWEST = 3
"""The findings that even the smallest screen shows."""

_WHOLE = 1000
"""A limit that no text reaches: the lines that a text may take if everything fits the screen."""

_SHORT = 2
"""The lines that a text may take where not everything fits."""

_RULE = 300
"""The characters of a rule that is shown whole: what begins with one edition may end with another."""

_MANY_RULES = 8
"""The most rules that the line on an expectation file names."""

_UNSURE = ("?   ", "note")
"""The state of a subject of which too little was judged."""

_ANY = "0%"
"""The bar for a run that has none: whatever was judged is enough, but not nothing."""

_NARROW = 20
_INDENT = "        "
_FURTHER = f"{_INDENT}  "
_CONTINUED = " \\"
_BUT = re.compile(r"Not so: |\. But ")
"""Separates, in a reason, the expected behaviour from the actual one."""

_EXPECTED = re.compile(r"; (?=expected:? )")
"""Separates, in the actual behaviour, the actual value from the expected one: each begins a line."""

_SENTENCE = re.compile(r"(?<!\be\.g)(?<!\bi\.e)\. ")
"""Ends a sentence."""

_NEXT_PLACE = re.compile(r"\n(?=line \d+: )")
"""Separates the findings of one reason that lie on several lines of a file."""


def lines(run: Run, width: int, height: int, *, brief: bool = False) -> Iterator[Line]:
    """Yield the screen for ``width`` columns and ``height`` rows; a command to be copied is never cut.

    A ``brief`` screen, that of a run without a failure, has one line for each warning.

    The subjects with their verdicts come first. Texts are whole if all findings fit with them, else shortened. The
    screen is longer if there are many subjects, because each has its line.
    """
    width = max(width, _NARROW)
    told = [*_within(width, _caveats(run)), *_within(width, _subjects(run))]
    end = [[(line, "")] for text in _end(run) for line in textwrap.wrap(text, width)]
    groups = _groups(run)
    room = height - len(told) - len(end) - 4
    shown = _in_brief(groups, width, room) if brief else _fitting(groups, width, room)
    yield from told
    yield []
    for each in shown:
        yield from each
    if len(groups) > len(shown):
        more = f"and {_more(groups[len(shown) :])} (summary.txt has all, and so has --verbose)"
        yield from _within(width, [[(more, "")]])
    elif groups and brief:
        yield from _within(width, [[("--verbose prints them in full, and so does summary.txt", "")]])
    for remarks in (_stale(run, max(len(shown), _FEWEST)), _known(run), _without_reason(run)):
        yield from _within(width, remarks)
    if groups or run.stale:
        yield []
    yield from end
    text, kind = conclusion(run)
    yield from ([(line, kind)] for line in textwrap.wrap(text, width, break_long_words=False))


def _within(width: int, lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines that fit the screen: the last part of one that is too long goes on in further lines."""
    for *before, (text, kind) in lines:
        taken = sum(len(each) for each, _ in before)
        if taken + len(text) <= width:
            yield [*before, (text, kind)]
            continue
        first, *rest = textwrap.wrap(
            text,
            width,
            initial_indent=" " * taken,
            subsequent_indent=_INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
        space = text[: len(text) - len(text.lstrip())]
        yield [*before, (space + first.strip(), kind)]
        yield from ([(each, kind)] for each in rest)


def _end(run: Run) -> Iterator[str]:
    """Yield the numbers, how libraries were kept apart from the machine, and whether subjects are conformant."""
    yield of_run(run).text
    yield from sandboxes(run)
    yield from sentences(run)


def _fitting(groups: Sequence[Finding], width: int, room: int) -> list[list[Line]]:
    """Return the lines of the findings that fit the room, and of a few at least: all of them whole, or shortened."""
    for most in (_WHOLE, _SHORT):
        made = [list(_finding(each, width, most)) for each in groups]
        if _rows(made, width) <= room:
            return made
    kept = _FEWEST
    while kept < len(made) and _rows(made[: kept + 1], width) <= room:
        kept += 1
    return made[:kept]


def _in_brief(groups: Sequence[Finding], width: int, room: int) -> list[list[Line]]:
    """Return one line for each finding, of as many as fit the room, and of a few at least."""
    return [list(_head(each, width, 1)) for each in groups[: max(_FEWEST, room)]]


def _rows(made: Iterable[Sequence[Line]], width: int) -> int:
    """Return the rows that lines take: the terminal breaks those that are wider than the screen."""
    lengths = (sum(len(text) for text, _ in line) for each in made for line in each)
    return sum(max(1, -(-length // width)) for length in lengths)


def _caveats(run: Run) -> Iterator[Line]:
    if run.truncated:
        yield [("truncated run: results may be missing", "error")]
    for problem in run.problems:
        yield [("problem: ", "error"), (problem, "")]
    for reason in run.too_little:
        yield [("judged too little: ", "error"), (reason, "")]
    for note in run.header.notes:
        yield [("note: ", "note"), (note, "")]


def _subjects(run: Run) -> Iterator[Line]:
    """Yield the line of each subject; it is "ok" only in a run that came to its end and judged enough of it."""
    sure = run.reliable and not run.too_little
    for each in subjects(run):
        state, *rest = subject_line(each)
        if state[1] == "pass":
            little = next(iter(_too_little_of(run, each)), "")
            state = state if sure and not little else _UNSURE
            rest += [(f"; judged too little to say: {little}", "")] if sure and little else []
        yield [state, *rest]


def _too_little_of(run: Run, subject: Measured) -> tuple[str, ...]:
    """Return why a subject was judged too little, by the bar of the run. A part of a run has no bar."""
    bar = shares_and_rules(run.header.require)[0] or _ANY
    return () if run.header.shard else too_little(bar, subject.results)


def subject_line(subject: Measured) -> Line:
    """Return the line of a subject: kind, name, version, broken rules, and counts."""
    against = [each for each in subject.results if standing(each) in FINDINGS]
    failing = any(each.counts_against for each in subject.results)
    state = ("fail", "fail") if failing else ("ok  ", "pass") if subject.results else ("    ", "")
    name = " ".join(filter(None, (subject.kind, subject.name, subject.version)))
    rules = {each.rule for each in against if each.counts_against}
    told = [_tally([each for each in subject.results if not each.as_expected])]
    known = sum(each.as_expected for each in subject.results)
    told += [f"{known} known"] if known else []
    chance = sum(each.flaky is not None for each in subject.results)
    told += [f"{chance} flaky"] if chance else []
    broken = f"{number_of(len(rules), 'rule')} broken{of_specification(rules)}; " if rules else ""
    results = f"results: {', '.join(filter(None, told))}" if any(told) else "no results"
    return [state, (f"  {name}: {broken}{results}", "")]


def _tally(results: Sequence[Result]) -> str:
    return ", ".join(f"{number} {verdict}" for verdict, number in count(results).items() if number)


def _groups(run: Run) -> list[Finding]:
    """Return the findings: those that count against a subject and errors of the harness first, then warnings."""
    groups = [each for subject in subjects(run) for each in findings(subject.results, FINDINGS)]
    return sorted(groups, key=lambda group: not (group.first.counts_against or _is_error(group.first)))


def _more(groups: Sequence[Finding]) -> str:
    warnings = sum(group.first.verdict is Verdict.WARN for group in groups)
    numbers = ((len(groups) - warnings, "more finding"), (warnings, "more warning"))
    return " and ".join(number_of(number, what) for number, what in numbers if number)


def _is_error(result: Result) -> bool:
    return result.verdict == Verdict.ERROR


def _finding(group: Finding, width: int, most: int) -> Iterator[Line]:
    """Yield the rule, what was asked, the actual behaviour, and the first step; ``most`` lines for each text."""
    first = group.first
    yield from _head(group, width, most)
    for text in _texts(group, whole=most == _WHOLE):
        yield from ([(line, "")] for line in _wrapped(text, width, most))
    if first.repro:
        yield from ([(line, "")] for line in _command(f"{_INDENT}replay: ", first.repro, width))


def _head(group: Finding, width: int, most: int) -> Iterator[Line]:
    """Yield the verdict, the rules, the subject and the title, in up to ``most`` lines."""
    first = group.first
    kind = standing(first)
    cases = f", {group.cases}" if len(group.causes) > 1 else ""
    rules = number_of(len(group.rules), "rule") if group.shared else ", ".join(group.rules)
    head = f"{rules} on {first.subject}{cases}: {group.title}"
    word = STALE if kind == STALE else first.verdict.value
    title, *rest = _wrapped(head, width, most)
    yield [(f"{word:7}", kind), (f" {title.strip()}", "")]
    yield from ([(line, "")] for line in rest)


def _command(label: str, command: str, width: int) -> Iterator[str]:
    """Yield a command as lines that fit, each but the last with a backslash at its end: a shell takes them as one.

    No word is broken, so that a line with a long one is longer than the screen.
    """
    line, room = label, width - len(_CONTINUED)
    if len(label) + len(command) <= width:
        yield label + command
        return
    taken = words(command)
    for number, word in enumerate(taken):
        last = number + 1 == len(taken)
        if line.strip() and line != label and len(line) + 1 + len(word) > (width if last else room):
            yield line + _CONTINUED
            line = _FURTHER + word
        else:
            line += word if line == label else f" {word}"
    yield line


def _texts(group: Finding, *, whole: bool) -> Iterator[str]:
    """Yield the statements on a finding."""
    first = group.first
    reason = _one_line(surprise(first) if first.surprising else _apart(first))
    *ought, seen = _BUT.split(group.shared.says if group.shared else reason)
    if ought:
        yield f"{'should' if first.verdict is Verdict.WARN else 'must'}: {ought[0]}"
    if (request := asked(first)) and not group.shared:
        yield f"asked: {_one_line(request)}"
    yield from filter(None, _EXPECTED.split(seen))
    yield from _first_things(group, whole=whole)


def _wrapped(text: str, width: int, most: int) -> list[str]:
    """Return an indented text as lines; the last of ``most`` ends with an ellipsis if the text is longer."""
    return textwrap.wrap(
        text,
        max(width, _NARROW),
        initial_indent=_INDENT,
        subsequent_indent=_INDENT,
        max_lines=most,
        placeholder="…",
        break_on_hyphens=False,
    )


def _first_things(group: Finding, *, whole: bool) -> Iterator[str]:
    """Yield the advice, its first sentence unless ``whole``; or the rule and its command, if there is room."""
    first = group.first
    advice = first.evidence.get("advice")
    if isinstance(advice, str) and advice:
        text = _one_line(advice)
        yield f"do: {text if whole else _first_sentence(text)}"
    elif whole:
        rule = about(first.rule)
        if rule.binds and first.verdict is Verdict.FAIL and not group.shared:
            yield f"rule: {_in_short(rule.text)}"
        yield f"see: refloader rules {first.rule}"


def _in_short(text: str) -> str:
    """Return the text of a rule, only its first sentence if it is long."""
    return f"{_first_sentence(text)} …" if len(text) > _RULE else text.rstrip(".")


def _first_sentence(text: str) -> str:
    return _SENTENCE.split(text, maxsplit=1)[0].rstrip(".")


def _stale(run: Run, room: int) -> Iterator[Line]:
    for entry in run.stale[:room]:
        yield [("stale  ", "fail"), (f" {entry.rule} on {entry.subject}: {out_of_date(entry)}", "")]
    if len(run.stale) > room:
        yield [(f"and {number_of(len(run.stale) - room, 'more stale entry', 'more stale entries')}", "")]


def _known(run: Run) -> Iterator[Line]:
    """Yield a line on each expectation file: the rules whose findings it excuses."""
    files: dict[str, Counter[str]] = {}
    shipped = set[str]()
    for each in run.results:
        if each.as_expected and each.expected is not None:
            files.setdefault(each.expected.file, Counter())[each.rule] += 1
            shipped |= {each.expected.file} if each.expected.shipped else set()
    for file, rules in files.items():
        told = [f"{rule}{_times(number)}" for rule, number in rules.most_common()]
        note = " (comes with refloader; --expect none counts these)" if file in shipped else ""
        yield [("known  ", "note"), (f" by {file}{note}: {some(told, _MANY_RULES)}", "")]


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


def _apart(result: Result) -> str:
    """Return the reason; the findings on one file, each on a line of its own, are parted by semicolons."""
    found, reason = result.evidence.get("findings"), reasoned(result)
    return reason.replace("\n", "; ") if isinstance(found, list) and len(found) > 1 else reason


def _one_line(text: str) -> str:
    """Return a text as one line; findings at several lines of a file stay apart."""
    return " ".join(_NEXT_PLACE.sub("; ", text).split())
