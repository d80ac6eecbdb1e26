"""A world under construction, which is always a valid scenario. Knows paths and names, but not manifests."""

from collections.abc import Iterable, Mapping

from refloader.scenario.scenario import HOME, Application, Library, Mock, Privilege, Scenario

LAYERS = tuple(f"VK_LAYER_TEST_{letter}" for letter in "abcd")
METAS = ("VK_LAYER_TEST_m", "VK_LAYER_TEST_n")
NAMES = (*LAYERS, *METAS, *LAYERS, *LAYERS, *LAYERS, "VK_LAYER_TEST_unknown")
"""The names that refer to layers. They are few, so that references often match a layer."""
LETTERS = "ABCDMNE"
"""The letters of the variables DISABLE_A, ENABLE_A ...: the last of a layer's name, E for the override layer."""

PROGRAM = "/world/bin/app"
EXTRA = ("/world/layers", "/world/more")
"""Folders that only variables and override layers name, with files directly in them."""
BASES = (
    "/usr/share",
    "/etc",
    f"{HOME}/.local/share",
    "/usr/local/share",
    f"{HOME}/.config",
    "/etc/xdg",
    "/world/xdg",
    "/usr/local/etc",
)
"""Folders that may contain ``vulkan/``; the first four are searched by default, the last one never."""


class Draft:
    """The parts of a scenario. A part that conflicts with an earlier one is omitted.

    ``avoid`` has variables and file names that are not used. ``manifests`` has the paths of the manifests so far,
    ``layers`` the names of the layers in them.
    """

    def __init__(self, avoid: Iterable[str] = ()) -> None:
        self.avoid = frozenset(avoid)
        self.files: dict[str, bytes] = {}
        self.variables: dict[str, str] = {"HOME": HOME}
        self.libraries: dict[str, Library] = {}
        self.links: dict[str, str] = {}
        self.application = Application()
        self.privilege: Privilege = "none"
        self.manifests: list[str] = []
        self.layers: list[str] = []
        self._taken: set[str] = set()
        self._folders: set[str] = set()

    def free(self, path: str) -> bool:
        """True if something can be put at a path."""
        if path in self._taken or path in self._folders:
            return False
        parent = path.rpartition("/")[0]
        while parent and parent not in self._folders:
            if parent in self._taken:
                return False
            parent = parent.rpartition("/")[0]
        return True

    def _take(self, path: str) -> bool:
        if not self.free(path):
            return False
        self._taken.add(path)
        parent = path.rpartition("/")[0]
        while parent and parent not in self._folders:
            self._folders.add(parent)
            parent = parent.rpartition("/")[0]
        return True

    def file(self, path: str, data: bytes) -> bool:
        """Put a file at a path, replacing an earlier file. Return False if the path cannot be used."""
        if path.rpartition("/")[2] in self.avoid or not (path in self.files or self._take(path)):
            return False
        self.files[path] = data
        return True

    def manifest(self, path: str, data: bytes) -> bool:
        """Put a file that later features may corrupt. Return False if the path cannot be used."""
        known = path in self.files
        if not self.file(path, data):
            return False
        if not known:
            self.manifests.append(path)
        return True

    def library(self, path: str, mock: Mock, flags: Mapping[str, str]) -> None:
        """Put a mock library at a path, unless the path is taken."""
        if self.free(f"{path}.flags") and self._take(path):
            self._taken.add(f"{path}.flags")
            self.libraries[path] = Library(mock, flags)

    def link(self, path: str, target: str) -> None:
        """Put a symbolic link at a path, unless the path is taken."""
        if self._take(path):
            self.links[path] = target

    def variable(self, name: str, value: str) -> None:
        """Set a variable, unless it is in ``avoid``."""
        if name not in self.avoid:
            self.variables[name] = value

    def scenario(self) -> Scenario:
        """Return the scenario. If the program's path is taken, the application's request is reset."""
        program = self.application.executable
        if program and not self.free(program):
            self.application = Application()
        return Scenario(
            files=self.files,
            variables=self.variables,
            libraries=self.libraries,
            links=self.links,
            application=self.application,
            privilege=self.privilege,
        )
