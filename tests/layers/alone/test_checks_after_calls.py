"""What the checks of what calls leave behind say of the prober's answers."""

from typing import ClassVar

import pytest

from refloader.suite.layers.alone.effects import after_calls, pipelines


class TestParts:
    """What is asked for in several calls is not there before all of it is."""

    def test_a_part_that_is_not_ready_is_a_breach(self) -> None:
        """The last part's result does not stand for all."""
        answers = {"parts.vkGetQueryPoolResults": {"results": [[1, 0, 5], [-4, -4, 1]]}}

        assert list(after_calls.parts_told(answers).said) == [
            "vkGetQueryPoolResults returns VK_SUCCESS where the first of its 5 calls below returns VK_NOT_READY,"
            " the others VK_SUCCESS"
        ]

    def test_one_that_is_told_is_none(self) -> None:
        """Nor is another failure in the place of that one."""
        look = after_calls.parts_told({"parts.vkGetQueryPoolResults": {"results": [[1, 1, 5], [-4, -1, 2]]}})

        assert (look.seen, list(look.said)) == (2, [])


class TestHeads:
    """sType and pNext of what is written are the application's."""

    CUT: ClassVar = {
        "form.vkGetPhysicalDeviceToolProperties": {
            "plain": {"altered": [["pToolProperties[1].pNext", 9, 0, False]]}
        }
    }
    OF_ALL: ClassVar = {
        "form.vkGetPhysicalDeviceToolProperties": {
            "chains": {"altered": [["pToolProperties[0].pNext", 0x7FFF0002, 0, False]]}
        }
    }

    def test_a_chain_that_is_cut_is_a_breach(self) -> None:
        """An element behind the first is one like it."""
        assert list(after_calls.heads_kept(self.CUT).said) == [
            "vkGetPhysicalDeviceToolProperties changes pToolProperties[1].pNext, which is the application's"
        ]

    def test_what_no_version_has_there_is_another_matter(self) -> None:
        """It is no valid call today."""
        assert list(after_calls.heads_kept(self.OF_ALL).said) == []
        assert len(after_calls.heads_kept(self.OF_ALL, unknown=True).said) == 1

    def test_one_that_is_left_is_none(self) -> None:
        """It has been looked at."""
        look = after_calls.heads_kept({"form.vkGetFence": {"plain": {"altered": []}}})

        assert (look.seen, list(look.said)) == (1, [])


class TestFailures:
    """An error of the entity below ends no process."""

    @staticmethod
    def _failed(code: int, *, ended: bool) -> dict[str, object]:
        return {"form.vkCreateFence": {"plain": {}, "failed": {"ended": ended, "code": code}}}

    def test_a_crash_is_a_breach(self) -> None:
        """The finding names the error."""
        assert list(after_calls.failures_survived(self._failed(-2, ended=True)).said) == [
            "vkCreateFence ends the process where the entity below returns VK_ERROR_OUT_OF_DEVICE_MEMORY; where that"
            " succeeds it comes back"
        ]

    def test_so_is_one_where_a_part_fails(self) -> None:
        """Of two pipelines, one may fail."""
        [said] = after_calls.failures_survived({"partial.vkCreateGraphicsPipelines": {}}).said

        assert said.startswith(
            "vkCreateGraphicsPipelines ends the process where one of several is not made below"
        )

    def test_an_end_with_the_device_is_none(self) -> None:
        """A layer that reports on a lost device or invalid usage may end there; nor is it a breach to come back."""
        assert after_calls.failures_survived(self._failed(-4, ended=True)).seen == 0
        assert after_calls.failures_survived(self._failed(-1000011001, ended=True)).seen == 0
        assert after_calls.failures_survived(self._failed(-2, ended=False)).broken == []
        assert after_calls.failures_survived(self._failed(-4, ended=False)).seen == 1
        assert after_calls.failures_survived({"form.vkCreateFence": {"plain": {}}}).seen == 0


class TestRoom:
    """What is written says how much that is."""

    def test_more_than_there_is_room_for_is_a_breach(self) -> None:
        """It cannot have been written."""
        answers = {"beyond.vkGetPipelineCacheData": {"room": 32, "count": 64, "result": 5}}

        assert list(after_calls.room_told(answers).said) == [
            "vkGetPipelineCacheData returns VK_INCOMPLETE and says that it has written 64, and there was room for 32"
        ]

    def test_a_vendors_command_is_a_matter_of_its_own(self) -> None:
        """Layers should be right in it."""
        answers = {"beyond.vkGetPhysicalDeviceToolPropertiesEXT": {"room": 1, "count": 4, "result": 0}}

        assert list(after_calls.room_told(answers).said) == []
        assert len(after_calls.room_told(answers, by_vendors=True).said) == 1

    def test_less_is_none(self) -> None:
        """Nor does a failure say anything of the count."""
        answers = {
            "beyond.vkGetPipelineCacheData": {"room": 32, "count": 0, "result": 5},
            "beyond.vkGetSwapchainImagesKHR": {"room": 1, "count": 3, "result": -1},
        }
        look = after_calls.room_told(answers)

        assert (look.seen, list(look.said)) == (1, [])


class TestDescriptors:
    """Each call gives a new descriptor."""

    def test_one_for_two_calls_is_a_breach(self) -> None:
        """The application closes it twice."""
        answers = {"handed.vkGetFenceFdKHR": {"is_one": True}, "handed.vkGetMemoryFdKHR": {"is_one": False}}

        assert list(after_calls.descriptors_new(answers).said) == [
            "vkGetFenceFdKHR gives one descriptor twice, which the application owns already"
        ]


class TestDevices:
    """A layer that fails in vkCreateDevice leaves no device below."""

    def test_one_that_nobody_can_destroy_is_a_breach(self) -> None:
        """The application has only the error."""
        answers = {"create.own-failures": {"calls": [["vkCreateQueryPool", -1, True, 0]]}}

        assert list(after_calls.devices_undone(answers).said) == [
            "vkCreateDevice fails with VK_ERROR_OUT_OF_HOST_MEMORY when vkCreateQueryPool of the layer's own fails,"
            " and leaves the device below that it has made"
        ]

    def test_others_are_none(self) -> None:
        """A layer may destroy it, go on without what it could not make, or try that before there is a device."""
        rows = [
            ["vkCreateFence", -1, True, 1],
            ["vkCreateFence", 0, True, 0],
            ["vkCreateFence", -1, False, 0],
        ]
        look = after_calls.devices_undone({"create.own-failures": {"calls": rows}})

        assert (look.seen, list(look.said)) == (2, [])


class TestNothingMade:
    """Where a creation fails below there is nothing to destroy."""

    @pytest.mark.parametrize("kind", ["instance", "device"])
    def test_a_handle_of_nobody_is_a_breach(self, kind: str) -> None:
        """A layer that cleans up what it takes for half made destroys what the loader left at the handle."""
        answers = {f"create.error-4.{kind}": {"made": {"result": -4, "times": 1, "ended_in_vain": 1}}}

        assert list(after_calls.nothing_ended_in_vain(answers, kind).said) == [
            f"the layer calls vkDestroy{kind.title()} below where vkCreate{kind.title()} failed there, with a handle"
            " that the entity below has never given"
        ]

    def test_others_are_none(self) -> None:
        """Nothing is destroyed, or the layer never comes to the call below."""
        rows = {
            "create.error-4.device": {"made": {"result": -4, "times": 1, "ended_in_vain": 0}},
            "create.error-3.device": {"made": {"result": -3, "times": 0, "ended_in_vain": 1}},
        }
        look = after_calls.nothing_ended_in_vain(rows, "device")

        assert (look.seen, list(look.said)) == (1, [])


class TestWithoutMemory:
    """A creation in which an allocation by the application's callbacks fails."""

    def test_one_that_nobody_can_destroy_is_a_breach(self) -> None:
        """The application has only the error."""
        answers = {"create.no-memory.instance": {"calls": [[2, -1, True, 0]]}}

        assert list(after_calls.nothing_left_without_memory(answers, "instance").said) == [
            "vkCreateInstance fails with VK_ERROR_OUT_OF_HOST_MEMORY when allocation 2 by the application's callbacks"
            " fails, and leaves the instance below that it has made"
        ]

    def test_others_are_none(self) -> None:
        """A layer may end it, have other memory, or fail before there is one."""
        rows = [[1, -1, False, 0], [2, -1, True, 1], [3, 0, True, 0]]
        answers = {"create.no-memory.device": {"calls": rows}}
        look = after_calls.nothing_left_without_memory(answers, "device")

        assert (look.seen, list(look.said)) == (2, [])
        assert after_calls.lives_without_memory(answers, "device").seen == 3

    def test_a_layer_that_takes_no_memory(self) -> None:
        """There is nothing to judge."""
        assert after_calls.lives_without_memory({}, "device").seen == 0


class TestMadeInPart:
    """Pipelines of which one has failed."""

    @staticmethod
    def judged(*row: object) -> tuple[int, int]:
        """How often it is seen, and how often it is a breach."""
        look = pipelines.made_in_part({"partly.vkCreateComputePipelines": {"results": [list(row)]}})
        return look.seen, len(look.said)

    def test_one_that_is_lost_is_a_breach(self) -> None:
        """It was made below, and does not come up."""
        assert self.judged(-1, -1, 1, False, False, 0, False, True) == (1, 1)

    def test_others_are_none(self) -> None:
        """A layer hands it up, or ends it itself."""
        assert self.judged(-1, -1, 1, True, False, 0, True, True) == (1, 0)
        assert self.judged(-1, -1, 1, False, True, 0, False, True) == (1, 0)

    def test_several_calls_are_not_judged(self) -> None:
        """Who makes them one by one gives other answers below."""
        assert self.judged(-1, -1, 2, False, False, 0, False, True) == (0, 0)

    def test_a_call_for_one_is_not_judged(self) -> None:
        """None is made in one that fails: it can be a pipeline of the layer's own."""
        assert self.judged(-1, -1, 1, False, False, 0, False, False) == (0, 0)


class TestHandlesOfFailures:
    """Handles where not all pipelines could be made."""

    @staticmethod
    def judged(*row: object) -> tuple[int, list[str]]:
        """How often it is seen, and what is said."""
        look = pipelines.all_written({"partly.vkCreateComputePipelines": {"results": [list(row)]}})
        return look.seen, list(look.said)

    def test_one_that_is_left_is_a_breach(self) -> None:
        """In one call below or in several."""
        fact = "leaves 1 handle of the application's unwritten"
        said = f"vkCreateComputePipelines returns VK_ERROR_OUT_OF_HOST_MEMORY and {fact}"
        assert self.judged(-1, -1, 1, True, False, 1, True, True) == (1, [said])
        assert self.judged(-1, -1, 2, True, False, 1, False, False) == (1, [said])

    def test_others_are_none(self) -> None:
        """All are written, or the layer never came to call down, or it fails by itself."""
        assert self.judged(-1, -1, 2, True, False, 0, False, False) == (1, [])
        assert self.judged(-1, -3, 0, False, False, 2, False, True) == (0, [])
        assert self.judged(-1, -3, 1, False, False, 2, False, True) == (0, [])
