"""What a scenario can be run on: the reference and foreign loaders behind one interface. Never judges."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol

from refloader import __version__
from refloader.core import extensions as core_extensions
from refloader.core.devices import filtered, ordered
from refloader.core.drivers import enumeration
from refloader.core.environment import visible_environment
from refloader.engine import decide
from refloader.harness.foreign import ForeignLoader, Identity
from refloader.harness.observation import Observation, SeenDevice, SeenExtension, SeenLayer
from refloader.harness.patience import SPENT, Patience
from refloader.harness.scenario import EVERYTHING, STEPS, WORKING_FOLDER, Action, Scenario, World
from refloader.harness.scenario import Library as Mock
from refloader.host.memory import MemoryHost
from refloader.libraries import Libraries
from refloader.model.driver import PhysicalDevice
from refloader.model.edition import LATEST, Edition
from refloader.model.layer import Extension, Layer
from refloader.model.plan import Plan, VkResult
from refloader.model.registry import results
from refloader.model.request import Build, Request
from refloader.model.version import ApiVersion, api_version, parse_loose
from refloader.rules import rule

_PORTABILITY_FLAG = 1
_MOCK_API = "1.3.0"
_DULL_MOCKS = ("layer", "layer_v1", "driver")
_DULL_FLAGS = {"name", "api", "extensions", "devices", "device_name", "vendor", "device"}
"""The mocks and their flags whose answers the core can tell beforehand."""
_NOBODY_CALLED = "the core opens no library and calls nobody"


class Subject(Protocol):
    """Something that runs scenarios. ``path`` is empty where the subject is no file."""

    @property
    def name(self) -> str:
        """How results refer to it."""
        ...

    @property
    def path(self) -> str:
        """The file it is."""
        ...

    @property
    def edition(self) -> Edition:
        """The edition it is judged by."""
        ...

    @property
    def version(self) -> str:
        """The version it claims, empty where it claims none."""
        ...

    def observe(self, scenario: Scenario) -> Observation:
        """Run the scenario. Raises OSError when the machine has no room for it."""
        ...


class Feature(NamedTuple):
    """From which loader on something exists, and how that is known."""

    since: ApiVersion
    source: str


_DOCUMENTED = f"documented ({rule('ENV-MINVERSION-01')})"
# No document gives a version. 1.3.239 follows the first group and passes over the second, which came later.
_SEEN = "not documented, seen at work in 1.3.239"
_UNSEEN = "not documented, without effect in 1.3.239"
FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        "VK_LOADER_DEVICE_SELECT": Feature(api_version(1, 3, 204), _DOCUMENTED),
        "VK_LOADER_DISABLE_SELECT": Feature(api_version(1, 3, 204), _DOCUMENTED),
        "VK_DRIVER_FILES": Feature(api_version(1, 3, 207), _DOCUMENTED),
        "VK_LOADER_LAYERS_ENABLE": Feature(api_version(1, 3, 234), _DOCUMENTED),
        "VK_LOADER_LAYERS_DISABLE": Feature(api_version(1, 3, 234), _DOCUMENTED),
        "VK_LOADER_DRIVERS_SELECT": Feature(api_version(1, 3, 234), _DOCUMENTED),
        "VK_LOADER_DRIVERS_DISABLE": Feature(api_version(1, 3, 234), _DOCUMENTED),
        "VK_LOADER_LAYERS_ALLOW": Feature(api_version(1, 3, 262), _DOCUMENTED),
        "VK_LOADER_DEVICE_ID_FILTER": Feature(api_version(1, 4, 326), _DOCUMENTED),
        "VK_LOADER_VENDOR_ID_FILTER": Feature(api_version(1, 4, 326), _DOCUMENTED),
        "VK_LOADER_DRIVER_ID_FILTER": Feature(api_version(1, 4, 326), _DOCUMENTED),
        "VK_ADD_DRIVER_FILES": Feature(api_version(1, 3, 239), _SEEN),
        "VK_IMPLICIT_LAYER_PATH": Feature(api_version(1, 4, 0), _UNSEEN),
        "VK_ADD_IMPLICIT_LAYER_PATH": Feature(api_version(1, 4, 0), _UNSEEN),
        "vk_loader_settings.json": Feature(api_version(1, 4, 0), _UNSEEN),
    }
)
"""The variables and files that came after the first loader of their edition."""


def edition_of(version: str) -> Edition:
    """The edition that fits a loader's version; the newest where the version says nothing."""
    numbers = parse_loose(version) if version else None
    if numbers is None or numbers >= api_version(1, 3, 228):
        return LATEST
    if numbers < api_version(1, 1):
        return Edition.E2016
    return Edition.E2018 if numbers < api_version(1, 3) else Edition.E2022


def missing_feature(scenario: Scenario, version: str) -> str:
    """Why a loader of this version cannot know what the scenario is about, or an empty string."""
    numbers = parse_loose(version) if version else None
    used = {*scenario.variables, *(path.rpartition("/")[2] for path in scenario.files)}
    for name, feature in FEATURES.items():
        if numbers is not None and name in used and numbers < feature.since:
            return f"{name} is known from loader {feature.since} on ({feature.source}); this is {version}"
    return ""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A loader under a path, in a child process. ``loader`` does the work, ``patience`` says for how long."""

    name: str
    identity: Identity
    edition: Edition
    loader: ForeignLoader
    patience: Patience = field(default_factory=Patience)

    @property
    def path(self) -> str:
        """The real path of the library."""
        return self.identity.path

    @property
    def version(self) -> str:
        """The version the library claims."""
        return self.identity.version

    def observe(self, scenario: Scenario, actions: Sequence[Action] | None = None) -> Observation:
        """Run the scenario unless it is about something newer than the library, or the library is silent.

        ``actions`` stand for the scenario's own.
        """
        reason = missing_feature(scenario, self.version)
        if reason:
            return Observation("not covered", reason)
        if self.patience.doubtful:
            self.patience.restore()
            self.patience.spent = not self._answers_at_all()
        if self.patience.spent:
            return Observation("not covered", SPENT)
        return self._asked(scenario, scenario.actions if actions is None else actions)

    def _asked(self, scenario: Scenario, actions: Sequence[Action]) -> Observation:
        with self.patience.measured() as answer:
            seen = self.loader.observe(scenario, timeout=self.patience.seconds, actions=actions)
            answer.came = seen.ended != "timeout"
        return seen

    def _answers_at_all(self) -> bool:
        """Whether a plain world, one driver and one layer, gets an answer."""
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_plain")
        return self._asked(world.scenario(), EVERYTHING).ended != "timeout"


@dataclass(frozen=True, slots=True)
class Reference:
    """The core of one edition on a machine in memory. It opens no library, so it makes no trace."""

    edition: Edition = LATEST
    build: Build = field(default_factory=Build)

    @property
    def name(self) -> str:
        """The reference of one edition is one subject."""
        return f"reference-{self.edition.value}"

    @property
    def path(self) -> str:
        """The core is no file."""
        return ""

    @property
    def version(self) -> str:
        """The version of this package."""
        return __version__

    def observe(self, scenario: Scenario) -> Observation:
        """Decide the scenario; what only opened libraries could tell is not covered."""
        if any(action[0] in STEPS for action in scenario.actions):
            return Observation("not covered", _NOBODY_CALLED)
        machine = _Machine(scenario)
        asked = enumeration(scenario.application.executable)
        plan = decide(machine.host, asked, edition=self.edition, build=self.build)
        offered = [machine.extensions(driver.manifest, driver.library_path) for driver in _used(plan)]
        plan = decide(
            machine.host,
            _request(scenario),
            edition=self.edition,
            build=self.build,
            driver_extensions=offered,
        )
        reason = machine.beyond(plan)
        return Observation("not covered", reason) if reason else self._seen(plan, machine)

    def _seen(self, plan: Plan, machine: "_Machine") -> Observation:
        result = results()[plan.result.value]
        known = {outcome.layer.name: outcome.layer for outcome in reversed(plan.layers)}
        known |= {layer.name: layer for layer in plan.enumerated}
        by_layer = {layer.name: core_extensions.of_layer(layer, known) for layer in plan.enumerated}
        made = plan.result is VkResult.SUCCESS
        return Observation(
            "ok",
            result=result,
            version=str(self.build.version),
            layers=tuple(_layer(layer) for layer in plan.enumerated),
            extensions={name: _extensions(rows) for name, rows in {"": plan.extensions, **by_layer}.items()},
            chain=tuple(machine.label(each.manifest, each.library_path) for each in plan.chain if made),
            drivers=tuple(machine.label(each.manifest, each.library_path) for each in _used(plan) if made),
            devices=tuple(machine.devices(plan, self.edition)) if made else (),
            results={"version": 0, "layers": 0, "extensions": 0, "instance": result},
        )


class _Machine:
    """The scenario as a host, and what its mock libraries would answer."""

    def __init__(self, scenario: Scenario) -> None:
        libraries = {**dict.fromkeys(scenario.libraries, b""), **scenario.files}
        self.host = MemoryHost(
            files=libraries,
            environment=scenario.variables,
            links=scenario.links,
            privileged=scenario.elevated,
            program=scenario.application.executable,
            working_directory=WORKING_FOLDER,
        )
        self._mocks = scenario.libraries
        self._libraries = Libraries(self.host)

    def mock(self, manifest: str, library_path: str) -> Mock | None:
        """The library that a manifest leads to."""
        found = self._libraries.find(library_path, manifest)
        return self._mocks.get(self.host.real_path(found)) if found else None

    def label(self, manifest: str, library_path: str) -> str:
        """The name that a library would write into the trace."""
        mock = self.mock(manifest, library_path)
        assert mock is not None, "what leads nowhere is not covered"
        return mock.flags.get("name", "")

    def beyond(self, plan: Plan) -> str:
        """What in this plan only opening the libraries could decide, or an empty string."""
        for name, manifest, library_path in _opened(plan):
            mock = self.mock(manifest, library_path)
            if mock is None:
                return f"the library of {name} is not there, and the core opens none"
            lists = any(";" in value for value in mock.flags.values())
            if mock.mock not in _DULL_MOCKS or mock.flags.keys() - _DULL_FLAGS or lists:
                return f"the library of {name} answers in its own way, and the core calls none"
        return ""

    def extensions(self, manifest: str, library_path: str) -> tuple[Extension, ...]:
        """The instance extensions of a driver."""
        mock = self.mock(manifest, library_path)
        rows = mock.flags.get("extensions", "") if mock else ""
        pairs = (row.partition(":") for row in rows.split(",") if row)
        return tuple(Extension(name, int(version)) for name, _, version in pairs)

    def devices(self, plan: Plan, edition: Edition) -> Iterator[SeenDevice]:
        """The devices of all drivers in the order of the enumeration."""
        environment = visible_environment(
            self.host.variables(), elevated=self.host.elevated(), executable="", edition=edition
        )
        every = [device for driver in _used(plan) for device in self._devices_of(driver)]
        for device in ordered(filtered(every, environment, edition), environment, edition):
            api = parse_loose(_MOCK_API)
            assert api is not None
            yield SeenDevice(device.name, device.vendor_id, device.device_id, "other", api.packed, 1)

    def _devices_of(self, driver: "_Driver") -> Iterator[PhysicalDevice]:
        mock = self.mock(driver.manifest, driver.library_path)
        flags = mock.flags if mock else {}
        for _ in range(int(flags.get("devices", "1"))):
            yield PhysicalDevice(
                flags.get("device_name", "mock driver"),
                int(flags.get("vendor", "0x1000"), 0),
                int(flags.get("device", "0x2000"), 0),
                0,
            )


class _Driver(Protocol):
    @property
    def manifest(self) -> str: ...

    @property
    def library_path(self) -> str: ...


def _used(plan: Plan) -> tuple[_Driver, ...]:
    return tuple(outcome.driver for outcome in plan.drivers if outcome.used)


def _opened(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """Name, manifest and library_path of each library that a loader would open for the instance."""
    for layer in plan.chain:
        yield layer.name, layer.manifest, layer.library_path
    for driver in _used(plan):
        yield driver.manifest, driver.manifest, driver.library_path


def _request(scenario: Scenario) -> Request:
    application = scenario.application
    version = parse_loose(application.api_version) if application.api_version else None
    return Request(
        api_version=version if version and version.packed else None,
        layers=application.layers,
        extensions=application.extensions,
        portability=bool(application.flags & _PORTABILITY_FLAG),
        executable=application.executable,
    )


def _layer(layer: Layer) -> SeenLayer:
    return SeenLayer(layer.name, layer.api_version.packed, layer.implementation_version, layer.description)


def _extensions(rows: tuple[Extension, ...]) -> tuple[SeenExtension, ...]:
    return tuple(SeenExtension(row.name, row.spec_version) for row in rows)
