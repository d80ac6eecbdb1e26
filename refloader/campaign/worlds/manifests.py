"""Features of generated worlds: manifests of layers, drivers and meta-layers, with their libraries.

All manifests are well-formed; ``texts`` corrupts some of them afterwards.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.json import decode, encode

from refloader.campaign.worlds.byte_source import Source
from refloader.campaign.worlds.draft import BASES, EXTRA, LAYERS, METAS, NAMES, PROGRAM, Draft
from refloader.scenario.scenario import OVERRIDE_LAYER, Mock

Pairs = tuple[tuple[str, Any], ...]

_KINDS = {"explicit": "explicit_layer.d", "implicit": "implicit_layer.d", "driver": "icd.d"}
_VERSIONS = ("1.3.0", "1.0.0", "1.1.0", "1.2.5", "1.4.0")
_FORMATS = ("1.2.0", "1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.1")
_OWN_EXTENSION = '{"name": "VK_TEST_layer", "spec_version": "3"}'

_Kind: TypeAlias = tuple[Mock, Mapping[str, str]]
_PLAIN_LAYER: _Kind = ("layer", {})
_PLAIN_DRIVER: _Kind = ("driver", {})

# The mocks for the library of a layer: mostly a plain one.
_LAYER_MOCKS: tuple[_Kind, ...] = (
    *[_PLAIN_LAYER] * 60,
    ("layer_v1", {}),
    ("layer_v2", {}),
    ("layer", {"negotiate": "fail"}),
    ("layer", {"interface": "1"}),
    ("layer_v2", {"interface": "1"}),
    ("layer", {"negotiate_version": "3"}),
    ("layer", {"negotiate_version": "1"}),
    ("layer_v2", {"negotiate_version": "0"}),
    ("layer", {"negotiate_result": "-1"}),
    ("layer_v2", {"negotiate_result": "1"}),
    ("layer", {"negotiate": "null_pointers"}),
    ("layer_v2", {"negotiate": "null_instance"}),
    ("layer", {"negotiate": "null_device"}),
    ("layer_renamed", {}),
    ("layer_v0", {}),
    ("layer_early", {}),
    ("layer", {"fail": "vkCreateInstance"}),
    ("layer", {"fail_after": "vkCreateInstance:-4"}),
    ("layer", {"fail": "vkEnumeratePhysicalDevices:-1"}),
    ("layer", {"wrap": "instance"}),
    ("layer", {"wrap": "physical_device"}),
    ("layer", {"intercept": "*"}),
    ("driver", {}),
)
_DRIVER_MOCKS: tuple[_Kind, ...] = (
    *[_PLAIN_DRIVER] * 20,
    ("driver", {"devices": "2"}),
    ("driver", {"devices": "0"}),
    ("driver", {"devices": "3", "type": "cpu;discrete;integrated"}),
    ("driver", {"type": "discrete", "vendor": "0x10de"}),
    ("driver", {"extensions": "VK_KHR_surface:25,VK_TEST_driver:2"}),
    ("driver", {"extensions": "VK_KHR_display:23,VK_EXT_debug_utils:1"}),
    ("driver", {"api": "1.0.0"}),
    ("driver", {"api": "1.1.0", "interface": "4"}),
    ("driver", {"interface": "5"}),
    ("driver", {"interface": "1"}),
    ("driver", {"interface": "0"}),
    ("driver", {"negotiate": "fail"}),
    ("driver", {"fail": "vk_icdNegotiateLoaderICDInterfaceVersion:-3"}),
    ("driver", {"rubbish": "vk_icdNegotiateLoaderICDInterfaceVersion"}),
    ("driver", {"fail": "vkCreateInstance:-4"}),
    ("driver", {"fail": "vkCreateInstance:-1"}),
    ("driver", {"null": "vkCreateInstance"}),
    ("driver", {"rubbish": "vkCreateInstance"}),
    ("driver", {"fail": "vkEnumerateInstanceExtensionProperties"}),
    ("driver", {"null": "vkEnumerateInstanceExtensionProperties"}),
    ("driver", {"null": "vkEnumerateInstanceVersion"}),
    ("driver", {"fail": "vkEnumerateInstanceVersion"}),
    ("driver", {"fail": "vkEnumeratePhysicalDevices:-3"}),
    ("driver", {"null": "vkEnumeratePhysicalDevices"}),
    ("driver_v0", {}),
    ("driver_v2", {}),
    ("driver_v6", {}),
    ("driver_v7", {}),
    ("driver_v7", {"interface": "1"}),
    ("layer", {}),
)
_LIBRARIES = (*["full"] * 12, "relative", "parent", "missing", "bare", "not a library")
_DISABLE: tuple[Mapping[str, str] | None, ...] = (
    *[{"DISABLE_@": "1"}] * 40,
    None,
    {},
    {"DISABLE_@": ""},
    {"DISABLE_@": "yes"},
    {"DISABLE_@": "1", "DISABLE_E": "1"},
    {"": "1"},
    {"A=B": "1"},
)
_ENABLE: tuple[Mapping[str, str] | None, ...] = (
    *[None] * 40,
    {"ENABLE_@": "1"},
    {"ENABLE_@": "1"},
    {"ENABLE_@": ""},
    {"ENABLE_@": "yes", "ENABLE_E": "1"},
    {},
    {"DISABLE_@": "1"},
)
_EXTRAS: tuple[Pairs, ...] = (
    *[()] * 10,
    (("type", "INSTANCE"),),
    (("type", "DEVICE"),),
    (("library_arch", "64"),),
    (("library_arch", "32"),),
    (("instance_extensions", [decode(_OWN_EXTENSION)]),),
    (("instance_extensions", [{"name": "VK_KHR_surface", "spec_version": "1"}]),),
    (("device_extensions", [{"name": "VK_TEST_device", "spec_version": "1", "entrypoints": ["vkTest"]}]),),
    (("functions", {"vkNegotiateLoaderLayerInterfaceVersion": "mock_NegotiateLoaderLayerInterfaceVersion"}),),
    (("functions", {"vkGetInstanceProcAddr": "mock_GetInstanceProcAddr"}),),
    (("functions", {"vkGetInstanceProcAddr": "vkGetInstanceProcAddr"}),),
    (("functions", {"vkNegotiateLoaderLayerInterfaceVersion": "nothing"}),),
    (("pre_instance_functions", {"vkEnumerateInstanceVersion": "mock_EnumerateInstanceVersion"}),),
    (("component_layers", [LAYERS[3]]),),
    (("app_keys", ["/nowhere"]),),
    (("blacklisted_layers", [LAYERS[0]]),),
    (("override_paths", [EXTRA[0]]),),
    (("introduction", "text"), ("url", "http://localhost"), ("status", "STABLE")),
)


def plain_driver(draft: Draft) -> None:
    """Add the driver that every world begins with."""
    _driver_file(draft, "/usr/share/vulkan/icd.d", "plain", "1.3.0", "full", ("driver", {}), ())


def driver(draft: Draft, source: Source) -> None:
    """Add a driver; about one in seven replaces the plain one."""
    folder = _folder(source, "driver")
    name = source.pick(("first", "second", "third", "plain"))
    mock = source.pick(_DRIVER_MOCKS)
    library, version = source.pick(_LIBRARIES), source.pick(_VERSIONS)
    extras: tuple[Pairs, ...] = (
        *[()] * 6,
        (("is_portability_driver", True),),
        (("is_portability_driver", False),),
        (("library_arch", "64"),),
        (("library_arch", "32"),),
    )
    _driver_file(draft, folder, name, version, library, mock, source.pick(extras))


def _driver_file(
    draft: Draft,
    folder: str,
    name: str,
    version: str,
    library: str,
    mock: tuple[Mock, Mapping[str, str]],
    extras: Pairs,
) -> None:
    path = _with_library(draft, folder, name, library, mock)
    body = {"library_path": path, "api_version": version, **dict(extras)}
    draft.manifest(f"{folder}/{name}.json", encode({"file_format_version": "1.0.1", "ICD": body}))


def explicit_layer(draft: Draft, source: Source) -> None:
    """Add a layer that the application has to enable."""
    _layer(draft, source, "explicit")


def implicit_layer(draft: Draft, source: Source) -> None:
    """Add a layer that is enabled by default."""
    _layer(draft, source, "implicit")


def _layer(draft: Draft, source: Source, kind: str) -> None:
    name, folder = source.pick(LAYERS), _folder(source, kind)
    draft.layers.append(name)
    file = source.pick((name[-1], "1", "2", name[-1]))
    mock, library = source.pick(_LAYER_MOCKS), source.pick(_LIBRARIES)
    version, extras = source.pick(_VERSIONS), source.number(len(_EXTRAS))
    switches = source.number(len(_DISABLE)), source.number(len(_ENABLE))
    path = _with_library(draft, folder, f"{name[-1]}{file}", library, mock, name)
    draft.manifest(f"{folder}/{file}.json", _layer_text(name, kind, path, version, extras, switches))


@lru_cache(maxsize=4096)
def _layer_text(
    name: str, kind: str, library: str, version: str, extras: int, switches: tuple[int, int]
) -> bytes:
    body = _body(name, version) | {"library_path": library} | dict(_EXTRAS[extras])
    if kind == "implicit" or switches[1] > 50:
        body |= _switches(name, *switches)
    return encode({"file_format_version": _FORMATS[sum(switches) % len(_FORMATS)], "layer": body})


def _body(name: str, version: str) -> dict[str, Any]:
    return {
        "name": name,
        "type": "GLOBAL",
        "api_version": version,
        "implementation_version": "1",
        "description": f"layer {name[-1]}",
    }


def _switches(name: str, disable: int, enable: int = 0) -> dict[str, Any]:
    letter = "E" if name == OVERRIDE_LAYER else name[-1].upper()
    found: dict[str, Any] = {}
    rows = (
        ("disable_environment", _DISABLE[disable]),
        ("enable_environment", _ENABLE[enable]),
    )
    for key, switch in rows:
        if switch is not None:
            found[key] = {variable.replace("@", letter): value for variable, value in switch.items()}
    return found


def meta_layer(draft: Draft, source: Source) -> None:
    """Add a meta-layer; its components are layers, meta-layers, itself, or a layer that does not exist."""
    name, kind = source.pick((*METAS, *METAS, LAYERS[0])), source.pick(("explicit", "implicit"))
    folder, version = _folder(source, kind), source.pick((*_VERSIONS[1:], *_VERSIONS))
    there = draft.layers[-3:] if draft.layers and source.number(4) else [source.pick(LAYERS)]
    draft.layers.append(name)
    body = _body(name, version) | {
        "component_layers": [*there, *source.several(NAMES, source.pick((0, 0, 1, 2)))]
    }
    if kind == "implicit":
        body |= _switches(name, source.number(len(_DISABLE)))
    draft.manifest(f"{folder}/{name[-1]}.json", encode({"file_format_version": "1.1.1", "layer": body}))


def override_layer(draft: Draft, source: Source) -> None:
    """Add the override layer, with keys that only it may have."""
    folder, version = _folder(source, "implicit"), source.pick(("1.0.0", "1.3.0"))
    there = [name for name in dict.fromkeys(draft.layers) if source.number(2)]
    body = _body(OVERRIDE_LAYER, version) | {"component_layers": [*there, *source.several(NAMES, 1)]}
    keys: tuple[Pairs, ...] = (
        (),
        (("blacklisted_layers", [source.pick(NAMES)]),),
        (("app_keys", [PROGRAM]),),
        (("app_keys", ["/usr/bin/other"]),),
        (("app_keys", []),),
        (("override_paths", [EXTRA[0]]),),
        (("override_paths", [EXTRA[0], EXTRA[1]]), ("blacklisted_layers", [LAYERS[1]])),
        (("override_paths", []),),
        (("override_paths", ["/usr/share/vulkan/explicit_layer.d"]),),
        (("override_paths", [f"{EXTRA[0]}/a.json"]),),
    )
    body |= dict(source.pick(keys)) | _switches(OVERRIDE_LAYER, source.number(len(_DISABLE)))
    name = source.pick(("VkLayer_override", "VkLayer_override", "a"))
    draft.manifest(f"{folder}/{name}.json", encode({"file_format_version": "1.2.0", "layer": body}))


def together(draft: Draft, source: Source) -> None:
    """Add one manifest with several layers."""
    kind = source.pick(("explicit", "implicit"))
    folder, version = _folder(source, kind), source.pick(("1.0.1", "1.0.0", "1.2.0"))
    layers: list[dict[str, Any]] = []
    for name in (source.pick(LAYERS), *source.several(LAYERS, 2)):
        path = _with_library(draft, folder, f"t{name[-1]}{len(layers)}", "full", _PLAIN_LAYER, name)
        body = _body(name, "1.3.0") | {"library_path": path}
        layers.append(body | (_switches(name, source.number(len(_DISABLE))) if kind == "implicit" else {}))
    draft.manifest(f"{folder}/together.json", encode({"file_format_version": version, "layers": layers}))


# ---- locations ------------------------------------------------------------------------------------------------


def _folder(source: Source, kind: str) -> str:
    choice = source.number(len(BASES) + len(EXTRA) + 14)
    if choice < len(BASES):
        return f"{BASES[choice]}/vulkan/{_KINDS[kind]}"
    return (
        EXTRA[choice - len(BASES)]
        if choice < len(BASES) + len(EXTRA)
        else f"/usr/share/vulkan/{_KINDS[kind]}"
    )


def _with_library(
    draft: Draft,
    folder: str,
    name: str,
    form: str,
    mock: tuple[Mock, Mapping[str, str]],
    layer: str = "",
) -> str:
    """Put a library where a manifest in a folder can name it, and return the manifest's library_path."""
    file = f"lib{name}.so"
    flags = {"name": f"{layer or name}:{len(draft.libraries)}", **mock[1]}
    if form == "parent":
        draft.library(f"{folder.rpartition('/')[0]}/lib/{file}", mock[0], flags)
        return f"../lib/{file}"
    if form == "not a library":
        draft.file(f"{folder}/{file}", b"no library at all")
    elif form != "missing":
        draft.library(f"{folder}/{file}", mock[0], flags)
    return {"relative": f"./{file}", "bare": f"lib_vk_test_{name}.so"}.get(form, f"{folder}/{file}")
