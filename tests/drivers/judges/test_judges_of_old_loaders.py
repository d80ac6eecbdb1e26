"""Judges of a driver under loaders of each age: drivers that work, that are left out, and that work for some only."""

import json
from typing import Any

import pytest

from refloader.core.chain import links
from refloader.suite.drivers.checks import kept_lookups
from refloader.suite.drivers.checks.stack import old_loaders
from refloader.suite.drivers.checks.stack.old_loaders import Meeting
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

DEVICE = {
    "compute-each.instance": 0,
    "compute-each.gpu_0.name": "gpu",
    "compute-each.gpu_0.limits": "0011",
    "compute-each.gpu_0.families": [0],
    "compute-each.gpu_0.family_0.device": 0,
    "compute-each.gpu_0.family_0.numbers": "right",
}
LEFT_OUT = {"compute-each.instance": -9}


def run(interface: int | None = 4, result: int = 0, **more: Any) -> Session:
    """A run in which the loader and the driver have met at a version; None for those that have not."""
    answers = [] if interface is None else [{"who": "driver", "interface": interface, "result": result}]
    creation = json.dumps({"event": "vkCreateInstance", "result": result, "answers": answers})
    given = {"answers": DEVICE if interface is not None else LEFT_OUT, **more}
    return Session(trace=("driver mock load", "{", '["x"]', creation), **given)


class TestMeetings:
    """What the reference's library wrote down of the driver is read, whatever else is in the trace."""

    def test_met(self) -> None:
        """The version that they agreed on, and what came of the driver's vkCreateInstance."""
        assert old_loaders.meeting(run(3, -9)) == Meeting(3, -9)

    @pytest.mark.parametrize(
        "session",
        [
            run(None),
            Session(),
            *(
                Session(trace=(f'{{"event": "vkCreateInstance", "answers": {each}}}',))
                for each in ("7", '["x"]')
            ),
        ],
    )
    def test_not_met(self, session: Session) -> None:
        """A driver that was left out, a run without a trace, a line of another shape."""
        assert old_loaders.meeting(session) is None


class TestRefusals:
    """A driver that negotiates need not serve loaders that do not."""

    @pytest.mark.parametrize(
        ("session", "today", "refuses"),
        [
            (run(1, -9), run(5), True),
            (run(1, -9), run(1, -9), False),
            (run(1, -3), run(5), False),
            (run(4, -9), run(5), False),
            (run(1), run(5), False),
            (run(None), run(5), False),
            (run(1, -9), Session(), False),
        ],
        ids=[
            "clean",
            "no other way in",
            "other code",
            "after a negotiation",
            "served",
            "left out",
            "unknown",
        ],
    )
    def test_legacy_loaders(self, session: Session, today: Session, refuses: bool) -> None:
        """By the code for that, where a loader of today is told of a version with a negotiation."""
        assert old_loaders.refuses_legacy(session, today) is refuses


class TestLacking:
    """Commands without which no loader uses a driver, by the answers of the act "lookups"."""

    def test_lacking(self) -> None:
        """The first of them that has no answer, and of devices the one that ends them."""
        found = [name for name in links.REQUIRED if name != "vkCreateDevice"]
        answers = {"lookups.instance": {"own": found}, "lookups.device": {"own": ["vkGetDeviceQueue"]}}

        assert kept_lookups.lacking(answers) == "vkCreateDevice"
        assert kept_lookups.without_an_end(answers) == "vkDestroyDevice"

    @pytest.mark.parametrize(
        "answers",
        [
            {},
            {
                "lookups.instance": {"own": list(links.REQUIRED)},
                "lookups.device": {"own": ["vkDestroyDevice"]},
            },
            {
                "lookups.instance": {"own": [], "until": "vkAllocateMemory"},
                "lookups.device": {"own": [], "until": "vkAllocateMemory"},
            },
        ],
        ids=["not asked", "all there", "ended early"],
    )
    def test_not_lacking(self, answers: dict[str, Any]) -> None:
        """What has an answer, and what nobody came to ask for."""
        assert kept_lookups.lacking(answers) == kept_lookups.without_an_end(answers) == ""


class TestWorks:
    """At the version that was agreed on there are instances, devices and right numbers."""

    def test_it_works(self) -> None:
        """With a device and without one."""
        without = run(4, answers={"compute-each.instance": "without physical devices"})

        assert (
            old_loaders.works(run(4), run(7), 4).broken == old_loaders.works(without, run(7), 4).broken == []
        )
        assert old_loaders.works(without, run(7), 4).seen > 0

    def test_left_out(self) -> None:
        """A loader that finds no way in is not wronged."""
        result = old_loaders.works(run(None), run(7), 0)

        assert (result.seen, result.broken) == (0, [])
        assert "interface version 0" in result.missing

    def test_no_instance(self) -> None:
        """Vulkan 1.0 is what every driver can do."""
        result = old_loaders.works(run(4, -9, answers=LEFT_OUT), run(7), 4)

        assert [each.fact for each in result.broken] == [
            "to a loader of interface version 4, at version 4, vkCreateInstance with apiVersion 1.0 gives "
            "VK_ERROR_INCOMPATIBLE_DRIVER"
        ]

    def test_a_lacking_command(self) -> None:
        """Where the loader leaves the driver out for a command that it lacks, the result is not the driver's."""
        result = old_loaders.works(run(2, -3, answers=LEFT_OUT), run(7), 2, "vkCreateDevice")

        assert [each.fact for each in result.broken] == [
            "to a loader of interface version 2, at version 2, the driver gives an instance no vkCreateDevice, and "
            "is left out"
        ]

    def test_no_memory(self) -> None:
        """That is nobody's fault."""
        assert old_loaders.works(run(4, -1, answers=LEFT_OUT), run(7), 4).seen == 0

    def test_wrong_numbers(self) -> None:
        """The job is judged as on a loader of today."""
        answers = {**DEVICE, "compute-each.gpu_0.family_0.numbers": "wrong: all"}

        result = old_loaders.works(run(1, answers=answers), run(7), 1)

        assert result.broken[0].fact == (
            "to a loader of interface version 1, at version 1, gpu, queue family 0: the job's numbers are wrong: all"
        )

    def test_as_for_a_loader_of_today(self) -> None:
        """What is wrong in any case has nothing to do with the loader's age."""
        wrong = run(1, answers={**DEVICE, "compute-each.gpu_0.family_0.numbers": "wrong: all"})

        assert old_loaders.works(wrong, wrong, 1).broken == []

    def test_as_in_another_order(self) -> None:
        """Nor has it where the devices come in another order, by which their numbers are made."""
        old, today = (
            run(
                1, answers={**DEVICE, "compute-each.gpu_0.family_0.numbers": f"wrong: 0 in place of {number}"}
            )
            for number in (17, 1017)
        )

        assert old_loaders.works(old, today, 1).broken == []

    def test_no_job_for_a_loader_of_today(self) -> None:
        """Without a job to compare with, a wrong one is not put down to an age: no program gets an instance today."""
        wrong = run(1, answers={**DEVICE, "compute-each.gpu_0.family_0.numbers": "wrong: all"})

        assert old_loaders.works(wrong, run(4, answers=LEFT_OUT), 1).broken == []


class TestObeysTheTable:
    """A driver of interface version 4 refuses what programs of newer versions ask for."""

    @pytest.mark.parametrize(
        ("interface", "fact", "obeys"),
        [
            (4, "instance.plain gives VK_ERROR_INCOMPATIBLE_DRIVER", True),
            (5, "instance.plain gives VK_ERROR_INCOMPATIBLE_DRIVER", False),
            (4, "instance.plain gives VK_ERROR_INITIALIZATION_FAILED", False),
            (4, "device.device: vkCreateDevice gives VK_ERROR_INCOMPATIBLE_DRIVER", False),
        ],
    )
    def test_refusals(self, interface: int, fact: str, obeys: bool) -> None:
        """It is the table's error, and the version is one that the table speaks of."""
        result = CheckResult()
        result.fail(fact)

        assert old_loaders.obeys_the_table(result, run(interface)) is obeys


class TestAgrees:
    """A loader of today has a use for the driver."""

    def test_agreement(self) -> None:
        """At any version."""
        assert (old_loaders.agrees(run(2)).seen, old_loaders.agrees(run(2)).broken) == (1, [])

    def test_none(self) -> None:
        """A driver that is left out has broken off the negotiation."""
        said = "it answers with an error; the driver is not used"
        line = f"[Vulkan Loader] ERROR | DRIVER:   /world/driver/0.json: {said}"

        looks = [old_loaders.agrees(run(None, stderr=text)) for text in ("", f"x\n{line}\n")]

        assert [result.broken[0].fact for result in looks] == [
            "a loader of today has no use for the driver",
            "a loader of today has no use for the driver: it answers with an error",
        ]

    def test_nothing_asked(self) -> None:
        """A program that did not come so far shows nothing."""
        assert old_loaders.agrees(Session()).seen == 0


class TestOffers:
    """A list of extensions that no loader can keep is not a matter of the negotiation."""

    WHY = "vkEnumerateInstanceExtensionProperties counts 2000000, more than the 65536 that are read"
    LINE = f"[Vulkan Loader] ERROR | DRIVER:   /world/driver/0.json: {WHY}; the driver is not used"

    def test_a_list_that_is_too_long(self) -> None:
        """It is named with its number, and the negotiation is not blamed."""
        session = run(None, stderr=self.LINE)
        result, agreed = old_loaders.offer_is_read(session), old_loaders.agrees(session)

        assert (result.seen, [each.fact for each in result.broken]) == (
            1,
            [f"the reference leaves the driver out: {self.WHY}"],
        )
        assert (agreed.seen, agreed.broken) == (0, [])
        assert self.WHY in agreed.missing

    def test_others(self) -> None:
        """A list that was read breaks nothing; of a driver that was left out before nothing is seen."""
        looks = [old_loaders.offer_is_read(each) for each in (run(2), run(None), Session())]

        assert [(result.seen, result.broken) for result in looks] == [(1, []), (0, []), (0, [])]


class TestSameDevices:
    """The devices are the same for every loader."""

    def test_the_same(self) -> None:
        """All that they tell is compared."""
        result = old_loaders.same_devices(run(1), run(7), 1)

        assert (result.seen, result.broken) == (1, [])

    def test_another_answer(self) -> None:
        """It is named."""
        other = run(1, answers={**DEVICE, "compute-each.gpu_0.limits": "2222"})

        result = old_loaders.same_devices(other, run(7), 1)

        assert (
            result.broken[0].fact
            == "gpu: to a loader of interface version 1, limits is 2222, to one of today 0011"
        )

    def test_no_device(self) -> None:
        """A device that is hidden from old loaders is missed."""
        result = old_loaders.same_devices(
            run(1, answers={"compute-each.instance": "without physical devices"}), run(7), 1
        )

        assert result.broken[0].fact == "a loader of interface version 1 finds no device, one of today gpu"

    @pytest.mark.parametrize("session", [run(None), run(1, ended="crash")])
    def test_nothing_to_compare(self, session: Session) -> None:
        """A driver that is left out or ends the program is judged for that."""
        assert old_loaders.same_devices(session, run(7), 1).seen == 0
