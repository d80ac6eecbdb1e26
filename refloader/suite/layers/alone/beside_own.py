"""Checks on what an application asks for in creations without, and with the extensions of the layer's own.

The act "create", asked for its case "own", makes three instances and devices: without the extensions that the layer's
manifest lists, with them alone, and with them and all the rest. Source: "Requirements of Well-Behaved Layers" (a
compliant environment stays one), "Layer Conventions and Rules".
"""

from collections.abc import Mapping
from typing import Any

from refloader.suite.sessions.answers import Answers, part, result
from refloader.suite.sessions.check_result import CheckResult

CASE = ("--only", "own")
WITHOUT, ALONE, WITH = CASES = "without-own", "own-alone", "with-own"
_CREATES = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}
_FOREIGN = "VK_PROBER_below_one"
_NONE = "the layer's manifest lists no extensions of this kind, or the layer makes nothing with them"


def rest_kept(answers: Answers, kind: str) -> CheckResult:
    """Check that what goes down without the layer's own extensions does so with them: extensions and queues."""
    look = CheckResult(missing=_NONE)
    without, beside = _made(answers, WITHOUT, kind), _made(answers, WITH, kind)
    if not _is_judged(answers, kind) or not beside.get("times"):
        return look
    look.seen = 1
    if _has_foreign(without) and not _has_foreign(beside):
        look.fail(_lost(kind, _FOREIGN))
    for key, family in (("queues", "first"), ("copy_queues", "second")):
        if int(without.get(key, 0)) > int(beside.get(key, 0)):
            look.fail(_lost(kind, f"{without[key]} queues of the {family} family, but {beside[key]},"))
    return look


def features_kept(answers: Answers) -> CheckResult:
    """Check that a feature is enabled below with the layer's own extensions if it is without."""
    look = CheckResult(missing=_NONE)
    without, beside = _made(answers, WITHOUT, "device"), _made(answers, WITH, "device")
    if _is_judged(answers, "device") and beside.get("times") and without.get("is_robust"):
        look.seen = 1
        if not beside.get("is_robust"):
            look.fail(_lost("device", "robustBufferAccess"))
    return look


def others_accepted(answers: Answers) -> CheckResult:
    """Check that vkCreateInstance does not fail for another extension because the layer's own are enabled."""
    look = CheckResult(missing=_NONE)
    if _is_judged(answers, "instance"):
        look.seen = 1
        code = _made(answers, WITH, "instance").get("result")
        if code:
            look.fail(
                f"vkCreateInstance gives {result(code)} for {_FOREIGN} and extensions of the layer's own together,"
                " and succeeds with either"
            )
    return look


def _made(answers: Answers, case: str, kind: str) -> Mapping[str, Any]:
    return part(part(answers, f"create.{case}.{kind}"), "made")


def _is_judged(answers: Answers, kind: str) -> bool:
    """Return whether both are made apart from each other."""
    apart = [_made(answers, case, kind) for case in (WITHOUT, ALONE)]
    return all(made and made["result"] == 0 and made.get("times") for made in apart) and bool(
        _made(answers, WITH, kind)
    )


def _has_foreign(made: Mapping[str, Any]) -> bool:
    return _FOREIGN in str(made.get("extensions", "")).split(",")


def _lost(kind: str, what: str) -> str:
    return (
        f"where extensions of the layer's own are enabled as well, the next {_CREATES[kind]} does not get {what}"
        " as it does without them"
    )
