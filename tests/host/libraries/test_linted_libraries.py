"""Linting library files themselves, and manifests whose libraries are of other systems."""

import shlex
from pathlib import Path

import pytest
from elf_files import elf
from macho_files import macho
from pe_files import I386, pe

from refloader.host.binaries import pe_and_mach_o
from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.machines.windows_root import WindowsRootHost
from refloader.host.port import Failure, Trouble
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.lint.manifests import Linter
from refloader.model.platform import Platform
from refloader.model.system import System
from refloader.sandbox.loader import why_no_library

NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
LAYER = (
    '{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_TEST_x", "type": "GLOBAL", '
    '"library_path": "./x.dylib", "api_version": "1.3.0", "implementation_version": "1", "description": "x"}}'
)


def linted(path: Path, **platform: System) -> list[tuple[str, str]]:
    """Rule and severity of the findings about a file."""
    report = Linter(RealHost(platform=Platform(**platform))).run([str(path)])
    assert report.files == 1
    return [(finding.rule, finding.severity.value) for finding in report.findings]


def put(path: Path, data: bytes) -> Path:
    """A file with that content."""
    path.write_bytes(data)
    return path


class TestLibraryFiles:
    """A library that is named is judged by its file, whatever system it is for."""

    @pytest.mark.rule("ABI-02")
    def test_a_loader_of_windows(self, tmp_path: Path) -> None:
        """Its name is right here, and it exports next to nothing."""
        found = linted(put(tmp_path / "vulkan-1.dll", pe(["vkCreateInstance"], name="vulkan-1.dll")))

        assert ("APP-EXPORT-01", "error") in found
        assert all(rule != "ABI-02" for rule, _ in found)

    @pytest.mark.rule("ABI-02")
    def test_the_loaders_of_a_tree(self, tmp_path: Path) -> None:
        """They are judged with the tree: this 64-bit one lies in the folder of the 32-bit one."""
        folder = tmp_path / "windows" / "syswow64"
        folder.mkdir(parents=True)
        put(folder / "vulkan-1.dll", pe(["vkCreateInstance"], name="vulkan-1.dll"))

        report = Linter(WindowsRootHost(str(tmp_path))).run_installed()

        assert report.libraries == 1
        assert [finding.span.path for finding in report.findings if finding.rule == "ABI-02"] == [
            r"C:\Windows\SysWOW64\vulkan-1.dll"
        ]

    @pytest.mark.rule("ABI-04")
    def test_a_loader_of_macos(self, tmp_path: Path) -> None:
        """Its install name is another library's."""
        found = linted(
            put(tmp_path / "libvulkan.1.dylib", macho(["vkCreateInstance"], name="libother.dylib"))
        )

        assert ("ABI-04", "error") in found

    @pytest.mark.rule("ABI-03")
    def test_a_loader_of_linux(self, tmp_path: Path) -> None:
        """Its SONAME lacks the ABI version."""
        found = linted(put(tmp_path / "libvulkan.so", elf(soname="libvulkan.so")))

        assert ("ABI-03", "error") in found

    def test_a_loader_of_android(self, tmp_path: Path) -> None:
        """There the name has no version."""
        path = put(tmp_path / "libvulkan.so", elf(soname="libvulkan.so"))

        assert ("ABI-03", "error") not in linted(path, system=System.ANDROID)

    @pytest.mark.rule("DEVICE-SORT-WIN-03")
    def test_a_driver(self, tmp_path: Path) -> None:
        """Its devices cannot be sorted."""
        data = pe(["vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion"])

        assert ("DEVICE-SORT-WIN-03", "note") in linted(put(tmp_path / "driver.dll", data))

    def test_a_layer(self, tmp_path: Path) -> None:
        """There is nothing to say of this one."""
        assert linted(put(tmp_path / "VkLayer.dll", pe([NEGOTIATE], machine=I386))) == []

    @pytest.mark.parametrize("name", ["libvulkan.so.1", "libVkLayer.so"])
    def test_a_library_of_another_system_than_the_one_asked_for(self, tmp_path: Path, name: str) -> None:
        """Who judges for Windows has no use for it."""
        found = linted(put(tmp_path / name, elf(soname="libvulkan.so.1")), system=System.WINDOWS)

        assert found == [("MANIFEST-LAYER-07", "error")]

    def test_a_damaged_library(self, tmp_path: Path) -> None:
        """It is no library of anybody's."""
        assert linted(put(tmp_path / "x.dll", b"MZ" + bytes(600))) == [("DEBUG-WRONGARCH-01", "error")]

    def test_a_library_that_is_too_large(self, tmp_path: Path) -> None:
        """It is not judged, and nothing else was asked about, so that is no mere note."""
        large = put(tmp_path / "large.dll", b"MZ")
        with large.open("r+b") as file:
            file.truncate(1 << 30)

        assert linted(large) == [("DEBUG-WRONGARCH-01", "warning")]

    def test_a_loader_that_cannot_be_run_here_can_be_judged(self, tmp_path: Path) -> None:
        """Who wants to run it is told how."""
        path = put(tmp_path / "vulkan-1.dll", pe(["vkCreateInstance"]))

        assert f": refloader lint {shlex.quote(str(path))}; " in why_no_library(str(path))
        assert why_no_library(str(path)).endswith("with --target wine")


class TestManifests:
    """The library of a manifest is to be one of the system that the manifest is judged for."""

    @pytest.mark.rule("MANIFEST-LAYER-07")
    def test_a_library_of_macos(self, tmp_path: Path) -> None:
        """It is fine on macOS and no library on Linux."""
        put(tmp_path / "x.dylib", macho([NEGOTIATE]))
        path = put(tmp_path / "x.json", LAYER.encode())

        assert ("MANIFEST-LAYER-07", "error") in linted(path)
        assert all(severity != "error" for _, severity in linted(path, system=System.MACOS))

    def test_without_the_parser(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where nothing reads it, a library of the right system is a note, and one of another still wrong."""
        library = put(tmp_path / "x.dylib", macho([NEGOTIATE]))
        path = put(tmp_path / "x.json", LAYER.encode())
        monkeypatch.setattr(pe_and_mach_o, "find_spec", lambda _: None)

        assert ("MANIFEST-LAYER-07", "note") in linted(path, system=System.MACOS)
        assert ("MANIFEST-LAYER-07", "error") in linted(path)
        assert linted(library) == [("DEBUG-WRONGARCH-01", "note")]

    def test_one_that_is_not_read_in_time(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A busy machine proves nothing against a library: what it has in it is not known, and that is a note."""
        library = put(tmp_path / "x.dylib", macho([NEGOTIATE]))
        path = put(tmp_path / "x.json", LAYER.encode())
        late = Failure(
            Trouble.LATE, "a Mach-O library that was not read within 12 s, on a machine as busy as now"
        )
        monkeypatch.setattr(pe_and_mach_o, "read_foreign", lambda *_: late)

        assert ("MANIFEST-LAYER-07", "note") in linted(path, system=System.MACOS)
        assert linted(library) == [("DEBUG-WRONGARCH-01", "note")]

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    def test_obstacles_are_those_of_the_system(self, tmp_path: Path) -> None:
        """The same file can be loaded on one system and not on another."""
        put(tmp_path / "x.dll", pe([NEGOTIATE]))

        said = [
            Libraries(RootHost(str(tmp_path), platform=Platform(system))).obstacle("/x.dll", "/x.json")
            for system in (System.LINUX, System.MACOS)
        ]

        assert said == [
            "it is a Windows library or program, not an ELF file",
            "it is a Windows library or program, not a Mach-O file",
        ]
