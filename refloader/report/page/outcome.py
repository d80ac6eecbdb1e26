"""What a rule came to on a subject, counted in rules and not in cases. Makes no document and never judges.

A subject breaks a rule if any of its cases is a finding, whether somebody knew of it or not.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.report.arrange import EXPECTED, STANDINGS, UNEXPECTED, standing
from refloader.results.results_file import BY_WEIGHT, FINDINGS, Result, Verdict

FAIL, ERROR, WARN, PASS, SKIP = "fail", "error", "warn", "pass", "skip"
OUTCOMES = (FAIL, ERROR, WARN, PASS, SKIP)
"""What a rule can come to on a subject, the one that matters most first; ``error`` is the harness's own failure."""

_RANK = {each: rank for rank, each in enumerate(STANDINGS)}
_WEIGHT = {each: weight for weight, each in enumerate(BY_WEIGHT)}
_BY_OUTCOME: tuple[tuple[str, frozenset[Verdict]], ...] = (
    (FAIL, FINDINGS),
    (ERROR, frozenset({Verdict.ERROR})),
    (WARN, frozenset({Verdict.WARN})),
    (PASS, frozenset({Verdict.PASS})),
    (SKIP, frozenset({Verdict.SKIP})),
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A result with its standing, so that it is worked out once."""

    result: Result
    standing: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule came to on a subject: one of OUTCOMES, and the cases that say so.

    ``cases`` has all cases, the worst first; ``deciding`` is the one that stands for those of the outcome, and
    ``number`` how many there are; ``known`` tells whether an expectation file knew of every one of them.
    """

    name: str
    cases: tuple[Ranked, ...]
    deciding: Ranked
    number: int
    known: bool

    @property
    def word(self) -> str:
        """The outcome in a word or two: the worst verdict that says so, and how it meets what is known."""
        verdict = self.deciding.result.verdict.value
        notes = {EXPECTED: "known", UNEXPECTED: "unexpected"}
        note = notes.get(self.deciding.standing, "")
        return f"{verdict}, {note}" if note else verdict

    @property
    def share(self) -> str:
        """How many of how many cases say so, in a few characters; nothing for a single case."""
        whole = len(self.cases)
        if self.number == whole:
            return str(whole) if whole > 1 else ""
        return f"{self.number} of {whole}"

    @property
    def standings(self) -> tuple[str, ...]:
        """The standings of its cases, each once."""
        return tuple(dict.fromkeys(each.standing for each in self.cases))


def outcome(results: Sequence[Result]) -> Outcome:
    """What the cases of one rule on one subject come to. There is at least one."""
    cases = sorted((Ranked(each, standing(each)) for each in results), key=_place)
    verdicts = {each.verdict for each in results}
    name, deciding = next(each for each in _BY_OUTCOME if each[1] & verdicts)
    saying = [each for each in cases if each.result.verdict in deciding]
    known = all(each.standing == EXPECTED for each in saying)
    return Outcome(name, tuple(cases), min(saying, key=_gravity), len(saying), known)


def _place(each: Ranked) -> tuple[int, str]:
    return _RANK[each.standing], each.result.case


def _gravity(each: Ranked) -> tuple[bool, int]:
    """What nobody knew of comes before what is known, then the worse verdict."""
    return each.standing == EXPECTED, _WEIGHT[each.result.verdict]


def tally(outcomes: Mapping[str, Outcome]) -> dict[str, int]:
    """The number of rules for each outcome, noughts included; ``outcomes`` are those of one subject by rule."""
    seen = Counter(each.name for each in outcomes.values())
    return {each: seen[each] for each in OUTCOMES}
