"""A pytest plugin that runs the policy tests once for each mutant, in child processes forked after collection.

Only ``selftest`` loads it. Each child patches the core in its own process, or its own copy of the library, runs
its cases and returns the verdict of each. So pytest collects the tests once, and mutants do not affect each other.
"""

import gc
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from refloader.host.forked import Ended, Task, run_forked
from refloader.host.temporary import TemporaryFolder
from refloader.model.edition import Edition
from refloader.sandbox.isolation import process_tree
from refloader.selftest.copying import copy_hiding
from refloader.selftest.mutants.registry import Mutant, hidden_names, mutants_by_name, patch_of
from refloader.selftest.plugin_jobs import GREEN, RED, Order, sampled
from refloader.selftest.raising import exceptions_of_libraries
from refloader.selftest.reaching import Reaching, caches
from refloader.selftest.variants.marks import JOINT
from refloader.selftest.variants.registry import variants
from refloader.suite.run.cases import may_hold, name_of, rules_of, target_of
from refloader.suite.run.narrowing import may_check
from refloader.suite.run.targets import Target
from refloader.suite.subjects.request import CORES

Row = dict[str, Any]
Verdicts = dict[int, tuple[str, str, list[str]]]
"""The verdict, its reason and the case's rules that it is not about, by the position of the case."""

SIDECAR = ".violate"
"""The suffix of the file next to a copy of the library that contains the name of the mutant."""


@dataclass(frozen=True, slots=True)
class Case:
    """A pytest item that tests a loader."""

    item: pytest.Item
    target: Target
    name: str
    rules: tuple[str, ...]

    @property
    def subject(self) -> str:
        """The kind of mutant that the item can detect."""
        return "core" if self.target.loader in CORES else "library"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the only option of this plugin; ``refloader selftest`` sets it."""
    parser.addoption("--refloader-violators", metavar="ORDER", default="", help="run each of these violators")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore modules without a case of the order: of a requested name, or of a mutant's rules unless all are run."""
    order = Order.read(config.getoption("--refloader-violators"))
    if not collection_path.name.startswith("test_"):
        return None
    if order.only:
        return None if may_hold(collection_path, order.only) else True
    if order.every_rule:
        return None
    of = order.first if order.folder else {name: mutants_by_name()[name].rules for name in order.names}
    rules = {rule_id for name in order.names for rule_id in of[name]}
    return None if may_check(collection_path, rules.__contains__) else True


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the mutants of the order instead of pytest's own loop."""
    order = Order.read(session.config.getoption("--refloader-violators"))
    with open(order.answers, "w", encoding="ascii") as answers:
        for row in _rows(order, tuple(_cases(session.items))):
            answers.write(json.dumps(row) + "\n")
            answers.flush()
    return True


def _cases(items: Iterable[pytest.Item]) -> Iterator[Case]:
    for item in items:
        target = target_of(item)
        if target is not None:
            yield Case(item, target, name_of(item, target), tuple(rules_of(item, target)))


def _rows(order: Order, cases: Sequence[Case]) -> Iterator[Row]:
    """Yield the cases, then their verdicts on the unchanged reference, then those on each mutant.

    A mutant gets only cases that pass on the unchanged reference.
    """
    subjects = [_subject(name, order) for name in order.names]
    chosen = [(each, _fitting(each, cases, order)) for each in subjects]
    wanted = sorted({place for _, places in chosen for place in places})
    told = {place: (cases[place].target.name, cases[place].name, cases[place].rules) for place in wanted}
    yield {"cases": told}
    late = _late(chosen, cases) if order.late else frozenset()
    early = [place for place in wanted if place not in late]
    yield {"total": len(early) + sum(len(places) for _, places in chosen)}
    green: set[int] = set(late)
    reached: dict[str, set[int]] = {name: set() for name in order.sources}
    for row in _baseline(order, cases, early):
        for name, places in row.pop("reached").items():
            reached[name].update(places)
        green |= {place for place, (verdict, *_) in (row["verdicts"] or {}).items() if verdict in GREEN}
        yield row
    runs = []
    for mutant, places in chosen:
        useful = green & reached[mutant.name] if mutant.name in order.sources else green
        run = [place for place in places if place in useful]
        if run or (places and mutant.name not in order.sources):
            runs.append((mutant, run))
    total = sum(len(run) for _, run in runs)
    yield {"total": len(early) + total}
    most = _most_of_a_task(total, order)
    parts = {mutant.name: -(-len(run) // most) or 1 for mutant, run in runs}
    tasks: list[Task] = []
    for mutant, run in runs:
        for start in range(parts[mutant.name]):
            part = run[start :: parts[mutant.name]]
            tasks.append((mutant.name, _task(mutant, part, cases, order)))
    asked: set[int] = set()
    for ended in run_forked(tasks, workers=order.workers, limit=order.limit):
        asked |= {place for place, (verdict, *_) in (ended.answer or {}).items() if verdict in RED} & late
        yield _row(ended, parts[ended.name])
    if asked:
        yield {"total": len(early) + total + len(asked)}
        for row in _baseline(order, cases, sorted(asked)):
            yield {key: value for key, value in row.items() if key != "reached"}


def _late(chosen: Iterable[tuple[Mutant, Sequence[int]]], cases: Sequence[Case]) -> frozenset[int]:
    """Return the positions of the cases that are run on mutants and check no rule of one of these."""
    own = {
        place
        for mutant, places in chosen
        for place in places
        if not set(mutant.rules).isdisjoint(cases[place].rules)
    }
    return frozenset(place for _, places in chosen for place in places if place not in own)


_LEAST_OF_A_TASK, _TASKS_OF_A_WORKER = 100, 8


def _most_of_a_task(total: int, order: Order) -> int:
    """Return how many cases of one mutant a worker runs at a time, so that all workers end at about the same time.

    A run that may end with the first failure is not divided.
    """
    if not order.every_rule or order.folder:
        return max(1, total)
    return max(_LEAST_OF_A_TASK, -(-total // (_TASKS_OF_A_WORKER * max(1, order.workers))))


def _subject(name: str, order: Order) -> Mutant:
    if order.folder:
        return Mutant(name, (), "", "core" if name in order.sources else "library")
    return _variant(name) if order.allowed else mutants_by_name()[name]


def _variant(name: str) -> Mutant:
    """Return a variant, or several that one loader takes together, as a loader that violates no rule."""
    does = " ".join(variants()[each].does for each in name.split(JOINT))
    return Mutant(name, (), does, "library")


def _fitting(violator: Mutant, cases: Sequence[Case], order: Order) -> list[int]:
    """Return the positions of the cases to run on a mutant: those of its own rules, then a few of each other test.

    The other tests are left out unless the order has ``every_rule``.
    """
    known = not order.allowed and not order.folder
    editions = {edition.value for edition in (violator.editions if known else Edition)}
    shown = [
        place
        for place, case in enumerate(cases)
        if case.subject == violator.subject and case.target.edition in editions
    ]
    if order.only:
        return [place for place in shown if cases[place].name in order.only]
    if order.folder:
        first = frozenset(order.first.get(violator.name, ()))
        own = [place for place in shown if not first.isdisjoint(cases[place].rules)]
        chosen = shown if order.every_rule else own
        few = _spread(_few(chosen, cases, order), cases)
        return sorted(few, key=lambda place: first.isdisjoint(cases[place].rules))
    own = [place for place in shown if not set(violator.rules).isdisjoint(cases[place].rules)]
    others = [place for place in shown if set(violator.rules).isdisjoint(cases[place].rules)]
    return [*_spread(own, cases), *(_few(others, cases, order) if order.every_rule else ())]


def _few(places: Iterable[int], cases: Sequence[Case], order: Order) -> list[int]:
    """Return the positions of as many variants of each test as the order has parameters."""
    tests: dict[tuple[object, ...], list[int]] = {}
    for place in places:
        tests.setdefault(_test(cases[place]), []).append(place)
    return sorted(place for each in tests.values() for place in sampled(each, order.parameters, order.sample))


def _spread(places: Sequence[int], cases: Sequence[Case]) -> list[int]:
    """Sort the positions so that the first variant of each test precedes the second variants, and so on."""
    ranks = _ranks(places, cases)
    return sorted(places, key=lambda place: ranks[place])


def _ranks(places: Sequence[int], cases: Sequence[Case]) -> dict[int, int]:
    """Return, for each case, how many variants of the same test precede it, with the same subject and rules."""
    met: Counter[tuple[object, ...]] = Counter()
    ranks = {}
    for place in places:
        test = _test(cases[place])
        ranks[place] = met[test]
        met[test] += 1
    return ranks


def _test(case: Case) -> tuple[object, ...]:
    """Return what all variants of one test have in common, with the same subject and rules."""
    return case.name.partition("[")[0], case.target.name, case.rules


def _baseline(order: Order, cases: Sequence[Case], wanted: Sequence[int]) -> Iterator[Row]:
    """Run the cases on the unchanged reference, divided among the workers."""
    parts = [wanted[start :: order.workers] for start in range(order.workers)]
    tasks = [("", _task(None, part, cases, order)) for part in parts if part]
    for ended in run_forked(tasks, workers=order.workers, limit=order.limit):
        answer, reached = ended.answer if isinstance(ended.answer, tuple) else (ended.answer, {})
        yield {**_row(ended), "verdicts": answer, "reached": reached}


def _row(ended: Ended, parts: int = 1) -> Row:
    """Return what became of a task: of a run on a mutant, or of one of its ``parts``."""
    return {
        "violator": ended.name,
        "verdicts": ended.answer,
        "problem": ended.problem,
        "seconds": ended.seconds,
        "parts": parts,
    }


def _task(violator: Mutant | None, places: Sequence[int], cases: Sequence[Case], order: Order) -> Any:
    chosen = {place: cases[place] for place in places}
    if order.folder and violator is not None:
        path = os.path.join(order.folder, violator.name)
        source, *_ = order.sources.get(violator.name, ("",))
        return lambda: _judged_file(path, str(source), chosen)
    if order.sources:
        return lambda: _watched(chosen, order)
    return lambda: _judged(violator, chosen, every_rule=order.every_rule)


def _judged(violator: Mutant | None, cases: dict[int, Case], *, every_rule: bool) -> Verdicts:
    """Run the cases on a mutant, or on the reference, and return their verdicts. Runs in a child.

    Without ``every_rule``, stops when each of the mutant's rules has detected it.
    """
    process_tree.die_with_parent()
    if violator is None:
        return _ended(cases)
    if violator.subject == "core":
        patch_of(violator.name).apply()
        return _ended(cases, () if every_rule else violator.rules)
    with TemporaryFolder() as temporary:
        _show_copies(cases.values(), violator, temporary)
        return _ended(cases, () if every_rule else violator.rules)


def _watched(cases: dict[int, Case], order: Order) -> tuple[Verdicts, dict[str, list[int]]]:
    """Run the cases on the unchanged core; return their verdicts, and by name who reaches the change."""
    process_tree.die_with_parent()
    found: Verdicts = {}
    reached: dict[str, list[int]] = {name: [] for name in order.sources}
    watch = Reaching(order.sources)
    for place, case in cases.items():
        with watch:
            verdict = _verdict(case.item)
        for name in watch.reached:
            reached[name].append(place)
        if verdict is not None:
            found[place] = verdict
    return found, reached


def _judged_file(path: str, source: str, cases: dict[int, Case]) -> Verdicts:
    """Run the cases on the library, or on the core with the changed source, until one fails. Runs in a child."""
    process_tree.die_with_parent()
    if source:
        with open(path, encoding="utf-8") as file:
            replace_functions(source, file.read())
    else:
        for case in cases.values():
            shown = case.target._replace(loader=path, path=path)
            case.item.callspec.params["subject"] = shown  # type: ignore[attr-defined] # only functions have one
    found: Verdicts = {}
    for place, case in cases.items():
        verdict = _verdict(case.item)
        if verdict is not None:
            found[place] = verdict
            if verdict[0] in RED:
                break
    return found


def _ended(cases: dict[int, Case], until: Iterable[str] = ()) -> Verdicts:
    """Run the cases and return their verdicts; stop early when a case of each rule in ``until`` has failed.

    A case in which the library's Python raises is an error.
    """
    found: Verdicts = {}
    waiting = set(until)
    for place, case in cases.items():
        with exceptions_of_libraries() as raised:
            verdict = _verdict(case.item)
        if verdict is None:
            continue
        found[place] = verdict = ("error", raised[0], []) if raised else verdict
        if verdict[0] in RED and waiting:
            waiting -= set(case.rules) - set(verdict[2])
            if not waiting:
                break
    return found


def _show_copies(cases: Iterable[Case], violator: Mutant, folder: str) -> None:
    """Point the cases at a mutated copy of their library."""
    copies: dict[str, str] = {}
    for case in cases:
        loader = case.target.loader
        if loader not in copies:
            copies[loader] = os.path.join(folder, os.path.basename(loader))
            copy_hiding(loader, copies[loader], hidden_names(violator.name))
            with open(copies[loader] + SIDECAR, "w", encoding="ascii") as file:
                file.write(violator.name if violator.rules else f"{violator.name}{JOINT}")
        shown = case.target._replace(loader=copies[loader], path=copies[loader])
        case.item.callspec.params["subject"] = shown  # type: ignore[attr-defined] # only functions have one


def _verdict(item: pytest.Item) -> tuple[str, str, list[str]] | None:
    """Run the item and return what the policy tests' plugin put into its report, if anything."""
    for report in runtestprotocol(item, log=False, nextitem=None):
        for name, text in report.user_properties:
            if name == "refloader":
                record = json.loads(str(text))
                # A mock may name another rule than the mutant's: the case notices the mutant all the same.
                spared = () if record.get("complained") else record.get("skipped", ())
                return record["verdict"], record["reason"], list(spared)
    return None


# ---- Puts the functions of a changed source in place of the loaded ones. What runs when a module is imported stays.

_Key = tuple[str, int]
"""Which function: its qualified name, and its first line, because several may have one name."""


def replace_functions(path: str, text: str) -> int:
    """Give the loaded functions of a source the code that they have in the text; return how many change.

    Raises ValueError if none does. Lines may be added or lost inside one function alone: the functions behind it
    keep the code that they have.
    """
    changed = dict(_codes(compile(text, path, "exec", dont_inherit=True)))
    replaced = 0
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == path:
            code = changed.get(_key(each.__code__))
            if code is not None and code != each.__code__ and code.co_freevars == each.__code__.co_freevars:
                each.__code__ = code
                replaced += 1
    if not replaced:
        raise ValueError(f"no loaded function of {path} differs")
    for cache in caches():
        cache.cache_clear()
    return replaced


def _codes(outer: CodeType) -> Iterator[tuple[_Key, CodeType]]:
    for each in outer.co_consts:
        if isinstance(each, CodeType):
            yield _key(each), each
            yield from _codes(each)


def _key(code: CodeType) -> _Key:
    return code.co_qualname, code.co_firstlineno
