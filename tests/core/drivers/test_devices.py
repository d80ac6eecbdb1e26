"""The order of physical devices on Linux, and which device goes first."""

from dataclasses import replace

import pytest
from worlds import E2016, E2018, E2022, E2026

from refloader.core.drivers.devices import (
    configured,
    enumerated,
    facts_matter,
    filters_apply,
    ordered,
    switched_on,
)
from refloader.core.search.environment import visible_environment
from refloader.model.driver import ListedDevice, PciAddress, PhysicalDevice
from refloader.model.edition import Edition
from refloader.model.environment import Environment

OTHER, INTEGRATED, DISCRETE, VIRTUAL, CPU = range(5)
"""VkPhysicalDeviceType."""


def device(
    name: str,
    kind: int = DISCRETE,
    pci: tuple[int, int, int, int] | None = None,
    vendor: int = 1,
    number: int = 1,
    direct: bool = False,
) -> PhysicalDevice:
    """A device with dull values."""
    address = PciAddress(*pci) if pci else None
    return PhysicalDevice(name, vendor_id=vendor, device_id=number, type=kind, pci=address, direct=direct)


def seen(edition: Edition = E2026, **variables: str) -> Environment:
    """What a loader sees of these variables."""
    return visible_environment(variables, elevated=False, executable="", edition=edition)


def order(*devices: PhysicalDevice, edition: Edition = E2026, **variables: str) -> list[str]:
    """The names in the order of the enumeration."""
    return [each.name for each in ordered(devices, seen(edition, **variables), edition)]


class TestTypes:
    """Devices are sorted by type: discrete, integrated, virtual, all others."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    def test_by_type(self) -> None:
        """Whatever the drivers' order, discrete devices come first; a processor comes last, as in the field."""
        devices = [
            device("cpu", CPU),
            device("virtual", VIRTUAL),
            device("other", OTHER),
            device("integrated", INTEGRATED),
            device("discrete", DISCRETE),
        ]

        assert order(*devices) == ["discrete", "integrated", "virtual", "other", "cpu"]
        assert order(*reversed(devices)) == ["discrete", "integrated", "virtual", "other", "cpu"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    @pytest.mark.parametrize("edition", [E2016, E2018, E2022])
    def test_older_editions_do_not_sort(self, edition: Edition) -> None:
        """Devices come as the drivers give them."""
        assert order(device("cpu", CPU), device("discrete"), edition=edition) == ["cpu", "discrete"]


class TestPciAddresses:
    """Inside a type the order follows PCI domain, bus, device and function."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    def test_the_four_numbers_in_turn(self) -> None:
        """An earlier number outweighs all later ones."""
        devices = [
            device("domain", pci=(1, 0, 0, 0)),
            device("bus", pci=(0, 2, 0, 0)),
            device("device", pci=(0, 1, 3, 0)),
            device("function", pci=(0, 1, 2, 4)),
            device("first", pci=(0, 1, 2, 3)),
        ]

        assert order(*devices) == ["first", "function", "device", "bus", "domain"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-02", "DEVICE-SORT-LINUX-01")
    def test_the_type_comes_before_the_address(self) -> None:
        """A discrete device on a later bus stands before an integrated one on the first bus."""
        assert order(device("i", INTEGRATED, (0, 0, 0, 0)), device("d", DISCRETE, (0, 9, 0, 0))) == ["d", "i"]

    @pytest.mark.rule("AMB-SORT-NOPCI")
    def test_without_addresses_the_order_of_the_drivers_stays(self) -> None:
        """Devices of one type that have no PCI data keep their relative order."""
        assert order(device("z"), device("a"), device("m")) == ["z", "a", "m"]

    @pytest.mark.rule("AMB-SORT-NOPCI")
    def test_ids_decide_what_addresses_leave_open(self) -> None:
        """Loaders in the field compare vendor id xor device id, behind the devices with an address."""
        devices = [
            device("last", number=0x20, vendor=0x1001),
            device("first", number=0x21, vendor=0x1001),
            device("between", number=0x1021, vendor=1),
            device("address", number=0x30, vendor=0x8003, pci=(0, 9, 0, 0)),
        ]

        assert order(*devices) == ["address", "first", "between", "last"]

    @pytest.mark.rule("AMB-SORT-NOPCI")
    def test_ids_do_not_reorder_for_an_application_of_1_0(self) -> None:
        """Loaders in the field do not sort for it: what the type leaves open keeps the order of the drivers."""
        devices = [device("i", INTEGRATED), device("late", number=9), device("early", number=1)]

        assert order(*[replace(each, of_1_0=True) for each in devices]) == ["late", "early", "i"]


class TestSelection:
    """VK_LOADER_DEVICE_SELECT=<hex vendor>:<hex device> puts the matching device ahead of all others."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-03", "AMB-SELECT-FUNCS")
    @pytest.mark.parametrize(
        "value",
        [
            "0x10de:0x1f91",
            "10de:1f91",
            "0X10DE:0X1F91",
            "\t 0x10de: +0x1f91",
            "10de:1f91,1:1",
            "010de:1f91:2",
        ],
    )
    def test_the_match_goes_first(self, value: str) -> None:
        """The document's example, and what the field takes for it; the others stay sorted."""
        devices = [
            device("discrete", DISCRETE),
            device("wanted", CPU, vendor=0x10DE, number=0x1F91),
            device("near", CPU, vendor=0x10DE, number=0x1F92),
            device("integrated", INTEGRATED),
        ]

        assert order(*devices, VK_LOADER_DEVICE_SELECT=value) == ["wanted", "discrete", "integrated", "near"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize("value", ["0x10de:0x1f91", "", "1", "1:", "x:y", "2 :1", "4318-8081", '"2:1"'])
    def test_no_match_is_ignored(self, value: str) -> None:
        """An absent device or a value of another form leaves the sorted order."""
        devices = [device("i", INTEGRATED, vendor=2), device("d", DISCRETE, vendor=3)]

        assert order(*devices, VK_LOADER_DEVICE_SELECT=value) == ["d", "i"]

    @pytest.mark.rule("AMB-DIRECT-SORT")
    def test_direct_drivers_devices_stay_last(self) -> None:
        """Devices of directly loaded drivers come after all others, sorted among themselves."""
        devices = [
            device("direct cpu", CPU, direct=True),
            device("direct gpu", DISCRETE, direct=True),
            device("cpu", CPU),
        ]

        assert order(*devices) == ["cpu", "direct gpu", "direct cpu"]


class TestSwitchingItOff:
    """A non-zero VK_LOADER_DISABLE_SELECT disables all device selection and sorting."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-04", "AMB-SELECT-DISABLED")
    def test_both_are_off(self) -> None:
        """Devices come as the drivers give them, also with a device selected."""
        devices = [device("cpu", CPU, vendor=1), device("gpu", DISCRETE, vendor=2)]

        assert order(*devices, VK_LOADER_DISABLE_SELECT="1") == ["cpu", "gpu"]
        assert order(*devices, VK_LOADER_DISABLE_SELECT="1", VK_LOADER_DEVICE_SELECT="2:1") == ["cpu", "gpu"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    @pytest.mark.parametrize("value", ["0", "", "00"])
    def test_zero_leaves_it_on(self, value: str) -> None:
        """Only a non-zero value counts."""
        assert order(device("cpu", CPU), device("gpu"), VK_LOADER_DISABLE_SELECT=value) == ["gpu", "cpu"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-04", "EXT-FILTER-04")
    @pytest.mark.parametrize(
        ("value", "on"),
        [("1", True), ("2", True), ("-1", True), (" 7", True), ("0", False), ("yes", False), (None, False)],
    )
    def test_what_a_non_zero_number_is(self, value: str | None, on: bool) -> None:
        """Text that starts with no number is zero."""
        assert switched_on(value) is on


class TestSettingsFile:
    """A settings file may list the devices that are reported, in its order."""

    @pytest.mark.rule("SETTINGS-01")
    def test_only_the_listed_ones(self) -> None:
        """A device needs both UUIDs of an entry."""
        one, two, three = (
            PhysicalDevice(name, 1, 1, DISCRETE, device_uuid=uuid * 16, driver_uuid=b"d" * 16)
            for name, uuid in (("one", b"1"), ("two", b"2"), ("three", b"3"))
        )
        pairs = [(b"3" * 16, b"d" * 16), (b"1" * 16, b"d" * 16), (b"2" * 16, b"x" * 16)]
        wanted = [ListedDevice(*pair) for pair in pairs]

        assert [each.name for each in configured([one, two, three], wanted)] == ["three", "one"]

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(("version", "names"), [(None, ["old"]), (1, ["old"]), (2, ["new"]), (3, [])])
    def test_the_drivers_version_counts(self, version: int | None, names: list[str]) -> None:
        """A device of another driver version is not meant; without a version any is."""
        old, new = (
            PhysicalDevice(name, 1, 1, DISCRETE, device_uuid=b"1", driver_uuid=b"d", driver_version=number)
            for name, number in (("old", 1), ("new", 2))
        )

        assert [each.name for each in configured([old, new], [ListedDevice(b"1", b"d", version)])] == names

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(("times", "names"), [(1, ["a"]), (2, ["a", "b"]), (3, ["a", "b"])])
    def test_a_device_is_given_once(self, times: int, names: list[str]) -> None:
        """Of two devices with the same UUIDs an element stands for one, the next element for the other."""
        devices = [PhysicalDevice(name, 1, 1, DISCRETE, device_uuid=b"1", driver_uuid=b"d") for name in "ab"]

        found = configured(devices, [ListedDevice(b"1", b"d")] * times)

        assert [each.name for each in found] == names

    @pytest.mark.rule("SETTINGS-01")
    def test_the_list_has_the_last_word(self) -> None:
        """It says which devices there are and in which order; an older loader knows none."""
        gpu, cpu, hidden = (
            PhysicalDevice(name, 1, 1, kind, device_uuid=name.encode(), driver_uuid=b"d")
            for name, kind in (("gpu", DISCRETE), ("cpu", CPU), ("hidden", DISCRETE))
        )
        wanted = [ListedDevice(b"cpu", b"d"), ListedDevice(b"gpu", b"d")]

        assert enumerated([gpu, cpu, hidden], wanted, seen(), E2026) == (cpu, gpu)
        assert enumerated([cpu, gpu], [], seen(), E2026) == (gpu, cpu)
        assert enumerated([cpu, hidden], wanted, seen(), E2022) == (cpu, hidden)


class TestAskingDevices:
    """A driver is asked what a device is only where the answer changes something."""

    @pytest.mark.rule("OBJMODEL-02")
    @pytest.mark.parametrize(
        ("count", "wanted", "variables", "edition", "asked"),
        [
            (1, False, {}, E2026, False),
            (2, False, {}, E2026, True),
            (2, False, {"VK_LOADER_DISABLE_SELECT": "1"}, E2026, False),
            (1, False, {"VK_LOADER_VENDOR_ID_FILTER": "1"}, E2026, False),
            (1, True, {}, E2026, True),
        ],
    )
    def test_when(
        self, count: int, wanted: bool, variables: dict[str, str], edition: Edition, asked: bool
    ) -> None:
        """A lone device needs no sorting; a settings file's list looks at every device."""
        assert facts_matter(count, wanted, seen(edition=edition, **variables), edition) is asked

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    @pytest.mark.parametrize(
        ("variables", "edition", "apply"),
        [
            ({}, E2026, False),
            ({"VK_LOADER_VENDOR_ID_FILTER": "1"}, E2026, True),
            ({"VK_LOADER_DRIVER_ID_FILTER": ""}, E2026, True),
            ({"VK_LOADER_VENDOR_ID_FILTER": "1"}, E2022, False),
        ],
    )
    def test_filters(self, variables: dict[str, str], edition: Edition, apply: bool) -> None:
        """Where a filter is set every device is looked at; an older loader knows none."""
        assert filters_apply(seen(edition=edition, **variables), edition) is apply
