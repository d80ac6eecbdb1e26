"""Finds the configuration files of a folder: its own, then those above it up to the top of the repository.

A file counts only if it, and the link that leads to it, belong to the user, to root, or to the owner of the folder: a
stranger could put one into a folder above, such as /tmp, and so leave findings out.
"""

import os
from collections.abc import Iterator

from refloader.host.machines.real import RealHost
from refloader.host.port import Failure, Trouble
from refloader.inspect.config.reader import read_config
from refloader.inspect.config.values import At, Config, Fault

OWN, SHARED = "refloader.toml", "pyproject.toml"
VARIABLE = "REFLOADER_CONFIG"
NONE = "none"
_MOST_FOLDERS = 64


def configuration(folder: str = ".") -> Config:
    """Return the configuration for work in a folder; REFLOADER_CONFIG names one file instead, or none."""
    named = os.environ.get(VARIABLE, "")
    if named == NONE:
        return Config()
    if named:
        return _read(os.path.abspath(named), pyproject=os.path.basename(named) == SHARED) or Config()
    found = Config()
    for each in _above(os.path.abspath(folder)):
        found = found.over(_of_folder(each, folder))
    return found


def _above(folder: str) -> Iterator[str]:
    """Yield a folder and those above it, up to one with a repository or the user's home."""
    home = os.path.expanduser("~")
    for _ in range(_MOST_FOLDERS):
        yield folder
        above = os.path.dirname(folder)
        if above == folder or folder == home or os.path.lexists(f"{folder}/.git"):
            return
        folder = above


def _of_folder(folder: str, work: str) -> Config:
    for name in (OWN, SHARED):
        path = f"{folder.rstrip('/')}/{name}"
        if _is_trusted(path, work):
            found = _read(path, pyproject=name == SHARED)
            if found is not None:
                return found
    return Config()


def _is_trusted(path: str, work: str) -> bool:
    try:
        owners = {os.lstat(path).st_uid, os.stat(path).st_uid}
        return owners <= {0, os.stat(work).st_uid, *([os.geteuid()] if hasattr(os, "geteuid") else [])}
    except OSError:
        return False


def _read(path: str, *, pyproject: bool) -> Config | None:
    """Return what a file says; None if it is not for refloader, or was removed meanwhile."""
    answer = RealHost({}).read(path)
    if isinstance(answer, Failure):
        if answer.trouble is Trouble.MISSING and VARIABLE not in os.environ:
            return None
        return Config((path,), faults=(Fault(At(path, 1, 1), answer.detail or str(answer.trouble)),))
    return read_config(answer.data, path, pyproject=pyproject)
