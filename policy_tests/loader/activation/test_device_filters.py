"""The variables that hide physical devices by the ids of their device, vendor and driver."""

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

DEVICE = "VK_LOADER_DEVICE_ID_FILTER"
VENDOR = "VK_LOADER_VENDOR_ID_FILTER"
DRIVER = "VK_LOADER_DRIVER_ID_FILTER"

FORMS: dict[str, list[str]] = {
    "1,2,3,4,5,6,7,8,16:16,0x30:48": ["16", "48"],
    "1,2,3,4,5,6,7,8,0x30": ["48"],
    "32": ["32"],
    "0x2F": ["47"],
    "0x20": ["32"],
    "0x00000020": ["32"],
    "0x0020:0x0000002f": ["32", "47"],
    "0x00,0x0030": ["48"],
    "33": [],
    "16,48": ["16", "48"],
    "7,16,48": ["16", "48"],
    "0x10,48,7": ["16", "48"],
    "32:47": ["32", "47"],
    "33:47": ["47"],
    "32:46": ["32"],
    "0x20:0x2f": ["32", "47"],
    "0x20:47,16": ["16", "32", "47"],
    "32:32": ["32"],
    "0x2f:47": ["47"],
    "16:16,0x30:48": ["16", "48"],
    "0x2A:0x2F": ["47"],
    "0:0xffffffff": ["16", "32", "47", "48"],
}
"""Values of a filter, and which of the ids 16, 32, 47 and 48 they let through."""

EACH_FORM = pytest.mark.parametrize(("value", "left"), FORMS.items(), ids=FORMS)


def four_devices(world: World, kind: str) -> None:
    """A driver with four devices, whose id of that kind is also their name."""
    world.driver(flags={"devices": "4", kind: "16;32;47;48", "device_name": "16;32;47;48"})


def names(subject: Trial, world: World) -> list[str]:
    """The devices that an application of 1.3 enumerates, in order of their names."""
    seen = shown(subject, world)
    assert seen.result_name == "VK_SUCCESS"
    return sorted(seen.device_names())


def shown(subject: Trial, world: World) -> Observation:
    """What an application of 1.3 sees of devices and groups."""
    script = Script()
    script.create(api="1.3.0")
    script.devices()
    script.groups(label="groups")
    return subject.calls(world, script)


class TestDeviceIds:
    """With VK_LOADER_DEVICE_ID_FILTER set, only devices whose deviceID matches an element are enumerated."""

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @EACH_FORM
    def test_elements_of_a_device_filter(
        self, world: World, subject: Trial, value: str, left: list[str]
    ) -> None:
        """With VK_LOADER_DEVICE_ID_FILTER set, only devices are enumerated whose deviceID an element holds."""
        four_devices(world, "device")
        world.variable(DEVICE, value)

        assert names(subject, world) == left

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    def test_the_documents_device_filter(self, world: World, subject: Trial) -> None:
        """VK_LOADER_DEVICE_ID_FILTER=0x7460:0x747e,29827 leaves the devices of the range and the one with that id."""
        world.driver(
            flags={
                "devices": "4",
                "device": "0x7460;0x747e;0x747f;29827",
                "device_name": "first;last;behind;single",
            }
        )
        world.variable(DEVICE, "0x7460:0x747e,29827")

        assert names(subject, world) == ["first", "last", "single"]


class TestNoId:
    """An id of 0, as software drivers have, is one like any other: it does not stand for every id."""

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @pytest.mark.parametrize(("value", "left"), [("5", ["five"]), ("0", ["none"])], ids=["another", "it"])
    def test_of_a_device(self, world: World, subject: Trial, value: str, left: list[str]) -> None:
        """A device with the deviceID 0 is enumerated if VK_LOADER_DEVICE_ID_FILTER is 0, and not if it is 5."""
        world.driver(flags={"devices": "2", "device": "0;5", "device_name": "none;five"})
        world.variable(DEVICE, value)

        assert names(subject, world) == left


class TestLargeIds:
    """An id has 32 bits, and the largest ones are written and matched like the others."""

    @pytest.mark.parametrize("value", ["0x80000001", "2147483649", "0x80000000:0x80000001", "7,0x80000001"])
    @pytest.mark.parametrize(
        ("variable", "kind"),
        [
            pytest.param(DEVICE, "device", marks=pytest.mark.rule("FILTER-ID-DEVICE-01")),
            pytest.param(VENDOR, "vendor", marks=pytest.mark.rule("FILTER-ID-VENDOR-01")),
        ],
    )
    def test_beyond_31_bits(self, world: World, subject: Trial, variable: str, kind: str, value: str) -> None:
        """An element of a filter that names an id above 0x7fffffff lets through the device with that id alone."""
        world.driver(
            flags={"devices": "3", kind: "1;0x80000001;0xffffffff", "device_name": "1;large;largest"}
        )
        world.variable(variable, value)

        assert names(subject, world) == ["large"]


class TestVendorIds:
    """With VK_LOADER_VENDOR_ID_FILTER set, only devices whose vendorID matches an element are enumerated."""

    @pytest.mark.rule("FILTER-ID-VENDOR-01")
    @EACH_FORM
    def test_elements_of_a_vendor_filter(
        self, world: World, subject: Trial, value: str, left: list[str]
    ) -> None:
        """With VK_LOADER_VENDOR_ID_FILTER set, only devices are enumerated whose vendorID an element holds."""
        four_devices(world, "vendor")
        world.variable(VENDOR, value)

        assert names(subject, world) == left


class TestDriverIds:
    """With VK_LOADER_DRIVER_ID_FILTER set, only devices whose driverID matches an element are enumerated."""

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    @EACH_FORM
    def test_elements_of_a_driver_filter(
        self, world: World, subject: Trial, value: str, left: list[str]
    ) -> None:
        """With VK_LOADER_DRIVER_ID_FILTER set, only devices are enumerated whose driverID an element holds."""
        four_devices(world, "driver_id")
        world.variable(DRIVER, value)

        assert names(subject, world) == left

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    def test_drivers_are_told_apart(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DRIVER_ID_FILTER=4 only the devices of the driver whose driverID is 4 are enumerated."""
        world.driver("alpha", flags={"driver_id": "4", "device_name": "four", "devices": "2"})
        world.driver("beta", flags={"driver_id": "8", "device_name": "eight"})
        world.variable(DRIVER, "4")

        assert names(subject, world) == ["four", "four"]

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    def test_a_driver_that_has_no_id(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DRIVER_ID_FILTER set, devices of a 1.0 driver, which gives no driverID, should be hidden."""
        world.driver("alpha", flags={"driver_id": "4", "device_name": "four"})
        world.driver("older", api_version="1.0.0", flags={"api": "1.0.0", "device_name": "older"})
        world.variable(DRIVER, "4")

        left = names(subject, world)

        subject.reading("AMB-IDFILTER-APIVER", left, chosen=["four"], tolerated=["four", "older"])

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    def test_the_documents_driver_filter(self, world: World, subject: Trial) -> None:
        """VK_LOADER_DRIVER_ID_FILTER=1-3:13, the documents' example, should leave the devices with driverID 1 to 3.

        It joins the ends of a range by a hyphen, which their text does not.
        """
        world.driver(flags={"devices": "5", "driver_id": "1;2;3;7;13", "device_name": "1;2;3;7;13"})
        world.variable(DRIVER, "1-3:13")

        left = names(subject, world)

        # By the text no element of it means anything: it matches nothing, or is left out, and a filter without an
        # element may be none at all. It may also end at what is no number, or be a list of two.
        everything = ["1", "13", "2", "3", "7"]
        tolerated = left if left in (["1"], ["1", "13", "2", "3"], everything) else []
        subject.reading("AMB-IDFILTER-RANGE", left, chosen=["1", "2", "3"], tolerated=tolerated)


class TestSeveralFilters:
    """When several of the three filters are set, a device is shown only if it passes every one of them."""

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    @pytest.mark.parametrize(
        ("variables", "left"),
        [
            ({DEVICE: "1", VENDOR: "2", DRIVER: "3"}, ["a"]),
            ({DEVICE: "1", VENDOR: "2"}, ["a", "b"]),
            ({DEVICE: "1", DRIVER: "3"}, ["a", "c"]),
            ({VENDOR: "2", DRIVER: "3"}, ["a", "d"]),
        ],
        ids=["all", "device-vendor", "device-driver", "vendor-driver"],
    )
    def test_every_filter_must_match(
        self, world: World, subject: Trial, variables: dict[str, str], left: list[str]
    ) -> None:
        """Of four devices only those are enumerated that pass each of the id filters that are set."""
        world.driver(
            flags={
                "devices": "4",
                "device_name": "a;b;c;d",
                "device": "1;1;1;9",
                "vendor": "2;2;9;2",
                "driver_id": "3;9;3;3",
            }
        )
        world.variable(DEVICE, variables.get(DEVICE))
        world.variable(VENDOR, variables.get(VENDOR))
        world.variable(DRIVER, variables.get(DRIVER))

        assert names(subject, world) == left

    @pytest.mark.rule("FILTER-ID-MULTI-01", "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
    def test_different_devices_match_different_filters(self, world: World, subject: Trial) -> None:
        """No device is enumerated if none passes both VK_LOADER_DEVICE_ID_FILTER and VK_LOADER_VENDOR_ID_FILTER."""
        world.driver(flags={"devices": "2", "device": "1;2", "vendor": "1;2"})
        world.variable(DEVICE, "1")
        world.variable(VENDOR, "2")

        assert names(subject, world) == []


class TestGroups:
    """A hidden device is in no group of the device groups either."""

    @pytest.mark.parametrize("groups", ["0+1,2", "0,1,2", "0+1+2"])
    @pytest.mark.parametrize(
        ("variable", "ids"),
        [
            pytest.param(DEVICE, "device", marks=pytest.mark.rule("FILTER-ID-DEVICE-01")),
            pytest.param(VENDOR, "vendor", marks=pytest.mark.rule("FILTER-ID-VENDOR-01")),
            pytest.param(DRIVER, "driver_id", marks=pytest.mark.rule("FILTER-ID-DRIVER-01")),
        ],
    )
    def test_a_group_loses_its_hidden_members(
        self, world: World, subject: Trial, variable: str, ids: str, groups: str
    ) -> None:
        """A device that an id filter hides should be in no device group, and a group of hidden devices be gone."""
        world.driver(flags={"devices": "3", ids: "1;2;3", "device_name": "one;two;three", "groups": groups})
        world.variable(variable, "1")

        left = shown(subject, world).groups()

        subject.implied(left, [["one"]], "the rule of the filter, which does not speak of groups")
