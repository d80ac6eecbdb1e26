"""What a layer answers to lookups in a chain: its own functions, those of others, and NULL."""

import pytest

from refloader.harness.layers.judges import lookups
from refloader.harness.layers.runs import EVERYDAY, NEIGHBOURS
from refloader.harness.layers.session import Circumstances
from refloader.harness.layers.trial import LayerTrial

FROM_ALL_SIDES = pytest.mark.parametrize("run", [EVERYDAY, NEIGHBOURS], ids=["alone", "neighbours"])


class TestForwarding:
    """Names that a layer does not intercept are answered with what the next entity answers."""

    @FROM_ALL_SIDES
    @pytest.mark.rule("DISPATCH-LAYER-03")
    def test_by_instances(self, layer: LayerTrial, run: Circumstances) -> None:
        """vkGetInstanceProcAddr passes them on, with the same instance."""
        layer.keeps(lookups.instance_lookups_forwarded, during=run)

    @FROM_ALL_SIDES
    @pytest.mark.rule("DISPATCH-LAYER-04")
    def test_by_devices(self, layer: LayerTrial, run: Circumstances) -> None:
        """vkGetDeviceProcAddr passes them on, with the same device."""
        layer.keeps(lookups.device_lookups_forwarded, during=run)

    @pytest.mark.rule("DISPATCH-LAYER-05")
    def test_by_physical_devices(self, layer: LayerTrial) -> None:
        """vk_layerGetPhysicalDeviceProcAddr should pass on what the layer does not know."""
        layer.keeps(lookups.physical_device_lookups_forwarded, during=EVERYDAY, should=True)

    @pytest.mark.rule("INTERCEPT-06")
    def test_only_of_others_functions(self, layer: LayerTrial) -> None:
        """The lookup functions go down only for what the layer does not intercept. No must stands there."""
        layer.keeps(lookups.own_names_not_asked_below, during=EVERYDAY, should=True)


class TestMinimum:
    """A place in a chain takes some functions of the layer's own."""

    @pytest.mark.rule("INTERCEPT-02")
    def test_instance_chain(self, layer: LayerTrial) -> None:
        """vkGetInstanceProcAddr and vkCreateInstance have to be intercepted."""
        layer.keeps(lookups.instance_minimum_intercepted, during=EVERYDAY)

    @pytest.mark.rule("INTERCEPT-03")
    def test_device_chain(self, layer: LayerTrial) -> None:
        """vkGetDeviceProcAddr and vkCreateDevice have to be, by a layer that has functions of devices."""
        layer.keeps(lookups.device_minimum_intercepted, during=EVERYDAY)

    @pytest.mark.rule("CHAIN-DIST-04")
    def test_device_functions(self, layer: LayerTrial) -> None:
        """To intercept functions of devices, a layer takes part in the device chain."""
        layer.keeps(lookups.device_functions_intercepted_in_the_device_chain, during=NEIGHBOURS)

    @pytest.mark.rule("CONV-LAYER-10")
    def test_create_instance_for_any_instance(self, layer: LayerTrial) -> None:
        """vkCreateInstance should be found with whatever instance."""
        layer.keeps(lookups.create_instance_for_any_instance, during=EVERYDAY, should=True)


class TestDisabled:
    """Functions that are not enabled are not there."""

    @pytest.mark.rule("LLP_LAYER_18", "CONV-LAYER-09")
    @FROM_ALL_SIDES
    def test_null(self, layer: LayerTrial, run: Circumstances) -> None:
        """The layer says NULL for them, or leaves the answer to the next entity."""
        layer.keeps(lookups.disabled_answered_null, during=run)


class TestPhysicalDevices:
    """vk_layerGetPhysicalDeviceProcAddr tells the loader which unknown functions take a physical device."""

    @pytest.mark.rule("PHYSDEV-EXT-01")
    @pytest.mark.editions("2022", "2026")
    def test_there(self, layer: LayerTrial) -> None:
        """A layer that intercepts functions of physical devices should have it."""
        layer.keeps(lookups.physical_device_lookup_there, during=EVERYDAY, should=True)

    @pytest.mark.rule("PHYSDEV-EXT-02")
    def test_answers(self, layer: LayerTrial) -> None:
        """It should have NULL for functions of another kind, and not ask below for those that are the layer's."""
        layer.keeps(lookups.physical_device_lookup_answers, during=EVERYDAY, should=True)

    @pytest.mark.rule("PHYSDEV-EXT-03")
    def test_found_from_above(self, layer: LayerTrial) -> None:
        """A layer above finds the next one by name through this layer's vkGetInstanceProcAddr."""
        layer.keeps(lookups.physical_device_lookup_found_from_above, during=EVERYDAY)

    @pytest.mark.rule("PHYSDEV-EXT-04")
    def test_published(self, layer: LayerTrial) -> None:
        """A layer that has one should give it by name, too."""
        layer.keeps(lookups.physical_device_lookup_published, during=EVERYDAY, should=True)
