"""Loaders to run scenarios on, as tests name them. Never runs a test's scenario and never judges."""

from functools import cache

from refloader.model.edition import LATEST
from refloader.model.text import quote
from refloader.sandbox.timeouts import FIRST, Patience
from refloader.suite.loaders.subjects import Subject
from refloader.suite.run.targets import Target, resolved, targets, why_no_dropin
from refloader.suite.subjects.request import CORES, LIBRARY, REFERENCE, Wanted, WrongUsageError

NEWEST_CORE = next(name for name, edition in CORES.items() if edition is LATEST)


class SubjectError(Exception):
    """There is no such loader, or nothing can be run on it. The text says why."""


def subject(loader: str = REFERENCE, *, timeout: float = FIRST) -> Subject:
    """A loader that scenarios can be run on, in child processes that may crash or hang.

    ``loader`` is the path of a ``libvulkan.so.1``, or a bare name that the dynamic linker finds; "reference" for the
    reference loader's library ("reference-library"), or where this installation has none for its core in the newest
    edition; "reference-2016", "reference-2018", "reference-2022" and "reference-2026" for the core of that edition,
    which predicts and opens no library. ``timeout`` is in seconds for one scenario.

    Raises:
        SubjectError: there is no such loader, or it cannot be opened.
    """
    target = _target(loader)
    if not target.usable:
        raise SubjectError(f"the loader {quote(loader)} cannot be used: {target.detail}")
    return target.subject(Patience(timeout))


@cache
def _target(loader: str) -> Target:
    """What the first look at a loader shows, which costs a child process."""
    if loader == REFERENCE:
        loader = NEWEST_CORE if why_no_dropin() else LIBRARY
    try:
        return targets(Wanted(loaders=(resolved(loader),)))[0]
    except WrongUsageError as error:
        raise SubjectError(f"the loader {error}") from error
