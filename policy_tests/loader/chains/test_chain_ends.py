"""Where chains end: that of an instance in the loader, which calls every driver, that of a device in its driver."""

import pytest

from policy_tests.loader.implied import GENERALLY
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered, field, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, out, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE, swapchain_info

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
GROUP_PROPERTIES = 1000070000


def ask_groups(script: Script, room: int) -> None:
    """Enumerate device groups by "groups", with room for so many, of 36 words each."""
    groups = read(*[GROUP_PROPERTIES, *[0] * 35] * room)
    command = "vkEnumeratePhysicalDeviceGroups"
    script.call(command, "instance", read(room), groups, via=INSTANCE, label="groups")


def groups_of(seen: Observation) -> list[list[int]]:
    """The count and the words of the groups that "groups" wrote."""
    found = seen.read("groups")
    assert isinstance(found, list)
    return found


class TestEnds:
    """An instance chain ends in the loader, which calls every driver; a device chain in the device's driver."""

    @pytest.mark.rule("CHAIN-TERM-01")
    def test_an_instance_is_made_of_all_drivers(self, world: World, subject: Trial) -> None:
        """vkCreateInstance enters the layer and then the vkCreateInstance of each driver once."""
        world.driver("alpha")
        world.driver("beta")
        world.implicit_layer(ONE)
        script = Script()
        script.create()

        seen = subject.calls(world, script)

        who = way_down(seen.lines["instance"], "vkCreateInstance")
        assert (who[:1], sorted(who[1:])) == ((ONE,), ["alpha", "beta"])

    @pytest.mark.rule("CHAIN-TERM-01")
    def test_an_instance_is_destroyed_in_all_drivers(self, world: World, subject: Trial) -> None:
        """vkDestroyInstance enters each driver, and no layer after one, once for each of the driver's instances."""
        world.driver("alpha")
        world.driver("beta")
        world.implicit_layer(ONE)
        script = Script()
        script.create()
        end = script.destroy()

        seen = subject.calls(world, script)

        who = entered(seen.lines[end], "vkDestroyInstance")
        assert (ONE in who[1:], sorted({*who} - {ONE})) == (False, ["alpha", "beta"])
        made, gone = (entered(seen.trace, f"vk{word}Instance", "driver") for word in ("Create", "Destroy"))
        assert (sorted(gone), seen.violations) == (sorted(made), ())

    @pytest.mark.rule("CHAIN-TERM-01")
    def test_devices_of_all_drivers(self, world: World, subject: Trial) -> None:
        """vkEnumeratePhysicalDevices merges the physical devices of all drivers into one answer."""
        world.driver("alpha", flags={"devices": "2", "device_name": "a1;a2"})
        world.driver("beta", flags={"device_name": "b1"})
        world.implicit_layer(ONE)

        seen = subject.calls(world, with_instance())

        assert sorted(seen.device_names()) == ["a1", "a2", "b1"]

    @pytest.mark.rule("CHAIN-TERM-01")
    @pytest.mark.editions("2018", "2026")
    def test_groups_of_all_drivers(self, world: World, subject: Trial) -> None:
        """vkEnumeratePhysicalDeviceGroups merges the device groups of all drivers into one answer."""
        world.driver("alpha", flags={"devices": "2", "device_name": "a1;a2", "groups": "0+1"})
        world.driver("beta", flags={"device_name": "b1"})
        world.implicit_layer(ONE)
        script = with_instance(api="1.1.0")
        script.groups(label="groups")

        seen = subject.calls(world, script)

        found = seen.answers["groups"] or {"groups": []}
        assert sorted(sorted(group) for group in found["groups"]) == [["a1", "a2"], ["b1"]]

    @pytest.mark.rule("LDP_LOADER_8", "CHAIN-TERM-01")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("older", [0, 1], ids=["the-first", "the-last"])
    def test_groups_beside_an_older_driver(self, world: World, subject: Trial, older: int) -> None:
        """Each device of a driver without the command has a group of its own, beside another driver's groups."""
        for at, name in enumerate(("alpha", "beta")):
            api = "1.0.0" if at == older else "1.1.0"
            world.driver(
                name, api_version=api, flags={"devices": "2", "device_name": f"{name}1;{name}2", "api": api}
            )
        script = with_instance(api="1.1.0")
        script.groups(label="groups")

        seen = subject.calls(world, script)

        assert sorted(seen.groups()) == [["alpha1"], ["alpha2"], ["beta1"], ["beta2"]]

    @pytest.mark.rule("CHAIN-TERM-01")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("subset", [1, 0])
    def test_what_a_driver_says_of_its_group(self, world: World, subject: Trial, subset: int) -> None:
        """The subsetAllocation of a device group is the one that its driver gives."""
        world.driver(flags={"devices": "2", "groups": "0+1", "subset": str(subset)})
        world.implicit_layer(ONE)
        script = with_instance(api="1.1.0")
        ask_groups(script, 1)

        seen = subject.calls(world, script)

        count, answer = groups_of(seen)
        assert (count[0] & 0xFFFF_FFFF, answer[2] & 0xFFFF_FFFF) == (1, 2)
        assert answer[35] & 0xFFFF_FFFF == subset

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("of", ["0+1,2", "0,1+2"], ids=["the-first", "the-last"])
    def test_what_a_driver_says_of_each_group(self, world: World, subject: Trial, of: str) -> None:
        """Of two device groups, each has the subsetAllocation that the driver gives for it."""
        world.driver(flags={"devices": "3", "groups": of, "subset": "1"})
        script = with_instance(api="1.1.0")
        ask_groups(script, 2)

        seen = subject.calls(world, script)

        _, groups = groups_of(seen)
        subsets = {groups[at + 2] & 0xFFFF_FFFF: groups[at + 35] & 0xFFFF_FFFF for at in (0, 36)}
        assert subsets == {2: 1, 1: 0}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    def test_what_an_application_says_of_its_structures(
        self, world: World, subject: Trial, layers: list[str]
    ) -> None:
        """vkEnumeratePhysicalDeviceGroups leaves sType and pNext, which the application sets, as they are."""
        for name in ("alpha", "beta"):
            world.driver(name)
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(api="1.1.0")
        ask_groups(script, 2)

        seen = subject.calls(world, script)

        _, groups = groups_of(seen)
        said = [groups[place : place + 2] for place in (0, 36)]
        assert seen.returned("groups") == [0]
        assert [(word & 0xFFFF_FFFF, after) for word, after in said] == [(GROUP_PROPERTIES, 0)] * 2

    @pytest.mark.rule("CHAIN-TERM-01")
    @pytest.mark.editions("2018", "2026")
    def test_messengers_in_all_drivers(self, world: World, subject: Trial) -> None:
        """vkCreateDebugUtilsMessengerEXT enters the layer, and every driver with VK_EXT_debug_utils has one then.

        A loader may have made one of its own there before, from which the application's hears what the driver says.
        """
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
        assert (seen.returned("call"), who[:1]) == ([0], (ONE,))
        assert sorted({*entered(seen.trace, command, "driver")}) == ["alpha", "beta"]
        subject.implied(sorted({*who[1:]}), ["alpha", "beta"], GENERALLY)

    @pytest.mark.rule("CHAIN-TERM-02")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    def test_a_device_is_one_drivers(self, world: World, subject: Trial, layers: list[str]) -> None:
        """The calls that create, use and destroy a device enter the driver of its physical device and no other."""
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
            step: [way_down(seen.lines[f"{step}_{index}"], command, "driver") for index in range(2)]
            for step, command in commands.items()
        }
        alone = [(name,) for name in seen.device_names()]
        assert sorted(alone) == [("alpha",), ("beta",)]
        assert heard == {"device": alone, "wait": alone, "end": alone}


def showing(world: World, layers: list[str]) -> Script:
    """An application with a surface and a device that can present, below layers that look at swapchains."""
    offered = f"{SURFACE}:25,{DISPLAY.extension}:23"
    flags = {"extensions": offered, "device_extensions": "VK_KHR_swapchain:70", "surfaces": "own"}
    world.driver(flags=flags)
    for layer in layers:
        world.explicit_layer(layer, flags={"intercept": "vkCreateSwapchainKHR"})
    world.application(layers=layers)
    script = with_instance(extensions=[SURFACE, DISPLAY.extension])
    script.call(DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE)
    script.device(extensions=["VK_KHR_swapchain"])
    return script


def swapchain(script: Script, found: str, label: str, old: str = "") -> None:
    """Make a swapchain, in the place of an older one if there is one."""
    via = {"instance": INSTANCE, "device": of_device("device")}[found]
    info = swapchain_info(old=f"{old} swapchain" if old else None)
    made = out(f"{label} swapchain")
    script.call("vkCreateSwapchainKHR", "device", info, None, made, via=via, label=label)


class TestEndsInTheLoader:
    """A few device functions need loader code at both ends, however they are found."""

    @pytest.mark.rule("CHAIN-TERM-03", "LDP_LOADER_11")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("found", ["instance", "device"])
    @pytest.mark.parametrize("layers", [[], [ONE], [ONE, TWO]], ids=["no layer", "one layer", "two layers"])
    def test_a_swapchain_gets_the_drivers_surface(
        self, world: World, subject: Trial, found: str, layers: list[str]
    ) -> None:
        """A driver with surface functions gets its own surface in vkCreateSwapchainKHR, below all layers."""
        script = showing(world, layers)
        swapchain(script, found, "call")

        seen = subject.calls(world, script)

        assert seen.answers["call"] == {"returned": 0, "read": []}
        surfaces = field(seen.lines["call"], "vkCreateSwapchainKHR", "surface", "driver")
        assert surfaces == {"plain": "own:DISPLAY"}
        assert entered(seen.lines["call"], "vkCreateSwapchainKHR", "layer") == tuple(layers)
        assert seen.violations == ()

    @pytest.mark.rule("CHAIN-TERM-03", "LDP_LOADER_11")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("found", ["instance", "device"])
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "one layer"])
    def test_a_swapchain_after_another(
        self, world: World, subject: Trial, found: str, layers: list[str]
    ) -> None:
        """For a swapchain that replaces an older one the driver gets its own surface, too, and the old swapchain."""
        script = showing(world, layers)
        for old, new in (("", "first"), ("first", "second"), ("second", "third")):
            swapchain(script, found, new, old)

        seen = subject.calls(world, script)

        names = ("first", "second", "third")
        for name in names:
            assert seen.returned(name) == [0]
            surfaces = field(seen.lines[name], "vkCreateSwapchainKHR", "surface", "driver")
            assert surfaces == {"plain": "own:DISPLAY"}
        named = [field(seen.lines[name], "vkCreateSwapchainKHR", "old", "driver")["plain"] for name in names]
        assert named == ["NULL", "swapchain", "swapchain"]
        assert seen.violations == ()
