"""The rules hold for each instance and device of a process: after one that ended, beside one, after a failure."""

from typing import Any

import pytest

from refloader.sandbox.messages import naming, without_numbers
from refloader.scenario.applications import INSTANCE
from refloader.scenario.call_sequence import field, told, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, read
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

LAYERS = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]
UTILS = "VK_EXT_debug_utils"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the layers of a device are those that the device asks for."""

TIMES = {
    "first": [],
    "after-one": ["made", "ended"],
    "beside-one": ["made"],
    "beside-two": ["made", "made"],
    "after-a-failure": ["failed"],
    "after-two-failures": ["failed", "failed"],
    "between": ["made", "failed"],
}
"""What happens in the process before the instance that is looked at."""
EACH_TIME = pytest.mark.parametrize("time", TIMES)


def begun(time: str, *, layers: list[str] | None = None, **options: Any) -> Script:
    """What happens before, and then the instance, which asks for the same layers and extensions as the others."""
    script = Script()
    for number, event in enumerate(TIMES[time]):
        if event == "made":
            script.create(f"before_{number}", layers=layers or [], **options)
        elif event == "ended":
            script.destroy(f"before_{number - 1}")
        else:
            script.create(f"before_{number}", layers=[*(layers or []), "VK_LAYER_TEST_not_there"], **options)
    script.create(layers=layers or [], **options)
    return script


def linked(seen: Observation, step: str, kind: str) -> dict[str, int]:
    """How many links each layer found, by the layer's name; those behind the last layer's own are not counted."""
    found = told(seen.lines[step], "chain", "layer")
    links = {name: int(values["links"]) for name, values in found if values["of"] == kind}
    behind = max(min(links.values(), default=1) - 1, 0)
    return {name: number - behind for name, number in links.items()}


def install_layers(world: World) -> None:
    """Three explicit layers."""
    for name in LAYERS:
        world.explicit_layer(name)


class TestInstancesAgain:
    """What is true of the first instance of a process is true of each."""

    @EACH_TIME
    @pytest.mark.rule("LLP_LOADER_8", "CHAIN-INIT-04")
    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_the_links(self, world: World, subject: Trial, time: str, number: int) -> None:
        """The list for the layers begins with the link of the first of them, and each is entered."""
        world.driver()
        install_layers(world)

        seen = subject.calls(world, begun(time, layers=LAYERS[:number]))

        assert way_down(seen.lines["instance"], "vkCreateInstance") == (*LAYERS[:number], "plain")
        assert linked(seen, "instance", "instance") == {
            name: number - place for place, name in enumerate(LAYERS[:number])
        }

    @EACH_TIME
    @pytest.mark.rule("NEGOTIATE-ICD-02")
    def test_the_negotiation(self, world: World, subject: Trial, time: str) -> None:
        """Each time a driver is loaded the negotiation is the first call into it."""
        world.driver("alpha")
        world.driver("beta")

        seen = subject.calls(world, begun(time))

        for name in ("alpha", "beta"):
            words = [line.split()[2] for line in seen.trace if line.startswith(f"driver {name} ")]
            behind = {words[place + 1] for place, word in enumerate(words[:-1]) if word == "load"}
            assert behind - {"unload"} == {"negotiate"}

    @EACH_TIME
    @pytest.mark.rule("DISC-DRIVER-GEN-01")
    def test_the_devices(self, world: World, subject: Trial, time: str) -> None:
        """The devices of all drivers are offered."""
        for name in ("alpha", "beta", "gamma"):
            world.driver(name, flags={"device_name": name})
        script = begun(time)
        script.devices()

        assert {*subject.calls(world, script).device_names()} == {"alpha", "beta", "gamma"}

    @EACH_TIME
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    def test_the_versions(self, world: World, subject: Trial, time: str) -> None:
        """A driver of 1.0 is told 1.0, every other one what the application says."""
        world.driver("old", api_version="1.0.0", flags={"api": "1.0.0"})
        world.driver("new")

        seen = subject.calls(world, begun(time, api="1.2.0"))

        versions = field(seen.lines["instance"], "vkCreateInstance", "api", "driver")
        assert {name: api.rpartition(".")[0] for name, api in versions.items()} == {
            "old": "1.0",
            "new": "1.2",
        }

    @EACH_TIME
    @pytest.mark.rule("DEBUG-LOG-03")
    @pytest.mark.editions("2018", "2026")
    def test_the_messengers(self, world: World, subject: Trial, time: str) -> None:
        """A messenger in the pNext chain is told of a driver whose library is missing, if the streams are."""
        world.driver("good")
        world.driver("missing", mock=None)
        world.variable("VK_LOADER_DEBUG", "all")
        script = begun(time, extensions=[UTILS])
        script.destroy()
        printed = naming(subject.calls(world, script), "libmissing.so")
        script.heard("before")
        script.create("last", extensions=[UTILS], next={"utils": 7})
        script.heard("then")

        seen = subject.calls(world, script)

        heard = {user for _, user, _, text in seen.answers["then"] if "libmissing.so" in text}
        if not heard and without_numbers(naming(seen, "libmissing.so")) == without_numbers(printed):
            pytest.skip("the loader says nothing again of a library that could not be loaded before")
        assert heard == {7}

    @EACH_TIME
    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.editions("2026")
    def test_drivers_of_the_application(self, world: World, subject: Trial, time: str) -> None:
        """An instance that is given no drivers has the installed ones alone."""
        world.driver("installed", flags={"device_name": "installed"})
        given = world.library(
            "/world/given/libgiven.so", "driver_v7", {"name": "given", "device_name": "given"}
        )
        name = "VK_LUNARG_direct_driver_loading"
        script = begun(time, extensions=[name], next={"direct": [given], "mode": "inclusive"})
        script.create("plain", extensions=[name])
        script.devices("plain", "devices")

        assert subject.calls(world, script).device_names() == ["installed"]


class TestDevicesAgain:
    """What is true of the first device of a process is true of each."""

    @SINCE_2018
    @pytest.mark.rule("LLP_LOADER_9", "CHAIN-INIT-04")
    @pytest.mark.parametrize("ended", [False, True], ids=["beside", "after"])
    @pytest.mark.parametrize("number", [1, 2, 3])
    @pytest.mark.parametrize("place", [2, 3], ids=["second", "third"])
    def test_the_links(self, world: World, subject: Trial, number: int, place: int, ended: bool) -> None:
        """The list for the layers begins with the link of the first of them, and each is entered."""
        world.driver()
        install_layers(world)
        script = begun("first", layers=LAYERS[:number])
        script.devices()
        for index in range(place):
            script.device(label=f"device_{index}")
            if ended and index < place - 1:
                script.destroy_device(f"device_{index}")

        seen = subject.calls(world, script)

        step = f"device_{place - 1}"
        assert way_down(seen.lines[step], "vkCreateDevice") == (*LAYERS[:number], "plain")
        assert linked(seen, step, "device") == {
            name: number - each for each, name in enumerate(LAYERS[:number])
        }

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("number", [2, 3, 4])
    @pytest.mark.parametrize("between", [False, True], ids=["devices", "groups-between"])
    def test_the_order(self, world: World, subject: Trial, number: int, between: bool) -> None:
        """Each enumeration of an instance gives the same devices in the same order."""
        for name in ("cpu", "discrete", "integrated"):
            world.driver(name, flags={"type": name, "device_name": name, "api": "1.1.0"})
        script = begun("first", api="1.1.0")
        for index in range(number):
            script.devices(label=f"devices_{index}")
            if between:
                script.groups(label=f"groups_{index}")

        seen = subject.calls(world, script)

        orders = [seen.device_names(f"devices_{index}") for index in range(number)]
        assert orders == [["discrete", "integrated", "cpu"]] * number

    @pytest.mark.rule("OBJMODEL-01", "CHAIN-DIST-02")
    @SINCE_2018
    @pytest.mark.parametrize("layers", [[], LAYERS[:1]], ids=["no-layer", "a-layer"])
    def test_members_of_groups(self, world: World, subject: Trial, layers: list[str]) -> None:
        """The members of groups can be used, also where nobody has asked for devices before."""
        world.driver(flags={"api": "1.1.0", "devices": "2", "device_name": "a;b"})
        install_layers(world)
        script = begun("first", layers=layers, api="1.1.0")
        script.groups(label="groups")

        seen = subject.calls(world, script)

        found = seen.answers["groups"] or {"groups": []}
        assert sorted(found["groups"]) == [["a"], ["b"]]

    @pytest.mark.rule("VULKAN-LOADER-04")
    @SINCE_2018
    @pytest.mark.parametrize("first", ["groups", "devices"])
    @pytest.mark.parametrize("layers", [[], LAYERS[:1]], ids=["no-layer", "a-layer"])
    @pytest.mark.parametrize("of", ["", "0+1,2"], ids=["alone", "in-pairs"])
    def test_handles_of_members(
        self, world: World, subject: Trial, first: str, layers: list[str], of: str
    ) -> None:
        """Each device is a member of one group, with the handle that vkEnumeratePhysicalDevices gives."""
        flags = {"api": "1.1.0", "devices": "3", "device_name": "a;b;c"}
        world.driver(flags={**flags, "groups": of} if of else flags)
        install_layers(world)
        script = begun("first", layers=layers, api="1.1.0")
        size = 36
        asked = {
            "groups": ("vkEnumeratePhysicalDeviceGroups", read(*[1000070000, *[0] * (size - 1)] * 3)),
            "devices": ("vkEnumeratePhysicalDevices", read(0, 0, 0)),
        }
        for name in (first, "devices" if first == "groups" else "groups"):
            command, array = asked[name]
            script.call(command, "instance", read(3), array, via=INSTANCE, label=name)

        seen = subject.calls(world, script)

        assert seen.returned("groups", "devices") == [0, 0]
        grouped, enumerated = seen.read("groups"), seen.read("devices")
        assert isinstance(grouped, list)
        assert isinstance(enumerated, list)
        counted, words = grouped
        groups = [words[place * size : (place + 1) * size] for place in range(counted[0])]
        members = [handle for group in groups for handle in group[3 : 3 + (group[2] & 0xFFFF_FFFF)]]
        assert sorted(members) == sorted(enumerated[1])
