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
        assert self.judged(-1, -1, 1, True, True, 0, True) == (1, [said])

    def test_others_are_none(self) -> None:
        """It is alive, or made again, VK_NULL_HANDLE comes up, or a handle of the layer's own."""
        assert self.judged(-1, -1, 1, True, False, 0, True) == (1, [])
        assert self.judged(-1, -1, 1, False, True, 0, False) == (0, [])
        assert self.judged(-1, -1, 2, True, True, 0, True) == (0, [])
        assert self.judged(-1, -1, 1, True, True, 0, False) == (0, [])


class TestFailureTold:
    """The result of the first is not lost."""

    @staticmethod
    def judged(command: str, *row: object) -> tuple[int, list[str]]:
        """How often it is seen, and what is said."""
        look = pipelines.failure_told({f"one_by_one.{command}": {"results": [[*row, 0]]}})
        return look.seen, list(look.said)

    def test_success_is_a_breach(self) -> None:
        """The first could not be made, and the second could."""
        said = (
            "vkCreateComputePipelines gives VK_ERROR_OUT_OF_HOST_MEMORY below for the first of several,"
            " and VK_SUCCESS and no handle for it with the layer"
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


class TestEachIsWritten:
    """An application finds no handle that nobody has written."""

    @staticmethod
    def judged(command: str, *row: object) -> tuple[int, list[str]]:
        """How often it is seen, and what is said."""
        look = pipelines.each_is_written({f"one_by_one.{command}": {"results": [list(row)]}})
        return look.seen, list(look.said)

    def test_left_as_it_was(self) -> None:
        """The layer has stopped at the first."""
        said = (
            " gives VK_ERROR_OUT_OF_HOST_MEMORY below for the first of several,"
            " and the layer does not write 1 of the handles"
        )
        assert self.judged("vkCreateGraphicsPipelines", -1, -1, False, 1) == (
            1,
            [f"vkCreateGraphicsPipelines{said}"],
        )
        assert self.judged("vkCreateShadersEXT", -1, -1, False, 1) == (1, [f"vkCreateShadersEXT{said}"])

    def test_others_are_none(self) -> None:
        """All are written, or the code is no error."""
        assert self.judged("vkCreateGraphicsPipelines", -1, -1, False, 0) == (1, [])
        assert self.judged("vkCreateGraphicsPipelines", 1000297000, 1000297000, False, 1) == (0, [])
