"""The base class of hosts for folder trees: the caller supplies the process facts, the tree supplies the files."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TypeVar

from refloader.host.extras import CACHE, CACHE_LIMIT, Members
from refloader.host.machines.inside import WHITEOUT, Folder, Member, hidden
from refloader.host.machines.process_facts import SuppliedProcess
from refloader.host.machines.real import RealHost
from refloader.host.machines.repeated_folders import RepeatedFiles, RepeatedFolders, manifests_in
from refloader.host.no_links import Unlinked
from refloader.host.opening import failure
from refloader.host.port import ENTRY_LIMIT, SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.host.privacy import group_alone, privilege_of, who_alone
from refloader.model.library import Library, Symbols

Answer = TypeVar("Answer")

_DISK = RealHost({})
"""Reads the tree's files from the disk of this machine."""

_MOST_STEPS = 256
"""The most steps of a path whose folders are asked who may enter them; each is followed from the top."""


class TreeHost(SuppliedProcess):
    """A tree as a separate machine. Subclasses define the notation of its paths and where they start."""

    layout = ""
    """The recognised layout of the folder, as text for the user."""

    _entered = ("", "")
    """The folder that ``closed_to`` was last asked about a file in, and who alone may enter it."""

    @cached_property
    def _repeated(self) -> RepeatedFolders:
        return RepeatedFolders()

    @cached_property
    def _files(self) -> RepeatedFiles:
        return RepeatedFiles()

    def find(self, path: str) -> Folder | Member | Failure:
        """Resolve a path of the tree, links followed."""
        raise NotImplementedError

    def disk(self, path: str) -> Unlinked:
        """Return what opens the files of this machine to which ``path`` is resolved."""
        raise NotImplementedError

    def written(self, parts: Sequence[str], path: str) -> str:
        """Join the parts to which ``path`` was resolved into a path in the tree's notation."""
        raise NotImplementedError

    def kind(self, path: str) -> Kind:
        """The type of file at the path inside the tree."""
        found = self.find(path)
        if isinstance(found, Failure):
            return Kind.UNKNOWN if found.trouble in (Trouble.UNKNOWN, Trouble.DENIED) else Kind.MISSING
        return Kind.FOLDER if isinstance(found, Folder) else found.kind

    def list(self, path: str) -> Listing | Failure:
        """The names in a folder of the tree, from all its layers and mounts."""
        found = self._folder(path)
        if isinstance(found, Failure):
            return found
        names: dict[str, None] = {}
        truncated = False
        for index, place in enumerate(found.places):
            listing = self.disk(path).in_folder(place, _DISK.list)
            if isinstance(listing, Failure):
                return listing
            truncated = truncated or listing.truncated
            names.update(dict.fromkeys(name for name in listing.names if not hidden(found, index, name)))
        names.update(dict.fromkeys(each.name for each in found.mounts.values()))
        linked = self.written(found.parts, path) != path
        refusal = self._repeated.refusal(found, path, manifests_in(names)) if linked else None
        return refusal or Listing(tuple(names)[:ENTRY_LIMIT], truncated or len(names) > ENTRY_LIMIT)

    def members(self, path: str) -> Members | Failure:
        """The names in a folder of the tree, and which of them are folders, without a query for each name."""
        found = self._folder(path)
        if isinstance(found, Failure):
            return found
        names: dict[str, None] = {}
        folders: set[str] = set()
        for index, place in enumerate(found.places):
            listed = self.disk(path).in_folder(place, _listed)
            if isinstance(listed, Failure):
                return listed
            if len(found.places) == 1 and not found.mounts and not any(map(_is_whiteout, listed.names)):
                return listed  # of a folder of 100,000 names, another list counts
            shown = (name for name in listed.names if not hidden(found, index, name))
            names.update(dict.fromkeys(shown))
            folders.update(name for name in listed.folders if not hidden(found, index, name))
        mounted = [each.name for each in found.mounts.values()]
        names.update(dict.fromkeys(mounted))
        return Members(tuple(names), frozenset(folders.union(mounted)))

    def _folder(self, path: str) -> Folder | Failure:
        found = self.find(path)
        if isinstance(found, Member):
            return Failure(Trouble.MISSING if found.kind is Kind.MISSING else Trouble.NOT_A_FOLDER)
        return found

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a file of the tree."""
        found = self.find(path)
        linked = found.place if isinstance(found, Member) and self.written(found.parts, path) != path else ""
        refusal = self._files.refusal(linked, path) if linked else None
        if refusal is not None:
            return refusal
        answer = self._in_found(found, path, lambda place: _DISK.read(place, limit))
        if linked and isinstance(answer, Content):
            self._files.add(linked, path, answer.data)
        return answer

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a file of the tree."""
        return self._in_file(path, lambda place: _DISK.head(place, size))

    def library(self, path: str) -> Library | Failure:
        """The facts of a library file of the tree, under its path in the tree."""
        return self._inside(self._in_file(path, _DISK.library), path)

    def symbols(self, path: str) -> Symbols | Failure:
        """The symbols on which the loading of a library file of the tree depends."""
        return self._in_file(path, _DISK.symbols)

    def symbol_names(self, path: str) -> bytes:
        """All names of symbols of a library file of the tree."""
        names = self._in_file(path, _DISK.symbol_names)
        return b"" if isinstance(names, Failure) else names

    def linker_cache(self) -> bytes:
        """The content of the dynamic linker's cache; empty if there is none."""
        answer = self.read(CACHE, CACHE_LIMIT)
        return answer.data if isinstance(answer, Content) else b""

    def linked_with(self, path: str) -> Library | Failure:
        """The facts of a library file without its exports, which are slow to read."""
        return self._inside(self._in_file(path, _DISK.linked_with), path)

    def _inside(self, facts: Library | Failure, path: str) -> Library | Failure:
        return replace(facts, path=self.real_path(path)) if isinstance(facts, Library) else facts

    def _in_file(self, path: str, use: Callable[[str], Answer | Failure]) -> Answer | Failure:
        """Call ``use`` with a path of the file on this machine; return a failure if it is no regular file."""
        return self._in_found(self.find(path), path, use)

    def _in_found(
        self, found: Folder | Member | Failure, path: str, use: Callable[[str], Answer | Failure]
    ) -> Answer | Failure:
        """The same of what is found at the path."""
        if isinstance(found, Failure):
            return found
        if isinstance(found, Folder) or found.kind is Kind.OTHER:
            return Failure(Trouble.NOT_A_FILE)
        if found.kind is Kind.MISSING and "\0" not in path:
            return Failure(Trouble.MISSING)
        return self.disk(path).in_file(found.place, use)

    def real_path(self, path: str) -> str:
        """The canonical path inside the tree, or the path itself if there is none."""
        found = self.find(path)
        return path if isinstance(found, Failure) else self.written(found.parts, path)

    def closed_to(self, path: str, *, writing: bool = False) -> str:
        """Say who alone may open a file, by its mode and those of the folders that it lies in."""
        parts = [part for part in path.rstrip("/").split("/") if part != "."]
        folder = "/".join(parts[:-1])
        asked, who = self._entered
        if folder != asked:  # most files lie in the same folder as the one before
            who = self._who_enters(parts[:-1])
            self._entered = folder, who
        return who or self._who_alone(path, writing=writing)

    def _who_enters(self, parts: Sequence[str]) -> str:
        """Say who alone may enter one of the folders on the way to the last of these parts, and into it."""
        folders = ("/".join(parts[:end]) for end in range(2, min(len(parts) + 1, _MOST_STEPS)))
        return next(filter(None, map(self._who_alone, folders)), "")

    def _who_alone(self, path: str, *, writing: bool = False) -> str:
        place = self.outside_path(path)
        return who_alone(place, writing=writing) if place else ""

    def group_alone(self, path: str) -> int | None:
        """The group whose members alone may read and write a file besides its owner; None if others may as well."""
        place = self.outside_path(path)
        return group_alone(place) if place else None

    def privilege_of(self, program: str) -> str:
        """What gives a program of the tree elevated privileges if another user than its owner starts it."""
        place = self.outside_path(program)
        return privilege_of(place, own=False) if place else ""

    def outside_path(self, path: str) -> str | None:
        """Return the path on this machine for a path of the tree, links resolved inside; None if there is none."""
        found = self.find(path)
        if isinstance(found, Failure):
            return None
        if isinstance(found, Folder):
            return (found.places[0] or "/") if found.places else None
        return found.place or None


def _is_whiteout(name: str) -> bool:
    return name.startswith(WHITEOUT)


def _listed(path: str) -> Members | Failure:
    """Return the names in a folder of this machine, and which of them are folders; few are."""
    folders = set()
    try:
        with os.scandir(path) as entries:
            names = []
            for entry in islice(entries, ENTRY_LIMIT):
                names.append(entry.name)
                if entry.is_dir(follow_symlinks=False):
                    folders.add(entry.name)
            return Members(tuple(names), frozenset(folders))
    except OSError as error:
        return failure(error)
