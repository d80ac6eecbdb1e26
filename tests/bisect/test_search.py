"""The search of ``bisect`` on programs that are a function: every cause, its proof, and the number of starts."""

from collections.abc import Callable, Iterable
from itertools import combinations

import pytest

from refloader.bisect.search import Found, Outcome, Search, Verdict

SIZES = [1, 2, 3, 4, 5, 7, 8, 9, 16, 31]


def searched(
    fails: Callable[[frozenset[str]], bool | None], drivers: int, layers: int, *, confirm: bool = False
) -> tuple[Found, int]:
    """What a search comes to, and the number of sets that it asked for."""
    steps = Search(named("d", drivers), named("l", layers), confirm=confirm).steps()
    asked = 0
    try:
        kept = next(steps)
        while True:
            asked += 1
            assert not drivers or any(each.startswith("d") for each in kept)
            answer = fails(kept)
            other = answer is None
            kept = steps.send(Outcome.OTHER if other else Outcome.FAILS if answer else Outcome.WORKS)
    except StopIteration as end:
        return end.value, asked


def named(letter: str, number: int) -> list[str]:
    """Names of items."""
    return [f"{letter}{index}" for index in range(number)]


def causes(found: Found) -> list[set[str]]:
    """The members of each cause."""
    return [set(each.members) for each in found.causes]


def all_in(members: Iterable[str]) -> Callable[[frozenset[str]], bool]:
    """A program that fails with all of these."""
    wanted = set(members)
    return lambda kept: wanted <= kept


@pytest.mark.parametrize("number", SIZES)
def test_a_single_layer(number: int) -> None:
    """Is found wherever it stands, in log2(n) + 2 starts."""
    for name in named("l", number):
        found, asked = searched(all_in([name]), 0, number)

        assert (found.verdict, causes(found)) == (Verdict.FOUND, [{name}])
        assert asked <= (number - 1).bit_length() + 2


@pytest.mark.parametrize(("drivers", "layers"), [(2, 0), (3, 0), (3, 8), (4, 4), (2, 30)])
def test_a_single_item_beside_drivers(drivers: int, layers: int) -> None:
    """A driver or a layer; no set is without a driver."""
    for name in (*named("d", drivers), *named("l", layers)):
        found, asked = searched(all_in([name]), drivers, layers)

        assert (found.verdict, causes(found)) == (Verdict.FOUND, [{name}])
        assert asked <= (drivers + layers - 1).bit_length() + 2


@pytest.mark.parametrize("drivers", [0, 3])
def test_every_pair_of_layers(drivers: int) -> None:
    """Both are named, as one cause, and it works without the last one."""
    for pair in combinations(named("l", 8), 2):
        found, _ = searched(all_in(pair), drivers, 8)

        assert causes(found) == [set(pair)]
        assert found.causes[0].helps is True


def test_three_together() -> None:
    """A cause may have any number of members."""
    found, _ = searched(all_in(["l1", "l4", "l6"]), 2, 8)

    assert causes(found) == [{"l1", "l4", "l6"}]


@pytest.mark.parametrize("pair", list(combinations(["d0", "d1", "d2", "l0", "l3", "l4"], 2)))
def test_two_causes(pair: tuple[str, str]) -> None:
    """Each of which is enough: with one start more for the proof, both are found."""
    found, _ = searched(lambda kept: bool(set(pair) & kept), 4, 5, confirm=True)

    assert sorted(map(sorted, causes(found))) == sorted([each] for each in pair)
    assert [each.helps for each in found.causes] == [False, True]


@pytest.mark.parametrize(("drivers", "layers"), [(0, 8), (3, 8), (3, 0), (0, 1), (2, 1), (0, 0)])
def test_a_program_that_always_fails(drivers: int, layers: int) -> None:
    """Nothing is blamed."""
    assert searched(lambda _: True, drivers, layers)[0] == Found(Verdict.ELSEWHERE)


def test_a_program_that_works() -> None:
    """One start shows that."""
    assert searched(lambda _: False, 2, 8) == (Found(Verdict.WORKS), 1)


@pytest.mark.parametrize("device", ["d0", "d1", "d2", "d3"])
@pytest.mark.parametrize("culprit", ["d0", "d1", "d2", "d3", "l0", "l3"])
def test_a_device_that_one_driver_has(device: str, culprit: str) -> None:
    """Without that driver the program ends in another way, which proves nothing: no wrong one is ever named."""

    def fails(kept: frozenset[str]) -> bool | None:
        return None if device not in kept else culprit in kept

    found, _ = searched(fails, 4, 4)

    assert causes(found) == ([] if device == culprit else [{culprit}])
