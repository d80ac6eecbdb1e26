"""What a layer calls down for what comes to it, and what it calls besides."""

import pytest

from refloader.model.edition import Edition
from refloader.suite.layers.checks import calling_down, parts
from refloader.suite.layers.runs import AT_ONCE, AT_ONCE_ON_LAVAPIPE, EVERYDAY, LAVAPIPE, NEIGHBOURS
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

ON_BOTH_DRIVERS = pytest.mark.parametrize("run", [EVERYDAY, LAVAPIPE], ids=["mock", "lavapipe"])

OF_ALL_NAMES = pytest.mark.parametrize("run", [EVERYDAY, NEIGHBOURS], ids=["no_name", "names_of_others"])


class TestPassingDown:
    """What comes to a layer goes down the chain."""

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("INTERCEPT-05")
    def test_commands(self, layer: LayerTrial, run: Circumstances) -> None:
        """A command is called in the next entity: it must be in 2016, most should be since."""
        should = layer.edition is not Edition.E2016
        layer.keeps(calling_down.commands_passed_down, during=run, should=should)

    @pytest.mark.rule("INTERCEPT-05")
    @pytest.mark.parametrize("run", [AT_ONCE, AT_ONCE_ON_LAVAPIPE], ids=["mock", "lavapipe"])
    def test_from_every_thread(self, layer: LayerTrial, run: Circumstances) -> None:
        """What goes down for one thread goes down for the others: it must in 2016, and should since."""
        should = layer.edition is not Edition.E2016
        layer.keeps(calling_down.passed_down_from_every_thread, during=run, should=should)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_nothing_is_lost(self, layer: LayerTrial, run: Circumstances) -> None:
        """Where images and command buffers go down, all of them do: no device loses some of many."""
        layer.keeps(calling_down.none_lost, during=run)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_no_command_is_lost(self, layer: LayerTrial, run: Circumstances) -> None:
        """Where draws, dispatches and copies go down, all of them should: a layer may record the work otherwise."""
        layer.keeps(calling_down.no_commands_lost, during=run, should=True)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_barriers_in_parts(self, layer: LayerTrial, run: Circumstances) -> None:
        """A barrier that goes down in several calls should have its stages in each, or a chain of them."""
        layer.keeps(parts.stages_in_each_part, during=run, should=True)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_handles(self, layer: LayerTrial, run: Circumstances) -> None:
        """A call that goes down should name all objects that it came with: what is dropped is never done."""
        layer.keeps(calling_down.handles_passed_down, during=run, should=True)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_numbers(self, layer: LayerTrial, run: Circumstances) -> None:
        """Counts, places, sizes, flags and times should go down as they came, but for what a layer is to change."""
        layer.keeps(calling_down.numbers_passed_down, during=run, should=True)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("INTERCEPT-07")
    def test_extra_calls(self, layer: LayerTrial, run: Circumstances) -> None:
        """Further calls are on the same chain: they must be in 2016, and should be of the same kind since."""
        should = layer.edition is not Edition.E2016
        layer.keeps(calling_down.extra_calls_on_the_same_chain, during=run, should=should)

    @pytest.mark.rule("NEGOTIATE-LAYER-08")
    def test_negotiation(self, layer: LayerTrial) -> None:
        """vkNegotiateLoaderLayerInterfaceVersion calls no other entity: it must not, and in 2018 should not."""
        should = layer.edition is Edition.E2018
        layer.keeps(calling_down.negotiation_calls_nobody, during=EVERYDAY, should=should)


class TestDeviceExtensions:
    """vkEnumerateDeviceExtensionProperties is a layer's matter only with the layer's own name."""

    @OF_ALL_NAMES
    @pytest.mark.rule("CONV-LAYER-07")
    def test_passed_down(self, layer: LayerTrial, run: Circumstances) -> None:
        """In other cases it goes down: NULL has to be handled in 2016, and should go down since."""
        layer.keeps(calling_down.device_extensions_passed_down, during=run, should=True)

    @OF_ALL_NAMES
    @pytest.mark.rule("LLP_LAYER_16")
    def test_not_kept(self, layer: LayerTrial, run: Circumstances) -> None:
        """The layer must ignore it otherwise, other than passing it down."""
        layer.keeps(calling_down.device_extensions_passed_down, during=run)

    @ON_BOTH_DRIVERS
    @pytest.mark.rule("LLP_LAYER_16")
    def test_not_changed(self, layer: LayerTrial, run: Circumstances) -> None:
        """What is answered below is answered above."""
        layer.keeps(calling_down.device_extensions_unchanged, during=run)
