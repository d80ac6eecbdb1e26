"""Which layers the chain of a device has: since 2018 those of its instance, in 2016 those asked for by the device."""

import pytest

from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
NOWHERE = "VK_LAYER_TEST_nowhere"
IDLE, WAIT = "vkDeviceWaitIdle", "vkQueueWaitIdle"


def machine(world: World) -> None:
    """A driver and two explicit layers."""
    world.driver()
    world.explicit_layer(ONE)
    world.explicit_layer(TWO)


def with_layers(instance: list[str], device: list[str]) -> Script:
    """An application that asks for these layers when it makes an instance and a device."""
    script = with_instance(layers=instance)
    script.device(layers=device)
    return script


@pytest.mark.editions("2018", "2026")
class TestLayersOfTheInstance:
    """vkCreateDevice uses the layers chosen at vkCreateInstance and pays no attention to its own layer names."""

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize(
        "names",
        [[TWO], [], [ONE], [ONE, TWO], [TWO, ONE], [NOWHERE], ["", ONE]],
        ids=lambda names: "+".join(names),
    )
    def test_names_have_no_effect(self, world: World, subject: Trial, names: list[str]) -> None:
        """The layer names in VkDeviceCreateInfo have no effect: the chain of a device has the instance's layers."""
        machine(world)

        seen = subject.calls(world, with_layers([ONE], names))

        assert seen.answers["device"] == 0
        assert way_down(seen.lines["device"], "vkCreateDevice") == (ONE, "plain")

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_without_layers_in_the_instance(self, world: World, subject: Trial) -> None:
        """A device whose instance has no layers has none either, although vkCreateDevice names two layers."""
        machine(world)

        seen = subject.calls(world, with_layers([], [ONE, TWO]))

        assert way_down(seen.lines["device"], "vkCreateDevice") == ("plain",)

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_the_variable_of_2016(self, world: World, subject: Trial) -> None:
        """VK_DEVICE_LAYERS has no effect: the chain of a device has the instance's layers."""
        machine(world)
        world.variable("VK_DEVICE_LAYERS", TWO)

        seen = subject.calls(world, with_layers([ONE], []))

        assert way_down(seen.lines["device"], "vkCreateDevice") == (ONE, "plain")

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_implicit_layers_stay(self, world: World, subject: Trial) -> None:
        """The implicit layers of the instance are in the chain of its devices as well."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.calls(world, with_device())

        assert way_down(seen.lines["device"], "vkCreateDevice") == (ONE, "plain")

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_turned_off_meanwhile(self, world: World, subject: Trial) -> None:
        """A layer whose disable variable is set after the instance was made is still in the chain of a device."""
        world.driver()
        world.implicit_layer(ONE)
        script = with_instance()
        script.set(f"DISABLE_{ONE}", "1")
        script.device()

        seen = subject.calls(world, script)

        assert way_down(seen.lines["device"], "vkCreateDevice") == (ONE, "plain")

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize("names", [[THREE, ONE], [ONE, TWO, THREE], [THREE, ONE, TWO]], ids="+".join)
    def test_the_sequence(self, world: World, subject: Trial, names: list[str]) -> None:
        """vkEnumerateDeviceLayerProperties, long deprecated, should list the instance's layers in their order."""
        machine(world)
        world.explicit_layer(THREE)
        script = with_instance(layers=names)
        script.device_layers()

        answer = subject.calls(world, script).answers["device_layers"]

        by = "the Vulkan specification, which has the command list the sequence of the instance's layers"
        subject.implied((answer["result"], answer["layers"]), (0, names), by)

    @pytest.mark.parametrize("names", [[ONE], [TWO], []], ids="+".join)
    @pytest.mark.parametrize(
        "found",
        [
            pytest.param("instance", marks=pytest.mark.rule("CHAIN-DIST-02", "ACT-DEVLAYER-02")),
            pytest.param("device", marks=pytest.mark.rule("GPA-APP-03", "ACT-DEVLAYER-02")),
        ],
    )
    def test_calls_on_a_device(self, world: World, subject: Trial, found: str, names: list[str]) -> None:
        """Whichever names a device is made with, a command that is called on it enters the instance's layer."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": IDLE})
        world.explicit_layer(TWO, flags={"intercept": IDLE})
        script = with_layers([ONE], names)
        script.call(
            IDLE, "device", via=INSTANCE if found == "instance" else of_device("device"), label="call"
        )

        seen = subject.calls(world, script)

        assert seen.returned("call") == [0]
        assert entered(seen.lines["call"], IDLE) == (ONE, "plain")

    @pytest.mark.rule("EXT-FILTER-06")
    def test_drivers_are_not_asked_for_layers(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceLayerProperties, long deprecated, calls no driver."""
        machine(world)
        script = with_instance(layers=[ONE])
        script.device_layers()

        seen = subject.calls(world, script)

        assert seen.device_names() == ["mock driver"]
        assert entered(seen.lines["device_layers"], "vkEnumerateDeviceLayerProperties", "driver") == ()
        assert seen.violations == ()


@pytest.mark.editions("2016")
class TestLayersOfTheDevice:
    """Device layers are enabled through ppEnabledLayerNames of VkDeviceCreateInfo, or VK_DEVICE_LAYERS."""

    @pytest.mark.rule("ACT-DEVLAYER-01", "CHAIN-DIST-05")
    @pytest.mark.parametrize("names", [[TWO, ONE], [], [ONE], [TWO], [ONE, TWO]], ids="+".join)
    def test_named_by_the_application(self, world: World, subject: Trial, names: list[str]) -> None:
        """Of the instance's two layers, those that vkCreateDevice names are in the chain of the device."""
        machine(world)

        seen = subject.calls(world, with_layers([ONE, TWO], names))

        assert seen.answers["device"] == 0
        assert way_down(seen.lines["device"], "vkCreateDevice") == (*names, "plain")

    @pytest.mark.rule("ENV-DEVLAYERS-01")
    @pytest.mark.parametrize("names", [[TWO, ONE], [], [ONE], [TWO], [ONE, TWO]], ids="+".join)
    def test_named_by_the_environment(self, world: World, subject: Trial, names: list[str]) -> None:
        """Of the instance's two layers, those that VK_DEVICE_LAYERS names are in the chain of the device."""
        machine(world)
        world.variable("VK_INSTANCE_LAYERS", f"{ONE}:{TWO}")
        world.variable("VK_DEVICE_LAYERS", ":".join(names))

        seen = subject.calls(world, with_layers([], []))

        assert seen.answers["device"] == 0
        assert way_down(seen.lines["device"], "vkCreateDevice") == (*names, "plain")

    @pytest.mark.parametrize("names", [[TWO, ONE], [ONE, TWO]], ids="+".join)
    @pytest.mark.parametrize(
        "found",
        [
            pytest.param("instance", marks=pytest.mark.rule("CHAIN-DIST-02", "CHAIN-INIT-04")),
            pytest.param("device", marks=pytest.mark.rule("GPA-APP-03", "CHAIN-INIT-04")),
        ],
    )
    def test_calls_go_through_each(self, world: World, subject: Trial, found: str, names: list[str]) -> None:
        """A command that is called on a device enters each of its two layers, in the order of vkCreateDevice."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": IDLE})
        world.explicit_layer(TWO, flags={"intercept": IDLE})
        script = with_layers([ONE, TWO], names)
        via = INSTANCE if found == "instance" else of_device("device")
        script.call(IDLE, "device", via=via, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [0]
        chain = way_down(seen.lines["device"], "vkCreateDevice")  # ACT-DEVLAYER-01 says which layers this has
        assert sorted(chain) == sorted((*names, "plain"))
        assert entered(seen.lines["call"], IDLE) == chain

    @pytest.mark.rule("OBJECTS-LAYER-02")
    @pytest.mark.parametrize("kinds", ["device,queue", "device", "queue"])
    @pytest.mark.parametrize("names", [[ONE, TWO], [TWO, ONE]], ids="+".join)
    def test_what_a_layer_makes(self, world: World, subject: Trial, names: list[str], kinds: str) -> None:
        """A device or queue that a device layer makes works after the layer calls vkSetDeviceLoaderData."""
        world.driver()
        world.explicit_layer(ONE, flags={"wrap": kinds})
        world.explicit_layer(TWO, flags={"intercept": WAIT})
        script = with_layers([ONE, TWO], names)
        script.queue()
        script.call(WAIT, "queue", via=INSTANCE, label="call")

        seen = subject.calls(world, script)

        assert seen.returned("call") == [0]
        assert entered(seen.lines["call"], WAIT, "driver") == ("plain",)
        assert seen.violations == ()

    @pytest.mark.rule("ACT-DEVLAYER-01")
    def test_the_enumeration(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceLayerProperties lists a layer of type GLOBAL and leaves out one of type INSTANCE."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, type="INSTANCE")
        script = with_instance()
        script.device_layers()

        seen = subject.calls(world, script)

        assert seen.answers["device_layers"] == {"result": 0, "layers": [ONE]}
