"""The outcome of a rule on a subject, counted in rules, not in cases. Renders no document, makes no verdict.

A subject breaks a rule if any of its cases is a finding, expected or not.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from refloader.report.arrange import EXPECTED, STALE, STANDINGS, UNEXPECTED, standing
from refloader.results.results_file import BY_WEIGHT, FINDINGS, Result, Verdict

FAIL, ERROR, WARN, PASS, SKIP = "fail", "error", "warn", "pass", "skip"
OUTCOMES = (FAIL, ERROR, WARN, PASS, SKIP)
"""The possible outcomes of a rule on a subject, the most important first; ``error`` is a failure of the harness."""

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
    """A result with its standing, which is computed once."""

    result: Result
    standing: str


def word(of: Ranked) -> str:
    """Return a result in a word or two: its verdict, and whether it is known or unexpected."""
    notes = {EXPECTED: "known", UNEXPECTED: "unexpected", STALE: "stale entry"}
    note = notes.get(of.standing, "")
    return f"{of.result.verdict.value}, {note}" if note else of.result.verdict.value


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a rule on a subject: one of OUTCOMES, and the cases that lead to it.

    ``cases`` has all cases, the worst first. ``deciding`` represents the cases with the outcome, and ``number`` is
    how many there are; ``known`` is True if all of them are expected.
    """

    name: str
    cases: tuple[Ranked, ...]
    deciding: Ranked
    number: int
    known: bool

    @property
    def word(self) -> str:
        """The outcome in a word or two: the worst verdict, and whether it is known or unexpected."""
        return word(self.deciding)

    @property
    def share(self) -> str:
        """The number of cases with the outcome and of all cases, in short; empty for a single case."""
        whole = len(self.cases)
        if self.number == whole:
            return str(whole) if whole > 1 else ""
        return f"{self.number} of {whole}"

    @property
    def standings(self) -> tuple[str, ...]:
        """The standings of its cases, each once."""
        return tuple(dict.fromkeys(each.standing for each in self.cases))


def outcome(results: Sequence[Result]) -> Outcome:
    """Return the outcome of the cases of one rule on one subject, of which there is at least one."""
    cases = sorted((Ranked(each, standing(each)) for each in results), key=_place)
    verdicts = {each.verdict for each in results}
    name, deciding = next(each for each in _BY_OUTCOME if each[1] & verdicts)
    saying = [each for each in cases if each.result.verdict in deciding]
    known = all(each.standing == EXPECTED for each in saying)
    return Outcome(name, tuple(cases), min(saying, key=_gravity), len(saying), known)


def columns(outcomes: Mapping[str, Outcome]) -> dict[str, str]:
    """Return what a table of rules shows for each outcome: the number, and how many of these rules are known."""
    known = Counter(each.name for each in outcomes.values() if each.known)
    return {
        name: f"{number} ({known[name]} known)" if known[name] else str(number)
        for name, number in tally(outcomes).items()
    }


def by_rule(results: Iterable[Result]) -> dict[str, Outcome]:
    """Return the outcome of each rule of one subject."""
    cases: dict[str, list[Result]] = {}
    for each in results:
        cases.setdefault(each.rule, []).append(each)
    return {rule: outcome(every) for rule, every in cases.items()}


def _place(each: Ranked) -> tuple[int, str]:
    return _RANK[each.standing], each.result.case


def _gravity(each: Ranked) -> tuple[bool, int]:
    """Return a sort key: unexpected before expected, then the worse verdict."""
    return each.standing == EXPECTED, _WEIGHT[each.result.verdict]


def tally(outcomes: Mapping[str, Outcome]) -> dict[str, int]:
    """Return the number of rules for each outcome, including zeros; ``outcomes`` are those of one subject by rule."""
    seen = Counter(each.name for each in outcomes.values())
    return {each: seen[each] for each in OUTCOMES}
