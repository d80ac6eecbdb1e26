"""What a layer answers to lookups in a chain: its own functions, those of others, and NULL."""

import pytest

from refloader.suite.layers.checks import lookups
from refloader.suite.layers.runs import LOOKUPS, NEIGHBOURS, SEVERAL, in_runs
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

OF_ONE_AND_OF_SEVERAL = in_runs({"one": LOOKUPS, "several": SEVERAL})


class TestForwarding:
    """Names that a layer does not intercept are answered with what the next entity answers."""

    @OF_ONE_AND_OF_SEVERAL
    @pytest.mark.rule("DISPATCH-LAYER-03")
    def test_by_instances(self, layer: LayerTrial, run: Circumstances) -> None:
        """vkGetInstanceProcAddr passes names that the layer does not intercept on, with the same instance."""
        layer.keeps(lookups.instance_lookups_forwarded, during=run)

    @OF_ONE_AND_OF_SEVERAL
    @pytest.mark.rule("DISPATCH-LAYER-04")
    def test_by_devices(self, layer: LayerTrial, run: Circumstances) -> None:
        """vkGetDeviceProcAddr passes names that the layer does not intercept on, with the same device."""
        layer.keeps(lookups.device_lookups_forwarded, during=run)

    @pytest.mark.rule("DISPATCH-LAYER-05")
    def test_by_physical_devices(self, layer: LayerTrial) -> None:
        """vk_layerGetPhysicalDeviceProcAddr should pass on what the layer does not know."""
        layer.keeps(lookups.physical_device_lookups_forwarded, during=LOOKUPS)

    @pytest.mark.rule("INTERCEPT-06")
    def test_only_of_others_functions(self, layer: LayerTrial) -> None:
        """The lookup functions should go down only for what the layer does not intercept."""
        layer.keeps(lookups.own_names_not_asked_below, during=LOOKUPS, should=True)


class TestMinimum:
    """A place in a chain takes some functions of the layer's own."""

    @pytest.mark.rule("INTERCEPT-02")
    def test_instance_chain(self, layer: LayerTrial) -> None:
        """vkGetInstanceProcAddr and vkCreateInstance have to be intercepted."""
        layer.keeps(lookups.instance_minimum_intercepted, during=LOOKUPS)

    @pytest.mark.rule("INTERCEPT-03")
    def test_device_chain(self, layer: LayerTrial) -> None:
        """vkGetDeviceProcAddr and vkCreateDevice have to be, by a layer that has functions of devices."""
        layer.keeps(lookups.device_minimum_intercepted, during=LOOKUPS)

    @pytest.mark.rule("CHAIN-DIST-04")
    def test_device_functions(self, layer: LayerTrial) -> None:
        """To intercept functions of devices, a layer takes part in the device chain."""
        layer.keeps(lookups.device_functions_intercepted_in_the_device_chain, during=NEIGHBOURS)


class TestDisabled:
    """Functions that are not enabled are not there."""

    @pytest.mark.rule("LLP_LAYER_18", "CONV-LAYER-09")
    def test_null(self, layer: LayerTrial) -> None:
        """For functions that are not enabled the layer says NULL, or leaves the answer to the next entity."""
        layer.keeps(lookups.disabled_answered_null, during=LOOKUPS)


class TestPhysicalDevices:
    """vk_layerGetPhysicalDeviceProcAddr tells the loader which unknown functions take a physical device."""

    @pytest.mark.rule("PHYSDEV-EXT-01")
    @pytest.mark.editions("2022", "2026")
    def test_there(self, layer: LayerTrial) -> None:
        """A layer that intercepts functions of physical devices should have it."""
        layer.keeps(lookups.physical_device_lookup_there, during=LOOKUPS, should=True)
