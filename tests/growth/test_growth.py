"""Nothing grows faster than its input: each verb, in each format, for each thing of which there may be many."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from grown_table import NOTHING_GROWS, PENDING, ROWS, Row
from growth_measured import FAR, STEEPEST, TIMES, counted, timed

from refloader.cli.main import main

pytestmark = pytest.mark.slow

CONTEXT = click.Context(main)
VERBS = {name: main.get_command(CONTEXT, name) for name in main.list_commands(CONTEXT)}


def shapes(verb: str) -> tuple[str, ...]:
    """The formats that a verb has; an empty one where it has no choice of them."""
    command = VERBS[verb]
    options = [each for each in command.params if "--format" in each.opts] if command else []
    return tuple(shape for each in options for shape in getattr(each.type, "choices", ())) or ("",)


def cases() -> Iterator[object]:
    """Every row of the table in every format that it names."""
    for verb, rows in ROWS.items():
        for row in rows:
            for shape in shapes(verb):
                if shape and row.shapes is not None and shape not in row.shapes:
                    continue
                pending = PENDING.get((verb, shape, row.name))
                marks = [pytest.mark.xfail(reason=pending, strict=False)] if pending else []
                yield pytest.param(verb, shape, row, id=f"{verb}-{shape or 'plain'}-{row.name}", marks=marks)


def runs(folder: Path, shape: str, row: Row, times: int) -> list[Callable[[], None]]:
    """The command on the input of three sizes, each twice the one before."""
    made = []
    for factor in (1, 2, 4):
        place = folder / f"{times}x{factor}"
        place.mkdir()
        words = row.make(place, row.size * times * factor)
        ends = {3} if row.cut else {0, 1}
        own = {"REFLOADER_CONFIG": str(place / "refloader.toml")} if row.project else {}
        made.append(partial(_call, [*words, *(["--format", shape] if shape else [])], ends, own))
    return made


def _call(words: list[str], ends: set[int], own: dict[str, str]) -> None:
    result = CliRunner().invoke(main, words, env=own, catch_exceptions=False)
    assert result.exit_code in ends, result.output[-2000:]


class TestGrowth:
    """Twice the input takes at most 2.6 times the calls, the memory and the processor time, start-up aside."""

    @pytest.mark.whole(keep=6)
    @pytest.mark.parametrize(("verb", "shape", "row"), list(cases()))
    def test_it_is_linear(self, verb: str, shape: str, row: Row, tmp_path: Path) -> None:
        """In what is counted, and on larger inputs in time."""
        calls, memory = counted(runs(tmp_path, shape, row, 1))
        if calls.falls:
            calls, memory = counted(runs(tmp_path, shape, row, FAR))
        sizes = TIMES if row.timed else ()
        grown = (timed(runs(tmp_path, shape, row, times)) for times in sizes)
        linear = any(each.ratio <= STEEPEST for each in grown)

        assert calls.ratio <= STEEPEST, str(calls)
        assert memory.ratio <= STEEPEST or not row.timed, str(memory)
        assert linear or not sizes, "the processor time grows faster than the input, however large it is"


class TestTable:
    """A new verb, or a new format of one, has to say what may grow."""

    def test_every_verb_is_in_the_table(self) -> None:
        """With inputs that grow, or with the reason why there is none."""
        assert set(ROWS) | set(NOTHING_GROWS) == set(VERBS)
        assert set(ROWS).isdisjoint(NOTHING_GROWS)

    @pytest.mark.parametrize("verb", ROWS)
    def test_every_format_is_measured(self, verb: str) -> None:
        """By one row at least."""
        rows = ROWS[verb]

        measured = {shape for row in rows for shape in (shapes(verb) if row.shapes is None else row.shapes)}

        assert set(shapes(verb)) <= measured | {""}

    def test_what_is_pending_is_there(self) -> None:
        """Nothing is left behind in the list of what grows too fast."""
        there = {(verb, row.name) for verb, rows in ROWS.items() for row in rows}

        assert {(verb, name) for verb, _, name in PENDING} <= there
