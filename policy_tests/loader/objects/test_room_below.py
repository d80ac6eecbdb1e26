"""Lists that only a driver knows, with too little room, just enough and more: its count and its result come back.

Vulkan gives every such query one protocol: without an array it counts, and with a short one it returns VK_INCOMPLETE.
The driver here counts four of everything; the loader has no list of its own to count.
"""

import pytest

from policy_tests.loader.chains.queries import (
    CAPABILITIES2,
    DISPLAY,
    DISPLAY2,
    PROPERTIES2,
    QUERIES,
    SURFACE,
    Query,
)
from policy_tests.loader.chains.test_down_to_drivers import ENOUGH, PLANE_SURFACE
from policy_tests.loader.implied import FILLED
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Argument, Script, Via, out, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2022", "2026")]

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
SUCCESS, INCOMPLETE = 0, 5
NUMBER = 4
ROOMS = (None, 0, 1, NUMBER - 1, NUMBER, NUMBER + 2)
OF_INSTANCES = [SURFACE, DISPLAY, DISPLAY2, CAPABILITIES2, PROPERTIES2]
TOOLS = {
    "vkGetPhysicalDeviceToolPropertiesEXT": Query(
        (read(0), None), returns="result", of_devices="VK_EXT_tooling_info"
    )
}


def count_of(query: Query) -> int | None:
    """The place of the pointer to the count behind the handle, None for a query that lists nothing."""
    places = [at for at, each in enumerate(query.arguments[:-1]) if each == read(0)]
    return next((at for at in places if query.arguments[at + 1] is None), None)


def counts(query: Query) -> bool:
    """True if the query lists what a driver has, and returns whether that was all."""
    return query.returns == "result" and count_of(query) is not None


OF_LOADERS = {name: each for name, each in QUERIES.items() if counts(each) and not each.of_devices}
"""The queries that every loader with these extensions knows."""
OF_DEVICES = {name: each for name, each in QUERIES.items() if counts(each) and each.of_devices}
"""Those that extensions of devices bring: an older loader knows them by what the driver answers."""


def answers_of(
    world: World, subject: Trial, queries: dict[str, Query], layers: list[str], via: Via
) -> Observation:
    """Ask each query of the second of two drivers, with each amount of room."""
    lists = ",".join(f"{name}:{count_of(each)}:{NUMBER}" for name, each in queries.items())
    devices = rows([*dict.fromkeys(each.of_devices for each in queries.values() if each.of_devices)])
    for name in ("alpha", "beta"):
        flags = {"extensions": rows(OF_INSTANCES), "device_extensions": devices, "surfaces": "own"}
        world.driver(name, flags={**flags, **ENOUGH, "device_name": name, "lists": lists})
    for name in layers:
        world.explicit_layer(name, flags={"intercept": ",".join(queries)})
    world.application(layers=layers)
    script = Script()
    script.query("extensions", "")
    script.create(api="1.1.0", extensions=OF_INSTANCES)
    script.devices()
    script.call(
        "vkCreateDisplayPlaneSurfaceKHR", "instance", PLANE_SURFACE, None, out("surface"), via=INSTANCE
    )
    for name, each in queries.items():
        at = count_of(each)
        assert at is not None
        for room in ROOMS:
            arguments: list[Argument] = [*each.arguments]
            arguments[at] = read(room or 0)
            arguments[at + 1] = None if room is None else [0] * 1024
            script.call(name, "devices.1", *arguments, via=via, returns="result", label=f"{name} {room}")
    return subject.calls(world, script)


def count_alike(seen: Observation, subject: Trial, queries: dict[str, Query]) -> None:
    """Check the count and the result of each call by what the driver counts; no loader need know every command.

    That a short list is filled to its end is implied: Vulkan says that "at most" as many are written.
    """
    wrong, short = {}, {}
    for name in queries:
        for room in ROOMS:
            answer = seen.answers[f"{name} {room}"]
            if answer is None:
                continue
            call, result = f"{name} with room for {room} of {NUMBER}", answer["returned"]
            count = answer["read"][0][0] & 0xFFFF_FFFF
            if room is None or room >= NUMBER:
                is_right = (result, count) == (SUCCESS, NUMBER)
            else:
                is_right = result == INCOMPLETE and count <= room
                short[call] = (count, room)
            if not is_right:
                wrong[call] = f"{result}, {count}"
    if all(seen.answers[f"{name} {room}"] is None for name in queries for room in ROOMS):
        pytest.skip("this loader does not know the commands")
    assert wrong == {}
    written = {call: count for call, (count, _) in short.items()}
    subject.implied(written, {call: room for call, (_, room) in short.items()}, FILLED)


LAYERS = pytest.mark.parametrize("layers", [[], [ONE, TWO]], ids=["no layer", "two layers"])


@pytest.mark.rule("VULKAN-LOADER-05")
class TestQueries:
    """The count and the result that a driver gives to a query reach the application, whatever the room."""

    @LAYERS
    @pytest.mark.parametrize("via", [INSTANCE, EXPORT], ids=["looked up", "exported"])
    def test_that_loaders_know(self, world: World, subject: Trial, via: Via, layers: list[str]) -> None:
        """A query of displays or surfaces with too little room counts no more, and returns VK_INCOMPLETE."""
        seen = answers_of(world, subject, OF_LOADERS, layers, via)

        need_extensions(seen, *OF_INSTANCES)
        count_alike(seen, subject, OF_LOADERS)

    @LAYERS
    def test_of_device_extensions(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A query of a device extension with too little room counts no more, and returns VK_INCOMPLETE."""
        seen = answers_of(world, subject, OF_DEVICES, layers, INSTANCE)

        need_extensions(seen, *OF_INSTANCES)
        count_alike(seen, subject, OF_DEVICES)

    @LAYERS
    def test_of_tools(self, world: World, subject: Trial, layers: list[str]) -> None:
        """The tools that a driver counts are the ones that the application counts, with too little room, too."""
        seen = answers_of(world, subject, TOOLS, layers, INSTANCE)

        need_extensions(seen, *OF_INSTANCES)
        count_alike(seen, subject, TOOLS)


FAMILY = 1000059005
"""The sType of VkQueueFamilyProperties2."""
PRIORITY, CHECKPOINT = 1000388001, 1000206001
"""The sTypes of VkQueueFamilyGlobalPriorityPropertiesEXT and VkQueueFamilyCheckpointPropertiesNV."""
OF_FAMILIES = ["VK_EXT_global_priority_query", "VK_NV_device_diagnostic_checkpoints"]
"""The extensions of these structures."""


@pytest.mark.rule("VULKAN-LOADER-05")
class TestElements:
    """What stands behind pNext of one element of an array stands there below the loader, behind each of them."""

    @LAYERS
    @pytest.mark.parametrize(
        "behind", [(PRIORITY, CHECKPOINT, PRIORITY), (0, 0, CHECKPOINT), (0, PRIORITY, 0)]
    )
    @pytest.mark.parametrize("older", [False, True], ids=["core", "extension"])
    def test_behind_each_queue_family(
        self, world: World, subject: Trial, older: bool, behind: tuple[int, ...], layers: list[str]
    ) -> None:
        """Structures behind any of three VkQueueFamilyProperties2 reach the driver of the device."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties2"
        flags = {
            "families": "G1,C1,T1",
            "extensions": rows([PROPERTIES2]),
            "device_extensions": rows(OF_FAMILIES),
        }
        for name in ("alpha", "beta"):
            world.driver(name, flags={**flags, "device_name": name})
        for name in layers:
            world.implicit_layer(name)
        elements: list[Argument] = []
        for kind in behind:
            elements += [FAMILY, [kind, *[0] * 15] if kind else None, 0, 0, 0]
        script = with_instance(api="1.0.0" if older else "1.1.0", extensions=[PROPERTIES2] if older else [])
        name = f"{command}KHR" if older else command
        script.call(name, "devices.1", read(3), elements, via=INSTANCE, returns="nothing", label="asked")

        seen = subject.calls(world, script)

        found = parsed_lines(seen.lines["asked"], f"{command}(elements)", "driver")
        assert ",".join(str(kind) for kind in behind) in {each["chains"] for _, each in found}
