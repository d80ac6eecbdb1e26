"""A run beside its baseline: only what is worse counts."""

from collections.abc import Callable

import pytest
from replaced import replace

from refloader.report.differences import baseline
from refloader.report.differences.baseline import Compared, compared
from refloader.results.results_file import Expected, Result, Run, Stale, Subject, Verdict

MakeRun = Callable[..., Run]
Beside = Callable[..., Compared]
DRIVER = Subject("driver", "it", "/it.json", "1.3.0", "")


def case(verdict: Verdict, name: str = "c", **more: object) -> Result:
    """One case of the driver."""
    return Result("LDP_DRIVER_3", "it", name, verdict, "why", **more)  # type: ignore[arg-type]


@pytest.fixture
def beside(make_run: MakeRun) -> Beside:
    """A run of these results beside a baseline of those."""

    def compare(run: tuple[Result, ...], before: tuple[Result, ...]) -> Compared:
        return compared(make_run(*run, subjects=(DRIVER,)), make_run(*before, subjects=(DRIVER,)), "old")

    return compare


class TestExitCode:
    """1 where the run has a finding that the baseline does not, 0 otherwise."""

    @pytest.mark.parametrize("before", [Verdict.PASS, Verdict.WARN, Verdict.SKIP])
    @pytest.mark.parametrize("now", [Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT])
    def test_a_case_that_fails_now(self, beside: Beside, before: Verdict, now: Verdict) -> None:
        """Whatever it was before, it was no finding."""
        assert beside((case(now),), (case(before),)).exit_code == 1

    def test_a_new_case_that_fails(self, beside: Beside) -> None:
        """Nobody has said that it may."""
        assert beside((case(Verdict.FAIL),), ()).exit_code == 1

    def test_a_failure_that_is_a_crash_now(self, beside: Beside) -> None:
        """It is worse."""
        assert beside((case(Verdict.CRASH),), (case(Verdict.FAIL),)).exit_code == 1

    @pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.CRASH, Verdict.WARN])
    def test_what_was_so_before(self, beside: Beside, verdict: Verdict) -> None:
        """The run by itself would not be conformant."""
        assert beside((case(verdict),), (case(verdict),)).exit_code == 0

    @pytest.mark.parametrize(
        ("before", "now"),
        [
            (Verdict.PASS, Verdict.WARN),
            (Verdict.PASS, Verdict.SKIP),
            (Verdict.CRASH, Verdict.FAIL),
            (Verdict.FAIL, Verdict.PASS),
        ],
    )
    def test_what_is_no_finding_or_less_grave(self, beside: Beside, before: Verdict, now: Verdict) -> None:
        """A warning makes no run fail."""
        assert beside((case(now),), (case(before),)).exit_code == 0

    def test_a_flake_of_the_baseline(self, beside: Beside) -> None:
        """It failed before, whatever a second try came to; one that is new counts."""
        flake = case(Verdict.FAIL, flaky=Verdict.PASS)

        assert beside((case(Verdict.FAIL),), (flake,)).exit_code == 0
        assert beside((flake,), (case(Verdict.PASS),)).exit_code == 1

    def test_what_an_expectation_allows(self, beside: Beside) -> None:
        """Both can be given: a finding counts where neither knows of it."""
        known = Expected(Verdict.FAIL, "a known defect", "", "x.toml", 1)

        assert beside((case(Verdict.FAIL, expected=known),), (case(Verdict.PASS),)).exit_code == 0
        assert beside((case(Verdict.CRASH, expected=known),), (case(Verdict.PASS),)).exit_code == 1

    def test_an_expectation_that_does_not_come_true(
        self, make_run: MakeRun, surprise: Result, stale: Stale
    ) -> None:
        """It is told as ever, and makes no run worse."""
        run = make_run(surprise, stale=(stale,))

        assert run.exit_code == 1
        assert compared(run, make_run(replace(surprise, expected=None)), "old").exit_code == 0

    def test_a_run_that_cannot_be_relied_on(self, make_run: MakeRun) -> None:
        """Nothing is better than a whole run."""
        run = make_run(case(Verdict.PASS), subjects=(DRIVER,), finished=False)

        assert compared(run, make_run(case(Verdict.PASS), subjects=(DRIVER,)), "old").exit_code == 3


class TestLost:
    """A driver that shows less than before is worse, though most of its cases are skipped."""

    @pytest.mark.parametrize(
        ("facts", "told"),
        [
            ({"devices": []}, "it showed 2 devices, and shows none now"),
            ({"devices": [{}]}, "it showed 2 devices, and shows 1 now"),
            ({"note": "for ARM"}, "it was run, and is not asked to the end now: for ARM"),
        ],
    )
    def test_devices(self, make_run: MakeRun, facts: dict[str, object], told: str) -> None:
        """The GPU is not found, or the library cannot be opened."""
        before = make_run(subjects=(replace(DRIVER, facts={"devices": [{}, {}]}),))

        found = compared(make_run(subjects=(replace(DRIVER, facts=facts),)), before, "old")

        assert (found.exit_code, found.lost) == (1, (told,))
        assert f"  worse: {told}" in baseline.lines(found)

    @pytest.mark.parametrize("before", [{}, {"devices": []}, {"devices": [{}]}])
    def test_what_was_not_there_before(self, make_run: MakeRun, before: dict[str, object]) -> None:
        """A baseline without facts, or without a device, has nothing to lose."""
        run = make_run(subjects=(replace(DRIVER, facts={"devices": [{}]}),))

        assert compared(run, make_run(subjects=(replace(DRIVER, facts=before),)), "old").lost == ()


class TestStrangers:
    """A subject that the baseline does not have counts as it is."""

    def test_its_findings_count(self, make_run: MakeRun) -> None:
        """And it is said."""
        other = replace(DRIVER, name="other", path="/other.json")
        before = make_run(case(Verdict.PASS), subjects=(DRIVER,))
        run = make_run(
            case(Verdict.PASS), replace(case(Verdict.FAIL), subject="other"), subjects=(DRIVER, other)
        )

        found = compared(run, before, "old")

        assert found.exit_code == 1
        assert "  other is not in the baseline: its findings count as they are" in baseline.lines(found)

    def test_a_part_of_the_suite_is_no_excuse(self, make_run: MakeRun) -> None:
        """What a baseline does not have, it does not allow."""
        part = make_run(subjects=(DRIVER,), finished=False)

        assert compared(make_run(case(Verdict.FAIL), subjects=(DRIVER,)), part, "old").exit_code == 1


class TestLines:
    """What is told after the summary."""

    def test_worse_and_better(self, beside: Beside) -> None:
        """In numbers, and then case by case."""
        run = (
            case(Verdict.FAIL, "a"),
            case(Verdict.PASS, "b"),
            case(Verdict.FAIL, "c"),
            case(Verdict.FAIL, "d"),
        )
        before = (case(Verdict.PASS, "a"), case(Verdict.FAIL, "b"), case(Verdict.FAIL, "c"))

        assert list(baseline.lines(beside(run, before))) == [
            "against the baseline old: 2 worse, 1 better, 1 found as before",
            "  worse: LDP_DRIVER_3  a  on it  (pass -> fail)",
            "  worse: LDP_DRIVER_3  d  on it  (no such case -> fail)",
            "  better: LDP_DRIVER_3  b  on it  (fail -> pass)",
        ]

    def test_nothing(self, beside: Beside) -> None:
        """One line."""
        assert list(baseline.lines(beside((), ()))) == ["against the baseline old: nothing is worse"]

    def test_notes_of_the_comparison(self, make_run: MakeRun) -> None:
        """A baseline of another suite may lack cases for that reason alone."""
        before = make_run(subjects=(DRIVER,), finished=False)

        told = list(baseline.lines(compared(make_run(subjects=(DRIVER,)), before, "old")))

        assert told[1].startswith("  note: the baseline is a truncated run")
