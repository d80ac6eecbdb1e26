"""What the drop-in library remembers between calls. Plain values; whoever makes one also says who changes it.

Nothing here may be looked up through "the current instance": the interpreter is released around every call
into a layer or a driver, so another thread may be anywhere.
"""

from dataclasses import dataclass, field

from refloader.dropin.python._edge import Memory
from refloader.model.driver import Driver, PhysicalDevice
from refloader.model.edition import LATEST, Edition
from refloader.model.layer import Extension, Layer
from refloader.model.plan import Plan
from refloader.protocol import Life

EDITION: Edition = LATEST


@dataclass(slots=True, eq=False)
class LayerLink:
    """An active layer, its library open and negotiated, for one instance. Function addresses, 0 for none."""

    layer: Layer
    library: int
    interface: int
    gipa: int
    gdpa: int
    gpdpa: int


@dataclass(slots=True, eq=False)
class DriverLibrary:
    """A driver with its library open and negotiated; shared by the instances that use it.

    ``driver`` is None and ``direct`` true for one that the application handed over
    (VK_LUNARG_direct_driver_loading); then ``library`` is 0. ``api_version`` is packed, what the driver's
    vkEnumerateInstanceVersion says (1.0 without one, 0 where it was not asked, as no loader of that age asks).
    """

    driver: Driver | None
    library: int
    interface: int
    gipa: int
    gpdpa: int
    api_version: int
    extensions: tuple[Extension, ...]
    direct: bool = False
    users: int = 0

    @property
    def name(self) -> str:
        """How messages call it."""
        return driver_name(self.driver)


def driver_name(driver: Driver | None) -> str:
    """How messages call a driver, which has a manifest unless the application handed it over."""
    return driver.manifest if driver else "a driver given by the application"


@dataclass(slots=True, eq=False)
class DriverInstance:
    """One driver under one instance. ``record`` is its DriverRecord, ``table`` the functions behind it."""

    shared: DriverLibrary
    index: int
    handle: int
    record: Memory
    table: Memory


@dataclass(slots=True, eq=False)
class DriverDevice:
    """A physical device below the layers. ``record`` is its DriverDeviceRecord, ``handle`` the driver's own.

    ``facts`` and ``extensions`` (the names the driver offers for devices) are asked for once, when needed.
    """

    driver: DriverInstance
    handle: int
    record: Memory
    facts: PhysicalDevice | None = None
    extensions: frozenset[str] | None = None


@dataclass(slots=True, eq=False)
class Device:
    """A logical device. ``handle`` is the top's VkDevice, ``table`` its DeviceTable."""

    handle: int
    table: Memory
    instance: "Instance"
    driver: DriverInstance


@dataclass(slots=True, eq=False)
class Listener:
    """A callback of the application. ``kinds`` are severities, or flags of a debug report callback."""

    utils: bool
    function: int
    user: int
    kinds: int
    types: int


@dataclass(slots=True, eq=False)
class Messenger:
    """What a messenger's handle stands for: the record behind it, the listener, and the slot that ends it."""

    record: Memory
    listener: Listener
    destroy: int


@dataclass(slots=True, eq=False)
class Instance:
    """A VkInstance. ``record`` is its InstanceRecord; its address is the application's handle.

    ``devices_below`` by the driver's handle and ``devices_above`` by the top's handle (Memory: a
    PhysicalDeviceRecord) keep a physical device's record the same for as long as the instance lives.
    ``messengers`` and ``surfaces`` are keyed by the handle given out. ``allocator`` is the address of a copy,
    held in ``keep``, of the VkAllocationCallbacks it was created with, or 0. ``borrowed`` are the drivers
    whose libraries it holds.
    """

    record: Memory
    table: Memory
    plan: Plan
    api_version: int
    extensions: tuple[str, ...]
    layers: tuple[LayerLink, ...] = ()
    drivers: list[DriverInstance] = field(default_factory=list)
    devices_below: dict[tuple[int, int], DriverDevice] = field(default_factory=dict)
    devices_above: dict[int, Memory] = field(default_factory=dict)
    devices: dict[int, Device] = field(default_factory=dict)
    messengers: dict[int, Messenger] = field(default_factory=dict)
    surfaces: dict[int, Memory] = field(default_factory=dict)
    keep: list[Memory] = field(default_factory=list)
    allocator: int = 0
    borrowed: list[DriverLibrary] = field(default_factory=list)
    life: Life = Life.CREATING

    @property
    def handle(self) -> int:
        """The application's VkInstance."""
        return self.record.address


INSTANCES: dict[int, Instance] = {}
"""The live instances by the application's handle. Changed only by dropin/python/instances/instance.py."""
