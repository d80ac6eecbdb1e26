"""What the checks of many calls, of several calls for one, and of what calls leave say of the prober's answers."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import pytest
from answered import form

from refloader.suite.layers.alone.carrying import formed, repeats, varied
from refloader.suite.layers.alone.effects import after_calls, waits
from refloader.suite.layers.alone.intended import VALID_ALONE
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

DRAW, BLEND = "vkCmdDraw", "vkCmdSetStencilOp"


def _often(command: str, **answer: Any) -> Answers:
    return {f"varied.{command}": {"once": 25, "changed": [], "lost": [], "copied": [], **answer}}


def _form(times: int, **totals: list[Any]) -> dict[str, Any]:
    return form(times, totals=[[name, *row] for name, row in totals.items()])


class TestBlocks:
    """Inline uniform blocks stand on pNext and are counted in bytes, by layers of versions that have them."""

    COMMAND = "vkUpdateDescriptorSets"

    def _judged(self, version: str = "1.3.250", times: int = 1, **blocks: Any) -> list[str]:
        forms = {"plain": form(), "blocks": form(times, **blocks)}
        return list(varied.blocks_kept({f"form.{self.COMMAND}": forms}, version).said)

    def test_those_that_go_down(self) -> None:
        """What has nothing to do with them may differ."""
        assert self._judged(changed=[["pDescriptorCopies[0].srcBinding", 4, 5, False]]) == []

    def test_a_crash(self) -> None:
        """The layer looks for descriptors in an array that is to be ignored."""
        assert self._judged(ended=True) == [
            "vkUpdateDescriptorSets crashes with inline uniform blocks; with other descriptors it comes back"
        ]

    def test_none_go_down(self) -> None:
        """Neither in this call nor in another one."""
        assert self._judged(times=0) == [
            "vkUpdateDescriptorSets does not go down with inline uniform blocks; with other descriptors it does"
        ]

    def test_a_write_is_dropped(self) -> None:
        """The call has fewer writes than it came with."""
        assert self._judged(changed=[["descriptorWriteCount", 2, 0, False]]) == [
            "vkUpdateDescriptorSets of inline uniform blocks goes down with 0 as descriptorWriteCount, it came with 2"
        ]

    def test_the_bytes_are_lost(self) -> None:
        """They are on pNext."""
        assert self._judged(lost=[["pDescriptorWrites[0].pNext *", 0, 0, False]]) == [
            "vkUpdateDescriptorSets of inline uniform blocks goes down without pDescriptorWrites[0].pNext,"
            " where their bytes are"
        ]

    def test_uniform_buffers_in_their_place(self) -> None:
        """A layer may emulate them: the write is one of another type, with elements of its own."""
        rows = [["pDescriptorWrites[0].descriptorType", 1000138000, 6, False]]
        rows.append(["pDescriptorWrites[0].descriptorCount", 16, 1, False])

        assert self._judged(changed=rows) == []

    def test_older_layers(self) -> None:
        """A layer of Vulkan 1.2 need not know them."""
        assert self._judged(version="1.2.250", ended=True) == []


class TestCallsInARow:
    """A call goes down with its own values, whatever others came with."""

    def test_value_of_an_earlier_call(self) -> None:
        """The prober says which number was that of the call before."""
        answers = _often(DRAW, changed=[["firstVertex", 160, 32, False]], earlier=["firstVertex"])

        assert list(varied.values_kept(answers).said) == [
            "vkCmdDraw goes down with 32 as firstVertex, which an earlier call came with; this one came with 160"
        ]
        assert list(varied.others_kept(answers).said) == []

    def test_formats_are_no_earlier_ones(self) -> None:
        """VK_FORMAT_R8G8B8A8_UNORM in the place of a compressed format is 128 less, and no other call's."""
        answers = _often("vkCreateBufferView", changed=[["pCreateInfo.format", 165, 37, False]])

        assert list(varied.values_kept(answers).said) == []
        assert len(varied.others_kept(answers).said) == 1

    def test_bit_that_stands_alone(self) -> None:
        """A usage is asked for, whichever others are."""
        answers = _often("vkCreateBuffer", changed=[["pCreateInfo.usage", 0x80, 0, True]])

        assert list(varied.values_kept(answers).said) == [
            "vkCreateBuffer goes down with 0x0 as pCreateInfo.usage, it came with 0x80:"
            " a bit that the application sets is gone"
        ]
        assert list(varied.others_kept(answers).said) == []

    def test_results_that_are_larger(self) -> None:
        """Results of 64 bits have no room where the application reads 32; memory of a layer has its own size."""
        larger = ["flags", 2, 3, True]
        answers = _often("vkGetQueryPoolResults", changed=[larger])
        own = _often("vkGetQueryPoolResults", changed=[larger, ["stride", 4, 8, False]])

        assert list(varied.values_kept(answers).said) == [
            "vkGetQueryPoolResults goes down with 0x3 as flags, it came with 0x2: each result is larger, and dataSize"
            " and stride are not"
        ]
        assert list(varied.others_kept(answers).said) == []
        assert not varied.values_kept(own).said

    def test_results_that_are_waited_for(self) -> None:
        """What makes them available may come after the call that asks whether they are."""
        answers = _often("vkGetQueryPoolResults", changed=[["flags", 1, 3, True]])

        assert list(varied.values_kept(answers).said) == [
            "vkGetQueryPoolResults goes down with 0x3 as flags, it came with 0x1:"
            " it waits for results that may not be there yet"
        ]
        assert list(varied.others_kept(answers).said) == []

    def test_bit_that_needs_another_one(self) -> None:
        """VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT alone makes no valid call: a layer may take it away."""
        answers = _often("vkCreateBuffer", changed=[["pCreateInfo.flags", 0x2, 0, True]])

        assert list(varied.values_kept(answers).said) == []
        assert len(varied.others_kept(answers).said) == 1

    def test_stages_that_another_one_stands_for(self) -> None:
        """VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT is all of them."""
        graphics = _often("vkCmdPipelineBarrier", changed=[["srcStageMask", 0x8008, 0x8000, True]])
        shaders = _often("vkCmdPipelineBarrier", changed=[["srcStageMask", 0x808, 0x800, True]])

        assert list(varied.values_kept(graphics).said) == []
        assert len(varied.values_kept(shaders).said) == 1

    @pytest.mark.parametrize(
        ("path", "given", "received"),
        [
            ("pDependencyInfo.pMemoryBarriers[0].srcStageMask", 0x1000, 0xF << 32),
            ("pDependencyInfo.pMemoryBarriers[0].dstStageMask", 0x4, 0x3 << 36),
            ("pDependencyInfo.pMemoryBarriers[0].srcStageMask", 0x8, 1 << 38),
            ("pDependencyInfo.pMemoryBarriers[0].srcStageMask", 0x8000, 0x78E),
            ("pDependencyInfo.pMemoryBarriers[0].srcStageMask", 0x10000, 0x1F8E),
        ],
        ids=["transfers", "vertex input", "vertex shader", "graphics", "commands"],
    )
    def test_stages_that_stand_for_another_one(self, path: str, given: int, received: int) -> None:
        """A stage may be named by its parts, or by one that includes it; one of its parts is not enough."""
        whole = _often("vkCmdPipelineBarrier2", changed=[[path, given, received, True]])
        less = _often("vkCmdPipelineBarrier2", changed=[[path, given, received & (received - 1), True]])

        assert list(varied.values_kept(whole).said) == []
        assert len(varied.values_kept(less).said) == 1

    def test_bits_that_exclude_each_other(self) -> None:
        """A primary command buffer is begun with ONE_TIME_SUBMIT or SIMULTANEOUS_USE, and not with both."""
        both = _often("vkBeginCommandBuffer", changed=[["pBeginInfo.flags", 0x5, 0x1, True]])
        alone = _often("vkBeginCommandBuffer", changed=[["pBeginInfo.flags", 0x4, 0, True]])

        assert list(varied.values_kept(both).said) == []
        assert len(varied.values_kept(alone).said) == 1

    def test_more_bits_are_a_layers_own(self) -> None:
        """A layer that captures images adds a usage."""
        answers = _often("vkCreateImage", changed=[["pCreateInfo.usage", 0x80, 0x81, True]])

        assert list(varied.values_kept(answers).said) == list(varied.others_kept(answers).said) == []

    def test_other_values_may_be_meant(self) -> None:
        """A layer may have reasons to give another value in some calls: that is a warning's matter."""
        answers = _often("vkCmdSetCullMode", changed=[["mode", 2, 0, False]])

        assert list(varied.values_kept(answers).said) == []
        assert len(varied.others_kept(answers).said) == 1

    def test_few_calls_are_not_judged(self) -> None:
        """A layer that passes on two of the calls does something else with them."""
        answers = _often(DRAW, once=2, changed=[["firstVertex", 160, 32, False]])

        assert varied.values_kept(answers).seen == 0


class TestCopies:
    """No value of a call should stand in for another one."""

    def test_value_of_the_member_beside_it(self) -> None:
        """An operation is not the one before it; no sentence says so, and a layer may filter in one way."""
        answers = _often(BLEND, changed=[["depthFailOp", 3, 4, False]], copied=[["depthFailOp", "passOp"]])

        assert list(varied.values_kept(answers).said) == []
        assert list(varied.others_kept(answers).said) == [
            "vkCmdSetStencilOp goes down with passOp as depthFailOp, whatever it comes with"
        ]


class TestSeveralCallsForOne:
    """What is split goes down as a whole, and in its order."""

    def test_rest_of_many(self) -> None:
        """Sixteen a call, and not the seven that are left."""
        forms = {"plain": _form(1, pRegions=[2, 2, False]), "many": _form(4, pRegions=[71, 64, False])}

        assert list(formed.elements_kept({"form.vkCmdCopyBuffer": forms}).said) == [
            "vkCmdCopyBuffer with arrays of 71 elements goes down in several calls with 64 of 71 elements of pRegions"
        ]

    def test_all_of_many(self) -> None:
        """Whoever splits a call passes all of it on."""
        forms = {"plain": _form(1, pRegions=[2, 2, False]), "many": _form(5, pRegions=[71, 71, False])}

        assert list(formed.elements_kept({"form.vkCmdCopyBuffer": forms}).said) == []

    def test_two_that_became_one(self) -> None:
        """Regions side by side are one region, and barriers of memory one barrier."""
        regions = {
            "plain": _form(1, pRegions=[2, 2, False]),
            "many": {**_form(3, pRegions=[71, 36, False]), "changed": [["pRegions[0].size", 32, 160, False]]},
        }
        barriers = {
            "plain": _form(1, pMemoryBarriers=[2, 2, False]),
            "many": _form(2, pMemoryBarriers=[71, 2, False]),
        }

        assert list(formed.elements_kept({"form.vkCmdCopyBuffer": regions}).said) == []
        assert list(formed.elements_kept({"form.vkCmdPipelineBarrier": barriers}).said) == []

    def test_two_that_became_one_in_one_call(self) -> None:
        """Submissions between which nobody waits have been put together if one has what both had."""
        grown = ["pSubmits[0].commandBufferCount", 2, 4, False]
        fewer = ["submitCount", 2, 1, False]
        plain = _form(1, pSubmits=[2, 2, False])
        some = {**_form(1, pSubmits=[2, 1, False]), "changed": [fewer, grown]}
        lost = {**_form(1, pSubmits=[2, 1, False]), "changed": [fewer]}

        assert list(formed.elements_kept({"form.vkQueueSubmit": {"plain": plain, "some": some}}).said) == []
        assert len(formed.elements_kept({"form.vkQueueSubmit": {"plain": plain, "some": lost}}).said) == 1

    def test_order_of_command_buffers(self) -> None:
        """Command buffers are executed as they are listed."""
        forms = {"plain": _form(2, pCommandBuffers=[2, 2, True])}

        assert list(varied.order_kept({"form.vkCmdExecuteCommands": forms}).said) == [
            "vkCmdExecuteCommands goes down with the elements of pCommandBuffers in another order"
        ]
        assert varied.order_kept({"form.vkCmdCopyBuffer": forms}).seen == 0


class TestWhatIsLeft:
    """States, sets and objects are what the application made of them."""

    def test_states_that_a_layer_sets(self) -> None:
        """A layer that draws for itself puts the application's states back."""
        answers = {
            "left.vkCmdEndRenderPass": {"states": ["vkCmdSetScissor"]},
            "left.vkCmdDraw": {"states": []},
        }

        look = after_calls.states_left(answers)

        assert (look.seen, list(look.said)) == (
            2,
            ["vkCmdEndRenderPass leaves others than the application's of what vkCmdSetScissor set"],
        )

    def test_sets_that_are_disturbed(self) -> None:
        """Sets behind one with another layout are bound no more."""
        answers = {"anew.vkCmdBindDescriptorSets": {"first": 1, "disturbed": False}}

        assert len(repeats.disturbed_bound(answers).said) == 1
        assert repeats.disturbed_bound({"anew.vkCmdSetViewport": {"first": 1}}).seen == 0

    def test_what_stands_behind_none(self) -> None:
        """VK_NULL_HANDLE ends no list."""
        answers = {"freed.vkFreeDescriptorSets": {"times": 0, "is_kept_alone": False, "is_freed": False}}

        assert list(after_calls.freed_behind_none(answers).said) == [
            "vkFreeDescriptorSets does not go down with the handle that stands behind a VK_NULL_HANDLE"
        ]

    def test_what_ends_at_none(self) -> None:
        """VK_NULL_HANDLE is valid there, and a layer that follows it ends the program."""
        answers = {"freed.vkFreeCommandBuffers": {"is_kept_alone": True, "is_freed": False, "is_ended": True}}

        assert list(after_calls.freed_behind_none(answers).said) == [
            "vkFreeCommandBuffers does not come back where one of the handles is VK_NULL_HANDLE"
        ]

    def test_what_is_freed_later(self) -> None:
        """A layer may free later, and give what was freed to the application again."""
        answers = {"freed.vkFreeDescriptorSets": {"times": 0, "is_kept_alone": True, "is_freed": False}}

        assert after_calls.freed_behind_none(answers).seen == 0

    def test_wait_without_end(self) -> None:
        """UINT64_MAX is no time that is over."""
        answers = {"endless.vkAcquireNextImageKHR": {"result": 2, "times": 1, "is_forever": False}}

        assert list(waits.waited(answers).said) == [
            "vkAcquireNextImageKHR returns VK_TIMEOUT at once for a timeout of UINT64_MAX"
        ]


class TestWithoutTime:
    """What the prober had no time for is said, whether or not something was seen."""

    LEFT_OUT: ClassVar[Answers] = {
        "carried": {"called": 90, "left_out": 3, "first": DRAW},
        "clashed": {"left_out": 1, "first": BLEND},
    }

    @pytest.mark.parametrize(
        "judge",
        [
            varied.values_kept,
            varied.others_kept,
            varied.order_kept,
            repeats.recorded_anew,
            repeats.disturbed_bound,
            repeats.altered_alone,
            after_calls.heads_kept,
            after_calls.states_left,
            formed.survived,
            formed.chains_survived,
            formed.elements_kept,
            formed.wide_numbers_kept,
            formed.texts_removed,
            formed.repeated,
            formed.only_read,
            formed.chains_skipped,
            partial(formed.chains_whole, version="1.0.0"),
            partial(formed.counts_even, version="1.0.0"),
            partial(varied.blocks_kept, version="1.3.0"),
        ],
    )
    def test_calls(self, judge: Callable[[Answers], CheckResult]) -> None:
        """The first command is named."""
        look = judge(self.LEFT_OUT)

        assert look.left_out == "the prober had no time for all calls of vkCmdDraw and 2 further commands"
        assert judge({"carried": {"called": 90, "left_out": 0, "first": None}}).left_out == ""

    @pytest.mark.parametrize("judge", [formed.numbers_of_handles, after_calls.memory_released])
    def test_calls_with_other_handles(self, judge: Callable[[Answers], CheckResult]) -> None:
        """They have an answer of their own."""
        look = judge(self.LEFT_OUT)

        assert look.left_out == "the prober had no time for all calls of vkCmdSetStencilOp"

    def test_what_is_broken_is_still_told(self) -> None:
        """It is so whatever else there was."""
        answers = {
            **self.LEFT_OUT,
            **_often(DRAW, changed=[["firstVertex", 160, 32, False]], earlier=["firstVertex"]),
        }

        assert len(varied.values_kept(answers).broken) == 1


class TestBitsThatStandAlone:
    """The table of bits that are valid whatever else a call comes with, against the registry."""

    NEED_FEATURES = (
        "TESSELLATION_CONTROL_SHADER",
        "TESSELLATION_EVALUATION_SHADER",
        "GEOMETRY_SHADER",
    )
    OTHERS = ("TOP_OF_PIPE", "BOTTOM_OF_PIPE", "HOST")
    """No work is done in the first two; vkCmdSetEvent must not have the last one."""

    @pytest.mark.parametrize(
        ("command", "member", "type_", "left_out"),
        [
            ("vkCreateBuffer", "usage", "VkBufferUsageFlagBits", ()),
            ("vkCreateCommandPool", "flags", "VkCommandPoolCreateFlagBits", ("TRANSIENT",)),
            ("vkCreateDescriptorPool", "flags", "VkDescriptorPoolCreateFlagBits", ()),
            ("vkCreateDescriptorSetLayout", "stageFlags", "VkShaderStageFlagBits", ()),
            ("vkCreatePipelineLayout", "stageFlags", "VkShaderStageFlagBits", ()),
            (
                "vkBeginCommandBuffer",
                "pBeginInfo.flags",
                "VkCommandBufferUsageFlagBits",
                ("ONE_TIME_SUBMIT", "RENDER_PASS_CONTINUE"),
            ),
            ("vkCmdSetStencilReference", "faceMask", "VkStencilFaceFlagBits", ()),
            (
                "vkCmdPipelineBarrier",
                "srcStageMask",
                "VkPipelineStageFlagBits",
                (*NEED_FEATURES, *OTHERS),
            ),
        ],
    )
    def test_of_vulkan_1_0(self, command: str, member: str, type_: str, left_out: tuple[str, ...]) -> None:
        """They are those of Vulkan 1.0, but for promises and for what needs a feature or another member."""
        registry = pytest.importorskip(
            "vulkan_object", reason="vulkan-object is not installed"
        ).get_vulkan_object()
        flags = [flag for flag in registry.bitmasks[type_].flags if not flag.extending and not flag.multiBit]
        expected = sum(
            flag.value for flag in flags if not any(f"_{word}_BIT" in flag.name for word in left_out)
        )

        found = [
            bits
            for commands, path, bits in VALID_ALONE
            if re.match(commands, command) and re.search(path, member)
        ]

        assert [hex(bits) for bits in found] == [hex(expected)]
