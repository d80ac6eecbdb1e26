"""The results of subjects over many runs, as values. Reads no files and renders no document.

Runs are added one at a time, the oldest first. Of each run only its numbers and changes are stored, and for each
subject the results that the next run is compared with. ``differences`` decides what is worse.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from refloader.report.arrange import STANDINGS, UNEXPECTED, standing
from refloader.report.differences.baseline import beside
from refloader.report.differences.difference import CaseChange, Difference, Kind, difference
from refloader.report.differences.facts import FactChange, Timed, timed
from refloader.report.differences.pairing import pairs
from refloader.report.differences.text import causes
from refloader.results.results_file import Result, Run, Subject, Verdict, changed

MOST = 200
"""The most cases of one subject that are stored by name for one run; ``diff`` of the two runs has all."""

AGAINST = (Verdict.CRASH.value, Verdict.TIMEOUT.value, Verdict.FAIL.value, UNEXPECTED)
"""The standings of cases that prevent conformance, the most important first."""

_BUILD = ("version", "sha256", "driverInfo", "driverVersion")
"""The names of the facts that identify a build of a subject."""


class Turn(StrEnum):
    """The change of a case, as far as a trend names it."""

    BROKE = "broke"
    MENDED = "mended"
    UNJUDGED = "no longer judged"


@dataclass(frozen=True, slots=True)
class Moment:
    """A run of the trend. ``started`` is from its header; ``path`` is a file, or a folder of several."""

    started: str
    path: str
    suite_version: str = ""
    catalogue_version: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A case whose outcome differs from the previous run; ``old`` is empty for a new case.

    ``rules`` are those under which it has the same outcome, ``rule`` is the first of them.
    """

    turn: Turn
    rule: str
    case: str
    old: str
    new: str
    reason: str
    repro: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A subject in one run.

    ``moment`` is the index of the run in the trend; ``before`` that of the run it is compared with, or None.
    ``cases`` and ``rules`` are numbers by standing, including zeros; a rule has the standing of its worst case.
    ``broke``, ``mended`` and ``unjudged`` (no longer judged) count cases; ``changes`` names the first MOST of them,
    and ``left_out`` is the number of the others. ``lost`` is as in ``baseline.Compared``, ``build`` is the change of
    build, and ``facts`` is the number of other changed facts that count. ``worse`` is True if the run is worse than
    the previous one by the rules for baselines.
    """

    moment: int
    subject: Subject
    cases: Mapping[str, int]
    rules: Mapping[str, int]
    seconds: float
    timings: tuple[Timed, ...] = ()
    before: int | None = None
    broke: int = 0
    mended: int = 0
    unjudged: int = 0
    changes: tuple[Change, ...] = ()
    left_out: int = 0
    lost: tuple[str, ...] = ()
    build: tuple[FactChange, ...] = ()
    facts: int = 0
    worse: bool = False

    @property
    def against(self) -> int:
        """The number of cases that prevent conformance."""
        return sum(self.cases[each] for each in AGAINST)

    @property
    def broken(self) -> int:
        """The number of rules with such a case."""
        return sum(self.rules[each] for each in AGAINST)

    @property
    def has_changes(self) -> bool:
        """True if there is something to report besides its numbers."""
        return bool(self.changes or self.lost or self.build or self.facts or self.worse)


@dataclass(frozen=True, slots=True)
class Track:
    """A subject in the runs that have it, the oldest first. ``environment`` is its machine; usually empty."""

    environment: str
    points: tuple[Point, ...]

    @property
    def name(self) -> str:
        """The name of the subject, with the machine's name if there is one."""
        return f"{self.subject.name} on {self.environment}" if self.environment else self.subject.name

    @property
    def subject(self) -> Subject:
        """The subject as the newest of these runs describes it."""
        return self.points[-1].subject


@dataclass(frozen=True, slots=True)
class Trend:
    """The whole trend. ``passed_over`` are paths that were not read, each with the reason."""

    moments: tuple[Moment, ...]
    tracks: tuple[Track, ...]
    passed_over: tuple[tuple[str, str], ...] = ()

    @property
    def worse(self) -> tuple[Track, ...]:
        """The subjects that are worse in the newest run than in the previous one."""
        newest = len(self.moments) - 1
        return tuple(
            each for each in self.tracks if each.points[-1].moment == newest and each.points[-1].worse
        )

    def is_in_newest(self, track: Track) -> bool:
        """True if the newest run has the subject."""
        return track.points[-1].moment == len(self.moments) - 1

    @property
    def exit_code(self) -> int:
        """0 if the newest run is not worse, 1 if it is."""
        return int(bool(self.worse))


class Gathering:
    """Builds a trend. ``wanted`` returns whether a rule id is included."""

    def __init__(self, wanted: Callable[[str], bool] = lambda rule: True) -> None:
        self._wanted = wanted
        self._moments: list[Moment] = []
        self._points: list[list[Point]] = []
        self._last: list[Run] = []
        self._environments: list[str] = []

    def add(self, run: Run, path: str) -> None:
        """Add the next run, which must not have started before those already added."""
        header = run.header
        self._moments.append(
            Moment(header.started, path, header.suite_version, header.catalogue_version, header.command)
        )
        for environment, alone in _apart(run, self._wanted).items():
            self._add(environment, alone)

    def trend(
        self,
        passed_over: Iterable[tuple[str, str]] = (),
        subjects: Callable[[Subject], bool] = lambda subject: True,
    ) -> Trend:
        """Return the trend, restricted to the subjects that had a selected name in any run."""
        tracks = (Track(*each) for each in zip(self._environments, map(tuple, self._points), strict=True))
        chosen = (each for each in tracks if any(subjects(point.subject) for point in each.points))
        return Trend(tuple(self._moments), tuple(chosen), tuple(passed_over))

    def _add(self, environment: str, alone: Sequence[Run]) -> None:
        """Add runs of one subject each to the tracks of one machine."""
        here = [place for place, each in enumerate(self._environments) if each == environment]
        known = {id(self._last[place].header.subjects[0]): place for place in here}
        latest = [self._last[place].header.subjects[0] for place in here]
        matched = {
            id(pair.new): pair.old for pair in pairs(latest, [each.header.subjects[0] for each in alone])
        }
        for each in alone:
            old = matched[id(each.header.subjects[0])]
            self._step(environment, known[id(old)] if old else None, each)

    def _step(self, environment: str, place: int | None, run: Run) -> None:
        """Add a point to a track, or start a new track with it."""
        point = _point(len(self._moments) - 1, run)
        if place is None:
            against = any(each.counts_against for each in run.results)
            self._environments.append(environment)
            self._points.append([replace(point, worse=against and point.moment > 0)])
            self._last.append(run)
            return
        points = self._points[place]
        points.append(_compared(point, points[-1].moment, difference(self._last[place], run)))
        self._last[place] = run


def _apart(run: Run, wanted: Callable[[str], bool]) -> dict[str, list[Run]]:
    """Split a run into runs of one subject each, by the name of the machine."""
    results: dict[str, list[Result]] = {}
    for each in run.results:
        if wanted(each.rule):
            results.setdefault(each.subject, []).append(each)
    found: dict[str, list[Run]] = {}
    for subject in run.header.subjects:
        own = found.setdefault(subject.environment or run.header.environment, [])
        own.append(_alone(subject, results.get(subject.name, ()), run))
    return found


def _alone(subject: Subject, results: Sequence[Result], run: Run) -> Run:
    """Return the run of one subject. A subject that a merge renamed gets its own name back, as in other runs."""
    if subject.own_name:
        results = [changed(each, subject=subject.own_name) for each in results]
        subject = replace(subject, name=subject.own_name)
    return Run(replace(run.header, subjects=(subject,)), tuple(results), run.footer)


def _point(moment: int, run: Run) -> Point:
    """Return a subject in a run, without a comparison."""
    subject = run.header.subjects[0]
    stands = [(result.rule, STANDINGS.index(standing(result))) for result in run.results]
    of_rules: dict[str, int] = {}
    for rule, place in stands:
        of_rules[rule] = min(place, of_rules.get(rule, place))
    return Point(
        moment,
        replace(subject, facts={}, library={}, manifest=""),
        _counted(place for _, place in stands),
        _counted(of_rules.values()),
        sum(result.seconds for result in run.results),
        timed(subject.facts),
    )


def _counted(places: Iterable[int]) -> dict[str, int]:
    seen = Counter(places)
    return {each: seen[STANDINGS.index(each)] for each in reversed(STANDINGS)}


def _compared(point: Point, before: int, found: Difference) -> Point:
    """Return the point with the changes since the previous run."""
    compared, (subject,) = beside(found, ""), found.subjects
    turns = {
        Turn.BROKE: causes(compared.worse),
        Turn.MENDED: causes(compared.better),
        Turn.UNJUDGED: causes(_not_run(subject.cases)),
    }
    changes = [_change(turn, each) for turn, cases in turns.items() for each in cases]
    build = tuple(each for each in subject.facts if each.name in _BUILD)
    return replace(
        point,
        before=before,
        broke=len(turns[Turn.BROKE]),
        mended=len(turns[Turn.MENDED]),
        unjudged=len(turns[Turn.UNJUDGED]),
        changes=tuple(changes[:MOST]),
        left_out=max(0, len(changes) - MOST),
        lost=compared.lost,
        build=build,
        facts=sum(each.counts for each in subject.facts if each not in build),
        worse=bool(compared.worse or compared.lost),
    )


def _not_run(changes: Sequence[CaseChange]) -> tuple[CaseChange, ...]:
    return tuple(each for each in changes if each.kind is Kind.UNJUDGED)


def _change(turn: Turn, alike: Sequence[CaseChange]) -> Change:
    """Return what becomes of a case under the rules for which that is the same."""
    now, before = alike[0].result, alike[0].old
    old = before.verdict.value if before else ""
    rules = tuple(each.result.rule for each in alike)
    return Change(turn, now.rule, now.case, old, now.verdict.value, now.reason, now.repro, rules)
