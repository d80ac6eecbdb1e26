"""Whether a subject may be called conformant to a version of the suite: only by results, and by all of them."""

import json
from dataclasses import replace

import pytest

from refloader.report.standing_text import sentence
from refloader.results.results_file import Expected, Footer, Header, Result, Run, Subject, Verdict
from refloader.results.standard import Standing, State, standing, standings
from refloader.rules.suites import newest, parsed
from refloader.sandbox.timeouts import SPENT

LAYER = Subject("layer", "mine", "/l/mine.json", "1.3.0", "")
SUITE = parsed(
    "2026.1",
    "2026-12-01",
    "\n".join(
        json.dumps(each)
        for each in (
            {"rules": ["LLP_LAYER_1", "LLP_LAYER_9", "LLP_LAYER_10"]},
            ["layer", "static", {"2026": "LLP_LAYER_1"}],
            ["layer", "handles/wrapped", {"2026": "LLP_LAYER_9"}, ["two", "three"]],
        )
    ),
    {},
)
STATIC = Result("LLP_LAYER_1", "mine", "static", Verdict.PASS)
TWO = Result("LLP_LAYER_9", "mine", "handles/wrapped[two]", Verdict.PASS)
THREE = Result("LLP_LAYER_9", "mine", "handles/wrapped[three]", Verdict.PASS)
KNOWN = Expected(Verdict.FAIL, "it does so", "", "mine.toml", 3)


def run_of(*results: Result, subject: Subject = LAYER, suite: str = "2026.1", finished: bool = True) -> Run:
    """A run of one layer with these results."""
    header = Header("0.1.0", "c0ffee", (subject,), {}, "2026-03-01T10:00:00+00:00", "2026", "", suite=suite)
    return Run(header, results, Footer("2026-03-01T10:01:00+00:00", {}) if finished else None)


def stands(*results: Result, **parts: object) -> Standing:
    """How the layer stands to the version above."""
    run = run_of(*results, **parts)  # type: ignore[arg-type]
    return standing(run, run.header.subjects[0], run.results, SUITE)


def skipped(result: Result, reason: str) -> Result:
    """The result as a skip."""
    return replace_result(result, Verdict.SKIP, reason)


def replace_result(result: Result, verdict: Verdict, reason: str = "", **members: object) -> Result:
    """The result with another verdict."""
    return Result(result.rule, result.subject, result.case, verdict, reason, **members)  # type: ignore[arg-type]


class TestMet:
    """Everything that the version asks of the subject was judged, and nothing is broken."""

    def test_all_passed(self) -> None:
        """The sentence has the version and the edition."""
        found = stands(STATIC, TWO, THREE)

        assert found.state is State.MET
        assert sentence(found) == (
            '"refloader 2026.1 conformant": may be said of layer mine, by edition 2026: '
            "3 of 3 results judged, 0 not testable on it, 0 warnings"
        )

    def test_a_warning_breaks_nothing(self) -> None:
        """It is counted."""
        found = stands(STATIC, TWO, replace_result(THREE, Verdict.WARN, "slow"))

        assert (found.state, found.warnings) == (State.MET, 1)

    def test_what_the_subject_gives_no_occasion_for(self) -> None:
        """It is counted, and nothing is missing."""
        found = stands(STATIC, TWO, skipped(THREE, "the layer wraps nothing"))

        assert (found.state, found.not_testable) == (State.MET, 1)

    def test_cases_that_the_version_does_not_have(self) -> None:
        """Those of a later version do not count, whatever they come to."""
        later = Result("LLP_LAYER_10", "mine", "handles/anew", Verdict.FAIL, "broken")

        assert stands(STATIC, TWO, THREE, later).state is State.MET


class TestBroken:
    """A failure counts, whatever is said about it."""

    @pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT])
    def test_each_kind_of_finding(self, verdict: Verdict) -> None:
        """The rule is named."""
        found = stands(STATIC, TWO, replace_result(THREE, verdict, "no"))

        assert (found.state, found.broken) == (State.BROKEN, ("LLP_LAYER_9",))

    def test_an_expected_failure(self) -> None:
        """An expectation file changes what a run exits with, and not what the layer does."""
        found = stands(STATIC, TWO, replace_result(THREE, Verdict.FAIL, "no", expected=KNOWN))

        assert found.state is State.BROKEN

    @pytest.mark.parametrize("members", [{"flaky": Verdict.CRASH}, {"retried": (Verdict.FAIL,)}])
    def test_a_try_that_failed(self, members: dict[str, object]) -> None:
        """A pass at another try does not undo it."""
        assert stands(STATIC, TWO, replace_result(THREE, Verdict.PASS, **members)).state is State.BROKEN

    def test_a_fault_of_the_manifest_that_has_no_result_otherwise(self) -> None:
        """A manifest is read by every rule of the version: some have a result only if it breaks them."""
        fault = Result("LLP_LAYER_10", "mine", "static", Verdict.FAIL, "no")

        assert stands(STATIC, TWO, THREE, fault).broken == ("LLP_LAYER_10",)


class TestUnknown:
    """Nothing is said as long as something was not judged, and that is named."""

    def test_a_result_that_is_not_there(self) -> None:
        """As in a run of some rules, of the profile quick or of a part."""
        found = stands(STATIC, TWO)

        assert found.state is State.UNKNOWN
        assert dict(found.missing) == {"left out of the run": 1}
        assert found.first == "handles/wrapped[three]"
        assert "1 of 3 results left out of the run" in sentence(found)

    @pytest.mark.parametrize(
        ("result", "why"),
        [
            (skipped(THREE, "no physical device here"), "not run for want of a device"),
            (skipped(THREE, "left out by mine.txt:3"), "not run"),
            (replace_result(THREE, Verdict.ERROR, "oops"), "ended by an error of the harness"),
            (
                skipped(THREE, "SIGSEGV, also without the layer: what is below it is at fault"),
                "not run for want of a working driver below the layer",
            ),
            (
                skipped(THREE, "what was recorded cannot be judged within 20 s"),
                "not run for want of a complete recording",
            ),
            (
                skipped(THREE, "generated programs run with this machine's own libraries alone"),
                "not run for want of a machine that is no target",
            ),
            (skipped(THREE, SPENT), "not run for want of a run that comes to its end"),
        ],
    )
    def test_a_case_that_was_not_run(self, result: Result, why: str) -> None:
        """What was lacking is named."""
        found = stands(STATIC, TWO, result)

        assert (found.state, dict(found.missing)) == (State.UNKNOWN, {why: 1})

    def test_mostly_not_testable(self) -> None:
        """A subject that gives no occasion for most cases has shown nothing."""
        others = [skipped(each, "the layer wraps nothing") for each in (TWO, THREE)]

        assert stands(STATIC, *others).why == ("1 of 3 results are verdicts, fewer than half",)

    def test_an_edition_that_the_user_chose(self) -> None:
        """An older edition asks for less."""
        chosen = replace(LAYER, edition="2026", edition_reason="--edition")

        assert "was chosen by --edition" in stands(STATIC, TWO, THREE, subject=chosen).why[0]

    def test_a_core_of_the_reference(self) -> None:
        """Decisions alone are no loader."""
        found = stands(STATIC, TWO, THREE, subject=replace(LAYER, path=""))

        assert found.why == ("it is no library, and a program cannot run on it",)

    def test_a_run_without_its_end(self) -> None:
        """Results may be missing that would have said otherwise."""
        assert stands(STATIC, TWO, THREE, finished=False).why == ("the run was ended before its end",)

    def test_an_edition_of_which_nothing_is_asked(self) -> None:
        """Nothing asked is nothing shown."""
        assert stands(subject=replace(LAYER, edition="2016")).state is State.UNKNOWN


class TestRuns:
    """The header says which version it was."""

    def test_a_version_that_this_refloader_does_not_have(self) -> None:
        """The results can be read, and nothing is said of what they are worth."""
        (found,) = standings(run_of(STATIC, suite="2031.1"))

        assert (found.state, found.why) == (State.UNKNOWN, ("this refloader does not have suite 2031.1",))

    def test_several_versions(self) -> None:
        """Those of a merge of runs that asked for different cases."""
        (found,) = standings(run_of(STATIC, suite="2026.1, none"))

        assert (found.state, found.why) == (
            State.UNKNOWN,
            ("the runs are by several versions: 2026.1, none",),
        )

    def test_no_version(self) -> None:
        """Results of earlier releases, of a fork by its own profile, and of scenarios of the user's."""
        assert not standings(run_of(STATIC, suite=""))

    def test_a_subject_of_this_installation(self) -> None:
        """What the newest version asks of a layer is far more than these."""
        (found,) = standings(run_of(STATIC, suite=newest().name))

        assert found.asked > 400
        assert found.state is State.UNKNOWN
