"""Judges of what a driver claims, on answers that keep and that break each rule."""

from functools import partial

import pytest
from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import claims
from refloader.suite.sessions.answers import Answers

ONE, NONE = [1, 3, 1, 1], [0, 0, 0, 0]


def device(
    driver: list[int] | None = None,
    vulkan12: list[int] | None = None,
    *,
    info: str = "Driver 7",
    number: int = 0,
) -> Answers:
    """A physical device that tells these versions."""
    told = {"driver": driver, "vulkan12": vulkan12}
    rows = {
        key: {"name": "drv", "info": info, "conformance": version} for key, version in told.items() if version
    }
    return {f"claims.device.{number}": {"name": "GPU", "api": 4206592, **rows}}


def offered(*names: str, api: tuple[int, int] = (3, 200)) -> Answers:
    """Instance extensions of a driver whose devices have this version."""
    rows = [{"name": name, "version": 1} for name in names]
    return {
        "enumerate.instance": {"result": 0, "newest": 1 << 22},
        "enumerate.instance-extensions.filled": {"result": 0, "count": len(rows), "rows": rows},
        "enumerate.device.0": {"api": 1 << 22 | api[0] << 12 | api[1]},
    }


def versions(
    instance: int = 1 << 22, device_: int = 1 << 22, again: int = 1 << 22, result: int = 0
) -> Answers:
    """The versions of instances and of one device."""
    told = {"result": result, "version": instance, "again": again}
    return {"enumerate.version": told, "enumerate.device.0": {"name": "GPU", "api": device_}}


CASES: list[Row] = [
    (
        "a version of another API",
        claims.versions_of_vulkan,
        versions(),
        versions(0xFFFFFFFF),
        "vkEnumerateInstanceVersion tells 127.1023.4095 (0xffffffff), which has variant 7: Vulkan has 0",
    ),
    (
        "a device older than Vulkan",
        claims.versions_of_vulkan,
        versions(),
        versions(device_=7),
        'apiVersion of "GPU" tells 0.0.7 (0x00000007), which is older than Vulkan 1.0',
    ),
    (
        "another version by the other command",
        claims.version_in_both_forms,
        {"claims.device.0": {"name": "GPU", "api": 1 << 22, "api2": 1 << 22}},
        {"claims.device.0": {"name": "GPU", "api": 1 << 22, "api2": 7}},
        'tells 1.0.0 (0x00400000) for "GPU", and vkGetPhysicalDeviceProperties2 0.0.7 (0x00000007)',
    ),
    (
        "another version the second time",
        claims.versions_of_vulkan,
        versions(),
        versions(again=1 << 22 | 1),
        "tells 1.0.0 (0x00400000), and 1.0.1 (0x00400001) the second time",
    ),
    (
        "another version beside an instance",
        claims.versions_of_vulkan,
        versions() | {"enumerate.version-beside": {"version": 1 << 22}},
        versions() | {"enumerate.version-beside": {"version": 1 << 22 | 1}},
        "tells 1.0.0 (0x00400000), and 1.0.1 (0x00400001) while an instance lives",
    ),
    (
        "no version",
        claims.versions_of_vulkan,
        versions(result=-1),
        versions(result=-3),
        "vkEnumerateInstanceVersion gives VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "a version of loaders of 1.0",
        claims.version_fits_the_devices,
        versions(instance=1 << 22 | 1 << 12, device_=1 << 22 | 3 << 12),
        versions(device_=1 << 22 | 3 << 12),
        "vkEnumerateInstanceVersion tells 1.0.0 (0x00400000), and a device is of Vulkan 1.3.0",
    ),
    (
        "an error in the place of a version",
        claims.version_fits_the_devices,
        versions(instance=1 << 22 | 1 << 12, device_=1 << 22 | 3 << 12),
        versions(result=-1, device_=1 << 22 | 3 << 12),
        "vkEnumerateInstanceVersion gives VK_ERROR_OUT_OF_HOST_MEMORY, and a device is of Vulkan 1.3.0",
    ),
    (
        "two versions",
        claims.conformance_credible,
        device(NONE, NONE),
        device(ONE, NONE),
        '"GPU" tells conformance version 1.3.1.1 in VkPhysicalDeviceDriverProperties and 0.0.0.0 in '
        "VkPhysicalDeviceVulkan12Properties",
    ),
    (
        "a version that never was",
        claims.conformance_credible,
        device(NONE),
        device([0, 9, 0, 0]),
        '"GPU" tells conformance version 0.9.0.0 in VkPhysicalDeviceDriverProperties: there is none',
    ),
    (
        "says itself that it is not",
        claims.conformance_credible,
        device(NONE, info="a non-conformant driver"),
        device(ONE, info="a non-conformant driver"),
        '"GPU" tells conformance version 1.3.1.1, and the driver says "a non-conformant driver"',
    ),
    (
        "warns while it loads",
        partial(claims.conformance_credible, said="WARNING: drv is not a conformant vulkan implementation\n"),
        device(NONE),
        device(ONE, ONE),
        'the driver says "WARNING: drv is not a conformant vulkan implementation"',
    ),
    (
        "a driver's name without an end",
        claims.driver_names_are_texts,
        device(NONE, NONE),
        {"claims.device.0": {"name": "GPU", "driver": {"name": "A" * 256, "name_unended": True, "info": ""}}},
        'driverName in VkPhysicalDeviceDriverProperties of "GPU" has no terminating NUL in its 256 bytes',
    ),
    (
        "what the driver says of itself in Latin-1",
        claims.driver_names_are_texts,
        device(NONE, NONE, info="très bon"),
        device(NONE, NONE, info="tr\udce8s bon"),
        'driverInfo in VkPhysicalDeviceDriverProperties of "GPU" is not UTF-8: "tr\\xe8s bon"',
    ),
    (
        "an unpublished platform",
        claims.platform_extensions_published,
        offered("VK_KHR_xcb_surface", "VK_KHR_mir_surface", "VK_FOO_invented"),
        offered("VK_FOO_toaster_surface"),
        "the driver offers VK_FOO_toaster_surface, which is not in the registry",
    ),
]


@each(CASES)
class TestClaims(Judged):
    """Each claim that cannot be true is seen."""


class TestConformance:
    """Whether Khronos has approved a version is not guessed at."""

    def test_a_claim_is_named_and_not_judged(self) -> None:
        """The reason tells what is claimed and where to compare it."""
        result = claims.conformance_credible(device(ONE, ONE))

        assert (result.seen, result.broken) == (0, [])
        assert result.missing.startswith('"GPU" claims 1.3.1.1: whether Khronos has approved that')
        assert claims.LIST_OF_PRODUCTS in result.missing

    def test_a_warning_is_of_one_device_only_where_there_is_one(self) -> None:
        """Of which of two devices it was said is not known."""
        answers = {**device(ONE), **device(NONE, number=1)}

        assert claims.conformance_credible(answers, "drv is not conformant").broken == []

    def test_no_structure_says_nothing(self) -> None:
        """A device of Vulkan 1.0 without the extension tells no version at all."""
        assert claims.conformance_credible(device()).seen == 0


class TestRegistry:
    """A driver that is newer than our registry may know what is published by now."""

    @pytest.mark.parametrize(
        ("api", "newer"), [((3, 200), False), ((3, 999), False), ((4, 999), True), ((9, 0), True)]
    )
    def test_versions_of_devices_are_compared(self, api: tuple[int, int], newer: bool) -> None:
        """By minor version, then by patch."""
        assert claims.newer_than_registry(offered(api=api)) is newer

    def test_a_driver_without_devices_has_its_instances_version(self) -> None:
        """vkEnumerateInstanceVersion tells it then."""
        assert claims.newer_than_registry({"enumerate.instance": {"newest": 1 << 22 | 9 << 12}})
