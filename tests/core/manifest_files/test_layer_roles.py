"""What a layer entry says about its part: components, renamed functions, the variables that switch it."""

import pytest
from manifests import (
    ALL,
    MISSING,
    SINCE_2018,
    Finding,
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
from refloader.model.place import Use


@pytest.mark.rule("MANIFEST-LAYER-08", "MANIFEST-LAYERVER-111")
class TestLibraryOrComponents:
    """A layer has a library or components: never both, never neither."""

    @pytest.mark.rule("META-01", "MANIFEST-LAYER-19")
    def test_components_take_the_place_of_the_library(self) -> None:
        """A list of components without library_path is a meta-layer since 2018; 2016 misses the library."""
        found = layer(
            version="1.1.1", library_path=MISSING, component_layers=["VK_LAYER_TEST_b", "VK_LAYER_TEST_a"]
        )

        assert (found.is_meta, found.components) == (True, ("VK_LAYER_TEST_b", "VK_LAYER_TEST_a"))
        assert findings(found.reasons) == [Finding("META-01", "note", (9, 9), "2016", rejects=True)]

    def test_both_are_refused_since_2018(self) -> None:
        """The finding stands at the key that must not be there."""
        found = layer(component_layers=["VK_LAYER_TEST_a"])

        assert findings(found.reasons) == [
            Finding("MANIFEST-LAYER-08", "error", (6, 9), SINCE_2018, rejects=True)
        ]

    def test_with_both_2016_sees_an_ordinary_layer(self) -> None:
        """2016 knows no meta-layers, so the library is what counts there."""
        found = layer(component_layers=["VK_LAYER_TEST_a"])

        assert years(found.rejected) == SINCE_2018
        assert (found.is_meta, found.library_path) == (False, "/usr/lib/libplain.so")

    @pytest.mark.parametrize("path", ["", 7, None])
    def test_a_useless_library_beside_components_leaves_no_edition(self, path: JsonValue) -> None:
        """2016 needs a library, and the others do not take both keys."""
        found = layer(library_path=path, component_layers=["VK_LAYER_TEST_a"])

        assert years(found.rejected) == ALL

    def test_neither_is_refused(self) -> None:
        """Every layer that is no meta-layer needs a library."""
        assert years(layer(library_path=MISSING).rejected) == ALL


class TestComponents:
    """component_layers lists the names of other layers, at least one."""

    @pytest.mark.rule("META-01", "AMB-META-EMPTY", "MANIFEST-LAYER-19")
    @pytest.mark.parametrize("value", [{}, "VK_LAYER_TEST_a", None, [1, 2]])
    def test_what_names_no_layer_is_an_error(self, value: JsonValue) -> None:
        """A meta-layer has at least one component; without any it is no layer since 2018."""
        found = layer(library_path=MISSING, component_layers=value)

        assert Finding("META-01", "error", (9, 29), SINCE_2018, rejects=True) in findings(found.reasons)
        assert years(found.rejected) == ALL

    @pytest.mark.rule("META-01", "AMB-META-EMPTY")
    @pytest.mark.parametrize("use", [Use.EXPLICIT, Use.IMPLICIT])
    def test_an_empty_list_is_an_error_and_counts(self, use: Use) -> None:
        """At least one component is demanded; the consequence is not stated, and the layer is a meta-layer."""
        found = layer(use, library_path=MISSING, component_layers=[])

        assert "META-01 error" in [f"{each.rule} {each.severity}" for each in findings(found.reasons)]
        assert years(found.rejected) == "2016"
        assert found.is_meta

    @pytest.mark.rule("META-01", "MANIFEST-LAYER-08")
    def test_an_empty_list_beside_a_library_is_an_error(self) -> None:
        """They exclude each other."""
        assert years(layer(component_layers=[]).rejected) == SINCE_2018

    @pytest.mark.rule("META-01", "AMB-META-EMPTY")
    def test_an_override_layer_without_components_is_a_warning(self) -> None:
        """Configurators write it; by the reading it counts like any other meta-layer."""
        found = layer(
            Use.IMPLICIT, library_path=MISSING, name="VK_LAYER_LUNARG_override", component_layers=[]
        )

        told = findings(found.reasons)
        assert "META-01 warning" in [f"{each.rule} {each.severity}" for each in told]
        assert years(found.rejected) == "2016"
        assert found.is_meta

    @pytest.mark.rule("META-01", "AMB-META-EMPTY")
    @pytest.mark.parametrize("value", [{}, "VK_LAYER_TEST_a", None, [1]])
    def test_an_override_layer_with_wrong_components_is_an_error(self, value: JsonValue) -> None:
        """Only an empty list names no component on purpose."""
        found = layer(
            Use.IMPLICIT, library_path=MISSING, name="VK_LAYER_LUNARG_override", component_layers=value
        )

        assert years(found.rejected) == ALL

    @pytest.mark.rule("META-01", "AMB-META-EMPTY")
    def test_an_explicit_layer_of_that_name_is_a_meta_layer_like_others(self) -> None:
        """Without components it has no effect, and that is an error of the manifest."""
        found = layer(library_path=MISSING, name="VK_LAYER_LUNARG_override", component_layers=[])

        assert "META-01 error" in [f"{each.rule} {each.severity}" for each in findings(found.reasons)]
        assert years(found.rejected) == "2016"

    @pytest.mark.rule("MANIFEST-LAYER-19")
    @pytest.mark.parametrize(
        ("value", "at"), [("VK_LAYER_TEST_a", (9, 29)), (["VK_LAYER_TEST_a", 1], (11, 13))]
    )
    def test_what_is_no_name_is_told_of(self, value: JsonValue, at: tuple[int, int]) -> None:
        """A list of another type, or an element of another type, has a finding at its place."""
        found = layer(library_path=MISSING, component_layers=value)

        assert Finding("MANIFEST-LAYER-19", "warning", at) in findings(found.reasons)

    @pytest.mark.rule("MANIFEST-LAYER-19")
    @pytest.mark.parametrize("element", [1, None, True, ["VK_LAYER_TEST_b"], {}])
    def test_a_component_that_is_no_name_is_missing(self, element: JsonValue) -> None:
        """The meta-layer is no layer then, as if the component were not installed."""
        found = layer(library_path=MISSING, component_layers=["VK_LAYER_TEST_a", element])

        assert Finding("MANIFEST-LAYER-19", "error", (9, 29), SINCE_2018, rejects=True) in findings(
            found.reasons
        )
        assert years(found.rejected) == ALL

    @pytest.mark.rule("META-05")
    @pytest.mark.parametrize("component", ["/usr/share/vulkan/explicit_layer.d/a.json", "a.json", "../a"])
    def test_components_are_names_and_not_files(self, component: str) -> None:
        """A path among the components is told of at its place: it will match no layer."""
        found = layer(library_path=MISSING, component_layers=["VK_LAYER_TEST_a", component])

        assert Finding("META-05", "warning", (11, 13), SINCE_2018) in findings(found.reasons)

    @pytest.mark.rule("META-05")
    def test_names_pass_without_remark(self) -> None:
        """The name values of the components' own manifests are what is listed."""
        found = layer(library_path=MISSING, component_layers=["VK_LAYER_TEST_a", "odd name"])

        assert [each.rule for each in findings(found.reasons)] == ["META-01"]

    @pytest.mark.rule("AMB-META-RECURSE")
    def test_a_meta_layer_cannot_list_itself(self) -> None:
        """The shortest cycle is seen in the manifest alone."""
        found = layer(library_path=MISSING, component_layers=["VK_LAYER_TEST_a", "VK_LAYER_TEST_plain"])

        assert Finding("AMB-META-RECURSE", "error", (11, 13), SINCE_2018, rejects=True) in findings(
            found.reasons
        )

    @pytest.mark.rule("ORDER-DUP-01")
    def test_a_name_listed_twice_counts_once(self) -> None:
        """The first occurrence counts; the second has a note, with the name shown harmlessly."""
        found = layer(library_path=MISSING, component_layers=["b\x1b", "a", "b\x1b"])

        assert found.components == ("b\x1b", "a")
        assert Finding("ORDER-DUP-01", "note", (12, 13), SINCE_2018) in findings(found.reasons)
        assert "\x1b" not in facts(found.reasons)


@pytest.mark.rule("MANIFEST-LAYER-13")
class TestFunctions:
    """functions renames the interface functions of a layer."""

    NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"

    @pytest.mark.rule("MANIFEST-LAYERVER-110")
    def test_the_negotiation_function_may_have_another_name(self) -> None:
        """From format 1.1.0 on this is the renaming there is for."""
        found = layer(version="1.1.0", functions={self.NEGOTIATE: "Other_Negotiate"})

        assert (found.functions, found.reasons) == (((self.NEGOTIATE, "Other_Negotiate"),), ())

    @pytest.mark.rule("MANIFEST-LAYERVER-110")
    @pytest.mark.parametrize("version", ["1.0.0", "1.0.1", "1.0.2"])
    def test_renaming_negotiation_needs_format_1_1_0(self, version: str) -> None:
        """In an older format the renaming has no effect, with a warning at its key."""
        found = layer(version=version, functions={self.NEGOTIATE: "Other_Negotiate"})

        assert found.functions == ()
        assert findings(found.reasons) == [Finding("MANIFEST-LAYERVER-110", "warning", (11, 13))]

    @pytest.mark.rule("MANIFEST-LAYERVER-110")
    def test_the_usual_name_changes_nothing(self) -> None:
        """An older format may give the negotiation function its own name, as Mesa's device_select does."""
        found = layer(version="1.0.0", functions={self.NEGOTIATE: self.NEGOTIATE})

        assert found.functions == ((self.NEGOTIATE, self.NEGOTIATE),)
        assert findings(found.reasons) == [Finding("MANIFEST-LAYERVER-110", "note", (11, 13))]

    @pytest.mark.rule("AMB-FUNCTIONS-110", "MANIFEST-LAYERVER-110")
    @pytest.mark.parametrize("name", ["vkGetInstanceProcAddr", "vkGetDeviceProcAddr"])
    def test_the_two_older_names_are_read_with_a_note(self, name: str) -> None:
        """From format 1.1.0 they serve only layers that do not negotiate."""
        found = layer(version="1.1.0", functions={name: "Other"})

        assert found.functions == ((name, "Other"),)
        assert findings(found.reasons) == [Finding("AMB-FUNCTIONS-110", "note", (11, 13), SINCE_2018)]

    @pytest.mark.rule("MANIFEST-LAYERVER-100")
    @pytest.mark.parametrize("version", ["1.0.0", "1.0.1"])
    def test_the_two_older_names_belong_to_older_formats(self, version: str) -> None:
        """There they pass without remark."""
        renamed: JsonValue = {"vkGetInstanceProcAddr": "A", "vkGetDeviceProcAddr": "B"}

        assert layer(version=version, functions=renamed).reasons == ()

    @pytest.mark.parametrize(
        ("value", "at"),
        [
            ([], (10, 22)),
            ("vkGetInstanceProcAddr", (10, 22)),
            (None, (10, 22)),
            ({"vkCreateInstance": "A"}, (11, 13)),
            ({"VkGetInstanceProcAddr": "A"}, (11, 13)),
            ({"vkGetInstanceProcAddr": 1}, (11, 38)),
        ],
    )
    def test_what_renames_nothing_is_told_of(self, value: JsonValue, at: tuple[int, int]) -> None:
        """Another type, another command or a symbol that is no string do no harm but help nobody."""
        found = layer(functions=value)

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-13", "warning", at)]
        assert years(found.rejected) == ""

    @pytest.mark.parametrize(
        ("name", "remedy"),
        [
            ("vkGetInstanceProcAdr", '"vkGetInstanceProcAddr"'),
            ("vkgetdeviceprocaddr", '"vkGetDeviceProcAddr"'),
            ("vkQueuePresentKHR", ""),
        ],
    )
    def test_a_misspelt_name_has_the_one_that_is_meant(self, name: str, remedy: str) -> None:
        """Another command is no misspelt one."""
        (reason,) = layer(functions={name: "A"}).reasons

        assert (str(reason.rule), reason.remedy) == ("MANIFEST-LAYER-13", remedy)

    def test_an_empty_object_is_fine(self) -> None:
        """Nothing is renamed."""
        assert layer(functions={}).reasons == ()


@pytest.mark.rule("MANIFEST-LAYER-18", "LLP_LAYER_9", "ACT-IMPLICIT-02", "AMB-LLP9-ANDROID")
class TestDisableVariable:
    """An implicit layer has to name a variable that disables it; without one no loader uses it."""

    def test_the_variable_and_its_value_are_read(self) -> None:
        """An implicit layer with a disable variable is clean."""
        found = layer(Use.IMPLICIT)

        assert found.disable == ("DISABLE_PLAIN", "1")
        assert found.reasons == ()

    def test_an_empty_value_will_do(self) -> None:
        """The documents' own sample has one."""
        found = layer(Use.IMPLICIT, disable_environment={"DISABLE_LAYER_OVERLAY_1": ""})

        assert found.disable == ("DISABLE_LAYER_OVERLAY_1", "")
        assert found.reasons == ()

    def test_without_one_an_implicit_layer_is_used_nowhere(self) -> None:
        """The finding stands at the layer object."""
        found = layer(Use.IMPLICIT, disable_environment=MISSING)

        assert findings(found.reasons) == [Finding("LLP_LAYER_9", "error", (3, 14), ALL, rejects=True)]
        assert years(found.rejected) == ALL

    def test_an_explicit_layer_may_leave_it_out(self) -> None:
        """Nobody gets an explicit layer unasked."""
        assert layer(Use.EXPLICIT).reasons == ()

    def test_on_an_explicit_layer_it_has_no_effect(self) -> None:
        """The folder decides what a layer is; the field draws a note there."""
        found = layer(Use.EXPLICIT, disable_environment={"DISABLE_PLAIN": "1"})

        assert found.disable is None
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-18", "note", (10, 9))]

    @pytest.mark.parametrize(
        ("value", "at"),
        [
            ({}, (10, 32)),
            ([], (10, 32)),
            ("DISABLE_PLAIN", (10, 32)),
            (None, (10, 32)),
            ({"DISABLE_PLAIN": 1}, (11, 30)),
            ({"": "1"}, (11, 13)),
            ({"A=B": "1"}, (11, 13)),
            ({"A\0": "1"}, (11, 13)),
        ],
    )
    def test_a_field_that_names_no_variable_counts_for_nothing(
        self, value: JsonValue, at: tuple[int, int]
    ) -> None:
        """The fault is told once at its place, and the layer lacks its switch."""
        found = layer(Use.IMPLICIT, disable_environment=value)

        assert findings(found.reasons) == [
            Finding("MANIFEST-LAYER-18", "warning", at),
            Finding("LLP_LAYER_9", "error", (3, 14), ALL, rejects=True),
        ]

    @pytest.mark.rule("AMB-KEY-CASE")
    def test_a_key_in_another_letter_case_is_pointed_at(self) -> None:
        """The layer has no switch, and both findings stand at that key: loaders differ on letter case."""
        text = layer_text(Use.IMPLICIT).replace(b"disable_environment", b"Disable_Environment")

        found = only(layer_file(text, Use.IMPLICIT))

        assert Finding("LLP_LAYER_9", "error", (10, 9), ALL, rejects=True) in findings(found.reasons)
        assert Finding("AMB-KEY-CASE", "warning", (10, 9)) in findings(found.reasons)
        assert not any("no key that counts" in each.fact for each in found.reasons)

    def test_an_enable_variable_is_no_misspelt_disable_variable(self) -> None:
        """The key that is there is right, and one is to be added."""
        text = layer_text(Use.IMPLICIT).replace(b"disable_environment", b"enable_environment")

        (reason,) = only(layer_file(text, Use.IMPLICIT)).reasons

        assert reason.fact == "the implicit layer names no variable that disables it"
        assert reason.remedy == '"disable_environment": {"DISABLE_<LAYER>": "1"}'

    @pytest.mark.parametrize("key", ["disable-environment", "disable_enviroment"])
    def test_a_misspelt_key_is_pointed_at_once(self, key: str) -> None:
        """The layer has no switch, and one finding stands at the key that was meant and names it."""
        text = layer_text(Use.IMPLICIT).replace(b"disable_environment", key.encode())

        found = only(layer_file(text, Use.IMPLICIT))

        assert findings(found.reasons) == [Finding("LLP_LAYER_9", "error", (10, 9), ALL, rejects=True)]
        assert f'"{key}" is no key that counts' in found.reasons[0].fact

    def test_a_variable_whose_value_is_no_string_is_named(self) -> None:
        """The sentence says which member is wrong, and how."""
        found = layer(Use.IMPLICIT, disable_environment={"NO_ACME": 1})

        facts = [each.fact for each in found.reasons if str(each.rule) == "LLP_LAYER_9"]
        assert facts == [
            'the implicit layer names no variable that disables it; "NO_ACME" has a number, not a string'
        ]

    @pytest.mark.rule("AMB-MULTI-ENVKEYS")
    def test_of_several_variables_the_first_counts(self) -> None:
        """A warning stands at the second one."""
        found = layer(Use.IMPLICIT, disable_environment={"B": "1", "A": "1"})

        assert found.disable == ("B", "1")
        assert findings(found.reasons) == [Finding("AMB-MULTI-ENVKEYS", "warning", (12, 13))]


@pytest.mark.rule("MANIFEST-LAYER-17")
class TestEnableVariable:
    """An implicit layer may name a variable and the value that enable it."""

    def test_the_variable_and_its_value_are_read(self) -> None:
        """An enable variable draws no remark."""
        found = layer(Use.IMPLICIT, enable_environment={"ENABLE_PLAIN": "yes"})

        assert found.enable == ("ENABLE_PLAIN", "yes")
        assert found.reasons == ()

    def test_it_may_be_left_out(self) -> None:
        """Then the layer is on because it is installed."""
        assert layer(Use.IMPLICIT).enable is None

    def test_on_an_explicit_layer_it_has_no_effect(self) -> None:
        """The field draws a note there."""
        found = layer(Use.EXPLICIT, enable_environment={"ENABLE_PLAIN": "1"})

        assert found.enable is None
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-17", "note", (10, 9))]

    @pytest.mark.parametrize(
        ("value", "at"),
        [
            ({}, (13, 31)),
            ("ENABLE_PLAIN", (13, 31)),
            ({"ENABLE_PLAIN": True}, (14, 29)),
            ({"A=B": "1"}, (14, 13)),
        ],
    )
    def test_a_field_that_names_no_variable_is_told_of(self, value: JsonValue, at: tuple[int, int]) -> None:
        """The layer is used without the condition."""
        found = layer(Use.IMPLICIT, enable_environment=value)

        assert found.enable is None
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-17", "warning", at)]
        assert years(found.rejected) == ""

    def test_a_variable_without_a_name_can_never_be_set(self) -> None:
        """The condition stays, so that the layer is never on by itself."""
        found = layer(Use.IMPLICIT, enable_environment={"": "1"})

        assert found.enable == ("", "1")
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-17", "warning", (14, 13))]

    @pytest.mark.parametrize("name", ["ENABLE ACME", " ENABLE_ACME", "ENABLE_ACME\t"])
    def test_a_blank_in_a_name_is_told_of(self, name: str) -> None:
        """env and cmd.exe set such a variable, and so the condition stays."""
        found = layer(Use.IMPLICIT, enable_environment={name: "1"})

        assert found.enable == (name, "1")
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-17", "warning", (14, 13))]

    @pytest.mark.rule("AMB-MULTI-ENVKEYS")
    def test_of_several_variables_the_first_counts(self) -> None:
        """A warning stands at the second one, and further ones change nothing."""
        found = layer(Use.IMPLICIT, enable_environment={"C": "3", "A": "1", "B": "2"})

        assert found.enable == ("C", "3")
        assert findings(found.reasons) == [Finding("AMB-MULTI-ENVKEYS", "warning", (15, 13))]


class TestKindOfLayer:
    """The folder alone makes a layer implicit or explicit."""

    @pytest.mark.rule("MANIFEST-LAYER-17", "MANIFEST-LAYER-18")
    @pytest.mark.parametrize("use", [Use.IMPLICIT, Use.EXPLICIT])
    def test_the_place_decides(self, use: Use) -> None:
        """One text is an implicit layer in one folder and an explicit one in the other."""
        text = manifest(layer=entry(Use.IMPLICIT))

        assert only(layer_file(text, use)).kind is use
