"""Surfaces: one handle above, and below it what each driver understands, its own or the loader's structure."""

import re

import pytest

from refloader.model.edition import Edition
from refloader.scenario.call_sequence import entered
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, of_instance, out, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import (
    DIRECTFB,
    DISPLAY,
    HEADLESS,
    SURFACE,
    SYSTEMS,
    WAYLAND,
    XCB,
    XLIB,
    System,
    seen_with,
    swapchain_info,
)

pytestmark = pytest.mark.needs_library

LAYER = "VK_LAYER_TEST_one"
DESTROY = "vkDestroySurfaceKHR"
INSTANCE, DEVICE = of_instance("instance"), of_device("device")
ANOTHER: Argument = [DISPLAY.kind, 0, 0, 0x77, 0, 0, 0, 0]
"""The create info of a surface on another display."""

HALF = 0x3F000000
"""The bits of 0.5, a VkDisplaySurfaceCreateInfoKHR::globalAlpha."""


def systems(first: System) -> pytest.MarkDecorator:
    """One case for each system. A quick run takes the first one."""
    later = pytest.mark.editions("2018", "2026")
    return pytest.mark.parametrize(
        "system",
        [
            pytest.param(each, marks=later if each in (DIRECTFB, HEADLESS) else ())
            for each in sorted(SYSTEMS, key=lambda each: each is not first)
        ],
        ids=lambda each: each.name.lower(),
    )


EVERY_SYSTEM = systems(SYSTEMS[0])
"""Each windowing system. A loader of 2016 reports extensions that it does not know, so those are younger."""


def driver(world: World, name: str, surfaces: str, system: System = DISPLAY, **flags: str) -> None:
    """A driver for a windowing system with surfaces of its "own" or the "loader"'s; its device has its name."""
    given = {"extensions": f"{SURFACE}:25,{system.extension}:1", "device_extensions": "VK_KHR_swapchain:70"}
    world.driver(name, flags={**given, "surfaces": surfaces, "device_name": name, **flags})


def made(system: System = DISPLAY, *more: str, api: str = "1.0.0") -> Script:
    """An application that makes an instance, looks at its devices and makes a surface."""
    script = Script()
    script.query("extensions", "")
    script.create(api=api, extensions=[*dict.fromkeys([SURFACE, system.extension, *more])])
    script.devices()
    script.call(system.command, "instance", system.info, None, out("surface"), via=INSTANCE, label="create")
    return script


def support(script: Script, physical: str = "devices.0", surface: str = "surface") -> str:
    """Ask whether a device can present to the surface; the answer has one word, the VkBool32."""
    return script.call("vkGetPhysicalDeviceSurfaceSupportKHR", physical, 0, surface, read(0), via=INSTANCE)


def destroyed(script: Script, surface: str | None = "surface") -> str:
    """Destroy the surface."""
    return script.call(DESTROY, "instance", surface, None, via=INSTANCE, returns="nothing")


def handed(seen: Observation, who: str, *labels: str) -> list[str]:
    """What kind of surface the driver was handed during these steps, but for what it was given to make one of."""
    lines = [line for label in labels for line in seen.lines[label] if line.startswith(f"driver {who} ")]
    made_of = re.compile(r"driver \S+ vkCreate\w*Surface")
    return [
        line.partition(" surface=")[2] for line in lines if " surface=" in line and not made_of.match(line)
    ]


def structures(subject: Trial, seen: Observation, who: str, *labels: str) -> list[str]:
    """The same of a driver that is to get the loader's structure. Skips the test if it gets none of a surface."""
    found = handed(seen, who, *labels)
    if subject.edition is Edition.E2026 and {*found} <= {"wrong"} and seen.returned("create") == [0]:
        pytest.skip("the driver is handed no structure: LDP_LOADER_11 is judged by that")
    return found


def callers(seen: Observation, command: str, *labels: str) -> list[str]:
    """The drivers that were called by this command during these steps, each once. A loader may have a driver make
    its surface when the driver first needs one, so the steps that use the surface are among them; that it makes no
    other one on trial, no document says.
    """
    return sorted({name for label in labels for name in entered(seen.lines[label], command, "driver")})


class TestWithoutADriver:
    """When the loader manages surfaces it makes and destroys them alone, as a VkIcdSurface structure."""

    @pytest.mark.rule("WSI-SURFACE-01")
    @EVERY_SYSTEM
    def test_the_driver_gets_the_structure(self, world: World, subject: Trial, system: System) -> None:
        """A driver without surface functions gets a VkIcdSurface structure with the application's values."""
        driver(world, "plain", "loader", system)
        script = made(system)
        asked = support(script)

        seen = seen_with(system, subject, world, script)

        assert structures(subject, seen, "plain", asked) == [system.structure]
        assert seen.returned("create", asked) == [0, 0]
        assert (seen.read(asked), seen.violations) == ([[1]], ())

    @pytest.mark.rule("WSI-SURFACE-01")
    @EVERY_SYSTEM
    def test_the_driver_is_not_asked(self, world: World, subject: Trial, system: System) -> None:
        """A driver without surface functions is called neither to create nor to destroy a surface."""
        driver(world, "plain", "loader", system)
        script = made(system)
        destroy = destroyed(script)

        seen = seen_with(system, subject, world, script)

        assert (seen.returned("create"), seen.lines["create"], seen.lines[destroy]) == ([0], (), ())

    @pytest.mark.rule("WSI-SURFACE-01")
    def test_surfaces_are_told_apart(self, world: World, subject: Trial) -> None:
        """With two surfaces at once, a driver gets the structure of the one that it is asked about."""
        driver(world, "plain", "loader")
        script = made()
        script.call(DISPLAY.command, "instance", ANOTHER, None, out("another"), via=INSTANCE)
        asked = support(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert structures(subject, seen, "plain", asked) == [DISPLAY.structure]

    @pytest.mark.rule("WSI-SURFACE-01")
    def test_the_alpha_of_a_display(self, world: World, subject: Trial) -> None:
        """The structure for a display has the application's globalAlpha and alphaMode, neither of them another's."""
        driver(world, "plain", "loader")
        script = made(DISPLAY._replace(words=(0, 0x11, pair(2, 3), pair(1, HALF), pair(2, 64), 48)))
        asked = support(script)

        seen = seen_with(DISPLAY, subject, world, script)

        (structure,) = structures(subject, seen, "plain", asked)
        assert "transform=0x1 globalAlpha=0x3f000000 alphaMode=0x2 width=0x40 height=0x30" in structure

    @pytest.mark.rule("WSI-SURFACE-01")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("interface", ["2", "1", "0"])
    def test_an_older_driver_is_not_asked(self, world: World, subject: Trial, interface: str) -> None:
        """A driver of an interface version below 3 is called neither to create nor to destroy a surface."""
        driver(world, "older", "own", interface=interface)
        script = made()
        asked = support(script)
        destroy = destroyed(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert (seen.returned("create"), callers(seen, DISPLAY.command, "create", asked)) == ([0], [])
        assert [*entered(seen.lines[destroy], DESTROY, "driver")] == []


class TestWindowingSystems:
    """The loader has the create function of each windowing system that it was built for."""

    @pytest.mark.rule("WSI-SURFACE-02")
    @pytest.mark.parametrize("system", [XCB, XLIB, WAYLAND], ids=lambda each: each.name.lower())
    def test_the_documents_systems(self, world: World, subject: Trial, system: System) -> None:
        """A surface of Xcb, Xlib or Wayland can be created without a driver's help."""
        driver(world, "plain", "loader", system)

        seen = seen_with(system, subject, world, made(system), listed=subject.exports(system.command))

        assert seen.returned("create") == [0]


class TestOwnSurfaces:
    """The loader's container holds for each driver the surface that the driver made, or nothing."""

    @pytest.mark.rule("WSI-SURFACE-05", "LDP_LOADER_11")
    @systems(DISPLAY)
    def test_the_driver_makes_its_own(self, world: World, subject: Trial, system: System) -> None:
        """A driver creates its own surface from the application's values, and gets that one in a query."""
        driver(world, "own", "own", system)
        script = made(system)
        asked = support(script)

        seen = seen_with(system, subject, world, script)

        lines = [*seen.lines["create"], *seen.lines[asked]]
        assert callers(seen, system.command, "create", asked) == ["own"]
        assert f"driver own {system.command}{system.fields}" in lines
        assert handed(seen, "own", asked) == [system.own]
        assert (seen.read(asked), seen.violations) == ([[1]], ())

    @pytest.mark.rule("WSI-SURFACE-06")
    @EVERY_SYSTEM
    def test_the_driver_destroys_its_own(self, world: World, subject: Trial, system: System) -> None:
        """vkDestroySurfaceKHR calls the driver that created a surface, once, with the driver's own one."""
        driver(world, "own", "own", system)
        script = made(system)
        asked = support(script)
        destroy = destroyed(script)

        seen = seen_with(system, subject, world, script)

        assert callers(seen, system.command, "create", asked) == ["own"]
        assert seen.lines[destroy] == (f"driver own {DESTROY} surface=surface",)
        assert seen.violations == ()

    @pytest.mark.rule("WSI-SURFACE-05", "LDP_LOADER_11")
    @pytest.mark.parametrize("interface", ["3", "4", "5", "6", "7"])
    def test_from_interface_3_on(self, world: World, subject: Trial, interface: str) -> None:
        """A driver of interface version 3 or later with surface functions gets the surface that it created."""
        driver(world, "own", "own", interface=interface)
        script = made()
        asked = support(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert (handed(seen, "own", asked), seen.violations) == ([DISPLAY.own], ())

    @pytest.mark.rule("WSI-SURFACE-05", "WSI-SURFACE-06")
    def test_own_surfaces_are_told_apart(self, world: World, subject: Trial) -> None:
        """Of two surfaces at once, the driver destroys its own one of that which the application destroys."""
        driver(world, "own", "own")
        script = made()
        script.call(DISPLAY.command, "instance", ANOTHER, None, out("another"), via=INSTANCE)
        before = support(script, surface="another"), support(script)
        destroy = destroyed(script)
        asked = support(script, surface="another")

        seen = seen_with(DISPLAY, subject, world, script)

        assert handed(seen, "own", *before, asked) == [DISPLAY.own] * 3
        assert ([*entered(seen.lines[destroy], DESTROY, "driver")], seen.violations) == (["own"], ())

    @pytest.mark.rule("WSI-SURFACE-05", "WSI-SURFACE-06")
    def test_it_is_made_once(self, world: World, subject: Trial) -> None:
        """A driver destroys as many surfaces as it created, however often one surface is used."""
        driver(world, "own", "own")
        script = made()
        script.device(extensions=["VK_KHR_swapchain"])
        asked = [support(script), support(script)]
        swapchain = script.call(
            "vkCreateSwapchainKHR", "device", swapchain_info(), None, out("swapchain"), via=DEVICE
        )
        script.call("vkDestroySwapchainKHR", "device", "swapchain", None, via=DEVICE, returns="nothing")
        destroy = destroyed(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert callers(seen, DISPLAY.command, "create", *asked, swapchain) == ["own"]
        counted = [len(entered(seen.trace, command, "driver")) for command in (DISPLAY.command, DESTROY)]
        assert counted == [counted[0]] * 2, f"{counted[0]} made and {counted[1]} destroyed"
        assert (entered(seen.lines[destroy], DESTROY, "driver"), seen.violations) == (("own",), ())

    @pytest.mark.rule("WSI-SURFACE-06")
    def test_no_surface_is_no_call(self, world: World, subject: Trial) -> None:
        """vkDestroySurfaceKHR with VK_NULL_HANDLE calls no driver."""
        driver(world, "own", "own")
        script = made()
        destroy = destroyed(script, None)

        seen = seen_with(DISPLAY, subject, world, script)

        assert (seen.returned("create"), seen.lines[destroy]) == ([0], ())


class TestSeveralDrivers:
    """One VkSurfaceKHR serves all drivers together, and each is handed what it understands."""

    @pytest.mark.rule("LDP_LOADER_11")
    @EVERY_SYSTEM
    def test_each_in_its_own_way(self, world: World, subject: Trial, system: System) -> None:
        """A driver with surface functions gets its own surface, a driver without them the loader's structure."""
        driver(world, "own", "own", system)
        driver(world, "plain", "loader", system)
        script = made(system)
        asked = support(script, "devices.0"), support(script, "devices.1")

        seen = seen_with(system, subject, world, script)

        assert (handed(seen, "own", *asked), handed(seen, "plain", *asked)) == (
            [system.own],
            [system.structure],
        )
        assert seen.violations == ()

    @pytest.mark.rule("WSI-SURFACE-05", "LDP_LOADER_10", "LDP_LOADER_11")
    def test_two_make_their_own(self, world: World, subject: Trial) -> None:
        """Two drivers with surface functions create a surface each, and neither gets the other's."""
        driver(world, "one", "own")
        driver(world, "two", "own")
        script = made()
        asked = support(script, "devices.0"), support(script, "devices.1")

        seen = seen_with(DISPLAY, subject, world, script)

        assert callers(seen, DISPLAY.command, "create", *asked) == ["one", "two"]
        assert (handed(seen, "one", *asked), handed(seen, "two", *asked)) == ([DISPLAY.own], [DISPLAY.own])
        assert seen.violations == ()

    @pytest.mark.rule("WSI-SURFACE-06")
    def test_each_destroys_what_it_made(self, world: World, subject: Trial) -> None:
        """vkDestroySurfaceKHR calls each of two drivers that created a surface once, and a third one never."""
        driver(world, "one", "own")
        driver(world, "two", "own")
        driver(world, "plain", "loader")
        script = made()
        asked = [support(script, f"devices.{number}") for number in range(3)]
        destroy = destroyed(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert callers(seen, DISPLAY.command, "create", *asked) == ["one", "two"]
        assert sorted(seen.lines[destroy]) == [
            f"driver one {DESTROY} surface=surface",
            f"driver two {DESTROY} surface=surface",
        ]
        assert [each for each in seen.violations if not each.startswith("driver plain ")] == []

    @pytest.mark.rule("LDP_LOADER_10")
    def test_a_driver_without_the_extension(self, world: World, subject: Trial) -> None:
        """A driver without surface extensions does not keep another driver from having its surface."""
        driver(world, "own", "own")
        world.driver("none", flags={"devices": "0"})
        script = made()
        asked = support(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert (seen.returned("create"), callers(seen, DISPLAY.command, "create", asked)) == ([0], ["own"])
        assert handed(seen, "own", asked) == [DISPLAY.own]

    @pytest.mark.rule("LDP_LOADER_10")
    def test_a_driver_that_was_left_out(self, world: World, subject: Trial) -> None:
        """A driver whose vkCreateInstance failed is asked for no surface, and another driver has its own."""
        driver(world, "own", "own")
        driver(world, "bad", "own", fail="vkCreateInstance")
        script = made()
        asked = support(script)
        destroy = destroyed(script)

        seen = seen_with(DISPLAY, subject, world, script)

        if seen.answers["instance"] != 0:
            pytest.skip("the loader makes no instance where a driver fails its own")
        assert (
            callers(seen, DISPLAY.command, "create", asked),
            [*entered(seen.lines[destroy], DESTROY, "driver")],
        ) == (
            ["own"],
            ["own"],
        )
        assert (handed(seen, "own", asked), seen.violations) == ([DISPLAY.own], ())

    @pytest.mark.rule("LDP_LOADER_11")
    def test_behind_a_layer(self, world: World, subject: Trial) -> None:
        """With a layer that intercepts surface commands each driver gets its own surface, or else the structure."""
        commands = (DISPLAY.command, "vkGetPhysicalDeviceSurfaceSupportKHR", DESTROY)
        driver(world, "own", "own")
        driver(world, "plain", "loader")
        world.implicit_layer(LAYER, flags={"intercept": ",".join(commands)})
        script = made()
        asked = support(script, "devices.0"), support(script, "devices.1")
        destroy = destroyed(script)

        seen = seen_with(DISPLAY, subject, world, script)

        assert [line.split()[:3] for line in (*seen.lines["create"][:1], *seen.lines[destroy])] == [
            ["layer", LAYER, DISPLAY.command],
            ["layer", LAYER, DESTROY],
            ["driver", "own", DESTROY],
        ]
        assert callers(seen, DISPLAY.command, "create", *asked) == ["own"]
        assert (handed(seen, "own", *asked), handed(seen, "plain", *asked)) == (
            [DISPLAY.own],
            [DISPLAY.structure],
        )
        assert seen.violations == ()


INFO: Argument = [1000119000, 0, "surface"]
"""VkPhysicalDeviceSurfaceInfo2KHR."""
ROOM = (0,) * 16
QUERIES: dict[str, tuple[str, tuple[Argument, ...]]] = {
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR": (SURFACE, ("surface", [*ROOM])),
    "vkGetPhysicalDeviceSurfaceFormatsKHR": (SURFACE, ("surface", [0], None)),
    "vkGetPhysicalDeviceSurfacePresentModesKHR": (SURFACE, ("surface", [0], None)),
    "vkGetPhysicalDeviceSurfaceCapabilities2KHR": (
        "VK_KHR_get_surface_capabilities2",
        (INFO, [1000119001, *ROOM]),
    ),
    "vkGetPhysicalDeviceSurfaceFormats2KHR": ("VK_KHR_get_surface_capabilities2", (INFO, [0], None)),
    "vkGetPhysicalDeviceSurfaceCapabilities2EXT": (
        "VK_EXT_display_surface_counter",
        ("surface", [1000090000, *ROOM]),
    ),
}
"""Commands of physical devices that take a surface: the extension that brings each, and the arguments."""

BOTH_SIDES = pytest.mark.parametrize(
    ("surfaces", "expected"), [("own", DISPLAY.own), ("loader", DISPLAY.structure)], ids=["own", "loader"]
)


class TestEveryCommandWithASurface:
    """A driver with surfaces of its own is handed its own one, any other driver the loader's handle."""

    @pytest.mark.rule("LDP_LOADER_11")
    @BOTH_SIDES
    @pytest.mark.parametrize("command", QUERIES)
    def test_queries(self, world: World, subject: Trial, command: str, surfaces: str, expected: str) -> None:
        """A query about a surface gives a driver the surface that it created, or else the loader's structure."""
        extension, arguments = QUERIES[command]
        driver(world, "some", surfaces, extensions=f"{SURFACE}:25,{DISPLAY.extension}:1,{extension}:1")
        script = made(DISPLAY, extension)
        asked = script.call(command, "devices.0", *arguments, via=INSTANCE)

        seen = seen_with(DISPLAY, subject, world, script)

        assert (seen.returned(asked), handed(seen, "some", asked)) == ([0], [expected])
        assert seen.violations == ()

    @pytest.mark.rule("LDP_LOADER_11")
    @BOTH_SIDES
    def test_swapchains(self, world: World, subject: Trial, surfaces: str, expected: str) -> None:
        """vkCreateSwapchainKHR gives a driver the surface that it created, or else the loader's structure."""
        driver(world, "some", surfaces)
        script = made()
        script.device(extensions=["VK_KHR_swapchain"])
        create = script.call(
            "vkCreateSwapchainKHR", "device", swapchain_info(), None, out("swapchain"), via=DEVICE
        )

        seen = seen_with(DISPLAY, subject, world, script)

        assert seen.returned(create) == [0]
        assert [each.partition(" images=")[0] for each in handed(seen, "some", create)] == [expected]
        assert seen.violations == ()

    @pytest.mark.rule("LDP_LOADER_11")
    @BOTH_SIDES
    def test_modes_of_a_device_group(
        self, world: World, subject: Trial, surfaces: str, expected: str
    ) -> None:
        """vkGetDeviceGroupSurfacePresentModesKHR gives a driver its own surface, or else the structure."""
        driver(world, "some", surfaces)
        script = made(api="1.1.0")
        script.device(extensions=["VK_KHR_swapchain"])
        asked = script.call(
            "vkGetDeviceGroupSurfacePresentModesKHR", "device", "surface", read(0), via=DEVICE
        )

        seen = seen_with(DISPLAY, subject, world, script)

        assert (seen.returned(asked), handed(seen, "some", asked)) == ([0], [expected])
        assert seen.violations == ()

    @pytest.mark.rule("LDP_LOADER_11")
    def test_devices_of_one_of_two_drivers(self, world: World, subject: Trial) -> None:
        """A device's driver is handed the surface that it created, where another driver created one, too."""
        for name in ("some", "other"):
            driver(world, name, "own")
        script = made(api="1.1.0")
        script.device("devices.some", extensions=["VK_KHR_swapchain"])
        modes = script.call(
            "vkGetDeviceGroupSurfacePresentModesKHR", "device", "surface", read(0), via=DEVICE
        )
        create = script.call(
            "vkCreateSwapchainKHR", "device", swapchain_info(), None, out("swapchain"), via=DEVICE
        )

        seen = seen_with(DISPLAY, subject, world, script)

        assert seen.returned(modes, create) == [0, 0]
        surfaces = [each.partition(" images=")[0] for each in handed(seen, "some", modes, create)]
        assert surfaces == [DISPLAY.own, DISPLAY.own]
        assert seen.violations == ()

    @staticmethod
    def _marked(
        world: World, subject: Trial, surfaces: str, expected: str, command: str, kind: int, *value: Argument
    ) -> None:
        """Judge what reaches the driver when a surface gets a name or a tag."""
        driver(world, "some", surfaces, extensions=f"{SURFACE}:25,VK_KHR_display:23,VK_EXT_debug_utils:2")
        script = made(DISPLAY, "VK_EXT_debug_utils")
        script.device(extensions=["VK_KHR_swapchain"])
        support(script)
        named: Argument = [kind, 0, 1000000000, "surface", *value]
        name = script.call(f"vkSetDebugUtilsObject{command}EXT", "device", named, via=DEVICE)

        seen = seen_with(DISPLAY, subject, world, script)

        expected_lines = (f"driver some vkSetDebugUtilsObject{command}EXT type=1000000000 object={expected}",)
        subject.implied(
            (seen.returned(name), seen.lines[name], seen.violations),
            ([0], expected_lines, ()),
            "LDP_LOADER_11, which speaks of handing surfaces over and not of their names",
        )

    @pytest.mark.rule("LDP_LOADER_11")
    @BOTH_SIDES
    def test_names(self, world: World, subject: Trial, surfaces: str, expected: str) -> None:
        """A name for a surface should reach a driver with the surface that it created, or else the structure."""
        self._marked(world, subject, surfaces, expected, "Name", 1000128000, 0)

    @pytest.mark.rule("LDP_LOADER_11")
    @BOTH_SIDES
    def test_tags(self, world: World, subject: Trial, surfaces: str, expected: str) -> None:
        """A tag for a surface should reach a driver with the surface that it created, or else the structure."""
        self._marked(world, subject, surfaces, expected, "Tag", 1000128001, 1, 8, [0])
