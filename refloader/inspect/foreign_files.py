"""Tells what a file is that stands where a manifest is wanted, by its text and by the name that a tool gave it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.host.port import Content, Host
from refloader.model.text import quote

SET_ASIDE = r"(?i:old|bak|backup|disabled?|off|orig|original|saved?|unused|removed|broken|no|not|x)"
"""The words that people put before a name to keep off what is in a folder or in a key of a registry."""

_HALF_INSTALLED = {
    ".dpkg-new": "dpkg calls files so until a package is unpacked, and it was interrupted or is at work "
    "(sudo dpkg --configure -a, or install the package again)",
    ".dpkg-tmp": "dpkg calls files so while it replaces a package, and it was interrupted or is at work "
    "(sudo dpkg --configure -a, or install the package again)",
    ".apk-new": "apk writes a file so beside one that was changed by hand",
    ".dpkg-dist": "dpkg writes a file so beside one that was changed by hand",
    ".dpkg-old": "dpkg keeps so what it has replaced",
    ".ucf-dist": "ucf writes a file so beside one that was changed by hand",
    ".rpmnew": "rpm writes a file so beside one that was changed by hand",
    ".rpmsave": "rpm keeps a file so when its package is removed or replaces it",
    ".rpmorig": "rpm keeps a file so that was there before its package",
    ".pacnew": "pacman writes a file so beside one that was changed by hand",
    ".pacsave": "pacman keeps a file so when its package is removed",
}
"""How the tools that install packages call files, and when."""

_OTHER_KEYS = re.compile(rb'"(?:api_layer|runtime|profiles|settings|settings_array|ICD)"|\\')
"""The keys of other interfaces, and what may write a key in another way."""

_MOST_ENTRIES = 32
_MOST_TEXT = 4096


class Foreign(NamedTuple):
    """What a file is, and where the loaders of its own interface look for it."""

    what: str
    place: str


_OPENXR_LAYER = Foreign(
    "the manifest of an OpenXR API layer",
    "/etc/openxr/1/api_layers/implicit.d or explicit.d (below share: openxr/1/api_layers)",
)
_OPENXR_RUNTIME = Foreign("the manifest of an OpenXR runtime", "/etc/xdg/openxr/1/active_runtime.json")
_EGL = Foreign("the manifest of an EGL driver (of GLVND)", "/usr/share/glvnd/egl_vendor.d")
_EGL_PLATFORM = Foreign("the manifest of an EGL platform", "/usr/share/egl/egl_external_platform.d")
_OPENCL = Foreign("the file of an OpenCL driver", "/etc/OpenCL/vendors")
_PROFILES = Foreign("a file of Vulkan profiles", "the folder that VK_KHRONOS_PROFILES_PROFILE_DIRS names")
_SETTINGS = Foreign(
    "a file like the settings file of the loader", "vulkan/loader_settings.d/vk_loader_settings.json"
)


def foreign(path: str, data: bytes) -> Foreign | None:
    """Return what a file is if it belongs to another interface than a manifest of Vulkan; None if it may be one."""
    if b"{" in data and b'"layer"' in data and not _OTHER_KEYS.search(data):
        return None  # as most are, and what is read takes time
    value = reader.read(data).value
    if isinstance(value, dict):
        return foreign_object(path, value)
    names = data[:_MOST_TEXT].decode("utf-8", "replace").split()
    is_list = names and all(".so" in name and "{" not in name for name in names)
    return _OPENCL if path.lower().endswith(".icd") and is_list else None


def foreign_object(path: str, value: JsonValue) -> Foreign | None:
    """The same of the value of a JSON document."""
    if not isinstance(value, dict):
        return None
    if {"layer", "layers"} & value.keys():
        return None
    if isinstance(value.get("api_layer"), dict):
        return _OPENXR_LAYER
    if isinstance(value.get("runtime"), dict):
        return _OPENXR_RUNTIME
    if isinstance(value.get("profiles"), dict) and isinstance(value.get("capabilities"), dict):
        return _PROFILES
    if {"settings", "settings_array"} & value.keys():
        return _SETTINGS
    entry = value.get("ICD")
    if not isinstance(entry, dict) or "api_version" in entry:
        return None
    library = str(entry.get("library_path", "")).rpartition("/")[2]
    if "egl_external_platform.d" in path or library.startswith(("libnvidia-egl-", "libEGL-")):
        return _EGL_PLATFORM
    return _EGL if "egl_vendor.d" in path or library.startswith("libEGL") else None


def foreign_at(host: Host, path: str) -> Foreign | None:
    """The same of the file at a path; None if it cannot be read."""
    answer = host.read(path)
    return foreign(path, answer.data) if isinstance(answer, Content) else None


def foreign_among(host: Host, paths: Sequence[str]) -> str:
    """Say what the first of some files is that belongs to another interface; empty if none does."""
    for path in paths[:_MOST_ENTRIES]:
        found = foreign_at(host, path) if path.startswith("/") else None
        if found is not None:
            return f"{quote(path)} is {found.what}, which Vulkan's loaders do not use"
    return ""


def half_installed(path: str) -> str:
    """Say which package manager calls a file so, and when; empty if none does."""
    return next((told for suffix, told in _HALF_INSTALLED.items() if path.endswith(suffix)), "")
