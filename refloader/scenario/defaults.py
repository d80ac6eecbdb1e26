"""Where things usually are on each system, for those who do not say where. Decides nothing."""

from collections.abc import Mapping

from refloader.model.place import Use
from refloader.model.system import System
from refloader.scenario.platform import Situation

_NAMES = {Use.EXPLICIT: "explicit_layer.d", Use.IMPLICIT: "implicit_layer.d", Use.DRIVER: "icd.d"}
_KEYS = {Use.EXPLICIT: "ExplicitLayers", Use.IMPLICIT: "ImplicitLayers", Use.DRIVER: "Drivers"}
_BASES: Mapping[System, str] = {
    System.LINUX: "/usr/share/vulkan",
    System.MACOS: "/usr/share/vulkan",
    System.FUCHSIA: "/etc/vulkan",  # there /usr/share is no fallback (DISC-FUCHSIA-01)
    System.WINDOWS: r"C:\Vulkan",
}
_ANDROID = "/data/local/debug/vulkan"
"""The folder of 2018 and later (DISC-ANDROID-01)."""


def folder(situation: Situation, use: Use) -> str:
    """Where what is for this use is put."""
    if situation.system is System.ANDROID:
        return _ANDROID
    return situation.paths.join(_BASES[situation.system], _NAMES[use])


def library_name(situation: Situation, name: str) -> str:
    """What a library of this name is called."""
    suffix = situation.system.library_suffix
    return f"{name}{suffix}" if situation.system is System.WINDOWS else f"lib{name}{suffix}"


def key(situation: Situation, use: Use) -> str:
    """The machine's key for this use, as programs of this word size see it on a 64-bit Windows."""
    node = "" if situation.bits == situation.word_size else "\\WOW6432Node"
    return f"HKEY_LOCAL_MACHINE\\SOFTWARE{node}\\Khronos\\Vulkan\\{_KEYS[use]}"
