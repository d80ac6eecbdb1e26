"""The in-toto statement of a claim, of the predicate test-result: what is signed. No I/O.

A rule with a verdict is a test of the statement. A rule without a result, or with skips alone, is in none of its
lists and is named in the annotations. The statement follows from the claim and the digest of its bundle, so that it
can be compared with both. The encoding is canonical: equal statements have equal bytes.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from refloader.claims.document import Claim, File, Standing
from refloader.claims.document import Subject as Judged
from refloader.claims.runs import UnfitError
from refloader.model.text import file_name

_TYPE: TypeAlias = Literal["https://in-toto.io/Statement/v1"]
_PREDICATE: TypeAlias = Literal["https://in-toto.io/attestation/test-result/v0.1"]
Result: TypeAlias = Literal["PASSED", "WARNED", "FAILED"]
BUNDLE = "claim"
"""The name of the claim bundle in the configuration."""

_SHA256 = re.compile("[0-9a-f]{64}", re.ASCII)
_TOO_LITTLE = 3
"""The exit code of a claim whose run judged too little for a result."""


class StatementError(Exception):
    """The data is not a statement that refloader makes. The message is for the user."""


class Descriptor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A ResourceDescriptor of in-toto."""

    name: str
    uri: str = ""
    digest: dict[str, str] = {}
    annotations: dict[str, Any] = {}


class Predicate(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The predicate test-result. With several subjects, ``NAME: RULE`` is a test, otherwise ``RULE``."""

    result: Result
    configuration: tuple[Descriptor, ...]
    passed_tests: tuple[str, ...]
    warned_tests: tuple[str, ...]
    failed_tests: tuple[str, ...]


class Statement(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A statement of in-toto, version 1. The subjects are the libraries that were judged."""

    type_: _TYPE = msgspec.field(name="_type")
    subject: tuple[Descriptor, ...]
    predicate_type: _PREDICATE
    predicate: Predicate

    @property
    def bundle(self) -> str:
        """The SHA-256 of the claim bundle; empty if the statement names none."""
        return self._claim.digest.get("sha256", "")

    @property
    def partial(self) -> bool:
        """True unless the statement says that the runs left out no part of the suite."""
        return self._claim.annotations.get("partial") is not False

    @property
    def _claim(self) -> Descriptor:
        named = (each for each in self.predicate.configuration if each.name == BUNDLE)
        return next(named, Descriptor(BUNDLE))


def stated(claim: Claim, bundle: str) -> Statement:
    """Return the statement of a claim whose bundle has the SHA-256 ``bundle``.

    Raises:
        UnfitError: the results do not identify a library that was judged, or judged too little.
    """
    if claim.exit_code == _TOO_LITTLE:
        raise UnfitError(
            "the run judged too little, and a signed statement has no word for that: run it again"
        )
    subject = tuple(_subjects(claim))
    passed, warned, failed = (tuple(_tests(claim, each)) for each in ("passed", "warned", "failed"))
    if not passed + warned + failed:
        raise UnfitError("no rule was judged, so there is no result to sign")
    predicate = Predicate(
        result=_result(claim, warned, failed),
        configuration=tuple(_configuration(claim, bundle)),
        passed_tests=passed,
        warned_tests=warned,
        failed_tests=failed,
    )
    return Statement("https://in-toto.io/Statement/v1", subject, _predicate_type(), predicate)


def _predicate_type() -> _PREDICATE:
    return "https://in-toto.io/attestation/test-result/v0.1"


def _result(claim: Claim, warned: tuple[str, ...], failed: tuple[str, ...]) -> Result:
    """Return the result: an expected failure is a failure, and a part of the suite passes with a warning at best."""
    if failed:
        return "FAILED"
    return "WARNED" if warned or claim.partial or claim.exit_code else "PASSED"


def _subjects(claim: Claim) -> Iterator[Descriptor]:
    names: dict[tuple[str, str], list[str]] = {}
    for judged in claim.subjects:
        for file in _libraries(judged):
            names.setdefault((_base(file.path), file.sha256), []).append(judged.name)
    for (name, digest), subjects in names.items():
        yield Descriptor(name, digest={"sha256": digest}, annotations={"subjects": subjects})


def _libraries(judged: Judged) -> Iterator[File]:
    found = [each for each in judged.files if each.role == "library" and each.known == "during the run"]
    if not found:
        raise UnfitError(
            f"the results have no digest of the library of {judged.name}, so there is nothing to sign a result of"
        )
    yield from found


def _base(path: str) -> str:
    return file_name(path) or path


def _tests(claim: Claim, standing: Standing) -> Iterator[str]:
    for judged in claim.subjects:
        yield from (_test(claim, judged, each.rule) for each in judged.rules if each.standing == standing)


def _test(claim: Claim, judged: Judged, rule: str) -> str:
    return rule if len(claim.subjects) == 1 else f"{judged.name}: {rule}"


def _configuration(claim: Claim, bundle: str) -> Iterator[Descriptor]:
    untested = [_test(claim, judged, each.rule) for judged in claim.subjects for each in judged.untested]
    said = {
        "schema": claim.schema,
        "sentence": claim.sentence,
        "partial": claim.partial,
        "limits": list(claim.limits),
        "notJudged": list(_tests(claim, "not judged")),
        "withoutResult": untested,
    }
    yield Descriptor(BUNDLE, digest={"sha256": bundle}, annotations=said)
    for member in claim.members:
        if member.name.startswith(("results/", "expectations/")):
            yield Descriptor(member.name, digest={"sha256": member.sha256})
    for judged in claim.subjects:
        for file in judged.files:
            if file.role == "manifest":
                yield Descriptor(f"manifest/{_base(file.path)}", digest={"sha256": file.sha256})
    suite = {"version": claim.suite.version, "catalogue": claim.suite.catalogue}
    yield Descriptor("suite", uri="pkg:pypi/refloader", annotations=suite)
    for part, digest in claim.suite.parts.items():
        yield Descriptor(f"suite/{part}", digest={"sha256": digest})


def encoded(statement: Statement) -> bytes:
    """Return the statement in its canonical form: ASCII, indented by two spaces."""
    return json.dumps(plain(statement), indent=2, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def plain(statement: Statement) -> dict[str, Any]:
    """Return the statement as JSON values."""
    found: dict[str, Any] = msgspec.to_builtins(statement)
    return found


def decoded(data: bytes) -> Statement:
    """Decode a statement, and check that it does not contradict itself.

    Raises:
        StatementError: the data is not such a statement, or a part of it contradicts another.
    """
    try:
        statement = msgspec.json.decode(data, type=Statement)
        again = encoded(statement)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise StatementError(f"it is no in-toto statement with a test-result: {error}") from None
    if again != data:
        raise StatementError("it is not written as this version of refloader writes it, or has more in it")
    problem = _contradiction(statement)
    if problem:
        raise StatementError(problem)
    return statement


def _contradiction(statement: Statement) -> str:
    """Return what no statement of refloader has, or an empty string."""
    digests = [each.digest.get("sha256", "") for each in statement.subject] + [statement.bundle]
    if not statement.subject or not all(map(_SHA256.fullmatch, digests)):
        return "it names no library, or one without its sha256, or no claim bundle"
    predicate = statement.predicate
    tests = (*predicate.passed_tests, *predicate.warned_tests, *predicate.failed_tests)
    if len(set(tests)) != len(tests):
        return "it has a test with two results"
    less = predicate.warned_tests or statement.partial
    if (predicate.result == "FAILED") != bool(predicate.failed_tests) or (
        predicate.result == "PASSED" and less
    ):
        return f"it says {predicate.result}, and the rest of it says otherwise"
    return ""
