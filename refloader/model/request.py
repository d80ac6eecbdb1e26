"""What an application requests from vkCreateInstance, and the compile-time settings of the loader."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.version import ApiVersion

if TYPE_CHECKING:  # the drop-in library has no profile and must start fast
    from refloader.model.profile import Profile

REGISTRY_VERSION = ApiVersion(0, 1, 4, 366)
"""The version of the registry behind the generated tables, which the reference loader reports (APIVER-01)."""

PORTABILITY_EXTENSION = "VK_KHR_portability_enumeration"


class Given(StrEnum):
    """Whether the application supplies drivers itself (VK_LUNARG_direct_driver_loading)."""

    NONE = "none"
    INCLUSIVE = "beside those found"
    EXCLUSIVE = "instead of those found"


@dataclass(frozen=True, slots=True)
class Request:
    """One call of vkCreateInstance.

    ``api_version`` is VkApplicationInfo::apiVersion, None if the application passes no VkApplicationInfo or 0;
    ``layers`` is ppEnabledLayerNames in order; ``device_layers`` is that of vkCreateDevice (2016 only);
    ``executable`` is the path of the program, empty to use the host's; ``given`` says whether the application
    supplies drivers itself.
    """

    api_version: ApiVersion | None = None
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    device_layers: tuple[str, ...] = ()
    portability: bool = False
    executable: str = ""
    given: Given = Given.NONE

    def as_read_by(self, age: Age) -> "Request":
        """Return the request without a structure that a loader of the age passes over."""
        given = self.given is not Given.NONE
        return replace(self, given=Given.NONE) if given and age.has(Trait.DIRECT_DRIVERS_UNKNOWN) else self


@dataclass(frozen=True, slots=True)
class Build:
    """The compile-time settings of a loader that decisions depend on, and its age."""

    sysconfdir: str = "/etc"
    extrasysconfdir: str = ""
    config_dirs: str = "/etc/xdg"
    data_dirs: str = "/usr/local/share/:/usr/share/"
    local_bases: tuple[str, str] = ("/usr/local/etc", "/usr/local/share")
    word_size: int = 64
    version: ApiVersion = REGISTRY_VERSION
    profile: "Profile | None" = None  # the deviations that a fork declares
    age: Age = DOCUMENTED

    def leaves_out(self, feature: str) -> bool:
        """Return whether the loader is a fork that declares a feature (``profile.Feature``) as disabled."""
        return self.profile is not None and feature in self.profile.disabled
