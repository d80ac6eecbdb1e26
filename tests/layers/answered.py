"""Answers of the prober as tests tell them. Holds no case of its own."""

import judged_answers
from judged_answers import Judge, Row, each

from refloader.results.results_file import Verdict
from refloader.suite.layers.alone.applied import check_result
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.ended import EndedError

__all__ = [
    "Judged",
    "Row",
    "each",
    "entered",
    "exports",
    "form",
    "intercept",
    "made",
    "offer",
    "passed",
    "rows",
]


class Judged(judged_answers.Judged):
    """A judge of a layer: of what no prober answers it may say that it makes no sense."""

    def looks(self, judge: Judge, answers: Answers) -> CheckResult:
        """It is told in one sentence, and is no layer's fault."""
        ended: list[EndedError] = []
        result = CheckResult()
        try:
            result = check_result(judge, answers)
        except EndedError as error:
            ended.append(error)
        assert all(each.verdict is Verdict.ERROR and len(str(each)) < 5000 for each in ended)
        return result


def offer(offered: int | str, **changes: object) -> Answers:
    """The clean answer to an offer of a version, or of "rubbish", changed."""
    row: dict[str, object] = {
        "offered": offered,
        "result": 0,
        "version": 2,
        "instance": "own",
        "device": "own",
        "physical": "null",
    }
    return {f"negotiate.{offered}": {**row, **changes}}


def form(times: int = 1, **changes: object) -> dict[str, object]:
    """What comes of a call in one form, of which nothing is changed, changed."""
    lists = ("lost", "changed", "handles", "uneven", "written", "altered", "totals", "alike")
    return {"times": times, "ended": False, **{key: [] for key in lists}, **changes}


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
