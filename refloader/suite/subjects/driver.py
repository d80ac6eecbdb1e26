"""A driver as a subject: reads its manifest and finds its library. Opens no library."""

import os
from dataclasses import dataclass

from refloader.core.json import reader
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.library_path import has_origin
from refloader.host.machines.real import RealHost
from refloader.host.opening import Remembered
from refloader.host.port import Content, Failure
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.sanitizers import without_runtime
from refloader.inspect.lint.walking import manifest_at
from refloader.model.driver import Driver
from refloader.model.place import Form, Place, Use
from refloader.model.text import quote, visible
from refloader.rules import rule
from refloader.suite.subjects.in_roots import where_it_is
from refloader.suite.subjects.library_names import is_library


@dataclass(frozen=True, slots=True)
class DriverSubject:
    """One driver to be run. ``manifest`` is empty for a library that came without one.

    ``library`` is an absolute path; ``problem`` says why there is no library to run. ``api_version`` is the
    manifest's, empty if it has none.
    """

    name: str
    manifest: str
    library: str
    problem: str = ""
    api_version: str = ""
    portability: bool = False


def driver_at(path: str) -> DriverSubject:
    """Return the driver that a manifest describes, even if it is invalid; ``problem`` says why it cannot be run."""
    driver, unread = read_manifest(path)
    libraries = Libraries(RealHost())
    found = libraries.find(driver.library_path, path) if driver.library_path else None
    return DriverSubject(
        visible(os.path.basename(path)),
        path,
        RealHost().real_path(found) if found else "",
        unread or _problem(libraries, driver),
        str(driver.api_version or ""),
        driver.is_portability,
    )


def read_manifest(path: str) -> tuple[Driver, str]:
    """Return the driver in a manifest, as if named on the command line, and why it cannot be read, or ""."""
    answer = manifest_at(RealHost(), path)
    unread = (
        f"its manifest cannot be read: {answer.detail or answer.trouble}"
        if isinstance(answer, Failure)
        else ""
    )
    document = reader.read(answer.data if isinstance(answer, Content) else b"")
    place = Place(path, Use.DRIVER, Form.FILE, "the command line", rule("DISC-GEN-08"))
    return read_driver_file(document, path, place), unread


def _problem(libraries: Libraries, driver: Driver) -> str:
    """Return why the driver cannot be run, or an empty string."""
    if has_origin(driver.library_path):
        return f"where its library {quote(driver.library_path)} is depends on the loader that opens it"
    if not driver.library_path:
        return "its library cannot be loaded: the manifest names none"
    found = libraries.find(driver.library_path, driver.manifest)
    known = _OBSTACLES.of(found) if found and not driver.library_path.endswith("/") else None
    if isinstance(known, str):
        why = known
    else:
        why = libraries.obstacle(driver.library_path, driver.manifest)
        why = why or (without_runtime(found, linker=libraries.linker) if found else "")
    elsewhere = where_it_is(driver.manifest, driver.library_path) if why and not found else ""
    return f"its library cannot be loaded: {why}{elsewhere}" if why else ""


def _obstacle(_descriptor: int, path: str) -> str:
    libraries = Libraries(RealHost())
    return libraries.obstacle(path, "") or without_runtime(path, linker=libraries.linker)


_OBSTACLES = Remembered(_obstacle, 16)
"""Each case of a run asks for the driver, and following all that its library needs takes longer than most cases."""


def bare_driver(path: str) -> DriverSubject:
    """Return the driver of a library that has no manifest."""
    library = RealHost().real_path(path)
    known = _OBSTACLES.of(library)
    why = known if isinstance(known, str) else _obstacle(-1, library)
    problem = f"the library cannot be loaded: {why}" if why else ""
    return DriverSubject(visible(os.path.basename(path)), "", library, problem)


def driver_from(path: str) -> DriverSubject:
    """Return the driver of a manifest, or of a library that has none."""
    return bare_driver(path) if is_library(path) else driver_at(path)
