"""``lint --root`` that is given a folder which is not the root of a tree."""

import json
import shlex
from pathlib import Path

import pytest
from verbs import Run

from refloader.host import shell

LAYER = {
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_ACME_trace",
        "type": "GLOBAL",
        "library_path": "libtrace.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "a trace",
    },
}
PLACE = "usr/share/vulkan/explicit_layer.d"


def write(path: Path, text: str = "") -> None:
    """Write a file, by default a manifest."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text or json.dumps(LAYER))


def test_the_folder_that_is_meant_is_named_first(run: Run, tmp_path: Path) -> None:
    """The command line judges it instead."""
    write(tmp_path / "pkg-1.0" / PLACE / "trace.json")

    result = run("lint", "--root", str(tmp_path), "--no-libraries")

    first = result.stdout.splitlines()[0]
    assert "is not the root of a tree" in first
    assert first.endswith(shell.line(["refloader", "lint", "--root", str(tmp_path / "pkg-1.0")]))
    again = run(*shlex.split(first.partition("refloader ")[2]), "--no-libraries")
    assert again.exit_code == 0
    assert "root of a tree" not in again.stdout


@pytest.mark.parametrize("given", ["usr", "usr/local"])
def test_the_usr_of_a_tree_is_its_usr(given: str, run: Run, tmp_path: Path) -> None:
    """What lies in it is judged as it lies in the tree."""
    write(tmp_path / given / "share/vulkan/explicit_layer.d/trace.json")

    result = run("lint", "--root", str(tmp_path / given), "--notes")

    assert "root of a tree" not in result.output
    assert result.stdout.startswith(f"/{given}/share/vulkan/explicit_layer.d/trace.json:1:")


def test_the_folder_with_the_folders_of_manifests(run: Run, tmp_path: Path) -> None:
    """That is no root, although it has all the manifests: nothing in it would be judged."""
    write(tmp_path / PLACE / "trace.json")

    result = run("lint", "--root", str(tmp_path / PLACE).rpartition("/")[0], "--no-libraries")

    line = shell.line(["refloader", "lint", str(tmp_path / PLACE)])
    assert f"is not the root of a tree: it is the vulkan folder of one: {line}\n" in result.output


def test_a_template_is_named_where_nothing_is_installed(run: Run, tmp_path: Path) -> None:
    """A source tree has what the build makes a manifest of."""
    write(tmp_path / "data/VkLayer_acme.json.in", "{}")

    result = run("lint", "--root", str(tmp_path))

    assert "/data/VkLayer_acme.json.in" in result.output
    assert "DESTDIR" in result.output
    assert result.exit_code == 2


@pytest.mark.parametrize("place", [PLACE, "etc/vulkan/implicit_layer.d", "usr/local/share/vulkan/icd.d"])
def test_a_root_is_none_of_these(place: str, run: Run, tmp_path: Path) -> None:
    """Whatever else lies in it."""
    write(tmp_path / place / "trace.json")
    write(tmp_path / "share/vulkan/explicit_layer.d/other.json")
    write(tmp_path / "src/layer.json.in", "{}")

    result = run("lint", "--root", str(tmp_path), "--no-libraries")

    assert "root of a tree" not in result.output
    assert "template" not in result.output


def test_other_formats_stay_what_they_are(run: Run, tmp_path: Path) -> None:
    """Tools read them."""
    write(tmp_path / PLACE / "trace.json")

    result = run("lint", "--root", str(tmp_path / "usr"), "--no-libraries", "--format", "json")

    assert json.loads(result.stdout)["files"] == 1


def test_nothing_is_installed_in_it(run: Run, tmp_path: Path) -> None:
    """The folder is named, and what a root is."""
    result = run("lint", "--root", str(tmp_path))

    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert f"no manifest is found in {tmp_path}; name the folder that stands for /" in told
