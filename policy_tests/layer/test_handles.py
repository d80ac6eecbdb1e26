"""Which handles a layer passes down: those that came up, of objects alive, each to its own device."""

import pytest

from refloader.suite.layers.checks import calling_down, creation, handles, results
from refloader.suite.layers.runs import PROGRAMS, SEVERAL, in_runs
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

IN_ALL_PROGRAMS = in_runs(PROGRAMS)
_ON_MOCK = {name: run for name, run in PROGRAMS.items() if run.driver == "mock"}
ON_THE_MOCK_DRIVER = in_runs(_ON_MOCK)


@pytest.mark.rule("LLP_LAYER_10", "WRAP-01")
class TestWrapping:
    """A layer that hands up handles of its own must unwrap them in every function that it passes down."""

    @IN_ALL_PROGRAMS
    def test_unwrapped(self, layer: LayerTrial, run: Circumstances) -> None:
        """No object of the layer's own goes down, be it a parameter, in an array, in a structure or in a lookup."""
        layer.keeps(handles.unwrapped, during=run)

    @ON_THE_MOCK_DRIVER
    def test_unwrapped_for_the_driver(self, layer: LayerTrial, run: Circumstances) -> None:
        """A driver that looks at every handle, also at those that have no type of their own, knows them all."""
        if not layer.seen(handles.wraps, run):
            pytest.skip("the layer hands up no handles of its own")
        layer.holds(results.undisturbed(layer.without(run), layer.session(run), "LLP_LAYER_10"), during=run)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
class TestValidCalls:
    """A layer must not make invalid calls to what is below it."""

    @IN_ALL_PROGRAMS
    def test_objects_are_alive(self, layer: LayerTrial, run: Circumstances) -> None:
        """Nothing goes down after its end."""
        layer.keeps(handles.alive, during=run)

    @IN_ALL_PROGRAMS
    def test_objects_are_there(self, layer: LayerTrial, run: Circumstances) -> None:
        """What may not be VK_NULL_HANDLE is not, and each handle that goes down is of an object that was made."""
        layer.keeps(handles.present, during=run)

    @IN_ALL_PROGRAMS
    def test_counts_have_a_place(self, layer: LayerTrial, run: Circumstances) -> None:
        """A list is asked for with a place for its length."""
        layer.keeps(calling_down.counts_given, during=run)

    @IN_ALL_PROGRAMS
    def test_objects_end_before_their_device(self, layer: LayerTrial, run: Circumstances) -> None:
        """When a device or an instance is destroyed below, nothing is left on it that the layer has made."""
        layer.keeps(handles.emptied, during=run)

    @ON_THE_MOCK_DRIVER
    def test_the_driver_has_no_complaint(self, layer: LayerTrial, run: Circumstances) -> None:
        """A driver that looks at what it is given finds nothing wrong that is not wrong without the layer."""
        layer.holds(results.undisturbed(layer.without(run), layer.session(run)), during=run)


class TestSeveral:
    """A layer keeps the objects of several instances and devices apart."""

    @pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
    def test_objects_meet_their_own(self, layer: LayerTrial) -> None:
        """No object goes down together with another device's or instance's."""
        layer.keeps(handles.apart, during=SEVERAL)


class TestCreation:
    """For functions that return handles, a layer leaves the value that it passes down alone."""

    @pytest.mark.rule("WRAP-04")
    @IN_ALL_PROGRAMS
    def test_of_instances(self, layer: LayerTrial, run: Circumstances) -> None:
        """What *pInstance holds goes down as it came, since those below may need it."""
        layer.keeps(creation.instance_pointer_untouched, during=run)

    @pytest.mark.rule("WRAP-04")
    @IN_ALL_PROGRAMS
    def test_of_devices(self, layer: LayerTrial, run: Circumstances) -> None:
        """What *pDevice holds goes down as it came, since those below may need it."""
        layer.keeps(creation.device_pointer_untouched, during=run)
