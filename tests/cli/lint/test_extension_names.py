"""Extensions that a layer lists, by their names: a registered one, a vendor's own, and one that is misspelt."""

import json
from pathlib import Path

import pytest
from verbs import Run


def manifest(folder: Path, key: str, *names: str) -> str:
    """Write the manifest of a layer that lists some extensions, and return its path."""
    listed = [{"name": name, "spec_version": "1", "entrypoints": []} for name in names]
    if key == "instance_extensions":
        listed = [{k: v for k, v in each.items() if k != "entrypoints"} for each in listed]
    layer = {
        "name": "VK_LAYER_ACME_probe",
        "type": "GLOBAL",
        "library_path": "libprobe.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "a probe",
        key: listed,
    }
    file = folder / "probe.json"
    file.write_text(json.dumps({"file_format_version": "1.2.0", "layer": layer}, indent=1))
    return str(file)


class TestMisspelt:
    """A name that is nearly a registered one of the same author must be meant for it: that is a warning."""

    @pytest.mark.parametrize(
        ("key", "name", "right"),
        [
            ("device_extensions", "VK_EXT_toolinginfo", "VK_EXT_tooling_info"),
            ("instance_extensions", "VK_EXT_debug_util", "VK_EXT_debug_utils"),
            ("instance_extensions", "VK_EXT_Debug_Utils", "VK_EXT_debug_utils"),
            ("device_extensions", "VK_KHR_swap_chain", "VK_KHR_swapchain"),
        ],
    )
    def test_is_a_warning(self, run: Run, tmp_path: Path, key: str, name: str, right: str) -> None:
        """The finding stands at the name, and the fix is the registered one."""
        text = run("lint", "--no-libraries", manifest(tmp_path, key, name)).stdout

        assert f'"{name}" in "{key}" is no registered extension; {right} is one\n    fix: {right}\n' in text
        assert "1 warning" in text


class TestOthers:
    """Registered names are right, and so are a vendor's own; KHR and EXT are of no vendor."""

    @pytest.mark.parametrize(
        "name", ["VK_EXT_debug_utils", "VK_EXT_debug_report", "VK_EXT_validation_features", "VK_KHR_surface"]
    )
    def test_a_registered_one(self, run: Run, tmp_path: Path, name: str) -> None:
        """Nothing is said of it."""
        text = run(
            "lint", "--no-libraries", "--notes", manifest(tmp_path, "instance_extensions", name)
        ).stdout

        assert "registered extension" not in text

    @pytest.mark.parametrize("name", ["VK_ACME_probe", "VK_KHX_surface", "VK_LAYER_ACME_own", "own"])
    def test_of_a_vendor(self, run: Run, tmp_path: Path, name: str) -> None:
        """Nothing is said of it."""
        text = run("lint", "--no-libraries", "--notes", manifest(tmp_path, "device_extensions", name)).stdout

        assert "registered extension" not in text

    @pytest.mark.parametrize("name", ["VK_KHR_probe", "VK_EXT_acme_hud"])
    def test_of_no_vendor(self, run: Run, tmp_path: Path, name: str) -> None:
        """A note, and no fix: the registry that refloader has may be older than the extension."""
        text = run("lint", "--no-libraries", "--notes", manifest(tmp_path, "device_extensions", name)).stdout

        assert f'note MANIFEST-LAYER-15: "{name}" in "device_extensions" is no registered extension\n' in text
        assert "0 warnings" in text
