"""The state of the drop-in library between calls, as plain values.

There is no "current instance": the GIL is released around every call into a layer or a driver, so another thread may
be at any point meanwhile.
"""

from dataclasses import dataclass, field

from refloader.dropin.python._edge import Memory
from refloader.model.driver import Driver, PhysicalDevice
from refloader.model.layer import Extension, Layer
from refloader.model.plan import Plan
from refloader.model.version import ApiVersion
from refloader.protocol import Life


class RefusedError(Exception):
    """The call fails with this VkResult. The code that raises it has already logged the reason."""

    def __init__(self, result: int) -> None:
        super().__init__(result)
        self.result = result


@dataclass(slots=True, eq=False)
class LayerLink:
    """An active layer of one instance, open and negotiated. ``gipa``, ``gdpa`` and ``gpdpa`` are 0 for none."""

    layer: Layer
    library: int
    interface: int
    gipa: int
    gdpa: int
    gpdpa: int


@dataclass(slots=True, eq=False)
class DriverLibrary:
    """A driver, open and negotiated; shared by the instances that use it.

    For a driver that the application passed (VK_LUNARG_direct_driver_loading), ``driver`` is None, ``direct`` is true
    and ``library`` is 0. ``api_version`` is the packed result of the driver's vkEnumerateInstanceVersion: 1.0 if it
    has none, 0 if the loader acts as an old one that does not ask.
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
        """The driver's name in messages."""
        return driver_name(self.driver)


def driver_name(driver: Driver | None) -> str:
    """Return a driver's name in messages: its manifest, unless the application passed it."""
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

    ``facts`` and ``extensions`` (the driver's device extensions, by name) are queried once, when needed.
    """

    driver: DriverInstance
    handle: int
    record: Memory
    facts: PhysicalDevice | None = None
    extensions: frozenset[str] | None = None


@dataclass(slots=True, eq=False)
class Device:
    """A logical device. ``handle`` is the VkDevice from the top of the chain, ``table`` its DeviceTable."""

    handle: int
    table: Memory
    instance: "Instance"
    driver: DriverInstance


@dataclass(slots=True, eq=False)
class Listener:
    """A callback of the application. ``kinds`` are severities, or flags of a debug report callback.

    ``instance`` is the handle that the loader's messages name as their object, during its creation too.
    """

    utils: bool
    function: int
    user: int
    kinds: int
    types: int
    instance: int = 0


@dataclass(slots=True, eq=False)
class Messenger:
    """The object behind a messenger's handle: its record, the listener, and the slot of the destroy command."""

    record: Memory
    listener: Listener
    destroy: int


@dataclass(slots=True, eq=False)
class Instance:
    """A VkInstance. ``record`` is its InstanceRecord; its address is the application's handle.

    A physical device has the same records for the life of the instance: one in ``devices_below``, by driver index and
    the driver's handle, and one in ``devices_above`` (a PhysicalDeviceRecord), by the handle from the top of the
    chain. ``messengers`` and ``surfaces`` are keyed by the handle that the application has, and so are copies of the
    VkAllocationCallbacks with which they were created (``made_with``). ``allocator`` is the address of a copy, stored
    in ``keep``, of the VkAllocationCallbacks from vkCreateInstance, or 0. ``borrowed`` are the drivers whose
    libraries the instance uses, ``created_with`` the callbacks in the create info's chain. ``api_version`` is that of
    the application until the create info comes out of the layers, which may change it.
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
    made_with: dict[int, Memory] = field(default_factory=dict)
    keep: list[Memory] = field(default_factory=list)
    allocator: int = 0
    borrowed: list[DriverLibrary] = field(default_factory=list)
    created_with: tuple[Listener, ...] = ()
    life: Life = Life.CREATING

    @property
    def handle(self) -> int:
        """The application's VkInstance."""
        return self.record.address


@dataclass(slots=True, eq=False)
class BuiltIn:
    """A layer that the loader lists although no manifest describes it."""

    name: str
    api_version: ApiVersion
    implementation_version: int
    description: str


INSTANCES: dict[int, Instance] = {}
"""The live instances by the application's handle. Changed only by dropin/python/instances/instance.py."""
