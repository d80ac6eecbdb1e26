"""Says in findings what releases do with a manifest: which of a range take it otherwise than the documents say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from refloader.inspect.lint.findings import UNKNOWN, Finding
from refloader.inspect.releases.manifests import READING, ManifestByRelease, Taken, merged
from refloader.inspect.releases.release_range import EVERY_RELEASE, ReleaseRange, loaders_of
from refloader.model.edition import Edition
from refloader.model.reason import Severity, Span
from refloader.model.text import brief
from refloader.rules import rule

_T = TypeVar("_T")


def narrowed(
    findings: Sequence[Finding],
    path: str,
    where: Mapping[str, Span],
    found: ManifestByRelease,
    releases: ReleaseRange,
) -> tuple[list[Finding], int]:
    """Return the findings of one manifest for a range of releases, and how many concern none of them.

    A finding because of which the documents do not use an entry stays if a release does not take it. An entry
    that the documents use and some releases do not take is a finding more, and an error if none of them takes it.
    """
    kept, left_out = list[Finding](), 0
    names = list(found.documented)
    alone = names[0] if len(names) == 1 else None
    despite = _words(found.taken(), _taken_by_sdks(found), releases)
    for each in findings:
        if each.rejects and found.judged and not names:
            kept.append(replace(each, releases=str(releases)))
            continue
        if not each.rejects or alone is None or found.documented[alone].yes:
            kept.append(each.with_despite(despite) if each.rejects else each)
            continue
        spans = found.refused(alone)
        if not spans:
            left_out += 1
            continue
        of_sdks = [span[:2] for span in found.sdks.refused(alone)] if found.sdks is not None else None
        said = _words([span[:2] for span in spans], of_sdks, releases)
        kept.append(replace(each, releases=said, despite=despite))
    return [*harmful(path, found, releases), *kept, *_refusals(path, where, found, releases)], left_out


def _refusals(
    path: str,
    where: Mapping[str, Span],
    found: ManifestByRelease,
    releases: ReleaseRange,
    *,
    newest: bool = False,
) -> Iterator[Finding]:
    """Yield a finding for each entry that the documents use and each span that does not; or for the newest one."""
    for name, documented in found.documented.items():
        spans = found.refused(name) if documented.yes else []
        of_sdks = found.sdks.refused(name) if found.sdks is not None else None
        if newest:
            spans = list(_to_the_newest(spans))
            of_sdks = list(_to_the_newest(of_sdks)) if of_sdks is not None else None
        for first, end, taken in spans:
            if any(begin == first and stop == end for begin, stop, _ in found.harm):
                continue  # the finding on all programs says more
            said = releases.words(first, end)
            subject = brief(name) if not name.startswith("/") else "this driver"
            loaders = "used by no release" if said == EVERY_RELEASE else f"not used by {loaders_of(said)}"
            message = f"{subject} is {loaders}{_unlike(spans, of_sdks, taken, releases)}: {taken.fact}"
            severity = Severity.ERROR if said == str(releases) else Severity.WARNING
            yield _finding(taken.rule, severity, where.get(name, Span(path)), message, said)


def _to_the_newest(spans: Sequence[tuple[str, str, Taken]]) -> Iterator[tuple[str, str, Taken]]:
    """Yield the spans that follow one another up to the newest release as one, with the reason of the last."""
    begin, wanted = "", ""
    for first, end, _ in reversed(spans):
        if end != wanted:
            break
        begin = wanted = first
    if begin:
        yield begin, "", spans[-1][2]


def harmful(path: str, found: ManifestByRelease, releases: ReleaseRange) -> list[Finding]:
    """Return an error for each span of releases in which no program gets an instance because of a manifest."""
    harm = list[Finding]()
    for first, end, what in found.harm:
        said = releases.words(first, end)
        of_sdks = found.sdks.harm if found.sdks is not None else None
        loaders = f"{loaders_of(said)}{_unlike(found.harm, of_sdks, what, releases)}"
        message = f"with {loaders}, {what}"
        harm.append(_finding(READING, Severity.ERROR, Span(path), message, said))
    return harm


def taken_despite(
    findings: Sequence[Finding],
    path: str,
    where: Mapping[str, Span],
    found: ManifestByRelease | None,
    releases: ReleaseRange,
) -> list[Finding]:
    """Return the findings of one manifest with the releases that take all the same what the documents refuse.

    What makes every program fail in a release comes first, and what the newest releases do not take last.
    """
    if found is None:
        return [each.with_despite(UNKNOWN) if each.rejects else each for each in findings]
    despite = _words(found.taken(), _taken_by_sdks(found), releases)
    partly = len(found.documented) > 1 and not despite
    despite = UNKNOWN if partly or not found.judged else despite
    told = [each.with_despite(despite) if each.rejects else each for each in findings]
    said = {each.rule for each in findings if each.releases}
    newest = [each for each in _refusals(path, where, found, releases, newest=True) if each.rule not in said]
    return [*harmful(path, found, releases), *told, *newest]


def _finding(rule_id: str, severity: Severity, span: Span, message: str, said: str) -> Finding:
    every = frozenset(Edition)
    return Finding(rule(rule_id), severity, span, message, "", every, rejects=False, releases=said)


def _words(
    spans: Sequence[tuple[str, str]], of_sdks: Sequence[tuple[str, str]] | None, releases: ReleaseRange
) -> str:
    """Return spans of releases for display, and those of an SDK where they are others; empty if there is none."""
    told = _joined(spans, releases)
    sdks = releases.sdks()
    return (
        f"{told}{_if_others(told, _joined(of_sdks, sdks))}" if told and sdks and of_sdks is not None else told
    )


def _taken_by_sdks(found: ManifestByRelease) -> list[tuple[str, str]] | None:
    return found.sdks.taken() if found.sdks is not None else None


def _unlike(
    spans: Sequence[tuple[str, str, _T]],
    of_sdks: Sequence[tuple[str, str, _T]] | None,
    value: _T,
    releases: ReleaseRange,
) -> str:
    """Return which releases of an SDK have a value, if they are others than the releases that have it."""
    sdks = releases.sdks()
    if sdks is None or of_sdks is None:
        return ""
    told, other = (
        _joined([(first, end) for first, end, each in some if each == value], which)
        for some, which in ((spans, releases), (of_sdks, sdks))
    )
    return _if_others(told, other)


def _if_others(told: str, of_sdks: str) -> str:
    return f" (of SDKs: {of_sdks or 'none'})" if of_sdks != told else ""


def _joined(spans: Iterable[tuple[str, str]], releases: ReleaseRange) -> str:
    """Return spans of releases for display, those that follow one another as one."""
    joined = merged((first, end, "") for first, end in spans)
    return releases.of_spans((first, end) for first, end, _ in joined)
