"""Lists single changes of a registry that may make a layer active. Does not decide whether one does."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import islice

from refloader.core.editions import traits
from refloader.core.search.windows.roles import KEY_NAMES, KeyRole, role_of, value_role
from refloader.inspect.registry.edits import RegistryEdit, turned_on
from refloader.inspect.whatif.change import Change, ChangeKind, Question, set_variable
from refloader.inspect.whatif.lists import PATH_LISTS
from refloader.model.place import Form, Place, Use
from refloader.model.plan import Plan
from refloader.model.text import quote
from refloader.model.windows_paths import WINDOWS_PATHS
from refloader.model.windows_registry import Registry, RegistryKey, RegistryValue, ValueType

_MOST = 200
"""The most values that are tried; a real registry has a few dozen."""
_MOST_KEYS = 4000
"""The most keys that are read for a driver; only those that matter to a loader are kept of a registry."""
_SIZE = re.compile(r"(?P<bits>x64|x86|64|32)\.json$", re.IGNORECASE)
_LAYERS = (Use.IMPLICIT, Use.EXPLICIT)
EXPLICIT_KEY = "\\ExplicitLayers"
"""How keys end that name layers which are active only if something asks for them."""


def candidates(question: Question) -> Iterator[Change]:
    """Yield changes of one value: corrected in a key that a loader reads, or copied into one."""
    registry = question.platform.registry
    if registry is None:
        return
    found = edits_of(question.plan, registry)
    yield from islice((change for path, change in found if question.holds(path)), _MOST)


def edits_of(plan: Plan, registry: Registry) -> Iterator[tuple[str, Change]]:
    """Yield the edits that have a loader follow what values name in vain, each with the manifest that it means."""
    places = [place for place in plan.places if place.use in _LAYERS]
    yield from _corrections(places, registry)
    yield from _moves(places, registry)


def of_unix(question: Question) -> Iterator[Change]:
    """Yield the corrections of lists of folders that are written as Git Bash, Cygwin and WSL name drives."""
    for variable in PATH_LISTS:
        value = question.variables.get(variable, "")
        drives = [_DRIVE.fullmatch(entry) for entry in re.split("[:;]", value)]
        if value and variable in traits(question.edition).variables and all(drives):
            paths = [f"{each[1].upper()}:{each[2]}".replace("/", "\\") for each in drives if each]
            because = f"{variable}={quote(value)} has paths of Unix, and Windows has no such folders"
            yield set_variable(variable, ";".join(paths), because, "ENV-LAYERPATH-02")


_DRIVE = re.compile(r"/(?:mnt/|cygdrive/)?([A-Za-z])(/[^:;]*)")


def _corrections(places: list[Place], registry: Registry) -> Iterator[tuple[str, Change]]:
    """Yield corrections of values that a loader reads but does not follow, each with the manifest that it means."""
    for place in places:
        for key, value in _values(place, registry):
            if place.form is Form.VALUE:
                text = path_in(value)
                if text and value.type is not ValueType.SZ:
                    yield text, _set(RegistryEdit(key.path, value.name, ValueType.SZ, text))
            elif WINDOWS_PATHS.is_full(value.name):
                if value.type is not ValueType.DWORD or value.data != 0:
                    yield value.name, _set(turned_on(key.path, value.name))
            elif WINDOWS_PATHS.is_full(bare := value.name.strip('" \t')):
                yield bare, _set(turned_on(key.path, bare))


def _moves(places: list[Place], registry: Registry) -> Iterator[tuple[str, Change]]:
    """Yield additions of the manifests in keys that this loader does not read to the first key that it reads."""
    read = {place.path.casefold() for place in places}
    for folded, key in registry.keys.items():
        role, because = role_of(key.path), ""
        if role is not None and role.use is None and not role.device:
            role = _misspelt_role(key.path)
            because = f", and no loader reads that key: {role.name} is meant" if role is not None else ""
        target = next(
            (each for each in places if role and each.use is role.use and each.form is Form.KEY), None
        )
        if folded in read or target is None:
            continue
        for value in key.values:
            if WINDOWS_PATHS.is_full(value.name):
                why = f"{key.path} names {quote(value.name)}{because}" if because else ""
                edit = turned_on(target.path, value.name)
                yield value.name, set_value(edit, why) if why else _set(edit)


def _misspelt_role(path: str) -> KeyRole | None:
    """Return the role of the key that a misspelt one is meant for, as ImplicitLayer for ImplicitLayers."""
    above, _, name = path.rpartition("\\")
    meant = get_close_matches(name, KEY_NAMES, 1, 0.85)
    return role_of(f"{above}\\{meant[0]}") if meant else None


def for_this_size(changes: tuple[Change, ...], bits: int) -> tuple[Change, ...]:
    """Return changes without the registration of a manifest that is called after the other word size.

    In its place comes the installation of the build that is wanted.
    """
    edits = changes[0].registry
    name = _SIZE.search(edits[0].name) if edits and len(changes) == 1 else None
    if name is None or (name["bits"].lower() in ("64", "x64")) is (bits == 64):
        return changes
    what = f"the {bits}-bit build of the layer, whose manifest goes under {edits[0].key}"
    return (Change(ChangeKind.INSTALL, what, because=changes[0].because, tried=False),)


def removals(question: Question) -> Iterator[Change]:
    """Yield removals of the values that name an override layer or a manifest that takes precedence."""
    registry = question.platform.registry
    if registry is None:
        return
    places = [place for place in question.plan.places if place.use in _LAYERS]
    overrides = [outcome.layer for outcome in question.plan.layers if outcome.layer.is_override]
    earlier = question.entries[:1] if len(question.entries) > 1 else ()
    for layer in (*overrides, *earlier):
        for place in places:
            for key, value in _values(place, registry):
                names = value.name if place.form is Form.KEY else value.data
                if isinstance(names, str) and _same(names, layer.manifest):
                    yield _removed(RegistryEdit(key.path, value.name))


def key_that_names(registry: Registry, path: str) -> str:
    """Return a key below Khronos\\Vulkan that no loader reads and that has a value with a path; empty if none has."""
    for folded, key in registry.keys.items():
        role = role_of(key.path)
        unread = role is None or (not role.device and role.use is None)
        ours = unread and "\\khronos\\vulkan" in folded
        if ours and any(_same(value.name, path) for value in key.values):
            return key.path
    return ""


def for_a_driver(plan: Plan, registry: Registry, path: str, bits: int) -> Iterator[Change]:
    """Yield the corrections of the values that name the manifest of a driver and that no loader follows.

    If there is none, that is the value which names it.
    """
    targets = [place.path for place in plan.places if place.use is Use.DRIVER and place.form is Form.KEY]
    for key in islice(registry.keys.values(), _MOST_KEYS):
        role = role_of(key.path)
        if role is not None and role.device:
            yield from _of_a_device(key, path, bits)
            continue
        if targets and role is not None and role.use is Use.DRIVER:
            read = any(_same(key.path, target) for target in targets)
            for value in key.values:
                if _same(value.name.strip('" \t'), path):
                    why = _why_not_followed(key, value, path, role, read=read)
                    target = key.path if read else targets[0]
                    yield _driver_named(target, path, why)
    other, like = key_that_names(registry, path), value_like(plan.places, registry, path, (Use.DRIVER,))
    why = f"no value of the registry that is known here names {quote(path)}, the manifest of a driver"
    folder = WINDOWS_PATHS.split(path)[0]
    if names_folder(plan.places, registry, path, (Use.DRIVER,)):
        why = f"the registry names the folder {quote(folder)}, and a loader wants the manifest {quote(path)}"
    elif like:
        why = f"the registry names {quote(like)}, where no driver is found; there is {quote(path)}"
    elif other:
        why = f"{other} names {quote(path)}, and no loader reads that key: Drivers is meant"
    for target in targets[:1]:
        yield _driver_named(target, path, why)


def value_of_a_driver(plan: Plan, registry: Registry, path: str) -> Change | None:
    """Return the correction of a value that names a driver's manifest in a key which this loader reads; else None."""
    targets = [place for place in plan.places if place.use is Use.DRIVER and place.form is Form.KEY]
    named = ((key, value) for place in targets for key, value in _values(place, registry))
    key = next((key for key, value in named if _same(value.name.strip('" \t'), path)), None)
    return _driver_named(key.path, path, "") if key is not None else None


def _driver_named(key: str, path: str, why: str) -> Change:
    return replace(set_value(turned_on(key, path), why), rule="DISC-DRIVER-WINDOWS-03")


def _why_not_followed(key: RegistryKey, value: RegistryValue, path: str, role: KeyRole, *, read: bool) -> str:
    """Say why a value of a key for drivers that means a manifest is not followed."""
    if not read and role.of_user:
        return f"{key.path} names {quote(path)}, and loaders read drivers of HKEY_LOCAL_MACHINE alone"
    if not read:
        bits = 32 if role.wow else 64
        return f"{key.path} names {quote(path)}, and only {bits}-bit programs read that key"
    if value.name != value.name.strip('" \t'):
        return f"a value of {key.path} has quotation marks or blanks around {quote(path)}, which count as its part"
    if value.type is not ValueType.DWORD:
        return f"the value {quote(path)} of {key.path} is a {value.type}, and has to be a REG_DWORD"
    return f"the value {quote(path)} of {key.path} is not 0: loaders pass it over"


def _of_a_device(key: RegistryKey, path: str, bits: int) -> Iterator[Change]:
    """Yield the correction of a device's value that has no path, or that other programs read."""
    for value in key.values:
        role = value_role(value.name)
        data = value.data if isinstance(value.data, str) else ""
        text = data.strip('" \t')
        if role is None or role[0] is not Use.DRIVER:
            continue
        if value.type not in (ValueType.SZ, ValueType.MULTI_SZ) and role[1] is (bits == 32):
            why = f"{value.name} of {key.path} is a {value.type}, and has to be a REG_SZ"
            edit = RegistryEdit(key.path, value.name, ValueType.SZ, path)
            yield replace(set_value(edit, why), rule="DISC-WINDOWS-09")
            continue
        if not text:
            continue
        if _same(WINDOWS_PATHS.split(text)[1], WINDOWS_PATHS.split(path)[1]) and text != path:
            why = f"{value.name} of {key.path} is {quote(data)}"
            why += f", and it has to be the full path {quote(path)}"
            edit = RegistryEdit(key.path, value.name, ValueType.SZ, path)
            yield replace(set_value(edit, why), rule="DISC-DRIVER-WINDOWS-01")
        elif _same(text, path) and role[1] is (bits == 64):
            why = f"{value.name} of {key.path} names {quote(path)}, and only {96 - bits}-bit programs read that value"
            name = "VulkanDriverName" if bits == 64 else "VulkanDriverNameWow"
            yield replace(
                set_value(RegistryEdit(key.path, name, ValueType.SZ, path), why), rule="DISC-WINDOWS-09"
            )


def value_like(places: Sequence[Place], registry: Registry, path: str, uses: Sequence[Use] = _LAYERS) -> str:
    """Return the value of a key that names another file of the same stem; empty if there is none."""
    stem = WINDOWS_PATHS.split(path)[1].lower().rpartition(".")[0]
    for place in places:
        for _, value in _values(place, registry) if place.use in uses and place.form is Form.KEY else ():
            if WINDOWS_PATHS.split(value.name)[1].lower().rpartition(".")[0] == stem:
                return value.name
    return ""


def names_folder(places: Sequence[Place], registry: Registry, path: str, uses: Sequence[Use]) -> bool:
    """Return whether a value names the folder of a manifest, where a loader wants the manifest."""
    folder = WINDOWS_PATHS.split(path)[0].rstrip("\\")
    of_use = [place for place in places if place.use in uses]
    return any(_same(value.name.rstrip("\\"), folder) for p in of_use for _, value in _values(p, registry))


def _same(one: str, other: str) -> bool:
    return WINDOWS_PATHS.identity(one) == WINDOWS_PATHS.identity(other)


def _values(place: Place, registry: Registry) -> Iterator[tuple[RegistryKey, RegistryValue]]:
    """Yield the values of a place: all values of a key, or the one value that the place is."""
    path, _, name = place.path.rpartition("\\") if place.form is Form.VALUE else (place.path, "", "")
    key = registry.key(path) if place.form in (Form.KEY, Form.VALUE) else None
    if key is not None:
        chosen = key.values if place.form is Form.KEY else (key.value(name),)
        yield from ((key, value) for value in chosen if value is not None)


def path_in(value: RegistryValue) -> str:
    """Return the path in the data of a value of any type; empty if the data is not a single full path."""
    data = value.data
    if isinstance(data, bytes):
        data = data.decode("utf-16-le", "replace").rstrip("\0")
    return data if isinstance(data, str) and WINDOWS_PATHS.is_full(data) else ""


def _set(edit: RegistryEdit) -> Change:
    shown = f"{edit.type} {edit.data!s}"
    return Change(ChangeKind.SET_REGISTRY, f"{edit.key}: {edit.name}", shown, registry=(edit,))


def set_value(edit: RegistryEdit, because: str) -> Change:
    """Return the change that sets a registry value, with what is wrong as long as it is not set."""
    return replace(_set(edit), because=because, rule="DISC-WINDOWS-01")


def _removed(edit: RegistryEdit) -> Change:
    return Change(ChangeKind.REMOVE_REGISTRY, f"{edit.key}: {edit.name}", registry=(edit,))


def named(question: Question, path: str) -> tuple[RegistryEdit, ...]:
    """Return the edit that names a new manifest in the first key for explicit layers that the loader reads."""
    keys = (place for place in question.plan.places if place.use is Use.EXPLICIT and place.form is Form.KEY)
    return tuple(turned_on(place.path, path) for place in islice(keys, 1))
