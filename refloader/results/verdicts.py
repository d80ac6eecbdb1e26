"""The verdicts on cases, and what an expectation file says of one. Reads no file and gives no verdict.

``refloader.results.records`` has the results; other packages import all of this from ``results_file``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

SHIPPED_EXPECTATIONS = "reports/expectations/"
"""The beginning of the names, in results, of the expectation files that come with the package."""

ANY = "*"
"""Stands for any text in a pattern."""

_NOT_SO = re.compile(r"(?<!\s)\s*+Not so: |(?<=\.) But ")
"""Separates, in a reason, what the documents say from the actual behaviour."""


class Verdict(StrEnum):
    """The outcome of a case. ``error`` blames the harness; ``crash`` and ``timeout`` blame the subject."""

    PASS = "pass"
    FAIL = "fail"
    WARN = "warn"
    SKIP = "skip"
    CRASH = "crash"
    TIMEOUT = "timeout"
    ERROR = "error"


BY_WEIGHT = (
    Verdict.ERROR,
    Verdict.CRASH,
    Verdict.TIMEOUT,
    Verdict.FAIL,
    Verdict.WARN,
    Verdict.SKIP,
    Verdict.PASS,
)
"""The verdicts, the most severe first."""

ENDS = frozenset({Verdict.CRASH, Verdict.TIMEOUT})
"""The findings that a subject ended its program, or kept it from going on."""

FINDINGS = frozenset({Verdict.FAIL, *ENDS})
"""The verdicts that mean that a subject is not conformant."""

OF_ENDING = {
    "crash": Verdict.CRASH,
    "timeout": Verdict.TIMEOUT,
    "fault": Verdict.FAIL,
    "error": Verdict.ERROR,
}
"""The verdict on the run of a scenario that ended badly, by ``observation.Ended``."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The entry of an expectation file for a case: ``file`` is the file's name in results, ``line`` the entry's line.

    ``reason`` is empty until someone fills it in; ``link`` is the URL of further information, or empty; ``also`` has
    other verdicts that occur by chance. ``differs`` has patterns of what differs, in which * stands for any text;
    empty if the case may fail in any way.
    """

    verdict: Verdict
    reason: str
    link: str
    file: str
    line: int
    also: tuple[Verdict, ...] = ()
    differs: tuple[str, ...] = ()

    @property
    def shipped(self) -> bool:
        """True if the file comes with the package, so that a user cannot keep it up to date."""
        return self.file.startswith(SHIPPED_EXPECTATIONS)

    def allows(self, verdict: Verdict, reason: str | None = None) -> bool:
        """True if the entry permits the verdict, and the difference in its reason unless that is None."""
        if verdict != self.verdict and verdict not in self.also:
            return False
        return reason is None or verdict is Verdict.PASS or permits(self.differs, reason)


def difference_in(reason: str) -> str:
    """Return the part of a reason that says what differs: all of it if the rest does not say what is expected."""
    return _NOT_SO.split(reason, maxsplit=1)[-1].strip()


def permits(differs: Sequence[str], reason: str) -> bool:
    """Return whether the difference in a reason matches one of the patterns, or there is none."""
    return not differs or any(matches(each, difference_in(reason)) for each in differs)


def matches(pattern: str, text: str) -> bool:
    """Return whether a text matches a pattern, in which ANY stands for any text.

    Each part between two ANY is looked for once, behind the one before it: a pattern may be somebody else's, and a
    regular expression of it would try all places of all parts.
    """
    first, *middle = pattern.split(ANY)
    if not middle:
        return text == pattern
    last = middle.pop()
    at, end = len(first), len(text) - len(last)
    if at > end or not (text.startswith(first) and text.endswith(last)):
        return False
    for part in middle:
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True
