"""What loaders of a given age read from manifests and settings files. Facts: ``rules/ages.toml``."""

import json
from dataclasses import replace
from typing import ClassVar

import pytest
from worlds import UNORDERED, listed, used_drivers
from worlds import World as Machine

from refloader.core.activation.conditions import implicit_state
from refloader.core.activation.filters import LayerFilters, disabled_by
from refloader.core.activation.metalayers import expanded_again
from refloader.core.aged import values
from refloader.core.aged.driver_manifest import driver_of_age
from refloader.core.aged.json_text import read_aged
from refloader.core.aged.layer_manifest import layer_file_of_age
from refloader.core.aged.meta_layers import (
    MetaLoopError,
    too_many_components,
    with_components,
    without_faulty_metas,
)
from refloader.core.aged.settings import settings_file_of_age
from refloader.core.ages import age_of
from refloader.core.manifests import layer_extras
from refloader.core.manifests.settings_file import Control, Settings
from refloader.model.age import Trait
from refloader.model.driver import Driver
from refloader.model.edition import LATEST
from refloader.model.environment import Environment
from refloader.model.layer import Fate, Layer, LayerFile
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Form, Place, Use
from refloader.model.plan import VkResult
from refloader.model.request import Build, Request
from refloader.predict.prediction import predict
from refloader.rules import rule
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World

PATH = "/usr/share/vulkan/implicit_layer.d/a.json"
PLACE = Place("/usr/share/vulkan/implicit_layer.d", Use.IMPLICIT, Form.FOLDER, "", rule("DISC-LINUX-02"))
WHOLE = {
    "name": "VK_LAYER_TEST_a",
    "type": "GLOBAL",
    "api_version": "1.1.0",
    "implementation_version": "1",
    "description": "layer a",
    "library_path": "a.so",
    "disable_environment": {"DISABLE_A": "1"},
}


def layer_file(release: str, **changes: object) -> LayerFile:
    """Return what a release reads from a manifest with these members changed, or left out where they are None."""
    members = {key: value for key, value in (WHOLE | changes).items() if value is not None}
    data = json.dumps({"file_format_version": "1.2.0", "layer": members}).encode()
    return layer_file_of_age(data, PATH, PLACE, age_of(release))


def settings(release: str, *elements: object) -> Settings | None:
    """Return what a release takes from a settings file with these elements."""
    data = json.dumps({"file_format_version": "1.0.0", "settings": {"layers": elements}}).encode()
    return settings_file_of_age(data, "/s.json", "", POSIX_PATHS, age_of(release))[0]


class TestLetterCaseOfKeys:
    """Releases that take keys in any letter case read a text like one with the keys of the documents."""

    TEXT = (
        b'{"file_format_version": "1.0.0",\n"Layer": {"name": "VK_LAYER_a", "Name": "VK_LAYER_b", "Type": "GLOBAL",'
        b' "api_version": "1.1.0", "implementation_version": "1", "description": "", "library_path": "%s.so"}}'
    )

    @pytest.mark.parametrize("releases", [("1.4.321",), ("1.3.280", "1.4.321"), ("1.4.321", "1.3.280")])
    def test_what_was_asked_before_counts_for_nothing(self, releases: tuple[str, ...]) -> None:
        """The text is read once for all releases, and each has its own keys."""
        data = self.TEXT % "-".join(releases).encode()
        place = replace(PLACE, use=Use.EXPLICIT)
        found = {each: layer_file_of_age(data, PATH, place, age_of(each)) for each in releases}

        assert [layer.name for layer in found["1.4.321"].layers] == ["VK_LAYER_a"]
        assert "1.3.280" not in found or not found["1.3.280"].layers

    def test_places_are_those_in_the_text(self) -> None:
        """Also behind a key that is there twice in two spellings."""
        document = read_aged(self.TEXT, age_of("1.4.321"))

        assert document is not None
        for keys, key in ((("layer", "name"), b'"name"'), (("layer", "type"), b'"Type"')):
            assert self.TEXT.startswith(key, document.where(keys, key=True).offset)
        assert [name for name, _ in document.duplicates(("layer",))][:3] == ["name", "name", "type"]


class TestLayerEntries:
    """An entry that is not whole."""

    def test_versions_are_read_before_the_library(self) -> None:
        """So a half-read layer is listed also if it names no library."""
        (half,) = layer_file("1.4.304", api_version=None, library_path=None).layers
        (without,) = layer_file("1.4.304", library_path=None).layers

        assert not half.rejected
        assert LATEST in without.rejected

    def test_what_is_not_whole_is_not_listed_without_a_name(self) -> None:
        """Only an entry that lacks nothing but its library is."""
        (nameless,) = layer_file("1.2.189", library_path=None).layers
        (dropped,) = layer_file("1.2.189", library_path=None, description=None).layers

        assert not nameless.rejected
        assert LATEST in dropped.rejected

    def test_long_names_of_extensions_are_dropped_as_long_names_of_layers_are(self) -> None:
        """From 1.4.303 on."""
        rows = [{"name": "x" * 300, "spec_version": "1"}]

        assert layer_file("1.4.302", instance_extensions=rows).layers[0].instance_extensions
        assert not layer_file("1.4.303", instance_extensions=rows).layers[0].instance_extensions

    @pytest.mark.parametrize(("length", "taken"), [(254, True), (255, False)])
    def test_texts_that_fill_their_array_are_long(self, length: int, taken: bool) -> None:
        """The NUL at their end has no place in 255 bytes, as builds from 1.4.304 on have it."""
        text = "VK_LAYER_".ljust(length, "a")
        rows = [{"name": text, "spec_version": "1"}]

        named, described = (layer_file("1.4.303", **{key: text}).layers[0] for key in ("name", "description"))
        extended = layer_file("1.4.303", instance_extensions=rows).layers[0]

        assert (LATEST not in named.rejected, LATEST not in described.rejected) == (taken, taken)
        assert bool(extended.instance_extensions) is taken
        assert LATEST not in layer_file("1.3.302", name=text).layers[0].rejected

    @pytest.mark.parametrize(("variables", "active"), [({}, True), ({"VK_INSTANCE_LAYERS": "x"}, False)])
    def test_an_implicit_layer_without_a_name(self, variables: dict[str, str], active: bool) -> None:
        """It is left to VK_INSTANCE_LAYERS only if that is set, as every text contains its name."""
        world = World()
        world.driver()
        world.implicit_layer("", file="a.json", mock=None, library_path="/opt/liba.so")
        world.library("/opt/liba.so", "layer", {"name": "a"})
        for name, value in variables.items():
            world.variable(name, value)

        predicted = predict(world.scenario(), LATEST, Build(age=age_of("1.4.335")))

        assert (predicted.observation.chain == ("a",)) is active

    def test_without_a_disable_variable_the_enable_variable_is_not_read(self) -> None:
        """So it does not crash the loader either."""
        crash = layer_file("1.3.250", enable_environment={})
        passed = layer_file("1.3.250", enable_environment={}, disable_environment=None)

        assert crash.fate is Fate.CRASH
        assert passed.fate is Fate.READ

    @pytest.mark.parametrize(("release", "active"), [("1.3.227", False), ("1.3.228", True)])
    def test_a_program_that_names_no_version_wants_the_first(self, release: str, active: bool) -> None:
        """An implicit layer whose version reads as 0 is too old for every program."""
        (layer,) = layer_file(release, api_version="").layers
        state = implicit_state(layer, Environment({}), Request(), LayerFilters(), LATEST, age_of(release))

        assert state.on is active

    def test_an_enable_variable_without_a_name_is_none(self) -> None:
        """Until 1.3.251."""
        states = []
        for release in ("1.3.250", "1.3.251"):
            (layer,) = layer_file(release, enable_environment={"": "1"}).layers
            state = implicit_state(layer, Environment({}), Request(), LayerFilters(), LATEST, age_of(release))
            states.append(state.on)

        assert states == [True, False]

    @pytest.mark.parametrize("release", ["1.1.97", "1.2.189"])
    def test_a_function_for_the_version_is_not_called(self, release: str) -> None:
        """Those for extensions and for layers are, up to 1.2.189."""
        file = layer_file(
            release,
            pre_instance_functions={
                "vkEnumerateInstanceExtensionProperties": "extensions",
                "vkEnumerateInstanceVersion": "version",
                "vkEnumerateInstanceLayerProperties": "layers",
            },
        )

        assert [name for name, _ in file.layers[0].pre_instance] == [
            "vkEnumerateInstanceExtensionProperties",
            "vkEnumerateInstanceLayerProperties",
        ]

    @pytest.mark.parametrize("release", ["1.2.190", "1.3.204"])
    def test_a_layer_with_a_function_for_the_version_has_no_name(self, release: str) -> None:
        """So none of its functions is called: what is said of up to 1.2.189 does not hold there."""
        functions = dict.fromkeys(
            ["vkEnumerateInstanceExtensionProperties", "vkEnumerateInstanceVersion"], "own"
        )

        (layer,) = layer_file(release, pre_instance_functions=functions).layers

        assert not layer.name
        assert not layer.pre_instance
        assert not age_of(release).has(Trait.VERSION_INTERCEPT_NOT_CALLED)

    def test_a_function_for_the_version_is_called(self) -> None:
        """Since 1.3.216 at the latest it is called."""
        file = layer_file("1.3.216", pre_instance_functions={"vkEnumerateInstanceVersion": "version"})

        assert file.layers[0].pre_instance == (("vkEnumerateInstanceVersion", "version"),)


class TestSettings:
    """The list of layers in a settings file."""

    def test_an_unknown_control_setting_is_auto(self) -> None:
        """The element counts."""
        found = settings("1.4.335", {"name": "VK_LAYER_TEST_a", "path": "/a.json", "control": "odd"})

        assert found is not None
        assert found.named("VK_LAYER_TEST_a") is Control.AUTO
        assert found.layers

    def test_an_element_that_is_not_whole_makes_the_file_void(self) -> None:
        """Also beside a good one."""
        good = {"name": "VK_LAYER_TEST_a", "path": "/a.json", "control": "on"}

        assert settings("1.4.335", good) is not None
        assert settings("1.4.335", good, {"control": "on"}) is None


class TestMetaLayers:
    """The extensions that a meta-layer lists."""

    def test_a_meta_layer_that_is_found_later_brings_only_its_own(self) -> None:
        """From 1.3.251 on."""
        inner = {"name": "VK_LAYER_TEST_n", "component_layers": ["VK_LAYER_TEST_a"], "library_path": None}
        outer = {"name": "VK_LAYER_TEST_m", "component_layers": ["VK_LAYER_TEST_n"], "library_path": None}
        names = []
        for release in ("1.3.250", "1.3.251"):
            layers = [layer_file(release, **each).layers[0] for each in (outer, inner, {})]
            parts = with_components(layers, age_of(release))(layers[0])
            names.append([each.name[-1] for each in parts])

        assert names == [["m", "n", "a"], ["m", "n"]]


class TestHostileValues:
    """Values that no manifest has, in every release that reads them otherwise than the documents."""

    @pytest.mark.parametrize("release", ["1.1.97", "1.3.239", "1.3.290", "1.4.304"])
    @pytest.mark.parametrize("key", ["name", "description", "implementation_version", "api_version"])
    @pytest.mark.parametrize(
        "text",
        ['"' + "9" * 5000 + '"', "9" * 5000, "1e999", "[" * 3000 + "]" * 3000, '{"":' * 99 + "1" + "}" * 99],
    )
    def test_they_are_read(self, release: str, key: str, text: str) -> None:
        """Without an error, whatever the loader takes them for."""
        members = json.dumps({"file_format_version": "1.2.0", "layer": WHOLE | {key: "HERE"}})

        file = layer_file_of_age(members.replace('"HERE"', text).encode(), PATH, PLACE, age_of(release))

        assert len(repr(file.layers)) < 100_000

    def test_a_number_of_many_digits_does_not_fit(self) -> None:
        """It counts as the largest one, as in C, and zeros before a number do not count."""
        (large,) = layer_file("1.4.304", implementation_version="9" * 5000).layers
        (small,) = layer_file("1.4.304", implementation_version="0" * 5000 + "7").layers

        assert large.implementation_version == 0xFFFFFFFF
        assert small.implementation_version == 7

    @pytest.mark.parametrize("apart", [".", '."', "\n", ". "])
    def test_a_version_of_many_parts_costs_as_much_as_one_of_few(
        self, apart: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A hundred releases look at it, each at its first four parts alone."""
        converted: list[str] = []

        def counted(text: str) -> int:
            converted.append(text)
            return int(text)

        monkeypatch.setattr(layer_extras, "whole_number", counted)
        version = values.version_of(
            apart + apart.join(str(number) for number in range(5000)), age_of("1.4.304")
        )

        assert (version.variant, version.major, version.minor, version.patch) == (0, 1, 2, 3)
        assert len(converted) <= 4


class TestHostileMetaLayers:
    """Meta-layers in meta-layers that name one another again and again."""

    @staticmethod
    def metas(count: int, times: int) -> tuple[Layer, ...]:
        """Meta-layers in a row, each of which names the next one several times."""
        found = []
        for number in range(count):
            components = [f"VK_LAYER_TEST_{number + 1}"] * times
            fields = {"library_path": None, "component_layers": components} if number + 1 < count else {}
            found += layer_file("1.3.290", name=f"VK_LAYER_TEST_{number}", **fields).layers
        return tuple(found)

    def test_each_is_looked_at_once(self) -> None:
        """And not in each of the eight to the power of 14 ways that lead to the last one."""
        layers = self.metas(15, 8)

        assert without_faulty_metas(layers, age_of("1.3.290")) == layers

    def test_depth_is_no_loop(self) -> None:
        """A hundred levels of one component each are followed to the last one."""
        layers = self.metas(100, 1)

        assert without_faulty_metas(layers, age_of("1.3.290")) == layers

    def test_a_loop_crashes_at_any_depth(self) -> None:
        """The last of a hundred names the first."""
        *layers, last = self.metas(100, 1)
        back = replace(last, components=("VK_LAYER_TEST_0",), shape=layers[0].shape)

        with pytest.raises(MetaLoopError):
            without_faulty_metas((*layers, back), age_of("1.3.290"))

    def test_too_many_components_are_not_predicted(self) -> None:
        """What they take grows faster than their number."""
        layers = self.metas(20, 8)

        assert too_many_components(layers)
        assert without_faulty_metas(layers, age_of("1.3.290")) is layers


class TestCrashes:
    """Lists where an object should be."""

    @pytest.mark.parametrize("value", ["null", "[]", '"x"', "3"])
    def test_only_a_list_with_elements_crashes(self, value: str) -> None:
        """Before 1.2.135, instead of a whole manifest."""
        other = layer_file_of_age(value.encode(), PATH, PLACE, age_of("1.1.126"))
        full = layer_file_of_age(b"[1]", PATH, PLACE, age_of("1.1.126"))

        assert other.fate is Fate.READ
        assert full.fate is Fate.CRASH

    def test_functions_that_are_a_list(self) -> None:
        """Up to 1.4.302, unless the entry is not read at all."""
        assert layer_file("1.3.290", functions=[1]).fate is Fate.CRASH
        assert layer_file("1.3.290", functions=[]).fate is Fate.READ
        assert layer_file("1.3.290", functions=[1], name=None).fate is Fate.READ
        assert layer_file("1.4.303", functions=[1]).fate is Fate.READ


class TestSettingsObjects:
    """Which settings objects are in force."""

    @staticmethod
    def read(release: str, **members: object) -> Settings | None:
        """Return what a release takes from a settings object."""
        data = json.dumps({"file_format_version": "1.0.0", "settings": members}).encode()
        return settings_file_of_age(data, "/s.json", "/app", POSIX_PATHS, age_of(release))[0]

    def test_an_object_that_sets_nothing_has_no_effect(self) -> None:
        """From 1.4.323 to 1.4.335; one that sets something hides the layers, also with an empty list."""
        nothing, something = (
            self.read("1.4.335", stderr_log=["odd"]),
            self.read("1.4.335", stderr_log=["all"]),
        )
        empty = self.read("1.4.335", layers=[], stderr_log=["all"])
        older = self.read("1.4.321")

        assert nothing is None
        assert something is not None
        assert empty is not None
        assert older is not None
        assert something.layers == empty.layers == older.layers == ()

    def test_an_empty_list_of_programs_is_for_none(self) -> None:
        """Whatever else the object has."""
        assert self.read("1.4.321", app_keys=[], stderr_log=["all"]) is None

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize(
        ("elements", "count"),
        [
            pytest.param(("odd", "whole"), 1, id="odd first"),
            pytest.param(("whole", "odd"), 0, id="odd last"),
            pytest.param(("number", "whole"), 0, id="no object"),
            pytest.param(("whole", "whole"), 2, id="whole"),
        ],
    )
    def test_odd_devices(self, elements: tuple[str, str], count: int) -> None:
        """An odd element at the end costs the list, and one that is no object does anywhere. Seen on 1.4.335."""
        whole = {"deviceUUID": [1] * 16, "driverUUID": [2] * 16, "driverVersion": 7}
        kinds: dict[str, object] = {"whole": whole, "odd": {"deviceUUID": [1] * 16}, "number": 7}

        found = self.read("1.4.335", device_configurations=[kinds[each] for each in elements])

        assert len(found.devices if found else ()) == count

    @pytest.mark.parametrize(("odd", "told"), [(7, 1), ({"deviceUUID": [1] * 16}, 1), (None, 0)])
    def test_a_list_of_devices_that_is_dropped_is_warned_of(self, odd: object, told: int) -> None:
        """One warning says it, whichever element is the odd one."""
        whole = {"deviceUUID": [1] * 16, "driverUUID": [2] * 16, "driverVersion": 7}
        devices = [whole, *([odd] if odd is not None else [])]
        root = {"file_format_version": "1.0.0", "settings": {"device_configurations": devices}}

        data, age = json.dumps(root).encode(), age_of("1.4.335")
        reasons = settings_file_of_age(data, "/s.json", "/app", POSIX_PATHS, age)[1]

        assert (
            len([each for each in reasons if "this release drops the list" in each.fact])
            == told
            == len(reasons)
        )


class TestSettingsFilesThatFail:
    """What a settings file does that is no JSON, or whose list is not whole. Observed on 1.3.261 and 1.3.266."""

    WHOLE: ClassVar = {"name": "VK_LAYER_TEST_a", "path": "/a.json", "control": "on"}

    @staticmethod
    def predicted(release: str, text: str) -> Observation:
        """Return what a release does beside this settings file and one driver."""
        world = World()
        world.driver()
        world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", text)
        return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation

    @pytest.mark.parametrize(
        ("release", "text", "result"),
        [
            ("1.3.266", "hello", VkResult.OUT_OF_HOST_MEMORY),
            ("1.3.266", "", VkResult.SUCCESS),
            ("1.3.266", "[]", VkResult.SUCCESS),
            ("1.3.268", "hello", VkResult.SUCCESS),
            ("1.3.268.0", "hello", VkResult.OUT_OF_HOST_MEMORY),
            ("1.3.250", "hello", VkResult.SUCCESS),
        ],
    )
    def test_no_json_fails_creation(self, release: str, text: str, result: VkResult) -> None:
        """Only creation; an empty file is passed over."""
        seen = self.predicted(release, text)

        assert (seen.ended, seen.result_name) == ("ok", result)
        assert seen.results["layers"] == 0

    @pytest.mark.parametrize("lacking", [*WHOLE, "everything"])
    def test_an_element_that_is_not_whole_crashes(self, lacking: str) -> None:
        """Later releases pass over the list."""
        element = {key: value for key, value in self.WHOLE.items() if lacking not in (key, "everything")}
        text = json.dumps({"file_format_version": "1.0.0", "settings": {"layers": [self.WHOLE, element]}})

        assert self.predicted("1.3.266", text).ended == "crash"
        assert self.predicted("1.3.271", text).ended == "ok"


class TestLayerThatIsTurnedOff:
    """Two releases crash on a settings file that turns off a layer which they find in the ordinary way."""

    @pytest.mark.parametrize(
        ("variables", "crashes"),
        [
            ({}, True),
            ({"DISABLE_VK_LAYER_a": "1"}, True),
            ({"VK_LOADER_LAYERS_DISABLE": "VK_LAYER_a"}, False),
            ({"VK_LOADER_LAYERS_DISABLE": "*"}, False),
            ({"VK_LOADER_LAYERS_DISABLE": "~implicit~"}, False),
            ({"VK_LOADER_LAYERS_DISABLE": "~explicit~"}, True),
            ({"VK_LOADER_LAYERS_DISABLE": "*", "VK_LOADER_LAYERS_ALLOW": "VK_LAYER_a"}, True),
            ({"VK_LOADER_LAYERS_DISABLE": "VK_LAYER_a", "VK_LOADER_LAYERS_ENABLE": "VK_LAYER_a"}, True),
        ],
    )
    @pytest.mark.parametrize("release", ["1.3.275.0", "1.3.290.0"])
    def test_a_filter_takes_it_out_before(
        self, release: str, variables: dict[str, str], crashes: bool
    ) -> None:
        """Tried on both builds."""
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_a")
        entry = {"name": "VK_LAYER_a", "path": "/gone.json", "control": "off"}
        listed = {"layers": [{"control": "unordered_layer_location"}, entry]}
        world.file(
            "/etc/vulkan/loader_settings.d/vk_loader_settings.json",
            {"file_format_version": "1.0.0", "settings": listed},
        )
        for name, value in variables.items():
            world.variable(name, value)

        plan = predict(world.scenario(), LATEST, Build(age=age_of(release))).plan

        assert bool(plan.crash) is crashes


class TestOrderBesideASettingsFile:
    """Where a settings file lists layers, the chain has the order of its list."""

    @pytest.mark.parametrize(
        ("places", "asked", "order"),
        [
            ("m-", (), "abi"),
            ("-m", (), "iab"),
            ("m-", ("A",), "bia"),
            ("ma-", (), "abi"),
            ("m-a", ("A",), "bia"),
        ],
    )
    def test_components_have_the_place_of_their_meta_layer(
        self, places: str, asked: tuple[str, ...], order: str
    ) -> None:
        """Unless they are on by themselves too. ``-`` is the unordered location; observed on 1.4.304 to 1.4.335."""
        world = Machine()
        world.implicit("I")
        paths = {"a": world.explicit("A"), "b": world.explicit("B"), "m": world.meta("M", ["A", "B"])}
        named = [UNORDERED if each == "-" else listed(each.upper(), paths[each], "auto") for each in places]
        world.settings(*[{**each, "control": "on"} if each.get("name") == "M" else each for each in named])

        plan = world.plan(layers=asked, build=Build(age=age_of("1.4.335")))

        assert "".join(each.name.lower() for each in plan.chain) == order


class TestFilters:
    """Words in filters."""

    @pytest.mark.parametrize("value", ["**", "A*", "A*,B*"])
    def test_a_selection_of_what_matches_nothing(self, value: str) -> None:
        """It removes every driver: globs that match nothing are no reason to ignore the variable."""
        world = Machine()
        world.variables["VK_LOADER_DRIVERS_SELECT"] = value

        plan = world.plan(build=Build(age=age_of("1.4.335")))

        assert (used_drivers(plan), plan.result) == ([], VkResult.INCOMPATIBLE_DRIVER)

    def test_the_word_for_all_layers_allows(self) -> None:
        """As it enables: in every release that has the filter."""
        (layer,) = layer_file("1.4.335").layers
        filters = LayerFilters(disable=("*",), allow=("~ALL~",))

        assert disabled_by(filters, layer) is None

    def test_words_that_are_mixed_up(self) -> None:
        """Beside a settings file one stands for all layers, the other for none."""
        (layer,) = layer_file("1.4.335").layers
        explicit = replace(layer, kind=Use.EXPLICIT)
        implicit_word, explicit_word = (
            LayerFilters(disable=("~implicit~",)),
            LayerFilters(disable=("~explicit~",)),
        )

        assert disabled_by(implicit_word, explicit, mixed_up=True) == "~implicit~"
        assert disabled_by(explicit_word, explicit, mixed_up=True) is None
        assert disabled_by(implicit_word, explicit) is None
        assert disabled_by(explicit_word, explicit) == "~explicit~"


def test_a_component_that_is_listed_twice() -> None:
    """Has the last of its places if it moves, else the first, and a meta-layer that contains itself ends."""
    (first,) = layer_file("1.2.189").layers
    second = replace(first, name="VK_LAYER_TEST_b")
    names = ("VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_a", "VK_LAYER_TEST_m")
    meta = replace(first, name="VK_LAYER_TEST_m", library_path="", components=names)

    known = {each.name: each for each in (first, second, meta)}

    last = expanded_again(meta, known, lambda component: True)
    second_only = expanded_again(meta, known, lambda component: component is second)

    assert [each.name for each in last] == ["VK_LAYER_TEST_b", "VK_LAYER_TEST_a"]
    assert [each.name for each in second_only] == ["VK_LAYER_TEST_a", "VK_LAYER_TEST_b"]


class TestNumbersForVersions:
    """A number for the api_version of a driver: releases before 1.3.251 take its text whole, that of a layer cut."""

    @pytest.mark.parametrize("release", ["1.1.126", "1.3.216", "1.3.239", "1.3.250"])
    @pytest.mark.parametrize(
        ("value", "taken"), [(1.1, True), (1.25, True), (2.5, True), (0.9, True), (1, True), (True, True)]
    )
    def test_a_driver(self, release: str, value: float, taken: bool) -> None:
        """It is used, as builds of these releases do."""
        assert (LATEST in driver_of(release, value).rejected) is not taken

    @pytest.mark.parametrize("value", [-1, 1000.0])
    def test_one_with_a_variant(self, value: float) -> None:
        """A part that reaches into the variant has the driver refused, as the build of 1.3.239 does."""
        assert LATEST in driver_of("1.3.239", value).rejected

    @pytest.mark.parametrize("release", ["1.1.126", "1.3.250", "1.4.335"])
    def test_a_driver_without_a_library(self, release: str) -> None:
        """An empty library_path is the program itself for the dynamic linker, in which no build finds a driver."""
        icd = {"library_path": "", "api_version": "1.3.0"}
        data = json.dumps({"file_format_version": "1.0.0", "ICD": icd}).encode()

        assert (
            LATEST in driver_of_age(data, "/usr/share/vulkan/icd.d/a.json", PLACE, age_of(release)).rejected
        )

    def test_a_layer(self) -> None:
        """The first and the last character are cut: what is left of 1.1 is a version of another variant."""
        [layer] = layer_file("1.3.239", api_version=1.1).layers

        assert LATEST in layer.rejected


def driver_of(release: str, version: object) -> Driver:
    """The driver in a manifest with some api_version, as a release reads it."""
    document = {"file_format_version": "1.0.0", "ICD": {"library_path": "a.so", "api_version": version}}
    place = Place("/etc/vulkan/icd.d", Use.DRIVER, Form.FOLDER, "", rule("DISC-DRIVER-LINUX-02"))
    return driver_of_age(json.dumps(document).encode(), "/etc/vulkan/icd.d/a.json", place, age_of(release))


class TestNumbers:
    """What stands for a number, as builds of both parsers have it; JSON has none of these."""

    @pytest.mark.parametrize("text", ["-", "1e", "1e+", "01", "-.5"])
    def test_before(self, text: str) -> None:
        """Before 1.4.303 a number may lack its digits."""
        assert read_aged(f'{{"n": {text}}}'.encode(), age_of("1.4.302")) is not None

    @pytest.mark.parametrize("text", ["1.", "00", "01", "-.5"])
    def test_since(self, text: str) -> None:
        """From then on it is what C reads as a number."""
        assert read_aged(f'{{"n": {text}}}'.encode(), age_of("1.4.303")) is not None

    @pytest.mark.parametrize(
        ("release", "texts"),
        [("1.4.302", ["1.", "00"]), ("1.4.303", ["-", "1e", "1e+"])],
        ids=["before", "since"],
    )
    def test_of_the_other_parser(self, release: str, texts: list[str]) -> None:
        """Neither reads what only the other one does."""
        assert [read_aged(f'{{"n": {text}}}'.encode(), age_of(release)) for text in texts] == [None] * len(
            texts
        )

    @pytest.mark.parametrize("release", ["1.4.302", "1.4.303"])
    @pytest.mark.parametrize("text", ["+1", ".5", "0x1", "1.2.3", "1-2", "12a"])
    def test_never(self, release: str, text: str) -> None:
        """What goes on behind a number makes the text invalid."""
        assert read_aged(f'{{"n": {text}}}'.encode(), age_of(release)) is None


class TestControlCharacters:
    """Between the parts of a text they are white space, as builds from 1.3.231 to 1.4.335 have it."""

    @pytest.mark.parametrize("release", ["1.3.239", "1.3.290", "1.4.335"])
    @pytest.mark.parametrize("sign", [b"\x01", b"\x0b", b"\x1f"])
    def test_before_and_between(self, release: str, sign: bytes) -> None:
        """The manifest is read."""
        text = json.dumps({"file_format_version": "1.2.0", "layer": WHOLE}).encode()

        for data in (sign + text, text.replace(b", ", b"," + sign)):
            document = read_aged(data, age_of(release))
            assert document is not None
            assert document.value == json.loads(text)

    @pytest.mark.parametrize(
        ("release", "is_read"), [("1.3.290", False), ("1.4.303", True), ("1.4.335", True)]
    )
    def test_nul(self, release: str, is_read: bool) -> None:
        """Before 1.4.303 it ends the text."""
        assert (read_aged(b'\0{"layer":\0 {}}', age_of(release)) is not None) is is_read

    def test_within_a_string(self) -> None:
        """It stays what it is there, and so does a blank."""
        document = read_aged(b'\x01{"a": "b\x01 c", "d\\\\": 1}', age_of("1.3.290"))

        assert document is not None
        assert document.value == {"a": "b\x01 c", "d\\": 1}
