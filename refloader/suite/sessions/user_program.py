"""Shows a scenario's machine to a program of the user's own. Isolates nothing else, and gives no verdict.

The program keeps its user, its network and the rest of the machine; only the folders in which loaders search, and the
paths of the scenario, are the scenario's. What the scenario says of an application is not used: the program is it.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace

from refloader.host.temporary import TemporaryFolder
from refloader.model.text import quote
from refloader.native.dropin import dropin_folder
from refloader.sandbox.isolation.mounts import cover
from refloader.sandbox.isolation.namespace import SELF
from refloader.sandbox.layouts import Layout, NotCovered, Way
from refloader.sandbox.redirect import is_under
from refloader.sandbox.world import lay_out
from refloader.scenario.scenario import Application, Scenario

_STEERING = ("VK_", "XDG_CONFIG_", "XDG_DATA_")
"""The beginnings of the names of variables by which a user steers loaders."""


class NotShownError(Exception):
    """The scenario cannot be shown to a program on this machine. The message says why."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A scenario that is ready for a program: its environment, and what its process does before it begins."""

    variables: Mapping[str, str]
    prepare: Callable[[], None]
    _folder: str
    _refusal: int

    @property
    def trace(self) -> str:
        """What the mocks have written."""
        try:
            with open(f"{self._folder}/tree{SELF}/trace", encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    @property
    def refusal(self) -> str:
        """Why ``prepare`` has failed; empty if it has not."""
        return os.read(self._refusal, 4096).decode("utf-8", "replace")


@contextmanager
def scene(scenario: Scenario, command: Sequence[str], variables: Mapping[str, str]) -> Iterator[Scene]:
    """Write the scenario's files and yield what a program needs to see them; remove the files at the end.

    ``variables`` is the environment of the caller, from which a loader's variables are left out.

    Raises:
        NotShownError: this machine cannot show the scenario.
        OSError: the files cannot be written.
    """
    way = Way.ROOT if os.geteuid() == 0 else Way.USER
    if scenario.elevated:
        raise NotShownError("a program has the privilege of its file: the scenario cannot give it any")
    with TemporaryFolder() as folder:
        layout = lay_out(replace(scenario, application=Application()), way, folder)
        if isinstance(layout, NotCovered):
            raise NotShownError(layout.reason)
        _refuse_hidden(layout, command, variables)
        points = (*layout.points, SELF)
        _write(layout, f"{folder}/tree", points)
        os.mkdir(f"{folder}/root")
        ends = os.pipe()
        try:
            os.set_blocking(ends[0], False)
            environment = {**_carried(scenario, variables), **scenario.variables}
            yield Scene(environment, lambda: _enter(folder, points, way, ends[1]), folder, ends[0])
        finally:
            for end in ends:
                os.close(end)


def _enter(folder: str, points: Sequence[str], way: Way, refusal: int) -> None:
    """Enter the scenario's root, in the process that becomes the program."""
    here = os.getcwd()
    try:
        shown = {point: f"{folder}/tree{point}" for point in points}
        cover(f"{folder}/root", shown, as_user=way is Way.USER)
        os.chdir(here)
    except OSError as error:
        os.write(refusal, str(error.strerror).encode())
        raise


def _refuse_hidden(layout: Layout, command: Sequence[str], variables: Mapping[str, str]) -> None:
    """Refuse a scenario that hides what the program needs. Raises NotShownError."""
    program = shutil.which(command[0], path=variables.get("PATH")) or ""
    for path in filter(None, (os.getcwd(), dropin_folder(), program, os.path.realpath(program))):
        if is_under(path, layout.points):
            raise NotShownError(f"the scenario has files of its own where {quote(path)} is")


def _carried(scenario: Scenario, variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that steer no loader, and no layer of the scenario."""
    texts = b"\n".join(scenario.files.values())

    def steers(name: str) -> bool:
        return name == "HOME" or name.startswith(_STEERING) or f'"{name}"'.encode() in texts

    return {name: value for name, value in variables.items() if not steers(name)}


def _write(layout: Layout, tree: str, points: Sequence[str]) -> None:
    for point in layout.points:
        if point not in layout.beyond:
            os.makedirs(f"{tree}{point}", exist_ok=True)
    os.makedirs(f"{tree}{SELF}")
    for path, key, flags in layout.libraries:
        _make(f"{tree}{path}.flags", flags)
        shutil.copyfile(layout.sources[key], f"{tree}{path}")
        os.chmod(f"{tree}{path}", 0o755)
    for path, data in layout.files.items():
        _make(f"{tree}{path}", data)
    for path, target in layout.links.items():
        os.makedirs(os.path.dirname(f"{tree}{path}"), exist_ok=True)
        with suppress(FileExistsError):
            os.symlink(target, f"{tree}{path}")


def _make(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
