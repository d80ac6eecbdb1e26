"""Selections of names from the Vulkan registry for policy tests, and filters for the answers of lookup steps."""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from refloader.model.registry import Level, commands, extensions
from refloader.scenario.extension_dependencies import possible

Homes: TypeAlias = Sequence[str] | None
"""The answers of a lookup step in order: for each name the file that contains the pointer, "" for NULL.

None if the step could not be done.
"""


NEEDED_BY_DEVICES = ("VK_KHR_device_group_creation", "VK_KHR_display", "VK_KHR_surface")
"""The instance extensions that most device extensions need which depend on one."""


def core_commands(version: str, *levels: Level) -> list[str]:
    """Return the commands of these levels that the Vulkan version ("1.1") introduced, sorted."""
    return [each.name for each in commands().values() if each.core == version and each.level in levels]


def commands_of_level(level: Level) -> list[str]:
    """Return all commands of the level, of any version or extension, sorted."""
    return [each.name for each in commands().values() if each.level == level]


def device_extensions(beside: Collection[str] = NEEDED_BY_DEVICES) -> list[str]:
    """Return, sorted, the device extensions that a device of Vulkan 1.4 may enable together.

    ``beside`` are the instance extensions that are enabled.
    """
    return possible(
        [name for name, each in extensions().items() if each.kind == "device"], beside, version=(1, 4)
    )


def commands_of_device_extensions(beside: Collection[str] = NEEDED_BY_DEVICES) -> list[str]:
    """Return, sorted, the device-level commands that these extensions introduced, and no core version."""
    enabled = device_extensions(beside)
    found = [each for each in commands().values() if each.level == "device" and not each.core]
    return [each.name for each in found if {*each.extensions} <= {*enabled} or {*each.always} & {*enabled}]


def commands_of(extension: str) -> list[str]:
    """Return the commands that the extension introduced."""
    return list(extensions()[extension].commands)


def rows(names: Iterable[str]) -> str:
    """Return the extensions in the form of a mock's flag."""
    return ",".join(f"{name}:1" for name in names)


def missing(names: Sequence[str], homes: Homes) -> list[str]:
    """Return "no NAME" for each name for which the lookup returned NULL or could not be done."""
    return [f"no {name}" for name, home in _each(names, homes) if not home]


def present(names: Sequence[str], homes: Homes) -> list[str]:
    """Return the names for which the lookup returned a pointer or could not be done."""
    return [name for name, home in _each(names, homes) if home != ""]


def elsewhere(names: Sequence[str], homes: Homes, file: str) -> dict[str, str | None]:
    """Return the names whose pointer is not in the file, each with the file that contains it (None: not done)."""
    return {name: home for name, home in _each(names, homes) if home != file}


def places_of(names: Sequence[str], homes: Homes) -> dict[str, str | None]:
    """Return the file that contains the function of each name (None: not done)."""
    return dict(_each(names, homes))


def _each(names: Sequence[str], homes: Homes) -> Iterable[tuple[str, str | None]]:
    return zip(names, [None] * len(names) if homes is None else homes, strict=True)
