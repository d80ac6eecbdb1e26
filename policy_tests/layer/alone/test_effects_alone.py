"""What the calls of an application lead to: who hears a message, what a cache has, what is signaled."""

import pytest

from refloader.suite.layers.alone import facts
from refloader.suite.layers.alone.applied import AnswersCheck, answers_keep, enabled_extensions
from refloader.suite.layers.alone.asked import surfaces
from refloader.suite.layers.alone.carrying import carried
from refloader.suite.layers.alone.effects import (
    caches,
    enabled,
    messengers,
    presentations,
    submissions,
    values,
    waits,
)
from refloader.suite.layers.trial import LayerTrial


def effects_keep(
    layer: LayerTrial,
    judge: AnswersCheck,
    *,
    act: str = messengers.ACT,
    step: str = "",
    should: bool = False,
) -> None:
    """Apply a check to the act "effects", or another one, with the extensions enabled that the manifest lists."""
    answers_keep(layer, judge, act, *enabled_extensions(layer), step=step, should=should)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestMessengers:
    """What an application or the next entity reports comes to the messengers that are for it."""

    def test_heard(self, layer: LayerTrial) -> None:
        """A message is heard by the messengers with its severity and type, and by no others."""
        effects_keep(layer, messengers.heard, step="effects.messengers")

    def test_heard_once(self, layer: LayerTrial) -> None:
        """A messenger should hear a message once."""
        effects_keep(layer, messengers.heard_once, should=True)

    def test_passed_on(self, layer: LayerTrial) -> None:
        """A message comes to the callback as it was given, with the pUserData of the messenger."""
        effects_keep(layer, messengers.passed_on)

    def test_heard_in_creation(self, layer: LayerTrial) -> None:
        """A messenger on pNext of VkInstanceCreateInfo hears of the creation and the end of the instance."""
        effects_keep(layer, messengers.heard_in_creation, step="effects.creation")


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestCaches:
    """The data of pipeline caches and validation caches are of use to who reads them."""

    def test_headers(self, layer: LayerTrial) -> None:
        """Data begin with the header of their version, of this physical device."""
        effects_keep(layer, caches.headers_right)

    def test_room(self, layer: LayerTrial) -> None:
        """Where there is less room, VK_INCOMPLETE is returned, and nothing is written behind it."""
        effects_keep(layer, caches.room_right, step="effects.caches")

    def test_merged(self, layer: LayerTrial) -> None:
        """Caches that are to be merged should come down."""
        effects_keep(layer, caches.caches_merged, should=True)

    def test_none_is_destroyed(self, layer: LayerTrial) -> None:
        """VK_NULL_HANDLE may be destroyed."""
        effects_keep(layer, caches.none_destroyed, step="effects.null")


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_data_handed_back(layer: LayerTrial) -> None:
    """A cache is made of data as the next entity gave them, or of none."""
    effects_keep(layer, caches.data_handed_back)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_presentations(layer: LayerTrial) -> None:
    """What a layer submits of its own where an application presents is valid, also if the next entity is slow."""
    effects_keep(layer, presentations.presents_well, act=presentations.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_own_memory(layer: LayerTrial) -> None:
    """Memory of the layer's own is of a type that there is, fits what it is bound to, and is mapped if it can be."""
    effects_keep(layer, presentations.memory_valid, act=presentations.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_swapchains_below(layer: LayerTrial) -> None:
    """A swapchain comes down with what the surface below permits."""
    effects_keep(layer, presentations.swapchains_valid, act=presentations.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
class TestFeatures:
    """On a device with features of extensions, a layer makes valid use of them."""

    def test_presentations_with_features(self, layer: LayerTrial) -> None:
        """What a layer adds to presentations is valid beside what the application gives, and for each swapchain."""
        effects_keep(layer, presentations.presents_well, act=enabled.ACT)

    def test_own_memory_with_features(self, layer: LayerTrial) -> None:
        """Memory of the layer's own is valid there, too."""
        effects_keep(layer, presentations.memory_valid, act=enabled.ACT)

    def test_swapchains_below_with_features(self, layer: LayerTrial) -> None:
        """A swapchain comes down with what the surface below permits there, too."""
        effects_keep(layer, presentations.swapchains_valid, act=enabled.ACT)

    def test_allocations(self, layer: LayerTrial) -> None:
        """Memory has a priority between 0 and 1, and one alone."""
        effects_keep(layer, enabled.allocations_valid, act=enabled.ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestSwapchains:
    """An application that presents has the swapchain that it has asked for, and can make another one in its place."""

    def test_swapchains_made_anew(self, layer: LayerTrial) -> None:
        """With oldSwapchain, a swapchain can be made for a surface that has one."""
        effects_keep(layer, presentations.swapchains_made_anew, act=presentations.ACT)

    def test_modes_listed(self, layer: LayerTrial) -> None:
        """Each surface has VK_PRESENT_MODE_FIFO_KHR, which every surface below has."""
        effects_keep(layer, presentations.modes_listed, act=presentations.ACT)

    def test_images_of_swapchains(self, layer: LayerTrial) -> None:
        """Images of a swapchain below have the format, the size and the usage that the application has asked for."""
        effects_keep(layer, presentations.images_as_asked, act=presentations.ACT)

    def test_images_acquired(self, layer: LayerTrial) -> None:
        """What is acquired above is acquired below, and an acquisition without a timeout does not wait."""
        effects_keep(layer, presentations.images_acquired, act=presentations.ACT)

    def test_images_cut(self, layer: LayerTrial) -> None:
        """Where there is room for one image of several, one is written, and VK_INCOMPLETE is returned."""
        effects_keep(layer, presentations.images_cut, act=presentations.ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestSubmissions:
    """What a submission waits for and signals comes down, in whichever calls."""

    def test_semaphores(self, layer: LayerTrial) -> None:
        """Each semaphore of a submission is waited for or signaled below."""
        effects_keep(layer, submissions.semaphores_kept, step="effects.submissions")

    def test_fences(self, layer: LayerTrial) -> None:
        """The fence of a submission comes down once."""
        effects_keep(layer, submissions.fences_kept)

    def test_stages(self, layer: LayerTrial) -> None:
        """A wait for a semaphore blocks the stages that came with it."""
        effects_keep(layer, submissions.stages_kept)

    def test_values(self, layer: LayerTrial) -> None:
        """A timeline is waited for and signaled with the value that came for it."""
        effects_keep(layer, submissions.values_kept, act=enabled.ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_waits_without_end(layer: LayerTrial) -> None:
    """A wait for a fence, a semaphore or a presentation does not succeed before that has come to its end."""
    answers_keep(layer, waits.waits_asked, carried.ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestValues:
    """An answer has values that a device can have."""

    def test_truths(self, layer: LayerTrial) -> None:
        """A VkBool32 is VK_TRUE or VK_FALSE."""
        effects_keep(layer, values.truths_right, step="effects.truths")

    def test_formats(self, layer: LayerTrial) -> None:
        """A format that the layer supports by itself has the limits of a supported one."""
        effects_keep(layer, values.formats_possible, step="effects.formats")

    def test_budgets(self, layer: LayerTrial) -> None:
        """The budget of a heap is neither zero nor more than the heap has."""
        effects_keep(layer, values.budgets_possible, step="effects.budgets")

    def test_surfaces(self, layer: LayerTrial) -> None:
        """What a surface is capable of is possible: no least extent is above the current one."""
        answers_keep(layer, surfaces.capabilities_possible, facts.ACT, step="facts.capabilities")
