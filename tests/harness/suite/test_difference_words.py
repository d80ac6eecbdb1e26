"""The words for a comparison that did not hold."""

import pytest

from refloader.suite.loaders.differences import unlike


@pytest.mark.parametrize(
    ("operator", "left", "right", "sentence"),
    [
        ("==", ("a", "b"), (), "actual: a, b; expected: nothing"),
        ("==", "", 3, "actual: nothing; expected: 3"),
        ("==", {"one": 3, "two": ("a", "b")}, {}, "actual: one: 3, two: (a, b); expected: nothing"),
        ("!=", set(), set(), "both are nothing"),
        ("<", 0, 0, "VK_SUCCESS is returned, and that is no error"),
        ("in", "good", ("other",), "good not among other"),
        ("in", "good", (), "good not found: there is nothing"),
        ("not in", "bad", ["bad", "good"], "bad is among bad, good"),
        ("<=", {"a", "b", "z"}, {"b"}, "a, z not among b"),
        ("<=", {"a"}, set(), "a not found: there is nothing"),
        ("<=", 2, 1, "2 is more than 1"),
        (">=", 0, 1, "0 is less than 1"),
    ],
)
def test_sentences(operator: str, left: object, right: object, sentence: str) -> None:
    """No sentence has Python's names of types or a text that was cut in the middle."""
    assert unlike(operator, left, right) == sentence


def test_what_has_none() -> None:
    """Comparisons that no case makes keep Python's words."""
    assert unlike("is", None, ()) is None


def test_what_is_long() -> None:
    """Of a list of thousands of names the first are enough."""
    sentence = unlike("==", ["VK_LAYER_TEST_long"] * 1000, ())

    assert sentence is not None
    assert len(sentence) < 700
