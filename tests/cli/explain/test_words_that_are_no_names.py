"""``refloader explain`` for words that people ask with and that are no name of a layer or a driver here."""

import json
from pathlib import Path
from typing import Any

import pytest
from staged import driver, explicit, library
from verbs import Run, checked_json, manifest

HOME = "/home/ann"
SETTINGS = f"{HOME}/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"
OFF = {"name": "VK_LAYER_TEST_good", "path": "/usr/share/vulkan/explicit_layer.d/good.json", "control": "off"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a driver and a layer."""
    root = tmp_path / "root"
    driver(root)
    explicit(root)
    library(root, "libVkLayer_good.so")
    return root


def answer(run: Run, root: Path, word: str, *options: str) -> tuple[dict[str, Any], int]:
    """The first answer, and the exit code."""
    result = run("explain", "--root", str(root), "--env", f"HOME={HOME}", "--format", "json", *options, word)
    return checked_json(result, "explain-1")["answers"][0], result.exit_code


def overlay(root: Path, name: str, file: str) -> None:
    """Write the manifest of an overlay, and its library."""
    library(root, f"lib{file}.so")
    off = {"NO_OVERLAY": "1"}
    folder = root / "usr/share/vulkan/implicit_layer.d"
    manifest(folder, f"{file}.json", layer_name=name, library_path=f"lib{file}.so", disable_environment=off)


class TestBlanks:
    """A name is asked for with blanks between its words."""

    @pytest.mark.parametrize(
        "word", ["steam overlay", "Steam-Overlay", "valve steam overlay", "VK_LAYER_VALVE steam overlay_64"]
    )
    def test_a_layer_that_is_there(self, run: Run, root: Path, word: str) -> None:
        """The blanks stand for "_"."""
        overlay(root, "VK_LAYER_VALVE_steam_overlay_64", "steamoverlay")
        overlay(root, "VK_LAYER_MESA_overlay", "mesaoverlay")

        found, code = answer(run, root, word)

        assert (found["subject"], found["state"]) == ("VK_LAYER_VALVE_steam_overlay_64", "active")
        assert code == 0

    def test_a_name_with_a_hyphen_comes_first(self, run: Run, root: Path) -> None:
        """What is written as the layer is called means that layer."""
        overlay(root, "VK_LAYER_TEST_my_hud", "other")
        overlay(root, "VK_LAYER_TEST_my-hud", "mine")

        assert answer(run, root, "my-hud")[0]["subject"] == "VK_LAYER_TEST_my-hud"

    @pytest.mark.parametrize("word", ["VK_LAYER_TEST_good VK_LAYER_TEST_hud", "-", "good bad"])
    def test_other_words_with_blanks_mean_no_one_layer(self, run: Run, root: Path, word: str) -> None:
        """They are several names, or none."""
        overlay(root, "VK_LAYER_TEST_hud", "hud")

        found, _ = answer(run, root, word, "--")

        assert found["state"] in ("not found", "not active")

    def test_another_overlay_is_not_taken_for_steams(self, run: Run, root: Path) -> None:
        """What is meant is not here, and no other layer is proposed."""
        overlay(root, "VK_LAYER_MESA_overlay", "mesaoverlay")

        found, code = answer(run, root, "steam overlay")

        assert found["state"] == "not found"
        assert "VK_LAYER_VALVE_steam_overlay_64" in found["why"]
        assert "similar" not in found["why"]
        assert "nearest" not in found["change_text"]
        assert code == 1

    def test_a_misspelt_name_of_no_well_known_layer_has_its_likes(self, run: Run, root: Path) -> None:
        """A layer of a like name is proposed as ever."""
        overlay(root, "VK_LAYER_MESA_overlay", "mesaoverlay")

        found, _ = answer(run, root, "messa overlay")

        assert "similar names: VK_LAYER_MESA_overlay" in found["why"]


class TestKinds:
    """The word is the name of another thing."""

    def test_an_extension(self, run: Run, root: Path) -> None:
        """It is said what has extensions."""
        found, _ = answer(run, root, "VK_KHR_surface")

        assert "it is called as extensions are" in found["why"]

    def test_an_extension_of_a_layer(self, run: Run, root: Path) -> None:
        """The layer is named whose manifest lists it."""
        folder, one = root / "usr/share/vulkan/explicit_layer.d", {"name": "VK_EXT_x", "spec_version": "1"}
        manifest(folder, "x.json", layer_name="VK_LAYER_TEST_x", device_extensions=[one])

        found, _ = answer(run, root, "VK_EXT_x")

        assert found["why"].endswith("the manifest of VK_LAYER_TEST_x lists it")

    def test_a_variable_is_no_extension(self, run: Run, root: Path) -> None:
        """The names of variables begin in the same way."""
        found, _ = answer(run, root, "VK_ICD_FILENAMES")

        assert "extension" not in found["why"]

    def test_amdvlk_is_no_driver_of_mesas(self, run: Run, root: Path) -> None:
        """It is not proposed to install it."""
        found, _ = answer(run, root, "amdvlk")

        assert "AMD makes no new release of it" in found["change_text"]
        assert "Mesa's driver amd" not in found["change_text"]

    def test_a_start_file_that_is_not_there(self, run: Run, root: Path) -> None:
        """The folders are named in which it would be."""
        found, _ = answer(run, root, "cad.desktop")

        assert found["why"].startswith("no file of that name is in /home/ann/.local/share/applications, ")

    @pytest.mark.parametrize("word", ["cad.desktop", "/usr/share/applications/cad.desktop"])
    def test_a_start_file(self, run: Run, root: Path, word: str) -> None:
        """What it sets for loaders is said."""
        folder = root / "usr/share/applications"
        folder.mkdir(parents=True)
        (folder / "cad.desktop").write_text("[Desktop Entry]\nExec=env DISABLE_MANGOHUD=1 cad %f\n")

        found, code = answer(run, root, word)

        assert "starts a program, with DISABLE_MANGOHUD=1" in found["why"]
        assert found["state"] == "not used"
        assert found["change_text"] == ""
        assert code == 1


class TestSettings:
    """The loader's settings file is asked for by its name or its path."""

    @staticmethod
    def settings(root: Path, path: str = SETTINGS, **keys: Any) -> None:
        """Write one."""
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"file_format_version": "1.0.0", "settings": {"layers": [OFF], **keys}}))

    @pytest.mark.parametrize("word", ["vk_loader_settings.json", SETTINGS])
    def test_it_is_used(self, run: Run, root: Path, word: str) -> None:
        """What it says of layers is shown, and nothing is missing."""
        self.settings(root)

        found, code = answer(run, root, word)

        assert (found["state"], code) == ("used", 0)
        assert found["why"].endswith(" has VK_LAYER_TEST_good (off)")
        assert found["off"] == [f"remove {SETTINGS}"]

    def test_there_is_none(self, run: Run, root: Path) -> None:
        """None is needed."""
        found, code = answer(run, root, "vk_loader_settings.json")

        assert (found["state"], code) == ("not found", 1)
        assert "none is needed" in found["why"]

    def test_it_is_for_other_programs(self, run: Run, root: Path) -> None:
        """Its settings are those of a program by its path."""
        self.settings(root, app_keys=["/usr/bin/cad"])

        assert answer(run, root, SETTINGS)[0]["why"].endswith("has no settings for this program")
        assert answer(run, root, SETTINGS, "--app", "/usr/bin/cad")[0]["state"] == "used"

    @pytest.mark.parametrize("word", ["vk_loader_settings.json", SETTINGS])
    def test_an_old_release_reads_none(self, run: Run, root: Path, word: str) -> None:
        """It is for later ones."""
        self.settings(root)

        found, code = answer(run, root, word, "--as-loader", "1.3.239")

        assert (found["state"], code) == ("not used", 1)
        assert found["why"].startswith("this release reads no settings file")

    def test_it_lies_elsewhere(self, run: Run, root: Path) -> None:
        """No loader looks for one there."""
        self.settings(root, "/opt/vk_loader_settings.json")

        found, _ = answer(run, root, "/opt/vk_loader_settings.json")

        assert found["state"] == "not used"
        assert found["why"] == "no loader looks for one there"

    def test_another_comes_first(self, run: Run, root: Path) -> None:
        """A loader reads the first one."""
        second = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"
        self.settings(root)
        self.settings(root, second)

        found, _ = answer(run, root, second)

        assert (found["state"], found["why"]) == ("not used", f'"{SETTINGS}" comes first')

    def test_a_damaged_one_is_to_be_mended(self, run: Run, root: Path) -> None:
        """It is not said to be used."""
        self.settings(root)
        file = root / SETTINGS.lstrip("/")
        file.write_text(file.read_text()[:-3])

        assert "is not valid JSON" in answer(run, root, SETTINGS)[0]["why"]
