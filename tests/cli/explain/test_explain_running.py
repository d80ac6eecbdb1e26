"""``explain --pid`` and ``--container``: real processes, and made-up trees of Flatpak, Snap and images."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from typing import Any

import pytest
from test_bisect_verb import MOCKS, Machine, build
from verbs import GOOD, Run, checked_json, manifest

from refloader.inspect.running import process
from refloader.inspect.running import snap as of_snaps
from refloader.inspect.running.process import ProcessError, read_process
from refloader.inspect.running.snap import snap
from refloader.sandbox.loader import system_loader

pytestmark = pytest.mark.slow

WAITING = "print('up', flush=True); input()"
VULKAN = f"""
import refloader
with refloader.Loader("libvulkan.so.1").create_instance() as instance:
    {WAITING}
"""
needs_mocks = pytest.mark.skipif(None in MOCKS, reason="the mocks are not built (install with a C compiler)")


class Started:
    """A process that waits until the block ends."""

    def __init__(self, *words: str, **settings: Any) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(words, text=True, **pipes, **settings)

    def __enter__(self) -> str:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "up\n"
        return str(self.process.pid)

    def __exit__(self, *_: object) -> None:
        self.process.communicate("\n", timeout=120)


def answer(document: Any) -> Any:
    """The answer on the first layer that was asked for."""
    return document["answers"][0]


@needs_mocks
class TestProcess:
    """A program that has made an instance."""

    @pytest.fixture
    def machine(self, tmp_path: Path) -> Machine:
        """Three layers and two drivers, one layer of which a variable disables."""
        machine = Machine(tmp_path, layers="abc", drivers=2)
        machine.variables["NO_B"] = "1"
        return machine

    @pytest.mark.skipif(
        system_loader() is None, reason="this machine has no libvulkan.so.1 (Debian: libvulkan1)"
    )
    def test_what_it_has_mapped(self, run: Run, machine: Machine) -> None:
        """Its loader, its layers and its drivers, by its own variables and not by those of the caller."""
        with Started(sys.executable, "-c", VULKAN, env=machine.variables) as pid:
            document = checked_json(run("explain", "--pid", pid, "--format", "json", "TEST_b"), "explain-1")

        process = document["process"]
        assert process["layers"] == ["VK_LAYER_TEST_a", "VK_LAYER_TEST_c"]
        assert [Path(each).name for each in process["drivers"]] == ["driver_1.json", "driver_2.json"]
        assert len(process["loaders"]) == 1
        assert (process["active_and_not_mapped"], process["mapped_and_not_active"]) == ([], [])
        assert document["chain"] == ["VK_LAYER_TEST_a", "VK_LAYER_TEST_c"]
        assert (answer(document)["state"], "NO_B" in answer(document)["why"]) == ("not active", True)

    @pytest.mark.parametrize("release", ["1.1.126.0", "1.4.335.0"])
    def test_its_own_loader_decides(self, run: Run, tmp_path: Path, release: str) -> None:
        """The one that is mapped, whatever the machine has: an old one reads no filter."""
        machine = Machine(tmp_path, build(release), layers="ab")
        machine.variables["VK_LOADER_LAYERS_DISABLE"] = "VK_LAYER_TEST_b"

        with Started(sys.executable, "-c", VULKAN, env=machine.variables) as pid:
            document = json.loads(run("explain", "--pid", pid, "--format", "json", "TEST_b").stdout)

        active = release.startswith("1.1.")
        assert ("VK_LAYER_TEST_b" in document["process"]["layers"]) is active
        assert (answer(document)["state"] == "active") is active
        assert any(release.rpartition(".")[0] in note for note in document["notes"])

    @pytest.mark.skipif(
        system_loader() is None, reason="this machine has no libvulkan.so.1 (Debian: libvulkan1)"
    )
    def test_what_changed_since(self, run: Run, machine: Machine) -> None:
        """A manifest that came later, and one that is gone while its library is mapped."""
        with Started(sys.executable, "-c", VULKAN, env=machine.variables) as pid:
            late = Machine(machine.home, layers="d")
            text = run("explain", "--pid", pid).stdout

        assert late.home == machine.home
        assert "not mapped: VK_LAYER_TEST_d" in text

    def test_no_loader(self, run: Run, machine: Machine) -> None:
        """A program without Vulkan is told what it would get."""
        with Started(sys.executable, "-c", WAITING, env=machine.variables) as pid:
            text = run("explain", "--pid", pid).stdout

        assert "no Vulkan loader is mapped: this is what it would get" in text
        assert "0. VK_LAYER_TEST_a" in text

    def test_a_number_is_a_process(self, run: Run, machine: Machine) -> None:
        """``--container N`` and a game that Steam has started are the same."""
        machine.variables["SteamAppId"] = f"77{os.getpid()}"
        with Started(sys.executable, "-c", WAITING, env=machine.variables) as pid:
            for what in (pid, f"steam:77{os.getpid()}"):
                result = run("explain", "--container", what, "--format", "json", "VK_LAYER_TEST_b")

                assert json.loads(result.stdout)["process"]["pid"] == int(pid)
                assert result.exit_code == 1

    @pytest.mark.parametrize("app", ["", "620"])
    def test_a_variable_takes_a_new_start(self, run: Run, machine: Machine, app: str) -> None:
        """A game of Steam gets it from its launch options."""
        variables = {**machine.variables, **({"SteamAppId": app} if app else {})}

        with Started(sys.executable, "-c", WAITING, env=variables) as pid:
            text = run("explain", "--pid", pid, "VK_LAYER_TEST_b").stdout

        assert "another variable takes a new start" in text
        assert ("in Steam's launch options: NAME=VALUE %command%" in text) is bool(app)

    def test_a_variable_on_top(self, run: Run, machine: Machine) -> None:
        """``--env`` says what would be with another variable."""
        with Started(sys.executable, "-c", WAITING, env=machine.variables) as pid:
            result = run("explain", "--pid", pid, "--env", "NO_B", "VK_LAYER_TEST_b")

        assert result.exit_code == 0


CHANGING_ROOT = """
import os, signal
os.chroot('root'); os.chdir('/')
signal.signal(signal.SIGUSR1, lambda *_: os.chroot('/other'))
print('up', flush=True); input()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a process another root")
class TestChangedMeanwhile:
    """What was read of a process that is gone meanwhile is no answer about it."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """The folder in which a process has its root, with a layer there."""
        manifest(tmp_path / "root/usr/share/vulkan/explicit_layer.d")
        (tmp_path / "root/other").mkdir()
        return tmp_path

    def test_nothing_happens(self, run: Run, folder: Path) -> None:
        """The layer is found in its root."""
        with Started(sys.executable, "-c", CHANGING_ROOT, cwd=folder) as pid:
            assert "not active: nothing asks for" in run("explain", "--pid", pid, GOOD["name"]).stdout

    @pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGUSR1], ids=["ended", "another root"])
    @pytest.mark.parametrize("words", [(), ("--as-loader", "all")], ids=["one answer", "by release"])
    def test_it_is_said(
        self,
        run: Run,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        number: int,
        words: tuple[str, ...],
    ) -> None:
        """The layer was said to be found nowhere."""

        def read_then_changed(pid: int) -> process.Process:
            found = read_process(pid)
            root = os.stat(f"/proc/{pid}/root").st_ino
            os.kill(pid, number)
            while _root_of(pid) == root:
                time.sleep(0.01)
            return found

        monkeypatch.setattr(process, "read_process", read_then_changed)
        with Started(sys.executable, "-c", CHANGING_ROOT, cwd=folder) as pid:
            result = run("explain", "--pid", pid, *words, GOOD["name"])

        assert result.exit_code == 2
        assert "has ended or changed its root while it was read" in result.stderr
        assert result.stdout == ""


def _root_of(pid: int) -> int:
    """The number of the folder that a process has for its root, 0 if there is no process."""
    try:
        return os.stat(f"/proc/{pid}/root").st_ino
    except OSError:
        return 0


class TestRefused:
    """What may not or cannot be read is said."""

    def test_no_process(self, run: Run) -> None:
        """A number that no process has."""
        result = run("explain", "--pid", "4194304")

        assert result.exit_code == 2
        assert "there is no process 4194304" in result.stderr

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
    def test_somebody_elses(self) -> None:
        """The users are named."""
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            try:
                read_process(os.getppid())
            except ProcessError as error:
                os.write(write, f"{error.denied} {error}".encode())
            os._exit(0)
        os.waitpid(child, 0)
        os.close(write)
        with open(read, encoding="utf-8") as file:
            text = file.read()

        assert text.startswith(f"True process {os.getpid()} is of user 0 and you are user 65534")

    def test_a_refusal_is_no_finding(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """The exit code is 3, and the sentence is the message."""

        def refuse(pid: int) -> None:
            raise ProcessError(f"process {pid} is of user 1 and you are user 2", denied=True)

        monkeypatch.setattr(process, "read_process", refuse)

        result = run("explain", "--pid", "77")

        assert result.exit_code == 3
        assert "--pid: process 77 is of user 1" in result.stderr

    @pytest.mark.parametrize(
        "words", [("--root", "/"), ("--app", "/x"), ("--container", "1"), ("--os", "linux")]
    )
    def test_other_machines_beside_it(self, run: Run, words: tuple[str, str]) -> None:
        """A process is a whole machine."""
        assert run("explain", "--pid", str(os.getpid()), *words).exit_code == 2

    @pytest.mark.parametrize("what", ["flatpak:org.none", "snap:none", "steam:0", "/no/such"])
    def test_what_is_not_there(self, run: Run, what: str) -> None:
        """The message says where it was looked for, or what would be right."""
        result = run("explain", "--container", what)

        assert result.exit_code == 2
        assert "--container: " in result.stderr


class TestOwnRoot:
    """A process in a mount namespace with another root, as bubblewrap and containers make it."""

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        """A root with a program and a layer."""
        if shutil.which("cc") is None or shutil.which("unshare") is None:
            pytest.skip("there is no cc or no unshare")
        root = tmp_path / "root"
        (root / "proc").mkdir(parents=True)
        source = tmp_path / "wait.c"
        source.write_text(
            '#include <stdio.h>\nint main(void) { puts("up"); fflush(stdout); return getchar() < 0; }\n'
        )
        words = ["cc", "-static", "-o", str(root / "wait"), str(source)]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("there is no static C library")
        manifest(
            root / "etc/vulkan/implicit_layer.d",
            disable_environment={"NO_GOOD": "1"},
            layer_name="VK_LAYER_IN_it",
        )
        return root

    def test_its_files_count(self, run: Run, root: Path) -> None:
        """The layer of its root is active, and none of this machine is known."""
        words = ["unshare", "--mount", "--map-root-user", f"--root={root}", "/wait"]
        if subprocess.run([*words[:3], "true"], capture_output=True, check=False).returncode:
            pytest.skip("this machine allows no user namespace")
        with Started(*words, env={"HOME": "/"}) as pid:
            document = checked_json(run("explain", "--pid", pid, "--format", "json"), "explain-1")

        assert document["process"]["root"] == f"/proc/{pid}/root"
        assert document["process"]["executable"] == "/wait"
        assert [each["name"] for each in document["layers"]] == ["VK_LAYER_IN_it"]
        assert document["chain"] == ["VK_LAYER_IN_it"]

    def test_why_not(self, run: Run, root: Path) -> None:
        """By the variables of that process."""
        words = ["unshare", "--mount", "--map-root-user", f"--root={root}", "/wait"]
        if subprocess.run([*words[:3], "true"], capture_output=True, check=False).returncode:
            pytest.skip("this machine allows no user namespace")
        with Started(*words, env={"NO_GOOD": "1"}) as pid:
            result = run("explain", "--pid", pid, "VK_LAYER_IN_it")

        assert result.exit_code == 1
        assert "NO_GOOD" in result.stdout


def metadata(folder: Path, text: str) -> Path:
    """Write the metadata of a part of Flatpak, and return its folder of files."""
    (folder / "files").mkdir(parents=True)
    (folder / "metadata").write_text(text)
    return folder / "files"


RUNTIME = """[Runtime]
name=org.freedesktop.Platform

[Environment]
XDG_DATA_DIRS=/app/share:/usr/share:/usr/lib/extensions/vulkan/share

[Extension org.freedesktop.Platform.GL]
versions=23.08;1.4
directory=lib/x86_64-linux-gnu/GL
subdirectories=true
merge-dirs=vulkan/icd.d;glvnd
enable-if=active-gl-driver

[Extension org.freedesktop.Platform.VulkanLayer]
directory=lib/extensions/vulkan
subdirectories=true
merge-dirs=share/vulkan/implicit_layer.d;share/vulkan/explicit_layer.d
"""


class TestFlatpak:
    """An application, its runtime, a layer and a driver as extensions."""

    @pytest.fixture
    def top(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The installation of a user."""
        top = tmp_path / "flatpak"
        monkeypatch.setenv("FLATPAK_USER_DIR", str(top))
        monkeypatch.setenv("FLATPAK_SYSTEM_DIR", str(tmp_path / "system"))
        monkeypatch.setenv("HOME", str(tmp_path))
        at = "x86_64/23.08/active"
        name = "runtime=org.freedesktop.Platform/x86_64/23.08"
        metadata(top / "app/org.acme.Game/x86_64/stable/active", f"[Application]\n{name}\n")
        (top / "app/org.acme.Game/current").symlink_to("x86_64/stable")
        usr = metadata(top / "runtime/org.freedesktop.Platform" / at, RUNTIME)
        (usr / "share/vulkan").mkdir(parents=True)
        (usr / "share/vulkan/icd.d").symlink_to("/usr/lib/x86_64-linux-gnu/GL/vulkan/icd.d")
        layer = metadata(top / "runtime/org.freedesktop.Platform.VulkanLayer.Hud" / at, "[Runtime]\n")
        hud = "/usr/lib/extensions/vulkan/Hud/lib/libhud.so"
        place = layer / "share/vulkan/implicit_layer.d"
        manifest(
            place,
            layer_name="VK_LAYER_HUD",
            library_path=hud,
            enable_environment={"HUD": "1"},
            disable_environment={"NO_HUD": "1"},
        )
        driver = metadata(top / "runtime/org.freedesktop.Platform.GL.default" / at, "[Runtime]\n")
        (driver / "vulkan/icd.d").mkdir(parents=True)
        icd = {"library_path": "libvulkan_acme.so", "api_version": "1.3.0"}
        text = json.dumps({"file_format_version": "1.0.0", "ICD": icd})
        (driver / "vulkan/icd.d/acme.json").write_text(text)
        return top

    def test_it_is_put_together(self, run: Run, top: Path) -> None:
        """The layer is found where the extension is mounted, is inactive for its variable, and has no library."""
        result = run("explain", "--container", "flatpak:org.acme.Game", "--format", "json", "VK_LAYER_HUD")

        document = checked_json(result, "explain-1")
        [layer] = document["layers"]
        assert layer["manifest"].startswith("/usr/lib/extensions/vulkan/share/vulkan/implicit_layer.d/")
        missing = "/usr/lib/extensions/vulkan/Hud/lib/libhud.so"
        assert answer(document)["change_text"] == f"set HUD=1 and install a 64-bit {missing}"
        [driver] = document["drivers"]
        assert driver["manifest"].endswith("/icd.d/acme.json")
        assert "VulkanLayer.Hud" in document["notes"][0]

    def test_the_users_override(self, run: Run, top: Path) -> None:
        """``flatpak override --env`` counts."""
        (top / "overrides").mkdir()
        (top / "overrides/org.acme.Game").write_text("[Environment]\nHUD=1\n")

        result = run("explain", "--container", "flatpak:org.acme.Game", "--format", "json")

        assert json.loads(result.stdout)["chain"] == ["VK_LAYER_HUD"]

    def test_no_runtime(self, run: Run, top: Path) -> None:
        """What is missing is named."""
        shutil.rmtree(top / "runtime/org.freedesktop.Platform")

        result = run("explain", "--container", "flatpak:org.acme.Game")

        assert result.exit_code == 2
        assert 'the runtime "org.freedesktop.Platform/x86_64/23.08"' in result.stderr

    def test_a_layer_that_the_runtime_lacks(self, run: Run, top: Path) -> None:
        """The extension is what is to be installed."""
        result = run("explain", "--container", "flatpak:org.acme.Game", "VK_LAYER_OBS_vkcapture")

        assert result.exit_code == 1
        assert "flatpak" in result.stdout


class TestSnap:
    """A snap with a base, and a driver as content of another snap."""

    @pytest.fixture
    def top(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """The folder of snaps."""
        top = tmp_path / "snap"
        for name in ("game/7", "core22/1", "mesa-core22/3"):
            (top / name / "meta").mkdir(parents=True)
            (top / name).parent.joinpath("current").symlink_to(Path(name).name)
        (top / "game/7/meta/snap.yaml").write_text(
            "name: game\nbase: core22\nenvironment:\n  XDG_DATA_DIRS: $SNAP/graphics/share:$SNAP/usr/share\n"
            "apps:\n  game:\n    command: bin/game\n    environment:\n      HUD: '1'\n"
            "plugs:\n  graphics-core22:\n    interface: content\n    target: $SNAP/graphics\n"
            "    default-provider: mesa-core22\n"
        )
        manifest(
            top / "mesa-core22/3/share/vulkan/implicit_layer.d",
            layer_name="VK_LAYER_HUD",
            enable_environment={"HUD": "1"},
            disable_environment={"NO_HUD": "1"},
        )
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setattr(of_snaps, "snap", lambda name, of: snap(name, of, (str(top),)))
        return top

    def test_it_is_put_together(self, run: Run, top: Path) -> None:
        """The base is the root, and content is where the plug has it."""
        result = run("explain", "--container", "snap:game", "--format", "json", "VK_LAYER_HUD")

        document = checked_json(result, "explain-1")
        assert document["chain"] == ["VK_LAYER_HUD"]
        assert (
            document["layers"][0]["manifest"]
            == "/snap/game/7/graphics/share/vulkan/implicit_layer.d/good.json"
        )
        assert "revision 7" in document["notes"][0]

    def test_what_is_missing(self, run: Run, top: Path) -> None:
        """A base and a snap that is to bring content."""
        shutil.rmtree(top / "mesa-core22")
        notes = json.loads(run("explain", "--container", "snap:game", "--format", "json").stdout)["notes"]
        shutil.rmtree(top / "core22")
        result = run("explain", "--container", "snap:game")

        assert any("not installed: /snap/game/7/graphics" in note for note in notes)
        assert result.exit_code == 2
        assert 'the base "core22"' in result.stderr


class TestImages:
    """A root filesystem, as a folder and in an archive."""

    @pytest.mark.parametrize("packed", [False, True])
    def test_its_layers(self, run: Run, tmp_path: Path, *, packed: bool) -> None:
        """They are those of the image alone."""
        root = tmp_path / "root"
        manifest(root / "etc/vulkan/implicit_layer.d", disable_environment={"NO_GOOD": "1"})
        what = root
        if packed:
            what = tmp_path / "image.tar"
            with tarfile.open(what, "w") as archive:
                archive.add(root, ".")

        document = json.loads(run("explain", "--container", str(what), "--format", "json").stdout)

        assert document["chain"] == ["VK_LAYER_TEST_good"]


def test_the_first_of_two_values_counts() -> None:
    """As getenv takes it; and a value may hold any byte."""
    code = WAITING
    variables = {b"ONE": b"\xff=2", b"PATH": os.fsencode(os.environ["PATH"])}

    with Started(sys.executable, "-c", code, env=variables) as pid:
        process = read_process(int(pid))

    assert os.fsencode(process.variables["ONE"]) == b"\xff=2"
    assert (process.elevated, process.root, process.word_size) == (False, "", 64)
