"""How the members of a package become files of a machine, as a value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from refloader.model.system import System


@dataclass(frozen=True, slots=True)
class Layout:
    """How members become files of a machine. ``place`` gives the path below the root, or None to leave one out.

    ``installed`` tells whether the package puts files into the folders of a system; otherwise it is a tree somewhere.
    ``of_system`` tells a package that a system's package manager installs from one that is unpacked somewhere.
    ``system`` is None where the package does not say which one it is for. ``known_root`` is the folder in which
    loaders look because they know the package (DISC-WINDOWS-12); ``native`` are the folders of an application's own
    libraries by word size (DISC-ANDROID-02).
    """

    words: str
    place: Callable[[str], str | None]
    installed: bool
    system: System | None = None
    known_root: str = ""
    of_system: bool = False
    native: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
