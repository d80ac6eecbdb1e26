"""Mocks are judged a few at a time in child processes: what befalls one batch befalls no other."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from refloader.results.results_file import Result, Verdict
from refloader.selftest import mock_pool, on_mocks, proving
from refloader.selftest.mock_pool import batches, judged
from refloader.selftest.mutants.of_mocks import mocks
from refloader.selftest.on_mocks import MockResults
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest

LAYERS = mocks("layer")
PATHS = {f"layer{number}": f"/nowhere/layer{number}.json" for number in range(40)}


def some_run(wanted: RunRequest, _folder: str, **_options: object) -> Any:
    """A run that the layer of the number 1 breaks, and on which every other passes."""
    names = [path.rpartition("/")[2] for path in wanted.layers]
    if "layer1.json" in names:
        raise HarnessError("the policy tests did not start")
    passed = tuple(Result("LLP_LAYER_2", name, "alone/x", Verdict.PASS, "") for name in names)
    return SimpleNamespace(results=passed, truncated=False, problems=())


class TestBatches:
    """Each mock is in one batch, and the batches are about as many as the workers can share."""

    @pytest.mark.parametrize(("workers", "sizes"), [(1, {8}), (4, {3, 1}), (16, {1})])
    def test_sizes(self, workers: int, sizes: set[int]) -> None:
        """No batch has more than eight, as its results come at its end."""
        found = batches(PATHS, workers)

        assert {len(each) for each in found} == sizes
        assert [name for each in found for name in each] == [*PATHS]

    def test_alone(self) -> None:
        """A mock that gets all tests is a batch."""
        assert len(batches(PATHS, 2, alone=True)) == 40

    def test_a_run_that_breaks(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The mocks of its batch have a problem, and the others their results."""
        monkeypatch.setattr(mock_pool, "run", some_run)
        monkeypatch.setattr(mock_pool, "why_not_run", lambda _: "")
        every = batches({name: PATHS[name] for name in [*PATHS][:3]}, 1)

        found = [*judged("layer", every, None, str(tmp_path), workers=2, once=True)]

        assert {name: part.problem for part in found for name in part.batch} == {
            "layer0": "",
            "layer1": "the policy tests did not start",
            "layer2": "",
        }
        assert {name for part in found for name, results in part.results.items() if results} == {
            "layer0",
            "layer2",
        }


class TestOutcomes:
    """The outcome of a mutant is known when it and the layer that it is derived from have been judged."""

    MUTANT = LAYERS.wrong["LLP_LAYER_12"]

    def _outcomes(self, monkeypatch: pytest.MonkeyPatch, *parts: MockResults) -> Iterator[proving.Outcomes]:
        monkeypatch.setattr(proving, "mock_results", lambda *_, **__: iter(parts))
        return proving.of_mocks(
            LAYERS, [self.MUTANT], every_rule=True, every_clean=False, workers=1, tell=lambda _: None
        )

    @staticmethod
    def _result(verdict: Verdict) -> Result:
        return Result("LLP_LAYER_12", "subject", "creation/link", verdict, "why")

    def test_in_any_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The mutant may end first."""
        wrong = MockResults({}, {"LLP_LAYER_12": (self._result(Verdict.FAIL),)})
        clean = MockResults({self.MUTANT.like: (self._result(Verdict.PASS),)}, {})

        for parts in ((wrong, clean), (clean, wrong)):
            (outcomes,) = self._outcomes(monkeypatch, *parts)
            assert next(each for each in outcomes if each.violates == "LLP_LAYER_12").caught

    @pytest.mark.parametrize("every_rule", [True, False])
    def test_when_a_caught_mutant_ends(self, monkeypatch: pytest.MonkeyPatch, every_rule: bool) -> None:
        """Only where its own rules alone are judged: what fails besides belongs to a full outcome."""
        asked: list[object] = []

        def spied(*_: object, once_caught: bool, **__: object) -> Iterator[MockResults]:
            asked.append(once_caught)
            return iter(())

        monkeypatch.setattr(proving, "mock_results", spied)
        options = {"every_clean": False, "workers": 1, "tell": lambda _: None}

        assert [*proving.of_mocks(LAYERS, [self.MUTANT], every_rule=every_rule, **options)] == []
        assert asked == [not every_rule]

    def test_a_clean_layer_that_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The run ends at once, as it would prove nothing."""
        clean = MockResults({self.MUTANT.like: (self._result(Verdict.FAIL),)}, {})

        with pytest.raises(proving.RedError, match="creation/link: fail: why"):
            next(self._outcomes(monkeypatch, clean))

    def test_a_problem(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What could not be judged is neither caught nor missed."""
        clean = MockResults({self.MUTANT.like: (self._result(Verdict.PASS),)}, {})
        failed = MockResults({}, {"LLP_LAYER_12": ()}, {"LLP_LAYER_12": "it did not end"})

        (outcomes,) = self._outcomes(monkeypatch, clean, failed)

        assert {(each.problem, each.ok) for each in outcomes} == {("it did not end", False)}


class TestOriginals:
    """A run that is continued judges the originals of all mutants, by the rules of all."""

    def test_of_recorded_mutants(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A mutant that is not run again has its original judged again."""
        mutant = LAYERS.wrong["LLP_LAYER_12"]
        seen: list[tuple[list[str], list[str]]] = []

        def spied(_kind: str, every: list[dict[str, str]], told: dict[str, Any], *_: Any, **__: Any) -> Any:
            names = [name for batch in every for name in batch]
            seen.append((names, told[every[0][names[0]]]))
            return iter(())

        monkeypatch.setattr(on_mocks, "judged", spied)
        options = {"every_rule": False, "every_clean": False, "workers": 1}
        assert [*on_mocks.mock_results(LAYERS, [], recorded=[mutant], **options)] == []

        assert seen == [([f"clean_{mutant.like}"], [*mutant.rules])]
