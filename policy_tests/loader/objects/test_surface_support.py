"""Whether queues can present to windows: the driver's answer comes back, be it VK_TRUE or VK_FALSE."""

import pytest

from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.scenario.script import of_instance, out, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import (
    DISPLAY,
    HEADLESS,
    SURFACE,
    WAYLAND,
    XCB,
    XLIB,
    System,
    asking,
    seen_with,
)

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("VULKAN-LOADER-05")]

INSTANCE = of_instance("instance")
SUPPORT = "vkGetPhysicalDeviceSurfaceSupportKHR"
FAMILIES = 3
MACHINES: dict[str, list[list[str]]] = {
    "none": [["none"]],
    "the-second-family": [["1"]],
    "the-last-of-each": [["2"], ["2"]],
    "only-the-first-driver": [["all"], ["none"]],
    "only-the-second-driver": [["none"], ["all"]],
    "only-the-third-driver": [["none"], ["none"], ["0,2"]],
    "the-second-device": [["none", "1"]],
    "each-device-another-one": [["0", "1"], ["1,2", "none"]],
}
"""By name: for each driver and each of its devices the queue families that can present."""
EACH_MACHINE = pytest.mark.parametrize("machine", MACHINES)
SURFACES = pytest.mark.parametrize("surfaces", ["own", "loader"])
LAYERS = pytest.mark.parametrize("layers", [0, 1], ids=["no-layer", "a-layer"])
PRESENTATION: list[tuple[System, str, tuple[int, ...]]] = [
    (XCB, "vkGetPhysicalDeviceXcbPresentationSupportKHR", (0x11, 0x22)),
    (XLIB, "vkGetPhysicalDeviceXlibPresentationSupportKHR", (0x11, 0x22)),
    (WAYLAND, "vkGetPhysicalDeviceWaylandPresentationSupportKHR", (0x11,)),
]
"""The commands that ask without a surface, and their arguments after the family."""


def drivers(world: World, system: System, machine: str, surfaces: str, layers: int) -> None:
    """The drivers of a machine, whose devices have names of their own, and a layer."""
    for place, devices in enumerate(MACHINES[machine]):
        names = ";".join(f"d{place}.{index}" for index in range(len(devices)))
        world.driver(
            f"d{place}",
            flags={
                "extensions": f"{SURFACE}:25,{system.extension}:1",
                "surfaces": surfaces,
                "devices": str(len(devices)),
                "device_name": names,
                "families": "T1,T1,T1",
                "presents": ";".join(devices),
            },
        )
    for _ in range(layers):
        world.implicit_layer("VK_LAYER_TEST_one")


def expected(machine: str, names: list[str]) -> dict[str, list[int]]:
    """Return for each device what its families can, by its name."""
    by_name = {
        f"d{place}.{index}": _able(families)
        for place, devices in enumerate(MACHINES[machine])
        for index, families in enumerate(devices)
    }
    return {name: by_name[name] for name in names}


def _able(families: str) -> list[int]:
    able = {"all": {0, 1, 2}, "none": set[int]()}.get(families)
    chosen = {int(each) for each in families.split(",")} if able is None else able
    return [int(family in chosen) for family in range(FAMILIES)]


def number_of(machine: str) -> int:
    """Return how many devices a machine has."""
    return sum(len(devices) for devices in MACHINES[machine])


class TestEachAnswer:
    """What the driver writes for a queue family of its device is what the application reads."""

    @LAYERS
    @SURFACES
    @EACH_MACHINE
    @pytest.mark.parametrize(
        "system",
        [DISPLAY, pytest.param(HEADLESS, marks=pytest.mark.editions("2018", "2022", "2026"))],
        ids=lambda each: each.name.lower(),
    )
    def test_of_a_surface(
        self, world: World, subject: Trial, system: System, machine: str, surfaces: str, layers: int
    ) -> None:
        """vkGetPhysicalDeviceSurfaceSupportKHR gives the driver's answer for each queue family of each device."""
        drivers(world, system, machine, surfaces, layers)
        script = asking(system)
        script.call(system.command, "instance", system.info, None, out("surface"), via=INSTANCE, label="make")
        asked = [
            [
                script.call(SUPPORT, f"devices.{at}", family, "surface", read(0), via=INSTANCE)
                for family in range(FAMILIES)
            ]
            for at in range(number_of(machine))
        ]

        seen = seen_with(system, subject, world, script)

        labels = [label for each in asked for label in each]
        if {*seen.returned("make", *labels)} != {0}:
            pytest.skip(
                "a surface cannot be made or asked about, which WSI-SURFACE-05 and LDP_LOADER_11 judge"
            )
        unasked = [label for label in labels if not entered(seen.lines[label], SUPPORT, "driver")]
        if unasked and all(seen.read(label) == [[0]] for label in unasked):
            pytest.skip("a driver is not asked about the surface, which LDP_LOADER_11 judges")
        names = seen.device_names()
        answers = [[seen.read(label) for label in each] for each in asked]
        said = {name: [[[able]] for able in each] for name, each in expected(machine, names).items()}
        assert dict(zip(names, answers, strict=True)) == said

    @LAYERS
    @EACH_MACHINE
    @pytest.mark.parametrize(
        ("system", "command", "arguments"),
        PRESENTATION,
        ids=[each.name.lower() for each, _, _ in PRESENTATION],
    )
    def test_of_a_windowing_system(
        self,
        world: World,
        subject: Trial,
        system: System,
        command: str,
        arguments: tuple[int, ...],
        machine: str,
        layers: int,
    ) -> None:
        """A query for presentation support gives the driver's answer for each queue family of each device."""
        drivers(world, system, machine, "loader", layers)
        script = asking(system)
        asked = [
            [
                script.call(command, f"devices.{at}", family, *arguments, via=INSTANCE)
                for family in range(FAMILIES)
            ]
            for at in range(number_of(machine))
        ]

        seen = seen_with(system, subject, world, script)

        names = seen.device_names()
        answers = [seen.returned(*each) for each in asked]
        assert dict(zip(names, answers, strict=True)) == expected(machine, names)
