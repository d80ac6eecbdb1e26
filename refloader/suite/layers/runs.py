"""The runs of layers in the suite. A layer is run once in each, however many tests use it. Runs nothing itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import pytest

from refloader.suite.sessions.session import Circumstances, Driver, OwnDriver

_ACTS = (
    "instance",
    "devices",
    "device",
    "commands",
    "descriptors",
    "compute",
    "graphics",
    "debug",
    "present",
    "modern",
)

SIMPLEST: Mapping[Driver, Circumstances] = {
    driver: Circumstances(("instance", "devices", "device"), driver=driver) for driver in get_args(OwnDriver)
}
"""A program that makes an instance and a device, by driver."""

EVERYDAY = Circumstances(_ACTS)
"""A program that makes objects of every kind and uses them."""

LAVAPIPE = Circumstances(_ACTS, driver="lavapipe")
"""The same on a real driver."""

WINDOWS = Circumstances(("present-x11",), driver="lavapipe", display=True)
"""A program that draws to windows, on a real driver."""

FRAMES = Circumstances(("frames",), mock=(("families", "GCT1,GCT4"), ("take", "images_as_asked")))
"""A program that presents to two swapchains at once, with submissions that wait for each other.

It has a queue of the last family: a layer may take the first for that. And each swapchain has as many images as the
program asks for.
"""

FRAMES_IN_PART = replace(FRAMES, mock=(("families", "GCT1,GCT4"), ("take", "images_as_asked,last_outdated")))
"""The same on a driver that presents to the first of two swapchains, and says that the last one is out of date."""

FRAMES_IN_WINDOWS = Circumstances(("frames",), driver="lavapipe", display=True)
"""The same in two windows, on a real driver."""

NEIGHBOURS = Circumstances(("instance", "devices", "device"), neighbours=True)
"""A program with a layer above that asks for everything, and one below that has a link and functions of its own."""

OLDER_NAMES = Circumstances(
    ("modern-older",),
    mock=(
        (
            "device_extensions",
            "VK_KHR_timeline_semaphore:2,VK_KHR_synchronization2:1,VK_KHR_copy_commands2:1,VK_KHR_dynamic_rendering:1",
        ),
        ("older_names", "1"),
    ),
)
"""A program that calls commands of 1.2 and 1.3 by the names that they have in extensions."""

NEWER = replace(EVERYDAY, api="1.3")
"""The everyday program, also above a layer whose manifest names an older version of Vulkan."""

LINKED = Circumstances(("instance", "devices", "device"), variables=(("REFLOADER_LINKED", "1"),))
"""A program that has the loader's functions in scope, as one that is linked with it."""

LENT = Circumstances(("instance", "devices", "device"), variables=(("REFLOADER_LENT", "1"),))
"""A program that takes away what it hands to vkCreateInstance and vkCreateDevice when these are back."""

LOOKUPS = Circumstances(("lookups", "unknown"), variables=(("VK_LOADER_DISABLE_INST_EXT_FILTER", "1"),))
"""A program that asks for every function, enabled or not, and uses extensions that are not registered."""

SEVERAL = Circumstances(("several", "order"))
"""A program with several instances and devices at once, which end in different orders."""

DIFFERENT_DEVICES = Circumstances(
    ("devices",),
    mock=(
        ("devices", "3"),
        ("device_name", "first;second;third"),
        ("families", "GCT2,T1;GCT1;GCT1,C1,T1"),
        (
            "device_extensions",
            "VK_KHR_swapchain:70;VK_EXT_depth_clip_enable:1,VK_EXT_robustness2:1;VK_EXT_robustness2:1",
        ),
        ("groups", "0+1,2"),
    ),
)
"""A program that asks for everything about three devices that differ, two of which are a group."""

FAILING = Circumstances(("failing",))
"""A program that requests an instance and a device that the driver refuses, and then others."""

_REFUSED = {
    "a lost device": {
        "VK_ERROR_DEVICE_LOST": (
            "vkQueueSubmit vkQueueSubmit2 vkQueueWaitIdle vkDeviceWaitIdle vkWaitForFences vkWaitSemaphores"
            " vkGetFenceStatus vkGetEventStatus vkGetSemaphoreCounterValue"
        ),
        "VK_ERROR_OUT_OF_HOST_MEMORY": "vkCreateDescriptorSetLayout vkCreateFramebuffer",
    },
    "unfinished work": {
        "VK_TIMEOUT": "vkWaitForFences vkWaitSemaphores vkAcquireNextImageKHR",
        "VK_NOT_READY": "vkGetFenceStatus",
        "VK_ERROR_OUT_OF_HOST_MEMORY": "vkCreateShaderModule vkAllocateDescriptorSets",
    },
    "outdated swapchains": {
        "VK_ERROR_OUT_OF_DATE_KHR": "vkQueuePresentKHR",
        "VK_NOT_READY": "vkGetQueryPoolResults",
        "VK_ERROR_OUT_OF_DEVICE_MEMORY": "vkResetEvent",
        "VK_ERROR_OUT_OF_HOST_MEMORY": (
            "vkSetEvent vkSignalSemaphore vkSetDebugUtilsObjectNameEXT vkSetDebugUtilsObjectTagEXT"
            " vkCreatePipelineLayout"
        ),
    },
    "no memory to record": {
        "VK_ERROR_OUT_OF_DEVICE_MEMORY": (
            "vkEndCommandBuffer vkResetCommandBuffer vkResetCommandPool vkResetFences vkCreatePipelineCache"
            " vkCreateDescriptorPool vkCreateRenderPass"
        ),
        "VK_ERROR_MEMORY_MAP_FAILED": "vkMapMemory",
        "VK_ERROR_OUT_OF_DATE_KHR": "vkAcquireNextImageKHR",
    },
    "no memory for parts": {
        "VK_ERROR_OUT_OF_DEVICE_MEMORY": (
            "vkCreateSampler vkCreateEvent vkCreateQueryPool vkCreateComputePipelines"
            " vkCreateGraphicsPipelines vkCreateSwapchainKHR vkCreateSemaphore vkBeginCommandBuffer"
        ),
        "VK_ERROR_OUT_OF_HOST_MEMORY": "vkCreateDescriptorUpdateTemplate",
    },
    "no memory at all": {
        "VK_ERROR_OUT_OF_HOST_MEMORY": (
            "vkCreateFence vkCreateBuffer vkCreateImage vkCreateCommandPool vkCreateHeadlessSurfaceEXT"
            " vkCreateDebugUtilsMessengerEXT"
        ),
    },
    "no memory for views": {
        "VK_ERROR_OUT_OF_HOST_MEMORY": "vkCreateImageView vkBindBufferMemory",
    },
    "no memory behind objects": {
        "VK_ERROR_OUT_OF_DEVICE_MEMORY": "vkAllocateMemory vkAllocateCommandBuffers",
        "VK_ERROR_SURFACE_LOST_KHR": "vkGetPhysicalDeviceSurfaceSupportKHR",
    },
}
"""What the mock driver refuses, by the names of the tests' cases: results and the commands that always end with them.

A command is refused where the program can go on to those behind it; the rest of the cases leave it alone.
"""


def _refused(results: Mapping[str, str]) -> Circumstances:
    rows = (f"{command}:{result}" for result, commands in results.items() for command in commands.split())
    return Circumstances(_ACTS, mock=(("fail", ",".join(rows)),))


def refused_commands(run: Circumstances) -> frozenset[str]:
    """Return the commands that the mock driver refuses in a run."""
    rows = dict(run.mock).get("fail", "")
    return frozenset(row.partition(":")[0] for row in rows.split(",") if row)


REFUSED: Mapping[str, Circumstances] = {name: _refused(results) for name, results in _REFUSED.items()}
"""The everyday program on a driver that refuses what each is called for: layers pass the results up."""

CALLBACKS = Circumstances(("instance", "devices", "device", "commands"), allocator=True)
"""A program that gives allocation callbacks wherever it can."""

CALLBACKS_WATCHED = Circumstances(
    ("instance", "devices", "device", "commands"), allocator=True, watch_malloc=True
)
"""The same with a watch on malloc."""

MANY_TIMES_WATCHED = Circumstances(("manners", *("failing",) * 4), watch_malloc=True)
"""A program that makes, uses and ends instances and devices several times, with a watch on malloc, and requests some
that the driver refuses.
"""

MANY_OBJECTS_WATCHED = Circumstances(
    ("device", "descriptors", "compute", "graphics", "modern") * 4, watch_malloc=True
)
"""A program that makes and uses objects of every kind several times, with a watch on malloc."""

AT_ONCE = Circumstances(("threads",), mock=(("meet", "1"),))
"""A program that calls on several threads, two of which are in the driver at the same time."""

AT_ONCE_ON_LAVAPIPE = Circumstances(("threads",), driver="lavapipe")
"""The same on a real driver."""

POOR = Circumstances(("device",), mock=(("features", "robustBufferAccess"),))
"""A program on a device that has only the features of every device."""

AGAIN = Circumstances(("again",), observed=False)
"""A program that makes and destroys everything many times. It makes too many calls to record."""

REENTRANT = Circumstances(("reentrant",), observed=False)
"""A program that looks functions up while another thread makes objects, and from within its callbacks."""

REENTRANT_ON_LAVAPIPE = Circumstances(("reentrant",), driver="lavapipe", observed=False)
"""The same on a real driver."""

ALIKE = Circumstances(
    ("alike", "many", "agreeing"),
    mock=(("families", "GCT4"), ("take", "pipelines_refused")),
    observed=False,
)
"""A program that does the same work, and asks the same, in several forms, and does much of it.

The driver refuses pipelines that would have to be compiled, where the program asks for that. Nothing stands between
layer and driver.
"""

ALIKE_ON_TWO = Circumstances(
    ("alike", "many", "agreeing"), driver="lavapipe", beside=("mock",), observed=False
)
"""The same on two drivers, whose devices live at the same time."""

STATES = Circumstances(("states", "featured"), variables=(("REFLOADER_NO_WAITS", "1"),), observed=False)
"""A program that asks objects for their states after each call: alone, on two threads, of two devices.

It asks nothing that takes time by itself. Nothing stands between layer and driver.
"""

STATES_ON_LAVAPIPE = replace(STATES, driver="lavapipe")
"""The same on a real driver."""

APART = Circumstances(("apart",), mock=(("meet", "2"),), observed=False)
"""A program that asks the older of two instances, and submits to two devices while both submits are in the driver."""

APART_ON_LAVAPIPE = Circumstances(("apart",), driver="lavapipe", observed=False)
"""The same on a real driver, where it is chance whether two submits are in it at once."""

_VALIDATED = tuple(act for act in _ACTS if act != "debug")
"""The acts without "debug": a validation layer does not print the messages that a program itself receives."""

VALIDATED = Circumstances(_VALIDATED, allocator=True, observed=False)
"""A program that uses allocation callbacks, above the validation layer."""

VALIDATED_WINDOWS = replace(WINDOWS, observed=False)
"""A program that draws to windows, above the validation layer."""

VALIDATED_ON_LAVAPIPE = Circumstances(_VALIDATED, driver="lavapipe", observed=False)
"""A program without allocation callbacks, on a real driver and above the validation layer."""

PROGRAMS: Mapping[str, Circumstances] = {
    "everyday": EVERYDAY,
    "lavapipe": LAVAPIPE,
    "windows": WINDOWS,
    "several": SEVERAL,
    "neighbours": NEIGHBOURS,
    "at once": AT_ONCE,
    "older names": OLDER_NAMES,
}
"""The runs for checks to which any activity of a program is relevant, by the names of the tests' cases."""

_MADE_ANYWAY = (SEVERAL, AT_ONCE, OLDER_NAMES, FAILING, REFUSED["a lost device"], CALLBACKS)
"""Runs that the profile quick makes for tests of their own."""


def in_runs(runs: Mapping[str, Circumstances]) -> pytest.MarkDecorator:
    """Return the variants of a test by run. The profile quick takes those of runs that it makes anyway."""
    same = {name: [pytest.mark.same_run] if run in _MADE_ANYWAY else [] for name, run in runs.items()}
    return pytest.mark.parametrize(
        "run", [pytest.param(run, id=name, marks=same[name]) for name, run in runs.items()]
    )
