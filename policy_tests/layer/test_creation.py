"""What a layer does when instances and devices are made: links, pointers, the next function, failures, tables."""

import pytest

from refloader.suite.layers.checks import creation
from refloader.suite.layers.runs import EVERYDAY, FAILING, LAVAPIPE, LOOKUPS, NEIGHBOURS, SEVERAL, in_runs
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

EVERYWHERE = in_runs({"mock": EVERYDAY, "lavapipe": LAVAPIPE, "neighbours": NEIGHBOURS, "several": SEVERAL})


class TestLinks:
    """A layer advances the chain's link before it calls the next creating function."""

    @EVERYWHERE
    @pytest.mark.rule("LLP_LAYER_12", "CHAIN-INIT-07")
    def test_link_of_instances(self, layer: LayerTrial, run: Circumstances) -> None:
        """The next layer finds its own link at vkCreateInstance."""
        layer.keeps(creation.instance_link_advanced, during=run)

    @EVERYWHERE
    @pytest.mark.rule("LLP_LAYER_13", "CHAIN-INIT-07")
    def test_link_of_devices(self, layer: LayerTrial, run: Circumstances) -> None:
        """The next layer finds its own link at vkCreateDevice."""
        layer.keeps(creation.device_link_advanced, during=run)


class TestPointers:
    """What pInstance and pDevice point to is left alone until the call down came back."""

    @EVERYWHERE
    @pytest.mark.rule("LLP_LAYER_21")
    def test_pointer_to_instances(self, layer: LayerTrial, run: Circumstances) -> None:
        """The next entity finds what the loader put there for it."""
        layer.keeps(creation.instance_pointer_untouched, during=run)

    @EVERYWHERE
    @pytest.mark.rule("LLP_LAYER_22")
    def test_pointer_to_devices(self, layer: LayerTrial, run: Circumstances) -> None:
        """The next vkCreateDevice finds what the loader put there for it."""
        layer.keeps(creation.device_pointer_untouched, during=run)


class TestNextFunctions:
    """A layer finds the next creating function with the next vkGetInstanceProcAddr."""

    @pytest.mark.rule("CHAIN-INIT-05")
    def test_next_create_instance(self, layer: LayerTrial) -> None:
        """vkCreateInstance is asked for with NULL."""
        layer.keeps(creation.next_creation_asked_without_instance, during=EVERYDAY)

    @pytest.mark.rule("CHAIN-INIT-06")
    @pytest.mark.editions("2022", "2026")
    @in_runs({"one": EVERYDAY, "several": SEVERAL})
    def test_next_create_device(self, layer: LayerTrial, run: Circumstances) -> None:
        """vkCreateDevice is asked for with the instance that the physical device is of.

        2018 has NULL: of a layer of a version before 1.3 it is a warning.
        """
        judge = creation.next_device_creation_asked_with_instance
        layer.keeps(judge, during=run, should=layer.layer.is_of_2018)

    @pytest.mark.rule("CHAIN-INIT-06")
    @pytest.mark.editions("2016", "2018")
    def test_next_create_device_with_null(self, layer: LayerTrial) -> None:
        """A layer asks for vkCreateDevice with NULL; the next entity ignores it, so that it does no other harm."""
        layer.keeps(creation.next_device_creation_asked_without_instance, during=EVERYDAY, should=True)


class TestFailures:
    """A layer returns a failure as it came, and makes none of its own for what it does not know."""

    @pytest.mark.rule("CHAIN-INIT-08")
    def test_failures_below(self, layer: LayerTrial) -> None:
        """What fails below the layer does not succeed above."""
        layer.keeps(creation.failure_passed_up, during=FAILING)

    @pytest.mark.rule("CHAIN-INIT-08")
    def test_results_of_failures(self, layer: LayerTrial) -> None:
        """The result comes up unchanged, as the documents' example code has it."""
        layer.keeps(creation.failure_unchanged, during=FAILING, should=True)

    @pytest.mark.rule("LLP_LAYER_17", "CONV-LAYER-08")
    def test_unknown_extensions(self, layer: LayerTrial) -> None:
        """vkCreateInstance does not fail for names of extensions that others may know."""
        layer.keeps(creation.unknown_names_of_instances_tolerated, during=LOOKUPS)

    @EVERYWHERE
    @pytest.mark.rule("LLP_LAYER_17", "CONV-LAYER-08")
    def test_extensions_of_others(self, layer: LayerTrial, run: Circumstances) -> None:
        """vkCreateInstance does not fail for a registered extension: what is below says if it is there."""
        layer.keeps(creation.names_below_tolerated, during=run)

    @pytest.mark.rule("CONV-LAYER-08")
    def test_unknown_layers(self, layer: LayerTrial) -> None:
        """vkCreateInstance does not fail for names of layers that others may know."""
        layer.keeps(creation.unknown_names_of_instances_tolerated, during=NEIGHBOURS)

    @pytest.mark.rule("CONV-LAYER-08")
    @pytest.mark.editions("2016")
    def test_unknown_extensions_of_devices(self, layer: LayerTrial) -> None:
        """vkCreateDevice does not fail for names of extensions that others may know."""
        layer.keeps(creation.unknown_names_of_devices_tolerated, during=LOOKUPS)


@pytest.mark.rule("CHAIN-INIT-09")
class TestTables:
    """Dispatch tables are filled at creation, when the call down came back, with the new object's functions."""

    def test_tables_not_before(self, layer: LayerTrial) -> None:
        """Nothing is looked up with an object that is not there yet."""
        layer.keeps(creation.tables_filled_after_creation, during=EVERYDAY)

    def test_tables_not_later(self, layer: LayerTrial) -> None:
        """No function should be looked up only when it is called.

        What a layer needs in its table is for it to say, and a function that it looks up later is the right one.
        """
        layer.keeps(creation.tables_filled_at_creation, during=EVERYDAY, should=True)

    def test_tables_for_each_device(self, layer: LayerTrial) -> None:
        """Functions of one device are not used for another."""
        layer.keeps(creation.table_for_each_device, during=SEVERAL)
