"""The text of ``refloader explain`` on the run of the machine's own loader: a headline if it differs."""

import os
from collections.abc import Sequence

from refloader.cli.terminal.output import say, say_line, say_wrapped
from refloader.host import shell
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.comparing import Ran, Unlike
from refloader.model.system import System
from refloader.model.text import number_of, visible

_MOST = 3
AGREES = "run here with mocks for all libraries, it does as predicted"
"""What the line on the loader says of a run without a difference."""


def print_difference(ran: Ran | None, asked: Sequence[str], *, whole: bool) -> None:
    """Print what the loader did otherwise than was predicted, first what concerns the layers that are asked for."""
    if ran is None or not ran.unlike:
        return
    unlike = sorted(ran.unlike, key=lambda each: bool(asked) and each.name not in asked)
    shown = unlike if whole else unlike[:_MOST]
    start = f"{visible(ran.path)}, run here, "
    for index, each in enumerate(shown):
        say_wrapped([(start if not index else "  and it ", ""), (visible(each.did), "error")], "  ")
        rule = f"  {each.rule}" if each.rule else ""
        say_line(f"  predicted: {visible(each.predicted)}{rule}")
    if len(shown) < len(unlike):
        say(f"  and {number_of(len(unlike) - len(shown), 'further difference')}: -v prints all")
    if ran.because:
        say_line(f"  {visible(ran.because)}")
    say("  what follows is the prediction")
    say()


def print_not_run(ran: Ran | None) -> None:
    """Print why the loader was not run or not compared, if that is so."""
    if ran is not None and ran.why_not:
        say_line(f"  {visible(ran.path)} was not compared with the prediction: {visible(ran.why_not)}")


def is_lost(unlike: Sequence[Unlike], asked: Sequence[str]) -> bool:
    """Return whether the loader leaves out a layer that is asked for, or makes no instance."""
    return any(each.is_loss and (not each.name or each.name in asked) for each in unlike)


def print_next_step(words: tuple[str, ...], explanation: Explanation, answers: Sequence[Answer]) -> None:
    """Print how to ask about one program, which may have another environment, or whose name was given.

    An active layer is one by files and variables: its library may still refuse to be entered, unless it was run here.
    """
    if words and all(each.state is State.ACTIVE for each in answers):
        names = {each.subject for each in answers}
        paths = list(dict.fromkeys(each.manifest for each in explanation.here.chain if each.name in names))
        own = len(paths) == 1 and explanation.platform.system is System.LINUX
        runs = shell.line(["refloader", "conform", "--layer", paths[0] if own else "MANIFEST"])
        its = "its library was" if len(names) == 1 else "their libraries were"
        told = f"{its} not run, and may refuse a loader: {visible(runs)} runs {'it' if own else 'one'}; "
        if all(each.negotiates for each in answers):
            agrees = "library agrees" if len(names) == 1 else "libraries agree"
            told = f"run here in the sandbox, {its.split()[0]} {agrees} with a loader on the interface; "
            told += f"{visible(runs)} tests {'it' if own else 'one'}; "
        say_wrapped(
            [(told, ""), ("refloader explain --pid N answers for a running program that lacks it", "")]
        )
    unknown = {each.subject for each in answers if "/" not in each.subject}.intersection(words)
    for word in words if unknown else ():
        from shutil import which  # here, as most words are layers

        if word in unknown and which(word):
            say(f"{visible(word)} is a program: --pid N asks about one that runs, with its process id")
    for word in {each.subject for each in answers if each.state is State.MISSING}.intersection(words):
        if os.path.isdir(word):
            line = shell.line(["refloader", "explain", "--root", word])
            say(f"{visible(word)} is a folder here: {visible(line)} explains it, if it is a staging tree")
            say("a layer that was built and not installed: refloader explain MANIFEST, with its path")
