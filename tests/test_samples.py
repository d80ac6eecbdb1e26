"""The sample of the long tests: so many cases as are asked for, and in time all of them."""

from dataclasses import dataclass, field
from typing import cast

import pytest
import samples
from samples import MOST_CASES, left_out, places


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


@dataclass(frozen=True)
class _Test:
    """What ``left_out`` asks of a test."""

    nodeid: str
    marks: dict[str, pytest.Mark] = field(default_factory=dict)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)


def _names_left(tests: list[_Test], *, few: bool, parts: int = 1) -> int:
    """The number of tests that stay."""
    return len(tests) - len(list(left_out(cast("list[pytest.Item]", tests), few=few, parts=parts)))


@pytest.mark.parametrize(("few", "expected"), [(True, MOST_CASES + 1), (False, 101)])
def test_a_run_of_few_has_some_cases_of_each_test(few: bool, expected: int) -> None:
    """All of them without."""
    cases = [_Test(f"one.py::many[{number}]") for number in range(100)]

    assert _names_left([*cases, _Test("one.py::single")], few=few) == expected


@pytest.mark.parametrize("sample", range(3))
def test_each_day_has_its_part_of_the_slow_files(monkeypatch: pytest.MonkeyPatch, sample: int) -> None:
    """Each file is whole, and after as many days as there are parts each has been run."""
    monkeypatch.setattr(samples, "SAMPLE", sample)
    slow = {"slow": pytest.mark.slow.mark}
    tests = [_Test(f"{file}.py::number_{number}", slow) for file in "abcdef" for number in range(4)]

    out = list(left_out(cast("list[pytest.Item]", tests), few=False, parts=3))

    assert [test.nodeid for test in tests if test not in out] == [
        f"{file}.py::number_{number}"
        for file in ("abcdef"[sample], "abcdef"[sample + 3])
        for number in range(4)
    ]


@pytest.mark.parametrize("cases", [16, 50, 128])
def test_each_case_of_a_slow_file_comes_in_time(monkeypatch: pytest.MonkeyPatch, cases: int) -> None:
    """After so many turns of the file as its cases take, whatever number of days lies between two of them."""
    slow = {"slow": pytest.mark.slow.mark}
    tests = [_Test("a.py::many[0]", slow), *(_Test(f"b.py::many[{number}]", slow) for number in range(cases))]
    came: set[str] = set()

    for sample in range(20000, 20000 + samples.PARTS * -(-cases // MOST_CASES)):
        monkeypatch.setattr(samples, "SAMPLE", sample)
        out = list(left_out(cast("list[pytest.Item]", tests), few=True, parts=samples.PARTS))
        came |= {test.nodeid for test in tests if test not in out}

    assert came == {test.nodeid for test in tests}


@pytest.mark.parametrize(("few", "expected"), [(True, 1), (False, 3)])
def test_daily_files_have_turns_only_in_a_run_of_few(few: bool, expected: int) -> None:
    """CI runs them each day."""
    marks = {"slow": pytest.mark.slow(daily=True).mark}
    tests = [_Test(f"{file}.py::one", marks) for file in "abc"]

    assert _names_left(tests, few=few, parts=3) == expected


def test_a_slow_file_takes_its_other_tests_with_it() -> None:
    """They share what the file makes."""
    tests = [_Test("a.py::one", {"slow": pytest.mark.slow.mark}), _Test("a.py::two"), _Test("b.py::one")]

    assert {_names_left(tests, few=False, parts=2)} <= {1, 3}


@pytest.mark.parametrize("few", [True, False])
def test_a_mark_says_how_many_cases_stay_in_either(few: bool) -> None:
    """Whatever else is marked."""
    marks = {"whole": pytest.mark.whole(keep=2).mark, "slow": pytest.mark.slow.mark}

    assert _names_left([_Test(f"one.py::many[{number}]", marks) for number in range(9)], few=few) == 2
