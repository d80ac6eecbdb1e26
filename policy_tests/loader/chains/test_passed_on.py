"""What a call carries arrives at the driver: structures behind the first, callbacks, flags and numbers."""

import pytest

from policy_tests.loader.chains.test_parameters import fit, handed
from policy_tests.loader.implied import WRONG_USE
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import field
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, allocator, of_device, out, pair, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import (
    DISPLAY,
    HEADLESS,
    SURFACE,
    XCB,
    System,
    need_extensions,
    seen_with,
    swapchain_info,
)

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
UTILS = "VK_EXT_debug_utils"
SWAPCHAIN, NEWER = "VK_KHR_swapchain", "VK_KHR_get_surface_capabilities2"
SUCCESS, EXTENSION_NOT_PRESENT = 0, -7
BEHIND = 1000999123
"""The type of a structure that no loader knows."""
STRUCTURE: Argument = [BEHIND, None, 7]
LAYERS = pytest.mark.parametrize("layers", [[], [ONE]], ids=["no-layer", "a-layer"])
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
ROOM = (0,) * 64
STEREO, STEREO_INFO = "VK_NV_display_stereo", 1000551000
MAINTENANCE, PRESENT_MODE_INFO = "VK_EXT_surface_maintenance1", 1000274000
GROUP_INFO, DEVICES_OF_GROUP = 1000060012, 1000070001
FEATURES, NO_SUCH_FEATURE = 1000059000, -8
OF_FORMATS, FORMATS = "VK_EXT_4444_formats", 1000340000
"""A device extension, and the sType of its two features."""
ROBUST: list[Argument] = [1, *[0] * 27]
"""The first of the features in a VkPhysicalDeviceFeatures, robustBufferAccess, and none of the others."""
DISPLAY2 = "VK_KHR_get_display_properties2"
VALIDATION, VALIDATION_FEATURES = "VK_EXT_validation_features", 1000247000
"""An extension of layers, and the sType of its VkValidationFeaturesEXT."""
CHECKS, VALIDATION_FLAGS = "VK_EXT_validation_flags", 1000061000
"""An extension of layers, and the sType of its VkValidationFlagsEXT."""
SETTINGS, LAYER_SETTINGS = "VK_EXT_layer_settings", 1000496000
"""An extension of layers, and the sType of its VkLayerSettingsCreateInfoEXT."""
TWO_SETTINGS: list[Argument] = [text(ONE), text("first"), pair(1, 2), [pair(5, 6)]]
TWO_SETTINGS += [text("VK_LAYER_TEST_0"), text("second"), pair(0, 1), [1]]
OF_LAYERS: dict[str, tuple[str, list[Argument], str, str]] = {
    "settings": (SETTINGS, [LAYER_SETTINGS, 2, TWO_SETTINGS], "settings", "first:1:2,second:0:1"),
    "checks": (CHECKS, [VALIDATION_FLAGS, 2, [pair(0, 1)]], "disabled", "0,1"),
    "features": (VALIDATION, [VALIDATION_FEATURES, 0, None, 2, [pair(1, 3)]], "disabled", "1,3"),
}
"""Structures for layers: the extension, its words without pNext, and what a layer traces of it under which word."""


def showing(
    world: World, system: System, layers: list[str], *more: str, api: str | None = None, **flags: str
) -> Script:
    """An application with an instance for a windowing system whose driver makes its own surfaces."""
    offered = ",".join(f"{name}:1" for name in dict.fromkeys([SURFACE, system.extension, *more]))
    own = {"surfaces": "own", "use_allocator": "1", "device_extensions": f"{SWAPCHAIN}:70"}
    world.driver(flags={"extensions": offered, **own, **flags})
    for name in layers:
        world.implicit_layer(name)
    script = Script()
    script.query("extensions", "")
    script.create(api=api, extensions=[*dict.fromkeys([SURFACE, system.extension, *more])])
    script.devices()
    return script


def surface(script: Script, system: System, next: Argument = None) -> None:
    """Make a surface, and have each driver look at it: a loader may have it made as late as that."""
    info = [system.kind, next, *system.words]
    script.call(system.command, "instance", info, None, out("surface"), via=INSTANCE, label="surface")
    query = "vkGetPhysicalDeviceSurfaceSupportKHR"
    script.call(query, "devices.0", 0, "surface", read(0), via=INSTANCE, label="support")


def arrived(seen: Observation, command: str, word: str) -> list[str]:
    """What each driver wrote down of a word when the command last entered it; nothing where it does not occur."""
    return list(field(seen.trace, command, word, "driver").values())


@pytest.mark.rule("VULKAN-LOADER-05")
@SINCE_2018
class TestStructures:
    """What stands behind pNext in a valid call stands there below the loader."""

    @LAYERS
    def test_behind_surfaces(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A VkDisplaySurfaceStereoCreateInfoNV in pNext of a surface's create info reaches the driver."""
        script = showing(world, DISPLAY, layers, DISPLAY2, STEREO)
        surface(script, DISPLAY, [STEREO_INFO, None, 0])

        seen = seen_with(DISPLAY, subject, world, script)

        need_extensions(seen, DISPLAY2, STEREO)
        assert arrived(seen, DISPLAY.command, "next") == [str(STEREO_INFO)]

    @LAYERS
    def test_behind_swapchains(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A VkDeviceGroupSwapchainCreateInfoKHR in pNext of VkSwapchainCreateInfoKHR reaches the driver."""
        script = showing(world, DISPLAY, layers, api="1.1.0")
        surface(script, DISPLAY)
        swapchain(script, [GROUP_INFO, None, 1], None)

        seen = seen_with(DISPLAY, subject, world, script)

        found = arrived(seen, "vkCreateSwapchainKHR", "next")
        assert (seen.returned("swapchain"), found) == ([SUCCESS], [str(GROUP_INFO)])

    @LAYERS
    def test_behind_questions(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A VkSurfacePresentModeEXT in pNext of a query of surface capabilities reaches the driver."""
        command = "vkGetPhysicalDeviceSurfaceCapabilities2KHR"
        script = showing(world, DISPLAY, layers, NEWER, MAINTENANCE)
        surface(script, DISPLAY)
        info: Argument = [1000119000, [PRESENT_MODE_INFO, None, 2], "surface"]
        script.call(command, "devices.0", info, [1000119001, *ROOM], via=INSTANCE, label="asked")

        seen = seen_with(DISPLAY, subject, world, script)

        need_extensions(seen, NEWER, MAINTENANCE)
        found = arrived(seen, command, "next")
        assert (seen.returned("asked"), found) == ([SUCCESS], [str(PRESENT_MODE_INFO)])


@pytest.mark.rule("NEGOTIATE-ICD-09")
@SINCE_2018
class TestUnknownStructures:
    """Generally, the loader does not change parameters: structures that only the driver knows arrive, too.

    By the Vulkan specification, an application has no such structure to pass.
    """

    @LAYERS
    @pytest.mark.parametrize("system", [DISPLAY, HEADLESS, XCB], ids=lambda each: each.name.lower())
    def test_of_surfaces(self, world: World, subject: Trial, system: System, layers: list[str]) -> None:
        """A structure unknown to the loader in pNext of a surface's create info should reach the driver.

        The loader may have it made later, when it knows the application's structures only by their contents.
        """
        script = showing(world, system, layers)
        surface(script, system, STRUCTURE)

        seen = seen_with(system, subject, world, script)

        subject.implied(arrived(seen, system.command, "next"), [str(BEHIND)], WRONG_USE)

    @LAYERS
    def test_of_swapchains(self, world: World, subject: Trial, layers: list[str]) -> None:
        """A structure unknown to the loader in pNext of VkSwapchainCreateInfoKHR should reach the driver."""
        script = showing(world, DISPLAY, layers)
        surface(script, DISPLAY)
        swapchain(script, STRUCTURE, None)

        seen = seen_with(DISPLAY, subject, world, script)

        found = (seen.returned("swapchain"), arrived(seen, "vkCreateSwapchainKHR", "next"))
        subject.implied(found, ([SUCCESS], [str(BEHIND)]), WRONG_USE)

    @LAYERS
    @pytest.mark.parametrize(
        ("command", "rest"),
        [
            ("vkGetPhysicalDeviceSurfaceCapabilities2KHR", [[1000119001, *ROOM]]),
            ("vkGetPhysicalDeviceSurfaceFormats2KHR", [[0], None]),
        ],
        ids=["capabilities", "formats"],
    )
    def test_of_questions(
        self, world: World, subject: Trial, command: str, rest: list[Argument], layers: list[str]
    ) -> None:
        """A structure unknown to the loader in pNext of VkPhysicalDeviceSurfaceInfo2KHR should reach the driver."""
        script = showing(world, DISPLAY, layers, NEWER)
        surface(script, DISPLAY)
        info: Argument = [1000119000, STRUCTURE, "surface"]
        script.call(command, "devices.0", info, *rest, via=INSTANCE, label="asked")

        seen = seen_with(DISPLAY, subject, world, script)

        found = (seen.returned("asked"), arrived(seen, command, "next"))
        subject.implied(found, ([SUCCESS], [str(BEHIND)]), WRONG_USE)


def swapchain(script: Script, next: Argument, callbacks: Argument) -> None:
    """Make a device of the first driver and a swapchain on it."""
    script.device(extensions=[SWAPCHAIN])
    info = swapchain_info(next=next)
    script.call(
        "vkCreateSwapchainKHR",
        "device",
        info,
        callbacks,
        out("swapchain"),
        via=of_device("device"),
        label="swapchain",
    )


@pytest.mark.rule("VULKAN-LOADER-05")
@SINCE_2018
class TestCallbacks:
    """The callbacks with which an application makes an object are those that the driver is given."""

    @LAYERS
    @pytest.mark.parametrize("given", [True, False], ids=["given", "none"])
    def test_of_swapchains(self, world: World, subject: Trial, given: bool, layers: list[str]) -> None:
        """A driver's swapchain ends with callbacks if it is made with some; they should be the application's."""
        script = showing(world, DISPLAY, layers)
        surface(script, DISPLAY)
        callbacks = allocator("a") if given else None
        swapchain(script, None, callbacks)
        end = ("vkDestroySwapchainKHR", "device", "swapchain", callbacks)
        script.call(*end, via=of_device("device"), returns="nothing")

        seen = seen_with(DISPLAY, subject, world, script)

        assert seen.returned("swapchain") == [SUCCESS]
        fit(seen, "vkCreateSwapchainKHR", "vkDestroySwapchainKHR")
        handed(subject, arrived(seen, "vkCreateSwapchainKHR", "allocator"), given, 1)

    @LAYERS
    @pytest.mark.parametrize("given", [True, False], ids=["given", "none"])
    def test_of_display_modes(self, world: World, subject: Trial, given: bool, layers: list[str]) -> None:
        """vkCreateDisplayModeKHR should give the driver the application's callbacks, or none where it gives none."""
        script = showing(world, DISPLAY, layers)
        info: Argument = [1000002000, None, pair(0, 64), pair(64, 60000)]
        callbacks = allocator("a") if given else None
        arguments = ("devices.0", 0xD15000, info, callbacks, out("mode"))
        script.call("vkCreateDisplayModeKHR", *arguments, via=INSTANCE, label="mode")

        seen = seen_with(DISPLAY, subject, world, script)

        assert seen.returned("mode") == [SUCCESS]
        handed(subject, arrived(seen, "vkCreateDisplayModeKHR", "allocator"), given, 1)


@pytest.mark.rule("VULKAN-LOADER-05")
class TestNumbers:
    """What is a number in a call is the same number below the loader."""

    @LAYERS
    @pytest.mark.parametrize(
        ("families", "family"), [("T1", 0), ("T1,G1", 1), ("T1,G1,C1", 1), ("T1,G1,C1", 2)]
    )
    def test_queue_families(
        self, world: World, subject: Trial, family: int, families: str, layers: list[str]
    ) -> None:
        """The driver is asked about the queue family that the application names, and its answer comes back."""
        script = showing(world, DISPLAY, layers, families=families)
        surface(script, DISPLAY)
        query = "vkGetPhysicalDeviceSurfaceSupportKHR"
        script.call(query, "devices.0", family, "surface", read(0), via=INSTANCE, label="asked")

        seen = seen_with(DISPLAY, subject, world, script)

        answer = seen.answers["asked"] or {"read": []}
        assert [words[0] & 0xFFFF_FFFF for words in answer["read"]] == [1]
        assert arrived(seen, query, "family")[-1:] == [str(family)]

    @SINCE_2018
    @LAYERS
    @pytest.mark.parametrize("flags", [0, 2, 0x80], ids=["none", "one", "another"])
    def test_flags_of_instances(self, world: World, subject: Trial, flags: int, layers: list[str]) -> None:
        """Each driver gets the flags of VkInstanceCreateInfo as they are; unknown flags should reach it, too."""
        world.driver("alpha")
        world.driver("beta")
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(flags=flags)

        seen = subject.calls(world, script)

        expected = f"0x{flags:x}" if flags else ""
        found = arrived(seen, "vkCreateInstance", "flags")
        if flags:
            subject.implied(found, [expected] * 2, WRONG_USE)
        else:
            assert found == [expected] * 2


@pytest.mark.rule("CHAIN-TERM-01", "VULKAN-LOADER-05")
@SINCE_2018
class TestWhatLayersChange:
    """The terminator calls each driver with what the last layer handed to it, not with what the application did."""

    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_extensions_of_instances(self, world: World, subject: Trial, number: int, place: int) -> None:
        """An instance extension that one of several layers adds is enabled in each driver that offers it."""
        if place >= number:
            pytest.skip("there is no such layer")
        for name in ("alpha", "beta"):
            world.driver(name, flags={"extensions": f"{SURFACE}:25"})
        changing(world, number, place, {"add_instance_extensions": SURFACE})

        seen = subject.calls(world, with_instance())

        assert arrived(seen, "vkCreateInstance", "extensions") == [SURFACE] * 2

    @pytest.mark.parametrize("place", [1, 0], ids=["second", "first"])
    @pytest.mark.parametrize("asked", ["1.0.0", "1.2.0"])
    def test_versions(self, world: World, subject: Trial, asked: str, place: int) -> None:
        """Each driver gets the apiVersion that a layer puts in place of the application's."""
        for name in ("alpha", "beta"):
            world.driver(name)
        changing(world, 2, place, {"api": "1.1.0"})

        seen = subject.calls(world, with_instance(api=asked))

        assert arrived(seen, "vkCreateInstance", "api") == ["1.1.0"] * 2

    @pytest.mark.rule("CHAIN-TERM-02", "VULKAN-LOADER-05")
    @pytest.mark.parametrize("place", [1, 0], ids=["second", "first"])
    @pytest.mark.parametrize("device", [0, 1], ids=["first-driver", "second-driver"])
    def test_extensions_of_devices(self, world: World, subject: Trial, device: int, place: int) -> None:
        """A device extension that one of two layers adds is enabled in the driver of the device."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"device_extensions": "VK_KHR_maintenance1:2"})
        changing(world, 2, place, {"add_device_extensions": "VK_KHR_maintenance1"})
        script = with_instance()
        script.device(f"devices.{device}")

        seen = subject.calls(world, script)

        assert arrived(seen, "vkCreateDevice", "extensions") == ["VK_KHR_maintenance1"]


def changing(world: World, number: int, place: int, flags: dict[str, str]) -> None:
    """Several implicit layers, of which one changes something."""
    for at in range(number):
        world.implicit_layer(f"VK_LAYER_TEST_{at}", flags=flags if at == place else {})


def skip_if_refused(seen: Observation, extension: str) -> None:
    """No document says that a loader knows this extension, and one that does not may refuse it."""
    if seen.answers["instance"] == EXTENSION_NOT_PRESENT:
        pytest.skip(f"this loader does not know {extension}, and refuses it")


@pytest.mark.rule("CHAIN-INIT-01", "VULKAN-LOADER-05")
@SINCE_2018
class TestWhatLayersFind:
    """The loader hangs its list for the layers in front of what the application has hung into pNext."""

    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_of_instances(self, world: World, subject: Trial, number: int) -> None:
        """Each layer finds the messenger that the application puts into the pNext chain."""
        world.driver(flags={"extensions": f"{UTILS}:2"})
        for at in range(number):
            world.implicit_layer(f"VK_LAYER_TEST_{at}")

        seen = subject.calls(world, with_instance(extensions=[UTILS], next={"utils": 7}))

        found = [line.split(" ") for line in seen.lines["instance"] if " messengers=" in line]
        assert [words[-1] for words in found] == ["messengers=1"] * number

    @pytest.mark.parametrize("number", [2, 1])
    @pytest.mark.parametrize("beside", [{"utils": 7}, None], ids=["before-a-messenger", "alone"])
    def test_what_is_asked_of_layers(
        self, world: World, subject: Trial, beside: Argument, number: int
    ) -> None:
        """Each layer finds the application's VkValidationFeaturesEXT, with every feature that it enables."""
        world.driver(flags={"extensions": f"{UTILS}:2"})
        listed = [{"name": VALIDATION, "spec_version": "1"}]
        for at in range(number):
            world.implicit_layer(f"VK_LAYER_TEST_{at}", instance_extensions=listed)
        features: Argument = [VALIDATION_FEATURES, beside, 2, [pair(2, 4)], 0, None]

        seen = subject.calls(world, with_instance(extensions=[UTILS, VALIDATION], next=features))

        skip_if_refused(seen, VALIDATION)
        found = field(seen.lines["instance"], "chain", "validation", "layer")
        assert found == {f"VK_LAYER_TEST_{at}": "2,4" for at in range(number)}

    @pytest.mark.parametrize("number", [2, 1])
    @pytest.mark.parametrize("behind", [False, True], ids=["before-a-messenger", "behind-a-messenger"])
    @pytest.mark.parametrize("structure", OF_LAYERS)
    def test_other_structures_for_layers(
        self, world: World, subject: Trial, structure: str, behind: bool, number: int
    ) -> None:
        """Each layer finds the application's settings (name:type:number of values), or the checks it disables."""
        extension, words, word, expected = OF_LAYERS[structure]
        world.driver(flags={"extensions": f"{UTILS}:2"})
        listed = [{"name": extension, "spec_version": "1"}]
        for at in range(number):
            world.implicit_layer(f"VK_LAYER_TEST_{at}", instance_extensions=listed)
        kind, *members = words
        chain: Argument = [kind, None, *members] if behind else [kind, {"utils": 7}, *members]
        first: Argument = {"utils": 7, "next": chain} if behind else chain

        seen = subject.calls(world, with_instance(extensions=[UTILS, extension], next=first))

        skip_if_refused(seen, extension)
        found = field(seen.lines["instance"], "chain", word, "layer")
        assert found == {f"VK_LAYER_TEST_{at}": expected for at in range(number)}


@pytest.mark.rule("VULKAN-LOADER-05")
@SINCE_2018
class TestDevicesOfAGroup:
    """A device can be made of several physical devices: its driver is given each of them as its own."""

    @pytest.mark.parametrize("layers", [[ONE], []], ids=["a-layer", "no-layer"])
    @pytest.mark.parametrize("number", [3, 2, 1])
    @pytest.mark.parametrize("turned", [False, True], ids=["in-order", "turned"])
    def test_each_of_them(
        self, world: World, subject: Trial, turned: bool, number: int, layers: list[str]
    ) -> None:
        """The driver gets each device in VkDeviceGroupDeviceCreateInfo by its own handle, in whichever order."""
        group = "+".join(map(str, range(number)))
        world.driver(flags={"devices": str(number), "groups": group})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(api="1.1.0")
        members: list[Argument] = [f"devices.{place}" for place in range(number)]
        if turned:
            members.reverse()
        script.device(str(members[0]), next=[DEVICES_OF_GROUP, None, number, members])

        seen = subject.calls(world, script)

        received = field(seen.lines["device"], "vkCreateDevice(group)", "devices", "driver")
        assert (seen.answers["device"], received, seen.violations) == (SUCCESS, {"plain": str(number)}, ())

    @pytest.mark.parametrize("layers", [[], [ONE], [ONE, TWO]], ids=["no-layer", "a-layer", "two-layers"])
    @pytest.mark.parametrize(
        "between",
        [[], [FORMATS], [BEHIND]],
        ids=["next-to-it", "with-another-between", "with-nobodys-between"],
    )
    @pytest.mark.parametrize("place", ["behind", "before"])
    def test_what_stands_beside_them(
        self, world: World, subject: Trial, place: str, between: list[int], layers: list[str]
    ) -> None:
        """The driver gets the features that stand before or behind a device group in the pNext chain.

        Vulkan: "If any requested feature is not supported, vkCreateDevice must return VK_ERROR_FEATURE_NOT_PRESENT."
        An application may not pass a structure of an extension that no component has.
        """
        flags = {"devices": "2", "groups": "0+1", "api": "1.1.0", "features": "independentBlend"}
        world.driver(flags={**flags, "device_extensions": f"{OF_FORMATS}:1"})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(api="1.1.0")
        kinds = [DEVICES_OF_GROUP, *between, FEATURES]
        for label, wanted in (("with_it", ROBUST), ("without", [0] * 28)):
            chain: Argument = None
            for kind in kinds if place == "before" else reversed(kinds):
                members = {DEVICES_OF_GROUP: [2, ["devices.0", "devices.1"]], FEATURES: wanted, FORMATS: [0]}
                chain = [kind, chain, *members.get(kind, [7])]
            script.device(label=label, extensions=[OF_FORMATS], next=chain)

        seen = subject.calls(world, script)

        found = (seen.answers["without"], seen.answers["with_it"], seen.violations)
        if BEHIND in between:
            subject.implied(found, (SUCCESS, NO_SUCH_FEATURE, ()), WRONG_USE)
        else:
            assert found == (SUCCESS, NO_SUCH_FEATURE, ())
