"""Checks on the act "enumerate": the properties of a physical device are valid.

Source, in the Vulkan specification: VkPhysicalDeviceProperties (deviceName is a null-terminated UTF-8 string),
VkPhysicalDeviceMemoryProperties (arrays of VK_MAX_MEMORY_TYPES and VK_MAX_MEMORY_HEAPS elements, of which the counts
say how many are valid; a type is host-visible and coherent; a type with a part of another's properties comes first),
VkQueueFamilyProperties (bits of timestamps, granularity) and "Device Memory" (there is a heap, and a type, that every
device has). ``refloader diff`` compares limits and features; they are not checked.

A device of VK_KHR_portability_subset stands for an API that has less than Vulkan asks for: what a check that is
``bound`` does not hold it to, the same check that is not advises.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import TypeGuard

from refloader.model.text import quote
from refloader.model.version import unpacked
from refloader.suite.sessions.answers import Answers, number, numbers, part, rows, texts
from refloader.suite.sessions.check_result import CheckResult

PORTABILITY = "VK_KHR_portability_subset"
MOST = {"types": ("memoryTypeCount", 32), "heaps": ("memoryHeapCount", 16)}
"""The members that count, and their maxima: VK_MAX_MEMORY_TYPES and VK_MAX_MEMORY_HEAPS."""

_FEWEST_BITS, _MOST_BITS = 36, 64
GRAPHICS, COMPUTE = 1, 2
"""VK_QUEUE_GRAPHICS_BIT and VK_QUEUE_COMPUTE_BIT."""

_GRAPHICS_OR_COMPUTE = GRAPHICS | COMPUTE
_MAPPED = 0x2 | 0x4
"""VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT and VK_MEMORY_PROPERTY_HOST_COHERENT_BIT."""

_AMD = 0x40 | 0x80
"""VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD and VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD."""

_LAST_TYPE = 4
"""VK_PHYSICAL_DEVICE_TYPE_CPU."""

_TYPES = frozenset({0x0, 0x6, 0xA, 0xE, 0x1, 0x7, 0xB, 0xF, 0x11, 0x20, 0x21})
"""The property flags that a memory type can have, those of extensions left aside ("Device Memory")."""

_FLAGS_OF_CORE = 0x3F
_LOCAL = 0x1
"""VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, and VK_MEMORY_HEAP_DEVICE_LOCAL_BIT."""

_NO_DEVICE = "the driver has no physical device here"
_NO_BOUND = "the driver has no physical device here that is more than a portability subset"


_OF_STAGES: Mapping[str, int] = {
    "maxDescriptorSetSamplers": 16,
    "maxDescriptorSetUniformBuffers": 12,
    "maxDescriptorSetStorageBuffers": 4,
    "maxDescriptorSetSampledImages": 16,
    "maxDescriptorSetStorageImages": 4,
}
"""For each stage so many."""

_OF_SETS: Mapping[str, int] = {
    "maxDescriptorSetUniformBuffersDynamic": 8,
    "maxDescriptorSetStorageBuffersDynamic": 4,
    "maxDescriptorSetInputAttachments": 4,
}
"""Whatever the number of stages is."""

RESOURCES = (
    "maxPerStageDescriptorUniformBuffers",
    "maxPerStageDescriptorStorageBuffers",
    "maxPerStageDescriptorSampledImages",
    "maxPerStageDescriptorStorageImages",
    "maxPerStageDescriptorInputAttachments",
    "maxColorAttachments",
)
_MOST_RESOURCES = 128
_ABOUT_ONE = ("pointSizeRange", "lineWidthRange")
_STAGES_OF_FEATURES = {"tessellationShader": 2, "geometryShader": 1}


def is_bound(row: Answers) -> bool:
    """Return whether the requirements bind a device: those of VK_KHR_portability_subset may have less."""
    return PORTABILITY not in part(row, "extensions")


def can(row: Answers) -> int:
    """Return whether any queue family of a device draws or computes, as GRAPHICS and COMPUTE."""
    flags = 0
    for family in rows(row, "queue_families"):
        flags |= number(family, "flags")
    return flags & _GRAPHICS_OR_COMPUTE


def is_utf8(text: str) -> bool:
    """Return whether a text from the prober was UTF-8: all other bytes arrive as lone surrogates."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def names_are_texts(answers: Answers) -> CheckResult:
    """Check that the name of each physical device is terminated, and is UTF-8."""
    result = CheckResult(missing=_NO_DEVICE)
    for place, row in _rows(answers, "device"):
        result.seen += 1
        name = str(row.get("name"))
        if row.get("unended"):
            result.fail(f"deviceName of physical device {place} has no terminating NUL in its 256 bytes")
        if not is_utf8(name):
            result.fail(f"deviceName of physical device {place} is not UTF-8: {quote(name)}")
    return result


def types_are_types(answers: Answers) -> CheckResult:
    """Check that deviceType is one of VkPhysicalDeviceType, and that a VkBool32 is VK_TRUE or VK_FALSE.

    Drivers return no reserved value of an enumerated type ("Valid Usage for Enumerated Types" of the Vulkan
    specification), and no third value of VkBool32. Of that type the registry has five, and no extension defines more.
    """
    result = CheckResult(missing=_NO_DEVICE)
    for label in answers:
        device = part(answers, label)
        properties = part(device, "properties")
        if not label.startswith("facts.device.") or not properties:
            continue
        result.seen += 1
        name = f"physical device {label.removeprefix('facts.device.')}"
        if (kind := number(properties, "deviceType")) > _LAST_TYPE:
            result.fail(f"deviceType of {name} is {kind}, which no VkPhysicalDeviceType is")
        if odd := texts(device, "odd"):
            result.fail(f"{name} returns a VkBool32 that is neither VK_TRUE nor VK_FALSE: {', '.join(odd)}")
    return result


def memory_is_in_bounds(answers: Answers) -> CheckResult:
    """Check that a device has memory types and heaps, no more than fit, and that each type has a heap."""
    result = CheckResult(missing=_NO_DEVICE)
    for place, row in _rows(answers, "memory"):
        result.seen += 1
        for key, (member, most) in MOST.items():
            if not 1 <= number(row, key) <= most:
                result.fail(
                    f"{member} of physical device {place} is {number(row, key)}, where 1 to {most} may be"
                )
        nowhere = [
            type_ for type_, heap in enumerate(numbers(row, "heap_of")) if heap >= number(row, "heaps")
        ]
        if nowhere and number(row, "heaps"):
            heap = numbers(row, "heap_of")[nowhere[0]]
            fact = f"memory type {nowhere[0]} of physical device {place} is of heap {heap}"
            result.fail(f"{fact}, and there are {number(row, 'heaps')}")
    return result


def families_are_allowed(answers: Answers, *, bound: bool = True) -> CheckResult:
    """Check what the specification fixes of queue families: bits of timestamps if they draw or compute, steps.

    VkQueueFamilyProperties lists the "possible values of minImageTransferGranularity": (0, 0, 0), and powers of two.
    """
    result = CheckResult(missing=_NO_BOUND)
    for place, family, row in _of_devices(answers, "queue_families", (bound,)):
        name = f"queue family {family} of physical device {place}"
        steps = numbers(row, "granularity")
        if not number(row, "flags") & _GRAPHICS_OR_COMPUTE:
            if any(steps):
                result.seen += 1
                if not all(each > 0 and each & (each - 1) == 0 for each in steps):
                    result.fail(
                        f"minImageTransferGranularity of {name} is {steps}, neither 0 nor powers of two"
                    )
            continue
        result.seen += 1
        _check_timestamps(result, name, row)
        if steps != [1, 1, 1]:
            result.fail(
                f"minImageTransferGranularity of {name}, which draws or computes, is {steps}, not [1, 1, 1]"
            )
    return result


def other_families_are_allowed(answers: Answers) -> CheckResult:
    """Check the bits of timestamps of all other queue families, of which products for video have 32."""
    result = CheckResult(missing="the driver has no queue family that neither draws nor computes")
    for place, family, row in _of_devices(answers, "queue_families", (True, False)):
        if not number(row, "flags") & _GRAPHICS_OR_COMPUTE:
            result.seen += 1
            _check_timestamps(result, f"queue family {family} of physical device {place}", row)
    return result


def _check_timestamps(result: CheckResult, name: str, row: Answers) -> None:
    bits = number(row, "timestamp_bits")
    if bits and not _FEWEST_BITS <= bits <= _MOST_BITS:
        result.fail(
            f"timestampValidBits of {name} is {bits}, where 0 or {_FEWEST_BITS} to {_MOST_BITS} may be"
        )


def memory_can_be_mapped(answers: Answers, *, bound: bool = True) -> CheckResult:
    """Check that a memory type of each device is host-visible and coherent, and that lesser types come first."""
    result = CheckResult(missing=_NO_BOUND)
    types: dict[str, list[int]] = {}
    for place, _, row in _of_devices(answers, "memory_types", (bound,)):
        types.setdefault(place, []).append(number(row, "flags"))
    for place, flags in types.items():
        result.seen += 1
        if not any(each & _MAPPED == _MAPPED for each in flags):
            result.fail(f"physical device {place} has no memory type that is host-visible and host-coherent")
        for later, least in enumerate(flags):
            earlier = next((at for at in range(later) if _comes_first(least, flags[at])), None)
            if earlier is not None:
                result.fail(
                    f"memory type {later} of physical device {place} comes behind type {earlier}, although"
                    f" {_why_first(least, flags[earlier])}"
                )
    return result


def memory_types_are_listed(answers: Answers, *, bound: bool = True) -> CheckResult:
    """Check that the property flags of each memory type are among those that "Device Memory" lists.

    A type with flags of extensions is not judged: each extension adds rows to the list.
    """
    result = CheckResult(missing=_NO_BOUND)
    for place, type_, row in _of_devices(answers, "memory_types", (bound,)):
        flags = number(row, "flags")
        if flags <= _FLAGS_OF_CORE:
            result.seen += 1
            if flags not in _TYPES:
                result.fail(
                    f"memory type {type_} of physical device {place} has the property flags {flags:#x}"
                )
    return result


def memory_is_of_its_heap(answers: Answers, *, bound: bool = True) -> CheckResult:
    """Check that a memory type is local to the device if and only if its heap is, and that one is.

    "Device Memory" of the Vulkan specification, at VkMemoryPropertyFlagBits and VkPhysicalDeviceMemoryProperties.
    Texts of Vulkan 1.0 had it that only types of such heaps are local, not each of them: that is not judged there.
    """
    result = CheckResult(missing=_NO_BOUND)
    heaps: dict[str, list[int]] = {}
    for place, _, row in _of_devices(answers, "memory_heaps", (bound,)):
        heaps.setdefault(place, []).append(number(row, "flags"))
    local: dict[str, bool] = dict.fromkeys(heaps, False)
    for place, type_, row in _of_devices(answers, "memory_types", (bound,)):
        flags, heap = number(row, "flags"), number(row, "heap")
        if heap >= len(heaps.get(place, ())):
            continue
        result.seen += 1
        local[place] |= bool(flags & _LOCAL)
        api = number(part(part(answers, f"facts.device.{place}"), "properties"), "apiVersion")
        if not flags & _LOCAL and unpacked(api).feature < (1, 1):
            continue
        if bool(flags & _LOCAL) is not bool(heaps[place][heap] & _LOCAL):
            one, other = ("type", "heap") if flags & _LOCAL else ("heap", "type")
            result.fail(
                f"memory type {type_} of physical device {place} is of heap {heap}, and the {one} is local to the"
                f" device, the {other} is not"
            )
    for place, is_there in local.items():
        if not is_there and result.seen:
            result.fail(f"physical device {place} has no memory type that is local to the device")
    return result


def drawing_with_computing(answers: Answers) -> CheckResult:
    """Check that a queue family of some device both draws and computes, if any of an implementation draws.

    "Queues" of the Vulkan specification, at VkQueueFlagBits: it is asked of an implementation, not of each device.
    """
    result = CheckResult(missing="the driver has no queue family here that draws")
    families = [number(row, "flags") for _, _, row in _of_devices(answers, "queue_families", (True, False))]
    result.seen = sum(bool(flags & GRAPHICS) for flags in families)
    if result.seen and not any(flags & _GRAPHICS_OR_COMPUTE == _GRAPHICS_OR_COMPUTE for flags in families):
        result.fail(f"{result.seen} queue families draw, and none of any device both draws and computes")
    return result


def limits_fit_each_other(answers: Answers, *, bound: bool = True) -> CheckResult:
    """Check that viewports may begin and end as far outside as the largest viewport asks for ("Limits").

    It binds devices that draw: others have no viewports.
    """
    result = CheckResult(missing=f"{_NO_BOUND} and draws")
    for label in answers:
        device = part(answers, label)
        limits = part(part(device, "limits"), "VkPhysicalDeviceLimits")
        sizes, bounds = limits.get("maxViewportDimensions"), limits.get("viewportBoundsRange")
        if not (label.startswith("facts.device.") and _are_two(sizes) and _are_two(bounds)):
            continue
        if (is_bound(device) and bool(can(device) & GRAPHICS)) is not bound:
            continue
        result.seen += 1
        least = [-2 * max(sizes), 2 * max(sizes) - 1]
        if bounds[0] > least[0] or bounds[1] < least[1]:
            result.fail(
                f"viewportBoundsRange of physical device {label.removeprefix('facts.device.')} is {bounds}, less than"
                f" {least}, which maxViewportDimensions of {sizes} ask for"
            )
    return result


def derived_limits(answers: Answers) -> CheckResult:
    """Check the limits of descriptor sets, of the resources of a stage, and of points and lines.

    "Required Limits": maxDescriptorSet* is at least "n times the corresponding specification minimum
    maxPerStageDescriptor* limit, where n is the number of shader stages supported" (those of drawing and computing
    that features tell of); maxPerStageResources is at least 128 or what it is about together; 1 is in both ranges.
    """
    look = CheckResult(missing=f"{_NO_BOUND} and draws")
    for label in answers:
        device = part(answers, label)
        limits = part(part(device, "limits"), "VkPhysicalDeviceLimits")
        if (
            not label.startswith("facts.device.")
            or not limits
            or not can(device) & GRAPHICS
            or not is_bound(device)
        ):
            continue
        name = f"of physical device {label.removeprefix('facts.device.')}"
        for member, least, why in _least(device, limits):
            value = limits.get(member)
            if isinstance(value, int):
                look.seen += 1
                if value < least:
                    look.fail(f"{member} {name} is {value}, less than {least}, which {why}")
        for member in _ABOUT_ONE:
            _check_range(look, name, member, limits.get(member))
    return look


def _least(device: Answers, limits: Answers) -> Iterator[tuple[str, int, str]]:
    """Yield member, the least value, and why it is that."""
    features = part(part(device, "features"), "VkPhysicalDeviceFeatures")
    stages = 2 + sum(more for name, more in _STAGES_OF_FEATURES.items() if features.get(name) is True)
    stages += 1 if can(device) & COMPUTE else 0
    for member, least in _OF_STAGES.items():
        yield member, least * stages, f"a device with {stages} shader stages has to allow"
    for member, least in _OF_SETS.items():
        yield member, least, "every device has to allow"
    total = sum(number(limits, member) for member in RESOURCES)
    yield "maxPerStageResources", min(total, _MOST_RESOURCES), "its other limits ask for"


def _check_range(look: CheckResult, name: str, member: str, value: object) -> None:
    if not isinstance(value, list) or len(value) != 2:
        return
    if all(isinstance(each, int | float) for each in value):
        look.seen += 1
        if not value[0] <= 1 <= value[1]:
            look.fail(f"{member} {name} is {value}, without 1, which every device has to allow")


def _are_two(value: object) -> TypeGuard[list[float]]:
    return (
        isinstance(value, list) and len(value) == 2 and all(isinstance(each, int | float) for each in value)
    )


def _why_first(flags: int, others: int) -> str:
    if _is_part(flags, others):
        return "its property flags are a strict subset of that one's"
    return "that one is coherent or uncached for the device (AMD), and it is not"


def _comes_first(flags: int, others: int) -> bool:
    """Return whether a type with these flags has to stand before one with the others.

    For equal flags it is up to the performance of the heaps, which the implementation knows alone.
    """
    return _is_part(flags, others) or bool(others & _AMD and not flags & _AMD)


def _is_part(flags: int, others: int) -> bool:
    """Return whether the flags are a strict subset of the others."""
    return flags != others and flags | others == others


def _of_devices(answers: Answers, key: str, bound: Collection[bool]) -> Iterator[tuple[str, int, Answers]]:
    """Yield the rows of a list in "facts", with the numbers of the physical device and of the row."""
    for label in answers:
        if label.startswith("facts.device.") and is_bound(part(answers, label)) in bound:
            for at, row in enumerate(rows(part(answers, label), key)):
                yield label.removeprefix("facts.device."), at, row


def devices_of(answers: Answers) -> Iterator[tuple[str, Answers]]:
    """Yield the number of each physical device in "facts", and what it says of itself."""
    for label in answers:
        if label.startswith("facts.device."):
            yield label.removeprefix("facts.device."), part(answers, label)


def _rows(answers: Answers, what: str) -> Iterator[tuple[str, Answers]]:
    """Yield the answers by the number of the physical device."""
    head = f"enumerate.{what}."
    for label in answers:
        row = part(answers, label)
        if label.startswith(head) and row:
            yield label.removeprefix(head), row
