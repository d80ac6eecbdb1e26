"""The checks on pipelines of which some could not be made."""

import pytest

from refloader.suite.layers.alone.effects import pipelines


class TestNoneDestroyed:
    """A handle that comes up is alive."""

    @staticmethod
    def judged(*row: object) -> tuple[int, list[str]]:
        """How often it is seen, and what is said."""
        look = pipelines.none_destroyed({"partly.vkCreateGraphicsPipelines": {"results": [list(row)]}})
        return look.seen, list(look.said)

    def test_one_that_is_destroyed_is_a_breach(self) -> None:
        """The application is to destroy it once more."""
        fact = (
            "destroys the first of vkCreateGraphicsPipelines, which gives VK_ERROR_OUT_OF_HOST_MEMORY below"
        )
        said = f"the layer {fact}, and hands its handle up, not VK_NULL_HANDLE"
        assert self.judged(-1, -1, 1, True, True, 0, True, True) == (1, [said])

    def test_others_are_none(self) -> None:
        """It is alive, or made again, VK_NULL_HANDLE comes up, or a handle of the layer's own."""
        assert self.judged(-1, -1, 1, True, False, 0, True, True) == (1, [])
        assert self.judged(-1, -1, 1, False, True, 0, False, True) == (0, [])
        assert self.judged(-1, -1, 2, True, True, 0, True, True) == (0, [])
        assert self.judged(-1, -1, 1, True, True, 0, False, True) == (0, [])


class TestFailureTold:
    """The result of the first is not lost."""

    @staticmethod
    def judged(command: str, *row: object) -> tuple[int, list[str]]:
        """How often it is seen, and what is said."""
        look = pipelines.failure_told({f"one_by_one.{command}": {"results": [list(row)]}})
        return look.seen, list(look.said)

    def test_success_is_a_breach(self) -> None:
        """The first could not be made, and the second could."""
        said = (
            "vkCreateComputePipelines gives VK_ERROR_OUT_OF_HOST_MEMORY below for the first of several,"
            " and VK_SUCCESS with VK_NULL_HANDLE for it with the layer"
        )
        assert self.judged("vkCreateComputePipelines", -1, 0, False) == (1, [said])

    def test_others_are_none(self) -> None:
        """The application hears of a failure, if of another one, or the layer has made the first in another way."""
        assert self.judged("vkCreateComputePipelines", -1, -1, False) == (1, [])
        assert self.judged("vkCreateComputePipelines", -1, -2, False) == (1, [])
        assert self.judged("vkCreateComputePipelines", -1, 0, True) == (1, [])

    @pytest.mark.parametrize("command", ["vkCreateShadersEXT", "vkCreateComputePipelines"])
    def test_a_code_that_is_no_error(self, command: str) -> None:
        """Pipelines that have to be compiled are left out only where the application asks for that."""
        assert self.judged(command, 1000297000, 0, False) == (0, [])
        assert self.judged(command, -1, 0, False)[0] == 1


class TestDerivatives:
    """A derived pipeline has a base in its call."""

    def test_a_base_in_another_call_is_a_breach(self) -> None:
        """The second one alone has no earlier create info beside it."""
        answers = {"derived.vkCreateGraphicsPipelines": {"times": 2, "is_lost": True}}

        assert list(pipelines.bases_kept(answers).said) == [
            "vkCreateGraphicsPipelines with a pipeline that is derived from another one of the call goes down"
            " with a basePipelineIndex that is not the place of an earlier create info"
        ]

    def test_what_does_not_go_down_is_not_judged(self) -> None:
        """A layer may refuse to make pipelines."""
        look = pipelines.bases_kept({"derived.vkCreateGraphicsPipelines": {"times": 0, "is_lost": False}})

        assert (look.seen, list(look.said)) == (0, [])
