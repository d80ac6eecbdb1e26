"""Checks on the act "pre-instance": a layer's intercepts of functions that are called before there is an instance.

Source: "Pre-Instance Functions".
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from refloader.suite.layers.alone.answers import INCOMPLETE, SUCCESS, is_exported
from refloader.suite.sessions.answers import Answers, number, part, result, texts
from refloader.suite.sessions.check_result import CheckResult

KEYS = (
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceVersion",
)
NAMED = "VK_LAYER_PROBER_named"
_ERROR = "error"
NONE = "the manifest names no pre-instance functions"


def symbols_exported(answers: Answers, commands: Iterable[str]) -> CheckResult:
    """Check that the library exports the functions that the manifest names, whatever their names are."""
    look = CheckResult(missing=NONE)
    for command in commands:
        row = part(answers, f"pre-instance.{command}")
        look.seen += 1 if row else 0
        if row and not is_exported(row["symbol"], row["place"]):
            look.fail(f"the library does not export {row['symbol']}, which the manifest names for {command}")
    return look


def called_down(answers: Answers) -> CheckResult:
    """Check that each intercept calls the next function with the next link."""
    look = CheckResult(missing=NONE)
    for command, _, row in _calls(answers):
        look.seen += 1
        if not row["times"]:
            look.fail(f"the intercept of {command} does not call pfnNextLayer")
        elif row["link"] != "next":
            look.fail(f"the intercept of {command} calls pfnNextLayer with another link than pNextLink")
    return look


def arguments_passed_on(answers: Answers) -> CheckResult:
    """Check that the layer name of the call is passed down."""
    look = CheckResult(missing="the manifest names no intercept of vkEnumerateInstanceExtensionProperties")
    for command, case, row in _calls(answers):
        if "layer" in row and row["times"]:
            look.seen += 1
            wanted = NAMED if case == "named" else None
            if row["layer"] != wanted:
                look.fail(
                    f"the intercept of {command} passes down {row['layer']!r} for the layer's name {wanted!r}"
                )
    return look


def room_respected(answers: Answers) -> CheckResult:
    """Check that a list with room for all elements but one is filled so far, and ends with VK_INCOMPLETE."""
    look = CheckResult(missing="the manifest names no intercept of a list that has elements")
    for command in KEYS:
        row = part(answers, f"pre-instance-room.{command}")
        if not row:
            continue
        look.seen += 1
        room = number(row, "room")
        if row.get("behind"):
            look.fail(f"the intercept of {command} writes behind an array that has room for {room}")
        if row.get("result") == SUCCESS or number(row, "count") > room:
            fact = f"gives {result(row.get('result'))} and {number(row, 'count')}"
            look.fail(f"the intercept of {command} {fact} where there is room for {room} of {room + 1}")
        for step, words in (("exact", "all"), ("roomy", "more than")):
            _check_all_there(look, part(row, step), f"the intercept of {command}", f"{words} {room + 1}")
    return look


def failures_passed_on(answers: Answers) -> CheckResult:
    """Check that a call that fails below does not succeed above with nothing in the place of what was asked for.

    A layer may have an answer of its own, and then it succeeds.
    """
    return _succeeding(answers, lambda row: not _has_answer(row))


def failures_reported(answers: Answers) -> CheckResult:
    """Check that a call that fails below fails above, whatever stands in the place of what was asked for."""
    return _succeeding(answers, _has_answer)


def _succeeding(answers: Answers, judged: Callable[[Any], bool]) -> CheckResult:
    look = CheckResult(missing=NONE)
    for command, case, row in _calls(answers):
        if not case.startswith(_ERROR) or not row["times"]:
            continue
        look.seen += 1
        if row["result"] >= SUCCESS and judged(row):
            code = result(int(case.removeprefix(_ERROR)))
            what = "with what is none of pfnNextLayer's" if _has_answer(row) else "and writes nothing"
            look.fail(
                f"the intercept of {command} gives {result(row['result'])} where pfnNextLayer gives {code}, {what}"
            )
    return look


def _has_answer(row: Any) -> bool:
    """Return whether something was written: a version, or a list that is empty or has names."""
    return bool(row["value"]) if "value" in row else "" not in texts(row, "names")


def _check_all_there(look: CheckResult, answer: Answers, who: str, room: str) -> None:
    """Check a list with room for all elements that were counted: VK_INCOMPLETE would say that there is too little."""
    if answer:
        look.seen += 1
        if answer.get("result") == INCOMPLETE:
            count = number(answer, "count")
            look.fail(f"{who} gives VK_INCOMPLETE and {count} where there is room for {room}")


def nothing_kept(answers: Answers) -> CheckResult:
    """Check that the library, opened anew, answers the same call in the same way."""
    look = CheckResult(missing=NONE)
    for command in KEYS:
        first, again = (part(answers, f"pre-instance.{command}.{case}") for case in ("plain", "again"))
        look.seen += 1 if first and again else 0
        if first and again and first != again:
            look.fail(f"asked again, the intercept of {command} answers differently")
    return look


def _calls(answers: Answers) -> Iterator[tuple[str, str, Any]]:
    for label, row in answers.items():
        words = label.split(".")
        if len(words) == 3 and words[0] == "pre-instance":
            yield words[1], words[2], row
