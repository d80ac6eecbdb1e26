"""Decides where a package installs its members, from the names of all members and a few metadata files."""

from collections.abc import Callable, Collection

from refloader.host.archives.foreign_layouts import android, msix
from refloader.host.archives.layout import Layout
from refloader.host.archives.wheel_layout import wheel_layout
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
        return wheel_layout(text(wheel))
    if "AppxManifest.xml" in names:
        return msix(text)
    if "AppxMetadata/AppxBundleManifest.xml" in names:
        return Layout("a bundle of AppX or MSIX packages", _same, False, System.WINDOWS)
    if "AndroidManifest.xml" in names:
        return android(names)
    if "base/manifest/AndroidManifest.xml" in names:
        return android(names, "base/")
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
