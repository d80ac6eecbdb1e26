"""What dispatchable objects begin with when a layer makes them, wraps them, or uses them before the loader."""

import pytest

from refloader.suite.layers.checks import objects
from refloader.suite.layers.runs import PROGRAMS, in_runs
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

IN_ALL_PROGRAMS = in_runs(PROGRAMS)


class TestCreatedObjects:
    """A layer fills in the dispatch pointer of what the loader's trampolines do not see."""

    @IN_ALL_PROGRAMS
    @pytest.mark.rule("LLP_LAYER_19", "OBJECTS-LAYER-01", "WRAP-06")
    def test_filled_in_below(self, layer: LayerTrial, run: Circumstances) -> None:
        """Queues and command buffers of the layer's own, and those in its wrappers, begin as their device does."""
        layer.keeps(objects.filled_below, during=run)

    @IN_ALL_PROGRAMS
    @pytest.mark.rule("LLP_LAYER_19", "WRAP-02")
    def test_filled_in_above(self, layer: LayerTrial, run: Circumstances) -> None:
        """A wrapped instance or physical device begins with a pointer to a dispatch table."""
        layer.keeps(objects.filled_above, during=run)

    @IN_ALL_PROGRAMS
    @pytest.mark.rule("LLP_LAYER_19", "WRAP-06")
    def test_shared_by_children(self, layer: LayerTrial, run: Circumstances) -> None:
        """All objects of an instance or a device begin alike, so that those above find what belongs to it."""
        layer.keeps(objects.shared_above, during=run)
