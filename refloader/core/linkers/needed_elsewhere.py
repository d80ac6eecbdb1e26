"""Decides where Windows and macOS search for the libraries that a library needs. No I/O."""

import re
from collections.abc import Sequence

from refloader.core.linkers.needed import Folders
from refloader.model.library import Library
from refloader.model.system import System

_API_SET = re.compile(r"(?:api|ext)-ms-.*")
_OF_WINDOWS = frozenset(
    f"{name}.dll"
    for name in (
        *(
            "kernel32",
            "kernelbase",
            "ntdll",
            "user32",
            "gdi32",
            "advapi32",
            "shell32",
            "shlwapi",
            "ole32",
            "oleaut32",
        ),
        *(
            "msvcrt",
            "ucrtbase",
            "ws2_32",
            "version",
            "setupapi",
            "cfgmgr32",
            "rpcrt4",
            "crypt32",
            "bcrypt",
            "winmm",
        ),
        *(
            "dxgi",
            "d3d9",
            "d3d11",
            "d3d12",
            "opengl32",
            "dwmapi",
            "dbghelp",
            "psapi",
            "imm32",
            "comctl32",
            "comdlg32",
        ),
    )
)
"""Libraries that every Windows has, so that they are not missing if an installer's folder lacks them."""

_OF_MACOS = ("/usr/lib/", "/System/", "/Library/Apple/")


def is_of_the_system(name: str, system: System) -> bool:
    """Return whether a needed library is part of the system or of the loader.

    It need not be a file: API sets of Windows and the shared cache of macOS are not.
    """
    if system is System.WINDOWS:
        low = name.lower()
        return low in _OF_WINDOWS or low == "vulkan-1.dll" or _API_SET.fullmatch(low) is not None
    return name.startswith(_OF_MACOS) or name.rpartition("/")[2] in ("libvulkan.1.dylib", "libvulkan.dylib")


def may_be_cached(name: str, system: System) -> bool:
    """Return whether a library may be in the shared cache of macOS alone, where no file shows it."""
    return system is System.MACOS and name.startswith(_OF_MACOS)


def files_of_dll(name: str, path: str, folders: Folders) -> tuple[str, ...]:
    """Return the files to try for a DLL: beside the library, as a loader may request, then the process's folders."""
    paths = System.WINDOWS.paths
    return tuple(paths.join(folder, name) for folder in (paths.split(path)[0], *folders.all))


def files_of_dylib(name: str, library: Library, path: str, folders: Folders) -> tuple[str, ...] | None:
    """Return the files to try for a needed library on macOS (dyld(1)), or None if they depend on the program."""
    if name.startswith("@executable_path"):
        return None
    own = path.rpartition("/")[0]
    if name.startswith("@loader_path/"):
        return (f"{own}/{name.removeprefix('@loader_path/')}",)
    if name.startswith("@rpath/"):
        return _by_rpath(name.removeprefix("@rpath/"), library.rpath, own)
    last = name.rpartition("/")[2]
    return (
        *(f"{each}/{last}" for each in folders.variable),
        name,
        *(f"{each}/{last}" for each in folders.configured),
    )


def _by_rpath(name: str, rpath: Sequence[str], own: str) -> tuple[str, ...] | None:
    """Return the files below each LC_RPATH of the library, or None if it has none: the program's are not known."""
    found = tuple(
        f"{own}/{each.removeprefix('@loader_path').lstrip('/')}/{name}"
        if each.startswith("@loader_path")
        else f"{each}/{name}"
        for each in rpath
        if not each.startswith("@executable_path")
    )
    return found or None
