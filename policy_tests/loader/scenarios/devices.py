"""Physical devices: which an application sees, and in which order."""

from refloader.scenario.drafting import NOW, SUCCESS, Expect, Stage, any_order, bears_on, tolerated

DRIVER_ID = "VK_LOADER_DRIVER_ID_FILTER"
DEVICE_ID = "VK_LOADER_DEVICE_ID_FILTER"
VENDOR_ID = "VK_LOADER_VENDOR_ID_FILTER"


def laptop(world: Stage) -> None:
    """Three drivers: an integrated and a discrete device, and a software renderer."""
    world.driver(
        "software",
        flags={
            "device_name": "software",
            "type": "cpu",
            "vendor": "0x10005",
            "device": "0",
            "driver_id": "13",
        },
    )
    world.driver(
        "integrated",
        flags={
            "device_name": "integrated",
            "type": "integrated",
            "vendor": "0x8086",
            "device": "0x46a6",
            "driver_id": "6",
            "pci": "0:0:2.0",
        },
    )
    world.driver(
        "discrete",
        flags={
            "device_name": "discrete",
            "type": "discrete",
            "vendor": "0x10de",
            "device": "0x1f91",
            "driver_id": "4",
            "pci": "0:1:0.0",
        },
    )
    world.application(api="1.3.0")


@bears_on("DEVICE-SORT-LINUX-01", "DISC-DRIVER-GEN-01")
def a_laptop(world: Stage) -> Expect:
    """Discrete before integrated before all others, whatever the order of the drivers."""
    laptop(world)
    return {
        "2018": {"devices": any_order("discrete", "integrated", "software")},
        NOW: {"result": SUCCESS, "devices": ["discrete", "integrated", "software"]},
    }


@bears_on("DEVICE-SORT-LINUX-03")
def the_software_renderer_is_selected(world: Stage) -> Expect:
    """VK_LOADER_DEVICE_SELECT puts one device first and removes none."""
    laptop(world)
    world.variable("VK_LOADER_DEVICE_SELECT", "0x10005:0x0")
    return {NOW: {"devices": ["software", "discrete", "integrated"]}}


@bears_on("DEVICE-SORT-LINUX-03")
def nobody_is_selected(world: Stage) -> Expect:
    """A selection that no device has is ignored."""
    laptop(world)
    world.variable("VK_LOADER_DEVICE_SELECT", "0x1234:0x5678")
    return {NOW: {"devices": ["discrete", "integrated", "software"]}}


@bears_on("DEVICE-SORT-LINUX-04")
def selection_is_switched_off(world: Stage) -> Expect:
    """With VK_LOADER_DISABLE_SELECT no device is moved or removed; the order is that of the drivers."""
    laptop(world)
    world.variable("VK_LOADER_DISABLE_SELECT", "1")
    return {NOW: {"devices": any_order("discrete", "integrated", "software")}}


@bears_on("DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-02")
def by_type_and_address(world: Stage) -> Expect:
    """Inside a type the PCI address decides: domain, bus, device and function, compared as numbers."""
    world.driver(
        "one",
        flags={
            "devices": "4",
            "device_name": "d-0-10;d-0-9;i-0-0;d-1-0",
            "type": "discrete;discrete;integrated;discrete",
            "pci": "0:10:0.0;0:9:0.0;0:0:2.0;1:0:0.0",
            "device_extensions": "VK_EXT_pci_bus_info:2",
        },
    )
    world.driver(
        "two",
        flags={
            "devices": "2",
            "device_name": "v;d-0-9-1",
            "type": "virtual;discrete",
            "pci": "0:0:3.0;0:9:0.1",
            "device_extensions": "VK_EXT_pci_bus_info:2",
        },
    )
    world.application(api="1.3.0")
    return {NOW: {"devices": ["d-0-9", "d-0-9-1", "d-0-10", "d-1-0", "i-0-0", "v"]}}


@bears_on("FILTER-ID-DEVICE-01")
def filter_by_device(world: Stage) -> Expect:
    """Single ids and ranges, decimal and hexadecimal, in one list."""
    world.driver(
        flags={
            "devices": "5",
            "device_name": "0x100;0x101;0x1ff;0x200;1000",
            "device": "0x100;0x101;0x1ff;0x200;1000",
        }
    )
    world.application(api="1.3.0")
    world.variable(DEVICE_ID, "0x101:0x1ff,1000,7")
    return {NOW: {"devices": any_order("0x101", "0x1ff", "1000")}}


@bears_on("FILTER-ID-VENDOR-01", "FILTER-ID-MULTI-01")
def filter_by_vendor(world: Stage) -> Expect:
    """Two of three vendors stay, and their order is that of their types."""
    laptop(world)
    world.variable(VENDOR_ID, "65541,0x10de")
    return {NOW: {"devices": ["discrete", "software"]}}


@bears_on("FILTER-ID-DRIVER-01")
def filter_by_driver(world: Stage) -> Expect:
    """The driver id is asked of VkPhysicalDeviceDriverProperties."""
    laptop(world)
    world.variable(DRIVER_ID, "1:4,13")
    return {NOW: {"devices": ["discrete", "software"]}}


@bears_on("FILTER-ID-MULTI-01")
def filters_together(world: Stage) -> Expect:
    """A device is shown only if it passes every filter that is set."""
    laptop(world)
    world.variable(VENDOR_ID, "0x8086,0x10de")
    world.variable(DEVICE_ID, "0x1f91,0")
    world.variable(DRIVER_ID, "4:13")
    return {NOW: {"devices": ["discrete"]}}


@bears_on("FILTER-ID-DRIVER-01")
def the_example_of_the_text(world: Stage) -> Expect:
    """The example 1-3:13 does not keep to its own text: commas between elements, a colon inside a range."""
    laptop(world)
    world.variable(DRIVER_ID, "1:6,13:13")
    return {NOW: {"devices": ["discrete", "integrated", "software"]}}


@bears_on("FILTER-ID-DRIVER-01")
def no_driver_id_can_be_asked(world: Stage) -> Expect:
    """A driver of Vulkan 1.0 without the extension cannot tell its id, so its device passes no filter."""
    world.driver("old", api_version="1.0.0", flags={"api": "1.0.0", "device_name": "old"})
    world.driver("new", flags={"device_name": "new", "driver_id": "13"})
    world.application(api="1.3.0")
    world.variable(DRIVER_ID, "0:13")
    return {
        NOW: {
            "devices": ["new"],
            "tolerated": [tolerated("AMB-IDFILTER-APIVER", devices=any_order("new", "old"))],
        }
    }


@bears_on("FILTER-ID-VENDOR-01", "DEVICE-SORT-LINUX-03", "FILTER-DRIVER-DISABLE-01")
def filters_of_drivers_and_devices(world: Stage) -> Expect:
    """A driver filter, an id filter and a selection at once."""
    laptop(world)
    world.variable("VK_LOADER_DRIVERS_DISABLE", "discrete*")
    world.variable(VENDOR_ID, "0x8086,0x10005")
    world.variable("VK_LOADER_DEVICE_SELECT", "0x10005:0x0")
    return {NOW: {"drivers": any_order("integrated", "software"), "devices": ["software", "integrated"]}}


@bears_on("DEVICE-SORT-LINUX-03", "DEVICE-SORT-LINUX-04")
def selected_and_switched_off(world: Stage) -> Expect:
    """VK_LOADER_DISABLE_SELECT switches all selection off, says one document; sorting alone, says the other."""
    world.driver(
        "one",
        flags={
            "devices": "3",
            "device_name": "first;second;third",
            "type": "discrete;discrete;integrated",
            "vendor": "0x1;0x2;0x3",
            "device": "0x10;0x20;0x30",
            "pci": "0:1:0.0;0:2:0.0;0:3:0.0",
            "device_extensions": "VK_EXT_pci_bus_info:2",
        },
    )
    world.application(api="1.3.0")
    world.variable("VK_LOADER_DEVICE_SELECT", "0x3:0x30")
    world.variable("VK_LOADER_DISABLE_SELECT", "1")
    return {
        NOW: {
            "devices": [*any_order("first", "second"), "third"],
            "tolerated": [tolerated("AMB-SELECT-DISABLED", devices=["third", *any_order("first", "second")])],
        }
    }
