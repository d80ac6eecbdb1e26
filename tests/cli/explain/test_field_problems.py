"""Explain on problems that people had: the cause and the change that were written down before it was run."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from field_problems import Problem, problems
from verbs import Run, checked_json

from refloader.inspect.explain.answer import State

pytestmark = pytest.mark.slow

KNOWN_MISSES = frozenset({"8A11", "8B15"})
"""Problems that explain does not answer as expected; the test fails once it does."""

OF_FILES = frozenset(
    ["chmod", "cp", "gunzip", "install", "ln", "mkdir", "mv", "printf", "rm", "rmdir", "unxz", "zstd"]
)
"""The programs that change files."""


def wrong(problem: Problem, document: Any, commands: list[str]) -> list[str]:
    """What the answers, the first one with these commands, lack of what was expected, by the keys of the problem."""
    told, answers = problem.told, document["answers"]
    first = (
        answers[0]
        if answers
        else {"state": "", "why": "", "rule": "", "off": [], "loader": "", "change_text": ""}
    )
    sentence = f"{first['why']} {first['loader']}"
    faults = [f"not said: {each}" for each in told.get("says", ()) if each not in sentence]
    if told.get("rule") and first["rule"] not in told["rule"]:
        faults.append(f"rule {first['rule']}")
    faults += [f"said: {each}" for each in told.get("never", ()) if each in sentence + first["change_text"]]
    changes = told.get("change", ())
    given = first["change_text"] + "".join(f"; {each}" for each in commands)
    if changes and not any(each in given for each in changes):
        faults.append(f"change {given}")
    if told.get("off") and not any(each in way for each in told["off"] for way in first["off"]):
        faults.append(f"off {first['off']}")
    is_active = first["state"].startswith(("active", "used"))
    if problem.asked and is_active is not told.get("active", False):
        faults.append(f"state {first['state']}")
    return faults


def _commands(change: Any) -> list[str]:
    """The commands of a change and of those that go with it, where the document has them."""
    if not change:
        return []
    return [*([change["command"]] if "command" in change else []), *_commands(change.get("and"))]


def _of_machine(root: Path, command: str) -> str:
    """The command for the machine that the tree stands for, of one that changes no file but the tree's."""
    for step in command.split(" && "):
        program, _, rest = step.removeprefix("sudo ").partition(" ")
        if program in OF_FILES:
            given = shlex.split(rest)
            named = (
                given[-1:] if program in ("ln", "printf") else given
            )  # the others are what is written there
            paths = [each for each in named if each.startswith("/")]
            assert paths, command
            assert all(each.startswith(f"{root}/") for each in paths), command
    return command.replace(f"{root}/", "/")


OF_EXPLAIN = [problem for problem in problems() if problem.verb == "explain"]
OF_OTHERS = [problem for problem in problems() if problem.verb != "explain"]


@pytest.mark.parametrize("problem", OF_EXPLAIN, ids=lambda problem: problem.name)
def test_the_cause_and_the_change_come_first(problem: Problem, run: Run, tmp_path: Path) -> None:
    """The first answer names the cause; the change is the one that helps; the text begins with that answer."""
    root = tmp_path / "root"
    problem.build(root)

    result = run(*problem.words(root), "--format", "json", *problem.asked)
    text = run(*problem.words(root), *problem.asked)

    document = checked_json(result, "explain-1")
    commands = [
        [_of_machine(root, each) for each in _commands(answer["change"])] for answer in document["answers"]
    ]
    faults = wrong(problem, document, commands[0] if commands else [])
    assert bool(faults) is (problem.name in KNOWN_MISSES), faults
    if document["answers"]:
        answer = document["answers"][0]
        assert answer["why"] in text.stdout
        assert State(answer["state"]).words in text.stdout.splitlines()[0]
    assert not ("crashes on" in text.stdout and "does as the documents say" in text.stdout)
    assert text.exit_code == result.exit_code


@pytest.mark.parametrize("problem", OF_OTHERS, ids=lambda problem: problem.name)
def test_doctor_and_lint_name_the_cause_and_the_change(problem: Problem, run: Run, tmp_path: Path) -> None:
    """The first screen has what is wrong and what mends it."""
    root = tmp_path / "root"
    problem.build(root)
    asked = problem.asked if problem.verb == "lint" else []

    result = run(*problem.words(root), *asked)

    shown = result.stdout
    if problem.verb == "doctor":
        findings = json.loads(run(*problem.words(root), "--format", "json").stdout)["findings"]
        for command in (each["command"] for each in findings if each["command"]):
            shown = shown.replace(command, _of_machine(root, command))
    screen = " ".join(" ".join(shown.split("\n")[:24]).split())
    assert [each for each in problem.told["says"] if each not in screen] == []
    assert any(each in screen for each in problem.told.get("change", [""]))
    assert [each for each in problem.told.get("never", ()) if each in screen] == []
    assert result.exit_code == problem.told.get("exit", 1)
