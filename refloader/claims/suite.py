"""Computes a digest of each part of the installed suite. Imports and runs nothing of the suite."""

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
_NO_JUDGES = frozenset(
    {"rules", "cli", "report", "claims", "template", "testing", "data", "probes", "__pycache__"}
)
"""Folders of the package that do not affect verdicts, and ``rules`` and ``probes``, which are in other parts."""

_C_SOURCES = (".c", ".h", ".S", ".inc", ".map", ".cmake", ".comp", ".vert", ".frag", ".ld")
"""Only checkouts have them; ``programs`` are built from them."""

_BUILT = ("lib", "mocks", "prober", "driver_prober", "loader_prober", "worker", "application")
_SCENARIOS = ("fixtures/scenarios", "fixtures/manifests")
"""The folders with the files of scenarios. Scenarios written in Python belong to the tests."""

Files = Iterable[tuple[str, str]]
"""Pairs of a name, which is the same on every machine, and a path."""


@cache
def installed() -> Suite:
    """Return the versions and the digests of this installation: tests, rules, judges, scenarios and programs.

    ``judges`` is the package's code that affects verdicts. The digest of the built programs depends on the compiler;
    the other digests are equal for equal versions.

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
    """Yield the package's sources that affect verdicts."""
    for name in os.listdir(_PACKAGE):
        path = os.path.join(_PACKAGE, name)
        if name not in _NO_JUDGES and os.path.isdir(path):
            files = (
                (f"{name}/{inner}", each) for inner, each in _below(path) if not each.endswith(_C_SOURCES)
            )
            yield from (file for file in files if not _is_built(file[1]))
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
