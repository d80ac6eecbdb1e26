"""Every core command, one by one: whose code a call enters first, whichever way the command was found."""

import pytest

from policy_tests.loader.chains.queries import ROOM
from policy_tests.loader.implied import FEW, OF_NUMBERS
from refloader.model.registry import Level
from refloader.scenario.applications import INSTANCE, command_buffer, with_device, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.registered import (
    NEEDED_BY_DEVICES,
    commands_of_device_extensions,
    core_commands,
    device_extensions,
    present,
    rows,
)
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, Via, of_device, out, pair
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

FIRST, SECOND = "VK_LAYER_TEST_first", "VK_LAYER_TEST_second"

MAKERS = {
    *("vkCreateInstance", "vkEnumeratePhysicalDevices", "vkCreateDevice", "vkGetDeviceQueue"),
    *("vkCreateCommandPool", "vkAllocateCommandBuffers"),
}
"""What the application needs to have objects at all. Other tests follow these calls."""

NO_CALLS = {
    *("vkGetInstanceProcAddr", "vkGetDeviceProcAddr", "vkDestroyInstance", "vkDestroyDevice"),
    *("vkEnumerateDeviceLayerProperties", "vkEnumerateDeviceExtensionProperties"),
}
"""Lookups, ends, and what layers answer by rules of their own. Other tests follow these calls, too."""

OF_BUFFERS = {"vkBeginCommandBuffer", "vkEndCommandBuffer", "vkResetCommandBuffer"}
OF_QUEUES = {"vkGetQueueCheckpointDataNV", "vkGetQueueCheckpointData2NV"}
OF_ANOTHER = "vkGetExternalComputeQueueDataNV"
"""Its first parameter is an object that only a command of its extension makes."""

NOBODYS = "vkFrobDeviceTEST"
"""A command of devices that only a mock driver has."""

ARGUMENTS: list[Argument] = [ROOM] * 8
"""Enough room for whatever a command reads or writes before it enters the first layer."""

SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the layers of a device are those that the device asks for."""

VERSIONS = [
    pytest.param("1.0", marks=SINCE_2018),
    pytest.param("1.1", marks=SINCE_2018),
    pytest.param("1.2", marks=pytest.mark.editions("2022", "2026")),
    pytest.param("1.3", marks=pytest.mark.editions("2022", "2026")),
    pytest.param("1.4", marks=pytest.mark.editions("2026")),
]


def core(version: str, *levels: Level) -> list[str]:
    """The commands of the levels that the Vulkan version brought, except for those above."""
    return sorted({*core_commands(version, *levels)} - MAKERS - NO_CALLS)


def handle_of(command: str) -> str:
    """The name of the object that a device's command is called with."""
    if command.startswith("vkCmd") or command in OF_BUFFERS:
        return "buffer"
    of_queue = command.startswith("vkQueue") or command in OF_QUEUES
    return "queue" if of_queue else "device"


def catch(world: World, names: list[str], **flags: str) -> None:
    """Two layers that answer all of the commands themselves, so that a call ends where it enters."""
    world.driver(api_version="1.4.0", flags={"api": "1.4.0", "complete": "1", **flags})
    for layer in (FIRST, SECOND):
        world.explicit_layer(layer, flags={"fail": ",".join(names)})
    world.application(layers=[FIRST, SECOND])


def called(script: Script, name: str, handle: str, via: Via) -> None:
    """Call the command with room for everything."""
    script.call(name, handle, *ARGUMENTS, via=via, returns="nothing", label=name)


def astray(seen: Observation, names: list[str]) -> dict[str, tuple[str, ...]]:
    """The commands that did not enter the first layer alone, and what they entered: a query may do so twice."""
    queries = ("vkGetPhysicalDevice", "vkEnumerate")
    who = {
        name: (way_down if name.startswith(queries) else entered)(seen.lines[name], name) for name in names
    }
    return {name: each for name, each in who.items() if each != (FIRST,)}


class TestEveryCoreCommand:
    """The loader itself dispatches every core function to the first entity of the chain."""

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02", "OBJMODEL-01")
    @pytest.mark.parametrize("found", ["instance", "device"])
    @pytest.mark.parametrize(
        ("name", "next"),
        [
            ("vkGetDeviceQueue", [0, 0, out("made")]),
            ("vkCreateCommandPool", [[39, None, 0], None, out("made")]),
            ("vkAllocateCommandBuffers", [[40, None, "buffer.pool", pair(0, 1)], out("made")]),
        ],
        ids=lambda each: each if isinstance(each, str) else "",
    )
    def test_commands_that_make_objects(
        self, world: World, subject: Trial, name: str, next: list[Argument], found: str
    ) -> None:
        """A device command that gives the application an object enters the first layer and then the second one."""
        world.driver()
        for layer in (FIRST, SECOND):
            world.explicit_layer(layer, flags={"intercept": name})
        world.application(layers=[FIRST, SECOND])
        script = with_device()
        command_buffer(script)
        via = INSTANCE if found == "instance" else of_device("device")
        script.call(name, "device", *next, via=via, returns="nothing", label="made")

        seen = subject.calls(world, script)

        assert entered(seen.lines["made"], name, "layer") == (FIRST, SECOND)

    @pytest.mark.rule("CHAIN-DIST-02", "OBJMODEL-01")
    @pytest.mark.parametrize("found", ["instance", "device"])
    @pytest.mark.parametrize("version", VERSIONS)
    def test_commands_of_a_device(self, world: World, subject: Trial, version: str, found: str) -> None:
        """Each core command of devices, queues and command buffers enters the first layer, however it is found."""
        names = core(version, "device")
        catch(world, names)
        script = with_device(api=f"{version}.0")
        script.query("version")
        command_buffer(script)
        for name in names:
            called(script, name, handle_of(name), INSTANCE if found == "instance" else of_device("device"))

        seen = subject.calls(world, script)

        wrong = astray(seen, names)
        subject.allows_older(version, {} if any(wrong.values()) else wrong)
        assert wrong == {}

    @pytest.mark.rule("CHAIN-DIST-02", "OBJMODEL-01")
    @pytest.mark.parametrize(
        "version",
        [
            "1.0",
            pytest.param("1.1", marks=SINCE_2018),
            pytest.param("1.3", marks=pytest.mark.editions("2022", "2026")),
        ],
    )
    def test_commands_of_a_physical_device(self, world: World, subject: Trial, version: str) -> None:
        """Each core command of physical devices enters the first layer."""
        names = core(version, "physical device")
        catch(world, names)
        script = with_instance(api=f"{version}.0")
        script.query("version")
        for name in names:
            called(script, name, "devices.0", INSTANCE)

        seen = subject.calls(world, script)

        wrong = astray(seen, names)
        subject.allows_older(version, {} if any(wrong.values()) else wrong)
        assert wrong == {}

    @pytest.mark.rule("CHAIN-DIST-02", "OBJMODEL-01")
    @SINCE_2018
    def test_commands_of_an_instance(self, world: World, subject: Trial) -> None:
        """vkEnumeratePhysicalDeviceGroups enters the first layer."""
        names = core("1.1", "instance")
        catch(world, names)
        script = with_instance(api="1.1.0")
        for name in names:
            called(script, name, "instance", INSTANCE)

        seen = subject.calls(world, script)

        assert (names, astray(seen, names)) == (["vkEnumeratePhysicalDeviceGroups"], {})


class TestEveryExtensionCommand:
    """Functions of device extensions are dispatched to the first entity as well, known to the loader or not."""

    @SINCE_2018
    @pytest.mark.rule("GPA-ORDER-01")
    @pytest.mark.parametrize("found", ["instance", "device"])
    def test_commands_of_device_extensions(self, world: World, subject: Trial, found: str) -> None:
        """Each command of each enabled device extension enters the first layer, known to the loader or not."""
        names = sorted({*commands_of_device_extensions()} - {OF_ANOTHER})

        seen, unknown = self._called(world, subject, names, found)

        wrong = astray(seen, names)
        if unknown and not any(wrong.values()):
            subject.allows_unknown(present([NOBODYS], seen.answers[unknown]) != [], wrong)
            few = [*wrong][:FEW]
            if wrong and astray(self._called(World(), subject, few, found)[0], few) == {}:
                subject.implied([*wrong], [], OF_NUMBERS)
                return
        assert wrong == {}

    def _called(self, world: World, subject: Trial, names: list[str], found: str) -> tuple[Observation, str]:
        """Enable all device extensions and call these commands; the label of the lookup of what nobody knows."""
        enabled = device_extensions()
        flags = {"device_extensions": rows(enabled), "unknown_device": NOBODYS}
        catch(world, names, extensions=rows(NEEDED_BY_DEVICES), **flags)
        script = with_instance(api="1.4.0", extensions=[*NEEDED_BY_DEVICES])
        unknown = script.lookup("instance", [NOBODYS]) if found == "instance" else ""
        script.device(extensions=enabled)
        script.queue()
        command_buffer(script)
        for name in names:
            called(script, name, handle_of(name), INSTANCE if found == "instance" else of_device("device"))
        return subject.calls(world, script), unknown
