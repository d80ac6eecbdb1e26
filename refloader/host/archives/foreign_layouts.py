"""Decides where packages for Windows and Android install their members, from the members' names and manifests."""

import re
from collections.abc import Callable, Collection
from urllib.parse import unquote

from refloader.host.archives.layout import Layout
from refloader.model.system import System

COMPATIBILITY_PACK = "Microsoft.D3DMappingLayers"
"""The only package whose root folder loaders search: the OpenCL, OpenGL and Vulkan Compatibility Pack."""
_IDENTITY = re.compile(rb"<Identity\b[^<>]{0,2000}?\bName\s*=\s*[\"']([A-Za-z0-9.-]{3,50})[\"']")
_VIRTUAL = {
    "programfilesx64": "Program Files",
    "programfilesx86": "Program Files (x86)",
    "programfilescommonx64": "Program Files/Common Files",
    "programfilescommonx86": "Program Files (x86)/Common Files",
    "windows": "Windows",
    "systemx64": "Windows/System32",
    "systemx86": "Windows/SysWOW64",
    "common appdata": "ProgramData",
}
"""The folders that those below VFS map to (Understanding how packaged desktop apps run on Windows: File system)."""
_ABIS = {64: ("arm64-v8a", "x86_64", "riscv64"), 32: ("armeabi-v7a", "x86")}


def msix(text: Callable[[str], bytes]) -> Layout:
    """Return the layout of an AppX or MSIX package: its own folder, but members below VFS in system folders."""
    found = _IDENTITY.search(text("AppxManifest.xml"))
    name = found[1].decode("ascii") if found else "package"
    root = f"Program Files/WindowsApps/{name}"

    def place(path: str) -> str:
        top, _, rest = unquote(path).partition("/")
        folder, _, inside = rest.partition("/")
        shown = _VIRTUAL.get(folder.lower()) if top.lower() == "vfs" and inside else None
        return f"{shown}/{inside}" if shown else f"{root}/{unquote(path)}"

    known = f"C:\\{root}".replace("/", "\\") if name == COMPATIBILITY_PACK else ""
    return Layout("an AppX or MSIX package", place, False, System.WINDOWS, known)


def android(names: Collection[str], prefix: str = "") -> Layout:
    """Return the layout of an Android application, which has a folder of libraries for each architecture."""
    found = {name.removeprefix(prefix).split("/")[1] for name in names if name.startswith(f"{prefix}lib/")}
    folders = {bits: tuple(f"/lib/{abi}" for abi in abis if abi in found) for bits, abis in _ABIS.items()}
    return Layout(
        "an Android application",
        lambda path: path.removeprefix(prefix) if path.startswith(prefix) else path,
        False,
        System.ANDROID,
        native=folders,
    )
