"""Pairs the subjects of one run with those of another. No I/O."""

import os
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from refloader.results.results_file import Subject


@dataclass(frozen=True, slots=True)
class Pair:
    """A subject of both runs, or of one of them, with None for the other. ``why`` is empty if the names are equal."""

    old: Subject | None
    new: Subject | None
    why: str = ""


def pairs(
    old: Sequence[Subject], new: Sequence[Subject], machines: tuple[str, str] = ("", "")
) -> tuple[Pair, ...]:
    """Pair each subject once, in the order of the newer run, followed by those that only the older run has.

    Subjects of the same kind are paired by the first of these that is unique in both runs: the name; the machine and
    the name in runs of that machine; the path; the file name; the kind alone. ``machines`` are the machines of both
    runs, for subjects that do not name their own (those of merged runs do).
    """
    matched = {id(pair.new): pair for pair in _matched(old, new, machines)}
    taken = {id(pair.old) for pair in matched.values()}
    here = (matched.get(id(each), Pair(None, each)) for each in new)
    return (*here, *(Pair(each, None) for each in old if id(each) not in taken))


_Key = Callable[[Subject, str], Hashable]
"""Returns what two records of the same subject have in common; its second argument is the machine of the run."""

_KEYS: tuple[tuple[_Key, str], ...] = (
    (lambda subject, machine: subject.name, ""),
    (
        lambda subject, machine: (subject.own_name or subject.name, subject.environment or machine),
        "runs of that machine call it so",
    ),
    (lambda subject, machine: subject.path, "it is the same path"),
    (lambda subject, machine: os.path.basename(subject.path), "its file has the same name"),
    (lambda subject, machine: subject.kind, "each run has one of the kind"),
)


def _matched(old: Sequence[Subject], new: Sequence[Subject], machines: tuple[str, str]) -> list[Pair]:
    found: list[Pair] = []
    for key, why in _KEYS:
        taken = {id(each) for pair in found for each in (pair.old, pair.new)}
        left = [each for each in old if id(each) not in taken]
        right = [each for each in new if id(each) not in taken]
        if (key, why) == _KEYS[-1]:
            left, right = _ones(old, left), _ones(new, right)
        there, here = _unique(left, key, machines[0]), _unique(right, key, machines[1])
        found += [Pair(there[k], each, why) for k, each in here.items() if k in there]
    return found


def _ones(every: Sequence[Subject], left: Sequence[Subject]) -> list[Subject]:
    """Return the subjects that are the only one of their kind in the run."""
    kinds = Counter(each.kind for each in every)
    return [each for each in left if kinds[each.kind] == 1]


def _unique(subjects: Sequence[Subject], key: _Key, machine: str) -> dict[tuple[str, Hashable], Subject]:
    """Map kind and key to the subject, for keys that only one subject has."""
    keys = [(each.kind, key(each, machine)) for each in subjects]
    times = Counter(keys)
    return {k: each for k, each in zip(keys, subjects, strict=True) if k[1] and times[k] == 1}
