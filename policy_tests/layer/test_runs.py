"""Whether programs come to their end with the layer on."""

import pytest

from refloader.harness.layers.session import Circumstances, Driver
from refloader.harness.layers.trial import LayerTrial

ACTS = ("instance", "devices", "device")


@pytest.mark.rule("LLP_LAYER_2")
class TestLayersHarmNobody:
    """A layer must not make others fail, crash or misbehave."""

    @pytest.mark.parametrize("driver", ["mock", "lavapipe"])
    def test_the_application_comes_to_its_end(self, layer: LayerTrial, driver: Driver) -> None:
        """An application that runs without the layer runs with it."""
        layer.ends_well(Circumstances(ACTS, driver=driver))
