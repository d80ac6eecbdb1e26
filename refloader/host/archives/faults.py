"""The faults of packages, and the limits on how much of a package is read."""

from dataclasses import dataclass

from refloader.model.reason import Severity

MEMBER = "!/"
"""What stands between the path of a package and that of a member in it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on how much of a package is read. A package that exceeds one is reported and not read any further.

    ``names`` is the maximum number of characters in all names and targets of links, which stay in memory.
    ``ratio`` is the maximum number of unpacked bytes per packed byte; it applies after ``ratio_from`` unpacked bytes.
    """

    members: int = 200_000
    names: int = 64 << 20
    unpacked: int = 4 << 30
    ratio: int = 200
    ratio_from: int = 64 << 20
    texts: int = 256 << 20
    libraries: int = 512 << 20


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a package. ``path`` is the path shown to the user: ``package.deb!/usr/share/x.json``.

    ``is_ours`` is for a package that cannot be read only because refloader lacks what reads it.
    """

    path: str
    fact: str
    severity: Severity = Severity.ERROR
    is_ours: bool = False


class PackageError(Exception):
    """A package, or one member, cannot be read (any further). Never propagates out of ``Reading``."""


class NoReaderError(PackageError):
    """A package that may be right: refloader reads no such format, or lacks a Python package for it."""
