"""Judges of how drivers treat allocation callbacks, each on answers that keep its rule and answers that break it."""

from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import allocations
from refloader.suite.sessions.answers import Answers


def lived(**changes: object) -> Answers:
    """An instance and a device with callbacks; what is changed is changed at every moment."""
    row = {
        "taken": {"instance": 3, "device": 2, "fence": 1},
        "alive": [0, 0, 0, 0, 0],
        "internal": 0,
        "wrong_frees": 0,
        "wrong_owners": 0,
        "wrong_alignments": 0,
        **changes,
    }
    plain = {"instance": 0, "devices": 1, "device": 0, "fence": 0}
    moments = ("made", "device_gone", "gone")
    return {"allocators.plain": plain, **{f"allocators.{moment}": row for moment in moments}}


def failed(**changes: object) -> Answers:
    """An instance whose third allocation got no memory."""
    row = {"refused": True, "result": -1, "alive": 0, "wrong_frees": 0, "wrong_owners": 0, **changes}
    return {"allocators.failing.instance.3": row}


def many(left: int, result: int = -1, *, refused: bool = True) -> Answers:
    """Command buffers of one call, of which the second allocation fails."""
    return {"allocators.many.2": {"refused": refused, "result": result, "left": left}}


def several(**changes: object) -> Answers:
    """Pipelines of one call, of which the second allocation fails."""
    return {"allocators.pipelines.graphics.2": {"refused": True, "alive": 0, **changes}}


def swapchain(number: str, **changes: object) -> Answers:
    """A swapchain with callbacks."""
    return {
        f"surfaces.swapchain.headless{number}": {"result": 0, "wrong_frees": 0, "wrong_owners": 0, **changes}
    }


CASES: list[Row] = [
    (
        "a structure that is kept",
        allocations.none_kept,
        {"allocators.lent": {"made": 9, "used_later": 0}},
        {"allocators.lent": {"made": 9, "used_later": 2}},
        "callbacks are called 2 times by a structure that was given to an earlier call",
    ),
    (
        "memory of a surface",
        allocations.surfaces_given_back,
        {"surfaces.headless": {"callbacks": {"result": 0, "taken": 1, "alive": 0}}},
        {"surfaces.headless": {"callbacks": {"result": 0, "taken": 1, "alive": 1}}},
        "after vkDestroySurfaceKHR 1 blocks from the callbacks are not given back",
    ),
    (
        "memory of a swapchain",
        allocations.swapchains_given_back,
        swapchain("", alive=0),
        swapchain("", alive=2),
        "vkCreateSwapchainKHR gives VK_SUCCESS, the swapchain is destroyed, and 2 blocks from the callbacks are not",
    ),
    (
        "memory of a swapchain that could not be made",
        allocations.swapchains_given_back,
        swapchain(".3", refused=True, result=-1, alive=0),
        swapchain(".3", refused=True, result=-1, alive=1),
        "without memory for allocation 3 of a swapchain the driver gives VK_ERROR_OUT_OF_HOST_MEMORY, and 1 blocks",
    ),
    (
        "a pipeline that lacks",
        allocations.pipelines_made,
        several(result=-1, missing=1),
        several(result=0, missing=1),
        "vkCreateGraphicsPipelines gives VK_SUCCESS where allocation 2 fails, and no handle for each pipeline",
    ),
    (
        "memory of a pipeline that lacks",
        allocations.pipelines_made,
        several(result=-1, missing=1),
        several(result=-1, missing=1, alive=1),
        "vkCreateGraphicsPipelines keeps 1 blocks where allocation 2 fails, after all is destroyed",
    ),
    (
        "a scope that is none",
        allocations.aligned,
        {"allocators.others": {"made": 4, "wrong_scopes": 0}},
        {"allocators.others": {"made": 4, "wrong_scopes": 1}},
        "1 allocations have a scope that is none of VkSystemAllocationScope",
    ),
    (
        "a buffer in the scope of instances",
        allocations.scopes_are_narrow,
        {"allocators.made": {"alive": [0, 4, 0, 2, 3]}, "allocators.device_gone": {"alive": [0, 0, 0, 0, 3]}},
        {"allocators.made": {"alive": [0, 3, 0, 2, 4]}, "allocators.device_gone": {"alive": [0, 0, 0, 0, 3]}},
        "1 of 4 blocks with VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE are given back by vkDestroyDevice or before it",
    ),
    (
        "memory of what is made of others",
        allocations.given_back,
        {"allocators.others": {"made": 4, "alive": [0, 0, 0, 0, 0]}},
        {"allocators.others": {"made": 4, "alive": [0, 2, 0, 0, 0]}},
        "after objects that are made of others are destroyed blocks from the allocation callbacks are not given back",
    ),
    (
        "a structure that a pool keeps",
        allocations.none_kept,
        {"allocators.lent": {"made": 9}, "allocators.used.command_pool": {"used_later": 0}},
        {"allocators.lent": {"made": 9}, "allocators.used.command_pool": {"used_later": 3}},
        "called 3 times by a structure that was given to an earlier call, of a command_pool",
    ),
    (
        "a structure that an event keeps",
        allocations.none_kept,
        {"allocators.lent": {"made": 9}, "allocators.gone": {"used_later": 0}},
        {"allocators.lent": {"made": 9}, "allocators.gone": {"used_later": 1}},
        "called 1 times by a structure that was given to an earlier call, of an object that is used",
    ),
    (
        "half of several command buffers",
        allocations.many_unmade,
        many(0),
        many(2),
        "vkAllocateCommandBuffers gives VK_ERROR_OUT_OF_HOST_MEMORY where allocation 2 fails, and leaves 2 elements",
    ),
    (
        "not used",
        allocations.used,
        lived(),
        lived(taken={"instance": 0, "device": 2}),
        "vkCreateInstance takes no memory from the allocation callbacks",
    ),
    (
        "kept after the instance",
        allocations.given_back,
        lived(),
        lived(alive=[0, 2, 0, 0, 1]),
        "after vkDestroyInstance blocks from the allocation callbacks are not given back: 2 of object scope, 1 of",
    ),
    (
        "kept after the device",
        allocations.given_back,
        lived(),
        {**lived(), "allocators.device_gone": {**lived()["allocators.gone"], "alive": [0, 4, 0, 2, 3]}},
        "after vkDestroyDevice blocks from the allocation callbacks are not given back: 2 of device scope",
    ),
    (
        "kept by one of two devices",
        allocations.given_back,
        lived(),
        {**lived(), "allocators.beside.first": {**lived()["allocators.gone"], "alive": [0, 0, 0, 1, 0]}},
        "after two devices were destroyed with their instance, the older first, blocks from the allocation "
        "callbacks are not given back: 1 of device scope",
    ),
    (
        "kept after the command",
        allocations.given_back,
        lived(),
        {**lived(), "allocators.made": {**lived()["allocators.gone"], "alive": [1, 4, 0, 2, 3]}},
        "between commands blocks",
    ),
    (
        "kept by a pool that was reset",
        allocations.given_back,
        {**lived(), "allocators.used.descriptor_pool": {"taken": 9, "alive": [0, 0, 0, 1, 0]}},
        {**lived(), "allocators.used.descriptor_pool": {"taken": 9, "alive": [0, 8, 0, 0, 0]}},
        "after vkDestroyDescriptorPool of a pool that was reset several times blocks from the allocation callbacks"
        " are not given back: 8 of object scope",
    ),
    (
        "internal memory",
        allocations.given_back,
        lived(),
        lived(internal=2),
        "2 internal allocations are told of and not taken back",
    ),
    (
        "freed twice",
        allocations.own,
        lived(),
        lived(wrong_frees=1),
        "gives callbacks 1 blocks to free that are not alive",
    ),
    (
        "freed elsewhere",
        allocations.own,
        failed(),
        failed(wrong_owners=2),
        "without memory for allocation 3 of instance the driver gives callbacks 2 blocks to free that came from",
    ),
    (
        "alignment",
        allocations.aligned,
        lived(),
        lived(wrong_alignments=1),
        "1 allocations have an alignment that is no power of two",
    ),
    (
        "wrong code",
        allocations.out_of_memory,
        failed(),
        failed(result=-3),
        "without memory for allocation 3 of instance the driver gives VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "left behind",
        allocations.nothing_left,
        failed(),
        failed(alive=4),
        "gives VK_ERROR_OUT_OF_HOST_MEMORY and keeps 4 blocks",
    ),
]


@each(CASES)
class TestJudges(Judged):
    """Each judge of the act "allocators"."""


class TestWhatIsNoBreach:
    """What a driver may do with callbacks."""

    def test_doing_without(self) -> None:
        """A driver that can go on without an allocation may."""
        result = allocations.out_of_memory(failed(result=0))

        assert (result.seen, result.broken) == (1, [])

    def test_objects_that_outlive_a_device(self) -> None:
        """Physical devices are the instance's: what is of object scope need not be gone with a device."""
        alive = {
            **lived(),
            "allocators.device_gone": {**lived()["allocators.gone"], "alive": [0, 4, 0, 0, 3]},
        }

        assert allocations.given_back(alive).broken == []

    def test_allocations_that_never_came(self) -> None:
        """What was to fail and was never asked for tells nothing."""
        assert allocations.out_of_memory(failed(refused=False, result=-3)).seen == 0
