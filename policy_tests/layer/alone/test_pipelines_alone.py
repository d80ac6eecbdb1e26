"""Several pipelines or shaders in one call, of which some cannot be made."""

import pytest

from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.alone.carrying import carried
from refloader.suite.layers.alone.effects import pipelines
from refloader.suite.layers.trial import LayerTrial


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestSeveralPipelines:
    """A call comes to what the specification says of it, if a layer makes them one by one or ends some, too."""

    def test_none_is_destroyed(self, layer: LayerTrial) -> None:
        """Where not all could be made, no handle comes up of one that the layer has destroyed."""
        answers_keep(layer, pipelines.none_destroyed, carried.ACT)

    def test_failure_is_told(self, layer: LayerTrial) -> None:
        """That one could not be made is not hidden by the others, which could."""
        answers_keep(layer, pipelines.failure_told, carried.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_derived_pipelines(layer: LayerTrial) -> None:
    """A pipeline that is derived from an earlier one of its call has a base below: else the call is invalid."""
    answers_keep(layer, pipelines.bases_kept, carried.ACT)
