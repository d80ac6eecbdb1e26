"""``refloader claim``: bundles the results of a run with the evidence needed to verify them, and signs the bundle."""

import os
import sys

import click

from refloader.claims import signed_claim
from refloader.claims.container import NotABundleError, TooLargeError
from refloader.claims.document import Untested
from refloader.claims.packing import Attached, Packed, WrongAttachmentError, pack
from refloader.claims.runs import UnfitError
from refloader.claims.signing import LARGEST, SUFFIX, MissingLibraryError, PublicKey, Signer, WrongKeyError
from refloader.claims.statement import encoded, stated
from refloader.claims.verifying import read
from refloader.cli.conform import OUT
from refloader.cli.terminal.output import give_up, say, say_aside, say_line
from refloader.cli.terminal.replacing import put_bytes
from refloader.host.opening import reason_of
from refloader.host.pipes import of_file_or_pipe
from refloader.model.text import visible
from refloader.results.discovery import files
from refloader.results.results_file import ResultsError
from refloader.suite.run.installed_suite import HarnessError

_FINDINGS = 1
_MOST = 20
"""The most problems that are listed one by one."""

_LARGEST_KEY = 1 << 16
"""In bytes."""


@click.command()
@click.argument("results", metavar="[RESULTS]...", nargs=-1)
@click.option("-o", "--output", metavar="FILE", help="Write the bundle there; - for standard output.")
@click.option("--with-binaries", is_flag=True, help="Pack the judged libraries too, for a rerun elsewhere.")
@click.option(
    "--attach",
    "attached",
    multiple=True,
    metavar="RULE=FILE",
    help="Pack your own evidence for a rule that has no test; the claim lists it as not verified.",
)
@click.option(
    "--sign",
    "private",
    metavar="KEY",
    help="Sign with this private key (PEM: Ed25519 or ECDSA P-256), into FILE.sigstore.json.",
)
@click.option(
    "--verify", "signed", metavar="FILE", help="Verify a signed claim: the bundle, or its signature."
)
@click.option("--key", "public", metavar="PUB", help="The public key (PEM) for --verify.")
def command(
    results: tuple[str, ...],
    output: str | None,
    with_binaries: bool,
    attached: tuple[str, ...],
    private: str | None,
    signed: str | None,
    public: str | None,
) -> None:
    """Bundle the results of a run with the evidence needed to verify them.

    RESULTS are results.ndjson files of conform, or folders that hold one; several are taken together: the parts of a
    run, runs of several machines, other subjects each.  [default: refloader-results]

    The bundle is a zip: the results whole, digests and build ids of what was judged, the manifests, the expectation
    files that were used, facts of the machine, a digest of the suite, and claim.json with every number. The same
    results give the same bytes. With --sign, an in-toto statement on the judged libraries is signed beside it.

    With --verify FILE --key PUB, nothing is packed: the arguments are then the libraries that you have, folders with
    them, or sha256:DIGEST, and are compared with those that were signed for. No network is used.

    Exits 3 for results that are truncated or damaged, and if a judged file has changed since the run. A run of some
    rules, cases or parts alone is packed, and the claim says so. With --verify, exits 1 if something is wrong.
    """
    if signed is not None or public is not None:
        if output is not None or with_binaries or attached or private is not None:
            raise click.UsageError("--verify and --key read an existing claim, and go with no other option")
        _verify(signed, public, results)
    elif output is None:
        raise click.UsageError("Missing option '-o' / '--output': the file to write the bundle to")
    else:
        _pack(results, output, with_binaries, attached, private)


def _pack(
    results: tuple[str, ...], output: str, with_binaries: bool, attached: tuple[str, ...], private: str | None
) -> None:
    wanted = [_attached(each) for each in attached]
    signer = _signer(private, output) if private is not None else None
    try:
        paths = [each for path in results or (OUT,) for each in files(path)]
        kept = (*paths, *(each.path for each in wanted), *([private] if private else []))
        _spare(output, kept)
        packed = pack(paths, with_binaries=with_binaries, attached=wanted)
        signature = signer.signed(encoded(stated(packed.claim, packed.sha256))) if signer else b""
    except (ResultsError, WrongAttachmentError) as error:
        raise click.UsageError(str(error)) from error
    except (UnfitError, TooLargeError, HarnessError) as error:
        give_up(str(error))
    if signer:
        _spare(output + SUFFIX, kept)
    _write(output, packed.data)
    if signer:
        _write(output + SUFFIX, signature)
    _tell(packed, output)
    if signer:
        say_line(f"signed: {output}{SUFFIX}, with the key {signer.digest} (sha256 of its public half)")


def _signer(private: str, output: str) -> Signer:
    if output == "-":
        raise click.UsageError("--sign writes a file beside the bundle: name a file with -o")
    try:
        return Signer(_key(private))
    except WrongKeyError as error:
        raise click.UsageError(f"--sign {visible(private)}: {error}") from error
    except MissingLibraryError as error:
        give_up(str(error))


def _key(path: str) -> bytes:
    try:
        with of_file_or_pipe(path) as file:
            found = file.read(_LARGEST_KEY + 1)
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        raise WrongKeyError(reason_of(error)) from error
    if len(found) > _LARGEST_KEY:
        raise WrongKeyError("it is too large for a key")
    return found


def _verify(signed: str | None, public: str | None, files: tuple[str, ...]) -> None:
    if signed is None or public is None:
        raise click.UsageError(
            "--verify FILE needs --key PUB, the public key of the signer, and --key needs --verify"
        )
    signature, bundle = signed_claim.places(signed)
    try:
        data = read(signature, LARGEST, signature=True)
        key = PublicKey(_key(public))
    except WrongKeyError as error:
        raise click.UsageError(f"--key {visible(public)}: {error}") from error
    except NotABundleError as error:
        raise click.UsageError(f"--verify {visible(signature)}: {error}") from error
    except MissingLibraryError as error:
        give_up(str(error))
    proof = signed_claim.verify(data, key, bundle, files)
    for problem in proof.problems[:_MOST]:
        say_line(f"wrong: {problem}")
    if len(proof.problems) > _MOST:
        say_line(f"wrong: and {len(proof.problems) - _MOST} more")
    for limit in proof.limits:
        say_line(f"not checked: {limit}")
    say_line(proof.conclusion)
    sys.exit(_FINDINGS if proof.problems else 0)


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
