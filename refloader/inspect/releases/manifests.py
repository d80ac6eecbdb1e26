"""Asks the model of each release of a range what it does with one manifest alone, in a folder that loaders search.

A layer is asked for, or the variable that enables it is set, so that only the manifest decides. What depends on other
files of a machine (a second manifest of the name, components of a meta-layer) is not judged here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, cast

from refloader.core.ages import age_of
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.explain.by_release import answers
from refloader.inspect.lint.findings import UNKNOWN, Finding
from refloader.inspect.releases.release_range import EVERY_RELEASE, ReleaseRange, loaders_of
from refloader.model.age import Trait
from refloader.model.edition import LATEST, Edition
from refloader.model.layer import Layer
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
_READING = "DISC-GEN-01"
"""The rule of a deviation for which no other is known: each manifest in a searched folder is read."""


_DRIVER = "/etc/vulkan/icd.d/sound.json"
_SOUND = b'{"file_format_version": "1.0.0", "ICD": {"library_path": "libsound.so", "api_version": "1.3.0"}}'
"""A driver beside the manifest, so that an instance can be created without it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a loader does with one layer or driver: whether it takes it, why (not), and the rule of that."""

    yes: bool
    fact: str = ""
    rule: str = _READING


@dataclass(frozen=True, slots=True)
class ManifestByRelease:
    """A manifest by releases: what the documents say of each name, and what each span of releases does.

    ``harm`` has the spans of releases in which no program gets an instance because of the file, and what happens.
    ``judged`` is false for a file of meta-layers, which depend on other files.
    """

    documented: Mapping[str, Taken]
    spans: tuple[tuple[str, str, Mapping[str, Taken]], ...]
    harm: tuple[tuple[str, str, str], ...] = ()
    judged: bool = True

    def refused(self, name: str) -> list[tuple[str, str, Taken]]:
        """Return the spans that do not take a layer or driver, those with one reason as one."""
        spans = ((first, end, taken[name]) for first, end, taken in self.spans)
        return list(_merged((first, end, each) for first, end, each in spans if not each.yes))

    def taken(self) -> list[tuple[str, str]]:
        """Return the spans that take everything which the documents refuse."""
        names = [name for name, each in self.documented.items() if not each.yes]
        spans = ((first, end, "") for first, end, each in self.spans if all(each[n].yes for n in names))
        return [(first, end) for first, end, _ in _merged(spans)] if names else []


_T = TypeVar("_T")


def _merged(spans: Iterable[tuple[str, str, _T]]) -> Iterator[tuple[str, str, _T]]:
    """Yield spans that follow one another and have the same value as one."""
    pending: tuple[str, str, _T] | None = None
    for first, end, value in spans:
        if pending is not None and pending[1] == first and pending[2] == value:
            pending = (pending[0], end, value)
            continue
        if pending is not None:
            yield pending
        pending = (first, end, value)
    if pending is not None:
        yield pending


class _Noted(frozenset[Trait]):
    """The traits of a release, which note those that a decision has asked for."""

    __hash__ = object.__hash__  # results are cached by their traits: then none would be asked for
    __eq__ = object.__eq__
    asked: set[Trait]

    def __contains__(self, trait: object) -> bool:
        self.asked.add(cast("Trait", trait))
        return super().__contains__(trait)


class _Releases(Generic[_T]):
    """Decides for one release after the other; once for all that agree in the traits which the decision asks for."""

    def __init__(self, decided: Callable[[Build], _T]) -> None:
        self._decided = decided
        self._known: list[tuple[frozenset[Trait], frozenset[Trait], _T]] = []

    def of(self, release: str) -> _T:
        """Return what a release does."""
        age = age_of(release)
        for asked, held, result in self._known:
            if age.traits & asked == held:
                return result
        noted = _Noted(age.traits)
        noted.asked = set()
        result = self._decided(Build(age=replace(age, traits=noted)))
        self._known.append((frozenset(noted.asked), age.traits & noted.asked, result))
        return result


def by_release(data: bytes, path: str, use: Use, releases: ReleaseRange) -> ManifestByRelease | None:
    """Return a manifest by releases; None if it is not for layers or drivers. Meta-layers are left out."""
    if use not in _FOLDERS:
        return None
    at = f"{_FOLDERS[use]}/{path.rpartition('/')[2] or 'manifest.json'}"
    host = MemoryHost({at: data})
    harm = tuple(_harm(host, releases))
    if use is Use.DRIVER:
        return _judged(host, Request(), [at], releases, harm)
    every = _named(host, releases)
    layers = [layer for layer in every if not layer.is_meta]
    if not layers:
        return ManifestByRelease({}, (), harm, judged=not every)
    host = replace(host, environment=_switched_on(layers))
    names = list(dict.fromkeys(layer.name for layer in layers))
    request = Request(layers=tuple(names) if use is Use.EXPLICIT else ())
    return _judged(host, request, names, releases, harm, at)


def _named(host: MemoryHost, releases: ReleaseRange) -> list[Layer]:
    """Return the layers of a manifest: by the documents, or else by the first release that finds any."""

    def layers(build: Build) -> list[Layer]:
        plan = decide(host, Request(), edition=LATEST, build=build)
        return [outcome.layer for outcome in plan.layers if outcome.layer.name]

    decided = _Releases(layers)
    each = (decided.of(first) for first, _ in releases.spans())
    return layers(Build()) or next(filter(None, each), [])


def _switched_on(layers: Iterable[Layer]) -> dict[str, str]:
    switches = [layer.enable for layer in layers if layer.enable is not None]
    return {each.variable: each.value for each in switches}


def _harm(host: MemoryHost, releases: ReleaseRange) -> Iterator[tuple[str, str, str]]:
    """Yield the spans in which no program gets an instance beside a sound driver, and what happens."""
    host = replace(host, files={**host.files, _DRIVER: _SOUND})

    def failure(build: Build) -> str:
        plan = decide(host, Request(), edition=LATEST, build=build)
        if plan.crash:
            return "every program crashes"
        if plan.result is VkResult.SUCCESS or plan.unsteady:
            return ""
        return f"vkCreateInstance returns {plan.result.value} in every program"

    decided = _Releases(failure)
    spans = ((first, end, decided.of(first)) for first, end in releases.spans())
    yield from (each for each in _merged(spans) if each[2])


def _judged(
    host: MemoryHost,
    request: Request,
    names: Sequence[str],
    releases: ReleaseRange,
    harm: tuple[tuple[str, str, str], ...],
    at: str = "",
) -> ManifestByRelease:
    def of(build: Build) -> Mapping[str, Taken]:
        plan = decide(host, request, edition=LATEST, build=build)
        return dict(_layers(plan, names, at) if at else _drivers(plan, names))

    decided = _Releases(of)
    spans = tuple((first, end, decided.of(first)) for first, end in releases.spans())
    return ManifestByRelease(of(Build()), spans, harm)


def _layers(plan: Plan, names: Sequence[str], at: str) -> Iterator[tuple[str, Taken]]:
    if plan.result is VkResult.LAYER_NOT_PRESENT:  # of another layer of the manifest, which speaks for itself
        plan = replace(plan, result=VkResult.SUCCESS)
    rules = _rules_of_facts(plan)
    for name, (active, fact) in answers(plan, {name: frozenset({at}) for name in names}).items():
        why = Taken(False, fact.replace(at, "it"), rules.get(fact, _READING))
        yield name, Taken(active) if active else why


def _rules_of_facts(plan: Plan) -> Mapping[str, str]:
    """Return the rule of the first reason with each fact."""
    every = [reason for file in plan.unread for reason in file.reasons]
    every += [reason for outcome in plan.layers for reason in outcome.reasons + outcome.layer.reasons]
    every += plan.reasons
    return {each.fact: str(each.rule) for each in reversed(every)}


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
    that the documents use and some releases do not take is a finding more, and an error if none of them takes it.
    """
    kept, left_out = list[Finding](), 0
    names = list(found.documented)
    alone = names[0] if len(names) == 1 else None
    despite = _words(found.taken(), releases)
    for each in findings:
        if each.rejects and found.judged and not names:
            kept.append(replace(each, releases=str(releases)))
            continue
        if not each.rejects or alone is None or found.documented[alone].yes:
            kept.append(replace(each, despite=despite) if each.rejects else each)
            continue
        spans = found.refused(alone)
        if not spans:
            left_out += 1
            continue
        kept.append(replace(each, releases=_words([span[:2] for span in spans], releases), despite=despite))
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
        if newest:
            spans = list(_to_the_newest(spans))
        for first, end, taken in spans:
            if any(begin == first and stop == end for begin, stop, _ in found.harm):
                continue  # the finding on all programs says more
            said = releases.words(first, end)
            subject = name if not name.startswith("/") else "this driver"
            loaders = "used by no release" if said == EVERY_RELEASE else f"not used by {loaders_of(said)}"
            message = f"{subject} is {loaders}: {taken.fact}"
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
        message = f"with {loaders_of(said)}, {what} because of this file"
        harm.append(_finding(_READING, Severity.ERROR, Span(path), message, said))
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
        return [replace(each, despite=UNKNOWN) if each.rejects else each for each in findings]
    despite = _words(found.taken(), releases)
    partly = len(found.documented) > 1 and not despite
    despite = UNKNOWN if partly or not found.judged else despite
    told = [replace(each, despite=despite) if each.rejects else each for each in findings]
    said = {each.rule for each in findings if each.releases}
    newest = [each for each in _refusals(path, where, found, releases, newest=True) if each.rule not in said]
    return [*harmful(path, found, releases), *told, *newest]


def _finding(rule_id: str, severity: Severity, span: Span, message: str, said: str) -> Finding:
    every = frozenset(Edition)
    return Finding(rule(rule_id), severity, span, message, "", every, rejects=False, releases=said)


def _words(spans: Iterable[tuple[str, str]], releases: ReleaseRange) -> str:
    """Return spans of releases for display, those that follow one another as one; empty if there is none."""
    joined = _merged((first, end, "") for first, end in spans)
    return ", ".join(releases.words(first, end) for first, end, _ in joined)
