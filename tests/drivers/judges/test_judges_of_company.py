"""Judges of a driver beside a mock driver: runs in which both are as alone, and runs in which one is not."""

from collections.abc import Callable
from typing import Any

import pytest

from refloader.suite.drivers.checks.stack import neighbours
from refloader.suite.sessions import side_effects
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

CALLS = ("load", "negotiate offered=7", "vkCreateInstance api=1.3.0 extensions=", "vkDestroyInstance")


def device(number: int, name: str, told: str = "right") -> dict[str, Any]:
    """The answers of one device."""
    head = f"compute-each.gpu_{number}"
    return {f"{head}.name": name, f"{head}.families": [0], f"{head}.family_0.numbers": told}


def run(*devices: dict[str, Any], calls: tuple[str, ...] = CALLS, **more: Any) -> Session:
    """A run with these devices in which the neighbour was called so."""
    answers = {key: value for each in devices for key, value in each.items()}
    return Session(answers=answers, trace=tuple(f"driver neighbour {call}" for call in calls), **more)


NEIGHBOUR = neighbours.NEIGHBOURS_DEVICE
ALONE = run(device(0, NEIGHBOUR))
DRIVER = run(device(0, "gpu"), calls=())
BOTH = run(device(0, "gpu"), device(1, NEIGHBOUR))


class TestMoreDevices:
    """Of more devices than the application looks at some are left out, and nobody knows which."""

    @pytest.mark.parametrize(("judge", "alone"), [(neighbours.neighbour, ALONE), (neighbours.own, DRIVER)])
    def test_nobody_is_blamed(self, judge: Callable[[Session, Session], CheckResult], alone: Session) -> None:
        """Those that are missed may be among them."""
        crowd = run(device(0, "another"), {"compute-each.more": "there are more"})

        result = judge(alone, crowd)

        assert (result.seen, result.broken) == (0, [])
        assert "more physical devices than" in result.missing


class TestMemory:
    """Where memory is short vkCreateInstance fails, and with it the program's use of every driver."""

    @pytest.mark.parametrize(("judge", "alone"), [(neighbours.neighbour, ALONE), (neighbours.own, DRIVER)])
    @pytest.mark.parametrize("failure", [-1, -2])
    def test_nobody_is_blamed(
        self, judge: Callable[[Session, Session], CheckResult], alone: Session, failure: int
    ) -> None:
        """Any driver may lack memory at any time."""
        result = judge(alone, run({"compute-each.instance": failure}, calls=CALLS[:2]))

        assert (result.seen, result.broken) == (0, [])
        assert "as it may where memory is short" in result.missing

    def test_another_failure(self) -> None:
        """VK_ERROR_INITIALIZATION_FAILED is no want of memory."""
        failed = run({"compute-each.instance": -3}, calls=CALLS[:2])

        assert neighbours.neighbour(ALONE, failed).broken != []


class TestTheNeighbour:
    """Another driver has its devices, gives its answers and is called as if it were alone."""

    @pytest.mark.parametrize(
        "beside",
        [
            BOTH,
            run(device(0, NEIGHBOUR), device(1, "gpu")),
            run(
                device(0, NEIGHBOUR),
                calls=(
                    *CALLS[:3],
                    "vkGetPhysicalDeviceProperties2 device=0",
                    "vkEnumeratePhysicalDevices",
                    CALLS[3],
                ),
            ),
        ],
        ids=["after", "before", "asked more"],
    )
    def test_as_alone(self, beside: Session) -> None:
        """The order of the devices is the loader's, and so is how often it asks."""
        result = neighbours.neighbour(ALONE, beside)

        assert (result.seen, result.broken) == (1, [])

    @pytest.mark.parametrize(
        ("beside", "fact"),
        [
            (DRIVER, f"the other driver has no device in company, alone {NEIGHBOUR}"),
            (
                run(device(0, NEIGHBOUR, "wrong: 1")),
                f"{NEIGHBOUR}: family_0.numbers is wrong: 1 in company, alone right",
            ),
            (
                run(device(0, NEIGHBOUR), calls=(*CALLS[:2], "negotiate offered=0", *CALLS[2:])),
                "the other driver is called otherwise than alone: negotiate offered=0 in place of vkCreateInstance "
                "api=1.3.0 extensions=",
            ),
            (
                run(device(0, NEIGHBOUR), calls=CALLS[:3]),
                "the other driver is called otherwise than alone: nothing in place of vkDestroyInstance",
            ),
        ],
        ids=["no device", "wrong", "called more", "called less"],
    )
    def test_otherwise(self, beside: Session, fact: str) -> None:
        """What is different is told."""
        assert neighbours.neighbour(ALONE, beside).broken[0].fact == fact

    @pytest.mark.parametrize("alone", [Session(), run(device(0, NEIGHBOUR), ended="crash")])
    def test_nothing_to_compare(self, alone: Session) -> None:
        """A run that failed alone is no measure, and a run that ended early is judged for that."""
        assert neighbours.neighbour(alone, BOTH).seen == 0
        assert neighbours.neighbour(ALONE, run(ended="timeout")).seen == 0


class TestTheDriver:
    """The driver itself is as alone, too."""

    def test_as_alone(self) -> None:
        """The neighbour's device is none of its."""
        assert (neighbours.own(DRIVER, BOTH).seen, neighbours.own(DRIVER, BOTH).broken) == (1, [])

    def test_what_is_wrong_anyhow(self) -> None:
        """A job that comes out wrong alone is no matter of company, whichever numbers come."""
        alone, beside = run(device(0, "gpu", "wrong: 1")), run(device(1, "gpu", "wrong: 2"))

        assert neighbours.own(alone, beside).broken == []

    def test_otherwise(self) -> None:
        """A device that it has only alone is missed."""
        assert (
            neighbours.own(DRIVER, ALONE).broken[0].fact == "the driver has no device in company, alone gpu"
        )

    def test_nothing_to_compare(self) -> None:
        """A driver without a device has nothing to lose."""
        assert neighbours.own(Session(), BOTH).seen == 0


class TestStandardOutput:
    """It belongs to the program."""

    def test_silence(self) -> None:
        """Neither driver has written anything."""
        result = side_effects.silent(ALONE, ALONE, "driver")

        assert (result.seen, result.broken) == (1, [])

    def test_words(self) -> None:
        """The first ones are told."""
        result = side_effects.silent(run(stdout="hello\n" + "x" * 500), ALONE, "driver")

        assert result.broken[0].fact.startswith("the driver writes to standard output: hello")
        assert len(result.broken[0].fact) < 200
