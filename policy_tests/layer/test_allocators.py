"""How a layer treats the allocation callbacks that the application provides."""

import pytest

from refloader.suite.layers.checks import allocations, handles
from refloader.suite.layers.runs import CALLBACKS, CALLBACKS_WATCHED, SIMPLEST
from refloader.suite.layers.trial import LayerTrial


@pytest.mark.rule("LLP_LAYER_14", "CONV-LAYER-03")
@pytest.mark.editions("2018", "2022", "2026")
class TestUse:
    """A layer should use the application's allocators; the text has it optional but for layers in production."""

    def test_used(self, layer: LayerTrial) -> None:
        """In calls that come with callbacks no memory is taken behind them."""
        layer.keeps(allocations.used, during=CALLBACKS_WATCHED, should=True)

    def test_passed_down(self, layer: LayerTrial) -> None:
        """Callbacks of the application are passed down, so that all memory can be counted."""
        layer.keeps(allocations.passed_down, during=CALLBACKS, should=True)

    def test_given_back(self, layer: LayerTrial) -> None:
        """What is taken from callbacks goes back to them, once."""
        layer.keeps(allocations.given_back, during=CALLBACKS)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_ended(layer: LayerTrial) -> None:
    """No instance and no device lives on below when the application, with its callbacks, has destroyed its own."""
    layer.keeps(handles.ended, during=CALLBACKS)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_let_go(layer: LayerTrial) -> None:
    """An application may free its VkAllocationCallbacks when the call is back: a layer may keep a copy alone."""
    layer.keeps(allocations.let_go, during=CALLBACKS)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
class TestValidCalls:
    """A layer must not make invalid calls to what is below it."""

    def test_creation_and_end_match(self, layer: LayerTrial) -> None:
        """What was made below with callbacks is destroyed with some, what was made without is without."""
        layer.keeps(allocations.matching, during=CALLBACKS)

    def test_the_application_comes_to_its_end(self, layer: LayerTrial) -> None:
        """An application with callbacks of its own runs as one without."""
        layer.ends_well(CALLBACKS, simpler=SIMPLEST[CALLBACKS.driver])
