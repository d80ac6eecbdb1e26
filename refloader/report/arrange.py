"""Groups and sorts the results of a run for the documents: by subject, by cause, worst first. Renders no document."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from refloader.model.text import quote
from refloader.report.commands_apart import by_commands
from refloader.report.driver_facts import Pairs, described_driver
from refloader.report.shared_causes import SharedCause, faulty_calls, shared_causes
from refloader.results.coverage import number_of_cases
from refloader.results.results_file import Result, Run, Stale, Subject, Verdict, count, readable, storable
from refloader.rules import Ambiguity, UnknownRuleError, find, rules

EXPECTED, UNEXPECTED, STALE = "expected", "unexpected", "stale"
STANDINGS = (
    *(Verdict.ERROR.value, Verdict.CRASH.value, Verdict.TIMEOUT.value, Verdict.FAIL.value, UNEXPECTED),
    *(STALE, Verdict.WARN.value, EXPECTED, Verdict.SKIP.value, Verdict.PASS.value),
)
"""How documents show a result, the most important first: its verdict, or how it compares with its expectation."""

FINDINGS = STANDINGS[: STANDINGS.index(EXPECTED)]
"""The standings that need attention."""

_EXPLAINING = frozenset({"stack/work_reaches_each_device"})
"""Cases to show first: a device that does nothing does not do what others ask for either."""

_JSON = json.JSONEncoder(ensure_ascii=False)
_SHORT = 100
"""The longest JSON text, in characters, that stays on one line."""


@dataclass(frozen=True, slots=True)
class About:
    """What the catalogue says about a rule id, as far as documents show it. A field is empty if there is no value.

    ``binds`` is the kind of subject that must obey the rule; it is empty for ambiguities. ``platforms`` are the
    platforms on which the rule applies, or ``all``.
    """

    rule: str
    title: str
    text: str
    breach: str
    editions: tuple[str, ...]
    binds: str = ""
    platforms: tuple[str, ...] = ()
    known: bool = True


@dataclass(frozen=True, slots=True)
class Measured:
    """A subject of the run. Its facts are empty if the header does not list it. ``sha256`` is that of its library.

    ``yardstick`` is the edition it was checked against, and the reason. ``facts`` are all facts that the driver
    reported about itself, and ``told`` those that documents show. ``environment`` is the machine, if runs of several
    machines were merged.
    """

    name: str
    kind: str
    path: str
    version: str
    sha256: str
    yardstick: str
    results: tuple[Result, ...]
    told: Pairs = ()
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    environment: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """The number of results for each verdict, including zeros."""
        return count(self.results)

    @property
    def standings(self) -> dict[str, int]:
        """The number of results for each standing, including zeros, the best first."""
        seen = Counter(map(standing, self.results))
        return {each: seen[each] for each in reversed(STANDINGS)}

    @property
    def expected(self) -> int:
        """The number of results that match their expectation file."""
        return sum(result.as_expected for result in self.results)

    @property
    def seconds(self) -> float:
        """The total wall time of its cases, in seconds."""
        return sum(result.seconds for result in self.results)


@dataclass(frozen=True, slots=True)
class Cause:
    """Results of one case of one subject that have the same outcome and reason but belong to different rules."""

    results: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The result that represents all of them."""
        return self.results[0]

    @property
    def rules(self) -> tuple[About, ...]:
        """What the catalogue says about each of its rules."""
        return tuple(about(each.rule) for each in self.results)

    @property
    def advice(self) -> tuple[str, ...]:
        """The advice for its rules, without that which another one begins with."""
        advice = (each.evidence.get("advice") for each in self.results)
        every = tuple(dict.fromkeys(each for each in advice if isinstance(each, str)))
        return tuple(
            each for each in every if not any(each != other and other.startswith(each) for other in every)
        )

    @property
    def evidence(self) -> Mapping[str, object]:
        """The evidence of the first result, without the advice."""
        return {name: fact for name, fact in self.first.evidence.items() if name != "advice"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one subject does wrong: cases of the same rules, standing and faulty calls, the plainest example first.

    ``shared`` is the cause that breaks rules of many kinds at once, if the cases have one.
    """

    causes: tuple[Cause, ...]
    shared: SharedCause | None = None

    @property
    def first(self) -> Result:
        """The result that represents all of them."""
        return self.causes[0].first

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of its rules, those of the most cases first."""
        cases = Counter(each.rule for cause in self.causes for each in cause.results)
        return tuple(rule for rule, _ in cases.most_common())

    @property
    def title(self) -> str:
        """What is wrong, in a few words."""
        return self.shared.title if self.shared else about(self.first.rule).title

    @property
    def cases(self) -> str:
        """The number of its cases in words."""
        return number_of_cases(len(self.causes), sum(len(cause.results) for cause in self.causes))

    @property
    def others(self) -> tuple[Cause, ...]:
        """Its further cases."""
        return self.causes[1:]


_ISOLATION = "isolation of "
"""The prefix of the machine facts that describe the sandbox of each kind of library."""


_WORDS = {each: each.value for each in Verdict}


def standing(result: Result) -> str:
    """Return how a document shows a result: one of STANDINGS."""
    if result.expected is None:
        return _WORDS[result.verdict]
    if result.surprising:
        return STALE if result.outdates else UNEXPECTED
    return EXPECTED if result.as_expected else _WORDS[result.verdict]


_MOST_WAYS = 3
"""The most known ways of a case to fail that are named."""

_OF_PACKAGE = "the file comes with refloader; keep one of your own with --expect FILE --update-expect FILE"


def surprise(result: Result) -> str:
    """Return one sentence on a result that differs from its expectation."""
    known = result.expected
    assert known is not None, "nothing was expected"
    if result.differs_anew:
        ways = "; or ".join(map(quote, known.differs[:_MOST_WAYS]))
        return f"{result.reason}; {known.file}:{known.line} expects that it fails in another way: {ways}"
    stale = "stale entry: " if result.outdates else ""
    said = f"{stale}{known.file}:{known.line} expects {known.verdict}, and it came out {result.verdict}"
    return f"{said}: {_OF_PACKAGE if known.shipped else 'the entry is to be removed or changed'}"


def flaky(result: Result) -> str:
    """Return a remark on a finding that a second try did not reproduce; an empty string for other results."""
    return f"flaky: {result.verdict}, then {result.flaky}" if result.flaky else ""


def retried(result: Result) -> str:
    """Return a remark on a case that was run again with ``--retry``; an empty string for other results."""
    return f"retried: {', then '.join([*result.retried, result.verdict])}" if result.retried else ""


def why_expected(result: Result) -> str:
    """Return the reason that the expectation file gives for a result, or where a reason is to be added."""
    known = result.expected
    assert known is not None, "nothing was expected"
    return known.reason if known.reason.strip() else f"reason to be filled in: {known.file}:{known.line}"


def out_of_date(entry: Stale) -> str:
    """Return one sentence on an expectation that matches no case."""
    said = f"stale entry: {entry.file}:{entry.line} is about a case that the suite does not have for this subject"
    return f"{said}: {_OF_PACKAGE if entry.shipped else 'the entry is to be removed'}"


def causes(results: Iterable[Result]) -> tuple[Cause, ...]:
    """Group results that have the same cause, in the order in which each cause first occurs."""
    together: dict[tuple[str, ...], list[Result]] = {}
    for each in results:
        key = (each.subject, each.case, each.verdict, standing(each), each.reason, flaky(each))
        together.setdefault(key, []).append(each)
    return tuple(Cause(tuple(each)) for each in together.values())


def findings(results: Sequence[Result], standings: Collection[str]) -> tuple[Finding, ...]:
    """Group the results of one subject that have these standings by what they show, the worst first.

    Results of one finding share standing, verdict and a cause: a shared one, or the rules that their cases break and
    the calls in which a library of the case, or a layer, goes wrong: not to survive two of them is two faults.
    """
    shared = shared_causes(results)
    together: dict[tuple[object, ...], list[Cause]] = {}
    for each in causes(by_weight([each for each in results if standing(each) in standings])):
        rules = tuple(result.rule for result in each.results)
        cause = shared.get(each.first.case) if each.first.verdict in (Verdict.FAIL, Verdict.CRASH) else None
        key = (standing(each.first), each.first.verdict, cause or (rules, faulty_calls(each.evidence)))
        together.setdefault(key, []).append(each)
    parts = ([each] if each[0].first.case in shared else by_commands(each) for each in together.values())
    apart = (sorted(part, key=_plainness) for each in parts for part in each)
    return tuple(Finding(tuple(each), shared.get(each[0].first.case)) for each in apart)


def _plainness(cause: Cause) -> tuple[bool, int, bool]:
    """Return a key that puts steady results of small scenarios first, and of these one that explains others."""
    files = cause.first.evidence.get("files")
    number = len(files) if isinstance(files, Mapping | list) else 0
    return bool(cause.first.flaky), number, cause.first.case not in _EXPLAINING


def known(results: Iterable[Result]) -> tuple[tuple[Cause, ...], ...]:
    """Group the expected results, in their order: by causes that share verdict, reason and link."""
    together: dict[tuple[str, ...], list[Result]] = {}
    for each in results:
        if each.as_expected and each.expected is not None:
            key = (each.subject, each.verdict, why_expected(each), each.expected.link)
            together.setdefault(key, []).append(each)
    return tuple(causes(alike) for alike in together.values())


def about(rule: str) -> About:
    """Return what the catalogue says about an id; ``known`` is False for an id that is not in the catalogue."""
    try:
        row = find(rule)
    except UnknownRuleError:
        return About(readable(rule), "not a rule of this version", "", "", (), known=False)
    if isinstance(row, Ambiguity):
        return About(rule, f"Ambiguity: {row.where}", f"{row.text} Reading chosen: {row.chosen}", "", ())
    return About(rule, row.title, row.text, row.breach, row.editions, row.applies_to, row.platforms)


def subjects(run: Run) -> tuple[Measured, ...]:
    """Return the subjects of the header in its order, then subjects that only results name."""
    by_name: dict[str, Sequence[Result]] = {subject.name: () for subject in run.header.subjects}
    by_name |= _by_subject(run.results)
    listed = {subject.name: subject for subject in run.header.subjects}
    return tuple(
        _measured(each, tuple(results))
        if (each := listed.get(name))
        else Measured(name, "not in the header", "", "", "", "", tuple(results))
        for name, results in by_name.items()
    )


def _by_subject(results: Sequence[Result]) -> Mapping[str, Sequence[Result]]:
    if len(names := {each.subject for each in results}) == 1:
        return dict.fromkeys(names, results)  # a run can have a million results: no copy
    by_name: dict[str, list[Result]] = {}
    for result in results:
        by_name.setdefault(result.subject, []).append(result)
    return by_name


def _measured(subject: Subject, results: tuple[Result, ...]) -> Measured:
    return Measured(
        subject.name,
        subject.kind,
        subject.path,
        subject.version,
        subject.digest,
        _yardstick(subject),
        results,
        (*_library(subject), *described_driver(subject.facts)),
        subject.facts,
        subject.environment,
    )


def _library(subject: Subject) -> Pairs:
    """Return where the library is, and the digest of the manifest, if the subject has a manifest."""
    if subject.is_its_library:
        return ()
    pairs = (("library", str(subject.build.get("path", ""))), ("manifest sha256", subject.sha256))
    return tuple((name, readable(said)) for name, said in pairs if said)


def _yardstick(subject: Subject) -> str:
    return f"edition {subject.edition}, as {subject.edition_reason}" if subject.edition_reason else ""


def sandboxes(run: Run) -> tuple[str, ...]:
    """Return a sentence on the target, and one on each distinct sandbox of the run's libraries.

    There are none if the header has no such facts.
    """
    by_words: dict[str, list[str]] = {}
    machine = run.header.machine
    target = [f"target: {machine['target']}, with {machine.get('libc')}"] if machine.get("target") else []
    for key, words in machine.items():
        if key.startswith(_ISOLATION) and isinstance(words, list):
            text = "; ".join(str(each) for each in words if not str(each).startswith("sees "))
            by_words.setdefault(text, []).append(key.removeprefix(_ISOLATION))
    return (*target, *(f"sandbox of {', '.join(kinds)}: {text}" for text, kinds in by_words.items()))


def by_weight(results: Sequence[Result]) -> tuple[Result, ...]:
    """Sort results worst first, then by rule in the catalogue's order, then by case.

    Parallel workers finish cases in varying order.
    """
    return tuple(sorted(results, key=lambda each: (weight(standing(each), each.rule), each.case)))


def weight(worst: str, rule: str) -> tuple[int, int, str]:
    """Return a sort key, the same in every document, for a rule of which this is the worst standing."""
    places = _places()
    return STANDINGS.index(worst), places.get(rule, len(places)), rule


@cache
def _places() -> Mapping[str, int]:
    """Return the place of each rule in the catalogue."""
    return {rule: number for number, rule in enumerate(rules())}


def facts(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Return evidence or machine facts as pairs of readable texts; values that are not strings become JSON."""
    return tuple((readable(name), _fact(value)) for name, value in values.items())


def _fact(value: object) -> str:
    if isinstance(value, str):
        return readable(value)
    return laid_out(storable(value))


def laid_out(value: object, inset: str = "") -> str:
    """Return JSON in which every value that is short enough stays on one line."""
    short = _JSON.encode(value)
    if len(short) + len(inset) <= _SHORT or not isinstance(value, dict | list):
        return short
    deeper = inset + "  "
    if isinstance(value, list):
        rows, (first, last) = [laid_out(each, deeper) for each in value], "[]"
    else:
        named = ((_JSON.encode(name), each) for name, each in value.items())
        rows, (first, last) = [f"{name}: {laid_out(each, deeper)}" for name, each in named], "{}"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(rows) + f"\n{inset}{last}"
