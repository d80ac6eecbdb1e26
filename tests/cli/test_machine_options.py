"""The options that say which machine is judged: what they imply, and what makes no sense."""

import json
import sys
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from verbs import Run, manifest

from refloader.cli.options.machine import Machine
from refloader.cli.options.machine_host import host_of, made_of, system_of, this_system
from refloader.host.port import Kind
from refloader.model.system import System

TREES = Path(__file__).resolve().parent.parent.parent / "fixtures" / "trees"
REG = str(TREES.parent / "registry" / "sdk.reg")


@pytest.mark.parametrize(
    ("machine", "system"),
    [
        (Machine(), this_system()),
        (Machine(exports=("x.reg",)), System.WINDOWS),
        (Machine(hives=("SOFTWARE",)), System.WINDOWS),
        (Machine(packages=("C:\\x",)), System.WINDOWS),
        (Machine(bundle="/A.app"), System.MACOS),
        (Machine(app_libraries=("/lib",)), System.ANDROID),
        (Machine(debuggable=False), System.ANDROID),
        (Machine(system="fuchsia"), System.FUCHSIA),
        (Machine(root=str(TREES / "windows" / "C")), System.WINDOWS),
        (Machine(root=str(TREES)), this_system()),
    ],
)
def test_the_system_that_is_meant(machine: Machine, system: System) -> None:
    """--os says it, or an option of one system, or the files of a folder."""
    assert system_of(machine) is system


@pytest.mark.skipif(this_system() is not System.LINUX, reason="it is about other systems than Linux")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--os", "linux", "--reg", REG), "--reg is for Windows, and --os says linux"),
        (("--bundle", "/A.app", "--reg", REG), "--reg is for Windows and --bundle for macOS"),
        (("--os", "windows"), "give --reg FILE"),
        (("--os", "macos"), "give --root DIR"),
        (("--os", "android"), "this is Linux"),
        (("--reg", "/nowhere.reg"), "--reg: /nowhere.reg is not a file"),
        (("--hive", "/nowhere"), "--hive: /nowhere is not a file"),
        (("--hive", REG), "is no hive; an export of the registry goes with --reg"),
        (("--root", "/nowhere"), "neither a folder nor a package"),
        (("--root", "/", "--map", "x"), "--map:"),
        (("--map", "/app=/"), "--map needs --root"),
        (("--snapshot", "x", "--root", "/"), "leave out --root"),
        (("--snapshot", "/nowhere"), "--snapshot:"),
        (("--env", "=x"), "names no variable"),
        (("--package", "layer.deb"), "--package is for Windows, and this is Linux"),
        (("--debuggable",), "--debuggable is for Android, and this is Linux"),
        (("--app", ""), "--app is empty"),
        (("--request", "VK_LAYER_TEST_a", "--request", " "), "--request is empty"),
    ],
)
def test_wrong_usage(run: Run, words: tuple[str, ...], said: str) -> None:
    """Exit code 2, and one sentence that says what to do."""
    result = run("explain", *words)

    assert result.exit_code == 2
    assert said in result.stderr


class TestHosts:
    """What becomes of the options."""

    def test_an_export_alone(self) -> None:
        """Its registry is known, and no file is."""
        made = made_of(Machine(exports=(REG,), elevated=True, bits="32", env=("A=1",), app="C:\\x.exe"))

        platform = made.host.platform()
        assert platform.registry is not None
        assert made.host.kind("C:\\x") is Kind.UNKNOWN
        assert (made.host.elevated(), made.host.word_size()) == (True, 32)
        assert (dict(made.host.variables()), made.host.executable()) == ({"A": "1"}, "C:\\x.exe")

    def test_a_folder_of_windows(self) -> None:
        """Files are found by their paths there; of its registry nothing is known, which is said."""
        made = made_of(Machine(system="windows", root=str(TREES / "windows")))

        assert made.host.kind("c:/vulkansdk") is Kind.FOLDER
        assert made.host.platform().registry is None
        assert any("--reg FILE" in note for note in made.notes)

    @pytest.mark.parametrize(
        ("machine", "option"),
        [
            (Machine(root=str(TREES / "macos"), bundle="/Nowhere.app"), "--bundle"),
            (Machine(root=str(TREES / "macos"), app_libraries=("/nowhere",)), "--app-libraries"),
            (Machine(root=str(TREES / "windows"), packages=("C:\\Nowhere",)), "--package"),
        ],
    )
    def test_folders_that_are_not_there(self, machine: Machine, option: str) -> None:
        """A folder that an option names and the tree does not have is told."""
        assert any(note.startswith(f"{option}: there is no folder") for note in made_of(machine).notes)

    @pytest.mark.skipif(this_system() is not System.LINUX, reason="it is about a program of this machine")
    def test_a_program_that_is_not_there(self) -> None:
        """A mistyped program is named: whether it has privileges of its own, say, was not looked at."""
        assert any(
            note.startswith("--app: there is no /no/game here")
            for note in made_of(Machine(app="/no/game")).notes
        )
        assert not any(
            note.startswith("--app: there is no") for note in made_of(Machine(app=sys.executable)).notes
        )

    def test_a_file_that_is_no_export(self, tmp_path: Path) -> None:
        """Nothing is known of a registry that is read from another file, which is said."""
        other = tmp_path / "layer.json"
        other.write_text('{"layer": {}}', encoding="utf-8")

        assert any(
            "does not begin as an export" in note for note in made_of(Machine(exports=(str(other),))).notes
        )
        assert not made_of(Machine(exports=(REG,))).notes

    def test_a_guess_is_told(self) -> None:
        """Who meant another system is told how to say so."""
        assert any("give --os" in note for note in made_of(Machine(root=str(TREES / "windows" / "C"))).notes)

    @pytest.mark.parametrize(
        ("app", "bundle"),
        [
            ("/Applications/G.app/Contents/MacOS/G", "/Applications/G.app"),
            ("/Applications/G.app/Contents/MacOS/x/G", ""),
            ("/opt/G", ""),
        ],
    )
    def test_a_bundle_follows_from_the_program(self, app: str, bundle: str) -> None:
        """Only where the program lies as in a bundle."""
        host = host_of(Machine(system="macos", root=str(TREES / "macos"), app=app))

        assert host.platform().bundle == bundle

    def test_files_of_this_machine(self, tmp_path: Path) -> None:
        """A verb that judges files takes them for whatever system, with its paths."""
        (tmp_path / "Layer.json").write_text("x")

        host = host_of(Machine(system="windows"), of_files=True)

        assert host.platform().system is System.WINDOWS
        assert host.kind(f"{tmp_path}\\layer.JSON") is Kind.FILE
        assert host.kind(f"{tmp_path}\\other.json") is Kind.MISSING
        assert host.kind(f"{tmp_path}\\no\0thing") is Kind.MISSING

    def test_lint_of_files_for_windows(self, run: Run, tmp_path: Path) -> None:
        """A library beside its manifest is found by a backslash, and paths are told as they were given."""
        text = (TREES / "windows/C/VulkanSDK/1.3.290.0/Bin/VkLayer_monitor.json").read_text()
        (tmp_path / "x.json").write_text(text)

        result = run("lint", "--os", "windows", str(tmp_path))

        assert f"{tmp_path}/x.json:6:21: " in result.stdout
        assert "is not there" in result.stdout

    @pytest.mark.parametrize(
        ("system", "bare", "full"),
        [("windows", "x.dll", "C:\\Acme\\x.dll"), ("macos", "x.dylib", "/opt/x.dylib")],
    )
    def test_files_of_another_machine_are_not_missed(
        self, run: Run, tmp_path: Path, system: str, bare: str, full: str
    ) -> None:
        """What a full path leads to there is not known here, and a bare name neither; this is no error."""
        manifest(tmp_path, name="bare.json", library_path=bare)
        manifest(tmp_path, name="full.json", library_path=full)

        result = run("lint", "--notes", "--os", system, str(tmp_path))

        assert result.exit_code == 0
        assert result.stdout.count("is installed is not known") == 2
        assert " is not there" not in result.stdout


class TestTheShell:
    """Variables of the shell are those of this machine."""

    def test_they_do_not_count_for_a_tree(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An answer on a tree says so, and which option sets them there; if that is given, it says nothing."""
        monkeypatch.setenv("VK_LAYER_PATH", "/opt/mine")
        (tmp_path / "usr/share/vulkan/explicit_layer.d").mkdir(parents=True)

        without = run("explain", "--root", str(tmp_path)).stdout
        given = run("explain", "--root", str(tmp_path), "--env", "VK_LAYER_PATH=/opt/mine").stdout

        assert "VK_LAYER_PATH of this shell does not count on another machine" in " ".join(without.split())
        assert "of this shell" not in given

    def test_a_sound_tree_stays_sound(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The note takes nothing back of what is said of the tree."""
        folder = tmp_path / "usr/share/vulkan/icd.d"
        folder.mkdir(parents=True)
        (folder / "libtest.so").write_bytes(elf([Symbol("vk_icdGetInstanceProcAddr")]))
        driver = {"library_path": "./libtest.so", "api_version": "1.3.0"}
        (folder / "test.json").write_text(json.dumps({"file_format_version": "1.0.1", "ICD": driver}))
        monkeypatch.setenv("VK_LAYER_PATH", "/opt/mine")

        result = run("explain", "--root", str(tmp_path))

        assert result.stdout.startswith("nothing is wrong with what programs get here")
        assert "of this shell" in result.stdout
