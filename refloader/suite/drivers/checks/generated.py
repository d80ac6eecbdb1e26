"""Checks on the act "programs": valid programs that are generated, played by the driver and over a model of one.

What a program finds - contents of memory, states, counters, results - is compared with what its own calls lead to in
the model, which carries out each call. The specification leaves none of that open; programs never look at what it
does: times, sizes, addresses, the order of work that nothing orders. A driver that answers that it lacks memory or
room for one more object ends the comparison, as any driver may. What needs a queue that computes, timestamps or a
newer Vulkan is left out where the device has it not.

Source: the Vulkan specification, on which the documents' requirements come on top (VULKAN-DRIVER-05), and "Driver
Dispatchable Object Creation": the first word of a dispatchable object is the loader's once the object is made
(OBJECTS-ICD-01). The model's own reading of the specification is that which layers are judged with.
"""

import re
from collections.abc import Iterator, Mapping
from signal import Signals
from typing import Any

from refloader.suite.sessions.answers import Answers, number, part, texts
from refloader.suite.sessions.check_result import Broken, CheckResult

ACT = "programs"
_NONE = "the driver has no physical device here that does the work of generated programs"
_LABEL = re.compile(r"program\.(\d+)$")


def same_found(answers: Answers) -> CheckResult:
    """Check that a program finds what its calls lead to: in memory, in states that it asks for, in results."""
    look = _run(answers)
    for seed, answer in _ended(answers, "found"):
        expected, actual = (str(answer.get(key, "")) or "nothing" for key in ("expected", "actual"))
        _add(look, answer, f"{answer.get('call', '')}: expected {expected}, found {actual}", seed)
    return look


def programs_ended(answers: Answers) -> CheckResult:
    """Check that a valid program comes to its end."""
    look = _run(answers)
    for seed, answer in (*_ended(answers, "crash"), *_ended(answers, "hang")):
        end = (
            "does not come back" if answer.get("kind") == "hang" else f"ends the program ({_signal(answer)})"
        )
        _add(look, answer, f"{answer.get('call', '')} {end}", seed)
    return look


def first_words_kept(answers: Answers) -> CheckResult:
    """Check that the driver leaves the first word of each dispatchable object alone, which is the loader's."""
    look = _run(answers)
    for seed, answer in _ended(answers, "written"):
        _add(look, answer, f"{answer.get('broken', '')}, which is the loader's", seed)
    return look


def calls_succeed(answers: Answers) -> CheckResult:
    """Check that valid calls succeed, and that allocation callbacks are not called by a pointer of an earlier call.

    No sentence asks for the first where the specification lists an error for the command: it is worth a look.
    """
    look = _run(answers)
    for seed, answer in _ended(answers, "refused"):
        _add(look, answer, f"{answer.get('call', '')} gives {answer.get('actual', '')}", seed)
    for seed, answer in _ended(answers, "kept"):
        fact = "allocation callbacks are called by a pointer that was given to an earlier call"
        _add(look, answer, fact, seed)
    return look


def _run(answers: Answers) -> CheckResult:
    """Return an outcome in which each program is one place to look at.

    Raises:
        ValueError: a program is invalid over the model.
    """
    if "unsound" in answers:
        raise ValueError(f"a generated program is invalid over the model: {answers['unsound']}")
    return CheckResult(seen=number(part(answers, ACT), "run"), missing=_NONE)


def _ended(answers: Answers, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for label in answers:
        match = _LABEL.fullmatch(label)
        if match and part(answers, label).get("kind") == kind:
            yield match[1], part(answers, label)


def _add(look: CheckResult, answer: Mapping[str, Any], fact: str, seed: str) -> None:
    """Record a breach with the steps of its program, in their order."""
    steps, before = texts(answer, "steps"), number(answer, "before")
    after = f" after {before} others in the same process" if before else ""
    look.broken.append(Broken(f"{fact} (program {seed}, {len(steps)} calls{after})", names=tuple(steps)))


def _signal(answer: Mapping[str, Any]) -> str:
    value = number(answer, "signal")
    return Signals(value).name if value in set(Signals) else "exit"
