"""Compares what the documents say with what the loader that is installed on the machine does. Runs nothing."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.core.ages import age_of, boundaries, release_of
from refloader.engine import decide
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import Host, Kind
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.by_release import answers, manifests_by_name
from refloader.inspect.explain.comparing import Otherwise, OwnLoader, as_spelt_in
from refloader.inspect.explain.copies import loads, used_instead
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.libraries.linker_folders import linker_folders
from refloader.inspect.libraries.loader_file import LIBRARY, loader_file, release_in_name
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.aims import with_library
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.driver_steps import drivers_used
from refloader.inspect.whatif.installing import to_install
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.edition import LATEST
from refloader.model.layer import Layer
from refloader.model.library import Obstacle
from refloader.model.magic import Magic
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason, Span
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import quote

_MOST_LOST = 4
_LONGEST = 2047
"""The most bytes of the path of a driver's manifest that a variable names, measured from 1.1.97 to 1.4.335."""


def own_loader(
    host: Host,
    request: Request,
    build: Build,
    documented: Explanation,
    reported: str = "",
    libraries: Libraries | None = None,
) -> OwnLoader | None:
    """Return how the machine's loader compares; None if there is none that can be loaded or its release is not known.

    ``reported`` is the release that the library itself reports, which counts if its file's name has none.
    ``libraries`` are those of the host, if the caller has looked at some.
    """
    path = loader_file(host, request.executable)
    release = (release_in_name(host, path) or reported) if path else ""
    if path is None or not release or _damage(host, path):
        return None
    what_if = WhatIf(host, request, LATEST, replace(build, age=age_of(release)))
    plan, asked = what_if.plan, documented.asked
    manifests = manifests_by_name(documented.plan)
    active = {outcome.layer.name for outcome in documented.plan.layers if outcome.active}
    wanted = {name: manifests.get(name, frozenset()) for name in (*asked, *manifests)}
    same = plan.result is documented.plan.result  # then it says nothing of one layer more than of another
    answered = _answers(replace(plan, result=VkResult.SUCCESS) if same else plan, wanted)
    too_new = _too_new(plan, documented.plan)
    otherwise = tuple(
        Otherwise(name, is_active, fact if is_active else _both(too_new.get(name, ""), fact))
        for name, (is_active, fact) in answered.items()
        if is_active is not (name in active)
    )
    chain = _names(plan)
    moved = not otherwise and chain != _names(documented.plan)
    result = plan.result if plan.result is not documented.plan.result else None
    libraries = libraries or Libraries(host)
    compared = result is None and plan.result is VkResult.SUCCESS
    used = _with_libraries(plan, documented.plan, libraries) if compared else None
    drivers = used if used is not None and set(used) != set(drivers_used(documented.plan)) else None
    lost = [each.name for each in otherwise if not each.active][:_MOST_LOST]
    missing = [name for name in dict.fromkeys((*asked, *lost)) if not answered[name][0]]
    changes = {name: _change(what_if, name, documented) for name in missing}
    because = dict(_other_reasons(plan, documented.plan, asked, answered))
    for name in because:  # what the documents want besides is not needed here
        changes[name] = with_library(what_if, name, to_install(what_if.smallest(name), what_if, name))
    instead = _instead(what_if, documented, libraries)
    broken = dict(_broken(plan, documented.plan, instead, libraries))
    lacking = [o.layer for o in documented.plan.layers if o.active and documented.obstacle(o.layer)]
    return OwnLoader(
        host.real_path(path),
        release,
        otherwise,
        result,
        chain if moved else (),
        drivers,
        changes,
        instead,
        tuple(name for name, (first, _) in instead.items() if first in lacking),
        f"it crashes on {plan.crash}" if plan.crash else plan.unsteady,
        broken,
        plan,
        _obstacles(plan, libraries),
        because,
        {}
        if plan.crash or plan.unsteady
        else dict(_taken_from(plan, documented.plan, {*instead, *broken}, host)),
    )


def _taken_from(
    plan: Plan, documented: Plan, told: Collection[str], host: Host
) -> Iterator[tuple[str, tuple[Layer, Layer]]]:
    """Yield the layers that both have, and this loader from another manifest, with both entries (DISC-GEN-02)."""
    by_documents = {o.layer.name: o.layer for o in documented.layers if o.runs}
    for layer in (outcome.layer for outcome in plan.layers if outcome.runs):
        first = by_documents.get(layer.name, layer)
        if layer.name not in told and host.real_path(first.manifest) != host.real_path(layer.manifest):
            yield layer.name, (first, layer)


def _other_reasons(
    plan: Plan, documented: Plan, asked: Sequence[str], answered: Mapping[str, tuple[bool, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the layers that neither has and of which only the loader takes a manifest, with why they are not here."""
    taken, by_documents = _taken(plan), _taken(documented)
    active = {outcome.layer.name for outcome in documented.layers if outcome.active}
    for name in () if plan.crash or plan.unsteady else asked:
        is_active, fact = answered[name]
        if not is_active and name not in active and name in taken - by_documents:
            yield name, fact


def _taken(plan: Plan) -> set[str]:
    """Return the layers of which a loader takes a manifest."""
    return {outcome.layer.name for outcome in plan.layers if plan.edition not in outcome.layer.rejected}


def too_long(plan: Plan) -> Iterator[Answer]:
    """Yield the drivers whose manifest's path, which a variable names, is longer than loaders take."""
    for driver in (outcome.driver for outcome in plan.drivers if outcome.used):
        size = len(driver.manifest.encode("utf-8", "surrogateescape"))
        if size > _LONGEST and driver.place.source.startswith("VK_"):
            why = (
                f"loaders up to 1.4.335 (not refloader's own) read no manifest whose path has more than {_LONGEST} "
                f"bytes, and this one has {size}"
            )
            yield Answer(
                "drivers", State.DOUBTFUL, f"{why}: {quote(driver.manifest)}", "", Span(driver.manifest)
            )


def _names(plan: Plan) -> tuple[str, ...]:
    """Return the layers of a chain, without what a release has only read half of, and has no library for."""
    return tuple(layer.name for layer in plan.chain if layer.stands_for_something)


def _too_new(plan: Plan, documented: Plan) -> dict[str, str]:
    """Return the layers that a filter turns or leaves on by the documents, with what this release says of it."""
    late = {each.subject: each.fact for each in plan.reasons if each.rule == "ENV-MINVERSION-01"}
    by_filter = {
        outcome.layer.name: _ENABLING
        for outcome in documented.layers
        if outcome.active and any(_is_enabling(each) for each in outcome.reasons)
    }
    left_on = {
        o.layer.name: _LEAVING_ON for o in documented.layers if o.active and _is_disabled(o.layer, plan)
    }
    return {name: late[by] for name, by in {**left_on, **by_filter}.items() if by in late}


_ENABLING, _LEAVING_ON = "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"


def _is_disabled(layer: Layer, plan: Plan) -> bool:
    """Whether VK_LOADER_LAYERS_DISABLE keeps a layer off in a plan."""
    reasons = (each for o in plan.layers if o.layer.name == layer.name and not o.active for each in o.reasons)
    return any(each.rule.startswith("FILTER-LAYER-DISABLE") for each in reasons)


def _both(first: str, fact: str) -> str:
    """Return two facts as one sentence; one of them if they are the same, or if there is no other."""
    return "; ".join(dict.fromkeys(filter(None, (first, fact))))


def _is_enabling(reason: Reason) -> bool:
    return reason.rule == "FILTER-LAYER-ENABLE-01" and not reason.rejects


def _with_libraries(plan: Plan, documented: Plan, libraries: Libraries) -> tuple[str, ...]:
    """Return the drivers that this loader uses, without those of its own choice whose libraries cannot be loaded."""
    known, used = drivers_used(documented), [outcome.driver for outcome in plan.drivers if outcome.used]
    same = (e.manifest in known or not libraries.obstacle(e.library_path, e.manifest) for e in used)
    found = tuple(driver.manifest for driver, counts in zip(used, same, strict=True) if counts)
    return as_spelt_in(known, found)


def _obstacles(plan: Plan, libraries: Libraries) -> dict[tuple[str, str], Obstacle]:
    """Return why libraries of active layers and used drivers cannot be loaded, by manifest and library_path."""
    named: list[Layer | Driver] = [outcome.layer for outcome in plan.layers if outcome.active]
    named += [outcome.driver for outcome in plan.drivers if outcome.used]
    found = {(each.manifest, each.library_path): each for each in named if each.library_path}
    return {key: why for key in found if (why := libraries.obstacle(key[1], key[0]))}


def _broken(
    plan: Plan, documented: Plan, instead: Mapping[str, tuple[Layer, Layer]], libraries: Libraries
) -> Iterator[tuple[str, Layer]]:
    """Yield the layers that this loader takes from another manifest, whose library cannot be loaded."""
    by_documents = {
        outcome.layer.name: outcome.layer.manifest for outcome in documented.layers if outcome.active
    }
    for layer in (outcome.layer for outcome in plan.layers if outcome.active and outcome.layer.library_path):
        other = by_documents.get(layer.name, layer.manifest) != layer.manifest
        if other and layer.name not in instead and not loads(libraries, layer):
            yield layer.name, layer


def newest_loader(host: Host, request: Request, build: Build, documented: Explanation) -> OwnLoader | None:
    """Return where the newest loaders leave out layers that are asked for and active by the documents.

    It is for files that have no loader of their own; None if they have one, or if the newest release agrees.
    """
    asked = _asked_without_loader(host, request, documented)
    if not asked:
        return None
    release = boundaries()[-1]
    what_if = WhatIf(host, request, LATEST, replace(build, age=age_of(release)))
    if what_if.plan.crash or what_if.plan.unsteady:
        return None
    answered = _answers(what_if.plan, asked)
    otherwise = tuple(Otherwise(name, False, fact) for name, (there, fact) in answered.items() if not there)
    changes = {each.name: _change(what_if, each.name, documented) for each in otherwise}
    return OwnLoader("", release, otherwise, changes=changes) if otherwise else None


def _asked_without_loader(
    host: Host, request: Request, documented: Explanation
) -> Mapping[str, frozenset[str]]:
    """Return the layers that are asked for and active by the documents, if the files have no loader of their own."""
    active = {outcome.layer.name for outcome in documented.plan.layers if outcome.active}
    asked = [name for name in documented.asked if name in active]
    is_linux = host.platform().system is System.LINUX
    if not asked or not is_linux or loader_file(host, request.executable) is not None:
        return {}
    manifests = manifests_by_name(documented.plan)
    return {name: manifests[name] for name in asked}


_IN_USE = (1, 3, 204)
"""The release from which on loaders are looked at that other machines may have."""


def left_out_by(host: Host, request: Request, build: Build, documented: Explanation) -> tuple[str, ...]:
    """Return which releases leave out the layers that are asked for and active by the documents, one note for each.

    It is for files that have no loader of their own.
    """
    asked = _asked_without_loader(host, request, documented)
    if not asked:
        return ()
    releases = [each for each in boundaries() if release_of(each) >= _IN_USE]
    last: dict[str, tuple[str, str]] = {}
    read_once = OverlayHost(host)
    for release, end in zip(releases, (*releases[1:], ""), strict=True):
        plan = decide(read_once, request, edition=LATEST, build=replace(build, age=age_of(release)))
        for name, (is_active, fact) in _answers(plan, asked).items():
            if not is_active:
                last[name] = fact, end
    return tuple(
        f"loaders before {end} leave {name} out: {fact}; --as-loader all shows each release"
        for name, (fact, end) in last.items()
        if end
    )


def _instead(
    what_if: WhatIf, documented: Explanation, libraries: Libraries
) -> dict[str, tuple[Layer, Layer]]:
    """Return the layers that would lack their library by the documents and have one here: both entries."""
    plan, found = what_if.plan, used_instead(what_if, libraries)
    now = {outcome.layer.name: outcome.layer for outcome in plan.layers if outcome.active}
    for outcome in documented.plan.layers:
        layer = outcome.layer
        there = now.get(layer.name)
        lacking = outcome.active and documented.obstacle(layer)
        if lacking and there is not None and there != layer and loads(libraries, there):
            found[layer.name] = (layer, there)
    return found


def _answers(plan: Plan, wanted: Mapping[str, frozenset[str]]) -> dict[str, tuple[bool, str]]:
    """Return whether each layer is active, and why; a layer that is missing is so for its own reason."""
    found = answers(plan, wanted)
    if plan.result is not VkResult.LAYER_NOT_PRESENT:
        return found
    alone = answers(replace(plan, result=VkResult.SUCCESS), wanted)
    return {name: found[name] if alone[name][0] else alone[name] for name in wanted}


def _change(what_if: WhatIf, name: str, documented: Explanation) -> tuple[Change, ...]:
    """Return the change that the documents give if it works with this loader too, else its own smallest one."""
    given = documented.changes.get(name, ())
    if given and (given[0].kind is ChangeKind.NONE or not any(change.tried for change in given)):
        return given
    alone = [change for change in given if change.tried]  # a library that has to be installed cannot be
    plan = what_if.decide(*alone) if alone else None
    if plan is not None and any(o.used and o.driver.manifest == given[0].what for o in plan.drivers):
        return given  # the name is that of a driver
    before = {each.layer.name for each in what_if.plan.layers if each.active}
    sound = plan.layers if plan is not None and not what_if.is_worse(plan) else ()
    now = {each.layer.name for each in sound if each.active}
    meant = documented.similar.get(name, ())
    if name in now or (now - before).intersection(meant):  # a name that is misspelt in a variable
        return given
    far = documented.elsewhere.get(name, ())
    known = bool(far) or any(outcome.layer.name == name for outcome in what_if.plan.layers)
    if not known and meant:
        if meant[0] in before:
            return given
        found = what_if.smallest(meant[0])
        if all(change.tried and change.kind not in (ChangeKind.NONE, ChangeKind.ADD) for change in found):
            return found  # that is what is meant, and this loader takes it in another way
    here = {outcome.layer.manifest for outcome in what_if.plan.layers}
    found = what_if.smallest(
        name, elsewhere=(*far, *(each for each in _manifests(documented, name) if each.path not in here))
    )
    if len(found) > 1 or found[0].kind in (ChangeKind.NONE, ChangeKind.ADD):
        found = (what_if.followed(name, *alone) if alone else None) or found
    return with_library(what_if, name, to_install(found, what_if, name))


def _manifests(documented: Explanation, name: str) -> Iterator[Elsewhere]:
    """Yield the manifests of a layer that the documents have found, as what another loader does not search."""
    for outcome in documented.plan.layers:
        layer = outcome.layer
        if layer.name == name:
            enables = {name: (layer.enable.variable, layer.enable.value)} if layer.enable else {}
            yield Elsewhere(layer.manifest, layer.kind, (name,), enables)


def without_release(host: Host, executable: str = "") -> str:
    """Return a sentence on the machine's loader if its file does not say which release it is; else empty."""
    path = loader_file(host, executable)
    if path is None or release_in_name(host, path):
        return ""
    return f"the name of {path} does not say which release it is; --as-loader {path} asks the library"


def beside_program(host: Host, executable: str, *, here: bool) -> str:
    """Return a sentence on a loader beside the program that the dynamic linker does not give it; empty if none is.

    Browsers, engines and what is built on them bring one, and open it by its path. ``here`` is whether the machine is
    this one, on which that loader can be asked.
    """
    program = host.real_path(executable) if "/" in executable else ""
    path = f"{program.rpartition('/')[0]}/{LIBRARY}" if program else ""
    chosen = loader_file(host, executable)
    if not path or host.kind(path) is not Kind.FILE or host.real_path(path) == host.real_path(chosen or ""):
        return ""
    if Libraries(host).obstacle(path, ""):
        return ""  # as it is for the other word size
    told = f"{path} lies beside the program, and the dynamic linker gives it {chosen or 'none'}"
    asks = f"--as-loader {path} asks that one" if here else "that one decides"
    return f"{told}; if the program opens its own by the path, {asks}"


def without_loader(host: Host) -> Iterator[Answer]:
    """Yield that the only loader cannot be loaded, or is a link that leads nowhere, as after a broken upgrade."""
    if host.platform().system is not System.LINUX:
        return
    if (found := loader_file(host)) is not None:
        if damage := _damage(host, found):
            yield _loader_anew(found, f"the loader {quote(found)} cannot be loaded: {damage}")
        return
    for folder in linker_folders(host, host.word_size()).configured:
        path = f"{folder.rstrip('/')}/{LIBRARY}"
        target = host.real_path(path)
        if host.kind(path) is Kind.MISSING and target != f"{host.real_path(folder)}/{LIBRARY}":
            why = f"{quote(path)} is a link to {quote(target)}, which does not exist: programs find no loader"
            yield _loader_anew(path, why)
            return


def _loader_anew(path: str, why: str) -> Answer:
    change = Change(ChangeKind.INSTALL, "the loader", needs=(LIBRARY,), again=True, tried=False)
    return Answer("loader", State.DOUBTFUL, why, "", Span(path), (change,))


def _damage(host: Host, path: str) -> str:
    """Return why the loader cannot be loaded; empty for a text, which stands for it in a tree made by hand."""
    obstacle = Libraries(host).obstacle(path, "")
    return "" if Magic.TEXT in obstacle else obstacle
