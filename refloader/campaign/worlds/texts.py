"""Features of generated worlds: changes to the text or to a value of a manifest that may make it invalid.

They range from changes that every JSON parser accepts, through unusual but legal JSON, to text that is not JSON.
"""

import json
from collections.abc import Callable
from typing import Any

from refloader.campaign.worlds.byte_source import Source
from refloader.campaign.worlds.draft import LAYERS, Draft

Change = Callable[[bytes], bytes]

_LONGEST = 1_000_000
"""The most bytes of a manifest that are changed once more: some changes make four bytes of one."""


def _after(text: bytes) -> Change:
    return lambda data: data + text


def _before(text: bytes) -> Change:
    return lambda data: text + data


def _replaced(old: bytes, new: bytes, count: int = 1) -> Change:
    return lambda data: data.replace(old, new, count)


def _reordered(data: bytes) -> bytes:
    """Return the manifest with the members of each object in reverse order."""
    try:
        value = json.loads(data)
    except ValueError:
        return data
    return json.dumps(_backwards(value)).encode()


def _backwards(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _backwards(value[key]) for key in reversed(value)}
    return value


_TEXTS: tuple[Change, ...] = (
    _after(b"\n"),
    _reordered,
    _replaced(b",", b" ,\r\n\t", -1),
    _replaced(b'"name"', b'"\\u006eame"'),
    _replaced(b"VK_LAYER", b"\\u0056K\\u005fLAYER"),
    _replaced(b"/", b"\\/", -1),
    _before(b"\xef\xbb\xbf"),
    _before(b" \n\t\r"),
    _after(b"x"),
    _after(b"}"),
    _after(b"{}"),
    _after(b"\0"),
    _after(b"// end"),
    _before(b"// begin\n"),
    _replaced(b"{", b"{/* here */"),
    _replaced(b"{", b"{# here\n"),
    _replaced(b"}", b",}"),
    _replaced(b'"', b"'", -1),
    _replaced(b'"name"', b"name"),
    _replaced(b'"api_version"', b'"api_version" :\x0b'),
    _replaced(b":", b"=", 1),
    _replaced(b",", b"", 1),
    lambda data: data[: len(data) // 2],
    lambda data: data[:-1],
    lambda _: b"",
    lambda _: b" ",
    lambda data: b"\xff\xfe" + data.decode("utf-8", "replace").encode("utf-16-le"),
    lambda data: data.decode("utf-8", "replace").encode("utf-16-be"),
    lambda data: data.decode("utf-8", "replace").encode("utf-32-le"),
    _replaced(b'"layer ', b'"layer \xff'),
    _replaced(b'"layer ', b'"layer \xc3\xa4'),
    _replaced(b'"layer ', b'"layer \xed\xa0\x80'),
    _replaced(b'"layer ', b'"layer \\ud800'),
    _replaced(b'"layer ', b'"layer \\ud83d\\ude00'),
    _replaced(b'"layer ', b'"layer \\u0000'),
    _replaced(b'"layer ', b'"layer \t'),
    _replaced(b'"layer ', b'"layer \n'),
    _replaced(b'"layer ', b'"layer \\x'),
    _replaced(b'"layer ', b'"layer \\n\\t\\"\\\\'),
    _replaced(b'"layer ', b'"' + b"long " * 60),
    _replaced(b'"layer ', b'"' + b"x" * 70_000),
    lambda data: b"[" + data + b"]",
    lambda data: b'{"more": ' + b"[" * 500 + b"]" * 500 + b"," + data[1:],
    lambda data: b'{"more": ' + b"[" * 1500 + b"]" * 1500 + b"," + data[1:],
    lambda data: b'{"more": [1, -0, 1e400, 1E+2, 0.10, 123456789012345678901234567890],' + data[1:],
    lambda data: b'{"more": [01],' + data[1:],
    lambda data: b'{"more": [NaN, Infinity],' + data[1:],
    lambda data: b'{"more": [True],' + data[1:],
    lambda data: b'{"": null,' + data[1:],
    _replaced(b'"layer":{', b'"layer":{"name":"VK_LAYER_TEST_first",'),
    _replaced(b'"layer":{', b'"layer":{"library_path":"/nothing.so",'),
    _replaced(b'"layer":{', b'"layer":null,"layer":{'),
    _replaced(b'"layer":{', b'"layers":[],"layer":{'),
    lambda data: data[:-1] + b',"layer":{}}',
    lambda data: data[:-1] + b',"layers":[]}',
    lambda data: data[:-1] + b',"ICD":{}}',
    _replaced(b'"ICD":{', b'"ICD":{"library_path":"/nothing.so",'),
    _replaced(b'"description"', b'"name":"VK_LAYER_TEST_last","description"'),
    _replaced(b'"disable_environment"', b'"disable_environment":{"DISABLE_E":"1"},"disable_environment"'),
)


def spoil_text(draft: Draft, source: Source) -> None:
    """Change the text of one manifest, possibly of the first one, which is the plain driver's."""
    change = source.pick(_TEXTS)
    path = draft.manifests[-1 - source.number(min(len(draft.manifests), 200))]
    if len(draft.files[path]) <= _LONGEST:
        draft.files[path] = change(draft.files[path])


_KEYS = (
    "api_version",
    "implementation_version",
    "name",
    "library_path",
    "description",
    "type",
    "file_format_version",
    "component_layers",
    "disable_environment",
    "enable_environment",
    "instance_extensions",
    "device_extensions",
    "functions",
    "library_arch",
    "is_portability_driver",
    "override_paths",
    "app_keys",
    "blacklisted_layers",
    "pre_instance_functions",
)
_MISSING = object()
_ANY: tuple[Any, ...] = (
    _MISSING,
    "",
    1,
    None,
    True,
    [],
    {},
    ["x"],
    {"x": 1},
    "x",
    " ",
    "x" * 300,
    -1,
    1.5,
    [LAYERS[0], 1],
    "\xe4",
    "a\0b",
)
_SPECIAL: dict[str, tuple[Any, ...]] = {
    "api_version": (
        *("1.2", "1", "1.2.3.4", "0.1.3.0", "v1.3.0", "1.3.0 ", " 1.3.0", "1..0", "1.3.x", "2.0.0", "0.9.0"),
        *("1.3.-1", "1.3.0-rc", "1.99999.0", "1,3,0", "01.03.00", "1.3.0.", "0x1.3.0", "4294967297.0.0"),
    ),
    "implementation_version": (
        1,
        "01",
        "x",
        "1.2.3",
        "-1",
        "4294967295",
        "4294967296",
        " 7",
        "7 ",
        7.0,
        1e20,
    ),
    "name": (
        *("VK_LAYER_test_lower", "NO_PREFIX", "VK_LAYER_", "VK_LAYER_TEST_a b", "VK_LAYER_TEST_a:b"),
        *("vk_layer_test_a", "VK_LAYER_TEST_" + "n" * 260, "VK_LAYER_TEST_*", "~all~", "VK_LAYER_TEST_\xe4"),
    ),
    "type": ("INSTANCE", "DEVICE", "global", "Global", "LOCAL", "GLOBAL "),
    "file_format_version": (
        "1.0",
        "1",
        "2.0.0",
        "9.9.9",
        "0.0.0",
        "1.2.1",
        "1.0.0.0",
        "x",
        "1.1",
        "01.00.00",
    ),
    "library_path": (
        "libnothing.so",
        "/",
        ".",
        "./",
        "//usr/share",
        "/dev/null",
        "a\\b.so",
        "~/x.so",
        "../x.so",
    ),
    "library_arch": ("64", "32", 64, "x64", "", ["64"]),
    "is_portability_driver": (True, False, "true", 1, 0, "false"),
    "disable_environment": ({"X": 1}, {"X": None}, [["DISABLE_A", "1"]], "DISABLE_A", {"X": {}}, {"X": ""}),
    "enable_environment": ({"X": 1}, {"X": None}, "ENABLE_A", ["ENABLE_A"], {"X": ""}, {"": ""}),
    "component_layers": (
        LAYERS[0],
        [LAYERS[0]] * 3,
        [[]],
        [None],
        [""],
        [LAYERS[0], "VK_LAYER_TEST_unknown"],
    ),
    "instance_extensions": (
        *({"name": "VK_TEST_one", "spec_version": "1"}, [{"name": "VK_TEST_one"}], [{"spec_version": "1"}]),
        *(
            [{"name": "VK_TEST_one", "spec_version": 1}],
            [{"name": "x" * 300, "spec_version": "1"}],
            ["VK_TEST_one"],
        ),
        [{"name": "VK_TEST_one", "spec_version": "1"}, {"name": "VK_TEST_one", "spec_version": "2"}],
    ),
}


def spoil_value(draft: Draft, source: Source) -> None:
    """Give a key of one manifest another value or another spelling, or remove it."""
    path = draft.manifests[-1 - source.number(min(len(draft.manifests), 200))]
    key = source.pick(_KEYS)
    try:
        document = json.loads(draft.files[path])
    except (ValueError, RecursionError):
        return
    members = _members(document, key)
    if members is None:
        return
    special = _SPECIAL.get(key, ())
    choice = source.number(len(special) * 2 + len(_ANY) + 2)
    if choice < 2:
        value = members.pop(key, None)
        members.update({} if value is None else {(key.upper(), key.title())[choice]: value})
    else:
        options = (*special, *special, *_ANY)
        _set(members, key, options[choice - 2])
    draft.files[path] = json.dumps(document).encode()


def _members(document: object, key: str) -> dict[str, Any] | None:
    """Return the object of a manifest to which the key belongs, None if there is none."""
    if not isinstance(document, dict) or key == "file_format_version":
        return document if isinstance(document, dict) else None
    found = document.get("layer", document.get("ICD", document.get("layers")))
    found = found[0] if isinstance(found, list) and found else found
    return found if isinstance(found, dict) else None


def _set(members: dict[str, Any], key: str, value: object) -> None:
    if value is _MISSING:
        members.pop(key, None)
    else:
        members[key] = value
