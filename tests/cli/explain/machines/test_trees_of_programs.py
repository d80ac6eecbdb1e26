"""Trees that are no usual machine: an AppImage, conda, Homebrew, NixOS without drivers, a container."""

import json
from pathlib import Path
from typing import ClassVar

import pytest
from elf_files import Symbol, elf
from field_problems import EXPORTS
from macho_files import ARM64, macho
from verbs import Run

LOADER = elf([Symbol("vkGetInstanceProcAddr"), Symbol("vkCreateInstance")])


def driver(library: str, **more: object) -> bytes:
    """The manifest of a driver."""
    entry = {"api_version": "1.3.0", "library_path": library, **more}
    return json.dumps({"file_format_version": "1.0.1", "ICD": entry}).encode()


def tree(root: Path, files: dict[str, bytes]) -> str:
    """A folder with files."""
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return str(root)


@pytest.mark.parametrize("mark", ["AppRun", "conda-meta/history"])
def test_a_tree_that_is_brought_to_machines_has_its_drivers_there(
    run: Run, tmp_path: Path, mark: str
) -> None:
    """Also if it brings a loader: what is installed where it runs is not known."""
    files = {"usr/lib/libvulkan.so.1": LOADER}
    other = tree(tmp_path / "other", files)
    mine = tree(tmp_path / "mine", {**files, mark: b""})

    assert run("explain", "--root", other).stdout.startswith("no device")
    assert "what else is installed where it is used is not known" in run("explain", "--root", mine).stdout


def test_the_folder_of_homebrew_is_on_macos_alone(run: Run, tmp_path: Path) -> None:
    """A manifest there is one of macOS, whose libraries are no ELF files."""
    files = {
        "opt/homebrew/etc/vulkan/icd.d/MoltenVK_icd.json": driver(
            "../../../lib/libMoltenVK.dylib", is_portability_driver=True
        ),
        "opt/homebrew/lib/libMoltenVK.dylib": macho(sorted(EXPORTS["driver"]), machine=ARM64),
    }

    told = run("explain", "--portability", "--root", tree(tmp_path, files)).stdout

    assert told.startswith(
        'no device: "/opt/homebrew/etc/vulkan/icd.d/MoltenVK_icd.json" is a driver\'s manifest'
    )
    assert "looks like the files of macOS" in told


class TestNixOS:
    """Its loaders find drivers by a link alone, which is there where its graphics are switched on."""

    def test_without_the_link(self, run: Run, tmp_path: Path) -> None:
        """That a driver lies in the store helps nothing."""
        files = {
            "etc/os-release": b"ID=nixos\n",
            "nix/store/0-mesa/lib/libvulkan_radeon.so": elf([Symbol(each) for each in EXPORTS["driver"]]),
            "nix/store/0-mesa/share/vulkan/icd.d/radeon_icd.x86_64.json": driver(
                "/nix/store/0-mesa/lib/libvulkan_radeon.so"
            ),
        }
        root = tree(tmp_path, files)

        told = run("explain", "--root", root).stdout

        assert told.startswith('no device: "/run/opengl-driver" is not there')
        assert "hardware.graphics.enable = true" in told

    def test_another_distribution_has_no_such_link(self, run: Run, tmp_path: Path) -> None:
        """There it is not missing."""
        root = tree(tmp_path, {"etc/os-release": b"ID=debian\n", "usr/lib/libvulkan.so.1": LOADER})

        assert "opengl-driver" not in run("explain", "--root", root).stdout


class TestContainersOfNVIDIA:
    """NVIDIA's toolkit brings the driver's libraries from the host, and images have its manifest alone."""

    FILES: ClassVar = {
        "etc/os-release": b"ID=ubuntu\nVERSION_ID=22.04\n",
        "etc/vulkan/icd.d/nvidia_icd.json": driver("libGLX_nvidia.so.0"),
        "usr/lib/x86_64-linux-gnu/libvulkan.so.1": LOADER,
    }

    def test_without_its_libraries(self, run: Run, tmp_path: Path) -> None:
        """No package of the image has them."""
        root = tree(tmp_path, {**self.FILES, ".dockerenv": b""})

        told = run("explain", "--root", root).stdout

        assert "this is a container without NVIDIA's libraries" in told
        assert "start the container with --gpus all and NVIDIA_DRIVER_CAPABILITIES=all" in told

    def test_on_a_machine(self, run: Run, tmp_path: Path) -> None:
        """There a package has them."""
        told = run("explain", "--root", tree(tmp_path, self.FILES)).stdout

        assert told.startswith("no device")
        assert "--gpus" not in told


@pytest.mark.parametrize("word", ["validation", "validation layers", "VK_LAYER_KHRONOS_validation"])
@pytest.mark.parametrize(
    ("system", "command"),
    [
        ("debian\nVERSION_ID=12", "apt install vulkan-validationlayers"),
        ("alpine", "apk add vulkan-validation-layers"),
    ],
)
def test_the_package_of_the_validation_layer(
    run: Run, tmp_path: Path, word: str, system: str, command: str
) -> None:
    """Also if it is asked for by a part of its name, and nothing of it is there."""
    root = tree(tmp_path, {"etc/os-release": f"ID={system}\n".encode()})

    assert command in run("explain", "--root", root, word).stdout
    assert "install" not in run("explain", "--root", root, "invalidation").stdout.partition("\n\n")[0]


@pytest.mark.parametrize(
    ("names", "says"), [(["lvp"], True), (["lvp", "radeon"], True), (["lvp", "dzn"], False)]
)
def test_only_dzn_reaches_the_card_in_wsl(run: Run, tmp_path: Path, names: list[str], says: bool) -> None:
    """A tree of it has Direct3D for Linux, and no nodes; the first line says it, once."""
    library = elf([Symbol(each) for each in EXPORTS["driver"]])
    files = {
        "usr/lib/wsl/lib/libd3d12.so": LOADER,
        **{f"usr/lib/libvulkan_{name}.so": library for name in names},
        **{
            f"usr/share/vulkan/icd.d/{name}_icd.x86_64.json": driver(f"/usr/lib/libvulkan_{name}.so")
            for name in names
        },
    }
    root = tree(tmp_path, {"etc/os-release": b"ID=ubuntu\nVERSION_ID=22.04\n", **files})

    first = run("explain", "--root", root).stdout.partition("\n")[0]
    healed = run("doctor", "--root", root).stdout

    assert ("this is WSL" in first and "only Mesa's dzn reaches the graphics card" in first) is says
    assert healed.count("this is WSL") == says
