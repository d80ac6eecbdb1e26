"""Determines which pytest items are cases, their names, and which of them a run requests or leaves out. Runs none."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from refloader.model.edition import Edition
from refloader.results.expectations.case_lists import CaseLists
from refloader.results.results_file import Result, Verdict, changed
from refloader.rules.binding import binds
from refloader.suite.loaders.trial import Trial
from refloader.suite.run.scheduler import ScheduledCase, parts
from refloader.suite.run.targets import Target
from refloader.suite.sessions import bench
from refloader.suite.subjects.request import CORES, ListedCase, RunRequest, holds

FIXTURES = {"loader": "subject", "layer": "layer", "driver": "driver"}
"""The fixture by which a policy test gets its subject, by kind."""

NOBODY = Target("", "nobody", "")
"""The parameter of a test that holds in no edition of the run's subjects; such an item is no case."""


SAME_RUN = "same_run"
"""The mark of tests whose variants read runs of the subject that are made anyway."""

REAL_DRIVER = "real_driver"
"""The mark of variants on a real driver, which show more than the variants of the same test on the mock driver."""

NEEDS_LIBRARY = "needs_library"
"""The mark of tests that need a loader that opens libraries: a core opens none."""

NO_LIBRARY = (
    f"refloader: tests marked {NEEDS_LIBRARY} are collected for loaders alone (--refloader-loader PATH),"
    " not for the reference's core; refloader conform lists them, with the reason, for every subject"
)
"""The header of a run on cores alone."""


class Marked(Protocol):
    """What has marks: an item of pytest, or a variant of a test that is none yet."""

    def iter_markers(self, name: str) -> Iterable[pytest.Mark]:
        """Return the marks of this name."""


def target_of(item: pytest.Item) -> Target | None:
    """Return the subject of a policy test; None for every other test."""
    parameters = getattr(item, "callspec", None)
    return _target_in(parameters.params) if parameters is not None else None


def _target_in(parameters: Mapping[str, object]) -> Target | None:
    values = (parameters.get(name) for name in FIXTURES.values())
    return next((value for value in values if isinstance(value, Target)), None)


def place_of(item: pytest.Item) -> int:
    """Return the sort key of a case: those of one layer or driver together, since they share the same few runs."""
    target = target_of(item)
    return target.number if target and target.kind != "loader" else -1


def editions_of(node: pytest.Item) -> list[str]:
    """Return the editions in the marks of a test, its class and its parameters."""
    return [str(year) for mark in node.iter_markers("editions") for year in mark.args]


def marked_rules(node: Marked) -> list[str]:
    """Return the rules in a test's marks, including those that do not bind loaders."""
    return list(dict.fromkeys(rule_id for mark in node.iter_markers("rule") for rule_id in mark.args))


def parameter_rules(definition: pytest.Item) -> list[str]:
    """Return the rules in the marks of a test's parameters: tests of a corpus have none of their own."""
    values = [value for mark in definition.iter_markers("parametrize") for value in mark.args[1]]
    marks = [mark for value in values for mark in getattr(value, "marks", ())]
    return [rule_id for mark in marks if mark.name == "rule" for rule_id in mark.args]


def has_cases(definition: pytest.Item) -> bool:
    """Return whether every parameter of a test has values: a corpus that is not installed gives none."""
    return all(len(mark.args[1]) > 0 for mark in definition.iter_markers("parametrize"))


def rules_of(node: Marked, target: Target) -> list[str]:
    """Return the rules that a test checks on a subject, in the target's edition; none if it does not hold."""
    marks = [[str(year) for year in mark.args] for mark in node.iter_markers("editions")]
    if not all(target.edition in mark for mark in marks):
        return []
    edition = Edition(target.edition)
    return [each for each in marked_rules(node) if binds(each, target.kind) and holds(each, edition)]


def shows(definition: pytest.Item, target: Target) -> bool:
    """Return whether a subject can show what a test is about, as far as that is known before the test runs."""
    return target.loader not in CORES or definition.get_closest_marker(NEEDS_LIBRARY) is None


def unmarked(item: pytest.Item) -> str:
    """Return what is wrong with the marks of a test that a core cannot run; empty if nothing is."""
    trial = getattr(item, "funcargs", {}).get(FIXTURES["loader"])
    if not isinstance(trial, Trial) or not trial.needs_library:
        return ""
    return f"{item.nodeid} needs a loader that opens libraries: mark it with {NEEDS_LIBRARY}"


def requested_rules(item: pytest.Item, target: Target, wanted: RunRequest) -> list[str]:
    """Return the rules for which the request includes this case."""
    return _requested(rules_of(item, target), name_of(item, target), target, wanted)


def _requested(rules: Iterable[str], case: str, target: Target, wanted: RunRequest) -> list[str]:
    return [rule_id for rule_id in rules if wanted.takes(rule_id, case, target.name)]


def id_of(target: Target) -> str:
    """Return the subject's id in pytest: its place in the run, because a path may hold any bytes."""
    return f"subject{target.number}"


def name_of(item: pytest.Item, target: Target) -> str:
    """Return the name of the case for readers: file, test and parameters, without the subject."""
    name, _, parameters = item.name.partition("[")
    return _name(item.path, name, parameters.removesuffix("]"), target)


def _name(path: Path, test: str, parameters: str, target: Target) -> str:
    own = id_of(target)
    others = parameters.removesuffix(own).removeprefix(own).strip("-")
    stem = f"{path.stem.removeprefix('test_')}/{test.removeprefix('test_')}"
    return f"{stem}[{others}]" if others else stem


def may_hold(module: Path, names: Iterable[str]) -> bool:
    """Return whether cases of any of these names can be in a module of tests."""
    return any(name.partition("/")[0] == module.stem.removeprefix("test_") for name in names)


class _Variant:
    """The marks of one variant of a test: those of its parameters, and those of the test."""

    def __init__(self, own: Iterable[pytest.Mark], common: Iterable[pytest.Mark]) -> None:
        self._marks = (*own, *common)

    def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
        return (mark for mark in self._marks if mark.name == name)


def leave_out(metafunc: pytest.Metafunc, wanted: RunRequest) -> None:
    """Remove the variants of a test that ``chosen`` would leave out, before pytest makes an item of each.

    One always stays: pytest would run a test that has no variants as one without parameters. If pytest keeps the
    variants elsewhere, as a later version may, all stay.
    """
    variants = getattr(metafunc, "_calls", None)
    if not variants or _target_in(variants[0].params) is None:
        return
    common = [*metafunc.definition.iter_markers()]
    asked = []
    for place, each in enumerate(variants):
        target, node = _target_in(each.params), _Variant(each.marks, common)
        if target is None or target == NOBODY:
            continue
        case = _name(metafunc.definition.path, metafunc.definition.name, each.id, target)
        asked.append(
            _Asked(place, "", target, _requested(rules_of(node, target), case, target, wanted), node)
        )
    taken = _taken(asked, wanted)
    variants[:] = [each for place, each in enumerate(variants) if place in taken] or variants[:1]


def chosen(items: Sequence[pytest.Item], wanted: RunRequest) -> Iterator[pytest.Item]:
    """Yield the selected items in their order: all that are no policy tests, and the requested cases of the shard.

    Raises:
        pytest.UsageError: two tests have one name, so that a replay could not tell them apart.
    """
    seen: dict[tuple[str, str], str] = {}
    asked = []
    for place, item in enumerate(items):
        target = target_of(item)
        if target is None or target == NOBODY or not (rules := requested_rules(item, target, wanted)):
            continue
        name = name_of(item, target)
        if seen.setdefault((target.name, name), item.nodeid) != item.nodeid:
            raise pytest.UsageError(f"{item.nodeid}: another test is called {name} as well")
        asked.append(_Asked(place, item.nodeid.partition("[")[0], target, rules, item))
    taken = _taken(asked, wanted)
    every = [item for place, item in enumerate(items) if place in taken or target_of(item) is None]
    yield from _part(every, *wanted.shard)


class _Asked(NamedTuple):
    """A case at its place among others: its test, its subject, and the rules for which a run requests it."""

    place: int
    function: str
    target: Target
    rules: Sequence[str]
    node: Marked


def _taken(asked: Sequence[_Asked], wanted: RunRequest) -> set[int]:
    """Return the places of the cases that a run includes.

    The profile quick takes of each test the first variant that checks a rule, for every rule that its variants check;
    and all variants of a test that read runs which are made anyway, because they cost nothing more. Where
    a real driver is installed, variants on it come first.
    """
    if wanted.profile != "quick":
        return {each.place for each in asked if each.rules}
    shown: set[tuple[str, str, str]] = set()
    taken = set()
    for each in _real_drivers_first(asked):
        pairs = {(each.target.name, each.function, rule_id) for rule_id in each.rules}
        if each.rules and (not pairs <= shown or any(each.node.iter_markers(SAME_RUN))):
            shown |= pairs
            taken.add(each.place)
    return taken


def _real_drivers_first(asked: Sequence[_Asked]) -> Sequence[_Asked]:
    real = [each for each in asked if any(each.node.iter_markers(REAL_DRIVER))]
    if not real or bench.lavapipe() is None:
        return asked
    places = {each.place for each in real}
    return [*real, *(each for each in asked if each.place not in places)]


def _part(items: Sequence[pytest.Item], which: int, of: int) -> Iterator[pytest.Item]:
    targets = [(item, target_of(item)) for item in items]
    dealt = parts(
        [ScheduledCase(each.kind, each.number, item.path.stem) for item, each in targets if each], of
    )
    yield from (item for item, each in targets if each is None or next(dealt) == which)


# ---- lists of cases


def write_list(
    path: str, wanted: RunRequest, found: Iterable[Result], items: Iterable[pytest.Item], lists: CaseLists
) -> None:
    """Write the cases of a run, those that need no scenario first. Raises OSError."""
    rules: dict[tuple[str, str], list[str]] = {}
    for subject, case, rule_ids in (*_of_results(found), *_of_items(items, wanted)):
        if not lists.why_skipped(subject, case):
            rules.setdefault((subject, case), []).extend(rule_ids)
    with open(path, "w", encoding="ascii") as file:
        json.dump([asdict(ListedCase(*key, tuple(each))) for key, each in rules.items()], file)


def unless_left_out(results: Iterable[Result], lists: CaseLists) -> Iterator[Result]:
    """Yield results; those of a case that a list leaves out are skips with that reason."""
    for each in results:
        why = lists.why_skipped(each.subject, each.case)
        yield changed(each, verdict=Verdict.SKIP, reason=why, evidence={}) if why else each


def _of_results(found: Iterable[Result]) -> Iterator[tuple[str, str, list[str]]]:
    return ((each.subject, each.case, [each.rule]) for each in found)


def _of_items(items: Iterable[pytest.Item], wanted: RunRequest) -> Iterator[tuple[str, str, list[str]]]:
    for item in items:
        if target := target_of(item):
            yield target.name, name_of(item, target), requested_rules(item, target, wanted)


def skip_listed(items: Sequence[pytest.Item], lists: CaseLists) -> None:
    """Mark the cases that a list leaves out, so that they are skipped with that reason."""
    for item in items if lists.skips else ():
        target = target_of(item)
        if target and (why := lists.why_skipped(target.name, name_of(item, target))):
            item.add_marker(pytest.mark.skip(reason=why))
