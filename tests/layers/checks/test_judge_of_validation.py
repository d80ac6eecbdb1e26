"""The judge of what a validation layer says, on its own words."""

import time

import pytest

from refloader.suite.layers.checks import validation
from refloader.suite.sessions.session import Session

ANSWERS = {"device.device": 0}
SAID = (
    "VUID-vkDestroyCommandPool-commandPool-00043(ERROR / SPEC): msgNum: 151630011 - Validation Error: [ "
    "VUID-vkDestroyCommandPool-commandPool-00043 ] Object 0: handle = 0x1, type = VK_OBJECT_TYPE_COMMAND_POOL; "
    "| MessageID = 0x909b0bb | Custom allocator specified while destroying VkCommandPool obj 0x1 but not at creation."
    " The Vulkan spec states: something long"
)
WARNED = "UNASSIGNED-a(WARN / PERF): msgNum: 1 - Validation Performance Warning: [ UNASSIGNED-a ] | MessageID = 0x1"


def session(*lines: str) -> Session:
    """A run that printed these."""
    return Session(answers=ANSWERS, stdout="\n".join(lines))


def test_nothing_said() -> None:
    """Silence is what is wanted."""
    result = validation.valid(session(), session())

    assert (result.seen, result.broken) == (1, [])


def test_an_error() -> None:
    """It is told by its number and in the validation layer's words, once."""
    result = validation.valid(session(), session("something else", SAID, SAID))

    [breach] = result.broken
    assert breach.fact == (
        "the validation layer below says VUID-vkDestroyCommandPool-commandPool-00043: "
        "Custom allocator specified while destroying VkCommandPool obj 0x1 but not at creation."
    )


def test_an_error_without_the_layer() -> None:
    """What is invalid anyway is not the layer's."""
    assert validation.valid(session(SAID), session(SAID)).broken == []


def test_a_warning() -> None:
    """Advice is no rule."""
    assert validation.valid(session(), session(WARNED)).broken == []


def test_an_error_on_the_other_stream() -> None:
    """Where it is printed does not matter."""
    layered = Session(answers=ANSWERS, stderr=SAID)

    assert len(validation.valid(session(), layered).broken) == 1


def test_a_crash() -> None:
    """What was said before it counts."""
    layered = Session("crash", answers=ANSWERS, stdout=SAID)

    assert len(validation.valid(session(), layered).broken) == 1


def test_a_layer_that_was_not_reached() -> None:
    """What ends before there is an instance shows nothing of its calls."""
    layered = Session("timeout", answers={"instance.version": 1, "instance.listed.layers": [0]})

    assert validation.valid(session(), layered).seen == 0


def test_a_program_that_did_not_run() -> None:
    """Then there is nothing to judge."""
    result = validation.valid(Session("crash"), Session("crash"))

    assert (result.seen, result.broken) == (0, [])
    assert result.missing


def test_a_limit_that_was_not_read() -> None:
    """A validation layer of 2020 takes limits of Vulkan 1.2 for 0 where it has not asked the driver for them."""
    unread = SAID.replace(
        "Custom allocator",
        "sum of samplers (1) exceeds device maxDescriptorSetUpdateAfterBindSamplers limit (0). ",
    )
    read = unread.replace("limit (0)", "limit (16)")

    assert validation.valid(session(), session(unread)).broken == []
    assert len(validation.valid(session(), session(read)).broken) == 1


@pytest.mark.parametrize(
    "line",
    [
        "Validation Error: [ VUID-a ] " * 10_000,
        SAID.replace("Custom", "exceeds device " + "UpdateAfterBind" * 20_000),
    ],
)
def test_a_line_that_begins_again_and_again(line: str) -> None:
    """A layer can write a million characters, which are read once and not from each beginning on."""
    began = time.process_time()

    validation.valid(session(), session(line))

    assert time.process_time() - began < 3
