"""What has changed from one run to another: cases, subjects, and what is only told."""

from collections.abc import Callable

import pytest
from replaced import replace

from refloader.report.differences.difference import Difference, Kind, SubjectChange, difference
from refloader.results.results_file import Expected, Result, Run, Subject, Verdict

MakeRun = Callable[..., Run]
DRIVER = Subject("driver", "it", "/it.json", "1.3.0", "")


def case(verdict: Verdict, name: str = "c", reason: str = "why", **more: object) -> Result:
    """One case of the driver."""
    return Result("LDP_DRIVER_3", "it", name, verdict, reason, **more)  # type: ignore[arg-type]


@pytest.fixture
def between(make_run: MakeRun) -> Callable[..., Difference]:
    """The difference of runs of the driver with these results."""

    def compare(old: tuple[Result, ...], new: tuple[Result, ...]) -> Difference:
        return difference(*(make_run(*each, subjects=(DRIVER,)) for each in (old, new)))

    return compare


def only(found: Difference) -> SubjectChange:
    """What is told of the one subject."""
    [change] = found.subjects
    return change


Between = Callable[..., Difference]


class TestCases:
    """A case has changed when its verdict has."""

    @pytest.mark.parametrize(
        ("old", "new", "kind"),
        [
            (Verdict.PASS, Verdict.FAIL, Kind.WORSE),
            (Verdict.PASS, Verdict.WARN, Kind.WORSE),
            (Verdict.SKIP, Verdict.CRASH, Kind.WORSE),
            (Verdict.FAIL, Verdict.TIMEOUT, Kind.WORSE),
            (Verdict.PASS, Verdict.ERROR, Kind.WORSE),
            (Verdict.CRASH, Verdict.FAIL, Kind.BETTER),
            (Verdict.WARN, Verdict.PASS, Kind.BETTER),
            (Verdict.FAIL, Verdict.SKIP, Kind.UNJUDGED),
            (Verdict.PASS, Verdict.SKIP, Kind.UNJUDGED),
            (Verdict.SKIP, Verdict.PASS, Kind.JUDGED),
        ],
    )
    def test_how_a_case_has_changed(self, between: Between, old: Verdict, new: Verdict, kind: Kind) -> None:
        """A skip is no better than a finding: nobody has looked."""
        found = between((case(old),), (case(new),))

        assert [each.kind for each in only(found).cases] == [kind]
        assert found.counts

    @pytest.mark.parametrize("verdict", list(Verdict))
    def test_the_same_verdict_is_no_change(self, between: Between, verdict: Verdict) -> None:
        """Times and evidence differ from run to run."""
        old, new = case(verdict, seconds=1.0), case(verdict, seconds=9.0, evidence={"chain": ["other"]})

        assert not between((old,), (new,)).counts
        assert only(between((old,), (new,))).cases == ()

    def test_the_worst_comes_first(self, between: Between) -> None:
        """A crash before a failure, what is worse before what is new, gone or better."""
        old = (
            case(Verdict.PASS, "a"),
            case(Verdict.PASS, "b"),
            case(Verdict.FAIL, "c"),
            case(Verdict.PASS, "gone"),
        )
        new = (
            case(Verdict.FAIL, "a"),
            case(Verdict.CRASH, "b"),
            case(Verdict.PASS, "c"),
            case(Verdict.PASS, "new"),
        )

        seen = [(each.kind, each.result.case) for each in only(between(old, new)).cases]

        assert seen == [
            (Kind.WORSE, "b"),
            (Kind.WORSE, "a"),
            (Kind.NEW, "new"),
            (Kind.GONE, "gone"),
            (Kind.BETTER, "c"),
        ]

    def test_another_reason_is_told_and_does_not_count(self, between: Between) -> None:
        """It may be another defect of the same case."""
        found = between((case(Verdict.FAIL, reason="a is NULL"),), (case(Verdict.FAIL, reason="b is lost"),))

        assert len(only(found).reworded) == 1
        assert not found.counts

    def test_other_numbers_are_no_other_reason(self, between: Between) -> None:
        """Addresses, counts and times go up and down."""
        old, new = "gave 0x7f01 after 12 ms", "gave 0x7fab after 3.5 ms"

        found = between((case(Verdict.FAIL, reason=old),), (case(Verdict.FAIL, reason=new),))

        assert only(found).reworded == ()


class TestChance:
    """What comes and goes is told apart."""

    def test_a_new_flake_counts(self, between: Between) -> None:
        """A case that fails now and then has not passed."""
        found = between((case(Verdict.PASS),), (case(Verdict.FAIL, flaky=Verdict.PASS),))

        assert [(each.by_chance, each.counts) for each in only(found).cases] == [(True, True)]

    def test_a_flake_that_does_not_show_does_not_count(self, between: Between) -> None:
        """It was known to come and go."""
        found = between((case(Verdict.FAIL, flaky=Verdict.PASS),), (case(Verdict.PASS),))

        assert [(each.by_chance, each.counts) for each in only(found).cases] == [(True, False)]

    def test_a_flake_that_becomes_graver_counts(self, between: Between) -> None:
        """Nobody knew that it crashes."""
        found = between((case(Verdict.FAIL, flaky=Verdict.PASS),), (case(Verdict.CRASH),))

        assert found.counts

    def test_a_failure_that_now_comes_and_goes_is_told(self, between: Between) -> None:
        """The verdict is the same, so that nothing has changed for a gate."""
        found = between((case(Verdict.FAIL),), (case(Verdict.FAIL, flaky=Verdict.PASS),))

        assert len(only(found).flaky) == 1
        assert not found.counts

    def test_what_an_expectation_knows_to_vary_does_not_count(self, between: Between) -> None:
        """The entry names the other verdict in "also"."""
        known = Expected(Verdict.FAIL, "unset memory", "", "x.toml", 1, also=(Verdict.PASS,))

        found = between((case(Verdict.PASS),), (case(Verdict.FAIL, expected=known),))

        assert [(each.by_chance, each.counts) for each in only(found).cases] == [(True, False)]


class TestSubjects:
    """Who came and who went."""

    def test_a_subject_that_came_or_went_counts(self, make_run: MakeRun) -> None:
        """Its cases are not told one by one."""
        other = replace(DRIVER, name="other", path="/other.json")
        old, new = make_run(subjects=(DRIVER, other)), make_run(case(Verdict.FAIL), subjects=(DRIVER,))

        found = difference(old, new)

        assert found.counts
        assert [(each.old, each.new) for each in found.subjects] == [(DRIVER, DRIVER), (other, None)]

    def test_cases_of_a_renamed_subject_are_compared(self, make_run: MakeRun) -> None:
        """Results name their subject; the pair tells which is which."""
        old = make_run(
            replace(case(Verdict.PASS), subject="last week"), subjects=(replace(DRIVER, name="last week"),)
        )

        found = difference(old, make_run(case(Verdict.FAIL), subjects=(DRIVER,)))

        assert [each.kind for each in only(found).cases] == [Kind.WORSE]
        assert found.notes == ("driver last week is compared with it: it is the same path",)


class TestNotes:
    """Why runs may differ for another reason, and what could not be compared."""

    def test_a_truncated_run_loses_no_cases(self, make_run: MakeRun) -> None:
        """Where it ended, others were still to come."""
        old, new = (
            make_run(case(Verdict.PASS), subjects=(DRIVER,)),
            make_run(subjects=(DRIVER,), finished=False),
        )

        found = difference(old, new)

        assert not found.counts
        assert not found.is_whole
        assert "NEW is a truncated run" in found.notes[0]

    def test_a_damaged_run_has_lost_cases(self, make_run: MakeRun) -> None:
        """The line of a case could not be read: that makes the case no new one."""
        old = replace(make_run(subjects=(DRIVER,)), problems=("line 2 is no JSON",))

        found = difference(old, make_run(case(Verdict.PASS), subjects=(DRIVER,)))

        assert not found.counts
        assert found.notes[0].startswith("OLD is damaged (line 2 is no JSON): cases that it lacks")

    def test_a_part_of_the_suite_loses_no_cases(self, make_run: MakeRun) -> None:
        """A replay of one rule can be compared with the whole run."""
        part = make_run(case(Verdict.FAIL), subjects=(DRIVER,))
        part = replace(part, header=replace(part.header, command="refloader conform --rule LDP_DRIVER_3"))
        whole = make_run(case(Verdict.PASS), case(Verdict.PASS, "other"), subjects=(DRIVER,))

        found = difference(whole, part)

        assert [each.kind for each in only(found).cases if each.counts] == [Kind.WORSE]
        assert "a part of the suite" in found.notes[0]

    def test_other_suites_editions_and_machines_are_told(self, make_run: MakeRun) -> None:
        """Each may be why cases differ."""
        old, new = make_run(subjects=(DRIVER,)), make_run(subjects=(replace(DRIVER, edition="2026"),))
        header = replace(
            new.header, suite_version="9", catalogue_version="beef", machine={"system": "Plan 9"}
        )

        notes = " ".join(difference(old, replace(new, header=header)).notes)

        assert all(
            word in notes
            for word in ("the suite", "the version of the rules", "another edition", "machine's system")
        )

    def test_facts_of_one_run_alone(self, make_run: MakeRun) -> None:
        """A run from before there were facts can be compared, and says so."""
        old, new = make_run(subjects=(DRIVER,)), make_run(subjects=(replace(DRIVER, facts={"devices": []}),))

        found = difference(old, new)

        assert not found.counts
        assert found.notes == ("OLD has no facts of it: only its verdicts are compared",)

    def test_a_merge_and_a_run_of_one_of_its_machines(self, make_run: MakeRun) -> None:
        """The one machine that both know is compared, and the subject's cases."""
        subjects = tuple(
            replace(DRIVER, name=f"it [{each}]", own_name="it", environment=each) for each in ("arm", "x86")
        )
        merged = make_run(
            *(replace(case(Verdict.PASS), subject=each.name) for each in subjects), subjects=subjects
        )
        machines = {"arm": {"release": "6"}, "x86": {"release": "6"}, "odd": 1}
        merged = replace(merged, header=replace(merged.header, machine=machines))
        alone = make_run(case(Verdict.FAIL), subjects=(DRIVER,))
        alone = replace(alone, header=replace(alone.header, machine={"release": "7"}, environment="x86"))

        found = difference(merged, alone)

        assert found.notes == (
            "the machine x86's release differs: 6, then 7",
            "driver it [x86] is compared with it: runs of that machine call it so",
        )
        assert [(each.subject.name, [one.kind for one in each.cases]) for each in found.subjects] == [
            ("it", [Kind.WORSE]),
            ("it [arm]", []),
        ]

    @pytest.mark.parametrize(
        ("old", "new", "notes"),
        [
            (
                {"libc": "glibc 2.36"},
                {"libc": "glibc 2.41"},
                ("the machine's libc differs: glibc 2.36, then glibc 2.41",),
            ),
            ({"libc": "glibc 2.36"}, {"libc": "glibc 2.36"}, ()),
            ({}, {"libc": "glibc 2.41"}, ()),
        ],
        ids=["another", "the same", "unknown"],
    )
    def test_another_c_library(
        self, make_run: MakeRun, old: dict[str, str], new: dict[str, str], notes: tuple[str, ...]
    ) -> None:
        """It is named where both runs say which one they had."""
        before, after = (make_run(subjects=(DRIVER,)) for _ in range(2))
        before = replace(before, header=replace(before.header, machine=old))
        after = replace(after, header=replace(after.header, machine=new))

        assert difference(before, after).notes == notes

    @pytest.mark.parametrize(
        ("old", "new", "is_told"),
        [
            ("2026-03-01T10:00:00+00:00", "2026-03-01T10:00:01+00:00", False),
            ("2026-03-01T10:00:00+00:00", "2026-03-01T10:00:00", False),
            ("2026-03-01T10:00:00", "2026-03-01T10:30:00+01:00", True),
            ("9999-12-31T23:59:59-23:00", "0001-01-01T00:00:00+23:00", True),
            ("yesterday", "2026-03-01T10:00:00", False),
        ],
    )
    def test_the_wrong_way_round(self, make_run: MakeRun, old: str, new: str, is_told: bool) -> None:
        """Which run is the later one is seen by when they were started; a time without an offset is in UTC."""
        run = make_run(case(Verdict.PASS), subjects=(DRIVER,))
        runs = [replace(run, header=replace(run.header, started=each)) for each in (old, new)]

        assert any("OLD is the later run" in each for each in difference(*runs).notes) is is_told
