"""``refloader claim``: bundles the results of a run with the evidence needed to verify them."""

import os

import click

from refloader.claims.container import TooLargeError
from refloader.claims.document import Untested
from refloader.claims.packing import Attached, Packed, WrongAttachmentError, pack
from refloader.claims.runs import UnfitError
from refloader.cli.conform import OUT
from refloader.cli.terminal.output import give_up, say, say_aside, say_line
from refloader.cli.terminal.replacing import put_bytes
from refloader.host.opening import reason_of
from refloader.model.text import visible
from refloader.results.discovery import files
from refloader.results.results_file import ResultsError
from refloader.suite.run.installed_suite import HarnessError


@click.command()
@click.argument("results", metavar="[RESULTS]...", nargs=-1)
@click.option(
    "-o", "--output", metavar="FILE", required=True, help="Write the bundle there; - for standard output."
)
@click.option("--with-binaries", is_flag=True, help="Pack the judged libraries too, for a rerun elsewhere.")
@click.option(
    "--attach",
    "attached",
    multiple=True,
    metavar="RULE=FILE",
    help="Pack your own evidence for a rule that has no test; the claim lists it as not verified.",
)
def command(results: tuple[str, ...], output: str, with_binaries: bool, attached: tuple[str, ...]) -> None:
    """Bundle the results of a run with the evidence needed to verify them.

    RESULTS are results.ndjson files of conform, or folders that hold one; several are taken together: the parts of a
    run, runs of several machines, other subjects each.  [default: refloader-results]

    The bundle is a zip: the results whole, digests and build ids of what was judged, the manifests, the expectation
    files that were used, facts of the machine, a digest of the suite, and claim.json with every number. The same
    results give the same bytes. It has no signature; docs/claims.md says how to sign it.

    Exits 3 for results that are truncated or damaged, and where a file is not any more what was judged. A run of some
    rules, cases or parts alone is packed, and the claim says so.
    """
    wanted = [_attached(each) for each in attached]
    try:
        paths = [each for path in results or (OUT,) for each in files(path)]
        _spare(output, (*paths, *(each.path for each in wanted)))
        packed = pack(paths, with_binaries=with_binaries, attached=wanted)
    except (ResultsError, WrongAttachmentError) as error:
        raise click.UsageError(str(error)) from error
    except (UnfitError, TooLargeError, HarnessError) as error:
        give_up(str(error))
    _write(output, packed.data)
    _tell(packed, output)


def _attached(text: str) -> Attached:
    rule, equals, path = text.partition("=")
    if not (rule and equals and path):
        raise click.UsageError(f"--attach: {visible(text)} is not RULE=FILE")
    return Attached(rule, path)


def _spare(output: str, paths: tuple[str, ...]) -> None:
    """Refuse to write the bundle over one of the files that it is made from."""
    for path in paths:
        if os.path.exists(output) and os.path.exists(path) and os.path.samefile(output, path):
            raise click.UsageError(
                f"-o {visible(output)} would replace a file that is packed: name another one"
            )


def _write(output: str, data: bytes) -> None:
    if output == "-":
        click.echo(data, nl=False)
        return
    try:
        put_bytes(output, data)
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        give_up(f"{visible(output)}: {reason_of(error)}")


def _tell(packed: Packed, output: str) -> None:
    """Print the claim and its limits, on standard error if the bundle itself goes to standard output."""
    aside = output == "-"
    told = [packed.claim.sentence, *(f"  {limit}" for limit in packed.claim.limits)]
    told += [f"  {each.rule}: {each.file} is {each.status}" for each in packed.claim.attachments]
    lacking = _attachable(packed)
    if lacking:
        told.append(f"  with --attach RULE=FILE you could show something for {', '.join(lacking)}")
    for line in told:
        if aside:
            say_aside(line)
        else:
            say_line(line)
    say(f"sha256 {packed.sha256}  {output}", err=aside)


def _attachable(packed: Packed) -> list[str]:
    """Return the rules without a test for which evidence could be attached and is not."""
    every = (each for subject in packed.claim.subjects for each in subject.untested)
    return sorted({each.rule for each in every if _could_be_shown(each)})


def _could_be_shown(rule: Untested) -> bool:
    return bool(rule.evidence) and rule.status != "checked" and not rule.attached
