"""The results of a run as values. Never touches a file, never judges and never formats.

``refloader.results.results_file`` writes and reads them and is where other packages take them from.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from refloader.model.text import quote, visible

SCHEMA = "refloader.results/1"
Kind: TypeAlias = Literal["loader", "layer", "driver"]

_DEPTH = 24
"""Levels of nesting that are kept in evidence; a hostile file could nest until the interpreter gives up."""


class Verdict(StrEnum):
    """What a case came to. ``error`` blames the harness; ``crash`` and ``timeout`` blame the subject."""

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
"""The verdicts, the one that matters most first."""

FINDINGS = frozenset({Verdict.FAIL, Verdict.CRASH, Verdict.TIMEOUT})
"""The verdicts that say that a subject is not conformant."""

OF_ENDING = {
    "crash": Verdict.CRASH,
    "timeout": Verdict.TIMEOUT,
    "fault": Verdict.FAIL,
    "error": Verdict.ERROR,
}
"""The verdict on a look at a loader that ended badly, by ``observation.Ended``."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What was measured. ``name`` is how results refer to it; ``sha256`` is lower-case hex, or empty.

    ``edition`` is the one that it was judged by and ``edition_reason`` why; both are empty where it was
    judged by all of them. ``facts`` is what a first look showed, as JSON values that are copied: two looks at the
    same show the same, but for those under "timings". Empty where nobody looked. ``manifest`` is the manifest's own
    text as far as it is kept, so that documents can show where a finding lies; empty where there is none. ``library``
    tells of the file that was run which build it is, as ``library_facts`` has it; of a driver ``facts`` tells that.
    ``environment`` is the machine that it was judged on where runs of several were merged, and ``own_name`` what its
    own run calls it where a merge had to give it another name; both are mostly empty.

    Raises:
        TypeError: facts that JSON cannot hold.
    """

    kind: Kind
    name: str
    path: str
    version: str
    sha256: str
    edition: str = ""
    edition_reason: str = ""
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    manifest: str = ""
    library: Mapping[str, object] = field(default_factory=dict, hash=False)
    environment: str = ""
    own_name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", storable(dict(self.facts)))
        object.__setattr__(self, "library", storable(dict(self.library)))


@dataclass(frozen=True, slots=True)
class Expected:
    """What an expectation file says of a case: ``file`` as results call it, ``line`` that of the entry.

    ``reason`` is empty where it is still to be filled in; ``link`` leads to more, or is empty; ``also`` are
    other verdicts that come by chance.
    """

    verdict: Verdict
    reason: str
    link: str
    file: str
    line: int
    also: tuple[Verdict, ...] = ()

    def allows(self, verdict: Verdict) -> bool:
        """Whether a case can come out so."""
        return verdict == self.verdict or verdict in self.also


@dataclass(frozen=True, slots=True)
class Stale:
    """An entry of an expectation file about a case that the suite does not have for this subject."""

    subject: str
    rule: str
    case: str
    file: str
    line: int


Replay: TypeAlias = str | tuple[str, str]
"""A command line, or what it has before and after the name of the case: a run has few that differ otherwise."""

_NO_EVIDENCE: Mapping[str, object] = {}
"""Of all results that have none: a run can have a million."""


class Result(Struct, frozen=True, gc=False):
    """One case of one rule on one subject. A run can have a million, so it is lighter than a dataclass.

    ``evidence`` holds JSON values and is copied. ``replay`` is a command line that replays this case alone; it stays
    without the name of the case, and ``repro`` is the whole of it. ``seconds`` is wall time; ``expected`` is what was
    known of the case before, None for nothing. ``flaky`` is what a second try of the case came to where that was
    another verdict; its own counts all the same. ``environment`` tells the machine that it comes from where runs of
    several were merged, and ``retried`` what earlier runs of the same case came to, the first one first, where a
    later one was declared to count instead. All three are mostly empty.

    Raises:
        ValueError: a skip without a reason, or a duration that is negative or not finite.
        TypeError: evidence that JSON cannot hold.
    """

    rule: str
    subject: str
    case: str
    verdict: Verdict
    reason: str = ""
    evidence: Mapping[str, object] = _NO_EVIDENCE
    replay: Replay = ""
    seconds: float = 0.0
    expected: Expected | None = None
    flaky: Verdict | None = None
    environment: str = ""
    retried: tuple[Verdict, ...] = ()

    @property
    def repro(self) -> str:
        """A command line that replays this case alone; empty where there is none."""
        return self.replay if isinstance(self.replay, str) else self.case.join(self.replay)

    @property
    def as_expected(self) -> bool:
        """Whether it is a finding, or a warning, that an expectation file allows."""
        known = self.expected is not None and self.expected.allows(self.verdict)
        return known and (self.verdict in FINDINGS or self.verdict == Verdict.WARN)

    @property
    def surprising(self) -> bool:
        """Whether it was judged and came out otherwise than an expectation file says."""
        if self.expected is None or self.verdict in (Verdict.SKIP, Verdict.ERROR):
            return False
        return not self.expected.allows(self.verdict)

    @property
    def counts_against(self) -> bool:
        """Whether it keeps a run from being conformant: a finding that nobody knew of, or a surprise."""
        return self.surprising or (self.verdict in FINDINGS and not self.as_expected)

    def __post_init__(self) -> None:
        if self.verdict == Verdict.SKIP and not self.reason.strip():
            raise ValueError("a skip needs a reason")
        if not 0 <= self.seconds < math.inf:
            raise ValueError("seconds is not a duration")
        if self.evidence:
            force_setattr(self, "evidence", storable(dict(self.evidence)))
        if self.replay and self.case and isinstance(self.replay, str):
            before, found, after = self.replay.partition(self.case)
            force_setattr(self, "replay", _around(before, after) if found else self.replay)


@lru_cache(4096)
def _around(before: str, after: str) -> Replay:
    """The same two texts, held once for all results that have them."""
    return before, after


def changed(result: Result, **members: object) -> Result:
    """The result with other members; its evidence, which was copied once, is the same."""
    other = copy(result)
    for name, value in members.items():
        force_setattr(other, name, value)
    return other


@dataclass(frozen=True, slots=True)
class Origin:
    """One of the runs that were merged. ``finished`` is empty for one that is truncated, or not known to have ended.

    ``subjects`` are their names in the merge; ``shard`` is (which, of how many), counted from 1, None for the whole;
    ``retry`` tells a run whose results go before those of earlier ones. All else is as in ``Header``.
    """

    environment: str
    started: str
    finished: str
    command: str
    suite_version: str
    catalogue_version: str
    machine: Mapping[str, object]
    subjects: tuple[str, ...]
    shard: tuple[int, int] | None = None
    retry: bool = False
    truncated: bool = False
    surroundings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Header:
    """What was run, on what and with what. ``started`` is ISO 8601 with its offset.

    ``notes`` are sentences on what the run leaves out or passes over. ``environment`` is the user's name for the
    machine and its set-up, by which runs are told apart when they are merged; empty for none. ``surroundings`` is
    what the reference's core decides on this machine, as ``refloader explain --format json`` tells it; empty where
    unknown. ``shard`` is the part of the cases that was run, (which, of how many), counted from 1, None for all;
    ``retry`` says that the results go before those of earlier runs of the same cases. ``runs`` is what a merge was
    made of, and ``problems`` what was wrong with that; both are empty in a run's own file.

    Raises:
        ValueError: two subjects share a name, so that results could not tell them apart.
    """

    suite_version: str
    catalogue_version: str
    subjects: tuple[Subject, ...]
    machine: Mapping[str, object]
    started: str
    edition: str
    command: str
    notes: tuple[str, ...] = ()
    environment: str = ""
    surroundings: Mapping[str, object] = field(default_factory=dict)
    shard: tuple[int, int] | None = None
    retry: bool = False
    runs: tuple[Origin, ...] = ()
    problems: tuple[str, ...] = ()
    schema: str = SCHEMA

    def __post_init__(self) -> None:
        for name, times in Counter(subject.name for subject in self.subjects).items():
            if times > 1:
                raise ValueError(f"{times} subjects are named {quote(name)}")


@dataclass(frozen=True, slots=True)
class Footer:
    """The mark of a run that came to its end, with the number of results by verdict.

    ``expected`` is how many of them came out as an expectation file says; ``stale`` are the entries of such
    files that were about no case of the run. A part of a run cannot know: it has as ``unmatched`` those that were
    about none of its own cases.
    """

    finished: str
    counts: Mapping[str, int]
    expected: int = 0
    stale: tuple[Stale, ...] = ()
    unmatched: tuple[Stale, ...] = ()
    schema: str = SCHEMA


@dataclass(frozen=True, slots=True)
class Run:
    """A results file that was read. ``problems`` are sentences about lines that were skipped or are odd.

    ``lines`` tells of each result on which line it stands, counted from 1; empty where it comes from no file.
    """

    header: Header
    results: tuple[Result, ...]
    footer: Footer | None = None
    problems: tuple[str, ...] = ()
    lines: Sequence[int] = field(default=(), compare=False, repr=False)

    @property
    def truncated(self) -> bool:
        """Whether the run ended before its end, so that results may be missing."""
        return self.footer is None

    @property
    def worst(self) -> Verdict | None:
        """The verdict that matters most, or None when there is no result."""
        return worst(result.verdict for result in self.results)

    @property
    def exit_code(self) -> int:
        """0 conformant, 1 findings, 3 the run itself cannot be relied on (an error, truncated, damaged).

        Findings that were expected do not count; expectations that did not come true do.
        """
        verdicts = {result.verdict for result in self.results}
        if self.truncated or self.problems or Verdict.ERROR in verdicts:
            return 3
        return int(bool(self.stale) or any(result.counts_against for result in self.results))

    @property
    def stale(self) -> tuple[Stale, ...]:
        """The entries of expectation files that were about no case."""
        return self.footer.stale if self.footer else ()


def worst(verdicts: Iterable[Verdict]) -> Verdict | None:
    """The verdict that matters most among some, or None among none."""
    return min(verdicts, key=BY_WEIGHT.index, default=None)


def count(results: Iterable[Result]) -> dict[str, int]:
    """The number of results for each verdict, noughts included, in the order of the contract."""
    seen = Counter(result.verdict for result in results)
    return {verdict.value: seen[verdict] for verdict in Verdict}


def timestamp() -> str:
    """This moment as the header and footer write it: ISO 8601 in UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def moment(text: str) -> datetime:
    """The time in a header or footer; one without an offset is taken to be UTC. Raises ValueError."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def readable(text: str) -> str:
    """The text made visible, except that line breaks and tabs stay what they are."""
    if "\n" not in text and "\t" not in text:
        return visible(text)
    return "\n".join("\t".join(visible(part) for part in line.split("\t")) for line in text.split("\n"))


def is_encodable(text: str) -> bool:
    """Whether another process can be sent the text: what a loader says may hold bytes that are no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def storable(value: object, depth: int = 0) -> Any:
    """The value as JSON can hold it: texts readable, sequences as lists, no infinities, no bottomless pits.

    Raises:
        TypeError: a type that JSON does not have, or a key that is not a text.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if not isinstance(value, Mapping | list | tuple):
        raise TypeError(f"{type(value).__name__} cannot be stored as JSON")
    if depth == _DEPTH:
        return "(nested too deeply to keep)"
    if isinstance(value, Mapping):
        return {_key(key): storable(item, depth + 1) for key, item in value.items()}
    return [storable(item, depth + 1) for item in value]


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key of type {type(key).__name__} cannot be stored as JSON")
    return readable(key)
