"""The cases that ``conform`` is to run alone: ``--case`` and ``--caselist``."""

from pathlib import Path

import pytest

from refloader.cli.options.cases import named_cases, not_found
from refloader.suite.subjects.request import WrongUsageError


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
