"""How subjects fared over many runs: what is compared with what, what broke, and when the newest run is worse."""

import pytest
from replaced import replace
from trending import CRASH, DRIVER, FAIL, PASS, SKIP, WARN, case, night, trend

from refloader.report.trends.trend import MOST, Gathering, Track, Trend, Turn
from refloader.results.results_file import Expected, Subject, Verdict


def only(found: Trend) -> Track:
    """The one subject."""
    [track] = found.tracks
    return track


class TestNumbers:
    """Each run that has a subject is a point with the numbers of its cases and rules."""

    def test_cases_and_rules_by_standing(self) -> None:
        """A rule stands as its worst case does."""
        known = replace(case(FAIL, "k", "LDP_DRIVER_9"), expected=Expected(FAIL, "it does", "", "x.toml", 1))
        point = only(trend(night(case(PASS, "a"), case(FAIL, "b"), known))).points[0]

        assert {name: number for name, number in point.cases.items() if number} == {
            "pass": 1,
            "fail": 1,
            "expected": 1,
        }
        assert {name: number for name, number in point.rules.items() if number} == {"fail": 1, "expected": 1}
        assert (point.against, point.broken) == (1, 1)

    def test_only_some_rules(self) -> None:
        """Others are as if they had not been judged."""
        gathering = Gathering(lambda rule: rule == "LDP_DRIVER_9")
        gathering.add(night(case(FAIL), case(PASS, "c", "LDP_DRIVER_9")), "/runs/1")

        assert sum(only(gathering.trend()).points[0].cases.values()) == 1

    def test_only_some_subjects(self) -> None:
        """By any name that they had."""
        gathering = Gathering()
        gathering.add(night(subjects=(DRIVER, Subject("layer", "other", "/o", "1", ""))), "/runs/1")

        assert [each.name for each in gathering.trend(subjects=lambda each: each.name == "other").tracks] == [
            "other"
        ]


class TestWhatChanged:
    """A run is compared with the last one before that has the subject."""

    @pytest.mark.parametrize(
        ("old", "new", "turns"),
        [
            (PASS, FAIL, [Turn.BROKE]),
            (FAIL, CRASH, [Turn.BROKE]),
            (SKIP, FAIL, [Turn.BROKE]),
            (FAIL, PASS, [Turn.MENDED]),
            (WARN, PASS, [Turn.MENDED]),
            (FAIL, SKIP, [Turn.UNJUDGED]),
            (PASS, WARN, []),
            (SKIP, PASS, []),
            (FAIL, FAIL, []),
        ],
    )
    def test_what_becomes_of_a_case(self, old: Verdict, new: Verdict, turns: list[Turn]) -> None:
        """As a baseline has it: a warning breaks nothing, and a skip mends nothing."""
        point = only(trend(night(case(old)), night(case(new)))).points[1]

        assert [each.turn for each in point.changes] == turns
        assert (point.broke, point.mended, point.unjudged) == tuple(map(turns.count, Turn))

    def test_a_case_says_what_it_came_to(self) -> None:
        """The verdicts, the reason of the newer run, and how to run it again."""
        [change] = only(trend(night(case(PASS)), night(case(FAIL)))).points[1].changes

        assert (change.rule, change.case, change.old, change.new) == ("LDP_DRIVER_3", "c", "pass", "fail")
        assert (change.reason, change.repro) == ("it is NULL", "refloader conform --case c")

    def test_a_new_case_that_fails(self) -> None:
        """There was no verdict before."""
        [change] = only(trend(night(), night(case(FAIL)))).points[1].changes

        assert (change.turn, change.old) == (Turn.BROKE, "")

    def test_a_run_without_the_subject_lies_between(self) -> None:
        """Night runs of a driver and of a layer may take turns."""
        other = night(subjects=(Subject("layer", "other", "/o", "1", ""),))

        found = trend(night(case(PASS)), other, night(case(FAIL)))

        first, last = found.tracks[0].points
        assert (first.moment, last.moment, last.before, last.broke) == (0, 2, 0, 1)

    def test_a_subject_that_moved(self) -> None:
        """Its path has changed with its name; it is the only one of its kind."""
        moved = night(
            case(FAIL, subject="new.json"), subjects=(replace(DRIVER, name="new.json", path="/new.json"),)
        )

        track = only(trend(night(case(PASS)), moved))

        assert ([each.subject.name for each in track.points], track.points[1].broke) == (
            ["it.json", "new.json"],
            1,
        )

    def test_another_build(self) -> None:
        """Versions and digests are told, paths are not."""
        older = replace(DRIVER, kind="layer", library={"sha256": "aa"})
        newer = replace(older, version="1.4.0", library={"sha256": "bb"}, path="/elsewhere/it.json")

        point = only(trend(night(subjects=(older,)), night(subjects=(newer,)))).points[1]

        assert [(each.name, each.old, each.new) for each in point.build] == [
            ("version", "1.3.0", "1.4.0"),
            ("sha256", "aa", "bb"),
        ]

    def test_a_driver_that_lost_its_device(self) -> None:
        """It is said, and its facts that count are counted."""
        with_one = replace(DRIVER, facts={"devices": [{"properties": {"deviceName": "GPU"}}]})
        with_none = replace(DRIVER, facts={"devices": []})

        point = only(trend(night(subjects=(with_one,)), night(subjects=(with_none,)))).points[1]

        assert point.lost == ("it.json showed 1 device, and shows none now",)
        assert (point.facts, point.worse) == (1, True)

    def test_no_more_than_can_be_kept(self) -> None:
        """All are counted; what has no room by name is counted once more."""
        names = [f"c{place}" for place in range(MOST + 7)]
        point = only(
            trend(night(*(case(PASS, each) for each in names)), night(*(case(FAIL, each) for each in names)))
        ).points[1]

        assert (point.broke, len(point.changes), point.left_out) == (MOST + 7, MOST, 7)

    def test_timings(self) -> None:
        """Samples of each driver that was measured."""
        measured = replace(DRIVER, facts={"timings": {"instance": {"cold": 9.0, "samples": [1.0, 2.0]}}})

        [timing] = only(trend(night(subjects=(measured,)))).points[0].timings

        assert (timing.what, timing.device, timing.samples) == ("instance", "", (1.0, 2.0))


class TestMachines:
    """What one machine shows is not held against another."""

    def test_runs_of_two_machines(self) -> None:
        """Each has a track of its own."""
        a, b = night(case(PASS), environment="a"), night(case(FAIL), environment="b")

        found = trend(a, b, a, b)

        assert [(each.name, [p.broke for p in each.points]) for each in found.tracks] == [
            ("it.json on a", [0, 0]),
            ("it.json on b", [0, 0]),
        ]

    def test_a_merged_run(self) -> None:
        """A merge calls a subject otherwise; it goes on where the machine's own runs left off."""
        called = replace(DRIVER, name="it.json (a)", own_name="it.json", environment="a")
        merged = night(case(FAIL, subject="it.json (a)"), subjects=(called,))

        found = trend(night(case(PASS), environment="a"), merged)

        assert [point.broke for point in only(found).points] == [0, 1]


class TestTheAnswer:
    """Worse is what a baseline calls worse, of the subjects that the newest run has."""

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [(PASS, FAIL, 1), (FAIL, CRASH, 1), (FAIL, FAIL, 0), (FAIL, PASS, 0), (PASS, WARN, 0)],
    )
    def test_the_exit_code(self, old: Verdict, new: Verdict, code: int) -> None:
        """What failed before may fail."""
        assert trend(night(case(old)), night(case(new))).exit_code == code

    def test_only_the_newest_run_counts(self) -> None:
        """What broke before that was told then."""
        assert trend(night(case(PASS)), night(case(FAIL)), night(case(FAIL))).exit_code == 0

    def test_a_subject_that_is_not_in_it(self) -> None:
        """It says nothing of the newest run."""
        other = night(subjects=(Subject("layer", "other", "/o", "1", ""),))

        assert trend(night(case(PASS)), night(case(FAIL)), other).exit_code == 0

    @pytest.mark.parametrize(("verdict", "code"), [(FAIL, 1), (PASS, 0)])
    def test_a_subject_that_no_run_before_has(self, verdict: Verdict, code: int) -> None:
        """It counts as it is."""
        layer = Subject("layer", "other", "/o", "1", "")
        newest = night(case(verdict, subject="other"), subjects=(layer,))

        assert trend(night(case(PASS)), newest).exit_code == code

    def test_a_single_run(self) -> None:
        """There is nothing that it could be worse than."""
        assert trend(night(case(FAIL))).exit_code == 0

    def test_what_is_expected(self) -> None:
        """A finding that an expectation file allows makes no run worse."""
        known = replace(case(FAIL), expected=Expected(FAIL, "it does", "", "x.toml", 1))

        assert trend(night(case(PASS)), night(known)).exit_code == 0
