"""Checks on what a layer or driver does to its process besides answering calls. Never guesses at intentions.

The checks read the changes that refloader's programs report (``probes/application/manners.h``): an object with a key
for each thing that differs from before. Third-party code can write to the same descriptor, so any value may have the
wrong shape. A change that no document forbids, and that breaks no other code by itself, is no breach: new variables,
a library that stays loaded, handlers and threads while there is an instance.
"""

import signal
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.text import some, visible
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

ROUNDS = 3
"""How often an instance is made and destroyed before its changes count as leaks."""

NOT_TOLD = "what the process is like afterwards was not told"
_OTHERS_VARIABLES = ("VK_", "XDG_")
"""Prefixes of variables that the documents have loaders read, and drivers and other layers with them."""

_HOME = "HOME"
_MOST_NAMES = 6
_MOST_TEXT = 120
_LIMITS = {
    0: "processor time",
    1: "file size",
    2: "data",
    3: "stack",
    7: "open descriptors",
    9: "address space",
}


def harm(changes: object, before: object) -> CheckResult:
    """Check for changes that must break other code: resources of others that are gone, and traps for later code.

    ``changes`` are those after the instance is gone; ``before`` are those of a run without the layer or driver, which
    is not to blame for them.
    """
    return _look(changes, before, (_taken, _dead_handlers, _unblocked, _traps, _alarm, _variables))


def untidiness(changes: object, before: object) -> CheckResult:
    """Check for changes that may break other code: process-wide state that is not restored. Arguments as ``harm``."""
    return _look(changes, before, (_live_handlers, _state, _limits, _threads))


def leaks(changes: object, before: object) -> CheckResult:
    """Check for what grows with every instance; ``changes`` are those over ROUNDS instances."""
    return _look(changes, before, (_growth,))


def silent(session: Session, others: Session, who: str) -> CheckResult:
    """Check that nothing is written to standard output; ``others`` is the run without the layer or driver ``who``."""
    result = CheckResult(missing="the run has not come to its end", seen=session.ended == "ok")
    if session.stdout and session.stdout != others.stdout:
        result.fail(f"the {who} writes to standard output: {visible(session.stdout[:_MOST_TEXT].strip())}")
    return result


def _look(changes: object, before: object, judges: tuple[Any, ...]) -> CheckResult:
    result = CheckResult(missing=NOT_TOLD)
    if not isinstance(changes, Mapping):
        return result
    known = before if isinstance(before, Mapping) else {}
    own = {key: value for key, value in changes.items() if key not in known}
    result.seen = 1
    for judge in judges:
        for fact in judge(own):
            result.fail(fact)
    return result


# ---- what breaks others


def _taken(changes: Mapping[str, Any]) -> Iterator[str]:
    for row in _rows(changes, "closed"):
        yield f"descriptor {row.get('descriptor')} ({row.get('was')}), which it did not open, is closed"
    for row in _rows(changes, "replaced"):
        number, was = row.get("descriptor"), row.get("was")
        yield f"descriptor {number} ({was}), which it did not open, leads to something else"


def _dead_handlers(changes: Mapping[str, Any]) -> Iterator[str]:
    for row in _rows(changes, "signals"):
        if row.get("by") == "nobody":
            yield f"{_signal(row)} has a handler that is not loaded any more: the next one crashes"


def _unblocked(changes: Mapping[str, Any]) -> Iterator[str]:
    unblocked = changes.get("unblocked")
    if isinstance(unblocked, list) and unblocked:
        numbers = ", ".join(map(str, unblocked))
        yield f"signals that the calling thread had blocked are delivered to it: {numbers}"


def _traps(changes: Mapping[str, Any]) -> Iterator[str]:
    for key in ("traps", "vector_traps"):
        match changes.get(key):
            case [int(before), int(after)] if after & ~before:
                yield f"floating-point exceptions end the process now (mask {after:#x}, before {before:#x})"


def _alarm(changes: Mapping[str, Any]) -> Iterator[str]:
    handlers = {row.get("signal") for row in _rows(changes, "signals")}
    if changes.get("alarm") is True and signal.SIGALRM not in handlers:
        yield "a timer runs on, and the signal that it ends with ends the process"


def _variables(changes: Mapping[str, Any]) -> Iterator[str]:
    for key, what in (("lost", "gone"), ("overwritten", "other than before")):
        names = [name for name in _texts(changes, key) if name.startswith(_OTHERS_VARIABLES) or name == _HOME]
        if names:
            yield f"variables that loaders and drivers read are {what}: {some(names, _MOST_NAMES)}"


# ---- what may break others


def _live_handlers(changes: Mapping[str, Any]) -> Iterator[str]:
    for row in _rows(changes, "signals"):
        if row.get("by") == "default":
            yield f"{_signal(row)} is not handled as before any more: it does what it does by default"
        elif row.get("by") != "nobody":
            yield f"{_signal(row)} is not handled as before any more, but by: {row.get('by')}"


def _state(changes: Mapping[str, Any]) -> Iterator[str]:
    words = {
        "locale": "the locale",
        "folder": "the current folder",
        "umask": "the mask for new files",
        "rounding": "the rounding of floating-point numbers",
        "vector_rounding": "the rounding of floating-point numbers (MXCSR)",
        "precision": "the precision of floating-point numbers (x87)",
        "flushing": "the treatment of tiny floating-point numbers",
    }
    for key, what in words.items():
        match changes.get(key):
            case [before, after]:
                yield f"{what} is not put back: {after}, before {before}"
    blocked = changes.get("blocked")
    if isinstance(blocked, list) and blocked:
        yield f"the calling thread gets these signals no more: {', '.join(map(str, blocked))}"
    unblocked = changes.get("unblocked")
    if isinstance(unblocked, list) and unblocked:
        yield f"the calling thread gets these signals again, which it had blocked: {', '.join(map(str, unblocked))}"
    if changes.get("stack") is True:
        yield "signals come on another stack than before"
    if changes.get("children") is True:
        yield "a child process is left to the application"


def _limits(changes: Mapping[str, Any]) -> Iterator[str]:
    for row in _rows(changes, "limits"):
        match row:
            case {"limit": int(number), "from": int(before), "to": int(after)} if after < before:
                yield f"the limit of {_LIMITS.get(number, number)} is lower: {after}, before {before}"


def _threads(changes: Mapping[str, Any]) -> Iterator[str]:
    names = _texts(changes, "threads")
    if names:
        yield f"{len(names)} of its threads run on after the instance is gone: {', '.join(names[:_MOST_NAMES])}"


def _growth(changes: Mapping[str, Any]) -> Iterator[str]:
    opened = _rows(changes, "opened")
    if len(opened) >= ROUNDS:
        targets = ", ".join(str(row.get("to")) for row in opened[:_MOST_NAMES])
        yield f"{ROUNDS} instances leave {len(opened)} descriptors open: {targets}"
    threads = _texts(changes, "threads")
    if len(threads) >= ROUNDS:
        yield f"{ROUNDS} instances leave {len(threads)} threads behind"


# ---- shapes


def _rows(changes: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    rows = changes.get(key)
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


def _texts(changes: Mapping[str, Any], key: str) -> list[str]:
    texts = changes.get(key)
    return [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []


def _signal(row: Mapping[str, Any]) -> str:
    number = row.get("signal")
    try:
        return signal.Signals(number).name if isinstance(number, int) else "a signal"
    except ValueError:
        return f"signal {number}"
