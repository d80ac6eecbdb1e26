"""Several instances, physical devices and devices at once through a layer alone: what is said and done for each."""

import pytest

from refloader.suite.layers.alone import apart
from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.trial import LayerTrial


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_answers_of_each(layer: LayerTrial) -> None:
    """What a layer says of one physical device is not what it has asked about another one."""
    answers_keep(layer, apart.answers_of_each, apart.ACT)


@pytest.mark.rule("LLP_LAYER_19", "OBJECTS-LAYER-01")
class TestDispatchPointersOfEach:
    """A layer sets up what it makes for each instance and each device."""

    def test_below(self, layer: LayerTrial) -> None:
        """Queues and command buffers of a layer's own go down with a dispatch pointer, on each device."""
        answers_keep(layer, apart.objects_filled, apart.ACT)

    def test_above(self, layer: LayerTrial) -> None:
        """An object of the layer's begins with the dispatch pointer of its own instance."""
        answers_keep(layer, apart.first_words_of_each, apart.ACT)
