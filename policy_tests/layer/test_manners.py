"""What a layer does to its host process: while its library is opened and closed, and once its instance is gone."""

from collections.abc import Mapping
from typing import Any

import pytest

from refloader.results.coverage import lacking
from refloader.suite.layers.checks import allocations, leaks
from refloader.suite.layers.runs import (
    CALLBACKS_WATCHED,
    EVERYDAY,
    LAVAPIPE,
    MANY_OBJECTS_WATCHED,
    MANY_TIMES_WATCHED,
    SIMPLEST,
    in_runs,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions import side_effects
from refloader.suite.sessions.answers import part
from refloader.suite.sessions.session import Circumstances

ALONE = Circumstances(("manners", "growth"), variables=(("LC_ALL", "C.UTF-8"),), observed=False)
"""The locale of the user is another one than that of a program that sets none: setting it shows."""
NO_INSTANCE = "no instance could be made with the layer on"


def with_and_without(layer: LayerTrial, label: str) -> tuple[object, object]:
    """The changes with the layer and without it; skips where the layer was never on."""
    answers = layer.session(ALONE).answers
    if answers.get("manners.instance") != 0:
        pytest.skip(NO_INSTANCE)
    others: Mapping[str, Any] = layer.without(ALONE).answers
    return answers.get(label), others.get(label)


def changes(layer: LayerTrial, label: str) -> object:
    """The changes that the prober reports; without a layer there would be none."""
    answer = layer.probe("manners").get(label)
    return answer.get("changes") if isinstance(answer, Mapping) else None


@pytest.mark.rule("LLP_LAYER_2")
class TestLayersLeaveTheProcessAsItWas:
    """A layer must not cause other layers or drivers to fail, crash or otherwise misbehave."""

    def test_the_application_comes_to_its_end(self, layer: LayerTrial) -> None:
        """An application goes on when its instance is gone: no thread runs on in code that is not loaded any more."""
        layer.ends_well(ALONE, simpler=SIMPLEST[ALONE.driver])

    def test_nothing_of_others_is_taken_away(self, layer: LayerTrial) -> None:
        """Descriptors and variables of others are as before, and no signal leads into code that is gone."""
        gone, others = with_and_without(layer, "manners.gone")
        layer.holds(side_effects.harm(gone, others), during=ALONE)

    def test_the_state_of_the_process_is_put_back(self, layer: LayerTrial) -> None:
        """Locale, folder, signals, threads and the like should be as before."""
        gone, others = with_and_without(layer, "manners.gone")
        layer.holds(side_effects.untidiness(gone, others), during=ALONE, should=True)

    def test_nothing_grows_with_every_instance(self, layer: LayerTrial) -> None:
        """Descriptors and threads should not be left over by each instance."""
        again, others = with_and_without(layer, "manners.again")
        layer.holds(side_effects.leaks(again, others), during=ALONE, should=True)

    def test_nothing_grows_with_every_object(self, layer: LayerTrial) -> None:
        """Objects and work should leave no memory, descriptors, threads and mappings until their device ends."""
        left = leaks.nothing_left(layer.without(ALONE).answers, layer.session(ALONE).answers)
        layer.holds(left, during=ALONE, should=True)

    def test_no_memory_is_left_each_time(self, layer: LayerTrial) -> None:
        """Memory should not be left over by each instance, each device or each other call."""
        layer.keeps(allocations.left_behind, during=MANY_TIMES_WATCHED, should=True)

    @in_runs({"callbacks": CALLBACKS_WATCHED, "objects": MANY_OBJECTS_WATCHED})
    def test_no_memory_is_left_by_each_call(self, layer: LayerTrial, run: Circumstances) -> None:
        """The same for commands on objects that are rarely made."""
        layer.keeps(allocations.left_behind, during=run, should=True)

    @pytest.mark.parametrize("run", [EVERYDAY, LAVAPIPE], ids=["mock", "lavapipe"])
    def test_nothing_is_written_for_the_program(self, layer: LayerTrial, run: Circumstances) -> None:
        """What a program writes to its standard output is its own: others read it."""
        result = side_effects.silent(layer.session(run), layer.without(run), "layer")
        layer.holds(result, during=run, should=True)


@pytest.mark.rule("LLP_LAYER_2")
class TestLayersCanBeOpenedAndClosed:
    """A loader opens a layer's library, and closes it whenever it is done with it, in the process of a program."""

    def test_its_library_can_be_opened_and_closed(self, layer: LayerTrial) -> None:
        """Opening, negotiating and closing come to an end, several times over."""
        layer.must_end(layer.probed("manners"))

    def test_opening_takes_nothing_of_others_away(self, layer: LayerTrial) -> None:
        """Descriptors and variables of others are as before, and no signal leads into code that is gone."""
        layer.holds(side_effects.harm(changes(layer, "manners.unloaded"), {}))

    def test_closing_puts_the_state_of_the_process_back(self, layer: LayerTrial) -> None:
        """Locale, folder, signals, threads and the like should be as before."""
        layer.holds(side_effects.untidiness(changes(layer, "manners.unloaded"), {}), should=True)

    def test_nothing_grows_with_every_opening(self, layer: LayerTrial) -> None:
        """Descriptors and threads should not be left over each time."""
        layer.holds(side_effects.leaks(changes(layer, "manners.again"), {}), should=True)


@pytest.mark.rule("LLP_LAYER_5")
def test_there_is_a_library_to_negotiate_with(layer: LayerTrial) -> None:
    """The dynamic linker opens the layer's library, so that a loader can negotiate with it.

    One for another machine may be right for that, and one with a sanitizer in a program that is built alike. Where
    there is a manifest, its findings tell of the file.
    """
    problem = "" if layer.layer.manifest else layer.layer.problem
    if lacking(problem) == "build without a sanitizer":
        pytest.skip(problem)
    if problem and " is for " in problem:
        layer.warning = problem
        return
    assert not problem, problem
    refused = part(layer.probe("manners"), "load").get("refused")

    assert refused is None, f"the dynamic linker refuses the library: {refused}"
