"""The commands, extensions, results and extending structures of the Vulkan registry. Does not read vk.xml.

The data are ``generated/registry.json``, written by ``tools/generate.py``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from types import MappingProxyType
from typing import Any, Literal

Kind = Literal["instance", "device"]
Level = Literal["global", "instance", "physical device", "device"]


@dataclass(frozen=True, slots=True)
class Extension:
    """One registered extension. ``depends`` and ``promoted_to`` are expressions in the registry's syntax."""

    name: str
    kind: Kind
    spec_version: int
    commands: tuple[str, ...]
    platform: str | None
    depends: str | None
    promoted_to: str | None


@dataclass(frozen=True, slots=True)
class Command:
    """One command or alias.

    ``level`` follows from the first parameter (so vkGetInstanceProcAddr is of level instance); ``core`` is
    the Vulkan version that added the command, as in "1.1", or None; ``extensions`` are those that add it,
    and ``always`` those of them that do so without a further extension or version.
    """

    name: str
    level: Level
    core: str | None
    alias: str | None
    extensions: tuple[str, ...]
    always: tuple[str, ...] = ()


def extension(name: str) -> Extension | None:
    """Return the extension with this name, or None if the registry does not have it."""
    return extensions().get(name)


def command(name: str) -> Command | None:
    """Return the command with this name, or None if the registry does not have it."""
    return commands().get(name)


def structure_core(name: str) -> str | None:
    """Return the Vulkan version that brought a structure for pNext, as in "1.1"; None if none did."""
    found: str | None = _data()["structures"].get(name)
    return found


def header_version() -> str:
    """Return the version of the registry, as in "1.4.366"."""
    return str(_data()["header_version"])


@cache
def extensions() -> Mapping[str, Extension]:
    """Return every extension by name, sorted by name."""
    return MappingProxyType({name: _extension(name, row) for name, row in _data()["extensions"].items()})


@cache
def instance_extensions() -> frozenset[str]:
    """Return the names of all instance extensions."""
    return frozenset(name for name, row in extensions().items() if row.kind == "instance")


@cache
def commands() -> Mapping[str, Command]:
    """Return every command by name, sorted by name."""
    return MappingProxyType({name: _command(name, row) for name, row in _data()["commands"].items()})


@cache
def results() -> Mapping[str, int]:
    """Return the value of every VkResult by name, as in "VK_INCOMPLETE": 5."""
    return MappingProxyType(dict(_data()["results"]))


@cache
def _data() -> dict[str, Any]:
    text = (get_data("refloader.model", "generated/registry.json") or b"").decode("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def _extension(name: str, row: dict[str, Any]) -> Extension:
    return Extension(
        name=name,
        kind=row["type"],
        spec_version=row["spec_version"],
        commands=tuple(row["commands"]),
        platform=row["platform"],
        depends=row["depends"],
        promoted_to=row["promoted_to"],
    )


def _command(name: str, row: dict[str, Any]) -> Command:
    return Command(
        name=name,
        level=row["level"],
        core=row["core"],
        alias=row["alias"],
        extensions=tuple(row["extensions"]),
        always=tuple(row["always"]),
    )
