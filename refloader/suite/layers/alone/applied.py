"""Applies checks to the prober's answers for a policy test. Holds no rules."""

from collections.abc import Callable, Iterator

import pytest

from refloader.model.text import brief
from refloader.results.results_file import Verdict
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.answers import AnswerError, Answers
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.time_limit import LateError, in_time
from refloader.suite.subjects.ended import EndedError

AnswersCheck = Callable[[Answers], CheckResult]


def answers_keep(
    layer: LayerTrial,
    judge: AnswersCheck,
    act: str,
    *arguments: str,
    step: str | tuple[str, ...] = "",
    should: bool = False,
) -> None:
    """Apply a check to one act's answers, as ``LayerTrial.judge_act`` does. Skips if that takes too long.

    Raises:
        EndedError: the layer ended the prober in that step, and ``should`` is false.
    """
    session = layer.probed(act, *arguments)
    try:
        with in_time((layer.layer, act, arguments)):
            result = check_result(judge, session.answers)
    except LateError as error:
        pytest.skip(str(error))
    layer.judge_act(result, session, step=step, should=should)


def comes_to_its_end(layer: LayerTrial, act: str, *arguments: str, step: str | tuple[str, ...]) -> None:
    """Require that no such step ends an act of the prober, whatever its answers are.

    Raises:
        EndedError: the layer ended the prober in that step.
    """
    session = layer.probed(act, *arguments)
    result = CheckResult(seen=len(session.answers), missing="instances were to be made through the layer")
    layer.judge_act(result, session, step=step)


def enabled_extensions(layer: LayerTrial) -> Iterator[str]:
    """Yield what has the prober enable all extensions that the manifest lists."""
    for option, names in (
        ("--instance-extension", layer.layer.instance_extensions),
        ("--device-extension", layer.layer.device_extensions),
    ):
        yield from (word for name in names for word in (option, name))


def own_extensions(layer: LayerTrial) -> tuple[str, ...]:
    """Return the same. Skips if the manifest lists none."""
    found = tuple(enabled_extensions(layer))
    if not found:
        pytest.skip("the layer's manifest lists no extensions")
    return found


def check_result(judge: AnswersCheck, answers: Answers) -> CheckResult:
    """Return the outcome of a check on answers.

    Raises:
        EndedError: the answers make no sense to the check. The layer shares the prober's process and descriptors, so
            that it can forge answers; but a fault of refloader looks the same, and no layer is blamed for one.
    """
    try:
        return judge(answers)
    except (AnswerError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        who = "the layer wrote some of them, or refloader is wrong"
        raise EndedError(
            Verdict.ERROR, f"the prober's answers make no sense ({brief(str(error))}): {who}"
        ) from error
