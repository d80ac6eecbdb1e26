"""Manifests of a driver and of layers in one file, as vendors of graphics drivers ship them."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from verbs import Run

ICD = {"library_path": "libacme.so", "api_version": "1.3.0"}
LAYER = {
    "name": "VK_LAYER_ACME_switchable_graphics",
    "type": "GLOBAL",
    "library_path": "libacme.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "switches graphics",
    "disable_environment": {"DISABLE_ACME": "1"},
}


def both(path: Path, layer: Mapping[str, object]) -> str:
    """Write a manifest of a driver and a layer; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": ICD, "layer": layer}, indent=1))
    return str(path)


class TestBesideEachOther:
    """A file that may be meant for both kinds of folders is judged as both; in a folder, as what counts there."""

    def test_both_are_judged_where_no_folder_decides(self, run: Run, tmp_path: Path) -> None:
        """A required field of the layer is missing."""
        broken = {key: value for key, value in LAYER.items() if key != "api_version"}

        result = run("lint", both(tmp_path / "acme.json", broken))

        assert result.exit_code == 1
        assert '"api_version"' in result.stdout

    def test_a_whole_one_has_no_error(self, run: Run, tmp_path: Path) -> None:
        """The form is that of real drivers."""
        result = run("lint", both(tmp_path / "acme.json", LAYER))

        assert result.exit_code == 0

    def test_a_layer_among_drivers_has_no_effect(self, run: Run, tmp_path: Path) -> None:
        """A note says where it would count; what is wrong in it is of no consequence."""
        both(tmp_path / "etc/vulkan/icd.d/acme.json", {"name": "VK_LAYER_ACME_half"})

        result = run("lint", "--root", str(tmp_path), "--notes")

        assert 'only the driver of this file, as "layer" counts in implicit_layer.d' in result.stdout
        assert "error" not in result.stdout.replace("0 errors", "")

    def test_a_driver_among_layers_has_no_effect(self, run: Run, tmp_path: Path) -> None:
        """The same the other way round."""
        both(tmp_path / "etc/vulkan/implicit_layer.d/acme.json", LAYER)

        result = run("lint", "--root", str(tmp_path), "--notes")

        assert 'only the layer of this file, as "ICD" counts in icd.d alone' in result.stdout

    def test_a_copy_is_there(self, run: Run, tmp_path: Path) -> None:
        """Vendors install the file in both folders: nothing is to be done."""
        both(tmp_path / "etc/vulkan/implicit_layer.d/acme.json", LAYER)
        both(tmp_path / "etc/vulkan/icd.d/acme.json", LAYER)

        result = run("lint", "--root", str(tmp_path), "--notes")

        assert "of this file" not in result.stdout

    @pytest.mark.parametrize(
        ("folder", "parts"),
        [
            ("implicit_layer.d", {"ICD": None, "layer": LAYER}),
            ("implicit_layer.d", {"ICD": {}, "layer": LAYER}),
            ("icd.d", {"ICD": ICD, "layers": []}),
            ("icd.d", {"ICD": ICD, "layer": {"name": 1}}),
        ],
    )
    def test_what_would_be_none_in_another_folder(
        self, run: Run, tmp_path: Path, folder: str, parts: dict[str, object]
    ) -> None:
        """No copy is proposed that would be invalid."""
        path = tmp_path / "etc/vulkan" / folder / "acme.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"file_format_version": "1.0.0", **parts}))

        result = run("lint", "--root", str(tmp_path), "--notes")

        assert "of this file" not in result.stdout

    def test_the_key_is_called_as_in_the_file(self, run: Run, tmp_path: Path) -> None:
        """Several layers are in "layers"."""
        path = tmp_path / "etc/vulkan/icd.d/acme.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": ICD, "layers": [LAYER]}))

        result = run("lint", "--root", str(tmp_path), "--notes")

        assert 'as "layers" counts in implicit_layer.d' in result.stdout

    def test_windows_names_each_file_by_a_value(self, run: Run, tmp_path: Path) -> None:
        """No folder decides there."""
        result = run("lint", "--os", "windows", "--notes", both(tmp_path / "icd.d/acme.json", LAYER))

        assert "of this file" not in result.stdout
