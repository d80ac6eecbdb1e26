"""Decodes the ordinary result lines of a results file quickly.

A file can have a million lines. An ordinary line gives the same result here as through ``results_file.row`` and
``rows.result``, in a fraction of the time and memory. For any other line the decoder returns None, and those two
functions handle the line.
"""

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeAlias

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder

from refloader.results.records import Result, Verdict

Quick: TypeAlias = Callable[[bytes], Result | None]
"""A decoder from a line of a file to its result; it returns None for a line that is not ordinary."""

_ENDLESS = 10**9
"""An upper bound in seconds for the duration of a case."""

_MOST = 4096
"""The maximum number of strings that results share."""


class _Line(Struct, gc=False):
    """The most frequent form of a result line: it has no expectation."""

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
    """Return a decoder. Results of the verdicts ``bare`` get no evidence and, if ``repro`` is false, no ``repro``."""
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
    """Return the decoded evidence; the empty object, the most frequent one, is shared."""
    text = bytes(raw)
    return _NO_EVIDENCE if text == b"{}" else _decode_evidence(text)


def _once(text: str) -> str:
    """Return an equal string that results share, for up to ``_MOST`` different strings."""
    found = _texts.get(text)
    if found is None:
        found = text
        if len(_texts) < _MOST:
            _texts[text] = text
    return found
