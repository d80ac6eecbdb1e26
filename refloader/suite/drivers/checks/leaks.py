"""Checks on what each object of a device leaves behind in the process, in the act "growth".

Objects of one kind are made and destroyed one after the other on one device: descriptors and threads are the whole
process's (LDP_DRIVER_1), and what malloc gave for an object is to be given back with it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.sessions.answers import Answers, part, rows
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.growth import grows_always, growth

_OBJECT = "growth.object."
_MISSING = "objects of a device were to be made one after the other, for some rounds"

_EACH = 0.5
"""Descriptors or threads that each object leaves, at least: one in two rounds is no cache that is being filled."""

LEAST_BYTES = 16
"""Bytes that each object leaves, at least: the smallest piece that malloc gives."""


def nothing_kept(answers: Answers) -> CheckResult:
    """Check that objects of no kind leave descriptors or threads behind."""
    look = CheckResult(missing=_MISSING)
    for kind, samples in _kinds(answers):
        for key in ("descriptors", "threads"):
            found = growth(samples, key)
            if found is None:
                continue
            look.seen += found.rounds
            if found.each >= _EACH:
                look.fail(
                    f"{found.rounds} objects ({kind}), each destroyed before the next, leave"
                    f" {found.last - found.first} more {key} in the process"
                )
    return look


def memory_kept(answers: Answers) -> CheckResult:
    """Check that what malloc gave does not grow with every object of a kind."""
    look = CheckResult(missing=_MISSING)
    for kind, samples in _kinds(answers):
        found = growth(samples, "heap")
        if found is None:
            continue
        look.seen += found.rounds
        if found.each >= LEAST_BYTES and grows_always(samples, "heap"):
            look.fail(
                f"{found.rounds} objects ({kind}), each destroyed before the next, take"
                f" {found.last - found.first} bytes that are not given back: {found.each:.0f} each"
            )
    return look


def _kinds(answers: Answers) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    for label in answers:
        if label.startswith(_OBJECT):
            yield label.removeprefix(_OBJECT).replace("_", " "), rows(part(answers, label), "samples")
