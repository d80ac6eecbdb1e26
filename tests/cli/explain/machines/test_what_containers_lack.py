"""``explain --container``: an installed part that a Flatpak or a Snap does not get, in the first line."""

from pathlib import Path

import pytest
from verbs import Run

from refloader.inspect.running import flatpak as module
from refloader.inspect.running.flatpak import flatpak
from refloader.inspect.running.installed import Lacking, answers_on
from refloader.inspect.running.snap import snap

LAYERS = "org.freedesktop.Platform.VulkanLayer"
DRIVERS = "org.freedesktop.Platform.GL"
RUNTIME = f"""[Runtime]
[Extension {LAYERS}]
version=24.08
directory=lib/extensions/vulkan
subdirectories=true
merge-dirs=share/vulkan/implicit_layer.d
[Extension {DRIVERS}]
versions=24.08;1.4
directory=lib/x86_64-linux-gnu/GL
subdirectories=true
merge-dirs=vulkan/icd.d
enable-if=active-gl-driver
"""


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """An installation with an application and its runtime."""
    top = tmp_path / "flatpak"
    for place in ("app/org.acme.Racer/current/active", "runtime/org.P/x86_64/24.08/active"):
        (top / place).mkdir(parents=True)
    (top / "app/org.acme.Racer/current/active/metadata").write_text(
        "[Application]\nruntime=org.P/x86_64/24.08\n"
    )
    (top / "runtime/org.P/x86_64/24.08/active/metadata").write_text(RUNTIME)
    return top


@pytest.fixture(autouse=True)
def no_kernel_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NVIDIA's kernel module does not run, whatever this machine has."""
    monkeypatch.setattr(module, "_NVIDIA", str(tmp_path / "none"))


@pytest.fixture
def kernel_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NVIDIA's kernel module, of the version 565.77, runs."""
    version = tmp_path / "version"
    version.write_text("565.77\n")
    monkeypatch.setattr(module, "_NVIDIA", str(version))


def lacking(top: Path) -> tuple[Lacking, ...]:
    """What the application does not get."""
    variables = {"FLATPAK_USER_DIR": str(top), "FLATPAK_SYSTEM_DIR": str(top / "none"), "HOME": "/nowhere"}
    return flatpak("org.acme.Racer", variables).lacking


class TestFlatpak:
    """Its extensions."""

    def test_an_extension_of_another_branch(self, top: Path) -> None:
        """The runtime takes its own branch alone."""
        (top / f"runtime/{LAYERS}.MangoHud/x86_64/23.08/active/files").mkdir(parents=True)

        (each,) = lacking(top)

        assert each.why == (
            f"the extension {LAYERS}.MangoHud is installed as 23.08, and the runtime takes 24.08: "
            "the Flatpak does not get it"
        )
        assert each.command == f"flatpak install {LAYERS}.MangoHud//24.08"

    def test_an_extension_of_the_right_branch_beside_another(self, top: Path) -> None:
        """Nothing is lacking."""
        for branch in ("23.08", "24.08"):
            (top / f"runtime/{LAYERS}.MangoHud/x86_64/{branch}/active/files").mkdir(parents=True)

        assert lacking(top) == ()

    def test_a_name_that_is_no_name(self, top: Path) -> None:
        """It gets into no command."""
        (top / f"runtime/{LAYERS}.$(touch x)/x86_64/23.08/active/files").mkdir(parents=True)

        assert lacking(top) == ()

    @pytest.mark.usefixtures("kernel_module")
    def test_no_extension_for_the_kernel_module(self, top: Path) -> None:
        """That of another version is of no use."""
        (top / f"runtime/{DRIVERS}.nvidia-565-57-01/x86_64/1.4/active/files").mkdir(parents=True)

        (each,) = lacking(top)

        assert f"{DRIVERS}.nvidia-565-77 for NVIDIA's kernel module that runs is not installed" in each.why
        assert f"there is {DRIVERS}.nvidia-565-57-01" in each.why
        assert each.command == f"flatpak install {DRIVERS}.nvidia-565-77"

    @pytest.mark.usefixtures("kernel_module")
    def test_the_extension_for_the_kernel_module(self, top: Path) -> None:
        """Nothing is lacking."""
        (top / f"runtime/{DRIVERS}.nvidia-565-77/x86_64/1.4/active/files").mkdir(parents=True)

        assert lacking(top) == ()

    def test_no_module(self, top: Path) -> None:
        """A machine without NVIDIA's module lacks no extension for it."""
        (top / f"runtime/{DRIVERS}.nvidia-565-57-01/x86_64/1.4/active/files").mkdir(parents=True)

        assert lacking(top) == ()

    def test_it_comes_first(self, run: Run, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Before the answer that the layer is not found."""
        (top / f"runtime/{LAYERS}.MangoHud/x86_64/23.08/active/files").mkdir(parents=True)
        monkeypatch.setenv("FLATPAK_USER_DIR", str(top))

        text = run("explain", "--container", "flatpak:org.acme.Racer", "mangohud").stdout

        assert text.startswith(f"worth a look: the extension {LAYERS}.MangoHud is installed as 23.08")
        assert "mangohud is not found" in text

    def test_another_one_is_asked_for(self, top: Path) -> None:
        """It is not said of a layer that has another name."""
        (top / f"runtime/{LAYERS}.MangoHud/x86_64/23.08/active/files").mkdir(parents=True)

        found = lacking(top)

        assert list(answers_on(found, ("vkbasalt",))) == []
        assert len(list(answers_on(found, ("mangohud",)))) == len(list(answers_on(found, ()))) == 1


class TestSnap:
    """Its content."""

    def test_the_snap_that_brings_the_drivers(self, tmp_path: Path) -> None:
        """It has to be installed."""
        (tmp_path / "core24/current").mkdir(parents=True)
        (tmp_path / "game/current/meta").mkdir(parents=True)
        plug = "plugs:\n  gpu-2404:\n    interface: content\n    target: $SNAP/gpu\n    default-provider: mesa-2404\n"
        (tmp_path / "game/current/meta/snap.yaml").write_text(f"base: core24\n{plug}")

        (each,) = snap("game", {}, (str(tmp_path),)).lacking

        assert each.command == "sudo snap install mesa-2404"
        assert each.why.startswith("the snap mesa-2404, whose content this one has at ")
