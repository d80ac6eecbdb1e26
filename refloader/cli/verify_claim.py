"""``refloader verify-claim``: checks a claim bundle, and replays some of its cases."""

import sys
from dataclasses import asdict
from typing import Any

import click

from refloader.claims.container import Bundle, NotABundleError
from refloader.claims.document import plain
from refloader.claims.drawing import fresh_seed
from refloader.claims.rerunning import OUTCOMES, Rerun, rerun
from refloader.claims.standing_in import unknown
from refloader.claims.verifying import Verified, read, verify
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.console import watching
from refloader.cli.terminal.output import say, say_json, say_line
from refloader.cli.terminal.parts import needed
from refloader.host.stopping import sender, stoppable
from refloader.model.text import visible

_SCHEMA = "refloader.verify-claim/1"
_MOST = 20
"""The most problems that the text lists one by one."""

_FINDINGS = 1
_SEED = click.IntRange(0, 2**32 - 1)


@click.command()
@click.argument("bundle", metavar="FILE")
@click.option(
    "--rerun", "number", type=click.IntRange(1, 100_000), metavar="N", help="Replay N random cases here."
)
@click.option(
    "--seed", type=_SEED, metavar="S", help="Draw the cases that this seed draws.  [default: a new one]"
)
@click.option(
    "--subject",
    "places",
    multiple=True,
    metavar="NAME=PATH",
    help="A subject lies there on this machine (a manifest or library).",
)
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(bundle: str, number: int | None, seed: int | None, places: tuple[str, ...], shape: str) -> None:
    """Verify a claim bundle that refloader claim wrote.

    Checks the digest of every member, recomputes every number from the results, names each that differs, and lists
    what could not be checked on this machine. Runs nothing of the bundle.

    With --rerun it replays random cases and compares the outcomes. The subjects are those at their original paths, at
    the paths of --subject, or in the bundle. A file is run only if it has the claimed digest, and without a network.
    Commands in the bundle are never run.

    Exits 0 if the claim holds, 1 if it does not, 2 if the file is no claim bundle, 3 if a case could not be replayed.
    """
    if number is None and (seed is not None or places):
        raise click.UsageError("--seed and --subject are for --rerun N")
    where = dict(map(_place, places))
    try:
        data = read(bundle)
        found = verify(data)
    except NotABundleError as error:
        raise click.UsageError(f"{visible(bundle)}: {error}") from error
    again = None
    if number is not None and found.claim and found.whole and not found.problems:
        again = _rerun(found, data, number, fresh_seed() if seed is None else seed, where)
    code = _exit_code(found, again)
    if shape == "json":
        say_json(_document(bundle, found, again, code))
    else:
        _tell(found, again, code, number)
    sys.exit(code)


def _place(text: str) -> tuple[str, str]:
    """Return the name and the path of ``NAME=PATH``. A name may contain an equals sign; a path rarely does."""
    name, equals, path = text.rpartition("=")
    if not (name and equals and path):
        raise click.UsageError(f"--subject: {visible(text)} is not NAME=PATH")
    return name, path


def _rerun(found: Verified, data: bytes, number: int, seed: int, places: dict[str, str]) -> Rerun:
    assert found.claim is not None, "the claim holds"
    for name in unknown(found.claim.subjects, places):
        raise click.UsageError(f"--subject: the claim has no subject {visible(name)}")
    needed("verify-claim --rerun")
    try:
        with stoppable(), watching("cases") as watch:
            return rerun(found, Bundle(data), number, seed, places, watch.tell)
    except KeyboardInterrupt as stop:
        say(f"refloader: stopped by {sender(stop)}", err=True)
        sys.exit(COULD_NOT_RUN)


def _exit_code(found: Verified, again: Rerun | None) -> int:
    if found.problems or (again and (again.count("differs") or again.left_out)):
        return _FINDINGS
    return COULD_NOT_RUN if again and again.count("not replayed") else 0


def _conclusion(code: int, again: Rerun | None) -> str:
    if code == _FINDINGS:
        return "the claim does not hold"
    if code == COULD_NOT_RUN:
        return "the numbers of the claim hold, and not every case could be replayed"
    if again is None:
        return "the claim holds: its numbers are those of its results; --rerun N replays N of the cases here"
    return "the claim holds, and so does every case that was replayed"


def _tell(found: Verified, again: Rerun | None, code: int, number: int | None) -> None:
    if found.claim:
        say_line(f"claim: {found.claim.sentence}", "  ")
        for sentence in found.claim.limits:
            say_line(f"  {sentence}")
        for each in found.claim.attachments:
            say_line(f"  {each.rule}: {each.file} is {each.status}")
    say_line(f"sha256: {found.sha256}")
    for problem in found.problems[:_MOST]:
        say_line(f"wrong: {problem}")
    if len(found.problems) > _MOST:
        say_line(f"wrong: and {len(found.problems) - _MOST} more, which --format json tells")
    if not found.problems:
        told = f"right: {found.members} members are what they are claimed to be, and the results give every number"
        say_line(told)
    for limit in found.limits:
        say_line(f"not checked: {limit}")
    if again:
        _tell_rerun(again)
    elif found.problems and number is not None:
        say_line("rerun: nothing was replayed, as the claim does not hold by itself")
    say_line(_conclusion(code, again))


def _tell_rerun(again: Rerun) -> None:
    told = ", ".join(f"{again.count(each)} {words}" for each, words in OUTCOMES.items() if again.count(each))
    say_line(f"rerun: {len(again.cases)} of {again.of} cases, drawn with --seed {again.seed}: {told}")
    for each in again.cases:
        if each.outcome != "same":
            said = f"{each.claimed} is claimed, {each.now or each.outcome}"
            say_line(
                f"  {each.rule}  {each.case}  on {each.subject}: {said}{': ' if each.why else ''}{each.why}"
            )
    for missing in again.left_out[:_MOST]:
        say_line(
            f"wrong: the suite has the case {missing.case} for {missing.subject}, and the claim has no result of it"
        )
    if len(again.left_out) > _MOST:
        say_line(f"wrong: and {len(again.left_out) - _MOST} cases more")
    for sentence in again.unlisted:
        say_line(f"not checked: {sentence}")


def _document(path: str, found: Verified, again: Rerun | None, code: int) -> dict[str, Any]:
    return {
        "schema": _SCHEMA,
        "bundle": path,
        "sha256": found.sha256,
        "exit_code": code,
        "conclusion": _conclusion(code, again),
        "problems": list(found.problems),
        "not_checked": list(found.limits),
        "members": found.members,
        "claim": plain(found.claim) if found.claim else None,
        "rerun": asdict(again) if again else None,
    }
