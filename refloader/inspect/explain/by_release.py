"""What loaders of all releases do with layers of a machine: one answer for each span of releases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from refloader.core.ages import OLDEST, age_of, boundaries
from refloader.engine import decide
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import Host
from refloader.inspect.explain.naming import meant_by
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.model.edition import LATEST
from refloader.model.plan import LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.request import Build, Request
from refloader.model.text import quote


@dataclass(frozen=True, slots=True)
class Span:
    """Releases from ``first`` on, before ``end`` (empty: the newest known), and what they do with a layer."""

    first: str
    end: str
    active: bool
    fact: str

    @property
    def releases(self) -> str:
        """The releases, for display."""
        if self.first == OLDEST:
            return f"before {self.end}" if self.end else "every release"
        return f"from {self.first}, before {self.end}" if self.end else f"{self.first} and later"


def by_release(
    host: Host, request: Request, build: Build, names: Sequence[str]
) -> dict[str, tuple[Span, ...]]:
    """Return the spans for each layer that a word means, or for every layer found if there are no words.

    One plan is in memory at a time. Each file is read once.
    """
    host = OverlayHost(host)
    documented = decide(host, request, edition=LATEST, build=build)
    manifests = manifests_by_name(documented)
    meant = [name for word in names for name in meant_by(word, documented, {}, host).names]
    wanted = {name: manifests.get(name, frozenset()) for name in meant or sorted(manifests)}
    found: dict[str, list[Span]] = {name: [] for name in wanted}
    libraries, releases = Libraries(host), boundaries()
    for release, end in zip(releases, (*releases[1:], ""), strict=True):
        plan = decide(host, request, edition=LATEST, build=replace(build, age=age_of(release)))
        for name, (active, fact) in answers(plan, wanted).items():
            lacking = _obstacle(plan, name, libraries) if active else ""
            _append(found[name], release, end, active and not lacking, lacking or fact)
    return {name: tuple(spans) for name, spans in found.items()}


def _obstacle(plan: Plan, name: str, libraries: Libraries) -> str:
    """Say why no library of an active layer can be loaded; empty if one can, or if it has none."""
    named = [o.layer for o in plan.layers if o.active and o.layer.name == name and o.layer.library_path]
    found = {each.library_path: libraries.obstacle(each.library_path, each.manifest) for each in named}
    path = next(iter(found), "")
    return (
        f"its library {quote(path)} cannot be loaded: {found[path]}" if found and all(found.values()) else ""
    )


def _append(spans: list[Span], release: str, end: str, active: bool, fact: str) -> None:
    """Add the answer of a release: to the last span if that has the same."""
    first = release
    if spans and (spans[-1].active, spans[-1].fact) == (active, fact):
        first = spans.pop().first
    spans.append(Span(first, end, active, fact))


def manifests_by_name(plan: Plan) -> dict[str, frozenset[str]]:
    """Return the manifests that define each layer of a plan."""
    found: dict[str, set[str]] = {}
    for outcome in plan.layers:
        found.setdefault(outcome.layer.name, set()).add(outcome.layer.manifest)
    return {name: frozenset(paths) for name, paths in found.items()}


def answers(plan: Plan, wanted: Mapping[str, frozenset[str]]) -> dict[str, tuple[bool, str]]:
    """Return for each layer whether it is active for a loader of an age, and why, in one sentence.

    ``wanted`` has, by the layer's name, the manifests that define it by the documents.
    """
    if plan.crash:
        return dict.fromkeys(wanted, (False, f"the loader crashes on {plan.crash}"))
    if plan.unsteady:
        return dict.fromkeys(wanted, (False, plan.unsteady))
    if plan.result not in (VkResult.SUCCESS, VkResult.INCOMPATIBLE_DRIVER):
        return dict.fromkeys(wanted, (False, f"vkCreateInstance returns {plan.result.value}"))
    outcomes: dict[str, list[LayerOutcome]] = {}
    for outcome in plan.layers:
        outcomes.setdefault(outcome.layer.name, []).append(outcome)
    unread = {file.path: (place, file.reasons[0]) for place, file in enumerate(plan.unread) if file.reasons}
    ignored = [reason for reason in plan.reasons if reason.rule == "ENV-MINVERSION-01"]
    found: dict[str, tuple[bool, str]] = {}
    for name, manifests in wanted.items():
        files = sorted((unread[path] for path in manifests if path in unread), key=lambda each: each[0])
        found[name] = _answer(outcomes.get(name, []), [reason for _, reason in files], ignored)
    return found


def _answer(
    found: Sequence[LayerOutcome], unread: Sequence[Reason], ignored: Sequence[Reason]
) -> tuple[bool, str]:
    active = next((outcome for outcome in found if outcome.active), None)
    if active is not None:
        if not active.layer.stands_for_something:
            return False, _fact(active.layer.reasons) or "it has no library"
        return True, _fact(active.reasons)
    refused = [reason for outcome in found if outcome.layer.rejected for reason in outcome.layer.reasons]
    said = [reason for outcome in found for reason in _of_activation(outcome)]
    filtered = [reason for reason in said if reason.rule.startswith("FILTER-")]
    fact = _fact(unread) or _fact(refused) or _fact(filtered) or _fact(said) or _fact(ignored)
    return False, fact or ("nothing asks for it" if found else "it is not found")


def _of_activation(outcome: LayerOutcome) -> list[Reason]:
    """Return the reasons of an outcome that are not those of its manifest, of which a file can have many."""
    known = frozenset(outcome.layer.reasons)
    return [reason for reason in outcome.reasons if reason not in known]


def _fact(reasons: Sequence[Reason]) -> str:
    """Return the fact of the last reason, or an empty string."""
    return reasons[-1].fact if reasons else ""
