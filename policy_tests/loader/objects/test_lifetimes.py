"""Instances and devices that come and go: several at once, in any order, and creations that fail on their way.

A layer that fails after it called down is not among them: no document says who then destroys what was made below.
"""

from itertools import permutations

import pytest

from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_instance
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
LAYERS = [ONE, TWO, THREE]
BROKEN = -13
"""A result that no loader has a reason to return by itself: VK_ERROR_UNKNOWN."""

OWN_RESULT = (
    "CHAIN-DIST-02: the loader calls the first entity, and what it makes of VK_ERROR_UNKNOWN is not said"
)
ITS_RESULT = (
    "CHAIN-DIST-02: the loader calls the first entity, and that the application gets its result is not said"
)
HOW_MANY = "CHAIN-DIST-01, which has a chain for each instance and states no number of them"

ORDERS = list(permutations(range(3)))
UNLOADING = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the layers of a device are those that the device asks for."""
WHO = pytest.mark.parametrize("who", LAYERS, ids=["first", "middle", "last"])


def three_layers(world: World, **flags: dict[str, str]) -> None:
    """Three explicit layers, which the application asks for in order; flags by the layer's name."""
    for name in LAYERS:
        world.explicit_layer(name, flags=flags.get(name, {}))
    world.application(layers=LAYERS)


def down_to(layer: str) -> tuple[str, ...]:
    """The layers that a call enters if it goes no further than this one."""
    return tuple(LAYERS[: LAYERS.index(layer) + 1])


def balance(seen: Observation, thing: str) -> dict[str, int]:
    """How many of the things each driver made and has not destroyed."""
    made = entered(seen.trace, f"vkCreate{thing}", "driver")
    gone = entered(seen.trace, f"vkDestroy{thing}", "driver")
    return {name: made.count(name) - gone.count(name) for name in {*made, *gone}}


def enumerations(subject: Trial, world: World, *requests: list[str]) -> list[tuple[str, ...]]:
    """The layers of each of several instances that live at once, with what each of them asks for."""
    return [found for _, found in results_and_layers(subject, world, *requests)]


def results_and_layers(
    subject: Trial, world: World, *requests: list[str]
) -> list[tuple[object, tuple[str, ...]]]:
    """What vkCreateInstance returned for each of several instances that live at once, and the layers of each."""
    script = Script()
    for index, layers in enumerate(requests):
        script.create(f"instance_{index}", layers=layers)
    for index in range(len(requests)):
        script.devices(f"instance_{index}", f"devices_{index}")
    seen = subject.calls(world, script)
    command = "vkEnumeratePhysicalDevices"
    entries = [entered(seen.lines[f"devices_{index}"], command, "layer") for index in range(len(requests))]
    results = [seen.answers[f"instance_{index}"] for index in range(len(requests))]
    return [(result, tuple(dict.fromkeys(each))) for result, each in zip(results, entries, strict=True)]


class TestSeveralAtOnce:
    """There is one chain for each instance and each device, for as long as it lives."""

    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01")
    @pytest.mark.parametrize("order", ORDERS, ids=str)
    def test_instances_in_any_order(self, world: World, subject: Trial, order: tuple[int, int, int]) -> None:
        """Of three instances with a layer each, every one has its own layer while others are destroyed."""
        world.driver()
        for name in LAYERS:
            world.explicit_layer(name)
        script = Script()
        for index, layer in enumerate(LAYERS):
            script.create(f"instance_{index}", layers=[layer])
        for index in order:
            script.devices(f"instance_{index}", f"devices_{index}")
            script.destroy(f"instance_{index}")

        seen = subject.calls(world, script)

        command = "vkEnumeratePhysicalDevices"
        who = [{*entered(seen.lines[f"devices_{index}"], command, "layer")} for index in range(3)]
        assert who == [{ONE}, {TWO}, {THREE}]
        assert (balance(seen, "Instance"), seen.violations) == ({"plain": 0}, ())

    @pytest.mark.rule("ACT-IMPLICIT-01")
    def test_each_instance_has_the_implicit_layers(self, world: World, subject: Trial) -> None:
        """Of three instances that live at once, each has the implicit layer."""
        world.driver()
        world.implicit_layer(ONE)

        assert enumerations(subject, world, [], [], []) == [(ONE,)] * 3

    @pytest.mark.rule("ACT-EXPLICIT-01")
    def test_each_instance_has_its_own_requests(self, world: World, subject: Trial) -> None:
        """An explicit layer that one instance asks for is in no other that lives beside it."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)

        assert enumerations(subject, world, [ONE], [], [TWO], []) == [(ONE,), (), (TWO,), ()]

    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01")
    @pytest.mark.parametrize("number", [20, 70])
    def test_many_instances(self, world: World, subject: Trial, number: int) -> None:
        """Of many instances that live at once, each has the layer that it asks for, up to the last one.

        That a loader refuses one is a warning: no document says how many there may be.
        """
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        requests = [[ONE], [TWO]] * (number // 2)

        found = results_and_layers(subject, world, *requests)

        expected = [tuple(each) for each in requests]
        assert [layers for result, layers in found if result == 0] == [
            layers for (result, _), layers in zip(found, expected, strict=True) if result == 0
        ]
        made = sum(result == 0 for result, _ in found)
        subject.implied(f"{made} instances live at once", f"{number} instances live at once", HOW_MANY)

    @pytest.mark.rule("CHAIN-DIST-01")
    @pytest.mark.parametrize("order", ORDERS, ids=str)
    def test_devices_in_any_order(self, world: World, subject: Trial, order: tuple[int, int, int]) -> None:
        """A call on one of three devices goes through the layer to the driver while others are destroyed."""
        world.driver()
        world.implicit_layer(ONE, flags={"intercept": "vkDeviceWaitIdle"})
        script = with_instance()
        for index in range(3):
            script.device(label=f"device_{index}")
        for index in order:
            script.call("vkDeviceWaitIdle", f"device_{index}", via=INSTANCE, label=f"wait_{index}")
            script.destroy_device(f"device_{index}")

        seen = subject.calls(world, script)

        waits = [entered(seen.lines[f"wait_{index}"], "vkDeviceWaitIdle") for index in range(3)]
        assert waits == [(ONE, "plain")] * 3
        assert (balance(seen, "Device"), seen.violations) == ({"plain": 0}, ())

    @pytest.mark.rule("CHAIN-DIST-01", "CHAIN-TERM-02")
    def test_devices_of_two_instances(self, world: World, subject: Trial) -> None:
        """vkDestroyDevice reaches the device's own driver, though devices of two instances were made in turns."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"device_name": name})
        script = Script()
        for each in ("a", "b"):
            script.create(each)
            script.devices(each, f"devices_{each}")
        for each, index in (("a", 0), ("b", 1), ("a", 1), ("b", 0)):
            script.device(f"devices_{each}.{index}", f"device_{each}{index}")
        for each in ("a", "b"):
            for index in (0, 1):
                name = f"device_{each}{index}"
                script.call(
                    "vkDestroyDevice",
                    name,
                    None,
                    via=of_instance(each),
                    returns="nothing",
                    label=f"end_{each}{index}",
                )

        seen = subject.calls(world, script)

        ends = {
            each: [entered(seen.lines[f"end_{each}{index}"], "vkDestroyDevice") for index in (0, 1)]
            for each in ("a", "b")
        }
        names = {each: [(name,) for name in seen.device_names(f"devices_{each}")] for each in ("a", "b")}
        assert ends == names

    @pytest.mark.rule("CHAIN-DIST-01")
    def test_again_and_again(self, world: World, subject: Trial) -> None:
        """Each of thirty instances with a device, made one after another, has the same chain, and none is left."""
        world.driver()
        world.implicit_layer(ONE)
        script = Script()
        for index in range(30):
            script.create(f"instance_{index}")
            script.devices(f"instance_{index}", f"devices_{index}")
            script.device(f"devices_{index}.0", f"device_{index}")
            script.destroy_device(f"device_{index}")
            script.destroy(f"instance_{index}")

        seen = subject.calls(world, script)

        chains = {way_down(seen.lines[f"device_{index}"], "vkCreateDevice") for index in range(30)}
        assert chains == {(ONE, "plain")}
        assert (balance(seen, "Instance"), balance(seen, "Device")) == ({"plain": 0}, {"plain": 0})


class TestEnds:
    """The end of an instance or a device goes down the same chain as every other call."""

    @pytest.mark.rule("CHAIN-DIST-02", "CHAIN-TERM-01")
    def test_of_an_instance(self, world: World, subject: Trial) -> None:
        """vkDestroyInstance enters each layer in order, once, then each driver, once for each of its instances."""
        world.driver("alpha")
        world.driver("beta")
        three_layers(world)
        script = with_instance()
        end = script.destroy()

        seen = subject.calls(world, script)

        who = entered(seen.lines[end], "vkDestroyInstance")
        assert (who[:3], sorted(set(who[3:]))) == (tuple(LAYERS), ["alpha", "beta"])
        assert (balance(seen, "Instance"), seen.violations) == ({"alpha": 0, "beta": 0}, ())

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02", "CHAIN-TERM-02")
    def test_of_a_device(self, world: World, subject: Trial) -> None:
        """vkDestroyDevice enters each layer in order, then the driver, each once."""
        world.driver()
        three_layers(world)
        script = with_device()
        end = script.destroy_device()

        seen = subject.calls(world, script)

        assert entered(seen.lines[end], "vkDestroyDevice") == (*LAYERS, "plain")


class TestInstancesThatFail:
    """The call goes no further than the entity that fails, and the application gets an error."""

    @WHO
    @pytest.mark.rule("CHAIN-DIST-02")
    def test_the_result(self, world: World, subject: Trial, who: str) -> None:
        """If a layer fails vkCreateInstance without calling down, the call fails, and nothing below is called."""
        world.driver()
        three_layers(world, **{who: {"fail": f"vkCreateInstance:{BROKEN}"}})
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        assert seen.answers["instance"] < 0
        assert way_down(seen.lines["instance"], "vkCreateInstance") == down_to(who)
        assert {*balance(seen, "Instance").values()} <= {0}
        assert seen.violations == ()
        subject.implied(seen.answers["instance"], BROKEN, OWN_RESULT)

    @WHO
    @pytest.mark.rule("CHAIN-DIST-02")
    @pytest.mark.parametrize(
        "result",
        [-3, -1, -2],
        ids=["INITIALIZATION_FAILED", "OUT_OF_HOST_MEMORY", "OUT_OF_DEVICE_MEMORY"],
    )
    def test_an_error_of_vulkans(self, world: World, subject: Trial, who: str, result: int) -> None:
        """If a layer's vkCreateInstance returns an error that Vulkan has for it, this is the application's result."""
        world.driver()
        three_layers(world, **{who: {"fail": f"vkCreateInstance:{result}"}})
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        assert seen.answers["instance"] < 0
        subject.implied(seen.answers["instance"], result, ITS_RESULT)

    @WHO
    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01")
    def test_the_next_one(self, world: World, subject: Trial, who: str) -> None:
        """After a layer has failed one vkCreateInstance, older and later instances without that layer work."""
        others = [name for name in LAYERS if name != who]
        world.driver()
        three_layers(world, **{who: {"fail": f"vkCreateInstance:{BROKEN}"}})
        script = Script()
        script.create("before", layers=others)
        script.create("failing")
        script.create("after", layers=others)
        for each in ("before", "after"):
            script.devices(each, f"devices_{each}")

        seen = subject.calls(world, script)

        assert [seen.answers[each] for each in ("before", "after")] == [0, 0]
        assert seen.answers["failing"] < 0
        assert [seen.device_names(f"devices_{each}") for each in ("before", "after")] == [["mock driver"]] * 2
        made = [way_down(seen.lines[each], "vkCreateInstance", "layer") for each in ("before", "after")]
        assert made == [tuple(others)] * 2

    @pytest.mark.rule("CHAIN-TERM-01", "LDP_LOADER_1")
    def test_every_driver_fails(self, world: World, subject: Trial) -> None:
        """If all drivers return VK_ERROR_INCOMPATIBLE_DRIVER, so does vkCreateInstance, which enters all layers."""
        refuses = {"fail": "vkCreateInstance:VK_ERROR_INCOMPATIBLE_DRIVER"}
        world.driver("alpha", flags=refuses)
        world.driver("beta", flags=refuses)
        three_layers(world)
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        who = way_down(seen.lines["instance"], "vkCreateInstance")
        assert (who[:3], sorted(who[3:])) == (tuple(LAYERS), ["alpha", "beta"])
        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"
        assert entered(seen.trace, "vkDestroyInstance") == ()


class TestDevicesThatFail:
    """The call goes no further than the entity that fails, and the application gets an error."""

    @WHO
    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02")
    def test_the_result_of_a_device(self, world: World, subject: Trial, who: str) -> None:
        """If a layer fails vkCreateDevice without calling down, the call fails, and nothing below is called."""
        world.driver()
        three_layers(world, **{who: {"fail": f"vkCreateDevice:{BROKEN}"}})
        script = with_instance()
        script.device()

        seen = subject.calls(world, script)

        assert seen.answers["device"] < 0
        assert way_down(seen.lines["device"], "vkCreateDevice") == down_to(who)
        assert {*balance(seen, "Device").values()} <= {0}
        assert seen.violations == ()
        subject.implied(seen.answers["device"], BROKEN, OWN_RESULT)

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-02", "CHAIN-TERM-02")
    @pytest.mark.parametrize("result", [-1, -4, -8, BROKEN])
    def test_the_driver_fails(self, world: World, subject: Trial, result: int) -> None:
        """An error of the driver in vkCreateDevice reaches the application through all layers."""
        world.driver(flags={"fail": f"vkCreateDevice:{result}"})
        three_layers(world)
        script = with_instance()
        script.device()

        seen = subject.calls(world, script)

        assert way_down(seen.lines["device"], "vkCreateDevice") == (*LAYERS, "plain")
        if result == BROKEN:
            assert seen.answers["device"] < 0
            subject.implied(seen.answers["device"], result, OWN_RESULT)
        else:
            assert seen.answers["device"] == result

    @pytest.mark.rule("CHAIN-DIST-01", "CHAIN-TERM-02")
    def test_the_next_device(self, world: World, subject: Trial) -> None:
        """After a vkCreateDevice that one driver fails, another driver's device is created and works."""
        world.driver("bad", flags={"fail": f"vkCreateDevice:{BROKEN}", "device_name": "bad"})
        world.driver("good", flags={"device_name": "good"})
        three_layers(world)
        script = with_instance()
        for index in (0, 1, 0, 1):
            script.device(f"devices.{index}", f"device_{index}")
            script.call("vkDeviceWaitIdle", f"device_{index}", via=INSTANCE, label=f"wait_{index}")

        seen = subject.calls(world, script)

        results = zip(
            seen.device_names(),
            [seen.answers["device_0"] == 0, seen.answers["device_1"] == 0],
            seen.returned("wait_0", "wait_1"),
            strict=False,
        )
        assert sorted(results) == [("bad", False, None), ("good", True, 0)]


class TestLibraries:
    """With VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING set to "1", vkDestroyInstance unloads no library."""

    @staticmethod
    def unloaded(world: World, subject: Trial, value: str | None) -> list[str]:
        """The libraries that the end of the only instance unloads, by the mocks' names."""
        world.variable(UNLOADING, value)
        script = with_instance()
        end = script.destroy()
        seen = subject.calls(world, script)
        assert (seen.answers["instance"], seen.device_names()) == (0, ["mock driver"])
        return sorted(entered(seen.lines[end], "unload"))

    @pytest.mark.rule("DEBUG-UNLOAD-01")
    def test_libraries_stay(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=1 the last vkDestroyInstance unloads no library."""
        world.driver()
        world.implicit_layer(ONE)

        assert self.unloaded(world, subject, "1") == []

    @pytest.mark.rule("DEBUG-UNLOAD-01")
    @pytest.mark.parametrize("value", ["0", "", "true"])
    def test_other_values(self, world: World, subject: Trial, value: str) -> None:
        """If VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING is not 1, libraries should be unloaded as without it.

        What is unloaded then, no document says.
        """
        world.driver()
        world.implicit_layer(ONE)
        without = self.unloaded(world, subject, None)

        found = self.unloaded(world, subject, value)

        subject.implied(found, without, "DEBUG-UNLOAD-01, which speaks of the value 1 alone")

    @pytest.mark.rule("CHAIN-DIST-01")
    def test_while_there_is_another_instance(self, world: World, subject: Trial) -> None:
        """An instance's layer is still called after another instance with the same libraries is destroyed."""
        world.driver()
        world.implicit_layer(ONE)
        script = Script()
        script.create("first")
        script.create("second")
        script.destroy("first")
        script.devices("second")

        seen = subject.calls(world, script)

        command = "vkEnumeratePhysicalDevices"
        assert {*entered(seen.lines["devices"], command, "layer")} == {ONE}
        assert (seen.device_names(), seen.violations) == (["mock driver"], ())
