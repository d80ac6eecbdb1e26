"""Drivers that say VK_SUCCESS and lie: the prober lives, and the lie is told of by the judge of its topic."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from refloader.suite.drivers import runs
from refloader.suite.drivers.checks import creation, enumerations, objects
from refloader.suite.sessions import bench, generated_programs
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Judge = Callable[[Answers], CheckResult]

ACTS = ("enumerate", "objects", "claims", "create", "external")
DEVICES = partial(enumerations.arrays_respected, kind="devices")

LIES: dict[str, tuple[dict[str, str], str, Judge, str]] = {
    "2^32-1 devices": (
        {"list": "if (devices == NULL) return *count = UINT32_MAX, VK_SUCCESS; else return VK_SUCCESS"},
        "enumerate",
        DEVICES,
        "gives VK_SUCCESS, not VK_INCOMPLETE, where there is room for 4096 of 4294967295",
    ),
    "more devices than there is room for": (
        {"list": "if (devices != NULL) for (int i = 0; i < 64; i++) devices[i] = (void *)8"},
        "enumerate",
        DEVICES,
        "writes behind the end of an array with room for 1 of 1",
    ),
    "more devices told than there is room for": (
        {"list": "if (devices != NULL) return *count = UINT32_MAX, VK_SUCCESS"},
        "enumerate",
        DEVICES,
        "says that it wrote 4294967295 where there is room for 1",
    ),
    "no physical device": (
        {"list": "if (devices != NULL) return *devices = NULL, VK_SUCCESS"},
        "enumerate",
        enumerations.devices_are_handles,
        "gives VK_NULL_HANDLE",
    ),
    "a physical device that is a number": (
        {"list": "if (devices != NULL) return *devices = (void *)8, VK_SUCCESS"},
        "objects",
        partial(objects.are_pointers, kind="VkPhysicalDevice"),
        "VkPhysicalDevice 0 is no pointer to memory that can be read",
    ),
    "a physical device that is constant": (
        {
            "list": "static const uintptr_t word; if (devices != NULL) return *devices = (void *)&word, VK_SUCCESS"
        },
        "objects",
        partial(objects.are_pointers, kind="VkPhysicalDevice"),
        "VkPhysicalDevice 0 is a pointer to memory that cannot be written",
    ),
    "no instance": (
        {"create": "*instance = NULL; result = VK_SUCCESS"},
        "create",
        partial(creation.handles_given, kind="instance"),
        "vkCreateInstance gives VK_SUCCESS and VK_NULL_HANDLE",
    ),
    "an instance that is a number": (
        {"create": "*instance = (void *)8"},
        "objects",
        partial(objects.are_pointers, kind="VkInstance"),
        "VkInstance is no pointer to memory that can be read",
    ),
    "no device": (
        {"device": "return *device = NULL, VK_SUCCESS"},
        "create",
        partial(creation.handles_given, kind="device"),
        "vkCreateDevice gives VK_SUCCESS and VK_NULL_HANDLE",
    ),
    "a device that is a number": (
        {"device": "return *device = (void *)8, VK_SUCCESS"},
        "objects",
        partial(objects.are_pointers, kind="VkDevice"),
        "VkDevice 0 is no pointer to memory that can be read",
    ),
}


def probed(driver: DriverSubject, act: str) -> Session:
    """One act, on whatever devices the mock has."""
    seen = bench.probed(Probe(driver.library, act, (), "driver", "shown"))
    if seen.ended == "not covered":
        pytest.skip(seen.detail)
    return seen


@pytest.mark.parametrize(("deeds", "act", "judge", "fact"), LIES.values(), ids=LIES)
class TestLies:
    """A lie is a breach of the rule that it breaks, and ends nothing."""

    @pytest.mark.whole(keep=3)
    def test_lie_is_told(
        self, hostile: Callable[..., DriverSubject], deeds: dict[str, str], act: str, judge: Judge, fact: str
    ) -> None:
        """Every act comes to its end with that driver, and the judge of the topic tells the values."""
        driver = hostile(**deeds)

        seen = {each: probed(driver, each) for each in ACTS}

        assert {name: each.detail for name, each in seen.items() if each.ended != "ok"} == {}
        assert any(fact in each.fact for each in judge(seen[act].answers).broken)


def test_a_command_that_is_not_there(hostile: Callable[..., DriverSubject]) -> None:
    """A program that calls what a device of its version has ends with the name of the command."""
    driver = hostile(find='if (strcmp(command, "vkGetDeviceQueue2") == 0) return NULL')
    Path(f"{driver.library}.flags").write_text("whole=1\napi=1.1.0\n")

    session = bench.run(replace(runs.EVERYDAY, driver=driver))

    assert session.during.startswith("device")
    assert "vkGetDeviceQueue2 is not found" in session.last_words()


def test_devices_that_take_long(hostile: Callable[..., DriverSubject]) -> None:
    """A driver that takes its time for each device comes to the end of its act, however many extensions it lists."""
    driver = hostile(device="usleep(100000)")
    listed = ",".join(f"VK_EXT_made_up_{number}:1" for number in range(300))
    Path(f"{driver.library}.flags").write_text(f"whole=1\ndevice_extensions={listed}\n")

    session = bench.probed(Probe(driver.library, "create", (), "driver", "shown", seconds=6))

    assert (session.ended, session.answers["create.unknown-extension-longer.device"]["result"]) == ("ok", -7)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_memory_that_is_short_for_one_device(hostile: Callable[..., DriverSubject], number: int) -> None:
    """A driver that does no work of pipelines is not taken for one that does where nothing could be tried."""
    counter = "(int *)0x200000000000"
    of_all_processes = "MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED"
    driver = hostile(
        load=f"mmap({counter}, 4096, PROT_READ | PROT_WRITE, {of_all_processes}, -1, 0)",
        device=f"if (++*{counter} == {number}) return VK_ERROR_OUT_OF_DEVICE_MEMORY",
    )

    options = ("--seed", "1", "--count", "20")
    answers = bench.probed(Probe(driver.library, "programs", options, "driver", "shown", seconds=60)).answers

    assert answers["programs"]["dispatches"] is False
    assert list(generated_programs.ends(answers)) == []
    assert [label for label in answers if label.startswith("program.")] == []
