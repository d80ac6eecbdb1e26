"""Names that the Vulkan registry has, as policy tests ask for them, and what lookups answered. Never judges it."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from refloader.model.registry import Level, commands, extensions

Homes: TypeAlias = Sequence[str] | None
"""A lookup's answers in order; None where it could not be done."""


def core_commands(version: str, *levels: Level) -> list[str]:
    """The commands of the levels that the Vulkan version ("1.1") brought, sorted."""
    return [each.name for each in commands().values() if each.core == version and each.level in levels]


def commands_of_level(level: Level) -> list[str]:
    """All commands of the level, of whatever version or extension, sorted."""
    return [each.name for each in commands().values() if each.level == level]


def device_extensions() -> list[str]:
    """The names of all extensions of kind device, sorted."""
    return [name for name, each in extensions().items() if each.kind == "device"]


def commands_of_device_extensions() -> list[str]:
    """The commands of devices that only extensions of kind device brought, sorted."""
    of_devices = {*device_extensions()}
    found = [each for each in commands().values() if each.level == "device" and not each.core]
    return [each.name for each in found if of_devices.issuperset(each.extensions)]


def commands_of(extension: str) -> list[str]:
    """The commands that the extension brought."""
    return list(extensions()[extension].commands)


def rows(names: Iterable[str]) -> str:
    """The extensions as a mock's flag has them."""
    return ",".join(f"{name}:1" for name in names)


def missing(names: Sequence[str], homes: Homes) -> list[str]:
    """The names for which a lookup answered NULL."""
    return [name for name, home in _each(names, homes) if not home]


def present(names: Sequence[str], homes: Homes) -> list[str]:
    """The names for which a lookup answered with a pointer, or with nothing that can be known."""
    return [name for name, home in _each(names, homes) if home != ""]


def elsewhere(names: Sequence[str], homes: Homes, file: str) -> dict[str, str | None]:
    """The names whose pointer does not lie in the file, and where it lies."""
    return {name: home for name, home in _each(names, homes) if home != file}


def _each(names: Sequence[str], homes: Homes) -> Iterable[tuple[str, str | None]]:
    return zip(names, [None] * len(names) if homes is None else homes, strict=True)
