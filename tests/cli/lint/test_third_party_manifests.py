"""Manifests as other people's products ship them, and faults as people make them: what lint says of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from elf_files import Symbol, elf
from verbs import Run, checked_json


def layer(**changed: Any) -> dict[str, Any]:
    """A layer's manifest with other values; None leaves a key out."""
    entry = {
        "name": "VK_LAYER_ACME_hud",
        "type": "GLOBAL",
        "library_path": "libhud.so",
        "api_version": "1.3.250",
        "implementation_version": "1",
        "description": "a head-up display",
    }
    entry = {key: value for key, value in {**entry, **changed}.items() if value is not None}
    return {"file_format_version": "1.1.2", "layer": entry}


def found(run: Run, folder: Path, text: str | bytes, *, name: str = "hud.json") -> list[tuple[str, str, str]]:
    """Lint one file of a folder: rule, severity and message of each finding that is no note."""
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    document = checked_json(run("lint", "--format", "json", str(folder)), "lint-1")
    told = [(each["rule"], each["severity"], each["message"]) for each in document["findings"]]
    return [each for each in told if each[1] != "note"]


class TestRight:
    """What works in the field draws no false finding."""

    @pytest.mark.parametrize(("bare", "errors"), [(True, []), (False, ["MANIFEST-LAYER-09"])])
    def test_a_bare_name_for_the_other_word_size(
        self, run: Run, tmp_path: Path, bare: bool, errors: list[str]
    ) -> None:
        """The linker of 32-bit programs passes over a 64-bit library of that name; a path leads to that one file."""
        library = tmp_path / "usr/lib/x86_64-linux-gnu/libhud.so"
        library.parent.mkdir(parents=True)
        library.write_bytes(elf([Symbol("vkNegotiateLoaderLayerInterfaceVersion")]))
        folder = tmp_path / "usr/share/vulkan/explicit_layer.d"
        folder.mkdir(parents=True)
        path = "libhud.so" if bare else "/usr/lib/x86_64-linux-gnu/libhud.so"
        manifest = layer(library_path=path, library_arch="32")
        (folder / "hud.json").write_text(json.dumps({**manifest, "file_format_version": "1.2.1"}))
        found = checked_json(run("lint", "--root", str(tmp_path), "--format", "json"), "lint-1")["findings"]

        assert [each["rule"] for each in found if each["severity"] == "error"] == errors
        assert bare is any("is not for programs of its library_arch" in each["message"] for each in found)

    def test_a_swapchain_without_what_vulkan_1_1_adds(self, run: Run, tmp_path: Path) -> None:
        """VK_KHR_swapchain adds the commands on device groups only beside another extension or version."""
        commands = [
            "CreateSwapchain",
            "DestroySwapchain",
            "GetSwapchainImages",
            "AcquireNextImage",
            "QueuePresent",
        ]
        element = {
            "name": "VK_KHR_swapchain",
            "spec_version": "70",
            "entrypoints": [f"vk{each}KHR" for each in commands],
        }

        assert found(run, tmp_path, json.dumps(layer(device_extensions=[element]))) == []

    def test_an_explicit_layer_with_early_functions(self, run: Run, tmp_path: Path) -> None:
        """Functions before the instance do not make a layer an implicit one, which would need a variable."""
        early = {"vkEnumerateInstanceVersion": "early"}

        assert found(run, tmp_path, json.dumps(layer(pre_instance_functions=early))) == []

    @pytest.mark.parametrize(("name", "rule"), [("VK_LAYER_hud", "02"), ("VK_LAYER_ACME", "03")])
    def test_a_name_of_one_part_is_one_finding(self, run: Run, tmp_path: Path, name: str, rule: str) -> None:
        """The vendor and the name of its own are not missed one by one."""
        fact = f'"{name}" has one part behind VK_LAYER_; a vendor and a name are wanted'

        assert found(run, tmp_path, json.dumps(layer(name=name))) == [
            (f"NAMING-LAYER-{rule}", "warning", fact)
        ]

    def test_a_driver_of_macos(self, run: Run, tmp_path: Path) -> None:
        """The fix names the option for manifests of that system."""
        icd = {"library_path": "../lib/libMoltenVK.dylib", "api_version": "1.4.0"}
        (tmp_path / "icd.json").write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))

        text = run("lint", str(tmp_path / "icd.json")).stdout

        assert "fix: a name that ends in .so, or for a manifest of macOS: --os macos\n" in text


class TestFaults:
    """One fault each, in a folder with any name."""

    @pytest.mark.parametrize(
        ("path", "why"),
        [
            ("~/lib/libhud.so", "no loader replaces ~, as shells do: it is taken for the name of a folder"),
            (
                "$HOME/lib/libhud.so",
                "no loader replaces $HOME, as shells do: it is taken for the name of a folder",
            ),
            ("file:///usr/lib/libhud.so", "library_path is a path, and no loader takes a URL"),
            (
                "%ProgramFiles%/libhud.so",
                "no loader replaces %ProgramFiles%, as command lines do: it is taken for a name",
            ),
            ("@LIB_DIR@/libhud.so", "@LIB_DIR@ is a placeholder that was not filled in"),
            ("'/usr/lib/libhud.so'", "the quotation marks inside of the string count as a part of the name"),
            (
                "/nowhere/libhud.so ",
                "a blank or a line break before or behind it counts as a part of the name",
            ),
        ],
    )
    def test_a_path_that_no_loader_understands(self, run: Run, tmp_path: Path, path: str, why: str) -> None:
        """The finding on the missing library says why it is not there."""
        told = found(run, tmp_path, json.dumps(layer(library_path=path)))

        assert any(rule == "LLP_LAYER_20" and message.endswith(f"; {why}") for rule, _, message in told)

    @pytest.mark.parametrize("path", ["/nowhere/$LIB/libhud.so", "/nowhere/libhud.so"])
    def test_tokens_of_the_linker_and_plain_paths_are_understood(
        self, run: Run, tmp_path: Path, path: str
    ) -> None:
        """Nothing but that the library is not there."""
        told = found(run, tmp_path, json.dumps(layer(library_path=path)))

        assert [message.endswith("is not there") for _, _, message in told] == [True]

    def test_single_quotes_are_one_finding(self, run: Run, tmp_path: Path) -> None:
        """In a folder, too, such a file is like a manifest, and the first quote stands for all."""
        told = found(run, tmp_path, json.dumps(layer()).replace('"', "'"))

        assert [message for rule, _, message in told if rule == "LLP_LAYER_6"] == [
            'single quotes: the string "file_format_version" is in single quotes; RFC 8259 section 7 has only double '
            "quotes (the first of 15)"
        ]

    def test_an_object_in_small_letters_is_a_drivers(self, run: Run, tmp_path: Path) -> None:
        """It was taken for a layer's manifest without a layer, and passed over in folders."""
        icd = {"library_path": "libvulkan_acme.so", "api_version": "1.3.250"}
        text = json.dumps({"file_format_version": "1.0.0", "icd": icd})

        fact = 'the required key "ICD" is missing; "icd" is written instead'
        assert found(run, tmp_path, text) == [("MANIFEST-ICD-02", "error", fact)]

    def test_a_text_of_utf_16_is_not_passed_over(self, run: Run, tmp_path: Path) -> None:
        """Editors of Windows write such."""
        told = found(run, tmp_path, json.dumps(layer()).encode("utf-16"))

        assert "LLP_LAYER_6" in [rule for rule, _, _ in told]

    def test_a_settings_file_in_a_folder_is_checked(self, run: Run, tmp_path: Path) -> None:
        """Its name says what it is."""
        listed = {"name": "VK_LAYER_ACME_hud", "path": "/opt/hud.json", "control": "enabled"}
        text = json.dumps({"file_format_version": "1.0.0", "settings": {"layers": [listed]}})

        told = found(run, tmp_path, text, name="vk_loader_settings.json")

        assert told == [("SETTINGS-05", "warning", '"control" is "enabled"')]

    @pytest.mark.parametrize("value", [{"runtime": {"library_path": "a.so"}}, "icd", "Layer"])
    def test_other_files_are_passed_over(self, run: Run, tmp_path: Path, value: Any) -> None:
        """OpenXR's manifests, and texts that name a key."""
        (tmp_path / "right.json").write_text(json.dumps(layer()))
        document = value if isinstance(value, dict) else {"note": value}

        assert found(run, tmp_path, json.dumps({"file_format_version": "1.0.0", **document})) == []
