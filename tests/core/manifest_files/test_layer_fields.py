"""What the fields of one layer entry may hold, in which editions, and where a finding about each points."""

from collections.abc import Callable

import pytest
from manifests import (
    ALL,
    MISSING,
    SINCE_2018,
    SINCE_2022,
    Finding,
    driver,
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
from refloader.model.layer import Layer

REQUIRED = [
    pytest.param("name", "MANIFEST-LAYER-04", 4, 17, marks=pytest.mark.rule("MANIFEST-LAYER-04")),
    pytest.param("type", "MANIFEST-LAYER-05", 5, 17, marks=pytest.mark.rule("MANIFEST-LAYER-05")),
    pytest.param("library_path", "MANIFEST-LAYER-07", 6, 25, marks=pytest.mark.rule("MANIFEST-LAYER-07")),
    pytest.param("api_version", "MANIFEST-LAYER-10", 7, 24, marks=pytest.mark.rule("MANIFEST-LAYER-10")),
    pytest.param(
        "implementation_version", "MANIFEST-LAYER-11", 8, 35, marks=pytest.mark.rule("MANIFEST-LAYER-11")
    ),
    pytest.param("description", "MANIFEST-LAYER-12", 9, 24, marks=pytest.mark.rule("MANIFEST-LAYER-12")),
]


def misspelt(key: str, instead: str) -> Layer:
    """The layer of a manifest in which one key is written differently."""
    return only(layer_file(layer_text().replace(f'"{key}"'.encode(), f'"{instead}"'.encode())))


class TestRequiredFields:
    """name, type, library_path, api_version, implementation_version and description are required strings."""

    @pytest.mark.parametrize(("key", "rule", "line", "column"), REQUIRED)
    def test_a_missing_field_rejects_the_layer(self, key: str, rule: str, line: int, column: int) -> None:
        """Without the field no edition uses the layer; the finding stands at the layer object."""
        found = layer_with(key, MISSING)

        assert findings(found.reasons) == [Finding(rule, "error", (3, 14), ALL, rejects=True)]
        assert f'"{key}" is missing' in facts(found.reasons)
        assert years(found.rejected) == ALL

    @pytest.mark.parametrize(
        ("value", "words"),
        [([], "a list"), ({}, "an object"), (None, "null"), (True, "a boolean"), (1.5, "a number")],
    )
    @pytest.mark.parametrize(("key", "rule", "line", "column"), REQUIRED)
    def test_a_value_of_another_type_rejects_the_layer(
        self, key: str, rule: str, line: int, column: int, value: JsonValue, words: str
    ) -> None:
        """The finding stands at the value and says what it is."""
        found = layer_with(key, value)

        assert findings(found.reasons) == [Finding(rule, "error", (line, column), ALL, rejects=True)]
        assert words in facts(found.reasons)
        assert years(found.rejected) == ALL

    @pytest.mark.parametrize(("key", "rule", "line", "column"), REQUIRED[:3])
    def test_an_empty_text_rejects_the_layer(self, key: str, rule: str, line: int, column: int) -> None:
        """An empty string says as little as a missing one."""
        found = layer_with(key, "")

        assert findings(found.reasons) == [Finding(rule, "error", (line, column), ALL, rejects=True)]
        assert years(found.rejected) == ALL

    @pytest.mark.rule("AMB-KEY-CASE")
    @pytest.mark.parametrize("spell", [str.upper, str.title, lambda key: key.replace("_", "-") + "s"])
    @pytest.mark.parametrize(("key", "rule", "line", "column"), REQUIRED)
    def test_a_misspelt_key_is_a_missing_one_that_is_pointed_at(
        self, key: str, rule: str, line: int, column: int, spell: Callable[[str], str]
    ) -> None:
        """Keys are exact, so the field is missing; the finding stands at the key that was probably meant."""
        found = misspelt(key, spell(key))

        assert Finding(rule, "error", (line, 9), ALL, rejects=True) in findings(found.reasons)
        assert {finding.at for finding in findings(found.reasons)} == {(line, 9)}
        assert spell(key) in facts(found.reasons)
        assert years(found.rejected) == ALL


@pytest.mark.rule("MANIFEST-LAYER-04")
class TestName:
    """The name identifies the layer to applications; VkLayerProperties holds 255 bytes of it."""

    def test_the_name_is_the_layers_name(self) -> None:
        """What the manifest says is what enabling lists refer to."""
        assert layer(name="VK_LAYER_KHRONOS_validation").name == "VK_LAYER_KHRONOS_validation"

    @pytest.mark.parametrize(
        ("tail", "size"),
        [("x" * 242, 256), ("x" * 5000, 5014), ("\u00e9" * 121, 256), ("\U0001f600" * 61, 258)],
    )
    def test_a_name_over_255_bytes_is_none(self, tail: str, size: int) -> None:
        """Bytes count, not characters; the layer is not used, as nothing could name it."""
        found = layer(name=f"VK_LAYER_TEST_{tail}")

        assert Finding("MANIFEST-LAYER-04", "error", (4, 17), rejects=True) in findings(found.reasons)
        assert f"{size} bytes" in facts(found.reasons)
        assert years(found.rejected) == ALL

    def test_a_name_of_255_bytes_fits(self) -> None:
        """With its NUL the name fills the structure exactly."""
        assert layer(name="VK_LAYER_TEST_" + "x" * 241).reasons == ()


@pytest.mark.rule("NAMING-LAYER-01", "NAMING-LAYER-02", "NAMING-LAYER-03", "LLP_LAYER_3")
class TestNamingRules:
    """From 2022 names are VK_LAYER_<VENDOR>_<name>; a breach costs no layer its use."""

    @pytest.mark.parametrize(
        "name",
        [
            "VK_LAYER_KHRONOS_validation",
            "VK_LAYER_RENDERDOC_Capture",
            "VK_LAYER_VALVE_steam_fossilize_32",
            "VK_LAYER_NV_nsight",
        ],
    )
    def test_the_documents_own_examples_are_right(self, name: str) -> None:
        """The examples of the conventions draw no remark."""
        assert layer(name=name).reasons == ()

    @pytest.mark.parametrize(
        "name", ["validation", "vk_layer_TEST_plain", "VK_LAYERTEST_plain", " VK_LAYER_TEST_a"]
    )
    def test_a_name_without_the_prefix_is_an_error(self, name: str) -> None:
        """A name must begin with VK_LAYER_; the layer stays usable."""
        found = layer(name=name)

        assert findings(found.reasons) == [Finding("NAMING-LAYER-01", "error", (4, 17), SINCE_2022)]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize("name", ["VK_LAYER_test_plain", "VK_LAYER_Test_plain", "VK_LAYER__plain"])
    def test_a_vendor_part_without_capitals_is_told_of(self, name: str) -> None:
        """The part after the prefix is an organisation or product in capitals."""
        found = layer(name=name)

        assert findings(found.reasons) == [Finding("NAMING-LAYER-02", "warning", (4, 17), SINCE_2022)]

    @pytest.mark.parametrize(
        "name", ["VK_LAYER_TEST_frame counter", "VK_LAYER_TEST_frame-counter", "VK_LAYER_TEST"]
    )
    def test_words_are_joined_by_underscores(self, name: str) -> None:
        """Blanks and hyphens in the last part, or no last part, are told of."""
        found = layer(name=name)

        assert findings(found.reasons) == [Finding("NAMING-LAYER-03", "warning", (4, 17), SINCE_2022)]

    def test_both_parts_may_be_wrong_at_once(self) -> None:
        """Each part is told of by its own rule."""
        assert [each.rule for each in findings(layer(name="VK_LAYER_test_frame-counter").reasons)] == [
            "NAMING-LAYER-02",
            "NAMING-LAYER-03",
        ]

    def test_a_hostile_name_is_shown_harmlessly(self) -> None:
        """What a name holds cannot drive a terminal through the finding."""
        assert "\x1b" not in facts(layer(name="\x1b[2J\n").reasons)


@pytest.mark.rule("MANIFEST-LAYER-05")
class TestType:
    """type is INSTANCE or GLOBAL; DEVICE belongs to 2016."""

    @pytest.mark.parametrize("value", ["INSTANCE", "GLOBAL"])
    def test_instance_and_global_are_used_in_every_edition(self, value: str) -> None:
        """Both mean a layer."""
        found = layer(type=value)

        assert (found.type, found.reasons) == (value, ())

    @pytest.mark.rule("MANIFEST-LAYER-06")
    def test_device_layers_exist_in_2016_only(self) -> None:
        """Later a layer of type DEVICE is passed over as if it had not been found."""
        found = layer(type="DEVICE")

        assert findings(found.reasons) == [
            Finding("MANIFEST-LAYER-06", "error", (5, 17), SINCE_2018, rejects=True)
        ]
        assert years(found.rejected) == SINCE_2018

    @pytest.mark.parametrize("value", ["global", "Instance", "device", "LOCAL", "GLOBAL "])
    def test_any_other_word_rejects_the_layer(self, value: str) -> None:
        """The values are exact."""
        found = layer(type=value)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-05", "error", (5, 17), ALL, rejects=True)]


@pytest.mark.rule("MANIFEST-LAYER-07", "DISC-GEN-09")
class TestLibraryPath:
    """library_path is a bare name, a relative or a full path; its file name is free but for the suffix."""

    @pytest.mark.parametrize(
        "path",
        [
            "liblayer.so",
            "./liblayer.so",
            "../lib/liblayer.so",
            "/usr/lib/liblayer.so",
            "x.so",
            "a b.so",
            "/usr/lib/liblayer.so.1",
            "/usr/lib/liblayer.so.1.2.3",
            "lib/\u00e9.so",
        ],
    )
    def test_all_three_forms_pass_without_remark(self, path: str) -> None:
        """The path comes through as it is written."""
        found = layer(library_path=path)

        assert (found.library_path, found.reasons) == (path, ())

    @pytest.mark.parametrize(
        "path",
        ["/usr/lib/liblayer", "layer.dll", "layer.DLL", "liblayer.dylib", "layer.SO", "/usr/lib/", "a.so.x"],
    )
    def test_another_suffix_is_told_of_since_2018(self, path: str) -> None:
        """2016 expects no suffix; later .so is expected on Linux, and a breach costs nothing."""
        found = layer(library_path=path)

        assert findings(found.reasons) == [Finding("DISC-GEN-09", "warning", (6, 25), SINCE_2018)]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize(
        "path", ["C:\\layers\\layer.dll", ".\\layer.dll", "C:/layers/layer.dll", "lib\\layer.so"]
    )
    def test_a_windows_path_is_one_odd_name_on_linux(self, path: str) -> None:
        """Backslashes and drive letters separate nothing here."""
        found = layer(library_path=path)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-07", "warning", (6, 25))]
        assert "Windows" in facts(found.reasons)

    @pytest.mark.parametrize("path", ["/usr/lib/liblayer\0.so", "\0.so"])
    def test_a_path_with_a_nul_character_names_no_file(self, path: str) -> None:
        """No file system can hold such a name, so no edition uses the layer."""
        found = layer(library_path=path)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-07", "error", (6, 25), ALL, rejects=True)]


@pytest.mark.rule("MANIFEST-LAYER-10", "LLP_LOADER_4", "AMB-LAYER-API-INCOMPAT", "AMB-API-LOOSE")
class TestApiVersion:
    """api_version is major.minor.patch; a version of another variant is another API."""

    @pytest.mark.parametrize(
        ("text", "version"), [("1.0.5", (0, 1, 0, 5)), ("1.1023.4095", (0, 1, 1023, 4095))]
    )
    def test_three_numbers_pass_without_remark(self, text: str, version: tuple[int, ...]) -> None:
        """The numbers are the version."""
        found = layer(api_version=text)

        assert (found.api_version, found.reasons) == (version, ())

    @pytest.mark.parametrize(
        ("text", "version"),
        [
            ("1.3", (0, 1, 3, 0)),
            ("1", (0, 1, 0, 0)),
            ("0.1.3.204", (0, 1, 3, 204)),
            (" 1.3.0\n", (0, 1, 3, 0)),
        ],
    )
    def test_another_form_is_read_as_far_as_it_goes(self, text: str, version: tuple[int, ...]) -> None:
        """Missing numbers are 0, four numbers start with the variant; a warning tells of it."""
        found = layer(api_version=text)

        assert found.api_version == version
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-10", "warning", (7, 24))]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize(
        ("text", "version"),
        [
            ("", (0, 0, 0, 0)),
            ("v1.3.0", (0, 0, 3, 0)),
            ("1.3.0-dev", (0, 1, 3, 0)),
            ("1,3", (0, 1, 0, 0)),
            ("1.3.", (0, 1, 3, 0)),
            ("one", (0, 0, 0, 0)),
        ],
    )
    def test_what_is_no_version_counts_for_the_numbers_in_it(
        self, text: str, version: tuple[int, ...]
    ) -> None:
        """It is an error, and the layer is used."""
        found = layer(api_version=text)

        assert (found.api_version, years(found.rejected)) == (version, "")
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-10", "error", (7, 24))]

    @pytest.mark.parametrize("text", ["1.2.3.4.5", "-1.0.0", "128.0.0", "512.0.0", "70000.0.0"])
    def test_a_variant_among_the_numbers_is_an_incompatible_api(self, text: str) -> None:
        """What is read of it names another API than Vulkan."""
        found = layer(api_version=text)

        assert findings(found.reasons) == [Finding("LLP_LOADER_4", "error", (7, 24), ALL, rejects=True)]

    @pytest.mark.parametrize("text", ["1.1.3.0", "7.1.0.0", "\n1.1.3.0\x1c"])
    def test_another_variant_is_an_incompatible_api(self, text: str) -> None:
        """A loader must not load a layer of an incompatible API version; a non-zero variant is one."""
        found = layer(api_version=text)

        assert findings(found.reasons) == [Finding("LLP_LOADER_4", "error", (7, 24), ALL, rejects=True)]
        assert "\x1c" not in facts(found.reasons)

    @pytest.mark.parametrize("text", ["0.9.0", "2.0.0"])
    def test_another_major_version_is_only_told_of(self, text: str) -> None:
        """Nothing says that another major version is incompatible, so it stays a warning."""
        found = layer(api_version=text)

        assert findings(found.reasons) == [Finding("LLP_LOADER_4", "warning", (7, 24))]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize(
        ("text", "version"),
        [
            ("1.1024.0", (0, 1, 0, 0)),
            ("1.0.4096", (0, 1, 1, 0)),
            ("1.3.65536", (0, 1, 3, 0)),
            ("1.3.99999", (0, 1, 11, 1695)),
            ("8.1.3.0", (0, 1, 3, 0)),
        ],
    )
    def test_numbers_that_do_not_fit_are_told_of(self, text: str, version: tuple[int, ...]) -> None:
        """The packed form has 10 bits for the minor and 12 for the patch number; each is read in 16 bits."""
        found = layer(api_version=text)

        assert (found.api_version, years(found.rejected)) == (version, "")
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-10", "warning", (7, 24))]

    def test_a_number_that_does_not_fit_hides_no_other_major_version(self) -> None:
        """It counts as 3.0.0, and every loader so far speaks 1."""
        rules = [each.rule for each in layer(api_version="2.1024.0").reasons]

        assert rules == ["MANIFEST-LAYER-10", "LLP_LOADER_4"]

    @pytest.mark.rule("LDP_LOADER_4")
    def test_drivers_are_held_to_the_same_rule(self) -> None:
        """A driver of another variant must not be loaded either."""
        found = driver(api_version="1.1.3.0")

        assert findings(found.reasons) == [Finding("LDP_LOADER_4", "error", (5, 24), ALL, rejects=True)]


@pytest.mark.rule("MANIFEST-LAYER-11")
class TestImplementationVersion:
    """implementation_version is a single number, written as a string."""

    def test_an_empty_text_is_an_error_and_counts_as_0(self) -> None:
        """The layer is used."""
        found = layer(implementation_version="")

        assert (found.implementation_version, years(found.rejected)) == (0, "")
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-11", "error", (8, 35))]

    @pytest.mark.parametrize(("text", "number"), [("0", 0), ("1", 1), ("007", 7), ("4294967295", 4294967295)])
    def test_one_number_in_a_string(self, text: str, number: int) -> None:
        """Every number that fits the structure passes without remark."""
        found = layer(implementation_version=text)

        assert (found.implementation_version, found.reasons) == (number, ())

    @pytest.mark.rule("AMB-IMPLVERSION-TYPE")
    @pytest.mark.parametrize("number", [0, 2, 4294967295])
    def test_a_bare_number_is_read_with_a_warning(self, number: int) -> None:
        """The schema wants a string; what a number means is beyond doubt."""
        found = layer(implementation_version=number)

        assert found.implementation_version == number
        assert findings(found.reasons) == [Finding("AMB-IMPLVERSION-TYPE", "warning", (8, 35))]

    @pytest.mark.parametrize(
        ("text", "number"),
        [("1.2", 1), ("two", 0), ("4294967297", 1), ("-1", 4294967295), (" 4", 4), ("\u0661", 0)],
    )
    def test_another_text_is_told_of(self, text: str, number: int) -> None:
        """A text that is not one number of 32 bits counts for what atoi makes of it, as in measured loaders."""
        found = layer(implementation_version=text)

        assert found.implementation_version == number
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-11", "warning", (8, 35))]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize("value", [-1, 4294967296])
    def test_a_number_that_does_not_fit_rejects_the_layer(self, value: int) -> None:
        """Such a value is neither a string nor a number a structure could hold."""
        assert years(layer(implementation_version=value).rejected) == ALL


@pytest.mark.rule("MANIFEST-LAYER-12")
class TestDescription:
    """The description is required text; VkLayerProperties holds 255 bytes of it."""

    @pytest.mark.parametrize("text", ["", "A layer", "x" * 255, "\u00e9" * 127])
    def test_any_text_that_fits_passes(self, text: str) -> None:
        """An empty description is a poor one, but it is one."""
        found = layer(description=text)

        assert (found.description, found.reasons) == (text, ())

    @pytest.mark.parametrize("text", ["x" * 256, "\u00e9" * 128, "\U0001f600" * 64])
    def test_a_text_over_255_bytes_is_told_of(self, text: str) -> None:
        """Bytes count, not characters."""
        found = layer(description=text)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-12", "warning", (9, 24))]
        assert years(found.rejected) == ""
