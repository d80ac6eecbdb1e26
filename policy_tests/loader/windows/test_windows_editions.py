"""What differs on Windows between the editions, and what a 32-bit Windows has of it."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
MACHINE = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
MACHINE_32 = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan"
ADAPTERS = r"HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"
PACKAGE = r"C:\Program Files\WindowsApps\Microsoft.D3DMappingLayers_1.2404.1.0_x64__8wekyb3d8bbwe"
A = r"D:\a"


@pytest.fixture
def windows(world: World) -> World:
    """A 64-bit Windows with a driver."""
    world.on(System.WINDOWS)
    world.driver()
    return world


class TestThirtyTwoBits:
    """Where Windows itself is 32-bit, nothing is recorded apart for 32-bit applications."""

    @pytest.fixture
    def small(self, world: World) -> World:
        """A 32-bit Windows with an adapter."""
        world.on(System.WINDOWS, bits=32)
        world.platform(word_size=32)
        world.device(rf"{ADAPTERS}\0000")
        return world

    @pytest.mark.rule("DISC-WINDOWS-08")
    @pytest.mark.parametrize("value", ["VulkanExplicitLayers", "VulkanImplicitLayers"])
    def test_values_of_layers(self, small: World, subject: Trial, value: str) -> None:
        """On 32-bit Windows a device's plain value leads to layers, and that for 32-bit applications does not."""
        put = small.explicit_layer if "Explicit" in value else small.implicit_layer
        small.registry(rf"{ADAPTERS}\0000", value, "REG_SZ", put(ONE, registered=False))
        small.registry(rf"{ADAPTERS}\0000", f"{value}Wow", "REG_SZ", put(TWO, registered=False))

        seen = subject.observe(small)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("DISC-DRIVER-WINDOWS-01")
    def test_values_of_drivers(self, small: World, subject: Trial) -> None:
        """On 32-bit Windows VulkanDriverName in a device's key leads to a driver; VulkanDriverNameWow does not."""
        for name, value in (("alpha", "VulkanDriverName"), ("beta", "VulkanDriverNameWow")):
            small.registry(rf"{ADAPTERS}\0000", value, "REG_SZ", small.driver(name, registered=False))

        seen = subject.observe(small)

        assert seen.drivers == ("alpha",)

    @pytest.mark.rule("DISC-DRIVER-WINDOWS-03")
    def test_keys_of_drivers(self, small: World, subject: Trial) -> None:
        """On 32-bit Windows the plain key Drivers leads to drivers, and that under WOW6432Node does not."""
        small.driver("alpha", registered=rf"{MACHINE}\Drivers")
        small.driver("beta", registered=rf"{MACHINE_32}\Drivers")

        seen = subject.observe(small)

        assert seen.drivers == ("alpha",)


class TestBeforeWow:
    """Before a text names WOW6432Node, the keys are those that it does name."""

    @pytest.mark.rule("DISC-WINDOWS-01")
    @pytest.mark.editions("2016", "2018")
    def test_layers(self, world: World, subject: Trial) -> None:
        """Before 2022 a 32-bit application should find the layers of the plain key and not of WOW6432Node."""
        world.on(System.WINDOWS, bits=32)
        world.explicit_layer(ONE, registered=rf"{MACHINE}\ExplicitLayers")
        world.explicit_layer(TWO, registered=rf"{MACHINE_32}\ExplicitLayers")

        seen = subject.observe(world)

        subject.reading("AMB-WIN-WOW-EARLY", seen.layer_names, chosen=(ONE,), tolerated=(TWO,))

    @pytest.mark.rule("DISC-DRIVER-WINDOWS-03")
    @pytest.mark.editions("2016")
    def test_drivers(self, world: World, subject: Trial) -> None:
        """In 2016 a 32-bit application should use the drivers of the plain key and not of WOW6432Node."""
        world.on(System.WINDOWS, bits=32)
        world.driver("alpha", registered=rf"{MACHINE}\Drivers")
        world.driver("beta", registered=rf"{MACHINE_32}\Drivers")

        seen = subject.observe(world)

        subject.reading("AMB-WIN-WOW-EARLY", seen.drivers, chosen=("alpha",), tolerated=("beta",))


class TestScopeOfLayerPath:
    """VK_LAYER_PATH took the place of every search for layers, and later of that for explicit ones alone."""

    @pytest.mark.rule("ENV-LAYERPATH-01")
    @pytest.mark.editions("2016", "2018")
    def test_of_all_layers(self, windows: World, subject: Trial) -> None:
        """Before 2022 VK_LAYER_PATH replaces the search for all layers, also that for implicit ones."""
        windows.implicit_layer(ONE)
        windows.explicit_layer(TWO, folder=A, registered=False)
        windows.variable("VK_LAYER_PATH", A)

        seen = subject.observe(windows)

        assert seen.layer_names == (TWO,)

    @pytest.mark.rule("ENV-LAYERPATH-01", "DISC-WINDOWS-02")
    @pytest.mark.editions("2022", "2026")
    def test_of_explicit_layers(self, windows: World, subject: Trial) -> None:
        """From 2022 on VK_LAYER_PATH replaces the search for explicit layers, and implicit ones are still found."""
        windows.implicit_layer(ONE)
        windows.explicit_layer("VK_LAYER_TEST_installed")
        windows.explicit_layer(TWO, folder=A, registered=False)
        windows.variable("VK_LAYER_PATH", A)

        seen = subject.observe(windows)

        assert set(seen.layer_names) == {ONE, TWO}


class TestPrivilegeByEdition:
    """2016 and 2018 speak of suid programs alone, of which Windows has none."""

    @pytest.mark.rule("ENV-DRIVERFILES-01")
    @pytest.mark.editions("2016", "2018")
    def test_driver_files_of_older_loaders(self, windows: World, subject: Trial) -> None:
        """In 2016 and 2018 VK_ICD_FILENAMES should have its effect on a process of an administrator on Windows.

        Loaders from 1.1.123 on pass over it.
        """
        windows.variable("VK_ICD_FILENAMES", windows.driver("mine", folder=A, registered=False))
        windows.elevate()

        seen = subject.observe(windows)

        subject.implied(seen.drivers, ("mine",), by="the silence of 2016 and 2018 on privileges on Windows")

    @pytest.mark.rule("PRIV-LAYER-01", "DISC-WINDOWS-02")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    def test_implicit_layer_paths(self, windows: World, subject: Trial, variable: str) -> None:
        """An elevated process ignores VK_IMPLICIT_LAYER_PATH and VK_ADD_IMPLICIT_LAYER_PATH on Windows."""
        windows.implicit_layer(ONE)
        windows.implicit_layer(TWO, folder=A, registered=False)
        windows.variable(variable, A)
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)


@pytest.mark.rule("DISC-WINDOWS-01")
@pytest.mark.editions("2018", "2022")
def test_packages_have_no_layers_before_2026(windows: World, subject: Trial) -> None:
    """Before 2026 a layer in the folder of a package should not be found: the texts do not list that place."""
    windows.package(PACKAGE)
    windows.explicit_layer(ONE, folder=PACKAGE, registered=False)

    seen = subject.observe(windows)

    subject.implied(seen.layer_names, (), by="the places that the text lists")


@pytest.mark.rule("DISC-WINDOWS-07")
@pytest.mark.editions("2026")
def test_dxgi_does_not_choose_layers(windows: World, subject: Trial) -> None:
    """Layers that the key of a display adapter names are found whether or not DXGI names the adapter."""
    windows.platform(adapters=(2,))
    for number, name in ((1, ONE), (2, TWO)):
        key = rf"{ADAPTERS}\000{number}"
        windows.device(key, luid=number)
        path = windows.explicit_layer(name, registered=False)
        windows.registry(key, "VulkanExplicitLayers", "REG_SZ", path)

    seen = subject.observe(windows)

    assert {*seen.layer_names} == {ONE, TWO}
