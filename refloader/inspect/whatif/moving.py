"""Lists changes by which a loader finds a manifest that lies where it does not search."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from difflib import get_close_matches

from refloader.core.editions import traits
from refloader.core.json import reader
from refloader.core.manifests.manifest_kind import kind_of
from refloader.core.search.unix_places import SUFFIX
from refloader.host.port import Content, Host
from refloader.inspect.elsewhere import Elsewhere, name_wanted
from refloader.inspect.foreign_files import half_installed
from refloader.inspect.whatif.change import Change, ChangeKind, Question, set_variable
from refloader.inspect.whatif.lists import is_library
from refloader.model.edition import Edition
from refloader.model.place import Form, Place, Use
from refloader.model.plan import Plan
from refloader.model.system import System
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS

_ADDING = {Use.EXPLICIT: "VK_ADD_LAYER_PATH", Use.IMPLICIT: "VK_ADD_IMPLICIT_LAYER_PATH"}
_REPLACING = {Use.EXPLICIT: "VK_LAYER_PATH", Use.IMPLICIT: "VK_IMPLICIT_LAYER_PATH"}
_HOME = re.compile(r"/root|/(?:home|var/home)/[^/]+")
_CLOSE = 0.85
_MOST = 6
"""The most manifests elsewhere for which changes are tried."""


def found_again(question: Question) -> Iterator[Change]:
    """Yield the changes by which the layer's manifest elsewhere is found."""
    variables, system = question.variables, question.platform.system
    for each in question.elsewhere[:_MOST]:
        if system is System.WINDOWS:
            yield from _registered(question, each)
            continue
        gone = _gone(question.plan)
        because = (
            f"{quote(each.path)} defines it, and a loader does not search "
            f"{why_not_searched(each, _read(question))}"
        )
        because += ", which does not exist" if variables.get(_REPLACING.get(each.use, "")) in gone else ""
        because = f"{_too_new(each, question)}{because}{_added_in_vain(each, variables, gone)}"
        named = [_prefix_named(each, variables.get(name, "")) for name in _naming(each.use)]
        useless = [entry for entry in named if entry and not _has_text(entry, question.texts)]
        if any(named):
            yield from _added(each, question.edition, variables, because, (*gone, *useless))
        without = not any(outcome.used for outcome in question.plan.drivers)
        yield from _bases(each, variables, because, question.texts, _USUAL if without else ())
        if _is_below(each.folder, [place.path for place in question.plan.places]) or _folder_meant(each):
            yield from moves(each, question.plan.places, question.texts, because)
        foreign = [place.path for place in question.plan.places if place.use not in (each.use, Use.SETTINGS)]
        if each.folder in foreign:
            yield from moves(each, question.plan.places, question.texts, because)
        yield from _added(each, question.edition, variables, because, gone)


def _naming(use: Use) -> tuple[str, ...]:
    """Return the variables that name folders for a kind of manifest, the one that adds them last."""
    return tuple(table[use] for table in (_REPLACING, _ADDING) if use in table)


def _has_text(folder: str, texts: Mapping[str, bytes]) -> bool:
    """Return whether a manifest that was read lies in a folder itself."""
    return any(path.rpartition("/")[0] == folder.rstrip("/") for path in texts)


def _added_in_vain(each: Elsewhere, variables: Mapping[str, str], gone: Container[str]) -> str:
    """Say that the variable which adds folders names one that does not exist; empty if it names none."""
    name = _ADDING.get(each.use, "")
    wrong = next((entry for entry in variables.get(name, "").split(":") if entry in gone), "")
    return f"; {name} names {quote(wrong)}, which does not exist" if wrong else ""


def _too_new(each: Elsewhere, question: Question) -> str:
    """Say that a variable names the folder, and that this release does not read it yet; empty if none does."""
    late, paths = _late(question), question.platform.system.paths
    naming = (
        name for name in _naming(each.use) if each.folder in paths.entries(question.variables.get(name, ""))
    )
    return next((f"{late[name]}; " for name in naming if name in late), "")


def _late(question: Question) -> dict[str, str]:
    """Return the variables that are set and that this release does not read yet, each with the sentence on it."""
    return {why.subject: why.fact for why in question.plan.reasons if why.rule == "ENV-MINVERSION-01"}


def _read(question: Question) -> dict[str, str]:
    """Return the variables without those that this release does not read yet."""
    late = _late(question)
    return {name: value for name, value in question.variables.items() if name not in late}


def moved(question: Question) -> Iterator[Change]:
    """Yield the moves of the layer's manifest to a folder that is searched."""
    variables = question.variables
    for each in question.elsewhere[:_MOST]:
        because = (
            f"{quote(each.path)} defines it, and a loader does not search {why_not_searched(each, variables)}"
        )
        yield from moves(each, question.plan.places, question.texts, because)


def explicit_among_implicit(question: Question) -> Iterator[Change]:
    """Yield the move of a manifest that a variable asks for and that lies among the implicit layers by mistake."""
    if question.name not in question.variables.get("VK_INSTANCE_LAYERS", ""):
        return
    for layer in question.entries[:_MOST]:
        if layer.kind is not Use.IMPLICIT or layer.enable is not None or layer.disable is not None:
            continue
        folder, _, name = layer.manifest.rpartition("/")
        target = f"{folder.rpartition('/')[0]}/explicit_layer.d"
        data = question.texts.get(layer.manifest)
        if data is not None and any(place.path == target for place in question.plan.places):
            told = "lies among the implicit layers without a variable that disables it, as those have to have"
            because = f"{quote(layer.manifest)} {told}; explicit ones lie in {quote(target)}"
            files: tuple[tuple[str, bytes | None], ...] = ((layer.manifest, None), (f"{target}/{name}", data))
            yield Change(
                ChangeKind.MOVE,
                layer.manifest,
                f"{target}/{name}",
                files=files,
                because=because,
                rule="LLP_LAYER_9",
            )


def moves(
    each: Elsewhere, places: Sequence[Place], texts: Mapping[str, bytes], because: str
) -> Iterator[Change]:
    """Yield the move of a manifest to the folder that it was meant for, if that is near."""
    folder, _, name = each.path.rpartition("/")
    wanted = name_wanted(name)
    folders = [place.path for place in places if place.use is each.use and place.form is Form.FOLDER]
    base = folder.rpartition("/")[0]
    near = [each for each in folders if each == folder or each.rpartition("/")[0] == base]
    near += [each for each in folders if _is_below(folder, [each])]
    for target in near[:1]:
        to = f"{target}/{wanted}"
        if to == folder:
            to = f"{to.removesuffix('.json')}_layer.json"  # the folder has the name
        data = texts.get(each.path)
        if to == each.path or data is None:
            continue
        if to in texts and not half_installed(each.path):  # a move would overwrite what is there
            to = f"{to.removesuffix('.json')}_2.json"
            if to in texts:
                continue
        why = because
        if target == folder:
            by = half_installed(each.path)
            why = f"{quote(each.path)} is passed over: only names that end in .json count in {quote(folder)}"
            why += f"; {by}" if by else ""
        if folder.startswith(f"{target}/"):
            why = f"{quote(each.path)} lies in a folder in {quote(target)}, and a loader reads no folders in that"
        files: tuple[tuple[str, bytes | None], ...] = ((each.path, None), (to, data))
        yield Change(ChangeKind.MOVE, each.path, to, files=files, because=why, rule="DISC-LINUX-09")


def to_layers(host: Host, path: str) -> Change | None:
    """Return the move of a layer's manifest from a folder of drivers to one of layers; None if it is no such file."""
    answer = host.read(path)
    folder, _, name = path.rpartition("/")
    if not isinstance(answer, Content) or not folder.endswith("/icd.d"):
        return None
    value = reader.read(answer.data).value
    is_layer = isinstance(value, dict) and bool({"layer", "layers"} & value.keys()) and "ICD" not in value
    use = kind_of(value, f"/{name}")
    if not is_layer or use not in _ADDING:
        return None
    to = f"{folder.removesuffix('/icd.d')}/{SUFFIX[use].rpartition('/')[2]}/{name}"
    because = (
        f"{quote(path)} is a layer's manifest, and loaders look there for drivers: no program has the layer"
    )
    files: tuple[tuple[str, bytes | None], ...] = ((path, None), (to, answer.data))
    return Change(ChangeKind.MOVE, path, to, files=files, because=because)


def _is_below(folder: str, searched: Sequence[str]) -> bool:
    """True if a folder lies in one for manifests that is searched itself, such as implicit_layer.d."""
    known = tuple(f"/{suffix}" for suffix in SUFFIX.values())
    return any(path.endswith(known) and folder.startswith(f"{path}/") for path in searched)


def _folder_meant(each: Elsewhere) -> str:
    """Return the name that the folder of a manifest is meant to have; empty if it is not misspelt."""
    above, _, name = each.folder.rpartition("/")
    known = [suffix.rpartition("/")[2] for suffix in SUFFIX.values()]
    near = get_close_matches(name.lower(), known, 1, _CLOSE) if name not in known else []
    return near[0] if near and above.endswith("/vulkan") else ""


def base_of(each: Elsewhere) -> str:
    """Return the base folder that an XDG variable would have to name; empty if the manifest is below none."""
    suffix = f"/{SUFFIX[each.use]}"
    return each.folder.removesuffix(suffix) if each.folder.endswith(suffix) else ""


def why_not_searched(each: Elsewhere, variables: Mapping[str, str]) -> str:
    """Return the folder of a manifest, and the variable that keeps it out of the search, if one does."""
    meant = _folder_meant(each)
    if meant:
        return f"{quote(each.folder)}: the folder has to be called {meant}"
    base = base_of(each)
    for below in (".local/share", ".config"):
        if base.endswith(f"/{below}"):
            home = base.removesuffix(f"/{below}")
            own = "XDG_DATA_HOME" if below == ".local/share" else "XDG_CONFIG_HOME"
            if "HOME" not in variables:
                return f"{quote(each.folder)}: HOME is not set"
            if variables["HOME"] != home:
                return f"{quote(each.folder)}: HOME is {quote(variables['HOME'])}"
            if own in variables:
                return f"{quote(each.folder)}: {own} is {quote(variables[own])}"
    replacing = _REPLACING.get(each.use, "")
    if each.path in variables.get(replacing, "").split(":"):
        return f"{quote(each.folder)}: {replacing} names the file, and this loader takes folders there"
    for name in _naming(each.use):
        if prefix := _prefix_named(each, variables.get(name, "")):
            return (
                f"{quote(each.folder)}: {name} names {quote(prefix)}, and a loader reads no folders in that"
            )
    naming = [
        name for name in (replacing, _ADDING.get(each.use, "")) if each.folder in variables.get(name, "")
    ]
    if ":" in each.folder and naming:
        return f"{quote(each.folder)}: its name has a colon, at which {naming[0]} is split"
    for name in _naming(each.use):
        library = next(filter(is_library, variables.get(name, "").split(":")), "")
        if library:
            return f"{quote(each.folder)}: {name} names the library {quote(library)}, and not that folder"
    if replacing in variables:
        return f"{quote(each.folder)}: {replacing} is {quote(variables[replacing])}"
    if base == _CONFIGURATION and "XDG_CONFIG_DIRS" in variables:
        return f"{quote(each.folder)}: XDG_CONFIG_DIRS is {quote(variables['XDG_CONFIG_DIRS'])}"
    if base and variables.get("XDG_DATA_DIRS"):
        return f"{quote(each.folder)}: XDG_DATA_DIRS is {quote(variables['XDG_DATA_DIRS'])}"
    sdk = variables.get("VULKAN_SDK", "")
    if sdk and each.folder.startswith(f"{sdk.rstrip('/')}/"):
        return f"{quote(each.folder)}: VULKAN_SDK names it, and no loader reads that variable"
    return quote(each.folder)


def _prefix_named(each: Elsewhere, value: str) -> str:
    """Return the entry of a list that the folder of a manifest lies in; empty if there is none."""
    entries = [entry for entry in value.split(":") if entry.startswith("/") and entry.rstrip("/")]
    return next((entry for entry in entries if each.folder.startswith(f"{entry.rstrip('/')}/")), "")


_CONFIGURATION = "/etc/xdg"
"""The value of XDG_CONFIG_DIRS if it is not set."""

_USUAL = ("/usr/local/share", "/usr/share")
"""What XDG_DATA_DIRS has to name too where it keeps all drivers away; its value if it is not set."""


def _bases(
    each: Elsewhere,
    variables: Mapping[str, str],
    because: str,
    texts: Mapping[str, bytes],
    usual: Sequence[str] = (),
) -> Iterator[Change]:
    """Yield the changes of HOME and of XDG variables; ``usual`` are folders to be named besides."""
    base = base_of(each)
    home = next(
        (base.removesuffix(f"/{b}") for b in (".local/share", ".config") if base.endswith(f"/{b}")), ""
    )
    own = variables.get("HOME", "")
    if home == "/root" and own.startswith(("/home/", "/var/home/")):
        yield from _from_root(each, own, texts, because)
    elif _HOME.fullmatch(home) and variables.get("HOME") != home:
        yield set_variable("HOME", home, because, "DISC-LINUX-07")
    elif base and variables.get("XDG_DATA_DIRS") and not home:  # an empty one is as none
        entries = variables["XDG_DATA_DIRS"].split(":")
        shorter = [base if f"{entry}/".startswith(f"{base}/vulkan/") else entry for entry in entries]
        value = ":".join(dict.fromkeys([":".join(shorter), *(() if base in shorter else (base,)), *usual]))
        yield set_variable("XDG_DATA_DIRS", value, because, "DISC-LINUX-08")


def _from_root(each: Elsewhere, home: str, texts: Mapping[str, bytes], because: str) -> Iterator[Change]:
    """Yield the move of a manifest from the administrator's home, which nobody else may enter, to the user's own."""
    to = f"{home}{each.path.removeprefix('/root')}"
    data = texts.get(each.path)
    if data is not None:
        told = f"{because}; only the administrator may enter /root"
        files: tuple[tuple[str, bytes | None], ...] = ((each.path, None), (to, data))
        yield Change(ChangeKind.MOVE, each.path, to, files=files, because=told, rule="DISC-LINUX-07")


def _gone(plan: Plan) -> tuple[str, ...]:
    """Return the folders that are searched and do not exist."""
    return tuple(reason.subject for reason in plan.reasons if reason.is_missing)


def _added(
    each: Elsewhere, edition: Edition, variables: Mapping[str, str], because: str, gone: Sequence[str] = ()
) -> Iterator[Change]:
    """Yield the changes of the variables that add or name places; of a list, entries in ``gone`` are dropped."""
    known = traits(edition).variables
    if each.use is Use.DRIVER:
        names = [name for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES") if name in variables]
        names += ["VK_ADD_DRIVER_FILES", "VK_DRIVER_FILES", "VK_ICD_FILENAMES"]
        for name in dict.fromkeys(names):
            if name in known:
                old = variables.get(name, "") if name.startswith("VK_ADD") else ""
                yield set_variable(
                    name, f"{old}:{each.path}" if old else each.path, because, "ENV-DRIVERFILES-03"
                )
        return
    others = ("VK_ADD_LAYER_PATH", "VK_LAYER_PATH") if each.use is Use.IMPLICIT else ()
    for name in (_ADDING[each.use], _REPLACING[each.use], *others):
        if name in known:
            listed = variables.get(name, "").split(":")
            useless = (*gone, each.path, *filter(is_library, listed))
            kept = [entry for entry in listed if entry and entry not in useless]
            value = ":".join([*kept, each.folder])
            yield set_variable(name, value, because, "ENV-ADDLAYERPATH-01")


def _registered(question: Question, each: Elsewhere) -> Iterator[Change]:
    """Yield the registry value that names the manifest (Windows)."""
    from refloader.inspect.registry.edits import turned_on
    from refloader.inspect.whatif import windows_changes  # Windows only

    wanted = Form.KEY
    registry = question.platform.registry
    key = windows_changes.key_that_names(registry, each.path) if registry is not None else ""
    because = f"{quote(each.path)} defines it, and no value of the registry names it"
    like = (
        windows_changes.value_like(question.plan.places, registry, each.path) if registry is not None else ""
    )
    if like:
        what = "which is no manifest" if not like.lower().endswith(".json") else "where no layer is found"
        because = f"the registry names {quote(like)}, {what}; {quote(each.path)} defines it"
    elif registry is not None and windows_changes.names_folder(
        question.plan.places, registry, each.path, (each.use,)
    ):
        folder = quote(WINDOWS_PATHS.split(each.path)[0])
        because = (
            f"the registry names the folder {folder}, and a loader wants the manifest {quote(each.path)}"
        )
    for place in question.plan.places:
        if place.use is each.use and place.form is wanted:
            if key:
                near = place.path.rpartition("\\")[2]
                because = f"{key} names {quote(each.path)}, and no loader reads that key: {near} is meant"
            yield windows_changes.set_value(turned_on(place.path, each.path), because)
            return


def driver_found_again(
    each: Elsewhere,
    plan: Plan,
    variables: Mapping[str, str],
    edition: Edition,
    texts: Mapping[str, bytes],
) -> Iterator[Change]:
    """Yield the changes by which a loader finds a driver's manifest that lies elsewhere."""
    because = (
        f"{quote(each.path)} is a driver's manifest, and a loader does not search "
        f"{why_not_searched(each, variables)}"
    )
    foreign = any(place.path == each.folder and place.use is not Use.DRIVER for place in plan.places)
    own = any(place.path == each.folder and place.use is Use.DRIVER for place in plan.places)
    if foreign or own or _folder_meant(each):
        yield from moves(each, plan.places, texts, because)
    named = [name for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES") if variables.get(name)]
    if named:
        is_library = ".so" in variables[named[0]]
        told = f"names {'a library; a loader wants the manifest' if is_library else 'only what is not there'}"
        because = f"{named[0]}={quote(variables[named[0]])} {told}; there is {quote(each.path)}"
    else:
        yield from _bases(each, variables, because, texts)
    yield from _added(each, edition, variables, because)
    yield from moves(each, plan.places, texts, because)
