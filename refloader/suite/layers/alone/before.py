"""Checks on the act "pre-instance": a layer's intercepts of functions that are called before there is an instance.

Source: "Pre-Instance Functions".
"""

from collections.abc import Iterable, Iterator
from typing import Any

from refloader.suite.layers.alone.answers import is_exported
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult

KEYS = (
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceVersion",
)
NAMED = "VK_LAYER_PROBER_named"
NONE = "the manifest names no pre-instance functions"


def symbols_exported(answers: Answers, commands: Iterable[str]) -> CheckResult:
    """Check that the library exports the functions that the manifest names, whatever their names are."""
    result = CheckResult(missing=NONE)
    for command in commands:
        row = part(answers, f"pre-instance.{command}")
        result.seen += 1 if row else 0
        if row and not is_exported(row["symbol"], row["place"]):
            result.fail(
                f"the library does not export {row['symbol']}, which the manifest names for {command}"
            )
    return result


def called_down(answers: Answers) -> CheckResult:
    """Check that each intercept calls the next function with the next link."""
    result = CheckResult(missing=NONE)
    for command, _, row in _calls(answers):
        result.seen += 1
        if not row["times"]:
            result.fail(f"the intercept of {command} does not call pfnNextLayer")
        elif row["link"] != "next":
            result.fail(f"the intercept of {command} calls pfnNextLayer with another link than pNextLink")
    return result


def arguments_passed_on(answers: Answers) -> CheckResult:
    """Check that the layer name of the call is passed down."""
    result = CheckResult(missing="the manifest names no intercept of vkEnumerateInstanceExtensionProperties")
    for command, case, row in _calls(answers):
        if "layer" in row and row["times"]:
            result.seen += 1
            wanted = NAMED if case == "named" else None
            if row["layer"] != wanted:
                result.fail(
                    f"the intercept of {command} passes down {row['layer']!r} for the layer's name {wanted!r}"
                )
    return result


def nothing_kept(answers: Answers) -> CheckResult:
    """Check that the library, opened anew, answers the same call in the same way."""
    result = CheckResult(missing=NONE)
    for command in KEYS:
        first, again = (part(answers, f"pre-instance.{command}.{case}") for case in ("plain", "again"))
        result.seen += 1 if first and again else 0
        if first and again and first != again:
            result.fail(f"asked again, the intercept of {command} answers differently")
    return result


def _calls(answers: Answers) -> Iterator[tuple[str, str, Any]]:
    for label, row in answers.items():
        words = label.split(".")
        if len(words) == 3 and words[0] == "pre-instance":
            yield words[1], words[2], row
