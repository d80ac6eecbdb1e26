"""Where the linker of each system looks for a bare name."""

import pytest

from refloader.core.linkers.folders import linux_folders, other_folders, redirected, windows_folders
from refloader.model.platform import Platform
from refloader.model.system import System


@pytest.mark.rule("DISC-GEN-10")
class TestLinux:
    """LD_LIBRARY_PATH, the configuration, the fixed folders; a tree without a configuration may have any layout."""

    def test_the_variable_stands_apart(self) -> None:
        """What a library brings as DT_RUNPATH lies between it and the rest."""
        folders = linux_folders("/a:/b", ["/c"])

        assert folders.variable == ("/a", "/b")
        assert folders.configured == ("/c", "/lib64", "/usr/lib64", "/lib", "/usr/lib")
        assert folders.all == (*folders.variable, *folders.configured)

    def test_a_variable_that_names_a_fixed_folder(self) -> None:
        """It takes no other folder of the variable away."""
        assert linux_folders("/usr/lib:/a:/a", []).variable == ("/usr/lib", "/a")

    @pytest.mark.parametrize(
        ("variable", "folders"),
        [(":/a", (".", "/a")), ("/a:", ("/a", ".")), ("/a::/b", ("/a", ".", "/b")), (":", (".",)), ("", ())],
    )
    def test_an_empty_item_is_the_working_folder(self, variable: str, folders: tuple[str, ...]) -> None:
        """As in every list of the linker; an empty list is none."""
        assert linux_folders(variable, []).variable == folders

    def test_without_a_configuration_the_folders_of_distributions_count(self) -> None:
        """A package has none of its own, and its libraries lie in such folders."""
        folders = linux_folders(None, [])

        assert folders.variable == ()
        assert {"/usr/lib/x86_64-linux-gnu", "/usr/lib/i386-linux-gnu", "/usr/lib32"} <= set(
            folders.configured
        )


@pytest.mark.rule("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
class TestWindows:
    """The program's folder, the system's folders, PATH; System32 means SysWOW64 to 32-bit processes."""

    def test_the_program_comes_first_and_path_last(self) -> None:
        """Entries of PATH that lead nowhere by themselves are left out."""
        variables = {
            "Path": 'C:\\Tools;;"D:\\More Tools";relative;%ProgramFiles%\\x',
            "SystemRoot": "C:\\WINNT\\",
        }

        assert windows_folders(variables, 64, "C:\\Games\\game.exe") == (
            "C:\\Games",
            "C:\\WINNT\\System32",
            "C:\\WINNT\\System",
            "C:\\WINNT",
            "C:\\Tools",
            "D:\\More Tools",
        )

    def test_a_32_bit_process_has_its_own_system_folder(self) -> None:
        """The usual folder of Windows where no variable tells."""
        assert windows_folders({}, 32, "")[0] == "C:\\Windows\\SysWOW64"

    @pytest.mark.parametrize(
        ("path", "seen"),
        [
            ("C:\\Windows\\System32\\vk.dll", "C:\\Windows\\SysWOW64\\vk.dll"),
            ("c:/windows/SYSTEM32/driver/vk.dll", "C:\\Windows\\SysWOW64\\driver\\vk.dll"),
            ("C:\\Windows\\Sysnative\\vk.dll", "C:\\Windows\\System32\\vk.dll"),
            ("\\\\?\\C:\\Windows\\System32\\vk.dll", "C:\\Windows\\SysWOW64\\vk.dll"),
            ("C:\\Windows\\.\\System32\\vk.dll", "C:\\Windows\\SysWOW64\\vk.dll"),
            ("C:\\Windows\\System32\\DriverStore", "C:\\Windows\\System32\\DriverStore"),
            ("C:\\Windows\\System321\\vk.dll", "C:\\Windows\\System321\\vk.dll"),
            ("D:\\System32\\vk.dll", "D:\\System32\\vk.dll"),
        ],
    )
    def test_paths_are_redirected_for_it(self, path: str, seen: str) -> None:
        """Whole folder names, in any letter case."""
        assert redirected(path, "C:\\Windows") == seen


class TestOthers:
    """macOS has its own variables, Android the application's libraries, Fuchsia the package's."""

    def test_macos_has_variables_in_front_and_behind(self) -> None:
        """Elevated programs have neither."""
        platform = Platform(System.MACOS)
        variables = {"DYLD_LIBRARY_PATH": "/a:/b", "DYLD_FALLBACK_LIBRARY_PATH": "/c"}

        free = other_folders(platform, variables, 64, elevated=False, executable="")
        elevated = other_folders(platform, variables, 64, elevated=True, executable="")

        assert free.all == ("/a", "/b", "/c")
        assert elevated.all == ("/usr/local/lib", "/usr/lib")

    def test_android_and_fuchsia_have_fixed_folders(self) -> None:
        """By word size on Android, after what the application brings."""
        android = Platform(System.ANDROID, native_libraries=("/data/app/lib/arm64",))
        fuchsia = Platform(System.FUCHSIA)

        assert other_folders(android, {}, 32, elevated=False, executable="").all[:2] == (
            "/data/app/lib/arm64",
            "/system/lib",
        )
        assert other_folders(fuchsia, {}, 64, elevated=False, executable="").all[0] == "/pkg/lib"
