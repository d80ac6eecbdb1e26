"""``refloader explain --as-loader all FILE``: a manifest, or a library, that no loader finds as it is."""

import json
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from verbs import Run

NAME = "VK_LAYER_ACME_own"
ENTRIES = [Symbol("vkGetInstanceProcAddr"), Symbol("vkGetDeviceProcAddr")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A build folder with a manifest and its library."""
    layer = {"name": NAME, "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1"}
    layer |= {"description": "a layer", "library_path": "./libown.so"}
    text = json.dumps({"file_format_version": "1.0.0", "layer": layer})
    (tmp_path / "own.json").write_text(text)
    (tmp_path / "libown.so").write_bytes(elf(ENTRIES))
    return tmp_path


def table(run: Run, *words: object) -> list[str]:
    """The lines of the table."""
    return run("explain", "--as-loader", "all", *map(str, words)).stdout.splitlines()


class TestFile:
    """The question is whether releases load this file, and not whether its folder is searched as it is."""

    @pytest.mark.parametrize("name", ["own.json", "libown.so"])
    def test_it_is_active(self, run: Run, folder: Path, name: str) -> None:
        """With the variable that the second line states."""
        lines = table(run, folder / name)

        assert lines[0] == f"{NAME}, by release of the loader"
        told = " ".join("".join(lines[1:3]).split())
        assert f"own.json, with VK_LAYER_PATH={folder}, if the" in told
        assert "  every release  active: the application asks for it" in lines

    def test_what_it_is_known_from(self, run: Run, folder: Path) -> None:
        """The end names the oldest release, and says that no library is run."""
        assert "releases from 1.1.97 on are known" in " ".join(table(run, folder / "own.json"))

    def test_without_its_library(self, run: Run, folder: Path) -> None:
        """It is active in no release."""
        (folder / "libown.so").unlink()

        text = " ".join(table(run, folder / "own.json"))

        assert "every release  not active: its library" in text

    def test_no_json(self, run: Run, folder: Path) -> None:
        """The fault is named, and not the place."""
        (folder / "own.json").write_text('{"layer": ')

        text = " ".join(table(run, folder / "own.json"))

        assert "not active" in text
        assert "it is not found" not in text

    def test_a_namesake_that_is_installed(self, run: Run, folder: Path) -> None:
        """Its switch is not that of the file."""
        share = folder / "root/usr/share/vulkan/implicit_layer.d"
        share.mkdir(parents=True)
        (folder / "root/opt").mkdir()
        inner = json.loads((folder / "own.json").read_text())["layer"]
        broken = {**inner, "library_path": "/opt/none.so"}
        (folder / "root/opt/own.json").write_text(
            json.dumps({"file_format_version": "1.0.0", "layer": broken})
        )
        (folder / "root/opt/libown.so").write_bytes(elf(ENTRIES))
        installed = {**inner, "library_path": "/opt/libown.so", "disable_environment": {"NO_OWN": "1"}}
        (share / "own.json").write_text(json.dumps({"file_format_version": "1.0.0", "layer": installed}))

        lines = table(run, "--root", folder / "root", "/opt/own.json")

        assert not any("  active" in line for line in lines)

    def test_neighbours(self, run: Run, folder: Path) -> None:
        """They are found as well, and can fail the instance."""
        (folder / "other.json").write_text("{")

        assert "and 1 other manifest there" in " ".join(" ".join(table(run, folder / "own.json")).split())

    def test_as_json(self, run: Run, folder: Path) -> None:
        """The document has the manifest and the variable."""
        words = ("explain", "--as-loader", "all", str(folder / "own.json"), "--format", "json")

        (layer,) = json.loads(run(*words).stdout)["layers"]

        assert (layer["manifest"], layer["variables"]) == (
            str(folder / "own.json"),
            {"VK_LAYER_PATH": str(folder)},
        )

    def test_a_library_without_a_manifest(self, run: Run, folder: Path) -> None:
        """Nothing is made up for it."""
        (folder / "own.json").unlink()

        assert "  every release  not active: it is not found" in table(run, folder / "libown.so")
