"""The checks on the same work, two fences in one call, and on what a call may only read, over a driver."""

from refloader.suite.drivers.checks.stack import alike
from refloader.suite.sessions.session import Session

RIGHT = {
    "alike.fences.alone": [0, 0, 1],
    "alike.fences.all_first": 2,
    "alike.fences.all_second": 2,
    "alike.fences.all_both": 0,
    "alike.fences.any_first": 0,
    "alike.fences.any_second": 0,
    "alike.fences.after_reset": [1, 1],
}


class TestFences:
    """The Vulkan specification leaves one result of each call."""

    def test_all_right(self) -> None:
        """Each wait and each state is looked at."""
        result = alike.fences(Session(answers=RIGHT))

        assert (result.seen, result.said) == (10, set())

    def test_one_of_two_is_waited_for(self) -> None:
        """The call is named with both results."""
        result = alike.fences(Session(answers={**RIGHT, "alike.fences.all_second": 0}))

        assert result.said == {
            "vkWaitForFences gives VK_SUCCESS, not VK_TIMEOUT, for all of two fences, "
            "of which the first is signaled alone"
        }

    def test_one_of_two_is_reset(self) -> None:
        """The fence is named by its number."""
        result = alike.fences(Session(answers={**RIGHT, "alike.fences.after_reset": [1, 0]}))

        assert result.said == {
            "vkGetFenceStatus gives VK_SUCCESS, not VK_NOT_READY, for fence 2 of two that were reset in one call"
        }

    def test_the_device_is_lost(self) -> None:
        """Errors are reported by the check on commands that fail."""
        result = alike.fences(Session(answers={"alike.fences.any_first": -4}))

        assert result.said == set()

    def test_no_fences(self) -> None:
        """Without a device there is nothing to judge."""
        assert alike.fences(Session(answers={})).seen == 0


class TestSameWork:
    """A job leaves in every form what it leaves alone."""

    def test_another_content(self) -> None:
        """The form is named."""
        result = alike.same_work(Session(answers={"alike.same.alone": "one", "alike.same.thread": "other"}))

        assert result.said == {"the job in the form 'thread' leaves 'other' there; alone it leaves 'one'"}

    def test_want_of_memory(self) -> None:
        """It can come at any time, and says nothing of the work; another error does."""
        answers = {"alike.same.alone": "one", "alike.same.thread": -1, "alike.same.region": -4}

        assert alike.same_work(Session(answers=answers)).said == {
            "the job in the form 'region' gives VK_ERROR_DEVICE_LOST; alone it leaves 'one'"
        }


class TestManyObjects:
    """Each of many objects stays as it was left."""

    def test_fences_of_a_lost_device_have_no_state(self) -> None:
        """The last job says that it is lost; the buffers are looked at all the same."""
        answers = {"many.kept": [300, 299], "many.states": [300, 0], "many.same.at_last": -4}

        assert alike.kept(Session(answers=answers)).said == {
            "1 of 300 buffers, each with memory of its own, do not hold what was written to them"
        }

    def test_a_device_that_works_is_not_lost(self) -> None:
        """A driver that says of its fences that the device is lost, and does the work after that, is wrong."""
        answers = {"many.states": [300, 0], "many.same.at_last": "0123"}

        assert alike.kept(Session(answers=answers)).said == {
            "300 of 300 fences are not in the state that they were made in"
        }


class TestOnlyRead:
    """What a program hands in, and the heads of what it has filled."""

    def test_as_it_was(self) -> None:
        """That is right."""
        result = alike.only_read(Session(answers={"alike.written_over": []}))

        assert (result.seen, result.said) == (1, set())

    def test_changed(self) -> None:
        """Each part is named."""
        result = alike.only_read(Session(answers={"alike.written_over": ["pSubmits of vkQueueSubmit"]}))

        assert result.said == {"pSubmits of vkQueueSubmit is changed when the call is back"}
