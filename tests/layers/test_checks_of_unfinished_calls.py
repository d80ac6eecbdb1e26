"""What the checks say of calls of the act "carry" that a layer does not come back from."""

import pytest

from refloader.suite.layers.alone import apart
from refloader.suite.layers.alone.asked import questions
from refloader.suite.layers.alone.carrying import formed, unfinished
from refloader.suite.layers.alone.effects import after_calls, pipelines, waits
from refloader.suite.sessions.answers import Answers


def ending(command: str, act: str, how: str) -> Answers:
    """The answers about a command that comes back from its plain call, and not from one part of the others."""
    plain = {"times": 1, "result": 0, "lost": [], "unwritten": [], "changed": [], "codes": []}
    return {f"carry.{command}": plain, f"unfinished.{command}": {"acts": [[act, how]]}}


class TestValidCalls:
    """A layer that comes back from a plain call comes back from others that are as valid."""

    @pytest.mark.parametrize(
        ("how", "words"),
        [("crash", "crashes"), ("hang", "does not come back"), ("exit", "ends the process")],
    )
    def test_a_wait_of_no_time(self, how: str, words: str) -> None:
        """A wait with a timeout of 0 ends at once."""
        look = unfinished.calls_come_back(ending("vkWaitForFences", "polls", how))

        assert list(look.said) == [
            f"vkWaitForFences {words} with a timeout of 0, for what is over; it comes back from a plain call"
        ]

    def test_an_object_of_the_layers_own(self) -> None:
        """Each object can have a name."""
        answers = {"ended.vkSetDebugUtilsObjectNameEXT": {"types": ["VkFence"]}}

        assert list(unfinished.calls_come_back(answers).said) == [
            "vkSetDebugUtilsObjectNameEXT does not come back about VkFence, as an object that the layer wraps"
        ]

    def test_another_success(self) -> None:
        """VK_INCOMPLETE is an answer of the entity below as any other."""
        look = unfinished.calls_come_back(ending("vkGetPipelineCacheData", "successes", "crash"))

        assert list(look.said) == [
            "vkGetPipelineCacheData crashes where the entity below returns another success;"
            " it comes back from a plain call"
        ]

    def test_each_of_several_devices(self) -> None:
        """Only what comes back with each device alone is named by the prober; values need not be valid."""
        answers = {"apart": {"instances": 2, "devices": 3, "ended": ["vkSetEvent", "vkCreateFence"]}}
        fact = "{} does not come back with several devices in turn; with each alone it does"

        look = apart.calls_of_each_come_back(answers)

        assert list(look.said) == [fact.format("vkSetEvent")]

    def test_other_calls_of_each_of_several_devices(self) -> None:
        """Commands that take values besides are said apart from those that take objects alone."""
        answers = {"apart": {"instances": 2, "devices": 3, "ended": ["vkSetEvent", "vkCreateSampler"]}}

        assert list(apart.other_calls_of_each_come_back(answers).said) == [
            "vkCreateSampler does not come back with several devices in turn; with each alone it does"
        ]

    def test_what_comes_back_passes(self) -> None:
        """Where each part has its answer there is no breach, and nothing is left out."""
        look = unfinished.calls_come_back({"carry.vkWaitForFences": {"times": 1}})

        assert (look.seen, list(look.said), look.left_out) == (1, [], "")


class TestOtherCalls:
    """What need not be valid is not judged, and does not pass either."""

    @pytest.mark.parametrize(
        ("command", "act", "how"),
        [
            ("vkCmdDraw", "carry", "crash"),
            ("vkGetPhysicalDeviceMemoryProperties", "asked", "crash"),
            ("vkWaitForFences", "waits", "hang"),
            ("vkCreateVideoSessionKHR", "again", "crash"),
            ("vkCreateFence", "crowd", "unknown"),
            ("vkQueuePresentKHR", "successes", "crash"),
            ("vkAllocateMemory", "failed", "hang"),
            ("vkCreateFence", "crowd", "hang"),
            ("vkCreateComputePipelines", "one_by_one", "hang"),
            ("vkResetFences", "room", "unknown"),
        ],
    )
    def test_is_left_out(self, command: str, act: str, how: str) -> None:
        """Objects that do not exist, values beyond limits, a wait without an end, structures on pNext."""
        look = unfinished.calls_come_back(ending(command, act, how))

        assert list(look.said) == []
        assert look.left_out == f"calls of {command} that need not be valid end early"

    def test_a_missing_answer_about_another_command_is_none(self) -> None:
        """Budgets are not asked for by the command that ends early."""
        early = ending("vkGetSemaphoreCounterValue", "asked", "hang")

        assert questions.budgets_current(early).left_out == ""
        assert questions.current_answers(early).left_out != ""

    def test_a_missing_answer_is_left_out_where_it_is_needed(self) -> None:
        """What the answer would have shown is not judged."""
        text = "there is no answer about {}: the calls for it end early"
        polls = waits.polls_answered(ending("vkWaitForFences", "polls", "crash"))
        halves = pipelines.allocations_undone(ending("vkAllocateCommandBuffers", "halves", "hang"))
        handed = after_calls.descriptors_new(ending("vkGetFenceFdKHR", "handed", "exit"))

        assert polls.left_out == text.format("vkWaitForFences")
        assert halves.left_out == text.format("vkAllocateCommandBuffers")
        assert handed.left_out == text.format("vkGetFenceFdKHR")


class TestForms:
    """A call in another form that does not come back in time is no answer less."""

    def test_a_hang_is_a_breach(self) -> None:
        """Arrays of no elements take no time."""
        late = {"vkResetFences": {"plain": {"times": 1}, "none": {"times": 0, "ended": False, "late": True}}}

        assert list(formed.survived({f"form.{k}": v for k, v in late.items()}).said) == [
            "vkResetFences hangs with arrays of no elements; in its plain form it comes back"
        ]

    def test_handles_that_make_it_end(self) -> None:
        """A driver chooses the numbers of handles."""
        look = formed.numbers_of_handles({"clash.vkDestroyFence": {"ended": ["types"]}})

        assert list(look.said) == [
            "vkDestroyFence crashes when the handles of two objects are equal to those of objects of other types"
        ]

    def test_presentations_that_fail_are_left_out(self) -> None:
        """No image is acquired for these: a layer may know more of one that an application presents."""
        answers = {"form.vkQueuePresentKHR": {"failed": {"times": 1, "ended": True, "code": -1000001004}}}

        assert list(after_calls.failures_survived(answers).said) == []
