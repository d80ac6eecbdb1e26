"""What one instance or device is given where there are others: callbacks, long lists of extensions, features."""

from itertools import permutations
from typing import Any

import pytest

from policy_tests.loader.chains.test_parameters import (
    DEVICE_INFO,
    FEATURES,
    FEATURES2,
    NO_SUCH_FEATURE,
    SUCCESS,
    UTILS,
    WITH_AND_WITHOUT_LAYERS,
    asked_for,
    fit,
    handed,
    heard,
    only,
    queues,
)
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import way_down
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, out, pair, text
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
DRIVERS = ("alpha", "beta", "gamma")
EXTENSIONS = [
    "VK_KHR_surface",
    "VK_KHR_get_physical_device_properties2",
    "VK_KHR_external_memory_capabilities",
    "VK_KHR_external_semaphore_capabilities",
    "VK_KHR_external_fence_capabilities",
    "VK_KHR_device_group_creation",
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_display",
    "VK_KHR_get_display_properties2",
    "VK_EXT_direct_mode_display",
    "VK_EXT_debug_report",
    "VK_EXT_debug_utils",
]
"""Extensions of instances that every loader of Vulkan 1.1 knows."""

OF_THE_PLATFORM = [
    "VK_KHR_xcb_surface",
    "VK_KHR_xlib_surface",
    "VK_KHR_wayland_surface",
    "VK_EXT_acquire_xlib_display",
    "VK_EXT_display_surface_counter",
    "VK_EXT_swapchain_colorspace",
]
"""Extensions of instances that most loaders for Linux know."""

NOT_PRESENT = -7
"""VK_ERROR_EXTENSION_NOT_PRESENT."""

STORE = "VK_EXT_load_store_op_none"
VERSIONS = {"alpha": "1.0.0", "beta": "1.3.0", "gamma": "1.0.0"}
"""The Vulkan version of each driver."""

SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")


def install(world: World, layers: list[str], **flags: str) -> None:
    """Install the three drivers, and implicit layers."""
    for name in DRIVERS:
        world.driver(name, flags=flags)
    for name in layers:
        world.implicit_layer(name)


@pytest.mark.rule("VULKAN-LOADER-05")
class TestCallbacksOfEachInstance:
    """The drivers of one of several instances are given the callbacks of that instance."""

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("given", [*permutations([True, True, False])], ids=str)
    def test_as_they_are_made(
        self, world: World, subject: Trial, given: tuple[bool, ...], layers: list[str]
    ) -> None:
        """A driver gets callbacks at the end of an instance just as at its creation, and should get those given."""
        install(world, layers, use_allocator="1")
        script = Script()
        labels = {
            script.create(f"instance{place}", **callbacks(each)): each for place, each in enumerate(given)
        }
        ends = [script.destroy(label, **callbacks(each)) for label, each in labels.items()]

        seen = subject.calls(world, script)

        for steps in zip(labels, ends, strict=True):
            fit(seen, "vkCreateInstance", "vkDestroyInstance", steps)
        for label, each in labels.items():
            handed(subject, heard(seen, "vkCreateInstance", "allocator", label), each, len(DRIVERS))

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
    def test_as_they_end(
        self, world: World, subject: Trial, order: tuple[int, ...], layers: list[str]
    ) -> None:
        """A driver gets an instance's callbacks at its end as at its creation, in whatever order instances end."""
        install(world, layers, use_allocator="1")
        script = Script()
        made = [script.create(f"instance{place}", **callbacks(True)) for place in range(3)]
        ended = [script.destroy(made[place], **callbacks(True)) for place in order]

        seen = subject.calls(world, script)

        for place, label in zip(order, ended, strict=True):
            fit(seen, "vkCreateInstance", "vkDestroyInstance", (made[place], label))
            handed(subject, heard(seen, "vkDestroyInstance", "allocator", label), True, len(DRIVERS))

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("given", [False, True], ids=["without", "with"])
    def test_as_their_devices_are_made(
        self, world: World, subject: Trial, given: bool, layers: list[str]
    ) -> None:
        """A driver gets callbacks at a device's end just as at its creation, and should get the device's own."""
        install(world, layers, use_allocator="1")
        script = with_instance(**callbacks(True))
        own = {"allocator": allocator("b")} if given else {}
        script.device("devices.0", "device", **own)
        script.destroy_device("device", **own)

        seen = subject.calls(world, script)

        fit(seen, "vkCreateDevice", "vkDestroyDevice")
        handed(subject, heard(seen, "vkCreateDevice", "allocator", "device"), given, 1)


def callbacks(given: bool) -> dict[str, Any]:
    """The options of an object with or without callbacks."""
    return {"allocator": allocator("a")} if given else {}


@pytest.mark.rule("ACT-EXPLICIT-01")
class TestLayersOfEachInstance:
    """An explicit layer is in the chains of the instances that ask for it, and in no other."""

    @pytest.mark.parametrize("ended", [True, False], ids=["after-its-end", "while-it-lives"])
    @pytest.mark.parametrize("asked", [*permutations([(), (ONE,), (ONE, TWO)])], ids=str)
    def test_that_are_asked_for(
        self, world: World, subject: Trial, asked: tuple[tuple[str, ...], ...], ended: bool
    ) -> None:
        """An explicit layer is in the chain of each instance that asks for it, and of no other."""
        install(world, [])
        for name in (ONE, TWO):
            world.explicit_layer(name)
        script, labels = Script(), []
        for place, each in enumerate(asked):
            labels.append(script.create(f"instance{place}", layers=[*each]))
            if ended:
                script.destroy(labels[-1])

        seen = subject.calls(world, script)

        found = [way_down(seen.lines[label], "vkCreateInstance") for label in labels]
        assert [{*each} - {*DRIVERS} for each in found] == [{*each} for each in asked]


@pytest.mark.rule("VULKAN-LOADER-05")
@SINCE_2018
class TestManyExtensions:
    """Each of the extensions that an application enables is enabled in each driver that has it."""

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("number", [12, 9, 8, 5, 4, 3])
    def test_of_an_instance(self, world: World, subject: Trial, number: int, layers: list[str]) -> None:
        """Every instance extension that the application enables is enabled in each driver that offers it."""
        install(world, layers, extensions=rows(EXTENSIONS))

        seen = subject.calls(world, with_instance(extensions=EXTENSIONS[:number]))

        found = [set(each.split(",")) for each in heard(seen, "vkCreateInstance", "extensions")]
        assert [each.issuperset(EXTENSIONS[:number]) for each in found] == [True] * len(DRIVERS)

    @WITH_AND_WITHOUT_LAYERS
    def test_of_a_platform(self, world: World, subject: Trial, layers: list[str]) -> None:
        """Every extension that an application enables is enabled in each driver, with those of windowing systems."""
        asked = [*EXTENSIONS, *OF_THE_PLATFORM]
        install(world, layers, extensions=rows(asked))

        seen = subject.calls(world, with_instance(extensions=asked))

        if seen.answers["instance"] == NOT_PRESENT:
            pytest.skip("the loader does not know one of the extensions of windowing systems")
        found = [set(each.split(",")) for each in heard(seen, "vkCreateInstance", "extensions")]
        assert [each.issuperset(asked) for each in found] == [True] * len(DRIVERS)


@pytest.mark.rule("VULKAN-LOADER-05")
class TestDevicesOfEachDriver:
    """Features and callbacks reach the driver of the device, whichever of several it is, and beside each other."""

    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [1, 2, 0], ids=["second", "third", "first"])
    @pytest.mark.parametrize("given", [True, False], ids=["callbacks", "none"])
    def test_features(self, world: World, subject: Trial, place: int, given: bool, layers: list[str]) -> None:
        """A feature that the device lacks reaches its driver, and VK_ERROR_FEATURE_NOT_PRESENT comes back."""
        install(world, layers, whole="1")
        script = with_instance(api="1.1.0")
        make_device(script, place, only(FEATURES - 1), given)

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [1, 2, 0], ids=["second", "third", "first"])
    def test_callbacks_beside_features(
        self, world: World, subject: Trial, place: int, layers: list[str]
    ) -> None:
        """With pEnabledFeatures a driver gets callbacks at a device's end as before, and should get those given."""
        install(world, layers, whole="1", use_allocator="1")
        script = with_instance(api="1.1.0")
        make_device(script, place, only(None), True)
        end = ("vkDestroyDevice", "device", allocator("device"))
        script.call(*end, via=INSTANCE, returns="nothing")

        seen = subject.calls(world, script)

        assert seen.returned("device") == [SUCCESS]
        fit(seen, "vkCreateDevice", "vkDestroyDevice")
        handed(subject, heard(seen, "vkCreateDevice", "allocator"), True, 1)

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("form", ["plain", "chained"])
    def test_features_beside_a_layers_extension(self, world: World, subject: Trial, form: str) -> None:
        """Where a layer's device extension is removed for the driver, the enabled features still reach it."""
        world.driver(flags={"whole": "1"})
        offered = [{"name": STORE, "spec_version": "1"}]
        world.implicit_layer("VK_LAYER_TEST_one", device_extensions=offered)
        script = with_instance(api="1.1.0")
        features = only(FEATURES - 1)
        chain: Argument = [FEATURES2, None, *features] if form == "chained" else None
        plain: Argument = features if form == "plain" else None
        info: Argument = [DEVICE_INFO, chain, pair(0, 1), queues(0), 0, None, 1, [text(STORE)], plain]
        script.call("vkCreateDevice", "devices.0", info, None, out("device"), via=INSTANCE, label="device")

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("EXT-FILTER-01")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_queues_beside_a_layers_extension(self, world: World, subject: Trial) -> None:
        """Where a layer's device extension is removed for the driver, every queue create info still reaches it."""
        world.driver(flags={"whole": "1", "families": "GCT1,CT2"})
        offered = [{"name": STORE, "spec_version": "1"}]
        world.implicit_layer("VK_LAYER_TEST_one", device_extensions=offered)
        script = with_instance(api="1.1.0")
        infos: Argument = [*queues(0), *queues(1, 2)]
        info: Argument = [DEVICE_INFO, None, pair(0, 2), infos, 0, None, 1, [text(STORE)], None]
        script.call("vkCreateDevice", "devices.0", info, None, out("device"), via=INSTANCE, label="device")

        seen = subject.calls(world, script)

        found = heard(seen, "vkCreateDevice(queues)", "families")
        assert seen.returned("device") == [SUCCESS]
        assert [sorted(each.split(",")) for each in found] == [["0:1", "1:2"]]


@pytest.mark.rule("VULKAN-LOADER-05")
@SINCE_2018
class TestStructuresOfInstances:
    """What the application hangs on VkInstanceCreateInfo is for every driver, whatever its version."""

    @WITH_AND_WITHOUT_LAYERS
    def test_for_drivers_of_each_version(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A messenger in the pNext chain of vkCreateInstance reaches every driver, those of Vulkan 1.0, too."""
        for name, api in VERSIONS.items():
            flags = {"extensions": f"{UTILS}:2", "message": f"made by {name}", "api": api}
            world.driver(name, flags=flags, api_version=api)
        for name in layers:
            world.implicit_layer(name)
        script = Script()
        script.create(extensions=[UTILS], next={"utils": 7})
        script.heard("heard")

        seen = subject.calls(world, script)

        received = {row[-1] for row in seen.answers["heard"] if "made by" in row[-1]}
        assert (seen.answers["instance"], received) == (SUCCESS, {f"made by {name}" for name in VERSIONS})


def make_device(script: Script, place: int, features: Argument, given: bool) -> None:
    """Make a device on the physical device at a place, with features and perhaps callbacks."""
    info = asked_for(queues=[queues(0)], features=features)
    own = allocator("device") if given else None
    script.call("vkCreateDevice", f"devices.{place}", info, own, out("device"), via=INSTANCE, label="device")


NEARLY = {
    "longer": "vkCreateDeviceTEST",
    "one-letter-more": "vkDestroyInstances",
    "an-author-more": "vkGetPhysicalDeviceProperties2KHRTEST",
    "shorter": "vkGetPhysicalDeviceFeature",
    "one-letter-less": "vkCmdDra",
    "without-prefix": "CreateDevice",
    "another-prefix": "xkCreateDevice",
    "in-small-letters": "vkcreatedevice",
    "in-capitals": "VKCREATEDEVICE",
    "with-a-space": "vkCreateDevice ",
    "behind-a-space": " vkCreateDevice",
    "nothing": "",
    "the-prefix-alone": "vk",
}
"""Names that are nearly those of commands, and that nobody has."""


@pytest.mark.rule("GPA-ORDER-01")
@SINCE_2018
class TestNamesThatNobodyHas:
    """A name that is nearly that of a command leads nowhere."""

    @pytest.mark.parametrize("name", NEARLY.values(), ids=NEARLY)
    def test_of_an_instance(self, world: World, subject: Trial, name: str) -> None:
        """vkGetInstanceProcAddr returns NULL for a name that no command has, however near it is to one."""
        install(world, [])
        script = Script()
        script.create()
        script.lookup("instance", [name], label="found")

        seen = subject.calls(world, script)

        assert seen.answers["found"] == [""]
