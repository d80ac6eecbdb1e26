"""The probes: scenarios on which releases of loaders differ. ``probing`` runs a loader on them.

Each asks for one group of traits of ``rules/ages.toml``. Runs nothing.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from refloader.scenario.scenario import Application, Library, Scenario

_IMPLICIT, _EXPLICIT = "/usr/share/vulkan/implicit_layer.d", "/usr/share/vulkan/explicit_layer.d"
_DRIVERS, _ETC = "/usr/share/vulkan/icd.d", "/etc/vulkan"
SETTINGS = f"{_ETC}/loader_settings.d/vk_loader_settings.json"
_A, _B, _M = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_m"


def probes() -> tuple[Scenario, ...]:
    """Return the probes: together they tell most releases apart in which a trait begins or ends."""
    return tuple(_probes())


def _probes() -> Iterator[Scenario]:
    yield from _of_manifests()
    yield from _of_activation()
    yield from _of_variables()
    yield from _of_drivers()
    yield from _of_settings()
    yield from _of_metas()


def _of_manifests() -> Iterator[Scenario]:
    good = {f"{_IMPLICIT}/b.json": _implicit(_B)}
    first = "/usr/local/share/vulkan/implicit_layer.d/a.json"
    yield _world({first: "{", **good})
    yield _world({first: "", **good})
    yield _world({first: "{}", **good})
    yield _world({first: "\ufeff" + _implicit(_A), **good})
    yield _world({f"{_IMPLICIT}/a.json": _layer(_A), **good})
    for fields in (
        {"name": 5},
        {"api_version": "1.1.3.0"},
        {"library_arch": "32"},
        {"description": "x" * 300},
    ):
        yield _world({f"{_EXPLICIT}/a.json": _layer(_A, **fields)})
    for missing in ("type", "api_version"):
        yield _world({f"{_EXPLICIT}/a.json": _layer(_A, **{missing: None})})


def _of_activation() -> Iterator[Scenario]:
    twice = {
        "/usr/local/share/vulkan/implicit_layer.d/a.json": _implicit(_A, library_path="/world/liba.so"),
        f"{_IMPLICIT}/a.json": _implicit(_A, library_path="/world/libb.so"),
    }
    yield _world(twice, driver=True)
    yield _world({f"{_IMPLICIT}/a.json": _implicit(_A, api_version="1.0.0")}, driver=True, api="1.3.0")
    yield _world({f"{_EXPLICIT}/a.json": _layer(_A, library_path="none.so")}, driver=True, layers=(_A,))
    yield _world({"/home/user/.config/vulkan/implicit_layer.d/a.json": _implicit(_A)})


def _of_variables() -> Iterator[Scenario]:
    layers = {f"{_EXPLICIT}/a.json": _layer(_A), "/etc/vulkan/explicit_layer.d/b.json": _layer(_B)}
    named = {"VK_INSTANCE_LAYERS": f"{_A}:{_B}"}
    yield _world(layers, named, driver=True)
    yield _world(
        {f"{_IMPLICIT}/a.json": _implicit(_A), **layers}, {"VK_INSTANCE_LAYERS": f"{_B}:{_A}"}, driver=True
    )
    yield _world(layers, {"VK_LAYER_PATH": f"{_EXPLICIT}:{_EXPLICIT}"})
    yield _world(layers, {"VK_LAYER_PATH": f"{_EXPLICIT}/a.json"})
    yield _world(layers, {"VK_ADD_LAYER_PATH": "/world", "VK_LOADER_LAYERS_DISABLE": "*_a"})
    yield _world(layers, {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ALLOW": "*_a"})
    yield _world(layers, {"VK_LOADER_LAYERS_DISABLE": "**"})
    yield _world({"/world/i/a.json": _implicit(_A)}, {"VK_IMPLICIT_LAYER_PATH": "/world/i"})
    yield _world({}, {"VK_LOADER_VENDOR_ID_FILTER": "1"}, driver=True)


def _of_drivers() -> Iterator[Scenario]:
    yield _world({})
    yield _world({f"{_DRIVERS}/x.json": _driver(library_path="none.so")}, extensions=("VK_KHR_surface",))
    yield _world({}, {"VK_ICD_FILENAMES": "/none.json"})
    yield _world({f"{_DRIVERS}/x.json": "{"}, driver=True)
    yield _world({f"{_DRIVERS}/x.json": _driver(api_version=None)}, libraries={"/world/x.so": _DRIVER})
    yield _world(
        {f"{_DRIVERS}/x.json": _driver(is_portability_driver=True)}, libraries={"/world/x.so": _DRIVER}
    )
    failing = Library("driver", {"name": "x:1", "fail": "vkEnumeratePhysicalDevices:-3"})
    yield _world({f"{_DRIVERS}/x.json": _driver()}, driver=True, libraries={"/world/x.so": failing})
    processor = Library("driver", {"name": "x:1", "type": "cpu"})
    yield _world(
        {f"{_DRIVERS}/x.json": _driver()}, driver=True, libraries={"/world/x.so": processor}, api="1.1.0"
    )


def _of_settings() -> Iterator[Scenario]:
    layers = {f"{_EXPLICIT}/a.json": _layer(_A)}
    off = {"layers": [{"name": _A, "path": f"{_EXPLICIT}/a.json", "control": "off"}]}
    yield _world({SETTINGS: _settings(off), **layers})
    yield _world({SETTINGS: _settings({"stderr_log": ["error"]}), **layers})
    yield _world({SETTINGS: _settings({"layers": []}), **layers})
    yield _world(
        {"/home/user/.config/vulkan/loader_settings.d/vk_loader_settings.json": _settings(off), **layers}
    )


def _of_metas() -> Iterator[Scenario]:
    parts = {f"{_EXPLICIT}/a.json": _layer(_A), f"{_EXPLICIT}/b.json": _layer(_B)}
    newer = {f"{_EXPLICIT}/m.json": _meta(_M, _A, api_version="1.0.0")}
    yield _world({**newer, **parts})
    yield _world({f"{_IMPLICIT}/m.json": _meta(_M, _A, _B, _A, disable=True), **parts}, driver=True)
    override = "VK_LAYER_LUNARG_override"
    yield _world({f"{_IMPLICIT}/o.json": _meta(override, _A, disable=True), **parts}, driver=True)
    other = _meta(override, _A, disable=True, app_keys=["/none"])
    yield _world({f"{_IMPLICIT}/o.json": other, **parts}, driver=True)


_DRIVER = Library("driver", {"name": "x:1"})


def _world(
    files: Mapping[str, str],
    variables: Mapping[str, str] | None = None,
    *,
    driver: bool = False,
    api: str = "1.0.0",
    layers: tuple[str, ...] = (),
    extensions: tuple[str, ...] = (),
    libraries: Mapping[str, Library] | None = None,
) -> Scenario:
    own = {
        "/world/liba.so": Library("layer", {"name": f"{_A}:1"}),
        "/world/libb.so": Library("layer", {"name": f"{_B}:2"}),
    }
    found = {**own, **(libraries or {})}
    texts = dict(files)
    if driver:
        texts[f"{_DRIVERS}/plain.json"] = _driver(library_path="/world/plain.so")
        found["/world/plain.so"] = Library("driver", {"name": "plain:0"})
    return Scenario(
        files={path: text.encode() for path, text in texts.items()},
        libraries=found,
        variables={"HOME": "/home/user", **(variables or {})},
        application=Application(api_version=api, layers=layers, extensions=extensions),
    )


def _manifest(kind: str, members: Mapping[str, Any], form: str) -> str:
    whole = {key: value for key, value in members.items() if value is not None}
    return json.dumps({"file_format_version": form, kind: whole}, ensure_ascii=False)


def _layer(name: str, /, **fields: Any) -> str:
    members = {
        "name": name,
        "type": "GLOBAL",
        "api_version": "1.1.0",
        "implementation_version": "1",
        "description": "a probe",
        "library_path": f"/world/lib{name[-1]}.so",
    }
    return _manifest("layer", members | fields, "1.1.2")


def _implicit(name: str, /, **fields: Any) -> str:
    return _layer(name, disable_environment={f"DISABLE_{name[-1]}": "1"}, **fields)


def _meta(name: str, /, *components: str, disable: bool = False, **fields: Any) -> str:
    fields = {"component_layers": components, "library_path": None, **fields}
    return _implicit(name, **fields) if disable else _layer(name, **fields)


def _driver(**fields: Any) -> str:
    return _manifest("ICD", {"library_path": "/world/x.so", "api_version": "1.1.0"} | fields, "1.0.1")


def _settings(members: Mapping[str, Any]) -> str:
    return _manifest("settings", members, "1.0.0")
