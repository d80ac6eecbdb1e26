"""The layout of the C structures that Python fills and C code reads (dropin/c/calls/objects.h).

Each class is one structure: its size and the byte offset of each member. A test compares them with the C.
"""

INSTANCE_MAGIC = 0x5245464C4F414449
PHYSICAL_DEVICE_MAGIC = 0x5245464C4F414450
DRIVER_DEVICE_MAGIC = 0x5245464C4F414454
DEVICE_MAGIC = 0x5245464C4F414444
SURFACE_MAGIC = 0x5245464C4F414453
LOW = 0xFFFFFFFF
"""The mask of the 32-bit member that comes first in a 64-bit word."""
ICD_LOADER_MAGIC = 0x01CDC0DE  # how every dispatchable object of a driver begins


class InstanceRecord:
    """The object behind an application's VkInstance, which every terminator gets too."""

    table = 0  # dispatch table of the chain's top; the key under which layers know the instance
    magic = 8
    inner = 16  # the handle that the top of the chain returned: a layer may wrap the loader's
    top_gipa = 24
    top_gpdpa = 32  # vk_layerGetPhysicalDeviceProcAddr of the first layer that has one, else terminator_gpdpa
    drivers = 40  # array of addresses of DriverRecord
    driver_count = 48  # 32 bits
    api_version = 56  # as it comes out of the layers, 0 for none
    extensions = 64  # a byte per row of generated/commands.py EXTENSIONS: enabled by application 1, layer 2
    lower_gpdpas = (
        128  # address of the same lookups of the layers below, with a 0 behind them; 0 if there are none
    )
    SIZE = 136


OFFERS_SURFACE_MAINTENANCE1 = 1
"""The bit of DriverRecord.offers for a driver's instance with VK_EXT_surface_maintenance1 or its successor."""
NOT_OF_THE_DRIVER = 1
"""In the place of a driver's own surface: the driver does not have the extension of the windowing system."""
OFFERS_PROTECTED_SURFACES = 2
"""The bit for a driver's instance with VK_KHR_surface_protected_capabilities."""


class DriverRecord:
    """One driver under one instance."""

    table = 0  # the driver's own functions, in the slots of the instance table
    handle = 8  # the driver's VkInstance
    gipa = 16
    gpdpa = 24  # vk_icdGetPhysicalDeviceProcAddr or 0
    index = 32  # 32 bits: place in InstanceRecord.drivers
    interface = 36  # 32 bits
    offers = 40  # OFFERS_...
    SIZE = 64


class PhysicalDeviceRecord:
    """The object behind an application's VkPhysicalDevice."""

    table = 0  # the instance's table
    magic = 8  # PHYSICAL_DEVICE_MAGIC
    inner = 16  # the handle that the top of the chain returned
    instance = 24
    SIZE = 32


class DriverDeviceRecord:
    """A physical device below the layers, which terminators get."""

    table = 0  # the instance's table: layers look the instance up by it
    magic = 8  # DRIVER_DEVICE_MAGIC
    handle = 16  # the driver's VkPhysicalDevice
    driver = 24  # DriverRecord
    instance = 32
    SIZE = 48


class DeviceTable:
    """The table that the first word of a device, queue or command buffer points to: a head, then the slots."""

    magic = 0
    instance = 8
    driver = 16  # DriverRecord
    driver_gdpa = 24
    top_gdpa = 32
    driver_device = 40  # the driver's VkDevice
    device = 48  # the VkDevice that the top of the chain returned, which the application holds
    newest_core = 56  # 0: any; else commands of a newer version are not found, as 10 for 1.0
    lacking = 64  # a bit for each extension of device_chain.lacking that the application has not enabled
    lacking_below = 72  # the same for what no layer has enabled either
    slots = 128


class SurfaceRecord:
    """A VkSurfaceKHR of the loader: an own surface of each driver that creates one, a plain one for the others."""

    magic = 0
    count = 8  # 32 bits: number of drivers of the instance
    plain = 16  # VkIcdSurface... structure, for drivers that do not create surfaces
    own = 24  # 64-bit handles by driver index, 0 if the driver gets the plain one, NOT_OF_THE_DRIVER if none
