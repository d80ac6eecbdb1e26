"""Has the prober's answers judged for a policy test. Has no rules."""

from collections.abc import Callable

from refloader.harness.foreign import brief
from refloader.harness.layers.trial import LayerTrial
from refloader.harness.running.look import Look
from refloader.harness.running.reading import Answers

Judge = Callable[[Answers], Look]


def answers_keep(
    layer: LayerTrial, judge: Judge, act: str, *arguments: str, step: str = "", should: bool = False
) -> None:
    """Have a judge look at one act's answers, as ``LayerTrial.judge_act`` does.

    Raises:
        EndedError: the layer ended the prober in that step, and this is no should.
    """
    session = layer.probed(act, *arguments)
    layer.judge_act(looked(judge, session.answers), session, step=step, should=should)


def looked(judge: Judge, answers: Answers) -> Look:
    """What a judge sees in answers; those that no prober gives are a breach in themselves.

    The layer shares the prober's process and its descriptors, so that it can write answers of its own.
    """
    try:
        return judge(answers)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        look = Look(seen=1)
        look.fail(f"the layer wrote nonsense to a descriptor that is not its own: {brief(str(error))}")
        return look
