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
