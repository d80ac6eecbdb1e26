"""Functions of known instance extensions, for the drivers that do not have the extension while another one does."""

from typing import TypeAlias

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_instance, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = pytest.mark.needs_library

INSTANCE = of_instance("instance")
ROOM = (0,) * 128
PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
INFO_OF_FORMATS: Argument = [1000059004, 0, pair(37, 1), pair(0, 1), 0]
INFO_OF_SPARSE_FORMATS: Argument = [1000059008, 0, pair(37, 1), pair(1, 1), 0]

Answered: TypeAlias = tuple[tuple[Argument, ...], int, int]
"""The arguments, and which word of the answer has which number in its lower half."""

NOTHING_YET = (-1,) * 128

CORE: dict[str, Answered | tuple[tuple[Argument, ...], None, None]] = {
    "vkGetPhysicalDeviceFeatures": ((read(1000059000, 0, *NOTHING_YET),), 2, 0),
    "vkGetPhysicalDeviceProperties": ((read(1000059001, 0, *NOTHING_YET),), 3, 0x7007),
    "vkGetPhysicalDeviceFormatProperties": ((37, read(1000059002, 0, *NOTHING_YET)), 2, 0),
    "vkGetPhysicalDeviceImageFormatProperties": (
        (INFO_OF_FORMATS, [1000059003, 0, *NOTHING_YET]),
        None,
        None,
    ),
    "vkGetPhysicalDeviceQueueFamilyProperties": ((read(0), None), 0, 2),
    "vkGetPhysicalDeviceMemoryProperties": ((read(1000059006, 0, *NOTHING_YET),), 2, 1),
    "vkGetPhysicalDeviceSparseImageFormatProperties": ((INFO_OF_SPARSE_FORMATS, read(7), None), 0, 0),
}
"""Commands of 1.0, the arguments that their successors of 1.1 take after the device, and what a driver answers.

It has two queue families, one type of memory, no feature and no format.
"""

OF_SURFACES: dict[str, Answered] = {
    "vkGetPhysicalDeviceSurfaceCapabilities": (
        ([1000119000, 0, "surface"], read(1000119001, *ROOM)),
        2,
        1,
    ),
    "vkGetPhysicalDeviceSurfaceFormats": (([1000119000, 0, "surface"], read(0), None), 0, 3),
}
"""Likewise of VK_KHR_surface, with successors of VK_KHR_get_surface_capabilities2.

A surface takes one image at least, and has three formats.
"""

OF_DISPLAYS: dict[str, Answered] = {
    "vkGetPhysicalDeviceDisplayProperties": ((read(0), None), 0, 2),
    "vkGetPhysicalDeviceDisplayPlaneProperties": ((read(0), None), 0, 2),
    "vkGetDisplayModeProperties": ((0xD15000, read(0), None), 0, 1),
    "vkGetDisplayPlaneCapabilities": (([1000121003, 0, 0xD16000, 1], read(1000121004, *ROOM)), 2, 1),
}
"""Likewise of VK_KHR_display, with successors of VK_KHR_get_display_properties2.

A driver has two displays and two planes, a display has one mode, and the kinds of alpha of a plane are its index.
"""

EXTERNAL: dict[str, tuple[str, Argument, Argument]] = {
    "vkGetPhysicalDeviceExternalBufferPropertiesKHR": (
        "VK_KHR_external_memory_capabilities",
        [1000071002, 0, 0, pair(1, 1)],
        read(1000071003, 0, -1, -1),
    ),
    "vkGetPhysicalDeviceExternalFencePropertiesKHR": (
        "VK_KHR_external_fence_capabilities",
        [1000112000, 0, 1],
        read(1000112001, 0, -1, -1),
    ),
    "vkGetPhysicalDeviceExternalSemaphorePropertiesKHR": (
        "VK_KHR_external_semaphore_capabilities",
        [1000076000, 0, 1],
        read(1000076001, 0, -1, -1),
    ),
}
"""Queries without any predecessor: the extension, the question, and the room for an answer."""


COMPRESSED, OF_COMPRESSED = 1000054000, "VK_IMG_format_pvrtc"
"""VK_FORMAT_PVRTC1_2BPP_UNORM_BLOCK_IMG and its extension, which needs no other.

The Vulkan specification ("Valid Usage for Enumerated Types") has a device asked only about formats of extensions that
it supports. Images with linear tiling, and those that are not flat, have one sample.
"""

QUESTIONS: dict[str, tuple[tuple[Argument, ...], str]] = {
    "vkGetPhysicalDeviceFormatProperties": (
        (COMPRESSED, read(1000059002, 0, *NOTHING_YET)),
        f"format={COMPRESSED}",
    ),
    "vkGetPhysicalDeviceImageFormatProperties": (
        ([1000059004, 0, pair(COMPRESSED, 2), pair(1, 4), 16], [1000059003, 0, *NOTHING_YET]),
        f"format={COMPRESSED} type=2 tiling=1 usage=4 flags=16",
    ),
    "vkGetPhysicalDeviceSparseImageFormatProperties": (
        ([1000059008, 0, pair(COMPRESSED, 2), pair(1, 4), 1], read(0), None),
        f"format={COMPRESSED} type=2 samples=1 usage=4 tiling=1",
    ),
}
"""The arguments of newer queries of a format after the device, and what older ones are asked with these numbers."""


def ages(world: World, older: dict[str, str], newer: dict[str, str]) -> None:
    """A driver with a device, and a newer one that has none."""
    world.driver("older", flags=older)
    world.driver("newer", flags={**newer, "devices": "0"})


def instance(*extensions: str, api: str = "1.0.0") -> Script:
    """An application with an instance that knows its devices."""
    script = Script()
    script.create(api=api, extensions=list(extensions))
    script.devices()
    return script


def reached(seen: Observation) -> list[str]:
    """The commands of the older driver that were called until the query had its answer."""
    return [line.split()[2] for line in seen.trace if line.startswith("driver older ")]


def answered(seen: Observation, word: int) -> list[int]:
    """The lower half of this word of each block that the query filled."""
    return [words[word] & 0xFFFF_FFFF for words in (seen.answers["query"] or {"read": []})["read"]]


def nothing(seen: Observation) -> list[tuple[int, int]]:
    """The three sets of flags of the answer, of which the last is half a word."""
    read = (seen.answers["query"] or {"read": []})["read"]
    return [(words[2], words[3] & 0xFFFF_FFFF) for words in read]


class TestPredecessors:
    """Where a driver has an older command for the same, the newer one ends in that."""

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.parametrize("command", CORE)
    def test_core(self, world: World, subject: Trial, command: str) -> None:
        """For a device of a 1.0 driver, each query of Vulkan 1.1 gives what the driver's older query answers.

        The loader may have asked it before.
        """
        ages(world, {"api": "1.0.0", "vendor": "0x7007", "families": "G1,T2"}, {"api": "1.1.0"})
        script = instance(api="1.1.0")
        arguments, word, expected = CORE[command]
        script.call(f"{command}2", "devices.0", *arguments, via=INSTANCE, returns="nothing", label="query")

        seen = subject.calls(world, script)

        assert command in reached(seen)
        if word is not None:
            assert answered(seen, word) == [expected]

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.parametrize("code", [-11, -2])
    def test_the_result_for_an_image_format(self, world: World, subject: Trial, code: int) -> None:
        """If a 1.0 driver's older query of an image format fails, the newer query gives the same result."""
        command = "vkGetPhysicalDeviceImageFormatProperties"
        ages(world, {"api": "1.0.0", "fail": f"{command}:{code}"}, {"api": "1.1.0"})
        script = instance(api="1.1.0")
        script.call(f"{command}2", "devices.0", *CORE[command][0], via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        assert (seen.returned("query"), seen.violations) == ([code], ())

    @pytest.mark.rule("EXT-FILTER-02", "LDP_LOADER_8")
    @pytest.mark.parametrize("command", OF_SURFACES)
    def test_surfaces(self, world: World, subject: Trial, command: str) -> None:
        """Newer queries about a surface give what the older queries of a driver without the extension give."""
        newer = "VK_KHR_get_surface_capabilities2"
        plain = f"{SURFACE}:25,{DISPLAY.extension}:23"
        own = {"surfaces": "own"}  # what becomes of the loader's structure is judged with surfaces
        older = {"extensions": plain, "surface_formats": "3", **own}
        ages(world, older, {"extensions": f"{plain},{newer}:1", **own})
        script = instance(SURFACE, DISPLAY.extension, newer)
        script.call(DISPLAY.command, "instance", DISPLAY.info, None, {"out": "surface"}, via=INSTANCE)
        arguments, word, expected = OF_SURFACES[command]
        script.call(f"{command}2KHR", "devices.0", *arguments, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        assert (seen.returned("query"), answered(seen, word)) == ([0], [expected])
        assert seen.violations == ()

    @pytest.mark.rule("EXT-FILTER-02", "LDP_LOADER_8")
    @pytest.mark.parametrize("command", OF_DISPLAYS)
    def test_displays(self, world: World, subject: Trial, command: str) -> None:
        """Newer queries of displays give what the older queries of a driver without the extension give."""
        newer = "VK_KHR_get_display_properties2"
        plain = f"{SURFACE}:25,{DISPLAY.extension}:23"
        ages(world, {"extensions": plain, "displays": "2"}, {"extensions": f"{plain},{newer}:1"})
        script = instance(SURFACE, DISPLAY.extension, newer)
        arguments, word, expected = OF_DISPLAYS[command]
        script.call(f"{command}2KHR", "devices.0", *arguments, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        assert (seen.returned("query"), answered(seen, word)) == ([0], [expected])
        assert seen.violations == ()


class TestNoPredecessor:
    """Where a driver has nothing of the kind, the loader answers that there is nothing."""

    @pytest.mark.rule("EXT-FILTER-02", "LDP_LOADER_8")
    @pytest.mark.parametrize("command", EXTERNAL)
    def test_external_handles(self, world: World, subject: Trial, command: str) -> None:
        """A driver without the extension is reported to support no external memory, fence or semaphore."""
        extension, question, room = EXTERNAL[command]
        ages(world, {"api": "1.0.0"}, {"extensions": f"{extension}:1,{PROPERTIES2}:2"})
        script = instance(extension, PROPERTIES2)
        script.call(command, "devices.0", question, room, via=INSTANCE, returns="nothing", label="query")

        seen = subject.calls(world, script)

        assert nothing(seen) == [(0, 0)]


class TestAnswers:
    """The newer structures hold what the older command of a driver answers, each of several."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize("families", ["T3,C1,G2", "G1", "G1,T2"], ids=["three", "one", "two"])
    def test_queue_families(self, world: World, subject: Trial, families: str) -> None:
        """vkGetPhysicalDeviceQueueFamilyProperties2KHR gives each family of a 1.0 driver: flags and queue count."""
        flags = {"G": 1, "C": 2, "T": 4}
        expected = [(flags[family[0]], int(family[1])) for family in families.split(",")]
        extension = "VK_KHR_get_physical_device_properties2"
        ages(world, {"api": "1.0.0", "families": families}, {"api": "1.0.0", "extensions": f"{extension}:2"})
        script = instance(extension)
        rows = read(*[1000059005, 0, 0, 0, 0] * len(expected))
        command = "vkGetPhysicalDeviceQueueFamilyProperties2KHR"
        number: Argument = [len(expected)]
        script.call(command, "devices.0", number, rows, via=INSTANCE, returns="nothing", label="query")

        seen = subject.calls(world, script)

        (words,) = (seen.answers["query"] or {"read": [[]]})["read"]
        found = [(word & 0xFFFF_FFFF, word >> 32) for word in words[2::5]]
        assert (found, seen.violations) == (expected, ())

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize("number", [2, 1])
    @pytest.mark.parametrize(
        ("command", "kind", "before", "size", "first"),
        [
            ("vkGetPhysicalDeviceDisplayProperties", 1000121000, (), 8, 0xD15000),
            ("vkGetPhysicalDeviceDisplayPlaneProperties", 1000121001, (), 4, 0xD15000),
            ("vkGetDisplayModeProperties", 1000121002, (0xD15000,), 5, 0xD16000),
        ],
        ids=["displays", "planes", "modes"],
    )
    def test_displays_of_the_older_kind(
        self,
        world: World,
        subject: Trial,
        command: str,
        kind: int,
        before: tuple[int, ...],
        size: int,
        first: int,
        number: int,
    ) -> None:
        """Newer queries of displays, planes and modes give the first handle that an older driver has."""
        newer = "VK_KHR_get_display_properties2"
        plain = f"{SURFACE}:25,{DISPLAY.extension}:23"
        ages(world, {"extensions": plain, "displays": "1"}, {"extensions": f"{plain},{newer}:1"})
        script = instance(SURFACE, DISPLAY.extension, newer)
        rows = read(*[kind, *[0] * (size - 1)] * number)
        script.call(f"{command}2KHR", "devices.0", *before, [number], rows, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        (words,) = (seen.answers["query"] or {"read": [[]]})["read"]
        assert (seen.returned("query"), words[0], words[2]) == ([0], kind, first)


class TestQuestions:
    """An older command of a driver is asked what the application asks of the newer one, each number in its place."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize("command", QUESTIONS)
    def test_of_formats(self, world: World, subject: Trial, command: str) -> None:
        """For a 1.0 driver, a newer query of a format asks the driver's older one with the same numbers.

        What a driver answers to other numbers says nothing of those that the application asks about.
        """
        extension = "VK_KHR_get_physical_device_properties2"
        older = {"api": "1.0.0", "device_extensions": f"{OF_COMPRESSED}:1"}
        ages(world, older, {"api": "1.0.0", "extensions": f"{extension}:2"})
        script = instance(extension)
        arguments, numbers = QUESTIONS[command]
        script.call(f"{command}2KHR", "devices.0", *arguments, via=INSTANCE, returns="nothing", label="query")

        seen = subject.calls(world, script)

        asked = [line.partition(" device=0 ")[2] for line in seen.trace if f" {command} device=0 " in line]
        assert (numbers in asked, seen.violations) == (True, ())
