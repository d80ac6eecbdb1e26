"""What a layer gives to queues: semaphores by turns, images that are acquired, all that came, and time for it."""

import pytest

from refloader.suite.layers.checks import calling_down, pending, presentation, queue_families, semaphores
from refloader.suite.layers.runs import (
    EVERYDAY,
    FRAMES,
    FRAMES_IN_PART,
    FRAMES_IN_WINDOWS,
    LAVAPIPE,
    SIMPLEST,
    WINDOWS,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances

FRAMES_OF_TWO = {"frames": FRAMES, "frames in windows": FRAMES_IN_WINDOWS}
IN_FRAMES_OF_TWO = pytest.mark.parametrize("run", FRAMES_OF_TWO.values(), ids=FRAMES_OF_TWO)
SHOWING = {**FRAMES_OF_TWO, "everyday": EVERYDAY, "lavapipe": LAVAPIPE, "windows": WINDOWS}
WHERE_IMAGES_ARE_SHOWN = pytest.mark.parametrize("run", SHOWING.values(), ids=SHOWING)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
class TestValidWork:
    """A layer must not make invalid calls to what is below it."""

    @WHERE_IMAGES_ARE_SHOWN
    def test_semaphores(self, layer: LayerTrial, run: Circumstances) -> None:
        """What waits for a semaphore comes behind what signals it, and what signals it again behind the wait."""
        layer.keeps(semaphores.matched, during=run)

    @WHERE_IMAGES_ARE_SHOWN
    def test_images(self, layer: LayerTrial, run: Circumstances) -> None:
        """Images of a swapchain are used and presented only while they are acquired."""
        layer.keeps(presentation.acquired, during=run)

    @WHERE_IMAGES_ARE_SHOWN
    def test_pending_work(self, layer: LayerTrial, run: Circumstances) -> None:
        """Objects end, and command buffers begin anew, behind the work that was submitted with them."""
        layer.keeps(pending.completed, during=run)

    @WHERE_IMAGES_ARE_SHOWN
    def test_families(self, layer: LayerTrial, run: Circumstances) -> None:
        """A queue executes command buffers of its own family."""
        layer.keeps(queue_families.submitted_to_their_family, during=run)

    @WHERE_IMAGES_ARE_SHOWN
    def test_families_of_devices(self, layer: LayerTrial, run: Circumstances) -> None:
        """Queues and command pools are of families that the device was made with."""
        layer.keeps(queue_families.families_of_their_device, during=run)


@IN_FRAMES_OF_TWO
class TestFramesOfTwoSwapchains:
    """A layer in a compliant environment leaves it compliant for programs that present to several swapchains."""

    @pytest.mark.rule("LLP_LAYER_2")
    def test_the_application_comes_to_its_end(self, layer: LayerTrial, run: Circumstances) -> None:
        """A program with two swapchains comes to its end, also where it asks for an image and there is none."""
        layer.ends_well(run, simpler=SIMPLEST[run.driver])

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_nothing_is_lost(self, layer: LayerTrial, run: Circumstances) -> None:
        """Where images and command buffers go down, all of them do: no device loses some of many."""
        layer.keeps(calling_down.none_lost, during=run)


@pytest.mark.rule("LLP_LAYER_2")
def test_a_failing_part_is_survived(layer: LayerTrial) -> None:
    """A program with two swapchains comes to its end where one of them is out of date, and the other is presented."""
    layer.ends_well(FRAMES_IN_PART, simpler=FRAMES, refused=["vkQueuePresentKHR"])
