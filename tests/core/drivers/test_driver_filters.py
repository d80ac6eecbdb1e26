"""VK_LOADER_DRIVERS_SELECT and _DISABLE of 2026, and the filters on the ids of physical devices."""

import pytest
from worlds import E2018, E2022, E2026, World, used_drivers

from refloader.core.drivers.devices import filtered
from refloader.core.search.environment import visible_environment
from refloader.model.driver import PhysicalDevice
from refloader.model.edition import Edition


def used(edition: Edition = E2026, **variables: str) -> list[str]:
    """The file names of the drivers used of amd.json, intel.json and nvidia.json."""
    world = World()
    world.files.clear()
    for name in ("amd", "intel", "nvidia"):
        world.driver(name)
    world.variables |= variables
    return [path.rpartition("/")[2] for path in used_drivers(world.plan(edition))]


class TestSelect:
    """When VK_LOADER_DRIVERS_SELECT is set, only drivers whose manifest matches one of its globs are used."""

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    @pytest.mark.parametrize(
        ("value", "left"),
        [
            ("intel.json", ["intel.json"]),
            ("*i*", ["intel.json", "nvidia.json"]),
            ("nv*,amd*", ["amd.json", "nvidia.json"]),
            ("AMD.JSON", ["amd.json"]),
            ("*", ["amd.json", "intel.json", "nvidia.json"]),
        ],
    )
    def test_matches_are_used(self, value: str, left: list[str]) -> None:
        """One matching glob is enough; the order stays that of discovery."""
        assert used(VK_LOADER_DRIVERS_SELECT=value) == left

    @pytest.mark.rule("FILTER-DRIVER-SELECT-02")
    def test_no_match_leaves_no_driver(self) -> None:
        """Without a match nothing is used, and creating an instance fails."""
        world = World()
        world.variables["VK_LOADER_DRIVERS_SELECT"] = "unknown*"

        plan = world.plan()

        assert used_drivers(plan) == []
        assert plan.result == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("AMB-SELECT-EMPTY")
    @pytest.mark.parametrize("value", ["", ","])
    def test_an_empty_list_is_no_filter(self, value: str) -> None:
        """A list without elements selects nothing and leaves out nothing."""
        assert used(VK_LOADER_DRIVERS_SELECT=value) == ["amd.json", "intel.json", "nvidia.json"]

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    @pytest.mark.parametrize("edition", [E2018, E2022])
    def test_older_editions_do_not_know_it(self, edition: Edition) -> None:
        """Before 2026 the variable has no effect."""
        assert used(edition, VK_LOADER_DRIVERS_SELECT="amd*") == ["amd.json", "intel.json", "nvidia.json"]


class TestDisable:
    """Drivers whose manifest matches VK_LOADER_DRIVERS_DISABLE are not used, unless they are selected too."""

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    @pytest.mark.parametrize(
        ("value", "left"),
        [
            ("intel.json", ["amd.json", "nvidia.json"]),
            ("*i*", ["amd.json"]),
            ("NV*", ["amd.json", "intel.json"]),
        ],
    )
    def test_matches_are_left_out(self, value: str, left: list[str]) -> None:
        """Each matching driver is gone and the others stay."""
        assert used(VK_LOADER_DRIVERS_DISABLE=value) == left

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-02")
    def test_no_match_leaves_all(self) -> None:
        """A glob without a match changes nothing."""
        assert used(VK_LOADER_DRIVERS_DISABLE="unknown*") == ["amd.json", "intel.json", "nvidia.json"]

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-02")
    def test_all_matched_leaves_none(self) -> None:
        """With every driver disabled, creating an instance fails."""
        world = World()
        world.variables["VK_LOADER_DRIVERS_DISABLE"] = "*"

        plan = world.plan()

        assert used_drivers(plan) == []
        assert plan.result == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("FILTER-GEN-09", "FILTER-DRIVER-DISABLE-01")
    @pytest.mark.parametrize("disable", ["*", "amd*", "intel*"])
    def test_select_wins(self, disable: str) -> None:
        """A driver that is disabled and selected is used, and it alone."""
        assert used(VK_LOADER_DRIVERS_DISABLE=disable, VK_LOADER_DRIVERS_SELECT="amd*") == ["amd.json"]

    @pytest.mark.rule("FILTER-GEN-09", "AMB-SELECT-EMPTY")
    def test_an_empty_select_does_not_undo_disable(self) -> None:
        """No filter beside a disable list leaves the disable list in force."""
        left = used(VK_LOADER_DRIVERS_DISABLE="amd*", VK_LOADER_DRIVERS_SELECT="")

        assert left == ["intel.json", "nvidia.json"]

    @pytest.mark.rule("AMB-DRIVERS-ALL")
    @pytest.mark.parametrize("word", ["~all~", "~ALL~"])
    def test_every_driver(self, word: str) -> None:
        """~all~ stands for every driver, as it does for layers; the other words of layers mean nothing."""
        assert used(VK_LOADER_DRIVERS_DISABLE=word) == []
        assert used(VK_LOADER_DRIVERS_DISABLE="~all~", VK_LOADER_DRIVERS_SELECT="amd*") == ["amd.json"]
        assert len(used(VK_LOADER_DRIVERS_SELECT=word)) == 3
        assert len(used(VK_LOADER_DRIVERS_DISABLE="~implicit~")) == 3


GPU = PhysicalDevice("gpu", vendor_id=0x10DE, device_id=0x7470, type=2, driver_id=4)
OTHER = PhysicalDevice("other", vendor_id=65541, device_id=29827, type=1, driver_id=13)
OLD = PhysicalDevice("old", vendor_id=0x10DE, device_id=0x10, type=1, driver_id=None)


def shown(edition: Edition = E2026, **variables: str) -> list[str]:
    """The names of the devices that pass the filters in these variables."""
    environment = visible_environment(variables, elevated=False, executable="", edition=edition)
    return [device.name for device in filtered([GPU, OTHER, OLD], environment, edition)]


class TestIdFilters:
    """Only devices whose id matches an element are enumerated: an id or first:last, decimal or 0x."""

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @pytest.mark.parametrize(
        ("value", "left"),
        [
            ("0x7460:0x747e,29827", ["gpu", "other"]),
            ("0x7460:0x747e", ["gpu"]),
            ("29827", ["other"]),
            ("0X7470", ["gpu"]),
            ("29808", ["gpu"]),
            ("0x7471:0x747e", []),
            ("0x10:0x7470", ["gpu", "old"]),
        ],
    )
    def test_device_ids(self, value: str, left: list[str]) -> None:
        """The document's example and its parts; both ends of a range belong to it."""
        assert shown(VK_LOADER_DEVICE_ID_FILTER=value) == left

    @pytest.mark.rule("FILTER-ID-VENDOR-01")
    @pytest.mark.parametrize(
        ("value", "left"),
        [("65541", ["other"]), ("0x10de", ["gpu", "old"]), ("0x10005,4318", ["gpu", "other", "old"])],
    )
    def test_vendor_ids(self, value: str, left: list[str]) -> None:
        """The vendor filter looks at vendorID alone."""
        assert shown(VK_LOADER_VENDOR_ID_FILTER=value) == left

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    @pytest.mark.parametrize(
        ("value", "left"), [("13", ["other"]), ("1:4,13", ["gpu", "other"]), ("5:12", [])]
    )
    def test_driver_ids(self, value: str, left: list[str]) -> None:
        """The driver filter looks at driverID alone."""
        assert shown(VK_LOADER_DRIVER_ID_FILTER=value) == left

    @pytest.mark.rule("AMB-IDFILTER-APIVER")
    def test_a_device_without_a_driver_id_fails_that_filter(self) -> None:
        """A device whose driverID cannot be asked for is filtered out, whatever the range."""
        assert shown(VK_LOADER_DRIVER_ID_FILTER="0:0xffffffff") == ["gpu", "other"]

    @pytest.mark.rule("AMB-IDFILTER-RANGE")
    @pytest.mark.parametrize(
        ("value", "left"),
        [
            *(
                ("1-3:13", []),
                ("1-3:13,4", ["gpu"]),
                ("1-4:13", ["gpu"]),
                ("1-4", ["gpu"]),
                ("5/0xd", ["other"]),
            ),
            *(("1-", []), ("1--4", []), ("1-4x", []), ("1x4", []), ("-4", [])),
        ],
    )
    def test_any_separator_makes_a_range(self, value: str, left: list[str]) -> None:
        """The example 1-3:13 is a range from 1 to 3, and what follows it is ignored; half a range is nothing."""
        assert shown(VK_LOADER_DRIVER_ID_FILTER=value) == left

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    def test_every_filter_that_is_set_must_pass(self) -> None:
        """A device that fails one of several filters is not shown."""
        assert shown(VK_LOADER_VENDOR_ID_FILTER="0x10de", VK_LOADER_DEVICE_ID_FILTER="0x10") == ["old"]
        assert shown(VK_LOADER_VENDOR_ID_FILTER="65541", VK_LOADER_DEVICE_ID_FILTER="0x10") == []
        assert shown(VK_LOADER_VENDOR_ID_FILTER="0x10de", VK_LOADER_DRIVER_ID_FILTER="4") == ["gpu"]

    @pytest.mark.rule("AMB-SELECT-EMPTY")
    @pytest.mark.parametrize("value", ["", ","])
    def test_an_empty_value_is_no_filter(self, value: str) -> None:
        """A list without elements lets every device pass."""
        assert shown(VK_LOADER_DEVICE_ID_FILTER=value) == ["gpu", "other", "old"]

    @pytest.mark.rule("FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01", "FILTER-ID-DRIVER-01")
    @pytest.mark.parametrize(
        "name", ["VK_LOADER_DEVICE_ID_FILTER", "VK_LOADER_VENDOR_ID_FILTER", "VK_LOADER_DRIVER_ID_FILTER"]
    )
    def test_older_editions_do_not_know_them(self, name: str) -> None:
        """Before 2026 every device is shown."""
        assert shown(E2022, **{name: "1"}) == ["gpu", "other", "old"]
