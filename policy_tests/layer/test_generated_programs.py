"""Valid programs that are generated from seeds, with the layer and without it."""

import pytest

from refloader.suite.layers.alone import generated
from refloader.suite.layers.alone.applied import AnswersCheck, answers_keep
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.generated_programs import ACT

FEW = ("--seed", "1", "--count", "60")
MANY = ("--seed", "61", "--count", "1200")
PROGRAMS = pytest.mark.parametrize("programs", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many")])


@PROGRAMS
class TestGeneratedPrograms:
    """What a program does has the same outcome with a layer as without it."""

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_what_is_found(self, layer: LayerTrial, programs: tuple[str, ...]) -> None:
        """Contents, states and results are those that the program's own calls lead to."""
        _keep(layer, generated.same_found, programs)

    @pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
    def test_what_reaches_the_driver(self, layer: LayerTrial, programs: tuple[str, ...]) -> None:
        """A valid program leads to no invalid calls: of what is gone, not begun, in use, or of another device."""
        _keep(layer, generated.calls_valid, programs)

    @pytest.mark.rule("LLP_LAYER_2")
    def test_programs_end(self, layer: LayerTrial, programs: tuple[str, ...]) -> None:
        """A program that comes to its end without the layer does so with it."""
        _keep(layer, generated.programs_ended, programs)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_nothing_is_refused(self, layer: LayerTrial, programs: tuple[str, ...]) -> None:
        """No call fails but for want of memory: that there are too many objects is the driver's to say."""
        _keep(layer, generated.calls_not_refused, programs)

    @pytest.mark.rule("LLP_LAYER_1")
    def test_failures(self, layer: LayerTrial, programs: tuple[str, ...]) -> None:
        """What succeeds without the layer should succeed with it, and what the driver refuses should do no harm."""
        _keep(layer, generated.failures_borne, programs, should=True)


def _keep(layer: LayerTrial, judge: AnswersCheck, programs: tuple[str, ...], *, should: bool = False) -> None:
    answers_keep(layer, judge, ACT, *programs, should=should)
