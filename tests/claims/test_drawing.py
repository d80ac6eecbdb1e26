"""Which cases of a claim a seed draws."""

from collections import Counter
from typing import Any

from refloader.claims.drawing import drawn, selectable
from refloader.results.results_file import Header, Result, Run, Verdict


def run_of(*results: Result) -> Run:
    """A run of these results."""
    return Run(Header("1", "c", (), {}, "", "", ""), results)


def result(case: str, verdict: str = "pass", **more: Any) -> Result:
    """A result that was judged so."""
    return Result("R", "s", case, Verdict(verdict), **more)


class TestDrawing:
    """Each case is as likely as the others, and a seed draws the same ones everywhere."""

    def test_a_skip_too(self) -> None:
        """It claims that nothing can be judged, which may be invented. An error of the harness claims nothing."""
        run = run_of(result("a"), result("b", "fail"), result("c", "skip", reason="no"), result("d", "error"))

        assert [each.case for each in selectable(run)] == ["a", "b", "c"]

    def test_the_order_of_the_file_does_not_matter(self) -> None:
        """So nobody can choose what a seed draws."""
        cases = [result(str(number)) for number in range(50)]

        assert drawn(run_of(*cases), 5, 7) == drawn(run_of(*reversed(cases)), 5, 7)

    def test_it_is_reproducible(self) -> None:
        """These are the cases that the seed draws everywhere."""
        run = run_of(*(result(f"{number:02}") for number in range(50)))

        assert [each.case for each in drawn(run, 5, 7)] == ["35", "34", "46", "29", "30"]
        assert drawn(run, 5, 8) != drawn(run, 5, 7)

    def test_each_is_as_likely(self) -> None:
        """Over many seeds each comes about as often."""
        run = run_of(*(result(str(number)) for number in range(10)))

        times = Counter(each.case for seed in range(2000) for each in drawn(run, 2, seed))

        assert all(300 < number < 500 for number in times.values())
        assert len(times) == 10

    def test_more_than_there_are(self) -> None:
        """Are all, once."""
        assert len(drawn(run_of(result("a"), result("b")), 5, 1)) == 2
