"""Checks on questions that are asked again and on lists of tools, each on answers that are right and wrong."""

import pytest

from refloader.suite.layers.alone.asked import questions
from refloader.suite.sessions.answers import Answers

IMAGES, SURFACE = "vkGetPhysicalDeviceImageFormatProperties", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR"
MEMORY, TOOLS = "vkGetPhysicalDeviceMemoryProperties2", "vkGetPhysicalDeviceToolProperties"


def asked(command: str, **changes: object) -> Answers:
    """What came of a question with three values, of which the layer regards all."""
    row: dict[str, object] = {"values": 3, "is_kept": False, "is_chain_kept": False, "ignored": []}
    return {f"asked.{command}": {**row, **changes}}


def counted(command: str, **changes: int) -> Answers:
    """A list of three elements that fits where there is room for three."""
    return {f"counted.{command}": {"counted": 3, "count": 3, "result": 0, **changes}}


def tools(command: str = TOOLS, **changes: object) -> Answers:
    """A list with both tools of the entity below, and one of the layer's."""
    row = {"result": 0, "count": 3, "got": 3, "below": 2, "layers": ["VK_LAYER_A"]}
    return {f"tools.{command}": {**row, **changes}}


class TestValues:
    """An answer is about the values of its own call."""

    def test_each_value_is_counted(self) -> None:
        """A layer that asks below about each value passes."""
        look = questions.values_regarded(asked(IMAGES))

        assert (look.seen, list(look.said)) == (3, [])

    def test_answers_to_other_values_are_breaches(self) -> None:
        """The values are named that the layer does not regard."""
        look = questions.values_regarded(asked(IMAGES, ignored=["tiling", "usage"]))

        assert list(look.said) == [
            f"{IMAGES} gives the answer that the layer got from below for another value of tiling, usage,"
            " and does not ask below"
        ]


class TestNow:
    """What changes with time is asked for each time."""

    def test_kept_answers_of_surfaces_are_breaches(self) -> None:
        """The sentence of the specification stands behind the fact."""
        look = questions.current_answers(asked(SURFACE, is_kept=True))

        assert "currentExtent is the current width and height" in next(iter(look.said))

    def test_kept_answers_of_what_never_changes_are_none(self) -> None:
        """A layer may keep the properties of an image format."""
        look = questions.current_answers(asked(IMAGES, is_kept=True))

        assert (look.seen, list(look.said)) == (0, [])

    def test_kept_budgets_are_breaches(self) -> None:
        """The structure on pNext is the one of an earlier call, whatever is in front of it."""
        assert not questions.budgets_current(asked(MEMORY, is_kept=True)).said
        assert questions.budgets_current(asked(MEMORY, is_chain_kept=True)).said


class TestLives:
    """A handle may be that of another physical device once an instance is gone."""

    def test_answers_of_an_earlier_instance_are_breaches(self) -> None:
        """The command is named, and that nothing was asked."""
        look = questions.lives_apart({f"lives.{MEMORY}": {"is_kept": True}})

        assert list(look.said) == [
            f"{MEMORY} of a physical device gives the answer for one that had the same handle,"
            " whose instance is gone, and does not ask below"
        ]
        assert not questions.lives_apart({f"lives.{MEMORY}": {"is_kept": False}}).said


class TestCounts:
    """A list fits where there is room for as many elements as were counted."""

    @pytest.mark.parametrize(("count", "broken"), [(3, False), (4, True), (2, False)])
    def test_room_for_one_more(self, count: int, broken: bool) -> None:
        """A count that is left at the room says that there is an element which has not been written."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties2"
        look = questions.counted_as_written({f"roomy.{command}": {"counted": 3, "count": count}})

        assert look.seen == 1
        assert bool(look.broken) is broken

    def test_more_than_the_room(self) -> None:
        """A count beyond the room is named with it."""
        command = "vkGetPhysicalDeviceQueueFamilyProperties2"
        look = questions.counted_as_written({f"roomy.{command}": {"counted": 3, "count": 7}})

        assert list(look.said) == [
            f"{command} counts 7 where there is room for 4, though it said before that there are 3"
        ]

    def test_more_than_was_counted_is_a_breach(self) -> None:
        """VK_INCOMPLETE says that there is more than the command counted before."""
        look = questions.counted_as_given(counted(TOOLS, result=5))

        assert list(look.said) == [
            f"{TOOLS} returns VK_INCOMPLETE where there is room for the 3 that it counted before, and counts 3"
        ]

    def test_fewer_than_were_counted_are_none(self) -> None:
        """A list may have become shorter."""
        assert not questions.counted_as_given(counted(TOOLS, count=2)).said

    def test_a_swapchain_keeps_its_images(self) -> None:
        """It has no fewer than it counted."""
        look = questions.counted_as_given(counted("vkGetSwapchainImagesKHR", count=2))

        assert list(look.said) == [
            "vkGetSwapchainImagesKHR gives 2 images where there is room for the 3 that it counted before"
        ]

    def test_commands_of_vendors_are_judged_apart(self) -> None:
        """Each command is judged once."""
        answers = counted(f"{TOOLS}EXT", result=5)

        assert questions.counted_as_given(answers).seen == 0
        assert questions.counted_as_given(answers, by_vendors=True).said


class TestNames:
    """A command that has two names gives one answer."""

    HEAPS = "vkGetPhysicalDeviceMemoryProperties2"

    def asked(self, command: str, **differences: bool) -> Answers:
        """Return the answer of the prober about a command by its older name."""
        return {f"alias.{command}KHR": {"core": command, **differences}}

    def test_two_answers_are_breaches(self) -> None:
        """The name in the extension has an answer of its own, in the structure or behind it."""
        for difference in ("is_other", "is_chain_other"):
            answers = self.asked(self.HEAPS, **{difference: True})

            assert questions.named_alike(answers).said

    def test_one_answer_passes(self) -> None:
        """Nothing differs."""
        assert questions.named_alike(self.asked(self.HEAPS)).seen == 1
        assert not questions.named_alike(self.asked(self.HEAPS)).said


class TestTools:
    """All tools are in the list, each with its layer."""

    def test_a_list_of_all_passes(self) -> None:
        """The layer adds itself to the two below."""
        assert not questions.tools_listed(tools()).said

    def test_missing_tools_are_breaches(self) -> None:
        """What is below is counted, not named: the names are the prober's."""
        assert list(questions.tools_listed(tools(below=0, count=1, got=1)).said) == [
            f"{TOOLS} lists 0 of the 2 tools that are active below the layer"
        ]

    def test_uncounted_tools_are_breaches(self) -> None:
        """A tool that is listed is counted too."""
        assert list(questions.tools_listed(tools(count=2)).said) == [
            f"{TOOLS} counts 2 tools and lists 3 where there is room for them"
        ]

    def test_one_that_is_no_longer_itself_is_a_breach(self) -> None:
        """Its purposes are its own."""
        assert list(questions.tools_listed(tools(altered=1)).said) == [
            "vkGetPhysicalDeviceToolProperties changes the version, purposes, description or layer of 1 tool that the"
            " entity below lists"
        ]

    def test_two_lists_are_breaches(self) -> None:
        """Both names of the command list the same."""
        alike, other = tools(f"{TOOLS}EXT"), tools(f"{TOOLS}EXT", got=2)

        assert not questions.tools_by_both_names({**tools(), **alike}).said
        assert questions.tools_by_both_names({**tools(), **other}).said
        assert questions.tools_by_both_names(tools()).seen == 0

    def test_other_layers_are_breaches(self) -> None:
        """The layer's name, or no name, is right."""
        assert not questions.tools_named(tools(), name="VK_LAYER_A").said
        assert not questions.tools_named(tools(layers=[""]), name="VK_LAYER_A").said
        assert questions.tools_named(tools(), name="VK_LAYER_B").said
