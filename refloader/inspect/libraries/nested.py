"""Finds the nested root that a manifest lies in: a tree of another system inside of this one. Judges nothing.

SDKs, sysroots, containers' trees and test data are laid out like the root of a system: ``/opt/sdk/usr/share/vulkan``.
Loaders of this system search such a folder only if a variable names it; those of the other system, whose root it is,
do, and there a full library_path starts at the nested root.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from refloader.host.port import Content, Host, Kind, Listing
from refloader.model.system import System

_IN_A_TREE = re.compile(
    r"(?P<root>.+)/(?P<base>usr/(?:local/)?share|etc(?:/xdg)?|(?:home/[^/]+|root)/\.(?:config|local/share))"
    r"/vulkan/(?:explicit_layer|implicit_layer|icd|loader_settings)\.d"
)
_PREFIXES = ("/usr/local", "/usr")
"""The parent folders of ``etc`` that belong to the nested root, and after which a doubled prefix begins."""

_OF_A_BUILD = re.compile(r"/(?:build|builddir|home|root|tmp|var/tmp|workspace|github)(?:/.*)?")
"""Where no package installs: a tree there is the staging folder of its own build, installed by mistake."""

_BASES = ("/share", "/etc", "/xdg", "/.config")
"""How the folders end that hold the folder ``vulkan`` of a nested root."""

_OF_SESSIONS = ("/etc/profile.d", "/etc/environment.d", "/usr/lib/environment.d", "/etc/X11/Xsession.d")
_MOST_OF_SESSIONS = 65_536
_PATH = re.compile(r"/[^\n\t\"':;=,}`|&<>]*")
_DEEPEST, _LONGEST = 80, 4096
"""The names in a path that is looked at, and its length: manifests are not looked for in deeper folders."""


class Nested:
    """The nested roots of one host.

    ``places`` returns the folders that loaders of this system search.
    """

    def __init__(self, host: Host, places: Callable[[Host], Iterable[str]]) -> None:
        self.host = host
        self._places = places
        self._named: set[str] = set()
        self._roots: dict[str, str] = {}
        self._looked: frozenset[str] | None = None
        self._announced: frozenset[str] | None = None

    def root_of(self, manifest: str) -> str:
        """Return the nested root that a manifest lies in; empty for others, and where loaders of this system look."""
        folder = manifest.rpartition("/")[0]
        if folder not in self._roots:
            match = _IN_A_TREE.fullmatch(folder)
            self._roots[folder] = self._root(folder, match["root"], match["base"]) if match else ""
        return self._roots[folder]

    def name(self, paths: Iterable[str]) -> None:
        """Remember the paths that the user named, and the folders that they lie in."""
        for path in paths:
            path = path.rstrip("/")
            while path and path not in self._named:
                self._named.add(path)
                path = path.rpartition("/")[0]

    def is_named(self, root: str) -> bool:
        """True if the user named the nested root itself, or what lies in it."""
        return root in self._named

    def _root(self, folder: str, above: str, base: str) -> str:
        root = next((above.removesuffix(each) for each in _PREFIXES if above.endswith(each)), above)
        if not root or self.host.platform().system is not System.LINUX:
            return ""
        if not base.startswith("usr") and self.host.kind(f"{root}/usr") is not Kind.FOLDER:
            return ""  # as /opt/sdk/etc, which is below a prefix, and /var/home/me
        if self._is_of_the_build(root) or folder in self._searched():
            return ""
        return "" if self._is_announced(folder.partition("/vulkan/")[0]) else root

    def _is_of_the_build(self, root: str) -> bool:
        """True if the root is a staging folder in itself: DESTDIR was applied twice."""
        if getattr(self.host, "installed", False):
            return _OF_A_BUILD.fullmatch(root) is not None
        return root == getattr(self.host, "root", None)

    def _searched(self) -> frozenset[str]:
        if self._looked is None:
            self._looked = frozenset(self._places(self.host))
        return self._looked

    def _is_announced(self, base: str) -> bool:
        """True if a file that sets the variables of sessions names the base, so that loaders do look there."""
        if self._announced is None:
            self._announced = frozenset(
                path for text in self._of_sessions() for path in _paths(text) if path.endswith(_BASES)
            )
        return base in self._announced

    def _of_sessions(self) -> Iterator[str]:
        files = ["/etc/environment"]
        for folder in _OF_SESSIONS:
            listing = self.host.list(folder)
            files += [f"{folder}/{name}" for name in listing.names] if isinstance(listing, Listing) else []
        for file in files:
            answer = self.host.head(file, _MOST_OF_SESSIONS) if self.host.kind(file) is Kind.FILE else None
            if isinstance(answer, Content):
                yield answer.data.decode("utf-8", "surrogateescape")


def _paths(text: str) -> Iterator[str]:
    """Yield each path that a text names, and the folders that it lies in. A space ends a path, or is part of it."""
    for found in _PATH.finditer(text):
        whole = found[0][:_LONGEST]
        for path in {whole, *(each for each in whole.split(" ") if each.startswith("/"))}:
            at = -1
            for _ in range(_DEEPEST):
                at = path.find("/", at + 1)
                if at < 0:
                    break
                yield path[:at]
            yield path
