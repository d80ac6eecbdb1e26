"""Makes manifests that are wrong: a folder of them, in one way or in every way, and one file with many faults."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from grown_manifests import EXPLICIT, IMPLICIT, layer

Make = Callable[[Path, int], list[str]]
_NAME = "VK_LAYER_TEST_number_{}"
_DRIVERS = "usr/share/vulkan/icd.d"


def _text(number: int, version: str = "1.2.0", **fields: Any) -> str:
    """A manifest of an implicit layer with some fields changed, or taken out by None."""
    whole = layer(number, **{"disable_environment": {f"DISABLE_{number}": "1"}, **fields})
    entry = {key: value for key, value in whole.items() if value is not None}
    return json.dumps({"file_format_version": version, "layer": entry})


def _meta(number: int, *components: int) -> str:
    return _text(number, library_path=None, component_layers=[_NAME.format(each) for each in components])


def _override(number: int) -> str:
    paths = {"override_paths": [f"/opt/{number}"], "blacklisted_layers": [_NAME.format(number)]}
    parts = [_NAME.format(number)]
    return _text(number, name="VK_LAYER_LUNARG_override", library_path=None, component_layers=parts, **paths)


def users(folder: Path, total: int) -> list[str]:
    """A manifest that names the folders of many users, to be written down."""
    place = folder / "root" / EXPLICIT
    place.mkdir(parents=True)
    homes = " ".join(f"/home/person{number}x/lib" for number in range(total))
    (place / "a.json").write_text(_text(0, description=homes))
    return ["snapshot", "-o", str(folder / "snapshot.json"), "--root", str(folder / "root")]


FAULTS: Mapping[str, Callable[[int], str]] = {
    "empty": lambda number: " " * (number % 7),
    "never closed": lambda number: _text(number)[:-1],
    "with comments": lambda number: f"// {number}\n{_text(number)}",
    "with two objects": lambda number: f'{_text(number)[:-1]}, "layer": {_text(number)}}}',
    "with a mark": lambda number: f"\ufeff{_text(number)}",
    "with half a character": lambda number: _text(number).replace("number", "\\ud800"),
    "nested": lambda number: f'{_text(number)[:-2]}, "more": {"[" * 40}{"]" * 40}}}}}',
    "of unknown keys": lambda number: _text(number, **{f"more{number}": 1, "Library_Path": 2}),
    "without a library_path": lambda number: _text(number, library_path=None),
    "of a wrong type": lambda number: _text(number, library_path=number, api_version=[]),
    "of one name": lambda number: _text(number, name="VK_LAYER_TEST_one"),
    "of one library": lambda number: _text(number, library_path="./libone.so"),
    "of a bare library": lambda number: _text(number, library_path=f"lib{number}.so"),
    "of a library by $ORIGIN": lambda number: _text(number, library_path=f"$ORIGIN/lib{number}.so"),
    "of a library that is a manifest": lambda number: _text(number, library_path=f"./{number}.json"),
    "of a library for Windows": lambda number: _text(number, library_path=f".\\lib{number}.dll"),
    "of a wrong version": lambda number: _text(number, f"{number}.0"),
    "of one switch": lambda number: _text(number, disable_environment={"OFF": "1"}),
    "of a wrong switch": lambda number: _text(number, disable_environment={f"OFF_{number}": 1}),
    "of components in a row": lambda number: _meta(number, number + 1),
    "of components in a tree": lambda number: _meta(number, 2 * number + 1, 2 * number + 2),
    "of the first as component": lambda number: _meta(number, 0),
    "of an override layer": _override,
    "of functions": lambda number: _text(
        number, functions={"vkGetInstanceProcAddr": f"get{number}", "vk": 1}
    ),
    "of extensions": lambda number: _text(number, instance_extensions=[{"name": f"VK_A_{number}"}]),
    "of a driver": lambda number: json.dumps({"ICD": {"library_path": f"./lib{number}.so"}}),
}
"""Manifests that are wrong, by their kind. Each says something of its own where that is possible."""

_EVERY = tuple(FAULTS.values())


def _in_other_ways(number: int) -> str:
    return _EVERY[number % len(_EVERY)](number)


def _folder(
    text: Callable[[int], str], place: str, words: tuple[str, ...], folder: Path, count: int
) -> list[str]:
    for number in range(count):
        path = folder / place / f"{number}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(number), encoding="utf-8")
    return [word.replace("{}", str(folder)) for word in words]


def _made(name: str, text: Callable[[int], str], place: str, *words: str) -> Make:
    found = partial(_folder, text, place, words)
    vars(found)["__name__"] = f"{' '.join(words[1:])} of manifests {name} in {place.rpartition('/')[2]}"
    return found


def every_kind(*words: str) -> tuple[Make, ...]:
    """Folders of manifests, all of a folder wrong in the same way, for a command about ``{}``."""
    return tuple(_made(name, text, IMPLICIT, *words) for name, text in FAULTS.items())


def mixed(*words: str) -> tuple[Make, ...]:
    """Folders of manifests that are each wrong in another way, for a command about ``{}``."""
    return tuple(
        _made("wrong in every way", _in_other_ways, place, *words) for place in (IMPLICIT, EXPLICIT, _DRIVERS)
    )


def _one_file(text: Callable[[int], str], words: tuple[str, ...], folder: Path, count: int) -> list[str]:
    path = folder / IMPLICIT / "a.json"
    path.parent.mkdir(parents=True)
    path.write_text(text(count), encoding="utf-8")
    return [word.replace("{}", str(folder)) for word in words]


def _with_member(member: str, count: int, apart: str = "") -> str:
    """A manifest of which one member is there many times."""
    return f"{_text(0)[:-2]}, {f', {apart}'.join(member.format(number) for number in range(count))}}}}}"


FILES: Mapping[str, Callable[[int], str]] = {
    "unknown keys": partial(_with_member, '"a{}": 1'),
    "wrong keys": partial(_with_member, '"library_path": {}'),
    "long keys": lambda count: _with_member(f'"{{}}{"a" * 400}": 1', count),
    "keys that say nothing": partial(_with_member, '"": {}'),
    "comments": lambda count: _with_member('"a{}": 1', count, apart="// b\n"),
    "objects in one another": lambda count: '{"layer": ' * (count * 8) + "1" + "}" * (count * 8),
    "objects": lambda count: _text(0) + "{}" * count,
    "control characters": lambda count: _text(0, description="a").replace('"a"', f'"{chr(1) * count * 50}"'),
    "marks": lambda count: "\ufeff" * count * 20 + _text(0),
    "components": lambda count: _meta(0, *range(count)),
    "wrong components": lambda count: _text(0, library_path=None, component_layers=list(range(count))),
    "wrong extensions": lambda count: _text(
        0, device_extensions=[{"name": number} for number in range(count)]
    ),
    "switches": lambda count: _text(0, enable_environment={f"A{number}": "" for number in range(count)}),
    "functions": lambda count: _text(0, functions={f"vk{number}": number for number in range(count)}),
    "layers": lambda count: json.dumps({"layers": [{"name": _NAME.format(n)} for n in range(count)]}),
    "wrong layers": lambda count: json.dumps({"file_format_version": 1, "layers": list(range(count))}),
    "layers of all faults": lambda count: json.dumps(
        {"layers": [json.loads(_EVERY[9](n))["layer"] for n in range(count)]}
    ),
}
"""Texts of one file with so many of something that is wrong."""


def one_file(*words: str) -> tuple[Make, ...]:
    """Files of many faults each, for a command about ``{}``."""
    found = []
    for name, text in FILES.items():
        made = partial(_one_file, text, words)
        vars(made)["__name__"] = f"{' '.join(words[1:])} of one file of {name}"
        found.append(made)
    return tuple(found)


def missing_names_and_paths(folder: Path, count: int) -> list[str]:
    """Variables that name many layers, and many manifests of drivers, of which none is there."""
    names = ":".join(_NAME.format(number) for number in range(count))
    paths = ":".join(f"/none/{number}.json" for number in range(count))
    variables = ("--env", f"VK_INSTANCE_LAYERS={names}", "--env", f"VK_DRIVER_FILES={paths}")
    return ["explain", "--root", str(folder), *variables]


def folders_of_the_linker(folder: Path, count: int) -> list[str]:
    """Many folders that the dynamic linker searches, with a library each, and as many layers that lack theirs."""
    (folder / "etc").mkdir()
    (folder / "etc/ld.so.conf").write_text("".join(f"/opt/{number}\n" for number in range(count)))
    (folder / EXPLICIT).mkdir(parents=True)
    for number in range(count):
        (folder / f"opt/{number}").mkdir(parents=True)
        (folder / f"opt/{number}/lib{number}.so").write_text("")
        text = _text(number, library_path=f"libmissing{number}.so")
        (folder / EXPLICIT / f"{number}.json").write_text(text)
    return ["explain", "--root", str(folder), "VK_LAYER_TEST_missing"]


def linker_includes(folder: Path, count: int) -> list[str]:
    """Many files for the dynamic linker, and a file that includes others by many patterns, most of which fit none."""
    own = folder / "etc/ld.so.conf.d"
    own.mkdir(parents=True)
    for number in range(count):
        (own / f"{number}.conf").write_text("/opt/lib\n")
    lines = "".join(f"include {own.name}/*{number}.none\n" for number in range(count))
    (own.parent / "ld.so.conf").write_text(f"{lines}include {own.name}/*.conf\n")
    (folder / EXPLICIT).mkdir(parents=True)
    (folder / EXPLICIT / "a.json").write_text(_text(0, library_path="libbare.so"))
    return ["lint", "--root", str(folder)]
