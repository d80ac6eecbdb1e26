"""Barriers that go down in parts have their stages in each, on recordings of this file."""

import pytest

from refloader.suite.layers.checks import parts
from tests.layers.story import INTO, OUT, Given, Story, handle

COMMANDS, BUFFER, IMAGE = 0x4000, 0x81, 0x82
TOP, FRAGMENT, COLOUR, TRANSFER, BOTTOM, HOST, GRAPHICS, ALL = (
    0x1,
    0x80,
    0x400,
    0x1000,
    0x2000,
    0x4000,
    0x8000,
    0x10000,
)
OF_BUFFER: dict[str, Given] = {"pBufferMemoryBarriers[0].buffer": handle("VkBuffer", BUFFER)}
OF_IMAGE: dict[str, Given] = {"pImageMemoryBarriers[0].image": handle("VkImage", IMAGE)}


def barrier(before: int, after: int, /, **resources: Given) -> dict[str, Given]:
    """The parameters of vkCmdPipelineBarrier."""
    given: dict[str, Given] = {
        "commandBuffer": handle("VkCommandBuffer", COMMANDS),
        "srcStageMask": before,
        "dstStageMask": after,
    }
    return {**given, **resources}


def in_parts(*below: dict[str, Given], before: int = HOST | TRANSFER, after: int = TRANSFER) -> Story:
    """A barrier on a buffer and an image, and what goes down for it."""
    story = Story()
    with story.call(INTO, "vkCmdPipelineBarrier", **barrier(before, after, **OF_BUFFER, **OF_IMAGE)):
        for each in below:
            with story.call(OUT, "vkCmdPipelineBarrier", **each):
                pass
    return story


class TestBarriersInParts:
    """The stages of vkCmdPipelineBarrier are those of each of its barriers."""

    def test_each_part_with_all_stages(self) -> None:
        """A layer may have a call for each kind."""
        story = in_parts(
            barrier(HOST | TRANSFER, TRANSFER, **OF_BUFFER), barrier(HOST | TRANSFER, TRANSFER, **OF_IMAGE)
        )

        result = parts.stages_in_each_part(story.view)

        assert (result.seen, result.broken) == (2, [])

    def test_a_part_without_the_first_stages(self) -> None:
        """The image is taken before what was done with it is over."""
        story = in_parts(barrier(HOST | TRANSFER, TRANSFER, **OF_BUFFER), barrier(TOP, TRANSFER, **OF_IMAGE))

        [broken] = parts.stages_in_each_part(story.view).broken

        assert broken.fact == (
            "vkCmdPipelineBarrier comes with 0x5000 as srcStageMask and goes down in several calls, that with its"
            " VkImage with 0x1"
        )

    def test_a_part_without_the_last_stages(self) -> None:
        """What comes behind does not wait for the buffer."""
        story = in_parts(
            barrier(HOST | TRANSFER, BOTTOM, **OF_BUFFER), barrier(HOST | TRANSFER, TRANSFER, **OF_IMAGE)
        )

        assert len(parts.stages_in_each_part(story.view).broken) == 1

    @pytest.mark.parametrize(
        ("before", "after"), [(ALL, ALL), (BOTTOM, TOP), (TRANSFER, ALL), (TRANSFER | FRAGMENT, TRANSFER)]
    )
    def test_stages_that_stand_for_all(self, before: int, after: int) -> None:
        """More stages are right, and what the host did before the submission is waited for anyhow."""
        story = in_parts(barrier(before, after, **OF_BUFFER), barrier(before, after, **OF_IMAGE))

        assert parts.stages_in_each_part(story.view).broken == []

    def test_stages_of_graphics(self) -> None:
        """One stage stands for all of them."""
        story = in_parts(
            barrier(GRAPHICS, GRAPHICS, **OF_BUFFER),
            barrier(GRAPHICS, GRAPHICS, **OF_IMAGE),
            before=COLOUR,
            after=FRAGMENT,
        )

        assert parts.stages_in_each_part(story.view).broken == []

    def test_a_chain(self) -> None:
        """What waits for a call waits for the work before that, too."""
        story = in_parts(barrier(HOST | TRANSFER, ALL, **OF_BUFFER), barrier(FRAGMENT, TRANSFER, **OF_IMAGE))

        assert parts.stages_in_each_part(story.view).broken == []

    def test_a_chain_behind(self) -> None:
        """The second call waits for the first."""
        story = in_parts(barrier(TRANSFER, FRAGMENT, **OF_IMAGE), barrier(FRAGMENT, TRANSFER, **OF_BUFFER))

        assert parts.stages_in_each_part(story.view).broken == []

    def test_no_chain(self) -> None:
        """The image waits for no stage that waits for the buffer."""
        story = in_parts(barrier(TRANSFER, TRANSFER, **OF_BUFFER), barrier(FRAGMENT, TRANSFER, **OF_IMAGE))

        assert len(parts.stages_in_each_part(story.view).broken) == 1

    def test_an_image_in_two_steps(self) -> None:
        """It goes through another stage between them."""
        steps = barrier(TRANSFER, COLOUR, **OF_IMAGE), barrier(COLOUR, TRANSFER, **OF_IMAGE)
        story = in_parts(barrier(ALL, ALL, **OF_BUFFER), *steps)

        assert parts.stages_in_each_part(story.view).broken == []

    def test_a_barrier_of_the_layer_beside_it(self) -> None:
        """It is on something else."""
        own: dict[str, Given] = {"pImageMemoryBarriers[0].image": handle("VkImage", 0x99)}
        story = in_parts(barrier(ALL, ALL, **OF_BUFFER, **OF_IMAGE), barrier(TOP, COLOUR, **own))

        assert parts.stages_in_each_part(story.view).broken == []

    def test_one_call(self) -> None:
        """What a layer makes of the stages of one call is another check's."""
        story = in_parts(barrier(TOP, BOTTOM, **OF_BUFFER, **OF_IMAGE))

        assert parts.stages_in_each_part(story.view).seen == 0
