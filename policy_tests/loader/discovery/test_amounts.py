"""How many manifests a folder has, how long their paths are, and how their text is written: none of that matters."""

import json
from typing import Any

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
KINDS = pytest.mark.parametrize("kind", ["explicit", "implicit"])
ENTRY = {"type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", "description": "A layer"}


def body(name: str, **keys: object) -> dict[str, object]:
    """The entry of a layer, which is on only if a variable says so, as far as it may be implicit."""
    switches = {"disable_environment": {f"NO_{name}": "1"}, "enable_environment": {f"USE_{name}": "1"}}
    return {"name": name, "library_path": "./libany.so", **ENTRY, **switches, **keys}


class TestManyManifests:
    """All discovered layers are reported, and all drivers found are used, however many there are."""

    @KINDS
    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("number", [65, 100, 33, 17])
    def test_layers_of_a_folder(self, world: World, subject: Trial, kind: str, number: int) -> None:
        """Every layer whose manifest is in one folder is reported, however many manifests the folder has."""
        names = {f"VK_LAYER_TEST_{index}" for index in range(number)}
        for name in names:
            manifest = {"file_format_version": "1.1.2", "layer": body(name)}
            world.file(f"/usr/share/vulkan/{kind}_layer.d/{name}.json", manifest)

        assert {*subject.observe(world).layer_names} == names

    @KINDS
    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("number", [65, 100, 33, 17])
    def test_layers_of_a_file(self, world: World, subject: Trial, kind: str, number: int) -> None:
        """Every layer of a manifest's "layers" array is reported, however many layers the array has."""
        names = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        manifest = {"file_format_version": "1.1.2", "layers": [body(name) for name in names]}
        world.file(f"/usr/share/vulkan/{kind}_layer.d/several.json", manifest)

        assert {*subject.observe(world).layer_names} == {*names}

    @pytest.mark.rule("DISC-DRIVER-GEN-01", "LDP_LOADER_2")
    @pytest.mark.parametrize("number", [33, 17, 9])
    def test_drivers_of_a_folder(self, world: World, subject: Trial, number: int) -> None:
        """Every driver whose manifest is in one folder is used, however many manifests the folder has."""
        names = {f"d{index}" for index in range(number)}
        for name in names:
            world.driver(name)

        assert {*subject.observe(world).drivers} == names


FOLDERS = {
    "config-home": "/home/user/.config/vulkan",
    "config-dirs": "/etc/xdg/vulkan",
    "system": "/etc/vulkan",
    "data-home": "/home/user/.local/share/vulkan",
    "data-dirs": "/usr/share/vulkan",
}


@pytest.mark.editions("2022", "2026")
class TestOneFileName:
    """The same manifest is one file, met again; files of one name in two folders are two manifests."""

    @KINDS
    @pytest.mark.rule("DISC-GEN-01", "DISC-GEN-07")
    @pytest.mark.parametrize("first", FOLDERS)
    @pytest.mark.parametrize("second", FOLDERS)
    def test_two_layers(self, world: World, subject: Trial, kind: str, first: str, second: str) -> None:
        """Two layers whose manifests have the same file name in two folders are both reported."""
        names = {f"VK_LAYER_TEST_{place}" for place in (first, second)}
        for place in {first, second}:
            manifest = {"file_format_version": "1.1.2", "layer": body(f"VK_LAYER_TEST_{place}")}
            world.file(f"{FOLDERS[place]}/{kind}_layer.d/layer.json", manifest)

        assert {*subject.observe(world).layer_names} == names

    @pytest.mark.rule("DISC-DRIVER-GEN-01", "LDP_LOADER_2")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("first", FOLDERS)
    @pytest.mark.parametrize("second", FOLDERS)
    def test_two_drivers(self, world: World, subject: Trial, first: str, second: str) -> None:
        """Two drivers whose manifests have the same file name in two folders are both used."""
        for place in {first, second}:
            world.driver(place, folder=f"{FOLDERS[place]}/icd.d", file="icd.json")

        assert {*subject.observe(world).drivers} == {first, second}


LENGTHS = pytest.mark.parametrize("length", [520, 100, 250, 260, 300, 800])


def deep(length: int) -> str:
    """The path of a folder with so many characters."""
    path = "/world"
    while len(path) < length:
        path += "/" + "f" * min(99, length - len(path) - 1)
    return path


class TestLongPaths:
    """The loader looks at the paths that a variable lists, however long they are."""

    @LENGTHS
    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "second"])
    @pytest.mark.parametrize(
        "variable",
        [
            pytest.param("VK_LAYER_PATH", marks=pytest.mark.rule("ENV-LAYERPATH-01")),
            pytest.param("VK_ADD_LAYER_PATH", marks=pytest.mark.rule("ENV-ADDLAYERPATH-01")),
            pytest.param("VK_IMPLICIT_LAYER_PATH", marks=pytest.mark.rule("ENV-IMPLPATH-01")),
            pytest.param("VK_ADD_IMPLICIT_LAYER_PATH", marks=pytest.mark.rule("ENV-ADDIMPLPATH-01")),
            pytest.param("XDG_DATA_DIRS", marks=pytest.mark.rule("DISC-LINUX-08")),
        ],
    )
    def test_of_layers(self, world: World, subject: Trial, variable: str, length: int, beside: bool) -> None:
        """A layer in a folder that a variable lists is reported, however long its path, behind another entry, too."""
        folder = deep(length)
        below = f"{folder}/vulkan/explicit_layer.d" if variable.startswith("XDG") else folder
        world.file(f"{below}/one.json", {"file_format_version": "1.1.2", "layer": body(ONE)})
        world.variable(variable, f"/world/nothing:{folder}" if beside else folder)

        assert subject.observe(world).layer_names == (ONE,)

    @LENGTHS
    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "second"])
    @pytest.mark.parametrize(
        "variable",
        [
            pytest.param("VK_ICD_FILENAMES", marks=pytest.mark.rule("ENV-DRIVERFILES-01")),
            pytest.param("VK_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-04")),
            pytest.param("VK_ADD_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-05")),
        ],
    )
    def test_of_drivers(self, world: World, subject: Trial, variable: str, length: int, beside: bool) -> None:
        """A driver whose manifest a variable lists is used, however long its path, behind another entry, too."""
        path = world.driver("far", folder=deep(length))
        entries = [world.driver("near", folder="/world/near"), path] if beside else [path]
        world.variable(variable, ":".join(entries))

        assert {*subject.observe(world).drivers} == {"far", *(["near"] if beside else [])}


class TestLongLibraryPaths:
    """A relative library_path begins at the manifest's folder, however long the path is that they make together."""

    @LENGTHS
    @pytest.mark.rule("DISC-GEN-10")
    @pytest.mark.parametrize(
        "kind", ["explicit", pytest.param("implicit", marks=pytest.mark.editions("2026"))]
    )
    def test_of_a_layers_library(self, world: World, subject: Trial, kind: str, length: int) -> None:
        """A layer with a relative library_path is in the chain, however long the path of its manifest's folder."""
        world.driver()
        folder = deep(length)
        world.library(f"{folder}/lib/one.so", "layer", {"name": ONE})
        keys = {"enable_environment": {"USE_ONE": "1"}, "library_path": "./lib/one.so"}
        world.file(f"{folder}/one.json", {"file_format_version": "1.1.2", "layer": body(ONE, **keys)})
        world.variable("VK_IMPLICIT_LAYER_PATH" if kind == "implicit" else "VK_LAYER_PATH", folder)
        world.variable("USE_ONE", "1")
        world.application(layers=[ONE] if kind == "explicit" else [])

        assert subject.observe(world).chain == (ONE,)

    @LENGTHS
    @pytest.mark.rule("DISC-GEN-10")
    def test_of_a_drivers_library(self, world: World, subject: Trial, length: int) -> None:
        """A driver with a relative library_path is used, however long the path of its manifest's folder."""
        folder = deep(length)
        world.library(f"{folder}/lib/far.so", "driver", {"name": "far"})
        icd = {"library_path": "./lib/far.so", "api_version": "1.3.0"}
        path = world.file(f"{folder}/far.json", {"file_format_version": "1.0.0", "ICD": icd})
        world.variable("VK_ICD_FILENAMES", path)

        assert subject.observe(world).drivers == ("far",)


def written(text: str, way: str) -> str:
    """The text as a JSON string in which characters are escaped that need not be."""
    if way == "slashes":
        return json.dumps(text).replace("/", "\\/")
    escaped = [each for each in text if way != "letters" or each.isalpha()]
    digits = "04X" if way == "capitals" else "04x"
    return '"' + "".join(f"\\u{ord(each):{digits}}" if each in escaped else each for each in text) + '"'


WAYS = pytest.mark.parametrize("way", ["capitals", "slashes", "letters", "all"])


class TestEscapes:
    """A valid JSON file may write a character of a string as an escape, and means the same by it."""

    @WAYS
    @pytest.mark.rule("DISC-GEN-01", "ACT-IMPLICIT-01")
    @pytest.mark.parametrize("field", ["name", "type", "library_path", "api_version", "file_format_version"])
    def test_of_a_layer(self, world: World, subject: Trial, field: str, way: str) -> None:
        """An implicit layer is reported and in the chain although its manifest has characters as escapes."""
        world.driver()
        folder = "/usr/share/vulkan/implicit_layer.d"
        path = world.library(f"{folder}/lib/one.so", "layer", {"name": ONE})
        keys = {"enable_environment": {"USE_ONE": "1"}, "library_path": path}
        manifest: dict[str, Any] = {"file_format_version": "1.1.2", "layer": body(ONE, **keys)}
        value = {**manifest["layer"], **manifest}[field]
        plain = json.dumps(manifest)
        world.file(f"{folder}/one.json", plain.replace(json.dumps(value), written(str(value), way), 1))
        world.variable("USE_ONE", "1")

        seen = subject.observe(world)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,))

    @WAYS
    @pytest.mark.rule("LDP_LOADER_2")
    @pytest.mark.parametrize("field", ["library_path", "api_version", "file_format_version"])
    def test_of_a_driver(self, world: World, subject: Trial, field: str, way: str) -> None:
        """A driver is used although its manifest has characters of a string as escapes."""
        folder = "/usr/share/vulkan/icd.d"
        path = world.library(f"{folder}/lib/one.so", "driver", {"name": "one"})
        icd = {"library_path": path, "api_version": "1.3.0"}
        manifest: dict[str, Any] = {"file_format_version": "1.0.0", "ICD": icd}
        value = {**manifest["ICD"], **manifest}[field]
        plain = json.dumps(manifest)
        world.file(f"{folder}/one.json", plain.replace(json.dumps(value), written(str(value), way), 1))

        assert subject.observe(world).drivers == ("one",)


NAMES = ["VK_LAYER_TEST_0", "VK_LAYER_TEST_1", "VK_LAYER_TEST_2"]
PATTERNS = ["".join(each) for each in (f"{number:03b}" for number in range(8))]


@pytest.mark.editions("2018", "2022", "2026")
class TestExtensionsOfAnArray:
    """Under a layer's name only its own extensions are given, whatever the others in its manifest have."""

    @KINDS
    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_some_have_extensions(self, world: World, subject: Trial, kind: str, pattern: str) -> None:
        """Queried by a layer's name, the loader gives that layer's extensions, not those of others in its file."""
        own = {
            name: [(f"VK_TEST_{name[-1]}", 7)] * int(has) for name, has in zip(NAMES, pattern, strict=True)
        }
        layers = []
        for name in NAMES:
            listed = [{"name": each, "spec_version": str(spec)} for each, spec in own[name]]
            layers.append(body(name, **({"instance_extensions": listed} if listed else {})))
        manifest = {"file_format_version": "1.1.2", "layers": layers}
        world.file(f"/usr/share/vulkan/{kind}_layer.d/several.json", manifest)

        seen = subject.observe(world)

        told = {name: [(each.name, each.version) for each in seen.extensions.get(name, ())] for name in NAMES}
        assert told == own

    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize("state", ["explicit", "not-enabled", "enabled", "without-a-switch"])
    def test_on_or_off(self, world: World, subject: Trial, state: str) -> None:
        """Queried by a layer's name, the loader gives the layer's extensions whether or not the layer is enabled."""
        listed = [{"name": "VK_TEST_own", "spec_version": "3"}]
        if state == "explicit":
            world.explicit_layer(ONE, instance_extensions=listed)
        else:
            enable = {} if state == "without-a-switch" else {"enable_environment": {"USE_ONE": "1"}}
            world.implicit_layer(ONE, instance_extensions=listed, **enable)
        world.variable("USE_ONE", "1" if state == "enabled" else None)

        seen = subject.observe(world)

        assert [(each.name, each.version) for each in seen.extensions.get(ONE, ())] == [("VK_TEST_own", 3)]


@pytest.mark.rule("ACT-APP-02")
class TestNearlyTheName:
    """A layer that the loader cannot find fails vkCreateInstance, and one of nearly that name is another."""

    @pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])
    @pytest.mark.parametrize(
        "wrong",
        [
            "vk_layer_test_one",
            "VK_LAYER_TEST_ONE",
            ONE[:-1],
            ONE + "s",
            ONE + " ",
            " " + ONE,
            ONE[9:],
            "VK_LAYER_",
        ],
        ids=["small", "capitals", "shorter", "longer", "space-behind", "space-before", "end", "begin"],
    )
    def test_among_others(self, world: World, subject: Trial, wrong: str, place: int) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT for a name that is only nearly that of a layer."""
        world.driver()
        others = ["VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]
        for name in (ONE, *others):
            world.explicit_layer(name)
        world.application(layers=[*others[:place], wrong, *others[place:]])

        assert subject.observe(world).result_name == "VK_ERROR_LAYER_NOT_PRESENT"
