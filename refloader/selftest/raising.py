"""Finds exceptions that the library's own Python lets out of a call.

The library prints them and gives an error to the caller, so that every case fails that needs the call. What is wrong
then is how a violator is written: a case that fails so has detected nothing.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from refloader.sandbox import loader
from refloader.sandbox.said import Said
from refloader.scenario.observation import Observation

_RAISED = re.compile(
    r"^\[Vulkan Loader\] ERROR: +((?:refloader: [^:\n]+|\w+): (?:\w*Error|\w*Exception|StopIteration|SystemExit): .*)"
    r"|^(refloader: its interpreter cannot start: .*)",
    re.MULTILINE,
)
"""As ``dropin/c/interpreter/report.c`` writes them. Want of memory is no exception there."""


def exception_in(text: str) -> str:
    """Return the first exception of Python in what a library printed, with the call; empty if there is none."""
    found = _RAISED.search(text)
    return found[1] or found[2] if found else ""


@contextmanager
def exceptions_of_libraries() -> Iterator[list[str]]:
    """Yield the list to which exceptions are added that a library prints while the block runs."""
    raised: list[str] = []
    original = loader.observed

    def listened(said: Said, timeout: float) -> Observation:
        seen = original(said, timeout)
        raised.extend(filter(None, [exception_in(seen.stderr)]))
        return seen

    loader.observed = listened
    try:
        yield raised
    finally:
        loader.observed = original
