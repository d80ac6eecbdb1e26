"""Finds the files for replaying a claimed subject: at the claimed path, at the user's path, or in the bundle.

Accepts only files with the claimed digests. Loads nothing.
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
"""The isolation that is required to run a library from a bundle."""

_KINDS: Mapping[str, Kind] = {"loader": "loader", "layer": "layer", "driver": "driver"}


class UnavailableError(Exception):
    """The subject's files are not available, or must not be run. The message is for the user."""


@dataclass(frozen=True, slots=True)
class Place:
    """The kind and path to pass to conform. ``is_copy`` is true for a copy without the original layout."""

    kind: Kind
    path: str
    is_copy: bool = False


def found(subject: Subject, own_name: str, bundle: Bundle, path: str, folder: str) -> Place:
    """Locate the subject: at ``path``, at the claimed path, or as a copy from the bundle in ``folder``.

    ``own_name`` is the subject's name in its own run.

    Raises:
        UnavailableError: the subject is not found, has another digest, or must not be run.
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
    """Return this installation's reference library. Raises UnavailableError if it is another build."""
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
    """Return True if the file at a path and its libraries have the claimed digests; False if none were claimed."""
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
    """Copy the subject from the bundle into ``folder``, in its original layout if that is possible.

    Otherwise the copied manifest is changed to name the copied library.
    """
    packed = {each.role: each for each in subject.files if each.member in bundle.names}
    library, manifest = packed.get("library"), packed.get("manifest")
    if library is None:
        raise UnavailableError(_nowhere(subject))
    why = _why_not_run(kind)
    if why:
        raise UnavailableError(f"its library is in the bundle and is not run: {why}")
    os.chmod(folder, 0o755)  # other users' processes have to read it
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
    """Return why a library from a bundle, which is untrusted, must not be run here, or an empty string."""
    if kind == "loader":
        return "no loader from a bundle is; unpack it and name it with --subject if you trust it"
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
    """Return the library's file name if it is a plain one, otherwise a default name."""
    name = os.path.basename(file.path)
    return name if _PLAIN.fullmatch(name) and is_library(name) else "library.so"


def _beside(manifest: bytes, file: File) -> tuple[str, ...] | None:
    """Return the parts of the library's path relative to the manifest; None if the layout cannot be reproduced."""
    try:
        [path] = {each["library_path"] for each in _named(_read(manifest))}
    except (UnavailableError, ValueError):
        return None
    parts = tuple(path.split("/"))
    plain = all(each in (".", "..") or _PLAIN.fullmatch(each) for each in parts)
    is_relative = 1 < len(parts) <= _DEEPEST and plain and is_library(path)
    return parts if is_relative and _PLAIN.fullmatch(os.path.basename(file.path)) else None


def _as_installed(folder: str, beside: tuple[str, ...], name: str, manifest: bytes, library: bytes) -> str:
    """Write the manifest and the library with their original relative paths and return the manifest's path.

    The manifest is placed deep enough that each ``..`` in ``beside`` stays inside ``folder``.
    """
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
    """Return the manifest with every library_path set to the library. Raises UnavailableError."""
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
    """Return the objects in a manifest that name the library. Raises UnavailableError unless it is exactly one."""
    entries = [root.get(key) for key in ("layer", "ICD")] if isinstance(root, dict) else []
    several = root.get("layers") if isinstance(root, dict) else None
    entries += several if isinstance(several, list) else []
    named = [each for each in entries if isinstance(each, dict) and isinstance(each.get("library_path"), str)]
    if len({each["library_path"] for each in named}) != 1:
        raise UnavailableError("the packed manifest does not name one library, so it cannot be laid out")
    return named


def unknown(subjects: Sequence[Subject], places: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names in ``places`` that are not the name of a subject."""
    names = {each.name for each in subjects}
    return tuple(name for name in places if name not in names)
