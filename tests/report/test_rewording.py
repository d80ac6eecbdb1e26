"""The words of a comparison for readers: what a value is, and not how Python writes it."""

import pytest

from refloader.report.rewording import reworded

PREFIX = "A surface is made. Not so: "


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("actual: None; expected: -8", "actual: no answer; expected: VK_ERROR_FEATURE_NOT_PRESENT"),
        (
            "actual: -1000000000, wrong; expected: 0, own:DISPLAY",
            "actual: VK_ERROR_SURFACE_LOST_KHR, another handle;"
            " expected: VK_SUCCESS, the driver's own surface (DISPLAY)",
        ),
        ("actual: True, 0; expected: False, 1", "actual: yes, 0; expected: no, 1"),
        (
            "actual: driver a VIOLATION LDP_LOADER_9: enabled, driver a VIOLATION LDP_LOADER_9: enabled;"
            " expected: nothing",
            "actual: driver a complains (LDP_LOADER_9): enabled (2 times); expected: nothing",
        ),
        (
            "actual chain: VK_LAYER_TEST_a; expected: nothing",
            "actual chain: VK_LAYER_TEST_a; expected: nothing",
        ),
    ],
)
def test_values(said: str, words: str) -> None:
    """Results have names, complaints are sentences, and what is neither stays as it is."""
    assert reworded(PREFIX + said) == PREFIX + words


@pytest.mark.parametrize(
    "said",
    [
        "actual: wrong; expected: right",
        "actual: 0; expected: 1",
        "actual: -12345; expected: 0",
        "actual: a; b; expected: c",
        "SIGSEGV in vkCreateDevice",
    ],
)
def test_what_stays(said: str) -> None:
    """A number is a result only beside the number of an error, and a word means a handle only beside one."""
    assert reworded(said) == said


def test_what_is_long() -> None:
    """Reasons are third-party text: a very long one is not searched."""
    said = "actual: " + "-3, " * 100_000 + "; expected: 0"

    assert reworded(said) == said
