"""What a selftest came to: the lines for a reader and the matrix of violators and rules."""

import csv
from dataclasses import replace

import proofs_made
from proofs_made import MISSED

from refloader.report.selftest_results import document, lines, matrix
from refloader.rules import rule
from refloader.selftest.mutants.registry import Mutant
from refloader.selftest.outcome import MutantOutcome

VIOLATOR = Mutant("one", (rule("LLP_LOADER_3"), rule("ORDER-DUP-01")), "It is wrong.", "core")
CAUGHT = replace(
    proofs_made.CAUGHT,
    violator=VIOLATOR,
    explained={"ORDER-DUP-01": "the same decision", "META-06": "a cause"},
)
SECOND = replace(CAUGHT, violates=rule("ORDER-DUP-01"))


def text(
    made: list[MutantOutcome], left_out: dict[str, str] | None = None, unproven: dict[str, str] | None = None
) -> str:
    """The lines as a terminal without colours shows them."""
    shown = lines(made, left_out or {}, unproven or {})
    return "\n".join("".join(part for part, _ in line) for line in shown)


class TestLines:
    """Each violator has a line, and beneath it every other rule it is caught under with the cause."""

    def test_a_caught_one(self) -> None:
        """The causes are grouped, and no rule is left out."""
        shown = text([CAUGHT]).splitlines()

        assert shown[0].split() == ["LLP_LOADER_3", "one", "ok", "caught", "by", "2", "cases"]
        assert shown[1:3] == ["    also ORDER-DUP-01: the same decision", "    also META-06: a cause"]

    def test_a_missed_one(self) -> None:
        """It is marked, and what fails instead is told with the errors."""
        shown = text([MISSED])

        assert "WRONG not caught" in shown
        assert "without a cause it is caught under META-06 too" in shown
        assert "a case ends in an error: order/groups: KeyError: 'x'" in shown

    def test_a_missed_one_of_which_cases_warn(self) -> None:
        """The cases that warn are named, unless the gap is a known one."""
        warned = replace(MISSED, warned=("order/groups", "order/twice"))
        line = "cases that warn, which proves nothing: order/groups, order/twice"

        assert line in text([warned])
        assert line not in text([replace(warned, gap="a reason")])

    def test_what_is_missing(self) -> None:
        """Violators that could not be run and rules without one come at the end."""
        shown = text(
            [CAUGHT],
            {"two": "it was not built"},
            {"ABI-01": "one library is of one version", "GPA-APP-01": ""},
        )

        assert "two was not run: it was not built" in shown
        assert "unproven: ABI-01, one library is of one version" in shown
        assert "unproven: GPA-APP-01, as no mutant of it is written" in shown


class TestMatrix:
    """The matrix has a line for each violator and a column for each rule that is hit."""

    def test_every_cell(self) -> None:
        """The diagonal, a catch with a cause, one without, a miss, and nothing."""
        rows = list(csv.DictReader(matrix([CAUGHT, SECOND, MISSED]).splitlines()))

        assert rows == [
            {"violator": "one", "ORDER-DUP-01": "x", "ACT-APP-01": "", "META-06": "o", "LLP_LOADER_3": "x"},
            {
                "violator": "two",
                "ORDER-DUP-01": "",
                "ACT-APP-01": "missed",
                "META-06": "?",
                "LLP_LOADER_3": "",
            },
        ]


class TestDocument:
    """The JSON document has a row for each pair of a violator and a rule that it violates."""

    def test_rows(self) -> None:
        """Each says whether all is as it should be."""
        made = document([CAUGHT, SECOND, MISSED], {}, {}, "full")

        assert [(row["violates"], row["name"], row["ok"]) for row in made["violators"]] == [
            ("LLP_LOADER_3", "one", True),
            ("ORDER-DUP-01", "one", True),
            ("ACT-APP-01", "two", False),
        ]
