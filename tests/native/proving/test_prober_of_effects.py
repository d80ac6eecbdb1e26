"""What the prober finds of what calls lead to, through the mock layer as it is and with its mistakes."""

from collections.abc import Callable

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone import older
from refloader.suite.layers.alone.asked import questions
from refloader.suite.layers.alone.carrying import carried, formed
from refloader.suite.layers.alone.effects import (
    after_calls,
    caches,
    enabled,
    messengers,
    presentations,
    queues,
    submissions,
    values,
    waits,
)
from refloader.suite.sessions.answers import Answers, under
from refloader.suite.sessions.check_result import CheckResult

Judge = Callable[[Answers], CheckResult]
MISTAKES: list[tuple[str, Judge, str]] = [
    ("LLP_LAYER_1_severity", messengers.heard, "a messenger for warnings and errors hears information"),
    ("LLP_LAYER_1_objects", messengers.passed_on, "with another pObjects than it was given"),
    ("LLP_LAYER_1_doubled", messengers.heard_once, "a messenger for all messages hears an error"),
    ("LLP_LAYER_1_unheard", messengers.heard_in_creation, "the next entity reports in vkCreateInstance"),
    ("LLP_LAYER_1_header", caches.headers_right, "with another vendorID than the physical device has"),
    ("LLP_LAYER_2_payload", caches.data_handed_back, "other data come down than the next"),
    ("LLP_LAYER_1_merged", caches.caches_merged, "comes down with 0 of them"),
    ("LLP_LAYER_1_version", caches.headers_right, "vkGetValidationCacheDataEXT gives data with 0"),
    ("LLP_LAYER_1_cut", caches.room_right, "returns VK_SUCCESS instead of VK_INCOMPLETE"),
    (
        "LLP_LAYER_1_stages",
        submissions.stages_kept,
        "vkQueueSubmit waits for a semaphore in the stages 0x800",
    ),
    (
        "LLP_LAYER_1_unsignaled",
        submissions.semaphores_kept,
        "that vkQueueBindSparse signals are not signaled",
    ),
    ("LLP_LAYER_1_unfenced", submissions.fences_kept, "the fence of vkQueueBindSparse never comes down"),
    ("LLP_LAYER_1_empty", submissions.fences_kept, "the fence of vkQueueBindSparse without batches"),
    ("LLP_LAYER_2_no_stage", presentations.presents_well, "vkQueueSubmit waits for a semaphore in no stage"),
    (
        "LLP_LAYER_2_waits_again",
        presentations.presents_well,
        "vkQueuePresentKHR waits for a semaphore that nothing before it has signaled",
    ),
    ("LLP_LAYER_2_signaled", presentations.presents_well, "vkQueueSubmit gets a fence that is signaled"),
    (
        "LLP_LAYER_2_unfinished",
        presentations.presents_well,
        "vkDestroyFence is called for a fence of a submission",
    ),
    (
        "LLP_LAYER_2_pending",
        presentations.presents_well,
        "vkDestroyCommandPool is called for a pool of which a command buffer is pending",
    ),
    (
        "LLP_LAYER_2_layout",
        presentations.presents_well,
        "executes oldLayout SHADER_READ_ONLY_OPTIMAL on an image of a swapchain that is in PRESENT_SRC_KHR",
    ),
    (
        "LLP_LAYER_2_unbound",
        presentations.presents_well,
        "vkCmdPipelineBarrier is called for an image that has no memory",
    ),
    ("LLP_LAYER_2_no_levels", presentations.presents_well, "vkCreateImage comes with 0 as mipLevels"),
    (
        "LLP_LAYER_2_any_memory",
        presentations.memory_valid,
        "vkBindBufferMemory binds memory of a type that memoryTypeBits leaves out",
    ),
    (
        "LLP_LAYER_2_storage",
        presentations.swapchains_valid,
        "comes with an imageUsage that the surface does not permit",
    ),
    (
        "LLP_LAYER_2_mode",
        presentations.swapchains_valid,
        "comes with a presentMode that the surface does not permit",
    ),
    (
        "LLP_LAYER_1_no_fifo",
        presentations.modes_listed,
        "lists modes without VK_PRESENT_MODE_FIFO_KHR",
    ),
    (
        "LLP_LAYER_2_mailbox",
        presentations.swapchains_valid,
        "comes with a presentMode that the surface does not permit",
    ),
    (
        "LLP_LAYER_2_lists_mailbox",
        presentations.swapchains_valid,
        "comes with a presentMode that the surface does not permit",
    ),
    (
        "LLP_LAYER_2_more_images",
        presentations.swapchains_valid,
        "comes with a minImageCount that the surface does not permit",
    ),
    (
        "LLP_LAYER_2_unmappable",
        presentations.memory_valid,
        "vkMapMemory maps memory that is not host-visible",
    ),
    (
        "LLP_LAYER_2_no_type",
        presentations.memory_valid,
        "vkAllocateMemory comes with a memoryTypeIndex that no memory type of the device has",
    ),
    ("LLP_LAYER_2_bound_freed", presentations.memory_valid, "vkBindBufferMemory binds memory that is freed"),
    ("LLP_LAYER_2_small", presentations.memory_valid, "vkBindBufferMemory binds less memory than is needed"),
    (
        "LLP_LAYER_2_odd_offset",
        presentations.memory_valid,
        "vkBindBufferMemory binds memory at an offset that is no multiple of alignment",
    ),
    (
        "LLP_LAYER_2_bound_twice",
        presentations.memory_valid,
        "vkBindBufferMemory binds memory to a buffer or image that has some already",
    ),
    ("LLP_LAYER_2_mapped_freed", presentations.memory_valid, "vkMapMemory maps memory that is freed"),
    (
        "LLP_LAYER_2_mapped_behind",
        presentations.memory_valid,
        "vkMapMemory maps memory from an offset behind its end",
    ),
    (
        "LLP_LAYER_2_mapped_more",
        presentations.memory_valid,
        "vkMapMemory maps more memory than there is behind the offset",
    ),
    ("LLP_LAYER_2_mapped_again", presentations.memory_valid, "vkMapMemory maps memory that is mapped"),
    (
        "LLP_LAYER_2_unmapped",
        presentations.memory_valid,
        "vkUnmapMemory is called for memory that is not mapped",
    ),
    ("LLP_LAYER_2_freed_twice", presentations.memory_valid, "vkFreeMemory frees memory that is freed"),
    ("LLP_LAYER_2_colours", presentations.swapchains_valid, "a pair of imageFormat and imageColorSpace"),
    ("LLP_LAYER_1_anew", presentations.swapchains_made_anew, "returns VK_ERROR_NATIVE_WINDOW_IN_USE_KHR"),
    ("LLP_LAYER_1_usage", presentations.images_as_asked, "made with 0x2 as imageUsage; 0x16 was asked for"),
    ("LLP_LAYER_1_images", presentations.images_cut, "with room for 1 of 3 images, returns VK_SUCCESS"),
    ("LLP_LAYER_1_asked", presentations.images_acquired, "acquires below with another timeout"),
    ("LLP_LAYER_1_first_image", presentations.images_acquired, "gives 1 image of the swapchain below"),
    ("LLP_LAYER_1_truth", values.truths_right, "gives 7 as subsetAllocation"),
    ("LLP_LAYER_1_plenty", values.budgets_possible, "heap 0 has 1073741824 bytes, and 4398046511104"),
    ("LLP_LAYER_1_supported", values.formats_possible, "with 0 as maxResourceSize"),
]
INTERCEPTED = (
    "vkCreateDebugUtilsMessengerEXT,vkSubmitDebugUtilsMessageEXT,vkGetPipelineCacheData,vkMergePipelineCaches,"
    "vkCreateValidationCacheEXT,vkDestroyValidationCacheEXT,vkMergeValidationCachesEXT,vkGetValidationCacheDataEXT,"
    "vkQueueSubmit,vkQueueSubmit2,vkQueueBindSparse,vkCreateSwapchainKHR,vkQueuePresentKHR,vkEnumeratePhysicalDeviceGroups,"
    "vkGetPhysicalDeviceImageFormatProperties,vkGetPhysicalDeviceMemoryProperties2"
)


def answers_of(library: str) -> Answers:
    """The answers in both acts."""
    return {**probe(library, messengers.ACT).answers, **probe(library, presentations.ACT).answers}


@pytest.mark.parametrize("row", MISTAKES, ids=[row[0] for row in MISTAKES])
def test_mistakes(copy: Copy, row: tuple[str, Judge, str]) -> None:
    """The mistake is found in the answers."""
    mistake, judge, found = row
    wrong = answers_of(copy("mock_layer", f"violate={mistake}"))

    assert any(found in fact for fact in judge(wrong).said)


def test_right_effects(copy: Copy) -> None:
    """A layer that does all of it as it is to be done breaks nothing, and is judged for each."""
    answers = answers_of(copy("mock_layer", f"intercept={INTERCEPTED}"))
    looks = [judge(answers) for _, judge, _ in MISTAKES]

    assert not [fact for look in looks for fact in look.said]
    assert all(look.seen for look in looks)


def test_commands_of_the_version(copy: Copy) -> None:
    """An application of Vulkan 1.0 asks by the name in the extension alone, one of 1.1 by that in core as well."""
    core = "vkGetPhysicalDeviceImageFormatProperties2"
    library = copy("mock_layer", f"intercept={core},{core}KHR")

    def asked(minor: int) -> set[str]:
        answers = probe(library, messengers.ACT, "--minor", str(minor)).answers
        return {command for command, _ in under(answers, "formats.")}

    assert asked(0) == {f"{core}KHR"}
    assert asked(1) == {core, f"{core}KHR"}


ENABLED: list[tuple[str, Judge, str]] = [
    (
        "LLP_LAYER_1_one_value",
        submissions.values_kept,
        "vkQueueSubmit waits for a semaphore with the value 5 below; it came with 9",
    ),
    (
        "LLP_LAYER_1_signals_first",
        submissions.values_kept,
        "vkQueueSubmit2 signals a semaphore behind no stage",
    ),
    ("LLP_LAYER_2_ids", presentations.presents_well, "an id in VkPresentIdKHR that is not greater"),
    ("LLP_LAYER_2_ids", presentations.presents_well, "two structures of the type 1000294000 on pNext"),
    ("LLP_LAYER_2_ids", presentations.presents_well, "another swapchainCount in VkPresentIdKHR"),
    ("LLP_LAYER_2_important", enabled.allocations_valid, "a priority that is not between 0 and 1"),
    ("LLP_LAYER_2_important", enabled.allocations_valid, "two structures of the type 1000238001 on pNext"),
]


@pytest.mark.parametrize("row", ENABLED, ids=[f"{row[0]}, {row[2]}" for row in ENABLED])
def test_mistakes_with_features(copy: Copy, row: tuple[str, Judge, str]) -> None:
    """The mistake is found on a device with features of extensions; the layer without it is judged, and passes."""
    mistake, judge, found = row
    wrong = probe(copy("mock_layer", f"violate={mistake}"), enabled.ACT)
    right = probe(copy("mock_layer", f"intercept={INTERCEPTED},vkAllocateMemory"), enabled.ACT)

    assert any(found in fact for fact in judge(wrong.answers).said)
    assert judge(right.answers).seen
    assert not list(judge(right.answers).said)


CARRIED: list[tuple[str, str, Judge, str]] = [
    (
        "LLP_LAYER_1_state",
        "vkCmdSetDepthTestEnable",
        older.states_kept,
        "vkCmdSetDepthTestEnable goes down as vkCmdSetDepthWriteEnable, which sets another state",
    ),
    (
        "LLP_LAYER_1_room_told",
        "vkGetPhysicalDeviceQueueFamilyProperties2",
        questions.counted_as_written,
        "vkGetPhysicalDeviceQueueFamilyProperties2 counts 4 where there is room for 4, though it said before",
    ),
    (
        "LLP_LAYER_1_contents",
        "vkCmdNextSubpass2",
        carried.places_kept,
        "vkCmdNextSubpass2 goes down with 0 as pSubpassBeginInfo.contents, it came with",
    ),
    (
        "LLP_LAYER_1_plain_end",
        "vkCmdEndQueryIndexedEXT",
        older.parameters_kept,
        "vkCmdEndQueryIndexedEXT goes down as vkCmdEndQuery, without index",
    ),
    (
        "LLP_LAYER_1_low_stage",
        "vkCmdWriteTimestamp2",
        formed.wide_numbers_kept,
        "vkCmdWriteTimestamp2 goes down with 0x0 as stage",
    ),
    (
        "LLP_LAYER_1_metadata",
        "vkSetHdrMetadataEXT",
        formed.elements_kept,
        "vkSetHdrMetadataEXT goes down in several calls with one element of pMetadata twice",
    ),
    (
        "LLP_LAYER_1_core_alone",
        "vkGetPhysicalDeviceMemoryProperties2KHR,vkGetPhysicalDeviceMemoryProperties2",
        questions.named_alike,
        "vkGetPhysicalDeviceMemoryProperties2KHR gives another answer than vkGetPhysicalDeviceMemoryProperties2",
    ),
]


@pytest.mark.parametrize("row", CARRIED, ids=[row[0] for row in CARRIED])
def test_mistakes_in_carried_calls(copy: Copy, row: tuple[str, str, Judge, str]) -> None:
    """The mistake is found in the calls that come down; the layer without it is judged, and passes."""
    mistake, command, judge, found = row
    wrong = probe(copy("mock_layer", f"violate={mistake}"), carried.ACT)
    right = probe(copy("mock_layer", f"intercept={command},vkResetFences"), carried.ACT)

    assert any(found in fact for fact in judge(wrong.answers).said)
    assert judge(right.answers).seen
    assert not list(judge(right.answers).said)


def test_selected_structures(copy: Copy) -> None:
    """One structure of a chain that a layer takes out, beside others that it does not know."""
    plain = probe(copy("mock_layer", "intercept=vkQueuePresentKHR"), carried.ACT)
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_group"), carried.ACT)

    assert not formed.chains_selected(plain.answers).said
    assert any("VkDeviceGroupPresentInfoKHR" in fact for fact in formed.chains_selected(wrong.answers).said)


def test_waits_that_are_over_at_once(copy: Copy) -> None:
    """A wait for a semaphore that asks nobody."""
    plain = probe(copy("mock_layer", "intercept=vkWaitSemaphoresKHR"), carried.ACT)
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_over"), carried.ACT)

    assert not waits.waits_asked(plain.answers).said
    assert any("vkWaitSemaphoresKHR" in fact for fact in waits.waits_asked(wrong.answers).said)


def test_memory_of_the_call_before(copy: Copy) -> None:
    """A create info that is read when its call is long back."""
    plain = probe(copy("mock_layer", "intercept=vkCreateFence"), carried.ACT)
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_retained"), carried.ACT)

    assert not after_calls.memory_released(plain.answers).said
    assert any("vkCreateFence crashes" in fact for fact in after_calls.memory_released(wrong.answers).said)


def test_priorities(copy: Copy) -> None:
    """Queues that are all of the highest priority."""
    plain = probe(copy("mock_layer"), "create")
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_even"), "create")

    assert not queues.priorities_kept(plain.answers).said
    assert queues.priorities_kept(wrong.answers).said


def test_no_cache_is_destroyed(copy: Copy) -> None:
    """A layer that looks into VK_NULL_HANDLE ends the prober in that step."""
    wrong = probe(copy("mock_layer", "violate=LLP_LAYER_1_no_cache"), messengers.ACT)

    right = probe(copy("mock_layer", f"intercept={INTERCEPTED}"), messengers.ACT)

    assert (caches.none_destroyed(wrong.answers).seen, caches.none_destroyed(right.answers).seen) == (0, 2)
