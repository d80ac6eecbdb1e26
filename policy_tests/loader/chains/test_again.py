"""The rules hold for each instance and device of a process: after one that ended, beside one, after a failure."""

from typing import Any

import pytest

from policy_tests.loader.chains.test_pre_instance import ARGUMENTS, early, entered_by
from policy_tests.loader.chains.test_pre_instance import COMMANDS as INTERCEPTED
from refloader.sandbox.messages import naming, without_numbers
from refloader.scenario.applications import INSTANCE
from refloader.scenario.call_sequence import entered, field, parsed_lines, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Script, read
from refloader.suite.loaders.subjects import BUILT_IN
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

LAYERS = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]
UTILS = "VK_EXT_debug_utils"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the layers of a device are those that the device asks for."""

TIMES = {
    "between": ["made", "ended", "made", "failed"],
    "first": [],
    "after-one": ["made", "ended"],
    "beside-one": ["made"],
    "beside-two": ["made", "made"],
    "after-a-failure": ["failed"],
    "after-two-failures": ["failed", "failed"],
}
"""What happens in the process before the instance that is looked at; first all that can happen."""
EACH_TIME = pytest.mark.parametrize("time", TIMES)


def begun(time: str, *, layers: list[str] | None = None, looking: bool = False, **options: Any) -> Script:
    """What happens before, and then the instance, which asks for the same layers and extensions as the others.

    With ``looking`` each instance before enumerates its devices.
    """
    script = Script()
    for number, event in enumerate(TIMES[time]):
        if event == "made":
            script.create(f"before_{number}", layers=layers or [], **options)
            if looking:
                script.devices(f"before_{number}", f"devices_{number}")
        elif event == "ended":
            script.destroy(f"before_{number - 1}")
        else:
            script.create(f"before_{number}", layers=[*(layers or []), "VK_LAYER_TEST_not_there"], **options)
    script.create(layers=layers or [], **options)
    return script


def linked(seen: Observation, step: str, kind: str) -> dict[str, int]:
    """How many links each layer found, by the layer's name; those behind the last layer's own are not counted."""
    found = parsed_lines(seen.lines[step], "chain", "layer")
    links = {name: int(values["links"]) for name, values in found if values["of"] == kind}
    behind = max(min(links.values(), default=1) - 1, 0)
    return {name: number - behind for name, number in links.items()}


def layer_names(seen: Observation, step: str) -> list[str]:
    """The layers that an enumeration into an array with room for ``LAYER_ROOM`` of them gave."""
    answer = seen.read(step)
    assert isinstance(answer, list)
    (number, *_), words = answer
    data = b"".join(int(word).to_bytes(8, "little") for word in words)
    size = 8 * LAYER_WORDS
    rows = [data[start : start + size] for start in range(0, size * min(number, LAYER_ROOM), size)]
    return [row.partition(b"\0")[0].decode() for row in rows]


def install_layers(world: World) -> None:
    """Three explicit layers."""
    for name in LAYERS:
        world.explicit_layer(name)


class TestInstancesAgain:
    """What is true of the first instance of a process is true of each."""

    @EACH_TIME
    @pytest.mark.rule("LLP_LOADER_8", "CHAIN-INIT-04")
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_the_links(self, world: World, subject: Trial, time: str, number: int) -> None:
        """In each instance of a process every layer is entered and finds a link for itself and each layer below."""
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
        """Each time the loader loads a driver's library, the negotiation is its first call into the driver."""
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
        """Each instance of a process has the physical devices of all installed drivers."""
        for name in ("alpha", "beta", "gamma"):
            world.driver(name, flags={"device_name": name})
        script = begun(time)
        script.devices()

        assert {*subject.calls(world, script).device_names()} == {"alpha", "beta", "gamma"}

    @EACH_TIME
    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    def test_the_versions(self, world: World, subject: Trial, time: str) -> None:
        """In each instance a 1.0 driver gets apiVersion 1.0, a newer driver the 1.2 that the application gives."""
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
        """In each instance the messenger in pNext gets the messages, and should get one on a missing library."""
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
        assert {user for _, user, _, _ in seen.answers["then"]} == {7}
        subject.implied(heard, {7}, "DEBUG-LOG-03: messages go to messengers, and in which words is not said")

    @EACH_TIME
    @pytest.mark.rule("DIRECT-DRIVER-01")
    @pytest.mark.editions("2026")
    def test_drivers_of_the_application(self, world: World, subject: Trial, time: str) -> None:
        """Drivers that the application supplies to one instance are not used in a later one that is given none."""
        world.driver("installed", flags={"device_name": "installed"})
        given = world.library(
            "/world/given/libgiven.so", "driver_v7", {"name": "given", "device_name": "given"}
        )
        name = "VK_LUNARG_direct_driver_loading"
        script = begun(time, extensions=[name], next={"direct": [given], "mode": "inclusive"})
        script.create("plain", extensions=[name])
        script.devices("plain", "devices")

        assert subject.calls(world, script).device_names() == ["installed"]


LIVING = pytest.mark.parametrize("living", [True, False], ids=["while-it-lives", "after-its-end"])
"""Whether something is asked while the last instance lives or when it has ended."""
OFFERED = {"VK_KHR_surface": "25", "VK_KHR_display": "23"}
"""Extensions that drivers offer and every loader knows (WSI-EXT-01): it leaves others out."""
LAYER_ROOM, LAYER_WORDS = 8, 65
"""VkLayerProperties for which the array has room, and how many words one takes."""


class TestLayersAgain:
    """What turns a layer on for the first instance of a process turns it on for each."""

    @EACH_TIME
    @pytest.mark.rule("ACT-IMPLICIT-01")
    @pytest.mark.parametrize("asked", [[], LAYERS[2:]], ids=["alone", "beside-a-request"])
    def test_those_that_are_implicit(self, world: World, subject: Trial, time: str, asked: list[str]) -> None:
        """Each implicit layer is in the chain of every instance of a process, beside explicit layers or without."""
        world.driver()
        for name in LAYERS[:2]:
            world.implicit_layer(name)
        world.explicit_layer(LAYERS[2])

        seen = subject.calls(world, begun(time, layers=asked))

        assert {*way_down(seen.lines["instance"], "vkCreateInstance")} == {*LAYERS[:2], *asked, "plain"}

    @EACH_TIME
    @pytest.mark.rule("ACT-APP-01")
    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside-an-implicit-one"])
    def test_those_that_are_asked_for(
        self, world: World, subject: Trial, time: str, number: int, beside: bool
    ) -> None:
        """Each layer in ppEnabledLayerNames is in the chain of every instance of a process."""
        world.driver()
        install_layers(world)
        if beside:
            world.implicit_layer("VK_LAYER_TEST_implicit")

        seen = subject.calls(world, begun(time, layers=LAYERS[:number]))

        found = {*way_down(seen.lines["instance"], "vkCreateInstance")} - {"VK_LAYER_TEST_implicit"}
        assert found == {*LAYERS[:number], "plain"}


class TestQuestionsAgain:
    """What needs no instance is answered the same while there is one, and after one has ended."""

    @LIVING
    @EACH_TIME
    @pytest.mark.rule("DISC-GEN-01", "VULKAN-LOADER-01")
    @pytest.mark.parametrize("asked", [0, 1, 3])
    def test_the_number_of_layers(
        self, world: World, subject: Trial, time: str, asked: int, living: bool
    ) -> None:
        """vkEnumerateInstanceLayerProperties gives all discovered layers, beside an instance and after its end."""
        world.driver()
        install_layers(world)
        world.implicit_layer("VK_LAYER_TEST_implicit")
        script = begun(time, layers=LAYERS[:asked])
        if not living:
            script.destroy()
        command = "vkEnumerateInstanceLayerProperties"
        script.call(command, read(0), None, via=GLOBAL, label="number")
        room = read(*[0] * (LAYER_ROOM * LAYER_WORDS))
        script.call(command, read(LAYER_ROOM), room, via=GLOBAL, label="layers")

        seen = subject.calls(world, script)

        names = layer_names(seen, "layers")
        found = [name for name in names if name != BUILT_IN.decode()]
        assert sorted(found) == sorted([*LAYERS, "VK_LAYER_TEST_implicit"])
        assert seen.read("number") == [[len(names)]]

    @LIVING
    @EACH_TIME
    @pytest.mark.rule("EXT-ENUM-01")
    def test_extensions_of_drivers(self, world: World, subject: Trial, time: str, living: bool) -> None:
        """vkEnumerateInstanceExtensionProperties gives each driver's extensions, beside an instance and after it."""
        for name, extension in zip(("alpha", "beta"), OFFERED, strict=True):
            world.driver(name, flags={"extensions": f"{extension}:{OFFERED[extension]}"})
        script = begun(time)
        if not living:
            script.destroy()
        room = read(*[0] * (260 * 64 // 8))
        command = "vkEnumerateInstanceExtensionProperties"
        script.call(command, None, read(64), room, via=GLOBAL, label="asked")

        answer = subject.calls(world, script).read("asked")

        assert isinstance(answer, list)
        names = b"".join(int(word).to_bytes(8, "little") for word in answer[1])
        assert [each for each in OFFERED if each.encode() + b"\0" in names] == [*OFFERED]

    @LIVING
    @EACH_TIME
    @SINCE_2018
    @INTERCEPTED
    @pytest.mark.rule("PREINST-03")
    def test_layers_before_an_instance(
        self, world: World, subject: Trial, time: str, command: str, living: bool
    ) -> None:
        """A layer that intercepts a pre-instance function is entered, beside an instance and after its end."""
        world.driver()
        early(world, subject, LAYERS[0])
        script = begun(time)
        if not living:
            script.destroy()
        script.call(command, *ARGUMENTS[command], via=GLOBAL, label="asked")

        seen = subject.calls(world, script)

        entered_by(subject, entered(seen.lines["asked"], command, "layer"), LAYERS[:1])


@pytest.mark.editions("2026")
class TestVariablesAgain:
    """What a variable says of devices holds for each instance."""

    @EACH_TIME
    @pytest.mark.parametrize(
        ("variable", "kind"),
        [
            pytest.param(f"VK_LOADER_{each}_ID_FILTER", kind, marks=pytest.mark.rule(f"FILTER-ID-{each}-01"))
            for each, kind in (("DEVICE", "device"), ("VENDOR", "vendor"), ("DRIVER", "driver_id"))
        ],
    )
    def test_id_filters(self, world: World, subject: Trial, time: str, variable: str, kind: str) -> None:
        """In each instance of a process only the physical device with the ID in the filter is enumerated."""
        world.driver(flags={"devices": "3", kind: "1;2;3", "device_name": "one;two;three"})
        world.variable(variable, "2")
        script = begun(time, looking=True, api="1.2.0")
        script.devices()

        assert subject.calls(world, script).device_names() == ["two"]

    @EACH_TIME
    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_the_selection(self, world: World, subject: Trial, time: str) -> None:
        """In each instance of a process the device that VK_LOADER_DEVICE_SELECT names is enumerated first."""
        ids = {"vendor": "0x1002;0x10de;0x8086", "device": "1;2;3"}
        world.driver(flags={"devices": "3", **ids, "device_name": "one;two;three"})
        world.variable("VK_LOADER_DEVICE_SELECT", "0x8086:0x3")
        script = begun(time, looking=True, api="1.1.0")
        script.devices()

        assert subject.calls(world, script).device_names()[:1] == ["three"]


class TestDevicesAgain:
    """What is true of the first device of a process is true of each."""

    @SINCE_2018
    @pytest.mark.rule("LLP_LOADER_9", "CHAIN-INIT-04")
    @pytest.mark.parametrize("ended", [False, True], ids=["beside", "after"])
    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("place", [2, 3], ids=["second", "third"])
    def test_the_links(self, world: World, subject: Trial, number: int, place: int, ended: bool) -> None:
        """For each device of a process every layer is entered and finds a link for itself and each layer below."""
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
    @pytest.mark.parametrize("number", [4, 2, 3])
    @pytest.mark.parametrize("between", [False, True], ids=["devices", "groups-between"])
    def test_the_order(self, world: World, subject: Trial, number: int, between: bool) -> None:
        """Each enumeration of physical devices of an instance is sorted: discrete, then integrated, then CPU."""
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
        """The members of device groups can be used even if the application never enumerates physical devices."""
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
    @pytest.mark.parametrize("alias", ["", "KHR"], ids=["core", "extension"])
    def test_handles_of_members(
        self, world: World, subject: Trial, first: str, layers: list[str], of: str, alias: str
    ) -> None:
        """Each physical device is in one device group, with the handle that vkEnumeratePhysicalDevices gives."""
        flags = {"api": "1.1.0", "devices": "3", "device_name": "a;b;c"}
        extensions = ["VK_KHR_device_group_creation"] if alias else []
        flags["extensions"] = ",".join(f"{name}:1" for name in extensions)
        world.driver(flags={**flags, "groups": of} if of else flags)
        install_layers(world)
        script = begun("first", layers=layers, api="1.1.0", extensions=extensions)
        size = 36
        asked = {
            "groups": (f"vkEnumeratePhysicalDeviceGroups{alias}", read(*[1000070000, *[0] * (size - 1)] * 3)),
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
