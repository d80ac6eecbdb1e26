"""What a configuration says, as values: each knows the file and the place that it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from os.path import abspath, dirname, relpath

from refloader.model.reason import Severity

SCHEMA = "refloader.config/1"
"""What ``schema`` in a file says, if it says anything."""

KEYS: Mapping[str, Mapping[str, type]] = {
    "subjects": {"manifests": list, "loaders": list, "layers": list, "drivers": list},
    "lint": {"loaders": str},
    "conform": {"expect": list, "baseline": str, "require": str},
}
"""The tables with fixed keys, and whether each key holds a text or an array of texts."""

OF_IGNORE = {"rule": True, "reason": True, "expires": True, "path": False}
"""The keys of an entry of ``[[ignore]]``, and whether it needs them."""

TOP = ("schema", *KEYS, "severity", "ignore")
SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class At:
    """A place in a file; line and column count from 1."""

    path: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{relative(self.path)}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a key such as ``conform.require``; the paths in it are relative to the folder of the file."""

    key: str
    value: str | tuple[str, ...]
    at: At


@dataclass(frozen=True, slots=True)
class Rated:
    """The severity that findings of a rule have."""

    rule: str
    severity: Severity
    at: At


@dataclass(frozen=True, slots=True)
class Ignore:
    """Findings that do not count until a day: those of a rule, in files that match ``path`` if it is not empty."""

    rule: str
    path: str
    reason: str
    expires: str
    at: At

    def has_expired(self, day: str) -> bool:
        """Return whether it no longer applies on a day, written as 2026-12-31."""
        return self.expires < day

    @property
    def folder(self) -> str:
        """The folder of the configuration, from which ``path`` counts."""
        return dirname(abspath(self.at.path))


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a file. ``nearest`` is the right key that may be meant, empty if none is near."""

    at: At
    message: str
    nearest: str = ""

    def __str__(self) -> str:
        return f"{self.at}: {self.message}{f'; did you mean {self.nearest}?' if self.nearest else ''}"


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration, of one file or of several: the values of the nearest file come first."""

    files: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    severities: Mapping[str, Rated] = field(default_factory=dict)
    ignores: tuple[Ignore, ...] = ()
    faults: tuple[Fault, ...] = ()

    def over(self, farther: "Config") -> "Config":
        """Return this configuration, with what it does not say taken from one that is farther away."""
        return Config(
            (*self.files, *farther.files),
            {**farther.values, **self.values},
            {**farther.severities, **self.severities},
            (*self.ignores, *farther.ignores),
            (*self.faults, *farther.faults),
        )


def relative(path: str) -> str:
    """Return a path from the working folder if it lies below it, else as it is."""
    near = relpath(path)
    return path if near.startswith("..") else near
