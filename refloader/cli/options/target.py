"""The option of ``conform`` for where the libraries run: on this machine, or in a root filesystem of its own."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from refloader.cli.terminal.output import give_up
from refloader.host.opening import reason_of
from refloader.model.text import quote, visible
from refloader.native.target import MACHINE, inside

_ROOT = "root:"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def target_option(command: _Command) -> _Command:
    """Add ``--target``."""
    return click.option(
        "--target",
        metavar="root:DIR|IMAGE.tar",
        help="Judge what this root filesystem or container image has, in it and with its C library: docs/targets.md. "
        "Paths of subjects are then the root's.",
    )(command)


def enter(target: str | None, paths: Iterable[tuple[str, str]]) -> None:
    """Go on in the target, if one is asked for; that process runs the command, and this one exits with its status.

    ``paths`` are the options that name files of the target, with their values.
    """
    if target is None or inside():
        return
    if not target.startswith(_ROOT) or target == _ROOT:
        raise click.UsageError(f"--target: {quote(target)} is not root:DIR or root:IMAGE.tar")
    for option, path in paths:
        by_name = "/" not in path and not os.path.lexists(path)
        if not os.path.isabs(path) and not (option == "--loader" and by_name):
            raise click.UsageError(
                f"{option}: {visible(path)} is relative; with --target the paths of subjects are those of the root"
            )
    # Not needed without the option, and most runs have none.
    from refloader.sandbox.targets import entering, images
    from refloader.sandbox.targets.faults import RefusedError, TargetError

    try:
        with images.opened(target.removeprefix(_ROOT)) as root:
            status = entering.run(target, root, sys.argv[1:])
    except TargetError as error:
        raise click.UsageError(f"--target: {visible(str(error))}") from error
    except RefusedError as error:
        give_up(f"this machine allows no root filesystem as a target: {visible(str(error))}")
    except OSError as error:
        give_up(f"--target: {visible(error.filename or target)}: {reason_of(error)}")
    sys.exit(status)


def on_machine(path: str) -> str:
    """Return the path of a file of this machine that the user named, in a target too: there, relative paths work."""
    target = inside()
    return os.path.relpath(MACHINE + path, target.folder) if target and os.path.isabs(path) else path
