"""How many cases went from which verdict to which, and the picture of it."""

import re
from collections.abc import Callable

import pytest

from refloader.report.differences.difference import difference
from refloader.report.differences.verdict_changes import NOWHERE, VerdictChange, verdict_changes
from refloader.report.pictures.verdict_bands import bands
from refloader.results.results_file import Result, Run, Subject, Verdict

MakeRun = Callable[..., Run]
PASS, FAIL, SKIP = Verdict.PASS, Verdict.FAIL, Verdict.SKIP
DRIVER = Subject("driver", "it.json", "/it.json", "1.3.0", "")


def cases(*verdicts: Verdict) -> list[Result]:
    """Cases of the driver that came out so."""
    return [
        Result("LDP_DRIVER_3", "it.json", f"c{place}", each, "why") for place, each in enumerate(verdicts)
    ]


class TestShifts:
    """Each case counts once."""

    def test_all_steps(self, make_run: MakeRun) -> None:
        """The best verdict first; those that stayed are there, too."""
        old, new = cases(PASS, PASS, FAIL, SKIP), cases(PASS, FAIL, PASS, SKIP)

        found = verdict_changes(difference(*(make_run(*each, subjects=(DRIVER,)) for each in (old, new))))

        assert found == (
            VerdictChange("pass", "pass", 1),
            VerdictChange("pass", "fail", 1),
            VerdictChange("skip", "skip", 1),
            VerdictChange("fail", "pass", 1),
        )

    def test_what_came_and_went(self, make_run: MakeRun) -> None:
        """A run that does not have a case has it nowhere."""
        old, new = cases(PASS), [Result("LDP_DRIVER_9", "it.json", "new", FAIL)]

        found = verdict_changes(difference(*(make_run(*each, subjects=(DRIVER,)) for each in (old, new))))

        assert found == (VerdictChange("pass", NOWHERE, 1), VerdictChange(NOWHERE, "fail", 1))

    def test_a_part_of_the_suite(self, make_run: MakeRun) -> None:
        """What it lacks is not gone."""
        whole, cut = (
            make_run(*cases(PASS, PASS), subjects=(DRIVER,)),
            make_run(*cases(PASS), subjects=(DRIVER,), finished=False),
        )

        assert verdict_changes(difference(whole, cut)) == (VerdictChange("pass", "pass", 1),)

    def test_subjects_that_are_called_otherwise(self, make_run: MakeRun) -> None:
        """They are compared by what they are, and one that only one run has is not."""
        moved = Subject("driver", "new.json", "/new.json", "1", "")
        other = Subject("layer", "l", "/l", "1", "")
        old = make_run(*cases(PASS), Result("LLP_LAYER_9", "l", "c", FAIL), subjects=(DRIVER, other))
        new = make_run(Result("LDP_DRIVER_3", "new.json", "c0", FAIL), subjects=(moved,))

        assert verdict_changes(difference(old, new)) == (VerdictChange("pass", "fail", 1),)


class TestPicture:
    """A bar for each verdict of each run, and a band for each step, as wide as it has cases."""

    MOVED = (
        VerdictChange("pass", "pass", 4000),
        VerdictChange("pass", "fail", 1),
        VerdictChange("fail", NOWHERE, 3),
    )

    def test_it_is_told(self) -> None:
        """For who cannot see it, and where a pointer rests on a band."""
        drawn = bands(self.MOVED)

        assert "<desc>4000 pass to pass; 1 pass to fail; 3 fail to no such case.</desc>" in drawn
        assert "<title>1: pass to fail</title>" in drawn

    def test_bars_fill_the_picture(self) -> None:
        """No verdict is too rare to be seen, and none is drawn outside or over another."""
        bars = [
            (float(x), float(width), int(y))
            for x, y, width in re.findall(r'<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"', bands(self.MOVED))
        ]

        assert [y for _, _, y in bars] == [0, 0, 138, 138, 138]
        assert all(width >= 2 for _, width, _ in bars)
        for row in (bars[:2], bars[2:]):
            ends = [x + width for x, width, _ in sorted(row)]
            assert all(end <= x for end, (x, _, _) in zip(ends, sorted(row)[1:], strict=False))
            assert ends[-1] <= 900.1

    @pytest.mark.parametrize(
        "moved", [(VerdictChange("pass", "fail", 1),), (VerdictChange(NOWHERE, "crash", 9),)]
    )
    def test_a_single_step(self, moved: tuple[VerdictChange, ...]) -> None:
        """It is as wide as the picture."""
        assert 'width="900.0"' in bands(moved)
