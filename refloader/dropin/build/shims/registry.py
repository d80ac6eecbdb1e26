"""Stands for model/registry: the same answers out of texts with one line for each extension and command.

The texts are made at build time; finding a line costs less than making two thousand objects at start-up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from refloader.dropin.build.shims.registry_rows import COMMANDS, EXTENSIONS, HEADER_VERSION, RESULTS


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


@cache
def extension(name: str) -> Extension | None:
    """The extension of that name, or None when the registry does not know it."""
    row = _row(EXTENSIONS, name)
    if row is None:
        return None
    kind, spec, platform, depends, promoted = row[:5]
    return Extension(
        name, kind, int(spec), tuple(row[5:]), platform or None, depends or None, promoted or None
    )


@cache
def command(name: str) -> Command | None:
    """The command of that name, or None when the registry does not know it."""
    row = _row(COMMANDS, name)
    if row is None:
        return None
    level, core, alias = row[:3]
    return Command(name, level, core or None, alias or None, tuple(row[3:]))


def _row(text: str, name: str) -> list[str] | None:
    """What follows the name on its line, split at tabs."""
    if "\n" in name or "\t" in name:
        return None
    start = text.find(f"\n{name}\t")
    if start < 0:
        return None
    return text[start + len(name) + 2 : text.index("\n", start + 1)].split("\t")


def header_version() -> str:
    """The version of the registry."""
    return HEADER_VERSION


@cache
def extensions() -> Mapping[str, Extension]:
    """Every extension by name."""
    return {name: each for name in _names(EXTENSIONS) if (each := extension(name))}


@cache
def instance_extensions() -> frozenset[str]:
    """The names of all extensions of kind instance."""
    return frozenset([name for name, row in extensions().items() if row.kind == "instance"])


@cache
def commands() -> Mapping[str, Command]:
    """Every command by name."""
    return {name: each for name in _names(COMMANDS) if (each := command(name))}


def _names(text: str) -> list[str]:
    return [line.partition("\t")[0] for line in text.split("\n") if line]


def results() -> Mapping[str, int]:
    """The value of every VkResult by its name."""
    return dict(RESULTS)
