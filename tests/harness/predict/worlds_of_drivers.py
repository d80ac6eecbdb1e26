"""Worlds for the rows on drivers, devices and results."""

from release_changes import change

from refloader.scenario.scenario import World

OUT_OF_MEMORY, FAILED, NO_EXTENSION, NO_DRIVER = -1, -3, -7, -9
PORTABILITY = "VK_KHR_portability_enumeration"
PORTABLE = 1
"""VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR."""


def alone(world: World, name: str = "x", **options: object) -> None:
    """The only driver that is looked at."""
    world.variable("VK_ICD_FILENAMES", world.driver(name, folder="/opt", **options))  # type: ignore[arg-type]


@change("VK_KHR_portability_enumeration", before={"portability": False}, after={"portability": True})
def extensions_of_the_loader(_world: World) -> None:
    """No extension is asked for."""


@change("VK_KHR_portability_enumeration", before={"result": NO_EXTENSION}, after={"result": 0})
def portability_asked_for(world: World) -> None:
    """The application asks for the extension of portability drivers."""
    world.application(extensions=(PORTABILITY,), flags=PORTABLE)


@change("portability drivers", before={"result": 0, "drivers": ["x"]}, after={"result": NO_DRIVER})
def portability_driver(world: World) -> None:
    """The only driver is one of portability, and the application does not ask for these."""
    alone(world, is_portability_driver=True, file_format_version="1.0.1")


@change("no usable driver: result", before={"result": FAILED}, after={"result": NO_DRIVER})
@change(
    "extension listing with only a missing driver file",
    before={"extension listing": FAILED},
    after={"extension listing": 0},
)
def missing_driver(world: World) -> None:
    """The only file that the variable names is not there."""
    world.variable("VK_ICD_FILENAMES", "/opt/missing.json")


@change("VK_LUNARG_direct_driver_loading", before={"direct drivers": False}, after={"direct drivers": True})
def extensions_that_the_loader_lists(_world: World) -> None:
    """No extension is asked for."""


DEVICES = {"devices": "3", "type": "cpu;integrated;discrete"}


@change(
    "device order on Linux",
    before={"kinds": ["cpu", "integrated", "discrete"]},
    after={"kinds": ["discrete", "integrated", "cpu"]},
)
def devices_of_three_kinds(world: World) -> None:
    """A driver has devices of three kinds, and the application is one of 1.3."""
    alone(world, flags=DEVICES)
    world.application(api="1.3.0")


def two_devices(world: World) -> None:
    """Two discrete devices of different vendors."""
    for name, vendor in (("one", "0x1111"), ("two", "0x2222")):
        flags = {"device_name": name, "vendor": vendor, "device": "0x1", "type": "discrete"}
        world.driver(name, folder=f"/opt/{name}", flags=flags)
    world.variable("VK_ICD_FILENAMES", "/opt/one/one.json:/opt/two/two.json")
    world.application(api="1.3.0")


@change(
    "VK_LOADER_DEVICE_SELECT=vendor:device (hex)",
    before={"devices": ["two", "one"]},
    after={"first": "one"},
)
def device_that_is_selected(world: World) -> None:
    """VK_LOADER_DEVICE_SELECT names the vendor and the device of the first driver."""
    two_devices(world)
    world.variable("VK_LOADER_DEVICE_SELECT", "1111:1")


@change(
    "VK_LOADER_DEVICE_ID_FILTER / VENDOR_ID_FILTER / DRIVER_ID_FILTER",
    before={"count of devices": 2},
    after={"devices": ["one"]},
)
def devices_of_a_vendor(world: World) -> None:
    """VK_LOADER_VENDOR_ID_FILTER has the vendor of one of two devices."""
    two_devices(world)
    world.variable("VK_LOADER_VENDOR_ID_FILTER", "0x1111")


@change(
    "one driver fails device enumeration",
    before={"result": 0, "devices result": FAILED},
    after={"result": 0, "devices result": 0, "devices": ["good"]},
)
def one_of_two_drivers_fails_to_enumerate(world: World) -> None:
    """One driver fails vkEnumeratePhysicalDevices."""
    world.driver("good", folder="/opt/good", flags={"device_name": "good"})
    world.driver("bad", folder="/opt/bad", flags={"fail": "vkEnumeratePhysicalDevices:-3"})
    world.variable("VK_ICD_FILENAMES", "/opt/good/good.json:/opt/bad/bad.json")


@change(
    "surface kinds known: headless, full-screen exclusive",
    before={"headless": False},
    after={"headless": True},
)
def driver_with_a_headless_surface(world: World) -> None:
    """A driver offers the extension of headless surfaces."""
    alone(world, flags={"extensions": "VK_EXT_headless_surface:1"})


@change(
    "implicit layer that brings an instance extension",
    before={"ended": "crash"},
    after={"ended": "ok", "result": 0},
)
def extension_of_an_implicit_layer(world: World) -> None:
    """The application asks for an extension that only an implicit layer offers."""
    extensions = [{"name": "VK_EXT_swapchain_colorspace", "spec_version": "1"}]
    world.implicit_layer("VK_LAYER_TEST_a", instance_extensions=extensions)
    world.application(extensions=("VK_EXT_swapchain_colorspace",))
