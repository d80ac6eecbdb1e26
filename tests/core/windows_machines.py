"""A Windows in memory for the tests of its decisions: a registry from short rows, devices, files."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from refloader.core.search.environment import visible_environment
from refloader.core.search.places import driver_places, layer_places
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Place, Use
from refloader.model.plan import Plan
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Span
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.windows_registry import (
    Data,
    Registry,
    RegistryKey,
    RegistryValue,
    ValueType,
    registry_of,
)

HKLM = "HKEY_LOCAL_MACHINE"
HKCU = "HKEY_CURRENT_USER"
VULKAN = "SOFTWARE\\Khronos\\Vulkan"
WOW = "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan"
CLASS = f"{HKLM}\\SYSTEM\\CurrentControlSet\\Control\\Class"
EXPLICIT = f"{HKLM}\\{VULKAN}\\ExplicitLayers"
IMPLICIT = f"{HKLM}\\{VULKAN}\\ImplicitLayers"
DRIVERS = f"{HKLM}\\{VULKAN}\\Drivers"
ADAPTER = f"{CLASS}\\{{4d36e968-e325-11ce-bfc1-08002be10318}}"
COMPONENT = f"{CLASS}\\{{5c4c3332-344d-483c-8739-259e934c9cc8}}"

Row = tuple[str, str, str, Data]
"""The path of a key, the name of a value, its type and its data."""


def registry(*rows: Row) -> Registry:
    """The registry that holds these rows; each was read in a line of its own, from line 1 on."""
    keys: dict[str, list[RegistryValue]] = {}
    for line, (key, name, kind, data) in enumerate(rows, 1):
        value = RegistryValue(name, ValueType(kind), data, Span("export.reg", line, 1))
        keys.setdefault(key, []).append(value)
    made = [RegistryKey(key, tuple(values), Span("export.reg", 1)) for key, values in keys.items()]
    return registry_of(made, "export.reg")


def used(key: str, path: str) -> Row:
    """A value of a SOFTWARE key that has a manifest used."""
    return key, path, "REG_DWORD", 0


def windows(*rows: Row, **values: Any) -> Platform:
    """A Windows with this registry."""
    return Platform(System.WINDOWS, registry(*rows), **values)


def environment(
    platform: Platform,
    edition: Edition = Edition.E2026,
    *,
    elevated: bool = False,
    variables: Mapping[str, str] | None = None,
) -> Environment:
    """What a loader of the edition sees of a process there."""
    return visible_environment(
        variables or {}, elevated=elevated, executable="", edition=edition, platform=platform
    )


def searched(
    use: Use,
    edition: Edition,
    platform: Platform,
    *,
    bits: int = 64,
    elevated: bool = False,
    variables: Mapping[str, str] | None = None,
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The whole search for one use, and what is said of it."""
    seen = environment(platform, edition, elevated=elevated, variables=variables)
    build = Build(word_size=bits)
    if use is Use.DRIVER:
        return driver_places(seen, build, edition)
    return layer_places(seen, build, edition, use)


def paths(found: Sequence[Place]) -> list[str]:
    """The places by their paths."""
    return [place.path for place in found]


def layer(name: str = "VK_LAYER_TEST_one", library: str = ".\\one.dll", **keys: Any) -> bytes:
    """A layer manifest."""
    body = {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer",
        **keys,
    }
    return json.dumps({"file_format_version": "1.1.2", "layer": body}).encode()


def driver(library: str = ".\\driver.dll") -> bytes:
    """A driver manifest."""
    body = {"library_path": library, "api_version": "1.3.0"}
    return json.dumps({"file_format_version": "1.0.0", "ICD": body}).encode()


def plan_of(
    platform: Platform, files: dict[str, bytes], edition: Edition = Edition.E2026, **options: Any
) -> Plan:
    """What a loader decides there."""
    request = options.pop("request", Request())
    host = MemoryHost(files=files, system=platform, working_directory="C:\\work", **options)
    return decide(host, request, edition=edition)


def layers(plan: Plan) -> list[str]:
    """The names of the layers found."""
    return [outcome.layer.name for outcome in plan.layers]


def drivers(plan: Plan) -> list[str]:
    """The manifests of the drivers found."""
    return [outcome.driver.manifest for outcome in plan.drivers]


def only(reasons: tuple[Reason, ...], subject: str) -> Reason:
    """The one reason about a subject."""
    (reason,) = [each for each in reasons if each.subject == subject]
    return reason
