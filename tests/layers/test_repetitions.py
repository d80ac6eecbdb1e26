"""The prober's act "carry", on layers that leave out repetitions: which of them are right."""

from collections.abc import Callable
from typing import Any

import pytest

from refloader.suite.layers.alone.carrying import carried, repeats
from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.layer import LayerSubject

pytestmark = pytest.mark.slow

Hostile = Callable[..., LayerSubject]

KEEPS_ALL_BUT_THE_FIRST = "if (has) { kept = reference; due = 1; return; } has = 1"
HAS_ONE_VALUE_FOR_ALL = "reference = 128; if (has && kept == reference) return; has = 1; kept = reference"
LEAVES_OUT_OTHERS = "if (has) return; has = 1"
COMMAND = "vkCmdSetStencilReference"

LEAVES_OUT_WHAT_IS_BOUND = (
    "if (are_bound(layout, first, count, sets)) return; keep_bound(layout, first, count, sets)"
)
KNOWS_WHAT_IS_DISTURBED = (
    "if (first < MOST_SETS && bound[first].layout != 0 && bound[first].layout != layout) disturb_behind(first); "
    + LEAVES_OUT_WHAT_IS_BOUND
)


def answers_of(layer: LayerSubject) -> dict[str, Any]:
    """The answers of the act. Skips where the machine cannot run it."""
    arguments = ("--layer", layer.name, "--function", COMMAND)
    session = probed(Probe(layer.library, carried.ACT, arguments))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    return dict(session.answers)


class TestOneOtherValue:
    """vkCmdSetStencilReference with one other value is no repetition, unless the layer makes it one."""

    def test_what_goes_down_before_a_drawing_is_right(self, hostile: Hostile) -> None:
        """The first state is set at once, and each further one when something is drawn."""
        look = repeats.altered_alone(answers_of(hostile(stencil=KEEPS_ALL_BUT_THE_FIRST)))

        assert look.seen > 0
        assert look.broken == []

    def test_a_repetition_of_the_layers_own_value_is_right(self, hostile: Hostile) -> None:
        """The layer has one reference for whatever it is given, and that is set already."""
        look = repeats.altered_alone(answers_of(hostile(stencil=HAS_ONE_VALUE_FOR_ALL)))

        assert look.seen > 0
        assert look.broken == []

    def test_what_never_goes_down_is_a_breach(self, hostile: Hostile) -> None:
        """The reference of the first call stays."""
        look = repeats.altered_alone(answers_of(hostile(stencil=LEAVES_OUT_OTHERS)))

        assert list(look.said) == [f"{COMMAND} does not go down a second time with another reference alone"]


class TestDisturbedSets:
    """Sets that one with a lower number and another layout has disturbed are not bound: it is no repetition."""

    def test_what_counts_as_disturbed_goes_down(self, hostile: Hostile) -> None:
        """The layer forgets the sets behind one that was bound with another layout before, and no others."""
        look = repeats.disturbed_bound(answers_of(hostile(bind=KNOWS_WHAT_IS_DISTURBED)))

        assert look.seen > 0
        assert look.broken == []

    def test_what_is_taken_for_bound_is_a_breach(self, hostile: Hostile) -> None:
        """The layer looks at the sets of the call alone."""
        look = repeats.disturbed_bound(answers_of(hostile(bind=LEAVES_OUT_WHAT_IS_BOUND)))

        assert list(look.said) == [
            "vkCmdBindDescriptorSets does not go down a second time, though a set with a lower number was bound with"
            " another layout, which disturbs these"
        ]
