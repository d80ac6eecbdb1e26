"""What a claim reads in a command line of ``conform``: every option that leaves something out makes it a part."""

import click
import pytest

from refloader.claims.deriving import _ALONE, _MAYBE, narrowed, narrowed_together
from refloader.cli.conform import command

OPTIONS = [each for each in command.params if isinstance(each, click.Option)]


def names(option: click.Option) -> set[str]:
    """All names of an option."""
    return {*option.opts, *option.secondary_opts}


class TestOptions:
    """An option that was read wrongly would hide the one behind it."""

    def test_without_a_value(self) -> None:
        """Those of the command, and no others."""
        of_command = {name for each in OPTIONS if each.is_flag for name in names(each)}

        assert of_command | {"-h", "--help"} == _ALONE | {"-h", "--help"}

    def test_with_a_value_or_none(self) -> None:
        """Likewise."""
        assert {name for each in OPTIONS if each._flag_needs_value for name in names(each)} == _MAYBE

    @pytest.mark.parametrize("option", sorted(_ALONE | _MAYBE))
    def test_what_comes_behind_is_read(self, option: str) -> None:
        """No option without a value takes the next one for its value."""
        assert "partial: only rules of META were judged" in narrowed(
            f"refloader conform {option} --rule META"
        )


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--caselist cases.txt", "only the cases in cases.txt were judged"),
        ("--skips skips.txt", "the cases in skips.txt were left out"),
        ("--rerun failed", "only cases that had failed were judged again"),
        ("--case 'a b' --case c", "only the case a b, c was judged"),
    ],
)
def test_what_leaves_cases_out(option: str, sentence: str) -> None:
    """The claim says so."""
    assert narrowed(f"refloader conform --layer x.json {option}") == (f"partial: {sentence}",)


def test_the_whole_suite() -> None:
    """Options that leave nothing out say nothing."""
    assert (
        narrowed("refloader conform --layer x.json --profile full --shard 1/1 -n 2 --strict --out here") == ()
    )


class TestSeveralRuns:
    """What one run left out, another may have judged."""

    def test_of_all_of_them(self) -> None:
        """As of one."""
        commands = [f"refloader conform --rule META --shard {part}/2" for part in (1, 2)]

        assert list(narrowed_together(commands)) == ["partial: only rules of META were judged"]

    def test_of_one_of_them(self) -> None:
        """The sentence says of how many it is true."""
        commands = ["refloader conform --rule META", "refloader conform"]

        assert list(narrowed_together(commands)) == [
            "partial: in 1 of 2 runs, only rules of META were judged"
        ]
