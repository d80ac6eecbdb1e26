"""A driver as its manifest describes it, and a physical device as the driver reports it."""

from dataclasses import dataclass
from typing import NamedTuple

from refloader.model.edition import Edition
from refloader.model.layer import NO_EDITION, Fate
from refloader.model.path_rules import rules_of
from refloader.model.place import Place
from refloader.model.reason import Reason
from refloader.model.version import ApiVersion


@dataclass(frozen=True, slots=True)
class Driver:
    """A driver manifest. For a file that is no usable driver manifest, only the path and the reasons are set.

    ``rejected`` are the editions in which the manifest is not used.
    """

    manifest: str
    place: Place
    format_version: str = ""
    library_path: str = ""
    library_arch: str = ""
    api_version: ApiVersion | None = None
    is_portability: bool = False
    reasons: tuple[Reason, ...] = ()
    rejected: frozenset[Edition] = NO_EDITION
    fate: Fate = Fate.READ

    @property
    def usable(self) -> bool:
        """True if the newest edition can use the manifest."""
        return Edition.E2026 not in self.rejected

    @property
    def file_name(self) -> str:
        """The manifest's file name without its folder, which driver filters match against."""
        return rules_of(self.manifest).split(self.manifest)[1]


class PciAddress(NamedTuple):
    """A PCI address. Compares in the order of its fields."""

    domain: int
    bus: int
    device: int
    function: int


@dataclass(frozen=True, slots=True)
class PhysicalDevice:
    """The properties that order and filter physical devices. ``type`` is a VkPhysicalDeviceType number.

    ``adapter`` is the LUID for which the driver's vk_icdEnumerateAdapterPhysicalDevices lists the device (Windows).
    ``of_1_0`` means that the application has no other queries than those of Vulkan 1.0.
    """

    name: str
    vendor_id: int
    device_id: int
    type: int
    driver_id: int | None = None
    pci: PciAddress | None = None
    device_uuid: bytes = b""
    driver_uuid: bytes = b""
    direct: bool = False
    adapter: int | None = None
    driver_version: int = 0
    of_1_0: bool = False


class ListedDevice(NamedTuple):
    """A physical device as a settings file describes it; ``driver_version`` None is any."""

    device_uuid: bytes
    driver_uuid: bytes
    driver_version: int | None = None
