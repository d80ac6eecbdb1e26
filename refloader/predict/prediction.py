"""Predicts the observation of a scenario: the core decides, ``mocks`` supplies the answers of the libraries.

Opens no library and does not touch the disk. The order of the checks is that of the drop-in library.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from refloader.core.activation.aged import STANDARD_VALIDATION
from refloader.core.chain.aged import (
    STANDARD_VALIDATION_TEXT,
    crash_of_search,
    crash_on_extension,
    fails_without,
    goes_on,
    listed_of_age,
    query_of_layers,
    searches_on,
    seeing_everything,
    standard_validation,
)
from refloader.core.chain.links import creation_result, missing_extension
from refloader.core.drivers.choice import enumeration
from refloader.core.editions import traits_of_age
from refloader.core.extensions import instance_extensions as core_extensions
from refloader.core.manifests.library_path import has_origin
from refloader.engine import decide
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.model.age import Age, Trait
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.registry import results
from refloader.model.request import Build, Request
from refloader.predict.devices import CrashError, Devices, devices_of
from refloader.predict.mocks import (
    BeyondError,
    OpenedDriver,
    OpenedLayer,
    listing_error,
    opened_driver,
    opened_layer,
)
from refloader.predict.scenario_machine import machine_of, request_of
from refloader.scenario.observation import OF_A_LAYER, Observation, SeenExtension, SeenLayer
from refloader.scenario.scenario import Application, Scenario
from refloader.scenario.scenario import Library as Mock

_NO_DEVICE = -3
_LONG_PATH = 1023
_ROOM = 256
"""The size in bytes of a name or description in a C structure, including its NUL."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """The predicted observation, and the plan with the reasons for it.

    ``alive`` has the drivers that created an instance, ``owners`` the driver of each device of the observation,
    ``through`` the layers that vkCreateDevice goes through; None if a layer has no vkGetDeviceProcAddr.
    """

    observation: Observation
    plan: Plan
    alive: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    through: tuple[str, ...] | None = ()

    def reasons(self) -> Iterator[Reason]:
        """Yield every reason of the plan: those of layers, drivers and unread files, then its own."""
        for layer in self.plan.layers:
            yield from layer.reasons
        for driver in self.plan.drivers:
            yield from driver.reasons
        for file in self.plan.unread:
            yield from file.reasons
        yield from self.plan.reasons


def predict(scenario: Scenario, edition: Edition, build: Build) -> Prediction:
    """Predict the observation of a loader of the edition; "not covered" if only a real call could show it."""
    machine = _Machine(scenario, build.age)
    if scenario.situation.bits != build.word_size:
        build = replace(build, word_size=scenario.situation.bits)
    plan = _decided(machine, request_of(scenario.application), edition, build)
    if machine.beyond or plan.devices:
        reason = machine.beyond or "a settings file lists devices by what only drivers know"
        return Prediction(Observation("not covered", reason), plan)
    if plan.crash:
        return Prediction(Observation("crash", f"this release crashes on {plan.crash}"), plan)
    if plan.unsteady:
        return Prediction(Observation("not covered", plan.unsteady), plan)
    try:
        creation = _created(machine, plan, scenario.application, edition)
    except BeyondError as error:
        return Prediction(Observation("not covered", str(error)), plan)
    except CrashError as error:
        return Prediction(Observation("crash", str(error)), plan)
    shows = not creation.result and scenario.situation.system.has_manifests
    devices = Devices()
    if shows:
        refused = next((layer.devices for layer in creation.layers if layer.devices), 0)
        try:
            devices = devices_of(machine.host, creation.alive, refused, scenario.application, edition, build)
        except BeyondError as error:
            return Prediction(Observation("not covered", str(error)), plan)
    try:
        listing = _listing(machine, plan, scenario.application, edition, build)
    except CrashError as error:
        return Prediction(Observation("crash", str(error)), plan)
    observation = _observation(listing, creation, build, devices, machine.first_listing_error)
    alive = tuple(driver.name for driver in creation.alive)
    names = tuple(layer.name for layer in creation.layers)
    through = names if all(layer.makes_devices for layer in creation.layers) else None
    return Prediction(observation, plan, alive, devices.owners, through)


def _decided(machine: "_Machine", request: Request, edition: Edition, build: Build) -> Plan:
    return decide(machine.host, request, edition=edition, build=build, driver_extensions=machine.offers)


def _listing(
    machine: "_Machine", plan: Plan, application: Application, edition: Edition, build: Build
) -> Plan:
    """Return the plan for the enumeration commands, which know neither requested layers nor an apiVersion."""
    if application.layers or (
        application.api_version and traits_of_age(edition, build.age).implicit_needs_version
    ):
        plan = _decided(machine, enumeration(application.executable), edition, build)
    if not searches_on(plan, build.age):
        return plan
    whole = seeing_everything(build.age)
    further = _decided(machine, enumeration(application.executable), edition, replace(build, age=whole))
    if crash_of_search(further):
        raise CrashError(f"this release crashes on {further.crash}")
    return replace(plan, extensions=further.extensions)


class _Machine:
    """The scenario as a host, and the libraries that its manifests lead to."""

    def __init__(self, scenario: Scenario, age: Age) -> None:
        self.age = age
        self.host = machine_of(scenario)
        self.beyond = ""
        self._mocks = scenario.libraries
        self._libraries = Libraries(self.host)
        self._drivers: dict[int, OpenedDriver | None] = {}
        self._errors: dict[int, int] = {}

    def offers(self, drivers: Sequence[Driver]) -> list[Sequence[Extension]]:
        """Return the extensions of the usable drivers; none, with ``beyond`` set, if that cannot be predicted."""
        try:
            opened = [self.driver(driver) for driver in drivers]
        except BeyondError as error:
            self.beyond = str(error)
            return []
        return [driver.extensions for driver in opened if driver is not None]

    def driver(self, driver: Driver) -> OpenedDriver | None:
        """Return a driver after its library was opened and negotiated with; None if that fails."""
        if id(driver) not in self._drivers:
            mock = self._mock(driver.manifest, driver.library_path)
            self._drivers[id(driver)] = opened_driver(driver, mock, self.age) if mock else None
            if mock and self.age.has(Trait.DRIVER_LISTING_ERROR_FAILS):
                self._errors[id(driver)] = listing_error(mock, self.age)
        return self._drivers[id(driver)]

    @property
    def first_listing_error(self) -> int:
        """The same of all drivers that were opened, also of those that an application gets only if it asks."""
        return next(filter(None, self._errors.values()), 0)

    def listing_error(self, drivers: Iterable[Driver]) -> int:
        """Return the first error with which one of these drivers, which are open, lists its extensions, or 0."""
        return next(filter(None, (self._errors.get(id(driver), 0) for driver in drivers)), 0)

    def layer(self, layer: Layer) -> OpenedLayer | None:
        """Return a layer after its library was opened and negotiated with; None if that fails."""
        mock = self._mock(layer.manifest, layer.library_path)
        if mock and not self.host.platform().system.has_manifests:
            return OpenedLayer(layer.name, layer, 0, 0, 0)
        return opened_layer(layer, mock, self.age) if mock else None

    def _mock(self, manifest: str, library_path: str) -> Mock | None:
        """Return the mock library that a manifest leads to; None for a missing file or one that is not a library."""
        if has_origin(library_path):
            raise BeyondError(f"{library_path} depends on where the loader lies")
        found = self._libraries.find(library_path, manifest)
        cut = self.age.has(Trait.LONG_LIBRARY_PATHS_CUT) and len(found or "") > _LONG_PATH
        return self._mocks.get(self.host.real_path(found)) if found and not cut else None


# ---- vkCreateInstance -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Creation:
    """The outcome of vkCreateInstance: ``entered`` has the drivers that it entered, ``alive`` those that succeed."""

    result: int
    layers: tuple[OpenedLayer, ...] = ()
    entered: tuple[OpenedDriver, ...] = ()
    alive: tuple[OpenedDriver, ...] = ()


def _created(machine: _Machine, plan: Plan, application: Application, edition: Edition) -> _Creation:
    """Check the plan's own result, drivers, layers and extensions, then call the chain from the application down."""
    codes, wanted = results(), application.extensions
    if not machine.host.platform().system.has_manifests:
        return _on_android(machine, plan, application)
    before_drivers = machine.age.has(Trait.EXTENSIONS_CHECKED_BEFORE_DRIVERS)
    if machine.age.has(Trait.CRASH_ON_EXTENSION_OF_LAYER):
        found = (machine.driver(outcome.driver) for outcome in plan.drivers if outcome.used)
        of_drivers = [driver.extensions for driver in found if driver is not None]
        why = crash_on_extension(plan, application.layers, wanted, of_drivers, edition, machine.age)
        if why:
            raise CrashError(why)
    used = [outcome.driver for outcome in plan.drivers if outcome.used]
    if plan.result is not VkResult.SUCCESS and not goes_on(plan.result, machine.age, drivers=bool(used)):
        error = machine.listing_error(used) if plan.result is VkResult.EXTENSION_NOT_PRESENT else 0
        return _Creation(error or codes[plan.result.value])
    usable = [driver for driver in map(machine.driver, used) if driver is not None]
    if error := machine.listing_error(used):
        return _Creation(error)
    own = core_extensions.of_loader(edition, machine.age)
    if not usable:
        if not before_drivers:
            return _Creation(codes["VK_ERROR_INCOMPATIBLE_DRIVER"])
        if missing_extension(application.extensions, own, plan.chain, ()) is not None:
            return _Creation(codes["VK_ERROR_EXTENSION_NOT_PRESENT"])
        called = _opened(machine, plan, application) or []
        refused = next((layer.create for layer in called if layer.create), 0)
        return _Creation(refused or codes["VK_ERROR_INCOMPATIBLE_DRIVER"])
    by_manifest = machine.age.has(Trait.EXTENSIONS_OF_UNLOADABLE_LAYERS_COUNT)
    offered = [driver.extensions for driver in usable]
    late = plan.result is VkResult.EXTENSION_NOT_PRESENT
    if late or (by_manifest and missing_extension(wanted, own, plan.chain, offered) is not None):
        return _Creation(codes["VK_ERROR_EXTENSION_NOT_PRESENT"])
    layers = _opened(machine, plan, application)
    if layers is None:
        return _Creation(codes["VK_ERROR_LAYER_NOT_PRESENT"])
    active = (each.layer for each in layers)
    if not by_manifest and missing_extension(wanted, own, active, offered) is not None:
        return _Creation(codes["VK_ERROR_EXTENSION_NOT_PRESENT"])
    return _called(layers, usable, application.packed_version, machine.age)


def _opened(machine: _Machine, plan: Plan, application: Application) -> list[OpenedLayer] | None:
    """Return the layers of the chain that can be used, None if creation fails without another one."""
    opened: dict[str, OpenedLayer] = {}
    for layer in reversed(plan.in_turn or plan.chain):
        found = machine.layer(layer) if layer.name not in opened else None
        if found is not None:
            opened[layer.name] = found
    if fails_without(plan, opened, application.layers, machine.age):
        return None
    return list(reversed(opened.values()))


def _on_android(machine: _Machine, plan: Plan, application: Application) -> _Creation:
    """Call the requested layers above the system's own driver, which is not observed and has no extensions here."""
    codes = results()
    if plan.result is not VkResult.SUCCESS:
        return _Creation(codes[plan.result.value])
    if missing_extension(application.extensions, (), plan.chain, ()) is not None:
        return _Creation(codes["VK_ERROR_EXTENSION_NOT_PRESENT"])
    layers = (machine.layer(layer) for layer in plan.chain)
    drivers = (machine.driver(outcome.driver) for outcome in plan.drivers if outcome.used)
    entered = tuple(driver for driver in drivers if driver is not None)
    return _Creation(0, tuple(layer for layer in layers if layer is not None), entered)


def _called(
    layers: Sequence[OpenedLayer], drivers: Sequence[OpenedDriver], wanted: int | None, age: Age
) -> _Creation:
    refused = next((layer.create for layer in layers if layer.create), 0)
    if refused:
        return _Creation(refused)
    dropped = not age or age.has(Trait.DRIVER_WITHOUT_DEVICES_DROPPED)
    answers = {
        id(driver): _NO_DEVICE
        if dropped and not driver.enumerates and driver.create == 0
        else driver.created(wanted)
        for driver in drivers
    }
    result = creation_result([_NO_DEVICE if code is None else code for code in answers.values()])
    late = next((layer.create_after for layer in reversed(layers) if layer.create_after), 0)
    if late and not result and age.has(Trait.LATE_LAYER_FAILURE_CRASHES):
        raise CrashError("a layer destroys the instance below it and then fails vkCreateInstance")
    result = result or late
    if result:
        return _Creation(result)
    return _Creation(
        0,
        tuple(layers),
        tuple(driver for driver in drivers if answers[id(driver)] is not None),
        tuple(driver for driver in drivers if answers[id(driver)] == 0),
    )


# ---- the observation --------------------------------------------------------------------------------------


def _observation(
    plan: Plan,
    creation: _Creation,
    build: Build,
    devices: Devices,
    listing_error: int,
) -> Observation:
    failures = {query: results()[result.value] for query, result in plan.failures}
    if listing_error:
        failures.setdefault("extensions", listing_error)
    listed = () if "layers" in failures else plan.enumerated
    known = {layer.name: layer for layer in reversed(listed)}
    own = listed_of_age(plan, known, build.age) if build.age else core_extensions.of_layer
    extensions = {"": _extensions(() if "extensions" in failures else plan.extensions)}
    for layer in known.values() if "" not in known else [each for name, each in known.items() if name]:
        extensions[_text(layer.name)] = _extensions(own(layer, known))
    codes = {"version": 0, "layers": 0, "extensions": 0, **failures, "instance": creation.result}
    if listed:
        codes[OF_A_LAYER] = results()[query_of_layers(known, build.age).value]
    return Observation(
        "ok",
        result=creation.result,
        version=str(build.version),
        layers=(*(_layer(layer) for layer in listed), *_built_in(plan, build.age)),
        extensions=extensions,
        chain=tuple(layer.name for layer in creation.layers),
        drivers=tuple(driver.name for driver in creation.entered),
        devices=devices.seen,
        results=codes if creation.result else {**codes, "devices": devices.result},
    )


def _built_in(plan: Plan, age: Age) -> tuple[SeenLayer, ...]:
    """Return the layer that old loaders list on every machine."""
    version = standard_validation(plan, age)
    listed = version and SeenLayer(STANDARD_VALIDATION, version.packed, 1, STANDARD_VALIDATION_TEXT)
    return (listed,) if listed else ()


def _layer(layer: Layer) -> SeenLayer:
    return SeenLayer(
        _text(layer.name),
        layer.api_version.packed,
        layer.implementation_version,
        _text(layer.description),
    )


def _extensions(rows: Sequence[Extension]) -> tuple[SeenExtension, ...]:
    return tuple(SeenExtension(_text(row.name), row.spec_version) for row in rows)


def _text(text: str) -> str:
    """Return the text as it comes back from a C structure."""
    if len(text) < _ROOM // 4 and "\0" not in text and text.isascii():
        return text
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "backslashreplace")
    data = data.partition(b"\0")[0]
    return _cut(data).decode("utf-8", "surrogateescape")


def _cut(data: bytes) -> bytes:
    """Return as many whole characters as fit into ``_ROOM``."""
    end = _ROOM - 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]
