"""Doctor on trees and packages that are to be installed on a machine: what such a machine has is not missing."""

import json
import tarfile
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from verbs import Run

MANIFEST = "usr/share/vulkan/icd.d/acme_icd.json"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files of a driver's package: its manifest and its library."""
    root = tmp_path / "tree"
    manifest, library = root / MANIFEST, root / "usr/lib/libvulkan_acme.so"
    manifest.parent.mkdir(parents=True)
    library.parent.mkdir(parents=True)
    entry = {"library_path": "/usr/lib/libvulkan_acme.so", "api_version": "1.3.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": entry}))
    library.write_bytes(elf([Symbol("vk_icdGetInstanceProcAddr")]))
    return root


def test_a_tree_of_parts_needs_no_loader(tree: Path, run: Run) -> None:
    """Where a tree has a driver and nothing of a system, its loader is that of the machine."""
    result = run("doctor", "--root", str(tree))

    assert result.stdout.splitlines()[0] == "Nothing is wrong with Vulkan here, as far as files show"
    assert result.exit_code == 0


def test_a_system_without_a_loader(tree: Path, run: Run) -> None:
    """A tree that has os-release is a machine's, which needs a loader."""
    (tree / "etc").mkdir()
    (tree / "etc/os-release").write_text("ID=debian\n")

    result = run("doctor", "--root", str(tree))

    assert "no libvulkan.so.1 for 64-bit programs" in result.stdout
    assert result.exit_code == 1


def test_a_tree_whose_driver_lacks_its_library(tree: Path, run: Run) -> None:
    """A tree without any library of its manifests is judged as a machine."""
    (tree / "usr/lib/libvulkan_acme.so").unlink()

    result = run("doctor", "--root", str(tree))

    assert '"/usr/lib/libvulkan_acme.so" is not found' in result.stdout
    assert result.exit_code == 1


def test_a_tree_of_parts_for_both_word_sizes(tree: Path, run: Run) -> None:
    """A tree of parts needs no 32-bit loader either."""
    manifest, library = "usr/share/vulkan/icd.d/acme_icd.i686.json", "usr/lib32/libvulkan_acme.so"
    entry = {"library_path": f"/{library}", "api_version": "1.3.0"}
    (tree / manifest).write_text(json.dumps({"file_format_version": "1.0.1", "ICD": entry}))
    (tree / library).parent.mkdir()
    (tree / library).write_bytes(elf([Symbol("vk_icdGetInstanceProcAddr")], wide=False))

    result = run("doctor", "--root", str(tree))

    assert "32-bit loader" not in result.stdout
    assert result.exit_code == 0


def test_a_package(tree: Path, run: Run, tmp_path: Path) -> None:
    """The loader of a package is that of the machine."""
    archive = tmp_path / "acme.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        file.add(tree, ".")

    result = run("doctor", "--root", str(archive))

    assert "libvulkan.so.1" not in result.stdout
    assert result.exit_code == 0


def test_a_system_in_one_file(tree: Path, run: Run, tmp_path: Path) -> None:
    """An archive of a whole system, as ``docker export`` writes it, is no package: it needs a loader."""
    (tree / "etc").mkdir()
    (tree / "etc/os-release").write_text("ID=debian\n")
    archive = tmp_path / "rootfs.tar"
    with tarfile.open(archive, "w") as file:
        file.add(tree, ".")

    result = run("doctor", "--root", str(archive))

    assert "no libvulkan.so.1 for 64-bit programs" in result.stdout
    assert result.exit_code == 1
