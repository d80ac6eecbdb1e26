"""Lists that go through the loader count in full: devices, extensions of devices, drivers that are handed over."""

import pytest

from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import said
from refloader.scenario.scenario import World
from refloader.scenario.script import Script, read
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
TOOLS = "vkGetPhysicalDeviceToolProperties"
DIRECT = "VK_LUNARG_direct_driver_loading"
NUMBERS = pytest.mark.parametrize("number", [33, 2, 8, 9, 16, 17])
LAYERS = pytest.mark.parametrize("layers", [0, 1, 2], ids=["no-layer", "a-layer", "two-layers"])


class TestDevices:
    """The terminator calls every driver and merges what they answer: every device of each."""

    @NUMBERS
    @LAYERS
    @pytest.mark.rule("CHAIN-TERM-01")
    @pytest.mark.parametrize("drivers", [1, 2], ids=["a-driver", "two-drivers"])
    def test_of_a_driver(self, world: World, subject: Trial, drivers: int, layers: int, number: int) -> None:
        """Every physical device of every driver is enumerated once, however many a driver has."""
        expected: list[str] = []
        for driver in range(drivers):
            names = [f"d{driver}-{index}" for index in range(number)]
            world.driver(f"d{driver}", flags={"devices": str(number), "device_name": ";".join(names)})
            expected += names
        for index in range(layers):
            world.implicit_layer(f"VK_LAYER_TEST_{index}")

        seen = subject.calls(world, with_instance())

        assert sorted(seen.device_names()) == sorted(expected)


class TestExtensionsOfDevices:
    """Before a driver's vkCreateDevice, extensions are removed that it does not offer, and no others."""

    @NUMBERS
    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.parametrize("beside", ["", "before", "behind"], ids=["alone", "behind-one", "before-one"])
    def test_that_a_device_enables(self, world: World, subject: Trial, beside: str, number: int) -> None:
        """The driver gets exactly the enabled device extensions that it offers, beside one of a layer, too."""
        names = [f"VK_TEST_{index}" for index in range(number)]
        world.driver(flags={"device_extensions": ",".join(f"{name}:1" for name in names)})
        own = "VK_TEST_layer"
        world.implicit_layer(ONE, device_extensions=[{"name": own, "spec_version": "1", "entrypoints": []}])
        wanted = {"": names, "before": [own, *names], "behind": [*names, own]}[beside]
        script = with_instance()
        script.device(extensions=wanted)

        seen = subject.calls(world, script)

        given = {text.split()[0] for _, text in said(seen.lines["device"], "vkCreateDevice", "driver")}
        told = [sorted(each.removeprefix("extensions=").split(",")) for each in given]
        assert (seen.answers["device"], told) == (0, [sorted(names)])


@pytest.mark.editions("2026")
class TestTools:
    """What a driver writes comes back: the tools that a device of Vulkan 1.3 names."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize("number", [9, 0, 1, 2])
    @pytest.mark.parametrize("api", ["1.3.0", "1.3.250", "1.4.0"])
    @pytest.mark.parametrize("beside", ["none", "older"])
    def test_of_a_device(self, world: World, subject: Trial, beside: str, api: str, number: int) -> None:
        """vkGetPhysicalDeviceToolProperties gives the number of tools that the device's own driver gives."""
        flags = {"api": api, "device_api": api, "tools": str(number), "device_name": "own"}
        world.driver("own", api_version=api, flags=flags)
        if beside == "older":
            world.driver("older", api_version="1.0.0", flags={"device_name": "older", "type": "cpu"})
        script = with_instance(api="1.3.0")
        script.lookup("instance", [TOOLS], "lookup")
        for index in range(1 + (beside == "older")):
            given = (f"devices.{index}", read(0), None)
            script.call(TOOLS, *given, via=INSTANCE, label=f"tools_{index}")

        seen = subject.calls(world, script)

        own = seen.device_names().index("own")
        found = seen.read(f"tools_{own}")
        assert isinstance(found, list)
        assert found[0][0] & 0xFFFF_FFFF == number


@pytest.mark.editions("2026")
class TestDirectDrivers:
    """The drivers that an application hands over are used: each of them, and in exclusive mode no other."""

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-03", "DIRECT-DRIVER-04")
    @pytest.mark.parametrize("number", [5, 1, 2, 3, 9])
    @pytest.mark.parametrize("mode", ["exclusive", "inclusive"])
    def test_each_of_them(self, world: World, subject: Trial, mode: str, number: int) -> None:
        """All drivers that an application hands over are used, and an installed one in inclusive mode alone."""
        world.driver("installed", flags={"device_name": "installed"})
        names = [f"given{index}" for index in range(number)]
        given = [
            world.library(f"/world/given/lib{name}.so", "driver_v7", {"name": name, "device_name": name})
            for name in names
        ]
        script = Script()
        script.create(extensions=[DIRECT], next={"direct": given, "mode": mode})
        script.devices()

        seen = subject.calls(world, script)

        if seen.result_name == "VK_ERROR_EXTENSION_NOT_PRESENT":
            pytest.skip(f"the loader lacks {DIRECT}")
        others = ["installed"] if mode == "inclusive" else []
        assert sorted(seen.device_names()) == sorted([*names, *others])
