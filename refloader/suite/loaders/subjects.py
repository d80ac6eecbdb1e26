"""The subjects that run scenarios: the reference and foreign loaders behind one interface. Gives no verdict."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Protocol

from refloader import __version__
from refloader.core.ages import variables
from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.model.system import System
from refloader.model.version import ApiVersion, api_version, parse_loose
from refloader.predict.prediction import predict
from refloader.rules import rule
from refloader.sandbox.loader import ForeignLoader, Identity
from refloader.sandbox.timeouts import SPENT, AdaptiveTimeout
from refloader.sandbox.wine.loader import WineLoader
from refloader.scenario.actions import EVERYTHING, STEPS, Action
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.suite.loaders.vulkan_1_0 import unknown_command

BUILT_IN, _WITHOUT_BUILT_IN = b"VK_LAYER_LUNARG_standard_validation", api_version(1, 2, 133)
_MEMBER = re.compile(r'"(\w+)"\s*:')
_NOBODY_CALLED = "the core opens no library and calls nobody"


class Subject(Protocol):
    """Something that runs scenarios. ``path`` is empty if the subject is no file."""

    @property
    def name(self) -> str:
        """The name in results."""
        ...

    @property
    def path(self) -> str:
        """The path of its file."""
        ...

    @property
    def edition(self) -> Edition:
        """The edition that it is tested against."""
        ...

    @property
    def version(self) -> str:
        """The version that it claims, empty if it claims none."""
        ...

    def observe(self, scenario: Scenario) -> Observation:
        """Run the scenario. Raises OSError if the machine has no room for it."""
        ...


class Feature(NamedTuple):
    """The first loader version that has a feature, and the source of that statement."""

    since: ApiVersion
    source: str


_DOCUMENTED = f"documented ({rule('ENV-MINVERSION-01')})"
_MEASURED = "no document gives a version; releases before it pass over it"
_SETTINGS = "vk_loader_settings.json"
_DIRECT = "VK_LUNARG_direct_driver_loading"


def _variables() -> Iterator[tuple[str, Feature]]:
    """Yield the variables of the table of ages, with the release that the documents name, else the first seen."""
    for each in variables():
        source = _DOCUMENTED if each.documented else _MEASURED
        yield each.name, Feature(api_version(*(each.documented or each.since)), source)


FEATURES: Mapping[str, Feature] = MappingProxyType(
    {
        **dict(_variables()),
        "VK_LOADER_DEBUG=driver": Feature(api_version(1, 3, 234), _DOCUMENTED),
        _DIRECT: Feature(api_version(1, 3, 241), _MEASURED),
        _SETTINGS: Feature(api_version(1, 3, 253), _MEASURED),
        f"additional_drivers in {_SETTINGS}": Feature(api_version(1, 4, 323), _MEASURED),
        f"device_configurations in {_SETTINGS}": Feature(api_version(1, 4, 323), _MEASURED),
    }
)
"""Variables, options, files, members of files and extensions that loaders learnt in later releases."""


def edition_of(version: str) -> Edition:
    """Return the edition that fits a loader's version; the newest if the version says nothing."""
    numbers = parse_loose(version) if version else None
    if numbers is None or numbers >= api_version(1, 3, 228):
        return LATEST
    if numbers < api_version(1, 1):
        return Edition.E2016
    return Edition.E2018 if numbers < api_version(1, 3) else Edition.E2022


def missing_feature(scenario: Scenario, version: str) -> str:
    """Return why a loader of this version cannot know what the scenario is about, or an empty string."""
    numbers = parse_loose(version) if version else None
    for name in needed(scenario) if numbers else ():
        feature = FEATURES[name]
        if numbers is not None and numbers < feature.since:
            return f"{name} is known from loader {feature.since} on ({feature.source}); this is {version}"
    return ""


def needed(scenario: Scenario) -> tuple[str, ...]:
    """Return those of ``FEATURES`` that the scenario is about."""
    files = (path.rpartition("/")[2] for path in scenario.files)
    options = (f"{name}={scenario.variables[name]}" for name in scenario.variables)
    used = {*scenario.variables, *options, *files, *_members(scenario), *_enabled(scenario)}
    return tuple(name for name in FEATURES if name in used)


def without_built_in(seen: Observation, scenario: Scenario, version: str) -> Observation:
    """Return the observation without the layer that loaders before 1.2.133 list on every machine.

    The layer consists of other layers, is not active by itself, and is irrelevant to all scenarios.
    """
    numbers = parse_loose(version) if version else None
    if numbers is None or numbers >= _WITHOUT_BUILT_IN or speaks_of_built_in(scenario):
        return seen
    layers = tuple(each for each in seen.layers if each.name.encode() != BUILT_IN)
    return seen if len(layers) == len(seen.layers) else replace(seen, layers=layers)


def speaks_of_built_in(scenario: Scenario) -> bool:
    """Return whether a file of the scenario is about the layer that ``without_built_in`` takes away."""
    return any(BUILT_IN in text for text in scenario.files.values())


def _members(scenario: Scenario) -> Iterator[str]:
    """Yield the members of entries in settings files, as ``FEATURES`` names them."""
    for path, data in scenario.files.items():
        if path.endswith(f"/{_SETTINGS}"):
            yield from (f"{each} in {_SETTINGS}" for each in _MEMBER.findall(data.decode("utf-8", "replace")))


def _enabled(scenario: Scenario) -> Iterator[str]:
    """Yield the extensions that the application enables, by itself or in a step, and the texts of its calls."""
    yield from scenario.application.extensions
    for action in scenario.actions:
        if action[0] in STEPS:
            yield from action[2].get("extensions", ())
            yield from _texts(action[2].get("args", ()))


def _texts(argument: object) -> Iterator[str]:
    """Yield the C strings among the arguments of a call, at whatever depth."""
    if isinstance(argument, Mapping):
        if isinstance(argument.get("text"), str):
            yield argument["text"]
        for each in argument.values():
            yield from _texts(each)
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from _texts(each)


@cache
def lacks_of(_loader: Identity, _edition: Edition) -> dict[str, bool]:
    """Return what the loader does nowhere, which all cases of a process find out once."""
    return {}


@dataclass(frozen=True, slots=True)
class Foreign:
    """A loader library, run in a subprocess by ``loader``; ``patience`` sets the timeouts.

    ``offers`` remembers by name whether the loader lists an extension that no document asks it to have, ``own``
    whether it lists a layer on every machine, ``lacks`` what it does nowhere (see ``unearned``).
    """

    name: str
    identity: Identity
    edition: Edition
    loader: ForeignLoader | WineLoader
    patience: AdaptiveTimeout = field(default_factory=AdaptiveTimeout)
    offers: dict[str, bool] = field(default_factory=dict)
    own: dict[str, bool] = field(default_factory=dict)
    lacks: dict[str, bool] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The real path of the library."""
        return self.identity.path

    @property
    def version(self) -> str:
        """The release by which the library is judged: its version, if a release has that."""
        return self.identity.version

    def observe(self, scenario: Scenario, actions: Sequence[Action] | None = None) -> Observation:
        """Run the scenario, unless it needs a newer loader or the library has stopped answering.

        ``actions`` replace those of the scenario.
        """
        reason = missing_feature(scenario, self.version) or unknown_command(scenario, self.path)
        if reason:
            return Observation("not covered", reason)
        if self.patience.doubtful:
            self.patience.restore()
            self.patience.spent = not self._answers_at_all()
        if self.patience.spent:
            return Observation("not covered", SPENT)
        if _DIRECT in _enabled(scenario) and not self._offers(_DIRECT):
            return Observation(
                "not covered", f"the loader does not list {_DIRECT}, so no application may enable it"
            )
        return self._asked(scenario, scenario.actions if actions is None else actions)

    def _asked(self, scenario: Scenario, actions: Sequence[Action]) -> Observation:
        with self.patience.measured() as answer:
            seen = self.loader.observe(scenario, timeout=self.patience.seconds, actions=actions)
            answer.came = seen.ended != "timeout"
        return self._without_own(without_built_in(seen, scenario, self.version), scenario)

    def _without_own(self, seen: Observation, scenario: Scenario) -> Observation:
        """Return the observation without layers of the loader's own: it lists them where no manifest names them.

        Whether it may, is judged by the answers to single calls; no other case is about them.
        """
        text = b"\n".join(scenario.files.values()) if seen.layers else b""
        own = [each for each in seen.layers if each.name.encode() not in text and self._is_own(each.name)]
        return replace(seen, layers=tuple(each for each in seen.layers if each not in own)) if own else seen

    def _is_own(self, layer: str) -> bool:
        """Return whether the loader lists a layer where there is another one, and where there is nothing."""
        if layer not in self.own:
            plain = self._plain_world()
            self.own[layer] = all(
                layer
                in self.loader.observe(each, timeout=self.patience.seconds, actions=EVERYTHING).layer_names
                for each in (plain, replace(plain, files={}, libraries={}))
            )
        return self.own[layer]

    def _answers_at_all(self) -> bool:
        """Return whether a plain world, one driver and one layer, gets an answer."""
        return self._in_a_plain_world().ended != "timeout"

    def _offers(self, extension: str) -> bool:
        """Return whether the loader lists this extension, or does not say what it lists."""
        if extension not in self.offers:
            seen = self._in_a_plain_world()
            listed = seen.ended == "ok" and seen.results.get("extensions") == 0
            self.offers[extension] = not listed or extension in seen.extension_names()
        return self.offers[extension]

    def _in_a_plain_world(self) -> Observation:
        return self._asked(self._plain_world(), EVERYTHING)

    def _plain_world(self) -> Scenario:
        """Return a machine with one driver and one layer."""
        world = World()
        world.on(System.WINDOWS if isinstance(self.loader, WineLoader) else System.LINUX)
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_plain")
        return world.scenario()


@dataclass(frozen=True, slots=True)
class Reference:
    """The core of one edition on a machine in memory. It opens no library, so it makes no trace."""

    edition: Edition = LATEST
    build: Build = field(default_factory=Build)

    @property
    def name(self) -> str:
        """The name in results: the core of each edition is a subject."""
        return f"reference-{self.edition.value}"

    @property
    def path(self) -> str:
        """An empty path: the core is no file."""
        return ""

    @property
    def version(self) -> str:
        """The version of this package."""
        return __version__

    def observe(self, scenario: Scenario) -> Observation:
        """Predict the scenario; what only opened libraries can show is not covered."""
        if any(action[0] in STEPS for action in scenario.actions):
            return Observation("not covered", _NOBODY_CALLED)
        return predict(scenario, self.edition, self.build).observation
