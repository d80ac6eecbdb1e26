"""The comparison in a reason in words for readers: results by their names, complaints of mocks as sentences.

A reason keeps the values of a comparison as the test has them, since expectation files name them. A document shows
them in these words. Reasons are untrusted; gives no verdict.
"""

import re
from collections.abc import Iterator, Sequence

from refloader.model.registry import results

_COMPARISON = re.compile(r"actual(?P<words>[^:;]{0,120}): (?P<seen>[^;]*); expected: (?P<ought>[^;]*)")
"""One comparison of two values. A value that holds a semicolon is left as it is."""

_COMPLAINT = re.compile(
    r"\b(?P<kind>driver|layer) (?P<name>\S{1,256}) VIOLATION (?P<rule>[A-Z0-9_-]{1,64}): "
)
_NUMBER = re.compile(r"-?\d{1,10}\Z")
_OWN = re.compile(r"(?P<whose>own|loader):(?P<kind>[A-Z_]{1,32})(?= |\Z)")
_WHOSE = {"own": "the driver's own surface", "loader": "the loader's structure"}
_PLAIN = {"None": "no answer", "True": "yes", "False": "no"}

_SAID = " complains ("

_APART = ", "
"""Between the parts of a value."""

_LONGEST = 4_000
"""The characters of the longest reason that is reworded."""


def reworded(reason: str) -> str:
    """Return a reason with the values of its comparison in words."""
    if len(reason) > _LONGEST:
        return reason
    return _COMPARISON.sub(_in_words, _COMPLAINT.sub(r"\g<kind> \g<name> complains (\g<rule>): ", reason))


def _in_words(found: re.Match[str]) -> str:
    seen, ought = found["seen"].split(_APART), found["ought"].split(_APART)
    codes = _codes(seen, ought)
    surfaces = any(_OWN.match(each) for each in (*seen, *ought))
    actual, expected = (
        _APART.join(_counted([_word(each, at in codes, surfaces) for at, each in enumerate(parts)]))
        for parts in (seen, ought)
    )
    return f"actual{found['words']}: {actual}; expected: {expected}"


def _codes(*values: Sequence[str]) -> frozenset[int]:
    """Return which parts are results of commands: those that are an error's number on either side."""
    return frozenset(
        at for parts in values for at, each in enumerate(parts) if each[:1] == "-" and _result(each) != each
    )


def _word(part: str, is_result: bool, surfaces: bool) -> str:
    if is_result:
        part = _result(part)
    if surfaces and part == "wrong":
        return "another handle"
    return _PLAIN.get(part) or _OWN.sub(lambda one: f"{_WHOSE[one['whose']]} ({one['kind']})", part, count=1)


def _result(part: str) -> str:
    if not _NUMBER.match(part):
        return part
    return next((name for name, number in results().items() if str(number) == part), part)


def _counted(parts: Sequence[str]) -> Iterator[str]:
    """Yield the parts; a complaint that stands there several times once, with how often."""
    for at, each in enumerate(parts):
        times = parts.count(each) if _SAID in each else 1
        if times == 1 or each not in parts[:at]:
            yield f"{each} ({times} times)" if times > 1 else each
