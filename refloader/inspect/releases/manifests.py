"""Asks the model of each release of a range what it does with one manifest alone, in a folder that loaders search.

A layer is asked for, or the variable that enables it is set, so that only the manifest decides. What depends on other
files of a machine (a second manifest of the name, components of a meta-layer) is not judged here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar, cast

from refloader.core.ages import age_of
from refloader.core.json.reader import read
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.explain.by_release import answers
from refloader.inspect.releases.release_range import ReleaseRange
from refloader.inspect.whatif.aims import breaking_change
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.age import Trait
from refloader.model.edition import LATEST
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Severity
from refloader.model.request import Build, Request
from refloader.model.text import quote
from refloader.model.version import api_version

_FOLDERS = {
    Use.EXPLICIT: "/usr/share/vulkan/explicit_layer.d",
    Use.IMPLICIT: "/usr/share/vulkan/implicit_layer.d",
    Use.DRIVER: "/usr/share/vulkan/icd.d",
}
READING = "DISC-GEN-01"
"""The rule of a deviation for which no other is known: each manifest in a searched folder is read."""


_DRIVER = "/etc/vulkan/icd.d/sound.json"
_SOUND = b'{"file_format_version": "1.0.0", "ICD": {"library_path": "libsound.so", "api_version": "1.3.0"}}'
"""A driver beside the manifest, so that an instance can be created without it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a loader does with one layer or driver: whether it takes it, why (not), and the rule of that."""

    yes: bool
    fact: str = ""
    rule: str = READING


@dataclass(frozen=True, slots=True)
class ManifestByRelease:
    """A manifest by releases: what the documents say of each name, and what each span of releases does.

    ``harm`` has the spans of releases in which no program gets an instance because of the file, and what happens.
    ``judged`` is false for a file of meta-layers, which depend on other files. ``sdks`` is the same by the releases
    of an SDK, None if these are not asked.
    """

    documented: Mapping[str, Taken]
    spans: tuple[tuple[str, str, Mapping[str, Taken]], ...]
    harm: tuple[tuple[str, str, str], ...] = ()
    judged: bool = True
    sdks: "ManifestByRelease | None" = None

    def refused(self, name: str) -> list[tuple[str, str, Taken]]:
        """Return the spans that do not take a layer or driver, those with one reason as one."""
        spans = ((first, end, taken[name]) for first, end, taken in self.spans)
        return list(merged((first, end, each) for first, end, each in spans if not each.yes))

    def taken(self) -> list[tuple[str, str]]:
        """Return the spans that take everything which the documents refuse."""
        names = [name for name, each in self.documented.items() if not each.yes]
        spans = ((first, end, "") for first, end, each in self.spans if all(each[n].yes for n in names))
        return [(first, end) for first, end, _ in merged(spans)] if names else []


_T = TypeVar("_T")


def merged(spans: Iterable[tuple[str, str, _T]]) -> Iterator[tuple[str, str, _T]]:
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
    loadable = _has_library_path(data)
    if use is Use.DRIVER:
        return _spanned(host, _taking(host, Request(), _Wanted((at,), loadable=loadable)), releases)
    every, others = _named(host, releases)
    layers = [layer for layer in every if not layer.is_meta]
    if not layers:
        return _spanned(host, lambda _: {}, releases, judged=not every)
    asking = replace(host, environment=_switched_on((*layers, *others)))
    names = tuple(dict.fromkeys(layer.name for layer in layers))
    also = tuple(dict.fromkeys(layer.name for layer in others)) if len(names) == 1 else ()
    request = replace(_REQUEST, layers=(*names, *also) if use is Use.EXPLICIT else ())
    wanted = _Wanted(names, at, also, loadable=loadable)
    return _spanned(host, _taking(asking, request, wanted), releases)


_REQUEST = Request(api_version=api_version(1, 0))
"""What the least demanding program with a VkApplicationInfo asks for."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is asked of a manifest: its layers by name, or the driver by its path, and where the layers' manifest is.

    ``also`` are other names by which releases know its only layer. ``loadable`` is whether it names a library.
    """

    names: tuple[str, ...]
    at: str = ""
    also: tuple[str, ...] = ()
    loadable: bool = True


def _has_library_path(data: bytes) -> bool:
    """Return whether a manifest names a library: not if every library_path is empty, a number, a list and so on."""
    pending, found = [read(data).value], []
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            found += [each for key, each in value.items() if key == "library_path"]
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return not found or any(isinstance(each, str) and each for each in found)


def _named(host: MemoryHost, releases: ReleaseRange) -> tuple[list[Layer], list[Layer]]:
    """Return the layers of a manifest: by the documents, or else by the first release that finds any.

    If a name is one only for releases, which read it each in their own way, also return the layers of all of these.
    """

    def layers(build: Build) -> list[Layer]:
        plan = decide(host, Request(), edition=LATEST, build=build)
        return [outcome.layer for outcome in plan.layers if outcome.layer.name or not outcome.layer.rejected]

    documented = [layer for layer in layers(Build()) if layer.name]
    if documented:
        return documented, []
    decided = _Releases(layers)
    every = [found for first, _ in releases.spans() if (found := decided.of(first))]
    return (every[0], [layer for each in every[1:] for layer in each]) if every else ([], [])


def _switched_on(layers: Iterable[Layer]) -> dict[str, str]:
    switches = [layer.enable for layer in layers if layer.enable is not None]
    return {each.variable: each.value for each in switches if each.variable}  # no other can be set


def _spanned(
    host: MemoryHost,
    taking: Callable[[Build], Mapping[str, Taken]],
    releases: ReleaseRange,
    *,
    judged: bool = True,
) -> ManifestByRelease:
    """Return a manifest by the releases of a range, and by those of them that are of an SDK."""
    taken, failing, documented = _Releases(taking), _Releases(_failing(host)), taking(Build())

    def by(some: ReleaseRange) -> ManifestByRelease:
        spans = tuple((first, end, taken.of(first)) for first, end in some.spans())
        failures = merged((first, end, failing.of(first)) for first, end in some.spans())
        return ManifestByRelease(documented, spans, tuple(each for each in failures if each[2]), judged)

    sdks = releases.sdks()
    return replace(by(releases), sdks=by(sdks) if sdks is not None else None)


def _failing(host: MemoryHost) -> Callable[[Build], str]:
    """Return what says how every program fails with a release because of a manifest, beside a sound driver."""
    host = replace(host, files={**host.files, _DRIVER: _SOUND})

    def failure(build: Build) -> str:
        plan = decide(host, Request(), edition=LATEST, build=build)
        if plan.crash:
            change = breaking_change(WhatIf(host, Request(), LATEST, build))
            why = change.because.replace(f" in {quote(plan.crash)}", "") if change is not None else ""
            return f"every program crashes while this manifest is installed{f': {why}' if why else ''}"
        if plan.result is VkResult.SUCCESS or plan.unsteady:
            return ""
        return (
            f"vkCreateInstance returns {plan.result.value} in every program while this manifest is installed"
        )

    return failure


def _taking(host: MemoryHost, request: Request, wanted: _Wanted) -> Callable[[Build], Mapping[str, Taken]]:
    """Return what says of each layer, or of the driver, whether a release takes it."""

    def of(build: Build) -> Mapping[str, Taken]:
        plan = decide(host, request, edition=LATEST, build=build)
        taken = dict(_layers(plan, wanted) if wanted.at else _drivers(plan, wanted.names))
        return taken if wanted.loadable else {name: _unloadable(each) for name, each in taken.items()}

    return of


def _unloadable(taken: Taken) -> Taken:
    """Return that a release does not load what it lists, as what it reads as library_path leads to no file."""
    return Taken(False, '"library_path" names no library', "LLP_LAYER_20") if taken.yes else taken


def _layers(plan: Plan, wanted: _Wanted) -> Iterator[tuple[str, Taken]]:
    at = wanted.at
    if plan.result is VkResult.LAYER_NOT_PRESENT:  # of another layer of the manifest, which speaks for itself
        plan = replace(plan, result=VkResult.SUCCESS)
    rules = _rules_of_facts(plan)
    found = answers(plan, {name: frozenset({at}) for name in (*wanted.names, *wanted.also)})
    otherwise = any(found[name][0] for name in wanted.also)
    for name in wanted.names:
        active, fact = found[name]
        taken = active or otherwise
        yield name, Taken(True) if taken else Taken(False, fact.replace(at, "it"), rules.get(fact, READING))


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
            yield name, Taken(False, fact.replace(name, "it"), str(why.rule) if why else READING)
