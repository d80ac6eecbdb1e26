"""The cases of a run, dealt out to its parts."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.suite.run.scheduler import ScheduledCase, parts


@st.composite
def runs(draw: st.DrawFn) -> list[ScheduledCase]:
    """The cases of a few subjects, in the order of the suite: a test on each subject, then the next test."""
    kinds = draw(st.lists(st.sampled_from(["loader", "layer", "driver"]), min_size=1, max_size=6))
    topics = draw(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=40).map(sorted))
    return [ScheduledCase(kind, number, topic) for topic in topics for number, kind in enumerate(kinds)]  # type: ignore[arg-type]


class TestParts:
    """Each case is in one part, and what is shared is not done twice."""

    @given(cases=runs(), of=st.integers(1, 9))
    def test_each_case_has_a_part(self, cases: list[ScheduledCase], of: int) -> None:
        """As many as there are cases, from 1 to the number of parts."""
        found = list(parts(cases, of))

        assert len(found) == len(cases)
        assert set(found) <= set(range(1, of + 1))

    @given(cases=runs(), of=st.integers(1, 9))
    def test_loaders_are_shared_out_evenly(self, cases: list[ScheduledCase], of: int) -> None:
        """Of each loader every part has its share, to one case."""
        found = Counter(
            (each.number, part)
            for each, part in zip(cases, parts(cases, of), strict=True)
            if each.kind == "loader"
        )
        for number in {each.number for each in cases if each.kind == "loader"}:
            shares = [found[number, part] for part in range(1, of + 1)]
            assert max(shares) - min(shares) <= 1

    @given(cases=runs(), of=st.integers(1, 9))
    def test_runs_are_shared_within_a_part(self, cases: list[ScheduledCase], of: int) -> None:
        """A layer is in one part alone, and so is a topic of a driver."""
        homes: dict[tuple[int, str], set[int]] = {}
        for each, part in zip(cases, parts(cases, of), strict=True):
            if each.kind != "loader":
                topic = each.topic if each.kind == "driver" else ""
                homes.setdefault((each.number, topic), set()).add(part)

        assert all(len(each) == 1 for each in homes.values())

    @pytest.mark.parametrize("of", [2, 3, 5])
    def test_subjects_in_step_with_the_parts(self, of: int) -> None:
        """As many loaders as parts: no part has all cases of one of them, though cases come in turns."""
        cases = [ScheduledCase("loader", number, "t") for _ in range(10) for number in range(of)]

        dealt = set(zip((each.number for each in cases), parts(cases, of), strict=True))

        assert len(dealt) == of * of

    def test_layers_go_to_the_part_that_has_least(self) -> None:
        """Four layers of one size are two and two."""
        cases = [ScheduledCase("layer", number, "t") for number in range(4) for _ in range(5)]

        assert Counter(parts(cases, 2)) == {1: 10, 2: 10}

    def test_a_driver_alone_is_dealt_out_by_topic(self) -> None:
        """The largest topic stands alone where the others are as much together."""
        cases = [ScheduledCase("driver", 0, topic) for topic in "aaaabbcc"]

        assert list(parts(cases, 2)) == [1, 1, 1, 1, 2, 2, 2, 2]
