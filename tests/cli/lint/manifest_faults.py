"""Manifests with one fault each: of a key, a type, a value, the order, the encoding, a path, a name or a version."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

NAME = "VK_LAYER_TEST_subject"
LIBRARY = "/opt/subject/libsubject.so"
SWITCH = "SUBJECT_ON"
LAYER = {
    "name": NAME,
    "type": "GLOBAL",
    "library_path": LIBRARY,
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "a layer",
    "disable_environment": {"SUBJECT_OFF": "1"},
}
DRIVER = {"library_path": LIBRARY, "api_version": "1.3.0"}
LONG = "x" * 300
ODD: Mapping[str, Any] = {
    "null": None,
    "number": 7,
    "fraction": 1.5,
    "true": True,
    "empty list": [],
    "list": ["X"],
    "empty object": {},
    "object": {"A": "1"},
    "empty": "",
    "long": LONG,
}
"""Values that are not what a manifest has, by what they are."""

VERSIONS = [
    "1.3",
    "1",
    "1.3.0.0",
    "0.1.3.0",
    "v1.3.0",
    "1.3.x",
    "9.9.9",
    "1.0.0",
    "-1.3.0",
    "1.3.250-rc1",
    "1,3,0",
    "1..3",
    ".1.3",
    "1.3.99999",
]
FORMATS = [
    "1",
    "1.2",
    "1.0.0",
    "1.0.1",
    "1.1.0",
    "1.1.2",
    "1.2.1",
    "9.9.9",
    "0.0.0",
    "1.2.0.0",
    "v1.2.0",
    "1,2,0",
]


@dataclass(frozen=True, slots=True)
class Fault:
    """A manifest with a fault: which folder it is for, its content, and the name of its file."""

    name: str
    use: str
    data: bytes
    file: str = "subject.json"

    @property
    def switches(self) -> Mapping[str, str]:
        """The variables that enable the layer, if the manifest names any that can be set."""
        try:
            value = json.loads(self.data)["layer"]["enable_environment"].items()
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return {}
        return {name: text for name, text in value if name and isinstance(text, str)}


def faults() -> Iterator[Fault]:
    """Yield every fault; no two have one name."""
    for use in ("implicit", "explicit"):
        yield from (Fault(f"{use}: {name}", use, data) for name, data in _of_layers(use))
    yield from (Fault(f"driver: {name}", "icd", data) for name, data in _of_drivers())


def _text(body: Mapping[str, Any], key: str = "layer", version: Any = "1.2.0", **more: Any) -> bytes:
    return json.dumps({"file_format_version": version, key: body, **more}, indent=1).encode()


def _without(body: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in keys}


def _of_layers(use: str) -> Iterator[tuple[str, bytes]]:
    layer = LAYER if use == "implicit" else _without(LAYER, "disable_environment")
    yield "nothing", _text(layer)
    keys = ("name", "type", "library_path", "api_version", "implementation_version", "description")
    for key in keys if use == "implicit" else ("library_path", "description"):
        yield f"{key} missing", _text(_without(layer, key))
        yield from ((f"{key} {what}", _text({**layer, key: value})) for what, value in ODD.items())
    if use == "implicit":
        yield from _of_implicit_layers(layer)
        yield from _shapes(layer, "layer")
        for version in VERSIONS:
            yield f"api_version {version}", _text({**layer, "api_version": version})
        for value in ("INSTANCE", "DEVICE", "global", "GLOBAL "):
            yield f"type {value!r}", _text({**layer, "type": value})
    for version in FORMATS:
        yield f"format {version}", _text(layer, version=version)
    yield from _whole_files(_text(layer), "layer")
    yield from _orders(layer)
    yield "layers with one", json.dumps({"file_format_version": "1.2.0", "layers": [layer]}).encode()
    yield "layers in 1.0.0", json.dumps({"file_format_version": "1.0.0", "layers": [layer]}).encode()
    yield "layers empty", json.dumps({"file_format_version": "1.2.0", "layers": []}).encode()
    yield "layers an object", json.dumps({"file_format_version": "1.2.0", "layers": layer}).encode()


def _of_implicit_layers(layer: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    for key, switch in (("disable_environment", "SUBJECT_OFF"), ("enable_environment", SWITCH)):
        yield f"{key} missing", _text(_without(layer, key))
        values = {f"value {what}": {switch: value} for what, value in ODD.items() if what != "long"}
        values |= {"two variables": {switch: "1", "OTHER": "1"}, "empty variable": {"": "1"}}
        for what, value in {**ODD, **values}.items():
            yield f"{key} {what}", _text({**layer, key: value})
    for key in ("functions", "instance_extensions", "device_extensions", "pre_instance_functions"):
        yield from ((f"{key} {what}", _text({**layer, key: value})) for what, value in ODD.items())
    extension = {"name": "VK_EXT_subject", "spec_version": "1"}
    for key in ("instance_extensions", "device_extensions"):
        yield f"{key} without name", _text({**layer, key: [_without(extension, "name")]})
        yield f"{key} without version", _text({**layer, key: [_without(extension, "spec_version")]})
        yield f"{key} with a number", _text({**layer, key: [{**extension, "spec_version": 1}]})
        yield f"{key} with a long name", _text({**layer, key: [{**extension, "name": LONG}]})
    for value in (*ODD.values(), "64", "32", "x86_64"):
        yield f"library_arch {str(value)[:8]!r}", _text({**layer, "library_arch": value})
    for value in ("subject", "vk_layer_TEST_subject", "VK_LAYER_", "VK_LAYER_a b", "VK_LAYER_\N{SNOWMAN}"):
        yield f"name {value!r}", _text({**layer, "name": value})
    for length in (255, 256):
        yield f"name of {length}", _text({**layer, "name": "VK_LAYER_".ljust(length, "a")})
        yield f"description of {length}", _text({**layer, "description": "d" * length})
    yield "implementation_version 1.0", _text({**layer, "implementation_version": "1.0"})
    yield "implementation_version one", _text({**layer, "implementation_version": "one"})
    yield "unknown key", _text({**layer, "introduced": True})
    yield "app_keys", _text({**layer, "app_keys": ["/usr/bin/other"]})
    yield "keys in capitals", _text({key.upper(): value for key, value in layer.items()})
    yield "key Name", _text({**_without(layer, "name"), "Name": NAME})
    yield "key library-path", _text({**_without(layer, "library_path"), "library-path": LIBRARY})


def _of_drivers() -> Iterator[tuple[str, bytes]]:
    yield "nothing", _text(DRIVER, "ICD", "1.0.0")
    for key in ("library_path", "api_version"):
        yield f"{key} missing", _text(_without(DRIVER, key), "ICD", "1.0.0")
        for what, value in ODD.items():
            yield f"{key} {what}", _text({**DRIVER, key: value}, "ICD", "1.0.0")
    for key in ("library_arch", "is_portability_driver"):
        for what, value in {**ODD, "64": "64", "32": "32", "'true'": "true", "false": False}.items():
            yield f"{key} {what}", _text({**DRIVER, key: value}, "ICD", "1.0.1")
    yield from ((f"format {version}", _text(DRIVER, "ICD", version)) for version in FORMATS)
    for version in VERSIONS:
        yield f"api_version {version}", _text({**DRIVER, "api_version": version}, "ICD", "1.0.0")
    yield from _whole_files(_text(DRIVER, "ICD", "1.0.0"), "ICD")
    yield from _shapes(DRIVER, "ICD")
    yield "key after ICD", _text(DRIVER, "ICD", "1.0.0", note=1)
    yield "key icd", _text(DRIVER, "icd", "1.0.0")
    yield "key Library_Path", _text({"Library_Path": LIBRARY, "api_version": "1.3.0"}, "ICD", "1.0.0")


def _shapes(body: Mapping[str, Any], key: str) -> Iterator[tuple[str, bytes]]:
    for what, value in ODD.items():
        yield f"{key} {what}", json.dumps({"file_format_version": "1.0.0", key: value}).encode()
        yield f"format {what}", _text(body, key, value)
    yield "format missing", json.dumps({key: body}).encode()
    yield f"{key} a list of it", json.dumps({"file_format_version": "1.0.0", key: [body]}).encode()
    yield f"no {key}", b'{"file_format_version": "1.0.0"}'
    root = {"file_format_version": "1.0.0", key: body}
    for what, value in {
        "list of it": [root],
        "empty list": [],
        "string": "x",
        "number": 1,
        "null": None,
    }.items():
        yield f"root {what}", json.dumps(value).encode()
    yield (
        f"two {key}",
        _text(body, key)[:-2] + b', "' + key.encode() + b'": ' + json.dumps(body).encode() + b"}",
    )


def _orders(layer: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    for version in ("1.0.0", "1.2.0"):
        late = {"layer": layer, "file_format_version": version}
        yield f"format {version} behind the layer", json.dumps(late).encode()
        yield f"note behind the layer, {version}", _text(layer, version=version, note=1)
    yield (
        "note before the layer",
        json.dumps({"n": 1, "file_format_version": "1.2.0", "layer": layer}).encode(),
    )
    between = {"file_format_version": "1.2.0", "n": {"layer": {}}, "layer": layer}
    yield "note between", json.dumps(between).encode()


def _whole_files(good: bytes, key: str) -> Iterator[tuple[str, bytes]]:
    """Yield faults of a text: its encoding, its JSON, and what stands around it."""
    end = good.rstrip()[:-1]
    text = good.decode()
    yield "byte order mark", b"\xef\xbb\xbf" + good
    yield "UTF-16", text.encode("utf-16")
    yield "UTF-16 without a mark", text.encode("utf-16-le")
    yield "UTF-32", text.encode("utf-32")
    yield "no byte", b""
    yield "blanks", b" \n\t "
    yield "empty object", b"{}"
    yield "NUL before", b"\0" + good
    yield "NUL behind", good + b"\0"
    yield "NUL in the middle", good.replace(b",", b",\0", 1)
    yield "carriage returns", good.replace(b"\n", b"\r\n")
    yield "form feeds", good.replace(b"\n", b"\f")
    yield "no-break space", good.replace(b"\n", "\N{NO-BREAK SPACE}".encode())
    yield "comma at the end", end.rstrip()[:-1].rstrip() + b",\n }\n}"
    yield "comma behind all", end + b",}"
    yield "two commas", good.replace(b",", b",,", 1)
    yield "no comma", good.replace(b",", b"", 1)
    yield "no colon", good.replace(b":", b"", 1)
    yield "comment before", b"// of the vendor\n" + good
    yield "comment inside", good.replace(b"{", b"{ // of the vendor\n", 1)
    yield "long comment", good.replace(b"{", b"{ /* of the vendor */", 1)
    yield "comment behind", good + b"\n// end"
    yield "single quotes", good.replace(b'"', b"'")
    yield "curly quotes", text.replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}").encode()
    yield "no brace at the end", end
    yield "no braces at the end", end.rstrip()[:-1]
    yield "cut in half", good[: len(good) // 2]
    yield "brace behind", good + b"}"
    yield "twice", good + good
    yield "key without quotes", good.replace(b'"file_format_version"', b"file_format_version")
    for value in ("True", "NaN", "+1", "01", "0x1", "1.", "'1'", "undefined", "-", "1e999"):
        yield f"value {value}", end.rstrip() + b', "extra": ' + value.encode() + b"}"
    yield "line break in a string", good.replace(b"1.3.0", b"1.3.0\n")
    yield "tab in a string", good.replace(b"1.3.0", b"1.3.0\t")
    yield "bad escape", good.replace(b"1.3.0", rb"1.3.0\x")
    yield "escaped NUL", good.replace(b"1.3.0", rb"1.3.0\u0000")
    yield "half a surrogate", good.replace(b"1.3.0", rb"1.3.0\ud800")
    yield "escaped slash", good.replace(b"/", rb"\/")
    yield "byte of Latin-1", good.replace(b"1.3.0", b"1.3.0\xe9")
    yield "deep", good.replace(b"{", b'{"deep": ' + b"[" * 2000 + b"]" * 2000 + b",", 1)
    yield "key in capitals", good.replace(f'"{key}"'.encode(), f'"{key.swapcase()}"'.encode())
    yield "format in capitals", good.replace(b"file_format_version", b"FILE_FORMAT_VERSION")
    yield "key with a blank", good.replace(f'"{key}"'.encode(), f'" {key}"'.encode())
    yield "64 KiB of blanks", good.replace(b"{", b"{" + b" " * 65536, 1)
