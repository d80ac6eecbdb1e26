"""Finds the file of the machine's loader: the libvulkan.so.1 that a program gets. Opens no library."""

import re

from refloader.core.ages import release_of_file
from refloader.host.port import Host
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.model.library import ObstacleKind
from refloader.model.system import System

LIBRARY = "libvulkan.so.1"
AS_DRIVER = "loaders then crash, or call themselves without end"
"""What loaders do that are given the loader itself as a driver: measured; each release does one of the two."""
_PRELOADED = re.compile(r"[ :]+")


def loader_file(host: Host, executable: str = "") -> str | None:
    """Return the libvulkan.so.1 that a program would get: by LD_PRELOAD, its own folders, or the linker's."""
    if host.platform().system is not System.LINUX:
        return None
    libraries = Libraries(host)
    for entry in [] if host.elevated() else _PRELOADED.split(host.variables().get("LD_PRELOAD", "")):
        if entry.rpartition("/")[2].startswith("libvulkan.so"):
            preloaded = libraries.find(entry, "")
            if preloaded is not None and not libraries.obstacle(entry, ""):
                return preloaded
    own = libraries.linker.needed_by(executable, LIBRARY) if executable else None
    found = own or libraries.find(LIBRARY, "")
    if found is not None and libraries.obstacle(found, "").kind is ObstacleKind.OTHER_SIZE:
        return None  # the dynamic linker goes on if it finds such a library
    return found


def release_in_name(host: Host, path: str) -> str:
    """Return the release in the name of a loader's file, with links followed; empty if there is none."""
    return release_of_file(host.real_path(path))


def is_the_loader(host: Host, file: str) -> bool:
    """Return whether a library is the very loader that programs get."""
    real = host.real_path(file)
    loader = loader_file(host) if is_called_like_a_loader(real) else None
    return loader is not None and host.real_path(loader) == real
