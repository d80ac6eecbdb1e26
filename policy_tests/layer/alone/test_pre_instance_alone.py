"""A layer's intercepts of what is called before there is an instance, each with a chain of the prober's."""

from functools import partial

import pytest

from refloader.suite.layers.alone import before
from refloader.suite.layers.alone.applied import AnswersCheck, answers_keep
from refloader.suite.layers.trial import LayerTrial


def intercepts_keep(layer: LayerTrial, judge: AnswersCheck, *, should: bool = False) -> None:
    """Judge the answers of all intercepts that the manifest names."""
    pairs = [
        word for command, symbol in layer.layer.pre_instance for word in ("--function", f"{command}={symbol}")
    ]
    if not pairs:
        pytest.skip(before.NONE)
    answers_keep(layer, judge, "pre-instance", *pairs, step="pre-instance", should=should)


class TestSymbols:
    """The library exports a symbol for each intercept that the manifest names."""

    @pytest.mark.rule("PREINST-01", "PREINST-06")
    def test_are_exported(self, layer: LayerTrial) -> None:
        """Whatever the manifest calls it, the library has it."""
        commands = [command for command, _ in layer.layer.pre_instance]
        intercepts_keep(layer, partial(before.symbols_exported, commands=commands))


@pytest.mark.rule("PREINST-04")
class TestCallingDown:
    """An intercept calls pfnNextLayer with pNextLink and the remaining arguments."""

    def test_the_next_link_is_called(self, layer: LayerTrial) -> None:
        """Each question reaches the next function, with its own link."""
        intercepts_keep(layer, before.called_down)

    def test_arguments_go_on(self, layer: LayerTrial) -> None:
        """The layer that was asked for is asked for below."""
        intercepts_keep(layer, before.arguments_passed_on)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestFailures:
    """A layer in a compliant environment leaves it compliant: what fails below does not succeed with nothing."""

    def test_come_up(self, layer: LayerTrial) -> None:
        """VK_SUCCESS says that what was asked for is there."""
        intercepts_keep(layer, before.failures_passed_on)

    def test_come_up_with_answers(self, layer: LayerTrial) -> None:
        """A failure should come up although the layer has an answer of its own."""
        intercepts_keep(layer, before.failures_reported, should=True)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_room(layer: LayerTrial) -> None:
    """A list is written as far as there is room, and VK_INCOMPLETE says that there is more."""
    intercepts_keep(layer, before.room_respected)


@pytest.mark.rule("PREINST-05")
class TestNothingIsKept:
    """A layer may not save global data between these calls."""

    def test_answers_stay_the_same(self, layer: LayerTrial) -> None:
        """The library is opened anew for each call, and answers as before."""
        intercepts_keep(layer, before.nothing_kept)
