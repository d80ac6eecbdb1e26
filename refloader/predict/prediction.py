"""Predicts the observation of a scenario: the core decides, ``mocks`` supplies the answers of the libraries.

Opens no library and does not touch the disk. The order of the checks is that of the drop-in library.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from refloader.core.chain.groups import joint_failure
from refloader.core.chain.links import creation_result, missing_extension, needed
from refloader.core.drivers.choice import enumeration
from refloader.core.drivers.devices import filtered, ordered
from refloader.core.editions import traits
from refloader.core.extensions import instance_extensions as core_extensions
from refloader.core.manifests.library_path import has_origin
from refloader.core.search.environment import visible_environment
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.libraries.looking import Libraries
from refloader.model.driver import Driver, PhysicalDevice
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer
from refloader.model.plan import Plan, VkResult
from refloader.model.reason import Reason
from refloader.model.registry import results
from refloader.model.request import Build, Request
from refloader.model.version import parse_loose
from refloader.predict.mocks import (
    DEVICE_TYPES,
    BeyondError,
    OpenedDriver,
    OpenedLayer,
    introspected,
    opened_driver,
    opened_layer,
)
from refloader.scenario.observation import Observation, SeenDevice, SeenExtension, SeenLayer
from refloader.scenario.scenario import Application, Scenario
from refloader.scenario.scenario import Library as Mock

_PORTABILITY_FLAG = 1
_NO_DEVICE = -3
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
    machine = _Machine(scenario)
    if scenario.situation.bits != build.word_size:
        build = replace(build, word_size=scenario.situation.bits)
    plan = _decided(machine, request_of(scenario.application), edition, build)
    if machine.beyond or plan.devices:
        reason = machine.beyond or "a settings file lists devices by what only drivers know"
        return Prediction(Observation("not covered", reason), plan)
    try:
        creation = _created(machine, plan, scenario.application, edition)
    except BeyondError as error:
        return Prediction(Observation("not covered", str(error)), plan)
    shows = not creation.result and scenario.situation.system.has_manifests
    code, devices, owners = _devices(machine, creation, edition, build) if shows else (0, (), ())
    listing = _listing(machine, plan, scenario.application, edition, build)
    observation = _observation(listing, creation, build, code, devices)
    alive = tuple(driver.name for driver in creation.alive)
    names = tuple(layer.name for layer in creation.layers)
    through = names if all(layer.makes_devices for layer in creation.layers) else None
    return Prediction(observation, plan, alive, owners, through)


def _decided(machine: "_Machine", request: Request, edition: Edition, build: Build) -> Plan:
    return decide(machine.host, request, edition=edition, build=build, driver_extensions=machine.offers)


def _listing(
    machine: "_Machine", plan: Plan, application: Application, edition: Edition, build: Build
) -> Plan:
    """Return the plan for the enumeration commands, which know neither requested layers nor an apiVersion."""
    if application.layers or (application.api_version and traits(edition).implicit_needs_version):
        return _decided(machine, enumeration(application.executable), edition, build)
    return plan


def machine_of(scenario: Scenario) -> MemoryHost:
    """Return the in-memory machine on which the application of a scenario runs; its libraries are empty files."""
    android = not scenario.situation.system.has_manifests
    mocks = scenario.libraries if android else {}
    return MemoryHost(
        files={**dict.fromkeys(scenario.libraries, b""), **scenario.files},
        libraries={path: introspected(path, mock, scenario.situation.bits) for path, mock in mocks.items()},
        environment=scenario.variables,
        links=scenario.links,
        privileged=scenario.elevated,
        program=scenario.application.executable,
        working_directory=scenario.situation.working_folder,
        bits=scenario.situation.bits,
        system=scenario.situation.platform(),
    )


class _Machine:
    """The scenario as a host, and the libraries that its manifests lead to."""

    def __init__(self, scenario: Scenario) -> None:
        self.host = machine_of(scenario)
        self.beyond = ""
        self._mocks = scenario.libraries
        self._libraries = Libraries(self.host)
        self._drivers: dict[int, OpenedDriver | None] = {}

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
            self._drivers[id(driver)] = opened_driver(driver, mock) if mock else None
        return self._drivers[id(driver)]

    def layer(self, layer: Layer) -> OpenedLayer | None:
        """Return a layer after its library was opened and negotiated with; None if that fails."""
        mock = self._mock(layer.manifest, layer.library_path)
        if mock and not self.host.platform().system.has_manifests:
            return OpenedLayer(layer.name, layer, 0, 0, 0)
        return opened_layer(layer, mock) if mock else None

    def _mock(self, manifest: str, library_path: str) -> Mock | None:
        """Return the mock library that a manifest leads to; None for a missing file or one that is not a library."""
        if has_origin(library_path):
            raise BeyondError(f"{library_path} depends on where the loader lies")
        found = self._libraries.find(library_path, manifest)
        return self._mocks.get(self.host.real_path(found)) if found else None


def request_of(application: Application) -> Request:
    """Return the request of a scenario's application to the core."""
    version = parse_loose(application.api_version) if application.api_version else None
    return Request(
        api_version=version if version and version.packed else None,
        layers=application.layers,
        extensions=application.extensions,
        portability=bool(application.flags & _PORTABILITY_FLAG),
        executable=application.executable,
    )


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
    codes = results()
    if not machine.host.platform().system.has_manifests:
        return _on_android(machine, plan, application)
    if plan.result is not VkResult.SUCCESS:
        return _Creation(codes[plan.result.value])
    drivers = [machine.driver(outcome.driver) for outcome in plan.drivers if outcome.used]
    usable = [driver for driver in drivers if driver is not None]
    if not usable:
        return _Creation(codes["VK_ERROR_INCOMPATIBLE_DRIVER"])
    layers = []
    for layer in plan.chain:
        opened = machine.layer(layer)
        if opened is not None:
            layers.append(opened)
        elif needed(layer, plan, application.layers):
            return _Creation(codes["VK_ERROR_LAYER_NOT_PRESENT"])
    own = core_extensions.of_loader(edition)
    offered = (driver.extensions for driver in usable)
    if missing_extension(application.extensions, own, (each.layer for each in layers), offered) is not None:
        return _Creation(codes["VK_ERROR_EXTENSION_NOT_PRESENT"])
    return _called(layers, usable, application.packed_version)


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


def _called(layers: Sequence[OpenedLayer], drivers: Sequence[OpenedDriver], wanted: int | None) -> _Creation:
    refused = next((layer.create for layer in layers if layer.create), 0)
    if refused:
        return _Creation(refused)
    answers = {id(driver): driver.created(wanted) for driver in drivers}
    result = creation_result([_NO_DEVICE if code is None else code for code in answers.values()])
    result = result or next((layer.create_after for layer in reversed(layers) if layer.create_after), 0)
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
    plan: Plan, creation: _Creation, build: Build, code: int, devices: tuple[SeenDevice, ...]
) -> Observation:
    known = {layer.name: layer for layer in plan.enumerated}
    extensions = {"": _extensions(plan.extensions)}
    for layer in plan.enumerated:
        extensions[_text(layer.name)] = _extensions(core_extensions.of_layer(layer, known))
    codes = {"version": 0, "layers": 0, "extensions": 0, "instance": creation.result}
    return Observation(
        "ok",
        result=creation.result,
        version=str(build.version),
        layers=tuple(_layer(layer) for layer in plan.enumerated),
        extensions=extensions,
        chain=tuple(layer.name for layer in creation.layers),
        drivers=tuple(driver.name for driver in creation.entered),
        devices=devices,
        results=codes if creation.result else {**codes, "devices": code},
    )


_Devices: TypeAlias = tuple[int, tuple[SeenDevice, ...], tuple[str, ...]]


def _devices(machine: _Machine, creation: _Creation, edition: Edition, build: Build) -> _Devices:
    """Return the result of vkEnumeratePhysicalDevices, the devices, and the driver of each.

    The devices of the last driver come first, unless the environment sorts or filters them.
    """
    refused = next((layer.devices for layer in creation.layers if layer.devices), 0)
    alive = creation.alive[::-1]
    failure = joint_failure([driver.count_result for driver in alive])
    asked = [driver for driver in alive if driver.count_result == 0]
    shown = {id(device): seen for driver in asked for device, seen in _shown(driver)}
    owners = {id(device): driver.name for driver in asked for device in driver.devices}
    every = [device for driver in asked for device in driver.devices]
    if refused or failure or not every:
        return refused or failure or _NO_DEVICE, (), ()
    host = machine.host
    environment = visible_environment(
        host.variables(),
        elevated=host.elevated(),
        executable="",
        edition=edition,
        platform=host.platform(),
    )
    in_order = tuple(every) if build.leaves_out("device-sorting") else ordered(every, environment, edition)
    arranged = filtered(in_order, environment, edition)
    seen = tuple(shown[id(device)] for device in arranged)
    return 0, seen, tuple(owners[id(device)] for device in arranged)


def _shown(driver: OpenedDriver) -> list[tuple[PhysicalDevice, SeenDevice]]:
    rows = zip(driver.devices, driver.device_api, driver.driver_versions, strict=True)
    return [
        (
            device,
            SeenDevice(
                device.name, device.vendor_id, device.device_id, DEVICE_TYPES[device.type], api, version
            ),
        )
        for device, api, version in rows
    ]


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
