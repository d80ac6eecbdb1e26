"""What a driver manifest says: its fields, the editions they belong to, where findings point."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manifests import (
    ALL,
    MISSING,
    SINCE_2018,
    Finding,
    Missing,
    driver,
    driver_of,
    driver_text,
    driver_with,
    facts,
    findings,
    manifest,
    years,
)

from refloader.core.json.reader import JsonValue

REQUIRED = [
    pytest.param("library_path", "MANIFEST-ICD-03", 4, 25, marks=pytest.mark.rule("MANIFEST-ICD-03")),
    pytest.param("api_version", "MANIFEST-ICD-04", 5, 24, marks=pytest.mark.rule("MANIFEST-ICD-04")),
]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["1.0.0", "64"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["library_path", "api_version", "library_arch", "is_portability_driver"]), inner
        )
    ),
    max_leaves=20,
)


@pytest.mark.rule("LDP_DRIVER_4")
class TestManifestIsValidJson:
    """A driver has a manifest that is valid JSON; without one it is not loaded."""

    def test_a_clean_manifest_gives_its_driver_and_nothing_to_say(self) -> None:
        """A manifest as the documents describe it brings up no reason in any edition."""
        found = driver()

        assert (found.library_path, found.api_version) == ("/usr/lib/libdriver.so", (0, 1, 3, 0))
        assert (found.library_arch, found.is_portability) == ("", False)
        assert (found.reasons, years(found.rejected)) == ((), "")
        assert found.file_name == "test.json"

    @pytest.mark.parametrize(
        ("text", "at"), [(b"", (1, 1)), (b"{", (1, 2)), (b'{"ICD": {},}', (1, 11)), (b"{'ICD': {}}", (1, 2))]
    )
    def test_a_text_that_is_not_json_is_used_nowhere(self, text: bytes, at: tuple[int, int]) -> None:
        """The fault has a place, and no edition tries the driver."""
        found = driver_of(text)

        assert findings(found.reasons)[0] == Finding("LDP_DRIVER_4", "error", at, ALL, rejects=True)
        assert years(found.rejected) == ALL

    @pytest.mark.parametrize(("text", "words"), [(b"[]", "a list"), (b"null", "null"), (b"1", "a number")])
    def test_valid_json_that_is_no_object_is_used_nowhere(self, text: bytes, words: str) -> None:
        """A manifest is an object."""
        found = driver_of(b"\n " + text)

        assert findings(found.reasons) == [Finding("LDP_DRIVER_4", "error", (2, 2), ALL, rejects=True)]
        assert words in facts(found.reasons)
        assert years(found.rejected) == ALL

    @pytest.mark.rule("AMB-JSON-BOM")
    def test_a_byte_order_mark_is_ignored(self) -> None:
        """The driver is used, with a warning."""
        found = driver_of(b"\xef\xbb\xbf" + driver_text())

        assert findings(found.reasons) == [Finding("LDP_DRIVER_4", "warning", (1, 1))]
        assert years(found.rejected) == ""

    @pytest.mark.rule("AMB-JSON-DUPKEY")
    @pytest.mark.parametrize("again", [b'"library_path": "other.so"', b'"api_version": "1.0.0"'])
    def test_the_first_of_two_equal_keys_counts(self, again: bytes) -> None:
        """A second occurrence changes nothing, and the finding points at it."""
        found = driver_of(driver_text().replace(b'"1.3.0"', b'"1.3.0",\n        ' + again))

        assert (found.library_path, found.api_version) == ("/usr/lib/libdriver.so", (0, 1, 3, 0))
        assert findings(found.reasons) == [Finding("LDP_DRIVER_4", "warning", (6, 9))]

    def test_several_faults_are_several_findings(self) -> None:
        """An odd format version, and two faulty fields, are told in one go."""
        found = driver("9.0.0", library_path="", api_version=1.3, library_arch=64)

        assert findings(found.reasons) == [
            Finding("AMB-FFV-UNKNOWN", "warning", (2, 28)),
            Finding("MANIFEST-ICD-03", "error", (4, 25), ALL, rejects=True),
            Finding("MANIFEST-ICD-04", "error", (5, 24)),
            Finding("MANIFEST-ICD-05", "warning", (6, 25), "2026"),
        ]

    @given(text=st.binary(max_size=300))
    def test_any_bytes_end_in_a_value(self, text: bytes) -> None:
        """Bytes that are no manifest give a driver that no edition uses, with at least one reason."""
        found = driver_of(text)

        assert years(found.rejected) == ALL
        assert any(reason.rejects for reason in found.reasons)

    @given(value=ANY_JSON)
    def test_any_json_ends_in_a_value(self, value: JsonValue) -> None:
        """A driver is rejected in just the editions that its reasons name."""
        found = driver_of(manifest("1.0.1", ICD=value))
        named = {edition for reason in found.reasons if reason.rejects for edition in reason.editions}

        assert years(found.rejected) == years(named)


@pytest.mark.rule("MANIFEST-ICD-01")
class TestFormatVersion:
    """file_format_version is required: 1.0.0 everywhere, 1.0.1 since 2026."""

    @pytest.mark.rule("MANIFEST-ICD-07")
    @pytest.mark.parametrize("version", ["1.0.0", "1.0.1"])
    def test_known_versions_pass_without_remark(self, version: str) -> None:
        """Two manifests of different formats may name one library; each is read by itself."""
        found = driver(version)

        assert (found.format_version, found.library_path) == (version, "/usr/lib/libdriver.so")
        assert found.reasons == ()

    @pytest.mark.rule("AMB-FFV-UNKNOWN")
    @pytest.mark.parametrize("version", ["1.2.1", "1.1.0", "2.0.0"])
    def test_layer_formats_are_unknown_to_drivers(self, version: str) -> None:
        """The two kinds of format move independently; an unknown one is accepted with a message."""
        found = driver(version)

        assert findings(found.reasons) == [Finding("AMB-FFV-UNKNOWN", "warning", (2, 28))]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize("version", ["1.0", "one", "1.0.0.0"])
    def test_a_version_of_another_form_is_told_of(self, version: str) -> None:
        """The driver is used all the same."""
        found = driver(version)

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-01", "warning", (2, 28))]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize(
        ("version", "at"), [(MISSING, (1, 1)), (1.0, (2, 28)), (None, (2, 28)), ([], (2, 28))]
    )
    def test_without_a_version_the_driver_is_used_nowhere(
        self, version: JsonValue | Missing, at: tuple[int, int]
    ) -> None:
        """The field is required."""
        found = driver(version)

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-01", "error", at, ALL, rejects=True)]
        assert years(found.rejected) == ALL

    def test_an_empty_version_is_an_error_and_the_driver_is_used(self) -> None:
        """What a loader makes of it is not said, and nothing of it is needed."""
        found = driver("")

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-01", "error", (2, 28))]
        assert years(found.rejected) == ""

    def test_a_misspelt_key_is_pointed_at(self) -> None:
        """The finding stands at the key that was probably meant."""
        found = driver_of(driver_text().replace(b"file_format_version", b"file-format-version"))

        assert Finding("MANIFEST-ICD-01", "error", (2, 5), ALL, rejects=True) in findings(found.reasons)


@pytest.mark.rule("MANIFEST-ICD-02")
class TestIcdObject:
    """The object "ICD" holds the driver's data and is required."""

    @pytest.mark.parametrize(
        ("value", "words"), [([], "a list"), ("/usr/lib/libdriver.so", "a string"), (None, "null")]
    )
    def test_a_value_of_another_type_is_used_nowhere(self, value: JsonValue, words: str) -> None:
        """The finding stands at the value."""
        found = driver_of(manifest("1.0.0", ICD=value))

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-02", "error", (3, 12), ALL, rejects=True)]
        assert words in facts(found.reasons)
        assert years(found.rejected) == ALL

    def test_a_manifest_without_it_is_used_nowhere(self) -> None:
        """The finding stands at the file's object."""
        found = driver_of(manifest("1.0.0"))

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-02", "error", (1, 1), ALL, rejects=True)]

    @pytest.mark.parametrize("key", ["icd", "Icd", "ICd"])
    def test_a_misspelt_key_is_pointed_at(self, key: str) -> None:
        """Keys are exact, so the object is missing."""
        found = driver_of(manifest("1.0.0", **{key: {}}))

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-02", "error", (3, 5), ALL, rejects=True)]
        assert years(found.rejected) == ALL

    @pytest.mark.parametrize("key", ["layer", "layers"])
    def test_a_layer_manifest_among_drivers_is_recognised(self, key: str) -> None:
        """The finding says where such a file belongs and stands at the key."""
        found = driver_of(manifest("1.2.1", **{key: {}}))

        assert findings(found.reasons)[-1] == Finding("MANIFEST-ICD-02", "error", (3, 5), ALL, rejects=True)
        assert "layer" in facts(found.reasons)

    @pytest.mark.parametrize("key", ["layer", "layers"])
    def test_a_misspelt_key_beside_a_layer(self, key: str) -> None:
        """The file was to be a driver's: loaders from 1.4.303 on use it."""
        found = driver_of(manifest("1.0.0", icd={}, **{key: {}}))

        assert '"ICD" is missing; "icd" is written instead' in facts(found.reasons)


class TestRequiredFields:
    """library_path and api_version are required strings."""

    @pytest.mark.parametrize(("key", "rule", "line", "column"), REQUIRED)
    def test_a_missing_field_rejects_the_driver(self, key: str, rule: str, line: int, column: int) -> None:
        """Without it no edition uses the driver; the finding stands at the ICD object."""
        found = driver_with(key, MISSING)

        assert findings(found.reasons) == [Finding(rule, "error", (3, 12), ALL, rejects=True)]
        assert years(found.rejected) == ALL

    @pytest.mark.rule("MANIFEST-ICD-03")
    @pytest.mark.parametrize("value", ["", 1.3, None, [], {}, True])
    def test_a_library_of_another_type_rejects_the_driver(self, value: JsonValue) -> None:
        """The same holds for an empty text; the finding stands at the value."""
        found = driver_with("library_path", value)

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-03", "error", (4, 25), ALL, rejects=True)]
        assert years(found.rejected) == ALL

    @pytest.mark.rule("MANIFEST-ICD-04", "AMB-API-LOOSE")
    @pytest.mark.parametrize("value", ["", 1.3, None, [], {}, True])
    def test_a_version_of_another_type_is_an_error_and_the_driver_one_of_1_0(self, value: JsonValue) -> None:
        """No version of it is known, so it is below 1.1; the finding stands at the value."""
        found = driver_with("api_version", value)

        assert findings(found.reasons) == [Finding("MANIFEST-ICD-04", "error", (5, 24))]
        assert (found.api_version, years(found.rejected)) == ((0, 0, 0, 0), "")

    @pytest.mark.rule("AMB-KEY-CASE")
    @pytest.mark.parametrize(("key", "rule", "line", "column"), REQUIRED)
    def test_a_misspelt_key_is_pointed_at(self, key: str, rule: str, line: int, column: int) -> None:
        """Keys are exact; the finding stands at the key that was meant."""
        found = driver_of(driver_text().replace(key.encode(), key.title().encode()))

        assert Finding(rule, "error", (line, 9), ALL, rejects=True) in findings(found.reasons)
        assert {each.at for each in findings(found.reasons)} == {(line, 9)}


@pytest.mark.rule("MANIFEST-ICD-03")
class TestLibraryPath:
    """library_path is a bare name, a relative or a full path."""

    @pytest.mark.parametrize("path", ["libdriver.so", "./lib/libdriver.so.1", "/usr/lib/libdriver.so"])
    def test_all_three_forms_pass_without_remark(self, path: str) -> None:
        """The path comes through as it is written."""
        assert (driver(library_path=path).library_path, driver(library_path=path).reasons) == (path, ())

    def test_a_windows_path_is_one_odd_name_on_linux(self) -> None:
        """Backslashes separate nothing here."""
        assert findings(driver(library_path=".\\driver.dll").reasons) == [
            Finding("MANIFEST-ICD-03", "warning", (4, 25))
        ]

    def test_a_path_with_a_nul_character_names_no_file(self) -> None:
        """No file system can hold such a name."""
        found = driver(library_path="libdriver\0.so")

        assert Finding("MANIFEST-ICD-03", "error", (4, 25), ALL, rejects=True) in findings(found.reasons)
        assert years(found.rejected) == ALL

    @pytest.mark.rule("DISC-GEN-09")
    def test_another_suffix_is_told_of_since_2018(self) -> None:
        """2016 expects no suffix of a driver's library."""
        assert findings(driver(library_path="/usr/lib/driver.dylib").reasons) == [
            Finding("DISC-GEN-09", "warning", (4, 25), SINCE_2018)
        ]


@pytest.mark.rule("MANIFEST-ICD-04")
class TestApiVersion:
    """api_version is major.minor.patch."""

    @pytest.mark.rule("AMB-API-LOOSE")
    @pytest.mark.parametrize(("text", "version"), [("1.3", (0, 1, 3, 0)), ("0.1.2.131", (0, 1, 2, 131))])
    def test_another_form_is_read_as_far_as_it_goes(self, text: str, version: tuple[int, ...]) -> None:
        """A warning tells of it; the driver is used."""
        found = driver(api_version=text)

        assert found.api_version == version
        assert findings(found.reasons) == [Finding("MANIFEST-ICD-04", "warning", (5, 24))]

    @pytest.mark.rule("AMB-API-LOOSE")
    @pytest.mark.parametrize(
        ("text", "version"),
        [("newest", (0, 0, 0, 0)), ("1.", (0, 1, 0, 0)), ("1.3.x", (0, 1, 3, 0)), ("1..3", (0, 1, 3, 0))],
    )
    def test_what_is_no_version_counts_for_the_numbers_in_it(
        self, text: str, version: tuple[int, ...]
    ) -> None:
        """It is an error, and the driver is used."""
        found = driver(api_version=text)

        assert (found.api_version, years(found.rejected)) == (version, "")
        assert findings(found.reasons) == [Finding("MANIFEST-ICD-04", "error", (5, 24))]

    @pytest.mark.rule("LDP_LOADER_4", "AMB-LAYER-API-INCOMPAT")
    @pytest.mark.parametrize("text", ["1.1.3.0", "2.1.0.0", "512.0.0"])
    def test_another_variant_is_an_incompatible_api(self, text: str) -> None:
        """A loader must not load a driver of an incompatible API version."""
        found = driver(api_version=text)

        assert findings(found.reasons) == [Finding("LDP_LOADER_4", "error", (5, 24), ALL, rejects=True)]

    @pytest.mark.rule("LDP_LOADER_4")
    def test_another_major_version_is_only_told_of(self) -> None:
        """Nothing says that it is incompatible."""
        found = driver(api_version="2.0.0")

        assert findings(found.reasons) == [Finding("LDP_LOADER_4", "warning", (5, 24))]
        assert years(found.rejected) == ""


class TestFieldsOf101:
    """Format 1.0.1 brought library_arch and is_portability_driver, which only 2026 knows."""

    @pytest.mark.rule("MANIFEST-ICD-05")
    @pytest.mark.parametrize("value", ["32", "64"])
    def test_the_two_word_sizes_pass_without_remark(self, value: str) -> None:
        """The word size of the library comes through."""
        assert (driver(library_arch=value).library_arch, driver(library_arch=value).reasons) == (value, ())

    @pytest.mark.rule("MANIFEST-ICD-05", "AMB-ARCH-OTHER")
    @pytest.mark.parametrize("value", [64, "", "x86_64", None, ["64"]])
    def test_any_other_word_size_is_ignored(self, value: JsonValue) -> None:
        """The driver is used as if the field were not there; the older editions do not know it at all."""
        found = driver(library_arch=value)

        assert found.library_arch == ""
        assert findings(found.reasons) == [Finding("MANIFEST-ICD-05", "warning", (6, 25), "2026")]
        assert years(found.rejected) == ""

    @pytest.mark.rule("MANIFEST-ICD-06")
    @pytest.mark.parametrize("value", [True, False])
    def test_a_boolean_says_whether_it_is_a_portability_driver(self, value: bool) -> None:
        """The answer comes through; without the field it is no."""
        found = driver(is_portability_driver=value)

        assert (found.is_portability, found.reasons) == (value, ())
        assert driver().is_portability is False

    @pytest.mark.rule("MANIFEST-ICD-06")
    @pytest.mark.parametrize("value", ["true", 1, None, [], {}])
    def test_anything_else_is_ignored(self, value: JsonValue) -> None:
        """The default holds, and a warning stands at the value."""
        found = driver(is_portability_driver=value)

        assert found.is_portability is False
        assert findings(found.reasons) == [Finding("MANIFEST-ICD-06", "warning", (6, 34), "2026")]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize(
        ("key", "value", "rule"),
        [
            pytest.param("library_arch", "64", "MANIFEST-ICD-05", marks=pytest.mark.rule("MANIFEST-ICD-05")),
            pytest.param(
                "is_portability_driver", True, "MANIFEST-ICD-06", marks=pytest.mark.rule("MANIFEST-ICD-06")
            ),
        ],
    )
    def test_in_a_1_0_0_file_they_have_a_note(self, key: str, value: JsonValue, rule: str) -> None:
        """They are read all the same."""
        found = driver_with(key, value, "1.0.0")

        assert findings(found.reasons) == [Finding(rule, "note", (6, 9), "2026")]
        assert found.library_arch == "64" or found.is_portability

    @pytest.mark.rule("AMB-KEY-CASE")
    @pytest.mark.parametrize("key", ["Library_Arch", "is_portability_drivers", "is-portability-driver"])
    def test_a_misspelt_field_is_told_of(self, key: str) -> None:
        """The field is not read."""
        found = driver_with(key, True)

        assert findings(found.reasons) == [Finding("AMB-KEY-CASE", "warning", (6, 9))]
        assert found.is_portability is False

    @pytest.mark.rule("AMB-KEY-CASE")
    def test_unknown_keys_are_somebody_elses_data(self) -> None:
        """A key that resembles none draws no remark, in the object or beside it."""
        assert driver_with("vendor", "x").reasons == ()
        assert driver_of(driver_text()[:-2] + b', "comment": 1}').reasons == ()
