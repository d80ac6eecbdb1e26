"""The page on who catches whom."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from proofs_made import CAUGHT, MISSED
from seen_pages import HOSTILE, Seen

from refloader.report.page import selftest as page
from refloader.rules import rules
from refloader.selftest.outcome import MutantOutcome

STRANGE = replace(CAUGHT, explained={"ORDER-DUP-01": "x"}, unexplained=("META-06",))


def rendered(made: Sequence[MutantOutcome], **parts: dict[str, str]) -> str:
    """The page of a selftest of loaders."""
    given: dict[str, dict[str, str]] = {"left_out": {}, "unproven": {}, **parts}
    return page.render(made, given["left_out"], given["unproven"], "full", "refloader selftest")


class TestTheAnswer:
    """The page opens with whether anything was missed."""

    def test_all_is_caught(self) -> None:
        """With how many there are."""
        seen = Seen(rendered([CAUGHT]))

        assert (
            "Nothing is missed of 1 violation by 1 mutant, and whatever else fails has a cause." in seen.text
        )
        assert "answer is-same" in seen.of("p", "class")

    def test_something_is_missed(self) -> None:
        """And what is caught by more than its rule."""
        seen = Seen(rendered([CAUGHT, MISSED, STRANGE]))

        assert "Of 3 violations by 2 mutants: 1 missed, 1 caught with more that fails." in seen.text
        assert "answer is-worse" in seen.of("p", "class")

    def test_a_violator_that_came_to_no_end(self) -> None:
        """Nothing was proved by it."""
        seen = Seen(rendered([replace(CAUGHT, problem="it hangs")]))

        assert "1 missed" in seen.text
        assert "Nothing can be told of it: it hangs" in seen.text


class TestWords:
    """What no reader can know is said before it is used."""

    def test_what_a_violator_is(self) -> None:
        """And what the quick profile leaves out, where that is what was run."""
        full, quick = (
            Seen(page.render([CAUGHT], {}, {}, each, "refloader selftest")).text for each in ("full", "quick")
        )

        assert full.index("A mutant is wrong on purpose") < full.index("caught LLP_LOADER_3")
        assert "In the quick profile only" not in full
        assert "In the quick profile only" in quick


class TestTheLists:
    """Each pair says what is wrong, who catches it and why; what was missed comes first."""

    def test_the_missed_come_first(self) -> None:
        """Then what fails without a cause, then the rest."""
        text = Seen(rendered([CAUGHT, STRANGE, MISSED])).text

        assert text.index("Missed 1") < text.index("Caught with more that fails 1") < text.index("Caught 1")

    def test_a_caught_one(self) -> None:
        """Other rules stand together by their cause, and cases are folded."""
        text = Seen(rendered([CAUGHT])).text

        assert (
            "caught LLP_LOADER_3 one core It is wrong. Also ORDER-DUP-01, META-06: the same decision." in text
        )
        assert (
            "2 cases that fail duplicates/twice duplicates/shared refloader selftest --violator one" in text
        )

    def test_a_missed_one(self) -> None:
        """What fails instead, and what ended in an error."""
        text = Seen(rendered([MISSED])).text

        assert "Without a cause it is caught under META-06, too." in text
        assert "1 case ends in an error order/groups: KeyError: 'x'" in text

    def test_what_is_missing(self) -> None:
        """Violators that were not run, and rules without one."""
        text = Seen(
            rendered([CAUGHT], left_out={"two": "it was not built"}, unproven={"ABI-01": "", "B": "why"})
        ).text

        assert "Not run 1 two: it was not built" in text
        assert "Rules without a mutant 2 ABI-01: no mutant of it is written B: why" in text


class TestTheMatrix:
    """A picture with a row for each violator and a column for each rule, in the order of the catalogue."""

    def test_every_mark(self) -> None:
        """Each tells which violator and rule it is about, and the picture how many of each there are."""
        others = [
            replace(
                CAUGHT,
                violates=each,
                violator=replace(CAUGHT.violator, name=f"v{each}"),
                caught_by=(each,),
                explained={},
            )
            for each in list(rules())[:5]
        ]
        source = rendered([CAUGHT, MISSED, *others])

        titles = re.findall(r"<title>([^<]*: [^<]*)</title>", source)
        assert "one, LLP_LOADER_3: caught" in titles
        assert "one, META-06: with a cause" in titles
        assert "two, ACT-APP-01: missed" in titles
        assert "two, META-06: without a cause" in titles
        assert "<desc>Marks: 6 caught, 1 missed, 2 with a cause, 1 without a cause.</desc>" in source

    def test_a_few_have_none(self) -> None:
        """The list is shorter."""
        assert "Mutants and rules" not in Seen(rendered([CAUGHT])).text


class TestHostileText:
    """Names of cases and errors come from what the suite ran."""

    @pytest.mark.parametrize("text", HOSTILE)
    def test_everywhere(self, text: str) -> None:
        """They become no part of the page but its text."""
        evil = replace(
            MISSED,
            violator=replace(MISSED.violator, name=text, does=text),
            cases=(text,),
            errors=(text,),
            problem=text,
            explained={"META-06": text},
        )

        assert Seen(rendered([evil] * 7, left_out={text: text}, unproven={text: text})).faults == []
