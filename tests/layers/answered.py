"""Answers of the prober as tests tell them, and what holds for every judge of answers. Holds no case of its own."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from refloader.harness.running.look import Look
from refloader.harness.running.reading import Answers

Judge = Callable[[Answers], Look]
Row = tuple[str, Judge, Answers, Answers, str]
"""A name, the judge, clean answers, wrong ones, and a part of what is said of these."""


def offer(offered: int, **changes: object) -> Answers:
    """The clean answer to an offer, changed."""
    row: dict[str, object] = {
        "offered": offered,
        "result": 0,
        "version": 2,
        "instance": "own",
        "device": "own",
        "physical": "null",
    }
    return {f"negotiate.{offered}": {**row, **changes}}


def exports(**places: str) -> Answers:
    """Where exports lie, by the function of the interface that they are."""
    rows = {name: {"name": name, "place": place} for name, place in places.items()}
    return {"names.exports": rows}


def passed(label: str, **lists: object) -> Answers:
    """One pass of lookups."""
    empty: dict[str, object] = {"own": [], "next": [], "elsewhere": {}, "asked": [], "asked_others": []}
    return {f"lookups.{label}": {**empty, "asked_with": {}, **lists}}


def entered(**places: str) -> Answers:
    """How the layer was entered for lookups."""
    return {"lookups.entry": {"by": "negotiation", "version": 2, "physical": "null", **places}}


def made(case: str, kind: str = "instance", *, asked: tuple[str, ...] = (), **changes: object) -> Answers:
    """A clean creation, changed."""
    row: dict[str, object] = {"result": 0, "times": 1, "link_seen": "next", "out": "kept", "handle": "lower"}
    asked_with = list(asked or ("null" if kind == "instance" else "lower",))
    return {f"create.{case}.{kind}": {"made": {**row, **changes}, "asked_with": asked_with}}


def rows(label: str, *names: str, result: int = 0, **changes: object) -> Answers:
    """The answer of an enumeration."""
    step = {"result": result, "count": len(names)}
    row: dict[str, object] = {
        "counted": step,
        "filled": step,
        "overrun": False,
        "names": list(names),
        "down": [],
    }
    return {label: {**row, **changes}}


def intercept(command: str, case: str, **changes: object) -> Answers:
    """What one call of a pre-instance intercept came to."""
    row: dict[str, object] = {"link": "next", "result": 0, "times": 1, "value": 5}
    return {f"pre-instance.{command}.{case}": {**row, **changes}}


# ---- what holds for every judge


def each(cases: Sequence[Row]) -> Any:
    """Runs a class of tests for each of these, by name."""
    names = ("judge", "clean", "wrong", "fact")
    return pytest.mark.parametrize(names, [case[1:] for case in cases], ids=[case[0] for case in cases])


class Judged:
    """A judge sees what its rule is about, and nothing else."""

    def test_clean_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """They are seen, and break nothing."""
        look = judge(clean)

        assert look.broken == []
        assert look.seen > 0

    def test_wrong_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """The fault is told with the values."""
        look = judge(wrong)

        assert any(fact in each.fact for each in look.broken), look.broken

    def test_no_answers(self, judge: Judge, clean: Answers, wrong: Answers, fact: str) -> None:
        """There is nothing to judge, and a reason for that."""
        look = judge({})

        assert (look.seen, look.broken) == (0, [])
        assert look.missing
