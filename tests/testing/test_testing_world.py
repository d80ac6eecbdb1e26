"""The builder of scenarios for tests of layers and drivers that exist: how their files get into a scenario."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from refloader.sandbox.loader import system_loader
from refloader.testing import NotCoveredError, ScenarioError, World, observe, subject

NAME = "VK_LAYER_ACME_mine"


def manifest(folder: Path, library: object, kind: str = "layer", **more: Any) -> Path:
    """A manifest with this library_path, and a file where it leads to if it is relative."""
    folder.mkdir(parents=True, exist_ok=True)
    body = {"name": NAME, "type": "GLOBAL", "library_path": library, "api_version": "1.3.0", **more}
    path = folder / "mine.json"
    path.write_text(json.dumps({"file_format_version": "1.0.0", kind: body}, indent=3))
    return path


class TestLibraries:
    """A library comes along where the loader could not find it otherwise."""

    def test_a_relative_one_lies_as_far_from_the_manifest_as_it_did(self, tmp_path: Path) -> None:
        """The manifest stays as it is, byte for byte."""
        path = manifest(tmp_path / "share" / "layers", "../../lib/libmine.so")
        (tmp_path / "lib").mkdir()
        (tmp_path / "lib" / "libmine.so").write_bytes(b"a library")
        world = World()

        virtual = world.install_layer(path)

        files = world.scenario().files
        assert virtual == "/usr/share/vulkan/explicit_layer.d/mine.json"
        assert files[virtual] == path.read_bytes()
        assert files["/usr/share/lib/libmine.so"] == b"a library"

    def test_a_full_path_that_everybody_can_read_stays_where_it_is(self, tmp_path: Path) -> None:
        """Nothing is copied: what lies beside it would be missing."""
        world = World()

        virtual = world.install_driver(manifest(tmp_path, "/bin/sh", "ICD"))

        assert list(world.scenario().files) == [virtual]

    def test_a_full_path_that_others_cannot_read_is_copied(self, tmp_path: Path) -> None:
        """pytest's own folders are private, and loaders run as somebody else."""
        library = tmp_path / "private" / "libmine.so"
        library.parent.mkdir(mode=0o700)
        library.write_bytes(b"a library")
        world = World()

        world.install_driver(manifest(tmp_path, str(library), "ICD"))

        assert world.scenario().files[str(library)] == b"a library"

    @pytest.mark.parametrize("library", ["libmine.so", "/usr/$LIB/libmine.so"])
    def test_what_the_linker_finds_is_left_to_it(self, tmp_path: Path, library: str) -> None:
        """A bare name, or a path with a token."""
        world = World()

        world.install_driver(manifest(tmp_path, library, "ICD"))

        assert list(world.scenario().files) == ["/usr/share/vulkan/icd.d/mine.json"]

    def test_every_layer_of_a_manifest_brings_its_own(self, tmp_path: Path) -> None:
        """As manifests with ``layers`` have several."""
        layers = [{"name": f"{NAME}{number}", "library_path": f"./lib{number}.so"} for number in (1, 2)]
        path = tmp_path / "two.json"
        path.write_text(json.dumps({"file_format_version": "1.0.1", "layers": layers}))
        for number in (1, 2):
            (tmp_path / f"lib{number}.so").write_bytes(b"%d" % number)
        world = World()

        world.install_layer(path)

        folder = "/usr/share/vulkan/explicit_layer.d"
        files = world.scenario().files
        assert [files[f"{folder}/lib{number}.so"] for number in (1, 2)] == [b"1", b"2"]


class TestFolders:
    """Where a package would put it."""

    @pytest.mark.parametrize(
        ("keys", "implicit", "folder"),
        [
            ({}, None, "explicit_layer.d"),
            ({"disable_environment": {"NO_MINE": "1"}}, None, "implicit_layer.d"),
            ({"disable_environment": {"NO_MINE": "1"}}, False, "explicit_layer.d"),
            ({}, True, "implicit_layer.d"),
        ],
    )
    def test_a_layer_s(self, tmp_path: Path, keys: Any, implicit: bool | None, folder: str) -> None:
        """By what only implicit layers have, unless it is said."""
        path = manifest(tmp_path, "libmine.so", **keys)

        assert World().install_layer(path, implicit=implicit) == f"/usr/share/vulkan/{folder}/mine.json"

    def test_the_folder_that_it_lies_in_counts(self, tmp_path: Path) -> None:
        """A staging tree has it right already."""
        path = manifest(tmp_path / "implicit_layer.d", "libmine.so")

        assert World().install_layer(path) == "/usr/share/vulkan/implicit_layer.d/mine.json"


class TestRefusals:
    """What cannot be installed says why, and is no error of the loader."""

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("{", "is not JSON"),
            ("[" * 100_000, "is not JSON"),
            ("[]", "is no JSON object"),
            ("\xff", "is not JSON"),
        ],
    )
    def test_a_manifest_that_is_none(self, tmp_path: Path, text: str, why: str) -> None:
        """A test on purpose about such a file puts it there with ``file``."""
        path = tmp_path / "mine.json"
        path.write_bytes(text.encode("latin-1"))

        with pytest.raises(ScenarioError, match=why):
            World().install_layer(path)

    def test_a_library_that_is_missing(self, tmp_path: Path) -> None:
        """Most often it has not been built yet."""
        with pytest.raises(ScenarioError, match=r"libmine\.so.*No such file"):
            World().install_layer(manifest(tmp_path, "./libmine.so"))

    def test_a_manifest_that_is_missing(self, tmp_path: Path) -> None:
        """With its path."""
        with pytest.raises(ScenarioError, match=r"mine\.json.*No such file"):
            World().install_driver(tmp_path / "mine.json")

    @pytest.mark.parametrize("library", [7, None, "", {"a": 1}, "a\0b"])
    def test_a_library_path_that_is_none_is_the_manifest_s_affair(
        self, tmp_path: Path, library: object
    ) -> None:
        """The loader is to show what it does with it."""
        world = World()

        virtual = world.install_layer(manifest(tmp_path, library))

        assert list(world.scenario().files) == [virtual]


class TestWithoutPytest:
    """The functions behind the fixtures."""

    def test_a_core_and_a_world(self) -> None:
        """The prediction of one edition."""
        world = World()
        world.driver()
        world.explicit_layer(NAME)
        world.application(layers=[NAME])

        assert observe(subject("reference-2018"), world).chain == (NAME,)

    @pytest.mark.skipif(
        system_loader() is None, reason="libvulkan.so.1 is not installed (Debian: libvulkan1)"
    )
    def test_what_cannot_be_shown_is_an_error_of_its_own(self) -> None:
        """A path that the machine keeps for itself."""
        world = World()
        world.file("/proc/acme", b"")

        with pytest.raises(NotCoveredError):
            observe(subject("libvulkan.so.1"), world)


class TestRun:
    """A program of one's own runs on the machine that a test has built."""

    def test_what_it_did(self) -> None:
        """Its end, its output, and the mocks that it reached."""
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_OTHER_overlay")
        code = "import refloader; print(len(refloader.Loader('libvulkan.so.1').create_instance().physical_devices()))"
        try:
            seen = world.run([sys.executable, "-c", code])
        except NotCoveredError as why:
            pytest.skip(str(why))

        assert (seen.returncode, seen.stdout, seen.stderr) == (0, "1\n", "")
        assert (seen.chain, seen.drivers) == (("VK_LAYER_OTHER_overlay",), ("plain",))
        assert seen.violations == ()

    def test_a_program_that_is_not_there(self) -> None:
        """It is no result of the program."""
        try:
            with pytest.raises(FileNotFoundError, match="no-such-command"):
                World().run(["no-such-command"])
        except NotCoveredError as why:
            pytest.skip(str(why))

    def test_a_machine_that_no_program_can_have(self) -> None:
        """It is refused with the reason, and nothing runs."""
        world = World()
        world.elevate("setuid")

        with pytest.raises(NotCoveredError, match=r"privilege|not built"):
            world.run([sys.executable, "-c", "raise SystemExit(1)"])

    def test_modules_of_the_working_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file beside the tests with the name of a module does not take its place."""
        for name in ("refloader", "click", "json"):
            (tmp_path / f"{name}.py").write_text("raise SystemExit('canary')\n")
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
        world = World()
        world.elevate("setuid")

        with pytest.raises(NotCoveredError, match=r"privilege|not built"):
            world.run([sys.executable, "-c", ""])
