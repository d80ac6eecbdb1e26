"""Judges of handles whose objects have ended or should have, each on layers that do it right and that do not."""

from dataclasses import replace

import pytest
from written import (
    BUFFER,
    DEVICE_WORD,
    INSTANCE,
    PHYSICAL,
    QUEUE,
    Writer,
    a_buffer,
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
from refloader.suite.layers.checks.layer_calls import LayerCalls

ASK = "vkGetBufferMemoryRequirements"


class TestAlive:
    """Nothing that has ended goes down."""

    def test_used_after_its_end(self) -> None:
        """The call that ended it is shown beside the one that uses it."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        chain.through("vkDestroyBuffer", *buffer_of(BUFFER))
        with chain.into("vkDeviceWaitIdle", of_device()):
            chain.down(ASK, *buffer_of(BUFFER))

        result = handles.alive(chain.view())

        assert breaches(result) == [["vkDestroyBuffer", "vkDeviceWaitIdle", ASK]]
        assert "after vkDestroyBuffer has ended it" in result.broken[0].fact

    def test_a_mistake_of_the_application(self) -> None:
        """What is already wrong above is not the layer's."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        chain.through("vkDestroyBuffer", *buffer_of(BUFFER))
        chain.through(ASK, *buffer_of(BUFFER))

        assert handles.alive(chain.view()).broken == []

    def test_a_number_that_is_used_again(self) -> None:
        """A new object may have the old one's number."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        chain.through("vkDestroyBuffer", *buffer_of(BUFFER))
        a_buffer(chain)
        chain.through(ASK, *buffer_of(BUFFER))

        result = handles.alive(chain.view())

        assert result.seen > 0
        assert result.broken == []

    def test_two_objects_with_one_number(self) -> None:
        """The other one lives on when one of them has ended."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain, 0xF1, BUFFER)
        a_buffer(chain, 0xF2, BUFFER)
        with chain.into("vkDestroyBuffer", *buffer_of(0xF1)):
            chain.down("vkDestroyBuffer", *buffer_of(BUFFER))
        with chain.into(ASK, *buffer_of(0xF2)):
            chain.down(ASK, *buffer_of(BUFFER))

        assert handles.alive(chain.view()).broken == []

    def test_a_number_that_comes_again_before_the_end_is_over(self) -> None:
        """Another thread may be given it as soon as its owner has begun to end it."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        above = chain.enter(1, "vkDestroyBuffer", *buffer_of(BUFFER))
        below = chain.enter(2, "vkDestroyBuffer", *buffer_of(BUFFER))
        made = [handle("VkBuffer", "pBuffer", BUFFER)]
        chain.through("vkCreateBuffer", of_device(), made=made, thread=2)
        below.leave()
        above.leave()
        chain.through(ASK, *buffer_of(BUFFER), thread=2)

        assert handles.alive(chain.view()).broken == []

    def test_a_lookup_after_the_end(self) -> None:
        """Lookups are many, and the one that comes after the end of the instance is not overlooked."""
        chain = Writer()
        an_instance(chain)
        given = handle("VkInstance", "instance", INSTANCE)
        chain.through("vkGetInstanceProcAddr", given)
        chain.through("vkDestroyInstance", given)
        chain.down("vkGetInstanceProcAddr", given)
        chain.down("vkGetInstanceProcAddr", given)

        result = handles.alive(chain.view())

        assert breaches(result) == [["vkDestroyInstance", "vkGetInstanceProcAddr"]]

    @pytest.mark.parametrize(
        ("make", "type_", "holder", "end"),
        [
            ("vkAllocateCommandBuffers", "VkCommandBuffer", "commandPool", "vkDestroyCommandPool"),
            ("vkAllocateDescriptorSets", "VkDescriptorSet", "descriptorPool", "vkDestroyDescriptorPool"),
            ("vkAllocateDescriptorSets", "VkDescriptorSet", "descriptorPool", "vkResetDescriptorPool"),
        ],
    )
    def test_what_ends_with_a_pool(self, make: str, type_: str, holder: str, end: str) -> None:
        """The objects of a pool end with it, or when it is emptied."""
        chain = Writer()
        a_world(chain)
        pool_type = f"Vk{holder[0].upper()}{holder[1:]}"
        chain.through(f"vkCreate{pool_type[2:]}", of_device(), made=[handle(pool_type, "pPool", 0x51)])
        held = handle(pool_type, f"pAllocateInfo.{holder}", 0x51)
        chain.through(make, of_device(), held, made=[handle(type_, "pMade[0]", 0x61)])
        chain.through(end, of_device(), handle(pool_type, holder, 0x51))
        with chain.into("vkDeviceWaitIdle", of_device()):
            chain.down("vkQueueSubmit", handle(type_, "pSubmits[0].pUsed[0]", 0x61))

        assert breaches(handles.alive(chain.view())) == [[end, "vkDeviceWaitIdle", "vkQueueSubmit"]]

    def test_what_ends_with_a_device(self) -> None:
        """A queue is gone with its device."""
        chain = Writer()
        a_world(chain)
        a_queue(chain)
        chain.through("vkDestroyDevice", of_device())
        chain.down("vkQueueWaitIdle", handle("VkQueue", "queue", QUEUE))

        assert breaches(handles.alive(chain.view())) == [["vkDestroyDevice", "vkQueueWaitIdle"]]

    def test_one_out_of_a_list(self) -> None:
        """Freeing some command buffers leaves the others."""
        chain = Writer()
        a_world(chain)
        made = [handle("VkCommandBuffer", f"pCommandBuffers[{at}]", 0x60 + at) for at in range(2)]
        chain.through("vkAllocateCommandBuffers", of_device(), made=made)
        chain.through("vkFreeCommandBuffers", of_device(), made[0])
        chain.down("vkEndCommandBuffer", handle("VkCommandBuffer", "commandBuffer", 0x61))
        chain.down("vkEndCommandBuffer", handle("VkCommandBuffer", "commandBuffer", 0x60))

        result = handles.alive(chain.view())

        assert breaches(result) == [["vkFreeCommandBuffers", "vkEndCommandBuffer"]]
        assert "VkCommandBuffer 0x60" in result.broken[0].fact


class TestEnded:
    """What the application destroys does not live on below."""

    def chain(self, *, below: bool) -> Writer:
        """An application that makes and destroys an instance, and a layer that passes the end down or does not."""
        chain = Writer()
        chain.through("vkCreateInstance", made=[handle("VkInstance", "pInstance", 0x10)])
        end = [handle("VkInstance", "instance", 0x10)]
        if below:
            chain.through("vkDestroyInstance", *end, words=[0x10, 0])
        else:
            with chain.into("vkDestroyInstance", *end, words=[0x10, 0]):
                pass
        return chain

    def test_passed_down(self) -> None:
        """Nothing lives on."""
        result = handles.ended(self.chain(below=True).view())

        assert (result.seen, result.broken) == (1, [])

    def test_kept(self) -> None:
        """The call that made it is shown, and the end that was not passed down."""
        result = handles.ended(self.chain(below=False).view())

        assert breaches(result) == [["vkCreateInstance", "vkDestroyInstance"]]
        assert "vkDestroyInstance is not called below for 1" in result.broken[0].fact

    def test_later(self) -> None:
        """A layer may destroy it at another time."""
        chain = self.chain(below=False)
        with chain.into("vkEnumerateInstanceVersion"):
            chain.down("vkDestroyInstance", handle("VkInstance", "instance", 0x10), words=[0x10, 0])

        assert handles.ended(chain.view()).broken == []

    def test_a_recording_without_room(self) -> None:
        """The call down may be among those that it lost."""
        view = self.chain(below=False).view()
        cut = LayerCalls(replace(view.recording, lost=1), view.layer)

        assert handles.ended(cut).broken == []

    def test_an_application_that_keeps_its_own(self) -> None:
        """Then nothing has to be destroyed below."""
        chain = Writer()
        chain.through("vkCreateInstance", made=[handle("VkInstance", "pInstance", 0x10)])

        assert handles.ended(chain.view()).seen == 0


class TestEmptied:
    """A device goes when nothing is left of what the layer made on it."""

    def test_something_of_the_layer_is_left(self) -> None:
        """The call that made it is shown, and the one that destroys the device."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkDeviceWaitIdle", of_device()):
            chain.down("vkCreateBuffer", of_device(), made=[handle("VkBuffer", "pBuffer", BUFFER)])
        chain.through("vkDestroyDevice", of_device())

        result = handles.emptied(chain.view())

        assert breaches(result) == [["vkCreateBuffer", "vkDestroyDevice", "vkDestroyDevice"]]

    def test_something_of_the_application_is_left(self) -> None:
        """A layer that destroys what it is told to destroy does nothing of itself."""
        chain = Writer()
        a_world(chain)
        a_buffer(chain)
        chain.through("vkDestroyDevice", of_device())

        assert handles.emptied(chain.view()).broken == []

    def test_what_goes_with_others(self) -> None:
        """Queues, and what is in a pool that has gone, need no end of their own."""
        chain = Writer()
        a_world(chain)
        a_queue(chain)
        pool = handle("VkCommandPool", "pAllocateInfo.commandPool", 0x50)
        with chain.into("vkDeviceWaitIdle", of_device()):
            chain.down(
                "vkCreateCommandPool", of_device(), made=[handle("VkCommandPool", "pCommandPool", 0x50)]
            )
            made = [handle("VkCommandBuffer", "pCommandBuffers[0]", 0x60, DEVICE_WORD)]
            chain.down("vkAllocateCommandBuffers", of_device(), pool, made=made)
            chain.down("vkDestroyCommandPool", of_device(), handle("VkCommandPool", "commandPool", 0x50))
        chain.through("vkDestroyDevice", of_device())

        result = handles.emptied(chain.view())

        assert (result.seen, result.broken) == (1, [])

    def test_what_could_not_be_made(self) -> None:
        """What a failed call has left in its memory is no object."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkDeviceWaitIdle", of_device()):
            made = [handle("VkBuffer", "pBuffer", 0x66)]
            chain.down("vkCreateBuffer", of_device(), made=made, result=-2)
        chain.through("vkDestroyDevice", of_device())

        assert handles.emptied(chain.view()).broken == []

    def test_a_device_that_an_instance_leaves(self) -> None:
        """A device of the layer's own has to go before its instance."""
        chain = Writer()
        an_instance(chain)
        a_physical_device(chain)
        physical = handle("VkPhysicalDevice", "physicalDevice", PHYSICAL)
        with chain.into("vkGetPhysicalDeviceProperties", physical):
            chain.down("vkCreateDevice", physical, made=[handle("VkDevice", "pDevice", 0x33)])
        chain.through("vkDestroyInstance", handle("VkInstance", "instance", INSTANCE))

        result = handles.emptied(chain.view())

        assert breaches(result) == [["vkCreateDevice", "vkDestroyInstance", "vkDestroyInstance"]]


def test_a_recording_that_is_its_own_caller() -> None:
    """Whoever writes a recording may be wrong: a call that seems to be made in itself is no riddle without an end."""
    chain = Writer()
    a_world(chain)
    call = chain.enter(2, ASK, *buffer_of(BUFFER))
    again = chain.enter(2, ASK, *buffer_of(BUFFER))
    view = chain.view()
    view.recording.calls[again.place // 8].caller = again.place // 8
    view.recording.calls[call.place // 8].caller = again.place // 8

    assert handles.alive(view).broken == []
