"""Machines on which something beside a layer's or driver's own manifest decides: variables, settings, other layers.

Each has one thing that people set, write or leave behind. The layers and drivers themselves are sound.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

EXPLICIT, IMPLICIT, SWITCHED, OTHER = (
    f"VK_LAYER_TEST_{name}" for name in ("named", "always", "switched", "other")
)
SWITCH = "SWITCHED_ON"
HOME = "/home/user"
SETTINGS = f"{HOME}/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"
FOLDERS = {
    EXPLICIT: "explicit_layer.d",
    IMPLICIT: "implicit_layer.d",
    SWITCHED: "implicit_layer.d",
    OTHER: "explicit_layer.d",
}
MANIFESTS = {name: f"/usr/share/vulkan/{folder}/{name[14:]}.json" for name, folder in FOLDERS.items()}
DRIVERS = {name: f"/usr/share/vulkan/icd.d/{name}_icd.x86_64.json" for name in ("radeon", "soft")}
META = "VK_LAYER_TEST_meta"
OVERRIDE = "VK_LAYER_LUNARG_override"
FAR = "/opt/far"
NOWHERE = "/opt/nowhere"

Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Steered:
    """A machine: what is asked for, and what steers the loader. ``asked`` is a layer, or the name of a driver."""

    name: str
    asked: str
    variables: Mapping[str, str] = field(default_factory=dict)
    files: Files = field(default_factory=dict)
    layers: tuple[str, ...] = ()

    @property
    def is_driver(self) -> bool:
        """Whether a driver is asked for."""
        return self.asked in DRIVERS

    @property
    def word(self) -> str:
        """What ``explain`` is asked for."""
        return DRIVERS.get(self.asked, self.asked)

    def all_files(self) -> dict[str, bytes]:
        """The files of the machine, without libraries."""
        own = {DRIVERS[name]: _driver(name) for name in DRIVERS}
        own |= {path: _layer(name) for name, path in MANIFESTS.items()}
        return {**own, **self.files}


def libraries() -> dict[str, str]:
    """The path of each library, and the name of what it is."""
    return {**{_path(name): name for name in FOLDERS}, **{_path(name): name for name in DRIVERS}}


def machines() -> Iterator[Steered]:
    """Yield every machine; no two have one name."""
    yield from _filters_of_layers()
    yield from _filters_of_drivers()
    yield from _lists_of_drivers()
    yield from _folders_of_layers()
    yield from _settings_files()
    yield from _meta_layers()
    yield from _override_layers()


def _path(name: str) -> str:
    return f"/usr/lib/x86_64-linux-gnu/lib{name}.so"


def _text(key: str, body: Mapping[str, Any], version: str = "1.2.0") -> bytes:
    return json.dumps({"file_format_version": version, key: body}, indent=1).encode()


def _layer(name: str, **keys: Any) -> bytes:
    body = {
        "name": name,
        "type": "GLOBAL",
        "library_path": _path(name),
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "a layer",
    }
    if FOLDERS.get(name) == "implicit_layer.d":
        body |= {"disable_environment": {f"DISABLE_{name[14:]}": "1"}}
    if name == SWITCHED:
        body |= {"enable_environment": {SWITCH: "1"}}
    return _text("layer", {key: value for key, value in {**body, **keys}.items() if value is not None})


def _driver(name: str) -> bytes:
    return _text("ICD", {"library_path": _path(name), "api_version": "1.3.0"}, "1.0.0")


def _patterns(name: str) -> Iterator[tuple[str, str]]:
    """Yield what people write for a name in a filter."""
    middle = name.split("_")[-1]
    yield from (
        ("name", name),
        ("lower case", name.lower()),
        ("upper case", name.upper()),
        ("* behind", f"{name[:-2]}*"),
        ("* in front", f"*{name[-4:]}"),
        ("* at both ends", f"*{middle}*"),
        ("* inside", f"{name[:6]}*{name[-3:]}"),
        ("* three times", f"*{name[:4]}*{middle}*"),
        ("* alone", "*"),
        ("two *", "**"),
        ("part", middle),
        ("blank in front", f" {name}"),
        ("blank behind", f"{name} "),
        ("comma behind", f"{name},"),
        ("comma in front", f",{name}"),
        ("two commas", f"x,,{name}"),
        ("comma alone", ","),
        ("empty", ""),
        ("colon", f"{name}:x"),
        ("semicolon", f"x;{name}"),
        ("quotes", f'"{name}"'),
        ("regular expression", f".*{middle}.*"),
        ("question mark", f"?{name[1:]}"),
        ("1", "1"),
        ("twice", f"{name},{name}"),
        ("seventh", f"a,b,c,d,e,f,{name}"),
        ("seventeenth", ",".join([*"abcdefghijklmnop", name])),
        ("thirty-third", ",".join([*map(str, range(32)), name])),
        ("long before", f"{'x' * 300},{name}"),
    )


_GROUPS = (
    "~all~",
    "~implicit~",
    "~explicit~",
    "~ALL~",
    "~all",
    "all~",
    "all",
    "~implict~",
    "~all~,x",
    "x,~all~",
)


def _filters_of_layers() -> Iterator[Steered]:
    disable, enable, allow = (f"VK_LOADER_LAYERS_{word}" for word in ("DISABLE", "ENABLE", "ALLOW"))
    for what, value in _patterns(IMPLICIT):
        yield Steered(f"{disable}: {what}, implicit", IMPLICIT, {disable: value})
        yield Steered(f"{allow}: {what}", IMPLICIT, {disable: "~all~", allow: value})
    for what, value in _patterns(EXPLICIT):
        yield Steered(f"{disable}: {what}, named", EXPLICIT, {disable: value, "VK_INSTANCE_LAYERS": EXPLICIT})
        yield Steered(f"{enable}: {what}, explicit", EXPLICIT, {enable: value})
        yield Steered(f"{allow}: {what}, alone", EXPLICIT, {allow: value})
        yield Steered(f"VK_INSTANCE_LAYERS: {what}", EXPLICIT, {"VK_INSTANCE_LAYERS": value})
    for what, value in _patterns(SWITCHED):
        yield Steered(f"{enable}: {what}, without its switch", SWITCHED, {enable: value})
    for group in _GROUPS:
        asked = {"VK_INSTANCE_LAYERS": EXPLICIT}
        yield Steered(f"{disable} {group}, implicit", IMPLICIT, {disable: group})
        yield Steered(f"{disable} {group}, variable", EXPLICIT, {disable: group, **asked})
        yield Steered(f"{disable} {group}, application", EXPLICIT, {disable: group}, layers=(EXPLICIT,))
        yield Steered(f"{disable} {group}, enabled", EXPLICIT, {disable: group, enable: EXPLICIT})
        yield Steered(f"{disable} {group}, allowed", EXPLICIT, {disable: group, allow: EXPLICIT, **asked})
        yield Steered(f"{enable} {group}", EXPLICIT, {enable: group})
        yield Steered(f"{allow} {group}", IMPLICIT, {disable: IMPLICIT, allow: group})
    both = {disable: IMPLICIT, enable: IMPLICIT}
    yield Steered("disabled and enabled by filters", IMPLICIT, both)
    yield Steered(
        "disabled by its variable, enabled by a filter", IMPLICIT, {"DISABLE_always": "1", enable: IMPLICIT}
    )
    for value in ("", "0", "false", "no"):
        yield Steered(f"disable variable is {value!r}", IMPLICIT, {"DISABLE_always": value})
    for value in ("", "0", "true", "yes", "1 ", "11"):
        yield Steered(f"enable variable is {value!r}", SWITCHED, {SWITCH: value})
    yield Steered("implicit layer in VK_INSTANCE_LAYERS", SWITCHED, {"VK_INSTANCE_LAYERS": SWITCHED})
    yield Steered("VK_DEVICE_LAYERS alone", EXPLICIT, {"VK_DEVICE_LAYERS": EXPLICIT})


def _filters_of_drivers() -> Iterator[Steered]:
    select, disable = "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"
    file = DRIVERS["radeon"].rpartition("/")[2]
    for what, value in _patterns(file):
        yield Steered(f"{select}: {what}", "radeon", {select: value})
        yield Steered(f"{disable}: {what}", "radeon", {disable: value})
    for what, value in {"path": DRIVERS["radeon"], "without .json": file[:-5], "~all~": "~all~"}.items():
        yield Steered(f"{select}: {what}", "radeon", {select: value})
        yield Steered(f"{disable}: {what}", "radeon", {disable: value})
    yield Steered("selected and disabled", "radeon", {select: file, disable: file})
    yield Steered("all disabled", "radeon", {disable: "*"})


def _lists_of_drivers() -> Iterator[Steered]:
    path = DRIVERS["radeon"]
    far = {f"{FAR}/icd.d/radeon.json": _driver("radeon")}
    values = {
        "path": path,
        "colon behind": f"{path}:",
        "colon in front": f":{path}",
        "twice": f"{path}:{path}",
        "semicolon": f"{path};{DRIVERS['soft']}",
        "comma": f"{path},{DRIVERS['soft']}",
        "folder": path.rpartition("/")[0],
        "folder with slash": f"{path.rpartition('/')[0]}/",
        "file name": path.rpartition("/")[2],
        "other": DRIVERS["soft"],
        "gone": f"{NOWHERE}/icd.json",
        "gone, then path": f"{NOWHERE}/icd.json:{path}",
        "library": _path("radeon"),
        "empty": "",
        "colon alone": ":",
        "blank in front": f" {path}",
        "quotes": f'"{path}"',
        "tilde": "~/radeon.json",
        "double slash": path.replace("/icd.d/", "//icd.d/"),
        "dots": path.replace("/icd.d/", "/icd.d/../icd.d/"),
        "pattern": path.replace("radeon", "*"),
    }
    for variable in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"):
        for what, value in values.items():
            yield Steered(f"{variable}: {what}", "radeon", {variable: value})
    for variable in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        other = {variable: DRIVERS["soft"], "VK_ADD_DRIVER_FILES": path}
        yield Steered(f"{variable} and VK_ADD_DRIVER_FILES", "radeon", other)
    yield Steered("both lists", "radeon", {"VK_DRIVER_FILES": DRIVERS["soft"], "VK_ICD_FILENAMES": path})
    yield Steered(
        "empty list and an older one", "radeon", {"VK_DRIVER_FILES": "", "VK_ICD_FILENAMES": DRIVERS["soft"]}
    )
    bases = {
        "far": FAR,
        "empty": "",
        "colon": ":",
        "usual": "/usr/local/share:/usr/share",
        "slash": "/usr/share/",
    }
    bases |= {
        "too deep": "/usr/share/vulkan",
        "colon in front": ":/usr/share",
    }
    for what, value in bases.items():
        yield Steered(f"XDG_DATA_DIRS: {what}", "radeon", {"XDG_DATA_DIRS": value})
        yield Steered(f"XDG_CONFIG_DIRS: {what}", "radeon", {"XDG_CONFIG_DIRS": value})
        yield Steered(f"XDG_DATA_HOME: {what}", "radeon", {"XDG_DATA_HOME": value}, far)
    yield Steered("HOME is empty", "radeon", {"HOME": ""})


def _folders_of_layers() -> Iterator[Steered]:
    far = {f"{FAR}/layers/far.json": _layer(EXPLICIT), MANIFESTS[EXPLICIT]: b""}
    own = {f"{FAR}/layers/far.json": _layer(SWITCHED), MANIFESTS[SWITCHED]: b""}
    folder = f"{FAR}/layers"
    values = {
        "folder": folder,
        "slash": f"{folder}/",
        "colon behind": f"{folder}:",
        "second": f"{NOWHERE}:{folder}",
        "semicolon": f"{NOWHERE};{folder}",
        "file": f"{folder}/far.json",
        "above": FAR,
        "gone": NOWHERE,
        "empty": "",
        "tilde": "~/layers",
        "quotes": f"'{folder}'",
        "blank behind": f"{folder} ",
    }
    for what, value in values.items():
        for variable in ("VK_LAYER_PATH", "VK_ADD_LAYER_PATH"):
            asked = {variable: value, "VK_INSTANCE_LAYERS": EXPLICIT}
            yield Steered(f"{variable}: {what}", EXPLICIT, asked, far)
            yield Steered(f"{variable}: {what}, installed", EXPLICIT, asked)
        for variable in ("VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "VK_LAYER_PATH"):
            yield Steered(f"{variable}: {what}, implicit", SWITCHED, {variable: value, SWITCH: "1"}, own)
            yield Steered(f"{variable}: {what}, implicit, installed", IMPLICIT, {variable: value})
    both = {"VK_LAYER_PATH": NOWHERE, "VK_ADD_LAYER_PATH": folder, "VK_INSTANCE_LAYERS": EXPLICIT}
    yield Steered("VK_LAYER_PATH and VK_ADD_LAYER_PATH", EXPLICIT, both, far)


def _entry(name: str = EXPLICIT, control: Any = "on", **keys: Any) -> dict[str, Any]:
    body = {"name": name, "path": MANIFESTS.get(name, ""), "control": control, **keys}
    return {key: value for key, value in body.items() if value is not None}


_REST = {"control": "unordered_layer_location"}


def _settings_files() -> Iterator[Steered]:
    entries: dict[str, list[Any]] = {
        "on": [_entry()],
        "on, rest": [_entry(), _REST],
        "rest, on": [_REST, _entry()],
        "rest twice": [_REST, _entry(), _REST],
        "off": [_entry(control="off")],
        "off, rest": [_entry(control="off"), _REST],
        "auto": [_entry(control="auto")],
        "unknown control": [_entry(control="enabled")],
        "control in capitals": [_entry(control="ON")],
        "control a boolean": [_entry(control=True)],
        "no control": [_entry(control=None)],
        "no name": [_entry(name=None)],  # type: ignore[arg-type]
        "no path": [_entry(path=None)],
        "empty path": [_entry(path="")],
        "path gone": [_entry(path=f"{NOWHERE}/layer.json")],
        "path gone, rest": [_entry(path=f"{NOWHERE}/layer.json"), _REST],
        "path a folder": [_entry(path=MANIFESTS[EXPLICIT].rpartition("/")[0])],
        "path of another": [_entry(path=MANIFESTS[OTHER])],
        "path relative": [_entry(path="named.json")],
        "name in lower case": [_entry(name=EXPLICIT.lower(), path=MANIFESTS[EXPLICIT])],
        "other": [_entry(OTHER)],
        "other, rest": [_entry(OTHER), _REST],
        "on, then off": [_entry(), _entry(control="off")],
        "off, then on": [_entry(control="off"), _entry()],
        "treated as implicit": [_entry(treat_as_implicit_manifest=True)],
        "treated as implicit, auto": [_entry(control="auto", treat_as_implicit_manifest=True)],
        "treated as implicit, a text": [_entry(treat_as_implicit_manifest="true")],
        "unknown key": [_entry(settings={"a": 1})],
        "empty": [],
        "a text among them": ["x", _entry()],
        "an empty object": [{}, _entry()],
    }
    for what, layers in entries.items():
        yield from _with_settings(what, {"layers": layers})
    on = {"layers": [_entry(), _REST]}
    whole: dict[str, Any] = {
        "without version": {"settings": on},
        "version a number": {"file_format_version": 1, "settings": on},
        "version 9.9.9": {"file_format_version": "9.9.9", "settings": on},
        "version behind": {"settings": on, "file_format_version": "1.0.0"},
        "array": {"file_format_version": "1.0.0", "settings_array": [on]},
        "array for others": {
            "file_format_version": "1.0.0",
            "settings_array": [{**on, "app_keys": ["/bin/no"]}],
        },
        "array for others, then all": {
            "file_format_version": "1.0.0",
            "settings_array": [{**on, "app_keys": ["/bin/no"]}, on],
        },
        "array and settings": {
            "file_format_version": "1.0.0",
            "settings_array": [{"layers": [_REST]}],
            "settings": on,
        },
        "empty array": {"file_format_version": "1.0.0", "settings_array": []},
        "settings a list": {"file_format_version": "1.0.0", "settings": [on]},
        "no settings": {"file_format_version": "1.0.0"},
        "layers at the top": {"file_format_version": "1.0.0", **on},
        "layers an object": {"file_format_version": "1.0.0", "settings": {"layers": _entry()}},
        "Settings": {"file_format_version": "1.0.0", "Settings": on},
        "for others": {"file_format_version": "1.0.0", "settings": {**on, "app_keys": ["/usr/bin/game"]}},
        "app_keys empty": {"file_format_version": "1.0.0", "settings": {**on, "app_keys": []}},
        "stderr_log": {"file_format_version": "1.0.0", "settings": {"stderr_log": ["all"], **on}},
        "log only": {"file_format_version": "1.0.0", "settings": {"stderr_log": []}},
    }
    for what, value in whole.items():
        yield Steered(f"settings file, {what}", EXPLICIT, {}, {SETTINGS: json.dumps(value).encode()})
        yield Steered(
            f"settings file, {what}, implicit", IMPLICIT, {}, {SETTINGS: json.dumps(value).encode()}
        )
    good = json.dumps({"file_format_version": "1.0.0", "settings": on}, indent=1).encode()
    texts = {
        "byte order mark": b"\xef\xbb\xbf" + good,
        "UTF-16": good.decode().encode("utf-16"),
        "no byte": b"",
        "comment": good.replace(b"{", b"{ // mine\n", 1),
        "comma behind all": good.rstrip()[:-1] + b",}",
        "cut": good[: len(good) // 2],
        "twice": good + good,
        "text behind": good + b"x",
    }
    for what, data in texts.items():
        yield Steered(f"settings file, {what}", EXPLICIT, {}, {SETTINGS: data})
        yield Steered(f"settings file, {what}, implicit", IMPLICIT, {}, {SETTINGS: data})


def _with_settings(what: str, settings: Mapping[str, Any]) -> Iterator[Steered]:
    files = {SETTINGS: json.dumps({"file_format_version": "1.0.0", "settings": settings}).encode()}
    yield Steered(f"settings file: {what}", EXPLICIT, {}, files)
    yield Steered(f"settings file: {what}, named", EXPLICIT, {"VK_INSTANCE_LAYERS": EXPLICIT}, files)
    yield Steered(f"settings file: {what}, application", EXPLICIT, {}, files, (EXPLICIT,))
    yield Steered(f"settings file: {what}, filtered", EXPLICIT, {"VK_LOADER_LAYERS_DISABLE": EXPLICIT}, files)
    yield Steered(f"settings file: {what}, implicit", IMPLICIT, {}, files)


def _meta(**keys: Any) -> bytes:
    body = {
        "name": META,
        "type": "GLOBAL",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "several layers",
        "component_layers": [EXPLICIT],
    }
    return _text("layer", {key: value for key, value in {**body, **keys}.items() if value is not None})


def _meta_layers() -> Iterator[Steered]:
    kinds: dict[str, dict[str, Any]] = {
        "sound": {},
        "two": {"component_layers": [EXPLICIT, OTHER]},
        "twice": {"component_layers": [EXPLICIT, EXPLICIT]},
        "one missing": {"component_layers": [EXPLICIT, "VK_LAYER_TEST_gone"]},
        "itself": {"component_layers": [META]},
        "itself too": {"component_layers": [EXPLICIT, META]},
        "none": {"component_layers": []},
        "a text": {"component_layers": EXPLICIT},
        "a number among them": {"component_layers": [1, EXPLICIT]},
        "lower case": {"component_layers": [EXPLICIT.lower()]},
        "implicit component": {"component_layers": [EXPLICIT, SWITCHED]},
        "newer": {"api_version": "1.4.0"},
        "older": {"api_version": "1.0.0"},
        "other patch": {"api_version": "1.3.7"},
        "api_version missing": {"api_version": None},
        "library too": {"library_path": _path(OTHER)},
        "component_layer": {"component_layers": None, "component_layer": [EXPLICIT]},
    }
    path = "/usr/share/vulkan/explicit_layer.d/meta.json"
    for what, keys in kinds.items():
        files = {path: _meta(**keys)}
        yield Steered(f"meta-layer: {what}", EXPLICIT, {"VK_INSTANCE_LAYERS": META}, files)
        yield Steered(f"meta-layer: {what}, application", EXPLICIT, {}, files, (META,))
    sound = {path: _meta()}
    yield Steered(
        "meta-layer, component filtered", EXPLICIT, {"VK_INSTANCE_LAYERS": META, _OFF: EXPLICIT}, sound
    )
    yield Steered("meta-layer filtered", EXPLICIT, {"VK_INSTANCE_LAYERS": META, _OFF: META}, sound)
    yield Steered("meta-layer enabled by a filter", EXPLICIT, {"VK_LOADER_LAYERS_ENABLE": META}, sound)
    switch = {"disable_environment": {"DISABLE_META": "1"}}
    own = {"/usr/share/vulkan/implicit_layer.d/meta.json": _meta(**switch)}
    yield Steered("implicit meta-layer", EXPLICIT, {}, own)
    yield Steered("implicit meta-layer, disabled", EXPLICIT, {"DISABLE_META": "1"}, own)
    yield Steered("implicit meta-layer without a switch", EXPLICIT, {}, {next(iter(own)): _meta()})


_OFF = "VK_LOADER_LAYERS_DISABLE"


def _override_layers() -> Iterator[Steered]:
    switch = {"name": OVERRIDE, "disable_environment": {"DISABLE_VK_LAYER_LUNARG_override": "1"}}
    far = {f"{FAR}/layers/far.json": _layer(EXPLICIT), MANIFESTS[EXPLICIT]: b""}
    kinds: dict[str, tuple[dict[str, Any], Files]] = {
        "component": ({}, {}),
        "no component": ({"component_layers": []}, {}),
        "component missing": ({"component_layers": ["VK_LAYER_TEST_gone"]}, {}),
        "other component": ({"component_layers": [OTHER]}, {}),
        "paths": ({"override_paths": [f"{FAR}/layers"]}, far),
        "path of a file": ({"override_paths": [f"{FAR}/layers/far.json"]}, far),
        "paths gone": ({"override_paths": [NOWHERE]}, {}),
        "paths empty": ({"override_paths": []}, {}),
        "blacklisted": ({"component_layers": [OTHER], "blacklisted_layers": [EXPLICIT]}, {}),
        "for others": ({"app_keys": ["/usr/bin/game"]}, {}),
        "app_keys empty": ({"app_keys": []}, {}),
        "without switch": ({"disable_environment": None}, {}),
        "old version": ({"api_version": "1.0.0"}, {}),
    }
    path = f"{HOME}/.local/share/vulkan/implicit_layer.d/VkLayer_override.json"
    for what, (keys, more) in kinds.items():
        files = {path: _meta(**{**switch, **keys}), **more}
        named = {"VK_INSTANCE_LAYERS": EXPLICIT}
        yield Steered(f"override layer: {what}", EXPLICIT, {}, files)
        yield Steered(f"override layer: {what}, named", EXPLICIT, named, files)
        yield Steered(
            f"override layer: {what}, path", EXPLICIT, {**named, "VK_LAYER_PATH": f"{FAR}/layers"}, files
        )
        yield Steered(f"override layer: {what}, implicit", IMPLICIT, {}, files)
        yield Steered(
            f"override layer: {what}, disabled", EXPLICIT, {"DISABLE_VK_LAYER_LUNARG_override": "1"}, files
        )
