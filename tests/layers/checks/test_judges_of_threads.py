"""The judge of several threads, on layers that keep objects to one and layers that do not."""

import pytest
from written import DEVICE, QUEUE, Writer, a_device, a_queue, a_world, breaches, handle, of_device, text

from refloader.suite.layers.checks import threads

TO_QUEUE = handle("VkQueue", "queue", QUEUE)


def a_world_with_a_queue() -> Writer:
    """A device with a queue."""
    chain = Writer()
    a_world(chain)
    a_queue(chain)
    return chain


def both_submit(chain: Writer, *, above: bool) -> None:
    """Two threads are in vkQueueSubmit below the layer; ``above``: the application has them there already."""
    first = chain.enter(1, "vkQueueSubmit", TO_QUEUE, thread=1)
    one = chain.enter(2, "vkQueueSubmit", TO_QUEUE, thread=1)
    if above:
        second = chain.enter(1, "vkQueueSubmit", TO_QUEUE, thread=2)
    other = chain.enter(2, "vkQueueSubmit", TO_QUEUE, thread=2)
    one.leave()
    first.leave()
    other.leave()
    if above:
        second.leave()


def test_one_thread() -> None:
    """Where there is one thread nothing can be seen."""
    chain = a_world_with_a_queue()
    chain.through("vkQueueSubmit", TO_QUEUE)

    result = threads.synchronised(chain.view())

    assert (result.seen, result.broken) == (0, [])
    assert result.missing


def test_one_after_another() -> None:
    """A layer's own thread that waits for its turn breaks nothing."""
    chain = a_world_with_a_queue()
    chain.through("vkQueueSubmit", TO_QUEUE, thread=1)
    chain.down("vkQueueSubmit", TO_QUEUE, thread=2)

    assert threads.synchronised(chain.view()).broken == []


def test_a_thread_of_the_layers_own() -> None:
    """Both calls are shown."""
    chain = a_world_with_a_queue()
    both_submit(chain, above=False)

    result = threads.synchronised(chain.view())

    assert breaches(result) == [["vkQueueSubmit", "vkQueueSubmit"]]
    assert result.broken[0].fact == (
        "two threads use VkQueue 0x4000 below the layer at once: "
        "thread 1 is in vkQueueSubmit, thread 2 in vkQueueSubmit"
    )


def test_a_call_that_never_came_back() -> None:
    """A thread that is still in it counts."""
    chain = a_world_with_a_queue()
    chain.enter(2, "vkQueueSubmit", TO_QUEUE, thread=1)
    chain.enter(2, "vkQueueWaitIdle", TO_QUEUE, thread=2)

    assert breaches(threads.synchronised(chain.view())) == [["vkQueueSubmit", "vkQueueWaitIdle"]]


def test_a_mistake_of_the_application() -> None:
    """What two threads already do above is not the layer's."""
    chain = a_world_with_a_queue()
    both_submit(chain, above=True)

    result = threads.synchronised(chain.view())

    assert result.seen == 1
    assert result.broken == []


def test_different_objects() -> None:
    """Two threads with a queue each are no harm to one another."""
    chain = a_world_with_a_queue()
    a_queue(chain, 0x41)
    one = chain.enter(2, "vkQueueSubmit", TO_QUEUE, thread=1)
    other = chain.enter(2, "vkQueueSubmit", handle("VkQueue", "queue", 0x41), thread=2)
    other.leave()
    one.leave()

    result = threads.synchronised(chain.view())

    assert (result.seen, result.broken) == (1, [])


def test_what_all_threads_may_use() -> None:
    """A device is everybody's."""
    chain = a_world_with_a_queue()
    one = chain.enter(2, "vkDeviceWaitIdle", of_device(), thread=1)
    chain.down("vkDeviceWaitIdle", of_device(), thread=2)
    one.leave()

    assert threads.synchronised(chain.view()).broken == []


def test_the_pool_of_a_command_buffer() -> None:
    """Recording a command buffer needs its pool as well."""
    chain = a_world_with_a_queue()
    chain.through("vkCreateCommandPool", of_device(), made=[handle("VkCommandPool", "pCommandPool", 0x50)])
    made = [handle("VkCommandBuffer", f"pCommandBuffers[{at}]", 0x60 + at) for at in range(2)]
    pool = handle("VkCommandPool", "pAllocateInfo.commandPool", 0x50)
    chain.through("vkAllocateCommandBuffers", of_device(), pool, made=made)
    one = chain.enter(2, "vkCmdDraw", handle("VkCommandBuffer", "commandBuffer", 0x60), thread=1)
    chain.down("vkCmdDraw", handle("VkCommandBuffer", "commandBuffer", 0x61), thread=2)
    one.leave()

    result = threads.synchronised(chain.view())

    assert breaches(result) == [["vkCmdDraw", "vkCmdDraw"]]
    assert "VkCommandPool 0x50" in result.broken[0].fact


@pytest.mark.parametrize("device", [DEVICE, 0x31])
def test_objects_that_share_a_number(device: int) -> None:
    """Two objects of one number are perhaps not the same: nothing can be said of them."""
    chain = a_world_with_a_queue()
    a_device(chain, 0x31, 0x31)
    for each in (DEVICE, device):
        chain.through("vkCreateFence", of_device(each), made=[handle("VkFence", "pFence", 0x7)])
    fences = handle("VkFence", "pFences[0]", 0x7)
    one = chain.enter(2, "vkResetFences", of_device(DEVICE), fences, thread=1)
    chain.down("vkResetFences", of_device(device), fences, thread=2)
    one.leave()

    assert threads.synchronised(chain.view()).broken == []


def test_queues_that_take_it_on_themselves() -> None:
    """A device may be made so that its queues are everybody's."""
    chain = Writer()
    relaxed = text("extensions[0]", "VK_KHR_internally_synchronized_queues")
    chain.through("vkCreateDevice", relaxed, made=[handle("VkDevice", "pDevice", DEVICE)])
    a_queue(chain)
    both_submit(chain, above=False)

    assert threads.synchronised(chain.view()).broken == []
