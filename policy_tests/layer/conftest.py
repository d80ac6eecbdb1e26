"""The fixture of the layers' part of the suite."""

import pytest

from refloader.suite.layers.trial import LayerTrial
from refloader.suite.plugin import layer_trial, spread_layers


@pytest.fixture
def layer(request: pytest.FixtureRequest) -> LayerTrial:
    """The layer of this case; every test is run on each layer of the run."""
    return layer_trial(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests on the layers of the run."""
    spread_layers(metafunc)
