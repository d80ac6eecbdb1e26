"""What can be wrong with a package, and how much of one is read."""

from dataclasses import dataclass

from refloader.model.reason import Severity


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a package is read. A package that asks for more is told so and not read any further.

    ``ratio`` is how many bytes one packed byte may become; it counts once ``ratio_from`` bytes have come out.
    """

    members: int = 200_000
    unpacked: int = 4 << 30
    ratio: int = 200
    ratio_from: int = 64 << 20
    texts: int = 256 << 20
    libraries: int = 512 << 20


@dataclass(frozen=True, slots=True)
class Fault:
    """Something odd about a package. ``path`` is as people are told it: ``package.deb!/usr/share/x.json``."""

    path: str
    fact: str
    severity: Severity = Severity.ERROR


class PackageError(Exception):
    """A package, or one member, cannot be read (any further). Never leaves the readers."""
