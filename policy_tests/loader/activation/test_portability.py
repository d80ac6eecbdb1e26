"""Drivers of portability: an application has to ask for them."""

from itertools import chain
from typing import Any

import pytest

from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

FLAG = 1
"""VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR."""
EXTENSION = "VK_KHR_portability_enumeration"
OTHERS = [
    "VK_EXT_debug_utils",
    "VK_EXT_debug_report",
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_device_group_creation",
]
"""Extensions that a loader offers whatever its drivers have (EXT-FILTER-02), in edition 2026."""


def portable(world: World, **flags: str) -> None:
    """A driver whose manifest says that it is one of portability."""
    world.driver("portable", file_format_version="1.0.1", is_portability_driver=True, flags=flags)


UNKNOWN_FLAGS = "PORTABILITY-01; an application may not set flags that Vulkan does not have"


class TestTheExtension:
    """The loader implements VK_KHR_portability_enumeration."""

    @pytest.mark.rule("PORTABILITY-01")
    def test_it_is_reported(self, world: World, subject: Trial) -> None:
        """The loader reports VK_KHR_portability_enumeration although no driver has it."""
        world.driver()

        seen = subject.observe(world)

        assert EXTENSION in seen.extension_names()

    @pytest.mark.rule("PORTABILITY-01")
    def test_it_can_be_enabled_alone(self, world: World, subject: Trial) -> None:
        """VK_KHR_portability_enumeration and its flag can be used where no portability driver is installed."""
        world.driver()
        world.application(extensions=[EXTENSION], flags=FLAG)

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("plain",))


class TestDriversThatAreAskedFor:
    """A portability driver is loaded where the application sets the flag and enables the extension."""

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.parametrize("place", ["last", "first", "middle"])
    @pytest.mark.parametrize("number", [4, 1, 2])
    def test_beside_other_extensions(self, world: World, subject: Trial, number: int, place: str) -> None:
        """A portability driver is used if the application sets its flag and extension, also beside others."""
        portable(world, extensions=",".join(f"{each}:1" for each in OTHERS))
        extensions = OTHERS[:number]
        extensions.insert({"first": 0, "middle": number // 2, "last": number}[place], EXTENSION)
        world.application(extensions=extensions, flags=FLAG)

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("portable",))


class TestHiddenDrivers:
    """A portability driver is not loaded unless the application sets the flag."""

    @pytest.mark.rule("PORTABILITY-01", "LDP_LOADER_1")
    def test_the_only_driver(self, world: World, subject: Trial) -> None:
        """Without its flag an only portability driver is not used: the result is VK_ERROR_INCOMPATIBLE_DRIVER."""
        portable(world)

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("PORTABILITY-01")
    def test_the_extension_without_the_flag(self, world: World, subject: Trial) -> None:
        """A portability driver is not used if the application enables the extension and does not set the flag."""
        world.driver("plain")
        portable(world)
        world.application(extensions=[EXTENSION])

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)

    @pytest.mark.rule("PORTABILITY-01")
    def test_its_devices_are_not_there(self, world: World, subject: Trial) -> None:
        """Without the portability flag no device of a portability driver is enumerated."""
        world.driver("plain", flags={"device_name": "plain device"})
        portable(world, device_name="portable device")

        seen = subject.observe(world)

        assert [device.name for device in seen.devices] == ["plain device"]

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.parametrize("name", ["third", "first", "second"])
    def test_several_of_them(self, world: World, subject: Trial, name: str) -> None:
        """Without the portability flag the one ordinary driver of three is used alone, wherever it is found."""
        folders = {
            "first": "/home/user/.config/vulkan/icd.d",
            "second": "/etc/vulkan/icd.d",
            "third": "/usr/share/vulkan/icd.d",
        }
        for each, folder in folders.items():
            world.driver(each, folder=folder, file_format_version="1.0.1", is_portability_driver=each != name)

        seen = subject.observe(world)

        assert seen.drivers == (name,)


class TestTheNextInstance:
    """What one instance asks for says nothing of another one."""

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.needs_library
    @pytest.mark.parametrize(
        "order", [[False, True, False], [True, False]], ids=["wanted-between", "wanted-first"]
    )
    def test_each_instance_asks_for_itself(self, world: World, subject: Trial, order: list[bool]) -> None:
        """An instance has the devices of a portability driver exactly if it sets the portability flag itself."""
        world.driver("plain", flags={"device_name": "plain", "api": "1.1.0"})
        portable(world, device_name="portable", api="1.1.0")
        script = Script()
        for index, wanted in enumerate(order):
            asked = [EXTENSION] if wanted else []
            script.create(f"instance_{index}", api="1.1.0", extensions=asked, flags=FLAG if wanted else 0)
            script.devices(f"instance_{index}", f"devices_{index}")
            script.groups(f"instance_{index}", label=f"groups_{index}")

        seen = subject.calls(world, script)

        own = {
            f"instance_{index}": ["plain", "portable"] if wanted else ["plain"]
            for index, wanted in enumerate(order)
        }
        found = {each: sorted(seen.device_names(each.replace("instance", "devices"))) for each in own}
        assert found == own
        groups = {each: seen.answers[each.replace("instance", "groups")] or {"groups": []} for each in own}
        assert {each: sorted(chain.from_iterable(asked["groups"])) for each, asked in groups.items()} == own


class TestWantedDrivers:
    """With the flag and the extension a portability driver is one like any other."""

    @pytest.mark.rule("PORTABILITY-01")
    def test_the_only_driver_is_wanted(self, world: World, subject: Trial) -> None:
        """With the portability flag and extension the device of a portability driver is enumerated."""
        portable(world, device_name="portable device")
        world.application(extensions=[EXTENSION], flags=FLAG)

        seen = subject.observe(world)

        assert [device.name for device in seen.devices] == ["portable device"]

    @pytest.mark.rule("PORTABILITY-01", "LDP_LOADER_2")
    @pytest.mark.parametrize("kinds", ["po", "op", "poo", "opo", "oop", "ppo", "pop", "opp"])
    def test_among_others(self, world: World, subject: Trial, kinds: str) -> None:
        """With the portability flag and extension, portability drivers and ordinary ones are all used."""
        folders = ["/home/user/.config/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d"]
        for number, kind in enumerate(kinds):
            own: dict[str, Any] = {"is_portability_driver": True} if kind == "p" else {}
            world.driver(f"d{number}", folder=folders[number], file_format_version="1.0.1", **own)
        world.application(extensions=[EXTENSION], flags=FLAG)

        seen = subject.observe(world)

        assert {*seen.drivers} == {f"d{number}" for number in range(len(kinds))}

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    def test_it_can_be_disabled(self, world: World, subject: Trial) -> None:
        """A portability driver that VK_LOADER_DRIVERS_DISABLE matches is not used, though it is asked for."""
        world.driver("plain")
        portable(world)
        world.application(extensions=[EXTENSION], flags=FLAG)
        world.variable("VK_LOADER_DRIVERS_DISABLE", "*portable*")

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.parametrize("others", [0x2, 0x8000_0000, 0x2 | 0x8000_0000], ids=hex)
    def test_the_flag_beside_others(self, world: World, subject: Trial, others: int) -> None:
        """A portability driver should be used if flags that Vulkan does not have are set beside its flag."""
        world.driver("plain")
        portable(world)
        world.application(extensions=[EXTENSION], flags=FLAG | others)

        seen = subject.observe(world)

        subject.implied(sorted(seen.drivers), ["plain", "portable"], UNKNOWN_FLAGS)

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.parametrize("others", [0x2, 0x8000_0000], ids=hex)
    def test_other_flags_without_it(self, world: World, subject: Trial, others: int) -> None:
        """A portability driver should not be used if only flags are set that Vulkan does not have."""
        world.driver("plain")
        portable(world)
        world.application(extensions=[EXTENSION], flags=others)

        seen = subject.observe(world)

        subject.implied(seen.drivers, ("plain",), UNKNOWN_FLAGS)

    @pytest.mark.rule("PORTABILITY-01")
    def test_a_manifest_that_says_no(self, world: World, subject: Trial) -> None:
        """A driver whose manifest has is_portability_driver false is used without the portability flag."""
        world.driver("plain", file_format_version="1.0.1", is_portability_driver=False)

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)
