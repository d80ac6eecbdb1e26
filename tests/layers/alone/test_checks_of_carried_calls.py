"""What the checks of the act "carry" say of its answers."""

from functools import partial
from typing import Any

import pytest

from refloader.suite.layers.alone.carrying import carried, threads
from refloader.suite.sessions.answers import Answers

NEWEST = "1.4.0"
parts_kept = partial(carried.parts_kept, version=NEWEST)
chains_written = partial(carried.chains_written, version=NEWEST)
chains_kept = partial(carried.chains_kept, version=NEWEST)


def _answers(command: str = "vkAllocateMemory", **answer: Any) -> Answers:
    usual = {"times": 1, "result": 0, "lost": [], "unwritten": [], "changed": [], "codes": []}
    return {f"carry.{command}": {**usual, **answer}, "carried": {"called": 1, "hangs": 0, "crashes": 0}}


class TestParts:
    """What a call comes with goes down with it."""

    def test_a_call_that_goes_down_whole_is_seen(self) -> None:
        """A call that goes down whole is seen."""
        look = parts_kept(_answers())

        assert (look.seen, list(look.said)) == (1, [])

    def test_a_lost_structure_is_a_breach(self) -> None:
        """A lost structure is a breach."""
        look = parts_kept(_answers(lost=["pAllocateInfo.pNext VkMemoryAllocateFlagsInfo"]))

        assert list(look.said) == [
            "vkAllocateMemory goes down without VkMemoryAllocateFlagsInfo on pNext of pAllocateInfo,"
            " which it came with"
        ]

    def test_a_structure_of_one_vendor_is_left_out(self) -> None:
        """A structure of one vendor is left out."""
        look = parts_kept(_answers(lost=["pPresentInfo.pNext VkSetPresentConfigNV"]))

        assert list(look.said) == []

    def test_a_chain_of_one_vendor_is_left_out_whole(self) -> None:
        """That nothing of a chain is left is what another check is about."""
        look = parts_kept(_answers(lost=["pPresentInfo.pNext *", "pPresentInfo.pNext VkSetPresentConfigNV"]))

        assert list(look.said) == []

    def test_a_smaller_count_is_a_breach(self) -> None:
        """A smaller count is a breach."""
        look = parts_kept(_answers("vkQueueSubmit2", changed=[["submitCount", 2, 1, False]]))

        assert list(look.said) == ["vkQueueSubmit2 goes down with 1 as submitCount, it came with 2"]

    @pytest.mark.parametrize(("count", "breaches"), [(216, 0), (2, 2)])
    def test_one_element_for_each_level(self, count: int, breaches: int) -> None:
        """A layer that clears an image level by level gives a range for each: the elements are others then."""
        rows = [
            ["rangeCount", 2, count, False],
            ["pRanges[0].levelCount", 44, 1, False],
            ["pRanges[1].baseMipLevel", 164, 37, False],
        ]
        answers = _answers("vkCmdClearColorImage", changed=rows)

        look = [*parts_kept(answers).said, *carried.places_kept(answers).said]

        assert len(look) == breaches

    @pytest.mark.parametrize(("waited_for", "breaches"), [(True, 0), (False, 2)])
    def test_a_presentation_waits_for_less(self, waited_for: bool, breaches: int) -> None:
        """It is none if the layer's own work has waited for all of the semaphores, and one if nothing has."""
        fewer = ["pPresentInfo.waitSemaphoreCount", 2, 0, False]
        lost = ["pPresentInfo.pWaitSemaphores"]

        look = parts_kept(_answers("vkQueuePresentKHR", changed=[fewer], lost=lost, waited_for=waited_for))

        assert len(list(look.said)) == breaches

    def test_two_submissions_that_became_one_are_none(self) -> None:
        """One that has the command buffers of both is all of the work, and so is one barrier of memory for two."""
        grown = ["pSubmits[0].commandBufferCount", 2, 4, False]
        submitted = _answers("vkQueueSubmit", changed=[["submitCount", 2, 1, False], grown])
        barrier = _answers("vkCmdPipelineBarrier", changed=[["memoryBarrierCount", 2, 1, False]])

        assert list(parts_kept(submitted).said) == list(parts_kept(barrier).said) == []

    def test_no_barrier_for_two_is_a_breach(self) -> None:
        """Nor does a buffer's barrier stand for that of another buffer."""
        none = _answers("vkCmdPipelineBarrier", changed=[["memoryBarrierCount", 2, 0, False]])
        one = _answers("vkCmdPipelineBarrier", changed=[["bufferMemoryBarrierCount", 2, 1, False]])

        assert len(parts_kept(none).said) == len(parts_kept(one).said) == 1

    def test_a_call_that_is_split_is_left_out(self) -> None:
        """A call that is split is left out."""
        look = parts_kept(_answers("vkQueueSubmit2", times=2, changed=[["submitCount", 2, 1, False]]))

        assert (look.seen, list(look.said)) == (0, [])


class TestWaits:
    """What ends a wait gets through the layer while another thread waits."""

    def test_what_gets_through(self) -> None:
        """Each command is seen by one of the two checks."""
        answers = {"waiting.vkWaitForFences": {"through": {"vkSignalSemaphore": True, "vkSetEvent": True}}}

        looks = [threads.waits_let_others_through(answers, by_the_host=each) for each in (True, False)]

        assert [(look.seen, list(look.said)) for look in looks] == [(1, []), (1, [])]

    def test_a_lock_that_is_held(self) -> None:
        """The program never ends where the wait needs the command."""
        answers = {"waiting.vkWaitSemaphores": {"through": {"vkSignalSemaphore": False}}}

        assert list(threads.waits_let_others_through(answers, by_the_host=True).said) == [
            "vkSignalSemaphore does not get through the layer while another thread is in vkWaitSemaphores,"
            " which it may have to end"
        ]
        assert threads.waits_let_others_through(answers, by_the_host=False).seen == 0


class TestPlaces:
    """A call goes down for the part that it came for, with the flags that it came with."""

    def test_another_offset_is_a_breach(self) -> None:
        """Another offset is a breach."""
        look = carried.places_kept(_answers("vkMapMemory", changed=[["offset", 24, 0, False]]))

        assert list(look.said) == ["vkMapMemory goes down with 0 as offset, it came with 24"]

    def test_a_lost_bit_is_a_breach(self) -> None:
        """A lost bit is a breach."""
        look = carried.places_kept(_answers("vkCreateFence", changed=[["pCreateInfo.flags", 1, 0, True]]))

        assert list(look.said) == [
            "vkCreateFence goes down with 0x0 as pCreateInfo.flags, it came with 0x1:"
            " a bit that the application sets is gone"
        ]

    def test_a_number_of_another_element_is_a_breach(self) -> None:
        """What the first element of an array came with does not go down in the second one."""
        changed = [["pPresentInfo.pImageIndices[1]", 168, 40, False]]
        again = {"times": 1, "changed": [["pPresentInfo.pImageIndices[1]", 40, 168, False]]}
        answers = {
            **_answers("vkQueuePresentKHR", changed=changed),
            "form.vkQueuePresentKHR": {"again": again},
        }

        assert list(carried.places_kept(answers).said) == [
            "vkQueuePresentKHR goes down with 40 as pPresentInfo.pImageIndices[1], which another element came with;"
            " this one came with 168"
        ]
        assert list(carried.other_values_kept(answers).said) == []

    def test_a_limit_that_is_a_number_of_another_element_is_none(self) -> None:
        """A layer that lets at most 64 through gives the first element nothing of the second one."""
        answers = {
            **_answers("vkCmdSetScissor", changed=[["pScissors[1].extent.width", 192, 64, False]]),
            "form.vkCmdSetScissor": {
                "again": {"times": 1, "changed": [["pScissors[0].extent.width", 192, 64, False]]}
            },
        }

        assert list(carried.places_kept(answers).said) == []
        assert len(carried.other_values_kept(answers).said) == 1

    def test_elements_in_another_order_are_none(self) -> None:
        """Elements that go down in another order keep their numbers."""
        changed = [
            ["pPresentInfo.pImageIndices[0]", 40, 168, False],
            ["pPresentInfo.pImageIndices[1]", 168, 40, False],
        ]

        assert list(carried.places_kept(_answers("vkQueuePresentKHR", changed=changed)).said) == []

    @pytest.mark.parametrize(
        "changed",
        [
            [
                ["pPoolSizes[0].descriptorCount", 40, 168, False],
                ["pPoolSizes[1].descriptorCount", 168, 296, False],
            ],
            [["poolSizeCount", 2, 1, False], ["pCreateInfo.pPoolSizes[0].type", 40, 168, False]],
        ],
        ids=["both more", "one is left"],
    )
    def test_a_number_of_the_layers_own_is_none(self, changed: list[list[object]]) -> None:
        """A layer may need as much more of everything; an element that is left out says nothing of the other."""
        said = carried.places_kept(_answers("vkCreateDescriptorPool", changed=changed)).said

        assert [each for each in said if "another element" in each] == []

    def test_index_of_a_queue(self) -> None:
        """A layer with queues of its own asks for another one, and not for one of another family."""
        index, family = ["queueIndex", 1, 0, False], ["queueFamilyIndex", 1, 0, False]

        assert not carried.places_kept(_answers("vkGetDeviceQueue", changed=[index])).said
        assert carried.places_kept(_answers("vkGetDeviceQueue", changed=[family])).said

    def test_a_family_of_another_device_is_none(self) -> None:
        """Where a layer presents by another device, that one is asked about a queue family of its own."""
        changed: list[list[object]] = [["queueFamilyIndex", 1, 0, False]]
        answers = _answers("vkGetPhysicalDeviceSurfaceSupportKHR", changed=changed)

        assert list(carried.places_kept(answers).said) == []
        assert len(carried.other_values_kept(answers).said) == 1

    def test_a_further_bit_is_none(self) -> None:
        """A further bit is none."""
        look = carried.places_kept(_answers("vkCreateBuffer", changed=[["pCreateInfo.usage", 1, 3, True]]))

        assert list(look.said) == []

    def test_what_an_image_is_made_with_may_be_changed(self) -> None:
        """What an image is made with may be changed."""
        answers = _answers("vkCreateImage", changed=[["pCreateInfo.usage", 3, 1, True]])

        assert list(carried.places_kept(answers).said) == []
        assert list(carried.other_values_kept(answers).said) == [
            "vkCreateImage goes down with 1 as pCreateInfo.usage, it came with 3"
        ]


class TestIntendedChanges:
    """What right layers change: limiters, upscalers, capture tools, instrumentation of shaders."""

    def test_fewer_images_of_a_swapchain_are_no_breach(self) -> None:
        """A layer for low latency asks for fewer images: the number is no array's length."""
        row = ["pCreateInfo.minImageCount", 36, 3, False]
        answers = _answers("vkCreateSwapchainKHR", changed=[row])

        assert list(parts_kept(answers).said) == []
        assert list(carried.other_values_kept(answers).said) == [
            "vkCreateSwapchainKHR goes down with 3 as pCreateInfo.minImageCount, it came with 36"
        ]

    def test_fewer_elements_of_a_swapchains_array_are_a_breach(self) -> None:
        """The length of an array that the call comes with is another matter."""
        row = ["pCreateInfo.queueFamilyIndexCount", 2, 1, False]
        look = parts_kept(_answers("vkCreateSwapchainKHR", changed=[row]))

        assert list(look.said) == [
            "vkCreateSwapchainKHR goes down with 1 as pCreateInfo.queueFamilyIndexCount, it came with 2"
        ]

    def test_another_shader_has_another_size(self) -> None:
        """A layer that instruments shaders passes on others."""
        answers = _answers("vkCreateShaderModule", changed=[["pCreateInfo.codeSize", 28, 96, False]])

        assert list(carried.places_kept(answers).said) == []

    @pytest.mark.parametrize(
        ("command", "path"),
        [
            ("vkSetDebugUtilsObjectTagEXT", "pTagInfo.tagSize"),
            ("vkDebugMarkerSetObjectTagEXT", "pTagInfo.tagSize"),
        ],
    )
    def test_a_tag_of_nothing_is_a_breach(self, command: str, path: str) -> None:
        """A tool may change a tag, but "tagSize must be greater than 0"."""
        shorter, none = (_answers(command, changed=[[path, 16, size, False]]) for size in (4, 0))

        assert list(carried.places_kept(shorter).said) == []
        assert list(carried.places_kept(none).said) == [
            f"{command} goes down with 0 as {path}, it came with 16"
        ]

    def test_a_cache_may_begin_empty(self) -> None:
        """A capture tool gives no data of the application's to a pipeline cache."""
        answers = _answers(
            "vkCreatePipelineCache",
            lost=["pCreateInfo.pInitialData"],
            changed=[["pCreateInfo.initialDataSize", 16, 0, False]],
        )

        assert list(parts_kept(answers).said) == []
        assert list(carried.places_kept(answers).said) == []

    @pytest.mark.parametrize(
        ("command", "parameter"),
        [
            ("vkGetPhysicalDeviceSurfaceFormatsKHR", "pSurfaceFormats"),
            ("vkEnumeratePhysicalDevices", "pPhysicalDevices"),
            ("vkGetPipelineCacheData", "pData"),
        ],
    )
    def test_the_length_of_a_list_may_be_asked_for_first(self, command: str, parameter: str) -> None:
        """A layer that hides elements asks how many there are below, and is done where there are none."""
        look = parts_kept(_answers(command, lost=[parameter]))

        assert (look.seen, list(look.said)) == (1, [])

    def test_an_array_that_is_handed_in_is_no_such_list(self) -> None:
        """What a command reads has to go down."""
        look = parts_kept(_answers("vkGetQueryPoolResults", lost=["pData"]))

        assert list(look.said) == ["vkGetQueryPoolResults goes down without pData, which it came with"]

    def test_a_larger_buffer_is_no_breach(self) -> None:
        """A layer may round the size of a buffer up."""
        answers = _answers("vkCreateBuffer", changed=[["pCreateInfo.size", 28, 32, False]])

        assert list(carried.places_kept(answers).said) == []

    def test_a_smaller_buffer_is_a_breach(self) -> None:
        """A smaller one does not hold what it was made for."""
        look = carried.places_kept(_answers("vkCreateBuffer", changed=[["pCreateInfo.size", 28, 16, False]]))

        assert list(look.said) == ["vkCreateBuffer goes down with 16 as pCreateInfo.size, it came with 28"]

    def test_a_stage_that_stands_for_all_is_no_loss(self) -> None:
        """VK_PIPELINE_STAGE_ALL_COMMANDS_BIT waits for more than the bits that are gone."""
        row = ["srcStageMask", 0x1FFFF, 0x10000, True]
        look = carried.places_kept(_answers("vkCmdPipelineBarrier", changed=[row]))

        assert list(look.said) == []

    def test_one_stage_of_many_is_a_loss(self) -> None:
        """One stage waits for less."""
        row = ["srcStageMask", 0x1FFFF, 0x1, True]
        look = carried.places_kept(_answers("vkCmdPipelineBarrier", changed=[row]))

        assert list(look.said) == [
            "vkCmdPipelineBarrier goes down with 0x1 as srcStageMask, it came with 0x1ffff:"
            " a bit that the application sets is gone"
        ]

    def test_a_promise_may_be_forgotten(self) -> None:
        """A layer that submits a command buffer again takes VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT away."""
        look = carried.places_kept(
            _answers("vkBeginCommandBuffer", changed=[["pBeginInfo.flags", 7, 6, True]])
        )

        assert list(look.said) == []

    def test_a_bit_that_is_no_promise_may_not(self) -> None:
        """VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT is needed for what the application does."""
        look = carried.places_kept(
            _answers("vkBeginCommandBuffer", changed=[["pBeginInfo.flags", 6, 2, True]])
        )

        assert look.broken

    def test_number_of_a_set(self) -> None:
        """The number of a descriptor set is a place; a name that ends like it is none."""
        judged = carried.places_kept(
            _answers("vkCmdPushDescriptorSet2", changed=[["pInfo.set", 5, 0, False]])
        )
        other = carried.places_kept(_answers("vkCmdCopyBuffer", changed=[["pInfo.reset", 5, 0, False]]))

        assert judged.broken
        assert not other.broken

    @pytest.mark.parametrize(("received", "broken"), [(6, False), (7, True), (4, True)])
    def test_sets_behind_those_of_the_layer(self, received: int, broken: bool) -> None:
        """A layer that puts a set of its own before those of the application counts it, and no other."""
        answers = {
            **_answers("vkCreatePipelineLayout", changed=[["pCreateInfo.setLayoutCount", 2, 3, False]]),
            **_answers("vkCmdBindDescriptorSets", changed=[["firstSet", 5, received, False]]),
        }

        assert bool(carried.places_kept(answers).broken) is broken

    @pytest.mark.parametrize(("times", "broken"), [(0, False), (1, True)])
    def test_secondary_command_buffers_that_a_layer_records_itself(self, times: int, broken: bool) -> None:
        """A layer that passes no secondary command buffers on has their calls inline in the subpass."""
        answers = {
            **_answers("vkCmdNextSubpass", changed=[["contents", 1, 0, False]]),
            "carry.vkCmdExecuteCommands": {"times": times, "changed": []},
        }

        assert bool(carried.places_kept(answers).broken) is broken

    @pytest.mark.parametrize("member", ["bufferRowLength", "bufferImageHeight", "memoryRowLength"])
    def test_rows_of_a_buffer(self, member: str) -> None:
        """Where the rows of an image lie in a buffer is a place."""
        path = f"pCopyBufferToImageInfo.pRegions[0].{member}"
        look = carried.places_kept(_answers("vkCmdCopyBufferToImage2", changed=[[path, 64, 0, False]]))

        assert len(list(look.said)) == 1

    @pytest.mark.parametrize(("received", "broken"), [(0, True), (1000451000, False)])
    def test_contents_of_a_subpass(self, received: int, broken: bool) -> None:
        """A subpass of secondary command buffers is no inline one; it may take recorded calls besides."""
        path = "pSubpassBeginInfo.contents"
        look = carried.places_kept(_answers("vkCmdNextSubpass2", changed=[[path, 1, received, False]]))

        assert bool(look.broken) is broken

    def test_a_filter_of_messages_is_what_a_layer_is_for(self) -> None:
        """A layer that filters messages takes severities away."""
        row = ["pCreateInfo.messageSeverity", 0x1111, 0x1000, True]
        look = carried.places_kept(_answers("vkCreateDebugUtilsMessengerEXT", changed=[row]))

        assert list(look.said) == []

    def test_more_memory_may_be_mapped(self) -> None:
        """A capture tool maps a memory as a whole and hands up the pointer to the part that was asked for."""
        rows = [["offset", 24, 0, False], ["size", 28, (1 << 64) - 1, False]]
        answers = _answers("vkMapMemory", changed=rows, in_place=True)

        assert list(carried.places_kept(answers).said) == []
        assert list(carried.other_values_kept(answers).said) == []

    def test_a_pointer_to_another_part_is_a_breach(self) -> None:
        """Without that the application writes where it did not mean to."""
        look = carried.places_kept(
            _answers("vkMapMemory", changed=[["offset", 24, 0, False]], in_place=False)
        )

        assert list(look.said) == ["vkMapMemory goes down with 0 as offset, it came with 24"]

    def test_more_memory_may_be_flushed(self) -> None:
        """Ranges may be widened to whole atoms."""
        rows = [["pMemoryRanges[0].offset", 28, 0, False], ["pMemoryRanges[0].size", 32, 64, False]]
        look = carried.places_kept(_answers("vkFlushMappedMemoryRanges", changed=rows))

        assert list(look.said) == []

    def test_less_memory_flushed_is_a_breach(self) -> None:
        """What is left out is not visible to the device."""
        rows = [["pMemoryRanges[0].size", 32, 16, False]]
        look = carried.places_kept(_answers("vkFlushMappedMemoryRanges", changed=rows))

        assert list(look.said) == [
            "vkFlushMappedMemoryRanges goes down with 16 as pMemoryRanges[0].size, it came with 32"
        ]

    def test_a_hint_may_be_left_out(self) -> None:
        """An overlay draws outside the regions that the application says have changed."""
        look = parts_kept(_answers("vkQueuePresentKHR", lost=["pPresentInfo.pNext VkPresentRegionsKHR"]))

        assert list(look.said) == []

    def test_a_layer_may_emulate_formats(self) -> None:
        """A layer that emulates formats has some that the device below lacks."""
        name = "vkGetPhysicalDeviceImageFormatProperties"

        assert list(carried.results_kept(_answers(name, codes=[[-11, 0, 1]])).said) == []
        assert carried.results_kept(_answers(name, codes=[[-2, 0, 1]])).broken


class TestChainsOfExtensions:
    """Structures of extensions on a pNext, which not every layer knows."""

    def test_one_of_them_may_be_unknown(self) -> None:
        """A layer that copies leaves out what it does not know."""
        look = chains_kept(_answers(lost=["pCreateInfo.pNext VkSamplerCustomBorderColorCreateInfoEXT"]))

        assert (look.seen, list(look.said)) == (1, [])

    def test_all_of_them_are_told(self) -> None:
        """A layer that leaves out all of them has dropped the chain."""
        paths = ["pFamilies->pNext VkFirstPropertiesNV", "pFamilies->pNext VkSecondPropertiesKHR"]
        look = chains_kept(_answers("vkGetPhysicalDeviceQueueFamilyProperties2", lost=paths))

        assert list(look.said) == [
            "vkGetPhysicalDeviceQueueFamilyProperties2 goes down without VkFirstPropertiesNV on pNext of pFamilies"
            " and VkSecondPropertiesKHR on pNext of pFamilies"
        ]


class TestRoom:
    """A list is written as far as there is room."""

    def test_what_is_written_behind_an_array_is_a_breach(self) -> None:
        """What is behind an array is the application's."""
        name = "vkGetPhysicalDeviceToolProperties"

        assert list(carried.room_respected({f"room.{name}": {"behind": False}}).said) == []
        assert list(carried.room_respected({f"room.{name}": {"behind": True}}).said) == [
            f"{name} writes behind an array that has room for one"
        ]


class TestSuccesses:
    """A success that says more comes up."""

    def test_a_lost_hint_is_told(self) -> None:
        """VK_SUBOPTIMAL_KHR says that the swapchain should be made anew."""
        look = carried.results_told(_answers("vkQueuePresentKHR", codes=[[0, 0, 1], [1000001003, 0, 1]]))

        assert list(look.said) == [
            "vkQueuePresentKHR returns VK_SUCCESS, the layer got VK_SUBOPTIMAL_KHR from below"
        ]

    @pytest.mark.parametrize("code", [-1000069000, -12])
    def test_a_pool_that_is_full(self, code: int) -> None:
        """An application makes another pool then, and not for want of memory of the host."""
        look = carried.results_told(_answers("vkAllocateDescriptorSets", codes=[[0, 0, 1], [code, -1, 1]]))

        assert len(look.said) == 1

    def test_another_failure(self) -> None:
        """A lost device and a swapchain that still works are not to be taken for one that is out of date."""
        codes = [[-4, -1000001004, 1], [1000001003, -1000001004, 1], [-1000000000, -1000001004, 1]]

        look = carried.results_told(_answers("vkQueuePresentKHR", codes=codes))

        assert look.said == {
            "vkQueuePresentKHR returns VK_ERROR_OUT_OF_DATE_KHR, the layer got VK_ERROR_DEVICE_LOST from below",
            "vkQueuePresentKHR returns VK_ERROR_OUT_OF_DATE_KHR, the layer got VK_SUBOPTIMAL_KHR from below",
        }


class TestResults:
    """A failure comes up as one, and a list that is cut says so."""

    def test_a_swallowed_failure_is_a_breach(self) -> None:
        """A swallowed failure is a breach."""
        look = carried.results_kept(_answers("vkQueueSubmit", codes=[[0, 0, 1], [-4, 0, 1]]))

        assert (look.seen, list(look.said)) == (
            2,
            ["vkQueueSubmit returns VK_SUCCESS, the layer got VK_ERROR_DEVICE_LOST from below"],
        )

    def test_an_error_where_something_is_not_ready_is_a_breach(self) -> None:
        """Below, the wait has not come to its end; the layer calls that an error, and does so nowhere else."""
        look = carried.results_kept(_answers("vkWaitForFences", codes=[[0, 0, 1], [2, -4, 1]]))
        always = carried.results_kept(_answers("vkWaitForFences", codes=[[0, -3, 1], [2, -3, 1]]))

        assert (list(look.said), list(always.said)) == (
            ["vkWaitForFences returns VK_ERROR_DEVICE_LOST, the layer got VK_TIMEOUT from below"],
            [],
        )

    def test_another_failure_is_none(self) -> None:
        """Another failure is none."""
        look = carried.results_kept(_answers(codes=[[-2, -1, 1]]))

        assert list(look.said) == []

    def test_a_list_that_the_layer_has_asked_for_with_room_of_its_own_is_left_out(self) -> None:
        """VK_INCOMPLETE from below is about the layer's room: whether lists are cut, other checks find."""
        look = carried.results_kept(_answers("vkGetSwapchainImagesKHR", codes=[[5, 0, 1]]))

        assert (look.seen, list(look.said)) == (1, [])

    def test_more_than_success_is_none(self) -> None:
        """A layer may know that a swapchain no longer fits, or that its own rows need more room."""
        suboptimal = carried.results_kept(_answers("vkQueuePresentKHR", codes=[[0, 1000001003, 1]]))
        incomplete = carried.results_kept(_answers("vkGetPhysicalDeviceSurfaceFormatsKHR", codes=[[0, 5, 1]]))

        assert (list(suboptimal.said), list(incomplete.said)) == ([], [])

    def test_a_layer_that_keeps_callbacks_itself_is_left_out(self) -> None:
        """A layer that brings VK_EXT_debug_utils calls them, whatever is below."""
        look = carried.results_kept(_answers("vkCreateDebugUtilsMessengerEXT", codes=[[-1, 0, 1]]))

        assert (look.seen, list(look.said)) == (0, [])

    def test_a_layer_that_keeps_names_itself_is_left_out(self) -> None:
        """A layer that keeps the names of objects has done what was asked, whatever is below."""
        look = carried.results_kept(_answers("vkSetDebugUtilsObjectNameEXT", codes=[[-1, 0, 1]]))

        assert (look.seen, list(look.said)) == (0, [])

    def test_a_layer_that_asks_again_is_left_out(self) -> None:
        """A layer that asks again is left out."""
        look = carried.results_kept(_answers("vkGetSwapchainImagesKHR", codes=[[5, 0, 2]]))

        assert (look.seen, list(look.said)) == (0, [])


class TestStructuresToWrite:
    """Structures behind one that is asked for come back written."""

    def test_an_unwritten_one_is_a_breach(self) -> None:
        """An unwritten one is a breach."""
        command = "vkGetPhysicalDeviceProperties2"
        look = chains_written(
            _answers(command, times=0, unwritten=["pProperties->pNext VkPhysicalDeviceIDProperties"])
        )

        assert list(look.said) == [
            f"{command} comes back with VkPhysicalDeviceIDProperties on pNext of pProperties unwritten,"
            " though what is below writes it"
        ]

    @pytest.mark.parametrize(("first_too", "broken"), [(False, True), (True, False)])
    def test_behind_a_later_element(self, first_too: bool, broken: bool) -> None:
        """A layer that has one written behind the first element of a list knows it, whatever its version."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties2"
        name = "pNext VkQueueFamilyGlobalPriorityProperties"
        first = [f"pQueueFamilyProperties->{name}"] if first_too else []
        answers = _answers(command, unwritten=[*first, f"pQueueFamilyProperties[1].{name}"])

        assert bool(carried.chains_written(answers, "1.1.130").broken) is broken

    def test_a_later_element_is_named(self) -> None:
        """The sentence says behind which element of the list."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties2"
        path = "pQueueFamilyProperties[1].pNext VkQueueFamilyGlobalPriorityProperties"
        look = chains_written(_answers(command, unwritten=[path]))

        assert list(look.said) == [
            f"{command} comes back with VkQueueFamilyGlobalPriorityProperties on pNext of"
            " pQueueFamilyProperties[1] unwritten, though what is below writes it"
        ]


class TestVersions:
    """A layer that copies structures has to know those of the version of Vulkan that its manifest names."""

    @pytest.mark.parametrize(
        ("structure", "before", "since"),
        [
            ("VkMemoryAllocateFlagsInfo", "1.0.68", "1.1.0"),
            ("VkMemoryOpaqueCaptureAddressAllocateInfo", "1.1.130", "1.2.131"),
        ],
    )
    def test_of_structures(self, structure: str, before: str, since: str) -> None:
        """What came later a layer need not know."""
        answers = _answers(lost=[f"pAllocateInfo.pNext {structure}"])

        assert not carried.parts_kept(answers, before).broken
        assert carried.parts_kept(answers, since).broken

    def test_an_old_number_is_no_age(self) -> None:
        """VkPipelineRobustnessCreateInfo is of extension 69, which was published in 2022, and of Vulkan 1.4."""
        answers = _answers(
            "vkCreateComputePipelines", lost=["pCreateInfos[0].pNext VkPipelineRobustnessCreateInfo"]
        )

        assert not carried.parts_kept(answers, "1.3.250").broken
        assert carried.parts_kept(answers, "1.4.303").broken

    def test_of_structures_to_write(self) -> None:
        """The same of what comes back: VkPhysicalDeviceDriverProperties came with Vulkan 1.2."""
        path = "pProperties->pNext VkPhysicalDeviceDriverProperties"
        answers = _answers("vkGetPhysicalDeviceProperties2", unwritten=[path])

        assert not carried.chains_written(answers, "1.1.130").broken
        assert carried.chains_written(answers, "1.2.131").broken

    def test_all_that_is_later_should_not_be_left_out(self) -> None:
        """A layer that leaves out all that it need not know has dropped the chain."""
        paths = [
            f"pProperties->pNext VkPhysicalDevice{name}Properties"
            for name in ("Driver", "DepthStencilResolve")
        ]
        answers = _answers("vkGetPhysicalDeviceProperties2", lost=paths)

        assert carried.chains_kept(answers, "1.1.130").broken
        assert not carried.chains_kept(answers, "1.2.131").broken

    @pytest.mark.parametrize("version", ["", "new"])
    def test_that_are_not_known(self, version: str) -> None:
        """Every layer is of Vulkan 1.0 at least."""
        answers = _answers(lost=["pAllocateInfo.pNext VkMemoryAllocateFlagsInfo"])

        assert not carried.parts_kept(answers, version).broken
        assert carried.parts_kept(_answers(lost=["pAllocateInfo"]), version).broken


class TestPlacesInMemory:
    """A layer that makes one memory of several hands down places behind those that it got."""

    @pytest.mark.parametrize(
        ("command", "path"),
        [
            ("vkBindBufferMemory", "memoryOffset"),
            ("vkFlushMappedMemoryRanges", "pMemoryRanges[0].offset"),
            ("vkMapMemory", "offset"),
            ("vkMapMemory2", "pMemoryMapInfo.offset"),
        ],
    )
    def test_places_behind_are_a_warning(self, command: str, path: str) -> None:
        """It has to wrap memories for that."""
        answers = _answers(command, changed=[[path, 24, 152, False]])
        wrapping = {**answers, "wrapped": {"types": ["VkDeviceMemory"], "own": []}}

        assert not carried.places_kept(wrapping).broken
        assert carried.other_values_kept(wrapping).broken
        assert carried.places_kept(answers).broken

    def test_places_before_are_a_breach(self) -> None:
        """A memory of the application's begins where one below begins, or behind."""
        answers = _answers("vkBindBufferMemory", changed=[["memoryOffset", 24, 0, False]])

        assert carried.places_kept({**answers, "wrapped": {"types": ["VkDeviceMemory"]}}).broken


def test_the_inheritance_of_a_primary_buffer_is_ignored() -> None:
    """A layer may leave it out, be it as a whole or in part."""
    lost = ["pBeginInfo.pInheritanceInfo", "pBeginInfo.pInheritanceInfo.pNext VkDeviceGroupSubmitInfo"]

    assert not parts_kept(_answers("vkBeginCommandBuffer", lost=lost)).broken
    assert parts_kept(_answers("vkBeginCommandBuffer", lost=["pBeginInfo"])).broken


def test_an_answer_of_the_layers_own_is_a_warning() -> None:
    """A layer may not be ready where the entity below is; it may not say that work is done which is not."""
    later, earlier = (_answers("vkGetFenceStatus", codes=[row]) for row in ([0, 1, 1], [1, 0, 1]))

    assert (carried.results_kept(later).broken, len(carried.results_told(later).said)) == ([], 1)
    assert (len(carried.results_kept(earlier).said), carried.results_told(earlier).broken) == (1, [])


def test_structures_behind_a_newer_command_are_unknown() -> None:
    """A command of Vulkan 1.3 with a structure of 1.1: a layer of 1.1 has the structure alone."""
    lost = ["pSubmits[0].pNext VkProtectedSubmitInfo"]

    assert not carried.parts_kept(_answers("vkQueueSubmit2", lost=lost), "1.1.0").broken
    assert carried.parts_kept(_answers("vkQueueSubmit2", lost=lost), "1.3.0").broken


class TestAllocators:
    """What was made with callbacks is ended with callbacks."""

    def test_an_end_without_them_is_a_breach(self) -> None:
        """An end without them is a breach."""
        answers = {**_answers(), **_answers("vkFreeMemory", lost=["pAllocator"])}

        assert list(carried.allocators_kept(answers).said) == [
            "vkFreeMemory goes down without pAllocator, and vkAllocateMemory goes down with it"
        ]

    def test_none_at_all_is_no_breach(self) -> None:
        """None at all is no breach."""
        answers = {**_answers(lost=["pAllocator"]), **_answers("vkFreeMemory", lost=["pAllocator"])}

        look = carried.allocators_kept(answers)

        assert (look.seen, list(look.said)) == (1, [])

    def test_an_object_that_several_commands_make(self) -> None:
        """A pipeline is made by commands of other names than its end; a layer may pass no callbacks on at all."""
        lost = {"lost": ["pAllocator"]}
        end = _answers("vkDestroyPipeline", **lost)
        right = {
            **end,
            **_answers("vkCreateGraphicsPipelines", **lost),
            **_answers("vkCreateComputePipelines", **lost),
        }

        assert list(carried.allocators_kept(right).said) == []
        both = {**_answers("vkCreateGraphicsPipelines"), **_answers("vkCreateComputePipelines")}
        assert list(carried.allocators_kept({**right, **both}).said) == [
            "vkDestroyPipeline goes down without pAllocator, and vkCreateComputePipelines goes down with it"
        ]

    def test_an_object_that_several_commands_make_otherwise(self) -> None:
        """The one that is ended was made by one of them."""
        lost = {"lost": ["pAllocator"]}
        answers = {
            **_answers("vkDestroyPipeline", **lost),
            **_answers("vkCreateGraphicsPipelines", **lost),
            **_answers("vkCreateComputePipelines"),
        }

        assert carried.allocators_kept(answers).seen == 0

    def test_an_object_that_the_layer_leaves_to_others_to_make(self) -> None:
        """Its creation goes down as it came."""
        assert list(carried.allocators_kept(_answers("vkDestroyFence", lost=["pAllocator"])).said) == [
            "vkDestroyFence goes down without pAllocator, and vkCreateFence goes down with it"
        ]

    def test_a_creation_that_does_not_go_down_once(self) -> None:
        """What is made instead, and how, is not known."""
        answers = {**_answers("vkCreateImage", times=2), **_answers("vkDestroyImage", lost=["pAllocator"])}

        assert carried.allocators_kept(answers).seen == 0

    def test_a_creation_that_does_not_come_back(self) -> None:
        """The layer has a function of its own for it, and nothing is known of what goes down."""
        answers = {"wrapped": {"own": ["vkCreateImage"]}, **_answers("vkDestroyImage", lost=["pAllocator"])}

        assert carried.allocators_kept(answers).seen == 0

    def test_an_object_that_nobody_has_made(self) -> None:
        """A layer may keep the callbacks of each object, and have none for one that it never met."""
        command = "vkDestroyAccelerationStructureKHR"

        assert carried.allocators_kept(_answers(command, lost=["pAllocator"])).seen == 0


class TestNextFunctions:
    """A function that the layer intercepts has a next one."""

    def test_a_call_that_comes_back_is_seen(self) -> None:
        """A call that comes back is seen."""
        look = carried.next_functions_kept(_answers("vkResetFences"))

        assert (look.seen, list(look.said)) == (1, [])

    def test_a_call_of_nothing_is_a_breach(self) -> None:
        """A call of the function at address 0 is a breach."""
        look = carried.next_functions_kept({"nowhere.vkResetFences": {}})

        assert list(look.said) == [
            "vkResetFences calls the function at address 0: the layer keeps no next function for it"
        ]

    def test_a_command_of_an_extension_is_left_out(self) -> None:
        """The extension of a command is not enabled, and the next function need not be there."""
        look = carried.next_functions_kept({"nowhere.vkQueuePresentKHR": {}, "carried": {"called": 1}})

        assert (look.seen, list(look.said)) == (0, [])


class TestThreads:
    """What goes down on one of two threads is what this one came with."""

    def test_the_numbers_of_the_other_thread_are_a_breach(self) -> None:
        """A structure that is kept in one place for all threads is written over by the second one."""
        look = threads.threads_apart(
            {"twice.vkCreateBuffer": {"changed": [[0, "pCreateInfo.size", 28, 156]]}}
        )

        assert list(look.said) == [
            "vkCreateBuffer goes down with 156 as pCreateInfo.size, which another thread came with at the same time;"
            " this one came with 28"
        ]

    def test_what_a_layer_changes_for_each_thread_is_none(self) -> None:
        """A size that the layer rounds up on both threads is none of the other thread's."""
        answers = {
            "twice.vkCreateBuffer": {
                "changed": [[0, "pCreateInfo.size", 28, 32], [1, "pCreateInfo.size", 156, 160]]
            }
        }

        look = threads.threads_apart(answers)

        assert (look.seen, list(look.said)) == (1, [])

    def test_what_a_layer_changes_on_one_thread_is_none(self) -> None:
        """128 bytes that are rounded up to 256 are as many as the other thread asks for, whoever asks."""
        rows = [["pAllocateInfo.allocationSize", 128, 256, False]]
        answers = {
            "carry.vkAllocateMemory": {"times": 1, "changed": rows},
            "twice.vkAllocateMemory": {"changed": [[0, "pAllocateInfo.allocationSize", 128, 256]]},
        }

        look = threads.threads_apart(answers)

        assert (look.seen, list(look.said)) == (1, [])

    def test_the_second_element_of_the_other_thread_is_a_breach(self) -> None:
        """The arrays of the two threads have each other's numbers in turn."""
        answers = {"twice.vkQueuePresentKHR": {"changed": [[0, "pPresentInfo.pImageIndices[1]", 168, 40]]}}

        assert len(threads.threads_apart(answers).said) == 1
