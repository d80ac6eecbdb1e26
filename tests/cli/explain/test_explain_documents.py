"""``refloader explain`` as a document: the page, and what the JSON says of the places."""

from pathlib import Path

import pytest
from staged import NAME, implicit
from verbs import Run, checked_json


class TestPage:
    """The explanation as an HTML page of its own."""

    def test_a_file(self, run: Run, tmp_path: Path) -> None:
        """It tells what the text tells, and exits alike."""
        implicit(tmp_path / "root", enable_environment={"ENABLE_GOOD": "1"})
        page = tmp_path / "page.html"

        result = run("explain", "--root", str(tmp_path / "root"), "--format", "html", "-o", str(page), NAME)

        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{NAME} is not active: ENABLE_GOOD is not set" in page.read_text()
        assert "<b>To make it active:</b> set ENABLE_GOOD=1" in page.read_text()

    def test_lines_of_a_staging_tree(self, run: Run, tmp_path: Path) -> None:
        """The lines are those of the manifest in the tree."""
        implicit(tmp_path, enable_environment={"ENABLE_GOOD": "1"})

        shown = run("explain", "--root", str(tmp_path), "--format", "html", NAME).stdout

        assert 'class="excerpt"' in shown
        assert "<mark>{</mark>" in shown

    def test_json_in_a_file(self, run: Run, tmp_path: Path) -> None:
        """It is what would be printed."""
        file = tmp_path / "e.json"

        printed = run("explain", "--root", str(tmp_path), "--format", "json").stdout
        run("explain", "--root", str(tmp_path), "--format", "json", "-o", str(file))

        assert file.read_text() == printed

    def test_text_goes_to_the_terminal(self, run: Run, tmp_path: Path) -> None:
        """A file for text is wrong usage."""
        result = run("explain", "-o", str(tmp_path / "x"))

        assert result.exit_code == 2
        assert "--output needs --format json or html" in result.output


class TestPlaces:
    """The JSON says where was looked, and what came of it."""

    def test_states(self, run: Run, tmp_path: Path) -> None:
        """A folder that is there, one that is not, and a file in the place of a folder."""
        implicit(tmp_path)
        (tmp_path / "etc/vulkan").mkdir(parents=True)
        (tmp_path / "etc/vulkan/implicit_layer.d").write_text("")

        document = checked_json(run("explain", "--root", str(tmp_path), "--format", "json"), "explain-1")

        states = {place["path"]: place["state"] for place in document["places"] if place["use"] == "implicit"}
        assert states["/usr/share/vulkan/implicit_layer.d"] == "read"
        assert states["/etc/vulkan/implicit_layer.d"] == "not a folder"
        assert states["/etc/xdg/vulkan/implicit_layer.d"] == "missing"

    def test_whom_a_remark_is_about(self, run: Run, tmp_path: Path) -> None:
        """A reason names its subject, as a place that a variable lists and nobody has."""
        words = ("explain", "--root", str(tmp_path), "--format", "json", "--env", "VK_LAYER_PATH=/gone")

        document = checked_json(run(*words), "explain-1")

        assert "/gone" in [reason["subject"] for reason in document["reasons"]]


class TestOddSettings:
    """A settings file that nobody can use is a finding, in every document."""

    @pytest.mark.parametrize(
        "text", ['{"settings": {}}', '{"settings": {"layers": [1]}}', '{"settings": []}']
    )
    @pytest.mark.parametrize("shape", ["text", "json", "html"])
    def test_it_is_named(self, run: Run, tmp_path: Path, text: str, shape: str) -> None:
        """With the rule on settings files, and the explanation is there all the same."""
        folder = tmp_path / "etc/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        (folder / "vk_loader_settings.json").write_text(text)

        result = run("explain", "-v", "--root", str(tmp_path), "--format", shape)

        assert result.exit_code == 1
        assert "SETTINGS-05" in result.stdout
