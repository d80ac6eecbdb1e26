"""What right layers do with the calls of the act "carry", and what the checks say of it: no failure.

The layers do all of the work that they are asked for, in ways of their own (mock_layers/free/work.c).
"""

from collections.abc import Mapping
from typing import Any

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone.asked import questions
from refloader.suite.layers.alone.carrying import carried, formed, remaining, threads, varied
from refloader.suite.layers.alone.effects import after_calls, pipelines

VERSION = "1.3.250"


def _answers(copy: Copy, liberties: str) -> Mapping[str, Any]:
    return probe(copy("mock_layer_free", f"take={liberties}"), "carry").answers


class TestStates:
    """What a layer binds elsewhere, and what it puts back piece by piece, is as the application left it."""

    def test_that_are_put_back_one_by_one(self, copy: Copy) -> None:
        """Two scissors in two calls, two faces in two calls."""
        answers = _answers(copy, "draws_beside,draws_always")

        assert answers["left.vkCmdDraw"]["states"] == []
        assert list(after_calls.states_left(answers).said) == []

    def test_that_are_left(self, copy: Copy) -> None:
        """Those of the last draw are the layer's where it does not know the application's."""
        answers = _answers(copy, "draws_always")

        assert set(answers["left.vkCmdDraw"]["states"]) == {"vkCmdSetScissor", "vkCmdSetStencilReference"}


class TestWork:
    """What is put together is done, and so is what is done later or beside something else."""

    @pytest.mark.parametrize(
        "liberty",
        ["merges", "frees_late", "executes_own,own_objects", "normalises_flags", "waits_itself"],
    )
    def test_of_a_layer_that_is_right(self, copy: Copy, liberty: str) -> None:
        """None of the checks on what goes down finds a breach."""
        answers = _answers(copy, liberty)

        results = (
            carried.parts_kept(answers, VERSION),
            carried.places_kept(answers),
            after_calls.freed_behind_none(answers),
            formed.elements_kept(answers),
            remaining.work_kept(answers),
            remaining.rest_kept(answers),
            varied.order_kept(answers),
            varied.values_kept(answers),
        )
        assert [said for result in results for said in result.said] == []

    @pytest.mark.parametrize(
        "liberty",
        [
            "levels_in_bits",
            "levels_of_extent",
            "splits_levels",
            "joins_barriers",
            "keeps_images",
            "bases_by_handle",
            "levels_of_buffers",
            "polls_first",
        ],
    )
    def test_of_parts_and_lists(self, copy: Copy, liberty: str) -> None:
        """What remains of an image, barriers, images of swapchains and bases of pipelines are the application's."""
        answers = _answers(copy, liberty)

        results = (
            formed.elements_kept(answers),
            formed.repeated(answers),
            remaining.work_kept(answers),
            remaining.rest_kept(answers),
            remaining.inheritance_kept(answers),
            varied.values_kept(answers),
            questions.counted_as_given(answers),
            pipelines.bases_kept(answers),
        )
        assert [said for result in results for said in result.said] == []
        assert any(result.seen for result in results)

    def test_that_is_not_freed_alone(self, copy: Copy) -> None:
        """What a layer keeps back, it keeps back whatever stands before it."""
        answer = _answers(copy, "frees_late")["freed.vkFreeDescriptorSets"]

        assert (answer["is_kept_alone"], answer["is_freed"]) == (True, False)

    def test_that_another_layer_frees(self, copy: Copy) -> None:
        """One that intercepts the command and passes it on frees both."""
        layer = copy("mock_layer_v2", "intercept=vkFreeDescriptorSets")
        answer = probe(layer, "carry").answers["freed.vkFreeDescriptorSets"]

        assert (answer["is_kept_alone"], answer["is_freed"]) == (False, True)

    def test_memory_in_blocks(self, copy: Copy) -> None:
        """A size that is rounded up to what another thread asks for is none of that thread's."""
        answers = _answers(copy, "rounds_memory")

        changed = answers["twice.vkAllocateMemory"]["changed"]
        assert [0, "pAllocateInfo.allocationSize", 44, 172] in changed
        assert list(threads.threads_apart(answers).said) == []

    def test_widest_scissor(self, copy: Copy) -> None:
        """A limit that is what one of two calls in turn comes with is not taken from the call before."""
        answer = _answers(copy, "limits_scissors")["varied.vkCmdSetScissor"]

        assert ["pScissors[0].extent.width", 156, 28, False] in answer["changed"]
        assert answer["earlier"] == []

    def test_places_of_another_region(self, copy: Copy) -> None:
        """A place that each region has of the first one is wrong, be it the first member of the structure."""
        answers = probe(copy("mock_layer", "violate=LLP_LAYER_1_origin"), "carry").answers

        assert list(carried.places_kept(answers).said) == [
            "vkCmdCopyBuffer goes down with 28 as pRegions[1].srcOffset, which another element came with;"
            " this one came with 156"
        ]


class TestSwapchains:
    """The entity below gives what fits together."""

    def test_acquired_images_are_images_of_the_swapchain(self, copy: Copy) -> None:
        """A layer that looks for the acquired image among those of the swapchain finds it."""
        answers = _answers(copy, "checks_calls")

        assert "carry.vkAcquireNextImageKHR" in answers
        assert "unfinished.vkAcquireNextImageKHR" not in answers
