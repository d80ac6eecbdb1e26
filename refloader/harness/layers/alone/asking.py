"""Has the prober's answers judged for a policy test. Has no rules."""

from collections.abc import Callable

from refloader.harness.layers.trial import LayerTrial
from refloader.harness.results import OF_ENDING
from refloader.harness.running.look import Look
from refloader.harness.running.reading import Answers
from refloader.harness.trial import EndedError

Judge = Callable[[Answers], Look]


def answers_keep(
    layer: LayerTrial, judge: Judge, act: str, *arguments: str, step: str = "", should: bool = False
) -> None:
    """Have a judge look at one act's answers; ``should`` makes a breach a warning.

    Where the act ended early in a step whose label begins with ``step``, and what came before breaks nothing, that
    end is the breach; an act that ended early elsewhere leaves the judge with what came before.

    Raises:
        EndedError: the layer ended the prober in that step, and this is no should.
    """
    session = layer.probed(act, *arguments)
    look = judge(session.answers)
    if not look.broken and session.ended != "ok" and step and session.during.startswith(step):
        if not should:
            raise EndedError(OF_ENDING[session.ended], session.detail)
        look.fail(f"the layer does not come back: {session.detail}")
    refused = [each["refused"] for each in session.answers.values() if "refused" in each]
    if refused:
        look.missing = f"the prober could not begin: {refused[0]}"
    if session.ended != "ok":
        look.missing = f"{look.missing}; the prober ended early: {session.detail}"
    layer.holds(look, should=should)
