"""Finds other manifests of a layer: newer ones, those that a loader falls back to, and what hangs on the order of
those in one folder.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.comparing import There
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.aims import Tries
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.folder_order import contested, first_at_present, plans_by_order
from refloader.inspect.whatif.smallest import WhatIf, deciding
from refloader.inspect.whatif.switching import in_its_place
from refloader.model.age import Trait
from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.path_rules import rules_of
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Form
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.reason import Severity, Span
from refloader.model.text import quote, visible

_DECIDES = "the file system decides which one of a folder comes first"
_BY_ORDER = (State.ACTIVE, State.INACTIVE, State.UNLOADABLE, State.MISSING)
_SURE = ({State.ACTIVE}, {State.UNLOADABLE})
"""What may become of a layer that a change makes active, if that is so with every order of the files."""

_MOST_REMOVED, _MOST_MENDED = 8, 6
"""The most files whose removal is tried for one answer, and the most answers for which that is done."""


def passed_over(
    active: Layer, outcomes: Sequence[LayerOutcome], edition: Edition, what_if: WhatIf
) -> tuple[str, tuple[Change, ...]]:
    """Return, in words, which other manifest defines an active layer, and what brings it if that one is newer.

    Of a manifest that no loader of the edition uses, the mistake is named, and nothing brings it.
    """
    beside = [each for each in outcomes if each.layer.manifest != active.manifest]
    if not beside:
        return "", ()
    other = beside[0].layer
    errors = [each for each in beside[0].reasons if each.rejects and each.severity is Severity.ERROR]
    refused = next((each.fact for each in errors if edition in each.editions), "")
    if refused:
        return f"; {quote(other.manifest)} defines it too, and is not used: {refused}", ()
    more = f"; {quote(other.manifest)} defines it too, and is passed over{_by_chance(active, other)}"
    if other.api_version <= active.api_version:
        return more, ()
    more = f"{_by_chance(active, other)}, though it is newer: {other.api_version}, and this is {active.api_version}"
    changes = in_its_place(what_if, active, other)
    return f"; {quote(other.manifest)} defines it too, and is passed over{more}", changes


def _by_chance(first: Layer, other: Layer) -> str:
    """Return, in words, that the first of two manifests may be the other one on another disk; empty if it may not."""
    rules = rules_of(first.manifest)
    listed = rules is POSIX_PATHS and first.place.form is Form.FOLDER is other.place.form
    same = rules.split(first.manifest)[0] == rules.split(other.manifest)[0]
    return f" here: {_DECIDES}" if listed and same else ""


def other_manifest(explanation: Explanation, path: str, what_if: WhatIf, there: There) -> Answer | None:
    """Answer for a manifest whose layer is active, and is taken from another one; None if that is not so."""
    own, loader, documented = explanation.own, "", ""
    outcomes = [o for o in explanation.here.layers if o.layer.manifest == path]
    names = {outcome.layer.name for outcome in outcomes}
    first = next((o.layer for o in explanation.here.layers if o.active and o.layer.name in names), None)
    if first is None or first.manifest == path or any(outcome.active for outcome in outcomes):
        return None
    if first.name in explanation.used_instead:
        return None
    if own is not None and first.name in own.taken:
        loader, documented = own.label, "" if own.taken[first.name][0].manifest == path else "not used"
        what_if = there()
    changes = in_its_place(what_if, first, outcomes[0].layer)
    why = f"{quote(first.manifest)} comes first and defines {first.name} too"
    why = f"it takes {first.name} from {quote(first.manifest)}" if loader else why
    state = State.UNUSED
    if here := _by_chance(first, outcomes[0].layer):
        why = f"{quote(first.manifest)} defines {first.name} too, and comes first{here}"
        state = state if explanation.order_is_known else State.UNDECIDED
    at = Span(path)
    return Answer(path, state, why, "DISC-GEN-02", at, changes, loader=loader, documented=documented)


@dataclass(frozen=True, slots=True)
class _Use:
    """What a loader does with a layer that reads ``first`` before other files: whether it runs it, and why not."""

    state: State
    layer: Layer | None
    fact: str
    first: str

    @property
    def key(self) -> tuple[object, ...]:
        """What makes a difference to a user; only of a layer that is entered, which library it is."""
        layer = self.layer
        if layer is None or self.state is State.INACTIVE:
            return self.state, self.fact
        return (
            self.state,
            layer.library_path,
            layer.components,
            layer.enable,
            layer.disable,
            layer.api_version,
        )


def by_order(
    explanation: Explanation, answers: Sequence[Answer], what_if: WhatIf, there: There
) -> list[Answer]:
    """Return the answers, with what hangs on the order of the files in one folder."""
    own = explanation.own
    of_age = own is not None and bool(own.path and own.plan)
    plan = own.plan if own is not None and own.path and own.plan is not None else explanation.plan
    if not contested(what_if.host, plan, of_age=of_age):
        return list(answers)
    if own is not None and own.path:
        what_if = there()
    return _Orders(explanation, what_if).answers(answers)


class _Orders:
    """The plans of one machine with each order of the files that counts."""

    def __init__(self, explanation: Explanation, what_if: WhatIf) -> None:
        self._explanation, self._what_if = explanation, what_if
        self._libraries = Libraries(what_if.host)
        self._of_age = what_if.build is not None and bool(what_if.build.age)
        self._plans = [(_entries(plan), plan, first) for plan, first in plans_by_order(what_if)]
        self._now, self._first = _entries(what_if.plan), first_at_present(what_if)
        self._left = _MOST_MENDED

    def answers(self, answers: Sequence[Answer]) -> list[Answer]:
        """Return the answers; without a question, one more for each layer that may be active or not."""
        found = [self._of(each) for each in answers]
        if self._explanation.meant or self._explanation.order_is_known:
            return found
        told = {each.subject for each in answers}
        names = dict.fromkeys(outcome.layer.name for outcome in self._what_if.plan.layers)
        for name in (name for name in names if name and name not in told):
            answer = self._of(Answer(name, State.INACTIVE))
            if answer.state is State.UNDECIDED:
                found.append(answer)
        return found

    def _of(self, answer: Answer) -> Answer:
        """Return the answer on one layer with what another order of the files does."""
        name = answer.subject
        if answer.state not in _BY_ORDER:
            return answer
        now = self._use(self._now, self._what_if.plan, name, self._first)
        uses = {now.key: now}
        for entries, plan, first in self._plans:
            use = self._use(entries, plan, name, first)
            uses.setdefault(use.key, use)
        others = [use for use in uses.values() if use is not now]
        if not others:
            return self._with_sure_change(answer)
        good = next((use for use in uses.values() if use.state is State.ACTIVE), None)
        bad = next((use for use in uses.values() if use.state is not State.ACTIVE), None)
        if good is not None and bad is not None and not self._explanation.order_is_known:
            return self._undecided(answer, good, bad)
        if _DECIDES in answer.why:
            return answer
        other = others[0]
        fact = f" ({other.fact})" if other.fact else ""
        more = f"{_in_order_of(other)} it is {other.state.words}{fact}"
        return self._with_sure_change(replace(answer, why=f"{answer.why}; {_DECIDES}: {more}"))

    def _with_sure_change(self, answer: Answer) -> Answer:
        """Return the answer with what its change needs besides, so that it helps with every order of the files."""
        changes, name = answer.changes, answer.subject
        tried = all(each.tried and each.kind is not ChangeKind.NONE for each in changes)
        if answer.state is not State.INACTIVE or not changes or not tried or self._explanation.order_is_known:
            return answer
        if not self._may_mend() or self._states(name, *changes) in _SURE:
            return answer
        kept = {path for each in changes for path, _ in each.files} | {
            edit.path for each in changes for edit in each.edits
        }
        also = "others define it too" if name in self._now else "one before it may keep the loader from it"
        why = answer.why if _DECIDES in answer.why else f"{answer.why}; besides, {_DECIDES}, and {also}"
        for away in self._removals(name, kept):
            if self._states(name, *changes, away) in _SURE:
                return replace(answer, why=why, changes=(*changes, away))
        return replace(answer, why=why)

    def _undecided(self, answer: Answer, good: _Use, bad: _Use) -> Answer:
        """Return the answer on a layer that is active or not, with the removal after which it is active."""
        folder = _split(good)[0]
        fact = f": {bad.fact}" if bad.fact else ""
        why = (
            f"{_DECIDES}, and in {quote(folder)}, {_in_order_of(good)} it is {good.state.words}, "
            f"{_in_order_of(bad)} it is {bad.state.words}{fact}"
        )
        change = self._certain(answer.subject, good) if self._may_mend() else None
        where = bad.layer.where.span if bad.layer is not None else answer.where
        return replace(
            answer,
            state=State.UNDECIDED,
            why=why,
            rule="DISC-GEN-03",
            where=where,
            changes=(change,) if change is not None else (),
            off=(),
        )

    def _may_mend(self) -> bool:
        """Return whether changes are tried for one more answer: those for each of very many take too long."""
        self._left -= 1
        return self._left >= 0

    def _certain(self, name: str, good: _Use) -> Change | None:
        """Return the removal of the fewest files after which the layer is active in every order; None if none is."""
        kept = {good.layer.manifest} if good.layer is not None else set[str]()
        return next(
            (each for each in self._removals(name, kept) if self._states(name, each) == {State.ACTIVE}), None
        )

    def _removals(self, name: str, kept: Collection[str]) -> Iterator[Change]:
        """Yield the removals of files whose order counts: other manifests of the layer first, and all of those."""
        folders = contested(self._what_if.host, self._what_if.plan, of_age=self._of_age).values()
        files = [file for each in folders for file in each if file not in kept]
        entries = {o.layer.manifest for o in self._what_if.plan.layers if o.layer.name == name}
        files.sort(key=lambda file: file not in entries)
        twins = [file for file in files if file in entries]
        for paths in (*([file] for file in files[:_MOST_REMOVED]), *([twins] if len(twins) > 1 else ())):
            yield removal(paths)

    def _states(self, name: str, *changes: Change) -> frozenset[State]:
        """Return what becomes of a layer with any order of the files, once some changes are made."""
        changed = self._what_if.changed(*changes)
        if changed is None:
            return frozenset({State.MISSING})
        what_if = WhatIf(*changed, self._what_if.edition, self._what_if.build)
        plans = chain([what_if.plan], (plan for plan, _ in plans_by_order(what_if)))
        return frozenset(self._use(_entries(plan), plan, name, "").state for plan in plans)

    def _use(self, by_name: Mapping[str, list[LayerOutcome]], plan: Plan, name: str, first: str) -> _Use:
        """Return what a plan does with a layer; where the loader crashes, no program has any."""
        if plan.crash:
            return _Use(State.INACTIVE, None, f"the loader crashes on {visible(plan.crash)}", first)
        entries = by_name.get(name, [])
        active = next((outcome for outcome in entries if outcome.runs), None)
        if active is None:
            taken = [each for each in entries if plan.edition not in each.layer.rejected] or entries
            if not taken:
                return _Use(State.MISSING, None, "", first)
            why = deciding(taken[0].reasons)
            return _Use(State.INACTIVE, taken[0].layer, why.fact if why is not None else "", first)
        layer = next((each for each in reversed(plan.in_turn) if self._is_turn(each, name)), active.layer)
        if not layer.library_path or not (
            why_not := self._libraries.obstacle(layer.library_path, layer.manifest)
        ):
            return _Use(State.ACTIVE, layer, "", first)
        return _Use(State.UNLOADABLE, layer, f"{quote(layer.library_path)}: {why_not}", first)

    def _is_turn(self, layer: Layer, name: str) -> bool:
        """Return whether this is a layer of a name that a loader enters which goes on to the next of the name."""
        build = self._what_if.build
        goes_on = build is not None and build.age.has(Trait.LAST_OF_A_NAME)
        return goes_on and layer.name == name and loads(self._libraries, layer)


def _entries(plan: Plan) -> dict[str, list[LayerOutcome]]:
    """Return the entries of a plan by the name of the layer."""
    found: dict[str, list[LayerOutcome]] = {}
    for outcome in plan.layers:
        found.setdefault(outcome.layer.name, []).append(outcome)
    return found


def removal(paths: Sequence[str]) -> Change:
    """Return the removal of some manifests."""
    return Change(ChangeKind.REMOVE, " and ".join(paths), files=tuple((path, None) for path in paths))


def _split(use: _Use) -> tuple[str, str]:
    """Return the folder and the name of the file with which a loader does something."""
    path = use.layer.manifest if use.layer is not None else use.first
    return rules_of(path).split(path)


def _in_order_of(use: _Use) -> str:
    """Return, in words, with which order of the files a loader does something; the present one has no first file."""
    name = _split(use)[1]
    return f"with {quote(name)} first" if name else "in their present order"


def used_instead(what_if: WhatIf, libraries: Libraries) -> dict[str, tuple[Layer, Layer]]:
    """Return for each layer whose library cannot be loaded and that has another one: both entries.

    Loaders that have the last of a name run (a trait of their age) go on to that one. Loaders before and after them
    leave the layer out, and so do all if the application asks for it by name.

    The other one has to be active by its own conditions, as if the first manifest were not there. Of very
    many layers, only the first ones are tried.
    """
    plan, asked = what_if.plan, frozenset(what_if.request.layers)
    if what_if.build is None or not what_if.build.age.has(Trait.LAST_OF_A_NAME):
        return {}
    found: dict[str, tuple[Layer, Layer]] = {}
    entries, tries = Counter(outcome.layer.name for outcome in plan.layers), Tries(what_if)
    for layer in (outcome.layer for outcome in plan.layers if outcome.active):
        alone = entries[layer.name] == 1
        if alone or layer.name in asked or not layer.library_path or loads(libraries, layer):
            continue
        if not tries.next():
            break
        without = what_if.decide(Change(ChangeKind.REMOVE, layer.manifest, files=((layer.manifest, None),)))
        there = [o.layer for o in without.layers if o.active] if without is not None else []
        other = next((o for o in there if o.name == layer.name and o.kind is layer.kind), None)
        if other is not None and loads(libraries, other):
            found[layer.name] = (layer, other)
    return found


def loads(libraries: Libraries, layer: Layer) -> bool:
    """Whether the library of a layer can be loaded, as far as its file shows."""
    return bool(layer.library_path) and not libraries.obstacle(layer.library_path, layer.manifest)
