"""What is predicted of libraries that refuse, cheat or fail; the drop-in library gives the same."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from refloader.native.dropin import dropin_library
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import OVERRIDE_LAYER, Mock, World
from refloader.suite.loaders.subjects import Reference
from refloader.suite.run.targets import why_no_dropin

BAD = "VK_LAYER_TEST_bad"
GOOD = "VK_LAYER_TEST_good"
OUTDATED = {"vkGetInstanceProcAddr": "mock_GetInstanceProcAddr"}
Flags = Mapping[str, str]


class Case(NamedTuple):
    """A library that is not like the others: its mock, its flags, and keys of its manifest."""

    mock: Mock | None
    flags: Flags
    keys: Mapping[str, object]
    chain: tuple[str, ...]


def seen_by(subject: str, world: World) -> Observation:
    """What the model or the drop-in library shows of a world."""
    if subject == "model":
        return Reference().observe(world.scenario())
    reason = why_no_dropin()
    if reason:
        pytest.skip(reason)
    return ForeignLoader(dropin_library()).observe(world.scenario())


LAYERS = {
    "agrees": Case("layer", {}, {}, (BAD, GOOD)),
    "refuses": Case("layer", {"negotiate": "fail"}, {}, (GOOD,)),
    "answers with an error": Case("layer", {"negotiate_result": "-1"}, {}, (GOOD,)),
    "answers too new": Case("layer", {"negotiate_version": "3"}, {}, (GOOD,)),
    "answers 1": Case("layer", {"interface": "1"}, {}, (BAD, GOOD)),
    "answers 1 without exports": Case("layer_v2", {"interface": "1"}, {}, (GOOD,)),
    "claims 2 without pointers": Case("layer", {"interface": "1", "negotiate_version": "2"}, {}, (GOOD,)),
    "without an instance lookup": Case("layer", {"negotiate": "null_instance"}, {}, (GOOD,)),
    "without a device lookup": Case("layer", {"negotiate": "null_device"}, {}, (BAD, GOOD)),
    "exports alone": Case("layer_v1", {}, {}, (BAD, GOOD)),
    "foreign prefix": Case("layer_v0", {}, {}, (GOOD,)),
    "renamed and not said": Case("layer_renamed", {}, {}, (GOOD,)),
    "renamed and said": Case("layer_renamed", {}, {"functions": OUTDATED}, (BAD, GOOD)),
    "wraps all": Case("layer", {"wrap": "instance,physical_device"}, {}, (BAD, GOOD)),
    "missing": Case(None, {}, {}, (GOOD,)),
}


@pytest.mark.parametrize("subject", ["model", "drop-in"])
class TestLayers:
    """A layer that cannot be used is left out, and one that cannot be told beforehand is said."""

    @pytest.mark.rule("NEGOTIATE-LAYER-05", "NEGOTIATE-LAYER-06", "NEGOTIATE-LAYER-09", "LLP_LOADER_5")
    @pytest.mark.parametrize("name", LAYERS)
    def test_the_chain(self, subject: str, name: str) -> None:
        """Others stay whatever one of them answers."""
        case = LAYERS[name]
        world = World()
        world.driver()
        flags = {"name": BAD, **case.flags}
        world.implicit_layer(
            BAD, folder="/etc/vulkan/implicit_layer.d", mock=case.mock, flags=flags, **case.keys
        )
        world.implicit_layer(GOOD)

        seen = seen_by(subject, world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", case.chain)

    @pytest.mark.rule("LLP_LOADER_5", "AMB-NEG-ENUM")
    @pytest.mark.parametrize("flags", [{"negotiate": "fail"}, {"negotiate_version": "7"}])
    def test_one_that_was_asked_for_is_missed(self, subject: str, flags: Flags) -> None:
        """The application hears of a layer that it asked for and cannot have."""
        world = World()
        world.driver()
        world.explicit_layer(BAD, flags=flags)
        world.application(layers=[BAD])

        seen = seen_by(subject, world)

        assert seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("EXT-ENUM-02", "OVERRIDE-02")
    def test_a_blocked_component_lends_no_extensions(self, subject: str) -> None:
        """What a meta-layer offers are the extensions of components that can be had."""
        world = World()
        rows = [{"name": "VK_KHR_surface", "spec_version": "1"}]
        world.explicit_layer(BAD, instance_extensions=rows)
        world.override_layer(components=[BAD], blacklist=[BAD])

        seen = seen_by(subject, world)

        assert seen.layer_names == (OVERRIDE_LAYER,)
        assert seen.extension_names(OVERRIDE_LAYER) == ()

    @pytest.mark.rule("EXT-ENUM-01")
    def test_what_an_application_will_ask_for_is_not_enumerated(self, subject: str) -> None:
        """The extensions of an implicit layer count when it is on, not when somebody asks for it later."""
        world = World()
        world.driver()
        rows = [{"name": "VK_KHR_surface", "spec_version": "1"}]
        world.implicit_layer(BAD, enable_environment={"ENABLE_BAD": "1"}, instance_extensions=rows)
        world.application(layers=[BAD])

        seen = seen_by(subject, world)

        assert "VK_KHR_surface" not in seen.extension_names()
        assert seen.chain == (BAD,)

    @pytest.mark.parametrize("flag", ["fail", "fail_after"])
    def test_its_result_is_that_of_the_creation(self, subject: str, flag: str) -> None:
        """What a layer answers to vkCreateInstance is what the application gets."""
        world = World()
        world.driver()
        world.implicit_layer(BAD, flags={flag: "vkCreateInstance:-7"})

        seen = seen_by(subject, world)

        assert seen.result_name == "VK_ERROR_EXTENSION_NOT_PRESENT"

    def test_its_devices_are_those_of_the_application(self, subject: str) -> None:
        """What a layer answers to vkEnumeratePhysicalDevices is what the application gets."""
        world = World()
        world.driver()
        world.implicit_layer(BAD, flags={"fail": "vkEnumeratePhysicalDevices:-4"})

        seen = seen_by(subject, world)

        assert (seen.results["devices"], seen.devices) == (-4, ())


DRIVERS: Mapping[str, tuple[Mock | None, Flags, Sequence[str]]] = {
    "refuses": ("driver", {"negotiate": "fail"}, ["good"]),
    "answers too new": ("driver", {"rubbish": "vk_icdNegotiateLoaderICDInterfaceVersion"}, ["good"]),
    "has no extensions": ("driver", {"null": "vkEnumerateInstanceExtensionProperties"}, ["good"]),
    "fails": ("driver", {"fail": "vkCreateInstance:-4"}, ["bad", "good"]),
    "cannot create": ("driver", {"null": "vkCreateInstance"}, ["good"]),
    "creates nothing": ("driver", {"rubbish": "vkCreateInstance"}, ["bad", "good"]),
    "missing": (None, {}, ["good"]),
    "of interface 0": ("driver_v0", {}, ["bad", "good"]),
    "of interface 3": ("driver_v2", {}, ["bad", "good"]),
    "of interface 7": ("driver_v7", {}, ["bad", "good"]),
    "by lookup alone": ("driver_v7", {"interface": "1"}, ["bad", "good"]),
}


@pytest.mark.parametrize("subject", ["model", "drop-in"])
class TestDrivers:
    """A driver that cannot be used costs only itself."""

    @pytest.mark.rule("LDP_DRIVER_1", "LDP_LOADER_1", "NEGOTIATE-ICD-04", "NEGOTIATE-ICD-05")
    @pytest.mark.parametrize("name", DRIVERS)
    def test_who_is_entered(self, subject: str, name: str) -> None:
        """The other driver's instance is made whatever the one does."""
        mock, flags, entered = DRIVERS[name]
        world = World()
        world.driver("bad", folder="/etc/vulkan/icd.d", mock=mock, flags=flags)
        world.driver("good")

        seen = seen_by(subject, world)

        assert (seen.result_name, list(seen.drivers)) == ("VK_SUCCESS", entered)

    @pytest.mark.rule("LDP_LOADER_6", "LDP_LOADER_7")
    @pytest.mark.parametrize(
        ("flags", "manifest", "wanted", "result"),
        [
            ({"interface": "4", "api": "1.1.0"}, "1.3.0", "1.3.0", "VK_ERROR_INCOMPATIBLE_DRIVER"),
            ({"interface": "5", "api": "1.1.0"}, "1.3.0", "1.3.0", "VK_SUCCESS"),
            ({"interface": "4", "api": "1.0.0"}, "1.3.0", "1.3.0", "VK_SUCCESS"),
            ({"interface": "4", "api": "1.1.0"}, "1.0.0", "1.3.0", "VK_SUCCESS"),
            ({"interface": "4", "api": "1.1.0"}, "1.3.0", "", "VK_SUCCESS"),
        ],
    )
    def test_a_driver_may_judge_the_version(
        self, subject: str, flags: Flags, manifest: str, wanted: str, result: str
    ) -> None:
        """One of interface 4 refuses what is newer than itself; one of Vulkan 1.0 never hears of it."""
        world = World()
        world.driver(flags=flags, api_version=manifest)
        world.application(api=wanted)

        seen = seen_by(subject, world)

        assert seen.result_name == result

    @pytest.mark.rule("DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-02")
    def test_devices_are_sorted(self, subject: str) -> None:
        """By type, then by PCI address where there is one; the others as their drivers come, the last first."""
        pci = {"device_extensions": "VK_EXT_pci_bus_info:2"}
        world = World()
        world.driver("a", folder="/etc/vulkan/icd.d", flags={"devices": "2", "type": "cpu;integrated"})
        world.driver("b", flags={"device": "0x10", "type": "integrated"})
        world.driver(
            "c", folder="/usr/local/share/vulkan/icd.d", flags={"device": "0x20", "type": "integrated", **pci}
        )

        world.application(api="1.1.0")
        seen = seen_by(subject, world)

        assert [device.device for device in seen.devices] == [0x20, 0x10, 0x2001, 0x2000]

    def test_no_driver_with_devices(self, subject: str) -> None:
        """An enumeration without any device fails."""
        world = World()
        world.driver("a", folder="/etc/vulkan/icd.d", flags={"devices": "0"})
        world.driver("b", flags={"null": "vkEnumeratePhysicalDevices"})

        seen = seen_by(subject, world)

        assert (seen.result, seen.results["devices"], seen.devices) == (0, -3, ())
