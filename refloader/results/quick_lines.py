"""Reads the plain lines of a results file quickly: those of results in which nothing is odd. Judges no other line.

A file can have a million lines. What is read here comes out as ``results.row`` and ``rows.result`` would have it, in
a fraction of the time and memory; for every line that is not plain the answer is None, and those decide.
"""

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeAlias

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from refloader.results.records import Result, Verdict

Quick: TypeAlias = Callable[[bytes], Result | None]
"""From a line of a file to the result that it is; None where that takes a closer look."""

_ENDLESS = 10**9
"""Seconds that no case has taken."""

_MOST = 4096
"""Texts that are held once for all results that have them."""


class _Line(Struct, gc=False):
    """A result as most are: nothing was expected of it."""

    kind: Literal["result"]
    rule: str
    subject: str
    case: str
    verdict: Verdict
    reason: str
    evidence: Raw
    repro: str
    seconds: float
    expected: None = None
    flaky: None = None
    environment: str = ""
    retried: tuple[Verdict, ...] = ()


_decode = Decoder(_Line).decode
_decode_evidence = Decoder(dict[str, Any]).decode
_NO_EVIDENCE: dict[str, Any] = {}
_texts: dict[str, str] = {}


def quick(bare: Collection[Verdict] = (), *, repro: bool = True) -> Quick:
    """What reads a line; results of the verdicts ``bare`` lack evidence and, if so wished, ``repro``."""
    stripped = frozenset(bare)

    def read(line: bytes) -> Result | None:
        if b"\\" in line or b"\x7f" in line or not line.isascii():
            return None
        try:
            found = _decode(line)
            verdict, reason, seconds = found.verdict, found.reason, found.seconds
            is_bare = verdict in stripped
            evidence = _NO_EVIDENCE if is_bare else _evidence(found.evidence)
        except (DecodeError, RecursionError):
            return None
        if not 0 <= seconds <= _ENDLESS or (verdict is Verdict.SKIP and not reason.strip()):
            return None
        if is_bare and bytes(found.evidence)[:1] != b"{":
            return None
        return Result(
            _once(found.rule),
            _once(found.subject),
            found.case,
            verdict,
            _once(reason),
            evidence,
            "" if is_bare and not repro else found.repro,
            seconds,
            environment=_once(found.environment),
            retried=found.retried,
        )

    return read


def _evidence(raw: Raw) -> dict[str, Any]:
    """Most results have none."""
    text = bytes(raw)
    return _NO_EVIDENCE if text == b"{}" else _decode_evidence(text)


def _once(text: str) -> str:
    """The same text, held once for all that have it, as long as there are not too many."""
    found = _texts.get(text)
    if found is None:
        found = text
        if len(_texts) < _MOST:
            _texts[text] = text
    return found
