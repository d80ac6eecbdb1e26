"""The text of ``refloader bisect``: the cause and what keeps it off first, then what was tried."""

from collections.abc import Sequence

from refloader.bisect.bisecting import Bisected, Tried
from refloader.bisect.document import Remedy
from refloader.bisect.search import Cause, Verdict
from refloader.bisect.suspects import Kind, Suspect
from refloader.cli.terminal.output import say, say_aside, say_styled, say_wrapped
from refloader.host import shell
from refloader.model.text import number_of, some, visible

_MANY = 3
"""Members of a cause from which on it is more likely that the program fails by chance."""


def print_step(number: int, tried: Tried, result: Bisected) -> None:
    """Print what came of one set, on standard error, while the search goes on."""
    on = [each for each in result.suspects if each.name not in tried.off]
    verdict = tried.outcome.value
    times = f" in {len(tried.starts)} starts" if len(tried.starts) > 1 else ""
    seconds = sum(each.seconds for each in tried.starts)
    say_aside(f"{number}. {_with(on, tried)}: {verdict} ({tried.how}){times}, {seconds:.1f} s")


def _with(on: Sequence[Suspect], tried: Tried) -> str:
    if not tried.off:
        return "as it is"
    layers = [each for each in on if each.kind is Kind.LAYER]
    drivers = [each for each in on if each.kind is Kind.DRIVER]
    parts = [number_of(len(drivers), "driver")] if drivers else []
    if len(layers) == 1:
        parts.append(f"only the layer {layers[0].name}")
    else:
        parts.append(f"{number_of(len(layers), 'layer')}" if layers else "no layer")
    return f"with {' and '.join(parts)}"


def print_result(result: Bisected, remedies: Sequence[Remedy], command: Sequence[str]) -> None:
    """Print the result, the cause first."""
    words = shell.line(command)
    verdict = result.found.verdict if result.found is not None else Verdict.UNSTEADY
    if verdict is Verdict.WORKS:
        say(f"{visible(words)} works here: {result.tried[-1].how}; there is nothing to search for")
        _print_flaky(result)
        return
    if verdict is Verdict.ELSEWHERE:
        say_wrapped([("None of these layers and drivers makes it fail", "warning"), (_elsewhere(result), "")])
        return
    at = 0
    for cause in result.causes:
        mine = remedies[at : at + len(cause.members)]
        at += len(cause.members)
        _print_cause(result, cause, mine, steady=verdict is not Verdict.UNSTEADY)


def _elsewhere(result: Bisected) -> str:
    drivers = [each for each in result.suspects if each.kind is Kind.DRIVER]
    more = ", and no driver was found without which it works" if drivers else ""
    return f": it fails without any layer too{more} ({result.tried[0].how})"


def _print_cause(result: Bisected, cause: Cause, remedies: Sequence[Remedy], *, steady: bool) -> None:
    kinds = {each.name: each for each in result.suspects}
    names = [_name(kinds[name]) for name in cause.members]
    together = " and ".join(names)
    verb = "makes it fail" if len(names) == 1 else "together make it fail"
    if not steady:
        say_styled(
            [(f"{together} does not reproduce", "warning"), (f": it failed once, {_again(result)}", "")]
        )
        say("  it fails by chance, and this may be the wrong one: a higher --repeat makes the answer surer")
        return
    last = remedies[-1]
    say_styled(
        [(f"{together} {verb}", "error"), (f"; to keep {_it(names)} off for good: {last.for_good}", "")]
    )
    if last.besides:
        say_wrapped([(f"  {visible(last.besides)}", "")])
    say_wrapped([(f"  {_evidence(result, cause)}", "")])
    if last.once:
        say(f"  this once: {last.once}")
    if len(result.causes) > 1 and cause is result.causes[0]:
        say("  it is not the only one: all of these have to be kept off")
    if len(names) >= _MANY:
        say(f"  {len(names)} that are needed together are rare: if it fails by chance, use --repeat 5")
    if result.again:
        say(f"  tried again with {'it' if len(names) == 1 else 'them'} alone: {_again(result)}")


def _it(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else names[-1]


def _name(each: Suspect) -> str:
    return each.name if each.kind is Kind.LAYER else f"the driver {visible(each.manifest)}"


def _again(result: Bisected) -> str:
    failed = sum(each.failed for each in result.again)
    return f"{failed} of {number_of(len(result.again), 'start')} failed"


def _evidence(result: Bisected, cause: Cause) -> str:
    """Say what was seen: how it ended with the cause, and whether it works without it."""
    failing = next(each for each in reversed(result.tried) if each.failed)
    without = {True: "works if only that is off", False: "fails without it too", None: ""}[cause.helps]
    tried = (
        f"; it {without}" if without else "; whether it works with all the others was not tried (--confirm)"
    )
    sets = number_of(result.starts, "start")
    return f"{failing.how}, found in {sets} among {number_of(len(result.suspects), 'suspect')}{tried}"


def _print_flaky(result: Bisected) -> None:
    if len(result.tried[-1].starts) == 1:
        say("  if it fails now and then, --repeat 5 starts it more often")


def print_fixed(fixed: Sequence[Suspect], *, picture: bool) -> None:
    """Say on standard error which active layers and drivers stay on in every start."""
    layers = [each.name for each in fixed if each.kind is Kind.LAYER]
    drivers = [each.name for each in fixed if each.kind is Kind.DRIVER]
    if layers:
        say(f"always on, as no variable keeps it off alone: {some(layers, 8)}", err=True)
    if drivers:
        why = "it is the only one" if len(drivers) == 1 else "no variable keeps one off alone"
        why = "another driver draws another picture" if picture else why
        say(f"always on: {some(drivers, 4)} ({why})", err=True)
