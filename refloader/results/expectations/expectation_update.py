"""Updates an expectation file to match a run. Gives no verdict, and leaves the reasons of new entries to people.

The file is edited as text, entry by entry, so that what people wrote in an entry, or in comments directly
above it, is preserved. Entries are sorted by the order of the catalogue, then by case.
"""

import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from refloader.host.shared_folders import place_of
from refloader.results.expectations.conditions import conditions_met_by, within
from refloader.results.expectations.expectation_file import SCHEMA, Entry, headers, parse, read
from refloader.results.expectations.expectations import name_of
from refloader.results.records import FINDINGS, Result, Subject, Verdict
from refloader.results.verdicts import ANY, difference_in
from refloader.rules import RuleId, rules

_HEAD = """\
# What is known to be wrong with this {kind}. reports/README.md says how to read and keep this file.
schema = {schema}

[subject]
file = {file}
{rest}"""


_LONGEST = 300
"""The most characters of what differs in an entry; any text may follow."""

_VARYING = re.compile(r"0x[0-9a-f]{5,}")
"""What is another one in each run: addresses."""


class Change(NamedTuple):
    """The outcome of an update: the number of entries added, removed, and now without a reason."""

    path: str
    added: int
    removed: int
    without_reason: int


@dataclass(frozen=True, slots=True)
class _New:
    """An entry to be added to the file."""

    rule: str
    case: str
    verdict: Verdict
    reason: str = ""
    link: str = ""
    also: tuple[Verdict, ...] = ()
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Actual:
    """The results of a run on one subject. ``complete`` means that the run had every case."""

    version: str
    results: tuple[Result, ...]
    complete: bool

    def about(self, entry: Entry, entries: Sequence[Entry]) -> list[Result]:
        """Return the results to which an entry applies, except those that another entry names exactly."""
        exact = {(each.rule, each.case) for each in entries if each is not entry}
        return [
            each
            for each in self.results
            if entry.fits(each.rule, each.case) and (each.rule, each.case) not in exact
        ]


def update(path: str, subject: Subject, results: Iterable[Result], *, complete: bool) -> Change:
    """Update the file to match this run's results on its subject, or create it.

    ``complete`` means that the run had every case; entries that match no case are then removed as well.

    Raises:
        ExpectationsError: the file exists and cannot be used.
        OSError: the file cannot be written.
    """
    own = tuple(each for each in results if each.subject == subject.name)
    seen = _Actual(subject.version, own, complete)
    text = _text(path) if os.path.lexists(path) else _head(subject)
    entries = parse(text.encode(), path).entries
    kept = [entry for entry in entries if _holds(entry, entries, seen)]
    fresh = list(_fresh(entries, kept, seen, name_of(os.path.abspath(path))))
    after = _joined(text, entries, kept, fresh)
    waiting = sum(not each.reason.strip() for each in parse(after.encode(), path).entries)
    _replace(path, after)
    return Change(path, len(fresh), len(entries) - len(kept), waiting)


def new_file(
    subject: Subject, results: Iterable[Result], describe: Callable[[Result], tuple[str, str]]
) -> str:
    """Return the text of a new file for a complete run; ``describe`` returns the reason and the link of a finding."""
    seen = _Actual(subject.version, tuple(results), complete=True)
    new = [
        _New(
            *(each.rule, each.case, each.verdict, *describe(each)),
            (each.flaky,) if each.flaky else (),
            differs_in(each),
        )
        for each in seen.results
        if each.verdict in FINDINGS
    ]
    return _joined(_head(subject), (), (), list(_grouped(new, seen)))


def _text(path: str) -> str:
    read(path)  # so that a pipe or a file that is too large is refused
    with open(path, encoding="utf-8", newline="") as file:
        return file.read().replace("\r\n", "\n")


def _head(subject: Subject) -> str:
    """Return the beginning of a new file, with the conditions on its subject.

    A layer's or driver's version is omitted: it is a Vulkan version and does not identify the build.
    """
    versioned = subject.version and subject.kind == "loader"
    told = conditions_met_by(subject)
    rest: dict[str, str | tuple[str, ...]] = {
        "version": f"=={subject.version}" if versioned else "",
        "edition": subject.edition,
        "kind": subject.kind if subject.kind != "loader" else "",
        "driver": told.name,
        "device": told.devices,
    }
    return _HEAD.format(
        kind=subject.kind,
        schema=_quoted(SCHEMA),
        file=_quoted(os.path.basename(subject.path) or subject.name),
        rest="".join(f"{key} = {_value(value)}\n" for key, value in rest.items() if value),
    )


def _value(value: str | tuple[str, ...]) -> str:
    """Return a string or an array of strings in TOML; an array of one string is written as the string."""
    if isinstance(value, str) or len(value) == 1:
        return _quoted(value if isinstance(value, str) else value[0])
    return f"[{', '.join(map(_quoted, value))}]"


def _holds(entry: Entry, entries: Sequence[Entry], seen: _Actual) -> bool:
    """True if an entry can stay: it is for another version, or the run does not contradict it."""
    if not within(seen.version, entry.versions):
        return True
    if seen.complete and not any(entry.fits(each.rule, each.case) for each in seen.results):
        return False
    about = [each for each in seen.about(entry, entries) if _judged(each)]
    return all(map(entry.allows, about))


def _judged(result: Result) -> bool:
    return result.verdict not in (Verdict.SKIP, Verdict.ERROR)


def _fresh(entries: Sequence[Entry], kept: Sequence[Entry], seen: _Actual, name: str) -> Iterator[_New]:
    """Yield new entries for the findings to which no remaining entry, and no entry of another file, applies."""
    holding = [each for each in kept if within(seen.version, each.versions)]
    new = [
        _new(each, entries)
        for each in seen.results
        if each.verdict in FINDINGS
        and not any(entry.fits(each.rule, each.case) for entry in holding)
        and not (each.as_expected and each.expected and each.expected.file != name)
    ]
    yield from _grouped(new, seen) if seen.complete else new


def _new(result: Result, entries: Sequence[Entry]) -> _New:
    """Return an entry for a finding, with the reason and link of an earlier entry for the same case and verdict."""
    before = [each for each in entries if each.fits(result.rule, result.case)]
    same = next((each for each in before if each.verdict == result.verdict and each.allows(result)), None)
    words = (same.reason, same.link) if same else ("", "")
    return _New(result.rule, result.case, result.verdict, *words, differs=differs_in(result))


def differs_in(result: Result) -> tuple[str, ...]:
    """Return the pattern for what differs in a finding; none for one that varies from run to run, or is no failure.

    Where a subject crashes or hangs may depend on more than the case.
    """
    if result.flaky or result.verdict is not Verdict.FAIL:
        return ()
    text = _VARYING.sub(ANY, difference_in(result.reason))
    return (text if len(text) <= _LONGEST else text[:_LONGEST] + ANY,) if text else ()


def _grouped(new: Sequence[_New], seen: _Actual) -> Iterable[_New]:
    """Combine entries for all variants of a pattern that have a verdict into one entry for the pattern.

    They are equal except for what differs, of which the entry has each once.
    """
    judged = (each for each in seen.results if _judged(each))
    every = Counter((each.rule, pattern) for each in judged for pattern in _patterns(each.case))
    alike: dict[_New, list[_New]] = {}
    for entry in new:
        for pattern in _patterns(entry.case):
            alike.setdefault(replace(entry, case=pattern, differs=()), []).append(entry)

    def widest(entry: _New) -> _New:
        for group in (replace(entry, case=pattern, differs=()) for pattern in _patterns(entry.case)):
            if 1 < len(alike[group]) == every[group.rule, group.case]:
                return replace(group, differs=all_that_differs([each.differs for each in alike[group]]))
        return entry

    return dict.fromkeys(map(widest, new))


def all_that_differs(ways: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the patterns of several entries, each once; none if one of them has none."""
    each_once = dict.fromkeys(text for one in ways for text in one)
    return tuple(each_once) if all(ways) else ()


def _patterns(case: str) -> Iterator[str]:
    """Yield the patterns that match a variant, the widest first: ``x[*]`` and ``x[a-*]`` for ``x[a-b]``."""
    stem, bracket, variant = case.partition("[")
    parts = variant.split("-")
    for number in range(len(parts) if bracket else 0):
        yield f"{stem}[{'-'.join([*parts[:number], ANY])}]"


def _joined(text: str, entries: Sequence[Entry], kept: Sequence[Entry], fresh: Sequence[_New]) -> str:
    """Return the text of the file with the remaining and the new entries, sorted."""
    lines = text.split("\n")
    starts = [_start(lines, number) for number in headers(lines)]
    ends = [*starts, len(lines)][1:]
    blocks = [
        (_place(entry.rule, entry.case), "\n".join(lines[start:end]).strip("\n"))
        for entry, start, end in zip(entries, starts, ends, strict=True)
        if entry in kept
    ]
    blocks += [(_place(entry.rule, entry.case), _block(entry)) for entry in fresh]
    head = "\n".join(lines[: starts[0]] if starts else lines).rstrip("\n")
    return "\n\n".join([head, *(block for _, block in sorted(blocks, key=lambda each: each[0]))]) + "\n"


def _start(lines: Sequence[str], header: int) -> int:
    """Return the index of an entry's first line; comments directly above its header belong to it."""
    index = header - 1
    while index and lines[index - 1].lstrip().startswith("#"):
        index -= 1
    return index


def _place(rule_id: str, case: str) -> tuple[int, str]:
    return list(rules()).index(RuleId(rule_id)), case


def _block(entry: _New) -> str:
    rows = {"rule": entry.rule, "case": entry.case, "verdict": entry.verdict.value, "reason": entry.reason}
    if entry.link:
        rows["link"] = entry.link
    also = [f"also = [{', '.join(_quoted(each.value) for each in entry.also)}]"] if entry.also else []
    differs = [f"differs = {_lines_of(entry.differs)}"] if entry.differs else []
    texts = (f"{key} = {_quoted(value)}" for key, value in rows.items())
    return "\n".join(["[[expected]]", *texts, *also, *differs])


def _lines_of(texts: Sequence[str]) -> str:
    """Return an array of strings in TOML, one a line; an array of one string is written as the string."""
    if len(texts) == 1:
        return _quoted(texts[0])
    return "\n".join(["[", *(f"  {_quoted(each)}," for each in texts), "]"])


def _quoted(text: str) -> str:
    """Return a TOML basic string. JSON strings differ in surrogates, which results do not contain, and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _replace(path: str, text: str) -> None:
    """Replace a file atomically, so that a kill leaves either the old or the new file. Raises OSError."""
    path = place_of(path)
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".expectations-")
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            # By descriptor: whoever owns the folder may put a link at the temporary name.
            os.fchmod(file.fileno(), 0o644)
        os.replace(temporary, path)
    except OSError:
        with suppress(FileNotFoundError):
            os.remove(temporary)
        raise
