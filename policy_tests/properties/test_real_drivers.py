"""The drivers of this machine on a generated machine with mocks: none takes anything from the others.

The scenario is run without and with real drivers. What a real driver adds is its own affair; what was there without
it stays.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from policy_tests.properties.generated import Examples
from refloader.campaign.search import Search
from refloader.campaign.worlds.byte_source import CHUNK, Source
from refloader.campaign.worlds.strategies import world_from
from refloader.engine import decide
from refloader.host.machines.real import RealHost
from refloader.model.request import Request
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, ScenarioError
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.ended import EndedError
from refloader.testing.world import World

pytestmark = pytest.mark.needs_library

_MOST = 12
"""The maximum number of features of a machine, the choice of drivers included."""

_OFTEN = 2
"""A driver is on two of three machines."""

Files = Mapping[str, bytes]


@cache
def installed_drivers() -> tuple[Files, ...]:
    """The files of each driver that a loader finds on this machine, as they are installed in a scenario."""
    return tuple(_installed())


def _installed() -> Iterator[Files]:
    for outcome in decide(RealHost(), Request()).drivers:
        world = World()
        try:
            world.install_driver(outcome.driver.manifest)
        except ScenarioError:
            continue  # its library is missing
        yield world.scenario().files


def mixed(scenario: Scenario, choice: bytes) -> Scenario:
    """The scenario with real drivers: all of them, or those that the bytes choose."""
    source, every = Source(choice), installed_drivers()
    chosen = [each for each in every if source.number(3) < _OFTEN] or every
    files = {path: content for each in chosen for path, content in each.items()}
    return replace(scenario, files={**scenario.files, **files})


def without_real_drivers(scenario: Scenario) -> Scenario:
    """The same scenario with mocks alone."""
    real = {path for each in installed_drivers() for path in each}
    return replace(scenario, files={path: each for path, each in scenario.files.items() if path not in real})


def lost(without: Observation, beside: Observation) -> list[str]:
    """What a loader shows without real drivers and no longer shows beside them, each in a sentence."""
    return [
        f"{about}: {before} without, {after} with real drivers"
        for about, before, after, is_kept in _compared(without, beside)
        if not is_kept
    ]


def _compared(without: Observation, beside: Observation) -> Iterator[tuple[str, object, object, bool]]:
    before, after = without.results.get("layers"), beside.results.get("layers")
    yield "the result of the enumeration of layers", before, after, before == after
    layers, all_layers = without.layer_names, beside.layer_names
    yield "layers", layers, all_layers, sorted(layers) == sorted(all_layers)
    names, more = without.extension_names(), beside.extension_names()
    yield "extensions", names, more, {*names} <= {*more}
    if without.result == 0:
        yield "vkCreateInstance", without.result_name, beside.result_name, beside.result == 0
    if without.result == beside.result == 0:
        yield "the call chain", without.chain, beside.chain, without.chain == beside.chain
        yield (
            "mock drivers",
            without.drivers,
            beside.drivers,
            sorted(without.drivers) == sorted(beside.drivers),
        )
        yield (
            "complaints",
            without.violations,
            beside.violations,
            {*beside.violations} <= {*without.violations},
        )
        yield from _compared_devices(without, beside)


def _compared_devices(
    without: Observation, beside: Observation
) -> Iterator[tuple[str, object, object, bool]]:
    if without.results.get("devices") == 0:
        before, after = Counter(without.devices), Counter(beside.devices)
        yield "devices", list(before), list(after), before <= after


@pytest.mark.rule("DISC-DRIVER-GEN-01", "LDP_LOADER_2", "DISC-GEN-01", "ORDER-CHAIN-01", "EXT-ENUM-01")
def test_mocks_beside_real_drivers(subject: Trial, examples: Examples) -> None:
    """Beside real drivers, the same layers are active in the same order, and every other driver keeps its devices."""
    if not installed_drivers():
        pytest.skip("no driver is installed on this machine")
    avoid = Search(subject.loader.path, subject.loader.version).avoid

    def world(data: bytes) -> Scenario:
        return mixed(world_from(data[CHUNK:], avoid), data[:CHUNK])

    def takes_nothing(scenario: Scenario) -> None:
        try:
            without = subject.runs(without_real_drivers(scenario))
        except EndedError as ended:
            pytest.skip(f"without real drivers too: {ended}")
        assert lost(without, subject.runs(scenario)) == []

    examples.check(subject, world, _MOST, takes_nothing)
