"""What a layer hands up: results that fit, and an application that is answered as it is without the layer."""

from dataclasses import replace
from functools import partial

import pytest

from refloader.suite.layers.alone import facts
from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.alone.supported import supports
from refloader.suite.layers.checks import results
from refloader.suite.layers.runs import (
    AGAIN,
    AT_ONCE_ON_LAVAPIPE,
    CALLBACKS,
    DIFFERENT_DEVICES,
    EVERYDAY,
    FAILING,
    LAVAPIPE,
    POOR,
    PROGRAMS,
    REENTRANT,
    REENTRANT_ON_LAVAPIPE,
    REFUSED,
    SIMPLEST,
    in_runs,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

OBSERVED = {**PROGRAMS, "failing": FAILING, "different devices": DIFFERENT_DEVICES}
WITH_REFUSALS = {**OBSERVED, **REFUSED}
ALL = {
    **OBSERVED,
    "callbacks": CALLBACKS,
    "at once on lavapipe": AT_ONCE_ON_LAVAPIPE,
    "again": AGAIN,
    "reentrant": REENTRANT,
    "reentrant on lavapipe": REENTRANT_ON_LAVAPIPE,
}
IN_PROGRAMS = in_runs(PROGRAMS)
IN_OBSERVED_PROGRAMS = in_runs(OBSERVED)
IN_PROGRAMS_WITH_REFUSALS = in_runs(WITH_REFUSALS)
IN_ALL_PROGRAMS = in_runs(ALL)


class TestResults:
    """An intercepting function that returns something returns an appropriate value."""

    @IN_PROGRAMS_WITH_REFUSALS
    @pytest.mark.rule("INTERCEPT-04", "LLP_LAYER_1", "CONV-LAYER-01")
    def test_values_of_the_command(self, layer: LayerTrial, run: Circumstances) -> None:
        """A result is one that the command can have, and VK_SUCCESS comes with the objects that were to be made."""
        layer.keeps(results.appropriate, during=run)

    @IN_PROGRAMS_WITH_REFUSALS
    @pytest.mark.rule("INTERCEPT-04")
    def test_values_from_below(self, layer: LayerTrial, run: Circumstances) -> None:
        """What was passed on once is answered with what came back, where that is not the layer's own business."""
        layer.keeps(results.passed_up, during=run)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestSameAsWithout:
    """A layer in a compliant environment leaves it compliant."""

    @IN_ALL_PROGRAMS
    def test_answers(self, layer: LayerTrial, run: Circumstances) -> None:
        """The application is answered as without the layer; a difference may be what the layer is for."""
        if _has_no_instance(layer, run):
            pytest.skip("no instance could be made with the layer on (LLP_LAYER_2)")
        plain, layered = layer.without(run), layer.session(run)
        again = plain
        if layered.answers != plain.answers:
            again = layer.without(replace(run, variables=(*run.variables, ("REFLOADER_AGAIN", "1"))))
        layer.holds(results.alike(plain, again, layered), during=run, should=True)

    @IN_ALL_PROGRAMS
    def test_devices_remain(self, layer: LayerTrial, run: Circumstances) -> None:
        """A layer may imitate another device, but it leaves the application one, and says where a list is cut."""
        if _has_no_instance(layer, run):
            pytest.skip("no instance could be made with the layer on (LLP_LAYER_2)")
        layer.holds(results.devices_remain(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.parametrize("run", [EVERYDAY, LAVAPIPE], ids=["mock", "lavapipe"])
    def test_names_have_an_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """A layer may name another device, by a text that ends in the array that there is for it."""
        layer.holds(results.names_end(layer.without(run), layer.session(run)), during=run)

    @IN_PROGRAMS
    def test_the_layer_is_found_for_every_instance(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application that makes several instances with the layer gets them all."""
        layer.holds(results.found_again(layer.without(run), layer.session(run)), during=run)

    def test_a_device_that_has_little(self, layer: LayerTrial) -> None:
        """A device can be made that has no more than every device: the layer enables nothing that it lacks."""
        layer.holds(results.modest(layer.without(POOR), layer.session(POOR)), during=POOR)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestOneFact:
    """What a physical device has is one thing, in whichever way an application asks for it.

    A layer that supports no such version may know one of the ways alone: it should not hide anything then.
    """

    def test_in_two_structures(self, layer: LayerTrial) -> None:
        """A feature, limit or name that two structures have is one: a layer may change it in both."""
        should = not supports(layer.supported_version, "1.2")
        answers_keep(layer, facts.structures_agree, facts.ACT, step="facts.structures", should=should)

    def test_by_two_commands(self, layer: LayerTrial) -> None:
        """A command and its newer form tell the same of features, limits, memory, queues and formats."""
        should = not supports(layer.supported_version, "1.1")
        answers_keep(layer, facts.commands_agree, facts.ACT, step="facts.vk", should=should)

    def test_of_surfaces_by_two_commands(self, layer: LayerTrial) -> None:
        """What a surface is capable of is the same by the newer commands that extensions have for it."""
        should = not supports(layer.supported_version, "1.1")
        judge = partial(facts.commands_agree, of_surfaces=True)
        answers_keep(layer, judge, facts.ACT, step="facts.surfaces", should=should)

    def test_of_surfaces_by_commands_of_the_entity_below(self, layer: LayerTrial) -> None:
        """What a layer changes of surfaces should be the same by newer commands, which it may leave alone."""
        judge = partial(facts.commands_agree, of_surfaces=True, passed_on=True)
        answers_keep(layer, judge, facts.ACT, step="facts.surfaces", should=True)

    def test_groups_of_all_devices(self, layer: LayerTrial) -> None:
        """Each physical device that is listed is in one group, by either name of the command."""
        should = not supports(layer.supported_version, "1.1")
        answers_keep(layer, facts.groups_agree, facts.ACT, step="facts.groups", should=should)

    def test_devices_as_counted(self, layer: LayerTrial) -> None:
        """As many physical devices and groups are listed as are counted."""
        answers_keep(layer, facts.counts_agree, facts.ACT, step="facts.groups")

    def test_groups_of_hidden_devices(self, layer: LayerTrial) -> None:
        """A physical device that the layer takes from the list should be in no group either."""
        judge = partial(facts.groups_agree, hidden=True)
        answers_keep(layer, judge, facts.ACT, step="facts.groups", should=True)


def _has_no_instance(layer: LayerTrial, run: Circumstances) -> bool:
    """Whether the layer keeps even the simplest program from its instance, and this one got none either."""
    simple = SIMPLEST[run.driver]
    result = results.creates("vkCreateInstance", layer.without(simple), layer.session(simple))
    return bool(result.broken) and not results.has_instance(layer.session(run))
