"""One component among three that fails or answers rubbish when it is called: the other two have to survive.

What each driver is to answer is a table; a fault has the name of what goes wrong. A driver that ends the process is
not among them, as no rule asks a loader to survive that. A loader that ends because a driver or a layer breaks a rule
of its own is warned, as no sentence says that it survives that.
"""

from contextlib import AbstractContextManager

import pytest

from policy_tests.loader.implied import GOAL, survived
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

PLACES = ["first", "middle", "last"]
FOLDERS = ("/etc/vulkan", "/home/user/.local/share/vulkan", "/usr/share/vulkan")
"""Three folders that every edition searches, in the order of the newest."""

SURFACE = "VK_KHR_surface"
LAYERS = ("VK_LAYER_TEST_alpha", "VK_LAYER_TEST_beta")
EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
DEVICES = "vkEnumeratePhysicalDevices"
GROUPS = "vkEnumeratePhysicalDeviceGroups"

# A function that the driver's lookups do not have.
MISSING = (
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
    "vkCreateInstance",
    EXTENSIONS,
    "vkEnumerateInstanceVersion",
    "vkDestroyInstance",
    DEVICES,
    GROUPS,
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceProperties2",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkEnumerateDeviceExtensionProperties",
    "vkCreateDevice",
    "vkGetDeviceProcAddr",
)

# A function that returns this. Want of memory is not among the results: a loader may well pass that on.
FAILING = (
    "vkCreateInstance:VK_ERROR_INITIALIZATION_FAILED",
    "vkCreateInstance:VK_ERROR_INCOMPATIBLE_DRIVER",
    "vkCreateInstance:VK_ERROR_EXTENSION_NOT_PRESENT",
    "vkCreateInstance:VK_ERROR_UNKNOWN",
    f"{EXTENSIONS}:VK_ERROR_INITIALIZATION_FAILED",
    f"{EXTENSIONS}:VK_ERROR_INCOMPATIBLE_DRIVER",
    f"{EXTENSIONS}:VK_ERROR_UNKNOWN",
    "vkEnumerateInstanceVersion:VK_ERROR_UNKNOWN",
    f"{DEVICES}:VK_ERROR_INITIALIZATION_FAILED",
    f"{DEVICES}:VK_ERROR_DEVICE_LOST",
    f"{DEVICES}:VK_INCOMPLETE",
    f"{GROUPS}:VK_ERROR_INITIALIZATION_FAILED",
)

# A function that succeeds with nonsense in what it gives back: a NULL handle, a count of three of all ones.
RUBBISH = (
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
    "vkGetDeviceProcAddr",
    "vkEnumerateInstanceVersion",
    EXTENSIONS,
    "vkCreateInstance",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkEnumerateDeviceExtensionProperties",
)

FAULTS = {
    **{f"failing-{name.replace(':VK', '-VK')}": {"fail": name} for name in FAILING},
    **{f"rubbish-{name}": {"rubbish": name} for name in RUBBISH},
    "no-magic-number": {"magic": "wrong"},
    "no-devices": {"devices": "0"},
}

GROUP_FAULTS = {
    f"no-{GROUPS}": {"null": GROUPS},
    f"failing-{GROUPS}": {"fail": GROUPS},
    f"failing-{DEVICES}": {"fail": DEVICES},
    f"rubbish-{DEVICES}": {"rubbish": DEVICES},
    "no-devices": {"devices": "0"},
}

VULKAN = "the Vulkan specification, which does not allow that result"

BREAKS = {
    "no-vk_icdGetInstanceProcAddr": "GPA-ICD-01",
    "no-vkCreateInstance": "GPA-ICD-02",
    f"no-{EXTENSIONS}": "GPA-ICD-02",
    "no-vkDestroyInstance": "GPA-ICD-02",
    f"no-{DEVICES}": "GPA-ICD-02",
    f"no-{GROUPS}": "GPA-ICD-02",
    "no-vkGetPhysicalDeviceProperties": "GPA-ICD-02",
    "no-vkGetPhysicalDeviceProperties2": "GPA-ICD-02",
    "no-vkGetPhysicalDeviceFeatures": "GPA-ICD-02",
    "no-vkGetPhysicalDeviceQueueFamilyProperties": "GPA-ICD-02",
    "no-vkGetPhysicalDeviceMemoryProperties": "GPA-ICD-02",
    "no-vkEnumerateDeviceExtensionProperties": "GPA-ICD-02",
    "no-vkCreateDevice": "GPA-ICD-02",
    "no-vkGetDeviceProcAddr": "GPA-ICD-02",
    "no-magic-number": "OBJECTS-ICD-02",
    f"failing-{EXTENSIONS}-VK_ERROR_INITIALIZATION_FAILED": VULKAN,
    f"failing-{EXTENSIONS}-VK_ERROR_INCOMPATIBLE_DRIVER": VULKAN,
    f"failing-{DEVICES}-VK_ERROR_DEVICE_LOST": VULKAN,
    f"failing-{DEVICES}-VK_INCOMPLETE": VULKAN,
    **{f"rubbish-{name}": VULKAN for name in (*RUBBISH, DEVICES)},
    "rubbish-vk_icdNegotiateLoaderICDInterfaceVersion": "NEGOTIATE-ICD-04",
    "rubbish-vk_icdGetInstanceProcAddr": "GPA-ICD-02",
    "rubbish-vk_icdGetPhysicalDeviceProcAddr": "PHYSDEV-ICD-02",
}
"""By fault, the rule that a driver with it breaks. With any other fault a crash of the loader fails the case."""

KEEPS = {
    "failing-vkCreateInstance-VK_ERROR_INITIALIZATION_FAILED",
    "failing-vkCreateInstance-VK_ERROR_INCOMPATIBLE_DRIVER",
    "failing-vkCreateInstance-VK_ERROR_EXTENSION_NOT_PRESENT",
    "failing-vkCreateInstance-VK_ERROR_UNKNOWN",
    f"failing-{EXTENSIONS}-VK_ERROR_UNKNOWN",
    "failing-vkEnumerateInstanceVersion-VK_ERROR_UNKNOWN",
    f"failing-{DEVICES}-VK_ERROR_INITIALIZATION_FAILED",
    f"failing-{DEVICES}",
    f"failing-{GROUPS}-VK_ERROR_INITIALIZATION_FAILED",
    f"failing-{GROUPS}",
    "no-vkEnumerateInstanceVersion",
    "no-vk_icdGetPhysicalDeviceProcAddr",
    "no-devices",
}
"""What a driver may do by the Vulkan specification, and to have no lookup of physical devices (PHYSDEV-ICD-01).

A test holds that each fault is here or in ``BREAKS``.
"""

NO_DRIVER = {
    "negotiation-fails": {"negotiate": "fail"},
    "no-vk_icdGetInstanceProcAddr": {"null": "vk_icdGetInstanceProcAddr"},
    "no-vkCreateInstance": {"null": "vkCreateInstance"},
    "failing-vkCreateInstance-VK_ERROR_INCOMPATIBLE_DRIVER": {
        "fail": "vkCreateInstance:VK_ERROR_INCOMPATIBLE_DRIVER"
    },
}
"""What makes a driver none, or one that says itself that it is none for this instance."""

IN_AN_ENUMERATION = {
    f"no-{EXTENSIONS}": {"null": EXTENSIONS},
    f"rubbish-{EXTENSIONS}": {"rubbish": EXTENSIONS},
    f"failing-{EXTENSIONS}-VK_ERROR_INITIALIZATION_FAILED": {"fail": EXTENSIONS},
    f"failing-{EXTENSIONS}-VK_ERROR_UNKNOWN": {"fail": f"{EXTENSIONS}:VK_ERROR_UNKNOWN"},
    "no-vk_icdGetInstanceProcAddr": {"null": "vk_icdGetInstanceProcAddr"},
}
"""The faults that an enumeration of extensions meets as well."""

LAYER_FAULTS = {
    "negotiation-fails": {"negotiate": "fail"},
    "another-error": {"negotiate_result": "-13"},
    "version-not-offered": {"negotiate_version": "9"},
    "older-version-without-exports": {"interface": "1"},
    "no-functions": {"negotiate": "null_pointers"},
    "no-vkGetInstanceProcAddr": {"negotiate": "null_instance"},
}


LAYERS_BREAK = {
    "version-not-offered": "an answer above the offer",
    "older-version-without-exports": "a layer that lacks what its version needs",
    "no-functions": "a layer that returns no functions",
    "no-vkGetInstanceProcAddr": "a layer that returns no functions",
}
"""By fault, which rule of layers it breaks that LLP_LOADER_5 does not make a matter of versions."""


def beside(fault: str) -> AbstractContextManager[None]:
    """Make an end a warning beside a driver whose fault breaks a rule."""
    by = f"{GOAL}, and the driver breaks {BREAKS.get(fault, '')}"
    return survived(by, breaks_a_rule=fault in BREAKS)


def three_drivers(world: World, place: str, flags: dict[str, str]) -> World:
    """The drivers alpha and beta, and at that place among them a bad one."""
    names = ["alpha", "beta"]
    names.insert(PLACES.index(place), "bad")
    for name, folder in zip(names, FOLDERS, strict=True):
        own = flags if name == "bad" else {}
        world.driver(name, folder=f"{folder}/icd.d", flags={"device_name": name, **own})
    return world


def started() -> Script:
    """An application that looks at its devices."""
    script = Script()
    script.create()
    script.devices()
    script.destroy()
    return script


def three_layers(world: World, place: str, flags: dict[str, str]) -> None:
    """The implicit layers alpha and beta, and at that place among them a bad one that can only negotiate."""
    names = [*LAYERS]
    names.insert(PLACES.index(place), "VK_LAYER_TEST_bad")
    for name, folder in zip(names, FOLDERS, strict=True):
        bad = name not in LAYERS
        world.implicit_layer(
            name,
            folder=f"{folder}/implicit_layer.d",
            mock="layer_v2" if bad else "layer",
            flags=flags if bad else {},
        )


def names(seen: Observation) -> set[str]:
    """The names of the good devices that the application sees."""
    found = set(seen.answers["devices"]["names"] if seen.answers["devices"] else ())
    return found & {"alpha", "beta"}


@pytest.mark.needs_library
@pytest.mark.rule("DISC-DRIVER-GEN-01")
class TestDrivers:
    """Several drivers work side by side: that one with a fault costs nothing of the others is a goal of loaders."""

    @pytest.mark.parametrize("function", MISSING)
    def test_a_function_is_missing(self, subject: Trial, function: str) -> None:
        """Beside a driver that lacks a function, the devices of the two good drivers should be enumerated.

        The three places are one case: a loader that calls NULL may live on by chance in one of them.
        """
        with beside(f"no-{function}"):
            seen = [
                subject.calls(three_drivers(World(), place, {"null": function}), started())
                for place in PLACES
            ]

        found = [(each.result_name, names(each)) for each in seen]
        subject.implied(found, [("VK_SUCCESS", {"alpha", "beta"})] * 3, GOAL)

    @pytest.mark.parametrize("place", ["middle", "first", "last"])
    @pytest.mark.parametrize("fault", FAULTS)
    def test_devices_of_the_others(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Beside a driver with a fault, the devices of the two good drivers should be enumerated."""
        three_drivers(world, place, FAULTS[fault])

        with beside(fault):
            seen = subject.calls(world, started())

        subject.implied((seen.result_name, names(seen)), ("VK_SUCCESS", {"alpha", "beta"}), GOAL)

    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("place", ["middle", "first", "last"])
    @pytest.mark.parametrize("fault", GROUP_FAULTS)
    def test_groups_of_the_others(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Beside a driver with a fault, the device groups of the two good drivers should be enumerated."""
        three_drivers(world, place, GROUP_FAULTS[fault])
        script = Script()
        script.create(api="1.1.0")
        asked = script.groups()
        script.destroy()

        with beside(fault):
            seen = subject.calls(world, script)

        found = seen.answers[asked] or {"groups": []}
        good = [group for group in found["groups"] if group in (["alpha"], ["beta"])]
        subject.implied(sorted(good), [["alpha"], ["beta"]], GOAL)


@pytest.mark.needs_library
@pytest.mark.rule("LDP_LOADER_1")
class TestNoDriverIsLeft:
    """Without a valid driver vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER."""

    @pytest.mark.parametrize("fault", NO_DRIVER)
    def test_three_bad_drivers(self, world: World, subject: Trial, fault: str) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if three drivers are there and none is usable."""
        world.driver("one", flags=NO_DRIVER[fault])
        world.driver("two", flags=NO_DRIVER[fault])
        world.driver("three", flags=NO_DRIVER[fault])

        seen = subject.calls(world, actions=[("instance",)])

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"


@pytest.mark.needs_library
@pytest.mark.rule("DISC-DRIVER-GEN-01")
@pytest.mark.parametrize("place", ["middle", "first", "last"])
@pytest.mark.parametrize("fault", IN_AN_ENUMERATION)
class TestExtensions:
    """The enumeration of extensions gives those of all drivers."""

    def test_extensions_of_the_others(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """A driver that fails to report its extensions should not hide the extensions of the other drivers."""
        three_drivers(world, place, IN_AN_ENUMERATION[fault])
        world.driver("rich", flags={"extensions": f"{SURFACE}:25"})

        with beside(fault):
            seen = subject.calls(world, actions=[("extensions", "")])

        subject.implied((seen.results.get("extensions"), SURFACE in seen.extension_names()), (0, True), GOAL)


@pytest.mark.rule("LLP_LOADER_5")
@pytest.mark.parametrize("place", ["middle", "first", "last"])
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(each, marks=pytest.mark.editions("2022", "2026"))  # 2018 does not say what becomes of it
        if each == "version-not-offered"
        else each
        for each in LAYER_FAULTS
    ],
)
class TestLayers:
    """A layer with which no interface version can be negotiated is ignored, and only that one."""

    def test_the_other_layers(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Beside a layer that cannot be negotiated with, the two good layers are in the chain."""
        world.driver()
        three_layers(world, place, LAYER_FAULTS[fault])

        breaks = LAYERS_BREAK.get(fault, "")
        by = f"LLP_LOADER_5, which does not speak of {breaks}"
        with survived(by, breaks_a_rule=bool(breaks)):
            seen = subject.observe(world)

        found = (seen.result_name, {*seen.chain}, len(seen.devices))
        if breaks:
            subject.implied(found, ("VK_SUCCESS", {*LAYERS}, 1), by)
        else:
            assert found == ("VK_SUCCESS", {*LAYERS}, 1)
