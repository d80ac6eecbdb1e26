"""Decides in which places a loader searches for manifests, in order. No I/O."""

from refloader.core.editions import Traits, traits, traits_of_age
from refloader.core.search import unix_places
from refloader.core.search.path_variables import (
    BEATS,
    added,
    adding_variable,
    entries,
    overruled,
    replacing_variable,
    takes_bare_names,
    with_bare_names,
)
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason
from refloader.model.request import Build
from refloader.model.system import System
from refloader.rules import decides, rule


def layer_places(
    environment: Environment, build: Build, edition: Edition, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the places to search for layers of one kind, in order, and the notes about variables."""
    facts = _facts(environment, build, edition)
    if use is Use.IMPLICIT and build.leaves_out("implicit-layers"):
        return (), ()
    replacing = replacing_variable(environment, facts, use)
    if replacing == "VK_LAYER_PATH" and use is Use.IMPLICIT:
        # 2016, 2018: the variable replaces this search too, but the layers in it are explicit (AMB-LAYERPATH-KIND).
        return (), ()
    if replacing:
        places, reasons = entries(environment, replacing, use, facts)
        adding = adding_variable(use)
        if adding and environment.is_set(adding):
            reasons += (overruled(adding, replacing, rule(BEATS[adding])),)
        return _each_once_named(places, environment.paths, build), reasons
    return _with_standard(environment, build, facts, use)


def _facts(environment: Environment, build: Build, edition: Edition) -> Traits:
    """Return what the search depends on. An age reads path variables in its own way, where one is set."""
    named = any(map(environment.is_set, _PATH_VARIABLES))
    return traits_of_age(edition, build.age) if named else traits(edition)


_PATH_VARIABLES = (
    "VK_LAYER_PATH",
    "VK_IMPLICIT_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
)


def _with_standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the places that a VK_ADD_* variable adds, then the standard places."""
    before, reasons = added(environment, facts, use)
    places, more = standard(environment, build, facts, use)
    return _each_once(before + places, environment.paths, build), reasons + more


def _each_once(places: tuple[Place, ...], paths: PathRules, build: Build) -> tuple[Place, ...]:
    once = unique(places, paths)
    repeated = len(once) < len(places)
    return places if repeated and build.age.has(Trait.REPEATED_FOLDERS_COUNT) else once


def _each_once_named(places: tuple[Place, ...], paths: PathRules, build: Build) -> tuple[Place, ...]:
    """Return the places that a variable names alone, without the repetitions that are left."""
    left = build.age.has(Trait.REPEATS_BEHIND_EMPTY_COUNT)  # ``entries`` has taken out what does not count
    return places if left else _each_once(places, paths, build)


def standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the standard places of the system, or of the fork, and the notes about them."""
    if build.profile is not None:
        from refloader.core.search.fork import places_of  # needed only for a fork

        own = places_of(build.profile, environment, use)
        if own is not None:
            return own, ()
    if environment.platform.system is System.LINUX:
        return unix_places.standard(environment, build, facts, use), ()
    return _elsewhere(environment, build, facts, use)


def _elsewhere(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the standard places of systems other than Linux. Imports lazily, so that Linux loaders start fast."""
    system = environment.platform.system
    if system is System.WINDOWS:
        from refloader.core.search.windows import places as windows_places

        return windows_places.standard(environment, build, facts, use)
    if system is System.MACOS:
        from refloader.core.search import macos_places

        return macos_places.standard(environment, build, facts, use)
    if system is System.FUCHSIA:
        from refloader.core.search import fuchsia_places

        return fuchsia_places.standard(environment, build, facts, use)
    from refloader.core.search.android import places as android_places

    return android_places.standard(environment, facts, use)


@decides("DISC-GEN-07", "AMB-DISC-SLASH")
def unique(places: tuple[Place, ...], paths: PathRules = POSIX_PATHS) -> tuple[Place, ...]:
    """Return the places without repetitions; the first occurrence keeps its rank."""
    first: dict[tuple[str, Use], Place] = {}
    for place in places:
        same = place.path if paths is POSIX_PATHS else paths.identity(place.path)
        first.setdefault((same, place.use), place)
    return tuple(first.values())


@decides("SETTINGS-04")
def settings_places(
    environment: Environment, edition: Edition, build: Build | None = None
) -> tuple[Place, ...]:
    """Return the places that may contain the settings file, in search order.

    On Linux, the folders of manifests follow those of the documents (AMB-SETTINGS-ORDER).
    """
    system = environment.platform.system
    if build is not None and build.profile is not None:
        from refloader.core.search.fork import places_of  # needed only for a fork

        own = places_of(build.profile, environment, Use.SETTINGS)
        if own is not None:
            return own
    if not traits(edition).settings_file or system is System.ANDROID:
        return ()
    if system is System.WINDOWS:
        from refloader.core.search.windows import places as windows_places

        return windows_places.settings(environment)
    if build is not None and build.age.has(Trait.SETTINGS_IN_ALL_FOLDERS):
        return unique(unix_places.settings_like_manifests(environment, build))
    documented = unix_places.settings(environment)
    if build is None or build.age or environment.elevated or system is not System.LINUX:
        return unique(documented)
    return unique((*documented, *unix_places.settings_like_manifests(environment, build)))


@decides(
    "ENV-DRIVERFILES-01", "ENV-DRIVERFILES-04", "ENV-DRIVERFILES-06", "LDP_LOADER_3", "DEBUG-ENVTABLE-01"
)
def driver_places(
    environment: Environment, build: Build, edition: Edition
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return the places to search for drivers, in order, and the notes about variables.

    VK_DRIVER_FILES overrides VK_ICD_FILENAMES, and both override VK_ADD_DRIVER_FILES.
    """
    facts = _facts(environment, build, edition)
    present = [name for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES") if environment.is_set(name)]
    if not present:
        return _with_standard(environment, build, facts, Use.DRIVER)
    winner = present[0]
    places, reasons = entries(environment, winner, Use.DRIVER, facts)
    if takes_bare_names(environment, facts):
        places = with_bare_names(places, standard(environment, build, facts, Use.DRIVER)[0])
    losers = [*present[1:], *(["VK_ADD_DRIVER_FILES"] if environment.is_set("VK_ADD_DRIVER_FILES") else [])]
    reasons += tuple(overruled(loser, winner, rule(BEATS[loser])) for loser in losers)
    return _each_once_named(places, environment.paths, build), reasons


_DRIVER_VARIABLES = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")


@decides("AMB-SETTINGS-DEVICES")
def places_of_listed_devices(
    environment: Environment, build: Build, edition: Edition, settings: str
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """Return what ``driver_places`` does if a settings file lists devices: the standard places alone."""
    why = rule("AMB-SETTINGS-DEVICES")
    places, reasons = standard(environment, build, traits_of_age(edition, build.age), Use.DRIVER)
    losers = [name for name in _DRIVER_VARIABLES if environment.is_set(name)]
    reasons += tuple(overruled(loser, f"device_configurations of {settings}", why) for loser in losers)
    return _each_once(places, environment.paths, build), reasons


@decides("OVERRIDE-05", "OVERRIDE-07")
def override_places(
    folders: tuple[str, ...], manifest: str, paths: PathRules = POSIX_PATHS, age: Age = DOCUMENTED
) -> tuple[Place, ...]:
    """Return the places that an override layer names for its components; they replace the explicit search."""
    files = not age.has(Trait.LISTS_NAME_ONE_KIND)

    def read(path: str) -> str:
        """Return the path that is read: in some ages in the spelling of the list, in the oldest without a slash."""
        if not age.has(Trait.PATHS_AS_SPELT):
            return paths.plain(path)
        return path if files else path.removesuffix("/")

    places = tuple(
        Place(
            read(path),
            Use.EXPLICIT,
            Form.FILE if files and paths.is_manifest(path) else Form.FOLDER,
            manifest,
            rule("OVERRIDE-05"),
        )
        for path in folders
        if path
    )
    return places if age.has(Trait.REPEATED_FOLDERS_COUNT) else unique(places, paths)
