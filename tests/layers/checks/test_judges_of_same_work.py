"""The checks on work in several forms, structures that come back unwritten, and lists that are cut short."""

import pytest

from refloader.suite.layers.checks import same_work
from refloader.suite.sessions.session import Session

PLAIN = Session(
    answers={
        "alike.same.alone": "right",
        "alike.same.submit_second": "right",
        "alike.written.features": "yes",
        "alike.short.tools": "left out: the list is empty",
        "alike.newest_api": 0,
    }
)


def with_layer(**answers: object) -> Session:
    """Return the run with a layer that changes these answers; a double underscore stands for a full stop."""
    changed = {f"alike.{name.replace('__', '.')}": value for name, value in answers.items()}
    return Session(answers={**PLAIN.answers, **changed})


class TestForms:
    """What is done alone is done in the other forms."""

    def test_all_done(self) -> None:
        """A layer that changes nothing is right."""
        result = same_work.forms(PLAIN, with_layer())

        assert (result.seen, result.said) == (1, set())

    def test_the_second_of_two_is_left_undone(self) -> None:
        """The form is named."""
        result = same_work.forms(PLAIN, with_layer(same__submit_second="wrong"))

        assert "as the second of two VkSubmitInfo in one vkQueueSubmit it is not" in " ".join(result.said)

    def test_nothing_is_done(self) -> None:
        """A layer that imitates a device that does nothing is not judged by it."""
        result = same_work.forms(PLAIN, with_layer(same__alone="nothing", same__submit_second="nothing"))

        assert (result.seen, result.said) == (0, set())


class TestHandlesOfOtherCommands:
    """A queue and a physical device are good for the same work whichever command gives them."""

    BY_OTHERS = Session(
        answers={**PLAIN.answers, "alike.by_newer_queue.device": 0, "alike.same.by_newer_queue": "right"}
    )

    def test_the_work_is_refused(self) -> None:
        """The form is named."""
        layered = with_layer(by_newer_queue__device=0, same__by_newer_queue="result -4")

        said = " ".join(same_work.forms(self.BY_OTHERS, layered).said)

        assert "on a queue that comes from vkGetDeviceQueue2 it is not" in said

    def test_the_device_is_refused(self) -> None:
        """No other device is there, so the first could be made, and this one can be."""
        layered = with_layer(by_newer_queue__device=-3)

        assert len(same_work.forms(self.BY_OTHERS, layered).said) == 1

    def test_it_is_not_asked_for(self) -> None:
        """A layer may show no groups of physical devices."""
        assert same_work.forms(self.BY_OTHERS, with_layer()).said == set()


class TestFurtherDevices:
    """A device beside the first may be refused; one that is made does the job."""

    BESIDE = Session(answers={**PLAIN.answers, "alike.same.other_0": "right"})

    def test_it_is_refused(self) -> None:
        """No sentence says that every further device can be made, so that is not judged here."""
        layered = with_layer(company__device_0=-3)

        assert same_work.forms(self.BESIDE, layered).said == set()

    def test_it_is_not_shown(self) -> None:
        """A layer may leave out physical devices; no device is made of one."""
        plain = Session(answers={**self.BESIDE.answers, "alike.company.device_0": 0})

        assert same_work.forms(plain, with_layer()).said == set()

    def test_it_is_made(self) -> None:
        """Its job has to be done."""
        result = same_work.forms(self.BESIDE, with_layer(company__device_0=0))

        assert "on device 0 beside the first it is not" in " ".join(result.said)


class TestThreads:
    """Two threads that submit to two devices at the same time."""

    ALONE = Session(answers={"apart.same.alone": "right", "apart.same.thread_second": "right"})

    def test_one_of_them_is_left_undone(self) -> None:
        """The form is named."""
        layered = Session(answers={**self.ALONE.answers, "apart.same.thread_second": "wrong"})

        result = same_work.forms(self.ALONE, layered, "apart")

        assert "while another thread submits to another device it is not" in " ".join(result.said)

    def test_the_second_device_is_refused(self) -> None:
        """There is no second thread then, and nothing to judge."""
        layered = Session(answers={"apart.same.alone": "right", "apart.company.device_1": -10})

        assert same_work.forms(self.ALONE, layered, "apart").said == set()


class TestInstancesApart:
    """The older of two instances tells of its own physical devices."""

    PLAIN = Session(answers={"apart.older.devices": "its own", "apart.older.after_the_newer": "its own"})

    def test_its_own(self) -> None:
        """That is right."""
        result = same_work.instances_apart(self.PLAIN, self.PLAIN)

        assert (result.seen, result.said) == (2, set())

    def test_those_of_the_newer(self) -> None:
        """The command and the time are named."""
        layered = Session(answers={"apart.older.devices": "the newer instance's"})

        said = " ".join(same_work.instances_apart(self.PLAIN, layered).said)

        assert "vkEnumeratePhysicalDevices of an instance, while a newer one lives, gives physical" in said

    def test_an_error_once_the_newer_is_gone(self) -> None:
        """The result is named."""
        layered = Session(answers={"apart.older.after_the_newer": -3})

        said = " ".join(same_work.instances_apart(self.PLAIN, layered).said)

        assert "after a newer one was destroyed, gives VK_ERROR_INITIALIZATION_FAILED" in said

    def test_a_second_instance_is_refused(self) -> None:
        """There is nothing to judge then."""
        assert same_work.instances_apart(self.PLAIN, Session(answers={"apart.newer": -3})).seen == 0


class TestToldOfItsOwn:
    """An object with the handle of one that is gone."""

    PLAIN = Session(
        answers={"apart.again.buffer": "its own", "apart.again.fence": "left out: no handle comes again"}
    )

    def test_its_own(self) -> None:
        """That is right; where no handle comes again there is nothing to judge."""
        result = same_work.told_of_its_own(self.PLAIN, self.PLAIN)

        assert (result.seen, result.said) == (1, set())

    def test_the_one_before(self) -> None:
        """The command is named."""
        layered = Session(answers={"apart.again.buffer": "the one before"})

        [said] = same_work.told_of_its_own(self.PLAIN, layered).said

        assert said == (
            "vkGetBufferMemoryRequirements of a buffer gives what was true of one that is gone"
            " and had the same handle"
        )

    def test_a_swapchain(self) -> None:
        """So it is for the number of images of a swapchain."""
        plain = Session(answers={"frames.two.again": "its own"})
        layered = Session(answers={"frames.two.again": "the one before"})

        [said] = same_work.told_of_its_own(plain, layered).said

        assert said.startswith(
            "vkGetSwapchainImagesKHR of a swapchain gives what was true of one that is gone"
        )


class TestOnlyRead:
    """What the application hands in as const."""

    PLAIN = Session(answers={"alike.written_over": []})

    def test_as_it_was(self) -> None:
        """That is right."""
        result = same_work.only_read(self.PLAIN, self.PLAIN)

        assert (result.seen, result.said) == (1, set())

    def test_changed(self) -> None:
        """The parameter is named."""
        layered = Session(answers={"alike.written_over": ["pAllocateInfo of vkAllocateMemory"]})

        said = " ".join(same_work.only_read(self.PLAIN, layered).said)

        assert said.startswith("pAllocateInfo of vkAllocateMemory is changed when the call is back; ")


class TestPresented:
    """The results of single swapchains, and what describes them."""

    PLAIN = Session(answers={"present.headless.unanswered": 0, "present.headless.written_over": []})
    RETIRED = "present.headless.retired"

    def test_as_without_the_layer(self) -> None:
        """That is right."""
        assert same_work.presented(self.PLAIN, self.PLAIN).said == set()
        assert same_work.only_read(self.PLAIN, self.PLAIN).seen == 1

    def test_results_that_stay_unwritten(self) -> None:
        """The number of presentations is named."""
        layered = Session(answers={"present.headless.unanswered": 8})

        [fact] = same_work.presented(self.PLAIN, layered).said

        assert fact.startswith(
            "8 times vkQueuePresentKHR succeeds with the layer and pResults is as it was before"
        )

    def test_a_driver_that_writes_none(self) -> None:
        """The layer is not to blame."""
        assert same_work.presented(Session(answers={"present.headless.unanswered": 8}), self.PLAIN).seen == 0

    @pytest.mark.parametrize(("result", "number"), [(-1000001004, 0), (-1000000000, 0), (-1000012000, 1)])
    def test_an_image_of_a_replaced_swapchain(self, result: int, number: int) -> None:
        """That its screen has changed, any present may say; that the call is not supported, none."""
        answers = {"present.headless.unanswered": 0, self.RETIRED: result}
        plain = Session(answers={**self.PLAIN.answers, self.RETIRED: 0})

        assert len(same_work.presented(plain, Session(answers=answers)).broken) == number


class TestDifferent:
    """Several objects of one kind."""

    PLAIN = Session(answers={"alike.queues": [4, 4]})

    def test_each_is_another_one(self) -> None:
        """That is right."""
        result = same_work.different(self.PLAIN, self.PLAIN)

        assert (result.seen, result.said) == (4, set())

    def test_fewer_than_asked_for(self) -> None:
        """That is a layer which gives one for several."""
        layered = Session(answers={"alike.queues": [4, 1]})

        [fact] = same_work.different(self.PLAIN, layered).said

        assert fact == "of 4 queues of a family, 1 are different ones with the layer, without it all are"

    def test_a_driver_that_gives_one(self) -> None:
        """The layer is not to blame."""
        layered = Session(answers={"alike.queues": [4, 1]})

        assert same_work.different(layered, layered).seen == 0


class TestTwoFences:
    """What calls with two fences come to follows from the states of the two."""

    PLAIN = Session(
        answers={
            "alike.fences.alone": [0, 0, 1],
            "alike.fences.all_second": 2,
            "alike.fences.any_second": 0,
            "alike.fences.left": 1,
            "alike.fences.reset": 0,
            "alike.fences.after_reset": [1, 1],
        }
    )

    def with_layer(self, **answers: object) -> Session:
        """Return the run with a layer that changes these answers."""
        return Session(answers={**self.PLAIN.answers, **{f"alike.fences.{k}": v for k, v in answers.items()}})

    def test_all_as_without(self) -> None:
        """A layer that changes nothing is right."""
        result = same_work.two_fences(self.PLAIN, self.with_layer())

        assert (result.seen, result.said) == (5, set())

    def test_the_other_one_is_taken_for_signaled(self) -> None:
        """A wait for any of two says nothing of the one that is not signaled."""
        result = same_work.two_fences(self.PLAIN, self.with_layer(left=0))

        assert "after vkWaitForFences for any of it and one that is, gives VK_SUCCESS" in " ".join(
            result.said
        )

    def test_one_of_two_is_waited_for(self) -> None:
        """The call and both results are named."""
        result = same_work.two_fences(self.PLAIN, self.with_layer(all_second=0))

        assert "of which the second is not signaled, gives VK_SUCCESS with the layer" in " ".join(result.said)

    def test_one_of_two_is_reset(self) -> None:
        """The fence that is left is named."""
        result = same_work.two_fences(self.PLAIN, self.with_layer(after_reset=[1, 0]))

        assert result.said == {
            "after vkResetFences of two fences the second is still signaled with the layer"
        }

    def test_a_device_of_its_own(self) -> None:
        """A layer that tells other states, as one that imitates a device may, is not judged by them."""
        result = same_work.two_fences(self.PLAIN, self.with_layer(alone=[0, 0, 0], all_second=0))

        assert (result.seen, result.said) == (0, set())

    def test_the_device_is_lost(self) -> None:
        """That can come of any call."""
        assert same_work.two_fences(self.PLAIN, self.with_layer(any_second=-4)).said == set()


class TestCountedOn:
    """A semaphore counts by the older form of a submission as by the newer one."""

    COUNTS = Session(answers={"modern.newer_count": 7, "modern.older_count": 8})

    def test_counted(self) -> None:
        """The value of the structure on pNext is reached."""
        result = same_work.counted_on(self.COUNTS, self.COUNTS)

        assert (result.seen, result.said) == (1, set())

    def test_not_counted(self) -> None:
        """The value that was to be reached and the one that was are said."""
        layered = Session(answers={"modern.newer_count": 7, "modern.older_count": 7})

        result = same_work.counted_on(self.COUNTS, layered)

        assert "is to signal 8, and the semaphore is at 7" in " ".join(result.said)

    def test_a_device_that_does_nothing(self) -> None:
        """A layer that imitates one reaches no value in either form."""
        layered = Session(answers={"modern.newer_count": 3, "modern.older_count": 3})

        assert same_work.counted_on(self.COUNTS, layered).seen == 0


class TestAfterRefusals:
    """What the driver has refused is over with its call."""

    SIMPLE = Session(answers={"instance.plain": 0, "device.device": 0})
    BOTH = Session(answers={"failing.next_instance": 0, "failing.next_device": 0})

    def test_the_next_one_is_made(self) -> None:
        """Both are."""
        result = same_work.made_after_refusals(self.SIMPLE, self.BOTH, self.BOTH)

        assert (result.seen, result.broken) == (2, [])

    def test_the_next_one_is_refused(self) -> None:
        """By its result."""
        layered = Session(answers={"failing.next_instance": 0, "failing.next_device": -3})
        result = same_work.made_after_refusals(self.SIMPLE, self.BOTH, layered)

        assert list(result.said) == [
            "vkCreateDevice gives VK_ERROR_INITIALIZATION_FAILED after another one was refused by the driver;"
            " without the layer, and where nothing was refused, it succeeds"
        ]

    def test_what_cannot_be_made_at_all_is_not_judged(self) -> None:
        """A layer may have no device for anybody."""
        layered = Session(answers={"failing.next_instance": 0, "failing.next_device": -3})
        simple = Session(answers={"instance.plain": 0, "device.device": -3})

        assert same_work.made_after_refusals(simple, self.BOTH, layered).broken == []


class TestOthers:
    """Structures, lists and versions."""

    def test_a_structure_is_unwritten(self) -> None:
        """The driver writes it, so it has to come back written."""
        result = same_work.written(PLAIN, with_layer(written__features="no"))

        assert "comes back unwritten" in " ".join(result.said)

    def test_a_list_of_the_layers_own_is_cut_short(self) -> None:
        """The driver has no such list: the layer's has to say where it is cut."""
        result = same_work.cut_short(PLAIN, with_layer(short__tools="no"))

        assert "vkGetPhysicalDeviceToolProperties gives no VK_INCOMPLETE" in " ".join(result.said)

    def test_a_newer_version_is_refused(self) -> None:
        """The result is named."""
        result = same_work.newest_accepted(PLAIN, with_layer(newest_api=-9))

        assert "VK_ERROR_INCOMPATIBLE_DRIVER for apiVersion 1.99.0" in " ".join(result.said)
