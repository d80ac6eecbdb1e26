"""Judges of limits and features, on what real devices were found to tell and on changes to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from refloader.suite.drivers.checks.devices import limits, properties
from refloader.suite.drivers.checks.devices.limits import powers_of_two, required_features
from refloader.suite.sessions.answers import Answers

REPORTS = Path(__file__).resolve().parents[4] / "reports"
REAL = {
    "NVIDIA H200": "nvidia-h200/nvidia_icd.ndjson",
    "lavapipe 22.3": "debian-12-drivers/lvp_icd.x86_64.ndjson",
}
DRAWS, COMPUTES, COPIES = 1, 2, 4


def packed(version: str) -> int:
    """A version as a driver tells it."""
    major, minor, patch = (int(each) for each in version.split("."))
    return major << 22 | minor << 12 | patch


def device(path: str = REAL["NVIDIA H200"]) -> dict[str, Any]:
    """The first physical device of a published report, as the prober tells it."""
    with (REPORTS / path).open(encoding="utf-8") as file:
        header = json.loads(file.readline())
    row: dict[str, Any] = header["subjects"][0]["facts"]["devices"][0]
    row["properties"]["apiVersion"] = packed(row["properties"]["apiVersion"])
    return row


def answers(row: dict[str, Any]) -> Answers:
    """The answers about one device."""
    return {"facts.device.0": row}


def limited(flags: int = DRAWS | COMPUTES, **values: object) -> Answers:
    """A real device with other limits, and with one queue family."""
    row = device()
    row["limits"]["VkPhysicalDeviceLimits"].update(values)
    row["queue_families"] = [{"flags": flags, "count": 1}]
    return answers(row)


def facts(given: Answers) -> list[str]:
    """The sentences on limits that are broken."""
    return [broken.fact for broken in limits.required_limits(given).broken]


def derived(given: Answers) -> list[str]:
    """The sentences on limits that follow from others and are broken."""
    return [broken.fact for broken in properties.derived_limits(given).broken]


class TestDerivedLimits:
    """Limits whose least value follows from the stages of a device or from other limits."""

    def test_real_devices(self) -> None:
        """Devices that passed the conformance test suite keep them."""
        looks = [properties.derived_limits(answers(device(path))) for path in REAL.values()]

        assert [(look.seen, look.broken) for look in looks] == [(11, []), (11, [])]

    def test_sets_have_descriptors_for_each_stage(self) -> None:
        """A device with all stages has six."""
        assert derived(limited(maxDescriptorSetUniformBuffers=71)) == [
            "maxDescriptorSetUniformBuffers of physical device 0 is 71, less than 72, which a device with 6 shader"
            " stages has to allow"
        ]
        assert derived(limited(DRAWS, maxDescriptorSetUniformBuffers=60)) == []

    def test_dynamic_buffers(self) -> None:
        """Of these there are as many whatever the stages are."""
        assert derived(limited(maxDescriptorSetUniformBuffersDynamic=8)) == []
        assert len(derived(limited(maxDescriptorSetUniformBuffersDynamic=7))) == 1

    def test_resources_of_a_stage(self) -> None:
        """There are 128, or as many as the other limits make together."""
        few = dict.fromkeys(properties.RESOURCES, 10)

        assert derived(limited(**few, maxPerStageResources=60)) == []
        assert derived(limited(**few, maxPerStageResources=59)) == [
            "maxPerStageResources of physical device 0 is 59, less than 60, which its other limits ask for"
        ]
        assert len(derived(limited(maxPerStageResources=127))) == 1

    def test_lines_can_be_one_wide(self) -> None:
        """As points can."""
        assert derived(limited(lineWidthRange=[0.5, 1])) == []
        assert derived(limited(lineWidthRange=[2, 8])) == [
            "lineWidthRange of physical device 0 is [2, 8], without 1, which every device has to allow"
        ]

    def test_devices_that_only_compute(self) -> None:
        """They are not judged."""
        assert derived(limited(COMPUTES, maxDescriptorSetUniformBuffers=1)) == []


@pytest.mark.parametrize("path", REAL.values(), ids=REAL)
class TestRealDevices:
    """Devices that passed the conformance test suite keep what every device has to keep."""

    def test_limits(self, path: str) -> None:
        """Each limit was looked at."""
        look = limits.required_limits(answers(device(path)))

        assert (look.seen > 60, look.broken) == (True, [])

    def test_features(self, path: str) -> None:
        """Those of the device's version, and of no later one."""
        look = limits.required_features_are_there(answers(device(path)))

        assert (look.seen > 20, look.broken) == (True, [])


class TestLimits:
    """Limits that are less than every device has."""

    @pytest.mark.parametrize(
        ("member", "value", "fact"),
        [
            (
                "maxPushConstantsSize",
                64,
                "maxPushConstantsSize of physical device 0 is 64, less than 128, which",
            ),
            ("maxComputeWorkGroupSize", [128, 128, 32], "is [128, 128, 32], less than 128, 64, which"),
            ("minTexelOffset", 0, "minTexelOffset of physical device 0 is 0, more than -8, which"),
            (
                "nonCoherentAtomSize",
                512,
                "nonCoherentAtomSize of physical device 0 is 512, more than 256, which",
            ),
            (
                "nonCoherentAtomSize",
                96,
                "nonCoherentAtomSize of physical device 0 is 96, which is no power of two",
            ),
        ],
    )
    def test_words(self, member: str, value: object, fact: str) -> None:
        """The value and its bound are told."""
        assert [fact in each for each in facts(limited(**{member: value}))] == [True]

    def test_a_device_that_draws_nothing_has_no_limits_of_drawing(self) -> None:
        """Nor has one that does not compute those of computing."""
        computing = limited(COMPUTES, maxColorAttachments=0, maxFramebufferWidth=0)
        drawing = limited(DRAWS, maxComputeWorkGroupInvocations=0)

        assert facts(computing) == facts(drawing) == []

    def test_a_device_that_copies_alone_is_not_judged(self) -> None:
        """Its limits may be what they are."""
        assert limits.required_limits(limited(COPIES, maxPushConstantsSize=0)).seen == 0

    def test_an_infinite_limit_is_no_breach(self) -> None:
        """It is told as a text."""
        assert facts(limited(maxSamplerLodBias="inf")) == []


class TestAdvice:
    """Devices that no sentence binds."""

    def test_devices_that_are_bound_have_none(self) -> None:
        """Everything is asked of them, once."""
        row = device()
        row["limits"]["VkPhysicalDeviceLimits"]["maxPushConstantsSize"] = 64

        assert limits.advised(answers(row)).seen == 0

    def test_a_portability_device(self) -> None:
        """Its limits and features may be less, which programs feel."""
        row = device()
        row["extensions"]["VK_KHR_portability_subset"] = 1
        row["limits"]["VkPhysicalDeviceLimits"].update(maxSamplerAllocationCount=1024, nonCoherentAtomSize=96)
        row["features"]["VkPhysicalDeviceFeatures"]["robustBufferAccess"] = False

        advised = [broken.fact for broken in limits.advised(answers(row)).broken]

        assert limits.required_limits(answers(row)).seen == 0
        assert limits.required_features_are_there(answers(row)).seen == 0
        assert [fact.split(" of physical")[0] for fact in advised] == [
            "maxSamplerAllocationCount",
            "nonCoherentAtomSize",
            "VkPhysicalDeviceFeatures::robustBufferAccess",
        ]
        assert advised[0].endswith("is 1024, less than 4000, which other devices have to allow")

    def test_images_of_a_device_that_draws_nothing(self) -> None:
        """It may have no use for them."""
        computing = limited(COMPUTES, maxImageDimension1D=0, minTexelOffset=0)

        assert facts(computing) == []
        assert len(limits.advised(computing).broken) == 2

    @pytest.mark.parametrize(("version", "must"), [("1.0.3", False), ("1.1.0", True)])
    def test_alignments_of_copies(self, version: str, must: bool) -> None:
        """They are powers of two by the texts since Vulkan 1.1."""
        row = device()
        row["properties"]["apiVersion"] = packed(version)
        row["limits"]["VkPhysicalDeviceLimits"]["optimalBufferCopyOffsetAlignment"] = 12

        assert bool(facts(answers(row))) is must
        assert bool(limits.advised(answers(row)).broken) is not must


class TestFeatures:
    """Features that a version, or an extension, brings."""

    def test_one_of_the_version(self) -> None:
        """The structure, the member and the version are told."""
        row = device()
        row["features"]["VkPhysicalDeviceVulkan12Features"]["hostQueryReset"] = False

        broken = limits.required_features_are_there(answers(row)).broken

        assert [each.fact for each in broken] == [
            "VkPhysicalDeviceVulkan12Features::hostQueryReset of physical device 0 is VK_FALSE, and each device of"
            " Vulkan 1.2 has it"
        ]

    def test_one_of_a_later_version(self) -> None:
        """A device of Vulkan 1.2 may lack what 1.3 requires."""
        row = device()
        row["properties"]["apiVersion"] = packed("1.2.0")
        row["features"]["VkPhysicalDeviceVulkan13Features"]["maintenance4"] = False

        assert limits.required_features_are_there(answers(row)).broken == []

    @pytest.mark.parametrize(("offered", "broken"), [(True, 1), (False, 0)])
    def test_one_of_an_extension(self, offered: bool, broken: int) -> None:
        """It is required where the extension is offered."""
        row = device()
        row["properties"]["apiVersion"] = packed("1.3.0")
        row["extensions"].pop("VK_KHR_sampler_mirror_clamp_to_edge", None)
        row["extensions"].update({"VK_KHR_sampler_mirror_clamp_to_edge": 3} if offered else {})
        row["features"]["VkPhysicalDeviceVulkan12Features"]["samplerMirrorClampToEdge"] = False

        assert len(limits.required_features_are_there(answers(row)).broken) == broken

    def test_a_device_that_draws_nothing(self) -> None:
        """The specification asks features of implementations of graphics."""
        row = device()
        row["queue_families"] = [{"flags": COMPUTES, "count": 1}]
        row["features"]["VkPhysicalDeviceFeatures"]["robustBufferAccess"] = False

        assert limits.required_features_are_there(answers(row)).seen == 0


def later(flags: int = DRAWS | COMPUTES, **values: object) -> Answers:
    """A real device with other limits of later versions."""
    row = device()
    for structure in row["limits"].values():
        structure.update((key, value) for key, value in values.items() if key in structure)
    row["queue_families"] = [{"flags": flags, "count": 1}]
    return answers(row)


class TestLaterLimits:
    """Limits that came with Vulkan 1.1 to 1.4."""

    @pytest.mark.parametrize(
        ("member", "value", "words"),
        [
            ("maxMemoryAllocationSize", 1 << 20, "is 1048576, less than 1073741824, which every device has"),
            ("maxPushDescriptors", 31, "is 31, less than 32, which every device has"),
            ("subgroupSupportedStages", 0x10, "is 0x10, without 0x20, which every device has"),
            ("supportedDepthResolveModes", 0x2, "is 0x2, without 0x1, which every device has"),
        ],
    )
    def test_words(self, member: str, value: int, words: str) -> None:
        """The value and its bound are told."""
        assert facts(later(**{member: value})) == [f"{member} of physical device 0 {words} to allow"]

    def test_limits_that_disagree(self) -> None:
        """The size of subgroups is one of those that there are, and stencils have no average."""
        assert facts(later(subgroupSize=64)) == [
            "physical device 0: subgroupSize is 64, where subgroups have 32 to 32 invocations"
        ]
        assert facts(later(supportedStencilResolveModes=0x3)) == [
            "physical device 0: supportedStencilResolveModes is 0x3, and stencils have no average"
        ]

    def test_who_need_not_have_them(self) -> None:
        """Multiview is for devices that draw, subgroups of compute stages for those that compute."""
        assert facts(later(COMPUTES, maxMultiviewViewCount=0, supportedDepthResolveModes=0)) == []
        assert facts(later(DRAWS, subgroupSupportedStages=0x10)) == []
        assert facts(later(COPIES, maxMemoryAllocationSize=0)) == []

    def test_a_device_of_an_older_version(self) -> None:
        """What it has no structure for is not judged."""
        row = device()
        row["limits"] = {limits.LIMITS: row["limits"][limits.LIMITS]}

        assert facts(answers(row)) == []

    def test_a_device_of_1_1(self) -> None:
        """It has the limits of Vulkan 1.1 in several structures, with names of their own."""
        row = device()
        row["limits"] = {
            limits.LIMITS: row["limits"][limits.LIMITS],
            "VkPhysicalDeviceSubgroupProperties": {
                "subgroupSize": 0,
                "supportedStages": 0x10,
                "supportedOperations": 0,
            },
            "VkPhysicalDeviceMultiviewProperties": {
                "maxMultiviewViewCount": 6,
                "maxMultiviewInstanceIndex": 5,
            },
            "VkPhysicalDeviceMaintenance3Properties": {
                "maxPerSetDescriptors": 1024,
                "maxMemoryAllocationSize": 7,
            },
        }

        assert [fact.split(",")[0] for fact in facts(answers(row))] == [
            "subgroupSize of physical device 0 is 0",
            "maxMultiviewInstanceIndex of physical device 0 is 5",
            "maxMemoryAllocationSize of physical device 0 is 7",
            "supportedStages of physical device 0 is 0x10",
            "supportedOperations of physical device 0 is 0x0",
        ]

    def test_multiview_in_1_1(self) -> None:
        """A device of Vulkan 1.1 tells of its features in several structures as well."""
        row = device()
        row["properties"]["apiVersion"] = 1 << 22 | 1 << 12
        row["features"] = {"VkPhysicalDeviceMultiviewFeatures": {"multiview": False}}

        assert [each.fact for each in limits.required_features_are_there(answers(row)).broken] == [
            "VkPhysicalDeviceMultiviewFeatures::multiview of physical device 0 is VK_FALSE, and each device of"
            " Vulkan 1.1 has it"
        ]

    def test_multiview(self) -> None:
        """The registry does not list what Vulkan 1.1 requires."""
        row = device()
        row["features"]["VkPhysicalDeviceVulkan11Features"]["multiview"] = False

        assert [each.fact for each in limits.required_features_are_there(answers(row)).broken] == [
            "VkPhysicalDeviceVulkan11Features::multiview of physical device 0 is VK_FALSE, and each device of"
            " Vulkan 1.1 has it"
        ]


def test_numbers_of_samples() -> None:
    """A device that draws has images of one sample per texel, whatever else it has."""
    assert facts(limited(framebufferColorSampleCounts=4)) == [
        "framebufferColorSampleCounts of physical device 0 is 0x4, without 0x1, which every device has to allow"
    ]
    assert facts(limited(COMPUTES, framebufferColorSampleCounts=4)) == []


def test_the_registry_has_both() -> None:
    """The generated table is not empty, and dependencies are parted."""
    assert {each.version for each in required_features()} == {(1, 2), (1, 3), (1, 4)}
    assert any(len(each.depends) > 1 for each in required_features())
    assert ("VkPhysicalDeviceLimits", "nonCoherentAtomSize") in set(powers_of_two())
