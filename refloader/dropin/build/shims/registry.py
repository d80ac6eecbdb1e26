"""Replaces model/registry: the same data, in strings with one line for each extension and command.

The strings are generated at build time. Finding a line is cheaper than creating two thousand objects at start-up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from refloader.dropin.build.shims.registry_instances import INSTANCE_EXTENSIONS
from refloader.dropin.build.shims.registry_rows import COMMANDS, HEADER_VERSION, OTHER_EXTENSIONS, RESULTS


@dataclass(frozen=True, slots=True)
class Extension:
    """One registered extension."""

    name: str
    kind: str
    spec_version: int
    commands: tuple[str, ...]
    platform: str | None
    depends: str | None
    promoted_to: str | None


@dataclass(frozen=True, slots=True)
class Command:
    """One command, aliases included."""

    name: str
    level: str
    core: str | None
    alias: str | None
    extensions: tuple[str, ...]
    always: tuple[str, ...]


@cache
def extension(name: str) -> Extension | None:
    """Return the extension of that name, or None if the registry does not have it."""
    row = _row(INSTANCE_EXTENSIONS, name) or _row(OTHER_EXTENSIONS, name)
    if row is None:
        return None
    kind, spec, platform, depends, promoted = row[:5]
    return Extension(
        name, kind, int(spec), tuple(row[5:]), platform or None, depends or None, promoted or None
    )


@cache
def command(name: str) -> Command | None:
    """Return the command of that name, or None if the registry does not have it."""
    row = _row(COMMANDS, name)
    if row is None:
        return None
    level, core, alias = row[:3]
    added = tuple([each.removesuffix("?") for each in row[3:]])
    always = tuple([each for each in row[3:] if not each.endswith("?")])  # the others need something further
    return Command(name, level, core or None, alias or None, added, always)


def _row(text: str, name: str) -> list[str] | None:
    """Return the fields after the name on its line, or None if there is no such line."""
    if "\n" in name or "\t" in name:
        return None
    start = text.find(f"\n{name}\t")
    if start < 0:
        return None
    return text[start + len(name) + 2 : text.index("\n", start + 1)].split("\t")


def header_version() -> str:
    """Return the version of the registry."""
    return HEADER_VERSION


@cache
def extensions() -> Mapping[str, Extension]:
    """Return every extension by name."""
    names = sorted(_names(INSTANCE_EXTENSIONS) + _names(OTHER_EXTENSIONS))
    return {name: each for name in names if (each := extension(name))}


@cache
def instance_extensions() -> frozenset[str]:
    """Return the names of all instance extensions."""
    return frozenset(_names(INSTANCE_EXTENSIONS))


@cache
def commands() -> Mapping[str, Command]:
    """Return every command by name."""
    return {name: each for name in _names(COMMANDS) if (each := command(name))}


def _names(text: str) -> list[str]:
    return [line.partition("\t")[0] for line in text.split("\n") if line]


def results() -> Mapping[str, int]:
    """Return the value of every VkResult by its name."""
    return dict(RESULTS)
