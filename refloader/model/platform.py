"""The facts about the operating system that decisions depend on and that no file contains."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from refloader.model.system import System

if TYPE_CHECKING:  # the drop-in library runs on Linux and must start fast
    from refloader.model.windows_registry import Registry


@dataclass(frozen=True, slots=True)
class Device:
    """A display adapter, or a software component that belongs to one (2018: Windows Layer Discovery).

    ``key`` is the path of its registry key, ``...\\Control\\Class\\{GUID}\\000X``; ``component`` is True for a
    software component; ``luid`` is the LUID of the adapter, or of the adapter that a component belongs to, as in
    ``Platform.adapters``, or None if it is not known.
    """

    key: str
    component: bool = False
    luid: int | None = None


@dataclass(frozen=True, slots=True)
class Platform:
    """The operating system, and what it reports to a loader in addition to files and variables.

    Windows: ``registry`` is None if it is not known; ``devices`` are in the order of the PnP manager; ``adapters``
    are the LUIDs of the display adapters in the order in which DXGI enumerates them, which is the system's order of
    preference (empty if not known); ``packages`` are the root folders of the installed packages that loaders know;
    ``word_size`` is the word size of Windows itself, not of the process. macOS: ``bundle`` is the folder of the
    application's bundle, empty if the program is in none. Android: ``debuggable`` is whether the application may be
    debugged, ``native_libraries`` are the folders of the application's own libraries.
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
