"""Checks on the act "effects": the semaphores and the fence of a submission come down, in whichever calls.

The prober submits two semaphores to wait for, two to signal and a fence by each command that takes them, and waits
for the queue: all that has come down by then counts, whichever command it came with. Source: "Requirements of
Well-Behaved Layers" (LLP_LAYER_1).
"""

from collections.abc import Iterator
from typing import NamedTuple

from refloader.model.text import number_of
from refloader.suite.layers.alone.answers import SUCCESS
from refloader.suite.layers.alone.intended import lost_bits
from refloader.suite.layers.alone.rows import StagesWaited
from refloader.suite.sessions.answers import Answers, number, records, under
from refloader.suite.sessions.check_result import CheckResult

_NONE = "the layer has no function of its own for a submission that succeeds"


def semaphores_kept(answers: Answers) -> CheckResult:
    """Check that what waits for a semaphore does so below, and what signals one signals it.

    VkSubmitInfo and VkBindSparseInfo: pWaitSemaphores are "upon which to wait" before the batch is executed,
    pSignalSemaphores "will be signaled when the command buffers for this batch have completed execution".
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _submissions(answers):
        look.seen += 1
        waits = [received for _, received in records(answer, "waits", StagesWaited)]
        if lost := sum(received < 0 for received in waits):
            look.fail(
                f"{lost} of the {len(waits)} semaphores that {command} waits for are not waited for below"
            )
        signals, every = number(answer, "signals"), number(answer, "all")
        if signals < every:
            look.fail(
                f"{every - signals} of the {every} semaphores that {command} signals are not signaled below"
            )
    return look


def fences_kept(answers: Answers) -> CheckResult:
    """Check that the fence of a submission comes down once.

    "fence is an optional handle to a fence to be signaled once all submitted batches have completed execution", and
    so it is without any batch.
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _submissions(answers):
        look.seen += 1
        if (times := number(answer, "fence")) != 1:
            often = "never comes down" if times == 0 else f"comes down {number_of(times, 'time')}"
            look.fail(f"the fence of {command} {often}, which returns VK_SUCCESS")
        if answer.get("empty_fence") == 0:
            look.fail(f"the fence of {command} without batches never comes down, which returns VK_SUCCESS")
    return look


def stages_kept(answers: Answers) -> CheckResult:
    """Check that each wait blocks the stages that it is to block.

    VkSubmitInfo: pWaitDstStageMask are the "pipeline stages at which each corresponding semaphore wait will occur".
    """
    look = CheckResult(missing=_NONE)
    for command, answer in _submissions(answers):
        for given, received in records(answer, "waits", StagesWaited):
            if given == 0 or received < 0:
                continue
            look.seen += 1
            if lost_bits(command, "stageMask" if "2" in command else "pWaitDstStageMask", given, received):
                fact = f"waits for a semaphore in the stages {received:#x} below"
                look.fail(f"{command} {fact}; it came with {given:#x} for this one")
    return look


def values_kept(answers: Answers) -> CheckResult:
    """Check that timelines are waited for and signaled below with their values, and that signals wait for the work.

    VkTimelineSemaphoreSubmitInfo: pWaitSemaphoreValues are the values "for the corresponding semaphores in
    VkSubmitInfo::pWaitSemaphores to wait for", pSignalSemaphoreValues those "to set when signaled". Where another
    command signals them, its stageMask names the work that comes before: of VkSubmitInfo, that is all of the batch.
    Semaphores that do not come down are left out: a layer may have others in the place of timelines. So are lists of
    which no value comes down: a layer may copy what it knows alone, and not know the structure.
    """
    look = CheckResult(missing="the layer has no function of its own for a submission with timelines")
    for command, answer in _submissions(answers, "values."):
        for verb, key in (("waits for", "waited_for"), ("signals", "signaled")):
            rows = records(answer, key, _Value)
            if not any(received for _, received, _ in rows):
                continue
            for given, received, stages in rows:
                look.seen += 1
                if given != received:
                    fact = f"{verb} a semaphore with the value {received} below"
                    look.fail(f"{command} {fact}; it came with {given} for this one")
                elif key == "signaled" and stages == 0:
                    look.fail(f"{command} signals a semaphore behind no stage below: behind no work at all")
        for given, received in records(answer, "waits", StagesWaited):
            if received >= 0 and lost_bits(command, "stageMask", given, received):
                fact = f"waits for a timeline in the stages {received:#x} below"
                look.fail(f"{command} {fact}; it came with {given:#x} for this one")
    return look


def _submissions(answers: Answers, beginning: str = "submissions.") -> Iterator[tuple[str, Answers]]:
    for command, answer in under(answers, beginning):
        if answer.get("result") == SUCCESS:
            yield command, answer


class _Value(NamedTuple):
    given: int
    received: int
    stages: int
