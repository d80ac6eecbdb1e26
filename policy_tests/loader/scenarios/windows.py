"""Windows: keys of the registry, devices, packages, and whose word counts for whom."""

from refloader.model.system import System
from refloader.scenario.drafting import (
    ALL,
    DRIVERS_TOLD,
    NOW,
    SINCE_2018,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    C,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)
from refloader.scenario.scenario import Mock

MACHINE = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
USER = r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan"
MACHINE_32 = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan"
_CLASS = r"HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Class"
ADAPTERS = rf"{_CLASS}\{{4d36e968-e325-11ce-bfc1-08002be10318}}"
COMPONENTS = rf"{_CLASS}\{{5c4c3332-344d-483c-8739-259e934c9cc8}}"
STORE = r"C:\Windows\System32\DriverStore\FileRepository\vendor.inf_amd64"
PACKAGE = r"C:\Program Files\WindowsApps\Microsoft.D3DMappingLayers_1.2404.1.0_x64__8wekyb3d8bbwe"
OF_DEVICES = "2018 2026"
"""The editions in which the keys of devices are told to name drivers."""


def windows(world: Stage, *, bits: int = 64) -> None:
    """A 64-bit Windows with a driver for the application."""
    world.on(System.WINDOWS, bits=bits)
    world.driver()


@bears_on("DISC-WINDOWS-01", "ACT-EXPLICIT-01")
def explicit_layers(world: Stage) -> Expect:
    """The names of values lead to explicit layers: first those of the machine's key, then the user's."""
    windows(world)
    world.explicit_layer(B, registered=rf"{USER}\ExplicitLayers")
    world.explicit_layer(A, registered=rf"{MACHINE}\ExplicitLayers")
    return {ALL: {"layers": [A, B], "chain": []}}


@bears_on("DISC-WINDOWS-02", "ACT-IMPLICIT-01")
def implicit_layers(world: Stage) -> Expect:
    """The machine's key and the user's have implicit layers."""
    windows(world)
    world.implicit_layer(A, registered=rf"{MACHINE}\ImplicitLayers")
    world.implicit_layer(B, registered=rf"{USER}\ImplicitLayers")
    return {ALL: {"chain": any_order(A, B)}}


@bears_on("DISC-WINDOWS-03")
def values_that_switch_off(world: Stage) -> Expect:
    """DWORD 0 has a layer used and 1 has not; a value of another type hides none of its neighbours."""
    windows(world)
    for name, kind, data in ((A, "REG_DWORD", 1), (B, "REG_SZ", "0"), (C, "REG_DWORD", 0)):
        path = world.explicit_layer(name, registered=False)
        world.registry(rf"{MACHINE}\ExplicitLayers", path, kind, data)
    return {ALL: {"layers": {"includes": [C], "excludes": [A]}}}


@bears_on("DISC-WINDOWS-04", "DISC-WINDOWS-01")
def names_that_are_no_full_paths(world: Stage) -> Expect:
    """A relative name costs only itself; what a loader makes of it is not stated."""
    windows(world)
    world.explicit_layer(A, folder=r"C:\world", file="a.json", registered=False)
    world.registry(rf"{MACHINE}\ExplicitLayers", "a.json")
    world.explicit_layer(B)
    return {ALL: {"layers": {"includes": [B]}}}


@bears_on("DISC-WINDOWS-05")
def layers_of_a_32_bit_application(world: Stage) -> Expect:
    """It has the keys under WOW6432Node in place of the others."""
    windows(world, bits=32)
    world.explicit_layer(A, registered=rf"{MACHINE}\ExplicitLayers")
    world.explicit_layer(B, registered=rf"{MACHINE_32}\ExplicitLayers")
    return {SINCE_2022: {"layers": [B]}}


@bears_on("DISC-WINDOWS-06", "ACT-IMPLICIT-01")
def layers_of_an_administrator(world: Stage) -> Expect:
    """A process with administrative privileges reads no layers under HKEY_CURRENT_USER."""
    windows(world)
    world.implicit_layer(A, registered=rf"{USER}\ImplicitLayers")
    world.implicit_layer(B, registered=rf"{MACHINE}\ImplicitLayers")
    world.elevate()
    return {SINCE_2022: {"layers": [B], "chain": [B]}}


@bears_on("DISC-WINDOWS-07")
def layers_of_devices(world: Stage) -> Expect:
    """The key of an adapter, and of a software component, names layers in the data of its values."""
    windows(world)
    world.device(rf"{ADAPTERS}\0000")
    world.device(rf"{COMPONENTS}\0003", component=True)
    for key, name in ((rf"{ADAPTERS}\0000", A), (rf"{COMPONENTS}\0003", B)):
        path = world.explicit_layer(name, folder=STORE, registered=False)
        world.registry(key, "VulkanExplicitLayers", "REG_SZ", path)
    return {SINCE_2018: {"layers": any_order(A, B)}}


@bears_on("DISC-WINDOWS-08")
def device_layers_of_a_32_bit_application(world: Stage) -> Expect:
    """Its layers are in the value whose name ends in Wow."""
    windows(world, bits=32)
    world.device(rf"{ADAPTERS}\0000")
    for value, name in (("VulkanExplicitLayers", A), ("VulkanExplicitLayersWow", B)):
        path = world.explicit_layer(name, folder=STORE, registered=False)
        world.registry(rf"{ADAPTERS}\0000", value, "REG_SZ", path)
    return {SINCE_2018: {"layers": [B]}}


@bears_on("DISC-WINDOWS-09")
def several_layers_of_a_device(world: Stage) -> Expect:
    """A list of paths is followed; the number of a DWORD is no path, and neither is its value's name."""
    windows(world)
    world.device(rf"{ADAPTERS}\0000")
    listed = tuple(world.explicit_layer(name, folder=STORE, registered=False) for name in (A, B))
    world.registry(rf"{ADAPTERS}\0000", "VulkanExplicitLayers", "REG_MULTI_SZ", listed)
    world.registry(rf"{ADAPTERS}\0000", world.explicit_layer(C, folder=STORE, registered=False))
    return {SINCE_2018: {"layers": any_order(A, B)}}


@bears_on("DISC-WINDOWS-10")
def a_device_that_is_gone(world: Stage) -> Expect:
    """Of several numbered keys those count that the system names as devices that it has; others should not."""
    windows(world)
    world.device(rf"{ADAPTERS}\0000")
    for number, name in (("0000", A), ("0001", B)):
        path = world.explicit_layer(name, folder=STORE, registered=False)
        world.registry(rf"{ADAPTERS}\{number}", "VulkanExplicitLayers", "REG_SZ", path)
    return {SINCE_2018: {"layers": {"includes": [A]}}}


@bears_on("DISC-WINDOWS-12")
def layers_of_a_package(world: Stage) -> Expect:
    """A manifest in the root folder of the compatibility pack is found without the registry."""
    windows(world)
    world.package(PACKAGE)
    world.explicit_layer(A, folder=PACKAGE, registered=False)
    world.explicit_layer(B, folder=rf"{PACKAGE}\x64", registered=False)
    return {NOW: {"layers": [A], "tolerated": [tolerated("AMB-WIN-PACKAGE-KIND", layers=[])]}}


@bears_on("DISC-DRIVER-WINDOWS-01")
def the_driver_of_a_device(world: Stage) -> Expect:
    """The data of VulkanDriverName in the key of an adapter is the manifest of its driver."""
    world.on(System.WINDOWS)
    world.device(rf"{ADAPTERS}\0000")
    path = world.driver("vendor", folder=STORE, registered=False)
    world.registry(rf"{ADAPTERS}\0000", "VulkanDriverName", "REG_SZ", path)
    return {OF_DEVICES: {"result": SUCCESS, "drivers": ["vendor"]}}


@bears_on("DISC-DRIVER-WINDOWS-02")
def drivers_in_the_order_of_adapters(world: Stage) -> Expect:
    """2018 goes by the PnP manager, which names a before b; 2026 by DXGI, which names b before a."""
    world.on(System.WINDOWS)
    world.platform(adapters=(2, 1))
    for number, name, luid in (("0000", "a", 1), ("0001", "b", 2)):
        world.device(rf"{ADAPTERS}\{number}", luid=luid)
        path = world.driver(name, folder=STORE, registered=False)
        world.registry(rf"{ADAPTERS}\{number}", "VulkanDriverName", "REG_SZ", path)
    return {"2018": {"drivers": ["a", "b"]}, NOW: {"drivers": ["b", "a"]}}


@bears_on("DISC-DRIVER-WINDOWS-03")
def drivers_of_the_registry(world: Stage) -> Expect:
    """DWORD 0 has a driver used and 1 has not; the user has no key of drivers."""
    world.on(System.WINDOWS)
    for name, data in (("a", 0), ("b", 1)):
        world.registry(rf"{MACHINE}\Drivers", world.driver(name, registered=False), "REG_DWORD", data)
    world.driver("c", registered=rf"{USER}\Drivers")
    return {DRIVERS_TOLD: {"result": SUCCESS, "drivers": ["a"]}}


@bears_on("DISC-DRIVER-WINDOWS-04")
def drivers_of_a_package(world: Stage) -> Expect:
    """A driver in the root folder of the compatibility pack is used without the registry."""
    world.on(System.WINDOWS)
    world.package(PACKAGE)
    world.driver("pack", folder=PACKAGE, registered=False)
    return {NOW: {"result": SUCCESS, "drivers": ["pack"]}}


def settings(world: Stage) -> None:
    """The user's settings file lets the layer be found, the machine's does not."""
    windows(world)
    world.explicit_layer(A)
    for hive, folder in ((USER, r"C:\Users\me"), (MACHINE, r"C:\ProgramData")):
        off = {"name": A, "path": rf"C:\Vulkan\explicit_layer.d\{A}.json", "control": "off"}
        said: dict[str, object] = {"layers": [off]} if hive == MACHINE else {}
        body = {"file_format_version": "1.0.1", "settings": said}
        path = world.file(rf"{folder}\vk_loader_settings.json", body)
        world.registry(rf"{hive}\LoaderSettings", path)


@bears_on("SETTINGS-02")
def settings_of_the_user_and_the_machine(world: Stage) -> Expect:
    """The file that the user's key names is read, and that of the machine is not."""
    settings(world)
    return {NOW: {"layers": [A]}}


@bears_on("PRIV-SETTINGS-01")
def settings_for_an_administrator(world: Stage) -> Expect:
    """A process with administrative privileges reads the file that the machine's key names."""
    settings(world)
    world.elevate()
    return {NOW: {"layers": []}}


def devices(world: Stage, name: str, *luids: int, mock: Mock = "driver") -> None:
    """A driver with a device of each of these adapters; 0 stands for none."""
    names = ";".join(f"{name} {luid}" for luid in luids)
    flags = {"devices": str(len(luids)), "device_name": names, "luid": ";".join(map(str, luids))}
    world.driver(name, flags=flags, mock=mock)


@bears_on("DEVICE-SORT-WIN-01")
def devices_that_the_system_prefers(world: Stage) -> Expect:
    """The devices come in the order in which the system prefers their adapters."""
    world.on(System.WINDOWS)
    world.platform(adapters=(2, 3, 1))
    devices(world, "a", 1, 2)
    devices(world, "b", 3)
    return {NOW: {"devices": ["a 2", "b 3", "a 1"]}}


@bears_on("DEVICE-SORT-WIN-02")
def devices_without_an_adapter(world: Stage) -> Expect:
    """What belongs to no adapter comes last."""
    world.on(System.WINDOWS)
    world.platform(adapters=(1,))
    devices(world, "software", 0)
    devices(world, "card", 1)
    return {NOW: {"devices": ["card 1", "software 0"]}}


@bears_on("IFACE-ICD-V6-01", "DEVICE-SORT-WIN-02")
def devices_of_an_older_driver(world: Stage) -> Expect:
    """A driver of interface version 2 is not asked for adapters, so its device comes last."""
    world.on(System.WINDOWS)
    world.platform(adapters=(1, 2))
    devices(world, "old", 1, mock="driver_v2")
    devices(world, "new", 2)
    return {NOW: {"devices": ["new 2", "old 1"]}}
