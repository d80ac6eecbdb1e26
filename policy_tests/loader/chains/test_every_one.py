"""Each instance, driver, device, queue and layer of several: what holds for the first holds for every other one."""

from itertools import product

import pytest

from policy_tests.loader.first_words import ONE_TABLE, unmarked
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.registered import commands_of, missing, present, rows
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, out, outs, pair
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
META = "VK_LAYER_TEST_meta"
DRIVERS = ["alpha", "beta", "gamma", "delta"]
UTILS = "VK_EXT_debug_utils"
OF_2026 = pytest.mark.editions("2026")
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")


def heard(seen: Observation, step: str, words: str) -> set[str]:
    """The drivers' names in what the messengers were told of during a step."""
    return {row[-1].removeprefix(words) for row in seen.answers[step] or () if row[-1].startswith(words)}


OLD = {"api_version": "1.0.0"}
KINDS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "plain": ({}, {}),
    "of-1.0": (OLD, {"api": "1.0.0"}),
    "of-fewer-extensions": ({}, {}),
    "of-interface-4": ({}, {"interface": "4"}),
}
"""By kind of driver: keys of its manifest and its flags."""


@pytest.mark.rule("VULKAN-LOADER-05")
class TestStructuresOfEachDriver:
    """What an application hangs into pNext of its VkInstanceCreateInfo reaches each of its drivers."""

    @SINCE_2018
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    @pytest.mark.parametrize("time", [0, 1], ids=["first-instance", "second-instance"])
    def test_of_every_kind(self, world: World, subject: Trial, kind: str, place: int, time: int) -> None:
        """A messenger in pNext of VkInstanceCreateInfo reaches each of three drivers, one of another kind, too."""
        for index, name in enumerate(DRIVERS[:3]):
            keys, flags = KINDS[kind] if index == place else KINDS["plain"]
            more = "" if index == place else ",VK_KHR_surface:25"
            flags = {"extensions": f"{UTILS}:2{more}", "message": f"made by {name}", **flags}
            world.driver(name, flags=flags, **keys)  # type: ignore[arg-type]
        script = Script()
        for index in range(time + 1):
            script.create(
                f"instance{index}", api="1.1.0", extensions=[UTILS, "VK_KHR_surface"], next={"utils": 7}
            )
            script.heard(f"heard{index}")

        seen = subject.calls(world, script)

        assert seen.answers[f"instance{time}"] == 0
        assert heard(seen, f"heard{time}", "made by ") == {*DRIVERS[:3]}


@pytest.mark.rule("ACT-DEVLAYER-02", "CHAIN-DIST-01")
@SINCE_2018
class TestLayersOfEachDevice:
    """vkCreateDevice uses the layers chosen at vkCreateInstance: of each kind, for each device of each driver."""

    @pytest.mark.parametrize("kinds", ["i", "e", "ie", "iie", "iee", "ve", "ive"])
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_of_every_driver(self, world: World, subject: Trial, kinds: str, number: int) -> None:
        """Each device of each driver is created through all layers of its instance, whatever enables them."""
        for name in DRIVERS[:number]:
            world.driver(name, flags={"devices": "2", "device_name": f"{name}0;{name}1"})
        names = {f"VK_LAYER_TEST_{place}{kind}": kind for place, kind in enumerate(kinds)}
        for name, kind in names.items():
            (world.implicit_layer if kind == "i" else world.explicit_layer)(name)
        world.variable("VK_INSTANCE_LAYERS", ":".join(n for n, kind in names.items() if kind == "v") or None)
        script = with_instance(layers=[name for name, kind in names.items() if kind == "e"])
        for index in range(2 * number):
            script.device(f"devices.{index}", f"device{index}")

        seen = subject.calls(world, script)

        made = [way_down(seen.lines[f"device{index}"], "vkCreateDevice") for index in range(2 * number)]
        # Of two implicit layers of one folder either may come first (DISC-GEN-03): the instance's order counts.
        chosen = [name for name in way_down(seen.lines["instance"], "vkCreateInstance") if name in names]
        assert (sorted(chosen), [[*chain[:-1]] for chain in made]) == (sorted(names), [chosen] * (2 * number))
        assert [chain[-1] for chain in made] == [name[:-1] for name in seen.device_names()]

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize("named", [[ONE], [TWO], ["VK_LAYER_TEST_absent"], [THREE, ONE], [ONE, "x", ""]])
    def test_whatever_the_device_names(self, world: World, subject: Trial, named: list[str]) -> None:
        """ppEnabledLayerNames of VkDeviceCreateInfo has no effect: the device has the layers of its instance."""
        world.driver()
        for name in (ONE, TWO):
            world.explicit_layer(name)
        script = with_instance(layers=[ONE])
        script.device(layers=named)

        seen = subject.calls(world, script)

        assert (seen.answers["device"], way_down(seen.lines["device"], "vkCreateDevice")) == (
            0,
            (ONE, "plain"),
        )

    @pytest.mark.parametrize("ended", [2, 0, 1], ids=["third", "first", "second"])
    def test_while_others_end(self, world: World, subject: Trial, ended: int) -> None:
        """After one of three devices is destroyed, calls on the others go through the layers as before."""
        world.driver()
        world.implicit_layer(ONE)
        script = with_instance()
        for index in range(3):
            script.device(label=f"device{index}")
        script.destroy_device(f"device{ended}")
        others = [index for index in range(3) if index != ended]
        for index in others:
            script.call(
                "vkDeviceWaitIdle", f"device{index}", via=of_device(f"device{index}"), label=f"wait{index}"
            )
            script.destroy_device(f"device{index}")

        seen = subject.calls(world, script)

        last = [
            entered(seen.lines[label], "vkDestroyDevice") for label in ("destroy_device2", "destroy_device3")
        ]
        assert (seen.returned(*(f"wait{index}" for index in others)), last) == ([0, 0], [(ONE, "plain")] * 2)


@pytest.mark.rule("OBJECTS-ICD-03", "OBJMODEL-01")
class TestObjectsOfEachDevice:
    """Every queue and every command buffer of a device begins with the table that the device begins with."""

    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no-layer", "a-layer"])
    @pytest.mark.parametrize(("family", "index"), [*product((1, 0), (2, 1, 0))])
    def test_queues(self, world: World, subject: Trial, family: int, index: int, layers: list[str]) -> None:
        """The loader replaces the first word of every queue, by what should be the first word of the device."""
        world.driver(flags={"families": "GCT3,CT3"})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance()
        infos = [word for each in range(2) for word in (2, None, pair(0, each), 3, [0, 0])]
        info: Argument = [3, None, pair(0, 2), infos, *[None] * 4, None]
        script.call("vkCreateDevice", "devices.0", info, None, out("device"), via=INSTANCE, label="device")
        for label, place in (("queue", index), ("other", 2 - index)):
            script.call(
                "vkGetDeviceQueue",
                "device",
                family,
                place,
                out(label),
                via=INSTANCE,
                returns="nothing",
                label=label,
            )
        for handle in ("device", "queue", "other"):
            script.word(handle, f"word of {handle}")

        seen = subject.calls(world, script)

        found = {handle: seen.answers[f"word of {handle}"] for handle in ("device", "queue", "other")}
        assert (seen.returned("device"), unmarked(found)) == ([0], [])
        subject.implied(len({*found.values()}), 1, ONE_TABLE)

    @pytest.mark.parametrize("number", [5, 1, 2])
    @pytest.mark.parametrize("calls", [1, 2, 3])
    def test_command_buffers(self, world: World, subject: Trial, number: int, calls: int) -> None:
        """The loader replaces the first word of every command buffer, however many are allocated and how often."""
        world.driver()
        script = with_instance()
        script.device()
        script.call(
            "vkCreateCommandPool", "device", [39, None, 0], None, out("pool"), via=INSTANCE, label="pool"
        )
        for call in range(calls):
            info: Argument = [40, None, "pool", pair(0, number)]
            name = f"buffers{call}"
            script.call(
                "vkAllocateCommandBuffers",
                "device",
                info,
                outs(name, number),
                via=INSTANCE,
                label=name,
            )
        handles = [f"buffers{calls - 1}.{place}" for place in range(number)]
        for handle in ("device", *handles):
            script.word(handle, f"word of {handle}")

        seen = subject.calls(world, script)

        found = {handle: seen.answers[f"word of {handle}"] for handle in ("device", *handles)}
        assert (seen.returned(f"buffers{calls - 1}"), unmarked(found)) == ([0], [])
        subject.implied(len({*found.values()}), 1, ONE_TABLE)


EXTENSION = "VK_KHR_get_surface_capabilities2"
NEEDED = ["VK_KHR_surface"]


@pytest.mark.rule("GPA-ORDER-01", "CONV-LAYER-09")
@SINCE_2018
class TestLookupsOfEachInstance:
    """For disabled functions the lookup gives NULL: what another instance has enabled is not enabled here."""

    @pytest.mark.parametrize("order", ["before", "after"])
    @pytest.mark.parametrize("ended", [False, True], ids=["beside", "ended"])
    def test_enabled_elsewhere(self, world: World, subject: Trial, order: str, ended: bool) -> None:
        """The commands of an instance extension are found with the instance that enables it and with no other."""
        names = commands_of(EXTENSION)
        world.driver(flags={"extensions": rows([EXTENSION, *NEEDED])})
        script = Script()
        made = {"with": [EXTENSION, *NEEDED], "without": []}
        for label in sorted(made, reverse=order == "after"):
            script.create(label, extensions=made[label])
        found = script.lookup("with", names)
        if ended:
            script.destroy("with")
        other = script.lookup("without", names)

        seen = subject.calls(world, script)

        assert (missing(names, seen.answers[found]), present(names, seen.answers[other])) == ([], [])


LISTED = [{"name": f"VK_TEST_{place}", "spec_version": str(place + 2)} for place in range(6)]


@pytest.mark.rule("EXT-ENUM-02")
@SINCE_2018
class TestDeviceExtensionsOfEachLayer:
    """With the name of a layer only that layer's extensions are given, all of them and as the manifest has them."""

    @pytest.mark.parametrize("number", [3, 0, 1, 2, 6])
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_how_many(self, world: World, subject: Trial, number: int, kind: str) -> None:
        """vkEnumerateDeviceExtensionProperties of a layer not in the chain gives all extensions of its manifest."""
        world.driver(flags={"device_extensions": "VK_TEST_0:9"})
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        install(ONE, device_extensions=LISTED[:number])
        world.explicit_layer(TWO, device_extensions=LISTED[5:])
        world.variable(f"DISABLE_{ONE}", "1")
        script = with_instance()
        script.device_extensions(layer=ONE, label="told")

        seen = subject.calls(world, script)

        expected = [[each["name"], int(each["spec_version"])] for each in LISTED[:number]]
        assert sorted(seen.answers["told"]["extensions"]) == expected

    @pytest.mark.rule("META-07")
    @pytest.mark.parametrize("numbers", [(1, 1), (0, 2), (2, 0, 1), (1, 2, 3)], ids=str)
    def test_of_a_meta_layer(self, world: World, subject: Trial, numbers: tuple[int, ...]) -> None:
        """vkEnumerateDeviceExtensionProperties of a meta-layer gives the extensions of all its components."""
        world.driver()
        listed = [LISTED[sum(numbers[:place]) :][:number] for place, number in enumerate(numbers)]
        names = [f"VK_LAYER_TEST_{place}" for place in range(len(numbers))]
        for name, own in zip(names, listed, strict=True):
            world.explicit_layer(name, device_extensions=own)
        world.meta_layer(META, components=names)
        script = with_instance(layers=[META])
        script.device_extensions(layer=META, label="told")

        seen = subject.calls(world, script)

        told = {name for name, _ in seen.answers["told"]["extensions"]}
        assert told == {each["name"] for own in listed for each in own}


@pytest.mark.rule("VULKAN-LOADER-04", "DISC-DRIVER-GEN-01")
@OF_2026
class TestGroupsOfEachDriver:
    """Each physical device is in exactly one group, whichever driver it belongs to."""

    @pytest.mark.parametrize("number", [4, 1, 2, 3])
    @pytest.mark.parametrize("devices", [1, 3])
    @pytest.mark.parametrize("grouped", [False, True], ids=["single", "together"])
    def test_every_device(
        self, world: World, subject: Trial, number: int, devices: int, grouped: bool
    ) -> None:
        """The device groups of an instance hold each physical device of each driver exactly once."""
        groups = {"groups": "+".join(map(str, range(devices)))} if grouped else {}
        for name in DRIVERS[:number]:
            own = ";".join(f"{name}{place}" for place in range(devices))
            world.driver(name, flags={"devices": str(devices), "device_name": own, **groups})
        script = with_instance(api="1.1.0")
        script.groups(label="groups")

        seen = subject.calls(world, script)

        told = [name for group in seen.groups() for name in group]
        assert (sorted(told), len(told)) == (sorted(seen.device_names()), number * devices)


@pytest.mark.rule("APIVER-03")
@OF_2026
@pytest.mark.parametrize("told", ["1.1.0", "1.3.0"])
def test_a_version_that_comes_with_an_error(world: World, subject: Trial, told: str) -> None:
    """A driver whose vkEnumerateInstanceVersion writes a version and fails counts as a 1.0 driver."""
    world.driver("odd", api_version="1.3.0", flags={"version": told, "version_result": "-3"})
    world.driver("good")
    script = Script()
    script.create(api="1.1.0")

    seen = subject.calls(world, script)

    assert seen.given_to_drivers("api")["odd"].rpartition(".")[0] == "1.0"
    assert seen.given_to_drivers("api")["good"] == "1.1.0"
