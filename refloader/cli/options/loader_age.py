"""The option --as-loader: the age of a release, of a loader's file, or of this machine's own loader.

The release of a file is the one in its name, else the one that the library reports, else the one that probes find.
"""

import os
import re
from typing import NamedTuple

import click

from refloader.core.ages import OLDEST, age_of, is_release, release_of, released
from refloader.model.age import DOCUMENTED, Age
from refloader.model.edition import LATEST, Edition
from refloader.model.text import visible

OPTION = "--as-loader"
EVERY = "all"
HERE = "here"
_IN_NAME = re.compile(r"\.so\.([0-9]+\.[0-9]+\.[0-9]+)$")


class LoaderAge(NamedTuple):
    """The age of a loader, a note that says how it is known, and the documents by which it is predicted."""

    age: Age
    note: str
    edition: Edition = LATEST


def age_for(loader: str, option: str = OPTION) -> LoaderAge:
    """Return the age of a loader.

    ``loader`` is a release, the path of a library, or HERE, and came with ``option``. Raises click.UsageError.
    """
    if release_of(loader):
        return LoaderAge(age_of(loader), f"the loader is {released(loader)}")
    if loader != HERE and "/" not in loader:
        if loader == EVERY:
            raise click.UsageError(f"{option}: {EVERY!r} is for refloader explain: here it is one loader")
        if not os.path.isfile(loader):
            raise click.UsageError(
                f"{option}: {visible(loader)} is no release (such as 1.3.290), path or {HERE!r}"
            )
        loader = f"./{loader}"  # the dynamic linker would look for a bare name elsewhere
    path = _path(loader, option)
    version, known = _version(path)
    if _is_known(version):
        return LoaderAge(age_of(version), f"the loader is {visible(path)}, {released(version)} ({known})")
    return _probed(path, option)


def reported_release(path: str) -> str:
    """Return the release that a library reports in the sandbox; empty if it reports none that is known."""
    from refloader.sandbox.loader import why_no_library  # here, as it runs the library

    if why_no_library(path):
        return ""
    version, _ = _version(path)
    return version if _is_known(version) else ""


def _is_known(version: str) -> bool:
    """Return whether a version is that of a release whose age is known."""
    return is_release(version) and release_of(version) >= release_of(OLDEST)


def probed_age(loader: str) -> LoaderAge:
    """Return the same for a path or HERE by probes alone, whatever the library says. Raises click.UsageError."""
    option = "--probe"
    if loader != HERE and "/" not in loader:
        if not os.path.isfile(loader):
            raise click.UsageError(f"{option}: {visible(loader)} is no path and not {HERE!r}")
        loader = f"./{loader}"
    return _probed(_path(loader, option), option)


def _probed(path: str, option: str) -> LoaderAge:
    from refloader.suite.loaders.probing import probed  # here, as it runs the library

    found = probed(path)
    if found is None:
        raise click.UsageError(
            f"{option}: {visible(path)} does not say which release it is, and answers no probe"
        )
    if found.documents is not None:
        share = f"in {found.following} of {found.asked} probes"
        follows = f"{share} it does what the documents of {found.documents.value} say"
        note = f"the loader is {visible(path)}: no known release behaves like it, and {follows}"
        return LoaderAge(DOCUMENTED, f"{note}, by which it is predicted", found.documents)
    return LoaderAge(found.age, f"the loader is {visible(path)}, a release {found}")


def _path(loader: str, option: str) -> str:
    from refloader.sandbox.loader import system_loader, why_no_library  # here, as it runs the library

    if loader == HERE:
        found = system_loader()
        if found is None:
            raise click.UsageError(f"{option}: this machine has no libvulkan.so.1")
        return found
    if reason := why_no_library(loader):
        raise click.UsageError(f"{option}: {visible(loader)}: {reason}")
    return loader


def _version(path: str) -> tuple[str, str]:
    """Return the release of a library and how it is known: from its file's name, else it is asked in the sandbox."""
    in_name = _IN_NAME.search(os.path.realpath(path))
    if in_name:
        return in_name[1], "from the name of its file"
    from refloader.sandbox.loader import identify

    return identify(path).version, "as it reports"
