"""Physical devices and device groups on the drop-in library: whose, in which order, behind which handles."""

import json
from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script


@pytest.fixture
def two(script: Script, world: MockWorld) -> MockWorld:
    """The world's driver with one device, and a second driver with two."""
    world.driver("second", devices="2", device_name="one;two")
    return world


COUNTED = """
    s = Session()
    count = U32(3)
    say([s.command("{command}", 3)(s.instance, ctypes.addressof(count), 0), count.value])
"""


class TestEnumeration:
    """vkEnumeratePhysicalDevices gives the devices of all drivers."""

    @pytest.mark.rule("DISC-DRIVER-GEN-01")
    def test_all_drivers(self, script: Script, two: MockWorld) -> None:
        """The ids decide; without differences the last driver found comes first."""
        assert script("say(Session().names())") == ["one", "mock driver", "two"]

    def test_handles_stay_the_same(self, script: Script, two: MockWorld) -> None:
        """Whoever asks again gets the same handles, all different."""
        first, second = script("s = Session(); say([s.devices(), s.devices()])")

        assert first == second
        assert len(set(first)) == 3

    def test_counted(self, script: Script, two: MockWorld) -> None:
        """Too little room is VK_INCOMPLETE with as many as fit."""
        said = script("""
            s = Session()
            walk, room, count = s.command("vkEnumeratePhysicalDevices", 3), block(0, 0, 0, 0), U32(2)
            result = walk(s.instance, ctypes.addressof(count), ctypes.addressof(room))
            say([result, count.value, list(room) [:2] == s.devices()[:2], room[2]])
        """)

        assert said == [5, 2, True, 0]

    def test_no_counter(self, script: Script) -> None:
        """NULL where the number belongs is VK_ERROR_INITIALIZATION_FAILED."""
        said = script('s = Session(); say(s.command("vkEnumeratePhysicalDevices", 3)(s.instance, 0, 0))')

        assert said == -3

    def test_no_devices(self, script: Script, world: MockWorld) -> None:
        """A driver without devices is no error (LDP_DRIVER_2)."""
        world.driver("empty", devices="0")

        assert script("say(Session().names())") == ["mock driver"]

    @pytest.mark.parametrize(
        ("command", "count"), [("vkEnumeratePhysicalDevices", 3), ("vkEnumeratePhysicalDeviceGroups", 0)]
    )
    def test_no_devices_at_all(self, script: Script, world: MockWorld, command: str, count: int) -> None:
        """No layer and no application is told of a success with nothing in it; layers in the field crash there.

        Of groups the number is written all the same, as in the field.
        """
        world.driver("plain", devices="0")

        assert script(COUNTED.format(command=command)) == [-3, count]

    @pytest.mark.parametrize(
        "flags", [{"fail": "vkEnumeratePhysicalDevices"}, {"rubbish": "vkEnumeratePhysicalDevices"}]
    )
    def test_a_driver_that_fails(self, script: Script, world: MockWorld, flags: dict[str, Any]) -> None:
        """It loses its own devices only."""
        world.driver("bad", **flags)

        assert script("say(Session().names())")[-1] == "mock driver"

    def test_all_drivers_fail(self, script: Script, two: MockWorld) -> None:
        """The enumeration fails when nobody answers."""
        for name in ("plain", "second"):
            two.driver(name, fail="vkEnumeratePhysicalDevices")

        assert (
            script("""
            s = Session()
            count = U32(0)
            say(s.command("vkEnumeratePhysicalDevices", 3)(s.instance, ctypes.addressof(count), 0))
        """)
            == -3
        )


class TestOrder:
    """Devices are sorted by type and PCI address, before layers see them."""

    @pytest.fixture
    def machine(self, world: MockWorld) -> MockWorld:
        """A discrete device, another one on a later bus, an integrated one and a processor."""
        pci: dict[str, Any] = {"device_extensions": "VK_EXT_pci_bus_info:2"}
        world.driver(
            "a", devices="2", device_name="late;cpu", type="discrete;cpu", pci="0:9:0.0;0:1:0.0", **pci
        )
        world.driver(
            "b",
            devices="2",
            device_name="igpu;early",
            type="integrated;discrete",
            pci="0:0:2.0;0:3:0.0",
            **pci,
        )
        return world

    @pytest.mark.rule("DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-02")
    def test_type_then_address(self, script: Script, machine: MockWorld) -> None:
        """Discrete, integrated, the rest; inside a type by bus."""
        assert script("say(Session().names())")[:3] == ["early", "late", "igpu"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_select(self, script: Script, machine: MockWorld) -> None:
        """VK_LOADER_DEVICE_SELECT puts one device ahead of all others."""
        machine.driver("c", device_name="chosen", vendor="0x10de", device="0x1f91")

        assert script("say(Session().names())", VK_LOADER_DEVICE_SELECT="0x10de:0x1f91")[:2] == [
            "chosen",
            "early",
        ]

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    def test_disabled(self, script: Script, machine: MockWorld) -> None:
        """VK_LOADER_DISABLE_SELECT leaves the drivers' order."""
        names = script("say(Session().names())", VK_LOADER_DISABLE_SELECT="1")

        assert names == ["igpu", "early", "late", "cpu", "mock driver"]

    @pytest.mark.rule("FILTER-ID-VENDOR-01", "FILTER-ID-DRIVER-01", "FILTER-ID-MULTI-01")
    def test_filters(self, script: Script, machine: MockWorld) -> None:
        """Only devices that pass every filter are there."""
        machine.driver("c", devices="2", device_name="x;y", vendor="7", device="1;2", driver_id="3;4")
        variables = {"VK_LOADER_VENDOR_ID_FILTER": "0x7", "VK_LOADER_DRIVER_ID_FILTER": "4,9"}

        assert script("say(Session().names())", **variables) == ["y"]

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @pytest.mark.parametrize("command", ["vkEnumeratePhysicalDevices", "vkEnumeratePhysicalDeviceGroups"])
    def test_filters_that_leave_none(self, script: Script, machine: MockWorld, command: str) -> None:
        """The application is told of no device; the layers above see them all, as they might crash on none."""
        machine.layer("VK_LAYER_a", wrap="physical_device", trace=str(script.trace))

        said = script(COUNTED.format(command=command), VK_LOADER_DEVICE_ID_FILTER="0x7777")

        assert said == [0, 0]
        assert script.traced("VIOLATION") == []

    @pytest.mark.rule("FILTER-ID-VENDOR-01")
    @pytest.mark.parametrize("wrap", ["", "physical_device"])
    def test_filters_above_layers(self, script: Script, machine: MockWorld, wrap: str) -> None:
        """What passes can be used as ever, through a layer that wraps devices as well; groups hold the same ones."""
        machine.layer("VK_LAYER_a", wrap=wrap)
        machine.driver("c", devices="2", device_name="x;y", vendor="7", device="1;2", groups="0+1")

        said = script(
            """
            s = Session()
            names = [[s.name(each) for each in group] for group in s.groups()]
            say([s.names(), names])
            """,
            VK_LOADER_VENDOR_ID_FILTER="0x7",
            VK_LOADER_DEVICE_ID_FILTER="2",
        )

        assert said == [["y"], [["y"]]]

    @pytest.mark.rule("SETTINGS-01")
    def test_settings_file(self, script: Script, machine: MockWorld) -> None:
        """A settings file's list of devices says which are there, in its order."""
        machine.driver("c", devices="2", device_name="x;y", device_uuid=f"{'aa' * 16};{'bb' * 16}")
        listed = [
            {"deviceUUID": [byte] * 16, "driverUUID": [0xD0] * 16, "driverVersion": 1}
            for byte in (0xBB, 0xAA)
        ]
        drivers = [{"path": str(machine.folder / name)} for name in ("a.json", "c.json")]
        body = {"device_configurations": listed, "additional_drivers": drivers}
        settings = {"file_format_version": "1.0.0", "settings": body}
        folder = machine.folder / "home/.local/share/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        (folder / "vk_loader_settings.json").write_text(json.dumps(settings), encoding="utf-8")

        assert script("say(Session().names())", HOME=str(machine.folder / "home")) == ["y", "x"]


class TestDirectDrivers:
    """Devices of drivers that the application hands over come last (DIRECT-DRIVER-05)."""

    @pytest.mark.parametrize("disabled", ["0", "1"])
    @pytest.mark.rule("DIRECT-DRIVER-05", "AMB-DIRECT-SORT")
    def test_behind_the_others(self, script: Script, world: MockWorld, disabled: str) -> None:
        """Whatever their type, and whether or not devices are sorted."""
        world.driver("cpu", device_name="cpu", type="cpu")
        direct = MockWorld(world.folder / "direct").driver("direct", device_name="direct", type="discrete")

        said = script(
            f"""
            driver = ctypes.CDLL("{direct}")
            lookup = ctypes.cast(driver.vk_icdGetInstanceProcAddr, POINTER).value
            info = block(1000459000, 0, 0, lookup)
            listed = block(1000459001, 0, 1 | 1 << 32, ctypes.addressof(info))
            say(Session(["VK_LUNARG_direct_driver_loading"], chain=ctypes.addressof(listed)).names())
            """,
            VK_LOADER_DISABLE_SELECT=disabled,
        )

        assert sorted(said[:2]) == ["cpu", "mock driver"]
        assert said[2:] == ["direct"]


class TestMemory:
    """The records of physical devices come from the allocator that the instance was made with."""

    def test_given_back(self, script: Script, two: MockWorld) -> None:
        """After vkDestroyInstance nothing is held."""
        said = script("""
            memory = Allocator()
            s = Session(allocator=memory.address)
            before, _ = len(memory.held), s.devices()
            after = len(memory.held)
            s.destroy(memory.address)
            say([after - before, len(memory.held)])
        """)

        assert said == [6, 0]

    def test_out_of_memory(self, script: Script, two: MockWorld) -> None:
        """An enumeration that finds no memory says so, and the next one works."""
        said = script("""
            memory = Allocator()
            s = Session(allocator=memory.address)
            walk, count, room = s.command("vkEnumeratePhysicalDevices", 3), U32(3), block(0, 0, 0)
            answers = []
            for later in (1, 2, 2, 2, 2, 2, 2):
                memory.fails_at = memory.calls + later
                answers.append(walk(s.instance, ctypes.addressof(count), ctypes.addressof(room)))
            s.destroy(memory.address)
            say([answers, len(memory.held)])
        """)

        assert said == [[-1, -1, -1, -1, -1, -1, 0], 0]


class TestGroups:
    """vkEnumeratePhysicalDeviceGroups gives the groups of all drivers, of the devices that are enumerated."""

    def test_members_are_the_devices(self, script: Script, world: MockWorld) -> None:
        """The handles are those of vkEnumeratePhysicalDevices; groups and members have the devices' order."""
        world.driver("g", devices="3", device_name="a;b;c", groups="0+2,1", type="cpu;discrete;integrated")

        groups, names = script("""
            s = Session()
            say([[[s.name(each) for each in group] for group in s.groups()], s.names()])
        """)

        assert groups[0] == ["b"]
        assert sorted(groups[1:]) == [["c", "a"], ["mock driver"]]
        assert names == ["b", "c", "mock driver", "a"] or names == ["b", "c", "a", "mock driver"]

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    def test_a_driver_without_groups(self, script: Script, world: MockWorld) -> None:
        """A 1.0 driver beside a newer one has one group for each device."""
        world.driver("old", api="1.0.0", devices="2", device_name="x;y")

        groups = script("s = Session(); say([[s.name(each) for each in group] for group in s.groups()])")

        assert sorted(groups) == [["mock driver"], ["x"], ["y"]]

    def test_alias(self, script: Script, world: MockWorld) -> None:
        """The KHR name of the command gives the same."""
        world.driver("k", api="1.0.0", extensions="VK_KHR_device_group_creation:1")

        same = script("""
            s = Session(["VK_KHR_device_group_creation"])
            say(s.groups("vkEnumeratePhysicalDeviceGroupsKHR") == s.groups())
        """)

        assert same is True


class TestOlderDrivers:
    """What a driver lacks that another one has is made of what it does have (LDP_LOADER_8)."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize(
        ("extensions", "version", "suffix"),
        [(["VK_KHR_get_physical_device_properties2"], 0x400000, "KHR"), ([], 0x401000, "")],
        ids=["extension", "core"],
    )
    def test_newer_queries(
        self, script: Script, world: MockWorld, extensions: list[str], version: int, suffix: str
    ) -> None:
        """The application does not notice which driver is of Vulkan 1.0."""
        trace = str(script.trace)
        world.driver("plain", api="1.1.0", extensions="VK_KHR_get_physical_device_properties2:2", trace=trace)
        world.driver("old", api="1.0.0", device_name="old device", families="T1,G2", trace=trace)

        said = script(f"""
            s = Session({extensions}, version={version})
            answers = []
            for device in s.devices():
                properties, count = block(1000059001, *[0] * 300), U32(0)
                for name in ("Properties2", "Features2", "MemoryProperties2"):
                    room = properties if name == "Properties2" else block(1000059000, *[0] * 120)
                    s.command(f"vkGetPhysicalDevice{{name}}{suffix}", 2)(device, ctypes.addressof(room))
                queues = s.command("vkGetPhysicalDeviceQueueFamilyProperties2{suffix}", 3)
                queues(device, ctypes.addressof(count), 0)
                answers.append([DeviceHead.from_buffer(properties, 16).name.decode(), count.value])
            say(answers)
        """)

        assert said == [["old device", 2], ["mock driver", 1]]
        assert script.traced("driver old", "2") == []
        assert len(script.traced("driver old", "vkGetPhysicalDeviceMemoryProperties")) == 1


class TestWrappingLayers:
    """A layer may put its own objects in the place of the devices it is given."""

    @pytest.mark.rule("WRAP-03")
    def test_the_application_sees_records_of_its_own(self, script: Script, two: MockWorld) -> None:
        """Handles stay the same and every command finds its way through the layer."""
        two.layer("VK_LAYER_wrap", wrap="instance,physical_device")

        same, names = script("s = Session(); say([s.devices() == s.devices(), s.names()])")

        assert same is True
        assert names == ["one", "mock driver", "two"]


class TestDeviceExtensions:
    """vkEnumerateDeviceExtensionProperties: driver and implicit layers, or one layer by its name."""

    def test_driver(self, script: Script, world: MockWorld) -> None:
        """A driver's answer is passed on."""
        world.driver("e", device_extensions="VK_A:1,VK_B:7")

        said = script("s = Session(); say(s.device_extensions(s.devices()[0]))")

        assert said == [0, {"VK_A": 1, "VK_B": 7}]

    @pytest.mark.rule("EXT-ENUM-02")
    def test_layer_by_name(self, script: Script, world: MockWorld) -> None:
        """An active layer answers for itself, and an unknown one has no extensions, as in the field."""
        world.layer("VK_LAYER_ext", device_extensions="VK_L:3")

        own, unknown = script("""
            s = Session()
            device = s.devices()[0]
            say([s.device_extensions(device, "VK_LAYER_ext"), s.device_extensions(device, "VK_LAYER_no")])
        """)

        assert own == [0, {"VK_L": 3}]
        assert unknown == [0, {}]

    def test_layers_of_a_device(self, script: Script, world: MockWorld) -> None:
        """vkEnumerateDeviceLayerProperties, long deprecated, names the layers of the instance."""
        world.layer("VK_LAYER_a")

        assert script("s = Session(); say(s.device_layers(s.devices()[0]))") == ["VK_LAYER_a"]


class TestToolProperties:
    """vkGetPhysicalDeviceToolProperties ends in the driver, or with no tool where it has no such command."""

    @pytest.mark.parametrize(("api", "tools"), [("1.3.0", 2), ("1.2.0", 0)])
    def test_count(self, script: Script, world: MockWorld, api: str, tools: int) -> None:
        """A driver of 1.3 answers itself."""
        world.driver("t", api=api, tools="2")

        said = script("""
            s = Session()
            count = U32(7)
            ask = s.command("vkGetPhysicalDeviceToolProperties", 3)
            say([ask(s.devices()[0], ctypes.addressof(count), 0), count.value])
        """)

        assert said == [0, tools]
