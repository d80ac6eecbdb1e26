"""The ledger of a loader's divergences: reads ``ledger.toml`` and recognises causes. Never runs a loader.

A ledger is a folder ``reports/<name>/`` with ``ledger.toml``, a folder for each scenario and ``ledger.md``, which
is made from both. ``ledger.toml`` has ``schema``, ``loader`` and ``version`` (what the loader claims) and an array
``cause`` with, for each:

``id``          short name; the scenario lies in the folder of that name
``title``       the divergence in one sentence
``kind``        "breach" of a rule, "reading" of an ambiguity that is not ours, or "silent": no document says
``rules``       ids of the catalogue
``wants``       what the documents want, in our words
``does``        what the loader does
``about``, ``difference``  the sort of difference that the scenario shows (see ``differential``)
``predicted``, ``seen``    both sides of it as they were found
``unsteady``    why the difference comes and goes, absent where it does not: then nobody holds the loader to it
``signatures``  patterns (fnmatch) of the signatures that this cause has in a campaign
"""

import fnmatch
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from refloader.model.text import quote
from refloader.rules import find
from refloader.scenario import scenario_file
from refloader.scenario.scenario import Scenario

SCHEMA = "refloader.ledger/1"
NAME = "ledger.toml"
KINDS = ("breach", "reading", "silent")
_TEXTS = ("id", "title", "kind", "wants", "does", "about", "difference", "predicted", "seen")


class LedgerError(Exception):
    """A ledger that cannot be read, or says something that is not so."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One divergence."""

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
        """Whether a finding of that signature has this cause."""
        return any(pattern.match(signature) for pattern in self.signatures)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The divergences of one loader."""

    folder: str
    loader: str
    version: str
    causes: tuple[Cause, ...]

    def cause(self, signature: str) -> Cause | None:
        """The first cause that a signature fits."""
        return next((cause for cause in self.causes if cause.fits(signature)), None)

    def place(self, cause: Cause) -> str:
        """The folder of a cause's scenario."""
        return os.path.join(self.folder, cause.id)

    def scenario(self, cause: Cause) -> Scenario:
        """The smallest scenario of a cause. Raises ScenarioError."""
        return scenario_file.load(self.place(cause))


def ledgers(reports: str) -> Iterator[Ledger]:
    """Every ledger in a folder of reports, by name. Raises LedgerError."""
    for name in sorted(os.listdir(reports)) if os.path.isdir(reports) else ():
        if os.path.isfile(os.path.join(reports, name, NAME)):
            yield read(os.path.join(reports, name))


def read(folder: str) -> Ledger:
    """The ledger in a folder.

    Raises:
        LedgerError: it cannot be read, is not of the documented shape, or names an unknown rule.
    """
    path = os.path.join(folder, NAME)
    try:
        with open(path, "rb") as file:
            body = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise LedgerError(f"{quote(path)}: {error}") from error
    if body.get("schema") != SCHEMA:
        raise LedgerError(f"{quote(path)}: the schema is not {SCHEMA}")
    try:
        causes = tuple(_cause(row) for row in body.get("cause", []))
        return Ledger(folder, str(body["loader"]), str(body["version"]), causes)
    except (LookupError, TypeError, ValueError) as error:
        raise LedgerError(f"{quote(path)}: {error}") from error


def _cause(row: Mapping[str, Any]) -> Cause:
    texts = {name: str(row[name]).strip() for name in _TEXTS}
    if texts["kind"] not in KINDS:
        raise ValueError(f"{texts['id']}: the kind {quote(texts['kind'])} is none of {', '.join(KINDS)}")
    for rule in row["rules"]:
        find(rule)
    patterns = tuple(re.compile(fnmatch.translate(each)) for each in row["signatures"])
    return Cause(
        rules=tuple(row["rules"]), signatures=patterns, unsteady=str(row.get("unsteady", "")), **texts
    )
