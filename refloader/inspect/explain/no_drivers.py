"""The answer if no driver can be used, by the documents or with the machine's own loader."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from refloader.core.manifests.fields import is_no_json
from refloader.host.builds import missing_drivers_of_nixos
from refloader.host.port import Content, Host, Kind, Trouble
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.cards import card_of
from refloader.inspect.explain.comparing import OwnLoader, There, used_all_the_same
from refloader.inspect.explain.containers import (
    is_container,
    nvidia_change,
    nvidia_for_computing,
    nvidia_lacks_graphics,
    of_the_box,
)
from refloader.inspect.explain.doubts import other_drivers
from refloader.inspect.explain.driver_names import libraries_alone
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.explain.search_places import NamedFile
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.aims import Tries, instance_change
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.driver_steps import gives_a_driver
from refloader.inspect.whatif.drivers import SOME_DRIVER, driver_change
from refloader.inspect.whatif.missing_paths import brought, with_dead_folder
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.texts import readable
from refloader.model.place import Form, Use
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Severity
from refloader.model.system import System
from refloader.model.text import number_of, quote, some

_PACKAGED = "/usr/share/vulkan/icd.d"
_OF_THE_PROCESSOR = "libvulkan_lvp.so"


def of_the_instance(
    explanation: Explanation, what_if: WhatIf, own_question: There, before: Sequence[Answer], tries: Tries
) -> list[Answer]:
    """Return the answers ``before``, on layers, and one if vkCreateInstance fails or has no driver, or does otherwise
    with the machine's own loader, or if the release that is asked for leaves to chance what it does.

    What the changes of layers mend is not said again.
    """
    found: list[Answer] = []
    own = explanation.own
    there = own_question() if own is not None else None
    if explanation.result is VkResult.INCOMPATIBLE_DRIVER and not explanation.unsure:
        answer = no_driver(explanation, what_if)
        if there is not None and answer.state is State.NO_DRIVER and there.plan.result is VkResult.SUCCESS:
            answer = _used_there(answer, explanation, there)
        given = [each.changes for each in before if each.state in (State.UNUSED, State.BROKEN, State.MISSING)]
        tried = [
            each.changes for each in before if each.changes and all(change.tried for change in each.changes)
        ]
        helps = (tries.next() and gives_a_driver(what_if, *changes) for changes in tried)
        helped = answer.changes in given or any(helps)
        found += [] if helped else [answer]
    elif explanation.unsure and not explanation.meant and (lacking := of_adapters(explanation)) is not None:
        found.append(lacking)
    elif own is None and _is_failure(explanation, what_if, before):
        found.append(_fails(explanation.result, what_if))
    elif own is not None and there is not None and own.result not in (None, VkResult.SUCCESS):
        failure = fails_there(explanation, own, there, before)
        found += [failure] if failure is not None else []
    elif own is not None and there is not None and own.drivers is not None and not _says_so(before, own):
        found.append(other_drivers(explanation, own, there))
    known = [*before, *found]
    fault = own.fault.removeprefix("it ") if own is not None else ""
    if own is not None and there is not None and fault and not any(fault in each.why for each in known):
        found.append(faulty_there(own.fault, own.label, there))
    if own is None and explanation.plan.unsteady:
        faulty = faulty_there(explanation.plan.unsteady, "", what_if)
        found += [] if any(each.state is State.ACTIVE for each in before) else [faulty]
        before = [_by_chance(each, faulty) if each.state is State.ACTIVE else each for each in before]
    return [*before, *found]


def _used_there(answer: Answer, explanation: Explanation, there: WhatIf) -> Answer:
    """Return the answer that by the documents there is no driver, where the machine's own loader has one that loads.

    Where a variable is to blame that it does not read, that is said of it, and of no other variable. A manifest that
    is to be corrected stays wrong.
    """
    own, used = explanation.own, [each.driver for each in there.plan.drivers if each.used]
    names = [each.manifest.rpartition("/")[2] for each in used if not explanation.obstacle(each)]
    if own is None or not names:
        return answer
    blamed = {name for change in answer.changes for name, _ in change.variables}
    late = [r.fact for r in there.plan.reasons if r.rule == "ENV-MINVERSION-01" and r.subject in blamed]
    is_wrong = any(change.edits for change in answer.changes)
    same = [each.driver.manifest for each in explanation.plan.drivers] == [each.manifest for each in used]
    if same and not late and (more := used_all_the_same(own, len(names))):
        why = f"{answer.why}{more}"
        return replace(answer, state=State.DOUBTFUL, why=why, may_be_meant=not is_wrong)
    why = "; ".join(late) or f"by the documents, {answer.why}; this loader does not follow that"
    why += f"; programs get {some(names)}"
    return replace(answer, state=State.DOUBTFUL, why=why, loader=own.label, may_be_meant=not is_wrong)


def _says_so(before: Sequence[Answer], own: OwnLoader) -> bool:
    """Return whether an answer is on a driver that the machine's loader leaves out."""
    return any(each.state is State.UNUSED and each.loader == own.label for each in before)


def _by_chance(answer: Answer, faulty: Answer) -> Answer:
    """Return the answer for an active layer where the release leaves to chance whether a program works."""
    why = f"{answer.why}; but {faulty.why}"
    return replace(answer, state=State.DOUBTFUL, why=why, changes=faulty.changes)


def no_driver(explanation: Explanation, what_if: WhatIf) -> Answer:
    """Answer if no driver can be used."""
    far = tuple(each for each in explanation.far if each.use is Use.DRIVER)
    changes = with_dead_folder(what_if, (Use.DRIVER,), driver_change(what_if, far))
    if changes[0].kind is ChangeKind.NONE:
        changes = tuple(_damaged(explanation))[:1] or changes
    if changes[0].kind is ChangeKind.NONE or (
        not explanation.plan.drivers and changes[0].what in SOME_DRIVER
    ):
        changes = _manifest_for_a_library(explanation, what_if) or changes
    missing = [o.driver for o in explanation.plan.drivers if explanation.obstacle(o.driver)]
    named = [each.library_path for each in missing] or ([] if explanation.plan.drivers else [""])
    for_container = ((each, nvidia_change(what_if.host, each)) for each in named)
    library, helping = next(
        ((path, change) for path, change in for_container if change is not None), ("", None)
    )
    if helping is not None and not any(change.tried for change in changes):
        why = f"{quote(library)} is not found: {helping.because}" if library else helping.because
        return Answer("drivers", State.NO_DRIVER, why, "MANIFEST-ICD-03", None, (helping,))
    link = missing_drivers_of_nixos(what_if.host)
    if link and not explanation.plan.drivers:
        return _switched_off(link)
    if changes[0].kind is ChangeKind.NONE or changes[0].what in SOME_DRIVER:
        lacking = of_adapters(explanation)
        box = of_the_box(what_if.host) if changes[0].what in SOME_DRIVER else None
        if box is not None and next(_dead_links(explanation, what_if.host), None) is None:
            changes = (box,)
        if lacking is not None:
            return replace(lacking, state=State.NO_DRIVER, rule="DISC-DRIVER-WINDOWS-01")
    if changes[0].kind is ChangeKind.INSTALL:
        changes = (_for_this_machine(changes[0], explanation, what_if.host), *changes[1:])
    facts = [*_of_drivers(explanation), *_of_places(explanation)]
    fact, rule = facts[0] if facts else ("no driver manifest is found", "LDP_LOADER_1")
    first = changes[0]
    why, rule = first.because or fact, first.rule or rule
    if first.kind is not ChangeKind.NONE:
        why += _of_another(explanation, what_if.host, why)
    return Answer("drivers", State.NO_DRIVER, why, rule, None, changes)


def _switched_off(link: str) -> Answer:
    """Answer on a machine with NixOS that has no drivers at the place where its loaders find them."""
    why = f"{quote(link)} is not there, by which the loaders of NixOS find drivers: its graphics are not switched on"
    what = (
        "set hardware.graphics.enable = true (hardware.opengl.enable before 24.11) in its configuration, then sudo "
        "nixos-rebuild switch"
    )
    change = Change(ChangeKind.OUTSIDE, what, because=why, tried=False)
    return Answer("drivers", State.NO_DRIVER, why, "DISC-LINUX-05", None, (change,))


def _manifest_for_a_library(explanation: Explanation, what_if: WhatIf) -> tuple[Change, ...]:
    """Return the manifest to be added for a driver's library that is there; the reason says what came of its own."""
    alone = libraries_alone(what_if)[:1]
    dead = next(_dead_links(explanation, what_if.host), None)
    told = f"{quote(dead[0])} is a link to {quote(dead[1])}, which does not exist" if dead is not None else ""
    told = told or next((fact for fact, _ in _of_drivers(explanation)), "")
    return tuple(replace(each, because=f"{told}; {each.because}") for each in alone) if told else alone


def of_adapters(explanation: Explanation) -> Answer | None:
    """Answer if the display adapters in a registry are known and none has a driver for this process; else None."""
    registry = explanation.platform.registry
    if explanation.platform.system is not System.WINDOWS or registry is None:
        return None
    from refloader.inspect.registry.adapters import lack_of  # Windows only

    again = "install the driver of the graphics card again, from its maker or from Windows Update"
    for each in explanation.looked if explanation.result is VkResult.INCOMPATIBLE_DRIVER else ():
        of_adapter = each.place.use is Use.DRIVER and each.place.form is Form.VALUE
        for value in each.values if of_adapter else ():
            gone = [file.path for file in value.files if _is_gone(file)]
            if gone and len(gone) == len(value.files):
                why = f"{each.place.path} names {quote(gone[0])}, which does not exist"
                change = Change(ChangeKind.OUTSIDE, again, tried=False)
                return Answer("drivers", State.DOUBTFUL, why, "", value.span, (change,))
    lack = lack_of(registry, explanation.word_size)
    if lack is None:
        return None
    change = Change(ChangeKind.OUTSIDE, lack.what, tried=False)
    return Answer("drivers", State.DOUBTFUL, lack.why, "", lack.span, (change,))


def _is_gone(file: NamedFile) -> bool:
    return file.failure is not None and file.failure.trouble is Trouble.MISSING


def _for_this_machine(change: Change, explanation: Explanation, host: Host) -> Change:
    """Return an installation of some driver, with what this machine needs: that of a dead link, or of its card."""
    if change.what not in SOME_DRIVER:
        return change
    if host.platform().system is System.WINDOWS:
        return replace(change, what="the driver of the graphics card, from its maker or from Windows Update")
    dead = next(_dead_links(explanation, host), None)
    if dead is not None:
        path, target = dead
        name = path.rpartition("/")[2]
        because = f"{quote(path)} is a link to {quote(target)}, which does not exist"
        what = f"what brings {target}, or the driver again"
        if is_container(host) and "nvidia" in target:
            what = f"start the container with --runtime nvidia or --gpus all: NVIDIA's toolkit then brings {target}"
            return Change(ChangeKind.OUTSIDE, what, because=because, rule="DISC-LINUX-08", tried=False)
        again = bool(brought(target, name))  # of a store, this system has no package that brought it
        what = what if again else f"what brings {target}, or this system's own driver"
        return replace(change, what=what, because=because, rule="DISC-LINUX-08", needs=(name,), again=again)
    maker, library, driver = card_of(host)
    partly = "" if library or not nvidia_lacks_graphics(host) else nvidia_for_computing(host)
    if partly:
        because = f"no driver manifest is found, and {quote(partly)} is NVIDIA's part for computing only"
        return replace(
            change,
            what="NVIDIA's part for graphics, of the same version",
            because=because,
            needs=("libGLX_nvidia.so.0",),
        )
    if not library:  # no card is known: the driver of the processor works everywhere
        return replace(change, needs=(_OF_THE_PROCESSOR,))
    because = f"no driver manifest is found, and this machine has a graphics card of {maker}"
    return replace(change, what=f"a driver for the card: {driver}", because=because, needs=(library,))


def _dead_links(explanation: Explanation, host: Host) -> Iterator[tuple[str, str]]:
    """Yield the manifests of drivers that are links to nowhere, and where they lead."""
    folders = {place.path for place in explanation.plan.places if place.use is Use.DRIVER}
    for reason in explanation.plan.reasons:
        folder, _, name = reason.subject.rpartition("/")
        if folder in folders and name.endswith(".json") and host.kind(reason.subject) is Kind.MISSING:
            target = host.real_path(reason.subject)
            if target not in (reason.subject, f"{host.real_path(folder)}/{name}"):
                yield reason.subject, target


def _damaged(explanation: Explanation) -> Iterator[Change]:
    """Yield the installation of each driver whose manifest a package has brought and is no JSON now."""
    for driver in (outcome.driver for outcome in explanation.plan.drivers):
        folder, _, name = driver.manifest.rpartition("/")
        told = next(filter(is_no_json, driver.reasons), None)
        if folder == _PACKAGED and told is not None:
            because = f"{quote(driver.manifest)} is not used: {told.fact}"
            what = f"again what has brought {driver.manifest}"
            rule = str(told.rule)
            yield Change(
                ChangeKind.INSTALL, what, because=because, rule=rule, needs=(name,), again=True, tried=False
            )


def fails_there(
    explanation: Explanation, own: OwnLoader, what_if: WhatIf, before: Sequence[Answer]
) -> Answer | None:
    """Answer if vkCreateInstance fails with the machine's own loader, and the documents let it succeed.

    None if the changes of the answers ``before`` mend that too.
    """
    if _mends(before, what_if):
        return None
    failure = _failure(explanation, own, what_if)
    told = {(change.kind, change.what) for answer in before for change in answer.changes}
    removed = [change.what for change in failure.changes if change.kind is ChangeKind.REMOVE]
    asked = [f"{change.what}{change.value}" for answer in before for change in answer.changes]
    if any(text.startswith(f"correct {path} by hand") for text in asked for path in removed):
        failure = replace(failure, why=f"{failure.why}; to correct it, as above, mends this too")
    return failure if any((change.kind, change.what) not in told for change in failure.changes) else None


def _succeeds(plan: Plan | None) -> bool:
    return plan is not None and plan.result is VkResult.SUCCESS


def _is_failure(explanation: Explanation, what_if: WhatIf, before: Sequence[Answer]) -> bool:
    """Return whether vkCreateInstance fails for another reason than a layer or drivers, and no answer mends it."""
    result = explanation.result
    if result in (VkResult.SUCCESS, VkResult.INCOMPATIBLE_DRIVER, VkResult.LAYER_NOT_PRESENT):
        return False
    return not explanation.unsure and not _mends(before, what_if)


def _mends(before: Sequence[Answer], what_if: WhatIf) -> bool:
    """Return whether vkCreateInstance succeeds with the changes of one of the answers ``before``."""
    given = [each.changes for each in before if each.changes and all(change.tried for change in each.changes)]
    tries = Tries(what_if)
    return any(tries.next() and _succeeds(what_if.decide(*changes)) for changes in given)


def _fails(result: VkResult, what_if: WhatIf, loader: str = "") -> Answer:
    """Answer that vkCreateInstance fails, with the change after which it does not."""
    change = instance_change(what_if)
    why = "; ".join(filter(None, [f"vkCreateInstance returns {result.value}", change.because]))
    return Answer("vkCreateInstance", State.FAILS, why, "", None, (change,), loader=loader)


def _failure(explanation: Explanation, own: OwnLoader, what_if: WhatIf) -> Answer:
    loader = own.label
    if own.result is not None and own.result is not VkResult.INCOMPATIBLE_DRIVER:
        return _fails(own.result, what_if, loader)
    used = [outcome.driver for outcome in explanation.plan.drivers if outcome.used]
    far = tuple(Elsewhere(driver.manifest, Use.DRIVER) for driver in used)
    for each in far:  # so that their texts are known
        what_if.host.read(each.path)
    changes = driver_change(what_if, far)
    late = [each.fact for each in what_if.plan.reasons if each.rule == "ENV-MINVERSION-01"]
    why = (
        late[0]
        if late
        else changes[0].because or f"vkCreateInstance returns {VkResult.INCOMPATIBLE_DRIVER.value}"
    )
    return Answer("drivers", State.NO_DRIVER, why, "", None, changes, loader=loader)


def faulty_there(fault: str, loader: str, what_if: WhatIf) -> Answer:
    """Answer if a loader crashes here, or leaves to chance what it does; ``loader`` names the machine's own one."""
    host, plan = what_if.host, what_if.plan
    files = [place.path for place in plan.places if place.use is Use.SETTINGS]
    there = [path for path in (plan.crash, *files) if path and host.kind(path) is Kind.FILE]
    crash = host.read(plan.crash) if plan.crash else None
    repairs = readable(plan.crash, crash.data) if isinstance(crash, Content) else ()
    removals = (Change(ChangeKind.REMOVE, path, files=((path, None),)) for path in there)
    helping = (each for each in (*repairs, *removals) if _is_sound(what_if.decide(each)))
    changes = tuple(islice(helping, 1))
    why = f"; {changes[0].because}" if changes and changes[0].because else ""
    told = f"{fault}{why}" if plan.crash else f"{fault}: programs may crash"
    state = State.FAILS if plan.crash else State.DOUBTFUL
    return Answer("vkCreateInstance", state, told, "", None, changes, loader=loader)


def _is_sound(plan: Plan | None) -> bool:
    return plan is not None and not plan.crash and not plan.unsteady


def _of_drivers(explanation: Explanation) -> Iterator[tuple[str, str]]:
    """Yield why each driver that is found cannot be used, with the rule."""
    for outcome in explanation.plan.drivers:
        obstacle = explanation.obstacle(outcome.driver)
        if outcome.used and obstacle:
            yield (
                f"the library of {quote(outcome.driver.manifest)} cannot be loaded: {obstacle}",
                "MANIFEST-ICD-03",
            )
        elif not outcome.used and outcome.reasons:
            rejecting = [each for each in outcome.driver.reasons if each.rejects]
            why = rejecting[0] if rejecting else outcome.reasons[-1]
            yield f"{quote(outcome.driver.manifest)} is not used: {why.fact}", str(why.rule)


def _of_another(explanation: Explanation, host: Host, why: str) -> str:
    """Say why the next driver cannot be used that ``why`` is not on, if its file is at fault; else empty.

    Nothing is said of drivers for processes of the other word size: they are right where they are.
    """
    libraries = Libraries(host)
    for outcome in explanation.plan.drivers:
        driver = outcome.driver
        fact = next((each.fact for each in driver.reasons if each.rejects), "")
        obstacle = None if fact else libraries.obstacle(driver.library_path, driver.manifest)
        if obstacle and not obstacle.is_of_others:
            fact = str(explanation.obstacle(driver))
        if fact and fact not in why and quote(driver.manifest) not in why:
            return f"; besides, {quote(driver.manifest)}: {fact}"
    return ""


def _of_places(explanation: Explanation) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the places that are searched for drivers, with the rule."""
    folders = [place.path for place in explanation.plan.places if place.use is Use.DRIVER]
    places = set(folders)
    for reason in explanation.plan.reasons:
        if reason.severity in (Severity.WARNING, Severity.ERROR) and _lies_in(reason.subject, places):
            yield reason.fact, str(reason.rule)
    yield f"no driver manifest is found in {number_of(len(folders), 'place')}", "LDP_LOADER_1"


def _lies_in(path: str, places: Collection[str]) -> bool:
    """Return whether a path is one of the places or lies in one, at any depth."""
    while path not in places:
        path, slash, _ = path.rpartition("/")
        if not slash:
            return False
    return True
