"""Assembles an explanation: the plan, its controls, why each requested layer is missing. Decides nothing itself."""

from collections.abc import Iterator, Mapping, Sequence

from refloader.core.activation.order import environment_names
from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.core.search.environment import visible_environment
from refloader.host.port import Host
from refloader.inspect.elsewhere import Elsewhere, below_prefix, manifests_elsewhere
from refloader.inspect.explain.containers import at_the_host, in_flatpak, nvidia_change, of_the_host
from refloader.inspect.explain.copies import used_instead
from refloader.inspect.explain.driver_names import bringing, known_driver, library_alone, with_drivers
from refloader.inspect.explain.facts import Control, Explanation
from refloader.inspect.explain.guessing import (
    in_steps,
    misspelt,
    no_guess,
    registered_anew,
    respelt,
    similar_layers,
    similar_to,
    split_otherwise,
    unclear,
    unfollowed,
)
from refloader.inspect.explain.naming import NO_SUCH_NAME, meant_by, named_folders, with_known
from refloader.inspect.explain.search_places import (
    LAYERS,
    InspectedPlace,
    PassedOver,
    inspected_places,
    is_unanswered,
    is_untold,
    not_known,
    passed_over,
    replaced_by,
    unknown_files,
)
from refloader.inspect.explain.stray_settings import stray_settings
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.packages import is_installable
from refloader.inspect.whatif.aims import Tries, loadable, with_library
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.driver_variables import NAMING_DRIVERS
from refloader.inspect.whatif.installing import for_word_size, to_fetch, to_install, to_mount, to_permit
from refloader.inspect.whatif.lists import PATH_LISTS, split_path
from refloader.inspect.whatif.misnamed_files import misnamed_for
from refloader.inspect.whatif.missing_paths import linked_anew, meant_for, with_dead_folder
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.layer import Layer, LayerFile
from refloader.model.library import Obstacle
from refloader.model.place import Use
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.reason import Reason
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import number_of

_MOST_UNKNOWN = 16
"""The names that no layer has and for which similar ones, and files that mention them, are looked for."""

_FIRST_ONES = "with so many layers, a change is looked for only for the first ones"
_NOT_SEARCHED = Change(ChangeKind.NONE, "", _FIRST_ONES)


def explain(
    host: Host,
    request: Request,
    edition: Edition,
    build: Build,
    names: Sequence[str],
    *,
    advise: bool = True,
    thorough: bool = True,
    remarks: tuple[Reason, ...] = (),
    notes: tuple[str, ...] = (),
    what_if: WhatIf | None = None,
    libraries: Libraries | None = None,
) -> Explanation:
    """Return the explanation of a host, a request, and the layers in ``names``.

    Without ``advise``, skips the search for changes that make missing layers active, which can take long.
    Without ``thorough``, checks the libraries only of layers that cannot be loaded. ``remarks`` and ``notes``
    are about the source of the host, of which the caller may have ``what_if`` and ``libraries``.
    """
    what_if = what_if or WhatIf(host, request, edition, build)
    plan, libraries = what_if.plan, libraries or Libraries(host)
    files = _libraries(libraries, plan)
    words = tuple(meant_by(word, plan, files, host) for word in names)
    requested = _asked(host, plan)
    found = {outcome.layer.name for outcome in plan.layers}
    wanted = {name for each in words for name in each.names} | set(requested)
    is_looked_for = advise and (wanted - found or _has_no_driver(libraries, plan))
    far = far_manifests(host, plan, named_folders(names, host)) if is_looked_for else ()
    words = tuple(meant_by(word, plan, files, host, far) for word in names) if far else words
    requested = _as_meant(requested, request, what_if, files, far) if is_looked_for else requested
    named = any(place.use is Use.DRIVER and place.source in NAMING_DRIVERS for place in plan.places)
    unsteered = what_if.without_steering() if words and (wanted - found or named) else None
    words = with_drivers(words, plan, host, far, unsteered)
    meant_names = tuple(name for each in words for name in each.names)
    asked = tuple(dict.fromkeys((*meant_names, *requested)))
    active = {outcome.layer.name for outcome in plan.layers if outcome.runs}
    missing = [name for name in asked if name not in active] if advise else []
    unknown = [name for name in missing if name not in found][:_MOST_UNKNOWN]
    tries, places = Tries(what_if), inspected_places(what_if.host, plan, request.executable)
    passed = passed_over(what_if.host, plan, build, request.executable)
    doubt = _doubt(what_if, places, passed)

    def loads(layer: Layer) -> bool:
        return not (layer.library_path and libraries.obstacle(layer.library_path, layer.manifest))

    elsewhere = {name: tuple(each for each in far if name in each.names) for name in unknown}
    similar = similar_layers(what_if, libraries, unknown)
    mentions = {name: _mentions(what_if, plan, name) for name in unknown}

    def change_for(name: str) -> tuple[Change, ...]:
        if not tries.next() or (name not in found and name not in similar):
            return (_NOT_SEARCHED,)
        return with_library(what_if, name, change_alone(name))

    def change_alone(name: str) -> tuple[Change, ...]:
        paths = [each.path for each in elsewhere.get(name, ())]
        moved = at_the_host(host, paths)
        right_there = moved is not None and what_if.activates(name, moved)
        if (extension := moved if right_there else of_the_host(host, name, paths)) is not None:
            return (extension,)
        links = filter(None, (linked_anew(what_if, each) for each in elsewhere.get(name, ())))
        linked = next(filter(None, (what_if.followed(name, link) for link in links)), None)
        if linked is not None:
            return loadable(what_if, name, linked, elsewhere[name])
        found = what_if.smallest(name, loads, elsewhere.get(name, ()))
        if (settings := stray_settings(what_if, name, found)) is not None:
            return (settings,)
        found = for_word_size(found, host)
        found = with_dead_folder(what_if, LAYERS, found) if elsewhere.get(name) else found
        is_guess = any(change.kind in (ChangeKind.NONE, ChangeKind.ADD) for change in found)
        if not is_guess and not (known_driver(name) and any(not change.tried for change in found)):
            return found
        split = split_path(host.variables(), edition, paths)
        if split:
            return split
        if name not in unknown:
            return to_install(found, what_if, name)
        right = respelt(what_if, name, similar[name]) or misnamed_for(what_if, name, LAYERS)
        if right is not None:
            return (right,)
        closed = to_permit(what_if, LAYERS, name) or (
            None if similar[name] or elsewhere[name] else to_mount(what_if, LAYERS)
        )
        if closed is not None:
            return (closed,)
        if page := next(filter(None, (to_fetch(host, file.path) for file in mentions[name])), None):
            return (page,)
        flatpak = in_flatpak(host, name)
        if flatpak and not similar[name] and not elsewhere[name]:
            return (Change(ChangeKind.INSTALL, flatpak, tried=False),)
        driver = library_alone(what_if, name) or nvidia_change(host, name)
        if driver is not None and not similar[name] and not elsewhere[name]:
            gone = to_mount(what_if, (Use.DRIVER,)) if driver.kind is ChangeKind.ADD else None
            return (gone or driver,)
        if known_driver(name) and not similar[name]:
            return (bringing(name),)
        if doubt and (anew := registered_anew(host, plan, name, build.word_size)):
            return anew
        if not doubt and (steps := in_steps(mentions[name], host)) is not None:
            return (steps,)
        why = doubt or no_guess(name, similar[name], elsewhere[name], plan) or unclear(mentions[name])
        if is_installable(name) and why.endswith(NO_SUCH_NAME):
            what = f"{name}: no manifest of it is found here"
            return (Change(ChangeKind.INSTALL, what, needs=(name,), tried=False),)
        none = (Change(ChangeKind.NONE, "", with_known(why, name, plan) + what_if.left_out),)
        return none if why else to_install(found, what_if, name)

    obstacles = _obstacles(libraries, plan, asked)
    return Explanation(
        plan=plan,
        platform=host.platform(),
        elevated=host.elevated(),
        word_size=build.word_size,
        asked=asked,
        controls=controls(host, plan, places, passed),
        changes={name: change_for(name) for name in missing},
        libraries=files,
        obstacles=obstacles,
        findings=_findings(libraries, plan, meant_names, None if thorough else obstacles),
        similar=similar,
        mentions=mentions,
        hidden=_hidden(what_if, unknown),
        unfollowed={name: unfollowed(what_if.host, places, passed, name) for name in unknown},
        looked=places,
        passed_over=passed,
        remarks=remarks,
        notes=notes,
        meant=words,
        elsewhere=elsewhere,
        far=far,
        instead=used_instead(what_if, libraries),
        requested=request.layers,
        age=build.age,
    )


def _has_no_driver(libraries: Libraries, plan: Plan) -> bool:
    used = [outcome.driver for outcome in plan.drivers if outcome.used]
    return all(libraries.obstacle(each.library_path, each.manifest) for each in used)


def far_manifests(host: Host, plan: Plan, folders: Sequence[str] = ()) -> tuple[Elsewhere, ...]:
    """Return the manifests that lie where the loader does not search; ``folders`` are looked at too."""
    variables = host.variables()
    paths = host.platform().system.paths
    entries = (entry for name in PATH_LISTS for entry in paths.entries(variables.get(name, "")) if entry)
    near = [paths.split(entry)[0] if paths.is_manifest(entry) else entry for entry in entries]
    near += [meant for entry in near for meant in meant_for(host, entry)]
    near += [*(below for entry in near for below in below_prefix(host, entry)), *folders]
    known = [outcome.layer.manifest for outcome in plan.layers]
    known += [outcome.driver.manifest for outcome in plan.drivers if outcome.driver.usable]
    return manifests_elsewhere(host, near, known)


def _hidden(what_if: WhatIf, unknown: Sequence[str]) -> dict[str, tuple[Layer, ...]]:
    """Return the unknown layers that a loader finds without loader variables, settings and override layers."""
    if not unknown:
        return {}
    installed = [outcome.layer for outcome in what_if.without_steering().layers]
    return {name: tuple(layer for layer in installed if layer.name == name) for name in unknown}


def _doubt(what_if: WhatIf, places: Sequence[InspectedPlace], passed: Sequence[PassedOver]) -> str:
    """Return why an unknown layer may be installed after all: the content of files that may define it is unknown."""
    host = what_if.host
    named = {path for path, place in unknown_files(tuple(places)) if place.use in LAYERS}
    unfollowed = (value.meant for each in places for value in each.values if each.place.use in LAYERS)
    named |= {path for path in unfollowed if path and is_untold(host, path)}
    named |= {path for key in passed for path in key.names if is_untold(host, path)}
    if named:
        those = "the one file" if len(named) == 1 else f"one of the {len(named)} files"
        return f"it may be in {those} whose content is not known"
    return not_known(tuple(places), what_if.plan, host.platform(), LAYERS) or _not_asked(what_if)


def _not_asked(what_if: WhatIf) -> str:
    """Say how many more libraries Android's loader would query if the application were debuggable."""
    platform = what_if.host.platform()
    if platform.system is not System.ANDROID or platform.debuggable:
        return ""
    plan = what_if.decide(Change(ChangeKind.DEBUGGABLE, "", debuggable=True))
    more = sum(map(is_unanswered, plan.unread)) if plan is not None else 0
    more -= sum(map(is_unanswered, what_if.plan.unread))
    if more <= 0:
        return ""
    asked = "is 1 library" if more == 1 else f"are {more} libraries"
    return f"there {asked} that a debuggable application asks, and what would be answered is not known"


def _obstacles(libraries: Libraries, plan: Plan, asked: Sequence[str]) -> dict[tuple[str, str], Obstacle]:
    """Return why libraries cannot be loaded: those of active layers, requested layers and used drivers."""
    layers = (outcome for outcome in plan.layers if outcome.active or outcome.layer.name in asked)
    wanted: list[Layer | Driver] = [outcome.layer for outcome in layers]
    wanted += [outcome.driver for outcome in plan.drivers if outcome.used]
    return {
        (each.manifest, each.library_path): libraries.obstacle(each.library_path, each.manifest)
        for each in wanted
        if each.library_path
    }


def _asked(host: Host, plan: Plan) -> Sequence[str]:
    """Return the layer names that the application and variables request, without patterns."""
    environment = visible_environment(
        host.variables(),
        elevated=host.elevated(),
        executable="",
        edition=plan.edition,
        platform=host.platform(),
    )
    enabled = environment.get("VK_LOADER_LAYERS_ENABLE") if traits(plan.edition).filters else None
    plain = [part for part in (enabled or "").split(",") if part and "*" not in part and part[0] != "~"]
    devices = environment_names(environment, "VK_DEVICE_LAYERS") if traits(plan.edition).device_layers else ()
    return (*(each for name in (*plan.asked, *plain) for each in split_otherwise(name, plan)), *devices)


def _as_meant(
    requested: Sequence[str],
    request: Request,
    what_if: WhatIf,
    libraries: Mapping[tuple[str, str], str],
    far: Sequence[Elsewhere],
) -> Sequence[str]:
    """Return the requested names, with what variables mean by a path or by the misspelt name of a hidden layer."""
    known = {outcome.layer.name for outcome in what_if.plan.layers}
    unknown = [name for name in requested[:_MOST_UNKNOWN] if name not in known | set(request.layers)]
    if not unknown:
        return requested
    hidden = [outcome.layer.name for outcome in what_if.without_steering().layers]
    hidden += [name for each in far for name in each.names]
    meant = {name: name for name in requested}
    for name in unknown:
        if "/" in name:
            meant[name] = meant_by(name, what_if.plan, libraries, what_if.host).names[0]
        elif not similar_to(name, sorted(known), len(unknown)):
            meant[name] = misspelt(name, hidden) or name
    return tuple(meant.values())


def controls(
    host: Host, plan: Plan, places: Sequence[InspectedPlace], passed: Sequence[PassedOver]
) -> tuple[Control, ...]:
    """Return every control that is present, and whether it has an effect in this edition."""
    found = []
    for outcome in plan.layers:
        if outcome.layer.is_override:
            why = "" if outcome.active else _last_fact(outcome)
            found.append(Control("override layer", outcome.layer.manifest, outcome.active, why))
    return (*_settings(places), *_variables(host, plan), *_user_keys(places, passed), *found)


def _variables(host: Host, plan: Plan) -> Iterator[Control]:
    """Yield the variables that are set, without HOME, which is always set, and on Windows without XDG variables."""
    variables, known = host.variables(), traits(plan.edition).variables
    replaced = replaced_by(plan)
    names = LOADER_VARIABLES | SEARCH_VARIABLES - {"HOME"}
    if host.platform().system is System.WINDOWS:  # names of variables ignore case there
        variables, names = {name.upper(): value for name, value in variables.items()}, LOADER_VARIABLES
    for name in sorted(names & variables.keys()):
        why = "" if name in known else f"edition {plan.edition.value} does not know it"
        ignored = next((r.fact for r in plan.reasons if r.subject == name and r.void is not None), "")
        listed = any(place.source == name for place in plan.places)
        why = why or ignored or (replaced if name == "VK_LAYER_PATH" and not listed else "")
        yield Control(name, variables[name], not why, why)


_USER = "HKEY_CURRENT_USER\\"


def _user_keys(places: Sequence[InspectedPlace], passed: Sequence[PassedOver]) -> Iterator[Control]:
    """Yield the keys below HKEY_CURRENT_USER, which every program of the user may write to."""
    for each in places:
        if each.place.path.startswith(_USER) and each.values:
            yield Control(each.place.path, number_of(len(each.values), "value"), True, "")
    for key in passed:
        if key.path.upper().startswith(_USER):
            yield Control(key.path, number_of(len(key.names), "value"), False, key.why)


def _settings(places: Sequence[InspectedPlace]) -> list[Control]:
    """Return the settings files that exist; only the first one is in force."""
    there = [
        path
        for each in places
        if each.place.use is Use.SETTINGS
        for path, failure in each.files()
        if failure is None
    ]
    return [
        Control("settings file", path, index == 0, "" if index == 0 else f"{there[0]} comes first")
        for index, path in enumerate(there)
    ]


def _last_fact(outcome: LayerOutcome) -> str:
    return outcome.reasons[-1].fact if outcome.reasons else ""


def _libraries(libraries: Libraries, plan: Plan) -> dict[tuple[str, str], str]:
    named: list[Layer | Driver] = [o.layer for o in plan.layers] + [o.driver for o in plan.drivers]
    return {
        (each.manifest, each.library_path): found
        for each in named
        if each.library_path and (found := libraries.find(each.library_path, each.manifest)) is not None
    }


def _findings(
    libraries: Libraries,
    plan: Plan,
    names: Sequence[str],
    obstacles: Mapping[tuple[str, str], Obstacle] | None,
) -> dict[str, tuple[Reason, ...]]:
    """Return the static findings about the libraries of the named layers, by manifest.

    With ``obstacles``, only about those that cannot be loaded.
    """
    found: dict[str, tuple[Reason, ...]] = {}
    for outcome in plan.layers:
        layer = outcome.layer
        if obstacles is not None and not obstacles.get((layer.manifest, layer.library_path)):
            continue
        if layer.name in names and layer.library_path:
            found[layer.manifest] = tuple(libraries.of_layer(layer))
    return found


def _mentions(what_if: WhatIf, plan: Plan, name: str) -> tuple[LayerFile, ...]:
    """Return the manifests that define no layer and contain the name in their text."""
    texts = what_if.host.texts()
    wanted = name.encode("utf-8", "surrogateescape")
    return tuple(file for file in plan.unread if wanted in texts.get(file.path, b""))
