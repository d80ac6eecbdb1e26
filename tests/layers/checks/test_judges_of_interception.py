"""Judges of what a layer has functions of its own for, each on layers that keep its rule and layers that break it."""

import pytest
from story import (
    DEVICE,
    FOREIGN,
    GDPA,
    GIPA,
    GPDPA,
    INSTANCE,
    INTO,
    OUT,
    OWN,
    PAST,
    Story,
    begun,
    counted,
    created,
    created_device,
    forwarded,
    lookup,
)

from refloader.suite.layers.checks import lookups

OTHER_INSTANCE, OTHER_DEVICE = 0x1100, 0x2100
UNKNOWN = "vkNobodyKnowsTEST"
DEBUG_UTILS, SWAPCHAIN = "VK_EXT_debug_utils", "VK_KHR_swapchain"


class TestMinimum:
    """What a layer has to intercept to be in a chain at all."""

    @pytest.mark.parametrize(("answer", "breaches"), [(OWN, 0), (0, 1)])
    def test_instance_creation(self, answer: int, breaches: int) -> None:
        """vkCreateInstance is asked for before there is an instance."""
        story = Story()
        lookup(story, INTO, "vkCreateInstance", answer, 0)

        assert counted(lookups.instance_minimum_intercepted(story.view)) == (1, breaches)

    def test_the_lookup_of_those_below(self) -> None:
        """Who asks for vkGetInstanceProcAddr is led past the layer."""
        story = begun()
        call = forwarded(story, GIPA, FOREIGN, INSTANCE)

        [breach] = lookups.instance_minimum_intercepted(story.view).broken

        assert breach.calls == (call,)

    def test_instance_creation_with_an_instance(self) -> None:
        """That is a matter of the edition, not of this rule."""
        story = begun()
        lookup(story, INTO, "vkCreateInstance", 0, INSTANCE)

        assert counted(lookups.instance_minimum_intercepted(story.view)) == (0, 0)

    @pytest.mark.parametrize("name", ["vkCreateDevice", GDPA])
    def test_devices(self, name: str) -> None:
        """A layer with functions of devices that leaves vkCreateDevice or vkGetDeviceProcAddr to others."""
        story = begun()
        lookup(story, INTO, "vkQueueSubmit", OWN, DEVICE, GDPA)
        forwarded(story, name, FOREIGN, INSTANCE)

        assert counted(lookups.device_minimum_intercepted(story.view)) == (1, 1)

    def test_devices_with_all_that_is_needed(self) -> None:
        """Both are the layer's own."""
        story = begun()
        lookup(story, INTO, "vkQueueSubmit", OWN, DEVICE, GDPA)
        lookup(story, INTO, "vkCreateDevice", OWN + 8, INSTANCE)
        lookup(story, INTO, GDPA, OWN + 16, INSTANCE)

        assert counted(lookups.device_minimum_intercepted(story.view)) == (2, 0)

    def test_the_device_lookup_by_the_device_alone(self) -> None:
        """It is a function of devices: for an instance it may be left to those below."""
        story = begun()
        lookup(story, INTO, "vkQueueSubmit", OWN, DEVICE, GDPA)
        lookup(story, INTO, "vkCreateDevice", OWN + 8, INSTANCE)
        forwarded(story, GDPA, FOREIGN, INSTANCE)
        lookup(story, INTO, GDPA, OWN + 16, DEVICE, GDPA)

        assert counted(lookups.device_minimum_intercepted(story.view)) == (2, 0)

    def test_layers_of_instances_alone(self) -> None:
        """A layer that takes no part in device chains leaves them to those below."""
        story = begun()
        forwarded(story, "vkCreateDevice", FOREIGN, INSTANCE)
        forwarded(story, "vkQueueSubmit", FOREIGN + 8, DEVICE, GDPA)

        assert counted(lookups.device_minimum_intercepted(story.view)) == (0, 0)

    def test_device_functions_outside_the_device_chain(self) -> None:
        """A function of devices is the layer's own by the instance, and not by the device."""
        story = begun()
        by_instance = lookup(story, INTO, "vkQueueSubmit", OWN, INSTANCE)
        by_device = forwarded(story, "vkQueueSubmit", FOREIGN, DEVICE, GDPA)

        [breach] = lookups.device_functions_intercepted_in_the_device_chain(story.view).broken

        assert breach.calls == (by_instance, by_device)

    def test_device_functions_in_the_device_chain(self) -> None:
        """It is the layer's own either way."""
        story = begun()
        lookup(story, INTO, "vkQueueSubmit", OWN, INSTANCE)
        lookup(story, INTO, "vkQueueSubmit", OWN, DEVICE, GDPA)

        result = lookups.device_functions_intercepted_in_the_device_chain(story.view)

        assert counted(result) == (1, 0)

    def test_device_functions_that_no_device_was_asked_for(self) -> None:
        """Without a device there is nothing to compare."""
        story = begun()
        lookup(story, INTO, "vkQueueSubmit", OWN, INSTANCE)

        result = lookups.device_functions_intercepted_in_the_device_chain(story.view)

        assert counted(result) == (0, 0)


class TestDisabled:
    """Functions of extensions that are not enabled are not there."""

    def test_own_functions_of_instances(self) -> None:
        """The layer has a function of its own for what nobody enabled."""
        story = begun()
        call = lookup(story, INTO, "vkCreateDebugUtilsMessengerEXT", OWN, INSTANCE)

        [breach] = lookups.disabled_answered_null(story.view).broken

        assert breach.calls == (call,)
        assert breach.fact.startswith("VK_EXT_debug_utils is not enabled")

    def test_several_functions_of_one_extension(self) -> None:
        """They are told of together, each once."""
        story = begun()
        for name in ("vkQueuePresentKHR", "vkCreateSwapchainKHR", "vkQueuePresentKHR"):
            lookup(story, INTO, name, OWN, DEVICE, GDPA)

        [breach] = lookups.disabled_answered_null(story.view).broken

        assert breach.fact.endswith("functions of the layer's for vkQueuePresentKHR, vkCreateSwapchainKHR")

    def test_own_functions_of_devices(self) -> None:
        """The same of a device."""
        story = begun()
        lookup(story, INTO, "vkQueuePresentKHR", OWN, DEVICE, GDPA)

        assert counted(lookups.disabled_answered_null(story.view)) == (1, 1)

    def test_enabled(self) -> None:
        """What is enabled is there; instance extensions have functions of devices, too."""
        story = begun(DEBUG_UTILS)
        created_device(story, OTHER_DEVICE, None, SWAPCHAIN)
        lookup(story, INTO, "vkCreateDebugUtilsMessengerEXT", OWN, INSTANCE)
        lookup(story, INTO, "vkSetDebugUtilsObjectNameEXT", OWN, DEVICE, GDPA)
        lookup(story, INTO, "vkQueuePresentKHR", OWN, OTHER_DEVICE, GDPA)

        assert counted(lookups.disabled_answered_null(story.view)) == (0, 0)

    def test_one_of_several_instances(self) -> None:
        """What one instance enables is not enabled for another."""
        story = begun(DEBUG_UTILS)
        created(story, OTHER_INSTANCE)
        lookup(story, INTO, "vkCreateDebugUtilsMessengerEXT", OWN, INSTANCE)
        lookup(story, INTO, "vkCreateDebugUtilsMessengerEXT", OWN, OTHER_INSTANCE)

        assert counted(lookups.disabled_answered_null(story.view)) == (1, 1)

    def test_null(self) -> None:
        """NULL is right."""
        story = begun()
        lookup(story, INTO, "vkCreateDebugUtilsMessengerEXT", 0, INSTANCE)

        assert counted(lookups.disabled_answered_null(story.view)) == (1, 0)

    def test_functions_of_those_below(self) -> None:
        """What the next entity gave, and what the layer took its word for, is that one's matter."""
        story = begun()
        forwarded(story, "vkCreateDebugUtilsMessengerEXT", FOREIGN, INSTANCE)
        with story.call(INTO, GIPA, instance=INSTANCE, pName="vkDestroyDebugUtilsMessengerEXT") as call:
            lookup(story, OUT, "vkDestroyDebugUtilsMessengerEXT", FOREIGN + 8, INSTANCE)
        call.made += lookup(Story(), INTO, "", OWN, 0).made

        assert counted(lookups.disabled_answered_null(story.view)) == (2, 0)

    @pytest.mark.parametrize("name", ["vkQueuePresentKHR", "vkGetPhysicalDeviceProperties2", "vkCmdDraw"])
    def test_what_an_instance_may_be_asked_for(self, name: str) -> None:
        """Core commands of any version, and what a device could enable, can be asked for by the instance."""
        story = begun()
        lookup(story, INTO, name, OWN, INSTANCE)

        assert counted(lookups.disabled_answered_null(story.view)) == (0, 0)


class TestPhysicalDeviceLookup:
    """vk_layerGetPhysicalDeviceProcAddr tells physical-device functions from others."""

    def test_missing(self) -> None:
        """A layer intercepts functions of physical devices, and has no such function."""
        story = begun()
        own = lookup(story, INTO, "vkGetPhysicalDeviceProperties", OWN, INSTANCE)
        asked = forwarded(story, GPDPA, FOREIGN, INSTANCE)

        [breach] = lookups.physical_device_lookup_there(story.view).broken

        assert breach.calls == (own, asked)

    @pytest.mark.parametrize("answer", [0, FOREIGN])
    def test_passed_over(self, answer: int) -> None:
        """Who asks for functions of physical devices is led past the layer."""
        story = begun()
        own = lookup(story, INTO, "vkGetPhysicalDeviceProperties", OWN, INSTANCE)
        asked = lookup(story, PAST, UNKNOWN, answer, INSTANCE, GPDPA)

        [breach] = lookups.physical_device_lookup_there(story.view).broken

        assert breach.calls == (own, asked)

    @pytest.mark.parametrize("by_name", [False, True])
    def test_there(self, by_name: bool) -> None:
        """It has one, from the negotiation or by name."""
        story = begun()
        lookup(story, INTO, "vkGetPhysicalDeviceProperties", OWN, INSTANCE)
        if by_name:
            lookup(story, INTO, GPDPA, OWN + 8, INSTANCE)
        else:
            forwarded(story, UNKNOWN, 0, INSTANCE, GPDPA)

        assert counted(lookups.physical_device_lookup_there(story.view)) == (1, 0)

    def test_layers_that_need_none(self) -> None:
        """What every layer of devices intercepts needs none."""
        story = begun()
        lookup(story, INTO, "vkCreateDevice", OWN, INSTANCE)
        forwarded(story, GPDPA, FOREIGN, INSTANCE)

        assert counted(lookups.physical_device_lookup_there(story.view)) == (0, 0)

    def test_nobody_asked(self) -> None:
        """Without a sign of it, one way or the other, there is nothing to judge."""
        story = begun()
        lookup(story, INTO, "vkGetPhysicalDeviceProperties", OWN, INSTANCE)

        assert counted(lookups.physical_device_lookup_there(story.view)) == (0, 0)
