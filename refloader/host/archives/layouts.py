"""Decides where a package installs its members, from the names of all members and a few metadata files."""

import re
from collections.abc import Callable, Collection
from functools import partial
from urllib.parse import unquote

from refloader.host.archives.layout import Layout
from refloader.model.system import System

_SYSTEM_FOLDERS = ("usr", "etc")


def _same(path: str) -> str:
    return path


DEBIAN = Layout("a Debian package", _same, True, System.LINUX, of_system=True)
RPM = Layout("an RPM package", _same, True, System.LINUX, of_system=True)
CONDA = Layout("a conda package", _same, False)


def layout_of(names: Collection[str], text: Callable[[str], bytes], *, zipped: bool) -> Layout:
    """Return the layout of a zip or tar archive. ``text`` returns the content of a member.

    The layouts of the other formats follow from the format alone.
    """
    known = _of_zip(names, text) if zipped else _of_tar(names)
    return known or _tree(names)


def _of_zip(names: Collection[str], text: Callable[[str], bytes]) -> Layout | None:
    wheel = next((name for name in names if name.endswith(".dist-info/WHEEL") and name.count("/") == 1), "")
    if wheel:
        return _of_wheel(text(wheel))
    if "AppxManifest.xml" in names:
        return _of_msix(text)
    if "AppxMetadata/AppxBundleManifest.xml" in names:
        return Layout("a bundle of AppX or MSIX packages", _same, False, System.WINDOWS)
    if "AndroidManifest.xml" in names:
        return _of_android(names)
    if "base/manifest/AndroidManifest.xml" in names:
        return _of_android(names, "base/")
    if any(name.endswith(".nuspec") and "/" not in name for name in names):
        return Layout("a NuGet package", _same, False)
    return None


def _of_tar(names: Collection[str]) -> Layout | None:
    if ".PKGINFO" not in names:
        return None
    arch = ".MTREE" in names or ".BUILDINFO" in names
    words = "an Arch package" if arch else "an Alpine package"
    return Layout(words, _same, True, System.LINUX, of_system=True)


def _tree(names: Collection[str]) -> Layout:
    """Return the layout of a plain archive: a staging tree if it, or its only top folder, contains usr or etc."""
    tops = {name.partition("/")[0] for name in names}
    if not tops.isdisjoint(_SYSTEM_FOLDERS):
        return Layout("a staging tree", _same, True)
    if len(tops) == 1:
        (top,) = tops
        below = {name.split("/", 2)[1] for name in names if name.count("/") >= 1}
        if not below.isdisjoint(_SYSTEM_FOLDERS):
            return Layout(f"a staging tree below {top}/", lambda path: _below(path, top), True)
    return Layout("an archive of files", _same, False)


def _below(path: str, top: str) -> str | None:
    return path.removeprefix(f"{top}/") if path.startswith(f"{top}/") else None


# ---- wheels (binary distribution format: The .dist-info and .data directories)

_WHEEL_TAG = re.compile(rb"^Tag:[ \t]*+(\S++)[ \t]*+\r?$", re.MULTILINE)
_WHEEL_PLATFORM = re.compile(rb"([a-z]++)[a-z0-9_.]*+")
_WHEEL_SYSTEMS = {
    b"win": System.WINDOWS,
    b"macosx": System.MACOS,
    b"linux": System.LINUX,
    b"manylinux": System.LINUX,
    b"musllinux": System.LINUX,
    b"android": System.ANDROID,
}
_WHEEL_PREFIX = "usr/local"
"""The assumed sys.prefix: that of an installation for all users, where loaders search."""
_WINDOWS_WHEEL_PREFIX = "Python"


def _of_wheel(wheel: bytes) -> Layout:
    """Return the layout of a wheel from its WHEEL file. A wheel for any system gets the layout for Linux."""
    tags = {match[1].rpartition(b"-") for match in _WHEEL_TAG.finditer(wheel)}
    platforms = {match[1] for head, _, last in tags if head and (match := _WHEEL_PLATFORM.fullmatch(last))}
    system = next((_WHEEL_SYSTEMS[each] for each in sorted(platforms) if each in _WHEEL_SYSTEMS), None)
    if system is System.WINDOWS:
        place = partial(
            _place_of_wheel,
            prefix=_WINDOWS_WHEEL_PREFIX,
            packages=f"{_WINDOWS_WHEEL_PREFIX}/Lib/site-packages",
        )
        return Layout("a wheel", place, False, system)
    place = partial(
        _place_of_wheel, prefix=_WHEEL_PREFIX, packages=f"{_WHEEL_PREFIX}/lib/python3/site-packages"
    )
    return Layout("a wheel", place, True, system)


def _place_of_wheel(path: str, *, prefix: str, packages: str) -> str | None:
    top, _, rest = path.partition("/")
    if not top.endswith(".data") or not rest:
        return f"{packages}/{path}"
    scheme, _, inside = rest.partition("/")
    if not inside:
        return None
    if scheme in ("purelib", "platlib"):
        return f"{packages}/{inside}"
    folder = {"data": prefix, "scripts": f"{prefix}/bin", "headers": f"{prefix}/include"}.get(scheme)
    return f"{folder}/{inside}" if folder else None


# ---- packages for Windows and Android

_COMPATIBILITY_PACK = "Microsoft.D3DMappingLayers"
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


def _of_msix(text: Callable[[str], bytes]) -> Layout:
    """Return the layout of an AppX or MSIX package: its own folder, but members below VFS in system folders."""
    found = _IDENTITY.search(text("AppxManifest.xml"))
    name = found[1].decode("ascii") if found else "package"
    root = f"Program Files/WindowsApps/{name}"

    def place(path: str) -> str:
        top, _, rest = unquote(path).partition("/")
        folder, _, inside = rest.partition("/")
        shown = _VIRTUAL.get(folder.lower()) if top.lower() == "vfs" and inside else None
        return f"{shown}/{inside}" if shown else f"{root}/{unquote(path)}"

    known = f"C:\\{root}".replace("/", "\\") if name == _COMPATIBILITY_PACK else ""
    return Layout("an AppX or MSIX package", place, False, System.WINDOWS, known)


def _of_android(names: Collection[str], prefix: str = "") -> Layout:
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
