"""What objects of a device are like after each call, with the layer directly above the driver and without it."""

from functools import partial

import pytest

from refloader.suite.layers.runs import SIMPLEST, STATES, STATES_ON_LAVAPIPE
from refloader.suite.layers.states import states
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances


@pytest.mark.parametrize("run", [STATES, STATES_ON_LAVAPIPE], ids=["mock", "lavapipe"])
class TestStates:
    """Objects of a device are after each call what they are without the layer."""

    @pytest.mark.rule("LLP_LAYER_2")
    def test_the_application_comes_to_its_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application that asks for states, alone and on two threads, comes to its end."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_states_are_as_the_calls_left_them(self, layer: LayerTrial, run: Circumstances) -> None:
        """Fences, events, semaphores, queries, private data, memory and what is recorded have no other state."""
        layer.holds(states(partial(layer.without, run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_drawings_and_sizes(self, layer: LayerTrial, run: Circumstances) -> None:
        """What is drawn, and what objects need, should be so as well; a layer may be there to change it."""
        layer.holds(
            states(partial(layer.without, run), layer.session(run), should=True), during=run, should=True
        )
