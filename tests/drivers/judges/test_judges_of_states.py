"""Judges of states and contents: answers of the scripted application that keep the rules, and others."""

from collections.abc import Mapping
from typing import Any

import pytest

from refloader.suite.drivers.checks import leaks
from refloader.suite.drivers.checks.stack import contents, states
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

FENCES: Mapping[str, Any] = {
    "states.alone.fences.no_batch": 0,
    "states.alone.fences.reset": 1,
    "states.second_thread.fences.reset": 1,
}


def fences(**more: Any) -> CheckResult:
    """The outcome for fences, of which the second thread got other answers."""
    changed = {f"states.second_thread.fences.{name}": value for name, value in more.items()}
    return states.states(Session(answers={**FENCES, **changed}), "fences")


def facts(look: CheckResult) -> list[str]:
    """The sentences on what is broken."""
    return [broken.fact for broken in look.broken]


class TestStates:
    """Each question has one answer, whenever it is asked."""

    def test_right(self) -> None:
        """Each answer counts."""
        result = fences()

        assert (result.seen, result.broken) == (3, [])

    def test_another_result(self) -> None:
        """The call, the circumstances and both results are told."""
        assert facts(fences(reset=0)) == [
            "vkGetFenceStatus of a fence that was reset, while another thread does the same, gives VK_SUCCESS,"
            " not VK_NOT_READY"
        ]

    @pytest.mark.parametrize("failure", [-1, -2, -4, -13, -1000011001])
    def test_a_failure_that_the_command_has(self, failure: int) -> None:
        """Want of memory, a lost device and errors without a reason are no answer."""
        assert facts(fences(reset=failure)) == []

    def test_a_failure_that_the_command_does_not_have(self) -> None:
        """vkGetFenceStatus has no VK_ERROR_FEATURE_NOT_PRESENT."""
        assert facts(fences(reset=-8)) == [
            "vkGetFenceStatus of a fence that was reset, while another thread does the same, gives"
            " VK_ERROR_FEATURE_NOT_PRESENT, not VK_NOT_READY"
        ]

    def test_five_semaphores(self) -> None:
        """A wait that fails as it may says nothing of how many have their values; another failure is wrong."""
        label = "states.alone.semaphores.any_of_five"

        assert facts(states.states(Session(answers={label: -4}), "semaphores")) == []
        assert facts(states.states(Session(answers={label: -3}), "semaphores")) == [
            "vkWaitSemaphores for any of five gives VK_SUCCESS, whichever one has its value: times of five: -3, not 5"
        ]

    def test_a_device_with_all_features(self) -> None:
        """It is asked alone, and of its own kinds."""
        answers = {"featured.featured.computed.atomics": 255, "states.featured.subgroups.places": 64}

        assert facts(states.states(Session(answers=answers), "computed")) == [
            "a shader adds, compares, masks and exchanges numbers by atomic operations of four workgroups:"
            " 255 of 256 words are as they have to be"
        ]
        assert facts(states.states(Session(answers=answers), "subgroups")) == []

    def test_a_slow_driver(self) -> None:
        """What it was not asked is not judged, and the reason is its slowness; what it was asked is judged."""
        late = states.states(Session(answers={"states.alone.late": 1}), "fences")
        other = states.states(Session(answers={}), "fences")

        assert (late.seen, "too slow" in late.missing, "too slow" in other.missing) == (0, True, False)
        assert (
            len(
                facts(
                    states.states(
                        Session(answers={**FENCES, "states.alone.late": 1, "states.alone.fences.reset": 0}),
                        "fences",
                    )
                )
            )
            == 1
        )

    def test_a_lost_device_has_no_states(self) -> None:
        """An error may come where a state was asked for, and where work was waited for."""
        assert facts(fences(reset=-4)) == []
        assert facts(fences(no_batch=-4)) == []

    def test_a_pool_that_is_empty_too_early(self) -> None:
        """That is no error that may come of itself."""
        answers = {"states.alone.pools.all": -1000069000}

        assert len(facts(states.states(Session(answers=answers), "pools"))) == 1

    @pytest.mark.parametrize(
        ("label", "kind", "value", "fact"),
        [
            ("queries.copied", "queries", 0, "this does not hold: vkCmdCopyQueryPoolResults copies what"),
            ("ranges.before_filled", "ranges", 1, "fills from an offset to the end: 0x1, not 0x0"),
            ("caches.device", "caches", 0, "this does not hold: the header of a pipeline cache has vendorID"),
            (
                "images.unmade",
                "images",
                0,
                "gives no smaller size than an image that is made of the same has",
            ),
            ("commands.run_again", "commands", 0, "submitted a second time: 0x0, not 0xc0ffee01"),
            ("semaphores.signaled", "semaphores", 7, "after vkSignalSemaphore with 9: 7, not 9"),
            ("shaders.left_default", "shaders", 7, "that gives another one alone: 0x7, not 0x5"),
            ("private.unset", "private", 9, "an object for which nothing was set: 0x9, not 0x0"),
            ("passes.area", "passes", 64, "its render area: 64 of 256 texels are as they have to be"),
            (
                "places.third",
                "places",
                0xC0FFEE01,
                "where there is such a command: 0xc0ffee01, not 0xc0ffee03",
            ),
            ("clears.second_range", "clears", 0, "by the second of two ranges: 0 of 256 texels"),
            ("shaders.copied_set", "shaders", 0, "has copied its write: 0x0, not 0xc0ffee01"),
            ("places.rest", "places", 0, "leaves the bytes behind the last whole word alone"),
            ("places.addresses", "places", 0, "buffers that share no memory do not overlap"),
            (
                "requirements.bound",
                "requirements",
                0,
                "needs more than its size, rounded up to its alignment",
            ),
            ("queries.in_bits", "queries", 0, "timestamps have no bits outside of timestampValidBits"),
            ("semaphores.any_second", "semaphores", 2, "the second has its value, gives VK_TIMEOUT"),
            ("fences.no_batch_by_newer", "fences", 2, "a vkQueueSubmit2 without batches, gives VK_TIMEOUT"),
            ("commands.trimmed", "commands", 0, "writes, after vkTrimCommandPool: 0x0, not 0xc0ffee01"),
            ("passes.cleared_beside", "passes", 0, "the cleared one is read: 0 of 256 texels"),
            ("fences.batch", "fences", 2, "where it is not done in time, gives VK_TIMEOUT, not VK_SUCCESS"),
            (
                "sampled.white_border",
                "sampled",
                1,
                "OPAQUE_WHITE is found beyond the image: 1 of 3 places are as they have to be",
            ),
            ("sampled.less", "sampled", 0, "VK_COMPARE_OP_LESS has the reference on its left: 0 of 3 places"),
            ("fetched.block", "fetched", 0, "a shader reads an inline uniform block: 0 of 16 places"),
            ("drawings.cut", "drawings", 0, "leaves a part of it: 0 of 256 texels are as they have to be"),
            (
                "devices.first",
                "devices",
                0,
                "this does not hold: each word of a large buffer is what its own device was told to fill it with",
            ),
            (
                "mapping.kept",
                "memory",
                0,
                "this does not hold: a memory has its content when it is mapped once more",
            ),
        ],
    )
    def test_words(self, label: str, kind: str, value: int, fact: str) -> None:
        """What is wrong is told as what it is: a statement, a word of memory, a value."""
        result = states.states(Session(answers={f"states.alone.{label}": value}), kind)

        assert [fact in each for each in facts(result)] == [True]

    def test_nothing_asked(self) -> None:
        """A driver that makes no device breaks nothing."""
        assert states.states(Session(answers={}), "queries").seen == 0

    def test_what_few_devices_are_asked(self) -> None:
        """A skip names the extensions that the device would need."""
        assert "VK_EXT_multi_draw" in states.states(Session(answers={}), "extended").missing


class TestContents:
    """What work leaves is known beforehand."""

    def test_right(self) -> None:
        """An image that is cleared to green, and a count."""
        right = {"commands.clear_hash": "44857872b3a7eb25", "order.orders": 24}

        result = contents.contents(Session(answers=right))

        assert (result.seen, result.broken) == (len(right), [])

    def test_wrong(self) -> None:
        """The work is told, with both hashes or numbers."""
        result = contents.contents(Session(answers={"commands.fill_hash": "00", "order.orders": 23}))

        assert facts(result)[0].startswith(
            "a buffer that is filled, updated and copied: not the content that was"
        )
        assert facts(result)[1] == "what a device has made can end in every order: order.orders is 23, not 24"

    def test_what_was_left_out(self) -> None:
        """Neither work that was left out nor a call that failed is wrong content."""
        answers = {"commands.clear_hash": "left out: the queue can only transfer", "threads.good": -1}

        assert contents.contents(Session(answers=answers)).seen == 0

    @pytest.mark.parametrize(("result", "seen"), [(-3, 0), (-9, 0), (-10, 2)])
    def test_of_further_instances_that_were_refused(self, result: int, seen: int) -> None:
        """A driver that has one instance at a time has done the work of that one."""
        answers = {"threads.made_at_once": result, "threads.good": 32}
        beside = {"reentrant.instance_beside": result, "reentrant.made_beside": 0}

        assert contents.contents(Session(answers=answers | beside)).seen == seen

    @pytest.mark.parametrize("failure", [-1, -2, -4])
    def test_of_an_act_that_lacked_memory_or_lost_its_device(self, failure: int) -> None:
        """What could not be done is not missed; the other acts' work is."""
        answers = {"threads.job": failure, "threads.good": 37, "threads.hash": "00", "order.orders": 23}

        assert facts(contents.contents(Session(answers=answers))) == [
            "what a device has made can end in every order: order.orders is 23, not 24"
        ]


def rounds(*, heap: int = 0, descriptors: int = 0) -> Mapping[str, Any]:
    """The answers of a driver whose events leave so much behind, each."""
    samples = [
        {"round": number, "heap": number * heap, "descriptors": 5 + number * descriptors, "threads": 1}
        for number in range(20, 420, 20)
    ]
    return {"growth.object.event": {"rounds": 400, "wanted": 400, "samples": samples}}


class TestWork:
    """A device does work."""

    @pytest.mark.parametrize(("first", "second"), [(1, 1), (0, 1), (1, 0)])
    def test_one_may_be_lost(self, first: int, second: int) -> None:
        """The other one has done its work."""
        answers = {"states.alone.work.done": first, "states.beside.work.done": second}

        assert facts(states.states(Session(answers=answers), "work")) == []
        assert states.states(Session(answers=answers), "work").seen == 2

    def test_each_is_lost(self) -> None:
        """Nobody can work with the driver: not even with a third device, when both have ended."""
        answers = {
            "states.alone.work.done": 0,
            "states.beside.work.done": 0,
            "states.anew.work.done": 0,
        }

        assert facts(states.states(Session(answers=answers), "work")) == [
            "each of three devices is lost by the first work that is submitted to it"
        ]
        assert not states.should(Session(answers=answers), "work")

    @pytest.mark.parametrize("last", [{}, {"states.anew.work.done": 1}], ids=["not-made", "works"])
    def test_two_in_a_row(self, last: Mapping[str, int]) -> None:
        """A device may be lost for any reason: two in a row are worth a warning."""
        answers = {"states.alone.work.done": 0, "states.beside.work.done": 0, **last}

        assert facts(states.states(Session(answers=answers), "work")) == [
            "each of two devices is lost by the first work that is submitted to it"
        ]
        assert states.should(Session(answers=answers), "work")

    def test_alignment_of_an_old_device(self) -> None:
        """A device of 1.0 is warned of what fails a newer one, unless something else fails."""
        old = {"states.alone.requirements.alignment_of_1_0": 0}
        new = {"states.alone.requirements.alignment": 0}

        for answers, should in (
            (old, True),
            (new, False),
            ({**old, "states.beside.requirements.met": 0}, False),
        ):
            session = Session(answers=answers)
            assert facts(states.states(session, "requirements")) != []
            assert states.should(session, "requirements") == should

    def test_a_structure_that_nobody_knows(self) -> None:
        """No valid program gives one with memory requirements: a driver that stops there is warned."""
        session = Session(answers={"states.alone.requirements.behind_unknown": 0})

        assert facts(states.states(session, "requirements")) != []
        assert states.should(session, "requirements")

    def test_clocks_that_go_back(self) -> None:
        """Nothing says that the clock of a device goes on, where it is warned; that of the host fails."""
        of_device = {"featured.featured.outside.later_on_device": 0}

        for answers, should in (
            (of_device, True),
            ({**of_device, "featured.featured.outside.monotonic": 0}, False),
        ):
            session = Session(answers=answers)
            assert facts(states.states(session, "outside")) != []
            assert states.should(session, "outside") == should

    def test_alpha_to_coverage(self) -> None:
        """Which samples alpha covers no algorithm is required for, where a driver is warned; but alpha decides."""
        in_between = {"featured.featured.samples.by_alpha_all_or_none": 200}

        for answers, should in (
            (in_between, True),
            ({**in_between, "featured.featured.samples.more_by_alpha": 0}, False),
        ):
            session = Session(answers=answers)
            assert facts(states.states(session, "samples")) != []
            assert states.should(session, "samples") == should

    def test_a_second_one_that_was_not_made(self) -> None:
        """One lost device says nothing of others."""
        assert states.states(Session(answers={"states.alone.work.done": 0}), "work").seen == 0


class TestLeaks:
    """What objects leave behind, by their kind."""

    def test_nothing(self) -> None:
        """Objects that leave nothing."""
        assert facts(leaks.nothing_kept(rounds())) == []
        assert facts(leaks.memory_kept(rounds())) == []
        assert leaks.memory_kept(rounds()).seen > 0

    def test_descriptors(self) -> None:
        """A descriptor for each event."""
        assert facts(leaks.nothing_kept(rounds(descriptors=1))) == [
            "280 objects (event), each destroyed before the next, leave 280 more descriptors in the process"
        ]

    def test_memory(self) -> None:
        """A small piece of memory for each event."""
        assert facts(leaks.memory_kept(rounds(heap=32))) == [
            "280 objects (event), each destroyed before the next, take 8960 bytes that are not given back: 32 each"
        ]
