"""What the chain of a device does not depend on: whatever else the application says, it is that of the instance."""

from typing import Any

import pytest

from refloader.scenario.applications import INSTANCE
from refloader.scenario.call_sequence import entered, field, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, of_device, out, pair, text
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
LAYERS = (ONE, TWO, THREE)
WAIT, STORE, OTHER = "vkDeviceWaitIdle", "VK_EXT_load_store_op_none", "VK_KHR_maintenance1"
UTILS, DIRECT = "VK_EXT_debug_utils", "VK_LUNARG_direct_driver_loading"
SUCCESS = 0
NO_FEATURES = [0] * 28
"""A VkPhysicalDeviceFeatures in which nothing is set."""

NO_PROTECTED_MEMORY: Argument = [1000145001, None, 0]
"""Nor in this structure of features: drivers refuse devices with features that they lack."""


def info(
    *,
    extensions: tuple[str, ...] = (),
    layers: tuple[str, ...] = (),
    features: Argument = None,
    next: Argument = None,
    queues: int = 1,
) -> Argument:
    """A VkDeviceCreateInfo."""
    families = [word for family in range(queues) for word in (2, None, pair(0, family), 1, [0])]
    names = [[text(name) for name in given] or None for given in (layers, extensions)]
    return [3, next, pair(0, queues), families, len(layers), names[0], len(extensions), names[1], features]


DEVICES: dict[str, dict[str, Any]] = {
    "plain": {},
    "an-extension": {"extensions": (STORE,)},
    "two-extensions": {"extensions": (OTHER, STORE)},
    "features": {"features": NO_FEATURES},
    "a-structure": {"next": NO_PROTECTED_MEMORY},
    "two-families": {"queues": 2},
    "a-layer": {"layers": (TWO,)},
    "the-last-layer": {"layers": (THREE,)},
    "layers-turned-round": {"layers": (THREE, TWO, ONE)},
    "the-same-layers": {"layers": LAYERS},
    "a-layer-and-an-extension": {"layers": (ONE,), "extensions": (STORE,)},
    "no-layer-of-the-instance": {"layers": ("VK_LAYER_TEST_absent",), "extensions": (STORE,)},
    "all-at-once": {
        "extensions": (STORE,),
        "features": NO_FEATURES,
        "next": NO_PROTECTED_MEMORY,
        "queues": 2,
        "layers": (TWO, ONE),
    },
}
"""What an application can say when it makes a device."""

INSTANCES: dict[str, dict[str, Any]] = {
    "of-no-version": {"api": ""},
    "of-1.0": {"api": "1.0.0"},
    "of-1.4": {"api": "1.4.0"},
    "with-an-extension": {"extensions": [UTILS]},
    "with-a-messenger": {"extensions": [UTILS], "next": {"utils": 7}},
    "with-an-allocator": {"allocator": allocator("a")},
    "in-pieces": {"next": {"report": 7, "next": {"utils": 7}}, "extensions": [UTILS, "VK_EXT_debug_report"]},
}
"""What an application can say when it makes the instance."""

SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
EACH_DEVICE = pytest.mark.parametrize("device", DEVICES)


def machine(world: World) -> None:
    """A driver for two families of queues, and three layers."""
    offered = {"extensions": f"{UTILS}:2,VK_EXT_debug_report:10", "families": "GCT1,CT2", "whole": "1"}
    newest = (
        "1.4.0"  # of all that instances ask for here: whether a newer one may be refused is for LDP_LOADER_6
    )
    flags = {**offered, "api": newest, "device_extensions": f"{STORE}:1,{OTHER}:2"}
    world.driver(api_version=newest, flags=flags)
    for name in LAYERS:
        world.explicit_layer(name, flags={"intercept": WAIT})


def used(script: Script, *, given: Argument = None, **said: Any) -> None:
    """Make a device, wait for it by functions of both lookups, and destroy it."""
    script.call(
        "vkCreateDevice", "devices.0", info(**said), given, out("device"), via=INSTANCE, label="device"
    )
    script.call(WAIT, "device", via=INSTANCE, label="wait")
    script.call(WAIT, "device", via=of_device("device"), label="wait again")
    script.call("vkDestroyDevice", "device", given, via=INSTANCE, returns="nothing", label="end")


def judge(seen: Observation, extensions: tuple[str, ...] = ()) -> None:
    """All commands of the device pass all layers, and the extensions reach the driver, in any order."""
    assert seen.returned("device", "wait", "wait again") == [SUCCESS] * 3
    assert way_down(seen.lines["device"], "vkCreateDevice") == (*LAYERS, "plain")
    assert [entered(seen.lines[label], WAIT, "layer") for label in ("wait", "wait again")] == [LAYERS] * 2
    assert way_down(seen.lines["end"], "vkDestroyDevice") == (*LAYERS, "plain")
    given = field(seen.trace, "vkCreateDevice", "extensions", "driver").values()
    assert [sorted(names.split(",")) for names in given] == [sorted(extensions) or [""]]


@SINCE_2018
@pytest.mark.rule("CHAIN-DIST-01", "ACT-DEVLAYER-02")
class TestWhateverIsSaid:
    """The layers of a device are those of its instance."""

    @EACH_DEVICE
    @pytest.mark.parametrize("version", ["1.0.0", "1.1.0"])
    def test_of_the_device(self, world: World, subject: Trial, version: str, device: str) -> None:
        """A device has its instance's layers, whatever extensions, features, queues and layers it asks for."""
        machine(world)
        script = Script()
        script.create(api=version, layers=[*LAYERS])
        script.devices()
        said = {**DEVICES[device], **({"next": None} if version == "1.0.0" else {})}
        used(script, **said)

        judge(subject.calls(world, script), said.get("extensions", ()))

    @EACH_DEVICE
    def test_with_an_allocator(self, world: World, subject: Trial, device: str) -> None:
        """A device created with VkAllocationCallbacks has its instance's layers, whatever else it asks for."""
        machine(world)
        script = Script()
        script.create(api="1.1.0", layers=[*LAYERS])
        script.devices()
        used(script, given=allocator("a"), **DEVICES[device])

        judge(subject.calls(world, script), DEVICES[device].get("extensions", ()))

    @pytest.mark.parametrize("device", ["plain", "an-extension", "a-layer-and-an-extension"])
    @pytest.mark.parametrize("instance", INSTANCES)
    def test_of_the_instance(self, world: World, subject: Trial, instance: str, device: str) -> None:
        """A device has its instance's layers, whatever version, extensions or callbacks the instance has."""
        machine(world)
        script = Script()
        script.create(**{"api": "1.1.0", **INSTANCES[instance], "layers": [*LAYERS]})
        script.devices()
        used(script, **DEVICES[device])

        judge(subject.calls(world, script), DEVICES[device].get("extensions", ()))


@pytest.mark.rule("CHAIN-DIST-01", "DIRECT-DRIVER-01")
@pytest.mark.editions("2026")
class TestDriversHandedOver:
    """Layers are in the chains of devices of drivers that the application hands over, and of those beside."""

    @pytest.mark.parametrize("mode", ["exclusive", "inclusive"])
    @pytest.mark.parametrize("number", [2, 1])
    def test_each_device(self, world: World, subject: Trial, number: int, mode: str) -> None:
        """Each device of supplied and installed drivers is created by its driver through all layers."""
        installed = [] if mode == "exclusive" else ["installed"]
        world.driver("installed", flags={"device_name": "installed"})
        names = [f"given{place}" for place in range(number)]
        paths = [
            world.library(f"/world/given/lib{name}.so", "driver_v7", {"name": name, "device_name": name})
            for name in names
        ]
        for name in LAYERS:
            world.explicit_layer(name)
        script = Script()
        script.create(extensions=[DIRECT], layers=[*LAYERS], next={"direct": paths, "mode": mode})
        script.devices()
        labels = [f"device{place}" for place in range(len(installed) + number)]
        for place, label in enumerate(labels):
            script.device(f"devices.{place}", label)

        seen = subject.calls(world, script)

        made = [way_down(seen.lines[label], "vkCreateDevice") for label in labels]
        assert (seen.answers["instance"], made) == (
            SUCCESS,
            [(*LAYERS, name) for name in seen.device_names()],
        )
        assert sorted(seen.device_names()) == sorted([*installed, *names])
