"""Tests of the prober's calls of all commands: what it gives is what an application may give."""

from mock_fixtures import Copy
from probing import probe


class TestCommandBuffers:
    """No two places of one call have the same command buffer."""

    def test_those_of_a_list_differ(self, copy: Copy) -> None:
        """A command buffer is submitted once."""
        seen = probe(copy("mock_layer", "wrap=command_buffer", "passes=vkQueueSubmit"), "carry")

        rows = seen.answers["form.vkQueueSubmit"]["plain"]["handles"][:2]

        assert [path for path, *_ in rows] == [f"pSubmits[0].pCommandBuffers[{place}]" for place in (0, 1)]
        assert rows[0][1] != rows[1][1]

    def test_they_are_not_submitted_seventy_times(self, copy: Copy) -> None:
        """There are no seventy of them: vkQueueSubmit has many semaphores, and two structures."""
        seen = probe(copy("mock_layer", "violate=LLP_LAYER_1_submits"), "carry")

        many = seen.answers["form.vkQueueSubmit"]["many"]

        assert (many["times"], many["changed"]) == (1, [])


def test_structures_of_vulkan_itself(copy: Copy) -> None:
    """One form of a call has those on each pNext: with the same counts as their head, where it has such counts."""
    seen = probe(copy("mock_layer", "wrap=command_buffer", "violate=LLP_LAYER_2_uneven"), "carry")

    [row] = [row for row in seen.answers["form.vkQueueSubmit"]["core"]["uneven"] if "[0]" in row[0]]

    assert row[:3] == ["pSubmits[0].pNext VkDeviceGroupSubmitInfo.commandBufferCount", 1, 2]
