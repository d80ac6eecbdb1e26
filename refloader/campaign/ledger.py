"""The ledger of a loader's divergences: reads ``ledger.toml`` and finds the cause of a signature. Runs no loader.

A ledger is a folder ``reports/<name>/`` with ``ledger.toml``, a folder for each scenario and ``ledger.md``, which
is generated from both. ``ledger.toml`` has ``schema``, ``loader``, ``version`` (the version that the loader reports)
and an array ``cause``, each with these keys:

``id``          short name, also of the folder with the scenario
``title``       the divergence in one sentence
``kind``        "breach" of a rule, "reading" (another reading of an ambiguity), or "silent" (no document covers it)
``rules``       ids of the catalogue
``wants``       what the documents require, paraphrased
``does``        what the loader does
``about``, ``difference``  what the difference of the scenario is about, and its kind (see ``differential``)
``predicted``, ``seen``    both sides of the difference as they were found
``unsteady``    why the difference is intermittent, which exempts it from tests; absent if it is not
``signatures``  patterns (fnmatch) for the signatures of this cause in a campaign
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from refloader.host.globs import compiled
from refloader.host.machines.real import RealHost
from refloader.host.port import Failure
from refloader.inspect.profiles.toml_text import Problem, read_toml
from refloader.model.text import quote, visible
from refloader.rules import UnknownRuleError, find
from refloader.scenario import scenario_file
from refloader.scenario.scenario import Scenario

SCHEMA = "refloader.ledger/1"
NAME = "ledger.toml"
KINDS = ("breach", "reading", "silent")
_TEXTS = ("id", "title", "kind", "wants", "does", "about", "difference", "predicted", "seen")


class LedgerError(Exception):
    """A ledger cannot be read, or its content is invalid."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One divergence; the members are the keys of ``ledger.toml``."""

    id: str
    title: str
    kind: str
    rules: tuple[str, ...]
    wants: str
    does: str
    about: str
    difference: str
    predicted: str
    seen: str
    signatures: tuple[re.Pattern[str], ...]
    unsteady: str = ""

    def fits(self, signature: str) -> bool:
        """True if a finding with this signature has this cause."""
        return any(pattern.match(signature) for pattern in self.signatures)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The divergences of one loader."""

    folder: str
    loader: str
    version: str
    causes: tuple[Cause, ...]

    def cause(self, signature: str) -> Cause | None:
        """Return the first cause that fits a signature, None if there is none."""
        return next((cause for cause in self.causes if cause.fits(signature)), None)

    def place(self, cause: Cause) -> str:
        """Return the folder of a cause's scenario."""
        return os.path.join(self.folder, cause.id)

    def scenario(self, cause: Cause) -> Scenario:
        """Return the smallest scenario of a cause. Raises ScenarioError."""
        return scenario_file.load(self.place(cause))


def ledgers(reports: str) -> Iterator[Ledger]:
    """Yield every ledger in a folder of reports, by name. Raises LedgerError."""
    for name in sorted(os.listdir(reports)) if os.path.isdir(reports) else ():
        if os.path.isfile(os.path.join(reports, name, NAME)):
            yield read(os.path.join(reports, name))


def read(folder: str) -> Ledger:
    """Return the ledger in a folder.

    Raises:
        LedgerError: the ledger cannot be read, is not of the documented shape, or names an unknown rule.
    """
    path = os.path.join(folder, NAME)
    answer = RealHost({}).read(path)
    if isinstance(answer, Failure):
        raise LedgerError(f"{quote(path)}: {answer.detail or answer.trouble}")
    found = read_toml(answer.data)
    if isinstance(found, Problem):
        raise LedgerError(f"{quote(path)}: line {found.line}, column {found.column}: {found.message}")
    body, _ = found
    if body.get("schema") != SCHEMA:
        raise LedgerError(f"{quote(path)}: the schema is not {SCHEMA}")
    try:
        causes = tuple(_cause(row) for row in body.get("cause", []))
        return Ledger(folder, str(body["loader"]), str(body["version"]), causes)
    except KeyError as error:
        raise LedgerError(f"{quote(path)}: the key {visible(str(error))} is missing") from error
    except UnknownRuleError as error:
        raise LedgerError(f"{quote(path)}: {quote(str(error))} is no rule of the catalogue") from error
    except (TypeError, ValueError) as error:
        raise LedgerError(f"{quote(path)}: {visible(str(error))}") from error


def _cause(row: Mapping[str, Any]) -> Cause:
    texts = {name: str(row[name]).strip() for name in _TEXTS}
    if texts["kind"] not in KINDS:
        raise ValueError(f"{texts['id']}: the kind {quote(texts['kind'])} is none of {', '.join(KINDS)}")
    named, signatures = _list(row, "rules"), _list(row, "signatures")
    for rule in named:
        find(rule)
    patterns = tuple(map(compiled, signatures))
    return Cause(rules=named, signatures=patterns, unsteady=str(row.get("unsteady", "")), **texts)


def _list(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    entries = row[name]
    if not isinstance(entries, list) or not all(isinstance(each, str) for each in entries):
        raise ValueError(f"{row['id']}: {name} is no array of texts")
    return tuple(entries)
