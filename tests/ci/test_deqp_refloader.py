"""ci/deqp-refloader: what it prints is what a program of dEQP prints. deqp-runner itself is not run."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import runner

pytestmark = pytest.mark.slow(daily=True)

PROGRAM = runner.TOP / "ci" / "deqp-refloader"
CASE = re.compile(r"^Test case '(.*)'\.\.\n  (\w+) \(.*\)$", re.MULTILINE)


def called(*words: str) -> "subprocess.CompletedProcess[str]":
    """The program, with this installation's refloader."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, PROGRAM, *words],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_cases_of_a_list(tmp_path: Path) -> None:
    """Each has its status, and options for programs of dEQP are ignored."""
    (tmp_path / "manifest.json").write_text('{"file_format_version": "1.0.0"}')
    (tmp_path / "cases.txt").write_text("static\n")

    done = called(
        f"--deqp-caselist-file={tmp_path / 'cases.txt'}",
        "--deqp-log-filename=TestResults.qpa",
        "--driver",
        str(tmp_path / "manifest.json"),
    )

    assert done.returncode == 0
    assert CASE.findall(done.stdout) == [("static", "Fail")]
    assert done.stdout.endswith("\nDONE!\n")


@pytest.mark.parametrize("words", [(), ("--deqp-caselist-file=a", "--deqp-caselist-file=b")])
def test_without_a_list(words: tuple[str, ...]) -> None:
    """It says how it is called."""
    done = called(*words)

    assert (done.returncode, done.stdout) == (2, "")
    assert "--deqp-caselist-file=FILE" in done.stderr


def test_the_suite_of_the_page() -> None:
    """Its entry names the program."""
    page = (runner.TOP / "docs" / "ci.md").read_text(encoding="utf-8")
    [text] = re.findall(r"^```toml\n(# suite\.toml.*?)^```$", page, re.MULTILINE | re.DOTALL)

    assert tomllib.loads(text)["deqp"][0]["deqp"] == PROGRAM.relative_to(runner.TOP).as_posix()
