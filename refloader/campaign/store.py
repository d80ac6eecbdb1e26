"""The state of a campaign in a folder, stored line by line so that a killed campaign can be resumed.

``campaign.ndjson`` has a header and a line for each finished block of seeds; ``causes/ID/`` has the smallest scenario
of each cluster of findings. An incomplete last line is cut off. Runs no loader.
"""

import errno
import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from refloader import __version__
from refloader.campaign.search import Finding
from refloader.host.no_links import folder_below, write_new
from refloader.results.lines import LONGEST as LONGEST_LINE
from refloader.scenario import scenario_file
from refloader.scenario.scenario import Scenario

SCHEMA = "refloader.campaign-lines/1"
LINES = "campaign.ndjson"
CAUSES = "causes"

BLOCK = 10
"""The maximum number of seeds in a block. If a campaign is killed, it loses the blocks in progress."""

_TEXTS = ("signature", "about", "kind", "predicted", "seen")
_ID = re.compile("[0-9a-f]{12}", re.ASCII)
LONGEST = 1e9
"""The most seconds of a block: the sum of all has to stay a number."""


class StateError(Exception):
    """The folder has another campaign, or something that is not a campaign."""


class CampaignTarget(NamedTuple):
    """A target: a loader of a campaign, described by strings that can be sent to a worker."""

    name: str
    path: str
    version: str
    sha256: str


class Block(NamedTuple):
    """The seeds from ``first`` up to, not including, ``end`` on one loader, an index of ``State.loaders``."""

    loader: int
    first: int
    end: int


class Found(NamedTuple):
    """A finding and the seed of its world."""

    seed: int
    finding: Finding


class Report(NamedTuple):
    """The results of a finished block: the number of worlds, the number compared, and the findings."""

    block: Block
    worlds: int
    covered: int
    seconds: float
    found: tuple[Found, ...]


@dataclass(slots=True)
class Class:
    """A cluster: all findings with one signature on one loader. All but ``count`` describe the smallest scenario."""

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
    """The state of the campaign in a folder. ``done`` has the finished seeds by loader."""

    folder: str
    loaders: tuple[CampaignTarget, ...]
    done: dict[int, set[int]] = field(default_factory=dict)
    covered: dict[int, int] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    seconds: float = 0.0

    def add(self, report: Report) -> None:
        """Store a finished block: first its scenarios, then the line that marks it as done. Raises OSError."""
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
        with open(os.path.join(self.folder, LINES), "ab", opener=_no_link) as file:
            file.write(json.dumps(line).encode() + b"\n")
        self.count(line)

    def count(self, line: Mapping[str, Any]) -> None:
        """Add the content of a line to the state."""
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
        """Return the folder of a cluster's smallest scenario."""
        return os.path.join(self.folder, CAUSES, identity)

    def _keep(self, row: Mapping[str, Any], scenario: Scenario) -> None:
        """Store a scenario if it is smaller than the stored one. Of two of one size, the smaller seed decides."""
        known = self.classes.get(row["id"])
        if known is not None and (known.size, known.seed) <= (row["size"], row["seed"]):
            return
        place, new = row["id"], f"{row['id']}.new"
        note = f"{row['about']}: {row['predicted']} is predicted, {row['seen']} is seen (seed {row['seed']})"
        files = scenario_file.contents(replace(scenario, note=note))
        with folder_below(self.folder, CAUSES) as causes:
            shutil.rmtree(new, ignore_errors=True, dir_fd=causes)
            with folder_below(causes, new) as own:
                write_new(own, files)
            shutil.rmtree(place, ignore_errors=True, dir_fd=causes)
            os.rename(new, place, src_dir_fd=causes, dst_dir_fd=causes)


def opened(folder: str, loaders: Sequence[CampaignTarget]) -> State:
    """Return the campaign in a folder, a new one if there is none.

    Raises:
        StateError: the campaign is for other loaders, from another version of this package, or damaged; or a link
            in the folder leads out of it.
        OSError: the folder cannot be read or written.
    """
    state = State(folder, tuple(loaders))
    for name in (LINES, CAUSES):
        if os.path.islink(os.path.join(folder, name)):
            raise StateError(f"{folder}: {name} is a link, and a campaign writes to its own folder only")
    os.makedirs(folder, exist_ok=True)
    with folder_below(folder, CAUSES):
        pass
    path = os.path.join(folder, LINES)
    lines = list(_lines(path))
    header = {"schema": SCHEMA, "version": __version__, "loaders": [each._asdict() for each in loaders]}
    if not lines:
        with open(path, "wb", opener=_no_link) as file:
            file.write(json.dumps(header).encode() + b"\n")
    elif lines[0] != header:
        raise StateError(f"{folder} holds a campaign of other loaders or of another version")
    for number, line in enumerate(lines[1:], 2):
        if not _is_line(line, len(loaders)):
            raise StateError(f"{path}:{number}: this is no campaign's line")
        state.count(line)
    return state


def _no_link(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no file", path)
    return descriptor


def _is_line(line: Any, loaders: int) -> bool:
    """True for a line of a finished block on one of so many loaders. The folder may be somebody else's."""
    match line:
        case {
            "loader": int(loader),
            "first": int(first),
            "end": int(end),
            "covered": int(covered),
            "seconds": float(seconds),
            "found": list(found),
        }:
            is_block = 0 <= loader < loaders and 0 <= first <= end <= first + BLOCK
            is_counted = 0 <= covered <= BLOCK and 0 <= seconds <= LONGEST
            return is_block and is_counted and all(map(_is_row, found))
    return False


def _is_row(row: Any) -> bool:
    match row:
        case {"id": str(name), "seed": int(), "size": int(), **others}:
            return _ID.fullmatch(name) is not None and all(isinstance(others.get(key), str) for key in _TEXTS)
    return False


_BEGINNING = f'{{"schema": "{SCHEMA}"'.encode()
"""The first bytes of the file. A file that begins differently is never truncated."""


def _lines(path: str) -> Iterator[Any]:
    """Yield the complete lines of a file, after cutting off an incomplete last one."""
    if not os.path.exists(path):
        return
    with open(path, "r+b", opener=_no_link) as file:
        if not _BEGINNING.startswith(file.read(len(_BEGINNING))):
            raise StateError(f"{path}:1: this is no campaign")
        end = file.seek(0)
        for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
            if len(line) >= LONGEST_LINE:
                raise StateError(f"{path}:{number}: this is no campaign: the line has no end")
            if not line.endswith(b"\n"):
                break
            end += len(line)
            try:
                yield json.loads(line)
            except (ValueError, RecursionError) as error:
                raise StateError(f"{path}:{number}: this is no campaign: {error}") from error
        file.truncate(end)


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
    """Return a short id for a cluster, usable as the name of a folder."""
    return hashlib.sha256(f"{loader} {signature}".encode()).hexdigest()[:12]


def size(scenario: Scenario) -> int:
    """Return the amount of text in a scenario: its files, paths, variables and the application's request."""
    texts = [*scenario.variables, *scenario.variables.values(), *scenario.links, *scenario.paths]
    texts += [*scenario.application.layers, *scenario.application.extensions]
    return sum(map(len, scenario.files.values())) + sum(map(len, texts))
