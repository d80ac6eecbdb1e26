"""What installers of layers and drivers may write to a registry, as lint says it of one."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

SOFTWARE = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
ADAPTER = (
    r"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000"
)
STORE = r"C:\Windows\System32\DriverStore\FileRepository\acme.inf_amd64_1"
FOLDER = r"C:\Program Files\Acme"


@pytest.fixture
def windows(world: World) -> World:
    """A Windows with an empty registry."""
    world.on(System.WINDOWS)
    return world


def put(world: World, path: str) -> str:
    """A manifest at a path, so that nothing is left over."""
    world.file(path, {})
    return path


@pytest.mark.editions("2018", "2022", "2026")
@pytest.mark.rule("DISC-WINDOWS-11")
class TestWhoWritesWhere:
    """Applications write SOFTWARE keys, and drivers the keys of their devices."""

    def said(self, world: World, subject: Trial) -> list[tuple[str, str]]:
        """What was said under the rule: severity and manifest."""
        found = subject.registered(world)
        return [(weight, about) for rule_id, weight, about in found if rule_id == "DISC-WINDOWS-11"]

    def test_each_in_its_own_branch_is_right(self, windows: World, subject: Trial) -> None:
        """An application's layer in a SOFTWARE key and a driver's layer in the key of its device are right."""
        windows.registry(ADAPTER, "DriverDesc", "REG_SZ", "Acme Graphics")
        windows.registry(ADAPTER, "VulkanImplicitLayers", "REG_SZ", put(windows, rf"{STORE}\layer64.json"))
        windows.registry(rf"{SOFTWARE}\ImplicitLayers", put(windows, rf"{FOLDER}\layer64.json"))

        assert self.said(windows, subject) == []

    def test_a_drivers_layer_in_a_software_key_is_wrong(self, windows: World, subject: Trial) -> None:
        """A layer of the driver store, which a driver's package has brought, is wrong in a SOFTWARE key."""
        path = put(windows, rf"{STORE}\layer64.json")
        windows.registry(rf"{SOFTWARE}\ImplicitLayers", path)

        assert self.said(windows, subject) == [("warning", path)]

    def test_an_applications_layer_in_a_devices_key_is_wrong(self, windows: World, subject: Trial) -> None:
        """A layer in a device's key is wrong if a SOFTWARE key names the other layers in its folder."""
        windows.registry(rf"{SOFTWARE}\ImplicitLayers", put(windows, rf"{FOLDER}\one64.json"))
        path = put(windows, rf"{FOLDER}\two64.json")
        windows.registry(ADAPTER, "DriverDesc", "REG_SZ", "Acme Graphics")
        windows.registry(ADAPTER, "VulkanExplicitLayers", "REG_SZ", path)

        assert self.said(windows, subject) == [("warning", path)]


@pytest.mark.editions("2018", "2026")
@pytest.mark.rule("DISC-DRIVER-WINDOWS-05")
class TestWhereDriversBelong:
    """A driver belongs into the key of its device where that is practical."""

    def said(self, world: World, subject: Trial) -> list[tuple[str, str]]:
        """What was said under the rule."""
        found = subject.registered(world)
        return [(weight, about) for rule_id, weight, about in found if rule_id == "DISC-DRIVER-WINDOWS-05"]

    def test_a_software_key_is_told(self, windows: World, subject: Trial) -> None:
        """A driver in the SOFTWARE key is noted: a driver belongs into the key of its device where it has one."""
        path = put(windows, rf"{STORE}\acme64.json")
        windows.registry(rf"{SOFTWARE}\Drivers", path)

        assert self.said(windows, subject) == [("note", path)]

    def test_the_key_of_a_device_is_right(self, windows: World, subject: Trial) -> None:
        """A driver that the key of its device names is right."""
        windows.registry(ADAPTER, "VulkanDriverName", "REG_SZ", put(windows, rf"{STORE}\acme64.json"))

        assert self.said(windows, subject) == []


@pytest.mark.rule("DISC-WINDOWS-04")
@pytest.mark.parametrize(
    "name", ["layer.json", r"\layer.json", r"C:layer.json", r"%ProgramFiles%\layer.json"]
)
def test_names_are_full_paths(windows: World, subject: Trial, name: str) -> None:
    """A value in the key ImplicitLayers whose name is no full path is an error."""
    windows.registry(rf"{SOFTWARE}\ImplicitLayers", name)

    assert subject.registered(windows) == (("DISC-WINDOWS-04", "error", name),)
