"""Judges of the states of objects, on a program's answers without the layer and with it."""

from typing import Any

from refloader.suite.layers.states import states
from refloader.suite.sessions.session import Session

WORKS = {"states.alone.commands.run": 0xC0FFEE01}
EVENT = "states.alone.polls.event"


def test_the_same() -> None:
    """An event is set with the layer as without it."""
    assert facts({EVENT: 1}) == []


def test_otherwise_with_the_layer() -> None:
    """An event that is set without the layer is never set with it."""
    [fact] = facts({EVENT: 0})

    assert fact.startswith("this does not hold: vkGetEventStatus alone, asked again and again,")


def test_all_right_with_the_layer() -> None:
    """Where nothing is wrong with the layer, nobody has to know what it is like without."""
    look = states(_not_wanted, Session(answers={**WORKS, EVENT: 1}))

    assert (look.seen, look.broken) == (2, [])


def test_wrong_without_the_layer() -> None:
    """What is wrong without the layer is the driver's."""
    assert facts({EVENT: 0}, plain={EVENT: 0}) == []


def test_a_device_that_does_nothing() -> None:
    """A layer may imitate a device that does no work: nothing is judged by what comes of it."""
    plain = Session(answers={**WORKS, EVENT: 1})
    layered = Session(answers={"states.alone.commands.run": 0, EVENT: 0})

    assert states(lambda: plain, layered).seen == 0


def test_what_a_layer_may_be_there_to_change() -> None:
    """How things are drawn, and how many bits a timestamp has, is a warning."""
    drawn, bits = "states.alone.drawings.drawn", "states.alone.queries.in_bits"

    assert facts({drawn: 0, bits: 0}, plain={drawn: 256, bits: 1}) == []
    assert len(facts({drawn: 0, bits: 0}, plain={drawn: 256, bits: 1}, should=True)) == 2


def test_shaders_that_the_mock_driver_does_not_know() -> None:
    """A layer replaces them: what they would have done is not judged, and events are."""
    shader = "states.alone.shaders.default"
    plain = Session(answers={**WORKS, EVENT: 1, shader: 5})
    wrong = {**WORKS, EVENT: 0, shader: 0}
    known, unknown = "driver m vkCreateShaderModule", "driver m vkCreateShaderModule code=unknown"

    found = [
        len(states(lambda: plain, Session(answers=wrong, trace=(line,))).broken) for line in (known, unknown)
    ]

    assert found == [2, 1]


def facts(layered: dict[str, Any], *, plain: dict[str, Any] | None = None, should: bool = False) -> list[str]:
    """The facts that are found wrong where work is done. Without the layer an event is set unless told."""
    before = Session(answers={**WORKS, **(plain if plain is not None else {EVENT: 1})})
    result = states(lambda: before, Session(answers={**WORKS, **layered}), should=should)
    return [each.fact for each in result.broken]


def _not_wanted() -> Session:
    raise AssertionError("a run was made that nobody needs")
