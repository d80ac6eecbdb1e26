"""Judges of many instances, devices and extensions, each on answers that keep its rule and answers that break it."""

from functools import partial

import pytest
from answered import Judged, Row, each, made

from refloader.suite.layers.alone import many
from refloader.suite.layers.alone.many import MANY_EXTENSIONS, NAMES_BEGIN, NUMBER_OF_NAMES


def lived(how: str, made: int = 3, result: int = 0, **heard: int | list[int]) -> dict[str, object]:
    """What the prober says of devices that live."""
    return {f"many.devices.{how}": {"made": made, "result": result, **heard}}


def names(count: int) -> str:
    """The extensions that reach the entity below."""
    return ",".join(["VK_ONE_of_the_layer", *(f"{NAMES_BEGIN}{at:03}" for at in range(count))])


ROWS: list[Row] = [
    (
        "a place that is never free again",
        many.later_ones_made,
        lived("after", 140),
        lived("after", 32, -1),
        "vkCreateDevice gives VK_ERROR_OUT_OF_HOST_MEMORY for the 33rd of devices that are made one after the other",
    ),
    (
        "a full table",
        many.made_beside_others,
        lived("beside", 70),
        lived("beside", 11, -10),
        "gives VK_ERROR_TOO_MANY_OBJECTS for the 12th of devices that live at the same time",
    ),
    (
        "a full table of other objects",
        many.objects_made,
        {"crowd.vkCreateFence": {"made": 300, "result": 0}, "crowd.vkCreateEvent": {"made": 0, "result": -1}},
        {"crowd.vkCreateFence": {"made": 60, "result": -10}},
        "vkCreateFence gives VK_ERROR_TOO_MANY_OBJECTS when 60 live already, and nothing below does",
    ),
    (
        "a failure on one of several threads",
        many.served_at_once,
        {**lived("beside", 70), **lived("at-once", 900)},
        {**lived("beside", 70), **lived("at-once", 3, -3)},
        "vkCreateDevice gives VK_ERROR_INITIALIZATION_FAILED where 4 threads make devices at the same time",
    ),
    (
        "one of several threads that finds nothing",
        many.served_at_once,
        {**lived("beside", 70, vkDeviceWaitIdle=[0, 1]), **lived("at-once", 900, vkDeviceWaitIdle=0)},
        {**lived("beside", 70, vkDeviceWaitIdle=[1, 1]), **lived("at-once", 900, vkDeviceWaitIdle=899)},
        "vkDeviceWaitIdle reaches the next entity for 899 of 900 devices that 4 threads make and end",
    ),
    (
        "a failure beside the use of others",
        many.threads_served,
        {**lived("beside", 70), **lived("threads", 2, alone=16, vkDeviceWaitIdle=32, vkDestroyDevice=2)},
        {**lived("beside", 70), **lived("threads", 2, -3, alone=16, vkDeviceWaitIdle=32)},
        "vkCreateDevice gives VK_ERROR_INITIALIZATION_FAILED where 4 threads use devices while one of them makes or",
    ),
    (
        "a table that is empty for a moment",
        many.threads_served,
        {**lived("beside", 70), **lived("threads", 2, alone=0, vkDeviceWaitIdle=31)},
        {**lived("beside", 70), **lived("threads", 2, alone=16, vkDeviceWaitIdle=31)},
        "vkDeviceWaitIdle reaches the next entity 31 of 32 times where 4 threads use devices while one of them",
    ),
    (
        "an end that is lost",
        many.threads_served,
        {**lived("beside", 70, vkDestroyDevice=[0, 0]), **lived("threads", 2, vkDestroyDevice=0)},
        {**lived("beside", 70, vkDestroyDevice=[1, 1]), **lived("threads", 2, vkDestroyDevice=1)},
        "vkDestroyDevice reaches the next entity 1 of 2 times where 4 threads use devices",
    ),
    (
        "one that is forgotten",
        many.each_served,
        lived("beside", vkDestroyDevice=[1, 1, 1], vkDeviceWaitIdle=[0, 1, 0]),
        lived("beside", vkDestroyDevice=[1, 1, 0]),
        "vkDestroyDevice reaches the next entity for the first of 3 devices that live at the same time, and not for"
        " the 3rd",
    ),
    (
        "a full table of names",
        partial(many.extensions_kept, kind="device"),
        made(MANY_EXTENSIONS, "device", extensions=names(NUMBER_OF_NAMES)),
        made(MANY_EXTENSIONS, "device", extensions=names(32)),
        f"the next vkCreateDevice gets 32 of {NUMBER_OF_NAMES} extensions that the application enables",
    ),
    (
        "names that are too many",
        many.extensions_accepted,
        {**made("usual"), **made(MANY_EXTENSIONS)},
        {**made("usual"), **made(MANY_EXTENSIONS, result=-7)},
        f"vkCreateInstance gives VK_ERROR_EXTENSION_NOT_PRESENT for {NUMBER_OF_NAMES} extensions",
    ),
]


@each(ROWS)
class TestMany(Judged):
    """What there is more of than a layer may have thought of."""


@pytest.mark.parametrize("how", ["after", "beside"])
def test_none_at_all(how: str) -> None:
    """What is never made is judged by others."""
    answers = lived(how, 0, -1)

    for judge in (many.later_ones_made, many.made_beside_others, many.each_served):
        assert judge(answers).seen == 0
