"""The document of a claim, ``claim.json``, as values, and how they are written. Decides nothing.

Its shape is published as ``reports/schema/claim-1.schema.json``. It is written in one way only, so that two documents
that say the same are the same bytes.
"""

import json
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec

SCHEMA: Literal["refloader.claim/1"] = "refloader.claim/1"
Counts: TypeAlias = dict[str, int]
Standing = Literal["failed", "warned", "passed", "not judged"]
STANDINGS: tuple[Standing, ...] = ("failed", "warned", "passed", "not judged")
"""What the results of a rule come to, the one that matters most first: ``not judged`` is that all were skipped."""

ATTACHED: Literal["attached, not verified"] = "attached, not verified"
"""What is said of every file that somebody else put into the bundle."""


class DocumentError(Exception):
    """The bytes are no document of this schema. The text is for the user."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the bundle: its size in bytes, its digest as lower-case hex."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class File:
    """A manifest or library that was judged. Whatever is not known is empty.

    ``known`` tells when it was looked at; ``member`` is where the bundle has it.
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
    """What a rule came to on a subject: ``counts`` by verdict, noughts left out; ``expected`` of them as expected."""

    rule: str
    standing: Standing
    counts: Counts
    expected: int = 0


@dataclass(frozen=True, slots=True)
class Untested:
    """A rule that binds the subject and has no result at all: in which state the suite has it, and why.

    ``evidence`` is what a vendor could attach; ``attached`` are the members that somebody did attach.
    """

    rule: str
    status: str
    why: str
    evidence: str = ""
    attached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject with every number on it. ``standings`` has the number of rules by STANDINGS and ``untested``."""

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
    """One results file: what its header says of how it came about, and its counts."""

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
    """A file of expectations that results lean on, by the name that they have for it; ``used`` is by how many."""

    name: str
    member: str
    used: int


@dataclass(frozen=True, slots=True)
class Attachment:
    """Somebody's own evidence for a rule; ``file`` is what they called it."""

    rule: str
    member: str
    file: str
    status: Literal["attached, not verified"] = ATTACHED


@dataclass(frozen=True, slots=True)
class Suite:
    """What judged: versions, and a digest of each part of it; no digests where another suite judged than packed."""

    version: str
    catalogue: str
    parts: dict[str, str]


@dataclass(frozen=True, slots=True)
class Totals:
    """The numbers of all subjects together: results by verdict, and of those what met expectations and what did not.

    ``stale`` are entries of expectation files about no case, ``flaky`` findings that did not come again.
    """

    subjects: int
    results: int
    counts: Counts
    expected: int
    unexpected: int
    stale: int
    flaky: int
    standings: Counts


@dataclass(frozen=True, slots=True)
class Claim:
    """The whole document. ``limits`` are sentences on what it does not cover; ``partial`` tells of some."""

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
    """The document in its one form: ASCII, two spaces, the members in their order."""
    return json.dumps(plain(claim), indent=2, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def plain(claim: Claim) -> dict[str, Any]:
    """The claim as JSON values; the schema goes first."""
    body: dict[str, Any] = msgspec.to_builtins(claim)
    return {"schema": body.pop("schema"), **body}


def decoded(data: bytes) -> Claim:
    """The claim in a document.

    Raises:
        DocumentError: it is not JSON, not of this schema, or not written in its one form.
    """
    try:
        claim = msgspec.json.decode(data, type=Claim)
        again = encoded(claim)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DocumentError(str(error)) from None
    if again != data:
        raise DocumentError("it is not written as this version of refloader writes it, or has more in it")
    return claim
