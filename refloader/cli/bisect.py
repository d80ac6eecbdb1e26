"""``refloader bisect``: finds the layer, the layers together, or the driver that make a program fail."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

import click

from refloader.bisect.bisecting import Bisected, Bisection, NothingGoodError, NoWayError, Tried
from refloader.bisect.document import Remedy, as_json, remedy
from refloader.bisect.pictures import Picture, picture_at
from refloader.bisect.search import Verdict
from refloader.bisect.starting import Failing
from refloader.bisect.suspects import Kind, Suspects, TooManyError
from refloader.cli.options.loader_age import HERE, age_for
from refloader.cli.options.machine import Machine
from refloader.cli.options.machine_host import made_of
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import give_up, json_text, say, say_aside, write_document
from refloader.cli.words.bisect_text import print_fixed, print_result, print_step
from refloader.core.ages import release_of
from refloader.host.builds import build_of
from refloader.host.port import Host
from refloader.host.stopping import stoppable
from refloader.inspect.libraries.loader_file import loader_file
from refloader.inspect.whatif.aims import breaking_change
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of
from refloader.inspect.whatif.wording import words as words_of
from refloader.model.age import DOCUMENTED, Age
from refloader.model.edition import LATEST
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import number_of, some, visible
from refloader.native.structures import LoaderError
from refloader.sandbox.reference_process import variables_for

_OWN, _REFERENCE = "machine", "reference"
_EXIT = {
    Verdict.WORKS: 0,
    Verdict.FOUND: 1,
    Verdict.ELSEWHERE: COULD_NOT_RUN,
    Verdict.UNSTEADY: COULD_NOT_RUN,
}


@click.command(context_settings={"allow_interspersed_args": False})
@click.option(
    "--output", "printed", metavar="REGEX", help="COMMAND fails if it prints this, whatever its exit code."
)
@click.option(
    "--timeout",
    type=click.FloatRange(0.01),
    metavar="S",
    help="COMMAND fails if it runs longer than S seconds; it is then ended.",
)
@click.option(
    "--survives",
    type=click.FloatRange(0.01),
    metavar="S",
    help="COMMAND works if it still runs after S seconds, as games do; it is then ended.",
)
@click.option(
    "--picture",
    metavar="FILE",
    help="COMMAND fails if the picture that it writes to FILE is not the right one.",
)
@click.option("--like", metavar="FILE", help="The right picture.  [default: what it writes without layers]")
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Take COMMAND to work only after N starts that work, for a program that fails by chance.",
)
@click.option(
    "--confirm", is_flag=True, help="Use one more start to check that COMMAND works without the cause."
)
@click.option(
    "--any-failure", is_flag=True, help="Count every failure, also of another kind than the first one."
)
@click.option("--request", "requested", multiple=True, metavar="NAME", help="A layer the program asks for.")
@click.option(
    "--as-loader",
    "loader",
    metavar="LOADER",
    help="The loader that the program gets, if refloader does not find the right one.",
)
@click.option(
    "--on",
    "means",
    type=click.Choice(["auto", _OWN, _REFERENCE]),
    default="auto",
    show_default=True,
    help="The loader to run on; auto takes the reference where the machine's is too old to keep layers off.",
)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "file", metavar="FILE", help="Write the JSON to a file.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND [ARG]...")
def command(
    printed: str | None,
    timeout: float | None,
    survives: float | None,
    picture: str | None,
    like: str | None,
    repeat: int,
    confirm: bool,
    any_failure: bool,
    requested: tuple[str, ...],
    loader: str | None,
    means: str,
    shape: str,
    file: str | None,
    words: tuple[str, ...],
) -> None:
    """Find the layer (or layers together, or driver) that makes COMMAND fail, by starting it with fewer of them.

    COMMAND is your program: it runs as you, with your environment, not in the sandbox, and without input; its
    output is not shown. For one cause among n layers and drivers it is started at most log2(n) + 2 times.

    Exits 0 if COMMAND does not fail, 1 if the cause is found, 3 if no layer and no driver is the cause.
    """
    if file is not None and shape == "text":
        raise click.UsageError("-o needs --format json")
    if like is not None and picture is None:
        raise click.UsageError("--like goes with --picture")
    if timeout is not None and survives is not None:
        raise click.UsageError("--timeout goes without --survives")
    failing = Failing(_pattern(printed), timeout, survives, os.path.abspath(picture) if picture else "")
    good = picture_at(os.path.abspath(like)) if like is not None else None
    if like is not None and good is None:
        raise click.UsageError(f"--like: {visible(like)} is no picture that can be read")
    program = shutil.which(words[0])
    if program is None:
        raise click.UsageError(f"{visible(words[0])}: no such command, or it cannot be executed")
    host = made_of(Machine(app=os.path.realpath(program))).host
    path, age = _loader(host, os.path.realpath(program), loader)
    request = Request(layers=requested, executable=program)
    try:
        what_if = WhatIf(host, request, LATEST, replace(build_of(host), age=age))
        if age and (broken := breaking_change(what_if)) is not None:
            _tell_broken(what_if, broken, path, age, shape, file, words)
        own = Suspects(what_if)
        suspects, base, on = _on(means, own, host, request)
    except TooManyError as error:
        give_up(str(error))
    say_aside(f"{_said(own, path, age)}; {_about(suspects)}")
    say(f"{visible(words[0])} runs as you, with your environment, and not in the sandbox", err=True)
    if on == _REFERENCE:
        say("it runs on the reference loader, with which every layer and driver can be kept off", err=True)
    bisection = Bisection(
        words,
        base,
        suspects,
        failing,
        repeat=repeat,
        confirm=confirm,
        any_failure=any_failure,
        told=lambda tried: _step(tried, bisection.result),
    )
    print_fixed(bisection.result.fixed, picture=bool(picture))
    result = _bisected(bisection, good, picture or "")
    suggestions = _remedies(result, own, words)
    if shape == "json":
        known = {"path": path, "release": age.release, "on": on}
        write_document(json_text(as_json(result, suggestions, words, known)), file)
    else:
        print_result(result, suggestions, words)
        if on == _REFERENCE and result.found is not None and result.found.verdict is Verdict.WORKS:
            say("  that was on the reference loader; on the machine's own it may fail: --on machine")
    sys.exit(_EXIT[result.found.verdict] if result.found is not None else COULD_NOT_RUN)


def _tell_broken(
    what_if: WhatIf, change: Change, path: str, age: Age, shape: str, file: str | None, command: Sequence[str]
) -> NoReturn:
    """Say which file makes the loader fail in every program; nothing is started then. Exits 3."""
    plan = what_if.plan
    how = f"crashes on {plan.crash}" if plan.crash else f"lets vkCreateInstance return {plan.result.value}"
    why = f": {change.because}" if change.because else ""
    fact = f"{_loader_named(path, age)}, {how} in every program{why}"
    text = words_of((change,))
    if shape == "json":
        loader = {"path": path, "release": age.release, "on": _OWN}
        document = as_json(Bisected((), ()), (), command, loader)
        write_document(
            json_text({**document, "verdict": Verdict.ELSEWHERE.value, "why": fact, "change": text}), file
        )
    else:
        say(fact)
        say(f"  to mend it: {text}" if change.kind is not ChangeKind.NONE else "  refloader doctor says more")
        for line in filter(None, [command_of(change, System.LINUX)]):
            say(f"    {line}")
        say(f"{visible(command[0])} was not started")
    sys.exit(_EXIT[Verdict.ELSEWHERE])


def _loader_named(path: str, age: Age) -> str:
    release = f"release {age.release}" if age.release else "of unknown release"
    return f"the loader {visible(path)}, {release}" if path else f"the loader of {release}"


def _step(tried: Tried, result: Bisected) -> None:
    print_step(len(result.tried), tried, result)


def _bisected(bisection: Bisection, good: Picture | None, picture: str) -> Bisected:
    """Run the bisection. Ends the command if it cannot be run, or is stopped."""
    try:
        with stoppable():
            return bisection.run(good)
    except KeyboardInterrupt:
        say(f"stopped after {number_of(bisection.result.starts, 'start')}; nothing of it runs on", err=True)
        raise
    except NothingGoodError as error:
        give_up(f"without layers it does not write {picture} ({error}): give the right one with --like FILE")
    except NoWayError as error:
        give_up(f"no variables keep these off together: {some(error.args[0], 8)}")
    except OSError as error:
        give_up(f"it cannot be started: {error.strerror}")


def _pattern(text: str | None) -> re.Pattern[str] | None:
    if text is None:
        return None
    try:
        return re.compile(text)
    except re.error as error:
        raise click.UsageError(f"--output: {visible(text)} is no regular expression: {error}") from error


def _loader(host: Host, program: str, loader: str | None) -> tuple[str, Age]:
    """Return the file of the loader that the program gets, and its age. Raises click.UsageError."""
    if loader is not None:
        is_file = loader != HERE and not release_of(loader) and os.path.isfile(loader)
        return (loader if is_file else "", age_for(loader).age)
    path = loader_file(host, program)
    return (path, age_for(path).age) if path is not None else ("", DOCUMENTED)


def _on(means: str, own: Suspects, host: Host, request: Request) -> tuple[Suspects, dict[str, str], str]:
    """Return the suspects, the environment and the name of the loader that the program is run on."""
    base = dict(os.environ)
    stuck = [each for each in own.fixed if each.kind is Kind.LAYER]
    if means == _OWN or (means == "auto" and not stuck):
        return own, base, _OWN
    reference = Suspects(WhatIf(host, request, LATEST, Build(word_size=host.word_size())))
    if means == "auto" and len(reference.fixed) >= len(own.fixed):
        return own, base, _OWN
    try:
        return reference, variables_for(base), _REFERENCE
    except LoaderError as error:
        if means == "auto":
            return own, base, _OWN
        give_up(f"--on reference: {error}")


def _said(own: Suspects, path: str, age: Age) -> str:
    release = f"release {age.release}" if age.release else "taken to do as the documents say"
    return f"the loader is {visible(path)}, {release}" if path else f"the loader is {release}"


def _about(suspects: Suspects) -> str:
    layers = sum(each.kind is Kind.LAYER for each in suspects.every)
    drivers = len(suspects.every) - layers
    return f"active here: {number_of(layers, 'layer')}, {number_of(drivers, 'driver')}"


def _remedies(result: Bisected, own: Suspects, words: tuple[str, ...]) -> list[Remedy]:
    known = {each.name: each for each in result.suspects}
    if result.found is not None and result.found.verdict is Verdict.UNSTEADY:
        return []
    return [remedy(known[name], own, words) for cause in result.causes for name in cause.members]
