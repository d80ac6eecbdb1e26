"""Decides where Windows and macOS look for what a library needs. Never looks there."""

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
"""What every Windows has: an installer's folder without it tells nothing."""

_OF_MACOS = ("/usr/lib/", "/System/", "/Library/Apple/")


def is_of_the_system(name: str, system: System) -> bool:
    """Whether a needed name is there on every machine, or no file: API sets, the shared cache of macOS."""
    if system is System.WINDOWS:
        low = name.lower()
        return low in _OF_WINDOWS or low == "vulkan-1.dll" or _API_SET.fullmatch(low) is not None
    return name.startswith(_OF_MACOS) or name.rpartition("/")[2] in ("libvulkan.1.dylib", "libvulkan.dylib")


def files_of_dll(name: str, path: str, folders: Folders) -> tuple[str, ...]:
    """The files to try for a DLL: beside the library, as loaders may ask for it, then in the process's folders."""
    paths = System.WINDOWS.paths
    return tuple(paths.join(folder, name) for folder in (paths.split(path)[0], *folders.all))


def files_of_dylib(name: str, library: Library, path: str, folders: Folders) -> tuple[str, ...] | None:
    """The files to try for a needed library of macOS (dyld(1)); None where it depends on the program."""
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
    """Below each LC_RPATH of the library. Those of the program count too; without any of its own nobody knows."""
    found = tuple(
        f"{own}/{each.removeprefix('@loader_path').lstrip('/')}/{name}"
        if each.startswith("@loader_path")
        else f"{each}/{name}"
        for each in rpath
        if not each.startswith("@executable_path")
    )
    return found or None
