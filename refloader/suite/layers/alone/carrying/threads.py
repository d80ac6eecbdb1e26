"""Checks on the act "carry" with two threads: in one command at once, and one of them in a wait.

The prober lets both of them come to the entity below before either goes on (twice.COMMAND), and makes the calls that
may end a wait while another thread is in it (waiting.COMMAND). Source: "Requirements of Well-Behaved Layers",
LLP_LAYER_1.
"""

from refloader.suite.layers.alone.answers import APART, called_again, spelled, unanswered
from refloader.suite.layers.alone.rows import OnThread, differences
from refloader.suite.sessions.answers import Answers, part, records
from refloader.suite.sessions.check_result import CheckResult


def threads_apart(answers: Answers) -> CheckResult:
    """Check that what goes down on one of two threads is what this one came with.

    "Threading Behavior" of the specification: all commands may be called on several threads at once. The objects of
    both calls are different ones. What a layer keeps in one place for all threads is written over by the second one.
    What comes down otherwise on one thread, too, is what the layer makes of it, and may be equal by chance.
    """
    look = CheckResult(
        missing="two threads were to be below the layer in one command at once",
        left_out=unanswered(answers, "twice"),
    )
    for label in answers:
        command = label.removeprefix("twice.")
        if command == label:
            continue
        look.seen += 1
        on_one = {
            path
            for answer in (part(answers, f"carry.{command}"), called_again(answers, command))
            for path, *_ in differences(answer, "changed")
        }
        for _, path, given, received in records(part(answers, label), "changed", OnThread):
            if abs(received - given) == APART and path not in on_one:
                fact = f"goes down with {received} as {spelled(path)}, which another thread came with"
                look.fail(f"{command} {fact} at the same time; this one came with {given}")
    return look


def waits_let_others_through(answers: Answers, by_the_host: bool) -> CheckResult:
    """Check that what may end a wait reaches the entity below while another thread is in this wait.

    A wait for a timeline semaphore or a fence may begin before the vkSignalSemaphore of another thread that it ends
    by. A layer that holds a lock in the wait lets neither end. ``by_the_host``: this command, else events,
    for which a program seldom waits on the host, and submissions, which a layer may have reasons to order.
    """
    look = CheckResult(
        missing="the layer has no function of its own that waits, or none that ends a wait",
        left_out=unanswered(answers, "waiting"),
    )
    for label in answers:
        wait = label.removeprefix("waiting.")
        for end, is_through in part(part(answers, label), "through").items() if wait != label else ():
            if end.startswith("vkSignalSemaphore") is not by_the_host:
                continue
            look.seen += 1
            if is_through is False:
                fact = f"{end} does not get through the layer while another thread is in {wait}"
                look.fail(f"{fact}, which it may have to end")
    return look
