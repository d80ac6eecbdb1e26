"""What the mocks' lines tell of a call's way."""

import pytest

from refloader.scenario.applications import command_buffer, recorded, with_device
from refloader.scenario.call_sequence import entered, field, fields, parsed_lines, said, way_down

LINES = (
    "layer VK_LAYER_a vkQueueWaitIdle handle=0x1",
    "layer VK_LAYER_a own_queue queue=1 used=1",
    "driver plain vkQueueWaitIdle",
    "driver plain",
    "",
)


def test_who_was_entered() -> None:
    """By the whole name of the command alone, in order, of one kind or both."""
    assert entered(LINES, "vkQueueWaitIdle") == ("VK_LAYER_a", "plain")
    assert entered(LINES, "vkQueueWaitIdle", "driver") == ("plain",)
    assert entered(LINES, "vkQueueWait") == ()


def test_several_calls_in_a_row_are_one() -> None:
    """A driver that is called again stands there once; one that is called between others stands there again."""
    lines = [f"driver {name} vkCreateDevice" for name in ("alpha", "alpha", "beta", "alpha")]

    assert way_down(lines, "vkCreateDevice") == ("alpha", "beta", "alpha")
    assert way_down([], "vkCreateDevice") == ()


@pytest.mark.parametrize(
    ("command", "way"), [("vkCreateInstance", ("a", "b")), ("vkCreateDevice", ("a", "b", "a", "b"))]
)
def test_an_instance_on_trial_goes_the_same_way(command: str, way: tuple[str, ...]) -> None:
    """A whole vkCreateInstance that is repeated is one; another way before it is not, nor another command."""
    lines = [f"layer {name} {command}" for name in ("a", "b", "a", "b")]

    assert way_down(lines, command) == way
    assert way_down([f"layer c {command}", *lines], command) == ("c", "a", "b", "a", "b")


def test_layers_that_are_called_twice_on_one_way() -> None:
    """Both calls stand there, where only the layers are asked for, too; after the driver another way begins."""
    twice = [f"layer {name} vkCreateInstance" for name in ("a", "b", "a", "b")]
    ends = "driver d vkCreateInstance"

    assert way_down([*twice, ends], "vkCreateInstance", "layer") == ("a", "b", "a", "b")
    assert way_down([*twice[:2], ends, *twice[2:], ends], "vkCreateInstance", "layer") == ("a", "b")


def test_what_was_said() -> None:
    """The rest of the line, and its pairs."""
    ((name, rest),) = said(LINES, "own_queue")

    assert (name, fields(rest)) == ("VK_LAYER_a", {"queue": "1", "used": "1"})
    assert said(LINES, "vkQueueWaitIdle", "driver") == (("plain", ""),)


def test_an_application_with_a_command_buffer() -> None:
    """Each object that later steps speak of is made by a step before."""
    script = with_device(layers=["VK_LAYER_a"])
    last = recorded(script, command_buffer(script))

    labels = [label for _, label, _ in script.actions]
    assert labels[:4] == ["instance", "devices", "device", "queue"]
    assert (labels[-1], script.actions[0][2]) == (last, {"layers": ["VK_LAYER_a"]})


def test_pairs_by_mock() -> None:
    """All pairs of each line, and one of them by the mock."""
    assert parsed_lines(LINES, "own_queue") == [("VK_LAYER_a", {"queue": "1", "used": "1"})]
    assert field(LINES, "vkQueueWaitIdle", "handle") == {"VK_LAYER_a": "0x1", "plain": ""}
