"""vkGetDeviceProcAddr over all names, and whose code its pointers lead to."""

import pytest

from refloader.model.edition import Edition
from refloader.model.registry import Level
from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered
from refloader.scenario.observation import Observation
from refloader.scenario.registered import (
    NEEDED_BY_DEVICES,
    commands_of,
    commands_of_device_extensions,
    commands_of_level,
    core_commands,
    device_extensions,
    elsewhere,
    missing,
    places_of,
    present,
    rows,
)
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, of_device
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
DRIVER = "libplain.so"

LOADERS_OWN = {
    *("vkAllocateCommandBuffers", "vkDestroyDevice", "vkGetDeviceProcAddr"),
    *("vkGetDeviceQueue", "vkGetDeviceQueue2"),
}
"""The loader takes part in the making of queues and command buffers, and in the end of a device."""

NOT_OF_LAYERS = {"vkGetDeviceProcAddr", "vkGetExternalComputeQueueDataNV"}
"""The lookup itself, for which the first layer has its own; and what the mock layer does not intercept."""

UTILS = "VK_EXT_debug_utils"

NEEDED = [*NEEDED_BY_DEVICES]
MORE = [
    *("VK_EXT_debug_report", "VK_EXT_direct_mode_display", "VK_EXT_display_surface_counter"),
    *("VK_KHR_get_physical_device_properties2", "VK_KHR_get_surface_capabilities2"),
]
"""Further instance extensions on which device extensions depend; a loader need not know them."""

OF_INSTANCES = [
    *("VK_KHR_surface", "VK_KHR_display", "VK_KHR_get_physical_device_properties2", UTILS),
    *("VK_EXT_debug_report", "VK_KHR_get_surface_capabilities2", "VK_KHR_device_group_creation"),
    *("VK_KHR_external_memory_capabilities", "VK_EXT_headless_surface"),
]
"""Instance extensions with commands, of which many loaders have some themselves."""

OTHERS: list[Level] = ["global", "instance", "physical device"]
"""The levels of commands that are none of devices."""

SINCE_2018 = pytest.mark.editions("2018", "2026")
"""In 2016 the explicit layers of a device are those that the device asks for."""

VERSIONS = [
    "1.0",
    pytest.param("1.1", marks=pytest.mark.editions("2018", "2026")),
    pytest.param("1.2", marks=pytest.mark.editions("2026")),
    pytest.param("1.3", marks=pytest.mark.editions("2026")),
    pytest.param("1.4", marks=pytest.mark.editions("2026")),
]


SYSTEM = ("libc.so", "libpthread.so", "ld-linux", "linux-vdso", "libgcc_s")
"""The beginnings of the names of files whose functions a loader may call before it goes on."""


def in_no_system_library(place: str) -> str:
    """Return the place of a function, or "?" if it is one of the system's, from which the way may lead anywhere."""
    return "?" if place.startswith(SYSTEM) else place


def complete(world: World, **flags: str) -> None:
    """A driver of the newest version that has every command there is."""
    world.driver(api_version="1.4.0", flags={"api": "1.4.0", "complete": "1", **flags})


class TestWhatCanBeAskedFor:
    """It can be asked only for core device functions and device-extension functions."""

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.parametrize("version", VERSIONS)
    def test_core_commands(self, world: World, subject: Trial, version: str) -> None:
        """vkGetDeviceProcAddr gives each core command of devices, queues and command buffers that the driver has."""
        names = core_commands(version, "device")
        complete(world)
        script = with_device(api=f"{version}.0")
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        assert missing(names, seen.answers[found]) == []

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.editions("2026")
    def test_core_commands_of_every_version(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives the core device commands of Vulkan 1.0 to 1.4 that the driver has."""
        names = [name for minor in range(5) for name in core_commands(f"1.{minor}", "device")]
        complete(world)
        script = with_device(api="1.4.0")
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        assert missing(names, seen.answers[found]) == []

    @SINCE_2018
    @pytest.mark.rule("GPA-APP-02")
    def test_commands_of_extensions(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives each command of an enabled device extension that the driver has."""
        seen, lacking = self._lacking(world, subject, NEEDED)

        assert (seen.answers["device"], lacking) == (0, [])

    @SINCE_2018
    @pytest.mark.rule("GPA-APP-02")
    def test_commands_of_extensions_that_need_more(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives each command of device extensions that need further instance extensions, too."""
        seen, lacking = self._lacking(world, subject, [*NEEDED, *MORE])

        need_extensions(seen, *MORE)
        assert (seen.answers["device"], lacking) == (0, [])

    def _lacking(self, world: World, subject: Trial, beside: list[str]) -> tuple[Observation, list[str]]:
        """Enable all device extensions that are possible beside these instance extensions; say what is not found."""
        names, enabled = commands_of_device_extensions(beside), device_extensions(beside)
        complete(world, extensions=rows(beside), device_extensions=rows(enabled))
        script = Script()
        script.query("extensions", "")
        script.create(api="1.4.0", extensions=beside)
        script.devices()
        script.device(extensions=enabled)
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        return seen, missing(names, seen.answers[found])

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    @pytest.mark.parametrize("levels", [OTHERS, *([each] for each in OTHERS)], ids=["all", *OTHERS])
    def test_no_commands_of_other_levels(
        self, world: World, subject: Trial, levels: list[Level], layers: list[str]
    ) -> None:
        """vkGetDeviceProcAddr gives NULL for commands that are none of devices, also where the driver has them."""
        is_first = subject.edition is Edition.E2016  # a loader of 2016 knows the commands of Vulkan 1.0 alone
        every = [name for level in levels for name in commands_of_level(level)]
        names = sorted(core_commands("1.0", *levels) if is_first else {*every})
        complete(world)
        for name in layers:
            world.implicit_layer(name, flags={"intercept": "*"})
        script = with_device(api="1.0.0" if is_first else "1.4.0")
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        assert (seen.answers["device"], present(names, seen.answers[found])) == (0, [])

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    def test_no_commands_of_instance_extensions(
        self, world: World, subject: Trial, layers: list[str]
    ) -> None:
        """vkGetDeviceProcAddr gives NULL for instance and physical-device commands of enabled extensions."""
        others = {*commands_of_level("instance"), *commands_of_level("physical device")}
        names = sorted(name for each in OF_INSTANCES for name in commands_of(each) if name in others)
        complete(world, extensions=rows(OF_INSTANCES))
        for name in layers:
            world.implicit_layer(name)
        script = Script()
        script.query("extensions", "")
        script.create(api="1.4.0", extensions=OF_INSTANCES)
        script.devices()
        script.device("devices.0")
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        need_extensions(seen, *OF_INSTANCES)
        assert present(names, seen.answers[found]) == []

    @pytest.mark.rule("GPA-APP-02", "CONV-LAYER-09")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    def test_commands_that_are_not_enabled(self, world: World, subject: Trial, layers: list[str]) -> None:
        """vkGetDeviceProcAddr gives NULL for commands of a device extension that the device does not enable."""
        names = sorted({*commands_of("VK_KHR_swapchain")} & {*commands_of_level("device")})
        world.driver(flags={"extensions": rows(NEEDED), "device_extensions": "VK_KHR_swapchain:70"})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(extensions=NEEDED)
        script.device("devices.0", "without")
        script.device("devices.0", "device", extensions=["VK_KHR_swapchain"])
        found = script.device_lookup("device", names, "enabled")
        script.device_lookup("without", names, "not enabled")

        seen = subject.calls(world, script)

        assert missing(names, seen.answers[found]) == []
        assert present(names, seen.answers["not enabled"]) == []

    @pytest.mark.rule("GPA-APP-02", "CONV-LAYER-09")
    @pytest.mark.editions("2018", "2026")
    def test_device_commands_of_an_instance_extension(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr should give NULL for device commands of an instance extension that is not enabled."""
        names = sorted({*commands_of("VK_EXT_debug_utils")} & {*commands_of_level("device")})
        world.driver()
        script = with_device()
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        subject.implied(present(names, seen.answers[found]), [], "CONV-LAYER-09, which is written for layers")

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2026")
    def test_device_commands_that_the_driver_lacks(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives the device commands of VK_EXT_debug_utils, if the loader adds the extension."""
        names = sorted({*commands_of(UTILS)} & {*commands_of_level("device")})
        world.driver()
        script = Script()
        script.create(extensions=[UTILS])
        script.devices()
        script.device()
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        if seen.answers["instance"] != 0:
            pytest.skip(f"the loader has no {UTILS} of its own")
        assert missing(names, seen.answers[found]) == []

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no layer", "a layer"])
    def test_names_that_nobody_knows(self, world: World, subject: Trial, layers: list[str]) -> None:
        """vkGetDeviceProcAddr returns NULL for an unknown name, also for one that resembles a known command."""
        names = ["vkNobodyHasThis", "vkCmdDra", "vkCmdDrawX", "vkcmddraw", "CmdDraw", "", "vk", " vkCmdDraw"]
        world.driver()
        for name in layers:
            world.implicit_layer(name)
        script = with_device()
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        assert present(names, seen.answers[found]) == []


class TestWhereThePointersLead:
    """A pointer leads to the first intercepting layer or, if there is none, directly to the driver's function."""

    @pytest.mark.rule("GPA-APP-03", "CHAIN-DIST-03")
    @pytest.mark.parametrize("layers", [[], [ONE, TWO]], ids=["no layer", "layers that look away"])
    @pytest.mark.parametrize("version", VERSIONS)
    def test_to_the_driver(self, world: World, subject: Trial, version: str, layers: list[str]) -> None:
        """vkGetDeviceProcAddr gives the driver's own function for each core command that no layer intercepts."""
        names = sorted({*core_commands(version, "device")} - LOADERS_OWN)
        complete(world)
        for name in layers:
            world.explicit_layer(name)
        world.application(layers=layers)
        script = with_device(api=f"{version}.0")
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        subject.lead(places_of(names, seen.answers[found]), dict.fromkeys(names, DRIVER), "GPA-APP-03")

    @SINCE_2018
    @pytest.mark.rule("GPA-APP-03", "CHAIN-DIST-02")
    @pytest.mark.parametrize("version", VERSIONS)
    def test_to_the_first_layer(self, world: World, subject: Trial, version: str) -> None:
        """vkGetDeviceProcAddr gives the first layer's function for each core command that both layers intercept."""
        names = sorted({*core_commands(version, "device")} - LOADERS_OWN)
        complete(world)
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"intercept": "*"})
        world.application(layers=[ONE, TWO])
        script = with_device(api=f"{version}.0")
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        subject.lead(
            places_of(names, seen.answers[found]), dict.fromkeys(names, f"lib{ONE}.so"), "GPA-APP-03"
        )

    @SINCE_2018
    @pytest.mark.rule("GPA-APP-03", "CHAIN-DIST-02")
    def test_past_no_layer(self, world: World, subject: Trial) -> None:
        """If the first layer intercepts a command, vkGetDeviceProcAddr gives no function of others below it."""
        enabled = device_extensions()
        of_instances = [name for name in commands_of(UTILS) if name in commands_of_level("device")]
        names = sorted({*commands_of_device_extensions(), *of_instances, *LOADERS_OWN} - NOT_OF_LAYERS)
        complete(world, extensions=rows([*NEEDED, UTILS]), device_extensions=rows(enabled))
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"intercept": "*"})
        world.application(layers=[ONE, TWO])
        script = with_instance(api="1.4.0", extensions=[*NEEDED, UTILS], layers=[ONE, TWO])
        script.device(extensions=enabled)
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        others = elsewhere(names, seen.answers[found], f"lib{ONE}.so")
        assert {name: file for name, file in others.items() if file in (DRIVER, f"lib{TWO}.so")} == {}

    @SINCE_2018
    @pytest.mark.rule("GPA-APP-03", "CHAIN-DIST-03")
    def test_to_the_layer_that_intercepts(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives the function of the first layer that intercepts the command."""
        names = ["vkDeviceWaitIdle", "vkQueueWaitIdle", "vkCmdDraw"]
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": "vkDeviceWaitIdle"})
        world.explicit_layer(TWO, flags={"intercept": "vkDeviceWaitIdle,vkQueueWaitIdle"})
        world.application(layers=[ONE, TWO])
        script = with_device()
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        expected = dict(zip(names, [f"lib{ONE}.so", f"lib{TWO}.so", DRIVER], strict=True))
        subject.lead(places_of(names, seen.answers[found]), expected, "GPA-APP-03")

    @pytest.mark.rule("GPA-APP-03")
    def test_to_the_driver_of_the_device(self, world: World, subject: Trial) -> None:
        """vkGetDeviceProcAddr gives for each device the function of that device's driver."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"device_name": name})
        script = with_instance()
        for index in range(2):
            script.device(f"devices.{index}", f"device_{index}")
            script.device_lookup(f"device_{index}", ["vkQueueWaitIdle"], f"found_{index}")

        seen = subject.calls(world, script)

        found = {f"found_{index}": seen.answers[f"found_{index}"][0] for index in range(2)}
        assert sorted(seen.device_names()) == ["alpha", "beta"]
        files = [f"lib{name}.so" for name in seen.device_names()]
        subject.lead(found, dict(zip(found, files, strict=True)), "GPA-APP-03")

    @pytest.mark.rule("GPA-APP-03")
    def test_past_generated_code(self, world: World, subject: Trial) -> None:
        """Code that the loader generates for a device command leads to the driver from the second call on."""
        called = {"vkDeviceWaitIdle": "device", "vkQueueWaitIdle": "queue"}
        world.driver()
        script = with_device()
        for name, handle in called.items():
            script.call(name, handle, via=of_device("device"))
            script.call(name, handle, via=of_device("device"))
            script.device_lookup("device", [name], name, followed=handle)

        seen = subject.calls(world, script)

        found = {name: seen.answers[name] for name in called}
        leads = {name: places and in_no_system_library(places[0]) for name, places in found.items()}
        subject.lead(leads, dict.fromkeys(called, DRIVER), "GPA-APP-03")

    @pytest.mark.rule("GPA-APP-03")
    @pytest.mark.parametrize("layers", [[], [ONE, TWO]], ids=["no layer", "layers that look away"])
    def test_commands_of_extensions(self, world: World, subject: Trial, layers: list[str]) -> None:
        """vkGetDeviceProcAddr should give the driver's function for swapchain commands that need no loader code."""
        names = [
            "vkQueuePresentKHR",
            "vkAcquireNextImageKHR",
            "vkGetSwapchainImagesKHR",
            "vkDestroySwapchainKHR",
        ]
        flags = {"extensions": rows(NEEDED), "device_extensions": "VK_KHR_swapchain:70"}
        world.driver(flags=flags)
        for name in layers:
            world.explicit_layer(name)
        world.application(layers=layers)
        script = with_instance(extensions=NEEDED)
        script.device(extensions=["VK_KHR_swapchain"])
        found = script.device_lookup("device", names)

        seen = subject.calls(world, script)

        by = (
            "the few functions for which the loader has code of its own, of which the documents give examples"
        )
        subject.implied(elsewhere(names, seen.answers[found], DRIVER), {}, by)

    @pytest.mark.rule("GPA-APP-03", "CHAIN-TERM-03")
    @pytest.mark.editions("2018", "2026")
    def test_a_command_that_ends_in_the_loader(self, world: World, subject: Trial) -> None:
        """The vkCreateSwapchainKHR of a device is not the function of a driver that makes surfaces of its own."""
        flags = {"extensions": rows(NEEDED), "device_extensions": "VK_KHR_swapchain:70", "surfaces": "own"}
        world.driver(flags=flags)
        script = with_instance(extensions=NEEDED)
        script.device(extensions=["VK_KHR_swapchain"])
        script.device_lookup("device", ["vkCreateSwapchainKHR"], "made")

        seen = subject.calls(world, script)

        assert seen.answers["made"] not in (None, [""], [DRIVER])


class TestBothLookups:
    """The pointers of both lookups reach the same functions."""

    @SINCE_2018
    @pytest.mark.rule("GPA-APP-01", "GPA-APP-02", "CHAIN-DIST-03")
    @pytest.mark.parametrize("found", ["instance", "device"])
    def test_of_one_device(self, world: World, subject: Trial, found: str) -> None:
        """A device command enters the same layer and driver, whichever of the two lookups finds it."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO, flags={"intercept": "vkQueueWaitIdle"})
        world.application(layers=[ONE, TWO])
        script = with_device()
        via = {"instance": INSTANCE, "device": of_device("device")}[found]
        script.call("vkQueueWaitIdle", "queue", via=via, label="wait")

        seen = subject.calls(world, script)

        assert entered(seen.lines["wait"], "vkQueueWaitIdle") == (TWO, "plain")
