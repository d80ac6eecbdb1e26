"""What the checks of the other forms of calls say of the prober's answers."""

from typing import Any

import pytest
from answered import form

from refloader.suite.layers.alone import intended, older
from refloader.suite.layers.alone.carrying import formed
from refloader.suite.layers.alone.effects import after_calls, pipelines, waits
from refloader.suite.sessions.answers import Answers

NEWEST = "1.4.0"


def _answers(command: str, **forms: dict[str, Any]) -> Answers:
    return {f"form.{command}": {"plain": form(), **forms}}


class TestEnds:
    """A layer that comes back from a call comes back from its other forms."""

    def test_a_crash_in_one_form_is_a_breach(self) -> None:
        """A pointer that is to be ignored may lead nowhere."""
        answers = _answers("vkCreateDescriptorSetLayout", wild=form(times=0, ended=True))

        assert list(formed.survived(answers).said) == [
            "vkCreateDescriptorSetLayout crashes with a pointer that is to be ignored and leads nowhere;"
            " in its plain form it comes back"
        ]

    def test_all_structures_at_once_are_a_warning(self) -> None:
        """No device has all extensions: such a chain is no valid one."""
        answers = _answers("vkCreateImage", chains=form(times=0, ended=True))

        assert list(formed.survived(answers).said) == []
        assert len(formed.chains_survived(answers).said) == 1

    def test_values_beyond_limits_are_left_out(self) -> None:
        """The values of the second call may be beyond the device's limits."""
        look = formed.survived(_answers("vkCmdSetViewport", again=form(ended=True)))

        assert (look.seen, list(look.said)) == (0, [])


class TestLengths:
    """Arrays go down whole, however many elements they have."""

    def test_fewer_of_many_are_a_breach(self) -> None:
        """A layer with room for 64 passes 64 of 71 on."""
        answers = _answers("vkWaitForFences", many=form(changed=[["fenceCount", 71, 64, False]]))

        assert list(formed.elements_kept(answers).said) == [
            "vkWaitForFences with arrays of 71 elements goes down with 64 as fenceCount, it came with 71;"
            " with two elements it is right"
        ]

    def test_more_are_none(self) -> None:
        """A layer may add a command buffer of its own."""
        answers = _answers(
            "vkQueueSubmit", many=form(changed=[["pSubmits[0].commandBufferCount", 70, 71, False]])
        )

        assert list(formed.elements_kept(answers).said) == []

    def test_what_is_so_with_two_is_left_to_other_checks(self) -> None:
        """One breach is said once."""
        answers = {
            "form.vkWaitForFences": {
                "plain": form(changed=[["fenceCount", 2, 1, False]]),
                "many": form(changed=[["fenceCount", 70, 1, False]]),
            }
        }

        assert list(formed.elements_kept(answers).said) == []


class TestTexts:
    """No text goes down in the place of none."""

    def test_a_name_for_none_is_a_breach(self) -> None:
        """A name cannot be removed any more."""
        row = ["pNameInfo.pObjectName", 0, 0, False]
        answers = _answers(
            "vkSetDebugUtilsObjectNameEXT", bare=form(changed=[row]), empty=form(changed=[row])
        )

        assert len(formed.texts_removed(answers).broken) == 2

    def test_another_name_is_none(self) -> None:
        """What a tool makes of a name is its own matter."""
        row = ["pNameInfo.pObjectName", 0, 0, False]
        answers = {"form.vkSetDebugUtilsObjectNameEXT": {"plain": form(changed=[row]), "bare": form()}}

        assert list(formed.texts_removed(answers).said) == []


class TestChains:
    """Chains go down, with what the layer does not know in them."""

    _HEAD = "pBeginInfo.pInheritanceInfo.pNext "

    def _lost(self, *names: str) -> Answers:
        rows = [[self._HEAD + name, 0, 0, False] for name in names]
        return _answers("vkBeginCommandBuffer", chains=form(lost=rows))

    def test_a_whole_chain_with_a_structure_of_core_is_a_breach(self) -> None:
        """Nothing of the chain is left."""
        answers = self._lost("*", "VkCommandBufferInheritanceRenderingInfo", "UNKNOWN")

        assert list(formed.chains_whole(answers, NEWEST).said) == [
            "vkBeginCommandBuffer goes down without VkCommandBufferInheritanceRenderingInfo and everything else on"
            " pNext of pBeginInfo.pInheritanceInfo, which it came with"
        ]

    def test_a_whole_chain_of_a_newer_version_is_a_warning(self) -> None:
        """The structure came with Vulkan 1.3: a layer of 1.2 that copies chains has nothing to copy here."""
        answers = self._lost("*", "VkCommandBufferInheritanceRenderingInfo", "VkAnotherNV", "UNKNOWN")

        assert list(formed.chains_whole(answers, "1.2.203").said) == []
        assert len(formed.chains_skipped(answers).said) == 1

    def test_what_extensions_alone_have_on_a_chain_is_unknown(self) -> None:
        """VkImageFormatListCreateInfo is of Vulkan 1.2, on a swapchain it is of another extension."""
        rows = [[f"pCreateInfo.pNext {name}", 0, 0, False] for name in ("*", "VkImageFormatListCreateInfo")]
        answers = _answers("vkCreateSwapchainKHR", chains=form(lost=rows))

        assert list(formed.chains_whole(answers, NEWEST).said) == []

    def test_a_whole_chain_of_extensions_is_a_warning(self) -> None:
        """A layer may not know the structures of extensions; it should not drop all of them."""
        answers = self._lost("*", "VkOneEXT", "VkAnotherNV", "UNKNOWN")

        assert list(formed.chains_whole(answers, NEWEST).said) == []
        assert len(formed.chains_skipped(answers).said) == 1

    def test_a_selection_is_a_warning(self) -> None:
        """Structures that the layer does not know do not go down beside those that it knows."""
        answers = self._lost("VkOneEXT", "UNKNOWN")

        assert len(formed.chains_skipped(answers).said) == 1

    def test_one_that_is_known_and_left_out_is_none(self) -> None:
        """What a layer takes out on purpose it knows: the others go down."""
        assert list(formed.chains_skipped(self._lost("VkOneEXT")).said) == []


class TestConst:
    """What a command may only read is as it was."""

    def test_a_written_member_is_a_breach(self) -> None:
        """Values are changed in copies."""
        row = ["pPresentInfo.waitSemaphoreCount", 2, 1, False]
        answers = {"form.vkQueuePresentKHR": {"plain": form(written=[row])}}

        assert list(formed.only_read(answers).said) == [
            "vkQueuePresentKHR writes to pPresentInfo.waitSemaphoreCount, which it may only read"
        ]

    def test_what_is_written_when_the_call_fails_is_one_too(self) -> None:
        """A chain that is put together again for successes alone stays without a part of it."""
        answers = _answers("vkAllocateMemory", failed=form(written=[["pAllocateInfo->pNext", 0, 0, False]]))

        assert len(formed.only_read(answers).said) == 1

    def test_a_structure_of_the_applications_instance_is_one_too(self) -> None:
        """A layer that hangs a structure of its own behind it changes it."""
        made = {"made": {"times": 1, "written": "VkValidationFeaturesEXT"}}
        look = formed.create_infos_only_read({"create.debug-utils.instance": made}, "instance")

        assert list(look.said) == [
            "vkCreateInstance writes to VkValidationFeaturesEXT, which the application handed in (debug-utils)"
        ]

    @pytest.mark.parametrize("case", ["application-first", "application-between"])
    def test_what_stands_before_the_loaders_is_not_the_applications(self, case: str) -> None:
        """Who takes the loader's node out of the chain writes to what is before it: a structure of another layer."""
        made = {"made": {"times": 1, "written": "VkPhysicalDeviceFeatures2"}}
        answers = {f"create.{case}.device": made, "create.application-last.device": {"made": {"times": 1}}}
        look = formed.create_infos_only_read(answers, "device")

        assert look.seen == 1
        assert list(look.said) == []


class TestWideNumbers:
    """A number of 64 bits goes down with all of them."""

    def test_one_that_is_cut_is_a_breach(self) -> None:
        """A function whose parameter has 32 bits does not have the signature of Vulkan."""
        answers = _answers("vkCmdFillBuffer", high=form(changed=[["dstOffset", 0x500000018, 0x18, False]]))

        assert list(formed.wide_numbers_kept(answers).said) == [
            "vkCmdFillBuffer goes down with 0x18 as dstOffset, it came with 0x500000018"
        ]

    def test_one_that_is_cut_to_a_number_with_a_sign_is_one_too(self) -> None:
        """An int of C is one."""
        row = ["offset", 0x5F0000018, -0x0FFFFFE8, False]

        assert len(formed.wide_numbers_kept(_answers("vkMapMemory", high=form(changed=[row]))).said) == 1

    def test_other_changes_are_none(self) -> None:
        """A layer may have one memory for several, or less of it."""
        rows = [["memoryOffset", 0x500000018, 0x500001018, False], ["size", 0x500000020, 0x100, False]]

        assert (
            list(formed.wide_numbers_kept(_answers("vkBindBufferMemory", high=form(changed=rows))).said) == []
        )

    def test_a_call_in_parts_is_left_out(self) -> None:
        """It has other places on purpose."""
        answer = form(times=3, changed=[["dstOffset", 0x500000018, 0x18, False]])

        assert formed.wide_numbers_kept(_answers("vkCmdFillBuffer", high=answer)).seen == 0


class TestMemory:
    """What a call came with is the application's again when it is back."""

    def test_one_who_reads_it_later_is_a_breach(self) -> None:
        """It has kept a pointer, and no copy."""
        answers = {
            "clash.vkUpdateDescriptorSetWithTemplate": {"gone": True},
            "clash.vkMapMemory": {"gone": False},
        }

        assert list(after_calls.memory_released(answers).said) == [
            "vkUpdateDescriptorSetWithTemplate crashes when the memory that earlier calls came with is unmapped;"
            " it comes back while that is there"
        ]


class TestOlderForms:
    """A newer form of a command goes down as that."""

    def test_flags_of_a_queue_are_lost(self) -> None:
        """VkDeviceQueueInfo2 has flags."""
        answers = {"carry.vkGetDeviceQueue2": {"times": 0, "instead": "vkGetDeviceQueue"}}

        assert len(older.newer_forms_kept(answers).said) == 1

    def test_the_vendors_name_is_the_sameform(self) -> None:
        """A command and its name in an extension are one."""
        answers = {"carry.vkWaitSemaphoresKHR": {"times": 0, "instead": "vkWaitSemaphores"}}

        assert list(older.newer_forms_kept(answers).said) == []


class TestStates:
    """A command that sets a state goes down as none that sets another state of its kind."""

    @pytest.mark.parametrize(
        ("command", "instead"),
        [
            ("vkCmdSetDepthTestEnable", "vkCmdSetDepthWriteEnable"),
            ("vkCmdSetAlphaToCoverageEnableEXT", "vkCmdSetAlphaToOneEnableEXT"),
            ("vkCmdSetStencilWriteMask", "vkCmdSetStencilCompareMask"),
        ],
    )
    def test_another_state(self, command: str, instead: str) -> None:
        """The state that the application sets stays as it was, and another one changes."""
        answers = {f"carry.{command}": {"times": 0, "instead": instead, "others": 1}}

        assert list(older.states_kept(answers).said) == [
            f"{command} goes down as {instead}, which sets another state"
        ]

    @pytest.mark.parametrize(
        ("command", "instead"),
        [
            ("vkCmdSetViewport", "vkCmdSetViewportWithCount"),
            ("vkCmdSetDepthBias", "vkCmdSetDepthBias2EXT"),
            ("vkCmdSetDepthTestEnable", "vkCmdSetDepthTestEnableEXT"),
            ("vkCmdSetColorWriteEnableEXT", "vkCmdSetColorWriteMaskEXT"),
            ("vkCmdSetEvent", "vkCmdSetEvent2"),
            ("vkCmdSetDepthTestEnable", ""),
        ],
    )
    def test_the_same_in_another_form(self, command: str, instead: str) -> None:
        """Another form of the command, and what can stand for it, set what was asked for."""
        answers = {f"carry.{command}": {"times": 0, "instead": instead, "others": 1}}

        assert list(older.states_kept(answers).said) == []

    @pytest.mark.parametrize(
        ("command", "instead"),
        [
            ("vkCmdSetRasterizerDiscardEnable", "vkCmdSetScissor"),
            ("vkCmdSetDepthTestEnable", "vkCmdSetDepthCompareOp"),
            ("vkCmdSetDepthClipNegativeOneToOneEXT", "vkCmdSetViewport"),
            ("vkCmdSetExclusiveScissorNV", "vkCmdSetDiscardRectangleEXT"),
            ("vkCmdSetDepthClampEnableEXT", "vkCmdSetDepthClipEnableEXT"),
        ],
    )
    def test_a_state_that_is_emulated(self, command: str, instead: str) -> None:
        """A layer emulates a state by another one that has the same effect: an empty scissor discards all."""
        answers = {f"carry.{command}": {"times": 0, "instead": instead, "others": 1}}

        assert not older.states_kept(answers).broken

    def test_a_state_that_several_emulate(self) -> None:
        """A layer that emulates the test of depths sets whether they are written, and how they are compared."""
        row = {"times": 0, "instead": "vkCmdSetDepthWriteEnable", "others": 2}

        assert not older.states_kept({"carry.vkCmdSetDepthTestEnable": row}).broken

    def test_a_state_that_is_set_later(self) -> None:
        """A layer that sets a state when the next one is asked for sets all of them later."""
        answers = {
            "carry.vkCmdSetDepthTestEnable": {"times": 0, "instead": "vkCmdSetDepthWriteEnable"},
            "carry.vkCmdSetDepthWriteEnable": {"times": 0, "instead": ""},
        }

        assert not older.states_kept(answers).broken


class TestNumbers:
    """It makes no difference which numbers handles have."""

    def test_handles_with_one_lower_half_are_two(self) -> None:
        """A layer that keeps notes by the lower 32 bits takes one memory for another."""
        answers = {"clash.vkMapMemory": {"low": ["size"], "row": [], "types": []}}

        assert list(formed.numbers_of_handles(answers).said) == [
            "vkMapMemory goes down with another size when the handles of two objects are equal in their lower 32 bits"
        ]

    def test_the_same_under_all_handles_is_none(self) -> None:
        """A layer that goes by whole handles does the same under all of them."""
        look = formed.numbers_of_handles({"clash.vkMapMemory": {"low": [], "row": [], "types": []}})

        assert (look.seen, list(look.said)) == (1, [])


def test_a_second_call_goes_down_too() -> None:
    """Other values are another call."""
    assert list(formed.repeated(_answers("vkMapMemory", again=form(times=0))).said) == [
        "vkMapMemory goes down once, and not a second time, with other values"
    ]
    assert list(formed.repeated(_answers("vkMapMemory", again=form())).said) == []


class TestCounts:
    """A structure on a pNext speaks of the elements of its head."""

    def test_one_more_in_the_head_alone_is_a_breach(self) -> None:
        """A layer that adds a command buffer has to say on which devices it is done."""
        row = ["pSubmits[0].pNext VkDeviceGroupSubmitInfo.commandBufferCount", 3, 2, False]
        answers = _answers("vkQueueSubmit", core=form(uneven=[row]))

        assert list(formed.counts_even(answers, "1.1.0").said) == [
            "vkQueueSubmit goes down with 3 as commandBufferCount and 2 as that of VkDeviceGroupSubmitInfo on pNext"
            " of pSubmits[0]; it came with as many in both"
        ]

    def test_a_structure_that_the_layer_need_not_know_is_left_out(self) -> None:
        """VkDeviceGroupSubmitInfo came with Vulkan 1.1."""
        row = ["pSubmits[0].pNext VkDeviceGroupSubmitInfo.commandBufferCount", 3, 2, False]
        answers = _answers("vkQueueSubmit", core=form(uneven=[row]))

        assert list(formed.counts_even(answers, "1.0.68").said) == []

    def test_none_in_a_structure_that_may_have_none_is_none(self) -> None:
        """VkTimelineSemaphoreSubmitInfo may have no values; VkDeviceGroupSubmitInfo has as many as its head."""
        timeline = ["pSubmits[0].pNext VkTimelineSemaphoreSubmitInfo.waitSemaphoreValueCount", 3, 0, False]
        group = ["pSubmits[0].pNext VkDeviceGroupSubmitInfo.commandBufferCount", 3, 0, False]

        assert (
            list(formed.counts_even(_answers("vkQueueSubmit", core=form(uneven=[timeline])), "1.2.0").said)
            == []
        )
        assert (
            len(formed.counts_even(_answers("vkQueueSubmit", core=form(uneven=[group])), "1.1.0").said) == 1
        )


def test_what_a_layer_does_with_structures_of_all_extensions_is_its_own_matter() -> None:
    """No device has all extensions: such a call is no valid one."""
    row = ["pSubmits[0].pNext VkDeviceGroupSubmitInfo.commandBufferCount", 3, 2, False]
    answers = _answers("vkQueueSubmit", chains=form(uneven=[row], written=[row]))

    assert list(formed.counts_even(answers, "1.1.0").said) == []
    assert list(formed.only_read(answers).said) == []


class TestPolls:
    """A wait of no time says what there is."""

    def test_an_answer_of_nobody_is_a_breach(self) -> None:
        """A loop that waits while there is time left never asks."""
        answers = {"polls.vkWaitSemaphores": {"result": 2, "times": 0}}

        assert list(waits.polls_answered(answers).said) == [
            "vkWaitSemaphores with a timeout of 0 returns VK_TIMEOUT and asks nobody, for what is over already"
        ]

    def test_other_answers_are_none(self) -> None:
        """A layer may keep what is over, and below there may be another answer."""
        answers = {
            "polls.vkWaitForFences": {"result": 0, "times": 0},
            "polls.vkWaitSemaphores": {"result": 2, "times": 1},
        }

        assert list(waits.polls_answered(answers).said) == []


class TestPresents:
    """What came of the presentation of each swapchain comes up."""

    def test_results_that_stay_unwritten_are_a_breach(self) -> None:
        """The application does not learn which swapchain no longer fits."""
        answers = {"presents.vkQueuePresentKHR": {"results": [[-1000001004, 1, True], [0, 1, False]]}}

        assert list(after_calls.presents_told(answers).said) == [
            "vkQueuePresentKHR comes back with pResults unwritten,"
            " the entity below has VK_ERROR_OUT_OF_DATE_KHR there"
        ]

    def test_a_layer_that_presents_in_other_ways_is_left_out(self) -> None:
        """One call for each swapchain may end with the first that fails."""
        answers = {"presents.vkQueuePresentKHR": {"results": [[-1000001004, 2, True], [0, 0, True]]}}

        assert after_calls.presents_told(answers).seen == 0

    @staticmethod
    def _said(*rows: list[int], outdated: bool = False) -> list[str]:
        answers = {"presents.vkQueuePresentKHR": {"results": [], "differing": list(rows)}}
        return list(after_calls.failures_of_each_told(answers, outdated).said)

    def test_a_failure_of_one_of_two_comes_up(self) -> None:
        """Whichever of two results a call has, and in whichever order the swapchains are presented."""
        assert (
            self._said([-4, 0, -4, -4, 0], [0, -4, -4, -4, 0], [1000001003, -1000000000, 1000001003, 0, -4])
            == []
        )

    def test_the_result_of_the_last_one_is_a_breach(self) -> None:
        """The application goes on with a swapchain that is out of date."""
        assert self._said([-1000001004, 0, 0, -1000001004, 0]) == []
        assert self._said([-1000001004, 0, 0, -1000001004, 0], outdated=True) == [
            "vkQueuePresentKHR returns VK_SUCCESS with VK_ERROR_OUT_OF_DATE_KHR and VK_SUCCESS for two swapchains"
            " below"
        ]

    def test_success_for_each_is_a_breach(self) -> None:
        """The call has failed, and nobody knows for which swapchain."""
        assert self._said([-1000000000, 0, -1000000000, 0, 0]) == [
            "vkQueuePresentKHR has VK_SUCCESS and VK_SUCCESS in pResults, with VK_ERROR_SURFACE_LOST_KHR and"
            " VK_SUCCESS for two swapchains below"
        ]


class TestAllocations:
    """Of objects that are asked for together there are all or none."""

    @staticmethod
    def _said(times: int, result: int, left: int) -> list[str]:
        answer = {"times": times, "result": result, "left": left}
        return list(pipelines.allocations_undone({"halves.vkAllocateDescriptorSets": answer}).said)

    def test_a_part_that_stays_is_a_breach(self) -> None:
        """The application takes none of them, and the pool has lost them."""
        assert self._said(2, -2, 32) == [
            "vkAllocateDescriptorSets of many in several calls fails with VK_ERROR_OUT_OF_DEVICE_MEMORY and leaves 32"
            " of them in the array"
        ]

    def test_others_are_none(self) -> None:
        """All of them are gone, or there, or were asked for in one call."""
        assert (self._said(2, -2, 0), self._said(3, 0, 70), self._said(1, -2, 70)) == ([], [], [])


class TestWaits:
    """A wait lasts as long as it is to."""

    def test_an_end_that_lies_in_the_past_is_a_breach(self) -> None:
        """The sum of now and a long time may be less than now."""
        answers = {"waits.vkWaitForFences": {"result": 2, "times": 1, "is_forever": False}}

        assert list(waits.waited(answers).said) == [
            "vkWaitForFences returns VK_TIMEOUT at once for a timeout of UINT64_MAX - 1"
        ]

    def test_what_the_entity_below_says_is_none(self) -> None:
        """A layer that hands the whole time down hands up what comes back; one that asks again comes to the end."""
        whole = {"waits.vkWaitForFences": {"result": 2, "times": 1, "is_forever": True}}
        parts = {"waits.vkWaitForFences": {"result": 0, "times": 4, "is_forever": False}}

        assert [list(waits.waited(answers).said) for answers in (whole, parts)] == [[], []]


@pytest.mark.parametrize(
    ("command", "path"),
    [("vkQueueSubmit2", "stageMask"), ("vkQueueSubmit", "pWaitDstStageMask"), ("vkCmdSetEvent", "stageMask")],
)
@pytest.mark.parametrize(("received", "lost"), [(0x10000, 0), (0xF << 32, 0), (0x800, 0x1000)])
def test_stages_that_stand_for_others(command: str, path: str, received: int, lost: int) -> None:
    """All commands are transfers as well, and so are copies, resolves, blits and clears together, in each member."""
    assert intended.lost_bits(command, path, 0x1000, received) == lost
