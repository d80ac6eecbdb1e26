"""Judges of lookups in a chain, each on layers that keep its rule and layers that break it."""

from collections.abc import Callable

import pytest
from story import (
    FOREIGN,
    GDPA,
    GIPA,
    GPDPA,
    INTO,
    LAYER,
    OUT,
    OWN,
    PAST,
    Story,
    created,
    created_device,
    forwarded,
    lookup,
)

from refloader.harness.layers.judges import lookups
from refloader.harness.layers.view import Look, View

INSTANCE, OTHER_INSTANCE, DEVICE, OTHER_DEVICE = 0x1000, 0x1100, 0x2000, 0x2100
UNKNOWN = "vkNobodyKnowsTEST"
DEBUG_UTILS, SWAPCHAIN = "VK_EXT_debug_utils", "VK_KHR_swapchain"


def begun(*extensions: str, low: int | None = None) -> Story:
    """A story with an instance and a device."""
    story = Story()
    created(story, INSTANCE, low, *extensions)
    created_device(story, DEVICE)
    return story


def counted(look: Look) -> tuple[int, int]:
    """How much was seen, and how much of it is wrong."""
    return look.seen, len(look.broken)


class TestForwarding:
    """Names that the layer does not intercept are answered as those below do."""

    @pytest.mark.parametrize(
        ("lookup_", "handle", "judge"),
        [
            (GIPA, INSTANCE, lookups.instance_lookups_forwarded),
            (GDPA, DEVICE, lookups.device_lookups_forwarded),
            (GPDPA, INSTANCE, lookups.physical_device_lookups_forwarded),
        ],
    )
    @pytest.mark.parametrize("answer", [FOREIGN, 0])
    def test_asked(self, lookup_: str, handle: int, judge: Callable[[View], Look], answer: int) -> None:
        """What is below is asked, and its answer handed up."""
        story = begun()
        forwarded(story, UNKNOWN, answer, handle, lookup_)

        assert counted(judge(story.view)) == (1, 0)

    @pytest.mark.parametrize(
        ("lookup_", "handle", "judge"),
        [
            (GIPA, INSTANCE, lookups.instance_lookups_forwarded),
            (GDPA, DEVICE, lookups.device_lookups_forwarded),
            (GPDPA, INSTANCE, lookups.physical_device_lookups_forwarded),
        ],
    )
    def test_not_asked(self, lookup_: str, handle: int, judge: Callable[[View], Look]) -> None:
        """The layer says NULL of its own."""
        story = begun()
        call = lookup(story, INTO, UNKNOWN, 0, handle, lookup_)

        look = judge(story.view)

        assert [each.calls for each in look.broken] == [(call,)]

    def test_asked_in_another_way(self) -> None:
        """Each lookup has its own next function: what vk_layerGetPhysicalDeviceProcAddr found is another answer."""
        story = begun()
        forwarded(story, UNKNOWN, 0, INSTANCE, GPDPA)
        lookup(story, INTO, UNKNOWN, 0, INSTANCE)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (1, 1)

    def test_answered_otherwise(self) -> None:
        """The layer asks, and hides the answer."""
        story = begun()
        lookup(story, OUT, UNKNOWN, FOREIGN, INSTANCE)
        lookup(story, INTO, UNKNOWN, 0, INSTANCE)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (1, 1)

    def test_from_a_table(self) -> None:
        """A layer may have asked before."""
        story = begun()
        lookup(story, OUT, "vkDestroyInstance", FOREIGN, INSTANCE)
        lookup(story, INTO, "vkDestroyInstance", FOREIGN, INSTANCE)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (1, 0)

    def test_a_core_command_is_swallowed(self) -> None:
        """What every instance has is not found any more."""
        story = begun()
        lookup(story, INTO, "vkDestroyInstance", 0, INSTANCE)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (1, 1)

    @pytest.mark.parametrize(
        "name",
        [
            "vkCreateSwapchainKHR",
            "vkGetPhysicalDeviceProperties2",
            "vkEnumerateInstanceVersion",
            "vkEnumerateDeviceLayerProperties",
            GPDPA,
            "vkNegotiateLoaderLayerInterfaceVersion",
            "",
        ],
    )
    def test_what_may_be_null(self, name: str) -> None:
        """NULL can be right for commands that have to be enabled, and for names of the interface."""
        story = begun()
        lookup(story, INTO, name, 0, INSTANCE)

        assert lookups.instance_lookups_forwarded(story.view).broken == []

    def test_own_functions(self) -> None:
        """What the layer intercepts is not what this is about."""
        story = begun()
        lookup(story, INTO, "vkDestroyInstance", OWN, INSTANCE)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (0, 0)

    def test_handles_that_nobody_gave(self) -> None:
        """With NULL, or an instance of somebody else's, nothing can be asked below."""
        story = begun()
        lookup(story, INTO, UNKNOWN, 0, 0)
        lookup(story, INTO, UNKNOWN, 0, 0x1234)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (0, 0)

    @pytest.mark.parametrize(("below", "breaches"), [(0xB000, 0), (0xB100, 1), (INSTANCE, 0)])
    def test_of_several_instances(self, below: int, breaches: int) -> None:
        """What is asked below is asked of the same instance. A handle that is none of them may be another wrapper."""
        story = begun(low=0xB000)
        created(story, OTHER_INSTANCE, 0xB100)
        forwarded(story, UNKNOWN, 0, INSTANCE, below=below)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (1, breaches)

    def test_of_several_devices(self) -> None:
        """What another device has is no answer for this one."""
        story = begun()
        created_device(story, OTHER_DEVICE)
        call = forwarded(story, UNKNOWN, FOREIGN, DEVICE, GDPA, below=OTHER_DEVICE)

        [breach] = lookups.device_lookups_forwarded(story.view).broken

        assert breach.calls[0] is call

    def test_commands_of_instances_by_a_device(self) -> None:
        """vkGetDeviceProcAddr is for device functions: whatever else is asked for may be NULL."""
        story = begun()
        lookup(story, INTO, "vkEnumeratePhysicalDevices", 0, DEVICE, GDPA)

        assert lookups.device_lookups_forwarded(story.view).broken == []

    def test_a_lookup_that_never_came_back(self) -> None:
        """A crash is not an answer."""
        story = begun()
        story.crash(INTO, GIPA, instance=INSTANCE, pName=UNKNOWN)

        assert counted(lookups.instance_lookups_forwarded(story.view)) == (0, 0)

    def test_somebody_below_without_the_lookup(self) -> None:
        """Another layer below may have no vk_layerGetPhysicalDeviceProcAddr."""
        story = Story(below="VK_LAYER_TEST_other")
        created(story, INSTANCE)
        lookup(story, INTO, UNKNOWN, 0, INSTANCE, GPDPA)

        assert counted(lookups.physical_device_lookups_forwarded(story.view)) == (0, 0)


class TestOwnNames:
    """What is the layer's own is answered without asking."""

    def asked(self, name: str, answer: int) -> Story:
        """A layer that asks below while it answers."""
        story = begun()
        with story.call(INTO, GIPA, instance=INSTANCE, pName=name) as call:
            lookup(story, OUT, name, FOREIGN, INSTANCE)
        call.made += lookup(Story(), INTO, name, answer, 0).made
        return story

    def test_asked_in_vain(self) -> None:
        """The layer asks below and answers with a function of its own."""
        look = lookups.own_names_not_asked_below(self.asked("vkDestroyInstance", OWN).view)

        assert counted(look) == (1, 1)

    def test_not_asked(self) -> None:
        """It knows what it has; its table was filled at creation."""
        story = begun()
        lookup(story, OUT, "vkDestroyInstance", FOREIGN, INSTANCE)
        lookup(story, INTO, "vkDestroyInstance", OWN, INSTANCE)

        assert counted(lookups.own_names_not_asked_below(story.view)) == (1, 0)

    def test_whether_it_is_enabled(self) -> None:
        """For NULL a layer may rely on those below, so it has to ask of what must be enabled."""
        look = lookups.own_names_not_asked_below(self.asked("vkCreateSwapchainKHR", OWN).view)

        assert counted(look) == (0, 0)

    def test_nothing_seen(self) -> None:
        """A layer without functions of its own, as far as it was asked."""
        assert counted(lookups.own_names_not_asked_below(begun().view)) == (0, 0)


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

        look = lookups.device_functions_intercepted_in_the_device_chain(story.view)

        assert counted(look) == (1, 0)

    def test_device_functions_that_no_device_was_asked_for(self) -> None:
        """Without a device there is nothing to compare."""
        story = begun()
        lookup(story, INTO, "vkQueueSubmit", OWN, INSTANCE)

        look = lookups.device_functions_intercepted_in_the_device_chain(story.view)

        assert counted(look) == (0, 0)


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


def test_another_layer_is_not_judged() -> None:
    """What goes through the links of others is no matter of this layer's."""
    story = begun()
    lookup(story, INTO, UNKNOWN, 0, INSTANCE)
    view = View(story.view.recording, f"{LAYER}_not")

    assert counted(lookups.instance_lookups_forwarded(view)) == (0, 0)
