"""The id filters together, and beside the variable that puts a device first."""

from itertools import product

import pytest

from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2026")]

FILTERS = ["VK_LOADER_DEVICE_ID_FILTER", "VK_LOADER_VENDOR_ID_FILTER", "VK_LOADER_DRIVER_ID_FILTER"]
IDS = [0x20, 0x30, 4]
"""The ids of the device, its vendor and its driver."""


def install(world: World) -> None:
    """A device with these ids, and one that passes nothing."""
    flags = {"device": "0x20;0x21", "vendor": "0x30;0x31", "driver_id": "4;5"}
    world.driver(flags={"devices": "2", "device_name": "right;other", **flags})


def names(subject: Trial, world: World) -> list[str]:
    """The devices that an application of 1.2 enumerates."""
    script = Script()
    script.create(api="1.2.0")
    script.devices()
    return subject.calls(world, script).device_names()


class TestTogether:
    """A device is shown if it passes every filter that is set."""

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    @pytest.mark.parametrize("state", list(product("yn0", repeat=3)), ids="".join)
    def test_of_three_filters(self, world: World, subject: Trial, state: tuple[str, str, str]) -> None:
        """A device is enumerated exactly if it passes each device, vendor and driver id filter that is set."""
        install(world)
        for variable, number, each in zip(FILTERS, IDS, state, strict=True):
            world.variable(variable, {"y": str(number), "n": "77", "0": None}[each])

        assert ("right" in names(subject, world)) == ("n" not in state)

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    @pytest.mark.parametrize("several", [2, 0, 1], ids=["driver", "device", "vendor"])
    def test_of_a_filter_with_two_elements(self, world: World, subject: Trial, several: int) -> None:
        """A device that the second element of one id filter matches passes this filter beside the two others, too."""
        install(world)
        for place, (variable, number) in enumerate(zip(FILTERS, IDS, strict=True)):
            world.variable(variable, f"77,{number}" if place == several else str(number))

        assert "right" in names(subject, world)


class TestBesideTheOrder:
    """Devices that a filter leaves are sorted like all others."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize("filters", [FILTERS, *([each] for each in FILTERS)], ids=["all", *FILTERS])
    def test_the_rest_is_sorted(self, world: World, subject: Trial, filters: list[str]) -> None:
        """Devices that id filters leave are enumerated by type and, inside a type, by PCI address."""
        ids = {"device": "1;1;1;2;1", "vendor": "1;1;1;2;1", "driver_id": "1;1;1;2;1"}
        named = {"device_name": "cpu;late;integrated;hidden;early"}
        types = {"type": "cpu;discrete;integrated;discrete;discrete"}
        places = {
            "device_extensions": "VK_EXT_pci_bus_info:2",
            "pci": "0:1:0.0;0:9:0.0;0:2:0.0;0:1:0.0;0:3:0.0",
        }
        world.driver(flags={"devices": "5", **ids, **named, **types, **places})
        for variable in filters:
            world.variable(variable, "1")

        assert names(subject, world) == ["early", "late", "integrated", "cpu"]


class TestBesideASelection:
    """VK_LOADER_DEVICE_SELECT orders the devices that there are: it brings none back."""

    @pytest.mark.parametrize(
        "variable",
        [
            pytest.param(FILTERS[0], marks=pytest.mark.rule("FILTER-ID-DEVICE-01")),
            pytest.param(FILTERS[1], marks=pytest.mark.rule("FILTER-ID-VENDOR-01")),
            pytest.param(FILTERS[2], marks=pytest.mark.rule("FILTER-ID-DRIVER-01")),
        ],
    )
    @pytest.mark.parametrize("selected", ["0x30:0x20", "0x31:0x21"], ids=["the-hidden", "the-shown"])
    def test_of_a_selected_device(self, world: World, subject: Trial, variable: str, selected: str) -> None:
        """A device that an id filter hides stays hidden, whichever device VK_LOADER_DEVICE_SELECT names."""
        install(world)
        other = {"DEVICE": 0x21, "VENDOR": 0x31, "DRIVER": 5}[variable.split("_")[2]]
        world.variable(variable, str(other))
        world.variable("VK_LOADER_DEVICE_SELECT", selected)

        assert names(subject, world) == ["other"]
