"""Where else drivers, and packages with drivers and layers, are found on Windows."""

import pytest

from refloader.model.system import System
from refloader.model.windows_registry import Data
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
DRIVERS = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers"
DRIVERS_32 = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan\Drivers"
DRIVERS_OF_THE_USER = r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan\Drivers"
ADAPTER = (
    r"HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000"
)
PACKAGE = r"C:\Program Files\WindowsApps\Microsoft.D3DMappingLayers_1.2404.1.0_x64__8wekyb3d8bbwe"


@pytest.fixture
def windows(world: World) -> World:
    """A 64-bit Windows."""
    world.on(System.WINDOWS)
    return world


@pytest.mark.rule("DISC-DRIVER-WINDOWS-03")
class TestSoftwareKey:
    """The machine has a key whose values' names are the manifests of drivers."""

    def test_the_example_of_the_text(self, windows: World, subject: Trial) -> None:
        """Of three values with the data 0, 1 and 0 in the key Drivers the first and the last lead to drivers."""
        for name, data in (("alpha", 0), ("beta", 1), ("gamma", 0)):
            path = windows.driver(name, folder=rf"C:\vendor {name}", registered=False)
            windows.registry(DRIVERS, path, "REG_DWORD", data)

        seen = subject.observe(windows)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("alpha", "gamma"))

    @pytest.mark.parametrize(
        ("type", "data"), [("REG_QWORD", 0), ("REG_SZ", "0"), ("REG_BINARY", b"\0\0\0\0")]
    )
    def test_other_types_are_not_followed(
        self, windows: World, subject: Trial, type: str, data: Data
    ) -> None:
        """A value in the key Drivers that is no DWORD should lead to no driver."""
        windows.registry(DRIVERS, windows.driver(registered=False), type, data)

        seen = subject.observe(windows)

        subject.implied(seen.drivers, (), by="the demand for a DWORD")

    @pytest.mark.parametrize(
        ("type", "data"), [("REG_QWORD", 0), ("REG_SZ", "0"), ("REG_BINARY", b"\0\0\0\0")]
    )
    def test_other_types_hide_no_neighbour(
        self, windows: World, subject: Trial, type: str, data: Data
    ) -> None:
        """A value with DWORD 0 in the key Drivers leads to a driver, also beside a value of another type."""
        windows.registry(DRIVERS, windows.driver("alpha", registered=False), type, data)
        windows.registry(DRIVERS, windows.driver("beta", registered=False))

        seen = subject.observe(windows)

        assert "beta" in seen.drivers

    def test_relative_names_lead_nowhere(self, windows: World, subject: Trial) -> None:
        """A value in the key Drivers whose name is no full path should lead to no driver."""
        windows.driver(folder=r"C:\world", registered=False)
        windows.registry(DRIVERS, "plain.json")

        seen = subject.observe(windows)

        subject.implied(seen.drivers, (), by="the demand for full paths")

    def test_the_user_has_no_key(self, windows: World, subject: Trial) -> None:
        """A key Drivers under HKEY_CURRENT_USER leads to no driver."""
        windows.driver(registered=DRIVERS_OF_THE_USER)

        seen = subject.observe(windows)

        assert seen.drivers == ()

    @pytest.mark.parametrize(("bits", "expected"), [(32, "beta"), (64, "alpha")])
    @pytest.mark.editions("2018", "2026")
    def test_word_sizes(self, world: World, subject: Trial, bits: int, expected: str) -> None:
        """A 32-bit application on 64-bit Windows uses the drivers of WOW6432Node alone, a 64-bit one the others."""
        world.on(System.WINDOWS, bits=bits)
        world.driver("alpha", registered=DRIVERS)
        world.driver("beta", registered=DRIVERS_32)

        seen = subject.observe(world)

        assert seen.drivers == (expected,)

    def test_an_elevated_process_finds_it(self, windows: World, subject: Trial) -> None:
        """An elevated process uses the drivers that the machine's key Drivers names."""
        windows.driver()
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.drivers == ("plain",)


@pytest.mark.rule("DISC-DRIVER-WINDOWS-01")
def test_device_keys_come_first(world: World, subject: Trial) -> None:
    """Drivers of the devices' keys should come before those of the SOFTWARE key.

    That is the order of the text, which does not say so.
    """
    world.on(System.WINDOWS)
    world.driver("alpha")
    world.registry(ADAPTER, "VulkanDriverName", "REG_SZ", world.driver("beta", registered=False))

    seen = subject.observe(world)

    subject.reading("AMB-WIN-ORDER", seen.drivers, chosen=("beta", "alpha"), tolerated=("alpha", "beta"))


class TestPackages:
    """The root folder of the well-known package is searched for manifests."""

    @pytest.mark.rule("DISC-DRIVER-WINDOWS-04")
    def test_drivers(self, windows: World, subject: Trial) -> None:
        """A driver in the root folder of the Compatibility Pack is used without a value in the registry."""
        windows.package(PACKAGE)
        windows.driver(folder=PACKAGE, registered=False)

        seen = subject.observe(windows)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("plain",))

    @pytest.mark.rule("DISC-DRIVER-WINDOWS-04")
    def test_drivers_beside_the_registry(self, windows: World, subject: Trial) -> None:
        """A driver in the root folder of the Compatibility Pack is used beside one that the registry names."""
        windows.package(PACKAGE)
        windows.driver("registered")
        windows.driver("packaged", folder=PACKAGE, registered=False)

        seen = subject.observe(windows)

        assert set(seen.drivers) == {"registered", "packaged"}

    @pytest.mark.rule("DISC-WINDOWS-12")
    def test_layers(self, windows: World, subject: Trial) -> None:
        """A layer in the root folder of the Compatibility Pack is found, and should not be active by itself.

        Loaders find it from 1.3.279 on.
        """
        subject.since("1.3.279")
        windows.package(PACKAGE)
        windows.driver(folder=PACKAGE)
        windows.implicit_layer(ONE, folder=PACKAGE, registered=False)
        windows.application(api="1.3.0")

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)
        subject.reading("AMB-WIN-PACKAGE-KIND", seen.chain, chosen=(), tolerated=(ONE,))

    @pytest.mark.rule("DISC-WINDOWS-12", "DISC-DRIVER-WINDOWS-04")
    def test_folders_below_are_not_searched(self, windows: World, subject: Trial) -> None:
        """Drivers and layers in folders below the root folder of the Compatibility Pack are not found."""
        windows.package(PACKAGE)
        windows.driver(folder=rf"{PACKAGE}\x64", registered=False)
        windows.explicit_layer(ONE, folder=rf"{PACKAGE}\x64", registered=False)

        seen = subject.observe(windows)

        assert (seen.layer_names, seen.drivers) == ((), ())

    @pytest.mark.rule("DISC-DRIVER-WINDOWS-03")
    @pytest.mark.editions("2018")
    def test_older_loaders_know_no_package(self, windows: World, subject: Trial) -> None:
        """In 2018 a driver in the folder of a package should not be found: the text names the registry alone."""
        windows.package(PACKAGE)
        windows.driver(folder=PACKAGE, registered=False)

        seen = subject.observe(windows)

        subject.implied(seen.drivers, (), by="the places that the text lists")
