"""Which layers and drivers a call goes through: the chains of instances and devices, and where they end."""

import pytest

from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, field
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, out, read, text
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
OF_BOTH = "vkEnumeratePhysicalDevices,vkDeviceWaitIdle"
SWAPCHAIN_INFO = 1000001000
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the layers of a device are those that the device asks for, and test_device_layers asks for them."""


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
    def test_devices_have_the_chain_of_their_instance(self, world: World, subject: Trial) -> None:
        """Devices of two instances with different layers: each one's calls reach its own layer alone."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": OF_BOTH})
        world.explicit_layer(TWO, flags={"intercept": OF_BOTH})
        script = Script()
        for name, layer in (("a", ONE), ("b", TWO)):
            script.create(name, layers=[layer])
            script.devices(name, f"devices_{name}")
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
        """Two devices of one physical device are told apart by the layer, and one outlives the other."""
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
    @pytest.mark.parametrize("number", [0, 1, 2, 5, 30])
    def test_instances_are_made_from_the_application_down(
        self, world: World, subject: Trial, number: int
    ) -> None:
        """Each layer is entered once, then the driver."""
        layers = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        world.driver()
        for name in layers:
            world.explicit_layer(name)
        world.application(layers=layers)

        seen = subject.calls(world)

        assert (seen.chain, seen.drivers, seen.violations) == (tuple(layers), ("plain",), ())

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02", "LLP_LOADER_1")
    @pytest.mark.parametrize("number", [0, 1, 2, 5, 30])
    def test_devices_are_made_from_the_application_down(
        self, world: World, subject: Trial, number: int
    ) -> None:
        """Each layer is entered once, then the driver."""
        layers = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        world.driver()
        for name in layers:
            world.explicit_layer(name)
        world.application(layers=layers)

        seen = subject.calls(world, with_device())

        assert entered(seen.lines["device"], "vkCreateDevice") == (*layers, "plain")
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
        """However the command was found, it enters at the first layer and goes on to the driver."""
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
        """However the command was found, it enters at the first layer and goes on to the driver."""
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
        """Every enumeration of physical devices enters at the first layer; how often each time is open."""
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


class TestSubsets:
    """A layer intercepts any subset of functions; for others the chain goes straight to the next entity."""

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-03")
    @pytest.mark.parametrize("found", ["instance", "device"])
    def test_each_layer_intercepts_another_function(self, world: World, subject: Trial, found: str) -> None:
        """Each call is seen by the layer that intercepts it, and both by the driver."""
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


class TestEnds:
    """An instance chain ends in the loader, which calls every driver; a device chain in the device's driver."""

    @pytest.mark.rule("CHAIN-TERM-01")
    def test_an_instance_is_made_of_all_drivers(self, world: World, subject: Trial) -> None:
        """After the layer the vkCreateInstance of each driver is called, once."""
        world.driver("alpha")
        world.driver("beta")
        world.implicit_layer(ONE)
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        who = entered(seen.lines["instance"], "vkCreateInstance")
        assert (who[:1], sorted(who[1:])) == ((ONE,), ["alpha", "beta"])

    @pytest.mark.rule("CHAIN-TERM-01")
    def test_an_instance_is_destroyed_in_all_drivers(self, world: World, subject: Trial) -> None:
        """After the layer the vkDestroyInstance of each driver is called, once."""
        world.driver("alpha")
        world.driver("beta")
        world.implicit_layer(ONE)
        script = Script()
        script.create()
        end = script.destroy()

        seen = subject.calls(world, script)

        who = entered(seen.lines[end], "vkDestroyInstance")
        assert (who[:1], sorted(who[1:])) == ((ONE,), ["alpha", "beta"])

    @pytest.mark.rule("CHAIN-TERM-01")
    def test_devices_of_all_drivers(self, world: World, subject: Trial) -> None:
        """The physical devices of every driver are merged into one answer."""
        world.driver("alpha", flags={"devices": "2", "device_name": "a1;a2"})
        world.driver("beta", flags={"device_name": "b1"})
        world.implicit_layer(ONE)

        seen = subject.calls(world, with_instance())

        assert sorted(seen.device_names()) == ["a1", "a2", "b1"]

    @pytest.mark.rule("CHAIN-TERM-01")
    @pytest.mark.editions("2018", "2026")
    def test_groups_of_all_drivers(self, world: World, subject: Trial) -> None:
        """The device groups of every driver are merged into one answer, behind the layer."""
        world.driver("alpha", flags={"devices": "2", "device_name": "a1;a2", "groups": "0+1"})
        world.driver("beta", flags={"device_name": "b1"})
        world.implicit_layer(ONE)
        script = with_instance(api="1.1.0")
        script.groups(label="groups")

        seen = subject.calls(world, script)

        found = seen.answers["groups"] or {"groups": []}
        assert sorted(sorted(group) for group in found["groups"]) == [["a1", "a2"], ["b1"]]

    @pytest.mark.rule("CHAIN-TERM-01")
    @pytest.mark.editions("2018", "2026")
    def test_messengers_in_all_drivers(self, world: World, subject: Trial) -> None:
        """A messenger is made in every driver that has the extension, below the layer."""
        command = "vkCreateDebugUtilsMessengerEXT"
        for name in ("alpha", "beta"):
            world.driver(name, flags={"extensions": "VK_EXT_debug_utils:2"})
        world.driver("gamma")
        world.implicit_layer(ONE, flags={"intercept": command})
        script = with_instance(extensions=["VK_EXT_debug_utils"])
        make = [{"utils": 7}, None, out("messenger")]
        script.call(command, "instance", *make, via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        who = entered(seen.lines["call"], command)
        assert seen.returned("call") == [0]
        assert (who[:1], sorted(who[1:])) == ((ONE,), ["alpha", "beta"])

    @pytest.mark.rule("CHAIN-TERM-02")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    def test_a_device_is_one_drivers(self, world: World, subject: Trial, layers: list[str]) -> None:
        """From its creation to its end only the driver of its physical device hears of a device."""
        names = ("alpha", "beta")
        for name in names:
            world.driver(name, flags={"device_name": name})
        for layer in layers:
            world.implicit_layer(layer)
        script = with_instance()
        for index in range(len(names)):
            script.device(f"devices.{index}", f"device_{index}")
            script.queue(f"device_{index}", f"queue_{index}")
            script.call("vkQueueWaitIdle", f"queue_{index}", via=INSTANCE, label=f"wait_{index}")
            script.call(
                "vkDestroyDevice",
                f"device_{index}",
                None,
                via=INSTANCE,
                returns="nothing",
                label=f"end_{index}",
            )

        seen = subject.calls(world, script)

        commands = {"device": "vkCreateDevice", "wait": "vkQueueWaitIdle", "end": "vkDestroyDevice"}
        heard = {
            step: [entered(seen.lines[f"{step}_{index}"], command, "driver") for index in range(2)]
            for step, command in commands.items()
        }
        alone = [(name,) for name in seen.device_names()]
        assert sorted(alone) == [("alpha",), ("beta",)]
        assert heard == {"device": alone, "wait": alone, "end": alone}


class TestEndsInTheLoader:
    """A few device functions need loader code at both ends, however they are found."""

    @pytest.mark.rule("CHAIN-TERM-03", "LDP_LOADER_11")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("found", ["instance", "device"])
    @pytest.mark.parametrize("layers", [[], [ONE], [ONE, TWO]], ids=["no layer", "one layer", "two layers"])
    def test_a_swapchain_gets_the_drivers_surface(
        self, world: World, subject: Trial, found: str, layers: list[str]
    ) -> None:
        """The driver that makes its own surfaces is given its own one, below all layers."""
        offered = "VK_KHR_surface:25,VK_KHR_display:23"
        flags = {"extensions": offered, "device_extensions": "VK_KHR_swapchain:70", "surfaces": "own"}
        world.driver(flags=flags)
        for layer in layers:
            world.explicit_layer(layer, flags={"intercept": "vkCreateSwapchainKHR"})
        world.application(layers=layers)
        script = with_instance(extensions=["VK_KHR_surface", "VK_KHR_display"])
        surface = [1000002001, None, 0, 1, 0, 0, 0, 0]
        script.call("vkCreateDisplayPlaneSurfaceKHR", "instance", surface, None, out("surface"), via=INSTANCE)
        script.device(extensions=["VK_KHR_swapchain"])
        via = {"instance": INSTANCE, "device": of_device("device")}[found]
        info = [SWAPCHAIN_INFO, None, 0, "surface", 2, *[0] * 8]
        script.call("vkCreateSwapchainKHR", "device", info, None, out("swapchain"), via=via, label="call")

        seen = subject.calls(world, script)

        assert seen.answers["call"] == {"returned": 0, "read": []}
        surfaces = field(seen.lines["call"], "vkCreateSwapchainKHR", "surface", "driver")
        assert surfaces == {"plain": "own:DISPLAY"}
        assert entered(seen.lines["call"], "vkCreateSwapchainKHR", "layer") == tuple(layers)
        assert seen.violations == ()
