"""What an earlier call, another device or instance, or a refused neighbour leaves behind does not change the next."""

from typing import Any

import pytest

from policy_tests.loader.chains.queries import ROOM
from policy_tests.loader.implied import GENERALLY
from refloader.scenario.applications import with_instance
from refloader.scenario.call_sequence import way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_instance, out, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY, SURFACE

pytestmark = pytest.mark.needs_library

LAYERS = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]
SWAPCHAIN = "VK_KHR_swapchain"
UTILS = "VK_EXT_debug_utils"
DIRECT = "VK_LUNARG_direct_driver_loading"
INSTANCE = of_instance("instance")
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
OWN_SURFACES = {
    "extensions": f"{SURFACE}:25,{DISPLAY.extension}:23",
    "surfaces": "own",
    "device_extensions": f"{SWAPCHAIN}:70",
}
BETWEEN = pytest.mark.parametrize("place", [1, 0, 2], ids=["second", "first", "third"])


def made_without_it(seen: Observation) -> Observation:
    """What is seen, if the instance is made although one driver fails: that it must be, no sentence says."""
    if seen.answers["instance"] != 0:
        pytest.skip("the loader makes no instance if one of several drivers fails vkCreateInstance")
    return seen


class TestAfterAFailure:
    """A vkCreateDevice that fails changes nothing for the next one."""

    @SINCE_2018
    @pytest.mark.rule("CHAIN-DIST-01", "LLP_LOADER_9")
    @pytest.mark.parametrize("failures", [1, 2])
    def test_the_next_device_has_the_layers(self, world: World, subject: Trial, failures: int) -> None:
        """After vkCreateDevice fails in one driver, another driver's device is created through every layer."""
        world.driver("bad", flags={"fail": "vkCreateDevice:-3", "device_name": "bad"})
        world.driver("good", flags={"device_name": "good"})
        for name in LAYERS:
            world.explicit_layer(name)
        world.application(layers=LAYERS)
        script = with_instance()
        for index in (*[0, 1] * failures, *[1, 0] * failures):
            script.device(f"devices.{index}", f"device_{index}")

        seen = subject.calls(world, script)

        good = seen.device_names().index("good")
        assert seen.answers[f"device_{good}"] == 0
        assert way_down(seen.lines[f"device_{good}"], "vkCreateDevice") == (*LAYERS, "good")


class TestAnotherDevice:
    """What one device enables is not enabled for another one."""

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.parametrize("enabling", [1, 0], ids=["second", "first"])
    def test_commands_of_extensions(self, world: World, subject: Trial, enabling: int) -> None:
        """vkGetDeviceProcAddr finds vkCreateSwapchainKHR only with the device that enables VK_KHR_swapchain."""
        world.driver(flags=OWN_SURFACES)
        script = with_instance(extensions=[SURFACE, DISPLAY.extension])
        for index in range(2):
            wanted = [SWAPCHAIN] if index == enabling else []
            script.device(label=f"device_{index}", extensions=wanted)
        for index in range(2):
            script.device_lookup(f"device_{index}", ["vkCreateSwapchainKHR"], f"found_{index}")

        seen = subject.calls(world, script)

        answers: list[Any] = [seen.answers[f"found_{index}"] for index in range(2)]
        found = [any(answer or []) for answer in answers]
        assert found == [index == enabling for index in range(2)]


class TestAnEarlierSurface:
    """A surface that is made after another one is a new one for each driver."""

    @pytest.mark.rule("WSI-SURFACE-05", "LDP_LOADER_11")
    @pytest.mark.parametrize("number", [2, 1])
    def test_after_its_end(self, world: World, subject: Trial, number: int) -> None:
        """With a surface made after earlier ones ended, each driver is called with the surface that it made last."""
        names = ["one", "two"]
        for name in names:
            world.driver(name, flags={**OWN_SURFACES, "device_name": name})
        script = with_instance(extensions=[SURFACE, DISPLAY.extension])
        for index in range(number + 1):
            script.call(
                DISPLAY.command,
                "instance",
                DISPLAY.info,
                None,
                out(f"s{index}"),
                via=INSTANCE,
                label=f"make {index}",
            )
            for device in range(2):
                script.call(
                    "vkGetPhysicalDeviceSurfaceSupportKHR",
                    f"devices.{device}",
                    0,
                    f"s{index}",
                    read(0),
                    via=INSTANCE,
                    label=f"ask {index} {device}",
                )
            script.call(
                "vkDestroySurfaceKHR",
                "instance",
                f"s{index}",
                None,
                via=INSTANCE,
                returns="nothing",
                label=f"end {index}",
            )

        seen = subject.calls(world, script)

        last = [f"make {number}", *(f"ask {number} {device}" for device in range(2))]
        lines = [line for label in last for line in seen.lines[label]]
        made = sorted({line.split()[1] for line in lines if DISPLAY.command in line.split()[2:3]})
        assert made == names
        assert seen.returned(*last) == [0] * 3
        assert seen.violations == ()


class TestARefusedNeighbour:
    """Who cannot be used leaves the next one as it is."""

    @pytest.mark.rule("WSI-SURFACE-05", "LDP_LOADER_11")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_beside_a_refusing_driver(self, world: World, subject: Trial, place: int) -> None:
        """Drivers beside one that refuses the negotiation keep their interface version and make their surfaces."""
        names = ["one", "two"]
        files = [
            world.driver(name, folder=f"/world/{name}", flags={**OWN_SURFACES, "device_name": name})
            for name in names
        ]
        files.insert(place, world.driver("bad", folder="/world/bad", flags={"negotiate": "fail"}))
        world.variable(
            "VK_DRIVER_FILES" if subject.edition.value == "2026" else "VK_ICD_FILENAMES", ":".join(files)
        )
        script = with_instance(extensions=[SURFACE, DISPLAY.extension])
        script.call(
            DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE, label="make"
        )
        for device in range(2):
            script.call(
                "vkGetPhysicalDeviceSurfaceSupportKHR",
                f"devices.{device}",
                0,
                "surface",
                read(0),
                via=INSTANCE,
                label=f"ask {device}",
            )

        seen = subject.calls(world, script)

        lines = [line for label in ("make", "ask 0", "ask 1") for line in seen.lines[label]]
        made = sorted({line.split()[1] for line in lines if DISPLAY.command in line.split()[2:3]})
        assert (seen.returned("make", "ask 0", "ask 1"), made) == ([0] * 3, names)

    @pytest.mark.rule("LDP_LOADER_5", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_beside_a_refusing_direct_driver(self, world: World, subject: Trial, place: int) -> None:
        """Of three drivers that the application supplies, the one that refuses the negotiation is ignored."""
        flags = [{"name": name, "device_name": name} for name in ("one", "two")]
        flags.insert(place, {"name": "bad", "device_name": "bad", "negotiate": "fail"})
        given = [world.library(f"/world/given/lib{each['name']}.so", "driver_v7", each) for each in flags]
        script = Script()
        script.create(extensions=[DIRECT], next={"direct": given, "mode": "exclusive"})
        script.devices()

        seen = subject.calls(world, script)

        devices: Any = seen.answers["devices"] or {"names": []}
        assert (seen.result_name, sorted(devices["names"])) == ("VK_SUCCESS", ["one", "two"])

    @pytest.mark.rule("LLP_LOADER_5")
    @pytest.mark.parametrize("place", [1, 0], ids=["second", "first"])
    def test_a_refusing_layer_of_the_variable(self, world: World, subject: Trial, place: int) -> None:
        """If one of two layers in VK_INSTANCE_LAYERS refuses the negotiation, the other one is in the chain."""
        world.driver()
        for index, name in enumerate(LAYERS[:2]):
            world.explicit_layer(name, flags={"negotiate": "fail"} if index == place else {})
        world.variable("VK_INSTANCE_LAYERS", ":".join(LAYERS[:2]))

        seen = subject.calls(world)

        assert (seen.result_name, LAYERS[1 - place] in seen.chain) == ("VK_SUCCESS", True)


class TestAFailedNeighbour:
    """The drivers of an instance keep their own objects beside one whose vkCreateInstance fails."""

    @staticmethod
    def drivers(world: World, subject: Trial, place: int, **flags: str) -> list[str]:
        """Two drivers, and among them, at this place of the list, one whose vkCreateInstance fails."""
        names = ["one", "two"]
        files = [world.driver(name, flags={**flags, "device_name": name}) for name in names]
        files.insert(place, world.driver("bad", flags={**flags, "fail": "vkCreateInstance:-3"}))
        world.variable(
            "VK_DRIVER_FILES" if subject.edition.value == "2026" else "VK_ICD_FILENAMES", ":".join(files)
        )
        return names

    @pytest.mark.rule("WSI-SURFACE-05", "LDP_LOADER_11")
    @BETWEEN
    def test_surfaces(self, world: World, subject: Trial, place: int) -> None:
        """Beside a driver that fails vkCreateInstance, each other driver gets the surface that it created itself."""
        names = self.drivers(world, subject, place, **OWN_SURFACES)
        script = with_instance(extensions=[SURFACE, DISPLAY.extension])
        script.call(DISPLAY.command, "instance", DISPLAY.info, None, out("surface"), via=INSTANCE)
        for device in range(2):
            command = "vkGetPhysicalDeviceSurfaceSupportKHR"
            script.call(
                command, f"devices.{device}", 0, "surface", read(0), via=INSTANCE, label=f"ask {device}"
            )

        seen = made_without_it(subject.calls(world, script))

        lines = [line for device in range(2) for line in seen.lines[f"ask {device}"] if " surface=" in line]
        asked = {line.split()[1]: line.partition(" surface=")[2] for line in lines}
        assert asked == dict.fromkeys(names, DISPLAY.own)
        assert seen.violations == ()

    @pytest.mark.rule("VULKAN-LOADER-05")
    @SINCE_2018
    @BETWEEN
    def test_messengers(self, world: World, subject: Trial, place: int) -> None:
        """Beside a driver that fails vkCreateInstance, each other driver should destroy its own messenger."""
        names = self.drivers(world, subject, place, extensions=f"{UTILS}:2")
        script = with_instance(extensions=[UTILS])
        create, destroy = "vkCreateDebugUtilsMessengerEXT", "vkDestroyDebugUtilsMessengerEXT"
        script.call(create, "instance", {"utils": 7}, None, out("messenger"), via=INSTANCE)
        script.call(destroy, "instance", "messenger", None, via=INSTANCE, returns="nothing", label="gone")

        seen = made_without_it(subject.calls(world, script))

        assert seen.violations == ()
        found = sorted(line for line in seen.lines["gone"] if destroy in line)
        subject.implied(found, [f"driver {name} {destroy} handle=messenger" for name in names], GENERALLY)

    @pytest.mark.rule("CHAIN-TERM-02")
    @BETWEEN
    def test_devices(self, world: World, subject: Trial, place: int) -> None:
        """Beside a driver that fails vkCreateInstance, each device's calls reach the driver of that device."""
        self.drivers(world, subject, place)
        query = "vkGetPhysicalDeviceFormatProperties"
        script = with_instance()
        for device in range(2):
            script.device(f"devices.{device}", f"device_{device}")
            script.call(
                query, f"devices.{device}", 37, ROOM, via=INSTANCE, returns="nothing", label=f"ask {device}"
            )

        seen = made_without_it(subject.calls(world, script))

        reached = [
            (
                way_down(seen.lines[f"device_{device}"], "vkCreateDevice"),
                way_down(seen.lines[f"ask {device}"], query),
            )
            for device in range(2)
        ]
        assert reached == [((name,), (name,)) for name in seen.device_names()]
        assert seen.violations == ()


class TestWithoutOthers:
    """A list that adds to what is found does so where nothing is found."""

    @pytest.mark.rule("DIRECT-DRIVER-04", "DIRECT-DRIVER-01")
    @pytest.mark.parametrize("number", [2, 1])
    def test_inclusive_drivers_alone(self, world: World, subject: Trial, number: int) -> None:
        """Drivers that the application supplies in inclusive mode are used if no driver is installed."""
        names = ["one", "two"][:number]
        given = [
            world.library(f"/world/given/lib{name}.so", "driver_v7", {"name": name, "device_name": name})
            for name in names
        ]
        script = Script()
        script.create(extensions=[DIRECT], next={"direct": given, "mode": "inclusive"})
        script.devices()

        seen = subject.calls(world, script)

        devices: Any = seen.answers["devices"] or {"names": []}
        assert (seen.result_name, sorted(devices["names"])) == ("VK_SUCCESS", names)


class TestAnotherInstance:
    """A message that an application hands to one instance is heard by the messengers of that one."""

    @pytest.mark.rule("DEBUG-LOG-03", "VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("speaker", [1, 0], ids=["second", "first"])
    def test_a_submitted_message(self, world: World, subject: Trial, speaker: int) -> None:
        """A message submitted to one of two instances reaches that instance's messenger and not the other's."""
        world.driver(flags={"extensions": f"{UTILS}:2"})
        script = Script()
        for index in range(2):
            script.create(f"instance_{index}", extensions=[UTILS])
            script.call(
                "vkCreateDebugUtilsMessengerEXT",
                f"instance_{index}",
                {"utils": 7 + index},
                None,
                out(f"messenger_{index}"),
                via=of_instance(f"instance_{index}"),
            )
        script.call(
            "vkSubmitDebugUtilsMessageEXT",
            f"instance_{speaker}",
            0x100,
            1,
            [1000128003, 0, 0, 0, 0, text("hello"), 0, 0, 0, 0, 0, 0],
            via=of_instance(f"instance_{speaker}"),
            returns="nothing",
        )
        script.heard("submitted")

        seen = subject.calls(world, script)

        assert {user for _, user, _, said in seen.answers["submitted"] if said == "hello"} == {7 + speaker}


class TestTheCountAlone:
    """What is hidden from a list is not counted either."""

    @pytest.mark.rule("FILTER-ID-DEVICE-01", "VULKAN-LOADER-01")
    @pytest.mark.parametrize(("value", "left"), [("16", 1), ("32:48", 3), ("7", 0)])
    def test_of_filtered_devices(self, world: World, subject: Trial, value: str, left: int) -> None:
        """vkEnumeratePhysicalDevices without an array counts the devices that VK_LOADER_DEVICE_ID_FILTER leaves."""
        world.driver(flags={"devices": "4", "device": "16;32;47;48"})
        world.variable("VK_LOADER_DEVICE_ID_FILTER", value)
        script = with_instance(api="1.3.0")
        count = script.call("vkEnumeratePhysicalDevices", "instance", read(99), None, via=INSTANCE)

        seen = subject.calls(world, script)

        counted = seen.read(count)
        if not left and counted == [[99]]:  # a failure, which says nothing of the number
            counted = [[0]]
        assert (counted, len(seen.device_names())) == ([[left]], left)

    @pytest.mark.rule("VULKAN-LOADER-01")
    @pytest.mark.editions("2026")
    def test_of_filtered_groups(self, world: World, subject: Trial) -> None:
        """vkEnumeratePhysicalDeviceGroups without an array counts the groups that it gives with room for all."""
        world.driver(flags={"devices": "4", "device": "16;32;47;48"})
        world.variable("VK_LOADER_DEVICE_ID_FILTER", "32:47")
        script = with_instance(api="1.3.0")
        count = script.call("vkEnumeratePhysicalDeviceGroups", "instance", read(99), None, via=INSTANCE)
        asked = script.groups()

        seen = subject.calls(world, script)

        assert (seen.returned(count), seen.read(count)) == ([0], [[len(seen.answers[asked]["groups"])]])
