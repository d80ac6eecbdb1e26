"""The document of a claim, ``claim.json``: its data classes, and their encoding and decoding.

The schema is published as ``reports/schema/claim-1.schema.json``. The encoding is canonical: equal documents have
equal bytes.
"""

import json
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

SCHEMA: Literal["refloader.claim/1"] = "refloader.claim/1"
Counts: TypeAlias = dict[str, int]
Standing = Literal["failed", "warned", "passed", "not judged"]
STANDINGS: tuple[Standing, ...] = ("failed", "warned", "passed", "not judged")
"""The overall outcomes of a rule, the most severe first. ``not judged`` means that all results are skips."""

ATTACHED: Literal["attached, not verified"] = "attached, not verified"
"""The status of every file that the user attached to the bundle."""


class DocumentError(Exception):
    """The data is not a document of this schema. The message is for the user."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the bundle, with its size in bytes and its digest as lower-case hex."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class File:
    """A manifest or library of a subject. Unknown facts are empty.

    ``known`` says when the facts were recorded; ``member`` is the file's name in the bundle.
    """

    role: Literal["manifest", "library"]
    path: str
    sha256: str
    known: Literal["during the run", "when packed"]
    size: int = 0
    build_id: str = ""
    soname: str = ""
    needed: tuple[str, ...] = ()
    member: str = ""


@dataclass(frozen=True, slots=True)
class RuleCount:
    """The outcome of a rule on a subject.

    ``counts`` are the non-zero numbers of results by verdict; ``expected`` is the number of expected ones.
    """

    rule: str
    standing: Standing
    counts: Counts
    expected: int = 0


@dataclass(frozen=True, slots=True)
class Untested:
    """A rule that binds the subject and has no result. ``status`` is its state in the suite, ``why`` the reason.

    ``evidence`` is what a vendor could attach; ``attached`` are the names of the attached members.
    """

    rule: str
    status: str
    why: str
    evidence: str = ""
    attached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject with its numbers. ``standings`` are the numbers of rules by ``STANDINGS`` and ``untested``."""

    name: str
    kind: str
    path: str
    version: str
    sha256: str
    edition: str
    environment: str
    exit_code: int
    counts: Counts
    expected: int
    standings: Counts
    rules: tuple[RuleCount, ...]
    untested: tuple[Untested, ...]
    files: tuple[File, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """One results file: the facts from its header about the run, and its counts."""

    member: str
    command: str
    started: str
    finished: str
    edition: str
    environment: str
    suite_version: str
    catalogue_version: str
    machine: dict[str, Any]
    notes: tuple[str, ...]
    counts: Counts


@dataclass(frozen=True, slots=True)
class Expectations:
    """An expectation file, by its name in the results. ``used`` is the number of results that refer to it."""

    name: str
    member: str
    used: int


@dataclass(frozen=True, slots=True)
class Attachment:
    """The user's own evidence for a rule. ``file`` is the original file name."""

    rule: str
    member: str
    file: str
    status: Literal["attached, not verified"] = ATTACHED


@dataclass(frozen=True, slots=True)
class Suite:
    """The suite that produced the results: versions and a digest of each part.

    ``parts`` is empty if the claim was packed by another version of the suite.
    """

    version: str
    catalogue: str
    parts: dict[str, str]


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of all subjects: results by verdict, and the numbers of expected and unexpected ones.

    ``stale`` counts stale entries of expectation files, ``flaky`` findings that a retry did not confirm. ``findings``
    and the members after it are those of ``report.numbers``.
    """

    subjects: int
    results: int
    counts: Counts
    expected: int
    unexpected: int
    stale: int
    flaky: int
    standings: Counts
    findings: int
    rules: int
    warnings: int
    known: int
    judged: int
    not_run: int
    not_testable: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The whole document. ``limits`` are sentences on what the claim does not cover.

    ``partial`` is true if the runs left out part of the suite.
    """

    sentence: str
    exit_code: int
    partial: bool
    limits: tuple[str, ...]
    judged_from: str
    judged_to: str
    totals: Totals
    suite: Suite
    runs: tuple[Run, ...]
    subjects: tuple[Subject, ...]
    expectations: tuple[Expectations, ...]
    attachments: tuple[Attachment, ...]
    members: tuple[Member, ...] = ()
    schema: Literal["refloader.claim/1"] = SCHEMA


def encoded(claim: Claim) -> bytes:
    """Return the document in its canonical form: ASCII, indented by two spaces, the members in order."""
    return json.dumps(plain(claim), indent=2, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def plain(claim: Claim) -> dict[str, Any]:
    """Return the claim as JSON values, with the schema first."""
    body: dict[str, Any] = msgspec.to_builtins(claim)
    return {"schema": body.pop("schema"), **body}


def decoded(data: bytes) -> Claim:
    """Decode a document.

    Raises:
        DocumentError: the data is not JSON, not of this schema, or not in canonical form.
    """
    try:
        claim = msgspec.json.decode(data, type=Claim)
        again = encoded(claim)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DocumentError(str(error)) from None
    if again != data:
        raise DocumentError("it is not written as this version of refloader writes it, or has more in it")
    return claim
