"""What is shown of a build whose steps take very different times."""

from typing import Any

import pytest

from refloader.cli.terminal import building
from refloader.cli.terminal.console import sentence

STEPS = ["  [178/200] Building C object a.c.o", "note: a line", "  [180/200] Building C object b.c.o"]


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A run of pip whose last step ended at the time 100."""
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    made = building._Pip(["x"], "")
    made._read(STEPS)
    return made


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (101.0, "180 of 200 build steps (90 %), about 20 s left"),
        (110.0, "180 of 200 build steps (90 %), about 20 s left, no further step for 10 s"),
        (460.0, "180 of 200 build steps (90 %), no further step for 6 min 0 s"),
    ],
)
def test_a_long_step(pip: Any, now: float, said: str) -> None:
    """A guess that has come to nothing goes, and how long nothing has ended is shown."""
    assert sentence(pip._progress(), "build steps", 180.0, 0, now) == said


def test_a_step_that_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A download has no number of steps: how long it has lasted is shown, anew for the next one."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    made = building._Pip(["x"], building._TOOLS)

    said = []
    for moment in (101.0, 130.0):
        now[0] = moment
        said.append(sentence(made._progress(), "build steps", 1.0))
    made._read(["  Preparing metadata (pyproject.toml)"])
    said.append(sentence(made._progress(), "build steps", 1.0))

    assert said == [
        "downloading the build tools",
        "downloading the build tools, for 30 s",
        "configuring the build",
    ]


def test_a_step_that_fails_in_its_own_words() -> None:
    """A program of the build prints a line without the word error: it is shown, and not only that the step failed."""
    lines = [
        "  [1/2] Freezing",
        "  FAILED: frozen.c",
        "  cd /b && python3 build",
        "  collections: no such module",
    ]

    shown = building._errors(
        [*lines, "  ninja: build stopped: subcommand failed.", "ERROR: Failed building wheel"]
    )

    assert [each.strip() for each in shown] == [
        "FAILED: frozen.c",
        "cd /b && python3 build",
        "collections: no such module",
    ]


def test_a_compilers_error_is_enough() -> None:
    """It names the line."""
    lines = ["  FAILED: a.o", "  gcc -c a.c", "  a.c:1:1: error: unknown type", "  ninja: build stopped: x."]

    assert "  a.c:1:1: error: unknown type" in building._errors(lines)
