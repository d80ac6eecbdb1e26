"""The answers of an act "programs": which generated programs came to another end than over the model, and how.

Checks on layers and on drivers read the same answers. The probers write them: ``program.SEED`` for each such program,
``unsound`` for one that is invalid itself.
"""

import re
from collections.abc import Iterator, Mapping
from signal import Signals
from typing import Any

from refloader.suite.sessions.answers import Answers, number, part, result, texts
from refloader.suite.sessions.check_result import Broken, CheckResult

ACT = "programs"
_LABEL = re.compile(r"program\.(\d+)$")
_RESULT = re.compile(r"result (-?\d+)$")


def programs_run(answers: Answers, where: str, missing: str) -> CheckResult:
    """Return an outcome in which each program is one place to look at.

    Raises:
        ValueError: a program is invalid ``where`` nothing foreign takes part.
    """
    if "unsound" in answers:
        raise ValueError(f"a generated program is invalid {where}: {answers['unsound']}")
    return CheckResult(seen=number(part(answers, ACT), "run"), missing=missing)


def ended(answers: Answers, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the seed and the answer of each program that came to this end."""
    for label in answers:
        match = _LABEL.fullmatch(label)
        if match and part(answers, label).get("kind") == kind:
            yield match[1], part(answers, label)


def is_found(answers: Answers) -> bool:
    """Return whether any program came to another end than over the model."""
    return any(_LABEL.fullmatch(label) for label in answers)


def ends(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Yield the seed and the answer of each program that crashed or hung, and what the call did."""
    for seed, answer in ended(answers, "crash"):
        yield seed, answer, f"{answer.get('call', '')} ends the program ({signal_name(answer.get('signal'))})"
    for seed, answer in ended(answers, "hang"):
        yield seed, answer, f"{answer.get('call', '')} does not come back"


def add_breach(look: CheckResult, answer: Mapping[str, Any], fact: str, seed: str) -> None:
    """Record a breach with the steps of its program, in their order."""
    steps, before = texts(answer, "steps"), number(answer, "before")
    after = f" after {before} others in the same process" if before else ""
    twins = f", some by their names in {answer['twins']}" if answer.get("twins") else ""
    look.broken.append(
        Broken(f"{fact} (program {seed}, {len(steps)} calls{after}{twins})", names=tuple(steps))
    )


def named(found: str) -> str:
    """Return what a call of a program found, with the name of a VkResult that the act writes as a number."""
    match = _RESULT.fullmatch(found)
    return result(int(match[1])) if match else found


def signal_name(value: object) -> str:
    """Return the name of the signal that ended a program; "exit" if none did."""
    return Signals(value).name if isinstance(value, int) and value in {*Signals} else "exit"
