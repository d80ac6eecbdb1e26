"""What a run did not judge is told in numbers and with a reason."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from refloader.results.results_file import Header, Result, Run, Subject, Verdict
from refloader.suite.run.not_run import mostly_skipped, rules_without_result
from refloader.suite.subjects.request import RunRequest

LOADER = Subject("loader", "it", "/it.so", "1.3.300", "")
LAYER = Subject("layer", "layer.json", "/layer.json", "1.3.0", "")
DRIVER = Subject("driver", "driver.json", "/driver.json", "1.3.0", "")


def run_of(*results: Result, subjects: tuple[Subject, ...] = (LOADER,)) -> Run:
    """A run of one loader with these results."""
    return Run(Header("", "", subjects, {}, "", "2026", ""), results)


def result(
    case: str, verdict: Verdict, reason: str = "why", rule: str = "META-04", subject: str = "it"
) -> Result:
    """A result of one case."""
    return Result(rule, subject, case, verdict, reason)


OFTEN = "the library mock_icd was not built"


class TestMostlySkipped:
    """A loader of which the machine let more than half of the cases not run is named, with the commonest reason."""

    def test_cases_are_counted_once(self) -> None:
        """A case that has a line for each of two rules is one case; the commonest reason is named."""
        run = run_of(
            result("a", Verdict.PASS),
            result("a", Verdict.PASS, rule="META-02"),
            result("b", Verdict.SKIP, OFTEN),
            result("b", Verdict.SKIP, OFTEN, rule="META-02"),
            result("c", Verdict.SKIP, "it needs namespaces"),
            result("d", Verdict.SKIP, OFTEN),
        )

        assert list(mostly_skipped(run)) == [
            f"it: judged 1 of 4 cases; most often skipped because: {OFTEN}",
        ]

    def test_what_no_machine_could_run_is_no_news(self) -> None:
        """Unless nothing at all was run."""
        skipped = [result(case, Verdict.SKIP, "it calls nobody") for case in "abc"]

        assert list(mostly_skipped(run_of(result("d", Verdict.PASS), *skipped))) == []
        assert list(mostly_skipped(run_of(*skipped))) == [
            "it: judged 0 of 3 cases; most often skipped because: it calls nobody",
        ]

    def test_half_of_them_is_not_most(self) -> None:
        """As many judged as skipped is not worth a line."""
        run = run_of(result("a", Verdict.FAIL), result("b", Verdict.SKIP))

        assert list(mostly_skipped(run)) == []

    def test_a_manifest_is_no_matter_of_cases(self) -> None:
        """Most rules do not concern a given manifest, which is no news."""
        results = [result("static", Verdict.SKIP, rule=each, subject="layer.json") for each in ("A", "B")]

        assert list(mostly_skipped(run_of(*results, subjects=(LAYER,)))) == []

    @pytest.mark.parametrize("subject", [LAYER, DRIVER], ids=lambda each: str(each.kind))
    def test_what_was_not_run(self, subject: Subject) -> None:
        """That it was only read is told; what does not concern it is no news as long as anything does."""
        read = result("static", Verdict.PASS, subject=subject.name)
        skipped = result("runs/a", Verdict.SKIP, "not built", subject=subject.name)
        judged = result("runs/b", Verdict.PASS, subject=subject.name)

        assert list(mostly_skipped(run_of(read, skipped, subjects=(subject,)))) == [
            f"{subject.name}: judged 0 of 1 cases that run it; most often skipped because: not built",
        ]
        assert list(mostly_skipped(run_of(read, skipped, skipped, judged, subjects=(subject,)))) == []

    def test_results_are_looked_at_once(self) -> None:
        """However many subjects there are."""

        class Counted(tuple[Result, ...]):
            looked = 0

            def __iter__(self) -> Iterator[Result]:
                Counted.looked += 1
                return super().__iter__()

        many = tuple(Subject("layer", f"{number}", "/l.json", "", "") for number in range(50))
        results = Counted(result("a", Verdict.SKIP, subject=each.name) for each in many)

        assert len(list(mostly_skipped(replace(run_of(subjects=many), results=results)))) == 50
        assert Counted.looked == 1


class TestRulesWithoutResult:
    """A rule or family that was asked for and has no result at all is told, rule by rule."""

    def test_a_family_with_a_result_is_judged(self) -> None:
        """One result in a family is an answer to who asked for the family."""
        run = run_of(result("a", Verdict.PASS))

        assert list(rules_without_result(RunRequest(rules=("META",)), run)) == []

    def test_each_rule_of_a_family_without_one_is_told(self) -> None:
        """Every rule of the family has its own line."""
        missing = rules_without_result(RunRequest(rules=("LDP_DRIVER_",)), run_of())

        reasons = dict(missing)
        assert {"LDP_DRIVER_1", "LDP_DRIVER_4"} <= reasons.keys()
        assert set(reasons.values()) == {"it binds a driver, and none was named with --driver"}

    def test_a_case_that_was_named_is_left_to_others(self) -> None:
        """A rule that was asked for together with a case is no question about the rule."""
        assert list(rules_without_result(RunRequest(rules=("META-04/x/y",)), run_of())) == []
