"""What the checks of work in one list alone, and of what remains of an image, say of the prober's answers."""

import pytest
from answered import form

from refloader.suite.layers.alone.carrying import remaining

VIEW = "pCreateInfo.subresourceRange"
REMAINING = 0xFFFFFFFF


class TestWork:
    """Each list of a call is work by itself."""

    def test_copies_without_writes_are_dropped(self) -> None:
        """A layer that returns where there are no writes drops the copies as well."""
        answers = {"form.vkUpdateDescriptorSets": {"plain": form(), "some": form(times=0)}}

        assert list(remaining.work_kept(answers).said) == [
            "vkUpdateDescriptorSets does not go down with elements in one array alone;"
            " with elements in all of them it does"
        ]

    @pytest.mark.parametrize("command", ["vkCmdPipelineBarrier", "vkCmdWaitEvents"])
    def test_stages_that_wait_for_nothing(self, command: str) -> None:
        """Without barriers these commands still wait for stages, and one of them for events."""
        answers = {f"form.{command}": {"plain": form(), "none": form(times=0)}}

        assert len(remaining.work_kept(answers).said) == 1

    def test_what_has_its_stages_in_its_barriers_is_left_out(self) -> None:
        """vkCmdPipelineBarrier2 without barriers waits for nothing."""
        answers = {"form.vkCmdPipelineBarrier2": {"plain": form(), "none": form(times=0)}}

        assert list(remaining.work_kept(answers).said) == []

    def test_a_state_that_is_so_already_is_left_out(self) -> None:
        """A layer may leave out what binds the same sets once more."""
        answers = {"form.vkCmdBindDescriptorSets": {"plain": form(), "some": form(times=0)}}

        assert remaining.work_kept(answers).seen == 0

    def test_what_is_kept_for_later_is_left_out(self) -> None:
        """A layer that joins barriers passes none of them on at once."""
        answers = {"form.vkCmdPipelineBarrier": {"plain": form(times=0), "some": form(times=0)}}

        assert remaining.work_kept(answers).seen == 0

    def test_what_is_done_later_is_left_out(self) -> None:
        """A layer may record barriers at the end of the command buffer."""
        answers = {"form.vkCmdPipelineBarrier": {"plain": form(), "none": form(times=0, later=True)}}

        assert remaining.work_kept(answers).seen == 0

    def test_a_refusal_is_none(self) -> None:
        """A layer that returns an error has said that nothing is done."""
        answers = {"form.vkQueueBindSparse": {"plain": form(), "some": form(times=0, refused=True)}}

        assert remaining.work_kept(answers).seen == 0


class TestRest:
    """All levels and layers that remain of an image are as many below."""

    @pytest.mark.parametrize("received", [1, 76, 204])
    def test_another_number_of_levels_is_a_breach(self, received: int) -> None:
        """One level, or as many as the image has from its first one on."""
        rows = [[f"{VIEW}.levelCount", REMAINING, received, False]]
        answers = {
            "form.vkCreateImageView": {"plain": form(), "rest": form(changed=rows, levels=76, layers=84)}
        }

        assert list(remaining.rest_kept(answers).said) == [
            f"vkCreateImageView goes down with {received} as {VIEW}.levelCount,"
            " it came with all that remain of 76 from the second on"
        ]

    def test_other_counts_are_left_out(self) -> None:
        """A layer may know that no image has as many levels as the prober's has."""
        rows = [[f"{VIEW}.levelCount", REMAINING, 11, False]]
        answers = {
            "form.vkCreateImageView": {"plain": form(), "rest": form(changed=rows, levels=76, layers=84)}
        }

        assert list(remaining.rest_kept(answers).said) == []

    def test_a_part_for_each_level(self) -> None:
        """Then there are more of them, of one level each."""
        part = "pImageMemoryBarriers[0].subresourceRange.levelCount"
        rows = [["imageMemoryBarrierCount", 2, 150, False], [part, REMAINING, 1, False]]
        answers = {
            "form.vkCmdPipelineBarrier": {"plain": form(), "rest": form(changed=rows, levels=76, layers=84)}
        }

        assert remaining.rest_kept(answers).seen == 0

    @pytest.mark.parametrize("received", [83, 211])
    def test_a_layer_may_count_them(self, received: int) -> None:
        """The first image of the prober's has 84 layers, the second one 128 more."""
        rows = [[f"{VIEW}.layerCount", REMAINING, received, False]]
        answers = {
            "form.vkCreateImageView": {"plain": form(), "rest": form(changed=rows, levels=76, layers=84)}
        }

        assert list(remaining.rest_kept(answers).said) == []

    def test_images_that_are_made_with_fewer_are_left_out(self) -> None:
        """A layer that limits the levels of images counts those that are left."""
        rows = [[f"{VIEW}.levelCount", REMAINING, 3, False]]
        answers = {
            "carry.vkCreateImage": {"times": 1, "changed": [["pCreateInfo.mipLevels", 76, 4, False]]},
            "form.vkCreateImageView": {"plain": form(), "rest": form(changed=rows, levels=76, layers=84)},
        }

        assert list(remaining.rest_kept(answers).said) == []

    @pytest.mark.parametrize(("count", "breaches"), [(76, 0), (2, 1)])
    def test_one_element_for_each_level(self, count: int, breaches: int) -> None:
        """A layer may make several barriers of one: what stands in the array is another part of the image then."""
        barriers = "pDependencyInfo.pImageMemoryBarriers"
        longer = [["pDependencyInfo.imageMemoryBarrierCount", 2, count, False]] if count > 2 else []
        rows = [*longer, [f"{barriers}[0].subresourceRange.levelCount", REMAINING, 1, False]]
        answers = {
            "form.vkCmdPipelineBarrier2": {"plain": form(), "rest": form(changed=rows, levels=76, layers=84)}
        }

        assert len(remaining.rest_kept(answers).said) == breaches
