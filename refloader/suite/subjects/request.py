"""The request for a run: subjects, rules, cases, editions, as plain values. Never inspects a subject."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, get_args

from refloader.model.edition import Edition
from refloader.model.text import quote
from refloader.results.verdicts import ANY, matches
from refloader.rules import Rule, RuleId, ambiguities, rules
from refloader.rules.suites import suite
from refloader.sandbox.timeouts import FIRST

REFERENCE = "reference"
"""The name for the whole reference among the loaders: the core in each edition, and the library."""

CORES = MappingProxyType({f"reference-{edition.value}": edition for edition in Edition})
"""The names for the core of one edition, among the loaders and in results."""

LIBRARY = "reference-library"
"""The name for the drop-in library of this installation, among the loaders and in results."""

NOT_LISTED = 10
"""The exit status of the tests if their cases could not be listed. Pytest itself uses 0 to 5."""

Profile = Literal["quick", "full"]
PROFILES: tuple[Profile, ...] = get_args(Profile)

_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", re.ASCII)
_WITH_SUBJECT = re.compile(r".*:(\w+)(?:/\w+)?", re.DOTALL)
_SEPARATORS = ("_", "-")


class WrongUsageError(Exception):
    """The request is invalid. The text is for the user."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A request for a run. ``loaders`` are paths, or REFERENCE and its parts; ``rules`` are ids, prefixes or ID/case.

    ``edition`` None tests the reference in every edition and a foreign loader in its own; ``cases`` are names of
    cases, with or without their parameters, in which * stands for any text, and before which their subject and a
    colon may stand; ``shard`` is (which, of how many),
    counted from 1; ``expectations`` are the paths of expectation files; ``held_to`` are the values of --expect and
    ``known`` is that of --known, which a replay needs, too; ``scenarios`` are folders of scenarios that the loaders
    run instead of the suite; ``together`` puts the layers into one chain: in all orders that matter ("all"), or in
    the given one ("given"). ``environment`` is the user's name for the machine; ``retry`` says that the results
    replace those of earlier runs; ``require`` is the bar below which the run judged too little, as
    ``results.coverage`` has it, empty for none. ``fork`` is the path of the profile that the loaders declare, empty
    for none. ``fails``, ``flakes`` and ``skips`` are the paths of lists as ``results.expectations.case_lists`` reads
    them. ``max_fail`` is the number of cases with new findings after which the run stops, 0 for none; ``stop_on`` is
    the verdict of a new finding that stops it, empty for none. ``suite`` is the version of the suite whose cases are
    judged, and no others; empty for all that this installation has.
    """

    loaders: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    edition: Edition | None = None
    rules: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    shard: tuple[int, int] = (1, 1)
    profile: Profile = "full"
    expectations: tuple[str, ...] = ()
    held_to: tuple[str, ...] = ()
    known: bool = False
    scenarios: tuple[str, ...] = ()
    together: str = ""
    environment: str = ""
    retry: bool = False
    require: str = ""
    fork: str = ""
    fails: tuple[str, ...] = ()
    flakes: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    max_fail: int = 0
    stop_on: str = ""
    suite: str = ""

    @property
    def expecting(self) -> tuple[str, ...]:
        """The words of a command line that hold a replay to the same expectations."""
        words = [word for each in self.held_to for word in ("--expect", each)]
        words += [word for each in self.fails for word in ("--fails", each)]
        words += [word for each in self.flakes for word in ("--flakes", each)]
        return (*words, *(["--known"] if self.known else []))

    @property
    def complete(self) -> bool:
        """True if the request includes every case of the loaders, each in its own edition."""
        return self.whole_suite and self.shard == (1, 1)

    @property
    def whole_suite(self) -> bool:
        """True if all shards of the run together include every case of the loaders."""
        chosen = self.rules or self.cases or self.edition or self.scenarios or self.suite
        return not chosen and self.profile == "full"

    @property
    def topics(self) -> frozenset[str] | None:
        """The topics of the requested cases, None for any: a case's name begins with its topic."""
        cases = self.cases or [each.partition("/")[2] for each in self.rules]
        topics = frozenset(map(_topic, cases))
        return topics if topics and not any(not each or ANY in each for each in topics) else None

    def may_take(self, rule_id: str) -> bool:
        """Return whether the request can include a result for this rule."""
        return not self.rules or any(_within(rule_id, each.partition("/")[0]) for each in self.rules)

    def takes(self, rule_id: str, case: str, subject: str = "") -> bool:
        """Return whether the request includes the result of this case for this rule on this subject."""
        if self.cases and not (self.names(case) or self.names(f"{subject}:{case}")):
            return False
        if self.suite and not suite(self.suite).has(rule_id, case):
            return False
        pairs = [each.partition("/") for each in self.rules]
        return not pairs or any(
            _within(rule_id, prefix) and (not name or _is_named(case, (name,))) for prefix, _, name in pairs
        )

    def names(self, case: str) -> bool:
        """Return whether a case is one of those that are named."""
        return _is_named(case, self.cases)

    def check(self) -> None:
        """Raise WrongUsageError for a rule that the catalogue does not have, or a core of another edition."""
        for loader in self.loaders:
            if self.edition and CORES.get(loader, self.edition) != self.edition:
                raise WrongUsageError(f"{loader} is of another edition than {self.edition.value}")
        for each in self.rules:
            prefix = each.partition("/")[0]
            if prefix in ambiguities():
                raise WrongUsageError(f"{prefix} is an ambiguity, not a rule: there is no verdict on it")
            if not within(prefix):
                if "," in prefix:
                    raise WrongUsageError(f"{quote(prefix)} is no rule: name each alone (--rule A --rule B)")
                near = get_close_matches(prefix.upper(), rules(), 3)
                hint = f" (near: {', '.join(near)})" if near else "; refloader rules lists them"
                raise WrongUsageError(f"there is no rule {quote(prefix)}{hint}")


@dataclass(frozen=True, slots=True)
class Job:
    """A request on its way to the process that runs the tests: it may hold paths of any bytes.

    ``results`` is the path of the file to write, ``command`` the command line for its header, ``patience`` a loader's
    first timeout in seconds, ``keep`` the folder for the scenarios of findings, empty to save none. With ``listing``
    the cases are listed there and none is run. ``once`` disables second tries. ``lenient`` judges the reference as a
    foreign loader is judged, which may take other readings of the documents with a warning. ``progress`` is the file
    descriptor of a pipe for the progress, -1 for none.
    """

    wanted: RunRequest
    results: str = ""
    command: str = ""
    patience: float = FIRST
    keep: str = ""
    listing: bool = False
    once: bool = False
    lenient: bool = False
    progress: int = -1

    def save(self, path: str) -> None:
        """Write the job to a file. Raises OSError."""
        with open(path, "w", encoding="ascii") as file:
            json.dump(asdict(self), file, default=lambda edition: edition.value)

    @classmethod
    def load(cls, path: str) -> "Job":
        """Read a job that ``save`` wrote. Raises OSError."""
        with open(path, encoding="ascii") as file:
            body = json.load(file)
        return cls(**{**body, "wanted": _request(body["wanted"])})


def _request(body: Mapping[str, Any]) -> RunRequest:
    plain: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in body.items()}
    plain["edition"] = Edition(body["edition"]) if body["edition"] else None
    return RunRequest(**plain)


@dataclass(frozen=True, slots=True)
class ListedCase:
    """A case of a subject, with the rules that it judges."""

    subject: str
    case: str
    rules: tuple[str, ...]


def read_list(path: str) -> tuple[ListedCase, ...]:
    """Return the cases that ``run.cases`` wrote. Raises OSError."""
    with open(path, encoding="ascii") as file:
        return tuple(
            ListedCase(each["subject"], each["case"], tuple(each["rules"])) for each in json.load(file)
        )


def parse_shard(text: str) -> tuple[int, int]:
    """Return the numbers of ``I/N``. Raises WrongUsageError."""
    match = _SHARD.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise WrongUsageError(f"{quote(text)} is no shard: write I/N with I from 1 to N")
    return int(match[1]), int(match[2])


def within(prefix: str) -> tuple[Rule, ...]:
    """Return the rules that a prefix selects, in the order of the catalogue."""
    return tuple(row for row in rules().values() if _within(row.id, prefix))


def _within(rule_id: str, prefix: str) -> bool:
    """Return whether a prefix selects a rule.

    LLP_LOADER and LLP_LOADER_ select LLP_LOADER_1; LLP_LOADER_1 does not select LLP_LOADER_10.
    """
    if prefix.endswith(_SEPARATORS):
        return rule_id.startswith(prefix)
    return rule_id == prefix or rule_id.startswith(tuple(prefix + each for each in _SEPARATORS))


def _topic(name: str) -> str:
    """Return the topic in the name of a case, empty if it is not plain: a subject before it may hold anything."""
    stem = name.partition("[")[0]
    if ":" not in stem:
        return stem.partition("/")[0]
    found = _WITH_SUBJECT.fullmatch(stem)
    return found[1] if found else ""


def _is_named(case: str, names: tuple[str, ...]) -> bool:
    exact, patterns = _parted(names)
    return case in exact or case.partition("[")[0] in exact or any(matches(each, case) for each in patterns)


@lru_cache(16)
def _parted(names: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the names, and those that are patterns: a list of cases can have thousands."""
    return frozenset(names), tuple(each for each in names if ANY in each)


def holds(rule_id: str, edition: Edition) -> bool:
    """Return whether this is the id of a rule of this edition."""
    row = rules().get(RuleId(rule_id))
    return isinstance(row, Rule) and edition.value in row.editions
