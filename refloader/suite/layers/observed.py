"""Describes a recording of any program: chains, calls, unfinished calls, what each layer broke. Reads no file."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from refloader.model.edition import LATEST, Edition
from refloader.model.registry import command as command_named
from refloader.model.version import ApiVersion, parse_strict, unpacked
from refloader.suite.layers.check_table import CHECK_TABLE, CheckRow, LayerCheck
from refloader.suite.layers.checks import allocations, handles, objects
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.thread_activity import AtWork, activities, unfinished_calls
from refloader.suite.sessions.check_result import Broken, CheckResult
from refloader.suite.sessions.recording import Call, Link, Note, Recording
from refloader.suite.subjects.layer import is_of_2018

MOST_JUDGED = 64
"""How many layers of one recording are checked: chains of real programs have a tenth of that."""


_ABOUT_OBJECTS = frozenset({allocations.__name__, handles.__name__, objects.__name__})
_COMMAND = re.compile(r"vk[A-Z]\w+")


class LinkCalls(NamedTuple):
    """The calls through the links between two neighbours; ``unfinished`` counts those that never returned."""

    link: Link
    calls: int
    unfinished: int


class CommandCalls(NamedTuple):
    """How often a command went through the links between two neighbours."""

    command: str
    link: Link
    calls: int


class Process(NamedTuple):
    """A process that wrote the recording. ``layers`` is its chain, from the application down."""

    layers: tuple[str, ...]
    threads: int
    calls: int


class Open(NamedTuple):
    """The calls of a thread that never returned, innermost last, and the activity in the innermost."""

    thread: int
    calls: Sequence[Call]
    at_work: AtWork


class Finding(NamedTuple):
    """The breaches that one check found; ``warns`` is true if the rules are shoulds."""

    rules: tuple[str, ...]
    judge: str
    warns: bool
    broken: Sequence[Broken]

    @property
    def severity(self) -> str:
        """The name of the severity in results: fail or warn."""
        return "warn" if self.warns else "fail"


@dataclass(frozen=True, slots=True)
class LayerVerdict:
    """A layer in one process: how often each check could have found a breach, and the findings, failures first.

    ``process`` is the index of the process.
    """

    process: int
    layer: str
    seen: Mapping[str, int]
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class Account:
    """The description of a recording. ``unjudged`` counts the layers beyond the limit that were not checked."""

    processes: Sequence[Process]
    passages: Sequence[LinkCalls]
    calls: int
    threads: int
    unfinished: Sequence[Open]
    layers: Sequence[LayerVerdict]
    unjudged: int = 0
    lost: int = 0
    torn: bool = False

    @property
    def breaches(self) -> int:
        """The number of findings that are failures."""
        return sum(not each.warns for judged in self.layers for each in judged.findings)

    @property
    def warnings(self) -> int:
        """The number of findings that are warnings."""
        return sum(each.warns for judged in self.layers for each in judged.findings)

    @property
    def cut_short(self) -> bool:
        """True if the recording is incomplete: then a call without an end proves nothing."""
        return bool(self.lost) or self.torn


def account(
    recording: Recording,
    edition: Edition = LATEST,
    layers: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> Account:
    """Return the description of a recording.

    If ``layers`` are named, only these are checked; if ``rules`` are, only for rules with these ids or prefixes.
    """
    found = names(recording)
    parts = _by_process(recording)
    judged = [
        (place, part, name)
        for place, part in enumerate(parts)
        for name in names(part)
        if not layers or name in layers
    ]
    rows = table_rows(edition, rules)
    return Account(
        tuple(_process(part) for part in parts),
        tuple(_links(recording, found)),
        len(recording.calls),
        len({call.thread for call in recording.calls.values()}),
        tuple(_unfinished(recording)),
        tuple(_verdicts(place, part, name, rows, edition) for place, part, name in judged[:MOST_JUDGED]),
        len(judged[MOST_JUDGED:]),
        recording.lost,
        recording.torn,
    )


def names(recording: Recording) -> tuple[str, ...]:
    """Return the layers of a recording, from the application down if the chains agree."""
    return _order(recording.links.values())


def table_rows(edition: Edition = LATEST, rules: Sequence[str] = ()) -> tuple[CheckRow, ...]:
    """Return the rows of the check table for an edition; only those for these rules if some are named."""
    return tuple(each for each in CHECK_TABLE if each.holds_in(edition) and _is_of(each, rules))


def _is_of(row: CheckRow, rules: Sequence[str]) -> bool:
    return not rules or any(
        rule == each or rule.startswith((f"{each}-", f"{each}_")) for rule in row.rules for each in rules
    )


# ---- chains


def _process(part: Recording) -> Process:
    return Process(names(part), len({call.thread for call in part.calls.values()}), len(part.calls))


def _by_process(recording: Recording) -> Sequence[Recording]:
    """Return the recording of each process, in the order of their first calls: processes have unrelated handles.

    Each process that writes a recording has its own links; threads that share links belong to one process.
    """
    groups = _Groups()
    for thread, link in dict.fromkeys((call.thread, call.link) for call in recording.calls.values()):
        groups.join(("thread", thread), ("link", link))
    calls: dict[_Key, dict[int, Call]] = {}
    for number, call in recording.calls.items():
        calls.setdefault(groups.of(("link", call.link)), {})[number] = call
    if len(calls) < 2:
        return (recording,) if calls else ()
    links: dict[_Key, dict[int, Link]] = {group: {} for group in calls}
    for at, pair in recording.links.items():
        links.get(groups.of(("link", at)), {})[at] = pair
    notes: dict[_Key, list[Note]] = {group: [] for group in calls}
    for note in recording.notes:
        notes.get(groups.of(("thread", note.thread)), []).append(note)
    return tuple(Recording(links[group], calls[group], notes[group]) for group in calls)


_Key = tuple[str, int]


class _Groups:
    """Sets of keys that belong together (union-find)."""

    def __init__(self) -> None:
        self._parents: dict[_Key, _Key] = {}

    def of(self, key: _Key) -> _Key:
        """Return the key that stands for the whole group."""
        path = []
        while (parent := self._parents.setdefault(key, key)) != key:
            path.append(key)
            key = parent
        self._parents.update(dict.fromkeys(path, key))
        return key

    def join(self, one: _Key, other: _Key) -> None:
        """Merge the groups of two keys."""
        self._parents[self.of(one)] = self.of(other)


def _order(links: Iterable[Link]) -> tuple[str, ...]:
    """Return the layers of links, each above those that it calls; in a cycle, in the order of the links."""
    pairs = dict.fromkeys(links)
    places = {
        name: at for at, name in enumerate(dict.fromkeys(name for pair in pairs for name in pair if name))
    }
    callers = Counter(pair.below for pair in pairs if pair.above)
    below: dict[str, list[str]] = {}
    for pair in pairs:
        below.setdefault(pair.above, []).append(pair.below)
    waiting = [(callers[name] > 0, at, name) for name, at in places.items()]
    heapify(waiting)
    found: dict[str, None] = {}
    while waiting:
        _, _, name = heappop(waiting)
        if name in found:
            continue
        found[name] = None
        for each in below.get(name, ()):
            callers[each] -= 1
            if each and not callers[each]:
                heappush(waiting, (False, places[each], each))
    return tuple(found)


def _links(recording: Recording, layers: Sequence[str]) -> Iterator[LinkCalls]:
    calls, unfinished = Counter[int](), Counter[int]()
    for call in recording.calls.values():
        calls[call.link] += 1
        unfinished[call.link] += call.left is None
    numbers: dict[Link, list[int]] = {}
    for number, link in recording.links.items():
        numbers.setdefault(link, []).append(number)
    for link in sorted(numbers, key=_places(layers)):
        same = numbers[link]
        yield LinkCalls(link, sum(calls[each] for each in same), sum(unfinished[each] for each in same))


def command_calls(recording: Recording, layers: Sequence[str] = ()) -> Iterator[CommandCalls]:
    """Yield how often each command went through each link, links from the application down, the most frequent first.

    If ``layers`` are named, only their links count: those to them and those from them.
    """
    counts: Counter[tuple[Link, str]] = Counter()
    for call in recording.calls.values():
        link = recording.links.get(call.link)
        if link is not None and (not layers or link.above in layers or link.below in layers):
            counts[link, call.command] += 1
    place = _places(names(recording))
    for (link, command), number in sorted(
        counts.items(), key=lambda each: (place(each[0][0]), -each[1], each[0][1])
    ):
        yield CommandCalls(command, link, number)


def _places(layers: Sequence[str]) -> Callable[[Link], tuple[int, int]]:
    """Return a sort key for links: from the application down."""
    place = {name: at for at, name in enumerate(("", *layers))}
    return lambda link: (place[link.above], place[link.below] or len(place))


def _unfinished(recording: Recording) -> Iterator[Open]:
    open_ = unfinished_calls(recording)
    told = activities(recording, [calls[-1] for calls in open_.values()])
    rows = (Open(thread, calls, each) for (thread, calls), each in zip(open_.items(), told, strict=True))
    yield from sorted(rows, key=lambda row: row.calls[-1].entered)


# ---- layers

VERSION = "version"
"""The subject of the notes of the loader that give the packed version of a layer's manifest."""


def _versions(part: Recording, name: str) -> list[ApiVersion]:
    """Return the versions that were recorded for a layer; each process of a program has one."""
    return [unpacked(note.value) for note in part.notes if note.about == VERSION and note.text == name]


def _is_of_2018(part: Recording, name: str) -> bool:
    """Return whether a layer may be as old as the documents of 2018, as one may whose version was not recorded."""
    return all(is_of_2018(each) for each in _versions(part, name))


def _newer_commands(view: LayerCalls) -> frozenset[str]:
    """Return the commands of a program newer than a layer that came after the version in the layer's manifest.

    A program is newer if it asks for an instance of a newer Vulkan. A layer whose version was not recorded may be of
    Vulkan 1.0.
    """
    own = min((each.feature for each in _versions(view.recording, view.layer)), default=(1, 0))
    asked = (call.fact("api") for call in view.into("vkCreateInstance"))
    if not any(fact is not None and unpacked(fact.value).feature > own for fact in asked):
        return frozenset()
    return frozenset(
        name for name in {call.command for call in view.recording.calls.values()} if _came_with(name) > own
    )


def _came_with(name: str) -> tuple[int, int]:
    known = command_named(name)
    if known is not None and known.core is None and known.alias:
        known = command_named(known.alias)
    came = parse_strict(f"{known.core}.0") if known is not None and known.core else None
    return came.feature if came is not None else (1, 0)


def _is_unknown(breach: Broken, judge: LayerCheck, newer: frozenset[str]) -> bool:
    """Return whether a breach may be because a layer does not know commands that are newer than itself.

    It is about one of them, or about objects: one of those may have made, shown or ended them.
    """
    if judge.__module__ in _ABOUT_OBJECTS:
        return bool(newer)
    return not newer.isdisjoint({*(call.command for call in breach.calls), *_COMMAND.findall(breach.fact)})


def _verdicts(
    process: int, part: Recording, name: str, rows: Sequence[CheckRow], edition: Edition
) -> LayerVerdict:
    view = LayerCalls(part, name)
    is_old, newer = _is_of_2018(part, name), _newer_commands(view)
    looks: dict[str, CheckResult] = {}
    broken: dict[tuple[bool, str], tuple[list[str], dict[int, Broken]]] = {}
    for row in rows:
        result = looks.get(row.name)
        if result is None:
            result = looks[row.name] = row.judge(view)
        for each in result.broken:
            is_older = _is_unknown(each, row.judge, newer)
            warns = row.warns(edition, is_of_2018=is_old, is_older=is_older)
            named, breaches = broken.setdefault((warns, row.name), ([], {}))
            named += [rule for rule in row.rules if rule not in named]
            breaches.setdefault(id(each), each)
    found = [
        Finding(tuple(named), judge, warns, [*breaches.values()])
        for (warns, judge), (named, breaches) in broken.items()
    ]
    seen = {judge: result.seen for judge, result in looks.items()}
    return LayerVerdict(process, name, seen, sorted(found, key=lambda finding: finding.warns))
