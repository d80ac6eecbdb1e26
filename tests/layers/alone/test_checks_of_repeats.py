"""Tests of the checks on what a layer takes for a repetition of what was recorded before."""

from refloader.suite.layers.alone.carrying import repeats


class TestRecordedAnew:
    """No state is left where a recording begins, and behind secondary command buffers."""

    def test_what_goes_down_each_time_is_right(self) -> None:
        """Both places are judged."""
        look = repeats.recorded_anew({"anew.vkCmdSetViewport": {"first": 1, "begun": 1, "executed": 1}})

        assert (look.seen, list(look.said)) == (2, [])

    def test_what_is_missed_in_the_next_recording_is_a_breach(self) -> None:
        """Nothing is bound there."""
        answers = {"anew.vkCmdBindVertexBuffers": {"first": 1, "begun": 0, "executed": 1}}

        assert list(repeats.recorded_anew(answers).said) == [
            "vkCmdBindVertexBuffers does not go down in a command buffer that is begun anew, where no state is left;"
            " the same call went down before"
        ]

    def test_what_is_missed_behind_secondary_command_buffers_is_a_breach(self) -> None:
        """They leave no state."""
        answers = {"anew.vkCmdSetViewport": {"first": 1, "begun": 1, "executed": 0}}

        assert list(repeats.recorded_anew(answers).said) == [
            "vkCmdSetViewport does not go down behind secondary command buffers that were executed, where no state is"
            " left; the same call went down before"
        ]

    def test_what_is_kept_for_later_is_not_judged(self) -> None:
        """A layer may set states when something is drawn."""
        look = repeats.recorded_anew({"anew.vkCmdSetViewport": {"first": 0, "begun": 0, "executed": 0}})

        assert (look.seen, list(look.said)) == (0, [])


class TestOneOtherValue:
    """A command with one other value is no repetition."""

    def test_one_that_is_not_heard_is_a_breach(self) -> None:
        """The paths say which."""
        answers = {
            "anew.vkCmdBindIndexBuffer": {"first": 1, "begun": 1, "executed": 1, "unheard": ["offset"]}
        }

        assert list(repeats.altered_alone(answers).said) == [
            "vkCmdBindIndexBuffer does not go down a second time with another offset alone"
        ]

    def test_all_that_are_heard_are_right(self) -> None:
        """Nothing is said."""
        answers = {"anew.vkCmdBindIndexBuffer": {"first": 1, "begun": 1, "executed": 1, "unheard": []}}
        look = repeats.altered_alone(answers)

        assert (look.seen, list(look.said)) == (1, [])

    def test_what_is_kept_for_later_is_not_judged(self) -> None:
        """It did not go down the first time either."""
        look = repeats.altered_alone({"anew.vkCmdSetViewport": {"first": 0, "unheard": ["firstViewport"]}})

        assert look.seen == 0
