"""Runs ordinary decisions with the code as frozen, to find out which functions they call.

The other functions are frozen apart and loaded at their first call: most of the code reports errors in manifests, and
most manifests have none. Does not access the machine: a fake ``_edge`` answers.
"""

import copy
import json
import sys
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from types import CodeType, FrameType, ModuleType
from typing import Any

EDGE = "refloader.dropin.python._edge"

_LAYER = {
    "name": "VK_LAYER_ACME_one",
    "type": "GLOBAL",
    "library_path": "./libone.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "one",
}
_DEVICE_EXTENSION = {
    "name": "VK_EXT_tooling_info",
    "spec_version": "1",
    "entrypoints": ["vkGetPhysicalDeviceToolPropertiesEXT"],
}
_EXPLICIT = {
    **_LAYER,
    "instance_extensions": [{"name": "VK_EXT_debug_report", "spec_version": "9"}],
    "device_extensions": [_DEVICE_EXTENSION],
    "introduction": "",
    "url": "",
    "platforms": ["LINUX"],
    "status": "STABLE",
    "features": {},
}
_IMPLICIT = {
    **_LAYER,
    "name": "VK_LAYER_ACME_two",
    "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "negotiate"},
    "enable_environment": {"ENABLE_TWO": "1"},
    "disable_environment": {"DISABLE_TWO": "1"},
}
_ALWAYS = {**_LAYER, "name": "VK_LAYER_ACME_three", "disable_environment": {"DISABLE_THREE": "1"}}
_NEGOTIATING = {
    **_IMPLICIT,
    "name": "VK_LAYER_ACME_four",
    "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "vkNegotiateLoaderLayerInterfaceVersion"},
}
"""Of a format that does not have the function yet, as Mesa's layer that comes with its drivers."""
_SEVERAL = [
    {**_ALWAYS, "name": f"VK_LAYER_ACME_{number}", "library_path": "libdriver.so.1"} for number in (5, 6)
]
_DRIVER = {
    "file_format_version": "1.0.1",
    "ICD": {"library_path": "libdriver.so", "api_version": "1.3.0", "library_arch": "64"},
}
_NUMBERED = {
    "file_format_version": "1.0.0",
    "ICD": {"library_path": "libdriver.so.1", "api_version": "1.3.0"},
}
"""Named as a library that is also linked against, as NVIDIA's."""
_FOLDERS: dict[str, dict[str, Any]] = {
    "/etc/vulkan/icd.d": {"driver.json": _DRIVER, "numbered.json": _NUMBERED},
    "/usr/share/vulkan/explicit_layer.d": {
        "one.json": {"file_format_version": "1.2.1", "layer": _EXPLICIT},
        "readme": {},
    },
    "/usr/share/vulkan/implicit_layer.d": {
        "four.json": {"file_format_version": "1.0.0", "layer": _NEGOTIATING},
        "several.json": {"file_format_version": "1.0.1", "layers": _SEVERAL},
        "three.json": {"file_format_version": "1.0.0", "layer": _ALWAYS},
        "two.json": {"file_format_version": "1.1.2", "layer": _IMPLICIT},
    },
}
_OWN = ("name", "type", "implementation_version", "description", "library_path")
_LISTS = (
    "functions",
    "instance_extensions",
    "device_extensions",
    "enable_environment",
    "disable_environment",
)
_USER = {"HOME": "/home/user", "XDG_DATA_DIRS": "/usr/share/gnome:/usr/local/share:/usr/share"}
_CHOOSING = {
    "VK_ICD_FILENAMES": "/etc/vulkan/icd.d/driver.json",
    "VK_LAYER_PATH": "/usr/share/vulkan/explicit_layer.d",
    "VK_INSTANCE_LAYERS": "VK_LAYER_ACME_one",
}
ENVIRONMENTS = (_USER, {**_USER, **_CHOOSING}, {**_USER, "DISABLE_THREE": "1"})
"""Of a program that is simply started, and of those whose users choose a driver and a layer, or disable a layer."""


def edge() -> ModuleType:
    """Return a fake ``_edge`` module that describes an ordinary machine, and asks it for ``variables``."""
    module = ModuleType(EDGE)
    variables: dict[str, str] = {}
    answers: dict[str, Any] = {
        "variables": variables,
        "getenv": variables.get,
        "elevated": lambda: False,
        "executable": lambda: "/usr/bin/program",
        "list_folder": lambda path: tuple(_FOLDERS[path]) if path in _FOLDERS else 2,
        "read_file": _read,
        "read_and_seen": lambda path, limit: (_read(path, limit), path.encode()),
        "plain_json": json.loads,
        "clean_manifest": _clean,
        "copied": copy.copy,
        "seen": lambda path: path.encode(),
        "identity": lambda: 0,
    }
    module.__dict__.update(answers)
    return module


def _read(path: str, _limit: int) -> bytes | int:
    folder, _, name = path.rpartition("/")
    found = _FOLDERS.get(folder, {}).get(name)
    return 2 if found is None else json.dumps(found).encode()


def _clean(data: bytes, recent: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    """Return what C returns of a clean manifest. Not all are, so that the reader of the others is used as well."""
    manifest = json.loads(data)
    layer = manifest.get("layer", {"layers": ()})
    if not layer.keys() <= {*_LAYER, *_LISTS}:
        return None
    parts = (json.dumps(layer[key]).encode() if key in layer else None for key in _LISTS)
    shared = (manifest["file_format_version"], layer["api_version"], *parts)
    return (recent if shared == recent else shared, *(layer[key] for key in _OWN))


def used_functions(codes: Iterable[tuple[str, CodeType]]) -> set[str]:
    """Return ``module:function`` for every function that importing the modules and the decisions call."""
    called: set[str] = set()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            code = frame.f_code
            called.add(f"{code.co_filename[1:-1]}:{code.co_qualname}")

    modules: dict[str, ModuleType] = {EDGE: edge()}
    before = {name: sys.modules.get(name) for name in (EDGE, "_edge", *(name for name, _ in codes))}
    sys.modules[EDGE] = sys.modules["_edge"] = modules[EDGE]
    sys.setprofile(watch)
    try:
        for name, code in codes:
            modules[name] = sys.modules[name] = ModuleType(name)
            modules[name].__dict__["__link__"] = partial(_link, modules[name].__dict__)
            exec(code, modules[name].__dict__)
        for variables in ENVIRONMENTS:
            _decide_twice(modules, variables)
    finally:
        sys.setprofile(None)
        _put_back(before)
    return called


def _link(space: dict[str, Any], names: Iterable[tuple[str, str, str | None]]) -> None:
    """Bind the imports of a module; stands in for the ``__link__`` of start.py."""
    for bound, source, name in names:
        found = sys.modules.get(source) or import_module(source)
        space[bound] = getattr(found, name) if name else found


def _put_back(before: dict[str, ModuleType | None]) -> None:
    for name, module in before.items():
        if module is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = module


def _decide_twice(modules: dict[str, ModuleType], variables: dict[str, str]) -> None:
    """Decide an ordinary request, and again: a repeated request uses other functions."""
    answering: Any = modules[EDGE]
    answering.variables.clear()
    answering.variables.update(variables)
    deciding: Any = modules["refloader.dropin.python.loading.deciding"]
    request: Any = modules["refloader.model.request"]
    for _ in range(2):
        deciding.plan_for(request.Request())
