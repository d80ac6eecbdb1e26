"""The option ``--target`` and the forms of its value. Imports little: a verb that starts programs has it too."""

import os
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click

from refloader.model.text import quote, visible
from refloader.native.machine_target import DEVICE, NAMES

ROOT, WINE = "root:", "wine"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def target_option(command: _Command) -> _Command:
    """Add ``--target``."""
    return click.option(
        "--target",
        metavar="root:DIR|IMAGE.tar|wine|i386|aarch64|adb:SERIAL",
        help="root: work inside this root filesystem or container image, with its C library; paths of "
        "subjects are paths in it. wine: Windows loaders under Wine, in a prefix of refloader's own or in "
        "wine:PREFIX. i386: 32-bit loaders of this machine. aarch64: loaders for ARM under qemu-user. "
        "adb:SERIAL: loaders on an Android device, with --unsafe. "
        "docs/targets.md",
    )(command)


def is_wine(target: str) -> bool:
    """Return whether a target is Wine, with refloader's own prefix or one of the user's."""
    return target == WINE or (target.startswith(f"{WINE}:") and target != f"{WINE}:")


def is_root(target: str) -> bool:
    """Return whether a target is a root filesystem, in a folder or in a file."""
    return target.startswith(ROOT) and target != ROOT


def is_image(target: str) -> bool:
    """Return whether a target is a root filesystem in a file, which is unpacked for one run only."""
    return is_root(target) and os.path.isfile(target.removeprefix(ROOT))


def is_device(target: str) -> bool:
    """Return whether a target is a device that adb reaches."""
    return target.startswith(DEVICE) and target != DEVICE


def not_a_target(target: str) -> NoReturn:
    """Refuse a value that has none of the forms. Raises click.UsageError."""
    raise click.UsageError(
        f"--target: {quote(target)} is not root:DIR, root:IMAGE.tar, wine, wine:PREFIX, "
        f"{', '.join(NAMES)} or adb:SERIAL"
    )


def refuse(target: str, reason: str) -> NoReturn:
    """Refuse a target that exists and cannot do what the verb does. Raises click.UsageError."""
    if not (is_wine(target) or is_root(target) or is_device(target) or target in NAMES):
        not_a_target(target)
    raise click.UsageError(f"--target {visible(target)}: {reason}")
