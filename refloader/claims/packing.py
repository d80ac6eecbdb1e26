"""Creates a claim bundle from results files and the files to which they refer. Gives no verdicts and runs nothing."""

import hashlib
import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from refloader.claims import container, document, expectation_references
from refloader.claims.deriving import Given, derived
from refloader.claims.document import Attachment, Claim, Expectations, File, Member, Suite
from refloader.claims.files import completed, is_here, replaced
from refloader.claims.runs import UnfitError, parsed, together, versions_of
from refloader.claims.suite import installed
from refloader.claims.untested import untested
from refloader.host.opening import reason_of
from refloader.host.pipes import of_file_or_pipe
from refloader.model.text import visible
from refloader.results.expectations import expectation_file
from refloader.results.expectations.case_lists import is_of_list
from refloader.results.expectations.expectations import BY_RELEASE, FOLDER
from refloader.results.lines import opened
from refloader.results.results_file import ResultsError, Run
from refloader.rules import Rule, UnknownRuleError, find
from refloader.rules.advice import evidence
from refloader.shipped import shipped

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+|^\.+", re.ASCII)
_LONGEST = 80
EXPECTATIONS = "expectations/"
"""What the names of the members with expectation files begin with."""

_JUDGED = ("pass", "warn", "fail", "crash", "timeout")


class WrongAttachmentError(Exception):
    """A file cannot be attached as requested. The message is for the user."""


class Attached(NamedTuple):
    """A user's file to attach to a rule."""

    rule: str
    path: str


@dataclass(frozen=True, slots=True)
class Packed:
    """A bundle and its claim."""

    data: bytes
    claim: Claim

    @property
    def sha256(self) -> str:
        """The digest of the whole bundle, which identifies it, for example in a signature."""
        return hashlib.sha256(self.data).hexdigest()


def pack(results: Sequence[str], *, with_binaries: bool = False, attached: Sequence[Attached] = ()) -> Packed:
    """Create the bundle of some results files. The same files give the same bytes.

    Raises:
        ResultsError: a file cannot be read or is not a results file.
        UnfitError: the results are not fit for a claim, or a file to which they refer has changed since.
        WrongAttachmentError: a file cannot be attached to that rule.
        TooLargeError: the content exceeds the limits of a bundle.
    """
    members = {f"results/{number}.ndjson": _lines(path) for number, path in enumerate(results, start=1)}
    runs = {name: parsed(path, members[name]) for name, path in zip(members, results, strict=True)}
    whole = together(runs)
    attachments = _attachments(attached, whole, members)
    files = dict(_files(whole, members, with_binaries=with_binaries))
    given = Given(
        suite=_suite(runs.values()),
        files=files,
        untested=untested(whole, attachments),
        expectations=tuple(_expectations(runs, members)),
        attachments=attachments,
    )
    claim = replace(derived(runs, whole, given), members=tuple(_members(members)))
    first = document.encoded(claim)
    for name, data in {container.FIRST: first, **members}.items():
        if name.startswith((container.FIRST, EXPECTATIONS)) and len(data) > container.LARGEST_TEXT:
            raise container.TooLargeError(
                f"{name} would be larger than {container.LARGEST_TEXT:,} bytes, and nobody could verify the claim: "
                "make a claim for each of the subjects"
            )
    return Packed(container.packed({container.FIRST: first, **members}), claim)


def _read(path: str) -> bytes:
    try:
        with of_file_or_pipe(path) as file:
            status = os.fstat(file.fileno())
            size = status.st_size if stat.S_ISREG(status.st_mode) else container.LARGEST
            # read() allocates a buffer of the requested size, so request only one byte more than the file has.
            return file.read(min(size, container.LARGEST) + 1)
    except (OSError, ValueError) as error:  # ValueError: a path that is valid on no system
        raise ResultsError(f"{visible(path)}: {reason_of(error)}") from error


def _lines(path: str) -> bytes:
    """Return the content of a results file, decompressed if it is gzipped; of more than a bundle holds, the start."""
    data = bytearray()
    try:
        with opened(path) as lines:
            for line in lines:
                data += line
                if len(data) > container.LARGEST:
                    break
    except (OSError, ValueError) as error:
        raise ResultsError(f"{visible(path)}: {reason_of(error)}") from error
    return bytes(data)


def _members(members: Mapping[str, bytes]) -> Iterator[Member]:
    for name, data in sorted(members.items()):
        yield Member(name, len(data), hashlib.sha256(data).hexdigest())


def _suite(runs: Iterable[Run]) -> Suite:
    """Return the installed suite if it produced the results, otherwise only the versions of the one that did."""
    here = installed()
    judged = versions_of(runs)
    return here if judged == (here.version, here.catalogue) else Suite(*judged, {})


def _files(
    whole: Run, members: dict[str, bytes], *, with_binaries: bool
) -> Iterator[tuple[str, tuple[File, ...]]]:
    """Yield the files of each subject. Add manifests, and libraries if requested, to the members."""
    known: dict[str, str] = {}
    for subject in whole.header.subjects:
        files = completed(subject)
        for path in replaced(files):
            raise UnfitError(
                f"{visible(path)} was replaced since {visible(subject.name)} was judged: run conform again"
            )
        wanted = ("manifest", "library") if with_binaries else ("manifest",)
        yield (
            subject.name,
            tuple(
                _packed(each, members, known, needed=with_binaries) if each.role in wanted else each
                for each in files
            ),
        )


def _packed(file: File, members: dict[str, bytes], known: dict[str, str], *, needed: bool) -> File:
    """Add a file to the members and return it with the member's name.

    A file that is not on this machine is returned unchanged, or raises UnfitError if ``needed`` is true.
    """
    if not is_here(file):
        if needed:
            raise UnfitError(
                f"{visible(file.path)} is not there, so it cannot be packed with --with-binaries"
            )
        return file
    name = (
        known.get(file.sha256)
        or f"{file.role}/{len(known) + 1}{'.json' if file.role == 'manifest' else '.so'}"
    )
    data = _read(file.path)
    if hashlib.sha256(data).hexdigest() != file.sha256:
        raise UnfitError(f"{visible(file.path)} is being written to: run conform again")
    known[file.sha256], members[name] = name, data
    return replace(file, member=name)


def _lists(runs: Mapping[str, Run]) -> set[str]:
    """Return the names of the lists of cases to which results refer."""
    expected = (each.expected for run in runs.values() for each in run.results)
    return {each.file for each in expected if each and is_of_list(each)}


def _expectations(runs: Mapping[str, Run], members: dict[str, bytes]) -> Iterator[Expectations]:
    """Yield the expectation files to which results refer. Raises UnfitError if one is missing or has changed."""
    files: dict[str, expectation_file.Expectations] = {}
    for number, (name, times) in enumerate(expectation_references.used(runs).items(), start=1):
        member = f"{EXPECTATIONS}{number}.toml"
        if os.path.dirname(name) == BY_RELEASE:
            raise UnfitError(
                f"results lean on failures that are known by release ({name}), which a claim cannot hold: "
                "run conform with --expect none, or with a file on this loader"
            )
        try:
            members[member] = _read(_place(name))
            files[name] = expectation_file.parse(members[member], name)
        except (ResultsError, expectation_file.ExpectationsError) as error:
            if name in _lists(runs):
                raise UnfitError(
                    f"results lean on the list {visible(name)}, which a claim cannot hold: run conform without "
                    "--fails and --flakes, or with an expectation file (--update-expect FILE writes one)"
                ) from error
            raise UnfitError(f"results lean on expectations that are not there any more: {error}") from error
        yield Expectations(name, member, times)
    for run in runs.values():
        for sentence in expectation_references.differing(run, files):
            raise UnfitError(f"expectations were changed since the run, so run conform again: {sentence}")


def _place(name: str) -> str:
    """Return the path of an expectation file by its name in results. Shipped files have the same name everywhere."""
    folder, base = os.path.split(name)
    return os.path.join(shipped(FOLDER), base) if folder == FOLDER else name


def _attachments(
    attached: Sequence[Attached], whole: Run, members: dict[str, bytes]
) -> tuple[Attachment, ...]:
    found: list[Attachment] = []
    names = AttachedNames()
    for rule, path in attached:
        problem = _unattachable(rule, whole)
        if problem:
            raise WrongAttachmentError(f"{visible(rule)}: {problem}")
        if not os.path.isfile(path):
            raise WrongAttachmentError(f"{visible(path)}: there is no such file")
        base = visible(os.path.basename(path))
        member = names.next(rule, base)
        try:
            members[member] = _read(path)
        except ResultsError as error:
            raise WrongAttachmentError(str(error)) from error
        found.append(Attachment(rule, member, base))
    return tuple(found)


class AttachedNames:
    """Gives attached files the names of their members, which are always plain, in the order of the document."""

    def __init__(self) -> None:
        self._numbers: Counter[str] = Counter()

    def next(self, rule: str, file: str) -> str:
        """Return the member name for a further file that is attached to a rule."""
        self._numbers[rule] += 1
        return f"attached/{rule}/{self._numbers[rule]}-{_UNSAFE.sub('_', file)[:_LONGEST]}"


def _unattachable(rule: str, whole: Run) -> str:
    """Return why nothing can be attached to the rule, or an empty string.

    For a rule with verdicts, the results are the evidence, unless ``evidence`` lists the rule.
    """
    try:
        row = find(rule)
    except UnknownRuleError:
        return "there is no such rule"
    if not isinstance(row, Rule):
        return "that is an ambiguity and no rule"
    judged = any(each.rule == rule and each.verdict in _JUDGED for each in whole.results)
    if judged and rule not in evidence():
        return "it was judged, and what was seen is in the results; --attach is for rules that were not"
    return ""
