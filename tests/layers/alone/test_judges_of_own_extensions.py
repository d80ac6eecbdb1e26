"""Judges of a layer's own extensions, on answers that keep their rules or break them: what is asked for beside them,
and what the manifest says of them.
"""

from functools import partial

from answered import Judged, Row, each, made

from refloader.suite.layers.alone import beside_own, introspected
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


# ---- the manifest's list

COMMAND = "vkEnumerateInstanceExtensionProperties"


def listed(manifest: tuple[str, ...], library: list[str], result: int = 0) -> list[str]:
    """What is said of a manifest and of a library that answers for its own name."""
    answer = {"filled": {"result": result}, "names": library}
    look = introspected.unlisted_extensions(
        {f"enumerate.{COMMAND}.own": answer}, manifest, COMMAND, "VK_LAYER_a"
    )
    return list(look.said)


def test_both_have_the_same() -> None:
    """That is right."""
    assert listed(("VK_A_one",), ["VK_A_one"]) == []


def test_an_extension_that_the_manifest_promises() -> None:
    """A program can enable it, and nobody implements it."""
    assert listed(("VK_A_one", "VK_A_two"), ["VK_A_one"]) == [
        f"the manifest lists VK_A_two, and {COMMAND} of the library for its own name does not"
    ]


def test_a_library_that_does_not_say() -> None:
    """A library that fails for its own name is judged by another check."""
    assert listed(("VK_A_one",), [], result=-6) == []
