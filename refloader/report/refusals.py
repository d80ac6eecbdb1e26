"""What a loader refuses as a whole: an instance extension, a command, any instance. Read from the answers of cases.

A case of a run names the extensions that it enables and the commands that it calls; its answers say what came back.
"""

import re
from collections.abc import Iterator, Mapping

from refloader.core.extensions.instance_extensions import is_known
from refloader.model.registry import extension, results
from refloader.report.abilities import Ability
from refloader.results.results_file import Result
from refloader.scenario.actions import command_of
from refloader.scenario.observation import code_of, is_error

_REFUSED = "VK_ERROR_EXTENSION_NOT_PRESENT"
_MADE = "VK_SUCCESS"
_COMPARED = re.compile(r"actual[^:;]*: (?P<seen>[^;]*); expected: (?P<ought>[^;]*)")
_CREATE = ("create", "instance")
"""The steps that call vkCreateInstance."""


def refused(result: Result) -> frozenset[Ability]:
    """Return what a failing case shows to be refused, if that is why it fails."""
    code = result.evidence.get("result")
    found = {_without_extension(name) for name in _enabled(result) if code == _REFUSED}
    found |= {_without_extension(name) for name in _refused_in_steps(result)}
    if isinstance(code, str) and code.startswith("VK_ERROR_") and code != _REFUSED:
        found.add(_without_instances(code, result))
    answers = result.evidence.get("answers")
    by_label = answers if isinstance(answers, Mapping) else {}
    found |= {_without_command(name) for label, name in _calls(result) if is_error(by_label.get(label))}
    return frozenset(found)


def granted(result: Result) -> frozenset[Ability]:
    """Return what a case shows not to be refused."""
    answers = result.evidence.get("answers")
    if isinstance(answers, Mapping):
        codes = {label: code_of(answer) for label, answer in answers.items()}
        worked = {label for label, code in codes.items() if code is not None and code >= 0}
        calls = {name for label, name in _calls(result) if label in worked}
    else:  # a case that passed: an older version did not say which calls failed, and none is taken to have
        failed = result.evidence.get("failed")
        labels = failed if isinstance(failed, list) else []
        calls = {name for label, name in _calls(result) if label not in labels}
    found = {_without_command(name) for name in calls}
    if result.evidence.get("result") == _MADE and not _has_layer(result):
        found |= {_without_extension(name) for name in _enabled(result)}
    return frozenset(found)


def makes_instances(ability: Ability, result: Result) -> bool:
    """True if a case has an instance of the kind that an ability is about."""
    kind, word = ability.sign
    if kind != "instances" or result.evidence.get("result") != _MADE:
        return False
    return not word or not _has_allocator(result)


def _without_extension(name: str) -> Ability:
    known = extension(name)
    rank = 1 + len(known.depends or "") if known else 1
    return Ability(
        rank, f"Instance extension {name} cannot be enabled", f"the extension {name}", ("extension", name)
    )


def _without_command(name: str) -> Ability:
    return Ability(2, f"{name} always fails", f"the command {name}", ("command", name))


def _without_instances(code: str, result: Result) -> Ability:
    if _has_allocator(result):
        return Ability(0, f"vkCreateInstance always fails with {code}", "instances", ("instances", ""))
    title = f"vkCreateInstance without allocation callbacks always fails with {code}"
    return Ability(0, title, "instances made without allocation callbacks", ("instances", "plain"))


def _enabled(result: Result) -> Iterator[str]:
    """Yield the extensions that loaders know, of a case with one vkCreateInstance."""
    evidence = result.evidence
    application, made = evidence.get("application"), [*_steps(result, *_CREATE)]
    names = application.get("extensions") if isinstance(application, Mapping) else ()
    if made:
        names = made[0].get("extensions") if len(made) == 1 else ()
    for name in names if isinstance(names, list | tuple) else ():
        if is_known(str(name)):
            yield str(name)


def _refused_in_steps(result: Result) -> Iterator[str]:
    """Yield the extensions of each instance that a step could not make, of a case with several."""
    answers, code = result.evidence.get("answers"), results()[_REFUSED]
    by_label = answers if isinstance(answers, Mapping) else {}
    for verb, label, options in _actions(result):
        names = options.get("extensions")
        if verb in _CREATE and by_label.get(label) == code and isinstance(names, list):
            yield from (str(name) for name in names if is_known(str(name)))


def lacks_in_reason(ability: Ability, result: Result) -> bool:
    """True if a case expects an extension by name, and what is there instead does not have it."""
    kind, name = ability.sign
    if kind != "extension":
        return False
    compared = _COMPARED.finditer(result.reason)
    return f"{name} not among" in result.reason or any(
        name in each["ought"] and name not in each["seen"] for each in compared
    )


def _has_layer(result: Result) -> bool:
    """True if the case has a layer, which may bring an extension that the loader lacks."""
    libraries = result.evidence.get("libraries")
    kinds = libraries.values() if isinstance(libraries, Mapping) else ()
    return any((each.get("mock") if isinstance(each, Mapping) else each) != "driver" for each in kinds)


def _has_allocator(result: Result) -> bool:
    return any("allocator" in options for options in _steps(result, *_CREATE))


def _steps(result: Result, *verbs: str) -> Iterator[Mapping[str, object]]:
    for verb, _, options in _actions(result):
        if verb in verbs:
            yield options


def _calls(result: Result) -> Iterator[tuple[str, str]]:
    """Yield the label and the command of each step that calls one on an instance or below."""
    for verb, label, options in _actions(result):
        name = command_of(verb, options) if verb not in _CREATE else ""
        if name and name != "vkCreateInstance":
            yield label, name


def _actions(result: Result) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    actions = result.evidence.get("actions")
    for step in actions if isinstance(actions, list) else ():
        if isinstance(step, list) and step:
            options = step[2] if len(step) > 2 and isinstance(step[2], Mapping) else {}
            yield str(step[0]), str(step[1]) if len(step) > 1 else str(step[0]), options
