"""Verifies a claim bundle: recomputes every digest and every number from its members. Runs and loads nothing of it.

A problem is a fault of the bundle; a limit is something that could not be verified on this machine.
"""

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from refloader.claims import container, document, expectation_references
from refloader.claims.deriving import Given, derived
from refloader.claims.document import Claim, File
from refloader.claims.files import in_bundle, is_here, recorded, replaced
from refloader.claims.packing import AttachedNames
from refloader.claims.runs import UnfitError, parsed, together, versions_of
from refloader.claims.suite import installed
from refloader.claims.untested import untested
from refloader.host.opening import reason_of
from refloader.model.text import visible
from refloader.results.expectations import expectation_file
from refloader.results.results_file import ResultsError, Run
from refloader.suite.run.installed_suite import HarnessError

_MOST_PROBLEMS = 1000
_FOLDER = (
    "it is a folder, and a claim is one file: refloader claim -o FILE FOLDER packs the results of a folder"
)

_SUITE_OF_RULES = ("tests", "rules", "judges")
"""The parts of a suite that determine which rules have a test."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome of verifying a bundle. ``claim`` and ``whole`` (the merged run) are None if they could not be read.

    ``claim`` is derived from the results, regardless of the bundle's document. ``is_same_suite`` is true if the
    installed tests, rules and judges are those that produced the results.
    """

    sha256: str
    problems: tuple[str, ...]
    limits: tuple[str, ...] = ()
    claim: Claim | None = None
    whole: Run | None = None
    members: int = 0
    is_same_suite: bool = False


def read(path: str, largest: int = container.LARGEST, *, signature: bool = False) -> bytes:
    """Read the file of a bundle or of its signature. Does not block on a pipe.

    Raises:
        NotABundleError: the file is not regular, is larger than ``largest``, or cannot be read, or it begins as no
            bundle does and is not to be a signature: the rest of it is then not read.
    """
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise container.NotABundleError("it is no ordinary file")
            if found.st_size > largest:
                raise container.NotABundleError("it is larger than any such file of a claim")
            start = file.read(container.START)
            if not signature:
                container.require_start(start)
            return start + file.read(max(0, found.st_size - len(start)))
    except IsADirectoryError as error:
        raise container.NotABundleError(_FOLDER) from error
    except (OSError, ValueError) as error:  # ValueError: a path that is valid on no system
        raise container.NotABundleError(reason_of(error)) from error


def verify(data: bytes) -> Verified:
    """Verify everything that can be verified without running anything.

    Raises:
        NotABundleError: the data is not a claim bundle.
    """
    checking = _Checking()
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        bundle = container.Bundle(data)
        checking.check(bundle)
    except container.DamagedError as error:
        checking.problems.append(f"the bundle is damaged: {error}")
    except (UnfitError, ResultsError) as error:
        checking.problems.append(str(error))
    problems = [visible(each) for each in dict.fromkeys(checking.problems)]
    if len(problems) > _MOST_PROBLEMS:
        problems[_MOST_PROBLEMS:] = [f"and {len(problems) - _MOST_PROBLEMS} more"]
    limits = tuple(visible(each) for each in dict.fromkeys(checking.limits))
    return Verified(
        sha256,
        tuple(problems),
        limits,
        checking.claim,
        checking.whole,
        checking.members,
        checking.is_same_suite,
    )


class _Checking:
    """The state of verifying one bundle."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.limits: list[str] = []
        self.claim: Claim | None = None
        self.whole: Run | None = None
        self.members = 0
        self.is_same_suite = False

    def check(self, bundle: container.Bundle) -> None:
        """Run all checks; each relies on those before it. ``verify`` reports exceptions from here as problems."""
        claimed = _document(bundle)
        self._check_members(bundle, claimed)
        runs = self._runs(bundle, claimed)
        self.whole = together(runs)
        self._check_expectations(bundle, claimed, runs)
        self._check_files(bundle, claimed)
        self.claim = self._derived(claimed, runs, self.whole)
        worded = claimed if self.is_same_suite else self._worded_here(claimed, self.claim)
        self.problems += differences(document.plain(worded), document.plain(self.claim))
        self._compare_suite(claimed)
        self._compare_files(self.claim)

    def _check_members(self, bundle: container.Bundle, claimed: Claim) -> None:
        """Check that the listed members are those of the bundle, with the listed sizes and digests."""
        self.members = len(bundle.names)
        listed = {each.name: each for each in claimed.members}
        for name in sorted(listed.keys() ^ (set(bundle.names) - {container.FIRST})):
            which = "is listed and not there" if name in listed else "is there and not listed"
            self.problems.append(f"{name} {which}")
        for name in bundle.names:
            data = bundle.read(name)
            each = listed.get(name)
            if each and hashlib.sha256(data).hexdigest() != each.sha256:
                self.problems.append(f"{name}: its digest is not the one that is claimed")
            elif each and len(data) != each.size:
                self.problems.append(f"{name}: it has {len(data)} bytes and not {each.size}, as is claimed")
        if [each.name for each in claimed.members] != sorted(listed):
            self.problems.append("members are listed out of order, or twice")
        used = _used(claimed)
        self.problems += (
            f"{name} is there, and nothing refers to it" for name in sorted(listed.keys() - used)
        )
        self.problems += (
            f"{name} is referred to, and not there" for name in sorted(used - set(bundle.names))
        )

    def _runs(self, bundle: container.Bundle, claimed: Claim) -> dict[str, Run]:
        names = [each.member for each in claimed.runs if each.member in bundle]
        if not names:
            raise UnfitError("there are no results in it")
        return {name: parsed(name, bundle.read(name)) for name in dict.fromkeys(names)}

    def _check_expectations(self, bundle: container.Bundle, claimed: Claim, runs: Mapping[str, Run]) -> None:
        files: dict[str, expectation_file.Expectations] = {}
        for each in {each.member: each for each in claimed.expectations}.values():
            if each.member not in bundle:
                continue
            try:
                if bundle.size(each.member) > container.LARGEST_TEXT:
                    self.problems.append(f"{each.member}: it is larger than {container.LARGEST_TEXT:,} bytes")
                else:
                    files[each.name] = expectation_file.parse(bundle.read(each.member), each.name)
            except expectation_file.ExpectationsError as error:
                self.problems.append(f"{each.member}: {error}")
        for run in runs.values():
            self.problems += expectation_references.differing(run, files)

    def _check_files(self, bundle: container.Bundle, claimed: Claim) -> None:
        """Check that the packed files of the subjects match the facts in the claim. Each member is read once."""
        facts: dict[tuple[str, str], File] = {}
        for subject in claimed.subjects:
            for file in subject.files:
                if file.member not in bundle:
                    continue
                key = file.member, file.role
                if key not in facts:
                    facts[key] = in_bundle(file, bundle.read(file.member))
                if replace(facts[key], path=file.path, known=file.known) != file:
                    self.problems.append(
                        f"{file.member}: it is not the {file.role} of {subject.name} that is claimed"
                    )

    def _derived(self, claimed: Claim, runs: Mapping[str, Run], whole: Run) -> Claim:
        """Derive the claim from the results; facts that do not follow from them are taken from the document."""
        files = {each.name: each.files for each in claimed.subjects}
        rules = {each.name: each.untested for each in claimed.subjects}
        self.is_same_suite = _is_same_suite(claimed)
        if self.is_same_suite:
            rules = dict(untested(whole, claimed.attachments))
        else:
            self.limits.append("which rules have no test: the suite here is another one")
        used, names = expectation_references.used(runs), AttachedNames()
        given = Given(
            suite=document.Suite(*versions_of(runs.values()), claimed.suite.parts),
            files={
                each.name: _files(recorded(each), files.get(each.name, ())) for each in whole.header.subjects
            },
            untested=rules,
            expectations=tuple(replace(each, used=used.pop(each.name, -1)) for each in claimed.expectations),
            attachments=tuple(
                replace(each, member=names.next(each.rule, each.file)) for each in claimed.attachments
            ),
        )
        self.problems += (f"results lean on {name}, which is not there" for name in used)
        return replace(derived(runs, whole, given), members=claimed.members)

    def _worded_here(self, claimed: Claim, found: Claim) -> Claim:
        """Return the claim with its sentences in the words of this release, where these say the same.

        Another release may have worded them otherwise. What they say is in their numbers, rules and verdicts.
        """
        limits = claimed.limits
        if len(limits) == len(found.limits):
            limits = tuple(_in_words_of(here, each) for each, here in zip(limits, found.limits, strict=True))
        worded = replace(claimed, sentence=_in_words_of(found.sentence, claimed.sentence), limits=limits)
        if worded != claimed:
            self.limits.append(
                "another release worded the sentences of the claim: their numbers, rules and verdicts were compared,"
                " in their order, and not what the words between them say; these sentences are those of the results"
            )
        return worded

    def _compare_suite(self, claimed: Claim) -> None:
        here = _installed()
        if here is None:
            self.limits.append("the suite is not installed here, so it was not compared")
            return
        names = ("version", "catalogue")
        other = [name for name in names if getattr(here, name) != getattr(claimed.suite, name)]
        other += [
            part
            for part in here.parts
            if claimed.suite.parts and claimed.suite.parts.get(part) != here.parts[part]
        ]
        if other:
            self.limits.append(f"the suite here is not the one that judged: other {', '.join(other)}")

    def _compare_files(self, claim: Claim) -> None:
        files = [each for subject in claim.subjects for each in subject.files]
        self.limits += (
            f"{each.path}: its digest was taken when the claim was packed, and not during the run"
            for each in files
            if each.known == "when packed"
        )
        self.limits += (f"{path} is on this machine, and is not what was judged" for path in replaced(files))
        self.limits += (
            f"{each.path} is not on this machine: its digest could not be compared"
            for each in files
            if not each.member and not is_here(each)
        )


_SAID = re.compile(
    r"\d[\d.,]*\d|\d|\b[A-Z][A-Z0-9_-]{3,}\b|\b(?i:not?\b|none\b|never\b|conformant|fail|pass|broke|part|all\b|every)"
)
"""What a sentence of a claim says, whatever its words: numbers, rules and names in capitals, and verdicts."""


def _in_words_of(here: str, claimed: str) -> str:
    """Return ``here`` if both sentences say the same in the same order, else ``claimed``."""
    one, other = ([found.lower() for found in _SAID.findall(text)] for text in (here, claimed))
    return here if one == other else claimed


def _document(bundle: container.Bundle) -> Claim:
    if bundle.size(container.FIRST) > container.LARGEST_TEXT:
        raise UnfitError(f"{container.FIRST}: it is larger than {container.LARGEST_TEXT:,} bytes")
    try:
        return document.decoded(bundle.read(container.FIRST))
    except document.DocumentError as error:
        raise UnfitError(f"{container.FIRST}: {error}") from error


def _installed() -> document.Suite | None:
    try:
        return installed()
    except HarnessError:
        return None


def _is_same_suite(claimed: Claim) -> bool:
    here = _installed()
    return here is not None and all(
        here.parts[part] == claimed.suite.parts.get(part) for part in _SUITE_OF_RULES
    )


def _used(claimed: Claim) -> set[str]:
    """Return the members to which the document refers."""
    files = (each.member for subject in claimed.subjects for each in subject.files)
    rest: Iterable[document.Run | document.Expectations | document.Attachment]
    rest = (*claimed.runs, *claimed.expectations, *claimed.attachments)
    return {*filter(None, files), *(each.member for each in rest)}


def _files(known: tuple[File, ...], claimed: tuple[File, ...]) -> tuple[File, ...]:
    """Return the files recorded in the results, with the members and libraries that were added when packing."""
    members = {each.role: each.member for each in reversed(claimed)}
    packed = tuple(replace(each, member=members.get(each.role, "")) for each in known)
    if any(each.role == "library" for each in known) or not known:
        return packed
    return (*packed, *(each for each in claimed if each.role == "library" and each.known == "when packed"))


# ---- Lists the differences between a claimed document and the one derived from the results. No I/O.

_LONGEST = 120


def differences(claimed: Any, found: Any, place: str = "") -> Iterator[str]:
    """Yield a sentence for each value that differs between the claim (``claimed``) and the results (``found``)."""
    if isinstance(claimed, Mapping) and isinstance(found, Mapping):
        for name in dict.fromkeys((*claimed, *found)):
            where = f"{place}.{name}" if place else name
            yield from differences(claimed.get(name), found.get(name), where)
    elif isinstance(claimed, Sequence) and isinstance(found, Sequence) and not isinstance(claimed, str):
        yield from _of_lists(claimed, found, place)
    elif claimed != found or type(claimed) is not type(found):
        yield f"{place}: {_short(claimed)} is claimed, and the results give {_short(found)}"


def _of_lists(claimed: Sequence[Any], found: Sequence[Any], place: str) -> Iterator[str]:
    if len(claimed) != len(found):
        yield f"{place}: {len(claimed)} are claimed, and the results give {len(found)}"
        return
    for number, (one, other) in enumerate(zip(claimed, found, strict=True)):
        yield from differences(one, other, f"{place}[{_name(one, number)}]")


def _name(value: Any, number: int) -> str:
    """Return the name of a list item, or its number if it has no name."""
    names = (value.get(key) for key in ("name", "rule", "member")) if isinstance(value, Mapping) else ()
    return next((each for each in names if isinstance(each, str) and each), str(number))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
