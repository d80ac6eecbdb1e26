"""``refloader explain --bundle``: what an application of macOS brings, and how its library is found."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from macho_files import ARM64, X86_64, macho

from refloader.cli.main import main

RESOURCES, FRAMEWORKS = "App.app/Contents/Resources/vulkan/icd.d", "App.app/Contents/Frameworks"


def explained(root: Path, *, machine: int) -> str:
    """What is said of a bundle whose manifest names a library beside it, and that has it with its frameworks."""
    entry = {"api_version": "1.2.0", "library_path": "./libMoltenVK.dylib", "is_portability_driver": True}
    for folder in (RESOURCES, FRAMEWORKS):
        (root / folder).mkdir(parents=True)
    manifest = json.dumps({"file_format_version": "1.0.1", "ICD": entry})
    (root / RESOURCES / "MoltenVK_icd.json").write_text(manifest)
    library = macho(
        ["vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion"], machine=machine
    )
    (root / FRAMEWORKS / "libMoltenVK.dylib").write_bytes(library)
    words = ["--root", str(root), "--os", "macos", "--bundle", "/App.app", "--portability"]
    return CliRunner().invoke(main, ["explain", *words]).stdout


@pytest.mark.parametrize("machine", [X86_64, ARM64])
def test_a_library_among_the_frameworks(tmp_path: Path, machine: int) -> None:
    """The path to it from the manifest is what helps."""
    told = explained(tmp_path, machine=machine)

    assert 'there is "/App.app/Contents/Frameworks/libMoltenVK.dylib"' in told
    assert 'ICD.library_path to "../../../Frameworks/libMoltenVK.dylib"' in told


def test_a_library_of_the_other_word_size(tmp_path: Path) -> None:
    """It is none that would be found there."""
    told = explained(tmp_path, machine=7)

    assert "Frameworks" not in told
    assert "install a 64-bit library" in told


def test_a_path_with_rpath(tmp_path: Path) -> None:
    """A loader takes it for a path from the manifest's folder; the library that is there is named."""
    folder = tmp_path / "usr/local/share/vulkan/icd.d"
    folder.mkdir(parents=True)
    entry = {
        "api_version": "1.2.0",
        "library_path": "@rpath/libMoltenVK.dylib",
        "is_portability_driver": True,
    }
    manifest = json.dumps({"file_format_version": "1.0.1", "ICD": entry})
    (folder / "MoltenVK_icd.json").write_text(manifest)
    (tmp_path / "usr/local/lib").mkdir()
    library = macho(["vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion"], machine=ARM64)
    (tmp_path / "usr/local/lib/libMoltenVK.dylib").write_bytes(library)
    words = ["explain", "--root", str(tmp_path), "--os", "macos", "--portability"]

    told = CliRunner().invoke(main, words).stdout

    assert "replaces no @rpath" in told
    assert 'ICD.library_path to "/usr/local/lib/libMoltenVK.dylib"' in told
