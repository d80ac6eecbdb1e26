"""What a log proves of layers that a filter leaves out, and of drivers that no search finds.

Each text has only the lines that decide.
"""

from refloader.inspect.logs.log_answer import LogState
from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

LAYER = "VK_LAYER_KHRONOS_validation"
FILTERED = f"""INFO:              Vulkan Loader Version 1.3.275
LAYER:             Searching for explicit layer manifest files
LAYER:                In following locations:
LAYER:                   /usr/share/vulkan/explicit_layer.d
LAYER:                Found the following files:
LAYER:                   /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json
WARNING | LAYER:   Layer "{LAYER}" forced disabled because name matches filter of env var 'VK_LOADER_LAYERS_DISABLE'.
ERROR | LAYER:     Layer "{LAYER}" was not found but was requested by env var VK_INSTANCE_LAYERS!
"""
DRIVERS = """DRIVER: Searching for driver manifest files
DRIVER:    In following folders:
DRIVER:       /etc/vulkan/icd.d
DRIVER:       /usr/share/vulkan/icd.d
DRIVER:    Found no files
"""
VULKANINFO = """INFO:              Vulkan Loader Version 1.3.239
INFO:             Found manifest file /usr/share/vulkan/implicit_layer.d/vkBasalt.json (file version "1.0.0")
LAYER:            vkCreateInstance layer callstack setup to:
LAYER:               <Application>
LAYER:                 ||
LAYER:               <Loader>
LAYER:                 ||
LAYER:               <Drivers>
VK_LAYER_VKBASALT_post_processing a post processing layer      1.3.223  version 1
"""


class TestFilteredLayer:
    """A loader says of a layer that a filter leaves out and a variable asks for that it was not found."""

    def test_the_filter_is_the_cause(self) -> None:
        """It is not said that no manifest defines the layer, and the change is that of the filter."""
        (answer,) = explained(read(FILTERED), ["validation"]).answers

        assert answer.state is LogState.INACTIVE
        assert "forced disabled" in answer.facts[0].text
        assert [fact.change for fact in answer.facts] == ["unset VK_LOADER_LAYERS_DISABLE", ""]
        assert not any("define" in fact.text for fact in answer.facts)

    def test_the_filter_comes_first(self) -> None:
        """Also without a name, and it stays a problem."""
        found = explained(read(FILTERED), [])

        assert "forced disabled" in found.facts[0].text
        assert "not found" in found.facts[1].text
        assert found.facts[1].change == ""
        assert found.unhappy


class TestDriversThatAreNotFound:
    """The searches for drivers decide, and not those for layers."""

    def test_a_search_without_files(self) -> None:
        """Releases that print no more than that leave no driver."""
        found = explained(read(DRIVERS), [])

        assert found.facts[0].text.startswith("no driver is left")
        assert found.unhappy

    def test_a_search_that_the_text_cuts_off(self) -> None:
        """What it found is not known."""
        found = explained(read(DRIVERS.replace("DRIVER:    Found no files\n", "")), [])

        assert not found.unhappy

    def test_a_driver_that_is_asked_for(self) -> None:
        """The answer has the search for drivers."""
        text = DRIVERS.replace(
            "Found no files", "Found the following files:\nDRIVER:       /etc/vulkan/icd.d/soft.json"
        )
        text += FILTERED

        (answer,) = explained(read(text), ["radeon"]).answers

        assert answer.state is LogState.MISSING
        assert answer.facts[0].text == "a search for drivers in 2 places found 1 manifest: soft.json"

    def test_a_word_for_two_drivers(self) -> None:
        """AMD's own driver is meant by the name of the kernel's module as well as Mesa's."""
        text = DRIVERS.replace(
            "Found no files", "Found the following files:\nDRIVER:       /etc/vulkan/icd.d/amd_icd64.json"
        )

        (answer,) = explained(read(text), ["amdgpu"]).answers

        assert answer.subject == "/etc/vulkan/icd.d/amd_icd64.json"


class TestRefusedManifest:
    """A manifest that was refused may be that of a layer which the chain is without."""

    def test_what_the_own_library_leaves_out(self) -> None:
        """Its warning has the file and the cause, and is a problem."""
        text = (
            '[Vulkan Loader] WARNING | DRIVER: /d/z.json: the required key "api_version" is missing; the driver is '
            "left out (/d/z.json:3:10) [MANIFEST-ICD-04]\n"
            '[Vulkan Loader] WARNING | LAYER: VK_LAYER_a: "type" is "X"; the layer is left out '
            "(/my layers/a.json:3:10) [MANIFEST-LAYER-05]\n"
        )

        found = explained(read(text), [])

        assert found.unhappy
        assert [fact.text for fact in found.facts] == [
            '"/d/z.json" was refused: the required key "api_version" is missing',
            '"/my layers/a.json" was refused: VK_LAYER_a: "type" is "X"',
        ]
        assert "refloader lint" in found.facts[0].change

    def test_what_the_own_library_warns_of(self) -> None:
        """A manifest that is used all the same is no problem."""
        text = (
            '[Vulkan Loader] WARNING | LAYER: /d/a.json: the key "Layer" is unknown; JSON keys are case-sensitive '
            "and exact (/d/a.json:3:10) [AMB-KEY-CASE]\n"
        )

        assert not explained(read(text), []).unhappy

    def test_it_is_named_first(self) -> None:
        """It is not said that the log does not have the cause."""
        text = (
            "ERROR: loader_get_json: Failed to parse JSON file "
            "/usr/share/vulkan/implicit_layer.d/MangoHud.x86_64.json.\n"
            'LAYER: Insert instance layer "VK_LAYER_MESA_device_select" (libVkLayer_MESA_device_select.so)\n'
        )

        (answer,) = explained(read(text), ["mangohud"]).answers

        assert answer.state is LogState.INACTIVE
        assert 'MangoHud.x86_64.json" was refused' in answer.facts[0].text
        assert answer.facts[1].text == "the chain is without it"


class TestRowsOfVulkaninfo:
    """vulkaninfo lists every layer that is installed: nobody misses those for that."""

    def test_a_row_is_no_sentence_about_the_layer(self) -> None:
        """A description of several words does not make it one."""
        found = explained(read(VULKANINFO), [])

        assert not any("vkBasalt" in fact.text and "no chain has it" in fact.text for fact in found.facts)

    def test_a_sentence_is_one(self) -> None:
        """Below the same text, somebody misses the layer."""
        found = explained(read(f"{VULKANINFO}I would like to see vkBasalt in my game\n"), [])

        assert any("vkBasalt's manifest is found, and no chain has it" in fact.text for fact in found.facts)


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    """The end of the last line begins no other one, and a text that is empty has none."""
    assert [read(text).lines for text in ("", "one", "one\n", "one\n\n", "one\r\ntwo\r\n")] == [0, 1, 1, 2, 2]
