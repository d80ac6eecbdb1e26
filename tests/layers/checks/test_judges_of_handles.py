"""Judges of the handles that a layer passes down, each on layers that keep its rule and layers that break it."""

import pytest
from written import (
    BUFFER,
    DEVICE,
    INSTANCE,
    PHYSICAL,
    QUEUE,
    Writer,
    a_buffer,
    a_device,
    a_physical_device,
    a_queue,
    a_world,
    an_instance,
    breaches,
    buffer_of,
    handle,
    of_device,
)

from refloader.suite.layers.checks import handles

WRAPPER = 0xF00
ASK = "vkGetBufferMemoryRequirements"
JUDGES = [handles.unwrapped, handles.alive, handles.present, handles.apart, handles.emptied, handles.ended]


@pytest.mark.parametrize("judge", JUDGES)
class TestNothingToSee:
    """A recording that says nothing of handles has no verdict."""

    def test_an_empty_recording(self, judge: handles.LayerCheck) -> None:
        """Nothing was seen, and it is said what was missing."""
        result = judge(Writer().view())

        assert (result.seen, result.broken) == (0, [])
        assert result.missing

    def test_a_plain_program(self, judge: handles.LayerCheck) -> None:
        """A layer that passes everything on as it is breaks nothing."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        chain.through(ASK, *buffer_of(BUFFER), words=[DEVICE, BUFFER])
        chain.through("vkDestroyBuffer", *buffer_of(BUFFER), words=[DEVICE, BUFFER, 0])
        chain.through("vkDestroyDevice", of_device(), words=[DEVICE, 0])

        assert judge(chain.view()).broken == []


class TestUnwrapped:
    """A layer that hands up handles of its own passes those from below down."""

    def test_unwrapped(self) -> None:
        """The lower handle goes down in the place of the layer's own."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, WRAPPER, BUFFER)
        with chain.into(ASK, *buffer_of(WRAPPER)):
            chain.down(ASK, *buffer_of(BUFFER))

        result = handles.unwrapped(chain.view())

        assert result.seen > 0
        assert result.broken == []

    def test_samplers_of_descriptors(self) -> None:
        """The member does not always count; but who put the layer's own handle there wanted it to."""
        chain = Writer()
        a_world(chain)
        made = handle("VkSampler", "pSampler", WRAPPER)
        with chain.into("vkCreateSampler", of_device(), made=[made]):
            chain.down("vkCreateSampler", of_device(), made=[made._replace(value=BUFFER)])
        written = handle("VkSampler", "pDescriptorWrites[0].pImageInfo[0].sampler", WRAPPER)
        chain.through("vkUpdateDescriptorSets", of_device(), written)

        result = handles.unwrapped(chain.view())

        assert breaches(result) == [["vkCreateSampler", "vkUpdateDescriptorSets", "vkUpdateDescriptorSets"]]

    def test_not_unwrapped(self) -> None:
        """The call that brought the layer's own handle and the one that it goes down in are shown."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, WRAPPER, BUFFER)
        chain.through(ASK, *buffer_of(WRAPPER))

        result = handles.unwrapped(chain.view())

        assert breaches(result) == [["vkCreateBuffer", ASK, ASK]]
        assert result.broken[0].fact == (
            f"the layer passes down its own VkBuffer 0xf00 as {ASK}'s buffer, which it handed up from vkCreateBuffer"
        )

    def test_in_a_call_that_never_came_back(self) -> None:
        """The driver that crashed over it does not hide it."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, WRAPPER, BUFFER)
        chain.enter(1, ASK, *buffer_of(WRAPPER))
        chain.enter(2, ASK, *buffer_of(WRAPPER))

        assert breaches(handles.unwrapped(chain.view())) == [["vkCreateBuffer", ASK, ASK]]

    def test_in_a_lookup(self) -> None:
        """Functions of the interface take lower handles too."""
        chain = Writer()
        an_instance(chain, WRAPPER, INSTANCE)
        lookup = "vk_layerGetPhysicalDeviceProcAddr"
        chain.through(lookup, handle("VkInstance", "instance", WRAPPER))

        assert breaches(handles.unwrapped(chain.view())) == [["vkCreateInstance", lookup, lookup]]

    def test_in_a_structure(self) -> None:
        """A handle counts wherever the registry knows one."""
        chain = Writer()
        a_world(chain)
        a_queue(chain)
        made = [handle("VkCommandBuffer", "pCommandBuffers[0]", WRAPPER)]
        low = [handle("VkCommandBuffer", "pCommandBuffers[0]", BUFFER)]
        with chain.into("vkAllocateCommandBuffers", of_device(), made=made):
            chain.down("vkAllocateCommandBuffers", of_device(), made=low)
        submitted = handle("VkCommandBuffer", "pSubmits[0].pCommandBuffers[0]", WRAPPER)
        chain.through("vkQueueSubmit", handle("VkQueue", "queue", QUEUE), submitted)

        result = handles.unwrapped(chain.view())

        assert breaches(result) == [["vkAllocateCommandBuffers", "vkQueueSubmit", "vkQueueSubmit"]]

    def test_the_same_number_of_another_type(self) -> None:
        """A number that is a buffer below is no image there."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, 0x7, 0x7)
        with chain.into("vkCreateImage", of_device(), made=[handle("VkImage", "pImage", 0x7)]):
            chain.down("vkCreateImage", of_device(), made=[handle("VkImage", "pImage", 0x8)])
        chain.through("vkGetImageMemoryRequirements", of_device(), handle("VkImage", "image", 0x7))

        assert len(handles.unwrapped(chain.view()).broken) == 1

    def test_a_number_that_is_known_below_too(self) -> None:
        """The layer's own number may be another object's below: nothing can be said of it."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, 0x2, 0x1)
        a_buffer(chain, 0x3, 0x2)
        with chain.into(ASK, *buffer_of(0x3)):
            chain.down(ASK, *buffer_of(0x2))

        assert handles.unwrapped(chain.view()).broken == []

    def test_handles_of_the_application(self) -> None:
        """What nobody has handed up may have come by ways that are not recorded."""
        chain = Writer()
        a_world(chain)
        chain.through(ASK, *buffer_of(0x99))

        assert handles.unwrapped(chain.view()).broken == []

    def test_lists_that_were_cut(self) -> None:
        """Where a list was not recorded to its end, more of its type may have come from below."""
        chain = Writer()
        a_world(chain)
        last = handle("VkCommandBuffer", "pCommandBuffers[63]", 0x100)
        more = handle("VkCommandBuffer", "pCommandBuffers[0]", WRAPPER)
        with chain.into("vkAllocateCommandBuffers", of_device(), made=[more]):
            chain.down("vkAllocateCommandBuffers", of_device(), made=[last])
        chain.through("vkEndCommandBuffer", handle("VkCommandBuffer", "commandBuffer", WRAPPER))

        assert handles.unwrapped(chain.view()).broken == []

    def test_members_that_may_be_ignored(self) -> None:
        """A member that counts only at times may hold anything."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, WRAPPER, BUFFER)
        stale = handle("VkBuffer", "pCreateInfos[0].basePipelineHandle", WRAPPER)
        chain.through("vkCreateGraphicsPipelines", of_device(), stale)

        assert handles.unwrapped(chain.view()).broken == []


class TestWrapping:
    """Who hands up handles of its own can be told from who does not."""

    def test_a_layer_that_wraps(self) -> None:
        """The buffer above is another than the one below."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, WRAPPER, BUFFER)

        assert handles.wraps(chain.view())

    def test_a_layer_that_does_not(self) -> None:
        """What it hands up came from below; that it passes down what nobody has made changes nothing."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        with chain.into(ASK, *buffer_of(BUFFER)):
            chain.down(ASK, *buffer_of(WRAPPER))

        assert not handles.wraps(chain.view())


class TestPresent:
    """What has to be an object is one."""

    def test_null_where_there_must_be_something(self) -> None:
        """The layer lost a handle on the way."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        with chain.into(ASK, *buffer_of(BUFFER), words=[DEVICE, BUFFER]):
            chain.down(ASK, of_device(), words=[DEVICE, 0])

        result = handles.present(chain.view())

        assert breaches(result) == [[ASK, ASK]]
        assert result.broken[0].fact == f"the layer passes down VK_NULL_HANDLE as {ASK}'s buffer"

    def test_null_where_there_may_be_nothing(self) -> None:
        """A fence to submit with may be left out, and nothing may be destroyed."""
        chain = Writer()
        a_world(chain)
        a_queue(chain)
        chain.through("vkQueueSubmit", handle("VkQueue", "queue", QUEUE), words=[QUEUE, 0, 0, 0])
        chain.through("vkDestroyBuffer", of_device(), words=[DEVICE, 0, 0])

        result = handles.present(chain.view())

        assert result.seen > 0
        assert result.broken == []

    def test_null_from_the_application(self) -> None:
        """What is already wrong above is not the layer's."""
        chain = Writer()
        a_world(chain)
        chain.through(ASK, of_device(), words=[DEVICE, 0])

        assert handles.present(chain.view()).broken == []

    def test_a_dispatchable_object_that_nobody_has_made(self) -> None:
        """Commands go by objects that came up from below or down from above."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkDeviceWaitIdle", of_device(), words=[DEVICE]):
            chain.down("vkDeviceWaitIdle", of_device(0x1234), words=[0x1234])

        result = handles.present(chain.view())

        assert breaches(result) == [["vkDeviceWaitIdle", "vkDeviceWaitIdle"]]
        assert "VkDevice 0x1234" in result.broken[0].fact

    def test_an_object_exchanged_for_nothing(self) -> None:
        """In the place of the application's object goes a number that is no object."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        with chain.into(ASK, *buffer_of(BUFFER)):
            chain.down(ASK, *buffer_of(BUFFER ^ 0x5A5A))

        result = handles.present(chain.view())

        assert breaches(result) == [[ASK, ASK]]
        assert "which nobody has made" in result.broken[0].fact

    def test_an_object_of_unknown_origin(self) -> None:
        """What the layer uses for itself may have come up by ways that nobody sees."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkDeviceWaitIdle", of_device()):
            chain.down(ASK, *buffer_of(0x77))

        assert handles.present(chain.view()).broken == []

    def test_a_handle_that_came_down(self) -> None:
        """What the application gave may come from where no observer is."""
        chain = Writer()
        a_world(chain)
        chain.through("vkDeviceWaitIdle", of_device(0x1234), words=[0x1234])

        assert handles.present(chain.view()).broken == []


class TestApart:
    """Objects of two devices never meet."""

    def two_devices(self) -> Writer:
        """A chain with a buffer on each of two devices."""
        chain = Writer()
        a_world(chain)
        a_device(chain, 0x31, 0x31, word=0xCC00)
        a_buffer(chain, 0x61, 0x61, DEVICE)
        a_buffer(chain, 0x62, 0x62, 0x31)
        return chain

    def test_kept_apart(self) -> None:
        """Each device gets its own."""
        chain = self.two_devices()
        chain.through(ASK, *buffer_of(0x61, DEVICE))
        chain.through(ASK, *buffer_of(0x62, 0x31))

        result = handles.apart(chain.view())

        assert result.seen == 2
        assert result.broken == []

    def test_mixed_up(self) -> None:
        """The layer calls the one device with the other's buffer."""
        chain = self.two_devices()
        with chain.into(ASK, *buffer_of(0x62, 0x31)):
            chain.down(ASK, *buffer_of(0x62, DEVICE))

        result = handles.apart(chain.view())

        assert breaches(result) == [[ASK, ASK]]
        assert "to VkDevice 0x3000, it belongs to VkDevice 0x31" in result.broken[0].fact

    def test_mixed_up_by_the_application(self) -> None:
        """What is already wrong above is not the layer's."""
        chain = self.two_devices()
        chain.through(ASK, *buffer_of(0x62, DEVICE))

        assert handles.apart(chain.view()).broken == []

    def test_devices_in_one_another(self) -> None:
        """A forged recording has objects of objects of objects: their end is taken as any other."""
        chain = Writer()
        an_instance(chain)
        a_physical_device(chain)
        for number in range(3000):
            of, made = (
                handle("VkPhysicalDevice", "physicalDevice", PHYSICAL + number + each) for each in (0, 1)
            )
            chain.through("vkCreateDevice", of, made=[made])
        chain.through("vkDestroyInstance", handle("VkInstance", "instance", INSTANCE))
        chain.down("vkEnumerateDeviceExtensionProperties", of)

        assert len(breaches(handles.alive(chain.view()))) == 1

    def test_one_number_on_both_devices(self) -> None:
        """Objects of two devices may share their number."""
        chain = self.two_devices()
        a_buffer(chain, 0x71, 0x70, DEVICE)
        a_buffer(chain, 0x72, 0x70, 0x31)
        with chain.into(ASK, *buffer_of(0x71, DEVICE)):
            chain.down(ASK, *buffer_of(0x70, DEVICE))
        with chain.into(ASK, *buffer_of(0x72, 0x31)):
            chain.down(ASK, *buffer_of(0x70, 0x31))

        assert handles.apart(chain.view()).broken == []

    def test_objects_of_two_instances(self) -> None:
        """A physical device of the one instance is no business of the other."""
        chain = Writer()
        an_instance(chain)
        a_physical_device(chain)
        an_instance(chain, 0x11, 0x11)
        surface = handle("VkSurfaceKHR", "pSurface", 0x80)
        chain.through("vkCreateHeadlessSurfaceEXT", handle("VkInstance", "instance", 0x11), made=[surface])
        asked = "vkGetPhysicalDeviceSurfaceSupportKHR"
        with chain.into("vkEnumerateInstanceVersion"):
            chain.down(
                asked,
                handle("VkPhysicalDevice", "physicalDevice", PHYSICAL),
                handle("VkSurfaceKHR", "surface", 0x80),
            )

        assert breaches(handles.apart(chain.view())) == [["vkEnumerateInstanceVersion", asked]]
