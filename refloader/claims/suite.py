"""A digest of the suite that is installed here, part by part. Imports and runs nothing of it."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import cache

import refloader
from refloader import __version__
from refloader.claims.document import Suite
from refloader.native.installed import folders
from refloader.rules import catalogue_version
from refloader.sandbox.loader import identify_file
from refloader.shipped import shipped
from refloader.suite.run.installed_suite import suite_folder

_PACKAGE = os.path.dirname(os.path.abspath(refloader.__file__))
_NO_JUDGES = frozenset({"rules", "cli", "report", "claims", "template", "testing", "data", "__pycache__"})
"""Folders of the package that have no part in a verdict, or are a part of their own."""

_BUILT = ("lib", "mocks", "prober", "driver_prober", "worker", "application")
_SCENARIOS = ("fixtures/scenarios", "fixtures/manifests")
"""The files that scenarios are made of; those that are written in Python are part of the tests."""

Files = Iterable[tuple[str, str]]
"""Names, as they are on every machine, and paths."""


@cache
def installed() -> Suite:
    """Versions, and a digest of the tests, rules, judges, scenarios and built programs of this installation.

    Programs differ between compilers; the other parts are the same wherever the same version is installed.

    Raises:
        HarnessError: the policy tests are not installed.
    """
    parts: dict[str, Files] = {
        "tests": _below(suite_folder()),
        "rules": _below(os.path.join(_PACKAGE, "rules")),
        "judges": _judges(),
        "scenarios": (each for folder in _SCENARIOS for each in _below(shipped(folder))),
        "programs": _programs(),
    }
    return Suite(__version__, catalogue_version(), {name: _digest(files) for name, files in parts.items()})


def _digest(files: Files) -> str:
    lines = sorted({f"{identify_file(path)}  {name}\n" for name, path in files})
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _below(folder: str) -> Iterator[tuple[str, str]]:
    for base, folders_here, names in os.walk(folder):
        folders_here[:] = [each for each in folders_here if each != "__pycache__"]
        for name in names:
            path = os.path.join(base, name)
            yield os.path.relpath(path, folder), path


def _judges() -> Iterator[tuple[str, str]]:
    """The package's sources that a verdict can rest on."""
    for name in os.listdir(_PACKAGE):
        path = os.path.join(_PACKAGE, name)
        if name not in _NO_JUDGES and os.path.isdir(path):
            yield from ((f"{name}/{inner}", each) for inner, each in _below(path) if not _is_built(each))
        elif name.endswith(".py"):
            yield name, path


def _programs() -> Iterator[tuple[str, str]]:
    places = ((name, folder) for name in _BUILT for folder in folders(name))
    return (
        (f"{name}/{inner}", path)
        for name, folder in places
        for inner, path in _below(folder)
        if _is_built(path)
    )


def _is_built(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False
