"""The extensions that a layer entry announces, and the commands that they add."""

import pytest
from manifests import (
    MISSING,
    Finding,
    Missing,
    facts,
    findings,
    layer,
    layer_with,
    years,
)

from refloader.core.json.reader import JsonValue
from refloader.model.layer import Extension

DEBUG: JsonValue = {"name": "VK_EXT_debug_report", "spec_version": "1"}


class TestExtensionLists:
    """instance_extensions and device_extensions are lists of objects with name and spec_version."""

    @pytest.mark.rule("MANIFEST-LAYER-14")
    def test_an_instance_extension_is_read(self) -> None:
        """Name and version become those of VkExtensionProperties, for names nobody knows too."""
        found = layer(instance_extensions=[DEBUG, {"name": "VK_VENDOR_ext_x", "spec_version": "3"}])

        assert found.instance_extensions == (
            Extension("VK_EXT_debug_report", 1),
            Extension("VK_VENDOR_ext_x", 3),
        )
        assert found.reasons == ()

    @pytest.mark.rule("MANIFEST-LAYER-15")
    def test_a_device_extension_is_read(self) -> None:
        """A device extension without new commands needs nothing but name and version."""
        found = layer(device_extensions=[{"name": "VK_EXT_tooling_test", "spec_version": "4294967295"}])

        assert found.device_extensions == (Extension("VK_EXT_tooling_test", 4294967295),)
        assert found.reasons == ()

    @pytest.mark.rule("MANIFEST-LAYER-14", "MANIFEST-LAYER-15")
    @pytest.mark.parametrize("key", ["instance_extensions", "device_extensions"])
    def test_the_lists_may_be_left_out_or_empty(self, key: str) -> None:
        """A layer need not bring extensions."""
        assert layer_with(key, []).reasons == ()
        assert layer().instance_extensions == layer().device_extensions == ()

    @pytest.mark.parametrize(
        ("key", "rule", "column"),
        [
            pytest.param(
                "instance_extensions", "MANIFEST-LAYER-14", 32, marks=pytest.mark.rule("MANIFEST-LAYER-14")
            ),
            pytest.param(
                "device_extensions", "MANIFEST-LAYER-15", 30, marks=pytest.mark.rule("MANIFEST-LAYER-15")
            ),
        ],
    )
    @pytest.mark.parametrize(
        ("value", "words"), [({}, "an object"), ("VK_EXT_a", "a string"), (None, "null"), (1, "a number")]
    )
    def test_a_value_of_another_type_is_ignored_with_a_warning(
        self, key: str, rule: str, column: int, value: JsonValue, words: str
    ) -> None:
        """The layer is used without extensions."""
        found = layer_with(key, value)

        assert findings(found.reasons) == [Finding(rule, "warning", (10, column))]
        assert words in facts(found.reasons)
        assert years(found.rejected) == ""

    @pytest.mark.rule("MANIFEST-LAYER-14")
    @pytest.mark.parametrize(
        ("element", "at"),
        [
            ("VK_EXT_debug_report", (11, 13)),
            ({"spec_version": "1"}, (11, 13)),
            ({"name": "", "spec_version": "1"}, (12, 25)),
            ({"name": 7, "spec_version": "1"}, (12, 25)),
            ({"Name": "VK_EXT_debug_report", "spec_version": "1"}, (11, 13)),
        ],
    )
    def test_an_element_without_a_name_is_dropped(self, element: JsonValue, at: tuple[int, int]) -> None:
        """The others are extensions still."""
        found = layer(instance_extensions=[element, {"name": "VK_VENDOR_b", "spec_version": "1"}])

        assert found.instance_extensions == (Extension("VK_VENDOR_b", 1),)
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-14", "warning", at)]

    @pytest.mark.rule("MANIFEST-LAYER-14", "MANIFEST-LAYER-26")
    @pytest.mark.parametrize(
        ("changes", "at"),
        [
            ({}, (11, 13)),
            ({"spec_version": "one"}, (13, 33)),
            ({"spec_version": ""}, (13, 33)),
            ({"spec_version": -1}, (13, 33)),
            ({"spec_version": "4294967296"}, (13, 33)),
            ({"specVersion": "1"}, (11, 13)),
        ],
    )
    def test_without_a_usable_version_it_is_zero(
        self, changes: dict[str, JsonValue], at: tuple[int, int]
    ) -> None:
        """The extension is announced with version 0 and a warning."""
        found = layer(instance_extensions=[{"name": "VK_VENDOR_a", **changes}])

        assert found.instance_extensions == (Extension("VK_VENDOR_a", 0),)
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-14", "warning", at)]

    @pytest.mark.rule("MANIFEST-LAYER-26")
    @pytest.mark.parametrize(
        ("text", "version"), [("-3", 2**32 - 3), ("99999999999", 1215752191), (" 5x", 5)]
    )
    def test_a_text_that_is_not_one_number(self, text: str, version: int) -> None:
        """It counts for what C's atoi makes of it, as in all measured loaders."""
        found = layer(instance_extensions=[{"name": "VK_VENDOR_a", "spec_version": text}])

        assert found.instance_extensions == (Extension("VK_VENDOR_a", version),)
        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-14", "warning", (13, 33))]

    @pytest.mark.rule("AMB-IMPLVERSION-TYPE")
    def test_a_bare_number_is_read_with_a_warning(self) -> None:
        """spec_version is a string in all samples, like implementation_version."""
        found = layer(instance_extensions=[{"name": "VK_VENDOR_a", "spec_version": 3}])

        assert found.instance_extensions == (Extension("VK_VENDOR_a", 3),)
        assert findings(found.reasons) == [Finding("AMB-IMPLVERSION-TYPE", "warning", (13, 33))]

    @pytest.mark.rule("MANIFEST-LAYER-15")
    def test_a_name_over_255_bytes_is_told_of(self) -> None:
        """VkExtensionProperties holds 255 bytes of the name."""
        found = layer(device_extensions=[{"name": "VK_" + "x" * 253, "spec_version": "1"}])

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-15", "warning", (12, 25))]
        assert layer(device_extensions=[{"name": "VK_" + "x" * 252, "spec_version": "1"}]).reasons == ()


@pytest.mark.rule("MANIFEST-LAYER-16")
class TestEntrypoints:
    """An element of device_extensions lists every command that the extension adds."""

    MARKER = (
        "vkDebugMarkerSetObjectTagEXT",
        "vkDebugMarkerSetObjectNameEXT",
        "vkCmdDebugMarkerBeginEXT",
        "vkCmdDebugMarkerEndEXT",
        "vkCmdDebugMarkerInsertEXT",
    )

    def marker(self, entrypoints: JsonValue | Missing) -> dict[str, JsonValue]:
        """The element of VK_EXT_debug_marker."""
        plain: dict[str, JsonValue] = {"name": "VK_EXT_debug_marker", "spec_version": "4"}
        return plain if isinstance(entrypoints, Missing) else {**plain, "entrypoints": entrypoints}

    @pytest.mark.parametrize("order", [1, -1])
    def test_with_all_commands_there_is_nothing_to_say(self, order: int) -> None:
        """The order of the list does not matter."""
        found = layer(device_extensions=[self.marker(list(self.MARKER[::order]))])

        assert found.device_extensions[0].entrypoints == self.MARKER[::order]
        assert found.reasons == ()

    @pytest.mark.parametrize(
        ("entrypoints", "at"), [(MISSING, (11, 13)), ([], (14, 32)), (list(MARKER[1:]), (14, 32))]
    )
    def test_a_command_of_a_registered_extension_that_is_not_listed_is_told_of(
        self, entrypoints: JsonValue | Missing, at: tuple[int, int]
    ) -> None:
        """The finding names the command."""
        found = layer(device_extensions=[self.marker(entrypoints)])

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-16", "warning", at)]
        assert "vkDebugMarkerSetObjectTagEXT" in facts(found.reasons)
        assert years(found.rejected) == ""

    @pytest.mark.parametrize("value", ["vkCmdDebugMarkerBeginEXT", {}, None])
    def test_a_value_of_another_type_lists_nothing(self, value: JsonValue) -> None:
        """The finding stands at the value."""
        found = layer(device_extensions=[self.marker(value)])

        assert Finding("MANIFEST-LAYER-16", "warning", (14, 32)) in findings(found.reasons)
        assert found.device_extensions[0].entrypoints == ()

    def test_an_extension_of_ones_own_may_list_anything(self) -> None:
        """Nobody else knows which commands an unregistered extension adds."""
        element: JsonValue = {"name": "VK_VENDOR_a", "spec_version": "1", "entrypoints": ["vkCmdNewVENDOR"]}

        assert layer(device_extensions=[element]).reasons == ()

    def test_instance_extensions_do_not_use_the_list(self) -> None:
        """There it draws a note."""
        element: JsonValue = {"name": "VK_VENDOR_a", "spec_version": "1", "entrypoints": ["vkNewVENDOR"]}

        found = layer(instance_extensions=[element])

        assert findings(found.reasons) == [Finding("MANIFEST-LAYER-16", "note", (14, 32))]

    def test_the_other_spelling_is_not_read(self) -> None:
        """The prose says entrypoint once, the samples entrypoints, and keys are exact."""
        element: JsonValue = {**self.marker(MISSING), "entrypoint": list(self.MARKER)}

        found = layer(device_extensions=[element])

        assert [each.rule for each in findings(found.reasons)] == ["MANIFEST-LAYER-16"]

    @pytest.mark.rule("ACT-LAYER-NOCORE-01")
    @pytest.mark.parametrize("command", ["vkQueueSubmit", "vkCreateInstance", "vkCmdDraw"])
    def test_a_layer_adds_no_core_commands(self, command: str) -> None:
        """A core command among the entry points of an extension that has none of the kind is told of."""
        element: JsonValue = {
            "name": "VK_VENDOR_a",
            "spec_version": "1",
            "entrypoints": ["vkNewVENDOR", command],
        }

        found = layer(device_extensions=[element])

        assert findings(found.reasons) == [Finding("ACT-LAYER-NOCORE-01", "warning", (16, 21))]
        assert command in facts(found.reasons)

    @pytest.mark.rule("ACT-LAYER-NOCORE-01")
    def test_new_commands_of_an_extension_are_what_a_layer_may_add(self) -> None:
        """Commands that no core version has draw no remark."""
        element: JsonValue = {
            "name": "VK_VENDOR_a",
            "spec_version": "1",
            "entrypoints": ["vkQueueSubmitVENDOR"],
        }

        assert layer(device_extensions=[element]).reasons == ()
