"""Which extensions and functions reach which driver when several drivers and layers have different ones."""

import pytest

from refloader.harness.observation import Observation
from refloader.harness.scenario import World
from refloader.harness.script import Argument, Script, of_instance, pair, read
from refloader.harness.trial import Trial

ONE = "VK_LAYER_TEST_one"
OWN = "VK_TEST_of_the_layer"
KNOWN = "VK_EXT_validation_features"
"""An instance extension of layers that loaders know by name."""
QUERIES = "VK_KHR_get_physical_device_properties2"
UNKNOWN = "VK_TEST_unknown"
INSTANCE = of_instance("instance")


def extensions(*names: str) -> list[dict[str, object]]:
    """The list that a manifest gives of a layer's extensions."""
    return [{"name": name, "spec_version": "1", "entrypoints": []} for name in names]


def given_to_devices(seen: Observation) -> dict[str, str]:
    """The extensions of vkCreateDevice as each driver got them, by driver."""
    lines = [line.split(" ") for line in seen.trace if " vkCreateDevice " in line]
    return {line[1]: line[3].removeprefix("extensions=") for line in lines if line[0] == "driver"}


class TestInstanceExtensions:
    """Before a driver's vkCreateInstance the loader removes the extensions that this driver does not offer."""

    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_layers_extension_reaches_no_driver(self, world: World, subject: Trial) -> None:
        """What a layer offers is for the layer, and the driver gets what is its own."""
        world.driver("alpha", flags={"extensions": "VK_KHR_surface:25"})
        world.driver("beta")
        world.implicit_layer(ONE, instance_extensions=extensions(KNOWN))
        world.application(extensions=[KNOWN, "VK_KHR_surface"])

        seen = subject.calls(world)

        assert seen.result_name == "VK_SUCCESS"
        assert seen.given_to_drivers("extensions") == {"alpha": "VK_KHR_surface", "beta": ""}

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.editions("2026")
    def test_the_loaders_extension_reaches_no_driver(self, world: World, subject: Trial) -> None:
        """What the loader itself implements is kept from drivers that do not offer it."""
        world.driver("alpha", flags={"extensions": "VK_KHR_surface:25"})
        world.application(extensions=["VK_KHR_portability_enumeration", "VK_KHR_surface"])

        seen = subject.calls(world)

        assert seen.given_to_drivers("extensions") == {"alpha": "VK_KHR_surface"}

    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_shared_extension_reaches_who_has_it(self, world: World, subject: Trial) -> None:
        """Of three drivers the two that offer an extension get it, each with its own others."""
        world.driver("alpha", flags={"extensions": "VK_KHR_surface:25,VK_EXT_debug_utils:2"})
        world.driver("beta", flags={"extensions": "VK_EXT_debug_utils:2"})
        world.driver("gamma", flags={"extensions": "VK_KHR_surface:25"})
        world.application(extensions=["VK_EXT_debug_utils", "VK_KHR_surface"])

        seen = subject.calls(world)

        given = {name: set(each.split(",")) for name, each in seen.given_to_drivers("extensions").items()}
        assert given == {
            "alpha": {"VK_KHR_surface", "VK_EXT_debug_utils"},
            "beta": {"VK_EXT_debug_utils"},
            "gamma": {"VK_KHR_surface"},
        }
        assert seen.violations == ()


class TestDeviceExtensions:
    """Before a driver's vkCreateDevice the loader removes the extensions that this driver does not offer."""

    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_layers_device_extension_reaches_no_driver(self, world: World, subject: Trial) -> None:
        """An extension of an active layer is enabled for the layer; the driver gets its own."""
        world.driver(flags={"device_extensions": "VK_KHR_swapchain:70"})
        world.implicit_layer(ONE, device_extensions=extensions(OWN), flags={"device_extensions": f"{OWN}:1"})
        script = Script()
        script.create()
        script.devices()
        script.device(extensions=[OWN, "VK_KHR_swapchain"])

        seen = subject.calls(world, script)

        assert (seen.answers["device"], given_to_devices(seen)) == (0, {"plain": "VK_KHR_swapchain"})
        assert seen.violations == ()


INFO_OF_FORMATS: Argument = [1000059004, 0, pair(37, 1), pair(0, 1), 0]
INFO_OF_SPARSE_FORMATS: Argument = [1000059008, 0, pair(37, 1), pair(1, 1), 0]
ROOM = (0,) * 128
COMMANDS: dict[str, tuple[Argument, ...]] = {
    "vkGetPhysicalDeviceFeatures": ([1000059000, *ROOM],),
    "vkGetPhysicalDeviceProperties": ([1000059001, *ROOM],),
    "vkGetPhysicalDeviceFormatProperties": (37, [1000059002, *ROOM]),
    "vkGetPhysicalDeviceImageFormatProperties": (INFO_OF_FORMATS, [1000059003, *ROOM]),
    "vkGetPhysicalDeviceQueueFamilyProperties": ([0], None),
    "vkGetPhysicalDeviceMemoryProperties": ([1000059006, *ROOM],),
    "vkGetPhysicalDeviceSparseImageFormatProperties": (INFO_OF_SPARSE_FORMATS, [0], None),
}
"""The older commands, and the arguments that their newer ones take after the device."""


class TestEmulation:
    """For drivers without an extension that another driver has, the loader emulates its functions."""

    @pytest.mark.rule("EXT-FILTER-02", "LDP_LOADER_8")
    @pytest.mark.parametrize("command", COMMANDS)
    @pytest.mark.parametrize(
        ("api", "suffix"), [("1.0.0", "2KHR"), ("1.1.0", "2")], ids=["extension", "core"]
    )
    def test_newer_queries(self, world: World, subject: Trial, command: str, api: str, suffix: str) -> None:
        """Each query that came with an extension is answered by the older command of the older driver."""
        world.driver("newer", flags={"extensions": f"{QUERIES}:2", "devices": "0"})
        world.driver("older", api_version="1.0.0", flags={"api": "1.0.0"})
        script = Script()
        script.create(api=api, extensions=[QUERIES])
        script.devices()
        script.call(
            f"{command}{suffix}",
            "devices.0",
            *COMMANDS[command],
            via=INSTANCE,
            returns="nothing",
            label="query",
        )

        seen = subject.calls(world, script)

        assert seen.answers["query"] is not None
        assert [line.split()[:3] for line in seen.lines["query"]] == [["driver", "older", command]]

    @pytest.mark.rule("EXT-FILTER-02")
    def test_each_driver_answers_for_itself(self, world: World, subject: Trial) -> None:
        """The ids of both devices come through the newer command."""
        world.driver("newer", flags={"extensions": f"{QUERIES}:2", "vendor": "1", "device_name": "newer"})
        world.driver("older", flags={"api": "1.0.0", "vendor": "2", "device_name": "older"})
        script = Script()
        script.create(extensions=[QUERIES])
        script.devices()
        asked = [
            script.call(
                "vkGetPhysicalDeviceProperties2KHR",
                f"devices.{number}",
                read(1000059001, *ROOM),
                via=INSTANCE,
                returns="nothing",
            )
            for number in (0, 1)
        ]

        seen = subject.calls(world, script)

        vendors = [seen.answers[each]["read"][0][3] & 0xFFFFFFFF for each in asked]
        expected = {"newer": 1, "older": 2}
        assert vendors == [expected[name] for name in seen.answers["devices"]["names"]]

    @pytest.mark.rule("EXT-FILTER-02", "LDP_LOADER_8")
    def test_device_groups(self, world: World, subject: Trial) -> None:
        """Each device of a driver that knows no groups is a group by itself."""
        world.driver("newer", flags={"devices": "2", "device_name": "a;b", "groups": "0+1"})
        world.driver("older", flags={"api": "1.0.0", "devices": "2", "device_name": "c;d"})
        script = Script()
        script.create(api="1.1.0")
        script.groups(label="groups")

        seen = subject.calls(world, script)

        assert sorted(sorted(group) for group in seen.answers["groups"]["groups"]) == [
            ["a", "b"],
            ["c"],
            ["d"],
        ]

    @pytest.mark.rule("EXT-FILTER-02")
    @pytest.mark.parametrize(
        ("command", "older"),
        [
            ("vkGetPhysicalDeviceSurfaceCapabilities2KHR", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"),
            ("vkGetPhysicalDeviceSurfaceFormats2KHR", "vkGetPhysicalDeviceSurfaceFormatsKHR"),
        ],
    )
    def test_queries_of_surfaces(self, world: World, subject: Trial, command: str, older: str) -> None:
        """Newer queries of a surface are answered by the older command of the driver without the extension."""
        newer = "VK_KHR_get_surface_capabilities2"
        plain = "VK_KHR_surface:25,VK_KHR_display:23"
        world.driver("newer", flags={"extensions": f"{plain},{newer}:1", "devices": "0"})
        world.driver("older", flags={"extensions": plain})
        script = Script()
        script.create(extensions=["VK_KHR_surface", "VK_KHR_display", newer])
        script.devices()
        info: Argument = [1000002001, 0, 0, 0x11, 0, 1, pair(1, 64), 64]
        script.call(
            "vkCreateDisplayPlaneSurfaceKHR", "instance", info, None, {"out": "surface"}, via=INSTANCE
        )
        room: Argument = {
            "vkGetPhysicalDeviceSurfaceCapabilities2KHR": [[1000119001, *ROOM]],
            "vkGetPhysicalDeviceSurfaceFormats2KHR": [[0], None],
        }[command]
        script.call(command, "devices.0", [1000119000, 0, "surface"], *room, via=INSTANCE, label="query")

        seen = subject.calls(world, script)

        assert seen.answers["query"]["returned"] == 0
        assert [line.split()[:3] for line in seen.lines["query"]] == [["driver", "older", older]]


class TestUnknownInstanceExtensions:
    """A driver's instance extension that the loader does not know is left out, and enabling it fails."""

    @pytest.mark.rule("EXT-FILTER-03")
    def test_one_drivers_unknown_extension(self, world: World, subject: Trial) -> None:
        """The unknown extension of one driver is hidden; the known ones of both are reported."""
        world.driver("alpha", flags={"extensions": f"VK_KHR_display:23,{UNKNOWN}:1"})
        world.driver("beta", flags={"extensions": "VK_KHR_surface:25"})

        seen = subject.observe(world)

        asked = {UNKNOWN, "VK_KHR_display", "VK_KHR_surface"}
        assert asked & set(seen.extension_names()) == {"VK_KHR_display", "VK_KHR_surface"}

    @pytest.mark.rule("EXT-FILTER-03")
    def test_every_driver_has_it(self, world: World, subject: Trial) -> None:
        """An unknown extension stays hidden, and cannot be enabled, also where all drivers have it."""
        world.driver("alpha", flags={"extensions": f"{UNKNOWN}:1"})
        world.driver("beta", flags={"extensions": f"{UNKNOWN}:1"})
        world.application(extensions=[UNKNOWN])

        seen = subject.observe(world)

        assert UNKNOWN not in seen.extension_names()
        assert seen.result_name == "VK_ERROR_EXTENSION_NOT_PRESENT"

    @pytest.mark.rule("EXT-FILTER-03", "EXT-ENUM-01")
    def test_a_layers_unknown_extension(self, world: World, subject: Trial) -> None:
        """Only drivers' extensions are hidden: an implicit layer's is reported and can be enabled."""
        world.driver()
        world.implicit_layer(ONE, instance_extensions=extensions(OWN))
        world.application(extensions=[OWN])

        seen = subject.observe(world)

        assert (OWN in seen.extension_names(), seen.result_name) == (True, "VK_SUCCESS")


class TestSwitchingItOff:
    """VK_LOADER_DISABLE_INST_EXT_FILTER, set to a non-zero number, switches that filter off."""

    @pytest.mark.rule("EXT-FILTER-04")
    @pytest.mark.parametrize("value", ["1", "2"])
    def test_it_can_be_enabled(self, world: World, subject: Trial, value: str) -> None:
        """The unknown extension is enabled on the driver that has it and on no other."""
        world.driver("alpha", flags={"extensions": f"{UNKNOWN}:1"})
        world.driver("beta", flags={"extensions": "VK_KHR_surface:25"})
        world.application(extensions=[UNKNOWN])
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", value)

        seen = subject.calls(world)

        assert UNKNOWN in seen.extension_names()
        assert seen.given_to_drivers("extensions") == {"alpha": UNKNOWN, "beta": ""}

    @pytest.mark.rule("EXT-FILTER-04")
    @pytest.mark.parametrize("value", ["0", "", "yes"])
    def test_it_stays_on(self, world: World, subject: Trial, value: str) -> None:
        """With zero, nothing or a word in the variable the extension is hidden and refused."""
        world.driver(flags={"extensions": f"{UNKNOWN}:1"})
        world.application(extensions=[UNKNOWN])
        world.variable("VK_LOADER_DISABLE_INST_EXT_FILTER", value)

        seen = subject.observe(world)

        assert UNKNOWN not in seen.extension_names()
        assert seen.result_name == "VK_ERROR_EXTENSION_NOT_PRESENT"


class TestUnknownFunctions:
    """An unknown function of a physical device goes to the driver of that device, and to no other."""

    @pytest.mark.rule("EXT-FILTER-05")
    def test_each_device_its_driver(self, world: World, subject: Trial) -> None:
        """Called with the device of either of two drivers, it arrives at that driver."""
        unknown = "vkTestOfPhysicalDevice"
        world.driver("alpha", flags={"unknown_physical": unknown, "device_name": "alpha"})
        world.driver("beta", flags={"unknown_physical": unknown, "device_name": "beta"})
        script = Script()
        script.create()
        script.devices()
        script.call(unknown, "devices.0", via=INSTANCE, label="first")
        script.call(unknown, "devices.1", via=INSTANCE, label="second")

        seen = subject.calls(world, script)

        reached = [seen.lines[label][0].split()[1] for label in ("first", "second")]
        assert reached == seen.answers["devices"]["names"]


class TestQuestionsToDrivers:
    """No driver is asked for layers, or for the extensions of a layer."""

    @pytest.mark.rule("EXT-FILTER-06")
    @pytest.mark.parametrize("active", [True, False], ids=["with-a-layer", "without"])
    def test_layers_of_a_device(self, world: World, subject: Trial, active: bool) -> None:
        """vkEnumerateDeviceLayerProperties is answered without the driver."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable(f"DISABLE_{ONE}", None if active else "1")
        script = Script()
        script.create()
        script.devices()
        asked = script.device_layers()

        seen = subject.calls(world, script)

        assert [line for line in seen.lines[asked] if line.startswith("driver ")] == []

    @pytest.mark.rule("EXT-FILTER-07", "LDP_LOADER_12")
    def test_extensions_of_a_layer_for_a_device(self, world: World, subject: Trial) -> None:
        """vkEnumerateDeviceExtensionProperties with a layer's name does not reach the driver with that name."""
        world.driver()
        world.implicit_layer(ONE, device_extensions=extensions(OWN), flags={"device_extensions": f"{OWN}:1"})
        script = Script()
        script.create()
        script.devices()
        script.device_extensions(layer=ONE)
        script.device_extensions()

        seen = subject.calls(world, script)

        assert [line for line in seen.violations if "LDP_LOADER_12" in line] == []
