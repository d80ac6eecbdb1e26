"""Turns a loader's name or path, as tests write it, into a subject for scenarios. Does not run scenarios itself."""

from functools import cache

from refloader.model.edition import LATEST
from refloader.model.text import quote
from refloader.sandbox.timeouts import FIRST, AdaptiveTimeout
from refloader.suite.loaders.subjects import Subject
from refloader.suite.run.targets import Target, resolved, targets, why_no_dropin
from refloader.suite.subjects.request import CORES, LIBRARY, REFERENCE, RunRequest, WrongUsageError

NEWEST_CORE = next(name for name, edition in CORES.items() if edition is LATEST)


class SubjectError(Exception):
    """The loader does not exist or cannot be used. The message says why."""


def subject(loader: str = REFERENCE, *, timeout: float = FIRST) -> Subject:
    """Return a loader that runs scenarios in subprocesses, so that a crash or hang does not affect the test process.

    ``loader`` is one of:

    - the path of a ``libvulkan.so.1``, or a bare name that the dynamic linker resolves;
    - "reference": the reference loader's library ("reference-library"), or, if this installation has no library, the
      reference core in the newest edition;
    - "reference-2016", "reference-2018", "reference-2022" or "reference-2026": the reference core in that edition,
      which predicts the outcome and opens no library.

    ``timeout`` is the limit for one scenario, in seconds.

    Raises:
        SubjectError: the loader does not exist or cannot be opened.
    """
    target = _target(loader)
    if not target.usable:
        raise SubjectError(f"the loader {quote(loader)} cannot be used: {target.detail}")
    return target.subject(AdaptiveTimeout(timeout))


@cache
def _target(loader: str) -> Target:
    """Return the inspected loader. Cached, because the inspection takes a subprocess."""
    if loader == REFERENCE:
        loader = NEWEST_CORE if why_no_dropin() else LIBRARY
    try:
        return targets(RunRequest(loaders=(resolved(loader),)))[0]
    except WrongUsageError as error:
        raise SubjectError(f"the loader {error}") from error
