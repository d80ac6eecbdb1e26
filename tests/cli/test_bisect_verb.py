"""``refloader bisect`` on a C program that fails with one of eight mock layers, with two, or with a driver."""

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from verbs import SCHEMAS

from refloader.cli.main import main
from refloader.native.mocks import mock_library
from refloader.sandbox.loader import system_loader

LOADERS = Path(__file__).resolve().parents[3] / "shared" / "subjects" / "loaders"
BUILDS = ["1.1.126.0", "1.4.335.0"]
HERE = Path(__file__).resolve().parent
LAYERS = "abcdefgh"
MOCKS = mock_library("mock_layer"), mock_library("mock_icd")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for the program"),
    pytest.mark.skipif(None in MOCKS, reason="the mocks are not built (install with a C compiler)"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program."""
    path = tmp_path_factory.mktemp("program") / "bisected"
    subprocess.run(["cc", "-O1", "-o", str(path), str(HERE / "bisected.c"), "-ldl"], check=True)
    return str(path)


def put_layer(home: Path, letter: str, **fields: Any) -> None:
    """Write an implicit layer with a library of its own."""
    folder = home / ".local/share/vulkan/implicit_layer.d"
    folder.mkdir(parents=True, exist_ok=True)
    library = shutil.copy(str(MOCKS[0]), home / f"libVkLayer_{letter}.so")
    layer = {
        "name": f"VK_LAYER_TEST_{letter}",
        "type": "GLOBAL",
        "library_path": str(library),
        "api_version": "1.0.0",
        "implementation_version": "1",
        "description": "a layer for tests",
        "disable_environment": {f"NO_{letter.upper()}": "1"},
        **fields,
    }
    document = {"file_format_version": "1.1.2", "layer": layer}
    (folder / f"{letter}.json").write_text(json.dumps(document))


def put_driver(home: Path, number: int) -> str:
    """Write a driver's manifest with a library of its own and return its path."""
    library = shutil.copy(str(MOCKS[1]), home / f"libdriver_{number}.so")
    path = home / f"driver_{number}.json"
    icd = {"library_path": str(library), "api_version": "1.0.0"}
    path.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": icd}))
    return str(path)


class Machine:
    """A user's home with eight layers and some drivers, and the loader that programs get there."""

    def __init__(self, home: Path, loader: str = "", drivers: int = 1, layers: str = LAYERS) -> None:
        self.home = home
        for letter in layers:
            put_layer(home, letter)
        files = [put_driver(home, number) for number in range(1, drivers + 1)]
        self.variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_DATA_DIRS": "/nowhere",
            "XDG_CONFIG_DIRS": "/nowhere",
            "VK_ICD_FILENAMES": ":".join(files),
            "NODEVICE_SELECT": "1",
        }
        if loader:
            folder = home / "loader"
            folder.mkdir()
            (folder / "libvulkan.so.1").symlink_to(loader)
            self.variables["LD_LIBRARY_PATH"] = str(folder)

    def bisect(self, *words: str) -> Any:
        """Run the verb with --format json; returns its document, held against the schema, and exit code."""
        done = CliRunner().invoke(
            main, ["bisect", "--format", "json", *words], env=_only(self.variables), catch_exceptions=False
        )
        document = json.loads(done.stdout) if done.stdout else {}
        if document:
            schema = json.loads((SCHEMAS / "bisect-1.schema.json").read_text(encoding="utf-8"))
            Draft202012Validator(schema).validate(document)
        return document, done

    def text(self, *words: str) -> str:
        """What the verb prints as text."""
        done = CliRunner().invoke(main, ["bisect", *words], env=_only(self.variables), catch_exceptions=False)
        return done.stdout

    def works(self, line: str, program: str, *words: str) -> bool:
        """Whether the program works after a line for the user's profile was run."""
        script = f'{line}; . ~/.profile; exec "$@"'
        done = subprocess.run(["sh", "-c", script, "sh", program, *words], env=self.variables, check=False)
        return done.returncode == 0


def _only(variables: dict[str, str]) -> dict[str, str | None]:
    return {**dict.fromkeys(os.environ), **variables}


def members(document: Any) -> list[list[str]]:
    """The names of each cause."""
    return [
        [member["name"].rpartition("/")[2] for member in cause["members"]] for cause in document["causes"]
    ]


def build(name: str) -> str:
    """A build of the loader."""
    path = LOADERS / name / "libvulkan.so.1"
    if not path.is_file():
        pytest.skip(f"no build of {name} in ../shared/subjects/loaders")
    return str(path)


@pytest.mark.parametrize("release", BUILDS)
class TestOnBuilds:
    """An old loader without filters and a new one with them."""

    @pytest.mark.parametrize("letter", "adh")
    def test_one_layer_of_eight(self, release: str, letter: str, program: str, tmp_path: Path) -> None:
        """It is found in log2(8) + 2 starts, and the printed line keeps it off for good."""
        machine = Machine(tmp_path, build(release))
        words = ("crash", f"Layer_{letter}.")

        document, done = machine.bisect("--", program, *words)

        assert done.exit_code == 1
        assert members(document) == [[f"VK_LAYER_TEST_{letter}"]]
        assert document["starts"] <= math.log2(8) + 2
        assert document["loader"]["on"] == "machine"
        assert release.startswith(document["loader"]["release"])
        assert not machine.works("touch ~/.profile", program, *words)
        assert machine.works(document["keep_off"][0]["for_good"], program, *words)

    def test_a_pair(self, release: str, program: str, tmp_path: Path) -> None:
        """Both are named, and that they are needed together."""
        machine = Machine(tmp_path, build(release))

        document, done = machine.bisect("--", program, "crash", "Layer_b.", "Layer_g.")

        assert done.exit_code == 1
        assert sorted(*members(document)) == ["VK_LAYER_TEST_b", "VK_LAYER_TEST_g"]
        assert document["causes"][0]["works_without"] is True

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_one_driver_of_three(self, release: str, number: int, program: str, tmp_path: Path) -> None:
        """A driver is found among eight layers and three drivers."""
        machine = Machine(tmp_path, build(release), drivers=3)
        words = ("crash", f"libdriver_{number}.")

        document, done = machine.bisect("--", program, *words)

        assert done.exit_code == 1
        assert members(document) == [[f"driver_{number}.json"]]
        assert document["starts"] <= math.ceil(math.log2(11)) + 2
        assert machine.works(document["keep_off"][0]["for_good"], program, *words)

    def test_neither(self, release: str, program: str, tmp_path: Path) -> None:
        """A program that fails anyway is not blamed on a layer."""
        document, done = Machine(tmp_path, build(release), drivers=2).bisect("--", "sh", "-c", "exit 5")

        assert (document["verdict"], done.exit_code) == ("elsewhere", 3)
        assert document["causes"] == []


@pytest.mark.skipif(system_loader() is None, reason="this machine has no libvulkan.so.1 (Debian: libvulkan1)")
class TestPredicate:
    """What counts as failing."""

    def test_output(self, program: str, tmp_path: Path) -> None:
        """A line that it prints, although the exit code is 0."""
        document, _ = Machine(tmp_path).bisect("--output", "device.*lost", "--", program, "print", "Layer_c.")

        assert members(document) == [["VK_LAYER_TEST_c"]]

    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_drivers_without_devices(self, program: str, tmp_path: Path, number: int) -> None:
        """A program that fails otherwise without one of its drivers is not taken to fail for the rest."""
        machine = Machine(tmp_path, drivers=3)
        script = f'"{program}" crash Layer_a. && "{program}" lacks libdriver_{number}.'

        document, _ = machine.bisect("--", "sh", "-c", script)

        assert members(document) == [["VK_LAYER_TEST_a"]]

    def test_another_failure(self, program: str, tmp_path: Path) -> None:
        """What ends in another way is told, and is not what is searched for."""
        machine = Machine(tmp_path, drivers=2, layers="abcd")
        script = f'"{program}" lacks libdriver_2. && "{program}" crash libdriver_{{}}.'

        found, _ = machine.bisect("--", "sh", "-c", script.format(1))
        unknown, done = machine.bisect("--", "sh", "-c", script.format(2))

        assert members(found) == [["driver_1.json"]]
        assert (unknown["verdict"], done.exit_code) == ("elsewhere", 3)
        assert any(start["failed_otherwise"] for each in unknown["tried"] for start in each["starts"])

    def test_a_hang(self, program: str, tmp_path: Path) -> None:
        """It is ended, and no process of it is left."""
        document, _ = Machine(tmp_path, layers="abc").bisect(
            "--timeout", "1.5", "--", program, "hang", "Layer_c."
        )

        assert members(document) == [["VK_LAYER_TEST_c"]]
        assert document["tried"][0]["starts"][0]["how"] == "still running after 1.5 s"
        assert not _running(program)

    def test_surviving(self, tmp_path: Path) -> None:
        """What still runs works."""
        document, done = Machine(tmp_path, layers="a").bisect("--survives", "0.2", "--", "sleep", "60")

        assert (document["verdict"], done.exit_code) == ("works", 0)

    def test_a_picture(self, program: str, tmp_path: Path) -> None:
        """The one that it writes without layers is the right one."""
        file = str(tmp_path / "picture.ppm")

        document, _ = Machine(tmp_path).bisect("--picture", file, "--", program, "paint", file, "Layer_e.")

        assert members(document) == [["VK_LAYER_TEST_e"]]
        assert document["starts"] <= math.log2(8) + 3

    def test_by_chance(self, program: str, tmp_path: Path) -> None:
        """A failure that does not come again is no layer's."""
        machine = Machine(tmp_path)

        document, done = machine.bisect(
            "--repeat", "2", "--", program, "crash_once", str(tmp_path / "failed-once")
        )

        assert (document["verdict"], done.exit_code) == ("unsteady", 3)
        assert all(not each["failed"] for each in document["again"])
        assert document["keep_off"] == []


@pytest.mark.skipif(system_loader() is None, reason="this machine has no libvulkan.so.1 (Debian: libvulkan1)")
class TestAnswer:
    """What is printed."""

    def test_the_cause_comes_first(self, program: str, tmp_path: Path) -> None:
        """With the command that keeps it off."""
        first = Machine(tmp_path).text("--", program, "crash", "Layer_f.").splitlines()[0]

        assert first == (
            "VK_LAYER_TEST_f makes it fail; to keep it off for good: "
            "echo 'export VK_LOADER_LAYERS_DISABLE=VK_LAYER_TEST_f' >> ~/.profile"
        )

    def test_two_causes(self, program: str, tmp_path: Path) -> None:
        """With --confirm it is seen that the first is not the only one."""
        script = f'"{program}" crash Layer_a. && "{program}" crash Layer_h.'

        document, _ = Machine(tmp_path).bisect("--confirm", "--", "sh", "-c", script)

        assert sorted(members(document)) == [["VK_LAYER_TEST_a"], ["VK_LAYER_TEST_h"]]

    def test_what_does_not_reproduce(self, program: str, tmp_path: Path) -> None:
        """The first line says so, and no command is given."""
        file = str(tmp_path / "failed-once")

        text = Machine(tmp_path).text("--repeat", "2", "--", program, "crash_once", file)

        assert "does not reproduce: it failed once, 0 of 2 starts failed" in text.splitlines()[0]
        assert "export" not in text

    def test_the_users_variables_are_there(self, tmp_path: Path) -> None:
        """It is the user's own program, with the user's environment."""
        machine = Machine(tmp_path, layers="ab")
        machine.variables["MINE"] = "kept"

        document, _ = machine.bisect("--", "sh", "-c", 'test "$MINE" = kept')

        assert document["verdict"] == "works"

    def test_no_such_command(self, tmp_path: Path) -> None:
        """Nothing is started."""
        _, done = Machine(tmp_path, layers="a").bisect("--", "no-such-command-here")

        assert done.exit_code == 2

    def test_stopping_it(self, tmp_path: Path) -> None:
        """Ctrl-C ends the program and all its processes, with exit code 3."""
        mark = f"{600 + os.getpid() % 9}.{time.monotonic_ns() % 10**6}"
        machine = Machine(tmp_path, layers="a")
        verb = [sys.executable, "-m", "refloader", "bisect", "--", "sh", "-c", f"sleep {mark} & sleep {mark}"]
        process = subprocess.Popen(
            verb, env=machine.variables, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(1200):
            if _running(mark):
                break
            time.sleep(0.1)

        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)

        assert process.returncode == 3
        assert "stopped" in errors
        assert not _running(mark)


class TestWithoutVariables:
    """A layer that an old loader cannot keep off alone has the program run on the reference loader."""

    def test_the_reference_is_used(self, program: str, tmp_path: Path) -> None:
        """A layer without a disable variable is found, and the manifest is what is set aside."""
        machine = Machine(tmp_path, build("1.1.126.0"), layers="ab")
        put_layer(tmp_path, "z", disable_environment={"NO_A": "1"})

        document, done = machine.bisect("--", program, "crash", "Layer_z.")

        assert done.exit_code == 1, done.stderr
        assert document["loader"]["on"] == "reference"
        assert members(document) == [["VK_LAYER_TEST_z"]]
        assert document["keep_off"][0]["for_good"].endswith("z.json.off")


def _running(mark: str) -> list[str]:
    """The processes whose command line has a text in it, other than this one's children that look for it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().decode("utf-8", "replace")
            except OSError:
                continue
            if mark in line and "refloader" not in line and "pytest" not in line:
                found.append(line)
    return found


def test_a_file_that_fails_every_program(tmp_path: Path) -> None:
    """With this release a manifest that is no JSON lets no instance be made: that is said, and nothing is started."""
    machine = Machine(tmp_path, layers="a")
    bad = tmp_path / ".local/share/vulkan/implicit_layer.d/bad.json"
    bad.write_text('{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_TEST_bad",}}')

    document, done = machine.bisect(
        "--as-loader", "1.3.239", "--", "sh", "-c", f'echo > "{tmp_path}/started"'
    )
    text = machine.text("--as-loader", "1.3.239", "--", "sh")

    assert (document["verdict"], document["starts"], done.exit_code) == ("elsewhere", 0, 3)
    assert "VK_ERROR_OUT_OF_HOST_MEMORY in every program" in document["why"]
    assert document["change"] == f"change {bad} to be valid JSON"
    assert f"  to mend it: {document['change']}\nsh was not started\n" in text
    assert not (tmp_path / "started").exists()


def test_a_file_with_the_name_of_a_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The release is meant, whatever lies in the working folder."""
    machine = Machine(tmp_path, layers="a")
    bad = tmp_path / ".local/share/vulkan/implicit_layer.d/bad.json"
    bad.write_text('{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_TEST_bad",}}')
    (tmp_path / "1.3.239").write_text("text")
    monkeypatch.chdir(tmp_path)

    document, _ = machine.bisect("--as-loader", "1.3.239", "--", "sh")

    assert document["loader"] == {"path": "", "release": "1.3.239", "on": "machine"}
