"""Whether programs come to their end with the layer on."""

import pytest

from refloader.suite.layers.alone import negotiation
from refloader.suite.layers.checks import results
from refloader.suite.layers.runs import (
    DIFFERENT_DEVICES,
    EVERYDAY,
    FAILING,
    LAVAPIPE,
    LENT,
    LINKED,
    NEIGHBOURS,
    NEWER,
    OLDER_NAMES,
    POOR,
    REFUSED,
    SIMPLEST,
    WINDOWS,
    in_runs,
    refused_commands,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances, Driver

# Not LOOKUPS: no layer that wraps handles can take part in an extension that it does not know.
LONGER = {
    "everyday": EVERYDAY,
    "lavapipe": LAVAPIPE,
    "windows": WINDOWS,
    "neighbours": NEIGHBOURS,
    "failing": FAILING,
    "poor": POOR,
    "older names": OLDER_NAMES,
    "different devices": DIFFERENT_DEVICES,
}


@pytest.mark.rule("LLP_LAYER_2")
class TestLayersHarmNobody:
    """A layer must not make others fail, crash or misbehave."""

    @pytest.mark.parametrize("driver", SIMPLEST)
    def test_the_application_comes_to_its_end(self, layer: LayerTrial, driver: Driver) -> None:
        """An application that runs without the layer runs with it."""
        layer.ends_well(SIMPLEST[driver])

    @pytest.mark.parametrize("driver", SIMPLEST)
    @pytest.mark.parametrize("command", ["vkCreateInstance"])
    def test_a_plain_one_can_be_made(self, layer: LayerTrial, command: str, driver: Driver) -> None:
        """An instance that asks for nothing is made where it is made without the layer.

        A layer that the loader does not take harms nobody: what is wrong with it is said by cases of its own.
        """
        run = SIMPLEST[driver]
        result = results.creates(command, layer.without(run), layer.session(run))
        refused = negotiation.version_2_agreed(layer.probe("negotiate")).broken
        if result.broken and refused and not any(each.calls for each in result.broken):
            pytest.skip(f"{refused[0].fact}, so that the loader does not take it (LLP_LAYER_5)")
        _made(layer, command, driver)

    @pytest.mark.parametrize("driver", SIMPLEST)
    def test_a_plain_device_can_be_made(self, layer: LayerTrial, driver: Driver) -> None:
        """A device that asks for nothing is made where it is made without the layer."""
        _made(layer, "vkCreateDevice", driver)

    @in_runs(LONGER)
    def test_longer_ones_come_to_their_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """Applications that use more of Vulkan come to their end, where simpler ones do."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    def test_newer_programs_are_not_disturbed(self, layer: LayerTrial) -> None:
        """What is newer than "api_version" a layer need not support, but it should pass it on as it came."""
        if layer.older_version is None:
            pytest.skip("the programs of the suite ask for no newer Vulkan than the layer's manifest names")
        session = layer.session(NEWER)
        result = results.undisturbed(layer.without(NEWER), session)
        if session.ended != "ok":
            result.fail(f"{session.detail}, in a program of Vulkan {NEWER.api}")
        layer.holds(result, during=NEWER, should=True)

    def test_a_linked_program_comes_to_its_end(self, layer: LayerTrial) -> None:
        """A program that is linked with the loader has its functions in scope: the layer still calls its own."""
        layer.ends_well(LINKED, simpler=SIMPLEST[LINKED.driver])
        simple = SIMPLEST[LINKED.driver]
        if results.creates("vkCreateInstance", layer.without(simple), layer.session(simple)).broken:
            pytest.skip("no instance could be made in a program that opens the loader either")
        result = results.creates("vkCreateInstance", layer.without(LINKED), layer.session(LINKED))
        layer.holds(result, during=LINKED)

    @pytest.mark.parametrize("run", REFUSED.values(), ids=REFUSED)
    def test_refusals_are_survived(self, layer: LayerTrial, run: Circumstances) -> None:
        """Applications come to their end on a driver that refuses; a layer should see to its own calls too."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver], refused=refused_commands(run))


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_what_is_handed_in_is_not_kept(layer: LayerTrial) -> None:
    """An application may free what it handed to vkCreateInstance and vkCreateDevice: a layer copies what it needs."""
    layer.ends_well(LENT, simpler=SIMPLEST[LENT.driver])


def _made(layer: LayerTrial, command: str, driver: Driver) -> None:
    run = SIMPLEST[driver]
    result = results.creates(command, layer.without(run), layer.session(run))
    layer.holds(result, during=run, should=not any(each.calls for each in result.broken))
