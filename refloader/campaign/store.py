"""What a campaign has found so far, in a folder: kept line by line, so that a killed campaign goes on.

``campaign.ndjson`` has a header and a line for each finished block of seeds; ``causes/ID/`` the smallest scenario
of each cause. A line that was not finished is cut off. Never runs a loader.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from refloader import __version__
from refloader.campaign.search import Finding
from refloader.scenario import scenario_file
from refloader.scenario.scenario import Scenario

SCHEMA = "refloader.campaign-lines/1"
LINES = "campaign.ndjson"
CAUSES = "causes"


class StateError(Exception):
    """A folder that holds another campaign, or something that is none."""


class Quarry(NamedTuple):
    """A loader of a campaign in plain texts that can travel."""

    name: str
    path: str
    version: str
    sha256: str


class Block(NamedTuple):
    """Some seeds on one loader: from ``first`` up to but without ``end``."""

    loader: int
    first: int
    end: int


class Found(NamedTuple):
    """A finding and the seed whose world it was."""

    seed: int
    finding: Finding


class Report(NamedTuple):
    """What a finished block gave."""

    block: Block
    worlds: int
    covered: int
    seconds: float
    found: tuple[Found, ...]


@dataclass(slots=True)
class Class:
    """All findings of one signature on one loader; ``size`` is that of the smallest scenario."""

    id: str
    loader: int
    signature: str
    count: int = 0
    seed: int = 0
    size: int = 0
    about: str = ""
    kind: str = ""
    predicted: str = ""
    seen: str = ""


@dataclass(slots=True)
class State:
    """The campaign in a folder. ``done`` are the seeds of each loader that are finished."""

    folder: str
    loaders: tuple[Quarry, ...]
    done: dict[int, set[int]] = field(default_factory=dict)
    covered: dict[int, int] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    seconds: float = 0.0

    def add(self, report: Report) -> None:
        """Keep a finished block: the scenarios first, then the line that counts. Raises OSError."""
        rows = []
        for found in report.found:
            row = _row(report.block.loader, found)
            self._keep(row, found.finding.scenario)
            rows.append(row)
        line = {
            "loader": report.block.loader,
            "first": report.block.first,
            "end": report.block.end,
            "covered": report.covered,
            "seconds": round(report.seconds, 3),
            "found": rows,
        }
        with open(os.path.join(self.folder, LINES), "ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
        self.count(line)

    def count(self, line: Mapping[str, Any]) -> None:
        """Take a line into account."""
        loader = line["loader"]
        self.done.setdefault(loader, set()).update(range(line["first"], line["end"]))
        self.covered[loader] = self.covered.get(loader, 0) + line["covered"]
        self.seconds += line["seconds"]
        for row in line["found"]:
            known = self.classes.setdefault(row["id"], Class(row["id"], loader, row["signature"]))
            known.count += 1
            if known.count == 1 or (row["size"], row["seed"]) < (known.size, known.seed):
                for name in ("seed", "size", "about", "kind", "predicted", "seen"):
                    setattr(known, name, row[name])

    def place(self, identity: str) -> str:
        """The folder of a cause's smallest scenario."""
        return os.path.join(self.folder, CAUSES, identity)

    def _keep(self, row: Mapping[str, Any], scenario: Scenario) -> None:
        """Put a scenario in the place of a larger one. The smallest seed decides between two of one size."""
        known = self.classes.get(row["id"])
        if known is not None and (known.size, known.seed) <= (row["size"], row["seed"]):
            return
        place, new = self.place(row["id"]), f"{self.place(row['id'])}.new"
        shutil.rmtree(new, ignore_errors=True)
        note = f"{row['about']}: {row['predicted']} is predicted, {row['seen']} is seen (seed {row['seed']})"
        scenario_file.save(replace(scenario, note=note), new)
        shutil.rmtree(place, ignore_errors=True)
        os.rename(new, place)


def opened(folder: str, loaders: Sequence[Quarry]) -> State:
    """The campaign in a folder, a new one where there is none.

    Raises:
        StateError: it is one of other loaders or of another version of this package, or is damaged.
        OSError: the folder cannot be read or written.
    """
    state = State(folder, tuple(loaders))
    os.makedirs(os.path.join(folder, CAUSES), exist_ok=True)
    path = os.path.join(folder, LINES)
    lines = list(_lines(path))
    header = {"schema": SCHEMA, "version": __version__, "loaders": [each._asdict() for each in loaders]}
    if not lines:
        with open(path, "wb") as file:
            file.write(json.dumps(header).encode() + b"\n")
    elif lines[0] != header:
        raise StateError(f"{folder} holds a campaign of other loaders or of another version")
    for number, line in enumerate(lines[1:], 2):
        try:
            state.count(line)
        except (LookupError, TypeError) as error:
            raise StateError(f"{path}:{number}: this is no campaign's line") from error
    return state


_BEGINNING = f'{{"schema": "{SCHEMA}"'.encode()
"""How the file begins. Nothing is cut off from one that does not."""


def _lines(path: str) -> Iterator[Any]:
    """The finished lines of a file; what follows them is cut off."""
    if not os.path.exists(path):
        return
    with open(path, "r+b") as file:
        data = file.read()
        if not _BEGINNING.startswith(data[: len(_BEGINNING)]):
            raise StateError(f"{path}:1: this is no campaign")
        end = data.rfind(b"\n") + 1
        file.truncate(end)
    for number, line in enumerate(data[:end].splitlines(), 1):
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            raise StateError(f"{path}:{number}: this is no campaign: {error}") from error


def _row(loader: int, found: Found) -> dict[str, Any]:
    finding = found.finding
    difference = finding.difference
    return {
        "id": identity(loader, finding.signature),
        "seed": found.seed,
        "signature": finding.signature,
        "about": difference.about,
        "kind": difference.kind,
        "predicted": difference.predicted,
        "seen": difference.seen,
        "size": size(finding.scenario),
    }


def identity(loader: int, signature: str) -> str:
    """A short name for a cause, fit for a folder."""
    return hashlib.sha256(f"{loader} {signature}".encode()).hexdigest()[:12]


def size(scenario: Scenario) -> int:
    """How much there is to read in a scenario: its bytes, its paths, its variables, what is asked."""
    texts = [*scenario.variables, *scenario.variables.values(), *scenario.links, *scenario.paths]
    texts += [*scenario.application.layers, *scenario.application.extensions]
    return sum(map(len, scenario.files.values())) + sum(map(len, texts))
