"""What the file of a loader shows by itself on Windows, macOS and others: names, place, exports."""

import pytest

from refloader.inspect.libraries.loader_library import (
    exported_version,
    is_called_like_a_loader,
    loader_library,
)
from refloader.model import registry
from refloader.model.edition import Edition
from refloader.model.library import Format, Library
from refloader.model.reason import InFile, Reason
from refloader.model.system import System
from refloader.model.version import api_version

V13 = api_version(1, 3)
SYSTEM32 = r"C:\Windows\System32\vulkan-1.dll"
SYSWOW64 = r"C:\Windows\SysWOW64\vulkan-1.dll"
MACOS = "/usr/local/lib/libvulkan.1.dylib"
FORMATS = {System.WINDOWS: Format.PE, System.MACOS: Format.MACHO}


def commands(*extensions: str) -> set[str]:
    """The core commands up to 1.3 and those of extensions."""
    core = {
        command.name
        for command in registry.commands().values()
        if command.core in ("1.0", "1.1", "1.2", "1.3")
    }
    return core | {name for each in extensions for name in registry.extensions()[each].commands}


SHARED = ("VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_display")
ALL = commands(*SHARED, "VK_KHR_win32_surface", "VK_MVK_macos_surface", "VK_KHR_xlib_surface") | commands(
    "VK_KHR_xcb_surface", "VK_KHR_wayland_surface"
)


def of_loader(
    path: str,
    soname: str,
    found: Format,
    exports: set[str] = ALL,
    word_size: int = 64,
    system: System | None = None,
) -> tuple[Reason, ...]:
    """The findings about a loader's library of 1.3."""
    library = Library(path, word_size, "X86_64", True, frozenset(exports), soname, format=found)
    return loader_library(library, V13, InFile(path), system)


def rules(reasons: tuple[Reason, ...]) -> list[tuple[str, str]]:
    """Rule and severity of each reason."""
    return [(reason.rule, reason.severity) for reason in reasons]


class TestWindows:
    """The loader of Windows has the ABI version in its name, and one folder for each word size."""

    @pytest.mark.rule("ABI-02")
    @pytest.mark.parametrize("name", ["vulkan-1.dll", "VULKAN-1.DLL"])
    def test_its_name(self, name: str) -> None:
        """Windows knows no case in names."""
        assert of_loader(rf"C:\Windows\System32\{name}", "vulkan-1.dll", Format.PE) == ()

    @pytest.mark.rule("ABI-02")
    @pytest.mark.parametrize("name", ["vulkan.dll", "vulkan-1.3.dll", "vulkan-2.dll", "libvulkan-1.dll"])
    def test_another_name(self, name: str) -> None:
        """No program finds it; the document on layers says nothing of it."""
        (reason,) = of_loader(f"build/{name}", "vulkan-1.dll", Format.PE)

        assert (reason.rule, reason.severity) == ("ABI-02", "error")
        assert reason.editions == frozenset(Edition) - {Edition.E2022}

    @pytest.mark.rule("ABI-02")
    def test_another_name_in_the_export_table(self) -> None:
        """Programs that are linked to it will ask for that one."""
        assert rules(of_loader(SYSTEM32, "loader.dll", Format.PE)) == [("ABI-02", "warning")]

    @pytest.mark.rule("ABI-02")
    @pytest.mark.parametrize(
        ("path", "word_size", "severity"),
        [(SYSTEM32, 64, ""), (SYSWOW64, 32, ""), (SYSWOW64, 64, "error"), (SYSTEM32, 32, "warning")],
    )
    def test_its_place(self, path: str, word_size: int, severity: str) -> None:
        """A 32-bit loader in System32 is right on 32-bit Windows alone, a 64-bit one in SysWOW64 nowhere."""
        reasons = of_loader(path, "vulkan-1.dll", Format.PE, word_size=word_size)

        assert rules(reasons) == ([("ABI-02", severity)] if severity else [])
        assert all(Edition.E2016 not in reason.editions for reason in reasons)


class TestMacos:
    """The loader of macOS is libvulkan.dylib and, with the ABI version, libvulkan.1.dylib."""

    @pytest.mark.rule("ABI-04")
    @pytest.mark.parametrize("name", ["libvulkan.dylib", "libvulkan.1.dylib", "libvulkan.1.3.250.dylib"])
    def test_its_names(self, name: str) -> None:
        """The file that the two names lead to often has the whole version in its own."""
        assert of_loader(f"/usr/local/lib/{name}", "@rpath/libvulkan.1.dylib", Format.MACHO) == ()

    @pytest.mark.rule("ABI-04")
    @pytest.mark.parametrize("name", ["libvulkan.2.dylib", "vulkan.dylib", "libvulkan-1.dylib"])
    def test_another_name(self, name: str) -> None:
        """Only 2026 speaks of macOS."""
        (reason,) = of_loader(name, "libvulkan.1.dylib", Format.MACHO)

        assert (reason.rule, reason.severity, set(reason.editions)) == ("ABI-04", "error", {Edition.E2026})

    @pytest.mark.rule("ABI-04")
    @pytest.mark.parametrize(
        "inner", ["", "@rpath/libvulkan.dylib", "/usr/local/lib/libvulkan.1.3.250.dylib"]
    )
    def test_another_install_name(self, inner: str) -> None:
        """Programs ask for the one that the library had when they were linked."""
        assert rules(of_loader(MACOS, inner, Format.MACHO)) == [("ABI-04", "error")]

    @pytest.mark.rule("APP-EXPORT-01")
    def test_every_architecture_exports_everything(self) -> None:
        """A universal file is several loaders."""
        arm = Library(MACOS, 64, "AARCH64", True, frozenset(ALL - {"vkCmdDraw"}), format=Format.MACHO)
        both = Library(
            MACOS, 64, "X86_64", True, frozenset(ALL), "libvulkan.1.dylib", format=Format.MACHO, others=(arm,)
        )

        (reason,) = loader_library(both, V13, InFile(MACOS))

        assert (reason.rule, "for AARCH64: vkCmdDraw" in reason.fact) == ("APP-EXPORT-01", True)


class TestExports:
    """Beside the core commands a loader exports those of the window systems of its own system."""

    @pytest.mark.rule("WSI-EXT-02")
    @pytest.mark.parametrize(
        ("path", "soname", "found", "extension", "editions"),
        [
            (SYSTEM32, "vulkan-1.dll", Format.PE, "VK_KHR_win32_surface", {Edition.E2018, Edition.E2026}),
            (MACOS, "libvulkan.1.dylib", Format.MACHO, "VK_MVK_macos_surface", {Edition.E2026}),
        ],
    )
    def test_the_window_system(
        self, path: str, soname: str, found: Format, extension: str, editions: set[Edition]
    ) -> None:
        """One is missed, and those of other systems are not."""
        assert of_loader(path, soname, found, commands(*SHARED, extension)) == ()
        (reason,) = of_loader(path, soname, found, commands(*SHARED))
        assert (reason.rule, reason.severity, set(reason.editions)) == ("WSI-EXT-02", "warning", editions)

    @pytest.mark.rule("WSI-EXT-01", "APP-EXPORT-01")
    @pytest.mark.parametrize("system", FORMATS)
    def test_what_all_have(self, system: System) -> None:
        """The core and three extensions are the same everywhere."""
        path, soname = {
            System.WINDOWS: (SYSTEM32, "vulkan-1.dll"),
            System.MACOS: (MACOS, "libvulkan.1.dylib"),
        }[system]
        display = set(registry.extensions()["VK_KHR_display"].commands)

        assert rules(of_loader(path, soname, FORMATS[system], ALL - display)) == [("WSI-EXT-01", "error")]
        assert rules(of_loader(path, soname, FORMATS[system], ALL - {"vkCmdDraw"})) == [
            ("APP-EXPORT-01", "error")
        ]

    @pytest.mark.rule("WSI-EXT-01")
    def test_android_and_fuchsia(self) -> None:
        """The rows on window systems leave Android out and name none of Fuchsia; the SONAME is Linux's."""
        assert of_loader("libvulkan.so", "libvulkan.so", Format.ELF, commands(), system=System.ANDROID) == ()
        assert (
            of_loader("libvulkan.so", "libvulkan.so", Format.ELF, commands(*SHARED), system=System.FUCHSIA)
            == ()
        )


class TestRecognition:
    """A loader is known by its name, and its version by what it exports."""

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("libvulkan.so.1", True),
            ("/usr/lib/libvulkan.so.1.3.250", True),
            (SYSTEM32, True),
            ("vulkan-1-999-0-0-0.dll", True),
            (MACOS, True),
            ("libvulkan_intel.so", False),
            ("libMoltenVK.dylib", False),
            ("vulkan-1.json", False),
        ],
    )
    def test_names(self, name: str, expected: bool) -> None:
        """Drivers have names that are longer."""
        assert is_called_like_a_loader(name) is expected

    @pytest.mark.rule("ABI-01")
    def test_the_version_is_that_of_the_newest_command(self) -> None:
        """A file does not say its version otherwise."""
        found = Library(SYSTEM32, 64, "X86_64", True, frozenset({"vkCreateInstance", "vkCmdSetCullMode"}))
        nothing = Library(SYSTEM32, 64, "X86_64", True, frozenset())

        assert (exported_version(found), exported_version(nothing)) == (V13, api_version(1, 0))
