"""What came of looking into each place of a search: folders, files, and keys and values of a registry.

Asks the core which values of a registry it follows, and the host what is at the paths that they name.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from refloader.core.search.environment import visible_environment
from refloader.core.search.places import driver_places, layer_places, settings_places
from refloader.host.port import Content, Failure, Host, Listing, Trouble
from refloader.model.environment import Environment
from refloader.model.layer import LayerFile
from refloader.model.place import Form, Place, Use
from refloader.model.plan import Plan
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Span
from refloader.model.request import Build
from refloader.model.system import System
from refloader.model.text import number_of, some
from refloader.rules import RuleId, rule

if TYPE_CHECKING:  # of one system alone
    from refloader.core.search.windows.named import Judged
    from refloader.model.windows_registry import Registry, RegistryKey, RegistryValue

LAYERS = (Use.IMPLICIT, Use.EXPLICIT)
_MOST_VALUES = 10_000
"""Values of one key that are told; a key that a loader reads has a handful."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A manifest that a registry value names, with what kept it from being read, if anything did."""

    path: str
    failure: Failure | None


@dataclass(frozen=True, slots=True)
class Value:
    """One registry value that a loader looks at. ``reasons`` say why it has no effect, and what is odd about it.

    ``meant`` is the manifest that one value means that is not followed, ``command`` the command line of Windows that
    would make it name that, where one does.
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
class Looked:
    """A place, with what kept it from being read, if anything did.

    ``values`` are the registry values in it, ``libraries`` the files that an Android loader asks for their layers,
    ``untold`` manifests in a folder of which nobody told what they hold.
    """

    place: Place
    failure: Failure | None
    values: tuple[Value, ...] = ()
    libraries: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()

    def files(self) -> Iterator[tuple[str, Failure | None]]:
        """The files that the place names by itself, with what kept each from being read."""
        if self.place.form is Form.FILE:
            yield self.place.path, self.failure
        for value in self.values:
            for file in value.files:
                yield file.path, file.failure

    @property
    def is_registry(self) -> bool:
        """Whether the place is a key or a value of a registry."""
        return self.place.form in (Form.KEY, Form.VALUE)


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A key, or a value of a device, that this loader does not read, with the paths that it names, and why."""

    path: str
    names: tuple[str, ...]
    why: str
    rule: RuleId
    span: Span


def looked(host: Host, plan: Plan, executable: str) -> tuple[Looked, ...]:
    """What came of looking into each place of a plan, in its order."""
    environment = environment_of(host, plan, executable)
    return tuple(_looked(host, environment, place) for place in plan.places)


def environment_of(host: Host, plan: Plan, executable: str, *, elevated: bool | None = None) -> Environment:
    """What a loader of the plan's edition sees of the host's process; of another one with the privilege given."""
    return visible_environment(
        host.variables(),
        elevated=host.elevated() if elevated is None else elevated,
        executable=executable or host.executable(),
        edition=plan.edition,
        platform=host.platform(),
    )


def _looked(host: Host, environment: Environment, place: Place) -> Looked:
    if place.form is Form.FILE:
        answer: Content | Listing | Failure = host.read(place.path)
    elif place.form in (Form.KEY, Form.VALUE):
        return _in_registry(host, environment, place)
    else:
        answer = host.list(place.path)
    if isinstance(answer, Failure):
        return Looked(place, answer)
    if not isinstance(answer, Listing):
        return Looked(place, None)
    if place.form is Form.LIBRARIES:
        return Looked(place, None, libraries=_libraries(place, answer.names))
    paths = environment.paths
    manifests = (paths.join(place.path, name) for name in answer.names if paths.is_manifest(name))
    return Looked(place, None, untold=tuple(path for path in manifests if is_untold(host, path)))


def is_untold(host: Host, path: str) -> bool:
    """Whether nobody told what a file holds."""
    answer = host.read(path)
    return isinstance(answer, Failure) and answer.trouble is Trouble.UNKNOWN


def _libraries(place: Place, names: tuple[str, ...]) -> tuple[str, ...]:
    """The files of a folder that an Android loader asks (DISC-ANDROID-03)."""
    suffix = System.ANDROID.library_suffix
    return tuple(f"{place.path.rstrip('/')}/{name}" for name in names if name.endswith(suffix))


_NOT_HELD = Failure(Trouble.UNKNOWN, "not in what was given of the registry")


def _in_registry(host: Host, environment: Environment, place: Place) -> Looked:
    from refloader.core.search.windows.named import judged  # elsewhere nobody needs it

    registry = environment.platform.registry
    if registry is None:
        return Looked(place, Failure(Trouble.UNKNOWN, "nothing is known of the registry"))
    values = judged(environment, place)
    if place.form is Form.KEY and registry.key(place.path) is None:
        missing = registry.covers(place.path)
        return Looked(place, Failure(Trouble.MISSING, "no such key") if missing else _NOT_HELD)
    if place.form is Form.VALUE and not values:
        return Looked(place, Failure(Trouble.MISSING, "no such value"))
    plain = environment.paths.plain
    return Looked(place, None, tuple(_value(host, each, place, plain) for each in values[:_MOST_VALUES]))


def _value(host: Host, found: "Judged", place: Place, plain: Callable[[str], str]) -> Value:
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
    """The manifest that a value means, however wrong it is written; empty where that cannot be told."""
    from refloader.inspect.whatif.windows_changes import path_in
    from refloader.model.windows_paths import WINDOWS_PATHS

    bare = value.name.strip('" \t') if place.form is Form.KEY else path_in(value)
    return bare if WINDOWS_PATHS.is_full(bare) else ""


def _command(place: Place, value: "RegistryValue", meant: str) -> str:
    """What makes a value of a key name its manifest, where nothing but type and data is wrong."""
    from refloader.inspect.registry.edits import turned_on
    from refloader.model.windows_paths import WINDOWS_PATHS

    wrong = place.form is Form.KEY and place.use is not Use.SETTINGS and meant == value.name
    return turned_on(place.path, value.name).command if wrong and WINDOWS_PATHS.is_manifest(meant) else ""


def _named(host: Host, path: str) -> NamedFile:
    answer = host.read(path)
    return NamedFile(path, answer if isinstance(answer, Failure) else None)


def written(data: object, type_: str) -> str:
    """Data of a registry value for people: a DWORD as in an export, texts as they are, bytes as hexadecimal ones."""
    if isinstance(data, int):
        return f"dword:{data:08x}" if type_ == "REG_DWORD" else str(data)
    if isinstance(data, tuple):
        return "; ".join(map(str, data))
    if isinstance(data, bytes):
        return data[:16].hex(",") + ("..." if len(data) > 16 else "")
    return str(data)


def unknown_files(places: tuple[Looked, ...]) -> tuple[tuple[str, Place], ...]:
    """The manifests that are there, or are named, and of which nobody told what they hold; and folders like that."""
    found: dict[str, Place] = {}
    for each in places:
        # Nobody knows whether there is a settings file, which is no reason to think that there is one.
        if each.place.use is Use.SETTINGS and not each.is_registry:
            continue
        for path in (*each.untold, *(path for path, failure in each.files() if _is_unknown(failure))):
            found.setdefault(path, each.place)
        if each.place.form in (Form.FOLDER, Form.LIBRARIES) and _is_unknown(each.failure):
            found.setdefault(each.place.path, each.place)
    return tuple(found.items())


def _is_unknown(failure: Failure | None) -> bool:
    return failure is not None and failure.trouble is Trouble.UNKNOWN


def is_unanswered(file: LayerFile) -> bool:
    """Whether a library would be asked for its layers, and nobody knows what it answers (DISC-ANDROID-03)."""
    if file.place.form is not Form.LIBRARIES:
        return False
    from refloader.core.search.android.libraries import may_hold_more  # of one system alone

    return may_hold_more(file)


def not_known(looked: tuple[Looked, ...], plan: Plan, platform: Platform, uses: tuple[Use, ...]) -> str:
    """What is not known of the places for some uses, in a few words; empty where all is known."""
    what = "drivers" if Use.DRIVER in uses else "layers"
    files = sum(place.use in uses for _, place in unknown_files(looked))
    if what == "layers":
        files += sum(map(is_unanswered, plan.unread))
    if files:
        return f"the content of {number_of(files, 'file')} of {what} is not known"
    from refloader.core.search.windows.roles import CLASSES  # of one system alone

    registry = platform.registry
    held = registry is not None and (platform.devices or registry.covers(CLASSES))
    keys = [each for each in looked if each.place.use in uses and each.is_registry]
    missing = [each.place.path for each in keys if _is_unknown(each.failure)]
    missing += (
        [] if held or not keys else ["the display adapters' keys (System\\CurrentControlSet\\Control\\Class)"]
    )
    if missing:
        return f"not all keys of the registry that name {what} were given: {some(missing, _MOST_KEYS)}"
    return ""


_MOST_KEYS = 2
"""Keys that were not given and are named."""


def passed_over(host: Host, plan: Plan, build: Build, executable: str) -> tuple[PassedOver, ...]:
    """The keys and values of devices that name something and that this loader does not read."""
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
        told.append(PassedOver(path, names, why, because, span))
    return tuple(told)


_VULKAN = "\\khronos\\vulkan"


def _naming(registry: "Registry") -> Iterator[tuple[str, tuple[str, ...], Span]]:
    """The keys and device values that name manifests or settings files to some loader, with what they name."""
    from refloader.core.search.windows.roles import (  # of one system alone
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
    """Whether a key beside those of loaders names manifests: one that is misspelt, or one above them."""
    above = folded if folded.endswith(_VULKAN) else folded.rpartition("\\")[0]
    return above.endswith(_VULKAN) and any(value.name.casefold().endswith(".json") for value in key.values)


_Reader = tuple[frozenset[str], tuple[str, RuleId]]
"""What the loaders of some processes look at, and what to say of a key that they alone read."""


def _readers(host: Host, plan: Plan, build: Build, executable: str) -> list[_Reader]:
    """Who else reads keys, by asking where the loaders of other processes look."""
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


def _steered(plan: Plan) -> tuple[str, RuleId]:
    """What keeps a loader from a key that it would read otherwise."""
    for outcome in plan.layers:
        if outcome.active and outcome.layer.override_paths:
            why = f"the override layer in {outcome.layer.manifest} has paths of its own for explicit layers"
            return why, rule("OVERRIDE-05")
    return "the settings file in force keeps it out of the search", rule("SETTINGS-01")


def _keys(environment: Environment, build: Build, plan: Plan) -> Iterator[str]:
    """The paths that some loader looks at."""
    for use in (Use.IMPLICIT, Use.EXPLICIT):
        yield from _folded(layer_places(environment, build, plan.edition, use)[0])
    yield from _folded(driver_places(environment, build, plan.edition)[0])
    yield from _folded(settings_places(environment, plan.edition))


def _folded(places: tuple[Place, ...]) -> Iterator[str]:
    return (place.path.casefold() for place in places)
