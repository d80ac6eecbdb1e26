"""Inspects each place of a search: folders, files, and keys and values of a registry.

The core says which registry values a loader follows, and the host what is at the paths that they name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from refloader.core.search.environment import visible_environment
from refloader.core.search.places import driver_places, layer_places, settings_places
from refloader.host.port import Content, Failure, Host, Listing, Trouble
from refloader.model.environment import Environment
from refloader.model.layer import Layer, LayerFile
from refloader.model.place import Form, Place, Use
from refloader.model.plan import Plan
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Span
from refloader.model.request import Build
from refloader.model.system import System
from refloader.model.text import number_of, some
from refloader.rules import RuleId, rule

if TYPE_CHECKING:  # Windows only
    from refloader.core.search.windows.named import CheckedValue
    from refloader.model.windows_registry import Registry, RegistryKey, RegistryValue

LAYERS = (Use.IMPLICIT, Use.EXPLICIT)
_MOST_VALUES = 10_000
"""The most values of one key that are reported; a key that a loader reads has a handful."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A manifest that a registry value names, and why it cannot be read, if it cannot."""

    path: str
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class Value:
    """One registry value that a loader reads. ``reasons`` say why it has no effect, and what is unusual about it.

    If a loader does not follow the value, ``meant`` is the manifest that it was apparently meant to name, and
    ``command`` the Windows command line that corrects it, if there is one.
    """

    name: str
    type: str
    data: str
    files: tuple[NamedFile, ...]
    reasons: tuple[Reason, ...]
    span: Span
    meant: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class InspectedPlace:
    """The observation of a place: its content, or why it cannot be read.

    ``values`` are the registry values in it, ``libraries`` the files that an Android loader queries for layers,
    ``untold`` the manifests in a folder whose content was not supplied.
    """

    place: Place
    failure: Failure | None
    values: tuple[Value, ...] = ()
    libraries: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    def files(self) -> Iterator[tuple[str, Failure | None]]:
        """Yield the files that the place itself names, each with the reason why it cannot be read, or None."""
        if self.place.form is Form.FILE:
            yield self.place.path, self.failure
        for value in self.values:
            for file in value.files:
                yield file.path, file.failure

    @property
    def is_registry(self) -> bool:
        """True if the place is a key or a value of a registry."""
        return self.place.form in (Form.KEY, Form.VALUE)


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A registry key or device value that this loader does not read: the paths that it names, and why."""

    path: str
    names: tuple[str, ...]
    why: str
    rule: RuleId
    span: Span


def inspected_places(host: Host, plan: Plan, executable: str) -> tuple[InspectedPlace, ...]:
    """Return the observation of each place of a plan, in the plan's order."""
    environment = environment_of(host, plan, executable)
    return tuple(_inspected(host, environment, place) for place in plan.places)


def environment_of(host: Host, plan: Plan, executable: str, *, elevated: bool | None = None) -> Environment:
    """Return the environment of the host's process as a loader of the plan's edition reads it.

    ``elevated`` replaces the privilege of the process if it is not None.
    """
    return visible_environment(
        host.variables(),
        elevated=host.elevated() if elevated is None else elevated,
        executable=executable or host.executable(),
        edition=plan.edition,
        platform=host.platform(),
    )


def _inspected(host: Host, environment: Environment, place: Place) -> InspectedPlace:
    if place.form is Form.FILE:
        answer: Content | Listing | Failure = host.read(place.path)
    elif place.form in (Form.KEY, Form.VALUE):
        return _in_registry(host, environment, place)
    else:
        answer = host.list(place.path)
    if isinstance(answer, Failure):
        return InspectedPlace(place, answer)
    if not isinstance(answer, Listing):
        return InspectedPlace(place, None)
    if place.form is Form.LIBRARIES:
        return InspectedPlace(place, None, libraries=_libraries(place, answer.names))
    paths = environment.paths
    manifests = (paths.join(place.path, name) for name in answer.names if paths.is_manifest(name))
    return InspectedPlace(place, None, untold=tuple(path for path in manifests if is_untold(host, path)))


def is_untold(host: Host, path: str) -> bool:
    """True if the content of a file was not supplied."""
    answer = host.read(path)
    return isinstance(answer, Failure) and answer.trouble is Trouble.UNKNOWN


def _libraries(place: Place, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files of a folder that an Android loader queries for layers (DISC-ANDROID-03)."""
    suffix = System.ANDROID.library_suffix
    return tuple(f"{place.path.rstrip('/')}/{name}" for name in names if name.endswith(suffix))


_NOT_HELD = Failure(Trouble.UNKNOWN, "not in what was given of the registry")


def _in_registry(host: Host, environment: Environment, place: Place) -> InspectedPlace:
    from refloader.core.search.windows.named import checked_values  # Windows only

    registry = environment.platform.registry
    if registry is None:
        return InspectedPlace(place, Failure(Trouble.UNKNOWN, "nothing is known of the registry"))
    values = checked_values(environment, place)
    if place.form is Form.KEY and registry.key(place.path) is None:
        missing = registry.covers(place.path)
        return InspectedPlace(place, Failure(Trouble.MISSING, "no such key") if missing else _NOT_HELD)
    if place.form is Form.VALUE and not values:
        return InspectedPlace(place, Failure(Trouble.MISSING, "no such value"))
    plain = environment.paths.plain
    return InspectedPlace(
        place, None, tuple(_value(host, each, place, plain) for each in values[:_MOST_VALUES])
    )


def _value(host: Host, found: "CheckedValue", place: Place, plain: Callable[[str], str]) -> Value:
    value = found.value
    files = tuple(_named(host, plain(path)) for path in found.files)
    meant = "" if files else _meant(place, value)
    command = _command(place, value, meant)
    return Value(
        value.name,
        value.type.value,
        written(value.data, value.type),
        files,
        found.reasons,
        value.span,
        meant,
        command,
    )


def _meant(place: Place, value: "RegistryValue") -> str:
    """Return the manifest that a value was meant to name, even if its form is wrong; empty if unrecognizable."""
    from refloader.inspect.whatif.windows_changes import path_in
    from refloader.model.windows_paths import WINDOWS_PATHS

    bare = value.name.strip('" \t') if place.form is Form.KEY else path_in(value)
    return bare if WINDOWS_PATHS.is_full(bare) else ""


def _command(place: Place, value: "RegistryValue", meant: str) -> str:
    """Return the command line that corrects a value of a key, if only its type and data are wrong; else empty."""
    from refloader.inspect.registry.edits import turned_on
    from refloader.model.windows_paths import WINDOWS_PATHS

    wrong = place.form is Form.KEY and place.use is not Use.SETTINGS and meant == value.name
    return turned_on(place.path, value.name).command if wrong and WINDOWS_PATHS.is_manifest(meant) else ""


def _named(host: Host, path: str) -> NamedFile:
    answer = host.read(path)
    return NamedFile(path, answer if isinstance(answer, Failure) else None)


def written(data: object, type_: str) -> str:
    """Return a registry value's data for display: a DWORD as in an export, strings as they are, bytes in hex."""
    if isinstance(data, int):
        return f"dword:{data:08x}" if type_ == "REG_DWORD" else str(data)
    if isinstance(data, tuple):
        return "; ".join(map(str, data))
    if isinstance(data, bytes):
        return data[:16].hex(",") + ("..." if len(data) > 16 else "")
    return str(data)


def unknown_files(places: tuple[InspectedPlace, ...]) -> tuple[tuple[str, Place], ...]:
    """Return the manifests and folders whose content was not supplied, each with the place that has or names it."""
    found: dict[str, Place] = {}
    for each in places:
        # A settings file of which nothing was supplied is assumed to be missing.
        if each.place.use is Use.SETTINGS and not each.is_registry:
            continue
        for path in (*each.untold, *(path for path, failure in each.files() if _is_unknown(failure))):
            found.setdefault(path, each.place)
        if each.place.form in (Form.FOLDER, Form.LIBRARIES) and _is_unknown(each.failure):
            found.setdefault(each.place.path, each.place)
    return tuple(found.items())


def is_folder(path: str, place: Place) -> bool:
    """True if a path that ``unknown_files`` returned is the searched folder itself, and no manifest in it."""
    return place.form in (Form.FOLDER, Form.LIBRARIES) and path == place.path


def _is_unknown(failure: Failure | None) -> bool:
    return failure is not None and failure.trouble is Trouble.UNKNOWN


def is_unanswered(file: LayerFile) -> bool:
    """True if a loader would query a library for its layers and the answer is not known (DISC-ANDROID-03)."""
    if file.place.form is not Form.LIBRARIES:
        return False
    from refloader.core.search.android.libraries import may_hold_more  # Android only

    return may_hold_more(file)


def not_known(
    looked: tuple[InspectedPlace, ...], plan: Plan, platform: Platform, uses: tuple[Use, ...]
) -> str:
    """Say in a few words what is not known about the places for some uses; empty if all is known."""
    what = "drivers" if Use.DRIVER in uses else "layers"
    unknown = [is_folder(path, place) for path, place in unknown_files(looked) if place.use in uses]
    folders, files = unknown.count(True), unknown.count(False)
    if what == "layers":
        files += sum(map(is_unanswered, plan.unread))
    if folders or files:
        counts = ((files, "file"), (folders, "folder"))
        some_of = " and ".join(number_of(count, each) for count, each in counts if count)
        return f"the content of {some_of} of {what} is not known"
    keys = [each for each in looked if each.place.use in uses and each.is_registry]
    if not keys:
        return ""
    from refloader.core.search.windows.roles import CLASSES  # Windows only

    registry = platform.registry
    held = registry is not None and (platform.devices or registry.covers(CLASSES))
    missing = [each.place.path for each in keys if _is_unknown(each.failure)]
    missing += [] if held else ["the display adapters' keys (System\\CurrentControlSet\\Control\\Class)"]
    if missing:
        return f"not all keys of the registry that name {what} were given: {some(missing, _MOST_KEYS)}"
    return ""


_MOST_KEYS = 2
"""The most keys that a message lists by name if their content was not supplied."""


def passed_over(host: Host, plan: Plan, build: Build, executable: str) -> tuple[PassedOver, ...]:
    """Return the registry keys and device values that name something and that this loader does not read."""
    registry = host.platform().registry if host.platform().system is System.WINDOWS else None
    if registry is None:
        return ()
    read = {place.path.casefold() for place in plan.places}
    found = [each for each in _naming(registry) if each[0].casefold() not in read]
    if not found:
        return ()
    readers = _readers(host, plan, build, executable)
    nobody = f"loaders of edition {plan.edition.value} do not look there", rule("DISC-WINDOWS-01")
    told = []
    for path, names, span in found[:_MOST_VALUES]:
        folded = path.casefold()
        why, because = next((said for keys, said in readers if folded in keys), nobody)
        if folded.startswith(_OF_USER) and why.startswith("only ") and "\\wow6432node\\" not in folded:
            why = f"by the documents {why}; Windows itself shares a user's keys, so that a loader may read it too"
        told.append(PassedOver(path, names, why, because, span))
    return tuple(told)


_OF_USER = "hkey_current_user\\"
_VULKAN = "\\khronos\\vulkan"


def _naming(registry: "Registry") -> Iterator[tuple[str, tuple[str, ...], Span]]:
    """Yield the registry keys and device values that name manifests or settings files, each with what it names."""
    from refloader.core.search.windows.roles import (  # Windows only
        KEY_NAMES,
        SETTINGS_KEY,
        role_of,
        value_role,
    )

    known = [name.casefold() for name in (*KEY_NAMES, SETTINGS_KEY)]
    for folded, key in registry.keys.items():
        parent, _, name = folded.rpartition("\\")
        if (key.values and name in known and parent.endswith(_VULKAN)) or _is_misplaced(folded, key):
            yield key.path, tuple(value.name for value in key.values[:_MOST_VALUES]), key.span
            continue
        role = role_of(key.path)
        for value in key.values if role is not None and role.device else ():
            if value_role(value.name) is not None:
                data = value.data if isinstance(value.data, tuple) else (str(value.data),)
                yield f"{key.path}\\{value.name}", data, value.span


def _is_misplaced(folded: str, key: "RegistryKey") -> bool:
    """True if a key names manifests and is Khronos\\Vulkan itself or an unknown (misspelt) key directly below it."""
    above = folded if folded.endswith(_VULKAN) else folded.rpartition("\\")[0]
    return above.endswith(_VULKAN) and any(value.name.casefold().endswith(".json") for value in key.values)


_Reader = tuple[frozenset[str], tuple[str, RuleId]]
"""The keys that the loaders of some processes read, and what to report of a key that only they read."""


def _readers(host: Host, plan: Plan, build: Build, executable: str) -> list[_Reader]:
    """Find out which other processes read which keys, by computing the search places of their loaders."""
    size = 64 if build.word_size == 32 else 32
    other = replace(build, word_size=size)
    environment = environment_of(host, plan, executable)
    plain = environment_of(host, plan, executable, elevated=False)
    bare = replace(environment, variables={})
    administrators = rule("DISC-WINDOWS-06")
    sized = f"only {size}-bit processes"
    asked = (
        (environment, build, _steered(plan)),
        (plain, build, ("the process runs as administrator", administrators)),
        (environment, other, (f"{sized} read it", rule("DISC-WINDOWS-05"))),
        (plain, other, (f"{sized} that do not run as administrator read it", administrators)),
        (bare, build, ("variables that are set replace it", rule("ENV-LAYERPATH-01"))),
    )
    return [(frozenset(_keys(who, how, plan)), said) for who, how, said in asked]


def search_override(plan: Plan) -> Layer | None:
    """Return the override layer whose paths replace the search for explicit layers; it need not be active."""
    searched = {place.source for place in plan.places if place.rule == "OVERRIDE-05"}
    return next((each.layer for each in plan.layers if each.layer.manifest in searched), None)


def replaced_by(plan: Plan) -> str:
    """Say which override layer replaces the search for explicit layers; empty if none does."""
    override = search_override(plan)
    return f"the override layer in {override.manifest} has paths of its own" if override else ""


def _steered(plan: Plan) -> tuple[str, RuleId]:
    """Return what makes this loader skip a key that it reads by default."""
    if why := replaced_by(plan):
        return f"{why} for explicit layers", rule("OVERRIDE-05")
    return "the settings file in force keeps it out of the search", rule("SETTINGS-01")


def _keys(environment: Environment, build: Build, plan: Plan) -> Iterator[str]:
    """Yield the paths that a loader searches, case-folded."""
    for use in (Use.IMPLICIT, Use.EXPLICIT):
        yield from _folded(layer_places(environment, build, plan.edition, use)[0])
    yield from _folded(driver_places(environment, build, plan.edition)[0])
    yield from _folded(settings_places(environment, plan.edition, build))


def _folded(places: tuple[Place, ...]) -> Iterator[str]:
    return (place.path.casefold() for place in places)
