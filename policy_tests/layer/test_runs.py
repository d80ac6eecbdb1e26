"""Whether programs come to their end with the layer on."""

import pytest

from refloader.suite.layers.checks import results
from refloader.suite.layers.runs import (
    EVERYDAY,
    FAILING,
    LAVAPIPE,
    NEIGHBOURS,
    POOR,
    REFUSED,
    SIMPLEST,
    WINDOWS,
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
        _made(layer, command, driver)

    @pytest.mark.parametrize("driver", SIMPLEST)
    def test_a_plain_device_can_be_made(self, layer: LayerTrial, driver: Driver) -> None:
        """A device that asks for nothing is made where it is made without the layer."""
        _made(layer, "vkCreateDevice", driver)

    @pytest.mark.parametrize("run", LONGER.values(), ids=LONGER)
    def test_longer_ones_come_to_their_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """Applications that use more of Vulkan come to their end, where simpler ones do."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    @pytest.mark.parametrize("run", REFUSED.values(), ids=REFUSED)
    def test_refusals_are_survived(self, layer: LayerTrial, run: Circumstances) -> None:
        """Applications come to their end on a driver that refuses; a layer should see to its own calls too."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver], refused=refused_commands(run))


def _made(layer: LayerTrial, command: str, driver: Driver) -> None:
    run = SIMPLEST[driver]
    result = results.creates(command, layer.without(run), layer.session(run))
    layer.holds(result, during=run, should=not any(each.calls for each in result.broken))
