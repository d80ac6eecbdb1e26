"""Brings an expectation file up to what a run has found. Never judges, and fills in no reason of its own.

The file is edited as text, entry by entry, so that whatever people wrote into an entry, or in comments right
above it, stays with it. Entries stand in the order of the catalogue and of their cases.
"""

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from refloader.results.expectations.conditions import told_by, within
from refloader.results.expectations.expectation_file import ANY, SCHEMA, Entry, headers, parse, read
from refloader.results.expectations.expectations import name_of
from refloader.results.records import FINDINGS, Result, Subject, Verdict
from refloader.rules import RuleId, rules

_HEAD = """\
# What is known to be wrong with this {kind}. reports/README.md says how to read and keep this file.
schema = {schema}

[subject]
file = {file}
{rest}"""


class Change(NamedTuple):
    """What became of a file: entries added and removed, and how many now wait for a reason."""

    path: str
    added: int
    removed: int
    without_reason: int


@dataclass(frozen=True, slots=True)
class _New:
    """An entry that is not in the file yet."""

    rule: str
    case: str
    verdict: Verdict
    reason: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a run says about one subject: its judged results, and whether it had every case."""

    version: str
    results: tuple[Result, ...]
    complete: bool

    def about(self, entry: Entry, entries: Sequence[Entry]) -> list[Result]:
        """The results that an entry is about, and no entry that says more exactly which."""
        exact = {(each.rule, each.case) for each in entries if each is not entry}
        return [
            each
            for each in self.results
            if entry.fits(each.rule, each.case) and (each.rule, each.case) not in exact
        ]


def update(path: str, subject: Subject, results: Iterable[Result], *, complete: bool) -> Change:
    """Write the file anew for what this run found on its subject; makes it where there is none.

    ``complete`` is whether the run had every case: entries about no case are then removed as well.

    Raises:
        ExpectationsError: there is a file, and it cannot be used.
        OSError: it cannot be written.
    """
    own = tuple(each for each in results if each.subject == subject.name)
    seen = _Seen(subject.version, own, complete)
    text = _text(path) if os.path.lexists(path) else _head(subject)
    entries = parse(text.encode(), path).entries
    kept = [entry for entry in entries if _holds(entry, entries, seen)]
    fresh = list(_fresh(entries, kept, seen, name_of(os.path.abspath(path))))
    after = _joined(text, entries, kept, fresh)
    waiting = sum(not each.reason.strip() for each in parse(after.encode(), path).entries)
    _replace(path, after)
    return Change(path, len(fresh), len(entries) - len(kept), waiting)


def _text(path: str) -> str:
    read(path)  # so that a pipe or a file that is too large is refused
    with open(path, encoding="utf-8", newline="") as file:
        return file.read().replace("\r\n", "\n")


def _head(subject: Subject) -> str:
    """The condition of a new file. The version of a layer or driver is the API's and says nothing of the build."""
    versioned = subject.version and subject.kind == "loader"
    told = told_by(subject)
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
    """A text or an array of texts, as TOML has them; an array of one is that text."""
    if isinstance(value, str) or len(value) == 1:
        return _quoted(value if isinstance(value, str) else value[0])
    return f"[{', '.join(map(_quoted, value))}]"


def _holds(entry: Entry, entries: Sequence[Entry], seen: _Seen) -> bool:
    """Whether an entry can stay: it is about another version, or nothing speaks against it."""
    if not within(seen.version, entry.versions):
        return True
    if seen.complete and not any(entry.fits(each.rule, each.case) for each in seen.results):
        return False
    about = [each for each in seen.about(entry, entries) if _judged(each)]
    return all(each.verdict in (entry.verdict, *entry.also) for each in about)


def _judged(result: Result) -> bool:
    return result.verdict not in (Verdict.SKIP, Verdict.ERROR)


def _fresh(entries: Sequence[Entry], kept: Sequence[Entry], seen: _Seen, name: str) -> Iterator[_New]:
    """The entries for findings that none of those kept is about, nor an entry of another file."""
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
    """An entry for a finding; what was written about it or all its variants before is taken over."""
    before = [each for each in entries if each.fits(result.rule, result.case)]
    same = next((each for each in before if each.verdict == result.verdict), None)
    words = (same.reason, same.link) if same else ("", "")
    return _New(result.rule, result.case, result.verdict, *words)


def _grouped(new: Sequence[_New], seen: _Seen) -> Iterable[_New]:
    """Entries that say the same of every judged variant under a pattern, as one for the pattern."""
    judged = (each for each in seen.results if _judged(each))
    every = Counter((each.rule, pattern) for each in judged for pattern in _patterns(each.case))
    alike = Counter(replace(entry, case=pattern) for entry in new for pattern in _patterns(entry.case))

    def widest(entry: _New) -> _New:
        for group in (replace(entry, case=pattern) for pattern in _patterns(entry.case)):
            if 1 < alike[group] == every[group.rule, group.case]:
                return group
        return entry

    return dict.fromkeys(map(widest, new))


def _patterns(case: str) -> Iterator[str]:
    """The patterns that take a variant, the widest first: ``x[*]`` and ``x[a-*]`` for ``x[a-b]``."""
    stem, bracket, variant = case.partition("[")
    parts = variant.split("-")
    for number in range(len(parts) if bracket else 0):
        yield f"{stem}[{'-'.join([*parts[:number], ANY])}]"


def _joined(text: str, entries: Sequence[Entry], kept: Sequence[Entry], fresh: Sequence[_New]) -> str:
    """The text of the file with the blocks of entries that are to be in it, in order."""
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
    """The index of the first line of an entry: comments right above its header are part of it."""
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
    return "\n".join(["[[expected]]", *(f"{key} = {_quoted(value)}" for key, value in rows.items())])


def _quoted(text: str) -> str:
    """A TOML basic string. JSON's differs in surrogates and DEL, which no text of a result holds."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _replace(path: str, text: str) -> None:
    """Write a file at one stroke, so that a kill leaves the old or the new one. Raises OSError."""
    path = os.path.realpath(path)
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=folder, prefix=".expectations-")
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError:
        with suppress(FileNotFoundError):
            os.remove(temporary)
        raise
