"""The answer on one driver, or on a file that gives no layer: is it used, why not, and what changes that."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from refloader.core.json import reader
from refloader.host.port import Content, Failure, Host, Kind, Listing
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.answer import Answer, State, value_error
from refloader.inspect.explain.comparing import OwnLoader, There, used_all_the_same
from refloader.inspect.explain.containers import nvidia_change
from refloader.inspect.explain.devices import without_device
from refloader.inspect.explain.doubts import other_drivers, state_of_closed
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.foreign_files import foreign
from refloader.inspect.libraries.loader_file import AS_DRIVER, is_the_loader
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.near_names import near_names
from refloader.inspect.whatif.aims import breaking_change, instance_change
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable
from refloader.inspect.whatif.driver_repairs import driver_loading_change, family_of
from refloader.inspect.whatif.driver_steps import drivers_used, has_driver, usable_drivers
from refloader.inspect.whatif.driver_variables import drivers_off, late_filters, vain_paths
from refloader.inspect.whatif.drivers import single_driver_change
from refloader.inspect.whatif.installing import to_fetch, to_open, who_may_read
from refloader.inspect.whatif.library_paths import beside, lacks_entry_points
from refloader.inspect.whatif.missing_paths import brought, dead_target, linked_anew, with_dead_folder
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.texts import readable
from refloader.model.driver import Driver
from refloader.model.place import Use
from refloader.model.plan import DriverOutcome, VkResult
from refloader.model.reason import Reason, Span
from refloader.model.text import quote

_NAMING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
_FOLDERS = ("/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d")
_MOST = 12
_CLOSE = 0.6
_MOST_NAMES = 1000


def of_manifests(
    explanation: Explanation, paths: Sequence[str], what_if: WhatIf, there: There
) -> list[Answer]:
    """Answer for several manifests; not for one that is not there, if another answer corrects what names it.

    Those that are there come first.
    """
    answers = [_of_manifest(explanation, path, what_if, there) for path in paths]
    values = what_if.host.variables()
    corrected = [c.what for a in answers for c in a.changes if c.tried and c.kind is ChangeKind.SET]
    wrong = {
        entry for name in corrected if name in values for entry in values[name].split(":") if "/" in entry
    }
    missing = {a.subject for a in answers if what_if.host.kind(a.subject) is Kind.MISSING}
    mended = {a.subject for a in answers if a.changes[:1] and a.changes[0].tried}
    left = [a for a in answers if a.subject not in wrong & missing or a.subject in mended]
    return sorted(left, key=lambda answer: answer.subject in missing - mended)


def _of_manifest(explanation: Explanation, path: str, what_if: WhatIf, own_question: There) -> Answer:
    """Return the answer on the manifest at a path for the loader that is there."""
    own = explanation.own
    taken = own.drivers if own is not None else None
    crashes = own is not None and own.plan is not None and own.plan.crash
    if own is not None and (own.result is not None or crashes):
        return _by_result(explanation, own, path, what_if, own_question())
    if own is None or taken is None or (path in taken) is has_driver(explanation.plan, path):
        found = answer_on(explanation, path, what_if)
        if own is None or not found.off:
            return found
        why = "; ".join(filter(None, (found.why, *late_filters(own_question()))))
        return replace(
            found, why=why, off=drivers_off(own_question(), path)
        )  # filters that this loader reads
    there = own_question()
    found = other_drivers(explanation, own, there)
    if path not in taken:
        if not found.changes:  # no variable that the loader does not read yet
            found = answer_on(replace(explanation, plan=there.plan, own=None), path, there)
            return replace(found, state=State.UNUSED, loader=own.label)
        return replace(found, subject=path, state=State.UNUSED)
    return replace(found, subject=path, state=State.USED, changes=(), off=drivers_off(there, path))


def _by_result(explanation: Explanation, own: OwnLoader, path: str, what_if: WhatIf, there: WhatIf) -> Answer:
    """Return the answer where the loader that is there crashes, or gives another result of vkCreateInstance."""
    documented = answer_on(explanation, path, what_if)
    failing = breaking_change(there) if documented.state is State.USED else None
    if failing is not None:
        fails = f"vkCreateInstance returns {there.plan.result.value}"
        what = f"the loader crashes on {there.plan.crash}" if there.plan.crash else fails
        why = "; ".join(filter(None, (what, failing.because)))
        return replace(documented, state=State.UNUSED, why=why, changes=(failing,), off=(), loader=own.label)
    is_taken = path in drivers_used(there.plan)
    if is_taken and documented.state is State.UNUSED and own.result is VkResult.SUCCESS:
        same, off = used_all_the_same(own, len(explanation.plan.drivers)), drivers_off(there, path)
        why = f"by the documents, {documented.why.removesuffix(same)}"
        return replace(documented, state=State.USED, why=why, off=off, loader=own.label)
    if not is_taken and documented.state is State.USED and own.result is not VkResult.SUCCESS:
        change = instance_change(there)
        why = "; ".join(filter(None, (f"vkCreateInstance returns {there.plan.result.value}", change.because)))
        return replace(documented, state=State.UNUSED, why=why, changes=(change,), off=(), loader=own.label)
    return documented


def answer_on(explanation: Explanation, path: str, what_if: WhatIf) -> Answer:
    """Return the answer on the manifest at a path."""
    host = what_if.host
    outcome = next((o for o in explanation.plan.drivers if o.driver.manifest == path), None)
    unread = next((file for file in explanation.plan.unread if file.path == path), None)
    if outcome is not None and outcome.used:
        return _used(explanation, outcome, what_if)
    if outcome is not None:
        return _not_used(explanation, outcome, what_if)
    if unread is not None and _describes_driver(host, path):
        changes = single_driver_change(what_if, path, (Elsewhere(path, Use.DRIVER),))
        fact = f"it is a driver's manifest, and {quote(path.rpartition('/')[0])} is searched for layers"
        return Answer(path, State.UNUSED, fact, "MANIFEST-LAYER-02", Span(path), changes)
    if unread is not None:
        return _no_layer(path, unread.reasons, what_if)
    return _not_found(explanation, path, what_if)


def _used(explanation: Explanation, outcome: DriverOutcome, what_if: WhatIf) -> Answer:
    driver = outcome.driver
    obstacle = explanation.obstacle(driver)
    off = drivers_off(what_if, driver.manifest)
    where = Span(driver.manifest)
    twin = _twin(explanation, driver, what_if) if obstacle.is_of_others else ""
    if twin:
        why = f"its library is for {96 - what_if.host.word_size()}-bit programs; {quote(twin)} is used by this one"
        return Answer(driver.manifest, State.OTHER_SIZE, why, "", where)
    if obstacle:
        change = driver_loading_change(what_if, driver)
        for_container = nvidia_change(what_if.host, driver.library_path)
        if for_container is not None and (change is None or not change.tried):
            change = for_container
        told = change.because if change is not None and change.because else ""
        why = told or f"{quote(driver.library_path)}: {obstacle}"
        if for_container is not None and change is for_container:
            why = f"{quote(driver.library_path)} is not found: {for_container.because}"
        why = why.removeprefix(f"{quote(driver.manifest)}: ").removeprefix("its library ")
        changes = (change,) if change is not None else ()
        return Answer(driver.manifest, State.BROKEN, why, "MANIFEST-ICD-03", where, changes)
    path = explanation.libraries.get((driver.manifest, driver.library_path))
    if path and is_the_loader(what_if.host, path):
        why = f"{quote(path)} is the loader itself: {AS_DRIVER}"
        away = Change(ChangeKind.REMOVE, driver.manifest, files=((driver.manifest, None),))
        return Answer(driver.manifest, State.BROKEN, why, "GPA-ICD-01", where, (away,))
    if path and lacks_entry_points(what_if.host, driver, path):
        why = f"{quote(path)} has none of the functions by which a loader enters a driver"
        other = next(iter(beside(what_if.host, Libraries(what_if.host), driver, ("ICD",), path)), None)
        told = (
            f"install a build of {path} that is a driver for Vulkan (one that exports "
            f"vk_icdGetInstanceProcAddr), or remove {driver.manifest}"
        )
        changes = (other or Change(ChangeKind.OUTSIDE, told, tried=False),)
        return Answer(driver.manifest, State.BROKEN, why, "", where, changes)
    for file in (driver.manifest, path or ""):
        own_home = f"{what_if.host.variables().get('HOME') or '/root'}/"
        fact = who_may_read(what_if.host, file) if file and not file.startswith(own_home) else ""
        if fact:
            change = to_open(what_if.host, file)
            state = state_of_closed(explanation, what_if.host)
            return Answer(driver.manifest, state, fact, "", where, (change,))
    without = without_device(explanation, driver, what_if.host)
    if without is not None:
        return without
    plain = explanation.own is None or explanation.own.drivers is None
    why = f"{driver.place.source} names it" if plain and driver.place.source in _NAMING else ""
    vain = (
        each.because
        for each in vain_paths(what_if, explanation.there)
        if f"/{driver.file_name}" in each.because
    )
    whole = "; ".join(filter(None, (why, value_error(driver.reasons), *vain)))
    return Answer(driver.manifest, State.USED, whole, "", where, off=off)


def _twin(explanation: Explanation, driver: Driver, what_if: WhatIf) -> str:
    """Return the manifest of the same driver that is used by programs of this word size; empty if none is."""
    used = usable_drivers(explanation.plan, what_if.host)
    same = (each.manifest for each in used if family_of(each.manifest) == family_of(driver.manifest))
    return next(same, "")


def _not_used(explanation: Explanation, outcome: DriverOutcome, what_if: WhatIf) -> Answer:
    driver, bits = outcome.driver, what_if.host.word_size()
    is_other = driver.library_arch == str(96 - bits) and _is_for_other_size(explanation, outcome, what_if)
    if is_other and (twin := _twin(explanation, driver, what_if)):
        why = f"it is for {96 - bits}-bit programs by its library_arch; {quote(twin)} is used by this one"
        return Answer(driver.manifest, State.OTHER_SIZE, why, "MANIFEST-ICD-05", Span(driver.manifest))
    changes = single_driver_change(what_if, driver.manifest, explanation.far)
    answer = what_if.host.read(driver.manifest)
    if isinstance(answer, Content) and changes[0].kind is ChangeKind.NONE and driver.rejected:
        deciding = tuple(each for each in driver.reasons if each.rejects) or driver.reasons
        return _no_layer(driver.manifest, deciding, what_if)
    rejecting = [each for each in driver.reasons if each.rejects]
    reason = rejecting[0] if rejecting else outcome.reasons[-1] if outcome.reasons else None
    told = _description(driver.manifest, changes)
    fact = told or (reason.fact if reason is not None else "the loader passes it over")
    rule = str(reason.rule) if reason is not None else ""
    where = reason.span if reason is not None and reason.span is not None else Span(driver.manifest)
    if len(changes) > 1 and _is_for_other_size(explanation, outcome, what_if):
        fact += f"; besides, its library is for {96 - what_if.host.word_size()}-bit programs"
        changes = changes[:1]
    more = (
        "".join(f"; besides, {each}" for each in _besides(driver, changes, fact, what_if)[:1])
        if not told
        else ""
    )
    more += used_all_the_same(explanation.own, len(explanation.plan.drivers))
    return Answer(driver.manifest, State.UNUSED, f"{fact}{more}", rule, where, changes)


def _is_for_other_size(explanation: Explanation, outcome: DriverOutcome, what_if: WhatIf) -> bool:
    """Return whether a driver's library is for the other word size, and another manifest has that for this one."""
    libraries, driver = Libraries(what_if.host), outcome.driver
    obstacle = libraries.obstacle(driver.library_path, driver.manifest)
    same = (
        each.driver
        for each in explanation.plan.drivers
        if each is not outcome and family_of(each.driver.manifest) == family_of(driver.manifest)
    )
    return obstacle.is_of_others and any(
        not libraries.obstacle(each.library_path, each.manifest) for each in same
    )


def _besides(driver: Driver, changes: Sequence[Change], fact: str, what_if: WhatIf) -> list[str]:
    """Return what else keeps a driver off: what the changes mend that the fact does not say."""
    values, found = what_if.host.variables(), []
    for index, each in enumerate(changes):
        if each.kind is ChangeKind.UNSET and each.what not in fact:
            found.append(f"{each.what}={quote(values.get(each.what, ''))} keeps it off")
        elif index and each.kind is not ChangeKind.UNSET and each.because and not each.portability:
            found.append(each.because.removeprefix(f"{quote(driver.manifest)}: "))
        elif each.portability and "portability" not in fact:
            found.append("it is a portability driver, and the application does not ask for such")
    return found


def _description(path: str, changes: tuple[Change, ...]) -> str:
    """Return what is wrong by the change that helps, unless a variable is only taken away."""
    if not changes or changes[0].kind is ChangeKind.UNSET:
        return ""
    if changes[0].portability:
        return "it is a portability driver, and the application does not ask for such"
    return changes[0].because.removeprefix(f"{quote(path)} is not used: ")


def _not_found(explanation: Explanation, path: str, what_if: WhatIf) -> Answer:
    """Answer for the manifest of a driver that a loader does not find, or cannot read."""
    host = what_if.host
    reason = next((each for each in explanation.plan.reasons if each.subject == path), None)
    place = next((each for each in explanation.plan.places if each.path == path), None)
    registered = _by_registry(explanation, reason, host) if reason is not None else None
    if registered is not None:
        return registered
    if reason is not None and host.kind(path) is not Kind.FILE:
        name = path.rpartition("/")[2]
        others = (e for e in explanation.far if e.use is Use.DRIVER and e.path.rpartition("/")[2] == name)
        anew = next((link for each in others if (link := linked_anew(what_if, each)) is not None), None)
        if anew is not None and anew.what == path:
            return Answer(path, State.UNUSED, anew.because, str(reason.rule), Span(path), (anew,))
        return _not_there(path, reason, host, place.source if place is not None else "")
    if reason is not None and isinstance(host.read(path), Failure):
        change = Change(ChangeKind.PERMIT, path, "readable for everybody", tried=False)
        return Answer(path, State.UNUSED, reason.fact, str(reason.rule), Span(path), (change,))
    changes = single_driver_change(what_if, path, explanation.far)
    far = next((each for each in explanation.far if each.path == path), None)
    if far is not None:
        link = linked_anew(what_if, far)
        if link is not None:
            return Answer(path, State.UNUSED, link.because, "", Span(path), (link,))
        changes = with_dead_folder(what_if, (far.use,), changes)
    values = host.variables()
    first = changes[0]
    searched = any(place.path == path.rpartition("/")[0] for place in explanation.plan.places)
    other = "the loader does not find it" if searched or len(changes) > 1 else ""
    why = first.because or other or f"a loader does not search {quote(path.rpartition('/')[0])} for drivers"
    if first.kind is ChangeKind.UNSET and first.what in _NAMING:
        value = values.get(first.what, "")
        among = f"{first.what}={quote(value)} names all drivers that are used, and this one is not among them"
        added = values.get("VK_ADD_DRIVER_FILES", "").split(host.platform().system.paths.list_separator)
        among += "; VK_ADD_DRIVER_FILES names it, and has no effect beside that" if path in added else ""
        gone = f"{first.what} names only what is not there"
        why = first.because if first.because.startswith(gone) else among
        if ".so" in value:
            why = f"{first.what}={quote(value)} names a library; a loader wants the manifest, {quote(path)}"
        elif (linked := _link_to(host, path, value)) is not None:
            why = f"{first.what} names {quote(linked)}, a link to this manifest, and names of manifests end in .json"
    for more in (each for each in changes[1:] if each.kind is ChangeKind.UNSET):
        why += f"; and {more.what}={quote(values.get(more.what, ''))} keeps it off"
    return Answer(path, State.UNUSED, why, first.rule, Span(path), changes)


def _by_registry(explanation: Explanation, reason: Reason, host: Host) -> Answer | None:
    """Answer for a manifest whose value of the registry no loader follows; None if there is no such value."""
    registry = host.platform().registry
    if registry is None or not reason.rejects:
        return None
    from refloader.inspect.whatif.windows_changes import edits_of  # Windows only

    path = reason.subject
    change = next((change for named, change in edits_of(explanation.plan, registry) if named == path), None)
    if change is None:
        return None
    change = replace(change, tried=False)  # the manifest itself is not known
    return Answer(path, State.UNUSED, reason.fact, str(reason.rule), reason.span or Span(path), (change,))


def _link_to(host: Host, path: str, named: str) -> str | None:
    """Return what a list of files names that is the given manifest under a name without .json; None if nothing is."""
    entries = (each for each in named.split(":") if each and not each.endswith(".json"))
    return next((each for each in entries if host.real_path(each) == host.real_path(path)), None)


def _not_there(path: str, reason: Reason, host: Host, source: str) -> Answer:
    """Answer for a manifest that is named and is no file: missing, a link that leads nowhere, or a folder."""
    folder, _, name = path.rpartition("/")
    target = dead_target(host, path)
    why = f"{quote(path)} is a link to {quote(target)}, which does not exist" if target else reason.fact
    what = f"what brings {target}, or remove {path}" if target else f"the manifest as {path}, a file"
    change = Change(ChangeKind.INSTALL, what, needs=brought(target, name), again=True, tried=False)
    near = _alike(host, folder, name, host.variables().get(source, "")) or _elsewhere(host, path)
    if near and source.startswith("VK_"):
        value = ":".join(
            near if each == path else each for each in host.variables().get(source, "").split(":")
        )
        why = f"{why}; there is {quote(near)}"
        return Answer(path, State.UNUSED, why, str(reason.rule), Span(path), (set_variable(source, value),))
    if source.startswith("VK_"):
        change = Change(
            ChangeKind.OUTSIDE, f"have {source} name the manifest where it is, or unset it", tried=False
        )
    return Answer(path, State.UNUSED, why, str(reason.rule), Span(path), (change,))


def _alike(host: Host, folder: str, name: str, named: str) -> str:
    """Return the manifest in a folder whose name is most like another one and that is not named; empty if none is."""
    listing = host.list(folder) if folder else None
    listed = listing.names[:_MOST_NAMES] if isinstance(listing, Listing) else ()
    entries = named.split(":")
    names = [each for each in listed if each.endswith(".json") and f"{folder}/{each}" not in entries]
    makers = {each: _maker_of(each) for each in names}
    alike = near_names(_maker_of(name), makers.values(), len(names), _CLOSE)
    near = near_names(name, [each for each in names if makers[each] in alike], 1, _CLOSE)
    return f"{folder}/{near[0]}" if near else ""


def _maker_of(name: str) -> str:
    """Return what a manifest's name begins with: whose driver it is, without what most names of manifests end in."""
    return family_of(name).partition("_icd")[0].removesuffix(".json")


def _elsewhere(host: Host, path: str) -> str:
    """Return the manifest of the same name in another folder that loaders search; empty if there is none."""
    name = path.rpartition("/")[2]
    places = (f"{folder}/{name}" for folder in _FOLDERS)
    return next((each for each in places if each != path and host.kind(each) is Kind.FILE), "")


def _describes_driver(host: Host, path: str) -> bool:
    """Return whether the file at a path holds a driver's entry, whatever folder it is in."""
    answer = host.read(path)
    value = reader.read(answer.data).value if isinstance(answer, Content) else None
    return isinstance(value, dict) and isinstance(value.get("ICD"), dict)


def _no_layer(path: str, reasons: tuple[Reason, ...], what_if: WhatIf) -> Answer:
    """Answer for a file among the layers that gives none."""
    answer = what_if.host.read(path)
    data = answer.data if isinstance(answer, Content) else b""
    before = len(what_if.plan.layers)
    fact = reasons[0].fact if reasons else "it has no layer"
    rule = str(reasons[0].rule) if reasons else ""
    where = next((each.span for each in reasons if each.span is not None), None) or Span(path)
    if not data.strip(b"\0 \t\r\n"):
        what = f"the package again that brings {path}"
        change = Change(ChangeKind.INSTALL, what, needs=(path.rpartition("/")[2],), again=True, tried=False)
        empty = "has NUL characters only, as after a crash of the system" if b"\0" in data else "is empty"
        return Answer(path, State.UNUSED, f"the file {empty}", rule, where, (change,))
    page = to_fetch(what_if.host, path)
    if page is not None:
        return Answer(path, State.UNUSED, page.because, page.rule, where, (page,))
    other = foreign(path, data)
    if other is not None:
        told = f"it is {other.what}, which Vulkan's loaders do not use"
        what = f"move {path} to where its own loader looks: {other.place}"
        return Answer(path, State.UNUSED, told, rule, where, (Change(ChangeKind.OUTSIDE, what, tried=False),))
    for change in islice(readable(path, data), _MOST):
        plan = what_if.decide(change)
        if plan is not None and len(plan.layers) > before:
            return Answer(path, State.UNUSED, change.because or fact, rule, where, (change,))
    change = Change(ChangeKind.OUTSIDE, f"correct {path} by hand: refloader lint {path}", tried=False)
    return Answer(path, State.UNUSED, fact, rule, where, (change,))
