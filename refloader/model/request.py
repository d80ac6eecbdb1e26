"""What an application asks for, and how the loader it asks was built."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from refloader.model.version import ApiVersion

if TYPE_CHECKING:  # the drop-in library is no fork and is to start fast
    from refloader.model.profile import Profile

REGISTRY_VERSION = ApiVersion(0, 1, 4, 366)
"""The version of the registry that the generated tables come from: what the reference says it is (APIVER-01)."""

PORTABILITY_EXTENSION = "VK_KHR_portability_enumeration"


class Given(StrEnum):
    """Whether the application hands over drivers itself (VK_LUNARG_direct_driver_loading)."""

    NONE = "none"
    INCLUSIVE = "beside those found"
    EXCLUSIVE = "instead of those found"


@dataclass(frozen=True, slots=True)
class Request:
    """One vkCreateInstance as the application means it.

    ``api_version`` is VkApplicationInfo::apiVersion, None where the application gives no VkApplicationInfo
    or 0; ``layers`` is ppEnabledLayerNames in order; ``device_layers`` that of vkCreateDevice (2016 only);
    ``executable`` the path of the program, empty where it is the host's own; ``given`` says whether it
    brings drivers of its own.
    """

    api_version: ApiVersion | None = None
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    device_layers: tuple[str, ...] = ()
    portability: bool = False
    executable: str = ""
    given: Given = Given.NONE


@dataclass(frozen=True, slots=True)
class Build:
    """The compile-time settings of a loader that decisions depend on."""

    sysconfdir: str = "/etc"
    extrasysconfdir: str = ""
    config_dirs: str = "/etc/xdg"
    data_dirs: str = "/usr/local/share/:/usr/share/"
    local_bases: tuple[str, str] = ("/usr/local/etc", "/usr/local/share")
    word_size: int = 64
    version: ApiVersion = REGISTRY_VERSION
    profile: "Profile | None" = None  # what a fork declares to do otherwise

    def leaves_out(self, feature: str) -> bool:
        """Whether it is a fork's, and that declares to be without a feature (``profile.Feature``)."""
        return self.profile is not None and feature in self.profile.disabled
