"""What a loader's log says of the manifests that it read, also one of a release that prints little.

Each text has the lines of a build and no more of them than decide.
"""

import pytest

from refloader.inspect.logs.log_answer import LogState
from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

SEARCHING = "DEBUG: ReadDataFilesInSearchPaths: Searching the following paths for manifest files: "
LAYERS = f"{SEARCHING}/etc/vulkan/explicit_layer.d:/usr/share/vulkan/explicit_layer.d\n\n"
IMPLICIT = f"{SEARCHING}/etc/vulkan/implicit_layer.d:/usr/share/vulkan/implicit_layer.d\n\n"
DRIVERS = f"{SEARCHING}/etc/vulkan/icd.d:/usr/share/vulkan/icd.d\n\n"
ASKED = "DEBUG: Build ICD instance extension list\n"
RADEON = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json"
TAKEN = f"""INFO: Found ICD manifest file {RADEON}, version "1.0.1"
DEBUG: Searching for ICD drivers named libvulkan_radeon.so
"""
HUD = "/usr/share/vulkan/implicit_layer.d/hud.json"
HUD_READ = f'INFO: Found manifest file {HUD}, version "1.0.0"\n'
FOUND_HUD = """LAYER: Searching for implicit layer manifest files
LAYER:    In following locations:
LAYER:       /usr/share/vulkan/implicit_layer.d
LAYER:    Found the following files:
LAYER:       /usr/share/vulkan/implicit_layer.d/MangoHud.json
"""


class TestDriversOfOlderReleases:
    """Releases up to 1.3.231 do not say that a search found nothing, or that a driver is used."""

    def test_none_is_left_if_the_search_was_passed_and_read_none(self) -> None:
        """The line after the search proves that it is over."""
        first = explained(read(IMPLICIT + DRIVERS + ASKED), []).facts[0]

        assert first.bad
        assert first.text.startswith("no driver is left")

    def test_a_text_that_ends_with_the_search_proves_nothing(self) -> None:
        """What was cut off may have a driver."""
        assert not any(fact.bad for fact in explained(read(IMPLICIT + DRIVERS), []).facts)

    def test_a_driver_that_was_read_is_left(self) -> None:
        """Nothing is wrong then."""
        assert not any(fact.bad for fact in explained(read(DRIVERS + TAKEN + ASKED), []).facts)

    def test_a_variable_names_a_library(self) -> None:
        """The search of a file is one for drivers: variables for layers name folders."""
        text = f"{SEARCHING}/usr/lib/x86_64-linux-gnu/libvulkan_radeon.so\n\n{ASKED}"

        assert explained(read(text), []).facts[0].text.startswith("no driver is left")

    def test_a_driver_that_nothing_leaves_out_is_used(self) -> None:
        """It was read, and the loader went on to ask it for its extensions."""
        (answer,) = explained(read(DRIVERS + TAKEN + ASKED), ["radeon"]).answers

        assert answer.state is LogState.ACTIVE

    @pytest.mark.parametrize(
        "further",
        [
            "",
            "ERROR: libvulkan_radeon.so: cannot open shared object file: No such file or directory\n" + ASKED,
            "WARNING: terminator_CreateInstance: Failed to CreateInstance in ICD 0.  Skipping ICD.\n" + ASKED,
        ],
        ids=["cut", "refused", "failed"],
    )
    def test_else_it_is_not(self, further: str) -> None:
        """A text that ends too early, or that names a failure, does not say so."""
        (answer,) = explained(read(DRIVERS + TAKEN + further), ["radeon"]).answers

        assert answer.state is not LogState.ACTIVE

    def test_a_manifest_without_api_version_is_no_refusal_there(self) -> None:
        """These releases warn of it and use the driver; later ones add that they skip it."""
        warned = f"WARNING: loader_icd_scan: ICD JSON {RADEON} does not have an 'api_version' field."

        assert not any(
            fact.bad for fact in explained(read(DRIVERS + TAKEN + warned + "\n" + ASKED), []).facts
        )
        skipped = explained(read(f"{warned} Skipping ICD JSON.\n"), []).facts[0]
        assert skipped.bad


class TestRefusedManifests:
    """A loader may name a file without its folder; then the search before it says what it is."""

    def test_of_a_layer(self) -> None:
        """The refusal is the answer, and not that no folder has a manifest."""
        text = f"{IMPLICIT}ERROR: loader_get_json: Failed to open JSON file MangoHud.json\n{LAYERS}"

        (answer,) = explained(read(text), ["mangohud"]).answers

        assert answer.state is LogState.INACTIVE
        assert answer.facts[0].text.startswith("MangoHud.json was refused")

    def test_of_a_driver(self) -> None:
        """A file of that name in a search for drivers is a driver's."""
        text = f"{LAYERS}{DRIVERS}ERROR: loader_get_json: Failed to open JSON file acme_icd.json\n{ASKED}"

        (answer,) = explained(read(text), ["acme"]).answers

        assert answer.state is LogState.INACTIVE
        assert answer.facts[0].text.startswith("acme_icd.json was refused")


class TestLayersOutOfTheChain:
    """What keeps a layer out, as far as the lines show it."""

    def test_older_releases_show_an_instance_by_the_order_of_searches(self) -> None:
        """The search for drivers right after that for explicit layers is vkCreateInstance's."""
        (answer,) = explained(read(IMPLICIT + HUD_READ + LAYERS + DRIVERS + TAKEN + ASKED), ["hud"]).answers

        assert answer.state is LogState.INACTIVE
        assert any('"enable_environment"' in fact.text for fact in answer.facts)
        assert answer.ask[0] == f"the output of: cat {HUD}; env | sort"

    def test_a_listing_alone_shows_none(self) -> None:
        """A program that only lists extensions has no chain."""
        text = IMPLICIT + HUD_READ + DRIVERS + TAKEN + ASKED

        (answer,) = explained(read(text), ["hud"]).answers

        assert answer.state is LogState.UNDECIDED

    def test_the_settings_file(self) -> None:
        """One that is in force may turn the layer off, and its content is asked for."""
        settings = "/home/u/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"
        text = (
            f"[Vulkan Loader] INFO: Using layer configurations found in loader settings from {settings}\n"
            f"[Vulkan Loader] INFO: Found manifest file {HUD} (file version 1.0.0)\n"
            '[Vulkan Loader] LAYER: Insert instance layer "VK_LAYER_MESA_device_select" (libx.so)\n'
        )

        (answer,) = explained(read(text), ["hud"]).answers

        assert answer.state is LogState.INACTIVE
        assert "a settings file, is in force" in answer.facts[0].text
        assert answer.ask[0] == f"the output of: cat {settings}"

    def test_a_manifest_among_the_drivers(self) -> None:
        """It is called like the layer and lies where loaders seek none."""
        text = (
            "DRIVER: Searching for driver manifest files\nDRIVER:    In following locations:\n"
            "DRIVER:       /usr/share/vulkan/icd.d\nDRIVER:    Found the following files:\n"
            "DRIVER:       /usr/share/vulkan/icd.d/capture.json\n"
        )

        (answer,) = explained(read(text), ["VK_LAYER_TEST_capture"]).answers

        assert answer.state is LogState.MISSING
        assert "lies in a folder of drivers" in answer.facts[0].text
        assert "mv /usr/share/vulkan/icd.d/capture.json" in answer.facts[0].change

    @pytest.mark.parametrize("word", ["mangohud", "VK_LAYER_MANGOHUD_overlay"])
    def test_a_manifest_that_a_search_found_and_the_switch_of_its_layer(self, word: str) -> None:
        """It is called like the layer; MangoHud's switch is widely known, and the text does not set it."""
        (answer,) = explained(read(FOUND_HUD), [word]).answers

        assert "/MangoHud.json" in answer.facts[0].text
        assert "active only where MANGOHUD=1 is set" in answer.facts[0].text
        assert answer.facts[0].change.startswith("MANGOHUD=1 for the program")
        assert not any("no manifest is called like it" in fact.text for fact in answer.facts)

    def test_not_the_switch_if_the_text_sets_it(self) -> None:
        """What keeps the layer off is something else then."""
        (answer,) = explained(read(f"$ MANGOHUD=1 vkcube\n{FOUND_HUD}"), ["mangohud"]).answers

        assert any("/MangoHud.json" in fact.text for fact in answer.facts)
        assert not any("MANGOHUD=1" in fact.change for fact in answer.facts)

    def test_a_layer_for_the_other_word_size(self) -> None:
        """The loader says so of the layer itself."""
        lines = (
            "ERROR: /usr/lib/mangohud/lib32/libMangoHud.so: wrong ELF class: ELFCLASS32\n"
            'INFO | LAYER: Requested layer "VK_LAYER_MANGOHUD_overlay_x86" was wrong bit-type. Ignoring this JSON\n'
        )

        (answer,) = explained(read(FOUND_HUD + lines), ["VK_LAYER_MANGOHUD_overlay_x86"]).answers

        assert answer.state is LogState.UNLOADABLE
        assert "other word size" in answer.facts[0].text

    def test_a_program_that_is_no_layer(self) -> None:
        """GameMode has no manifest to be found."""
        (answer,) = explained(read(IMPLICIT + LAYERS + DRIVERS + TAKEN + ASKED), ["gamemode"]).answers

        assert answer.state is LogState.MISSING
        assert "no layer" in answer.facts[0].text


class TestACrashAtAManifest:
    """Some releases crash on the content of a manifest, of which their last line is that they read it."""

    def test_the_manifest_is_named(self) -> None:
        """The crash follows the line on the file."""
        first = explained(read(f"{IMPLICIT}{HUD_READ}Segmentation fault (core dumped)\n"), []).facts[0]

        assert first.bad
        assert f'crashed right after the loader read "{HUD}"' in first.text
        assert f"refloader lint {HUD}" in first.change

    def test_not_if_the_loader_went_on(self) -> None:
        """A later crash has another cause."""
        text = f"{IMPLICIT}{HUD_READ}{LAYERS}{DRIVERS}{TAKEN}{ASKED}Segmentation fault (core dumped)\n"

        assert not any("crashed right" in fact.text for fact in explained(read(text), []).facts)
