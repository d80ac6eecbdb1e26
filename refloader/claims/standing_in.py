"""Finds what a claimed subject can be replayed on: the same files here, where a user says, or the bundle's own.

Nothing is taken whose digest is not the one that was claimed. Loads nothing.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.claims.container import Bundle
from refloader.claims.document import File, Subject
from refloader.claims.files import libraries_now
from refloader.core.json import reader
from refloader.model.text import quote
from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError
from refloader.results.results_file import Kind
from refloader.sandbox import programs
from refloader.sandbox.loader import identify_file
from refloader.suite.subjects.library_names import is_library
from refloader.suite.subjects.request import CORES, LIBRARY

_PLAIN = re.compile(r"[A-Za-z0-9_+-][A-Za-z0-9._+-]{0,99}", re.ASCII)
_DEEPEST = 16
_ISOLATION = ("mount namespace, read-only", "process namespace", "no network")
"""What a library that came with a bundle is not run without."""

_KINDS: Mapping[str, Kind] = {"loader": "loader", "layer": "layer", "driver": "driver"}


class UnavailableError(Exception):
    """There is nothing here that the subject could be replayed on. The text is for the user."""


@dataclass(frozen=True, slots=True)
class Place:
    """What conform is to be given. ``is_copy`` tells a layout of the bundle's files from an installation."""

    kind: Kind
    path: str
    is_copy: bool = False


def found(subject: Subject, own_name: str, bundle: Bundle, path: str, folder: str) -> Place:
    """Where the subject is: at ``path``, where it was judged, or, laid out in ``folder``, in the bundle.

    ``own_name`` is what its own run calls it.

    Raises:
        UnavailableError: it is nowhere, or what is there is another file.
        OSError: the folder cannot be written.
    """
    kind = _KINDS.get(subject.kind)
    if kind is None:
        raise UnavailableError(f"{quote(subject.name)} is of no kind that can be run")
    if kind == "loader" and own_name in CORES and not subject.path:
        return Place(kind, own_name)
    if kind == "loader" and own_name == LIBRARY and not path:
        return _dropin(subject)
    if path or (os.path.isabs(subject.path) and _is_same(subject, kind, subject.path)):
        return _checked(subject, kind, os.path.abspath(path) if path else subject.path)
    return _laid_out(subject, kind, bundle, folder)


def _dropin(subject: Subject) -> Place:
    """The reference's library, where that of this installation is the same build."""
    try:
        library = dropin_library()
    except LoaderError as error:
        raise UnavailableError(str(error)) from error
    if identify_file(library) != subject.sha256:
        raise UnavailableError(
            f"the {LIBRARY} of this installation is another build: say where the claimed one is"
        )
    return Place("loader", LIBRARY)


def _checked(subject: Subject, kind: Kind, path: str) -> Place:
    if not os.path.isfile(path):
        raise UnavailableError(f"{quote(path)}: there is no such file")
    if not _is_same(subject, kind, path):
        raise UnavailableError(f"{quote(path)} or its library is not what was judged: the digests differ")
    return Place(kind, path)


def _is_same(subject: Subject, kind: Kind, path: str) -> bool:
    """Whether the file at a path and its libraries are the claimed ones; of nothing nothing can be said."""
    if not os.path.isfile(path):
        return False
    claimed = {each.role: set[str]() for each in subject.files}
    for each in subject.files:
        claimed[each.role].add(each.sha256)
    if "manifest" in claimed and identify_file(path) not in claimed["manifest"]:
        return False
    if "library" not in claimed:
        return "manifest" in claimed
    now = {each.sha256 for each in libraries_now(kind, path)}
    return bool(now) and (
        claimed["library"] <= now if "manifest" in claimed else bool(now & claimed["library"])
    )


def _laid_out(subject: Subject, kind: Kind, bundle: Bundle, folder: str) -> Place:
    """The bundle's own files, under a manifest that names the library where it lies now."""
    packed = {each.role: each for each in subject.files if each.member in bundle.names}
    library, manifest = packed.get("library"), packed.get("manifest")
    if library is None:
        raise UnavailableError(_nowhere(subject))
    why = _why_not_run(kind)
    if why:
        raise UnavailableError(f"its library is in the bundle and is not run: {why}")
    os.chmod(folder, 0o755)  # programs run by another user look at it
    data = bundle.read(library.member)
    if manifest is None:
        return Place(kind, _written(folder, _library_name(library), data), is_copy=True)
    text = bundle.read(manifest.member)
    beside = _beside(text, manifest)
    if beside is not None:
        name = os.path.basename(manifest.path)
        return _leading_to(library, Place(kind, _as_installed(folder, beside, name, text, data)))
    at = _written(folder, _library_name(library), data)
    own = _written(folder, "manifest.json", _with_library(text, at))
    return _leading_to(library, Place(kind, own, is_copy=True))


def _leading_to(library: File, place: Place) -> Place:
    """The place, if what would be run there is the bundle's library. Raises UnavailableError."""
    if {each.sha256 for each in libraries_now(place.kind, place.path)} != {library.sha256}:
        raise UnavailableError("the packed manifest leads to another library than the packed one")
    return place


def _why_not_run(kind: Kind) -> str:
    """Why a library that came with a bundle, from whomever, is not run here, or an empty string."""
    if kind == "loader":  # the worlds that loaders are shown have the machine's network
        return "loaders are run with a network; unpack it and name it with --subject if you trust it"
    held = programs.isolation()
    lacking = [each for each in _ISOLATION if not any(every.endswith(each) for every in held)]
    return f"this machine cannot keep it from harm: {'; '.join(held)}" if lacking else ""


def _nowhere(subject: Subject) -> str:
    if not subject.files:
        return "the results have no digest of it, so nothing here can be told to be it"
    there = quote(subject.path or subject.name)
    return (
        f"{there} is not here as it was judged, nor in the bundle: say where it is with --subject NAME=PATH"
    )


def _library_name(file: File) -> str:
    """The file's own name where that is a plain one."""
    name = os.path.basename(file.path)
    return name if _PLAIN.fullmatch(name) and is_library(name) else "library.so"


def _beside(manifest: bytes, file: File) -> tuple[str, ...] | None:
    """The parts of the way from the manifest to its library, where they can be laid out as they were installed."""
    try:
        [path] = {each["library_path"] for each in _named(_read(manifest))}
    except (UnavailableError, ValueError):
        return None
    parts = tuple(path.split("/"))
    plain = all(each in (".", "..") or _PLAIN.fullmatch(each) for each in parts)
    is_relative = 1 < len(parts) <= _DEEPEST and plain and is_library(path)
    return parts if is_relative and _PLAIN.fullmatch(os.path.basename(file.path)) else None


def _as_installed(folder: str, beside: tuple[str, ...], name: str, manifest: bytes, library: bytes) -> str:
    """Lay out both as they were; each step up finds a folder that is ours."""
    at = os.path.join(folder, *(["in"] * beside.count("..")))
    os.makedirs(at, exist_ok=True)
    place = os.path.normpath(os.path.join(at, *beside))
    os.makedirs(os.path.dirname(place), exist_ok=True)
    _written(os.path.dirname(place), os.path.basename(place), library)
    return _written(at, name, manifest)


def _written(folder: str, name: str, data: bytes) -> str:
    path = os.path.join(folder, name)
    with open(path, "xb") as file:
        file.write(data)
    os.chmod(path, 0o644)
    return path


def _with_library(manifest: bytes, library: str) -> bytes:
    """The manifest with every library_path leading to the library. Raises UnavailableError."""
    try:
        root = _read(manifest)
    except ValueError:
        raise UnavailableError("the packed manifest is no JSON, so it leads to no library") from None
    for each in _named(root):
        each["library_path"] = library
    return json.dumps(root).encode()


def _read(manifest: bytes) -> Any:
    """What judges read in a manifest: of a key that is there twice the first one. Raises ValueError."""
    document = reader.read(manifest)
    if not document.valid:
        raise ValueError("no JSON")
    return document.value


def _named(root: Any) -> list[dict[str, Any]]:
    """What in a manifest names the library. Raises UnavailableError where it is not one library."""
    entries = [root.get(key) for key in ("layer", "ICD")] if isinstance(root, dict) else []
    several = root.get("layers") if isinstance(root, dict) else None
    entries += several if isinstance(several, list) else []
    named = [each for each in entries if isinstance(each, dict) and isinstance(each.get("library_path"), str)]
    if len({each["library_path"] for each in named}) != 1:
        raise UnavailableError("the packed manifest does not name one library, so it cannot be laid out")
    return named


def unknown(subjects: Sequence[Subject], places: Mapping[str, Any]) -> tuple[str, ...]:
    """The names among the places that no subject has."""
    names = {each.name for each in subjects}
    return tuple(name for name in places if name not in names)
