"""What stands beside a layer that cannot be used, and unusual but legal manifests: their size, form and names."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from policy_tests.loader.implied import HIDDEN
from refloader.model.version import unpacked
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
NAMES = ["VK_LAYER_TEST_0", "VK_LAYER_TEST_1", "VK_LAYER_TEST_2"]
COMMON = {
    "type": "GLOBAL",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "A layer",
    "library_path": "./libany.so",
}
ODD = {
    "device": {"type": "DEVICE"},
    "foreign": {"library_arch": "32"},
    "of-another-variant": {"api_version": "1.1.3.0"},
}
FIELD_NOT_READ = "the loader does not read library_arch, which lets it drop a layer and does not make it"
EACH_ODD = pytest.mark.parametrize("odd", ODD)
PLACES = pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])


@pytest.mark.editions("2026")
class TestLayersOfAFile:
    """A manifest may hold several layers, and each of them is one of its own."""

    @pytest.mark.rule("DISC-GEN-01")
    @EACH_ODD
    @PLACES
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_beside_one_that_cannot_be_used(
        self, world: World, subject: Trial, odd: str, place: int, kind: str
    ) -> None:
        """The layers before and behind an unusable layer in one manifest are reported."""
        layers = [{**COMMON, "name": name, "disable_environment": {f"NO_{name}": "1"}} for name in NAMES]
        layers[place].update(ODD[odd])
        world.file(
            f"/usr/share/vulkan/{kind}_layer.d/several.json",
            {"file_format_version": "1.2.1" if odd == "foreign" else "1.2.0", "layers": layers},
        )

        world.explicit_layer(ONE, file_format_version="1.2.1")

        found = {*subject.observe(world).layer_names}

        if odd == "foreign" and ONE not in found:
            pytest.skip("the loader takes no manifest of format 1.2.1, which has library_arch (AMB-FFV-121)")
        every, others = {*NAMES} - {NAMES[place]}, found - {NAMES[place], ONE}
        if odd == "of-another-variant":
            subject.implied(others, every, "DISC-GEN-01; what four numbers do to a file is not said")
        else:
            assert others == every

    @pytest.mark.rule("DISC-GEN-01", "DEBUG-WRONGARCH-01")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    @pytest.mark.parametrize("number", [2, 1])
    def test_behind_foreign_twins(self, world: World, subject: Trial, kind: str, number: int) -> None:
        """A usable layer is used although layers of its name and another word size are found before it."""
        world.driver()
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        for base in ["/home/user/.config", "/etc"][:number]:
            folder = f"{base}/vulkan/{kind}_layer.d"
            install(
                ONE, folder=folder, file_format_version="1.2.1", library_arch="32", flags={"name": "wrong"}
            )
        install(ONE, flags={"name": "right"})
        world.application(layers=[ONE] if kind == "explicit" else [])

        chain = subject.observe(world).chain

        if chain == ("wrong",):
            pytest.skip(FIELD_NOT_READ)
        assert chain == ("right",)


class TestWhatIsReported:
    """What a manifest says of a layer is reported, however much it is."""

    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize("number", [3, 0, 1, 2, 4, 17])
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_extensions_of_a_layer(self, world: World, subject: Trial, number: int, kind: str) -> None:
        """Queried by a layer's name, the loader gives all its extensions with their versions, and no others."""
        listed = [{"name": f"VK_TEST_{each}", "spec_version": str(each + 1)} for each in range(number)]
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        install(ONE, instance_extensions=listed)
        world.explicit_layer(
            "VK_LAYER_TEST_other", instance_extensions=[{"name": "VK_TEST_x", "spec_version": "9"}]
        )

        seen = subject.observe(world)

        told = [(each.name, each.version) for each in seen.extensions.get(ONE, ())]
        assert sorted(told) == sorted((f"VK_TEST_{each}", each + 1) for each in range(number))

    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.parametrize(
        "version", ["1.0.0", "1.0.9", "1.0.10", "1.1.99", "1.2.255", "1.2.256", "1.3.299", "1.0.4095"]
    )
    def test_api_versions(self, world: World, subject: Trial, version: str) -> None:
        """A layer is reported with the api_version of its manifest, with all its digits."""
        world.explicit_layer(ONE, api_version=version)

        seen = subject.observe(world)

        assert [str(unpacked(layer.spec_version)) for layer in seen.layers] == [version]

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize(
        "name", ["a.b", "a.json", "VK.LAYER.x.64", "-", " ", "a b", "Ä", "x" * 200, ".x.y"]
    )
    def test_names_of_files(self, world: World, subject: Trial, name: str) -> None:
        """A layer is reported whatever name that ends in .json its manifest has."""
        world.explicit_layer(ONE, file=f"{name}.json")

        found = subject.observe(world).layer_names

        if name.startswith("."):
            subject.implied(found, (ONE,), HIDDEN)
        else:
            assert found == (ONE,)

    @pytest.mark.rule("LDP_LOADER_2")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("name", ["a.b", "a.json", "-", "a b", "x" * 200, ".x.y"])
    def test_names_of_drivers_files(self, world: World, subject: Trial, name: str) -> None:
        """A driver is used whatever name that ends in .json its manifest has."""
        world.driver(file=f"{name}.json")

        found = subject.observe(world).drivers

        if name.startswith("."):
            subject.implied(found, ("plain",), HIDDEN)
        else:
            assert found == ("plain",)


def turned(content: dict[str, object]) -> dict[str, object]:
    """The object with its members in the opposite order."""
    return dict(reversed(content.items()))


def blanks(number: int) -> Callable[[dict[str, object]], str]:
    """Write an object behind so many blanks, lines and all."""
    return lambda content: (" " * 79 + "\n") * (number // 80) + json.dumps(content, indent=2)


WRITTEN: dict[str, Callable[[dict[str, object]], str]] = {
    "one-line": json.dumps,
    "no-blanks": lambda content: json.dumps(content, separators=(",", ":")),
    "blank-lines": lambda content: "\n\n" + json.dumps(content, indent=2).replace("\n", "\n\n") + "\n\n",
    "carriage-returns": lambda content: json.dumps(content, indent=2).replace("\n", "\r\n") + "\r\n",
    "carriage-returns-alone": lambda content: json.dumps(content, indent=2).replace("\n", "\r"),
    "tabs": lambda content: json.dumps(content, indent="\t", separators=("\t,", "\t:\t")),
    "deep-indent": lambda content: json.dumps(content, indent=64),
    "turned-round": lambda content: json.dumps(turned(content), indent=2),
    "turned-round-inside": lambda content: json.dumps(
        {key: turned(value) if isinstance(value, dict) else value for key, value in content.items()}, indent=2
    ),
    "escapes": lambda content: json.dumps(content).replace("_", "\\u005f").replace("/", "\\/"),
    "behind-4-KiB": blanks(4 << 10),
    "behind-8-KiB": blanks(8 << 10),
    "behind-64-KiB": blanks(64 << 10),
}
"""Ways to write an object of JSON, none of which changes what it says."""

WAYS = [way for way in WRITTEN if not way.startswith("turned-round")]
"""Those that do not rest on what JSON alone says."""

LONG = ["x" * 63, "y" * 64, "z" * 128, "w" * 250, "a.json", "a b", "x.y.", "-a"]
"""Names of files, beside those of the ways."""

EACH_WAY = pytest.mark.parametrize("way", WRITTEN)


class TestHowItIsWritten:
    """A manifest is a file of JSON, and what it says does not depend on how it is written."""

    @EACH_WAY
    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_of_a_layer(self, world: World, subject: Trial, kind: str, way: str) -> None:
        """A layer is reported with its version, in whatever form of JSON its manifest is written."""
        layer = {**COMMON, "name": ONE, "implementation_version": "7", "disable_environment": {"NO_ONE": "1"}}
        content: dict[str, object] = {"file_format_version": "1.1.2", "layer": layer}
        world.file(f"/usr/share/vulkan/{kind}_layer.d/one.json", WRITTEN[way](content))

        seen = subject.observe(world)

        found = [(each.name, each.implementation_version) for each in seen.layers]
        if way == "turned-round":
            subject.implied(
                found, [(ONE, 7)], "DISC-GEN-01; that members stand in any order is said by JSON alone"
            )
        else:
            assert found == [(ONE, 7)]

    @EACH_WAY
    @pytest.mark.rule("LDP_LOADER_2")
    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside-another"])
    def test_of_a_driver(self, world: World, subject: Trial, beside: bool, way: str) -> None:
        """A driver is used, in whatever form of JSON its manifest is written."""
        library = world.library("/world/libone.so", "driver", {"name": "one"})
        content: dict[str, object] = {
            "file_format_version": "1.0.0",
            "ICD": {"library_path": library, "api_version": "1.3.0"},
        }
        world.file("/usr/share/vulkan/icd.d/one.json", WRITTEN[way](content))
        if beside:
            world.driver("other")

        assert "one" in subject.observe(world).drivers

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_layers_in_every_way(self, world: World, subject: Trial, kind: str) -> None:
        """All layers of a folder are reported, in whatever form of JSON and with whatever file names."""
        names = dict(zip([*WAYS, *LONG], itertools.cycle(WAYS), strict=False))
        for number, (file, way) in enumerate(names.items()):
            layer = {
                **COMMON,
                "name": f"VK_LAYER_TEST_{number}",
                "disable_environment": {f"NO_{number}": "1"},
            }
            content: dict[str, object] = {"file_format_version": "1.1.2", "layer": layer}
            world.file(f"/usr/share/vulkan/{kind}_layer.d/{file}.json", WRITTEN[way](content))

        seen = subject.observe(world)

        found = {int(name.rpartition("_")[2]) for name in seen.layer_names}
        assert {file for number, file in enumerate(names) if number not in found} == set()

    @pytest.mark.rule("LDP_LOADER_2")
    @pytest.mark.editions("2026")
    def test_drivers_in_every_way(self, world: World, subject: Trial) -> None:
        """All drivers of a folder are used, in whatever form of JSON and with whatever file names."""
        names = dict(zip([*WAYS, *LONG], itertools.cycle(WAYS), strict=False))
        for number, (file, way) in enumerate(names.items()):
            library = world.library(f"/world/lib{number}.so", "driver", {"name": str(number)})
            content: dict[str, object] = {
                "file_format_version": "1.0.0",
                "ICD": {"library_path": library, "api_version": "1.3.0"},
            }
            world.file(f"/usr/share/vulkan/icd.d/{file}.json", WRITTEN[way](content))

        seen = subject.observe(world)

        assert {file for number, file in enumerate(names) if str(number) not in seen.drivers} == set()

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    @pytest.mark.parametrize(
        "fields",
        [["instance_extensions"], ["device_extensions"], ["instance_extensions", "device_extensions"]],
        ids="-".join,
    )
    def test_empty_lists(self, world: World, subject: Trial, fields: list[str], kind: str) -> None:
        """A layer whose manifest has an empty list of extensions is reported."""
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        keys: dict[str, Any] = {field: [] for field in fields}
        install(ONE, **keys)

        assert subject.observe(world).layer_names == (ONE,)


LETTERS = {
    "blank": "a b",
    "blanks": " a  b ",
    "accents": "Äpfel-é",
    "other-scripts": "層-слой",
    "percent": "100%20",
    "dollar": "$HOME",
    "tilde": "~",
    "brackets": "[a]{b}(c)",
    "quotes": "'a\"",
    "hash": "#a",
    "backslash": "a\\b",
    "comma": "a,b",
    "equals": "a=b",
    "star": "*",
    "dots": "...",
    "hidden": ".a",
}
"""Names of files and folders that mean nothing special to a file system."""


class TestLettersOfLibraries:
    """A library that is named relatively or absolutely is located where this leads, whatever the letters."""

    @pytest.mark.rule("DISC-GEN-10")
    @pytest.mark.parametrize("letters", LETTERS)
    @pytest.mark.parametrize("form", ["absolute", "relative", "folder-above", "relative-folder"])
    @pytest.mark.parametrize("kind", ["driver", "implicit", "explicit"])
    def test_of_a_path(self, world: World, subject: Trial, kind: str, form: str, letters: str) -> None:
        """A layer's or driver's library is found by its relative or full path, whatever letters the path has."""
        name = LETTERS[letters]
        folder = f"/world/{name}" if form == "folder-above" else "/world/place"
        path = {
            "absolute": f"/world/{name}/lib{name}.so",
            "relative": f"./lib{name}.so",
            "folder-above": "./libone.so",
            "relative-folder": f"./{name}/libone.so",
        }[form]
        library = path if form == "absolute" else f"{folder}{path[1:]}"
        world.library(library, "driver" if kind == "driver" else "layer", {"name": "found"})
        keys: dict[str, Any] = {"folder": folder, "mock": None, "library_path": path}
        if kind == "driver":
            world.variable("VK_ICD_FILENAMES", world.driver("one", **keys))
        else:
            world.driver()
            world.explicit_layer(ONE, **keys) if kind == "explicit" else world.implicit_layer(ONE, **keys)
            world.link(f"/usr/share/vulkan/{kind}_layer.d", folder)
            world.application(layers=[ONE] if kind == "explicit" else [])

        seen = subject.observe(world)

        assert (seen.drivers if kind == "driver" else seen.chain) == ("found",)
