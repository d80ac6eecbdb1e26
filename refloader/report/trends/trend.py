"""How subjects fared over many runs, as values. Never reads a file and makes no document.

Runs are taken one at a time, the oldest first, and no more is kept of one than its numbers, what changed in it, and
for each subject the results that the next run is compared with. What is worse is decided by ``differences``.
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
from refloader.results.results_file import Result, Run, Subject, Verdict, changed

MOST = 200
"""Cases of one subject that are kept of one run by name; ``diff`` of the two runs has all."""

AGAINST = (Verdict.CRASH.value, Verdict.TIMEOUT.value, Verdict.FAIL.value, UNEXPECTED)
"""The standings of cases that keep a run from being conformant, what matters most first."""

_BUILD = ("version", "sha256", "driverInfo", "driverVersion")
"""Names of the facts that tell one build of a subject from another."""


class Turn(StrEnum):
    """What became of a case, as far as a trend tells it by name."""

    BROKE = "broke"
    MENDED = "mended"
    UNJUDGED = "no longer judged"


@dataclass(frozen=True, slots=True)
class Moment:
    """A run of the trend. ``started`` is as its header has it; ``path`` a file, or a folder of several."""

    started: str
    path: str
    suite_version: str = ""
    catalogue_version: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A case that came out otherwise than in the run before; ``old`` is empty for a case that is new."""

    turn: Turn
    rule: str
    case: str
    old: str
    new: str
    reason: str
    repro: str


@dataclass(frozen=True, slots=True)
class Point:
    """A subject in one run.

    ``moment`` is the run's place in the trend; ``before`` that of the run that it is compared with, None for none.
    ``cases`` and ``rules`` are numbers by standing, noughts included, a rule standing as its worst case does.
    ``broke``, ``mended`` and ``unjudged`` (no longer judged) count cases; ``changes`` has the first MOST of them by
    name, ``left_out`` is how many there are besides. ``lost`` says what a driver does not show any more, ``build``
    which build it is now, ``facts`` how many other facts changed that count. ``worse``: by the rules of a baseline,
    it is worse than the one before.
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
        """How many cases keep the run from being conformant."""
        return sum(self.cases[each] for each in AGAINST)

    @property
    def broken(self) -> int:
        """How many rules have such a case."""
        return sum(self.rules[each] for each in AGAINST)

    @property
    def has_changes(self) -> bool:
        """Whether there is something to tell of it besides its numbers."""
        return bool(self.changes or self.lost or self.build or self.facts or self.worse)


@dataclass(frozen=True, slots=True)
class Track:
    """A subject through the runs that have it, the oldest first, on the machine of this name (mostly empty)."""

    environment: str
    points: tuple[Point, ...]

    @property
    def name(self) -> str:
        """What it is called, with the machine's name where there is one."""
        return f"{self.subject.name} on {self.environment}" if self.environment else self.subject.name

    @property
    def subject(self) -> Subject:
        """As the newest of these runs has it."""
        return self.points[-1].subject


@dataclass(frozen=True, slots=True)
class Trend:
    """All of it. ``passed_over`` are paths and why they were not looked at."""

    moments: tuple[Moment, ...]
    tracks: tuple[Track, ...]
    passed_over: tuple[tuple[str, str], ...] = ()

    @property
    def worse(self) -> tuple[Track, ...]:
        """The subjects that are worse in the newest run than in the one before."""
        newest = len(self.moments) - 1
        return tuple(
            each for each in self.tracks if each.points[-1].moment == newest and each.points[-1].worse
        )

    def is_in_newest(self, track: Track) -> bool:
        """Whether the newest run has the subject."""
        return track.points[-1].moment == len(self.moments) - 1

    @property
    def exit_code(self) -> int:
        """0 not worse, 1 worse."""
        return int(bool(self.worse))


class Gathering:
    """A trend in the making. ``wanted`` says of a rule's id whether it is looked at."""

    def __init__(self, wanted: Callable[[str], bool] = lambda rule: True) -> None:
        self._wanted = wanted
        self._moments: list[Moment] = []
        self._points: list[list[Point]] = []
        self._last: list[Run] = []
        self._environments: list[str] = []

    def add(self, run: Run, path: str) -> None:
        """Take the next run, which was not started before those that were taken."""
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
        """What was gathered, of the subjects that are looked at: by any of the names that they had."""
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
        """Add a point to a track, or a track that begins with it."""
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
    """A run of each subject alone, by the name of its machine."""
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
    """A run of one subject; what a merge had to call otherwise gets its own name back, as other runs have it."""
    if subject.own_name:
        results = [changed(each, subject=subject.own_name) for each in results]
        subject = replace(subject, name=subject.own_name)
    return Run(replace(run.header, subjects=(subject,)), tuple(results), run.footer)


def _point(moment: int, run: Run) -> Point:
    """A subject in a run, by itself."""
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
    """The point with what changed in it."""
    compared, (subject,) = beside(found, ""), found.subjects
    turns = {
        Turn.BROKE: compared.worse,
        Turn.MENDED: compared.better,
        Turn.UNJUDGED: _unjudged(subject.cases),
    }
    changes = [_change(turn, each) for turn, cases in turns.items() for each in cases]
    build = tuple(each for each in subject.facts if each.name in _BUILD)
    return replace(
        point,
        before=before,
        broke=len(compared.worse),
        mended=len(compared.better),
        unjudged=len(turns[Turn.UNJUDGED]),
        changes=tuple(changes[:MOST]),
        left_out=max(0, len(changes) - MOST),
        lost=compared.lost,
        build=build,
        facts=sum(each.counts for each in subject.facts if each not in build),
        worse=bool(compared.worse or compared.lost),
    )


def _unjudged(changes: Sequence[CaseChange]) -> tuple[CaseChange, ...]:
    return tuple(each for each in changes if each.kind is Kind.UNJUDGED)


def _change(turn: Turn, change: CaseChange) -> Change:
    now = change.result
    old = change.old.verdict.value if change.old else ""
    return Change(turn, now.rule, now.case, old, now.verdict.value, now.reason, now.repro)
