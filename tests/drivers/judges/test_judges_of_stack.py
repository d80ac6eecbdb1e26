"""Judges of programs over a driver: answers of the scripted application that keep the rules, and others."""

from collections.abc import Mapping
from typing import Any

import pytest

from refloader.model.registry import commands
from refloader.suite.drivers.checks.stack import application
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

ONE: Mapping[str, Any] = {
    "compute-each.instance": 0,
    "compute-each.gpus": 1,
    "compute-each.gpu_0.name": "one",
    "compute-each.gpu_0.limits": "0011",
    "compute-each.gpu_0.families": [0, 2],
    "compute-each.gpu_0.family_0.device": 0,
    "compute-each.gpu_0.family_0.submit": 0,
    "compute-each.gpu_0.family_0.numbers": "right",
    "compute-each.gpu_0.family_2.device": 0,
    "compute-each.gpu_0.family_2.submit": 0,
    "compute-each.gpu_0.family_2.numbers": "right",
}
NONE: Mapping[str, Any] = {"compute-each.instance": "without physical devices"}
VERSION_1_3 = 1 << 22 | 3 << 12 | 230


def session(answers: Mapping[str, Any], **more: Any) -> Session:
    """A run with these answers, in which those given here differ; None leaves one out."""
    return Session(answers={key: value for key, value in {**answers, **more}.items() if value is not None})


def changed(**more: Any) -> Session:
    """The run with one device, with these answers of its second family."""
    return session(ONE, **{f"compute-each.gpu_0.family_2.{key}": value for key, value in more.items()})


def facts(look: CheckResult) -> list[str]:
    """The sentences on what is broken."""
    return [broken.fact for broken in look.broken]


class TestTheJob:
    """A job on each device with each queue family comes back with the right numbers."""

    def test_right(self) -> None:
        """Each device and family counts."""
        result = application.computed(session(ONE))

        assert (result.seen, result.broken) == (2, [])

    def test_wrong_numbers(self) -> None:
        """The device, the family and the numbers are told."""
        result = application.computed(
            changed(numbers="wrong: 256 of 256 numbers, the first is 0 in place of 217")
        )

        assert facts(result) == [
            "one, queue family 2: the job's numbers are wrong: 256 of 256 numbers, the first is 0 in place of 217"
        ]

    @pytest.mark.parametrize(
        ("answers", "sentence"),
        [
            ({"queue_1.numbers": "wrong: all"}, ": the job's numbers are wrong: all"),
            ({"queue_1.submit": -4}, ": the job cannot be done: submit gives VK_ERROR_DEVICE_LOST"),
            ({}, ": the job cannot be done: it does not come to its end"),
        ],
    )
    def test_another_queue(self, answers: Mapping[str, Any], sentence: str) -> None:
        """The other queues of a family do it, too."""
        result = application.computed(changed(queues=[1], **answers))
        right = application.computed(changed(**{"queues": [1], "queue_1.numbers": "right"}))

        assert facts(result) == [f"one, queue 1 of family 2{sentence}"]
        assert (right.seen, right.broken) == (3, [])

    def test_a_step_that_fails(self) -> None:
        """What kept the job from being done is told by its result."""
        result = application.computed(changed(submit=-4, numbers=None))

        assert facts(result) == [
            "one, queue family 2: the job cannot be done: submit gives VK_ERROR_DEVICE_LOST"
        ]

    def test_no_end(self) -> None:
        """So is a job that nothing is known of."""
        result = application.computed(changed(submit=None, numbers=None))

        assert facts(result) == ["one, queue family 2: the job cannot be done: it does not come to its end"]

    def test_no_memory(self) -> None:
        """A machine without memory to spare says nothing of the driver."""
        result = application.computed(changed(device=-2, submit=None, numbers=None))

        assert (result.seen, result.broken) == (1, [])

    @pytest.mark.parametrize(
        ("answers", "missing"),
        [
            (NONE, "the driver has no physical device here"),
            ({"compute-each.instance": -9}, "no instance was made"),
            (
                {**NONE, "compute-each.instance": 0, "compute-each.gpu_0.name": "x"},
                "no device has a queue that computes or copies",
            ),
        ],
    )
    def test_nothing_to_see(self, answers: Mapping[str, Any], missing: str) -> None:
        """Without a device that computes there is no job."""
        result = application.computed(session(answers))

        assert (result.seen, result.missing) == (0, missing)


class TestMemory:
    """What is written to memory is found there."""

    def test_kept(self) -> None:
        """Each way to map it counts."""
        result = application.kept(session({"device.memory_kept": 1, "device.memory_placed": 1}))

        assert (result.seen, result.broken) == (2, [])

    def test_at_another_place(self) -> None:
        """What was mapped for it is told."""
        result = application.kept(session({"device.memory_kept": 1, "device.memory_placed": 0}))

        assert facts(result) == [
            "what was written is not found in the memory when all of it is mapped, "
            "after a part of it was mapped to write"
        ]


@pytest.mark.parametrize(
    ("answer", "words"), [(-2000000001, "memory type"), (-2000000002, "command is not found")]
)
def test_what_the_driver_was_not_asked_for(answer: int, words: str) -> None:
    """Where the application cannot go on, the sentence has the reason and no VkResult that the driver never gave."""
    look = application.succeeding(session(ONE, **{"device.memory": answer}))

    assert ["device.memory gives no result" in fact and words in fact for fact in facts(look)] == [True]


class TestNothingMade:
    """A run in which the driver never has memory shows nothing of a driver, whatever comes to its end."""

    def test_no_instance(self) -> None:
        """The result is in the reason."""
        assert "vkCreateInstance gives VK_ERROR_OUT_OF_HOST_MEMORY" in application.made_nothing(
            session({}, **{"everyday.instance": -1})
        )

    def test_no_device(self) -> None:
        """An instance without a device shows nothing of what is done with a device."""
        assert "vkCreateDevice gives VK_ERROR_OUT_OF_DEVICE_MEMORY" in application.made_nothing(
            session({}, **{"everyday.instance": 0, "device.device": -2})
        )

    @pytest.mark.parametrize("more", [{}, {"device.device": -1}])
    def test_a_device(self, more: Mapping[str, Any]) -> None:
        """One device shows something, even if there is no memory for another one."""
        assert application.made_nothing(session(ONE, **more)) == ""

    @pytest.mark.parametrize("answers", [NONE, {}, {"everyday.instance": -3}])
    def test_no_want_of_memory(self, answers: Mapping[str, Any]) -> None:
        """Other reasons are told by others."""
        assert application.made_nothing(session(answers)) == ""


class TestTellingTheSame:
    """Runs of one program in several processes."""

    def test_the_same(self) -> None:
        """All wrong numbers count as the same: what is undefined differs."""
        one, other = changed(numbers="wrong: 1 of 2"), changed(numbers="wrong: 2 of 2")

        assert application.tell_the_same(one, other)

    @pytest.mark.parametrize("more", [{"name": "two"}, {"limits": "1111"}])
    def test_otherwise(self, more: Mapping[str, Any]) -> None:
        """Another name, or another answer."""
        other = session(ONE, **{f"compute-each.gpu_0.{key}": value for key, value in more.items()})

        assert not application.tell_the_same(session(ONE), other)


class TestCreations:
    """Instances and devices that ask for little are made, and their commands are found."""

    def test_made(self) -> None:
        """Also where there is no physical device."""
        assert application.made(session(ONE)).broken == application.made(session(NONE)).broken == []
        assert application.made(session(NONE)).seen == 1

    @pytest.mark.parametrize(
        ("label", "command"),
        [
            ("device.device", "vkCreateDevice"),
            ("several.a", "vkCreateInstance"),
            ("several.a.device_2", "vkCreateDevice"),
            ("instance.plain", "vkCreateInstance"),
        ],
    )
    def test_refused(self, label: str, command: str) -> None:
        """Whatever the step in which one was to be made; the command is named."""
        assert facts(application.made(session(ONE, **{label: -3}))) == [
            f"{label}: {command} gives VK_ERROR_INITIALIZATION_FAILED"
        ]

    @pytest.mark.parametrize(
        ("label", "result"), [("failing.device", -8), ("failing.instance", -9), ("a.device", -1)]
    )
    def test_refused_for_a_reason(self, label: str, result: int) -> None:
        """What is asked for to be refused, and what there is no memory for."""
        assert application.made(session(ONE, **{label: result})).broken == []

    @pytest.mark.parametrize("failure", [-1, -2])
    def test_nothing_but_want_of_memory_is_not_judged(self, failure: int) -> None:
        """A driver that says each time that memory is short breaks no rule, and shows nothing."""
        look = application.made(Session(answers={"everyday.instance": failure, "failing.instance": failure}))

        assert (look.seen, look.broken) == (0, [])
        assert "as it may where memory is short" in look.missing

    def test_lacking(self) -> None:
        """A command that is not found is named."""
        result = application.lacking(session({**ONE, "device.device.lacking": "vkCmdDispatch"}))

        assert facts(result) == ["vkCmdDispatch is not found through the loader (device.device)"]
        assert application.lacking(session(ONE)).broken == []


class TestSucceeding:
    """Commands succeed; what fails is named."""

    def test_results(self) -> None:
        """Positive ones are no failures, and creations are judged elsewhere."""
        kept = session(ONE, **{"device.fence_status": 5, "device.device": -3})
        broken = session(ONE, **{"commands.submit": -4})

        assert application.succeeding(kept).broken == []
        assert facts(application.succeeding(broken)) == ["commands.submit gives VK_ERROR_DEVICE_LOST"]

    def test_without_devices(self) -> None:
        """There is nothing to see."""
        assert application.succeeding(session({**NONE, "instance.version": 7})).seen == 0


class TestLookups:
    """vkGetDeviceProcAddr finds the core of the device's version through the loader."""

    def answers(self, missing: str, version: int) -> Session:
        """The application found all commands but one."""
        marks = "".join("0" if name == missing else "1" for name in sorted(commands()))
        return session({"lookups.device": marks, "devices.api": version})

    def test_all(self) -> None:
        """Every one that is found is one that could have been missed."""
        result = application.lookups(self.answers("", VERSION_1_3))

        assert result.seen > 100
        assert result.broken == []

    @pytest.mark.parametrize("name", ["vkCmdDispatch", "vkQueueSubmit2", "vkGetDeviceQueue2"])
    def test_one_is_missed(self, name: str) -> None:
        """It is named."""
        result = application.lookups(self.answers(name, VERSION_1_3))

        assert facts(result) == [f"vkGetDeviceProcAddr has no {name}, though the device's version does"]

    @pytest.mark.parametrize("name", ["vkQueueSubmit2", "vkCreateSwapchainKHR"])
    def test_what_the_version_does_not_have(self, name: str) -> None:
        """Nor may an extension's that was not enabled be asked for."""
        assert application.lookups(self.answers(name, 1 << 22)).broken == []

    @pytest.mark.parametrize("found", [None, 7, "01"])
    def test_rubbish(self, found: object) -> None:
        """An answer of another shape is none."""
        assert application.lookups(session({"lookups.device": found, "devices.api": VERSION_1_3})).seen == 0


class TestCounts:
    """A program finds the devices that a loader is given."""

    PROBED: Mapping[str, Any] = {
        "facts.devices": {"result": 0, "count": 1},
        "facts.device.0": {"properties": {"deviceName": "one"}},
    }

    def test_the_same(self) -> None:
        """Also where there are none."""
        none = {"facts.devices": {"result": 0, "count": 0}}

        assert application.counted(session(ONE), self.PROBED).broken == []
        assert application.counted(session(NONE), none).broken == []

    def test_another(self) -> None:
        """Both are named."""
        result = application.counted(session(NONE), self.PROBED)

        assert facts(result) == ["the driver has the devices one, programs find none"]

    def test_more_than_are_looked_at(self) -> None:
        """Which ones a program has left out is not known."""
        seen = {**session(NONE).answers, **session(ONE).answers, "compute-each.more": "there are more"}

        result = application.counted(session(seen), self.PROBED)

        assert (result.seen, result.missing) == (0, application.MORE)

    @pytest.mark.parametrize("probed", [{}, {"facts.devices": {"result": 0, "count": 1}}])
    def test_unknown(self, probed: Mapping[str, Any]) -> None:
        """Where the driver alone could not be asked, or not about each device, nothing is compared."""
        result = application.counted(session(ONE), probed)

        assert (result.seen, result.broken) == (0, [])
