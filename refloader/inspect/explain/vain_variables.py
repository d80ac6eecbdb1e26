"""Variables that are set to turn layers on or off, and do not. Looks at what is found only, and asks for no name."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial

from refloader.core.activation.filters import WORDS, elements, first_match, glob_matches
from refloader.core.ages import variables as since_when
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.driver_names import known_driver
from refloader.inspect.explain.facts import Control, Explanation
from refloader.inspect.explain.guessing import entry_of
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.libraries.word_sizes import without_size
from refloader.inspect.whatif.change import Change, set_variable, unset_variable
from refloader.inspect.whatif.driver_steps import drivers_used
from refloader.inspect.whatif.driver_variables import FILTER_RULES
from refloader.inspect.whatif.lists import with_another
from refloader.inspect.whatif.names import misspelt_pattern
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.layer import Layer, Switch
from refloader.model.path_rules import rules_of
from refloader.model.place import Use
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.text import quote

_ALLOW = "VK_LOADER_LAYERS_ALLOW"
_YES = frozenset({"1", "true", "yes", "y", "on", "enable", "enabled"})
_NO = frozenset({"", "0", "false", "no", "n", "off"})
_OLDER_NAMES = {"VK_DRIVER_FILES": "VK_ICD_FILENAMES"}
_ENABLE, _DISABLE = "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE"
_INSTANCE_LAYERS = "VK_INSTANCE_LAYERS"
_OF_LAYERS = {
    _ENABLE: "FILTER-LAYER-ENABLE-01",
    "VK_LOADER_LAYERS_ALLOW": "FILTER-LAYER-ALLOW-01",
    _DISABLE: "FILTER-LAYER-DISABLE-01",
}
_MOST_ENTRIES = 16
_FEWEST, _CLOSE = 4, 0.8
"""From which length on a text is taken for a part of a name, and how much a word is like one that is misspelt."""


def vain_variables(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the variables that somebody has set for a layer, and that do not turn it on, or not off."""
    yield from _misspelt_words(explanation, what_if)
    yield from _fitting_no_layer(explanation, what_if)
    yield from _fitting_no_driver(explanation, what_if)
    yield from _too_new(explanation, what_if)
    variables = what_if.host.variables()
    # Of two layers with one variable, the active one is that for this word size.
    answered = {o.layer.enable.variable for o in explanation.plan.layers if o.active and o.layer.enable}
    for outcome in explanation.plan.layers:
        layer = outcome.layer
        enable = None if outcome.active or layer.rejected else _enable(layer, what_if)
        if enable is None or enable.variable not in variables or enable.variable in answered:
            continue
        change = (
            _of_explicit(layer, enable, what_if)
            if layer.kind is Use.EXPLICIT
            else _of_implicit(layer, variables)
        )
        plan = what_if.decide(change) if change is not None else None
        if change is not None and plan is not None and _is_active(plan, layer):
            answered.add(enable.variable)
            why, span = change.because, layer.where.span
            yield Answer("layers", State.DOUBTFUL, why, change.rule, span, (change,), may_be_meant=True)


def _too_new(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the variables that the release which is asked for does not read yet; of this machine's, others say so.

    One beside the older name of the same variable is set for newer releases.
    """
    since = {each.name: ".".join(map(str, each.since)) for each in since_when()}
    late = (each for each in explanation.plan.reasons if each.rule == "ENV-MINVERSION-01")
    variables = what_if.host.variables()
    for reason in late if explanation.own is None else ():
        name, older = reason.subject, _OLDER_NAMES.get(reason.subject, "")
        if variables.get(older):
            continue
        what, first = "drivers" if "DRIVER" in name else "layers", since.get(name, "")
        why = f"{reason.fact}{f', and those from {first} on do' if first else ''}"
        renamed = set_variable(older, variables.get(name, ""), why) if older else None
        plan = what_if.decide(renamed) if renamed is not None else None
        works = renamed is not None and plan is not None and plan.result is VkResult.SUCCESS
        change = renamed if renamed is not None and works else unset_variable(name, why)
        yield Answer(what, State.DOUBTFUL, why, str(reason.rule), None, (change,), void=name)


def _enable(layer: Layer, what_if: WhatIf) -> Switch | None:
    """Return the variable that is to turn a layer on; that of an explicit layer has no effect."""
    if layer.kind is Use.IMPLICIT:
        return layer.enable
    said = entry_of(what_if.host.texts(), layer).get("enable_environment")
    pairs = list(said.items()) if isinstance(said, dict) else []
    return next((Switch(name, value) for name, value in pairs if isinstance(value, str)), None)


def _is_active(plan: Plan, layer: Layer) -> bool:
    return any(o.active and o.layer.name == layer.name for o in plan.layers)


def _of_explicit(layer: Layer, enable: Switch, what_if: WhatIf) -> Change | None:
    """Return what asks for a layer whose manifest is that of an implicit one and does not lie among those."""
    variables = what_if.host.variables()
    if variables[enable.variable] != enable.value:
        return None
    folder = rules_of(layer.manifest).split(layer.manifest)[0]
    because = (
        f"{enable.variable} is set, and has no effect on {layer.name}: {quote(folder)} is for explicit layers, "
        f"which have to be asked for"
    )
    separator = what_if.host.platform().system.paths.list_separator
    value = separator.join(filter(None, (variables.get(_INSTANCE_LAYERS, ""), layer.name)))
    return set_variable(_INSTANCE_LAYERS, value, because, "ACT-EXPLICIT-01")


def _of_implicit(layer: Layer, variables: Mapping[str, str]) -> Change | None:
    """Return what makes the variables of a layer do what they are set for; None if the layer is off by choice."""
    enable, disable = layer.enable, layer.disable
    given = variables[enable.variable] if enable else ""
    if enable and given != enable.value:
        because = f"{enable.variable} is {quote(given)}, and {layer.name} wants {quote(enable.value)}"
        meant = given.strip().lower() in _YES
        return set_variable(enable.variable, enable.value, because, "ACT-IMPLICIT-04") if meant else None
    value = variables.get(disable.variable) if disable else None
    if disable and value is not None and value.strip().lower() in _NO:
        because = (
            f"{disable.variable}={quote(value)} switches {layer.name} off, as any value of that variable does"
        )
        return replace(unset_variable(disable.variable, because), rule="ACT-IMPLICIT-03")
    return None


def _misspelt_words(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the words between tildes in the filter for layers that are none of its words and name no layer."""
    value = what_if.host.variables().get(_DISABLE, "")
    elements = value.split(",")
    names = {outcome.layer.name for outcome in explanation.plan.layers}
    for element in elements:
        word = element.strip().lower()
        framed = len(word) > 2 and word.startswith("~") and word.endswith("~")
        if not framed or word in WORDS or element in names or "*" in word:
            continue
        near = get_close_matches(word, WORDS, 1)
        meant = f"; {near[0]} is meant" if near else ""
        why = f"{_DISABLE} has {quote(element)}, which is none of its words ({', '.join(WORDS)}){meant}"
        changed = ",".join(near[0] if each is element else each for each in elements) if near else ""
        change = (set_variable(_DISABLE, changed, why, "FILTER-LAYER-DISABLE-01"),) if near else ()
        yield Answer("layers", State.DOUBTFUL, why, "FILTER-LAYER-DISABLE-01", None, change)


def _fitting_no_layer(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the entries of filters that fit no layer's name and are like one, if the right ones have an effect.

    A pattern for layers that are not installed may stand in a profile for other machines.
    """
    names = [outcome.layer.name for outcome in explanation.plan.layers]
    active = {outcome.layer.name for outcome in explanation.plan.layers if outcome.active}
    for variable, entry, rest in _unfitting(explanation, _OF_LAYERS, names):
        if variable == _ENABLE and "*" not in entry:  # that asks for one layer, which is said to be missing
            continue
        for right, name in ((_meant(entry, name), name) for name in names):
            why = f"{variable} has {quote(entry)}, which fits no layer that is found; there is {name}"
            change = set_variable(variable, rest(right), why, _OF_LAYERS[variable])
            plan = what_if.decide(change) if right else None
            if plan is not None and {o.layer.name for o in plan.layers if o.active} != active:
                yield Answer("layers", State.DOUBTFUL, why, change.rule, None, (change,), may_be_meant=True)
                break


def _meant(entry: str, name: str) -> str:
    """Return what an entry of a filter is meant to be for a layer; empty if it is not like its name."""
    part = entry.strip("* ")
    if without_size(part).lower() == without_size(name).lower():  # the layer for the other word size is meant
        return ""
    if len(part) >= _FEWEST and part.lower() in name.lower():
        return f"*{part}*"
    return misspelt_pattern(entry, name) or (name if _is_misspelt(part, name) else "")


def _is_misspelt(part: str, name: str) -> bool:
    """Whether a text is a layer's name but for one word, which is like that of the name by its letters."""
    words = list(zip(part.lower().split("_"), name.lower().split("_"), strict=False))
    others = [(word, right) for word, right in words if word != right]
    if part.count("_") != name.count("_") or len(others) != 1:
        return False
    (word, right), digits = others[0], "0123456789"
    return word.rstrip(digits) != right.rstrip(digits) and bool(near_names(word, [right], 1, _CLOSE))


def _fitting_no_driver(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the entries of filters that fit no driver's manifest and are another name of one, if that is found."""
    drivers = [outcome.driver for outcome in explanation.plan.drivers]
    used = set(drivers_used(explanation.plan))
    for variable, entry, rest in _unfitting(explanation, FILTER_RULES, [each.file_name for each in drivers]):
        for driver in drivers:
            why = (
                f"{variable} has {quote(entry)}, and a loader compares the names of manifests: there is "
                f"{quote(driver.file_name)}"
            )
            right = _pattern(driver, drivers)
            change = set_variable(variable, rest(right), why, FILTER_RULES[variable])
            plan = what_if.decide(change) if _is_called(driver, entry) else None
            if plan is not None and drivers_used(plan) and set(drivers_used(plan)) != used:
                yield Answer("drivers", State.DOUBTFUL, why, change.rule, None, (change,), may_be_meant=True)
                break


def _is_called(driver: Driver, entry: str) -> bool:
    """Whether an entry of a filter is the name of a driver's library, or the name that people know the driver by.

    "amdgpu" is not: it may be meant for AMD's own driver, where that is not installed.
    """
    core, library = entry.strip("* ").lower(), driver.library_path.rpartition("/")[2].lower()
    known = known_driver(core) if core != "amdgpu" else ""
    named = bool(known) and driver.file_name.lower().startswith(f"{known}_icd")
    return named or (bool(core) and core.partition(".")[0] == library.partition(".")[0])


def _pattern(driver: Driver, drivers: Sequence[Driver]) -> str:
    """Return what fits a driver's manifest, and those for other word sizes that are there."""
    stem, dot, _ = driver.file_name.partition(".")
    others = [each for each in drivers if each.file_name.startswith(f"{stem}.")]
    return f"{stem}{dot}*" if len(others) > 1 else driver.file_name


def _unfitting(
    explanation: Explanation, variables: Iterable[str], names: Sequence[str]
) -> Iterator[tuple[str, str, Callable[[str], str]]]:
    """Yield the entries of filters in force that fit no name, and what gives the filter with another one instead."""
    values = {each.name: each.value for each in explanation.controls if each.in_force}
    reasons = explanation.there.reasons if explanation.there is not None else ()
    late = {reason.subject for reason in reasons if reason.rule == "ENV-MINVERSION-01"}
    for variable in variables:
        entries = values.get(variable, "").split(",") if variable not in late else []
        for at, entry in enumerate(entries[:_MOST_ENTRIES]):
            is_word = not entry.strip("*~ ") or entry.lower() in WORDS
            if not is_word and not any(glob_matches(entry, name) for name in names):
                yield variable, entry, partial(with_another, entries, at)


_NOT_ASKING = {
    _ALLOW: "only keeps it from being disabled by VK_LOADER_LAYERS_DISABLE",
    "VK_LOADER_LAYERS_DISABLE": "is for keeping layers off",
}


def idle_request(explanation: Explanation, name: str) -> str:
    """Say why a variable or an override layer that names a layer does not ask for it; empty if there is none."""
    for control in explanation.controls:
        if name in control.value and control.name.startswith("VK_"):
            reason = "loaders do not read it any more" if "edition" in control.why else control.why
            unread = f"has no effect: {reason}" if not control.in_force else ""
            why = unread or _NOT_ASKING.get(control.name, "")
            if why:
                return f"; {control.name}={quote(control.value)} {why}"
    for outcome in explanation.plan.layers:
        if outcome.layer.is_override and not outcome.active and name in outcome.layer.components:
            why = f": {outcome.reasons[-1].fact}" if outcome.reasons else ""
            return f"; the override layer in {quote(outcome.layer.manifest)} would, and is not active{why}"
    return ""


def unheeded_allowance(controls: Sequence[Control], layer: Layer, why: Reason | None) -> str:
    """Say why VK_LOADER_LAYERS_ALLOW does not protect a layer that a filter turns off, and names it; else empty."""
    allow = next((each for each in controls if each.name == _ALLOW and each.why), None)
    if allow is None or why is None or not why.rule.startswith("FILTER-LAYER-DISABLE"):
        return ""
    if not first_match(elements(allow.value), layer.name):
        return ""
    is_named = allow.why.startswith(_ALLOW)
    return f"; {allow.why if is_named else f'{_ALLOW}={quote(allow.value)} has no effect: {allow.why}'}"
