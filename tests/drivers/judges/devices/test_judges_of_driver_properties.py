"""Judges of what physical devices tell of themselves, on answers that keep and that break each rule."""

from collections.abc import Callable

import pytest
from driver_answers import Judged, Row, each
from hypothesis import given
from hypothesis import strategies as st

from refloader.model.version import api_version
from refloader.suite.drivers.checks.devices import limits, properties
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

Check = Callable[[Answers], CheckResult]


def named(name: str, **more: object) -> Answers:
    """A physical device of this name."""
    return {"enumerate.device.0": {"name": name, "api": 1 << 22, "driver": 1, **more}}


def memory(types: int = 2, heaps: int = 1, heap_of: tuple[int, ...] = (0, 0)) -> Answers:
    """The memory of a physical device."""
    return {"enumerate.memory.0": {"types": types, "heaps": heaps, "heap_of": list(heap_of)}}


def family(bits: int = 64, flags: int = 1, step: int = 1) -> Answers:
    """A physical device with one queue family: bits of its timestamps, what it can, steps of copies."""
    row = {"flags": flags, "count": 1, "timestamp_bits": bits, "granularity": [step, step, step]}
    return {"facts.device.0": {"queue_families": [row]}}


def memory_types(*flags: int) -> Answers:
    """A physical device with memory types of these properties."""
    return {"facts.device.0": {"memory_types": [{"flags": each, "heap": 0} for each in flags]}}


def typed(kind: int, *odd: str) -> Answers:
    """A physical device of this type, with members that are neither true nor false."""
    return {"facts.device.0": {"properties": {"deviceType": kind}, "odd": list(odd)}}


def heaped(heap: int, heaps: tuple[int, ...], *types: int, minor: int = 1) -> Answers:
    """A physical device of Vulkan 1.``minor`` with heaps of these flags, and with types of one of them."""
    return {
        "facts.device.0": {
            "properties": {"apiVersion": api_version(1, minor).packed},
            "memory_heaps": [{"flags": each, "size": 1} for each in heaps],
            "memory_types": [{"flags": each, "heap": heap} for each in types],
        }
    }


def of_portability(answers: Answers) -> Answers:
    """The same device of VK_KHR_portability_subset."""
    return {"facts.device.0": {**answers["facts.device.0"], "extensions": {"VK_KHR_portability_subset": 1}}}


def viewports(size: int, *bounds: float) -> Answers:
    """A physical device with viewports of this size within these bounds."""
    of_device = {"maxViewportDimensions": [size // 2, size], "viewportBoundsRange": list(bounds)}
    return {"facts.device.0": {**family()["facts.device.0"], "limits": {"VkPhysicalDeviceLimits": of_device}}}


CASES: list[Row] = [
    (
        "narrow bounds of viewports",
        properties.limits_fit_each_other,
        viewports(8192, -16384, 16383),
        viewports(8192, -8192, 8191),
        "viewportBoundsRange of physical device 0 is [-8192, 8191], less than [-16384, 16383], which",
    ),
    (
        "a type that is none",
        properties.types_are_types,
        typed(4),
        typed(5),
        "deviceType of physical device 0 is 5, which no VkPhysicalDeviceType is",
    ),
    (
        "more than true",
        properties.types_are_types,
        typed(4),
        typed(4, "robustBufferAccess"),
        "physical device 0 returns a VkBool32 that is neither VK_TRUE nor VK_FALSE: robustBufferAccess",
    ),
    (
        "a local type of another heap",
        properties.memory_is_of_its_heap,
        heaped(0, (1,), 7),
        heaped(0, (0,), 7),
        "memory type 0 of physical device 0 is of heap 0, and the type is local to the device, the heap is not",
    ),
    (
        "another type of a local heap",
        properties.memory_is_of_its_heap,
        heaped(0, (1, 0), 7),
        heaped(0, (1, 0), 7, 6),
        "memory type 1 of physical device 0 is of heap 0, and the heap is local to the device, the type is not",
    ),
    (
        "nothing local",
        properties.memory_is_of_its_heap,
        heaped(0, (1,), 7),
        heaped(0, (0,), 6),
        "physical device 0 has no memory type that is local to the device",
    ),
    (
        "drawing without computing",
        properties.drawing_with_computing,
        family(flags=3),
        family(flags=1),
        "1 queue families draw, and none of any device both draws and computes",
    ),
    (
        "a name without an end",
        properties.names_are_texts,
        named("GPU"),
        named("A" * 256, unended=True),
        "deviceName of physical device 0 has no terminating NUL in its 256 bytes",
    ),
    (
        "a name that is not UTF-8",
        properties.names_are_texts,
        named("GPU \N{REGISTERED SIGN}\x1b"),
        named("GPU \udcff"),
        'deviceName of physical device 0 is not UTF-8: "GPU \\xff"',
    ),
    (
        "too many memory types",
        properties.memory_is_in_bounds,
        memory(32, 16, tuple(range(16)) * 2),
        memory(0xFFFFFFFF),
        "memoryTypeCount of physical device 0 is 4294967295, where 1 to 32 may be",
    ),
    (
        "too many memory heaps",
        properties.memory_is_in_bounds,
        memory(),
        memory(heaps=17),
        "memoryHeapCount of physical device 0 is 17, where 1 to 16 may be",
    ),
    (
        "no memory",
        properties.memory_is_in_bounds,
        memory(),
        memory(0, 0, ()),
        "memoryTypeCount of physical device 0 is 0, where 1 to 32 may be",
    ),
    (
        "timestamps with few bits",
        properties.families_are_allowed,
        family(36),
        family(16),
        "timestampValidBits of queue family 0 of physical device 0 is 16, where 0 or 36 to 64 may be",
    ),
    (
        "timestamps of a queue for video with few bits",
        properties.other_families_are_allowed,
        family(64, flags=0x2C, step=16),
        family(32, flags=0x2C),
        "timestampValidBits of queue family 0 of physical device 0 is 32, where 0 or 36 to 64 may be",
    ),
    (
        "odd steps of a queue that copies",
        properties.families_are_allowed,
        family(flags=4, step=8),
        family(flags=4, step=3),
        "minImageTransferGranularity of queue family 0 of physical device 0 is [3, 3, 3], neither 0 nor powers",
    ),
    (
        "large steps of a queue that draws",
        properties.families_are_allowed,
        family(0, flags=2),
        family(step=8),
        "minImageTransferGranularity of queue family 0 of physical device 0, which draws or computes, is [8",
    ),
    (
        "no coherent memory",
        properties.memory_can_be_mapped,
        memory_types(1, 7, 15),
        memory_types(1, 10),
        "physical device 0 has no memory type that is host-visible and host-coherent",
    ),
    (
        "a lazily allocated type that can be mapped",
        properties.memory_types_are_listed,
        memory_types(1, 7, 0x11, 0x20, 0x21, 0x40),
        memory_types(1, 7, 0x17),
        "memory type 2 of physical device 0 has the property flags 0x17",
    ),
    (
        "a type that can be mapped by halves",
        properties.memory_types_are_listed,
        memory_types(0, 6, 0xA, 0xE, 1, 7, 0xB, 0xF),
        memory_types(6, 2),
        "memory type 1 of physical device 0 has the property flags 0x2",
    ),
    (
        "memory types out of their order",
        properties.memory_can_be_mapped,
        memory_types(6, 14),
        memory_types(14, 6),
        "memory type 1 of physical device 0 comes behind type 0, although its"
        " property flags are a strict subset of that one's",
    ),
    (
        "a type that is coherent for the device before one that is not",
        properties.memory_can_be_mapped,
        memory_types(6, 1, 0xC1),
        memory_types(6, 0xC1, 7),
        "memory type 2 of physical device 0 comes behind type 1, although that one is coherent or uncached for"
        " the device (AMD), and it is not",
    ),
    (
        "a heap that is not there",
        properties.memory_is_in_bounds,
        memory(),
        memory(heap_of=(0, 1)),
        "memory type 1 of physical device 0 is of heap 1, and there are 1",
    ),
]


@each(CASES)
class TestJudges(Judged):
    """Each judge of this file."""


LESS = {
    "narrow bounds of viewports": (properties.limits_fit_each_other, viewports(8192, -8192, 8191)),
    "timestamps with few bits": (properties.families_are_allowed, family(16)),
    "no coherent memory": (properties.memory_can_be_mapped, memory_types(1, 10)),
    "a lazily allocated type that can be mapped": (properties.memory_types_are_listed, memory_types(7, 0x17)),
}
"""What other devices must not have."""


@pytest.mark.parametrize(("check", "answers"), LESS.values(), ids=LESS)
class TestPortability:
    """A device of VK_KHR_portability_subset may have less than Vulkan asks for."""

    def test_nothing_binds_it(self, check: Check, answers: Answers) -> None:
        """No sentence holds it to what other devices have."""
        result = check(of_portability(answers))

        assert (result.seen, result.broken) == (0, [])
        assert result.missing.startswith(
            "the driver has no physical device here that is more than a portability"
        )

    def test_the_same_is_advised(self, check: Check, answers: Answers) -> None:
        """The breach of another device is what a portability device is advised against."""
        binding, advised = check(answers).broken, limits.advised(of_portability(answers)).broken

        assert binding
        assert {each.fact for each in binding} <= {each.fact for each in advised}


def test_bounds_of_viewports_are_those_of_devices_that_draw() -> None:
    """A device that computes alone is advised."""
    computes = viewports(8192, -8192, 8191)
    computes["facts.device.0"]["queue_families"][0]["flags"] = 2

    assert properties.limits_fit_each_other(computes).seen == 0
    assert [each.fact[:41] for each in limits.advised(computes).broken] == [
        "viewportBoundsRange of physical device 0 "
    ]


LOCAL, MAPPED, CACHED, LAZY, PROTECTED, AMD = 1, 2 | 4, 8, 0x10, 0x20, 0x40 | 0x80
VISIBLE = 2

ORDERS = {
    "NVIDIA, with types of no property": (*[0] * 7, LOCAL, LOCAL, MAPPED, MAPPED | CACHED, LOCAL | MAPPED),
    "AMD, discrete": (
        *(LOCAL, MAPPED, LOCAL | MAPPED, MAPPED | CACHED),
        *(LOCAL | AMD, MAPPED | AMD, LOCAL | MAPPED | AMD, MAPPED | CACHED | AMD),
    ),
    "AMD, types of equal properties on two heaps": (LOCAL, LOCAL, MAPPED, LOCAL | MAPPED, LOCAL | MAPPED),
    "Intel, integrated": (LOCAL, LOCAL | MAPPED, LOCAL | MAPPED | CACHED, LOCAL | PROTECTED),
    "Intel, without coherent caches": (LOCAL | MAPPED, LOCAL | VISIBLE | CACHED),
    "Intel, discrete": (LOCAL, MAPPED | CACHED, LOCAL | MAPPED),
    "Apple": (LOCAL, LOCAL | MAPPED | CACHED, LOCAL | LAZY),
    "Apple, discrete": (LOCAL, MAPPED | CACHED, LOCAL | VISIBLE | CACHED),
    "Arm": (LOCAL | MAPPED, LOCAL | MAPPED | CACHED, LOCAL | LAZY, PROTECTED | LOCAL),
    "the specification's own list": (
        *(0, MAPPED, VISIBLE | CACHED, MAPPED | CACHED, LOCAL, LOCAL | MAPPED, LOCAL | VISIBLE | CACHED),
        *(LOCAL | MAPPED | CACHED, LOCAL | LAZY, PROTECTED, PROTECTED | LOCAL),
    ),
    "processors": (LOCAL | MAPPED | CACHED,),
}
"""Memory types in the order of devices that there are, or in one that the specification allows."""


class TestOrderOfMemoryTypes:
    """Only a strict subset, and what AMD has at the end, fixes the order of two types."""

    @pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
    def test_of_real_devices(self, order: tuple[int, ...]) -> None:
        """No vendor's order is broken, and no vendor has types that are not listed."""
        assert properties.memory_can_be_mapped(memory_types(*order)).broken == []
        assert properties.memory_types_are_listed(memory_types(*order)).broken == []

    @given(st.lists(st.integers(0, 0xFF), max_size=31))
    def test_every_order_that_is_allowed(self, flags: list[int]) -> None:
        """Types in the order of their bits' number, AMD's behind the others, are never in a wrong one."""
        order = sorted([*flags, MAPPED], key=lambda each: (bool(each & AMD), each.bit_count()))

        assert properties.memory_can_be_mapped(memory_types(*order)).broken == []

    @given(st.integers(0, 0x3F), st.integers(0, 0x3F))
    def test_of_two_types(self, first: int, second: int) -> None:
        """Of two types, the order is wrong if the later one has a part of the earlier one's properties alone."""
        one, other = first | MAPPED, second | MAPPED

        result = properties.memory_can_be_mapped(memory_types(one, other))

        assert bool(result.broken) == (one != other and one & other == other)


def test_heaps_of_vulkan_1_0() -> None:
    """Texts of Vulkan 1.0 did not have it that each type of a local heap is local; that no other is, they had."""
    assert properties.memory_is_of_its_heap(heaped(0, (1,), 7, 6, minor=0)).broken == []
    assert len(properties.memory_is_of_its_heap(heaped(0, (1, 0), 7, minor=0)).broken) == 0
    assert properties.memory_is_of_its_heap(heaped(1, (1, 0), 7, minor=0)).broken != []
