"""What the loader reports about the layers it finds, and how it reads manifests that are not right."""

import json
from typing import Any

import pytest

from refloader.scenario.scenario import Mock, World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
THREE = "VK_LAYER_TEST_three"
META = "VK_LAYER_TEST_meta"
DESCRIPTIONS = {
    "accents": "Über façade — naïve",
    "other-scripts": "日本語 слой طبقة",
    "beyond-16-bits": "🎮 layer",
    "quotes": 'a "quoted" text',
    "backslashes": "C:\\layers\\new",
    "lines": "one\ntwo\tthree",
    "slashes": "https://example.org/",
    "escapes": "\\u0041 is no A",
    "a-percent-sign": "100 %s %n",
    "65-letters": "d" * 65,
    "200-letters": "e" * 200,
}
"""Texts that a careless reader of JSON, or one with too little room, tells otherwise."""

NO_121 = "the loader takes no manifest of format 1.2.1, which has library_arch (AMB-FFV-121)"


def one_file(world: World, *layers: dict[str, Any]) -> None:
    """A manifest with several explicit layers, whose libraries are not there."""
    plain = {
        "type": "GLOBAL",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "One of several",
        "library_path": "./libseveral.so",
    }
    world.file(
        "/usr/share/vulkan/explicit_layer.d/several.json",
        {"file_format_version": "1.0.1", "layers": [{**plain, **each} for each in layers]},
    )


def described(length: int) -> str:
    """A description of so many bytes."""
    return ("What this layer does, at length. " * 8)[: length - 1] + "."


class TestEverythingIsReported:
    """vkEnumerateInstanceLayerProperties reports all layers, with what their manifests say."""

    @pytest.mark.rule("DISC-GEN-01")
    def test_both_kinds_are_reported(self, world: World, subject: Trial) -> None:
        """Implicit and explicit layers are enumerated, also when there is no driver."""
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("DISC-GEN-01", "DISC-GEN-04")
    def test_the_manifest_is_quoted(self, world: World, subject: Trial) -> None:
        """A layer is reported with the name, the versions and the description of its manifest."""
        world.explicit_layer(ONE, api_version="1.2.7", implementation_version="9", description="A text")

        seen = subject.observe(world)

        assert [(layer.name, layer.description) for layer in seen.layers] == [(ONE, "A text")]
        assert [(layer.spec_version, layer.implementation_version) for layer in seen.layers] == [
            (1 << 22 | 2 << 12 | 7, 9)
        ]

    @pytest.mark.rule("DISC-GEN-01", "DISC-GEN-04")
    @pytest.mark.parametrize(
        "kind",
        [
            "implicit",
            pytest.param("meta", marks=pytest.mark.editions("2018", "2022", "2026")),
            pytest.param("implicit-meta", marks=pytest.mark.editions("2022", "2026")),
        ],
    )
    def test_versions_of_each_kind(self, world: World, subject: Trial, kind: str) -> None:
        """An implicit layer or a meta-layer is reported with the versions of its manifest, too."""
        versions = {"api_version": "1.2.7", "implementation_version": "9"}
        if kind == "implicit":
            world.implicit_layer(TWO, **versions)
        else:
            world.explicit_layer(ONE, api_version="1.2.7")
            world.meta_layer(TWO, components=[ONE], implicit=kind == "implicit-meta", **versions)

        seen = subject.observe(world)

        told = {layer.name: (layer.spec_version, layer.implementation_version) for layer in seen.layers}
        assert told[TWO] == (1 << 22 | 2 << 12 | 7, 9)

    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.parametrize("told", DESCRIPTIONS.values(), ids=DESCRIPTIONS)
    def test_every_letter_is_quoted(self, world: World, subject: Trial, told: str) -> None:
        """A layer's description is reported as its manifest has it, whatever characters are in it."""
        world.explicit_layer(ONE, description=told)

        seen = subject.observe(world)

        assert [layer.description for layer in seen.layers] == [told]

    @pytest.mark.rule("DISC-GEN-01", "DISC-GEN-04")
    @pytest.mark.parametrize("letters", ["accents", "other-scripts", "beyond-16-bits"])
    def test_letters_need_no_escape(self, world: World, subject: Trial, letters: str) -> None:
        """A layer whose manifest has letters beyond ASCII as UTF-8, which is JSON, is reported with them."""
        description = DESCRIPTIONS[letters]
        layer = {"name": ONE, "type": "GLOBAL", "library_path": "./libone.so", "api_version": "1.3.0"}
        layer |= {"implementation_version": "1", "description": description}
        content = {"file_format_version": "1.0.0", "layer": layer}
        text = json.dumps(content, ensure_ascii=False)
        world.file("/usr/share/vulkan/explicit_layer.d/one.json", text)

        seen = subject.observe(world)

        assert [(each.name, each.description) for each in seen.layers] == [(ONE, description)]

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("length", [128, 254, 64, 41, 1])
    def test_the_whole_description_is_quoted(self, world: World, subject: Trial, length: int) -> None:
        """A layer's description of up to 254 bytes is reported in full."""
        told = described(length)
        world.explicit_layer(ONE, description=told)

        seen = subject.observe(world)

        assert [layer.description for layer in seen.layers] == [told]

    @pytest.mark.rule("DISC-GEN-01")
    def test_the_longest_description_is_quoted(self, world: World, subject: Trial) -> None:
        """A layer's description of 255 bytes should be reported in full, as it fits into VkLayerProperties."""
        world.explicit_layer(ONE, description=described(255))

        seen = subject.observe(world)

        by = "DISC-GEN-01; how long a description may be stands in the Vulkan specification alone"
        subject.implied([layer.description for layer in seen.layers], [described(255)], by)

    @pytest.mark.rule("DISC-GEN-04")
    def test_a_missing_library_does_not_matter(self, world: World, subject: Trial) -> None:
        """A layer whose library is not there is enumerated: the query is answered from the manifest."""
        world.explicit_layer(ONE, mock=None)

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("MANIFEST-LAYER-03", "DISC-GEN-01")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_a_file_may_hold_several_layers(self, world: World, subject: Trial) -> None:
        """Every element of a manifest's "layers" array is reported as a layer."""
        one_file(world, {"name": ONE}, {"name": TWO})

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize(
        ("first", "second"),
        [
            (ONE, "VK_LAYER_TEST_ONE"),
            (ONE, f"{ONE}_more"),
            (f"VK_LAYER_TEST_{'long' * 20}_a", f"VK_LAYER_TEST_{'long' * 20}_b"),
            (f"VK_LAYER_TEST_{'x' * 235}a", f"VK_LAYER_TEST_{'x' * 235}b"),
        ],
        ids=["letter-case", "beginning", "long", "longest"],
    )
    def test_similar_names_are_two_layers(
        self, world: World, subject: Trial, first: str, second: str
    ) -> None:
        """Two layers whose names differ in letter case, or only behind a common beginning, are both reported."""
        world.explicit_layer(first, file="a.json", mock=None)
        world.explicit_layer(second, file="b.json", mock=None)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {first, second}

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("length", [1, 70, 120])
    def test_the_length_of_a_file_name_does_not_count(
        self, world: World, subject: Trial, length: int
    ) -> None:
        """A layer is reported whatever the length of its manifest's file name."""
        world.explicit_layer(ONE, file=f"{'a' * length}.json")
        world.explicit_layer(TWO)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_each_layer_of_a_file_is_quoted(self, world: World, subject: Trial) -> None:
        """Each layer of one manifest is reported with its own description and versions, not with another layer's."""
        one_file(
            world,
            {"name": ONE, "description": "One", "api_version": "1.1.5", "implementation_version": "1"},
            {"name": TWO, "description": "Two", "api_version": "1.2.6", "implementation_version": "2"},
            {"name": THREE, "description": "Three", "api_version": "1.0.7", "implementation_version": "3"},
        )

        seen = subject.observe(world)

        assert {
            layer.name: (layer.description, layer.spec_version, layer.implementation_version)
            for layer in seen.layers
        } == {
            ONE: ("One", 1 << 22 | 1 << 12 | 5, 1),
            TWO: ("Two", 1 << 22 | 2 << 12 | 6, 2),
            THREE: ("Three", 1 << 22 | 7, 3),
        }

    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_each_layer_of_a_file_has_its_extensions(self, world: World, subject: Trial) -> None:
        """Queried by a layer's name, the loader gives the extensions of no other layer in its manifest."""
        one_file(
            world,
            {"name": ONE, "instance_extensions": [{"name": "VK_TEST_one", "spec_version": "1"}]},
            {"name": TWO},
            {"name": THREE, "instance_extensions": [{"name": "VK_TEST_three", "spec_version": "3"}]},
        )

        seen = subject.observe(world)

        assert [seen.extension_names(name) for name in (ONE, TWO, THREE)] == [
            ("VK_TEST_one",),
            (),
            ("VK_TEST_three",),
        ]

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(
        "text", ["", "{", "no JSON", "[]", "{}"], ids=["empty", "cut-off", "text", "list", "object"]
    )
    def test_every_layer_around_a_broken_file_is_reported(
        self, world: World, subject: Trial, text: str
    ) -> None:
        """All layers of a folder are reported, although files among their manifests hold no layer."""
        folder = "/usr/share/vulkan/explicit_layer.d"
        world.file(f"{folder}/a.json", text)
        world.explicit_layer(ONE, file="b.json")
        world.file(f"{folder}/c.json", text)
        world.explicit_layer(TWO, file="d.json")
        world.file(f"{folder}/e.json", text)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize(
        "implicit",
        [
            pytest.param(False, id="explicit", marks=pytest.mark.editions("2018", "2022", "2026")),
            pytest.param(True, id="implicit", marks=pytest.mark.editions("2022", "2026")),
        ],
    )
    def test_meta_layers_are_reported(self, world: World, subject: Trial, implicit: bool) -> None:
        """A meta-layer and its component are both reported."""
        world.explicit_layer(ONE)
        world.meta_layer(TWO, components=[ONE], implicit=implicit)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])
    def test_components_are_reported(self, world: World, subject: Trial, implicit: bool) -> None:
        """A meta-layer, its components and a layer beside them are all reported."""
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.explicit_layer(THREE)
        world.meta_layer(META, components=[ONE, TWO], implicit=implicit)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO, THREE, META}

    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.parametrize("version", [0, 1, 255, 65535, 65536, 65537, 16777217, 2147483647])
    def test_large_versions_are_quoted(self, world: World, subject: Trial, version: int) -> None:
        """A layer's implementation_version is reported as its manifest has it, however large."""
        world.explicit_layer(ONE, implementation_version=str(version))

        seen = subject.observe(world)

        assert [layer.implementation_version for layer in seen.layers] == [version]


class TestRequestedNames:
    """The application asks for layers by their names."""

    @pytest.mark.rule("ACT-APP-01")
    def test_a_requested_layer_is_loaded(self, world: World, subject: Trial) -> None:
        """The layer named in ppEnabledLayerNames is in the chain."""
        world.driver()
        world.explicit_layer(ONE)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ACT-APP-01")
    def test_every_requested_layer_is_loaded(self, world: World, subject: Trial) -> None:
        """All of three layers named in ppEnabledLayerNames are in the chain, and no other one."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.explicit_layer(THREE)
        world.explicit_layer("VK_LAYER_TEST_other")
        world.application(layers=[ONE, TWO, THREE])

        seen = subject.observe(world)

        assert set(seen.chain) == {ONE, TWO, THREE}

    @pytest.mark.rule("ACT-APP-01")
    @pytest.mark.editions("2018", "2026")
    def test_a_requested_meta_layer_is_loaded(self, world: World, subject: Trial) -> None:
        """Both components of a meta-layer named in ppEnabledLayerNames are in the chain."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer(THREE, components=[ONE, TWO])
        world.application(layers=[THREE])

        seen = subject.observe(world)

        assert set(seen.chain) == {ONE, TWO}

    @pytest.mark.rule("ACT-APP-01")
    @pytest.mark.parametrize("value", ["", TWO])
    def test_the_variable_does_not_replace_the_request(
        self, world: World, subject: Trial, value: str
    ) -> None:
        """A layer named in ppEnabledLayerNames is in the chain also where VK_INSTANCE_LAYERS is set."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_INSTANCE_LAYERS", value)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert ONE in seen.chain

    @pytest.mark.rule("ACT-APP-02")
    def test_an_unknown_name_fails_the_instance(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT if the application names a layer that is not found."""
        world.driver()
        world.application(layers=["VK_LAYER_TEST_unknown"])

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("MANIFEST-LAYER-25")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("library", ["driver", "layer_driver"])
    def test_a_layer_in_a_drivers_library(self, world: World, subject: Trial, library: Mock) -> None:
        """A layer whose manifest names the library of a driver is reported, as other layers are."""
        both = world.library("/world/libboth.so", library, {"name": "both"})
        world.driver("both", mock=None, library_path=both)
        world.explicit_layer(ONE, mock=None, library_path=both)
        world.explicit_layer(TWO)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}


class TestFileNames:
    """A manifest may have any file name that ends in .json; other files are no manifests."""

    @pytest.mark.rule("DISC-GEN-08", "DISC-GEN-01")
    @pytest.mark.parametrize("name", ["x.json.bak", "x.txt", "json", "x.jsonc"])
    def test_another_suffix_is_no_manifest(self, world: World, subject: Trial, name: str) -> None:
        """A layer in a file whose name does not end in .json is not reported, and one in a .json file is."""
        world.explicit_layer(ONE, file="any name at all.json")
        world.explicit_layer(TWO, file=name)

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("DISC-GEN-08", "DISC-GEN-01")
    def test_the_case_of_the_suffix_counts(self, world: World, subject: Trial) -> None:
        """A file whose name ends in .JSON is no manifest, unless the loader ignores the case of the suffix."""
        world.explicit_layer(ONE, file="x.JSON")

        seen = subject.observe(world)

        subject.reading("AMB-JSON-CASE", seen.layer_names, chosen=(), tolerated=(ONE,))


class TestBrokenManifests:
    """A layer whose manifest is not valid is not loaded; other layers are not affected."""

    @pytest.mark.rule("LLP_LAYER_6", "DISC-GEN-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(
        "text",
        ["", "{", "[]", "no JSON", '{"file_format_version": "1.0.0"}', '{"layer": {}} trailing'],
        ids=["empty", "cut-off", "list", "text", "no-layer", "trailing"],
    )
    def test_it_costs_only_itself(self, world: World, subject: Trial, text: str) -> None:
        """A requested layer is loaded although a broken layer manifest is in the same folder."""
        world.driver()
        world.explicit_layer(ONE)
        world.file("/usr/share/vulkan/explicit_layer.d/broken.json", text)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (ONE,))

    @pytest.mark.rule("LLP_LAYER_6", "DISC-GEN-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(
        "key", ["type", "library_path", "api_version", "implementation_version", "description"]
    )
    def test_a_missing_field_costs_the_layer(self, world: World, subject: Trial, key: str) -> None:
        """A layer whose manifest lacks a required field should not be reported, and another layer is."""
        world.explicit_layer(ONE)
        without: dict[str, Any] = {key: None}
        world.explicit_layer(TWO, **without)

        seen = subject.observe(world)

        assert ONE in seen.layer_names
        subject.implied(seen.layer_names, (ONE,), "LLP_LAYER_6, which speaks of loading and not of listing")


class TestWordSize:
    """The loader can drop a layer whose library_arch is of the wrong size without opening the library."""

    @pytest.mark.rule("MANIFEST-LAYER-09", "ACT-APP-01")
    @pytest.mark.editions("2026")
    def test_the_right_size_is_loaded(self, world: World, subject: Trial) -> None:
        """A requested layer whose manifest says library_arch 64 is loaded in a 64-bit process."""
        world.driver()
        world.explicit_layer(ONE, file_format_version="1.2.1", library_arch="64")
        world.explicit_layer(TWO, file_format_version="1.2.1")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        if TWO not in seen.layer_names:
            pytest.skip(NO_121)
        assert seen.chain == (ONE,)

    @pytest.mark.rule("MANIFEST-LAYER-09", "DEBUG-WRONGARCH-01")
    def test_the_wrong_size_leaves_room_for_the_right_one(self, world: World, subject: Trial) -> None:
        """If one layer is there in two word sizes, the loader uses its own, though the other is found first."""
        world.driver()
        world.explicit_layer(
            ONE,
            folder="/etc/vulkan/explicit_layer.d",
            file_format_version="1.2.1",
            library_arch="32",
            flags={"name": "wrong"},
        )
        world.explicit_layer(ONE, file_format_version="1.2.1", library_arch="64", flags={"name": "right"})
        world.explicit_layer(TWO, file_format_version="1.2.1")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        if TWO not in seen.layer_names:
            pytest.skip(NO_121)
        if seen.chain == ("wrong",):
            pytest.skip("the loader does not read library_arch, which lets it drop a layer")
        assert seen.chain == ("right",)
