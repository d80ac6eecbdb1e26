"""The default folders, library names and registry keys of each system, for scenarios that name none."""

from collections.abc import Mapping

from refloader.model.place import Use
from refloader.model.system import System
from refloader.scenario.platform import HostPlatform

_NAMES = {Use.EXPLICIT: "explicit_layer.d", Use.IMPLICIT: "implicit_layer.d", Use.DRIVER: "icd.d"}
_KEYS = {Use.EXPLICIT: "ExplicitLayers", Use.IMPLICIT: "ImplicitLayers", Use.DRIVER: "Drivers"}
_BASES: Mapping[System, str] = {
    System.LINUX: "/usr/share/vulkan",
    System.MACOS: "/usr/share/vulkan",
    System.FUCHSIA: "/etc/vulkan",  # there /usr/share is no fallback (DISC-FUCHSIA-01)
    System.WINDOWS: r"C:\Vulkan",
}
_ANDROID = "/data/local/debug/vulkan"
"""The folder in the editions from 2018 on (DISC-ANDROID-01)."""


def folder(situation: HostPlatform, use: Use) -> str:
    """Return the default folder for the manifests of this use; on Android, for the libraries."""
    if situation.system is System.ANDROID:
        return _ANDROID
    return situation.paths.join(_BASES[situation.system], _NAMES[use])


def library_name(situation: HostPlatform, name: str) -> str:
    """Return the file name of the library ``name`` on the system."""
    suffix = situation.system.library_suffix
    return f"{name}{suffix}" if situation.system is System.WINDOWS else f"lib{name}{suffix}"


def key(situation: HostPlatform, use: Use) -> str:
    """Return the HKEY_LOCAL_MACHINE key for this use that the application reads.

    It is below WOW6432Node if the application's word size differs from that of Windows.
    """
    node = "" if situation.bits == situation.word_size else "\\WOW6432Node"
    return f"HKEY_LOCAL_MACHINE\\SOFTWARE{node}\\Khronos\\Vulkan\\{_KEYS[use]}"
