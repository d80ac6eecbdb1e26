"""The cases that ``conform`` is to run alone: ``--case`` and ``--caselist``."""

from pathlib import Path

import pytest

from refloader.cli.options.cases import named_cases, not_found, say_unmatched
from refloader.suite.subjects.request import RunRequest, WrongUsageError


def test_both_options_count(tmp_path: Path) -> None:
    """A list has comments and empty lines as deqp-runner's have; each name counts once."""
    file = tmp_path / "cases.txt"
    file.write_text("# mine\n\na/b[x, y]\n  c/d  \na/b[x, y]\n")

    assert named_cases(("e/*", "c/d"), str(file)) == ("e/*", "c/d", "a/b[x, y]")


@pytest.mark.parametrize(
    ("cases", "content", "why"),
    [(("",), "a", "--case is empty"), ((), "# none\n", "names no case"), ((), None, "missing")],
)
def test_what_names_nothing(tmp_path: Path, cases: tuple[str, ...], content: str | None, why: str) -> None:
    """It is wrong usage, and not the wish for all cases."""
    file = tmp_path / "cases.txt"
    if content is not None:
        file.write_text(content)

    with pytest.raises(WrongUsageError, match=why):
        named_cases(cases, str(file))


def test_no_case_of_that_name() -> None:
    """The message says what to write."""
    assert "* stands for any text" in not_found(("driver_creation/nothing",))


@pytest.mark.parametrize(
    ("cases", "said"),
    [
        (("a/b", "a/*", "mine.json:c/d[1]"), ""),
        (("a/b[2]", "c/d", "e/*"), 'refloader: no case is called "a/b[2]", "e/*"; --list prints the names\n'),
        (
            ("1/1", "2/2", "a/b", "3/3", "4/4"),
            'refloader: no case is called "1/1", "2/2", "3/3" and 1 more; --list prints the names\n',
        ),
    ],
)
def test_names_without_a_case(capsys: pytest.CaptureFixture[str], cases: tuple[str, ...], said: str) -> None:
    """They are named on standard error, as a misspelt name would pass for a case without a finding."""
    say_unmatched(RunRequest(cases=cases), [("mine.json", "a/b[1]"), ("mine.json", "c/d[1]")])

    assert capsys.readouterr().err == said


def test_names_for_what_cannot_be_opened(capsys: pytest.CaptureFixture[str]) -> None:
    """Which cases a library has is not known before it is opened."""
    say_unmatched(RunRequest(cases=("a/b",)), [("libmine.so", "opening")])

    assert capsys.readouterr().err == ""


def test_thousands_of_names_without_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    """Each name is looked for once, however many cases there are."""
    cases = [("mine.json", f"a/b[{number}]") for number in range(20_000)]

    say_unmatched(RunRequest(cases=tuple(f"c/{number}" for number in range(20_000))), cases)

    assert "and 19997 more; --list prints the names" in capsys.readouterr().err


def test_names_of_other_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """A part of a run does not have all cases, so nothing is said of names that it lacks."""
    say_unmatched(RunRequest(cases=("a/b", "c/d"), shard=(1, 2)), [("mine.json", "a/b")])

    assert capsys.readouterr().err == ""
