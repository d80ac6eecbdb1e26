"""The sample of the long tests: so many cases as are asked for, and in time all of them."""

import pytest
from samples import places


@pytest.mark.parametrize(("cases", "keep", "expected"), [(10, 2, {0, 5}), (3, 5, {0, 1, 2}), (4, 0, set())])
def test_they_are_evenly_spaced(cases: int, keep: int, expected: set[int]) -> None:
    """At most as many as there are."""
    assert places(cases, keep) == expected


@pytest.mark.parametrize(("cases", "keep"), [(53, 12), (15, 5), (2, 1), (7, 3)])
def test_each_day_has_as_many_and_in_time_all_come(cases: int, keep: int) -> None:
    """No case waits for more days than lie between two of a sample."""
    days = [places(cases, keep, day) for day in range(20000, 20000 + -(-cases // keep))]

    assert {len(day) for day in days} == {keep}
    assert set.union(*days) == set(range(cases))
