"""The rarer fields of a layer entry: word size, early functions, meta-layer keys, formats, misspelt keys."""

import json

import pytest
from manifests import (
    MISSING,
    SINCE_2018,
    SINCE_2022,
    Finding,
    facts,
    findings,
    layer,
    layer_file,
    layer_text,
    layer_with,
    only,
    years,
)

from refloader.core.json.reader import JsonValue
from refloader.model.layer import OVERRIDE_NAME, Extension
from refloader.model.place import Use

DEBUG: JsonValue = {"name": "VK_EXT_debug_report", "spec_version": "1"}


@pytest.mark.rule("MANIFEST-LAYER-09", "MANIFEST-LAYERVER-121")
class TestLibraryArch:
    """library_arch is "32" or "64"; from 2022 it tells the word size of the library."""

    @pytest.mark.parametrize("value", ["32", "64"])
    def test_the_two_values_pass_without_remark(self, value: str) -> None:
        """The word size comes through."""
        found = layer(library_arch=value)

        assert (found.library_arch, found.reasons) == (value, ())

    @pytest.mark.rule("AMB-ARCH-OTHER")
    @pytest.mark.parametrize("value", [64, 32.0, "", "x86_64", "64-bit", " 64", None, ["64"], "128"])
    def test_any_other_value_is_ignored_with_a_warning(self, value: JsonValue) -> None:
        """Nothing says that such a layer is refused, so it is used as if the field were not there."""
        found = layer(library_arch=value)

        assert found.library_arch == ""
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-09", "warning", (10, 25), SINCE_2022)]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize("key", ["Library_Arch", "library-arch", "librari_arch"])
    @pytest.mark.rule("AMB-KEY-CASE")
    def test_a_misspelt_key_is_told_of(self, key: str) -> None:
        """Keys are exact, so the field is not read; a warning says what was meant."""
        found = layer_with(key, "32")

        assert found.library_arch == ""
        assert findings(found.reasons) == [Finding("AMB-KEY-CASE", "warning", (10, 9))]


class TestPreInstanceFunctions:
    """An implicit layer of format 1.1.2 or later may intercept a few commands before there is an instance."""

    EXTENSIONS = "vkEnumerateInstanceExtensionProperties"

    @pytest.mark.rule("PREINST-01", "PREINST-02", "MANIFEST-LAYER-20", "MANIFEST-LAYERVER-112")
    @pytest.mark.parametrize("version", ["1.1.2", "1.2.0", "1.2.1", "1.1.10", "1.10.0", "10.0.0"])
    @pytest.mark.parametrize(
        "command", [EXTENSIONS, "vkEnumerateInstanceLayerProperties", "vkEnumerateInstanceVersion"]
    )
    def test_three_commands_may_be_intercepted(self, version: str, command: str) -> None:
        """From format 1.1.2 on, counted in numbers, the object names each command's own symbol."""
        found = layer(Use.IMPLICIT, version, pre_instance_functions={command: "intercept"})

        assert found.pre_instance == ((command, "intercept"),)
        assert found.reasons == ()

    @pytest.mark.rule("PREINST-02")
    @pytest.mark.parametrize(
        "command", ["vkCreateInstance", "vkGetInstanceProcAddr", "", "vkenumerateInstanceVersion"]
    )
    def test_no_other_command_can_be(self, command: str) -> None:
        """A key that is none of the three is told of at its place."""
        found = layer(Use.IMPLICIT, pre_instance_functions={command: "intercept"})

        assert findings(found.reasons) == [Finding("PREINST-02", "warning", (14, 13), SINCE_2018)]

    @pytest.mark.rule("PREINST-01", "MANIFEST-LAYER-20")
    def test_an_explicit_layer_intercepts_nothing_early(self) -> None:
        """Only implicit layers are known before there is an instance; on others the object draws a note."""
        found = layer(Use.EXPLICIT, pre_instance_functions={self.EXTENSIONS: "intercept"})

        assert found.pre_instance == ()
        assert findings(found.reasons) == [Finding("PREINST-01", "note", (10, 9), SINCE_2018)]

    @pytest.mark.rule("PREINST-01", "MANIFEST-LAYER-20", "MANIFEST-LAYERVER-112")
    @pytest.mark.parametrize("version", ["1.0.0", "1.1.1", "0.9.9"])
    def test_an_older_format_has_no_such_functions(self, version: str) -> None:
        """The object has no effect there: a note and a warning at its key say which format it belongs to."""
        found = layer(Use.IMPLICIT, version, pre_instance_functions={self.EXTENSIONS: "intercept"})

        assert found.pre_instance == ()
        assert findings(found.reasons) == [
            Finding("MANIFEST-LAYERVER-112", "note", (13, 9)),
            Finding("PREINST-01", "warning", (13, 9), "2018 2022 2026"),
        ]
        assert "1.1.2" in facts(found.reasons)

    @pytest.mark.rule("MANIFEST-LAYER-20")
    @pytest.mark.parametrize(
        ("value", "at"),
        [([], (13, 35)), ("intercept", (13, 35)), (None, (13, 35)), ({EXTENSIONS: 1}, (14, 55))],
    )
    def test_what_names_no_symbol_is_told_of(self, value: JsonValue, at: tuple[int, int]) -> None:
        """Another type, or a symbol that is no string, intercepts nothing."""
        found = layer(Use.IMPLICIT, pre_instance_functions=value)

        assert found.pre_instance == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-20", "warning", at)]


OVERRIDE_KEYS = [
    pytest.param("app_keys", "MANIFEST-LAYER-21", marks=pytest.mark.rule("MANIFEST-LAYER-21")),
    pytest.param("blacklisted_layers", "MANIFEST-LAYER-22", marks=pytest.mark.rule("MANIFEST-LAYER-22")),
    pytest.param("override_paths", "MANIFEST-LAYER-23", marks=pytest.mark.rule("MANIFEST-LAYER-23")),
]


def override(key: str, value: JsonValue) -> tuple[tuple[str, ...], list[str]]:
    """What an override layer with one more field gets of it, and the rules of the findings."""
    text = layer_text(
        Use.IMPLICIT, name=OVERRIDE_NAME, library_path=MISSING, component_layers=["VK_LAYER_TEST_a"]
    )
    longer = text.replace(b"\n    }\n}", b',"%b": %b}}' % (key.encode(), json.dumps(value).encode()))
    found = only(layer_file(longer, Use.IMPLICIT))
    lists = found.app_keys + found.blacklist + found.override_paths
    return lists, [each.rule for each in findings(found.reasons) if each.rule != "META-01"]


class TestOverrideKeys:
    """app_keys, blacklisted_layers and override_paths belong to the override layer."""

    @pytest.mark.parametrize(("key", "rule"), OVERRIDE_KEYS)
    def test_the_override_layer_has_them(self, key: str, rule: str) -> None:
        """The list comes through as it is written, in its order, without remark."""
        assert override(key, ["/b", "/a", "/b"]) == (("/b", "/a", "/b"), [])

    @pytest.mark.parametrize(("key", "rule"), OVERRIDE_KEYS)
    @pytest.mark.parametrize("value", ["/a", {}, None, 3])
    def test_a_value_of_another_type_lists_nothing(self, key: str, rule: str, value: JsonValue) -> None:
        """The field is told of and has no effect."""
        assert override(key, value) == ((), [rule])

    @pytest.mark.parametrize(("key", "rule"), OVERRIDE_KEYS)
    def test_an_element_of_another_type_is_dropped(self, key: str, rule: str) -> None:
        """The others count still."""
        assert override(key, [1, "/a", None]) == (("/a",), [rule, rule])

    @pytest.mark.rule("AMB-APPKEYS-SCOPE")
    @pytest.mark.parametrize(("key", "rule"), OVERRIDE_KEYS)
    def test_on_any_other_layer_they_have_no_effect(self, key: str, rule: str) -> None:
        """The prose speaks of the override layer only, so elsewhere a note stands at the key."""
        found = layer_with(key, ["/a"], Use.IMPLICIT)

        assert Finding("AMB-APPKEYS-SCOPE", "note", (13, 9), SINCE_2022) in findings(found.reasons)

    @pytest.mark.rule("AMB-APPKEYS-SCOPE")
    def test_an_explicit_layer_of_that_name_is_no_override_layer(self) -> None:
        """The override layer is an implicit one."""
        found = layer(Use.EXPLICIT, name=OVERRIDE_NAME, app_keys=["/a"])

        assert "AMB-APPKEYS-SCOPE" in [each.rule for each in findings(found.reasons)]


@pytest.mark.rule("MANIFEST-LAYER-24", "MANIFEST-LAYERVER-120")
class TestDescriptiveFields:
    """introduction, url, platforms, status and features serve tools; a loader is not disturbed by them."""

    @pytest.mark.parametrize("status", ["Alpha", "BETA", "stable", "DEPRECATED"])
    def test_they_pass_without_remark(self, status: str) -> None:
        """A manifest for the configurator is a clean manifest."""
        found = layer(
            introduction="Shows frames.",
            url="https://example.org",
            platforms=["LINUX"],
            status=status,
            features={"settings": [{"key": "x", "type": "BOOL", "default": False}]},
        )

        assert found.reasons == ()

    @pytest.mark.parametrize(
        ("key", "value", "column"),
        [
            ("introduction", 1, 25),
            ("url", ["https://example.org"], 16),
            ("status", None, 19),
            ("status", "Gone", 19),
        ],
    )
    def test_odd_ones_are_a_note(self, key: str, value: JsonValue, column: int) -> None:
        """Whatever they hold, the layer is used."""
        found = layer_with(key, value)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-24", "note", (10, column))]
        assert years(found.rejected) == ""


class TestFormatOfFields:
    """Each later format version brought fields; in an older file they are read, with a note at the key."""

    @pytest.mark.parametrize(
        ("key", "value", "before", "rule"),
        [
            pytest.param(
                "component_layers",
                ["VK_LAYER_TEST_a"],
                "1.1.0",
                "MANIFEST-LAYERVER-111",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-111"),
            ),
            pytest.param(
                "introduction",
                "Shows frames.",
                "1.1.2",
                "MANIFEST-LAYERVER-120",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-120"),
            ),
            pytest.param(
                "url",
                "https://example.org",
                "1.1.2",
                "MANIFEST-LAYERVER-120",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-120"),
            ),
            pytest.param(
                "platforms",
                ["LINUX"],
                "1.1.2",
                "MANIFEST-LAYERVER-120",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-120"),
            ),
            pytest.param(
                "status",
                "Stable",
                "1.0.1",
                "MANIFEST-LAYERVER-120",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-120"),
            ),
            pytest.param(
                "features",
                {},
                "1.1.2",
                "MANIFEST-LAYERVER-120",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-120"),
            ),
            pytest.param(
                "library_arch",
                "64",
                "1.2.0",
                "MANIFEST-LAYERVER-121",
                marks=pytest.mark.rule("MANIFEST-LAYERVER-121"),
            ),
        ],
    )
    def test_a_field_of_a_later_format_has_a_note(
        self, key: str, value: JsonValue, before: str, rule: str
    ) -> None:
        """The note names the format that the file would have to claim."""
        found = layer_with(key, value, version=before)

        assert Finding(rule, "note", (10, 9)) in findings(found.reasons)
        assert rule not in [each.rule for each in findings(layer_with(key, value).reasons)]

    @pytest.mark.rule("MANIFEST-LAYERVER-121")
    def test_a_note_does_not_keep_a_field_from_being_read(self) -> None:
        """The word size of a 1.0.0 file counts."""
        assert layer(version="1.0.0", library_arch="32").library_arch == "32"

    @pytest.mark.rule("MANIFEST-LAYERVER-100")
    def test_the_fields_of_1_0_0_need_no_later_format(self) -> None:
        """All fields of the first format together pass in it without remark."""
        found = layer(
            Use.IMPLICIT,
            "1.0.0",
            functions={"vkGetInstanceProcAddr": "A", "vkGetDeviceProcAddr": "B"},
            instance_extensions=[DEBUG],
            device_extensions=[{"name": "VK_VENDOR_a", "spec_version": "1", "entrypoints": ["vkNewVENDOR"]}],
            enable_environment={"ENABLE_PLAIN": "1"},
        )

        assert found.reasons == ()

    @pytest.mark.rule("MANIFEST-LAYERVER-121", "AMB-FFV-UNKNOWN")
    @pytest.mark.parametrize("version", ["1.2.10", "1.10.0", "10.0.0"])
    def test_versions_are_compared_as_numbers(self, version: str) -> None:
        """1.10.0 is later than 1.2.1."""
        assert layer(version=version, library_arch="64").reasons == ()

    @pytest.mark.rule("AMB-FFV-UNKNOWN")
    def test_a_version_that_is_none_claims_nothing(self) -> None:
        """A malformed version is told of once, not again for every field."""
        assert layer(version="new", library_arch="64").reasons == ()


@pytest.mark.rule("AMB-KEY-CASE")
class TestKeysOfAnEntry:
    """Keys of a layer entry are exact."""

    @pytest.mark.parametrize(
        ("written", "meant"),
        [
            ("Functions", "functions"),
            ("instance-extensions", "instance_extensions"),
            ("device_extension", "device_extensions"),
            ("ENABLE_ENVIRONMENT", "enable_environment"),
            ("component_layer", "component_layers"),
            ("pre_instance_function", "pre_instance_functions"),
            ("app_key", "app_keys"),
            ("blacklisted_layer", "blacklisted_layers"),
            ("override_path", "override_paths"),
        ],
    )
    def test_a_misspelt_optional_field_is_told_of(self, written: str, meant: str) -> None:
        """The field is not read, and the warning at its key names the field that was meant."""
        found = layer_with(written, {})

        assert findings(found.reasons) == [Finding("AMB-KEY-CASE", "warning", (10, 9))]
        assert meant in found.reasons[0].remedy

    def test_unknown_keys_are_somebody_elses_data(self) -> None:
        """A key that resembles no field draws no remark."""
        assert layer_with("x-vendor", 1).reasons == layer_with("", None).reasons == ()

    def test_a_repeated_key_counts_first(self) -> None:
        """The first list of extensions is the layer's."""
        text = layer_text(instance_extensions=[DEBUG])
        doubled = text.replace(b"\n    }\n}", b',\n        "instance_extensions": []\n    }\n}')

        assert only(layer_file(doubled)).instance_extensions == (Extension("VK_EXT_debug_report", 1),)
        assert [each.rule for each in findings(layer_file(doubled).reasons)] == ["LLP_LAYER_6"]
