"""Names the packages, exports and hives that are read only in part: what one lacks may be what is asked for."""

from collections.abc import Iterable
from dataclasses import replace

from refloader.model.reason import Reason, Severity
from refloader.model.text import quote


def named(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return findings on the files of a machine; those on a whole file name it."""
    return tuple(replace(each, fact=_fact(each)) if _is_damage(each) else each for each in reasons)


def damage(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """Return the first fact on each file that cannot be read whole."""
    found: dict[str, str] = {}
    for reason in filter(_is_damage, reasons):
        found.setdefault(reason.subject, _fact(reason))
    return tuple(found.values())


def _fact(reason: Reason) -> str:
    path = quote(reason.subject)
    return reason.fact if reason.fact.startswith(path) else f"{path} cannot be read whole: {reason.fact}"


def _is_damage(reason: Reason) -> bool:
    """Return whether a finding is on a file as a whole, and not on a line or a member of it."""
    from refloader.host.archives.faults import MEMBER  # here, as few machines are packages

    span = reason.span
    whole = span is not None and not span.line and MEMBER not in span.path
    return whole and reason.severity is Severity.ERROR
