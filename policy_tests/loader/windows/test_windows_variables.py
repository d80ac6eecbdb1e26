"""Environment variables on Windows: separators, spellings, names in any case, and what privilege hides."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
A = r"C:\Program Files\a"
B = r"D:\b"


@pytest.fixture
def windows(world: World) -> World:
    """A Windows with a driver."""
    world.on(System.WINDOWS)
    world.driver()
    return world


class TestSeparators:
    """Lists are separated by semicolons."""

    @pytest.mark.rule("ENV-LAYERPATH-02")
    @pytest.mark.parametrize(("separator", "expected"), [(";", {ONE, TWO}), (":", set())])
    def test_folders_of_layers(
        self, windows: World, subject: Trial, separator: str, expected: set[str]
    ) -> None:
        """On Windows a semicolon separates two folders in VK_LAYER_PATH, and a colon separates nothing."""
        windows.explicit_layer(ONE, folder=A, registered=False)
        windows.explicit_layer(TWO, folder=B, registered=False)
        windows.variable("VK_LAYER_PATH", f"{A}{separator}{B}")

        seen = subject.observe(windows)

        assert set(seen.layer_names) == expected

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    @pytest.mark.parametrize(("separator", "expected"), [(";", ("one", "two")), (":", ())])
    def test_files_of_drivers(
        self, windows: World, subject: Trial, separator: str, expected: tuple[str, ...]
    ) -> None:
        """On Windows a semicolon separates two files in VK_ICD_FILENAMES, and a colon separates nothing."""
        files = [windows.driver(name, folder=A, registered=False) for name in ("one", "two")]
        windows.variable("VK_ICD_FILENAMES", separator.join(files))

        seen = subject.observe(windows)

        assert seen.drivers == expected

    @pytest.mark.rule("ENV-INSTLAYERS-02")
    @pytest.mark.parametrize(("separator", "expected"), [(";", {ONE, TWO}), (":", set())])
    def test_names_of_layers(
        self, windows: World, subject: Trial, separator: str, expected: set[str]
    ) -> None:
        """On Windows a semicolon separates two names in VK_INSTANCE_LAYERS, and a colon separates nothing."""
        windows.explicit_layer(ONE)
        windows.explicit_layer(TWO)
        windows.variable("VK_INSTANCE_LAYERS", f"{ONE}{separator}{TWO}")
        windows.application(api="1.3.0")

        seen = subject.observe(windows)

        assert set(seen.chain) == expected


class TestSpellings:
    """Paths are those of Windows."""

    @pytest.mark.rule("ENV-LAYERPATH-03")
    @pytest.mark.parametrize("folder", [A.upper(), "C:/Program Files/a/", rf"{A}\..\a"])
    def test_a_folder_is_found_however_it_is_written(
        self, windows: World, subject: Trial, folder: str
    ) -> None:
        """On Windows a folder in VK_LAYER_PATH is found whatever its letter case, slashes and dots are."""
        windows.explicit_layer(ONE, folder=A, registered=False)
        windows.variable("VK_LAYER_PATH", folder)

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("ENV-LAYERPATH-03")
    def test_a_verbatim_path(self, windows: World, subject: Trial) -> None:
        """On Windows a folder in VK_LAYER_PATH should be found with the prefix of verbatim paths, too."""
        windows.explicit_layer(ONE, folder=A, registered=False)
        windows.variable("VK_LAYER_PATH", rf"\\?\{A}")

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (ONE,), by="the paths of Windows")

    @pytest.mark.rule("DISC-GEN-07")
    @pytest.mark.parametrize("again", [A.lower(), "C:/Program Files/a", rf"\\?\{A}"])
    def test_a_folder_that_is_named_twice_counts_once(
        self, windows: World, subject: Trial, again: str
    ) -> None:
        """On Windows a folder that VK_LAYER_PATH names twice should count once, in whatever spellings.

        A manifest that is met again is ignored; whether it is the same under another spelling is not said.
        """
        windows.explicit_layer(ONE, folder=A, registered=False)
        windows.variable("VK_LAYER_PATH", f"{A};{again}")

        seen = subject.observe(windows)

        subject.reading("AMB-DISC-SLASH", seen.layer_names, chosen=(ONE,), tolerated=(ONE, ONE))

    @pytest.mark.rule("ENV-LAYERPATH-03")
    def test_a_share(self, windows: World, subject: Trial) -> None:
        """On Windows layers are found in a folder of another machine that VK_LAYER_PATH names."""
        windows.explicit_layer(ONE, folder=r"\\server\share\layers", registered=False)
        windows.variable("VK_LAYER_PATH", r"\\server\share\layers")

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("MANIFEST-LAYER-07", "DISC-WINDOWS-02")
    @pytest.mark.parametrize("library", [r".\VK_LAYER_TEST_one.dll", r"..\a\VK_LAYER_TEST_one.dll"])
    def test_libraries_beside_their_manifest(self, windows: World, subject: Trial, library: str) -> None:
        """A relative library_path with backslashes starts at the folder of its manifest."""
        windows.implicit_layer(ONE, folder=A, library_path=library)
        windows.application(api="1.3.0")

        seen = subject.observe(windows)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("MANIFEST-LAYER-07", "DISC-WINDOWS-02")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_slashes_in_a_library_path(self, windows: World, subject: Trial) -> None:
        """A relative library_path with a slash should start at the folder of its manifest on Windows, too.

        Windows takes a slash for a separator; 2016 names the backslash alone, later texts name none.
        """
        windows.implicit_layer(ONE, folder=A, library_path="./VK_LAYER_TEST_one.dll")
        windows.application(api="1.3.0")

        seen = subject.observe(windows)

        subject.implied(seen.chain, (ONE,), by="the separators of Windows")

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    def test_driver_filters_see_the_name_of_the_file(self, windows: World, subject: Trial) -> None:
        """On Windows VK_LOADER_DRIVERS_DISABLE is compared with the file name behind a path's last backslash."""
        windows.driver("other")
        windows.variable("VK_LOADER_DRIVERS_DISABLE", "plain.json")

        seen = subject.observe(windows)

        assert seen.drivers == ("other",)


@pytest.mark.rule("ENV-LAYERPATH-01")
def test_names_of_variables_match_in_any_case(world: World, subject: Trial) -> None:
    """On Windows the variable Vk_Layer_Path has the effect of VK_LAYER_PATH."""
    world.on(System.WINDOWS)
    world.explicit_layer(ONE)
    world.explicit_layer(TWO, folder=A, registered=False)
    world.variable("Vk_Layer_Path", A)

    seen = subject.observe(world)

    assert seen.layer_names == (TWO,)


@pytest.mark.rule("ENV-ADDIMPLPATH-02")
def test_the_overriding_variable_voids_the_adding_one(world: World, subject: Trial) -> None:
    """On Windows VK_ADD_IMPLICIT_LAYER_PATH should be ignored if VK_IMPLICIT_LAYER_PATH is set.

    That is said of Linux alone, which is read as an omission.
    """
    world.on(System.WINDOWS)
    world.implicit_layer(ONE, folder=A, registered=False)
    world.variable("VK_ADD_IMPLICIT_LAYER_PATH", A)
    world.variable("VK_IMPLICIT_LAYER_PATH", B)

    seen = subject.observe(world)

    subject.reading("AMB-WIN-ADDIMPL", seen.layer_names, chosen=(), tolerated=(ONE,))


class TestPrivilege:
    """Which variables a process with administrative privileges passes over."""

    @pytest.mark.rule("PRIV-LAYER-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    def test_layer_paths(self, windows: World, subject: Trial, variable: str) -> None:
        """On Windows an elevated process ignores VK_LAYER_PATH and VK_ADD_LAYER_PATH and finds installed layers."""
        windows.explicit_layer(ONE)
        windows.explicit_layer(TWO, folder=A, registered=False)
        windows.variable(variable, A)
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("ENV-LAYERPATH-01")
    @pytest.mark.editions("2016", "2018")
    def test_older_loaders_speak_of_suid_programs(self, windows: World, subject: Trial) -> None:
        """In 2016 and 2018 VK_LAYER_PATH should have its effect on a process of an administrator on Windows.

        They speak of suid programs, of which Windows has none; loaders from 1.1.123 on pass over the variable.
        """
        windows.explicit_layer(ONE)
        windows.explicit_layer(TWO, folder=A, registered=False)
        windows.variable("VK_LAYER_PATH", A)
        windows.elevate()

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (TWO,), by="the silence of 2016 and 2018 on privileges on Windows")

    @pytest.mark.rule("PRIV-DRIVER-01")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("variable", ["VK_ICD_FILENAMES", "VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"])
    def test_driver_files(self, windows: World, subject: Trial, variable: str) -> None:
        """On Windows an elevated process uses the installed driver and not the one that a variable names."""
        windows.variable(variable, windows.driver("mine", folder=A, registered=False))
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.drivers == ("plain",)
