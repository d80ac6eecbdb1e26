"""The versions of the suite: for each, its cases and the rules that these judge. Judges nothing.

A released version never changes: a case keeps its name and its rules. ``suites.toml`` says what became of cases that
were renamed or taken away since.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

Cases = Mapping[str, tuple[str, ...]]
"""The rules that each case judges, by the name of the case."""

READ = "static"
"""The case in which a manifest is read."""

_DIGITS = 8
"""The digits of its digest by which a draft is told from another."""


class UnknownSuiteError(Exception):
    """This installation has no such version. The text is for the user."""


@dataclass(frozen=True, slots=True)
class Deprecated:
    """A case of a released version that has another name today; ``now`` is empty if it was taken away."""

    case: str
    now: str
    since: str
    why: str


@dataclass(frozen=True, slots=True)
class Suite:
    """One version. ``released`` is the day of its release, empty for a draft.

    ``rules`` is its set of rules. ``cases`` has its cases by the kind of the subject and the edition that this is
    judged by, under their names of today: a case that was taken away is in ``gone`` alone.
    """

    version: str
    released: str
    digest: str
    rules: frozenset[str]
    cases: Mapping[tuple[str, str], Cases]
    gone: Mapping[str, str]

    @property
    def name(self) -> str:
        """The version, for a draft with its digest: two drafts of one version may have other cases."""
        return self.version if self.released else f"{self.version}-draft.{self.digest[:_DIGITS]}"

    def has(self, rule: str, case: str) -> bool:
        """Return whether the version judges a rule by a case, on subjects of any kind and edition.

        A manifest is read by every rule of the version: those that it can break alone have a result only if it does.
        """
        judged = _all_rules(self.version).get(case)
        return judged is not None and (rule in judged or (case == READ and rule in self.rules))

    def of(self, kind: str, edition: str) -> Cases:
        """Return the cases for a subject of this kind that is judged by this edition; none if it asks for none."""
        return self.cases.get((kind, edition), {})


@cache
def _all_rules(version: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for cases in suite(version).cases.values():
        for case, rules in cases.items():
            found.setdefault(case, set()).update(rules)
    return {case: frozenset(rules) for case, rules in found.items()}


def versions() -> tuple[str, ...]:
    """Return the versions that this installation has, the oldest first."""
    return tuple(row["version"] for row in _document()["suite"])


def released(version: str) -> str:
    """Return the day of a version's release, empty for a draft. Raises UnknownSuiteError."""
    row = next((each for each in _document()["suite"] if each["version"] == version), None)
    if row is None:
        raise UnknownSuiteError(f"this refloader has no suite {version}; it has {', '.join(versions())}")
    return str(row["released"])


def newest() -> Suite:
    """Return the newest version."""
    return suite(versions()[-1])


def named(name: str) -> Suite | None:
    """Return the version with this ``Suite.name``; None if this installation does not have it."""
    version = name.partition("-")[0]
    found = suite(version) if version in versions() else None
    return found if found and found.name == name else None


@cache
def suite(version: str) -> Suite:
    """Return a version. Raises UnknownSuiteError if this installation does not have it."""
    day = released(version)
    text = files("refloader.rules").joinpath(f"generated/suite-{version}.jsonl").read_text(encoding="utf-8")
    return parsed(version, day, text, deprecated())


def parsed(version: str, released: str, text: str, changed: Mapping[str, Deprecated]) -> Suite:
    """Return the version whose cases are in ``text``, of which some were ``changed`` since."""
    cases: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    gone: dict[str, str] = {}
    first, *lines = text.splitlines()
    for line in lines:
        kind, test, rules_by_editions, *variants = json.loads(line)
        for name in [test if each is None else f"{test}[{each}]" for each in (variants or [[None]])[0]]:
            row = changed.get(name)
            if row is not None and not row.now:
                gone[name] = row.why
                continue
            for editions, rules in rules_by_editions.items():
                for edition in editions.split():
                    of = cases.setdefault((kind, edition), {})
                    of[row.now if row else name] = tuple(rules.split())
    digest = hashlib.sha256(text.encode()).hexdigest()
    every = frozenset(json.loads(first)["rules"])
    return Suite(version, released, digest, every, MappingProxyType(cases), MappingProxyType(gone))


@cache
def deprecated() -> Mapping[str, Deprecated]:
    """Return the cases of released versions that are no longer called so, by their old names."""
    return MappingProxyType({row["case"]: Deprecated(**row) for row in _document().get("deprecated", ())})


def today(case: str) -> str:
    """Return the name that a case has today; the same name if it was neither renamed nor taken away."""
    row = deprecated().get(case)
    return row.now if row and row.now else case


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads(files("refloader.rules").joinpath("suites.toml").read_text(encoding="utf-8"))
