"""Where the members of packages for Windows and Android come to lie, decided from their names and manifests."""

import re
from collections.abc import Callable, Collection
from urllib.parse import unquote

from refloader.host.archives.layout import Layout
from refloader.model.system import System

COMPATIBILITY_PACK = "Microsoft.D3DMappingLayers"
"""The name of the one package whose root loaders know: the OpenCL, OpenGL and Vulkan Compatibility Pack."""
_IDENTITY = re.compile(rb"<Identity\b[^>]{0,2000}?\bName\s*=\s*[\"']([A-Za-z0-9.-]{3,50})[\"']")
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
"""What the folders below VFS stand for (Understanding how packaged desktop apps run on Windows: File system)."""
_ABIS = {64: ("arm64-v8a", "x86_64", "riscv64"), 32: ("armeabi-v7a", "x86")}


def msix(text: Callable[[str], bytes]) -> Layout:
    """An AppX or MSIX package: below a folder of its own, and what is in VFS where applications see it."""
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
    """An Android application: the libraries that it brings lie in a folder for each architecture."""
    found = {name.removeprefix(prefix).split("/")[1] for name in names if name.startswith(f"{prefix}lib/")}
    folders = {bits: tuple(f"/lib/{abi}" for abi in abis if abi in found) for bits, abis in _ABIS.items()}
    return Layout(
        "an Android application",
        lambda path: path.removeprefix(prefix) if path.startswith(prefix) else path,
        False,
        System.ANDROID,
        native=folders,
    )
