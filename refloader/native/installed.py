"""Lists the folders that may contain this installation's built libraries, and what installs them.

Never opens, builds or installs a library.

They come with the package ``refloader_native``. In an editable installation, the libraries are in site-packages and
the sources elsewhere, so both are searched.
"""

import os
import sysconfig
from functools import cache
from importlib.util import find_spec

import refloader.native
from refloader.native.target import inside

PACKAGE = "refloader_native"
_EXTRA = "conform"
"""The extra that requires the built parts and what runs the suite."""

_MARKS = ("libvulkan.so.1", "why-not.txt")
"""What a build leaves in ``lib``: the library, or the reason why there is none."""


PROGRAMS = {
    "wine": os.path.join("windows", "agent.exe"),
    "i386": os.path.join("targets", "i386", "agent"),
    "aarch64": os.path.join("targets", "aarch64", "agent"),
}
"""The targets that need programs of their own, and the agent among these."""


@cache
def folders(name: str) -> tuple[str, ...]:
    """Return the possible paths of a folder of built parts, that of ``refloader_native`` first."""
    target = inside()
    platlib = target.platlib if target else sysconfig.get_path("platlib")
    installed = os.path.join(platlib, "refloader", "native")
    found = find_spec(PACKAGE)
    apart = tuple(found.submodule_search_locations or ()) if found else ()
    return tuple(os.path.join(base, name) for base in (*apart, *refloader.native.__path__, installed))


def has_built_parts() -> bool:
    """Return whether a build has been installed, even one that left out what it could not build."""
    return any(os.path.isfile(os.path.join(folder, mark)) for folder in folders("lib") for mark in _MARKS)


def with_programs(target: str) -> str:
    """Return the folder with the agent and the mocks for one of PROGRAMS; empty if this installation has none."""
    place, program = os.path.split(PROGRAMS[target])
    return next((each for each in folders(place) if os.path.isfile(os.path.join(each, program))), "")


def checkout() -> str:
    """Return the folder of sources that this refloader was installed from; empty if it is not there any more."""
    folder = _installed_from()
    return folder if os.path.isfile(os.path.join(folder, "native", "pyproject.toml")) else ""


def _installed_from() -> str:
    """Return the path of the folder or the wheel that refloader was installed from; empty if it had none."""
    import json  # these take a tenth of what other verbs import, and an installation is told of seldom
    from importlib import metadata
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        text = metadata.distribution("refloader").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return ""
    address = urlsplit(json.loads(text)["url"]) if text else None
    return url2pathname(address.path) if address and address.scheme == "file" else ""


def install_command() -> tuple[str, ...]:
    """Return the words of the command that installs the built parts and what runs the suite.

    It names the checkout that refloader was installed from, or the folder of the wheel, where that of the built
    parts may lie too; and the package index where there is neither.
    """
    if source := checkout():
        return ("pip", "install", os.path.join(source, "native"), f"{source}[{_EXTRA}]")
    wheel = _installed_from()
    near = ("--find-links", os.path.dirname(wheel)) if wheel.endswith(".whl") else ()
    return ("pip", "install", *near, f"refloader[{_EXTRA}]")
