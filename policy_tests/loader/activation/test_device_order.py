"""The order of physical devices on Linux, and which variables change it."""

import pytest

from refloader.scenario.call_sequence import parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
MIXED = "virtual;cpu;integrated;other;discrete"
"""Device types in an order that is neither sorted nor its reverse."""
UNSORTED = (
    "DEVICE-SORT-LINUX-04, which says that nothing is sorted, and not in which order the devices then are"
)
BOTH_VERSIONS = pytest.mark.parametrize("api", ["1.0.0", "1.3.0"])


def devices(world: World, names: str, **flags: str) -> None:
    """A driver with a device of each name."""
    world.driver(flags={"devices": str(names.count(";") + 1), "device_name": names, **flags})


def by_type(world: World, **flags: str) -> None:
    """A driver with a device of each type, named after its type."""
    devices(world, MIXED, type=MIXED, **flags)


def enumerating(api: str) -> Script:
    """An application that enumerates devices, and groups from the version on that has these."""
    script = Script()
    script.create(api=api)
    script.devices()
    if api != "1.0.0":
        script.groups(label="groups")
    return script


def seen_by(subject: Trial, world: World, api: str = "1.3.0") -> Observation:
    """What an application of that version sees."""
    return subject.calls(world, enumerating(api))


def groups(seen: Observation) -> list[list[str]]:
    """The groups in the order of the enumeration; the order of a group's members is the driver's business."""
    return [sorted(group) for group in seen.groups()]


class TestTypes:
    """Devices are sorted by type: discrete, integrated, virtual, all others."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    @BOTH_VERSIONS
    def test_devices_of_one_driver(self, world: World, subject: Trial, api: str) -> None:
        """Devices of one driver are enumerated by type: discrete, integrated, virtual, then all others."""
        by_type(world)

        order = seen_by(subject, world, api).device_names()

        assert order[:3] == ["discrete", "integrated", "virtual"]
        assert sorted(order[3:]) == ["cpu", "other"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    @pytest.mark.parametrize(
        ("early", "late"),
        [
            ("discrete", "integrated"),
            ("discrete", "cpu"),
            ("integrated", "virtual"),
            ("integrated", "other"),
            ("virtual", "cpu"),
            ("virtual", "other"),
        ],
    )
    def test_two_types(self, world: World, subject: Trial, early: str, late: str) -> None:
        """Of two devices the one of the earlier type (discrete, integrated, virtual, other) is enumerated first."""
        devices(world, f"{late};{early}", type=f"{late};{early}")

        seen = seen_by(subject, world)

        assert seen.device_names() == [early, late]

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    @pytest.mark.parametrize("first", ["cpu", "discrete"])
    def test_devices_of_two_drivers(self, world: World, subject: Trial, first: str) -> None:
        """A discrete device is enumerated before a CPU device, whichever of the two drivers is found first."""
        other = {"cpu": "discrete", "discrete": "cpu"}[first]
        world.driver(
            "alpha", folder="/home/user/.config/vulkan/icd.d", flags={"type": first, "device_name": first}
        )
        world.driver("beta", flags={"type": other, "device_name": other})

        order = seen_by(subject, world).device_names()

        assert order == ["discrete", "cpu"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    @pytest.mark.parametrize("turn", range(5))
    def test_a_driver_for_each_type(self, world: World, subject: Trial, turn: int) -> None:
        """Devices of five drivers are enumerated by type, whichever of these drivers is found first."""
        types = MIXED.split(";")
        for place, kind in enumerate([*types[turn:], *types[:turn]]):
            world.driver(f"d{place}", flags={"type": kind, "device_name": kind})

        order = seen_by(subject, world).device_names()

        assert order[:3] == ["discrete", "integrated", "virtual"]
        assert sorted(order[3:]) == ["cpu", "other"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-01")
    def test_layers_see_the_sorted_devices(self, world: World, subject: Trial) -> None:
        """Layers get the devices already sorted: the first that a layer enumerates is the discrete one."""
        by_type(world)
        world.implicit_layer(ONE, flags={"own_device": "vkCreateInstance"})
        world.application(api="1.3.0")

        seen = subject.calls(world)

        if any(each.get("callbacks") == "0" for _, each in parsed_lines(seen.trace, "own_device", "layer")):
            pytest.skip("the loader offers layers no devices of their own")
        used = [line for line in seen.trace if line.startswith("driver plain vkCreateDevice ")]
        assert {line.partition(" device=")[2].split()[0] for line in used} == {"4"}


class TestAddresses:
    """Inside a type the order follows PCI domain, bus, device and function."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(
        ("late", "early"),
        [
            ("1:0:0.0", "0:255:31.7"),
            ("0:2:0.0", "0:1:31.7"),
            ("0:1:3.0", "0:1:2.7"),
            ("0:1:2.4", "0:1:2.3"),
            ("0:16:0.0", "0:9:0.0"),
            ("100:0:0.0", "ff:0:0.0"),
            ("10000:0:0.0", "1:0:0.0"),
        ],
        ids=["domain", "bus", "device", "function", "as-numbers", "domain-0x100", "domain-0x10000"],
    )
    def test_each_part_counts(self, world: World, subject: Trial, late: str, early: str) -> None:
        """Devices of one type are ordered by the numbers of their PCI domain, then bus, then device, then function.

        Nothing is said here of an instance of 1.0, which cannot be asked for addresses.
        """
        devices(
            world,
            "late;early",
            type="discrete",
            device_extensions="VK_EXT_pci_bus_info:2",
            pci=f"{late};{early}",
        )

        seen = seen_by(subject, world)

        assert seen.device_names() == ["early", "late"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-02", "DEVICE-SORT-LINUX-01")
    def test_the_type_outweighs_the_address(self, world: World, subject: Trial) -> None:
        """A discrete device on a late bus comes before an integrated one on the first."""
        devices(
            world,
            "integrated;discrete",
            type="integrated;discrete",
            device_extensions="VK_EXT_pci_bus_info:2",
            pci="0:0:0.0;3:9:0.0",
        )

        seen = seen_by(subject, world)

        assert seen.device_names() == ["discrete", "integrated"]


def choices(world: World, value: str | None) -> None:
    """Devices a (discrete), b (virtual), c and d (processors), of which the variable names some by their ids."""
    devices(
        world,
        "c;d;b;a",
        type="cpu;cpu;virtual;discrete",
        vendor="0x10de;0x10de;0x10df;0x10de",
        device="0x1f92;0x1f91;0x1f91;0x1f93",
        groups="0+1,2,3",
    )
    world.variable("VK_LOADER_DEVICE_SELECT", value)


class TestSelection:
    """VK_LOADER_DEVICE_SELECT=<hex vendor>:<hex device> puts the matching device ahead of all others."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @BOTH_VERSIONS
    def test_the_match_goes_first(self, world: World, subject: Trial, api: str) -> None:
        """The device that VK_LOADER_DEVICE_SELECT names is enumerated first, and no device is removed."""
        choices(world, "0x10de:0x1f91")

        order = seen_by(subject, world, api).device_names()

        assert order[:1] == ["d"]
        assert sorted(order) == ["a", "b", "c", "d"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize("types", ["discrete", "discrete;integrated", "other"])
    def test_the_second_of_two(self, world: World, subject: Trial, types: str) -> None:
        """Of two devices the one that VK_LOADER_DEVICE_SELECT names is enumerated first, whatever their types are."""
        devices(world, "a;b", type=types, device="0x1;0x2", vendor="0x10de")
        world.variable("VK_LOADER_DEVICE_SELECT", "0x10de:0x2")

        seen = seen_by(subject, world)

        assert seen.device_names() == ["b", "a"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_the_others_stay_sorted(self, world: World, subject: Trial) -> None:
        """Behind the device that VK_LOADER_DEVICE_SELECT names all others are enumerated by type."""
        choices(world, "0x10de:0x1f91")

        seen = seen_by(subject, world)

        assert seen.device_names() == ["d", "a", "b", "c"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize(
        ("value", "chosen"), [("0x10DE:0x1F92", "c"), ("0x10df:0x1f91", "b"), ("0x10de:0x1f92", "c")]
    )
    def test_both_numbers_decide(self, world: World, subject: Trial, value: str, chosen: str) -> None:
        """VK_LOADER_DEVICE_SELECT puts first the device whose vendor and device ids match, in any letter case."""
        choices(world, value)

        seen = seen_by(subject, world)

        assert seen.device_names()[:1] == [chosen]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize(
        "value", ["0x10de:0x1f95", "0x1:0x1f91", "0x10de:0x0", "0x0:0x1f91", "", "x:y", ":"]
    )
    def test_no_match_is_ignored(self, world: World, subject: Trial, value: str) -> None:
        """VK_LOADER_DEVICE_SELECT is ignored if no device matches it: devices are enumerated by type."""
        choices(world, value)

        order = seen_by(subject, world).device_names()

        assert order[:2] == ["a", "b"]
        assert sorted(order[2:]) == ["c", "d"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_the_numbers_are_hexadecimal(self, world: World, subject: Trial) -> None:
        """VK_LOADER_DEVICE_SELECT holds hexadecimal ids, so a device's ids in decimal digits do not select it."""
        choices(world, "4318:8081")

        seen = seen_by(subject, world)

        assert seen.device_names()[:2] == ["a", "b"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize(
        ("value", "chosen"),
        [("0x10de:0x1f91", ["c", "d"]), ("0x10df:0x1f91", ["b"]), ("0x10de:0x1f93", ["a"])],
        ids=["group-of-two", "middle", "last"],
    )
    def test_its_group_goes_first(self, world: World, subject: Trial, value: str, chosen: list[str]) -> None:
        """The group of the device that VK_LOADER_DEVICE_SELECT names is enumerated first; no group is removed."""
        choices(world, value)

        seen = seen_by(subject, world)

        assert groups(seen)[:1] == [chosen]
        assert sorted(groups(seen)) == [["a"], ["b"], ["c", "d"]]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize("chosen", ["beta", "alpha"])
    def test_its_group_of_two_drivers(self, world: World, subject: Trial, chosen: str) -> None:
        """The group of the device that VK_LOADER_DEVICE_SELECT names comes before that of another driver."""
        ids = {"alpha": "0x1", "beta": "0x2"}
        for name, device in ids.items():
            world.driver(name, flags={"device_name": name, "vendor": "0x10de", "device": device})
        world.variable("VK_LOADER_DEVICE_SELECT", f"0x10de:{ids[chosen]}")

        seen = seen_by(subject, world)

        assert groups(seen)[:1] == [[chosen]]
        assert len(groups(seen)) == 2


class TestSwitchingItOff:
    """A non-zero VK_LOADER_DISABLE_SELECT disables all device selection and sorting in the loader."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    @pytest.mark.parametrize("value", ["2", "1"])
    def test_the_drivers_order_stays(self, world: World, subject: Trial, value: str) -> None:
        """With a non-zero VK_LOADER_DISABLE_SELECT devices are unsorted, and should be in the driver's order."""
        by_type(world)
        world.variable("VK_LOADER_DISABLE_SELECT", value)

        order = seen_by(subject, world).device_names()

        assert sorted(order) == sorted(MIXED.split(";"))
        assert order[:3] != ["discrete", "integrated", "virtual"]
        subject.implied(order, MIXED.split(";"), UNSORTED)

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    def test_the_groups_order_stays(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_SELECT=1 device groups should be enumerated in the driver's order."""
        devices(world, "i1;i2;d", type="integrated;integrated;discrete", groups="0+1,2")
        world.variable("VK_LOADER_DISABLE_SELECT", "1")

        seen = seen_by(subject, world)

        subject.implied(groups(seen), [["i1", "i2"], ["d"]], UNSORTED)

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    def test_zero_leaves_it_on(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_SELECT=0 devices are sorted by type."""
        by_type(world)
        world.variable("VK_LOADER_DISABLE_SELECT", "0")

        seen = seen_by(subject, world)

        assert seen.device_names()[:3] == ["discrete", "integrated", "virtual"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    def test_zero_leaves_groups_alone(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_SELECT=0 device groups stand in the same order as without the variable."""
        choices(world, "0x10df:0x1f91")
        unset = groups(seen_by(subject, world))
        world.variable("VK_LOADER_DISABLE_SELECT", "0")

        seen = seen_by(subject, world)

        assert sorted(unset) == [["a"], ["b"], ["c", "d"]]
        assert groups(seen) == unset

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    @pytest.mark.parametrize("chosen", ["cpu", "other"])
    def test_nothing_is_sorted_beside_a_selection(self, world: World, subject: Trial, chosen: str) -> None:
        """With VK_LOADER_DISABLE_SELECT=1 devices are not sorted by type, also beside VK_LOADER_DEVICE_SELECT.

        Both readings of AMB-SELECT-DISABLED agree on that; where the named device stands is not asked here.
        """
        by_type(world, vendor="0x10de", device="0x1;0x2;0x3;0x4;0x5")
        world.variable("VK_LOADER_DEVICE_SELECT", f"0x10de:0x{1 + MIXED.split(';').index(chosen)}")
        world.variable("VK_LOADER_DISABLE_SELECT", "1")

        order = seen_by(subject, world).device_names()

        assert sorted(order) == sorted(MIXED.split(";"))
        assert [each for each in order if each != chosen][:3] != ["discrete", "integrated", "virtual"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    def test_no_device_is_selected(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DISABLE_SELECT=1 the device that VK_LOADER_DEVICE_SELECT names should keep its place."""
        choices(world, "0x10df:0x1f91")
        world.variable("VK_LOADER_DISABLE_SELECT", "1")

        order = seen_by(subject, world).device_names()

        assert sorted(order) == ["a", "b", "c", "d"]
        if order[0] == "b":
            subject.reading("AMB-SELECT-DISABLED", order[0], chosen="c", tolerated="b")
        else:
            subject.implied(order, ["c", "d", "b", "a"], UNSORTED)
