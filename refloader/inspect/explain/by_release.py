"""What loaders of all releases do with layers of a machine: one answer for each span of releases.

If a word is the path of a manifest that no loader finds, or of its library, the answer is about a machine on which
VK_LAYER_PATH names its folder, and about an application that asks for its layers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from refloader.core.ages import OLDEST, age_of, boundaries
from refloader.engine import decide
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import Host, Kind, Listing
from refloader.inspect.elsewhere import Elsewhere, manifest_at
from refloader.inspect.explain.naming import meant_by
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.lists import separator_of
from refloader.model.edition import LATEST
from refloader.model.path_rules import rules_of
from refloader.model.place import Form, Use
from refloader.model.plan import LayerOutcome, Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.request import Build, Request
from refloader.model.text import quote

_VARIABLE = "VK_LAYER_PATH"
"""The variable that names folders for all releases."""
_MOST = 200
"""The most manifests beside a library that are read."""


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


@dataclass(frozen=True, slots=True)
class Releases:
    """What all releases do with a layer.

    If it is asked about by a file that no loader finds, ``path`` is its manifest, ``variables`` are set for it, and
    ``beside`` is how many other manifests loaders find then in its folder.
    """

    spans: tuple[Span, ...]
    path: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    beside: int = 0


@dataclass(frozen=True, slots=True)
class AskedFile:
    """A manifest that is asked about by its path, or by that of its library, and the layers that it defines.

    ``names`` is the path if it defines none. ``is_found`` is whether loaders search its folder.
    """

    path: str
    names: tuple[str, ...]
    is_found: bool

    @property
    def folder(self) -> str:
        """The folder of the manifest."""
        return rules_of(self.path).split(self.path)[0]


def by_release(host: Host, request: Request, build: Build, names: Sequence[str]) -> dict[str, Releases]:
    """Return the answers for each layer that a word means, or for every layer found if there are no words.

    One plan is in memory at a time. Each file is read once.
    """
    first = OverlayHost(host)
    documented = decide(first, request, edition=LATEST, build=build)
    asked = {word: file for word in names if (file := _asked_file(word, first, documented)) is not None}
    files = [file for file in asked.values() if not file.is_found]
    host, request, variables = _to_be_found(first, request, files)
    documented = decide(host, request, edition=LATEST, build=build) if files else documented
    manifests = manifests_by_name(documented)
    meant = [
        name for word in names if word not in asked for name in meant_by(word, documented, {}, host).names
    ]
    meant += [name for file in asked.values() if file.is_found for name in file.names]
    paths = {name: file.path for file in files for name in file.names if name not in meant}
    wanted = {name: manifests.get(name, frozenset()) for name in (*meant, *paths) or sorted(manifests)}
    wanted |= {name: frozenset([path]) for name, path in paths.items()}
    found: dict[str, list[Span]] = {name: [] for name in wanted}
    libraries, releases = Libraries(host), boundaries()
    for release, end in zip(releases, (*releases[1:], ""), strict=True):
        plan = decide(host, request, edition=LATEST, build=replace(build, age=age_of(release)))
        plan = replace(plan, layers=tuple(each for each in plan.layers if _is_meant(each, paths)))
        for name, (active, fact) in answers(plan, wanted).items():
            lacking = _obstacle(plan, name, libraries) if active else ""
            _append(found[name], release, end, active and not lacking, lacking or fact)
    return {
        name: Releases(tuple(spans), paths[name], variables, _others(host, paths[name]))
        if name in paths
        else Releases(tuple(spans))
        for name, spans in found.items()
    }


def _others(host: Host, path: str) -> int:
    """Return how many manifests are in the folder of one beside it."""
    rules = rules_of(path)
    listing = host.list(rules.split(path)[0])
    return sum(map(rules.is_manifest, listing.names)) - 1 if isinstance(listing, Listing) else 0


def _is_meant(outcome: LayerOutcome, paths: Mapping[str, str]) -> bool:
    """Whether a layer is of the file that is asked about, if one is that defines a layer of its name."""
    return outcome.layer.manifest == paths.get(outcome.layer.name, outcome.layer.manifest)


def _asked_file(word: str, host: Host, plan: Plan) -> AskedFile | None:
    """Return the manifest that a word means by its path or by that of its library; None if it means none."""
    rules = rules_of(word)
    if not rules.is_full(word) or host.kind(word) is not Kind.FILE:
        return None
    is_manifest = rules.is_manifest(word)
    found = manifest_at(host, word) if is_manifest else _beside(word, host)
    if found is None and not is_manifest:
        return None
    path, names = (found.path, found.names) if found is not None else (word, ())
    folder = rules.split(path)[0]
    if separator_of(_VARIABLE, host.platform().system) in folder:
        return None
    searched = [
        place.path for place in plan.places if place.use is not Use.DRIVER and place.form is Form.FOLDER
    ]
    is_found = host.real_path(folder) in map(host.real_path, searched)
    return AskedFile(path, names or (word,), is_found)


def _beside(library: str, host: Host) -> Elsewhere | None:
    """Return the manifest in a library's folder that names it."""
    rules = rules_of(library)
    folder = rules.split(library)[0]
    listing = host.list(folder)
    names = sorted(listing.names) if isinstance(listing, Listing) else []
    for each in [each for each in names if rules.is_manifest(each)][:_MOST]:
        found = manifest_at(host, rules.join(folder, each))
        paths = found.libraries.values() if found is not None else ()
        if any(path == library or rules.join(folder, path.removeprefix("./")) == library for path in paths):
            return found
    return None


def _to_be_found(
    host: OverlayHost, request: Request, files: Sequence[AskedFile]
) -> tuple[OverlayHost, Request, dict[str, str]]:
    """Return the machine and the request with which loaders search for files, and the variables that differ."""
    if not files:
        return host, request, {}
    old = host.variables().get(_VARIABLE, "")
    folders = [*dict.fromkeys(each.folder for each in files), *filter(None, [old])]
    value = separator_of(_VARIABLE, host.platform().system).join(folders)
    names = dict.fromkeys(
        [*request.layers, *(name for each in files for name in each.names if name != each.path)]
    )
    variables = {_VARIABLE: value}
    return host.changed(variables), replace(request, layers=tuple(names)), variables


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


_NOT_ASKED_FOR = "nothing asks for it"
"""What is said of a layer of which nothing else is known."""


def with_cause(fact: str, because: str) -> str:
    """Return why a layer is not active, with the cause that the change for it has, if it has one."""
    is_told = bool(because) and (fact == _NOT_ASKED_FOR or fact in because)
    known = "" if is_told else fact or "it is not active there"
    return "; ".join(each for each in (known, because) if each)


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
    hiding = next((each.layer for each in plan.layers if each.active and each.layer.is_override), None)
    for name, manifests in wanted.items():
        files = sorted((unread[path] for path in manifests if path in unread), key=lambda each: each[0])
        found[name] = _answer(outcomes.get(name, []), [reason for _, reason in files], ignored)
        is_hidden = any(each.layer.kind is Use.IMPLICIT for each in outcomes.get(name, ()))
        if hiding is not None and is_hidden and found[name] == (False, _NOT_ASKED_FOR):
            why = (
                f"the override layer in {quote(hiding.manifest)} leaves out all layers that it does not name"
            )
            found[name] = False, why
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
    return False, fact or (_NOT_ASKED_FOR if found else "it is not found")


def _of_activation(outcome: LayerOutcome) -> list[Reason]:
    """Return the reasons of an outcome that are not those of its manifest, of which a file can have many."""
    known = frozenset(outcome.layer.reasons)
    return [reason for reason in outcome.reasons if reason not in known]


def _fact(reasons: Sequence[Reason]) -> str:
    """Return the fact of the last reason, or an empty string."""
    return reasons[-1].fact if reasons else ""
