"""Several manifests of one folder: whatever one of them is, all others are read, with all that they say."""

import pytest

from policy_tests.loader.discovery.test_faults_in_manifests import FILES
from refloader.model.version import unpacked
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

BEFORE, BEHIND = ("a0", "a1", "a2"), ("z0", "z1", "z2")
"""The names of good files: whatever the order in which a folder is read, some are read after another file."""

KINDS = pytest.mark.parametrize("kind", ["explicit", "implicit"])
ENTRY = {"type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1", "description": "A layer"}
LEADING = {
    "explicit": ["", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH"],
    "implicit": ["", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"],
}
SUFFIXES = ["json.bak", "json~", "json.d", "jsonc", "txt"]
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")


def body(name: str, **keys: object) -> dict[str, object]:
    """The entry of a layer that is on only if a variable says so, as far as it is implicit."""
    switches = {"disable_environment": {f"NO_{name}": "1"}, "enable_environment": {f"USE_{name}": "1"}}
    return {"name": name, "library_path": "./libany.so", **ENTRY, **switches, **keys}


def named(file: str) -> str:
    """The name of the layer in a file of that name."""
    return f"VK_LAYER_TEST_{file}"


def led(world: World, kind: str, variable: str) -> str:
    """A folder of manifests of that kind, to which the variable leads if there is one."""
    folder = "/world/folder" if variable else f"/usr/share/vulkan/{kind}_layer.d"
    if variable:
        world.variable(variable, folder)
    return folder


def places(*kinds: str) -> pytest.MarkDecorator:
    """The kinds of layers with each variable that leads to such layers, and none."""
    rows = [(kind, variable) for kind in kinds for variable in LEADING[kind]]
    older = ("", "VK_LAYER_PATH")
    return pytest.mark.parametrize(
        ("kind", "variable"),
        [
            pytest.param(
                *row,
                id="-".join(filter(None, row)),
                marks=() if row[1] in older else pytest.mark.editions("2026"),
            )
            for row in rows
        ],
    )


class TestOddFiles:
    """Discovery establishes every layer and every driver of a folder, whatever else lies there."""

    @pytest.mark.rule("DISC-GEN-01")
    @KINDS
    @pytest.mark.parametrize("odd", FILES)
    def test_among_layers(self, world: World, subject: Trial, kind: str, odd: str) -> None:
        """All layers of a folder are reported, although a file among their manifests is no manifest."""
        folder = f"/usr/share/vulkan/{kind}_layer.d"
        FILES[odd](world, f"{folder}/m.json")
        for file in (*BEFORE, *BEHIND):
            world.file(f"{folder}/{file}.json", {"file_format_version": "1.1.2", "layer": body(named(file))})

        assert {*map(named, (*BEFORE, *BEHIND))} <= {*subject.observe(world).layer_names}

    @pytest.mark.rule("LDP_LOADER_2", "MANIFEST-ICD-08")
    @pytest.mark.parametrize("odd", FILES)
    def test_among_drivers(self, world: World, subject: Trial, odd: str) -> None:
        """All drivers of a folder are used, although a file among their manifests is no manifest."""
        FILES[odd](world, "/usr/share/vulkan/icd.d/m.json")
        for file in (*BEFORE[:2], *BEHIND[:2]):
            world.driver(file)

        assert {*BEFORE[:2], *BEHIND[:2]} <= {*subject.observe(world).drivers}


class TestSuffixes:
    """A file in a searched folder whose name does not end in .json is no manifest, whatever leads to the folder."""

    @pytest.mark.rule("DISC-GEN-08", "DISC-GEN-01")
    @places("explicit", "implicit")
    @pytest.mark.parametrize("suffix", SUFFIXES)
    def test_of_layers(self, world: World, subject: Trial, kind: str, variable: str, suffix: str) -> None:
        """A layer in a file whose name does not end in .json is not reported, and one in a manifest beside it is."""
        folder = led(world, kind, variable)
        for file, name in (("one.json", named("one")), (f"two.{suffix}", named("two"))):
            world.file(f"{folder}/{file}", {"file_format_version": "1.1.2", "layer": body(name)})

        assert subject.observe(world).layer_names == (named("one"),)

    @pytest.mark.rule("DISC-GEN-08", "MANIFEST-ICD-08")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("variable", ["", "VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    @pytest.mark.parametrize("suffix", SUFFIXES)
    def test_of_drivers(self, world: World, subject: Trial, variable: str, suffix: str) -> None:
        """A driver in a file whose name does not end in .json is not used, and one in a manifest beside it is."""
        folder = "/world/folder" if variable else "/usr/share/vulkan/icd.d"
        world.driver("one", folder=folder)
        world.driver("two", folder=folder, file=f"two.{suffix}")
        if variable:
            world.variable(variable, folder)

        assert subject.observe(world).drivers == ("one",)


class TestWhatIsSaid:
    """What a manifest says is reported, in whatever legal way it is written."""

    @pytest.mark.rule("DISC-GEN-01", "MANIFEST-LAYER-03")
    @SINCE_2018
    @KINDS
    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("version", ["1.0.1", "1.1.2", "1.2.0"])
    def test_arrays(self, world: World, subject: Trial, kind: str, number: int, version: str) -> None:
        """Every layer of a manifest's "layers" array is reported, in each format since 1.0.1."""
        names = [f"VK_LAYER_TEST_{place}" for place in range(number)]
        manifest = {"file_format_version": version, "layers": [body(name) for name in names]}
        world.file(f"/usr/share/vulkan/{kind}_layer.d/several.json", manifest)

        assert {*subject.observe(world).layer_names} == {*names}

    @pytest.mark.rule("DISC-GEN-01", "MANIFEST-LAYER-05")
    @KINDS
    @pytest.mark.parametrize("type_", ["GLOBAL", "INSTANCE"])
    @pytest.mark.parametrize("version", ["1.0.0", "1.1.2"])
    def test_types(self, world: World, subject: Trial, kind: str, type_: str, version: str) -> None:
        """A layer of type GLOBAL or INSTANCE is reported, whether it is implicit or explicit."""
        manifest = {"file_format_version": version, "layer": body(named("one"), type=type_)}
        world.file(f"/usr/share/vulkan/{kind}_layer.d/one.json", manifest)

        assert subject.observe(world).layer_names == (named("one"),)

    @pytest.mark.rule("DISC-GEN-01", "MANIFEST-LAYER-24")
    @pytest.mark.editions("2022", "2026")
    @KINDS
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("introduction", "A layer with an introduction"),
            ("url", "https://example.org/layer"),
            ("platforms", ["LINUX"]),
            ("platforms", ["WINDOWS", "MACOS", "ANDROID"]),
            ("status", "ALPHA"),
            ("status", "DEPRECATED"),
            ("features", {"presets": [], "settings": [{"key": "a", "type": "BOOL", "default": True}]}),
        ],
    )
    def test_fields_for_tools(
        self, world: World, subject: Trial, kind: str, field: str, value: object
    ) -> None:
        """A layer whose manifest has a descriptive field of format 1.2.0 is reported."""
        manifest = {"file_format_version": "1.2.0", "layer": body(named("one"), **{field: value})}
        world.file(f"/usr/share/vulkan/{kind}_layer.d/one.json", manifest)

        assert subject.observe(world).layer_names == (named("one"),)

    @pytest.mark.rule("DISC-GEN-04")
    @KINDS
    @pytest.mark.parametrize("version", [0, 1, 255, 256, 65535, 65536, 2**24, 2**31 - 1, 2**31, 2**32 - 1])
    def test_implementation_versions(self, world: World, subject: Trial, kind: str, version: int) -> None:
        """A layer's implementation_version is reported as its manifest has it, up to the largest of 32 bits."""
        entry = body(named("one"), implementation_version=str(version))
        world.file(
            f"/usr/share/vulkan/{kind}_layer.d/one.json", {"file_format_version": "1.1.2", "layer": entry}
        )

        layers = subject.observe(world).layers

        assert [layer.implementation_version for layer in layers] == [version]

    @pytest.mark.rule("DISC-GEN-04")
    @KINDS
    @pytest.mark.parametrize("patch", [0, 1, 127, 255, 256, 1023, 1024, 4095])
    def test_patches(self, world: World, subject: Trial, kind: str, patch: int) -> None:
        """The patch number of a layer's api_version is reported as it is written."""
        entry = body(named("one"), api_version=f"1.1.{patch}")
        world.file(
            f"/usr/share/vulkan/{kind}_layer.d/one.json", {"file_format_version": "1.1.2", "layer": entry}
        )

        layers = subject.observe(world).layers

        assert [unpacked(layer.spec_version).patch for layer in layers] == [patch]

    @pytest.mark.rule("MANIFEST-LAYER-25", "DISC-GEN-01")
    @pytest.mark.parametrize("kinds", ["ee", "ei", "ie", "ii"])
    def test_layers_of_one_library(self, world: World, subject: Trial, kinds: str) -> None:
        """Two layers whose manifests name the same library are both reported, implicit or explicit."""
        library = world.library("/world/libboth.so", "layer", {"name": named("0")})
        for place, kind in enumerate(kinds):
            install = world.implicit_layer if kind == "i" else world.explicit_layer
            install(named(str(place)), mock=None, library_path=library)

        assert {*subject.observe(world).layer_names} == {named("0"), named("1")}
