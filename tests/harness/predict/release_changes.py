"""The table of ../shared/spec/changes-by-release.md, and what is said here of each of its rows.

A row is told by its topic. It has a world in which the two sides of it differ (``change``), or a reason why there is
none (``rows_without_worlds``).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from refloader.model.age import Trait
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

TABLE = Path(__file__).resolve().parents[4] / "shared" / "spec" / "changes-by-release.md"
Side = Mapping[str, Any]
_LAST_PATCHES = {(1, 2): "1.1.130", (1, 3): "1.2.203", (1, 4): "1.3.302"}
"""The last release before the first one of each minor version."""
_FIRST_PATCHES = ("1.2.131", "1.3.204", "1.4.303")


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what changes, the first release and the first SDK release with it; empty if there is none."""

    topic: str
    first: str
    first_sdk: str

    @property
    def sides(self) -> list[tuple[str, bool]]:
        """The releases next to the change, and whether each has it."""
        pairs = [(self.first, _before(self.first)), (self.first_sdk, _sdk_before(self.first_sdk))]
        sides = [side for has, lacks in pairs if has for side in ((lacks, False), (has, True))]
        return [(release, has) for release, has in sides if release]


@dataclass(frozen=True, slots=True)
class Change:
    """A world for a row, and what the releases before and after do in it.

    ``not_in`` has the releases that are known to be predicted otherwise than the row says, each with the reason.
    """

    draft: Callable[[World], None]
    before: Side
    after: Side
    not_in: Mapping[str, str]

    def world(self) -> Scenario:
        """Return the world, with a driver of the system."""
        world = World()
        world.driver()
        self.draft(world)
        return world.scenario()


TRAITS = {
    "interface version offered to drivers": Trait.OFFERS_DRIVER_INTERFACE_5,
    "interface version offered to drivers (2)": Trait.OFFERS_DRIVER_INTERFACE_6,
    "api version given to a driver whose manifest says 1.0": Trait.APPLICATION_VERSION_PASSED_ON,
    "portability flag passed down": Trait.PORTABILITY_FLAG_PASSED_ON,
    "implicit layer also asked by the application": Trait.APPLICATION_MOVES_IMPLICIT,
}
"""Rows without a world, and the trait that ends with each: the drop-in library shows it, a prediction does not."""

CHANGES: dict[str, list[Change]] = {}


def change(
    topic: str, *, before: Side, after: Side, not_in: Mapping[str, str] | None = None
) -> Callable[[Callable[[World], None]], Callable[[World], None]]:
    """Register the decorated function: it builds the world in which the sides of the row of this topic differ."""

    def register(draft: Callable[[World], None]) -> Callable[[World], None]:
        CHANGES.setdefault(topic, []).append(Change(draft, before, after, not_in or {}))
        return draft

    return register


@cache
def rows() -> dict[str, Row]:
    """Return the rows of the table by their topics. Raises ValueError if two have one topic."""
    found: dict[str, Row] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 7 or cells[0] in ("topic", "---"):
            continue
        if cells[0] in found:
            raise ValueError(f"two rows are called {cells[0]!r}")
        found[cells[0]] = Row(cells[0], _release(cells[3]), _release(cells[4]))
    return found


def _release(cell: str) -> str:
    """Return a release of the table: none for "after" one, for a dash, and where the table doubts itself."""
    match = re.fullmatch(r"v?(1(?:\.[0-9]+){2,3})", cell)
    return match[1] if match else ""


def _before(release: str) -> str:
    """Return the release before one."""
    if release in _FIRST_PATCHES:
        return _LAST_PATCHES[_numbers(release)[:2]]
    *minor, patch = release.split(".")
    return ".".join((*minor, str(int(patch) - 1)))


def _sdk_before(release: str) -> str:
    """Return the SDK release before one, of those that the table names; empty if it names none."""
    return max((each for each in _sdks() if _numbers(each) < _numbers(release)), key=_numbers, default="")


@cache
def _sdks() -> frozenset[str]:
    text = TABLE.read_text(encoding="utf-8")
    named = re.findall(r"^\| sdk-([0-9.]+) \|", text, re.MULTILINE)
    return frozenset({*named, *(row.first_sdk for row in rows().values() if row.first_sdk)})


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split("."))) if release else ()


def shown(seen: Observation, wanted: Side) -> dict[str, Any]:
    """Return what an observation has of what a side tells."""
    return {key: _SHOWN[key](seen) for key in wanted}


_SHOWN: dict[str, Callable[[Observation], Any]] = {
    "ended": lambda seen: seen.ended,
    "result": lambda seen: seen.result,
    "layers": lambda seen: [layer.name for layer in seen.layers],
    "descriptions": lambda seen: [layer.description for layer in seen.layers],
    "implementations": lambda seen: [layer.implementation_version for layer in seen.layers],
    "is version 0": lambda seen: [layer.spec_version == 0 for layer in seen.layers],
    "listing": lambda seen: seen.results["layers"],
    "extension listing": lambda seen: seen.results["extensions"],
    "devices result": lambda seen: seen.results["devices"],
    "chain": lambda seen: list(seen.chain),
    "drivers": lambda seen: list(seen.drivers),
    "devices": lambda seen: [device.name for device in seen.devices],
    "kinds": lambda seen: [device.kind for device in seen.devices],
    "first": lambda seen: seen.devices[0].name,
    "count of devices": lambda seen: len(seen.devices),
    "version": lambda seen: seen.version,
    "portability": lambda seen: "VK_KHR_portability_enumeration" in _extensions(seen),
    "direct drivers": lambda seen: "VK_LUNARG_direct_driver_loading" in _extensions(seen),
    "headless": lambda seen: "VK_EXT_headless_surface" in _extensions(seen),
}
"""What a side can tell, by its key."""


def _extensions(seen: Observation) -> list[str]:
    return [each.name for each in seen.extensions.get("", ())]
