"""Judges of lookups that a layer answers or passes on, each on layers that keep its rule and layers that break it."""

from collections.abc import Callable

import pytest
from story import (
    DEVICE,
    FOREIGN,
    GDPA,
    GIPA,
    GPDPA,
    INSTANCE,
    INTO,
    LAYER,
    OUT,
    OWN,
    Story,
    begun,
    counted,
    created,
    created_device,
    created_with_own,
    forwarded,
    lookup,
    make,
)

from refloader.suite.layers.checks import lookups
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult

OTHER_INSTANCE, OTHER_DEVICE = 0x1100, 0x2100
UNKNOWN = "vkNobodyKnowsTEST"


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
    def test_asked(
        self, lookup_: str, handle: int, judge: Callable[[LayerCalls], CheckResult], answer: int
    ) -> None:
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
    def test_not_asked(self, lookup_: str, handle: int, judge: Callable[[LayerCalls], CheckResult]) -> None:
        """The layer says NULL of its own."""
        story = begun()
        call = lookup(story, INTO, UNKNOWN, 0, handle, lookup_)

        result = judge(story.view)

        assert [each.calls for each in result.broken] == [(call,)]

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

    @pytest.mark.parametrize("own_first", [True, False])
    def test_of_a_device_of_the_layers_own(self, own_first: bool) -> None:
        """The layer makes a device for itself too; the driver reuses its handle for a device of the application."""
        story = begun()
        created_with_own(story, 0x2200, own=0x2300, own_first=own_first)
        created_with_own(story, 0x2300, own=0x2400, own_first=own_first)
        forwarded(story, UNKNOWN, FOREIGN, 0x2200, GDPA, below=0x2200)
        forwarded(story, UNKNOWN, FOREIGN, 0x2300, GDPA, below=0x2300)

        assert counted(lookups.device_lookups_forwarded(story.view)) == (2, 0)

    def test_asked_with_a_device_of_the_layers_own(self) -> None:
        """What the layer asks with its own device besides is its own affair, but no answer for the application's."""
        story = begun()
        created_with_own(story, 0x2200, own=0x2400, own_first=True)
        with story.call(INTO, GDPA, device=0x2200, pName=UNKNOWN) as call:
            lookup(story, OUT, UNKNOWN, FOREIGN, 0x2400, GDPA)
            lookup(story, OUT, UNKNOWN, FOREIGN, 0x2200, GDPA)
            make(call, answer=FOREIGN)

        assert counted(lookups.device_lookups_forwarded(story.view)) == (1, 0)

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
        result = lookups.own_names_not_asked_below(self.asked("vkDestroyInstance", OWN).view)

        assert counted(result) == (1, 1)

    def test_not_asked(self) -> None:
        """It knows what it has; its table was filled at creation."""
        story = begun()
        lookup(story, OUT, "vkDestroyInstance", FOREIGN, INSTANCE)
        lookup(story, INTO, "vkDestroyInstance", OWN, INSTANCE)

        assert counted(lookups.own_names_not_asked_below(story.view)) == (1, 0)

    def test_whether_it_is_enabled(self) -> None:
        """For NULL a layer may rely on those below, so it has to ask of what must be enabled."""
        result = lookups.own_names_not_asked_below(self.asked("vkCreateSwapchainKHR", OWN).view)

        assert counted(result) == (0, 0)

    def test_nothing_seen(self) -> None:
        """A layer without functions of its own, as far as it was asked."""
        assert counted(lookups.own_names_not_asked_below(begun().view)) == (0, 0)


def test_another_layer_is_not_judged() -> None:
    """What goes through the links of others is no matter of this layer's."""
    story = begun()
    lookup(story, INTO, UNKNOWN, 0, INSTANCE)
    view = LayerCalls(story.view.recording, f"{LAYER}_not")

    assert counted(lookups.instance_lookups_forwarded(view)) == (0, 0)
