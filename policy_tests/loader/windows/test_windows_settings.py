"""Where the settings file is named on Windows, and by whom for a process with administrative privileges."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
SETTINGS = r"SOFTWARE\Khronos\Vulkan\LoaderSettings"
MACHINE = rf"HKEY_LOCAL_MACHINE\{SETTINGS}"
USER = rf"HKEY_CURRENT_USER\{SETTINGS}"
Settings = dict[str, object]
OFF: Settings = {"name": ONE, "path": rf"C:\Vulkan\explicit_layer.d\{ONE}.json", "control": "off"}
NO_LAYERS: Settings = {"file_format_version": "1.0.1", "settings": {"layers": [OFF]}}
"""Settings that switch the layer off, so that it is not found: that shows that they were read."""
PLAIN: Settings = {"file_format_version": "1.0.1", "settings": {}}
"""Settings without any effect."""


@pytest.fixture
def windows(world: World) -> World:
    """A Windows with a layer that only a settings file can hide."""
    world.on(System.WINDOWS)
    world.explicit_layer(ONE)
    return world


def settings(world: World, key: str, folder: str, content: Settings = NO_LAYERS) -> None:
    """A settings file that a value of this key names."""
    world.registry(key, world.file(rf"{folder}\vk_loader_settings.json", content))


@pytest.mark.rule("SETTINGS-02")
class TestPlaces:
    """A DWORD value of the user's key names the file; where none does, one of the machine's key."""

    @pytest.mark.parametrize("key", [USER, MACHINE], ids=["user", "machine"])
    def test_either_key_names_it(self, windows: World, subject: Trial, key: str) -> None:
        """The settings file is read that a value in the user's or the machine's key LoaderSettings names."""
        settings(windows, key, r"C:\settings")

        seen = subject.observe(windows)

        assert seen.layer_names == ()

    @pytest.mark.parametrize(("user", "expected"), [(NO_LAYERS, ()), (PLAIN, (ONE,))])
    def test_the_user_comes_first(
        self, windows: World, subject: Trial, user: Settings, expected: tuple[str, ...]
    ) -> None:
        """If both keys name a settings file, that of the user's key is read and the other one is not."""
        settings(windows, USER, r"C:\user", user)
        settings(windows, MACHINE, r"C:\machine", PLAIN if user is NO_LAYERS else NO_LAYERS)

        seen = subject.observe(windows)

        assert seen.layer_names == expected

    def test_the_machine_stands_in_for_a_file_that_is_gone(self, windows: World, subject: Trial) -> None:
        """The machine's settings file is read if the file that the user's key names does not exist."""
        windows.registry(USER, r"C:\gone\vk_loader_settings.json")
        settings(windows, MACHINE, r"C:\machine")

        seen = subject.observe(windows)

        assert seen.layer_names == ()

    @pytest.mark.parametrize("type", ["REG_SZ", "REG_QWORD"])
    def test_other_types_do_not_fit(self, windows: World, subject: Trial, type: str) -> None:
        """A value in the key LoaderSettings that is no DWORD names no settings file."""
        path = windows.file(r"C:\user\vk_loader_settings.json", NO_LAYERS)
        windows.registry(USER, path, type, path if type == "REG_SZ" else 0)

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    def test_another_name_does_not_fit(self, windows: World, subject: Trial) -> None:
        """A file that is not called vk_loader_settings.json is not read as the settings file."""
        windows.registry(USER, windows.file(r"C:\user\settings.json", NO_LAYERS))

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    def test_the_number_is_not_looked_at(self, windows: World, subject: Trial) -> None:
        """A DWORD value in the key LoaderSettings should name the settings file whatever its number is."""
        windows.registry(USER, windows.file(r"C:\user\vk_loader_settings.json", NO_LAYERS), "REG_DWORD", 1)

        seen = subject.observe(windows)

        subject.reading("AMB-WIN-SETTINGS-DATA", seen.layer_names, chosen=(), tolerated=(ONE,))

    @pytest.mark.parametrize("base", [r"C:\Users\me\.local\share", r"C:\data", r"C:\etc"])
    def test_folders_of_other_systems_are_not_searched(
        self, windows: World, subject: Trial, base: str
    ) -> None:
        """On Windows no folder is searched for the settings file, whatever HOME and XDG_DATA_HOME name."""
        windows.variable("HOME", "/Users/me")
        windows.variable("XDG_DATA_HOME", "/data")
        windows.file(rf"{base}\vulkan\loader_settings.d\vk_loader_settings.json", NO_LAYERS)

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)


@pytest.mark.rule("PRIV-SETTINGS-01")
class TestPrivilege:
    """What a user can write has no effect on a process with administrative privileges."""

    def test_the_key_of_the_user_is_left_out(self, windows: World, subject: Trial) -> None:
        """An elevated process does not read the settings file that the user's key names."""
        settings(windows, USER, r"C:\user")
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    def test_the_key_of_the_machine_is_read(self, windows: World, subject: Trial) -> None:
        """An elevated process reads the settings file that the machine's key names."""
        settings(windows, USER, r"C:\user", PLAIN)
        settings(windows, MACHINE, r"C:\machine")
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.layer_names == ()
