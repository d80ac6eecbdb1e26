"""What the prober finds of questions that are asked again, through the mock layer as it is and with its mistakes."""

from collections.abc import Callable
from functools import partial

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone.asked import questions
from refloader.suite.layers.alone.carrying import carried
from refloader.suite.layers.alone.effects import own_features
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

Judge = Callable[[Answers], CheckResult]
OWN_NAME = partial(questions.tools_named, name="VK_LAYER_MOCK")
BORDERS = own_features.features_of(["VK_EXT_custom_border_color"])
MISTAKES: list[tuple[str, Judge, str]] = [
    ("LLP_LAYER_1_any_format", questions.values_regarded, "for another value of format, and does not ask"),
    (
        "LLP_LAYER_1_lives",
        questions.lives_apart,
        "vkGetPhysicalDeviceFormatProperties of a physical device gives",
    ),
    (
        "LLP_LAYER_1_extent",
        questions.current_answers,
        "vkGetPhysicalDeviceSurfaceCapabilitiesKHR gives the answer of",
    ),
    ("LLP_LAYER_1_more_counted", questions.counted_as_given, "vkGetSwapchainImagesKHR gives 2 images where"),
    ("LLP_LAYER_1_told", questions.counted_as_given, "where there is room for the 63 that it counted before"),
    (
        "LLP_LAYER_1_purposes",
        questions.tools_listed,
        "changes the version, purposes, description or layer of 2 tools",
    ),
    ("LLP_LAYER_1_tools", questions.tools_listed, "lists 0 of the 2 tools that are active below the layer"),
    ("LLP_LAYER_1_tool", OWN_NAME, "that it is implemented in VK_LAYER_MOCK_another"),
    (
        "LLP_LAYER_1_older_tools",
        questions.tools_by_both_names,
        "vkGetPhysicalDeviceToolPropertiesEXT 2 tools",
    ),
]


@pytest.mark.parametrize("row", MISTAKES, ids=[row[0] for row in MISTAKES])
def test_mistakes(copy: Copy, row: tuple[str, Judge, str]) -> None:
    """The mistake is found in the answers of the command."""
    mistake, judge, found = row
    wrong = probe(copy("mock_layer", f"violate={mistake}"), carried.ACT)

    assert any(found in fact for fact in judge(wrong.answers).said)


def test_right_answers(copy: Copy) -> None:
    """A layer that passes all of them down breaks nothing."""
    commands = (
        "vkGetPhysicalDeviceFormatProperties,vkGetPhysicalDeviceSurfaceCapabilitiesKHR,vkGetPipelineCacheData,"
        "vkGetPhysicalDeviceToolProperties,vkGetPhysicalDeviceToolPropertiesEXT"
    )
    answers = probe(copy("mock_layer", f"intercept={commands}"), carried.ACT).answers
    looks = [judge(answers) for _, judge, _ in MISTAKES if judge is not OWN_NAME]

    assert not [fact for look in looks for fact in look.said]
    assert all(look.seen for look in looks)


class TestFeatures:
    """A feature of an extension of the layer's is there by both names of the command."""

    OPTIONS = own_features.options_for(BORDERS)
    LISTS = "device_extensions=VK_EXT_custom_border_color:12"

    def test_by_one_name(self, copy: Copy) -> None:
        """The newer name of the command alone tells of it."""
        library = copy("mock_layer", self.LISTS, "violate=LLP_LAYER_1_own_feature")
        answers = probe(library, own_features.ACT, *self.OPTIONS).answers

        assert own_features.alike(answers, BORDERS).said
        assert not own_features.there(answers, BORDERS).said

    @pytest.mark.parametrize("flags", [[], [LISTS, "violate=LLP_LAYER_1_no_feature"]])
    def test_by_no_name(self, copy: Copy, flags: list[str]) -> None:
        """A layer without the extension, and one that has it alone, add no feature."""
        answers = probe(copy("mock_layer", *flags), own_features.ACT, *self.OPTIONS).answers

        assert not own_features.alike(answers, BORDERS).said
        assert own_features.there(answers, BORDERS).said

    def test_by_both(self, copy: Copy) -> None:
        """A layer with the extension has its feature."""
        answers = probe(copy("mock_layer", self.LISTS), own_features.ACT, *self.OPTIONS).answers

        looks = [judge(answers, BORDERS) for judge in (own_features.alike, own_features.there)]
        assert [(look.seen, list(look.said)) for look in looks] == [(1, []), (1, [])]
