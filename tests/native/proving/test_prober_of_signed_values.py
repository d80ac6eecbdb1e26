"""The prober's values that are less than 0, through the mock layer as it is and with a mistake."""

from mock_fixtures import Copy
from probing import probe

from refloader.suite.sessions.answers import Answers


def changed(answers: Answers) -> list[tuple[object, ...]]:
    """What goes down otherwise in some calls of vkCmdDrawIndexed."""
    return list(answers["varied.vkCmdDrawIndexed"]["changed"])


def test_the_clean_layer(copy: Copy) -> None:
    """A vertexOffset less than 0 goes down."""
    assert changed(probe(copy("mock_layer", "intercept=*"), "carry").answers) == []


def test_a_layer_without_a_sign(copy: Copy) -> None:
    """The vertexOffset goes down as if it were positive."""
    wrong = copy("mock_layer", "violate=LLP_LAYER_1_positive")

    [row] = changed(probe(wrong, "carry").answers)

    assert row[0] == "vertexOffset"
