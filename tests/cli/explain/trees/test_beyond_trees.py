"""Explain on what no tree of files is: a mount without exec, a package, a snapshot's distribution, no PID."""

import io
import json
import os
import shlex
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from field_problems import NAME, Problem
from hive_files import hive
from verbs import Run

from refloader.host.machines.real import RealHost
from refloader.inspect.libraries.manifest_libraries import Libraries

LIBRARY = "/usr/lib/x86_64-linux-gnu/libcapture.so"
LOG = """[Vulkan Loader] DRIVER:            Found ICD manifest file /etc/vulkan/icd.d/card.json, version 1.0.0
[Vulkan Loader] ERROR:             loader_scanned_icd_add: Could not get 'vkCreateInstance' via \
'vk_icdGetInstanceProcAddr' for ICD {library}
[Vulkan Loader] ERROR:             vkCreateInstance: Found no drivers!
"""


def machine(root: Path, **told: object) -> Path:
    """A machine with the layer's library."""
    Problem({"libraries": {LIBRARY: "layer"}, **told}).build(root)
    return root


class TestNoexec:
    """A file system from which no code is mapped."""

    def test_the_library_cannot_be_loaded(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The file itself is sound, and the mount's flag alone makes the difference."""
        library = str(machine(tmp_path / "root") / LIBRARY.lstrip("/"))
        host = RealHost({})
        before = Libraries(host).obstacle(library, "")
        status = os.statvfs(library)

        class Mount:
            f_flag = status.f_flag | os.ST_NOEXEC

        monkeypatch.setattr(os, "statvfs", lambda path: Mount)

        assert before == ""
        assert "noexec" in Libraries(host).obstacle(library, "")

    def test_a_file_that_is_gone(self) -> None:
        """It is on no file system."""
        assert not RealHost({}).is_noexec("/no/such/file")


@pytest.mark.parametrize(("of_system", "exit_code"), [(True, 1), (False, 0)])
def test_a_system_in_one_file_needs_a_driver(
    run: Run, tmp_path: Path, of_system: bool, exit_code: int
) -> None:
    """An archive of a whole system (``docker export``) is no package, which has its drivers elsewhere."""
    system = {"/etc/os-release": "ID=debian\n"} if of_system else {}
    layer = {"name": NAME, "at": "/usr/share/vulkan/implicit_layer.d/a.json", "disable": "NO_CAPTURE"}
    root = machine(tmp_path / "tree", machine="empty", layers=[layer], files=system)
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as file:
        file.add(root, ".")

    result = run("explain", "--root", str(path))

    assert result.exit_code == exit_code, result.stdout


class TestPackage:
    """A manifest that a package has in a wrong folder."""

    @pytest.fixture
    def package(self, tmp_path: Path) -> str:
        """The package, if the tool to build it is there."""
        if shutil.which("dpkg-deb") is None:
            pytest.skip("dpkg-deb is not installed")
        layer = {"at": "/usr/share/vulkan/implicit.d/hud.json", "disable": "NO_HUD"}
        root = machine(tmp_path / "root", machine="empty", layers=[layer])
        (root / "DEBIAN").mkdir()
        control = "Package: hud\nVersion: 1\nArchitecture: amd64\nMaintainer: a <a@b.c>\nDescription: x\n"
        (root / "DEBIAN/control").write_text(control)
        path = tmp_path / "hud.deb"
        subprocess.run(["dpkg-deb", "-b", str(root), str(path)], check=True, stdout=subprocess.DEVNULL)
        return str(path)

    def test_it_has_to_move(self, run: Run, package: str) -> None:
        """A variable would mend no machine on which it is installed."""
        text = run("explain", "--root", package, NAME).stdout

        assert f"{NAME} is not found: " in text.splitlines()[0]
        assert (
            "move /usr/share/vulkan/implicit.d/hud.json to /usr/share/vulkan/implicit_layer.d/hud.json"
            in text
        )
        assert "VK_ADD" not in text

    @pytest.mark.parametrize("words", [("explain",), ("explain", "--package")])
    def test_without_root(self, run: Run, package: str, words: tuple[str, ...]) -> None:
        """The option that it needs is named."""
        result = run(*words, package)

        assert result.exit_code == 2
        assert f"--root {shlex.quote(package)}" in result.stderr

    def test_nothing_is_asked_for(self, run: Run, package: str) -> None:
        """It is said all the same."""
        text = run("explain", "--root", package).stdout

        assert text.startswith(
            'worth a look: "/usr/share/vulkan/implicit.d/hud.json" defines VK_LAYER_TEST_capture'
        )


class TestDamage:
    """What is missing in a file that is cut short may be what was asked for: that is said on the first screen."""

    @pytest.fixture
    def package(self, tmp_path: Path) -> str:
        """A package that ends in its only manifest."""
        path = tmp_path / "a.tar"
        with tarfile.open(path, "w") as file:
            member = tarfile.TarInfo("usr/share/vulkan/explicit_layer.d/a.json")
            member.size = 4000
            file.addfile(member, io.BytesIO(bytes(4000)))
        path.write_bytes(path.read_bytes()[:700])
        return str(path)

    @pytest.mark.parametrize("verb", ["explain", "doctor"])
    def test_a_package(self, run: Run, package: str, verb: str) -> None:
        """By its name."""
        text = " ".join(run(verb, "--root", package).stdout.split())

        assert f'"{package}" cannot be read whole: it is cut short' in text

    @pytest.mark.parametrize("verb", ["explain", "doctor"])
    def test_a_hive(self, run: Run, tmp_path: Path, verb: str) -> None:
        """The same."""
        pytest.importorskip("regipy", reason="hives are read with regipy (PyPI: regipy)")
        path = tmp_path / "SOFTWARE"
        path.write_bytes(hive({"Khronos": {"Vulkan": {"Drivers": {}}}, "Microsoft": {}})[:-1])

        text = " ".join(run(verb, "--os", "windows", "--hive", str(path)).stdout.split())

        assert f'"{path}" cannot be read whole: it is cut short' in text

    @pytest.mark.parametrize("words", [("explain", "--container"), ("conform", "--loader", "x", "--target")])
    def test_an_image_with_a_name_that_no_system_takes(
        self, run: Run, tmp_path: Path, words: tuple[str, ...]
    ) -> None:
        """The image is at fault, and no folder for temporary files is named."""
        path = tmp_path / "a.tar"
        with tarfile.open(path, "w") as file:
            file.addfile(tarfile.TarInfo(f"usr/{'n' * 300}"))

        result = run(*words, f"root:{path}" if "--target" in words else str(path))

        assert result.exit_code == 2
        assert "nnn" in result.stderr
        assert "is longer than a file system takes" in " ".join(result.stderr.split())
        assert "refloader-" not in result.stderr


def test_a_snapshot_has_its_distribution(run: Run, tmp_path: Path) -> None:
    """The command is that of the machine that was written down."""
    root = machine(tmp_path / "root", files={"/etc/os-release": "ID=arch\n"})
    snapshot = str(tmp_path / "machine.json")
    run("snapshot", "--root", str(root), "-o", snapshot)

    text = run("explain", "--snapshot", snapshot, "VK_LAYER_KHRONOS_validation").stdout

    assert "pacman -S vulkan-validation-layers" in text


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("vkcube", "vkcube is no process id, which is a number from 1 on; pgrep vkcube may print it"),
        ("0", "0 is no process id, which is a number from 1 on"),
        ("-1", "-1 is no process id, which is a number from 1 on"),
    ],
)
def test_no_process_id(run: Run, word: str, said: str) -> None:
    """The sentence says how to find one."""
    result = run("explain", "--pid", word)

    assert result.exit_code == 2
    assert said in result.stderr
    assert ("pgrep" in result.stderr) is ("pgrep" in said)


@pytest.mark.parametrize(
    ("library", "change"),
    [
        ("libGLX_nvidia.so.0", "nvidia-smi"),
        ("libvulkan_acme.so", "install all of its parts from one release"),
    ],
)
def test_a_driver_that_refuses_in_a_log(run: Run, tmp_path: Path, library: str, change: str) -> None:
    """The library was opened: installing a driver or unsetting a variable is not the change."""
    log = tmp_path / "log.txt"
    log.write_text(LOG.format(library=library))

    result = run("explain", "--log", str(log), "--format", "json")

    first = next(each for each in json.loads(result.stdout)["facts"] if "change" in each)
    assert first["text"].startswith(f"the driver's library {library} was opened and refuses to work")
    assert change in first["change"]
    assert "install a driver (such as" not in result.stdout
