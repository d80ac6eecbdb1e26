"""Checks on the act "facts": the limits and features that every device of a version of Vulkan has.

Source, in the Vulkan specification: "Required Limits" (its table for Vulkan 1.0; later versions ask as much or
more, and have limits of their own: ``later_limits``) and "Feature Requirements" (the registry lists them by version,
and names limits that are powers of two).
Limits of drawing are asked of devices that draw, as features are, and those of computing of devices that compute.
Devices of VK_KHR_portability_subset may have less than Vulkan asks, and those that draw nothing have no use for
images: of these the same is advised.
Limits that depend on a feature are asked of devices that have it, and of devices that draw. Limits that
depend on others are in ``properties``. Not judged: features of structures that the prober does not ask for.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from refloader.model.version import unpacked
from refloader.suite.drivers.checks.devices.later_limits import LATER_BITS, LATER_LIMITS, disagreements
from refloader.suite.drivers.checks.devices.properties import (
    COMPUTE,
    GRAPHICS,
    can,
    families_are_allowed,
    is_bound,
    limits_fit_each_other,
    memory_can_be_mapped,
    memory_types_are_listed,
)
from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

# ---- what the registry asks of devices: ``tools/generate.py`` writes it


@dataclass(frozen=True, slots=True)
class RequiredFeature:
    """A feature that each device of a version has. ``depends``: where one of these extensions or features is there.

    Extensions are names, features "Structure::member"; a feature that depends on nothing is always required.
    """

    version: tuple[int, int]
    structure: str
    member: str
    depends: tuple[str, ...]


@cache
def required_features() -> tuple[RequiredFeature, ...]:
    """Return the features that devices have to have, the oldest version's first."""
    return tuple(
        RequiredFeature(
            version=_version(row["version"]),
            structure=row["structure"],
            member=row["member"],
            depends=tuple(row["depends"].split(",")) if row["depends"] else (),
        )
        for row in _data()["features"]
    )


def powers_of_two() -> Iterator[tuple[str, str]]:
    """Yield structure and member of each limit that is a power of two."""
    for row in _data()["powers_of_two"]:
        yield row["structure"], row["member"]


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor)


@cache
def _data() -> dict[str, Any]:
    text = files("refloader.model").joinpath("generated/requirements.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


# ---- what the specification asks of each

_Bound: TypeAlias = int | tuple[int, ...]

LIMITS = "VkPhysicalDeviceLimits"
_BOUND = True
_NO_DEVICE = "the driver has no physical device here"
_OF_EACH = RequiredFeature((1, 0), "VkPhysicalDeviceFeatures", "robustBufferAccess", ())
_MULTIVIEW = RequiredFeature((1, 1), "VkPhysicalDeviceVulkan11Features", "multiview", ())
_MULTIVIEW_OF_1_1 = RequiredFeature((1, 1), "VkPhysicalDeviceMultiviewFeatures", "multiview", ())
"""Of Vulkan 1.0 and 1.1, whose features the registry does not list; a device of 1.1 has the last structure."""

_POWERS_SINCE_1_1 = ("optimalBufferCopyOffsetAlignment", "optimalBufferCopyRowPitchAlignment")
"""What the first texts did not ask to be a power of two."""

ANY_AT_LEAST: Mapping[str, int] = {
    "maxUniformBufferRange": 16384,
    "maxStorageBufferRange": 1 << 27,
    "maxPushConstantsSize": 128,
    "maxMemoryAllocationCount": 4096,
    "maxBoundDescriptorSets": 4,
    "maxPerStageDescriptorUniformBuffers": 12,
    "maxPerStageDescriptorStorageBuffers": 4,
    "minMemoryMapAlignment": 64,
    "discreteQueuePriorities": 2,
}
"""Limits that are at least so large on each device that draws or computes."""

IMAGES_AT_LEAST: Mapping[str, int] = {
    "maxImageDimension1D": 4096,
    "maxImageDimension2D": 4096,
    "maxImageDimension3D": 256,
    "maxImageDimensionCube": 4096,
    "maxImageArrayLayers": 256,
    "maxTexelBufferElements": 65536,
    "maxSamplerAllocationCount": 4000,
    "maxPerStageDescriptorSamplers": 16,
    "maxPerStageDescriptorSampledImages": 16,
    "maxPerStageDescriptorStorageImages": 4,
    "maxSamplerLodBias": 2,
    "maxSamplerAnisotropy": 1,
    "maxTexelOffset": 7,
}
"""Limits of images and samplers: they are asked of each device that draws, and should be so on others."""

DRAWING_AT_LEAST: Mapping[str, int] = {
    "maxPerStageDescriptorInputAttachments": 4,
    "maxVertexInputAttributes": 16,
    "maxVertexInputBindings": 16,
    "maxVertexInputAttributeOffset": 2047,
    "maxVertexInputBindingStride": 2048,
    "maxVertexOutputComponents": 64,
    "maxFragmentInputComponents": 64,
    "maxFragmentOutputAttachments": 4,
    "maxFragmentCombinedOutputResources": 4,
    "subPixelPrecisionBits": 4,
    "subTexelPrecisionBits": 4,
    "mipmapPrecisionBits": 4,
    "maxDrawIndexedIndexValue": (1 << 24) - 1,
    "maxDrawIndirectCount": 1,
    "maxViewports": 1,
    "maxViewportDimensions": 4096,
    "maxFramebufferWidth": 4096,
    "maxFramebufferHeight": 4096,
    "maxFramebufferLayers": 256,
    "maxColorAttachments": 4,
    "maxSampleMaskWords": 1,
}
"""Limits that are at least so large, or each of their numbers, on each device that draws."""

_ONE, _FOUR = 1, 4
SAMPLES: Mapping[str, int] = {
    "framebufferColorSampleCounts": _ONE | _FOUR,
    "framebufferDepthSampleCounts": _ONE | _FOUR,
    "framebufferStencilSampleCounts": _ONE | _FOUR,
    "framebufferNoAttachmentsSampleCounts": _ONE | _FOUR,
    "sampledImageColorSampleCounts": _ONE | _FOUR,
    "sampledImageIntegerSampleCounts": _ONE,
    "sampledImageDepthSampleCounts": _ONE | _FOUR,
    "sampledImageStencilSampleCounts": _ONE | _FOUR,
    "storageImageSampleCounts": _ONE,
}
"""Numbers of samples, as bits, that each device that draws has."""

COMPUTING_AT_LEAST: Mapping[str, int | tuple[int, ...]] = {
    "maxComputeSharedMemorySize": 16384,
    "maxComputeWorkGroupCount": 65535,
    "maxComputeWorkGroupInvocations": 128,
    "maxComputeWorkGroupSize": (128, 128, 64),
}
"""Limits that are at least so large on each device that computes."""

WITH_FEATURE: Mapping[str, tuple[str, _Bound]] = {
    "maxDrawIndexedIndexValue": ("fullDrawIndexUint32", (1 << 32) - 1),
    "maxTessellationGenerationLevel": ("tessellationShader", 64),
    "maxTessellationPatchSize": ("tessellationShader", 32),
    "maxTessellationControlPerVertexInputComponents": ("tessellationShader", 64),
    "maxTessellationControlPerVertexOutputComponents": ("tessellationShader", 64),
    "maxTessellationControlPerPatchOutputComponents": ("tessellationShader", 120),
    "maxTessellationControlTotalOutputComponents": ("tessellationShader", 2048),
    "maxTessellationEvaluationInputComponents": ("tessellationShader", 64),
    "maxTessellationEvaluationOutputComponents": ("tessellationShader", 64),
    "maxGeometryShaderInvocations": ("geometryShader", 32),
    "maxGeometryInputComponents": ("geometryShader", 64),
    "maxGeometryOutputComponents": ("geometryShader", 64),
    "maxGeometryOutputVertices": ("geometryShader", 256),
    "maxGeometryTotalOutputComponents": ("geometryShader", 1024),
    "maxFragmentDualSrcAttachments": ("dualSrcBlend", 1),
    "maxDrawIndirectCount": ("multiDrawIndirect", (1 << 16) - 1),
    "maxSamplerAnisotropy": ("samplerAnisotropy", 16),
    "maxViewports": ("multiViewport", 16),
    "maxClipDistances": ("shaderClipDistance", 8),
    "maxCullDistances": ("shaderCullDistance", 8),
    "maxTexelGatherOffset": ("shaderImageGatherExtended", 7),
    "subPixelInterpolationOffsetBits": ("sampleRateShading", 4),
    "sparseAddressSpaceSize": ("sparseBinding", 1 << 31),
}
"""Limits that are at least so large where the device has the feature. The first can be no larger: it has 32 bits."""

ANY_AT_MOST: Mapping[str, int] = {
    "bufferImageGranularity": 131072,
    "minTexelBufferOffsetAlignment": 256,
    "minUniformBufferOffsetAlignment": 256,
    "minStorageBufferOffsetAlignment": 256,
    "nonCoherentAtomSize": 256,
}
"""Limits that are at most so large on each device that draws or computes."""

IMAGES_AT_MOST: Mapping[str, int] = {"minTexelOffset": -8}
"""The same of what is at most so large."""


def required_limits(answers: Answers) -> CheckResult:
    """Check that no limit of a device is less than every device has, and that alignments are powers of two."""
    return _limits(answers, _BOUND, "every device has to allow")


def required_features_are_there(answers: Answers) -> CheckResult:
    """Check that a device that draws has the features that each such device of its version has."""
    return _features(answers, _BOUND)


def advised(answers: Answers) -> CheckResult:
    """Check the same where no sentence binds the device: programs count on what all others have.

    That is so of what ``properties`` checks as well.
    """
    look = _limits(answers, not _BOUND, "other devices have to allow")
    for check in (families_are_allowed, memory_can_be_mapped, memory_types_are_listed, limits_fit_each_other):
        _add(look, check(answers, bound=not _BOUND))
    _add(look, _features(answers, not _BOUND))
    look.missing = (
        "every device here has to have it all: none is a portability subset, draws nothing or is of 1.0"
    )
    return look


def _add(look: CheckResult, more: CheckResult) -> None:
    look.seen += more.seen
    look.broken += more.broken


def _limits(answers: Answers, bound: bool, why: str) -> CheckResult:
    look = CheckResult(missing=f"{_NO_DEVICE} that draws or computes")
    for place, row in _devices(answers):
        limits = part(row, "limits")
        if not can(row) or not part(limits, LIMITS):
            continue
        name = f"of physical device {place}"
        for member, limit, sign, binds in _demands(row):
            if binds is bound:
                _compare(look, f"{member} {name}", part(limits, LIMITS).get(member), limit, sign, why)
        if can(row) & GRAPHICS and is_bound(row) is bound:
            _check_samples(look, name, part(limits, LIMITS), why)
        for member, feature, limit in _demands_by_feature(row, bound):
            reason = f"a device that has {feature} has to allow"
            _compare(look, f"{member} {name}", part(limits, LIMITS).get(member), limit, 1, reason)
        if is_bound(row) is bound:
            _check_later(look, name, limits, can(row), why)
        for structure, member in powers_of_two():
            value = part(limits, structure).get(member)
            binds = is_bound(row) and (member not in _POWERS_SINCE_1_1 or _version_of(row) >= (1, 1))
            if binds is bound and isinstance(value, int) and value > 0:
                look.seen += 1
                if value & (value - 1):
                    look.fail(f"{member} {name} is {value}, which is no power of two")
    return look


def _check_samples(look: CheckResult, name: str, limits: Answers, why: str) -> None:
    for member, bits in SAMPLES.items():
        _compare_bits(look, f"{member} {name}", limits.get(member), bits, why)


def _check_later(look: CheckResult, name: str, limits: Answers, flags: int, why: str) -> None:
    """Check the limits that later versions brought, of which a device has the structures of its own version."""
    for each in LATER_LIMITS:
        if each.of & flags:
            value = part(limits, each.structure).get(each.member, "")
            _compare(look, f"{each.member} {name}", value, each.least, 1, why)
    for each in LATER_BITS:
        if each.of & flags:
            value = part(limits, each.structure).get(each.member)
            _compare_bits(look, f"{each.member} {name}", value, each.least, why)
    for fits, fact in disagreements(limits):
        look.seen += 1
        if not fits:
            look.fail(f"{name.removeprefix('of ')}: {fact}")


def _compare_bits(look: CheckResult, name: str, value: object, bits: int, why: str) -> None:
    if not isinstance(value, int):
        return
    look.seen += 1
    if value & bits != bits:
        look.fail(f"{name} is {value:#x}, without {bits & ~value:#x}, which {why}")


def _features(answers: Answers, bound: bool) -> CheckResult:
    look = CheckResult(missing=f"{_NO_DEVICE} that draws")
    for place, row in _devices(answers):
        if not can(row) & GRAPHICS or is_bound(row) is not bound:
            continue
        for each in (_OF_EACH, _MULTIVIEW, _MULTIVIEW_OF_1_1, *required_features()):
            value = part(part(row, "features"), each.structure).get(each.member)
            if each.version > _version_of(row) or not isinstance(value, bool) or not _is_required(each, row):
                continue
            look.seen += 1
            if not value:
                major, minor = each.version
                fact = f"{each.structure}::{each.member} of physical device {place} is VK_FALSE"
                others = f"{'each device' if bound else 'each other device'} of Vulkan {major}.{minor}"
                look.fail(f"{fact}, and {others} has it{_why(each)}")
    return look


def _version_of(row: Answers) -> tuple[int, int]:
    return unpacked(number(part(row, "properties"), "apiVersion")).feature


def _is_required(each: RequiredFeature, row: Answers) -> bool:
    return not each.depends or any(_is_offered(condition, row) for condition in each.depends)


def _is_offered(condition: str, row: Answers) -> bool:
    structure, _, member = condition.partition("::")
    if not member:
        return condition in part(row, "extensions")
    return part(part(row, "features"), structure).get(member) is True


def _why(each: RequiredFeature) -> str:
    return f" with {' or '.join(each.depends)}" if each.depends else ""


def _devices(answers: Answers) -> Iterator[tuple[str, Answers]]:
    head = "facts.device."
    for label in answers:
        if label.startswith(head):
            yield label.removeprefix(head), part(answers, label)


def _demands(row: Answers) -> Iterator[tuple[str, _Bound, int, bool]]:
    """Yield member, limit, 1 for at least or -1 for at most, and whether the device is bound to it."""
    flags, binds = can(row), is_bound(row)
    has_images = binds and bool(flags & GRAPHICS)
    yield from ((member, least, 1, binds) for member, least in ANY_AT_LEAST.items())
    yield from ((member, most, -1, binds) for member, most in ANY_AT_MOST.items())
    yield from ((member, least, 1, has_images) for member, least in IMAGES_AT_LEAST.items())
    yield from ((member, most, -1, has_images) for member, most in IMAGES_AT_MOST.items())
    if flags & GRAPHICS:
        yield from ((member, least, 1, binds) for member, least in DRAWING_AT_LEAST.items())
    if flags & COMPUTE:
        yield from ((member, each, 1, binds) for member, each in COMPUTING_AT_LEAST.items())


def _demands_by_feature(row: Answers, bound: bool) -> Iterator[tuple[str, str, _Bound]]:
    """Yield member, feature and limit for the features that a device has."""
    features = part(part(row, "features"), _OF_EACH.structure)
    if can(row) & GRAPHICS and is_bound(row) is bound:
        for member, (feature, least) in WITH_FEATURE.items():
            if features.get(feature) is True:
                yield member, feature, least


def _compare(look: CheckResult, name: str, value: object, bound: _Bound, sign: int, why: str) -> None:
    """Compare each number with its bound; what is no number, as an infinite limit, is not compared."""
    values = value if isinstance(value, list) else [value]
    bounds = bound if isinstance(bound, tuple) else (bound,) * len(values)
    if len(values) != len(bounds) or not all(isinstance(each, int | float) for each in values):
        return
    look.seen += 1
    if any(sign * each < sign * other for each, other in zip(values, bounds, strict=True)):
        words = "less than" if sign > 0 else "more than"
        asked = ", ".join(str(each) for each in dict.fromkeys(bounds)) if len(set(bounds)) > 1 else bounds[0]
        look.fail(f"{name} is {value}, {words} {asked}, which {why}")
