"""What is asked of swapchains and presented by them: the numbers, structures and results on both ways."""

import pytest

from policy_tests.loader.chains.test_passed_on import (
    LAYERS,
    MAINTENANCE,
    NEWER,
    PRESENT_MODE_INFO,
    ROOM,
    arrived,
    showing,
    surface,
    swapchain,
)
from policy_tests.loader.implied import FILLED
from refloader.scenario.applications import INSTANCE, command_buffer
from refloader.scenario.call_sequence import parsed_lines
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Argument, Script, Via, of_device, out, outs, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, need_extensions, seen_with, swapchain_info

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2022", "2026")]

SUCCESS, INCOMPLETE = 0, 5
IMAGES = 3
"""How many images the mock driver has for a swapchain, at most."""
PRESENT_INFO, REGIONS = 1000001001, 1000084000
"""The sTypes of VkPresentInfoKHR and VkPresentRegionsKHR."""
SWAPCHAIN, INCREMENTAL = "VK_KHR_swapchain", "VK_KHR_incremental_present"
SCALING = 1000274001
"""The sType of VkSurfacePresentScalingCapabilitiesEXT."""
BLANK = 0x5A5A_5A5A_5A5A_5A5A
BEGINNING, SUBMISSION, IMAGE_BARRIER = 42, 4, 45
"""The sTypes of VkCommandBufferBeginInfo, VkSubmitInfo and VkImageMemoryBarrier."""
PRESENTABLE, ANY_FAMILY, TOP_OF_PIPE, BOTTOM_OF_PIPE = 1000001002, 0xFFFF_FFFF, 1, 0x2000
"""VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_QUEUE_FAMILY_IGNORED, and the first and the last stage of a pipeline."""
A_SECOND = 1_000_000_000
"""In nanoseconds."""
ACQUIRE, ACQUIRE_2, PRESENT = "vkAcquireNextImageKHR", "vkAcquireNextImage2KHR", "vkQueuePresentKHR"

DEVICE: Via = of_device("device")
WAYS = pytest.mark.parametrize("via", [DEVICE, EXPORT], ids=["looked up", "exported"])


def two_swapchains(world: World, layers: list[str]) -> Script:
    """An application with a device and two swapchains, each on a surface of its own, whose images it has.

    It has acquired the first image of one and all of the other.
    """
    offered = {"device_extensions": f"{SWAPCHAIN}:70,{INCREMENTAL}:2"}
    script = showing(world, DISPLAY, layers, api="1.1.0", whole="1", **offered)
    script.device(extensions=[SWAPCHAIN, INCREMENTAL])
    script.queue()
    for name, number in (("first", 1), ("second", IMAGES)):
        surface(script, DISPLAY)
        command = ("vkCreateSwapchainKHR", "device", swapchain_info(), None, out(name))
        script.call(*command, via=DEVICE, label=name)
        images = outs(f"{name}_images", IMAGES)
        script.call("vkGetSwapchainImagesKHR", "device", name, read(IMAGES), images, via=DEVICE)
        for at in range(number):
            acquire(script, name, f"{name}_fence_{at}")
    return script


def fence(script: Script, name: str) -> str:
    """Make a fence; return the name of its handle."""
    script.call("vkCreateFence", "device", [8, None, 0], None, out(name), via=DEVICE)
    return name


def acquire(script: Script, of: str, name: str) -> None:
    """Acquire the next image of a swapchain, and wait for a fence of this name: only then the image may be used."""
    script.call(ACQUIRE, "device", of, 0, None, fence(script, name), read(0), via=DEVICE)
    script.call("vkWaitForFences", "device", 1, [name], 1, A_SECOND, via=DEVICE)


def made_presentable(script: Script, *images: str) -> None:
    """Submit commands after which these images have the layout in which they can be presented, and wait for them."""
    buffer = command_buffer(script)
    barriers: list[Argument] = []
    for image in images:
        families, whole_image = pair(ANY_FAMILY, ANY_FAMILY), [pair(1, 0), pair(1, 0), 1]
        barriers += [IMAGE_BARRIER, None, 0, pair(0, PRESENTABLE), families, image, *whole_image]
    script.call("vkBeginCommandBuffer", buffer, [BEGINNING, None, 0, None], via=DEVICE)
    stages = (TOP_OF_PIPE, BOTTOM_OF_PIPE, 0, 0, None, 0, None)
    barrier = ("vkCmdPipelineBarrier", buffer, *stages, len(images), barriers)
    script.call(*barrier, via=DEVICE, returns="nothing")
    script.call("vkEndCommandBuffer", buffer, via=DEVICE)
    batch: Argument = [SUBMISSION, None, 0, None, None, 1, [buffer], 0, None]
    script.call("vkQueueSubmit", "queue", 1, batch, None, via=DEVICE)
    script.call("vkQueueWaitIdle", "queue", via=DEVICE)


class TestImages:
    """The images of a swapchain are counted by its driver."""

    @LAYERS
    @WAYS
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_room_for_images(self, world: World, subject: Trial, via: Via, layers: list[str]) -> None:
        """vkGetSwapchainImagesKHR with too little room counts no more images, and returns VK_INCOMPLETE."""
        script = showing(world, DISPLAY, layers, api="1.1.0")
        surface(script, DISPLAY)
        swapchain(script, None, None)
        rooms = (None, 0, 1, 2, IMAGES, IMAGES + 2)
        for room in rooms:
            images = None if room is None else read(*[BLANK] * (IMAGES + 2))
            label = f"room for {room}"
            command = ("vkGetSwapchainImagesKHR", "device", "swapchain", read(room or 0), images)
            script.call(*command, via=via, label=label)

        seen = seen_with(DISPLAY, subject, world, script)

        number = _read(seen.read("room for None"))[0][0] & 0xFFFF_FFFF
        assert number == IMAGES
        wrong: dict[str, object] = {}
        written: dict[int, int] = {}
        for room in rooms[1:]:
            assert room is not None
            (count, *_), images = _read(seen.read(f"room for {room}"))
            result, most = seen.returned(f"room for {room}")[0], min(room, IMAGES)
            written[room] = count & 0xFFFF_FFFF
            is_right = written[room] <= most if room < IMAGES else written[room] == most
            if result != (INCOMPLETE if room < IMAGES else SUCCESS) or not is_right:
                wrong[f"room for {room}: result and number"] = (result, written[room])
            if {*images[most:]} != {BLANK}:
                wrong[f"room for {room}: what stands behind it"] = images[most:]
        assert wrong == {}
        subject.implied(written, {room: min(room, IMAGES) for room in written}, FILLED)


class TestPresents:
    """What is presented reaches the driver as a whole, and what becomes of each swapchain comes back."""

    @LAYERS
    @WAYS
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_of_two_swapchains(self, world: World, subject: Trial, via: Via, layers: list[str]) -> None:
        """vkQueuePresentKHR of two swapchains passes both images and the structure behind, and gives both results."""
        script = two_swapchains(world, layers)
        made_presentable(script, "first_images.0", "second_images.2")
        regions: Argument = [REGIONS, None, 2, None]
        images = 0 | 2 << 32
        info: Argument = [PRESENT_INFO, regions, 0, None, 2, ["first", "second"], [images], read(BLANK)]
        script.call(PRESENT, "queue", info, via=via, label="presented")

        seen = seen_with(DISPLAY, subject, world, script)

        found = [arrived(seen, PRESENT, word) for word in ("swapchains", "images", "next")]
        assert (seen.returned("presented"), found) == ([SUCCESS], [["2"], ["0,2"], [str(REGIONS)]])
        assert _read(seen.read("presented")) == [[SUCCESS]]


NOT_READY, TIMEOUT, SUBOPTIMAL, OUT_OF_DATE, SURFACE_LOST = 1, 2, 1000001003, -1000001004, -1000000000


class TestResults:
    """What a driver says of a swapchain comes back, be it an error or another success than VK_SUCCESS."""

    @LAYERS
    @WAYS
    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize(
        "results",
        [(SUBOPTIMAL, SUBOPTIMAL), (NOT_READY, TIMEOUT), (OUT_OF_DATE, SURFACE_LOST)],
        ids=["suboptimal", "not-ready", "out-of-date"],
    )
    def test_of_drivers(
        self, world: World, subject: Trial, results: tuple[int, int], via: Via, layers: list[str]
    ) -> None:
        """VK_SUBOPTIMAL_KHR and other results of acquiring an image reach the application."""
        commands = (ACQUIRE, ACQUIRE_2)
        failing = ",".join(f"{name}:{result}" for name, result in zip(commands, results, strict=True))
        script = showing(world, DISPLAY, layers, api="1.1.0", fail=failing)
        surface(script, DISPLAY)
        swapchain(script, None, None)
        one, other = fence(script, "first_fence"), fence(script, "second_fence")
        info: Argument = [1000060010, None, "swapchain", A_SECOND, None, other, 1]
        script.call(ACQUIRE, "device", "swapchain", 0, None, one, read(0), via=via, label=ACQUIRE)
        script.call(ACQUIRE_2, "device", info, read(0), via=via, label=ACQUIRE_2)

        seen = seen_with(DISPLAY, subject, world, script)

        assert seen.returned(*commands) == [*results]

    @LAYERS
    @WAYS
    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize(
        "result",
        [SUBOPTIMAL, SURFACE_LOST, OUT_OF_DATE],
        ids=["suboptimal", "surface-lost", "out-of-date"],
    )
    def test_of_presents(
        self, world: World, subject: Trial, result: int, via: Via, layers: list[str]
    ) -> None:
        """VK_SUBOPTIMAL_KHR and errors of presenting an image that was acquired reach the application."""
        script = showing(world, DISPLAY, layers, api="1.1.0", whole="1", fail=f"{PRESENT}:{result}")
        surface(script, DISPLAY)
        swapchain(script, None, None)
        script.queue()
        images = outs("images", IMAGES)
        script.call("vkGetSwapchainImagesKHR", "device", "swapchain", read(IMAGES), images, via=DEVICE)
        acquire(script, "swapchain", "fence")
        made_presentable(script, "images.0")
        info: Argument = [PRESENT_INFO, None, 0, None, 1, ["swapchain"], [0], None]
        script.call(PRESENT, "queue", info, via=via, label=PRESENT)

        seen = seen_with(DISPLAY, subject, world, script)

        assert seen.returned(PRESENT) == [result]


class TestCapabilities:
    """An answer has structures behind it as a question has."""

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_behind_the_answer(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A VkSurfacePresentScalingCapabilitiesEXT behind VkSurfaceCapabilities2KHR reaches the driver."""
        command = "vkGetPhysicalDeviceSurfaceCapabilities2KHR"
        script = showing(world, DISPLAY, layers, NEWER, MAINTENANCE)
        surface(script, DISPLAY)
        info: Argument = [1000119000, [PRESENT_MODE_INFO, None, 2], "surface"]
        answer: Argument = [1000119001, [SCALING, None, *[0] * 8], *ROOM]
        script.call(command, "devices.0", info, answer, via=INSTANCE, label="asked")

        seen = seen_with(DISPLAY, subject, world, script)

        need_extensions(seen, NEWER, MAINTENANCE)
        found = [each["next"] for _, each in parsed_lines(seen.trace, f"{command}(written)", "driver")]
        assert (seen.returned("asked"), str(SCALING) in found) == ([SUCCESS], True)


def _read(found: object) -> list[list[int]]:
    assert isinstance(found, list)
    return found
