"""Judges of what dispatchable objects begin with, on layers that fill it in and layers that do not."""

import pytest
from written import (
    DEVICE_WORD,
    INSTANCE,
    INSTANCE_WORD,
    PHYSICAL,
    QUEUE,
    UNFILLED,
    Writer,
    a_device,
    a_physical_device,
    a_queue,
    a_world,
    an_instance,
    breaches,
    handle,
    of_device,
)

from refloader.suite.layers.checks import objects

WRAPPER = 0xF00
OWN = 0x61


def own_command_buffer(chain: Writer, word: int) -> None:
    """The layer makes a command buffer for itself and begins it."""
    with chain.into("vkQueueSubmit", handle("VkQueue", "queue", QUEUE, DEVICE_WORD)):
        made = [handle("VkCommandBuffer", "pCommandBuffers[0]", OWN, UNFILLED)]
        chain.down("vkAllocateCommandBuffers", of_device(), made=made)
        chain.down("vkBeginCommandBuffer", handle("VkCommandBuffer", "commandBuffer", OWN, word))


@pytest.mark.parametrize("judge", [objects.filled_below, objects.filled_above, objects.shared_above])
class TestNothingToSee:
    """A layer that makes no dispatchable objects has nothing to fill in."""

    def test_a_plain_program(self, judge: objects.LayerCheck) -> None:
        """Nothing was seen, and it is said what was missing."""
        chain = Writer()
        a_world(chain)
        a_queue(chain)
        chain.through("vkQueueWaitIdle", handle("VkQueue", "queue", QUEUE, DEVICE_WORD))

        result = judge(chain.view())

        assert (result.seen, result.broken) == (0, [])
        assert result.missing


class TestFilledBelow:
    """What the loader has not seen the layer fills in."""

    def test_filled(self) -> None:
        """The layer's own command buffer begins with what its device begins with."""
        chain = Writer()
        a_world(chain)
        own_command_buffer(chain, DEVICE_WORD)

        result = objects.filled_below(chain.view())

        assert (result.seen, result.broken) == (1, [])

    @pytest.mark.parametrize("word", [UNFILLED, 0, 0xBAD])
    def test_not_filled(self, word: int) -> None:
        """The call that made it is shown, and the one that it goes down in."""
        chain = Writer()
        a_world(chain)
        own_command_buffer(chain, word)

        result = objects.filled_below(chain.view())

        assert breaches(result) == [["vkAllocateCommandBuffers", "vkBeginCommandBuffer"]]
        assert f"begins with {word:#x}" in result.broken[0].fact
        assert f"its device begins with {DEVICE_WORD:#x}" in result.broken[0].fact

    def test_the_number_of_one_that_the_loader_filled_in(self) -> None:
        """A driver gives a device's queue the number of another's that is gone: nobody has filled in the new one."""
        chain = Writer()
        a_world(chain)
        a_queue(chain)
        chain.through("vkDestroyDevice", of_device())
        a_device(chain)
        chain.down("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", QUEUE, UNFILLED)])
        chain.down("vkQueueWaitIdle", handle("VkQueue", "queue", QUEUE, UNFILLED))

        assert breaches(objects.filled_below(chain.view())) == [["vkGetDeviceQueue", "vkQueueWaitIdle"]]

    def test_in_a_call_that_never_came_back(self) -> None:
        """The next layer that crashed over it does not hide it."""
        chain = Writer()
        a_world(chain)
        chain.down("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", QUEUE, UNFILLED)])
        chain.enter(2, "vkQueueWaitIdle", handle("VkQueue", "queue", QUEUE, UNFILLED))

        assert breaches(objects.filled_below(chain.view())) == [["vkGetDeviceQueue", "vkQueueWaitIdle"]]

    def test_what_the_trampoline_will_fill(self) -> None:
        """While an object is on its way to the application nobody has filled it in yet."""
        chain = Writer()
        a_world(chain)
        made = [handle("VkCommandBuffer", "pCommandBuffers[0]", OWN, UNFILLED)]
        with chain.into("vkAllocateCommandBuffers", of_device(), made=made):
            chain.down("vkAllocateCommandBuffers", of_device(), made=made)
            chain.down("vkResetCommandBuffer", handle("VkCommandBuffer", "commandBuffer", OWN, UNFILLED))

        assert objects.filled_below(chain.view()).broken == []

    def test_beneath_a_wrapper(self) -> None:
        """The loader fills in the wrapper alone, the object in it is the layer's to fill."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", WRAPPER, 0)]):
            chain.down("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", QUEUE, UNFILLED)])
        with chain.into("vkQueueWaitIdle", handle("VkQueue", "queue", WRAPPER, DEVICE_WORD)):
            chain.down("vkQueueWaitIdle", handle("VkQueue", "queue", QUEUE, UNFILLED))

        assert breaches(objects.filled_below(chain.view())) == [["vkGetDeviceQueue", "vkQueueWaitIdle"]]


class TestFilledAbove:
    """Objects of the layer's own begin with a dispatch pointer when they come up."""

    @pytest.mark.parametrize("word", [0, UNFILLED])
    def test_an_instance_without(self, word: int) -> None:
        """A wrapped instance that begins with nothing is of no use to a layer above."""
        chain = Writer()
        an_instance(chain, WRAPPER, INSTANCE, word)

        result = objects.filled_above(chain.view())

        assert breaches(result) == [["vkCreateInstance"]]
        assert f"its own VkInstance {WRAPPER:#x}" in result.broken[0].fact

    def test_an_instance_with_one(self) -> None:
        """Whose table it is does not matter."""
        chain = Writer()
        an_instance(chain, WRAPPER, INSTANCE, 0xDD00)

        result = objects.filled_above(chain.view())

        assert (result.seen, result.broken) == (1, [])

    def test_a_queue_that_the_loader_fills(self) -> None:
        """What goes through a trampoline may come up as it is."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", WRAPPER, 0)]):
            chain.down("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", QUEUE, UNFILLED)])

        assert objects.filled_above(chain.view()).broken == []


class TestSharedAbove:
    """All objects of an instance or a device begin alike."""

    def ask(self, chain: Writer, word: int) -> None:
        """The application asks something of the layer's physical device, which begins with this."""
        up = handle("VkPhysicalDevice", "physicalDevice", WRAPPER, word)
        with chain.into("vkGetPhysicalDeviceProperties", up):
            down = handle("VkPhysicalDevice", "physicalDevice", PHYSICAL, INSTANCE_WORD)
            chain.down("vkGetPhysicalDeviceProperties", down)

    def test_alike(self) -> None:
        """The layer copied its parent's word."""
        chain = Writer()
        an_instance(chain)
        a_physical_device(chain, WRAPPER, PHYSICAL)
        self.ask(chain, INSTANCE_WORD)

        result = objects.shared_above(chain.view())

        assert (result.seen, result.broken) == (1, [])

    @pytest.mark.parametrize("word", [0, UNFILLED, 0x1234])
    def test_not_alike(self, word: int) -> None:
        """A layer above would not find what belongs to the instance."""
        chain = Writer()
        an_instance(chain)
        a_physical_device(chain, WRAPPER, PHYSICAL, word)
        self.ask(chain, word)

        result = objects.shared_above(chain.view())

        assert breaches(result) == [["vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties"]]
        assert f"begins with {word:#x}" in result.broken[0].fact

    def test_a_queue_of_a_device(self) -> None:
        """A queue goes by its device, not by its instance."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", WRAPPER, 0)]):
            chain.down("vkGetDeviceQueue", of_device(), made=[handle("VkQueue", "pQueue", QUEUE, UNFILLED)])
        with chain.into("vkQueueWaitIdle", handle("VkQueue", "queue", WRAPPER, DEVICE_WORD)):
            chain.down("vkQueueWaitIdle", handle("VkQueue", "queue", QUEUE, DEVICE_WORD))

        result = objects.shared_above(chain.view())

        assert (result.seen, result.broken) == (1, [])
