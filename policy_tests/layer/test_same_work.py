"""The same work in other forms of the same calls, with the layer directly above the drivers."""

import pytest

from refloader.suite.layers.alone.supported import supports
from refloader.suite.layers.checks import agreeing, same_work
from refloader.suite.layers.runs import (
    ALIKE,
    ALIKE_ON_TWO,
    APART,
    APART_ON_LAVAPIPE,
    EVERYDAY,
    FAILING,
    FRAMES,
    FRAMES_IN_WINDOWS,
    LAVAPIPE,
    SIMPLEST,
    WINDOWS,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

ON_ONE_AND_TWO_DRIVERS = pytest.mark.parametrize(
    "run",
    [
        pytest.param(ALIKE, id="mock"),
        pytest.param(ALIKE_ON_TWO, id="two drivers", marks=pytest.mark.real_driver),
    ],
)


@ON_ONE_AND_TWO_DRIVERS
class TestSameWork:
    """A layer in a compliant environment leaves it compliant, and makes no other entity fail."""

    @pytest.mark.rule("LLP_LAYER_2")
    def test_the_application_comes_to_its_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application with devices of two drivers that runs without the layer runs with it."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_every_form_is_done(self, layer: LayerTrial, run: Circumstances) -> None:
        """Work that is done alone is done as one of two, from another thread and beside other devices."""
        layer.holds(same_work.forms(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_much_is_done(self, layer: LayerTrial, run: Circumstances) -> None:
        """Work that is done alone is done after a thousand submits, among many others and among many objects."""
        layer.holds(same_work.forms(layer.without(run), layer.session(run), "many"), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_each_of_many_stays_as_it_is(self, layer: LayerTrial, run: Circumstances) -> None:
        """Each of hundreds of buffers keeps its contents, each of hundreds of fences its state."""
        layer.holds(same_work.kept(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_two_fences_in_one_call(self, layer: LayerTrial, run: Circumstances) -> None:
        """What waits for two fences waits for both or for either, as it is asked, and both are reset."""
        layer.holds(same_work.two_fences(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_what_is_asked_for_is_written(self, layer: LayerTrial, run: Circumstances) -> None:
        """A structure in pNext that the driver writes comes back written."""
        layer.holds(same_work.written(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_what_is_handed_in_is_only_read(self, layer: LayerTrial, run: Circumstances) -> None:
        """What a command takes as const is not written to: handles are unwrapped and values changed in copies."""
        layer.holds(same_work.only_read(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_lists_say_where_they_are_cut(self, layer: LayerTrial, run: Circumstances) -> None:
        """A list with more elements than there is room for ends with VK_INCOMPLETE, the layer's own elements too."""
        layer.holds(same_work.cut_short(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_newer_versions_are_not_refused(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application may ask for a version of Vulkan that is newer than the layer, and should with one of 1.0.

        Implementations of Vulkan 1.0 had to refuse newer versions, those of later ones never do.
        """
        result = same_work.newest_accepted(layer.without(run), layer.session(run))
        layer.holds(result, during=run, should=not supports(layer.supported_version, "1.1"))

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_each_of_several_is_another_one(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application that asks for several queues or command buffers gets as many different ones."""
        layer.holds(same_work.different(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_one_question_has_one_answer(self, layer: LayerTrial, run: Circumstances) -> None:
        """What can be asked by two names, or in two structures, has one answer."""
        layer.holds(agreeing.names(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_lists_are_as_long_as_counted(self, layer: LayerTrial, run: Circumstances) -> None:
        """A list fits where there is room for as many elements as the command counted."""
        layer.holds(agreeing.counts(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_own_calls_have_their_effect(self, layer: LayerTrial, run: Circumstances) -> None:
        """Memory, command buffers and pipelines are what the application's own calls made of them."""
        layer.holds(agreeing.states(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_callbacks_of_a_creation(self, layer: LayerTrial, run: Circumstances) -> None:
        """A callback on pNext of VkInstanceCreateInfo is called by vkCreateInstance and vkDestroyInstance alone."""
        layer.holds(agreeing.lasting(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_elements_behind_a_count(self, layer: LayerTrial, run: Circumstances) -> None:
        """Budgets and usages of heaps that a device has not got are zero."""
        layer.holds(agreeing.budgets(layer.without(run), layer.session(run)), during=run)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
@pytest.mark.parametrize("run", [EVERYDAY, WINDOWS, FRAMES], ids=["mock", "windows", "frames"])
class TestPresenting:
    """A layer in a compliant environment leaves it compliant where images are presented, too."""

    def test_every_swapchain_has_its_result(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application that asks for the result of each swapchain in pResults gets it."""
        layer.holds(same_work.presented(layer.without(run), layer.session(run)), during=run)

    def test_what_describes_a_swapchain_is_only_read(self, layer: LayerTrial, run: Circumstances) -> None:
        """What describes a swapchain or a presentation is not written to."""
        layer.holds(same_work.only_read(layer.without(run), layer.session(run)), during=run)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
@pytest.mark.parametrize("run", [FRAMES, FRAMES_IN_WINDOWS], ids=["frames", "frames in windows"])
def test_swapchains_with_the_handle_of_another(layer: LayerTrial, run: Circumstances) -> None:
    """A swapchain that has the handle of one that is gone has its own number of images."""
    layer.holds(same_work.told_of_its_own(layer.without(run), layer.session(run)), during=run)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
@pytest.mark.parametrize("run", [EVERYDAY, LAVAPIPE], ids=["mock", "lavapipe"])
def test_a_semaphore_counts_in_either_form(layer: LayerTrial, run: Circumstances) -> None:
    """A semaphore counts to the given value, by the newer form of a submission as by the older one."""
    layer.holds(same_work.counted_on(layer.without(run), layer.session(run)), during=run)


@pytest.mark.parametrize("run", [APART, APART_ON_LAVAPIPE], ids=["mock", "lavapipe"])
class TestApart:
    """What is done with one instance or device is not done with another one."""

    @pytest.mark.rule("LLP_LAYER_2")
    def test_two_at_once_come_to_their_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """An application with two instances, and with two threads that submit to two devices, comes to its end."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_instances_answer_for_themselves(self, layer: LayerTrial, run: Circumstances) -> None:
        """An older instance lists its own physical devices while a newer one lives."""
        layer.holds(same_work.instances_apart(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_objects_with_the_handle_of_another(self, layer: LayerTrial, run: Circumstances) -> None:
        """An object that has the handle of one that is gone is reported as what it is."""
        layer.holds(same_work.told_of_its_own(layer.without(run), layer.session(run)), during=run)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_two_threads_submit(self, layer: LayerTrial, run: Circumstances) -> None:
        """Two threads may submit at the same time, each to a device of its own: both jobs are done."""
        layer.holds(same_work.forms(layer.without(run), layer.session(run), "apart"), during=run)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_refusals_are_over_with_their_call(layer: LayerTrial) -> None:
    """What can be made is made after another one was refused by the driver, too."""
    simple = layer.session(SIMPLEST[FAILING.driver])
    result = same_work.made_after_refusals(simple, layer.without(FAILING), layer.session(FAILING))
    layer.holds(result, during=FAILING)
