"""Finds the smallest change that makes a layer active, by making a new plan with each candidate change.

Has no table of hints: a change is proposed only if the layer is active in the plan made with it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TypeVar

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.engine import decide
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import Content, Host
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.change import Change, ChangeKind, Question
from refloader.inspect.whatif.changes import candidates
from refloader.inspect.whatif.edits import edited
from refloader.inspect.whatif.removing import FAILED, fewest, in_the_way
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.plan import Plan, VkResult
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Severity
from refloader.model.request import PORTABILITY_EXTENSION, Build, Request

_PAIR_LIMIT = 400
"""The most plans made for pairs of changes; one takes about a millisecond on an ordinary machine."""

_MANY = 1000
"""With n manifests and registry values, the limit of pairs is ``_PAIR_LIMIT // (1 + n // _MANY)``."""

_CLOSER = 3
"""The most changes that bring the layer nearer after which a second one is looked for."""

_BUDGET, _LEAST = 200_000, 24
"""How many manifests, components and registry values plans with one change read together, and the least of plans."""

_DEEP = 60_000
"""What all plans with pairs of changes, and with changes that follow on others, may read together: about a second."""

_EXPLICIT = ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH")
_AS_EXPLICIT = "found by VK_LAYER_PATH or VK_ADD_LAYER_PATH, it has to be asked for by its name"
_ENTRY = 16
"""The usual length of an entry of a variable."""

_USUAL, _MORE = 2_000, 400
"""The most bytes of a usual manifest, and how many more of them take a plan the time of one more manifest."""

_PLAN, _AGED = 20, 4
"""What a plan takes without any manifest, in manifests, and how much more that of a release takes."""

_NOT_ALL = "; with so much to try, not all of it was tried"


@dataclass(slots=True)
class _Spent:
    """What plans with changes have read so far, those after other changes included: manifests, values and entries.

    ``deep`` is the part of it for more than one change, ``cut`` is true if there was no room for all of that.
    """

    whole: int = 0
    deep: int = 0
    cut: bool = False


Tried = TypeVar("Tried")


class WhatIf:
    """A host and a request about which questions are asked. Reads the host once and caches it.

    ``after`` is the one whose changes lead to this host: the plans of both count together.
    """

    def __init__(
        self,
        host: Host,
        request: Request,
        edition: Edition,
        build: Build | None = None,
        *,
        after: "WhatIf | None" = None,
    ) -> None:
        self.host = OverlayHost(host)
        self.request = request
        self.edition = edition
        self.build = build
        self.plan = self._decide(self.host, request)
        manifests = (data for data in self.host.texts().values() if b"\0" not in data)  # a library has zeros
        self._long = sum(max(0, len(data) - _USUAL) for data in manifests) // _MORE
        self._spent: _Spent = after._spent if after is not None else _Spent()
        self._is_first = after is None

    @property
    def spent(self) -> int:
        """What the plans with changes have read so far: manifests, registry values and entries of variables."""
        return self._spent.whole

    def decide(self, *changes: Change) -> Plan | None:
        """Return the plan with some changes made; None if an edit among them has no effect."""
        cost = _PLAN + self.size() + self._entries()
        self._spent.whole += cost * _AGED if self.build is not None and self.build.age else cost
        changed = self.changed(*changes)
        return self._decide(*changed) if changed is not None else None

    def changed(self, *changes: Change) -> tuple[OverlayHost, Request] | None:
        """Return the host and the request with some changes made; None if an edit among them has no effect."""
        variables = {name: value for change in changes for name, value in change.variables}
        written = {path: data for change in changes for path, data in change.files}
        texts = {path: data for path, data in written.items() if data is not None}
        edits = [edit for change in changes for edit in change.edits]
        right = edited({**self.host.texts(), **texts} if texts else self.host.texts(), edits)
        if right is None:
            return None
        files = {**written, **right}
        layers = tuple(name for change in changes for name in change.layers)
        request = replace(self.request, layers=self.request.layers + layers) if layers else self.request
        if any(change.portability for change in changes):
            extensions = (*request.extensions, PORTABILITY_EXTENSION)
            request = replace(request, extensions=extensions, portability=True)
        plain = any(change.plain for change in changes)
        return self.host.changed(variables, files, self._platform(changes), plain=plain), request

    def _platform(self, changes: Sequence[Change]) -> Platform | None:
        """Return the platform after some changes; None if they do not change it."""
        edits = [edit for change in changes for edit in change.registry]
        platform = self.host.platform()
        if edits and platform.registry is not None:
            from refloader.inspect.registry.edits import edited_registry  # Windows only

            return replace(platform, registry=edited_registry(platform.registry, edits))
        return replace(platform, debuggable=True) if any(each.debuggable for each in changes) else None

    def smallest(
        self,
        name: str,
        loads: Callable[[Layer], bool] = lambda _: True,
        elsewhere: tuple[Elsewhere, ...] = (),
        *,
        steps: int = 2,
    ) -> tuple[Change, ...]:
        """Return the smallest change that makes the layer active, in one or two steps; NONE if no tried change does.

        If none does, up to ``steps`` more may follow on a change that brings the layer nearer.
        Among the manifests that a registry value could name, prefers one whose library ``loads`` accepts.
        ``elsewhere`` are the manifests that define it and are not found.
        """
        question = self.question(name, elsewhere)
        size = self.size()
        tried = list(islice(candidates(question), max(_LEAST, _BUDGET // size)))
        additions = [change for change in tried if change.kind is ChangeKind.ADD]
        found = self._single(name, [change for change in tried if change not in additions], loads)
        is_there = not question.entries and self._is_somewhere(question, tried)
        if is_there and not found:  # it is not to be added once more
            found = self._in_steps(name, tried, elsewhere, steps)
        found = found or self._single(name, additions, loads) or self._pair(name, tried)
        found = found or self._several_removals(question, tried)
        if found := found or self._in_steps(name, tried, elsewhere, 0 if is_there else steps):
            return found
        value = f"none of the {len(tried)} changes tried, alone or in pairs, makes it active"
        return (Change(ChangeKind.NONE, "", value + self.left_out),)

    @staticmethod
    def _is_somewhere(question: Question, tried: Sequence[Change]) -> bool:
        """Return whether a file that was read, or a repair of one, has the name of a layer that no loader finds."""
        wanted = question.name.encode("utf-8", "surrogateescape")
        repaired = (data for each in tried if each.kind is ChangeKind.EDIT for _, data in each.files)
        texts = (*question.texts.values(), *(data for data in repaired if data is not None))
        return bool(question.elsewhere) or any(wanted in data for data in texts)

    def _pair(self, name: str, tried: list[Change]) -> tuple[Change, ...]:
        """Return the first two changes that make the layer active together; none if no pair does."""
        pairs = self.deep(islice(_pairs(tried), _PAIR_LIMIT // (1 + self.size() // _MANY)))
        found = next((pair for pair in pairs if self._activated(name, *pair) is not None), None)
        return self._with_both_reasons(name, *found) if found is not None else ()

    def _with_both_reasons(self, name: str, first: Change, second: Change) -> tuple[Change, Change]:
        """Return two changes that each mend a fault, with the fault besides which the answer does not name itself."""
        now = self._obstacle(name)
        if first.because and second.because:
            return first, replace(second, because="", besides=second.because)
        for made in (first, second) if not second.because else (second,):
            changed = self.changed(made)
            left = WhatIf(*changed, self.edition, self.build, after=self)._obstacle(name) if changed else ""
            if left and left != now:
                other = second if made is first else first
                told = other if other.because else replace(other, besides=left)
                return (first, told) if made is first else (told, second)
        return first, second

    def _several_removals(self, question: Question, tried: list[Change]) -> tuple[Change, ...]:
        """Return the removal of files that together fail every instance, and one more change if it takes one."""
        files = [file for file in in_the_way(self.plan, self.decide) if not question.holds(file[0])]
        for step in self.deep(((), *((change,) for change in tried))) if files else ():
            away = fewest(files, partial(self._helps, question.name, step))
            if away is not None:
                return (*step, replace(away, because="", besides=away.because)) if step else (away,)
        return ()

    def _helps(self, name: str, step: tuple[Change, ...], away: Change) -> bool:
        return self._activated(name, away, *step) is not None

    def _in_steps(
        self, name: str, tried: list[Change], elsewhere: tuple[Elsewhere, ...], steps: int
    ) -> tuple[Change, ...]:
        """Return a change that brings the layer nearer with what it takes after it; none if that is not known."""
        for nearer in self.deep(islice(self._nearer(name, tried, elsewhere), _CLOSER)) if steps else ():
            whole = self.followed(name, nearer, elsewhere=elsewhere, steps=steps - 1)
            if whole is not None:
                return whole
        return ()

    def followed(
        self, name: str, *changes: Change, elsewhere: tuple[Elsewhere, ...] = (), steps: int = 1
    ) -> tuple[Change, ...] | None:
        """Return some changes with those that it takes after them to make the layer active; None if none are known.

        What is in the way of the layer only then is the second fault, and said besides the first.
        """
        if self._activated(name, *changes) is not None:
            return changes
        changed = self.changed(*changes)
        if changed is None:
            return None
        after = WhatIf(*changed, self.edition, self.build, after=self)
        more = after.smallest(name, elsewhere=elsewhere, steps=steps)
        if any(each.kind in (ChangeKind.NONE, ChangeKind.ADD) for each in more):
            return None
        besides = more[0].because or after._obstacle(name)
        return self._needed(name, (*changes, replace(more[0], because="", besides=besides), *more[1:]))

    def _needed(self, name: str, changes: tuple[Change, ...]) -> tuple[Change, ...]:
        """Return the changes without which the layer is not active; the last of one file has the others in it."""
        for change in changes:
            less = tuple(each for each in changes if each is not change)
            apart = change.paths.isdisjoint(path for each in less for path, _ in each.files)
            if less and apart and self._activated(name, *less) is not None:
                return self._needed(name, less)
        return changes

    def _obstacle(self, name: str) -> str:
        """Return why the layer is not active, or why the manifest with its name gives no layer; empty if unknown."""
        entry = next((outcome for outcome in self.plan.layers if outcome.layer.name == name), None)
        holds = self.question(name).holds
        unread = next((file.reasons for file in self.plan.unread if holds(file.path)), ())
        why = deciding(entry.reasons if entry is not None else unread)
        if entry is not None and (why is None or (why.rule.startswith("MANIFEST-") and not why.rejects)):
            text = self.host.texts().get(entry.layer.manifest, b"")
            moved = "/implicit_layer.d/" in entry.layer.manifest or b'"disable_environment"' in text
            return _AS_EXPLICIT if moved and entry.layer.place.source in _EXPLICIT else "nothing asks for it"
        return why.fact if why is not None else ""

    def _nearer(self, name: str, tried: list[Change], elsewhere: tuple[Elsewhere, ...]) -> Iterator[Change]:
        """Yield the changes that help on: its folder is searched then, or the layer is found, or it is taken."""
        now = _standing(name, self.plan, elsewhere)
        for change in self.deep(tried):
            plan = self.decide(change) if change.kind is not ChangeKind.ADD else None
            if plan is not None and _standing(name, plan, elsewhere, change.value) > now:
                yield change

    def question(self, name: str, elsewhere: tuple[Elsewhere, ...] = ()) -> Question:
        """Return the question how to activate a layer."""
        wanted = name.encode("utf-8", "surrogateescape")

        def holds(path: str) -> bool:
            answer = self.host.read(path)
            return isinstance(answer, Content) and wanted in answer.data

        def word_size(layer: Layer) -> str:
            why_not = Libraries(self.host).obstacle(layer.library_path, layer.manifest)
            return str(self.host.word_size()) if layer.library_path and not why_not else ""

        for each in elsewhere:  # so that their texts are known
            self.host.read(each.path)
        host, plan = self.host, self.plan
        variables, texts = host.variables(), host.texts()
        at = (host.platform(), holds, elsewhere, host.elevated(), word_size)
        return Question(name, plan, variables, self.request, texts, *at)

    def _single(self, name: str, tried: list[Change], loads: Callable[[Layer], bool]) -> tuple[Change, ...]:
        """Return the first change that makes the layer active alone; none if there is none."""
        in_vain: tuple[Change, ...] = ()
        for change in self.alone(tried):
            names_a_manifest = change.kind is ChangeKind.SET_REGISTRY
            if in_vain and not names_a_manifest:
                continue
            layer = self._activated(name, change)
            if layer is not None and (not names_a_manifest or loads(layer)):
                return (change,)
            if layer is not None and not in_vain:
                in_vain = (change,)
        return in_vain

    @property
    def left_out(self) -> str:
        """The end of a sentence on what was tried in vain, if there was no room for all of it; else empty."""
        return _NOT_ALL if self._spent.cut else ""

    def alone(self, tried: Iterable[Tried]) -> Iterable[Tried]:
        """Return what is tried by itself: all of it, or while there is room if other changes came before."""
        return tried if self._is_first else self.deep(tried)

    def deep(self, tried: Iterable[Tried]) -> Iterator[Tried]:
        """Yield what is tried beyond single changes while there is room for it; what each takes counts together."""
        for each in tried:
            if self._spent.deep >= _DEEP:
                self._spent.cut = True
                return
            whole, deep = self._spent.whole, self._spent.deep
            try:
                yield each
            finally:  # with what was counted inside already
                self._spent.deep = deep + self._spent.whole - whole

    def bounded(self, most: int) -> int:
        """Return how many of the changes may be tried on a machine of this size."""
        return min(most, max(_LEAST, _BUDGET // self.size()))

    def size(self) -> int:
        """Return what a plan reads: manifests, where long ones count as several, components, values; plus one."""
        registry, plan = self.host.platform().registry, self.plan
        values = sum(len(key.values) for key in registry.keys.values()) if registry is not None else 0
        components = sum(len(outcome.layer.components) for outcome in plan.layers)
        return 1 + self._long + values + components + len(plan.layers) + len(plan.drivers) + len(plan.unread)

    def _entries(self) -> int:
        """Return about how many entries the variables and the application name, each of which a plan considers."""
        variables = self.host.variables()
        values = (variables.get(name, "") for name in LOADER_VARIABLES)
        return len(self.request.layers) + sum(map(len, values)) // _ENTRY

    def without_steering(self) -> Plan:
        """Return the plan without loader variables, settings files and override layers: all that is installed."""
        variables = dict.fromkeys((*LOADER_VARIABLES, *SEARCH_VARIABLES - {"HOME"}))
        steering = [place.path for place in self.plan.places if place.use == "settings"]
        steering += [o.layer.manifest for o in self.plan.layers if o.layer.is_override]
        return self._decide(self.host.changed(variables, dict.fromkeys(steering)), self.request)

    def _decide(self, host: Host, request: Request) -> Plan:
        return decide(host, request, edition=self.edition, build=self.build)

    @property
    def _bearable(self) -> tuple[VkResult, ...]:
        """The results of vkCreateInstance with which a layer counts as active: none is worse than it is now."""
        now = self.plan.result
        if now is VkResult.SUCCESS:
            return (VkResult.SUCCESS,)
        return (VkResult.SUCCESS, VkResult.INCOMPATIBLE_DRIVER, *(() if now in FAILED else (now,)))

    def is_worse(self, plan: Plan) -> bool:
        """Return whether this release crashes on what a change makes, or may, and does not without it."""
        return bool(plan.crash or (plan.unsteady and not self.plan.unsteady))

    def activates(self, name: str, change: Change) -> bool:
        """Return whether a change makes the layer active and the result of vkCreateInstance no worse."""
        return self._activated(name, change) is not None

    def _activated(self, name: str, *changes: Change) -> Layer | None:
        """Return the entry of the layer that some changes activate.

        None if there is none, if this release has no library for it, or if the result of vkCreateInstance
        becomes worse.
        """
        plan = self.decide(*changes)
        if plan is None or self.is_worse(plan) or plan.result not in self._bearable:
            return None
        active = (outcome.layer for outcome in plan.layers if outcome.active)
        return next((each for each in active if each.name == name and each.stands_for_something), None)


def deciding(reasons: Sequence[Reason]) -> Reason | None:
    """Return the reason that decided: the first that forbids the entry, else the last that is no remark on it."""
    rejecting = [each for each in reasons if each.rejects and each.severity is not Severity.INFO]
    if rejecting:
        return rejecting[0]
    plain = [each for each in reasons if not each.rule.startswith(("MANIFEST-", "NAMING-"))]
    return plain[-1] if plain else reasons[-1] if reasons else None


def _standing(name: str, plan: Plan, elsewhere: Sequence[Elsewhere], moved: str = "") -> int:
    """Return how far a layer is: its folder is searched (1), it or its file found (2), its manifest taken (3)."""
    found = [outcome.layer for outcome in plan.layers if outcome.layer.name == name]
    if found:
        return 2 if all(plan.edition in layer.rejected for layer in found) else 3
    if any(file.path == moved for file in plan.unread):
        return 2
    return int(any((e.use, e.folder) == (place.use, place.path) for place in plan.places for e in elsewhere))


def _pairs(changes: list[Change]) -> Iterator[tuple[Change, Change]]:
    """Yield pairs of changes to different things, those of two early candidates first."""
    for total in range(1, 2 * len(changes)):
        for first in range(total // 2 + 1):
            second = total - first
            if first < second < len(changes) and changes[first].what != changes[second].what:
                yield changes[first], changes[second]
