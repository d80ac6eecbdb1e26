"""vkGetInstanceProcAddr over all names: global, of every level, of extensions, and such as nobody knows."""

import pytest

from policy_tests.loader.chains.queries import OF_DEVICE_EXTENSIONS
from policy_tests.loader.implied import FEW, OF_NUMBERS
from refloader.model.registry import Level
from refloader.model.version import ApiVersion, parse_loose
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.observation import Observation
from refloader.scenario.registered import (
    NEEDED_BY_DEVICES,
    commands_of,
    commands_of_device_extensions,
    commands_of_level,
    core_commands,
    device_extensions,
    missing,
    present,
    rows,
)
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = pytest.mark.needs_library

GLOBAL = [
    "vkCreateInstance",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
]
NOBODYS = [
    *("vkNobodyHasThis", "vkCreateInstanc", "vkCreateInstanceX", "vkcreateinstance", "CreateInstance"),
    *("", "vk", " vkDestroyInstance", "vkDestroyInstance ", "vk_icdGetInstanceProcAddr", "x" * 5000),
]
NOBODYS_OF_DEVICES, NOBODYS_OF_PHYSICAL_DEVICES = "vkFrobDeviceTEST", "vkFrobPhysicalDeviceTEST"
"""A command of each kind that only a mock driver has."""

OF_EVERY_LEVEL = [
    *("vkDestroyInstance", "vkGetPhysicalDeviceProperties", "vkGetDeviceProcAddr", "vkDestroyDevice"),
    *("vkQueueSubmit", "vkCmdDraw", "vkDestroySurfaceKHR", "vkCreateSwapchainKHR"),
]
"""Commands that need an instance: of instances, physical devices, devices, queues and extensions."""

SWAPCHAIN = commands_of("VK_KHR_swapchain")
"""Commands of a device extension that every loader knows."""

INSTANCE_EXTENSIONS = [
    "VK_EXT_debug_report",
    "VK_EXT_debug_utils",
    "VK_EXT_display_surface_counter",
    "VK_EXT_headless_surface",
    "VK_KHR_device_group_creation",
    "VK_KHR_display",
    "VK_KHR_external_fence_capabilities",
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_semaphore_capabilities",
    "VK_KHR_get_display_properties2",
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_surface",
]
"""Extensions of instances that every loader of their time knows; all but the first came after 2016.

Those of which a loader of edition 2018 may be too old are not asked for there.
"""

PLATFORMS = ["VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface"]
"""Whoever builds a loader chooses which of these it knows."""

OF_PHYSICAL_DEVICES = sorted(OF_DEVICE_EXTENSIONS)
"""Queries of physical devices that extensions of devices bring; a loader may know them or not."""

MORE = ["VK_EXT_debug_report", "VK_EXT_display_surface_counter", "VK_KHR_get_surface_capabilities2"]
"""Further instance extensions on which device extensions with commands depend; a loader need not know them."""

YOUNG = {"VK_EXT_headless_surface", "VK_KHR_get_display_properties2"}
"""Those that came after Vulkan 1.1."""

NEEDED = ["VK_KHR_surface", "VK_KHR_display"]
"""What some of them depend on."""

PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
"""What those of external memory, fences and semaphores depend on, for an application of Vulkan 1.0."""

SINCE_ITSELF = ApiVersion(0, 1, 2, 0)
"""The version of Vulkan from which on vkGetInstanceProcAddr has to find itself without an instance."""
LEVELS: list[Level] = ["instance", "physical device", "device"]
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
SINCE_2022 = pytest.mark.editions("2022", "2026")
EACH_EXTENSION = pytest.mark.parametrize(
    "extension",
    [pytest.param(each, marks=SINCE_2022 if each in YOUNG else SINCE_2018) for each in INSTANCE_EXTENSIONS],
)
OF_2026 = pytest.mark.editions("2026")
VERSIONS = [
    pytest.param("1.0", "instance"),
    pytest.param("1.0", "physical device"),
    pytest.param("1.0", "device"),
    pytest.param("1.1", "instance", marks=SINCE_2018),
    pytest.param("1.1", "physical device", marks=SINCE_2018),
    pytest.param("1.1", "device", marks=SINCE_2018),
    pytest.param("1.2", "device", marks=SINCE_2022),
    pytest.param("1.3", "physical device", marks=SINCE_2022),
    pytest.param("1.3", "device", marks=SINCE_2022),
    pytest.param("1.4", "device", marks=OF_2026),
]


def complete(world: World, **flags: str) -> None:
    """A driver of the newest version that has every command there is."""
    world.driver(api_version="1.4.0", flags={"api": "1.4.0", "complete": "1", **flags})


class TestWithoutAnInstance:
    """With vkGetInstanceProcAddr alone an application finds all global functions."""

    @pytest.mark.rule("GPA-APP-01")
    @pytest.mark.parametrize(
        "names",
        [
            pytest.param([*GLOBAL, "vkEnumerateInstanceVersion"], id="all", marks=SINCE_2018),
            pytest.param(GLOBAL, id="1.0"),
            pytest.param(["vkEnumerateInstanceVersion"], id="1.1", marks=SINCE_2018),
        ],
    )
    def test_global_commands(self, world: World, subject: Trial, names: list[str]) -> None:
        """vkGetInstanceProcAddr without an instance gives the global commands, even if there is no driver."""
        script = Script()
        found = script.lookup(None, names)

        seen = subject.calls(world, script)

        assert missing(names, seen.answers[found]) == []

    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_the_lookup_itself(self, world: World, subject: Trial) -> None:
        """vkGetInstanceProcAddr without an instance gives itself, as Vulkan says since version 1.2."""
        script = Script()
        script.query("version")
        found = script.lookup(None, ["vkGetInstanceProcAddr"])

        seen = subject.calls(world, script)

        version = parse_loose(seen.version or "1.0")
        if version is None or version < SINCE_ITSELF:
            pytest.skip(f"the loader supports Vulkan {seen.version or '1.0'}, which does not ask for it")
        assert missing(["vkGetInstanceProcAddr"], seen.answers[found]) == []

    @pytest.mark.rule("GPA-APP-01")
    @pytest.mark.parametrize(
        "levels",
        [LEVELS, *([each] for each in LEVELS)],
        ids=["all", *LEVELS],
    )
    def test_no_other_commands(self, world: World, subject: Trial, levels: list[Level]) -> None:
        """vkGetInstanceProcAddr without an instance gives NULL for commands that need an instance."""
        commands = {name for level in levels for name in commands_of_level(level)}
        names = sorted(commands - {"vkGetInstanceProcAddr"})
        complete(world)
        world.implicit_layer("VK_LAYER_TEST_one")
        script = Script()
        found = script.lookup(None, names)

        seen = subject.calls(world, script)

        assert present(names, seen.answers[found]) == []

    @pytest.mark.rule("GPA-APP-01")
    def test_names_that_nobody_knows(self, world: World, subject: Trial) -> None:
        """vkGetInstanceProcAddr without an instance gives NULL for names that nobody knows, however like others."""
        script = Script()
        found = script.lookup(None, NOBODYS)

        seen = subject.calls(world, script)

        assert present(NOBODYS, seen.answers[found]) == []

    @pytest.mark.rule("GPA-APP-01")
    @pytest.mark.parametrize("number", [2, 1])
    def test_whatever_lives(self, world: World, subject: Trial, number: int) -> None:
        """vkGetInstanceProcAddr without an instance answers alike before, beside and after instances and devices."""
        names = [*GLOBAL, *OF_EVERY_LEVEL, *NOBODYS]
        complete(world)
        script = Script()
        times = [script.lookup(None, names, "before")]
        for place in range(number):
            script.create(f"i{place}")
            times.append(script.lookup(None, names, f"beside i{place}"))
            script.devices(f"i{place}", f"devices{place}")
            script.device(f"devices{place}.0", f"d{place}")
            times.append(script.lookup(None, names, f"beside d{place}"))
        for place in range(number):
            script.destroy_device(f"d{place}")
            script.destroy(f"i{place}")
            times.append(script.lookup(None, names, f"after i{place}"))

        seen = subject.calls(world, script)

        assert {time: present(names, seen.answers[time]) for time in times} == dict.fromkeys(times, GLOBAL)


class TestCoreCommands:
    """(1) For a core function the answer is its pointer."""

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01")
    @pytest.mark.parametrize(("version", "level"), VERSIONS)
    def test_all_levels(self, world: World, subject: Trial, version: str, level: Level) -> None:
        """vkGetInstanceProcAddr gives each core command of a Vulkan version for an instance of that version."""
        names = core_commands(version, level)
        complete(world)
        script = Script()
        script.query("version")
        script.create(api=f"{version}.0")
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        lacking = missing(names, seen.answers[found])
        subject.allows_older(version, lacking)
        assert (seen.answers["instance"], lacking) == (0, [])

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01")
    @pytest.mark.parametrize(("version", "level"), VERSIONS)
    @pytest.mark.parametrize("wrap", ["", "instance,physical_device,device"], ids=["plain", "wrapping"])
    def test_through_layers(
        self, world: World, subject: Trial, version: str, level: Level, wrap: str
    ) -> None:
        """vkGetInstanceProcAddr gives each core command below layers that intercept none or wrap the instance."""
        names = core_commands(version, level)
        complete(world)
        world.implicit_layer("VK_LAYER_TEST_one")
        world.implicit_layer("VK_LAYER_TEST_two", flags={"wrap": wrap})
        script = Script()
        script.query("version")
        script.create(api=f"{version}.0")
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        lacking = missing(names, seen.answers[found])
        subject.allows_older(version, lacking)
        assert (seen.answers["instance"], lacking) == (0, [])


class TestExtensionCommands:
    """(2) For a function of an extension that the loader knows the answer is its pointer."""

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01")
    @EACH_EXTENSION
    def test_enabled_for_the_instance(self, world: World, subject: Trial, extension: str) -> None:
        """vkGetInstanceProcAddr gives each command of an instance extension that the instance enables."""
        names = commands_of(extension)
        world.driver(flags={"extensions": rows(INSTANCE_EXTENSIONS)})
        script = Script()
        needed = [*NEEDED, *([PROPERTIES2] if "external" in extension else [])]
        script.create(extensions=sorted({extension, *needed}))
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], missing(names, seen.answers[found])) == (0, [])

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01")
    @SINCE_2018
    def test_of_all_that_are_enabled(self, world: World, subject: Trial) -> None:
        """vkGetInstanceProcAddr gives the commands of all instance extensions that the instance enables together."""
        world.driver(flags={"extensions": rows(INSTANCE_EXTENSIONS)})
        known = {*subject.observe(world).extension_names()}
        enabled = [each for each in INSTANCE_EXTENSIONS if each in {*known, *NEEDED}]
        names = [name for each in enabled for name in commands_of(each)]
        script = Script()
        script.create(extensions=enabled)
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], missing(names, seen.answers[found])) == (0, [])

    @pytest.mark.rule("GPA-APP-01", "GPA-ORDER-01")
    @pytest.mark.parametrize("extension", PLATFORMS)
    @pytest.mark.parametrize("enabled", [True, False], ids=["enabled", "not enabled"])
    def test_of_a_windowing_system(self, world: World, subject: Trial, enabled: bool, extension: str) -> None:
        """vkGetInstanceProcAddr gives the commands of a windowing system's extension only where it is enabled."""
        names = commands_of(extension)
        world.driver(flags={"extensions": rows([*INSTANCE_EXTENSIONS, *PLATFORMS])})
        script = Script()
        script.query("extensions", "")
        script.create(extensions=[*NEEDED, extension] if enabled else NEEDED)
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        if extension not in seen.extension_names():
            pytest.skip(f"this loader was built without {extension}")
        assert present(names, seen.answers[found]) == (names if enabled else [])

    @pytest.mark.rule("GPA-ORDER-01", "CONV-LAYER-09")
    @EACH_EXTENSION
    def test_not_enabled(self, world: World, subject: Trial, extension: str) -> None:
        """vkGetInstanceProcAddr gives NULL for commands of an instance extension that is not enabled."""
        names = commands_of(extension)
        world.driver(flags={"extensions": rows(INSTANCE_EXTENSIONS)})
        script = Script()
        script.create()
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], present(names, seen.answers[found])) == (0, [])

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01")
    @SINCE_2018
    @pytest.mark.parametrize(
        "names",
        [
            pytest.param(SWAPCHAIN, id="VK_KHR_swapchain"),
            pytest.param(commands_of_device_extensions(), id="all"),
        ],
    )
    def test_of_devices(self, world: World, subject: Trial, names: list[str]) -> None:
        """vkGetInstanceProcAddr gives a driver's commands of device extensions before there is a device."""
        seen, lacking, unknown = self._looked_up(world, subject, names, other=names != SWAPCHAIN)

        if unknown:
            subject.allows_unknown(present([NOBODYS_OF_DEVICES], seen.answers[unknown]) != [], lacking)
            few = [each for each in names if f"no {each}" in lacking][:FEW]
            if few and seen.answers["instance"] == 0 and self._looked_up(World(), subject, few)[1] == []:
                subject.implied(lacking, [], OF_NUMBERS)
                return
        assert (seen.answers["instance"], lacking) == (0, [])

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01")
    @SINCE_2018
    @pytest.mark.parametrize("further", MORE)
    def test_of_devices_that_need_more(self, world: World, subject: Trial, further: str) -> None:
        """vkGetInstanceProcAddr gives commands of device extensions that need a further instance extension, too."""
        with_it = commands_of_device_extensions([*NEEDED_BY_DEVICES, further])
        names = sorted({*with_it} - {*commands_of_device_extensions()})

        seen, lacking, unknown = self._looked_up(world, subject, names, further, other=True)

        need_extensions(seen, further)
        subject.allows_unknown(present([NOBODYS_OF_DEVICES], seen.answers[unknown]) != [], lacking)
        assert (seen.answers["instance"], lacking) == (0, [])

    def _looked_up(
        self, world: World, subject: Trial, names: list[str], *further: str, other: bool = False
    ) -> tuple[Observation, list[str], str]:
        """Look up the names, after one that nobody knows: what was seen, what is missing, and that name's label."""
        offered = device_extensions([*NEEDED_BY_DEVICES, *further])
        flags = {"device_extensions": rows(offered), "unknown_device": NOBODYS_OF_DEVICES}
        complete(world, extensions=rows(INSTANCE_EXTENSIONS), **flags)
        script = Script()
        script.query("extensions", "")
        script.create(api="1.4.0", extensions=[*NEEDED, "VK_KHR_device_group_creation", *further])
        unknown = script.lookup("instance", [NOBODYS_OF_DEVICES]) if other else ""
        found = script.lookup("instance", names)

        seen = subject.calls(world, script)

        return seen, missing(names, seen.answers[found]), unknown

    @pytest.mark.rule("GPA-ORDER-01", "GPA-APP-01", "EXT-FILTER-05")
    @SINCE_2018
    @pytest.mark.parametrize("name", OF_PHYSICAL_DEVICES)
    def test_of_physical_devices(self, world: World, subject: Trial, name: str) -> None:
        """vkGetInstanceProcAddr gives a device extension's query that the driver's physical-device lookup has."""
        offered = {"device_extensions": rows(device_extensions()), "told": name}
        complete(
            world,
            extensions=rows(INSTANCE_EXTENSIONS),
            unknown_physical=NOBODYS_OF_PHYSICAL_DEVICES,
            **offered,
        )
        script = Script()
        script.create(api="1.4.0", extensions=[*NEEDED, "VK_KHR_get_physical_device_properties2"])
        found = script.lookup("instance", [name])
        unknown = script.lookup("instance", [NOBODYS_OF_PHYSICAL_DEVICES])

        seen = subject.calls(world, script)

        lacking = missing([name], seen.answers[found])
        if seen.answers["instance"] == 0:
            passed_on = present([NOBODYS_OF_PHYSICAL_DEVICES], seen.answers[unknown]) != []
            subject.allows_unknown(passed_on, lacking)
        assert (seen.answers["instance"], lacking) == (0, [])


class TestNamesNobodyKnows:
    """(5) For all other names the answer is NULL."""

    @pytest.mark.rule("GPA-ORDER-01")
    @SINCE_2018
    @pytest.mark.parametrize("layers", [0, 2])
    def test_with_an_instance(self, world: World, subject: Trial, layers: int) -> None:
        """vkGetInstanceProcAddr with an instance gives NULL for names that nobody knows, however like others."""
        world.driver()
        for index in range(layers):
            world.implicit_layer(f"VK_LAYER_TEST_{index}")
        script = Script()
        script.create()
        found = script.lookup("instance", NOBODYS)

        seen = subject.calls(world, script)

        assert present(NOBODYS, seen.answers[found]) == []


class TestWhatAPointerIsGoodFor:
    """Pointers obtained with an instance are valid for it and everything created from it."""

    @pytest.mark.rule("GPA-APP-01")
    def test_devices_of_every_driver(self, world: World, subject: Trial) -> None:
        """A pointer from vkGetInstanceProcAddr works with the devices of two drivers, each in its own driver."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"device_name": name})
        script = with_instance()
        waits = []
        for index in range(2):
            script.device(f"devices.{index}", f"device_{index}")
            waits.append(script.call("vkDeviceWaitIdle", f"device_{index}", via=INSTANCE))

        seen = subject.calls(world, script)

        heard = [line.split()[1] for wait in waits for line in seen.lines[wait]]
        assert seen.returned(*waits) == [0, 0]
        assert heard == seen.device_names()

    @pytest.mark.rule("GPA-APP-01")
    def test_another_instance_changes_nothing(self, world: World, subject: Trial) -> None:
        """A pointer that one instance gives works with its device while another instance comes and goes."""
        world.driver()
        script = with_instance()
        script.device()
        script.create("other")
        first = script.call("vkDeviceWaitIdle", "device", via=INSTANCE)
        script.destroy("other")
        second = script.call("vkDeviceWaitIdle", "device", via=INSTANCE)

        seen = subject.calls(world, script)

        assert seen.returned(*(first, second)) == [0, 0]


class TestTheLookupItself:
    """The lookup functions can be looked up as well."""

    @pytest.mark.rule("GPA-APP-01", "GPA-APP-02")
    def test_the_lookup_of_devices(self, world: World, subject: Trial) -> None:
        """The vkGetDeviceProcAddr that the instance's lookup gives finds a device command that works."""
        world.driver()
        script = with_instance()
        script.device()
        script.call("vkDeviceWaitIdle", "device", via=of_device("device"), label="wait")

        seen = subject.calls(world, script)

        assert seen.answers["wait"] == {"returned": 0, "read": []}
