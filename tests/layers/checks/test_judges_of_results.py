"""Judges of what a layer hands up, on layers that pass it on and layers that spoil it."""

import pytest
from written import BUFFER, Writer, a_world, breaches, buffer_of, handle, of_device

from refloader.suite.layers.checks import results
from refloader.suite.sessions.session import Session

NOT_READY, TIMEOUT, SUCCESS, INCOMPLETE, LOST, DENIED = 1, 2, 0, 5, -4, -1000174001
FENCE = handle("VkFence", "fence", 0x91)


def answered(command: str, below: int, above: int) -> Writer:
    """The layer gets one result and returns another."""
    chain = Writer()
    a_world(chain)
    with chain.into(command, of_device(), FENCE, result=above):
        chain.down(command, of_device(), FENCE, result=below)
    return chain


@pytest.mark.parametrize("judge", [results.appropriate, results.passed_up])
class TestNothingToSee:
    """Commands that return nothing have no result to be judged."""

    def test_commands_without_results(self, judge: results.LayerCheck) -> None:
        """What is in the register of such a command is nobody's business."""
        chain = Writer()
        with chain.into("vkGetBufferMemoryRequirements", *buffer_of(BUFFER), result=77):
            chain.down("vkGetBufferMemoryRequirements", *buffer_of(BUFFER), result=88)

        result = judge(chain.view())

        assert (result.seen, result.broken) == (0, [])
        assert result.missing

    def test_a_call_that_never_came_back(self, judge: results.LayerCheck) -> None:
        """It has returned nothing."""
        chain = Writer()
        chain.enter(1, "vkGetFenceStatus", of_device(), FENCE)
        chain.enter(2, "vkGetFenceStatus", of_device(), FENCE)

        assert judge(chain.view()).seen == 0

    def test_the_same_result(self, judge: results.LayerCheck) -> None:
        """What comes from below is right, whatever it is."""
        result = judge(answered("vkGetFenceStatus", -12345, -12345).view())

        assert result.seen > 0
        assert result.broken == []


class TestAppropriate:
    """The value is one that the command can have."""

    @pytest.mark.parametrize("result", [TIMEOUT, 12345, -1000011002])
    def test_none_of_its_results(self, result: int) -> None:
        """The call into the layer is shown with what it called down."""
        look = results.appropriate(answered("vkGetFenceStatus", SUCCESS, result).view())

        assert breaches(look) == [["vkGetFenceStatus", "vkGetFenceStatus"]]
        assert "which is none of its results" in look.broken[0].fact

    @pytest.mark.parametrize("result", [SUCCESS, NOT_READY, LOST, -1, -3])
    def test_its_results(self, result: int) -> None:
        """Those of the registry, and that a layer has no memory or refuses."""
        assert results.appropriate(answered("vkGetFenceStatus", SUCCESS, result).view()).broken == []

    def test_success_without_an_object(self) -> None:
        """What is said to be made is there."""
        chain = Writer()
        a_world(chain)
        with chain.into("vkCreateBuffer", of_device(), made=[handle("VkBuffer", "pBuffer", 0)]):
            chain.down("vkCreateBuffer", of_device(), made=[handle("VkBuffer", "pBuffer", BUFFER)])

        result = results.appropriate(chain.view())

        assert breaches(result) == [["vkCreateBuffer", "vkCreateBuffer"]]
        assert result.broken[0].fact == "vkCreateBuffer returns VK_SUCCESS and leaves pBuffer VK_NULL_HANDLE"

    def test_failure_without_an_object(self) -> None:
        """A command that fails makes nothing."""
        chain = Writer()
        a_world(chain)
        chain.through("vkCreateBuffer", of_device(), made=[handle("VkBuffer", "pBuffer", 0)], result=-2)

        assert results.appropriate(chain.view()).broken == []

    def test_neither_true_nor_false(self) -> None:
        """A VkBool32 is 0 or 1."""
        command = "vkGetPhysicalDeviceXcbPresentationSupportKHR"
        chain = Writer()
        with chain.into(command, result=2):
            chain.down(command, result=1)

        assert breaches(results.appropriate(chain.view())) == [[command, command]]


class TestFoundAgain:
    """A layer that is found for one instance is found for all of a run."""

    @staticmethod
    def _with_an_instance(answer: int) -> Session:
        chain = Writer()
        a_world(chain)
        return Session("ok", answers={"several.a": 0, "several.b": answer}, recording=chain.view().recording)

    def test_a_second_instance_without_the_layer(self) -> None:
        """A loader says that the layer is not there."""
        look = results.found_again(
            Session(answers={"several.a": 0, "several.b": 0}), self._with_an_instance(-6)
        )

        assert (look.seen, len(look.broken)) == (2, 1)
        assert "several.b is VK_SUCCESS without the layer" in look.broken[0].fact

    @pytest.mark.parametrize("answer", [0, -1, -3])
    def test_what_other_cases_judge(self, answer: int) -> None:
        """A layer may fail for other reasons."""
        look = results.found_again(
            Session(answers={"several.a": 0, "several.b": 0}), self._with_an_instance(answer)
        )

        assert look.broken == []

    def test_never_found(self) -> None:
        """What keeps the layer from its first instance is said elsewhere."""
        look = results.found_again(Session(answers={"several.b": 0}), Session(answers={"several.b": -6}))

        assert (look.seen, look.broken) == (0, [])


class TestPassedUp:
    """What a call down gave is what the layer gives."""

    @pytest.mark.parametrize(
        ("command", "below", "above"),
        [
            ("vkGetFenceStatus", NOT_READY, SUCCESS),
            ("vkWaitForFences", TIMEOUT, SUCCESS),
            ("vkCreateBuffer", -13, SUCCESS),
            ("vkDeviceWaitIdle", SUCCESS, DENIED),
            ("vkWaitForFences", LOST, TIMEOUT),
            ("vkAcquireNextImageKHR", TIMEOUT, SUCCESS),
            ("vkAcquireNextImageKHR", SUCCESS, NOT_READY),
            ("vkCreateComputePipelines", 1000297000, SUCCESS),
        ],
    )
    def test_another_result(self, command: str, below: int, above: int) -> None:
        """Both calls are shown."""
        result = results.passed_up(answered(command, below, above).view())

        assert breaches(result) == [[command, command]]
        assert results.said(below) in result.broken[0].fact

    @pytest.mark.parametrize(
        ("command", "below", "above"),
        [
            ("vkGetFenceStatus", SUCCESS, -1),
            ("vkGetFenceStatus", SUCCESS, -3),
            ("vkEnumeratePhysicalDevices", INCOMPLETE, SUCCESS),
            ("vkQueuePresentKHR", SUCCESS, 1000001003),
            ("vkGetPhysicalDeviceImageFormatProperties", SUCCESS, -11),
            ("vkCreateBuffer", -13, -9),
            ("vkGetFenceStatus", SUCCESS, NOT_READY),
            ("vkWaitForFences", SUCCESS, TIMEOUT),
            ("vkWaitSemaphores", SUCCESS, TIMEOUT),
        ],
    )
    def test_what_may_be_the_layers_own(self, command: str, below: int, above: int) -> None:
        """A layer may fail, filter lists, judge swapchains, imitate devices, choose a failure, or not be done."""
        assert results.passed_up(answered(command, below, above).view()).broken == []

    def test_asked_twice(self) -> None:
        """Which of two answers counts is for the layer to say."""
        chain = Writer()
        with chain.into("vkGetFenceStatus", of_device(), FENCE, result=SUCCESS):
            chain.down("vkGetFenceStatus", of_device(), FENCE, result=NOT_READY)
            chain.down("vkGetFenceStatus", of_device(), FENCE, result=NOT_READY)

        result = results.passed_up(chain.view())

        assert (result.seen, result.broken) == (0, [])

    def test_an_address(self) -> None:
        """A number that means something is passed up in full."""
        chain = Writer()
        with chain.into("vkGetBufferDeviceAddress", of_device(), result=0x10):
            chain.down("vkGetBufferDeviceAddress", of_device(), result=0x20)

        assert breaches(results.passed_up(chain.view())) == [["vkGetBufferDeviceAddress"] * 2]


class TestNames:
    """The name of a physical device ends in its array."""

    @pytest.mark.parametrize(
        ("plain", "layered", "broken"),
        [("one", "x" * 256, 1), ("one", "x" * 255, 0), ("x" * 256, "x" * 256, 0), ("one", "\u00e4" * 256, 0)],
    )
    def test_one_that_fills_its_array(self, plain: str, layered: str, broken: int) -> None:
        """It has no end, where it has one without the layer."""
        without, with_it = (Session(answers={"devices.name": name}) for name in (plain, layered))
        look = results.names_end(without, with_it)

        assert (look.seen, len(look.said)) == (1, broken)
