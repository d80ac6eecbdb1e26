"""Reads files of this machine that are meant for Windows, for example in a repository that is checked on Linux."""

import os
from functools import cached_property

from refloader.host.machines.real import RealHost
from refloader.host.port import SIZE_LIMIT, Content, Failure, Kind, Listing
from refloader.model.library import Library


class ForeignFiles(RealHost):
    """A ``RealHost`` that finds files by paths with either separator and in any letter case."""

    def kind(self, path: str) -> Kind:
        """The type of file at the path."""
        return super().kind(self.outside_path(path))

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder."""
        return super().list(self.outside_path(path))

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a file."""
        return super().read(self.outside_path(path), limit)

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a file."""
        return super().head(self.outside_path(path), size)

    def real_path(self, path: str) -> str:
        """The canonical path, with backslashes."""
        return super().real_path(self.outside_path(path)).replace("/", "\\")

    def library(self, path: str) -> Library | Failure:
        """The static facts of a library file."""
        return super().library(self.outside_path(path))

    def outside_path(self, path: str) -> str:
        """Return the path with slashes, spelled like an existing file if one matches in any letter case."""
        here = path.replace("\\", "/")
        if here == path or "\0" in here or os.path.lexists(here):
            return here
        found = "/" if here.startswith("/") else ""
        for part in (each for each in here.split("/") if each):
            found = f"{found}{'/' if found.strip('/') else ''}{self._as_there(found or '.', part)}"
        return found

    @cached_property
    def _spellings(self) -> dict[str, dict[str, str]]:
        """The names in the folders, by their letters alone. A folder is listed once, however many names it lacks."""
        return {}

    def _as_there(self, folder: str, name: str) -> str:
        """Return the name as it is spelled in the folder, or unchanged if the folder has no match."""
        if name in (".", "..") or os.path.lexists(os.path.join(folder, name)):
            return name
        if folder not in self._spellings:
            self._spellings[folder] = _by_letters(folder)
        return self._spellings[folder].get(name.casefold(), name)


def _by_letters(folder: str) -> dict[str, str]:
    try:
        names = sorted(os.listdir(folder), reverse=True)
    except (OSError, ValueError):
        return {}
    return {name.casefold(): name for name in names}
