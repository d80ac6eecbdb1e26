"""Rows of the prober's answers become named records; any other shape is an error of refloader's, and no verdict."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from answered import form

from refloader.results.results_file import Verdict
from refloader.suite.layers.alone import rows
from refloader.suite.layers.alone.applied import check_result
from refloader.suite.layers.alone.carrying import formed
from refloader.suite.sessions.answers import AnswerError, numbers, records, texts
from refloader.suite.subjects.ended import EndedError

PACKAGE = Path(rows.__file__).parents[4] / "refloader"


class Found(NamedTuple):
    """A row of any check."""

    name: str
    times: int
    is_there: bool


class TestRecords:
    """A list is read whole, or not at all."""

    def test_rows(self) -> None:
        """Each is a record."""
        assert records({"found": [["a", 1, True]]}, "found", Found) == [Found("a", 1, True)]

    def test_no_answer(self) -> None:
        """The act was not done."""
        assert records({}, "found", Found) == []

    def test_no_list(self) -> None:
        """A key that the prober does not write would find nothing for ever."""
        with pytest.raises(AnswerError, match="'found' is not there, a list of Found"):
            records({"find": [["a", 1, True]]}, "found", Found)

    @pytest.mark.parametrize(
        "row", [["a", 1], ["a", 1, True, 0], ["a", "1", True], ["a", 1, 1], ["a", True, True], "a", None]
    )
    def test_other_rows(self, row: object) -> None:
        """A member too few, one too many, and one of another type."""
        with pytest.raises(AnswerError, match="'found'"):
            records({"found": [["a", 1, True], row]}, "found", Found)

    def test_other_elements(self) -> None:
        """Lists of numbers and texts are of these alone."""
        with pytest.raises(AnswerError):
            numbers({"found": [1, "2"]}, "found")
        with pytest.raises(AnswerError):
            texts({"found": "a"}, "found")

    def test_nothing_in_the_place_of_an_element(self) -> None:
        """A driver may give no name, and a call that fails has its result in the place of a list."""
        assert texts({"found": ["a", None]}, "found") == ["a"]
        assert numbers({"found": -3}, "found") == []


class TestChecks:
    """A check that cannot read an answer gives no verdict on the layer."""

    def test_an_unknown_row_is_loud(self) -> None:
        """The record is named, and what stands in its place."""
        answers = {"form.vkCmdDraw": {"plain": form(), "many": form(changed=[["firstVertex", 2, 1]])}}

        with pytest.raises(EndedError, match=r"make no sense .*firstVertex.* not Difference") as raised:
            check_result(formed.elements_kept, answers)

        assert raised.value.verdict is Verdict.ERROR

    def test_a_missing_list_is_loud(self) -> None:
        """Nothing that was renamed in the prober alone goes unread."""
        answers = {"form.vkCmdDraw": {"plain": form(), "many": {"times": 1, "ended": False}}}

        with pytest.raises(EndedError, match="'changed' is not there, a list of Difference"):
            check_result(formed.elements_kept, answers)


def test_the_prober_writes_each_list() -> None:
    """Whatever is read as records has a name that the prober's sources write."""
    checks = "".join(path.read_text() for path in (PACKAGE / "suite/layers/alone").rglob("*.py"))
    prober = "".join(path.read_text() for path in (PACKAGE / "probes/layer_prober").rglob("*.c"))
    read = set(re.findall(r'records\([^"]*(?:"[^"]*"\), )?"(\w+)", \w+\)', checks))

    assert {"changed", "results", "totals", "heard", "words", "calls"} <= read
    assert {name for name in read if f'("{name}"' not in prober} == set()
