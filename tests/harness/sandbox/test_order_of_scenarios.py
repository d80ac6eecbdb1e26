"""What a loader shows of a scenario does not hang on what its fork server ran before: alone, in order, in reverse."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from policy_tests.loader.chains.test_faults_in_calls import FAULTS, PLACES, started, three_drivers
from refloader.native.dropin import dropin_library
from refloader.sandbox import child
from refloader.sandbox.loader import ForeignLoader, system_loader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_stays")]

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = ("1.2.198.1", "1.3.250.1", "1.4.335.0")
ADDRESS = re.compile("0x[0-9a-f]+")


def drivers_with_faults() -> list[Scenario]:
    """Three drivers, one of which fails or answers rubbish: what some loaders do then hangs on their memory."""
    made = []
    for number, fault in enumerate(FAULTS):
        world = three_drivers(World(), PLACES[number % len(PLACES)], FAULTS[fault])
        made.append(replace(world.scenario(), actions=started().actions))
    return made


def layers_of_three_kinds() -> list[Scenario]:
    """Layers that are on by themselves, by a variable and by the application, with names of several lengths."""
    made = []
    for length in (1, 40, 200):
        name = f"VK_LAYER_TEST_{'x' * length}"
        world = World()
        world.driver()
        world.implicit_layer(f"{name}a")
        world.explicit_layer(f"{name}b")
        world.explicit_layer(f"{name}c")
        world.variable("VK_INSTANCE_LAYERS", f"{name}b")
        world.application(layers=(f"{name}c",))
        made.append(world.scenario())
    return made


def shown(seen: Observation) -> tuple[object, ...]:
    """What is compared of an observation: all that a verdict can rest on, without addresses."""
    lines = tuple(ADDRESS.sub("0x", line) for line in seen.trace)
    return (
        seen.ended,
        seen.result,
        seen.layers,
        seen.extensions,
        seen.devices,
        seen.chain,
        repr(seen.answers),
        lines,
    )


def run_each(
    loader: ForeignLoader, scenarios: Sequence[Scenario], *, alone: bool = False
) -> list[tuple[object, ...]]:
    """What the loader shows of each scenario, in one fork server, or each in its own."""
    found = []
    child.close_all()
    for each in scenarios:
        found.append(shown(loader.observe(each)))
        if alone:
            child.close_all()
    return found


def paths() -> list[object]:
    """The reference's library, the machine's loader and some builds, of which each may be missing."""
    own = [pytest.param(dropin_library, id="reference"), pytest.param(system_loader, id="machine")]
    return [
        *own,
        *(pytest.param(lambda each=each: str(LOADERS / each / "libvulkan.so.1"), id=each) for each in BUILDS),
    ]


class TestOrder:
    """A worker inherits the memory of its fork server, which has seen other scenarios."""

    @pytest.mark.parametrize("find", paths())
    def test_nothing_hangs_on_what_ran_before(self, find: Callable[[], str | None]) -> None:
        """The scenarios show the same alone, one behind the other, and from the last to the first."""
        path = find()
        if not path or not Path(path).is_file():
            pytest.skip("there is no such loader here (../shared/subjects/loaders has builds)")
        loader = ForeignLoader(path)
        scenarios = [*layers_of_three_kinds(), *drivers_with_faults()]

        in_order = run_each(loader, scenarios)
        in_reverse = run_each(loader, scenarios[::-1])[::-1]
        alone = run_each(loader, scenarios, alone=True)

        assert in_order == in_reverse == alone
