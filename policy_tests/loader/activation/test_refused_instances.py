"""Instances that the loader refuses: whatever else there is, they are refused, and the next instance is made."""

from collections.abc import Callable

import pytest

from policy_tests.loader.activation.test_neighbouring_requests import BESIDE, OF_2026, SINCE_2018
from policy_tests.loader.implied import refused
from policy_tests.loader.negotiation.test_faults_in_libraries import EVERYWHERE
from refloader.scenario.call_sequence import way_down
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

A, B, D = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_d"
ABSENT = "VK_LAYER_TEST_absent"
LAYER_NOT_PRESENT = -6
UNKNOWN = "VK_FAKE_extension"
KNOWN = "VK_EXT_debug_report"
SURFACE = "VK_KHR_surface"
"""An extension that loaders know and the driver of these worlds does not have."""

FAULTS = ("nothing", "text", "for-another-machine", "folder")
"""What lies at the path of a library that cannot be used, by the names in ``EVERYWHERE``."""

AFTER_EVERY: dict[str, Callable[[World], object]] = {
    "an-implicit-layer": BESIDE["an-implicit-layer"],
    "a-bad-implicit-layer": lambda world: world.implicit_layer(D, mock=None),
    **BESIDE,
    "nothing": lambda world: None,
}
"""What may stand beside, the most telling first: a quick run takes the first of all."""

NEIGHBOURS = [
    pytest.param(each, marks=OF_2026 if each.startswith(("VK_LOADER", "VK_ADD", "an-over")) else ())
    for each in AFTER_EVERY
]


def layers(world: World, beside: str) -> None:
    """A driver, two explicit layers, and something beside them."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    AFTER_EVERY[beside](world)


@pytest.mark.rule("EXT-FILTER-03")
@pytest.mark.editions("2018", "2026")
class TestUnknownExtensions:
    """Enabling an extension that the loader does not know fails vkCreateInstance, whatever else there is."""

    @pytest.mark.parametrize("beside", NEIGHBOURS)
    @pytest.mark.parametrize("asked", [[], [B]], ids=["no-layer", "a-layer"])
    @pytest.mark.parametrize(
        "extensions", [[UNKNOWN], [KNOWN, UNKNOWN], [UNKNOWN, KNOWN]], ids=["alone", "last", "first"]
    )
    def test_beside_others(
        self, world: World, subject: Trial, beside: str, asked: list[str], extensions: list[str]
    ) -> None:
        """vkCreateInstance fails if the application enables an unknown extension, whatever layers there are."""
        layers(world, beside)
        world.application(layers=asked, extensions=extensions)

        refused(subject, subject.observe(world))


@pytest.mark.rule("ACT-APP-02")
@pytest.mark.needs_library
@OF_2026
class TestEveryPlace:
    """The application learns that it cannot have a layer, wherever in its list the layer is named."""

    @pytest.mark.parametrize("number", [4, 1, 9, 17])
    def test_of_a_list(self, world: World, subject: Trial, number: int) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT for a missing layer at any place of the request."""
        names = [f"VK_LAYER_TEST_{index}" for index in range(number - 1)]
        world.driver()
        for name in names:
            world.explicit_layer(name)
        script = Script()
        for place in range(number):
            script.create(f"i{place}", layers=[*names[:place], ABSENT, *names[place:]])

        seen = subject.calls(world, script)

        answers = [seen.answers[f"i{place}"] for place in range(number)]
        assert answers == [LAYER_NOT_PRESENT] * number


@pytest.mark.rule("ACT-APP-02")
@OF_2026
class TestTwoBadLayers:
    """The application learns that it cannot have a layer, also where another layer cannot be had either."""

    @pytest.mark.parametrize("fault", FAULTS)
    @pytest.mark.parametrize("asked", FAULTS)
    @pytest.mark.parametrize("first", [B, A], ids=["alone", "behind-a-good-one"])
    def test_an_implicit_one_beside(
        self, world: World, subject: Trial, fault: str, asked: str, first: str
    ) -> None:
        """vkCreateInstance fails if a requested layer's library is unusable, also beside such an implicit layer."""
        world.driver()
        world.explicit_layer(A)
        bad = world.explicit_layer(B, mock=None)
        implicit = world.implicit_layer(D, mock=None)
        EVERYWHERE[asked](world, f"{bad.rpartition('/')[0]}/lib{B}.so")
        EVERYWHERE[fault](world, f"{implicit.rpartition('/')[0]}/lib{D}.so")
        world.application(layers=list(dict.fromkeys([first, B])))

        seen = subject.observe(world)

        assert seen.result_name in ("VK_ERROR_LAYER_NOT_PRESENT", "VK_ERROR_INITIALIZATION_FAILED")


Refusal = Callable[[Script], object]
REFUSALS: dict[str, Refusal] = {
    "extension-of-nobody": lambda script: script.create("refused", extensions=[SURFACE]),
    "extension": lambda script: script.create("refused", extensions=[UNKNOWN]),
    "layer": lambda script: script.create("refused", layers=[ABSENT]),
    "layer-behind-another": lambda script: script.create("refused", layers=[A, ABSENT]),
    "both": lambda script: script.create("refused", layers=[A, ABSENT], extensions=[UNKNOWN]),
}


@pytest.mark.rule("ACT-IMPLICIT-01", "ACT-APP-01")
@pytest.mark.needs_library
@SINCE_2018
class TestTheNextInstance:
    """An implicit layer is active for every instance, and a layer that the application names is in its chain."""

    @pytest.mark.parametrize("why", REFUSALS)
    @pytest.mark.parametrize("beside", NEIGHBOURS)
    def test_after_refused_ones(self, world: World, subject: Trial, why: str, beside: str) -> None:
        """After two refused instances the next one is made, with the layers that are implicit or requested."""
        layers(world, beside)
        script = Script()
        REFUSALS[why](script)
        REFUSALS[why](script)
        script.create("made", layers=[B])

        seen = subject.calls(world, script)

        expected = {B, D} if beside == "an-implicit-layer" else {B}
        called = {*way_down(seen.lines["made"], "vkCreateInstance", "layer")}
        assert (seen.answers["made"], expected - called) == (0, set())


BEFORE: dict[str, Refusal] = {
    "extension": lambda script: script.create("refused", layers=[A], extensions=[UNKNOWN]),
    "extension-of-nobody": lambda script: script.create("refused", layers=[A], extensions=[SURFACE]),
    "layer": lambda script: script.create("refused", layers=[A, ABSENT]),
    "layer-in-front": lambda script: script.create("refused", layers=[ABSENT, A]),
    "both": lambda script: script.create("refused", layers=[A, ABSENT], extensions=[UNKNOWN]),
}
"""Requests that are refused although one of their layers is there."""


@pytest.mark.rule("ACT-EXPLICIT-01")
@pytest.mark.needs_library
@SINCE_2018
class TestNothingIsLeft:
    """An explicit layer is active only if its own instance asks for it."""

    @pytest.mark.parametrize("asked", [[], [B]], ids=["no-layer", "a-layer"])
    @pytest.mark.parametrize("why", BEFORE)
    def test_layers_of_refused_ones(self, world: World, subject: Trial, why: str, asked: list[str]) -> None:
        """A layer that only a refused instance requested is not in the chains of the next two instances."""
        layers(world, "nothing")
        script = Script()
        BEFORE[why](script)
        script.create("made", layers=asked)
        script.create("next", layers=asked)

        seen = subject.calls(world, script)

        found = [way_down(seen.lines[name], "vkCreateInstance", "layer") for name in ("made", "next")]
        assert [[*each] for each in found] == [asked, asked]
