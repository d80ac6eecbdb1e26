"""The prober's calls are valid: a layer that ends the process in others comes back from all of them."""

import pytest
from mock_fixtures import Copy
from probing import probe

STRICT = "take=checks_calls,keyed_by_handle"
CHECKED = (
    "vkAllocateCommandBuffers",
    "vkFreeCommandBuffers",
    "vkBeginCommandBuffer",
    "vkEndCommandBuffer",
    "vkCmdExecuteCommands",
    "vkCmdBeginRenderPass",
    "vkQueueSubmit",
    "vkCreateSemaphore",
    "vkWaitSemaphores",
    "vkSignalSemaphore",
    "vkQueuePresentKHR",
)
"""Those that need something of what was called before, or objects of one kind."""


class TestCalls:
    """A layer may rely on what the specification asks of applications."""

    @pytest.mark.parametrize("command", CHECKED)
    def test_of_a_layer_that_checks_them(self, copy: Copy, command: str) -> None:
        """Command buffers are recorded and of their pool, semaphores of their kind, in all forms of a call."""
        seen = probe(copy("mock_layer_free", STRICT), "carry")

        assert seen.answers[f"carry.{command}"]["times"] == 1
        ended = {form for form, row in _forms(seen.answers, command) if row["ended"]}
        assert ended <= {"again"}, "what cannot be called twice is not judged by a second call"

    def test_of_presentations(self, copy: Copy) -> None:
        """Their results are judged with images that every swapchain has."""
        seen = probe(copy("mock_layer_free", STRICT), "carry")

        assert len(seen.answers["presents.vkQueuePresentKHR"]["results"]) == 4

    def test_of_waits_that_another_command_answers(self, copy: Copy) -> None:
        """A layer may ask vkGetSemaphoreCounterValue in the place of a wait of no time."""
        seen = probe(copy("mock_layer_free", f"{STRICT},asks_counters"), "carry")

        assert seen.answers["polls.vkWaitSemaphores"]["times"] > 0

    def test_of_queries_that_are_asked_for_again(self, copy: Copy) -> None:
        """What was not ready may be so by then: a layer's success is not wrong."""
        seen = probe(copy("mock_layer_free", f"{STRICT},tries_queries"), "carry")

        assert seen.answers["carry.vkGetQueryPoolResults"]["times"] == 1
        assert seen.answers.get("parts.vkGetQueryPoolResults", {}).get("results") == []


class TestCompanions:
    """A layer may allocate command buffers for itself while it allocates those of the application."""

    def test_of_the_objects(self, copy: Copy) -> None:
        """What stands below for a command buffer is itself, whatever was made last."""
        seen = probe(copy("mock_layer_free", f"{STRICT},makes_companions"), "create")

        assert seen.answers["create.usual.objects"]["VkCommandBuffer"]["handle"] == "lower"

    def test_of_the_calls(self, copy: Copy) -> None:
        """It goes down as itself."""
        seen = probe(copy("mock_layer_free", f"{STRICT},makes_companions"), "carry")
        forms = [row for name in CHECKED for _, row in _forms(seen.answers, name)]

        assert "VkCommandBuffer" not in seen.answers["wrapped"]["types"]
        assert [row["handles"] for row in forms if row["handles"]] == []


def _forms(
    answers: dict[str, dict[str, dict[str, object]]], command: str
) -> list[tuple[str, dict[str, object]]]:
    """The forms of a command that are judged; no device has all structures."""
    return [(form, row) for form, row in answers.get(f"form.{command}", {}).items() if form != "chains"]
