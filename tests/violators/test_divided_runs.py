"""A run on one mutant or variant may be divided among the workers: what its parts come to."""

import json
from collections.abc import Callable, Iterator, Sequence

import pytest

from refloader.host.forked import Ended, Task
from refloader.results.progress import Progress
from refloader.selftest import violating
from refloader.selftest.allowed import run_variants
from refloader.selftest.mutants.registry import Mutant, mutants_by_name
from refloader.selftest.outcome import mutant_outcomes
from refloader.selftest.plugin_jobs import Order
from refloader.selftest.selftest import CaseVerdict, Gathered, Run, why_no_library
from refloader.selftest.variants.registry import variants
from refloader.selftest.violating import Case, _most_of_a_task
from refloader.suite.run.targets import Target

GREEN, BAD = ("pass", "", []), ("fail", "the order is wrong", ["LLP_LOADER_3"])
WARNED = ("warn", "it is not certain", [])


def order_of(workers: int, **options: object) -> Order:
    """The order of a run of every rule."""
    fields: dict[str, object] = {"every_rule": True, **options}
    return Order(("one",), workers=workers, limit=1.0, answers=-1, **fields)  # type: ignore[arg-type]


class TestParts:
    """A run has ended when the last of its parts has."""

    @staticmethod
    def _taken(*parts: dict[str, object]) -> list[Run]:
        found = Gathered()
        for part in parts:
            found.take({"violator": "one", "problem": "", "seconds": 0.5, "parts": len(parts), **part})
        return found.runs

    def test_all_verdicts_are_of_one_run(self) -> None:
        """They are joined, and so is the time that was needed."""
        runs = self._taken({"verdicts": {"1": GREEN, "3": BAD}}, {"verdicts": {"2": GREEN}})

        verdicts = {1: CaseVerdict(*GREEN), 2: CaseVerdict(*GREEN), 3: CaseVerdict(*BAD)}
        assert runs == [Run("one", verdicts, "", 1.0)]

    def test_a_part_without_an_answer(self) -> None:
        """The run has a problem, whichever part it befell."""
        runs = self._taken({"verdicts": None, "problem": "its process ended"}, {"verdicts": {"2": GREEN}})

        assert [run.problem for run in runs] == ["its process ended"]

    def test_a_run_that_is_not_over(self) -> None:
        """Its parts are no run."""
        found = Gathered()

        found.take({"violator": "one", "verdicts": {}, "problem": "", "seconds": 0.5, "parts": 2})

        assert found.runs == []


class TestLateCases:
    """Where few mutants are run, cases of other rules run on the reference if a mutant fails them, and not before."""

    RULES = ("GPA-APP-03", "LLP_LOADER_3", "LLP_LOADER_5", "LDP_LOADER_1")
    MUTANT = "devices_answer_with_trampolines"

    def _ran(
        self, monkeypatch: pytest.MonkeyPatch, *, late: bool
    ) -> tuple[list[tuple[str, list[int]]], Gathered]:
        """Which cases ran on what ("" is the reference), and what the rows come to.

        The mutant fails 0 and 2, and 3 warns.
        """
        ran: list[tuple[str, list[int]]] = []

        def task(mutant: Mutant | None, places: Sequence[int], *_: object) -> Callable[[], object]:
            ran.append((mutant.name if mutant else "", sorted(places)))
            changed = {0: BAD, 2: BAD, 3: WARNED} if mutant else {}
            return lambda: {place: changed.get(place, GREEN) for place in places}

        def at_once(tasks: Sequence[Task], **_: object) -> Iterator[Ended]:
            return (Ended(name, call(), "", 0.1) for name, call in tasks)

        monkeypatch.setattr(violating, "_task", task)
        monkeypatch.setattr(violating, "run_forked", at_once)
        target = Target("/lib/libvulkan.so.1", "libvulkan.so.1", "2026")
        cases = [Case(object(), target, f"case_{rule}", (rule,)) for rule in self.RULES]  # type: ignore[arg-type]
        order = Order((self.MUTANT,), every_rule=True, workers=1, limit=1.0, answers=-1, late=late)
        found = Gathered()
        for row in violating._rows(order, cases):
            found.take(json.loads(json.dumps(row)))
        return ran, found

    def test_what_runs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The case of its own rule first, then all on the mutant, and of the others the one that fails."""
        ran, found = self._ran(monkeypatch, late=True)

        assert ran == [("", [0]), (self.MUTANT, [0, 1, 2, 3]), ("", [2])]
        assert sorted(found.baseline) == [0, 2]

    def test_what_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same as where all cases run on the reference before."""
        outcomes = [
            mutant_outcomes([mutants_by_name()[self.MUTANT]], self._ran(monkeypatch, late=late)[1])
            for late in (True, False)
        ]

        assert outcomes[0] == outcomes[1]
        assert outcomes[0][0].caught_by == ("GPA-APP-03", "LLP_LOADER_5")


class TestSizes:
    """A task is so small that all workers end at about the same time, and not so small that its start counts."""

    @pytest.mark.parametrize(
        ("workers", "total", "most"), [(16, 12_800, 100), (2, 9_600, 600), (64, 5_000, 100)]
    )
    def test_by_the_workers(self, workers: int, total: int, most: int) -> None:
        """Each worker has eight tasks, of a hundred cases at least."""
        assert _most_of_a_task(total, order_of(workers)) == most

    @pytest.mark.parametrize("options", [{"every_rule": False}, {"folder": "/changed"}])
    def test_what_ends_with_a_failure(self, options: dict[str, object]) -> None:
        """A run that a failing case ends is one task."""
        assert _most_of_a_task(9_600, order_of(4, **options)) == 9_600


@pytest.mark.slow
def test_progress_is_counted_in_cases() -> None:
    """Those on the reference and on the variant are counted, up to all."""
    if reason := why_no_library():
        pytest.skip(reason)
    told: list[Progress] = []
    case = "direct_drivers/inclusive"

    variant = variants()["links_precede_callbacks"]
    (made,) = run_variants([variant], alone=True, parameters=1, workers=2, count=told.append, only=[case])

    assert (made.judged, made.ok) == (1, True)
    assert [(each.done, each.total, each.failed) for each in told] == [(1, 2, 0), (2, 2, 0)]
