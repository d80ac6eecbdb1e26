"""A scenario as data, and a builder with plain defaults. Runs nothing and does not touch the disk."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from refloader.model.paths import PathRules
from refloader.model.place import Use
from refloader.model.platform import Device
from refloader.model.system import System
from refloader.model.text import quote
from refloader.model.version import parse_loose
from refloader.model.windows_registry import Data
from refloader.scenario import actions, defaults
from refloader.scenario.actions import EVERYTHING, Action
from refloader.scenario.platform import Entry, HostPlatform, is_plain

HOME = "/home/user"
WORKING_FOLDER = "/world"
"""The application's working folder, to which a relative path in a variable is relative."""

DRIVERS = "/usr/share/vulkan/icd.d"
EXPLICIT_LAYERS = "/usr/share/vulkan/explicit_layer.d"
IMPLICIT_LAYERS = "/usr/share/vulkan/implicit_layer.d"
OVERRIDE_LAYER = "VK_LAYER_LUNARG_override"

Mock = Literal[
    "layer",
    "layer_v0",
    "layer_v1",
    "layer_v2",
    "layer_renamed",
    "layer_early",
    "layer_two",
    "layer_driver",
    "driver",
    "driver_v0",
    "driver_v2",
    "driver_v6",
    "driver_v7",
    "driver_both",
]

Privilege = Literal["none", "setgid", "setuid", "capabilities"]
"""The attribute of the program's file that gives the application more privilege than its user has."""

_MOCKS = frozenset(get_args(Mock))
_AUTOMATIC = object()
_LONGEST_PATH = 4096


class ScenarioError(ValueError):
    """A scenario whose text is invalid, or whose values no machine can have."""


@dataclass(frozen=True, slots=True)
class Library:
    """A copy of a mock library and the flags in the file beside it. Only the harness may set the flag ``trace``."""

    mock: Mock
    flags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Application:
    """What the application passes to vkCreateInstance, and the virtual path of its program."""

    api_version: str = "1.0.0"
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    flags: int = 0
    executable: str = ""

    @property
    def packed_version(self) -> int | None:
        """The number in VkApplicationInfo::apiVersion, None if there is no VkApplicationInfo."""
        version = parse_loose(self.api_version) if self.api_version else None
        return version.packed if version else None


@dataclass(frozen=True, slots=True)
class Scenario:
    """Files, variables, libraries, links, privilege, an application and its actions. Paths are virtual and absolute.

    Raises:
        ScenarioError: two things share a path, or a path, a variable or a flag cannot exist.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=lambda: {"HOME": HOME})
    libraries: Mapping[str, Library] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    application: Application = field(default_factory=Application)
    privilege: Privilege = "none"
    actions: tuple[Action, ...] = EVERYTHING
    note: str = ""
    situation: HostPlatform = field(default_factory=HostPlatform)

    def __post_init__(self) -> None:
        for name in ("files", "variables", "libraries", "links"):
            object.__setattr__(self, name, dict(getattr(self, name)))
        for problem in _problems(self):
            raise ScenarioError(problem)

    @property
    def elevated(self) -> bool:
        """True if the application runs with more privilege than its user has."""
        return self.privilege != "none"

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path at which the scenario puts something, including the program and the libraries' flags."""
        flags = (f"{path}.flags" for path in self.libraries)
        program = self.application.executable
        extra = (program,) if program and program not in self.files else ()
        return (*self.files, *self.libraries, *flags, *self.links, *extra)


class World:
    """Builds a scenario. What is not set has a plain default; a new world has no driver.

    A method that adds a manifest returns its virtual path. Further keyword arguments set keys of the manifest's
    object; the value None omits a key. ``mock=None`` adds no library. On Windows ``registered`` is the registry key
    under which the manifest is entered: True for the default key, False for none.
    """

    def __init__(self, homes: Mapping[Use, str] | None = None) -> None:
        """``homes`` replaces the default folders on Linux, by use."""
        self._homes = homes or {}
        self._files: dict[str, bytes] = {}
        self._variables = {"HOME": HOME}
        self._libraries: dict[str, Library] = {}
        self._links: dict[str, str] = {}
        self._application = Application()
        self._privilege: Privilege = "none"
        self._note = ""
        self._situation = HostPlatform()

    def driver(
        self,
        name: str = "plain",
        *,
        folder: str = "",
        file: str = "",
        registered: bool | str = True,
        mock: Mock | None = "driver",
        flags: Mapping[str, str] | None = None,
        file_format_version: str | None = "1.0.0",
        **keys: object,
    ) -> str:
        """Add a driver's manifest and, beside it, its library (``lib<name>.so`` on Linux)."""
        folder = self._folder(folder, Use.DRIVER)
        library = self._library(self._beside(folder, name), mock, {"name": name}, flags)
        body = {"library_path": library, "api_version": "1.3.0", **keys}
        path = self._manifest(self._join(folder, file or f"{name}.json"), file_format_version, "ICD", body)
        return self._registered(path, Use.DRIVER, registered)

    def explicit_layer(
        self,
        name: str,
        *,
        folder: str = "",
        file: str = "",
        registered: bool | str = True,
        use: Use = Use.EXPLICIT,
        mock: Mock | None = "layer",
        flags: Mapping[str, str] | None = None,
        file_format_version: str | None = "1.1.2",
        **keys: object,
    ) -> str:
        """Add a layer that the application has to enable.

        On Android, which has no manifests, add only its library, by default one with introspection functions.
        """
        folder = self._folder(folder, use)
        if not self._situation.system.has_manifests:
            path = self._join(folder, file or defaults.library_name(self._situation, name))
            return self._library(path, "layer_v0" if mock == "layer" else mock, {"name": name}, flags)
        library = self._library(self._beside(folder, name), mock, {"name": name}, flags)
        body = {**_layer_keys(name), "library_path": library, **keys}
        path = self._manifest(self._join(folder, file or f"{name}.json"), file_format_version, "layer", body)
        return self._registered(path, use, registered)

    def implicit_layer(
        self,
        name: str,
        *,
        disable_environment: object = _AUTOMATIC,
        **options: Any,
    ) -> str:
        """Add a layer that is enabled unless ``DISABLE_<name>=1`` is set; options as for ``explicit_layer``."""
        switch = {f"DISABLE_{name}": "1"} if disable_environment is _AUTOMATIC else disable_environment
        return self.explicit_layer(name, use=Use.IMPLICIT, disable_environment=switch, **options)

    def meta_layer(
        self,
        name: str,
        *,
        components: Sequence[str],
        implicit: bool = False,
        **options: Any,
    ) -> str:
        """Add a meta-layer, which has component layers and no library; options as for the other layers."""
        kind: dict[str, Any] = {"mock": None, "library_path": None, "component_layers": list(components)}
        if implicit:
            return self.implicit_layer(name, **{**kind, **options})
        return self.explicit_layer(name, **{**kind, **options})

    def override_layer(
        self,
        *,
        components: Sequence[str] = (),
        blacklist: Sequence[str] | None = None,
        app_keys: Sequence[str] | None = None,
        override_paths: Sequence[str] | None = None,
        **options: Any,
    ) -> str:
        """Add the override layer: the implicit meta-layer that layer configurators write."""
        keys = {"blacklisted_layers": blacklist, "app_keys": app_keys, "override_paths": override_paths}
        options = {"file": "VkLayer_override.json", **keys, **options}
        return self.meta_layer(OVERRIDE_LAYER, components=components, implicit=True, **options)

    def file(self, path: str, content: bytes | str | Mapping[str, object]) -> str:
        """Put a file with bytes, text or a JSON object at a path, replacing an earlier file."""
        if isinstance(content, Mapping):
            content = json.dumps(content, indent=2)
        if isinstance(content, str):
            content = content.encode("utf-8", "surrogateescape")
        self._files[path] = content
        return path

    def library(self, path: str, mock: Mock, flags: Mapping[str, str] | None = None) -> str:
        """Put a copy of a mock library at a path."""
        self._libraries[path] = Library(mock, dict(flags or {}))
        return path

    def link(self, path: str, target: str) -> str:
        """Put a symbolic link at a path."""
        self._links[path] = target
        return path

    def variable(self, name: str, value: str | None) -> None:
        """Set an environment variable, or unset it with None."""
        self._variables.pop(name, None)
        if value is not None:
            self._variables[name] = value

    def application(
        self,
        *,
        api: str = "1.0.0",
        layers: Sequence[str] = (),
        extensions: Sequence[str] = (),
        flags: int = 0,
        executable: str = "",
    ) -> None:
        """Set what the application requests, replacing an earlier request."""
        self._application = Application(api, tuple(layers), tuple(extensions), flags, executable)

    def elevate(self, kind: Privilege = "setuid") -> None:
        """Give the application more privilege than its user has, by this attribute of its program's file."""
        self._privilege = kind

    def on(self, system: System, *, bits: int = 64) -> None:
        """Set the operating system and the application's pointer size. Call this before anything is added."""
        self._situation = replace(self._situation, system=system, bits=bits)

    def platform(self, **values: Any) -> None:
        """Set other members of ``HostPlatform`` by name: bundle, debuggable, adapters and so on."""
        self._situation = replace(self._situation, **values)

    def registry(self, key: str, name: str, type: str = "REG_DWORD", data: Data = 0) -> None:
        """Set a value of a registry key, replacing an earlier value of that name."""
        entry = Entry(key, name, type, data)
        self._situation = replace(self._situation, registry=(*self._situation.registry, entry))

    def device(self, key: str, *, component: bool = False, luid: int | None = None) -> None:
        """Add a display adapter or, with ``component``, a software component that has this registry key."""
        device = Device(key, component, luid)
        self._situation = replace(self._situation, devices=(*self._situation.devices, device))

    def package(self, folder: str) -> None:
        """Add the folder in which one of the well-known packages is installed."""
        self._situation = replace(self._situation, packages=(*self._situation.packages, folder))

    def note(self, text: str) -> None:
        """Set the description of the scenario."""
        self._note = text

    def scenario(self) -> Scenario:
        """Return the scenario as built so far. Raises ScenarioError."""
        return Scenario(
            files=dict(self._files),
            variables=dict(self._variables),
            libraries=dict(self._libraries),
            links=dict(self._links),
            application=self._application,
            privilege=self._privilege,
            note=self._note,
            situation=self._situation,
        )

    def _folder(self, folder: str, use: Use) -> str:
        on_linux = self._situation.system is System.LINUX  # the folders of a profile are Linux paths
        return folder or (on_linux and self._homes.get(use)) or defaults.folder(self._situation, use)

    def _beside(self, folder: str, name: str) -> str:
        return self._join(folder, defaults.library_name(self._situation, name))

    def _join(self, folder: str, name: str) -> str:
        return self._situation.paths.join(folder, name)

    def _registered(self, path: str, use: Use, registered: bool | str) -> str:
        """Return the manifest's path; on Windows, enter it under the given registry key or the default one."""
        if registered and self._situation.system is System.WINDOWS:
            self.registry(
                registered if isinstance(registered, str) else defaults.key(self._situation, use), path
            )
        return path

    def _library(
        self, path: str, mock: Mock | None, default: Mapping[str, str], flags: Mapping[str, str] | None
    ) -> str:
        if mock is not None:
            self.library(path, mock, {**default, **(flags or {})})
        return path

    def _manifest(self, path: str, version: str | None, kind: str, body: Mapping[str, object]) -> str:
        said = {key: value for key, value in body.items() if value is not None}
        head = {} if version is None else {"file_format_version": version}
        return self.file(path, {**head, kind: said})


def _layer_keys(name: str) -> dict[str, object]:
    return {
        "name": name,
        "type": "GLOBAL",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer for tests",
    }


def _problems(scenario: Scenario) -> Iterator[str]:
    """Yield the reasons why the scenario cannot exist; ``Scenario`` raises the first."""
    application = scenario.application
    if application.api_version and parse_loose(application.api_version) is None:
        yield f"{quote(application.api_version)} is not an API version"
    if not 0 <= application.flags < 1 << 32:
        yield f"the flags {application.flags} are not a 32-bit number"
    for name, value in scenario.variables.items():
        if not name or "=" in name or not _is_c_string(name) or not _is_c_string(value):
            yield f"the variable {quote(name)} cannot be set to {quote(value)}"
    for text in (*application.layers, *application.extensions, *scenario.links.values()):
        if not _is_c_string(text):
            yield f"{quote(text)} cannot be given to a C interface"
    if scenario.privilege not in get_args(Privilege):
        yield f"there is no privilege called {quote(scenario.privilege)}"
    yield from _library_problems(scenario)
    yield from actions.problems(scenario.actions)
    yield from scenario.situation.problems()
    yield from _path_problems(scenario.paths, scenario.situation.paths)


def _library_problems(scenario: Scenario) -> Iterator[str]:
    for path, library in scenario.libraries.items():
        if library.mock not in _MOCKS:
            yield f"{quote(path)}: there is no mock called {quote(library.mock)}"
        for name, value in library.flags.items():
            if name == "trace" or "=" in name or "\n" in name + value or not _is_c_string(name + value):
                yield f"{quote(path)}: the flag {quote(name)} cannot be set to {quote(value)}"


def _path_problems(paths: Sequence[str], rules: PathRules) -> Iterator[str]:
    seen: set[str] = set()
    for path in paths:
        if len(path) > _LONGEST_PATH or not _is_c_string(path) or not is_plain(path, rules):
            yield f"{quote(path)} is not a plain absolute path of at most {_LONGEST_PATH} characters"
        if rules.identity(path) in seen:
            yield f"two things are at {quote(path)}"
        seen.add(rules.identity(path))
    folders: set[str] = set()
    for path in paths:
        parent = rules.split(rules.identity(path))[0]
        while parent and parent not in folders:
            folders.add(parent)
            if parent in seen:
                yield f"{quote(parent)} cannot both be a file and hold {quote(path)}"
            parent = rules.split(parent)[0]


def _is_c_string(text: str) -> bool:
    if text.isascii():
        return "\0" not in text
    try:
        return b"\0" not in text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
