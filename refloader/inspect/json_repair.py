"""Repairs a text that was meant to be JSON: another encoding, other quotes, missing commas, single backslashes."""

import io
import re
from dataclasses import dataclass

from refloader.core.json import reader
from refloader.core.json.reader import Problem, Trouble

_LARGEST = 16 << 10
_MOST_LINES, _LONG, _SHORT = 3, 100, 40
_MOST = 100
"""The most mistakes of one text that are corrected."""

_ENCODINGS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CURLY = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00a0": " "})
_WORD = re.compile(rb"[0-9A-Za-z_$+.-]+")
_SINGLE = re.compile(rb"'([^'\n\r]*)'")
_CONSTANT = re.compile(rb"(?:True|TRUE|False|FALSE|None|NULL|undefined|nil)(?![0-9A-Za-z_$])")
_MEANT = {b"true": b"true", b"false": b"false"}
_ESCAPED = {b"\r\n": b"\\n", b"\n": b"\\n", b"\r": b"\\n", b"\t": b"\\t"}
_NEXT_MEMBER = re.compile(rb'\s*(?:"[^"\n]*"\s*:|[}\]])')
_NEXT = re.compile(rb'["{]|[A-Za-z_]\w{0,60}[ \t]{0,20}:', re.ASCII)
"""How the value or the member begins before which a comma is missing."""

_FIRST_SIDE, _BASE, _SECOND_SIDE, _END = b"<" * 7, b"|" * 7, (b"=" * 7 + b"\n", b"=" * 7 + b"\r\n"), b">" * 7
"""How the lines of a merge conflict begin, and the whole line between its sides."""

_OUTSIDE = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text as it was meant, what is wrong with it as it is, and what to do, in words."""

    data: bytes
    why: str
    what: str


def repaired(data: bytes) -> Repaired | None:
    """Return the text as valid JSON; None if it is valid, or if the intent is not clear."""
    document = reader.read(data)
    if document.valid or len(data) > _LARGEST:
        return None
    if _FIRST_SIDE in data:
        begins, resolved = _first_sides(data)
        if begins:
            return _resolved(resolved, begins[0])
    first = next(each for each in document.problems if each.fatal)
    line = data.count(b"\n", 0, first.offset) + 1
    alone = b"\n" not in data.strip()  # then the number of the line says nothing
    start = data.rfind(b"\n", 0, first.offset)
    column = f", column {first.offset - start}," if alone else ""
    kind = "" if first.trouble is Trouble.SYNTAX else f"{first.trouble}: "  # which would only say "not JSON"
    why = f"{kind}in line {line}{column} {first.message}"
    coding = next((name for start, name in _ENCODINGS if data.startswith(start)), "")
    if coding:
        try:
            text = data.decode(coding).encode()
        except (UnicodeDecodeError, UnicodeEncodeError):
            return None
        return Repaired(_corrected(text) or text, why, "be saved as UTF-8") if _corrected(text) else None
    if first.trouble is Trouble.NOT_UTF8:
        plain = _as_western(data)
        return Repaired(plain, why, "be saved as UTF-8") if plain is not None else None
    right = _corrected(data)
    return Repaired(right, why, f"be valid JSON{_as_lines(data, right)}") if right is not None else None


def _resolved(first_sides: bytes, line: int) -> Repaired | None:
    """Return a text with the first side of each merge conflict; None if that is no JSON."""
    right = _corrected(first_sides)
    why = f'in line {line} a merge conflict begins that was not resolved ("<<<<<<<")'
    what = 'have one side of each merge conflict, without the lines of "<<<<<<<", "=======" and ">>>>>>>"'
    return Repaired(right, why, what) if right is not None else None


def _first_sides(data: bytes) -> tuple[list[int], bytes]:
    """Return the lines in which merge conflicts begin, and the text with the first side of each.

    Reads each line once: a regular expression would look for each end behind each beginning.
    """
    begins, kept = list[int](), list[bytes]()
    conflict, side, part = list[bytes](), list[bytes](), b""
    for number, line in enumerate(io.BytesIO(data), start=1):
        if not part:
            part = _FIRST_SIDE if line.startswith(_FIRST_SIDE) else b""
            conflict, side, begin = [line], [], number
            kept += [] if part else [line]
            continue
        conflict.append(line)
        if part != _END and line in _SECOND_SIDE:
            part = _END
        elif part == _END and line.startswith(_END):
            begins.append(begin)
            kept += side
            part = b""
        elif part == _FIRST_SIDE and line.startswith(_BASE):
            part = _BASE
        elif part == _FIRST_SIDE:
            side.append(line)
    return begins, b"".join([*kept, *(conflict if part else ())])


def _as_western(data: bytes) -> bytes | None:
    """Return a text in the encoding of Windows or Latin-1 as UTF-8; None if that is no JSON either."""
    for coding in ("cp1252", "latin-1"):
        try:
            text = data.decode(coding).encode()
        except UnicodeDecodeError:
            continue
        return _corrected(text)
    return None


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _as_words(before: str, after: str) -> str:
    """Return what stands in one line instead of what, if one place alone differs and it is short; else empty."""
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    while start and before[start - 1].isalnum():
        start -= 1
    while end and before[len(before) - end].isalnum():
        end -= 1
    differing = before[start : len(before) - end]
    old, new = differing.strip(), after[start : len(after) - end].strip()
    if not new or len(old) > _SHORT or len(new) > _SHORT:
        return ""
    start += len(differing) - len(differing.lstrip()) if old else 0
    column = len(before[:start].encode())  # as columns are counted
    return f": {new} instead of {old} in column {column + 1}" if old else f": {new} behind column {column}"


def _as_lines(data: bytes, right: bytes) -> str:
    """Return how the lines read that differ after a repair, if they are few; else empty."""
    before, after = (text.decode("utf-8", "replace").split("\n") for text in (data, right))
    cut = right.rstrip()
    if cut and data.startswith(cut):
        return f": nothing after line {len(cut.splitlines())}"
    if len(before) == 1 == len(after):
        return _as_words(before[0], after[0])
    if len(before) != len(after):
        return ""
    pairs = zip(before, after, strict=True)
    differing = [(at, new.strip()) for at, (old, new) in enumerate(pairs, 1) if old != new]
    if not differing or len(differing) > _MOST_LINES or any(len(new) > _LONG for _, new in differing):
        return ""
    return ": " + "; ".join(f"line {at} becomes {new or 'empty'}" for at, new in differing)


def _corrected(data: bytes) -> bytes | None:
    """Return the text with one mistake after the other corrected; None if one is unclear."""
    for _ in range(_MOST):
        if reader.read(data).valid:
            return data
        plain = reader.repair(data)
        if plain is not None:
            return plain
        document = reader.read(data)
        problem = next(each for each in document.problems if each.fatal)
        better = _better(data, problem)
        if better is None or better == data:
            return None
        data = better
    return None


def _better(data: bytes, problem: Problem) -> bytes | None:
    """Return the text without one mistake; None if it is not known what was meant."""
    at = problem.offset
    if "\u201c".encode() in data or "\u201d".encode() in data or "\u00a0".encode() in data:
        return data.decode("utf-8", "surrogateescape").translate(_CURLY).encode("utf-8", "surrogateescape")
    if problem.trouble is Trouble.SINGLE_QUOTES:
        string = _SINGLE.match(data, at)
        inner = string[1].replace(b'"', b'\\"') if string else b""
        return data[:at] + b'"' + inner + b'"' + data[string.end() :] if string else None
    if problem.trouble in (Trouble.UNQUOTED_KEY, Trouble.NUMBER):
        word = _WORD.match(data, at)
        return data[:at] + b'"' + word[0] + b'"' + data[word.end() :] if word else None
    if problem.trouble is Trouble.CONTROL_CHARACTER:
        return _escaped(data, at)
    if problem.trouble is not Trouble.SYNTAX:
        return None
    constant = _CONSTANT.match(data, at)
    if constant is not None:
        return data[:at] + _MEANT.get(constant[0].lower(), b"null") + data[constant.end() :]
    if problem.message.startswith("the escape"):
        return data[:at] + b"\\" + data[at:]
    if "the text ends where" in problem.message and "comma or" in problem.message:
        return data.rstrip() + _closers(data)
    sign = data[at : at + 1]
    if "where a colon should be" in problem.message:
        rest = data[at + 1 :] if sign in (b"=", b";", b",") else b" " + data[at:] if sign else None
        return data[:at].rstrip() + b":" + rest if rest is not None else None
    if "where a comma or" in problem.message and sign == b";":
        return data[:at] + b"," + data[at + 1 :]
    if "should be" in problem.message and "where a comma or" in problem.message and _NEXT.match(data, at):
        head = data[:at].rstrip()
        return head + b"," + (data[len(head) : at] or b" ") + data[at:]
    return None


def _escaped(data: bytes, at: int) -> bytes | None:
    """Return the text with a raw line break or tab as an escape, or the quote that a line lacks at its end."""
    if data[at : at + 1] in (b"\r", b"\n") and _NEXT_MEMBER.match(data, at):
        head = data[:at].rstrip()
        end = b'",' if head.endswith(b",") else b'"'
        return head.removesuffix(b",") + end + data[at:]
    sign = data[at : at + 2] if data[at : at + 2] == b"\r\n" else data[at : at + 1]
    right = _ESCAPED.get(sign)
    return data[:at] + right + data[at + len(sign) :] if right is not None else None


def _closers(data: bytes) -> bytes:
    """Return the brackets that a text leaves open, the last one first."""
    left: list[bytes] = []
    for byte in _OUTSIDE.sub(b"", data):
        each = bytes([byte])
        if each in b"{[":
            left.append(b"}" if each == b"{" else b"]")
        elif each in b"}]" and left:
            left.pop()
    return b"".join(reversed(left))
