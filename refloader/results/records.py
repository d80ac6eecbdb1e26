"""The results of a run as values, which ``results_file`` writes and reads. Gives no verdict and does not format.

Other packages import them from there.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from refloader.model.text import quote, visible
from refloader.results.replays import shown
from refloader.results.verdicts import (
    BY_WEIGHT as BY_WEIGHT,
)
from refloader.results.verdicts import (
    ENDS as ENDS,
)
from refloader.results.verdicts import (
    FINDINGS as FINDINGS,
)
from refloader.results.verdicts import (
    OF_ENDING as OF_ENDING,
)
from refloader.results.verdicts import (
    SHIPPED_EXPECTATIONS as SHIPPED_EXPECTATIONS,
)
from refloader.results.verdicts import (
    Expected as Expected,
)
from refloader.results.verdicts import (
    Verdict as Verdict,
)

SCHEMA = "refloader.results/1"
NO_TIME = "1970-01-01T00:00:00+00:00"
"""The time in results from which the times were taken, as in published ones."""

UNTIMED = "(time not published)"
"""How documents for people show it."""

Kind: TypeAlias = Literal["loader", "layer", "driver"]

_DEPTH = 24
"""The nesting depth to which evidence is stored: deeper nesting could exhaust the interpreter's stack."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The loader, layer or driver under test. ``name`` is how results refer to it.

    ``sha256`` is lower-case hex, or empty. ``edition`` is the edition that applies to it and ``edition_reason`` the
    reason; both are empty if all editions apply.

    ``facts`` has the results of its inspection as JSON values, which are copied; it is empty without an inspection.
    Two inspections of one subject give the same facts, except for those under "timings". ``manifest`` is the stored
    part of the manifest's text, in which reports show the location of a finding; it is empty without a manifest.
    ``library`` identifies the build of the library that was run, as ``library_facts`` does; a driver has this in
    ``facts``.

    Two members are set only by merges: ``environment`` is the machine on which the subject was tested, if there are
    several, and ``own_name`` its name in its own run, if the merge had to rename it.

    Raises:
        TypeError: JSON cannot represent the facts.
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

    @property
    def build(self) -> Mapping[str, object]:
        """What identifies the build of the library, empty if there is none or it could not be read."""
        own = self.facts.get("library") if self.kind == "driver" else self.library
        return own if isinstance(own, Mapping) else {}

    @property
    def digest(self) -> str:
        """The digest of the library; that of the manifest, or of any other file at the path, is ``sha256``."""
        found = self.build.get("sha256")
        return found if isinstance(found, str) and found else self.sha256 if self.is_its_library else ""

    @property
    def is_its_library(self) -> bool:
        """True if the file at the path is the library itself: of a loader, or one without a manifest."""
        return self.kind == "loader" or not (self.manifest or self.path.endswith(".json"))


@dataclass(frozen=True, slots=True)
class Stale:
    """An entry of an expectation file for a case that the suite does not have for this subject."""

    subject: str
    rule: str
    case: str
    file: str
    line: int

    @property
    def shipped(self) -> bool:
        """True if the file comes with the package, so that a user cannot keep it up to date."""
        return self.file.startswith(SHIPPED_EXPECTATIONS)


Replay: TypeAlias = str | tuple[str, str]
"""A command line, or its parts before and after the name of the case, which seldom differ and are shared."""

_NO_EVIDENCE: Mapping[str, object] = {}  # shared, because a run can have a million results


class Result(Struct, frozen=True, gc=False):
    """One case of one rule on one subject. A run can have a million, so this is lighter than a dataclass.

    ``evidence`` holds JSON values and is copied. ``replay`` is a command line that replays this case alone, stored
    without the name of the case; ``repro`` is the complete command line, if it is one of ours. ``seconds`` is wall
    time. ``expected`` is the expectation for the case, None without one.

    Three members are mostly empty. ``flaky`` is the verdict of a second try, if it differs from ``verdict``, which
    counts all the same. ``environment`` is the machine of the result, if runs on several machines were merged.
    ``retried`` has the verdicts of earlier runs of the case, oldest first, that a retry replaced.

    Raises:
        ValueError: a skip has no reason, or the duration is negative or not finite.
        TypeError: JSON cannot represent the evidence.
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
        """The command line that replays this case alone; empty if there is none, or if the file has another one."""
        return shown(self.written_replay)

    @property
    def written_replay(self) -> str:
        """The command line as the file has it. It may be a stranger's: only formats for programs repeat it."""
        return self.replay if isinstance(self.replay, str) else self.case.join(self.replay)

    @property
    def as_expected(self) -> bool:
        """True if it is a finding or a warning that an expectation file permits."""
        known = self.expected is not None and self.expected.allows(self.verdict, self.reason)
        return known and (self.verdict in FINDINGS or self.verdict == Verdict.WARN)

    @property
    def surprising(self) -> bool:
        """True if its expectation does not permit it. Skips and errors do not count."""
        if self.expected is None or self.verdict in (Verdict.SKIP, Verdict.ERROR):
            return False
        return not self.expected.allows(self.verdict, self.reason)

    @property
    def counts_against(self) -> bool:
        """True if its rule is broken: a finding that no expectation file permits."""
        return self.verdict in FINDINGS and not self.as_expected

    @property
    def outdates(self) -> bool:
        """True if it is better than its expectation, whose entry is therefore stale. That breaks no rule."""
        return self.surprising and self.verdict not in FINDINGS and not self.differs_anew

    @property
    def differs_anew(self) -> bool:
        """True if its verdict is expected, and what differs is not what the expectation has."""
        known = self.expected is not None and self.expected.allows(self.verdict)
        return known and self.surprising

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
    """Return the two strings as a pair that results share."""
    return before, after


def changed(result: Result, **members: object) -> Result:
    """Return a copy of the result with other members. The evidence is not copied again."""
    other = copy(result)
    for name, value in members.items():
        force_setattr(other, name, value)
    return other


@dataclass(frozen=True, slots=True)
class Origin:
    """One of the runs in a merge. ``finished`` is empty for a truncated run, or if its end is unknown.

    ``subjects`` are their names in the merge. The other members are as in ``Header``.
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
    """The description of a run: the suite, the subjects and the machine. ``started`` is ISO 8601 with its offset.

    ``notes`` are sentences on what the run omits. ``environment`` is the user's name for the machine and its set-up,
    which distinguishes runs in a merge; empty for none. ``surroundings`` is the host environment: the decisions of
    the reference loader's core on this machine, in the form of ``refloader explain --format json``; empty if unknown.
    ``shard`` is the part of the cases that was run, (which, of how many), counted from 1, None for all. ``retry``
    means that the results replace those of earlier runs of the same cases. ``require`` is the bar below which the run
    judged too little, empty for none. ``suite`` is the name of the version of the suite (``rules.suites``) by which
    its subjects may be called conformant, empty for none.

    ``runs`` has the runs of a merge, and ``problems`` the problems of these runs; both are empty in the file of a
    single run.

    Raises:
        ValueError: two subjects share a name.
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
    require: str = ""
    suite: str = ""
    schema: str = SCHEMA

    def __post_init__(self) -> None:
        for name, times in Counter(subject.name for subject in self.subjects).items():
            if times > 1:
                raise ValueError(f"{times} subjects are named {quote(name)}")


@dataclass(frozen=True, slots=True)
class Footer:
    """Marks a run as complete. ``counts`` has the number of results by verdict.

    ``expected`` is the number of findings and warnings that an expectation file permits. ``stale`` has the entries of
    such files that match no case of the run. A part of a run cannot know these; its ``unmatched`` has the entries
    that match none of its own cases. ``stopped`` says why not all cases were run, empty if they were. ``known_ends``
    names the subjects of which such a file lists a crash or a timeout, in a run that left cases out.
    """

    finished: str
    counts: Mapping[str, int]
    expected: int = 0
    stale: tuple[Stale, ...] = ()
    unmatched: tuple[Stale, ...] = ()
    stopped: str = ""
    known_ends: tuple[str, ...] = ()
    schema: str = SCHEMA


def worst(verdicts: Iterable[Verdict]) -> Verdict | None:
    """Return the most severe of the verdicts, or None if there are none."""
    return min(verdicts, key=BY_WEIGHT.index, default=None)


def count(results: Iterable[Result]) -> dict[str, int]:
    """Return the number of results by verdict, zeros included, in the order of ``Verdict``."""
    seen = Counter(result.verdict for result in results)
    return {verdict.value: seen[verdict] for verdict in Verdict}


def timestamp() -> str:
    """Return the current time as the header and footer write it: ISO 8601 in UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def has_time(text: str) -> bool:
    """False if the time was taken out of a header or footer, as it is in published results."""
    return text != NO_TIME


def moment(text: str) -> datetime:
    """Return the time in a header or footer; one without an offset is taken to be UTC. Raises ValueError."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def readable(text: str) -> str:
    """Return the text as ``visible`` does, but with its line breaks and tabs unchanged."""
    if "\n" not in text and "\t" not in text:
        return visible(text)
    return "\n".join("\t".join(visible(part) for part in line.split("\t")) for line in text.split("\n"))


def is_encodable(text: str) -> bool:
    """True if the text can be sent to another process. Output of a loader may contain bytes that are not text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def storable(value: object, depth: int = 0) -> Any:
    """Return the value as JSON data: strings ``readable``, sequences as lists, no infinities, limited nesting.

    Raises:
        TypeError: JSON does not have the type of a value, or a key is not a string.
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
