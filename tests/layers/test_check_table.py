"""The table of judges and the marks of the policy tests say the same."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

import policy_tests.layer
from refloader.model.edition import Edition
from refloader.rules import rules
from refloader.suite.layers.check_table import CHECK_TABLE
from refloader.suite.together.neighbours import JUDGES


class Row(NamedTuple):
    """One rule that one judge looks for in one edition, and whether a breach is a warning."""

    judge: str
    rule: str
    edition: Edition
    warns: bool


class _NotByARecordingError(Exception):
    """The test asks for something else than a judge of a recording."""


class OfAnAge:
    """What is known of the layer of a recording: whether it may be as old as the documents of 2018."""

    def __init__(self, *, is_of_2018: bool) -> None:
        self.is_of_2018 = is_of_2018

    def __getattr__(self, name: str) -> Any:
        raise _NotByARecordingError(name)


class Asked:
    """A layer that notes which judge a test wants, and runs nothing."""

    def __init__(self, edition: Edition, *, is_of_2018: bool) -> None:
        self.edition = edition
        self.layer = OfAnAge(is_of_2018=is_of_2018)
        self.judges: list[tuple[str, bool]] = []

    def keeps(self, judge: Callable[..., Any], *, during: object, should: bool = False) -> None:
        """What tests of recordings call."""
        self.judges.append((f"{judge.__module__}.{judge.__name__}", should))

    def __getattr__(self, name: str) -> Any:
        raise _NotByARecordingError(name)


def judging_tests() -> Iterator[tuple[Callable[..., None], Sequence[pytest.Mark]]]:
    """Each policy test of layers with all its marks."""
    for module in pkgutil.walk_packages(policy_tests.layer.__path__, "policy_tests.layer."):
        if ".test_" not in module.name:
            continue
        found = importlib.import_module(module.name)
        owners: list[Any] = [found, *(each for each in vars(found).values() if isinstance(each, type))]
        for owner in owners:
            if owner is not found and owner.__module__ != found.__name__:
                continue
            for name, function in vars(owner).items():
                if name.startswith("test_") and callable(function):
                    bound = function if owner is found else getattr(owner(), name)
                    marks = [*getattr(function, "pytestmark", ()), *getattr(owner, "pytestmark", ())]
                    yield bound, marks


def asked(
    test: Callable[..., None], marks: Sequence[pytest.Mark], edition: Edition, *, is_of_2018: bool
) -> list[tuple[str, bool]]:
    """The judges that a test has look at a recording, each with whether its breaches are warnings."""
    given: dict[str, Any] = {}
    for mark in marks:
        if mark.name == "parametrize":
            names = mark.args[0] if isinstance(mark.args[0], str) else ",".join(mark.args[0])
            value = next(iter(mark.args[1]))
            value = (
                getattr(value, "values", (value,)) if "," not in names else getattr(value, "values", value)
            )
            given |= dict(zip((name.strip() for name in names.split(",")), value, strict=True))
    layer = Asked(edition, is_of_2018=is_of_2018)
    try:
        test(layer, **given)
    except (_NotByARecordingError, pytest.skip.Exception):
        return []
    return layer.judges


def by_the_marks(*, is_of_2018: bool) -> set[Row]:
    """What the policy tests say of a layer."""
    rows = set()
    for test, marks in judging_tests():
        named = [rule for mark in marks if mark.name == "rule" for rule in mark.args]
        only = [str(year) for mark in marks if mark.name == "editions" for year in mark.args]
        for edition in Edition:
            if only and edition.value not in only:
                continue
            for judge, warns in asked(test, marks, edition, is_of_2018=is_of_2018):
                rows |= {Row(judge, rule, edition, warns) for rule in named if holds(rule, edition)}
    return rows


def by_the_table(*, is_of_2018: bool) -> set[Row]:
    """What the table says of a layer."""
    return {
        Row(
            f"{held.judge.__module__}.{held.name}",
            rule,
            edition,
            held.warns(edition, is_of_2018=is_of_2018),
        )
        for held in CHECK_TABLE
        for rule in held.rules
        for edition in held.only
        if holds(rule, edition)
    }


def holds(rule: str, edition: Edition) -> bool:
    """Whether the documents of an edition have the rule."""
    return edition.value in rules()[rule].editions


class TestOneTable:
    """Whoever judges a recording holds a layer to the same."""

    @pytest.mark.parametrize("is_of_2018", [True, False], ids=["older", "newer"])
    def test_it_says_what_the_marks_say(self, *, is_of_2018: bool) -> None:
        """Every judge of the policy tests, with its rules, its editions and its weight; and nothing else."""
        table, marks = by_the_table(is_of_2018=is_of_2018), by_the_marks(is_of_2018=is_of_2018)

        assert sorted(map(str, table - marks)) == []
        assert sorted(map(str, marks - table)) == []
        assert len({row.judge for row in marks}) > 30

    def test_every_row_holds_somewhere(self) -> None:
        """No row is about editions that do not have its rules."""
        assert [held.name for held in CHECK_TABLE if not any(map(held.holds_in, Edition))] == []

    def test_sets_are_judged_by_musts_of_all_editions(self) -> None:
        """What others can feel is no matter of a should."""
        assert [held.name for held in CHECK_TABLE if held.felt and held.should] == []
        assert tuple((held.rules[0], held.judge) for held in CHECK_TABLE if held.felt) == JUDGES
