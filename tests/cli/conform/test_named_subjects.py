"""Layers and drivers that ``conform`` is given by name."""

import json
from pathlib import Path

import pytest

from refloader.cli.options.subjects import named_or_found
from refloader.suite.subjects.request import WrongUsageError

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which loaders search, with two layers and two drivers of makers that no machine has."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name in ("VK_LAYER_ZYX_counter", "VK_LAYER_ZYX_limiter"):
        layer = {"name": name, "type": "GLOBAL", "library_path": "/nowhere/lib.so", "api_version": "1.3.0"}
        layer |= {"implementation_version": "1", "description": "a layer"}
        text = json.dumps({"file_format_version": "1.1.2", "layer": layer})
        _write(tmp_path / f"vulkan/explicit_layer.d/{name[9:]}.json", text)
    for name in ("zyxgpu_icd.x86_64", "zyxsoft_icd.x86_64"):
        driver = {"library_path": "/nowhere/lib.so", "api_version": "1.3.0"}
        text = json.dumps({"file_format_version": "1.0.0", "ICD": driver})
        _write(tmp_path / f"vulkan/icd.d/{name}.json", text)
    return tmp_path / "vulkan"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("word", ["VK_LAYER_ZYX_counter", "vk_layer_zyx_counter", "ZYX_counter", "zyx_count"])
def test_a_layer(folder: Path, word: str) -> None:
    """By its name in any letter case, or by a part of it, as explain takes it."""
    assert named_or_found((), (word,), ())[1] == (str(folder / "explicit_layer.d/ZYX_counter.json"),)


@pytest.mark.parametrize("word", ["zyxgpu", "ZYXGPU_icd"])
def test_a_driver(folder: Path, word: str) -> None:
    """By the name of its manifest, or a part of it."""
    assert named_or_found((), (), (word,))[2] == (str(folder / "icd.d/zyxgpu_icd.x86_64.json"),)


def test_a_word_that_several_layers_have(folder: Path) -> None:
    """Nothing is guessed: the message names them."""
    with pytest.raises(WrongUsageError, match=r'"zyx" may be .*/ZYX_\w+\.json or .*/ZYX_\w+\.json: name one'):
        named_or_found((), ("zyx",), ())


@pytest.mark.parametrize(("option", "place"), [("--layer", 1), ("--driver", 2)])
def test_a_name_that_nothing_has(folder: Path, option: str, place: int) -> None:
    """The message has the names that are there."""
    words: list[tuple[str, ...]] = [(), (), ()]
    words[place] = ("wvu",)

    with pytest.raises(WrongUsageError, match=f"^{option}: wvu does not exist, and no installed .*(ZYX|zyx)"):
        named_or_found(words[0], words[1], words[2])


@pytest.mark.parametrize(("option", "place"), [("--layer", 1), ("--driver", 2)])
def test_an_empty_name(folder: Path, option: str, place: int) -> None:
    """It is a variable of a script that was not set."""
    words: list[tuple[str, ...]] = [(), (), ()]
    words[place] = ("",)

    with pytest.raises(WrongUsageError, match=f"^{option} is empty$"):
        named_or_found(words[0], words[1], words[2])


def test_a_file_of_that_name_comes_first(folder: Path) -> None:
    """A path is a path."""
    (folder.parent / "zyxgpu").write_text("{}")

    assert named_or_found((), ("zyxgpu",), ())[1] == (str(folder.parent / "zyxgpu"),)


@pytest.mark.parametrize("option", ["--layer", "--driver"])
@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("hud.c", "int x;\n", r"hud\.c is C source: build it, and name the manifest \(\.json\)"),
        ("hud.cpp", "int x;\n", r"hud\.cpp is C\+\+ source: build it"),
        ("notes", "words\n", r"notes is neither a manifest nor a library: name the manifest"),
        ("empty", "", r"empty is neither a manifest nor a library"),
    ],
)
def test_a_file_that_is_something_else(tmp_path: Path, option: str, name: str, text: str, why: str) -> None:
    """A source is no manifest with faults: it was named by mistake, and no verdict is given."""
    path = tmp_path / name
    _write(path, text)

    with pytest.raises(WrongUsageError, match=f"^{option}: .*{why}"):
        named_or_found((), *((str(path),) if option == each else () for each in ("--layer", "--driver")))


@pytest.mark.parametrize("name", ["layer.JSON", "layer.json", "manifest.txt"])
def test_a_manifest_with_faults(tmp_path: Path, name: str) -> None:
    """It is judged, whatever its name and its content: LLP_LAYER_6 is about both."""
    path = tmp_path / name
    _write(path, "int x;\n" if name.lower().endswith(".json") else "\ufeff{}")

    assert named_or_found((), (str(path),), ())[1] == (str(path),)


@pytest.mark.parametrize(("suffix", "system"), [("dll", "windows"), ("DLL", "windows"), ("dylib", "macos")])
def test_a_manifest_of_another_system(tmp_path: Path, suffix: str, system: str) -> None:
    """Its path of that system breaks no rule: no verdict is given, and lint judges it for its own system."""
    driver, layer = tmp_path / "icd.json", tmp_path / "layer.json"
    entry = {"library_path": f"./lib.{suffix}", "api_version": "1.3.0"}
    _write(driver, json.dumps({"file_format_version": "1.0.0", "ICD": entry}))
    _write(layer, json.dumps({"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_ZYX_a", **entry}}))

    with pytest.raises(WrongUsageError, match=f"--driver: .*refloader lint --os {system} .*icd.json"):
        named_or_found((), (), (str(driver),))
    with pytest.raises(WrongUsageError, match=f"--layer: .*refloader lint --os {system} .*layer.json"):
        named_or_found((), (str(layer),), ())


@pytest.mark.parametrize(
    ("option", "other", "own_folder"),
    [("layer", "driver", "explicit_layer.d"), ("driver", "layer", "icd.d")],
)
def test_a_manifest_of_the_other_use(tmp_path: Path, option: str, other: str, own_folder: str) -> None:
    """It was named by mistake, and no verdict is given; where loaders find it, it is judged."""
    key = "ICD" if other == "driver" else "layer"
    text = json.dumps({"file_format_version": "1.0.0", key: {"library_path": "./libzyx.so"}})
    named, found = tmp_path / "zyx.json", tmp_path / own_folder / "zyx.json"
    found.parent.mkdir()
    for path in (named, found):
        _write(path, text)

    def chosen(path: Path) -> tuple[tuple[str, ...], ...]:
        return named_or_found((), *((str(path),) if option == each else () for each in ("layer", "driver")))

    with pytest.raises(
        WrongUsageError, match=f"^--{option}: .* a {other}: refloader conform --{other} .*zyx"
    ):
        chosen(named)
    assert (str(found),) in chosen(found)


def test_a_manifest_with_a_library_of_this_system_too(tmp_path: Path) -> None:
    """One of several libraries may be wrong: that is for the verdict."""
    layers = [
        {"name": f"VK_LAYER_ZYX_{each}", "library_path": f"./lib.{each}", "api_version": "1.3.0"}
        for each in ("dll", "so")
    ]
    path = tmp_path / "layers.json"
    _write(path, json.dumps({"file_format_version": "1.0.1", "layers": layers}))

    assert named_or_found((), (str(path),), ())[1] == (str(path),)


def test_a_manifest_as_a_layer_and_as_a_driver(tmp_path: Path) -> None:
    """The message names the first layer of which both are said, whatever the order of sets is."""
    both = [str(tmp_path / f"{name}.json") for name in "abcdefgh"]
    for path in both:
        _write(Path(path), "{}")

    with pytest.raises(WrongUsageError, match=r"/h\.json.* is given as a layer and as a driver"):
        named_or_found((), tuple(reversed(both)), tuple(both))
