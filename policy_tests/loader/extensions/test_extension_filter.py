"""Instance extensions between application and drivers: filtered for each driver, emulated, passed on if unknown."""

from typing import Any

import pytest

from policy_tests.loader.implied import survived
from refloader.model.edition import Edition
from refloader.scenario.call_sequence import field
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device, of_instance, pair, read
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
SURFACE = "VK_KHR_surface"
LAYER_EXTENSION = "VK_EXT_validation_features"
PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
GROUPS = "VK_KHR_device_group_creation"
CAPABILITIES = [
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_fence_capabilities",
    "VK_KHR_external_semaphore_capabilities",
]
KNOWN = ",".join(f"{name}:1" for name in (PROPERTIES2, GROUPS, *CAPABILITIES))
AGES = {"extension": ("1.0.0", "KHR", [PROPERTIES2, *CAPABILITIES]), "core": ("1.1.0", "", [])}
"""How an application comes to a query: apiVersion, the end of its name, what to enable."""

EACH_AGE = pytest.mark.parametrize(
    "age", [pytest.param("extension", marks=pytest.mark.rule("EXT-FILTER-02")), "core"]
)
"""Emulated are extensions that some driver lacks, and functionality that it lacks in general."""

FILTER_OFF = 'EXT-FILTER-04, by which the variable "may cause the loader or application to crash"'
OF_EACH_DRIVER = (
    "EXT-FILTER-01: the variable turns off the filtering of extensions that the loader does not know, and whether "
    "each driver still gets its own alone is not said"
)

OF_IDENTITY = 1000071004
"""The sType of VkPhysicalDeviceIDProperties, which vkGetPhysicalDeviceProperties cannot tell."""

TOOLING = {"add_device_extensions": "VK_EXT_tooling_info"}

# Each query of VK_KHR_get_physical_device_properties2: its arguments after the device, and what it returns.
QUERIES: dict[str, tuple[list[Any], str]] = {
    "Features2": ([[1000059000, 0, *[0] * 28]], "nothing"),
    "Properties2": ([[1000059001, 0, *[0] * 104]], "nothing"),
    "FormatProperties2": ([37, [1000059002, 0, 0, 0]], "nothing"),
    "ImageFormatProperties2": ([[1000059004, 0, pair(37, 1), 0, 0], [1000059003, 0, *[0] * 4]], "result"),
    "QueueFamilyProperties2": ([[0], None], "nothing"),
    "MemoryProperties2": ([[1000059006, 0, *[0] * 65]], "nothing"),
    "SparseImageFormatProperties2": ([[1000059008, 0, pair(37, 1), pair(1, 0), 0], [0], None], "nothing"),
}


def of_the_device(seen: Observation) -> set[str]:
    """What the driver's vkCreateDevice was given as extensions, in each call."""
    return {line.split()[3] for line in seen.lines["device"] if "driver plain vkCreateDevice" in line}


def enabled(seen: Observation) -> dict[str, set[str]]:
    """The extensions that each driver was asked to enable; a loader may name one twice."""
    return {
        name: set(filter(None, names.split(",")))
        for name, names in seen.given_to_drivers("extensions").items()
    }


# Each query of what can be shared with other processes: its name's end, its question, the type of its answer.
EXTERNAL: dict[str, tuple[list[Any], int]] = {
    "BufferProperties": ([1000071002, 0, pair(0, 1), pair(1, 0)], 1000071003),
    "FenceProperties": ([1000112000, 0, 1], 1000112001),
    "SemaphoreProperties": ([1000076000, 0, 1], 1000076001),
}


def two_ages(world: World, **newer: str) -> None:
    """A driver of 1.0 that has no extension, and one of 1.3 that has some, with these flags."""
    flags = {"api": "1.0.0", "device_name": "old device", "vendor": "0x7007"}
    world.driver("old", folder="/etc/vulkan/icd.d", api_version="1.0.0", flags=flags)
    world.driver("new", flags={"device_name": "new device", "extensions": KNOWN, **newer})


def on_the_device(world: World, subject: Trial, age: str, name: str = "old device") -> tuple[Script, str]:
    """A script with the devices of both, and the name of that one's handle. The order is the loader's."""
    api, _, extensions = AGES[age]
    script = Script()
    script.create(api=api, extensions=extensions)
    script.devices()
    found = subject.calls(world, script).answers["devices"]["names"]
    return script, f"devices.{found.index(name)}"


@pytest.mark.needs_library
class TestFilteredForEachDriver:
    """A driver is only ever asked to enable the extensions that it offers itself."""

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    def test_three_drivers_get_three_lists(self, world: World, subject: Trial) -> None:
        """Of all enabled instance extensions, each of three drivers gets those that it offers, and no other."""
        world.driver("alpha", flags={"extensions": f"{SURFACE}:25,{PROPERTIES2}:2"})
        world.driver("beta", flags={"extensions": f"{PROPERTIES2}:2,{GROUPS}:1"})
        world.driver("gamma")
        world.application(extensions=[SURFACE, PROPERTIES2, GROUPS])

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {
            "alpha": {SURFACE, PROPERTIES2},
            "beta": {PROPERTIES2, GROUPS},
            "gamma": set(),
        }

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    @pytest.mark.parametrize(
        "extension",
        [
            pytest.param("VK_EXT_debug_utils", marks=pytest.mark.editions("2018", "2026")),
            "VK_EXT_debug_report",
        ],
    )
    def test_the_loaders_own_extensions(self, world: World, subject: Trial, extension: str) -> None:
        """An instance extension of the loader's own is not enabled for a driver that does not offer it."""
        world.driver()
        world.application(extensions=[extension])

        seen = subject.calls(world)

        may_lack = extension == "VK_EXT_debug_report" or subject.edition is Edition.E2018
        if may_lack and seen.result_name == "VK_ERROR_EXTENSION_NOT_PRESENT":
            pytest.skip("the loader does not bring it, and no document says that it has to")
        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {"plain": set()}

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    def test_a_layers_extension_for_the_application(self, world: World, subject: Trial) -> None:
        """An instance extension in a layer's manifest can be enabled, and no driver is told to enable it."""
        world.driver()
        offered = [{"name": LAYER_EXTENSION, "spec_version": "1"}]
        world.implicit_layer(ONE, instance_extensions=offered)
        world.application(extensions=[LAYER_EXTENSION])

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {"plain": set()}

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    @pytest.mark.parametrize("variable", [False, True], ids=["of-the-application", "of-the-variable"])
    def test_an_explicit_layers_extension(self, world: World, subject: Trial, variable: bool) -> None:
        """An extension that only an explicit layer brings can be enabled with it, and no driver gets it."""
        world.driver()
        world.explicit_layer(ONE, instance_extensions=[{"name": LAYER_EXTENSION, "spec_version": "1"}])
        world.application(layers=[] if variable else [ONE], extensions=[LAYER_EXTENSION])
        if variable:
            world.variable("VK_INSTANCE_LAYERS", ONE)

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {"plain": set()}

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    def test_an_extension_of_a_layer_and_a_driver(self, world: World, subject: Trial) -> None:
        """An instance extension that a layer offers, too, is enabled for the driver that offers it and no other."""
        world.driver("alpha", flags={"extensions": f"{SURFACE}:25"})
        world.driver("beta")
        world.implicit_layer(ONE, instance_extensions=[{"name": SURFACE, "spec_version": "25"}])
        world.application(extensions=[SURFACE])

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {"alpha": {SURFACE}, "beta": set()}

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    def test_without_application_information(self, world: World, subject: Trial) -> None:
        """Without VkApplicationInfo, too, each driver gets just the enabled extensions that it offers."""
        world.driver("alpha", flags={"extensions": f"{PROPERTIES2}:2"})
        world.driver("beta")
        offered = [{"name": LAYER_EXTENSION, "spec_version": "1"}]
        world.implicit_layer(ONE, instance_extensions=offered)
        world.application(api="", extensions=[PROPERTIES2, LAYER_EXTENSION])

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {"alpha": {PROPERTIES2}, "beta": set()}

    @pytest.mark.rule("LDP_LOADER_9", "EXT-FILTER-01")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_what_a_layer_adds_on_the_way_down(self, world: World, subject: Trial) -> None:
        """An instance extension that a layer adds is enabled for the driver that offers it and for no other.

        For an application of Vulkan 1.0 a loader may enable this one for itself.
        """
        world.application(api="1.1.0")
        world.driver("alpha", flags={"extensions": f"{PROPERTIES2}:2"})
        world.driver("beta")
        world.implicit_layer(ONE, flags={"add_instance_extensions": PROPERTIES2})

        seen = subject.calls(world)

        assert (seen.result_name, seen.violations) == ("VK_SUCCESS", ())
        assert enabled(seen) == {"alpha": {PROPERTIES2}, "beta": set()}

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.parametrize("who", ["application", "layer"])
    def test_device_extensions_of_a_layer(self, world: World, subject: Trial, who: str) -> None:
        """A device extension that only a layer offers does not reach the driver, whoever enables it."""
        by_whom = {"application": (["VK_EXT_tooling_info"], {}), "layer": ([], TOOLING)}
        wanted, flags = by_whom[who]
        world.driver(flags={"device_extensions": "VK_KHR_maintenance1:2"})
        offered = [{"name": "VK_EXT_tooling_info", "spec_version": "1"}]
        world.implicit_layer(ONE, flags=flags, device_extensions=offered)
        script = Script()
        script.create()
        script.devices()
        script.device(extensions=["VK_KHR_maintenance1", *wanted])

        seen = subject.calls(world, script)

        assert (seen.answers["device"], of_the_device(seen)) == (0, {"extensions=VK_KHR_maintenance1"})

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])
    @pytest.mark.parametrize("place", [0, 1], ids=["in-front", "behind"])
    def test_a_device_extension_of_each_kind_of_layer(
        self, world: World, subject: Trial, place: int, implicit: bool
    ) -> None:
        """A device extension of an enabled layer alone does not reach the driver, of whichever kind the layer is."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance1:2"})
        add = world.implicit_layer if implicit else world.explicit_layer
        add(ONE, device_extensions=[{"name": "VK_TEST_layer", "spec_version": "1"}])
        wanted = ["VK_KHR_maintenance1"]
        wanted.insert(place, "VK_TEST_layer")
        script = Script()
        asked = [] if implicit else [ONE]
        script.create(layers=asked)
        script.devices()
        script.device(extensions=wanted, layers=asked)  # the layers of 2016, without effect since 2018

        seen = subject.calls(world, script)

        assert (seen.answers["device"], of_the_device(seen)) == (0, {"extensions=VK_KHR_maintenance1"})

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])
    def test_a_device_extension_of_layer_and_driver(
        self, world: World, subject: Trial, implicit: bool
    ) -> None:
        """A device extension that an enabled layer offers reaches a driver that offers it as well."""
        world.driver(flags={"device_extensions": "VK_EXT_tooling_info:1"})
        add = world.implicit_layer if implicit else world.explicit_layer
        add(ONE, device_extensions=[{"name": "VK_EXT_tooling_info", "spec_version": "1"}])
        script = Script()
        script.create(layers=[] if implicit else [ONE])
        script.devices()
        script.device(extensions=["VK_EXT_tooling_info"])

        seen = subject.calls(world, script)

        told = {line.split()[3] for line in seen.lines["device"] if "driver plain vkCreateDevice" in line}
        assert (seen.answers["device"], told) == (0, {"extensions=VK_EXT_tooling_info"})

    @pytest.mark.rule("EXT-FILTER-01")
    def test_several_device_extensions_of_layers(self, world: World, subject: Trial) -> None:
        """Each of several device extensions that only layers offer is removed for the driver, wherever it stands."""
        world.driver(flags={"device_extensions": "VK_KHR_maintenance1:2,VK_KHR_maintenance2:1"})
        for layer, names in ((ONE, ("VK_TEST_a", "VK_TEST_b")), ("VK_LAYER_TEST_two", ("VK_TEST_c",))):
            offered = [{"name": name, "spec_version": "1"} for name in names]
            world.implicit_layer(layer, device_extensions=offered)
        wanted = ["VK_TEST_a", "VK_KHR_maintenance1", "VK_TEST_b", "VK_TEST_c", "VK_KHR_maintenance2"]
        script = Script()
        script.create()
        script.devices()
        script.device(extensions=wanted)

        seen = subject.calls(world, script)

        kept = {frozenset(each.removeprefix("extensions=").split(",")) for each in of_the_device(seen)}
        assert (seen.answers["device"], kept) == (
            0,
            {frozenset({"VK_KHR_maintenance1", "VK_KHR_maintenance2"})},
        )
        assert seen.violations == ()


@pytest.mark.needs_library
class TestEmulation:
    """What a driver lacks that others have is done by the loader, so that the application does not notice."""

    @pytest.mark.rule("LDP_LOADER_8")
    @EACH_AGE
    @pytest.mark.parametrize("query", QUERIES)
    def test_queries_of_a_1_0_driver(self, world: World, subject: Trial, query: str, age: str) -> None:
        """For a device of a 1.0 driver, each newer query answers by the driver's query of Vulkan 1.0."""
        two_ages(world)
        arguments, returns = QUERIES[query]
        script, device = on_the_device(world, subject, age)
        name = f"vkGetPhysicalDevice{query}{AGES[age][1]}"
        asked = script.call(name, device, *arguments, via=of_instance("instance"), returns=returns)

        seen = subject.calls(world, script)

        assert asked in seen.answers
        entry = f"driver old vkGetPhysicalDevice{query[:-1]} device=0"
        assert any(f"{line} ".startswith(f"{entry} ") for line in seen.trace)

    @pytest.mark.rule("LDP_LOADER_8")
    @EACH_AGE
    def test_the_answer_is_the_drivers(self, world: World, subject: Trial, age: str) -> None:
        """For a device of a 1.0 driver, the newer query of properties gives the driver's vendor and device ID."""
        two_ages(world)
        script, device = on_the_device(world, subject, age)
        name = f"vkGetPhysicalDeviceProperties2{AGES[age][1]}"
        properties = read(1000059001, 0, *[0] * 104)
        asked = script.call(name, device, properties, via=of_instance("instance"), returns="nothing")

        seen = subject.calls(world, script)

        assert seen.answers[asked]["read"][0][3] == pair(0x7007, 0x2000)

    @pytest.mark.rule("LDP_LOADER_8")
    @EACH_AGE
    @pytest.mark.parametrize("query", EXTERNAL)
    def test_a_1_0_driver_shares_nothing(self, world: World, subject: Trial, query: str, age: str) -> None:
        """A 1.0 driver is reported to share nothing: the answer on external memory, fences or semaphores is 0."""
        two_ages(world)
        script, device = on_the_device(world, subject, age)
        question, kind = EXTERNAL[query]
        name = f"vkGetPhysicalDeviceExternal{query}{AGES[age][1]}"
        answer = read(kind, 0, pair(7, 7), pair(7, 0))
        asked = script.call(name, device, question, answer, via=of_instance("instance"), returns="nothing")

        seen = subject.calls(world, script)

        assert seen.answers[asked]["read"] == [[kind, 0, 0, 0]]

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.parametrize(
        ("extension", "command"),
        [
            pytest.param(
                GROUPS,
                "vkEnumeratePhysicalDeviceGroupsKHR",
                marks=pytest.mark.rule("EXT-FILTER-02"),
                id="extension",
            ),
            pytest.param(None, "vkEnumeratePhysicalDeviceGroups", id="core"),
        ],
    )
    def test_groups_of_a_1_0_driver(
        self, world: World, subject: Trial, extension: str | None, command: str
    ) -> None:
        """Each device of a driver that knows no device groups is a group of its own."""
        two_ages(world)
        script = Script()
        script.create(api="1.1.0", extensions=[extension] if extension else [])
        asked = script.groups(command=command)

        seen = subject.calls(world, script)

        assert seen.answers[asked]["result"] == 0
        assert sorted(seen.answers[asked]["groups"]) == [["new device"], ["old device"]]

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    def test_the_capable_driver_answers_itself(self, world: World, subject: Trial) -> None:
        """Beside a 1.0 driver, the newer query of the newer driver's device gives what only that query tells."""
        two_ages(world, device_uuid="c3" * 16)
        script, device = on_the_device(world, subject, "extension", "new device")
        identity = read(OF_IDENTITY, 0, *[0] * 6)
        asked = script.call(
            "vkGetPhysicalDeviceProperties2KHR",
            device,
            [1000059001, identity, *[0] * 104],
            via=of_instance("instance"),
            returns="nothing",
        )

        seen = subject.calls(world, script)

        assert seen.answers[asked]["read"][0][:4] == [OF_IDENTITY, 0, *[int("c3" * 8, 16)] * 2]


class TestUnknownExtensions:
    """Unknown device functions go down the device's chain, unknown ones of a physical device to its driver."""

    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-FILTER-05", "VULKAN-LOADER-05")
    @pytest.mark.parametrize("way", ["instance", "device"])
    def test_a_device_function_reaches_the_driver(self, world: World, subject: Trial, way: str) -> None:
        """A device function unknown to the loader reaches the driver with the driver's device and the argument."""
        world.driver(flags={"unknown_device": "vkMadeUpDeviceEXT"})
        script = Script()
        script.create()
        script.devices()
        script.device()
        via = of_device("device") if way == "device" else of_instance("instance")
        called = script.call("vkMadeUpDeviceEXT", "device", 0x1234, via=via, returns="word")

        seen = subject.calls(world, script)

        assert seen.lines[called] == ("driver plain vkMadeUpDeviceEXT handle=device second=0x1234",)
        assert seen.answers[called] == {"returned": 4200, "read": []}

    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-FILTER-05")
    def test_a_device_function_passes_a_layer(self, world: World, subject: Trial) -> None:
        """A device function unknown to the loader is called in the layer that has it."""
        world.driver()
        world.implicit_layer(ONE, flags={"unknown_device": "vkMadeUpLayerEXT"})
        script = Script()
        script.create()
        script.devices()
        script.device()
        called = script.call("vkMadeUpLayerEXT", "device", 5, via=of_instance("instance"), returns="word")

        seen = subject.calls(world, script)

        assert seen.answers[called] == {"returned": 1, "read": []}

    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-FILTER-05", "VULKAN-LOADER-05")
    @pytest.mark.parametrize("device", ["devices.0", "devices.1"])
    def test_a_physical_function_reaches_the_right_driver(
        self, world: World, subject: Trial, device: str
    ) -> None:
        """An unknown physical-device function of two drivers is called in the driver that the device belongs to."""
        flags = {"unknown_physical": "vkMadeUpPhysicalEXT", "interface": "5"}
        world.driver("alpha", flags={**flags, "device_name": "alpha"})
        world.driver("beta", flags={**flags, "device_name": "beta"})
        script = Script()
        script.create()
        script.devices()
        called = script.call("vkMadeUpPhysicalEXT", device, 9, via=of_instance("instance"), returns="word")

        seen = subject.calls(world, script)

        owner = seen.answers["devices"]["names"][int(device[-1])]
        assert seen.lines[called] == (
            f"driver {owner} vkMadeUpPhysicalEXT handle=physical_device second=0x9",
        )

    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-FILTER-05")
    def test_names_that_nobody_has(self, world: World, subject: Trial) -> None:
        """vkGetInstanceProcAddr gives NULL for a function that no layer and no driver has."""
        world.driver()
        script = Script()
        script.create()
        asked = script.lookup("instance", ["vkMadeUpNowhereEXT", ""])

        seen = subject.calls(world, script)

        assert seen.answers[asked] == ["", ""]

    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-FILTER-04")
    @pytest.mark.parametrize("layers", [2, 1, 0])
    def test_in_every_instance(self, world: World, subject: Trial, layers: int) -> None:
        """With VK_LOADER_DISABLE_INST_EXT_FILTER=1 an unknown extension can be enabled in each of three instances."""
        world.driver(flags={"extensions": "VK_FAKE_extension:1"})
        world.driver("other")
        for place in range(layers):
            world.implicit_layer(f"VK_LAYER_TEST_{place}")
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
        script = Script()
        labels = [script.create(f"instance{place}", extensions=["VK_FAKE_extension"]) for place in range(3)]

        with survived(FILTER_OFF):
            seen = subject.calls(world, script)

        given = [
            dict(field(seen.lines[label], "vkCreateInstance", "extensions", "driver")) for label in labels
        ]
        assert [each.get("plain") for each in given] == ["VK_FAKE_extension"] * 3
        if seen.returned(*labels) == [0] * 3:
            subject.implied([each.get("other") for each in given], [""] * 3, OF_EACH_DRIVER)
        else:
            assert all(each.get("other") for each in given)  # which refuses it; what then, is not said
            subject.reading("AMB-DRIVER-FAILS", seen.returned(*labels), chosen=[0] * 3)

    @pytest.mark.needs_library
    @pytest.mark.rule("EXT-FILTER-04")
    def test_with_the_filter_off_it_can_be_enabled(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_INST_EXT_FILTER=1 an unknown extension is enabled for the driver that offers it."""
        world.driver(flags={"extensions": "VK_FAKE_extension:1"})
        world.driver("other")
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
        world.application(extensions=["VK_FAKE_extension"])

        with survived(FILTER_OFF):
            seen = subject.calls(world)

        given = enabled(seen)
        assert given.get("plain") == {"VK_FAKE_extension"}
        if seen.result_name == "VK_SUCCESS":
            subject.implied(given.get("other"), set(), OF_EACH_DRIVER)
        else:
            assert given.get("other")  # which refuses it, and whether that fails the instance is not said
            subject.reading("AMB-DRIVER-FAILS", seen.result_name, chosen="VK_SUCCESS")

    @pytest.mark.rule("EXT-FILTER-03")
    def test_one_driver_does_not_lend_it_to_another(self, world: World, subject: Trial) -> None:
        """An instance extension that the loader does not know is not reported, even if two drivers offer it."""
        world.driver("alpha", flags={"extensions": f"VK_FAKE_extension:1,{SURFACE}:25"})
        world.driver("beta", flags={"extensions": "VK_FAKE_extension:1"})

        seen = subject.observe(world)

        assert {"VK_FAKE_extension", SURFACE} & set(seen.extension_names()) == {SURFACE}
