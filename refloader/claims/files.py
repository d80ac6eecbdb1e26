"""The files of a claim's subjects: the facts in the results, and whether the files on this machine still match.

Reads files, and never loads one.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from refloader.claims.document import File
from refloader.host.temporary import TemporaryFolder
from refloader.results.results_file import Kind, Subject
from refloader.sandbox.loader import identify_file
from refloader.suite.subjects.driver import driver_from
from refloader.suite.subjects.layer import layers_at
from refloader.suite.subjects.library_facts import library_facts
from refloader.suite.subjects.library_names import is_library


def recorded(subject: Subject) -> tuple[File, ...]:
    """Return the manifest and library of a subject as recorded in the results. Reference cores have none."""
    found: list[File] = []
    facts = subject.library or subject.facts.get("library")
    library = _library(facts if isinstance(facts, Mapping) else {})
    is_file = is_library(subject.path) or (library and library.path == subject.path)
    if subject.kind != "loader" and subject.path and subject.sha256 and not is_file:
        found.append(File("manifest", subject.path, subject.sha256, "during the run"))
    if library is None and subject.sha256 and not found:
        library = File("library", subject.path, subject.sha256, "during the run")
    return (*found, *([library] if library else []))


def _library(facts: Mapping[str, Any], known: Any = "during the run") -> File | None:
    """Convert the facts of ``library_facts`` to a File; None if there is no digest or a fact has the wrong type."""
    needed = facts.get("needed", [])
    texts = {name: facts.get(name, "") for name in ("path", "sha256", "build_id", "soname")}
    size = facts.get("size", 0)
    fits = isinstance(needed, list) and type(size) is int and all(isinstance(t, str) for t in texts.values())
    if not fits or not texts["sha256"] or not all(isinstance(each, str) for each in needed):
        return None
    return File("library", known=known, size=size, needed=tuple(needed), **texts)


def libraries_now(kind: Kind, path: str) -> tuple[File, ...]:
    """Return the current libraries of the manifest at a path, or the library at the path."""
    if kind == "loader" or is_library(path):
        paths = [os.path.realpath(path)]
    elif kind == "layer":
        paths = [each.library for each in layers_at(path)]
    else:
        paths = [driver_from(path).library]
    found = (_library(library_facts(each), "when packed") for each in dict.fromkeys(paths) if each)
    return tuple(each for each in found if each)


def completed(subject: Subject) -> tuple[File, ...]:
    """Return the ``recorded`` files. If the results have no library, add those of the manifest on this machine."""
    found = recorded(subject)
    if any(each.role == "library" for each in found) or not found:
        return found
    return (*found, *(libraries_now(subject.kind, subject.path) if is_here(found[0]) else ()))


def is_here(file: File) -> bool:
    """Return True if a file exists at its path on this machine, whatever its content."""
    return os.path.isabs(file.path) and os.path.isfile(file.path)


def replaced(files: Iterable[File]) -> Iterator[str]:
    """Yield the paths of files on this machine whose digest differs from the recorded one. Reads each file once."""
    digests: dict[str, str] = {}
    for each in files:
        if is_here(each):
            if each.path not in digests:
                digests[each.path] = identify_file(each.path)
            if digests[each.path] != each.sha256:
                yield each.path


def in_bundle(file: File, data: bytes) -> File:
    """Return the facts of a file's content in a bundle, for comparison with the claimed facts."""
    digest = hashlib.sha256(data).hexdigest()
    bare = File(file.role, file.path, digest, file.known, member=file.member)
    if file.role == "manifest":
        return bare
    with TemporaryFolder() as folder:
        path = os.path.join(folder, "library")
        with open(path, "xb") as out:
            out.write(data)
        found = _library(library_facts(path), file.known) or bare
    return replace(found, path=file.path, member=file.member)
