"""The layers of a machine, and what is wrong with them.

Takes every decision from the explanation, from lint and from plans with one thing changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.core.editions import LOADER_VARIABLES
from refloader.doctor.far_manifests import registering
from refloader.doctor.values import Finding, Topic, Weight, as_fix
from refloader.host import shell
from refloader.host.port import Host, Kind
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.answer import Answer, State, used_with_error
from refloader.inspect.explain.of_manifests import answer_on
from refloader.inspect.explain.stray_settings import LoaderThere
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.lint.collection import Entry, clashes, entry_of
from refloader.inspect.packages import Part, install
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable
from refloader.inspect.whatif.drivers import SOME_DRIVER
from refloader.inspect.whatif.lists import PATH_LISTS, separator_of
from refloader.inspect.whatif.missing_paths import dead_target, meant_for
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of, set_aside, then, words
from refloader.model.edition import LATEST
from refloader.model.layer import Layer, Shape
from refloader.model.library import ObstacleKind
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, visible
from refloader.model.windows_registry import ADAPTERS, COMPONENTS

_OF_RESULT = ("LDP_LOADER_1", "ACT-APP-02")
"""The rules of reasons that repeat an answer: no driver, a layer that is not there."""

_WEIGHTS = {Severity.ERROR: Weight.WRONG, Severity.WARNING: Weight.WRONG, Severity.NOTE: Weight.NOTE}


def of_answers(answers: Sequence[Answer], what_if: WhatIf) -> Iterator[Finding]:
    """Yield the answers of ``explain`` that are not good."""
    system = what_if.host.platform().system
    for answer in answers:
        if (
            answer.is_good or answer.follows or answer.subject == "loader"
        ):  # refloader.doctor.loaders says more
            continue
        is_layer = answer.subject not in ("drivers", "layers", "vkCreateInstance")
        start = f"{visible(answer.subject)} is {answer.state.words}" if is_layer else answer.state.words
        with_loader = f" with {visible(answer.loader)}" if answer.loader else ""
        fact = f"{start}{with_loader}{f': {answer.why}' if answer.why else ''}"
        if answer.subject == "vkCreateInstance":
            fact = f"vkCreateInstance is {answer.state}{with_loader}: {answer.why}"
        if answer.state is State.NO_DRIVER:
            fact = f"no driver can be used{with_loader}: {answer.why}"
        commands = [command for change in answer.changes if (command := command_of(change, system))]
        whole = then(system).join(commands) if len(commands) == len(answer.changes) else ""
        if answer.state is State.NO_DRIVER and all(_is_any_driver(each) for each in answer.changes):
            whole = install(what_if.host, Part.DRIVERS)
        path = answer.where.path if answer.where is not None else ""
        topic = Topic.LAYERS if is_layer else Topic.DRIVERS
        advice = "" if whole else words(answer.changes)
        weight = _weight_of(answer)
        fact = answer.why if weight is not Weight.WRONG or answer.state is State.DOUBTFUL else fact
        yield Finding(topic, weight, fact, whole, advice, answer.rule, path, answer.void)


def _weight_of(answer: Answer) -> Weight:
    if answer.by_choice:
        return Weight.NOTE
    return Weight.LOOK if answer.may_be_meant else Weight.WRONG


def _is_any_driver(change: Change) -> bool:
    """True if no change is known but the installation of some driver."""
    return change.kind is ChangeKind.NONE or change.what in SOME_DRIVER


def of_manifests(what_if: WhatIf, explanation: Explanation, loader: LoaderThere | None) -> Iterator[Finding]:
    """Yield the manifests that give no layer or driver, and what else is wrong with what is searched.

    ``loader`` is the one that is there; None if it is unknown.
    """
    there = loader.plan if loader is not None else None
    host = what_if.host
    told: set[tuple[str, str]] = set()
    taken = _taken_by(there)
    for file in explanation.plan.unread:
        reason = next((each for each in file.reasons if each.severity is not Severity.INFO), None)
        if reason is not None:
            told.add((reason.subject, reason.fact))
            if file.path in taken:
                yield _taken(explanation, reason, file.path, Topic.LAYERS)
                continue
            yield _of_file(
                reason, file.path, "gives no layer", Topic.LAYERS, answer_on(explanation, file.path, what_if)
            )
    for outcome in explanation.plan.layers:
        layer = outcome.layer
        if LATEST in layer.rejected:
            reason = next(each for each in layer.reasons if each.rejects)
            if layer.manifest in taken:
                yield _taken(explanation, reason, layer.manifest, Topic.LAYERS)
                continue
            yield _of_layer(layer, reason, what_if)
        elif (error := used_with_error(layer.reasons)) is not None:
            yield _used(error, layer.manifest, Topic.LAYERS)
    for driver in explanation.plan.drivers:
        refused = next((each for each in driver.driver.reasons if each.rejects), None)
        if refused is not None:
            told.add((refused.subject, refused.fact))
            if driver.driver.manifest in taken:
                yield _taken(explanation, refused, driver.driver.manifest, Topic.DRIVERS)
                continue
            path = driver.driver.manifest
            answer = answer_on(explanation, path, what_if)
            yield _of_file(refused, path, "is not used", Topic.DRIVERS, answer)
        elif (error := used_with_error(driver.driver.reasons)) is not None:
            yield _used(error, driver.driver.manifest, Topic.DRIVERS)
    ignored = {control.name for control in explanation.controls if not control.in_force}
    sources = {place.path: place.source for place in explanation.plan.places}
    for reason in explanation.reasons:
        known = (reason.subject, reason.fact) in told or reason.subject in ignored
        answered = reason.rule in _OF_RESULT or any(quote(name) in reason.fact for name in explanation.asked)
        if reason.severity in (Severity.ERROR, Severity.WARNING) and not known and not answered:
            told.add((reason.subject, reason.fact))
            folder = _folder_for_a_manifest(host, reason)
            found = (
                folder
                or _dead_link(host, reason)
                or _of_override(explanation, reason, sources)
                or _of_value(what_if, reason)
                or _of_near_folder(host, reason, sources)
                or _of_entry(host, _remark(reason, sources.get(reason.subject, reason.subject)))
            )
            yield (
                replace(found, weight=Weight.NOTE)
                if _is_harmless(reason, explanation.plan, loader)
                else found
            )


def _is_harmless(reason: Reason, plan: Plan, loader: LoaderThere | None) -> bool:
    """Return whether a file is used though documents leave open what is odd about its text or its version."""
    is_open = bool(reason.trouble) or str(reason.rule).startswith("AMB-FFV")
    if reason.severity is not Severity.WARNING or not is_open or reason.span is None or loader is None:
        return False
    there = loader.plan
    path, same = reason.span.path, there.result is plan.result and not there.crash
    if path in {place.path for place in plan.places if place.use is Use.SETTINGS}:
        refused = any(each.rejects and each.span and each.span.path == path for each in there.reasons)
        looked_at = path == loader.first_settings
        taken = loader.reads(path) if reason.trouble else loader.follows(path)
        return same and not refused and (taken or not looked_at)
    return same and path in _taken_by(plan) & _taken_by(there)


def _taken_by(plan: Plan | None) -> frozenset[str]:
    """Return the manifests that a loader takes."""
    if plan is None or plan.crash:
        return frozenset()
    whole = (o.layer for o in plan.layers if o.layer.shape is not Shape.HALF_READ)
    layers = {each.manifest for each in whole if plan.edition not in each.rejected}
    refused = {o.driver.manifest for o in plan.drivers if any(each.rejects for each in o.driver.reasons)}
    return frozenset(layers | ({o.driver.manifest for o in plan.drivers} - refused))


def _taken(explanation: Explanation, reason: Reason, path: str, topic: Topic) -> Finding:
    """Return that the machine's loader takes a manifest that the documents have loaders refuse."""
    own = explanation.own
    label = f"the loader here, release {own.release}, takes" if own is not None else "the newest loaders take"
    fact = f"{label} {quote(path)}, which by the documents is refused: {reason.fact}"
    command, advice = shell.line(["refloader", "lint", path]), as_fix(reason)
    return Finding(topic, Weight.NOTE, fact, command, advice, str(reason.rule), _line_of(reason, path))


def _used(reason: Reason, path: str, topic: Topic) -> Finding:
    """Return that loaders use what a manifest with an error describes."""
    fact = f"{quote(path)} has an error, and loaders use it all the same: {reason.fact}"
    command, advice = shell.line(["refloader", "lint", path]), as_fix(reason)
    return Finding(topic, Weight.NOTE, fact, command, advice, str(reason.rule), _line_of(reason, path))


def _of_file(reason: Reason, path: str, state: str, topic: Topic, answer: Answer) -> Finding:
    """Return the finding on a manifest that gives nothing, with the change that ``explain`` knows for it."""
    kind = "the driver " if topic is Topic.DRIVERS else ""
    why = answer.why if answer.changes and answer.changes[0].kind in _REPAIRS else reason.fact
    why = why.removeprefix(f"{quote(path)} is not valid JSON: ")
    fact = why if quote(path) in why else f"{kind}{quote(path)} {state}: {why}"
    return _to_repair(fact, reason, path, topic, answer.changes)


def _of_layer(layer: Layer, reason: Reason, what_if: WhatIf) -> Finding:
    """Return the finding on a layer that no loader uses, with the change of its manifest that makes it usable."""
    name = f"{quote(layer.name)} of " if layer.name else ""
    fact = f"{name}{quote(layer.manifest)} is not used: {reason.fact}"
    found = what_if.smallest(layer.name) if layer.name else ()
    edits = tuple(each for each in found if layer.manifest in each.paths)
    return _to_repair(fact, reason, layer.manifest, Topic.LAYERS, edits)


def _to_repair(fact: str, reason: Reason, path: str, topic: Topic, changes: tuple[Change, ...]) -> Finding:
    advice = as_fix(reason)
    command = shell.line(["refloader", "lint", path])
    if changes and all(each.kind in _REPAIRS for each in changes):
        advice, command = words(changes), ""
    at = _line_of(reason, path)
    return Finding(topic, Weight.WRONG, fact, command, advice, str(reason.rule), at, is_refused=True)


_REPAIRS = (ChangeKind.EDIT, ChangeKind.INSTALL)


def _line_of(reason: Reason, path: str) -> str:
    return f"{path}:{reason.span.line}" if reason.span is not None and reason.span.line else path


def _folder_for_a_manifest(host: Host, reason: Reason) -> Finding | None:
    """Return the finding on a folder that is called like a manifest; None if the reason is about another thing."""
    path = reason.span.path if reason.span is not None else ""
    if not path.endswith(".json") or host.kind(path) is not Kind.FOLDER:
        return None
    fact = f"{quote(path)} is a folder, and a loader wants a manifest of that name: Docker makes one for a file that "
    fact += "is mounted and is not on the host"
    command = shell.line(["rmdir", path]) if host.platform().system is System.LINUX else ""
    advice = "then mount a file that is on the host, or write the manifest"
    return Finding(Topic.FILES, Weight.WRONG, fact, command, advice, str(reason.rule), path)


def _dead_link(host: Host, reason: Reason) -> Finding | None:
    """Return the finding on a manifest that is a link to nowhere, as a program that is gone leaves it; else None."""
    path = reason.subject
    target = dead_target(host, path) if reason.is_missing and path.endswith(".json") else ""
    if not target or host.platform().system is not System.LINUX:
        return None
    fact = f"{quote(path)} is a link to {quote(target)}, which does not exist: loaders pass over it"
    advice = "if what it belongs to was removed; else install that again"
    return Finding(
        Topic.FILES, Weight.WRONG, fact, set_aside(path), advice, str(reason.rule), path, missing=path
    )


def _of_override(explanation: Explanation, reason: Reason, sources: Mapping[str, str]) -> Finding | None:
    """Return the finding on a folder that an override layer names in place of others; None if none names it."""
    override = explanation.steering
    if override is None or sources.get(reason.subject) != override.manifest:
        return None
    state = "does not exist" if reason.is_missing else "cannot be searched"
    fact = (
        f"programs find no explicit layer of the usual folders: the override layer in {quote(override.manifest)} "
        f"replaces them, and a folder that it names {state}: {quote(reason.subject)}"
    )
    is_windows = explanation.platform.system is System.WINDOWS
    command = "" if is_windows else set_aside(override.manifest)
    advice = "if no program (vkconfig) looks after it any more"
    return Finding(Topic.LAYERS, Weight.WRONG, fact, command, advice, str(reason.rule), override.manifest)


def _of_near_folder(host: Host, reason: Reason, sources: Mapping[str, str]) -> Finding | None:
    """Return the finding on a missing folder that a variable names, if another one must be meant; else None."""
    source = sources.get(reason.subject, "")
    is_folder = source in PATH_LISTS and reason.is_missing and not reason.subject.endswith(".json")
    meant = meant_for(host, reason.subject) if is_folder else ()
    if len(meant) != 1 or host.platform().system is not System.LINUX:
        return None
    entries = host.variables().get(source, "").split(":")
    value = ":".join(meant[0] if each.rstrip("/") == reason.subject.rstrip("/") else each for each in entries)
    found = _remark(reason, source)
    fact = f"{reason.fact}; there is {quote(meant[0])}"
    return replace(
        found, fact=fact, command=command_of(set_variable(source, value), System.LINUX), missing=""
    )


def _of_value(what_if: WhatIf, reason: Reason) -> Finding | None:
    """Return the finding on a value of the registry that a loader does not follow, if it is known what it means."""
    if reason.span is None:
        return None
    command = registering(what_if, reason.subject.strip('" \t'))
    found = _remark(reason, "")
    return replace(found, command=command) if command else None


def _of_entry(host: Host, finding: Finding) -> Finding:
    """Return a finding on what a variable names: of several entries, it is one that is to be taken out."""
    variable = finding.command.removeprefix("unset ")
    value = host.variables().get(variable, "")
    separator = separator_of(variable, host.platform().system)
    named = tuple(entry for entry in value.split(separator) if entry and quote(entry) in finding.fact)
    if not named:
        return finding
    found = replace(finding, entry_of=variable, entries=named)
    return replace(found, command="", advice=f"take it out of {variable}") if separator in value else found


def _remark(reason: Reason, source: str) -> Finding:
    """Return the finding on a place or a variable; ``source`` is what names the place."""
    is_variable = source in LOADER_VARIABLES
    topic = Topic.VARIABLES if is_variable else Topic.FILES
    path = (
        reason.span.path
        if reason.span is not None
        else reason.subject
        if reason.rule == "DISC-GEN-08"
        else ""
    )
    command = f"unset {source}" if is_variable else ""
    named = reason.unread.source.lower() if reason.unread is not None else ""
    of_device = any(each in named for each in (ADAPTERS, COMPONENTS))
    advice = "install the graphics driver again: it writes that value" if of_device else as_fix(reason)
    missing = reason.subject if reason.is_missing or is_variable else ""
    of_file = path.endswith(".json") and path not in reason.fact
    fact = f"{quote(path)}: {reason.fact}" if of_file else reason.fact
    return Finding(topic, Weight.WRONG, fact, command, advice, str(reason.rule), path, missing=missing)


def conflicts(what_if: WhatIf, libraries: Libraries) -> Iterator[Finding]:
    """Yield the layers that two manifests define differently, as ``lint`` reports them."""
    entries: list[Entry] = []
    often: dict[str, int] = {}
    for outcome in what_if.plan.layers:
        often[outcome.layer.name] = often.get(outcome.layer.name, 0) + 1
    for outcome in what_if.plan.layers:
        layer = outcome.layer
        if layer.name and often[layer.name] > 1:
            entries.append(entry_of(layer, layer.where, libraries.word_sizes(layer)))
    for reason in clashes(entries):
        path = reason.span.path if reason.span is not None else ""
        weight = _WEIGHTS.get(reason.severity, Weight.NOTE)
        fact, away = f"{quote(path)}: {reason.fact}", path
        if (broken := _broken_twin(entries, reason.subject, path, libraries)) and not reason.remedy:
            gone = f"{quote(broken)}, whose library cannot be loaded"
            fact, away = f"{quote(path)}: {quote(reason.subject)} is also defined in {gone}", broken
        command = set_aside(away) if away and not reason.remedy else ""
        advice = as_fix(reason) or "if that one is not wanted"
        yield Finding(Topic.LAYERS, weight, fact, command, advice, str(reason.rule), path)


def _broken_twin(entries: Sequence[Entry], name: str, path: str, libraries: Libraries) -> str:
    """Return the one manifest beside a sound one of the layer whose library cannot be loaded; empty if it is none.

    A library that processes of the other word size can load is not broken.
    """
    unusable = (e for e in entries if e.name == name and e.library_path and not e.word_sizes)
    broken = [each.manifest for each in unusable if libraries.obstacle(each.library_path, each.manifest)]
    return broken[0] if path not in broken and len(broken) == 1 else ""


# ---- what steers the loader


def without_library(explanation: Explanation, libraries: Libraries) -> Iterator[Finding]:
    """Yield the explicit layers that nothing asks for yet, and that could not be loaded: their library is gone."""
    idle = (outcome.layer for outcome in explanation.plan.layers if not outcome.active)
    for layer in (each for each in idle if each.kind is Use.EXPLICIT and not each.rejected):
        path = layer.library_path
        if not path or libraries.obstacle(path, layer.manifest).kind is not ObstacleKind.MISSING:
            continue
        fact = f"the library {quote(path)} of {quote(layer.manifest)} is not found"
        if "/" not in path and "\\" not in path:  # LD_LIBRARY_PATH or PATH of a program may have it
            fact += f" here, so programs that are started like this cannot have {quote(layer.name)}"
            yield Finding(Topic.LAYERS, Weight.NOTE, fact, path=layer.manifest)
            continue
        fact += f": no program can have {quote(layer.name)}"
        command = "" if explanation.platform.system is System.WINDOWS else set_aside(layer.manifest)
        yield Finding(Topic.LAYERS, Weight.NOTE, fact, command, "if it was removed", path=layer.manifest)


def without_component(explanation: Explanation) -> Iterator[Finding]:
    """Yield the meta-layers without effect, as vkconfig leaves them behind: one of their components is not there."""
    for outcome in explanation.plan.layers:
        layer = outcome.layer
        missing = next((each for each in outcome.reasons if each.rule == "LLP_LAYER_7"), None)
        if outcome.active or not layer.components or missing is None:
            continue
        fact = f"{quote(layer.name)} of {quote(layer.manifest)} has no effect: {missing.fact}"
        command = "" if explanation.platform.system is System.WINDOWS else set_aside(layer.manifest)
        advice = "or install that layer"
        yield Finding(Topic.LAYERS, Weight.NOTE, fact, command, advice, str(missing.rule), layer.manifest)
