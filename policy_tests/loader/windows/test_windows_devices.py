"""What the keys of display adapters and software components lead to on Windows, and in which order."""

import pytest

from refloader.model.system import System
from refloader.model.windows_registry import Data
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
CLASS = r"HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Class"
ADAPTER = rf"{CLASS}\{{4d36e968-e325-11ce-bfc1-08002be10318}}"
COMPONENT = rf"{CLASS}\{{5c4c3332-344d-483c-8739-259e934c9cc8}}"
VALUES = {"explicit": "VulkanExplicitLayers", "implicit": "VulkanImplicitLayers"}
BOTH_KINDS = pytest.mark.parametrize("kind", VALUES)
ASKED = 'DISC-WINDOWS-10, which says "should"'
DEVICES = pytest.mark.parametrize(
    "device", [rf"{ADAPTER}\0000", rf"{COMPONENT}\0003"], ids=["adapter", "component"]
)


@pytest.fixture
def windows(world: World) -> World:
    """A 64-bit Windows with an adapter and a software component."""
    world.on(System.WINDOWS)
    world.device(rf"{ADAPTER}\0000")
    world.device(rf"{COMPONENT}\0003", component=True)
    return world


def layer(world: World, kind: str, name: str) -> str:
    """A layer of the kind that nothing names yet; its manifest's path."""
    put = world.explicit_layer if kind == "explicit" else world.implicit_layer
    return put(name, folder=rf"C:\Windows\System32\DriverStore\{name}", registered=False)


def driver(world: World, name: str) -> str:
    """A driver that nothing names yet; its manifest's path."""
    return world.driver(name, folder=rf"C:\Windows\System32\DriverStore\{name}", registered=False)


class TestLayers:
    """A layer that is installed with a driver is named by a value of the device's key."""

    @pytest.mark.rule("DISC-WINDOWS-07")
    @BOTH_KINDS
    @DEVICES
    def test_values_of_devices_are_read(self, windows: World, subject: Trial, device: str, kind: str) -> None:
        """A layer that a value in a device's key names is found, and is of the kind that the value's name says."""
        windows.driver()
        windows.application(api="1.3.0")
        windows.registry(device, VALUES[kind], "REG_SZ", layer(windows, kind, ONE))

        seen = subject.observe(windows)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,) if kind == "implicit" else ())

    @pytest.mark.rule("DISC-WINDOWS-10")
    @BOTH_KINDS
    def test_other_devices_are_not_read(self, windows: World, subject: Trial, kind: str) -> None:
        """The key of a device that the system does not name should not lead to layers."""
        windows.registry(rf"{ADAPTER}\0001", VALUES[kind], "REG_SZ", layer(windows, kind, ONE))

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (), by=ASKED)

    @pytest.mark.rule("DISC-WINDOWS-01", "DISC-WINDOWS-02")
    @pytest.mark.editions("2016")
    @BOTH_KINDS
    def test_the_oldest_loaders_know_no_device_keys(self, windows: World, subject: Trial, kind: str) -> None:
        """In 2016 the key of a device should not lead to layers: its text names the SOFTWARE keys alone."""
        windows.registry(rf"{ADAPTER}\0000", VALUES[kind], "REG_SZ", layer(windows, kind, ONE))

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (), by="the places that the text lists")

    @pytest.mark.rule("DISC-WINDOWS-07")
    @BOTH_KINDS
    def test_software_keys_come_first(self, windows: World, subject: Trial, kind: str) -> None:
        """Layers of the SOFTWARE keys should be enumerated before those of the devices' keys.

        That is the order of the text, which does not say so.
        """
        windows.registry(rf"{ADAPTER}\0000", VALUES[kind], "REG_SZ", layer(windows, kind, ONE))
        put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
        put(TWO)

        seen = subject.observe(windows)

        subject.reading("AMB-WIN-ORDER", seen.layer_names, chosen=(TWO, ONE), tolerated=(ONE, TWO))


@pytest.mark.rule("DISC-WINDOWS-08")
@BOTH_KINDS
@DEVICES
class TestWordSize:
    """A second value records what is for 32-bit applications on a 64-bit Windows."""

    @pytest.mark.parametrize(("bits", "expected"), [(32, TWO), (64, ONE)])
    def test_each_has_its_value(
        self, windows: World, subject: Trial, device: str, kind: str, bits: int, expected: str
    ) -> None:
        """An application finds the layers that a device's key records for its own word size, and no others."""
        windows.on(System.WINDOWS, bits=bits)
        windows.registry(device, VALUES[kind], "REG_SZ", layer(windows, kind, ONE))
        windows.registry(device, f"{VALUES[kind]}Wow", "REG_SZ", layer(windows, kind, TWO))

        seen = subject.observe(windows)

        assert seen.layer_names == (expected,)


@pytest.mark.rule("DISC-WINDOWS-09")
@BOTH_KINDS
class TestTypes:
    """The data of a value is one path or a list of paths."""

    def test_a_list_of_paths(self, windows: World, subject: Trial, kind: str) -> None:
        """Every path of a REG_MULTI_SZ value in a device's key leads to a layer, in the order of the list."""
        listed = (layer(windows, kind, TWO), layer(windows, kind, ONE))
        windows.registry(rf"{ADAPTER}\0000", VALUES[kind], "REG_MULTI_SZ", listed)

        seen = subject.observe(windows)

        assert seen.layer_names == (TWO, ONE)

    @pytest.mark.parametrize("type", ["REG_DWORD", "REG_EXPAND_SZ", "REG_BINARY", "REG_NONE"])
    def test_other_types_are_ignored(self, windows: World, subject: Trial, kind: str, type: str) -> None:
        """A value in a device's key that is neither REG_SZ nor REG_MULTI_SZ should lead to no layer."""
        path = layer(windows, kind, ONE)
        data: dict[str, Data] = {"REG_DWORD": 0, "REG_EXPAND_SZ": path}
        windows.registry(rf"{ADAPTER}\0000", VALUES[kind], type, data.get(type, path.encode()))
        windows.registry(rf"{ADAPTER}\0000", path, "REG_DWORD", 0)

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (), by="the words on REG_SZ and REG_MULTI_SZ")

    @pytest.mark.parametrize("type", ["REG_SZ", "REG_MULTI_SZ"])
    def test_relative_paths_lead_nowhere(self, windows: World, subject: Trial, kind: str, type: str) -> None:
        """A relative path in a device's key should lead to no layer; the full paths beside it lead to theirs."""
        put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
        put(ONE, folder=r"C:\world", file="one.json", registered=False)
        good = layer(windows, kind, TWO)
        windows.registry(
            rf"{ADAPTER}\0000", VALUES[kind], type, "one.json" if type == "REG_SZ" else ("one.json", good)
        )

        seen = subject.observe(windows)

        expected = () if type == "REG_SZ" else (TWO,)
        assert set(expected) <= set(seen.layer_names)
        subject.implied(seen.layer_names, expected, by="the demand for absolute paths")


@pytest.mark.rule("DISC-WINDOWS-10")
@BOTH_KINDS
class TestDevicesOfTheSystem:
    """Which keys are those of devices should be asked of the system; their order is not stated."""

    def test_the_order_is_that_of_the_system(self, world: World, subject: Trial, kind: str) -> None:
        """Layers of all devices are found, and should come in the order in which the PnP manager names these."""
        world.on(System.WINDOWS)
        for number, name in (("0007", ONE), ("0002", TWO)):
            world.device(rf"{ADAPTER}\{number}")
            world.registry(rf"{ADAPTER}\{number}", VALUES[kind], "REG_SZ", layer(world, kind, name))

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, TWO}
        subject.implied(seen.layer_names, (ONE, TWO), by=ASKED)

    def test_a_device_that_is_gone_is_not_read(self, world: World, subject: Trial, kind: str) -> None:
        """Layers of a present device are found, and those of a device that was taken out should not be."""
        world.on(System.WINDOWS)
        world.device(rf"{ADAPTER}\0001")
        for number, name in (("0000", ONE), ("0001", TWO)):
            world.registry(rf"{ADAPTER}\{number}", VALUES[kind], "REG_SZ", layer(world, kind, name))

        seen = subject.observe(world)

        assert TWO in seen.layer_names
        subject.implied(seen.layer_names, (TWO,), by=ASKED)


@pytest.mark.rule("DISC-DRIVER-WINDOWS-01")
class TestDrivers:
    """A driver is named by a value of its device's key."""

    @DEVICES
    def test_a_driver_is_found(self, windows: World, subject: Trial, device: str) -> None:
        """The driver that VulkanDriverName in a device's key leads to is used."""
        windows.registry(device, "VulkanDriverName", "REG_SZ", driver(windows, "alpha"))

        seen = subject.observe(windows)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("alpha",))

    def test_a_list_of_drivers(self, windows: World, subject: Trial) -> None:
        """Every path of VulkanDriverName as a REG_MULTI_SZ leads to a driver that is used."""
        listed = (driver(windows, "alpha"), driver(windows, "beta"))
        windows.registry(rf"{ADAPTER}\0000", "VulkanDriverName", "REG_MULTI_SZ", listed)

        seen = subject.observe(windows)

        assert sorted(seen.drivers) == ["alpha", "beta"]

    @pytest.mark.parametrize(("bits", "expected"), [(32, "beta"), (64, "alpha")])
    def test_each_word_size_has_its_value(
        self, windows: World, subject: Trial, bits: int, expected: str
    ) -> None:
        """A 32-bit application uses the drivers of VulkanDriverNameWow, a 64-bit one those of VulkanDriverName."""
        windows.on(System.WINDOWS, bits=bits)
        windows.registry(rf"{ADAPTER}\0000", "VulkanDriverName", "REG_SZ", driver(windows, "alpha"))
        windows.registry(rf"{ADAPTER}\0000", "VulkanDriverNameWow", "REG_SZ", driver(windows, "beta"))

        seen = subject.observe(windows)

        assert seen.drivers == (expected,)

    @pytest.mark.parametrize("type", ["REG_DWORD", "REG_EXPAND_SZ", "REG_BINARY"])
    def test_other_types_are_ignored(self, windows: World, subject: Trial, type: str) -> None:
        """VulkanDriverName should lead to no driver if it is neither REG_SZ nor REG_MULTI_SZ."""
        path = driver(windows, "alpha")
        data: dict[str, Data] = {"REG_DWORD": 0, "REG_EXPAND_SZ": path}
        windows.registry(rf"{ADAPTER}\0000", "VulkanDriverName", type, data.get(type, path.encode()))
        windows.registry(rf"{ADAPTER}\0000", path, "REG_DWORD", 0)

        seen = subject.observe(windows)

        subject.implied(seen.drivers, (), by="the words on REG_SZ and REG_MULTI_SZ")


@pytest.mark.rule("DISC-DRIVER-WINDOWS-02")
class TestWaysToAdapters:
    """2018 asks the PnP manager for the devices, 2026 asks DXGI first."""

    def two(self, world: World, *adapters: int) -> None:
        """Two adapters with a driver each, as the PnP manager names them, and the order of DXGI."""
        world.on(System.WINDOWS)
        world.platform(adapters=adapters)
        for number, name, luid in (("0000", "alpha", 1), ("0001", "beta", 2)):
            world.device(rf"{ADAPTER}\{number}", luid=luid)
            world.registry(rf"{ADAPTER}\{number}", "VulkanDriverName", "REG_SZ", driver(world, name))

    @pytest.mark.editions("2026")
    def test_the_order_is_that_of_dxgi(self, world: World, subject: Trial) -> None:
        """The drivers come in the order in which DXGI names their adapters."""
        self.two(world, 2, 1)

        seen = subject.observe(world)

        assert seen.drivers == ("beta", "alpha")

    @pytest.mark.editions("2026")
    def test_adapters_that_dxgi_leaves_out(self, world: World, subject: Trial) -> None:
        """Drivers of adapters that DXGI does not name should not be used if it names others.

        The PnP manager is for the case that DXGI names no adapter; it does not complete what DXGI names.
        """
        self.two(world, 2)

        seen = subject.observe(world)

        subject.reading("AMB-WIN-DXGI", seen.drivers, chosen=("beta",), tolerated=("beta", "alpha"))

    @pytest.mark.editions("2026")
    def test_the_pnp_manager_stands_in(self, world: World, subject: Trial) -> None:
        """If DXGI names no adapter, drivers come in the order in which the PnP manager names their devices."""
        self.two(world)

        seen = subject.observe(world)

        assert seen.drivers == ("alpha", "beta")

    @pytest.mark.editions("2018")
    def test_2018_asks_the_pnp_manager_alone(self, world: World, subject: Trial) -> None:
        """In 2018 drivers come in the order in which the PnP manager names their devices, whatever DXGI says."""
        self.two(world, 2, 1)

        seen = subject.observe(world)

        assert seen.drivers == ("alpha", "beta")
