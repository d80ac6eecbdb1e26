"""What the validation layer says of a layer's calls when it stands below it."""

import pytest

from refloader.suite.layers.checks import validation
from refloader.suite.layers.runs import VALIDATED, VALIDATED_ON_LAVAPIPE, VALIDATED_WINDOWS
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances
from refloader.suite.subjects.installed_layers import installed_layer

RUNS = {"callbacks": VALIDATED, "lavapipe": VALIDATED_ON_LAVAPIPE, "windows": VALIDATED_WINDOWS}


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
class TestValidCalls:
    """A layer must not make invalid calls to what is below it."""

    @pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
    def test_nothing_is_invalid(self, layer: LayerTrial, run: Circumstances) -> None:
        """A validation layer below finds no more than without the layer."""
        below = installed_layer(validation.NAME)
        if below is None:
            pytest.skip(f"{validation.NAME} is not installed (Debian: vulkan-validationlayers)")
        if layer.layer.name == validation.NAME:
            pytest.skip("the layer is the validation layer itself")
        layer.holds(validation.valid(*layer.above(below, run)))
