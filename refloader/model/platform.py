"""The system that a loader runs on, as far as decisions depend on it and no file tells."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from refloader.model.system import System

if TYPE_CHECKING:  # the drop-in library runs on Linux and is to start fast
    from refloader.model.windows_registry import Registry


@dataclass(frozen=True, slots=True)
class Device:
    """A display adapter, or a software component that belongs to one (2018: Windows Layer Discovery).

    ``key`` is the path of its registry key, ``...\\Control\\Class\\{GUID}\\000X``; ``component`` tells the
    second from the first; ``luid`` is the number of the adapter, or of the one that a component belongs to, in this
    session where it is known, by which ``Platform.adapters`` names it.
    """

    key: str
    component: bool = False
    luid: int | None = None


@dataclass(frozen=True, slots=True)
class Platform:
    """The operating system and what it tells a loader beside files and variables.

    Of Windows are ``registry`` (None where nothing is known of it), ``devices`` in the order of the PnP manager,
    ``adapters``, the LUIDs of display adapters in the order in which DXGI names them, which is that of the system's
    preference (empty where nobody told), ``packages``, the root folders of the well-known packages that are
    installed, and ``word_size``, the size of the pointers of Windows itself, not of the process. ``bundle`` is the
    folder of the application's bundle on macOS, empty where the program lies in none. Of Android are ``debuggable``,
    whether the application may be debugged, and ``native_libraries``, the folders of the libraries that it brings.
    """

    system: System = System.LINUX
    registry: "Registry | None" = None
    devices: tuple[Device, ...] = ()
    packages: tuple[str, ...] = ()
    bundle: str = ""
    debuggable: bool = False
    native_libraries: tuple[str, ...] = ()
    adapters: tuple[int, ...] = ()
    word_size: int = 64


LINUX = Platform()
