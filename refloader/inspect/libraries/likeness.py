"""Finds the library whose name a missing one nearly has."""

from collections.abc import Iterable
from itertools import islice

from refloader.core.manifests.library_path import LibraryForm, candidates, library_form
from refloader.host.port import Host, Listing
from refloader.inspect.libraries.near_names import near_names
from refloader.model.system import System

_CLOSE = 0.85
"""How like a name is that is taken for a misspelt one."""

_MOST = 2000
"""The most names that are compared."""

_MOST_MISSING = 10
"""The most missing libraries of a machine for which one of nearly the name is looked for."""

_SUFFIXES = (".so", ".dylib", ".dll")


def nearest_name(name: str, names: Iterable[str]) -> str:
    """Return the library among the names of a folder whose name is nearly a given one; empty if there is none."""
    others = [each for each in islice(names, _MOST) if each != name and _is_library(each)]
    return next(iter(near_names(name, others, 1, _CLOSE)), "") if others else ""


def _is_library(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES) or ".so." in name


class Spellings:
    """The names in the folders of a host by their lower-case form. Lists each folder once."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._system = host.platform().system
        self._names: dict[str, dict[str, str]] = {}
        self._compared = 0

    def beside(self, library_path: str, manifest: str) -> str:
        """Return the file beside a missing one that has its name in another letter case, or nearly; else empty."""
        paths = self._system.paths
        if library_form(library_path, paths) is LibraryForm.BARE or self._system is System.WINDOWS:
            return ""
        for path in candidates(library_path, manifest, (), paths):
            folder, name = paths.split(path)
            names = self._names_in(folder or "/")
            if (other := names.get(name.lower())) and other != name:  # else a link that leads nowhere
                return paths.join(folder, other)
            self._compared += 1  # of many missing ones, each would be compared with all
            if near := nearest_name(name, names.values() if self._compared <= _MOST_MISSING else ()):
                return paths.join(folder, near)
        return ""

    def _names_in(self, folder: str) -> dict[str, str]:
        if folder not in self._names:
            listing = self._host.list(folder)
            names = listing.names if isinstance(listing, Listing) else ()
            self._names[folder] = {name.lower(): name for name in reversed(names)}
        return self._names[folder]
