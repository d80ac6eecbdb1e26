"""What comes back through a chain: results, and what commands write, from wherever a call turns round."""

import pytest

from refloader.scenario.applications import INSTANCE, command_buffer, with_device, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, out, read
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
LOST, FAILED = -4, -3
"""VK_ERROR_DEVICE_LOST, and VK_ERROR_INITIALIZATION_FAILED for functions of instances, which lose no device."""

SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""Also for the layers of devices: in 2016 these are the ones that the device asks for."""
OF_INSTANCES: list[object] = [
    pytest.param("1.0.0", "vkEnumeratePhysicalDevices", id="vkEnumeratePhysicalDevices"),
    pytest.param(
        "1.1.0",
        "vkEnumeratePhysicalDeviceGroups",
        id="vkEnumeratePhysicalDeviceGroups",
        marks=SINCE_2018,
    ),
]
OF_DEVICES: list[tuple[str, list[Argument]]] = [
    ("vkDeviceWaitIdle", ["device"]),
    ("vkQueueWaitIdle", ["queue"]),
    ("vkQueueSubmit", ["queue", 0, None, None]),
    ("vkBeginCommandBuffer", ["buffer", [42, None, 0, None]]),
    ("vkEndCommandBuffer", ["buffer"]),
    ("vkCreateFence", ["device", [8, None, 0], None, out("fence")]),
    ("vkCreateSemaphore", ["device", [9, None, 0], None, out("semaphore")]),
    ("vkCreateBuffer", ["device", [12, None, 0, 64, 1, 0, None], None, out("memory")]),
]
FOUND = pytest.mark.parametrize("found", ["instance", "device"])
VIA = {"instance": INSTANCE, "device": of_device("device")}
LAYERS = pytest.mark.parametrize(
    "layers", [pytest.param([], id="no layer"), pytest.param([ONE, TWO], id="two layers", marks=SINCE_2018)]
)


def application() -> Script:
    """An application that has a device, a queue and a command buffer."""
    script = with_device()
    command_buffer(script)
    return script


class TestResults:
    """Each entity calls the next one, and what it returns is the result of the call above."""

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize(("api", "command"), OF_INSTANCES)
    def test_a_layers_result_of_an_instance(
        self, world: World, subject: Trial, api: str, command: str
    ) -> None:
        """If the first layer answers an instance command itself, its result comes back; nothing below is entered."""
        world.driver()
        world.explicit_layer(ONE, flags={"fail": f"{command}:{FAILED}"})
        world.explicit_layer(TWO)
        script = Script()
        script.create(api=api, layers=[ONE, TWO])
        script.call(command, "instance", read(0), None, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [FAILED]
        assert way_down(seen.lines["call"], command) == (ONE,)

    @SINCE_2018
    @FOUND
    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize(("command", "arguments"), OF_DEVICES, ids=[name for name, _ in OF_DEVICES])
    def test_a_layers_result_of_a_device(
        self, world: World, subject: Trial, command: str, arguments: list[Argument], found: str
    ) -> None:
        """If the first layer answers a device command itself, its result comes back; nothing below is entered."""
        world.driver()
        world.explicit_layer(ONE, flags={"fail": f"{command}:{LOST}"})
        world.explicit_layer(TWO, flags={"intercept": command})
        world.application(layers=[ONE, TWO])
        script = application()
        script.call(command, *arguments, via=VIA[found], label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [LOST]
        assert entered(seen.lines["call"], command) == (ONE,)

    @FOUND
    @pytest.mark.rule("CHAIN-DIST-02", "CHAIN-TERM-02")
    @LAYERS
    @pytest.mark.parametrize(("command", "arguments"), OF_DEVICES, ids=[name for name, _ in OF_DEVICES])
    def test_the_drivers_result(
        self,
        world: World,
        subject: Trial,
        command: str,
        arguments: list[Argument],
        layers: list[str],
        found: str,
    ) -> None:
        """The driver's result of a device command comes back through all layers that intercept the command."""
        world.driver(flags={"fail": f"{command}:{LOST}"})
        for name in layers:
            world.explicit_layer(name, flags={"intercept": command})
        world.application(layers=layers)
        script = application()
        script.call(command, *arguments, via=VIA[found], label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [LOST]
        assert entered(seen.lines["call"], command) == (*layers, "plain")


class TestOneAfterAnother:
    """What is true of one command is true of the next one, whichever lookup has found it."""

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02", "CHAIN-TERM-02")
    def test_every_result(self, world: World, subject: Trial) -> None:
        """Of device commands called one after another, each driver's result comes back through both layers."""
        commands = [command for command, _ in OF_DEVICES]
        world.driver(flags={"fail": ",".join(f"{command}:{LOST}" for command in commands)})
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"intercept": ",".join(commands)})
        world.application(layers=[ONE, TWO])
        script = application()
        asked = {
            script.call(command, *arguments, via=via, label=f"{command} of the {found}"): command
            for found, via in VIA.items()
            for command, arguments in OF_DEVICES
        }

        seen = subject.calls(world, script)

        assert dict(zip(asked, seen.returned(*asked), strict=True)) == dict.fromkeys(asked, LOST)
        ways = {label: entered(seen.lines[label], command) for label, command in asked.items()}
        assert ways == dict.fromkeys(asked, (ONE, TWO, "plain"))


class TestWhatIsWritten:
    """The parameters of a call arrive as they are, and what the driver writes there is the application's."""

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize("layers", [[], [ONE, TWO]], ids=["no layer", "two layers"])
    def test_behind_the_registers(self, world: World, subject: Trial, layers: list[str]) -> None:
        """What the driver writes through the seventh parameter of a command reaches the application."""
        command = "vkGetPhysicalDeviceSparseImageFormatProperties"
        world.driver()
        for name in layers:
            world.explicit_layer(name, flags={"intercept": command})
        world.application(layers=layers)
        script = with_instance()
        script.call(
            command,
            "devices.0",
            37,
            1,
            1,
            4,
            0,
            read(77),
            None,
            via=INSTANCE,
            returns="nothing",
            label="call",
        )

        seen = subject.calls(world, script)

        assert seen.read("call") == [[0]]

    @FOUND
    @pytest.mark.rule("CHAIN-DIST-02", "CHAIN-TERM-02")
    @LAYERS
    def test_handles_of_other_objects(
        self, world: World, subject: Trial, layers: list[str], found: str
    ) -> None:
        """vkDestroyFence reaches the driver through all layers, with the fence that this driver made."""
        world.driver()
        for name in layers:
            world.explicit_layer(name, flags={"intercept": "vkCreateFence,vkDestroyFence"})
        world.application(layers=layers)
        script = application()
        info = [8, None, 0]
        script.call("vkCreateFence", "device", info, None, out("fence"), via=VIA[found], label="fence")
        script.call("vkDestroyFence", "device", "fence", None, via=VIA[found], returns="nothing", label="end")

        seen = subject.calls(world, script)

        assert seen.answers["fence"] == {"returned": 0, "read": []}
        assert entered(seen.lines["end"], "vkDestroyFence") == (*layers, "plain")
        assert seen.violations == ()
