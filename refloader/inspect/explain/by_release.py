"""What loaders of all releases do with layers of a machine: one answer for each span of releases."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from refloader.core.ages import OLDEST, age_of, boundaries
from refloader.engine import decide
from refloader.host.port import Host
from refloader.model.edition import LATEST
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.request import Build, Request


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
    """Return the spans for each named layer, or for every layer found if none is named."""
    manifests = manifests_by_name(decide(host, request, edition=LATEST, build=build))
    releases = boundaries()
    plans = [
        decide(host, request, edition=LATEST, build=replace(build, age=age_of(each))) for each in releases
    ]
    return {
        name: tuple(
            _spans(releases, [answer(plan, name, manifests.get(name, frozenset())) for plan in plans])
        )
        for name in names or sorted(manifests)
    }


def _spans(releases: Sequence[str], states: Sequence[tuple[bool, str]]) -> Iterator[Span]:
    """Join the releases whose answers are equal."""
    index = 0
    for (active, fact), group in groupby(states):
        count = len(list(group))
        end = releases[index + count] if index + count < len(releases) else ""
        yield Span(releases[index], end, active, fact)
        index += count


def manifests_by_name(plan: Plan) -> dict[str, frozenset[str]]:
    """Return the manifests that define each layer of a plan."""
    found: dict[str, set[str]] = {}
    for outcome in plan.layers:
        found.setdefault(outcome.layer.name, set()).add(outcome.layer.manifest)
    return {name: frozenset(paths) for name, paths in found.items()}


def answer(plan: Plan, name: str, manifests: frozenset[str]) -> tuple[bool, str]:
    """Return whether a layer is active for a loader of an age, and why, in one sentence.

    ``manifests`` are those that define the layer by the documents.
    """
    if plan.crash:
        return False, f"the loader crashes on {plan.crash}"
    if plan.unsteady:
        return False, plan.unsteady
    if plan.result not in (VkResult.SUCCESS, VkResult.INCOMPATIBLE_DRIVER):
        return False, f"vkCreateInstance returns {plan.result.value}"
    found = [outcome for outcome in plan.layers if outcome.layer.name == name]
    active = next((outcome for outcome in found if outcome.active), None)
    if active is not None:
        if not active.layer.library_path and not active.layer.is_meta:
            return False, _fact(active.layer.reasons) or "it has no library"
        return True, _fact(active.reasons)
    unread = [reason for file in plan.unread if file.path in manifests for reason in file.reasons[:1]]
    refused = [reason for outcome in found if outcome.layer.rejected for reason in outcome.layer.reasons]
    said = [reason for outcome in found for reason in outcome.reasons if reason not in outcome.layer.reasons]
    ignored = [reason for reason in plan.reasons if reason.rule == "ENV-MINVERSION-01"]
    fact = _fact(unread) or _fact(refused) or _fact(said) or _fact(ignored)
    return False, fact or ("nothing asks for it" if found else "it is not found")


def _fact(reasons: Sequence[Reason]) -> str:
    """Return the fact of the last reason, or an empty string."""
    return reasons[-1].fact if reasons else ""
