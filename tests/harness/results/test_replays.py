"""The command that replays a case: whole for who reads it, held once for all cases of which it says the same."""

import pytest

from refloader.results.records import Result, Verdict


class TestReplays:
    """A run can have a million results, each with its command."""

    @pytest.mark.parametrize(
        ("case", "command"),
        [
            ("chain[7]", "refloader conform --rule LLP_LAYER_9 --case 'chain[7]'"),
            ("a", "refloader conform --case a --again a"),
            ("chain", "refloader conform --rule LLP_LAYER_9"),
            ("", "refloader conform"),
            ("chain", ""),
        ],
    )
    def test_it_is_whole(self, case: str, command: str) -> None:
        """Wherever the name of the case stands in it, once, twice or nowhere."""
        assert Result("LLP_LAYER_9", "it.json", case, Verdict.PASS, replay=command).repro == command

    def test_it_is_held_once(self) -> None:
        """What two commands have besides the name of the case is the same object."""
        commands = [
            Result(
                "LLP_LAYER_9", "it.json", case, Verdict.PASS, replay=f"refloader conform --case {case}"
            ).replay
            for case in ("first", "second")
        ]

        assert commands[0] is commands[1]
