"""What layers are given when an instance and a device are made: what the application asks for, whoever is below.

A layer "may assume the layer names and extension names have been validated": that they are those of the application,
and the version as well, is only implied. Without them no layer could tell that its own extension is enabled.
"""

from typing import Any

import pytest

from refloader.scenario.applications import with_instance
from refloader.scenario.call_sequence import field
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.rule("NEGOTIATE-ICD-09")]

NAMES = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]
REPORT, SURFACE, OWN = "VK_EXT_debug_report", "VK_KHR_surface", "VK_EXT_validation_features"
OF_A_DRIVER, OF_A_LAYER = "VK_KHR_maintenance1", "VK_TEST_device_of_a_layer"

PASSED = 'NEGOTIATE-ICD-09, by which a loader "can be viewed as a pass through", and which speaks of drivers'

ASKED = {
    "a layer's own": [OWN],
    "the drivers' and a layer's": [SURFACE, OWN, REPORT],
    "none": [],
    "the drivers'": [SURFACE, REPORT],
}
EXTENSIONS = pytest.mark.parametrize("asked", ASKED)
WHOSE = pytest.mark.parametrize("whose", [0, 1, 2], ids=["first", "second", "third"])


def chain(world: World, whose: int) -> None:
    """Three layers, one of which has extensions of its own, above a driver that has others."""
    offered = {"extensions": f"{SURFACE}:25,{REPORT}:9", "device_extensions": f"{OF_A_DRIVER}:1"}
    world.driver(flags=offered)
    for place, name in enumerate(NAMES):
        own: dict[str, Any] = {
            "instance_extensions": [{"name": OWN, "spec_version": "1"}],
            "device_extensions": [{"name": OF_A_LAYER, "spec_version": "1", "entrypoints": []}],
        }
        world.explicit_layer(name, **(own if place == whose else {}))
    world.application(layers=NAMES)


class TestInstances:
    """Each layer is given the version and the extensions of the application."""

    @EXTENSIONS
    @WHOSE
    def test_extensions(self, world: World, subject: Trial, asked: str, whose: int) -> None:
        """Each layer should get all extensions that the application enables for the instance, whoever offers them."""
        chain(world, whose)
        script = Script()
        script.create(extensions=ASKED[asked])

        seen = subject.calls(world, script)

        if seen.answers["instance"] != 0:
            pytest.skip("the loader refuses these extensions, which is for other rules")
        found = field(seen.lines["instance"], "vkCreateInstance", "extensions", "layer")
        subject.implied(found, dict.fromkeys(NAMES, str(len(ASKED[asked]))), PASSED)

    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("drivers", [["1.0.0", "1.1.0"], ["1.0.0"], ["1.1.0"]], ids="-".join)
    @pytest.mark.parametrize("api", ["1.1.0", "1.2.0", "1.0.0"])
    def test_versions(self, world: World, subject: Trial, drivers: list[str], api: str) -> None:
        """Each layer should get the application's apiVersion, whatever version a driver below the layers gets."""
        for number, version in enumerate(drivers):
            world.driver(f"d{number}", api_version=version, flags={"api": version})
        for name in NAMES:
            world.explicit_layer(name, api_version="1.3.0")
        script = Script()
        script.create(api=api, layers=NAMES)

        seen = subject.calls(world, script)

        found = field(seen.lines["instance"], "vkCreateInstance", "api", "layer")
        subject.implied(found, dict.fromkeys(NAMES, api), PASSED)


class TestDevices:
    """Each layer is given the extensions that the application enables for the device."""

    @pytest.mark.editions("2018", "2022", "2026")
    @WHOSE
    @pytest.mark.parametrize(
        "asked",
        [[OF_A_LAYER], [OF_A_DRIVER, OF_A_LAYER], [], [OF_A_DRIVER]],
        ids=["layer's", "both", "none", "driver's"],
    )
    def test_extensions_of_devices(self, world: World, subject: Trial, asked: list[str], whose: int) -> None:
        """Each layer should get all extensions that the application enables for the device, whoever offers them."""
        chain(world, whose)
        script = with_instance()
        script.device(extensions=asked)

        seen = subject.calls(world, script)

        found = field(seen.lines["device"], "vkCreateDevice", "extensions", "layer")
        subject.implied(found, dict.fromkeys(NAMES, str(len(asked))), PASSED)
