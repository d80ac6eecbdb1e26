"""What a run is to judge: subjects, rules, cases, editions, as plain values. Never runs a scenario's case."""

import os
import platform
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from refloader import __version__
from refloader.harness import static, world
from refloader.harness.foreign import ForeignLoader, Identity, identify, system_loader
from refloader.harness.results import Header, Result, Verdict, timestamp
from refloader.harness.results import Subject as Row
from refloader.harness.scenario import Scenario
from refloader.harness.subjects import Foreign, Reference, Subject, edition_of
from refloader.model.edition import Edition
from refloader.model.text import quote
from refloader.rules import Rule, RuleId, ambiguities, catalogue_version, rule, rules

REFERENCE = "reference"
"""What stands for the reference where a loader is named."""

Profile = Literal["quick", "full"]

_OPENING = rule("APP-EXPORT-01")
"""A library that cannot be opened, or gives no vkGetInstanceProcAddr, exports nothing."""
_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", re.ASCII)
_VERDICTS = {"crash": Verdict.CRASH, "timeout": Verdict.TIMEOUT}


class WrongUsageError(Exception):
    """What was asked for cannot be meant. The text is for the user."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for a run. ``loaders`` are paths or REFERENCE; ``rules`` are ids, prefixes or ID/case.

    ``edition`` None judges the reference in every edition and a foreign loader in its own; ``case`` is one
    case's name, with or without its parameters; ``shard`` is (which, of how many), counted from 1.
    """

    loaders: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    edition: Edition | None = None
    rules: tuple[str, ...] = ()
    case: str = ""
    shard: tuple[int, int] = (1, 1)
    profile: Profile = "full"

    def takes_rule(self, rule_id: str) -> bool:
        """Whether results for this rule are wanted."""
        return not self.rules or any(_within(rule_id, each.partition("/")[0]) for each in self.rules)

    def takes(self, rule_id: str, case: str) -> bool:
        """Whether the result of this case for this rule is wanted."""
        if self.case and not _is_case(case, self.case):
            return False
        pairs = [each.partition("/") for each in self.rules]
        return not pairs or any(
            _within(rule_id, prefix) and (not name or _is_case(case, name)) for prefix, _, name in pairs
        )

    def check(self) -> None:
        """Raises WrongUsageError for a rule that names nothing of the catalogue."""
        for each in self.rules:
            prefix = each.partition("/")[0]
            if prefix in ambiguities():
                raise WrongUsageError(f"{prefix} is an ambiguity, not a rule: there is no verdict on it")
            if not any(_within(rule_id, prefix) for rule_id in rules()):
                raise WrongUsageError(f"the catalogue has no rule {quote(prefix)}")


class Target(NamedTuple):
    """A loader to be judged, in plain texts that can travel to another process.

    ``loader`` is what was asked for; ``ended`` and ``detail`` are those of the first look at it.
    """

    loader: str
    name: str
    edition: str
    version: str = ""
    sha256: str = ""
    path: str = ""
    ended: str = "ok"
    detail: str = ""

    @property
    def usable(self) -> bool:
        """Whether cases can be run on it."""
        return self.ended in ("ok", "not covered")

    def subject(self) -> Subject:
        """The thing itself."""
        edition = Edition(self.edition)
        if self.loader == REFERENCE:
            return Reference(edition)
        identity = Identity(self.version, self.sha256, self.path)
        return Foreign(self.name, identity, edition, ForeignLoader(self.loader))


def parse_shard(text: str) -> tuple[int, int]:
    """The numbers of ``I/N``. Raises WrongUsageError."""
    match = _SHARD.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise WrongUsageError(f"{quote(text)} is no shard: write I/N with I from 1 to N")
    return int(match[1]), int(match[2])


def _within(rule_id: str, prefix: str) -> bool:
    """LLP_LOADER takes LLP_LOADER_1; LLP_LOADER_1 does not take LLP_LOADER_10."""
    return rule_id == prefix or rule_id.startswith((prefix + "_", prefix + "-"))


def _is_case(case: str, name: str) -> bool:
    return case == name or case.partition("[")[0] == name


def holds(rule_id: str, edition: Edition) -> bool:
    """Whether it is a rule, and one of this edition."""
    row = rules().get(RuleId(rule_id))
    return isinstance(row, Rule) and edition.value in row.editions


def resolved(loader: str) -> str:
    """The loader with an absolute path; a name without a slash that is no file here is left to the linker.

    Raises:
        WrongUsageError: there is no such file, and the linker finds none either.
    """
    if loader == REFERENCE:
        return loader
    if os.path.exists(loader):
        return os.path.abspath(loader)
    seen = "" if "/" in loader else ForeignLoader(loader).observe(Scenario(), actions=()).loader
    if not seen:
        raise WrongUsageError(f"{quote(loader)} does not exist")
    return loader


def found_loaders() -> tuple[str, ...]:
    """The reference, and the machine's own loader where there is one."""
    system = system_loader()
    return (REFERENCE, system) if system else (REFERENCE,)


def targets(wanted: Wanted) -> tuple[Target, ...]:
    """The loaders of a run after a first look at each; names are unique."""
    made = [each for loader in dict.fromkeys(wanted.loaders) for each in _targets(loader, wanted.edition)]
    times = Counter(each.name for each in made)
    return tuple(each._replace(name=each.path) if times[each.name] > 1 else each for each in made)


def _targets(loader: str, edition: Edition | None) -> Iterator[Target]:
    if loader == REFERENCE:
        for each in [edition] if edition else Edition:
            yield Target(loader, Reference(each).name, each.value, __version__)
        return
    seen = ForeignLoader(loader).observe(Scenario(), actions=(("version",),))
    real = os.path.realpath(loader)
    identity = Identity("", "", real) if seen.ended == "timeout" else identify(loader)
    chosen = edition or edition_of(identity.version)
    name = os.path.basename(identity.path)
    yield Target(loader, name, chosen.value, *identity, ended=seen.ended, detail=seen.detail)


def opening(target: Target, wanted: Wanted) -> Result:
    """The one result of a loader that cannot be used."""
    verdict = _VERDICTS.get(target.ended, Verdict.ERROR)
    reason = f"the library cannot be used: {target.detail}"
    line = repro(wanted, target, _OPENING, "")
    return Result(_OPENING, target.name, "opening", verdict, reason, {"path": target.path}, line)


def repro(wanted: Wanted, target: Target, rule_id: str, case: str) -> str:
    """The command that replays one case."""
    words = ["refloader", "conform", "--loader", target.loader]
    if target.loader == REFERENCE or wanted.edition:
        words += ["--edition", target.edition]
    words += ["--rule", rule_id]
    return shlex.join([*words, "--case", case] if case else words)


def first_results(
    wanted: Wanted, looked_at: tuple[Target, ...]
) -> tuple[tuple[Row, ...], tuple[Result, ...]]:
    """The subjects of the run, and all results that need no scenario: unusable loaders, manifests.

    The first shard has them all.
    """
    names = _short_names([each.name for each in looked_at], (*wanted.layers, *wanted.drivers))
    judged = [
        *static.judge(wanted.layers, "layer", wanted.edition, names),
        *static.judge(wanted.drivers, "driver", wanted.edition, names),
    ]
    rows = [Row("loader", t.name, t.path, t.version, t.sha256) for t in looked_at]
    rows += [row for row, _ in judged]
    results = [opening(t, wanted) for t in looked_at if not t.usable]
    results += [result for _, each in judged for result in each if wanted.takes(result.rule, result.case)]
    return tuple(rows), tuple(results) if wanted.shard[0] == 1 else ()


def _short_names(taken: Iterable[str], paths: Sequence[str]) -> dict[str, str]:
    """Each path's last part, where no other subject is called so."""
    times = Counter([*taken, *(os.path.basename(path) for path in paths)])
    return {path: os.path.basename(path) for path in paths if times[os.path.basename(path)] == 1}


def header(wanted: Wanted, looked_at: tuple[Target, ...], rows: tuple[Row, ...], command: str) -> Header:
    """The first line of the results."""
    editions = {t.edition for t in looked_at} or {wanted.edition.value if wanted.edition else "all"}
    return Header(
        suite_version=__version__,
        catalogue_version=catalogue_version(),
        subjects=rows,
        machine=_machine(),
        started=timestamp(),
        edition=", ".join(sorted(editions)),
        command=command,
    )


def _machine() -> Mapping[str, object]:
    shown = world.capabilities()
    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "worlds": shown.way.value,
        "refused": {way.value: reason for way, reason in shown.refused.items()},
    }
