"""The answer to what was asked, in one sentence for each layer and for the drivers, with the change that helps."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from refloader.core.manifests.fields import in_detail
from refloader.host.port import Host, Kind
from refloader.inspect.explain.answer import Answer, State, value_error, without_components
from refloader.inspect.explain.by_release import with_cause
from refloader.inspect.explain.comparing import OwnLoader, There, asked_there, by_this_loader, taken_there
from refloader.inspect.explain.copies import by_order, loads, other_manifest, passed_over
from refloader.inspect.explain.doubts import closed_file, denied, doubts_of, left_behind, without_entry
from refloader.inspect.explain.facts import (
    Explanation,
    all_reasons,
    lost_places,
    of_variable,
    unknown_reasons,
)
from refloader.inspect.explain.guessing import (
    by_hand,
    for_others,
    second_variable,
    unheeded_condition,
    unheeded_filter,
    unread_variable,
    vain_switch,
    without_layer,
)
from refloader.inspect.explain.naming import layers_with
from refloader.inspect.explain.no_instance import with_failure, without_instance
from refloader.inspect.explain.of_packages import mended_in, misplaced, with_packages
from refloader.inspect.explain.origins import STARTS_PROGRAMS, set_to_nothing, start_file, with_origin
from refloader.inspect.explain.stray_settings import (
    asked_settings,
    hidden_settings,
    named_settings,
    unread_settings,
    vain_settings,
)
from refloader.inspect.explain.vain_variables import idle_request, unheeded_allowance
from refloader.inspect.layer_names import REPLACED, no_layer
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.word_sizes import twin_of
from refloader.inspect.whatif.aims import Tries, loading_change, or_leftover
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.installing import from_outside, mended_text
from refloader.inspect.whatif.lists import NAMING, asking_for, of_windows, stem_of
from refloader.inspect.whatif.missing_paths import dead_target
from refloader.inspect.whatif.moving import why_not_searched
from refloader.inspect.whatif.smallest import WhatIf, deciding
from refloader.inspect.whatif.switching import keeps_off, ways_off
from refloader.model.layer import Layer
from refloader.model.place import Use
from refloader.model.plan import LayerOutcome, VkResult
from refloader.model.reason import Reason, Severity, Span
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import quote

_MOST_LOST, _ROOM = 2, 10_000
_MOST_ENTERED = 64
"""The most active layers, beside those that are asked for, whose libraries are checked for entry points."""
_NOT_TRIED = "with so many layers, what keeps one off is tried only for the first ones"


def answers_of(
    explanation: Explanation, host: Host, request: Request, build: Build, what_if: WhatIf | None = None
) -> tuple[Answer, ...]:
    """Return an answer for each layer that is asked for, then for whatever is wrong with all the rest.

    ``what_if`` is the one that the explanation comes from; without it, all manifests are read again.
    """
    what_if = what_if or WhatIf(host, request, explanation.plan.edition, build)
    there = asked_there(what_if, explanation.own)
    found: list[Answer] = []
    words, tries = {name for each in explanation.meant for name in each.names}, Tries(what_if, _ROOM)
    causes: list[str] = []  # of the changes of variables, by which a name that no layer has is corrected
    for name in explanation.asked:
        if name in words or not _is_mentioned(name, causes):
            found.append(_of_layer(explanation, name, what_if, there, tried=tries.next()))
            causes += [c.because or c.besides for c in found[-1].changes if c.variables]
    for each in explanation.meant:
        passed = (
            other_manifest(explanation, each.word, what_if, there) if each.how == "its manifest" else None
        )
        found = [passed, *found] if passed is not None else found
    paths = tuple(dict.fromkeys(path for each in explanation.meant for path in each.manifests))
    if paths:
        from refloader.inspect.explain.of_manifests import of_manifests  # as most words are layers

        found += of_manifests(explanation, paths, what_if, there)
    if any(each.names and each.manifests for each in explanation.meant):
        found.sort(key=lambda answer: answer.is_good)  # a word that means both: what is wrong comes first
    named = set(explanation.asked)
    for outcome in explanation.plan.layers:
        alone = outcome.layer.name not in named and outcome.layer.name not in explanation.used_instead
        broken = outcome.active and alone and explanation.obstacle(outcome.layer)
        if broken and twin_of(outcome.layer, explanation.plan, explanation.obstacle) is None:
            found.append(_unloadable(explanation, outcome.layer, what_if, tried=tries.next()))
    named |= {answer.subject for answer in found}
    others = (o.layer for o in explanation.plan.layers if o.active and o.layer.name not in named)
    for layer in islice(others, _MOST_ENTERED):
        if (no_layer := without_entry(layer, what_if)) is not None:
            found.append(no_layer)
    if not _is_plain(explanation):
        from refloader.inspect.explain.no_drivers import of_the_instance  # as most have a driver

        found = of_the_instance(explanation, what_if, there, found, tries)
    found += _lost_there(explanation, what_if, there, found)
    found = [with_failure(explanation, each) for each in by_order(explanation, found, what_if, there)]
    found += [*misplaced(explanation, what_if), *doubts_of(explanation, what_if)]
    found += [] if explanation.meant else set_to_nothing(host)
    found = [mended_in(explanation, each, what_if) for each in found]
    return tuple(with_origin(with_packages(each, host), host) for each in found)


def _is_plain(explanation: Explanation) -> bool:
    """Return whether vkCreateInstance succeeds, and with the machine's own loader as by the documents."""
    own = explanation.own
    usual = own is None or (own.result in (None, VkResult.SUCCESS) and own.drivers is None and not own.fault)
    certain = not (explanation.unsure or explanation.plan.unsteady)
    return explanation.result is VkResult.SUCCESS and usual and certain


def _lost_there(
    explanation: Explanation, what_if: WhatIf, there: There, before: Sequence[Answer]
) -> Iterator[Answer]:
    """Yield the layers that the machine's own loader does not have and that nobody asks for by name.

    Where this loader makes no instance and answers ``before`` say what is wrong, they follow from that.
    """
    own = explanation.own
    if own is None or explanation.meant:
        return
    if own.result not in (None, VkResult.SUCCESS) and any(not each.is_good for each in before):
        return
    lost = [each.name for each in own.otherwise if not each.active and each.name not in explanation.asked]
    yield from (_of_layer(explanation, name, what_if, there) for name in lost[:_MOST_LOST])


def _is_mentioned(name: str, causes: Sequence[str]) -> bool:
    """True if a variable that asks for a name is corrected; these are the causes of all corrections."""
    return any(f"asks for {quote(name)}," in because or f"={quote(name)} " in because for because in causes)


def _of_layer(
    explanation: Explanation, name: str, what_if: WhatIf, there: There, *, tried: bool = True
) -> Answer:
    """Answer for a layer, with what else its changes mend; what keeps it off does so with the loader here, too."""
    answer = _on_layer(explanation, name, what_if, there, tried=tried)
    if explanation.own is not None and answer.off and not answer.loader:
        answer = replace(answer, off=tuple(each for each in answer.off if keeps_off(there(), each, name)))
    faults = tuple(each.besides for each in answer.changes if each.besides)
    if any(each in answer.why for each in faults):  # it said that already
        faults = explanation.further_faults(name, answer.why)[:1]
    return replace(answer, why=answer.why + "".join(f"; besides, {each}" for each in faults))


def _on_layer(explanation: Explanation, name: str, what_if: WhatIf, there: There, *, tried: bool) -> Answer:
    if (empty := without_components(explanation.plan, name)) is not None:
        return empty
    own = explanation.own
    otherwise = next((each for each in own.otherwise if each.name == name), None) if own else None
    if own is not None and otherwise is not None and not otherwise.active:
        changes = own.changes.get(name, ())
        because = next((change.because for change in changes if change.because), "")
        unread = unread_settings(explanation.plan, own, name, what_if)
        fact = with_cause(unread or otherwise.fact, because)
        where = next((o.layer.where.span for o in explanation.plan.layers if o.layer.name == name), None)
        return Answer(name, State.INACTIVE, fact, "", where, changes, loader=own.label)
    if own is not None and otherwise is not None and otherwise.active:
        return _active_there(explanation, name, own, there(), tried=tried)
    if own is not None and name in own.broken:
        broken = _unloadable(explanation, own.broken[name], there(), tried=tried)
        return replace(broken, loader=own.label)
    if own is not None and own.plan is not None and name in own.taken:
        same = replace(explanation, plan=own.plan, own=replace(own, taken={}))
        return taken_there(_on_layer(same, name, there(), there, tried=tried), own)
    outcomes = [outcome for outcome in explanation.plan.layers if outcome.layer.name == name]
    active = next((outcome for outcome in outcomes if outcome.runs), None)
    if active is not None and (failing := without_instance(explanation, active.layer, what_if)) is not None:
        return failing
    if active is not None and name in explanation.used_instead:
        return _instead(explanation, name, what_if)
    if active is not None and explanation.obstacle(active.layer):
        twin = twin_of(active.layer, explanation.plan, explanation.obstacle)
        if twin is None:
            return _unloadable(explanation, active.layer, what_if, tried=tried)
        size = f"its library is for {96 - explanation.word_size}-bit ones; {quote(twin.name)} is active in this one"
        return Answer(name, State.OTHER_SIZE, size, "", active.layer.where.span)
    no_layer = without_entry(active.layer, what_if) if active is not None else None
    if no_layer is not None:
        return no_layer
    if active is not None:
        why = deciding(active.reasons)
        off = tuple(ways_off(what_if, active.layer)) if tried else ()
        more, newer = passed_over(active.layer, outcomes, explanation.plan.edition, what_if)
        more += "" if tried else f"; {_NOT_TRIED}"
        more += "".join(f"; {each.because}" for each in off if each.because)
        more += unheeded_condition(what_if.host.texts(), active.layer)
        more += unheeded_filter(explanation.controls, active.layer)
        more += second_variable(what_if.host.texts(), active.layer, what_if.host.variables())
        more += f"; {error}" if (error := value_error(active.layer.reasons)) else ""
        closed = closed_file(explanation, active.layer, what_if.host)
        sentence = f"{why.fact}{more}" if why else more[2:]
        if closed is not None:
            sentence = f"{closed.because}; for those who may, {sentence}"
            return Answer(name, State.LIMITED, sentence, *_at(why), changes=(closed,), off=off)
        confined = denied(explanation, active.layer, what_if)
        if confined is not None:
            return replace(confined, why=f"{confined.why}; by its files {sentence}", off=off)
        return Answer(name, State.ACTIVE, sentence, *_at(why), newer, off)
    changes = explanation.changes.get(name, ())
    changes = own.changes.get(name, changes) if own is not None else changes
    if outcomes:
        answer = _inactive(explanation, outcomes, changes, what_if, there)
    else:
        asked = named_settings(explanation, name, what_if)
        answer = asked or _missing(explanation, name, changes, what_if.host)
    if own is None or name not in own.because:
        return answer
    return by_this_loader(answer, own, hidden_settings(there(), name))


def _instead(explanation: Explanation, name: str, what_if: WhatIf) -> Answer:
    """Answer for a layer that the loader takes from another manifest than the one whose library cannot be loaded."""
    broken, used = explanation.used_instead[name]
    own = explanation.own
    why = (
        f"the library of {quote(broken.manifest)} cannot be loaded, and this loader then uses "
        f"{quote(used.manifest)}, which defines it too"
    )
    change = Change(ChangeKind.REMOVE, broken.manifest, files=((broken.manifest, None),))
    loader = own.label if own is not None and name in own.rescued else ""
    off = tuple(ways_off(what_if, used))
    return Answer(name, State.ACTIVE, why, "DISC-GEN-02", used.where.span, (change,), off, loader=loader)


def _active_there(
    explanation: Explanation, name: str, own: OwnLoader, there: WhatIf, *, tried: bool
) -> Answer:
    """Answer for a layer that is active with the machine's own loader, and would not be by the documents."""
    entry = next((o for o in there.plan.layers if o.active and o.layer.name == name), None)
    lacking = entry is not None and entry.layer.library_path and not loads(Libraries(there.host), entry.layer)
    if entry is not None and lacking and name not in own.instead:
        return replace(_unloadable(explanation, entry.layer, there, tried=tried), loader=own.label)
    late = [each.fact for each in there.plan.reasons if each.rule == "ENV-MINVERSION-01"]
    why = deciding(entry.reasons) if entry is not None else None
    told = late[0] if late else why.fact if why is not None else ""
    off = tuple(ways_off(there, entry.layer)) if entry is not None else ()
    return Answer(name, State.ACTIVE, told, *_at(why), off=off, loader=own.label)


def _at(reason: Reason | None) -> tuple[str, Span | None]:
    return (str(reason.rule), reason.span) if reason is not None else ("", None)


def _inactive(
    explanation: Explanation,
    outcomes: Sequence[LayerOutcome],
    changes: tuple[Change, ...],
    what_if: WhatIf,
    there: There,
) -> Answer:
    """Answer for a layer that is found and not active."""
    variables, texts = what_if.host.variables(), what_if.host.texts()
    name = outcomes[0].layer.name or outcomes[0].layer.manifest
    first = next((o for o in outcomes if explanation.changes_of(o.layer) is not None), outcomes[0])
    findings = frozenset(_findings(explanation, first))
    why = deciding([each for each in all_reasons(explanation, first) if each not in findings])
    if changes and changes[0].edits:
        key = changes[0].edits[0].keys[-1]
        about = [each for each in first.layer.reasons if f'"{key}"' in each.fact and each is not why]
        why = about[0] if about and why is not None and not why.fact.startswith(f'"{key}"') else why
    told = next((change for change in changes if change.because), None)
    if told is not None:
        return Answer(name, State.INACTIVE, told.because, told.rule or _at(why)[0], _at(why)[1], changes)
    if first.layer.kind is Use.EXPLICIT and not first.layer.rejected and _is_a_request(changes):
        idle = idle_request(explanation, name) or vain_switch(texts, first.layer, variables)
        idle = idle or unread_variable(name, variables) or for_others(name, texts)
        idle = idle or vain_settings(there(), name)
        fact = f"nothing asks for this explicit layer{idle}"
        return Answer(name, State.INACTIVE, fact, "ACT-EXPLICIT-01", first.layer.where.span, changes)
    fact = why.fact if why is not None else "nothing asks for it"
    enable = first.layer.enable
    switched_off = why is not None and why.rule in ("ACT-IMPLICIT-03", "ACT-IMPLICIT-05")
    if switched_off:
        fact += ", as any value of that variable does"
    if why is not None and (why.rule.startswith("FILTER-") or switched_off) and enable is not None:
        given = variables.get(enable.variable)
        if given != enable.value:
            state = f"is {quote(given)}" if given is not None else "is not set"
            fact += f"; besides, {enable.variable} {state}, and the layer wants {quote(enable.value)}"
            changes = tuple(replace(each, besides="") for each in changes)  # which would say it once more
    disable = first.layer.disable
    if disable is not None and disable.variable in variables and disable.variable not in fact:
        fact += f"; besides, {disable.variable}={quote(variables[disable.variable])} switches it off"
        changes = tuple(replace(each, besides="") for each in changes)
    fact += second_variable(texts, first.layer, variables) + unheeded_allowance(
        explanation.controls, first.layer, why
    )
    if why is not None and why.rule == "MANIFEST-LAYER-05" and why.remedy[:4] not in ("", "add "):
        fact += f"; a loader takes {why.remedy}"
    return Answer(name, State.INACTIVE, fact, *_at(why), by_hand(first.layer, why, changes))


def _is_a_request(changes: Sequence[Change]) -> bool:
    """True if all that helps is that somebody asks for the layer."""
    alone = len([each for each in changes if not each.besides]) == 1
    return alone and (changes[0].kind is ChangeKind.REQUEST or changes[0].what in NAMING)


def _findings(explanation: Explanation, outcome: LayerOutcome) -> tuple[Reason, ...]:
    return explanation.findings.get(outcome.layer.manifest, ())


def _missing(explanation: Explanation, name: str, changes: tuple[Change, ...], host: Host) -> Answer:
    """Answer for a layer that a loader does not find."""
    told = next((change for change in changes if change.because), None)
    unset = next((change.what for change in changes if change.kind is ChangeKind.UNSET), "")
    ignored = [r for r in explanation.plan.reasons if unset and r.void is not None and r.void.beside == unset]
    reasons = unknown_reasons(explanation, name)
    far = explanation.elsewhere.get(name, ())
    hidden = explanation.hidden.get(name, ())
    crash, searched = explanation.plan.crash, {place.path for place in explanation.plan.places}
    if crash and any(each.folder in searched for each in far):
        changes = tuple(replace(change, because="", besides="") for change in changes)
        return Answer(name, State.MISSING, f"the loader crashes on {quote(crash)}", "", Span(crash), changes)
    if told is not None:
        where = Span(far[0].path) if far else next((each.span for each in reasons if each.span), None)
        return Answer(name, State.MISSING, told.because, told.rule, where, changes)
    if ignored:
        return Answer(name, State.MISSING, ignored[0].fact, *_at(ignored[0]), changes)
    if hidden and unset:
        value = next((c.value for c in explanation.controls if c.name == unset), "")
        place = quote(hidden[0].manifest)
        fact = f"{place} defines it, and {unset}={quote(value)} keeps that place out of the search"
        if of_windows(value) and explanation.platform.system is System.LINUX:
            fact += ": that is a path of Windows, and this system has no drive letters"
        elif lost := lost_places(explanation.plan, unset):
            which = "that folder" if value == lost[0] else f"{quote(lost[0])}, which it names,"
            fact += f"; {which} does not exist"
        return Answer(name, State.MISSING, fact, *of_variable(explanation, unset, hidden[0]), changes)
    if reasons:
        changes, span = from_outside(changes, reasons[0], host), reasons[0].span
        start = f"{quote(span.path)} is not valid JSON: " if span and reasons[0].trouble else ""
        fact = in_detail(reasons[0]) if start else reasons[0].fact
        return asked_settings(Answer(name, State.MISSING, f"{start}{fact}", *_at(reasons[0]), changes), host)
    if far:
        variables = {control.name: control.value for control in explanation.controls}
        why = why_not_searched(far[0], variables)
        fact = f"{quote(far[0].path)} defines it, and a loader does not search {why}"
        return Answer(name, State.MISSING, fact, "", Span(far[0].path), changes)
    similar = explanation.similar.get(name, ())
    like = f"; similar names: {', '.join(similar)}" if similar else ""
    if similar == (REPLACED.get(name),):
        like = f"; it is no longer made, and {similar[0]} replaced it"
    if (what := no_layer(name, explanation.platform.system)) and not like:
        like = f"; {what}{layers_with(name, explanation.plan)}"
    dumb = next(without_layer(explanation.plan, name, host), None)
    other = f"; {dumb[0]}" if dumb is not None and not similar else ""
    why = f"{asking_for(name, host.variables())}no manifest that a loader finds defines it{like}{other}"
    if "/" in name:
        if (mend := mended_text(host, name)) is not None:
            return Answer(name, State.MISSING, mend.because, mend.rule, Span(name), (mend,))
        gone = host.kind(name) is Kind.MISSING
        why = "there is no such file" if gone else "no manifest that a loader finds names it"
    if name.endswith(STARTS_PROGRAMS):
        found = start_file(host, name)
        return found if found.state is State.UNUSED else replace(found, changes=changes)
    like_it = dumb[1].path if dumb is not None and other else ""
    if like_it and stem_of(like_it) in name.lower() and (to := dead_target(host, like_it)):
        what = f"what brings {to}, or remove {like_it}"
        changes = (Change(ChangeKind.INSTALL, what, needs=(name,), again=True, tried=False),)
    gone_too = left_behind(explanation, name) if not similar else None
    return gone_too or Answer(name, State.MISSING, why, "", Span(like_it) if like_it else None, changes)


def _unloadable(explanation: Explanation, layer: Layer, what_if: WhatIf, *, tried: bool) -> Answer:
    """Answer for an active layer whose library cannot be loaded. Unless ``tried``, no change is looked for."""
    if is_called_like_a_loader(layer.library_path) and (loader := without_entry(layer, what_if)) is not None:
        return loader
    change = loading_change(what_if, layer) if tried else None
    change = or_leftover(what_if, layer, change, is_wanted=layer.name in explanation.asked)
    obstacle = explanation.obstacle(layer) or Libraries(what_if.host).obstacle(
        layer.library_path, layer.manifest
    )
    why = (change.because if change is not None else "") or (
        f"its library {quote(layer.library_path)} cannot be loaded: {obstacle}"
    )
    reasons = explanation.findings.get(layer.manifest, ())
    error = next((each for each in reasons if each.severity is Severity.ERROR), None)
    rule, where = _at(error)
    where = where or layer.where.span
    off = tuple(ways_off(what_if, layer)) if tried else ()
    why = why.removeprefix("its library ") + ("" if tried else f"; {_NOT_TRIED}")
    return Answer(layer.name, State.UNLOADABLE, why, rule, where, (change,) if change else (), off)
