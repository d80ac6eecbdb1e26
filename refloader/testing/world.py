"""The scenario builder for tests of an existing layer or driver.

It extends the harness's builder by copying a manifest of this machine, with its library, into a scenario, and by
running a program there.
"""

import json
import os
import posixpath
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from refloader.core.json import reader
from refloader.core.manifests.library_path import LibraryForm, library_form
from refloader.core.manifests.manifest_kind import kind_of
from refloader.model.place import Use
from refloader.model.text import quote
from refloader.sandbox.layouts import PLACES
from refloader.sandbox.redirect import is_under
from refloader.scenario import scenario
from refloader.scenario.scenario import DRIVERS, EXPLICIT_LAYERS, IMPLICIT_LAYERS, ScenarioError

if TYPE_CHECKING:
    from refloader.testing.program import ProgramRun


class World(scenario.World):
    """Builds a scenario: an application, and a machine with nothing on it but what the test adds.

    ``driver``, ``explicit_layer``, ``implicit_layer`` and similar methods add mocks, which record their calls;
    ``install_layer`` and ``install_driver`` add your own layer or driver.
    """

    def install_layer(self, manifest: str | os.PathLike[str], *, implicit: bool | None = None) -> str:
        """Install a layer of this machine, as its package would, and return its manifest's path in the scenario.

        The manifest is copied unchanged. A library path relative to the manifest is copied along; a full path is used
        in place if the loader can read the file from inside the scenario, and copied otherwise; a bare name is left
        to the dynamic linker. ``implicit`` chooses the folder; by default the manifest decides it.

        Raises:
            ScenarioError: the manifest does not exist or is not JSON, or its library is missing.
        """
        data, path = _read(manifest), os.fspath(manifest)
        if implicit is None:
            implicit = kind_of(reader.read(data).value, os.path.abspath(path)) is Use.IMPLICIT
        return self._install(data, path, IMPLICIT_LAYERS if implicit else EXPLICIT_LAYERS)

    def install_driver(self, manifest: str | os.PathLike[str]) -> str:
        """Install a driver of this machine in the same way as a layer. Raises ScenarioError."""
        return self._install(_read(manifest), os.fspath(manifest), DRIVERS)

    def run(self, command: Sequence[str | os.PathLike[str]], *, timeout: float = 60.0) -> "ProgramRun":
        """Run a program of yours on the reference loader, with the machine as built so far; see ``ProgramRun``.

        The program sees the rest of this machine as it is; it is not in refloader's sandbox.

        Raises:
            NotCoveredError: this machine cannot show the scenario to a program.
            FileNotFoundError: there is no such program.
            subprocess.TimeoutExpired: it took longer than ``timeout`` seconds.
        """
        from refloader.testing.program import run_program  # rarely needed

        __tracebackhide__ = True
        return run_program(self.scenario(), command, timeout)

    def _install(self, data: bytes, path: str, folder: str) -> str:
        for library in _libraries(data, path):
            self._bring(library, path, folder)
        return self.file(f"{folder}/{os.path.basename(path)}", data)

    def _bring(self, library: str, manifest: str, folder: str) -> None:
        """Copy a library into the scenario, unless the loader can use this machine's copy in place."""
        form = library_form(library)
        if form is LibraryForm.BARE or "$" in library:
            return
        source = os.path.join(os.path.dirname(os.path.abspath(manifest)), library)
        if form is LibraryForm.FULL and _can_be_seen(source):
            return
        try:
            with open(source, "rb") as file:
                content = file.read()
        except OSError as error:
            raise ScenarioError(
                f"the library {quote(source)} of {quote(manifest)}: {error.strerror}"
            ) from error
        self.file(posixpath.normpath(posixpath.join(folder, library)), content)


def _read(manifest: str | os.PathLike[str]) -> bytes:
    try:
        with open(manifest, "rb") as file:
            data = file.read()
        json.loads(data)
    except OSError as error:
        raise ScenarioError(f"the manifest {quote(os.fspath(manifest))}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        why = f"the manifest {quote(os.fspath(manifest))} is not JSON; put it there with file()"
        raise ScenarioError(why) from error
    return data


def _libraries(data: bytes, path: str) -> Iterator[str]:
    """Yield the library paths of a manifest. Raises ScenarioError if it is not a JSON object."""
    document = json.loads(data)
    if not isinstance(document, dict):
        raise ScenarioError(f"the manifest {quote(path)} is no JSON object")
    layers = document.get("layers")
    for each in (document.get("layer"), document.get("ICD"), *(layers if isinstance(layers, list) else ())):
        library = each.get("library_path") if isinstance(each, dict) else None
        if isinstance(library, str) and library and "\0" not in library:
            yield library


def _can_be_seen(path: str) -> bool:
    """Return True if the scenario does not hide the path, and any user can reach and read it."""
    real = os.path.realpath(path)
    if is_under(path, PLACES) or is_under(real, PLACES):
        return False
    folders = real
    while (folders := os.path.dirname(folders)) != "/":
        if not _mode(folders) & 0o001:
            return False
    return bool(_mode(real) & 0o004)


def _mode(path: str) -> int:
    try:
        return os.stat(path).st_mode
    except OSError:
        return 0
