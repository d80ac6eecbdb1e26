"""Tests of the checks of handles where more objects of one type and number live at once than are followed."""

from written import DEVICE, Writer, a_buffer, a_device, a_world, buffer_of, handle, of_device

from refloader.suite.layers.checks import handles

ASK = "vkGetBufferMemoryRequirements"
OTHER, SHARED = 0x31, 0x61
MANY = 300


def two_devices() -> Writer:
    """A chain with two devices."""
    chain = Writer()
    a_world(chain)
    a_device(chain, OTHER, OTHER, word=0xCC00)
    return chain


def test_on_both_sides() -> None:
    """Which of the objects is meant is not known."""
    chain = two_devices()
    for _ in range(MANY):
        a_buffer(chain, SHARED, SHARED)
    chain.down(ASK, *buffer_of(SHARED, OTHER))
    chain.through("vkDestroyBuffer", *buffer_of(SHARED))
    chain.down(ASK, *buffer_of(SHARED))

    assert handles.apart(chain.view()).broken == []
    assert handles.alive(chain.view()).broken == []


def test_one_below_is_many_above() -> None:
    """A layer may count one object for many alike: mistakes of the application with them are not the layer's."""
    chain = two_devices()
    a_buffer(chain, SHARED, SHARED)
    for _ in range(MANY):
        with chain.into("vkCreateBuffer", of_device(), made=[handle("VkBuffer", "pBuffer", SHARED)]):
            pass
    chain.through(ASK, *buffer_of(SHARED, OTHER))
    chain.down("vkDestroyBuffer", *buffer_of(SHARED))
    chain.through(ASK, *buffer_of(SHARED))

    assert handles.apart(chain.view()).broken == []
    assert handles.alive(chain.view()).broken == []


def test_many_below_are_one_above_and_left_there() -> None:
    """Whether the application destroyed all of them is not known, so what is left below may be its own."""
    chain = Writer()
    a_world(chain)
    for number in range(MANY):
        a_buffer(chain, SHARED, 0x100 + number)
    chain.through("vkDestroyDevice", of_device(DEVICE))

    assert handles.emptied(chain.view()).broken == []


def test_others_are_followed() -> None:
    """A layer that uses another object after its end is found all the same."""
    chain = Writer()
    a_world(chain)
    for _ in range(MANY):
        a_buffer(chain, SHARED, SHARED)
    a_buffer(chain, 0x62, 0x62)
    with chain.into("vkDeviceWaitIdle", of_device()):
        chain.down("vkDestroyBuffer", *buffer_of(0x62))
        chain.down(ASK, *buffer_of(0x62))

    assert len(handles.alive(chain.view()).broken) == 1
