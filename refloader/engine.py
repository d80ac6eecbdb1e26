"""The decision engine: reads from the host what the core needs, in discovery order, and makes the plan.

Contains no rules. The data flow has one loop, the override layer: the engine finds it among the implicit layers,
and its paths then replace the search for explicit layers.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from refloader.core.activation.filters import layer_filters
from refloader.core.activation.known import by_name, known_layers
from refloader.core.activation.override import choose, components_found, override_first
from refloader.core.chain.discovery import Discovery
from refloader.core.chain.plan import asked_drivers, make_plan
from refloader.core.json import reader
from refloader.core.manifests import settings_list
from refloader.core.manifests.clean_when_many import clean_layer
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.layer_manifest import read_layer_file, suffix_reason
from refloader.core.manifests.settings_file import Settings, read_settings
from refloader.core.search import places
from refloader.core.search.environment import visible_environment
from refloader.core.search.notes import failure_reason, search_notes
from refloader.core.trail import Trail
from refloader.host.port import Content, Failure, Host, Listing, Trouble
from refloader.model.age import Trait
from refloader.model.driver import Driver
from refloader.model.edition import LATEST, Edition
from refloader.model.environment import Environment
from refloader.model.layer import Extension, KnownFiles, KnownInPlace, Layer, LayerFile, known_in, read_once
from refloader.model.library import Library
from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.plan import Plan
from refloader.model.reason import InFile, Reason
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.text import quote

if TYPE_CHECKING:
    from refloader.core.aged.reading import AgedReading

Offers: TypeAlias = Callable[[Sequence[Driver]], Sequence[Sequence[Extension]]]
"""Returns the instance extensions of each given driver. May load the drivers' libraries."""

_MOST_TEXT = 64 << 20
"""The size in bytes of the largest library that is searched for names of layers."""

_FOLDER, _FILE, _LINUX = Form.FOLDER, Form.FILE, System.LINUX
"""Enum members that are compared very often: in Python 3.11, looking one up in its class is slow."""


@dataclass(slots=True)
class _Search:
    """What discovery has read so far. A file is read once for each use, however often it is found (DISC-GEN-07)."""

    host: Host
    environment: Environment
    build: Build
    edition: Edition
    paths: PathRules = POSIX_PATHS
    known: KnownFiles | None = None  # only of hosts on which more than one plan is made
    known_here: KnownInPlace | None = None  # those of the place that is being searched
    places: list[Place] = field(default_factory=list)
    files: list[LayerFile] = field(default_factory=list)
    drivers: list[Driver] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    seen: dict[Use, set[str]] = field(default_factory=dict)
    origins: dict[Place, Mapping[str, InFile]] = field(default_factory=dict)
    aged: "AgedReading | None" = None  # for a loader of an age
    decided: bool = False  # whether a settings file was read behind which no other counts

    def layers(self, wanted: Sequence[Place]) -> tuple[Layer, ...]:
        """Read the layer manifests in the given places; return the layer entries in discovery order."""
        before, aged = len(self.files), self.aged
        if not self.environment.platform.system.has_manifests:
            self._ask(wanted)
        else:
            self._visit(() if aged and aged.ended else wanted, aged.layers if aged else self._layer_file)
        return tuple(layer for file in self.files[before:] for layer in file.layers)

    def _layer_file(self, data: bytes, path: str, place: Place) -> None:
        known, system = self.known_here, self.environment.platform.system
        self.files.append(read_once(known, layer_file, data, path, place, system))

    def _ask(self, wanted: Sequence[Place]) -> None:
        """Record the layers that the libraries in the given places contain (DISC-ANDROID-03)."""
        from refloader.core.search.android.libraries import asked  # not needed on Linux

        self.places += wanted
        for place in wanted:
            listing = self.host.list(place.path)
            if not isinstance(listing, Listing):
                self.failed(place.path, place, listing)
                continue
            files, reasons = asked(place, listing.names, self._library, self._text, self.build.word_size)
            self.files += files
            self.reasons += reasons

    def _library(self, path: str) -> Library | str:
        found = self.host.library(path)
        return f"{found.detail or found.trouble}" if isinstance(found, Failure) else found

    def _text(self, path: str) -> bytes:
        answer = self.host.read(path, _MOST_TEXT)
        return answer.data if isinstance(answer, Content) else b""

    def find_drivers(self, wanted: Sequence[Place]) -> None:
        """Read the driver manifests in the given places."""
        self._visit(wanted, self._driver if self.aged is None else self.aged.driver)

    def _driver(self, data: bytes, path: str, place: Place) -> None:
        self.drivers.append(driver_file(data, path, place, self.environment.platform.system))

    def _visit(self, wanted: Sequence[Place], take: Callable[[bytes, str, Place], bool | None]) -> None:
        """Read the manifests in the places, until ``take`` returns that the search ends."""
        self.places += wanted
        paths, system, age = self.paths, self.environment.platform.system, self.build.age
        read, identity = self.read, None if paths is POSIX_PATHS else paths.identity
        for place in wanted:
            seen = self.seen.setdefault(place.use, set())
            known = self.known if (found := self._paths(place)) else None  # few places have any
            self.known_here = known_in(known, place, system, age)
            for path in found:
                same = path if identity is None else identity(path)
                if same in seen and not age.has(Trait.FILE_FOUND_TWICE_COUNTS_TWICE):
                    continue
                seen.add(same)
                answer = read(path)
                if type(answer) is Content:
                    if take(answer.data, path, place):
                        return
                elif isinstance(answer, Failure):
                    self.failed(path, place, answer)
                    is_file = answer.trouble is not Trouble.NOT_A_FILE
                    if self.aged is not None and self.aged.unreadable(path, place, is_file=is_file):
                        return

    def _paths(self, place: Place) -> Sequence[str]:
        form = place.form
        if form is _FOLDER:
            return self._in_folder(place)
        if form is _FILE:
            return [place.path]
        from refloader.core.search.windows.named import named_files  # not needed on Linux

        named, reasons = named_files(self.environment, place, self.build.age)
        self.reasons += reasons
        return named

    def _in_folder(self, place: Place) -> Sequence[str]:
        paths = self.paths
        listing = self.host.list(place.path if paths is POSIX_PATHS else self.actual(place.path))
        if not isinstance(listing, Listing):
            self.failed(place.path, place, listing)
            return []
        found = paths.manifests(place.path, listing.names)
        if self.environment.platform.packages:
            from refloader.core.search.windows.packages import PACKAGE, of_use  # not needed on Linux

            if place.source == PACKAGE:
                return of_use(place.use, found, self._data)
        if len(found) < len(listing.names):
            others = (name for name in listing.names if not paths.is_manifest(name))
            odd = (suffix_reason(paths.join(place.path, name)) for name in others)
            self.reasons += [reason for reason in odd if reason is not None]
        return found

    def _data(self, path: str) -> bytes | None:
        answer = self.read(path)
        return answer.data if isinstance(answer, Content) else None

    @property
    def read(self) -> Callable[[str], Content | Failure]:
        """The function that reads a file, after any redirection of its path (see ``actual``)."""
        if self.paths is POSIX_PATHS:
            return self.host.read
        return lambda path: self.host.read(self.actual(path))

    def actual(self, path: str) -> str:
        """Return the path that is accessed: 64-bit Windows redirects some system folders for 32-bit processes."""
        platform = self.environment.platform
        if platform.system is not System.WINDOWS or (self.build.word_size, platform.word_size) != (32, 64):
            return path
        from refloader.core.search.windows.variables import led_to  # not needed on Linux

        return led_to(path, self.environment.variables)

    def failed(self, path: str, place: Place, failure: Failure) -> None:
        """Record why a path could not be read, unless it is a standard place that does not exist."""
        reason = failure_reason(path, place, failure.trouble, failure.detail)
        if reason is None:
            return
        if place.form is Form.KEY or place.form is Form.VALUE:
            from refloader.core.search.windows.named import led_nowhere, origins  # not needed on Linux

            if place not in self.origins:
                self.origins[place] = origins(self.environment, place)
            reason = led_nowhere(reason, place, self.origins[place].get(path, InFile(path)))
        if (actual := self.actual(path)) != path:
            reason = replace(reason, fact=f"{reason.fact}: a 32-bit process is led to {quote(actual)}")
        self.reasons.append(reason)


def layer_file(data: bytes, path: str, place: Place, system: System = System.LINUX) -> LayerFile:
    """Read the layer entries in the bytes of one manifest."""
    clean = clean_layer(data, path, place) if system is _LINUX else None
    if clean is not None:
        return LayerFile(path, place, (clean,), format_version=clean.format_version)
    return read_layer_file(reader.read(data), path, place, system)


def driver_file(data: bytes, path: str, place: Place, system: System = System.LINUX) -> Driver:
    """Read the driver in the bytes of one manifest."""
    return read_driver_file(reader.read(data), path, place, system)


def decide(
    host: Host,
    request: Request | None = None,
    *,
    edition: Edition = LATEST,
    build: Build | None = None,
    driver_extensions: Sequence[Sequence[Extension]] | Offers = (),
) -> Plan:
    """Return the plan of a loader of the edition, on this host, for this request. Loads no library itself.

    ``driver_extensions`` are the instance extensions of each driver used, or a function that returns them for
    the drivers that an enumeration of extensions would query.
    """
    build = build or Build(word_size=host.word_size())
    request = (request or Request()).as_read_by(build.age)
    environment = visible_environment(
        _variables(host, build),
        elevated=host.elevated(),
        executable=request.executable or host.executable(),
        edition=edition,
        platform=host.platform(),
        age=build.age,
    )
    trail = Trail()
    with _collector_paused():
        discovery = discover(host, environment, request, build, edition, trail)
    if callable(driver_extensions):
        driver_extensions = driver_extensions(asked_drivers(discovery, environment, build, edition))
    return make_plan(discovery, environment, request, build, edition, trail, driver_extensions)


def _variables(host: Host, build: Build) -> Mapping[str, str]:
    """Return the process's variables: for a fork under the documents' names, without those that it ignores."""
    if build.profile is None or not build.profile.is_for(host.platform().system):
        return host.variables()
    from refloader.core.search.fork import seen_variables  # needed only for a fork

    return seen_variables(host.variables(), build.profile)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the cyclic garbage collector: discovery makes many values, and all of them stay alive."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def discover(
    host: Host, environment: Environment, request: Request, build: Build, edition: Edition, trail: Trail
) -> Discovery:
    """Find all layers and drivers, in the order in which a loader searches."""
    search = _Search(host, environment, build, edition, environment.paths)
    search.known = getattr(host, "known_files", lambda: None)()
    if build.age:
        from refloader.core.aged.reading import AgedReading  # only for predictions

        search.aged = AgedReading(build.age, search.files, search.drivers, search.known)
    search.reasons += [*environment.reasons, *search_notes(environment, edition)]
    settings = _settings(search)
    filters = layer_filters(environment, edition, build.age)
    listed = (
        search.layers(settings_list.listed_places(settings, environment.paths, build.age))
        if settings and settings.layers is not None
        else ()
    )
    if settings and build.age:
        from refloader.core.activation.aged import left_in_list  # only for predictions

        settings = left_in_list(settings, search.files, edition, build)
    ordinary = settings is None or settings.ordinary_search
    strangers = (
        settings_list.unnamed_files(search.files, settings) if settings and ordinary and not build.age else []
    )
    for file in strangers:
        search.seen[file.place.use].discard(environment.paths.identity(file.path))
    implicit = _ordinary(search, Use.IMPLICIT) if ordinary else ()
    candidates = settings_list.without_off((*listed, *implicit), settings)
    override, gated = None, False
    if not build.leaves_out("override-layer"):
        override = choose(candidates, environment, request, filters, edition, trail, build.age)
        if override is None and build.age:
            override = choose(candidates, environment, Request(), filters, edition, trail, build.age)
            gated = override is not None
    override, explicit = _explicit(search, override, trail) if ordinary else (override, ())
    if strangers:
        listed = settings_list.without_found_again(listed, search.files, strangers)
    found: tuple[Layer, ...] = (*listed, *implicit, *explicit)
    if override is not None and not build.age:
        found = override_first(found, override)
    _drivers(search, settings)
    return Discovery(
        places=tuple(search.places),
        found=found,
        drivers=tuple(search.drivers),
        unread=tuple(file for file in search.files if not file.layers),
        files=tuple(search.files),
        override=override,
        filters=filters,
        settings=settings,
        ended=search.aged is not None and search.aged.ended,
        last=search.files[-1] if search.files else None,
        gated=gated,
        reasons=(*search.reasons, *(r for file in search.files if file.layers for r in file.reasons)),
    )


def _settings(search: _Search) -> Settings | None:
    """Return the settings of the first settings file that has a usable entry, or None."""
    age = search.build.age
    if age.has(Trait.NO_SETTINGS_FILE):
        return None
    for place in places.settings_places(search.environment, search.edition, search.build):
        search.places.append(place)
        for path in search._paths(place):
            settings = _settings_in(search, path, place)
            if search.decided:
                return settings
    return None


def _settings_in(search: _Search, path: str, place: Place) -> Settings | None:
    answer = search.read(path)
    if isinstance(answer, Content):
        program, paths = search.environment.executable, search.environment.paths
        if search.aged is not None:
            settings, reasons = search.aged.settings(answer.data, place, path, program, paths)
        else:
            settings, reasons = read_settings(reader.read(answer.data), path, program, paths)
        search.decided = settings is not None or search.build.age.has(Trait.FIRST_SETTINGS_FILE_DECIDES)
        search.reasons += reasons
        return settings
    if isinstance(answer, Failure):
        search.failed(path, place, answer)
    return None


def _ordinary(search: _Search, use: Use) -> tuple[Layer, ...]:
    wanted, reasons = places.layer_places(search.environment, search.build, search.edition, use)
    search.reasons += reasons
    return search.layers(wanted)


def _explicit(
    search: _Search, override: Layer | None, trail: Trail
) -> tuple[Layer | None, tuple[Layer, ...]]:
    """Return the override layer, or None if a component of it cannot be used, and the explicit layers.

    Its paths replace the explicit search also where a component is missing (OVERRIDE-07 asks for it to be present).
    """
    if override is not None and override.override_paths:
        paths = search.environment.paths
        found = search.layers(
            places.override_places(override.override_paths, override.manifest, paths, search.build.age)
        )
        if search.build.age.has(Trait.OVERRIDE_COMPONENTS_ANYWHERE):
            return override, found
        usable = known_layers(found, search.edition, search.build.word_size, Trail())
        return (override if components_found(override, by_name(usable), trail) else None), found
    return override, _ordinary(search, Use.EXPLICIT)


def _drivers(search: _Search, settings: Settings | None) -> None:
    machine = search.environment, search.build, search.edition
    if settings is not None and settings.devices:
        wanted, reasons = places.places_of_listed_devices(*machine, settings.path)
    else:
        wanted, reasons = places.driver_places(*machine)
    if settings is not None and (settings.drivers or settings.drivers_only):
        # Drivers are called from the last found to the first: read backwards, the list gives devices its order.
        listed = tuple(reversed(settings.drivers))
        alone = settings.drivers_only
        listed = listed if alone else (*listed, *wanted)
        wanted = listed if alone or search.build.age else places.unique(listed, search.environment.paths)
    search.reasons += reasons
    search.find_drivers(wanted)
