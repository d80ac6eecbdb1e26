"""The options --pid and --container: a running program or an installed container as the machine that is explained."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from refloader.cli.options.loader_age import LoaderAge, age_for
from refloader.cli.options.machine import Machine
from refloader.cli.options.machine_host import Made, made_of
from refloader.cli.terminal.output import give_up
from refloader.core.ages import age_of
from refloader.inspect.libraries.loader_file import release_in_name
from refloader.inspect.running.installed import Installed, Lacking, NotInstalledError
from refloader.model.text import quote, visible

if TYPE_CHECKING:  # as few runs are about a process
    from refloader.inspect.running.process import Process

    _OfNumbers = click.ParamType[int]
else:  # no class takes a parameter before click 8.4
    _OfNumbers = click.ParamType

_Function = TypeVar("_Function", bound=Callable[..., Any])
_NAME = re.compile(r"[A-Za-z][\w.-]*")


class _Pid(_OfNumbers):
    """The number of a process."""

    name = "process"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; fails with a sentence that says how to find it."""
        if isinstance(value, int):
            return value
        text = str(value)
        if text.isascii() and text.isdecimal() and int(text) > 0:
            return int(text)
        wrong = f"{visible(text)} is no process id, which is a number from 1 on"
        more = f"; pgrep {visible(text)} may print it" if _NAME.fullmatch(text) else ""
        raise click.BadParameter(f"{wrong}{more}", ctx, param)


TARGET = "--target"
_FORMS = "a PID, flatpak:APP, snap:NAME, steam:APPID, the folder of a root filesystem, or an image in a file"


@dataclass(frozen=True, slots=True)
class Placed:
    """The machine to be explained, and the process if it is that of one.

    ``is_unpacked`` is whether its root is a copy that is removed at the end.
    """

    machine: Machine
    made: Made
    process: "Process | None" = None
    lacking: tuple[Lacking, ...] = ()
    is_unpacked: bool = False

    def confirm(self) -> None:
        """Raise click.UsageError if the machine is that of a process which is gone by now: its files are, too."""
        if self.process is not None:
            from refloader.inspect.running.process import (
                ProcessError,
            )  # here, as few runs are about a process

            try:
                self.process.confirm()
            except ProcessError as error:
                raise click.UsageError(str(error)) from error

    def age(self) -> LoaderAge | None:
        """Return the age of the loader that the process has mapped; None if it is not known."""
        if self.process is None or not self.process.loaders:
            return None
        path = self.process.loaders[0]
        release = release_in_name(self.made.host, path)
        if release:
            note = f"the loader is {visible(path)}, release {release}, as the process has it"
            return LoaderAge(age_of(release), note)
        if not self.process.root and path not in self.process.replaced:
            with suppress(click.UsageError):
                return age_for(path)
        return None


def running_options(function: _Function) -> _Function:
    """Add the options to a command, which gets them as ``pid`` and ``container``."""
    for option in (
        click.option("--container", metavar="WHAT", help=f"The inside of a container: {_FORMS}."),
        click.option(
            "--pid",
            type=_Pid(),
            metavar="N",
            help="Answer for this running program, and say what it has mapped.",
        ),
    ):
        function = option(function)
    return function


def placed(machine: Machine, pid: int | None, container: str | None, option: str = "--container") -> Placed:
    """Return the machine that the options name: by default the one of the other options.

    ``option`` is the one that ``container`` came with.

    Raises click.UsageError if they contradict each other or name nothing; exits with 3 if it may not be read.
    """
    if pid is None and container is None:
        return Placed(machine, made_of(machine))
    option = "--pid" if pid is not None else option
    if pid is not None and container is not None:
        raise click.UsageError("--pid goes without --container")
    if replace(machine, env=()) != Machine():
        raise click.UsageError(f"{option} says which machine it is: leave out the other options but --env")
    from refloader.inspect.running.process import ProcessError  # here, as few runs are about a process

    try:
        return _placed(machine, pid, container or "", option)
    except ProcessError as error:
        if error.denied:
            give_up(f"{option}: {error}")
        raise click.UsageError(f"{option}: {error}") from error
    except NotInstalledError as error:
        raise click.UsageError(f"{option}: {visible(str(error))}") from error


def _placed(machine: Machine, pid: int | None, container: str, option: str) -> Placed:
    if option == TARGET:
        if not os.path.exists(container):
            raise click.UsageError(f"{option}: {quote(container)} does not exist")
        return _of_image(machine, container, option)
    from refloader.inspect.running.process import process_of_steam, read_process

    kind, colon, name = container.partition(":")
    if pid is None and container.isdecimal() and not os.path.exists(container):
        pid = int(container)
    if pid is None and colon and kind == "steam":
        pid = process_of_steam(name)
    if pid is not None:
        return _of_process(machine, read_process(pid))
    if colon and kind in ("flatpak", "snap"):
        return _of_installed(machine, _installed(kind, name))
    if not os.path.exists(container):
        raise click.UsageError(
            f"--container: {visible(container)} names nothing that exists here: give {_FORMS}. Of a container of "
            f"Docker or Podman: docker inspect -f '{{{{.State.Pid}}}}' NAME prints the PID"
        )
    return _of_image(machine, container, option)


def _of_process(machine: Machine, process: "Process") -> Placed:
    host = process.host(machine.variables(process.variables))
    where = ", in a root of its own" if process.root else ""
    by_steam = (
        " (in Steam's launch options: NAME=VALUE %command%)" if "SteamAppId" in process.variables else ""
    )
    note = (
        f"process {process.pid} is {visible(process.executable)}{where}; its variables are those that it was started "
        f"with, and not what it has set since; another variable takes a new start{by_steam}"
    )
    asked = replace(machine, app=process.executable, root=process.root or None)
    return Placed(asked, Made(host, notes=(note,)), process)


def _installed(kind: str, name: str) -> Installed:
    from refloader.inspect.running.flatpak import flatpak  # here, as few runs are about a container
    from refloader.inspect.running.snap import snap

    return flatpak(name, os.environ) if kind == "flatpak" else snap(name, os.environ)


def _of_installed(machine: Machine, found: Installed) -> Placed:
    from refloader.host.machines.trees import tree_host  # here, as few runs are about a container
    from refloader.host.temporary import TemporaryFolder

    context = click.get_current_context()
    maps = dict(found.maps)
    if found.links:
        top = context.with_resource(TemporaryFolder())
        for number, (at, links) in enumerate(found.links.items()):
            maps[at] = os.path.join(top, str(number))
            os.mkdir(maps[at])
            for name, target in links.items():
                os.symlink(target, os.path.join(maps[at], name))
    host = tree_host(found.root, machine.variables(found.variables), maps=maps)
    return Placed(replace(machine, root=found.root), Made(host, notes=found.notes), lacking=found.lacking)


def _of_image(machine: Machine, path: str, option: str) -> Placed:
    from refloader.sandbox.targets.faults import TargetError  # here, as few runs have an image
    from refloader.sandbox.targets.images import unpacked

    try:
        folder = click.get_current_context().with_resource(unpacked(path))
    except (TargetError, OSError) as error:
        raise click.UsageError(f"{option}: {visible(str(error))}") from error
    asked = replace(machine, root=folder)
    made = made_of(asked)
    if folder == path:
        return Placed(asked, made)
    note = f"{visible(path)} as an image; the variables that it sets are not read: give them with --env"
    return Placed(asked, replace(made, notes=(note, *made.notes)), is_unpacked=True)
