"""Judges of what is asked for beside a layer's own extensions, on answers that keep their rules or break them."""

from functools import partial

from answered import Judged, Row, each, made

from refloader.suite.layers.alone import beside_own
from refloader.suite.layers.alone.beside_own import ALONE, WITH, WITHOUT
from refloader.suite.sessions.answers import Answers

ASKED = {"extensions": "VK_PROBER_below_one", "queues": 2, "copy_queues": 1, "is_robust": 1}


def three(kind: str = "device", **changes: object) -> Answers:
    """A creation without, one with nothing but, and one beside the layer's own, which is changed."""
    return {
        **made(WITHOUT, kind, **ASKED),
        **made(ALONE, kind),
        **made(WITH, kind, **{**ASKED, **changes}),
    }


ROWS: list[Row] = [
    (
        "an extension of the entity below",
        partial(beside_own.rest_kept, kind="instance"),
        three("instance", extensions="VK_ONE_of_the_layer,VK_PROBER_below_one"),
        three("instance", extensions="VK_ONE_of_the_layer"),
        "the next vkCreateInstance does not get VK_PROBER_below_one as it does without them",
    ),
    (
        "queues",
        partial(beside_own.rest_kept, kind="device"),
        three(queues=3),
        three(copy_queues=0),
        "the next vkCreateDevice does not get 1 queues of the second family, but 0,",
    ),
    (
        "a feature",
        beside_own.features_kept,
        three(),
        three(is_robust=0),
        "the next vkCreateDevice does not get robustBufferAccess",
    ),
    (
        "another extension",
        beside_own.others_accepted,
        three("instance"),
        three("instance", result=-7),
        "vkCreateInstance gives VK_ERROR_EXTENSION_NOT_PRESENT for VK_PROBER_below_one and extensions of",
    ),
]


@each(ROWS)
class TestBesideOwnExtensions(Judged):
    """What goes down without the layer's own extensions does so with them."""


def test_extensions_that_cannot_be_enabled_alone() -> None:
    """What the layer's own extensions need, the prober does not know."""
    answers = {**three("instance", result=-7), **made(ALONE, "instance", result=-7)}

    assert beside_own.others_accepted(answers).seen == 0
    assert beside_own.rest_kept(answers, "instance").seen == 0
