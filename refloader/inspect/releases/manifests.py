"""Asks the model of each release of a range what it does with one manifest alone, in a folder that loaders search.

A layer is asked for, or the variable that enables it is set, so that only the manifest decides. What depends on other
files of a machine (a second manifest of the name, components of a meta-layer) is not judged here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from refloader.core.ages import age_of
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.explain.by_release import answers
from refloader.inspect.lint.findings import Finding
from refloader.inspect.releases.release_range import ReleaseRange
from refloader.model.edition import LATEST, Edition
from refloader.model.place import Use
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Severity, Span
from refloader.model.request import Build, Request
from refloader.rules import rule

_FOLDERS = {
    Use.EXPLICIT: "/usr/share/vulkan/explicit_layer.d",
    Use.IMPLICIT: "/usr/share/vulkan/implicit_layer.d",
    Use.DRIVER: "/usr/share/vulkan/icd.d",
}
_EVERY = "every release"
_READING = "DISC-GEN-01"
"""The rule of a deviation for which no other is known: each manifest in a searched folder is read."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a loader does with one layer or driver: whether it takes it, why (not), and the rule of that."""

    yes: bool
    fact: str = ""
    rule: str = _READING


@dataclass(frozen=True, slots=True)
class ManifestByRelease:
    """A manifest by releases: what the documents say of each name, and what each span of releases does."""

    documented: Mapping[str, Taken]
    spans: tuple[tuple[str, str, Mapping[str, Taken]], ...]

    def refused(self, name: str) -> list[tuple[str, str, Taken]]:
        """Return the spans that do not take a layer or driver, those with one reason as one."""
        found: list[tuple[str, str, Taken]] = []
        before = ""
        for first, end, taken in self.spans:
            each = taken[name]
            if not each.yes:
                if found and before == first and found[-1][2] == each:
                    first = found.pop()[0]
                found.append((first, end, each))
                before = end
        return found


def by_release(data: bytes, path: str, use: Use, releases: ReleaseRange) -> ManifestByRelease | None:
    """Return a manifest by releases; None if it gives no layer or driver that can be judged alone."""
    if use not in _FOLDERS:
        return None
    at = f"{_FOLDERS[use]}/{path.rpartition('/')[2] or 'manifest.json'}"
    host = MemoryHost({at: data})
    found = decide(host, Request(), edition=LATEST, build=Build())
    if use is Use.DRIVER:
        if not found.drivers:
            return None
        return _judged(host, Request(), [at], releases)
    layers = [outcome.layer for outcome in found.layers if not outcome.layer.is_meta and outcome.layer.name]
    if not layers:
        return None
    switches = [layer.enable for layer in layers if layer.enable is not None]
    host = replace(host, environment={each.variable: each.value for each in switches})
    names = list(dict.fromkeys(layer.name for layer in layers))
    request = Request(layers=tuple(names) if use is Use.EXPLICIT else ())
    return _judged(host, request, names, releases, at)


def _judged(
    host: MemoryHost, request: Request, names: Sequence[str], releases: ReleaseRange, at: str = ""
) -> ManifestByRelease:
    def of(build: Build) -> Mapping[str, Taken]:
        plan = decide(host, request, edition=LATEST, build=build)
        return dict(_layers(plan, names, at) if at else _drivers(plan, names))

    spans = releases.spans()
    return ManifestByRelease(
        of(Build()), tuple((first, end, of(Build(age=age_of(first)))) for first, end in spans)
    )


def _layers(plan: Plan, names: Sequence[str], at: str) -> Iterator[tuple[str, Taken]]:
    if plan.result is VkResult.LAYER_NOT_PRESENT:  # of another layer of the manifest, which speaks for itself
        plan = replace(plan, result=VkResult.SUCCESS)
    for name, (active, fact) in answers(plan, {name: frozenset({at}) for name in names}).items():
        yield name, Taken(active) if active else Taken(False, fact.replace(at, "it"), _rule_of(plan, fact))


def _rule_of(plan: Plan, fact: str) -> str:
    """Return the rule of the reason with a fact."""
    every = [reason for file in plan.unread for reason in file.reasons]
    every += [reason for outcome in plan.layers for reason in outcome.reasons + outcome.layer.reasons]
    every += plan.reasons
    return next((str(each.rule) for each in every if each.fact == fact), _READING)


def _drivers(plan: Plan, names: Sequence[str]) -> Iterator[tuple[str, Taken]]:
    outcomes = {outcome.driver.manifest: outcome for outcome in plan.drivers}
    for name in names:
        outcome = outcomes.get(name)
        if plan.crash:
            yield name, Taken(False, "the loader crashes on it")
        elif outcome is not None and outcome.used:
            yield name, Taken(True)
        else:
            reasons = (*outcome.driver.reasons, *outcome.reasons) if outcome is not None else plan.reasons
            why = next((each for each in reversed(reasons) if each.severity is not Severity.INFO), None)
            fact = why.fact if why is not None else f"vkCreateInstance returns {plan.result.value}"
            yield name, Taken(False, fact.replace(name, "it"), str(why.rule) if why else _READING)


def narrowed(
    findings: Sequence[Finding],
    path: str,
    where: Mapping[str, Span],
    found: ManifestByRelease,
    releases: ReleaseRange,
) -> tuple[list[Finding], int]:
    """Return the findings of one manifest for a range of releases, and how many concern none of them.

    A finding because of which the documents do not use an entry stays if a release does not take it. An entry
    that the documents use and some releases do not take is a finding more.
    """
    kept, left_out = list[Finding](), 0
    names = list(found.documented)
    alone = names[0] if len(names) == 1 else None
    for each in findings:
        if not each.rejects or alone is None or found.documented[alone].yes:
            kept.append(each)
            continue
        spans = found.refused(alone)
        if not spans:
            left_out += 1
            continue
        said = ", ".join(dict.fromkeys(releases.words(first, end) for first, end in _joined(spans)))
        kept.append(replace(each, releases=said))
    for name in names:
        if not found.documented[name].yes:
            continue
        for first, end, taken in found.refused(name):
            said = releases.words(first, end)
            subject = name if not name.startswith("/") else "this driver"
            loaders = "used by no release" if said == _EVERY else f"not used by {_loaders(said)}"
            message = f"{subject} is {loaders}: {taken.fact}"
            span = where.get(name, Span(path))
            every = frozenset(Edition)
            kept.append(
                Finding(
                    rule(taken.rule),
                    Severity.WARNING,
                    span,
                    message,
                    "",
                    every,
                    rejects=False,
                    releases=said,
                )
            )
    return kept, left_out


def _loaders(said: str) -> str:
    return f"loaders {said}" if said[:1].isalpha() else f"loaders of {said}"


def _joined(spans: Sequence[tuple[str, str, Taken]]) -> Iterator[tuple[str, str]]:
    """Yield spans that follow one another as one, whatever their reasons."""
    pending: tuple[str, str] | None = None
    for first, end, _ in spans:
        if pending is not None and pending[1] == first:
            pending = (pending[0], end)
            continue
        if pending is not None:
            yield pending
        pending = (first, end)
    if pending is not None:
        yield pending
