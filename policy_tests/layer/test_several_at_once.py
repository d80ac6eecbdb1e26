"""What a layer does in programs with several instances, devices and threads, and when it is called from callbacks."""

import pytest

from refloader.suite.layers.checks import threads
from refloader.suite.layers.runs import (
    AGAIN,
    AT_ONCE,
    AT_ONCE_ON_LAVAPIPE,
    REENTRANT,
    REENTRANT_ON_LAVAPIPE,
    SEVERAL,
    SIMPLEST,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

RUNS = {
    "several": SEVERAL,
    "at once": AT_ONCE,
    "at once on lavapipe": AT_ONCE_ON_LAVAPIPE,
    "again": AGAIN,
    "reentrant": REENTRANT,
    "reentrant on lavapipe": REENTRANT_ON_LAVAPIPE,
}


class TestLayersHarmNobody:
    """A layer must not make others fail, crash or misbehave."""

    @pytest.mark.rule("LLP_LAYER_2")
    @pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
    def test_the_application_comes_to_its_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application that runs without the layer runs with it."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    @pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
    @pytest.mark.parametrize("run", [AT_ONCE, AT_ONCE_ON_LAVAPIPE], ids=["mock", "lavapipe"])
    def test_objects_of_one_thread(self, layer: LayerTrial, run: Circumstances) -> None:
        """What may be used by one thread alone is not used by another below the layer meanwhile."""
        layer.keeps(threads.synchronised, during=run)
