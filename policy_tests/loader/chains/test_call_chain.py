"""Which layers and drivers a call goes through: the chains of instances and devices, and their first entities."""

import pytest

from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, out, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
OF_BOTH = "vkEnumeratePhysicalDevices,vkDeviceWaitIdle"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the layers of a device are those that the device asks for, and test_device_layers asks for them."""

PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
OF_PROPERTIES2 = {
    "Features2": (1000059000, 28),
    "Properties2": (1000059001, 104),
    "MemoryProperties2": (1000059006, 65),
}
"""The structure that each query of the extension fills in: its type, and its words behind pNext."""


def intercepted(world: World, command: str, *extensions: str) -> Script:
    """An application with two layers that write the command down, and these extensions of the driver."""
    world.driver(flags={"extensions": ",".join(f"{name}:1" for name in extensions)})
    for name in (ONE, TWO):
        world.explicit_layer(name, flags={"intercept": command})
    return with_instance(layers=[ONE, TWO], extensions=list(extensions))


class TestTwoKindsOfChains:
    """Instance and device functions run through two distinct chains, one for each instance and each device."""

    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01", "LLP_LOADER_1")
    def test_instances_do_not_share_a_chain(self, world: World, subject: Trial) -> None:
        """Of two instances with different layers, each one's calls reach its own layer alone."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": OF_BOTH})
        world.explicit_layer(TWO, flags={"intercept": OF_BOTH})
        script = Script()
        script.create("a", layers=[ONE])
        script.create("b", layers=[TWO])
        script.devices("a", "of_a")
        script.devices("b", "of_b")

        seen = subject.calls(world, script)

        command = "vkEnumeratePhysicalDevices"
        assert set(entered(seen.lines["of_a"], command, "layer")) == {ONE}
        assert set(entered(seen.lines["of_b"], command, "layer")) == {TWO}
        assert seen.violations == ()

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01")
    @pytest.mark.parametrize("order", ["ab", "ba"])
    def test_devices_have_the_chain_of_their_instance(self, world: World, subject: Trial, order: str) -> None:
        """A device's calls enter the layer of the device's own instance, and not that of another instance."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": OF_BOTH})
        world.explicit_layer(TWO, flags={"intercept": OF_BOTH})
        script = Script()
        for name, layer in (("a", ONE), ("b", TWO)):
            script.create(name, layers=[layer])
            script.devices(name, f"devices_{name}")
        for name in order:
            script.device(f"devices_{name}.0", f"device_{name}")
        waits = [
            script.call("vkDeviceWaitIdle", f"device_{name}", via=of_device(f"device_{name}"))
            for name in ("a", "b")
        ]

        seen = subject.calls(world, script)

        assert [entered(seen.lines[wait], "vkDeviceWaitIdle") for wait in waits] == [
            (ONE, "plain"),
            (TWO, "plain"),
        ]
        assert seen.violations == ()

    @pytest.mark.rule("CHAIN-DIST-01")
    def test_each_device_has_a_chain_of_its_own(self, world: World, subject: Trial) -> None:
        """Of two devices of one physical device, one still works through its layer after the other is destroyed."""
        world.driver()
        world.implicit_layer(ONE, flags={"intercept": "vkDeviceWaitIdle"})
        script = with_device()
        script.device(label="other")
        script.destroy_device("device")
        wait = script.call("vkDeviceWaitIdle", "other", via=INSTANCE)

        seen = subject.calls(world, script)

        assert seen.answers[wait] == {"returned": 0, "read": []}
        assert entered(seen.lines[wait], "vkDeviceWaitIdle") == (ONE, "plain")
        assert seen.violations == ()


class TestFirstEntity:
    """The loader calls the first entity of a chain; from there each entity calls the next one."""

    @pytest.mark.rule("CHAIN-DIST-02", "LLP_LOADER_1")
    @pytest.mark.parametrize("number", [5, 0, 1, 2, 30])
    def test_instances_are_made_from_the_application_down(
        self, world: World, subject: Trial, number: int
    ) -> None:
        """vkCreateInstance enters each enabled layer once, from the application down, and then the driver."""
        layers = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        world.driver()
        for name in layers:
            world.explicit_layer(name)
        world.application(layers=layers)

        seen = subject.calls(world)

        assert (seen.chain, seen.drivers, seen.violations) == (tuple(layers), ("plain",), ())

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02", "LLP_LOADER_1")
    @pytest.mark.parametrize("number", [5, 0, 1, 2, 30])
    def test_devices_are_made_from_the_application_down(
        self, world: World, subject: Trial, number: int
    ) -> None:
        """vkCreateDevice enters each layer of the instance once, from the application down, and then the driver."""
        layers = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        world.driver()
        for name in layers:
            world.explicit_layer(name)
        world.application(layers=layers)

        seen = subject.calls(world, with_device())

        assert way_down(seen.lines["device"], "vkCreateDevice") == (*layers, "plain")
        assert seen.violations == ()

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize("found", ["by the instance", "by the device", "as an export"])
    @pytest.mark.parametrize(
        ("command", "handle"), [("vkDeviceWaitIdle", "device"), ("vkQueueWaitIdle", "queue")]
    )
    def test_calls_of_a_device(
        self, world: World, subject: Trial, found: str, command: str, handle: str
    ) -> None:
        """A command of a device or queue enters the first layer, then the next and the driver, however found."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": command})
        world.explicit_layer(TWO, flags={"intercept": command})
        world.application(layers=[ONE, TWO])
        script = with_device()
        via = {"by the instance": INSTANCE, "by the device": of_device("device"), "as an export": ("export",)}
        script.call(command, handle, via=via[found], label="call")

        seen = subject.calls(world, script)

        assert seen.answers["call"] == {"returned": 0, "read": []}
        assert entered(seen.lines["call"], command) == (ONE, TWO, "plain")

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize("found", ["by the instance", "as an export"])
    def test_calls_of_a_physical_device(self, world: World, subject: Trial, found: str) -> None:
        """A command of a physical device enters the first layer, then the next and the driver, however found."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties"
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": command})
        world.explicit_layer(TWO, flags={"intercept": command})
        world.application(layers=[ONE, TWO])
        script = with_instance()
        via = {"by the instance": INSTANCE, "as an export": ("export",)}[found]
        script.call(command, "devices.0", read(0), None, via=via, returns="nothing", label="call")

        seen = subject.calls(world, script)

        assert seen.read("call") == [[1]]
        assert entered(seen.lines["call"], command) == (ONE, TWO, "plain")

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize("found", ["by the instance", "as an export"])
    def test_enumerations_that_are_repeated(self, world: World, subject: Trial, found: str) -> None:
        """Each repeated vkEnumeratePhysicalDevices enters the first layer and then the second one."""
        command = "vkEnumeratePhysicalDevices"
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": command})
        world.explicit_layer(TWO, flags={"intercept": command})
        world.application(layers=[ONE, TWO])
        script = with_instance()
        via = {"by the instance": INSTANCE, "as an export": ("export",)}[found]
        for label in ("second", "third"):
            script.call(command, "instance", [1], out(label), via=via, label=label)

        seen = subject.calls(world, script)

        assert seen.returned("second", "third") == [0, 0]
        who = [entered(seen.lines[label], command, "layer")[:2] for label in ("second", "third")]
        assert who == [(ONE, TWO), (ONE, TWO)]

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02")
    def test_calls_of_an_instance_extension(self, world: World, subject: Trial) -> None:
        """A command of an enabled instance extension enters at the first layer and goes on to the driver."""
        command = "vkSubmitDebugUtilsMessageEXT"
        world.driver(flags={"extensions": "VK_EXT_debug_utils:2"})
        world.explicit_layer(ONE, flags={"intercept": command})
        world.explicit_layer(TWO, flags={"intercept": command})
        world.application(layers=[ONE, TWO])
        script = with_instance(extensions=["VK_EXT_debug_utils"])
        message = [1000128003, None, 0, None, 0, text("hello"), *[None] * 6]
        script.call(command, "instance", 0x100, 1, message, via=INSTANCE, returns="nothing", label="call")

        seen = subject.calls(world, script)

        assert entered(seen.lines["call"], command, "layer") == (ONE, TWO)

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("query", ["Features2", "Properties2", "MemoryProperties2"])
    def test_queries_of_an_instance_extension(self, world: World, subject: Trial, query: str) -> None:
        """A query of VK_KHR_get_physical_device_properties2 enters the first layer and then the second one."""
        command = f"vkGetPhysicalDevice{query}KHR"
        script = intercepted(world, command, PROPERTIES2)
        structure, words = OF_PROPERTIES2[query]
        answer = [structure, None, *[0] * words]
        script.call(command, "devices.0", answer, via=INSTANCE, returns="nothing", label="call")

        seen = subject.calls(world, script)

        assert entered(seen.lines["call"], command, "layer") == (ONE, TWO)

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize("query", ["Support", "Capabilities", "Formats", "PresentModes"])
    def test_queries_of_a_surface(self, world: World, subject: Trial, query: str) -> None:
        """A physical device's query about a surface enters the first layer and then the second one."""
        command = f"vkGetPhysicalDeviceSurface{query}KHR"
        script = intercepted(world, command, DISPLAY.extension, SURFACE)
        script.call(DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE)
        arguments = {"Support": [0, "surface", read(0)], "Capabilities": ["surface", [0] * 7]}
        counted = ["surface", read(0), None]
        given = arguments.get(query, counted)
        script.call(command, "devices.0", *given, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert entered(seen.lines["call"], command, "layer") == (ONE, TWO)

    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize("found", ["by the instance", "as an export"])
    def test_queries_of_device_extensions(self, world: World, subject: Trial, found: str) -> None:
        """vkEnumerateDeviceExtensionProperties without a layer's name enters at the first layer."""
        command = "vkEnumerateDeviceExtensionProperties"
        script = intercepted(world, command)
        via = {"by the instance": INSTANCE, "as an export": ("export",)}[found]
        script.call(command, "devices.0", None, read(0), None, via=via, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [0]
        assert entered(seen.lines["call"], command, "layer") == (ONE, TWO)


class TestSubsets:
    """A layer intercepts any subset of functions; for others the chain goes straight to the next entity."""

    @pytest.mark.rule("CHAIN-DIST-03")
    @pytest.mark.parametrize("number", [4, 1, 2, 3])
    @pytest.mark.parametrize("place", range(4))
    def test_one_of_several_layers_intercepts(
        self, world: World, subject: Trial, place: int, number: int
    ) -> None:
        """A call goes past the layers that do not intercept it to those that do, and to the driver."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties"
        layers = [f"VK_LAYER_TEST_{index}" for index in range(4)]
        intercepting = [*layers, *layers][place : place + number]
        world.driver()
        for name in layers:
            world.explicit_layer(name, flags={"intercept": command} if name in intercepting else {})
        script = with_instance(layers=layers)
        script.call(command, "devices.0", read(0), None, via=INSTANCE, returns="nothing", label="call")

        seen = subject.calls(world, script)

        expected = [name for name in layers if name in intercepting]
        assert entered(seen.lines["call"], command) == (*expected, "plain")

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-03")
    @pytest.mark.parametrize("found", ["instance", "device"])
    def test_each_layer_intercepts_another_function(self, world: World, subject: Trial, found: str) -> None:
        """Of two layers that intercept different commands, each command enters its own layer and then the driver."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": "vkDeviceWaitIdle"})
        world.explicit_layer(TWO, flags={"intercept": "vkQueueWaitIdle"})
        world.application(layers=[ONE, TWO])
        script = with_device()
        via = {"instance": INSTANCE, "device": of_device("device")}[found]
        script.call("vkDeviceWaitIdle", "device", via=via)
        script.call("vkQueueWaitIdle", "queue", via=via)

        seen = subject.calls(world, script)

        assert entered(seen.lines["vkDeviceWaitIdle"], "vkDeviceWaitIdle") == (ONE, "plain")
        assert entered(seen.lines["vkQueueWaitIdle"], "vkQueueWaitIdle") == (TWO, "plain")
