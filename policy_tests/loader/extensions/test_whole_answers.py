"""Newer queries of drivers that know only the older ones: the whole answer, of each device, plane and display."""

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_instance, out, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2026")]

COUNTER, NEWER = "VK_EXT_display_surface_counter", "VK_KHR_get_display_properties2"
CAPABILITIES = "VK_KHR_get_surface_capabilities2"
GROUPS, UTILS = "VK_KHR_device_group_creation", "VK_EXT_debug_utils"
ROOM = 16
LOW = 0xFFFF_FFFF
NO_SUCH_EXTENSION = -7


def ages(world: World, newer: str, **flags: str) -> None:
    """A driver with surfaces and displays, and a newer one without devices that has one extension more."""
    plain = f"{SURFACE}:25,{DISPLAY.extension}:23"
    world.driver("older", flags={"extensions": plain, "surfaces": "own", **flags})
    world.driver("newer", flags={"extensions": f"{plain},{newer}:1", "surfaces": "own", "devices": "0"})


def shown(*extensions: str) -> Script:
    """An application with a surface on a display."""
    script = with_instance(extensions=[SURFACE, DISPLAY.extension, *extensions])
    script.call(
        DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE, label="surface"
    )
    return script


def words(seen: Observation, label: str) -> list[int]:
    """What a call wrote into the one block that it was given to write into; zeros if it could not be done."""
    answer = seen.answers[label] or {"read": [[0] * (ROOM + 2)]}
    (found,) = answer["read"]
    return list(found)


@pytest.mark.rule("EXT-FILTER-02", "LDP_LOADER_8")
class TestCapabilities:
    """The loader emulates the functions of a known extension for a driver without it, unnoticed by applications."""

    def test_with_counters(self, world: World, subject: Trial) -> None:
        """For an older driver, vkGetPhysicalDeviceSurfaceCapabilities2EXT gives its older answer and no counters."""
        ages(world, COUNTER)
        script = shown(COUNTER)
        query = "vkGetPhysicalDeviceSurfaceCapabilities"
        plain = read(*[0] * 7)
        script.call(f"{query}KHR", "devices.0", "surface", plain, via=INSTANCE, label="plain")
        more = read(1000090000, None, *[-1] * 7)
        script.call(f"{query}2EXT", "devices.0", "surface", more, via=INSTANCE, label="more")

        seen = subject.calls(world, script)

        older, newer = words(seen, "plain"), words(seen, "more")
        assert seen.returned("plain", "more") == [0, 0]
        assert newer[2:8] == older[:6]
        assert [newer[8] & LOW, newer[8] >> 32] == [older[6] & LOW, 0]


@pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
class TestFormats:
    """The newer query of a surface's formats gives all that the older one gives."""

    @pytest.mark.parametrize("number", [5, 1, 2, 40])
    def test_each_of_several(self, world: World, subject: Trial, number: int) -> None:
        """The newer query of a surface's formats gives all formats of an older driver, in the driver's order."""
        ages(world, CAPABILITIES, surface_formats=str(number))
        script = shown(CAPABILITIES)
        info: Argument = [1000119000, 0, "surface"]
        rows = read(*[1000119002, 0, 0] * number)
        query = "vkGetPhysicalDeviceSurfaceFormats2KHR"
        script.call(query, "devices.0", info, [number], rows, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        assert seen.returned("query") == [0]
        assert [word & LOW for word in words(seen, "query")[2::3]] == [44 + place for place in range(number)]

    @pytest.mark.parametrize("room", [1, 3])
    def test_less_room_than_formats(self, world: World, subject: Trial, room: int) -> None:
        """With less room than an older driver has formats, no more are written and VK_INCOMPLETE is returned."""
        ages(world, CAPABILITIES, surface_formats="4")
        script = shown(CAPABILITIES)
        info: Argument = [1000119000, 0, "surface"]
        rows = read(*[1000119002, 0, 0] * 4)
        query = "vkGetPhysicalDeviceSurfaceFormats2KHR"
        script.call(query, "devices.0", info, [room], rows, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        expected = [*(44 + place for place in range(room)), *[0] * (4 - room)]
        formats = [word & LOW for word in words(seen, "query")[2::3]]
        assert seen.returned("query") == [5]
        assert {*formats} <= {0, 44, 45, 46, 47}
        assert formats[room:] == [0] * (4 - room)
        subject.implied(
            formats, expected, "a short list that has the first formats, as many as there is room for"
        )


@pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
class TestDisplays:
    """The newer queries give all that the older ones give."""

    @pytest.mark.parametrize("number", [5, 1, 2])
    @pytest.mark.parametrize(
        ("command", "kind", "size"),
        [
            ("vkGetPhysicalDeviceDisplayProperties", 1000121000, 8),
            ("vkGetPhysicalDeviceDisplayPlaneProperties", 1000121001, 4),
        ],
        ids=["displays", "planes"],
    )
    def test_each_of_several(
        self, world: World, subject: Trial, command: str, kind: int, size: int, number: int
    ) -> None:
        """The newer queries of displays and planes give the handle of each display and plane of an older driver."""
        ages(world, NEWER, displays=str(number))
        script = with_instance(extensions=[SURFACE, DISPLAY.extension, NEWER])
        rows = read(*[kind, *[0] * (size - 1)] * number)
        script.call(f"{command}2KHR", "devices.0", [number], rows, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        assert words(seen, "query")[2::size] == [0xD15000 + place for place in range(number)]

    @pytest.mark.parametrize("plane", [4, 0, 1])
    def test_each_plane(self, world: World, subject: Trial, plane: int) -> None:
        """The newer query of a display plane asks the older driver about the plane that the application names."""
        ages(world, NEWER, displays="5")
        script = with_instance(extensions=[SURFACE, DISPLAY.extension, NEWER])
        older = read(*[0] * ROOM)
        query = "vkGetDisplayPlaneCapabilities"
        script.call(f"{query}KHR", "devices.0", 0xD16000, plane, older, via=INSTANCE, label="older")
        info: Argument = [1000121003, None, 0xD16000, pair(plane, 0)]
        newer = read(1000121004, None, *[0] * ROOM)
        script.call(f"{query}2KHR", "devices.0", info, newer, via=INSTANCE, label="newer")

        seen = subject.calls(world, script)

        plain, more = words(seen, "older"), words(seen, "newer")
        assert (plain[0] & LOW, more[2:10]) == (plane, plain[:8])


@pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
class TestGroups:
    """A driver that knows no device groups has none of several devices: each of its devices is one by itself."""

    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("others", [0, 1, 2])
    def test_of_an_older_driver(self, world: World, subject: Trial, number: int, others: int) -> None:
        """Each device of a driver that knows no device groups is a group of its own beside a newer driver, too."""
        names = [f"older{place}" for place in range(number)]
        own = [f"newer{place}" for place in range(others)]
        world.driver("older", flags={"api": "1.0.0", "devices": str(number), "device_name": ";".join(names)})
        flags = {"devices": str(others), "device_name": ";".join(own) or "none"}
        world.driver("newer", flags={"api": "1.1.0", "extensions": f"{GROUPS}:1", **flags})
        script = with_instance(api="1.1.0")
        found = script.groups()

        seen = subject.calls(world, script)

        assert sorted(seen.answers[found]["groups"]) == sorted([name] for name in (*names, *own))


@pytest.mark.rule("VULKAN-LOADER-05")
class TestMessages:
    """Where no driver has the extension and the loader offers it, each messenger hears what fits it."""

    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("kind", [1, 2, 4], ids=["general", "validation", "performance"])
    def test_of_each_messenger(self, world: World, subject: Trial, kind: int, number: int) -> None:
        """Each of several messengers hears a submitted message although no driver has VK_EXT_debug_utils."""
        world.driver()
        script = Script()
        script.create(extensions=[UTILS])
        for user in range(number):
            arguments = ("instance", {"utils": user + 1}, None, out(f"messenger{user}"))
            script.call("vkCreateDebugUtilsMessengerEXT", *arguments, via=INSTANCE)
        script.heard("before")
        data: Argument = [1000128003, None, 0, None, 0, {"text": "hello"}, *[None] * 6]
        script.call(
            "vkSubmitDebugUtilsMessageEXT",
            "instance",
            0x100,
            kind,
            data,
            via=of_instance("instance"),
            returns="nothing",
        )
        script.heard("submitted")

        seen = subject.calls(world, script)

        if seen.answers["instance"] == NO_SUCH_EXTENSION:
            pytest.skip(f"the loader has no {UTILS} of its own")
        heard = {row[1] for row in seen.answers["submitted"] if row[-1] == "hello"}
        assert heard == {*range(1, number + 1)}
