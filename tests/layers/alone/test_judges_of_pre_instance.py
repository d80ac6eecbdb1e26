"""What the checks of a layer's pre-instance functions say of lists that have too little room."""

from typing import Any

from refloader.suite.layers.alone import before

COMMAND = "vkEnumerateInstanceExtensionProperties"
SUCCESS, INCOMPLETE = 0, 5


def judged(**changes: Any) -> tuple[int, list[str]]:
    """What is seen of an intercept that is asked for two of three extensions."""
    row = {"room": 2, "count": 2, "result": INCOMPLETE, "behind": False, **changes}
    look = before.room_respected({f"pre-instance-room.{COMMAND}": row})
    return look.seen, list(look.said)


def test_a_part_of_a_list() -> None:
    """VK_INCOMPLETE says that there is more."""
    assert judged() == (1, [])


def test_a_part_that_is_called_the_whole() -> None:
    """A program that asks once would miss the rest."""
    assert judged(result=SUCCESS) == (
        1,
        [f"the intercept of {COMMAND} gives VK_SUCCESS and 2 where there is room for 2 of 3"],
    )


def test_elements_behind_the_array() -> None:
    """Memory of others is there."""
    assert judged(behind=True) == (
        1,
        [f"the intercept of {COMMAND} writes behind an array that has room for 2"],
    )


def test_no_intercept_of_a_list() -> None:
    """There is nothing to judge."""
    assert before.room_respected({}).seen == 0


VERSION = "vkEnumerateInstanceVersion"


def _failed(command: str, **row: Any) -> tuple[list[str], list[str]]:
    """What is said of an intercept whose next function fails: as a failure, and as a warning."""
    answers = {f"pre-instance.{command}.error-1": {"times": 1, "link": "next", "result": SUCCESS, **row}}
    return list(before.failures_passed_on(answers).said), list(before.failures_reported(answers).said)


class TestFailures:
    """What fails below does not succeed above."""

    def test_a_version_that_is_not_there(self) -> None:
        """The application reads what it had there itself."""
        said = (
            f"the intercept of {VERSION} gives VK_SUCCESS where pfnNextLayer gives VK_ERROR_OUT_OF_HOST_MEMORY,"
            " and writes nothing"
        )
        assert _failed(VERSION, value=0) == ([said], [])

    def test_a_version_of_the_layers_own(self) -> None:
        """A layer may know better."""
        must, should = _failed(VERSION, value=1 << 22)

        assert must == []
        assert len(should) == 1

    def test_lists(self) -> None:
        """An empty list is an answer, and one of elements that nobody has written is none."""
        assert len(_failed(COMMAND, names=["", ""])[0]) == 1
        assert _failed(COMMAND, names=[])[0] == []

    def test_a_failure_that_comes_up(self) -> None:
        """Nothing is wrong."""
        assert _failed(VERSION, value=0, result=-1) == ([], [])
