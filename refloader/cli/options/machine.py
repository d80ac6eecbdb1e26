"""The options that describe the machine and process under test. ``machine_host.py`` makes a host of them."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from refloader.model.system import System
from refloader.model.text import visible

_Function = TypeVar("_Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Machine:
    """The values of the shared options, as typed. ``elevated`` and ``debuggable`` are None if not given."""

    system: str | None = None
    bits: str | None = None
    root: str | None = None
    maps: tuple[str, ...] = ()
    exports: tuple[str, ...] = ()
    hives: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    snapshot: str | None = None
    bundle: str | None = None
    app_libraries: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    app: str = ""
    elevated: bool | None = None
    debuggable: bool | None = None

    def files(self) -> tuple[str, ...]:
        """Return the files that are read for the machine and must not be overwritten."""
        return (*self.exports, *self.hives, *([self.snapshot] if self.snapshot else ()))

    @property
    def is_this_one(self) -> bool:
        """True if no option names a machine other than the one that refloader runs on."""
        return not (self.root or self.exports or self.hives or self.snapshot or self.maps)

    def variables(self, base: Mapping[str, str]) -> dict[str, str]:
        """Return the variables with the changes of --env. Raises click.UsageError for an item without a name."""
        variables = dict(base)
        for item in self.env:
            name, equals, value = item.partition("=")
            if not name:
                raise click.UsageError(f"--env: {visible(item)} names no variable")
            if equals:
                variables[name] = value
            else:
                variables.pop(name, None)
        return variables


def not_blank(context: click.Context, option: click.Parameter, value: Any) -> Any:
    """Return the value of an option; one without any text, as of a variable that is not set, is a usage error."""
    words = value if isinstance(value, tuple) else (value,)
    is_given = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    if is_given and not all(map(str.strip, words)):
        raise click.UsageError(f"{option.opts[0]} is empty")
    return value


def machine_options(*, process: bool, snapshot: bool = True) -> Callable[[_Function], _Function]:
    """Add the shared options to a command, which gets them as one parameter ``machine``.

    ``process`` adds the options that describe the process; without ``snapshot`` there is no --snapshot.
    """

    def decorate(function: _Function) -> _Function:
        chosen = [*_MACHINE, *([_SNAPSHOT] if snapshot else []), *(_PROCESS if process else [])]

        @functools.wraps(function)
        def gathered(**given: Any) -> Any:
            mine = {name: given.pop(name) for name in Machine.__slots__ if name in given}
            return function(machine=Machine(**mine), **given)

        for option in reversed(chosen):
            gathered = option(gathered)
        return gathered  # type: ignore[return-value]  # wraps() keeps what click has noted down

    return decorate


_MACHINE = [
    click.option(
        "--os",
        "system",
        type=click.Choice([each.value for each in System]),
        help="The operating system to judge for.  [default: this one, or the one that other options are for]",
    ),
    click.option(
        "--bits", type=click.Choice(["32", "64"]), help="The word size of the process.  [default: 64]"
    ),
    click.option(
        "--root",
        metavar="DIR",
        help="Treat this staging tree, folder of a machine's files, or package as the machine.",
    ),
    click.option(
        "--map",
        "maps",
        multiple=True,
        metavar="PREFIX=DIR",
        help="Paths that begin with PREFIX lie in DIR, such as /app=build/files. Repeatable.",
    ),
    click.option(
        "--reg",
        "exports",
        multiple=True,
        metavar="FILE",
        help="Windows: an export of the registry (.reg). Repeatable.",
    ),
    click.option(
        "--hive",
        "hives",
        multiple=True,
        metavar="FILE",
        help="Windows: a hive of an offline system, such as SOFTWARE. Repeatable.",
    ),
    click.option(
        "--package",
        "packages",
        multiple=True,
        metavar="DIR",
        help="Windows: the folder of an installed well-known package that brings layers or drivers. Repeatable.",
    ),
    click.option(
        "--bundle",
        metavar="DIR",
        help="macOS: the application's bundle.  [default: where --app lies in X.app/Contents/MacOS]",
    ),
    click.option(
        "--app-libraries",
        multiple=True,
        metavar="DIR",
        help="Android: a folder of libraries that the application brings. Repeatable.",
    ),
]
_SNAPSHOT = click.option(
    "--snapshot", metavar="FILE", help="A machine that refloader snapshot recorded, on any system."
)
_PROCESS = [
    click.option(
        "--env", multiple=True, metavar="K=V", help="Set a variable; K alone unsets it. Repeatable."
    ),
    click.option(
        "--app",
        default="",
        callback=not_blank,
        metavar="EXE",
        help="The program's path, with which app_keys of an override layer are compared.",
    ),
    click.option(
        "--elevated/--not-elevated",
        default=None,
        help="Whether the process has elevated privileges; on Windows, whether it runs as administrator.",
    ),
    click.option(
        "--debuggable/--not-debuggable",
        default=None,
        help="Android: whether the application is debuggable, so that loaders search the debug folder for it.",
    ),
]
