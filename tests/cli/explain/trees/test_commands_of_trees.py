"""The commands of ``explain`` and ``doctor`` for a tree or a package change nothing on the machine that asks."""

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from verbs import Run

from refloader.cli.options.of_tree import command_in
from refloader.host.machines.root import RootHost

SHARE = "usr/share/vulkan"
NAME = "VK_LAYER_ACME_other"
WRONG, RIGHT = f"{SHARE}/explicit_layers.d/other.json", f"{SHARE}/explicit_layer.d/other.json"


def manifest(path: Path) -> None:
    """An explicit layer without a library."""
    layer = {"name": NAME, "type": "GLOBAL", "api_version": "1.3.0", "implementation_version": "1"}
    layer |= {"description": "a layer", "library_path": "/usr/lib/libother.so"}
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"file_format_version": "1.0.0", "layer": layer}))


def moves(text: str) -> list[str]:
    """The lines of an output that move a file."""
    return [line.strip() for line in text.splitlines() if "mv " in line]


class TestTree:
    """A tree in whose manifest's folder a letter is too many."""

    @pytest.fixture
    def stage(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The tree, below the working folder."""
        manifest(tmp_path / "my stage" / WRONG)
        monkeypatch.chdir(tmp_path)
        return tmp_path / "my stage"

    @pytest.mark.parametrize("words", [("explain", NAME), ("doctor",)])
    def test_the_command_is_for_the_tree(self, run: Run, stage: Path, words: tuple[str, ...]) -> None:
        """A shell that runs it moves the manifest inside the tree."""
        (line,) = moves(run(*words, "--root", stage.name).stdout)

        subprocess.run(["sh", "-ec", line], check=True)

        assert " /usr" not in line
        assert (stage / RIGHT).is_file()
        assert not (stage / WRONG).exists()

    def test_as_json(self, run: Run, stage: Path) -> None:
        """The command in the JSON is the same one."""
        document = json.loads(run("explain", NAME, "--root", stage.name, "--format", "json").stdout)

        assert f"'my stage/{WRONG}'" in json.dumps(document["answers"])

    def test_words_remain(self, run: Run, stage: Path) -> None:
        """The sentence has the paths of the tree."""
        text = run("explain", NAME, "--root", stage.name).stdout

        assert f"move /{WRONG} to /{RIGHT}" in text


class TestLinks:
    """Links of a tree are followed in the tree, and never on the machine that asks."""

    def test_an_absolute_link(self, tmp_path: Path) -> None:
        """It leads to a folder of the tree."""
        (tmp_path / "data").mkdir()
        (tmp_path / "usr").symlink_to("/data")

        found = command_in(
            str(tmp_path), RootHost(str(tmp_path)), "mkdir -p /usr/share && mv /usr/a /usr/share/a"
        )

        data = tmp_path / "data"
        assert found == f"mkdir -p {data}/share && mv {data}/a {data}/share/a"

    @pytest.mark.parametrize(
        "command",
        [
            "mv /a /link/a",
            "mv /a /to/link",
            "mv /a /to/link/",
            "chmod a+rX /link",
            "printf '%s' x > /to/link",
            "gunzip /to/link",
            "mkdir -p /missing/../../../a",
            "sudo chgrp render /a && sudo chmod 660 /a",
            "mv $'/a\\012' /b",
        ],
    )
    def test_no_command(self, tmp_path: Path, command: str) -> None:
        """A link to nowhere, or to a folder of this machine; ``..``; users; and a quotation that is none for all."""
        root = tmp_path / "root"
        (root / "to").mkdir(parents=True)
        (root / "link").symlink_to(tmp_path)
        (root / "to/link").symlink_to("/")

        assert command_in(str(root), RootHost(str(root)), command) == ""

    @pytest.mark.parametrize(
        "command", ["export A='b c'", "unset VK_LAYER_PATH", "apt install mesa-vulkan-drivers", ""]
    )
    def test_others_remain(self, tmp_path: Path, command: str) -> None:
        """They change no file by its path."""
        assert command_in(str(tmp_path), RootHost(str(tmp_path)), command) == command

    @pytest.mark.parametrize("command", ["gunzip {}/a.gz", "zstd -d --rm {}/a.zst", "unxz {}/a.xz"])
    def test_what_unpacks_a_file(self, tmp_path: Path, command: str) -> None:
        """It is the file of the tree."""
        found = command_in(str(tmp_path), RootHost(str(tmp_path)), command.format(""))

        assert found == command.format(tmp_path)

    def test_the_text_of_a_link(self, tmp_path: Path) -> None:
        """It is a path in the tree."""
        found = command_in(str(tmp_path), RootHost(str(tmp_path)), "ln -sfn /opt/a /a")

        assert found == f"ln -sfn /opt/a {tmp_path}/a"


def packed(folder: Path) -> Path:
    """A package of Debian with the files of a folder."""
    if shutil.which("dpkg-deb") is None:
        pytest.skip("dpkg-deb is not installed")
    (folder / "DEBIAN").mkdir()
    control = "Package: a\nVersion: 1\nArchitecture: amd64\nMaintainer: a <a@b.c>\nDescription: x\n"
    (folder / "DEBIAN/control").write_text(control)
    path = folder.with_suffix(".deb")
    subprocess.run(["dpkg-deb", "-b", str(folder), str(path)], check=True, stdout=subprocess.DEVNULL)
    return path


class TestFourFaults:
    """A folder with a wrong name, a layer that nothing asks for, no library, and a file of its owner alone."""

    @pytest.mark.parametrize("is_package", [True, False])
    def test_one_answer_has_all(self, run: Run, tmp_path: Path, is_package: bool) -> None:
        """The sentence names each, and the change mends each."""
        manifest(tmp_path / "root" / WRONG)
        (tmp_path / "root" / WRONG).chmod(0o600)
        root = packed(tmp_path / "root") if is_package else tmp_path / "root"

        text = run("explain", NAME, "--root", str(root)).stdout

        first, change = text.splitlines()[0], next(line for line in text.splitlines() if "to make it" in line)
        assert (
            "has to be called explicit_layer.d; besides, nothing asks for it; besides, its library "
            '"/usr/lib/libother.so" is not found for 64-bit processes; besides, only its owner' in first
        )
        assert (
            f"move /{WRONG} to /{RIGHT} and set VK_INSTANCE_LAYERS={NAME} "
            f"and install a 64-bit /usr/lib/libother.so and make /{RIGHT} readable" in change
        )

    def test_a_manifest_that_all_may_read(self, run: Run, tmp_path: Path) -> None:
        """Its mode is no fault."""
        manifest(tmp_path / "root" / WRONG)
        (tmp_path / "root" / WRONG).chmod(0o644)

        assert "readable" not in run("explain", NAME, "--root", str(tmp_path / "root")).stdout


class TestPackage:
    """In a package, no command moves a file."""

    @pytest.mark.parametrize("words", [("explain", NAME), ("doctor",)])
    def test_a_package_of_debian(self, run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
        """The words say what to change."""
        manifest(tmp_path / "root" / WRONG)

        text = run(*words, "--root", str(packed(tmp_path / "root"))).stdout

        assert "explicit_layers.d/other.json" in text
        assert moves(text) == []

    def test_an_image_in_a_file(self, run: Run, tmp_path: Path) -> None:
        """It is unpacked for the answer alone."""
        manifest(tmp_path / "root" / WRONG)
        with tarfile.open(tmp_path / "image.tar", "w") as archive:
            archive.add(tmp_path / "root", ".")

        text = run("explain", NAME, "--container", str(tmp_path / "image.tar")).stdout

        assert f"move /{WRONG}" in text
        assert moves(text) == []


class TestLinkersCache:
    """Commands that read or write what belongs to the machine of the tree."""

    def test_the_cache_is_that_of_the_tree(self, tmp_path: Path) -> None:
        """``ldconfig`` with -r writes the cache of another root."""
        line = command_in(str(tmp_path), RootHost(str(tmp_path)), "sudo ldconfig")

        assert line == f"sudo ldconfig -r {tmp_path}"

    def test_a_package_has_no_cache(self) -> None:
        """Nothing of it is on this machine."""
        assert command_in(None, RootHost("/"), "sudo ldconfig") == ""

    def test_a_clone_is_that_in_the_tree(self, tmp_path: Path) -> None:
        """Its large files are fetched into the tree."""
        (tmp_path / "home/me/layers").mkdir(parents=True)

        line = command_in(str(tmp_path), RootHost(str(tmp_path)), "git -C /home/me/layers lfs pull")

        assert line == f"git -C {tmp_path}/home/me/layers lfs pull"
