"""What a layer manifest says as a file: valid JSON, format version, layer objects, top-level keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manifests import (
    ALL,
    MISSING,
    SINCE_2018,
    Finding,
    Missing,
    entry,
    facts,
    findings,
    layer,
    layer_file,
    layer_text,
    manifest,
    only,
    years,
)

from refloader.core.json.reader import JsonValue
from refloader.core.manifests.layer_manifest import suffix_reason
from refloader.model.place import Use

TWO: JsonValue = [entry(name="VK_LAYER_TEST_one"), entry(name="VK_LAYER_TEST_two")]

KEYS = [*entry(Use.IMPLICIT), "component_layers", "functions", "pre_instance_functions", "app_keys"]
KEYS += ["device_extensions", "instance_extensions", "enable_environment", "library_arch", "status"]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["1.0.0", "GLOBAL"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=8),
    max_leaves=30,
)


def names(text: bytes) -> list[tuple[str, str]]:
    """The layers of a text, each with the editions in which it is not used."""
    return [(found.name, years(found.rejected)) for found in layer_file(text).layers]


@pytest.mark.rule("LLP_LAYER_6")
class TestManifestIsValidJson:
    """A layer has a manifest that is valid JSON; without one it is not loaded."""

    def test_a_clean_manifest_gives_its_layer_and_nothing_to_say(self) -> None:
        """A manifest as the documents describe it brings up no reason at all."""
        found = layer_file(layer_text())

        assert found.reasons == ()
        assert only(found).reasons == ()
        assert years(only(found).rejected) == ""

    @pytest.mark.parametrize(
        ("text", "at"),
        [
            (b"", (1, 1)),
            (b"{", (1, 2)),
            (b'{"layer": {},}', (1, 13)),
            (b'// a layer\n{"layer": {}}', (1, 1)),
            (b'{"layer": {}}\n{}', (2, 1)),
            (b"{'layer': {}}", (1, 2)),
            (b'{"layer": {"name": "\xff"}}', (1, 21)),
            (b'{"layer": NaN}', (1, 11)),
        ],
    )
    def test_a_text_that_is_not_json_gives_no_layer(self, text: bytes, at: tuple[int, int]) -> None:
        """What RFC 8259 does not accept is no manifest in any edition, and the fault has a place."""
        found = layer_file(text)

        assert found.layers == ()
        assert findings(found.reasons)[0] == Finding("LLP_LAYER_6", "error", at, ALL, rejects=True)

    @pytest.mark.parametrize(
        ("text", "words"),
        [(b"[]", "a list"), (b"null", "null"), (b'"layer"', "a string"), (b"1", "a number")],
    )
    def test_valid_json_that_is_no_object_gives_no_layer(self, text: bytes, words: str) -> None:
        """A manifest is an object; any other value is refused in one finding that says what is there."""
        found = layer_file(b"\n " + text)

        assert found.layers == ()
        assert findings(found.reasons) == [Finding("LLP_LAYER_6", "error", (2, 2), ALL, rejects=True)]
        assert words in facts(found.reasons)

    @pytest.mark.rule("AMB-JSON-BOM")
    def test_a_byte_order_mark_is_ignored(self) -> None:
        """The layer is used all the same; a warning says that other readers refuse the file."""
        found = layer_file(b"\xef\xbb\xbf" + layer_text())

        assert only(found).name == "VK_LAYER_TEST_plain"
        assert years(only(found).rejected) == ""
        assert findings(found.reasons) == [Finding("LLP_LAYER_6", "warning", (1, 1))]

    @pytest.mark.rule("AMB-JSON-DUPKEY")
    @pytest.mark.parametrize(
        ("key", "again", "line"),
        [
            ("name", b'"name": "VK_LAYER_TEST_other"', 5),
            ("type", b'"type": "DEVICE"', 6),
            ("library_path", b'"library_path": ""', 7),
            ("api_version", b'"api_version": "1.0.0"', 8),
            ("implementation_version", b'"implementation_version": "2"', 9),
        ],
    )
    def test_the_first_of_two_equal_keys_counts(self, key: str, again: bytes, line: int) -> None:
        """A second occurrence changes nothing of the layer, and the finding points at it."""
        text = layer_text()
        rest = text.index(b"\n", text.index(b'"%b"' % key.encode())) + 1

        found = layer_file(text[:rest] + b"        " + again + b",\n" + text[rest:])

        plain = layer()
        assert only(found).name == plain.name
        assert (only(found).type, only(found).library_path) == ("GLOBAL", "/usr/lib/libplain.so")
        assert (only(found).api_version, only(found).implementation_version) == ((0, 1, 3, 0), 1)
        assert findings(found.reasons) == [Finding("LLP_LAYER_6", "warning", (line, 9))]

    def test_the_first_of_two_layer_objects_counts(self) -> None:
        """The rule for repeated keys holds at the top of the file too."""
        text = layer_text()[:-2] + b',\n    "layer": {}\n}'

        assert names(text) == [("VK_LAYER_TEST_plain", "")]


@pytest.mark.rule("DISC-GEN-08", "AMB-JSON-CASE")
class TestManifestName:
    """A manifest may have any name that ends in .json; other files in a searched folder are no manifests."""

    @pytest.mark.parametrize("name", ["a.json", ".json", "a b.json", "\n.json", "a.txt.json", "\udcff.json"])
    def test_any_name_that_ends_in_json_is_a_manifest(self, name: str) -> None:
        """Nothing but the suffix of the name counts."""
        assert suffix_reason(f"/usr/share/vulkan/explicit_layer.d/{name}") is None

    @pytest.mark.parametrize("name", ["a", "a.json~", "a.json.bak", "a.jsonc", "json"])
    def test_other_files_are_passed_over(self, name: str) -> None:
        """A file without the suffix is told of as a step of the search, not as a fault."""
        reason = suffix_reason(f"/usr/share/vulkan/explicit_layer.d/{name}")

        assert reason is not None
        assert (reason.rule, reason.severity) == ("DISC-GEN-08", "info")

    @pytest.mark.parametrize("name", ["a.JSON", "a.Json", ".jSON"])
    def test_the_case_of_the_suffix_counts(self, name: str) -> None:
        """A suffix in capitals is no suffix, which is worth a warning, as somebody meant a manifest."""
        reason = suffix_reason(f"/usr/share/vulkan/explicit_layer.d/{name}")

        assert reason is not None
        assert (reason.rule, reason.severity) == ("DISC-GEN-08", "warning")
        assert "case" in reason.fact


@pytest.mark.rule("MANIFEST-LAYER-01")
class TestFormatVersion:
    """file_format_version is required: a string major.minor.patch."""

    @pytest.mark.rule("AMB-FFV-121", "MANIFEST-LAYERVER-100")
    @pytest.mark.parametrize("version", ["1.0.0", "1.0.1", "1.1.0", "1.1.1", "1.1.2", "1.2.0", "1.2.1"])
    def test_known_versions_pass_without_remark(self, version: str) -> None:
        """All versions of the history are known, 1.2.1 too, although one list stops at 1.2.0."""
        found = layer_file(layer_text(version=version))

        assert found.reasons == ()
        assert only(found).reasons == ()
        assert only(found).format_version == version

    @pytest.mark.rule("AMB-FFV-UNKNOWN")
    @pytest.mark.parametrize("version", ["1.2.2", "1.10.0", "2.0.0", "0.0.0"])
    def test_an_unknown_version_is_accepted_with_a_message(self, version: str) -> None:
        """A newer format does not keep the layer from being used."""
        found = layer_file(layer_text(version=version))

        assert findings(found.reasons) == [Finding("AMB-FFV-UNKNOWN", "warning", (2, 28))]
        assert years(only(found).rejected) == ""

    @pytest.mark.rule("AMB-FFV-UNKNOWN")
    @pytest.mark.parametrize("version", ["1.2", "1", "v1.0.0", "1.0.0.0", "1.0.x", " 1.0.0", "\x1b[2J"])
    def test_a_version_of_another_form_is_accepted_with_a_message(self, version: str) -> None:
        """A text that is not major.minor.patch is told of and does no further harm."""
        found = layer_file(layer_text(version=version))

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-01", "warning", (2, 28))]
        assert years(only(found).rejected) == ""

    @pytest.mark.parametrize(
        ("version", "at", "words"),
        [
            (MISSING, (1, 1), "missing"),
            (1.0, (2, 28), "a number"),
            (None, (2, 28), "null"),
            ([1, 0, 0], (2, 28), "a list"),
        ],
    )
    def test_without_a_version_no_layer_of_the_file_is_used(
        self, version: JsonValue | Missing, at: tuple[int, int], words: str
    ) -> None:
        """The field is required, so its absence rejects every layer in every edition."""
        found = layer_file(manifest(version, layers=TWO))

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-01", "error", at, ALL, rejects=True)]
        assert words in facts(found.reasons)
        assert [years(each.rejected) for each in found.layers] == [ALL, ALL]

    def test_an_empty_version_is_an_error_and_the_layers_are_used(self) -> None:
        """What a loader makes of it is not said, and nothing of it is needed; 2016 does not know "layers"."""
        found = layer_file(manifest("", layers=TWO))

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-01", "error", (2, 28))]
        assert [years(each.rejected) for each in found.layers] == ["2016", "2016"]

    @pytest.mark.parametrize("key", ["File_Format_Version", "file-format-version", "file_format_versoin"])
    def test_a_misspelt_key_is_pointed_at(self, key: str) -> None:
        """The finding stands at the key that was probably meant and names it."""
        found = layer_file(layer_text().replace(b"file_format_version", key.encode()))

        assert Finding("MANIFEST-LAYER-01", "error", (2, 5), ALL, rejects=True) in findings(found.reasons)
        assert key in facts(found.reasons)


@pytest.mark.rule("MANIFEST-LAYER-02")
class TestLayerObject:
    """The object "layer" holds one layer and stays valid in every format version."""

    @pytest.mark.parametrize("version", ["1.0.0", "1.0.1", "1.1.2", "1.2.1"])
    def test_one_layer_in_every_format_and_edition(self, version: str) -> None:
        """The object gives its layer whatever the format version."""
        assert names(layer_text(version=version)) == [("VK_LAYER_TEST_plain", "")]

    @pytest.mark.parametrize(
        ("value", "words"),
        [([], "a list"), ("VK_LAYER_TEST_plain", "a string"), (None, "null"), (True, "a boolean")],
    )
    def test_a_value_of_another_type_gives_no_layer(self, value: JsonValue, words: str) -> None:
        """Anything but an object is refused, and the finding says what it is."""
        found = layer_file(manifest(layer=value))

        assert found.layers == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-02", "error", (3, 14), ALL, rejects=True)]
        assert words in facts(found.reasons)

    def test_a_manifest_without_layers_gives_none(self) -> None:
        """A file without "layer" and "layers" is pointed at as a whole."""
        found = layer_file(manifest())

        assert found.layers == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-02", "error", (1, 1), ALL, rejects=True)]

    def test_a_misspelt_layer_object_is_pointed_at(self) -> None:
        """The key that was probably meant is where the finding stands."""
        found = layer_file(manifest(Layer=entry()))

        assert found.layers == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-02", "error", (3, 5), ALL, rejects=True)]
        assert '"Layer"' in facts(found.reasons)

    def test_a_driver_manifest_among_layers_is_recognised(self) -> None:
        """A file with "ICD" says where it belongs."""
        found = layer_file(manifest(ICD={"library_path": "/usr/lib/libdriver.so", "api_version": "1.3.0"}))

        assert found.layers == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-02", "error", (3, 5), ALL, rejects=True)]
        assert "driver" in facts(found.reasons)

    def test_a_misspelt_key_beside_a_driver(self) -> None:
        """The file was to be a layer's: loaders from 1.4.303 on use it."""
        found = layer_file(manifest(ICD={}, Layer={}))

        assert '"layer" is missing; "Layer" is written instead' in facts(found.reasons)

    @pytest.mark.parametrize(
        ("key", "written"),
        [("library_path", "library"), ("library_path", "path"), ("api_version", "version")],
    )
    def test_another_word_for_a_required_key(self, key: str, written: str) -> None:
        """Is pointed at as a misspelt one is."""
        fields = entry()
        fields[written] = fields.pop(key)

        found = layer_file(manifest(layer=fields))

        assert f'"{key}" is missing; "{written}" is written instead' in facts(found.layers[0].reasons)


@pytest.mark.rule("MANIFEST-LAYER-03", "MANIFEST-LAYERVER-101")
class TestLayersArray:
    """The array "layers" holds one or more layers from format 1.0.1 on; 2016 does not know it."""

    @pytest.mark.parametrize("version", ["1.0.1", "1.1.0", "1.2.1"])
    def test_every_element_is_a_layer_since_2018(self, version: str) -> None:
        """All elements are layers, in their order; a loader of 2016 finds none of them."""
        assert names(manifest(version, layers=TWO)) == [
            ("VK_LAYER_TEST_one", "2016"),
            ("VK_LAYER_TEST_two", "2016"),
        ]

    def test_one_element_will_do(self) -> None:
        """The array serves a single layer as well."""
        assert names(manifest("1.0.1", layers=[entry()])) == [("VK_LAYER_TEST_plain", "2016")]

    def test_the_older_edition_is_no_fault_of_the_file(self) -> None:
        """That 2016 passes the array over is said in a note at the key."""
        found = layer_file(manifest("1.0.1", layers=TWO))

        assert findings(found.reasons) == []
        assert [findings(each.reasons) for each in found.layers] == [
            [Finding("MANIFEST-LAYER-03", "note", (3, 5), "2016", rejects=True)],
            [Finding("MANIFEST-LAYER-03", "note", (3, 5), "2016", rejects=True)],
        ]

    @pytest.mark.rule("AMB-LAYERS-100")
    def test_in_a_1_0_0_file_the_array_is_accepted_with_a_message(self) -> None:
        """The format version is too low for the array, which is a warning at the key."""
        text = manifest("1.0.0", layers=TWO)

        assert [name for name, _ in names(text)] == ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two"]
        assert findings(layer_file(text).reasons) == [Finding("MANIFEST-LAYER-03", "warning", (3, 5))]

    @pytest.mark.rule("AMB-LAYER-AND-LAYERS", "MANIFEST-LAYER-02")
    def test_with_both_keys_the_array_counts_since_2018(self) -> None:
        """The object is left to loaders of 2016, which know nothing else; a warning stands at its key."""
        text = manifest("1.2.1", layer=entry(), layers=TWO)

        assert names(text) == [
            ("VK_LAYER_TEST_one", "2016"),
            ("VK_LAYER_TEST_two", "2016"),
            ("VK_LAYER_TEST_plain", SINCE_2018),
        ]
        assert findings(layer_file(text).reasons) == [Finding("AMB-LAYER-AND-LAYERS", "warning", (3, 5))]

    @pytest.mark.parametrize(
        ("value", "words"),
        [({}, "an object"), ("VK_LAYER_TEST_plain", "a string"), (None, "null"), ([], "an empty list")],
    )
    def test_an_array_without_layers_is_refused(self, value: JsonValue, words: str) -> None:
        """A value of another type, and an array of nothing, give no layer."""
        found = layer_file(manifest(layers=value))

        assert found.layers == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-03", "error", (3, 15), ALL, rejects=True)]
        assert words in facts(found.reasons)

    def test_an_element_of_another_type_spoils_only_itself(self) -> None:
        """The other elements are layers still, with the paths of their own places in the array."""
        found = layer_file(manifest(layers=[1, entry(), None]))

        assert [each.keys for each in found.layers] == [("layers", 1)]
        assert findings(found.reasons) == [
            Finding("MANIFEST-LAYER-03", "warning", (4, 9)),
            Finding("MANIFEST-LAYER-03", "warning", (13, 9)),
        ]

    def test_one_bad_layer_does_not_reject_its_neighbour(self) -> None:
        """Each element is judged by itself."""
        bad = entry(name="VK_LAYER_TEST_bad", type="NONSENSE")

        assert names(manifest(layers=[bad, entry()])) == [
            ("VK_LAYER_TEST_bad", ALL),
            ("VK_LAYER_TEST_plain", "2016"),
        ]


@pytest.mark.rule("AMB-KEY-CASE")
class TestTopLevelKeys:
    """Keys are exact; a key that is nearly a known one is told of, all others are somebody else's data."""

    def test_unknown_keys_are_nobodys_business(self) -> None:
        """A key that resembles none of the loader's draws no remark."""
        assert layer_file(manifest(layer=entry(), comment="made by hand")).reasons == ()

    def test_a_nearly_right_key_is_told_of(self) -> None:
        """Case counts: "Layers" beside "layer" is unknown and was meant for "layers"."""
        found = layer_file(manifest(layer=entry(), Layers=[]))

        assert findings(found.reasons) == [Finding("AMB-KEY-CASE", "warning", (11, 5))]
        assert names(manifest(layer=entry(), Layers=[])) == [("VK_LAYER_TEST_plain", "")]

    def test_a_layer_field_beside_the_layer_object_is_told_of(self) -> None:
        """A field one level too high is not read there."""
        found = layer_file(manifest(layer=entry(), disable_environment={"OFF": "1"}))

        assert findings(found.reasons) == [Finding("AMB-KEY-CASE", "warning", (11, 5))]
        assert only(found).disable is None


class TestAllAtOnce:
    """One pass finds every fault of a file, and no text ends in anything but a value."""

    @pytest.mark.rule("LLP_LAYER_6", "MANIFEST-LAYER-01", "MANIFEST-LAYER-05", "MANIFEST-LAYER-10")
    def test_several_faults_are_several_findings(self) -> None:
        """A wrong format version, type and api_version, and a missing name, are told in one go."""
        text = layer_text(version="9", name=MISSING, type="LOCAL", api_version="new", library_path=7)
        found = layer_file(text)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-01", "warning", (2, 28))]
        assert findings(only(found).reasons) == [
            Finding("MANIFEST-LAYER-04", "error", (3, 14), ALL, rejects=True),
            Finding("MANIFEST-LAYER-05", "error", (4, 17), ALL, rejects=True),
            Finding("MANIFEST-LAYER-07", "error", (5, 25), ALL, rejects=True),
            Finding("MANIFEST-LAYER-10", "error", (6, 24)),
        ]

    @given(text=st.binary(max_size=300))
    def test_any_bytes_end_in_a_value(self, text: bytes) -> None:
        """Bytes that are no manifest give no layer and at least one reason."""
        found = layer_file(text)

        assert found.layers or found.reasons

    @given(value=ANY_JSON, use=st.sampled_from([Use.IMPLICIT, Use.EXPLICIT]))
    def test_any_json_ends_in_a_value(self, value: JsonValue, use: Use) -> None:
        """Whatever stands where, a file without layers says why, and every reason has a place in the text."""
        text = manifest(layer=value)
        lines = text.split(b"\n")

        found = layer_file(text, use)
        reasons = [*found.reasons, *(reason for each in found.layers for reason in each.reasons)]

        assert found.layers or any(reason.rejects for reason in found.reasons)
        assert all(0 < column <= len(lines[line - 1]) for _, _, (line, column), _, _ in findings(reasons))
