"""The description of where a package installs its members."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from refloader.model.system import System


@dataclass(frozen=True, slots=True)
class Layout:
    """Where members are installed. ``place`` returns a member's path below the root, or None to leave it out.

    ``installed`` is true if the package installs into the folders of a system, and false for a tree in any folder.
    ``of_system`` is true if a system's package manager installs the package, and false if it is unpacked anywhere.
    ``system`` is None if the package does not say which system it is for. ``known_root`` is the folder that loaders
    search because they know the package (DISC-WINDOWS-12); ``native`` are the folders of an application's own
    libraries by word size (DISC-ANDROID-02). ``words`` describe the package in messages.
    """

    words: str
    place: Callable[[str], str | None]
    installed: bool
    system: System | None = None
    known_root: str = ""
    of_system: bool = False
    native: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
